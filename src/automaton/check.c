#include "automaton/check.h"

#include "automaton/arithmetic.h"
#include "automaton/build.h"
#include "base/bitset.h"

#include <string.h>

/* ---- relations between types ---- */

static bool set_has(const ir_type_data *set, ir_sym s)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (set->symbols[i] == s)
            return true;
    return false;
}

static bool set_subset(const ir_game *g, const ir_type_data *small, const ir_type_data *large)
{
    if (small->count <= 2 || large->count <= 8) {
        for (uint32_t i = 0; i < small->count; i++)
            if (!set_has(large, small->symbols[i]))
                return false;
        return true;
    }
    arena *a = arena_child(g->arena);
    bitset members = bitset_new(a, g->symbols.count);
    for (uint32_t i = 0; i < large->count; i++)
        bitset_add(&members, large->symbols[i]);
    bool subset = true;
    for (uint32_t i = 0; i < small->count && subset; i++)
        subset = bitset_has(&members, small->symbols[i]);
    arena_done(a);
    return subset;
}

/* Whether two types share a symbol. */
static bool set_meets(const ir_game *g, const ir_type_data *x, const ir_type_data *y)
{
    const ir_type_data *small = x->count < y->count ? x : y, *large = small == x ? y : x;
    if (small->count == 1)
        return set_has(large, small->symbols[0]);
    for (uint32_t i = 0; i < small->count && i < large->count; i++)
        if (small->symbols[i] == large->symbols[i] || set_has(large, small->symbols[0]))
            return true;
    if ((uint64_t)small->count * large->count <= 4096) {
        for (uint32_t i = 0; i < small->count; i++)
            if (set_has(large, small->symbols[i]))
                return true;
        return false;
    }
    arena *a = arena_child(g->arena);
    bitset members = bitset_new(a, g->symbols.count);
    for (uint32_t i = 0; i < large->count; i++)
        bitset_add(&members, large->symbols[i]);
    bool meets = false;
    for (uint32_t i = 0; i < small->count && !meets; i++)
        meets = bitset_has(&members, small->symbols[i]);
    arena_done(a);
    return meets;
}

bool ir_type_same(const ir_game *g, ir_type a, ir_type b)
{
    a = ir_resolve(g, a);
    b = ir_resolve(g, b);
    if (a == b)
        return a != IR_NONE;
    if (a == IR_NONE || b == IR_NONE)
        return false;
    const ir_type_data *x = ir_type_at(g, a), *y = ir_type_at(g, b);
    if (x->kind != y->kind)
        return false;
    switch (x->kind) {
    case IR_TYPE_SET: return set_subset(g, x, y) && set_subset(g, y, x);
    case IR_TYPE_INT: return x->low == y->low && x->high == y->high;
    case IR_TYPE_ARROW: return ir_type_same(g, x->key, y->key) && ir_type_same(g, x->value, y->value);
    default: return true;
    }
}

bool ir_assignable(const ir_game *g, ir_type to, ir_type from)
{
    to = ir_resolve(g, to);
    from = ir_resolve(g, from);
    if (to == from)
        return to != IR_NONE;
    if (to == IR_NONE || from == IR_NONE)
        return false;
    const ir_type_data *x = ir_type_at(g, to), *y = ir_type_at(g, from);
    if (x->kind != y->kind)
        return false;
    switch (x->kind) {
    case IR_TYPE_SET: return set_meets(g, x, y);
    case IR_TYPE_INT: return x->low <= y->high && y->low <= x->high;
    case IR_TYPE_ARROW:
        return ir_assignable(g, x->key, y->key) && ir_assignable(g, x->value, y->value);
    default: return true;
    }
}

static ir_type literal_type(ir_game *g, ir_sym s)
{
    const uint32_t *known = map_get(&g->literal_types, s);
    if (known)
        return *known;
    ir_type t = irb_set_type(g, &s, 1, (src_span){0, 0});
    map_put(&g->literal_types, s, t);
    return t;
}

/* ---- expressions ---- */

typedef struct checker {
    ir_game *g;
    diag_sink *sink;
    ir_type bool_type;
    map members; /* type << 32 | symbol, of large sets that literals were looked up in */
} checker;

enum { FEW_SYMBOLS = 16 };

/* set_has for a type that many literals belong to. */
static bool type_has(checker *c, ir_type type, ir_sym s)
{
    const ir_type_data *set = ir_type_at(c->g, type);
    uint64_t base = (uint64_t)type << 32;
    if (set->kind != IR_TYPE_SET || set->count <= FEW_SYMBOLS)
        return set->kind == IR_TYPE_SET && set_has(set, s);
    if (!map_has(&c->members, base | UINT32_MAX)) {
        map_put(&c->members, base | UINT32_MAX, 1);
        for (uint32_t i = 0; i < set->count; i++)
            map_put(&c->members, base | set->symbols[i], 1);
    }
    return map_has(&c->members, base | s);
}

static diag *mismatch(checker *c, src_span at, const char *what, ir_type a, ir_type b)
{
    diag *d = diag_report(c->sink, DIAG_MISMATCH, c->g->source, at, "%s is not %s %s",
                          ir_type_text(c->g, b), what, ir_type_text(c->g, a));
    if (!ir_assignable(c->g, a, b))
        diag_set_hint(c->sink, d, "the two have no value in common");
    return d;
}

static int64_t saturate(int64_t x)
{
    return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
}

/* Range of integer arithmetic, saturated to 32 bits; a value outside is a fault when run. */
static ir_type arithmetic_type(ir_game *g, ir_op op, const ir_type_data *x, const ir_type_data *y,
                               src_span at)
{
    ir_range none = {0, 0}, r = ir_arithmetic_range(op, (ir_range){x->low, x->high},
                                                    y ? (ir_range){y->low, y->high} : none);
    return irb_int_type(g, (int32_t)saturate(r.low), (int32_t)saturate(r.high), at);
}

/* A cast to a narrower range leaves the integer as it is, so the type does not become narrower either: what
 * stores it or uses it as a key has to look whether it fits. */
static ir_type cast_type(const ir_game *g, ir_type to, ir_type from)
{
    const ir_type_data *x = ir_type_at(g, to), *y = ir_type_at(g, from);
    bool wider = x->kind != IR_TYPE_INT || (x->low <= y->low && x->high >= y->high);
    return wider ? to : from;
}

static ir_type infer(checker *c, ir_expr e);

static bool need_bool(checker *c, ir_expr e)
{
    ir_type t = infer(c, e);
    if (t == IR_NONE)
        return false;
    if (ir_type_at(c->g, t)->kind == IR_TYPE_BOOL)
        return true;
    diag_report(c->sink, DIAG_NOT_BOOLEAN, c->g->source, c->g->exprs.data[e].span,
                "a condition was expected, this is %s", ir_type_text(c->g, t));
    return false;
}

static const ir_type_data *need_int(checker *c, ir_expr e)
{
    ir_type t = infer(c, e);
    if (t == IR_NONE)
        return NULL;
    if (ir_type_at(c->g, t)->kind == IR_TYPE_INT)
        return ir_type_at(c->g, t);
    diag_report(c->sink, DIAG_NOT_INTEGER, c->g->source, c->g->exprs.data[e].span,
                "an integer was expected, this is %s", ir_type_text(c->g, t));
    return NULL;
}

/* Resolved type, or IR_NONE after a report. */
static ir_type infer_fresh(checker *c, ir_expr e)
{
    ir_game *g = c->g;
    ir_expr_data x = g->exprs.data[e];
    switch (x.op) {
    case IR_SYM: return literal_type(g, x.a);
    case IR_INT: return irb_int_type(g, (int32_t)x.a, (int32_t)x.a, x.span);
    case IR_CONST: return ir_resolve(g, g->constants.data[x.a].type);
    case IR_VAR: return ir_resolve(g, g->variables.data[x.a].type);
    case IR_TRUE: case IR_FALSE: return c->bool_type;
    case IR_REACH: return c->bool_type;
    case IR_CAST: {
        ir_type from = infer(c, x.a), to = ir_resolve(g, x.type);
        if (from == IR_NONE || to == IR_NONE)
            return IR_NONE;
        if (!ir_assignable(g, to, from)) {
            mismatch(c, x.span, "assignable to", x.type, from);
            return IR_NONE;
        }
        return cast_type(g, to, from);
    }
    case IR_INDEX: {
        ir_type m = infer(c, x.a), key = infer(c, x.b);
        if (m == IR_NONE || key == IR_NONE)
            return IR_NONE;
        if (ir_type_at(g, m)->kind != IR_TYPE_ARROW) {
            diag_report(c->sink, DIAG_NOT_ARROW, g->source, g->exprs.data[x.a].span,
                        "only a map can be indexed, this is %s", ir_type_text(g, m));
            return IR_NONE;
        }
        if (!ir_assignable(g, ir_type_at(g, m)->key, key)) {
            mismatch(c, g->exprs.data[x.b].span, "assignable to", ir_type_at(g, m)->key, key);
            return IR_NONE;
        }
        return ir_resolve(g, ir_type_at(g, m)->value);
    }
    case IR_NEG: {
        const ir_type_data *a = need_int(c, x.a);
        return a ? arithmetic_type(g, x.op, a, NULL, x.span) : IR_NONE;
    }
    case IR_ADD: case IR_SUB: case IR_MUL: case IR_DIV: case IR_MOD: {
        const ir_type_data *a = need_int(c, x.a);
        ir_type_data left = a ? *a : (ir_type_data){0};
        const ir_type_data *b = need_int(c, x.b);
        return a && b ? arithmetic_type(g, x.op, &left, b, x.span) : IR_NONE;
    }
    case IR_EQ: case IR_NE: {
        ir_type a = infer(c, x.a), b = infer(c, x.b);
        if (a == IR_NONE || b == IR_NONE)
            return IR_NONE;
        if (!ir_assignable(g, a, b)) {
            mismatch(c, x.span, "comparable to", b, a);
            return IR_NONE;
        }
        return c->bool_type;
    }
    case IR_LT: case IR_LE: case IR_GT: case IR_GE: {
        bool ok = need_int(c, x.a) != NULL;
        ok &= need_int(c, x.b) != NULL;
        return ok ? c->bool_type : IR_NONE;
    }
    case IR_NOT: return need_bool(c, x.a) ? c->bool_type : IR_NONE;
    case IR_AND: case IR_OR: {
        bool ok = need_bool(c, x.a);
        ok &= need_bool(c, x.b);
        return ok ? c->bool_type : IR_NONE;
    }
    case IR_IF: {
        bool ok = need_bool(c, x.a);
        ir_type a = infer(c, x.b), b = infer(c, x.c);
        if (!ok || a == IR_NONE || b == IR_NONE)
            return IR_NONE;
        if (ir_type_at(g, a)->kind != IR_TYPE_ARROW && ir_type_same(g, a, b))
            return a;
        const ir_type_data p = *ir_type_at(g, a), q = *ir_type_at(g, b);
        if (p.kind == IR_TYPE_INT && q.kind == IR_TYPE_INT)
            return irb_int_type(g, p.low < q.low ? p.low : q.low,
                                p.high > q.high ? p.high : q.high, x.span);
        if (p.kind == IR_TYPE_SET && q.kind == IR_TYPE_SET) {
            ir_sym *both = ARENA_ARRAY(g->arena, ir_sym, p.count + q.count);
            uint32_t n = 0;
            for (uint32_t i = 0; i < p.count; i++)
                both[n++] = p.symbols[i];
            for (uint32_t i = 0; i < q.count; i++)
                if (!set_has(&p, q.symbols[i]))
                    both[n++] = q.symbols[i];
            return irb_set_type(g, both, n, x.span);
        }
        mismatch(c, x.span, "comparable to", b, a);
        return IR_NONE;
    }
    case IR_OP_COUNT: break;
    }
    return IR_NONE;
}

static ir_type infer(checker *c, ir_expr e)
{
    ir_expr_data *x = &c->g->exprs.data[e];
    if (x->op != IR_CAST && x->type != IR_NONE)
        return x->type;
    ir_type t = infer_fresh(c, e);
    if (c->g->exprs.data[e].op != IR_CAST)
        c->g->exprs.data[e].type = t;
    return t;
}

static ir_type bool_type(ir_game *g)
{
    for (uint32_t i = 0; i < g->types.count; i++)
        if (g->types.data[i].kind == IR_TYPE_BOOL)
            return i;
    vec_push(g->arena, &g->types, ((ir_type_data){.kind = IR_TYPE_BOOL}));
    return g->types.count - 1;
}

ir_type ir_expr_type(ir_game *g, ir_expr e)
{
    const ir_expr_data *x = &g->exprs.data[e];
    if (x->op == IR_CAST) {
        ir_type to = ir_resolve(g, x->type);
        return ir_type_at(g, to)->kind == IR_TYPE_INT ? cast_type(g, to, ir_expr_type(g, x->a)) : to;
    }
    if (x->type != IR_NONE)
        return x->type;
    diag_sink ignored;
    diag_sink_init(&ignored, g->arena);
    checker c = {.g = g, .sink = &ignored, .bool_type = bool_type(g)};
    map_init(&c.members, g->arena);
    return infer(&c, e);
}

/* ---- declarations ---- */

static void suggest_types(checker *c, diag *d, const char *word)
{
    suggestion s;
    suggest_init(&s, word);
    for (uint32_t i = 0; i < c->g->typedefs.count; i++)
        suggest_offer(&s, ir_name(c->g, c->g->typedefs.data[i].name));
    if (s.best)
        diag_set_hint(c->sink, d, "did you mean `%s`?", s.best);
}

enum { TYPE_DEPTH_MAX = 400 };

/* A typedef may not contain itself; `state` 1: being visited, 2: done. */
static bool type_finite(checker *c, ir_type t, uint8_t *state, uint32_t depth)
{
    const ir_type_data *d = ir_type_at(c->g, t);
    if (depth > TYPE_DEPTH_MAX) {
        diag_report(c->sink, DIAG_NESTING, c->g->source, d->span,
                    "types are nested deeper than %d levels", TYPE_DEPTH_MAX);
        return false;
    }
    if (d->kind == IR_TYPE_ARROW)
        return type_finite(c, d->key, state, depth + 1) &&
               type_finite(c, d->value, state, depth + 1);
    if (d->kind != IR_TYPE_NAME)
        return true;
    const uint32_t *def = map_get(&c->g->typedef_by_name, d->name);
    if (!def || state[*def] == 2)
        return true;
    if (state[*def] == 1) {
        diag_report(c->sink, DIAG_RECURSIVE_TYPE, c->g->source, d->span,
                    "type `%s` is defined by itself", ir_name(c->g, d->name));
        return false;
    }
    state[*def] = 1;
    bool ok = type_finite(c, c->g->typedefs.data[*def].type, state, depth + 1);
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
        if (!bitset_insert(&seen, t->symbols[i]))
            diag_report(c->sink, DIAG_DUPLICATE, c->g->source, t->span,
                        "`%s` is listed twice in one set", ir_symbol_name(c->g, t->symbols[i]));
}

static bool check_types(checker *c)
{
    ir_game *g = c->g;
    uint32_t before = c->sink->errors;
    uint32_t count = g->types.count;
    for (uint32_t i = 0; i < count; i++) {
        ir_type_data t = g->types.data[i];
        if (t.kind == IR_TYPE_NAME && !map_has(&g->typedef_by_name, t.name)) {
            diag *d = diag_report(c->sink, DIAG_UNKNOWN_TYPE, g->source, t.span,
                                  "there is no type `%s`", ir_name(g, t.name));
            suggest_types(c, d, ir_name(g, t.name));
        }
        if (t.kind == IR_TYPE_SET && t.count > 1 && t.span.end > 0)
            check_set_unique(c, &t);
    }
    uint8_t *state = ARENA_ARRAY(g->arena, uint8_t, g->typedefs.count + 1);
    for (uint32_t i = 0; i < g->typedefs.count; i++) {
        if (state[i] == 0) {
            state[i] = 1;
            if (!type_finite(c, g->typedefs.data[i].type, state, 0))
                break;
            state[i] = 2;
        }
    }
    if (c->sink->errors != before)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        ir_type_data t = g->types.data[i];
        ir_type key = t.kind == IR_TYPE_ARROW ? ir_resolve(g, t.key) : IR_NONE;
        if (key != IR_NONE && ir_type_at(g, key)->kind == IR_TYPE_ARROW)
            diag_report(c->sink, DIAG_NOT_SET, g->source, t.span,
                        "the keys of a map must be a set of symbols, not %s",
                        ir_type_text(g, t.key));
    }
    return c->sink->errors == before;
}

/* In a map from an empty set nothing can be stored, so its default is the only entry. */
static void check_value(checker *c, ir_value v, ir_type type)
{
    ir_game *g = c->g;
    const ir_value_data d = g->values.data[v];
    ir_type resolved = ir_resolve(g, type);
    if (resolved == IR_NONE)
        return;
    const ir_type_data t = *ir_type_at(g, resolved);
    if (d.kind == IR_VALUE_CONST) {
        if (!ir_assignable(g, type, g->constants.data[d.index].type))
            mismatch(c, d.span, "assignable to", type, g->constants.data[d.index].type);
        return;
    }
    if (d.kind == IR_VALUE_SYM) {
        if (type_has(c, resolved, d.index))
            return;
        diag *e = mismatch(c, d.span, "assignable to", type, literal_type(g, d.index));
        if (t.kind == IR_TYPE_SET) {
            suggestion s;
            suggest_init(&s, ir_symbol_name(g, d.index));
            for (uint32_t i = 0; i < t.count; i++)
                suggest_offer(&s, ir_symbol_name(g, t.symbols[i]));
            if (s.best)
                diag_set_hint(c->sink, e, "did you mean `%s`?", s.best);
            else if (irb_find_variable(g, g->symbols.data[d.index].name) != IR_NONE)
                diag_set_hint(c->sink, e, "`%s` is a variable; only symbols and constants "
                              "declared before can be used here", ir_symbol_name(g, d.index));
            else if (irb_find_constant(g, g->symbols.data[d.index].name) != IR_NONE)
                diag_set_hint(c->sink, e, "the constant `%s` must be declared before its use",
                              ir_symbol_name(g, d.index));
        }
        return;
    }
    if (d.kind == IR_VALUE_INT) {
        if (t.kind != IR_TYPE_INT || d.integer < t.low || d.integer > t.high)
            diag_report(c->sink, DIAG_MISMATCH, g->source, d.span, "%d is not assignable to %s",
                        d.integer, ir_type_text(g, type));
        return;
    }
    if (t.kind != IR_TYPE_ARROW) {
        diag_report(c->sink, DIAG_NOT_ARROW, g->source, d.span,
                    "a map is not assignable to %s", ir_type_text(g, type));
        return;
    }
    bool has_default = false;
    map seen;
    map_init(&seen, g->arena);
    for (uint32_t i = 0; i < d.entry_count; i++) {
        const ir_value_entry e = d.entries[i];
        uint64_t key = UINT64_MAX;
        if (e.key == IR_NONE) {
            has_default = true;
        } else {
            const ir_value_data k = g->values.data[e.key];
            key = k.kind == IR_VALUE_INT ? (uint64_t)(uint32_t)k.integer | UINT64_C(1) << 32
                                         : k.index;
            ir_type kt = ir_resolve(g, t.key);
            const ir_type_data *kd = kt == IR_NONE ? NULL : ir_type_at(g, kt);
            if (kd && k.kind == IR_VALUE_SYM && !type_has(c, kt, k.index)) {
                if (kd->kind != IR_TYPE_SET)
                    mismatch(c, k.span, "assignable to", t.key, literal_type(g, k.index));
                else
                    diag_report(c->sink, DIAG_KEY, g->source, k.span,
                                "key `%s` is not in %s", ir_symbol_name(g, k.index),
                                ir_type_text(g, t.key));
            }
            if (kd && k.kind == IR_VALUE_INT &&
                !(kd->kind == IR_TYPE_INT && k.integer >= kd->low && k.integer <= kd->high))
                diag_report(c->sink, DIAG_MISMATCH, g->source, k.span,
                            "key %d is not assignable to %s", k.integer, ir_type_text(g, t.key));
        }
        const uint32_t *first = map_get(&seen, key);
        if (first) {
            diag *dup = e.key == IR_NONE
                ? diag_report(c->sink, DIAG_DUPLICATE_KEY, g->source, e.span,
                              "two default entries in one map")
                : diag_report(c->sink, DIAG_DUPLICATE_KEY, g->source, e.span,
                              "key `%s` is given twice in one map",
                              g->values.data[e.key].kind == IR_VALUE_INT
                                  ? arena_printf(g->arena, "%d", g->values.data[e.key].integer)
                                  : ir_symbol_name(g, g->values.data[e.key].index));
            diag_add_note(c->sink, dup, g->source, d.entries[*first].span, "first given here");
        } else {
            map_put(&seen, key, i);
        }
        check_value(c, e.value, t.value);
    }
    if (!has_default) {
        diag *n = diag_report(c->sink, DIAG_NO_DEFAULT, g->source, d.span,
                              "the map has no default entry");
        diag_set_hint(c->sink, n, "every map needs one, written `:value`");
    }
}

static void check_declarations(checker *c)
{
    ir_game *g = c->g;
    for (uint32_t i = 0; i < g->constants.count; i++)
        if (!g->constants.data[i].removed)
            check_value(c, g->constants.data[i].value, g->constants.data[i].type);
    for (uint32_t i = 0; i < g->variables.count; i++)
        if (!g->variables.data[i].removed)
            check_value(c, g->variables.data[i].initial, g->variables.data[i].type);
}

static void check_scores(checker *c)
{
    ir_game *g = c->g;
    ir_type goals = ir_resolve(g, g->variables.data[g->goals].type);
    ir_type score = ir_resolve(g, ir_type_at(g, goals)->value);
    const ir_type_data t = *ir_type_at(g, score);
    for (uint32_t i = 0; i < t.count; i++) {
        const char *name = ir_symbol_name(g, t.symbols[i]);
        if (name[strspn(name, "0123456789")] != 0) {
            diag *d = diag_report(c->sink, DIAG_SCORE, g->source, t.span,
                                  "score `%s` is not a number", name);
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
    while (g->exprs.data[root].op == IR_INDEX)
        root = g->exprs.data[root].a;
    const ir_expr_data x = g->exprs.data[root];
    if (x.op == IR_VAR)
        return true;
    const char *what = x.op == IR_CONST ? "a constant" : x.op == IR_SYM ? "a symbol"
                     : x.op == IR_CAST ? "a cast" : "this";
    const char *name = x.op == IR_CONST ? ir_name(g, g->constants.data[x.a].name)
                     : x.op == IR_SYM ? ir_symbol_name(g, x.a) : NULL;
    diag *d = name ? diag_report(c->sink, DIAG_CONSTANT_TARGET, g->source, x.span,
                                 "`%s` is %s and cannot be assigned", name, what)
                   : diag_report(c->sink, DIAG_CONSTANT_TARGET, g->source, x.span,
                                 "%s cannot be assigned", what);
    if (x.op == IR_SYM) {
        suggestion s;
        suggest_init(&s, name);
        for (uint32_t i = 0; i < g->variables.count; i++)
            suggest_offer(&s, ir_name(g, g->variables.data[i].name));
        if (s.best)
            diag_set_hint(c->sink, d, "did you mean `%s`?", s.best);
        else
            diag_set_hint(c->sink, d, "declare it with `var %s: ... = ...;`", name);
    }
    return false;
}

static void check_tag(checker *c, const ir_edge_data *e)
{
    ir_game *g = c->g;
    if (e->from == e->to) {
        diag *d = diag_report(c->sink, DIAG_TAG_LOOP, g->source, e->span,
                              "a tag on an edge from `%s` to itself makes moves that never end",
                              ir_node_name(g, e->from));
        diag_set_hint(c->sink, d, "give the edge another target");
    }
    ir_type t = infer(c, e->value);
    if (t == IR_NONE)
        return;
    ir_type_kind kind = ir_type_at(g, t)->kind;
    if (kind != IR_TYPE_SET && kind != IR_TYPE_INT)
        diag_report(c->sink, DIAG_NOT_SET, g->source, g->exprs.data[e->value].span,
                    "a tag must be a single symbol, this is %s", ir_type_text(g, t));
}

static void check_choose(checker *c, const ir_edge_data *e)
{
    ir_game *g = c->g;
    if (ir_assigns_player(g, e)) {
        diag *d = diag_report(c->sink, DIAG_PLAYER_ANY, g->source, e->span,
                              "`player` cannot be assigned any element of a type");
        diag_set_hint(c->sink, d, "who moves next must be certain: choose in another variable "
                      "and assign that");
    }
    ir_type target = infer(c, e->target), from = ir_resolve(g, e->type);
    if (e->value != IR_NONE)
        need_bool(c, e->value);
    if (target == IR_NONE || from == IR_NONE)
        return;
    const ir_type_data *x = ir_type_at(g, target), *y = ir_type_at(g, from);
    if (y->kind != IR_TYPE_SET && y->kind != IR_TYPE_INT)
        diag_report(c->sink, DIAG_NOT_SET, g->source, e->span,
                    "only an element of a set can be chosen, not of %s", ir_type_text(g, e->type));
    else if (x->kind != y->kind ||
             (x->kind == IR_TYPE_SET ? !set_subset(g, y, x) : y->low < x->low || y->high > x->high)) {
        diag *d = mismatch(c, e->span, "assignable to", target, e->type);
        if (!d->hint)
            diag_set_hint(c->sink, d, "every element of %s must be one of %s",
                          ir_type_text(g, e->type), ir_type_text(g, target));
    }
}

static void check_edges(checker *c)
{
    ir_game *g = c->g;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data e = g->edges.data[i];
        if (e.removed)
            continue;
        switch (e.label) {
        case IR_SKIP: break;
        case IR_ASSIGN: {
            if (!check_target(c, &e))
                break;
            ir_type target = infer(c, e.target), value = infer(c, e.value);
            if (target != IR_NONE && value != IR_NONE && !ir_assignable(g, target, value))
                mismatch(c, g->exprs.data[e.value].span, "assignable to", target, value);
            break;
        }
        case IR_CHOOSE:
            if (check_target(c, &e))
                check_choose(c, &e);
            break;
        case IR_CHECK: need_bool(c, e.value); break;
        case IR_TAG: check_tag(c, &e); break;
        }
    }
}

/* ---- structure ---- */

typedef struct walker {
    const ir_game *g;
    ir_graph graph;
    uint32_t *stamp;
    uint32_t now;
    ir_node *queue;
} walker;

static void walk(walker *w, ir_node from)
{
    uint32_t head = 0, tail = 0;
    w->now++;
    w->stamp[from] = w->now;
    w->queue[tail++] = from;
    while (head < tail) {
        ir_node n = w->queue[head++];
        for (uint32_t i = w->graph.out_start[n]; i < w->graph.out_start[n + 1]; i++) {
            ir_node to = w->g->edges.data[w->graph.out[i]].to;
            if (w->stamp[to] != w->now) {
                w->stamp[to] = w->now;
                w->queue[tail++] = to;
            }
        }
    }
}

static void each_reach(const ir_game *g, ir_expr e, void (*visit)(void *, ir_expr), void *user)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data *x = &g->exprs.data[e];
    switch (x->op) {
    case IR_REACH: visit(user, e); break;
    case IR_NOT: each_reach(g, x->a, visit, user); break;
    case IR_AND: case IR_OR:
        each_reach(g, x->a, visit, user);
        each_reach(g, x->b, visit, user);
        break;
    case IR_IF:
        each_reach(g, x->a, visit, user);
        each_reach(g, x->b, visit, user);
        each_reach(g, x->c, visit, user);
        break;
    default: break;
    }
}

enum { REACH_WARNINGS_MAX = 256 };

typedef struct reach_list {
    const ir_game *g;
    map seen;
    ir_expr exprs[REACH_WARNINGS_MAX];
    ir_edge edges[REACH_WARNINGS_MAX];
    uint32_t count;
    ir_edge edge;
} reach_list;

static void collect_reach(void *user, ir_expr e)
{
    reach_list *list = user;
    const ir_expr_data *x = &list->g->exprs.data[e];
    uint64_t key = (uint64_t)x->a << 32 | x->b;
    if (map_has(&list->seen, key) || list->count == REACH_WARNINGS_MAX)
        return;
    map_put(&list->seen, key, 1);
    list->edges[list->count] = list->edge;
    list->exprs[list->count++] = e;
}

static void check_structure(checker *c, bool warn)
{
    ir_game *g = c->g;
    walker w = {g, ir_graph_make(g, g->arena), ARENA_ARRAY(g->arena, uint32_t, g->nodes.count), 0,
                ARENA_ARRAY(g->arena, ir_node, g->nodes.count)};
    walk(&w, g->begin);
    /* A pass that finds out that a game gets stuck cuts the way to its end rightly. */
    if (w.stamp[g->end] != w.now && !g->transformed) {
        src_span at = g->nodes.data[g->begin].span;
        if (at.end == 0 && w.graph.out_start[g->begin] < w.graph.out_start[g->begin + 1])
            at = g->edges.data[w.graph.out[w.graph.out_start[g->begin]]].span;
        diag *d = diag_report(c->sink, DIAG_END_UNREACHABLE, g->source, at,
                              g->high_level ? "the game can never finish: nothing leads to `end()`"
                                            : "`end` is not reachable from `begin`");
        diag_set_hint(c->sink, d, "%s", g->high_level
                      ? "call `end()` where the game is over, or let `rules` come to its last statement"
                      : w.graph.out_start[g->begin] == w.graph.out_start[g->begin + 1]
                      ? "no edge leaves `begin`"
                      : "the game can never finish; its last edge is usually `x, end: player = keeper;`");
    }
    if (!warn)
        return;
    reach_list *list = ARENA_NEW(g->arena, reach_list);
    list->g = g;
    map_init(&list->seen, g->arena);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        list->edge = i;
        if (!g->edges.data[i].removed && g->edges.data[i].label == IR_CHECK)
            each_reach(g, g->edges.data[i].value, collect_reach, list);
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const ir_expr_data x = g->exprs.data[list->exprs[i]];
        walk(&w, x.a);
        if (w.stamp[x.b] != w.now)
            g->high_level /* whose nodes are no names that anybody gave */
                ? diag_report(c->sink, DIAG_REACH_NEVER, g->source, x.span,
                              "no path leads through the graph: this reachability never holds")
                : diag_report(c->sink, DIAG_REACH_NEVER, g->source, x.span,
                              "no path leads from `%s` to `%s`: this reachability never holds",
                              ir_node_name(g, x.a), ir_node_name(g, x.b));
        else if (w.stamp[g->edges.data[list->edges[i]].from] == w.now &&
                 w.graph.out_start[x.b] == w.graph.out_start[x.b + 1])
            diag_report(c->sink, DIAG_REACH_RECURSIVE, g->source, x.span,
                        "this reachability lies inside the part it searches (endless recursion?)");
    }
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t from = w.graph.out_start[n], to = w.graph.out_start[n + 1];
        for (uint32_t i = from + 1; i < to && to - from <= 64; i++) {
            const ir_edge_data *e = &g->edges.data[w.graph.out[i]];
            for (uint32_t j = from; j < i; j++) {
                const ir_edge_data *f = &g->edges.data[w.graph.out[j]];
                if (e->to != f->to || e->label != f->label || e->label == IR_CHOOSE ||
                    !(e->target == f->target || ir_expr_equal(g, e->target, f->target)) ||
                    !(e->value == f->value || ir_expr_equal(g, e->value, f->value)))
                    continue;
                diag *d = diag_report(c->sink, DIAG_MULTI_EDGE, g->source, e->span,
                                      "the same edge stands here a second time");
                diag_add_note(c->sink, d, g->source, f->span, "first here");
                break;
            }
        }
    }
}

bool ir_check(ir_game *g, diag_sink *sink, bool warn)
{
    uint32_t before = sink->errors;
    checker c = {.g = g, .sink = sink, .bool_type = bool_type(g)};
    map_init(&c.members, g->arena);
    if (!check_types(&c))
        return false;
    check_declarations(&c);
    check_edges(&c);
    if (sink->errors != before)
        return false;
    check_structure(&c, warn);
    if (warn)
        check_scores(&c);
    return sink->errors == before;
}
