/* How people call sites and moves: by the letters and numbers at the edges of the board, or as the rules name them. */
import type { Board, Named } from "./protocol";

const LETTERS = "abcdefghijklmnopqrstuvwxyz", NEAR = 1e-3;

/* Columns and rows of a board whose sites lie on a lattice: what its edges say. */
export interface Axes { columns: { at: number; label: string }[]; rows: { at: number; label: string }[] }
export interface Names { of: string[]; axes: Axes | null }

/* Distinct numbers in order, those that differ by rounding alone taken as one. */
function distinct(values: number[]): number[] {
    const sorted = [...values].sort((a, b) => a - b);
    return sorted.filter((v, i) => i === 0 || v - sorted[i - 1] > NEAR);
}
const placeIn = (all: number[], v: number) => all.findIndex((a) => Math.abs(a - v) <= NEAR);

/* Boards beside the main one: what a player holds, dice. */
export const isBeside = (b: Board) => /^(hand|dice)\d*( of .*)?$/i.test(b.name);
export const isDice = (b: Board) => /^dice\d*/i.test(b.name);

function besideNames(b: Board, roles: string[]): string[] {
    const number = Number(/\d+/.exec(b.name)?.[0] ?? 0), owner = number > 0 && roles[number - 1] ? `${roles[number - 1]}'s hand` : b.name.toLowerCase();
    return b.sites.map((_, i) => (b.sites.length > 1 ? `${owner} ${i + 1}` : owner));
}

/* Names that the rules give: a1, or `1 2` of facts. */
function ownNames(b: Board): Names | null {
    const chess = b.sites.map((s) => /^([a-z])(\d{1,2})$/.exec(s.name)), facts = b.sites.map((s) => /^(\w+) (\d+)$/.exec(s.name));
    const parts = chess.filter(Boolean).length * 10 >= b.sites.length * 9 ? chess : facts.every(Boolean) ? facts : null;
    if (!parts) return null;
    const columns = new Map<string, number>(), rows = new Map<string, number>();
    b.sites.forEach((s, i) => {
        if (!parts[i]) return;
        columns.set(parts[i]![1], s.x);
        rows.set(parts[i]![2], s.y);
    });
    const straight = b.sites.every((s, i) => !parts[i] || (columns.get(parts[i]![1]) === s.x && rows.get(parts[i]![2]) === s.y));
    const list = (m: Map<string, number>) => [...m].map(([label, at]) => ({ at, label }));
    const of = b.sites.map((s, i) => (!parts[i] ? s.name : /^\d/.test(parts[i]![1]) ? `${parts[i]![1]},${parts[i]![2]}` : parts[i]![1] + parts[i]![2]));
    return { of, axes: straight ? { columns: list(columns), rows: list(rows) } : null };
}

/* Letters for columns and numbers for rows, from below; hexes and scattered points have letters for rows. */
export function namesOf(b: Board, roles: string[] = []): Names {
    if (b.named) return { of: b.sites.map((s) => s.name), axes: null };
    if (isBeside(b)) return { of: besideNames(b, roles), axes: null };
    const own = ownNames(b);
    if (own) return own;
    const xs = distinct(b.sites.map((s) => s.x)), ys = distinct(b.sites.map((s) => s.y));
    const label = (i: number) => (xs.length <= LETTERS.length ? LETTERS[i] : `${i + 1}.`);
    if (b.shape !== "graph" || xs.length * ys.length <= b.sites.length * 3) {
        const one = ys.length === 1;
        return {
            of: b.sites.map((s) => (one ? String(placeIn(xs, s.x) + 1) : label(placeIn(xs, s.x)) + (placeIn(ys, s.y) + 1))),
            axes: { columns: xs.map((at, i) => ({ at, label: one ? String(i + 1) : label(i) })), rows: one ? [] : ys.map((at, i) => ({ at, label: String(i + 1) })) },
        };
    }
    const rows = ys.map((y) => distinct(b.sites.filter((s) => Math.abs(s.y - y) <= NEAR).map((s) => s.x)));
    const rowName = (i: number) => (ys.length <= LETTERS.length ? LETTERS[i] : `${i + 1}.`);
    return { of: b.sites.map((s) => { const r = placeIn(ys, s.y); return rowName(r) + (placeIn(rows[r], s.x) + 1); }), axes: null };
}

const plain = (word: string) => word.replace(/^([A-Za-z]+)__(-?\d+)$/, (_, letter: string, n: string) => (letter.length === 1 ? n : `${letter} ${n}`)).replace(/_+/g, " ");

/* Moves of Ludii are written by what they do and the numbers of sites. */
function ludiiLabel(move: string, at: string[]): string | null {
    const kind = /^([A-Z][a-z]+)(?::(.*))?$/.exec(move);
    if (!kind || (kind[2] === undefined && kind[1] !== "Pass")) return null;
    const [, verb, rest = ""] = kind, bet = /^-1(?:\*(-?\d+))?\$\d+/.exec(rest);
    if (verb === "Pass") return "pass";
    if (verb === "Bet" && bet) return `bet ${bet[1] ?? 1}`;
    if (verb === "Roll") return `roll ${rest.replace(/,/g, " ")}`;
    if (!at.length) return `${verb.toLowerCase()} ${rest}`;
    const said = at.join("–");
    return ["Mov", "Add", "Sel"].includes(verb) ? said : `${{ Rem: "remove" }[verb] ?? verb.toLowerCase()} ${said}`;
}

/* Facts and moves of rule sheets: words without their brackets, coordinates put together. */
function termLabel(move: string, at: string[]): string | null {
    if (!move.startsWith("(")) return null;
    const words = move.replace(/[()]/g, " ").trim().split(/\s+/);
    if (!at.length) return words.map(plain).join(" ");
    const rest = words.slice(1).filter((w, i, all) => !/^([a-z]|\d+)$/.test(w) && !(i + 2 < all.length && /^([a-z]|\d+)$/.test(all[i + 1])));
    return [words[0], ...rest.map(plain), at.join("–")].join(" ");
}

/* Words of the move, sites by their names; the numbers of an RBG description's places in it mean nothing to people. */
function wordsLabel(move: string, site: Map<string, string>): string {
    const words = move.split(" ").filter((w) => !/^index_\d+$/.test(w)).map((w) => site.get(w) ?? plain(w)).filter((w, i, all) => i === 0 || w !== all[i - 1]);
    const pure = move.split(" ").filter((w) => !/^index_\d+$/.test(w)).every((w) => site.has(w));
    return words.join(pure ? "–" : " ").replace(/ - /g, "–");
}

/* Labels of all the moves of a list: no two alike. */
export class MoveNames {
    private known = new Map<string, string>();
    private site = new Map<string, string>();
    private of: string[][];

    constructor(boards: Board[], roles: string[]) {
        this.of = boards.map((b) => namesOf(b, roles).of);
        boards.forEach((b, k) => { if (!b.aside) b.sites.forEach((s, i) => { if (!this.site.has(s.name)) this.site.set(s.name, this.of[k][i]); }); });
    }

    private make(move: string, sites: [number, number][]): string {
        const at = sites.map(([b, s]) => this.of[b]?.[s] ?? "").filter((n, i, all) => n && n !== all[i - 1]);
        if (move === "") return "pass";
        return termLabel(move, at) ?? ludiiLabel(move, at) ?? wordsLabel(move, this.site);
    }

    learn(list: Named[]) {
        const used = new Map<string, number>(), made = list.map(([move, sites]) => this.make(move, sites));
        for (const m of made) used.set(m, (used.get(m) ?? 0) + 1);
        list.forEach(([move], i) => this.known.set(move, used.get(made[i])! > 1 ? `${made[i]} (${move.replace(/^[A-Z][a-z]+:/, "").replace(/\b[A-Z]__/g, "")})` : made[i]));
    }

    label(move: string): string {
        const known = this.known.get(move);
        if (known !== undefined) return known;
        const numbers = /^[A-Z][a-z]+:([\w:]+(?:-[\w:]+)*)/.exec(move)?.[1].split("-") ?? [], at = numbers.map((n) => this.site.get(n)).filter((n): n is string => Boolean(n));
        return move === "" ? "pass" : termLabel(move, []) ?? ludiiLabel(move, at) ?? wordsLabel(move, this.site);
    }
}
