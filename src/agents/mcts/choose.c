/* Which move to follow. */
#include "agents/mcts/mcts.h"

#include "base/room.h"

#include <math.h>
#include <stdlib.h>

/* ---- history ----
 *
 * How well a move did wherever it was made, for moves tried seldom: progressive history (Nijssen
 * and Winands, "Enhancements for Multi-Player Monte-Carlo Tree Search", 2010). Collisions in the
 * table are left alone. */

static float history_mean(const search *s, uint32_t key)
{
    history_entry *h = &s->history[key & (HISTORY - 1)];
    float count = atomic_load_explicit(&h->count, memory_order_relaxed);
    return count > 0 ? atomic_load_explicit(&h->sum, memory_order_relaxed) / count : 0.5F;
}

void learn_history(search *s, uint32_t key, double score)
{
    history_entry *h = &s->history[key & (HISTORY - 1)];
    add_float(&h->sum, (float)score);
    add_float(&h->count, 1);
}

/* ---- UCT ---- */

typedef struct urgency_terms {
    float explore; /* c * sqrt(ln N) */
    float fresh;   /* value of a move never tried (first-play urgency; Gelly and Wang, 2006) */
    float rave;    /* equivalence: visits at which a move's own results weigh like RAVE's */
    float history;
} urgency_terms;

/* UCB1 (Auer, Cesa-Bianchi and Fischer, 2002; Kocsis and Szepesvari, "Bandit based Monte-Carlo
 * planning", 2006), with RAVE (Gelly and Silver, "Monte-Carlo tree search and rapid action value
 * estimation in computer Go", 2011) and progressive history where these are on. */
static inline float urgency(const search *s, const urgency_terms *t, const edge *e)
{
    uint32_t visits = edge_visits(e);
    if (visits & EDGE_PROVEN)
        return -1; /* nothing to be learnt there */
    float sum = (float)atomic_load_explicit(&e->sum, memory_order_relaxed);
    float n = (float)visits;
    float value = visits ? sum / n : t->fresh;
    float bonus = visits ? t->explore / sqrtf(n) : 0;
    if (t->rave > 0) {
        float m = atomic_load_explicit(&e->rave_visits, memory_order_relaxed);
        if (m > 0) {
            float beta = sqrtf(t->rave / (3 * n + t->rave));
            float other = atomic_load_explicit(&e->rave_sum, memory_order_relaxed) / m;
            value = visits ? (1 - beta) * value + beta * other : other + t->explore * 0.5F;
        }
    }
    if (t->history > 0 && visits < 64)
        bonus += t->history * history_mean(s, e->key) / (n * (1 - value) + 1);
    return value + bonus;
}

static float mean_of(node *n, const arm *a)
{
    if (n->kind != NODE_JOINT) {
        uint32_t visits = atomic_load_explicit(&n->visits, memory_order_relaxed);
        double sum = atomic_load_explicit(&n->sum, memory_order_relaxed);
        return visits > 1 ? (float)(sum / (visits - 1)) : 0.5F;
    }
    double sum = 0, visits = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        const edge *e = node_edges(n) + a->first + i;
        sum += atomic_load_explicit(&e->sum, memory_order_relaxed);
        visits += edge_visits(e) & ~EDGE_PROVEN;
    }
    return visits > 0 ? (float)(sum / visits) : 0.5F;
}

/* Begins anywhere, so that the order of the moves does not matter among equals. */
uint32_t choose_edge(worker *w, node *n, const arm *a)
{
    const search *s = w->search;
    if (a->count == 1)
        return a->first;
    const edge *edges = node_edges(n) + a->first;
    float visits = (float)atomic_load_explicit(&n->visits, memory_order_relaxed) + 1;
    urgency_terms t = {.explore = (float)s->set.exploration * sqrtf(logf(visits)),
                       .rave = (float)s->set.rave,
                       .history = (float)s->set.history};
    t.fresh = s->set.first_play < 0 ? 1e6F : mean_of(n, a) + (float)s->set.first_play;
    uint32_t start = lud_rng_below(&w->rng, a->count), best = start;
    float highest = -1;
    for (uint32_t i = start; i < a->count; i++) {
        float u = urgency(s, &t, &edges[i]);
        if (u > highest)
            highest = u, best = i;
    }
    for (uint32_t i = 0; i < start; i++) {
        float u = urgency(s, &t, &edges[i]);
        if (u > highest)
            highest = u, best = i;
    }
    return a->first + best;
}

uint32_t choose_chance(worker *w, node *n, const arm *a)
{
    if (a->weight == 0)
        return a->first + lud_rng_below(&w->rng, a->count);
    uint32_t draw = lud_rng_below(&w->rng, a->weight), i = 0;
    for (const edge *e = node_edges(n) + a->first; i + 1 < a->count && draw >= e[i].key; i++)
        draw -= e[i].key;
    return a->first + i;
}

/* ---- regret matching ----
 *
 * Each move with probability in proportion to its positive regret (Hart and Mas-Colell, "A simple
 * adaptive procedure leading to correlated equilibrium", 2000), mixed with even exploration, as in
 * Lanctot, Lisy and Winands, "Monte Carlo Tree Search in Simultaneous Move Games with Applications
 * to Goofspiel", 2014. The mean of these strategies is what is played in the end. */
enum { EXPLORED_PERCENT = 10 };

uint32_t choose_regret(worker *w, node *n, const arm *a)
{
    edge *edges = node_edges(n) + a->first;
    double total = 0, even = 1.0 / a->count;
    if (!ROOM_FOR(w->weights, w->weight_count, a->count)) {
        w->status = LUD_ERR_MEMORY;
        return a->first;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        float regret = atomic_load_explicit(&edges[i].rave_sum, memory_order_relaxed);
        w->weights[i] = regret > 0 ? regret : 0;
        total += w->weights[i];
    }
    const double explored = EXPLORED_PERCENT / 100.0;
    double draw = (double)(lud_rng_next(&w->rng) >> 11) * 0x1p-53;
    uint32_t chosen = a->count - 1;
    for (uint32_t i = 0; i < a->count; i++) {
        double p = total > 0 ? w->weights[i] / total : even;
        add_float(&edges[i].rave_visits, (float)p);
        double q = (1 - explored) * p + explored * even;
        if (draw >= 0 && draw < q)
            chosen = i;
        draw -= q;
    }
    return a->first + chosen;
}
