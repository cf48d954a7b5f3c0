/* Which page is shown: the part of the address behind `#`. */
import { showAnalyse } from "./analyse";
import { showContest } from "./contest";
import { h } from "./dom";
import { draft } from "./drafts";
import { showEdit } from "./edit";
import { showExplore } from "./explore";
import { showGrammar } from "./grammar";
import { showHow } from "./how";
import { showLibrary } from "./library";
import { CHOICES, closePlay, keptRules, showPlay, type Made, type Rules } from "./play";
import { showPuzzles } from "./puzzles";
import { unpack } from "./share";
import { showTable, type TablePlay } from "./table";
import { showSettings } from "./settings";

let contest: { close(): void } | null = null;
let table: TablePlay | null = null;

const main = document.getElementById("main")!;

/* A game of the library; a link may say which options, and which moves were made. */
async function showLink(place: HTMLElement, name: string, query: URLSearchParams) {
    const moves = query.get("moves"), rules: Rules = { game: name };
    for (const key of CHOICES) if (query.has(key)) rules[key] = query.get(key)!;
    const made: Made[] | null = moves ? (JSON.parse(moves) as [string, string, number?][]).map(([role, move, way]) => ({ role, move, way })) : null;
    await showPlay(place, name, made, Object.keys(rules).length > 1 ? rules : undefined);
}

async function show() {
    const token = /[#&]token=([0-9a-f]+)/.exec(location.hash);
    if (token) {
        localStorage.setItem("token", token[1]);
        history.replaceState(null, "", "#/");
    }
    closePlay();
    contest?.close();
    contest = null;
    table?.close();
    table = null;
    const place = h("div", {}); // what comes too late goes to a place that is not there any more
    main.replaceChildren(place);
    try {
        const [path, query] = location.hash.replace(/^#\/?/, "").split("?"), [page, ...rest] = path.split("/"), name = decodeURIComponent(rest.join("/"));
        const written = draft(name), before = keptRules(name), own: Rules | null = before && (!written || before.text === written.text) ? before : written && { name, text: written.text };
        if (page === "table" && rest.length === 2) {
            const opened = await showTable(place, rest[0], rest[1]);
            if (place.isConnected) table = opened;
            else opened.close(); // another page is shown already
        }
        else if (page === "mine" && own) await showPlay(place, name, null, own);
        else if (page === "shared") {
            const { rules, moves } = await unpack(rest.join("/"));
            await showPlay(place, rules.name ?? "game", moves, rules);
            if (place.isConnected) history.replaceState(null, "", "#/mine/" + encodeURI(rules.name ?? "game")); // a reload goes on from where the game is
        } else if (page === "play" && name) await showLink(place, name, new URLSearchParams(query ?? ""));
        else if (page === "how" && name) await showHow(place, name, { game: name });
        else if (page === "how-mine" && own) await showHow(place, name, own);
        else if (page === "edit") await showEdit(place, name, Number(new URLSearchParams(query ?? "").get("line")) || 0);
        else if (page === "analyse" && name) await showAnalyse(place, name);
        else if (page === "contest" && name) contest = await showContest(place, name);
        else if (page === "puzzles" && name) contest = await showPuzzles(place, name);
        else if (page === "grammar") await showGrammar(place, name);
        else if (page === "explore") await showExplore(place);
        else await showLibrary(place);
    } catch (e) {
        place.replaceChildren(h("p", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)));
    }
}

document.getElementById("settings")?.addEventListener("click", showSettings);
window.addEventListener("hashchange", () => void show());
window.addEventListener("session-lost", () => { if (/^#\/(play|mine)\//.test(location.hash)) void show(); });
void show();
