/* Formulas as conditions and paths. */
#include "lang/toss/lower.h"

#include <string.h>

enum { DEGREE_MAX = 8, CONJUNCTS_MAX = 1000 };

void toss_refuse(toss_lowering *x, src_span at, const char *what, const char *hint)
{
    if (!x->failed) {
        diag *d = rs_error(x->f, DIAG_TOSS_UNSUPPORTED, at, "%s", what);
        if (hint)
            diag_set_hint(x->f->sink, d, "%s", hint);
    }
    x->failed = true;
}

const toss_fluent *toss_find_fluent(const toss_lowering *x, name_id name)
{
    const uint32_t *known = map_get(&x->fluent_by_name, name);
    return known ? &vec_at(&x->fluents, *known) : NULL;
}

ir_var toss_take_variable(toss_lowering *x)
{
    if (x->used == x->pool.count) {
        const char *name = arena_printf(x->arena, "e_%u", x->pool.count);
        vec_push(x->arena, &x->pool, kit_sym_variable(x->k, name, x->element_or_none, x->nowhere));
    }
    x->most = x->used + 1 > x->most ? x->used + 1 : x->most;
    return x->pool.data[x->used++];
}

/* ---- parts ---- */

/* RG knows == and != and reachabilities as conditions, and nothing that is made of them: all else
 * is paths. */
static ir_expr equals(toss_lowering *x, ir_expr a, ir_expr b, bool negated) { return kit_equal(x->k, !negated, a, b); }
static ir_expr is_one(toss_lowering *x, ir_expr e, bool negated)
{
    return equals(x, e, kit_symbol(x->k, x->one), negated);
}
static ir_expr constant(toss_lowering *x, bool holds)
{
    return equals(x, kit_symbol(x->k, x->one), kit_symbol(x->k, x->one), !holds);
}

static uint32_t unbound(const toss_conjunct *c, uint32_t *slots)
{
    uint32_t all[RS_SLOTS_MAX], count = toss_free_slots(c->node, all), n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (c->env->of[all[i]] == IR_NONE)
            slots[n++] = all[i];
    return n;
}

static ir_expr table_condition(toss_lowering *x, toss_static *t, const toss_env *env, bool negated)
{
    ir_expr e = kit_const(x->k, toss_table_constant(x, t->holds, t->count));
    for (uint32_t i = 0; i < t->count; i++)
        e = kit_index(x->k, e, kit_var(x->k, env->of[t->slots[i]]));
    return is_one(x, e, negated);
}

/* ---- conditions ---- */

ir_expr toss_fluent_cell(toss_lowering *x, const toss_fluent *fl, const ir_var *at_vars)
{
    ir_expr e = kit_var(x->k, fl->piece ? x->board : fl->variable);
    for (uint32_t i = 0; i < fl->arity; i++)
        e = kit_index(x->k, e, kit_var(x->k, at_vars[i]));
    return e;
}

toss_env *toss_new_env(toss_lowering *x, uint32_t slots)
{
    toss_env *env = ARENA_NEW(x->scratch, toss_env);
    for (int i = 0; i < RS_SLOTS_MAX; i++)
        env->of[i] = env->wanted[i] = IR_NONE;
    env->next = slots;
    return env;
}

/* The tuples that begin with the first `at` of `tuple`, as nested maps. */
static ir_value wide_value(toss_lowering *x, const rs_relation *r, uint32_t *tuple, uint32_t at)
{
    if (at == r->arity)
        return kit_value(x->k, rs_holds(x->s, r, tuple) ? x->one : x->zero);
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    for (uint32_t e = 0; e <= x->count; e++) {
        tuple[at] = e < x->count ? e : RS_NONE; /* of which nothing holds */
        entries[e] = kit_pair(x->k, e < x->count ? kit_value(x->k, toss_element(x, e)) : IR_NONE,
                              wide_value(x, r, tuple, at + 1));
    }
    return kit_entries(x->k, entries, x->count + 1);
}

/* Of a relation of more than two arguments that nothing changes. */
static ir_expr wide_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    const rs_relation *r = rs_find_relation(x->s, n->name);
    uint32_t tuple[RS_ARITY_MAX];
    double cells = 1;
    for (uint32_t i = 0; r && i < r->arity; i++)
        cells *= x->count + 1;
    if (!r)
        return constant(x, negated);
    if (cells > 4 * TOSS_TABLE_MAX) {
        toss_refuse(x, n->span, "this relation has too many arguments for a structure of this size",
                    "relations of two arguments can be joined");
        return constant(x, false);
    }
    uint64_t key = hash_mix(n->name) ^ 3;
    ir_const table = kit_known_constant(x->k, key);
    ir_type type = kit_type_named(x->k, x->bool_type);
    for (uint32_t i = 0; i < r->arity; i++)
        type = toss_element_map(x, type);
    if (table == IR_NONE)
        table = kit_constant(x->k, "among", key, type, wide_value(x, r, tuple, 0));
    ir_expr e = kit_const(x->k, table);
    for (uint32_t i = 0; i < r->arity; i++)
        e = kit_index(x->k, e, kit_var(x->k, env->of[n->slots[i]]));
    return is_one(x, e, negated);
}

static ir_expr reached(toss_lowering *x, ir_node from, ir_node to, bool negated)
{
    ir_expr e = kit_reach(x->k, from, to);
    return negated ? kit_negation(x->k, e) : e;
}

toss_env *toss_copy_env(toss_lowering *x, const toss_env *env)
{
    toss_env *copy = ARENA_NEW(x->scratch, toss_env);
    *copy = *env;
    return copy;
}

/* Some assignment to the variables of the quantifier satisfies its formula, or the negation of it.
 */
static ir_expr some_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool inside, bool negated)
{
    toss_conjuncts all = {0};
    toss_env *inner = toss_copy_env(x, env);
    for (uint32_t i = 0; i < n->count; i++)
        inner->of[n->slots[i]] = IR_NONE;
    toss_add_conjunct(x, &all, rs_kid(n, 0), inner, inside);
    uint32_t used = x->used;
    ir_node from = kit_node(x->k), to = kit_node(x->k);
    toss_follow(x, &all, from, to);
    x->used = used;
    return reached(x, from, to, negated);
}

rs_node *toss_same(toss_lowering *x, uint32_t a, uint32_t b, src_span at)
{
    rs_node *n = ARENA_NEW(x->scratch, rs_node);
    *n = (rs_node){.op = RS_SAME, .count = 2, .bound = RS_NONE, .span = at};
    n->slots = ARENA_ARRAY(x->scratch, uint32_t, 2);
    n->slots[0] = a;
    n->slots[1] = b;
    return n;
}

/* Of a formula without variables that nothing changes. */
static bool is_decided(toss_lowering *x, const rs_node *n)
{
    rs_logic l;
    uint32_t frame[RS_SLOTS_MAX] = {0};
    rs_logic_init(&l, x->f, x->s, x->scratch, x->max_steps);
    bool holds = rs_true(&l, n, frame);
    if (l.problem && !x->failed) {
        rs_logic_report(&l);
        x->failed = true;
    }
    return holds;
}

static ir_expr atom_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    const toss_fluent *fl = toss_find_fluent(x, n->name);
    ir_var vars[RS_ARITY_MAX];
    for (uint32_t i = 0; i < n->count && i < RS_ARITY_MAX; i++)
        vars[i] = env->of[n->slots[i]];
    if (!fl)
        return wide_condition(x, n, env, negated);
    ir_expr cell = toss_fluent_cell(x, fl, vars);
    return fl->piece ? equals(x, cell, kit_symbol(x->k, fl->symbol), negated) : is_one(x, cell, negated);
}

/* The body that the atom of a definition or of a `let` stands for, in its environment; NULL: it is
 * none. */
static const rs_node *body_of(toss_lowering *x, const rs_node *n, const toss_env *env, toss_env **inner)
{
    if (n->op != RS_ATOM || (!n->definition && (!n->local || n->local->op != RS_LET)))
        return NULL;
    *inner = n->definition ? toss_new_env(x, n->definition->slots) : toss_copy_env(x, env);
    for (uint32_t i = 0; i < n->count; i++)
        (*inner)->of[n->definition ? i : n->local->slots[i]] = env->of[n->slots[i]];
    return n->definition ? n->definition->body : rs_kid(n->local, 0);
}

static void lower_check(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated, ir_node from,
                        ir_node to);

/* ---- definitions that are shared ---- */

enum { SHARED_MIN = 24 };

/* Nodes of the formula with all definitions opened, counted to the limit. */
static uint32_t size_of(const rs_node *n, uint32_t limit)
{
    uint32_t size = 1;
    if (n->definition)
        size += size_of(n->definition->body, limit);
    for (uint32_t i = 0; i < n->kid_count && size < limit; i++)
        size += size_of(rs_kid(n, i), limit - size);
    return size;
}

static bool is_shared(const rs_node *n)
{
    return n->op == RS_ATOM && n->definition && size_of(n->definition->body, SHARED_MIN) >= SHARED_MIN;
}

/* What a search does to variables is undone behind it, so that all can use those of the pool. */
static const toss_shared *shared_search(toss_lowering *x, const rs_definition *d)
{
    uint64_t key = (uint64_t)(uintptr_t)d;
    const uint32_t *known = map_get(&x->shared_by_definition, key);
    if (known)
        return &vec_at(&x->shared, *known);
    toss_env *env = toss_new_env(x, d->slots);
    toss_shared s = {d, kit_node(x->k), kit_node(x->k), ARENA_ARRAY(x->scratch, ir_var, d->count + 1)};
    ir_type type = kit_type_named(x->k, x->element_or_none);
    for (uint32_t i = 0; i < d->count; i++) {
        const char *hint = arena_printf(x->arena, "%s_of", rs_text(x->f, d->name));
        env->of[i] = s.parameters[i] = toss_declare_variable(x, hint, type, kit_value(x->k, x->nowhere));
    }
    uint32_t index = x->shared.count, used = x->used;
    vec_push(x->scratch, &x->shared, s);
    map_put(&x->shared_by_definition, key, index);
    x->used = 0;
    lower_check(x, d->body, env, false, s.from, s.to);
    x->used = used;
    return &vec_at(&x->shared, index);
}

static ir_expr shared_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    const toss_shared *s = shared_search(x, n->definition);
    ir_node from = s->from, to = s->to, start = n->count ? kit_node(x->k) : from, at = start;
    ir_var *parameters = s->parameters;
    for (uint32_t i = 0; i < n->count; i++) {
        ir_node next = i + 1 == n->count ? from : kit_node(x->k);
        kit_link_assign(x->k, at, next, kit_var(x->k, parameters[i]), kit_var(x->k, env->of[n->slots[i]]));
        at = next;
    }
    return reached(x, start, to, negated);
}

/* Of several formulas one after the other, or one of them. */
static void lower_pair(toss_lowering *x, const rs_node *n, const toss_env *env, bool first, bool second, bool both,
                       ir_node from, ir_node to)
{
    ir_node middle = both ? kit_node(x->k) : to;
    lower_check(x, rs_kid(n, 0), env, first, from, middle);
    lower_check(x, rs_kid(n, 1), env, second, both ? middle : from, to);
}

/* Edges that can be passed when the formula, whose variables are bound, holds, or does not. */
static void lower_check(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated, ir_node from, ir_node to)
{
    toss_env *inner;
    const rs_node *body = toss_table_of(x, n) || is_shared(n) ? NULL : body_of(x, n, env, &inner);
    if (x->failed)
        return;
    if (body) {
        lower_check(x, body, inner, negated, from, to);
        return;
    }
    switch (toss_table_of(x, n) ? RS_ATOM : n->op) {
    case RS_NOT: lower_check(x, rs_kid(n, 0), env, !negated, from, to); return;
    case RS_AND: lower_pair(x, n, env, negated, negated, !negated, from, to); return;
    case RS_OR: lower_pair(x, n, env, negated, negated, negated, from, to); return;
    case RS_IMPLIES: lower_pair(x, n, env, !negated, negated, negated, from, to); return;
    case RS_XOR:
    case RS_IFF: {
        bool differ = (n->op == RS_XOR) != negated;
        lower_pair(x, n, env, false, differ, true, from, to);
        lower_pair(x, n, env, true, !differ, true, from, to);
        return;
    }
    case RS_LET: lower_check(x, rs_kid(n, 1), env, negated, from, to); return;
    default: kit_link_check(x->k, from, to, toss_condition(x, n, env, negated));
    }
}

ir_expr toss_condition(toss_lowering *x, const rs_node *n, const toss_env *env, bool negated)
{
    uint32_t slots[RS_SLOTS_MAX];
    x->k->at = n->span;
    toss_static *t = x->failed ? NULL : toss_table_of(x, n);
    if (x->failed)
        return constant(x, false);
    if (t)
        return table_condition(x, t, env, negated);
    if (n->op == RS_TRUE || n->op == RS_FALSE)
        return constant(x, (n->op == RS_TRUE) != negated);
    if (toss_free_slots(n, slots) == 0 && toss_is_static(x, n))
        return constant(x, is_decided(x, n) != negated);
    if (is_shared(n))
        return shared_condition(x, n, env, negated);
    switch (n->op) {
    case RS_SAME: return equals(x, kit_var(x->k, env->of[n->slots[0]]), kit_var(x->k, env->of[n->slots[1]]), negated);
    case RS_EX: return some_condition(x, n, env, false, negated);
    case RS_ALL: return some_condition(x, n, env, true, !negated);
    case RS_TC: return toss_closure_condition(x, n, env, negated);
    case RS_NOT: return toss_condition(x, rs_kid(n, 0), env, !negated);
    case RS_ATOM:
        if (!n->definition && !n->local)
            return atom_condition(x, n, env, negated);
        break;
    default: break;
    }
    bool composed = n->op == RS_ATOM ? n->definition || (n->local && n->local->op == RS_LET)
                                     : n->op == RS_LET || (n->op >= RS_AND && n->op <= RS_IFF);
    ir_expr special = n->op == RS_COMPARE                         ? toss_count_condition(x, n, env, negated)
                      : n->op == RS_LFP || n->op == RS_GFP        ? toss_fixed_condition(x, n, env, negated)
                      : n->op == RS_ATOM && n->local && !composed ? toss_local_condition(x, n, env, negated)
                                                                  : IR_NONE;
    if (special == IR_NONE && n->op == RS_COMPARE && !x->failed)
        special = toss_real_condition(x, n, env, negated);
    if (special != IR_NONE || x->failed)
        return special != IR_NONE ? special : constant(x, false);
    if (!composed) {
        bool fixed = n->op == RS_LFP || n->op == RS_GFP || n->op == RS_ATOM;
        toss_refuse(x, n->span,
                    fixed ? "the relation of this fixed point has too many arguments for a structure of this size"
                          : "these numbers depend on what rules change, and are neither short sums of integers nor "
                            "made by `+`, `-`, `*` and fixed divisors of elements that stay",
                    fixed ? NULL : "quantifiers can count to small numbers");
        return constant(x, false);
    }
    ir_node from = kit_node(x->k), to = kit_node(x->k);
    lower_check(x, n, env, false, from, to);
    return reached(x, from, to, negated);
}

/* ---- paths ---- */

void toss_add_conjunct(toss_lowering *x, toss_conjuncts *all, const rs_node *n, toss_env *env, bool negated)
{
    bool both = negated ? n->op == RS_OR || n->op == RS_IMPLIES : n->op == RS_AND;
    if (n->op == RS_NOT) {
        toss_add_conjunct(x, all, rs_kid(n, 0), env, !negated);
    } else if (both) {
        toss_add_conjunct(x, all, rs_kid(n, 0), env, negated && n->op != RS_IMPLIES);
        toss_add_conjunct(x, all, rs_kid(n, 1), env, negated);
    } else { /* a `let` too: its atoms need the variables of what it defines, which do not stand in
                them */
        toss_conjunct c = {n, env, negated};
        if (all->count == CONJUNCTS_MAX)
            toss_refuse(x, n->span, "more than 1000 conditions in one search",
                        "definitions with `or` keep them together");
        else
            vec_push(x->scratch, all, c);
    }
}

static toss_conjuncts without(toss_lowering *x, const toss_conjuncts *all, uint32_t index)
{
    toss_conjuncts rest = {0};
    for (uint32_t i = 0; i < all->count; i++)
        if (i != index)
            vec_push(x->scratch, &rest, vec_at(all, i));
    return rest;
}

/* Each branch binds variables in environments of its own. */
static toss_conjuncts copied(toss_lowering *x, const toss_conjuncts *all)
{
    toss_conjuncts copy = {0};
    for (uint32_t i = 0; i < all->count; i++) {
        toss_conjunct c = vec_at(all, i);
        for (uint32_t k = 0; k < i; k++)
            if (vec_at(all, k).env == vec_at(all, i).env)
                c.env = vec_at(&copy, k).env;
        if (c.env == vec_at(all, i).env) {
            c.env = ARENA_NEW(x->scratch, toss_env);
            *c.env = *all->data[i].env;
        }
        vec_push(x->scratch, &copy, c);
    }
    return copy;
}

typedef enum binding_way {
    CHECKED,  /* all its variables are bound */
    STEPPED,  /* a partner of a bound element */
    WALKED,   /* `tc`: the elements on the paths from a bound one */
    OPENED,   /* its parts are conjuncts themselves */
    BRANCHED, /* one of several conjuncts */
    GATHERED, /* elements of a unary relation */
    SELECTED, /* a table of two, both open: the first is chosen */
    LATER
} binding_way;

static bool has_bound(const toss_conjunct *c)
{
    uint32_t all[RS_SLOTS_MAX], open[RS_SLOTS_MAX];
    return toss_free_slots(c->node, all) > unbound(c, open);
}

static binding_way way_of(toss_lowering *x, const toss_conjunct *c)
{
    uint32_t open[RS_SLOTS_MAX], count = unbound(c, open);
    const rs_node *n = c->node;
    if (count == 0)
        return CHECKED;
    if (c->negated)
        return n->op == RS_AND || n->op == RS_ALL ? (n->op == RS_ALL ? OPENED : BRANCHED) : LATER;
    toss_static *t = toss_table_of(x, n);
    if (t && t->count == 1)
        return GATHERED;
    if (t && count == 1) {
        bool back = c->env->of[t->slots[0]] == IR_NONE;
        return t->degree[back] <= DEGREE_MAX ? STEPPED : SELECTED;
    }
    if (t)
        return SELECTED;
    if (n->op == RS_SAME)
        return count == 1 && n->slots[0] != n->slots[1] ? STEPPED : LATER;
    if (n->op == RS_TC && count == 1 && n->bound == RS_NONE && (open[0] == n->slots[0]) != (open[0] == n->slots[1]))
        return WALKED;
    if (n->op == RS_EX || (n->op == RS_ATOM && n->definition))
        return OPENED;
    if (n->op == RS_OR)
        return BRANCHED;
    if (n->op == RS_ATOM && n->count == 1 && !n->local)
        return GATHERED;
    return LATER;
}

/* Less is better. */
static uint32_t cost_of(toss_lowering *x, const toss_conjunct *c)
{
    bool anchored = has_bound(c);
    switch (way_of(x, c)) {
    case CHECKED: return toss_is_static(x, c->node) ? 0 : 1;
    case STEPPED: {
        toss_static *t = toss_table_of(x, c->node);
        return t ? 1 + t->degree[c->env->of[t->slots[0]] == IR_NONE] : 1;
    }
    case WALKED: return 10;
    case OPENED: return anchored ? 12 : 50;
    case BRANCHED: return anchored ? 13 : 60;
    case GATHERED: return toss_find_fluent(x, c->node->name) ? 20 : 25;
    case SELECTED: return anchored ? 30 : 40;
    case LATER: break;
    }
    return 1000;
}

static ir_var variable_for(toss_lowering *x, const toss_env *env, uint32_t slot)
{
    return env->wanted[slot] != IR_NONE ? env->wanted[slot] : toss_take_variable(x);
}

static void choose(toss_lowering *x, ir_var v, ir_node from, ir_node to)
{
    kit_link_choose(x->k, from, to, kit_var(x->k, v), kit_type_named(x->k, x->element_type), IR_NONE);
}

static void follow_step(toss_lowering *x, toss_conjuncts *all, uint32_t index, ir_node from, ir_node to)
{
    toss_conjunct c = vec_at(all, index);
    toss_static *t = toss_table_of(x, c.node);
    toss_conjuncts rest = without(x, all, index);
    if (!t) { /* SAME */
        uint32_t open = c.env->of[c.node->slots[0]] == IR_NONE ? 0 : 1;
        ir_var v = variable_for(x, c.env, c.node->slots[open]);
        ir_node behind = kit_node(x->k);
        kit_link_assign(x->k, from, behind, kit_var(x->k, v), kit_var(x->k, c.env->of[c.node->slots[1 - open]]));
        c.env->of[c.node->slots[open]] = v;
        toss_follow(x, &rest, behind, to);
        return;
    }
    bool back = c.env->of[t->slots[0]] == IR_NONE;
    ir_var v = variable_for(x, c.env, t->slots[!back]);
    ir_node behind = kit_node(x->k);
    for (uint32_t k = 0; k < t->degree[back]; k++) {
        ir_node stepped = kit_node(x->k);
        ir_expr table = kit_const(x->k, toss_step_constant(x, t, k, back));
        kit_link_assign(x->k, from, stepped, kit_var(x->k, v),
                        kit_index(x->k, table, kit_var(x->k, c.env->of[t->slots[back]])));
        kit_link_check(x->k, stepped, behind, kit_equal(x->k, false, kit_var(x->k, v), kit_symbol(x->k, x->nowhere)));
    }
    c.env->of[t->slots[!back]] = v;
    toss_follow(x, &rest, behind, to);
}

/* The variable goes along the paths and may stop at every element. */
static void follow_walk(toss_lowering *x, toss_conjuncts *all, uint32_t index, ir_node from, ir_node to)
{
    toss_conjunct c = vec_at(all, index);
    uint32_t end = c.env->of[c.node->slots[0]] == IR_NONE ? 0 : 1;
    ir_var v = variable_for(x, c.env, c.node->slots[end]), next = toss_take_variable(x);
    ir_node loop = kit_node(x->k), stepped = kit_node(x->k), behind = kit_node(x->k);
    kit_link_assign(x->k, from, loop, kit_var(x->k, v), kit_var(x->k, c.env->of[c.node->slots[1 - end]]));
    kit_link_assign(x->k, loop, behind, kit_var(x->k, next), kit_symbol(x->k, x->nowhere));
    toss_env *inner = toss_copy_env(x, c.env);
    inner->of[c.node->slots[1 - end]] = v;
    inner->of[c.node->slots[end]] = IR_NONE;
    inner->wanted[c.node->slots[end]] = next;
    toss_conjuncts step = {0}, rest = without(x, all, index);
    toss_add_conjunct(x, &step, rs_kid(c.node, 0), inner, false);
    toss_add_conjunct(x, &step, toss_same(x, c.node->slots[end], c.node->slots[end], x->k->at), inner,
                      false); /* f may say nothing of it */
    uint32_t used = x->used;
    toss_follow(x, &step, loop, stepped);
    x->used = used;
    kit_link_assign(x->k, stepped, loop, kit_var(x->k, v), kit_var(x->k, next));
    c.env->of[c.node->slots[end]] = v;
    toss_follow(x, &rest, behind, to);
}

static void follow_opened(toss_lowering *x, toss_conjuncts *all, uint32_t index, ir_node from, ir_node to)
{
    toss_conjunct c = vec_at(all, index);
    toss_conjuncts rest = without(x, all, index);
    if (c.node->op == RS_EX || c.node->op == RS_ALL) {
        for (uint32_t i = 0; i < c.node->count; i++)
            c.env->of[c.node->slots[i]] = IR_NONE;
        toss_add_conjunct(x, &rest, rs_kid(c.node, 0), c.env, c.node->op == RS_ALL);
    } else {
        const rs_node *body = toss_inline(x, c.node, c.env);
        toss_add_conjunct(x, &rest, body, c.env, false);
    }
    toss_follow(x, &rest, from, to);
}

static void follow_branches(toss_lowering *x, toss_conjuncts *all, uint32_t index, ir_node from, ir_node to)
{
    toss_conjunct c = vec_at(all, index);
    uint32_t used = x->used;
    for (int k = 0; k < 2; k++) {
        toss_conjuncts branch = copied(x, all);
        toss_env *env = vec_at(&branch, index).env;
        branch = without(x, &branch, index);
        toss_add_conjunct(x, &branch, rs_kid(c.node, k), env, c.negated);
        toss_follow(x, &branch, from, to);
        x->used = used;
    }
}

/* An open variable takes every value; what is known of it is checked then. */
static void follow_choice(toss_lowering *x, toss_conjuncts *all, uint32_t index, ir_node from, ir_node to)
{
    toss_conjunct c = vec_at(all, index);
    uint32_t open[RS_SLOTS_MAX];
    unbound(&c, open);
    ir_var v = variable_for(x, c.env, open[0]);
    ir_node behind = kit_node(x->k);
    choose(x, v, from, behind);
    c.env->of[open[0]] = v;
    toss_follow(x, all, behind, to);
}

void toss_follow(toss_lowering *x, toss_conjuncts *all, ir_node from, ir_node to)
{
    if (x->failed)
        return;
    uint32_t best = RS_NONE, best_cost = UINT32_MAX;
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t cost = cost_of(x, &vec_at(all, i));
        if (cost < best_cost) {
            best = i;
            best_cost = cost;
        }
    }
    if (best == RS_NONE) {
        kit_link(x->k, from, to);
        return;
    }
    const toss_conjunct *c = &vec_at(all, best);
    switch (way_of(x, c)) {
    case CHECKED: {
        toss_conjuncts rest = without(x, all, best);
        if (c->node->op == RS_SAME && c->node->slots[0] == c->node->slots[1] && !c->negated) {
            toss_follow(x, &rest, from, to);
            return;
        }
        ir_node behind = rest.count ? kit_node(x->k) : to;
        kit_link_check(x->k, from, behind, toss_condition(x, c->node, c->env, c->negated));
        if (rest.count)
            toss_follow(x, &rest, behind, to);
        return;
    }
    case STEPPED: follow_step(x, all, best, from, to); return;
    case WALKED: follow_walk(x, all, best, from, to); return;
    case OPENED: follow_opened(x, all, best, from, to); return;
    case BRANCHED: follow_branches(x, all, best, from, to); return;
    case GATHERED:
    case SELECTED:
    case LATER: follow_choice(x, all, best, from, to); return;
    }
}
