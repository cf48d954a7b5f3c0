/* Who plays: a person, or an agent and how strong it is. */
import { h } from "./dom";
import { colourOf } from "./pieces";
import type { Opened } from "./protocol";

export interface Seat { role: string; agent: string; level: number }

export const AGENTS: [string, string][] = [
    ["", "a person"], ["random", "random"], ["montecarlo", "Monte Carlo"], ["mcts", "MCTS"], ["mcts:rave=200", "MCTS for placing stones"], ["alphabeta", "alpha-beta"],
    ["alphabeta:eval=payoff", "alpha-beta by payoffs"], ["nested", "nested search"], ["solver", "exact solver"],
];

/* How strong an agent plays: five levels, of which each wins some two of three games against the one below it (docs/page.md has the
 * figures): they make the same search, and any move instead with a probability. Above them are searches by the clock alone. */
export interface Level { title: string; seconds: number }
export const LEVELS: Level[] = [
    { title: "1 beginner", seconds: 5 }, { title: "2 easy", seconds: 5 }, { title: "3 medium", seconds: 5 }, { title: "4 good", seconds: 5 }, { title: "5 strong", seconds: 5 },
    { title: "3 s a move", seconds: 3 }, { title: "10 s a move", seconds: 10 },
];
export const MEASURED = 5, USUAL = 2; // levels that have a budget of their own; the one to begin with
const SLIPS = [0.5, 0.36, 0.24, 0.12, 0];
const BUDGETS: Record<string, [string, number[]]> = { mcts: ["playouts=800", SLIPS], montecarlo: ["playouts=800", SLIPS], alphabeta: ["nodes=8000", [0.4, 0.26, 0.16, 0.08, 0.03]] };

/* The agent at a level, as it is asked for. */
export function agentAt(seat: Seat): { agent: string; seconds: number; whole: boolean } {
    const [name, ...rest] = seat.agent.split(":"), level = LEVELS[seat.level] ?? LEVELS[USUAL], budget = seat.level < MEASURED ? BUDGETS[name] : undefined;
    if (!budget) return { agent: seat.agent, seconds: seat.level < MEASURED ? 1 : level.seconds, whole: !goesOn(seat.agent) };
    const slip = budget[1][seat.level];
    return { agent: `${name}:${[budget[0], ...(slip ? [`slip=${slip}`] : []), ...rest].join(",")}`, seconds: level.seconds, whole: true };
}

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
        const strength = h("select", { class: "strength", "aria-label": `strength of ${s.role}` }, ...LEVELS.map(({ title }, k) => h("option", { value: k, selected: k === s.level }, title)));
        const idle = () => (strength.hidden = !s.agent || s.agent === "random");
        idle();
        select.addEventListener("change", () => {
            s.agent = select.value;
            idle();
            changed();
        });
        strength.addEventListener("change", () => (s.level = Number(strength.value)));
        const dot = h("span", { class: "dot", style: `background:${colourOf(s.role, i)}` });
        return h("div", { class: "seat" }, h("span", { class: "name" }, dot, s.role), select, strength);
    }));
}
