#include "automaton/lower.h"

#include <string.h>

/* ---- expressions ---- */

/* A scalar variable of one byte, as the fused instructions want it. */
static bool byte_variable(lowering *x, ir_expr e, uint32_t *offset)
{
    const ir_expr_data *d = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    if (d->op != IR_VAR)
        return false;
    const layout_slot *s = &x->p->layout.variables[d->a];
    *offset = s->offset;
    return s->levels == 0 && s->width == 1 && !s->integer;
}

const layout_slot *lower_chain(lowering *x, ir_expr e, ir_expr *keys, uint32_t *count, bool *constant)
{
    const layout_slot *slot = plan_chain(x->p, e, keys, count, constant);
    x->failed |= !slot;
    return slot;
}

/* acc = one key's contribution in cells, not yet reduced by low * stride. */
static void lower_key(lowering *x, const layout_key *k, ir_expr key)
{
    lower_value(x, key);
    if (plan_key_escapes(x->p, k, key))
        code_op3(x, VM_RANGE, (uint32_t)k->low, (uint32_t)k->high, code_span(x, vec_at(&x->p->g->exprs, key).span));
    if (k->stride != 1)
        code_op1(x, VM_MULK, k->stride);
}

bool lower_index(lowering *x, const layout_slot *slot, const ir_expr *keys, uint32_t count, int64_t *fixed)
{
    *fixed = 0;
    bool dynamic = false;
    uint32_t temporary = 0, saved = x->temporary;
    for (uint32_t i = 0; i < count; i++) {
        const layout_key *k = &slot->keys[i];
        int32_t value;
        if (plan_known(x->p, keys[i], &value) && value >= k->low && value <= k->high) {
            *fixed += ((int64_t)value - k->low) * k->stride;
            continue;
        }
        *fixed -= (int64_t)k->low * k->stride;
        if (dynamic) {
            temporary = code_temporary(x);
            code_op1(x, VM_PUT, temporary);
        }
        lower_key(x, k, keys[i]);
        if (dynamic)
            code_op1(x, VM_ADDS, temporary);
        dynamic = true;
    }
    x->temporary = saved;
    return dynamic;
}

static const vm_op load_fixed[] = {[1] = VM_LD8, [2] = VM_LD16, [4] = VM_LD32};
static const vm_op load_array[] = {[1] = VM_A8, [2] = VM_A16, [4] = VM_A32};
static const vm_op load_table[] = {[1] = VM_T8, [2] = VM_T16, [4] = VM_T32};

/* board[v], table[v], board[table[v]] with byte variables: one instruction. */
static bool lower_fused(lowering *x, const layout_slot *slot, const ir_expr *keys, uint32_t count, bool constant)
{
    if (count != 1 || slot->width != 1 || slot->integer || slot->keys[0].integer)
        return false;
    uint32_t base = slot->offset - (uint32_t)slot->keys[0].low, variable;
    if (byte_variable(x, keys[0], &variable)) {
        code_op2(x, constant ? VM_LDT8 : VM_LDA8, variable, base);
        return true;
    }
    ir_expr inner = ir_bare(x->p->g, keys[0]), inner_key;
    uint32_t inner_count;
    bool inner_constant;
    if (constant || vec_at(&x->p->g->exprs, inner).op != IR_INDEX)
        return false;
    uint32_t depth;
    const layout_slot *table = layout_root(x->p->g, &x->p->layout, inner, &depth);
    if (!table || depth != 1 || table->levels != 1)
        return false;
    lower_chain(x, inner, &inner_key, &inner_count, &inner_constant);
    if (!inner_constant || table->width != 1 || table->integer || table->keys[0].integer ||
        !byte_variable(x, inner_key, &variable))
        return false;
    code_op3(x, VM_LDTA8, variable, table->offset - (uint32_t)table->keys[0].low, base);
    return true;
}

static void lower_cell(lowering *x, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *slot = lower_chain(x, e, keys, &count, &constant);
    if (!slot || lower_fused(x, slot, keys, count, constant))
        return;
    int64_t fixed;
    bool dynamic = lower_index(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width);
    if (dynamic)
        code_op1(x, constant ? load_table[slot->width] : load_array[slot->width], base);
    else if (constant)
        code_op1(x, VM_K, layout_load(x->p->layout.tables + base, slot->width));
    else
        code_op1(x, load_fixed[slot->width], base);
    if (slot->integer && slot->low != 0)
        code_op1(x, VM_ADDK, (uint32_t)slot->low);
}

static void lower_arithmetic(lowering *x, const ir_expr_data *d)
{
    static const struct {
        ir_op from;
        vm_op to;
    } ops[] = {{IR_ADD, VM_SUMS}, {IR_SUB, VM_SUBS}, {IR_MUL, VM_MULS}, {IR_DIV, VM_DIVS}, {IR_MOD, VM_MODS}};
    uint32_t saved = x->temporary, t = code_temporary(x);
    lower_value(x, d->a);
    code_op1(x, VM_PUT, t);
    lower_value(x, d->b);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].from == d->op)
            code_op2(x, ops[i].to, t, code_span(x, d->span));
    x->temporary = saved;
}

static void lower_hash(lowering *x, const ir_expr_data *d);
static void lower_times(lowering *x, const ir_expr_data *d);
static void lower_first(lowering *x, const ir_expr_data *d);

/* acc = the value of a scalar: place in its family, or the integer itself. */
void lower_value(lowering *x, ir_expr e)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    switch (d.op) {
    case IR_SYM: code_op1(x, VM_K, (uint32_t)layout_code(x->p->g, d.a)); break;
    case IR_INT: code_op1(x, VM_K, d.a); break;
    case IR_VAR:
    case IR_CONST:
    case IR_INDEX: lower_cell(x, ir_bare(x->p->g, e)); break;
    case IR_ANY_ARITHMETIC: lower_arithmetic(x, &d); break;
    case IR_NEG:
        lower_value(x, d.a);
        code_op1(x, VM_NEG, code_span(x, d.span));
        break;
    case IR_HASH: lower_hash(x, &d); break;
    case IR_TIMES: lower_times(x, &d); break;
    case IR_FIRST: lower_first(x, &d); break;
    case IR_IF: {
        patches otherwise = {0}, end = {0};
        lower_jump(x, d.a, false, &otherwise);
        lower_value(x, d.b);
        code_jump(x, VM_JMP, 0, &end);
        code_patch(x, &otherwise);
        lower_value(x, d.c);
        code_patch(x, &end);
        break;
    }
    case IR_ANY_TRUTH:
    case IR_REACH:
    case IR_ANY_COMPARISON:
    case IR_ANY_CONNECTIVE: { /* a condition as a number, 0 or 1 */
        patches no = {0}, end = {0};
        lower_jump(x, e, false, &no);
        code_op1(x, VM_K, 1);
        code_jump(x, VM_JMP, 0, &end);
        code_patch(x, &no);
        code_op1(x, VM_K, 0);
        code_patch(x, &end);
        break;
    }
    case IR_CAST:
    case IR_ANY_REAL:
    case IR_OP_COUNT:
        assert(false); /* a value */
        break;
    }
}

/* ---- maps as values ---- */

/* acc = byte offset of the map in its space. */
map_value lower_map(lowering *x, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    map_value m = {0};
    const layout_slot *slot = lower_chain(x, e, keys, &count, &constant);
    if (!slot)
        return m;
    int64_t fixed;
    bool dynamic = lower_index(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width);
    if (!dynamic) {
        code_op1(x, VM_K, base);
    } else {
        if (slot->width != 1)
            code_op1(x, VM_MULK, slot->width);
        code_op1(x, VM_ADDK, base);
    }
    m.space = constant ? VM_SPACE_TABLES : VM_SPACE_STATE;
    m.slot = slot;
    m.level = count;
    m.cells = count ? slot->keys[count - 1].stride : slot->cells;
    return m;
}

/* Number of the list of the cells that count, or NONE: all. */
static uint32_t list_of(lowering *x, const int32_t *cells, uint32_t count)
{
    uint32_t start = x->lists.count;
    for (uint32_t i = 0; cells && i < count; i++)
        vec_push(x->p->g->arena, &x->lists, cells[i]);
    return cells ? start : IR_NONE;
}

static void lower_hash(lowering *x, const ir_expr_data *d)
{
    if (plan_type_of(x->p, d->a)->kind == IR_TYPE_REAL) {
        lower_real_hash(x, d);
        return;
    }
    uint32_t saved = x->temporary, t = code_temporary(x), cells;
    lower_value(x, d->b);
    code_op1(x, VM_PUT, t);
    if (plan_type_of(x->p, d->a)->kind != IR_TYPE_ARROW) {
        lower_value(x, d->a);
        code_op1(x, VM_HASH, t);
    } else {
        map_value m = lower_map(x, d->a);
        if (x->failed)
            return;
        cells = m.cells;
        const int32_t *declared = plan_declared_cells(x->p, m.slot, m.level, x->a, &cells);
        uint32_t list = list_of(x, declared, cells);
        code_op3(x, VM_HASHM, t, m.space, m.slot->width);
        code_word(x, list == IR_NONE ? m.cells : cells);
        code_word(x, list);
    }
    x->temporary = saved;
}

static void lower_times(lowering *x, const ir_expr_data *d)
{
    uint32_t saved = x->temporary, at = code_temporary(x), first = code_temporary(x);
    map_value m = lower_map(x, d->a);
    if (x->failed)
        return;
    code_op1(x, VM_PUT, at);
    lower_value(x, d->b);
    code_op1(x, VM_PUT, first);
    lower_value(x, d->c);
    code_op3(x, VM_TIMES, at, first, m.space);
    code_word(x, m.slot->width);
    code_word(x, (uint32_t)m.slot->low);
    code_word(x, m.cells);
    x->temporary = saved;
}

static void lower_first(lowering *x, const ir_expr_data *d)
{
    uint32_t saved = x->temporary, at = code_temporary(x), count;
    map_value m = lower_map(x, d->a);
    if (x->failed)
        return;
    code_op1(x, VM_PUT, at);
    lower_value(x, d->b);
    const int32_t *cells = plan_key_cells(x->p, m.slot, m.level, x->a, &count);
    code_op3(x, VM_FIRST, at, m.space, m.slot->width);
    code_word(x, m.slot->integer ? (uint32_t)m.slot->low : 0);
    code_word(x, count);
    code_word(x, x->lists.count);
    code_word(x, (uint32_t)m.slot->keys[m.level].low);
    code_word(x, code_span(x, d->span));
    for (uint32_t i = 0; i < count; i++)
        vec_push(x->p->g->arena, &x->lists, cells[i]);
    x->temporary = saved;
}

static void lower_map_equal(lowering *x, ir_expr a, ir_expr b, bool when_equal, patches *p)
{
    uint32_t saved = x->temporary, t = code_temporary(x), cells;
    map_value left = lower_map(x, a);
    code_op1(x, VM_PUT, t);
    map_value right = lower_map(x, b);
    if (x->failed)
        return;
    const int32_t *compared = plan_compared_cells(x->p, left.slot, left.level, right.slot, right.level, x->a, &cells);
    uint32_t list = list_of(x, compared, cells);
    code_op3(x, VM_EQM, t, left.space, right.space);
    code_word(x, left.slot->width);
    code_word(x, compared ? cells : left.cells);
    code_word(x, list);
    code_jump(x, when_equal ? VM_JEQK : VM_JNEK, 1, p);
    x->temporary = saved;
}

/* ---- conditions ---- */

static void lower_compare(lowering *x, const ir_expr_data *d, bool when, patches *p)
{
    bool equality = d->op == IR_EQ || d->op == IR_NE;
    bool positive = (d->op == IR_EQ) == when; /* jump when equal */
    if (equality && plan_type_of(x->p, d->a)->kind == IR_TYPE_ARROW) {
        lower_map_equal(x, d->a, d->b, positive, p);
        return;
    }
    if (plan_type_of(x->p, d->a)->kind == IR_TYPE_REAL) {
        lower_real_compare(x, d);
        code_jump(x, when ? VM_JEQK : VM_JNEK, 1, p);
        return;
    }
    int32_t known;
    if (equality && plan_known(x->p, d->b, &known)) {
        lower_value(x, d->a);
        code_jump(x, positive ? VM_JEQK : VM_JNEK, (uint32_t)known, p);
        return;
    }
    if (equality && plan_known(x->p, d->a, &known)) {
        lower_value(x, d->b);
        code_jump(x, positive ? VM_JEQK : VM_JNEK, (uint32_t)known, p);
        return;
    }
    uint32_t saved = x->temporary, t = code_temporary(x);
    lower_value(x, d->a);
    code_op1(x, VM_PUT, t);
    lower_value(x, d->b);
    static const vm_op jumps[IR_OP_COUNT][2] = {
        /* when it does not hold, when it does */
        [IR_EQ] = {VM_JNES, VM_JEQS}, [IR_NE] = {VM_JEQS, VM_JNES}, [IR_LT] = {VM_JGES, VM_JLTS},
        [IR_LE] = {VM_JGTS, VM_JLES}, [IR_GT] = {VM_JLES, VM_JGTS}, [IR_GE] = {VM_JLTS, VM_JGES}};
    code_jump(x, jumps[d->op][when], t, p);
    x->temporary = saved;
}

static void lower_reach(lowering *x, ir_node from, ir_node to, bool when, patches *p)
{
    uint32_t program = plan_reach(x->p, from, to);
    assert(program != IR_NONE);
    code_op2(x, VM_REACH, 0, x->temporary);
    vec_push(x->a, &x->references[program], code_here(x) - 2);
    code_jump(x, VM_JEQK, when, p);
}

/* Jumps when the condition equals `when`, else falls through. */
void lower_jump(lowering *x, ir_expr e, bool when, patches *p)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    switch (d.op) {
    case IR_ANY_TRUTH:
        if ((d.op == IR_TRUE) == when)
            code_jump(x, VM_JMP, 0, p);
        break;
    case IR_REACH:
        if (!plan_always(x->p, &d))
            lower_reach(x, d.a, d.b, when, p);
        else if (when)
            code_jump(x, VM_JMP, 0, p);
        break;
    case IR_NOT: lower_jump(x, d.a, !when, p); break;
    case IR_AND:
    case IR_OR: {
        bool shortcut = d.op == IR_OR; /* the value of a that decides */
        if (when == shortcut) {
            lower_jump(x, d.a, when, p);
            lower_jump(x, d.b, when, p);
        } else {
            patches skip = {0};
            lower_jump(x, d.a, shortcut, &skip);
            lower_jump(x, d.b, when, p);
            code_patch(x, &skip);
        }
        break;
    }
    case IR_IF: {
        patches otherwise = {0}, end = {0};
        lower_jump(x, d.a, false, &otherwise);
        lower_jump(x, d.b, when, p);
        code_jump(x, VM_JMP, 0, &end);
        code_patch(x, &otherwise);
        lower_jump(x, d.c, when, p);
        code_patch(x, &end);
        break;
    }
    case IR_ANY_COMPARISON: lower_compare(x, &d, when, p); break;
    case IR_ANY_TERM:
    case IR_CAST:
    case IR_INDEX:
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_ANY_OF_MAPS:
    case IR_ANY_REAL:
    case IR_OP_COUNT:
        assert(false); /* a condition */
        break;
    }
}

/* Jumps to FAIL, which lies at address 0: nothing to patch. */
void lower_check_or_fail(lowering *x, ir_expr e)
{
    patches fail = {0};
    lower_jump(x, e, false, &fail);
}
