/* Which move to follow. */
#include "agents/mcts/mcts.h"

#include "base/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline float read_float(const _Atomic float *from) { return atomic_load_explicit(from, memory_order_relaxed); }
static inline void write_float(_Atomic float *to, float x) { atomic_store_explicit(to, x, memory_order_relaxed); }

/* ---- history ----
 *
 * How well a move did wherever it was made, for moves tried seldom: progressive history (Nijssen
 * and Winands, "Enhancements for Multi-Player Monte-Carlo Tree Search", 2010). Collisions in the
 * table are left alone. */

static inline float history_mean(const search *s, uint32_t key)
{
    return read_float(&s->history->mean[key & (HISTORY - 1)]);
}

void learn_history(search *s, uint32_t key, double score)
{
    _Atomic float *mean = &s->history->mean[key & (HISTORY - 1)], *count = &s->history->count[key & (HISTORY - 1)];
    const float before = read_float(mean), n = read_float(count) + 1;
    write_float(mean, before + ((float)score - before) / n);
    write_float(count, n);
}

void forget_history(search *s)
{
    for (uint32_t i = 0; i < HISTORY; i++) {
        write_float(&s->history->mean[i], 0.5F);
        write_float(&s->history->count[i], 0);
    }
}

/* ---- UCT ----
 *
 * UCB1 (Auer, Cesa-Bianchi and Fischer, 2002; Kocsis and Szepesvari, "Bandit based Monte-Carlo
 * planning", 2006), with progressive history or RAVE (Gelly and Silver, "Monte-Carlo tree search and
 * rapid action value estimation in computer Go", 2011) where these are on. */

/* So many visits long history counts. */
enum { VISITS_FEW = 64 };
#define URGENCY_PROVEN (-1e30F) /* nothing to be learnt there */

static inline float urgency(const search *s, const urgency_terms *t, node *n, uint32_t index)
{
    const edge e = edge_at(n, index);
    const uint32_t visits = edge_visits(e);
    const float seen = t->history * history_mean(s, node_keys(n)[index]), count = (float)visits;
    if (visits & EDGE_PROVEN)
        return URGENCY_PROVEN;
    if (visits == 0)
        return t->fresh + seen;
    const float mean = (float)atomic_load_explicit(e.sum, memory_order_relaxed) / count;
    const float bonus = t->explore / sqrtf(count);
    return mean + (visits < VISITS_FEW ? bonus + seen / (count * (1 - mean) + 1) : bonus);
}

/* With RAVE. */
static inline float urgency_rated(const search *s, const urgency_terms *t, node *n, uint32_t index)
{
    const rating *r = node_ratings(n) + index;
    const edge e = edge_at(n, index);
    const uint32_t visits = edge_visits(e);
    const float seen = t->history * history_mean(s, node_keys(n)[index]), count = (float)visits;
    const float m = read_float(&r->visits);
    float value = t->fresh, bonus = 0;
    if (visits & EDGE_PROVEN)
        return URGENCY_PROVEN;
    if (visits) {
        value = (float)atomic_load_explicit(e.sum, memory_order_relaxed) / count;
        bonus = t->explore / sqrtf(count);
    }
    if (m > 0) {
        const float beta = sqrtf(t->rave / (3 * count + t->rave)), other = read_float(&r->sum) / m;
        value = visits ? (1 - beta) * value + beta * other : other + t->explore * 0.5F;
    }
    if (visits < VISITS_FEW)
        bonus += visits ? seen / (count * (1 - value) + 1) : seen;
    return value + bonus;
}

/* Four edges at once. */
typedef float lanes __attribute__((vector_size(4 * TOGETHER)));
typedef double wide __attribute__((vector_size(8 * TOGETHER)));
typedef int32_t choice __attribute__((vector_size(4 * TOGETHER)));

/* Threads may write meanwhile: each number is one of those that were there. */
static inline choice read_visits(const _Atomic uint32_t *from)
{
    choice all;
#ifdef __SANITIZE_THREAD__
    for (uint32_t i = 0; i < TOGETHER; i++)
        all[i] = (int32_t)atomic_load_explicit(from + i, memory_order_relaxed);
#else
    memcpy(&all, (const void *)from, sizeof all);
#endif
    return all;
}

static inline lanes read_sums(const _Atomic double *from)
{
    wide all;
#ifdef __SANITIZE_THREAD__
    for (uint32_t i = 0; i < TOGETHER; i++)
        all[i] = atomic_load_explicit(from + i, memory_order_relaxed);
#else
    memcpy(&all, (const void *)from, sizeof all);
#endif
    return __builtin_convertvector(all, lanes);
}

static inline lanes roots(lanes x)
{
#ifdef __SSE2__
    return __builtin_ia32_sqrtps(x);
#else
    return (lanes){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
#endif
}

static inline lanes all_of(float x) { return (lanes){x, x, x, x}; }
static inline lanes either(choice which, lanes a, lanes b)
{
    return (lanes)((which & (choice)a) | (~which & (choice)b));
}
static inline lanes greatest(lanes a, lanes b) { return either(a > b, a, b); }
/* So many lanes from the first. */
static inline choice in_front(uint32_t count)
{
    return (choice){0, 1, 2, 3} < (choice){(int32_t)count, (int32_t)count, (int32_t)count, (int32_t)count};
}
/* A bit for each. */
static inline uint32_t bits_of(choice which)
{
#ifdef __SSE2__
    return (uint32_t)__builtin_ia32_movmskps((lanes)which);
#else
    return (uint32_t)((which[0] & 1) | (which[1] & 2) | (which[2] & 4) | (which[3] & 8));
#endif
}
static inline float highest_of(lanes all)
{
    const float a = all[0] > all[1] ? all[0] : all[1], b = all[2] > all[3] ? all[2] : all[3];
    return a > b ? a : b;
}
static inline float lowest_of(lanes all) { return -highest_of(-all); }

static inline lanes history_of(const search *s, const uint32_t *keys)
{
    return (lanes){history_mean(s, keys[0]), history_mean(s, keys[1]), history_mean(s, keys[2]),
                   history_mean(s, keys[3])};
}

/* The same numbers as `urgency`. Lanes behind the last edge hold anything. */
static inline lanes urgencies(const search *s, const urgency_terms *t, node *n, uint32_t index)
{
    const choice visits = read_visits(node_visits(n) + index), untried = visits == 0, few = visits < VISITS_FEW;
    const bool learnt = t->history > 0 && bits_of(few);
    const lanes seen = learnt ? t->history * history_of(s, node_keys(n) + index) : all_of(0);
    if (bits_of(untried) == 15) /* as most are, where there are many */
        return t->fresh + seen;
    const lanes count = __builtin_convertvector(visits, lanes), mean = read_sums(node_sums(n) + index) / count;
    const lanes more = (lanes)((choice)(seen / (count * (1 - mean) + 1)) & few);
    const lanes all = either(untried, t->fresh + seen, mean + (t->explore / roots(count) + more));
    return either(visits < 0, all_of(URGENCY_PROVEN), all);
}

/* Of all that several roles chose together. */
static float mean_of(node *n, const arm *a)
{
    double sum = 0, visits = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        const edge e = edge_at(n, a->first + i);
        sum += atomic_load_explicit(e.sum, memory_order_relaxed);
        visits += edge_visits(e) & ~EDGE_PROVEN;
    }
    return visits > 0 ? (float)(sum / visits) : 0.5F;
}

/* Begins anywhere, so that the order of the moves does not matter among equals. */
static uint32_t choose_of_few(worker *w, const urgency_terms *t, node *n, const arm *a)
{
    const uint32_t count = a->count, start = lud_rng_below(&w->rng, count);
    lanes each[SHORTLIST_WORTH / TOGETHER], most = all_of(-1);
    uint64_t equal = 0;
    for (uint32_t i = 0; i < count; i += TOGETHER) {
        each[i / TOGETHER] = urgencies(w->search, t, n, a->first + i);
        if (i + TOGETHER > count)
            each[i / TOGETHER] = either(in_front(count - i), each[i / TOGETHER], all_of(-2));
        most = greatest(each[i / TOGETHER], most);
    }
    const lanes highest = all_of(highest_of(most));
    for (uint32_t i = 0; i < count; i += TOGETHER)
        equal |= (uint64_t)bits_of(each[i / TOGETHER] == highest) << i;
    const uint64_t after = equal >> start << start; /* none at all: all are proven */
    return after ? (uint32_t)__builtin_ctzll(after) : equal ? (uint32_t)__builtin_ctzll(equal) : start;
}

static uint32_t choose_of_rated(worker *w, const urgency_terms *t, node *n, const arm *a)
{
    uint32_t start = lud_rng_below(&w->rng, a->count), best = start;
    float highest = -1;
    for (uint32_t k = 0, i = start; k < a->count; k++, i = i + 1 < a->count ? i + 1 : 0) {
        float u = urgency_rated(w->search, t, n, a->first + i);
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

/* The arm's count if there is none that is certainly the most urgent. */
static uint32_t choose_of_list(const search *s, const urgency_terms *t, node *n, const arm *a, const shortlist *l)
{
    uint32_t best = a->count;
    float untried = read_float(&l->untried) + t->fresh - read_float(&l->fresh);
    float tried = read_float(&l->tried) + t->explore - read_float(&l->explore);
    float highest = tried > untried ? tried : untried;
    for (uint32_t i = 0; i < SHORTLIST; i++) {
        uint32_t at = atomic_load_explicit(&l->edges[i], memory_order_relaxed);
        float u = urgency(s, t, n, a->first + at);
        if (u >= highest && u >= 0) /* proven moves are not followed */
            highest = u, best = at;
    }
    return best;
}

/* The most urgent edges that were looked at. */
typedef struct ranking {
    lanes untried, tried; /* the most urgent others */
    uint32_t count, edge[SHORTLIST];
    float urgency[SHORTLIST];
} ranking;

static void leave_out(ranking *r, bool untried, float u)
{
    lanes *left = untried ? &r->untried : &r->tried;
    *left = greatest(all_of(u), *left);
}

static void insert(ranking *r, const _Atomic uint32_t *visits, uint32_t index, float u)
{
    uint32_t at = r->count;
    if (at < SHORTLIST)
        r->count++;
    else
        at--, leave_out(r, visits[r->edge[at]] == 0, r->urgency[at]);
    for (; at > 0 && u > r->urgency[at - 1]; at--)
        r->urgency[at] = r->urgency[at - 1], r->edge[at] = r->edge[at - 1];
    r->urgency[at] = u, r->edge[at] = index;
}

/* All that is above the floor, which rises when the list is full. */
static void rank(const float *each, const _Atomic uint32_t *visits, uint32_t from, uint32_t to, float *floor,
                 ranking *r)
{
    const lanes none = all_of(-1);
    for (uint32_t i = from; i < to; i += TOGETHER) {
        const choice fresh = read_visits(visits + i) == 0;
        lanes four;
        memcpy(&four, each + i, sizeof four);
        if (i + TOGETHER > to)
            four = either(in_front(to - i), four, all_of(-INFINITY));
        const choice over = four > all_of(*floor);
        for (uint32_t left = bits_of(over); left; left &= left - 1) {
            const uint32_t at = i + (uint32_t)__builtin_ctz(left);
            if (each[at] <= *floor) {
                leave_out(r, visits[at] == 0, each[at]);
                continue;
            }
            insert(r, visits, at, each[at]);
            if (r->count == SHORTLIST)
                *floor = r->urgency[SHORTLIST - 1];
        }
        r->untried = greatest(either(fresh & ~over, four, none), r->untried);
        r->tried = greatest(either(fresh | over, none, four), r->tried);
    }
}

/* Fills the shortlist, too. */
static uint32_t choose_of_many(worker *w, const urgency_terms *t, node *n, const arm *a, shortlist *l)
{
    const _Atomic uint32_t *visits = node_visits(n) + a->first;
    const uint32_t count = a->count, start = lud_rng_below(&w->rng, count);
    ranking r = {.untried = all_of(-1), .tried = all_of(-1)};
    lanes first = all_of(-INFINITY), second = first; /* the two highest of each lane: so many are no lower */
    if (!ROOM_FOR(w->weights, w->weight_count, count + TOGETHER)) {
        w->status = LUD_ERR_MEMORY;
        return start;
    }
    for (uint32_t i = 0; i < count; i += TOGETHER) {
        lanes four = urgencies(w->search, t, n, a->first + i);
        if (i + TOGETHER > count)
            four = either(in_front(count - i), four, all_of(-INFINITY));
        memcpy(w->weights + i, &four, sizeof four);
        second = greatest(either(four > first, first, four), second);
        first = greatest(four, first);
    }
    float floor = lowest_of(second);
    floor -= fabsf(floor) * 1e-6F; /* that number, too */
    rank(w->weights, visits, start, count, &floor, &r);
    rank(w->weights, visits, 0, start, &floor, &r);
    for (uint32_t i = 0; i < r.count; i++)
        atomic_store_explicit(&l->edges[i], r.edge[i], memory_order_relaxed);
    write_float(&l->untried, highest_of(r.untried));
    write_float(&l->tried, highest_of(r.tried));
    write_float(&l->explore, t->explore);
    write_float(&l->fresh, t->fresh);
    atomic_store_explicit(&l->left, SHORTLIST, memory_order_relaxed);
    return r.edge[0];
}

/* The root of the natural logarithm, of numbers above 0, by the series of the inverse hyperbolic tangent: libraries
 * take longer, and no two need agree. */
static inline float root_of_log(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const float whole = (float)(int32_t)((bits >> 23) - 127);
    bits = (bits & UINT32_C(0x7fffff)) | UINT32_C(0x3f800000);
    memcpy(&x, &bits, sizeof x);
    const float z = (x - 1) / (x + 1), q = z * z;
    return sqrtf(whole * 0.69314718F + 2 * z * (1 + q * (1 / 3.0F + q * (1 / 5.0F + q * (1 / 7.0F)))));
}

/* Worked out here, not when it is asked for: the way down waits for every number. */
void node_learn(node *n, double score)
{
    add_double(&n->sum, score);
    const uint32_t visits = atomic_load_explicit(&n->visits, memory_order_relaxed);
    const double sum = atomic_load_explicit(&n->sum, memory_order_relaxed);
    write_float(&n->mean, (float)(sum / (visits ? visits : 1)));
    write_float(&n->explore, root_of_log((float)visits + 2));
}

uint32_t choose_edge(worker *w, node *n, const arm *a)
{
    const search *s = w->search;
    if (a->count == 1)
        return a->first;
    const float mean = n->kind == NODE_JOINT ? mean_of(n, a) : read_float(&n->mean);
    const urgency_terms t = {
        .explore = s->terms.explore * read_float(&n->explore),
        .fresh = s->terms.fresh < 0 ? 1e6F : mean + s->terms.fresh,
        .rave = s->terms.rave,
        .history = s->terms.history,
    };
    if (t.rave > 0) /* RAVE changes all */
        return a->first + choose_of_rated(w, &t, n, a);
    if (a->count < SHORTLIST_WORTH)
        return a->first + choose_of_few(w, &t, n, a);
    shortlist *l = node_lists(n) + (a - node_arms(n));
    uint32_t best = a->count, left = atomic_load_explicit(&l->left, memory_order_relaxed);
    if (left) {
        atomic_store_explicit(&l->left, left - 1, memory_order_relaxed);
        best = choose_of_list(s, &t, n, a, l);
    }
    return a->first + (best < a->count ? best : choose_of_many(w, &t, n, a, l));
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
