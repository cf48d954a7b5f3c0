/* Rules written and tried at the page. */
import { button, h } from "./dom";
import { ask, Refused, type Diagnostic, type GameEntry } from "./protocol";
import { showPlay } from "./play";

/* What the parsers know of the word at a place (lines and columns from 1, in characters). */
export interface Words {
    complete(line: number, column: number): Promise<{ label: string; detail?: string; documentation?: string }[]>;
    hover(line: number, column: number): Promise<string | null>;
}

export interface Editor {
    element: HTMLElement;
    text(): string;
    set(text: string): void;
    mark(diagnostics: Diagnostic[]): void;
    go(line: number, column: number): void;
}

const PAUSE = 400; // milliseconds without a key until rules are checked

/* Where the editor's file cannot be loaded, a plain field serves. */
function plainEditor(text: string, changed: () => void): Editor {
    const area = h("textarea", { spellcheck: "false", "aria-label": "rules", input: () => changed() });
    area.value = text;
    return {
        element: area, text: () => area.value, set: (t) => (area.value = t), mark: () => undefined,
        go: (line, column) => {
            const at = area.value.split("\n").slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1;
            area.focus();
            area.setSelectionRange(at, at);
        },
    };
}

async function makeEditor(text: string, language: string, comment: string, words: Words, changed: () => void): Promise<Editor> {
    try {
        document.head.append(h("link", { rel: "stylesheet", href: "editor.css" }));
        const module = await import(new URL("editor.js", document.baseURI).href);
        return module.makeEditor(text, language, comment, words, changed) as Editor;
    } catch {
        return plainEditor(text, changed);
    }
}

const BEGINNINGS: Record<string, string> = { "my.lud": `(game "Mine"\n    (players 2)\n    (equipment {\n        (board (square 3))\n        (piece "Disc" Each)\n    })\n    (rules\n        (play (move Add (to (sites Empty))))\n        (end (if (is Line 3) (result Mover Win)))\n    )\n)\n` };

export async function showEdit(main: HTMLElement, name: string) {
    const hello = await ask("hello"), games = (await ask("games")).games as GameEntry[];
    const source = name ? ((await ask("read", { game: name })).text as string) : BEGINNINGS["my.lud"];
    let file = name || "my.lud", timer = 0, checking = 0;
    const extension = () => file.slice(file.lastIndexOf("."));
    const language = (hello.languages as any[]).find((l) => l.extensions.split(" ").includes(extension()));
    const list = h("ul", { class: "diagnostics", "aria-label": "diagnostics" }), output = h("div", { role: "status" });
    const rules = () => ({ name: file, text: editor.text() });
    const check = async () => {
        const number = ++checking, reply = await ask("check", rules()), diagnostics = reply.diagnostics as Diagnostic[];
        if (number !== checking) return;
        editor.mark(diagnostics);
        list.replaceChildren(...diagnostics.map((d) => h("li", {}, button(`${d.line}:${d.column} ${d.severity}: ${d.message}${d.hint ? " (" + d.hint + ")" : ""}`, () => editor.go(d.line, d.column), { class: d.severity === "error" ? "error" : "" }))));
        if (!diagnostics.length) list.replaceChildren(h("li", { class: "soft" }, "nothing is wrong with these rules"));
    };
    const guard = (action: () => Promise<void>) => async () => {
        output.replaceChildren();
        try {
            await action();
        } catch (e) {
            output.replaceChildren(h("p", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)));
            if (e instanceof Refused && e.failure.diagnostics) await check();
        }
    };
    const words: Words = {
        complete: async (line, column) => (await ask("complete", { ...rules(), line, column })).items,
        hover: async (line, column) => (await ask("hover", { ...rules(), line, column })).text as string | null,
    };
    const editor = await makeEditor(source, language?.name ?? "", language?.comment || "//", words, () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => void guard(check)(), PAUSE);
    });
    const games1000 = guard(async () => {
        await ask("load", rules());
        const r = await ask("run", { playouts: 1000, seconds: 20 });
        output.replaceChildren(h("table", {}, h("tr", {}, h("th", {}, "role"), h("th", { class: "number" }, "mean score"), h("th", { class: "number" }, "won alone")),
            ...Object.keys(r.mean_scores).map((role) => h("tr", {}, h("td", {}, role), h("td", { class: "number" }, r.mean_scores[role].toFixed(1)), h("td", { class: "number" }, String(r.wins[role]))))),
            h("p", { class: "soft" }, `${r.playouts} random games, ${r.draws} without one winner, ${r.mean_plies.toFixed(1)} moves on average, ${r.seconds.toFixed(3)} s`));
    });
    const perft = guard(async () => {
        await ask("load", rules());
        const counts: string[] = [];
        for (let depth = 1; depth <= 8; depth++) {
            const r = await ask("perft", { depth });
            counts.push(`${depth}: ${Number(r.perft[depth]).toLocaleString("en")}`);
            output.replaceChildren(h("pre", {}, counts.join("\n")));
            if (r.seconds > 0.3 || r.perft[depth] === 0) break;
        }
    });
    const format = guard(async () => {
        editor.set((await ask("format", rules())).text as string);
        await check();
    });
    const play = guard(async () => {
        await ask("load", rules());
        sessionStorage.removeItem("play");
        history.pushState(null, "", "#/mine/" + file);
        await showPlay(main, file, null, rules());
    });
    const open = h("select", { "aria-label": "begin with a game", change: (e) => (location.hash = "#/edit/" + (e.target as HTMLSelectElement).value) },
        h("option", { value: "" }, "a small beginning"), ...games.map((g) => h("option", { value: g.game, selected: g.game === name }, g.game)));
    const nameField = h("input", { value: file, "aria-label": "name of the file: its ending says which language", change: (e) => { file = (e.target as HTMLInputElement).value; void guard(check)(); } });
    main.replaceChildren(h("h1", {}, "Write a game"), h("div", { class: "row" }, h("label", {}, "Begin with ", open), h("label", {}, "File ", nameField)),
        h("div", { class: "row" }, button("Play", () => void play(), { class: "main" }), button("Format", () => void format()), button("Perft", () => void perft()), button("1000 random games", () => void games1000())),
        h("div", { class: "edit" }, editor.element, h("div", { class: "panel" }, h("h2", {}, "Diagnostics"), list, output)));
    await guard(check)();
}
