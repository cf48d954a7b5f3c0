/* "How this game works": players, pieces with diagrams of their moves that were found by playing, and the end as the rules say it. */
import { h } from "./dom";
import { styleOf, colourOf, describe, piecesOf } from "./pieces";
import { still } from "./picture";
import { isBeside } from "./labels";
import { ruleMenus } from "./options";
import type { Rules } from "./play";
import { ask, type Board, type Look, type Opened } from "./protocol";

interface Kind { piece: string; board: number; begins: number; moved: number; placed: number; site: number; moves: number[]; takes: number[]; jumps: boolean }
interface Place { line: number; column: number; end_line: number; end_column: number }

const ABOVE = 2, LINES_MAX = 12, BUSY = 1 << 10;

/* "white knight" without whose it is: "knight". */
const kindName = (piece: string, roles: string[]) => (piecesOf(piece, roles)[0]?.words ?? []).filter((w) => w.length > 1).join(" ");

/* How a kind of piece goes, in a sentence. */
function saysOf(k: Kind): string {
    const said: string[] = [];
    if (k.begins) said.push(`${k.begins} at the beginning`);
    if (k.placed) said.push("is placed on the board");
    if (!k.moved && !k.placed) said.push("does not move");
    const taking = new Set(k.takes), only = k.takes.filter((s) => !k.moves.includes(s)).length;
    if (k.jumps) said.push("captures by jumping over what it takes");
    else if (taking.size && only === taking.size) said.push("captures otherwise than it moves");
    else if (taking.size) said.push("captures what stands where it goes");
    else if (k.moved) said.push("captures nothing");
    return said.join("; ");
}

function pieceCard(k: Kind, board: Board, roles: string[], style: ReturnType<typeof styleOf>): HTMLElement {
    const name = kindName(k.piece, roles) || describe(k.piece, roles), owner = piecesOf(k.piece, roles)[0]?.owner ?? -1;
    const contents = board.sites.map((_, i) => (i === k.site || (k.site < 0 && i === Math.floor(board.sites.length / 2)) ? k.piece : ""));
    const view = still(board, roles, contents, {}, style);
    view.drawDots(k.moves, k.takes);
    return h("figure", { class: "kind" }, view.element.firstElementChild, h("figcaption", {}, h("strong", {}, name, owner >= 0 ? h("span", { class: "soft" }, ` (${roles[owner]})`) : null), h("br", {}), saysOf(k) + "."));
}

/* Of two owners of the same kind of piece the first one is shown. */
function once(kinds: Kind[], roles: string[]): Kind[] {
    const seen = new Set<string>();
    return kinds.filter((k) => {
        const name = `${k.board} ${kindName(k.piece, roles) || (piecesOf(k.piece, roles)[0]?.owner >= 0 ? "" : k.piece)}`;
        return seen.has(name) ? false : Boolean(seen.add(name));
    });
}

/* Lines of the rules that say who wins, each with what stands above it. */
function endings(text: string, places: Place[], edit: (line: number) => string): HTMLElement[] {
    const lines = text.split("\n"), shown: [number, number][] = [];
    for (const p of places) {
        const last = shown[shown.length - 1], from = Math.max(1, p.line - ABOVE), to = Math.max(p.line, p.end_column > 1 ? p.end_line : p.end_line - 1);
        if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
        else shown.push([from, to]);
    }
    return shown.slice(0, LINES_MAX).map(([from, to]) => {
        const part = lines.slice(from - 1, Math.min(to, from + LINES_MAX) ), indent = Math.min(...part.filter((l) => l.trim()).map((l) => l.search(/\S/)));
        return h("figure", { class: "quote" }, h("pre", { tabindex: 0 }, part.map((l) => l.slice(indent)).join("\n")), h("figcaption", {}, h("a", { href: edit(from) }, from === to ? `line ${from}` : `lines ${from} to ${to}`)));
    });
}

const listed = (words: string[]) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

/* What can be said of any game. */
function about(game: Opened): string {
    const said = [game.roles.length === 1 ? "One player." : `${game.roles.length} players: ${listed(game.roles)}${game.simultaneous ? ", who decide at the same time" : ", in turn"}.`];
    if (game.chance) said.push("Chance plays, too.");
    if (game.hidden) said.push("Not everybody sees everything.");
    if (game.scores) said.push(game.scores[1] === game.scores[0] ? "" : `Scores go from ${game.scores[0]} to ${game.scores[1]}.`);
    return said.filter(Boolean).join(" ");
}

export async function showHow(main: HTMLElement, name: string, rules: Rules) {
    main.replaceChildren(h("p", {}, "loading ..."));
    const game = (await ask("load", { ...rules })) as unknown as Opened, text = rules.text ?? ((await ask("read", { game: name })).text as string);
    const back = rules.game ? "#/play/" + name : "#/mine/" + name, edit = (line: number) => `#/edit/${name}?line=${line}`;
    const boards = game.language === "asp" ? [] : ((await ask("boards")).boards as Board[]), look = game.language === "asp" ? null : ((await ask("look", { truth: true })) as unknown as Look);
    const contents = look?.contents ?? [], main_ = boards.map((_, i) => i).filter((i) => !boards[i].aside && !isBeside(boards[i]) && boards[i].shape !== "things");
    const style = styleOf(contents.flat(), game.roles, boards.some((b) => b.lines.length > 0)), pieces = h("div", { class: "kinds" }, h("p", { class: "soft" }, "playing, to see how pieces go ..."));
    const ends = h("div", {}), lead = game.about.trim().split(/\n\s*\n/).map((p) => p.replace(/\n[ \t]{2,}/g, " "));
    const menus = ruleMenus(game, rules, (more) => void showHow(main, name, { ...rules, ...more }));
    main.replaceChildren(h("div", { class: "how" }, h("h1", {}, `How this game works: ${game.title}`), h("p", {}, h("a", { href: back, class: "main-link" }, "Play it"), " ", h("a", { href: edit(1) }, "Read the rules as they are written")),
        h("div", { class: "two" }, h("div", {}, h("h2", {}, "The game"), ...lead.map((p) => h("p", { class: "lead" }, p)), h("p", {}, about(game)),
            h("ul", { class: "roles" }, ...game.roles.map((r, i) => h("li", {}, h("span", { class: "dot", style: `background:${colourOf(r, i)}` }), " ", r))),
            menus ? h("div", {}, h("h2", {}, "Ways to play it"), menus) : null),
            h("div", { class: "beginning" }, ...main_.slice(0, 2).map((i) => h("figure", {}, still(boards[i], game.roles, contents[i] ?? [], game.edges, style).element.firstElementChild, h("figcaption", { class: "soft" }, "the beginning"))))),
        h("h2", {}, "The pieces"), pieces, h("h2", {}, "How it ends"), ends));
    if (game.open && look) { // any time or set of actions may be a move: nothing is played at random
        pieces.replaceChildren(h("p", { class: "soft" }, "Moves of this game have values that may be anything: they are not tried at random."));
        ends.replaceChildren(h("p", { class: "soft" }, "See the rules as they are written."));
        return;
    }
    if (!look) {
        pieces.replaceChildren(h("p", {}, "A game of answer sets: actions and what they do are written in its rules."));
        ends.replaceChildren(h("p", {}, "The rules say what wins and what loses; look for ", h("code", {}, "won"), " and ", h("code", {}, "lost"), "."));
        return;
    }
    const works = await ask("works", { seconds: boards.reduce((n, b) => n + b.sites.length, 0) > BUSY ? 2 : 0.8 });
    const kinds = once((works.kinds as Kind[]).filter((k) => boards[k.board] && !isBeside(boards[k.board])), game.roles);
    pieces.replaceChildren(...(kinds.length ? kinds.map((k) => pieceCard(k, boards[k.board], game.roles, style)) : [h("p", { class: "soft" }, "There are no pieces on a board.")]),
        h("p", { class: "soft" }, kinds.some((k) => k.moved) ? `Dots are where a piece can go, rings where it can capture, as ${Number(works.games).toLocaleString("en")} random games have shown.` : ""));
    const quotes = endings(text, works.ends as Place[], edit);
    ends.replaceChildren(...(quotes.length ? [h("p", { class: "soft" }, "What the rules say of winning and scores:"), ...quotes] : [h("p", { class: "soft" }, "Where the rules say it is not known for this language.")]));
}
