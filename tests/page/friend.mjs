// Two people at two browsers play one game, and a third one watches: node friend.mjs PROGRAM
import { admit, Browser, finish, same, serve, test } from "./browser.mjs";

const [program] = process.argv.slice(2), server = await serve(program), a = await Browser.start(), b = await Browser.start();
await admit(a, server); // b has no token of the server: the link is all it knows
const button = (text) => `[...document.querySelectorAll("button")].find((e) => e.textContent === ${JSON.stringify(text)})`;
const status = (x) => x.run(`document.querySelector(".status")?.textContent ?? ""`);
const plies = (x, n) => x.wait(`document.querySelectorAll(".history li").length === ${n}`, `${n} plies`);

/* Both sit at a table of the game; the links. */
async function sit(game, seat = 0) {
    await a.open("about:blank");
    await a.open(server.url + "#/play/" + game);
    await a.wait(`document.querySelector(".play .seat") && ${button("Play with a friend")}`, game, 60);
    await a.run(`${button("Play with a friend")}.click()`);
    await a.wait(`document.querySelector("dialog .moves button")`);
    await a.run(`document.querySelectorAll("dialog .moves button")[${seat}].click()`);
    await a.wait(`document.querySelector("dialog.links input")`, "links");
    const links = await a.run(`[...document.querySelectorAll("dialog.links input")].map((i) => i.value)`);
    await a.run(`${button("To the board")}.click()`);
    await a.wait(`/waiting|your turn/.test(document.querySelector(".status")?.textContent ?? "")`, "the table");
    await b.open("about:blank");
    await b.open(links[0]);
    await b.wait(`/waiting|your turn/.test(document.querySelector(".status")?.textContent ?? "")`, "the friend's table");
    return links;
}

await test("a game move by move, with a spectator and a reload", async () => {
    const links = await sit("hrg/breakthrough.hrg");
    same("white's word", await status(a), "white to move: it is your turn");
    same("black's word", await status(b), "waiting for white");
    same("what black can click", await b.run(`document.querySelectorAll(".site.live").length`), 0);
    await a.run(`document.querySelector(".moves button").click()`);
    await Promise.all([plies(a, 1), plies(b, 1)]);
    await b.wait(`/your turn/.test(document.querySelector(".status").textContent)`, "black's turn");
    await b.reload();
    await b.wait(`/your turn/.test(document.querySelector(".status")?.textContent ?? "")`, "black's turn after a reload");
    await plies(b, 1);
    await b.run(`document.querySelector(".moves button").click()`);
    await Promise.all([plies(a, 2), plies(b, 2)]);
    await b.open("about:blank");
    await b.open(links[1]);
    await plies(b, 2);
    same("who watches can click nothing", await b.run(`document.querySelectorAll(".site.live").length + document.querySelectorAll(".moves button").length`), 0);
    await a.wait(`/your turn/.test(document.querySelector(".status").textContent)`);
    await a.run(`${button("Resign")}.click()`);
    await a.wait(`document.querySelector("dialog .moves button")`);
    await a.run(`document.querySelector("dialog .moves button").click()`);
    await a.wait(`/white has resigned/.test(document.querySelector(".status").textContent)`, "the end");
    await b.wait(`/white has resigned/.test(document.querySelector(".status").textContent)`, "the end for who watches");
});
await test("moves at the same time are kept until both are there", async () => {
    await sit("gdl/rock-paper-scissors.kif");
    await a.run(`document.querySelector(".moves button").click()`);
    await a.wait(`/your move is made/.test(document.querySelector(".status").textContent)`, "a kept move");
    same("what the other one knows of it", await b.run(`document.querySelectorAll(".history li").length`), 0);
    await b.run(`document.querySelector(".moves button").click()`);
    await Promise.all([plies(a, 1), plies(b, 1)]);
});
await test("what is hidden stays at the server", async () => {
    await sit("hrg/kuhn-poker.hrg");
    for (let i = 0; i < 12 && !/over/.test(await status(a)); i++) {
        for (const x of [a, b]) await x.run(`document.querySelector(".moves button")?.click()`);
        await new Promise((r) => setTimeout(r, 300));
    }
    const courses = await Promise.all([a, b].map((x) => x.run(`[...document.querySelectorAll(".history li")].map((l) => l.textContent)`)));
    same("chance's moves", courses.flat().some((m) => /random: [^.]/.test(m)), false);
    same("both see their own moves alone", JSON.stringify(courses[0]) === JSON.stringify(courses[1]), false);
});
await test("a wrong token opens nothing, and a seat asks for nothing else", async () => {
    const [link] = await sit("hrg/tic-tac-toe.hrg"), [, id, token] = /#\/table\/(\w+)\/(\w+)/.exec(link);
    const ask = (t, body, path = "table/" + id) => b.run(`fetch("api/${path}", { method: "POST", headers: { "X-Ludens-Seat": "${t}" }, body: ${JSON.stringify(JSON.stringify(body))} }).then((r) => r.json()).then((r) => r.error?.code ?? "fine")`);
    same("no token", await ask("0".repeat(32), { op: "look" }), "seat");
    same("a table that is not there", await ask(token, { op: "look" }, "table/" + "0".repeat(32)), "table");
    for (const op of ["load", "undo", "apply", "witness", "state", "think", "quit"]) same(op, await ask(token, { op, as: "cross" }), "op");
    same("the other one's move", await ask(token, { op: "decide", as: "cross", move: await a.run(`document.querySelector(".moves button").dataset.move`) }), "not_mover");
    same("a new table without the server's token", await ask("", { game: "hrg/tic-tac-toe.hrg" }, "table"), "token");
    b.errors.length = 0; // of the requests that were refused
});
await test("no errors in the console", async () => same("errors", [a.errors, b.errors], [[], []]));
await a.close();
await b.close();
await test("the server ends though somebody waited", async () => same("exit code", await server.stop(), 0));
finish();
