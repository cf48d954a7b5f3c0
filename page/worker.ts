/* The library as WebAssembly, answering in a worker of its own. */
// @ts-ignore: made by the compiler
import make from "./ludens.mjs";

const loading = make().then((m: any) => ({ m, workspace: m._page_open() }));

self.onmessage = async (e: MessageEvent) => {
    const { id, request } = e.data as { id: number; request: string };
    try {
        const { m, workspace } = await loading;
        const size = m.lengthBytesUTF8(request) + 1, at = m._malloc(size);
        m.stringToUTF8(request, at, size);
        const reply = m._page_ask(workspace, at);
        self.postMessage({ id, reply: reply ? m.UTF8ToString(reply) : `{"ok":false,"error":{"code":"memory","message":"out of memory"}}` });
        m._free(reply);
        m._free(at);
    } catch (trap) { // nothing can be known of its memory any more
        self.postMessage({ ended: String(trap) });
    }
};
