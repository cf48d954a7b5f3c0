/* A game without a board: what its variables and facts say as a table of things, and its moves as buttons. */
import { h, svg } from "./dom";
import { drawCard, drawDie } from "./pieces";
import type { Board, Look } from "./protocol";

/* One thing and what is said of it: the value of a variable, or all the maps over it. */
export interface Thing { key: string; says: { name: string; value: string }[] }
export interface Group { title: string; things: Thing[] }

const OWN = new Set(["goals", "player", "visible", "mover", "location", "vertex", "node", "turn", "control", "step", "present", "image", "choices"]);
const NOTHING = /^(none|nobody|empty|nowhere|null|nil|0|off|)$/i;

export const plainValue = (value: string) => value.replace(/^[A-Za-z]+_+(-?\d+)$/, "$1").replace(/_+/g, " ");

/* `(name a b c)` as words; inner terms stay as they are. */
function termWords(fact: string): string[] {
    const inner = fact.startsWith("(") ? fact.slice(1, -1) : fact, words: string[] = [];
    let depth = 0, word = "";
    for (const c of inner + " ") {
        if (c === " " && depth === 0) {
            if (word) words.push(word);
            word = "";
            continue;
        }
        depth += c === "(" ? 1 : c === ")" ? -1 : 0;
        word += c;
    }
    return words;
}

/* Facts by their names: `(heap a 3)` says 3 of the heap a; `(phase bets)` is a variable. */
export function groupsOfFacts(facts: string[]): Group[] {
    const groups = new Map<string, Thing[]>(), single: Thing[] = [];
    for (const f of facts) {
        const [name, ...args] = termWords(f);
        if (OWN.has(name)) continue;
        if (args.length < 2) single.push({ key: name, says: [{ name: "", value: args[0] ?? "yes" }] });
        else groups.set(name, [...(groups.get(name) ?? []), { key: args.slice(0, -1).join(" "), says: [{ name: "", value: args[args.length - 1] }] }]);
    }
    const list = [...groups].map(([title, things]) => ({ title, things }));
    return single.length ? [{ title: "", things: single }, ...list] : list;
}

/* Variables; maps with the same keys are one table. */
function groupsOfState(state: Record<string, any>): Group[] {
    const single: Thing[] = [], tables = new Map<string, Group>();
    for (const [name, value] of Object.entries(state)) {
        if (OWN.has(name)) continue;
        if (typeof value === "string") {
            single.push({ key: name, says: [{ name: "", value }] });
            continue;
        }
        const keys = Object.keys(value).filter((k) => !/^(none|nowhere|)$/.test(k) && typeof value[k] === "string"), id = keys.join(" ");
        if (!keys.length) continue;
        const table = tables.get(id) ?? { title: "", things: keys.map((key) => ({ key, says: [] })) };
        table.title += (table.title ? ", " : "") + name;
        keys.forEach((k, i) => table.things[i].says.push({ name, value: value[k] }));
        tables.set(id, table);
    }
    return [...(single.length ? [{ title: "", things: single }] : []), ...tables.values()];
}

export function groupsOf(look: Look): Group[] {
    if (Array.isArray(look.state)) return groupsOfFacts(look.state);
    if (Array.isArray(look.facts)) return groupsOfFacts(look.facts);
    return look.state ? groupsOfState(look.state) : [];
}

/* Things that can be clicked count as the sites of a board: those of groups that tell several things apart. */
export function boardOfThings(groups: Group[]): Board {
    const names = [...new Set(groups.filter((g) => g.title).flatMap((g) => g.things.map((t) => t.key)))];
    return { name: "things", shape: "things", sites: names.map((name, i) => ({ name, x: i, y: 0 })), lines: [] };
}

function drawValue(title: string, key: string, value: string): Node {
    const text = plainValue(value), number = /^\d+$/.test(text) ? Number(text) : -1, about = `${title} ${key}`.toLowerCase();
    if (/\b(die|dice|roll)\b/.test(about) && number >= 1 && number <= 6) return h("span", { class: "glyph" }, svg("svg", { viewBox: "-.5 -.5 1 1", role: "img", "aria-label": `a die that shows ${text}` }, drawDie(number)));
    if (/\b(card|hand|holds|deal|dealt)\b/.test(about) && !NOTHING.test(value)) return h("span", { class: "glyph" }, svg("svg", { viewBox: "-.4 -.5 .8 1", role: "img", "aria-label": text }, drawCard(text, "#24527a")));
    if (/heap|pile|stack|candle|stone|counter|seed|match|\bn\b/.test(about) && number >= 0 && number <= 20)
        return h("span", { class: "heap" }, ...Array.from({ length: number }, () => h("i", {})), h("b", {}, text));
    return h("b", {}, text);
}

export class Field {
    readonly element: HTMLElement;
    private buttons = h("div", { class: "buttons" });
    private things = h("div", { class: "things" });
    private seen = h("div", { class: "seen" });

    constructor(private click: (site: number) => void) {
        this.element = h("div", { class: "field", role: "group", "aria-label": "field" }, this.things, this.buttons, this.seen);
    }

    update(groups: Group[], sites: string[], marks: { live: Set<number>; chosen: Set<number> }, moves: { label: string; move: string; make: () => void }[], seen: string[] | undefined) {
        this.buttons.replaceChildren(...moves.map((m) => h("button", { type: "button", class: "live action", "data-move": m.move, click: m.make }, ...this.face(m.label))));
        this.things.replaceChildren(...groups.map((g) => h("section", {}, g.title ? h("h2", {}, g.title.replace(/_/g, " ")) : null, h("div", { class: "tiles" }, ...g.things.map((t) => this.tile(g, t, sites, marks))))));
        this.seen.replaceChildren(...(seen ? [h("h2", {}, "What you saw"), h("ol", {}, ...seen.map((s) => h("li", {}, ...this.face(s || "nothing"))))] : []));
        this.seen.scrollTop = this.seen.scrollHeight;
    }

    private face(label: string): (Node | string)[] {
        const card = /^(?:\w+ )?(ace|king|queen|jack|joker)$/.exec(label);
        return card ? [h("span", { class: "glyph" }, svg("svg", { viewBox: "-.4 -.5 .8 1", "aria-hidden": "true" }, drawCard(card[1][0].toUpperCase(), "#24527a"))), label] : [label];
    }

    private tile(g: Group, t: Thing, sites: string[], marks: { live: Set<number>; chosen: Set<number> }): HTMLElement {
        const site = g.title ? sites.indexOf(t.key) : -1, live = marks.live.has(site), faint = t.says.every((s) => NOTHING.test(plainValue(s.value)));
        const inside = [h("span", { class: "key" }, t.key.replace(/_/g, " ")), ...t.says.filter((s) => t.says.length === 1 || !NOTHING.test(plainValue(s.value))).map((s) => h("span", {}, t.says.length > 1 ? `${s.name} ` : "", drawValue(g.title || t.key, s.name || t.key, s.value)))];
        const attributes = { class: "tile" + (live ? " live" : "") + (marks.chosen.has(site) ? " chosen" : "") + (faint ? " faint" : ""), "data-site": site >= 0 ? t.key : undefined };
        return live || marks.chosen.has(site) ? h("button", { type: "button", ...attributes, click: () => this.click(site) }, ...inside) : h("div", attributes, ...inside);
    }
}

/* The same as a table, for what is said beside a board. */
export function factsTable(groups: Group[]): HTMLElement {
    return h("table", {}, ...groups.flatMap((g) => g.things.map((t) => h("tr", {}, h("th", { scope: "row" }, [g.title, t.key].filter(Boolean).join(" ").replace(/_/g, " ")), h("td", {}, t.says.map((s) => plainValue(s.value)).join(", "))))));
}
