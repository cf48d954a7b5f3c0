/* Loops of few rounds without branches: neighbours of a site are looked at in one after the other, and which of them
 * belong to something is hard to foretell. Where a round is stores, some of them behind checks that otherwise lead to
 * the next round, checks become a flag and stores keep what was there when it is not set. Written in front of the loop,
 * which then finds nothing left to do. */
#include "native/emit_inside.h"

enum { ROUNDS_MAX = 16, STORES_MAX = 12, CHECKS_MAX = 4, NODES_MAX = 32 };

typedef struct step {
    const ir_edge_data *e; /* a store, or a check that has to hold (or not) for those that follow */
    bool holds, guarded;
} step;

typedef struct short_loop {
    native_source *n;
    ir_node head, next; /* next: where checks lead that do not hold, or IR_NONE */
    uint32_t number;
    step steps[STORES_MAX + CHECKS_MAX];
    uint32_t count, stores, checks;
} short_loop;

static bool inside(const short_loop *l, const ir_edge_data *e)
{
    const region *r = l->n->x->r;
    return !(r->moves && ir_assigns_player(l->n->g, e)) && l->n->loop_of[region_at(r, e->to)] == l->number;
}

static bool add_store(short_loop *l, const ir_edge_data *e, bool guarded)
{
    native_source *n = l->n;
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    if (e->label == IR_SKIP || (e->label == IR_ASSIGN && plan_dead_store(n->p, n->x, e)))
        return true;
    if (e->label != IR_ASSIGN || plan_step_can_fault(n->p, n->x, e) || l->stores++ == STORES_MAX ||
        !emit_simple(n, e->value) || emit_is_map(n, e->target))
        return false;
    const layout_slot *s = plan_chain(n->p, e->target, keys, &count, &constant);
    for (uint32_t i = 0; s && i < count; i++)
        if (!emit_simple(n, keys[i]))
            return false;
    if (!s || (s->levels == 0 && !n->known[ir_target_variable(n->g, e->target)]))
        return false;
    l->steps[l->count++] = (step){.e = e, .guarded = guarded};
    return true;
}

/* From a node round to the head. */
static bool walk(short_loop *l, ir_node node, bool guarded)
{
    native_source *n = l->n;
    for (uint32_t met = 0; met < NODES_MAX && node != l->head; met++) {
        guarded &= node != l->next;
        const plan_edges *order = plan_order(n->x, node);
        const ir_edge_data *one = order->count ? plan_edge_at(n->p, order, 0) : NULL;
        if (n->x->visit_of[region_at(n->x->r, node)] != IR_NONE || !one || order->count > 2 || !inside(l, one))
            return false;
        if (order->count == 1) {
            if (one->label == IR_CHECK || !add_store(l, one, guarded))
                return false;
            node = one->to;
            continue;
        }
        const ir_edge_data *other = plan_edge_at(n->p, order, 1);
        if (!order->data[1].certain || one->label != IR_CHECK || other->label != IR_CHECK || !inside(l, other) ||
            !emit_simple(n, one->value) || l->checks++ == CHECKS_MAX)
            return false;
        const uint32_t at = l->count++;
        l->steps[at] = (step){.e = one, .holds = true, .guarded = guarded};
        if (l->next == IR_NONE) { /* one of them leads to the next round at once */
            const short_loop before = *l;
            l->next = other->to;
            if (walk(l, one->to, true))
                return true;
            *l = before;
            l->next = one->to;
            l->steps[at].holds = false;
            return walk(l, other->to, true);
        }
        if (one->to != l->next && other->to != l->next)
            return false;
        l->steps[at].holds = other->to == l->next;
        node = other->to == l->next ? one->to : other->to;
        guarded = true;
    }
    return node == l->head &&
           (!guarded || l->next == l->head); /* where checks lead that do not hold, others come, too */
}

/* No part of it goes wrong, so that all may be worked out. */
static const char *flat(native_source *n, ir_expr e)
{
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, e)];
    if (d.op == IR_AND || d.op == IR_OR)
        return F("(%s %c %s)", flat(n, d.a), d.op == IR_AND ? '&' : '|', flat(n, d.b));
    if (d.op == IR_NOT)
        return F("!%s", flat(n, d.a));
    return F("(%s)", emit_condition(n, e));
}

static void store(native_source *n, const step *t, uint32_t id)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const ir_var v = ir_target_variable(n->g, t->e->target);
    const layout_slot *s = plan_chain(n->p, t->e->target, keys, &count, &constant);
    const char *right = emit_right(n, t->e, s);
    if (s->levels == 0) {
        emit_line(n, t->guarded ? F("%s = c%u ? %s : %s;", n->known[v], id, right, n->known[v])
                                : F("%s = %s;", n->known[v], right));
        return;
    }
    const uint32_t width = s->width * 8, here = n->locals++;
    n->copied[v] |= emit_keeps_state(n);
    emit_line(n, F("unsigned char *const p%u = s + (%s);", here, emit_offset(n, v, keys, count)));
    emit_line(n, F("const int v%u = %s;", here, emit_stored(n, s, right)));
    const char *value = t->guarded ? F("(c%u ? v%u : L%u(p%u))", id, here, width, here) : F("v%u", here);
    const char *kept = emit_tracks(n) ? emit_move_cell(n, v, F("p%u", here), F("*p%u", here), value, false) : NULL;
    if (kept)
        emit_line(n, kept);
    emit_line(n, F("S%u(p%u, %s);", width, here, value));
}

void emit_short(native_source *n, uint32_t p)
{
    const ir_node head = n->x->r->nodes[p];
    const plan_edges *order = plan_order(n->x, head);
    short_loop l = {.n = n, .head = head, .next = IR_NONE, .number = n->loop_of[p]};
    if (order->count != 2 || !order->data[1].certain || n->in_state || n->x->visit_of[p] != IR_NONE)
        return;
    const ir_edge_data *in = plan_edge_at(n->p, order, 0);
    const ir_expr_data bound = n->g->exprs.data[ir_bare(n->g, in->value)];
    int32_t rounds;
    if (in->label != IR_CHECK || bound.op != IR_LT || !plan_known(n->p, bound.b, &rounds) || rounds > ROUNDS_MAX ||
        n->g->exprs.data[ir_bare(n->g, bound.a)].op != IR_VAR || !emit_simple(n, bound.a) || !inside(&l, in) ||
        !walk(&l, in->to, false))
        return;
    const uint32_t id = n->locals++;
    emit_open(n, F("while (%s)", emit_condition(n, in->value)));
    if (l.checks > 0)
        emit_line(n, F("int c%u = 1;", id));
    for (uint32_t i = 0; i < l.count; i++) {
        const step *t = &l.steps[i];
        if (t->e->label == IR_CHECK)
            emit_line(n, F("c%u &= %s%s;", id, t->holds ? "" : "!", flat(n, t->e->value)));
        else
            store(n, t, id);
    }
    emit_close(n);
}
