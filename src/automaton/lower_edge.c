/* Edges to code. */
#include "automaton/lower.h"

/* ---- assignments, choices, tags ---- */

static const vm_op store_fixed[] = {[1] = VM_ST8, [2] = VM_ST16, [4] = VM_ST32};
static const vm_op store_array[] = {[1] = VM_SA8, [2] = VM_SA16, [4] = VM_SA32};

static void lower_assign(lowering *x, const ir_edge_data *e)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count, saved = x->temporary;
    bool constant;
    if (lower_type_of(x, e->target)->kind == IR_TYPE_ARROW) {
        uint32_t t = code_temporary(x);
        map_place target = lower_map(x, e->target);
        code_op1(x, VM_PUT, t);
        map_place source = lower_map(x, e->value);
        code_op3(x, VM_COPY, t, source.space, target.cells * target.width);
        code_word(x, 0);
        x->temporary = saved;
        return;
    }
    const layout_slot *slot = lower_open_chain(x, e->target, keys, &count, &constant);
    if (!slot)
        return;
    int64_t fixed;
    bool dynamic = lower_place(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width), t = 0;
    if (dynamic) {
        t = code_temporary(x);
        if (slot->width != 1)
            code_op1(x, VM_MULK, slot->width);
        code_op1(x, VM_PUT, t);
    }
    lower_value(x, e->value);
    if (slot->integer) {
        const ir_type_data *from = lower_type_of(x, e->value);
        if (from->low < slot->low || from->high > slot->high)
            code_op3(x, VM_RANGE, (uint32_t)slot->low, (uint32_t)slot->high, code_span(x, e->span));
        if (slot->low != 0)
            code_op1(x, VM_ADDK, (uint32_t)-slot->low);
    }
    if (dynamic)
        code_op2(x, store_array[slot->width], base, t);
    else
        code_op1(x, store_fixed[slot->width], base);
    x->temporary = saved;
}

/* What a choice writes, as stored in cells of the slot. */
lower_domain lower_choice_domain(lowering *x, const layout_slot *slot, ir_type type)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, type));
    if (t->kind == IR_TYPE_INT)
        return (lower_domain){true, (int32_t)((int64_t)t->low - slot->low),
                        (int32_t)((int64_t)t->high - slot->low)};
    if (t->count == 0)
        return (lower_domain){true, 1, 0};
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (uint32_t i = 0; i < t->count; i++) {
        int32_t c = layout_code(x->g, t->symbols[i]);
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    if ((uint32_t)(high - low + 1) == t->count)
        return (lower_domain){true, low, high};
    lower_domain d = {false, (int32_t)x->lists.count, (int32_t)t->count};
    for (uint32_t i = 0; i < t->count; i++)
        vec_push(x->g->arena, &x->lists, layout_code(x->g, t->symbols[i]));
    return d;
}

uint32_t lower_tag_base(lowering *x, ir_type type)
{
    const ir_type_data *t = ir_type_at(x->g, type);
    if (t->kind == IR_TYPE_INT)
        return INT_TAG_BASE;
    return t->count ? x->g->families.data[x->g->symbols.data[t->symbols[0]].family].first : 0;
}

/* The variable a choice assigns is the next tag on every path from `n` on, unchanged: then a
 * given move tells what was chosen. Looks at a bounded number of nodes. */
enum { BIND_NODES_MAX = 256 };

bool lower_next_tag_is(lowering *x, ir_node n, ir_var v)
{
    ir_node queue[BIND_NODES_MAX];
    uint32_t count = 0;
    edge_list out = {0};
    queue[count++] = n;
    for (uint32_t head = 0; head < count; head++) {
        region_out(x->g, &x->graph, x->r, queue[head], x->ra, &out);
        for (uint32_t i = 0; i < out.count; i++) {
            const ir_edge_data *e = &x->g->edges.data[out.data[i]];
            if (ir_assigns_player(x->g, e))
                return false;
            if (e->label == IR_TAG) {
                const ir_expr_data *t = &x->g->exprs.data[ir_bare(x->g, e->value)];
                if (t->op == IR_VAR && t->a == v)
                    continue;
                return false;
            }
            if ((e->label == IR_ASSIGN || e->label == IR_CHOOSE) &&
                ir_target_variable(x->g, e->target) == v)
                return false;
            uint32_t j = 0;
            while (j < count && queue[j] != e->to)
                j++;
            if (j < count)
                continue;
            if (count == BIND_NODES_MAX)
                return false;
            queue[count++] = e->to;
        }
    }
    return true;
}

static void lower_choose(lowering *x, const ir_edge_data *e)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *slot = lower_open_chain(x, e->target, keys, &count, &constant);
    if (!slot)
        return;
    int64_t fixed;
    bool dynamic = lower_place(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width);
    if (dynamic) {
        if (slot->width != 1)
            code_op1(x, VM_MULK, slot->width);
        code_op1(x, VM_ADDK, base);
    } else {
        code_op1(x, VM_K, base);
    }
    lower_domain d = lower_choice_domain(x, slot, e->type);
    if ((x->kind == SEARCH_APPLY || x->kind == SEARCH_EXACT) && slot->levels == 0 && !slot->integer &&
        lower_next_tag_is(x, e->to, ir_target_variable(x->g, e->target))) {
        code_op3(x, VM_BIND, slot->width, lower_tag_base(x, ir_resolve(x->g, e->type)), !d.range);
        code_word(x, (uint32_t)d.low);
        code_word(x, (uint32_t)d.high);
    } else {
        code_op3(x, d.range ? VM_CHOOSE : VM_CHOOSEL, slot->width, (uint32_t)d.low, (uint32_t)d.high);
    }
    if (e->value != IR_NONE)
        lower_check_or_fail(x, e->value);
}

static void lower_tag(lowering *x, const ir_edge_data *e)
{
    bool match = x->kind == SEARCH_APPLY || x->kind == SEARCH_EXACT;
    const ir_expr_data *d = &x->g->exprs.data[ir_bare(x->g, e->value)];
    if (x->kind == SEARCH_REACH)
        return; /* tags mean nothing inside of a reachability */
    if (d->op == IR_SYM) {
        code_op1(x, match ? VM_MTAGK : VM_TAGK, d->a);
        return;
    }
    lower_value(x, e->value);
    code_op1(x, match ? VM_MTAG : VM_TAG, lower_tag_base(x, ir_expr_type(x->g, e->value)));
}

/* ---- fused choices ---- */

/* v = T(*) followed by a check array[v] == e (or !=), e without v: the loop over T tests the
 * cells directly. */
typedef struct fused_choice {
    ir_var variable;
    uint32_t cell;    /* offset of v */
    int32_t low, high;
    uint32_t array;   /* offset of the cell for code 0 */
    bool want;        /* == */
    ir_expr compared;
    ir_node after;
} fused_choice;

static bool plain_node(const lowering *x, ir_node n)
{
    uint32_t place = x->r->local[n];
    return place != IR_NONE && !x->r->visit[place] && (x->r->moves || n != x->r->target);
}

static bool only_edge(lowering *x, ir_node n, const ir_edge_data **edge)
{
    edge_list out = {0};
    region_out(x->g, &x->graph, x->r, n, x->ra, &out);
    *edge = out.count == 1 ? &x->g->edges.data[out.data[0]] : NULL;
    return out.count == 1;
}

static bool fused_array(lowering *x, ir_expr e, ir_var v, uint32_t *array)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count, depth;
    bool constant;
    const ir_expr_data *d = &x->g->exprs.data[ir_bare(x->g, e)];
    if (d->op != IR_INDEX)
        return false;
    const layout_slot *slot = layout_root(x->g, x->l, ir_bare(x->g, e), &depth);
    if (!slot || depth != slot->levels || slot->width != 1 || slot->integer)
        return false;
    lower_open_chain(x, e, keys, &count, &constant);
    if (constant)
        return false;
    int64_t at = slot->offset;
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        const layout_key *k = &slot->keys[i];
        const ir_expr_data *key = &x->g->exprs.data[ir_bare(x->g, keys[i])];
        int32_t value;
        if (lower_known(x, keys[i], &value)) {
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

static bool fuse_choice(lowering *x, const ir_edge_data *e, fused_choice *f)
{
    if (e->label != IR_CHOOSE || e->value != IR_NONE || !plain_node(x, e->to))
        return false;
    const ir_expr_data *target = &x->g->exprs.data[e->target];
    if (target->op != IR_VAR)
        return false;
    const layout_slot *slot = &x->l->variables[target->a];
    lower_domain d = lower_choice_domain(x, slot, e->type);
    const ir_edge_data *check;
    if (slot->levels != 0 || slot->width != 1 || slot->integer || !d.range || d.low > d.high ||
        !only_edge(x, e->to, &check) || check->label != IR_CHECK)
        return false;
    const ir_expr_data *c = &x->g->exprs.data[ir_bare(x->g, check->value)];
    if (c->op != IR_EQ && c->op != IR_NE)
        return false;
    *f = (fused_choice){target->a, slot->offset, d.low, d.high, 0, c->op == IR_EQ, c->b, check->to};
    if (fused_array(x, c->a, target->a, &f->array) &&
        !ir_reads(x->g, &x->graph, c->b, target->a, x->ra))
        return true;
    f->compared = c->a;
    return fused_array(x, c->b, target->a, &f->array) &&
           !ir_reads(x->g, &x->graph, c->a, target->a, x->ra);
}

/* The chosen value is the only further tag and nothing can fail after it: the whole rest of
 * the search is a scan for cells. Assignments on the way cannot be seen in the moves. */
static bool ends_in_tag(lowering *x, ir_node n, ir_var v)
{
    for (uint32_t steps = 0; steps < BIND_NODES_MAX; steps++) {
        const ir_edge_data *e;
        if (!plain_node(x, n) || !only_edge(x, n, &e) || ir_assigns_player(x->g, e))
            return false;
        if (e->label == IR_TAG) {
            const ir_expr_data *t = &x->g->exprs.data[ir_bare(x->g, e->value)];
            uint32_t place = x->r->local[e->to];
            return t->op == IR_VAR && t->a == v && x->sure[place] && !x->r->visit[place];
        }
        if (e->label != IR_SKIP &&
            (e->label != IR_ASSIGN || ir_can_fault(x->g, e->value) ||
             ir_can_fault(x->g, e->target) || ir_target_variable(x->g, e->target) == v))
            return false;
        n = e->to;
    }
    return false;
}

/* The search goes on the same whatever the edge stores. Programs that only ask which moves there
 * are, or whether a node is reached, leave such stores out. */
bool lower_dead_store(const lowering *x, const ir_edge_data *e)
{
    if (x->kind != SEARCH_GENERATE && x->kind != SEARCH_REACH)
        return false;
    uint32_t to = x->r->local[e->to];
    return to != IR_NONE && !bitset_has(&x->r->live[to], ir_target_variable(x->g, e->target)) &&
           !ir_can_fault(x->g, e->target) && !ir_can_fault(x->g, e->value);
}

/* Emits the edge's label; jumps taken when it cannot be passed go to `otherwise` (NULL: fail).
 * Returns the node to go on with, or IR_NONE when the path is over. */
ir_node lower_edge(lowering *x, const ordered_edge *o, patches *otherwise)
{
    const ir_edge_data *e = &x->g->edges.data[o->edge];
    bool final = x->r->moves && ir_assigns_player(x->g, e);
    if (final && x->kind == SEARCH_GENERATE) {
        code_op0(x, VM_EMIT);
        return IR_NONE;
    }
    switch (e->label) {
    case IR_SKIP: break;
    case IR_ASSIGN:
        if (!lower_dead_store(x, e))
            lower_assign(x, e);
        break;
    case IR_CHECK:
        if (o->certain)
            break;
        if (otherwise)
            lower_jump(x, e->value, false, otherwise);
        else
            lower_check_or_fail(x, e->value);
        break;
    case IR_TAG: lower_tag(x, e); break;
    case IR_CHOOSE: {
        fused_choice f;
        if (x->kind == SEARCH_APPLY || x->kind == SEARCH_EXACT || !fuse_choice(x, e, &f)) {
            lower_choose(x, e);
            break;
        }
        lower_value(x, f.compared);
        if (x->kind == SEARCH_GENERATE && ends_in_tag(x, f.after, f.variable)) {
            code_op3(x, VM_EMITF, f.cell, (uint32_t)f.low, (uint32_t)f.high);
            code_word(x, f.array);
            code_word(x, f.want);
            code_word(x, lower_tag_base(x, ir_resolve(x->g, x->g->variables.data[f.variable].type)));
            return IR_NONE;
        }
        code_op3(x, VM_CHOOSEF, f.cell, (uint32_t)f.low, (uint32_t)f.high);
        code_word(x, f.array);
        code_word(x, f.want);
        return f.after;
    }
    }
    if (final) {
        code_op1(x, VM_FINAL, e->to);
        return IR_NONE;
    }
    return e->to;
}
