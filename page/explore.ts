/* The Structure Explorer: a structure and a formula, and what satisfies it. */
import { button, h, put } from "./dom";
import { ask } from "./protocol";

const STRUCTURE = `[ | | ] "
 ... ...
    W..
...
 W..B.
"`, FORMULA = "ex y (W(x) and R(x, y))";

export async function showExplore(main: HTMLElement) {
    const structure = h("textarea", { rows: 8, "aria-label": "structure", spellcheck: "false", style: "width:100%;font-family:monospace" });
    const formula = h("input", { value: FORMULA, "aria-label": "formula or term", style: "width:100%;font-family:monospace" });
    const why = h("input", { placeholder: "x=a1,y=b1", "aria-label": "assignment to explain" }), output = h("div", { role: "status" });
    structure.value = STRUCTURE;
    const show = async () => {
        try {
            await ask("load", { game: "toss/tic-tac-toe.toss" });
            const r = await ask("explore", { structure: structure.value, formula: formula.value, ...(why.value ? { why: why.value } : {}) });
            const rows = (r.tuples ?? (r.values ?? []).map((v: any) => [...v[0], v[1]])) as string[][];
            put(output,
                r.truth !== undefined ? h("p", {}, r.truth ? "holds" : "does not hold") : r.value !== undefined ? h("p", {}, "value: " + r.value) :
                    h("table", {}, h("tr", {}, ...[...r.variables, ...(r.term ? ["value"] : [])].map((v: string) => h("th", { scope: "col" }, v))), ...rows.slice(0, 500).map((t) => h("tr", {}, ...t.map((e) => h("td", {}, String(e)))))),
                r.truth === undefined && !r.term ? h("p", { class: "soft" }, `${rows.length} satisfy it`) : null, r.why ? h("pre", {}, r.why) : null);
        } catch (e) {
            output.replaceChildren(h("pre", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)));
        }
    };
    main.replaceChildren(h("h1", {}, "Structure Explorer"), h("p", { class: "soft" }, "A relational structure, and a formula or a term of Toss; free variables range over its elements."),
        h("label", {}, "Structure", structure), h("label", {}, "Formula", formula), h("div", { class: "row" }, button("Evaluate", () => void show(), { class: "main" }), h("label", {}, "Why ", why)), output);
}
