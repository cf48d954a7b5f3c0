#include "automaton/layout.h"

#include "automaton/arithmetic.h"
#include "automaton/build.h"
#include "automaton/check.h"
#include "base/bitset.h"

#include <string.h>

/* One node for each key level of each slot and one for its cells: the set of values that can
 * ever appear there. Nodes of maps that are copied or compared are united. */
typedef struct shape {
    uint32_t parent;
    bool integer;
    uint32_t family;
    bitset set;          /* places in the family */
    int32_t low, high;   /* integers; nothing yet where low is higher */
    int32_t least, most; /* by their types: beyond is a fault */
    uint32_t grown;      /* how often the range became wider */
    bool key;            /* an integer that says which cell: all of its type have a place */
} shape;

/* A range that keeps growing, as that of a counter, becomes all of its type; so do all, where values come far. */
enum { GROWTH_MAX = 6, ROUNDS_MAX = 24 };

typedef struct flow {
    ir_game *g;
    layout *l;
    VEC(shape) shapes;
    uint32_t *first; /* shape of slot's level 0; constants first, then variables */
    bool changed;
} flow;

static uint32_t root_of(flow *f, uint32_t i)
{
    while (vec_at(&f->shapes, i).parent != i)
        i = vec_at(&f->shapes, i).parent = vec_at(&f->shapes, vec_at(&f->shapes, i).parent).parent;
    return i;
}

static shape *shape_at(flow *f, uint32_t i) { return &vec_at(&f->shapes, root_of(f, i)); }

static void unite(flow *f, uint32_t a, uint32_t b)
{
    a = root_of(f, a);
    b = root_of(f, b);
    if (a == b)
        return;
    shape *x = &vec_at(&f->shapes, a), *y = &vec_at(&f->shapes, b);
    if (x->integer != y->integer || (!x->integer && x->family != y->family))
        return; /* such maps have no value in common; the check refused them */
    if (x->integer) {
        x->low = y->low < x->low ? y->low : x->low;
        x->high = y->high > x->high ? y->high : x->high;
        x->least = y->least < x->least ? y->least : x->least;
        x->most = y->most > x->most ? y->most : x->most;
        x->key |= y->key;
    } else {
        bitset_unite(&x->set, &y->set);
    }
    y->parent = a;
    f->changed = true;
}

static uint32_t new_shape(flow *f, ir_type declared, bool key)
{
    ir_game *g = f->g;
    const ir_type_data *d = ir_type_at(g, ir_resolve(g, declared));
    shape s = {.parent = f->shapes.count};
    if (d->kind == IR_TYPE_INT) {
        s.integer = true;
        s.key = key;
        s.least = d->low;
        s.most = d->high;
        s.low = key ? d->low : INT32_MAX;
        s.high = key ? d->high : INT32_MIN;
    } else {
        s.family = d->count ? vec_at(&g->symbols, ir_symbol_at(d, 0)).family : 0;
        s.set = bitset_new(g->arena, g->families.count ? vec_at(&g->families, s.family).count : 1);
    }
    vec_push(g->arena, &f->shapes, s);
    return s.parent;
}

static void add_symbol(flow *f, uint32_t place, ir_sym s)
{
    shape *x = shape_at(f, place);
    if (!x->integer && vec_at(&f->g->symbols, s).family == x->family &&
        bitset_insert(&x->set, (uint32_t)layout_code(f->g, s)))
        f->changed = true;
}

/* Integers in the range can appear at the place; those beyond its type are faults before they do. */
static void add_range(flow *f, uint32_t place, ir_range r)
{
    shape *x = shape_at(f, place);
    const int64_t low = r.low > x->least ? r.low : x->least, high = r.high < x->most ? r.high : x->most;
    if (!x->integer || x->key || low > high || (low >= x->low && high <= x->high))
        return;
    x->low = low < x->low ? (int32_t)low : x->low;
    x->high = high > x->high ? (int32_t)high : x->high;
    if (++x->grown > GROWTH_MAX) {
        x->low = x->least;
        x->high = x->most;
    }
    f->changed = true;
}

static void add_type(flow *f, uint32_t place, ir_type t)
{
    const ir_type_data *d = ir_type_at(f->g, ir_resolve(f->g, t));
    if (d->kind == IR_TYPE_INT)
        add_range(f, place, (ir_range){d->low, d->high});
    if (d->kind == IR_TYPE_SET)
        for (uint32_t i = 0; i < d->count; i++)
            add_symbol(f, place, ir_symbol_at(d, i));
}

static uint32_t slot_number(const flow *f, const ir_expr_data *root)
{
    return root->op == IR_CONST ? root->a : f->g->constants.count + root->a;
}

static const layout_slot *slot_at(const flow *f, uint32_t number)
{
    return number < f->g->constants.count ? &f->l->constants[number] : &f->l->variables[number - f->g->constants.count];
}

/* Shape that an access chain denotes: key level `depth` of its root, or its cells. */
static uint32_t chain_shape(const flow *f, ir_expr e)
{
    uint32_t depth = 0;
    const ir_expr_data *x = &vec_at(&f->g->exprs, e);
    while (x->op == IR_INDEX || x->op == IR_CAST) {
        depth += x->op == IR_INDEX;
        x = &vec_at(&f->g->exprs, x->a);
    }
    if (x->op != IR_CONST && x->op != IR_VAR)
        return IR_NONE;
    return f->first[slot_number(f, x)] + depth;
}

static ir_range hull(ir_range a, ir_range b)
{
    return (ir_range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/* What an integer can be, as far as is known now; low is higher than high: nothing. */
static ir_range range_of(flow *f, ir_expr e)
{
    ir_game *g = f->g;
    const ir_range nothing = {INT32_MAX, INT32_MIN};
    const ir_expr_data x = vec_at(&g->exprs, ir_bare(g, e));
    if (x.op == IR_INT)
        return (ir_range){(int32_t)x.a, (int32_t)x.a};
    if (x.op == IR_CONST || x.op == IR_VAR || x.op == IR_INDEX) {
        const shape *s = shape_at(f, chain_shape(f, e));
        return (ir_range){s->low, s->high};
    }
    if (x.op == IR_IF)
        return hull(range_of(f, x.b), range_of(f, x.c));
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, ir_expr_type(g, e)));
    const bool arithmetic =
        x.op == IR_NEG || x.op == IR_ADD || x.op == IR_SUB || x.op == IR_MUL || x.op == IR_DIV || x.op == IR_MOD;
    if (!arithmetic)
        return (ir_range){t->low, t->high};
    const ir_range a = range_of(f, x.a), b = x.op == IR_NEG ? a : range_of(f, x.b);
    return a.low > a.high || b.low > b.high ? nothing : ir_arithmetic_range(x.op, a, b);
}

static bool is_map(flow *f, ir_expr e) { return ir_type_at(f->g, ir_expr_type(f->g, e))->kind == IR_TYPE_ARROW; }

/* Every value of the scalar expression can appear at `place`. */
static void add_values(flow *f, uint32_t place, ir_expr e)
{
    const ir_expr_data *x = &vec_at(&f->g->exprs, e);
    switch (x->op) {
    case IR_SYM: add_symbol(f, place, x->a); break;
    case IR_CAST: add_values(f, place, x->a); break;
    case IR_IF:
        add_values(f, place, x->b);
        add_values(f, place, x->c);
        break;
    case IR_CONST:
    case IR_VAR:
    case IR_INDEX: {
        shape *to = shape_at(f, place), *from = shape_at(f, chain_shape(f, e));
        if (to != from && !to->integer && !from->integer && to->family == from->family &&
            bitset_unite(&to->set, &from->set))
            f->changed = true;
        break;
    }
    case IR_FIRST: add_type(f, place, ir_type_at(f->g, ir_expr_type(f->g, x->a))->key); break;
    case IR_INT:
    case IR_ANY_REAL:
    case IR_ANY_TRUTH:
    case IR_REACH:
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_ANY_COMPARISON:
    case IR_ANY_CONNECTIVE:
    case IR_HASH:
    case IR_TIMES:
    case IR_OP_COUNT: break; /* no symbols */
    }
}

static void unite_maps(flow *f, ir_expr a, ir_expr b)
{
    uint32_t x = chain_shape(f, a), y = chain_shape(f, b);
    if (x == IR_NONE || y == IR_NONE)
        return;
    ir_type t = ir_expr_type(f->g, a);
    for (uint32_t i = 0;; i++) {
        unite(f, x + i, y + i);
        if (ir_type_at(f->g, t)->kind != IR_TYPE_ARROW)
            break;
        t = ir_resolve(f->g, ir_type_at(f->g, t)->value);
    }
}

static void flow_expr(flow *f, ir_expr e)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data x = vec_at(&f->g->exprs, e);
    if ((x.op == IR_EQ || x.op == IR_NE) && is_map(f, x.a))
        unite_maps(f, x.a, x.b);
    for (uint32_t i = 0; i < ir_operands(x.op); i++)
        flow_expr(f, ir_operand(&x, i));
    if (x.op == IR_INDEX)
        add_values(f, chain_shape(f, x.a), x.b);
}

static void flow_edge(flow *f, const ir_edge_data *e)
{
    flow_expr(f, e->target);
    flow_expr(f, e->value);
    if (e->label == IR_ASSIGN) {
        if (is_map(f, e->target))
            unite_maps(f, e->target, e->value);
        else if (shape_at(f, chain_shape(f, e->target))->integer)
            add_range(f, chain_shape(f, e->target), range_of(f, e->value));
        else
            add_values(f, chain_shape(f, e->target), e->value);
    } else if (e->label == IR_CHOOSE) {
        add_type(f, chain_shape(f, e->target), e->type);
    }
}

/* The symbols written in a value literal: keys outside of the type widen the map. */
static void flow_value(flow *f, ir_value v, uint32_t level)
{
    const ir_value_data d = vec_at(&f->g->values, v);
    if (d.kind == IR_VALUE_CONST) {
        flow_value(f, vec_at(&f->g->constants, d.index).literal, level);
    } else if (d.kind == IR_VALUE_SYM) {
        add_symbol(f, level, d.index);
    } else if (d.kind == IR_VALUE_INT) {
        add_range(f, level, (ir_range){d.integer, d.integer});
    } else if (d.kind == IR_VALUE_MAP) {
        for (uint32_t i = 0; i < d.entry_count; i++) {
            if (ir_entry_at(&d, i).key != IR_NONE && vec_at(&f->g->values, ir_entry_at(&d, i).key).kind == IR_VALUE_SYM)
                add_symbol(f, level, vec_at(&f->g->values, ir_entry_at(&d, i).key).index);
            flow_value(f, ir_entry_at(&d, i).value, level + 1);
        }
    }
}

static void make_slot(flow *f, layout_slot *slot, uint32_t number, ir_type type)
{
    ir_game *g = f->g;
    ir_type t = ir_resolve(g, type);
    while (ir_type_at(g, t)->kind == IR_TYPE_ARROW) {
        slot->levels++;
        t = ir_resolve(g, ir_type_at(g, t)->value);
    }
    const uint32_t keys = slot->levels;
    slot->real = ir_type_at(g, t)->kind == IR_TYPE_REAL;
    slot->levels += slot->real;
    slot->keys = ARENA_ARRAY(g->arena, layout_key, slot->levels);
    t = ir_resolve(g, type);
    f->first[number] = f->shapes.count;
    for (uint32_t i = 0; i < keys; i++) {
        ir_type key = ir_resolve(g, ir_type_at(g, t)->key);
        slot->keys[i].type = key;
        add_type(f, new_shape(f, key, true), key);
        t = ir_resolve(g, ir_type_at(g, t)->value);
    }
    if (slot->real) {
        const src_span nowhere = {0, 0};
        slot->keys[keys].type = irb_int_type(g, 0, 1, nowhere);
        new_shape(f, slot->keys[keys].type, true);
        t = irb_int_type(g, INT32_MIN, INT32_MAX, nowhere);
    }
    const uint32_t cells = new_shape(f, t, slot->real);
    if (ir_type_at(g, t)->kind == IR_TYPE_SET)
        add_type(f, cells, t);
}

static void extent(flow *f, uint32_t place, bool *integer, int32_t *low, int32_t *high)
{
    const shape *s = shape_at(f, place);
    *integer = s->integer;
    *low = s->low;
    *high = s->high;
    if (s->integer && s->low > s->high)
        *low = *high = s->least;
    if (s->integer)
        return;
    *low = *high = 0;
    bool any = false;
    for (uint32_t i = 0; i < s->set.bits; i++)
        if (bitset_has(&s->set, i)) {
            if (!any)
                *low = (int32_t)i;
            *high = (int32_t)i;
            any = true;
        }
}

/* Sizes of a slot from the final shapes; false when it is too large. */
static bool size_slot(flow *f, layout_slot *slot, uint32_t number)
{
    uint32_t place = f->first[number];
    uint64_t cells = 1;
    for (uint32_t i = 0; i < slot->levels; i++) {
        layout_key *k = &slot->keys[i];
        extent(f, place + i, &k->integer, &k->low, &k->high);
        cells *= (uint64_t)((int64_t)k->high - k->low + 1);
        if (cells > LAYOUT_TABLES_MAX)
            return false;
    }
    slot->cells = (uint32_t)cells;
    uint32_t stride = 1;
    for (uint32_t i = slot->levels; i-- > 0;) {
        slot->keys[i].stride = stride;
        stride *= (uint32_t)(slot->keys[i].high - slot->keys[i].low + 1);
    }
    extent(f, place + slot->levels, &slot->integer, &slot->low, &slot->high);
    slot->family = shape_at(f, place + slot->levels)->family;
    slot->least = shape_at(f, place + slot->levels)->least;
    slot->most = shape_at(f, place + slot->levels)->most;
    int64_t top = slot->integer ? (int64_t)slot->high - slot->low : slot->high;
    slot->width = top < 256 ? 1 : top < 65536 ? 2 : 4;
    return true;
}

static uint32_t literal_cell(const ir_game *g, const layout_slot *slot, ir_value v)
{
    const ir_value_data *d = &vec_at(&g->values, v);
    return d->kind == IR_VALUE_INT ? (uint32_t)d->integer - (uint32_t)slot->low : (uint32_t)layout_code(g, d->index);
}

/* Writes a literal into the cells at `memory`. */
static void fill(const ir_game *g, const layout_slot *slot, uint32_t level, ir_value v, unsigned char *memory)
{
    v = ir_plain_value(g, v);
    if (vec_at(&g->values, v).kind == IR_VALUE_REAL) {
        memcpy(memory, &vec_at(&g->values, v).real, sizeof(double));
        return;
    }
    if (level == slot->levels) {
        layout_store(memory, slot->width, literal_cell(g, slot, v));
        return;
    }
    const layout_key *k = &slot->keys[level];
    const ir_value_data *d = &vec_at(&g->values, v);
    size_t step = (size_t)k->stride * slot->width;
    uint32_t extent_cells = (uint32_t)(k->high - k->low + 1);
    ir_value standard = IR_NONE;
    for (uint32_t i = 0; i < d->entry_count; i++)
        if (ir_entry_at(d, i).key == IR_NONE)
            standard = ir_entry_at(d, i).value;
    fill(g, slot, level + 1, standard, memory);
    for (uint32_t i = 1; i < extent_cells; i++)
        memcpy(memory + i * step, memory, step);
    for (uint32_t i = 0; i < d->entry_count; i++) {
        if (ir_entry_at(d, i).key == IR_NONE)
            continue;
        const ir_value_data *key = &vec_at(&g->values, ir_entry_at(d, i).key);
        int32_t code = key->kind == IR_VALUE_INT ? key->integer : layout_code(g, key->index);
        if (code >= k->low && code <= k->high)
            fill(g, slot, level + 1, ir_entry_at(d, i).value, memory + (size_t)(code - k->low) * step);
    }
}

static bool too_large(ir_game *g, src_span at, const char *what)
{
    diag_report(g->sink, DIAG_TOO_LARGE, g->source, at, "%s is too large to be stored", what);
    return false;
}

static bool place_constants(ir_game *g, layout *l)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < g->constants.count; i++) {
        layout_slot *s = &l->constants[i];
        if (vec_at(&g->constants, i).removed)
            continue;
        size = (size + s->width - 1) / s->width * s->width;
        s->offset = (uint32_t)size;
        size += (uint64_t)s->cells * s->width;
        if (size > LAYOUT_TABLES_MAX)
            return too_large(g, vec_at(&g->constants, i).span, ir_name(g, vec_at(&g->constants, i).name));
    }
    l->table_size = (uint32_t)size;
    l->tables = arena_alloc(g->arena, size + 8);
    for (uint32_t i = 0; i < g->constants.count; i++)
        if (!vec_at(&g->constants, i).removed)
            fill(g, &l->constants[i], 0, vec_at(&g->constants, i).value, l->tables + l->constants[i].offset);
    return true;
}

/* Places for the variables that carry something from move to move, or for the others; widest
 * first, so that all are aligned. */
static bool place_some(ir_game *g, layout *l, bool local, uint64_t *size)
{
    for (uint8_t width = 4; width > 0; width /= 2)
        for (uint32_t i = 0; i < g->variables.count; i++) {
            layout_slot *s = &l->variables[i];
            const ir_variable *v = &vec_at(&g->variables, i);
            if (s->width != width || v->removed || v->local != local)
                continue;
            s->offset = (uint32_t)*size;
            *size += (uint64_t)s->cells * width;
            if (*size > LAYOUT_STATE_MAX)
                return too_large(g, v->span, ir_name(g, v->name));
        }
    return true;
}

static bool place_variables(ir_game *g, layout *l, bool hidden)
{
    uint64_t size = 4; /* the node */
    if (!place_some(g, l, false, &size))
        return false;
    l->variables_end = (uint32_t)size;
    size = (size + 7) / 8 * 8;
    if (hidden) {
        l->observation = (uint32_t)size;
        size += 8 * (uint64_t)ir_type_at(g, g->player_type)->count;
    }
    l->state_size = (uint32_t)size;
    if (!place_some(g, l, true, &size))
        return false;
    l->work_size = (uint32_t)((size + 7) / 8 * 8);
    l->initial = arena_alloc(g->arena, l->work_size);
    for (uint32_t i = 0; i < g->variables.count; i++)
        if (!vec_at(&g->variables, i).removed)
            fill(g, &l->variables[i], 0, vec_at(&g->variables, i).initial, l->initial + l->variables[i].offset);
    return true;
}

/* Nothing is known of integers but their types: each round may take a value one variable further, and there are many.
 */
static void take_types(flow *f)
{
    for (uint32_t i = 0; i < f->shapes.count; i++) {
        shape *s = shape_at(f, i);
        if (s->integer && !s->key) {
            s->low = s->least;
            s->high = s->most;
        }
    }
}

bool layout_make(ir_game *g, bool hidden, layout *l)
{
    memset(l, 0, sizeof *l);
    uint32_t slots = g->constants.count + g->variables.count;
    l->constants = ARENA_ARRAY(g->arena, layout_slot, g->constants.count + 1);
    l->variables = ARENA_ARRAY(g->arena, layout_slot, g->variables.count + 1);
    flow f = {.g = g, .l = l, .first = ARENA_ARRAY(g->arena, uint32_t, slots)};
    for (uint32_t i = 0; i < g->constants.count; i++)
        make_slot(&f, &l->constants[i], i, vec_at(&g->constants, i).type);
    for (uint32_t i = 0; i < g->variables.count; i++)
        make_slot(&f, &l->variables[i], g->constants.count + i, vec_at(&g->variables, i).type);
    for (uint32_t i = 0; i < g->constants.count; i++)
        flow_value(&f, vec_at(&g->constants, i).value, f.first[i]);
    for (uint32_t i = 0; i < g->variables.count; i++)
        flow_value(&f, vec_at(&g->variables, i).initial, f.first[g->constants.count + i]);
    uint32_t rounds = 0;
    do {
        f.changed = false;
        if (++rounds == ROUNDS_MAX)
            take_types(&f);
        for (uint32_t i = 0; i < g->edges.count; i++)
            if (!vec_at(&g->edges, i).removed)
                flow_edge(&f, &vec_at(&g->edges, i));
    } while (f.changed);
    for (uint32_t i = 0; i < slots; i++) {
        layout_slot *s = (layout_slot *)slot_at(&f, i);
        bool constant = i < g->constants.count;
        if (!size_slot(&f, s, i))
            return too_large(
                g, constant ? vec_at(&g->constants, i).span : vec_at(&g->variables, i - g->constants.count).span,
                ir_name(g,
                        constant ? vec_at(&g->constants, i).name : vec_at(&g->variables, i - g->constants.count).name));
    }
    return place_constants(g, l) && place_variables(g, l, hidden);
}

const layout_slot *layout_root(const ir_game *g, const layout *l, ir_expr e, uint32_t *depth)
{
    *depth = 0;
    const ir_expr_data *x = &vec_at(&g->exprs, e);
    while (x->op == IR_INDEX || x->op == IR_CAST) {
        *depth += x->op == IR_INDEX;
        x = &vec_at(&g->exprs, x->a);
    }
    return x->op == IR_CONST ? &l->constants[x->a] : x->op == IR_VAR ? &l->variables[x->a] : NULL;
}
