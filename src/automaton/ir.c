#include "automaton/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ir_symbol_name(const ir_game *g, ir_sym s) { return ir_name(g, vec_at(&g->symbols, s).name); }

const char *ir_node_name(const ir_game *g, ir_node n) { return ir_name(g, vec_at(&g->nodes, n).name); }

ir_type ir_resolve(const ir_game *g, ir_type t)
{
    /* A chain of names longer than the number of typedefs is a circle. */
    for (uint32_t i = 0; i <= g->typedefs.count && t != IR_NONE; i++) {
        const ir_type_data *d = ir_type_at(g, t);
        if (d->kind != IR_TYPE_NAME)
            return t;
        const uint32_t *def = map_get(&g->typedef_by_name, d->name);
        t = def ? vec_at(&g->typedefs, *def).type : IR_NONE;
    }
    return IR_NONE;
}

enum { TYPE_TEXT_SYMBOLS = 8 };

const char *ir_type_text(const ir_game *g, ir_type t)
{
    if (t == IR_NONE)
        return "?";
    const ir_type_data *d = ir_type_at(g, t);
    for (uint32_t i = 0; d->kind != IR_TYPE_NAME && i < g->typedefs.count; i++)
        if (vec_at(&g->typedefs, i).type == t)
            return ir_name(g, vec_at(&g->typedefs, i).name);
    switch (d->kind) {
    case IR_TYPE_NAME: return ir_name(g, d->name);
    case IR_TYPE_BOOL: return "condition";
    case IR_TYPE_INT: return arena_printf(g->arena, "[%d..%d]", d->low, d->high);
    case IR_TYPE_REAL: return "#real";
    case IR_TYPE_ARROW: {
        bool nested = ir_type_at(g, d->key)->kind == IR_TYPE_ARROW;
        return arena_printf(g->arena, "%s%s%s -> %s", nested ? "(" : "", ir_type_text(g, d->key), nested ? ")" : "",
                            ir_type_text(g, d->value));
    }
    case IR_TYPE_SET: break;
    }
    const char *text = "{ ";
    for (uint32_t i = 0; i < d->count && i < TYPE_TEXT_SYMBOLS; i++)
        text = arena_printf(g->arena, "%s%s%s", text, i ? ", " : "", ir_symbol_name(g, ir_symbol_at(d, i)));
    return arena_printf(g->arena, "%s%s }", text, d->count > TYPE_TEXT_SYMBOLS ? ", ..." : "");
}

ir_var ir_target_variable(const ir_game *g, ir_expr target)
{
    while (target != IR_NONE && vec_at(&g->exprs, target).op == IR_INDEX)
        target = vec_at(&g->exprs, target).a;
    if (target == IR_NONE || vec_at(&g->exprs, target).op != IR_VAR)
        return IR_NONE;
    return vec_at(&g->exprs, target).a;
}

bool ir_assigns_player(const ir_game *g, const ir_edge_data *e)
{
    return (e->label == IR_ASSIGN || e->label == IR_CHOOSE) && ir_target_variable(g, e->target) == g->player;
}

uint32_t ir_operands(ir_op op)
{
    static const uint8_t counts[] = {
#define IR_OP(name, n, text) n,
#include "automaton/ops.def"
#undef IR_OP
    };
    assert(op < IR_OP_COUNT);
    return counts[op];
}

ir_expr ir_bare(const ir_game *g, ir_expr e)
{
    while (vec_at(&g->exprs, e).op == IR_CAST)
        e = vec_at(&g->exprs, e).a;
    return e;
}

bool ir_expr_equal(const ir_game *g, ir_expr a, ir_expr b)
{
    if (a == b)
        return true;
    if (a == IR_NONE || b == IR_NONE)
        return false;
    a = ir_bare(g, a);
    b = ir_bare(g, b);
    const ir_expr_data *x = &vec_at(&g->exprs, a), *y = &vec_at(&g->exprs, b);
    if (x->op != y->op)
        return false;
    if (ir_operands(x->op) == 0)
        return x->a == y->a && ((x->op != IR_REACH && x->op != IR_REAL) || x->b == y->b);
    for (uint32_t i = 0; i < ir_operands(x->op); i++)
        if (!ir_expr_equal(g, ir_operand(x, i), ir_operand(y, i)))
            return false;
    return true;
}

void ir_each_reach(const ir_game *g, ir_expr e, void (*visit)(void *user, const ir_expr_data *reach), void *user)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data d = vec_at(&g->exprs, e);
    if (d.op == IR_REACH)
        visit(user, &d);
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        ir_each_reach(g, ir_operand(&d, i), visit, user);
}

ir_graph ir_graph_make(const ir_game *g, arena *a)
{
    ir_graph graph;
    uint32_t n = g->nodes.count;
    graph.out_start = ARENA_ARRAY(a, uint32_t, n + 2);
    graph.in_start = ARENA_ARRAY(a, uint32_t, n + 2);
    graph.out = ARENA_ARRAY(a, ir_edge, g->edges.count + 1);
    graph.in = ARENA_ARRAY(a, ir_edge, g->edges.count + 1);
    graph.arena = a;
    graph.reads = ARENA_NEW(a, struct region_reads *);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        arena_work(a, 1);
        if (e->removed)
            continue;
        graph.out_start[e->from + 2]++;
        graph.in_start[e->to + 2]++;
    }
    for (uint32_t i = 2; i < n + 2; i++) {
        graph.out_start[i] += graph.out_start[i - 1];
        graph.in_start[i] += graph.in_start[i - 1];
    }
    /* out_start[k + 1] now is the start of node k; filling moves it to the end of k. */
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed)
            continue;
        graph.out[graph.out_start[e->from + 1]++] = i;
        graph.in[graph.in_start[e->to + 1]++] = i;
    }
    return graph;
}

void ir_real_digits(double value, char digits[IR_REAL_DIGITS])
{
    for (int n = 15; n <= 17; n++) {
        snprintf(digits, IR_REAL_DIGITS, "%.*g", n, value);
        double back = strtod(digits, NULL);
        if (back >= value && back <= value)
            break;
    }
}

const char *ir_real_text(arena *a, double value)
{
    char digits[IR_REAL_DIGITS];
    ir_real_digits(value, digits);
    return arena_printf(a, "%s%s", digits, strpbrk(digits, ".e") ? "" : ".0");
}

static const char *skip_digits(const char *p) { return p + strspn(p, "0123456789"); }

bool ir_score_value(const char *name, double *value)
{
    static const char minus[] = "minus_", point[] = "_point_";
    bool negative = strncmp(name, minus, strlen(minus)) == 0;
    const char *whole = negative ? name + strlen(minus) : name, *end = skip_digits(whole);
    if (end == whole)
        return false;
    *value = strtod(whole, NULL);
    if (strncmp(end, point, strlen(point)) == 0) {
        const char *digits = end + strlen(point);
        char text[64];
        end = skip_digits(digits);
        if (end == digits)
            return false;
        int length = snprintf(text, sizeof text, "%.*s.%s", (int)(digits - strlen(point) - whole), whole, digits);
        if (length < (int)sizeof text) /* else what is behind the point does not matter */
            *value = strtod(text, NULL);
    }
    *value = negative ? -*value : *value;
    return *end == 0;
}

void ir_spread(const ir_game *g, const ir_graph *graph, bool within_moves, bitset *nodes, arena *a)
{
    vec_u32 queue = {0};
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (bitset_has(nodes, n))
            vec_push(a, &queue, n);
    for (uint32_t head = 0; head < queue.count; head++) {
        ir_node n = vec_at(&queue, head);
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, graph->out[i]);
            if (!(within_moves && ir_assigns_player(g, e)) && bitset_insert(nodes, e->to))
                vec_push(a, &queue, e->to);
        }
    }
}

bitset ir_nodes_from_begin(const ir_game *g, const ir_graph *graph, arena *a)
{
    bitset seen = bitset_new(a, g->nodes.count);
    bitset_add(&seen, g->begin);
    ir_spread(g, graph, false, &seen, a);
    return seen;
}

ir_value ir_plain_value(const ir_game *g, ir_value v)
{
    while (v != IR_NONE && vec_at(&g->values, v).kind == IR_VALUE_CONST)
        v = vec_at(&g->constants, vec_at(&g->values, v).index).literal;
    return v;
}
