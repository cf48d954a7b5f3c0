/* The games that come along, with search and filters. */
import { h } from "./dom";
import { ask, type GameEntry } from "./protocol";

const LENGTHS: [string, (n: number) => boolean][] = [["any length", () => true], ["up to 20 moves", (n) => n <= 20], ["up to 60 moves", (n) => n > 20 && n <= 60], ["longer", (n) => n > 60]];

function choice(label: string, values: string[], changed: () => void): [HTMLElement, HTMLSelectElement] {
    const select = h("select", { change: changed }, ...values.map((v) => h("option", { value: v }, v)));
    return [h("label", {}, label, select), select];
}

export async function showLibrary(main: HTMLElement) {
    const games = (await ask("games")).games as GameEntry[];
    const list = h("ul", { class: "games" }), count = h("p", { class: "soft", role: "status" });
    const search = h("input", { type: "search", placeholder: "search", "aria-label": "search games", input: () => show() });
    const unique = (values: string[]) => [...new Set(values)].sort();
    const [languageLabel, language] = choice("Language", ["all", ...unique(games.map((g) => g.language))], () => show());
    const [playersLabel, players] = choice("Players", ["any", ...unique(games.map((g) => String(g.players)))], () => show());
    const [kindLabel, kind] = choice("Kind", ["any", ...unique(games.flatMap((g) => g.kind.split(" ")).filter(Boolean))], () => show());
    const [lengthLabel, length] = choice("Length", LENGTHS.map((l) => l[0]), () => show());
    const show = () => {
        const wanted = search.value.toLowerCase(), fits = LENGTHS[length.selectedIndex][1];
        const found = games.filter((g) => (g.title + " " + g.game).toLowerCase().includes(wanted) && (language.value === "all" || g.language === language.value) &&
            (players.value === "any" || String(g.players) === players.value) && (kind.value === "any" || g.kind.split(" ").includes(kind.value)) && fits(g.plies));
        list.replaceChildren(...found.map((g) => h("li", {}, h("a", { href: "#/play/" + g.game }, h("strong", {}, g.title),
            h("small", {}, `${g.game.slice(0, g.game.indexOf("/"))} · ${g.players} ${g.players === 1 ? "player" : "players"} · about ${g.plies} moves${g.kind ? " · " + g.kind : ""}`)))));
        count.textContent = `${found.length} of ${games.length} games`;
    };
    main.replaceChildren(h("h1", {}, "Games"), h("div", { class: "row filters" }, search, languageLabel, playersLabel, kindLabel, lengthLabel), count, list);
    show();
}
