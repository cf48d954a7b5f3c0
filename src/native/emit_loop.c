/* Cycles without choices as C loops: labels and gotos in one block.
 *
 * A path goes round in one way at most, so nothing has to come back to where it was: scalars that
 * the loop assigns are C variables that change, maps are written in place and put back as a whole
 * behind the loop. What else can be done at a node is written where the node is, before the way
 * round. */
#include "native/emit_inside.h"

typedef struct loop {
    native_source *n;
    uint32_t number, id, tags;
    bool stops;     /* a round can end out of the ordinary */
    bool counts;    /* rounds are counted, since nothing shows that they come to an end */
    bitset written; /* variables that change on the way round */
} loop;

enum { ROUNDS_MAX = 1 << 14 };

static bool goes_round(const loop *l, const ir_edge_data *e)
{
    const region *r = l->n->x->r;
    return !(r->moves && ir_assigns_player(l->n->g, e)) && l->n->loop_of[region_at(r, e->to)] == l->number;
}

static void note_reach(void *user, const ir_expr_data *reach)
{
    (void)reach;
    *(bool *)user = true;
}

/* Calls `visit` for each edge of the way round. */
static void each_edge(loop *l, void (*visit)(loop *l, const ir_edge_data *e, void *user), void *user)
{
    const region *r = l->n->x->r;
    for (uint32_t p = 0; p < r->count; p++) {
        if (l->n->loop_of[p] != l->number)
            continue;
        const plan_edges *order = plan_order(l->n->x, r->nodes[p]);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(l->n->p, order, i);
            if (goes_round(l, e))
                visit(l, e, user);
        }
    }
}

static void note_written(loop *l, const ir_edge_data *e, void *user)
{
    native_source *n = l->n;
    bitset *kept = user;
    l->stops |= plan_step_can_fault(n->p, n->x, e);
    ir_each_reach(n->g, e->target, note_reach, &l->stops);
    ir_each_reach(n->g, e->value, note_reach, &l->stops);
    if (e->label != IR_ASSIGN || plan_dead_store(n->p, n->x, e))
        return;
    ir_var v = ir_target_variable(n->g, e->target);
    bitset_add(&l->written, v);
    if (emit_needs_undo(n, e->to))
        bitset_add(kept, v);
}

/* Where scalars are kept in the state, what is outside of the loop finds them there. */
static void leave(const loop *l)
{
    native_source *n = l->n;
    for (ir_var v = 0; n->in_state && v < n->g->variables.count; v++)
        if (bitset_has(&l->written, v) && n->p->layout.variables[v].levels == 0)
            emit_hold_scalar(n, v, n->known[v]);
}

/* A store on the way round. */
static void store(const loop *l, const ir_edge_data *e)
{
    native_source *n = l->n;
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    ir_var v = ir_target_variable(n->g, e->target);
    const layout_slot *s = plan_chain(n->p, e->target, keys, &count, &constant);
    if (plan_dead_store(n->p, n->x, e))
        return;
    if (!s) {
        emit_give_up(n, "an access is nested too deeply");
        return;
    }
    if (s->levels == 0) {
        emit_line(n, F("%s = %s;%s", n->known[v], emit_right(n, e, s), emit_rule(n, e)));
        return;
    }
    n->copied[v] |= emit_keeps_state(n);
    const uint32_t id = n->locals++;
    const char *where = emit_offset(n, v, keys, count);
    emit_open(n, "");
    if (plan_type_of(n->p, e->target)->kind == IR_TYPE_REAL) {
        emit_line(n, F("store_real(s + (%s), %s);%s", where, emit_real(n, e->value), emit_rule(n, e)));
    } else if (plan_type_of(n->p, e->target)->kind == IR_TYPE_ARROW) {
        emit_line(n, F("const int p%u = %s;%s", id, where, emit_rule(n, e)));
        emit_copy_map(n, e, id, (count ? s->keys[count - 1].stride : s->cells) * s->width);
    } else {
        const char *stored = emit_stored(n, s, F("v%u", id));
        emit_line(n, F("const int v%u = %s;%s", id, emit_right(n, e, s), emit_rule(n, e)));
        emit_line(n, F("unsigned char *const p%u = s + (%s);", id, where));
        const char *kept = emit_tracks(n) ? emit_move_cell(n, v, F("p%u", id), F("*p%u", id), stored, false) : NULL;
        if (kept)
            emit_line(n, kept);
        emit_line(n, F("S%u(p%u, %s);", s->width * 8, id, stored));
    }
    emit_close(n);
}

/* The last unit of a node: round again, or out of the loop. */
static void last_unit(const loop *l, const plan_edges *order, uint32_t first)
{
    native_source *n = l->n;
    for (uint32_t i = first; i < order->count; i++) {
        const ir_edge_data *e = plan_edge_at(n->p, order, i);
        bool checked = e->label == IR_CHECK && !order->data[i].certain;
        const char *other = i > first ? "else " : "";
        emit_open(n, checked ? F("%sif (%s)", other, emit_condition(n, e->value)) : i > first ? "else" : "");
        if (goes_round(l, e)) {
            if (e->label == IR_ASSIGN)
                store(l, e);
            if (l->stops)
                emit_line(n, F("if (x->stop)\n        goto D%u;", l->id));
            emit_line(n, F("goto L%u_%u;", l->id, e->to));
        } else {
            leave(l);
            emit_edge(n, e, l->tags);
        }
        emit_close(n);
        if (!checked)
            break;
    }
    emit_line(n, F("goto D%u;", l->id));
}

static void place(const loop *l, uint32_t p)
{
    native_source *n = l->n;
    const plan_edges *order = plan_order(n->x, n->x->r->nodes[p]);
    uint32_t units = 0, number = 0, first = 0;
    for (uint32_t i = 0; i < order->count; i++)
        units += order->data[i].last_of_group;
    emit_line(n, F("L%u_%u:;", l->id, n->x->r->nodes[p]));
    if (n->x->visit_of[p] != IR_NONE)
        emit_line(n, F("if (++r%u > %d) {\n        halt(x);\n        goto D%u;\n    }", l->id, ROUNDS_MAX, l->id));
    emit_scan(n, p);
    emit_short(n, p);
    for (; number + 1 < units; number++) {
        uint32_t last = first;
        while (!order->data[last].last_of_group)
            last++;
        if (n->kind == EMIT_DRAW)
            emit_drawn_unit(n, order, first, false, false);
        else
            emit_open(n, "");
        leave(l);
        emit_unit(n, order, first, last, l->tags);
        if (n->kind == EMIT_DRAW)
            emit_line(n, F("goto D%u;", l->id));
        emit_close(n);
        if (n->kind != EMIT_DRAW && !emit_follows_all(n))
            emit_line(n, F("if (f)\n        goto D%u;", l->id));
        first = last + 1;
    }
    last_unit(l, order, first);
}

void emit_loop(native_source *n, uint32_t at, uint32_t tags)
{
    const region *r = n->x->r;
    loop l = {.n = n, .number = n->loop_of[at], .id = n->locals++, .tags = tags};
    const uint32_t variables = n->g->variables.count;
    bitset kept = bitset_new(n->a, variables + 1);
    uint32_t *keeps = ARENA_ARRAY(n->a, uint32_t, variables + 1), keep_count = 0;
    uint32_t *olds = ARENA_ARRAY(n->a, uint32_t, variables + 1);
    const char **before = ARENA_ARRAY(n->a, const char *, variables + 1);
    l.written = bitset_new(n->a, variables + 1);
    each_edge(&l, note_written, &kept);
    for (uint32_t p = 0; p < r->count; p++)
        l.counts |= n->loop_of[p] == l.number && n->x->visit_of[p] != IR_NONE;
    emit_open(n, "");
    if (l.counts)
        emit_line(n, F("int r%u = 0;", l.id));
    for (ir_var v = 0; v < variables; v++) {
        const layout_slot *s = &n->p->layout.variables[v];
        if (!bitset_has(&l.written, v))
            continue;
        if (s->levels == 0) {
            const char *name = F("u%u_%s", l.id, n->names[v]);
            emit_line(n, F("int %s = %s;\n    (void)%s;", name, emit_variable(n, v), name));
            olds[v] = n->locals;
            emit_keep_scalar(n, v, n->locals++);
            before[v] = n->known[v];
            n->known[v] = name;
        } else if (bitset_has(&kept, v)) {
            emit_line(n, F("const int p%u = AT_%s;", n->locals, n->names[v]));
            emit_keep(n, n->locals, s->cells * s->width);
            keeps[keep_count++] = n->locals++;
        }
    }
    place(&l, at);
    for (uint32_t p = 0; p < r->count; p++)
        if (p != at && n->loop_of[p] == l.number)
            place(&l, p);
    emit_line(n, F("D%u:;", l.id));
    for (ir_var v = variables; v-- > 0;) {
        if (!bitset_has(&l.written, v))
            continue;
        if (n->p->layout.variables[v].levels == 0) {
            n->known[v] = before[v];
            emit_restore_scalar(n, v, olds[v]);
        } else if (bitset_has(&kept, v)) {
            if (emit_tracks(n) && emit_keeps_sets(n, v))
                emit_line(n, F("%sx->fresh = 0;", emit_unless_found(n)));
            emit_restore(n, keeps[--keep_count], n->p->layout.variables[v].cells * n->p->layout.variables[v].width);
        }
    }
    emit_close(n);
}
