/* The machine inside of a game: its automaton or network after each pass, as a graph that is followed from node to
 * node with the running position lit up, or as text. */
import { button, h, put, svg, type Child } from "./dom";
import { ask } from "./protocol";

interface Line { text: string; to: string; lit?: boolean }
interface Node { title: string; lit?: boolean; lines: Line[] }
interface Graph { nodes: Map<string, Node>; starts: string[] }

/* What the position says: the node of the automaton, the facts that hold. */
export interface Position { node?: string; facts?: string[] }

const DEPTH = 3, BOXES = 48, ROWS = 12, STARTS = 400;
const WIDTH = 250, GAP = 70, LINE = 20, SPACE = 14;

/* ---- reading ---- */

/* `from, to: label;` is an edge; types, constants and variables are not drawn. */
function readAutomaton(text: string, at: Position): Graph {
    const nodes = new Map<string, Node>(), node = (name: string) => {
        if (!nodes.has(name)) nodes.set(name, { title: name, lit: name === at.node || undefined, lines: [] });
        return nodes.get(name)!;
    };
    for (const statement of text.split(";")) {
        const edge = /^\s*(\w+),\s+(\w+):\s*([^]*)$/.exec(statement);
        if (!edge) continue;
        const [, from, to, label] = edge, call = /^[?!]\s*(\w+)\s*->/.exec(label);
        node(to);
        node(from).lines.push({ text: label.replace(/\s+/g, " ") || "go on", to, lit: from === at.node || undefined });
        if (call) node(from).lines.push({ text: `by way of ${call[1]}`, to: call[1] });
    }
    return { nodes, starts: [...nodes.keys()] };
}

/* Facts and moves come first, then gates and what is read from them; values follow from the facts, with no move chosen. */
function readNetwork(text: string, at: Position): Graph {
    const nodes = new Map<string, Node>(), value = new Map<string, boolean>(), roles: string[] = [], starts: string[] = [], holds = new Set(at.facts ?? []);
    const known = at.facts !== undefined, title = new Map<string, string>();
    const signal = (s: string) => (s === "T" ? true : s === "F" ? false : s[0] === "-" ? !value.get(s.slice(1)) : (value.get(s) ?? false));
    const line = (what: string, s: string): Line => ({ text: `${what}${s[0] === "-" ? "not " : ""}${title.get(s.replace("-", "")) ?? s.replace("-", "")}`, to: s.replace("-", ""), lit: known ? signal(s) : undefined });
    const output = (name: string, s: string) => {
        nodes.set(name, { title: name, lit: known ? signal(s) : undefined, lines: [line("", s)] });
        starts.push(name);
    };
    const rows = text.split("\n").map((l): string[] => /^(\w+) ?([^"]*?) ?"(.*)" ?(.*)$/.exec(l)?.slice(1) ?? [l.split(" ")[0], l.slice(l.indexOf(" ") + 1), "", ""]);
    for (const [kind, front, name] of rows) {
        const words = front.split(" ");
        if (kind === "role") roles.push(name);
        if (kind === "fact") { title.set(words[0], name); value.set(words[0], holds.has(name)); }
        if (kind === "move") title.set(words[0], `${roles[Number(words[1])]} does ${name}`);
        if (kind === "and") { title.set(words[0], `and ${words[0]}`); value.set(words[0], words.slice(1).every(signal)); }
        if (kind === "or") { title.set(words[0], `or ${words[0]}`); value.set(words[0], words.slice(1).some(signal)); }
        if (kind === "component") // recursion: again until nothing changes, from nothing upwards
            for (let changed = true; changed; ) {
                changed = false;
                for (const [k, f] of rows) {
                    const g = f.split(" "), n = Number(g[0]);
                    if ((k !== "and" && k !== "or") || n < Number(words[0]) || n > Number(words[1])) continue;
                    const v = k === "and" ? g.slice(1).every(signal) : g.slice(1).some(signal);
                    changed ||= v !== value.get(g[0]);
                    value.set(g[0], v);
                }
            }
    }
    for (const [kind, front, name, back] of rows) {
        const words = front.split(" "), after = back.split(" "), lit = known ? value.get(words[0]) : undefined;
        if (kind === "fact") nodes.set(words[0], { title: name, lit, lines: [line("next: ", after[after.length - 1])] });
        if (kind === "move") {
            nodes.set(words[0], { title: title.get(words[0])!, lines: [] });
            output(`legal ${roles[Number(words[1])]} ${name}`, after[after.length - 1]);
        }
        if (kind === "and" || kind === "or") nodes.set(words[0], { title: title.get(words[0])!, lit, lines: words.slice(1).map((s) => line("", s)) });
        if (kind === "terminal") output("terminal", words[0]);
        if (kind === "goal") output(`goal ${roles[Number(words[0])]} ${name}`, after[after.length - 1]);
    }
    return { nodes, starts: [...starts.sort((a, b) => Number(b === "terminal") - Number(a === "terminal")), ...[...nodes.keys()].filter((k) => !starts.includes(k))] };
}

/* ---- drawing ---- */

/* Columns: what leads to the focus, the focus, and what it leads to, up to some steps. */
function columnsOf(g: Graph, focus: string): string[][] {
    const before = [...g.nodes].filter(([key, n]) => key !== focus && n.lines.some((l) => l.to === focus)).map(([key]) => key);
    const columns = [before.slice(0, ROWS), [focus]], seen = new Set([...columns[0], focus]);
    for (let depth = 0, left = BOXES; depth < DEPTH && left > 0; depth++) {
        const next: string[] = [];
        for (const key of columns[columns.length - 1])
            for (const l of g.nodes.get(key)!.lines)
                if (!seen.has(l.to) && g.nodes.has(l.to) && next.length < ROWS && left-- > 0) {
                    seen.add(l.to);
                    next.push(l.to);
                }
        if (!next.length) break;
        columns.push(next);
    }
    return columns;
}

const cut = (text: string, length: number) => (text.length > length ? text.slice(0, length - 1) + "…" : text);

function drawGraph(g: Graph, focus: string, go: (key: string) => void): HTMLElement {
    const columns = columnsOf(g, focus), place = new Map<string, { x: number; y: number; height: number }>();
    const heights = columns.map((c) => c.reduce((sum, key) => sum + LINE * (g.nodes.get(key)!.lines.length + 1) + SPACE + 6, 0)), tall = Math.max(...heights, 60);
    columns.forEach((c, i) => {
        let y = 0;
        for (const key of c) {
            const height = LINE * (g.nodes.get(key)!.lines.length + 1) + 6;
            place.set(key, { x: i * (WIDTH + GAP) + 4, y: y + 4, height });
            y += height + SPACE;
        }
    });
    const width = columns.length * (WIDTH + GAP) - GAP + 8, picture = svg("svg", { viewBox: `0 0 ${width} ${tall + 8}`, width, height: tall + 8, role: "group", "aria-label": `the graph around ${focus}`, class: "graph" });
    const edges = svg("g", {}), boxes = svg("g", {});
    for (const [key, p] of place) {
        const n = g.nodes.get(key)!, box = svg("g", { class: "box" + (n.lit ? " lit" : "") + (key === focus ? " focus" : ""), transform: `translate(${p.x} ${p.y})`, tabindex: 0, role: "button", click: () => go(key), keydown: (e) => { if ((e as KeyboardEvent).key === "Enter") go(key); } });
        box.append(svg("rect", { width: WIDTH, height: p.height, rx: 6 }), svg("text", { x: 8, y: LINE - 4, class: "title" }, cut(n.title, 33)));
        n.lines.forEach((l, i) => {
            const y = LINE * (i + 2) - 4, to = place.get(l.to);
            box.append(svg("text", { x: 14, y, class: l.lit ? "on" : "" }, (l.lit === undefined ? "" : l.lit ? "● " : "○ ") + cut(l.text, 34)));
            if (!to) return;
            const x1 = p.x + WIDTH, y1 = p.y + y - 4, back = to.x <= p.x, x2 = back ? to.x + WIDTH : to.x, y2 = to.y + LINE / 2, bend = back ? GAP * 0.9 : GAP / 2;
            edges.append(svg("path", { d: `M${x1} ${y1} C${x1 + bend} ${y1} ${back ? x2 + bend : x2 - bend} ${y2} ${x2} ${y2}`, class: "edge" + (l.lit ? " on" : "") }));
        });
        boxes.append(box);
    }
    picture.append(edges, boxes);
    const n = g.nodes.get(focus)!;
    return h("div", {}, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "graph" }, picture), h("pre", {}, [n.title, ...n.lines.map((l) => `  ${l.text} -> ${g.nodes.get(l.to)?.title ?? l.to}`)].join("\n")));
}

/* ---- the panel ---- */

const FORMS: Record<string, string[]> = { automaton: ["automaton", "rg", "dot"], circuit: ["network", "kif", "infix", "dot"] };

/* `position` says where the game is, anew each time. */
export function insidePanel(machine: string, position: () => Promise<Position>): { element: HTMLElement; moved: () => void } {
    const place = h("div", {}), forms = FORMS[machine] ?? ["lp", "json"], graphs = machine === "automaton" || machine === "circuit";
    const kind = graphs ? (machine === "automaton" ? "automaton" : "network") : "", stages = h("select", { "aria-label": "after which pass" });
    const form = h("select", { "aria-label": "form" }, ...(graphs ? [h("option", { value: "" }, `graph of the ${kind}`)] : []), ...forms.map((f) => h("option", { value: f }, f)));
    const details = h("details", { class: "inside" }, h("summary", {}, "Inside"), h("div", { class: "row" }, h("label", {}, "as ", form), graphs ? h("label", {}, "after ", stages) : null), place);
    let focus = "", trail: string[] = [], number = 0;
    const follow = (g: Graph, lit: string) => {
        const go = (key: string) => { trail.push(focus); focus = key; follow(g, lit); };
        if (!g.nodes.has(focus)) focus = g.nodes.has(lit) ? lit : (g.starts[0] ?? "");
        if (!focus) return put(place, h("p", { class: "soft" }, "there is nothing to draw"));
        const choice = h("select", { "aria-label": "node", change: (e) => go((e.target as HTMLSelectElement).value) }, ...[...new Set([focus, ...g.starts.slice(0, STARTS)])].map((k) => h("option", { value: k, selected: k === focus }, g.nodes.get(k)!.title)));
        const controls: Child[] = [choice, trail.length ? button("Back", () => { focus = trail.pop()!; follow(g, lit); }) : null, lit && g.nodes.has(lit) && lit !== focus ? button("Where the game is", () => go(lit)) : null];
        put(place, h("div", { class: "row" }, ...controls, h("span", { class: "soft" }, `${g.nodes.size.toLocaleString("en")} nodes; what is lit is so in this position`)), drawGraph(g, focus, go));
    };
    const show = async () => {
        if (!details.open) return;
        const mine = ++number, to = form.value || kind, after = stages.value || undefined;
        try {
            if (graphs && !stages.options.length) {
                const passes = (await ask("passes")).passes as { name: string; summary: string; enabled: boolean; changes: number }[];
                stages.append(h("option", { value: "" }, "all passes"), h("option", { value: "none" }, "no pass"), ...passes.filter((p) => p.enabled).map((p) => h("option", { value: p.name, title: p.summary }, `${p.name} (${p.changes.toLocaleString("en")})`)));
            }
            stages.disabled = to !== kind && to !== "dot" && to !== "rg";
            const text = (await ask("translate", { to, after })).text as string;
            if (mine !== number) return;
            if (form.value || !graphs) return put(place, h("pre", { tabindex: 0, class: "tall" }, text));
            const at = await position(), graph = kind === "automaton" ? readAutomaton(text, at) : readNetwork(text, at);
            if (mine === number) follow(graph, at.node ?? "terminal");
        } catch (e) {
            put(place, h("p", { class: "error" }, e instanceof Error ? e.message : String(e)));
        }
    };
    for (const e of [form, stages]) e.addEventListener("change", () => { focus = ""; trail = []; void show(); });
    details.addEventListener("toggle", () => void show());
    return { element: details, moved: () => { if (!form.value) { focus = kind === "automaton" ? "" : focus; void show(); } } };
}
