/* Depth-first proof-number search (df-pn; Nagai, "Df-pn Algorithm for Searching AND/OR Trees and
 * Its Applications", 2002), with the thresholds of Pawlewicz and Lew ("Improving Depth-First
 * PN-Search: 1+eps Trick", 2006). Numbers are not summed but the largest is taken, plus one for
 * each other open move, so that positions reached in several ways do not count often (weak
 * proof-number search; Ueda et al., 2008). */
#include "agents/solver/prover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENDLESS = 100000000 };

static void store(prover *p, uint64_t hash, uint32_t pn, uint32_t dn, uint32_t plies, uint32_t move, uint64_t work)
{
    prover_entry *e = prover_place(p, hash);
    uint16_t log = 0, old = e->used && e->hash == hash ? e->work : 0;
    for (; work > 1; work >>= 1)
        log++;
    *e = (prover_entry){.hash = hash, .work = log > old ? log : old, .used = 1};
    e->pn = pn;
    e->dn = dn;
    e->length = (uint16_t)plies;
    e->best = (uint16_t)(move < 0xffff ? move : 0xffff);
}

static uint32_t cap(uint64_t n) { return n < ENDLESS ? (uint32_t)n : ENDLESS; }

/* Lists the moves and where they lead. */
static bool open_node(prover *p, uint32_t ply)
{
    prover_level *l = &p->levels[ply];
    size_t size = lud_state_size(p->game);
    p->status = solver_list(p->game, p->ctx, l->state, 2, &l->turn);
    if (p->status == LUD_OK && l->turn.role == 0)
        p->status = LUD_ERR_ARGUMENT;
    if (p->status != LUD_OK || !prover_level_make(p, ply + 1))
        return false;
    if (l->turn.count > l->child_capacity) {
        free(l->children);
        l->children = calloc(l->turn.count, sizeof *l->children);
        l->child_capacity = l->children ? l->turn.count : 0;
        if (!l->children) {
            p->status = LUD_ERR_MEMORY;
            return false;
        }
    }
    for (uint32_t i = 0; i < l->turn.count; i++) {
        prover_child *c = &l->children[i];
        memcpy(l[1].state, l->state, size);
        p->status = solver_apply(p->ctx, l[1].state, 2, &l->turn, i);
        if (p->status != LUD_OK)
            return false;
        p->nodes++;
        *c = (prover_child){.hash = lud_state_hash(p->game, l[1].state), .pn = 1, .dn = 1};
        if (lud_terminal(p->game, l[1].state)) {
            c->settled = true;
            bool yes = prover_judge(p, l[1].state) == YES;
            c->pn = yes ? 0 : ENDLESS;
            c->dn = yes ? ENDLESS : 0;
            if (p->status != LUD_OK)
                return false;
        }
    }
    return true;
}

/* Numbers of a node from those of its moves: `mine` is what its role works on (the proof for role
 * 1), `other` the opposite. */
typedef struct numbers {
    uint32_t mine, other, second, best, plies;
} numbers;

static uint32_t plies_of(const prover *p, const prover_child *c)
{
    const prover_entry *e = c->settled ? NULL : prover_find(p, c->hash);
    return e ? e->length : 0;
}

static numbers count(prover *p, prover_level *l, bool first)
{
    numbers n = {ENDLESS, 0, ENDLESS, 0, 0};
    uint32_t open = 0, longest = 0, shortest = UINT32_MAX;
    for (uint32_t i = 0; i < l->turn.count; i++) {
        prover_child *c = &l->children[i];
        const prover_entry *e = c->settled ? NULL : prover_find(p, c->hash);
        if (e) {
            c->pn = e->pn;
            c->dn = e->dn;
        }
        uint32_t mine = first ? c->pn : c->dn, other = first ? c->dn : c->pn;
        if (mine < n.mine) {
            n.second = n.mine;
            n.mine = mine;
            n.best = i;
        } else if (mine < n.second) {
            n.second = mine;
        }
        if (other > 0 && mine > 0) {
            n.other = other > n.other ? other : n.other;
            open++;
        }
        uint32_t plies = plies_of(p, c) + 1;
        if (mine == 0) {
            if (plies < shortest)
                n.best = i;
            shortest = plies < shortest ? plies : shortest;
            n.other = ENDLESS;
        }
        longest = plies > longest ? plies : longest;
    }
    n.plies = n.mine == 0 ? shortest : longest;
    if (n.mine > 0 && open > 1)
        n.other = cap((uint64_t)n.other + open - 1);
    return n;
}

static void search(prover *p, uint32_t ply, uint32_t pn_most, uint32_t dn_most)
{
    prover_level *l = &p->levels[ply];
    uint64_t before = p->nodes;
    l->hash = lud_state_hash(p->game, l->state);
    if (prover_late(p))
        return;
    if (prover_repeats(p, ply) || ply + 1 >= PROVER_LEVELS) {
        p->repeated = true;
        p->status = LUD_LIMIT_DEPTH;
        return;
    }
    if (!open_node(p, ply))
        return;
    bool first = l->turn.role == 1;
    for (;;) {
        numbers n = count(p, l, first);
        uint32_t pn = first ? n.mine : n.other, dn = first ? n.other : n.mine;
        store(p, l->hash, pn, dn, n.plies, n.best, p->nodes - before);
        if (pn >= pn_most || dn >= dn_most || pn == 0 || dn == 0 || p->status != LUD_OK)
            return;
        const prover_child *c = &l->children[n.best];
        uint32_t mine_most = first ? pn_most : dn_most, other_most = first ? dn_most : pn_most;
        uint32_t other = first ? c->dn : c->pn;
        uint32_t next = cap((uint64_t)n.second + n.second / 4 + 1);
        next = next < mine_most ? next : mine_most;
        uint32_t left = cap((uint64_t)other_most - n.other + other);
        size_t size = lud_state_size(p->game);
        memcpy(l[1].state, l->state, size);
        p->status = solver_apply(p->ctx, l[1].state, 2, &l->turn, n.best);
        if (p->status != LUD_OK)
            return;
        search(p, ply + 1, first ? next : left, first ? left : next);
        if (p->status != LUD_OK)
            return;
    }
}

verdict prover_pns(prover *p, const void *state, double threshold, uint32_t *plies, uint32_t *move)
{
    p->threshold = threshold;
    p->below = -INFINITY;
    p->repeated = false;
    memset(p->table, 0, (p->mask + 1) * sizeof *p->table);
    memcpy(p->levels[0].state, state, lud_state_size(p->game));
    search(p, 0, ENDLESS, ENDLESS);
    if (p->status == LUD_LIMIT_DEPTH)
        p->status = LUD_OK;
    const prover_entry *e = prover_find(p, p->levels[0].hash);
    if (!e || (e->pn && e->dn))
        return OPEN;
    *plies = e->length;
    *move = e->best;
    return e->pn == 0 ? YES : NO;
}
