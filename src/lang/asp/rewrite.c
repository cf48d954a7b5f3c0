/* From statements to rules. */
#include "lang/asp/rewriter.h"

#include <string.h>

/* ---- variables ---- */

static uint32_t new_variable(rewriter *w, const char *name, const syn_term *from)
{
    vec_push(w->arena, &w->variable_names, name);
    vec_push(w->arena, &w->variable_from, from);
    return w->rule->variables++;
}

static expr *new_expr(rewriter *w, expr_kind kind, const syn_term *from)
{
    expr *e = ARENA_NEW(w->arena, expr);
    e->kind = kind;
    e->from = from;
    return e;
}

static expr *variable_expr(rewriter *w, uint32_t slot, const syn_term *from)
{
    expr *e = new_expr(w, EXPR_VARIABLE, from);
    e->variable = slot;
    return e;
}

static expr *term_expr(rewriter *w, term value, const syn_term *from)
{
    expr *e = new_expr(w, EXPR_TERM, from);
    e->value = value;
    return e;
}

static uint32_t slot_of(rewriter *w, scope *s, const syn_term *t)
{
    for (const scope *in = s; in; in = in->outer) {
        const uint32_t *found = map_get(&in->slots, t->name);
        if (found)
            return *found;
    }
    uint32_t slot = new_variable(w, intern_text(w->set->names, t->name), t);
    map_put(&s->slots, t->name, slot);
    return slot;
}

/* Global variables get their slots first: those that occur outside of elements. */
static void claim_term(rewriter *w, scope *s, const syn_term *t)
{
    if (t->kind == SYN_VARIABLE)
        slot_of(w, s, t);
    for (uint32_t i = 0; i < t->count; i++)
        claim_term(w, s, arg_at(t, i));
}

static void claim_literal(rewriter *w, scope *s, const syn_literal *l)
{
    if (l->atom)
        claim_term(w, s, l->atom);
    if (l->right)
        claim_term(w, s, l->right);
}

static expr *make_expr(rewriter *w, scope *s, const syn_term *t);

static expr *range_expr(rewriter *w, scope *s, const syn_term *t)
{
    uint32_t slot = new_variable(w, NULL, t);
    lit *l = ARENA_NEW(w->arena, lit);
    l->kind = LIT_RANGE;
    l->source = t->source;
    l->span = t->span;
    l->left = variable_expr(w, slot, t);
    l->low = make_expr(w, s, arg_at(t, 0));
    l->high = make_expr(w, s, arg_at(t, 1));
    vec_push(w->arena, &s->extra, l);
    return variable_expr(w, slot, t);
}

/* Operations on numbers and functions of terms become terms. */
static expr *fold(rewriter *w, expr *e)
{
    int32_t x = 0, y = 0, value;
    for (uint32_t i = 0; i < e->count; i++)
        if (arg_at(e, i)->kind == EXPR_UNDEFINED)
            return arg_at(e, i);
    int32_t number;
    bool counts = e->kind == EXPR_BINARY || (e->kind == EXPR_UNARY && e->op != SYN_NEG);
    for (uint32_t i = 0; i < e->count && counts; i++)
        if (arg_at(e, i)->kind == EXPR_FUNCTION ||
            (arg_at(e, i)->kind == EXPR_TERM && !term_is_number(w->terms, arg_at(e, i)->value, &number)))
            return new_expr(w, EXPR_UNDEFINED, e->from); /* whatever the variables in it are */
    uint32_t variable;
    int32_t m, n;
    if (e->kind != EXPR_FUNCTION && expr_linear(w->terms, e, &variable, &m, &n) && m == 1 && n == 0)
        return variable_expr(w, variable, e->from); /* X+0 is X, of whatever kind X is */
    for (uint32_t i = 0; i < e->count; i++)
        if (arg_at(e, i)->kind != EXPR_TERM)
            return e;
    if (e->kind == EXPR_FUNCTION) {
        term args[64], *all = e->count <= 64 ? args : arena_alloc(w->arena, e->count * sizeof *all);
        for (uint32_t i = 0; i < e->count; i++)
            all[i] = arg_at(e, i)->value;
        return term_expr(w, terms_make(w->terms, e->functor, all), e->from);
    }
    if (e->kind == EXPR_UNARY && e->op == SYN_NEG) {
        term negated = term_negate(w->terms, arg_at(e, 0)->value);
        return negated ? term_expr(w, negated, e->from) : new_expr(w, EXPR_UNDEFINED, e->from);
    }
    bool numbers = term_is_number(w->terms, arg_at(e, 0)->value, &x) &&
                   (e->count < 2 || term_is_number(w->terms, arg_at(e, 1)->value, &y));
    if (!numbers || !number_operation(e->op, x, y, &value))
        return new_expr(w, EXPR_UNDEFINED, e->from);
    return term_expr(w, terms_number(w->terms, value), e->from);
}

static expr *make_args(rewriter *w, scope *s, expr *e, const syn_term *t)
{
    e->count = t->count;
    e->args = ARENA_ARRAY(w->arena, expr *, t->count + 1);
    for (uint32_t i = 0; i < t->count; i++)
        e->args[i] = make_expr(w, s, arg_at(t, i));
    return fold(w, e);
}

static functor functor_of(rewriter *w, const syn_term *t, bool negative)
{
    const char *name = t->tuple ? "" : intern_text(w->set->names, t->name);
    return terms_functor(w->terms, terms_name(w->terms, name, strlen(name)), t->count, negative);
}

static expr *make_expr(rewriter *w, scope *s, const syn_term *t)
{
    expr *e;
    const char *text;
    switch (t->kind) {
    case SYN_NUMBER: return term_expr(w, terms_number(w->terms, t->value), t);
    case SYN_STRING:
        text = intern_text(w->set->names, t->name);
        return term_expr(w, terms_string(w->terms, text, vec_at(&w->set->names->strings, t->name).length), t);
    case SYN_INF: return term_expr(w, 1 << 1, t);
    case SYN_SUP: return term_expr(w, 2 << 1, t);
    case SYN_VARIABLE: return variable_expr(w, slot_of(w, s, t), t);
    case SYN_ANONYMOUS: return variable_expr(w, new_variable(w, NULL, t), t);
    case SYN_DRAW:
        e = new_expr(w, EXPR_DRAW, t);
        e->variable = (uint32_t)t->value;
        return e;
    case SYN_FUNCTION:
        e = new_expr(w, EXPR_FUNCTION, t);
        e->functor = functor_of(w, t, false);
        return make_args(w, s, e, t);
    case SYN_INTERVAL: return range_expr(w, s, t);
    case SYN_BINARY:
    case SYN_UNARY:
        e = new_expr(w, t->kind == SYN_BINARY ? EXPR_BINARY : EXPR_UNARY, t);
        e->op = t->op;
        return make_args(w, s, e, t);
    case SYN_EXTERNAL: return new_expr(w, EXPR_UNDEFINED, t);
    case SYN_POOL: break; /* unfolded before */
    }
    w->failed = true;
    return new_expr(w, EXPR_UNDEFINED, t);
}

static expr *make_atom(rewriter *w, scope *s, const syn_term *t)
{
    bool negative = t->kind == SYN_UNARY;
    const syn_term *inner = negative ? arg_at(t, 0) : t;
    expr *e = new_expr(w, EXPR_FUNCTION, t);
    if (inner->kind != SYN_FUNCTION) {
        w->failed = true;
        return new_expr(w, EXPR_UNDEFINED, t);
    }
    e->functor = functor_of(w, inner, negative);
    return make_args(w, s, e, inner);
}

/* ---- literals ---- */

static bool needs_solving(const expr *e)
{
    if (e->kind == EXPR_BINARY || e->kind == EXPR_UNARY)
        return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (needs_solving(arg_at(e, i)))
            return true;
    return false;
}

/* Arithmetic in a positive atom that its value does not determine: p(X*Y) is p(Z), Z = X*Y. */
static expr *take_out(rewriter *w, scope *s, expr *e)
{
    uint32_t v;
    int32_t m, n;
    if (!needs_solving(e) || expr_linear(w->terms, e, &v, &m, &n))
        return e;
    if (e->kind == EXPR_FUNCTION ||
        (e->kind == EXPR_UNARY && e->op == SYN_NEG && arg_at(e, 0)->kind == EXPR_VARIABLE)) {
        for (uint32_t i = 0; i < e->count && e->kind == EXPR_FUNCTION; i++)
            e->args[i] = take_out(w, s, arg_at(e, i));
        return e;
    }
    lit *l = ARENA_NEW(w->arena, lit);
    uint32_t slot = new_variable(w, NULL, e->from);
    l->kind = LIT_COMPARE;
    l->relation = SYN_EQ;
    l->left = variable_expr(w, slot, e->from);
    l->right = e;
    l->source = e->from->source;
    l->span = e->from->span;
    vec_push(w->arena, &s->extra, l);
    return variable_expr(w, slot, e->from);
}

static syn_relation opposite(syn_relation r)
{
    static const syn_relation all[] = {[SYN_EQ] = SYN_NE, [SYN_NE] = SYN_EQ, [SYN_LT] = SYN_GE,
                                       [SYN_LE] = SYN_GT, [SYN_GT] = SYN_LE, [SYN_GE] = SYN_LT};
    return all[r];
}

/* NULL: it always holds. */
static lit *make_literal(rewriter *w, scope *s, const syn_literal *from)
{
    lit *l = ARENA_NEW(w->arena, lit);
    l->nots = from->nots;
    l->source = from->source;
    l->span = from->span;
    if (from->kind == SYN_TRUTH) {
        if (from->truth != (from->nots == 1))
            return NULL;
        l->kind = LIT_FALSE;
        return l;
    }
    if (from->kind == SYN_ATOM) {
        l->kind = LIT_ATOM;
        l->atom = make_atom(w, s, from->atom);
        l->undefined = l->atom->kind == EXPR_UNDEFINED;
        if (l->undefined)
            l->kind = LIT_FALSE;
        else if (l->nots == 0 && !w->whole)
            l->atom = take_out(w, s, l->atom);
        return l;
    }
    const syn_term *sides[] = {from->atom, from->right};
    for (int i = 0; i < 2 && from->relation == SYN_EQ && from->nots == 0; i++)
        if (sides[i]->kind == SYN_INTERVAL && sides[1 - i]->kind != SYN_INTERVAL) {
            l->kind = LIT_RANGE;
            l->left = make_expr(w, s, sides[1 - i]);
            l->low = make_expr(w, s, arg_at(sides[i], 0));
            l->high = make_expr(w, s, arg_at(sides[i], 1));
            l->undefined =
                l->left->kind == EXPR_UNDEFINED || l->low->kind == EXPR_UNDEFINED || l->high->kind == EXPR_UNDEFINED;
            return l;
        }
    l->kind = LIT_COMPARE;
    l->left = make_expr(w, s, from->atom);
    l->right = make_expr(w, s, from->right);
    l->relation = from->nots == 1 ? opposite(from->relation) : from->relation;
    l->undefined = l->left->kind == EXPR_UNDEFINED || l->right->kind == EXPR_UNDEFINED;
    return l;
}

static void push_lit(rewriter *w, lit ***list, uint32_t *count, lit *l)
{
    *list = arena_grow(w->arena, *list, *count * sizeof **list, (*count + 1) * sizeof **list);
    (*list)[(*count)++] = l;
}

static void take_extra(rewriter *w, scope *s, lit ***list, uint32_t *count)
{
    for (uint32_t i = 0; i < s->extra.count; i++)
        push_lit(w, list, count, vec_at(&s->extra, i));
    s->extra.count = 0;
}

static bool has_interval(const syn_term *t)
{
    if (!t)
        return false;
    if (t->kind == SYN_INTERVAL)
        return true;
    for (uint32_t i = 0; i < t->count; i++)
        if (has_interval(arg_at(t, i)))
            return true;
    return false;
}

/* An element with all its pools chosen. */
static void make_element(rewriter *w, scope *outer, lit *l, const syn_literal *head, syn_term *const *tuple,
                         uint32_t tuple_count, syn_literal *const *conditions, uint32_t condition_count)
{
    scope s = {.outer = outer};
    map_init(&s.slots, w->arena);
    lit_element e = {0};
    for (uint32_t i = 0; i < condition_count; i++) {
        lit *c = make_literal(w, &s, conditions[i]);
        if (c && c->undefined)
            return; /* clingo leaves such an element out before it looks for unsafe variables */
        if (c)
            push_lit(w, &e.conditions, &e.condition_count, c);
    }
    e.tuple = ARENA_ARRAY(w->arena, expr *, tuple_count + 1);
    e.tuple_count = tuple_count;
    for (uint32_t i = 0; i < tuple_count; i++)
        if ((e.tuple[i] = make_expr(w, &s, tuple[i]))->kind == EXPR_UNDEFINED)
            return;
    take_extra(w, &s, &e.conditions, &e.condition_count);
    if (head && l->kind == LIT_CONDITIONAL && (has_interval(head->atom) || has_interval(head->right)))
        w->failed = true;
    if (head) {
        /* what has no value in `head : conditions` is false, and not left out like a condition */
        w->whole = l->kind == LIT_CONDITIONAL;
        e.head = make_literal(w, &s, head);
        w->whole = false;
        take_extra(w, &s, &e.conditions, &e.condition_count);
        if (!e.head && l->kind == LIT_AGGREGATE)
            w->failed = true; /* #true in a set aggregate */
    }
    if (!e.head && l->kind == LIT_CONDITIONAL)
        return;
    l->elements = arena_grow(w->arena, l->elements, l->element_count * sizeof e, (l->element_count + 1) * sizeof e);
    l->elements[l->element_count++] = e;
}

/* Chooses the pools of conditions from `next` on, and so on. */
static void unfold_element(rewriter *w, scope *outer, lit *l, const syn_element *from, const literal_list *choices,
                           const term_list *tuples, syn_literal **conditions, uint32_t next)
{
    if (next < from->condition_count) {
        for (uint32_t i = 0; i < choices[next].count; i++) {
            conditions[next] = vec_at(&choices[next], i);
            unfold_element(w, outer, l, from, choices, tuples, conditions, next + 1);
        }
        return;
    }
    uint32_t heads = from->literal ? choices[next].count : 1;
    for (uint32_t h = 0; h < heads; h++)
        for (uint32_t i = 0; i < tuples->count; i++)
            make_element(w, outer, l, from->literal ? vec_at(&choices[next], h) : NULL, vec_at(tuples, i)->args,
                         vec_at(tuples, i)->count, conditions, from->condition_count);
}

static syn_literal *replace_literal(rewriter *w, syn_literal *l)
{
    if (!l || l->kind == SYN_TRUTH)
        return l;
    syn_literal *copy = ARENA_NEW(w->arena, syn_literal);
    *copy = *l;
    copy->atom = l->kind == SYN_ATOM ? rewrite_replace_atom(w, l->atom) : rewrite_replace(w, l->atom);
    if (l->right)
        copy->right = rewrite_replace(w, l->right);
    return copy;
}

static void make_elements(rewriter *w, scope *outer, lit *l, syn_element *const *elements, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const syn_element *from = elements[i];
        literal_list *choices = ARENA_ARRAY(w->arena, literal_list, from->condition_count + 1);
        syn_literal **conditions = ARENA_ARRAY(w->arena, syn_literal *, from->condition_count + 1);
        for (uint32_t k = 0; k < from->condition_count; k++)
            rewrite_unfold_literal(w, replace_literal(w, from->conditions[k]), &choices[k]);
        if (from->literal)
            rewrite_unfold_literal(w, replace_literal(w, from->literal), &choices[from->condition_count]);
        if (l->kind == LIT_CONDITIONAL && choices[from->condition_count].count != 1)
            w->failed = true; /* one of several must hold */
        syn_term *whole = ARENA_NEW(w->arena, syn_term);
        term_list tuples = {0};
        *whole = (syn_term){.kind = SYN_FUNCTION,
                            .tuple = true,
                            .count = from->tuple_count,
                            .args = ARENA_ARRAY(w->arena, syn_term *, from->tuple_count + 1)};
        for (uint32_t k = 0; k < from->tuple_count; k++)
            whole->args[k] = rewrite_replace(w, from->tuple[k]);
        rewrite_unfold(w, whole, &tuples);
        unfold_element(w, outer, l, from, choices, &tuples, conditions, 0);
    }
}

/* An item of a body whose own pools are chosen (`chosen` for plain literals). */
static lit *make_item(rewriter *w, scope *s, const syn_item *item, const syn_literal *chosen)
{
    if (item->kind == SYN_LITERAL)
        return make_literal(w, s, chosen);
    lit *l = ARENA_NEW(w->arena, lit);
    l->source = item->source;
    l->span = item->span;
    l->nots = item->nots;
    l->kind = item->kind == SYN_CONDITIONAL ? LIT_CONDITIONAL : LIT_AGGREGATE;
    l->function = item->function;
    l->relation = item->left_relation;
    l->right_relation = item->right_relation;
    syn_term *left = item->left ? rewrite_replace(w, item->left) : NULL,
             *right = item->right ? rewrite_replace(w, item->right) : NULL;
    if ((left && rewrite_has_pool(left)) || (right && rewrite_has_pool(right))) {
        w->failed = true;
        return NULL;
    }
    l->left = left ? make_expr(w, s, left) : NULL;
    l->right = right ? make_expr(w, s, right) : NULL;
    make_elements(w, s, l, item->elements, item->element_count);
    if (l->kind == LIT_CONDITIONAL && l->element_count == 0)
        return NULL;
    return l;
}

static void claim_item(rewriter *w, scope *s, const syn_item *item)
{
    if (item->kind == SYN_LITERAL)
        claim_literal(w, s, item->literal);
    if (item->left)
        claim_term(w, s, item->left);
    if (item->right)
        claim_term(w, s, item->right);
}

/* ---- rules ---- */

void rewrite_needs_solver(rewriter *w, const syn_statement *s, const char *why)
{
    if (!w->set->choices) {
        w->set->why = why;
        w->set->why_at = s;
    }
    w->set->choices = true;
}

static void add_rule(rewriter *w, rule *r)
{
    rule_set *set = w->set;
    r->variable_names = w->variable_names.data;
    r->variable_from = w->variable_from.data;
    if (set->last)
        set->last->next = r;
    else
        set->first = r;
    set->last = r;
    set->count++;
}

/* Terms of a weak constraint, bounds of a choice and the like. */
static void make_needs(rewriter *w, scope *top, const syn_statement *s)
{
    rule *r = w->rule;
    r->needs = ARENA_ARRAY(w->arena, expr *, s->term_count + 2);
    for (uint32_t i = 0; i < s->term_count; i++)
        if (!rewrite_has_pool(s->terms[i]))
            r->needs[r->need_count++] = make_expr(w, top, rewrite_replace(w, s->terms[i]));
    for (int i = 0; i < 2 && s->choice; i++) {
        syn_term *guard = i ? s->choice->right : s->choice->left;
        if (guard && !rewrite_has_pool(guard))
            r->needs[r->need_count++] = make_expr(w, top, rewrite_replace(w, guard));
    }
}

/* One rule with all pools chosen: heads[..] and the literals of the body. */
static void make_rule(rewriter *w, const syn_statement *s, const syn_literal *head, syn_term *shown,
                      const syn_literal *const *body)
{
    rule *r = w->rule = ARENA_NEW(w->arena, rule);
    scope top = {0};
    map_init(&top.slots, w->arena);
    w->variable_names.data = NULL;
    w->variable_names.count = w->variable_names.capacity = 0;
    w->variable_from.data = NULL;
    w->variable_from.count = w->variable_from.capacity = 0;
    w->failed = false;
    r->from = s;
    if (head)
        claim_literal(w, &top, head);
    if (shown)
        claim_term(w, &top, shown);
    for (uint32_t i = 0; i < s->body_count; i++)
        claim_item(w, &top, body_at(s, i));
    if (s->choice && s->choice->left)
        claim_term(w, &top, s->choice->left);
    if (s->choice && s->choice->right)
        claim_term(w, &top, s->choice->right);
    for (uint32_t i = 0; i < s->term_count && !shown; i++)
        claim_term(w, &top, s->terms[i]);
    r->globals = r->variables;
    for (uint32_t i = 0; i < s->body_count; i++) {
        lit *l = make_item(w, &top, body_at(s, i), body[i]);
        if (l && l->undefined && !w->failed)
            return; /* so it does with a rule */
        if (l)
            push_lit(w, &r->body, &r->body_count, l);
    }
    lit *h = NULL;
    if (shown) {
        r->kind = HEAD_SHOW;
        r->head = make_expr(w, &top, shown);
    } else if (head && head->kind == SYN_ATOM && head->nots == 0) {
        r->kind = HEAD_ATOM;
        r->head = make_atom(w, &top, head->atom);
    } else if (head) { /* `not a`, comparisons: the rule forbids their opposite */
        syn_literal turned = *head;
        turned.nots = head->nots == 1 ? 2 : 1;
        h = make_literal(w, &top, &turned);
        if (head->kind == SYN_TRUTH ? h && h->kind == LIT_FALSE : false)
            return; /* #true :- .. */
    }
    if (r->head && r->head->kind == EXPR_UNDEFINED && !w->failed)
        return;
    if (!shown)
        make_needs(w, &top, s);
    take_extra(w, &top, &r->body, &r->body_count);
    if (h)
        push_lit(w, &r->body, &r->body_count, h);
    if (w->failed) {
        rewrite_needs_solver(w, s, "a pool or interval in an unusual place");
        return;
    }
    r->fact = r->kind == HEAD_ATOM && r->head->kind == EXPR_TERM && r->body_count == 0;
    add_rule(w, r);
}

static void unfold_rule(rewriter *w, const syn_statement *s, const literal_list *heads, const term_list *shown,
                        const literal_list *choices, const syn_literal **body, uint32_t next)
{
    if (next < s->body_count) {
        if (body_at(s, next)->kind != SYN_LITERAL) {
            unfold_rule(w, s, heads, shown, choices, body, next + 1);
            return;
        }
        for (uint32_t i = 0; i < choices[next].count; i++) {
            body[next] = vec_at(&choices[next], i);
            unfold_rule(w, s, heads, shown, choices, body, next + 1);
        }
        return;
    }
    for (uint32_t i = 0; i < heads->count; i++)
        make_rule(w, s, vec_at(heads, i), NULL, body);
    for (uint32_t i = 0; i < shown->count; i++)
        make_rule(w, s, NULL, vec_at(shown, i), body);
    if (heads->count == 0 && shown->count == 0)
        make_rule(w, s, NULL, NULL, body);
}

/* A rule is evaluated by as many calls within calls. */
enum { CONDITIONS_MAX = 2000 };

void rewrite_rule(rewriter *w, syn_statement *s)
{
    literal_list *choices = ARENA_ARRAY(w->arena, literal_list, s->body_count + 1), heads = {0};
    const syn_literal **body = ARENA_ARRAY(w->arena, const syn_literal *, s->body_count + 1);
    term_list shown = {0};
    w->failed = false;
    for (uint32_t i = 0; i < s->body_count; i++)
        if (body_at(s, i)->kind == SYN_LITERAL)
            rewrite_unfold_literal(w, replace_literal(w, body_at(s, i)->literal), &choices[i]);
    if (s->head)
        rewrite_unfold_literal(w, replace_literal(w, s->head), &heads);
    if (s->kind == SYN_SHOW_TERM)
        rewrite_unfold(w, rewrite_replace(w, s->terms[0]), &shown);
    if (w->failed)
        rewrite_needs_solver(w, s, "a very large pool");
    else if (s->body_count > CONDITIONS_MAX)
        rewrite_needs_solver(w, s, "a rule with more than 2,000 conditions");
    else
        unfold_rule(w, s, &heads, &shown, choices, body, 0);
}
