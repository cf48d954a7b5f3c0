/* Formulas that nothing changes, as constant maps. */
#include "lang/toss/lower.h"

#include <string.h>

/* ---- what nothing changes ---- */

static bool static_below(toss_lowering *x, const rs_node *n, const rs_node *const *binders, uint32_t depth);

/* Once for each definition: they may use each other twice, and twice again. */
static bool static_definition(toss_lowering *x, const rs_definition *d)
{
    const uint32_t *known = map_get(&x->static_by_name, d->name);
    if (known)
        return *known;
    bool fixed = static_below(x, d->body, NULL, 0);
    map_put(&x->static_by_name, d->name, fixed);
    return fixed;
}

static bool static_below(toss_lowering *x, const rs_node *n, const rs_node *const *binders, uint32_t depth)
{
    const rs_node *inner[64];
    if (n->op == RS_PARAMETER || n->op == RS_VALUE)
        return n->op == RS_VALUE && !toss_find_function(x, n->name);
    if (n->op == RS_ATOM && n->local) {
        for (uint32_t i = 0; i < depth; i++)
            if (binders[i] == n->local)
                return true;
        return false;
    }
    if (n->op == RS_ATOM)
        return n->definition ? static_definition(x, n->definition) : !toss_find_fluent(x, n->name);
    bool binds = n->op == RS_LFP || n->op == RS_GFP || n->op == RS_LET;
    if (binds) {
        if (depth == 64)
            return false;
        if (depth)
            memcpy(inner, binders, depth * sizeof *inner);
        inner[depth++] = n;
        binders = inner;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (!static_below(x, rs_kid(n, i), binders, depth))
            return false;
    return true;
}

bool toss_is_static(toss_lowering *x, const rs_node *n)
{
    const rs_node *none[1] = {NULL};
    return static_below(x, n, none, 0);
}

/* ---- free variables ---- */

static void note(uint32_t slot, const bool *inner, uint32_t *slots, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++)
        if (slots[i] == slot)
            return;
    if (!inner[slot] && *count < RS_SLOTS_MAX)
        slots[(*count)++] = slot;
}

static void find_free(const rs_node *n, bool *inner, uint32_t *slots, uint32_t *count)
{
    bool binder = n->op == RS_EX || n->op == RS_ALL || n->op == RS_SUM || n->op == RS_LET;
    for (uint32_t i = 0; i < n->count && n->slots; i++) {
        if (binder)
            inner[n->slots[i]] = true;
        else
            note(n->slots[i], inner, slots, count);
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        find_free(rs_kid(n, i), inner, slots, count);
}

uint32_t toss_free_slots(const rs_node *n, uint32_t *slots)
{
    bool inner[RS_SLOTS_MAX] = {false};
    uint32_t count = 0;
    find_free(n, inner, slots, &count);
    return count;
}

/* ---- tables ---- */

/* element -> Bool */
static ir_value row_value(toss_lowering *x, const bool *holds)
{
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    uint32_t n = 0;
    for (uint32_t e = 0; e < x->count; e++)
        if (holds[e])
            entries[n++] = kit_pair(x->k, kit_value(x->k, toss_element(x, e)), kit_value(x->k, x->one));
    entries[n++] = kit_pair(x->k, IR_NONE, kit_value(x->k, x->zero));
    return kit_entries(x->k, entries, n);
}

ir_type toss_element_map(toss_lowering *x, ir_type to)
{
    return kit_arrow(x->k, kit_type_named(x->k, x->element_or_none), to);
}

ir_const toss_table_constant(toss_lowering *x, const bool *holds, uint32_t arity)
{
    size_t size = arity == 2 ? (size_t)x->count * x->count : x->count;
    uint64_t hash = hash_bytes(holds, size, arity);
    ir_const known = kit_known_constant(x->k, hash);
    if (known != IR_NONE)
        return known;
    ir_type row = toss_element_map(x, kit_type_named(x->k, x->bool_type));
    if (arity == 1)
        return kit_constant(x->k, "in", hash, row, row_value(x, holds));
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    bool *empty = ARENA_ARRAY(x->arena, bool, x->count + 1);
    for (uint32_t e = 0; e < x->count; e++)
        entries[e] = kit_pair(x->k, kit_value(x->k, toss_element(x, e)), row_value(x, holds + (size_t)e * x->count));
    entries[x->count] = kit_pair(x->k, IR_NONE, row_value(x, empty));
    return kit_constant(x->k, "related", hash, toss_element_map(x, row), kit_entries(x->k, entries, x->count + 1));
}

/* element -> element or nowhere: the k-th partner, forwards or backwards. */
ir_const toss_step_constant(toss_lowering *x, const toss_static *t, uint32_t k, bool back)
{
    uint32_t *to = ARENA_ARRAY(x->scratch, uint32_t, x->count + 1);
    for (uint32_t e = 0; e < x->count; e++) {
        uint32_t seen = 0;
        to[e] = RS_NONE;
        for (uint32_t o = 0; o < x->count; o++)
            if (t->holds[back ? (size_t)o * x->count + e : (size_t)e * x->count + o] && seen++ == k)
                to[e] = o;
    }
    uint64_t hash = hash_bytes(to, x->count * sizeof *to, 7);
    ir_const known = kit_known_constant(x->k, hash);
    if (known != IR_NONE)
        return known;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    uint32_t n = 0;
    for (uint32_t e = 0; e < x->count; e++)
        if (to[e] != RS_NONE)
            entries[n++] = kit_pair(x->k, kit_value(x->k, toss_element(x, e)), kit_value(x->k, toss_element(x, to[e])));
    entries[n++] = kit_pair(x->k, IR_NONE, kit_value(x->k, x->nowhere));
    ir_type type = toss_element_map(x, kit_type_named(x->k, x->element_or_none));
    return kit_constant(x->k, "step", hash, type, kit_entries(x->k, entries, n));
}

static void find_degrees(toss_lowering *x, toss_static *t)
{
    for (uint32_t e = 0; e < x->count; e++) {
        uint32_t out = 0, in = 0;
        for (uint32_t o = 0; o < x->count; o++) {
            out += t->holds[(size_t)e * x->count + o];
            in += t->holds[(size_t)o * x->count + e];
        }
        t->degree[0] = out > t->degree[0] ? out : t->degree[0];
        t->degree[1] = in > t->degree[1] ? in : t->degree[1];
    }
}

typedef struct filling {
    const toss_lowering *x;
    const uint32_t *slots;
    uint32_t count;
    bool *holds;
} filling;

static bool fill(void *user, const uint32_t *frame)
{
    filling *f = user;
    size_t first = frame[f->slots[0]];
    f->holds[f->count == 2 ? first * f->x->count + frame[f->slots[1]] : first] = true;
    return true;
}

/* A conjunction below quantifiers, as most definitions are, is joined: all that satisfies it is found in one search. */
static bool fill_by_search(toss_lowering *x, rs_logic *l, const rs_node *n, const uint32_t *slots, uint32_t count,
                           bool *holds)
{
    static const uint32_t parameters[2] = {0, 1};
    bool defined = n->op == RS_ATOM && n->definition && n->count == count;
    uint32_t all[RS_SLOTS_MAX], total = count, frame[RS_SLOTS_MAX] = {0};
    filling f = {x, defined ? parameters : slots, count, holds};
    const rs_node *body = defined ? n->definition->body : n;
    memcpy(all, f.slots, count * sizeof *all);
    for (; body->op == RS_EX; body = rs_kid(body, 0))
        for (uint32_t i = 0; i < body->count; i++)
            all[total++] = body->slots[i];
    if (body->op != RS_AND)
        return false;
    rs_search(l, rs_make_plan(x->f, body, all, total), frame, fill, &f);
    return true;
}

static toss_static *make_table(toss_lowering *x, const rs_node *n, const uint32_t *slots, uint32_t count,
                               uint64_t cells)
{
    uint32_t frame[RS_SLOTS_MAX] = {0};
    rs_logic l;
    rs_logic_init(&l, x->f, x->s, x->scratch, x->max_steps);
    toss_static *t = ARENA_NEW(x->scratch, toss_static);
    bool *holds = ARENA_ARRAY(x->scratch, bool, cells + 1);
    *t = (toss_static){.count = count, .holds = holds};
    bool filled = fill_by_search(x, &l, n, slots, count, holds);
    for (uint64_t i = 0; i < cells && !filled && !l.problem; i++) {
        frame[slots[0]] = (uint32_t)(count == 2 ? i / x->count : i);
        if (count == 2)
            frame[slots[1]] = (uint32_t)(i % x->count);
        holds[i] = rs_true(&l, n, frame);
    }
    if (l.problem && !x->failed) {
        rs_logic_report(&l);
        x->failed = true;
    }
    if (count == 2)
        find_degrees(x, t);
    return t;
}

static toss_static *keep_table(toss_lowering *x, map *by, uint64_t key, toss_static *t)
{
    map_put(by, key, x->tables.count);
    vec_push(x->scratch, &x->tables, t);
    return t;
}

/* Atoms with the same name and different variables share what they say. */
static toss_static *atom_table(toss_lowering *x, const rs_node *n, const uint32_t *slots, uint32_t count,
                               uint64_t cells)
{
    uint64_t key = n->name;
    bool plain = n->op == RS_ATOM && !n->local && n->count == count;
    const uint32_t *known = plain ? map_get(&x->table_by_atom, key) : NULL;
    if (known)
        return vec_at(&x->tables, *known);
    toss_static *t = make_table(x, n, slots, count, cells);
    return plain ? keep_table(x, &x->table_by_atom, key, t) : t;
}

/* The table of a formula of one or two variables that nothing changes, else NULL. */
toss_static *toss_table_of(toss_lowering *x, const rs_node *n)
{
    uint64_t key = (uint64_t)(uintptr_t)n;
    const uint32_t *known = map_get(&x->table_by_node, key);
    if (known)
        return vec_at(&x->tables, *known);
    uint32_t slots[RS_SLOTS_MAX], count = toss_free_slots(n, slots);
    uint64_t cells = count == 2 ? (uint64_t)x->count * x->count : x->count;
    if (count < 1 || count > 2 || cells > TOSS_TABLE_MAX || x->failed || !toss_is_static(x, n))
        return keep_table(x, &x->table_by_node, key, NULL);
    toss_static *t = ARENA_NEW(x->scratch, toss_static);
    *t = *atom_table(x, n, slots, count, cells);
    memcpy(t->slots, slots, count * sizeof *slots);
    return keep_table(x, &x->table_by_node, key, t);
}
