/* Text to a tree of lists. Anything but brackets, quotes, semicolons and white space is part of a
 * symbol. */
#include "base/brackets.h"
#include "lang/zrf/zrf.h"

#include <stdlib.h>
#include <string.h>

/* ---- encodings ---- */

static bool is_utf8(const char *p, const char *end)
{
    while (p < end) {
        uint32_t n = utf8_length(p, end);
        if (n == 0)
            return false;
        p += n;
    }
    return true;
}

/* Cyrillic letters stand together, accented ones of the west alone. */
static bool is_cyrillic(const unsigned char *p, size_t length)
{
    size_t high = 0, pairs = 0;
    for (size_t i = 0; i < length; i++) {
        high += p[i] >= 0x80;
        pairs += i > 0 && p[i] >= 0xc0 && p[i - 1] >= 0xc0;
    }
    return pairs * 3 > high;
}

static void add_code_point(arena *a, void *out, uint32_t c)
{
    VEC(char) *text = out;
    if (c >= 0x800) {
        vec_push(a, text, (char)(0xe0 | c >> 12));
        vec_push(a, text, (char)(0x80 | (c >> 6 & 0x3f)));
        vec_push(a, text, (char)(0x80 | (c & 0x3f)));
    } else if (c >= 0x80) {
        vec_push(a, text, (char)(0xc0 | c >> 6));
        vec_push(a, text, (char)(0x80 | (c & 0x3f)));
    } else
        vec_push(a, text, c < 0x20 && !strchr("\t\n\r", (int)c) ? ' ' : c == 0x7f ? ' ' : (char)c);
}

/* Signs of the code pages between 0x80 and 0xbf differ; those that matter here are letters. */
static uint32_t code_point(unsigned char c, bool cyrillic)
{
    if (c < 0x80)
        return c;
    if (!cyrillic)
        return c < 0xa0 ? '?' : c;
    return c >= 0xc0 ? 0x410u + c - 0xc0 : c == 0xa8 ? 0x401 : c == 0xb8 ? 0x451 : '?';
}

static bool has_control(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 && (!text[i] || !strchr("\t\n\v\f\r", text[i])))
            return true;
    return false;
}

const char *zrf_decode(arena *a, const char *text, size_t length, size_t *out)
{
    *out = length;
    bool fine = is_utf8(text, text + length);
    if (fine && !has_control(text, length))
        return text;
    bool cyrillic = is_cyrillic((const unsigned char *)text, length);
    VEC(char) result = {0};
    vec_reserve(a, &result, (uint32_t)length + 1);
    for (size_t i = 0; i < length; i++)
        if (fine && (unsigned char)text[i] >= 0x80)
            vec_push(a, &result, text[i]);
        else
            add_code_point(a, &result, code_point((unsigned char)text[i], cyrillic));
    *out = result.count;
    vec_push(a, &result, 0);
    return result.data;
}

/* ---- tokens ---- */

typedef struct opened {
    uint32_t start; /* of the bracket */
    uint32_t first; /* of its items, in the stack */
} opened;

typedef struct lexer {
    zrf_file *f;
    const src_text *text;
    uint32_t at;
    zrf_nodes items; /* those of all open lists */
    VEC(opened) open;
    VEC(bracket) brackets;
    uint32_t stray; /* the first bracket that closes nothing, or ZRF_NONE */
} lexer;

static bool ends_symbol(char c) { return strchr(" \t\r\n\v\f()\";", c) != NULL; } /* the NUL as well */

static zrf_node *new_node(lexer *x, zrf_kind kind, uint32_t start, uint32_t end)
{
    zrf_node *n = ARENA_NEW(x->f->arena, zrf_node);
    *n = (zrf_node){.kind = kind, .name = NAME_NONE, .span = {start, end}, .text = x->text};
    return n;
}

static zrf_node *word(lexer *x, zrf_kind kind, uint32_t start, uint32_t end, uint32_t next)
{
    zrf_node *n = new_node(x, kind, start - (kind == ZRF_STRING), next);
    n->name = intern_on_line(x->f->names, x->text->text + start, end - start);
    n->open = memchr(x->text->text + start, '$', end - start) != NULL;
    return n;
}

static void close_list(lexer *x)
{
    opened o = x->open.data[--x->open.count];
    zrf_node *n = new_node(x, ZRF_LIST, o.start, x->at);
    n->count = x->items.count - o.first;
    const zrf_node **items = ARENA_ARRAY(x->f->arena, const zrf_node *, n->count + 1);
    n->open = true; /* a list may call a macro */
    if (n->count)
        memcpy(items, x->items.data + o.first, n->count * sizeof *items);
    n->items = items;
    x->items.count = o.first;
    vec_push(x->f->arena, &x->items, n);
}

static void read_string(lexer *x)
{
    uint32_t start = x->at + 1;
    const char *close = memchr(x->text->text + start, '"', x->text->length - start);
    uint32_t end = close ? (uint32_t)(close - x->text->text) : x->text->length;
    zrf_node *n = word(x, ZRF_STRING, start, end, close ? end + 1 : end);
    vec_push(x->f->arena, &x->items, n);
    if (!close)
        zrf_warn(x->f, DIAG_ZRF_BRACKET, n, "a string that does not end");
    x->at = close ? end + 1 : end;
}

static void read_symbol(lexer *x)
{
    uint32_t start = x->at;
    while (x->at < x->text->length && (x->text->text[x->at] == 0 || !ends_symbol(x->text->text[x->at])))
        x->at++;
    vec_push(x->f->arena, &x->items, word(x, ZRF_SYMBOL, start, x->at, x->at));
}

static void read_bracket(lexer *x)
{
    uint32_t at = x->at++;
    vec_push(x->f->arena, &x->brackets, ((bracket){at, x->text->text[at]}));
    if (x->text->text[at] == '(') {
        if (x->open.count >= x->f->max_nesting && !x->f->failed) {
            x->f->failed = true;
            diag_report(x->f->sink, DIAG_NESTING, x->text, (src_span){at, at + 1}, "lists are nested deeper than %u",
                        x->f->max_nesting);
        }
        vec_push(x->f->arena, &x->open, ((opened){at, x->items.count}));
    } else if (x->open.count > 0)
        close_list(x);
    else if (x->stray == ZRF_NONE)
        x->stray = at;
}

/* One report, where the lines' indentation says or else where it is found; what follows from it is none. */
static void blame(lexer *x)
{
    bracket_fault fault;
    zrf_file *f = x->f;
    bool found = brackets_fault(x->text, x->brackets.data, x->brackets.count, f->arena, &fault);
    bool extra = found ? fault.extra : x->open.count == 0;
    uint32_t at = found   ? vec_at(&x->brackets, fault.bracket).at
                  : extra ? x->stray
                          : vec_at(&x->open, x->open.count - 1).start;
    diag *d = zrf_warn(f, DIAG_ZRF_BRACKET, new_node(x, ZRF_LIST, at, at + 1),
                       extra ? "this bracket closes nothing" : "this bracket is never closed");
    if (found && fault.next != UINT32_MAX && fault.next != at)
        diag_add_note(f->sink, d, x->text, (src_span){fault.next, fault.next + 1},
                      extra ? "this line belongs to what it closes" : "what begins here is no part of it any more");
    if (extra)
        diag_set_hint(f->sink, d, "one `)` less on this line");
    else
        diag_set_hint(f->sink, d, "a `)` is missing%s",
                      found ? arena_printf(f->arena, ", in line %u most likely", source_line_number(x->text, at)) : "");
    f->unbalanced = d;
}

static void close_all(lexer *x)
{
    if (!x->f->failed && !x->f->unbalanced && (x->open.count > 0 || x->stray != ZRF_NONE))
        blame(x);
    while (x->open.count > 0)
        close_list(x);
}

void zrf_lex(zrf_file *f, const src_text *text, zrf_nodes *out)
{
    lexer x = {.f = f, .text = text, .stray = ZRF_NONE};
    if (text->length >= 3 && memcmp(text->text, "\xef\xbb\xbf", 3) == 0)
        x.at = 3;
    while (x.at < text->length && !f->failed) {
        char c = text->text[x.at];
        arena_work(f->arena, 1);
        if (c && strchr(" \t\r\n\v\f", c))
            x.at++;
        else if (c == ';')
            while (x.at < text->length && text->text[x.at] != '\n')
                x.at++;
        else if (c == '"')
            read_string(&x);
        else if (c == '(' || c == ')')
            read_bracket(&x);
        else
            read_symbol(&x);
    }
    close_all(&x);
    vec_append(f->arena, out, &x.items);
}

/* ---- looking at nodes ---- */

bool zrf_is(const zrf_file *f, const zrf_node *n, const char *text)
{
    return n && n->kind == ZRF_SYMBOL && strcmp(zrf_text(f, n->name), text) == 0;
}

const char *zrf_head(const zrf_file *f, const zrf_node *n)
{
    return n && n->kind == ZRF_LIST && n->count > 0 && zrf_item(n, 0)->kind == ZRF_SYMBOL
               ? zrf_text(f, zrf_item(n, 0)->name)
               : NULL;
}

bool zrf_heads(const zrf_file *f, const zrf_node *n, const char *text)
{
    const char *head = zrf_head(f, n);
    return head && strcmp(head, text) == 0;
}

const char *zrf_shown(const zrf_file *f, const zrf_node *n)
{
    const char *head = zrf_head(f, n);
    if (n->kind != ZRF_LIST)
        return zrf_text(f, n->name);
    return head ? arena_printf(f->arena, "(%s%s)", head, n->count > 1 ? " .." : "") : "( .. )";
}

bool zrf_number(const zrf_file *f, const zrf_node *n, int32_t *value)
{
    if (!n || n->kind == ZRF_LIST)
        return false;
    const char *text = zrf_text(f, n->name);
    char *end;
    long v = strtol(text, &end, 10);
    if (end == text || *end || v < -1000000 || v > 1000000)
        return false;
    *value = (int32_t)v;
    return true;
}

/* ---- reports ---- */

static diag *report(zrf_file *f, diag_code code, const zrf_node *at, const char *message)
{
    return diag_report(f->sink, code, at ? at->text : NULL, at ? at->span : SPAN_NOWHERE, "%s", message);
}

diag *zrf_report(zrf_file *f, diag_code code, const zrf_node *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(f->arena, format, args);
    va_end(args);
    if (f->unbalanced && (code == DIAG_ZRF_BOARD || code == DIAG_ZRF_GAME || code == DIAG_ZRF_NO_GAME)) {
        diag_promote(f->sink, f->unbalanced, DIAG_ZRF_UNCLOSED);
        return ARENA_NEW(f->arena, diag); /* for hints that nobody needs */
    }
    return report(f, code, at, message);
}

diag *zrf_warn(zrf_file *f, diag_code code, const zrf_node *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(f->arena, format, args);
    va_end(args);
    if (f->unbalanced)
        return NULL;
    uint64_t hash = hash_bytes(message, strlen(message), 7);
    if (map_has(&f->reported, hash))
        return NULL;
    map_put(&f->reported, hash, 1);
    return report(f, code, at, message);
}

bool zrf_defined_below(zrf_file *f, diag_code code, const zrf_node *n)
{
    const zrf_node *head = n->kind == ZRF_SYMBOL ? n : n->kind == ZRF_LIST && n->count > 0 ? zrf_item(n, 0) : NULL;
    const zrf_macro *m = zrf_macro_of(f, head);
    if (!m)
        return false;
    const char *name = zrf_text(f, m->name);
    bool below = m->form->text == n->text && m->form->span.start > n->span.start;
    diag *d = zrf_warn(f, code, n, below ? "the macro `%s` is used before it is defined" : "`%s` is a macro", name);
    if (d && below) {
        diag_add_note(f->sink, d, m->form->text, m->form->span, "it is defined here");
        diag_set_hint(f->sink, d, "`(define %s ..)` has to stand above its first use", name);
    } else if (d)
        diag_set_hint(f->sink, d, "`(%s ..)`, in brackets of its own, calls it", name);
    return true;
}
