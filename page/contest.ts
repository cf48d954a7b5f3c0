/* A tournament: every pair of agents on every order of seats, game after game. */
import { button, h, put } from "./dom";
import { ask, type Opened } from "./protocol";
import { AGENTS } from "./seats";

interface Standing { games: number; wins: number; draws: number; losses: number; points: number }

/* Difference of strength of a share of points, in Elo; none at the ends. */
const elo = (share: number) => (share <= 0 ? "-∞" : share >= 1 ? "+∞" : ((-400 * Math.log10(1 / share - 1)) | 0).toString());

/* Half the width of the 95 % interval of a share (Wilson). */
function interval(points: number, games: number): [number, number] {
    const z = 1.96, p = points / games, middle = (p + (z * z) / (2 * games)) / (1 + (z * z) / games), half = (z / (1 + (z * z) / games)) * Math.sqrt((p * (1 - p)) / games + (z * z) / (4 * games * games));
    return [middle - half, middle + half];
}

export async function showContest(main: HTMLElement, name: string): Promise<{ close(): void }> {
    const game = (await ask("load", { game: name })) as unknown as Opened, roles = game.roles, table = h("div", { role: "status" }), list = h("ol", { class: "history" }), problem = h("p", { class: "error", role: "alert" });
    const boxes = AGENTS.filter((a) => a[0]).map(([value, title]) => ({ value, title, box: h("input", { type: "checkbox", checked: value === "mcts" || value === "random" }) }));
    const seconds = h("input", { type: "number", min: 0.01, max: 5, step: 0.01, value: 0.05 }), rounds = h("input", { type: "number", min: 1, max: 1000, value: 10 });
    const standings = new Map<string, Standing>();
    let running = false, closed = false;
    const draw = () => put(table, h("table", {}, h("tr", {}, ...["agent", "games", "won", "drawn", "lost", "points", "95 %", "Elo against the others"].map((t) => h("th", { scope: "col" }, t))),
        ...[...standings].sort((a, b) => points(b[1]) / (b[1].games || 1) - points(a[1]) / (a[1].games || 1)).map(([agent, s]) => {
            const share = s.games ? points(s) / s.games : 0, [low, high] = s.games ? interval(points(s), s.games) : [0, 1];
            return h("tr", {}, h("th", { scope: "row" }, agent), ...[s.games, s.wins, s.draws, s.losses].map((n) => h("td", { class: "number" }, String(n))), h("td", { class: "number" }, s.games ? (100 * share).toFixed(1) + " %" : ""),
                h("td", { class: "number" }, s.games ? `${(100 * Math.max(0, low)).toFixed(0)} to ${(100 * high).toFixed(0)} %` : ""), h("td", { class: "number" }, s.games ? elo(share) : ""));
        })));
    const points = (s: Standing) => s.points;
    const playOne = async (seats: string[], number: number) => {
        const agents = Object.fromEntries(roles.map((r, i) => [r, seats[i]])), r = await ask("match", { agents, seconds: Number(seconds.value), seed: number });
        if (closed) return;
        const moves = r.moves as { role: string; move: string }[], link = "#/play/" + name + "?moves=" + encodeURIComponent(JSON.stringify(moves.map((m) => [m.role, m.move])));
        list.append(h("li", {}, h("a", { href: link }, `${roles.map((role, i) => `${role}: ${seats[i]}`).join(", ")}`), ` ${r.scores ? roles.map((role) => r.scores[role]).join(" : ") : "not finished"}, ${r.plies} plies`));
        if (!r.scores) return;
        if (roles.length === 1) { // alone: the score itself counts
            const s = standings.get(seats[0])!, [low, high] = game.scores ?? [0, 100];
            s.games++;
            s.points += high > low ? (r.scores[roles[0]] - low) / (high - low) : 0;
        }
        for (let i = 0; i < seats.length; i++)
            for (let k = 0; k < seats.length; k++) {
                if (seats[i] === seats[k]) continue;
                const s = standings.get(seats[i])!, mine = r.scores[roles[i]], other = r.scores[roles[k]];
                s.games++;
                if (mine > other) s.wins++;
                else if (mine < other) s.losses++;
                else s.draws++;
                s.points = s.wins + s.draws / 2;
            }
        draw();
    };
    const start = button("Start", async () => {
        if (running) { running = false; start.disabled = true; return; } // the game in progress ends first
        const chosen = boxes.filter((b) => b.box.checked).map((b) => b.value);
        problem.textContent = chosen.length < 2 && roles.length > 1 ? "choose two agents at least" : "";
        if (problem.textContent) return;
        running = true;
        start.textContent = "Stop";
        standings.clear();
        for (const agent of chosen) standings.set(agent, { games: 0, wins: 0, draws: 0, losses: 0, points: 0 });
        list.replaceChildren();
        draw();
        try {
            let number = 0;
            for (let round = 0; round < Number(rounds.value) && running && !closed; round++)
                for (const a of chosen)
                    for (const b of chosen) {
                        if ((a === b && roles.length > 1) || !running || closed) continue;
                        if (roles.length > 1 || a === b) await playOne(roles.map((_, i) => (i % 2 === 0 ? a : b)), ++number);
                    }
        } catch (e) {
            problem.textContent = e instanceof Error ? e.message : String(e);
        }
        running = start.disabled = false;
        start.textContent = "Start";
    }, { class: "main" });
    put(main, h("h1", {}, `Tournament of ${game.title}`), h("fieldset", { class: "row" }, h("legend", {}, "Agents"), ...boxes.map((b) => h("label", {}, b.box, " " + b.title))),
        h("div", { class: "row" }, h("label", {}, "Seconds a move ", seconds), h("label", {}, "Rounds ", rounds), start, h("a", { href: "#/play/" + name }, "Play it")), problem, table, h("h2", {}, "Games"), list);
    draw();
    return { close: () => { closed = true; running = false; } };
}
