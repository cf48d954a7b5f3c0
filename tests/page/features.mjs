// What people stay for: pictures, how a game works, hints, clocks, links, analysis. node features.mjs PROGRAM [long]
import { admit, Browser, finish, same, serve, test } from "./browser.mjs";

const [program, long] = process.argv.slice(2), server = await serve(program), b = await Browser.start(1280, 900);
await admit(b, server);
const button = (text) => `[...document.querySelectorAll("button")].find((e) => e.textContent === ${JSON.stringify(text)})`;
const status = () => b.run(`document.querySelector(".status")?.textContent ?? ""`);
const plies = () => b.run(`document.querySelectorAll(".history li").length`);
const problem = () => b.run(`document.querySelector(".error")?.textContent ?? ""`);
const show = async (hash, ready) => {
    await b.run(`sessionStorage.removeItem("play")`).catch(() => undefined);
    await b.open("about:blank");
    await b.open(server.url + hash);
    await b.wait(ready, hash, 60);
};
const play = async (game, who = "") => {
    await show("#/play/" + game, `document.querySelector(".play .seat") && document.querySelector(".boards").firstChild`);
    await b.run(`for (const s of document.querySelectorAll(".seat select:not(.strength)")) { s.value = ${JSON.stringify(who)}; s.dispatchEvent(new Event("change")); }`);
    if (!who) await b.wait(`/to move/.test(document.querySelector(".status").textContent)`, "a person to move");
};
const idle = () => new Promise((r) => setTimeout(r, 600)); // what an editor still asks is answered: a page that is left in between has a request of a closed session
const move = async (text) => {
    const n = await plies();
    await b.run(`[...document.querySelectorAll(".moves button")].find((e) => e.dataset.move === ${JSON.stringify(text)}).click()`);
    await b.wait(`document.querySelectorAll(".history li").length === ${n + 1}`, `the move ${text}`);
    await b.wait(`/to move|over/.test(document.querySelector(".status").textContent)`, "the next position");
};

await test("the start page has pictures, families, and games to begin with", async () => {
    await show("#/", `document.querySelectorAll(".games .picture svg").length > 3`);
    same("games to begin with", await b.run(`document.querySelectorAll(".strip li").length`), 6);
    same("every game once", await b.run(`(() => { const all = [...document.querySelectorAll(".games a")].map((a) => a.getAttribute("href")); return all.length - new Set(all).size; })()`), 0);
    same("the family of breakthrough has others", (await b.run(`[...document.querySelectorAll(".games li")].find((l) => l.querySelector("strong").textContent === "Breakthrough").querySelectorAll(".others a").length`)) >= 6, true);
    const search = async (text) => {
        await b.run(`{ const s = document.querySelector("input[type=search]"); s.value = ${JSON.stringify(text)}; s.dispatchEvent(new Event("input")); }`);
        return b.run(`document.querySelector(".games strong")?.textContent ?? ""`);
    };
    for (const [wanted, found] of [["conect fuor", "Connect four"], ["morris", "Nine men's morris"], ["brakthrough", "Breakthrough"], ["ROYAL ur", "Ur"], ["zzzz", ""]]) same(`what "${wanted}" finds first`, await search(wanted), found);
});
await test("how chess works: what each piece can do, and how it ends", async () => {
    await show("#/how/hrg/chess.hrg", `document.querySelectorAll(".kind").length === 6 && document.querySelector(".quote")`);
    const dots = (name, what) => b.run(`[...document.querySelectorAll(".kind")].find((k) => k.textContent.startsWith(${JSON.stringify(name)})).querySelectorAll("circle.${what}").length`);
    same("ways of the knight", await dots("knight", "goes"), 8);
    same("captures of the pawn", await dots("pawn", "takes"), 2);
    same("ways of the pawn from the middle", await dots("pawn", "goes"), 1);
    same("the rules of the end", /goals\[mover\] = 0/.test(await b.run(`document.querySelector(".quote").textContent`)), true);
    await b.run(`document.querySelector(".quote a").click()`);
    await b.wait(`document.querySelector(".CodeMirror")?.CodeMirror.getCursor().line > 300`, "the editor at that line");
});
for (const game of ["lud/fox-and-hounds.lud", "zrf/checkers.zrf", "gdl/tic-tac-toe.kif", "toss/chess.toss", "rbg/nine-mens-morris.rbg", "ludi/yavalath.ludi", "fairy/xiangqi.ini", "rg/hex5.rg"])
    await test(`how ${game} works`, async () => {
        await show("#/how/" + game, `document.querySelector(".kinds .soft") && !/playing, to see/.test(document.querySelector(".kinds").textContent)`);
        same("pieces", (await b.run(`document.querySelectorAll(".kind").length`)) > 0, true);
        same("lines of the end", (await b.run(`document.querySelectorAll(".quote").length`)) > 0, true);
    });
await test("how games without pieces work", async () => {
    for (const game of ["asp/3-coins.lp", "gdl/pig.kif", "toss/bounce.toss", "hrg/kuhn-poker.hrg"]) {
        await show("#/how/" + game, `document.querySelector(".kinds") && !/playing, to see|loading/.test(document.querySelector(".kinds").textContent)`);
        same(`problems of ${game}`, await problem(), "");
    }
});
await test("settings: a theme is kept, and nothing moves for people who want less motion", async () => {
    await show("#/", `document.querySelector(".games a")`);
    await b.click(`document.getElementById("settings")`);
    await b.run(`{ const s = document.querySelector("dialog select"); s.value = "blue"; s.dispatchEvent(new Event("change")); }`);
    await b.run(`${button("Done")}.click()`);
    await b.reload();
    await b.wait(`document.querySelector(".games a")`);
    same("the theme after a reload", await b.run(`document.documentElement.dataset.theme`), "blue");
    await b.run(`localStorage.removeItem("settings")`);
});
await test("a piece is seen on its way, what it takes fades, and both are gone then", async () => {
    await play("hrg/breakthrough.hrg");
    await b.run(`window.most = 0; new MutationObserver(() => (window.most = Math.max(window.most, document.querySelector(".way").childElementCount))).observe(document.querySelector(".way"), { childList: true })`);
    await b.run(`document.querySelector(".moves button").click()`);
    await b.wait(`window.most > 0`, "a piece on its way");
    await b.wait(`document.querySelector(".way").childElementCount === 0`, "the end of the way");
    same("pieces that are not seen", await b.run(`[...document.querySelectorAll(".piece")].filter((p) => p.style.visibility === "hidden").length`), 0);
});
await test("seeds are sown one by one", async () => {
    await play("lud/kalah-three.lud");
    await b.run(`window.sown = []; new MutationObserver((all) => all.forEach((m) => m.addedNodes.forEach((e) => e.classList.contains("seed") && window.sown.push(e.dataset.site)))).observe(document.querySelector(".way"), { childList: true })`);
    await b.run(`document.querySelector(".moves button").click()`);
    await b.wait(`window.sown.length > 2 && document.querySelector(".way").childElementCount === 0`, "seeds that were sown");
    const track = ["0", "1", "2", "3", "7", "6", "5", "4"], begin = track.indexOf(await b.run(`window.sown[0]`)), sown = await b.run(`window.sown`);
    same("along the track", sown.slice(0, 3), [0, 1, 2].map((k) => track[(begin + k) % 8]));
});
await test("regions in their owners' colours", async () => {
    await play("lud/four-corners.lud", "");
    same("corners", await b.run(`document.querySelectorAll(".main-board polygon.region").length`), 12);
    same("colours", await b.run(`new Set([...document.querySelectorAll(".main-board polygon.region")].map((e) => e.getAttribute("fill"))).size`), 4);
});
await test("who attacks what", async () => {
    await play("fairy/xiangqi.ini");
    await b.click(`document.querySelector(".threats")`);
    await b.wait(`document.querySelectorAll(".arrows .shown").length === 2 && document.querySelectorAll(".arrows .threat").length === 2`, "two cannons each that can take a horse");
    await b.click(`document.querySelector(".threats")`);
    await b.wait(`!document.querySelector(".arrows").childElementCount`, "no arrows");
});
await test("a hint is an arrow and a word", async () => {
    await play("hrg/breakthrough.hrg");
    await b.run(`${button("Hint")}.click()`);
    await b.wait(`document.querySelector(".arrows .best") && /Hint: /.test(document.querySelector(".status").textContent)`, "a hint");
});
await test("resigning, and a new game after it", async () => {
    await play("hrg/breakthrough.hrg");
    await b.run(`${button("Resign")}.click()`);
    await b.wait(`/white resigns. black wins/.test(document.querySelector(".status").textContent)`, "the end");
    same("what can be clicked", await b.run(`document.querySelectorAll(".site.live").length`), 0);
    await b.reload();
    await b.wait(`/white resigns. black wins/.test(document.querySelector(".status")?.textContent ?? "")`, "the same after a reload");
    await b.run(`${button("Again")}.click()`);
    await b.wait(`/white to move/.test(document.querySelector(".status").textContent)`, "a new game");
});
await test("a draw between two people is agreed or not", async () => {
    await play("hrg/breakthrough.hrg");
    await b.run(`${button("Offer a draw")}.click()`);
    await b.wait(`document.querySelector("dialog")`);
    await b.run(`${button("Play on")}.click()`);
    await b.wait(`/plays on/.test(document.querySelector(".status").textContent)`);
    await b.run(`${button("Offer a draw")}.click()`);
    await b.run(`${button("A draw")}.click()`);
    await b.wait(`/A draw was agreed/.test(document.querySelector(".status").textContent)`);
});
await test("clocks run in turn, and who has no time left loses", async () => {
    await play("hrg/breakthrough.hrg");
    await b.run(`{ const s = document.querySelector("select[aria-label=clock]"); s.selectedIndex = 1; s.dispatchEvent(new Event("change")); }`);
    await b.wait(`document.querySelector(".clock.running")?.dataset.role === "white"`, "white's clock");
    await b.run(`document.querySelector(".moves button").click()`);
    await b.wait(`document.querySelector(".clock.running")?.dataset.role === "black"`, "black's clock");
    await b.run(`{ const real = performance.now.bind(performance); performance.now = () => real() + 61000; }`); // a minute goes by
    await b.wait(`/black has no time left. white wins/.test(document.querySelector(".status").textContent)`, "the flag");
});
await test("a game is analysed: a curve, blunders, and what was better", async () => {
    await play("hrg/tic-tac-toe.hrg");
    for (let i = 0; i < 9 && !(await status()).includes("over"); i++) await move(await b.run(`document.querySelector(".moves button").dataset.move`));
    same("the game is over", (await status()).includes("over"), true);
    await b.run(`${button("Analyse this game")}.click()`);
    await b.wait(`document.querySelector(".review")`, `the analysis; ${await problem()}`, 60);
    same("marks of bad moves", (await b.run(`[...document.querySelectorAll(".history .mistake button")].filter((e) => /\\?$/.test(e.textContent)).length`)) > 0, true);
    await b.run(`document.querySelector(".history .mistake button").parentElement.previousElementSibling.querySelector("button").click()`);
    await b.wait(`document.querySelector(".arrows .best")`, "what was better");
});
await test("the board beside the editor follows the rules", async () => {
    await show("#/edit/lud/tic-tac-toe.lud", `document.querySelector(".CodeMirror") && /nothing is wrong/.test(document.querySelector(".diagnostics").textContent)`);
    await b.run(`document.querySelector(".live-box").open = true`);
    await b.wait(`document.querySelectorAll(".live-play .site.live").length === 9`, `the board; ${await problem()}`);
    await b.click(`document.querySelectorAll(".live-play .site.live")[0]`);
    await b.wait(`document.querySelectorAll(".live-play .piece").length === 1`, "a mark");
    await b.run(`{ const e = document.querySelector(".CodeMirror").CodeMirror; e.setValue(e.getValue().replace("(square 3)", "(square 4)")); }`);
    await b.wait(`document.querySelectorAll(".live-play .site").length === 16 && document.querySelectorAll(".live-play .piece").length === 1`, "the larger board with the mark");
    await b.run(`{ const e = document.querySelector(".CodeMirror").CodeMirror; e.setValue(e.getValue().replace("(square 4)", "(square")); }`);
    await b.wait(`document.querySelector(".diagnostics .error")`, "an error");
    same("the board stays while the rules are wrong", await b.run(`document.querySelectorAll(".live-play .site").length`), 16);
});
await test("a link holds one's own rules and the position", async () => {
    await show("#/edit", `document.querySelector(".CodeMirror")`);
    await b.run(`(() => { document.querySelector(".CodeMirror").CodeMirror.setValue(${JSON.stringify("(game \"Own\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))")}); const n = document.querySelector("input[aria-label^='name of the file']"); n.value = "own.lud"; n.dispatchEvent(new Event("change")); })()`);
    await b.wait(`/nothing is wrong/.test(document.querySelector(".diagnostics").textContent)`, "correct rules");
    await b.run(`${button("Play")}.click()`);
    await b.wait(`document.querySelector(".play .seat") && document.querySelector(".site.live")`, "the game");
    await b.run(`for (const s of document.querySelectorAll(".seat select:not(.strength)")) { s.value = ""; s.dispatchEvent(new Event("change")); }`);
    await b.click(`document.querySelectorAll(".site.live")[4]`);
    await b.wait(`document.querySelectorAll(".history li").length === 1`);
    await b.run(`navigator.clipboard.writeText = (t) => { window.copied = t; return Promise.resolve(); }`);
    await b.run(`${button("Copy link")}.click()`);
    await b.wait(`window.copied`, "a link");
    const link = await b.run(`window.copied`);
    same("the link names no server but this one", link.startsWith(server.url + "#/shared/"), true);
    await b.run(`sessionStorage.clear(); for (const k of Object.keys(localStorage)) if (k !== "token") localStorage.removeItem(k)`);
    await b.open("about:blank");
    await b.open(link);
    await b.wait(`document.querySelectorAll(".history li").length === 1 && document.querySelectorAll(".piece").length === 1`, `the position; ${await problem()}`);
    await b.open("about:blank");
    await b.open(link.slice(0, -40));
    await b.wait(`/cannot be read/.test(document.querySelector(".error")?.textContent ?? "")`, "a word about a broken link");
});
await test("pictures of a position", async () => {
    await play("hrg/chess.hrg");
    await b.run(`window.saved = []; URL.createObjectURL = ((real) => (blob) => { blob.text().then((t) => window.saved.push([blob.type, blob.size, t.slice(0, 3000)])); return real(blob); })(URL.createObjectURL); HTMLAnchorElement.prototype.click = () => undefined`);
    await b.run(`${button("SVG")}.click()`);
    await b.wait(`window.saved.some((s) => s[0] === "image/svg+xml")`, `a picture; ${await problem()}`);
    const [, size, text] = await b.run(`window.saved[0]`);
    same("it is a whole picture", size > 20000 && text.startsWith("<svg") && /fill="rgb/.test(text) && !/var\(/.test(text), true);
    await b.run(`${button("PNG")}.click()`);
    await b.wait(`window.saved.some((s) => s[0] === "image/png" && s[1] > 5000)`, `a PNG; ${await problem()}`);
});
await test("by keyboard alone: a game is found, played to its end, and begun again", async () => {
    const focused = (what) => b.run(`Boolean(document.activeElement?.matches(${JSON.stringify(what)}))`);
    const tabTo = async (what, most = 60) => {
        for (let i = 0; i < most; i++) {
            await b.key("Tab");
            if (await focused(what)) return;
        }
        throw new Error(`Tab does not lead to ${what}`);
    };
    await show("#/", `document.querySelectorAll(".games a").length > 90`);
    await tabTo("input[type=search]");
    await b.type("tic tac");
    await b.wait(`document.querySelectorAll(".games li").length < 10`, "what was searched");
    await tabTo(".games a.card");
    await b.key("Enter");
    await b.wait(`document.querySelector(".play .seat") && document.querySelector(".site.live")`, "the game", 60);
    await tabTo(".site");
    const ways = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
    for (let n = 0; n < 400 && !/over/.test(await status()); n++) {
        if (!(await focused(".site"))) await b.run(`document.querySelector(".site[tabindex='0']").focus()`); // as it was before the answer
        if (await focused(".site.live")) {
            await b.key("Enter");
            await b.wait(`/to move|over/.test(document.querySelector(".status").textContent) && !/thinks/.test(document.querySelector(".status").textContent)`, "an answer", 30);
        } else await b.key(ways[(n * n + (n >> 2)) % 4]);
    }
    same("the end", /over/.test(await status()) ? "over" : `${await status()}, ${await plies()} plies, ${await b.run(`document.activeElement.outerHTML.slice(0, 100)`)}`, "over");
    await b.run(`document.querySelector(".skip").focus()`);
    await tabTo(".end button", 200);
    await b.key("Enter");
    await b.wait(`/to move/.test(document.querySelector(".status").textContent)`, "a new game");
});
if (long) {
    await test("the page stays below 100 MB after 500 moves", async () => {
        await play("fairy/xiangqi.ini", "random");
        await b.run(`{ const e = document.querySelector("input[aria-label^='seconds that']"); e.value = 0; e.dispatchEvent(new Event("change")); }`);
        let before = 0, n = 0;
        for (; before + n < 500; n = await plies()) {
            await b.wait(`document.querySelectorAll(".history li").length > ${n} || /over/.test(document.querySelector(".status").textContent)`, "more moves", 60);
            if (/over/.test(await status())) {
                before += await plies();
                await b.run(`${button("New game")}.click()`);
                await b.wait(`!/over/.test(document.querySelector(".status").textContent)`, "another game");
            }
            await new Promise((r) => setTimeout(r, 200));
        }
        const megabytes = (await b.heap()) / 1e6;
        console.log(`after ${before + n} moves the page has ${megabytes.toFixed(1)} MB`);
        same("it is small", megabytes < 100, true);
    });
}
await test("names in the editor: where they are defined, another name, and slips", async () => {
    const cm = `document.querySelector(".CodeMirror").CodeMirror`, names = (text) => b.run(`[...document.querySelectorAll(".names-box button")].find((e) => e.textContent === ${JSON.stringify(text)}).click()`);
    await show("#/edit/hrg/hex.hrg", `document.querySelector(".CodeMirror") && /nothing is wrong/.test(document.querySelector(".diagnostics").textContent)`);
    await b.run(`document.querySelector(".names-box summary").click()`);
    await b.wait(`[...document.querySelectorAll(".outline button")].some((e) => e.textContent === "rules")`, "an outline");
    await b.run(`{ const at = ${cm}.getValue().lastIndexOf("spot"); ${cm}.setCursor(${cm}.posFromIndex(at + 1)); }`);
    await b.wait(`document.querySelectorAll(".cm-same").length > 2`, "the name marked where it stands");
    const before = await b.run(`${cm}.getCursor().line`);
    await names("Definition");
    await b.wait(`${cm}.getCursor().line !== ${before} && /^spot : /.test(${cm}.getLine(${cm}.getCursor().line))`, "its definition");
    await names("Rename");
    await b.wait(`document.querySelector(".names-box input")`, "a field");
    await b.run(`{ const f = document.querySelector(".names-box input"); f.value = "cell"; f.form.requestSubmit(); }`);
    await b.wait(`/^cell : /m.test(${cm}.getValue()) && !/\\bspot\\b/.test(${cm}.getValue())`, "the new name");
    await b.run(`${cm}.setValue(${cm}.getValue().replace("cell : Spot", "cell : Sopt"))`);
    await b.wait(`document.querySelector(".diagnostics .fix")`, "what was meant");
    await b.run(`document.querySelector(".diagnostics .fix").click()`);
    await b.wait(`/^cell : Spot/m.test(${cm}.getValue()) && /nothing is wrong/.test(document.querySelector(".diagnostics").textContent)`, "the slip undone", 30);
    await idle();
});
await test("versions of a draft: what changed, and the way back", async () => {
    const cm = `document.querySelector(".CodeMirror").CodeMirror`, press = (text) => b.run(`[...document.querySelectorAll(".versions-box button")].filter((e) => e.textContent === ${JSON.stringify(text)}).pop().click()`);
    await show("#/edit/lud/snort.lud", `document.querySelector(".CodeMirror") && /nothing is wrong/.test(document.querySelector(".diagnostics").textContent)`);
    const first = await b.run(`${cm}.getValue()`);
    await b.run(`${cm}.setValue(${cm}.getValue().replace("(square 5)", "(square 4)"))`);
    await b.wait(`/kept in this browser/.test(document.body.textContent)`, "a draft");
    await b.run(`document.querySelector(".versions-box summary").click()`);
    await b.wait(`document.querySelectorAll(".versions-box ul > li").length === 2`, "two versions");
    await press("What changed");
    same("a line that is gone, and a new one", await b.run(`[...document.querySelectorAll(".difference .gone, .difference .new")].map((e) => e.textContent.trim().slice(0, 1)).join("")`), "-+");
    await press("Restore");
    same("the text", await b.run(`${cm}.getValue()`), first);
    await idle();
});
await test("lines that no random game reaches are grey", async () => {
    const cm = `document.querySelector(".CodeMirror").CodeMirror`;
    await show("#/edit/hrg/tic-tac-toe.hrg", `document.querySelector(".CodeMirror") && /nothing is wrong/.test(document.querySelector(".diagnostics").textContent)`);
    await b.run(`${cm}.setValue(${cm}.getValue().replace("graph rules() {", "graph rules() {\\n  if mover != mover {\\n    goals[mover] = 50\\n  }"))`);
    await b.wait(`/nothing is wrong/.test(document.querySelector(".diagnostics").textContent)`, "the rules checked");
    await b.run(`${button("Lines reached")}.click()`);
    await b.wait(`document.querySelector(".cm-unreached")`, "a grey line", 20);
    same("which one", await b.run(`[...document.querySelectorAll(".cm-unreached .CodeMirror-line")].map((e) => e.textContent.trim()).join("|")`), "goals[mover] = 50");
    await idle();
});
await test("what was played last is on the start page", async () => {
    await show("#/", `document.querySelector(".row-of-games h2")`);
    same("the first row", await b.run(`document.querySelector(".row-of-games h2").textContent`), "My last games");
    same("the last game", await b.run(`document.querySelector(".strip a").getAttribute("href")`), long ? "#/play/fairy/xiangqi.ini" : "#/play/hrg/tic-tac-toe.hrg");
});
/* A page that is left may still ask its session, which is closed by then. */
await test("no errors in the console", async () => same("errors", b.errors.filter((e) => !/404 .*\/api\/[0-9a-f]{32}$/.test(e)), []));
await b.close();
await server.stop();
finish();
