/* Floods among the searches for all values of a scalar at a time: ways that never change between values, and one
 * condition that says which values may be entered. The ways are followed value by value here, once and for all. */
#include "native/emit_sets.h"

enum { STEPS_MAX = 1 << 16, CUTS_MAX = 12 };

/* Where a way is: since the value that it began with, the scalar was assigned, and the condition was asked of it. */
typedef struct way {
    uint32_t node;
    int32_t value;
    bool assigned, entered;
    uint32_t depth;
} way;

static bool follow(flood *f, way y);

static void add(emit_bits *b, uint32_t bit) { b->words[bit / 64] |= UINT64_C(1) << bit % 64; }

static bool arrive(flood *f, uint32_t to, way y)
{
    flood_ways *ways = &f->ways[f->way_count];
    if (to == SUCCESS) {
        if (f->from < f->low || y.assigned)
            return false;
        add(&ways->targets, (uint32_t)(f->from - f->low));
        return true;
    }
    y.node = to;
    if (to != f->node)
        return ++y.depth <= f->z->nodes.count && f->steps++ < STEPS_MAX && follow(f, y);
    if (!y.assigned || !y.entered || y.value < f->low || y.value > f->high)
        return false;
    const uint32_t bit = (uint32_t)(y.value - f->low);
    if (f->from < f->low) {
        add(&ways->seeds, bit);
    } else {
        add(&ways->on[f->from - f->low], bit);
        add(&ways->back[bit], (uint32_t)(f->from - f->low));
    }
    return true;
}

/* The condition of all ways is the same, and asked of the value that is arrived at. */
static bool enters(flood *f, uint32_t node, ir_expr condition)
{
    condition = ir_bare(f->z->n->g, condition);
    if (f->entry != IR_NONE && !ir_expr_equal(f->z->n->g, f->entry, condition))
        return false;
    f->entry = condition;
    const ir_var v = f->z->nodes.data[f->node].v;
    return f->z->nodes.data[node].v == v && !sets_mixed(f->z, node, condition, v);
}

static bool follow_check(flood *f, way y, const set_edge *e, bool alone, bool *taken)
{
    int32_t holds = 1;
    if (e->enters)
        return arrive(f, e->to, y);
    const ir_var v = f->z->nodes.data[y.node].v;
    const emit_evaluation how = e->certain ? EVALUATED : emit_evaluate(f->z->n, e->e->value, v, y.value, &holds);
    if (how == EVALUATED) {
        *taken = holds;
        return !holds || arrive(f, e->to, y);
    }
    if (how == NOT_CONSTANT && alone && y.assigned && !y.entered && enters(f, y.node, e->e->value)) {
        y.entered = true;
        return arrive(f, e->to, y);
    }
    f->blocked = e->e->value;
    return false;
}

static bool follow_assign(flood *f, way y, const set_edge *e)
{
    native_source *n = f->z->n;
    if (n->g->exprs.data[e->e->target].op != IR_VAR)
        return false;
    const ir_var x = n->g->exprs.data[e->e->target].a;
    if (e->to == SUCCESS || f->z->nodes.data[e->to].v != x)
        return e->bound == IR_NONE && arrive(f, e->to, y);
    bool fine = !y.entered;
    const plan_domain d = sets_domain(n, x);
    y.assigned = true;
    for (int32_t k = e->low; fine && k <= e->high; k++) {
        int32_t result;
        n->fixed.bound = e->bound, n->fixed.bound_value = k;
        fine = emit_evaluate(n, e->e->value, f->z->nodes.data[y.node].v, y.value, &result) == EVALUATED;
        n->fixed.bound = IR_NONE;
        if (!fine)
            f->blocked = e->e->value;
        if (fine && result >= d.low && result <= d.high)
            fine = arrive(f, e->to, (way){y.node, result, true, false, y.depth});
    }
    return fine;
}

/* Only where the search begins. */
static bool follow_choose(flood *f, way y, const set_edge *e)
{
    native_source *n = f->z->n;
    const ir_var x = ir_target_variable(n->g, e->e->target);
    const plan_domain d = emit_domain(n, e->e);
    if (f->from >= f->low || y.entered || f->z->nodes.data[y.node].v != IR_NONE ||
        n->g->exprs.data[e->e->target].op != IR_VAR || !d.range || e->to == SUCCESS || f->z->nodes.data[e->to].v != x)
        return false;
    bool fine = true;
    for (int32_t k = d.low; fine && k <= d.high; k++) {
        int32_t holds = 1;
        bool asked = false;
        if (e->e->value != IR_NONE) {
            const emit_evaluation how = emit_evaluate(n, e->e->value, x, k, &holds);
            asked = how == NOT_CONSTANT;
            fine = how == EVALUATED || (asked && enters(f, e->to, e->e->value));
        }
        if (fine && holds)
            fine = arrive(f, e->to, (way){y.node, k, true, asked, y.depth});
    }
    return fine;
}

static bool follow(flood *f, way y)
{
    const set_node *s = &f->z->nodes.data[y.node];
    bool taken = false, fine = true;
    for (uint32_t i = s->first; fine && i < s->first + s->count; i++) {
        const set_edge *e = &f->z->edges.data[i];
        const bool first = i == s->first || e[-1].last;
        taken &= !first;
        if (taken)
            continue;
        switch (e->e->label) {
        case IR_CHECK: fine = follow_check(f, y, e, first && e->last, &taken); break;
        case IR_ASSIGN: fine = follow_assign(f, y, e), taken = true; break;
        case IR_CHOOSE: fine = follow_choose(f, y, e), taken = true; break;
        case IR_SKIP:
        case IR_TAG: fine = arrive(f, e->to, y), taken = true; break;
        }
    }
    return fine;
}

/* All ways, where the other scalars that matter hold what is given. */
static bool follow_all(flood *f)
{
    const uint32_t size = (uint32_t)(f->high - f->low + 1);
    flood_ways *ways = &f->ways[f->way_count];
    *ways =
        (flood_ways){.on = ARENA_ARRAY(f->z->n->a, emit_bits, size), .back = ARENA_ARRAY(f->z->n->a, emit_bits, size)};
    bool fine = true;
    for (f->from = f->low; fine && f->from <= f->high; f->from++)
        fine = follow(f, (way){.node = f->node, .value = f->from});
    f->from = f->low - 1;
    ways->known = fine && (f->single || follow(f, (way){.node = f->place}));
    return ways->known;
}

static bool changes(const sets *z, ir_var v)
{
    bool found = false;
    for (uint32_t i = 0; i < z->parts.count; i++)
        found |= bitset_has(&z->parts.data[i].changing, v);
    return found;
}

/* A scalar that the condition which was no constant depends on, and that the search leaves as it is. */
static ir_var find_key(const flood *f, ir_expr e)
{
    const sets *z = f->z;
    const ir_expr_data *d = &vec_at(&z->n->g->exprs, e);
    if (d->op == IR_VAR) {
        for (uint32_t i = 0; i < z->n->fixed.given_count; i++)
            if (z->n->fixed.given[i].variable == d->a)
                return IR_NONE;
        return z->n->p->layout.variables[d->a].levels == 0 && !changes(z, d->a) ? d->a : IR_NONE;
    }
    ir_var found = IR_NONE;
    for (uint32_t i = 0; found == IR_NONE && i < ir_operands(d->op); i++)
        found = find_key(f, ir_operand(d, i));
    return found;
}

/* Tries all values of the keys; some of them they may never hold. */
static bool follow_keys(flood *f, uint32_t key)
{
    native_source *n = f->z->n;
    if (key == f->key_count) {
        const bool known = follow_all(f);
        f->way_count++;
        return known;
    }
    const plan_domain d = sets_domain(n, f->keys[key]);
    bool any = false;
    for (int32_t k = d.low; k <= d.high; k++) {
        n->fixed.given[n->fixed.given_count++] = (emit_given){f->keys[key], k};
        any |= follow_keys(f, key + 1);
        n->fixed.given_count--;
    }
    return any;
}

static bool add_key(flood *f)
{
    const ir_var k = f->blocked == IR_NONE ? IR_NONE : find_key(f, f->blocked);
    if (k == IR_NONE || f->key_count == FLOOD_KEYS_MAX || sets_words(f->z->n, k) == 0)
        return false;
    for (uint32_t i = 0; i < f->key_count; i++)
        if (f->keys[i] == k)
            return false;
    const plan_domain d = sets_domain(f->z->n, k);
    const int64_t size = (int64_t)d.high - d.low + 1;
    if (f->combinations * size > FLOOD_WAYS_MAX)
        return false;
    f->combinations *= (uint32_t)size;
    f->keys[f->key_count++] = k;
    return true;
}

/* Whether ways may be cut here: where what is met is stored, or behind a check. */
static bool may_cut(const sets *z, uint32_t node, uint32_t place)
{
    const set_node *s = &z->nodes.data[node];
    if (!s->met || s->v == IR_NONE || (place != node && z->nodes.data[place].v != IR_NONE))
        return false;
    bool behind = false;
    for (uint32_t i = 0; i < z->edges.count && !behind; i++)
        behind = z->edges.data[i].to == node && z->edges.data[i].e->label == IR_CHECK && !z->edges.data[i].certain;
    return s->stored || behind;
}

bool sets_find_flood(sets *z, uint32_t place, flood *f)
{
    native_source *n = z->n;
    const uint32_t given = n->fixed.given_count;
    for (uint32_t i = 0; i < z->constant_count; i++)
        if (!changes(z, z->constants[i].variable))
            n->fixed.given[n->fixed.given_count++] = z->constants[i];
    bool found = false;
    uint32_t tried = 0;
    for (uint32_t i = 0; !found && z->cyclic && i < z->nodes.count && tried < CUTS_MAX; i++) {
        if (!may_cut(z, i, place))
            continue;
        const plan_domain d = sets_domain(n, z->nodes.data[i].v);
        *f = (flood){.z = z, .node = i, .place = place, .single = place == i, .low = d.low, .high = d.high};
        f->combinations = 1;
        tried++;
        do {
            f->entry = f->blocked = IR_NONE;
            f->way_count = 0;
            found = follow_keys(f, 0) && f->entry != IR_NONE;
        } while (!found && add_key(f));
    }
    n->fixed.given_count = given;
    return found;
}
