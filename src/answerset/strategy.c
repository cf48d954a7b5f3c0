/* The player's own program. */
#include "answerset/game.h"

#include "answerset/depend.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const char *const play_names[] = {"do", "remember", "forget"};

void as_solve_outputs(as_game *g, as_solve *s);

/* Settings that the player's input has at all times (while there is an answer set). */
static void find_known(as_strategy *s, as_game *own)
{
    const as_solve *see = &s->game->solves[AS_SEE];
    if (!see->native)
        return;
    for (uint32_t i = 0; i < see->output_count; i++) {
        const relation_data *d = &see->evaluator.relations[see->outputs[i]];
        for (uint32_t k = 0; k < d->fixed; k++) {
            uint32_t name = as_name_of(&s->game->terms, d->rows[k]);
            if (name != s->game->name_setting && name != s->game->name_decorate)
                continue;
            vec_push(&s->arena, &s->known, term_import(&own->terms, &s->game->terms, d->rows[k]));
        }
    }
}

/* Settings that visibility derives anew each time. */
static void add_changing(as_strategy *s, solve_inputs *list)
{
    const solve *see = &s->game->solves[AS_SEE].solve;
    for (uint32_t i = 0; i < see->component_count; i++)
        for (uint32_t k = 0; k < see->components[i].rules->count && see->components[i].rules->dynamic; k++) {
            const rule *r = see->components[i].rules->rules[k];
            if (r->kind != HEAD_ATOM)
                continue;
            uint32_t name = s->game->terms.functors[expr_functor(&s->game->terms, r->head)].name;
            if (name == s->game->name_setting || name == s->game->name_decorate)
                vec_push(&s->arena, list, ((solve_input){expr_functor(&s->game->terms, r->head), r->head}));
        }
}

/* ---- watching rules ---- */

static const char watch_name[] = "watched_rule";

static void want(as_strategy *s, const char *name)
{
    if (!text_among(name, s->names_wanted.data, s->names_wanted.count))
        vec_push(&s->arena, &s->names_wanted, name);
}

static void want_head(as_strategy *s, const as_game *own, const syn_literal *l)
{
    if (l && l->kind == SYN_ATOM && l->atom->kind == SYN_FUNCTION && !l->atom->tuple)
        want(s, intern_text(own->names, l->atom->name));
}

/* watched_rule(i) :- the conditions of rule i. */
static const char *watch_rule(as_strategy *s, const syn_statement *st, const char *text)
{
    const char *from = st->source->text;
    if (!st->body_count)
        return arena_printf(&s->arena, "%s%s(%u).\n", text, watch_name, s->rules.count);
    src_span first = body_at(st, 0)->span, last = body_at(st, st->body_count - 1)->span;
    return arena_printf(&s->arena, "%s%s(%u) :- %.*s.\n", text, watch_name, s->rules.count,
                        (int)(last.end - first.start), from + first.start);
}

static void watch_rules(as_strategy *s, as_game *own)
{
    const char *text = "";
    for (int i = 0; i < 3; i++)
        want(s, play_names[i]);
    want(s, watch_name);
    for (const syn_statement *st = s->part.first; st; st = st->next) {
        bool watched = (st->kind == SYN_RULE && st->head) || st->kind == SYN_CHOICE || st->kind == SYN_DISJUNCTION;
        if (!watched)
            continue;
        want_head(s, own, st->head);
        for (uint32_t k = 0; k < st->element_count; k++)
            want_head(s, own, element_at(st, k)->literal);
        for (uint32_t k = 0; st->choice && k < st->choice->element_count; k++)
            want_head(s, own, element_at(st->choice, k)->literal);
        text = watch_rule(s, st, text);
        vec_push(&s->arena, &s->rules, st);
    }
    diag_sink ignored;
    diag_sink_init(&ignored, &s->arena);
    syn_part_text(&s->arena, &s->watch, "watched rules", text, strlen(text));
    s->watch.name = "watched rules";
    own->source->reader->parse(&s->arena, own->names, &s->watch, 200, &ignored);
}

/* The programs around it are read again, with the names of the strategy. */
static void warn(as_strategy *s, as_game *own, const rule_set *set, diag_sink *sink)
{
    static const as_program around[] = {AS_NATURE, AS_VISIBILITY, AS_AUX};
    as_source *copy = ARENA_NEW(&s->arena, as_source), *real = own->source;
    diag_sink ignored;
    diag_sink_init(&ignored, &s->arena);
    *copy = *real;
    for (int i = 0; i < AS_PROGRAMS; i++)
        copy->parts[i].first = copy->parts[i].last = NULL;
    for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
        copy->parts[around[i]].draws = (syn_draws){0};
        own->source->reader->parse(&s->arena, own->names, &copy->parts[around[i]], 200, &ignored);
    }
    own->source = copy;
    as_warn_strategy(own, set, &s->part, sink);
    own->source = real;
}

static void make(as_strategy *s, as_game *own, as_solve *to, bool known, diag_sink *sink)
{
    rule_set set;
    solve_inputs inputs = {0};
    *to = (as_solve){.task = AS_PLAY, .names = play_names, .name_count = 3};
    to->parts[to->part_count++] = &s->part;
    to->parts[to->part_count++] = &s->aux;
    to->draws = &s->part.draws;
    if (s->explained) {
        to->parts[to->part_count++] = &s->watch;
        to->names = s->names_wanted.data;
        to->name_count = s->names_wanted.count;
    }
    if (!own->source->reader->rules(&set, &s->arena, &own->terms, own->names, to->parts, to->part_count, sink))
        return;
    if (known && s->part.source != s->game->source->parts[AS_STRATEGY].source) /* of that all is said */
        warn(s, own, &set, sink);
    as_add_inputs(&s->arena, &own->terms, &inputs, "observe", -1);
    as_add_inputs(&s->arena, &own->terms, &inputs, "memory", -1);
    if (known) {
        add_changing(s, &inputs);
        for (uint32_t i = 0; i < s->known.count; i++) {
            rule *fact = ARENA_NEW(&s->arena, rule);
            expr *head = ARENA_NEW(&s->arena, expr);
            *head = (expr){.kind = EXPR_TERM, .value = vec_at(&s->known, i)};
            *fact = (rule){.kind = HEAD_ATOM, .head = head, .fact = true, .next = set.first};
            set.first = fact;
            if (!set.last)
                set.last = fact;
            set.count++;
        }
    } else {
        as_add_inputs(&s->arena, &own->terms, &inputs, "setting", -1);
        as_add_inputs(&s->arena, &own->terms, &inputs, "decorate", -1);
    }
    as_make_solve(own, to, &s->arena, &set, &inputs, NULL, 0);
}

static void report(const as_strategy *s, const as_game *own, diag_sink *sink)
{
    const src_text *source = s->part.source;
    src_span span = {s->part.start, s->part.start};
    as_trap_place(&own->trap, &source, &span);
    diag *d = diag_report(sink,
                          own->trap.reason == TRAP_MEMORY    ? DIAG_MEMORY
                          : own->trap.reason == TRAP_STOPPED ? DIAG_INTERRUPTED
                                                             : DIAG_TOO_LARGE,
                          source, span, "%s: %s", as_title(s->part.name), own->trap.text);
    if (own->trap.at)
        diag_set_hint(sink, d, "does this make ever new atoms? A condition such as `X < 50` ends it");
}

static void report_memory(diag_sink *sink) { diag_report(sink, DIAG_MEMORY, NULL, (src_span){0, 0}, "out of memory"); }

/* The strategy has a store of its own, which begins as that of the game: numbers of terms agree. */
__attribute__((noinline)) static bool build(as_strategy *s, as_game *own, diag_sink *sink)
{
    if (setjmp(own->trap.jump)) {
        report(s, own, sink);
        return false;
    }
    uint32_t errors = sink->errors;
    own->source->reader->parse(&s->arena, own->names, &s->part, 200, sink);
    if (sink->errors > errors)
        return false;
    diag_sink ignored;
    diag_sink_init(&ignored, &s->arena);
    own->source->reader->parse(&s->arena, own->names, &s->aux, 200, &ignored);
    if (s->explained)
        watch_rules(s, own);
    find_known(s, own);
    make(s, own, &s->with, true, sink);
    if (sink->errors > errors)
        return false;
    make(s, own, &s->bare, false, &ignored);
    return true;
}

/* The runner's own solvers (it looks with the eyes of the player) work on the store of the
 * strategy. */
static bool take_store(as_strategy *s, const as_game *own)
{
    terms bigger;
    s->runner = as_runner_new(s->game);
    if (!s->runner || !terms_copy(&bigger, &own->terms))
        return false;
    bigger.max_terms = s->runner->terms.max_terms;
    terms_done(&s->runner->terms);
    s->runner->terms = bigger;
    s->runner->terms.trap = &s->runner->trap;
    s->runner->base_terms = bigger.count;
    s->with.evaluator.terms = s->bare.evaluator.terms = &s->runner->terms;
    return true;
}

__attribute__((noinline)) static bool prepare(as_strategy *s, as_game *own, const syn_part *part, diag_sink *sink)
{
    const as_game *g = s->game;
    jmp_buf failure;
    s->arena.on_failure = &failure;
    if (setjmp(failure)) {
        report_memory(sink);
        return false;
    }
    intern_init(&s->names, &s->arena);
    s->part =
        (syn_part){.source = part->source, .start = part->start, .end = part->end, .name = part->name, .random = true};
    const syn_part *aux = &g->source->parts[AS_AUX];
    s->aux = (syn_part){.source = aux->source, .start = aux->start, .end = aux->end, .name = aux->name};
    *own = *g;
    own->arena = &s->arena;
    own->names = &s->names;
    if (!terms_copy(&own->terms, &g->terms))
        return false;
    own->terms.trap = &own->trap;
    bool fine = build(s, own, sink) && take_store(s, own);
    s->arena.on_failure = NULL;
    return fine;
}

as_strategy *as_strategy_new(const as_game *g, const syn_part *part, bool explained, diag_sink *sink)
{
    as_strategy *s = calloc(1, sizeof *s);
    as_game *own = calloc(1, sizeof *own);
    bool fine = s && own;
    if (s)
        arena_init(&s->arena, (size_t)g->limits.max_memory);
    if (fine) {
        s->game = g;
        s->explained = explained;
        fine = prepare(s, own, part, sink);
    }
    if (!fine && sink->errors == 0)
        report_memory(sink);
    if (own)
        terms_done(&own->terms);
    free(own);
    if (fine)
        return s;
    as_strategy_free(s);
    return NULL;
}

void as_strategy_free(as_strategy *s)
{
    if (!s)
        return;
    if (s->with.made)
        evaluator_done(&s->with.evaluator);
    if (s->bare.made)
        evaluator_done(&s->bare.evaluator);
    as_runner_free(s->runner);
    arena_done(&s->arena);
    free(s);
}

static bool has(const term *list, uint32_t count, term x)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i] == x)
            return true;
    return false;
}

void as_strategy_run(as_strategy *s, const as_state *state, const term *memory, uint32_t memory_count,
                     const int64_t *draws, as_move *out)
{
    as_runner *r = s->runner;
    as_state_input(r, state);
    uint32_t found = 0;
    for (uint32_t i = 0; i < r->atoms.count; i++)
        found += has(s->known.data, s->known.count, vec_at(&r->atoms, i));
    bool all = found >= s->known.count;
    r->inputs.count = 0;
    for (uint32_t i = 0; i < r->atoms.count; i++)
        if (!(all && s->with.native && has(s->known.data, s->known.count, vec_at(&r->atoms, i))))
            as_push(r, &r->inputs, vec_at(&r->atoms, i));
    for (uint32_t i = 0; i < memory_count; i++)
        as_push(r, &r->inputs, memory[i]);
    as_solve *chosen = all ? &s->with : &s->bare;
    uint32_t watched = s->explained ? terms_name(&r->terms, watch_name, strlen(watch_name)) : UINT32_MAX;
    out->actions.count = out->remember.count = out->forget.count = out->others.count = out->applied.count = 0;
    r->violated = NULL;
    out->none = !as_run(r, chosen, &chosen->evaluator, draws, 1);
    out->violated = out->none ? r->violated : NULL;
    for (uint32_t i = 0; i < r->atoms.count && !out->none; i++) {
        term x = vec_at(&r->atoms, i);
        uint32_t name = as_name_of(&r->terms, x);
        as_push(r,
                name == r->game->name_do         ? &out->actions
                : name == r->game->name_remember ? &out->remember
                : name == r->game->name_forget   ? &out->forget
                : name == watched                ? &out->applied
                                                 : &out->others,
                x);
    }
    as_sort(&r->terms, out->actions.data, out->actions.count);
    as_sort(&r->terms, out->remember.data, out->remember.count);
    as_sort(&r->terms, out->forget.data, out->forget.count);
    as_sort(&r->terms, out->others.data, out->others.count);
}

void as_move_done(as_move *m)
{
    free(m->actions.data);
    free(m->remember.data);
    free(m->forget.data);
    free(m->others.data);
    free(m->applied.data);
    *m = (as_move){0};
}

/* Remembering wins over forgetting; only terms of one argument count. */
void as_remember(as_runner *r, as_atoms *memory, const as_move *move)
{
    functor memory_1 = terms_functor(&r->terms, r->game->name_memory, 1, false);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < memory->count; i++) {
        bool forgotten = false;
        for (uint32_t k = 0; k < move->forget.count && !forgotten; k++)
            forgotten = term_arity(&r->terms, vec_at(&move->forget, k)) == 1 &&
                        term_args(&r->terms, vec_at(&move->forget, k))[0] == term_args(&r->terms, vec_at(memory, i))[0];
        if (!forgotten)
            memory->data[kept++] = vec_at(memory, i);
    }
    memory->count = kept;
    for (uint32_t i = 0; i < move->remember.count; i++) {
        if (term_arity(&r->terms, vec_at(&move->remember, i)) != 1)
            continue;
        term arg = term_args(&r->terms, vec_at(&move->remember, i))[0], x = terms_make(&r->terms, memory_1, &arg);
        if (!has(memory->data, memory->count, x))
            as_push(r, memory, x);
    }
    as_sort(&r->terms, memory->data, memory->count);
}
