/* A grammar against another one that is given as text: rule by rule, alternatives as sets. */
#include "base/text.h"
#include "lang/ludii/grammar.h"

#include <string.h>

typedef struct other_rule {
    const char *symbol;
    VEC(const char *) right; /* without white space */
    bool seen;
} other_rule;

typedef struct comparison {
    const grammar *g;
    arena *arena;
    VEC(other_rule) others;
    text_buffer out;
    uint32_t differences;
} comparison;

/* ---- reading the other one ---- */

static bool is_rule(const char *p, const char *end, size_t *symbol)
{
    const char *q = *p == '<' ? p + 1 : end;
    while (q < end && *q != ' ' && *q != '\n')
        q++;
    const char *r = q;
    while (r < end && *r == ' ')
        r++;
    *symbol = (size_t)(q - p);
    return q - p > 2 && q[-1] == '>' && end - r > 3 && strncmp(r, "::=", 3) == 0;
}

static void end_alternative(comparison *x, other_rule *r, text_buffer *b)
{
    if (b->count) {
        const char *text = arena_strndup(x->arena, b->data, b->count);
        vec_push(x->arena, &r->right, text);
    }
    b->count = 0;
}

/* Adds one character of the right-hand side. */
static void add_character(comparison *x, other_rule *r, text_buffer *b, const char *p, int *depth)
{
    *depth += strchr("([{", *p) != NULL;
    *depth -= strchr(")]}", *p) != NULL;
    if (*p == '|' && *depth == 0)
        end_alternative(x, r, b);
    else if (!strchr(" \t\r\n", *p))
        text_add(x->arena, b, p, 1);
}

static const char *read_rule(comparison *x, const char *p, const char *end)
{
    size_t symbol, next;
    is_rule(p, end, &symbol);
    other_rule r = {.symbol = arena_strndup(x->arena, p + 1, symbol - 2)};
    text_buffer b = {0};
    int depth = 0;
    for (p = strstr(p + symbol, "::=") + 3; p < end; p++) {
        bool line = p[-1] == '\n';
        if (line && (*p == '/' || *p == '#' || is_rule(p, end, &next)))
            break;
        add_character(x, &r, &b, p, &depth);
    }
    end_alternative(x, &r, &b);
    vec_push(x->arena, &x->others, r);
    return p;
}

static void read_rules(comparison *x, const src_text *other)
{
    const char *p = other->text, *end = p + other->length;
    size_t symbol;
    while (p < end) {
        if (is_rule(p, end, &symbol)) {
            p = read_rule(x, p, end);
            continue;
        }
        const char *line = memchr(p, '\n', (size_t)(end - p));
        p = line ? line + 1 : end;
    }
}

/* ---- comparing ---- */

static const char *squeezed(comparison *x, const char *text)
{
    text_buffer b = {0};
    for (; *text; text++)
        if (*text != ' ')
            text_add(x->arena, &b, text, 1);
    return b.data;
}

static void say(comparison *x, const char *text)
{
    text_adds(x->arena, &x->out, text);
    x->differences++;
}

/* Of several rules with the same symbol, which their places tell apart, the first that was not compared yet. */
static other_rule *find(comparison *x, const char *symbol)
{
    for (uint32_t i = 0; i < x->others.count; i++)
        if (!vec_at(&x->others, i).seen && strcmp(vec_at(&x->others, i).symbol, symbol) == 0)
            return &vec_at(&x->others, i);
    return NULL;
}

static bool other_has(const other_rule *o, const char *text)
{
    for (uint32_t i = 0; i < o->right.count; i++)
        if (strcmp(vec_at(&o->right, i), text) == 0)
            return true;
    return false;
}

static bool ours_has(comparison *x, const grammar_rule *r, const char *text)
{
    for (uint32_t i = 0; i < r->right.count; i++)
        if (strcmp(squeezed(x, vec_at(&r->right, i).text), text) == 0)
            return true;
    return false;
}

static void compare_rule(comparison *x, const grammar_rule *r)
{
    const char *symbol = vec_at(&x->g->l->classes, r->class).symbol;
    other_rule *o = find(x, symbol);
    if (!o) {
        if (r->used)
            say(x, arena_printf(x->arena, "<%s>: only here\n", symbol));
        return;
    }
    o->seen = true;
    for (uint32_t i = 0; i < o->right.count; i++)
        if (!ours_has(x, r, vec_at(&o->right, i)))
            say(x, arena_printf(x->arena, "<%s>: missing here: %s\n", symbol, o->right.data[i]));
    for (uint32_t i = 0; i < r->right.count; i++)
        if (!other_has(o, squeezed(x, vec_at(&r->right, i).text)))
            say(x, arena_printf(x->arena, "<%s>: only here: %s\n", symbol, r->right.data[i].text));
}

const char *grammar_compare(const grammar *g, const src_text *other, uint32_t *differences)
{
    comparison x = {.g = g, .arena = g->arena};
    read_rules(&x, other);
    for (uint32_t i = 0; i < g->order.count; i++)
        if (g->rules[vec_at(&g->order, i)].right.count)
            compare_rule(&x, &g->rules[vec_at(&g->order, i)]);
    for (uint32_t i = 0; i < x.others.count; i++)
        if (!vec_at(&x.others, i).seen)
            say(&x, arena_printf(x.arena, "<%s>: the rule is missing here\n", x.others.data[i].symbol));
    text_adds(x.arena, &x.out,
              arena_printf(x.arena, "%u rules there, %u differences\n", x.others.count, x.differences));
    *differences = x.differences;
    return x.out.data;
}
