/* Where a next move is certain, or impossible, nothing has to be searched to know whether the game goes
 * on. Certain is what follows from edges that cannot fail, or from alternatives of which one must hold:
 * a check and its opposite, pieces of all kinds, comparisons that cover all values of a variable; some way, and a check
 * that there is no such way. */
#include "lang/rbg/sure.h"

#include <string.h>

enum { OPTIONS_MAX = 64, SKIPS_MAX = 200 };

typedef struct search {
    rbg_sure *s;
    rbg_numbers *n;
    const rbg_graph *g;
    arena *a;
    const rbg_arith **conditions; /* [edge] of assignments and comparisons */
    /* the actions that may come next and lead to where the rest is certain */
    const rbg_edge *options[OPTIONS_MAX];
    uint32_t count;
    uint32_t *stamp, now;
    uint32_t skips; /* in a row */
} search;

static const rbg_table *table_of(search *x, const rbg_edge *e)
{
    uint32_t id = (uint32_t)(e - x->g->edges.data);
    if (!x->conditions[id])
        x->conditions[id] = e->action == RBG_ASSIGN ? rbg_fits(x->n, e->rule) : rbg_comparison(x->n->arena, e->rule);
    return rbg_tabulate(x->n, x->conditions[id]);
}

static bool always(search *x, const rbg_edge *e)
{
    switch (e->action) {
    case RBG_SKIP:
    case RBG_OFF:
    case RBG_SWITCH:
    case RBG_CHOOSE: return true;
    case RBG_MOVE:
    case RBG_AT:
        for (uint32_t v = 0; v < x->g->f->vertices.count; v++)
            if (e->table[v] == RBG_NONE)
                return false;
        return true;
    case RBG_ON: return e->rule->count == x->g->f->pieces.count;
    case RBG_ASSIGN:
    case RBG_COMPARE: {
        const rbg_table *t = table_of(x, e);
        for (uint32_t i = 0; t && i < t->cells; i++)
            if (t->results[i] != 1)
                return false;
        return t != NULL;
    }
    default: return false; /* rows of a relation may be empty */
    }
}

static bool never(search *x, const rbg_edge *e)
{
    if (e->action == RBG_ON)
        return e->rule->count == 0;
    if (e->action != RBG_COMPARE && e->action != RBG_ASSIGN)
        return false;
    const rbg_table *t = table_of(x, e);
    for (uint32_t i = 0; t && i < t->cells; i++)
        if (t->results[i] == 1)
            return false;
    return t != NULL;
}

/* ---- one of several must hold ---- */

static bool opposite(const search *x, const rbg_edge *e)
{
    for (uint32_t i = 0; i < x->count; i++) {
        const rbg_edge *o = x->options[i];
        if (o->index == e->index &&
            ((e->action == RBG_SOME && o->action == RBG_NO) || (e->action == RBG_NO && o->action == RBG_SOME)))
            return true;
    }
    return false;
}

static bool all_pieces(const search *x)
{
    bitset seen = bitset_new(x->a, x->g->f->pieces.count);
    uint32_t missing = x->g->f->pieces.count;
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t k = 0; x->options[i]->action == RBG_ON && k < x->options[i]->rule->count; k++) {
            uint32_t piece = x->options[i]->rule->pieces[k];
            missing -= !bitset_has(&seen, piece);
            bitset_add(&seen, piece);
        }
    return missing == 0;
}

static bool all_vertices(const search *x)
{
    for (uint32_t v = 0; v < x->g->f->vertices.count; v++) {
        bool there = false;
        for (uint32_t i = 0; i < x->count && !there; i++) {
            const rbg_edge *o = x->options[i];
            there = (o->action == RBG_MOVE || o->action == RBG_AT) && o->table[v] != RBG_NONE;
        }
        if (!there)
            return false;
    }
    return true;
}

static bool same_leaves(const rbg_table *a, const rbg_table *b)
{
    if (a->leaf_count != b->leaf_count)
        return false;
    for (uint32_t i = 0; i < a->leaf_count; i++)
        if (a->leaves[i]->kind != b->leaves[i]->kind || a->leaves[i]->index != b->leaves[i]->index)
            return false;
    return true;
}

static bool all_values(search *x, const rbg_edge *e)
{
    const rbg_table *t = table_of(x, e), *other;
    if (!t)
        return false;
    const rbg_table first = *t; /* the list may move */
    for (uint32_t c = 0; c < first.cells; c++) {
        bool there = false;
        for (uint32_t i = 0; i < x->count && !there; i++)
            there = (x->options[i]->action == RBG_COMPARE || x->options[i]->action == RBG_ASSIGN) &&
                    (other = table_of(x, x->options[i])) != NULL && same_leaves(&first, other) &&
                    other->results[c] == 1;
        if (!there)
            return false;
    }
    return true;
}

/* ---- what a check says there is not ---- */

enum { PAIRS_MAX = 400 };

/* Pairs of nodes: whatever leads on from the first one, in the body of a check, leads on alike from the second one. */
typedef struct likeness {
    search *x;
    uint32_t finish;
    struct {
        uint32_t inside, outside;
    } pairs[PAIRS_MAX];
    uint32_t count;
} likeness;

/* The same condition or shift, whoever goes along it; nothing that changes the board or a variable. */
static bool alike(const rbg_graph *g, const rbg_edge *a, const rbg_edge *b)
{
    const uint32_t size = g->f->vertices.count;
    if (a->action != b->action)
        return false;
    switch (a->action) {
    case RBG_SKIP: return true;
    case RBG_MOVE:
    case RBG_AT: return memcmp(a->table, b->table, size * sizeof *a->table) == 0;
    case RBG_CHOOSE:
        return memcmp(rbg_row(a->relation, 0), rbg_row(b->relation, 0), a->relation->words * sizeof(uint64_t)) == 0;
    case RBG_RELATE: return a->relation == b->relation;
    case RBG_ON:
    case RBG_COMPARE: return a->rule->same == b->rule->same;
    case RBG_SOME:
    case RBG_NO: return a->index == b->index;
    default: return false;
    }
}

static bool leads_alike(likeness *l, uint32_t inside, uint32_t outside, uint32_t depth);

/* Some edge from the node, or from one that skips lead to, goes on as the edge of the body does. */
static bool matches(likeness *l, const rbg_edge *e, uint32_t outside, uint32_t depth)
{
    const rbg_graph *g = l->x->g;
    for (uint32_t i = g->out_start[outside]; depth < OPTIONS_MAX && i < g->out_start[outside + 1]; i++) {
        const rbg_edge *o = &vec_at(&g->edges, g->out[i]);
        const uint32_t count = l->count; /* what was taken to hold for an edge that fails is forgotten */
        if (alike(g, e, o) && leads_alike(l, e->to, o->to, depth + 1))
            return true;
        l->count = count;
        if (o->action == RBG_SKIP && e->action != RBG_SKIP && matches(l, e, o->to, depth + 1))
            return true;
        l->count = count;
    }
    return false;
}

static bool leads_alike(likeness *l, uint32_t inside, uint32_t outside, uint32_t depth)
{
    const rbg_graph *g = l->x->g;
    if (bitset_has(&l->x->s->all, outside))
        return true;
    if (inside == l->finish || l->count == PAIRS_MAX || depth >= OPTIONS_MAX)
        return false;
    for (uint32_t i = 0; i < l->count; i++)
        if (l->pairs[i].inside == inside && l->pairs[i].outside == outside)
            return true; /* ways through the body are finite: it is asked for in time */
    l->pairs[l->count].inside = inside;
    l->pairs[l->count++].outside = outside;
    for (uint32_t i = g->out_start[inside]; i < g->out_start[inside + 1]; i++) {
        const rbg_edge *e = &vec_at(&g->edges, g->out[i]);
        if (e->action == RBG_SKIP ? !leads_alike(l, e->to, outside, depth + 1) : !matches(l, e, outside, depth))
            return false;
    }
    return true;
}

/* One of the options is that there is no way of some kind, and all such ways lead from the node to where the rest is
 * certain. */
static bool none_or_here(search *x, uint32_t n)
{
    likeness *l = NULL;
    for (uint32_t i = 0; i < x->count; i++) {
        if (x->options[i]->action != RBG_NO)
            continue;
        const rbg_body *b = &vec_at(&x->g->bodies, x->options[i]->index);
        l = l ? l : ARENA_NEW(x->a, likeness);
        l->x = x;
        l->finish = b->finish;
        l->count = 0;
        if (leads_alike(l, b->start, n, 0))
            return true;
    }
    return false;
}

static bool covered(search *x)
{
    for (uint32_t i = 0; i < x->count; i++) {
        const rbg_edge *e = x->options[i];
        if (opposite(x, e) || ((e->action == RBG_COMPARE || e->action == RBG_ASSIGN) && all_values(x, e)))
            return true;
    }
    return all_pieces(x) || all_vertices(x);
}

/* ---- the fixed point ---- */

/* Whether a next move is certain from n, by what is known of the nodes behind it. */
static bool certain(search *x, uint32_t n)
{
    const rbg_graph *g = x->g;
    x->stamp[n] = x->now;
    for (uint32_t i = g->out_start[n]; i < g->out_start[n + 1]; i++) {
        const rbg_edge *e = &vec_at(&g->edges, g->out[i]);
        bool good = e->action == RBG_SWITCH || bitset_has(&x->s->all, e->to);
        if (good && always(x, e))
            return true;
        if (e->action == RBG_SKIP && x->stamp[e->to] != x->now && x->skips < SKIPS_MAX) {
            x->skips++;
            bool yes = certain(x, e->to);
            x->skips--;
            if (yes)
                return true;
        }
        if (good && x->count < OPTIONS_MAX)
            x->options[x->count++] = e;
    }
    return false;
}

static void find_some(search *x)
{
    const rbg_graph *g = x->g;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = g->edges.count; i-- > 0;) {
            const rbg_edge *e = &vec_at(&g->edges, i);
            if (!bitset_has(&x->s->some, e->from) && (e->action == RBG_SWITCH || bitset_has(&x->s->some, e->to)) &&
                !never(x, e)) {
                bitset_add(&x->s->some, e->from);
                changed = true;
            }
        }
        arena_work(x->a, g->edges.count);
    }
}

void rbg_sure_find(rbg_sure *s, rbg_numbers *n, const rbg_graph *g, arena *a)
{
    search x = {.s = s, .n = n, .g = g, .a = a};
    *s = (rbg_sure){bitset_new(a, g->nodes), bitset_new(a, g->nodes)};
    x.conditions = ARENA_ARRAY(a, const rbg_arith *, g->edges.count + 1);
    x.stamp = ARENA_ARRAY(a, uint32_t, g->nodes + 1);
    find_some(&x);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t node = g->nodes; node-- > 0;) {
            if (bitset_has(&s->all, node) || !bitset_has(&s->some, node))
                continue;
            x.count = 0;
            x.now++;
            arena *step = arena_child(a);
            x.a = step;
            if (certain(&x, node) || (x.count > 1 && covered(&x)) || none_or_here(&x, node)) {
                bitset_add(&s->all, node);
                changed = true;
            }
            x.a = a;
            arena_done(step);
        }
        arena_work(a, g->edges.count);
    }
}
