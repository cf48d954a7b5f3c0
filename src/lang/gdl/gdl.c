/* Reading a rule sheet. Many that are played do not keep to the letter of the language, so there
 * are two readings: a strict one, which reports all that is wrong, and one for playing, which
 * refuses only what has no meaning. */
#include "lang/gdl/strict.h"

#include <stdlib.h>
#include <string.h>

static const char *check_name(diag_code code)
{
    switch (code) {
#define CHECK(diagnostic, name)                                                                                        \
    case DIAG_##diagnostic:                                                                                            \
        return name;
#include "lang/gdl/checks.def"
#undef CHECK
    default: return NULL;
    }
}

diag *gdl_report(gdl_text *t, diag_code code, src_span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diag *d = diag_report(t->sink, code, t->source, span, "%s", arena_vprintf(t->arena, format, args));
    va_end(args);
    d->check = check_name(code);
    return d;
}

void gdl_take_comment(gdl_text *t, uint32_t *at, uint32_t end)
{
    src_span s = {*at, *at};
    while (s.end < end && t->source->text[s.end] != '\n' && t->source->text[s.end] != '\r')
        s.end++;
    vec_push(t->arena, &t->comments, s);
    *at = s.end;
}

/* Two lists that begin at once: no form of the language does so. */
static bool check_parentheses(gdl_text *t)
{
    const src_text *s = t->source;
    bool ok = true, after = false;
    for (uint32_t i = 0; i < s->length && ok && !t->infix; i++) {
        char c = s->text[i];
        if (c == ';')
            while (i + 1 < s->length && s->text[i + 1] != '\n' && s->text[i + 1] != '\r')
                i++;
        else if (c == '(' && after)
            ok = !gdl_report(t, DIAG_GDL_PARENTHESES, (src_span){i, i + 1}, "a list cannot begin with a list");
        else if (c == '(' || (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f'))
            after = c == '(';
    }
    return ok;
}

typedef struct found {
    diag *d;
    uint32_t number;
    int rank; /* what explains the others comes first */
} found;

static int rank_of(const diag *d)
{
    if (d->severity == DIAG_ERROR)
        return 0;
    switch (d->code) {
    case DIAG_GDL_UNPRODUCED:
    case DIAG_GDL_DEAD_FACT:
    case DIAG_GDL_DEAD_MOVE: return 1;
    case DIAG_GDL_UNUSED: return d->hint && strncmp(d->hint, "did you", 7) == 0 ? 1 : 3;
    default: return 2;
    }
}

static int by_place(const void *x, const void *y)
{
    const found *a = x, *b = y;
    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    uint32_t p = a->d->span.start + 1, q = b->d->span.start + 1; /* no place comes first */
    return p != q ? (p < q ? -1 : 1) : a->number < b->number ? -1 : 1;
}

/* The checks follow one another; what they find is told in the order of the text, to people by weight first. */
static void sort_found(gdl_text *t, diag *last)
{
    VEC(found) all = {0};
    for (diag *d = last ? last->next : t->sink->first; d; d = d->next) {
        found one = {d, all.count, t->exact ? 0 : rank_of(d)};
        vec_push(t->arena, &all, one);
    }
    if (all.count < 2)
        return;
    qsort(all.data, all.count, sizeof *all.data, by_place);
    for (uint32_t i = 0; i < all.count; i++)
        vec_at(&all, i).d->next = i + 1 < all.count ? vec_at(&all, i + 1).d : NULL;
    *(last ? &last->next : &t->sink->first) = vec_at(&all, 0).d;
    t->sink->last = vec_at(&all, all.count - 1).d;
}

/* Whether a name is asked for that nothing makes: why much else never comes about. */
static bool explained(const gdl_text *t, const diag *last)
{
    for (const diag *d = last ? last->next : t->sink->first; d; d = d->next)
        if (rank_of(d) <= 1)
            return true;
    return false;
}

/* All static checks of a strict reading. False when one of them is an error. */
static bool gdl_check(gdl_text *t)
{
    uint32_t before = t->sink->errors;
    diag *last = t->sink->last;
    if (!check_parentheses(t))
        return false;
    strict_sheet s = {.t = t, .scratch = arena_child(t->arena)};
    intern_init(&s.terms, s.scratch);
    if (strict_forms(&s)) {
        strict_graph(&s);
        strict_names(&s);
        strict_rules(&s);
        if (!t->exact)
            strict_facts(&s);
        if (!t->exact && !explained(t, last))
            strict_begin(&s);
    }
    arena_done(s.scratch);
    sort_found(t, last);
    return t->sink->errors == before;
}

/* For playing, what breaks the rules of the language is one line. */
static void check_quietly(gdl_text *t)
{
    diag_sink quiet, *loud = t->sink;
    diag_sink_init(&quiet, arena_child(t->arena));
    bool exact = t->exact;
    t->sink = &quiet;
    t->exact = true; /* only errors count here */
    gdl_check(t);
    t->sink = loud;
    t->exact = exact;
    if (quiet.errors == 0)
        return;
    const diag *first = quiet.first;
    while (first->next && (first->severity != DIAG_ERROR || first->span.end == UINT32_MAX))
        first = first->next;
    diag *d = diag_report(loud, DIAG_GDL_LOOSE, t->source, first->span, "breaks rules of the language at %u place%s",
                          quiet.errors, quiet.errors == 1 ? "" : ", one of them here");
    diag_set_hint(loud, d, "`ludens check` lists them; what can be played is played");
    arena_done(quiet.arena);
}

static void *read(const lang_input *in)
{
    gdl_text t = {.arena = in->scratch,
                  .names = in->names,
                  .source = in->source,
                  .sink = in->sink,
                  .limits = in->limits,
                  .exact = in->exact};
    if (!gdl_parse(&t))
        return NULL;
    if (in->strict && !gdl_check(&t))
        return NULL;
    rl_program *p = gdl_lower(&t, in->keep);
    if (p && !in->strict)
        check_quietly(&t);
    return p;
}

const lang_functions lang_gdl = {.read = read, .format = gdl_format, .translate = gdl_translate, .forms = "kif infix"};
