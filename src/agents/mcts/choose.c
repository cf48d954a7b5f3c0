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
    return atomic_load_explicit(&h->mean, memory_order_relaxed);
}

void learn_history(search *s, uint32_t key, double score)
{
    history_entry *h = &s->history[key & (HISTORY - 1)];
    float mean = atomic_load_explicit(&h->mean, memory_order_relaxed);
    float count = atomic_load_explicit(&h->count, memory_order_relaxed) + 1;
    atomic_store_explicit(&h->mean, mean + ((float)score - mean) / count, memory_order_relaxed);
    atomic_store_explicit(&h->count, count, memory_order_relaxed);
}

void forget_history(search *s)
{
    for (uint32_t i = 0; i < HISTORY; i++) {
        atomic_store_explicit(&s->history[i].mean, 0.5F, memory_order_relaxed);
        atomic_store_explicit(&s->history[i].count, 0, memory_order_relaxed);
    }
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
static inline float urgency(const search *s, const urgency_terms *t, const edge *e, uint32_t key, const rating *r)
{
    uint32_t visits = edge_visits(e);
    if (visits & EDGE_PROVEN)
        return -1; /* nothing to be learnt there */
    float n = (float)visits, value = t->fresh, bonus = 0;
    if (visits) {
        value = (float)atomic_load_explicit(&e->sum, memory_order_relaxed) / n;
        bonus = t->explore / sqrtf(n);
    }
    if (r) {
        float m = atomic_load_explicit(&r->visits, memory_order_relaxed);
        if (m > 0) {
            float beta = sqrtf(t->rave / (3 * n + t->rave));
            float other = atomic_load_explicit(&r->sum, memory_order_relaxed) / m;
            value = visits ? (1 - beta) * value + beta * other : other + t->explore * 0.5F;
        }
    }
    if (t->history > 0 && visits < 64) {
        float seen = t->history * history_mean(s, key);
        bonus += visits ? seen / (n * (1 - value) + 1) : seen;
    }
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
static uint32_t choose_of_few(worker *w, const urgency_terms *t, node *n, const arm *a)
{
    const edge *edges = node_edges(n) + a->first;
    const uint32_t *keys = node_keys(n) + a->first;
    const rating *ratings = t->rave > 0 ? node_ratings(n) + a->first : NULL;
    uint32_t start = lud_rng_below(&w->rng, a->count), best = start;
    float highest = -1;
    for (uint32_t k = 0, i = start; k < a->count; k++, i = i + 1 < a->count ? i + 1 : 0) {
        float u = urgency(w->search, t, &edges[i], keys[i], ratings ? &ratings[i] : NULL);
        if (u > highest)
            highest = u, best = i;
    }
    return best;
}

/* ---- the shortlist ----
 *
 * What is chosen changes its own urgency, and that of the others only by what all have in common:
 * the exploration term, which grows slowly, and the value of untried moves. So the most urgent of
 * a short list is the most urgent of all as long as it is above the bound of the others, raised by
 * what the common terms have grown since. Only the history of the others may have changed, so the
 * list is used a few times and no more, and only where looking at all moves is long. */

static float read_float(_Atomic float *from) { return atomic_load_explicit(from, memory_order_relaxed); }
static void write_float(_Atomic float *to, float x) { atomic_store_explicit(to, x, memory_order_relaxed); }

/* The arm's count if there is none that is certainly the most urgent. */
static uint32_t choose_of_list(const search *s, const urgency_terms *t, node *n, arm *a)
{
    shortlist *l = &a->best;
    const edge *edges = node_edges(n) + a->first;
    const uint32_t *keys = node_keys(n) + a->first;
    uint32_t best = a->count;
    float untried = read_float(&l->untried) + t->fresh - read_float(&l->fresh);
    float tried = read_float(&l->tried) + t->explore - read_float(&l->explore);
    float highest = tried > untried ? tried : untried;
    for (uint32_t i = 0; i < SHORTLIST; i++) {
        uint32_t at = atomic_load_explicit(&l->edges[i], memory_order_relaxed);
        float u = urgency(s, t, &edges[at], keys[at], NULL);
        if (u >= highest && u >= 0) /* proven moves are not followed */
            highest = u, best = at;
    }
    return best;
}

typedef struct ranking {
    float untried, tried; /* the most urgent that are not in the list */
    uint32_t count, edge[SHORTLIST];
    float urgency[SHORTLIST];
} ranking;

static void insert(ranking *r, const edge *edges, uint32_t index, float u)
{
    uint32_t at = r->count;
    if (at == SHORTLIST) {
        float *left = edge_visits(&edges[r->edge[at - 1]]) ? &r->tried : &r->untried;
        *left = r->urgency[at - 1] > *left ? r->urgency[at - 1] : *left;
        at--;
    } else {
        r->count++;
    }
    for (; at > 0 && u > r->urgency[at - 1]; at--)
        r->urgency[at] = r->urgency[at - 1], r->edge[at] = r->edge[at - 1];
    r->urgency[at] = u, r->edge[at] = index;
}

static float lowest(const ranking *r) { return r->count == SHORTLIST ? r->urgency[SHORTLIST - 1] : -2; }
static float greater(float a, float b) { return a > b ? a : b; }

/* Where no move was tried: their urgencies differ by history alone. */
static void rank_untried(const search *s, const urgency_terms *t, node *n, const arm *a, uint32_t from, uint32_t to,
                         ranking *r)
{
    const uint32_t *keys = node_keys(n) + a->first;
    float floor = lowest(r), left = r->untried;
    for (uint32_t i = from; i < to; i++) {
        float u = t->fresh + t->history * history_mean(s, keys[i]);
        if (u > floor) {
            insert(r, node_edges(n) + a->first, i, u);
            floor = lowest(r);
        } else {
            left = greater(left, u);
        }
    }
    r->untried = greater(left, r->untried);
}

static void rank(const search *s, const urgency_terms *t, node *n, const arm *a, uint32_t from, uint32_t to, ranking *r)
{
    const edge *edges = node_edges(n) + a->first;
    const uint32_t *keys = node_keys(n) + a->first;
    float floor = lowest(r), untried = r->untried, tried = r->tried;
    for (uint32_t i = from; i < to; i++) {
        float u = urgency(s, t, &edges[i], keys[i], NULL);
        if (u > floor) {
            insert(r, edges, i, u);
            floor = lowest(r);
        } else if (edge_visits(&edges[i])) {
            tried = greater(tried, u);
        } else {
            untried = greater(untried, u);
        }
    }
    r->untried = greater(untried, r->untried);
    r->tried = greater(tried, r->tried);
}

/* Fills the shortlist, too. */
static uint32_t choose_of_many(worker *w, const urgency_terms *t, node *n, arm *a)
{
    ranking r = {.untried = -1, .tried = -1};
    uint32_t start = lud_rng_below(&w->rng, a->count);
    const uint32_t own = n->kind == NODE_SET ? 0 : 1; /* visits: this one, or not yet */
    bool first = atomic_load_explicit(&n->visits, memory_order_relaxed) <= own;
    (first ? rank_untried : rank)(w->search, t, n, a, start, a->count, &r);
    (first ? rank_untried : rank)(w->search, t, n, a, 0, start, &r);
    for (uint32_t i = 0; i < r.count; i++)
        atomic_store_explicit(&a->best.edges[i], r.edge[i], memory_order_relaxed);
    write_float(&a->best.untried, r.untried);
    write_float(&a->best.tried, r.tried);
    write_float(&a->best.explore, t->explore);
    write_float(&a->best.fresh, t->fresh);
    atomic_store_explicit(&a->best.left, SHORTLIST, memory_order_relaxed);
    return r.edge[0];
}

uint32_t choose_edge(worker *w, node *n, arm *a)
{
    const search *s = w->search;
    if (a->count == 1)
        return a->first;
    float visits = (float)atomic_load_explicit(&n->visits, memory_order_relaxed) + 1;
    urgency_terms t = {.explore = (float)s->set.exploration * sqrtf(logf(visits)),
                       .rave = (float)s->set.rave,
                       .history = (float)s->set.history};
    t.fresh = s->set.first_play < 0 ? 1e6F : mean_of(n, a) + (float)s->set.first_play;
    if (a->count < SHORTLIST_WORTH || t.rave > 0) /* RAVE changes all */
        return a->first + choose_of_few(w, &t, n, a);
    uint32_t best = a->count, left = atomic_load_explicit(&a->best.left, memory_order_relaxed);
    if (left) {
        atomic_store_explicit(&a->best.left, left - 1, memory_order_relaxed);
        best = choose_of_list(s, &t, n, a);
    }
    return a->first + (best < a->count ? best : choose_of_many(w, &t, n, a));
}

uint32_t choose_chance(worker *w, node *n, const arm *a)
{
    if (a->weight == 0)
        return a->first + lud_rng_below(&w->rng, a->count);
    uint32_t draw = lud_rng_below(&w->rng, a->weight), i = 0;
    for (const uint32_t *weights = node_keys(n) + a->first; i + 1 < a->count && draw >= weights[i]; i++)
        draw -= weights[i];
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
    rating *ratings = node_ratings(n) + a->first;
    double total = 0, even = 1.0 / a->count;
    if (!ROOM_FOR(w->weights, w->weight_count, a->count)) {
        w->status = LUD_ERR_MEMORY;
        return a->first;
    }
    for (uint32_t i = 0; i < a->count; i++) {
        float regret = atomic_load_explicit(&ratings[i].sum, memory_order_relaxed);
        w->weights[i] = regret > 0 ? regret : 0;
        total += w->weights[i];
    }
    const double explored = EXPLORED_PERCENT / 100.0;
    double draw = (double)(lud_rng_next(&w->rng) >> 11) * 0x1p-53;
    uint32_t chosen = a->count - 1;
    for (uint32_t i = 0; i < a->count; i++) {
        double p = total > 0 ? w->weights[i] / total : even;
        add_float(&ratings[i].visits, (float)p);
        double q = (1 - explored) * p + explored * even;
        if (draw >= 0 && draw < q)
            chosen = i;
        draw -= q;
    }
    return a->first + chosen;
}
