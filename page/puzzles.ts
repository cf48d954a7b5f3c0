/* Puzzles of a game: a position with one move that wins, the reader's moves, the page's answers. */
import { announce, button, h, put } from "./dom";
import { MoveNames } from "./labels";
import { styleOf, type Style } from "./pieces";
import { Picker } from "./picker";
import { ask, type Board, type Look, type Opened } from "./protocol";
import { Stage } from "./stage";
import { Targets } from "./targets";

interface Puzzle { role: string; win_in: number; choices: number; moves: { role: string; move: string }[]; labels: string[]; solution_label: string }

const SLICE = 0.25, GAMES_MAX = 3000;

class Puzzles {
    private stage: Stage;
    private boards: Board[] = [];
    private targets!: Targets;
    private names = new MoveNames();
    private style: Style | null = null;
    private puzzle: Puzzle | null = null;
    private look: Look | null = null;
    private picker: Picker | null = null;
    private left = 0;       // moves in which the reader has to win
    private tried = false;  // a wrong move was made, or the solution shown
    private solved = 0;
    private asked = 0;
    private seed = Math.floor(Math.random() * 2 ** 31);
    private turn = 0;       // grows with each puzzle: what was begun for another one stops
    private problem = h("p", { class: "error", role: "alert" });
    private said = h("p", { class: "verdict", role: "status" });
    private score = h("p", { class: "soft" });
    private way = h("p", { class: "soft way" });
    private moves = h("div", { class: "moves" });
    private winIn = h("select", { change: () => this.guard(() => this.next()) }, ...[1, 2, 3].map((n) => h("option", { value: n, selected: n === 2 }, String(n))));

    constructor(main: HTMLElement, private game: Opened) {
        this.stage = new Stage(`Puzzles of ${game.title}`, (board, site) => this.clicked(board, site));
        const panel = h("div", { class: "panel" }, this.problem, this.said, this.score,
            h("div", { class: "row" }, h("label", {}, "Win in ", this.winIn, " moves"), button("Next puzzle", () => this.guard(() => this.next()), { class: "next" }), button("Show the solution", () => this.reveal())),
            this.way, h("h2", {}, "Moves"), this.moves, h("div", { class: "row" }, h("a", { href: "#/play/" + game.game }, "Play this game")));
        main.replaceChildren(h("div", { class: "play puzzles" }, this.stage.element, panel));
    }

    close() { this.turn = -1; }

    async begin() {
        this.boards = ((await ask("boards")).boards ?? []) as Board[];
        this.targets = new Targets(this.boards);
        await this.guard(() => this.next());
    }

    private async guard(action: () => Promise<unknown>) {
        this.problem.textContent = "";
        try {
            await action();
        } catch (e) {
            this.problem.textContent = e instanceof Error ? e.message : String(e);
        }
    }

    private say(text: string, kind = "") {
        this.said.textContent = text;
        this.said.className = "verdict " + kind;
        announce(text);
    }

    /* Looks for a puzzle in slices, so that the reader can leave. */
    private async next() {
        if (this.turn < 0) return;
        const mine = ++this.turn, win_in = Number(this.winIn.value);
        this.puzzle = null;
        this.picker = null;
        this.stage.status.textContent = "looking for a puzzle ...";
        put(this.way);
        this.moves.replaceChildren();
        this.say("");
        for (let games = 0; games < GAMES_MAX;) {
            const reply = await ask("puzzle", { win_in, seed: this.seed, seconds: SLICE });
            if (mine !== this.turn) return;
            games = reply.games as number;
            this.stage.status.textContent = `looking for a puzzle in random games: ${games.toLocaleString("en")} so far`;
            if (reply.puzzle) return this.show(reply.puzzle as Puzzle, mine);
            if (games >= GAMES_MAX) this.seed++;
        }
        throw new Error(`no puzzle was found in ${GAMES_MAX.toLocaleString("en")} random games; try another number of moves`);
    }

    private async show(puzzle: Puzzle, mine: number) {
        await ask("replay", { moves: puzzle.moves });
        if (mine !== this.turn) return;
        this.puzzle = puzzle;
        this.left = puzzle.win_in;
        this.tried = false;
        this.asked++;
        put(this.way, puzzle.labels.length ? "after " + puzzle.labels.join("; ") : null);
        await this.refresh();
    }

    private async refresh() {
        const mine = this.turn, look = (await ask("look", { labels: true })) as unknown as Look;
        if (mine !== this.turn || !this.puzzle) return;
        this.look = look;
        for (const moves of Object.values(look.moves)) this.names.learn(moves);
        const own = look.moves[this.puzzle.role];
        this.picker = own && !look.terminal && this.left > 0 ? new Picker(this.targets.clicks(own.list)) : null;
        this.draw();
    }

    private draw() {
        const look = this.look!, { role } = this.puzzle!;
        this.stage.status.textContent = look.terminal ? `${role} has won` : !this.picker ? `${look.movers.filter((r) => r !== role).join(" and ")} to answer` : `${role} to move wins in ${this.left} ${this.left === 1 ? "move" : "moves"}`;
        this.stage.element.dataset.turn = this.picker ? "person" : "";
        this.score.textContent = `${this.solved} of ${this.asked} solved`;
        if (!this.stage.views.size && this.boards.length) this.stage.build({ boards: this.boards, roles: this.game.roles, edges: this.game.edges, flipped: false, notes: false, field: false, buttons: 0 });
        this.style ??= styleOf((look.contents ?? []).flat(), this.game.roles, this.boards.some((b) => b.lines.length > 0));
        this.stage.views.forEach((v, b) => v.update(look.contents?.[b] ?? [], { live: this.picker?.live(b) ?? new Set(), chosen: this.picker?.chosen(b) ?? new Set(), last: new Set(), quiet: true }, this.style!));
        this.stage.setActions((this.picker?.buttons() ?? []).map((move) => ({ move, label: this.names.label(move), make: () => void this.guard(() => this.made(move)) })));
        this.moves.replaceChildren(...(this.picker?.moves() ?? []).map((m) => button(this.names.label(m), () => this.guard(() => this.made(m)), { "data-move": m })));
    }

    private clicked(board: number, site: number) {
        const decided = this.picker?.click(board, site) ?? [];
        if (decided.length === 1) return void this.guard(() => this.made(decided[0]));
        if (this.picker) this.draw(); // several moves are left: they are in the list
    }

    /* The other roles' parts of a step in which only one has a choice. */
    private joint(role: string, move: string): Record<string, string> {
        const all: Record<string, string> = {};
        for (const r of this.look!.movers) all[r] = r === role ? move : this.look!.moves[r].list[0][0];
        return all;
    }

    /* A move of the reader's: right when it still wins in time; then the other side answers. */
    private async made(move: string) {
        const mine = this.turn, { role } = this.puzzle!;
        this.picker = null; // clicked twice
        const winning = (await ask("force", { role, win_in: this.left })).moves as string[] | null;
        if (mine !== this.turn) return;
        if (!winning?.includes(move)) {
            this.tried = true;
            this.say(`${this.names.label(move)} is wrong: it does not win in ${this.left} ${this.left === 1 ? "move" : "moves"}. Try again.`, "wrong");
            return this.refresh();
        }
        await ask("apply", { moves: this.joint(role, move) });
        this.left--;
        await this.refresh();
        if (mine !== this.turn) return;
        if (this.look!.terminal) {
            if (!this.tried) this.solved++;
            this.say(this.tried ? "Right." : "Right: solved.", "right");
            return this.draw();
        }
        await this.answer(mine, this.names.label(move));
    }

    /* The defence that holds out longest. */
    private async answer(mine: number, after: string) {
        while (!this.look!.terminal && !this.choosing(this.puzzle!.role)) {
            const other = this.look!.movers.find((r) => r !== this.puzzle!.role)!, moves = (await ask("force", { role: this.puzzle!.role, win_in: this.left })).moves as string[] | null;
            if (mine !== this.turn) return;
            const move = moves?.[0] ?? this.look!.moves[other].list[0][0];
            this.say(`${after} is right. ${other} plays ${this.names.label(move)}.`, "right");
            await ask("apply", { moves: this.joint(other, move) });
            await this.refresh();
            if (mine !== this.turn) return;
        }
    }

    /* Who has a choice, or is the only one to decide. */
    private choosing(role: string) {
        const { movers, moves } = this.look!;
        return movers.includes(role) && (movers.length === 1 || moves[role].count > 1);
    }

    private reveal() {
        if (!this.puzzle) return;
        this.tried = true;
        this.say("The solution: " + this.puzzle.solution_label);
    }
}

export async function showPuzzles(main: HTMLElement, name: string): Promise<{ close(): void }> {
    const puzzles = new Puzzles(main, (await ask("load", { game: name, seed: 1 })) as unknown as Opened);
    void puzzles.begin();
    return puzzles;
}
