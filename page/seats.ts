/* Who plays: a person or an agent with its time. */
import { h } from "./dom";
import { colourOf } from "./pieces";

export interface Seat { role: string; agent: string; seconds: number }

export const AGENTS: [string, string][] = [
    ["", "a person"], ["random", "random"], ["montecarlo", "Monte Carlo"], ["mcts", "MCTS"], ["alphabeta", "alpha-beta"],
    ["alphabeta:eval=payoff", "alpha-beta by payoffs"], ["nested", "nested search"], ["solver", "exact solver"],
];

/* Agents that go on with what they know when they are asked again: their thoughts can be watched. */
export const goesOn = (agent: string) => /^(mcts|alphabeta)\b/.test(agent);

export function seatPanel(seats: Seat[], changed: () => void): HTMLElement {
    return h("div", {}, ...seats.map((s, i) => {
        const select = h("select", { "aria-label": `who plays ${s.role}` }, ...AGENTS.map(([value, title]) => h("option", { value, selected: value === s.agent }, title)));
        const time = h("input", { type: "number", min: 0.1, max: 30, step: 0.1, value: s.seconds, "aria-label": `seconds a move of ${s.role}`, title: "seconds a move" });
        time.hidden = !s.agent || s.agent === "random";
        select.addEventListener("change", () => {
            s.agent = select.value;
            time.hidden = !s.agent || s.agent === "random";
            changed();
        });
        time.addEventListener("change", () => (s.seconds = Math.min(30, Math.max(0.1, Number(time.value) || 1))));
        const dot = h("span", { class: "dot", style: `background:${colourOf(s.role, i)}` });
        return h("div", { class: "seat" }, h("span", { class: "name" }, dot, s.role), select, time);
    }));
}
