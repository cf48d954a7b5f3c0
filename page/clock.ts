/* A clock for each role: minutes for all moves, and seconds that each move adds. */
import { h } from "./dom";

export const CLOCKS: [string, number, number][] = [["no clock", 0, 0], ["1 minute", 60, 0], ["3 minutes + 2 s", 180, 2], ["5 minutes + 3 s", 300, 3], ["10 minutes + 5 s", 600, 5], ["30 minutes", 1800, 0]];

const TICK = 200; // milliseconds

const text = (seconds: number) => {
    const s = Math.max(0, Math.ceil(seconds - 1e-6));
    return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

export class Clock {
    readonly element = h("div", { class: "clocks", hidden: true, role: "timer", "aria-label": "clocks" });
    private left: Record<string, number> = {};
    private running = "";
    private since = 0;
    private minutes = 0;
    private added = 0;
    private timer = 0;

    constructor(private roles: string[], private flag: (role: string) => void) {}

    set(seconds: number, added: number) {
        this.minutes = seconds;
        this.added = added;
        this.reset();
    }

    reset() {
        this.stop();
        this.left = Object.fromEntries(this.roles.map((r) => [r, this.minutes]));
        this.element.hidden = !this.minutes;
        this.show();
    }

    /* The role has made its move. */
    moved(role: string) {
        if (this.minutes && this.left[role] !== undefined) this.left[role] += this.added;
    }

    get over() { return Boolean(this.minutes) && this.roles.some((r) => this.left[r] <= 0); }

    /* The role's time runs, and no other's. */
    run(role: string) {
        if (!this.minutes || role === this.running) return;
        this.stop();
        this.running = role;
        this.since = performance.now();
        this.timer = window.setInterval(() => this.tick(), TICK);
        this.show();
    }

    stop() {
        if (this.running) this.left[this.running] -= (performance.now() - this.since) / 1000;
        this.running = "";
        clearInterval(this.timer);
        this.show();
    }

    private tick() {
        const gone = (performance.now() - this.since) / 1000, role = this.running;
        this.show();
        if (this.left[role] > gone) return;
        this.stop();
        this.left[role] = 0;
        this.show();
        this.flag(role);
    }

    private show() {
        const now = (r: string) => this.left[r] - (r === this.running ? (performance.now() - this.since) / 1000 : 0);
        this.element.replaceChildren(...this.roles.map((r) => h("span", { class: r === this.running ? "clock running" : "clock", "data-role": r }, `${r} `, h("b", {}, text(now(r))))));
    }
}
