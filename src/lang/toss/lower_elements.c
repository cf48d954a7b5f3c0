/* Elements that come and go. There are as many symbols as there may be elements at once, and a
 * relation says which of them are there: quantifiers, sums, fixed points and the left sides of
 * rules speak of those alone. */
#include "lang/toss/lower.h"

enum { OPENED_MAX = 8 };

/* ---- formulas ---- */

/* Whether it says of no element that is not there that it holds: its relations do not. `opened`:
 * definitions so far. */
static bool implies(const toss_lowering *x, const rs_node *n, uint32_t slot, uint32_t opened)
{
    switch ((int)n->op) {
    case RS_ATOM:
        for (uint32_t i = 0; i < n->count && !n->local; i++)
            if (n->slots[i] == slot &&
                (n->definition ? opened < OPENED_MAX && implies(x, n->definition->body, i, opened + 1)
                               : !x->deletes || toss_find_fluent(x, n->name)))
                return true;
        return false;
    case RS_AND: return implies(x, rs_kid(n, 0), slot, opened) || implies(x, rs_kid(n, 1), slot, opened);
    case RS_OR: return implies(x, rs_kid(n, 0), slot, opened) && implies(x, rs_kid(n, 1), slot, opened);
    case RS_EX:
        for (uint32_t i = 0; i < n->count; i++)
            if (n->slots[i] == slot)
                return false;
        return implies(x, rs_kid(n, 0), slot, opened);
    default: return false;
    }
}

static rs_node *pair(toss_lowering *x, rs_op op, rs_node *a, rs_node *b)
{
    rs_node *n = ARENA_NEW(x->scratch, rs_node);
    *n = (rs_node){.op = op, .kid_count = 2, .bound = RS_NONE, .span = b->span};
    n->kids = ARENA_ARRAY(x->scratch, rs_node *, 2);
    n->kids[0] = a;
    n->kids[1] = b;
    return n;
}

/* The variables of the node are elements that are there, for its first formula. */
static void guard_variables(toss_lowering *x, rs_node *n, rs_op by)
{
    rs_node *inside = rs_kid(n, 0);
    for (uint32_t i = 0; i < n->count; i++) {
        const rs_node *said = by == RS_IMPLIES ? inside->op == RS_IMPLIES ? rs_kid(inside, 0) : NULL : inside;
        if (said && implies(x, said, n->slots[i], 0))
            continue;
        rs_node *there = ARENA_NEW(x->scratch, rs_node);
        *there = (rs_node){.op = RS_ATOM, .name = x->present, .count = 1, .bound = RS_NONE, .span = inside->span};
        there->slots = &n->slots[i];
        n->kids[0] = pair(x, by, there, rs_kid(n, 0));
    }
    if (n->plan)
        n->plan = rs_plan_quantifier(x->f, n);
}

static void guard(toss_lowering *x, rs_node *n)
{
    for (uint32_t i = 0; i < n->kid_count; i++)
        guard(x, rs_kid(n, i));
    switch ((int)n->op) {
    case RS_EX:
    case RS_SUM:
    case RS_TC:
    case RS_LFP:
    case RS_GFP: guard_variables(x, n, RS_AND); break;
    case RS_ALL: guard_variables(x, n, RS_IMPLIES); break;
    default: break;
    }
}

/* Elements of the left side of which nothing else says it. */
static void guard_rule(toss_lowering *x, rs_rule *r)
{
    uint32_t n = r->left.elements.count;
    bool *said = ARENA_ARRAY(x->scratch, bool, n + 1);
    for (uint32_t i = 0; i < r->left.relations.count; i++) {
        const rs_relation *q = &vec_at(&r->left.relations, i);
        bool tells = toss_find_fluent(x, q->name) ||
                     (!x->deletes && !map_has(&x->f->definition_by_name, q->name) && !toss_is_optional(x->f, q->name));
        for (uint32_t t = 0; t < q->tuples.count && tells; t++)
            said[vec_at(&q->tuples, t)] = true;
    }
    rs_relation *there = rs_add_relation(&r->left, x->present, 1);
    for (uint32_t e = 0; e < n; e++)
        if (!said[e])
            rs_add_tuple(&r->left, there, &e);
}

void toss_guard_elements(toss_lowering *x)
{
    rs_game *f = x->f;
    for (uint32_t i = 0; i < f->definitions.count; i++)
        guard(x, vec_at(&f->definitions, i)->body);
    for (uint32_t i = 0; i < f->rules.count; i++) {
        rs_rule *r = &vec_at(&f->rules, i);
        if (r->has_pre)
            guard(x, r->pre.root);
        if (r->has_post)
            guard(x, r->post.root);
        for (uint32_t k = 0; k < r->updates.count; k++)
            guard(x, vec_at(&r->updates, k).value.root);
        guard_rule(x, r);
    }
    for (uint32_t i = 0; i < f->locations.count; i++)
        for (uint32_t k = 0; k < vec_at(&f->locations, i).seats.count; k++)
            if (vec_at(&vec_at(&f->locations, i).seats, k).has_payoff)
                guard(x, vec_at(&vec_at(&f->locations, i).seats, k).payoff.root);
}

/* ---- what rules do ---- */

static ir_node assign(toss_lowering *x, ir_node from, ir_expr target, ir_expr value)
{
    ir_node to = kit_node(x->k);
    kit_link_assign(x->k, from, to, target, value);
    return to;
}

static ir_expr present(toss_lowering *x, ir_var element)
{
    return toss_fluent_cell(x, toss_find_fluent(x, x->present), &element);
}

/* Tuples of a relation, where `open` with all elements, one after the other: what is to be done
 * with each is between two nodes. */
typedef struct tuples {
    toss_lowering *x;
    const toss_fluent *fl;
    ir_var vars[RS_ARITY_MAX];
    bool open[RS_ARITY_MAX];
    void (*visit)(struct tuples *t, ir_node from, ir_node to);
    const struct copying *copying;
} tuples;

static void each_tuple(tuples *t, uint32_t at, ir_node from, ir_node to)
{
    toss_lowering *x = t->x;
    while (at < t->fl->arity && !t->open[at])
        at++;
    if (at == t->fl->arity) {
        t->visit(t, from, to);
        return;
    }
    ir_node first = kit_node(x->k), last = kit_node(x->k);
    t->vars[at] = toss_take_variable(x);
    toss_loop(x, t->vars[at], from, first, last, to);
    each_tuple(t, at + 1, first, last);
}

static ir_node through(tuples *t, ir_node from)
{
    toss_lowering *x = t->x;
    uint32_t used = x->used;
    ir_node to = kit_node(x->k);
    each_tuple(t, 0, from, to);
    x->used = used;
    return to;
}

static void clear(tuples *t, ir_node from, ir_node to)
{
    toss_lowering *x = t->x;
    kit_link_assign(x->k, from, to, toss_fluent_cell(x, t->fl, t->vars), kit_symbol(x->k, x->zero));
}

ir_node toss_remove_element(toss_lowering *x, ir_var element, ir_node from)
{
    if (x->board != IR_NONE)
        from = assign(x, from, kit_index(x->k, kit_var(x->k, x->board), kit_var(x->k, element)),
                      kit_symbol(x->k, x->none));
    for (uint32_t i = 0; i < x->fluents.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->fluents, i).arity && !vec_at(&x->fluents, i).piece; k++) {
            tuples t = {.x = x, .fl = &vec_at(&x->fluents, i), .visit = clear};
            for (uint32_t o = 0; o < t.fl->arity; o++)
                t.open[o] = o != k;
            t.vars[k] = element;
            from = through(&t, from);
        }
    return toss_clear_values(x, element, from);
}

ir_node toss_make_element(toss_lowering *x, ir_var element, ir_node from)
{
    const toss_fluent *fl = toss_find_fluent(x, x->present);
    ir_expr free = kit_operation(x->k, IR_FIRST, kit_var(x->k, fl->variable), kit_symbol(x->k, x->zero));
    from = assign(x, from, kit_var(x->k, element), free);
    return assign(x, from, present(x, element), kit_symbol(x->k, x->one));
}

/* ---- copies ---- */

/* Right elements that replace the same left one: the first has its place, the others get what it
 * had. */
typedef struct copying {
    const rs_rule *r;
    const ir_var *left, *right; /* variables of elements */
    bool embedded;              /* tuples among matched elements do not count */
    ir_var old[RS_ARITY_MAX];   /* of the tuple that is copied */
} copying;

static bool is_copy(const rs_rule *r, uint32_t right)
{
    return r->replaced[right] != RS_NONE && rs_heir(r, r->replaced[right]) != right;
}

/* To `outside` when some element of the tuple was not matched, else to `inside`. */
static void look_outside(const tuples *t, ir_node from, ir_node outside, ir_node inside)
{
    toss_lowering *x = t->x;
    const copying *c = t->copying;
    uint32_t last = 0;
    for (uint32_t k = 0; k < t->fl->arity; k++)
        last = t->open[k] ? k : last;
    for (uint32_t k = 0; k <= last; k++) {
        ir_node other = k == last ? inside : kit_node(x->k);
        for (uint32_t l = 0; l < c->r->left.elements.count && t->open[k]; l++) {
            ir_node next = l + 1 == c->r->left.elements.count ? outside : kit_node(x->k), both[2] = {other, next};
            ir_expr e = kit_var(x->k, t->vars[k]), matched = kit_var(x->k, c->left[l]);
            kit_link_check(x->k, from, other, kit_equal(x->k, true, e, matched));
            kit_link_check(x->k, from, next, kit_equal(x->k, false, e, matched));
            kit_disjoint(x->k, from, both, 2, true);
            from = next;
        }
        from = t->open[k] ? other : from;
    }
}

static void copy_tuple(tuples *t, ir_node from, ir_node to)
{
    toss_lowering *x = t->x;
    const copying *c = t->copying;
    ir_var old[RS_ARITY_MAX];
    for (uint32_t k = 0; k < t->fl->arity; k++)
        old[k] = t->open[k] ? t->vars[k] : c->old[k];
    if (c->embedded) {
        ir_node outside = kit_node(x->k);
        look_outside(t, from, outside, to);
        from = outside;
    }
    kit_link_assign(x->k, from, to, toss_fluent_cell(x, t->fl, t->vars), toss_fluent_cell(x, t->fl, old));
}

/* The tuples with copies at so many of the places, each of them any copy: with more of them later,
 * since what the loops meet of those that are not copied yet is void. */
static ir_node copy_places(tuples *t, copying *c, uint32_t at, uint32_t left, ir_node from)
{
    if (at == t->fl->arity) {
        bool all = true;
        for (uint32_t k = 0; k < at; k++)
            all &= !t->open[k];
        return left || (c->embedded && all) ? from : through(t, from);
    }
    t->open[at] = true;
    from = copy_places(t, c, at + 1, left, from);
    t->open[at] = false;
    for (uint32_t i = 0; i < c->r->right.elements.count && left; i++)
        if (is_copy(c->r, i)) {
            t->vars[at] = c->right[i];
            c->old[at] = c->left[c->r->replaced[i]];
            t->open[at] = false;
            from = copy_places(t, c, at + 1, left - 1, from);
        }
    return from;
}

ir_node toss_copy_elements(toss_lowering *x, const rs_rule *r, const ir_var *left, const ir_var *right, ir_node from)
{
    bool any = false;
    for (uint32_t i = 0; i < r->right.elements.count; i++)
        any |= is_copy(r, i);
    x->k->at = r->span;
    for (uint32_t i = 0; i < x->fluents.count && any; i++) {
        const toss_fluent *fl = &vec_at(&x->fluents, i);
        copying c = {.r = r, .left = left, .right = right, .embedded = rs_is_embedded(r, fl->name)};
        tuples t = {.x = x, .fl = fl, .visit = copy_tuple, .copying = &c};
        for (uint32_t copies = 1; copies <= fl->arity && fl->name != x->present; copies++)
            from = copy_places(&t, &c, 0, copies, from);
    }
    for (uint32_t i = 0; i < r->right.elements.count; i++)
        if (is_copy(r, i))
            from = toss_copy_values(x, left[r->replaced[i]], right[i], from);
    return from;
}

/* Tuples of the right side with elements that the rule makes. */
ir_node toss_fill_elements(toss_lowering *x, const rs_rule *r, const ir_var *right, ir_node from)
{
    for (uint32_t i = 0; i < r->right.relations.count; i++) {
        const rs_relation *q = &vec_at(&r->right.relations, i);
        const toss_fluent *fl = toss_find_fluent(x, q->name);
        for (uint32_t t = 0; fl && t < q->tuples.count; t += q->arity) {
            ir_var vars[RS_ARITY_MAX];
            bool made = false;
            for (uint32_t k = 0; k < q->arity; k++) {
                uint32_t e = vec_at(&q->tuples, t + k), replaced = r->replaced[e];
                made |= replaced == RS_NONE || rs_heir(r, replaced) != e;
                vars[k] = right[e];
            }
            if (made)
                from =
                    assign(x, from, toss_fluent_cell(x, fl, vars), kit_symbol(x->k, fl->piece ? fl->symbol : x->one));
        }
    }
    return from;
}
