/* Why a move is not legal: the condition of the rules that is in its way. */
import { announce, h, put } from "./dom";
import { ask, type Opened } from "./protocol";

export type Wanted = { from: string; to: string } | { move: string };
interface Reasons { legal: boolean; conditions: { line: number; text: string }[]; reason: string | null }

export class WhyNot {
    readonly element = h("div", { class: "reasons", role: "status" });
    private asked = 0; // what was asked of another position is not shown

    /* `people`: what they call a site of the rules. */
    constructor(private game: Opened, private people: (site: string) => string) {}

    get known() { return !this.game.open && !this.game.hidden && this.game.machine === "automaton"; }

    clear() {
        this.asked++;
        this.element.replaceChildren();
    }

    field(): HTMLElement {
        const text = h("input", { "aria-label": "a move that is not in the list", placeholder: "a1-a3", size: 8 });
        return h("form", { class: "row why", submit: (e) => { e.preventDefault(); void this.ask({ move: text.value.trim() }); } }, text, h("button", { type: "submit" }, "Why not?"));
    }

    async ask(move: Wanted) {
        const mine = ++this.asked, said = "move" in move ? move.move : `${this.people(move.from)}-${this.people(move.to)}`;
        if (!this.known) return put(this.element, "move" in move ? h("p", { class: "soft" }, `Why ${said} is not legal is not known for this game.`) : null);
        const reply = (await ask("why", move).catch((e: Error) => ({ legal: false, conditions: [], reason: e.message }))) as unknown as Reasons;
        if (mine !== this.asked) return;
        const one = reply.conditions.length === 1;
        put(this.element, h("p", {}, reply.legal ? `${said} is legal.` : `${said} is not legal${reply.conditions.length ? one ? ", because of this condition:" : ": but for any one of these conditions it would be:" : ": " + reply.reason}`),
            ...reply.conditions.map((c) => h("p", { class: "condition" }, `line ${c.line}: `, h("code", {}, c.text))));
        announce(this.element.textContent ?? "");
    }
}
