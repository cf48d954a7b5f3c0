/* What kind of game it is: an agent plays it against itself, and the games are measured. */
import { drawChart, type Chart } from "./chart";
import { button, h, put } from "./dom";
import { ask, type Opened, type Reply } from "./protocol";
import { AGENTS } from "./seats";

function lengths(all: number[]): [number, number][] {
    const low = Math.min(...all), width = Math.floor((Math.max(...all) - low) / 30) + 1, counts = new Map<number, number>();
    for (const n of all) counts.set(low + Math.floor((n - low) / width) * width, (counts.get(low + Math.floor((n - low) / width) * width) ?? 0) + 1);
    return [...counts].sort((a, b) => a[0] - b[0]);
}

function charts(a: Reply): Chart[] {
    const by = a.by_ply as { ply: number; branching: number | null; lead: number | null }[], over = (key: "branching" | "lead") => by.filter((p) => p[key] !== null).map((p): [number, number] => [p.ply, p[key]!]);
    return [
        { title: "Lengths of games", x: "plies", bars: true, points: a.lengths.length ? lengths(a.lengths) : [] }, { title: "Legal moves over the game", x: "plies", points: over("branching") },
        { title: "Lead of the first role", x: "plies", points: over("lead") }, { title: "New positions by depth (log10)", x: "plies", points: (a.state_space as number[]).map((n, i): [number, number] => [i, Math.log10(Math.max(1, n))]) },
    ].filter((c) => c.points.length > 1);
}

function report(r: Reply): HTMLElement {
    const a = r.analysis, percent = (x: number) => (100 * x).toFixed(1) + " %";
    return h("div", {}, h("p", {}, `${a.games} games, ${a.finished} of them finished; by ${a.agent} with ${a.playouts} playouts a move`),
        h("table", {}, h("tr", {}, ...["role", "won", "95 %", "mean score"].map((t) => h("th", { scope: "col" }, t))),
            ...Object.keys(a.wins).map((role) => h("tr", {}, h("th", { scope: "row" }, role), h("td", {}, percent(a.wins[role].rate)), h("td", {}, `${percent(a.wins[role].low)} to ${percent(a.wins[role].high)}`), h("td", {}, a.scores[role].toFixed(1))))),
        h("div", { class: "plots" }, ...charts(a).map(drawChart)),
        h("h2", {}, "Measures"), h("table", {}, ...Object.entries(r.titles as Record<string, string[]>).filter(([key]) => a.measures[key] !== null).map(([key, [title, unit, meaning]]) =>
            h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "number" }, `${Number(a.measures[key].toPrecision(3))} ${unit}`), h("td", { class: "soft" }, meaning)))),
        h("h2", {}, "Kinds of moves"), h("table", {}, ...(a.move_types as any[]).slice(0, 16).map((t) => h("tr", {}, h("td", {}, t.type), h("td", { class: "number" }, percent(t.share))))));
}

export async function showAnalyse(main: HTMLElement, name: string) {
    const game = (await ask("load", { game: name })) as unknown as Opened, output = h("div", { role: "status" });
    const agent = h("select", {}, ...AGENTS.filter((a) => a[0]).map(([value, title]) => h("option", { value, selected: value === "mcts" }, title)));
    const games = h("input", { type: "number", min: 1, max: 1000, value: 30 }), playouts = h("input", { type: "number", min: 1, max: 10000, value: 100 });
    const run = button("Measure", async () => {
        run.disabled = true;
        put(output, h("p", {}, "playing, 20 seconds at most ..."));
        try {
            put(output, report(await ask("analyse", { games: Number(games.value), playouts: Number(playouts.value), agent: agent.value, seconds: 20 })));
        } catch (e) {
            put(output, h("p", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)));
        }
        run.disabled = false;
    }, { class: "main" });
    put(main, h("h1", {}, `Measures of ${game.title}`), h("div", { class: "row" }, h("label", {}, "Played by ", agent), h("label", {}, "Games ", games), h("label", {}, "Playouts a move ", playouts), run,
        h("a", { href: "#/play/" + name }, "Play it")), output);
}
