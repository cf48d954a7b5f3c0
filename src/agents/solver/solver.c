#include "agents/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- who has a choice ---- */

lud_status solver_list(const lud_game *game, lud_context *ctx, const void *state, uint32_t roles, solver_turn *t)
{
    uint32_t any = 0;
    bool found = false;
    t->movers = lud_movers(game, state);
    for (uint32_t role = 0; role <= roles; role++) {
        if (!(t->movers >> role & 1))
            continue;
        lud_status status = lud_moves_list(ctx, state, role, t->lists[role]);
        if (status != LUD_OK)
            return status;
        if (role)
            any = role;
        if (lud_moves_count(t->lists[role]) == 1)
            continue;
        if (found)
            return LUD_ERR_ARGUMENT;
        found = true;
        t->role = role;
    }
    if (!found)
        t->role = any;
    t->count = lud_moves_count(t->lists[t->role]);
    return LUD_OK;
}

lud_status solver_apply(lud_context *ctx, void *state, uint32_t roles, const solver_turn *t, uint32_t index)
{
    lud_move joint[64];
    for (uint32_t role = 0; role <= roles && role < 64; role++)
        if (t->movers >> role & 1)
            joint[role] = lud_moves_at(t->lists[role], role == t->role ? index : 0);
    return lud_apply(ctx, state, joint);
}

/* ---- both ways ---- */

void solution_done(solution *s)
{
    free(s->scores);
    free(s->moves);
    *s = (solution){0};
}

bool solver_interrupted(const solver_options *o)
{
    return (o->stop && atomic_load(o->stop)) || (o->control && lud_interrupted(o->control));
}

const char *solver_stopped(const solver_options *o)
{
    return o->deadline > 0 && agent_clock() > o->deadline ? "out of time" : "interrupted";
}

static bool unsuitable(const lud_info *info, solution *s)
{
    const char *why = info->hidden ? "it has hidden information" : info->roles == 0 ? "it has no players" : NULL;
    if (why)
        snprintf(s->problem, sizeof s->problem, "this game cannot be solved: %s", why);
    return why != NULL;
}

lud_status solver_solve(const lud_game *game, lud_context *ctx, const void *state, const solver_options *options,
                        solution *s)
{
    lud_info info;
    lud_game_info(game, &info);
    *s = (solution){.method = "none", .scores = calloc(info.roles + 1, sizeof *s->scores)};
    if (!s->scores)
        return LUD_ERR_MEMORY;
    if (unsuitable(&info, s))
        return LUD_ERR_ARGUMENT;
    lud_status status = LUD_LIMIT_STATES;
    bool pairs = info.roles == 2 && !info.chance && !options->no_proof;
    if (!options->no_table) {
        solver_options first = *options;
        if (pairs && !first.states)
            first.states = 300000; /* more, and proofs are usually faster */
        status = solver_table(game, ctx, state, &first, s);
    }
    if (status == LUD_LIMIT_STATES && pairs)
        status = solver_proof(game, ctx, state, options, s);
    if (status == LUD_LIMIT_STATES || status == LUD_LIMIT_STEPS || status == LUD_INTERRUPTED) {
        snprintf(s->problem, sizeof s->problem, "%s after %llu positions",
                 status == LUD_LIMIT_STATES ? "too large: given up" : solver_stopped(options),
                 (unsigned long long)s->states);
        status = LUD_OK;
    }
    if (status == LUD_ERR_ARGUMENT && !s->problem[0])
        snprintf(s->problem, sizeof s->problem, "this game cannot be solved: several roles decide at once");
    return status;
}

/* ---- the agent ---- */

enum { MEMORY, STANDARD_NODES = 200000 };

static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    solution s;
    solver_options o = {.memory = (size_t)(a->parameters[MEMORY] * 1e6),
                        .nodes = budget->nodes          ? budget->nodes
                                 : budget->playouts     ? budget->playouts
                                 : budget->deadline > 0 ? 0
                                                        : STANDARD_NODES,
                        .deadline = budget->deadline,
                        .stop = budget->stop,
                        .control = budget->control};
    o.states = o.nodes;
    lud_status status = solver_solve(a->game, a->ctx, sight->state, &o, &s);
    a->nodes = s.nodes;
    a->depth = s.depth;
    if (status == LUD_OK && s.role == sight->role) {
        for (uint32_t i = 0; i < s.count && i < lud_moves_count(a->moves); i++)
            a->choices[i] = (agent_choice){s.moves[i].value, s.moves[i].known, s.moves[i].known};
        *chosen = s.best;
        a->value = s.scores[sight->role - 1];
        a->proven = s.solved;
        a->distance = s.distance;
        if (s.solved)
            agent_line_add(a, lud_moves_at(a->moves, s.best));
        else
            snprintf(a->problem, sizeof a->problem, "%s", s.problem);
    } else if (status == LUD_ERR_ARGUMENT) {
        snprintf(a->problem, sizeof a->problem, "%s", s.problem);
    }
    solution_done(&s);
    return status;
}

static bool refuses(agent *a, const lud_info *info)
{
    solution s = {0};
    if (!unsuitable(info, &s))
        return false;
    snprintf(a->problem, sizeof a->problem, "%s", s.problem);
    return true;
}

const agent_kind agent_solver = {
    .name = "solver",
    .summary = "exact solution, for games small enough; anything else is a guess",
    .parameters = {[MEMORY] = {"memory", "megabytes for positions", 256, 1, 65536}},
    .refuses = refuses,
    .think = think,
};
