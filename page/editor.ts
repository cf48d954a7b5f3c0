/* The editor: CodeMirror 5, with brackets, search and the marks of our diagnostics. */
import CodeMirror from "codemirror/lib/codemirror.js";
import "codemirror/addon/edit/matchbrackets.js";
import "codemirror/addon/edit/closebrackets.js";
import "codemirror/addon/search/searchcursor.js";
import "codemirror/addon/search/search.js";
import "codemirror/addon/dialog/dialog.js";
import "codemirror/addon/hint/show-hint.js";
import type { Diagnostic } from "./protocol";
import type { Editor, Words } from "./edit";
import type { Names, Place } from "./names";

/* Words, numbers, strings and comments are told apart in every language; what is wrong, the parser says. */
function mode(comment: string) {
    const signs = comment === ";" ? [";"] : comment === "%" ? ["%"] : ["//"];
    return {
        token(stream: any) {
            if (signs.some((s) => stream.match(s))) { stream.skipToEnd(); return "comment"; }
            if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
            if (stream.match(/^-?\d+(\.\d+)?/)) return "number";
            if (stream.match(/^[?$@#][\w-]*/)) return "variable-2";
            if (stream.match(/^\([a-z][\w-]*/i)) return "keyword";
            if (stream.match(/^[A-Z][\w-]*/)) return "atom";
            if (stream.match(/^[a-z_][\w-]*/)) return "variable";
            stream.next();
            return null;
        },
        lineComment: comment,
    };
}

/* What the cursor stands in may go on like this. */
async function hints(cm: any, words: Words) {
    const cursor = cm.getCursor(), line = cm.getLine(cursor.line) as string, from = cursor.ch - /[\w\u0080-\uffff]*$/.exec(line.slice(0, cursor.ch))![0].length;
    const items = await words.complete(cursor.line + 1, [...line.slice(0, cursor.ch)].length + 1);
    return { list: items.map((i) => ({ text: i.label, displayText: i.detail ? `${i.label}   ${i.detail}` : i.label })), from: { line: cursor.line, ch: from }, to: cursor };
}

/* What the word under the pointer means, after a moment. */
function showMeaning(cm: any, words: Words) {
    let timer = 0, number = 0, box: HTMLElement | null = null;
    const away = () => { number++; clearTimeout(timer); box?.remove(); box = null; };
    cm.getWrapperElement().addEventListener("mouseleave", away);
    cm.getWrapperElement().addEventListener("mousemove", (e: MouseEvent) => {
        away();
        const mine = number;
        timer = window.setTimeout(async () => {
            const at = cm.coordsChar({ left: e.clientX, top: e.clientY }, "window"), line = cm.getLine(at.line) as string | undefined;
            const text = line === undefined ? null : await words.hover(at.line + 1, [...line.slice(0, at.ch)].length + 1);
            if (!text || box || mine !== number || !cm.getWrapperElement().isConnected) return;
            box = document.createElement("pre");
            box.className = "meaning";
            box.textContent = text.replace(/`/g, "");
            box.style.left = `${Math.max(0, Math.min(e.clientX, window.innerWidth - 400))}px`;
            box.style.top = `${e.clientY + 18}px`;
            document.body.append(box);
        }, 350);
    });
}

export function makeEditor(text: string, _language: string, comment: string, words: Words, names: Names, changed: () => void): Editor {
    const place = document.createElement("div");
    CodeMirror.defineMode("rules", () => mode(comment));
    const cm = CodeMirror(place, {
        value: text, mode: "rules", lineNumbers: true, matchBrackets: true, autoCloseBrackets: true, viewportMargin: 50,
        extraKeys: { "Ctrl-Space": (c: any) => c.showHint({ hint: () => hints(c, words), completeSingle: false }), "F12": () => void names.definition(), "Shift-F12": () => void names.uses(), "F2": () => void names.rename(), "Esc": (c: any) => c.getInputField().blur(), "Tab": false, "Shift-Tab": false },
    });
    cm.getInputField().setAttribute("aria-label", "rules");
    cm.on("change", () => { ungrey(); changed(); });
    cm.on("cursorActivity", () => names.moved());
    cm.on("mousedown", (c: any, e: MouseEvent) => { // with Ctrl or Cmd: where the name is defined
        if (!e.ctrlKey && !e.metaKey) return;
        e.preventDefault();
        c.setCursor(c.coordsChar({ left: e.clientX, top: e.clientY }, "window"));
        void names.definition();
    });
    showMeaning(cm, words);
    setTimeout(() => cm.refresh(), 0);
    let marks: any[] = [], alike: any[] = [], dull: any[] = [];
    const ungrey = () => { dull.forEach((l) => cm.removeLineClass(l, "wrap", "cm-unreached")); dull = []; };
    /* Our columns are characters, those of the editor UTF-16 code units. */
    const spot = (line: number, column: number) => ({ line: line - 1, ch: [...(cm.getLine(line - 1) ?? "")].slice(0, column - 1).join("").length });
    return {
        element: place,
        text: () => cm.getValue(),
        set: (t) => cm.setValue(t),
        mark: (list: Diagnostic[]) => {
            marks.forEach((m) => m.clear());
            marks = list.filter((d) => d.line > 0).map((d) => cm.markText(spot(d.line, d.column), spot(d.end_line, Math.max(d.end_column, d.end_line === d.line ? d.column + 1 : 1)),
                { className: d.severity === "error" ? "cm-wrong" : "cm-doubtful", title: d.message + (d.hint ? "\n" + d.hint : "") }));
        },
        cursor: () => {
            const at = cm.getCursor();
            return { line: at.line + 1, column: [...(cm.getLine(at.line) as string).slice(0, at.ch)].length + 1 };
        },
        same: (places: Place[]) => {
            alike.forEach((m) => m.clear());
            alike = places.map((p) => cm.markText(spot(p.line, p.column), spot(p.end_line, p.end_column), { className: "cm-same" }));
        },
        grey: (lines: number[]) => { ungrey(); dull = lines.map((l) => cm.addLineClass(l - 1, "wrap", "cm-unreached")); },
        go: (line, column) => { cm.setCursor(spot(line, column)); cm.focus(); },
    };
}
