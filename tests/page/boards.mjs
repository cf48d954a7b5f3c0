// Every game but those of answer sets is played by clicking its board, in a wide and in a narrow window: node boards.mjs PROGRAM [NAME..].
// What is clicked is chosen among what the page itself marks as clickable on its stage. The board must be wholly visible, and neither it nor the
// window may move from the first move to the last.
import { admit, Browser, finish, serve, test } from "./browser.mjs";

const [program, ...wanted] = process.argv.slice(2), MOVES = 5, CLICKS = 60, SIZES = [[1280, 800], [390, 844]];
const server = await serve(program), b = await Browser.start(...SIZES[0]);

/* What the test does inside of the page. */
const INSIDE = `window.boards = {
    /* Where the board is: all its sites, or the field of a game without one; its place beside them must not change either. */
    box() {
        const sites = [...document.querySelectorAll(".boards .site > *:not(.content)")], parts = sites.length ? sites : [...document.querySelectorAll(".boards .field")];
        const r = parts.map((e) => e.getBoundingClientRect()), all = (f, k) => Math.round(2 * f(...r.map((x) => x[k]))) / 2;
        const p = document.querySelector(".boards").getBoundingClientRect();
        return r.length ? { left: all(Math.min, "left"), top: all(Math.min, "top"), right: all(Math.max, "right"), bottom: all(Math.max, "bottom"), place: [p.left, p.top, p.right, p.bottom], scroll: [scrollX, scrollY] } : null;
    },
    moves() { return document.querySelectorAll(".history li[data-mine]").length; },
    state() {
        const s = document.querySelector(".stage"), shown = document.querySelector("dialog, .cover");
        return JSON.stringify([s?.dataset.turn, document.querySelectorAll(".history li").length, document.querySelectorAll(".stage .chosen").length, Boolean(shown), document.querySelector(".status")?.textContent]);
    },
    ready() { return Boolean(document.querySelector("dialog, .cover") || document.querySelector(".stage")?.dataset.turn); },
    /* Points in the middle of what can be clicked now, and that nothing else covers. */
    targets() {
        const shown = document.querySelector(".cover button, dialog .moves button");
        const list = shown ? [...document.querySelectorAll(".cover button, dialog .moves button")] : [...document.querySelectorAll(".stage .live")];
        return list.map((e) => { const r = (e.querySelector(".mark") ?? e).getBoundingClientRect(); return { e, x: r.x + r.width / 2, y: r.y + r.height / 2 }; })
            .filter(({ e, x, y }) => { const hit = document.elementFromPoint(x, y); return hit && (e.contains(hit) || hit.closest(".live") === e); }).map(({ x, y }) => [x, y]);
    },
    people() { for (const s of document.querySelectorAll(".seat select:not(.strength)")) if (s.value) { s.value = ""; s.dispatchEvent(new Event("change")); } },
    again() { [...document.querySelectorAll(".panel button")].find((e) => e.textContent === "New game").click(); },
};`;
await b.before(INSIDE);
await admit(b, server);

/* The same choices each time. */
let seed = 1;
const random = (n) => { seed = (Math.imul(seed, 1103515245) + 12345) >>> 0; return (seed >>> 8) % n; };

const same = (x, y) => JSON.stringify(x) === JSON.stringify(y);
async function play(game, [width, height]) {
    let first = null;
    const problem = () => b.run(`document.querySelector(".error")?.textContent ?? ""`);
    for (let clicks = 0; ; clicks++) {
        await b.wait(`boards.ready()`, `a move to make after ${clicks} clicks; ${await problem()}`, 120);
        const { box, moves, over, targets, state } = await b.run(`({ box: boards.box(), moves: boards.moves(), over: document.querySelector(".stage").dataset.turn === "over", targets: boards.targets(), state: boards.state() })`);
        if (!box) throw new Error("there is no board");
        first ??= box;
        if (!same(box, first)) throw new Error(`after ${moves} moves the board is at ${JSON.stringify(box)}, and was at ${JSON.stringify(first)}`);
        if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height) throw new Error(`the board is not visible: ${JSON.stringify(box)}`);
        if (Math.max((box.right - box.left) / (box.place[2] - box.place[0]), (box.bottom - box.top) / (box.place[3] - box.place[1])) < 0.8) throw new Error(`the board is small: ${JSON.stringify(box)}`);
        if (moves >= MOVES || over) return;
        if (clicks >= CLICKS) throw new Error(`${CLICKS} clicks made ${moves} moves`);
        if (!targets.length) throw new Error(`after ${moves} moves nothing can be clicked: ${await b.run(`document.querySelector(".status").textContent`)} ${await problem()}`);
        await b.point(...targets[random(targets.length)]);
        await b.wait(`boards.state() !== ${JSON.stringify(state)}`, `an effect of click ${clicks + 1}; ${await problem()}`, 120);
    }
}

await b.open(server.url);
await b.wait(`document.querySelectorAll(".games a").length > 90`, "the list of games", 120);
const games = (await b.run(`[...document.querySelectorAll(".games a")].map((a) => a.getAttribute("href").slice("#/play/".length))`)).filter((g) => !g.startsWith("asp/") && (!wanted.length || wanted.some((w) => g.includes(w))));
for (const game of games) {
    seed = [...game].reduce((n, c) => (n * 31 + c.charCodeAt(0)) >>> 0, 7);
    await b.size(...SIZES[0]);
    await b.run(`sessionStorage.removeItem("play"); document.getElementById("main").replaceChildren(); location.hash = "#/play/${game}"`);
    const begun = Date.now();
    for (const size of SIZES)
        await test(`${game} at ${size.join(" x ")}`, async () => {
            await b.size(...size);
            await b.run(`new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))`); // the page hears of its size
            await b.wait(`document.querySelector(".play .seat") && document.querySelector(".boards").firstChild`, `the game; ${await b.run(`document.querySelector("#main").textContent.slice(0, 200)`)}`, 120);
            await b.run(`document.querySelectorAll("dialog, .cover").forEach((e) => e.remove()); boards.people(); ${size === SIZES[0] ? "" : "boards.again()"}`);
            await b.wait(`boards.ready() && boards.moves() === 0`, "the beginning", 120);
            await play(game, size);
        });
    if (process.env.TIMES) console.log(`${game}: ${Date.now() - begun} ms`);
}
await test("no errors in the console", async () => { if (b.errors.length) throw new Error(b.errors.join("\n")); });
await b.close();
await server.stop();
finish();
