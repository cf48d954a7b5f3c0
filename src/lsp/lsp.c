#include "lsp/lsp.h"

#include "lsp/document.h"
#include "session/coverage.h"
#include "session/editing.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/symbols.h"
#include "session/words.h"

#include <stdlib.h>
#include <string.h>

/* Codes of JSON-RPC and of the protocol. */
enum {
    PARSE_ERROR = -32700,
    INVALID_REQUEST = -32600,
    METHOD_NOT_FOUND = -32601,
    INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002,
    REQUEST_FAILED = -32803
};
enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, SEVERITY_INFORMATION = 3, SEVERITY_HINT = 4, TAG_UNNECESSARY = 1 };
enum { PLAYOUTS = 100 };
static const double PLAYING_SECONDS = 0.5;

struct lsp {
    lud_options load;
    documents open;
    json_t *grammars; /* {extension: grammar or null}, made when they are asked for */
    bool initialized, shut, ended;
};

typedef struct call {
    lsp *s;
    const json_t *params;
    json_t *id; /* NULL: a notification */
    void (*send)(void *user, const char *message);
    void *user;
} call;

/* ---- messages ---- */

static void send_json(const call *c, json_t *message)
{
    json_object_set_new(message, "jsonrpc", json_string("2.0"));
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text)
        c->send(c->user, text);
    free(text);
}

static void answer(const call *c, json_t *result)
{
    if (c->id)
        send_json(c, json_pack("{sO so}", "id", c->id, "result", result ? result : json_null()));
    else
        json_decref(result);
}

static void fail(const call *c, int code, const char *message)
{
    send_json(c, json_pack("{so s{si so}}", "id", c->id ? json_incref(c->id) : json_null(), "error", "code", code,
                           "message", json_text(message)));
}

static void notify(const call *c, const char *method, json_t *params)
{
    send_json(c, json_pack("{ss so}", "method", method, "params", params));
}

/* ---- documents ---- */

static const char *uri_of(const call *c)
{
    return json_string_value(json_object_get(json_object_get(c->params, "textDocument"), "uri"));
}

/* The document a request speaks of; an error was answered where there is none. */
static document *document_of(const call *c)
{
    const char *uri = uri_of(c);
    document *d = uri ? documents_find(&c->s->open, uri) : NULL;
    if (!d)
        fail(c, INVALID_PARAMS, "no document of this address is open");
    return d;
}

static json_t *range_json(const document *d, const lud_diagnostic *g)
{
    uint32_t line = g->line ? g->line : 1, column = g->line ? g->column : 1;
    bool wide = g->end_line > line || (g->end_line == line && g->end_column > column);
    return json_pack("{so so}", "start", document_position(d, line, column), "end",
                     wide ? document_position(d, g->end_line, g->end_column) : document_position(d, line, column + 1));
}

static json_t *diagnostic_of(const document *d, const lud_diags *diags, uint32_t i)
{
    lud_diagnostic g = lud_diags_get(diags, i);
    buffer message = {0};
    buffer_add(&message, g.message);
    if (g.hint)
        buffer_addf(&message, "\n%s", g.hint);
    json_t *related = json_array();
    for (uint32_t n = 0; n < g.note_count; n++) {
        lud_diagnostic note = lud_diags_note(diags, i, n);
        json_array_append_new(related, json_pack("{s{so so} so}", "location", "uri", json_text(d->uri), "range",
                                                 range_json(d, &note), "message", json_text(note.message)));
    }
    json_t *entry = json_pack("{so si so ss so so}", "range", range_json(d, &g), "severity",
                              g.severity == LUD_ERROR     ? SEVERITY_ERROR
                              : g.severity == LUD_WARNING ? SEVERITY_WARNING
                                                          : SEVERITY_INFORMATION,
                              "code", json_text(g.code), "source", "ludens", "message", json_text(message.text),
                              "relatedInformation", related);
    buffer_done(&message);
    return entry;
}

static lud_diags *diagnose(const call *c, const document *d)
{
    lud_options load = c->s->load;
    lud_diags *diags = lud_diags_new();
    load.backend = LUD_BACKEND_INTERP;
    load.strict = true;
    lud_game_free(diags ? lud_load_text(d->text, d->length, d->path, &load, diags) : NULL);
    return diags;
}

/* Lines that random games do not reach, which editors show grey. */
static void add_unreached(const call *c, const document *d, json_t *list)
{
    json_t *found = coverage_json(&c->s->load, d->text, d->length, d->path, PLAYOUTS, 1, PLAYING_SECONDS, NULL), *line;
    size_t i;
    json_array_foreach (json_object_get(found, "lines"), i, line) {
        int number = (int)json_integer_value(line) - 1;
        json_array_append_new(list, json_pack("{s{s{si si} s{si si}} si s[i] ss ss}", "range", "start", "line", number,
                                              "character", 0, "end", "line", number + 1, "character", 0, "severity",
                                              SEVERITY_HINT, "tags", TAG_UNNECESSARY, "source", "ludens", "message",
                                              "random games did not reach this line"));
    }
    json_decref(found);
}

static void publish(const call *c, const document *d, bool plays)
{
    lud_diags *diags = diagnose(c, d);
    json_t *list = json_array();
    for (uint32_t i = 0; diags && i < lud_diags_count(diags); i++)
        json_array_append_new(list, diagnostic_of(d, diags, i));
    if (plays && diags && lud_diags_errors(diags) == 0)
        add_unreached(c, d, list);
    lud_diags_free(diags);
    notify(c, "textDocument/publishDiagnostics", json_pack("{so so}", "uri", json_text(d->uri), "diagnostics", list));
}

static void set_text(const call *c, const json_t *text)
{
    const char *uri = uri_of(c);
    if (uri && json_is_string(text))
        publish(c, documents_set(&c->s->open, uri, json_string_value(text), json_string_length(text)), false);
}

/* ---- methods ---- */

static void on_initialize(const call *c)
{
    c->s->initialized = true;
    static const char *const provided[] = {"documentFormatting", "hover",  "definition",     "references",
                                           "documentHighlight",  "rename", "documentSymbol", "codeAction"};
    json_t *can = json_pack("{s{sb si sb} s{s[ss]}}", "textDocumentSync", "openClose", 1, "change", 1, "save", 1,
                            "completionProvider", "triggerCharacters", "(", "<");
    for (size_t i = 0; i < sizeof provided / sizeof *provided; i++) {
        char key[40];
        snprintf(key, sizeof key, "%sProvider", provided[i]);
        json_object_set_new(can, key, json_true());
    }
    answer(c,
           json_pack("{so s{ss ss}}", "capabilities", can, "serverInfo", "name", "ludens", "version", lud_version()));
}

static void on_shutdown(const call *c)
{
    c->s->shut = true;
    answer(c, NULL);
}

static void on_exit_(const call *c) { c->s->ended = true; }
static void on_nothing(const call *c) { answer(c, NULL); }

static void on_open(const call *c) { set_text(c, json_object_get(json_object_get(c->params, "textDocument"), "text")); }

/* The whole text each time: the last of the changes. */
static void on_change(const call *c)
{
    const json_t *changes = json_object_get(c->params, "contentChanges");
    size_t n = json_array_size(changes);
    if (n > 0)
        set_text(c, json_object_get(json_array_get(changes, n - 1), "text"));
}

/* Games are played when rules are kept, not at each key. */
static void on_save(const call *c)
{
    const char *uri = uri_of(c);
    const document *d = uri ? documents_find(&c->s->open, uri) : NULL;
    if (d)
        publish(c, d, true);
}

static void on_close(const call *c)
{
    const char *uri = uri_of(c);
    if (!uri)
        return;
    documents_drop(&c->s->open, uri);
    notify(c, "textDocument/publishDiagnostics", json_pack("{so s[]}", "uri", json_text(uri), "diagnostics"));
}

static void on_formatting(const call *c)
{
    document *d = document_of(c);
    lud_diags *diags = d ? lud_diags_new() : NULL;
    if (!d)
        return;
    char *text = diags ? lud_format(d->text, d->length, d->path, &c->s->load, diags) : NULL;
    if (!text)
        fail(c, REQUEST_FAILED,
             diags && lud_diags_count(diags) ? lud_diags_get(diags, 0).message : "the rules cannot be laid out");
    else if (strcmp(text, d->text) == 0)
        answer(c, json_array());
    else
        answer(c, json_pack("[{s{s{si si} s{si si}} so}]", "range", "start", "line", 0, "character", 0, "end", "line",
                            1 << 30, "character", 0, "newText", json_text(text)));
    lud_free(text);
    lud_diags_free(diags);
}

/* The byte that a request is about, and what is known of the document's words. */
static size_t place_of(const call *c, const document *d, const json_t **grammar)
{
    *grammar = words_grammar(c->s->grammars, d->path);
    return document_offset(d, json_object_get(c->params, "position"));
}

static void on_completion(const call *c)
{
    const document *d = document_of(c);
    const json_t *grammar;
    if (!d)
        return;
    size_t at = place_of(c, d, &grammar);
    answer(c, words_complete(d->text, d->length, d->path, grammar, at));
}

static void on_hover(const call *c)
{
    const document *d = document_of(c);
    const json_t *grammar;
    if (!d)
        return;
    size_t at = place_of(c, d, &grammar);
    char *text = words_meaning(d->text, d->length, d->path, grammar, at);
    answer(c, text ? json_pack("{s{ss so}}", "contents", "kind", "markdown", "value", json_text(text)) : NULL);
    free(text);
}

/* ---- names ---- */

static json_t *span_json(document *d, size_t at, size_t length)
{
    return json_pack("{so so}", "start", document_place(d, at), "end", document_place(d, at + length));
}

static json_t *location(document *d, const symbols *s, size_t i)
{
    return json_pack("{so so}", "uri", json_text(d->uri), "range", span_json(d, s->all[i].at, symbols_stem(s, i)));
}

/* The names of the document and the one that the request is about; false: it was answered. */
static bool name_of(const call *c, document **d, symbols *s, size_t *of)
{
    *d = document_of(c);
    if (!*d)
        return false;
    *s = symbols_read((*d)->text, (*d)->length, (*d)->path);
    *of = symbols_at(s, document_offset(*d, json_object_get(c->params, "position")));
    if (*of < s->count)
        return true;
    symbols_done(s);
    answer(c, NULL);
    return false;
}

static void on_definition(const call *c)
{
    document *d;
    symbols s;
    size_t of;
    if (!name_of(c, &d, &s, &of))
        return;
    size_t at = symbols_definition(&s, of);
    answer(c, at < s.count ? location(d, &s, at) : NULL);
    symbols_done(&s);
}

static json_t *uses(document *d, const symbols *s, size_t of, json_t *(*entry)(document *, const symbols *, size_t))
{
    json_t *list = json_array();
    for (size_t i = symbols_next(s, of, 0); i < s->count; i = symbols_next(s, of, i + 1))
        json_array_append_new(list, entry(d, s, i));
    return list;
}

static json_t *highlight(document *d, const symbols *s, size_t i)
{
    return json_pack("{so}", "range", span_json(d, s->all[i].at, symbols_stem(s, i)));
}

static void on_uses(const call *c, json_t *(*entry)(document *, const symbols *, size_t))
{
    document *d;
    symbols s;
    size_t of;
    if (!name_of(c, &d, &s, &of))
        return;
    answer(c, uses(d, &s, of, entry));
    symbols_done(&s);
}

static void on_references(const call *c) { on_uses(c, location); }
static void on_highlight(const call *c) { on_uses(c, highlight); }

static void on_rename(const call *c)
{
    document *d;
    symbols s;
    size_t of;
    const char *to = json_string_value(json_object_get(c->params, "newName"));
    if (!to) {
        fail(c, INVALID_PARAMS, "the new name is missing");
        return;
    }
    if (!name_of(c, &d, &s, &of))
        return;
    char *problem, *text = editing_rename(&c->s->load, d->text, d->length, d->path, s.all[of].at, to, &problem);
    if (text) {
        json_t *edits = uses(d, &s, of, highlight), *edit;
        size_t i;
        json_array_foreach (edits, i, edit)
            json_object_set_new(edit, "newText", json_text(to));
        answer(c, json_pack("{s{so}}", "changes", d->uri, edits));
    } else {
        fail(c, REQUEST_FAILED, problem);
    }
    free(text);
    free(problem);
    symbols_done(&s);
}

/* SymbolKind of the protocol. */
static int kind_number(const char *kind)
{
    static const struct {
        const char *kind;
        int number;
    } kinds[] = {{"function", 12}, {"macro", 12},    {"graph", 12}, {"rule", 12},   {"define", 12},
                 {"type", 5},      {"domain", 5},    {"piece", 5},  {"value", 22},  {"role", 22},
                 {"player", 22},   {"constant", 14}, {"game", 2},   {"variant", 2}, {"constructor", 9},
                 {"relation", 11}, {"predicate", 11}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].kind, kind) == 0)
            return kinds[i].number;
    return 13; /* variable */
}

static void on_symbols(const call *c)
{
    document *d = document_of(c);
    if (!d)
        return;
    symbols s = symbols_read(d->text, d->length, d->path);
    json_t *list = json_array();
    for (size_t i = 0; i < s.count; i++)
        if (symbols_outlined(&s, i)) {
            json_t *range = span_json(d, s.all[i].at, s.all[i].length);
            json_array_append_new(list, json_pack("{so ss si so sO}", "name",
                                                  json_stringn(d->text + s.all[i].at, s.all[i].length), "detail",
                                                  s.all[i].kind, "kind", kind_number(s.all[i].kind), "range", range,
                                                  "selectionRange", range));
        }
    symbols_done(&s);
    answer(c, list);
}

/* Whether two ranges touch, as lines and characters. */
static bool touches(const json_t *a, const json_t *b)
{
    json_int_t v[8];
    const json_t *ends[] = {json_object_get(a, "start"), json_object_get(a, "end"), json_object_get(b, "start"),
                            json_object_get(b, "end")};
    for (int i = 0; i < 4; i++) {
        v[2 * i] = json_integer_value(json_object_get(ends[i], "line"));
        v[2 * i + 1] = json_integer_value(json_object_get(ends[i], "character"));
    }
    bool before = v[2] < v[4] || (v[2] == v[4] && v[3] < v[5]), behind = v[6] < v[0] || (v[6] == v[0] && v[7] < v[1]);
    return !before && !behind;
}

/* "Did you mean" as an edit. */
static void on_actions(const call *c)
{
    const document *d = document_of(c);
    if (!d)
        return;
    lud_diags *diags = diagnose(c, d);
    json_t *list = json_array();
    for (uint32_t i = 0; diags && i < lud_diags_count(diags); i++) {
        lud_diagnostic g = lud_diags_get(diags, i);
        json_t *range = g.fix ? range_json(d, &g) : NULL;
        if (!range || !touches(range, json_object_get(c->params, "range"))) {
            json_decref(range);
            continue;
        }
        buffer title = {0};
        buffer_addf(&title, "Change to %s", g.fix);
        json_array_append_new(list,
                              json_pack("{so ss sb s[o] s{s{s[{so so}]}}}", "title", json_text(title.text), "kind",
                                        "quickfix", "isPreferred", 1, "diagnostics", diagnostic_of(d, diags, i), "edit",
                                        "changes", d->uri, "range", range, "newText", json_text(g.fix)));
        buffer_done(&title);
    }
    lud_diags_free(diags);
    answer(c, list);
}

typedef struct method {
    const char *name;
    void (*run)(const call *c);
} method;

static const method methods[] = {
    {"initialize", on_initialize},
    {"initialized", on_nothing},
    {"shutdown", on_shutdown},
    {"exit", on_exit_},
    {"textDocument/didOpen", on_open},
    {"textDocument/didChange", on_change},
    {"textDocument/didSave", on_save},
    {"textDocument/didClose", on_close},
    {"textDocument/formatting", on_formatting},
    {"textDocument/completion", on_completion},
    {"textDocument/hover", on_hover},
    {"textDocument/definition", on_definition},
    {"textDocument/references", on_references},
    {"textDocument/documentHighlight", on_highlight},
    {"textDocument/rename", on_rename},
    {"textDocument/documentSymbol", on_symbols},
    {"textDocument/codeAction", on_actions},
};

static void dispatch(const call *c, const char *name)
{
    if (!c->s->initialized && strcmp(name, "initialize") != 0 && strcmp(name, "exit") != 0) {
        if (c->id)
            fail(c, NOT_INITIALIZED, "the first request must be initialize");
        return;
    }
    if (c->s->shut && c->id) {
        fail(c, INVALID_REQUEST, "there are no requests after shutdown");
        return;
    }
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, name) == 0) {
            methods[i].run(c);
            return;
        }
    if (c->id) /* unknown notifications are passed over */
        fail(c, METHOD_NOT_FOUND, "this method is not supported");
}

/* ---- the interface ---- */

lsp *lsp_open(const lud_options *load)
{
    lsp *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->load = *load;
    s->grammars = json_object();
    return s;
}

void lsp_take(lsp *s, const char *message, size_t length, void (*send)(void *user, const char *message), void *user)
{
    json_t *request = json_loadb(message, length, 0, NULL);
    const char *name = json_string_value(json_object_get(request, "method"));
    call c = {s, json_object_get(request, "params"), json_object_get(request, "id"), send, user};
    if (!request)
        fail(&c, PARSE_ERROR, "the message is no JSON");
    else if (name)
        dispatch(&c, name);
    else if (!json_object_get(request, "result") && !json_object_get(request, "error"))
        fail(&c, INVALID_REQUEST, "the message has no method");
    json_decref(request);
}

bool lsp_ended(const lsp *s, int *code)
{
    *code = s->shut ? 0 : 1;
    return s->ended;
}

void lsp_close(lsp *s)
{
    if (!s)
        return;
    documents_done(&s->open);
    json_decref(s->grammars);
    free(s);
}
