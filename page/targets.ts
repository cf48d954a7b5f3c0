/* Which clicks make a move: the sites it names, the column it names alone, the things of a table. */
import { isBeside } from "./labels";
import { keyOf, type Clicks } from "./picker";
import type { Board, Named } from "./protocol";

const PASSES = /^\(?(noop|pass|wait|skip)?\)?$/i;

/* The only number in a move, `K__3` or `(drop 3)`; or null. */
function onlyNumber(move: string): number | null {
    const numbers = move.replace(/[()]/g, " ").trim().split(/\s+/).map((w) => /^(?:[A-Za-z]+_+)?(\d+)$/.exec(w)).filter(Boolean);
    return numbers.length === 1 && !move.includes(":") ? Number(numbers[0]![1]) : null;
}

/* Sites of a board by a coordinate: as the rules number it (the names end with it), or from 1. */
function lines(b: Board, axis: 0 | 1): Map<number, number[]> {
    const map = new Map<number, number[]>();
    b.sites.forEach((s, i) => {
        const own = /(?:^|_)(\d+)[_ ](\d+)$/.exec(s.name), at = own ? Number(own[1 + axis]) : axis ? s.y : s.x;
        map.set(at, [...(map.get(at) ?? []), i]);
    });
    return map;
}

/* Boards whose sites a move may name in either place, each with the first one alike. */
function alike(boards: Board[]): number[] {
    const named = boards.map((b) => JSON.stringify(b.sites.map((s) => s.name)));
    return boards.map((b, i) => (b.aside ? -1 : named.findIndex((n, k) => n === named[i] && !boards[k].aside)));
}

export class Targets {
    private first: number[];
    private column: { board: number; sites: Map<number, number[]> } | null = null;

    constructor(private boards: Board[]) { this.first = alike(boards); }

    /* All the places that stand for a site. */
    private places(board: number, site: number): Set<number> {
        const set = new Set<number>();
        this.first.forEach((f, k) => { if (f >= 0 && f === this.first[board]) set.add(keyOf(k, site)); });
        return set.size ? set : new Set([keyOf(board, site)]);
    }

    /* Sites that follow each other, none twice in a row. */
    private steps(sites: [number, number][]): Set<number>[] {
        const list: Set<number>[] = [];
        let last = -1;
        for (const [b, s] of sites) {
            const key = keyOf(this.first[b] ?? b, s);
            if (key !== last) list.push(this.places(b, s));
            last = key;
        }
        return list;
    }

    /* Where moves name a number alone, and all of them together number the columns (or rows) of a board, that is meant. */
    private learnColumns(moves: string[]) {
        const numbers = moves.map(onlyNumber), board = this.boards.findIndex((b) => !b.aside && !isBeside(b) && b.shape === "rows");
        if (this.column || board < 0 || moves.length < 2 || numbers.some((n) => n === null)) return;
        for (const axis of [0, 1] as const) {
            const found = lines(this.boards[board], axis), wanted = new Set(numbers as number[]);
            if (wanted.size === found.size && [...wanted].every((n) => found.has(n))) this.column = { board, sites: found };
            if (this.column) return;
        }
    }

    /* In a game without boards: the things of its table, where a click on one of them is a move and no other. */
    private things(moves: Named[]): Clicks[] | null {
        const names = new Map(this.boards[0]?.shape === "things" ? this.boards[0].sites.map((s, i) => [s.name, i] as [string, number]) : []), used = new Set<number>();
        const list = moves.map(([move]) => {
            const said = PASSES.test(move) ? [] : move.replace(/[()]/g, " ").split(/\s+/).filter((w) => names.has(w)).map((w) => names.get(w)!);
            return { move, said };
        });
        for (const { move, said } of list) {
            if (PASSES.test(move)) continue;
            if (said.length !== 1 || used.has(said[0])) return null;
            used.add(said[0]);
        }
        return used.size ? list.map(({ move, said }) => ({ move, steps: said.map((s) => new Set([keyOf(0, s)])) })) : null;
    }

    clicks(moves: Named[]): Clicks[] {
        const things = this.things(moves);
        if (things) return things;
        const bare = moves.filter(([m, sites]) => !sites.length && !PASSES.test(m)).map(([m]) => m);
        if (bare.length === moves.filter(([m]) => !PASSES.test(m)).length) this.learnColumns(bare);
        return moves.map(([move, sites]) => {
            if (sites.length) return { move, steps: this.steps(sites) };
            const number = PASSES.test(move) ? null : onlyNumber(move), column = number === null ? undefined : this.column?.sites.get(number);
            return { move, steps: column ? [new Set(column.map((s) => keyOf(this.column!.board, s)))] : [] };
        });
    }
}
