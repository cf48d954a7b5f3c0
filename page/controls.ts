/* What stands beside a board: what can be done, who plays, the rules, moves, history. */
import { CLOCKS } from "./clock";
import { button, h } from "./dom";
import { ruleMenus } from "./options";
import type { Rules } from "./play";
import type { Opened } from "./protocol";
import { canShare } from "./table";

type Part = HTMLElement | null;
type Action = () => unknown;

/* `act`: what is done by buttons, by their texts. */
export interface Parts {
    end: HTMLElement; problem: HTMLElement; clock: HTMLElement; pause: HTMLElement; seats: HTMLElement; inside: HTMLElement;
    act: Record<string, Action>; switches: Part[]; middle: HTMLElement[]; history: Part[]; puzzles: boolean; delay: number;
    guard(action: Action): void;
    load(text: string): Promise<void>;
    setClock(seconds: number, added: number): void;
    setDelay(seconds: number): void;
    choose(more: Partial<Rules>): void;
}

const DELAY_MOST = 10, WIDE = 832; // seconds; pixels from which the panel is beside the board

export function controls(game: Opened, rules: Rules, p: Parts): HTMLElement {
    const two = game.roles.length === 2, own = !rules.game;
    const does = (text: string, title = "") => button(text, () => p.guard(p.act[text]), title ? { title } : {});
    const file = h("input", { type: "file", accept: ".json,.jsonl,application/json", hidden: true });
    file.addEventListener("change", () => file.files?.[0]?.text().then((text) => p.guard(() => p.load(text))));
    const clock = h("label", { class: "row" }, "Clock", h("select", { "aria-label": "clock", change: (e) => {
        const [, seconds, added] = CLOCKS[(e.target as HTMLSelectElement).selectedIndex];
        p.setClock(seconds, added);
    } }, ...CLOCKS.map(([title]) => h("option", {}, title))));
    const delay = h("label", { class: "row" }, "Agents take at least", h("input", { type: "number", min: 0, max: DELAY_MOST, step: 0.1, value: p.delay, "aria-label": "seconds that a move of an agent takes at least",
        change: (e) => p.setDelay(Math.min(DELAY_MOST, Math.max(0, Number((e.target as HTMLInputElement).value) || 0))) }), "s");
    const about = game.about.trim().replace(/\n[ \t]{2,}/g, " ").replace(/: {2,}/g, ": "); // lines that go on are one
    return h("div", { class: "panel" }, p.end, p.problem, p.clock,
        h("div", { class: "row tools" }, does("New game"), does("Undo"), does("Redo"), does("Hint"), does("Flip"), p.pause, does("Step"), two ? does("Resign") : null, two ? does("Offer a draw") : null),
        p.seats, two && !game.simultaneous ? clock : null, ...p.switches,
        ruleMenus(game, rules, p.choose),
        h("p", { class: "row" }, h("a", { href: (own ? "#/how-mine/" : "#/how/") + game.game }, "How this game works"), own ? null : h("a", { href: "#/analyse/" + game.game }, "Measures"),
            own ? null : h("a", { href: "#/contest/" + game.game }, "Tournament"), !own && p.puzzles ? h("a", { href: "#/puzzles/" + game.game }, "Puzzles") : null),
        about ? h("details", { class: "about", open: window.innerWidth > WIDE }, h("summary", {}, "Rules"), h("pre", { tabindex: 0 }, about)) : null,
        ...p.middle, h("h2", {}, "History"), ...p.history,
        h("div", { class: "row tools" }, does("Save"), button("Load", () => file.click()), does("Copy link"), does("SVG", "a picture of this position"), does("PNG", "a picture of this position"), does("Edit the rules"),
            canShare() && game.roles.length > 1 ? does("Play with a friend") : null, file),
        delay, p.inside);
}
