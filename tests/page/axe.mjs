// What axe finds on every page, light and dark: node axe.mjs PROGRAM AXE. Serious findings fail.
import { readFileSync } from "node:fs";
import { admit, Browser, finish, serve, test } from "./browser.mjs";

const [program, axe] = process.argv.slice(2), source = readFileSync(axe, "utf8"), server = await serve(program), b = await Browser.start();
await admit(b, server);
const PAGES = ["#/", "#/how/hrg/chess.hrg", "#/how/lud/fox-and-hounds.lud", "#/play/hrg/chess.hrg", "#/play/lud/nine-mens-morris.lud", "#/play/gdl/pig.kif", "#/play/zrf/small-shogi.zrf", "#/play/asp/2-garden-maze.lp", "#/edit/lud/tic-tac-toe.lud", "#/explore",
    "#/grammar/ludii/mode", "#/analyse/hrg/tic-tac-toe.hrg", "#/contest/hrg/tic-tac-toe.hrg"];
for (const dark of [false, true])
    for (const page of PAGES)
        await test(`${dark ? "dark" : "light"} ${page}`, async () => {
            await b.size(1280, 900, dark);
            await b.open("about:blank");
            await b.open(server.url + page);
            await b.wait(`document.querySelector(".games a, .kinds svg, .seat, .diagnostics li, textarea, section, fieldset, input[type=number], .moves button")`, page);
            await b.run(`document.querySelectorAll("details").forEach((d) => (d.open = true))`);
            await new Promise((r) => setTimeout(r, 1500));
            await b.run(source);
            const found = await b.run(`axe.run().then((r) => r.violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => v.id + ": " + v.nodes[0].html.slice(0, 160)))`);
            if (found.length) throw new Error(found.join("\n"));
        });
await b.close();
await server.stop();
finish();
