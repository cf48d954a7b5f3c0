/* A game at the page: people and agents, one position after the other. */
import { announce, button, choose, download, h, put } from "./dom";
import { boardOfThings, factsTable, groupsOf, groupsOfFacts, type Group } from "./field";
import { isDice, MoveNames } from "./labels";
import { keptLogic, showLogic } from "./logic";
import { Clock } from "./clock";
import { controls } from "./controls";
import { keepDraft } from "./drafts";
import { insidePanel } from "./inside";
import { styleOf, type Style } from "./pieces";
import { noteRecent } from "./library";
import { canReview, curve, review, signOf, type Review } from "./review";
import { pack, savePicture } from "./share";
import { boardOf, keyOf, Picker, siteOf } from "./picker";
import type { Arrow } from "./board";
import { ask, Refused, type Board, type Look, type Named, type Opened, type Reply, type Thoughts } from "./protocol";
import { agentAt, agentFor, seatPanel, USUAL, type Seat } from "./seats";
import { settings, sound } from "./settings";
import { Stage } from "./stage";
import { invite } from "./table";
import { Targets } from "./targets";
import { Thinking } from "./thinking";
import { WhyNot } from "./why";

export interface Made { role: string; move: string; way?: number; mine?: boolean; label?: string }

const MOVES_LISTED = 300, MOVES_OPEN = 60, SLICE = 0.25, QUIET = 12, CHANGED_MAX = 6;
export const CHOICES = ["variant", "ruleset", "options"] as const;

/* Kept for a reload: what the server does not know. */
export interface Kept { game: string; seats: Seat[]; plies: Made[][]; paused: boolean; delay: number; load: Rules; ended?: string }

/* What the game was loaded by: a name of the library or a text, with options and a variant. */
export type Rules = { game?: string; name?: string; text?: string; variant?: string; ruleset?: string; options?: string };

export class Play {
    private boards: Board[] = [];
    private stage: Stage;
    private built = false;
    private names!: MoveNames;
    private targets!: Targets;
    private groups: Group[] = [];  // of a game without boards
    private notes = false;
    private style: Style | null = null;
    private look!: Look;
    private plies: Made[][] = [];  // all plies, also those that were taken back
    private made = 0;              // how many of them lead here
    private seats: Seat[];
    private paused = false;
    private delay = 0.2;           // seconds that a move of an agent takes at least, so that people can follow
    private flipped = false;
    private truth = false;
    private closed = false;
    private turn = 0;              // grows with each position: what was begun for another one stops
    private joint: Record<string, string> = {};
    private decided = new Set<string>(); // who of the joint move is a person that had a choice
    private picker: Picker | null = null;
    private asked = "";            // the person whose move it is
    private viewer = "";           // the person in front of the page
    private last = new Set<string>();
    private before: string[][] = [];

    private status: HTMLElement;
    private moveList = h("div", { class: "moves" });
    private whyNot = new WhyNot(this.game, (site) => this.people(site));
    private moveTitle = h("summary", {}, "Moves");
    private moveBox = h("details", { class: "move-box" }, this.moveTitle, this.moveList);
    private end = h("div", { class: "end", hidden: true });
    private facts = h("div", {});
    private thinking = new Thinking(this.game, (move) => this.label(move));
    private history = h("ol", { class: "history" });
    private problem = h("p", { class: "error", role: "alert" });
    private pauseButton = button("Pause", () => this.pause(!this.paused));

    constructor(private main: HTMLElement, private game: Opened, kept: Kept | null, private rules: Rules) {
        const usual = agentFor(game);
        this.stage = new Stage(game.title, (board, site) => this.clicked(board, site));
        this.status = this.stage.status;
        this.seats = game.roles.map((role, i) => ({ role, agent: kept?.seats[i]?.agent ?? (i > 0 ? usual : ""), level: kept?.seats[i]?.level ?? USUAL }));
        this.paused = kept?.paused ?? false;
        this.delay = kept?.delay ?? this.delay;
        this.layout();
    }

    private layout() {
        const checkbox = (text: string, changed: (on: boolean) => void, name = "") => h("label", { class: "row" }, h("input", { type: "checkbox", class: name, change: (e) => changed((e.target as HTMLInputElement).checked) }), text);
        this.notesSwitch = checkbox("show what the rules note of sites", (on) => { this.notes = on; this.rebuild(); });
        this.notesSwitch.hidden = true;
        const panel = controls(this.game, this.rules, {
            end: this.end, problem: this.problem, clock: this.clock.element, pause: this.pauseButton,
            act: {
                "New game": () => this.restart(), Undo: () => this.takeBack(), Redo: () => this.forth(), Step: () => this.single(), Flip: () => this.flip(), Hint: () => this.hint(),
                Resign: () => this.resign(), "Offer a draw": () => this.offerDraw(), Save: () => this.save(), "Copy link": () => this.share(), "Edit the rules": () => this.editRules(),
                SVG: () => this.picture("svg"), PNG: () => this.picture("png"), "Play with a friend": () => invite(this.game.roles, this.rules),
            },
            guard: (action) => void this.guard(async () => action()), load: (text) => this.load(text), setClock: (seconds, added) => { this.clock.set(seconds, added); void this.step(); },
            seats: seatPanel(this.seats, () => this.step()),
            switches: [this.game.hidden ? checkbox("show everything", (on) => { this.truth = on; void this.guard(() => this.refresh()); }) : null, this.notesSwitch,
                this.game.hidden || this.game.simultaneous ? null : checkbox("who attacks what", (on) => { this.threats = on; void this.guard(() => this.drawThreats()); }, "threats")],
            choose: (more) => void this.guard(() => showPlay(this.main, this.game.game, null, { ...this.rules, ...more })),
            delay: this.delay, setDelay: (seconds) => (this.delay = seconds),
            middle: [this.moveBox, this.whyNot.element, this.facts, this.thinking.element, this.thinking.tree], history: [this.history, canReview(this.game) ? this.reviewButton : null, this.reviewBox],
            puzzles: this.hasPuzzles, inside: this.inside.element,
        });
        this.pauseButton.textContent = this.paused ? "Go on" : "Pause";
        this.main.replaceChildren(h("div", { class: "play" }, this.stage.element, panel));
        window.addEventListener("resize", this.resized);
    }

    private async picture(kind: "svg" | "png") {
        const board = this.main.querySelector<SVGElement>(".main-board svg");
        if (!board) throw new Error("there is no board to make a picture of");
        await savePicture(board, this.game.title, kind);
    }

    /* ---- hints, resigning, draws, time ---- */

    private ended = ""; // how the game ended though the rules go on: resigned, agreed, on time
    private clock = new Clock(this.game.roles, (role) => this.finish(`${role} has no time left. ${this.rival(role)} wins`));

    /* That it ended so is true of its last ply; from an earlier one it can go on otherwise. */
    private get over() { return this.ended !== "" && this.made === this.plies.length; }

    private rival(role: string) { return this.game.roles.find((r) => r !== role) ?? ""; }

    private finish(text: string) {
        if (this.over || this.look.terminal) return;
        this.ended = text;
        if (this.plies.length > this.made) this.plies = this.plies.slice(0, this.made);
        this.turn++;
        this.keep();
        this.picker = null;
        this.clock.stop();
        this.draw();
        sound("end");
    }

    private person() { return this.asked && this.picker ? this.asked : this.viewers()[0]?.role ?? ""; }

    private resign() {
        const who = this.person();
        if (who) this.finish(`${who} resigns. ${this.rival(who)} wins`);
    }

    /* A person is asked; an agent takes a draw when it does not expect more than the middle. */
    private async offerDraw() {
        const who = this.person(), other = this.rival(who), agent = this.seatOf(other)?.agent;
        if (!who || this.over || this.look.terminal) return;
        const taken = agent ? (this.thinking.expects(other) ?? 1) <= 0.5 : (await choose(`${who} offers a draw. What does ${other} say?`, ["A draw", "Play on"])) === 0;
        if (taken) this.finish("A draw was agreed");
        else announce(this.status.textContent = `${other} plays on`);
    }

    /* What an agent would do, as an arrow. */
    private async hint() {
        const role = this.asked, look = this.look;
        if (!this.picker || this.game.hidden) throw new Error(this.game.hidden ? "there are no hints where something is hidden" : "nobody is to move at this page");
        const t = (await ask("think", { role, agent: agentFor(this.game), seconds: 1 })) as unknown as Thoughts;
        if (look !== this.look) return;
        this.point(t.best, "best");
        announce(this.status.textContent = `${role} to move. Hint: ${this.label(t.best)}`);
    }

    /* A move of the list as an arrow over the board it is on. */
    private point(move: string, kind: Arrow["kind"]) {
        const sites = Object.values(this.look.moves).flatMap((m) => m.list).find(([m]) => m === move)?.[1] ?? [], first = sites[0];
        this.stage.views.forEach((v, b) => {
            const on = sites.filter(([board]) => board === b).map(([, s]) => s);
            v.drawArrows(first && on.length ? [{ from: on[0], to: on[on.length - 1], kind }] : []);
        });
    }

    /* ---- the game looked at again ---- */

    private reviewBox = h("div", {});
    private reviewed: Review | null = null;
    private reviewButton = button("Analyse this game", () => this.guard(() => this.reviewGame()));

    private async reviewGame() {
        const back = this.made, plies = this.plies;
        if (!plies.length) throw new Error("no move was made yet");
        this.setPaused(true);
        const mine = () => this.closed || plies !== this.plies || this.reviewButton.textContent === "Stop";
        await this.change(async () => {
            this.reviewButton.disabled = true;
            try {
                this.reviewed = await review(this.game, agentFor(this.game), plies, (ply) => (this.status.textContent = `analysing, move ${ply} of ${plies.length}`), mine);
                await ask("replay", { moves: plies.slice(0, back).flat().map(bare) });
            } finally {
                this.reviewButton.disabled = false;
            }
        });
        if (this.reviewed) put(this.reviewBox, curve(this.game, this.reviewed, (ply) => void this.guard(() => this.goTo(ply))));
    }

    private threats = false;

    /* Who attacks what, while that is switched on: red what the player to move may lose, blue what it may take. */
    private async drawThreats() {
        const look = this.look, best = this.reviewed?.judged[this.made]?.best;
        if (best && !this.threats) return this.point(best, "best");
        const wanted = this.threats && !this.look.terminal && this.look.movers.length === 1 && this.look.movers[0] !== "random";
        const found = wanted ? await ask("threats") : null;
        if (look !== this.look) return;
        const pairs = (list: any, kind: Arrow["kind"]) => ((list ?? []) as { from: [number, number]; to: [number, number] }[]).map(({ from, to }) => ({ board: from[0], same: from[0] === to[0], arrow: { from: from[1], to: to[1], kind } }));
        const all = [...pairs(found?.attacks, "shown"), ...pairs(found?.threats, "threat")].filter((a) => a.same);
        this.stage.views.forEach((v, b) => v.drawArrows(all.filter((a) => a.board === b).map((a) => a.arrow)));
    }

    /* Games for two in turns, with nothing hidden and no chance. */
    private get hasPuzzles() { const g = this.game; return g.roles.length === 2 && !g.chance && !g.hidden && !g.simultaneous && !g.open; }

    private notesSwitch: HTMLElement | null = null;
    private resized = () => { if (this.look && this.stage.stale) this.rebuild(); };

    /* Own rules are a draft of the editor's, or become one. */
    private editRules() {
        location.hash = "#/edit/" + (this.rules.game ? this.game.game : keepDraft(this.rules.name ?? this.game.game, this.rules.text ?? ""));
    }

    /* What is inside of the game; of one with hidden information not what the others know. */
    private inside = insidePanel(this.game.machine, async () => {
        if (this.game.hidden && !this.truth) return {};
        const state = this.game.machine === "circuit" ? (await ask("state")).state : undefined;
        return { node: this.look?.node, facts: Array.isArray(state) ? state : undefined };
    });

    /* Another page is shown: nothing of this one goes on. */
    close() {
        this.turn++;
        this.clock.stop();
        this.closed = true;
        window.removeEventListener("resize", this.resized);
        document.querySelectorAll(".cover, dialog").forEach((e) => e.remove());
    }

    /* ---- positions ---- */

    private async guard(action: () => Promise<unknown>, clear = true) {
        if (clear) this.problem.textContent = "";
        try {
            await action();
        } catch (e) {
            this.problem.textContent = e instanceof Error ? e.message : String(e);
        }
    }

    /* From the start, or after these moves: those of a trial, a link, or before a reload. */
    async begin(moves: Made[] = [], ended = "") {
        this.setBoards(((await ask("boards")).boards ?? []) as Board[]);
        await this.guard(async () => {
            if (!moves.length) return;
            await this.adopt(moves);
        });
        this.ended = ended;
        await this.refresh();
    }

    private setBoards(boards: Board[]) {
        this.boards = boards;
        this.built = false;
        this.names = new MoveNames();
        this.targets = new Targets(boards);
        if (this.notesSwitch) this.notesSwitch.hidden = !boards.some((b) => b.aside);
    }

    private keep() {
        const kept: Kept = { game: this.game.game, seats: this.seats, plies: this.plies.slice(0, this.made), paused: this.paused, delay: this.delay, load: this.rules, ended: this.over ? this.ended : "" };
        sessionStorage.setItem("play", JSON.stringify(kept));
    }

    /* The plies that lead here, and who plays. */
    course(): Made[][] { return this.plies.slice(0, this.made); }
    players(): Seat[] { return this.seats; }

    private viewers() { return this.seats.filter((s) => !s.agent); }

    private async refresh() {
        this.picker = null;
        this.whyNot.clear();
        this.joint = {};
        this.decided.clear();
        const alone = this.viewers().length === 1 ? this.viewers()[0].role : undefined;
        const role = this.game.hidden ? this.viewer || alone : undefined;
        const look = (await ask("look", { role, truth: this.truth, labels: true })) as unknown as Look;
        if (this.closed) return;
        this.mark(look);
        this.look = look;
        this.stage.element.dataset.turn = "";
        if (look.boards && JSON.stringify(look.boards.map((b) => b.sites.length)) !== JSON.stringify(this.boards.map((b) => b.sites.length))) this.setBoards(look.boards);
        this.readThings();
        for (const moves of Object.values(look.moves)) this.names.learn(moves);
        this.keep();
        this.draw();
        this.speak();
        await this.drawThreats();
        void this.step();
    }

    private pieces = -1; // on all boards, before the last move

    /* What is heard of the last move. */
    private speak() {
        const pieces = (this.look.contents ?? []).flat().filter((c) => c && c !== "empty").length, before = this.pieces;
        this.pieces = pieces;
        if (!settings.sounds || before < 0 || !this.last.size) return;
        sound(this.look.terminal ? "end" : pieces < before ? "capture" : "move");
    }

    /* What the last move changed. */
    private mark(look: Look) {
        this.last = new Set();
        look.contents?.forEach((contents, b) => contents.forEach((c, i) => {
            if (this.before[b] && this.before[b].length === contents.length && this.before[b][i] !== c) this.last.add(`${b} ${i}`);
        }));
        if (this.last.size > CHANGED_MAX && this.last.size * 4 > (look.contents?.[0]?.length ?? 0)) this.last.clear(); // another position of the history
        this.before = look.contents ?? [];
    }

    /* What a game without boards says becomes a table, whose things are clicked like sites. */
    private readThings() {
        if (this.boards.some((b) => b.shape !== "things")) return;
        this.groups = groupsOf(this.look);
        const things = boardOfThings(this.groups);
        if (JSON.stringify(things.sites.map((s) => s.name)) === JSON.stringify(this.boards[0]?.sites.map((s) => s.name) ?? [])) return;
        this.boards = things.sites.length ? [things] : [];
        this.targets = new Targets(this.boards);
    }

    private get fields() { return this.boards.every((b) => b.shape === "things"); }

    private build() {
        const drawn = this.boards.filter((b) => b.shape !== "things"), lists = Object.entries(this.look.moves).filter(([r]) => r !== "random").map(([, m]) => this.targets.clicks(m.list).filter((c) => !c.steps.length).length);
        this.stage.build({ boards: drawn, roles: this.game.roles, edges: this.game.edges, flipped: this.flipped, notes: this.notes, field: !drawn.length, buttons: Math.max(0, ...lists) });
        this.built = true;
    }

    private rebuild() {
        this.built = false;
        this.draw();
    }

    private draw() {
        if (!this.built) this.build();
        this.drawMarks();
        this.drawMoves();
        this.drawFacts();
        this.drawHistory();
        this.inside.moved();
        this.end.hidden = !this.look.terminal && !this.over;
        if (this.look.terminal || this.over) this.drawEnd();
    }

    /* Dice show what was rolled last. */
    private contentsOf(board: number): string[] {
        const contents = this.look.contents?.[board] ?? [], rolled = isDice(this.boards[board]) ? this.plies.slice(0, this.made).flat().reverse().find((m) => m.role === "random" && m.move.startsWith("Roll:")) : undefined;
        const faces = rolled?.move.slice(5).split(",").map(Number) ?? [];
        return contents.map((c, i) => (faces.length === contents.length && /^Die/.test(c) ? `${c.replace(/ s\d+/, "")} s${faces[i] - 1}` : c));
    }

    private drawMarks() {
        this.style ??= this.look.contents ? styleOf(this.look.contents.flat(), this.game.roles, this.boards.some((b) => b.lines.length > 0)) : null;
        const quiet = !this.picker?.path.length && [...this.stage.views.keys()].reduce((n, b) => n + (this.picker?.live(b).size ?? 0), 0) > QUIET;
        this.stage.views.forEach((v, b) => v.update(this.contentsOf(b), {
            live: this.picker?.live(b) ?? new Set(), chosen: this.picker?.chosen(b) ?? new Set(), quiet,
            last: new Set([...this.last].filter((k) => k.startsWith(b + " ")).map((k) => Number(k.split(" ")[1]))),
        }, this.style ?? "stones"));
        const buttons = (this.picker?.buttons() ?? []).map((move) => ({ move, label: this.label(move), make: () => void this.chose(move) }));
        if (this.fields) this.stage.field.update(this.groups, this.boards[0]?.sites.map((s) => s.name) ?? [], { live: this.picker?.live(0) ?? new Set(), chosen: this.picker?.chosen(0) ?? new Set() }, buttons, this.look.seen);
        else this.stage.setActions(buttons);
    }

    private label(move: string) { return this.names.label(move); }

    /* With hidden information nobody reads the moves of others from the course. */
    private shownMove(m: Made) { return this.game.hidden && !this.truth && m.role !== this.viewer ? "..." : m.label ?? this.label(m.move); }

    private drawMoves() {
        const moves = this.picker?.moves() ?? [], all = this.look.moves[this.asked]?.count ?? 0, known = this.look.moves[this.asked]?.list.length ?? 0;
        this.moveTitle.textContent = this.picker ? `Moves of ${this.asked} (${moves.length})` : "Moves";
        this.moveBox.open = this.game.open || (moves.length > 0 && moves.length <= MOVES_OPEN && window.innerWidth > 832);
        this.moveList.replaceChildren(...this.names.groups(moves.slice(0, MOVES_LISTED)).flatMap(({ piece, moves: group }) =>
            [piece ? h("h3", {}, piece) : null, ...group.map((m) => this.moveButton(m))].filter((e) => e !== null)));
        if (this.picker && this.game.open) {
            const own = h("input", { "aria-label": "another move", value: moves[0] ?? "" });
            this.moveList.append(h("span", { class: "row" }, own, button("Make it", () => this.chose(own.value.trim()))));
        }
        if (this.picker && this.whyNot.known) this.moveList.append(this.whyNot.field());
        if (moves.length > MOVES_LISTED) this.moveList.append(h("span", { class: "soft" }, `and ${moves.length - MOVES_LISTED} more: click a site`));
        if (this.picker && all > known) this.moveList.append(h("p", { class: "soft" }, `There are ${all.toLocaleString("en")} legal moves; the page knows the first ${known.toLocaleString("en")} of them.`));
    }

    /* A move of the list is shown on the board while the pointer or the keyboard is on it. */
    private moveButton(move: string): HTMLElement {
        const steps = this.picker?.steps(move) ?? [], show = (on: boolean) => this.stage.views.forEach((v, b) => v.point(new Set(on ? steps.flatMap((s) => [...s]).filter((k) => boardOf(k) === b).map(siteOf) : [])));
        return button(this.label(move), () => this.chose(move), { "data-move": move, mouseenter: () => show(true), focus: () => show(true), mouseleave: () => show(false), blur: () => show(false) });
    }

    private drawFacts() {
        const { facts, seen } = this.look, parts: HTMLElement[] = [];
        if (!this.fields && typeof facts === "string" && facts.trim()) parts.push(h("h2", {}, "Facts"), factsTable(groupsOfFacts(facts.match(/\((?:[^()]|\([^()]*\))*\)|[^\s()]+/g) ?? [])));
        if (!this.fields && seen) parts.push(h("h2", {}, `What ${this.viewer || "this player"} saw`), h("ol", { class: "seen" }, ...seen.map((s) => h("li", {}, s || "nothing"))));
        this.facts.replaceChildren(...parts);
    }

    private drawHistory() {
        this.history.replaceChildren(...this.plies.map((moves, i) => h("li", { value: i + 1, "data-mine": this.isMine(i), class: signOf(this.reviewed?.loss[i] ?? 0) ? "mistake" : undefined },
            button(moves.map((m) => `${m.role}: ${this.shownMove(m)}`).join(", ") + signOf(this.reviewed?.loss[i] ?? 0), () => this.guard(() => this.goTo(i + 1)), { "aria-current": i + 1 === this.made ? "true" : undefined }))));
        const current = this.history.querySelector("[aria-current]")?.parentElement; // the list alone scrolls, never the window
        if (current) this.history.scrollTop = Math.max(0, current.offsetTop - this.history.offsetTop - this.history.clientHeight / 2);
    }

    private drawEnd() {
        this.clock.stop();
        if (this.over && !this.look.terminal) {
            this.stage.element.dataset.turn = "over";
            this.status.textContent = `${this.ended}. The game is over`;
            put(this.end, h("p", { class: "winner" }, this.ended + "."), button("Again", () => this.guard(() => this.restart()), { class: "main" }));
            return announce(this.status.textContent);
        }
        const numbers = Object.entries(this.look.scores ?? {}), list = numbers.map(([r, s]) => `${r} ${Array.isArray(s) ? s.join(" ") : s}`).join(", ");
        const values = numbers.map(([, s]) => (typeof s === "number" ? s : NaN)), best = Math.max(...values), winners = numbers.filter((_, i) => values[i] === best).map(([r]) => r);
        const [, high] = this.game.scores ?? [0, 100], alone = values.length === 1;
        const said = values.some(Number.isNaN) ? "" : alone ? (best >= high ? "Solved. " : "") : winners.length === 1 ? `${winners[0]} wins. ` : winners.length === values.length ? "A draw. " : `${winners.join(" and ")} win. `;
        this.stage.element.dataset.turn = "over";
        this.status.textContent = `${said}The game is over: ${list}`;
        put(this.end, h("p", { class: "winner" }, said || "The game is over."), h("p", { class: "soft" }, list), button("Again", () => this.guard(() => this.restart()), { class: "main" }));
        announce(this.status.textContent);
    }

    /* ---- the history ---- */

    /* What changes the position is done one after the other, and what was begun for another position is dropped. */
    private changing: Promise<void> = Promise.resolve();
    private change(action: () => Promise<void>): Promise<void> {
        const turn = ++this.turn, done = this.changing.then(async () => {
            if (turn !== this.turn || this.closed) return;
            try {
                await action();
            } catch (e) { // what can be done is shown anew, but nobody tries the same again by himself
                this.setPaused(true);
                await this.refresh();
                throw e;
            }
            await this.refresh();
        });
        this.changing = done.catch(() => undefined);
        return done;
    }

    private async goTo(ply: number, goOn = false) {
        if (ply === this.made || ply < 0 || ply > this.plies.length) return;
        this.setPaused(!goOn);
        await this.change(async () => {
            await ask("replay", { moves: this.plies.slice(0, ply).flat().map(bare) });
            this.made = ply;
            if (this.clock.over) this.clock.reset();
        });
    }

    /* Plies at which a person chose among several moves: where undo and redo stop. */
    private isMine(ply: number) { return this.plies[ply]?.some((m) => m.mine) ?? false; }

    /* To my last decision: agents go on when I have made another one. */
    private async takeBack() {
        let ply = this.made - 1;
        while (ply > 0 && !this.isMine(ply)) ply--;
        await this.goTo(ply, this.viewers().length > 0 && this.isMine(ply));
    }

    private async forth() {
        let ply = this.made + 1;
        while (ply < this.plies.length && !this.isMine(ply)) ply++;
        await this.goTo(ply, false);
    }

    private restart() {
        return this.change(async () => {
            await ask("new", { seed: Math.floor(Math.random() * 2 ** 31) });
            this.plies = [];
            this.made = 0;
            this.ended = "";
            this.forget();
            this.clock.reset();
            this.thinking.clear();
        });
    }

    /* The analysis was of another game. */
    private forget() {
        this.reviewed = null;
        this.reviewBox.replaceChildren();
    }

    private apply(moves: Record<string, string>) { return this.change(() => this.make(moves)); }

    private async make(moves: Record<string, string>) {
        const reply = await ask("apply", { moves });
        const way = reply.ways > 1 ? await this.chooseWay(moves, reply.ways as number) : 0;
        const rank = (m: Made) => this.game.roles.indexOf(m.role); // chance comes first, as in trials
        const ply: Made[] = Object.entries(moves).map(([role, move]) => ({ role, move, label: this.label(move), mine: this.decided.has(role) || undefined })).sort((a, b) => rank(a) - rank(b));
        if (way) ply[ply.length - 1].way = way;
        if (this.plies.length > this.made) this.plies = this.plies.slice(0, this.made);
        if (this.reviewed) this.forget();
        this.ended = "";
        for (const role of Object.keys(moves)) this.clock.moved(role);
        this.made = this.plies.push(ply);
        announce(ply.map((m) => `${m.role} played ${this.shownMove(m)}`).join(", "));
    }

    /* The rules leave open what the moves lead to: a person says it, an agent takes the first way. */
    private async chooseWay(moves: Record<string, string>, ways: number): Promise<number> {
        const person = Object.keys(moves).some((role) => this.seats.some((s) => s.role === role && !s.agent));
        const way = person ? await choose("This move leads to several positions. Which one?", Array.from({ length: ways }, (_, i) => `position ${i + 1}`)) : 0;
        await ask("undo");
        if (way < 0) throw new Error("the move was not made");
        await ask("apply", { moves, way });
        return way;
    }

    private async save() {
        const players = Object.fromEntries(this.seats.map((s) => [s.role, s.agent || "human"]));
        const reply = await ask("trial", { players });
        download(this.game.game.replace(/.*\//, "") + ".trial.json", JSON.stringify(reply.trial) + "\n");
    }

    private async load(text: string) {
        let trial: any = null;
        try { trial = JSON.parse(text.split("\n")[0]); } catch { /* said below */ }
        if (!trial?.trial || !Array.isArray(trial.moves)) throw new Error("this file holds no trial: a line of JSON with the keys trial, game, moves");
        const chosen = (r: Rules) => JSON.stringify([r.variant ?? "", r.ruleset ?? "", r.options ?? ""]);
        if (chosen(trial) !== chosen(this.rules)) throw new Error("this trial was played with other options of the rules; choose them first");
        this.setPaused(true);
        await this.change(() => this.adopt(trial.moves, trial.rules_hash));
    }

    /* The moves of a trial are made and become the history. */
    private async adopt(moves: Made[], rules_hash?: string) {
        const { ends, labels } = (await ask("replay", { moves: moves.map(bare), rules_hash, labels: true })) as unknown as { ends: number[]; labels: string[] };
        const made = moves.map((m, i) => ({ ...m, label: labels[i] }));
        this.forget();
        this.ended = "";
        this.plies = ends.map((end, i) => made.slice(ends[i - 1] ?? 0, end));
        this.made = this.plies.length;
    }

    /* A link holds the position; one's own rules go with it. */
    private async share() {
        const made = this.plies.slice(0, this.made).flat().map(bare), here = location.origin + location.pathname, query = new URLSearchParams({ moves: JSON.stringify(made.map((m) => (m.way ? [m.role, m.move, m.way] : [m.role, m.move]))) });
        for (const key of CHOICES) if (this.rules[key]) query.set(key, this.rules[key]!);
        const link = this.rules.game ? `${here}#/play/${this.game.game}?${query}` : `${here}#/shared/${await pack({ rules: this.rules, moves: made })}`;
        await navigator.clipboard.writeText(link);
        announce(this.status.textContent = "the link was copied");
    }

    /* ---- whose move it is ---- */

    private setPaused(paused: boolean) {
        this.paused = paused;
        this.pauseButton.textContent = paused ? "Go on" : "Pause";
    }

    private pause(paused: boolean) {
        this.setPaused(paused);
        void this.step();
    }

    private flip() {
        this.flipped = !this.flipped;
        this.rebuild();
    }

    private seatOf(role: string) { return this.seats.find((s) => s.role === role); }

    /* One step of an agent or of chance while paused. */
    private async single() {
        this.setPaused(true);
        await this.step(true);
    }

    private async step(once = false) {
        await this.changing;
        const turn = ++this.turn;
        if (!this.look || this.look.terminal || this.over || this.closed) return;
        const timed = this.look.movers.length === 1 && this.look.movers[0] !== "random" && !(this.paused && this.seatOf(this.look.movers[0])?.agent) ? this.look.movers[0] : "";
        if (timed) this.clock.run(timed);
        else this.clock.stop();
        await this.guard(async () => {
            for (const role of this.look.movers) {
                if (this.joint[role] !== undefined) continue;
                const list = role === "random" ? [] : await this.listOf(role), seat = this.seatOf(role);
                if (turn !== this.turn) return;
                if (role !== "random" && list.length === 1 && this.look.movers.length > 1) {
                    this.joint[role] = list[0][0];
                } else if (role === "random" || seat?.agent) {
                    if (this.paused && !once) {
                        this.status.textContent = `${role} is to move (paused)`;
                        this.picker = null;
                        this.drawMoves();
                        return;
                    }
                    const begun = Date.now(), move = role === "random" ? await this.sample(role) : await this.think(role, seat!, turn);
                    const left = role === "random" ? 0 : begun + 1000 * this.delay - Date.now();
                    if (turn === this.turn && left > 0) await new Promise((r) => setTimeout(r, left));
                    if (turn !== this.turn || move === null) return;
                    this.joint[role] = move;
                } else {
                    await this.askPerson(role, list, turn);
                    return;
                }
            }
            if (turn === this.turn) await this.apply(this.joint);
        }, false);
    }

    private async sample(role: string): Promise<string> {
        const { move, label } = await ask("sample", { role, labels: true });
        this.names.keep(move, label);
        return move;
    }

    private async listOf(role: string): Promise<Named[]> {
        if (this.look.moves[role]) return this.look.moves[role].list;
        const look = (await ask("look", { role, labels: true })) as unknown as Look;
        if (look.moves[role]) this.names.learn(look.moves[role]);
        return look.moves[role]?.list ?? [];
    }

    private async askPerson(role: string, list: Named[], turn: number) {
        const secret = (this.game.hidden || this.look.movers.filter((r) => !this.seatOf(r)?.agent && this.look.moves[r]?.count !== 1).length > 1) && this.viewers().length > 1;
        if (secret && this.viewer !== role) await this.pass(role);
        if (turn !== this.turn) return;
        this.viewer = role;
        if (this.game.hidden && !this.truth) {
            const look = (await ask("look", { role, labels: true })) as unknown as Look;
            if (turn !== this.turn) return;
            this.look = { ...look, moves: { ...this.look.moves, ...look.moves } };
            list = this.look.moves[role]?.list ?? list;
            this.drawFacts();
        }
        this.asked = role;
        this.readThings();
        if (this.look.moves[role]) this.names.learn(this.look.moves[role]);
        this.picker = new Picker(this.targets.clicks(list));
        this.status.textContent = `${role} to move`;
        this.stage.element.dataset.turn = "person";
        announce(this.status.textContent);
        this.drawMarks();
        this.drawMoves();
    }

    /* So that nobody sees what is not meant for them. */
    private pass(role: string): Promise<void> {
        return new Promise((done) => {
            const cover = h("div", { class: "cover", role: "dialog", "aria-modal": "true", "aria-label": "pass the device" },
                h("p", {}, `It is ${role}'s turn. Pass the device, and do not look if you are somebody else.`));
            const ready = button(`I am ${role}`, () => { cover.remove(); done(); }, { class: "main" });
            cover.append(ready);
            document.body.append(cover);
            ready.focus();
        });
    }

    private clicked(board: number, site: number) {
        if (!this.picker) return;
        const from = [...this.picker.path], legal = this.picker.live(board).has(site);
        const decided = this.picker.click(board, site);
        if (!legal && from.length === 1 && !this.picker.path.length && keyOf(board, site) !== from[0]) void this.whyNot.ask({ from: this.siteName(from[0]), to: this.siteName(keyOf(board, site)) });
        if (decided.length === 1) return void this.chose(decided[0]);
        this.drawMarks();
        this.drawMoves();
        if (decided.length > 1) void this.menu(decided);
    }

    private siteName(key: number) { return this.boards[boardOf(key)]?.sites[siteOf(key)]?.name ?? ""; }

    private people(name: string): string {
        for (const b of this.boards) {
            const i = b.sites.findIndex((s) => s.name === name);
            if (i >= 0) return b.names?.[i] ?? name;
        }
        return name;
    }

    /* Several moves are the same clicks. */
    private async menu(moves: string[]) {
        const chosen = await choose("Which move?", moves.map((m) => this.label(m)));
        if (chosen >= 0) return this.chose(moves[chosen]);
        if (this.picker) this.picker.path = [];
        this.drawMarks();
        this.drawMoves();
    }

    private chose(move: string) {
        if (!this.picker) return; // clicked twice
        this.joint[this.asked] = move;
        this.decided.add(this.asked);
        this.stage.element.dataset.turn = "";
        this.picker = null;
        this.drawMarks();
        this.drawMoves();
        if (this.look.movers.every((r) => this.joint[r] !== undefined)) void this.guard(() => this.apply(this.joint));
        else void this.step();
    }

    /* ---- agents ---- */

    private async think(role: string, seat: Seat, turn: number): Promise<string | null> {
        this.status.textContent = `${role} thinks`;
        this.picker = null;
        this.drawMarks();
        this.drawMoves();
        let t: Thoughts | null = null;
        const { agent, seconds, whole } = agentAt(seat), slice = whole ? seconds : SLICE;
        for (let spent = 0; spent < seconds - 1e-6; spent += slice) {
            const reply: Reply = await ask("think", { role, labels: true, agent, seconds: Math.min(slice, seconds - spent) });
            if (turn !== this.turn) return null;
            t = reply as unknown as Thoughts;
            if ((!this.game.hidden || this.truth) && this.look.movers.length === 1) this.thinking.draw(role, t); // nobody reads what others know or choose
            if (t.proven || seat.agent === "random" || !t.choices.length) break;
        }
        if (t && t.choices.length && !this.game.hidden && seat.agent === "mcts" && t.playouts && this.look.movers.length === 1) await this.thinking.showTree(role, agent);
        if (t && t.choices.length && (t.playouts || t.nodes) && !this.game.hidden) this.thinking.note(this.look.ply, role, t.value);
        return t ? t.best : null;
    }

}

/* A move as the session knows it. */
function bare({ role, move, way }: Made): Made { return way ? { role, move, way } : { role, move }; }

let shown: { close(): void } | null = null, generation = 0;

/* The page is left. */
export function closePlay() {
    generation++;
    shown?.close();
    shown = null;
}

/* What was open before a reload, when it was this game. */
export function keptRules(name: string): Rules | null {
    const text = sessionStorage.getItem("play"), kept = text ? (JSON.parse(text) as Kept) : null;
    return kept?.game === name ? kept.load : null;
}

/* Opens a game, of the library unless other rules are given; after moves, or as it was before a reload. */
export async function showPlay(main: HTMLElement, name: string, moves: Made[] | null, rules?: Rules) {
    closePlay();
    const mine = generation, text = sessionStorage.getItem("play"), kept = text ? (JSON.parse(text) as Kept) : null;
    const load = rules ?? (!moves && kept?.game === name ? kept.load : { game: name });
    const same = kept && kept.game === name && !moves && JSON.stringify(kept.load) === JSON.stringify(load) ? kept : null;
    const seed = keptLogic(name)?.seed ?? Math.floor(Math.random() * 2 ** 31);
    main.replaceChildren(h("p", {}, "loading ..."));
    let opened: Opened;
    try {
        opened = (await ask("load", { seed, ...load })) as unknown as Opened;
    } catch (e) {
        if (mine === generation)
            main.replaceChildren(h("h1", {}, name), h("p", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)),
                ...(e instanceof Refused ? (e.failure.diagnostics ?? []).map((d) => h("pre", {}, `${d.line}:${d.column}: ${d.severity}: ${d.message}${d.hint ? "\n" + d.hint : ""}`)) : []));
        return;
    }
    if (mine !== generation) return;
    if (opened.language === "asp") {
        await showLogic(main, opened, seed, (game) => (shown = game));
        return;
    }
    if (load.game) noteRecent(load.game);
    const play = new Play(main, opened, same, load);
    shown = play;
    await play.begin(same ? same.plies.flat() : moves ?? [], same?.ended);
}
