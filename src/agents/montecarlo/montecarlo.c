/* Flat Monte Carlo: each own move in turn is followed by a random playout, in which all others and
 * chance move at random as well; the best mean score wins. With hidden information each playout
 * begins in another state that agrees with what the role saw. */
#include "agents/agent.h"
#include "agents/joint.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYOUTS, STANDARD_PLAYOUTS = 1000, LANES = 512, LANES_FEW = 64 };

typedef struct search {
    joint joint;
    void *state;
    double *scores;
} search;

static void destroy(agent *a)
{
    search *s = a->own;
    if (!s)
        return;
    joint_done(&s->joint);
    free(s->state);
    free(s->scores);
    free(s);
}

static bool create(agent *a)
{
    lud_info info;
    lud_game_info(a->game, &info);
    search *s = a->own = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->state = calloc(1, lud_state_size(a->game));
    s->scores = calloc(info.roles + 1, sizeof *s->scores);
    return s->state && s->scores && joint_init(&s->joint, a->game, a->ctx);
}

/* Playouts that fail (rules that are stuck, a state without this move) do not count. */
static lud_status try_move(agent *a, const agent_sight *sight, uint32_t move, lud_rng *rng)
{
    search *s = a->own;
    lud_move own = lud_moves_at(a->moves, move);
    const void *from = sight->state ? sight->state : belief_draw(sight->belief, rng);
    memcpy(s->state, from, lud_state_size(a->game));
    lud_status status = joint_step(&s->joint, s->state, sight->role, &own, rng);
    if (status == LUD_OK)
        status = lud_playout(a->ctx, s->state, rng, NULL, NULL);
    if (status == LUD_ERR_MEMORY || (status != LUD_OK && status != LUD_LIMIT_PLIES))
        return status;
    lud_scores(a->game, s->state, s->scores);
    agent_choice *c = &a->choices[move];
    c->visits++;
    c->value += (s->scores[sight->role - 1] - c->value) / (double)c->visits;
    a->playouts++;
    return LUD_OK;
}

/* Games from one position, for the move before it. */
typedef struct sample {
    agent *a;
    agent_choice *choice;
    uint32_t role;
} sample;

static void count_game(void *user, lud_status status, const lud_playout_result *result, const double *scores)
{
    const sample *s = user;
    (void)result;
    if (status != LUD_OK)
        return;
    s->choice->visits++;
    s->choice->value += (scores[s->role - 1] - s->choice->value) / (double)s->choice->visits;
    s->a->playouts++;
}

/* The same as try_move, so many games side by side. */
static lud_status try_many(agent *a, const agent_sight *sight, uint32_t move, uint64_t games, uint64_t planned,
                           lud_rng *rng)
{
    search *s = a->own;
    lud_move own = lud_moves_at(a->moves, move);
    sample to = {a, &a->choices[move], sight->role};
    lud_playout_options options = {.planned = planned};
    memcpy(s->state, sight->state, lud_state_size(a->game));
    lud_status status = joint_step(&s->joint, s->state, sight->role, &own, rng);
    return status == LUD_OK ? lud_playouts(a->ctx, s->state, rng, games, &options, count_game, &to) : status;
}

/* Rounds of as many games for each move, a network's lanes at most. False: there is no network, or others decide at the
 * same time. */
static bool think_together(agent *a, const agent_sight *sight, const agent_budget *budget, uint64_t limit, lud_rng *rng,
                           lud_status *status)
{
    const uint64_t count = lud_moves_count(a->moves);
    const bool alone = sight->state && lud_movers(a->game, sight->state) == UINT64_C(1) << sight->role;
    if (!alone || limit / count < LANES_FEW || !lud_network_ready(a->game, limit))
        return false;
    for (uint64_t done = 0; done < limit && *status != LUD_ERR_MEMORY && !agent_late(budget);) {
        const uint64_t left = (limit - done + count - 1) / count, games = left < LANES ? left : LANES;
        for (uint32_t m = 0; m < count && done < limit && *status != LUD_ERR_MEMORY && !agent_late(budget); m++) {
            const uint64_t now = games < limit - done ? games : limit - done;
            *status = try_many(a, sight, m, now, limit, rng);
            done += now;
        }
    }
    return true;
}

/* The best; any of those that are equally good. */
static uint32_t pick(const agent *a, uint32_t count, lud_rng *rng)
{
    uint32_t best = 0, equals = 0;
    for (uint32_t i = 0; i < count; i++) {
        const agent_choice *c = &a->choices[i], *b = &a->choices[best];
        bool same = equals && (c->visits > 0) == (b->visits > 0) && c->value == b->value;
        if (equals == 0 || (c->visits && (!b->visits || c->value > b->value))) {
            best = i;
            equals = 1;
        } else if (same && lud_rng_below(rng, ++equals) == 0) {
            best = i;
        }
    }
    return best;
}

static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    lud_rng rng;
    lud_rng_seed(&rng, budget->seed, 0);
    uint32_t count = lud_moves_count(a->moves);
    uint64_t limit = budget->playouts ? budget->playouts : (uint64_t)a->parameters[PLAYOUTS];
    if (limit == 0 && budget->deadline == 0)
        limit = STANDARD_PLAYOUTS;
    lud_status status = LUD_OK;
    double longest = 0, before = agent_clock();
    if (limit > 0 && think_together(a, sight, budget, limit, &rng, &status)) {
        *chosen = pick(a, count, &rng);
        return status == LUD_ERR_MEMORY ? status : LUD_OK;
    }
    for (uint64_t i = 0; (limit == 0 || i < limit) && status != LUD_ERR_MEMORY; i++) {
        /* Time left for one more like the longest so far? */
        agent_budget left = *budget;
        left.deadline = left.deadline > 0 ? left.deadline - longest : 0;
        if (agent_late(&left))
            break;
        status = try_move(a, sight, (uint32_t)(i % count), &rng);
        if (budget->deadline > 0) {
            double now = agent_clock();
            longest = now - before > longest ? now - before : longest;
            before = now;
        }
    }
    *chosen = pick(a, count, &rng);
    return status == LUD_ERR_MEMORY ? status : LUD_OK;
}

const agent_kind agent_montecarlo = {
    .name = "montecarlo",
    .summary = "random playouts after each move; the best mean score wins",
    .parameters = {[PLAYOUTS] = {"playouts", "playouts for a move; 0: as many as the clock allows", 0, 0, 1e12}},
    .create = create,
    .think = think,
    .destroy = destroy,
};
