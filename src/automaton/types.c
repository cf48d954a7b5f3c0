/* Types: how they relate, and what expressions have. */
#include "automaton/check_inside.h"

#include "automaton/arithmetic.h"
#include "automaton/build.h"
#include "base/bitset.h"

#include <string.h>

/* ---- relations between types ---- */

static bool set_has(const ir_type_data *set, ir_sym s)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (ir_symbol_at(set, i) == s)
            return true;
    return false;
}

/* The symbols of a set of which many are asked for; arena_done(a) behind it. */
static bitset members_of(const ir_game *g, const ir_type_data *set, arena *a)
{
    bitset members = bitset_new(a, g->symbols.count);
    for (uint32_t i = 0; i < set->count; i++)
        bitset_add(&members, ir_symbol_at(set, i));
    return members;
}

bool check_set_subset(const ir_game *g, const ir_type_data *small, const ir_type_data *large)
{
    if (small->count <= 2 || large->count <= 8) {
        for (uint32_t i = 0; i < small->count; i++)
            if (!set_has(large, ir_symbol_at(small, i)))
                return false;
        return true;
    }
    arena *a = arena_child(g->arena);
    bitset members = members_of(g, large, a);
    bool subset = true;
    for (uint32_t i = 0; i < small->count && subset; i++)
        subset = bitset_has(&members, ir_symbol_at(small, i));
    arena_done(a);
    return subset;
}

/* Whether two types share a symbol. */
static bool set_meets(const ir_game *g, const ir_type_data *x, const ir_type_data *y)
{
    const ir_type_data *small = x->count < y->count ? x : y, *large = small == x ? y : x;
    arena_work(g->arena, large->count / 64);
    if (small->count == 1)
        return set_has(large, ir_symbol_at(small, 0));
    for (uint32_t i = 0; i < small->count && i < large->count; i++)
        if (ir_symbol_at(small, i) == ir_symbol_at(large, i) || set_has(large, ir_symbol_at(small, 0)))
            return true;
    if ((uint64_t)small->count * large->count <= 4096) {
        for (uint32_t i = 0; i < small->count; i++)
            if (set_has(large, ir_symbol_at(small, i)))
                return true;
        return false;
    }
    arena *a = arena_child(g->arena);
    bitset members = members_of(g, large, a);
    bool meets = false;
    for (uint32_t i = 0; i < small->count && !meets; i++)
        meets = bitset_has(&members, ir_symbol_at(small, i));
    arena_done(a);
    return meets;
}

/* Whether two types, of one form, have sets and ranges that fit each other in the same places. */
typedef bool ranges_fit(const ir_game *g, const ir_type_data *x, const ir_type_data *y);
static bool types_fit(const ir_game *g, ir_type a, ir_type b, ranges_fit *fit)
{
    a = ir_resolve(g, a);
    b = ir_resolve(g, b);
    if (a == b || a == IR_NONE || b == IR_NONE)
        return a == b && a != IR_NONE;
    const ir_type_data *x = ir_type_at(g, a), *y = ir_type_at(g, b);
    if (x->kind != y->kind)
        return false;
    if (x->kind == IR_TYPE_ARROW)
        return types_fit(g, x->key, y->key, fit) && types_fit(g, x->value, y->value, fit);
    return (x->kind != IR_TYPE_SET && x->kind != IR_TYPE_INT) || fit(g, x, y);
}

static bool same_ranges(const ir_game *g, const ir_type_data *x, const ir_type_data *y)
{
    return x->kind == IR_TYPE_SET ? check_set_subset(g, x, y) && check_set_subset(g, y, x)
                                  : x->low == y->low && x->high == y->high;
}

static bool ranges_meet(const ir_game *g, const ir_type_data *x, const ir_type_data *y)
{
    return x->kind == IR_TYPE_SET ? set_meets(g, x, y) : x->low <= y->high && y->low <= x->high;
}

bool ir_type_same(const ir_game *g, ir_type a, ir_type b) { return types_fit(g, a, b, same_ranges); }

bool ir_assignable(const ir_game *g, ir_type to, ir_type from) { return types_fit(g, to, from, ranges_meet); }

ir_type check_literal_type(ir_game *g, ir_sym s)
{
    const uint32_t *known = map_get(&g->literal_types, s);
    if (known)
        return *known;
    ir_type t = irb_set_type(g, &s, 1, (src_span){0, 0});
    map_put(&g->literal_types, s, t);
    return t;
}

/* ---- expressions ---- */

enum { FEW_SYMBOLS = 16 };

/* set_has for a type that many literals belong to. */
bool check_type_has(checker *c, ir_type type, ir_sym s)
{
    const ir_type_data *set = ir_type_at(c->g, type);
    uint64_t base = (uint64_t)type << 32;
    if (set->kind != IR_TYPE_SET || set->count <= FEW_SYMBOLS)
        return set->kind == IR_TYPE_SET && set_has(set, s);
    if (!map_has(&c->members, base | UINT32_MAX)) {
        map_put(&c->members, base | UINT32_MAX, 1);
        for (uint32_t i = 0; i < set->count; i++)
            map_put(&c->members, base | ir_symbol_at(set, i), 1);
    }
    return map_has(&c->members, base | s);
}

/* A literal that no declared type has is most likely a misspelt name; NAME_NONE: it is none. */
static const char *undeclared(const ir_game *g, ir_type t)
{
    const ir_type_data *one = ir_type_at(g, ir_resolve(g, t));
    if (one->kind != IR_TYPE_SET || one->count != 1)
        return NULL;
    for (uint32_t i = 0; i < g->typedefs.count; i++) {
        const ir_type_data *set = ir_type_at(g, ir_resolve(g, vec_at(&g->typedefs, i).type));
        if (set->kind == IR_TYPE_SET && set_has(set, ir_symbol_at(one, 0)))
            return NULL;
    }
    return ir_symbol_name(g, ir_symbol_at(one, 0));
}

static const char *meant(const ir_game *g, const char *name)
{
    suggestion s;
    suggest_init(&s, name);
    for (uint32_t i = 0; i < g->variables.count; i++)
        suggest_offer(&s, intern_text(g->names, vec_at(&g->variables, i).name));
    for (uint32_t i = 0; i < g->constants.count; i++)
        suggest_offer(&s, intern_text(g->names, vec_at(&g->constants, i).name));
    for (uint32_t i = 0; i < g->typedefs.count; i++) {
        const ir_type_data *set = ir_type_at(g, ir_resolve(g, vec_at(&g->typedefs, i).type));
        for (uint32_t k = 0; set->kind == IR_TYPE_SET && k < set->count; k++)
            suggest_offer(&s, ir_symbol_name(g, ir_symbol_at(set, k)));
    }
    return s.best;
}

diag *check_mismatch(checker *c, src_span at, const char *what, ir_type a, ir_type b)
{
    diag *d = diag_report(c->sink, DIAG_MISMATCH, c->g->source, at, "%s is not %s %s", ir_type_text(c->g, b), what,
                          ir_type_text(c->g, a));
    const char *name = c->g->high_level ? NULL : undeclared(c->g, b);
    name = name || c->g->high_level ? name : undeclared(c->g, a);
    const char *near = name ? meant(c->g, name) : NULL;
    if (near)
        diag_set_hint(c->sink, d, "no type has `%s`; did you mean `%s`?", name, near);
    else if (!ir_assignable(c->g, a, b))
        diag_set_hint(c->sink, d, "the two have no value in common");
    return d;
}

static int64_t saturate(int64_t x) { return x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x; }

/* Range of integer arithmetic, saturated to 32 bits; a value outside is a fault when run. */
static ir_type arithmetic_type(ir_game *g, ir_op op, const ir_type_data *x, const ir_type_data *y, src_span at)
{
    ir_range none = {0, 0},
             r = ir_arithmetic_range(op, (ir_range){x->low, x->high}, y ? (ir_range){y->low, y->high} : none);
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

bool check_is_condition(checker *c, ir_expr e)
{
    ir_type t = check_infer(c, e);
    if (t == IR_NONE)
        return false;
    if (ir_type_at(c->g, t)->kind == IR_TYPE_BOOL)
        return true;
    diag_report(c->sink, DIAG_NOT_BOOLEAN, c->g->source, vec_at(&c->g->exprs, e).span,
                "a condition was expected, this is %s", ir_type_text(c->g, t));
    return false;
}

static const ir_type_data *need_int(checker *c, ir_expr e)
{
    ir_type t = check_infer(c, e);
    if (t == IR_NONE)
        return NULL;
    if (ir_type_at(c->g, t)->kind == IR_TYPE_INT)
        return ir_type_at(c->g, t);
    diag_report(c->sink, DIAG_NOT_INTEGER, c->g->source, vec_at(&c->g->exprs, e).span,
                "an integer was expected, this is %s", ir_type_text(c->g, t));
    return NULL;
}

static bool is_real(checker *c, ir_expr e)
{
    ir_type t = check_infer(c, e);
    return t != IR_NONE && ir_type_at(c->g, t)->kind == IR_TYPE_REAL;
}

/* Both operands of an operation are numbers of one kind. *reals: of which. */
static bool need_numbers(checker *c, const ir_expr_data *x, bool *reals)
{
    ir_type known = check_infer(c, x->a), other = ir_operands(x->op) > 1 ? check_infer(c, x->b) : known;
    if (known == IR_NONE || other == IR_NONE) /* said already, and asking again doubles the work with each level */
        return false;
    const bool a = is_real(c, x->a), b = ir_operands(x->op) > 1 ? is_real(c, x->b) : a;
    *reals = a && b;
    if (*reals && x->op != IR_MOD)
        return true;
    const ir_expr odd = a != b ? (a ? x->b : x->a) : IR_NONE;
    ir_type t = odd == IR_NONE ? IR_NONE : check_infer(c, odd);
    if (t != IR_NONE && ir_type_at(c->g, t)->kind == IR_TYPE_INT) {
        diag *d = diag_report(c->sink, DIAG_MISMATCH, c->g->source, vec_at(&c->g->exprs, odd).span,
                              "a real was expected, this is %s", ir_type_text(c->g, t));
        diag_set_hint(c->sink, d, "`#real(..)` makes one of an integer");
        return false;
    }
    bool ok = need_int(c, x->a) != NULL;
    if (ir_operands(x->op) > 1)
        ok &= need_int(c, x->b) != NULL;
    return ok;
}

static bool check_times(checker *c, const ir_expr_data *x)
{
    ir_game *g = c->g;
    ir_type m = check_infer(c, x->a);
    bool ok = need_int(c, x->b) != NULL;
    ok &= need_int(c, x->c) != NULL;
    if (m == IR_NONE || !ok)
        return false;
    ir_type_data t = *ir_type_at(g, m);
    if (t.kind == IR_TYPE_ARROW && ir_type_at(g, ir_resolve(g, t.key))->kind == IR_TYPE_INT &&
        ir_type_at(g, ir_resolve(g, t.value))->kind == IR_TYPE_INT)
        return true;
    diag_report(c->sink, DIAG_NOT_ARROW, g->source, vec_at(&g->exprs, x->a).span,
                "a map from integers to integers was expected, this is %s", ir_type_text(g, m));
    return false;
}

/* The type of the keys. */
static ir_type check_first(checker *c, const ir_expr_data *x)
{
    ir_game *g = c->g;
    ir_type m = check_infer(c, x->a), value = check_infer(c, x->b);
    if (m == IR_NONE || value == IR_NONE)
        return IR_NONE;
    ir_type_data t = *ir_type_at(g, m);
    bool fits = t.kind == IR_TYPE_ARROW && ir_type_at(g, ir_resolve(g, t.key))->kind == IR_TYPE_SET;
    const ir_type_kind held = fits ? ir_type_at(g, ir_resolve(g, t.value))->kind : IR_TYPE_BOOL;
    if (held != IR_TYPE_SET && held != IR_TYPE_INT) {
        diag_report(c->sink, DIAG_NOT_ARROW, g->source, vec_at(&g->exprs, x->a).span,
                    "a map from symbols to symbols or integers was expected, this is %s", ir_type_text(g, m));
        return IR_NONE;
    }
    if (!ir_assignable(g, t.value, value)) {
        check_mismatch(c, vec_at(&g->exprs, x->b).span, "comparable to", t.value, value);
        return IR_NONE;
    }
    return ir_resolve(g, t.key);
}

static ir_type real_type(ir_game *g)
{
    for (uint32_t i = 0; i < g->types.count; i++)
        if (vec_at(&g->types, i).kind == IR_TYPE_REAL)
            return i;
    return irb_real_type(g, (src_span){0, 0});
}

/* Resolved type, or IR_NONE after a report. */
static ir_type infer_fresh(checker *c, ir_expr e)
{
    ir_game *g = c->g;
    ir_expr_data x = vec_at(&g->exprs, e);
    switch (x.op) {
    case IR_SYM: return check_literal_type(g, x.a);
    case IR_INT: return irb_int_type(g, (int32_t)x.a, (int32_t)x.a, x.span);
    case IR_REAL: return real_type(g);
    case IR_CONST: return ir_resolve(g, vec_at(&g->constants, x.a).type);
    case IR_VAR: return ir_resolve(g, vec_at(&g->variables, x.a).type);
    case IR_ANY_TRUTH: return c->bool_type;
    case IR_REACH: return c->bool_type;
    case IR_CAST: {
        ir_type from = check_infer(c, x.a), to = ir_resolve(g, x.type);
        if (from == IR_NONE || to == IR_NONE)
            return IR_NONE;
        if (!ir_assignable(g, to, from)) {
            check_mismatch(c, x.span, "assignable to", x.type, from);
            return IR_NONE;
        }
        return cast_type(g, to, from);
    }
    case IR_INDEX: {
        ir_type m = check_infer(c, x.a), key = check_infer(c, x.b);
        if (m == IR_NONE || key == IR_NONE)
            return IR_NONE;
        if (ir_type_at(g, m)->kind != IR_TYPE_ARROW) {
            diag_report(c->sink, DIAG_NOT_ARROW, g->source, vec_at(&g->exprs, x.a).span,
                        "only a map can be indexed, this is %s", ir_type_text(g, m));
            return IR_NONE;
        }
        if (!ir_assignable(g, ir_type_at(g, m)->key, key)) {
            check_mismatch(c, vec_at(&g->exprs, x.b).span, "assignable to", ir_type_at(g, m)->key, key);
            return IR_NONE;
        }
        return ir_resolve(g, ir_type_at(g, m)->value);
    }
    case IR_NEG:
    case IR_ANY_ARITHMETIC: {
        bool reals;
        if (!need_numbers(c, &x, &reals))
            return IR_NONE;
        if (reals)
            return real_type(g);
        const ir_type_data a = *ir_type_at(g, check_infer(c, x.a));
        return arithmetic_type(g, x.op, &a, x.op == IR_NEG ? NULL : ir_type_at(g, check_infer(c, x.b)), x.span);
    }
    case IR_TO_REAL: return need_int(c, x.a) ? real_type(g) : IR_NONE;
    case IR_EQ:
    case IR_NE: {
        ir_type a = check_infer(c, x.a), b = check_infer(c, x.b);
        if (a == IR_NONE || b == IR_NONE)
            return IR_NONE;
        if (!ir_assignable(g, a, b)) {
            check_mismatch(c, x.span, "comparable to", b, a);
            return IR_NONE;
        }
        return c->bool_type;
    }
    case IR_HASH: {
        bool ok = check_infer(c, x.a) != IR_NONE;
        ok &= need_int(c, x.b) != NULL;
        return ok ? irb_int_type(g, 1, INT32_MAX, x.span) : IR_NONE;
    }
    case IR_FIRST: return check_first(c, &x);
    case IR_TIMES: return check_times(c, &x) ? irb_int_type(g, 0, INT32_MAX, x.span) : IR_NONE;
    case IR_ANY_ORDER: {
        bool reals;
        return need_numbers(c, &x, &reals) ? c->bool_type : IR_NONE;
    }
    case IR_NOT: return check_is_condition(c, x.a) ? c->bool_type : IR_NONE;
    case IR_AND:
    case IR_OR: {
        bool ok = check_is_condition(c, x.a);
        ok &= check_is_condition(c, x.b);
        return ok ? c->bool_type : IR_NONE;
    }
    case IR_IF: {
        bool ok = check_is_condition(c, x.a);
        ir_type a = check_infer(c, x.b), b = check_infer(c, x.c);
        if (!ok || a == IR_NONE || b == IR_NONE)
            return IR_NONE;
        if (ir_type_at(g, a)->kind != IR_TYPE_ARROW && ir_type_same(g, a, b))
            return a;
        const ir_type_data p = *ir_type_at(g, a), q = *ir_type_at(g, b);
        if (p.kind == IR_TYPE_INT && q.kind == IR_TYPE_INT)
            return irb_int_type(g, p.low < q.low ? p.low : q.low, p.high > q.high ? p.high : q.high, x.span);
        if (p.kind == IR_TYPE_SET && q.kind == IR_TYPE_SET) {
            ir_sym *both = ARENA_ARRAY(g->arena, ir_sym, p.count + q.count);
            uint32_t n = 0;
            for (uint32_t i = 0; i < p.count; i++)
                both[n++] = ir_symbol_at(&p, i);
            for (uint32_t i = 0; i < q.count; i++)
                if (!set_has(&p, ir_symbol_at(&q, i)))
                    both[n++] = ir_symbol_at(&q, i);
            return irb_set_type(g, both, n, x.span);
        }
        check_mismatch(c, x.span, "comparable to", b, a);
        return IR_NONE;
    }
    case IR_OP_COUNT: break;
    }
    return IR_NONE;
}

ir_type check_infer(checker *c, ir_expr e)
{
    ir_expr_data *x = &vec_at(&c->g->exprs, e);
    if (x->op != IR_CAST && x->type != IR_NONE)
        return x->type;
    if (c->too_deep)
        return IR_NONE;
    if (c->depth == c->max_depth) {
        diag_report(c->sink, DIAG_NESTING, c->g->source, x->span, "an expression is nested more than %u levels deep",
                    c->max_depth);
        c->too_deep = true;
        return IR_NONE;
    }
    c->depth++;
    ir_type t = infer_fresh(c, e);
    c->depth--;
    if (vec_at(&c->g->exprs, e).op != IR_CAST)
        vec_at(&c->g->exprs, e).type = t;
    return t;
}

ir_type check_bool_type(ir_game *g)
{
    for (uint32_t i = 0; i < g->types.count; i++)
        if (vec_at(&g->types, i).kind == IR_TYPE_BOOL)
            return i;
    vec_push(g->arena, &g->types, ((ir_type_data){.kind = IR_TYPE_BOOL}));
    return g->types.count - 1;
}

ir_type ir_expr_type(ir_game *g, ir_expr e)
{
    const ir_expr_data *x = &vec_at(&g->exprs, e);
    if (x->op == IR_CAST) {
        ir_type to = ir_resolve(g, x->type);
        return ir_type_at(g, to)->kind == IR_TYPE_INT ? cast_type(g, to, ir_expr_type(g, x->a)) : to;
    }
    if (x->type != IR_NONE)
        return x->type;
    diag_sink ignored;
    diag_sink_init(&ignored, g->arena);
    checker c = {.g = g, .sink = &ignored, .bool_type = check_bool_type(g), .max_depth = UINT32_MAX};
    map_init(&c.members, g->arena);
    return check_infer(&c, e);
}
