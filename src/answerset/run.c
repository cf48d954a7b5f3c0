/* One way of solving, whatever the engine. */
#include "answerset/game.h"

#include "answerset/depend.h"

#include "base/clock.h"
#include "base/rng.h"

#include <stdio.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void as_push(as_runner *r, as_atoms *list, term x)
{
    GROW(&r->trap, list->data, list->capacity, list->count + 1);
    list->data[list->count++] = x;
}

uint32_t as_name_of(const terms *t, term x)
{
    functor f = term_functor(t, x);
    return f < FUNCTOR_FIRST || t->functors[f].negative ? UINT32_MAX : t->functors[f].name;
}

/* ---- order of texts ---- */

int as_by_text(const terms *t, term x, term y)
{
    char a[256], b[256];
    size_t n = term_print(t, x, a, sizeof a), m = term_print(t, y, b, sizeof b);
    if (n < sizeof a && m < sizeof b)
        return strcmp(a, b);
    char *long_a = term_text(t, x), *long_b = term_text(t, y);
    int order = long_a && long_b ? strcmp(long_a, long_b) : 0;
    free(long_a);
    free(long_b);
    return order;
}

static void sort_range(const terms *t, term *list, term *scratch, uint32_t count)
{
    if (count < 2)
        return;
    uint32_t half = count / 2, i = 0, k = half, n = 0;
    sort_range(t, list, scratch, half);
    sort_range(t, list + half, scratch, count - half);
    while (i < half && k < count)
        scratch[n++] = as_by_text(t, list[k], list[i]) < 0 ? list[k++] : list[i++];
    while (i < half)
        scratch[n++] = list[i++];
    while (k < count)
        scratch[n++] = list[k++];
    memcpy(list, scratch, count * sizeof *list);
}

/* Slow, but it needs no memory. */
static void sort_in_place(const terms *t, term *list, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        term x = list[i];
        uint32_t k = i;
        for (; k > 0 && as_by_text(t, x, list[k - 1]) < 0; k--)
            list[k] = list[k - 1];
        list[k] = x;
    }
}

void as_sort(const terms *t, term *list, uint32_t count)
{
    term *scratch = malloc((count + 1) * sizeof *scratch);
    if (scratch)
        sort_range(t, list, scratch, count);
    else
        sort_in_place(t, list, count);
    free(scratch);
}

/* ---- draws ---- */

/* Bounds that are the wrong way around give what the original's floating point gives. */
void as_draw(lud_rng *rng, const syn_draws *draws, int64_t *values)
{
    for (uint32_t i = 0; i < draws->count; i++) {
        const syn_draw *d = &vec_at(draws, i);
        uint64_t low = d->low, size = d->high - d->low + 1;
        if (d->high < d->low) {
            low = d->high + 1;
            size = d->low - low;
            if (size == 0)
                low = d->low;
        }
        uint64_t offset = 0;
        if (size > 1 && size <= UINT32_MAX)
            offset = rng_below(rng, (uint32_t)size);
        else if (size > 1) { /* by rejection */
            uint64_t limit = UINT64_MAX - UINT64_MAX % size;
            do
                offset = rng_next(rng);
            while (offset >= limit);
            offset %= size;
        }
        values[i] = (int64_t)(low + offset);
    }
}

bool as_draw_fits(const syn_draw *d, int64_t value)
{
    uint64_t v = (uint64_t)value;
    if (value < 0)
        return false;
    return d->low <= d->high ? v >= d->low && v <= d->high : v > d->high && v <= d->low;
}

/* ---- libclingo ---- */

static void add_text(as_runner *r, const char *text, size_t length)
{
    GROW(&r->trap, r->text, r->text_capacity, r->text_length + (uint32_t)length + 1);
    memcpy(r->text + r->text_length, text, length);
    r->text_length += (uint32_t)length;
    r->text[r->text_length] = 0;
}

static void add_fact(as_runner *r, term x)
{
    size_t length = term_print(&r->terms, x, NULL, 0);
    GROW(&r->trap, r->text, r->text_capacity, r->text_length + (uint32_t)length + 4);
    r->text_length += (uint32_t)term_print(&r->terms, x, r->text + r->text_length, length + 1);
    add_text(r, ".\n", 2);
}

/* The text with the draws in their places, filled up with blanks so that columns stay. */
static void add_part(as_runner *r, const syn_part *p, const int64_t *draws)
{
    const char *text = p->source->text;
    uint32_t at = p->start;
    for (uint32_t i = 0; i < p->draws.count; i++) {
        const syn_draw *d = &vec_at(&p->draws, i);
        char number[64];
        int width = (int)(d->span.end - d->span.start), n;
        add_text(r, text + at, d->span.start - at);
        n = snprintf(number, sizeof number, "%-*lld", d->loose || width > 60 ? 0 : width, (long long)draws[i]);
        add_text(r, number, (size_t)n);
        at = d->span.end;
    }
    add_text(r, text + at, p->end - at);
    add_text(r, "\n", 1);
}

enum { MODEL_END = 1 };

/* Atoms end with a zero, answer sets with MODEL_END and a zero. */
static void take_bytes(as_runner *r, const char *bytes, size_t length)
{
    if (r->text_length + length + 2 > r->text_capacity) {
        size_t capacity = 2 * (r->text_length + length + 64);
        char *more = capacity < UINT32_MAX ? realloc(r->text, capacity) : NULL;
        if (!more) {
            r->text_failed = true;
            return;
        }
        r->text = more;
        r->text_capacity = (uint32_t)capacity;
    }
    memcpy(r->text + r->text_length, bytes, length);
    r->text_length += (uint32_t)length;
    r->text[r->text_length++] = 0;
}

static void take_atom(void *user, const char *text, size_t length) { take_bytes(user, text, length); }

static bool take_end(void *user)
{
    as_runner *r = user;
    take_bytes(r, "\1", 1);
    return !r->text_failed;
}

static void read_models(as_runner *r)
{
    for (uint32_t at = 0; at < r->text_length;) {
        size_t length = strlen(r->text + at), used;
        if (r->text[at] == MODEL_END) {
            GROW(&r->trap, r->ends, r->end_capacity, r->model_count + 1);
            r->ends[r->model_count++] = r->atoms.count;
        } else {
            term x = as_read_term(&r->terms, r->text + at, length, &used);
            if (x && !term_small(x))
                as_push(r, &r->atoms, x);
        }
        at += (uint32_t)length + 1;
    }
}

void as_text(as_runner *r, const as_solve *s, const int64_t *draws)
{
    r->text_length = 0;
    add_text(r, "", 0);
    for (uint32_t i = 0; i < r->inputs.count; i++)
        add_fact(r, vec_at(&r->inputs, i));
    if (s->facts)
        add_text(r, s->facts, strlen(s->facts));
    for (uint32_t i = 0; i < s->part_count; i++)
        add_part(r, s->parts[i], draws);
}

/* ---- places ---- */

static bool is_open(const expr *e)
{
    return e->kind == EXPR_BINARY || e->kind == EXPR_UNARY || e->kind == EXPR_FUNCTION;
}

/* Of rules that go round in a circle the one that makes ever new terms: n(X+1) :- n(X). */
static bool makes_terms(const rule *r)
{
    const syn_literal *head = r->from ? r->from->head : NULL;
    const syn_term *t = head && head->kind == SYN_ATOM ? head->atom : NULL;
    for (uint32_t i = 0; t && i < t->count; i++)
        if (arg_at(t, i)->kind == SYN_BINARY || arg_at(t, i)->kind == SYN_UNARY ||
            (arg_at(t, i)->kind == SYN_FUNCTION && arg_at(t, i)->count > 0))
            return true;
    for (uint32_t i = 0; r->kind == HEAD_ATOM && i < r->head->count; i++)
        if (is_open(arg_at(r->head, i)))
            return true;
    return false;
}

bool as_trap_place(const trap *t, const src_text **source, src_span *span)
{
    if (t->source) {
        *source = t->source;
        *span = (src_span){t->start, t->end};
        return true;
    }
    const rule *blamed = NULL;
    for (uint32_t i = 0; t->at && i < t->at->rules->count; i++) {
        const rule *r = t->at->rules->rules[i];
        if (r->from && (!blamed || (makes_terms(r) && !makes_terms(blamed))))
            blamed = r;
    }
    if (blamed) {
        *source = blamed->from->source;
        *span = blamed->from->span;
    }
    return blamed != NULL;
}

static uint32_t count_lines(const char *text, size_t length)
{
    uint32_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += text[i] == '\n';
    return n;
}

/* Messages of libclingo speak of <block>:4:67, a text that nobody sees: the place in the file instead. */
static void find_place(as_runner *r, const as_solve *s, const char *message)
{
    unsigned line, column;
    const char *block = strstr(message, "<block>:");
    uint32_t before = r->inputs.count + (s->facts ? count_lines(s->facts, strlen(s->facts)) : 0);
    if (!block || sscanf(block, "<block>:%u:%u", &line, &column) != 2)
        return;
    for (uint32_t i = 0; i < s->part_count; i++) {
        const syn_part *p = s->parts[i];
        const char *text = p->source->text;
        uint32_t lines = count_lines(text + p->start, p->end - p->start) + 1, at = p->start;
        if (line > before + lines) {
            before += lines;
            continue;
        }
        for (uint32_t skip = line - before - 1; skip > 0 && at < p->end; at++)
            skip -= text[at] == '\n';
        at = at + column - 1 < p->end ? at + column - 1 : p->end;
        r->trap.source = p->source;
        r->trap.start = at;
        r->trap.end = at + 1;
        return;
    }
}

/* Without the place in the text that nobody sees. */
static const char *without_block(const char *message, char *out, size_t size)
{
    const char *block = strstr(message, "<block>:"), *after = block ? strchr(block, ' ') : NULL;
    if (!after)
        return message;
    snprintf(out, size, "%.*s%s", (int)(block - message), message, after + 1);
    return out;
}

/* What is left of the time to load a game, or of that of one call. */
static double seconds_left(const as_runner *r, bool *late)
{
    const double most = r->game->limits.max_seconds, left = r->trap.deadline - clock_thread();
    *late = r->trap.deadline > 0 && left < most;
    return *late ? (left > 0.01 ? left : 0.01) : most;
}

/* Solves r->text; atoms with these names go to r->atoms. */
static bool solve_text(as_runner *r, const as_solve *s, const char *const *names, uint32_t name_count, uint32_t models)
{
    char *text = r->text;
    uint32_t length = r->text_length;
    r->text = NULL;
    r->text_length = r->text_capacity = 0;
    r->text_failed = false;
    bool late;
    const as_limits *l = &r->game->limits;
    clingo_request q = {.text = text,
                        .length = length,
                        .models = models,
                        .seed = r->seed,
                        .project = models != 1,
                        .seconds = seconds_left(r, &late),
                        .memory = as_memory(l),
                        .control = l->control,
                        .max_atoms = l->max_atoms,
                        .names = names,
                        .name_count = name_count};
    clingo_receiver to = {take_atom, take_end, r};
    uint32_t found;
    char message[600];
    trap_reason reason = clingo_solve(r->client, &q, &to, &found, message, sizeof message);
    free(text);
    r->trap.source = NULL;
    r->trap.at = NULL;
    if (reason == TRAP_TIME && late)
        trap_spring(&r->trap, TRAP_LATE, "loading the game needs more time than the limit");
    if (reason != TRAP_NONE) {
        char plain[600];
        find_place(r, s, message);
        trap_spring(&r->trap, reason, "%s", without_block(message, plain, sizeof plain));
    }
    if (r->text_failed)
        trap_spring(&r->trap, TRAP_MEMORY, "out of memory");
    read_models(r);
    r->truncated = models != 1 && found == models;
    return r->model_count > 0;
}

static bool run_clingo(as_runner *r, const as_solve *s, const int64_t *draws, uint32_t models)
{
    as_text(r, s, draws);
    if (models != 1)
        add_text(r, "#project next/3.\n", 17);
    return solve_text(r, s, s->names, s->name_count, models);
}

/* ---- constraints ---- */

static const char violated_name[] = "violated_constraint";

static bool is_constraint(const syn_statement *st) { return st->kind == SYN_RULE && !st->head; }

/* The text of the last solve in which each constraint of the first part derives an atom instead. Draws keep the
 * columns, so that places in the part are places in the text. */
static void mark_constraints(as_runner *r, const as_solve *s)
{
    const syn_part *part = s->parts[0];
    uint32_t start = r->text_length, at, number = 0;
    for (uint32_t i = 0; i < s->part_count; i++)
        start -= s->parts[i]->end - s->parts[i]->start + 1;
    char *plain = r->text;
    uint32_t length = r->text_length, done = 0;
    r->text = NULL;
    r->text_length = r->text_capacity = 0;
    for (const syn_statement *st = part->first; st; st = st->next) {
        char head[60];
        if (!is_constraint(st))
            continue;
        at = start + st->span.start - part->start;
        add_text(r, plain + done, at - done);
        done = at;
        add_text(r, head, (size_t)snprintf(head, sizeof head, "%s(%u) ", violated_name, number++));
    }
    add_text(r, plain + done, length - done);
    free(plain);
}

const syn_statement *as_blame(as_runner *r, const as_solve *s)
{
    static const char *const names[] = {violated_name};
    as_atoms saved = r->atoms, inputs = r->inputs;
    uint32_t models = r->model_count;
    const syn_statement *blamed = NULL;
    bool loose = false;
    for (uint32_t i = 0; i < s->part_count; i++)
        for (uint32_t k = 0; k < s->parts[i]->draws.count; k++)
            loose |= vec_at(&s->parts[i]->draws, k).loose;
    if (s->native || loose || !r->last.there)
        return NULL;
    r->inputs = r->last.inputs;
    r->atoms = (as_atoms){0};
    r->model_count = 0;
    as_text(r, s, r->last.draws);
    mark_constraints(r, s);
    solve_text(r, s, names, 1, 1);
    for (uint32_t i = 0; i < r->atoms.count && !blamed; i++) {
        int32_t number = -1;
        if (term_arity(&r->terms, vec_at(&r->atoms, i)) == 1)
            term_is_number(&r->terms, term_args(&r->terms, vec_at(&r->atoms, i))[0], &number);
        for (const syn_statement *st = s->parts[0]->first; st && !blamed; st = st->next)
            if (is_constraint(st) && number-- == 0)
                blamed = st;
    }
    free(r->atoms.data);
    r->atoms = saved;
    r->inputs = inputs;
    r->model_count = models;
    return blamed;
}

/* ---- our own ---- */

static bool wanted(const as_runner *r, const as_solve *s, term x)
{
    uint32_t name = as_name_of(&r->terms, x);
    for (uint32_t i = 0; i < s->name_count && name != UINT32_MAX; i++)
        if (strcmp(terms_name_text(&r->terms, name), s->names[i]) == 0)
            return true;
    return false;
}

static bool run_native(as_runner *r, const as_solve *s, evaluator *own, const int64_t *draws)
{
    evaluator_begin(own);
    for (uint32_t i = 0; i < r->inputs.count; i++)
        evaluator_add(own, vec_at(&r->inputs, i));
    if (!evaluator_run(own, draws)) {
        r->violated = own->violated;
        return false;
    }
    for (uint32_t i = 0; i < s->output_count; i++) {
        const relation_data *d = evaluator_rows(own, s->outputs[i]);
        GROW(&r->trap, r->atoms.data, r->atoms.capacity, r->atoms.count + d->count);
        if (d->count)
            memcpy(r->atoms.data + r->atoms.count, d->rows, d->count * sizeof(term));
        r->atoms.count += d->count;
    }
    if (s->solve.shown_terms != RELATION_NONE) {
        const relation_data *d = evaluator_rows(own, s->solve.shown_terms);
        for (uint32_t i = 0; i < d->count; i++)
            if (wanted(r, s, d->rows[i]) && !evaluator_holds(own, d->rows[i]))
                as_push(r, &r->atoms, d->rows[i]);
            else if (wanted(r, s, d->rows[i]) && s->solve.hides)
                as_push(r, &r->atoms, d->rows[i]);
    }
    GROW(&r->trap, r->ends, r->end_capacity, 1);
    r->ends[r->model_count++] = r->atoms.count;
    return true;
}

bool as_run(as_runner *r, const as_solve *s, evaluator *own, const int64_t *draws, uint32_t models)
{
    r->atoms.count = 0;
    r->model_count = 0;
    r->truncated = false;
    r->terms.trap = &r->trap;
    return s->native ? run_native(r, s, own, draws) : run_clingo(r, s, draws, models);
}

/* ---- runners ---- */

as_runner *as_runner_new(const as_game *g)
{
    as_runner *r = calloc(1, sizeof *r);
    bool ok = r && terms_copy(&r->terms, &g->terms);
    if (!r)
        return NULL;
    r->game = g;
    r->trap.control = g->limits.control;
    r->seed = g->level_seed;
    if (ok) {
        r->base_terms = r->terms.count;
        uint64_t most = (uint64_t)r->base_terms + g->limits.max_atoms;
        r->terms.max_terms = most < UINT32_MAX / 4 ? (uint32_t)most : UINT32_MAX / 4;
        r->terms.trap = &r->trap;
        r->client = clingo_client_new(g->limits.spawner);
        ok = r->client != NULL;
    }
    for (int i = 0; i < AS_TASKS && ok; i++)
        if (g->solves[i].native && g->solves[i].made)
            ok = evaluator_copy(&r->evaluators[i], &g->solves[i].evaluator, &r->terms);
    if (ok)
        return r;
    as_runner_free(r);
    return NULL;
}

void as_runner_free(as_runner *r)
{
    if (!r)
        return;
    for (int i = 0; i < AS_TASKS; i++)
        evaluator_done(&r->evaluators[i]);
    clingo_client_free(r->client);
    terms_done(&r->terms);
    free(r->atoms.data);
    free(r->ends);
    free(r->inputs.data);
    free(r->actions.data);
    free(r->text);
    free(r->term_of);
    free(r->shared_of_next);
    free(r->numbers);
    free(r->draws);
    free(r->last.inputs.data);
    free(r->last.atoms.data);
    free(r->last.draws);
    free(r->last.ends);
    free(r);
}
