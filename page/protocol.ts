/* The session protocol (docs/json.md) and what carries it: one object in, one out. */

export interface Diagnostic {
    line: number; column: number; end_line: number; end_column: number;
    severity: string; code: string; message: string; hint: string | null; fix: string | null;
}
export interface Failure { code: string; message: string; diagnostics?: Diagnostic[] }
export type Reply = { ok: boolean; error?: Failure } & Record<string, any>;

export interface GameEntry { game: string; title: string; language: string; players: number; plies: number; sites: number; kind: string; family?: string; line?: string }
export interface Opened {
    game: string; title: string; language: string; machine: string; roles: string[];
    chance: boolean; hidden: boolean; simultaneous: boolean; open: boolean; scores: [number, number] | null; diagnostics: Diagnostic[]; described: any;
    about: string; edges: Record<string, string>; kind: string; plies: number;
}
export interface Site { name: string; x: number; y: number; outline?: number[] }
export interface Region { name: string; role: string | null; sites: number[] }
export interface Board {
    name: string; shape: string; sites: Site[]; lines: [number, number][]; aside?: boolean; named?: boolean;
    regions?: Region[]; tracks?: Region[]; // what the rules call sites; ways along sites, in order
    names?: string[]; axes?: { columns: [number, string][]; rows: [number, string][] } | null; // how people call sites, columns and rows
}
export type Named = [string, [number, number][]]; // a move and the sites it names: boards and sites
export interface Listed { list: Named[]; count: number; labels?: string[]; pieces?: (string | null)[] } // labels: as people write the moves
export interface Look {
    ply: number; terminal: boolean; movers: string[]; hash: string; node?: string;
    boards?: Board[]; contents?: string[][]; facts?: string | string[]; state?: any; seen?: string[];
    moves: Record<string, Listed>; scores?: Record<string, number | (number | string)[]>;
}
export interface Choice { move: string; label?: string; value: number | null; visits: number; proven: boolean }
export interface Thoughts {
    agent: string; best: string; line: string; line_label?: string; value: number; proven: boolean;
    playouts: number; nodes: number; depth: number; seconds: number; choices: Choice[];
}

export class Refused extends Error {
    constructor(readonly failure: Failure) { super(failure.message); }
}

const TABS_ANSWER = 60, AGAIN_FIRST = 500, AGAIN_MOST = 5000; // milliseconds

/* Says that the server is away; nothing, when it is there again. */
export function sayAway(away: boolean) {
    const old = document.getElementById("away");
    if (!away) return old?.remove();
    if (old) return;
    const place = document.createElement("p");
    place.id = "away";
    place.setAttribute("role", "status");
    place.textContent = "The server does not answer. The page tries again by itself.";
    document.body.append(place);
}

const LISTS = new Set(["games", "hello"]);

export interface Carrier { ask(request: { op: string }): Promise<Reply> }

/* A server's sessions. The session's name stays in this tab, so that it is there after a reload. */
export class HttpCarrier implements Carrier {
    private session = sessionStorage.getItem("session");
    private opening: Promise<void> | null = null;
    private mine = false; // no other tab has this session
    private tabs = new BroadcastChannel("ludens");

    constructor() {
        window.addEventListener("pagehide", () => this.close());
        this.tabs.onmessage = (e) => { if (this.mine && e.data === "?" + this.session) this.tabs.postMessage("!" + this.session); };
    }

    /* A tab that was duplicated has the session of the other one: it opens its own. */
    private async claim() {
        const asked = this.session;
        const taken = asked ? await new Promise<boolean>((done) => {
            const answered = (e: MessageEvent) => { if (e.data === "!" + asked) done(true); };
            this.tabs.addEventListener("message", answered);
            this.tabs.postMessage("?" + asked);
            setTimeout(() => { this.tabs.removeEventListener("message", answered); done(false); }, TABS_ANSWER);
        }) : false;
        if (taken && this.session === asked) this.session = null;
        this.mine = true;
    }
    private claiming: Promise<void> | null = null;

    private headers(): Record<string, string> {
        const token = localStorage.getItem("token");
        return { "Content-Type": "application/json", ...(token ? { "X-Ludens-Token": token } : {}) };
    }

    /* Until the server answers. */
    private async send(method: string, path: string, body?: string): Promise<Response> {
        for (let pause = AGAIN_FIRST; ; pause = Math.min(2 * pause, AGAIN_MOST)) {
            try {
                const response = await fetch("api/" + path, { method, headers: this.headers(), body });
                sayAway(false);
                return response;
            } catch {
                sayAway(true);
                await new Promise((r) => setTimeout(r, pause));
            }
        }
    }

    private post(path: string, body: string) { return this.send("POST", path, body); }

    /* The tab is closed or shows something else: its session is not needed any more. What was played is in the tab. */
    private close() {
        if (!this.session || !this.mine) return;
        void fetch(`api/${this.session}/close`, { method: "POST", headers: this.headers(), body: "{}", keepalive: true }).catch(() => undefined);
        sessionStorage.removeItem("session");
        this.session = null;
    }

    private async open() {
        const response = await this.post("open", "{}"), reply = (await response.json()) as Reply;
        if (!reply.ok) throw new Refused(reply.error!);
        this.session = reply.session as string;
        sessionStorage.setItem("session", this.session);
    }

    /* Lists that are the same for everybody need no session where the server has them; null: it has not. */
    private async list(op: string): Promise<Reply | null> {
        const response = await this.send("GET", op);
        return response.ok ? ((await response.json()) as Reply) : null;
    }

    async ask(request: { op: string }): Promise<Reply> {
        const standing = LISTS.has(request.op) && !this.session ? await this.list(request.op) : null;
        if (standing) return standing;
        await (this.claiming ??= this.claim());
        for (let attempt = 0; ; attempt++) {
            if (!this.session) {
                this.opening ??= this.open().finally(() => (this.opening = null));
                await this.opening;
            }
            const response = await this.post(this.session!, JSON.stringify(request));
            const reply = (await response.json()) as Reply;
            if (response.status !== 404 || attempt > 0) return reply;
            this.session = null; // the server forgot it
        }
    }
}

/* The library itself, in a worker; in a new one after the old one ended. */
class WorkerCarrier implements Carrier {
    private worker = this.start();
    private next = 1;
    private waiting = new Map<number, (reply: Reply) => void>();

    private start(): Worker {
        const worker = new Worker("worker.js", { type: "module" });
        worker.onmessage = ({ data }) => {
            if (data.ended !== undefined) return this.restart(data.ended);
            this.waiting.get(data.id)?.(JSON.parse(data.reply) as Reply);
            this.waiting.delete(data.id);
        };
        worker.onerror = (e) => this.restart(e.message);
        return worker;
    }

    private restart(why: string) {
        const failure = { code: "worker", message: "the library has ended, and begins anew: " + why };
        this.worker.terminate();
        this.worker = this.start();
        for (const answer of this.waiting.values()) answer({ ok: false, error: failure });
        this.waiting.clear();
    }

    ask(request: object): Promise<Reply> {
        const id = this.next++;
        return new Promise((answer) => {
            this.waiting.set(id, answer);
            this.worker.postMessage({ id, request: JSON.stringify(request) });
        });
    }
}

const carrier: Carrier = document.querySelector("meta[name=carrier]") ? new WorkerCarrier() : new HttpCarrier();

/* The reply, or Refused. */
export async function ask(op: string, more: object = {}): Promise<Reply> {
    const reply = await carrier.ask({ op, ...more });
    if (reply.error?.code === "game" && !["load", "read", "translate"].includes(op) && sessionStorage.getItem("play")) window.dispatchEvent(new Event("session-lost"));
    if (!reply.ok) throw new Refused(reply.error ?? { code: "reply", message: "the reply makes no sense" });
    return reply;
}
