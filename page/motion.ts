/* How a board goes from one position to the next: pieces on their way, captured ones that fade, seeds one by one. */
import { piecesOf } from "./pieces";

/* What happened between two contents of a board. */
export interface Change { moved: { from: number; to: number }[]; gone: number[]; placed: number[]; sown: { from: number; to: number[] } | null }

const MOST = 8; // sites; more is another position, and no move

const parts = (content: string) => content.split("/").filter(Boolean);
const bare = (part: string) => part.replace(/(?<=.)\+.*$/, "").replace(/ x\d+/, "");

function counted(content: string, roles: string[]): number {
    return piecesOf(content, roles).reduce((n, p) => n + p.count, 0);
}

/* Sites in the order of the track on which the last of them comes first, behind `from`. */
function alongTrack(from: number, sites: number[], tracks: number[][]): number[] | null {
    const ways = tracks.filter((t) => t.includes(from)).map((t) => {
        const begin = t.indexOf(from), steps = (site: number) => (t.includes(site) ? (t.indexOf(site) - begin + t.length) % t.length : Infinity);
        return { order: [...sites].sort((a, b) => steps(a) - steps(b)), last: Math.max(...sites.map(steps)) };
    }).filter((w) => w.last < Infinity).sort((a, b) => a.last - b.last);
    return ways[0]?.order ?? null;
}

/* Seeds that left one site for several others: along a track of the rules, else each next to the one before. */
function sowing(before: string[], after: string[], changed: number[], roles: string[], tracks: number[][], distance: (a: number, b: number) => number): Change["sown"] {
    const less = changed.map((i) => counted(after[i], roles) - counted(before[i], roles)), lost = changed.filter((_, k) => less[k] < 0), won = changed.filter((_, k) => less[k] > 0);
    const from = lost.sort((a, b) => counted(before[b], roles) - counted(before[a], roles))[0];
    if (from === undefined || won.length < 2 || counted(before[from], roles) < 2 || ![...before, ...after].some((c) => / x\d|_N?\d+$/.test(c))) return null;
    const way = alongTrack(from, won, tracks), to: number[] = way ?? [], left = new Set(way ? [] : won);
    for (let at = from; left.size; left.delete(at)) {
        at = [...left].reduce((a, b) => (distance(at, b) < distance(at, a) ? b : a));
        to.push(at);
    }
    return { from, to };
}

export function changeOf(before: string[], after: string[], roles: string[], tracks: number[][], distance: (a: number, b: number) => number): Change | null {
    const changed = after.map((_, i) => i).filter((i) => before[i] !== after[i]), change: Change = { moved: [], gone: [], placed: [], sown: null };
    if (before.length !== after.length || !changed.length) return null;
    change.sown = sowing(before, after, changed, roles, tracks, distance);
    if (change.sown) return change;
    if (changed.length > MOST) return null;
    const stands = (contents: string[], i: number) => piecesOf(contents[i] ?? "", roles).length > 0;
    const left = changed.filter((i) => stands(before, i)), free = new Set(left);
    const came = (i: number) => parts(after[i]).map(bare).filter((p, k) => bare(parts(before[i])[k] ?? "") !== p || !stands(before, i)).pop();
    for (const to of changed.filter((i) => stands(after, i))) {
        const name = came(to), from = name === undefined ? undefined : [...free].filter((f) => f !== to && parts(before[f]).map(bare).includes(name) && bare(after[f]) !== bare(before[f])).sort((a, b) => distance(a, to) - distance(b, to))[0];
        if (from !== undefined) {
            change.moved.push({ from, to });
            free.delete(from);
            if (stands(before, to) && free.has(to) && parts(after[to]).length <= parts(before[to]).length) {
                change.gone.push(to);
                free.delete(to);
            }
        } else if (name !== undefined && !stands(before, to)) change.placed.push(to);
    }
    for (const i of free) if (!stands(after, i)) change.gone.push(i);
    return change;
}
