/* A game with others, each at a browser of their own: the server knows the game, a seat's token says who decides for which role. */
import { announce, button, choose, h } from "./dom";
import { boardOfThings, factsTable, groupsOf, groupsOfFacts, type Group } from "./field";
import { MoveNames } from "./labels";
import { colourOf, styleOf, type Style } from "./pieces";
import { Picker } from "./picker";
import { Refused, sayAway, type Board, type Look, type Opened, type Reply } from "./protocol";
import type { Rules } from "./play";
import { sound } from "./settings";
import { Stage } from "./stage";
import { Targets } from "./targets";

interface TableLook extends Look { version: number; waiting: string[]; course: [string, string | null, string?][][]; resigned: string | null }

const PAUSE = 1000, PAUSE_MOST = 8000, QUIET = 12; // milliseconds; sites

/* Asks again until the server answers. */
async function post(path: string, body: object, headers: Record<string, string>): Promise<Reply> {
    for (let pause = PAUSE; ; pause = Math.min(2 * pause, PAUSE_MOST)) {
        try {
            const response = await fetch("api/" + path, { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) });
            sayAway(false);
            const reply = (await response.json()) as Reply;
            if (reply.ok) return reply;
            if (reply.error?.code !== "busy") throw new Refused(reply.error!);
            await new Promise((r) => setTimeout(r, pause * (0.5 + Math.random()))); // not all at once
        } catch (e) {
            if (e instanceof Refused) throw e;
            sayAway(true);
            await new Promise((r) => setTimeout(r, pause));
        }
    }
}

/* ---- a new table ---- */

export const canShare = () => !document.querySelector("meta[name=carrier]");

/* Asks who sits where, and shows the links for the others. */
export async function invite(roles: string[], rules: Rules) {
    const mine = await choose("Which side do you play?", roles);
    if (mine < 0) return;
    const token = localStorage.getItem("token"), reply = await post("table", rules, token ? { "X-Ludens-Token": token } : {});
    const here = location.origin + location.pathname, link = (t: string) => `${here}#/table/${reply.table}/${t}`, alone = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    const row = (who: string, text: string) => {
        const field = h("input", { value: text, readonly: true, "aria-label": `link for ${who}` });
        return h("p", { class: "row" }, h("b", {}, who), field, button("Copy", () => { field.select(); void navigator.clipboard.writeText(text).then(() => announce("the link was copied")); }));
    };
    const dialog = h("dialog", { "aria-label": "Links for the others", class: "links" }, h("h2", {}, "Send each player a link"), ...roles.filter((_, i) => i !== mine).map((r) => row(r, link(reply.seats[r] as string))),
        row("who watches", link(reply.watch as string)), alone ? h("p", { class: "soft" }, "This server listens for this machine alone. So that others can reach it, start it by ", h("code", {}, "ludens serve --public"), " and open it by the name of this machine.") : null,
        button("To the board", () => dialog.close(), { class: "main" }));
    dialog.addEventListener("close", () => { dialog.remove(); location.hash = `#/table/${reply.table}/${reply.seats[roles[mine]]}`; });
    document.body.append(dialog);
    dialog.showModal();
}

/* ---- at the table ---- */

export class TablePlay {
    private closed = false;
    private stage: Stage;
    private boards: Board[] = [];
    private groups: Group[] = [];
    private names!: MoveNames;
    private targets!: Targets;
    private picker: Picker | null = null;
    private look!: TableLook;
    private style: Style | null = null;
    private before: string[][] = [];
    private sent = false;
    private flipped: boolean;
    private moves = h("div", { class: "moves" });
    private history = h("ol", { class: "history" });
    private facts = h("div", {});
    private problem = h("p", { class: "error", role: "alert" });

    constructor(main: HTMLElement, private game: Opened, private role: string | null, private ask: (op: string, more?: object) => Promise<Reply>) {
        this.stage = new Stage(game.title, (board, site) => this.clicked(board, site));
        this.flipped = role !== null && game.roles.length === 2 && role === game.roles[1];
        const seats = h("div", {}, ...game.roles.map((r, i) => h("div", { class: "seat" }, h("span", { class: "name" }, h("span", { class: "dot", style: `background:${colourOf(r, i)}` }), r, r === role ? " (you)" : ""))));
        main.replaceChildren(h("div", { class: "play" }, this.stage.element, h("div", { class: "panel" }, this.problem, role ? null : h("p", {}, "You are watching."),
            h("div", { class: "row" }, button("Flip", () => { this.flipped = !this.flipped; this.build(); this.draw(); }), role && game.roles.length === 2 ? button("Resign", () => void this.resign()) : null), seats, h("h2", {}, "Moves"), this.moves, this.facts, h("h2", {}, "History"), this.history)));
        window.addEventListener("resize", this.resized);
    }

    private resized = () => { if (this.look && this.stage.stale) { this.build(); this.draw(); } };

    close() {
        this.closed = true;
        window.removeEventListener("resize", this.resized);
        document.querySelectorAll("dialog").forEach((e) => e.remove());
    }

    /* Looks, and looks again whenever somebody has decided. */
    async follow() {
        this.setBoards(((await this.ask("boards")).boards ?? []) as Board[]);
        while (!this.closed) {
            await this.see();
            if (this.closed || this.look.terminal || this.look.resigned) return;
            for (let version = this.look.version; version === this.look.version && !this.closed; ) version = (await this.ask("wait", { version: this.look.version })).version as number;
        }
    }

    private setBoards(boards: Board[]) {
        this.boards = boards;
        this.names = new MoveNames();
        this.targets = new Targets(boards);
        this.stage.views.clear();
    }

    private async see() {
        const look = (await this.ask("look")) as unknown as TableLook;
        if (this.closed) return;
        const mover = this.look?.waiting.join();
        this.look = look;
        if (look.boards && JSON.stringify(look.boards.map((b) => b.sites.length)) !== JSON.stringify(this.boards.map((b) => b.sites.length))) this.setBoards(look.boards);
        if (this.boards.every((b) => b.shape === "things")) {
            this.groups = groupsOf(look);
            const things = boardOfThings(this.groups);
            this.boards = things.sites.length ? [things] : [];
            this.targets = new Targets(this.boards);
        }
        this.sent = this.role !== null && look.movers.includes(this.role) && !look.waiting.includes(this.role);
        const list = this.role && look.waiting.includes(this.role) && !look.resigned ? look.moves[this.role]?.list ?? [] : [];
        for (const m of Object.values(look.moves)) this.names.learn(m);
        this.picker = list.length ? new Picker(this.targets.clicks(list)) : null;
        if (!this.stage.views.size) this.build();
        this.draw();
        if (mover !== undefined && mover !== look.waiting.join()) sound(look.terminal ? "end" : "move");
    }

    private build() {
        const drawn = this.boards.filter((b) => b.shape !== "things");
        this.stage.build({ boards: drawn, roles: this.game.roles, edges: this.game.edges, flipped: this.flipped, notes: false, field: !drawn.length, buttons: 4 });
    }

    private draw() {
        const { look } = this, last = new Map<number, Set<number>>();
        this.style ??= look.contents ? styleOf(look.contents.flat(), this.game.roles, this.boards.some((b) => b.lines.length > 0)) : null;
        look.contents?.forEach((c, b) => last.set(b, new Set(c.map((_, i) => i).filter((i) => this.before[b] && this.before[b][i] !== c[i]))));
        if (look.contents && JSON.stringify(look.contents) !== JSON.stringify(this.before)) this.before = look.contents;
        const quiet = !this.picker?.path.length && [...this.stage.views.keys()].reduce((n, b) => n + (this.picker?.live(b).size ?? 0), 0) > QUIET;
        this.stage.views.forEach((v, b) => v.update(look.contents?.[b] ?? [], { live: this.picker?.live(b) ?? new Set(), chosen: this.picker?.chosen(b) ?? new Set(), quiet, last: last.get(b) ?? new Set() }, this.style ?? "stones"));
        const buttons = (this.picker?.buttons() ?? []).map((move) => ({ move, label: this.names.label(move), make: () => void this.decide(move) }));
        if (this.stage.views.size) this.stage.setActions(buttons);
        else this.stage.field.update(this.groups, this.boards[0]?.sites.map((s) => s.name) ?? [], { live: this.picker?.live(0) ?? new Set(), chosen: this.picker?.chosen(0) ?? new Set() }, buttons, look.seen);
        this.moves.replaceChildren(...(this.picker?.moves() ?? []).slice(0, 300).map((m) => button(this.names.label(m), () => void this.decide(m), { "data-move": m })));
        this.history.replaceChildren(...look.course.map((ply, i) => h("li", { value: i + 1 }, ply.map(([r, m, label]) => `${r}: ${m === null ? "..." : label ?? this.names.label(m)}`).join(", "))));
        this.history.scrollTop = this.history.scrollHeight;
        this.facts.replaceChildren(...(typeof look.facts === "string" && look.facts.trim() && this.stage.views.size ? [h("h2", {}, "Facts"), factsTable(groupsOfFacts(look.facts.match(/\((?:[^()]|\([^()]*\))*\)|[^\s()]+/g) ?? []))] : []),
            ...(look.seen && this.stage.views.size ? [h("h2", {}, "What you saw"), h("ol", {}, ...look.seen.map((s) => h("li", {}, s || "nothing")))] : []));
        this.say();
    }

    private say() {
        const { look } = this, mine = this.picker !== null, scores = Object.entries(look.scores ?? {}).map(([r, s]) => `${r} ${s}`).join(", ");
        const text = look.resigned ? `${look.resigned} has resigned. The game is over` : look.terminal ? `The game is over: ${scores}` : mine ? `${this.role} to move: it is your turn` : this.sent ? `waiting for ${look.waiting.join(" and ")}; your move is made` : `waiting for ${look.waiting.join(" and ") || "the others"}`;
        this.stage.element.dataset.turn = look.terminal || look.resigned ? "over" : mine ? "person" : "";
        if (this.stage.status.textContent !== text) announce((this.stage.status.textContent = text));
        document.title = mine ? "Your turn - Ludens" : "Ludens";
    }

    private clicked(board: number, site: number) {
        const decided = this.picker?.click(board, site) ?? [];
        if (decided.length === 1) return void this.decide(decided[0]);
        this.draw();
        if (decided.length > 1) void choose("Which move?", decided.map((m) => this.names.label(m))).then((i) => (i >= 0 ? this.decide(decided[i]) : undefined));
    }

    private async decide(move: string, way?: number): Promise<void> {
        if (!this.picker) return;
        this.picker = null;
        this.problem.textContent = "";
        try {
            await this.ask("decide", { move, way });
        } catch (e) {
            const ways = e instanceof Refused && e.failure.code === "ways" ? Number(/\d+/.exec(e.failure.message)?.[0] ?? 2) : 0;
            const chosen = ways ? await choose("This move leads to several positions. Which one?", Array.from({ length: ways }, (_, i) => `position ${i + 1}`)) : -1;
            this.picker = new Picker(this.targets.clicks(this.look.moves[this.role!]?.list ?? []));
            if (chosen >= 0) return this.decide(move, chosen);
            this.problem.textContent = e instanceof Error ? e.message : String(e);
        }
        await this.see();
    }

    private async resign() {
        if ((await choose("Do you resign?", ["Yes"])) === 0) await this.ask("decide", { resign: true }).then(() => this.see(), (e) => (this.problem.textContent = String(e.message)));
    }
}

export async function showTable(main: HTMLElement, id: string, token: string): Promise<TablePlay> {
    const ask = (op: string, more: object = {}) => post("table/" + id, { op, ...more }, { "X-Ludens-Seat": token });
    const opened = await ask("open"), play = new TablePlay(main, opened.opened as Opened, opened.role as string | null, ask);
    void play.follow().catch((e: Error) => main.prepend(h("p", { class: "error", role: "alert" }, e.message)));
    return play;
}
