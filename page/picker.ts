/* A move chosen step by step: click after click, the moves that still fit. */
import type { Named } from "./protocol";

const key = (p: [number, number]) => p[0] * 100000 + p[1];

/* The sites of a move, none twice in a row. */
function steps(sites: [number, number][]): number[] {
    return sites.map(key).filter((k, i, all) => i === 0 || k !== all[i - 1]);
}

export class Picker {
    private all: { move: string; steps: number[] }[];
    path: number[] = [];

    constructor(moves: Named[]) { this.all = moves.map(([move, sites]) => ({ move, steps: steps(sites) })); }

    private fitting() { return this.all.filter((m) => this.path.every((k, i) => m.steps[i] === k)); }

    /* Sites that can be clicked next. */
    live(board: number): Set<number> {
        const set = new Set<number>(), next = (from: number[]) => {
            for (const m of this.all)
                if (m.steps.length > from.length && from.every((k, i) => m.steps[i] === k) && Math.floor(m.steps[from.length] / 100000) === board) set.add(m.steps[from.length] % 100000);
        };
        next(this.path);
        if (set.size === 0 && this.path.length) next([]);
        return set;
    }

    chosen(board: number): Set<number> { return new Set(this.path.filter((k) => Math.floor(k / 100000) === board).map((k) => k % 100000)); }

    /* The moves among which the click decides: one of them is made at once. */
    click(board: number, site: number): string[] {
        const k = key([board, site]);
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

    /* Moves that fit what was clicked, for a list. */
    moves(): string[] { return this.fitting().map((m) => m.move); }
}
