/* A game looked at again: what an agent expects at each ply, where a move threw something away, and what it would have done. */
import { h, svg } from "./dom";
import { colourOf } from "./pieces";
import type { Made } from "./play";
import { ask, type Look, type Opened, type Thoughts } from "./protocol";

export interface Judged { mover: string; share: number; best: string } // share: 0 to 1, for the mover, before the ply
export interface Review { judged: (Judged | null)[]; loss: number[] }  // [ply]; what the move lost, for who made it

const SECONDS = 0.3, MISTAKE = 0.12, BLUNDER = 0.25;

/* Games whose course one agent can judge: two roles in turn, nothing hidden. */
export const canReview = (game: Opened) => game.roles.length === 2 && !game.hidden && !game.simultaneous && !game.open && Boolean(game.scores);

/* Plays the game again, thinking at each ply. The session is left at its last ply. */
export async function review(game: Opened, agent: string, plies: Made[][], progress: (ply: number) => void, stopped: () => boolean): Promise<Review | null> {
    const [low, high] = game.scores!, share = (score: number) => (high > low ? Math.max(0, Math.min(1, (score - low) / (high - low))) : 0.5);
    const judged: (Judged | null)[] = [];
    for (let ply = 0; ply <= plies.length; ply++) {
        if (stopped()) return null;
        progress(ply);
        await ask("replay", { moves: plies.slice(0, ply).flat().map(({ role, move, way }) => (way ? { role, move, way } : { role, move })) });
        const look = (await ask("look")) as unknown as Look, mover = look.movers[0];
        if (look.terminal) {
            const score = Number(look.scores?.[game.roles[0]] ?? low);
            judged.push({ mover: game.roles[0], share: share(score), best: "" });
        } else if (look.movers.length !== 1 || mover === "random") judged.push(null);
        else {
            const t = (await ask("think", { role: mover, agent, seconds: SECONDS })) as unknown as Thoughts;
            judged.push({ mover, share: share(t.value), best: t.best });
        }
    }
    /* What a move lost is told by the next ply that is judged, seen by who made it. */
    const loss = plies.map((_, i) => {
        const before = judged[i], after = judged.slice(i + 1).find(Boolean);
        if (!before || !after) return 0;
        return Math.max(0, before.share - (after.mover === before.mover ? after.share : 1 - after.share));
    });
    return { judged, loss };
}

export const signOf = (loss: number) => (loss >= BLUNDER ? "??" : loss >= MISTAKE ? "?" : "");

/* The curve of what the first role could expect; a click goes to the ply. */
export function curve(game: Opened, r: Review, go: (ply: number) => void): HTMLElement {
    const n = Math.max(1, r.judged.length - 1), first = game.roles[0], points = r.judged.map((j, i) => j && [i, j.mover === first ? j.share : 1 - j.share] as [number, number]).filter((p): p is [number, number] => Boolean(p));
    const at = ([i, v]: [number, number]) => `${((i / n) * 100).toFixed(2)},${(29 - 28 * v).toFixed(2)}`;
    const picture = svg("svg", { viewBox: "0 0 100 30", preserveAspectRatio: "none", class: "review-curve", role: "img", "aria-label": `what ${first} could expect, over the game` },
        svg("polygon", { points: `0,29 ${points.map(at).join(" ")} 100,29`, fill: colourOf(first, 0), stroke: "var(--soft)", "stroke-width": 0.3 }), svg("line", { x1: 0, y1: 15, x2: 100, y2: 15, stroke: "var(--soft)", "stroke-width": 0.2 }),
        ...r.loss.map((l, i) => (signOf(l) ? svg("circle", { cx: ((i + 1) / n) * 100, cy: 3, r: 1.2, fill: "var(--bad)" }) : null)));
    picture.addEventListener("click", (e) => {
        const box = picture.getBoundingClientRect();
        go(Math.round((((e as MouseEvent).clientX - box.left) / box.width) * n));
    });
    const worst = r.loss.filter((l) => l >= BLUNDER).length, small = r.loss.filter((l) => l >= MISTAKE && l < BLUNDER).length;
    return h("div", { class: "review" }, picture, h("p", { class: "soft" }, `${worst} ${worst === 1 ? "blunder" : "blunders"} (??), ${small} ${small === 1 ? "mistake" : "mistakes"} (?). Green arrows: what the agent would have done.`));
}
