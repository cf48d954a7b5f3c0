/* Which page is shown: the part of the address behind `#`. */
import { h } from "./dom";
import { showEdit } from "./edit";
import { showExplore } from "./explore";
import { showGrammar } from "./grammar";
import { showLibrary } from "./library";
import { closePlay, showPlay } from "./play";

const main = document.getElementById("main")!;

async function show() {
    const token = /[#&]token=([0-9a-f]+)/.exec(location.hash);
    if (token) {
        sessionStorage.setItem("token", token[1]);
        history.replaceState(null, "", "#/");
    }
    const [path, query] = location.hash.replace(/^#\/?/, "").split("?"), [page, ...rest] = path.split("/"), name = decodeURIComponent(rest.join("/"));
    closePlay();
    try {
        if (page === "play" && name) await showPlay(main, name, new URLSearchParams(query ?? "").get("moves"));
        else if (page === "edit") await showEdit(main, name);
        else if (page === "grammar") await showGrammar(main, name);
        else if (page === "explore") await showExplore(main);
        else await showLibrary(main);
    } catch (e) {
        main.replaceChildren(h("p", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)));
    }
}

window.addEventListener("hashchange", () => void show());
void show();
