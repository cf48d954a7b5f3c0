/* Monte Carlo tree search: the agent. See mcts.h for the parts and docs/agents.md for the whole. */
#include "agents/mcts/mcts.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAYOUTS,
    EXPLORATION,
    FIRST_PLAY,
    HISTORY_WEIGHT,
    RAVE,
    SOLVE,
    TRANSPOSE,
    REUSE,
    REGRET,
    THREADS,
    MEMORY,
    BATCH,
    STANDARD_PLAYOUTS = 5000,
    SAMPLED_SCORES = 64,
    LINE_MAX_PLIES = 32,
    CLAIMED_AT_ONCE = 8
};

/* ---- setting up ---- */

static void worker_done(worker *w, uint32_t roles)
{
    for (uint32_t i = 0; w->lists && i <= roles; i++)
        lud_moves_free(w->lists[i]);
    joint_done(&w->joint);
    lud_context_free(w->ctx);
    free(w->lists);
    free(w->state);
    free(w->scores);
    free(w->path);
    free(w->notes);
    free(w->marks);
    free(w->weights);
    flights_done(w);
}

static bool worker_init(worker *w, search *s)
{
    uint32_t roles = s->roles;
    w->search = s;
    w->ctx = lud_context_new(s->game);
    w->lists = calloc(roles + 1, sizeof *w->lists);
    w->state = calloc(1, s->state_size);
    w->scores = calloc(roles + 1, sizeof *w->scores);
    w->marks = s->set.record ? calloc(HISTORY, sizeof *w->marks) : NULL;
    bool fine = w->ctx && w->lists && joint_init(&w->joint, s->game, w->ctx) && w->state && w->scores &&
                (w->marks || !s->set.record);
    for (uint32_t i = 0; i <= roles && fine; i++)
        fine = (w->lists[i] = lud_moves_new()) != NULL;
    return fine && (!flights_wanted(s) || flights_init(w));
}

static void destroy(agent *a)
{
    search *s = a->own;
    if (!s)
        return;
    for (uint32_t i = 0; s->workers && i < s->set.threads; i++)
        worker_done(&s->workers[i], s->roles);
    store_done(&s->store);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->resumed);
    free(s->workers);
    free(s->history);
    free(s->low);
    free(s->scale);
    free(s);
}

/* Where the rules do not state the bounds of scores, some random games show what is usual. */
static void sample_bounds(search *s)
{
    worker *w = &s->workers[0];
    bool first = true;
    lud_rng_seed(&w->rng, 1, 0);
    for (uint32_t i = 0; i < SAMPLED_SCORES; i++) {
        if (!worker_made(w, lud_start(w->ctx, w->state)) ||
            !worker_made(w, lud_playout(w->ctx, w->state, &w->rng, NULL, NULL)))
            continue;
        lud_scores(s->game, w->state, w->scores);
        for (uint32_t r = 0; r < s->roles; r++) {
            double x = w->scores[r], high = s->low[r] + s->scale[r];
            s->low[r] = first || x < s->low[r] ? x : s->low[r];
            s->scale[r] = (first || x > high ? x : high) - s->low[r];
        }
        first = false;
    }
}

/* Scales are ranges until the end. */
static void find_bounds(search *s)
{
    s->bounded = true;
    for (uint32_t r = 0; r < s->roles; r++) {
        double low, high;
        s->bounded &= lud_score_bounds(s->game, r + 1, &low, &high);
        s->low[r] = low;
        s->scale[r] = high - low;
    }
    if (!s->bounded)
        sample_bounds(s);
    for (uint32_t r = 0; r < s->roles; r++)
        s->scale[r] = s->scale[r] > 0 ? 1 / s->scale[r] : 1;
}

/* Zeroed memory that begins with a cache line. */
static void *clear_lines(size_t count, size_t size)
{
    void *memory = aligned_alloc(CACHE_LINE, count * size);
    if (memory)
        memset(memory, 0, count * size);
    return memory;
}

static bool create(agent *a)
{
    lud_info info;
    const double *p = a->parameters;
    lud_game_info(a->game, &info);
    search *s = a->own = clear_lines(1, sizeof *s);
    if (!s)
        return false;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->resumed, NULL);
    s->game = a->game;
    s->owner = a;
    s->roles = info.roles;
    s->state_size = lud_state_size(a->game);
    s->sets = info.hidden;
    s->set = (settings){
        .regret = p[REGRET],
        .solve = p[SOLVE] > 0,
        .transpose = p[TRANSPOSE] > 0,
        .reuse = p[REUSE] > 0,
        .record = p[RAVE] > 0,
        .threads = (uint32_t)p[THREADS],
        .batch = (uint32_t)p[BATCH],
    };
    s->terms = (urgency_terms){
        .explore = (float)p[EXPLORATION],
        .fresh = (float)p[FIRST_PLAY],
        .rave = (float)p[RAVE],
        .history = (float)p[HISTORY_WEIGHT],
    };
    s->low = calloc(info.roles + 1, sizeof *s->low);
    s->scale = calloc(info.roles + 1, sizeof *s->scale);
    s->history = calloc(1, sizeof *s->history);
    s->workers = clear_lines(s->set.threads, sizeof *s->workers);
    bool fine = s->low && s->scale && s->history && s->workers && store_init(&s->store, (size_t)(p[MEMORY] * 1e6));
    for (uint32_t i = 0; i < s->set.threads && fine; i++)
        fine = worker_init(&s->workers[i], s);
    if (fine)
        find_bounds(s);
    return fine && s->workers[0].status != LUD_ERR_MEMORY;
}

/* ---- threads ---- */

/* With the lock held, by the last thread to stop. */
static void resume(search *s)
{
    collect(s);
    atomic_store(&s->pause, false);
    s->waiting = 0;
    s->pauses++;
    pthread_cond_broadcast(&s->resumed);
}

static void wait_for_room(worker *w)
{
    search *s = w->search;
    store_close(&s->store, &w->stretch);
    pthread_mutex_lock(&s->lock);
    uint64_t before = s->pauses;
    if (atomic_load(&s->pause)) {
        s->waiting++;
        if (s->waiting == s->active)
            resume(s);
        while (s->pauses == before)
            pthread_cond_wait(&s->resumed, &s->lock);
    }
    pthread_mutex_unlock(&s->lock);
}

static void leave(worker *w)
{
    search *s = w->search;
    store_close(&s->store, &w->stretch);
    pthread_mutex_lock(&s->lock);
    s->active--;
    if (atomic_load(&s->pause) && s->active > 0 && s->waiting == s->active)
        resume(s);
    pthread_mutex_unlock(&s->lock);
}

/* How time goes by. The clock is looked at every so many iterations, which take no longer than a few microseconds. */
typedef struct pace {
    double longest, before; /* the longest that iterations took from look to look; when the last was */
    uint32_t each, left;    /* iterations between two looks; that are left */
} pace;
enum { PACE_MAX = 16 };
#define PACE_SECONDS 10e-6

/* Whether there is time for iterations like the longest so far. */
static bool out_of_time(const agent_budget *b, pace *p)
{
    if (agent_stopped(b))
        return true;
    if (b->deadline <= 0 || p->left-- > 1)
        return false;
    const double now = agent_clock(), took = now - p->before;
    if (p->before > 0 && took > p->longest)
        p->longest = took;
    if (p->before > 0 && took < PACE_SECONDS / 2)
        p->each = p->each < PACE_MAX ? p->each * 2 : p->each;
    else if (took > PACE_SECONDS)
        p->each = 1;
    p->before = now;
    p->left = p->each;
    return now + p->longest >= b->deadline;
}

/* One more iteration with its random games, of a handful that was taken at once where several threads take some. */
static bool claim(worker *w)
{
    search *s = w->search;
    const uint64_t games = w->flights ? w->each : 1, handful = s->set.threads == 1 ? games : CLAIMED_AT_ONCE * games;
    if (s->limit == 0)
        return true;
    if (w->left == 0) {
        uint64_t first = atomic_fetch_add_explicit(&s->claimed, handful, memory_order_relaxed);
        if (first >= s->limit)
            return false;
        w->left = handful < s->limit - first ? handful : s->limit - first;
    }
    w->left -= games < w->left ? games : w->left;
    return true;
}

static void *work(void *user)
{
    worker *w = user;
    search *s = w->search;
    pace time = {.each = 1, .left = 1};
    uint64_t most_nodes = s->budget->nodes / s->worker_count;
    while (w->status != LUD_ERR_MEMORY && !atomic_load_explicit(&s->finished, memory_order_relaxed)) {
        if (atomic_load_explicit(&s->pause, memory_order_relaxed)) {
            flights_land(w); /* paths lead through nodes, which may be moved */
            wait_for_room(w);
        }
        if (w->flights && !w->waiting)
            flights_plan(w);
        if (out_of_time(s->budget, &time) || (most_nodes && w->nodes >= most_nodes) || !claim(w))
            break;
        if (s->sets)
            iterate_sets(w);
        else
            iterate_tree(w);
        if (w->waiting && w->waiting == w->round)
            flights_land(w);
    }
    flights_land(w);
    leave(w);
    return NULL;
}

/* Fewer threads than wanted, when the system has no more. */
static void run(search *s)
{
    pthread_t *threads = calloc(s->set.threads, sizeof *threads);
    uint32_t started = 1;
    s->active = s->worker_count = threads ? s->set.threads : 1;
    while (started < s->worker_count && pthread_create(&threads[started], NULL, work, &s->workers[started]) == 0)
        started++;
    pthread_mutex_lock(&s->lock);
    s->active -= s->worker_count - started;
    pthread_mutex_unlock(&s->lock);
    work(&s->workers[0]);
    for (uint32_t i = 1; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

/* ---- thinking ---- */

/* Goes on from what was found out before, where the position is in the tree. */
static node *find_root(search *s, const agent_sight *sight)
{
    bool made;
    worker *w = &s->workers[0];
    const void *state = s->sets ? belief_state(sight->belief, 0) : sight->state;
    uint64_t hash = s->sets ? node_set_hash(s, state, sight->role) : lud_state_hash(s->game, state);
    node *n = s->set.reuse ? node_find(s, hash, s->sets ? NULL : state) : NULL;
    if (n && (n->kind == NODE_TERMINAL || n->kind == NODE_DEAD))
        n = NULL;
    if (!n) {
        store_clear(&s->store);
        forget_history(s);
        n = s->sets ? node_of_set(w, state, sight->role, &made) : node_of_state(w, state);
    }
    store_close(&s->store, &w->stretch);
    s->root = n && !s->sets ? node_ref(s, n) : 0;
    return n;
}

static const arm *own_arm(node *n, uint32_t role)
{
    for (uint32_t i = 0; i < n->arms; i++)
        if (node_arms(n)[i].role == role)
            return &node_arms(n)[i];
    return NULL;
}

static bool same_move(lud_move a, lud_move b)
{
    return a.count == b.count && (a.count == 0 || memcmp(a.words, b.words, a.count * sizeof *a.words) == 0);
}

/* The edge of a listed move. Lists have the same order in the same state, but an information set
 * may have been met in another one. */
static bool edge_of(node *n, const arm *a, lud_move move, uint32_t guess, edge *e)
{
    uint32_t at = guess < a->count && same_move(node_move(n, a->first + guess), move) ? guess : 0;
    while (at < a->count && !same_move(node_move(n, a->first + at), move))
        at++;
    if (at < a->count)
        *e = edge_at(n, a->first + at);
    return at < a->count;
}

static double mean_value(const search *s, edge e, uint32_t role)
{
    uint32_t visits = edge_visits(e);
    if (visits & EDGE_PROVEN)
        return edge_exact(s, e, role);
    return visits ? atomic_load(e.sum) / visits : 0;
}

static void fill_choices(agent *a, node *n, const arm *own, uint32_t role)
{
    const search *s = a->own;
    for (uint32_t i = 0; i < lud_moves_count(a->moves); i++) {
        edge e;
        if (!edge_of(n, own, lud_moves_at(a->moves, i), i, &e))
            continue;
        uint32_t visits = edge_visits(e);
        a->choices[i] = (agent_choice){s->low[role - 1] + mean_value(s, e, role) / s->scale[role - 1],
                                       visits & ~EDGE_PROVEN, (visits & EDGE_PROVEN) != 0};
    }
}

/* Plies to the end after a proven move. */
static uint32_t distance_of(const search *s, edge e)
{
    ref child = edge_child(e);
    return child ? node_at(s, child)->distance : 0;
}

/* The most visited move that is not proven, or the best proven one when that is worth more. Among
 * proven ones of the same value the shortest way to a good result and the longest to a bad one. */
static uint32_t best_edge(const search *s, node *n, const arm *a)
{
    int seen = -1, proven = -1;
    for (uint32_t i = 0; i < a->count; i++) {
        edge e = edge_at(n, a->first + i), best = {0};
        uint32_t visits = edge_visits(e);
        if (visits & EDGE_PROVEN) {
            best = proven < 0 ? best : edge_at(n, a->first + (uint32_t)proven);
            float x = edge_exact(s, e, a->role), y = proven >= 0 ? edge_exact(s, best, a->role) : -1;
            uint32_t d = distance_of(s, e), old = proven >= 0 ? distance_of(s, best) : 0;
            uint32_t most = proven >= 0 ? edge_visits(best) : 0;
            /* a draw is best kept where most was found out: others may go wrong there */
            bool better = x >= 1 ? d < old : x <= 0 ? d > old : visits > most;
            if (proven < 0 || x > y || (x == y && better))
                proven = (int)i;
            continue;
        }
        best = seen < 0 ? best : edge_at(n, a->first + (uint32_t)seen);
        if (seen < 0 || visits > edge_visits(best) ||
            (visits == edge_visits(best) && mean_value(s, e, a->role) > mean_value(s, best, a->role)))
            seen = (int)i;
    }
    if (proven < 0 || seen < 0)
        return (uint32_t)(proven < 0 ? seen : proven);
    const edge p = edge_at(n, a->first + (uint32_t)proven);
    const edge v = edge_at(n, a->first + (uint32_t)seen);
    return (uint32_t)(edge_visits(v) == 0 || mean_value(s, p, a->role) >= mean_value(s, v, a->role) ? proven : seen);
}

/* Draws from the mean strategy. */
static uint32_t mixed_edge(node *n, const arm *a, uint64_t seed)
{
    lud_rng rng;
    double total = 0;
    rating *e = &node_ratings(n)[a->first];
    lud_rng_seed(&rng, seed, 1);
    for (uint32_t i = 0; i < a->count; i++)
        total += atomic_load(&e[i].visits);
    double draw = total * (double)(lud_rng_next(&rng) >> 11) * 0x1p-53;
    uint32_t i = 0;
    while (i + 1 < a->count && draw >= atomic_load(&e[i].visits))
        draw -= atomic_load(&e[i++].visits);
    return i;
}

static void explain(agent *a, node *n)
{
    const search *s = a->own;
    for (uint32_t ply = 0; ply < LINE_MAX_PLIES && n && n->arms && n->kind != NODE_JOINT; ply++) {
        const arm *own = &node_arms(n)[n->chooser];
        uint32_t best = own->first + best_edge(s, n, own);
        if (edge_visits(edge_at(n, best)) == 0)
            break;
        agent_line_add(a, node_move(n, best));
        ref child = edge_child(edge_at(n, best));
        n = child ? node_at(s, child) : NULL;
    }
}

static void conclude(agent *a, node *n, const agent_sight *sight, uint64_t seed, uint32_t *chosen)
{
    search *s = a->own;
    const arm *own = own_arm(n, sight->role);
    if (!own)
        return;
    fill_choices(a, n, own, sight->role);
    bool mixed = s->set.regret > 0 && n->kind == NODE_JOINT && own->count > 1;
    uint32_t best = own->first + (mixed ? mixed_edge(n, own, seed) : best_edge(s, n, own));
    lud_move move = node_move(n, best);
    for (uint32_t i = 0; i < lud_moves_count(a->moves); i++)
        if (same_move(lud_moves_at(a->moves, i), move))
            *chosen = i;
    const edge e = edge_at(n, best);
    a->value = a->choices[*chosen].value;
    a->proven = (edge_visits(e) & EDGE_PROVEN) && atomic_load(&n->proven);
    a->distance = a->proven ? distance_of(s, e) + 1 : 0;
    if (a->explain && (n->kind == NODE_MOVE || n->kind == NODE_SET))
        explain(a, n);
}

static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    search *s = a->own;
    s->sight = sight;
    s->budget = budget;
    s->limit = budget->playouts ? budget->playouts : (uint64_t)a->parameters[PLAYOUTS];
    if (s->limit == 0 && budget->deadline <= 0)
        s->limit = budget->nodes ? budget->nodes * 64 : STANDARD_PLAYOUTS;
    s->worker_count = s->set.threads;
    atomic_store(&s->claimed, 0);
    atomic_store(&s->finished, false);
    for (uint32_t i = 0; i < s->set.threads; i++) {
        worker *w = &s->workers[i];
        lud_rng_seed(&w->rng, budget->seed, i);
        w->playouts = w->nodes = w->left = 0;
        w->deepest = 0;
        w->status = LUD_OK;
    }
    node *root = find_root(s, sight);
    atomic_store(&s->pause, false);
    if (!root) {
        snprintf(a->problem, sizeof a->problem, "the memory of %g MB is too small for this game",
                 a->parameters[MEMORY]);
        return s->workers[0].status == LUD_ERR_MEMORY ? LUD_ERR_MEMORY : LUD_ERR_ARGUMENT;
    }
    atomic_store(&s->finished, !s->sets && atomic_load(&root->proven));
    uint64_t hash = root->hash;
    run(s);
    bool no_memory = false; /* of the system; the tree's own is collected */
    for (uint32_t i = 0; i < s->set.threads; i++) {
        worker *w = &s->workers[i];
        no_memory |= w->status == LUD_ERR_MEMORY;
        a->playouts += w->playouts;
        a->nodes += w->nodes;
        a->depth = w->deepest > a->depth ? w->deepest : a->depth;
    }
    a->repeatable &= s->set.threads == 1;
    /* the collector may have moved the tree */
    root = s->sets ? node_find(s, hash, NULL) : node_at(s, s->root);
    if (root)
        conclude(a, root, sight, budget->seed, chosen);
    if (no_memory)
        snprintf(a->problem, sizeof a->problem, "out of memory after %llu random games",
                 (unsigned long long)a->playouts);
    return no_memory ? LUD_ERR_MEMORY : LUD_OK;
}

static bool begin(agent *a, uint32_t role, uint64_t seed)
{
    search *s = a->own;
    (void)role, (void)seed;
    store_clear(&s->store);
    s->root = 0;
    forget_history(s);
    return true;
}

const agent_kind agent_mcts = {
    .name = "mcts",
    .summary = "Monte Carlo tree search (UCT); information sets where facts are hidden",
    .parameters =
        {
            [PLAYOUTS] = {"playouts", "playouts for a move; 0: as many as the clock allows", 0, 0, 1e12},
            [EXPLORATION] = {"c", "weight of exploration", 0.4, 0, 100},
            [FIRST_PLAY] = {"fpu", "value of untried moves above the mean; -1: each is tried first", 0.4, -1, 10},
            [HISTORY_WEIGHT] = {"history", "weight of progressive history; 0: off", 0.5, 0, 100},
            [RAVE] = {"rave", "visits at which RAVE weighs like a move's own results; 0: off", 0, 0, 1e6},
            [SOLVE] = {"solver", "1: proven results are backed up", 1, 0, 1},
            [TRANSPOSE] = {"transpositions", "1: equal positions are one node", 1, 0, 1},
            [REUSE] = {"reuse", "1: the tree is kept from move to move", 1, 0, 1},
            [REGRET] = {"regret", "1: regret matching where several roles decide at once, else UCT", 0, 0, 1},
            [THREADS] = {"threads", "threads that share the tree", 1, 1, 256},
            [MEMORY] = {"memory", "megabytes of the tree", 256, 1, 65536},
            [BATCH] = {"batch", "random games at once where there is a network; 0: one by one", 0, 0, 65536},
        },
    .create = create,
    .think = think,
    .begin = begin,
    .destroy = destroy,
    .branches = mcts_branches,
};
