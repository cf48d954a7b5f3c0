/* Fixed points over relations that rules change: `tc` as a walk; `lfp` and `gfp` from the empty or the full relation
 * on, in rounds over all tuples, until a round changes nothing. */
#include "lang/toss/lower.h"

#include <math.h>

typedef struct fixing {
    toss_lowering *x;
    const toss_node *n;
    ir_var relation, changed;
    bool grows; /* lfp */
    src_span at;
} fixing;

static ir_expr variable(toss_lowering *x, ir_var v, src_span at) { return irb_expr_var(x->g, v, at); }

static ir_expr is(toss_lowering *x, ir_expr e, ir_sym s, bool negated, src_span at)
{
    return irb_expr(x->g, negated ? IR_NE : IR_EQ, e, irb_expr_symbol(x->g, s, at), IR_NONE, at);
}

static toss_env *copy_env(toss_lowering *x, const toss_env *env)
{
    toss_env *copy = ARENA_NEW(x->scratch, toss_env);
    *copy = *env;
    return copy;
}

/* ---- walks ---- */

/* A path along f from x to y. */
ir_expr toss_closure_condition(toss_lowering *x, const toss_node *n, const toss_env *env, bool negated)
{
    src_span at = n->span;
    uint32_t used = x->used;
    const bool bounded = n->bound < x->count; /* else a path that comes nowhere twice is short enough */
    ir_var here = toss_take_variable(x), next = toss_take_variable(x);
    ir_node from = toss_fresh(x, at), loop = toss_fresh(x, at), to = toss_fresh(x, at);
    irb_assign(x->g, from, loop, variable(x, here, at), variable(x, env->of[n->slots[0]], at), at);
    for (uint32_t step = 0; !x->failed; step++) { /* those of a bounded one are nodes of their own */
        ir_expr there =
            irb_expr(x->g, IR_EQ, variable(x, here, at), variable(x, env->of[n->slots[1]], at), IR_NONE, at);
        irb_check(x->g, loop, to, there, at);
        if (bounded && step == n->bound)
            break;
        ir_node back = toss_fresh(x, at), after = bounded ? toss_fresh(x, at) : loop;
        uint32_t taken = x->used;
        toss_env *inner = copy_env(x, env);
        inner->of[n->slots[0]] = here;
        inner->of[n->slots[1]] = IR_NONE;
        inner->wanted[n->slots[1]] = next;
        toss_conjuncts all = {0};
        toss_add_conjunct(x, &all, n->kids[0], inner, false);
        toss_add_conjunct(x, &all, toss_same(x, n->slots[1], n->slots[1], at), inner,
                          false); /* f may say nothing of y */
        toss_follow(x, &all, loop, back, at);
        irb_assign(x->g, back, after, variable(x, here, at), variable(x, next, at), at);
        x->used = taken;
        loop = after;
        if (!bounded)
            break;
    }
    x->used = used;
    ir_expr e = irb_expr_reach(x->g, from, to, at);
    return negated ? irb_expr(x->g, IR_NOT, e, IR_NONE, IR_NONE, at) : e;
}

/* ---- lfp and gfp ---- */

static uint64_t relation_key(const toss_node *n) { return hash_mix((uint64_t)(uintptr_t)n) ^ 23; }

static ir_type relation_type(const fixing *f)
{
    ir_type type = irb_named_type(f->x->g, f->x->bool_type, f->at);
    for (uint32_t i = 0; i < f->n->count; i++)
        type = toss_element_map(f->x, type, f->at);
    return type;
}

static ir_value full_value(const fixing *f, uint32_t depth)
{
    toss_lowering *x = f->x;
    if (depth == 0)
        return irb_value_symbol(x->g, f->grows ? x->zero : x->one, f->at);
    ir_value_entry *one = ARENA_ARRAY(x->arena, ir_value_entry, 1);
    one[0] = (ir_value_entry){IR_NONE, full_value(f, depth - 1), f->at};
    return irb_value_map(x->g, one, 1, f->at);
}

/* The relation of a fixed point as far as it is known, of these elements. */
static ir_expr cell(toss_lowering *x, ir_var relation, const uint32_t *slots, uint32_t count, const toss_env *env,
                    src_span at)
{
    ir_expr e = variable(x, relation, at);
    for (uint32_t i = 0; i < count; i++)
        e = irb_expr_index(x->g, e, variable(x, env->of[slots[i]], at), at);
    return e;
}

ir_expr toss_local_condition(toss_lowering *x, const toss_node *atom, const toss_env *env, bool negated)
{
    const uint32_t *relation = map_get(&x->made, relation_key(atom->local));
    if (!relation)
        return IR_NONE;
    return is(x, cell(x, *relation, atom->slots, atom->count, env, atom->span), x->one, negated, atom->span);
}

/* One tuple: it comes in when the formula holds, or goes out when it does not. */
static void decide(const fixing *f, const toss_env *env, ir_node from, ir_node to)
{
    toss_lowering *x = f->x;
    const toss_node *n = f->n;
    ir_sym settled = f->grows ? x->one : x->zero;
    ir_node open = toss_fresh(x, f->at), moves = toss_fresh(x, f->at), moved = toss_fresh(x, f->at);
    irb_check(x->g, from, to, is(x, cell(x, f->relation, n->slots, n->count, env, f->at), settled, false, f->at),
              f->at);
    irb_check(x->g, from, open, is(x, cell(x, f->relation, n->slots, n->count, env, f->at), settled, true, f->at),
              f->at);
    irb_check(x->g, open, moves, toss_condition(x, n->kids[0], env, !f->grows), f->at);
    irb_check(x->g, open, to, toss_condition(x, n->kids[0], env, f->grows), f->at);
    irb_assign(x->g, moves, moved, cell(x, f->relation, n->slots, n->count, env, f->at),
               irb_expr_symbol(x->g, settled, f->at), f->at);
    irb_assign(x->g, moved, to, variable(x, f->changed, f->at), irb_expr_symbol(x->g, x->one, f->at), f->at);
}

static void each_tuple(const fixing *f, uint32_t index, toss_env *env, ir_node from, ir_node to)
{
    toss_lowering *x = f->x;
    if (index == f->n->count) {
        decide(f, env, from, to);
        return;
    }
    ir_var v = toss_take_variable(x);
    ir_node first = toss_fresh(x, f->at), last = toss_fresh(x, f->at);
    env->of[f->n->slots[index]] = v;
    toss_loop(x, v, from, first, last, to, f->at);
    each_tuple(f, index + 1, env, first, last);
}

/* IR_NONE: the relation would be too large. */
ir_expr toss_fixed_condition(toss_lowering *x, const toss_node *n, const toss_env *env, bool negated)
{
    src_span at = n->span;
    fixing f = {x, n, IR_NONE, IR_NONE, n->op == TOSS_LFP, at};
    if (x->count == 0 || n->count == 0 || pow(x->count + 1.0, n->count) > TOSS_CELLS_MAX)
        return IR_NONE;
    const uint64_t key = relation_key(n);
    const uint32_t *known = map_get(&x->made, key);
    if (!known) {
        const char *name = toss_text(x->f, n->name);
        f.relation = toss_declare_variable(x, name, relation_type(&f), full_value(&f, n->count), at);
        f.changed = toss_declare_variable(x, "changed", irb_named_type(x->g, x->bool_type, at),
                                          irb_value_symbol(x->g, x->zero, at), at);
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
    ir_node from = toss_fresh(x, at), round = toss_fresh(x, at), tuples = toss_fresh(x, at), after = toss_fresh(x, at),
            end = toss_fresh(x, at), to = toss_fresh(x, at);
    toss_env *inner = copy_env(x, env);
    uint32_t used = x->used;
    irb_assign(x->g, from, round, variable(x, f.relation, at), irb_expr_const(x->g, start, at), at);
    irb_assign(x->g, round, tuples, variable(x, f.changed, at), irb_expr_symbol(x->g, x->zero, at), at);
    each_tuple(&f, 0, inner, tuples, after);
    x->used = used;
    irb_check(x->g, after, round, is(x, variable(x, f.changed, at), x->one, false, at), at);
    irb_check(x->g, after, end, is(x, variable(x, f.changed, at), x->one, true, at), at);
    irb_check(x->g, end, to, is(x, cell(x, f.relation, n->slots, n->count, env, at), x->one, false, at), at);
    ir_expr e = irb_expr_reach(x->g, from, to, at);
    return negated ? irb_expr(x->g, IR_NOT, e, IR_NONE, IR_NONE, at) : e;
}
