/* A board as SVG: cells, points and lines, what stands on them, and what may be clicked. */
import { h, svg } from "./dom";
import { describe, drawPieces, type Style } from "./pieces";
import type { Board } from "./protocol";

export interface Marks { live: Set<number>; chosen: Set<number>; last: Set<number> }

interface Spot { x: number; y: number; outline: [number, number][] }

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

const path = (points: [number, number][]) => points.map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`).join(" ");

export class BoardView {
    readonly element: HTMLElement;
    private spots: Spot[];
    private groups: SVGElement[] = [];
    private focused = 0;

    constructor(readonly board: Board, private roles: string[], private click: (site: number) => void, flipped = false) {
        this.spots = spotsOf(board);
        if (flipped) this.spots.forEach((s) => { s.x = -s.x; s.y = -s.y; s.outline = s.outline.map(([x, y]) => [-x, -y]); });
        const xs = this.spots.flatMap((s) => [s.x - 0.5, s.x + 0.5, ...s.outline.map((p) => p[0])]);
        const ys = this.spots.flatMap((s) => [s.y - 0.5, s.y + 0.5, ...s.outline.map((p) => p[1])]);
        const least = (all: number[]) => all.reduce((a, b) => Math.min(a, b), Infinity), most = (all: number[]) => all.reduce((a, b) => Math.max(a, b), -Infinity);
        const left = least(xs) - 0.1, top = least(ys) - 0.1, width = most(xs) - left + 0.1, height = most(ys) - top + 0.1;
        const small = board.sites.length <= 12 && height < 2;
        const picture = svg("svg", { viewBox: `${left} ${top} ${width} ${height}`, role: "group", "aria-label": `board ${board.name}` });
        if (!small) picture.setAttribute("style", `max-width: ${Math.max(22, Math.min(64, width * 5))}rem`);
        for (const [a, b] of board.lines) {
            const p = this.spots[a], q = this.spots[b];
            picture.append(svg("line", { class: "link", x1: p.x, y1: p.y, x2: q.x, y2: q.y }));
        }
        this.spots.forEach((s, i) => {
            const g = this.makeSite(s, i);
            this.groups.push(g);
            picture.append(g);
        });
        picture.addEventListener("pointerdown", (e) => this.grab(e as PointerEvent, picture as SVGSVGElement));
        picture.addEventListener("keydown", (e) => this.onKey(e as KeyboardEvent));
        this.element = h("figure", { class: small ? "small" : "large" }, picture, small ? h("figcaption", {}, board.name) : null);
    }

    private makeSite(s: Spot, i: number): SVGElement {
        const g = svg("g", { class: "site", tabindex: i === 0 ? 0 : -1, role: "button", "data-site": this.board.sites[i].name, click: () => this.click(i) });
        const light = (Math.round(this.board.sites[i].x) + Math.round(this.board.sites[i].y)) % 2 !== 0;
        if (s.outline.length > 2) {
            const rows = this.board.shape === "rows" && s.outline.length === 4;
            g.append(svg("polygon", { class: "cell", points: path(s.outline), fill: rows ? (light ? "var(--square-a)" : "var(--square-b)") : "var(--cell)" }));
            g.append(svg("polygon", { class: "mark", points: path(shrink(s)) }));
        } else if (s.outline.length === 2) {
            g.append(svg("line", { class: "link", x1: s.outline[0][0], y1: s.outline[0][1], x2: s.outline[1][0], y2: s.outline[1][1] }));
            g.append(svg("circle", { class: "mark", cx: s.x, cy: s.y, r: 0.3 }));
        } else {
            g.append(svg("circle", { cx: s.x, cy: s.y, r: 0.1, fill: "var(--stroke)" }), svg("circle", { class: "mark", cx: s.x, cy: s.y, r: 0.42 }));
        }
        g.append(svg("g", { class: "content", "aria-hidden": "true", transform: `translate(${s.x} ${s.y})` }));
        return g;
    }

    update(contents: string[], marks: Marks, style: Style) {
        this.groups.forEach((g, i) => {
            const content = contents[i] ?? "", live = marks.live.has(i), chosen = marks.chosen.has(i);
            g.setAttribute("class", "site" + (live ? " live" : "") + (chosen ? " chosen" : "") + (marks.last.has(i) ? " last" : ""));
            g.setAttribute("aria-label", `${this.board.sites[i].name}, ${describe(content, this.roles)}${live ? ", can be chosen" : ""}${chosen ? ", chosen" : ""}`);
            g.setAttribute("aria-disabled", String(!live && !chosen));
            const place = g.lastElementChild!, piece = drawPieces(content, this.roles, style);
            place.replaceChildren();
            if (piece) place.append(piece);
            if (live) place.append(svg("circle", { class: "hint", r: piece ? 0.07 : 0.12, cx: piece ? -0.36 : 0, cy: piece ? -0.36 : 0 }));
        });
    }

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
            piece.setAttribute("transform", home);
            const to = m.type === "pointerup" ? siteAt(m.clientX, m.clientY) : -1;
            if (!moved || to < 0 || to === from) return;
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

function shrink(s: Spot): [number, number][] {
    return s.outline.map(([x, y]) => [s.x + (x - s.x) * 0.9, s.y + (y - s.y) * 0.9]);
}
