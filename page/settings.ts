/* What each person sets for all games, kept in the browser: colours, motion, sounds, what the board shows. */
import { h } from "./dom";

export interface Settings { mode: "system" | "light" | "dark"; theme: string; motion: boolean; sounds: boolean; axes: boolean; moves: boolean; signs: boolean }

const THEMES = ["wood", "green", "blue", "grey", "contrast"];
const USUAL: Settings = { mode: "system", theme: "wood", motion: true, sounds: false, axes: true, moves: true, signs: true };

function read(): Settings {
    try {
        return { ...USUAL, ...(JSON.parse(localStorage.getItem("settings") ?? "{}") as Partial<Settings>) };
    } catch { // no storage, or something else in it
        return { ...USUAL };
    }
}

export const settings = read();

function show() {
    const root = document.documentElement;
    root.dataset.theme = settings.theme;
    root.dataset.axes = settings.axes ? "on" : "off";
    root.dataset.moves = settings.moves ? "on" : "off";
    if (settings.mode === "system") delete root.dataset.mode;
    else root.dataset.mode = settings.mode;
    document.querySelector("meta[name=color-scheme]")?.setAttribute("content", settings.mode === "system" ? "light dark" : settings.mode);
}
show();

let drawn: boolean | null = null;

/* Whether shogi and xiangqi have their signs: that is wished, and the device has letters for them (it draws two of them differently). */
export function signs(): boolean {
    if (!settings.signs) return false;
    if (drawn === null) {
        const pixels = (text: string) => {
            const canvas = document.createElement("canvas"), pen = canvas.getContext("2d", { willReadFrequently: true });
            canvas.width = canvas.height = 24;
            pen!.font = "20px system-ui, sans-serif";
            pen!.fillText(text, 2, 20);
            return pen!.getImageData(0, 0, 24, 24).data.join();
        };
        drawn = pixels("王") !== pixels("歩");
    }
    return drawn;
}

/* Milliseconds that a move takes on the board; 0 for people who ask for less motion. */
export const motion = () => (settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches ? 150 : 0);

function change(more: Partial<Settings>) {
    Object.assign(settings, more);
    try { localStorage.setItem("settings", JSON.stringify(settings)); } catch { /* for this visit alone */ }
    show();
}

/* ---- sounds: made here, of noise and tones ---- */

let audio: AudioContext | null = null;

function knock(at: number, pitch: number, loud: number) {
    const length = Math.floor(audio!.sampleRate * 0.06), noise = audio!.createBuffer(1, length, audio!.sampleRate), data = noise.getChannelData(0);
    for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
    const source = audio!.createBufferSource(), filter = audio!.createBiquadFilter(), gain = audio!.createGain();
    source.buffer = noise;
    filter.type = "lowpass";
    filter.frequency.value = pitch;
    gain.gain.value = loud;
    source.connect(filter).connect(gain).connect(audio!.destination);
    source.start(at);
}

function tone(at: number, pitch: number) {
    const source = audio!.createOscillator(), gain = audio!.createGain();
    source.frequency.value = pitch;
    gain.gain.setValueAtTime(0.12, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    source.connect(gain).connect(audio!.destination);
    source.start(at);
    source.stop(at + 0.4);
}

export function sound(kind: "move" | "capture" | "end") {
    if (!settings.sounds) return;
    audio ??= new AudioContext();
    const now = audio.currentTime;
    if (kind === "end") [392, 494, 587].forEach((pitch, i) => tone(now + 0.12 * i, pitch));
    else knock(now, kind === "move" ? 1400 : 900, 0.8);
    if (kind === "capture") knock(now + 0.05, 1900, 0.5);
}

/* ---- the dialog ---- */

export function showSettings() {
    const box = (key: "motion" | "sounds" | "axes" | "moves" | "signs", text: string) =>
        h("label", { class: "row" }, h("input", { type: "checkbox", checked: settings[key], change: (e) => { change({ [key]: (e.target as HTMLInputElement).checked }); if (key === "sounds") sound("move"); } }), text);
    const menu = (key: "mode" | "theme", text: string, values: string[]) =>
        h("label", { class: "row" }, text, h("select", { change: (e) => change({ [key]: (e.target as HTMLSelectElement).value }) }, ...values.map((v) => h("option", { value: v, selected: v === settings[key] }, v))));
    const dialog = h("dialog", { "aria-label": "Settings" }, h("h2", {}, "Settings"), menu("theme", "Board", THEMES), menu("mode", "Light or dark", ["system", "light", "dark"]), box("axes", "letters and numbers at the edges"),
        box("moves", "mark what can be clicked"), box("signs", "signs of shogi and xiangqi, not letters and drawings (from the next board on)"), box("motion", "moves are seen on their way"), box("sounds", "sounds"), h("div", { class: "row" }, h("button", { type: "button", class: "main", click: () => dialog.close() }, "Done")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
}
