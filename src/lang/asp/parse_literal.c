#include "lang/asp/parser.h"

#include <string.h>

/* ---- literals ---- */

static bool relation_of(lex_token t, syn_relation *r)
{
    switch (t) {
    case TOK_LT: *r = SYN_LT; return true;
    case TOK_LE: *r = SYN_LE; return true;
    case TOK_GT: *r = SYN_GT; return true;
    case TOK_GE: *r = SYN_GE; return true;
    case TOK_EQ: *r = SYN_EQ; return true;
    case TOK_NE: *r = SYN_NE; return true;
    default: return false;
    }
}

/* An atom is a name, perhaps with arguments, perhaps negated strongly. */
bool parser_is_atom(const syn_term *t)
{
    if (t->kind == SYN_UNARY && t->op == SYN_NEG && t->count == 1 && !t->wrapped)
        t = arg_at(t, 0);
    if (t->wrapped)
        return false;
    if (t->kind == SYN_POOL) { /* p(1;2) */
        for (uint32_t i = 0; i < t->count; i++)
            if (arg_at(t, i)->kind != SYN_FUNCTION || arg_at(t, i)->tuple || arg_at(t, i)->span.start != t->span.start)
                return false;
        return t->count > 0;
    }
    return t->kind == SYN_FUNCTION && !t->tuple;
}

uint8_t parser_nots(parser *p)
{
    uint8_t nots = 0;
    while (nots < 2 && parser_accept(p, TOK_NOT))
        nots++;
    return nots;
}

syn_literal *parser_new_literal(parser *p, syn_literal_kind kind, uint8_t nots, uint32_t start)
{
    syn_literal *l = ARENA_NEW(p->arena, syn_literal);
    l->kind = kind;
    l->nots = nots;
    l->source = p->part->source;
    l->span = (src_span){start, p->last_end};
    return l;
}

/* After a first term that was read already. */
static syn_literal *literal_after(parser *p, uint8_t nots, uint32_t start, syn_term *first)
{
    syn_relation r;
    if (relation_of(p->l.token, &r)) {
        parser_advance(p);
        syn_term *right = parser_term(p);
        syn_literal *l = parser_new_literal(p, SYN_COMPARE, nots, start);
        l->relation = r;
        l->atom = first;
        l->right = right;
        if (relation_of(p->l.token, &r))
            parser_unexpected(p, "comparisons are not chained: write `X < Y, Y < Z`");
        return l;
    }
    if (!parser_is_atom(first))
        parser_unexpected(p, "a term is no condition: a comparison was expected here");
    syn_literal *l = parser_new_literal(p, SYN_ATOM, nots, start);
    l->atom = first;
    return l;
}

static syn_literal *truth_literal(parser *p, uint8_t nots, uint32_t start)
{
    bool truth = p->l.token == TOK_TRUE;
    parser_advance(p);
    syn_literal *l = parser_new_literal(p, SYN_TRUTH, nots, start);
    l->truth = truth;
    return l;
}

syn_literal *parser_literal(parser *p)
{
    uint32_t start = p->l.span.start;
    uint8_t nots = parser_nots(p);
    if (p->l.token == TOK_TRUE || p->l.token == TOK_FALSE)
        return truth_literal(p, nots, start);
    syn_term *first = parser_term(p);
    return literal_after(p, nots, start, first);
}

void parser_conditions(parser *p, syn_element *e)
{
    literal_list list = {0};
    if (p->l.token == TOK_NOT || p->l.token == TOK_TRUE || p->l.token == TOK_FALSE || parser_begins_term(p->l.token))
        do {
            syn_literal *l = parser_literal(p);
            vec_push(p->arena, &list, l);
        } while (parser_accept(p, TOK_COMMA));
    e->conditions = list.data;
    e->condition_count = list.count;
}

/* ---- aggregates ---- */

static bool is_aggregate(lex_token t)
{
    return t == TOK_OPEN_BRACE || t == TOK_COUNT_AGGREGATE || t == TOK_SUM || t == TOK_SUM_PLUS || t == TOK_MIN ||
           t == TOK_MAX;
}

static syn_function function_of(lex_token t)
{
    switch (t) {
    case TOK_COUNT_AGGREGATE: return SYN_COUNT;
    case TOK_SUM: return SYN_SUM;
    case TOK_SUM_PLUS: return SYN_SUM_PLUS;
    case TOK_MIN: return SYN_MIN;
    case TOK_MAX: return SYN_MAX;
    default: return SYN_SET;
    }
}

static syn_element *parse_element(parser *p, bool set, bool head)
{
    syn_element *e = ARENA_NEW(p->arena, syn_element);
    uint32_t start = p->l.span.start;
    if (set) {
        e->literal = parser_literal(p);
    } else {
        term_list tuple = {0};
        if (parser_begins_term(p->l.token))
            do {
                syn_term *t = parser_term(p);
                vec_push(p->arena, &tuple, t);
            } while (parser_accept(p, TOK_COMMA));
        e->tuple = tuple.data;
        e->tuple_count = tuple.count;
        if (head) { /* #count { X : p(X) : q(X) } */
            parser_expect(p, TOK_COLON);
            e->literal = parser_literal(p);
        } else if (tuple.count == 0 && p->l.token != TOK_COLON) {
            parser_unexpected(p, NULL);
        }
    }
    if (parser_accept(p, TOK_COLON))
        parser_conditions(p, e);
    e->span = (src_span){start, p->last_end};
    return e;
}

/* From the brace or the function on; `left` and `relation` come before it. */
static syn_item *parse_aggregate(parser *p, uint8_t nots, uint32_t start, syn_term *left, syn_relation relation,
                                 bool head)
{
    syn_item *item = ARENA_NEW(p->arena, syn_item);
    element_list elements = {0};
    item->kind = SYN_AGGREGATE;
    item->nots = nots;
    item->left = left;
    item->left_relation = relation;
    item->function = function_of(p->l.token);
    item->source = p->part->source;
    if (item->function != SYN_SET)
        parser_advance(p);
    parser_expect(p, TOK_OPEN_BRACE);
    if (p->l.token != TOK_CLOSE_BRACE)
        do {
            syn_element *e = parse_element(p, item->function == SYN_SET, head);
            vec_push(p->arena, &elements, e);
        } while (parser_accept(p, TOK_SEMICOLON));
    parser_expect(p, TOK_CLOSE_BRACE);
    item->elements = elements.data;
    item->element_count = elements.count;
    item->right_relation = SYN_LE;
    bool related = relation_of(p->l.token, &item->right_relation);
    if (related)
        parser_advance(p);
    if (related || parser_begins_term(p->l.token))
        item->right = parser_term(p);
    item->span = (src_span){start, p->last_end};
    return item;
}

/* What begins with a term: a literal, or an aggregate with a bound (*item). */
syn_literal *parser_literal_or_aggregate(parser *p, uint8_t nots, uint32_t start, bool head, syn_item **item)
{
    *item = NULL;
    if (parser_accept(p, TOK_AMPERSAND)) {
        if (p->l.token != TOK_IDENTIFIER)
            parser_unexpected(p, "the name of a theory atom was expected here");
        p->opaque = true;
        parser_give_up(p);
    }
    if (p->l.token == TOK_TRUE || p->l.token == TOK_FALSE)
        return truth_literal(p, nots, start);
    if (is_aggregate(p->l.token)) {
        *item = parse_aggregate(p, nots, start, NULL, SYN_LE, head);
        return NULL;
    }
    syn_term *first = parser_term(p);
    if (is_aggregate(p->l.token)) {
        *item = parse_aggregate(p, nots, start, first, SYN_LE, head);
        return NULL;
    }
    lexer before = p->l;
    uint32_t last_end = p->last_end;
    syn_relation r;
    if (relation_of(p->l.token, &r)) {
        parser_advance(p);
        if (is_aggregate(p->l.token)) {
            *item = parse_aggregate(p, nots, start, first, r, head);
            return NULL;
        }
        p->l = before;
        p->last_end = last_end;
    }
    return literal_after(p, nots, start, first);
}
