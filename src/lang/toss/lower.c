/* Locations and moves. A location is a step of the keeper: it looks whether its player has a move.
 * If so, it is his turn, and a path of his is a rule, a match and what the rule does; if not, the
 * game ends with the payoffs. */
#include "lang/toss/lower.h"

#include <string.h>

typedef struct location_nodes {
    ir_node keeper, mover;
} location_nodes;

typedef struct locations {
    toss_lowering *x;
    location_nodes *nodes; /* [location] */
} locations;

static ir_expr symbol(toss_lowering *x, ir_sym s, src_span at)
{
    return irb_expr_symbol(x->g, s, at);
}
static ir_expr variable(toss_lowering *x, ir_var v, src_span at)
{
    return irb_expr_var(x->g, v, at);
}

/* ---- guards ---- */

/* Conditions of a rule that its match has nothing to do with, as `not WhiteWins()`: those that all
 * rules of a location share are decided once, before any of them. */
typedef VEC(const toss_node *) guards;

/* A definition without arguments, or the negation of one. */
static const toss_node *sentence_of(const toss_node *n, bool *negated)
{
    for (*negated = false; n->op == TOSS_NOT; n = n->kids[0])
        *negated = !*negated;
    return n->op == TOSS_ATOM && n->definition && n->count == 0 ? n : NULL;
}

static bool same_guard(const toss_node *a, const toss_node *b)
{
    bool not_a, not_b;
    const toss_node *s = sentence_of(a, &not_a), *t = sentence_of(b, &not_b);
    return s && t && not_a == not_b && s->definition == t->definition;
}

static bool is_guard(const guards *all, const toss_node *n)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (same_guard(all->data[i], n))
            return true;
    return false;
}

static void find_guards(toss_lowering *x, const toss_node *n, guards *all)
{
    bool negated;
    if (n->op == TOSS_AND) {
        find_guards(x, n->kids[0], all);
        find_guards(x, n->kids[1], all);
    } else if (sentence_of(n, &negated) && !is_guard(all, n))
        vec_push(x->scratch, all, n);
}

static guards common_guards(toss_lowering *x, const toss_seat *mover)
{
    guards common = {0};
    for (uint32_t i = 0; i < mover->moves.count; i++) {
        const toss_rule *r = &x->f->rules.data[mover->moves.data[i].rule_index];
        guards own = {0}, both = {0};
        if (r->has_pre)
            find_guards(x, r->pre.root, &own);
        for (uint32_t k = 0; k < own.count; k++)
            if (i == 0 || is_guard(&common, own.data[k]))
                vec_push(x->scratch, &both, own.data[k]);
        common = both;
    }
    return common;
}

/* ---- what a rule demands ---- */

typedef struct rule_work {
    toss_lowering *x;
    const toss_rule *r;
    const guards *known; /* that hold */
    uint32_t index;
    ir_var *vars; /* [left element] */
    toss_env *env;
    uint32_t right_of[TOSS_SLOTS_MAX]; /* [left element] right element */
} rule_work;

static toss_node *make_atom(rule_work *w, name_id name, const uint32_t *slots, uint32_t count)
{
    toss_node *n = ARENA_NEW(w->x->scratch, toss_node);
    const uint32_t *defined = map_get(&w->x->f->definition_by_name, name);
    *n = (toss_node){
        .op = TOSS_ATOM, .name = name, .count = count, .bound = TOSS_NONE, .span = w->r->span};
    n->slots = ARENA_ARRAY(w->x->scratch, uint32_t, count + 1);
    memcpy(n->slots, slots, count * sizeof *slots);
    n->definition = defined ? w->x->f->definitions.data[*defined] : NULL;
    return n;
}

static bool is_optional(rule_work *w, name_id name)
{
    return strncmp(intern_text(w->x->f->names, name), "_opt_", 5) == 0;
}

static void demand_tuples(rule_work *w, toss_conjuncts *all)
{
    for (uint32_t i = 0; i < w->r->left.relations.count; i++) {
        const toss_relation *q = &w->r->left.relations.data[i];
        for (uint32_t t = 0; t < q->tuples.count && !is_optional(w, q->name); t += q->arity)
            toss_add_conjunct(w->x, all, make_atom(w, q->name, q->tuples.data + t, q->arity),
                              w->env, false);
    }
}

static bool left_has(rule_work *w, name_id name, const uint32_t *tuple)
{
    name_id optional = intern_printf(w->x->f->names, "_opt_%s", intern_text(w->x->f->names, name));
    const toss_relation *q = toss_find_relation(&w->r->left, name),
                        *o = toss_find_relation(&w->r->left, optional);
    return (q && toss_holds(&w->r->left, q, tuple)) || (o && toss_holds(&w->r->left, o, tuple));
}

/* Another piece is demanded of the element. */
static bool has_piece(rule_work *w, uint32_t element)
{
    for (uint32_t i = 0; i < w->x->fluents.count; i++) {
        const toss_relation *q = w->x->fluents.data[i].piece
                                     ? toss_find_relation(&w->r->left, w->x->fluents.data[i].name)
                                     : NULL;
        if (q && toss_holds(&w->r->left, q, &element))
            return true;
    }
    return false;
}

/* Embedded relations hold among the matched elements where L has them, and nowhere else. */
static void demand_nothing_else(rule_work *w, toss_conjuncts *all, name_id name, uint32_t arity,
                                uint32_t *tuple, uint32_t at)
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

static void demand_condition(rule_work *w, toss_conjuncts *all, const toss_node *n)
{
    if (n->op == TOSS_AND) {
        demand_condition(w, all, n->kids[0]);
        demand_condition(w, all, n->kids[1]);
    } else if (!is_guard(w->known, n))
        toss_add_conjunct(w->x, all, n, w->env, false);
}

/* Left elements are the first slots, as the parameters of `pre` are. */
static toss_conjuncts demands(rule_work *w)
{
    toss_conjuncts all = {0};
    uint32_t tuple[TOSS_ARITY_MAX];
    w->env = toss_new_env(w->x, w->r->has_pre ? w->r->pre.slots : w->r->left.elements.count);
    demand_tuples(w, &all);
    for (uint32_t i = 0; i < w->r->emb.count; i++) {
        name_id name = w->r->emb.data[i].to;
        demand_nothing_else(w, &all, name, *map_get(&w->x->f->arity_by_name, name), tuple, 0);
    }
    demand_different(w, &all);
    if (w->r->has_pre)
        demand_condition(w, &all, w->r->pre.root);
    return all;
}

/* ---- what a rule does ---- */

static ir_node assign(rule_work *w, ir_node from, ir_expr target, ir_sym value)
{
    src_span at = w->r->span;
    ir_node to = toss_fresh(w->x, at);
    irb_assign(w->x->g, from, to, target, symbol(w->x, value, at), at);
    return to;
}

static bool right_has(rule_work *w, name_id name, const uint32_t *left, uint32_t arity)
{
    const toss_relation *q = toss_find_relation(&w->r->right, name);
    uint32_t tuple[TOSS_ARITY_MAX];
    for (uint32_t i = 0; i < arity; i++)
        tuple[i] = w->right_of[left[i]];
    return q && toss_holds(&w->r->right, q, tuple);
}

static bool is_embedded(const toss_rule *r, name_id name)
{
    for (uint32_t i = 0; i < r->emb.count; i++)
        if (r->emb.data[i].to == name)
            return true;
    return false;
}

static bool demanded(rule_work *w, name_id name, const uint32_t *tuple)
{
    const toss_relation *q = toss_find_relation(&w->r->left, name);
    return q && toss_holds(&w->r->left, q, tuple);
}

/* What the board shows on an element after the rule; only where that may be new. */
static ir_node put_piece(rule_work *w, ir_node from, uint32_t element)
{
    ir_sym after = IR_NONE, before = IR_NONE;
    bool gone = false;
    for (uint32_t i = 0; i < w->x->fluents.count; i++) {
        const toss_fluent *fl = &w->x->fluents.data[i];
        if (!fl->piece)
            continue;
        gone |= is_embedded(w->r, fl->name) && left_has(w, fl->name, &element);
        before = demanded(w, fl->name, &element) ? fl->symbol : before;
        after = right_has(w, fl->name, &element, 1) ? fl->symbol : after;
    }
    if (after == IR_NONE && gone)
        after = w->x->none; /* what may be there is all embedded: otherwise the optional one would
                               be no piece */
    if (after == IR_NONE || after == before)
        return from;
    return assign(w, from,
                  irb_expr_index(w->x->g, variable(w->x, w->x->board, w->r->span),
                                 variable(w->x, w->vars[element], w->r->span), w->r->span),
                  after);
}

static ir_node put_relation(rule_work *w, const toss_fluent *fl, ir_node from, uint32_t *tuple,
                            uint32_t at)
{
    if (at < fl->arity) {
        for (tuple[at] = 0; tuple[at] < w->r->left.elements.count; tuple[at]++)
            from = put_relation(w, fl, from, tuple, at + 1);
        return from;
    }
    bool after = right_has(w, fl->name, tuple, fl->arity), before = demanded(w, fl->name, tuple);
    ir_var vars[TOSS_ARITY_MAX];
    bool may_be = before || left_has(w, fl->name, tuple);
    if (after == before && after)
        return from;
    if (!after && (!is_embedded(w->r, fl->name) || !may_be))
        return from;
    for (uint32_t i = 0; i < fl->arity; i++)
        vars[i] = w->vars[tuple[i]];
    return assign(w, from, toss_fluent_cell(w->x, fl, vars, w->r->span),
                  after ? w->x->one : w->x->zero);
}

static ir_node take_effect(rule_work *w, ir_node from)
{
    uint32_t tuple[TOSS_ARITY_MAX];
    for (uint32_t e = 0; e < w->r->left.elements.count && w->x->board != IR_NONE; e++)
        from = put_piece(w, from, e);
    for (uint32_t i = 0; i < w->x->fluents.count; i++)
        if (!w->x->fluents.data[i].piece)
            from = put_relation(w, &w->x->fluents.data[i], from, tuple, 0);
    if (w->x->played[w->index] != IR_NONE)
        from = assign(w, from, variable(w->x, w->x->played[w->index], w->r->span), w->x->one);
    return from;
}

static void demand_after(rule_work *w, ir_node from, ir_node to)
{
    src_span at = w->r->span;
    if (!w->r->has_post) {
        irb_skip(w->x->g, from, to, at);
        return;
    }
    toss_env *env = toss_new_env(w->x, w->r->post.slots);
    for (uint32_t l = 0; l < w->r->left.elements.count; l++)
        env->of[w->right_of[l]] = w->vars[l];
    toss_conjuncts all = {0};
    toss_add_conjunct(w->x, &all, w->r->post.root, env, false);
    toss_follow(w->x, &all, from, to, at);
}

/* A match that several witnesses allow is one move, with one state behind it. */
static void forget_witnesses(rule_work *w, uint32_t first, ir_node from, ir_node to)
{
    toss_lowering *x = w->x;
    for (uint32_t i = first; i < x->most; i++)
        from = assign(w, from, variable(x, x->pool.data[i], w->r->span), x->nowhere);
    irb_skip(x->g, from, to, w->r->span);
}

/* Every element of R replaces one of L, and all are replaced. */
static bool keeps_elements(rule_work *w)
{
    uint32_t n = w->r->left.elements.count;
    bool fine = n == w->r->right.elements.count && n < TOSS_SLOTS_MAX;
    for (uint32_t i = 0; i < n && fine; i++)
        w->right_of[i] = TOSS_NONE;
    for (uint32_t i = 0; i < n && fine; i++) {
        uint32_t left = w->r->replaced[i];
        fine = left != TOSS_NONE && w->right_of[left] == TOSS_NONE;
        if (fine)
            w->right_of[left] = i;
    }
    if (!fine)
        toss_refuse(w->x, w->r->span,
                    "an automaton cannot create or delete elements",
                    "each element of the right side has to replace one of the left");
    return fine;
}

/* The paths of one rule; with tags, the name of the rule and the images in the order of L. */
static void lower_rule(toss_lowering *x, uint32_t index, const guards *known, bool tags,
                       ir_node from, ir_node to)
{
    rule_work w = {.x = x, .r = &x->f->rules.data[index], .known = known, .index = index};
    src_span at = w.r->span;
    uint32_t used = x->used, n = w.r->left.elements.count;
    if (w.r->dynamics.count || w.r->has_inv || w.r->updates.count)
        toss_refuse(x, at, "rules that change values are no automaton's", NULL);
    if (x->failed || !keeps_elements(&w))
        return;
    for (uint32_t i = 0; i < w.r->before.count; i++) {
        const toss_pair *p = &w.r->before.data[i];
        ir_node behind = toss_fresh(x, at);
        irb_check(x->g, from, behind,
                  irb_expr(x->g, IR_EQ,
                           variable(x, x->played[*map_get(&x->f->rule_by_name, p->to)], at),
                           symbol(x, p->unwanted ? x->zero : x->one, at), IR_NONE, at),
                  at);
        from = behind;
    }
    if (tags) {
        ir_node behind = toss_fresh(x, at);
        irb_tag(x->g, from, behind, symbol(x, x->rules[index], at), at);
        from = behind;
    }
    /* the variables of the match are fixed, so that they are known behind every path */
    w.vars = ARENA_ARRAY(x->scratch, ir_var, n + 1);
    toss_conjuncts all = demands(&w);
    for (uint32_t i = 0; i < n; i++)
        w.vars[i] = w.env->wanted[i] = toss_take_variable(x);
    uint32_t images = x->most = x->used;
    ir_node matched = toss_fresh(x, at);
    toss_follow(x, &all, from, matched, at);
    for (uint32_t i = 0; i < n && tags; i++) {
        ir_node behind = toss_fresh(x, at);
        irb_tag(x->g, matched, behind, variable(x, w.vars[i], at), at);
        matched = behind;
    }
    bool effects = tags || w.r->has_post;
    ir_node after = effects ? take_effect(&w, matched) : matched;
    ir_node fine = tags ? toss_fresh(x, at) : to;
    demand_after(&w, after, fine);
    if (tags)
        forget_witnesses(&w, images, fine, to);
    x->used = used;
}

/* ---- the end ---- */

static ir_expr goal_of(toss_lowering *x, const toss_seat *seat)
{
    src_span at = seat->span;
    return irb_expr_index(x->g, variable(x, x->g->goals, at),
                          symbol(x, x->players[seat->player_index], at), at);
}

static void pay(toss_lowering *x, const toss_seat *seat, const toss_node *const *leaves,
                uint32_t count, uint32_t at_leaf, uint32_t holds, ir_node from, ir_node to)
{
    src_span at = seat->span;
    bool fine = true;
    if (at_leaf == count) {
        double score = toss_payoff(seat->payoff.root, leaves, count, holds, &fine);
        irb_assign(x->g, from, to, goal_of(x, seat), symbol(x, toss_score(x, score), at), at);
        return;
    }
    toss_env *env = toss_new_env(x, seat->payoff.slots);
    const toss_node *formula = leaves[at_leaf]->kids[0];
    ir_node yes = toss_fresh(x, at), no = toss_fresh(x, at), both[2] = {yes, no};
    irb_check(x->g, from, yes, toss_condition(x, formula, env, false), at);
    irb_check(x->g, from, no, toss_condition(x, formula, env, true), at);
    irb_disjoint(x->g, from, both, 2, true);
    pay(x, seat, leaves, count, at_leaf + 1, holds | 1u << at_leaf, yes, to);
    pay(x, seat, leaves, count, at_leaf + 1, holds, no, to);
}

static void end_game(toss_lowering *x, const toss_location *l, ir_node from)
{
    for (uint32_t i = 0; i < l->seats.count && !x->failed; i++) {
        const toss_seat *seat = &l->seats.data[i];
        const toss_node *leaves[TOSS_LEAVES_MAX + 1];
        uint32_t count = 0;
        ir_node to = toss_fresh(x, l->span);
        bool by_formulas = seat->has_payoff && toss_paid_by_formulas(seat->payoff.root);
        if (by_formulas)
            toss_find_leaves(seat->payoff.root, leaves, &count);
        if (seat->has_payoff && !by_formulas)
            toss_count_score(x, seat->payoff.root, toss_new_env(x, seat->payoff.slots), goal_of(x, seat), from, to);
        else if (seat->has_payoff)
            pay(x, seat, leaves, count, 0, 0, from, to);
        else
            irb_skip(x->g, from, to, l->span);
        from = to;
    }
    irb_assign(x->g, from, x->g->end, variable(x, x->g->player, l->span),
               symbol(x, x->g->keeper, l->span), l->span);
}

/* ---- locations ---- */

static const toss_seat *mover_of(toss_lowering *x, const toss_location *l)
{
    const toss_seat *mover = NULL;
    for (uint32_t i = 0; i < l->seats.count; i++) {
        if (l->seats.data[i].moves.count && mover)
            toss_refuse(x, l->span,
                        "an automaton has one player at a time",
                        NULL);
        mover = l->seats.data[i].moves.count ? &l->seats.data[i] : mover;
        for (uint32_t k = 0; k < l->seats.data[i].moves.count; k++)
            if (l->seats.data[i].moves.data[k].parameters.count)
                toss_refuse(x, l->seats.data[i].moves.data[k].span, "moves with parameters are no automaton's", NULL);
    }
    if (l->universal.count)
        toss_refuse(x, l->universal.data[0].span, "an automaton has no UNIVERSAL rules", NULL);
    return mover;
}

static uint32_t location_index(const toss_file *f, uint32_t number)
{
    uint32_t i = 0;
    while (f->locations.data[i].number != number)
        i++;
    return i;
}

/* One search, whichever location asks; `known` holds. */
static ir_expr can_apply(toss_lowering *x, uint32_t rule, const guards *known)
{
    src_span at = x->f->rules.data[rule].span;
    uint64_t key = hash_mix(rule + 1);
    for (uint32_t i = 0; i < known->count; i++) {
        bool negated;
        const toss_node *sentence = sentence_of(known->data[i], &negated);
        key += hash_mix((uint64_t)(uintptr_t)sentence->definition * 2 + negated); /* in any order */
    }
    const uint32_t *searches = map_get(&x->searches, key);
    if (!searches) {
        ir_node from = toss_fresh(x, at), to = toss_fresh(x, at);
        map_put(&x->searches, key, from);
        map_put(&x->searches, key + 1, to);
        lower_rule(x, rule, known, false, from, to);
    }
    return irb_expr_reach(x->g, *map_get(&x->searches, key), *map_get(&x->searches, key + 1), at);
}

/* Both ways out of a node. */
static ir_node divide(toss_lowering *x, ir_node from, ir_expr yes, ir_expr no, ir_node otherwise,
                      src_span at)
{
    ir_node on = toss_fresh(x, at), both[2] = {on, otherwise};
    irb_check(x->g, from, on, yes, at);
    irb_check(x->g, from, otherwise, no, at);
    irb_disjoint(x->g, from, both, 2, true);
    return on;
}

static void lower_location(locations *all, uint32_t index)
{
    toss_lowering *x = all->x;
    const toss_location *l = &x->f->locations.data[index];
    const toss_seat *mover = mover_of(x, l);
    src_span at = l->span;
    ir_node keeper = all->nodes[index].keeper, over = toss_fresh(x, at);
    if (!mover) {
        irb_skip(x->g, keeper, over, at);
        end_game(x, l, over);
        return;
    }
    guards known = common_guards(x, mover);
    toss_env *env = toss_new_env(x, 0);
    for (uint32_t i = 0; i < known.count; i++)
        keeper = divide(x, keeper, toss_condition(x, known.data[i], env, false),
                        toss_condition(x, known.data[i], env, true), over, at);
    ir_node ahead = toss_fresh(x, at), found = toss_fresh(x, at);
    for (uint32_t i = 0; i < mover->moves.count && !x->failed; i++)
        irb_check(x->g, ahead, found, can_apply(x, mover->moves.data[i].rule_index, &known), at);
    ir_expr can_move = irb_expr_reach(x->g, ahead, found, at);
    ir_node turn = divide(x, keeper, can_move,
                          irb_expr(x->g, IR_NOT, can_move, IR_NONE, IR_NONE, at), over, at);
    end_game(x, l, over);
    ir_node move = all->nodes[index].mover;
    irb_assign(x->g, turn, move, variable(x, x->g->player, at),
               symbol(x, x->players[mover->player_index], at), at);
    for (uint32_t i = 0; i < mover->moves.count && !x->failed; i++) {
        const toss_move *m = &mover->moves.data[i];
        ir_node after = toss_fresh(x, at);
        lower_rule(x, m->rule_index, &known, true, move, after);
        irb_assign(x->g, after, all->nodes[location_index(x->f, m->target)].keeper,
                   variable(x, x->g->player, at), symbol(x, x->g->keeper, at), m->span);
    }
}

bool toss_lower(toss_lowering *x)
{
    locations all = {x, ARENA_ARRAY(x->scratch, location_nodes, x->f->locations.count + 1)};
    map_init(&x->searches, x->scratch);
    for (uint32_t i = 0; i < x->f->locations.count; i++) {
        all.nodes[i].keeper = toss_fresh(x, x->f->locations.data[i].span);
        all.nodes[i].mover = toss_fresh(x, x->f->locations.data[i].span);
    }
    for (uint32_t i = 0; i < x->f->locations.count && !x->failed; i++)
        lower_location(&all, i);
    src_span at = x->f->start.span;
    irb_assign(x->g, x->g->begin, all.nodes[location_index(x->f, 0)].keeper,
               variable(x, x->g->player, at), symbol(x, x->g->keeper, at), at);
    if (x->board != IR_NONE)
        irb_told(x->g, x->board);
    for (uint32_t i = 0; i < x->fluents.count; i++)
        if (!x->fluents.data[i].piece)
            irb_told(x->g, x->fluents.data[i].variable);
    return !x->failed;
}
