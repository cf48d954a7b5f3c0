/* Rules: what one demands of the structure, and what it does to it. */
#include "lang/toss/lower.h"

#include <string.h>

/* ---- guards ---- */

/* Conditions of a rule that its match has nothing to do with, as `not WhiteWins()`: those that all
 * rules of a location share are decided once, before any of them. */
/* A definition without arguments, or the negation of one. */
static const rs_node *sentence_of(const rs_node *n, bool *negated)
{
    for (*negated = false; n->op == RS_NOT; n = rs_kid(n, 0))
        *negated = !*negated;
    return n->op == RS_ATOM && n->definition && n->count == 0 ? n : NULL;
}

static bool same_guard(const rs_node *a, const rs_node *b)
{
    bool not_a, not_b;
    const rs_node *s = sentence_of(a, &not_a), *t = sentence_of(b, &not_b);
    return s && t && not_a == not_b && s->definition == t->definition;
}

static bool is_guard(const toss_guards *all, const rs_node *n)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (same_guard(vec_at(all, i), n))
            return true;
    return false;
}

static void find_guards(toss_lowering *x, const rs_node *n, toss_guards *all)
{
    bool negated;
    if (n->op == RS_AND) {
        find_guards(x, rs_kid(n, 0), all);
        find_guards(x, rs_kid(n, 1), all);
    } else if (sentence_of(n, &negated) && !is_guard(all, n))
        vec_push(x->scratch, all, n);
}

toss_guards toss_common_guards(toss_lowering *x, const rs_seat *mover)
{
    toss_guards common = {0};
    for (uint32_t i = 0; i < mover->moves.count; i++) {
        const rs_rule *r = &vec_at(&x->f->rules, vec_at(&mover->moves, i).rule_index);
        toss_guards own = {0}, both = {0};
        if (r->has_pre)
            find_guards(x, r->pre.root, &own);
        for (uint32_t k = 0; k < own.count; k++)
            if (i == 0 || is_guard(&common, vec_at(&own, k)))
                vec_push(x->scratch, &both, vec_at(&own, k));
        common = both;
    }
    return common;
}

/* ---- what a rule demands ---- */

typedef struct rule_work {
    toss_lowering *x;
    const rs_rule *r;
    const toss_guards *known; /* that hold */
    uint32_t index;
    const ir_var *vars; /* [left element] */
    toss_env *env;
    uint32_t *right_of; /* [left element] the right element in its place, RS_NONE: it is deleted */
    ir_var *right;      /* [right element] */
} rule_work;

static rs_node *make_atom(rule_work *w, name_id name, const uint32_t *slots, uint32_t count)
{
    rs_node *n = ARENA_NEW(w->x->scratch, rs_node);
    const uint32_t *defined = map_get(&w->x->f->definition_by_name, name);
    *n = (rs_node){.op = RS_ATOM, .name = name, .count = count, .bound = RS_NONE, .span = w->r->span};
    n->slots = ARENA_ARRAY(w->x->scratch, uint32_t, count + 1);
    memcpy(n->slots, slots, count * sizeof *slots);
    n->definition = defined ? vec_at(&w->x->f->definitions, *defined) : NULL;
    return n;
}

static void demand_tuples(rule_work *w, toss_conjuncts *all)
{
    for (uint32_t i = 0; i < w->r->left.relations.count; i++) {
        const rs_relation *q = &vec_at(&w->r->left.relations, i);
        for (uint32_t t = 0; t < q->tuples.count && !toss_is_optional(w->x->f, q->name); t += q->arity)
            toss_add_conjunct(w->x, all, make_atom(w, q->name, q->tuples.data + t, q->arity), w->env, false);
    }
}

static bool left_has(rule_work *w, name_id name, const uint32_t *tuple)
{
    name_id optional = intern_printf(w->x->f->names, "_opt_%s", intern_text(w->x->f->names, name));
    const rs_relation *q = rs_find_relation(&w->r->left, name), *o = rs_find_relation(&w->r->left, optional);
    return (q && rs_holds(&w->r->left, q, tuple)) || (o && rs_holds(&w->r->left, o, tuple));
}

/* Another piece is demanded of the element. */
static bool has_piece(rule_work *w, uint32_t element)
{
    for (uint32_t i = 0; i < w->x->fluents.count; i++) {
        const rs_relation *q =
            vec_at(&w->x->fluents, i).piece ? rs_find_relation(&w->r->left, vec_at(&w->x->fluents, i).name) : NULL;
        if (q && rs_holds(&w->r->left, q, &element))
            return true;
    }
    return false;
}

/* Embedded relations hold among the matched elements where L has them, and nowhere else. */
static void demand_nothing_else(rule_work *w, toss_conjuncts *all, name_id name, uint32_t arity, uint32_t *tuple,
                                uint32_t at)
{
    const toss_fluent *fl = toss_find_fluent(w->x, name);
    if (at < arity) {
        for (tuple[at] = 0; tuple[at] < w->r->left.elements.count; tuple[at]++)
            demand_nothing_else(w, all, name, arity, tuple, at + 1);
        return;
    }
    if (left_has(w, name, tuple) || (fl && fl->piece && has_piece(w, tuple[0])))
        return;
    toss_add_conjunct(w->x, all, make_atom(w, name, tuple, arity), w->env, true);
}

/* An element that equals itself: it is bound even when nothing else is said of it. */
static void demand_different(rule_work *w, toss_conjuncts *all)
{
    for (uint32_t i = 0; i < w->r->left.elements.count; i++)
        for (uint32_t k = 0; k < i || (i == 0 && k == 0 && all->count == 0); k++)
            toss_add_conjunct(w->x, all, toss_same(w->x, k, i, w->r->span), w->env, k != i);
}

static void demand_condition(rule_work *w, toss_conjuncts *all, const rs_node *n)
{
    if (n->op == RS_AND) {
        demand_condition(w, all, rs_kid(n, 0));
        demand_condition(w, all, rs_kid(n, 1));
    } else if (!is_guard(w->known, n))
        toss_add_conjunct(w->x, all, n, w->env, false);
}

/* Left elements are the first slots, as the parameters of `pre` are. `conditions`: more than the
 * left side. */
static toss_conjuncts demands(rule_work *w, bool conditions)
{
    toss_conjuncts all = {0};
    uint32_t tuple[RS_ARITY_MAX];
    w->env = toss_new_env(w->x, w->r->has_pre ? w->r->pre.slots : w->r->left.elements.count);
    demand_tuples(w, &all);
    for (uint32_t i = 0; i < w->r->emb.count; i++) {
        name_id name = vec_at(&w->r->emb, i).to;
        demand_nothing_else(w, &all, name, *map_get(&w->x->f->arity_by_name, name), tuple, 0);
    }
    demand_different(w, &all);
    if (w->r->has_pre && conditions)
        demand_condition(w, &all, w->r->pre.root);
    return all;
}

/* ---- what a rule does ---- */

static ir_node assign(rule_work *w, ir_node from, ir_expr target, ir_sym value)
{
    w->x->k->at = w->r->span;
    ir_node to = kit_node(w->x->k);
    kit_link_assign(w->x->k, from, to, target, kit_symbol(w->x->k, value));
    return to;
}

static bool right_has(rule_work *w, name_id name, const uint32_t *left, uint32_t arity)
{
    const rs_relation *q = rs_find_relation(&w->r->right, name);
    uint32_t tuple[RS_ARITY_MAX];
    for (uint32_t i = 0; i < arity; i++)
        if ((tuple[i] = w->right_of[left[i]]) == RS_NONE)
            return false;
    return q && rs_holds(&w->r->right, q, tuple);
}

static bool demanded(rule_work *w, name_id name, const uint32_t *tuple)
{
    const rs_relation *q = rs_find_relation(&w->r->left, name);
    return q && rs_holds(&w->r->left, q, tuple);
}

/* What the board shows on an element after the rule; only where that may be new. */
static ir_node put_piece(rule_work *w, ir_node from, uint32_t element)
{
    ir_sym after = IR_NONE, before = IR_NONE;
    bool gone = false;
    for (uint32_t i = 0; i < w->x->fluents.count; i++) {
        const toss_fluent *fl = &vec_at(&w->x->fluents, i);
        if (!fl->piece)
            continue;
        gone |= rs_is_embedded(w->r, fl->name) && left_has(w, fl->name, &element);
        before = demanded(w, fl->name, &element) ? fl->symbol : before;
        after = right_has(w, fl->name, &element, 1) ? fl->symbol : after;
    }
    if (after == IR_NONE && gone)
        after = w->x->none; /* what may be there is all embedded: otherwise the optional one would
                               be no piece */
    if (after == IR_NONE || after == before)
        return from;
    return assign(w, from, kit_index(w->x->k, kit_var(w->x->k, w->x->board), kit_var(w->x->k, w->vars[element])),
                  after);
}

static ir_node put_relation(rule_work *w, const toss_fluent *fl, ir_node from, uint32_t *tuple, uint32_t at)
{
    if (at < fl->arity) {
        for (tuple[at] = 0; tuple[at] < w->r->left.elements.count; tuple[at]++)
            if (w->right_of[tuple[at]] != RS_NONE)
                from = put_relation(w, fl, from, tuple, at + 1);
        return from;
    }
    bool after = right_has(w, fl->name, tuple, fl->arity), before = demanded(w, fl->name, tuple);
    ir_var vars[RS_ARITY_MAX];
    bool may_be = before || left_has(w, fl->name, tuple);
    if (after == before && after)
        return from;
    if (!after && (!rs_is_embedded(w->r, fl->name) || !may_be))
        return from;
    for (uint32_t i = 0; i < fl->arity; i++)
        vars[i] = w->vars[tuple[i]];
    return assign(w, from, toss_fluent_cell(w->x, fl, vars), after ? w->x->one : w->x->zero);
}

/* Elements that go are gone before others come: those take their places. */
static ir_node take_effect(rule_work *w, ir_node from)
{
    toss_lowering *x = w->x;
    uint32_t tuple[RS_ARITY_MAX], n = w->r->left.elements.count;
    w->x->k->at = w->r->span;
    from = toss_find_updates(x, w->r, w->vars, from);
    for (uint32_t e = 0; e < n; e++)
        if (w->right_of[e] == RS_NONE)
            from = toss_remove_element(x, w->vars[e], from);
    for (uint32_t i = 0; i < w->r->right.elements.count; i++)
        if (w->right[i] == IR_NONE)
            from = toss_make_element(x, w->right[i] = toss_take_variable(x), from);
    from = toss_copy_elements(x, w->r, w->vars, w->right, from);
    for (uint32_t e = 0; e < n && x->board != IR_NONE; e++)
        if (w->right_of[e] != RS_NONE)
            from = put_piece(w, from, e);
    for (uint32_t i = 0; i < x->fluents.count; i++)
        if (!vec_at(&x->fluents, i).piece)
            from = put_relation(w, &vec_at(&x->fluents, i), from, tuple, 0);
    from = toss_fill_elements(x, w->r, w->right, from);
    from = toss_make_updates(x, w->r, w->right, from);
    if (x->played[w->index] != IR_NONE)
        from = assign(w, from, kit_var(x->k, x->played[w->index]), x->one);
    return from;
}

static void demand_after(rule_work *w, ir_node from, ir_node to)
{
    w->x->k->at = w->r->span;
    if (!w->r->has_post) {
        kit_link(w->x->k, from, to);
        return;
    }
    toss_env *env = toss_new_env(w->x, w->r->post.slots);
    for (uint32_t i = 0; i < w->r->right.elements.count; i++)
        env->of[i] = w->right[i];
    toss_conjuncts all = {0};
    toss_add_conjunct(w->x, &all, w->r->post.root, env, false);
    toss_follow(w->x, &all, from, to);
}

/* A match that several witnesses allow is one move, with one state behind it. */
static void forget_witnesses(rule_work *w, uint32_t first, ir_node from, ir_node to)
{
    toss_lowering *x = w->x;
    for (uint32_t i = first; i < x->most; i++)
        from = assign(w, from, kit_var(x->k, vec_at(&x->pool, i)), x->nowhere);
    kit_link(x->k, from, to);
}

static rule_work start_rule(toss_lowering *x, uint32_t index, const toss_guards *known)
{
    rule_work w = {.x = x, .r = &vec_at(&x->f->rules, index), .known = known, .index = index};
    uint32_t n = w.r->left.elements.count;
    w.right_of = ARENA_ARRAY(x->scratch, uint32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        w.right_of[i] = rs_heir(w.r, i);
    return w;
}

/* Elements of the right side are those of the left one in whose place they are; others are made by
 * the rule. */
static void bind_images(rule_work *w, const ir_var *vars)
{
    const rs_rule *r = w->r;
    w->vars = vars;
    w->right = ARENA_ARRAY(w->x->scratch, ir_var, r->right.elements.count + 1);
    for (uint32_t i = 0; i < r->right.elements.count; i++) {
        uint32_t left = r->replaced[i];
        w->right[i] = left != RS_NONE && w->right_of[left] == i ? vars[left] : IR_NONE;
    }
}

/* `post`, of what the rule would lead to. */
static ir_node foresee(rule_work *w, ir_node from)
{
    w->x->k->at = w->r->span;
    if (!w->r->has_post)
        return from;
    ir_node start = kit_node(w->x->k), end = kit_node(w->x->k), behind = kit_node(w->x->k);
    demand_after(w, take_effect(w, start), end);
    kit_link_check(w->x->k, from, behind, kit_reach(w->x->k, start, end));
    return behind;
}

void toss_lower_rule(toss_lowering *x, uint32_t index, const toss_guards *known, bool tags, const ir_var *kept,
                     ir_node from, ir_node to)
{
    rule_work w = start_rule(x, index, known);
    w.x->k->at = w.r->span;
    uint32_t used = x->used, n = w.r->left.elements.count;
    if (w.r->dynamics.count || w.r->has_inv)
        toss_refuse(x, w.r->span, "an automaton has no time", NULL);
    if (x->failed)
        return;
    for (uint32_t i = 0; i < w.r->before.count; i++) {
        const rs_pair *p = &vec_at(&w.r->before, i);
        ir_node behind = kit_node(x->k);
        kit_link_check(x->k, from, behind,
                       kit_equal(x->k, true, kit_var(x->k, x->played[*map_get(&x->f->rule_by_name, p->to)]),
                                 kit_symbol(x->k, p->unwanted ? x->zero : x->one)));
        from = behind;
    }
    if (tags) {
        ir_node behind = kit_node(x->k);
        kit_link_tag(x->k, from, behind, kit_symbol(x->k, x->rules[index]));
        from = behind;
    }
    /* the variables of the match are fixed, so that they are known behind every path */
    ir_var *vars = ARENA_ARRAY(x->scratch, ir_var, n + 1);
    toss_conjuncts all = demands(&w, true);
    for (uint32_t i = 0; i < n; i++)
        vars[i] = w.env->wanted[i] = toss_take_variable(x);
    uint32_t images = x->most = x->used;
    ir_node matched = kit_node(x->k);
    toss_follow(x, &all, from, matched);
    for (uint32_t i = 0; i < n && tags; i++) {
        ir_node behind = kit_node(x->k);
        kit_link_tag(x->k, matched, behind, kit_var(x->k, vars[i]));
        matched = behind;
    }
    bind_images(&w, vars);
    if (kept) {
        ir_node fine = foresee(&w, matched), forgot = kit_node(x->k);
        forget_witnesses(&w, images, fine, forgot);
        for (uint32_t i = 0; i < n; i++) {
            ir_node behind = i + 1 == n ? to : kit_node(x->k);
            kit_link_assign(x->k, forgot, behind, kit_var(x->k, kept[i]), kit_var(x->k, vars[i]));
            forgot = behind;
        }
        if (n == 0)
            kit_link(x->k, forgot, to);
    } else {
        ir_node after = tags || w.r->has_post ? take_effect(&w, matched) : matched;
        ir_node fine = tags ? kit_node(x->k) : to;
        demand_after(&w, after, fine);
        if (tags)
            forget_witnesses(&w, images, fine, to);
    }
    x->used = used;
}

void toss_lower_effect(toss_lowering *x, uint32_t index, const ir_var *images, ir_node from, ir_node to)
{
    rule_work w = start_rule(x, index, NULL);
    uint32_t used = x->most = x->used;
    bind_images(&w, images);
    from = take_effect(&w, from);
    forget_witnesses(&w, used, from, to);
    x->used = used;
}

ir_expr toss_still_matched(toss_lowering *x, uint32_t index, const ir_var *images)
{
    rule_work w = start_rule(x, index, NULL);
    w.x->k->at = w.r->span;
    uint32_t used = x->used;
    ir_node from = kit_node(x->k), to = kit_node(x->k);
    toss_conjuncts all = demands(&w, false);
    for (uint32_t i = 0; i < w.r->left.elements.count; i++)
        w.env->of[i] = images[i];
    toss_follow(x, &all, from, to);
    x->used = used;
    return kit_reach(x->k, from, to);
}

/* ---- what is kept until later ---- */

static void keep_for(toss_lowering *x, uint32_t player)
{
    x->k->at = x->f->start.span;
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->f->rules.count; i++)
        most = vec_at(&x->f->rules, i).left.elements.count > most ? vec_at(&x->f->rules, i).left.elements.count : most;
    while (x->kept_images.count <= player) {
        ir_var *images = ARENA_ARRAY(x->scratch, ir_var, most + 1);
        for (uint32_t i = 0; i < most; i++)
            images[i] = toss_declare_variable(x, "image", kit_type_named(x->k, x->element_or_none),
                                              kit_value(x->k, x->nowhere));
        vec_push(x->scratch, &x->kept_images, images);
        vec_push(x->scratch, &x->kept_rules, IR_NONE);
    }
}

const ir_var *toss_kept_images(toss_lowering *x, uint32_t player)
{
    keep_for(x, player);
    return vec_at(&x->kept_images, player);
}

ir_var toss_kept_rule(toss_lowering *x, uint32_t player)
{
    x->k->at = x->f->start.span;
    keep_for(x, player);
    if (vec_at(&x->kept_rules, player) == IR_NONE) {
        ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, x->f->rules.count + 1);
        memcpy(symbols, x->rules, x->f->rules.count * sizeof *symbols);
        symbols[x->f->rules.count] = x->nowhere;
        ir_type type = kit_type_of(x->k, symbols, x->f->rules.count + 1);
        vec_at(&x->kept_rules, player) = toss_declare_variable(x, "chosen", type, kit_value(x->k, x->nowhere));
    }
    return vec_at(&x->kept_rules, player);
}

/* One search, whichever location asks; `known` holds. */
ir_expr toss_can_apply(toss_lowering *x, uint32_t rule, const toss_guards *known)
{
    x->k->at = vec_at(&x->f->rules, rule).span;
    uint64_t key = hash_mix(rule + 1);
    for (uint32_t i = 0; i < known->count; i++) {
        bool negated;
        const rs_node *sentence = sentence_of(vec_at(known, i), &negated);
        key += hash_mix((uint64_t)(uintptr_t)sentence->definition * 2 + negated); /* in any order */
    }
    const uint32_t *searches = map_get(&x->searches, key);
    if (!searches) {
        ir_node from = kit_node(x->k), to = kit_node(x->k);
        map_put(&x->searches, key, from);
        map_put(&x->searches, key + 1, to);
        toss_lower_rule(x, rule, known, false, NULL, from, to);
    }
    return kit_reach(x->k, *map_get(&x->searches, key), *map_get(&x->searches, key + 1));
}
