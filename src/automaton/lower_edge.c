/* Edges to code. */
#include "automaton/lower.h"

/* ---- assignments, choices, tags ---- */

static const vm_op store_fixed[] = {[1] = VM_ST8, [2] = VM_ST16, [4] = VM_ST32};
static const vm_op store_array[] = {[1] = VM_SA8, [2] = VM_SA16, [4] = VM_SA32};

static void lower_assign(lowering *x, const ir_edge_data *e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, saved = x->temporary;
    bool constant;
    if (plan_type_of(x->p, e->target)->kind == IR_TYPE_REAL) {
        lower_real_assign(x, e);
        return;
    }
    if (plan_type_of(x->p, e->target)->kind == IR_TYPE_ARROW) {
        uint32_t t = code_temporary(x);
        map_value target = lower_map(x, e->target);
        code_op1(x, VM_PUT, t);
        map_value source = lower_map(x, e->value);
        code_op3(x, VM_COPY, t, source.space, target.cells * target.slot->width);
        x->temporary = saved;
        return;
    }
    const layout_slot *slot = lower_chain(x, e->target, keys, &count, &constant);
    if (!slot)
        return;
    int64_t fixed;
    bool dynamic = lower_index(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width), t = 0;
    if (dynamic) {
        t = code_temporary(x);
        if (slot->width != 1)
            code_op1(x, VM_MULK, slot->width);
        code_op1(x, VM_PUT, t);
    }
    lower_value(x, e->value);
    if (!plan_counts_safely(x->p, x->x, e) && plan_value_escapes(x->p, slot, e->value))
        code_op3(x, VM_RANGE, (uint32_t)slot->low, (uint32_t)slot->high, code_span(x, e->span));
    if (slot->integer && slot->low != 0)
        code_op1(x, VM_ADDK, 0u - (uint32_t)slot->low);
    if (dynamic)
        code_op2(x, store_array[slot->width], base, t);
    else
        code_op1(x, store_fixed[slot->width], base);
    x->temporary = saved;
}

/* Number of the list of a choice without order in code. */
static uint32_t add_list(lowering *x, const plan_domain *d)
{
    uint32_t start = x->lists.count;
    for (uint32_t i = 0; i < d->count; i++)
        vec_push(x->p->g->arena, &x->lists, d->list[i]);
    return start;
}

static void lower_choose(lowering *x, ir_edge edge)
{
    const ir_edge_data *e = &vec_at(&x->p->g->edges, edge);
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *slot = lower_chain(x, e->target, keys, &count, &constant);
    if (!slot)
        return;
    int64_t fixed;
    bool dynamic = lower_index(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width);
    if (dynamic) {
        if (slot->width != 1)
            code_op1(x, VM_MULK, slot->width);
        code_op1(x, VM_ADDK, base);
    } else {
        code_op1(x, VM_K, base);
    }
    const plan_domain *d = &x->p->domains[edge];
    uint32_t low = d->range ? (uint32_t)d->low : add_list(x, d), high = d->range ? (uint32_t)d->high : d->count;
    uint32_t tag;
    if (plan_binds(x->p, x->x, e, &tag)) {
        uint32_t first = plan_tag_base(x->p, ir_resolve(x->p->g, e->type)) + (slot->integer ? (uint32_t)slot->low : 0);
        code_op3(x, VM_BIND, slot->width, first, !d->range);
        code_word(x, low);
        code_word(x, high);
        code_word(x, tag);
    } else {
        code_op3(x, d->range ? VM_CHOOSE : VM_CHOOSEL, slot->width, low, high);
        code_word(x, plan_choice_width(x->x, e));
    }
    if (e->value != IR_NONE)
        lower_check_or_fail(x, e->value);
}

static void lower_tag(lowering *x, const ir_edge_data *e)
{
    bool match = x->x->kind == PLAN_APPLY || x->x->kind == PLAN_EXACT;
    const ir_expr_data *d = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e->value));
    if (x->x->kind == PLAN_REACH)
        return; /* tags mean nothing inside of a reachability */
    if (d->op == IR_SYM) {
        code_op1(x, match ? VM_MTAGK : VM_TAGK, d->a);
        return;
    }
    lower_value(x, e->value);
    code_op1(x, match ? VM_MTAG : VM_TAG, plan_tag_base(x->p, ir_expr_type(x->p->g, e->value)));
}

/* ---- fused choices ---- */

/* v = T(*) followed by a check array[v] == e (or !=), e without v: the loop over T tests the
 * cells directly. */
typedef struct fused_choice {
    ir_var variable;
    uint32_t cell; /* offset of v */
    int32_t low, high;
    uint32_t array; /* offset of the cell for code 0 */
    bool want;      /* == */
    ir_expr compared;
    ir_node after;
} fused_choice;

static bool plain_node(const lowering *x, ir_node n)
{
    const region *r = x->x->r;
    uint32_t at = region_at(r, n);
    return at != IR_NONE && !x->x->visit[at] && (r->moves || n != r->target);
}

static bool fused_array(lowering *x, ir_expr e, ir_var v, uint32_t *array)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, depth;
    bool constant;
    const ir_expr_data *d = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    if (d->op != IR_INDEX)
        return false;
    const layout_slot *slot = layout_root(x->p->g, &x->p->layout, ir_bare(x->p->g, e), &depth);
    if (!slot || depth != slot->levels || slot->width != 1 || slot->integer)
        return false;
    lower_chain(x, e, keys, &count, &constant);
    if (constant)
        return false;
    int64_t at = slot->offset;
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        const layout_key *k = &slot->keys[i];
        const ir_expr_data *key = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, keys[i]));
        int32_t value;
        if (plan_known(x->p, keys[i], &value)) {
            at += ((int64_t)value - k->low) * k->stride;
        } else if (key->op == IR_VAR && key->a == v && !found && k->stride == 1 && !k->integer) {
            at -= k->low;
            found = true;
        } else {
            return false;
        }
    }
    *array = (uint32_t)at;
    return found;
}

static bool fuse_choice(lowering *x, ir_edge edge, fused_choice *f)
{
    const ir_edge_data *e = &vec_at(&x->p->g->edges, edge);
    if (e->label != IR_CHOOSE || e->value != IR_NONE || !plain_node(x, e->to))
        return false;
    const ir_expr_data *target = &vec_at(&x->p->g->exprs, e->target);
    if (target->op != IR_VAR)
        return false;
    const layout_slot *slot = &x->p->layout.variables[target->a];
    const plan_domain *d = &x->p->domains[edge];
    const ir_edge_data *check = plan_only_edge(x->p, x->x, e->to);
    if (slot->levels != 0 || slot->width != 1 || slot->integer || !d->range || d->low > d->high || !check ||
        check->label != IR_CHECK)
        return false;
    const ir_expr_data *c = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, check->value));
    if (c->op != IR_EQ && c->op != IR_NE)
        return false;
    *f = (fused_choice){target->a, slot->offset, d->low, d->high, 0, c->op == IR_EQ, c->b, check->to};
    if (fused_array(x, c->a, target->a, &f->array) && !ir_reads(x->p->g, &x->p->graph, c->b, target->a, x->a))
        return true;
    f->compared = c->a;
    return fused_array(x, c->b, target->a, &f->array) && !ir_reads(x->p->g, &x->p->graph, c->a, target->a, x->a);
}

enum { SCAN_NODES_MAX = 256 };

/* The chosen value is the only further tag and nothing can fail after it: the whole rest of
 * the search is a scan for cells. Assignments on the way cannot be seen in the moves. */
static bool ends_in_tag(lowering *x, ir_node n, ir_var v)
{
    for (uint32_t steps = 0; steps < SCAN_NODES_MAX; steps++) {
        const ir_edge_data *e = plain_node(x, n) ? plan_only_edge(x->p, x->x, n) : NULL;
        if (!e || ir_assigns_player(x->p->g, e))
            return false;
        if (e->label == IR_TAG) {
            const ir_expr_data *t = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e->value));
            uint32_t at = region_at(x->x->r, e->to);
            return t->op == IR_VAR && t->a == v && x->x->sure[at] && !x->x->visit[at];
        }
        if (e->label != IR_SKIP &&
            (e->label != IR_ASSIGN || plan_edge_can_fault(x->p, e) || ir_target_variable(x->p->g, e->target) == v))
            return false;
        n = e->to;
    }
    return false;
}

/* Emits the edge's label; jumps taken when it cannot be passed go to `otherwise` (NULL: fail).
 * Returns the node to go on with, or IR_NONE when the path is over. */
ir_node lower_edge(lowering *x, const plan_edge *o, patches *otherwise)
{
    const ir_edge_data *e = &vec_at(&x->p->g->edges, o->edge);
    bool final = x->x->r->moves && ir_assigns_player(x->p->g, e);
    if (x->notes && e->label != IR_CHECK)
        code_op1(x, VM_NOTE, o->edge);
    if (final && x->x->kind == PLAN_GENERATE) {
        code_op0(x, VM_EMIT);
        return IR_NONE;
    }
    switch (e->label) {
    case IR_SKIP: break;
    case IR_ASSIGN:
        if (!plan_dead_store(x->p, x->x, e))
            lower_assign(x, e);
        break;
    case IR_CHECK:
        if (!o->certain && otherwise)
            lower_jump(x, e->value, false, otherwise);
        else if (!o->certain)
            lower_check_or_fail(x, e->value);
        if (x->notes) /* only when it held: most conditions are tested and fail */
            code_op1(x, VM_NOTE, o->edge);
        break;
    case IR_TAG: lower_tag(x, e); break;
    case IR_CHOOSE: {
        fused_choice f;
        if (x->notes || x->x->kind == PLAN_APPLY || x->x->kind == PLAN_EXACT || !fuse_choice(x, o->edge, &f)) {
            lower_choose(x, o->edge);
            break;
        }
        lower_value(x, f.compared);
        if (x->x->kind == PLAN_GENERATE && ends_in_tag(x, f.after, f.variable)) {
            code_op3(x, VM_EMITF, f.cell, (uint32_t)f.low, (uint32_t)f.high);
            code_word(x, f.array);
            code_word(x, f.want);
            code_word(x, plan_tag_base(x->p, ir_resolve(x->p->g, vec_at(&x->p->g->variables, f.variable).type)));
            return IR_NONE;
        }
        code_op3(x, VM_CHOOSEF, f.cell, (uint32_t)f.low, (uint32_t)f.high);
        code_word(x, f.array);
        code_word(x, f.want);
        code_word(x, plan_choice_width(x->x, e));
        return f.after;
    }
    }
    if (final) {
        code_op1(x, VM_FINAL, e->to);
        return IR_NONE;
    }
    return e->to;
}
