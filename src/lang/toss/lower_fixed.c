/* Fixed points over relations that rules change: `tc` as a walk; `lfp` and `gfp` from the empty or the full relation
 * on, in rounds over all tuples, until a round changes nothing. */
#include "lang/toss/lower.h"

#include <math.h>

typedef struct fixing {
    toss_lowering *x;
    const rs_node *n;
    ir_var relation, changed;
    bool grows; /* lfp */
} fixing;

static ir_expr is(toss_lowering *x, ir_expr e, ir_sym s, bool negated)
{
    return kit_equal(x->k, !negated, e, kit_symbol(x->k, s));
}

/* ---- walks ---- */

/* A path along f from x to y. */
ir_expr toss_closure_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    x->k->at = n->span;
    uint32_t used = x->used;
    const bool bounded = n->bound < x->count; /* else a path that comes nowhere twice is short enough */
    ir_var here = toss_take_variable(x), next = toss_take_variable(x);
    ir_node from = kit_node(x->k), loop = kit_node(x->k), to = kit_node(x->k);
    kit_link_assign(x->k, from, loop, kit_var(x->k, here), kit_var(x->k, env->of[n->slots[0]]));
    for (uint32_t step = 0; !x->failed; step++) { /* those of a bounded one are nodes of their own */
        ir_expr there = kit_equal(x->k, true, kit_var(x->k, here), kit_var(x->k, env->of[n->slots[1]]));
        kit_link_check(x->k, loop, to, there);
        if (bounded && step == n->bound)
            break;
        ir_node back = kit_node(x->k), after = bounded ? kit_node(x->k) : loop;
        uint32_t taken = x->used;
        toss_env *inner = toss_copy_env(x, env);
        inner->of[n->slots[0]] = here;
        inner->of[n->slots[1]] = IR_NONE;
        inner->wanted[n->slots[1]] = next;
        toss_conjuncts all = {0};
        toss_add_conjunct(x, &all, rs_kid(n, 0), inner, false);
        toss_add_conjunct(x, &all, toss_same(x, n->slots[1], n->slots[1], x->k->at), inner,
                          false); /* f may say nothing of y */
        toss_follow(x, &all, loop, back);
        kit_link_assign(x->k, back, after, kit_var(x->k, here), kit_var(x->k, next));
        x->used = taken;
        loop = after;
        if (!bounded)
            break;
    }
    x->used = used;
    ir_expr e = kit_reach(x->k, from, to);
    return negated ? kit_negation(x->k, e) : e;
}

/* ---- lfp and gfp ---- */

static uint64_t relation_key(const rs_node *n) { return hash_mix((uint64_t)(uintptr_t)n) ^ 23; }

static ir_type relation_type(const fixing *f)
{
    ir_type type = kit_type_named(f->x->k, f->x->bool_type);
    for (uint32_t i = 0; i < f->n->count; i++)
        type = toss_element_map(f->x, type);
    return type;
}

static ir_value full_value(const fixing *f, uint32_t depth)
{
    toss_lowering *x = f->x;
    if (depth == 0)
        return kit_value(x->k, f->grows ? x->zero : x->one);
    ir_value_entry *one = ARENA_ARRAY(x->arena, ir_value_entry, 1);
    one[0] = kit_pair(x->k, IR_NONE, full_value(f, depth - 1));
    return kit_entries(x->k, one, 1);
}

/* The relation of a fixed point as far as it is known, of these elements. */
static ir_expr cell(toss_lowering *x, ir_var relation, const uint32_t *slots, uint32_t count, const toss_env *env)
{
    ir_expr e = kit_var(x->k, relation);
    for (uint32_t i = 0; i < count; i++)
        e = kit_index(x->k, e, kit_var(x->k, env->of[slots[i]]));
    return e;
}

ir_expr toss_local_condition(toss_lowering *x, const rs_node *atom, const toss_env *env, bool negated)
{
    const uint32_t *relation = map_get(&x->made, relation_key(atom->local));
    if (!relation)
        return IR_NONE;
    return is(x, cell(x, *relation, atom->slots, atom->count, env), x->one, negated);
}

/* One tuple: it comes in when the formula holds, or goes out when it does not. */
static void decide(const fixing *f, const toss_env *env, ir_node from, ir_node to)
{
    toss_lowering *x = f->x;
    const rs_node *n = f->n;
    ir_sym settled = f->grows ? x->one : x->zero;
    ir_node open = kit_node(x->k), moves = kit_node(x->k), moved = kit_node(x->k);
    kit_link_check(x->k, from, to, is(x, cell(x, f->relation, n->slots, n->count, env), settled, false));
    kit_link_check(x->k, from, open, is(x, cell(x, f->relation, n->slots, n->count, env), settled, true));
    kit_link_check(x->k, open, moves, toss_condition(x, rs_kid(n, 0), env, !f->grows));
    kit_link_check(x->k, open, to, toss_condition(x, rs_kid(n, 0), env, f->grows));
    kit_link_assign(x->k, moves, moved, cell(x, f->relation, n->slots, n->count, env), kit_symbol(x->k, settled));
    kit_link_assign(x->k, moved, to, kit_var(x->k, f->changed), kit_symbol(x->k, x->one));
}

static void each_tuple(const fixing *f, uint32_t index, toss_env *env, ir_node from, ir_node to)
{
    toss_lowering *x = f->x;
    if (index == f->n->count) {
        decide(f, env, from, to);
        return;
    }
    ir_var v = toss_take_variable(x);
    ir_node first = kit_node(x->k), last = kit_node(x->k);
    env->of[f->n->slots[index]] = v;
    toss_loop(x, v, from, first, last, to);
    each_tuple(f, index + 1, env, first, last);
}

/* IR_NONE: the relation would be too large. */
ir_expr toss_fixed_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    x->k->at = n->span;
    fixing f = {x, n, IR_NONE, IR_NONE, n->op == RS_LFP};
    if (x->count == 0 || n->count == 0 || pow(x->count + 1.0, n->count) > TOSS_CELLS_MAX)
        return IR_NONE;
    const uint64_t key = relation_key(n);
    const uint32_t *known = map_get(&x->made, key);
    if (!known) {
        const char *name = rs_text(x->f, n->name);
        f.relation = toss_declare_variable(x, name, relation_type(&f), full_value(&f, n->count));
        f.changed = toss_declare_variable(x, "changed", kit_type_named(x->k, x->bool_type), kit_value(x->k, x->zero));
        map_put(&x->made, key, f.relation);
        map_put(&x->made, key ^ 1, f.changed);
    } else {
        f.relation = *known;
        f.changed = *map_get(&x->made, key ^ 1);
    }
    const uint64_t start_key = hash_mix(n->count) ^ (f.grows ? 29 : 31);
    ir_const start = kit_known_constant(x->k, start_key);
    if (start == IR_NONE)
        start = kit_constant(x->k, f.grows ? "nothing" : "everything", start_key, relation_type(&f),
                             full_value(&f, n->count));
    ir_node from = kit_node(x->k), round = kit_node(x->k), tuples = kit_node(x->k), after = kit_node(x->k),
            end = kit_node(x->k), to = kit_node(x->k);
    toss_env *inner = toss_copy_env(x, env);
    uint32_t used = x->used;
    kit_link_assign(x->k, from, round, kit_var(x->k, f.relation), kit_const(x->k, start));
    kit_link_assign(x->k, round, tuples, kit_var(x->k, f.changed), kit_symbol(x->k, x->zero));
    each_tuple(&f, 0, inner, tuples, after);
    x->used = used;
    kit_link_check(x->k, after, round, is(x, kit_var(x->k, f.changed), x->one, false));
    kit_link_check(x->k, after, end, is(x, kit_var(x->k, f.changed), x->one, true));
    kit_link_check(x->k, end, to, is(x, cell(x, f.relation, n->slots, n->count, env), x->one, false));
    ir_expr e = kit_reach(x->k, from, to);
    return negated ? kit_negation(x->k, e) : e;
}
