/* The grammar of the class grammar's libraries, to be followed from symbol to symbol. */
import { h, put, type Child } from "./dom";
import { ask } from "./protocol";

interface Rule { symbol: string; help: string; example?: string; package?: string; alternatives: { text: string; help?: string; example?: string }[] }

const LIBRARIES = ["ludii", "ludi", "paper"];

/* `<symbol>` becomes a link where there is such a symbol. */
function linked(text: string, symbols: Set<string>, library: string): Child[] {
    return text.split(/(<[\w.]+>)/).map((part) => {
        const name = /^<(.+)>$/.exec(part)?.[1];
        return name && symbols.has(name) ? h("a", { href: `#/grammar/${library}/${encodeURIComponent(name)}` }, part) : part;
    });
}

export async function showGrammar(main: HTMLElement, path: string) {
    const [library, symbol] = path ? path.split("/") : ["ludii", ""];
    const rules = (await ask("grammar", { library })).grammar.rules as Rule[], symbols = new Set(rules.map((r) => r.symbol)), list = h("div", {});
    const search = h("input", { type: "search", placeholder: "search", "aria-label": "search symbols", value: symbol, input: () => show() });
    const choice = h("select", { "aria-label": "library", change: (e) => (location.hash = "#/grammar/" + (e.target as HTMLSelectElement).value) }, ...LIBRARIES.map((l) => h("option", { value: l, selected: l === library }, l)));
    const show = () => {
        const wanted = search.value.toLowerCase(), exact = rules.filter((r) => r.symbol.toLowerCase() === wanted);
        const found = exact.length ? exact : rules.filter((r) => (r.symbol + " " + r.help).toLowerCase().includes(wanted));
        put(list, h("p", { class: "soft", role: "status" }, `${found.length} of ${rules.length} symbols`), ...found.slice(0, 60).map((r) =>
            h("section", {}, h("h2", {}, r.symbol), r.help ? h("p", {}, r.help) : null,
                h("pre", {}, ...r.alternatives.flatMap((a, i) => [i ? "\n| " : "  ", ...linked(a.text, symbols, library), a.help && a.help !== r.help ? "   // " + a.help : null])),
                r.example ? h("p", { class: "soft" }, "example: ", h("code", {}, r.example)) : null)));
    };
    put(main, h("h1", {}, "Grammar"), h("div", { class: "row" }, h("label", {}, "Library ", choice), search), list);
    show();
}
