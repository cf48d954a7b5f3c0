/* Checks of declarations and edges. */
#include "automaton/check_inside.h"
#include "automaton/simultaneous.h"
#include "automaton/weight.h"

#include "automaton/build.h"
#include "base/bitset.h"
#include "base/stack.h"

#include <string.h>

/* ---- declarations ---- */

static void suggest_types(checker *c, diag *d, const char *word)
{
    suggestion s;
    suggest_init(&s, word);
    for (uint32_t i = 0; i < c->g->typedefs.count; i++)
        suggest_offer(&s, ir_name(c->g, vec_at(&c->g->typedefs, i).name));
    diag_hint_near(c->sink, d, &s);
}

enum { TYPE_DEPTH_MAX = 400, EXPRESSION_DEPTH = 10000, EXPRESSION_FRAME = 400 };

/* A typedef may not contain itself; `state` 1: being visited, 2: done. */
static bool type_finite(checker *c, ir_type t, uint8_t *state, uint32_t depth)
{
    const ir_type_data *d = ir_type_at(c->g, t);
    if (depth > TYPE_DEPTH_MAX) {
        diag_report(c->sink, DIAG_NESTING, c->g->source, d->span, "types are nested deeper than %d levels",
                    TYPE_DEPTH_MAX);
        return false;
    }
    if (d->kind == IR_TYPE_ARROW)
        return type_finite(c, d->key, state, depth + 1) && type_finite(c, d->value, state, depth + 1);
    if (d->kind != IR_TYPE_NAME)
        return true;
    const uint32_t *def = map_get(&c->g->typedef_by_name, d->name);
    if (!def || state[*def] == 2)
        return true;
    if (state[*def] == 1) {
        diag_report(c->sink, DIAG_RECURSIVE_TYPE, c->g->source, d->span, "type `%s` is defined by itself",
                    ir_name(c->g, d->name));
        return false;
    }
    state[*def] = 1;
    bool ok = type_finite(c, vec_at(&c->g->typedefs, *def).type, state, depth + 1);
    if (ok) /* else another path to it, shorter or not, is looked at again */
        state[*def] = 2;
    else
        state[*def] = 0;
    return ok;
}

static void check_set_unique(checker *c, const ir_type_data *t)
{
    bitset seen = bitset_new(c->g->arena, c->g->symbols.count);
    for (uint32_t i = 0; i < t->count; i++)
        if (!bitset_insert(&seen, ir_symbol_at(t, i)))
            diag_report(c->sink, DIAG_DUPLICATE, c->g->source, t->span, "`%s` is listed twice in one set",
                        ir_symbol_name(c->g, ir_symbol_at(t, i)));
}

static bool check_types(checker *c)
{
    ir_game *g = c->g;
    uint32_t before = c->sink->errors;
    uint32_t count = g->types.count;
    for (uint32_t i = 0; i < count; i++) {
        ir_type_data t = vec_at(&g->types, i);
        if (t.kind == IR_TYPE_NAME && !map_has(&g->typedef_by_name, t.name)) {
            diag *d =
                diag_report(c->sink, DIAG_UNKNOWN_TYPE, g->source, t.span, "there is no type `%s`", ir_name(g, t.name));
            suggest_types(c, d, ir_name(g, t.name));
        }
        if (t.kind == IR_TYPE_SET && t.count > 1 && t.span.end > 0)
            check_set_unique(c, &t);
    }
    uint8_t *state = ARENA_ARRAY(g->arena, uint8_t, g->typedefs.count + 1);
    for (uint32_t i = 0; i < g->typedefs.count; i++) {
        if (state[i] == 0) {
            state[i] = 1;
            if (!type_finite(c, vec_at(&g->typedefs, i).type, state, 0))
                break;
            state[i] = 2;
        }
    }
    if (c->sink->errors != before)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        ir_type_data t = vec_at(&g->types, i);
        ir_type key = t.kind == IR_TYPE_ARROW ? ir_resolve(g, t.key) : IR_NONE;
        if (key != IR_NONE && (ir_type_at(g, key)->kind == IR_TYPE_ARROW || ir_type_at(g, key)->kind == IR_TYPE_REAL))
            diag_report(c->sink, DIAG_NOT_SET, g->source, t.span, "the keys of a map must be a set of symbols, not %s",
                        ir_type_text(g, t.key));
    }
    return c->sink->errors == before;
}

/* In a map from an empty set nothing can be stored, so its default is the only entry. */
static void check_value(checker *c, ir_value v, ir_type type)
{
    ir_game *g = c->g;
    const ir_value_data d = vec_at(&g->values, v);
    ir_type resolved = ir_resolve(g, type);
    if (resolved == IR_NONE)
        return;
    const ir_type_data t = *ir_type_at(g, resolved);
    if (d.kind == IR_VALUE_CONST) {
        if (!ir_assignable(g, type, vec_at(&g->constants, d.index).type))
            check_mismatch(c, d.span, "assignable to", type, vec_at(&g->constants, d.index).type);
        return;
    }
    if (d.kind == IR_VALUE_SYM) {
        if (check_type_has(c, resolved, d.index))
            return;
        diag *e = check_mismatch(c, d.span, "assignable to", type, check_literal_type(g, d.index));
        if (t.kind == IR_TYPE_SET) {
            suggestion s;
            suggest_init(&s, ir_symbol_name(g, d.index));
            for (uint32_t i = 0; i < t.count; i++)
                suggest_offer(&s, ir_symbol_name(g, ir_symbol_at(&t, i)));
            if (!diag_hint_near(c->sink, e, &s) && irb_find_variable(g, vec_at(&g->symbols, d.index).name) != IR_NONE)
                diag_set_hint(c->sink, e,
                              "`%s` is a variable; only symbols and constants "
                              "declared before can be used here",
                              ir_symbol_name(g, d.index));
            else if (irb_find_constant(g, vec_at(&g->symbols, d.index).name) != IR_NONE)
                diag_set_hint(c->sink, e, "the constant `%s` must be declared before its use",
                              ir_symbol_name(g, d.index));
        }
        return;
    }
    if (d.kind == IR_VALUE_INT) {
        if (t.kind != IR_TYPE_INT || d.integer < t.low || d.integer > t.high)
            diag_report(c->sink, DIAG_MISMATCH, g->source, d.span, "%d is not assignable to %s", d.integer,
                        ir_type_text(g, type));
        return;
    }
    if (d.kind == IR_VALUE_REAL) {
        if (t.kind != IR_TYPE_REAL)
            diag_report(c->sink, DIAG_MISMATCH, g->source, d.span, "%s is not assignable to %s",
                        ir_real_text(g->arena, d.real), ir_type_text(g, type));
        return;
    }
    if (t.kind != IR_TYPE_ARROW) {
        diag_report(c->sink, DIAG_NOT_ARROW, g->source, d.span, "a map is not assignable to %s", ir_type_text(g, type));
        return;
    }
    bool has_default = false;
    map seen;
    map_init(&seen, g->arena);
    for (uint32_t i = 0; i < d.entry_count; i++) {
        const ir_value_entry e = ir_entry_at(&d, i);
        uint64_t key = UINT64_MAX;
        if (e.key == IR_NONE) {
            has_default = true;
        } else {
            const ir_value_data k = vec_at(&g->values, e.key);
            key = k.kind == IR_VALUE_INT ? (uint64_t)(uint32_t)k.integer | UINT64_C(1) << 32 : k.index;
            ir_type kt = ir_resolve(g, t.key);
            const ir_type_data *kd = kt == IR_NONE ? NULL : ir_type_at(g, kt);
            if (kd && k.kind == IR_VALUE_SYM && !check_type_has(c, kt, k.index)) {
                if (kd->kind != IR_TYPE_SET)
                    check_mismatch(c, k.span, "assignable to", t.key, check_literal_type(g, k.index));
                else
                    diag_report(c->sink, DIAG_KEY, g->source, k.span, "key `%s` is not in %s",
                                ir_symbol_name(g, k.index), ir_type_text(g, t.key));
            }
            if (kd && k.kind == IR_VALUE_INT &&
                !(kd->kind == IR_TYPE_INT && k.integer >= kd->low && k.integer <= kd->high))
                diag_report(c->sink, DIAG_MISMATCH, g->source, k.span, "key %d is not assignable to %s", k.integer,
                            ir_type_text(g, t.key));
        }
        const uint32_t *first = map_get(&seen, key);
        if (first) {
            diag *dup =
                e.key == IR_NONE
                    ? diag_report(c->sink, DIAG_DUPLICATE_KEY, g->source, e.span, "two default entries in one map")
                    : diag_report(c->sink, DIAG_DUPLICATE_KEY, g->source, e.span, "key `%s` is given twice in one map",
                                  vec_at(&g->values, e.key).kind == IR_VALUE_INT
                                      ? arena_printf(g->arena, "%d", vec_at(&g->values, e.key).integer)
                                      : ir_symbol_name(g, vec_at(&g->values, e.key).index));
            diag_add_note(c->sink, dup, g->source, ir_entry_at(&d, *first).span, "first given here");
        } else {
            map_put(&seen, key, i);
        }
        check_value(c, e.value, t.value);
    }
    if (!has_default) {
        diag *n = diag_report(c->sink, DIAG_NO_DEFAULT, g->source, d.span, "the map has no default entry");
        diag_set_hint(c->sink, n, "every map needs one, written `:value`");
    }
}

static void check_declarations(checker *c)
{
    ir_game *g = c->g;
    for (uint32_t i = 0; i < g->constants.count; i++)
        if (!vec_at(&g->constants, i).removed)
            check_value(c, vec_at(&g->constants, i).value, vec_at(&g->constants, i).type);
    for (uint32_t i = 0; i < g->variables.count; i++)
        if (!vec_at(&g->variables, i).removed)
            check_value(c, vec_at(&g->variables, i).initial, vec_at(&g->variables, i).type);
}

static void check_scores(checker *c)
{
    ir_game *g = c->g;
    ir_type goals = ir_resolve(g, vec_at(&g->variables, g->goals).type);
    ir_type score = ir_resolve(g, ir_type_at(g, goals)->value);
    const ir_type_data t = *ir_type_at(g, score);
    for (uint32_t i = 0; i < t.count; i++) {
        const char *name = ir_symbol_name(g, ir_symbol_at(&t, i));
        double value;
        if (!ir_score_value(name, &value)) {
            diag *d = diag_report(c->sink, DIAG_SCORE, g->source, t.span, "score `%s` is not a number", name);
            diag_set_hint(c->sink, d, "it counts as its place in the type, %u", i);
        }
    }
}

/* ---- edges ---- */

/* False after a report. */
static bool check_target(checker *c, const ir_edge_data *e)
{
    ir_game *g = c->g;
    ir_expr root = e->target;
    while (vec_at(&g->exprs, root).op == IR_INDEX)
        root = vec_at(&g->exprs, root).a;
    const ir_expr_data x = vec_at(&g->exprs, root);
    if (x.op == IR_VAR)
        return true;
    const char *what = x.op == IR_CONST  ? "a constant"
                       : x.op == IR_SYM  ? "a symbol"
                       : x.op == IR_CAST ? "a cast"
                                         : "this";
    const char *name = x.op == IR_CONST ? ir_name(g, vec_at(&g->constants, x.a).name)
                       : x.op == IR_SYM ? ir_symbol_name(g, x.a)
                                        : NULL;
    diag *d = name ? diag_report(c->sink, DIAG_CONSTANT_TARGET, g->source, x.span, "`%s` is %s and cannot be assigned",
                                 name, what)
                   : diag_report(c->sink, DIAG_CONSTANT_TARGET, g->source, x.span, "%s cannot be assigned", what);
    if (x.op == IR_SYM) {
        suggestion s;
        suggest_init(&s, name);
        for (uint32_t i = 0; i < g->variables.count; i++)
            suggest_offer(&s, ir_name(g, vec_at(&g->variables, i).name));
        if (!diag_hint_near(c->sink, d, &s))
            diag_set_hint(c->sink, d, "declare it with `var %s: ... = ...;`", name);
    }
    return false;
}

static void check_tag(checker *c, const ir_edge_data *e)
{
    ir_game *g = c->g;
    if (e->from == e->to) {
        diag *d =
            diag_report(c->sink, DIAG_TAG_LOOP, g->source, e->span,
                        "a tag on an edge from `%s` to itself makes moves that never end", ir_node_name(g, e->from));
        diag_set_hint(c->sink, d, "give the edge another target");
    }
    ir_type t = check_infer(c, e->value);
    if (t == IR_NONE)
        return;
    ir_type_kind kind = ir_type_at(g, t)->kind;
    if (kind != IR_TYPE_SET && kind != IR_TYPE_INT)
        diag_report(c->sink, DIAG_NOT_SET, g->source, vec_at(&g->exprs, e->value).span,
                    "a tag must be a single symbol, this is %s", ir_type_text(g, t));
}

static void check_choose(checker *c, const ir_edge_data *e)
{
    ir_game *g = c->g;
    if (ir_assigns_player(g, e)) {
        diag *d = diag_report(c->sink, DIAG_PLAYER_ANY, g->source, e->span,
                              "`player` cannot be assigned any element of a type");
        diag_set_hint(c->sink, d,
                      "who moves next must be certain: choose in another variable "
                      "and assign that");
    }
    ir_type target = check_infer(c, e->target), from = ir_resolve(g, e->type);
    if (e->value != IR_NONE)
        check_is_condition(c, e->value);
    if (target == IR_NONE || from == IR_NONE)
        return;
    const ir_type_data *x = ir_type_at(g, target), *y = ir_type_at(g, from);
    if (y->kind != IR_TYPE_SET && y->kind != IR_TYPE_INT)
        diag_report(c->sink, DIAG_NOT_SET, g->source, e->span, "only an element of a set can be chosen, not of %s",
                    ir_type_text(g, e->type));
    else if (x->kind != y->kind ||
             (x->kind == IR_TYPE_SET ? !check_set_subset(g, y, x) : y->low < x->low || y->high > x->high)) {
        diag *d = check_mismatch(c, e->span, "assignable to", target, e->type);
        if (!d->hint)
            diag_set_hint(c->sink, d, "every element of %s must be one of %s", ir_type_text(g, e->type),
                          ir_type_text(g, target));
    }
}

static void check_edges(checker *c)
{
    ir_game *g = c->g;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data e = vec_at(&g->edges, i);
        if (e.removed)
            continue;
        switch (e.label) {
        case IR_SKIP: break;
        case IR_ASSIGN: {
            if (!check_target(c, &e))
                break;
            ir_type target = check_infer(c, e.target), value = check_infer(c, e.value);
            if (target != IR_NONE && value != IR_NONE && !ir_assignable(g, target, value))
                check_mismatch(c, vec_at(&g->exprs, e.value).span, "assignable to", target, value);
            break;
        }
        case IR_CHOOSE:
            if (check_target(c, &e))
                check_choose(c, &e);
            break;
        case IR_CHECK: check_is_condition(c, e.value); break;
        case IR_TAG: check_tag(c, &e); break;
        }
    }
}

bool ir_check(ir_game *g, diag_sink *sink, bool warn)
{
    uint32_t before = sink->errors;
    checker c = {.g = g,
                 .sink = sink,
                 .bool_type = check_bool_type(g),
                 .max_depth = stack_depth(EXPRESSION_DEPTH, EXPRESSION_FRAME)};
    map_init(&c.members, g->arena);
    if (!check_types(&c))
        return false;
    check_declarations(&c);
    check_edges(&c);
    if (sink->errors != before)
        return false;
    check_structure(&c, warn);
    if (g->simultaneous)
        ir_check_simultaneous(g, sink);
    if (g->weight != IR_NONE)
        ir_check_weight(g, sink);
    if (warn)
        check_scores(&c);
    return sink->errors == before;
}
