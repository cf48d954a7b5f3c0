#include "structures/why.h"

#include <string.h>

enum { DEPTH_MAX = 60 };

typedef struct reasons {
    rs_logic *l;
    const char *text;
} reasons;

/* The part of the source, with single blanks. */
static const char *shown(reasons *r, const rs_node *n, const src_text *source)
{
    uint32_t length = n->span.end - n->span.start, k = 0;
    char *copy = arena_strndup(r->l->scratch, source->text + n->span.start, length);
    for (uint32_t i = 0; i < length; i++) {
        bool blank = strchr(" \t\r\n", copy[i]) != NULL;
        if (!blank || (k && copy[k - 1] != ' '))
            copy[k++] = blank ? ' ' : copy[i];
    }
    copy[k] = 0;
    return k > 100 ? arena_printf(r->l->scratch, "%.97s...", copy) : copy;
}

static const char *element(reasons *r, uint32_t e) { return rs_text(r->l->f, vec_at(&r->l->s->elements, e)); }

/* x = a1, y = b2 */
static const char *assignment(reasons *r, const rs_node *n, const uint32_t *frame)
{
    const char *text = "";
    for (uint32_t i = 0; i < n->count; i++)
        text = arena_printf(r->l->scratch, "%s%s%s = %s", text, i ? ", " : "", rs_text(r->l->f, n->variables[i]),
                            element(r, frame[n->slots[i]]));
    return text;
}

static void line(reasons *r, uint32_t depth, bool holds, const char *format, ...) __attribute__((format(printf, 4, 5)));
static void line(reasons *r, uint32_t depth, bool holds, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(r->l->scratch, format, args);
    va_end(args);
    r->text =
        arena_printf(r->l->scratch, "%s%*s%-4s%s\n", r->text, (int)(2 * depth), "", holds ? "yes" : "no", message);
}

static void explain(reasons *r, const rs_node *n, const src_text *source, uint32_t *frame, uint32_t depth);

/* All parts when none decides alone, else the first that does. */
static void explain_parts(reasons *r, const rs_node *n, const src_text *source, uint32_t *frame, uint32_t depth,
                          bool all)
{
    bool deciding = n->op == RS_OR;
    for (uint32_t i = 0; i < n->kid_count; i++) {
        bool here = rs_true(r->l, rs_kid(n, i), frame) == deciding;
        if (all || here)
            explain(r, rs_kid(n, i), source, frame, depth);
        if (!all && here)
            return;
    }
}

typedef struct witness {
    const rs_node *n;
    uint32_t *kept;
    bool found;
} witness;

static bool keep(void *user, const uint32_t *frame)
{
    witness *w = user;
    for (uint32_t i = 0; i < w->n->count; i++)
        w->kept[i] = frame[w->n->slots[i]];
    w->found = true;
    return false;
}

static void explain_quantifier(reasons *r, const rs_node *n, const src_text *source, uint32_t *frame, uint32_t depth,
                               bool holds)
{
    bool exists = n->op == RS_EX;
    if (holds != exists) {
        line(r, depth, holds, "%s: %s", shown(r, n, source),
             exists ? "nothing satisfies it" : "everything satisfies it");
        return;
    }
    witness w = {n, ARENA_ARRAY(r->l->scratch, uint32_t, n->count + 1), false};
    rs_search(r->l, n->plan, frame, keep, &w);
    for (uint32_t i = 0; i < n->count && w.found; i++)
        frame[n->slots[i]] = w.kept[i];
    line(r, depth, holds, "%s: %s", shown(r, n, source), assignment(r, n, frame));
    explain(r, rs_kid(n, 0), source, frame, depth + 1);
}

static void explain_atom(reasons *r, const rs_node *n, const src_text *source, uint32_t *frame, uint32_t depth,
                         bool holds)
{
    line(r, depth, holds, n->count ? "%s: %s" : "%s%s", shown(r, n, source), n->count ? assignment(r, n, frame) : "");
    if (!n->definition)
        return;
    uint32_t inner[RS_SLOTS_MAX] = {0};
    for (uint32_t i = 0; i < n->count; i++)
        inner[i] = frame[n->slots[i]];
    explain(r, n->definition->body, n->definition->text, inner, depth + 1);
}

static void explain(reasons *r, const rs_node *n, const src_text *source, uint32_t *frame, uint32_t depth)
{
    if (depth > DEPTH_MAX || r->l->problem)
        return;
    bool holds = rs_true(r->l, n, frame);
    switch (n->op) {
    case RS_AND: explain_parts(r, n, source, frame, depth, holds); return;
    case RS_OR: explain_parts(r, n, source, frame, depth, !holds); return;
    case RS_EX:
    case RS_ALL: explain_quantifier(r, n, source, frame, depth, holds); return;
    case RS_ATOM: explain_atom(r, n, source, frame, depth, holds); return;
    case RS_NOT:
    case RS_XOR:
    case RS_IMPLIES:
    case RS_IFF:
        line(r, depth, holds, "%s", shown(r, n, source));
        for (uint32_t i = 0; i < n->kid_count; i++)
            explain(r, rs_kid(n, i), source, frame, depth + 1);
        return;
    case RS_COMPARE:
        line(r, depth, holds, "%s: %g and %g", shown(r, n, source), rs_number(r->l, rs_kid(n, 0), frame),
             rs_number(r->l, rs_kid(n, 1), frame));
        return;
    default:
        line(r, depth, holds, n->count ? "%s: %s" : "%s%s", shown(r, n, source),
             n->count ? assignment(r, n, frame) : "");
    }
}

const char *rs_why(rs_logic *l, const rs_node *formula, const src_text *text, uint32_t *frame)
{
    reasons r = {l, ""};
    explain(&r, formula, text, frame, 0);
    return r.text;
}
