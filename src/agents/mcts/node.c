#include "agents/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

/* splitmix64's finaliser (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * 2014). */
static uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 27)) * UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 31);
}

static inline uint32_t key_of(uint32_t role, const uint32_t *words, uint32_t count)
{
    uint64_t h = role + 1;
    for (uint32_t i = 0; i + 1 < count; i++) {
        h = (h + words[i] + 1) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    h = (h * UINT64_C(0xbf58476d1ce4e5b9)) >> 32;
    return (uint32_t)h + (count ? words[count - 1] : 0);
}

uint32_t move_key(uint32_t role, lud_move move) { return key_of(role, move.words, move.count); }

bool worker_keep(worker *w, uint32_t role, lud_move move)
{
    return worker_made(w, joint_keep(&w->joint, role, move) ? LUD_OK : LUD_ERR_MEMORY);
}

double scaled_score(const search *s, uint32_t player, double score)
{
    const double x = (score - s->low[player]) * s->scale[player];
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

void scaled_scores(const search *s, const void *state, double *scores)
{
    lud_scores(s->game, state, scores);
    for (uint32_t i = 0; i < s->roles; i++)
        scores[i] = scaled_score(s, i, scores[i]);
}

/* ---- the table ---- */

static bool same(const search *s, node *n, uint64_t hash, const void *state)
{
    return n->hash == hash && (!state || (n->kind != NODE_SET && memcmp(node_state(n), state, s->state_size) == 0));
}

static node *find(search *s, uint64_t hash, const void *state)
{
    ref r = atomic_load_explicit(&s->store.table[hash & (s->store.slots - 1)], memory_order_acquire);
    while (r) {
        node *n = node_at(s, r);
        if (same(s, n, hash, state))
            return n;
        r = n->head.next;
    }
    return NULL;
}

node *node_find(search *s, uint64_t hash, const void *state) { return find(s, hash, state); }

/* Unless another thread was faster: then its node. */
static node *insert(worker *w, node *n, const void *state, bool unique)
{
    search *s = w->search;
    const bool shared = s->set.threads > 1; /* the caller has looked for it */
    if (shared)
        pthread_mutex_lock(&s->store.lock);
    node *other = unique && shared ? find(s, n->hash, state) : NULL;
    if (!other) {
        _Atomic ref *head = &s->store.table[n->hash & (s->store.slots - 1)];
        n->head.next = atomic_load_explicit(head, memory_order_relaxed);
        atomic_store_explicit(head, node_ref(s, n), memory_order_release);
        atomic_fetch_add_explicit(&s->store.entries, 1, memory_order_relaxed);
        w->nodes++;
    }
    if (shared)
        pthread_mutex_unlock(&s->store.lock);
    if (atomic_load_explicit(&s->store.entries, memory_order_relaxed) > s->store.slots)
        atomic_store_explicit(&s->pause, true, memory_order_relaxed);
    return other ? other : n;
}

/* ---- making nodes ---- */

static size_t align(size_t n) { return (n + 15) & ~(size_t)15; }

typedef struct shape {
    uint32_t arms, edges, words, cells;
    bool state, lists; /* lists: some arm has many moves */
} shape;

static node *take(worker *w, const shape *f)
{
    search *s = w->search;
    const size_t each = f->edges;
    size_t arms_at = sizeof(node) + s->roles * sizeof(double);
    size_t edges_at = align(arms_at + f->arms * sizeof(arm));
    size_t keys_at = edges_at + each * (sizeof(double) + sizeof(uint32_t) + sizeof(ref));
    size_t lists_at = keys_at + each * sizeof(uint32_t);
    size_t cells_at = lists_at + (f->lists ? f->arms * sizeof(shortlist) : 0);
    size_t ratings_at = cells_at + f->cells * sizeof(ref);
    size_t starts_at = ratings_at + (s->set.record || s->set.regret > 0 ? each * sizeof(rating) : 0);
    size_t state_at = align(starts_at + (each + 1 + f->words) * sizeof(uint32_t));
    size_t size = state_at + (f->state ? s->state_size : 0);
    ref r = size < UINT32_MAX ? store_take(&s->store, &w->stretch, size, BLOCK_NODE) : 0;
    if (!r) {
        if (store_fits(&s->store, size))
            atomic_store_explicit(&s->pause, true, memory_order_relaxed);
        return NULL;
    }
    node *n = node_at(s, r);
    memset((unsigned char *)n + sizeof(block), 0, keys_at - sizeof(block)); /* the moves are written by fill_arm */
    memset((unsigned char *)n + lists_at, 0, starts_at - lists_at);
    n->arms_at = (uint32_t)arms_at;
    n->edges_at = (uint32_t)edges_at;
    n->lists_at = (uint32_t)lists_at;
    n->cells_at = (uint32_t)cells_at;
    n->ratings_at = (uint32_t)ratings_at;
    n->starts_at = (uint32_t)starts_at;
    n->state_at = (uint32_t)state_at;
    n->cells = f->cells;
    n->edges = f->edges;
    n->arms = (uint16_t)f->arms;
    atomic_store_explicit(&n->mean, 0.5F, memory_order_relaxed);
    atomic_store_explicit(&n->explore, 0.83255461F, memory_order_relaxed);
    return n;
}

/* Counts what the moves of a role take. */
static void add_shape(shape *f, const lud_moves *list)
{
    f->arms++;
    f->edges += lud_moves_count(list);
    f->lists |= lud_moves_count(list) >= SHORTLIST_WORTH;
    f->words += lud_moves_word_count(list);
}

static void fill_arm(node *n, uint32_t index, uint32_t role, const lud_moves *list, uint32_t *edge_at,
                     uint32_t *word_at)
{
    arm *a = &node_arms(n)[index];
    *a = (arm){.role = role, .count = lud_moves_count(list), .first = *edge_at};
    uint32_t *starts = node_starts(n) + a->first, *keys = node_keys(n) + a->first;
    lud_moves_copy(list, node_words(n) + *word_at, starts);
    const uint32_t *words = node_words(n) + *word_at, count = a->count, shift = *word_at;
    for (uint32_t i = 0; role == 0 && i < count; i++) {
        keys[i] = lud_moves_at(list, i).weight;
        a->weight += keys[i];
    }
    for (uint32_t i = 0; role > 0 && i < count; i++)
        keys[i] = key_of(role, words + starts[i], starts[i + 1] - starts[i]);
    for (uint32_t i = 0; shift > 0 && i <= count; i++)
        starts[i] += shift;
    *edge_at += count;
    *word_at = starts[count];
}

/* Lists the moves of all roles that decide, in w->lists. */
static lud_status list_all(worker *w, const void *state, uint64_t movers, shape *f, uint32_t *choosers)
{
    *choosers = 0;
    uint64_t product = 1;
    for (uint32_t role = 0; role <= w->search->roles; role++) {
        if (!(movers >> role & 1))
            continue;
        lud_status status = lud_moves_list_once(w->ctx, state, role, w->lists[role]);
        if (status != LUD_OK)
            return status;
        uint32_t count = lud_moves_count(w->lists[role]);
        add_shape(f, w->lists[role]);
        *choosers += count > 1;
        product = product < 1 << 20 ? product * count : product;
    }
    if (*choosers > 1)
        for (f->cells = 8; f->cells < 1024 && f->cells < product;)
            f->cells *= 2;
    return LUD_OK;
}

static node *make_end(worker *w, const void *state, node_kind kind)
{
    shape f = {.state = true};
    node *n = take(w, &f);
    if (n) {
        n->kind = (uint16_t)kind;
        scaled_scores(w->search, state, node_scores(n));
        atomic_store_explicit(&n->proven, kind == NODE_TERMINAL, memory_order_relaxed);
    }
    return n;
}

static node *make_node(worker *w, const void *state)
{
    search *s = w->search;
    uint64_t movers = lud_movers(s->game, state);
    uint32_t choosers = 0, index = 0, edge_at = 0, word_at = 0;
    shape f = {.state = true};
    if (lud_terminal(s->game, state))
        return make_end(w, state, NODE_TERMINAL);
    lud_status status = list_all(w, state, movers, &f, &choosers);
    if (!worker_made(w, status))
        return status == LUD_ERR_MEMORY ? NULL : make_end(w, state, NODE_DEAD);
    node *n = take(w, &f);
    if (!n)
        return NULL;
    for (uint32_t role = 0; role <= s->roles; role++) {
        if (!(movers >> role & 1))
            continue;
        fill_arm(n, index, role, w->lists[role], &edge_at, &word_at);
        if (node_arms(n)[index].count > 1 || (choosers == 0 && role > 0))
            n->chooser = (uint16_t)index;
        index++;
    }
    const arm *a = &node_arms(n)[n->chooser];
    n->kind = choosers > 1 ? NODE_JOINT : a->role == 0 ? NODE_CHANCE : NODE_MOVE;
    return n;
}

node *node_of_state(worker *w, const void *state)
{
    search *s = w->search;
    uint64_t hash = lud_state_hash(s->game, state);
    node *n = s->set.transpose ? find(s, hash, state) : NULL;
    if (n) {
        atomic_store_explicit(&n->joined, 1, memory_order_relaxed);
        return n;
    }
    n = make_node(w, state);
    if (!n)
        return NULL;
    n->hash = hash;
    memcpy(node_state(n), state, s->state_size);
    return insert(w, n, state, s->set.transpose);
}

/* ---- information sets ---- */

uint64_t node_set_hash(const search *s, const void *state, uint32_t role)
{
    return mix(lud_observe_hash(s->game, state, role) + role * UINT64_C(0x9e3779b97f4a7c15));
}

node *node_of_set(worker *w, const void *state, uint32_t role, bool *made)
{
    search *s = w->search;
    uint64_t hash = node_set_hash(s, state, role);
    node *n = find(s, hash, NULL);
    *made = false;
    if (n)
        return n;
    if (!worker_made(w, lud_moves_list_once(w->ctx, state, role, w->lists[role])))
        return NULL;
    shape f = {0};
    uint32_t edge_at = 0, word_at = 0;
    add_shape(&f, w->lists[role]);
    n = take(w, &f);
    if (!n)
        return NULL;
    fill_arm(n, 0, role, w->lists[role], &edge_at, &word_at);
    n->kind = NODE_SET;
    n->hash = hash;
    *made = lud_moves_count(w->lists[role]) > 1;
    return insert(w, n, NULL, true);
}

/* ---- joint moves ---- */

static _Atomic ref *cell_head(node *n, uint64_t key) { return &node_cells(n)[mix(key) & (n->cells - 1)]; }

cell *node_find_cell(const search *s, node *n, uint64_t key)
{
    ref r = atomic_load_explicit(cell_head(n, key), memory_order_acquire);
    while (r) {
        cell *c = store_at(&s->store, r);
        if (c->key == key)
            return c;
        r = c->head.next;
    }
    return NULL;
}

cell *node_cell(worker *w, node *n, uint64_t key)
{
    search *s = w->search;
    cell *c = node_find_cell(s, n, key);
    if (c)
        return c;
    size_t size = sizeof(cell) + s->roles * sizeof(double);
    ref r = store_take(&s->store, &w->stretch, size, BLOCK_CELL);
    if (!r) {
        atomic_store_explicit(&s->pause, true, memory_order_relaxed);
        return NULL;
    }
    c = store_at(&s->store, r);
    memset((unsigned char *)c + sizeof(block), 0, size - sizeof(block));
    c->key = key;
    pthread_mutex_lock(&s->store.lock);
    cell *other = node_find_cell(s, n, key);
    if (!other) {
        c->head.next = atomic_load_explicit(cell_head(n, key), memory_order_relaxed);
        atomic_store_explicit(cell_head(n, key), r, memory_order_release);
    }
    pthread_mutex_unlock(&s->store.lock);
    return other ? other : c;
}
