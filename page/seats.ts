/* Who plays: a person, or an agent and how strong it is. */
import { h } from "./dom";
import { colourOf } from "./pieces";
import type { Opened } from "./protocol";

export interface Seat { role: string; agent: string; seconds: number }

export const AGENTS: [string, string][] = [
    ["", "a person"], ["random", "random"], ["montecarlo", "Monte Carlo"], ["mcts", "MCTS"], ["mcts:rave=200", "MCTS for placing stones"], ["alphabeta", "alpha-beta"],
    ["alphabeta:eval=payoff", "alpha-beta by payoffs"], ["nested", "nested search"], ["solver", "exact solver"],
];

/* How strong an agent plays is how long it may think. */
export const STRENGTHS: [string, number][] = [["easy", 0.25], ["medium", 1], ["strong", 3], ["very strong", 10]];

const LONG = 100; // plies

/* The usual opponent, as docs/agents.md says what is good for what: puzzles are searched by `nested`; where two capture in turn, nothing
 * is hidden and random games are long, so that there is time for few of them, material counts (alpha-beta); where stones are placed, RAVE
 * helps; else MCTS. */
export function agentFor(game: Opened): string {
    const kinds = new Set(game.kind.split(" ")), turns = !game.simultaneous && !game.chance && !game.hidden;
    if (game.roles.length === 1) return turns ? "nested" : "mcts";
    if (game.roles.length === 2 && turns && kinds.has("capture") && game.plies > LONG) return "alphabeta";
    if (turns && kinds.has("placement")) return "mcts:rave=200";
    return "mcts";
}

/* Agents that go on with what they know when they are asked again: their thoughts can be watched. */
export const goesOn = (agent: string) => /^(mcts|alphabeta)\b/.test(agent);

export function seatPanel(seats: Seat[], changed: () => void): HTMLElement {
    return h("div", {}, ...seats.map((s, i) => {
        const select = h("select", { "aria-label": `who plays ${s.role}` }, ...AGENTS.map(([value, title]) => h("option", { value, selected: value === s.agent }, title)));
        const strength = h("select", { class: "strength", "aria-label": `strength of ${s.role}` }, ...STRENGTHS.map(([title, seconds]) => h("option", { value: seconds, selected: seconds === s.seconds, title: `${seconds} s a move` }, title)));
        const idle = () => (strength.hidden = !s.agent || s.agent === "random");
        idle();
        select.addEventListener("change", () => {
            s.agent = select.value;
            idle();
            changed();
        });
        strength.addEventListener("change", () => (s.seconds = Number(strength.value)));
        const dot = h("span", { class: "dot", style: `background:${colourOf(s.role, i)}` });
        return h("div", { class: "seat" }, h("span", { class: "name" }, dot, s.role), select, strength);
    }));
}
