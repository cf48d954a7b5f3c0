/* Types, symbols and variables of the automaton. */
#include "lang/toss/lower.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which relations rules change ---- */

bool toss_is_optional(const rs_game *f, name_id name) { return strncmp(intern_text(f->names, name), "_opt_", 5) == 0; }

static const rs_relation *on_right(const rs_rule *r, name_id name)
{
    const rs_relation *q = rs_find_relation(&r->right, name);
    return q && q->tuples.count ? q : NULL;
}

static void add_fluent(toss_lowering *x, name_id name)
{
    const uint32_t *arity = map_get(&x->f->arity_by_name, name);
    if (toss_is_optional(x->f, name) || map_has(&x->fluent_by_name, name) || !arity)
        return;
    toss_fluent fl = {.name = name, .arity = *arity, .piece = *arity == 1, .variable = IR_NONE};
    map_put(&x->fluent_by_name, name, x->fluents.count);
    vec_push(x->scratch, &x->fluents, fl);
}

/* Whether the rule leaves the tuples of L among the matched elements as they are. */
static bool changes(const rs_rule *r, name_id name)
{
    const rs_relation *left = rs_find_relation(&r->left, name), *right = on_right(r, name);
    uint32_t before = left ? left->tuples.count : 0, after = right ? right->tuples.count : 0;
    uint32_t tuple[RS_ARITY_MAX];
    if (!right && !rs_is_embedded(r, name))
        return false;
    for (uint32_t t = 0; right && t < after; t += right->arity) {
        for (uint32_t k = 0; k < right->arity; k++)
            tuple[k] = r->replaced[vec_at(&right->tuples, t + k)];
        if (!left || !rs_holds(&r->left, left, tuple))
            return true;
    }
    return before > after; /* none is new: some is gone */
}

static bool has_optional(const rs_game *f, const rs_rule *r, name_id name)
{
    name_id optional = intern_printf(f->names, "_opt_%s", intern_text(f->names, name));
    return rs_find_relation(&r->left, optional) != NULL;
}

/* Relations of START that nothing says of elements that are there no more, or of copies. */
static void add_all(toss_lowering *x)
{
    for (uint32_t i = 0; i < x->s->relations.count; i++)
        if (vec_at(&x->s->relations, i).tuples.count)
            add_fluent(x, vec_at(&x->s->relations, i).name);
}

static void find_present(toss_lowering *x)
{
    const char *text = "present";
    for (uint32_t i = 0; i < x->f->rules.count; i++) {
        const rs_rule *r = &vec_at(&x->f->rules, i);
        x->makes |= rs_rule_makes(r);
        x->deletes |= rs_rule_deletes(r);
        for (uint32_t k = 0; k < r->right.elements.count; k++)
            x->copies |= r->replaced[k] != RS_NONE && rs_heir(r, r->replaced[k]) != k;
    }
    x->present = NAME_NONE;
    if (!x->makes && !x->deletes)
        return;
    while (map_has(&x->f->arity_by_name, intern_cstr(x->f->names, text)))
        text = arena_printf(x->arena, "%s_", text);
    x->present = intern_cstr(x->f->names, text);
    map_put(&x->f->arity_by_name, x->present, 1);
    rs_relation *there = rs_add_relation(x->s, x->present, 1);
    for (uint32_t e = 0; e < x->given; e++)
        rs_add_tuple(x->s, there, &e);
}

static void find_fluents(toss_lowering *x)
{
    if (x->present != NAME_NONE) {
        add_fluent(x, x->present);
        vec_at(&x->fluents, 0).piece = false;
    }
    if (x->copies || (x->makes && x->deletes))
        add_all(x);
    for (uint32_t i = 0; i < x->f->rules.count; i++) {
        const rs_rule *r = &vec_at(&x->f->rules, i);
        for (uint32_t k = 0; k < r->right.relations.count; k++)
            if (changes(r, vec_at(&r->right.relations, k).name))
                add_fluent(x, vec_at(&r->right.relations, k).name);
        for (uint32_t k = 0; k < r->emb.count; k++)
            if (changes(r, vec_at(&r->emb, k).to) || has_optional(x->f, r, vec_at(&r->emb, k).to))
                add_fluent(x, vec_at(&r->emb, k).to);
    }
}

/* ---- pieces: unary fluents that exclude each other ---- */

/* A pair that may hold of one element: the later one is no piece. */
static bool conflict(toss_lowering *x, toss_fluent *a, toss_fluent *b)
{
    const rs_relation *qa = rs_find_relation(x->s, a->name), *qb = rs_find_relation(x->s, b->name);
    for (uint32_t t = 0; qa && qb && t < qa->tuples.count; t++)
        if (rs_holds(x->s, qb, &vec_at(&qa->tuples, t)))
            return true;
    for (uint32_t i = 0; i < x->f->rules.count; i++) {
        const rs_rule *r = &vec_at(&x->f->rules, i);
        const rs_relation *ra = on_right(r, a->name), *rb = on_right(r, b->name);
        if ((ra && !rs_is_embedded(r, b->name)) || (rb && !rs_is_embedded(r, a->name)))
            return true;
        if (rs_is_embedded(r, a->name) != rs_is_embedded(r, b->name) &&
            (has_optional(x->f, r, a->name) || has_optional(x->f, r, b->name)))
            return true; /* what is cleared must not be the other one, which stays */
        for (uint32_t t = 0; ra && rb && t < ra->tuples.count; t++)
            if (rs_holds(&r->right, rb, &vec_at(&ra->tuples, t)))
                return true;
    }
    return false;
}

static void find_pieces(toss_lowering *x)
{
    for (uint32_t b = 0; b < x->fluents.count; b++)
        for (uint32_t a = 0; a < b; a++)
            if (vec_at(&x->fluents, a).piece && vec_at(&x->fluents, b).piece &&
                (x->copies || conflict(x, &vec_at(&x->fluents, a), &vec_at(&x->fluents, b))))
                vec_at(&x->fluents, b).piece = false;
}

/* ---- symbols ---- */

static void declare_elements(toss_lowering *x)
{
    x->elements = ARENA_ARRAY(x->arena, ir_sym, x->count + 1);
    int32_t column, row;
    for (uint32_t e = 0; e < x->count; e++) {
        x->elements[e] = kit_named_sym(x->k, intern_text(x->f->names, vec_at(&x->s->elements, e)));
        if (rs_place(x->f, x->s, e, &column, &row))
            kit_place(x->k, toss_element(x, e), column, row);
    }
    x->nowhere = kit_own_sym(x->k, "nowhere");
    x->elements[x->count] = x->nowhere;
    x->element_type = kit_set_type(x->k, "Element", x->elements, x->count);
    x->element_or_none = kit_set_type(x->k, "ElementOrNone", x->elements, x->count + 1);
}

static void declare_pieces(toss_lowering *x)
{
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, x->fluents.count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->fluents.count; i++)
        if (vec_at(&x->fluents, i).piece)
            symbols[n++] = vec_at(&x->fluents, i).symbol =
                kit_named_sym(x->k, intern_text(x->f->names, vec_at(&x->fluents, i).name));
    x->none = kit_own_sym(x->k, "none");
    symbols[n++] = x->none;
    x->piece_type = kit_set_type(x->k, "Piece", symbols, n);
}

/* ---- payoffs ---- */

void toss_find_leaves(const rs_node *n, const rs_node **leaves, uint32_t *count)
{
    if (n->op == RS_INDICATOR) {
        if (*count < TOSS_LEAVES_MAX + 1)
            leaves[(*count)++] = n;
        return;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        toss_find_leaves(rs_kid(n, i), leaves, count);
}

double toss_payoff(const rs_node *n, const rs_node *const *leaves, uint32_t count, uint32_t holds, bool *fine)
{
    for (uint32_t i = 0; i < count; i++)
        if (leaves[i] == n)
            return holds >> i & 1;
    double a = n->kid_count > 0 && n->op >= RS_NUMBER && n->op != RS_SUM
                   ? toss_payoff(rs_kid(n, 0), leaves, count, holds, fine)
                   : 0;
    double b = n->kid_count > 1 && n->op >= RS_NUMBER && n->op != RS_SUM
                   ? toss_payoff(rs_kid(n, 1), leaves, count, holds, fine)
                   : 0;
    switch (n->op) {
    case RS_NUMBER: return n->number;
    case RS_NEG: return -a;
    case RS_ADD: return a + b;
    case RS_SUB: return a - b;
    case RS_MUL: return a * b;
    default: *fine = false; return 0;
    }
}

static const double SCORE_MAX = 1e12;

ir_sym toss_score(toss_lowering *x, double score)
{
    char text[40], *point;
    snprintf(text, sizeof text, "%.9f", fabs(score));
    for (char *end = text + strlen(text); end[-1] == '0' || end[-1] == '.';) { /* 1.500 is 1.5, 2.0 is 2 */
        bool last = *--end == '.';
        *end = 0;
        if (last)
            break;
    }
    point = strchr(text, '.');
    if (point)
        *point = 0;
    return kit_sym(x->k, arena_printf(x->arena, "%s%s%s%s", score < 0 ? "minus_" : "", text, point ? "_point_" : "",
                                      point ? point + 1 : ""));
}

/* Names of scores have nine decimals. */
static bool is_rounded(double score)
{
    char text[60];
    snprintf(text, sizeof text, "%.9f", score);
    double named = strtod(text, NULL);
    return named < score || named > score;
}

bool toss_paid_by_formulas(const rs_node *n)
{
    const rs_node *leaves[TOSS_LEAVES_MAX + 1];
    uint32_t count = 0;
    bool fine = true;
    toss_find_leaves(n, leaves, &count);
    if (count <= TOSS_LEAVES_MAX)
        toss_payoff(n, leaves, count, 0, &fine);
    return fine && count <= TOSS_LEAVES_MAX;
}

static void add_score(toss_lowering *x, double score, vec_u32 *scores)
{
    ir_sym s = toss_score(x, score);
    for (uint32_t i = 0; i < scores->count; i++)
        if (vec_at(scores, i) == s)
            return;
    vec_push(x->scratch, scores, s);
}

static void add_scores(toss_lowering *x, const rs_seat *seat, vec_u32 *scores)
{
    const rs_node *leaves[TOSS_LEAVES_MAX + 1];
    uint32_t count = 0;
    int32_t low, high;
    bool fine = true;
    if (!toss_paid_by_formulas(seat->payoff.root)) {
        if (!toss_count_range(x, seat->payoff.root, &low, &high))
            toss_refuse(x, seat->payoff.root->span,
                        "this payoff is neither made of numbers and up to 8 `:(..)`, nor a short sum of integers",
                        NULL);
        for (; !x->failed && low <= high; low++)
            add_score(x, low, scores);
        return;
    }
    toss_find_leaves(seat->payoff.root, leaves, &count);
    for (uint32_t h = 0; h < 1u << count && fine; h++) {
        double score = toss_payoff(seat->payoff.root, leaves, count, h, &fine);
        if (fine && !(score > -SCORE_MAX && score < SCORE_MAX)) {
            toss_refuse(x, seat->payoff.root->span, "this payoff is no number below a million millions", NULL);
            return;
        }
        if (fine && is_rounded(score)) {
            toss_refuse(x, seat->payoff.root->span, "payoffs have at most nine decimals", NULL);
            return;
        }
        add_score(x, score, scores);
    }
}

/* No set of scores: sums that are no short ones of integers, or many decimals. */
static bool needs_reals(toss_lowering *x, const rs_seat *seat)
{
    const rs_node *leaves[TOSS_LEAVES_MAX + 1];
    uint32_t count = 0;
    int32_t low, high;
    bool fine = true, needs = false;
    if (!seat->has_payoff || !toss_is_real(x, seat->payoff.root))
        return false;
    if (!toss_paid_by_formulas(seat->payoff.root))
        return !toss_count_range(x, seat->payoff.root, &low, &high);
    toss_find_leaves(seat->payoff.root, leaves, &count);
    for (uint32_t h = 0; h < 1u << count && !needs; h++) {
        double score = toss_payoff(seat->payoff.root, leaves, count, h, &fine);
        needs = fine && (!(score > -SCORE_MAX && score < SCORE_MAX) || is_rounded(score));
    }
    return needs;
}

static bool all_are_real(toss_lowering *x)
{
    bool needs = false, all = true;
    for (uint32_t i = 0; i < x->f->locations.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->f->locations, i).seats.count; k++) {
            const rs_seat *seat = &vec_at(&vec_at(&x->f->locations, i).seats, k);
            needs |= needs_reals(x, seat);
            all &= !seat->has_payoff || toss_is_real(x, seat->payoff.root);
        }
    return needs && all;
}

static void declare_scores(toss_lowering *x)
{
    x->real_scores = all_are_real(x);
    if (x->real_scores) {
        kit_name_type(x->k, intern_cstr(x->f->names, "Score"), kit_real_type(x->k));
        return;
    }
    vec_u32 scores = {0};
    vec_push(x->scratch, &scores, toss_score(x, 0));
    for (uint32_t i = 0; i < x->f->locations.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->f->locations, i).seats.count; k++)
            if (vec_at(&vec_at(&x->f->locations, i).seats, k).has_payoff)
                add_scores(x, &vec_at(&vec_at(&x->f->locations, i).seats, k), &scores);
    kit_set_type(x->k, "Score", scores.data, scores.count);
}

/* ---- variables ---- */

static ir_value initial_board(toss_lowering *x)
{
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    uint32_t n = 0;
    for (uint32_t e = 0; e < x->count; e++)
        for (uint32_t i = 0; i < x->fluents.count; i++) {
            const toss_fluent *fl = &vec_at(&x->fluents, i);
            const rs_relation *q = fl->piece ? rs_find_relation(x->s, fl->name) : NULL;
            if (q && rs_holds(x->s, q, &e))
                entries[n++] = kit_pair(x->k, kit_value(x->k, toss_element(x, e)), kit_value(x->k, fl->symbol));
        }
    entries[n++] = kit_pair(x->k, IR_NONE, kit_value(x->k, x->none));
    return kit_entries(x->k, entries, n);
}

static ir_value initial_relation(toss_lowering *x, const rs_relation *q, uint32_t *tuple, uint32_t at_index,
                                 uint32_t arity)
{
    if (at_index == arity)
        return kit_value(x->k, q && rs_holds(x->s, q, tuple) ? x->one : x->zero);
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, x->count + 1);
    uint32_t n = 0, none[RS_ARITY_MAX] = {0};
    for (uint32_t e = 0; q && e < x->count; e++) {
        tuple[at_index] = e;
        entries[n++] =
            kit_pair(x->k, kit_value(x->k, toss_element(x, e)), initial_relation(x, q, tuple, at_index + 1, arity));
    }
    entries[n++] = kit_pair(x->k, IR_NONE, initial_relation(x, NULL, none, at_index + 1, arity));
    return kit_entries(x->k, entries, n);
}

/* e_0 and so on, which are declared when they are needed. */
/* Names of the pool of variables for elements. */
static bool is_pool_name(void *user, name_id name)
{
    const char *text = intern_text(((toss_lowering *)user)->f->names, name);
    return strncmp(text, "e_", 2) == 0 && strspn(text + 2, "0123456789") == strlen(text + 2);
}

ir_var toss_declare_variable(toss_lowering *x, const char *hint, ir_type type, ir_value initial)
{
    ir_var v = kit_typed_variable(x->k, hint, type, initial);
    vec_at(&x->g->variables, v).note = true;
    return v;
}

static void declare_variables(toss_lowering *x)
{
    ir_type element = kit_type_named(x->k, x->element_or_none), bit = kit_type_named(x->k, x->bool_type);
    bool pieces = false;
    for (uint32_t i = 0; i < x->fluents.count; i++)
        pieces |= vec_at(&x->fluents, i).piece;
    x->board = !pieces
                   ? IR_NONE
                   : toss_declare_variable(x, "board", kit_arrow(x->k, element, kit_type_named(x->k, x->piece_type)),
                                           initial_board(x));
    if (pieces)
        vec_at(&x->g->variables, x->board).note = false;
    for (uint32_t i = 0; i < x->fluents.count; i++) {
        toss_fluent *fl = &vec_at(&x->fluents, i);
        uint32_t tuple[RS_ARITY_MAX];
        ir_type type = bit;
        if (fl->piece)
            continue;
        if (fl->arity > 2 && pow(x->count + 1.0, fl->arity) > TOSS_CELLS_MAX) {
            toss_refuse(x, x->f->start.span,
                        arena_printf(x->arena,
                                     "rules change `%s`, which has too many arguments for a structure of this size",
                                     rs_text(x->f, fl->name)),
                        NULL);
            continue;
        }
        ir_type key = fl->name == x->present ? kit_type_named(x->k, x->element_type) : element;
        for (uint32_t k = 0; k < fl->arity; k++)
            type = kit_arrow(x->k, key, type);
        const rs_relation *q = rs_find_relation(x->s, fl->name);
        fl->variable =
            toss_declare_variable(x, rs_text(x->f, fl->name), type, initial_relation(x, q, tuple, 0, fl->arity));
        vec_at(&x->g->variables, fl->variable).mark = fl->arity == 1 && fl->name != x->present;
    }
    x->played = ARENA_ARRAY(x->scratch, ir_var, x->f->rules.count + 1);
    for (uint32_t i = 0; i < x->f->rules.count; i++)
        x->played[i] = IR_NONE;
    for (uint32_t i = 0; i < x->f->rules.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->f->rules, i).before.count; k++) {
            const rs_pair *p = &vec_at(&vec_at(&x->f->rules, i).before, k);
            const uint32_t *rule = map_get(&x->f->rule_by_name, p->to);
            if (!rule) {
                rs_error(x->f, DIAG_TOSS_UNKNOWN, p->span, "there is no rule `%s`", rs_text(x->f, p->to));
                x->failed = true;
            } else if (x->played[*rule] == IR_NONE) {
                const char *hint = arena_printf(x->arena, "played_%s", rs_text(x->f, p->to));
                x->played[*rule] = toss_declare_variable(x, hint, bit, kit_value(x->k, x->zero));
            }
        }
}

bool toss_declare(toss_lowering *x)
{
    x->k->at = x->f->start.span;
    map_init(&x->fluent_by_name, x->scratch);
    x->k->is_taken = is_pool_name;
    map_init(&x->made, x->scratch);
    map_init(&x->table_by_node, x->scratch);
    map_init(&x->table_by_atom, x->scratch);
    map_init(&x->static_by_name, x->scratch);
    map_init(&x->shared_by_definition, x->scratch);
    find_present(x);
    find_fluents(x);
    if (x->present != NAME_NONE)
        toss_guard_elements(x);
    find_pieces(x);
    toss_find_valued(x);
    x->players = ARENA_ARRAY(x->arena, ir_sym, x->f->players.count + 1);
    for (uint32_t i = 0; i < x->f->players.count; i++)
        x->players[i] = kit_named_sym(x->k, intern_text(x->f->names, vec_at(&x->f->players, i).to));
    kit_set_type(x->k, "Player", x->players, x->f->players.count);
    x->zero = kit_sym(x->k, "0");
    x->one = kit_sym(x->k, "1");
    ir_sym bits[2] = {x->zero, x->one};
    x->bool_type = kit_set_type(x->k, "Bool", bits, 2);
    x->rules = ARENA_ARRAY(x->arena, ir_sym, x->f->rules.count + 1);
    for (uint32_t i = 0; i < x->f->rules.count; i++)
        x->rules[i] = kit_named_sym(x->k, intern_text(x->f->names, vec_at(&x->f->rules, i).name));
    if (x->f->rules.count)
        kit_set_type(x->k, "Rule", x->rules, x->f->rules.count);
    declare_elements(x);
    declare_pieces(x);
    declare_scores(x);
    if (x->failed)
        return false;
    declare_variables(x);
    toss_declare_valued(x);
    return !x->failed;
}
