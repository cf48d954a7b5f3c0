#include "automaton/lint_inside.h"

#include <string.h>

enum { MAX_WORDS = 4000000, MAX_WORDS_OF_ONE = 64, MAX_STEPS = 2000000 };
static const ir_sym UNKNOWN = IR_NONE - 1;

const ir_family *lint_family(const lint_values *v, uint32_t family) { return &vec_at(&v->g->families, family); }
static uint32_t words_of(const lint_values *v, uint32_t family) { return lint_family(v, family)->count / 64 + 1; }

bool lint_has(const lint_values *v, const possible *p, ir_sym s)
{
    uint32_t bit = s - lint_family(v, p->family)->first;
    return p->symbols && vec_at(&v->g->symbols, s).family == p->family && p->symbols[bit / 64] >> bit % 64 & 1;
}

void lint_add_symbol(const lint_values *v, possible *p, ir_sym s)
{
    uint32_t family = vec_at(&v->g->symbols, s).family;
    if (!p->symbols) {
        p->family = family;
        p->symbols = ARENA_ARRAY(v->scratch, uint64_t, words_of(v, family));
    }
    if (p->family != family) {
        p->unknown = true;
        return;
    }
    uint32_t bit = s - lint_family(v, family)->first;
    p->symbols[bit / 64] |= UINT64_C(1) << bit % 64;
}

static void remove_symbol(const lint_values *v, possible *p, ir_sym s)
{
    uint32_t bit = s - lint_family(v, p->family)->first;
    p->symbols[bit / 64] &= ~(UINT64_C(1) << bit % 64);
}

uint32_t lint_count(const lint_values *v, const possible *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; p->symbols && i < words_of(v, p->family); i++)
        n += (uint32_t)__builtin_popcountll(p->symbols[i]);
    return n;
}

const ir_type_data *lint_resolved(const lint_values *v, ir_type t) { return ir_type_at(v->g, ir_resolve(v->g, t)); }

/* The symbols of a set type as a bit set, made once. */
static const uint64_t *type_set(const lint_values *v, const ir_type_data *type)
{
    uint64_t **made = &v->type_sets[type - v->g->types.data];
    if (*made)
        return *made;
    uint32_t first = lint_family(v, vec_at(&v->g->symbols, ir_symbol_at(type, 0)).family)->first;
    *made = ARENA_ARRAY(v->arena, uint64_t, words_of(v, vec_at(&v->g->symbols, type->symbols[0]).family));
    for (uint32_t i = 0; i < type->count; i++) {
        uint32_t bit = ir_symbol_at(type, i) - first;
        (*made)[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    return *made;
}

/* All of a type. */
static void add_type(const lint_values *v, possible *p, ir_type t)
{
    const ir_type_data *type = lint_resolved(v, t);
    p->unknown |= type->kind != IR_TYPE_SET || type->count == 0;
    if (p->unknown)
        return;
    lint_add_symbol(v, p, ir_symbol_at(type, 0));
    const uint64_t *all = type_set(v, type);
    for (uint32_t i = 0; !p->unknown && i < words_of(v, p->family); i++)
        p->symbols[i] |= all[i];
}

/* Whether some board has these keys. */
static bool is_key_type(const lint_values *v, const ir_type_data *type)
{
    const ir_game *g = v->g;
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const ir_type_data *arrow = lint_resolved(v, vec_at(&g->variables, i).type);
        const ir_type_data *key = arrow->kind == IR_TYPE_ARROW ? lint_resolved(v, arrow->key) : arrow;
        if (key != arrow && key->kind == IR_TYPE_SET && key->count == type->count &&
            ir_symbol_at(key, 0) == ir_symbol_at(type, 0))
            return true;
    }
    return false;
}

/* The symbol of the keys of a board that a declared type lacks, such as `off` of `off | Cell`, or IR_NONE. */
static ir_sym find_outsider(const lint_values *v, const ir_type_data *whole)
{
    const ir_game *g = v->g;
    bool key = whole->kind == IR_TYPE_SET && whole->count > 2 && is_key_type(v, whole);
    for (uint32_t i = 0; key && i < g->typedefs.count; i++) {
        const ir_type_data *part = lint_resolved(v, vec_at(&g->typedefs, i).type);
        if (part->kind != IR_TYPE_SET || part->count < 2 || part->count + 1 != whole->count)
            continue;
        uint32_t common = 0;
        ir_sym missing = IR_NONE;
        for (uint32_t k = 0; k < whole->count; k++)
            if (common < part->count && ir_symbol_at(whole, k) == ir_symbol_at(part, common))
                common++;
            else
                missing = ir_symbol_at(whole, k);
        if (common == part->count)
            return missing;
    }
    return IR_NONE;
}

ir_sym lint_outsider(const lint_values *v, const ir_type_data *type)
{
    ir_sym *known = &v->outsiders[type - v->g->types.data];
    if (*known == UNKNOWN)
        *known = find_outsider(v, type);
    return *known;
}

/* ---- expressions ---- */

static const ir_value_data *literal(const lint_values *v, ir_value value)
{
    const ir_value_data *d = &vec_at(&v->g->values, value);
    for (int i = 0; d->kind == IR_VALUE_CONST && i < 100; i++)
        d = &vec_at(&v->g->values, vec_at(&v->g->constants, d->index).value);
    return d;
}

static void add_value(const lint_values *v, possible *p, ir_value value)
{
    const ir_value_data *d = literal(v, value);
    if (d->kind == IR_VALUE_SYM)
        lint_add_symbol(v, p, d->index);
    else if (d->kind == IR_VALUE_MAP)
        vec_push(v->scratch, &p->maps, value);
    else
        p->unknown = true;
}

/* What a map literal has under these keys. */
void lint_look_up(const lint_values *v, ir_value table, const possible *keys, possible *out)
{
    const ir_value_data *d = literal(v, table);
    uint32_t listed = 0;
    ir_value otherwise = IR_NONE;
    for (uint32_t i = 0; i < d->entry_count; i++) {
        if (ir_entry_at(d, i).key == IR_NONE) {
            otherwise = ir_entry_at(d, i).value;
            continue;
        }
        const ir_value_data *key = literal(v, ir_entry_at(d, i).key);
        if (key->kind != IR_VALUE_SYM || lint_has(v, keys, key->index)) {
            listed++;
            add_value(v, out, ir_entry_at(d, i).value);
        }
    }
    if (listed < lint_count(v, keys) && otherwise != IR_NONE)
        add_value(v, out, otherwise);
}

/* Keys that the type does not have. */
possible lint_outside(const lint_values *v, const possible *keys, ir_type type)
{
    possible in = {0}, out = {.family = keys->family};
    add_type(v, &in, type);
    if (keys->unknown || in.unknown || !keys->symbols)
        return out;
    out.symbols = ARENA_ARRAY(v->scratch, uint64_t, words_of(v, keys->family));
    for (uint32_t i = 0; i < words_of(v, keys->family); i++)
        out.symbols[i] = keys->symbols[i] & ~(in.symbols && in.family == keys->family ? in.symbols[i] : 0);
    return out;
}

/* Entries of a variable are not followed: they can be anything of their type. Outside of the keys there is the
 * default, and beyond the board what was there at the start: where that is overwritten, check_written reports it. */
static void look_up_variable(const lint_values *v, const ir_expr_data *x, const possible *key, possible *out)
{
    const ir_game *g = v->g;
    const ir_expr_data *root = &vec_at(&g->exprs, ir_bare(g, x->a));
    ir_value initial = root->op == IR_VAR ? vec_at(&g->variables, root->a).initial : IR_NONE;
    if (initial == IR_NONE || key->unknown) {
        add_type(v, out, x->type);
        return;
    }
    ir_type keys = lint_resolved(v, vec_at(&g->variables, root->a).type)->key;
    possible beyond = lint_outside(v, key, keys);
    ir_sym off = lint_count(v, key) == 1 ? lint_outsider(v, lint_resolved(v, keys)) : IR_NONE;
    if (off != IR_NONE && lint_has(v, key, off))
        beyond = *key;
    uint32_t missing = lint_count(v, &beyond);
    if (missing)
        lint_look_up(v, initial, &beyond, out);
    if (missing && missing == lint_count(v, key))
        return;
    add_type(v, out, x->type);
    ir_sym none = lint_outsider(v, lint_resolved(v, x->type));
    if (none != IR_NONE && lint_has(v, out, none) && lint_count(v, out) > 1)
        remove_symbol(v, out, none);
}

static possible evaluate_index(const lint_values *v, const ir_expr_data *x, const uint64_t *state)
{
    possible out = {0}, key = lint_evaluate(v, x->b, state);
    ir_expr root = ir_bare(v->g, x->a);
    while (vec_at(&v->g->exprs, root).op == IR_INDEX)
        root = ir_bare(v->g, vec_at(&v->g->exprs, root).a);
    if (vec_at(&v->g->exprs, root).op != IR_CONST) {
        look_up_variable(v, x, &key, &out);
        return out;
    }
    possible maps = lint_evaluate(v, x->a, state);
    out.unknown = maps.unknown || key.unknown || maps.maps.count == 0;
    for (uint32_t i = 0; !out.unknown && i < maps.maps.count; i++)
        lint_look_up(v, vec_at(&maps.maps, i), &key, &out);
    if (out.unknown) {
        out = (possible){0};
        add_type(v, &out, x->type);
    }
    return out;
}

possible lint_evaluate(const lint_values *v, ir_expr e, const uint64_t *state)
{
    const ir_game *g = v->g;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    possible out = {0};
    switch (x->op) {
    case IR_SYM: lint_add_symbol(v, &out, x->a); return out;
    case IR_CONST: add_value(v, &out, vec_at(&g->constants, x->a).value); return out;
    case IR_INDEX: return evaluate_index(v, x, state);
    case IR_VAR: {
        uint32_t at = v->offset[x->a];
        out.unknown = at == IR_NONE;
        if (out.unknown)
            return out;
        const ir_type_data *type = lint_resolved(v, vec_at(&g->variables, x->a).type);
        out.family = vec_at(&g->symbols, ir_symbol_at(type, 0)).family;
        out.symbols = ARENA_ARRAY(v->scratch, uint64_t, words_of(v, out.family));
        memcpy(out.symbols, state + at, words_of(v, out.family) * sizeof *state);
        return out;
    }
    case IR_INT:
    case IR_ANY_TRUTH:
    case IR_REACH:
    case IR_CAST:
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_ANY_COMPARISON:
    case IR_ANY_CONNECTIVE:
    case IR_IF:
    case IR_ANY_OF_MAPS:
    case IR_ANY_REAL:
    case IR_OP_COUNT: break;
    }
    out.unknown = true;
    return out;
}

/* ---- checks ---- */

/* Whether a comparison can hold in a state. */
static bool may_hold(const lint_values *v, const ir_expr_data *x, bool equal, const uint64_t *state)
{
    possible a = lint_evaluate(v, x->a, state), b = lint_evaluate(v, x->b, state);
    if (a.unknown || b.unknown || a.maps.count || b.maps.count || !a.symbols || !b.symbols || a.family != b.family)
        return true;
    uint32_t common = 0;
    for (uint32_t i = 0; i < words_of(v, a.family); i++)
        common += (uint32_t)__builtin_popcountll(a.symbols[i] & b.symbols[i]);
    return equal ? common > 0 : !(common == 1 && lint_count(v, &a) == 1 && lint_count(v, &b) == 1);
}

/* Keeps of a variable those values with which the comparison can hold. False: none. */
static bool narrow(const lint_values *v, const ir_expr_data *x, bool equal, ir_var variable, uint64_t *state)
{
    uint32_t at = v->offset[variable];
    if (at == IR_NONE)
        return true;
    const ir_type_data *type = lint_resolved(v, vec_at(&v->g->variables, variable).type);
    uint32_t family = vec_at(&v->g->symbols, ir_symbol_at(type, 0)).family, n = words_of(v, family);
    uint64_t any = 0, *kept = ARENA_ARRAY(v->scratch, uint64_t, n),
             *trial = ARENA_ARRAY(v->scratch, uint64_t, v->width);
    memcpy(trial, state, v->width * sizeof *trial);
    for (uint32_t bit = 0; bit < 64 * n; bit++) {
        if (!(state[at + bit / 64] >> bit % 64 & 1))
            continue;
        memset(trial + at, 0, n * sizeof *trial);
        trial[at + bit / 64] = UINT64_C(1) << bit % 64;
        if (may_hold(v, x, equal, trial))
            kept[bit / 64] |= UINT64_C(1) << bit % 64;
        any |= kept[bit / 64];
    }
    memcpy(state + at, kept, n * sizeof *state);
    return any != 0;
}

/* Narrows every variable of the expression, or of the comparison it belongs to. */
static bool narrow_all(const lint_values *v, const ir_expr_data *x, bool equal, ir_expr e, uint64_t *state)
{
    const ir_expr_data *part = &vec_at(&v->g->exprs, ir_bare(v->g, e));
    if (part->op == IR_VAR)
        return narrow(v, x, equal, part->a, state);
    return part->op != IR_INDEX || (narrow_all(v, x, equal, part->a, state) && narrow_all(v, x, equal, part->b, state));
}

static bool assume(const lint_values *v, ir_expr e, bool holds, uint64_t *state)
{
    const ir_expr_data *x = &vec_at(&v->g->exprs, ir_bare(v->g, e));
    switch (x->op) {
    case IR_TRUE: return holds;
    case IR_FALSE: return !holds;
    case IR_NOT: return assume(v, x->a, !holds, state);
    case IR_AND:
    case IR_OR:
        if ((x->op == IR_AND) != holds)
            return true;
        return assume(v, x->a, holds, state) && assume(v, x->b, holds, state);
    case IR_EQ:
    case IR_NE: {
        bool equal = (x->op == IR_EQ) == holds;
        return may_hold(v, x, equal, state) && narrow_all(v, x, equal, x->a, state) &&
               narrow_all(v, x, equal, x->b, state);
    }
    case IR_ANY_TERM:
    case IR_REACH:
    case IR_CAST:
    case IR_INDEX:
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_ANY_ORDER:
    case IR_IF:
    case IR_ANY_OF_MAPS:
    case IR_ANY_REAL:
    case IR_OP_COUNT: break;
    }
    return true;
}

/* ---- flow ---- */

static void arrive(lint_values *v, ir_node node, const uint64_t *state)
{
    uint64_t changed = !v->reached[node], *there = v->states + (size_t)node * v->width;
    for (uint32_t i = 0; i < v->width; i++) {
        changed |= state[i] & ~there[i];
        there[i] |= state[i];
    }
    v->reached[node] = true;
    if (changed && !v->queued[node]) {
        v->queued[node] = true;
        vec_push(v->arena, &v->queue, node);
    }
}

/* Searches that an expression asks for begin with this state. */
static void ask(lint_values *v, ir_expr e, const uint64_t *state)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data *x = &vec_at(&v->g->exprs, e);
    static const uint8_t operands[] = {
#define IR_OP(name, operands, text) operands,
#include "automaton/ops.def"
#undef IR_OP
    };
    if (x->op == IR_REACH)
        arrive(v, x->a, state);
    if (operands[x->op] > 0)
        ask(v, x->a, state);
    if (operands[x->op] > 1)
        ask(v, x->b, state);
    if (operands[x->op] > 2)
        ask(v, x->c, state);
}

/* A variable gets these values. */
static void put(const lint_values *v, ir_expr target, const possible *p, uint64_t *state)
{
    const ir_game *g = v->g;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, target));
    if (x->op != IR_VAR || v->offset[x->a] == IR_NONE)
        return;
    const ir_type_data *type = lint_resolved(v, vec_at(&g->variables, x->a).type);
    uint32_t family = vec_at(&g->symbols, ir_symbol_at(type, 0)).family, at = v->offset[x->a];
    possible all = {0};
    if (p->unknown || !p->symbols || p->family != family) {
        add_type(v, &all, vec_at(&g->variables, x->a).type);
        p = &all;
    }
    memcpy(state + at, p->symbols, words_of(v, family) * sizeof *state);
}

static void follow(lint_values *v, const ir_edge_data *e)
{
    uint64_t *state = ARENA_ARRAY(v->scratch, uint64_t, v->width);
    memcpy(state, v->states + (size_t)e->from * v->width, v->width * sizeof *state);
    possible p = {0};
    bool passes = true;
    if (e->label == IR_ASSIGN) {
        p = lint_evaluate(v, e->value, state);
        put(v, e->target, &p, state);
    } else if (e->label == IR_CHOOSE) {
        add_type(v, &p, e->type);
        put(v, e->target, &p, state);
    }
    if (e->label == IR_CHOOSE || e->label == IR_CHECK) {
        ask(v, e->value, state);
        passes = e->value == IR_NONE || assume(v, e->value, true, state);
    }
    if (passes)
        arrive(v, e->to, state);
}

static bool lay_out(lint_values *v)
{
    const ir_game *g = v->g;
    v->offset = ARENA_ARRAY(v->arena, uint32_t, g->variables.count + 1);
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const ir_type_data *type = lint_resolved(v, vec_at(&g->variables, i).type);
        v->offset[i] = IR_NONE;
        if (type->kind != IR_TYPE_SET || type->count == 0)
            continue;
        uint32_t words = words_of(v, vec_at(&g->symbols, ir_symbol_at(type, 0)).family);
        if (words > MAX_WORDS_OF_ONE) /* each of its values is tried alone where it is compared */
            return false;
        v->offset[i] = v->width;
        v->width += words;
    }
    return (uint64_t)v->width * g->nodes.count <= MAX_WORDS;
}

static void start(lint_values *v)
{
    const ir_game *g = v->g;
    uint64_t *state = ARENA_ARRAY(v->arena, uint64_t, v->width + 1);
    for (uint32_t i = 0; i < g->variables.count; i++) {
        if (v->offset[i] == IR_NONE)
            continue;
        possible p = {0};
        add_value(v, &p, vec_at(&g->variables, i).initial);
        if (p.symbols)
            memcpy(state + v->offset[i], p.symbols, words_of(v, p.family) * sizeof *state);
    }
    arrive(v, g->begin, state);
}

lint_values *lint_values_find(ir_game *g, const ir_graph *graph, arena *a)
{
    lint_values *v = ARENA_NEW(a, lint_values);
    *v = (lint_values){.g = g, .graph = graph, .arena = a, .scratch = a};
    if (!lay_out(v))
        return NULL;
    v->type_sets = ARENA_ARRAY(a, uint64_t *, g->types.count + 1);
    v->outsiders = ARENA_ARRAY(a, ir_sym, g->types.count + 1);
    for (uint32_t i = 0; i <= g->types.count; i++)
        v->outsiders[i] = UNKNOWN;
    v->states = ARENA_ARRAY(a, uint64_t, (size_t)v->width * g->nodes.count + 1);
    v->reached = ARENA_ARRAY(a, bool, g->nodes.count);
    v->queued = ARENA_ARRAY(a, bool, g->nodes.count);
    start(v);
    for (uint32_t next = 0; next < v->queue.count; next++) {
        ir_node n = vec_at(&v->queue, next);
        v->queued[n] = false;
        v->scratch = arena_child(a);
        for (uint32_t i = graph->out_start[n]; i < graph->out_start[n + 1]; i++, v->steps++)
            follow(v, &vec_at(&g->edges, graph->out[i]));
        arena_done(v->scratch);
        v->scratch = a;
        if (v->steps > MAX_STEPS)
            return NULL;
    }
    return v;
}

bool lint_only(const lint_values *v, ir_node node, ir_var variable, ir_sym value)
{
    uint32_t at = v->offset[variable];
    if (at == IR_NONE || !v->reached[node])
        return false;
    const ir_family *f = lint_family(v, vec_at(&v->g->symbols, value).family);
    const uint64_t *set = v->states + (size_t)node * v->width + at;
    for (uint32_t bit = 0; bit < f->count; bit++)
        if ((set[bit / 64] >> bit % 64 & 1) != (f->first + bit == value))
            return false;
    return true;
}

bool lint_ever(const lint_values *v, ir_var variable, ir_sym value)
{
    const ir_game *g = v->g;
    uint32_t at = v->offset[variable], bit = value - lint_family(v, vec_at(&g->symbols, value).family)->first;
    for (ir_node n = 0; at != IR_NONE && n < g->nodes.count; n++)
        if (v->reached[n] && v->states[(size_t)n * v->width + at + bit / 64] >> bit % 64 & 1)
            return true;
    return at == IR_NONE;
}
