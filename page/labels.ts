/* How people call sites and moves: the session says it (src/session/notation.h), here it is looked up. */
import type { Board, Listed } from "./protocol";

/* Columns and rows of a board whose sites lie on a lattice: what its edges say. */
export interface Axes { columns: { at: number; label: string }[]; rows: { at: number; label: string }[] }
export interface Names { of: string[]; axes: Axes | null }

/* Boards beside the main one: what a player holds, dice. */
export const isBeside = (b: Board) => /^(hand|dice)\d*( of .*)?$/i.test(b.name);
export const isDice = (b: Board) => /^dice\d*/i.test(b.name);

export function namesOf(b: Board): Names {
    const axis = (labels: [number, string][]) => labels.map(([at, label]) => ({ at, label }));
    return { of: b.names ?? b.sites.map((s) => s.name), axes: b.axes ? { columns: axis(b.axes.columns), rows: axis(b.axes.rows) } : null };
}

/* Labels of the moves that were seen, and what each of them moves. */
export class MoveNames {
    private known = new Map<string, string>();
    private pieces = new Map<string, string | null>();

    learn({ list, labels, pieces }: Listed) {
        list.forEach(([move], i) => {
            if (labels) this.known.set(move, labels[i]);
            this.pieces.set(move, pieces?.[i] ?? null);
        });
    }

    keep(move: string, label: string | undefined) { if (label !== undefined) this.known.set(move, label); }
    label(move: string) { return this.known.get(move) ?? (move || "pass"); }

    /* In groups by what moves, where that differs. */
    groups(moves: string[]): { piece: string | null; moves: string[] }[] {
        const groups = new Map<string | null, string[]>();
        for (const m of moves) {
            const piece = this.pieces.get(m) ?? null;
            groups.set(piece, [...(groups.get(piece) ?? []), m]);
        }
        const list = [...groups].map(([piece, all]) => ({ piece, moves: all }));
        return list.length > 1 ? list : [{ piece: null, moves }];
    }
}
