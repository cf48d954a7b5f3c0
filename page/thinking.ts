/* What agents think of a position: expected scores, the moves they looked at, their search tree, and the curve over the game. */
import { h, put, svg } from "./dom";
import { colourOf } from "./pieces";
import { ask, type Opened, type Thoughts } from "./protocol";

interface Branch { role: string; move: string; label?: string; visits: number; value: number | null; proven: boolean; open: boolean }

const BRANCHES = 12, CHOICES_SHOWN = 5, LINE = 8;

export class Thinking {
    readonly element = h("div", {});
    readonly tree = h("details", { hidden: true, class: "tree" }, h("summary", {}, "Search tree"), h("div", {}));
    private curve: { ply: number; value: number; role: string }[] = [];

    constructor(private game: Opened, private label: (move: string) => string) {}

    clear() {
        this.curve = [];
        this.element.replaceChildren();
    }

    note(ply: number, role: string, value: number) { this.curve.push({ ply, value, role }); }

    /* What a role expected last, from 0 to 1. */
    expects(role: string): number | undefined {
        const last = [...this.curve].reverse().find((c) => c.role === role);
        return last && this.shareOf(last.value);
    }

    /* Where a score lies between the lowest and the highest that the rules give. */
    private shareOf(score: number): number {
        const [low, high] = this.game.scores ?? [0, 100];
        return high > low ? Math.max(0, Math.min(1, (score - low) / (high - low))) : 0;
    }

    draw(role: string, t: Thoughts) {
        if (!t.choices.length || (!t.playouts && !t.nodes)) return this.element.replaceChildren();
        const best = [...t.choices].sort((a, b) => b.visits - a.visits || (b.value ?? 0) - (a.value ?? 0)).slice(0, CHOICES_SHOWN), index = this.game.roles.indexOf(role);
        put(this.element, h("h2", {}, `Thoughts of ${role}`),
            h("div", { class: "bar", role: "img", "aria-label": `expects a score of ${t.value.toFixed(1)}` }, h("div", { style: `width:${100 * this.shareOf(t.value)}%;background:${colourOf(role, index)}` })),
            h("p", { class: "soft" }, `expects ${t.value.toFixed(1)}${t.proven ? ", proven" : ""}; ${t.playouts ? t.playouts.toLocaleString("en") + " playouts" : t.nodes.toLocaleString("en") + " positions"}${t.depth ? ", depth " + t.depth : ""}`),
            h("table", {}, h("tr", {}, h("th", { scope: "col" }, "move"), h("th", { scope: "col", class: "number" }, "visits"), h("th", { scope: "col", class: "number" }, "value")),
                ...best.map((c) => h("tr", {}, h("td", {}, c.label ?? this.label(c.move)), h("td", { class: "number" }, c.visits.toLocaleString("en")), h("td", { class: "number" }, c.value === null ? "" : c.value.toFixed(1))))),
            t.line ? h("p", { class: "soft" }, "line: " + (t.line_label ?? t.line).split("; ").slice(0, LINE).join("; ")) : null, this.drawCurve());
    }

    /* What the agents expected, over the game. */
    private drawCurve(): Element | null {
        if (this.curve.length < 2) return null;
        const end = Math.max(...this.curve.map((c) => c.ply), 1), picture = svg("svg", { viewBox: "0 0 100 30", role: "img", "aria-label": "expected scores over the game", style: "width:100%;border:1px solid var(--line)" });
        this.game.roles.forEach((role, i) => {
            const points = this.curve.filter((c) => c.role === role).map((c) => `${((c.ply / end) * 98 + 1).toFixed(1)},${(29 - 28 * this.shareOf(c.value)).toFixed(1)}`).join(" ");
            picture.append(svg("polyline", { points, fill: "none", stroke: colourOf(role, i), "stroke-width": 1.6 }), svg("polyline", { points, fill: "none", stroke: "var(--soft)", "stroke-width": 0.3 }));
        });
        return picture;
    }

    /* The tree of the last search, opened move by move while the agent keeps it. */
    async showTree(role: string, agent: string) {
        put(this.tree.lastElementChild!, await this.branches(role, agent, []));
        this.tree.hidden = false;
    }

    private async branches(role: string, agent: string, path: string[]): Promise<HTMLElement> {
        const all = (await ask("tree", { role, agent, path, labels: true })).branches as Branch[], most = Math.max(1, ...all.map((b) => b.visits));
        return h("ul", {}, ...all.filter((b) => b.visits > 0 || b.proven).sort((a, b) => b.visits - a.visits).slice(0, BRANCHES).map((b) => {
            const text = [h("span", { class: "share", style: `width:${((4 * b.visits) / most).toFixed(2)}rem;background:${colourOf(b.role, this.game.roles.indexOf(b.role))}` }), ` ${b.label ?? this.label(b.move)} `,
                h("span", { class: "soft" }, `${b.role}, ${b.visits.toLocaleString("en")} visits${b.value === null ? "" : ", " + b.value.toFixed(1)}${b.proven ? ", proven" : ""}`)];
            if (!b.open) return h("li", {}, ...text);
            const inner = h("details", {}, h("summary", {}, ...text));
            inner.addEventListener("toggle", () => { if (inner.open && inner.children.length === 1) void this.branches(role, agent, [...path, b.move]).then((e) => inner.append(e), (e: Error) => inner.append(h("p", { class: "soft" }, e.message))); });
            return h("li", {}, inner);
        }));
    }
}
