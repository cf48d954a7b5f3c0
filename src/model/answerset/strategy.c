/* Strategies: the player's own programs. */
#include "model/answerset/answerset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *answerset_lines(const terms *t, const term *list, uint32_t count)
{
    size_t length = 1;
    for (uint32_t i = 0; i < count; i++)
        length += term_print(t, list[i], NULL, 0) + 1;
    char *text = malloc(length + 1);
    size_t n = 0;
    for (uint32_t i = 0; i < count && text; i++) {
        n += term_print(t, list[i], text + n, length - n);
        text[n++] = '\n';
    }
    if (text)
        text[n > 0 ? n - 1 : 0] = 0;
    return text;
}

bool lud_has_strategy(const lud_game *game)
{
    return answerset_try(game) && answerset_try(game)->source->parts[AS_STRATEGY].first;
}

struct lud_strategy {
    as_strategy *inner;
    arena arena; /* of the source */
    as_move move;
    as_atoms memory;
    char *texts[5]; /* actions, remember, forget, memory, others */
    int64_t *draws;
    const char **rule_texts; /* explained: [rule] */
    char message[700];
};

static void set_message(lud_strategy *s, const char *text) { snprintf(s->message, sizeof s->message, "%s", text); }

__attribute__((noinline)) static bool make_strategy(lud_strategy *s, const as_game *g, const char *text, size_t length,
                                                    const char *name, bool explained, lud_diags *diags)
{
    jmp_buf failure;
    s->arena.on_failure = &failure;
    if (setjmp(failure)) {
        diags_add_plain(diags, "E0005", name, "out of memory", NULL);
        return false;
    }
    syn_part part = g->source->parts[AS_STRATEGY];
    if (text)
        syn_part_text(&s->arena, &part, name, text, length);
    diag_sink sink;
    diag_sink_init(&sink, &s->arena);
    s->inner = as_strategy_new(g, &part, explained, &sink);
    diags_take(diags, &sink);
    s->draws = calloc(s->inner ? s->inner->part.draws.count + 1 : 1, sizeof *s->draws);
    uint32_t rules = s->inner ? s->inner->rules.count : 0;
    s->rule_texts = ARENA_ARRAY(&s->arena, const char *, rules + 1);
    for (uint32_t i = 0; i < rules; i++) {
        const syn_statement *st = vec_at(&s->inner->rules, i);
        s->rule_texts[i] = arena_strndup(&s->arena, st->source->text + st->span.start, st->span.end - st->span.start);
    }
    s->arena.on_failure = NULL;
    return s->inner && s->draws;
}

static lud_strategy *new_strategy(const lud_game *game, const char *text, size_t length, const char *name,
                                  bool explained, lud_diags *diags)
{
    const as_game *g = answerset_try(game);
    lud_strategy *s = g ? calloc(1, sizeof *s) : NULL;
    if (!s) {
        diags_add_plain(diags, g ? "E0005" : "E0106", game->name,
                        g ? "out of memory" : "games of this language have no strategies", NULL);
        return NULL;
    }
    arena_init(&s->arena, 0);
    if (make_strategy(s, g, text, length, name ? name : "strategy", explained, diags))
        return s;
    lud_strategy_free(s);
    return NULL;
}

lud_strategy *lud_strategy_new(const lud_game *game, const char *text, size_t length, const char *name,
                               lud_diags *diags)
{
    return new_strategy(game, text, length, name, false, diags);
}

lud_strategy *lud_strategy_explained(const lud_game *game, const char *text, size_t length, const char *name,
                                     lud_diags *diags)
{
    return new_strategy(game, text, length, name, true, diags);
}

const char *lud_strategy_atoms(const lud_strategy *s) { return s->texts[4] ? s->texts[4] : ""; }

uint32_t lud_strategy_rule_count(const lud_strategy *s) { return s->inner->rules.count; }

lud_strategy_rule lud_strategy_rule_at(const lud_strategy *s, uint32_t index)
{
    if (index >= s->inner->rules.count)
        return (lud_strategy_rule){0, 0, "", false};
    const syn_statement *st = vec_at(&s->inner->rules, index);
    const terms *t = &s->inner->runner->terms;
    position p = source_position(st->source, st->span.start);
    lud_strategy_rule out = {p.line, p.column, s->rule_texts[index], false};
    for (uint32_t i = 0; i < s->move.applied.count && !out.applied; i++) {
        int32_t number;
        term x = vec_at(&s->move.applied, i);
        out.applied =
            term_arity(t, x) == 1 && term_is_number(t, term_args(t, x)[0], &number) && number == (int32_t)index;
    }
    return out;
}

void lud_strategy_check(const lud_strategy *s, lud_diags *diags)
{
    const as_solve *solve_ = &s->inner->with;
    const syn_statement *at = solve_->why_at;
    arena a;
    jmp_buf failure;
    if (solve_->solve.stratified)
        return;
    arena_init(&a, 0);
    a.on_failure = &failure;
    if (setjmp(failure)) {
        arena_done(&a);
        return;
    }
    diag_sink sink;
    diag_sink_init(&sink, &a);
    diag *d =
        diag_report(&sink, DIAG_ASP_STRATEGY, at ? at->source : s->inner->part.source,
                    at ? at->span : (src_span){s->inner->part.start, s->inner->part.start},
                    "the strategy is not stratified and simple: %s", solve_->why ? solve_->why : "it needs a solver");
    diag_set_hint(&sink, d,
                  "such a strategy has one outcome at most: rules without choices `{..}`, without `;` in "
                  "heads, and without `not` in a circle");
    diags_take(diags, &sink);
    arena_done(&a);
}

void lud_strategy_free(lud_strategy *s)
{
    if (!s)
        return;
    as_strategy_free(s->inner);
    arena_done(&s->arena);
    as_move_done(&s->move);
    free(s->memory.data);
    for (int i = 0; i < 5; i++)
        free(s->texts[i]);
    free(s->draws);
    free(s);
}

const char *lud_strategy_engine(const lud_strategy *s, const char **why)
{
    if (why)
        *why = s->inner->with.native ? NULL : s->inner->with.why;
    return s->inner->with.native ? "own" : "clingo";
}

lud_program_info lud_strategy_info(const lud_strategy *s)
{
    const as_solve *solve_ = &s->inner->with;
    return (lud_program_info){
        s->inner->part.name,      solve_->native ? "own" : "clingo", solve_->native ? NULL : solve_->why,
        solve_->solve.rule_total, solve_->solve.dynamic_rules,       false};
}

bool lud_strategy_simple(const lud_strategy *s, uint32_t *line, uint32_t *column, const char **why)
{
    const as_solve *solve_ = &s->inner->with;
    const syn_statement *at = solve_->why_at;
    bool simple = solve_->solve.stratified;
    position p = {0, 0};
    if (!simple && at)
        p = source_position(at->source, at->span.start);
    if (line)
        *line = p.line;
    if (column)
        *column = p.column;
    if (why)
        *why = simple ? NULL : solve_->why;
    return simple;
}

const char *lud_strategy_fault(const lud_strategy *s) { return s->message; }

typedef struct play_job {
    lud_strategy *s;
    const as_state *state;
    const char *memory, *remember, *forget;
    bool fine;
} play_job;

/* Atoms of a text, one a line; false when one is none. */
static bool read_atoms(as_runner *r, const char *text, as_atoms *list)
{
    list->count = 0;
    while (text && *text) {
        size_t used, length = strcspn(text, "\n");
        size_t skip = strspn(text, " \t\r");
        if (skip < length) {
            term x = as_read_term(&r->terms, text, length, &used);
            if (!x || used < length || as_name_of(&r->terms, x) == UINT32_MAX)
                return false;
            as_push(r, list, x);
        }
        text += length + (text[length] == '\n');
    }
    return true;
}

static void play_now(play_job *j)
{
    lud_strategy *s = j->s;
    as_runner *r = s->inner->runner;
    j->fine = read_atoms(r, j->memory, &s->memory);
    if (!j->fine)
        return;
    if (j->state) {
        as_strategy_run(s->inner, j->state, s->memory.data, s->memory.count, s->draws, &s->move);
    } else {
        j->fine = read_atoms(r, j->remember, &s->move.remember) && read_atoms(r, j->forget, &s->move.forget);
        if (!j->fine)
            return;
    }
    as_remember(r, &s->memory, &s->move);
}

__attribute__((noinline)) static lud_status guarded(play_job *j)
{
    as_runner *r = j->s->inner->runner;
    r->terms.trap = &r->trap;
    if (setjmp(r->trap.jump)) {
        set_message(j->s, r->trap.text);
        return answerset_status(r->trap.reason);
    }
    play_now(j);
    if (!j->fine) {
        set_message(j->s, "the memory is no list of atoms");
        return LUD_ERR_ARGUMENT;
    }
    return LUD_OK;
}

static lud_status take_texts(lud_strategy *s)
{
    const as_atoms *lists[] = {&s->move.actions, &s->move.remember, &s->move.forget, &s->memory, &s->move.others};
    for (int i = 0; i < 5; i++) {
        free(s->texts[i]);
        s->texts[i] = answerset_lines(&s->inner->runner->terms, lists[i]->data, lists[i]->count);
        if (!s->texts[i])
            return LUD_ERR_MEMORY;
    }
    return LUD_OK;
}

static uint32_t constraint_line(const as_move *m)
{
    const syn_statement *at = m->violated ? m->violated->from : NULL;
    return at ? source_position(at->source, at->span.start).line : 0;
}

lud_status lud_strategy_play(lud_strategy *s, const void *state, const char *memory, const int64_t *draws,
                             uint32_t draw_count, lud_rng *rng, lud_play *out)
{
    const syn_draws *wanted = &s->inner->part.draws;
    *out = (lud_play){"", "", "", "", s->draws, wanted->count, false, 0};
    if (draws && draw_count != wanted->count) {
        snprintf(s->message, sizeof s->message, "the strategy draws %u values, not %u", wanted->count, draw_count);
        return LUD_ERR_ARGUMENT;
    }
    if (!draws && rng)
        as_draw(rng, wanted, s->draws);
    for (uint32_t i = 0; i < wanted->count; i++)
        s->draws[i] = draws ? draws[i] : rng ? s->draws[i] : (int64_t)wanted->data[i].low;
    play_job j = {s, state, memory, NULL, NULL, false};
    lud_status status = guarded(&j);
    if (status == LUD_OK)
        status = take_texts(s);
    if (status == LUD_OK)
        *out = (lud_play){s->texts[0], s->texts[1],   s->texts[2],  s->texts[3],
                          s->draws,    wanted->count, s->move.none, constraint_line(&s->move)};
    return status;
}

lud_status lud_strategy_remember(lud_strategy *s, const char *memory, const char *remember, const char *forget,
                                 const char **after)
{
    play_job j = {s, NULL, memory, remember, forget, false};
    s->move.actions.count = 0;
    *after = "";
    lud_status status = guarded(&j);
    if (status == LUD_OK)
        status = take_texts(s);
    if (status == LUD_OK)
        *after = s->texts[3];
    return status;
}
