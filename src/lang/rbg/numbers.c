#include "lang/rbg/numbers.h"

#include <stdlib.h>

enum { SMALL_BOUND = 4096 }; /* up to here a variable may hold whatever its bound allows */

/* ---- domains ---- */

static int compare_values(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

rbg_domain rbg_make_domain(arena *a, const int64_t *values, uint32_t count)
{
    int64_t *sorted = ARENA_ARRAY(a, int64_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = values[i];
    qsort(sorted, count, sizeof *sorted, compare_values);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || sorted[i] != sorted[i - 1])
            sorted[kept++] = sorted[i];
    return (rbg_domain){sorted, kept};
}

static rbg_domain up_to(arena *a, int64_t bound)
{
    int64_t *values = ARENA_ARRAY(a, int64_t, bound + 1);
    for (int64_t i = 0; i <= bound; i++)
        values[i] = i;
    return (rbg_domain){values, (uint32_t)bound + 1};
}

/* What a variable with a large bound is set to, when that is always a number as written. */
static bool assigned_numbers(rbg_numbers *n, const rbg_graph *g, rbg_arith_kind kind, uint32_t index, int64_t bound,
                             rbg_domain *out)
{
    VEC(int64_t) values = {0};
    vec_push(n->arena, &values, 0);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const rbg_rule *r = vec_at(&g->edges, i).rule;
        if (vec_at(&g->edges, i).action != RBG_ASSIGN || r->target != kind || r->index != index)
            continue;
        if (r->a->kind != RBG_A_NUMBER)
            return false;
        if (r->a->number <= bound)
            vec_push(n->arena, &values, r->a->number);
    }
    *out = rbg_make_domain(n->arena, values.data, values.count);
    return true;
}

static rbg_domain domain_for(rbg_numbers *n, const rbg_graph *g, rbg_arith_kind kind, uint32_t index,
                             const rbg_name *name)
{
    rbg_domain d;
    if (name->bound <= SMALL_BOUND)
        return up_to(n->arena, name->bound);
    if (assigned_numbers(n, g, kind, index, name->bound, &d))
        return d;
    if (name->bound <= RBG_MAX_VALUE)
        return up_to(n->arena, name->bound);
    rbg_too_large(n->f, name->span, "`%s` is calculated with and may become larger than %d",
                  rbg_shown(n->f, name->name), RBG_MAX_VALUE);
    return up_to(n->arena, 0);
}

void rbg_numbers_init(rbg_numbers *n, rbg_file *f, const rbg_graph *g, arena *a)
{
    *n = (rbg_numbers){.f = f, .arena = a};
    map_init(&n->tables, a);
    n->variables = ARENA_ARRAY(a, rbg_domain, f->variables.count + 1);
    n->players = ARENA_ARRAY(a, rbg_domain, f->players.count + 1);
    for (uint32_t i = 0; i < f->variables.count; i++)
        n->variables[i] = domain_for(n, g, RBG_A_VARIABLE, i, &vec_at(&f->variables, i));
    for (uint32_t i = 0; i < f->players.count; i++)
        n->players[i] = domain_for(n, g, RBG_A_PLAYER, i, &vec_at(&f->players, i));
    n->pieces = up_to(a, f->vertices.count);
}

const rbg_domain *rbg_domain_of(const rbg_numbers *n, const rbg_arith *leaf)
{
    switch (leaf->kind) {
    case RBG_A_VARIABLE: return &n->variables[leaf->index];
    case RBG_A_PLAYER: return &n->players[leaf->index];
    default: return &n->pieces;
    }
}

/* ---- evaluation ---- */

int64_t rbg_operate(const rbg_arith *a, int64_t x, int64_t y)
{
    int64_t r = RBG_NO_VALUE;
    bool known = x != RBG_NO_VALUE && y != RBG_NO_VALUE;
    switch (a->kind) {
    case RBG_A_ADD: return !known || __builtin_add_overflow(x, y, &r) ? RBG_NO_VALUE : r;
    case RBG_A_SUB: return !known || __builtin_sub_overflow(x, y, &r) ? RBG_NO_VALUE : r;
    case RBG_A_MUL: return !known || __builtin_mul_overflow(x, y, &r) ? RBG_NO_VALUE : r;
    case RBG_A_DIV: return !known || y == 0 ? RBG_NO_VALUE : x / y;
    case RBG_A_EQ: return known && x == y;
    case RBG_A_NE: return known && x != y;
    case RBG_A_LE: return known && x <= y;
    case RBG_A_GE: return known && x >= y;
    case RBG_A_LT: return known && x < y;
    case RBG_A_GT: return known && x > y;
    case RBG_A_FITS: return known && x >= 0 && x <= a->number;
    case RBG_A_KEEP: return known && x >= 0 && x <= a->number ? x : 0;
    default: return r;
    }
}

static bool is_leaf(const rbg_arith *a)
{
    return a->kind == RBG_A_VARIABLE || a->kind == RBG_A_PLAYER || a->kind == RBG_A_PIECE;
}

static int find_leaf(const rbg_table *t, const rbg_arith *a)
{
    for (uint32_t i = 0; i < t->leaf_count; i++)
        if (t->leaves[i]->kind == a->kind && t->leaves[i]->index == a->index)
            return (int)i;
    return -1;
}

static int64_t evaluate(const rbg_table *t, const rbg_arith *a, const int64_t *values)
{
    if (a->kind == RBG_A_NUMBER)
        return a->number;
    if (is_leaf(a))
        return values[find_leaf(t, a)];
    return rbg_operate(a, evaluate(t, a->a, values), a->b ? evaluate(t, a->b, values) : 0);
}

static bool collect_leaves(const rbg_arith *a, rbg_table *t)
{
    if (is_leaf(a)) {
        if (find_leaf(t, a) >= 0)
            return true;
        if (t->leaf_count == RBG_MAX_LEAVES)
            return false;
        t->leaves[t->leaf_count++] = a;
        return true;
    }
    return (!a->a || collect_leaves(a->a, t)) && (!a->b || collect_leaves(a->b, t));
}

static const rbg_table *tabulate(rbg_numbers *n, const rbg_arith *a)
{
    rbg_table t = {.cells = 1};
    if (!collect_leaves(a, &t))
        return NULL;
    uint64_t cells = 1;
    for (uint32_t i = 0; i < t.leaf_count; i++)
        if ((cells *= rbg_domain_of(n, t.leaves[i])->count) > RBG_WHOLE_CELLS)
            return NULL;
    int64_t *results = ARENA_ARRAY(n->arena, int64_t, cells);
    for (uint32_t c = 0; c < cells; c++) {
        int64_t values[RBG_MAX_LEAVES] = {0};
        uint32_t rest = c;
        for (uint32_t i = t.leaf_count; i-- > 0;) {
            const rbg_domain *d = rbg_domain_of(n, t.leaves[i]);
            values[i] = d->values[rest % d->count];
            rest /= d->count;
        }
        results[c] = evaluate(&t, a, values);
    }
    t.cells = (uint32_t)cells;
    t.results = results;
    vec_push(n->arena, &n->list, t);
    return &vec_at(&n->list, n->list.count - 1);
}

const rbg_table *rbg_tabulate(rbg_numbers *n, const rbg_arith *a)
{
    uint64_t key = hash_mix((uint64_t)(uintptr_t)a);
    const uint32_t *known = map_get(&n->tables, key);
    if (known)
        return *known ? &vec_at(&n->list, *known - 1) : NULL;
    const rbg_table *t = tabulate(n, a);
    map_put(&n->tables, key, t ? n->list.count : 0);
    return t;
}

/* ---- conditions ---- */

static rbg_arith *make(arena *a, rbg_arith_kind kind, src_span span, const rbg_arith *x, const rbg_arith *y,
                       int64_t number)
{
    rbg_arith *r = ARENA_NEW(a, rbg_arith);
    *r = (rbg_arith){.kind = kind, .span = span, .a = x, .b = y, .number = number};
    return r;
}

const rbg_arith *rbg_comparison(arena *a, const rbg_rule *r)
{
    return make(a, (rbg_arith_kind)(RBG_A_EQ + (r->compare - RBG_T_EQ)), r->span, r->a, r->b, 0);
}

static int64_t bound_of(const rbg_numbers *n, const rbg_rule *r)
{
    return (r->target == RBG_A_PLAYER ? &n->f->players : &n->f->variables)->data[r->index].bound;
}

const rbg_arith *rbg_fits(const rbg_numbers *n, const rbg_rule *r)
{
    return make(n->arena, RBG_A_FITS, r->span, r->a, NULL, bound_of(n, r));
}

const rbg_arith *rbg_kept(const rbg_numbers *n, const rbg_rule *r)
{
    return make(n->arena, RBG_A_KEEP, r->span, r->a, NULL, bound_of(n, r));
}
