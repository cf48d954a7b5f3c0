/* Earlier texts of a draft, kept in this browser: what has changed since, and the way back. */
import { button, h } from "./dom";

interface Version { text: string; at: number }

const PREFIX = "versions:", MOST = 30, APART = 120_000, CONTEXT = 2; // versions of a draft; milliseconds; lines around a change

function versionsOf(name: string): Version[] {
    try {
        return JSON.parse(localStorage.getItem(PREFIX + name) ?? "[]") as Version[];
    } catch { return []; }
}

function store(name: string, list: Version[]) {
    for (let n = Math.min(list.length, MOST); ; n = Math.floor(n / 2)) { // the newest, as many as the browser has room for
        try { return localStorage.setItem(PREFIX + name, JSON.stringify(list.slice(list.length - n))); } catch { if (!n) return; }
    }
}

/* The text becomes a version, unless it is the last one; one that follows soon takes the place of the one before, unless it is `marked`. */
export function noteVersion(name: string, text: string, marked = false) {
    const list = versionsOf(name), last = list[list.length - 1], before = list[list.length - 2];
    if (last?.text === text) return;
    if (!marked && last && before && last.at - before.at < APART) list.pop();
    list.push({ text, at: Date.now() });
    store(name, list);
}

export function dropVersions(name: string) {
    try { localStorage.removeItem(PREFIX + name); } catch { /* there were none */ }
}

export function moveVersions(from: string, to: string) {
    const list = versionsOf(from);
    dropVersions(from);
    if (list.length) store(to, list);
}

export interface Line { kind: "same" | "gone" | "new"; text: string; number: number } // of the new text; of what is gone: where it was

/* Lines in common, as many as there can be (a longest common subsequence), between equal beginnings and ends. */
export function difference(before: string, after: string): Line[] {
    const a = before.split("\n"), b = after.split("\n"), lines: Line[] = [];
    let from = 0, left = a.length, right = b.length;
    while (from < left && from < right && a[from] === b[from]) from++;
    while (left > from && right > from && a[left - 1] === b[right - 1]) left--, right--;
    const n = left - from, m = right - from, best = n * m <= 4e6 ? Array.from({ length: n + 1 }, () => new Uint32Array(m + 1)) : null;
    for (let i = n - 1; best && i >= 0; i--)
        for (let k = m - 1; k >= 0; k--) best[i][k] = a[from + i] === b[from + k] ? best[i + 1][k + 1] + 1 : Math.max(best[i + 1][k], best[i][k + 1]);
    for (let i = 0; i < from; i++) lines.push({ kind: "same", text: a[i], number: i + 1 });
    let i = 0, k = 0;
    while (i < n || k < m)
        if (best && i < n && k < m && a[from + i] === b[from + k]) {
            lines.push({ kind: "same", text: b[from + k], number: from + k + 1 });
            i++, k++;
        } else if (i < n && (k === m || !best || best[i + 1][k] >= best[i][k + 1])) lines.push({ kind: "gone", text: a[from + i++], number: from + k + 1 });
        else lines.push({ kind: "new", text: b[from + k++], number: from + k });
    for (let e = right; e < b.length; e++) lines.push({ kind: "same", text: b[e], number: e + 1 });
    return lines;
}

function drawDifference(lines: Line[], go: (line: number) => void): HTMLElement {
    const near = lines.map((_, i) => lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some((l) => l.kind !== "same")), rows: HTMLElement[] = [];
    lines.forEach((l, i) => {
        if (near[i]) rows.push(h("li", { class: l.kind }, button(`${l.kind === "same" ? " " : l.kind === "gone" ? "-" : "+"} ${l.text}`, () => go(l.number))));
        else if (near[i - 1]) rows.push(h("li", { class: "soft" }, "..."));
    });
    return rows.length ? h("ul", { class: "difference" }, ...rows) : h("p", { class: "soft" }, "the text is the same");
}

export class Versions {
    private list = h("ul", {});
    private shown = h("div", {});
    readonly element = h("details", { class: "versions-box" }, h("summary", {}, "Versions"), this.list, this.shown);

    constructor(private name: () => string, private text: () => string, private set: (text: string) => void, private go: (line: number) => void) {
        this.element.addEventListener("toggle", () => this.draw());
    }

    draw() {
        if (!this.element.open) return;
        const versions = versionsOf(this.name());
        this.shown.replaceChildren();
        this.list.replaceChildren(...[...versions].reverse().map((v) => h("li", {}, new Date(v.at).toLocaleString("en"), " ",
            button("What changed", () => this.shown.replaceChildren(drawDifference(difference(v.text, this.text()), this.go))),
            button("Restore", () => { noteVersion(this.name(), this.text(), true); this.set(v.text); this.draw(); }))));
        if (!versions.length) this.list.replaceChildren(h("li", { class: "soft" }, "Nothing was changed yet."));
    }
}
