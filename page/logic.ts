/* A Logic Game: the grid as the player sees it or as it is, step by step, by hand or by a strategy in logic. */
import { announce, button, h, put, svg } from "./dom";
import { ask, Refused, type Opened } from "./protocol";

interface Step { observe: string[]; input: string[]; state: string[]; settings: string[]; memory: string[]; done: string[]; verdict: string }

/* What was played before a reload: the level, by how it began, and what was done on it. */
export interface LogicKept { game: string; seed: number; how: object; done: string[][] }

const SEEDS = 100, STEPS_MAX = 1000;

/* The arguments of `name(..)`; null: it is another term. */
function args(term: string, name: string): string[] | null {
    if (!term.startsWith(name + "(") || !term.endsWith(")")) return null;
    const list: string[] = [];
    let depth = 0, text = false, from = name.length + 1;
    for (let i = from; i < term.length; i++) {
        const c = term[i];
        if (c === '"') text = !text;
        else if (text) continue;
        else if (c === "(") depth++;
        else if (c === ")" && depth-- === 0) { list.push(term.slice(from, i)); return list; }
        else if (c === "," && depth === 0) { list.push(term.slice(from, i)); from = i + 1; }
    }
    return null;
}

/* A character of the level's font, or letters of the name where its icon is in no font of ours. */
function labelOf(item: string, labels: Map<string, string>): string {
    const label = labels.get(item);
    if (label === "empty") return "";
    const code = label && /^font_([0-9a-f]+)$/i.exec(label);
    if (code) {
        const n = parseInt(code[1], 16);
        if (n >= 0x20 && n < 0x110000 && (n < 0xd800 || n > 0xf8ff)) return String.fromCodePoint(n);
    } else if (label) return label.replace(/^"|"$/g, "");
    return item[0].toUpperCase() + item.replace(/\D/g, "").slice(0, 2);
}

export function keptLogic(name: string): LogicKept | null {
    const text = sessionStorage.getItem("logic"), kept = text ? (JSON.parse(text) as LogicKept) : null;
    return kept?.game === name ? kept : null;
}

const shortened = (actions: string[]) => actions.map((a) => a.replace(/^do\((.*)\)$/, "$1")).join(", ");

const colour = (name: string) => (/^hex_[0-9a-f]{3,6}$/i.test(name) ? "#" + name.slice(4) : /^[a-z]+$/i.test(name) ? name : "");

function drawGrid(facts: string[], settings: string[], truth: boolean): Element {
    let width = 0, height = 0;
    for (const s of settings) {
        const inner = args(s, "setting")?.[0] ?? "";
        width = Number(args(inner, "grid_width")?.[0] ?? width);
        height = Number(args(inner, "grid_height")?.[0] ?? height);
    }
    const labels = new Map<string, string>(), colours = new Map<string, string>(), grounds = new Map<string, string>(), fog = new Set<string>(), items = new Map<string, string[]>();
    for (const f of facts) {
        const d = args(f, "decorate"), seen = truth ? f : (args(f, "observe")?.[0] ?? ""), at = args(seen, "at"), hidden = args(seen, "fog");
        if (d?.[0] === "label") labels.set(d[1], d[2]);
        if (d?.[0] === "color") colours.set(d[1], d[2]);
        if (d?.[0] === "bgcolor" && d.length === 4) grounds.set(d[1] + " " + d[2], d[3]);
        if (at?.length === 3) items.set(at[0] + " " + at[1], [...(items.get(at[0] + " " + at[1]) ?? []), at[2]]);
        if (hidden?.length === 2) fog.add(hidden[0] + " " + hidden[1]);
    }
    if (!width || !height) return h("pre", {}, facts.join("\n"));
    const picture = svg("svg", { viewBox: `-0.05 -0.05 ${width + 0.1} ${height + 0.1}`, role: "img", style: `max-width:${Math.max(18, Math.min(60, width * 4.5))}rem` });
    const words: string[] = [];
    for (let r = 1; r <= height; r++)
        for (let c = 1; c <= width; c++) {
            const place = `${r} ${c}`, here = items.get(place) ?? [], ground = grounds.get(place);
            picture.append(svg("rect", { class: "cell", x: c - 1, y: r - 1, width: 1, height: 1, fill: ground ? colour(ground) || "var(--cell)" : fog.has(place) ? "var(--line)" : "var(--square-a)" }));
            if (here.length) words.push(`${here.join(" and ")} at row ${r}, column ${c}`);
            const text = here.map((i) => labelOf(i, labels)).join("") || (fog.has(place) ? "?" : "");
            if (text) picture.append(svg("text", { x: c - 0.5, y: r - 0.48, "font-size": text.length > 2 ? 0.34 : 0.56, "text-anchor": "middle", "dominant-baseline": "central", fill: (here[0] && colour(colours.get(here[0]) ?? "")) || (ground || !fog.has(place) ? "#222222" : "var(--ink)") }, text));
        }
    picture.setAttribute("aria-label", words.join("; ") || "an empty grid");
    return h("figure", { class: "large" }, picture);
}

export class LogicGame {
    private steps: Step[] = [];
    private how: object;
    private shown = 0; // the step that is looked at
    private truth = false;
    private closed = false;
    private busy = false;
    private grid = h("div", { class: "boards" });
    private status = h("p", { class: "status", role: "status" });
    private problem = h("p", { class: "error", role: "alert" });
    private actions = h("div", { class: "moves" });
    private memory = h("pre", {});
    private facts = h("pre", {});
    private line = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "step that is shown", style: "width:100%" });
    private history = h("ol", { class: "history", start: 1 });
    private program = h("textarea", { rows: 10, spellcheck: "false", style: "width:100%;font-family:monospace", placeholder: "the stored strategy", "aria-label": "strategy: a logic program" });
    private results = h("div", { role: "status" });

    constructor(private main: HTMLElement, private game: Opened, private seed: number) {
        this.how = { seed };
        const view = h("select", { "aria-label": "what is shown", change: (e) => { this.truth = (e.target as HTMLSelectElement).value === "truth"; this.draw(); } },
            h("option", { value: "player" }, "what the player sees"), h("option", { value: "truth" }, "the truth"));
        this.line.addEventListener("input", () => { this.shown = Number(this.line.value); this.draw(); });
        const panel = h("div", { class: "panel" }, this.status, this.problem, h("div", { class: "row" }, view,
            button("Start again", () => void this.guard(() => this.start(this.how))), button("Another level", () => void this.guard(() => this.start({ generate: true, seed: Math.floor(Math.random() * 2 ** 31) })))),
            h("h2", {}, "Actions"), this.actions,
            h("div", { class: "row" }, button("Step back", () => void this.guard(() => this.back())), button("Step by the strategy", () => void this.guard(() => this.strategyStep())), button("Play to the end", () => void this.guard(() => this.playOut()))),
            h("label", {}, "Timeline", this.line), this.history, h("details", { open: true }, h("summary", {}, "Memory"), this.memory), h("details", {}, h("summary", {}, "Facts"), this.facts),
            h("h2", {}, "Strategy"), this.program, h("div", { class: "row" }, button(`Test on ${SEEDS} seeds`, () => void this.guard(() => this.test())), button("Edit the rules", () => (location.hash = "#/edit/" + this.game.game))), this.results);
        this.main.replaceChildren(h("h1", {}, game.title), h("div", { class: "play" }, h("div", {}, this.grid), panel));
    }

    close() { this.closed = true; }

    private async guard(action: () => Promise<void>) {
        if (this.busy) return;
        this.busy = true;
        this.problem.textContent = "";
        try {
            await action();
        } catch (e) {
            this.problem.textContent = e instanceof Error ? e.message : String(e);
        }
        this.busy = false;
    }

    async start(how: object) {
        const reply = await ask("new", how);
        this.how = how;
        this.steps = [await this.position([], (reply.verdict as string) ?? "")];
        await this.show();
    }

    /* As it was; where the rules are others now, as far as that can be played. */
    async begin(kept: LogicKept | null) {
        await this.start(kept?.how ?? this.how);
        for (const actions of kept?.done ?? []) await this.act(actions);
    }

    private async position(done: string[], verdict: string): Promise<Step> {
        const o = await ask("observe"), s = await ask("state");
        return { observe: o.observe, input: o.input, memory: o.memory ?? [], state: s.state, settings: s.settings, done, verdict };
    }

    private async show() {
        this.shown = this.steps.length - 1;
        const last = this.steps[this.shown];
        if (!this.closed) sessionStorage.setItem("logic", JSON.stringify({ game: this.game.game, seed: this.seed, how: this.how, done: this.steps.slice(1).map((s) => s.done) }));
        this.line.max = this.line.value = String(this.shown);
        const moves = last.verdict ? [] : (((await ask("moves")).moves?.player ?? []) as string[]);
        put(this.actions, ...moves.map((m) => button(m.replace(/^do\((.*)\)$/, "$1") || "wait", () => void this.guard(() => this.act(m ? [m] : [])), { "data-move": m })));
        this.status.textContent = last.verdict ? { win: "Won", lose: "Lost", timeout: "Out of time" }[last.verdict] ?? last.verdict : `step ${this.shown}`;
        announce(this.status.textContent);
        put(this.history, ...this.steps.slice(1).map((s, i) => h("li", {}, button(shortened(s.done) || "wait", () => { this.shown = i + 1; this.line.value = String(i + 1); this.draw(); }))));
        this.draw();
    }

    private draw() {
        const s = this.steps[this.shown];
        if (!s || this.closed) return;
        this.grid.replaceChildren(drawGrid(this.truth ? [...s.input.filter((f) => f.startsWith("decorate")), ...s.state] : s.input, s.settings, this.truth));
        this.memory.textContent = s.memory.join("\n") || "nothing is remembered";
        this.facts.textContent = (this.truth ? s.state : s.observe).join("\n");
    }

    private async act(actions: string[]) {
        const reply = await ask("apply", { do: actions });
        this.steps.push(await this.position(actions, reply.verdict as string));
        await this.show();
    }

    private async back() {
        if (this.steps.length < 2) return;
        await ask("undo");
        this.steps.pop();
        await this.show();
    }

    private strategy() { return ask("strategy", this.program.value.trim() ? { program: this.program.value } : {}); }

    private async strategyStep() {
        if (this.steps[this.steps.length - 1].verdict) return;
        const s = await this.strategy();
        await this.act(s.do as string[]);
    }

    private async playOut() {
        for (let i = 0; i < STEPS_MAX && !this.closed && !this.steps[this.steps.length - 1].verdict; i++) await this.strategyStep();
    }

    /* How often the strategy wins, each time with another seed. */
    private async test() {
        const ends: Record<string, number> = {};
        const bar = h("progress", { max: SEEDS, value: 0 });
        this.results.replaceChildren(bar);
        for (let seed = 1; seed <= SEEDS && !this.closed; seed++) {
            let verdict = ((await ask("new", { seed })).verdict as string) ?? "";
            for (let i = 0; i < STEPS_MAX && !verdict && !this.closed; i++) {
                const s = await this.strategy();
                if (this.closed) return;
                verdict = (await ask("apply", { do: s.do })).verdict as string;
            }
            ends[verdict || "no end"] = (ends[verdict || "no end"] ?? 0) + 1;
            bar.value = seed;
        }
        if (this.closed) return;
        this.results.replaceChildren(h("p", {}, `${SEEDS} seeds: ` + Object.entries(ends).map(([v, n]) => `${v} ${n}`).join(", ")));
        await this.start(this.how);
    }
}

/* `made` is told of it before anything is asked, so that it can be closed at any time. */
export async function showLogic(main: HTMLElement, game: Opened, seed: number, made: (game: LogicGame) => void) {
    const kept = keptLogic(game.game), shown = new LogicGame(main, game, seed);
    made(shown);
    try {
        await shown.begin(kept);
    } catch (e) {
        main.append(h("p", { class: "error", role: "alert" }, e instanceof Refused ? e.message : String(e)));
    }
}
