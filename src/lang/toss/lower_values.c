/* Functions whose values rules change. A function becomes a map to the integers that it can have:
 * found from the values at first and from what rules put there, within what `pre` says of the same
 * value (`:n(x) < 5`). */
#include "lang/toss/lower.h"

#include "base/text.h"

#include <math.h>

enum { WIDEST = 511, ROUNDS = 16 };

const toss_valued *toss_find_function(const toss_lowering *x, name_id name)
{
    for (uint32_t i = 0; i < x->valued.count; i++)
        if (vec_at(&x->valued, i).name == name)
            return &vec_at(&x->valued, i);
    return NULL;
}

/* ---- which functions ---- */

static bool names(const rs_node *n, name_id function)
{
    bool found = n->op == RS_VALUE && n->name == function;
    for (uint32_t i = 0; i < n->kid_count && !found; i++)
        found = names(rs_kid(n, i), function);
    return found;
}

/* Some formula or payoff speaks of it, or an update of another function that one speaks of. */
static bool is_read(const toss_lowering *x, name_id function, uint32_t depth)
{
    const rs_game *f = x->f;
    for (uint32_t i = 0; i < f->definitions.count; i++)
        if (names(vec_at(&f->definitions, i)->body, function))
            return true;
    for (uint32_t i = 0; i < f->rules.count; i++) {
        const rs_rule *r = &vec_at(&f->rules, i);
        if ((r->has_pre && names(r->pre.root, function)) || (r->has_post && names(r->post.root, function)))
            return true;
        for (uint32_t k = 0; k < r->updates.count; k++)
            if (vec_at(&r->updates, k).function != function && names(vec_at(&r->updates, k).value.root, function) &&
                (depth == 0 || is_read(x, vec_at(&r->updates, k).function, depth - 1)))
                return true;
    }
    for (uint32_t i = 0; i < f->locations.count; i++)
        for (uint32_t k = 0; k < vec_at(&f->locations, i).seats.count; k++)
            if (vec_at(&vec_at(&f->locations, i).seats, k).has_payoff &&
                names(vec_at(&vec_at(&f->locations, i).seats, k).payoff.root, function))
                return true;
    return false;
}

static void add(toss_lowering *x, name_id name)
{
    if (!toss_find_function(x, name))
        vec_push(x->scratch, &x->valued, ((toss_valued){.name = name, .variable = IR_NONE}));
}

static bool is_position(const toss_lowering *x, name_id name)
{
    static const char *const positions[] = {"x", "y", "vx", "vy"};
    return TEXT_AMONG(rs_text(x->f, name), positions);
}

/* What the rule gives an element that it makes; false: nothing. */
static bool given_value(const toss_lowering *x, const rs_rule *r, const rs_function *fn, uint32_t right)
{
    return right < fn->given.count && vec_at(&fn->given, right) && r->replaced[right] == RS_NONE &&
           !is_position(x, fn->name);
}

static void add_changed(toss_lowering *x)
{
    for (uint32_t i = 0; i < x->f->rules.count; i++) {
        const rs_rule *r = &vec_at(&x->f->rules, i);
        for (uint32_t k = 0; k < r->updates.count; k++)
            add(x, vec_at(&r->updates, k).function);
        for (uint32_t k = 0; k < r->right.functions.count; k++)
            for (uint32_t e = 0; e < r->right.elements.count; e++)
                if (given_value(x, r, &vec_at(&r->right.functions, k), e))
                    add(x, vec_at(&r->right.functions, k).name);
    }
    for (uint32_t i = 0; i < x->s->functions.count; i++)
        if ((x->copies || (x->makes && x->deletes)) && is_read(x, vec_at(&x->s->functions, i).name, 8))
            add(x, vec_at(&x->s->functions, i).name);
}

/* ---- between what ---- */

typedef struct hull {
    double low, high;
    bool fine;
} hull;

static void include(hull *h, double low, double high)
{
    h->low = fmin(h->low, low);
    h->high = fmax(h->high, high);
}

static void include_value(hull *h, double value)
{
    h->fine &= isfinite(value) && fabs(floor(value) - value) <= 0;
    include(h, value, value);
}

static void add_bound(toss_lowering *x, const rs_node *value, rs_sign sign, double number)
{
    toss_bound b = {value->name, value->slots[0], -INFINITY, INFINITY};
    if (sign == RS_EQ || sign == RS_GE || sign == RS_GT)
        b.low = number + (sign == RS_GT);
    if (sign == RS_EQ || sign == RS_LE || sign == RS_LT)
        b.high = number - (sign == RS_LT);
    vec_push(x->scratch, &x->bounds, b);
}

static void find_bounds(toss_lowering *x, const rs_node *n)
{
    static const rs_sign turned[] = {
        [RS_EQ] = RS_EQ, [RS_NE] = RS_NE, [RS_LT] = RS_GT, [RS_LE] = RS_GE, [RS_GT] = RS_LT, [RS_GE] = RS_LE};
    double number;
    if (n->op == RS_AND) {
        find_bounds(x, rs_kid(n, 0));
        find_bounds(x, rs_kid(n, 1));
    } else if (n->op == RS_COMPARE && rs_kid(n, 0)->op == RS_VALUE && toss_fixed_number(x, rs_kid(n, 1), &number)) {
        add_bound(x, rs_kid(n, 0), n->sign, number);
    } else if (n->op == RS_COMPARE && rs_kid(n, 1)->op == RS_VALUE && toss_fixed_number(x, rs_kid(n, 0), &number)) {
        add_bound(x, rs_kid(n, 1), turned[n->sign], number);
    }
}

static void bound_by(toss_lowering *x, const rs_rule *r)
{
    x->bounds.count = 0;
    if (r->has_pre)
        find_bounds(x, r->pre.root);
}

/* All values that the function has or gets, if all functions have such as they are said to have
 * now. */
static hull hull_of(toss_lowering *x, name_id function)
{
    hull h = {0, 0, true};
    for (uint32_t e = 0; e < x->count; e++)
        include_value(&h, rs_value(x->s, function, e));
    for (uint32_t i = 0; i < x->f->rules.count; i++) {
        const rs_rule *r = &vec_at(&x->f->rules, i);
        for (uint32_t k = 0; k < r->right.functions.count; k++)
            for (uint32_t e = 0; e < r->right.elements.count && vec_at(&r->right.functions, k).name == function; e++)
                if (given_value(x, r, &vec_at(&r->right.functions, k), e))
                    include_value(&h, vec_at(&vec_at(&r->right.functions, k).values, e));
        bound_by(x, r);
        for (uint32_t k = 0; k < r->updates.count && h.fine; k++) {
            double low, high;
            if (vec_at(&r->updates, k).function != function)
                continue;
            h.fine = toss_measure(x, vec_at(&r->updates, k).value.root, &low, &high);
            if (h.fine)
                include(&h, low, high);
        }
        x->bounds.count = 0;
    }
    return h;
}

static void drop(toss_lowering *x, uint32_t index)
{
    for (uint32_t i = index; i + 1 < x->valued.count; i++)
        vec_at(&x->valued, i) = vec_at(&x->valued, i + 1);
    x->valued.count--;
}

/* One round over all functions: each gets what follows from what all have now. `grows`: and what it
 * had before. */
static bool go_round(toss_lowering *x, bool grows, bool *changed, uint32_t *bad)
{
    *changed = false;
    for (uint32_t i = 0; i < x->valued.count; i++) {
        toss_valued *v = &vec_at(&x->valued, i);
        if (v->real)
            continue;
        hull h = hull_of(x, v->name);
        if (grows)
            include(&h, v->low, v->high);
        *bad = i;
        if (!h.fine || h.low < -WIDEST || h.high > WIDEST)
            return false;
        h.low = grows ? h.low : fmax(h.low, v->low);
        h.high = grows ? h.high : fmin(h.high, v->high);
        *changed |= h.low < v->low || h.high > v->high || h.low > v->low || h.high < v->high;
        v->low = h.low;
        v->high = h.high;
    }
    return true;
}

/* From the values at first upwards. What does not come to an end soon may reach as far as it can,
 * and goes back to what follows from that. False: a function has too many values. */
static bool find_ranges(toss_lowering *x, uint32_t *bad)
{
    bool changed = true;
    for (uint32_t i = 0; i < x->valued.count; i++)
        vec_at(&x->valued, i).low = vec_at(&x->valued, i).high = 0;
    for (int round = 0; round < ROUNDS && changed; round++)
        if (!go_round(x, true, &changed, bad))
            return false;
    if (!changed)
        return true;
    for (uint32_t i = 0; i < x->valued.count; i++)
        vec_at(&x->valued, i).low = -WIDEST, vec_at(&x->valued, i).high = WIDEST;
    for (int round = 0; round < ROUNDS && changed; round++)
        if (!go_round(x, false, &changed, bad))
            return false;
    return true;
}

static bool can_be_real(toss_lowering *x, name_id function)
{
    bool can = x->present == NAME_NONE;
    for (uint32_t i = 0; i < x->f->rules.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->f->rules, i).updates.count && can; k++)
            if (vec_at(&vec_at(&x->f->rules, i).updates, k).function == function)
                can = toss_is_real(x, vec_at(&vec_at(&x->f->rules, i).updates, k).value.root);
    return can;
}

void toss_find_valued(toss_lowering *x)
{
    uint32_t bad = 0;
    add_changed(x);
    while (!find_ranges(x, &bad)) {
        name_id name = vec_at(&x->valued, bad).name;
        if (is_read(x, name, 8) && can_be_real(x, name)) {
            vec_at(&x->valued, bad).real = true;
        } else if (is_read(x, name, 8)) {
            toss_refuse(x, x->f->start.span,
                        arena_printf(x->arena, "values of `%s` are no integers, or no end of them is known",
                                     rs_text(x->f, name)),
                        "`pre` can say how far it goes: `:n(x) < 100`");
            return;
        } else {
            drop(x, bad); /* nobody asks for it */
        }
    }
}

/* ---- the maps ---- */

static ir_expr cell(toss_lowering *x, const toss_valued *v, ir_var element)
{
    return kit_index(x->k, kit_var(x->k, v->variable), kit_var(x->k, element));
}

static ir_node assign(toss_lowering *x, const toss_valued *v, ir_var element, ir_expr value, ir_node from)
{
    ir_node to = kit_node(x->k);
    kit_link_assign(x->k, from, to, cell(x, v, element), value);
    return to;
}

void toss_declare_valued(toss_lowering *x)
{
    for (uint32_t i = 0; i < x->valued.count; i++) {
        toss_valued *v = &vec_at(&x->valued, i);
        if (v->real) {
            v->variable = toss_declare_variable(x, rs_text(x->f, v->name), toss_element_map(x, kit_real_type(x->k)),
                                                toss_real_values(x, v->name));
            continue;
        }
        ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
        v->numbers = toss_numbers_of(x, (int32_t)v->low, (int32_t)v->high);
        for (uint32_t e = 0; e < x->count; e++)
            entries[e] = kit_pair(x->k, kit_value(x->k, toss_element(x, e)),
                                  kit_value(x->k, toss_number_symbol(v->numbers, rs_value(x->s, v->name, e))));
        entries[x->count] = kit_pair(x->k, IR_NONE, kit_value(x->k, toss_number_symbol(v->numbers, 0)));
        v->variable =
            toss_declare_variable(x, rs_text(x->f, v->name), toss_element_map(x, toss_numbers_type(x, v->numbers)),
                                  kit_entries(x->k, entries, x->count + 1));
    }
}

/* ---- what rules do ---- */

ir_node toss_find_updates(toss_lowering *x, const rs_rule *r, const ir_var *left, ir_node from)
{
    for (uint32_t i = 0; i < r->updates.count; i++) {
        const rs_update *u = &vec_at(&r->updates, i);
        bound_by(x, r);
        const toss_valued *v = toss_find_function(x, u->function);
        if (!v)
            continue;
        toss_env *env = toss_new_env(x, u->value.slots);
        ir_node to = kit_node(x->k);
        for (uint32_t l = 0; l < r->left.elements.count; l++)
            env->of[l] = left[l];
        if (v->real)
            toss_assign_real(x, u->value.root, env, kit_var(x->k, toss_real_result(x, u->value.root)), from, to);
        else
            toss_count_value(x, u->value.root, env, from, to);
        from = to;
    }
    x->bounds.count = 0;
    return from;
}

ir_node toss_make_updates(toss_lowering *x, const rs_rule *r, const ir_var *right, ir_node from)
{
    for (uint32_t k = 0; k < r->right.functions.count; k++) {
        const rs_function *fn = &vec_at(&r->right.functions, k);
        const toss_valued *v = toss_find_function(x, fn->name);
        for (uint32_t e = 0; v && e < r->right.elements.count; e++)
            if (given_value(x, r, fn, e))
                from = assign(x, v, right[e],
                              v->real ? kit_real(x->k, vec_at(&fn->values, e))
                                      : kit_symbol(x->k, toss_number_symbol(v->numbers, vec_at(&fn->values, e))),
                              from);
    }
    bound_by(x, r);
    for (uint32_t i = 0; i < r->updates.count; i++) {
        const rs_update *u = &vec_at(&r->updates, i);
        const toss_valued *v = toss_find_function(x, u->function);
        if (v)
            from = assign(x, v, right[rs_find_element(&r->right, u->element)],
                          v->real ? kit_var(x->k, toss_real_result(x, u->value.root))
                                  : toss_counted_value(x, u->value.root, v->numbers),
                          from);
    }
    x->bounds.count = 0;
    return from;
}

ir_node toss_clear_values(toss_lowering *x, ir_var element, ir_node from)
{
    for (uint32_t i = 0; i < x->valued.count; i++)
        from = assign(x, &vec_at(&x->valued, i), element,
                      kit_symbol(x->k, toss_number_symbol(vec_at(&x->valued, i).numbers, 0)), from);
    return from;
}

ir_node toss_copy_values(toss_lowering *x, ir_var from_element, ir_var to_element, ir_node from)
{
    for (uint32_t i = 0; i < x->valued.count; i++)
        from = assign(x, &vec_at(&x->valued, i), to_element, cell(x, &vec_at(&x->valued, i), from_element), from);
    return from;
}
