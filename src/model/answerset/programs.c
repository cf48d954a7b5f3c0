/* What the public interface has for answer-set games alone. */
#include "model/answerset/answerset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct facts_job {
    const as_state *state;
    lud_facts which;
    as_atoms *list;
} facts_job;

static void facts_work(answerset_runner *r, void *user)
{
    facts_job *j = user;
    as_runner *run = r->run;
    switch (j->which) {
    case LUD_FACTS_STATE:
        run->atoms.count = 0;
        as_state_atoms(run, j->state, &run->atoms);
        break;
    case LUD_FACTS_SETTINGS:
        run->atoms.count = 0;
        for (uint32_t i = 0; i < run->game->setting_count; i++)
            as_push(run, &run->atoms, run->game->settings[i]);
        break;
    case LUD_FACTS_INPUT: as_state_input(run, j->state); break;
    case LUD_FACTS_GOAL: as_state_goal(run, j->state); break;
    }
    as_sort(&run->terms, run->atoms.data, run->atoms.count);
    uint32_t unique = 0;
    for (uint32_t i = 0; i < run->atoms.count; i++)
        if (!unique || vec_at(&run->atoms, unique - 1) != vec_at(&run->atoms, i))
            run->atoms.data[unique++] = vec_at(&run->atoms, i);
    run->atoms.count = unique;
}

lud_status lud_facts_text(lud_context *ctx, const void *state, lud_facts which, const char **text)
{
    *text = "";
    if (!answerset_try(ctx->game) || (!state && which != LUD_FACTS_SETTINGS) || which > LUD_FACTS_GOAL)
        return LUD_ERR_ARGUMENT;
    answerset_runner *r = ctx->runner;
    facts_job j = {state, which, NULL};
    ctx->status = answerset_guard(r, facts_work, &j);
    if (ctx->status != LUD_OK)
        return ctx->status;
    free(r->text);
    r->text = answerset_lines(&r->run->terms, r->run->atoms.data, r->run->atoms.count);
    *text = r->text ? r->text : "";
    return r->text ? LUD_OK : LUD_ERR_MEMORY;
}

int64_t lud_time(const lud_game *game, const void *state)
{
    return answerset_try(game) ? ((const as_state *)state)->time : -1;
}

const char *lud_verdict(const lud_game *game, const void *state)
{
    static const char *const names[] = {"", "win", "lose", "timeout"};
    return answerset_try(game) ? names[((const as_state *)state)->verdict & 3] : "";
}

/* ---- the programs ---- */

static const as_task tasks[] = {AS_DO_NATURE, AS_SEE, AS_JUDGE, AS_GENERATE};

uint32_t lud_program_count(const lud_game *game) { return answerset_try(game) ? sizeof tasks / sizeof *tasks : 0; }

lud_program_info lud_program_at(const lud_game *game, uint32_t index)
{
    if (index >= lud_program_count(game))
        return (lud_program_info){"", "", NULL, 0, 0, false};
    const as_solve *s = &answerset_try(game)->solves[tasks[index]];
    return (lud_program_info){s->parts[0]->name,   s->native ? "own" : "clingo", s->native ? NULL : s->why,
                              s->solve.rule_total, s->solve.dynamic_rules,       s->history};
}

typedef struct program_job {
    const as_state *state;
    as_task task;
    bool text;
} program_job;

static void program_work(answerset_runner *r, void *user)
{
    const program_job *j = user;
    const as_game *g = answerset_of(r->game);
    for (uint32_t i = 0; i < g->draws->count; i++)
        r->draws[i] = (int64_t)g->draws->data[i].low;
    if (j->text)
        as_state_text(r->run, j->state, j->task, r->draws);
    else
        as_state_solve(r->run, j->state, j->task, r->draws);
}

static lud_status program_call(lud_context *ctx, const void *state, uint32_t index, bool text)
{
    if (index >= lud_program_count(ctx->game) || tasks[index] == AS_GENERATE)
        return LUD_ERR_ARGUMENT;
    program_job j = {state, tasks[index], text};
    return ctx->status = answerset_guard(ctx->runner, program_work, &j);
}

lud_status lud_program_solve(lud_context *ctx, const void *state, uint32_t index)
{
    return program_call(ctx, state, index, false);
}

lud_status lud_program_text(lud_context *ctx, const void *state, uint32_t index, const char **text)
{
    *text = "";
    lud_status status = program_call(ctx, state, index, true);
    if (status == LUD_OK)
        *text = ((answerset_runner *)ctx->runner)->run->text;
    return status;
}

const int64_t *lud_level_draws(const lud_game *game, uint32_t *count)
{
    const as_game *g = answerset_try(game);
    *count = g && g->level_from == AS_LEVEL_GENERATED ? g->level_draw_count : 0;
    return *count ? g->level_draws : NULL;
}

const char *lud_level_source(const lud_game *game)
{
    static const char *const names[] = {
        [AS_LEVEL_STORED] = "stored", [AS_LEVEL_GIVEN] = "given", [AS_LEVEL_GENERATED] = "generated"};
    return answerset_try(game) ? names[answerset_try(game)->level_from] : "";
}

/* ---- void steps ---- */

/* What libclingo does not say is asked for. */
__attribute__((noinline)) static const syn_statement *blame(const as_game *g, as_runner *r)
{
    as_atoms atoms = r->atoms, inputs = r->inputs;
    r->terms.trap = &r->trap;
    if (setjmp(r->trap.jump)) {
        r->atoms = atoms;
        r->inputs = inputs;
        return NULL;
    }
    return as_blame(r, &g->solves[AS_DO_NATURE]);
}

bool lud_step_void(lud_context *ctx, lud_diagnostic *why)
{
    if (!answerset_try(ctx->game))
        return false;
    as_runner *r = ((answerset_runner *)ctx->runner)->run;
    if (!r->void_step || !why)
        return r->void_step;
    *why = (lud_diagnostic){.severity = LUD_NOTE,
                            .code = "",
                            .file = ctx->game->name,
                            .message = "nature has no answer set: the state repeats"};
    const syn_statement *at = r->void_rule ? r->void_rule->from : blame(answerset_try(ctx->game), r);
    if (!at)
        return true;
    position from = source_position(at->source, at->span.start), to = source_position(at->source, at->span.end);
    why->file = at->source->name;
    why->line = from.line;
    why->column = from.column;
    why->end_line = to.line;
    why->end_column = to.column;
    snprintf(((answerset_runner *)ctx->runner)->message, sizeof((answerset_runner *)ctx->runner)->message,
             "nature has no answer set (constraint in line %u): the state repeats", from.line);
    why->message = ((answerset_runner *)ctx->runner)->message;
    return true;
}
