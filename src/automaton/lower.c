/* Automaton to code for the interpreter (code.h).
 *
 * Each search becomes a backtracking program: FORK and CHOOSE leave a choice point, a check
 * that does not hold goes back to the last one, and all writes are remembered on a trail.
 * There are three programs for moves, sharing nothing but this generator:
 *   generate  stops a path as soon as nothing can fail and no tag can follow ("sure" nodes),
 *             so that it seldom writes to the board;
 *   exact     follows every path (or those of a given move) to its end and merges equal
 *             configurations wherever the rules demand it, as the RG reference does;
 *   apply     the same without merging, for moves known to have one path each, and for the
 *             system's own steps.
 * Each reachability is a program of its own. */
#include "automaton/code.h"

#include "automaton/check.h"
#include "automaton/region.h"
#include "automaton/vm.h"

#include <string.h>

typedef enum search_kind { SEARCH_GENERATE, SEARCH_EXACT, SEARCH_APPLY, SEARCH_REACH } search_kind;

typedef struct reach_program {
    ir_node from, to;
    uint32_t entry;
    vec_u32 references; /* words to patch with the entry */
} reach_program;

typedef struct ordered_edge ordered_edge;
typedef VEC(ordered_edge) edge_order;

typedef struct lowering {
    ir_game *g;
    diag_sink *sink;
    arena *a; /* scratch */
    vm_code *code;
    const layout *l;
    ir_graph graph;
    VEC(uint32_t) words;
    VEC(vm_visit) visits;
    VEC(int32_t) lists;
    VEC(src_span) spans;
    VEC(reach_program) reaches;
    map reach_index;
    uint32_t **disjoint_of; /* [node] indices into g->disjoints, NULL when none */
    uint32_t *disjoint_count;
    bool failed;
    /* of the program being made */
    search_kind kind;
    arena *ra; /* freed after each region */
    const region *r;
    const bool *sure;
    edge_order *orders; /* [place], where known */
    bool *order_known;
    uint32_t *label; /* [place] */
    uint32_t temporary;
} lowering;

enum { CODE_MAX = 1 << 25, STAMPS_MAX = 1 << 22, SMALL_KEY_MAX = 1 << 16 };
#define INT_TAG_BASE UINT32_C(0xC0000000)

static uint32_t here(const lowering *x) { return x->words.count; }

static uint32_t put_word(lowering *x, uint32_t word)
{
    if (x->words.count >= CODE_MAX) {
        x->failed = true;
        return 0;
    }
    vec_push(x->a, &x->words, word);
    return x->words.count - 1;
}

static void op0(lowering *x, vm_op op) { put_word(x, op); }
static void op1(lowering *x, vm_op op, uint32_t a)
{
    put_word(x, op);
    put_word(x, a);
}
static void op2(lowering *x, vm_op op, uint32_t a, uint32_t b)
{
    op1(x, op, a);
    put_word(x, b);
}
static void op3(lowering *x, vm_op op, uint32_t a, uint32_t b, uint32_t c)
{
    op2(x, op, a, b);
    put_word(x, c);
}

static uint32_t fault_span(lowering *x, src_span s)
{
    vec_push(x->code->g->arena, &x->spans, s);
    return x->spans.count - 1;
}

/* Jumps to be given their target later. */
typedef vec_u32 patches;

static void patch_here(lowering *x, const patches *p)
{
    for (uint32_t i = 0; i < p->count && !x->failed; i++)
        x->words.data[p->data[i]] = here(x);
}

static void jump(lowering *x, vm_op op, uint32_t k, patches *p)
{
    if (op == VM_JMP)
        op1(x, op, 0);
    else
        op2(x, op, k, 0);
    vec_push(x->ra, p, here(x) - 1);
}

static uint32_t new_temporary(lowering *x)
{
    if (x->temporary + 1 >= VM_TEMPORARIES) {
        x->failed = true;
        return 0;
    }
    return x->temporary++;
}

/* ---- expressions ---- */

static void lower_value(lowering *x, ir_expr e);
static void lower_jump(lowering *x, ir_expr e, bool when, patches *p);

static ir_expr bare(const lowering *x, ir_expr e)
{
    while (x->g->exprs.data[e].op == IR_CAST)
        e = x->g->exprs.data[e].a;
    return e;
}

static const ir_type_data *type_of(lowering *x, ir_expr e)
{
    return ir_type_at(x->g, ir_expr_type(x->g, e));
}

/* True when the value is known now. */
static bool known_scalar(lowering *x, ir_expr e, int32_t *value)
{
    e = bare(x, e);
    const ir_expr_data *d = &x->g->exprs.data[e];
    if (d->op == IR_SYM)
        return *value = layout_code(x->g, d->a), true;
    if (d->op == IR_INT)
        return *value = (int32_t)d->a, true;
    return false;
}

/* A scalar variable of one byte, as the fused instructions want it. */
static bool byte_variable(lowering *x, ir_expr e, uint32_t *offset)
{
    const ir_expr_data *d = &x->g->exprs.data[bare(x, e)];
    if (d->op != IR_VAR)
        return false;
    const layout_slot *s = &x->l->variables[d->a];
    *offset = s->offset;
    return s->levels == 0 && s->width == 1 && !s->integer;
}

enum { CHAIN_MAX = 256 };

/* Accesses of a chain, outermost key first; root and their number. */
static const layout_slot *open_chain(lowering *x, ir_expr e, ir_expr *keys, uint32_t *count,
                                     bool *constant)
{
    uint32_t depth;
    const layout_slot *slot = layout_root(x->g, x->l, e, &depth);
    if (!slot || depth > CHAIN_MAX) {
        x->failed = true;
        return NULL;
    }
    *count = depth;
    e = bare(x, e);
    for (uint32_t i = depth; i-- > 0;) {
        keys[i] = x->g->exprs.data[e].b;
        e = bare(x, x->g->exprs.data[e].a);
    }
    *constant = x->g->exprs.data[e].op == IR_CONST;
    return slot;
}

/* acc = one key's contribution in cells, not yet reduced by low * stride. */
static void lower_key(lowering *x, const layout_key *k, ir_expr key)
{
    lower_value(x, key);
    if (k->integer) {
        const ir_type_data *t = type_of(x, key);
        if (t->low < k->low || t->high > k->high) {
            op3(x, VM_RANGE, (uint32_t)k->low, (uint32_t)k->high,
                fault_span(x, x->g->exprs.data[key].span));
        }
    }
    if (k->stride != 1)
        op1(x, VM_MULK, k->stride);
}

/* acc = place in cells of the chain's (sub-)map; *fixed gets the constant part, in cells.
 * False when everything is constant (acc untouched). */
static bool lower_place(lowering *x, const layout_slot *slot, const ir_expr *keys, uint32_t count,
                        int64_t *fixed)
{
    *fixed = 0;
    bool dynamic = false;
    uint32_t temporary = 0, saved = x->temporary;
    for (uint32_t i = 0; i < count; i++) {
        const layout_key *k = &slot->keys[i];
        int32_t value;
        if (known_scalar(x, keys[i], &value) && value >= k->low && value <= k->high) {
            *fixed += ((int64_t)value - k->low) * k->stride;
            continue;
        }
        *fixed -= (int64_t)k->low * k->stride;
        if (dynamic) {
            temporary = new_temporary(x);
            op1(x, VM_PUT, temporary);
        }
        lower_key(x, k, keys[i]);
        if (dynamic)
            op1(x, VM_ADDS, temporary);
        dynamic = true;
    }
    x->temporary = saved;
    return dynamic;
}

static const vm_op load_fixed[] = {[1] = VM_LD8, [2] = VM_LD16, [4] = VM_LD32};
static const vm_op load_array[] = {[1] = VM_A8, [2] = VM_A16, [4] = VM_A32};
static const vm_op load_table[] = {[1] = VM_T8, [2] = VM_T16, [4] = VM_T32};

/* board[v], table[v], board[table[v]] with byte variables: one instruction. */
static bool lower_fused(lowering *x, const layout_slot *slot, const ir_expr *keys, uint32_t count,
                        bool constant)
{
    if (count != 1 || slot->width != 1 || slot->integer || slot->keys[0].integer)
        return false;
    uint32_t base = slot->offset - (uint32_t)slot->keys[0].low, variable;
    if (byte_variable(x, keys[0], &variable)) {
        op2(x, constant ? VM_LDT8 : VM_LDA8, variable, base);
        return true;
    }
    ir_expr inner = bare(x, keys[0]), inner_key;
    uint32_t inner_count;
    bool inner_constant;
    if (constant || x->g->exprs.data[inner].op != IR_INDEX)
        return false;
    uint32_t depth;
    const layout_slot *table = layout_root(x->g, x->l, inner, &depth);
    if (!table || depth != 1 || table->levels != 1)
        return false;
    open_chain(x, inner, &inner_key, &inner_count, &inner_constant);
    if (!inner_constant || table->width != 1 || table->integer || table->keys[0].integer ||
        !byte_variable(x, inner_key, &variable))
        return false;
    op3(x, VM_LDTA8, variable, table->offset - (uint32_t)table->keys[0].low, base);
    return true;
}

static void lower_cell(lowering *x, ir_expr e)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *slot = open_chain(x, e, keys, &count, &constant);
    if (!slot || lower_fused(x, slot, keys, count, constant))
        return;
    int64_t fixed;
    bool dynamic = lower_place(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width);
    if (dynamic)
        op1(x, constant ? load_table[slot->width] : load_array[slot->width], base);
    else if (constant)
        op1(x, VM_K, layout_load(x->l->tables + base, slot->width));
    else
        op1(x, load_fixed[slot->width], base);
    if (slot->integer && slot->low != 0)
        op1(x, VM_ADDK, (uint32_t)slot->low);
}

static void lower_arithmetic(lowering *x, const ir_expr_data *d)
{
    static const struct {
        ir_op from;
        vm_op to;
    } ops[] = {{IR_ADD, VM_SUMS}, {IR_SUB, VM_SUBS}, {IR_MUL, VM_MULS}, {IR_DIV, VM_DIVS},
               {IR_MOD, VM_MODS}};
    uint32_t saved = x->temporary, t = new_temporary(x);
    lower_value(x, d->a);
    op1(x, VM_PUT, t);
    lower_value(x, d->b);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].from == d->op)
            op2(x, ops[i].to, t, fault_span(x, d->span));
    x->temporary = saved;
}

/* acc = the value of a scalar: place in its family, or the integer itself. */
static void lower_value(lowering *x, ir_expr e)
{
    const ir_expr_data d = x->g->exprs.data[bare(x, e)];
    switch (d.op) {
    case IR_SYM: op1(x, VM_K, (uint32_t)layout_code(x->g, d.a)); break;
    case IR_INT: op1(x, VM_K, d.a); break;
    case IR_VAR: case IR_CONST: case IR_INDEX: lower_cell(x, bare(x, e)); break;
    case IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: case IR_MOD: lower_arithmetic(x, &d); break;
    case IR_NEG:
        lower_value(x, d.a);
        op1(x, VM_NEG, fault_span(x, d.span));
        break;
    case IR_IF: {
        patches otherwise = {0}, end = {0};
        lower_jump(x, d.a, false, &otherwise);
        lower_value(x, d.b);
        jump(x, VM_JMP, 0, &end);
        patch_here(x, &otherwise);
        lower_value(x, d.c);
        patch_here(x, &end);
        break;
    }
    default: { /* a condition as a number, 0 or 1 */
        patches no = {0}, end = {0};
        lower_jump(x, e, false, &no);
        op1(x, VM_K, 1);
        jump(x, VM_JMP, 0, &end);
        patch_here(x, &no);
        op1(x, VM_K, 0);
        patch_here(x, &end);
    }
    }
}

/* ---- maps as values ---- */

typedef struct map_place {
    uint32_t space;
    uint8_t width;
    const layout_slot *slot;
    uint32_t level; /* first key that is left */
    uint32_t cells;
} map_place;

/* acc = byte offset of the map in its space. */
static map_place lower_map(lowering *x, ir_expr e)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count;
    bool constant;
    map_place m = {0};
    const layout_slot *slot = open_chain(x, e, keys, &count, &constant);
    if (!slot)
        return m;
    int64_t fixed;
    bool dynamic = lower_place(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width);
    if (!dynamic) {
        op1(x, VM_K, base);
    } else {
        if (slot->width != 1)
            op1(x, VM_MULK, slot->width);
        op1(x, VM_ADDK, base);
    }
    m.space = constant ? VM_SPACE_TABLES : VM_SPACE_STATE;
    m.width = slot->width;
    m.slot = slot;
    m.level = count;
    m.cells = count ? slot->keys[count - 1].stride : slot->cells;
    return m;
}

/* Cells of a map that lie under declared keys, or NONE when these are all cells. Two maps are
 * equal when they are equal there. */
static uint32_t declared_cells(lowering *x, const map_place *m, uint32_t *count)
{
    const layout_slot *s = m->slot;
    bool all = true;
    for (uint32_t i = m->level; i < s->levels; i++)
        all &= s->keys[i].integer ||
               ir_type_at(x->g, s->keys[i].type)->count ==
                   (uint32_t)(s->keys[i].high - s->keys[i].low + 1);
    *count = m->cells;
    if (all)
        return IR_NONE;
    uint32_t start = x->lists.count;
    vec_push(x->g->arena, &x->lists, 0);
    *count = 1;
    for (uint32_t i = m->level; i < s->levels; i++) {
        const layout_key *k = &s->keys[i];
        const ir_type_data *t = ir_type_at(x->g, k->type);
        uint32_t size = k->integer ? (uint32_t)(t->high - t->low + 1) : t->count, before = *count;
        int32_t *old = ARENA_ARRAY(x->ra, int32_t, before);
        memcpy(old, x->lists.data + start, sizeof *old * before);
        x->lists.count = start;
        for (uint32_t j = 0; j < before; j++)
            for (uint32_t v = 0; v < size; v++) {
                int32_t code = k->integer ? t->low + (int32_t)v : layout_code(x->g, t->symbols[v]);
                vec_push(x->g->arena, &x->lists,
                         old[j] + (code - k->low) * (int32_t)k->stride);
            }
        *count = before * size;
    }
    return start;
}

static void lower_map_equal(lowering *x, ir_expr a, ir_expr b, bool when_equal, patches *p)
{
    uint32_t saved = x->temporary, t = new_temporary(x), cells;
    map_place left = lower_map(x, a);
    op1(x, VM_PUT, t);
    map_place right = lower_map(x, b);
    if (x->failed)
        return;
    uint32_t list = declared_cells(x, &left, &cells);
    op3(x, VM_EQM, t, left.space, right.space);
    put_word(x, left.width);
    put_word(x, cells);
    put_word(x, list);
    jump(x, when_equal ? VM_JEQK : VM_JNEK, 1, p);
    x->temporary = saved;
}

/* ---- conditions ---- */

static void lower_compare(lowering *x, const ir_expr_data *d, bool when, patches *p)
{
    bool equality = d->op == IR_EQ || d->op == IR_NE;
    bool positive = (d->op == IR_EQ) == when; /* jump when equal */
    if (equality && type_of(x, d->a)->kind == IR_TYPE_ARROW) {
        lower_map_equal(x, d->a, d->b, positive, p);
        return;
    }
    int32_t known;
    if (equality && known_scalar(x, d->b, &known)) {
        lower_value(x, d->a);
        jump(x, positive ? VM_JEQK : VM_JNEK, (uint32_t)known, p);
        return;
    }
    if (equality && known_scalar(x, d->a, &known)) {
        lower_value(x, d->b);
        jump(x, positive ? VM_JEQK : VM_JNEK, (uint32_t)known, p);
        return;
    }
    uint32_t saved = x->temporary, t = new_temporary(x);
    lower_value(x, d->a);
    op1(x, VM_PUT, t);
    lower_value(x, d->b);
    vm_op op;
    switch (d->op) {
    case IR_EQ: case IR_NE: op = positive ? VM_JEQS : VM_JNES; break;
    case IR_LT: op = when ? VM_JLTS : VM_JGES; break;
    case IR_LE: op = when ? VM_JLES : VM_JGTS; break;
    case IR_GT: op = when ? VM_JGTS : VM_JLES; break;
    default: op = when ? VM_JGES : VM_JLTS; break;
    }
    jump(x, op, t, p);
    x->temporary = saved;
}

static void lower_reach(lowering *x, ir_node from, ir_node to, bool when, patches *p)
{
    uint64_t key = (uint64_t)from << 32 | to;
    const uint32_t *known = map_get(&x->reach_index, key);
    uint32_t program = known ? *known : x->reaches.count;
    if (!known) {
        map_put(&x->reach_index, key, program);
        vec_push(x->a, &x->reaches, ((reach_program){.from = from, .to = to}));
    }
    op1(x, VM_REACH, 0);
    vec_push(x->a, &x->reaches.data[program].references, here(x) - 1);
    jump(x, VM_JEQK, when, p);
}

/* Jumps when the condition equals `when`, else falls through. */
static void lower_jump(lowering *x, ir_expr e, bool when, patches *p)
{
    const ir_expr_data d = x->g->exprs.data[bare(x, e)];
    switch (d.op) {
    case IR_TRUE: case IR_FALSE:
        if ((d.op == IR_TRUE) == when)
            jump(x, VM_JMP, 0, p);
        break;
    case IR_REACH: lower_reach(x, d.a, d.b, when, p); break;
    case IR_NOT: lower_jump(x, d.a, !when, p); break;
    case IR_AND: case IR_OR: {
        bool shortcut = d.op == IR_OR; /* the value of a that decides */
        if (when == shortcut) {
            lower_jump(x, d.a, when, p);
            lower_jump(x, d.b, when, p);
        } else {
            patches skip = {0};
            lower_jump(x, d.a, shortcut, &skip);
            lower_jump(x, d.b, when, p);
            patch_here(x, &skip);
        }
        break;
    }
    case IR_IF: {
        patches otherwise = {0}, end = {0};
        lower_jump(x, d.a, false, &otherwise);
        lower_jump(x, d.b, when, p);
        jump(x, VM_JMP, 0, &end);
        patch_here(x, &otherwise);
        lower_jump(x, d.c, when, p);
        patch_here(x, &end);
        break;
    }
    default: lower_compare(x, &d, when, p); break;
    }
}

/* Jumps to FAIL, which lies at address 0: nothing to patch. */
static void lower_check_or_fail(lowering *x, ir_expr e)
{
    patches fail = {0};
    lower_jump(x, e, false, &fail);
}

/* ---- assignments, choices, tags ---- */

static const vm_op store_fixed[] = {[1] = VM_ST8, [2] = VM_ST16, [4] = VM_ST32};
static const vm_op store_array[] = {[1] = VM_SA8, [2] = VM_SA16, [4] = VM_SA32};

static void lower_assign(lowering *x, const ir_edge_data *e)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count, saved = x->temporary;
    bool constant;
    if (type_of(x, e->target)->kind == IR_TYPE_ARROW) {
        uint32_t t = new_temporary(x);
        map_place target = lower_map(x, e->target);
        op1(x, VM_PUT, t);
        map_place source = lower_map(x, e->value);
        op3(x, VM_COPY, t, source.space, target.cells * target.width);
        put_word(x, 0);
        x->temporary = saved;
        return;
    }
    const layout_slot *slot = open_chain(x, e->target, keys, &count, &constant);
    if (!slot)
        return;
    int64_t fixed;
    bool dynamic = lower_place(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width), t = 0;
    if (dynamic) {
        t = new_temporary(x);
        if (slot->width != 1)
            op1(x, VM_MULK, slot->width);
        op1(x, VM_PUT, t);
    }
    lower_value(x, e->value);
    if (slot->integer) {
        const ir_type_data *from = type_of(x, e->value);
        if (from->low < slot->low || from->high > slot->high)
            op3(x, VM_RANGE, (uint32_t)slot->low, (uint32_t)slot->high, fault_span(x, e->span));
        if (slot->low != 0)
            op1(x, VM_ADDK, (uint32_t)-slot->low);
    }
    if (dynamic)
        op2(x, store_array[slot->width], base, t);
    else
        op1(x, store_fixed[slot->width], base);
    x->temporary = saved;
}

typedef struct domain {
    bool range;
    int32_t low, high; /* cells' values; !range: list start and count */
} domain;

/* What a choice writes, as stored in cells of the slot. */
static domain choice_domain(lowering *x, const layout_slot *slot, ir_type type)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, type));
    if (t->kind == IR_TYPE_INT)
        return (domain){true, (int32_t)((int64_t)t->low - slot->low),
                        (int32_t)((int64_t)t->high - slot->low)};
    if (t->count == 0)
        return (domain){true, 1, 0};
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (uint32_t i = 0; i < t->count; i++) {
        int32_t c = layout_code(x->g, t->symbols[i]);
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    if ((uint32_t)(high - low + 1) == t->count)
        return (domain){true, low, high};
    domain d = {false, (int32_t)x->lists.count, (int32_t)t->count};
    for (uint32_t i = 0; i < t->count; i++)
        vec_push(x->g->arena, &x->lists, layout_code(x->g, t->symbols[i]));
    return d;
}

static uint32_t tag_base(lowering *x, ir_type type)
{
    const ir_type_data *t = ir_type_at(x->g, type);
    if (t->kind == IR_TYPE_INT)
        return INT_TAG_BASE;
    return t->count ? x->g->families.data[x->g->symbols.data[t->symbols[0]].family].first : 0;
}

/* The variable a choice assigns is the next tag on every path from `n` on, unchanged: then a
 * given move tells what was chosen. Looks at a bounded number of nodes. */
enum { BIND_NODES_MAX = 256 };

static bool next_tag_is(lowering *x, ir_node n, ir_var v)
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
                const ir_expr_data *t = &x->g->exprs.data[bare(x, e->value)];
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
    const layout_slot *slot = open_chain(x, e->target, keys, &count, &constant);
    if (!slot)
        return;
    int64_t fixed;
    bool dynamic = lower_place(x, slot, keys, count, &fixed);
    uint32_t base = (uint32_t)((int64_t)slot->offset + fixed * slot->width);
    if (dynamic) {
        if (slot->width != 1)
            op1(x, VM_MULK, slot->width);
        op1(x, VM_ADDK, base);
    } else {
        op1(x, VM_K, base);
    }
    domain d = choice_domain(x, slot, e->type);
    if ((x->kind == SEARCH_APPLY || x->kind == SEARCH_EXACT) && slot->levels == 0 && !slot->integer &&
        next_tag_is(x, e->to, ir_target_variable(x->g, e->target))) {
        op3(x, VM_BIND, slot->width, tag_base(x, ir_resolve(x->g, e->type)), !d.range);
        put_word(x, (uint32_t)d.low);
        put_word(x, (uint32_t)d.high);
    } else {
        op3(x, d.range ? VM_CHOOSE : VM_CHOOSEL, slot->width, (uint32_t)d.low, (uint32_t)d.high);
    }
    if (e->value != IR_NONE)
        lower_check_or_fail(x, e->value);
}

static void lower_tag(lowering *x, const ir_edge_data *e)
{
    bool match = x->kind == SEARCH_APPLY || x->kind == SEARCH_EXACT;
    const ir_expr_data *d = &x->g->exprs.data[bare(x, e->value)];
    if (x->kind == SEARCH_REACH)
        return; /* tags mean nothing inside of a reachability */
    if (d->op == IR_SYM) {
        op1(x, match ? VM_MTAGK : VM_TAGK, d->a);
        return;
    }
    lower_value(x, e->value);
    op1(x, match ? VM_MTAG : VM_TAG, tag_base(x, ir_expr_type(x->g, e->value)));
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
    const ir_expr_data *d = &x->g->exprs.data[bare(x, e)];
    if (d->op != IR_INDEX)
        return false;
    const layout_slot *slot = layout_root(x->g, x->l, bare(x, e), &depth);
    if (!slot || depth != slot->levels || slot->width != 1 || slot->integer)
        return false;
    open_chain(x, e, keys, &count, &constant);
    if (constant)
        return false;
    int64_t at = slot->offset;
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        const layout_key *k = &slot->keys[i];
        const ir_expr_data *key = &x->g->exprs.data[bare(x, keys[i])];
        int32_t value;
        if (known_scalar(x, keys[i], &value)) {
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
    domain d = choice_domain(x, slot, e->type);
    const ir_edge_data *check;
    if (slot->levels != 0 || slot->width != 1 || slot->integer || !d.range || d.low > d.high ||
        !only_edge(x, e->to, &check) || check->label != IR_CHECK)
        return false;
    const ir_expr_data *c = &x->g->exprs.data[bare(x, check->value)];
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
            const ir_expr_data *t = &x->g->exprs.data[bare(x, e->value)];
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

/* ---- nodes ---- */

typedef struct task {
    ir_node node;
    uint32_t next; /* index of the edge in the node's order */
    bool open;     /* inside of a group whose former member was not passed */
    patches from;  /* jumps that lead here */
} task;

typedef VEC(task) task_stack;

struct ordered_edge {
    ir_edge edge;
    bool last_of_group; /* or alone */
    bool grouped;       /* member of a group: passing it excludes the rest of the group */
    bool certain;       /* last of a proven exhaustive group: holds when the others do not */
};

/* The reference takes up the last edge first. That shows only in which of two configurations
 * that differ in goals or visible alone survives. Groups keep their inner order. */
static void reverse_units(edge_order *order)
{
    for (uint32_t i = 0, j = order->count; i + 1 < j; i++) {
        ordered_edge t = order->data[i];
        order->data[i] = order->data[--j];
        order->data[j] = t;
    }
    for (uint32_t end = 0, start = 0; end < order->count; end++) {
        /* a group is reversed as a whole now, its last member first: turn it round again */
        bool closes = !order->data[end].grouped || end + 1 == order->count ||
                      order->data[end + 1].last_of_group;
        if (!closes)
            continue;
        for (uint32_t i = start, j = end + 1; i + 1 < j; i++) {
            ordered_edge t = order->data[i];
            order->data[i] = order->data[--j];
            order->data[j] = t;
        }
        start = end + 1;
    }
}

/* Groups of edges that exclude each other come first, each in edge order. */
static void make_order(lowering *x, ir_node n, edge_order *order)
{
    edge_list out = {0};
    region_out(x->g, &x->graph, x->r, n, x->ra, &out);
    bool *taken = ARENA_ARRAY(x->ra, bool, out.count + 1);
    for (uint32_t i = 0; i < x->disjoint_count[n]; i++) {
        const ir_disjoint *d = &x->g->disjoints.data[x->disjoint_of[n][i]];
        vec_u32 members = {0};
        for (uint32_t j = 0; j < out.count; j++)
            for (uint32_t k = 0; k < d->count && !taken[j]; k++)
                if (x->g->edges.data[out.data[j]].to == d->targets[k]) {
                    taken[j] = true;
                    vec_push(x->ra, &members, j);
                }
        uint32_t total = 0; /* members before useless edges were dropped */
        for (uint32_t j = x->graph.out_start[n]; j < x->graph.out_start[n + 1]; j++)
            for (uint32_t k = 0; k < d->count; k++)
                total += x->g->edges.data[x->graph.out[j]].to == d->targets[k];
        for (uint32_t j = 0; j < members.count; j++) {
            bool last = j + 1 == members.count;
            vec_push(x->ra, order,
                     ((ordered_edge){out.data[members.data[j]], last, members.count > 1,
                                     last && j > 0 && d->exhaustive && d->proven &&
                                         total == members.count}));
        }
    }
    for (uint32_t j = 0; j < out.count; j++)
        if (!taken[j])
            vec_push(x->ra, order, ((ordered_edge){out.data[j], true, false, false}));
    if (x->kind == SEARCH_EXACT)
        reverse_units(order);
}

/* Kept for the whole region: nodes with many edges are asked for once an edge. */
static edge_order order_edges(lowering *x, ir_node n)
{
    uint32_t place = x->r->local[n];
    if (!x->order_known[place]) {
        x->order_known[place] = true;
        make_order(x, n, &x->orders[place]);
    }
    return x->orders[place];
}

/* Emits the edge's label; jumps taken when it cannot be passed go to `otherwise` (NULL: fail).
 * Returns the node to go on with, or IR_NONE when the path is over. */
static ir_node lower_edge(lowering *x, const ordered_edge *o, patches *otherwise)
{
    const ir_edge_data *e = &x->g->edges.data[o->edge];
    bool final = x->r->moves && ir_assigns_player(x->g, e);
    if (final && x->kind == SEARCH_GENERATE) {
        op0(x, VM_EMIT);
        return IR_NONE;
    }
    switch (e->label) {
    case IR_SKIP: break;
    case IR_ASSIGN: lower_assign(x, e); break;
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
            op3(x, VM_EMITF, f.cell, (uint32_t)f.low, (uint32_t)f.high);
            put_word(x, f.array);
            put_word(x, f.want);
            put_word(x, tag_base(x, ir_resolve(x->g, x->g->variables.data[f.variable].type)));
            return IR_NONE;
        }
        op3(x, VM_CHOOSEF, f.cell, (uint32_t)f.low, (uint32_t)f.high);
        put_word(x, f.array);
        put_word(x, f.want);
        return f.after;
    }
    }
    if (final) {
        op1(x, VM_FINAL, e->to);
        return IR_NONE;
    }
    return e->to;
}

/* Emits the edges of a node from number `i` on, then follows the first of them as far as it
 * goes; what is left for later is pushed as tasks. */
static void lower_chain(lowering *x, task t, task_stack *tasks)
{
    ir_node n = t.node;
    uint32_t i = t.next;
    bool resumed = t.next > 0 || t.open;
    patch_here(x, &t.from);
    while (n != IR_NONE && !x->failed) {
        uint32_t place = x->r->local[n];
        if (!resumed) {
            if (x->label[place] != IR_NONE) {
                op1(x, VM_JMP, x->label[place]);
                return;
            }
            x->label[place] = here(x);
            if (!x->r->moves && n == x->r->target) {
                op0(x, VM_SUCCESS);
                return;
            }
            if (x->kind == SEARCH_GENERATE && x->sure[place]) {
                op0(x, VM_EMIT);
                return;
            }
            if (x->r->visit[place]) {
                vec_push(x->g->arena, &x->visits, ((vm_visit){.stamps = place}));
                op1(x, VM_VISIT, x->visits.count - 1);
            }
            i = 0;
        }
        resumed = false;
        edge_order order = order_edges(x, n);
        if (i >= order.count) {
            op0(x, VM_FAIL);
            return;
        }
        const ordered_edge *o = &order.data[i];
        /* edges behind this one: in the same group they are tried only when it cannot be
         * passed, others after failure in any case */
        bool first_of_group = o->grouped && (i == 0 || order.data[i - 1].last_of_group);
        uint32_t rest = i;
        while (!order.data[rest].last_of_group)
            rest++;
        rest++;
        if ((!o->grouped || first_of_group) && rest < order.count) {
            task later = {.node = n, .next = rest, .open = true};
            uint32_t left = 0;
            for (uint32_t j = i; j < order.count; j++)
                left += order.data[j].last_of_group;
            op3(x, VM_FORK, 0, left, i == 0 ? left : 0);
            vec_push(x->ra, &later.from, here(x) - 3);
            vec_push(x->ra, tasks, later);
        }
        if (o->grouped && !o->last_of_group) {
            task otherwise = {.node = n, .next = i + 1, .open = true};
            ir_node to = lower_edge(x, o, &otherwise.from);
            if (otherwise.from.count > 0)
                vec_push(x->ra, tasks, otherwise);
            n = to;
        } else {
            n = lower_edge(x, o, NULL);
        }
    }
}

static void fix_visits(lowering *x, uint32_t first);

/* Code for everything reachable from the start; its address. */
static uint32_t lower_from(lowering *x, ir_node start)
{
    uint32_t place = x->r->local[start];
    if (place == IR_NONE || !x->r->useful[place])
        return 0; /* FAIL */
    if (x->label[place] != IR_NONE)
        return x->label[place];
    task_stack tasks = {0};
    vec_push(x->ra, &tasks, ((task){.node = start}));
    uint32_t first_visit = x->visits.count;
    while (tasks.count > 0 && !x->failed) {
        task t = tasks.data[--tasks.count];
        lower_chain(x, t, &tasks);
    }
    fix_visits(x, first_visit);
    return x->label[place];
}

/* ---- remembered configurations ---- */

/* Keys are made of the variables that can differ between configurations of one search at the
 * node and, in a reachability, can still matter. */
static void fix_visits(lowering *x, uint32_t first)
{
    ir_game *g = x->g;
    for (uint32_t i = first; i < x->visits.count; i++) {
        vm_visit *v = &x->visits.data[i];
        uint32_t place = v->stamps;
        const ir_node_data *node = &g->nodes.data[x->r->nodes[place]];
        VEC(vm_visit_part) parts = {0};
        uint64_t combinations = 1;
        v->stamps = 0;
        v->tags = x->r->moves;
        v->small = !x->r->moves;
        for (ir_var k = 0; k < g->variables.count; k++) {
            bool in = x->r->moves
                          ? k != g->goals && k != g->player && k != g->visible
                          : bitset_has(&x->r->assigned[place], k) && bitset_has(&x->r->live[place], k);
            if (in && x->r->moves && node->has_repeat) {
                in = false;
                for (uint32_t j = 0; j < node->repeat_count; j++)
                    in |= node->repeat[j] == k;
            }
            if (!in || g->variables.data[k].removed)
                continue;
            const layout_slot *s = &x->l->variables[k];
            uint64_t radix = s->integer ? (uint64_t)((int64_t)s->high - s->low) + 1
                                        : (uint64_t)s->high + 1;
            combinations *= radix;
            v->small &= s->levels == 0 && combinations <= SMALL_KEY_MAX;
            vec_push(g->arena, &parts,
                     ((vm_visit_part){s->offset, s->cells * s->width, s->width, (uint32_t)radix}));
            if (combinations > SMALL_KEY_MAX)
                combinations = SMALL_KEY_MAX + 1;
        }
        if (v->small && x->code->stamp_count + combinations <= STAMPS_MAX) {
            v->stamps = x->code->stamp_count;
            x->code->stamp_count += (uint32_t)combinations;
        } else {
            v->small = false;
        }
        v->parts = parts.data;
        v->part_count = parts.count;
    }
}

enum { PATHS_MAX = 8 };

/* Where configurations must be remembered. For the exact count wherever two paths can bring
 * equal ones (unless the only way here keeps unequal ones unequal); otherwise on every cycle,
 * and where so many paths meet that walking on from each would explode. */
static void choose_visits(lowering *x, region *r, bool exact)
{
    ir_game *g = x->g;
    float *paths = ARENA_ARRAY(x->ra, float, r->count + 1);
    for (uint32_t p = 0; p < r->count; p++) {
        ir_node n = r->nodes[p];
        r->visit[p] = false;
        if (!r->useful[p] || (!r->moves && n == r->target))
            continue;
        if (!exact) {
            r->visit[p] = r->cyclic[p];
            continue;
        }
        if (g->nodes.data[n].unique)
            continue;
        uint32_t from = x->graph.in_start[n], to = x->graph.in_start[n + 1];
        ir_label only = to - from == 1 ? g->edges.data[x->graph.in[from]].label : IR_ASSIGN;
        bool injective = only == IR_SKIP || only == IR_CHECK || only == IR_TAG;
        r->visit[p] = !injective || r->cyclic[p];
    }
    if (exact)
        return;
    /* Count paths in discovery order; good enough to notice explosions in time, and sound
     * because remembering more never changes the moves. */
    for (int round = 0; round < 4; round++) {
        for (uint32_t p = 0; p < r->count; p++) {
            ir_node n = r->nodes[p];
            float sum = 0;
            for (uint32_t i = x->graph.in_start[n]; i < x->graph.in_start[n + 1]; i++) {
                const ir_edge_data *e = &g->edges.data[x->graph.in[i]];
                uint32_t from = r->local[e->from];
                if (from == IR_NONE || !r->useful[from] || (r->moves && ir_assigns_player(g, e)))
                    continue;
                sum += r->visit[from] ? 1 : paths[from];
            }
            paths[p] = sum < 1 ? 1 : sum > 1e6f ? 1e6f : sum;
            if (r->useful[p] && paths[p] > PATHS_MAX && (r->moves || n != r->target) &&
                !(r->moves && g->nodes.data[n].unique))
                r->visit[p] = true;
        }
    }
}

/* ---- sure nodes ---- */

/* From a sure node every continuation reaches the end of the move without a check that can
 * fail, a tag, or a choice: the move is legal and its text complete. Least fixed point. */
static bool *find_sure(lowering *x, const region *r)
{
    ir_game *g = x->g;
    bool *sure = ARENA_ARRAY(x->ra, bool, r->count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = r->count; p-- > 0;) {
            if (sure[p] || !r->useful[p])
                continue;
            edge_order order = order_edges(x, r->nodes[p]);
            bool ok = order.count > 0;
            bool exhaustive = order.count == 1 || order.data[order.count - 1].certain;
            for (uint32_t i = 0; i < order.count && ok; i++) {
                const ir_edge_data *e = &g->edges.data[order.data[i].edge];
                bool final = ir_assigns_player(g, e);
                ok = exhaustive && (order.count == 1 || order.data[i].grouped) &&
                     (i + 1 == order.count || !order.data[i].last_of_group) &&
                     (final || sure[r->local[e->to]]);
                if (e->label == IR_CHECK)
                    ok &= order.count > 1 && !ir_can_fault(g, e->value);
                else
                    ok &= e->label == IR_SKIP ||
                          (e->label == IR_ASSIGN && !ir_can_fault(g, e->value) &&
                           !ir_can_fault(g, e->target));
            }
            if (ok) {
                sure[p] = true;
                changed = true;
            }
        }
    }
    return sure;
}

/* At most one path leaves the decision point. */
static bool is_deterministic(lowering *x, const region *r, ir_node start)
{
    vec_u32 queue = {0};
    bool *seen = ARENA_ARRAY(x->ra, bool, r->count + 1);
    if (r->local[start] == IR_NONE)
        return true;
    vec_push(x->ra, &queue, r->local[start]);
    seen[r->local[start]] = true;
    for (uint32_t head = 0; head < queue.count; head++) {
        uint32_t place = queue.data[head];
        edge_order order = order_edges(x, r->nodes[place]);
        for (uint32_t i = 0; i < order.count; i++) {
            const ir_edge_data *e = &x->g->edges.data[order.data[i].edge];
            if (e->label == IR_CHOOSE || (i + 1 < order.count && order.data[i].last_of_group))
                return false;
            if (ir_assigns_player(x->g, e) || seen[r->local[e->to]])
                continue;
            seen[r->local[e->to]] = true;
            vec_push(x->ra, &queue, r->local[e->to]);
        }
    }
    return true;
}

/* ---- widths ---- */

enum { WIDTH_SWEEPS = 64 };
#define WIDTH_MAX 2147483648.0

static double choice_count(lowering *x, const ir_edge_data *e)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, e->type));
    double n = t->kind == IR_TYPE_INT ? (double)t->high - t->low + 1 : t->count;
    return n < 1 ? 1 : n;
}

/* Largest product of the numbers of alternatives along any path of the generating program: a
 * path drawn by picking at each place evenly has at least the inverse as its probability.
 * Computed by sweeps; where they do not settle, nothing is claimed. */
static double *find_widths(lowering *x, const region *r)
{
    double *width = ARENA_ARRAY(x->ra, double, r->count + 1);
    bool changed = true;
    for (uint32_t p = 0; p < r->count; p++)
        width[p] = 1;
    for (uint32_t sweep = 0; changed && sweep < WIDTH_SWEEPS; sweep++) {
        changed = false;
        for (uint32_t p = r->count; p-- > 0;) {
            if (!r->useful[p] || x->sure[p])
                continue;
            edge_order order = order_edges(x, r->nodes[p]);
            double most = 1, units = 0;
            for (uint32_t i = 0; i < order.count; i++) {
                const ir_edge_data *e = &x->g->edges.data[order.data[i].edge];
                double w = e->label == IR_CHOOSE ? choice_count(x, e) : 1;
                if (!ir_assigns_player(x->g, e))
                    w *= width[r->local[e->to]];
                most = w > most ? w : most;
                units += order.data[i].last_of_group;
            }
            double w = most * (units < 1 ? 1 : units);
            w = w > WIDTH_MAX ? 2 * WIDTH_MAX : w;
            if (w > width[p]) {
                width[p] = w;
                changed = true;
            }
        }
    }
    for (uint32_t p = 0; p < r->count; p++)
        if (changed || width[p] > WIDTH_MAX)
            width[p] = 0;
    return width;
}

/* ---- programs ---- */

static void open_region(lowering *x, const region *r)
{
    x->r = r;
    x->sure = NULL;
    x->orders = ARENA_ARRAY(x->ra, edge_order, r->count + 1);
    x->order_known = ARENA_ARRAY(x->ra, bool, r->count + 1);
}

static void new_labels(lowering *x, const region *r)
{
    x->label = ARENA_ARRAY(x->ra, uint32_t, r->count + 1);
    memset(x->label, 0xff, sizeof *x->label * (r->count + 1));
}

static void lower_moves(lowering *x)
{
    ir_game *g = x->g;
    region *r = region_of_moves(g, &x->graph, x->ra);
    bitset decisions = ir_decisions(g, x->ra);
    vm_decision *all = x->code->decisions;
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (bitset_has(&decisions, n)) {
            all[n].is = true;
            all[n].span = g->nodes.data[n].span;
        }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (!e->removed && ir_assigns_player(g, e) && e->span.end > 0)
            all[e->to].span = e->span;
    }
    open_region(x, r);
    for (search_kind kind = SEARCH_GENERATE; kind <= SEARCH_APPLY; kind++) {
        x->kind = kind;
        const bool *sure = x->sure;
        open_region(x, r);
        x->sure = sure;
        choose_visits(x, r, kind == SEARCH_EXACT);
        double *width = NULL;
        if (kind == SEARCH_GENERATE) {
            x->sure = find_sure(x, r);
            width = find_widths(x, r);
        }
        new_labels(x, r);
        for (ir_node n = 0; n < g->nodes.count && !x->failed; n++) {
            if (!all[n].is || n == g->end)
                continue;
            uint32_t entry = lower_from(x, n);
            if (kind == SEARCH_GENERATE) {
                all[n].generate = entry;
                all[n].single = g->nodes.data[n].single;
                all[n].deterministic = is_deterministic(x, r, n);
                all[n].width = r->local[n] == IR_NONE ? 0 : width[r->local[n]];
            } else if (kind == SEARCH_EXACT) {
                all[n].exact = entry;
            } else {
                all[n].apply = entry;
            }
        }
    }
}

static void lower_reaches(lowering *x)
{
    for (uint32_t i = 0; i < x->reaches.count && !x->failed; i++) {
        reach_program p = x->reaches.data[i];
        x->ra = arena_child(x->a);
        x->kind = SEARCH_REACH;
        region *r = region_of_reach(x->g, &x->graph, p.from, p.to, x->ra);
        open_region(x, r);
        choose_visits(x, r, false);
        new_labels(x, r);
        uint32_t entry = lower_from(x, p.from);
        x->reaches.data[i].entry = entry;
        arena_done(x->ra);
    }
    for (uint32_t i = 0; i < x->reaches.count && !x->failed; i++)
        for (uint32_t j = 0; j < x->reaches.data[i].references.count; j++)
            x->words.data[x->reaches.data[i].references.data[j]] = x->reaches.data[i].entry;
}

static void index_disjoints(lowering *x)
{
    ir_game *g = x->g;
    x->disjoint_of = ARENA_ARRAY(x->a, uint32_t *, g->nodes.count + 1);
    x->disjoint_count = ARENA_ARRAY(x->a, uint32_t, g->nodes.count + 1);
    for (uint32_t i = 0; i < g->disjoints.count; i++)
        x->disjoint_count[g->disjoints.data[i].node]++;
    for (uint32_t n = 0; n < g->nodes.count; n++) {
        if (x->disjoint_count[n])
            x->disjoint_of[n] = ARENA_ARRAY(x->a, uint32_t, x->disjoint_count[n]);
        x->disjoint_count[n] = 0;
    }
    for (uint32_t i = 0; i < g->disjoints.count; i++) {
        ir_node n = g->disjoints.data[i].node;
        x->disjoint_of[n][x->disjoint_count[n]++] = i;
    }
}

static bool uses_visible(const ir_game *g)
{
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE) &&
            ir_target_variable(g, e->target) == g->visible)
            return true;
    }
    return false;
}

/* Tables for who moves and who sees. */
static void describe_players(ir_game *g, vm_code *code)
{
    const ir_type_data *players = ir_type_at(g, g->player_type);
    const ir_family *family = &g->families.data[g->symbols.data[g->keeper].family];
    int8_t *roles = ARENA_ARRAY(g->arena, int8_t, family->count);
    uint32_t *cells = ARENA_ARRAY(g->arena, uint32_t, players->count);
    const layout_slot *visible = &code->layout.variables[g->visible];
    memset(roles, VM_ROLE_NONE, family->count);
    roles[g->keeper - family->first] = VM_ROLE_KEEPER;
    roles[g->random - family->first] = 0;
    for (uint32_t i = 0; i < players->count; i++) {
        roles[players->symbols[i] - family->first] = (int8_t)(i + 1);
        cells[i] = visible->offset + (uint32_t)(layout_code(g, players->symbols[i]) -
                                                visible->keys[0].low) * visible->width;
    }
    code->roles = roles;
    code->player_count = players->count;
    code->visible_cells = cells;
    code->visible_width = visible->width;
    const uint32_t *zero = map_get(&g->symbol_by_name, intern_cstr(g->names, "0"));
    code->visible_no = zero ? (uint32_t)layout_code(g, *zero) : UINT32_MAX;
}

vm_code *vm_compile(ir_game *g, diag_sink *sink)
{
    vm_code *code = ARENA_NEW(g->arena, vm_code);
    code->g = g;
    code->hidden = uses_visible(g);
    if (!layout_make(g, code->hidden, &code->layout))
        return NULL;
    code->decisions = ARENA_ARRAY(g->arena, vm_decision, g->nodes.count + 1);
    describe_players(g, code);

    arena *scratch = arena_child(g->arena);
    lowering *x = ARENA_NEW(scratch, lowering);
    x->g = g;
    x->sink = sink;
    x->a = scratch;
    x->ra = arena_child(scratch);
    x->code = code;
    x->l = &code->layout;
    x->graph = ir_graph_make(g, scratch);
    map_init(&x->reach_index, scratch);
    index_disjoints(x);
    op0(x, VM_FAIL);
    lower_moves(x);
    lower_reaches(x);
    bool failed = x->failed;
    if (failed) {
        diag_report(sink, DIAG_TOO_LARGE, g->source, g->nodes.data[g->begin].span,
                    "the automaton needs more code than the limit of %d words or nests "
                    "expressions too deeply", CODE_MAX);
    } else {
        code->word_count = x->words.count;
        code->words = ARENA_ARRAY(g->arena, uint32_t, x->words.count);
        memcpy(code->words, x->words.data, sizeof *code->words * x->words.count);
        code->visits = x->visits.data;
        code->visit_count = x->visits.count;
        code->lists = x->lists.data;
        code->spans = x->spans.data;
    }
    arena_done(scratch);
    return failed ? NULL : code;
}
