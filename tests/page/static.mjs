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
        await b.run(`for (const i of document.querySelectorAll(".seat input")) { i.value = "0.25"; i.dispatchEvent(new Event("change")); }`);
        for (let i = 0; i < 9 && !(await b.run(`document.querySelector(".status")?.textContent.includes("over")`)); i++) {
            await b.wait(`/to move|over/.test(document.querySelector(".status")?.textContent ?? "")`, "a move to make", 60);
            if (await b.run(`Boolean(document.querySelector(".site.live"))`)) await b.click(`document.querySelector(".site.live")`);
            await b.wait(`document.querySelectorAll(".history li").length > ${2 * i} || document.querySelector(".status").textContent.includes("over")`, "an answer", 60);
        }
        await b.wait(`document.querySelector(".status").textContent.includes("over")`, "the end", 60);
    });
await test("no errors in the console", async () => same("errors", b.errors, []));
await b.close();
host.close();
finish();
