/* What leaves the page: links that hold a game and a position, with the rules where they are one's own, and pictures. */
import { download } from "./dom";
import type { Made, Rules } from "./play";

/* What a link holds: rules, and moves as [role, move] or [role, move, way]. */
export interface Shared { rules: Rules; moves: Made[] }

type Packed = { r: Rules; m: [string, string, number?][] };

const LINK_MAX = 1 << 22; // bytes of rules and moves behind a link

/* What comes out of the stream, as long as it is not too much. */
async function through(stream: GenericTransformStream, bytes: Uint8Array): Promise<Uint8Array> {
    const reader = (new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair) as ReadableStream<Uint8Array>).getReader(), parts: Uint8Array[] = [];
    for (let size = 0; ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        size += value.length;
        if (size > LINK_MAX) throw new Error();
        parts.push(value);
    }
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/* In letters that addresses may have. */
export async function pack(shared: Shared): Promise<string> {
    const packed: Packed = { r: shared.rules, m: shared.moves.map((m) => (m.way ? [m.role, m.move, m.way] : [m.role, m.move])) };
    const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(packed)));
    return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function unpack(text: string): Promise<Shared> {
    try {
        const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
        const packed = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes))) as Packed;
        if (!packed.r || typeof packed.r !== "object" || !Array.isArray(packed.m)) throw new Error();
        return { rules: packed.r, moves: packed.m.map(([role, move, way]) => ({ role, move, way })) };
    } catch {
        throw new Error("this link is incomplete or was changed: what it holds cannot be read");
    }
}

/* ---- pictures ---- */

const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "opacity", "font-size", "font-family", "font-weight", "text-anchor", "dominant-baseline"];

/* A board as a file of its own: what the styles of the page say is written into it. */
export function svgText(board: SVGElement, title: string, width = 1000): string {
    const copy = board.cloneNode(true) as SVGElement, from = [board, ...board.querySelectorAll("*")], to = [copy, ...copy.querySelectorAll("*")];
    from.forEach((e, i) => {
        const style = getComputedStyle(e), t = to[i];
        if (style.display === "none") t.setAttribute("display", "none");
        for (const name of DRAWN) {
            const value = style.getPropertyValue(name);
            if (value && !(name === "opacity" && value === "1")) t.setAttribute(name, value);
        }
        for (const name of ["class", "style", "tabindex", "role", "aria-label", "aria-disabled", "aria-hidden", "data-site"]) t.removeAttribute(name);
    });
    copy.querySelectorAll(".mark, .hint").forEach((e) => e.remove());
    const [, , w, high] = (board.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.setAttribute("width", String(width));
    copy.setAttribute("height", String(Math.round((width * high) / w)));
    const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
    name.textContent = title;
    copy.prepend(name);
    return new XMLSerializer().serializeToString(copy) + "\n";
}

export async function pngOf(text: string): Promise<Blob> {
    const image = new Image(), address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
        await new Promise((done, failed) => { image.onload = done; image.onerror = () => failed(new Error("this browser does not draw the picture")); image.src = address; });
        const canvas = document.createElement("canvas"), pen = canvas.getContext("2d")!;
        canvas.width = image.width;
        canvas.height = image.height;
        pen.drawImage(image, 0, 0);
        return await new Promise((done, failed) => canvas.toBlob((b) => (b ? done(b) : failed(new Error("this browser makes no PNG"))), "image/png"));
    } finally {
        URL.revokeObjectURL(address);
    }
}

export async function savePicture(board: SVGElement, name: string, kind: "svg" | "png") {
    const text = svgText(board, name);
    if (kind === "svg") download(`${name}.svg`, text, "image/svg+xml");
    else download(`${name}.png`, await pngOf(text), "image/png");
}
