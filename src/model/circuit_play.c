/* Steps, playouts and perft on networks. */
#include "model/circuit.h"

#include "base/map.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first state is evaluated as a whole, later ones by what changed. */
static void load_first(circuit_runner *r, const uint64_t *facts)
{
    const circuit_model *m = circuit_of(r->game);
    memcpy(r->facts, facts, m->fact_words * sizeof *r->facts);
    for (uint32_t i = 0; i < m->net->facts.count; i++)
        r->values[m->fact_gate + i] = r->facts[i / 64] >> i % 64 & 1;
    net_evaluate(m->net, m->schedule, NET_LEGAL, r->values);
    net_evaluate(m->net, m->schedule, NET_NEXT, r->values);
    net_evaluate(m->net, m->schedule, NET_REST, r->values);
    if (!r->live.plan)
        r->loaded = live_init(&r->live, m->plan, r->values);
}

void circuit_load(circuit_runner *r, const void *state)
{
    const circuit_model *m = circuit_of(r->game);
    const uint64_t *facts = state;
    if (!r->loaded) {
        load_first(r, facts);
        return;
    }
    bool changed = false;
    for (uint32_t w = 0; w < m->fact_words; w++) {
        for (uint64_t bits = r->facts[w] ^ facts[w]; bits; bits &= bits - 1) {
            live_flip(&r->live, m->fact_gate + 64 * w + (uint32_t)__builtin_ctzll(bits));
            changed = true;
        }
        r->facts[w] = facts[w];
    }
    if (changed)
        live_settle(&r->live);
}

uint32_t circuit_legal(circuit_runner *r, uint32_t role, uint32_t *moves)
{
    const net_network *n = circuit_of(r->game)->net;
    const net_role *who = &n->roles.data[role];
    uint32_t count = 0, first = n->facts.count + who->first_move, end = first + who->move_count;
    for (uint32_t w = first / 64; w * 64 < end; w++) {
        uint64_t bits = r->live.out[w];
        if (w == first / 64)
            bits &= ~UINT64_C(0) << first % 64;
        if (end < 64 * (w + 1))
            bits &= (UINT64_C(1) << end % 64) - 1;
        for (; bits; bits &= bits - 1)
            moves[count++] = 64 * w + (uint32_t)__builtin_ctzll(bits) - n->facts.count;
    }
    return count;
}

int32_t circuit_goal(const circuit_runner *r, uint32_t role)
{
    const net_network *n = circuit_of(r->game)->net;
    const net_role *who = &n->roles.data[role];
    int32_t value = GOAL_NONE;
    for (uint32_t i = 0, found = 0; i < who->goal_count; i++) {
        const net_valued *g = &n->goals.data[who->first_goal + i];
        if (net_value(r->values, g->signal))
            value = found++ == 0 && g->value >= 0 ? g->value : GOAL_NONE;
    }
    return value;
}

/* The end and the scores, written into the state. */
static void note_end(circuit_runner *r, unsigned char *state)
{
    const circuit_model *m = circuit_of(r->game);
    uint64_t over = net_value(r->values, m->net->terminal);
    memcpy(state + m->flags, &over, sizeof over);
    if (over && !m->plan->goals)
        net_evaluate(m->net, m->schedule, NET_REST, r->values);
    for (uint32_t i = 1; i <= r->game->roles; i++) {
        int32_t goal = over ? circuit_goal(r, m->net_role[i]) : 0;
        memcpy(state + m->scores + 4 * (i - 1), &goal, sizeof goal);
    }
}

void circuit_initial(circuit_runner *r, void *state)
{
    const circuit_model *m = circuit_of(r->game);
    uint64_t *facts = state;
    memset(state, 0, m->state_size);
    for (uint32_t i = 0; i < m->net->facts.count; i++)
        facts[i / 64] |= (uint64_t)m->net->facts.data[i].initial << i % 64;
    circuit_load(r, state);
    note_end(r, state);
    r->perceived = false;
}

/* What each role was told, mixed into what it knows: its own move and its percepts. */
static void note_percepts(circuit_runner *r, unsigned char *state)
{
    const circuit_model *m = circuit_of(r->game);
    const net_network *n = m->net;
    for (uint32_t i = 0; i < n->roles.count; i++) {
        const net_role *who = &n->roles.data[i];
        uint64_t h;
        memcpy(&h, state + m->knowledge + 8 * i, sizeof h);
        h = hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + r->chosen[i] + 1);
        for (uint32_t k = who->first_percept; k < who->first_percept + who->percept_count; k++) {
            r->percepts[k] = net_value(r->values, n->percepts.data[k].signal);
            if (r->percepts[k])
                h = hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + k + 1);
        }
        memcpy(state + m->knowledge + 8 * i, &h, sizeof h);
    }
    r->perceived = true;
}

void circuit_step(circuit_runner *r, void *state)
{
    const circuit_model *m = circuit_of(r->game);
    const net_network *n = m->net;
    for (uint32_t i = 0; i < n->roles.count; i++)
        live_flip(&r->live, n->moves.data[r->chosen[i]].gate);
    live_settle(&r->live);
    memcpy(state, r->live.out, m->fact_words * sizeof *r->facts);
    if (n->facts.count % 64)
        ((uint64_t *)state)[m->fact_words - 1] &= (UINT64_C(1) << n->facts.count % 64) - 1;
    if (n->sees)
        note_percepts(r, state);
    for (uint32_t i = 0; i < n->roles.count; i++)
        live_flip(&r->live, n->moves.data[r->chosen[i]].gate);
    const uint64_t *facts = state;
    for (uint32_t w = 0; w < m->fact_words; w++) {
        for (uint64_t bits = r->facts[w] ^ facts[w]; bits; bits &= bits - 1)
            live_flip(&r->live, m->fact_gate + 64 * w + (uint32_t)__builtin_ctzll(bits));
        r->facts[w] = facts[w];
    }
    live_settle(&r->live);
    note_end(r, state);
}

lud_status circuit_stuck(circuit_runner *r, uint32_t role)
{
    snprintf(r->message, sizeof r->message, "`%.80s` has no legal move, yet the game is not over",
             circuit_of(r->game)->net->roles.data[role].name);
    return r->status = LUD_ERR_STUCK;
}

static bool is_over(const circuit_model *m, const void *state)
{
    uint64_t over;
    memcpy(&over, (const unsigned char *)state + m->flags, sizeof over);
    return over;
}

static void count_choices(lud_playout_result *r, uint32_t n)
{
    r->choices_min = r->choices == 0 || n < r->choices_min ? n : r->choices_min;
    r->choices_max = n > r->choices_max ? n : r->choices_max;
    r->choices += n;
    r->choices_squared += (double)n * n;
}

lud_status circuit_playout(lud_context *ctx, void *state, lud_rng *rng,
                           const lud_playout_options *options, lud_playout_result *result)
{
    circuit_runner *r = ctx->runner;
    const circuit_model *m = circuit_of(ctx->game);
    (void)options; /* every evaluation lists all moves */
    memset(result, 0, sizeof *result);
    circuit_load(r, state);
    memcpy(ctx->state, state, m->state_size);
    while (!is_over(m, ctx->state)) {
        if (result->plies >= ctx->game->limits.max_plies) {
            memcpy(state, ctx->state, m->state_size);
            return LUD_LIMIT_PLIES;
        }
        for (uint32_t i = 0; i < m->net->roles.count; i++) {
            uint32_t count = circuit_legal(r, i, r->legal);
            if (count == 0)
                return circuit_stuck(r, i);
            r->chosen[i] = r->legal[rng_below(rng, count)];
            if (i != m->net->random)
                count_choices(result, count);
        }
        circuit_step(r, ctx->state);
        result->plies++;
        result->turns += ctx->game->roles;
    }
    memcpy(state, ctx->state, m->state_size);
    return LUD_OK;
}

/* ---- many at once ---- */

typedef struct relay {
    const circuit_model *m;
    uint32_t roles;
    playout_done done;
    void *user;
} relay;

static void one_done(void *user, slice_end end, uint32_t plies, const int32_t *goals)
{
    static const lud_status statuses[] = {[SLICE_OVER] = LUD_OK, [SLICE_STUCK] = LUD_ERR_STUCK,
                                          [SLICE_LONG] = LUD_LIMIT_PLIES};
    const relay *x = user;
    double scores[64];
    lud_playout_result result = {.plies = plies, .turns = plies * x->roles};
    for (uint32_t i = 1; i <= x->roles; i++)
        scores[i - 1] = goals[x->m->net_role[i]] == GOAL_NONE ? 0 : goals[x->m->net_role[i]];
    x->done(x->user, statuses[end], &result, scores);
}

lud_status circuit_playouts(lud_context *ctx, const void *state, lud_rng *rng, uint64_t count,
                            const lud_playout_options *options, playout_done done, void *user)
{
    circuit_runner *r = ctx->runner;
    const circuit_model *m = circuit_of(ctx->game);
    relay x = {m, ctx->game->roles, done, user};
    (void)options;
    if (!r->slices)
        r->slices = slices_new(m->net, m->schedule);
    if (!r->slices)
        return LUD_ERR_MEMORY;
    slices_play(r->slices, state, lud_rng_next(rng), count, ctx->game->limits.max_plies, one_done, &x);
    snprintf(r->message, sizeof r->message, "some role has no legal move, yet the game is not over");
    return LUD_OK;
}

/* ---- perft: joint moves are counted ---- */

typedef struct counting {
    lud_context *ctx;
    uint32_t depth;
    uint64_t *counts;
    unsigned char *states; /* [level] */
    uint32_t *moves;       /* [level][role][..] */
    uint32_t *numbers;     /* [level][role] */
    uint32_t stride;
    lud_status status;
} counting;

static bool search(counting *c, uint32_t level);

static bool search_joint(counting *c, uint32_t level, uint32_t role)
{
    circuit_runner *r = c->ctx->runner;
    const circuit_model *m = circuit_of(c->ctx->game);
    uint32_t roles = m->net->roles.count;
    if (role == roles) {
        unsigned char *here = c->states + (size_t)level * m->state_size, *next = here + m->state_size;
        memcpy(next, here, m->state_size);
        circuit_load(r, here);
        for (uint32_t i = 0; i < roles; i++)
            r->chosen[i] = c->moves[(size_t)level * c->stride + m->net->roles.data[i].first_move +
                                    c->numbers[level * roles + i]];
        circuit_step(r, next);
        return search(c, level + 1);
    }
    const uint32_t *list = c->moves + (size_t)level * c->stride + m->net->roles.data[role].first_move;
    for (uint32_t i = 0; i < m->net->roles.data[role].move_count && list[i] != RL_NONE; i++) {
        c->numbers[level * roles + role] = i;
        if (!search_joint(c, level, role + 1))
            return false;
    }
    return true;
}

static bool search(counting *c, uint32_t level)
{
    circuit_runner *r = c->ctx->runner;
    const circuit_model *m = circuit_of(c->ctx->game);
    const unsigned char *here = c->states + (size_t)level * m->state_size;
    if (is_over(m, here) || level == c->depth)
        return true;
    circuit_load(r, here);
    uint64_t joint = 1;
    for (uint32_t i = 0; i < m->net->roles.count; i++) {
        const net_role *who = &m->net->roles.data[i];
        uint32_t *list = c->moves + (size_t)level * c->stride + who->first_move;
        uint32_t count = circuit_legal(r, i, list);
        if (count < who->move_count)
            list[count] = RL_NONE;
        joint *= count;
    }
    c->counts[level + 1] += joint;
    return level + 1 == c->depth || joint == 0 || search_joint(c, level, 0);
}

/* Leaves below each joint move are not told apart: `divide` gets the moves of the first role. */
lud_status circuit_perft(lud_context *ctx, const void *state, uint32_t depth,
                         const lud_perft_options *options, uint64_t *counts)
{
    const circuit_model *m = circuit_of(ctx->game);
    counting c = {.ctx = ctx, .depth = depth, .counts = counts, .status = LUD_OK,
                  .stride = m->net->moves.count + 1};
    uint32_t roles = m->net->roles.count;
    (void)options;
    memset(counts, 0, sizeof *counts * (depth + 1));
    counts[0] = 1;
    c.states = calloc(depth + 2, m->state_size);
    c.moves = calloc((size_t)(depth + 1) * c.stride, sizeof *c.moves);
    c.numbers = calloc((size_t)(depth + 1) * roles, sizeof *c.numbers);
    if (!c.states || !c.moves || !c.numbers) {
        c.status = LUD_ERR_MEMORY;
    } else {
        if (state)
            memcpy(c.states, state, m->state_size);
        else
            circuit_initial(ctx->runner, c.states);
        search(&c, 0);
    }
    free(c.states);
    free(c.moves);
    free(c.numbers);
    return c.status;
}
