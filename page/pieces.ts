/* Pieces by the names that rules give to what stands on a site. */
import { svg } from "./dom";
import { FIGURES, figureOf, KANJI, XIANGQI } from "./figures";
import { signs } from "./settings";

/* Told apart by people who see few colours (Okabe and Ito 2008). */
const PALETTE = ["#f3efe6", "#2b2b2b", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];
const NAMED: Record<string, string> = {
    white: "#f6f3ec", light: "#f6f3ec", black: "#2b2b2b", dark: "#2b2b2b", red: "#c8372d", crimson: "#b3123c", blue: "#1f66b0",
    green: "#0b8457", yellow: "#f0c808", gold: "#d9a400", orange: "#e07b00", purple: "#7b3fa0", pink: "#d6629b", brown: "#8a5a2b", silver: "#b8bcc2",
};
const EMPTY = new Set(["", "empty", "none", "blank", "nil", "null", "e", "free", "_", "b", "nothing"]);

function words(name: string): string[] {
    return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().split(/[^a-z0-9]+/).filter(Boolean);
}

/* The colour of a role: what its name says, else by its number. */
export function colourOf(role: string, index: number): string {
    for (const w of words(role)) if (NAMED[w]) return NAMED[w];
    return PALETTE[index % PALETTE.length];
}

/* words: of its name, without its owner; size: 1 where nothing else is said. */
export interface Piece { owner: number; kind: string; label: string; count: number; marks: string[]; value: number | null; words: string[]; size: number }

const SIZES: Record<string, number> = { large: 1, big: 1, middle: 0.72, medium: 0.72, small: 0.46, little: 0.46 };

/* What a content says, bottom of a stack first. `b` is empty where it is no owner's letter. */
export function piecesOf(content: string, roles: string[]): Piece[] {
    const letters = roles.map((r) => r[0]?.toLowerCase());
    if (EMPTY.has(content) && !(content === "b" && letters.includes("b"))) return [];
    return content.split("/").map((part) => onePiece(part, roles, letters));
}

function onePiece(part: string, roles: string[], letters: string[]): Piece {
    const [bare, ...marks] = part.split(/(?<=.)\+/), counted = /^(.*) x(\d+)(.*)$/.exec(bare), state = / s(-?\d+)/.exec(bare);
    const stones = /_N?(\d+)$/.exec(bare), name = (counted ? counted[1] + counted[3] : stones ? bare.slice(0, stones.index) : bare).replace(/ s-?\d+/, "");
    const count = counted ? Number(counted[2]) : stones ? Number(stones[1]) : 1, parts = words(name.replace(/^[A-Z]__/, ""));
    let owner = -1;
    roles.forEach((r, i) => { if (owner < 0 && words(r).some((w) => parts.includes(w))) owner = i; });
    const number = /^[A-Za-z]+(\d)(?: |$)/.exec(name);
    if (owner < 0 && number && Number(number[1]) >= 1 && Number(number[1]) <= roles.length) owner = Number(number[1]) - 1;
    const short = /^([a-z])([A-Z]+)$/.exec(name);
    if (owner < 0 && short && letters.includes(short[1])) owner = letters.indexOf(short[1]);
    if (owner < 0 && name.length === 1 && letters.filter((l) => l === name.toLowerCase()).length === 1) owner = letters.indexOf(name.toLowerCase());
    const own = parts.map((w) => w.replace(/\d+$/, "")).filter((w) => w && !(owner >= 0 && words(roles[owner]).includes(w)));
    const letter = name.length === 1 && owner >= 0 && letters[owner] === name.toLowerCase(); // W of white says nothing more
    return { owner, kind: kindOf(name, parts, short), label: letter ? "" : labelOf(name, parts, roles), count, marks, value: state ? Number(state[1]) : null, words: own, size: SIZES[own.find((w) => SIZES[w]) ?? ""] ?? 1 };
}

const CHESS: Record<string, string> = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
const KINDS = ["die", "card"];

function kindOf(name: string, parts: string[], short: RegExpExecArray | null): string {
    for (const w of parts.map((p) => p.replace(/\d+$/, ""))) if (KINDS.includes(w) || figureOf(w)) return figureOf(w) || w;
    if (parts.some((w) => w.startsWith("king"))) return "king";
    if (short && CHESS[short[2].toLowerCase()]) return CHESS[short[2].toLowerCase()];
    if (/^(x|cross|crosses)\d?$/i.test(name)) return "cross";
    if (/^(o|nought|noughts|ring|circle)\d?$/i.test(name)) return "nought";
    return "disc";
}

/* A letter for what is no plain stone. */
function labelOf(name: string, parts: string[], roles: string[]): string {
    const plain = ["man", "disc", "disk", "stone", "ball", "counter", "marker", "seed", "piece", "token", "coin", "mark", "pebble", "m", "cell", ...Object.keys(SIZES)];
    const own = new Set(roles.flatMap(words));
    const rest = parts.map((w) => w.replace(/\d+$/, "")).filter((w) => w && !own.has(w) && !plain.includes(w) && !/^[sxrv]?$/.test(w) && !NAMED[w]);
    if (/^-?\d+$/.test(name)) return name;
    if (name.length <= 2 && rest.length) return own.has(rest[0]) ? "" : name;
    return rest.map((w) => w[0].toUpperCase()).join("").slice(0, 2);
}

/* Which pieces a game has, as its first position tells: figures of chess, tiles of shogi, stones on points, men and kings
 * of draughts. */
export type Style = "chess" | "shogi" | "xiangqi" | "stones" | "draughts";

export function styleOf(contents: string[], roles: string[], points: boolean): Style {
    const all = contents.flatMap((c) => c.split("/")).flatMap((c) => words(c.replace(/^[A-Z]__/, "")).map((w) => w.replace(/\d+$/, ""))), has = (...wanted: string[]) => wanted.some((w) => all.includes(w));
    if (roles.some((r) => /^(sente|gote)$/i.test(r)) || has("silver", "lance") || (has("gold") && has("rook", "king"))) return "shogi";
    if (has("cannon") && has("soldier", "pawn") && has("advisor", "mandarin", "fers", "guard", "elephant")) return "xiangqi";
    if (contents.some((c) => piecesOf(c, roles).some((p) => ["rook", "knight", "bishop", "queen", "pawn"].includes(p.kind)))) return "chess";
    return points ? "stones" : "draughts";
}

function outlineFor(fill: string): string {
    const n = parseInt(fill.slice(1), 16), light = ((n >> 16) * 3 + ((n >> 8) & 255) * 6 + (n & 255)) / 10;
    return light > 120 ? "#222222" : "#f4f1ea";
}

/* A tile that points away from its owner, with its sign and a small letter for those who do not read it; red when it is promoted. */
function drawTile(p: Piece, stroke: object): SVGElement[] {
    const promoted = p.words.some((w) => w === "promoted" || w === "tokin" || w === "dragon") || (p.label.startsWith("P") && p.label.length > 1), word = p.words.find((w) => w !== "promoted" && KANJI[w]) ?? p.label.slice(-1).toLowerCase();
    const letter = word === "knight" ? "N" : (word[0] ?? "").toUpperCase(), both = signs() ? KANJI[word] : undefined, sign = both ? (promoted && both[1]) || both[0] : "", ink = promoted ? "#b3261e" : "#241a08", turn = p.owner === 1 ? "rotate(180)" : "";
    const text = (y: number, size: number, said: string) => svg("text", { y, fill: ink, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", "font-weight": 700 }, said);
    return [svg("path", { d: "M0-.44.26-.3.36.4H-.36L-.26-.3Z", fill: "#f1dcae", ...stroke, stroke: "#4a3b1f", transform: turn }),
        svg("g", { transform: turn }, ...(sign ? [text(-0.04, 0.42, sign), text(0.29, 0.17, (promoted ? "+" : "") + letter)] : [text(0.04, 0.36, (promoted ? "+" : "") + letter)]))];
}

/* A disc of xiangqi with its sign, red for the first player and black for the second. */
function drawSigned(p: Piece): SVGElement[] | null {
    const sign = XIANGQI[p.words.find((w) => XIANGQI[w]) ?? ""] ?? XIANGQI[p.kind], ink = p.owner === 1 ? "#1d1d1d" : "#a8201a";
    if (!sign || p.owner < 0) return null;
    const disc = [svg("circle", { r: 0.43, fill: "#f4e2bb", stroke: "#4a3b1f", "stroke-width": 0.03 }), svg("circle", { r: 0.36, fill: "none", stroke: ink, "stroke-width": 0.022 })];
    if (!signs()) return [...disc, svg("g", { transform: "scale(.62)" }, drawFigure(FIGURES[p.kind] ? p.kind : "soldier", ink, "#f4e2bb"))];
    return [...disc, svg("text", { y: 0.01, fill: ink, "font-size": 0.48, "text-anchor": "middle", "dominant-baseline": "central", "font-weight": 700 }, sign[p.owner === 1 ? 1 : 0])];
}

/* One of the drawings of figures.ts. */
function drawFigure(kind: string, fill: string, line: string): SVGElement {
    const f = FIGURES[kind];
    return svg("g", { transform: "scale(.0088)", "stroke-linejoin": "round", "stroke-linecap": "round" }, svg("path", { d: f.body, fill, stroke: line === "#222222" ? line : "#111111", "stroke-width": 3 }),
        f.lines ? svg("path", { d: f.lines, fill: "none", stroke: line, "stroke-width": 3 }) : null);
}

/* A man with its ridge; a king has a crown on it. */
function drawMan(p: Piece, fill: string, line: string, stroke: object): SVGElement[] {
    const king = p.kind === "king" || p.label === "K";
    return [svg("ellipse", { cy: 0.06, rx: 0.37, ry: 0.35, fill, ...stroke }), svg("circle", { cy: -0.02, r: 0.36, fill, ...stroke }), svg("circle", { cy: -0.02, r: 0.26, fill: "none", stroke: line, "stroke-width": 0.025, "stroke-opacity": 0.6 }),
        ...(king ? [svg("path", { d: "M-.2.12-.24-.16-.1-.04 0-.22.1-.04.24-.16.2.12Z", fill: "#e6b422", stroke: "#4a3b1f", "stroke-width": 0.025, "stroke-linejoin": "round" })] : [])];
}

/* A stone with its light. */
function drawStone(fill: string, line: string, stroke: object): SVGElement[] {
    return [svg("circle", { r: 0.43, fill, ...stroke }), svg("ellipse", { cx: -0.13, cy: -0.16, rx: 0.15, ry: 0.1, fill: line === "#222222" ? "#ffffff" : "#9a9a9a", "fill-opacity": 0.55, transform: "rotate(-30 -.13 -.16)" })];
}

function drawOne(p: Piece, roles: string[], style: Style): SVGElement {
    const fill = p.owner >= 0 ? colourOf(roles[p.owner], p.owner) : "#9a958a", line = outlineFor(fill);
    const stroke = { stroke: line, "stroke-width": 0.03 };
    const g = svg("g", { class: "piece" });
    const man = p.kind === "disc" && !p.label;
    if (p.kind === "die") return drawDie((p.value ?? 0) + 1);
    if (p.kind === "card") return drawCard(p.value === null ? p.label : String(p.value), fill);
    if (p.count > 1 && man) return drawHeap(p, roles);
    const signed = style === "xiangqi" ? drawSigned(p) : null;
    if (signed) {
        g.append(...signed);
    } else if (style === "shogi" && p.owner >= 0) {
        g.append(...drawTile(p, stroke));
    } else if (style === "draughts" && (man || p.kind === "king" || p.label === "K")) {
        g.append(...drawMan(p, fill, line, stroke));
    } else if (style === "stones" && man) {
        g.append(...drawStone(fill, line, stroke));
    } else if (FIGURES[p.kind]) {
        g.append(drawFigure(p.kind, fill, line));
    } else if (p.kind === "cross") {
        const colour = p.owner >= 0 && NAMED[words(roles[p.owner])[0]] ? fill : "#1f66b0";
        g.append(svg("path", { d: "M-.26-.26.26.26M.26-.26-.26.26", stroke: colour, "stroke-width": 0.12, "stroke-linecap": "round", fill: "none" }));
    } else if (p.kind === "nought") {
        const colour = p.owner >= 0 && NAMED[words(roles[p.owner])[0]] ? fill : "#c8372d";
        g.append(svg("circle", { r: 0.27, stroke: colour, "stroke-width": 0.12, fill: "none" }));
    } else {
        g.append(svg("circle", { r: 0.4 * p.size, fill, ...stroke }));
        if (p.owner === 1 && !p.label) g.append(svg("circle", { r: 0.27 * p.size, fill: "none", stroke: line, "stroke-width": 0.025, "stroke-opacity": 0.7 }));
        if (p.label) g.append(svg("text", { fill: line, "font-size": p.label.length > 2 ? 0.24 : 0.36, "text-anchor": "middle", "dominant-baseline": "central" }, p.label));
    }
    p.marks.forEach((m, i) => g.append(svg("circle", { cx: -0.26 + 0.3 * i, cy: -0.28, r: 0.16, fill: "#ffffff", stroke: "#222222", "stroke-width": 0.02 }),
        svg("text", { x: -0.26 + 0.3 * i, y: -0.275, "font-size": 0.2, fill: "#111111", "text-anchor": "middle", "dominant-baseline": "central" }, m.length > 1 ? m[0] : m)));
    if (p.count > 1)
        g.append(svg("circle", { cx: 0.28, cy: 0.28, r: 0.19, fill: "#ffffff", stroke: "#222222", "stroke-width": 0.02 }),
            svg("text", { x: 0.28, y: 0.285, "font-size": 0.24, fill: "#111111", "text-anchor": "middle", "dominant-baseline": "central" }, String(p.count)));
    return g;
}

const PIPS: [number, number][][] = [[], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
    [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]]];

/* A die in a square of side 1 around 0: pips, or the number where it has no pips of its own. */
export function drawDie(face: number): SVGElement {
    const pips = PIPS[face] ?? null;
    return svg("g", { class: "piece" }, svg("rect", { x: -0.4, y: -0.4, width: 0.8, height: 0.8, rx: 0.14, fill: "#fdfbf5", stroke: "#222222", "stroke-width": 0.03 }),
        ...(pips && face > 0 ? pips.map(([x, y]) => svg("circle", { cx: x * 0.21, cy: y * 0.21, r: 0.075, fill: "#1d2126" })) : [svg("text", { y: 0.02, "font-size": 0.5, fill: "#1d2126", "text-anchor": "middle", "dominant-baseline": "central" }, String(face))]));
}

/* A playing card with its value or what it is called. */
export function drawCard(text: string, colour: string): SVGElement {
    return svg("g", { class: "piece" }, svg("rect", { x: -0.33, y: -0.45, width: 0.66, height: 0.9, rx: 0.07, fill: "#fdfbf5", stroke: colour, "stroke-width": 0.05 }),
        svg("text", { y: 0.02, "font-size": text.length > 2 ? 0.6 / Math.max(2.4, text.length * 0.62) : 0.44, fill: "#1d2126", "text-anchor": "middle", "dominant-baseline": "central", "font-weight": 700 }, text));
}

/* Seeds and counters lie beside each other, up to a dozen; of more there is the number. */
function drawHeap(p: Piece, roles: string[]): SVGElement {
    const fill = p.owner >= 0 ? colourOf(roles[p.owner], p.owner) : "#8a5a2b", line = outlineFor(fill), g = svg("g", { class: "piece" });
    const shown = Math.min(p.count, 12), across = Math.ceil(Math.sqrt(shown)), down = Math.ceil(shown / across), step = Math.min(0.26, 0.72 / Math.max(across, down));
    for (let i = 0; i < shown; i++) {
        const row = Math.floor(i / across), inRow = Math.min(across, shown - row * across);
        g.append(svg("circle", { cx: ((i % across) - (inRow - 1) / 2) * step, cy: (row - (down - 1) / 2) * step - 0.06, r: step * 0.46, fill, stroke: line, "stroke-width": 0.02 }));
    }
    g.append(svg("text", { x: 0, y: 0.42, "font-size": 0.2, class: "label" }, String(p.count)));
    return g;
}

/* All that stands on a site, in a square of side 1 around 0, or a cell that is `high`: stacks are built from below. */
export function drawPieces(content: string, roles: string[], style: Style, high = 1): SVGElement | null {
    const pieces = piecesOf(content, roles);
    const first = pieces[0], floor = high > 1.5 ? high / 2 - 0.72 : 0; // in a high cell things stand on its floor
    if (pieces.length === 0) return null;
    if (pieces.length > 1 && first.owner < 0 && !first.label && pieces.every((p) => p.kind === "disc" && p.owner < 0 && !p.label)) first.count = pieces.reduce((n, p) => n + p.count, 0);
    else if (pieces.length > 1) return drawStack(pieces, roles, style, high, floor);
    const one = drawOne(first, roles, style);
    if (floor) one.setAttribute("transform", `translate(0 ${floor})`);
    return one;
}

function drawStack(pieces: Piece[], roles: string[], style: Style, high: number, floor: number): SVGElement {
    if (pieces.some((p) => p.size < 1)) return svg("g", { class: "piece" }, ...pieces.map((p) => drawOne(p, roles, style))); // one over the other
    const most = Math.max(6, Math.floor((high - 1) / 0.3) + 1), g = svg("g", { class: "piece" }), shown = pieces.slice(-most), step = high > 1.5 ? Math.min(0.34, (high - 1.25) / Math.max(1, shown.length - 1)) : Math.min(0.14, 0.5 / shown.length);
    const bottom = high > 1.5 ? floor : ((shown.length - 1) * step) / 2;
    shown.forEach((p, i) => {
        const one = drawOne(p, roles, style);
        one.setAttribute("transform", `translate(0 ${bottom - i * step}) scale(.9)`);
        g.append(one);
    });
    if (high <= 1.5 || pieces.length > shown.length)
        g.append(svg("text", { x: 0.38, y: high > 1.5 ? bottom + 0.4 : -0.34, "font-size": 0.24, fill: "currentColor", "text-anchor": "middle" }, String(pieces.length)));
    return g;
}

/* The same in words. */
export function describe(content: string, roles: string[]): string {
    const pieces = piecesOf(content, roles);
    if (pieces.length === 0) return "empty";
    return content.replace(/^[A-Z]__/, "").replace(/ x(\d+)/g, ", $1 of them").replace(/_/g, " ").replace(/\//g, ", ") + (pieces.length > 1 ? `, ${pieces.length} pieces` : "");
}
