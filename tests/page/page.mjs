// The page in a browser: node page.mjs PROGRAM [long]
import { admit, Browser, finish, same, serve, test } from "./browser.mjs";

const [program, long] = process.argv.slice(2), server = await serve(program), b = await Browser.start();
await admit(b, server);
const status = () => b.run(`document.querySelector(".status")?.textContent ?? ""`);
const ready = () => b.wait(`/to move|over/.test(document.querySelector(".status")?.textContent ?? "") || document.querySelector(".cover button")`, "a move to make");
const play = async (game) => {
    await b.run(`sessionStorage.removeItem("play"); document.getElementById("main").replaceChildren()`); // so that nothing of the last game is waited for
    await b.open(server.url + "#/play/" + game);
    await b.wait(`document.querySelector("h1") && document.querySelector(".play .seat") && document.querySelector(".boards").firstChild`, game);
};
const people = async () => {
    await b.run(`for (const s of document.querySelectorAll(".seat select:not(.strength)")) if (s.value) { s.value = ""; s.dispatchEvent(new Event("change")); }`);
    await ready();
};
const plies = () => b.run(`document.querySelectorAll(".history li").length`);

/* One step of a person: a site that can be clicked, by the mouse, else a button of the list. */
async function step() {
    const before = await b.run(`JSON.stringify([document.querySelectorAll(".history li").length, document.querySelectorAll(".chosen").length, document.querySelector(".status").textContent])`);
    if (await b.run(`Boolean(document.querySelector(".cover button"))`)) return b.click(`document.querySelector(".cover button")`);
    if (await b.run(`Boolean(document.querySelector("dialog button"))`)) return b.click(`document.querySelector("dialog .moves button")`);
    const live = await b.run(`document.querySelectorAll(".site.live").length`);
    if (live) await b.click(`document.querySelectorAll(".site.live")[${Math.floor(Math.random() * live)}]`);
    else if (await b.run(`document.querySelectorAll(".moves button").length`)) await b.click(`document.querySelector(".moves button")`);
    await b.wait(`JSON.stringify([document.querySelectorAll(".history li").length, document.querySelectorAll(".chosen").length, document.querySelector(".status").textContent]) !== ${JSON.stringify(before)} || document.querySelector("dialog, .cover")`, "an effect of a click", 10).catch(() => undefined);
}

async function whole(game, most) {
    await play(game);
    await people();
    for (let i = 0; i < most && !(await status()).includes("over"); i++) {
        await step();
        await b.wait(`!/thinks/.test(document.querySelector(".status").textContent)`);
        const problem = await b.run(`document.querySelector(".error").textContent`);
        if (problem) throw new Error(`after ${await plies()} plies: ${problem}`);
    }
}

await test("the library lists and filters the games", async () => {
    await b.open(server.url);
    await b.wait(`document.querySelectorAll(".games a").length > 90`, "the games");
    await b.run(`{ const s = document.querySelector("input[type=search]"); s.value = "chess"; s.dispatchEvent(new Event("input")); }`);
    same("games called chess", (await b.run(`document.querySelectorAll(".games a").length`)) >= 3, true);
});
for (const game of ["hrg/tic-tac-toe.hrg", "rg/hex5.rg", "rbg/tic-tac-toe.rbg", "gdl/tic-tac-toe.kif", "lud/tic-tac-toe.lud", "ludi/tic-tac-toe.ludi", "zrf/tic-tac-toe.zrf", "toss/tic-tac-toe.toss"])
    await test(`a whole game by clicking: ${game}`, async () => {
        await whole(game, 60);
        if (!(await status()).includes("over")) throw new Error(`after ${await plies()} plies: ${await status()}`);
    });
await test("an answer-set game: actions, views, its strategy, a test of it", async () => {
    const named = (text) => `[...document.querySelectorAll("button")].find((e) => e.textContent.includes(${JSON.stringify(text)}))`;
    const steps = (n) => b.wait(`document.querySelectorAll(".history li").length === ${n}`, `${n} steps`);
    await b.run(`sessionStorage.removeItem("play")`);
    await b.open(server.url + "#/play/asp/6-dark-cave.lp");
    await b.wait(`document.querySelector(".moves button")`, "actions");
    const fog = await b.run(`[...document.querySelectorAll(".boards text")].filter((t) => t.textContent === "?").length`);
    same("there is fog", fog > 10, true);
    await b.click(`document.querySelector(".moves button[data-move='do(move(right))']")`);
    await steps(1);
    await b.click(named("Step by the strategy"));
    await steps(2);
    await b.wait(`!document.querySelector("details pre").textContent.includes("nothing")`, "something is remembered");
    await b.click(named("Step back"));
    await steps(1);
    await b.run(`{ const s = document.querySelector("select[aria-label='what is shown']"); s.value = "truth"; s.dispatchEvent(new Event("change")); }`);
    const said = await b.run(`document.querySelector(".boards svg").getAttribute("aria-label")`);
    await b.reload();
    await b.wait(`document.querySelector(".history li")`, "the step before the reload");
    await steps(1);
    await b.run(`{ const s = document.querySelector("select[aria-label='what is shown']"); s.value = "truth"; s.dispatchEvent(new Event("change")); }`);
    same("the level after a reload", await b.run(`document.querySelector(".boards svg").getAttribute("aria-label")`), said);
    same("no fog in the truth", await b.run(`[...document.querySelectorAll(".boards text")].filter((t) => t.textContent === "?").length`), 0);
    await b.open(server.url + "#/play/asp/1-first-steps.lp");
    await b.wait(`document.querySelector("h1").textContent.includes("first") && document.querySelector(".moves button")`);
    await b.click(named("Play to the end"));
    await b.wait(`/Won|Lost|Out/.test(document.querySelector(".status").textContent)`, "an end");
    await b.wait(`!document.querySelector(".moves button")`);
    await new Promise((r) => setTimeout(r, 200));
    await b.click(named("Test on"));
    await b.wait(`document.querySelector(".panel").textContent.includes("100 seeds:")`, "the result of the test", 60);
});
await test("hidden moves: the device is passed", async () => {
    await whole("gdl/kuhn-poker.kif", 20);
    if (!(await status()).includes("over")) throw new Error(await status());
    same("what the history says of chance", await b.run(`[...document.querySelectorAll(".history button")].some((e) => /random: [^.]/.test(e.textContent))`), false);
});
await test("agents play each other, chance included", async () => {
    await play("lud/ur.lud");
    await b.run(`for (const s of document.querySelectorAll(".seat select:not(.strength)")) { s.value = "random"; s.dispatchEvent(new Event("change")); }`);
    await b.wait(`document.querySelectorAll(".history li").length > 20`, "twenty plies");
});
/* The second seat never moves without thinking. */
const strong = () => b.run(`{ const s = document.querySelectorAll(".strength")[1]; s.value = [...s.options].find((o) => o.textContent === "5 strong").value; s.dispatchEvent(new Event("change")); }`);
await test("thoughts of a search are shown", async () => {
    await play("hrg/connect-four.hrg");
    await people();
    await b.run(`{ const s = document.querySelectorAll(".seat select:not(.strength)")[1]; s.value = "mcts"; s.dispatchEvent(new Event("change")); }`);
    await strong();
    await step();
    await b.wait(`document.querySelectorAll(".history li").length >= 2`, "an answer");
    same("a bar of the value", await b.run(`Boolean(document.querySelector(".bar"))`), true);
});
await test("undo, redo, branch, and a reload in the middle", async () => {
    await play("hrg/breakthrough.hrg");
    await people();
    while ((await plies()) < 3) await step();
    await new Promise((r) => setTimeout(r, 500)); // a slow server may make one more
    const n = await plies(), current = (ply) => `document.querySelectorAll(".history li")[${ply - 1}]?.querySelector("[aria-current]")`;
    const hash = await b.run(`document.querySelector(".boards").textContent.length`);
    const button = (text) => `[...document.querySelectorAll("button")].find((e) => e.textContent === ${JSON.stringify(text)})`;
    await b.click(button("Undo"));
    await b.wait(current(n - 1), "one ply back");
    same("plies that are kept", await plies(), n);
    await b.click(button("Redo"));
    await b.wait(current(n), "forth again");
    await b.reload();
    await b.wait(`document.querySelectorAll(".history li").length === ${n}`, "the history after a reload");
    await ready();
    same("the board", await b.run(`document.querySelector(".boards").textContent.length`), hash);
    await b.click(button("Undo"));
    await b.wait(current(n - 1), "one ply back after the reload");
    await step();
    await step();
    await b.wait(`document.querySelectorAll(".history li").length >= ${n}`, "another branch");
});
await test("a game of rules where all decide at once goes on after a reload", async () => {
    await play("gdl/tic-tac-toe.kif");
    await people();
    while ((await plies()) < 2) await step();
    await ready();
    await b.reload();
    await b.wait(`document.querySelectorAll(".history li").length === 2 && /to move/.test(document.querySelector(".status").textContent)`, "two plies");
    same("moves of the first ply", await b.run(`document.querySelector(".history li").textContent.split(", ").length`), 2);
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Undo")`);
    await b.wait(`document.querySelector(".history li [aria-current]")`, "one ply back");
});
await test("options of a file are menus, and are there after a reload", async () => {
    const rules = `(game "Sizes" (players 2) (equipment { (board (square <Size:board>)) (piece "Disc" Each) }) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
        (option "Size" <Size> args:{ <board> } { (item "3x3" <3> "small")** (item "5x5" <5> "large") })`;
    await b.open(server.url + "#/edit/lud/tic-tac-toe.lud");
    await b.wait(`document.querySelector(".diagnostics li")?.textContent.includes("nothing is wrong")`, "no diagnostics");
    await b.run(`document.querySelector(".CodeMirror").CodeMirror.setValue(${JSON.stringify(rules)})`);
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Play")`);
    await b.wait(`document.querySelectorAll(".site").length === 9`, "nine squares");
    await b.run(`{ const s = [...document.querySelectorAll("label")].find((l) => l.textContent.startsWith("Size")).querySelector("select"); s.value = "5x5"; s.dispatchEvent(new Event("change")); }`);
    await b.wait(`document.querySelectorAll(".site").length === 25`, "twenty-five squares");
    await b.run(`window.old = true`);
    await b.reload();
    await b.wait(`!window.old && document.querySelectorAll(".site").length === 25 && document.querySelector(".status").textContent.includes("to move")`, "twenty-five squares after the reload");
});
await test("a tab that was opened with the storage of another one has a session of its own", async () => {
    const session = await b.run(`sessionStorage.getItem("session")`);
    await b.run(`window.other = window.open(location.href), Boolean(window.other)`, true);
    await b.wait(`window.other?.document.querySelector(".status")?.textContent.includes("to move")`, "the other tab");
    const second = await b.run(`window.other.sessionStorage.getItem("session")`);
    await b.run(`window.other.close()`);
    same("there are two", [session, second].every((s) => /^[0-9a-f]{32}$/.test(s)) && session !== second, true);
    same("the first one is the same", await b.run(`sessionStorage.getItem("session")`), session);
});
await test("a move by the keyboard alone", async () => {
    await play("hrg/tic-tac-toe.hrg");
    await people();
    await b.run(`document.querySelector(".site[tabindex='0']").focus()`);
    await b.key("ArrowUp");
    await b.key("ArrowRight");
    const site = await b.run(`document.activeElement.dataset.site`);
    await b.key("Enter");
    await b.wait(`document.querySelectorAll(".history li").length === 1`, `a move on ${site}`);
    same("what is announced", await b.run(`document.querySelector("#announce").textContent.length > 0`), true);
});
await test("a piece is dragged", async () => {
    await play("hrg/chess.hrg");
    await people();
    const from = await b.run(`[...document.querySelectorAll(".site")].find((g) => g.classList.contains("live") && /pawn/i.test(g.getAttribute("aria-label"))).dataset.site`);
    await b.click(`document.querySelector("[data-site='${from}']")`);
    const to = await b.run(`document.querySelector(".site.live:not([data-site='${from}'])").dataset.site`);
    await b.click(`document.querySelector("[data-site='${from}']")`);
    await b.drag(`document.querySelector("[data-site='${from}']")`, `document.querySelector("[data-site='${to}']")`);
    await b.wait(`document.querySelectorAll(".history li").length === 1`, `a move from ${from} to ${to}`);
});
await test("rules with an error, fixed and played", async () => {
    await b.open(server.url + "#/edit/lud/tic-tac-toe.lud");
    await b.wait(`document.querySelector(".diagnostics li")?.textContent.includes("nothing is wrong")`, "no diagnostics");
    const set = (from, to) => b.run(`(() => { const cm = document.querySelector(".CodeMirror").CodeMirror; cm.setValue(cm.getValue().replace(${JSON.stringify(from)}, ${JSON.stringify(to)})); })()`);
    const cm = `document.querySelector(".CodeMirror").CodeMirror`;
    await b.run(`{ const cm = ${cm}; const c = cm.getSearchCursor("(players"); c.findNext(); cm.setCursor({ line: c.from().line, ch: c.from().ch + 4 }); cm.focus(); cm.getOption("extraKeys")["Ctrl-Space"](cm); }`);
    await b.wait(`[...document.querySelectorAll(".CodeMirror-hint")].some((e) => e.textContent.startsWith("players"))`, "a completion");
    await b.key("Escape");
    await b.run(`{ const cm = ${cm}, c = cm.getSearchCursor("(players"); c.findNext(); const p = cm.charCoords({ line: c.from().line, ch: c.from().ch + 3 }, "window");
        cm.getWrapperElement().dispatchEvent(new MouseEvent("mousemove", { clientX: p.left, clientY: p.top + 3, bubbles: true })); }`);
    await b.wait(`document.querySelector(".meaning")?.textContent.includes("players")`, "what a word means");
    await set("(square 3)", "(sqare 3)");
    await b.wait(`document.querySelector(".diagnostics .error")?.textContent.includes("square")`, "a diagnostic with a hint");
    await set("(sqare 3)", "(square 4)");
    await b.wait(`document.querySelector(".diagnostics li")?.textContent.includes("nothing is wrong")`, "no diagnostics");
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "1000 random games")`);
    await b.wait(`document.querySelector(".edit").textContent.includes("1000 random games")`, "results");
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Play")`);
    await b.wait(`document.querySelectorAll(".site").length === 16`, "sixteen squares");
});
await test("the tree of a search is opened move by move", async () => {
    await play("hrg/tic-tac-toe.hrg");
    await people();
    await b.run(`{ const s = document.querySelectorAll(".seat select:not(.strength)")[1]; s.value = "mcts"; s.dispatchEvent(new Event("change")); }`);
    await strong();
    await step();
    await b.wait(`document.querySelector(".tree") && !document.querySelector(".tree").hidden`, "a tree");
    await b.run(`document.querySelector(".tree").open = true; document.querySelector(".tree li details").open = true`);
    await b.wait(`document.querySelector(".tree li details ul li")`, "the moves after a move");
});
await test("the measures of a game as a report", async () => {
    await b.open(server.url + "#/analyse/hrg/tic-tac-toe.hrg");
    await b.wait(`document.querySelector("h1")?.textContent.startsWith("Measures") && document.querySelector("input[type=number]")`);
    await b.run(`document.querySelector("input[type=number]").value = 8`);
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Measure")`);
    await b.wait(`document.querySelectorAll(".plot").length >= 2 && document.querySelector("main").textContent.includes("branching")`, "plots and measures", 60);
});
await test("a tournament, and one of its games looked at", async () => {
    await b.open(server.url + "#/contest/hrg/tic-tac-toe.hrg");
    await b.wait(`document.querySelector("fieldset input")`);
    await b.run(`document.querySelectorAll("input[type=number]")[0].value = 0.01; document.querySelectorAll("input[type=number]")[1].value = 2`);
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Start")`);
    await b.wait(`document.querySelectorAll(".history li").length === 4 && [...document.querySelectorAll("button")].some((e) => e.textContent === "Start")`, "four games", 60);
    await b.click(`document.querySelector(".history a")`);
    await b.wait(`document.querySelector(".status")?.textContent.includes("over")`, "the game at its end");
});
await test("the Structure Explorer", async () => {
    await b.open(server.url + "#/explore");
    await b.wait(`document.querySelector("textarea")`);
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Evaluate")`);
    await b.wait(`/holds|satisfy/.test(document.querySelector("main").textContent.slice(60))`, "an answer");
});
await test("the grammar is followed from symbol to symbol, and a game shown in another form", async () => {
    await b.open(server.url + "#/grammar");
    await b.wait(`document.querySelectorAll("section h2").length > 20`, "symbols");
    await b.open(server.url + "#/grammar/ludii/mode");
    await b.wait(`document.querySelectorAll("section h2").length === 1`, "one symbol");
    await b.click(`document.querySelector("section pre a")`);
    await b.wait(`document.querySelector("section h2").textContent === "modeType"`, "another symbol");
    await play("hrg/tic-tac-toe.hrg");
    await b.run(`{ const d = document.querySelector(".inside"); d.open = true; const s = d.querySelector("select[aria-label=form]"); s.value = "rg"; s.dispatchEvent(new Event("change")); }`);
    await b.wait(`document.querySelector(".inside pre")?.textContent.includes("type ")`, "the game in RG");
});
await test("automaton and network as graphs, after each pass, with the position lit up", async () => {
    await play("hrg/connect-four.hrg");
    await people();
    await b.run(`document.querySelector(".inside").open = true`);
    await b.wait(`document.querySelector(".graph .lit.focus")`, "the node of the position");
    const title = (selector) => b.run(`document.querySelector(${JSON.stringify(selector)}).textContent`);
    const begin = await title(".graph .focus .title");
    await b.run(`document.querySelector(".graph .box:not(.focus)").dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
    await b.wait(`document.querySelector(".graph .focus .title").textContent !== ${JSON.stringify(begin)}`, "another node");
    await b.run(`{ const s = document.querySelector("select[aria-label='after which pass']"); s.value = "none"; s.dispatchEvent(new Event("change")); }`);
    await b.wait(`Number(document.querySelector(".inside .soft").textContent.replace(/\\D.*/, "")) > 30`, "more nodes before the passes");
    await play("gdl/tic-tac-toe.kif");
    await people();
    await b.run(`{ document.querySelector(".inside").open = true; }`);
    await b.wait(`document.querySelector(".graph .focus .title")?.textContent === "terminal"`, "the network");
    await b.run(`{ const s = document.querySelector("select[aria-label=node]"); s.value = "legal xplayer (mark 1 1)"; s.dispatchEvent(new Event("change")); }`);
    await b.wait(`document.querySelector(".graph .focus.lit .title")?.textContent.startsWith("legal xplayer (mark 1 1)")`, "a legal move is lit");
});
await test("a move with a parameter is written", async () => {
    await play("toss/bounce.toss");
    await b.wait(`document.querySelector(".moves input")`, "a field");
    await b.run(`document.querySelector(".moves input").value = "Wait ball t=0.25"`);
    await b.click(`[...document.querySelectorAll(".moves button")].find((e) => e.textContent === "Make it")`);
    await b.wait(`document.querySelector(".history li")?.textContent.includes("t=0.25")`, "the move in the history");
});
const named = (text) => `[...document.querySelectorAll("button")].find((e) => e.textContent === ${JSON.stringify(text)})`;
const seats = () => b.run(`[...document.querySelectorAll(".seat select:not(.strength)")].map((s) => s.value)`);
const KINGS = `domain Player = white | black
domain Score = 50 | 0 | 100
domain Cell = S(C, R) where C in 1..4, R in 1..4
domain Spot = off | Cell
inside : Spot -> Spot
inside(A) = if A in Cell then A else off
up : Spot -> Spot
up(off) = off
up(S(C, R)) = inside(S(C, R + 1))
other : Player -> Player
other(white) = black
other(black) = white
king : Player -> Spot = { white = S(1, 1); black = S(4, 1) }
mover : Player = white
next : Spot
graph rules() {
  loop {
    player = mover
    next = up(king[mover])
    check(next != off)
    king[mover] = next
    $$ next
    player = keeper
    mover = other[mover]
    if king[white] == S(1, 4) {
      goals[white] = 100
      goals[black] = 0
      end()
    }
  }
}
`;
const write = (text) => b.run(`document.querySelector(".CodeMirror").CodeMirror.setValue(${JSON.stringify(text)})`);
await test("an own game is kept: played, gone back to, reloaded, edited from its play page, renamed, deleted", async () => {
    await b.run(`Object.keys(localStorage).filter((k) => k.startsWith("draft:")).forEach((k) => localStorage.removeItem(k))`);
    await b.open(server.url + "#/edit/hrg/tic-tac-toe.hrg");
    await b.wait(`document.querySelector(".CodeMirror") && document.querySelector(".diagnostics li")`, "the editor");
    await b.run(`{ const f = document.querySelector("input[aria-label^='name of the file']"); f.value = "kings.hrg"; f.dispatchEvent(new Event("change")); }`);
    await write(KINGS);
    await b.wait(`location.hash === "#/edit/my/kings.hrg"`, "the draft's own address");
    await b.click(named("Play"));
    await b.wait(`document.querySelectorAll(".stage .site").length === 16`, "sixteen squares");
    await b.wait(`[...document.querySelectorAll(".site")].some((g) => g.getAttribute("aria-label").startsWith("a1, white king"))`, "a variable that holds a site is a piece");
    await b.run(`history.back()`);
    await b.wait(`document.querySelector(".CodeMirror")?.CodeMirror.getValue().includes("king[white]")`, "the text after going back");
    await b.run(`window.old = true`);
    await b.reload();
    await b.wait(`!window.old && document.querySelector(".CodeMirror")?.CodeMirror.getValue().includes("king[white]")`, "the text after a reload");
    await b.wait(`document.querySelector(".diagnostics li")`, "diagnostics");
    await b.click(named("Play"));
    await b.wait(`document.querySelectorAll(".stage .site").length === 16`, "the game again");
    await b.click(named("Edit the rules"));
    await b.wait(`document.querySelector(".CodeMirror")?.CodeMirror.getValue().includes("king[white]")`, "the rules of an own game");
    await b.run(`{ const s = document.querySelector("select[aria-label='new game']"); s.value = ".rbg"; s.dispatchEvent(new Event("change")); }`);
    await b.wait(`location.hash === "#/edit/my/my.rbg" && document.querySelector(".CodeMirror")?.CodeMirror.getValue().includes("#players")`, "a beginning in RBG");
    same("drafts", await b.run(`[...document.querySelector("select[aria-label='own games']").options].map((o) => o.value).sort()`), ["", "kings.hrg", "my.rbg"]);
    await b.run(`window.confirm = () => true`);
    await b.wait(`document.querySelector(".diagnostics li")`, "diagnostics");
    await b.click(named("Delete"));
    await b.wait(`location.hash === "#/edit/my/kings.hrg" && document.querySelector(".CodeMirror")?.CodeMirror.getValue().includes("king[white]")`, "the other draft");
    same("drafts", await b.run(`Object.keys(localStorage).filter((k) => k.startsWith("draft:"))`), ["draft:kings.hrg"]);
});
await test("a winner is named, and there is another game", async () => {
    await b.open(server.url + "#/mine/kings.hrg");
    await b.wait(`document.querySelectorAll(".stage .site").length === 16`, "sixteen squares");
    await people();
    for (let n = 1; n <= 5; n++) {
        await ready();
        await b.click(`document.querySelector(".site.live")`);
        await b.wait(`document.querySelectorAll(".history li").length === ${n}`, `move ${n}`);
    }
    await b.wait(`document.querySelector(".winner") && !document.querySelector(".end").hidden`, "the end");
    same("who wins", await b.run(`document.querySelector(".winner").textContent.trim()`), "white wins.");
    await b.click(named("Again"));
    await b.wait(`document.querySelectorAll(".history li").length === 0 && document.querySelector(".end").hidden`, "another game");
});
await test("undo goes back to my last decision, and the agent goes on", async () => {
    await play("hrg/breakthrough.hrg");
    await ready();
    await step();
    await step();
    await b.wait(`document.querySelectorAll(".history li").length === 2 && /white to move/.test(document.querySelector(".status").textContent)`, "an answer", 60);
    await b.click(named("Undo"));
    await b.wait(`!document.querySelector(".history [aria-current]") && document.querySelector(".stage").dataset.turn === "person"`, "the beginning");
    same("not paused", await b.run(`Boolean(${named("Pause")})`), true);
    await step();
    await step();
    await b.wait(`document.querySelectorAll(".history li").length === 2 && /white to move/.test(document.querySelector(".status").textContent)`, "another answer", 60);
});
await test("there is an opponent, whatever is decided how", async () => {
    const wanted = { "gdl/rock-paper-scissors.kif": ["", "mcts"], "hrg/chess.hrg": ["", "alphabeta"], "hrg/hex.hrg": ["", "mcts:rave=200"], "hrg/peg-solitaire.hrg": [""], "lud/ludo-ring.lud": ["", "mcts", "mcts"] };
    for (const [game, agents] of Object.entries(wanted)) {
        await play(game);
        same(`who plays ${game}`, await seats(), agents);
        same(`nobody passes a device at ${game}`, await b.run(`Boolean(document.querySelector(".cover"))`), false);
    }
    same("strengths", await b.run(`[...document.querySelector(".strength").options].map((o) => o.textContent)`), ["1 beginner", "2 easy", "3 medium", "4 good", "5 strong", "3 s a move", "10 s a move"]);
});
await test("notes of the rules are boards only when they are asked for", async () => {
    await play("zrf/chess.zrf");
    const boards = () => b.run(`document.querySelectorAll(".boards figure").length`);
    same("boards", await boards(), 1);
    await b.run(`{ const l = [...document.querySelectorAll("label")].find((e) => e.textContent.includes("rules note")); l.querySelector("input").click(); }`);
    same("with notes", await boards(), 3);
});
await test("moves and sites are called as people call them", async () => {
    const labels = async (game) => { await play(game); await people(); return b.run(`[...document.querySelectorAll(".moves button")].map((e) => e.textContent)`); };
    same("chess", (await labels("hrg/chess.hrg")).includes("e4"), true);
    same("Ludii", (await labels("lud/breakthrough.lud")).includes("a2-a3"), true);
    same("RBG", (await labels("rbg/breakthrough.rbg")).every((m) => !/index|rx/.test(m)), true);
    same("letters of a board", await b.run(`[...document.querySelectorAll(".axes text")].slice(0, 8).map((e) => e.textContent)`), [..."abcdefgh"]);
});
await test("the list of moves groups by pieces, and shows on the board what the pointer is on", async () => {
    await play("hrg/chess.hrg");
    await people();
    same("headings", await b.run(`[...document.querySelectorAll(".moves h3")].map((e) => e.textContent)`), ["Pawn", "Knight"]);
    const pointed = () => b.run(`[...document.querySelectorAll(".site.pointed")].map((e) => e.getAttribute("aria-label").split(",")[0]).sort()`);
    const knight = `[...document.querySelectorAll(".moves button")].find((e) => e.textContent === "Nf3")`;
    await b.run(`${knight}.focus()`);
    same("sites of Nf3", await pointed(), ["f3", "g1"]);
    await b.run(`${knight}.blur()`);
    same("afterwards", await pointed(), []);
    await b.run(`${knight}.click()`);
    await b.wait(`document.querySelector(".history li")?.textContent.includes("white: Nf3")`, "history");
    await b.run("location.reload()");
    await b.wait(`document.querySelector(".history li")?.textContent.includes("white: Nf3")`, "history after a reload");
});
await test("why a move is not legal: the line of the rules that is in the way", async () => {
    await play("hrg/breakthrough.hrg"); // another address than that of the test before
    await play("hrg/chess.hrg");
    await people();
    const reasons = `document.querySelector(".reasons").textContent`;
    await b.run(`{ const f = document.querySelector(".why input"); f.value = "a1-a3"; f.form.requestSubmit(); }`);
    await b.wait(`${reasons}.includes("check(board[spot] == empty)")`, "a condition");
    same("the line", await b.run(`/^a1-a3 is not legal, because of this condition:line \\d+: /.test(${reasons})`), true);
    const site = (name) => b.run(`[...document.querySelectorAll(".site")].find((g) => g.getAttribute("aria-label").startsWith("${name},")).dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
    await site("e2");
    await site("d3");
    await b.wait(`${reasons}.startsWith("e2-d3 is not legal")`, "a click that is no move");
    await site("e2");
    await site("d2");
    same("another piece is no wrong move", await b.run(`${reasons}.startsWith("e2-d3")`), true);
    await play("gdl/tic-tac-toe.kif");
    same("no field without an automaton", await b.run(`Boolean(document.querySelector(".why"))`), false);
});
await test("a puzzle is asked, and moves are judged and answered", async () => {
    await play("hrg/tic-tac-toe.hrg");
    same("the link", await b.run(`[...document.querySelectorAll("a")].find((e) => e.textContent === "Puzzles")?.getAttribute("href")`), "#/puzzles/hrg/tic-tac-toe.hrg");
    await b.click(`[...document.querySelectorAll("a")].find((e) => e.textContent === "Puzzles")`);
    const status = `document.querySelector(".puzzles .status")?.textContent ?? ""`, said = () => b.run(`document.querySelector(".verdict").textContent`);
    await b.wait(`/ to move wins in 2 moves/.test(${status})`, "a puzzle");
    await b.click(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Show the solution")`);
    const [first, , last] = (await said()).replace("The solution: ", "").split("; ");
    const make = (move) => b.run(`[...document.querySelectorAll(".moves button")].find((e) => e.textContent ${move})?.click()`);
    await make(`!== ${JSON.stringify(first)}`);
    await b.wait(`/ is wrong: /.test(document.querySelector(".verdict").textContent)`, "a wrong move");
    await b.wait(`document.querySelector(".moves button")`, "moves to try again");
    await make(`=== ${JSON.stringify(first)}`);
    await b.wait(`/ is right\\. .* plays /.test(document.querySelector(".verdict").textContent) && /wins in 1 move$/.test(${status})`, "an answer");
    await make(`=== ${JSON.stringify(last)}`);
    await b.wait(`/ has won$/.test(${status})`, "the end");
    same("solved with help", await b.run(`document.querySelector(".puzzles .panel .soft").textContent`), "0 of 1 solved");
    await b.click("document.querySelector('.next')");
    await b.wait(`/ to move wins in 2 moves/.test(${status})`, "the next puzzle");
    await play("hrg/pig.hrg");
    same("no link where chance decides", await b.run(`[...document.querySelectorAll("a")].some((e) => e.textContent === "Puzzles")`), false);
});
await test("few outlines where everything can be clicked", async () => {
    await play("hrg/gomoku.hrg");
    await people();
    same("dots", await b.run(`document.querySelectorAll(".stage .hint").length`), 0);
    same("outlines", await b.run(`[...document.querySelectorAll(".site.live .mark")].filter((e) => getComputedStyle(e).stroke !== "none").length < 2`), true); // the pointer may be on one
    same("what can be clicked", await b.run(`document.querySelectorAll(".site.live").length`), 225);
});
await test("a page that is left closes its session", async () => {
    const open = async () => Number(/^ludens_sessions ([0-9]+)/m.exec(await (await fetch(server.url + "metrics", { headers: { "X-Ludens-Token": server.token } })).text())[1]);
    await play("hrg/tic-tac-toe.hrg");
    const before = await open();
    await b.open("about:blank");
    for (let i = 0; i < 100 && (await open()) >= before; i++) await new Promise((r) => setTimeout(r, 50));
    same("open sessions", (await open()) < before, true);
    await b.open(server.url);
    await b.wait(`document.querySelector(".games a")`, "the list of games");
});
await test("the page tries again when the server is away", async () => {
    await play("hrg/tic-tac-toe.hrg");
    await people();
    await b.run(`window.real = window.fetch; window.fetch = () => Promise.reject(new TypeError("Failed to fetch"))`);
    await b.click(`document.querySelector(".site.live")`);
    await b.wait(`document.getElementById("away")`, "a word about it");
    await b.run(`window.fetch = window.real`);
    await b.wait(`!document.getElementById("away") && document.querySelectorAll(".history li").length === 1`, "the move");
});
await test("narrow and wide: nothing is wider than the window", async () => {
    for (const [width, dark] of [[360, false], [1280, true], [2560, false]]) {
        await b.size(width, 900, dark);
        for (const page of ["#/", "#/play/hrg/chess.hrg", "#/play/lud/nine-mens-morris.lud", "#/play/gdl/pig.kif", "#/edit/hrg/chess.hrg", "#/explore", "#/grammar", "#/analyse/hrg/chess.hrg", "#/contest/hrg/chess.hrg"]) {
            await b.open(server.url + page);
            await b.wait(`document.querySelector(".seat, .games a, .CodeMirror, textarea, section, input[type=number]")`, page);
            same(`overflow of ${page} at ${width}`, await b.run(`document.documentElement.scrollWidth - window.innerWidth > 0`), false);
        }
    }
    await b.size(1280, 900);
});
if (long) {
    await b.open(server.url);
    await b.wait(`document.querySelectorAll(".games a").length > 90`, "the games");
    const games = await b.run(`[...document.querySelectorAll(".games a")].map((a) => a.getAttribute("href").slice("#/play/".length))`);
    for (const game of games.filter((g) => !g.startsWith("asp/"))) await test(`some moves of ${game}`, () => whole(game, 12));
}
await test("no errors in the console", async () => same("errors", b.errors, []));
await b.close();
await test("the server ends when it is told to", async () => same("exit code", await server.stop(), 0));
finish();
