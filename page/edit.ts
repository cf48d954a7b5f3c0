/* Rules written and tried at the page. */
import { Live } from "./live";
import { button, download, h } from "./dom";
import { draft, draftOf, draftPath, drafts, dropDraft, freeName, saveDraft } from "./drafts";
import { ask, Refused, type Diagnostic, type GameEntry } from "./protocol";
import { Names, type Place } from "./names";
import { showPlay } from "./play";
import { dropVersions, moveVersions, noteVersion, Versions } from "./versions";

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
    cursor(): { line: number; column: number };
    same(places: Place[]): void; // the places of the name at the cursor
    grey(lines: number[]): void; // lines that no random game reached
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
        cursor: () => {
            const lines = area.value.slice(0, area.selectionStart).split("\n");
            return { line: lines.length, column: [...lines[lines.length - 1]].length + 1 };
        },
        same: () => undefined, grey: () => undefined,
    };
}

async function makeEditor(text: string, language: string, comment: string, words: Words, names: Names, changed: () => void): Promise<Editor> {
    try {
        document.head.append(h("link", { rel: "stylesheet", href: "editor.css" }));
        const module = await import(new URL("editor.js", document.baseURI).href);
        return module.makeEditor(text, language, comment, words, names, changed) as Editor;
    } catch {
        return plainEditor(text, changed);
    }
}

/* What a language begins with: as the session offers it, else the smallest game of the library in it. */
async function beginningOf(extension: string, games: GameEntry[]): Promise<string> {
    try {
        const found = ((await ask("beginnings", { title: "My game" })).beginnings as { extension: string; text: string }[]).find((b) => b.extension === extension);
        if (found) return found.text;
    } catch { /* this session has none */ }
    const same = games.filter((g) => g.game.endsWith(extension)), small = same.find((g) => /tic-tac-toe|first-steps|nim/.test(g.game)) ?? same[0];
    return small ? ((await ask("read", { game: small.game })).text as string) : "";
}

const START = ".lud";

/* `line`: where the cursor is to be; 0: at the beginning. */
export async function showEdit(main: HTMLElement, path: string, line = 0) {
    const hello = await ask("hello"), games = (await ask("games")).games as GameEntry[], own = draftOf(path);
    const newest = path ? null : drafts()[0], library = path && own === null ? path : "";
    const known = own !== null ? draft(own) : newest;
    if (own !== null && !known) throw new Error(`there is no draft called ${own} in this browser`);
    let file = known?.name ?? (library ? library.slice(library.lastIndexOf("/") + 1) : freeName("my" + START));
    let kept = Boolean(known), lost = false, timer = 0, checking = 0;
    const source = known?.text ?? (library ? ((await ask("read", { game: library })).text as string) : await beginningOf(START, games));
    const extension = () => file.slice(file.lastIndexOf("."));
    const languageOf = () => (hello.languages as any[]).find((l) => l.extensions.split(" ").includes(extension()));
    const language = languageOf(), state = h("span", { class: "soft", role: "status" });
    const list = h("ul", { class: "diagnostics", "aria-label": "diagnostics" }), output = h("div", { role: "status" });
    const rules = () => ({ name: file, text: editor.text() });

    /* A game of the library becomes a draft as soon as something is changed; the address follows. */
    const save = (leaving = false) => {
        if (!kept) {
            if (editor.text() === source) return;
            file = freeName(file);
            nameField.value = file;
        }
        if (!kept) noteVersion(file, source, true); // what it was before the first change
        lost = !saveDraft(file, editor.text());
        noteVersion(file, editor.text());
        kept = true;
        state.textContent = lost ? "this browser keeps nothing more: download the file" : "kept in this browser";
        const here = "#/edit/" + encodeURI(draftPath(file));
        if (!leaving && editor.element.isConnected && location.hash !== here) history.replaceState(null, "", here); // on the way to another page that would be in the way
        listDrafts();
    };
    const check = async () => {
        const number = ++checking, reply = await ask("check", rules()), diagnostics = reply.diagnostics as Diagnostic[];
        if (number !== checking) return;
        editor.mark(diagnostics);
        list.replaceChildren(...diagnostics.map((d) => h("li", {}, button(`${d.line}:${d.column} ${d.severity}: ${d.message}${d.hint ? " (" + d.hint + ")" : ""}`, () => editor.go(d.line, d.column), { class: d.severity === "error" ? "error" : "" }),
            d.fix ? button(`Change to ${d.fix}`, () => fix(d), { class: "fix" }) : null)));
        void names.draw();
        if (!diagnostics.length) list.replaceChildren(h("li", { class: "soft" }, "nothing is wrong with these rules"));
        return diagnostics.find((d) => d.severity === "error");
    };
    const fix = (d: Diagnostic) => {
        const lines = editor.text().split("\n"), at = [...lines[d.line - 1]];
        lines[d.line - 1] = at.slice(0, d.column - 1).join("") + d.fix + at.slice(d.end_column - 1).join("");
        editor.set(lines.join("\n"));
        editor.go(d.line, d.column);
    };
    const versions = new Versions(() => file, () => editor.text(), (text) => editor.set(text), (line) => editor.go(line, 1));
    const names = new Names(rules, (text) => editor.set(text));
    const live = new Live(), liveBox = h("details", { class: "live-box" }, h("summary", {}, "Board"), live.element);
    const follow = async () => {
        if (!liveBox.open) return;
        if (!(await check())) await live.follow(rules());
    };
    const guard = (action: () => Promise<unknown>) => async () => {
        output.replaceChildren();
        try {
            await action();
        } catch (e) {
            output.replaceChildren(h("p", { class: "error", role: "alert" }, e instanceof Error ? e.message : String(e)));
            const first = e instanceof Refused && e.failure.diagnostics ? await check() : undefined;
            if (first) editor.go(first.line, first.column);
        }
    };
    const words: Words = {
        complete: async (line, column) => (await ask("complete", { ...rules(), line, column })).items,
        hover: async (line, column) => (await ask("hover", { ...rules(), line, column })).text as string | null,
    };
    const editor = await makeEditor(source, language?.name ?? "", language?.comment || "//", words, names, () => {
        clearTimeout(timer);
        timer = window.setTimeout(() => {
            save();
            void guard(liveBox.open ? follow : check)();
        }, PAUSE);
    });
    names.use(editor);
    const leave = (e: BeforeUnloadEvent) => {
        if (!editor.element.isConnected) return;
        save(true);
        if (lost) e.preventDefault();
    };
    window.addEventListener("beforeunload", leave);
    window.addEventListener("pagehide", () => { if (editor.element.isConnected) save(true); });
    window.addEventListener("hashchange", () => { // the page is left for another one
        clearTimeout(timer);
        live.close();
        window.removeEventListener("beforeunload", leave);
    }, { once: true });
    liveBox.addEventListener("toggle", () => (liveBox.open ? void guard(follow)() : live.close()));
    const games1000 = guard(async () => {
        await ask("load", rules());
        const r = await ask("run", { playouts: 1000, seconds: 20 });
        output.replaceChildren(h("table", {}, h("tr", {}, h("th", {}, "role"), h("th", { class: "number" }, "mean score"), h("th", { class: "number" }, "won alone")),
            ...Object.keys(r.mean_scores).map((role) => h("tr", {}, h("td", {}, role), h("td", { class: "number" }, r.mean_scores[role].toFixed(1)), h("td", { class: "number" }, String(r.wins[role]))))),
            h("p", { class: "soft" }, `${r.playouts} random games, ${r.draws} without one winner, ${r.mean_plies.toFixed(1)} moves on average, ${r.seconds.toFixed(3)} s`));
    });
    const coverage = guard(async () => {
        const r = await ask("coverage", { ...rules(), seconds: 3 }), lines = r.lines as number[], shown = editor.text().split("\n");
        editor.grey(lines);
        output.replaceChildren(h("p", {}, lines.length ? `${r.playouts} random games did not reach ${lines.length === 1 ? "this line" : `these ${lines.length} lines`}:` : `${r.playouts} random games reached every line that says what happens.`),
            h("ul", {}, ...lines.map((l) => h("li", {}, button(`${l}: ${shown[l - 1].trim()}`, () => editor.go(l, 1))))));
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
        save();
        if (kept) noteVersion(file, editor.text(), true);
        if (!kept) saveDraft(file, editor.text());
        sessionStorage.removeItem("play");
        history.pushState(null, "", "#/mine/" + encodeURI(file));
        await showPlay(main, file, null, rules());
    });
    const go = (to: string) => {
        save();
        if (!lost || confirm("This browser could not keep the text: go on, and lose it?")) location.hash = "#/edit/" + encodeURI(to);
    };
    const open = h("select", { "aria-label": "begin with a game", change: (e) => go((e.target as HTMLSelectElement).value) },
        h("option", { value: "" }, "a game of the library"), ...games.map((g) => h("option", { value: g.game, selected: g.game === library }, g.game)));
    const own_games = h("select", { "aria-label": "own games", change: (e) => { const name = (e.target as HTMLSelectElement).value; if (name) go(draftPath(name)); } });
    const listDrafts = () => own_games.replaceChildren(h("option", { value: "" }, "my games"), ...drafts().map((d) => h("option", { value: d.name, selected: kept && d.name === file }, d.name)));
    const languages = (hello.languages as any[]).filter((l) => games.some((g) => l.extensions.split(" ").includes(g.game.slice(g.game.lastIndexOf(".")))));
    const fresh = h("select", { "aria-label": "new game", change: (e) => void guard(async () => {
        const end = (e.target as HTMLSelectElement).value, name = freeName("my" + end);
        save();
        saveDraft(name, await beginningOf(end, games));
        go(draftPath(name));
    })() }, h("option", { value: "" }, "new game in"), ...languages.flatMap((l) => l.extensions.split(" ").filter((x: string) => games.some((g) => g.game.endsWith(x))).map((x: string) => h("option", { value: x }, `${l.title} (${x})`))));
    const nameField = h("input", { value: file, "aria-label": "name of the file: its ending says which language", change: (e) => {
        const old = file, wanted = (e.target as HTMLInputElement).value.trim() || old;
        if (wanted === old) return;
        file = kept || draft(wanted) ? freeName(wanted) : wanted;
        nameField.value = file;
        if (kept) {
            saveDraft(file, editor.text());
            dropDraft(old);
            moveVersions(old, file);
        }
        save();
        void guard(check)();
    } });
    const picked = h("input", { type: "file", hidden: true });
    picked.addEventListener("change", () => {
        const chosen = picked.files?.[0];
        void chosen?.text().then((text) => {
            save();
            const name = freeName(chosen.name);
            saveDraft(name, text);
            go(draftPath(name));
        });
    });
    const remove = () => {
        if (!kept || !confirm(`Delete ${file}? It is kept nowhere else.`)) return;
        clearTimeout(timer);
        dropDraft(file);
        dropVersions(file);
        kept = false;
        lost = false;
        location.hash = drafts().length ? "#/edit/" + encodeURI(draftPath(drafts()[0].name)) : "#/edit/lud/tic-tac-toe.lud";
    };
    listDrafts();
    if (kept) state.textContent = "kept in this browser";
    main.replaceChildren(h("h1", {}, "Write a game"), h("div", { class: "row" }, h("label", {}, "File ", nameField), state, own_games, fresh, open),
        h("div", { class: "row" }, button("Play", () => void play(), { class: "main" }), button("Format", () => void format()), button("Perft", () => void perft()), button("1000 random games", () => void games1000()), button("Lines reached", () => void coverage(), { title: "lines that no random game reaches become grey" }),
            button("Open a file", () => picked.click()), button("Download", () => download(file, editor.text(), "text/plain")), button("Delete", remove), picked),
        h("div", { class: "edit" }, editor.element, h("div", { class: "panel" }, liveBox, names.element, versions.element, h("h2", {}, "Diagnostics"), list, output)));
    if (line > 0) editor.go(line, 1);
    await guard(check)();
}
