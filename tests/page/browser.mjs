// A browser without its window, driven over a pipe by the DevTools protocol: nothing but Chromium and Node is needed.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ANSWER = 120000; // milliseconds, on a busy machine too
const KEYS = { Enter: 13, Tab: 9, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Escape: 27, " ": 32 };

export class Browser {
    #child; #profile; #next = 1; #waiting = new Map(); #session; #rest = "";
    errors = [];

    static async start(width = 1280, height = 900) {
        const b = new Browser();
        b.#profile = mkdtempSync(join(tmpdir(), "ludens-page-"));
        b.#child = spawn("chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--disable-extensions", "--remote-debugging-pipe", `--user-data-dir=${b.#profile}`, "about:blank"], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
        b.#child.stdio[4].setEncoding("utf8");
        b.#child.stdio[4].on("data", (d) => b.#read(d));
        const { targetInfos } = await b.#send("Target.getTargets");
        const { sessionId } = await b.#send("Target.attachToTarget", { targetId: targetInfos.find((t) => t.type === "page").targetId, flatten: true });
        b.#session = sessionId;
        for (const domain of ["Page", "Runtime", "Log"]) await b.#send(domain + ".enable");
        await b.size(width, height);
        return b;
    }

    #read(text) {
        this.#rest += text;
        for (let end; (end = this.#rest.indexOf("\0")) >= 0; ) {
            const message = JSON.parse(this.#rest.slice(0, end));
            this.#rest = this.#rest.slice(end + 1);
            if (message.method === "Runtime.exceptionThrown") this.errors.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
            if (message.method === "Log.entryAdded" && message.params.entry.level === "error") this.errors.push([message.params.entry.text, message.params.entry.url].filter(Boolean).join(" "));
            if (message.method === "Page.javascriptDialogOpening") { // an open question stops the page
                this.errors.push(`the page asks: ${message.params.type} ${message.params.message}`);
                void this.#send("Page.handleJavaScriptDialog", { accept: true });
            }
            const waiting = this.#waiting.get(message.id);
            this.#waiting.delete(message.id);
            if (waiting) message.error ? waiting.reject(new Error(message.error.message)) : waiting.resolve(message.result);
        }
    }

    #send(method, params = {}) {
        const id = this.#next++;
        this.#child.stdio[3].write(JSON.stringify({ id, method, params, sessionId: this.#session }) + "\0");
        return new Promise((resolve, reject) => {
            const late = setTimeout(() => this.#waiting.delete(id) && reject(new Error(`the browser does not answer ${method} ${params.expression ?? ""}`)), ANSWER);
            late.unref();
            this.#waiting.set(id, { resolve: (result) => { clearTimeout(late); resolve(result); }, reject: (error) => { clearTimeout(late); reject(error); } });
        });
    }

    size(width, height, dark = false) {
        return Promise.all([this.#send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false }),
            this.#send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] })]);
    }
    open(url) { return this.#send("Page.navigate", { url }); }
    /* Before all scripts of the pages opened from now on. */
    before(source) { return this.#send("Page.addScriptToEvaluateOnNewDocument", { source }); }
    reload() { return this.#send("Page.reload"); }

    async run(expression, userGesture = false) {
        const { result, exceptionDetails } = await this.#send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
    }

    async wait(expression, what = expression, seconds = 30) {
        for (const end = Date.now() + 1000 * seconds; Date.now() < end; ) {
            const value = await this.run(`Boolean(${expression})`).catch(() => null);
            if (value) return value;
            await new Promise((r) => setTimeout(r, 30));
        }
        throw new Error(`waited in vain for: ${what}`);
    }

    /* With the mouse, where the element is. */
    async click(element) {
        const at = await this.run(`(() => { const e = ${element}; if (!e) return null; e.scrollIntoView({block: "center"}); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
        if (!at) throw new Error(`nothing to click: ${element}`);
        for (const type of ["mousePressed", "mouseReleased"]) await this.#send("Input.dispatchMouseEvent", { type, x: at[0], y: at[1], button: "left", clickCount: 1 });
    }

    /* With the mouse, at a point of the window. */
    async point(x, y) {
        for (const type of ["mousePressed", "mouseReleased"]) await this.#send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }

    /* From one element to another with the button down. */
    async drag(from, to) {
        const middle = (e) => this.run(`(() => { const r = (${e}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`), a = await middle(from), b = await middle(to);
        const send = (type, [x, y], buttons) => this.#send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons, clickCount: 1 });
        await send("mousePressed", a, 1);
        for (let i = 1; i <= 4; i++) await send("mouseMoved", [a[0] + ((b[0] - a[0]) * i) / 4, a[1] + ((b[1] - a[1]) * i) / 4], 1);
        await send("mouseReleased", b, 0);
    }

    async key(key, modifiers = 0) {
        for (const type of ["rawKeyDown", "keyUp"])
            await this.#send("Input.dispatchKeyEvent", { type, key, code: key, modifiers, windowsVirtualKeyCode: KEYS[key] ?? key.toUpperCase().charCodeAt(0) });
        if (key === "Enter") await this.#send("Input.dispatchKeyEvent", { type: "char", key, text: "\r", modifiers });
    }

    type(text) { return this.#send("Input.insertText", { text }); }
    slower(times) { return this.#send("Emulation.setCPUThrottlingRate", { rate: times }); }

    /* Bytes of the page's objects once what nobody needs is gone. */
    async heap() {
        await this.#send("HeapProfiler.enable");
        await this.#send("HeapProfiler.collectGarbage");
        return (await this.#send("Runtime.getHeapUsage")).usedSize;
    }

    async picture(path) {
        const { data } = await this.#send("Page.captureScreenshot", path.endsWith(".webp") ? { format: "webp", quality: 70 } : {});
        writeFileSync(path, Buffer.from(data, "base64"));
    }

    async close() {
        await this.#send("Browser.close").catch(() => undefined);
        await new Promise((r) => { this.#child.on("exit", r); setTimeout(() => { this.#child.kill("SIGKILL"); r(); }, 3000); });
        rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
    }
}

/* The server under test: its address once it listens. */
export async function serve(program, ...options) {
    const child = spawn(program, ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "inherit"] });
    const address = await new Promise((found, failed) => {
        let text = "";
        child.stdout.on("data", (d) => { text += d; const m = /http:\/\/\S+/.exec(text); if (m) found(m[0]); });
        child.on("exit", () => failed(new Error("the server has ended")));
    });
    const [url, fragment = ""] = address.split("#"), token = fragment.replace("token=", "");
    return { url, token, child, stop: () => new Promise((r) => { child.on("exit", (code) => r(code)); child.kill("SIGTERM"); }) };
}

/* The page knows the token of the server, as after the first visit by the address that was printed. */
export const admit = (browser, server) => (server.token ? browser.before(`try { localStorage.setItem("token", "${server.token}"); } catch { /* a page without storage */ }`) : undefined);

let passed = 0, failed = 0;
export async function test(name, body) {
    try {
        const begun = Date.now();
        await body();
        if (process.env.LUDENS_VERBOSE) console.log(`ok: ${name}, ${((Date.now() - begun) / 1000).toFixed(1)} s`);
        passed++;
    } catch (e) {
        failed++;
        console.log(`FAILED: ${name}: ${e.message}`);
    }
}
export function same(what, is, expected) {
    if (JSON.stringify(is) !== JSON.stringify(expected)) throw new Error(`${what} is ${JSON.stringify(is)}, expected ${JSON.stringify(expected)}`);
}
export function finish() {
    console.log(`${passed} passed, ${failed} failed, 0 skipped`);
    process.exitCode = failed ? 1 : 0;
}
