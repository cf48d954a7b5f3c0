// The page as plain files: node static.mjs PROGRAM SITE. The same games as the program, and a browser that plays.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Browser, finish, same, test } from "./browser.mjs";

const [program, site] = process.argv.slice(2), GAMES = 100, PLIES = 60;

/* What the compiler's module expects of Node. */
globalThis.__dirname = site;
globalThis.require = createRequire(import.meta.url);
const make = (await import(join(site, "ludens.mjs"))).default;
const library = await make({ wasmBinary: readFileSync(join(site, "ludens.wasm")) }), workspace = library._page_open();

function ask(line) {
    const size = library.lengthBytesUTF8(line) + 1, at = library._malloc(size);
    library.stringToUTF8(line, at, size);
    const reply = library._page_ask(workspace, at), text = library.UTF8ToString(reply);
    library._free(reply);
    library._free(at);
    return text;
}

/* Random games: requests, and the hashes of all positions. */
function games(game) {
    const lines = [], hashes = [];
    const say = (request) => {
        const line = JSON.stringify(request), reply = JSON.parse(ask(line));
        lines.push(line);
        hashes.push([reply.ok, reply.hash ?? null]);
        return reply;
    };
    if (!say({ op: "load", game }).ok) throw new Error("it does not load");
    for (let seed = 1; seed <= GAMES; seed++)
        for (let at = say({ op: "new", seed }), ply = 0; !at.terminal && ply < PLIES; ply++)
            at = say({ op: "apply", moves: Object.fromEntries(at.movers.map((role) => [role, say({ op: "sample", role }).move])) });
    return { lines, hashes };
}

async function native(lines) {
    const child = spawn(program, ["session", "--backend", "interp"], { stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (d) => (text += d));
    child.stdin.end(lines.join("\n") + "\n");
    await new Promise((done) => child.on("close", done));
    return text.trim().split("\n").map((l) => JSON.parse(l)).map((r) => [r.ok, r.hash ?? null]);
}

for (const game of ["hrg/tic-tac-toe.hrg", "hrg/chess.hrg", "gdl/tic-tac-toe.kif", "asp/2-garden-maze.lp", "toss/breakthrough.toss", "lud/ur.lud", "zrf/chess.zrf", "rbg/nim.rbg", "ludi/yavalath.ludi"])
    await test(`${GAMES} games of ${game} as the program plays them`, async () => {
        const { lines, hashes } = games(game), other = await native(lines);
        same("replies", other.length, hashes.length);
        hashes.forEach((h, i) => same(`reply ${i} to ${lines[i]}`, h, other[i]));
    });

/* Cells of a ring are switched until the third is connected with the first: recursion through what changes. */
const RING = `
(role r) (init (step 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(cell 1) (cell 2) (cell 3) (cell 4) (cell 5) (cell 6)
(next-to 1 2) (next-to 2 3) (next-to 3 4) (next-to 4 5) (next-to 5 6) (next-to 6 1)
(<= (link ?x ?y) (next-to ?x ?y)) (<= (link ?x ?y) (next-to ?y ?x))
(<= (base (on ?x)) (cell ?x)) (<= (input r (toggle ?x)) (cell ?x))
(<= (legal r (toggle ?x)) (cell ?x))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (on ?x)) (true (on ?x)) (does r (toggle ?y)) (distinct ?x ?y))
(<= (next (on ?x)) (does r (toggle ?x)) (not (true (on ?x))))
(<= (reach 1) (true (on 1))) (<= (reach ?y) (reach ?x) (link ?x ?y) (true (on ?y)))
(<= terminal (true (step 5))) (<= terminal (reach 3))
(<= (goal r 100) (reach 3)) (<= (goal r 0) (not (reach 3)))`;

/* Networks are compiled to modules there: hundreds of games at once, with the results of the program. */
for (const game of ["gdl/tic-tac-toe.kif", "gdl/connect-four.kif", "gdl/breakthrough.kif", "gdl/light-cycles.kif", "gdl/knights-tour.kif", "gdl/rock-paper-scissors.kif", "ring.kif"])
    await test(`3000 random games of ${game} at once`, async () => {
        const lines = [{ op: "load", ...(game === "ring.kif" ? { name: game, text: RING } : { game }) }, { op: "run", playouts: 3000 }].map((r) => JSON.stringify(r)), results = (r) => ({ ...r, seconds: 0 });
        const child = spawn(program, ["session", "--backend", "interp"], { stdio: ["pipe", "pipe", "inherit"] });
        let text = "";
        child.stdout.setEncoding("utf8").on("data", (d) => (text += d));
        child.stdin.end(lines.join("\n") + "\n");
        await new Promise((done) => child.on("close", done));
        const other = JSON.parse(text.trim().split("\n")[1]), mine = lines.map((l) => JSON.parse(ask(l)))[1];
        same("it runs", other.ok, true);
        same("results", results(mine), results(other));
    });

const TYPES = { html: "text/html", js: "text/javascript", mjs: "text/javascript", css: "text/css", wasm: "application/wasm", svg: "image/svg+xml" };
const host = createServer((request, reply) => {
    const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
    try {
        const bytes = readFileSync(join(site, name.replaceAll("..", "")));
        reply.writeHead(200, { "Content-Type": TYPES[name.split(".").pop()] ?? "text/plain" }).end(bytes);
    } catch {
        reply.writeHead(404).end();
    }
});
await new Promise((done) => host.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${host.address().port}/`, b = await Browser.start();
await test("the library lists the games", async () => {
    await b.open(url);
    await b.wait(`document.querySelectorAll(".games a").length > 90`, "the games", 60);
});
for (const game of ["hrg/tic-tac-toe.hrg", "lud/tic-tac-toe.lud", "gdl/tic-tac-toe.kif", "toss/tic-tac-toe.toss"])
    await test(`a game against an agent: ${game}`, async () => {
        await b.run(`sessionStorage.clear()`);
        await b.open(url + "#/play/" + game);
        await b.wait(`document.querySelector(".play .seat") && document.querySelector("h1").textContent === "Tic tac toe"`);
        await b.run(`for (const i of document.querySelectorAll(".seat .strength")) { i.value = "0"; i.dispatchEvent(new Event("change")); }`);
        for (let i = 0; i < 9 && !(await b.run(`document.querySelector(".status")?.textContent.includes("over")`)); i++) {
            await b.wait(`/to move|over/.test(document.querySelector(".status")?.textContent ?? "")`, "a move to make", 60);
            if (await b.run(`Boolean(document.querySelector(".site.live"))`)) await b.click(`document.querySelector(".site.live")`);
            await b.wait(`document.querySelectorAll(".history li").length > ${2 * i} || document.querySelector(".status").textContent.includes("over")`, "an answer", 60);
        }
        await b.wait(`document.querySelector(".status").textContent.includes("over")`, "the end", 60);
    });
await test("a library that ended begins anew, and the game goes on", async () => {
    await b.before(`{ const Plain = Worker; window.Worker = class extends Plain { constructor(...a) { super(...a); window.worker = this; } }; }`);
    await b.run(`sessionStorage.clear()`);
    await b.open(url + "?#/play/hrg/hex.hrg");
    await b.wait(`document.querySelector(".site.live")`);
    await b.run(`for (const s of document.querySelectorAll(".seat select:not(.strength)")) { s.value = "human"; s.dispatchEvent(new Event("change")); }`);
    await b.click(`document.querySelector(".site.live")`);
    await b.wait(`document.querySelectorAll(".history li").length === 1`);
    const first = await b.run(`document.querySelector(".history li").textContent`);
    await b.run(`window.worker.postMessage({ id: 0, request: null })`); // no text: the worker fails
    await b.wait(`document.querySelector(".site.live")`);
    for (let i = 0; i < 50 && (await b.run(`document.querySelectorAll(".history li").length`)) < 2; i++) {
        await b.run(`document.querySelector(".site.live")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))`);
        await new Promise((done) => setTimeout(done, 200));
    }
    await b.wait(`document.querySelectorAll(".history li").length === 2`);
    same("the first move is still there", await b.run(`document.querySelector(".history li").textContent`), first);
});
await test("no errors in the console", async () => same("errors", b.errors, []));
await b.close();
host.close();
finish();
