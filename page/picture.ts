/* Small pictures of boards: positions that were stored when the page was made, and positions of a game that is open. */
import { BoardView } from "./board";
import { isBeside } from "./labels";
import { styleOf } from "./pieces";
import type { Board } from "./protocol";

interface Stored { roles: string[]; edges: Record<string, string>; boards: { name: string; shape: string; lines: [number, number][]; at: number[]; outlines: number[][] }[]; words: string[]; contents: number[][] }

const NOTHING = { live: new Set<number>(), chosen: new Set<number>(), last: new Set<number>(), quiet: true };

let stored: Promise<Record<string, Stored>> | null = null;
const all = (): Promise<Record<string, Stored>> => (stored ??= fetch("pictures.json").then((r) => (r.ok ? r.json() : {})).catch(() => ({})));

/* A board that nobody clicks. */
export function still(board: Board, roles: string[], contents: string[], edges: Record<string, string> = {}, style = styleOf(contents, roles, board.lines.length > 0)): BoardView {
    const view = new BoardView(board, roles, () => undefined, { flipped: false, shape: 1, edges, hand: false, still: true });
    view.update(contents, NOTHING, style);
    return view;
}

/* The main board of a game of the library in the middle of a game, or null. */
export async function pictureOf(game: string): Promise<Element | null> {
    const s = (await all())[game];
    if (!s?.boards?.length) return null;
    const boards: Board[] = s.boards.map((b) => ({ name: b.name, shape: b.shape, lines: b.lines, sites: Array.from({ length: b.at.length / 2 }, (_, i) => ({ name: "", x: b.at[2 * i], y: b.at[2 * i + 1], outline: b.outlines[i]?.length ? b.outlines[i] : undefined })) }));
    const main = boards.map((b, i) => (isBeside(b) ? -1 : i)).filter((i) => i >= 0).sort((a, b) => boards[b].sites.length - boards[a].sites.length)[0] ?? 0;
    return still(boards[main], s.roles, s.contents[main].map((i) => s.words[i]), s.edges, styleOf(s.contents.flat().map((i) => s.words[i]), s.roles, boards[main].lines.length > 0)).element.firstElementChild;
}
