/* A board as SVG: cells, points and lines, what stands on them, and what may be clicked. */
import { h, svg } from "./dom";
import { namesOf, type Names } from "./labels";
import { changeOf, type Change } from "./motion";
import { colourOf, describe, drawPieces, type Style } from "./pieces";
import type { Board } from "./protocol";
import { motion } from "./settings";

/* quiet: so much can be clicked that only what the pointer is on says so. */
export interface Marks { live: Set<number>; chosen: Set<number>; last: Set<number>; quiet: boolean }

/* From site to site: who attacks whom, what an agent would do, the move that is pointed at. One with equal ends is a ring. */
export interface Arrow { from: number; to: number; kind: "threat" | "best" | "shown" }

/* How a board is to be shown: turned round, the place it has to fill (width to height), who owns its sides. */
export interface Look { flipped: boolean; shape: number; edges: Record<string, string>; hand: boolean; still?: boolean }

interface Spot { x: number; y: number; outline: [number, number][] }

const HELD = 700; // milliseconds
const ROOT = Math.sqrt(3) / 2;

function hexAround(x: number, y: number): [number, number][] {
    const r = 1 / Math.sqrt(3);
    return [0, 1, 2, 3, 4, 5].map((i) => [x + r * Math.sin((i * Math.PI) / 3), y + r * Math.cos((i * Math.PI) / 3)]);
}

function squareAround(x: number, y: number): [number, number][] {
    return [[x - 0.5, y - 0.5], [x + 0.5, y - 0.5], [x + 0.5, y + 0.5], [x - 0.5, y + 0.5]];
}

function middleDistance(board: Board): number {
    let best = Infinity;
    const s = board.sites.slice(0, 400);
    for (let i = 0; i < s.length; i++)
        for (let k = i + 1; k < s.length; k++) best = Math.min(best, Math.hypot(s[i].x - s[k].x, s[i].y - s[k].y));
    return best > 0 && best < Infinity ? best : 1;
}

/* Neighbours a unit apart, y downwards. */
function spotsOf(board: Board): Spot[] {
    const hex = board.shape === "hex" || board.shape === "hex-mirrored", drawn = board.sites.some((s) => s.outline || s.x % 1 || s.y % 1);
    const unit = drawn || board.lines.length ? middleDistance(board) : 1;
    return board.sites.map((s) => {
        let x = s.x / unit, y = -s.y / unit;
        if (hex) {
            x = s.x + (board.shape === "hex" ? s.y : -s.y) / 2;
            y = -s.y * ROOT;
        }
        const outline: [number, number][] = [];
        for (let i = 0; s.outline && i < s.outline.length; i += 2) outline.push([s.outline[i] / unit, -s.outline[i + 1] / unit]);
        if (!outline.length && !board.lines.length) outline.push(...(hex ? hexAround(x, y) : squareAround(x, y)));
        return { x, y, outline };
    });
}

/* The sites of one row: cells as high as their place allows, in several rows where it is higher than wide. */
function arrangeRow(spots: Spot[], shape: number): number {
    const n = spots.length, fold = shape < 1.2 && n > 6 ? Math.ceil(n / Math.ceil(n / 6)) : n, rows = Math.ceil(n / fold);
    const high = Math.max(1, Math.min(rows > 1 ? 2 : 3, fold / shape / rows / 1.1)), order = spots.map((_, i) => i).sort((a, b) => spots[a].x - spots[b].x);
    order.forEach((i, k) => {
        const x = k % fold, y = Math.floor(k / fold) * (high + 0.35), s = spots[i];
        s.x = x;
        s.y = y;
        s.outline = [[x - 0.5, y - high / 2], [x + 0.5, y - high / 2], [x + 0.5, y + high / 2], [x - 0.5, y + high / 2]];
    });
    return high;
}

const SIDES: Record<string, number> = { "top": 90, "upper-right": 45, "right": 0, "lower-right": -45, "bottom": -90, "lower-left": -135, "left": 180, "upper-left": 135 };

/* The convex hull (Andrew 1979) of the corners of all cells. */
function hullOf(points: [number, number][]): [number, number][] {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]), half = (list: [number, number][]) => {
        const hull: [number, number][] = [];
        for (const p of list) {
            while (hull.length > 1) {
                const [a, b] = hull.slice(-2);
                if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 1e-9) break;
                hull.pop();
            }
            hull.push(p);
        }
        return hull.slice(0, -1);
    };
    return [...half(sorted), ...half([...sorted].reverse())];
}

const path = (points: [number, number][]) => points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

export class BoardView {
    readonly element: HTMLElement;
    private spots: Spot[];
    private groups: SVGElement[] = [];
    private focused = 0;
    private names: Names;
    private high = 1; // of the cells of a single row
    private shown: string[] | null = null;                              // what stands on the sites
    private way = svg("g", { class: "way", "aria-hidden": "true" });    // pieces that are on their way
    private signs = svg("g", { class: "arrows", "aria-hidden": "true" });
    private dropped = -1;                                               // where a piece was dragged to: it need not go there again
    private home: () => void = () => undefined;                         // a piece that was dragged, back where it was
    private later: ReturnType<typeof setTimeout>[] = [];

    constructor(readonly board: Board, private roles: string[], private click: (site: number) => void, private look: Look) {
        this.spots = spotsOf(board);
        this.names = namesOf(board);
        const row = board.sites.length > 1 && !board.lines.length && !look.hand && board.sites.every((s) => Math.abs(s.y - board.sites[0].y) < 1e-3);
        if (row) this.high = arrangeRow(this.spots, look.shape);
        if (look.flipped) this.spots.forEach((s) => { s.x = -s.x; s.y = -s.y; s.outline = s.outline.map(([x, y]) => [-x, -y]); });
        const axes = row || look.still ? null : this.names.axes, edged = Object.keys(look.edges).length > 0;
        const xs = this.spots.flatMap((s) => [s.x - 0.5, s.x + 0.5, ...s.outline.map((p) => p[0])]);
        const ys = this.spots.flatMap((s) => [s.y - 0.5, s.y + 0.5, ...s.outline.map((p) => p[1])]);
        const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b), Infinity), most = (all: number[]) => all.reduce((a, b) => Math.max(a, b), -Infinity);
        const size = Math.max(most(xs) - least(xs), most(ys) - least(ys)), text = Math.min(0.6, Math.max(0.14, size / 30)), room = (axes && !look.hand ? text * 1.5 : 0) + (edged ? 0.2 : 0) + 0.06;
        const left = least(xs) - room, top = least(ys) - room, width = most(xs) - left + room, height = most(ys) - top + room;
        this.aspect = width / height;
        const picture = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": `board ${board.name}`, preserveAspectRatio: "xMidYMid meet" });
        if (edged) picture.append(...this.drawSides());
        for (const [a, b] of board.lines) {
            const p = this.spots[a], q = this.spots[b];
            picture.append(svg("line", { class: "link", x1: p.x, y1: p.y, x2: q.x, y2: q.y }));
        }
        this.spots.forEach((s, i) => {
            const g = this.makeSite(s, i);
            this.groups.push(g);
            picture.append(g);
        });
        if (axes && !look.hand) picture.append(this.drawAxes(axes, least(xs), most(ys), text, edged ? 0.2 : 0));
        else if (!look.hand && !look.still && this.spots.length <= 130) picture.append(this.nameSites(row ? Math.min(0.2, Math.max(0.08, this.spots.length / 40)) : 0.17, !row && !board.named));
        picture.append(this.way, this.signs);
        if (look.still) this.groups.forEach((g) => ["tabindex", "role", "aria-label", "aria-disabled"].forEach((a) => g.removeAttribute(a)));
        else picture.addEventListener("pointerdown", (e) => this.grab(e as PointerEvent, picture as SVGSVGElement));
        picture.addEventListener("keydown", (e) => this.onKey(e as KeyboardEvent));
        this.element = h("figure", { class: look.hand ? "hand" : "main-board" }, picture, look.hand ? h("figcaption", {}, this.title()) : null);
    }

    readonly aspect: number;

    private title() {
        const owner = /^hand(\d+)/i.exec(this.board.name), role = owner && this.roles[Number(owner[1]) - 1];
        return role ? role : this.board.name.replace(/0$/, "");
    }

    /* Letters and numbers beside columns and rows. */
    private drawAxes(axes: NonNullable<Names["axes"]>, left: number, bottom: number, size: number, gap: number): SVGElement {
        const g = svg("g", { class: "axes", "aria-hidden": "true" }), put = (x: number, y: number, label: string) => g.append(svg("text", { class: "label", x, y, style: `font-size:${size}px` }, label));
        const at = (test: (i: number) => boolean) => this.spots.filter((_, i) => test(i)), near = (a: number, b: number) => Math.abs(a - b) < 1e-3;
        const below = bottom + gap + size * 0.8, before = left - gap - size * 0.8, slanted = this.board.shape.startsWith("hex");
        for (const c of axes.columns) {
            const of = at((i) => near(this.board.sites[i].x, c.at)), low = of.reduce((a, b) => (b.y > a.y ? b : a), of[0]);
            if (of.length) put(slanted ? low.x + (this.board.shape === "hex" ? -0.3 : 0.3) * (this.look.flipped ? -1 : 1) : low.x, slanted ? low.y + 0.58 + gap + size * 0.5 : below, c.label);
        }
        for (const r of axes.rows) {
            const of = at((i) => near(this.board.sites[i].y, r.at)), first = of.reduce((a, b) => (b.x < a.x ? b : a), of[0]);
            if (of.length) put(slanted ? first.x - 0.5 - gap - size * 0.7 : before, first.y, r.label);
        }
        return g;
    }

    private labels: SVGElement[] = []; // of sites; those under pieces are not shown
    private covered = false;

    /* Where no columns and rows are seen, each site says its name. */
    private nameSites(size: number, covered: boolean): SVGElement {
        this.covered = covered;
        this.labels = this.spots.map((s, i) => {
            const low = s.outline.length > 2 ? Math.max(...s.outline.map((p) => p[1])) : s.y + 0.52, point = s.outline.length <= 2;
            return svg("text", { class: "label", x: point ? s.x + 0.42 : s.x, y: point ? s.y - 0.42 : low - size * 0.62, style: `font-size:${size}px` }, this.names.of[i]);
        });
        return svg("g", { class: "axes", "aria-hidden": "true" }, ...this.labels);
    }

    /* Sides of the board in the colours of those who join them. */
    private drawSides(): SVGElement[] {
        const placed = this.spots.filter((_, i) => /\d$/.test(this.names.of[i])), corners = placed.flatMap((s) => s.outline); // a reserve beside the board has other names
        const hull = hullOf(corners.length ? corners : placed.map((s) => [s.x, s.y])), n = hull.length, middle = [0, 1].map((k) => hull.reduce((a, p) => a + p[k], 0) / n);
        const wanted = Object.entries(this.look.edges).map(([side, role]) => ({ angle: SIDES[side] ?? 0, role }));
        const boundary = this.outerEdges();
        if (!boundary.length) // points: along the hull, a little outside
            hull.forEach((p, i) => boundary.push([p, hull[(i + 1) % n]].map((q) => q.map((v, k) => v + 0.35 * Math.sign(v - middle[k]))) as [[number, number], [number, number]]));
        const degrees = (x: number, y: number) => (Math.atan2(-y, x) * 180) / Math.PI * 1, apart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);
        const turn = this.look.flipped ? 180 : 0;
        /* each long side of the hull belongs to the wish that its normal is nearest to */
        const long = hull.map((p, i) => ({ p, q: hull[(i + 1) % n] })).filter(({ p, q }) => Math.hypot(p[0] - q[0], p[1] - q[1]) > 1.3)
            .map(({ p, q }) => ({ p, q, angle: degrees((p[0] + q[0]) / 2 - middle[0], (p[1] + q[1]) / 2 - middle[1]) }));
        const lines: SVGElement[] = [], below: SVGElement[] = []; // a light colour needs an outline
        for (const w of wanted) {
            const side = [...long].sort((a, b) => apart(a.angle + turn, w.angle) - apart(b.angle + turn, w.angle))[0];
            if (!side) continue;
            const dx = side.q[0] - side.p[0], dy = side.q[1] - side.p[1], length = Math.hypot(dx, dy);
            for (const [a, b] of boundary) {
                const mx = (a[0] + b[0]) / 2, my = (a[1] + b[1]) / 2, away = Math.abs((mx - side.p[0]) * dy - (my - side.p[1]) * dx) / length;
                if (away > 0.6) continue;
                const line = { x1: a[0], y1: a[1], x2: b[0], y2: b[1], "stroke-linecap": "round" };
                below.push(svg("line", { ...line, stroke: "var(--stroke)", "stroke-width": 0.3 }));
                lines.push(svg("line", { ...line, stroke: colourOf(w.role, this.roles.indexOf(w.role)), "stroke-width": 0.22 }));
            }
        }
        return [...below, ...lines];
    }

    /* Edges of cells that no other cell has. */
    private outerEdges(): [[number, number], [number, number]][] {
        const seen = new Map<string, { edge: [[number, number], [number, number]]; count: number }>();
        for (const s of this.spots)
            s.outline.forEach((a, i) => {
                const b = s.outline[(i + 1) % s.outline.length], key = [a, b].map((p) => p.map((v) => Math.round(v * 50)).join(",")).sort().join(" "), old = seen.get(key);
                if (old) old.count++;
                else seen.set(key, { edge: [a, b], count: 1 });
            });
        return [...seen.values()].filter((e) => e.count === 1).map((e) => e.edge);
    }

    /* What the rules call this site: a tint in its owner's colour, an outline where it is nobody's. */
    private drawRegion(i: number, around: (share: number, rest: Record<string, string | number>) => SVGElement): SVGElement[] {
        return (this.board.regions ?? []).filter((r) => r.sites.includes(i)).slice(0, 3).map((r, k) => {
            const own = r.role !== null, shape = around(0.92 - 0.14 * k, own ? { class: "region", fill: colourOf(r.role!, this.roles.indexOf(r.role!)) } : { class: "region", fill: "none" });
            shape.append(svg("title", {}, [r.name, r.role].filter(Boolean).join(", ")));
            return shape;
        });
    }

    private makeSite(s: Spot, i: number): SVGElement {
        const g = svg("g", { class: "site", tabindex: i === 0 ? 0 : -1, role: "button", "data-site": this.board.sites[i].name, click: () => this.click(i) });
        const light = (Math.round(this.board.sites[i].x) + Math.round(this.board.sites[i].y)) % 2 !== 0;
        if (s.outline.length > 2) {
            const rows = this.board.shape === "rows" && s.outline.length === 4;
            g.append(svg("polygon", { class: "cell", points: path(s.outline), fill: rows ? (light ? "var(--square-a)" : "var(--square-b)") : "var(--cell)" }));
            g.append(...this.drawRegion(i, (share, rest) => svg("polygon", { ...rest, points: path(shrink(s, share)) })), svg("polygon", { class: "mark", points: path(shrink(s)) }));
        } else if (s.outline.length === 2) {
            g.append(svg("line", { class: "link", x1: s.outline[0][0], y1: s.outline[0][1], x2: s.outline[1][0], y2: s.outline[1][1] }));
            g.append(svg("circle", { class: "mark", cx: s.x, cy: s.y, r: 0.3 }));
        } else {
            g.append(...this.drawRegion(i, (share, rest) => svg("circle", { ...rest, cx: s.x, cy: s.y, r: 0.45 * share })), svg("circle", { cx: s.x, cy: s.y, r: 0.1, fill: "var(--stroke)" }), svg("circle", { class: "mark", cx: s.x, cy: s.y, r: 0.42 }));
        }
        g.append(svg("g", { class: "content", "aria-hidden": "true", transform: `translate(${s.x} ${s.y})` }));
        return g;
    }

    update(contents: string[], marks: Marks, style: Style) {
        const before = this.shown, change = before && motion() ? changeOf(before, contents, this.roles, (this.board.tracks ?? []).map((t) => t.sites), (a, b) => Math.hypot(this.spots[a].x - this.spots[b].x, this.spots[a].y - this.spots[b].y)) : null;
        const same = before !== null && before.every((c, i) => c === contents[i]) && before.length === contents.length;
        if (!same) this.settle();
        this.groups.forEach((g, i) => {
            const content = contents[i] ?? "", live = marks.live.has(i), chosen = marks.chosen.has(i);
            g.setAttribute("class", "site" + (live ? " live" : "") + (live && marks.quiet ? " quiet" : "") + (chosen ? " chosen" : "") + (marks.last.has(i) ? " last" : ""));
            if (!this.look.still) g.setAttribute("aria-label", `${this.names.of[i]}, ${describe(content, this.roles)}${live ? ", can be chosen" : ""}${chosen ? ", chosen" : ""}`);
            if (!this.look.still) g.setAttribute("aria-disabled", String(!live && !chosen));
            const place = g.lastElementChild!, stands = place.firstElementChild, piece = same && stands?.classList.contains("piece") ? stands as SVGElement : drawPieces(content, this.roles, style, this.high);
            const old = change && (change.gone.includes(i) || change.sown?.to.includes(i)) ? stands : null;
            place.replaceChildren();
            if (this.covered) this.labels[i].style.display = piece ? "none" : "";
            if (piece) place.append(piece);
            if (live && !marks.quiet) place.append(svg("circle", { class: "hint", r: piece ? 0.07 : 0.12, cx: piece ? -0.36 : 0, cy: piece ? -0.36 : 0 }));
            if (old?.classList.contains("piece")) this.fade(old as SVGElement, i, change!.sown !== null);
        });
        this.shown = contents;
        if (change) this.play(change);
        this.dropped = -1;
    }

    /* What is on its way is there at once. */
    private settle() {
        this.later.forEach(clearTimeout);
        this.later = [];
        this.home();
        this.way.replaceChildren();
        for (const g of this.groups) (g.lastElementChild!.firstElementChild as SVGElement | null)?.style.removeProperty("visibility");
    }

    private after(milliseconds: number, action: () => void) { this.later.push(setTimeout(action, milliseconds)); }

    private pieceAt(i: number): SVGElement | null {
        const piece = this.groups[i]?.lastElementChild!.firstElementChild as SVGElement | null;
        return piece?.classList.contains("piece") ? piece : null;
    }

    /* What was captured stays for a moment where it was; under seeds that are still to come, until they are there. */
    private fade(piece: SVGElement, site: number, waits: boolean) {
        const s = this.spots[site], ghost = svg("g", { transform: `translate(${s.x} ${s.y})`, "data-ghost": String(site) }, piece);
        this.way.append(ghost);
        if (waits) return;
        ghost.animate([{ opacity: 1 }, { opacity: 0 }], { duration: motion(), fill: "forwards" });
        this.after(motion(), () => ghost.remove());
    }

    /* A copy of the piece goes from site to site while the piece itself, where it will be, is not seen. */
    private travel(piece: SVGElement, from: number, to: number, milliseconds: number) {
        const a = this.spots[from], b = this.spots[to], copy = svg("g", { transform: `translate(${b.x} ${b.y})` }, piece.cloneNode(true) as SVGElement);
        piece.style.visibility = "hidden";
        copy.firstElementChild!.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: milliseconds, easing: "ease-out" });
        this.way.append(copy);
        this.after(milliseconds, () => { copy.remove(); piece.style.removeProperty("visibility"); });
    }

    private play(change: Change) {
        const time = motion();
        for (const { from, to } of change.moved) {
            const piece = this.pieceAt(to);
            if (piece && to !== this.dropped) this.travel(piece, from, to, time);
        }
        for (const i of change.placed) this.pieceAt(i)?.animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: time });
        if (change.sown) this.sow(change.sown.from, change.sown.to);
    }

    /* Seeds go one by one: a site shows what it had until its own arrives. */
    private sow(from: number, to: number[]) {
        const step = Math.min(110, 1200 / to.length), a = this.spots[from];
        to.forEach((site, k) => {
            const piece = this.pieceAt(site), b = this.spots[site];
            if (!piece) return;
            piece.style.visibility = "hidden";
            this.after(k * step, () => {
                const seed = svg("circle", { class: "seed", "data-site": this.board.sites[site].name, r: 0.12, cx: b.x, cy: b.y });
                seed.animate([{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: "none" }], { duration: motion() });
                this.way.append(seed);
                this.after(motion(), () => {
                    seed.remove();
                    this.way.querySelector(`[data-ghost="${site}"]`)?.remove();
                    piece.style.removeProperty("visibility");
                });
            });
        });
    }

    /* Where a piece could go, and where it would take something. */
    drawDots(goes: number[], takes: number[]) {
        const at = (i: number) => ({ cx: this.spots[i].x, cy: this.spots[i].y });
        this.signs.replaceChildren(...goes.map((i) => svg("circle", { ...at(i), r: 0.14, class: "goes" })), ...takes.map((i) => svg("circle", { ...at(i), r: 0.3, class: "takes" })));
    }

    /* Instead of the arrows that were there. */
    drawArrows(list: Arrow[]) {
        this.signs.replaceChildren(...list.map(({ from, to, kind }) => {
            const a = this.spots[from], b = this.spots[to], length = Math.hypot(b.x - a.x, b.y - a.y);
            if (length < 1e-6) return svg("circle", { class: kind, cx: b.x, cy: b.y, r: 0.42 });
            const x = (b.x - a.x) / length, y = (b.y - a.y) / length, end = 0.2, tip = [b.x - x * end, b.y - y * end], neck = [tip[0] - x * 0.32, tip[1] - y * 0.32];
            const at = (along: number, aside: number) => `${(neck[0] + x * along - y * aside).toFixed(3)} ${(neck[1] + y * along + x * aside).toFixed(3)}`;
            return svg("path", { class: kind, d: `M${a.x + x * 0.3 - y * 0.06} ${a.y + y * 0.3 + x * 0.06}L${at(0, 0.06)}L${at(0, 0.19)}L${at(0.32, 0)}L${at(0, -0.19)}L${at(0, -0.06)}L${a.x + x * 0.3 + y * 0.06} ${a.y + y * 0.3 - x * 0.06}Z` });
        }));
    }

    /* What the pointer is on in a list of moves. */
    point(sites: Set<number>) { this.groups.forEach((g, i) => g.classList.toggle("pointed", sites.has(i))); }

    /* A piece is dragged: the same as a click where it is and another where it goes. */
    private grab(e: PointerEvent, picture: SVGSVGElement) {
        const siteAt = (x: number, y: number) => this.groups.indexOf(document.elementFromPoint(x, y)?.closest(".site") as SVGElement);
        const from = siteAt(e.clientX, e.clientY), g = this.groups[from], piece = g?.querySelector(".content"), home = piece?.getAttribute("transform") ?? "";
        if (e.button !== 0 || !piece?.firstChild || !(g.classList.contains("live") || g.classList.contains("chosen"))) return;
        let moved = false;
        const at = (m: PointerEvent) => new DOMPoint(m.clientX, m.clientY).matrixTransform(picture.getScreenCTM()!.inverse());
        const move = (m: PointerEvent) => {
            moved ||= Math.hypot(m.clientX - e.clientX, m.clientY - e.clientY) > 6;
            if (!moved) return;
            const p = at(m);
            picture.append(g); // above the others
            piece.setAttribute("transform", `translate(${p.x} ${p.y})`);
        };
        const end = (m: PointerEvent) => {
            for (const [type, f] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]] as const) window.removeEventListener(type, f);
            const to = m.type === "pointerup" ? siteAt(m.clientX, m.clientY) : -1;
            this.home = () => piece.setAttribute("transform", home);
            if (!moved || to < 0 || to === from) return this.home();
            this.dropped = to; // it stays in the hand until the move is made, or for a moment
            this.after(HELD, this.home);
            if (!g.classList.contains("chosen")) this.click(from);
            this.click(to);
        };
        for (const [type, f] of [["pointermove", move], ["pointerup", end], ["pointercancel", end]] as const) window.addEventListener(type, f);
    }

    focus() { (this.groups[this.focused] as unknown as HTMLElement)?.focus(); }

    private onKey(e: KeyboardEvent) {
        const at = this.groups.indexOf(document.activeElement as unknown as SVGElement);
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
        if (at < 0) return;
        if (e.key === "Enter" || e.key === " ") {
            e.preventDefault();
            this.click(at);
        } else if (way) {
            e.preventDefault();
            const next = this.nearest(at, way[0], way[1]);
            this.groups[at].setAttribute("tabindex", "-1");
            this.groups[next].setAttribute("tabindex", "0");
            this.focused = next;
            this.focus();
        }
    }

    /* The site that lies best in a direction. */
    private nearest(from: number, dx: number, dy: number): number {
        let best = from, cost = Infinity;
        this.spots.forEach((s, i) => {
            const x = s.x - this.spots[from].x, y = s.y - this.spots[from].y, along = x * dx + y * dy, aside = Math.abs(x * dy - y * dx);
            if (i !== from && along > 0.2 && along + 2.5 * aside < cost) {
                cost = along + 2.5 * aside;
                best = i;
            }
        });
        return best;
    }
}

function shrink(s: Spot, share = 0.9): [number, number][] {
    return s.outline.map(([x, y]) => [s.x + (x - s.x) * share, s.y + (y - s.y) * share]);
}
