/* Structures of Toss behind the public interface. */
#include "ludens_structures.h"

#include "lang/toss/toss.h"
#include "model/machine.h"
#include "structures/why.h"

#include <stdlib.h>
#include <string.h>

enum { HURRY = 4 }; /* of the steps that games may take by default, questions may take one in so many */

struct lud_structure {
    arena arena;
    intern names;
    diag_sink quiet;
    rs_game file;
    rs_structure s;
    lud_limits limits;
    const char **marks; /* [element] */
};

struct lud_answer {
    arena *arena; /* inside of the structure's: the structure outlives it */
    bool term;
    uint32_t variables, count;
    const char **names;
    vec_u32 tuples;
    VEC(double) values;
};

/* ---- work that may run out of memory ---- */

typedef struct asking {
    lud_structure *s;
    arena *arena;
    diag_sink sink;
    const src_text *text;
    rs_query query;
    rs_logic logic;
    lud_answer *answer;
    const uint32_t *elements;
    uint32_t count;
    const char *why;
} asking;

/* ---- structures ---- */

static const char *marks_of(lud_structure *s, uint32_t e)
{
    const char *text = "";
    for (uint32_t i = 0; i < s->s.relations.count; i++) {
        const rs_relation *r = &vec_at(&s->s.relations, i);
        if (r->arity == 1 && rs_holds(&s->s, r, &e))
            text = arena_printf(&s->arena, "%s%s%s", text, *text ? " " : "", intern_text(&s->names, r->name));
    }
    return text;
}

static bool is_structure(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length) {
        if (text[i] == '/' && i + 1 < length && text[i + 1] == '/')
            while (i < length && text[i] != '\n')
                i++;
        else if (!strchr(" \t\r\n", text[i]))
            break;
        else
            i++;
    }
    return i < length && text[i] == '[';
}

static bool read_structure(lud_structure *s, const char *text, size_t length)
{
    rs_game *f = &s->file;
    if (is_structure(text, length)) {
        if (!toss_parse_structure(f, &s->s))
            return false;
    } else {
        if (!toss_parse_game(f))
            return false;
        if (!f->has_start) {
            rs_error(f, DIAG_EXPECTED, (src_span){0, 1}, "this game has no starting structure");
            return false;
        }
        s->s = f->start;
    }
    f->start = s->s;
    if (!rs_check_definitions(f) || !rs_store(f, &s->s, s->limits.max_steps))
        return false;
    f->start = s->s;
    s->marks = ARENA_ARRAY(&s->arena, const char *, s->s.elements.count + 1);
    for (uint32_t e = 0; e < s->s.elements.count; e++)
        s->marks[e] = marks_of(s, e);
    return true;
}

static lud_structure *make_structure(const char *text, size_t length, const char *name, const lud_options *options,
                                     lud_diags *diags)
{
    lud_structure *s = length < SOURCE_MAX_BYTES ? calloc(1, sizeof *s) : NULL;
    jmp_buf failure;
    if (!s) {
        diags_add_plain(diags, "E0005", name, "out of memory", NULL);
        return NULL;
    }
    lud_options standard;
    lud_options_init(&standard);
    s->limits = options->limits;
    if (s->limits.max_steps == standard.limits.max_steps)
        s->limits.max_steps /= HURRY; /* somebody waits for the answer */
    arena_init(&s->arena, 0);
    load_set_bounds(&s->arena, options);
    s->arena.on_failure = &failure;
    if (setjmp(failure)) {
        load_report_failure(&s->arena, "reading the structure", name, diags);
        lud_structure_free(s);
        return NULL;
    }
    intern_init(&s->names, &s->arena);
    diag_sink sink;
    diag_sink_init(&sink, &s->arena);
    s->file = (rs_game){.arena = &s->arena,
                        .names = &s->names,
                        .text = source_new(&s->arena, name, text, length),
                        .sink = &sink,
                        .max_nesting = options->limits.max_nesting};
    bool fine = text_encoded(s->file.text, &sink) && read_structure(s, text, length);
    diags_take(diags, &sink);
    s->file.sink = NULL;
    s->arena.on_failure = NULL;
    s->arena.deadline = 0;
    if (fine)
        return s;
    lud_structure_free(s);
    return NULL;
}

lud_structure *lud_structure_new(const char *text, size_t length, const char *name, const lud_options *options,
                                 lud_diags *diags)
{
    lud_options standard;
    lud_options_init(&standard);
    return make_structure(text, length, name, options ? options : &standard, diags);
}

void lud_structure_free(lud_structure *s)
{
    if (!s)
        return;
    arena_done(&s->arena);
    free(s);
}

uint32_t lud_structure_size(const lud_structure *s) { return s->s.elements.count; }

const char *lud_structure_element(const lud_structure *s, uint32_t e)
{
    return e < s->s.elements.count ? intern_text(&s->names, vec_at(&s->s.elements, e)) : "";
}

bool lud_structure_cell(const lud_structure *s, uint32_t e, uint32_t *column, uint32_t *row)
{
    name_id x = intern_find(&s->names, "x", 1), y = intern_find(&s->names, "y", 1);
    if (!s->s.pictured || e >= s->s.elements.count || x == NAME_NONE || y == NAME_NONE)
        return false;
    *column = (uint32_t)(rs_value(&s->s, x, e) / 15) + 1;
    *row = (uint32_t)(rs_value(&s->s, y, e) / 15) + 1;
    return true;
}

const char *lud_structure_marks(const lud_structure *s, uint32_t e)
{
    return e < s->s.elements.count ? s->marks[e] : "";
}

const char *lud_structure_relation(const lud_structure *s, uint32_t index, uint32_t *arity)
{
    if (index < s->s.relations.count) {
        *arity = vec_at(&s->s.relations, index).arity;
        return intern_text(&s->names, vec_at(&s->s.relations, index).name);
    }
    index -= s->s.relations.count;
    if (index >= s->file.definitions.count)
        return NULL;
    *arity = vec_at(&s->file.definitions, index)->count;
    return intern_text(&s->names, vec_at(&s->file.definitions, index)->name);
}

/* ---- answers ---- */

static bool add_assignment(void *user, const uint32_t *frame)
{
    asking *a = user;
    for (uint32_t i = 0; i < a->query.free.count; i++)
        vec_push(a->arena, &a->answer->tuples, frame[vec_at(&a->query.free_slots, i)]);
    a->answer->count++;
    return true;
}

static void add_values(asking *a, uint32_t *frame, uint32_t at)
{
    if (a->logic.problem)
        return;
    if (at == a->query.free.count) {
        double value = rs_number(&a->logic, a->query.root, frame);
        add_assignment(a, frame);
        vec_push(a->arena, &a->answer->values, value);
        return;
    }
    for (uint32_t e = 0; e < a->s->s.elements.count && !a->logic.problem; e++) {
        frame[vec_at(&a->query.free_slots, at)] = e;
        add_values(a, frame, at + 1);
    }
}

/* Searches bind variables in an order of their own. */
static void sort_tuples(asking *a)
{
    lud_answer *r = a->answer;
    uint32_t n = r->variables, count = r->count, base = a->s->s.elements.count;
    uint32_t *from = r->tuples.data, *to = ARENA_ARRAY(a->arena, uint32_t, (size_t)n * count + 1);
    uint32_t *start = ARENA_ARRAY(a->arena, uint32_t, base + 2);
    for (uint32_t v = n; v-- > 0;) { /* by the last variable first: a stable sort for each */
        memset(start, 0, (base + 2) * sizeof *start);
        for (uint32_t i = 0; i < count; i++)
            start[from[(size_t)i * n + v] + 1]++;
        for (uint32_t e = 0; e < base; e++)
            start[e + 1] += start[e];
        for (uint32_t i = 0; i < count; i++)
            memcpy(to + (size_t)start[from[(size_t)i * n + v]]++ * n, from + (size_t)i * n, n * sizeof *to);
        uint32_t *other = from;
        from = to;
        to = other;
    }
    r->tuples.data = from;
}

static void ask(asking *a)
{
    uint32_t frame[RS_SLOTS_MAX] = {0};
    lud_answer *r = a->answer = ARENA_NEW(a->arena, lud_answer);
    r->arena = a->arena;
    r->term = a->query.term;
    r->variables = a->query.free.count;
    r->names = ARENA_ARRAY(a->arena, const char *, r->variables + 1);
    for (uint32_t i = 0; i < r->variables; i++)
        r->names[i] = intern_text(&a->s->names, vec_at(&a->query.free, i));
    if (a->query.term)
        add_values(a, frame, 0);
    else
        rs_search(&a->logic, a->query.plan, frame, add_assignment, a);
    if (!a->query.term && !a->logic.problem)
        sort_tuples(a);
}

static void explain(asking *a)
{
    uint32_t frame[RS_SLOTS_MAX] = {0};
    if (a->query.term || a->count != a->query.free.count) {
        rs_error(&a->s->file, DIAG_EXPECTED, (src_span){0, a->text->length},
                 a->query.term ? "only of formulas it can be said why they hold"
                               : "an element is needed for each variable");
        return;
    }
    for (uint32_t i = 0; i < a->count; i++)
        frame[vec_at(&a->query.free_slots, i)] = a->elements[i];
    a->why = rs_why(&a->logic, a->query.root, a->text, frame);
}

static bool work(asking *a, const char *text, void (*task)(asking *), lud_diags *diags)
{
    jmp_buf failure;
    rs_game *f = &a->s->file;
    a->s->arena.on_failure = &failure;
    if (setjmp(failure)) {
        load_report_failure(&a->s->arena, "evaluating the formula", "formula", diags);
        f->arena = &a->s->arena;
        f->sink = NULL;
        if (a->arena)
            arena_done(a->arena);
        a->arena = NULL;
        return false;
    }
    a->arena = arena_child(&a->s->arena);
    diag_sink_init(&a->sink, a->arena);
    a->text = f->text = source_new(a->arena, "formula", text, strlen(text));
    f->sink = &a->sink;
    f->arena = a->arena;
    if (text_encoded(a->text, &a->sink) && toss_parse_query(f, &a->query) && rs_resolve(f, &a->query, NULL, 0, true)) {
        rs_logic_init(&a->logic, f, &a->s->s, a->arena, a->s->limits.max_steps);
        task(a);
        if (a->logic.problem)
            rs_logic_report(&a->logic);
    }
    bool fine = a->sink.errors == 0;
    diags_take(diags, &a->sink);
    f->arena = &a->s->arena;
    f->sink = NULL;
    a->s->arena.on_failure = NULL;
    return fine;
}

lud_answer *lud_structure_ask(lud_structure *s, const char *text, lud_diags *diags)
{
    asking *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->s = s;
    bool fine = work(a, text, ask, diags);
    lud_answer *answer = fine ? a->answer : NULL;
    if (!fine && a->arena)
        arena_done(a->arena);
    free(a);
    return answer;
}

char *lud_structure_why(lud_structure *s, const char *text, const uint32_t *elements, uint32_t count, lud_diags *diags)
{
    asking *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->s = s;
    a->elements = elements;
    a->count = count;
    char *why = work(a, text, explain, diags) ? strdup(a->why) : NULL;
    if (a->arena)
        arena_done(a->arena);
    free(a);
    return why;
}

void lud_answer_free(lud_answer *answer)
{
    if (answer)
        arena_done(answer->arena);
}

bool lud_answer_is_term(const lud_answer *a) { return a->term; }
uint32_t lud_answer_variables(const lud_answer *a) { return a->variables; }
const char *lud_answer_variable(const lud_answer *a, uint32_t i) { return i < a->variables ? a->names[i] : ""; }
uint32_t lud_answer_count(const lud_answer *a) { return a->count; }
const uint32_t *lud_answer_tuple(const lud_answer *a, uint32_t i)
{
    return a->variables ? a->tuples.data + (size_t)i * a->variables : NULL;
}
double lud_answer_value(const lud_answer *a, uint32_t i)
{
    return a->term && i < a->values.count ? vec_at(&a->values, i) : 0;
}
