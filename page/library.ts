/* The games that come along: pictures, families, search and filters, and what was played last. */
import { h, put } from "./dom";
import { pictureOf } from "./picture";
import { ask, type GameEntry } from "./protocol";

const LENGTHS: [string, (n: number) => boolean][] = [["any length", () => true], ["up to 20 moves", (n) => n <= 20], ["up to 60 moves", (n) => n > 20 && n <= 60], ["longer", (n) => n > 60]];
const BEGIN = ["hrg/hex-seven.hrg", "hrg/breakthrough.hrg", "ludi/yavalath.ludi", "hrg/chess.hrg", "lud/ur.lud", "lud/small-wari.lud"]; // easy to learn, and each of another kind
const NICE = ["hrg", "lud", "zrf", "toss", "ludi", "fairy", "rbg", "gdl", "rg", "asp"]; // which language shows a family
const RECENT = 6;

/* ---- what was played last ---- */

function recent(): string[] {
    try {
        const list: unknown = JSON.parse(localStorage.getItem("recent") ?? "[]");
        return Array.isArray(list) ? list.filter((g): g is string => typeof g === "string") : [];
    } catch {
        return [];
    }
}

export function noteRecent(game: string) {
    try { localStorage.setItem("recent", JSON.stringify([game, ...recent().filter((g) => g !== game)].slice(0, RECENT))); } catch { /* nothing is kept */ }
}

/* ---- search that forgives ---- */

const plain = (text: string) => text.toLowerCase().normalize("NFKD").replace(/[^a-z0-9 ]+/g, " ").replace(/ +/g, " ").trim();

/* Letters to change, add, drop or swap, up to `most` (Damerau 1964, for neighbours). */
function apart(a: string, b: string, most: number): number {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let older: number[] = [], old = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
        const row = [i];
        for (let k = 1; k <= b.length; k++) {
            row[k] = Math.min(old[k] + 1, row[k - 1] + 1, old[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1));
            if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) row[k] = Math.min(row[k], older[k - 2] + 1);
        }
        [older, old] = [old, row];
    }
    return old[b.length];
}

/* How well the words fit: 0 is not at all. Each word must begin, be in, or nearly be a word of the texts; those of the name count most. */
export function fit(wanted: string, name: string, text: string): number {
    const both = fitText(wanted, `${name} ${text}`);
    return both ? both + 3 * fitText(wanted, name) : 0;
}

function fitText(wanted: string, text: string): number {
    const have = plain(text).split(" "), run = have.join("");
    let sum = 1;
    for (const w of plain(wanted).split(" ").filter(Boolean)) {
        const most = w.length < 4 ? 0 : w.length < 7 ? 1 : 2;
        const one = have.includes(w) ? 4 : have.some((t) => t.startsWith(w)) ? 3 : run.includes(w) ? 2 : most && have.some((t) => Math.min(apart(w, t, most), apart(w, t.slice(0, w.length), most)) <= most) ? 1 : 0;
        if (!one) return 0;
        sum += one;
    }
    return sum;
}

/* ---- the list ---- */

function choice(label: string, values: string[], changed: () => void): [HTMLElement, HTMLSelectElement] {
    const select = h("select", { change: changed }, ...values.map((v) => h("option", { value: v }, v)));
    return [h("label", {}, label, select), select];
}

const folder = (g: GameEntry) => g.game.slice(0, g.game.indexOf("/"));
const rank = (g: GameEntry) => (NICE.indexOf(folder(g)) + 1 || NICE.length + 1) + (g.title.toLowerCase() === g.family?.toLowerCase() ? 0 : 20);

/* Pictures are drawn when they come near the window. */
const near = new IntersectionObserver((seen) => {
    for (const e of seen.filter((s) => s.isIntersecting)) {
        near.unobserve(e.target);
        void pictureOf((e.target as HTMLElement).dataset.game!).then((p) => put(e.target, p ?? h("span", { class: "initial" }, (e.target as HTMLElement).dataset.letter ?? "")));
    }
}, { rootMargin: "300px" });

/* A game without a board has its letter. */
function pictureFor(g: GameEntry): HTMLElement {
    const picture = h("span", { class: "picture", "data-game": g.game, "data-letter": g.title[0], "aria-hidden": "true" });
    near.observe(picture);
    return picture;
}

function card(games: GameEntry[]): HTMLElement {
    const [first, ...others] = games, picture = pictureFor(first);
    const title = others.length && first.family ? first.family : first.title, of = (g: GameEntry) => (g.title.toLowerCase() === title.toLowerCase() ? folder(g) : `${g.title} (${folder(g)})`);
    return h("li", {}, h("a", { href: "#/play/" + first.game, class: "card" }, picture, h("strong", {}, title), h("span", {}, first.line ?? ""),
        h("small", {}, `${folder(first)} · ${first.players} ${first.players === 1 ? "player" : "players"} · about ${first.plies} moves${first.kind ? " · " + first.kind : ""}`)),
        others.length ? h("p", { class: "others" }, "also ", ...others.map((g) => h("a", { href: "#/play/" + g.game, title: g.line ?? g.title }, of(g)))) : null);
}

export async function showLibrary(main: HTMLElement) {
    const games = (await ask("games")).games as GameEntry[], named = (list: string[]) => list.map((n) => games.find((g) => g.game === n)).filter((g): g is GameEntry => Boolean(g));
    const list = h("ul", { class: "games" }), count = h("p", { class: "soft", role: "status" }), before = h("div", {});
    const search = h("input", { type: "search", placeholder: "search", "aria-label": "search games", input: () => show() });
    const unique = (values: string[]) => [...new Set(values)].sort();
    const [languageLabel, language] = choice("Language", ["all", ...unique(games.map((g) => g.language))], () => show());
    const [playersLabel, players] = choice("Players", ["any", ...unique(games.map((g) => String(g.players)))], () => show());
    const [kindLabel, kind] = choice("Kind", ["any", ...unique(games.flatMap((g) => g.kind.split(" ")).filter(Boolean))], () => show());
    const [lengthLabel, length] = choice("Length", LENGTHS.map((l) => l[0]), () => show());
    const last = named(recent());
    const row = (title: string, some: GameEntry[]) => h("section", { class: "row-of-games" }, h("h2", {}, title), h("ul", { class: "strip" }, ...some.map((g) => {
        return h("li", {}, h("a", { href: "#/play/" + g.game, title: g.line ?? "" }, pictureFor(g), h("strong", {}, g.family ?? g.title)));
    })));
    put(before, last.length ? row("My last games", last) : null, row("Begin here", named(BEGIN)));
    const show = () => {
        const wanted = search.value, fits = LENGTHS[length.selectedIndex][1], all = !plain(wanted) && language.value === "all" && players.value === "any" && kind.value === "any" && length.selectedIndex === 0;
        const found = games.map((g) => ({ g, fit: fit(wanted, g.family ?? g.title, `${g.title} ${g.game.replace(/.*\/|\..*/g, "")} ${g.line ?? ""} ${g.kind}`) }))
            .filter(({ g, fit }) => fit > 0 && (language.value === "all" || g.language === language.value) && (players.value === "any" || String(g.players) === players.value) && (kind.value === "any" || g.kind.split(" ").includes(kind.value)) && fits(g.plies));
        const families = new Map<string, { games: GameEntry[]; fit: number }>();
        for (const { g, fit } of found) {
            const family = families.get(g.family ?? g.title) ?? { games: [], fit: 0 };
            family.games.push(g);
            family.fit = Math.max(family.fit, fit);
            families.set(g.family ?? g.title, family);
        }
        const order = [...families].sort(([a, x], [b, y]) => y.fit - x.fit || (all ? 0 : a.length - b.length) || a.localeCompare(b));
        list.replaceChildren(...order.map(([, f]) => card(f.games.sort((a, b) => rank(a) - rank(b)))));
        before.hidden = !all;
        count.textContent = found.length === games.length ? `${games.length} games of ${families.size} kinds, in ${new Set(games.map((g) => g.language)).size} languages` : `${found.length} of ${games.length} games`;
    };
    main.replaceChildren(h("h1", {}, "Games"), before, h("div", { class: "row filters" }, search, languageLabel, playersLabel, kindLabel, lengthLabel), count, list);
    show();
}
