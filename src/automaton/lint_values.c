#include "automaton/lint.h"

#include "base/map.h"

#include <stdio.h>
#include <string.h>

enum { MAX_WORDS = 4000000, MAX_STEPS = 2000000, NAMED = 3 };
static const ir_sym UNKNOWN = IR_NONE - 1;

/* What an expression can be: symbols of a family, or map literals. */
typedef struct possible {
    bool unknown;
    uint32_t family;
    uint64_t *symbols; /* NULL: none */
    VEC(ir_value) maps;
} possible;

struct lint_values {
    ir_game *g;
    const ir_graph *graph;
    arena *arena, *scratch; /* scratch: of one edge */
    uint32_t width;         /* words of a state */
    uint32_t *offset;       /* [variable] in a state, or IR_NONE: no scalar */
    uint64_t *states;       /* [node * width] */
    uint64_t **type_sets;   /* [type], made when first needed */
    ir_sym *outsiders;      /* [type], UNKNOWN until it is needed */
    bool *reached, *queued; /* [node] */
    vec_u32 queue;
    uint64_t steps;
};

static const ir_family *family_at(const lint_values *v, uint32_t family) { return &vec_at(&v->g->families, family); }
static uint32_t words_of(const lint_values *v, uint32_t family) { return family_at(v, family)->count / 64 + 1; }

static bool has(const lint_values *v, const possible *p, ir_sym s)
{
    uint32_t bit = s - family_at(v, p->family)->first;
    return p->symbols && vec_at(&v->g->symbols, s).family == p->family && p->symbols[bit / 64] >> bit % 64 & 1;
}

static void add_symbol(const lint_values *v, possible *p, ir_sym s)
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
    uint32_t bit = s - family_at(v, family)->first;
    p->symbols[bit / 64] |= UINT64_C(1) << bit % 64;
}

static void remove_symbol(const lint_values *v, possible *p, ir_sym s)
{
    uint32_t bit = s - family_at(v, p->family)->first;
    p->symbols[bit / 64] &= ~(UINT64_C(1) << bit % 64);
}

static uint32_t count(const lint_values *v, const possible *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; p->symbols && i < words_of(v, p->family); i++)
        n += (uint32_t)__builtin_popcountll(p->symbols[i]);
    return n;
}

static const ir_type_data *resolved(const lint_values *v, ir_type t) { return ir_type_at(v->g, ir_resolve(v->g, t)); }

/* The symbols of a set type as a bit set, made once. */
static const uint64_t *type_set(const lint_values *v, const ir_type_data *type)
{
    uint64_t **made = &v->type_sets[type - v->g->types.data];
    if (*made)
        return *made;
    uint32_t first = family_at(v, vec_at(&v->g->symbols, type->symbols[0]).family)->first;
    *made = ARENA_ARRAY(v->arena, uint64_t, words_of(v, vec_at(&v->g->symbols, type->symbols[0]).family));
    for (uint32_t i = 0; i < type->count; i++) {
        uint32_t bit = type->symbols[i] - first;
        (*made)[bit / 64] |= UINT64_C(1) << bit % 64;
    }
    return *made;
}

/* All of a type. */
static void add_type(const lint_values *v, possible *p, ir_type t)
{
    const ir_type_data *type = resolved(v, t);
    p->unknown |= type->kind != IR_TYPE_SET || type->count == 0;
    if (p->unknown)
        return;
    add_symbol(v, p, type->symbols[0]);
    const uint64_t *all = type_set(v, type);
    for (uint32_t i = 0; !p->unknown && i < words_of(v, p->family); i++)
        p->symbols[i] |= all[i];
}

/* Whether some board has these keys. */
static bool is_key_type(const lint_values *v, const ir_type_data *type)
{
    const ir_game *g = v->g;
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const ir_type_data *arrow = resolved(v, g->variables.data[i].type);
        const ir_type_data *key = arrow->kind == IR_TYPE_ARROW ? resolved(v, arrow->key) : arrow;
        if (key != arrow && key->kind == IR_TYPE_SET && key->count == type->count &&
            key->symbols[0] == type->symbols[0])
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
        const ir_type_data *part = resolved(v, g->typedefs.data[i].type);
        if (part->kind != IR_TYPE_SET || part->count < 2 || part->count + 1 != whole->count)
            continue;
        uint32_t common = 0;
        ir_sym missing = IR_NONE;
        for (uint32_t k = 0; k < whole->count; k++)
            if (common < part->count && whole->symbols[k] == part->symbols[common])
                common++;
            else
                missing = whole->symbols[k];
        if (common == part->count)
            return missing;
    }
    return IR_NONE;
}

static ir_sym outsider(const lint_values *v, const ir_type_data *type)
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
        add_symbol(v, p, d->index);
    else if (d->kind == IR_VALUE_MAP)
        vec_push(v->scratch, &p->maps, value);
    else
        p->unknown = true;
}

/* What a map literal has under these keys. */
static void look_up(const lint_values *v, ir_value table, const possible *keys, possible *out)
{
    const ir_value_data *d = literal(v, table);
    uint32_t listed = 0;
    ir_value otherwise = IR_NONE;
    for (uint32_t i = 0; i < d->entry_count; i++) {
        if (d->entries[i].key == IR_NONE) {
            otherwise = d->entries[i].value;
            continue;
        }
        const ir_value_data *key = literal(v, d->entries[i].key);
        if (key->kind != IR_VALUE_SYM || has(v, keys, key->index)) {
            listed++;
            add_value(v, out, d->entries[i].value);
        }
    }
    if (listed < count(v, keys) && otherwise != IR_NONE)
        add_value(v, out, otherwise);
}

/* Keys that the type does not have. */
static possible outside(const lint_values *v, const possible *keys, ir_type type)
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

static possible evaluate(const lint_values *v, ir_expr e, const uint64_t *state);

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
    ir_type keys = resolved(v, vec_at(&g->variables, root->a).type)->key;
    possible beyond = outside(v, key, keys);
    ir_sym off = count(v, key) == 1 ? outsider(v, resolved(v, keys)) : IR_NONE;
    if (off != IR_NONE && has(v, key, off))
        beyond = *key;
    uint32_t missing = count(v, &beyond);
    if (missing)
        look_up(v, initial, &beyond, out);
    if (missing && missing == count(v, key))
        return;
    add_type(v, out, x->type);
    ir_sym none = outsider(v, resolved(v, x->type));
    if (none != IR_NONE && has(v, out, none) && count(v, out) > 1)
        remove_symbol(v, out, none);
}

static possible evaluate_index(const lint_values *v, const ir_expr_data *x, const uint64_t *state)
{
    possible out = {0}, key = evaluate(v, x->b, state);
    ir_expr root = ir_bare(v->g, x->a);
    while (vec_at(&v->g->exprs, root).op == IR_INDEX)
        root = ir_bare(v->g, vec_at(&v->g->exprs, root).a);
    if (vec_at(&v->g->exprs, root).op != IR_CONST) {
        look_up_variable(v, x, &key, &out);
        return out;
    }
    possible maps = evaluate(v, x->a, state);
    out.unknown = maps.unknown || key.unknown || maps.maps.count == 0;
    for (uint32_t i = 0; !out.unknown && i < maps.maps.count; i++)
        look_up(v, vec_at(&maps.maps, i), &key, &out);
    if (out.unknown) {
        out = (possible){0};
        add_type(v, &out, x->type);
    }
    return out;
}

static possible evaluate(const lint_values *v, ir_expr e, const uint64_t *state)
{
    const ir_game *g = v->g;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    possible out = {0};
    switch (x->op) {
    case IR_SYM: add_symbol(v, &out, x->a); return out;
    case IR_CONST: add_value(v, &out, vec_at(&g->constants, x->a).value); return out;
    case IR_INDEX: return evaluate_index(v, x, state);
    case IR_VAR: {
        uint32_t at = v->offset[x->a];
        out.unknown = at == IR_NONE;
        if (out.unknown)
            return out;
        const ir_type_data *type = resolved(v, vec_at(&g->variables, x->a).type);
        out.family = vec_at(&g->symbols, type->symbols[0]).family;
        out.symbols = ARENA_ARRAY(v->scratch, uint64_t, words_of(v, out.family));
        memcpy(out.symbols, state + at, words_of(v, out.family) * sizeof *state);
        return out;
    }
    case IR_INT:
    case IR_TRUE:
    case IR_FALSE:
    case IR_REACH:
    case IR_CAST:
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD:
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_NOT:
    case IR_AND:
    case IR_OR:
    case IR_IF:
    case IR_HASH:
    case IR_TIMES:
    case IR_FIRST:
    case IR_REAL:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    out.unknown = true;
    return out;
}

/* ---- checks ---- */

/* Whether a comparison can hold in a state. */
static bool may_hold(const lint_values *v, const ir_expr_data *x, bool equal, const uint64_t *state)
{
    possible a = evaluate(v, x->a, state), b = evaluate(v, x->b, state);
    if (a.unknown || b.unknown || a.maps.count || b.maps.count || !a.symbols || !b.symbols || a.family != b.family)
        return true;
    uint32_t common = 0;
    for (uint32_t i = 0; i < words_of(v, a.family); i++)
        common += (uint32_t)__builtin_popcountll(a.symbols[i] & b.symbols[i]);
    return equal ? common > 0 : !(common == 1 && count(v, &a) == 1 && count(v, &b) == 1);
}

/* Keeps of a variable those values with which the comparison can hold. False: none. */
static bool narrow(const lint_values *v, const ir_expr_data *x, bool equal, ir_var variable, uint64_t *state)
{
    uint32_t at = v->offset[variable];
    if (at == IR_NONE)
        return true;
    const ir_type_data *type = resolved(v, vec_at(&v->g->variables, variable).type);
    uint32_t family = vec_at(&v->g->symbols, type->symbols[0]).family, n = words_of(v, family);
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
    case IR_SYM:
    case IR_INT:
    case IR_CONST:
    case IR_VAR:
    case IR_REACH:
    case IR_CAST:
    case IR_INDEX:
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_IF:
    case IR_HASH:
    case IR_TIMES:
    case IR_FIRST:
    case IR_REAL:
    case IR_TO_REAL:
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
    const ir_type_data *type = resolved(v, vec_at(&g->variables, x->a).type);
    uint32_t family = vec_at(&g->symbols, type->symbols[0]).family, at = v->offset[x->a];
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
        p = evaluate(v, e->value, state);
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
        const ir_type_data *type = resolved(v, vec_at(&g->variables, i).type);
        v->offset[i] = IR_NONE;
        if (type->kind != IR_TYPE_SET || type->count == 0)
            continue;
        v->offset[i] = v->width;
        v->width += words_of(v, vec_at(&g->symbols, type->symbols[0]).family);
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
    const ir_family *f = family_at(v, vec_at(&v->g->symbols, value).family);
    const uint64_t *set = v->states + (size_t)node * v->width + at;
    for (uint32_t bit = 0; bit < f->count; bit++)
        if ((set[bit / 64] >> bit % 64 & 1) != (f->first + bit == value))
            return false;
    return true;
}

bool lint_ever(const lint_values *v, ir_var variable, ir_sym value)
{
    const ir_game *g = v->g;
    uint32_t at = v->offset[variable], bit = value - family_at(v, g->symbols.data[value].family)->first;
    for (ir_node n = 0; at != IR_NONE && n < g->nodes.count; n++)
        if (v->reached[n] && v->states[(size_t)n * v->width + at + bit / 64] >> bit % 64 & 1)
            return true;
    return at == IR_NONE;
}

/* ---- keys ---- */

/* The parameter `me` of the graph `turn` is the variable `turn_arg0_me`. */
static const char *shown_name(const lint_values *v, ir_var variable)
{
    const char *name = intern_text(v->g->names, vec_at(&v->g->variables, variable).name), *at = strstr(name, "_arg");
    size_t digits = at ? strspn(at + 4, "0123456789") : 0;
    return digits && at[4 + digits] == '_' ? at + 5 + digits : name;
}

static void report(lint_values *v, const ir_expr_data *key, ir_var table, const possible *beyond)
{
    ir_game *g = v->g;
    char list[200] = "";
    size_t used = 0;
    uint32_t named = 0;
    const char *last = "";
    const ir_family *f = family_at(v, beyond->family);
    for (ir_sym s = f->first; s < f->first + f->count; s++) {
        if (!has(v, beyond, s) || named++ >= NAMED || used + 60 > sizeof list)
            continue;
        last = ir_symbol_name(g, s);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s`%.40s`", used ? ", " : "", last);
    }
    if (named > NAMED)
        snprintf(list + used, sizeof list - used, " and %u more", named - NAMED);
    const char *name = key->op == IR_VAR ? shown_name(v, key->a) : NULL;
    const char *what = name ? arena_printf(v->arena, "`%s`", name) : "the key";
    diag *d = diag_report(g->sink, DIAG_LEAK, g->source, key->span, "%s may be %s, %s of `%s`", what, list,
                          named == 1 ? "which is no key" : "which are no keys", shown_name(v, table));
    if (name && named == 1)
        diag_set_hint(g->sink, d,
                      "`check(%s != %s)` comes before it; the entry under such a key begins as the default, and no "
                      "board shows it",
                      name, last);
    else
        diag_set_hint(g->sink, d,
                      "a check before it can rule that out; the entry under such a key begins as the default, and no "
                      "board shows it");
}

/* The accesses to variables in an expression. */
static void check_keys(lint_values *v, ir_expr e, const uint64_t *state, map *seen)
{
    const ir_game *g = v->g;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    if (x->op != IR_INDEX)
        return;
    check_keys(v, x->a, state, seen);
    check_keys(v, x->b, state, seen);
    ir_expr root = ir_bare(g, x->a);
    while (vec_at(&g->exprs, root).op == IR_INDEX)
        root = ir_bare(g, vec_at(&g->exprs, root).a);
    if (vec_at(&g->exprs, root).op != IR_VAR)
        return;
    possible key = evaluate(v, x->b, state);
    possible beyond = outside(v, &key, resolved(v, vec_at(&g->exprs, ir_bare(g, x->a)).type)->key);
    const ir_expr_data *k = &vec_at(&g->exprs, ir_bare(g, x->b));
    uint64_t place = (uint64_t)k->span.start << 32 | k->span.end;
    if (count(v, &beyond) == 0 || map_has(seen, place))
        return;
    map_put(seen, place, 1);
    report(v, k, vec_at(&g->exprs, root).a, &beyond);
}

/* A player puts something where the board has its `off`: it is lost there, and no board shows it. What the keeper
 * does hangs on what was checked before in ways that are not followed here. */
static void check_written(lint_values *v, ir_expr target, const uint64_t *state, map *seen)
{
    ir_game *g = v->g;
    const ir_expr_data *x = &g->exprs.data[ir_bare(g, target)];
    const ir_expr_data *root = x->op == IR_INDEX ? &g->exprs.data[ir_bare(g, x->a)] : NULL;
    if (!root || root->op != IR_VAR)
        return;
    ir_sym off = outsider(v, resolved(v, resolved(v, root->type)->key));
    if (off == IR_NONE)
        return;
    possible key = evaluate(v, x->b, state);
    const ir_expr_data *k = &g->exprs.data[ir_bare(g, x->b)];
    uint64_t place = (uint64_t)k->span.start << 32 | k->span.end;
    if (key.unknown || k->op != IR_VAR || !has(v, &key, off) || map_has(seen, place))
        return;
    map_put(seen, place, 1);
    const char *name = shown_name(v, k->a);
    diag *d = diag_report(g->sink, DIAG_LEAK, g->source, k->span,
                          "`%s` may be `%s` where something is put there: it is off the board of `%s`", name,
                          ir_symbol_name(g, off), shown_name(v, root->a));
    diag_set_hint(g->sink, d, "`check(%s != %s)` comes before it", name, ir_symbol_name(g, off));
}

/* Only where something is assigned: a check may well read a default. */
void lint_keys(lint_values *v)
{
    const ir_game *g = v->g;
    map seen;
    map_init(&seen, v->arena);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        const uint64_t *state = v->states + (size_t)e->from * v->width;
        if (e->removed || e->label != IR_ASSIGN || !v->reached[e->from])
            continue;
        check_keys(v, e->target, state, &seen);
        if (!lint_only(v, e->from, g->player, g->keeper))
            check_written(v, e->target, state, &seen);
        check_keys(v, e->value, state, &seen);
    }
}
