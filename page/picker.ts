/* A move chosen step by step: click after click, the moves that still fit. */

const BOARD = 100000;
export const keyOf = (board: number, site: number) => board * BOARD + site;
export const boardOf = (key: number) => Math.floor(key / BOARD);
export const siteOf = (key: number) => key % BOARD;

/* A move and the clicks that make it: for each of them the sites that count as it. */
export interface Clicks { move: string; steps: Set<number>[] }

export class Picker {
    path: number[] = [];

    constructor(private all: Clicks[]) {}

    private fitting() { return this.all.filter((m) => this.path.every((k, i) => m.steps[i]?.has(k))); }

    /* Sites that can be clicked next. */
    live(board: number): Set<number> {
        const set = new Set<number>(), next = (from: number[]) => {
            for (const m of this.all)
                if (m.steps.length > from.length && from.every((k, i) => m.steps[i].has(k)))
                    for (const k of m.steps[from.length]) if (boardOf(k) === board) set.add(siteOf(k));
        };
        next(this.path);
        if (this.path.length && !this.all.some((m) => m.steps.length > this.path.length && this.path.every((k, i) => m.steps[i].has(k)))) next([]);
        return set;
    }

    chosen(board: number): Set<number> { return new Set(this.path.filter((k) => boardOf(k) === board).map(siteOf)); }

    /* The moves among which the click decides: one of them is made at once. */
    click(board: number, site: number): string[] {
        const k = keyOf(board, site);
        if (this.path.length && this.path[this.path.length - 1] === k) {
            const done = this.fitting().filter((m) => m.steps.length === this.path.length);
            if (done.length) return done.map((m) => m.move);
            this.path.pop();
            return [];
        }
        this.path.push(k);
        if (!this.fitting().length) {
            this.path = [k];
            if (!this.fitting().length) this.path = [];
        }
        const left = this.fitting(), complete = left.filter((m) => m.steps.length === this.path.length);
        if (!this.path.length) return [];
        if (left.length === 1 && (this.path.length > 1 || complete.length)) return [left[0].move];
        if (complete.length === left.length) return left.map((m) => m.move);
        return [];
    }

    /* The clicks that make a move. */
    steps(move: string): Set<number>[] { return this.all.find((m) => m.move === move)?.steps ?? []; }

    /* Moves that fit what was clicked, for a list. */
    moves(): string[] { return this.fitting().map((m) => m.move); }
    /* Moves that no click on a board makes: for buttons. */
    buttons(): string[] { return this.all.filter((m) => !m.steps.length).map((m) => m.move); }
}
