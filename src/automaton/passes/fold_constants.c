/* Replaces expressions whose value is known: entries of constant maps at literal keys, variables
 * that nothing ever assigns, operations on literals (`propagate_constants` of the RG tool chain
 * without the flow of values along paths), searches whose target skips and tags lead to. A check that always holds
 * becomes a skip edge, one that never holds loses its edge. A literal keeps the type of what it replaces by a cast, so
 * that the result is well typed under RG's rules; where no type name offers itself, nothing
 * is changed. */
#include "automaton/passes/pipeline.h"

#include "automaton/arithmetic.h"
#include "automaton/build.h"
#include "automaton/check.h"
#include "base/bitset.h"

typedef struct folder {
    ir_game *g;
    arena *a;
    ir_graph graph;
    bitset assigned; /* variables */
    uint32_t changes;
} folder;

static bool literal(const ir_game *g, ir_expr e, ir_expr_data *out)
{
    *out = vec_at(&g->exprs, ir_bare(g, e));
    return out->op == IR_SYM || out->op == IR_INT || out->op == IR_REAL || out->op == IR_TRUE || out->op == IR_FALSE;
}

/* A cast of the literal to a named type equal to `type`; IR_NONE when there is none. */
static ir_expr typed_symbol(folder *f, ir_sym s, ir_type type, src_span at)
{
    ir_game *g = f->g;
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, type));
    bool in = false;
    for (uint32_t i = 0; i < t->count && !in; i++)
        in = ir_symbol_at(t, i) == s;
    if (!in)
        return IR_NONE;
    for (uint32_t i = 0; i < g->typedefs.count; i++) {
        ir_type candidate = vec_at(&g->typedefs, i).type;
        if (ir_resolve(g, candidate) == ir_resolve(g, type) || ir_type_same(g, candidate, type)) {
            ir_type named = irb_named_type(g, vec_at(&g->typedefs, i).name, at);
            return irb_expr_cast(g, named, irb_expr_symbol(g, s, at), at);
        }
    }
    return IR_NONE;
}

/* The value of a chain of accesses with literal keys to a constant or to a variable that never
 * changes; IR_NONE when it is not known. */
static ir_value known_value(folder *f, ir_expr e)
{
    ir_game *g = f->g;
    e = ir_bare(g, e);
    const ir_expr_data x = vec_at(&g->exprs, e);
    if (x.op == IR_CONST)
        return ir_plain_value(g, vec_at(&g->constants, x.a).value);
    if (x.op == IR_VAR)
        return bitset_has(&f->assigned, x.a) ? IR_NONE : ir_plain_value(g, vec_at(&g->variables, x.a).initial);
    ir_expr_data key;
    if (x.op != IR_INDEX || !literal(g, x.b, &key))
        return IR_NONE;
    ir_value map_value = known_value(f, x.a);
    if (map_value == IR_NONE)
        return IR_NONE;
    const ir_value_data *d = &vec_at(&g->values, map_value);
    ir_value result = IR_NONE;
    for (uint32_t i = 0; i < d->entry_count; i++) {
        const ir_value_entry *entry = &d->entries[i];
        if (entry->key == IR_NONE) {
            if (result == IR_NONE)
                result = entry->value;
            continue;
        }
        const ir_value_data *k = &vec_at(&g->values, entry->key);
        if (k->kind == IR_VALUE_SYM ? key.op == IR_SYM && k->index == key.a
                                    : key.op == IR_INT && k->integer == (int32_t)key.a)
            return ir_plain_value(g, entry->value);
    }
    return result == IR_NONE ? IR_NONE : ir_plain_value(g, result);
}

static ir_expr truth(folder *f, bool value, src_span at)
{
    f->changes++;
    ir_expr e = irb_expr(f->g, value ? IR_TRUE : IR_FALSE, IR_NONE, IR_NONE, IR_NONE, at);
    ir_expr_type(f->g, e);
    return e;
}

static bool is_free(const folder *f, ir_edge id)
{
    const ir_edge_data *e = &vec_at(&f->g->edges, id);
    return !e->removed && (e->label == IR_SKIP || e->label == IR_TAG);
}

/* Nothing can keep a search from its target: skips and tags alone lead there. */
static bool always_found(folder *f, ir_node from, ir_node to)
{
    ir_node n = from;
    bool begins = false;
    if (n == to)
        return true;
    for (uint32_t i = f->graph.out_start[n]; i < f->graph.out_start[n + 1]; i++)
        begins |= is_free(f, f->graph.out[i]);
    if (!begins)
        return false;
    arena *a = arena_child(f->a);
    bitset seen = bitset_new(a, f->g->nodes.count);
    vec_u32 queue = {0};
    bool found = false;
    vec_push(a, &queue, from);
    bitset_add(&seen, from);
    for (uint32_t head = 0; head < queue.count && !found; head++) {
        n = vec_at(&queue, head);
        for (uint32_t i = f->graph.out_start[n]; i < f->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&f->g->edges, f->graph.out[i]);
            if (!is_free(f, f->graph.out[i]))
                continue;
            found |= e->to == to;
            if (bitset_insert(&seen, e->to))
                vec_push(a, &queue, e->to);
        }
    }
    arena_done(a);
    return found;
}

static ir_expr fold(folder *f, ir_expr e);

static ir_expr fold_access(folder *f, ir_expr e, ir_expr_data x)
{
    ir_game *g = f->g;
    ir_type type = ir_expr_type(g, e);
    if (ir_type_at(g, type)->kind == IR_TYPE_ARROW)
        return e;
    ir_value v = known_value(f, e);
    if (v == IR_NONE)
        return e;
    const ir_value_data *d = &vec_at(&g->values, v);
    ir_expr result = IR_NONE;
    if (d->kind == IR_VALUE_SYM)
        result = typed_symbol(f, d->index, type, x.span);
    else if (d->kind == IR_VALUE_INT)
        result = irb_expr_int(g, d->integer, x.span);
    else if (d->kind == IR_VALUE_REAL)
        result = irb_expr_real(g, d->real, x.span);
    if (result == IR_NONE)
        return e;
    f->changes++;
    return result;
}

static ir_expr fold_integers(folder *f, ir_expr e, ir_expr_data x, int32_t a, int32_t b)
{
    if (x.op == IR_LT || x.op == IR_LE || x.op == IR_GT || x.op == IR_GE)
        return truth(f, ir_compare(x.op, a, b), x.span);
    int32_t result;
    if (!ir_arithmetic(x.op, a, b, &result))
        return e; /* stays, and faults when run */
    f->changes++;
    return irb_expr_int(f->g, result, x.span);
}

static ir_expr fold_reals(folder *f, ir_expr e, ir_expr_data x, double a, double b)
{
    if (x.op >= IR_EQ && x.op <= IR_GE)
        return truth(f, ir_real_compare(x.op, a, b), x.span);
    double result;
    if (!ir_real_arithmetic(x.op, a, b, &result))
        return e; /* stays, and faults when run */
    f->changes++;
    return irb_expr_real(f->g, result, x.span);
}

static ir_expr fold_operation(folder *f, ir_expr e, ir_expr_data x)
{
    ir_game *g = f->g;
    ir_expr_data a, b = {0};
    bool known_a = literal(g, x.a, &a);
    switch (x.op) {
    case IR_NOT:
        if (a.op == IR_TRUE || a.op == IR_FALSE)
            return truth(f, a.op == IR_FALSE, x.span);
        return e;
    case IR_AND:
    case IR_OR: {
        ir_op neutral = x.op == IR_AND ? IR_TRUE : IR_FALSE;
        literal(g, x.b, &b);
        if (a.op == IR_TRUE || a.op == IR_FALSE)
            return f->changes++, a.op == neutral ? x.b : x.a;
        if (b.op == neutral)
            return f->changes++, x.a;
        return e; /* x && false is kept: x may fault */
    }
    case IR_IF:
        if (a.op == IR_TRUE || a.op == IR_FALSE) {
            ir_expr branch = a.op == IR_TRUE ? x.b : x.c;
            /* the branches' types may differ from the whole's */
            if (ir_type_same(g, ir_expr_type(g, e), ir_expr_type(g, branch)))
                return f->changes++, branch;
        }
        return e;
    case IR_NEG:
        return !known_a          ? e
               : a.op == IR_INT  ? fold_integers(f, e, x, (int32_t)a.a, 0)
               : a.op == IR_REAL ? fold_reals(f, e, x, ir_real(&a), 0)
                                 : e;
    case IR_TO_REAL:
        if (!known_a || a.op != IR_INT)
            return e;
        f->changes++;
        return irb_expr_real(g, (int32_t)a.a, x.span);
    case IR_ANY_ARITHMETIC:
    case IR_ANY_COMPARISON: break;
    case IR_ANY_TERM:
    case IR_ANY_TRUTH:
    case IR_REACH:
    case IR_CAST:
    case IR_INDEX:
    case IR_ANY_OF_MAPS:
    case IR_REAL:
    case IR_OP_COUNT: return e;
    }
    bool known_b = literal(g, x.b, &b);
    if (known_a && known_b && a.op == IR_REAL && b.op == IR_REAL)
        return fold_reals(f, e, x, ir_real(&a), ir_real(&b));
    if (x.op == IR_EQ || x.op == IR_NE) {
        if (known_a && known_b)
            return truth(f, (a.op == b.op && a.a == b.a) == (x.op == IR_EQ), x.span);
        return e;
    }
    if (known_a && known_b && a.op == IR_INT && b.op == IR_INT)
        return fold_integers(f, e, x, (int32_t)a.a, (int32_t)b.a);
    return e;
}

static ir_expr fold(folder *f, ir_expr e)
{
    if (e == IR_NONE)
        return e;
    ir_game *g = f->g;
    ir_expr_data x = vec_at(&g->exprs, e);
    ir_type type = x.op == IR_CAST ? x.type : ir_expr_type(g, e);
    switch (x.op) {
    case IR_SYM:
    case IR_INT:
    case IR_REAL:
    case IR_ANY_TRUTH: return e;
    case IR_REACH: return always_found(f, x.a, x.b) ? truth(f, true, x.span) : e;
    case IR_CONST:
    case IR_VAR: return fold_access(f, e, x);
    case IR_CAST: {
        ir_expr a = fold(f, x.a);
        /* a cast of a literal that a cast carries: one is enough when the literal fits */
        const ir_expr_data inner = vec_at(&g->exprs, a);
        if (inner.op == IR_CAST && vec_at(&g->exprs, inner.a).op == IR_SYM) {
            const ir_type_data *t = ir_type_at(g, ir_resolve(g, x.type));
            for (uint32_t i = 0; t->kind == IR_TYPE_SET && i < t->count; i++)
                if (ir_symbol_at(t, i) == vec_at(&g->exprs, inner.a).a) {
                    a = inner.a;
                    break;
                }
        }
        return a == x.a ? e : irb_expr_cast(g, type, a, x.span);
    }
    case IR_INDEX:
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_ANY_COMPARISON:
    case IR_ANY_CONNECTIVE:
    case IR_IF:
    case IR_ANY_OF_MAPS:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    uint32_t before = f->changes;
    ir_expr a = fold(f, x.a), b = x.b, c = x.c;
    if (ir_operands(x.op) > 1)
        b = fold(f, b);
    if (ir_operands(x.op) > 2)
        c = fold(f, c);
    if (a != x.a || b != x.b || c != x.c) {
        ir_expr n = irb_expr(g, x.op, a, b, c, x.span);
        if (ir_expr_type(g, n) == IR_NONE) { /* an integer that fits nowhere: the fault stays */
            f->changes = before;
            return e;
        }
        e = n;
        x = vec_at(&g->exprs, e);
    }
    return x.op == IR_INDEX ? fold_access(f, e, x) : fold_operation(f, e, x);
}

/* Only the keys of a target are values. */
static ir_expr fold_target(folder *f, ir_expr e)
{
    ir_game *g = f->g;
    const ir_expr_data x = vec_at(&g->exprs, e);
    if (x.op != IR_INDEX)
        return e;
    ir_expr a = fold_target(f, x.a), b = fold(f, x.b);
    if (a == x.a && b == x.b)
        return e;
    ir_expr n = irb_expr_index(g, a, b, x.span);
    ir_expr_type(g, n);
    return n;
}

uint32_t ir_pass_fold_constants(ir_game *g, arena *scratch)
{
    folder f = {g, scratch, ir_graph_make(g, scratch), bitset_new(scratch, g->variables.count), 0};
    bitset_add(&f.assigned, g->player);
    bitset_add(&f.assigned, g->goals);
    bitset_add(&f.assigned, g->visible);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE))
            bitset_add(&f.assigned, ir_target_variable(g, e->target));
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        if (vec_at(&g->edges, i).removed)
            continue;
        ir_edge_data e = vec_at(&g->edges, i);
        /* a tag by variable stays one: RG has no other way to write it */
        uint32_t before = f.changes;
        ir_expr value = e.value, target = e.target;
        if (value != IR_NONE && e.label != IR_TAG)
            value = fold(&f, value);
        if (target != IR_NONE)
            target = fold_target(&f, target);
        ir_type to = target == IR_NONE ? IR_NONE : ir_expr_type(g, target);
        bool fits = target == IR_NONE ||
                    (to != IR_NONE && (e.label != IR_ASSIGN || ir_assignable(g, to, ir_expr_type(g, value))));
        if (fits) {
            e.value = value;
            e.target = target;
        } else {
            f.changes = before;
        }
        ir_expr_data v;
        if (e.label == IR_CHECK && literal(g, e.value, &v)) {
            f.changes++;
            if (v.op == IR_TRUE) {
                e.label = IR_SKIP;
                e.value = IR_NONE;
            } else {
                e.removed = true;
            }
        }
        vec_at(&g->edges, i) = e;
    }
    return f.changes;
}
