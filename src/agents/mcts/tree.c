/* An iteration over positions. A move tried for the first time is followed by a random game; when
 * it is tried again, the position it leads to becomes a node. */
#include "agents/mcts/mcts.h"

#include "base/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the way down ---- */

bool path_add(worker *w, node *n, uint32_t arm_index, uint32_t edge_index, cell *c)
{
    if (!ROOM_FOR(w->path, w->path_capacity, w->path_length + 1)) {
        w->status = LUD_ERR_MEMORY;
        return false;
    }
    w->path[w->path_length++] = (visit){n, c, arm_index, edge_index, w->note_count};
    return true;
}

/* Sets the joint move: forced moves first, then choices. */
static void set_move(worker *w, node *n, uint32_t arm_index, uint32_t edge_index)
{
    w->joint.moves[node_arms(n)[arm_index].role] = node_move(n, edge_index);
}

static void set_forced(worker *w, node *n)
{
    for (uint32_t i = 0; i < n->arms; i++)
        if (node_arms(n)[i].count == 1)
            set_move(w, n, i, node_arms(n)[i].first);
}

static uint64_t extend_key(uint64_t key, uint32_t edge_index)
{
    return (key + edge_index + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Where a choice leads: the place of the child's reference and how often it was taken before. */
typedef struct turn {
    _Atomic ref *child;
    uint32_t before;
} turn;

static bool turn_single(worker *w, node *n, turn *t)
{
    const arm *a = &node_arms(n)[n->chooser];
    uint32_t chosen = n->kind == NODE_CHANCE ? choose_chance(w, n, a) : choose_edge(w, n, a);
    const edge e = edge_at(n, chosen);
    const ref child = edge_child(e);
    if (child)
        node_fetch(w->search, child);
    if (!path_add(w, n, n->chooser, chosen, NULL))
        return false;
    if (w->search->set.record && a->role)
        note_step(w, a->role, node_keys(n)[chosen]);
    *t = (turn){e.child, edge_visits(e) & ~EDGE_PROVEN};
    count_up(e.visits);
    return true;
}

static bool turn_joint(worker *w, node *n, turn *t)
{
    uint64_t key = 0;
    uint32_t first = w->path_length;
    for (uint32_t i = 0; i < n->arms; i++) {
        const arm *a = &node_arms(n)[i];
        if (a->count == 1)
            continue;
        uint32_t chosen = a->role == 0                ? choose_chance(w, n, a)
                          : w->search->set.regret > 0 ? choose_regret(w, n, a)
                                                      : choose_edge(w, n, a);
        if (!path_add(w, n, i, chosen, NULL))
            return false;
        count_up(node_visits(n) + chosen);
        key = extend_key(key, chosen);
    }
    cell *c = node_cell(w, n, key);
    if (!c) { /* no memory: play on without */
        *t = (turn){NULL, 0};
        return true;
    }
    for (uint32_t i = first; i < w->path_length; i++)
        w->path[i].cell = c;
    *t = (turn){&c->child, atomic_load_explicit(&c->visits, memory_order_relaxed)};
    count_up(&c->visits);
    return true;
}

/* The move of the way down, in w->joint. */
static void set_moves(worker *w, node *n)
{
    if (n->arms > 1)
        set_forced(w, n);
    for (uint32_t i = w->path_length; i > 0 && w->path[i - 1].node == n; i--)
        set_move(w, n, w->path[i - 1].arm, w->path[i - 1].edge);
}

static bool on_path(const worker *w, const node *n)
{
    if (!atomic_load_explicit(&n->joined, memory_order_relaxed))
        return false;
    for (uint32_t i = 0; i < w->path_length; i++)
        if (w->path[i].node == n)
            return true;
    return false;
}

/* ---- proofs ----
 *
 * Certain results are handed up: a move that is certain to bring the most there is decides for its
 * role; else all moves must be known, and the best counts (Winands, Bjornsson and Saito,
 * "Monte-Carlo tree search solver", 2008; with any scores, and for any number of roles). Chance is
 * certain when all outcomes are. Joint moves are not proved. */

/* The arm's count if none is. */
static uint32_t best_proven(const search *s, node *n, const arm *a, bool *all)
{
    uint32_t best = a->count;
    *all = true;
    for (uint32_t i = 0; i < a->count; i++) {
        const edge e = edge_at(n, a->first + i);
        if (!(edge_visits(e) & EDGE_PROVEN)) {
            *all = false;
            continue;
        }
        const bool first = best == a->count;
        const edge old = edge_at(n, a->first + (first ? i : best));
        const float x = edge_exact(s, e, a->role), y = edge_exact(s, old, a->role);
        const uint32_t d = node_at(s, edge_child(e))->distance, other = node_at(s, edge_child(old))->distance;
        /* the shortest way to a result above the middle, the longest to others */
        if (first || x > y || (x == y && (x > 0.5F ? d < other : d > other)))
            best = i;
    }
    return best;
}

static bool prove_move(search *s, node *n, const arm *a)
{
    bool all;
    const uint32_t best = best_proven(s, n, a, &all);
    if (best == a->count)
        return false;
    const edge e = edge_at(n, a->first + best);
    if (!all && !(s->bounded && edge_exact(s, e, a->role) >= 1))
        return false;
    const node *child = node_at(s, edge_child(e));
    memcpy(node_scores(n), child + 1, s->roles * sizeof(double));
    n->distance = child->distance + 1;
    return true;
}

static bool prove_chance(search *s, node *n, const arm *a)
{
    double *scores = node_scores(n);
    for (uint32_t i = 0; i < a->count; i++)
        if (!(edge_visits(edge_at(n, a->first + i)) & EDGE_PROVEN))
            return false;
    memset(scores, 0, s->roles * sizeof *scores);
    for (uint32_t i = 0; i < a->count; i++) {
        node *child = node_at(s, edge_child(edge_at(n, a->first + i)));
        double p = a->weight ? (double)node_keys(n)[a->first + i] / a->weight : 1.0 / a->count;
        for (uint32_t r = 0; r < s->roles; r++)
            scores[r] += p * node_scores(child)[r];
        n->distance = child->distance + 1 > n->distance ? child->distance + 1 : n->distance;
    }
    return true;
}

static bool is_proven(const node *n) { return atomic_load_explicit(&n->proven, memory_order_acquire); }

/* Moves that are certain are not followed any more, but what they are sure to bring counts wherever
 * a result falls short of it. */
static void note_proven(const search *s, node *n, uint32_t index, uint32_t role)
{
    uint32_t best = atomic_load_explicit(&n->best_proven, memory_order_relaxed);
    if (!best || edge_exact(s, edge_at(n, index), role) > edge_exact(s, edge_at(n, best - 1), role))
        atomic_store_explicit(&n->best_proven, index + 1, memory_order_release);
}

static void secure(worker *w, node *n, uint32_t role)
{
    uint32_t best = atomic_load_explicit(&n->best_proven, memory_order_acquire);
    if (!best || n->kind != NODE_MOVE)
        return;
    const edge e = edge_at(n, best - 1);
    if (w->scores[role - 1] < edge_exact(w->search, e, role))
        memcpy(w->scores, node_scores(node_at(w->search, edge_child(e))), w->search->roles * sizeof *w->scores);
}

/* The node a proof came from is the child of the last decision. */
static void prove(worker *w, node *from)
{
    search *s = w->search;
    pthread_mutex_lock(&s->store.lock);
    for (uint32_t i = w->path_length; i > 0 && is_proven(from); i--) {
        const visit *v = &w->path[i - 1];
        node *n = v->node;
        const arm *a = &node_arms(n)[v->arm];
        if (v->cell || n->kind == NODE_JOINT)
            break;
        const edge e = edge_at(n, v->edge);
        if (edge_child(e) != node_ref(s, from))
            break;
        atomic_fetch_or_explicit(e.visits, EDGE_PROVEN, memory_order_relaxed);
        note_proven(s, n, v->edge, a->role);
        if (!is_proven(n) && (n->kind == NODE_CHANCE ? prove_chance(s, n, a) : prove_move(s, n, a)))
            atomic_store_explicit(&n->proven, 1, memory_order_release);
        from = n;
    }
    pthread_mutex_unlock(&s->store.lock);
}

/* ---- the way up ---- */

/* What another choice of one role would have brought, by the joint moves met so far. */
static void learn_regrets(worker *w, uint32_t first, uint32_t end)
{
    search *s = w->search;
    node *n = w->path[first].node;
    for (uint32_t i = first; i < end; i++) {
        const arm *a = &node_arms(n)[w->path[i].arm];
        if (a->role == 0)
            continue;
        for (uint32_t k = a->first; k < a->first + a->count; k++) {
            uint64_t key = 0;
            for (uint32_t j = first; j < end; j++)
                key = extend_key(key, j == i ? k : w->path[j].edge);
            cell *c = k == w->path[i].edge ? NULL : node_find_cell(s, n, key);
            uint32_t visits = c ? atomic_load_explicit(&c->visits, memory_order_relaxed) : 0;
            if (visits == 0)
                continue;
            double mean = atomic_load_explicit(&c->sums[a->role - 1], memory_order_relaxed);
            add_float(&node_ratings(n)[k].sum, (float)(mean / visits - w->scores[a->role - 1]));
        }
    }
}

static void learn_joint(worker *w, uint32_t first)
{
    uint32_t end = first;
    cell *c = w->path[first].cell;
    while (end < w->path_length && w->path[end].node == w->path[first].node)
        end++;
    if (!c)
        return;
    for (uint32_t r = 0; r < w->search->roles; r++)
        add_double(&c->sums[r], w->scores[r]);
    if (w->search->set.regret > 0)
        learn_regrets(w, first, end);
}

static void back_up(worker *w)
{
    for (uint32_t i = w->path_length; i-- > 0;) {
        const visit *v = &w->path[i];
        const arm *a = &node_arms(v->node)[v->arm];
        if (v->node->kind == NODE_JOINT && (i == 0 || w->path[i - 1].node != v->node))
            learn_joint(w, i);
        if (a->role == 0)
            continue;
        add_double(node_sums(v->node) + v->edge, w->scores[a->role - 1]);
        learn_history_of(w, v, a);
        secure(w, v->node, a->role);
        node_learn(v->node, w->scores[a->role - 1]);
    }
}

/* ---- an iteration ---- */

/* The node that the way down leads to in w->state, if it is to go on there. */
static node *enter(worker *w, _Atomic ref *child)
{
    node *next = node_of_state(w, w->state);
    if (!next)
        return NULL;
    atomic_store_explicit(child, node_ref(w->search, next), memory_order_release);
    return on_path(w, next) ? NULL : next;
}

/* Makes the move and plays a random game behind it; the node of the end, if the move leads there. */
static node *play_behind(worker *w, node *n, _Atomic ref *child)
{
    lud_playout_result result;
    bool made;
    const lud_status status =
        lud_playout_after(w->ctx, node_state(n), w->joint.moves, w->state, &w->rng, &result, &made);
    node *end = NULL;
    if (!worker_made(w, status) && !made) { /* the rules fail: as it stands */
        scaled_scores(w->search, node_state(n), w->scores);
        return NULL;
    }
    if (result.plies == 0 && status == LUD_OK && child)
        end = enter(w, child);
    if (!end)
        played(w, status);
    return end;
}

/* The node to go on from, or NULL when the result is in w->scores. */
static node *go_down(worker *w, node *n)
{
    search *s = w->search;
    turn t = {NULL, 0};
    bool fine = n->kind == NODE_JOINT ? turn_joint(w, n, &t) : turn_single(w, n, &t);
    if (!fine)
        return NULL;
    ref child = t.child ? atomic_load_explicit(t.child, memory_order_acquire) : 0;
    if (child && !on_path(w, node_at(s, child)) && w->path_length < PATH_MAX_PLIES)
        return node_at(s, child);
    set_moves(w, n);
    if (!s->set.record && !w->flights && (child || !t.child || t.before == 0))
        return play_behind(w, n, child ? NULL : t.child);
    memcpy(w->state, node_state(n), s->state_size);
    if (!worker_made(w, lud_apply(w->ctx, w->state, w->joint.moves))) { /* the rules fail: as it stands */
        scaled_scores(s, node_state(n), w->scores);
        return NULL;
    }
    bool over = lud_terminal(s->game, w->state);
    if (!child && t.child && (over || t.before > 0)) {
        node *next = enter(w, t.child);
        if (next)
            return next;
    }
    if (over)
        scaled_scores(s, w->state, w->scores);
    else if (w->flights)
        flights_add(w);
    else
        playout(w);
    return NULL;
}

void learn(worker *w)
{
    if (w->search->set.record)
        learn_rave(w);
    back_up(w);
}

void iterate_tree(worker *w)
{
    search *s = w->search;
    node *n = node_at(s, s->root), *proof = NULL;
    w->path_length = w->note_count = 0;
    const uint32_t waiting = w->waiting;
    while (n) {
        count_up(&n->visits);
        bool certain = is_proven(n);
        if (certain || n->kind == NODE_DEAD) {
            memcpy(w->scores, node_scores(n), s->roles * sizeof *w->scores);
            proof = certain ? n : NULL;
            break;
        }
        n = go_down(w, n);
    }
    w->deepest = w->path_length > w->deepest ? w->path_length : w->deepest;
    if (w->status == LUD_ERR_MEMORY || w->waiting > waiting)
        return;
    w->playouts++; /* an end of the game is as good as a random game */
    learn(w);
    if (proof && s->set.solve)
        prove(w, proof);
    if (is_proven(node_at(s, s->root)))
        atomic_store_explicit(&s->finished, true, memory_order_relaxed);
}
