/* Makes room: see store.h. All other threads wait meanwhile, and no thread has a stretch. */
#include "agents/mcts/mcts.h"

#include "base/room.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS = 31 };

/* Nodes to be looked at; `failed` when it could not grow. */
typedef struct pile {
    ref *refs;
    size_t count, capacity;
    bool failed;
    uint64_t units[LEVELS]; /* of what is marked, [binary logarithm of its visits] */
} pile;

static void count_units(pile *p, const block *b, uint32_t visits)
{
    p->units[visits ? 31 - __builtin_clz(visits) : 0] += b->units;
}

static void add(pile *p, ref r)
{
    if (!ROOM_FOR(p->refs, p->capacity, p->count + 1)) {
        p->failed = true;
        return;
    }
    p->refs[p->count++] = r;
}

static void mark_child(search *s, pile *p, ref child, uint32_t visits)
{
    block *b = child ? store_at(&s->store, child) : NULL;
    if (!b || b->forward)
        return;
    node *n = (node *)b;
    bool kept = atomic_load_explicit(&n->visits, memory_order_relaxed) >= visits ||
                atomic_load_explicit(&n->proven, memory_order_relaxed);
    if (!kept)
        return;
    b->forward = 1;
    add(p, child);
}

static void mark_node(search *s, pile *p, node *n, uint32_t visits)
{
    const bool root = node_ref(s, n) == s->root, proven = atomic_load(&n->proven);
    const uint32_t own = atomic_load(&n->visits);
    count_units(p, &n->head, root || proven || own >> LEVELS ? UINT32_MAX >> 1 : own);
    if (proven && !root)
        return; /* what it is worth is known: nobody goes below */
    for (uint32_t i = 0; i < n->arms; i++) {
        const arm *a = &node_arms(n)[i];
        for (uint32_t k = a->first; k < a->first + a->count; k++)
            mark_child(s, p, edge_child(edge_at(n, k)), visits);
    }
    for (uint32_t i = 0; i < n->cells; i++)
        for (ref r = atomic_load(&node_cells(n)[i]); r;) {
            cell *c = store_at(&s->store, r);
            if (atomic_load(&c->visits) >= visits) {
                c->head.forward = 1;
                count_units(p, &c->head, atomic_load(&c->visits));
                mark_child(s, p, atomic_load(&c->child), visits);
            }
            r = c->head.next;
        }
}

typedef void block_call(search *s, block *b, void *user);

static void each_block(search *s, block_call *call, void *user)
{
    uint32_t end = atomic_load(&s->store.used);
    for (uint32_t at = 1, units; at < end; at += units) {
        block *b = store_at(&s->store, at);
        units = b->units; /* the call may move the block */
        call(s, b, user);
    }
}

static void unmark(search *s, block *b, void *user)
{
    (void)s, (void)user;
    b->forward = 0;
}

typedef struct sets_mark {
    uint32_t visits;
    pile *pile;
} sets_mark;

static void mark_set(search *s, block *b, void *user)
{
    sets_mark *m = user;
    const uint32_t visits = b->kind == BLOCK_NODE ? atomic_load(&((node *)b)->visits) : 0;
    (void)s;
    b->forward = b->kind == BLOCK_NODE && visits >= m->visits;
    if (b->forward)
        count_units(m->pile, b, visits);
}

/* Marks what is to stay. */
static void mark(search *s, uint32_t visits, pile *p)
{
    memset(p->units, 0, sizeof p->units);
    if (s->sets) {
        each_block(s, mark_set, &(sets_mark){visits, p});
        return;
    }
    each_block(s, unmark, NULL);
    p->count = 0;
    ((block *)store_at(&s->store, s->root))->forward = 1;
    add(p, s->root);
    while (p->count)
        mark_node(s, p, node_at(s, p->refs[--p->count]), visits);
}

/* The least number of visits, a power of two, above which no more is marked than there is room for. */
static uint32_t least_visits(const pile *p, uint64_t room)
{
    uint32_t level = LEVELS - 1;
    uint64_t units = p->units[level];
    while (level > 0 && units + p->units[level - 1] <= room)
        units += p->units[--level];
    return level ? UINT32_C(1) << level : 0;
}

/* ---- moving ---- */

static void number(search *s, block *b, void *user)
{
    uint32_t *top = user;
    (void)s;
    if (!b->forward)
        return;
    b->forward = *top;
    *top += b->units;
}

static ref moved(search *s, ref r) { return r ? ((const block *)store_at(&s->store, r))->forward : 0; }

static void redirect_cells(search *s, node *n)
{
    for (uint32_t i = 0; i < n->cells; i++) {
        ref chain = 0; /* of kept cells; their order may change */
        for (ref r = atomic_load(&node_cells(n)[i]), next; r; r = next) {
            cell *c = store_at(&s->store, r);
            next = c->head.next;
            if (!c->head.forward)
                continue;
            atomic_store(&c->child, moved(s, atomic_load(&c->child)));
            c->head.next = chain;
            chain = c->head.forward;
        }
        atomic_store(&node_cells(n)[i], chain);
    }
}

static void redirect(search *s, block *b, void *user)
{
    (void)user;
    if (!b->forward || b->kind != BLOCK_NODE)
        return;
    node *n = (node *)b;
    for (uint32_t i = 0; i < n->arms; i++) {
        const arm *a = &node_arms(n)[i];
        for (uint32_t k = a->first; k < a->first + a->count; k++) {
            const edge e = edge_at(n, k);
            ref child = edge_child(e), to = moved(s, child);
            atomic_store_explicit(e.child, to, memory_order_relaxed);
            if (child && !to) { /* the proof goes with the node it came from */
                atomic_fetch_and_explicit(e.visits, ~EDGE_PROVEN, memory_order_relaxed);
                if (atomic_load(&n->best_proven) == k + 1)
                    atomic_store(&n->best_proven, 0);
            }
        }
    }
    redirect_cells(s, n);
}

static void slide(search *s, block *b, void *user)
{
    uint32_t *entries = user, to = b->forward;
    if (!to)
        return;
    b->forward = 0;
    size_t bytes = (size_t)b->units * UNIT;
    block *at = store_at(&s->store, to);
    memmove(at, b, bytes);
    *entries += at->kind == BLOCK_NODE;
}

static void enter(search *s, block *b, void *user)
{
    (void)user;
    if (b->kind != BLOCK_NODE)
        return;
    node *n = (node *)b;
    _Atomic ref *head = &s->store.table[n->hash & (s->store.slots - 1)];
    b->next = atomic_load_explicit(head, memory_order_relaxed);
    atomic_store_explicit(head, node_ref(s, n), memory_order_relaxed);
}

static void rebuild_table(search *s, uint32_t entries)
{
    if (!store_resize_table(&s->store, entries + entries / 2))
        for (uint32_t i = 0; i < s->worker_count; i++)
            s->workers[i].status = LUD_ERR_MEMORY;
    for (uint32_t i = 0; i < s->store.slots; i++)
        atomic_store_explicit(&s->store.table[i], 0, memory_order_relaxed);
    each_block(s, enter, NULL);
    atomic_store(&s->store.entries, entries);
}

static void compact(search *s)
{
    uint32_t top = 1, entries = 0;
    each_block(s, number, &top);
    each_block(s, redirect, NULL);
    s->root = s->sets ? 0 : moved(s, s->root);
    each_block(s, slide, &entries);
    atomic_store(&s->store.used, top);
    rebuild_table(s, entries);
}

/* The number of visits below which nodes go is the least that leaves half of the memory free. */
void collect(search *s)
{
    uint32_t used = atomic_load(&s->store.used), entries = atomic_load(&s->store.entries);
    bool full = used > s->store.limit - s->store.limit / 16;
    if (!full) { /* only the table is too small */
        rebuild_table(s, entries);
        return;
    }
    pile p = {0};
    mark(s, 0, &p);
    /* what is reached over those alone that are visited so often may be less, but is not more */
    const uint32_t visits = least_visits(&p, s->store.limit / 2);
    if (visits && !p.failed)
        mark(s, visits, &p);
    if (p.failed) {
        for (uint32_t i = 0; i < s->worker_count; i++)
            s->workers[i].status = LUD_ERR_MEMORY;
    } else {
        compact(s);
    }
    free(p.refs);
}
