/* Variants, rulesets and options of a file, as menus; a choice begins the game again with it. */
import { h } from "./dom";
import type { Opened } from "./protocol";
import type { Rules } from "./play";

export function ruleMenus(game: Opened, rules: Rules, again: (more: Partial<Rules>) => void): HTMLElement | null {
    const d = game.described, menus: HTMLElement[] = [];
    if (d?.variants?.length > 1)
        menus.push(h("label", {}, "Variant ", h("select", { change: (e) => again({ variant: (e.target as HTMLSelectElement).value }) },
            ...d.variants.map((v: any) => h("option", { value: String(v.number), selected: rules.variant ? String(v.number) === rules.variant : v.usual }, v.title)))));
    const chosen: Record<string, string> = Object.fromEntries((d?.options ?? []).map((o: any) => [o.heading, o.active]));
    if (d?.rulesets?.length)
        menus.push(h("label", {}, "Ruleset ", h("select", { change: (e) => again({ ruleset: (e.target as HTMLSelectElement).value || undefined, options: undefined }) },
            h("option", { value: "" }, "the usual one"), ...d.rulesets.map((r: string) => h("option", { value: r, selected: r === rules.ruleset }, r)))));
    for (const o of d?.options ?? [])
        menus.push(h("label", {}, o.heading + " ", h("select", { change: (e) => {
            chosen[o.heading] = (e.target as HTMLSelectElement).value;
            again({ options: Object.entries(chosen).map(([k, v]) => `${k}/${v}`).join("\n") });
        } }, ...o.items.map((i: any) => h("option", { value: i.name ?? i, selected: (i.name ?? i) === o.active }, i.name ?? i)))));
    return menus.length ? h("div", { class: "row" }, ...menus) : null;
}
