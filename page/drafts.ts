/* Own games, kept in this browser until they are deleted: several, by the names of their files. */

const PREFIX = "draft:", FOLDER = "my/";

export interface Draft { name: string; text: string; changed: number }

export function draft(name: string): Draft | null {
    try {
        const kept = localStorage.getItem(PREFIX + name);
        return kept ? { name, ...(JSON.parse(kept) as { text: string; changed: number }) } : null;
    } catch { return null; }
}

/* All of them, those that were changed last first. */
export function drafts(): Draft[] {
    const list: Draft[] = [];
    try {
        for (let i = 0; i < localStorage.length; i++) {
            const key = localStorage.key(i)!, one = key.startsWith(PREFIX) ? draft(key.slice(PREFIX.length)) : null;
            if (one) list.push(one);
        }
    } catch { /* a browser that keeps nothing */ }
    return list.sort((a, b) => b.changed - a.changed);
}

/* False: the browser keeps nothing, or no more. */
export function saveDraft(name: string, text: string): boolean {
    try {
        localStorage.setItem(PREFIX + name, JSON.stringify({ text, changed: Date.now() }));
        return true;
    } catch { return false; }
}

export function dropDraft(name: string) {
    try { localStorage.removeItem(PREFIX + name); } catch { /* there was none */ }
}

/* A name that no draft has: my.lud, my-2.lud, ... */
export function freeName(wanted: string): string {
    const dot = wanted.lastIndexOf("."), stem = dot > 0 ? wanted.slice(0, dot) : wanted, end = dot > 0 ? wanted.slice(dot) : "";
    let name = wanted;
    for (let i = 2; draft(name); i++) name = `${stem}-${i}${end}`;
    return name;
}

/* Where the editor finds a draft: what follows #/edit/. */
export const draftPath = (name: string) => FOLDER + name;
export const draftOf = (path: string) => (path.startsWith(FOLDER) ? path.slice(FOLDER.length) : null);

export function keepDraft(name: string, text: string): string {
    if (draft(name)?.text !== text) saveDraft(name, text);
    return draftPath(name);
}
