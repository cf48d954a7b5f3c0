/* Small charts: a line or bars over whole numbers, with the ends of both axes written out. */
import { h, svg } from "./dom";

export interface Chart { title: string; x: string; points: [number, number][]; bars?: boolean; colour?: string }

const WIDTH = 420, HEIGHT = 180, LEFT = 46, BOTTOM = 26;

const short = (n: number) => (Math.abs(n) >= 1e5 ? n.toExponential(1) : String(Math.round(n * 100) / 100));

export function drawChart(c: Chart): HTMLElement {
    const xs = c.points.map((p) => p[0]), ys = c.points.map((p) => p[1]), left = Math.min(...xs), right = Math.max(...xs), low = Math.min(0, ...ys), high = Math.max(...ys, low + 1e-9);
    const x = (v: number) => LEFT + 6 + (right > left ? (v - left) / (right - left) : 0.5) * (WIDTH - LEFT - 16), y = (v: number) => HEIGHT - BOTTOM - ((v - low) / (high - low)) * (HEIGHT - BOTTOM - 12);
    const colour = c.colour ?? "var(--accent)", picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${c.title}: from ${short(ys[0])} to ${short(ys[ys.length - 1])}, at most ${short(high)}`, class: "chart" });
    picture.append(svg("path", { d: `M${LEFT} 8V${HEIGHT - BOTTOM}H${WIDTH}`, fill: "none", stroke: "var(--soft)" }));
    const text = (at: number, up: number, anchor: string, what: string) => picture.append(svg("text", { x: at, y: up, "text-anchor": anchor }, what));
    text(LEFT - 5, 16, "end", short(high));
    text(LEFT - 5, HEIGHT - BOTTOM, "end", short(low));
    text(LEFT + 6, HEIGHT - 8, "start", short(left));
    text(WIDTH - 10, HEIGHT - 8, "end", `${short(right)} ${c.x}`);
    const wide = Math.max(2, (WIDTH - LEFT) / Math.max(1, c.points.length) - 3);
    if (c.bars) c.points.forEach(([a, b]) => picture.append(svg("rect", { x: x(a) - wide / 2, y: y(b), width: wide, height: Math.max(0, y(low) - y(b)), fill: colour })));
    else picture.append(svg("polyline", { points: c.points.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join(" "), fill: "none", stroke: colour, "stroke-width": 2 }));
    return h("figure", { class: "plot" }, h("figcaption", {}, c.title), picture);
}
