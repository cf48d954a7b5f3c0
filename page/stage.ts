/* The place of the boards: as large as the window lets it be, and the same from the first move to the last. */
import { BoardView, type Look as BoardLook } from "./board";
import { h } from "./dom";
import { Field } from "./field";
import { isBeside } from "./labels";
import type { Board } from "./protocol";

const NARROW = 832, GAP = 8; // pixels

export interface Setting { boards: Board[]; roles: string[]; edges: Record<string, string>; flipped: boolean; notes: boolean; field: boolean; buttons: number }

export class Stage {
    readonly views = new Map<number, BoardView>(); // by the number of the board
    readonly field: Field;
    readonly status = h("p", { class: "status", role: "status" });
    readonly actions = h("div", { class: "actions", role: "group", "aria-label": "moves without a place" });
    readonly element: HTMLElement;
    private place = h("div", { class: "boards" });
    private hands = h("div", { class: "hands" });
    private width = 0;

    constructor(title: string, private clicked: (board: number, site: number) => void) {
        this.field = new Field((site) => this.clicked(this.things, site));
        this.element = h("div", { class: "stage" }, h("div", { class: "topline" }, h("h1", {}, title), this.status), this.place, this.hands, this.actions);
    }

    private things = 0;

    /* Whether the window has another width than the boards were made for: a bar of the browser that comes and goes changes
     * the height alone, and moves nothing. */
    get stale() { return this.width !== window.innerWidth; }

    build(s: Setting) {
        this.width = window.innerWidth;
        this.things = s.boards.length;
        this.views.clear();
        const shown = s.boards.map((b, i) => ({ b, i })).filter(({ b }) => !b.aside || s.notes), beside = shown.filter(({ b }) => isBeside(b)), main = shown.filter(({ b }) => !isBeside(b));
        const look = { flipped: s.flipped, edges: {}, shape: 1, hand: false };
        this.hands.replaceChildren(...beside.map(({ b, i }) => this.view(b, i, s.roles, { ...look, hand: true })));
        this.hands.hidden = !beside.length;
        this.actions.classList.toggle("tall", s.buttons > 4);
        this.actions.hidden = s.field;
        const narrow = window.innerWidth < NARROW, line = parseFloat(getComputedStyle(document.documentElement).fontSize);
        const wide = this.place.clientWidth || this.element.clientWidth;
        const top = this.element.getBoundingClientRect().top + window.scrollY + line * 2.4;
        const below = (this.hands.hidden ? 0 : this.hands.offsetHeight + GAP) + (this.actions.hidden ? 0 : this.actions.offsetHeight + GAP);
        const high = Math.max(160, window.innerHeight - top - below - line * 0.7);
        this.place.classList.toggle("fields", s.field);
        if (s.field) {
            this.place.style.height = `${high}px`;
            this.place.replaceChildren(this.field.element);
            return;
        }
        const n = main.length, figures = (columns: number) => main.map(({ b, i }) => this.view(b, i, s.roles, { ...look, edges: b.aside ? {} : s.edges, shape: wide / columns / (high / Math.ceil(n / columns)) }));
        let best = 1, size = 0;
        for (let c = 1; c <= Math.min(n, 6); c++) {
            const aspects = figures(c).map((_, k) => this.views.get(main[k].i)!.aspect), one = Math.min(...aspects.map((a) => Math.min(wide / c, (high / Math.ceil(n / c)) * a) / Math.sqrt(a)));
            if (one > size) [best, size] = [c, one];
        }
        const list = figures(best), rows = Math.max(1, Math.ceil(n / best));
        const needed = Math.max(...main.map(({ i }) => wide / best / this.views.get(i)!.aspect), 60) * rows;
        const height = narrow ? Math.min(high, needed) : high;
        this.place.style.height = `${Math.floor(height)}px`;
        this.place.style.gridTemplateColumns = `repeat(${best}, minmax(0, 1fr))`;
        this.place.style.gridTemplateRows = `repeat(${rows}, minmax(0, 1fr))`;
        this.place.replaceChildren(...list);
    }

    private view(board: Board, i: number, roles: string[], look: BoardLook): HTMLElement {
        const view = new BoardView(board, roles, (site) => this.clicked(i, site), look);
        this.views.set(i, view);
        if (look.hand) view.element.style.setProperty("--wide", String(Math.min(board.sites.length, 12)));
        return view.element;
    }

    /* Buttons for what no site stands for. */
    setActions(moves: { label: string; move: string; make: () => void }[]) {
        this.actions.replaceChildren(...moves.map((m) => h("button", { type: "button", class: "live action", "data-move": m.move, click: m.make }, m.label)));
    }
}
