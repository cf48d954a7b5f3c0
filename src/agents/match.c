#include "agents/match.h"

#include "agents/joint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STANDARD_PLIES = 100000 };

struct match {
    const match_options *o;
    match_result *result;
    uint32_t roles;
    lud_context *ctx;
    void *state;
    belief **beliefs; /* [role - 1], with hidden information */
    joint joint;
    char **texts;     /* [role] of the moves, NULL: did not decide */
    agent **thinkers; /* [role] who thought about this move, or NULL */
    uint32_t *counts; /* [role] legal moves */
    char **percepts;  /* [role] */
    lud_rng rng;
    bool hidden;
};

static void match_done(match *m)
{
    for (uint32_t i = 0; i <= m->roles; i++) {
        if (m->beliefs && i > 0)
            belief_free(m->beliefs[i - 1]);
        if (m->texts)
            free(m->texts[i]);
        if (m->percepts)
            free(m->percepts[i]);
    }
    lud_context_free(m->ctx);
    free(m->beliefs);
    joint_done(&m->joint);
    free(m->texts);
    free(m->thinkers);
    free(m->counts);
    free(m->percepts);
    free(m->state);
}

static bool match_init(match *m, const match_options *o, match_result *result)
{
    lud_info info;
    lud_game_info(o->game, &info);
    *m = (match){.o = o, .result = result, .roles = info.roles, .hidden = info.hidden};
    uint32_t n = info.roles + 1;
    lud_rng_seed(&m->rng, o->seed, 0);
    m->ctx = lud_context_new(o->game);
    m->state = calloc(1, lud_state_size(o->game));
    m->beliefs = calloc(n, sizeof *m->beliefs);
    m->texts = calloc(n, sizeof *m->texts);
    m->thinkers = calloc(n, sizeof *m->thinkers);
    m->counts = calloc(n, sizeof *m->counts);
    m->percepts = calloc(n, sizeof *m->percepts);
    result->scores = calloc(n, sizeof *result->scores);
    result->works = calloc(n, sizeof *result->works);
    for (uint32_t i = 0; result->works && i < info.roles; i++)
        result->works[i].repeatable = true;
    return m->ctx && m->state && m->beliefs && joint_init(&m->joint, o->game, m->ctx) && m->texts && m->thinkers &&
           m->counts && m->percepts && result->scores && result->works;
}

static bool take_percepts(match *m)
{
    for (uint32_t role = 1; role <= m->roles; role++) {
        size_t length = lud_percept_text(m->ctx, role, NULL, 0);
        free(m->percepts[role]);
        m->percepts[role] = malloc(length + 1);
        if (!m->percepts[role])
            return false;
        lud_percept_text(m->ctx, role, m->percepts[role], length + 1);
    }
    return true;
}

/* Seeds of thoughts differ by ply and role, and not by what was drawn before. */
static uint64_t thought_seed(const match *m, uint32_t role)
{
    lud_rng rng;
    lud_rng_seed(&rng, m->o->seed, ((uint64_t)m->result->plies + 1) * 64 + role);
    return lud_rng_next(&rng);
}

static bool begin(match *m)
{
    for (uint32_t role = 1; role <= m->roles; role++) {
        uint64_t seed = thought_seed(m, role);
        agent *a = m->o->players[role - 1];
        if (m->hidden) {
            belief_options b = {m->o->particles, 0, seed};
            m->beliefs[role - 1] = belief_new(m->o->game, role, &b);
            if (!m->beliefs[role - 1])
                return false;
        }
        if (!agent_begin(a, role, seed)) {
            m->result->works[role - 1].errors++;
            snprintf(m->result->problem, AGENT_PROBLEM, "%s", a->problem);
        }
    }
    return true;
}

/* ---- a step ---- */

static bool keep_move(match *m, uint32_t role, lud_move move)
{
    const size_t length = lud_move_text(m->o->game, move, NULL, 0);
    free(m->texts[role]);
    m->texts[role] = malloc(length + 1);
    if (!m->texts[role] || !joint_keep(&m->joint, role, move))
        return false;
    lud_move_text(m->o->game, move, m->texts[role], length + 1);
    return true;
}

static lud_status think(match *m, uint32_t role, lud_move *move)
{
    const match_budget *b = &m->o->budgets[role - 1];
    agent *a = m->o->players[role - 1];
    match_work *work = &m->result->works[role - 1];
    agent_sight sight = {.role = role, .state = m->hidden ? NULL : m->state};
    sight.belief = m->hidden ? m->beliefs[role - 1] : NULL;
    agent_budget budget = {
        .playouts = b->playouts, .nodes = b->nodes, .seed = thought_seed(m, role), .stop = m->o->stop};
    if (b->seconds > 0)
        budget.deadline = agent_clock() + b->seconds;
    lud_status status = agent_think(a, &sight, &budget, move);
    m->counts[role] = lud_moves_count(a->moves);
    m->thinkers[role] = m->counts[role] > 1 ? a : NULL;
    work->thoughts += m->counts[role] > 1;
    work->playouts += a->playouts;
    work->nodes += a->nodes;
    work->seconds += a->seconds;
    work->slowest = a->seconds > work->slowest ? a->seconds : work->slowest;
    work->repeatable &= a->repeatable;
    return status;
}

static lud_status decide(match *m, uint32_t role)
{
    lud_move move;
    m->thinkers[role] = NULL;
    lud_status status = role ? think(m, role, &move) : lud_draw_move(m->ctx, m->state, 0, &m->rng, &move);
    if (status == LUD_ERR_ARGUMENT && role) { /* it could not: any move */
        m->result->works[role - 1].errors++;
        snprintf(m->result->problem, AGENT_PROBLEM, "%s", m->o->players[role - 1]->problem);
        status = lud_draw_move(m->ctx, m->state, role, &m->rng, &move);
    }
    if (status != LUD_OK)
        return status;
    return keep_move(m, role, move) ? LUD_OK : LUD_ERR_MEMORY;
}

static lud_status tell(match *m)
{
    for (uint32_t role = 1; role <= m->roles; role++) {
        agent_event e = {m->hidden ? NULL : (const char *const *)m->texts, m->texts[role], m->percepts[role]};
        if (m->hidden) {
            lud_status status =
                belief_step(m->beliefs[role - 1], e.own, e.percept, belief_now(m->o->game, m->state, role), 0);
            if (status != LUD_OK)
                return status;
        }
        agent *a = m->o->players[role - 1];
        if (!agent_step(a, &e)) {
            m->result->works[role - 1].errors++;
            snprintf(m->result->problem, AGENT_PROBLEM, "%s", a->problem);
        }
    }
    return LUD_OK;
}

static void watch(match *m)
{
    for (uint32_t role = 0; role <= m->roles && m->o->decided; role++)
        if (m->texts[role])
            m->o->decided(m->o->user, &(match_decision){m->result->plies, role, m->texts[role], m->thinkers[role],
                                                        m->counts[role]});
    if (m->o->stepped)
        m->o->stepped(m->o->user, m->state);
}

static lud_status step(match *m)
{
    uint64_t movers = lud_movers(m->o->game, m->state);
    for (uint32_t role = 0; role <= m->roles; role++) {
        free(m->texts[role]);
        m->texts[role] = NULL;
        m->thinkers[role] = NULL;
        lud_status status = movers >> role & 1 ? decide(m, role) : LUD_OK;
        if (status != LUD_OK)
            return status;
    }
    lud_status status = lud_apply(m->ctx, m->state, m->joint.moves);
    if (status != LUD_OK)
        return status;
    m->result->plies++;
    if (!take_percepts(m))
        return LUD_ERR_MEMORY;
    watch(m);
    return tell(m);
}

static bool stopped(const match *m) { return m->o->stop && atomic_load(m->o->stop); }

lud_status match_play(const match_options *options, match_result *result)
{
    match m;
    *result = (match_result){.status = LUD_ERR_MEMORY};
    uint32_t most = options->max_plies ? options->max_plies : STANDARD_PLIES;
    bool fine = match_init(&m, options, result);
    lud_status status = fine ? lud_start(m.ctx, m.state) : LUD_ERR_MEMORY;
    if (status == LUD_OK && (!take_percepts(&m) || !begin(&m)))
        status = LUD_ERR_MEMORY;
    if (status == LUD_OK && options->stepped)
        options->stepped(options->user, m.state);
    while (status == LUD_OK && !lud_terminal(options->game, m.state) && !stopped(&m))
        status = result->plies >= most ? LUD_LIMIT_PLIES : step(&m);
    result->status = status;
    result->stopped = fine && status == LUD_OK && !lud_terminal(options->game, m.state);
    if (fine)
        lud_scores(options->game, m.state, result->scores);
    for (uint32_t role = 1; fine && role <= m.roles; role++)
        agent_end(options->players[role - 1], status == LUD_OK ? result->scores : NULL);
    if (m.roles || fine)
        match_done(&m);
    return status == LUD_ERR_MEMORY ? status : LUD_OK;
}

void match_result_done(match_result *result)
{
    free(result->scores);
    free(result->works);
    *result = (match_result){0};
}
