/* Elements of the page, made in one expression. */

export type Child = Node | string | null | undefined | false;
export type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

function fill(e: Element, attributes: Attributes, children: Child[]) {
    for (const [name, value] of Object.entries(attributes)) {
        if (typeof value === "function") e.addEventListener(name, value);
        else if (value === true) e.setAttribute(name, "");
        else if (value !== undefined && value !== false) e.setAttribute(name, String(value));
    }
    for (const c of children) if (c) e.append(c);
}

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
    const e = document.createElement(tag);
    fill(e, attributes, children);
    return e;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    fill(e, attributes, children);
    return e;
}

/* In place of what was there. */
export function put(place: Element, ...children: Child[]) {
    place.replaceChildren(...children.filter((c): c is Node | string => Boolean(c)));
}

export function button(text: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
    return h("button", { type: "button", click: () => action(), ...attributes }, text);
}

/* A question with answers, as a dialog: the number of the one that is chosen, -1: none. */
export function choose(question: string, answers: string[]): Promise<number> {
    return new Promise((done) => {
        let chosen = -1;
        const pick = (i: number) => { chosen = i; dialog.close(); };
        const dialog = h("dialog", { "aria-label": question }, h("p", {}, question), h("div", { class: "moves" }, ...answers.map((a, i) => button(a, () => pick(i)))),
            h("div", { class: "row" }, button("None", () => dialog.close())));
        dialog.addEventListener("close", () => { dialog.remove(); done(chosen); });
        document.body.append(dialog);
        dialog.showModal();
    });
}

/* Says something to people who do not see the page. */
export function announce(text: string) {
    const place = document.getElementById("announce");
    if (place) place.textContent = text;
}

export function download(name: string, text: string | Blob, type = "application/json") {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
