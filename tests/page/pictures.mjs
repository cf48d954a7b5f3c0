// Pictures of the page for docs/pictures: node pictures.mjs PROGRAM FOLDER. Twelve games of different kinds in the middle of a game, in a wide and in a narrow window.
import { mkdirSync } from "node:fs";
import { admit, Browser, finish, serve, test } from "./browser.mjs";

const [program, folder] = process.argv.slice(2), SIZES = [[1280, 800], [390, 844]], PLIES = 8;
const GAMES = ["hrg/chess.hrg", "fairy/xiangqi.ini", "fairy/minishogi.ini", "hrg/hex.hrg", "ludi/yavalath.ludi", "lud/nine-mens-morris.lud", "lud/small-wari.lud", "lud/ur.lud", "lud/goofspiel.lud", "rbg/english-draughts.rbg",
    "toss/entanglement.toss", "gdl/light-cycles.kif"];
const server = await serve(program), b = await Browser.start(...SIZES[0]);
await admit(b, server);
mkdirSync(folder, { recursive: true });
/* The same games each time: what the page draws by chance is drawn from a fixed sequence. */
await b.before(`{ let seed = 7; Math.random = () => ((seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) / 2 ** 32); }`);
for (const game of GAMES)
    await test(game, async () => {
        await b.size(...SIZES[0]);
        await b.run(`sessionStorage.clear()`).catch(() => undefined);
        await b.open("about:blank");
        await b.open(server.url + "#/play/" + game);
        await b.wait(`document.querySelector(".play .seat") && document.querySelector(".boards").firstChild`, game, 60);
        await b.run(`for (const s of document.querySelectorAll(".seat select:not(.strength)")) { s.value = "random"; s.dispatchEvent(new Event("change")); }`);
        await b.wait(`document.querySelectorAll(".history li").length >= ${PLIES} || /over/.test(document.querySelector(".status").textContent)`, "some moves", 60);
        await b.run(`[...document.querySelectorAll("button")].find((e) => e.textContent === "Pause")?.click()`);
        for (const [width, height] of SIZES) {
            await b.size(width, height);
            await new Promise((r) => setTimeout(r, 500)); // moves on their way arrive
            const box = await b.run(`(() => { const r = document.querySelector(".boards").getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })()`);
            if (box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height) throw new Error(`the board is not visible at ${width} x ${height}: ${box}`);
            await b.picture(`${folder}/${game.replace(/.*\//, "").replace(/\.\w+$/, "")}-${width}.webp`);
        }
    });
await b.close();
await server.stop();
finish();
