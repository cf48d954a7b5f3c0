/* Loops that count a scalar up and do one thing for each of its values. Where they ask a condition,
 * by the bits of masks: a search for the first value that passes goes there at once, a count of
 * those that pass adds them all together. Where they store a number in one cell of a map after the
 * other, all at once. Written in front of the loop, which then finds nothing left to do; where the
 * short way is not sure it is left out, and the loop does its work. */
#include "native/emit_inside.h"

typedef struct scan {
    ir_var v, sum; /* sum: IR_NONE, the loop ends at the first */
    int32_t end;   /* first value that is none of the domain */
    int32_t most;  /* of sum, where it can still be counted up */
    ir_expr added; /* what each value adds to it, never negative; IR_NONE: one */
    ir_expr condition;
    bool passes; /* the condition holds, or does not, for the values that matter */
} scan;

/* An edge of the way round the loop. */
static bool inside(const native_source *n, const ir_edge_data *e, uint32_t number)
{
    const region *r = n->x->r;
    return !(r->moves && ir_assigns_player(n->g, e)) && n->loop_of[region_at(r, e->to)] == number;
}

/* v = table[v], where the table says one more. */
static bool counts_by_table(native_source *n, ir_expr value, ir_var v, int32_t *most)
{
    const layout_slot *s = &n->p->layout.variables[v];
    int32_t to;
    *most = 0;
    while (*most < (int32_t)s->high && emit_evaluate(n, value, v, *most, &to) == EVALUATED && to == *most + 1)
        (*most)++;
    return *most > 0;
}

/* A cell of a map of what is never negative. */
static bool is_amount(const native_source *n, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *s = plan_chain(n->p, e, keys, &count, &constant);
    return s && s->integer && !s->real && count == s->levels && count > 0 && s->low >= 0 && s->high <= INT16_MAX &&
           emit_simple(n, e) && !plan_can_fault(n->p, e);
}

/* v = v + 1, or v = (v + 1 <= most ? v + 1 : ..); with `added` a cell may stand in the place of 1. */
static bool counts(native_source *n, const ir_edge_data *e, ir_var *v, int32_t *most, ir_expr *added)
{
    const ir_game *g = n->g;
    *most = INT32_MAX;
    if (e->label != IR_ASSIGN || g->exprs.data[e->target].op != IR_VAR)
        return false;
    *v = g->exprs.data[e->target].a;
    const layout_slot *s = &n->p->layout.variables[*v];
    ir_expr_data d = g->exprs.data[ir_bare(g, e->value)];
    if (!s->integer)
        return s->levels == 0 && !s->real && counts_by_table(n, e->value, *v, most);
    *most = s->high;
    if (d.op == IR_IF) {
        const ir_expr_data c = g->exprs.data[ir_bare(g, d.a)];
        int32_t bound;
        if (c.op != IR_LE || !plan_known(n->p, c.b, &bound) || !ir_expr_equal(g, c.a, d.b))
            return false;
        *most = bound < *most ? bound : *most;
        d = g->exprs.data[ir_bare(g, d.b)];
    }
    int32_t one;
    const ir_expr_data a = g->exprs.data[ir_bare(g, d.a)];
    if (d.op != IR_ADD || a.op != IR_VAR || a.a != *v)
        return false;
    if (plan_known(n->p, d.b, &one))
        return one == 1;
    if (!added || !is_amount(n, d.b) || emit_mentions(n, d.b, *v))
        return false;
    *added = d.b;
    return true;
}

/* From a node round to the head over skips and what counts up v, and maybe the sum. */
static bool comes_round(native_source *n, ir_node node, ir_node head, uint32_t number, const scan *s, ir_var *sum,
                        int32_t *most, ir_expr *added)
{
    bool counted = false;
    *sum = *added = IR_NONE;
    for (uint32_t steps = 0; steps < 8 && node != head; steps++) {
        const ir_edge_data *e = plan_only_edge(n->p, n->x, node);
        ir_var v;
        int32_t bound;
        if (!e || !inside(n, e, number))
            return false;
        if (e->label == IR_ASSIGN) {
            ir_expr amount = IR_NONE;
            if (!counts(n, e, &v, &bound, &amount))
                return false;
            if (v == s->v && !counted && amount == IR_NONE && bound >= s->end)
                counted = true;
            else if (v != s->v && *sum == IR_NONE && !(counted && amount != IR_NONE)) /* that of the next value */
                *sum = v, *most = bound, *added = amount;
            else
                return false;
        } else if (e->label != IR_SKIP) {
            return false;
        }
        node = e->to;
    }
    return counted && node == head;
}

/* Two checks of which one holds. */
static bool fork_at(const native_source *n, ir_node node, const ir_edge_data **first, const ir_edge_data **second)
{
    const plan_edges *order = plan_order(n->x, node);
    if (order->count != 2 || !order->data[1].certain)
        return false;
    *first = plan_edge_at(n->p, order, 0);
    *second = plan_edge_at(n->p, order, 1);
    return (*first)->label == IR_CHECK && (*second)->label == IR_CHECK;
}

static bool find_scan(native_source *n, uint32_t p, scan *s)
{
    *s = (scan){.sum = IR_NONE, .added = IR_NONE};
    const ir_node head = n->x->r->nodes[p];
    const uint32_t number = n->loop_of[p];
    const ir_edge_data *in, *out, *one, *other;
    if (!fork_at(n, head, &in, &out) || !inside(n, in, number))
        return false;
    const ir_expr_data bound = n->g->exprs.data[ir_bare(n->g, in->value)];
    const ir_expr_data v = n->g->exprs.data[ir_bare(n->g, bound.a)];
    if ((bound.op != IR_LT && bound.op != IR_NE) || v.op != IR_VAR || !plan_known(n->p, bound.b, &s->end) ||
        s->end <= 0 || s->end > EMIT_VALUES_MAX || !fork_at(n, in->to, &one, &other))
        return false;
    s->v = v.a;
    s->condition = one->value;
    ir_var sums[2];
    ir_expr added[2] = {IR_NONE, IR_NONE};
    int32_t most[2] = {0};
    bool round[2] = {inside(n, one, number) && comes_round(n, one->to, head, number, s, &sums[0], &most[0], &added[0]),
                     inside(n, other, number) &&
                         comes_round(n, other->to, head, number, s, &sums[1], &most[1], &added[1])};
    if (round[0] && round[1]) {
        s->passes = sums[0] != IR_NONE;
        s->sum = s->passes ? sums[0] : sums[1];
        s->most = s->passes ? most[0] : most[1];
        s->added = s->passes ? added[0] : added[1];
        return (sums[0] == IR_NONE) != (sums[1] == IR_NONE) && !emit_mentions(n, s->condition, s->sum);
    }
    s->sum = IR_NONE;
    s->passes = round[1];
    return (round[0] && sums[0] == IR_NONE) || (round[1] && sums[1] == IR_NONE);
}

/* A loop that fills bytes of a map. */
static bool emit_fill(native_source *n, uint32_t p)
{
    const ir_node head = n->x->r->nodes[p];
    const uint32_t number = n->loop_of[p];
    const ir_edge_data *in, *out;
    scan s = {.sum = IR_NONE};
    if (!fork_at(n, head, &in, &out) || !inside(n, in, number))
        return false;
    const ir_expr_data bound = n->g->exprs.data[ir_bare(n->g, in->value)];
    const ir_expr_data v = n->g->exprs.data[ir_bare(n->g, bound.a)];
    const ir_edge_data *e = plan_only_edge(n->p, n->x, in->to);
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    int32_t value, most;
    bool constant;
    ir_var sum;
    ir_expr added;
    if (bound.op != IR_LT || v.op != IR_VAR || !plan_known(n->p, bound.b, &s.end) || s.end <= 0 ||
        s.end > EMIT_VALUES_MAX || !e || !inside(n, e, number) || e->label != IR_ASSIGN ||
        !plan_known(n->p, e->value, &value) || plan_edge_can_fault(n->p, e) || plan_dead_store(n->p, n->x, e) ||
        !n->known[v.a])
        return false;
    const layout_slot *slot = plan_chain(n->p, e->target, keys, &count, &constant);
    s.v = v.a;
    if (!slot || slot->levels != 1 || count != 1 || slot->width != 1 || slot->keys[0].stride != 1 ||
        !comes_round(n, e->to, head, number, &s, &sum, &most, &added) || sum != IR_NONE)
        return false;
    int32_t first = 0;
    for (int32_t i = 0; i < s.end; i++) {
        int32_t to;
        if (emit_evaluate(n, keys[0], s.v, i, &to) != EVALUATED || (i > 0 && to != first + i))
            return false;
        first = i == 0 ? to : first;
    }
    const char *name = n->known[s.v];
    emit_open(n, F("if (%s >= 0 && %s < %d)", name, name, s.end));
    emit_line(n, F("memset(s + (AT_%s + %lld) + %s, %s, (size_t)(%d - %s));",
                   n->names[ir_target_variable(n->g, e->target)], (long long)first - slot->keys[0].low, name,
                   emit_stored(n, slot, emit_number(n, value)), s.end, name));
    emit_line(n, F("%s = %d;", name, s.end));
    if (emit_tracks(n) && emit_keeps_sets(n, ir_target_variable(n->g, e->target)))
        emit_line(n, "x->fresh = 0;");
    emit_close(n);
    return true;
}

/* What the values that pass add, word by word. */
static void emit_amounts(native_source *n, const scan *s, uint32_t id, uint32_t words, const char *bits)
{
    const char *outer = n->known[s->v], *value = F("i%u", id);
    emit_line(n, F("int c%u = 0;", id));
    emit_open(n, words > 1 ? F("for (; w%u < %u; b%u = ++w%u < %u ? %s : 0)", id, words, id, id, words, bits)
                           : F("for (; b%u; b%u = 0)", id, id));
    emit_open(n, F("for (; b%u; b%u &= b%u - 1)", id, id, id));
    emit_line(n, words > 1 ? F("const int %s = (int)(64 * w%u) + __builtin_ctzll(b%u);", value, id, id)
                           : F("const int %s = __builtin_ctzll(b%u);", value, id));
    n->known[s->v] = value;
    emit_line(n, F("c%u += %s;", id, emit_value(n, s->added)));
    n->known[s->v] = outer;
    emit_close(n);
    emit_close(n);
}

void emit_scan(native_source *n, uint32_t p)
{
    scan s;
    if (emit_fill(n, p))
        return;
    if (!find_scan(n, p, &s) || !n->known[s.v] || (s.sum != IR_NONE && !n->known[s.sum]))
        return;
    const uint32_t id = n->locals++, words = ((uint32_t)s.end + 63) / 64;
    const plan_domain d = {.range = true, .low = 0, .high = s.end - 1};
    const emit_mask m = {.d = &d, .v = s.v, .word = words > 1 ? F("w%u", id) : NULL};
    const char *bits = emit_mask_of(n, &m, s.condition), *domain = emit_mask_domain(n, &m), *v = n->known[s.v];
    if (!bits || !emit_mentions(n, s.condition, s.v))
        return;
    bits = F("%s(%s)%s%s", s.passes ? "" : "~", bits, domain ? " & " : "", domain ? domain : "");
    emit_open(n, F("if (%s >= 0 && %s < %d)", v, v, s.end));
    if (m.word)
        emit_line(n, F("uint32_t w%u = (uint32_t)%s >> 6;", id, v));
    emit_line(n, F("uint64_t b%u = %s & (~UINT64_C(0) << (%s & 63));", id, bits, v));
    if (s.sum == IR_NONE) {
        if (m.word)
            emit_line(n, F("while (!b%u && ++w%u < %u)\n        b%u = %s;", id, id, words, id, bits));
        emit_line(n, F("%s = b%u ? %s__builtin_ctzll(b%u) : %d;", v, id, m.word ? F("(int)(64 * w%u) + ", id) : "", id,
                       s.end));
    } else {
        if (s.added != IR_NONE) {
            emit_amounts(n, &s, id, m.word ? words : 1, bits);
        } else {
            emit_line(n, F("int c%u = __builtin_popcountll(b%u);", id, id));
            if (m.word)
                emit_line(n, F("while (++w%u < %u)\n        c%u += __builtin_popcountll(%s);", id, words, id, bits));
        }
        emit_line(n, F("if (%s <= %s - c%u)\n        %s += c%u, %s = %d;", n->known[s.sum], emit_number(n, s.most), id,
                       n->known[s.sum], id, v, s.end));
    }
    emit_close(n);
}
