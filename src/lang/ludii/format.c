/* Canonical layout of a text as it is written, options and comments included. What fits stands in one line; else
 * the words at the head of a list stay with its bracket, and every other part gets a line. Comments stay behind what
 * they were behind, or on lines of their own; between the parts of a file one empty line is kept. */
#include "base/stack.h"
#include "base/text.h"
#include "lang/ludii/ludii.h"

#include <string.h>

enum { COLUMNS = 100, INDENT = 4, NO_WIDTH = 1 << 20 };

/* Something written: a token, or brackets with what is between them. */
typedef struct piece piece;
struct piece {
    const char *text;         /* of the token, or the opening bracket */
    const char *close;        /* NULL: a token */
    const char *label;        /* with the colon, or "" */
    bool glued;               /* to the one before it */
    bool gap;                 /* an empty line in front of it */
    VEC(const char *) before; /* comments on lines of their own */
    const char *behind;       /* comment at the end of its last line, or NULL */
    VEC(piece *) items;
    VEC(const char *) last; /* comments in front of the closing bracket */
    uint32_t width;
};

typedef struct formatter {
    ludii_file *f;
    ludii_spans comments;
    uint32_t comment; /* next one */
    uint32_t end;     /* of the last piece or bracket */
    VEC(piece *) open;
    text_buffer out;
} formatter;

static const char *span_text(const formatter *x, src_span span)
{
    return arena_strndup(x->f->arena, x->f->text->text + span.start, span.end - span.start);
}

/* ---- reading ---- */

static bool breaks_between(const formatter *x, uint32_t from, uint32_t to, uint32_t lines)
{
    for (uint32_t i = from; i < to && lines; i++)
        lines -= x->f->text->text[i] == '\n';
    return lines == 0;
}

/* The comment as it is kept: without blanks at its end. */
static const char *comment_text(const formatter *x, src_span span)
{
    while (span.end > span.start && strchr(" \t\r", x->f->text->text[span.end - 1]))
        span.end--;
    return span_text(x, span);
}

/* Hands the comments in front of offset `to` to the piece that ended at `from`, or to the list. */
static void take_comments(formatter *x, piece *behind, void *list, uint32_t from, uint32_t to, bool *gap)
{
    VEC(const char *) *out = list;
    for (; x->comment < x->comments.count && vec_at(&x->comments, x->comment).start < to; x->comment++) {
        src_span span = vec_at(&x->comments, x->comment);
        if (behind && !behind->behind && !out->count && !breaks_between(x, from, span.start, 1))
            behind->behind = comment_text(x, span);
        else {
            if (!out->count)
                *gap = breaks_between(x, from, span.start, 2);
            vec_push(x->f->arena, out, comment_text(x, span));
        }
        from = span.end;
    }
}

static piece *new_piece(formatter *x, const ludii_token *t, const char *text, const char *close)
{
    piece *p = ARENA_NEW(x->f->arena, piece);
    *p = (piece){.text = text, .close = close, .label = "", .glued = t->glued};
    return p;
}

static piece *top(const formatter *x) { return vec_at(&x->open, x->open.count - 1); }

static bool is_text(uint8_t kind)
{
    return kind == LUDII_WORD || kind == LUDII_STRING || kind == LUDII_PARAMETER || kind == LUDII_MARKER;
}

/* Tokens without a blank between them belong together, `P<Player:n>` for instance, and so does the star of an item. */
static bool stays_glued(const ludii_token *t, const ludii_token *before)
{
    bool star = before->kind == LUDII_CLOSE && t->kind == LUDII_WORD;
    return t->glued && is_text(t->kind) && (is_text(before->kind) || star);
}

/* Whether `<..>` with that inside would be a marker. */
static bool marks(const char *content)
{
    size_t n = strspn(content, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 :_-");
    return n && !content[n] && strchr(" :_-0123456789", *content) == NULL;
}

/* Words in `<..>` are laid out like one word. A blank stays where without it there would be a marker. */
static void close_value(formatter *x, piece *p)
{
    text_buffer b = {0};
    bool plain = *p->text == '<' && !p->last.count;
    text_adds(x->f->arena, &b, "");
    for (uint32_t i = 0; i < p->items.count && plain; i++) {
        const piece *q = vec_at(&p->items, i);
        plain = !q->close && !q->before.count && !q->behind;
        text_adds(x->f->arena, &b, arena_printf(x->f->arena, "%s%s%s", i && !q->glued ? " " : "", q->label, q->text));
    }
    if (!plain)
        return;
    p->text = arena_printf(x->f->arena, "<%s%s>", marks(b.data) ? " " : "", b.data);
    p->close = NULL;
    p->items.count = 0;
}

static bool add_token(formatter *x, const ludii_token *t, const ludii_token *before, uint32_t max_depth,
                      const char **label)
{
    static const struct {
        const char *open, *close;
    } brackets[] = {[LUDII_OPEN] = {"(", ")"}, [LUDII_ARRAY] = {"{", "}"}, [LUDII_LESS] = {"<", ">"}};
    uint32_t from = x->end;
    piece *outer = top(x), *behind = outer->items.count ? vec_at(&outer->items, outer->items.count - 1) : NULL;
    bool closes = t->kind == LUDII_CLOSE || t->kind == LUDII_ARRAY_END ||
                  (t->kind == LUDII_GREATER && strcmp(outer->text, "<") == 0);
    bool opens = t->kind == LUDII_OPEN || t->kind == LUDII_ARRAY || t->kind == LUDII_LESS;
    if (**label && (closes || t->kind == LUDII_LABEL)) {
        ludii_report(x->f, DIAG_EXPECTED, before->span, 0, "nothing follows `%s`", *label);
        return false;
    }
    if (t->kind == LUDII_LABEL) {
        *label = span_text(x, t->span);
        return true;
    }
    x->end = t->span.end;
    if (closes) {
        bool gap;
        take_comments(x, behind, &outer->last, from, t->span.start, &gap);
        if (x->open.count < 2 || *outer->close != x->f->text->text[t->span.start]) {
            ludii_report(x->f, DIAG_LUDII_BRACKET, t->span, 0,
                         "this closes nothing, or something else than what is open");
            return false;
        }
        x->open.count--;
        close_value(x, outer);
        return true;
    }
    piece *p =
        new_piece(x, t, opens ? brackets[t->kind].open : span_text(x, t->span), opens ? brackets[t->kind].close : NULL);
    p->glued = before && stays_glued(t, before) && !**label;
    p->gap = breaks_between(x, from, t->span.start, 2);
    p->label = *label;
    *label = "";
    take_comments(x, behind, &p->before, from, t->span.start, &p->gap);
    vec_push(x->f->arena, &outer->items, p);
    if (opens)
        vec_push(x->f->arena, &x->open, p);
    if (x->open.count > max_depth) {
        ludii_report(x->f, DIAG_NESTING, t->span, 0, "brackets are nested more than %u deep", max_depth);
        return false;
    }
    return true;
}

/* A value of an option may open brackets that another one closes, `<(dual > <)>`. Such a one is kept as it is: the
 * index behind it, or `at` where the value is like any other. */
static uint32_t skip_raw(const ludii_file *f, uint32_t at)
{
    const ludii_token *t = f->tokens.data;
    int angles = 0, brackets = 0;
    bool balanced = true;
    for (uint32_t i = at; i < f->tokens.count; i++) {
        uint8_t kind = t[i].kind;
        angles += (kind == LUDII_LESS) - (kind == LUDII_GREATER);
        brackets += (kind == LUDII_OPEN || kind == LUDII_ARRAY) - (kind == LUDII_CLOSE || kind == LUDII_ARRAY_END);
        balanced &= brackets >= 0;
        if (angles == 0)
            return balanced && brackets == 0 ? at : i + 1;
    }
    return at;
}

static piece *read_pieces(formatter *x)
{
    ludii_file *f = x->f;
    piece *root = ARENA_NEW(f->arena, piece);
    *root = (piece){.text = "", .close = "", .label = ""};
    vec_push(f->arena, &x->open, root);
    uint32_t max_depth = stack_depth(f->in->limits->max_nesting, 1 << 10);
    const char *label = "";
    bool gap;
    for (uint32_t i = 0, next; i < f->tokens.count; i = next) {
        ludii_token t = vec_at(&f->tokens, i);
        next = t.kind == LUDII_LESS ? skip_raw(f, i) : i;
        if (next > i) {
            t.kind = LUDII_WORD;
            t.glued = false;
            t.span.end = vec_at(&f->tokens, next - 1).span.end;
        }
        next += next == i;
        if (!add_token(x, &t, i ? &vec_at(&f->tokens, i - 1) : NULL, max_depth, &label))
            return NULL;
        while (t.kind != LUDII_LABEL && x->comment < x->comments.count &&
               vec_at(&x->comments, x->comment).start < t.span.end)
            x->comment++; /* inside of what is kept as it is */
    }
    if (x->open.count > 1 || *label) {
        ludii_report(f, DIAG_LUDII_BRACKET, vec_at(&f->tokens, f->tokens.count - 1).span, 0,
                     "something is not closed, or empty");
        return NULL;
    }
    piece *behind = root->items.count ? vec_at(&root->items, root->items.count - 1) : NULL;
    take_comments(x, behind, &root->last, x->end, f->text->length, &gap);
    return root;
}

/* ---- measuring ---- */

/* On one line; NO_WIDTH where a comment inside needs more. */
static uint32_t measure(piece *p)
{
    uint64_t width = strlen(p->label) + strlen(p->text) + (p->close ? strlen(p->close) : 0);
    for (uint32_t i = 0; i < p->items.count; i++) {
        piece *q = vec_at(&p->items, i);
        width += measure(q) + (i > 0 && !q->glued);
        if (q->before.count || q->behind)
            width = NO_WIDTH;
    }
    if (p->last.count)
        width = NO_WIDTH;
    p->width = width < NO_WIDTH ? (uint32_t)width : NO_WIDTH;
    return p->width;
}

/* ---- writing ---- */

static void put(formatter *x, const char *text) { text_adds(x->f->arena, &x->out, text); }

static void new_line(formatter *x, uint32_t column)
{
    put(x, "\n");
    for (uint32_t i = 0; i < column; i++)
        put(x, " ");
}

static void put_line(formatter *x, const piece *p)
{
    put(x, p->label);
    put(x, p->text);
    for (uint32_t i = 0; i < p->items.count; i++) {
        put(x, i && !vec_at(&p->items, i)->glued ? " " : "");
        put_line(x, vec_at(&p->items, i));
    }
    put(x, p->close ? p->close : "");
}

static void put_comments(formatter *x, const char *const *comments, uint32_t count, uint32_t column)
{
    for (uint32_t i = 0; i < count; i++) {
        new_line(x, column);
        put(x, comments[i]);
    }
}

static void put_behind(formatter *x, const piece *p)
{
    if (p->behind) {
        put(x, " ");
        put(x, p->behind);
    }
}

static void put_piece(formatter *x, const piece *p, uint32_t column);

static bool quiet(const piece *p) { return !p->before.count && !p->behind; }

/* Words that stay with the opening bracket. */
static uint32_t head_count(const piece *p)
{
    uint32_t n = 0;
    while (*p->text == '(' && n < p->items.count && !vec_at(&p->items, n)->close &&
           !vec_at(&p->items, n)->before.count && (n == 0 || quiet(vec_at(&p->items, n - 1))))
        n++;
    return n;
}

/* `(equipment {` with the array's items below it. */
static bool hugs(const piece *p, uint32_t head)
{
    const piece *last = p->items.count ? vec_at(&p->items, p->items.count - 1) : NULL;
    return last && head + 1 == p->items.count && head && *last->text == '{' && last->items.count &&
           !last->before.count && !last->behind && !p->last.count && quiet(vec_at(&p->items, head - 1));
}

static bool flat(const piece *p)
{
    bool all = *p->text == '{';
    for (uint32_t i = 0; i < p->items.count && all; i++) {
        const piece *q = vec_at(&p->items, i);
        all = quiet(q) && q->width < COLUMNS / 3 && (!q->close || *q->text == '{');
    }
    return all && p->items.count;
}

static void put_filled(formatter *x, const piece *p, uint32_t column)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < p->items.count; i++) {
        const piece *q = vec_at(&p->items, i);
        if (i == 0 || (at + 1 + q->width > COLUMNS && !q->glued)) {
            new_line(x, column);
            at = column;
        } else if (!q->glued) {
            put(x, " ");
            at++;
        }
        put_line(x, q);
        at += q->width;
    }
}

static void put_items(formatter *x, const piece *p, uint32_t from, uint32_t column)
{
    for (uint32_t i = from; i < p->items.count; i++) {
        const piece *q = vec_at(&p->items, i);
        put_comments(x, (const char *const *)q->before.data, q->before.count, column);
        if (!q->glued || q->before.count)
            new_line(x, column);
        put_piece(x, q, column);
    }
}

static void put_broken(formatter *x, const piece *p, uint32_t column)
{
    uint32_t head = head_count(p);
    put(x, p->text);
    for (uint32_t i = 0; i < head; i++) {
        put(x, i && !vec_at(&p->items, i)->glued ? " " : "");
        put_line(x, vec_at(&p->items, i));
        put_behind(x, vec_at(&p->items, i));
    }
    if (hugs(p, head)) {
        put(x, " ");
        put(x, vec_at(&p->items, head)->label);
        put_broken(x, vec_at(&p->items, head), column);
        put(x, p->close);
        return;
    }
    if (flat(p) && !p->last.count)
        put_filled(x, p, column + INDENT);
    else
        put_items(x, p, head, column + INDENT);
    put_comments(x, (const char *const *)p->last.data, p->last.count, column + INDENT);
    new_line(x, column);
    put(x, p->close);
}

static void put_piece(formatter *x, const piece *p, uint32_t column)
{
    if (!p->close || column + p->width <= COLUMNS) {
        put_line(x, p);
    } else {
        put(x, p->label);
        put_broken(x, p, column);
    }
    put_behind(x, p);
}

const char *ludii_format(const lang_input *in)
{
    ludii_file f;
    ludii_begin(&f, in);
    formatter x = {.f = &f};
    ludii_lex(&f, f.text, (src_span){0, f.length}, 0, &f.tokens, &x.comments);
    if (!f.tokens.count && !x.comments.count)
        diag_report(f.sink, DIAG_EMPTY, f.text, SPAN_NOWHERE, "there is nothing in the file");
    piece *root = f.sink->errors || !ludii_balanced(&f, &f.tokens) ? NULL : read_pieces(&x);
    if (!root)
        return NULL;
    measure(root);
    put(&x, "");
    for (uint32_t i = 0; i < root->items.count; i++) {
        const piece *p = vec_at(&root->items, i);
        put(&x, p->gap && x.out.count ? "\n" : "");
        put_comments(&x, (const char *const *)p->before.data, p->before.count, 0);
        if (!p->glued || p->before.count)
            new_line(&x, 0);
        put_piece(&x, p, 0);
    }
    put_comments(&x, (const char *const *)root->last.data, root->last.count, 0);
    put(&x, "\n");
    if (f.length < f.text->length)
        put(&x, arena_printf(f.arena, "\n%.*s", (int)(f.text->length - f.length), f.text->text + f.length));
    return x.out.data + 1; /* behind the first line end */
}
