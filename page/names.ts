/* Names in the editor: where they are defined and used, an outline of the rules, and another name for one of them. */
import { button, h } from "./dom";
import { ask } from "./protocol";
import type { Editor } from "./edit";

export interface Place { line: number; column: number; end_line: number; end_column: number }
interface Found { name: string; kind: string | null; definition: Place | null; places: Place[] }

export class Names {
    private outline = h("ul", { class: "outline" });
    private found = h("div", { role: "status" });
    readonly element = h("details", { class: "names-box" }, h("summary", {}, "Names"),
        h("div", { class: "row" }, button("Definition", () => void this.definition(), { title: "of the name at the cursor (F12)" }), button("Uses", () => void this.uses(), { title: "of the name at the cursor (Shift F12)" }),
            button("Rename", () => void this.rename(), { title: "the name at the cursor (F2)" })), this.found, this.outline);
    private editor!: Editor;
    private timer = 0;

    constructor(private rules: () => { name: string; text: string }, private changed: (text: string) => void) {
        this.element.addEventListener("toggle", () => void this.draw());
    }

    use(editor: Editor) { this.editor = editor; }

    private async at(): Promise<Found | null> {
        return (await ask("name", { ...this.rules(), ...this.editor.cursor() })).found as Found | null;
    }

    private say(...parts: (Node | string)[]) {
        this.element.open = true;
        this.found.replaceChildren(...parts);
    }

    private line(p: Place) { return this.rules().text.split("\n")[p.line - 1]?.trim() ?? ""; }

    /* Where else the name at the cursor stands: marked, after a moment. */
    moved() {
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => void this.at().then((f) => this.editor.same(f && (f.kind || f.definition) ? f.places : []), () => undefined), 250);
    }

    async definition() {
        const f = await this.at();
        if (f?.definition) this.editor.go(f.definition.line, f.definition.column);
        else this.say(f ? `${f.name} is not defined in this text` : "there is no name at the cursor");
    }

    async uses() {
        const f = await this.at();
        if (!f) return this.say("there is no name at the cursor");
        this.say(h("p", {}, h("b", {}, f.name), ` ${f.kind ?? ""}: ${f.places.length} ${f.places.length === 1 ? "place" : "places"}`),
            h("ul", {}, ...f.places.map((p) => h("li", {}, button(`${p.line}: ${this.line(p)}`, () => this.editor.go(p.line, p.column))))));
    }

    async rename() {
        const f = await this.at(), place = this.editor.cursor();
        if (!f) return this.say("there is no name at the cursor");
        const field = h("input", { value: f.name, "aria-label": `another name for ${f.name}` });
        this.say(h("form", { class: "row", submit: (e) => { e.preventDefault(); void this.renameTo(place, f.name, field.value.trim()); } }, `${f.name} becomes`, field, h("button", { type: "submit" }, "Rename")));
        field.select();
    }

    private async renameTo(place: { line: number; column: number }, from: string, to: string) {
        if (!to || to === from) return this.say();
        try {
            this.changed((await ask("rename", { ...this.rules(), ...place, to })).text as string);
            this.editor.go(place.line, place.column);
            this.say(`${from} is called ${to}`);
        } catch (e) {
            this.say(h("p", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)));
        }
    }

    async draw() {
        if (!this.element.open) return;
        const symbols = (await ask("symbols", this.rules())).symbols as (Place & { name: string; kind: string })[];
        const kinds = [...new Set(symbols.map((s) => s.kind))];
        this.outline.replaceChildren(...kinds.map((kind) => h("li", {}, h("span", { class: "soft" }, kind + ": "),
            ...symbols.filter((s) => s.kind === kind).map((s) => button(s.name, () => this.editor.go(s.line, s.column), { class: "link" })))));
    }
}
