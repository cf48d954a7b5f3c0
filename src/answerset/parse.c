/* Recursive descent over the grammar of clingo 5.4. After an error it reads on behind the next full
 * stop, as clingo does. */
#include "answerset/lex.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    lexer l;
    arena *arena;
    intern *names;
    syn_part *part;
    diag_sink *sink;
    uint32_t depth, max_depth, last_end;
    bool opaque; /* the statement holds what only libclingo reads */
    jmp_buf error;
} parser;

typedef VEC(syn_term *) term_list;
typedef VEC(syn_literal *) literal_list;
typedef VEC(syn_element *) element_list;
typedef VEC(syn_item *) item_list;

/* ---- errors ---- */

static _Noreturn void give_up(parser *p) { longjmp(p->error, 1); }

static _Noreturn void unexpected(parser *p, const char *wanted)
{
    const lexer *l = &p->l;
    bool dollar = l->token == TOK_DOLLAR && l->at < l->end && strchr("<>=!+*-abcdefghijklmnopqrstuvwxyz", l->text[l->at]);
    if (dollar || l->token == TOK_DISJOINT) { /* constraints over integers */
        p->opaque = true;
        give_up(p);
    }
    diag *d;
    if (l->token == TOK_END)
        d = diag_report(p->sink, DIAG_EXPECTED, p->part->source, l->span, "syntax error, unexpected end of file");
    else
        d = diag_report(p->sink, DIAG_EXPECTED, p->part->source, l->span, "syntax error, unexpected `%.*s`",
                        (int)(l->span.end - l->span.start > 60 ? 60 : l->span.end - l->span.start),
                        l->text + l->span.start);
    if (wanted)
        diag_set_hint(p->sink, d, "%s", wanted);
    give_up(p);
}

static void advance(parser *p)
{
    p->last_end = p->l.span.end;
    lex_next(&p->l);
}

static bool accept(parser *p, lex_token t)
{
    if (p->l.token != t)
        return false;
    advance(p);
    return true;
}

static void expect(parser *p, lex_token t)
{
    char wanted[60] = "`";
    if (accept(p, t))
        return;
    strncat(wanted, lex_text(t), 40);
    strcat(wanted, "` was expected here");
    unexpected(p, wanted);
}

static void enter(parser *p)
{
    if (++p->depth <= p->max_depth)
        return;
    diag_report(p->sink, DIAG_NESTING, p->part->source, p->l.span, "nested more than %u deep", p->max_depth);
    give_up(p);
}

/* ---- terms ---- */

static syn_term *parse_term(parser *p);

static syn_term *new_term(parser *p, syn_term_kind kind, uint32_t start)
{
    syn_term *t = ARENA_NEW(p->arena, syn_term);
    t->kind = kind;
    t->name = NAME_NONE;
    t->source = p->part->source;
    t->span = (src_span){start, p->last_end};
    return t;
}

static syn_term *with_args(parser *p, syn_term_kind kind, uint32_t start, const term_list *args)
{
    syn_term *t = new_term(p, kind, start);
    t->count = args->count;
    t->args = ARENA_ARRAY(p->arena, syn_term *, args->count + 1);
    if (args->count)
        memcpy(t->args, args->data, args->count * sizeof *t->args);
    return t;
}

static bool begins_term(lex_token t)
{
    switch (t) {
    case TOK_NUMBER:
    case TOK_DRAW:
    case TOK_STRING:
    case TOK_IDENTIFIER:
    case TOK_VARIABLE:
    case TOK_ANONYMOUS:
    case TOK_OPEN:
    case TOK_BAR:
    case TOK_MINUS:
    case TOK_TILDE:
    case TOK_AT:
    case TOK_INF:
    case TOK_INFIMUM:
    case TOK_SUP:
    case TOK_SUPREMUM: return true;
    default: return false;
    }
}

/* Alternatives of arguments, up to the closing parenthesis: f(a,b;c). A tuple `(t)` is `t`. */
static syn_term *parse_alternatives(parser *p, uint32_t start, name_id name, bool tuple)
{
    term_list pool = {0};
    do {
        term_list args = {0};
        bool comma = false;
        while (begins_term(p->l.token)) {
            syn_term *arg = parse_term(p);
            vec_push(p->arena, &args, arg);
            comma = accept(p, TOK_COMMA);
            if (!comma)
                break;
            if (!tuple && !begins_term(p->l.token))
                unexpected(p, "an argument was expected here");
        }
        if (tuple && args.count == 0 && accept(p, TOK_COMMA))
            comma = true; /* (,) is () */
        syn_term *t = with_args(p, SYN_FUNCTION, start, &args);
        t->name = name;
        t->tuple = tuple;
        if (tuple && args.count == 1 && !comma) {
            *t = *args.data[0];
            t->wrapped = true;
        }
        vec_push(p->arena, &pool, t);
    } while (accept(p, TOK_SEMICOLON));
    if (p->l.token != TOK_CLOSE)
        unexpected(p, "`)`, `,` or `;` was expected here");
    advance(p);
    for (uint32_t i = 0; i < pool.count; i++)
        if (pool.data[i]->kind == SYN_FUNCTION && pool.data[i]->span.start == start)
            pool.data[i]->span.end = p->last_end;
    return pool.count == 1 ? pool.data[0] : with_args(p, SYN_POOL, start, &pool);
}

static syn_term *parse_absolute(parser *p, uint32_t start)
{
    term_list pool = {0};
    advance(p);
    do {
        term_list arg = {0};
        syn_term *inner = parse_term(p);
        vec_push(p->arena, &arg, inner);
        syn_term *t = with_args(p, SYN_UNARY, start, &arg);
        t->op = SYN_ABS;
        vec_push(p->arena, &pool, t);
    } while (accept(p, TOK_SEMICOLON));
    expect(p, TOK_BAR);
    for (uint32_t i = 0; i < pool.count; i++)
        pool.data[i]->span.end = p->last_end;
    return pool.count == 1 ? pool.data[0] : with_args(p, SYN_POOL, start, &pool);
}

static name_id token_name(parser *p)
{
    src_span s = p->l.span;
    return intern_add(p->names, p->l.text + s.start, s.end - s.start);
}

static syn_term *parse_primary(parser *p)
{
    lexer *l = &p->l;
    uint32_t start = l->span.start;
    int32_t value = l->value;
    name_id name;
    syn_term *t;
    switch (l->token) {
    case TOK_NUMBER:
    case TOK_DRAW:
        t = new_term(p, l->token == TOK_NUMBER ? SYN_NUMBER : SYN_DRAW, start);
        advance(p);
        t->value = value;
        break;
    case TOK_STRING:
        name = intern_add(p->names, l->string, l->string_length);
        advance(p);
        t = new_term(p, SYN_STRING, start);
        t->name = name;
        break;
    case TOK_INF:
    case TOK_INFIMUM:
    case TOK_SUP:
    case TOK_SUPREMUM:
        t = new_term(p, l->token == TOK_INF || l->token == TOK_INFIMUM ? SYN_INF : SYN_SUP, start);
        advance(p);
        break;
    case TOK_VARIABLE:
    case TOK_ANONYMOUS:
        t = new_term(p, l->token == TOK_VARIABLE ? SYN_VARIABLE : SYN_ANONYMOUS, start);
        t->name = token_name(p);
        advance(p);
        break;
    case TOK_IDENTIFIER:
        name = token_name(p);
        advance(p);
        if (accept(p, TOK_OPEN))
            return parse_alternatives(p, start, name, false);
        t = new_term(p, SYN_FUNCTION, start);
        t->name = name;
        break;
    case TOK_AT: {
        advance(p);
        name = token_name(p);
        expect(p, TOK_IDENTIFIER);
        expect(p, TOK_OPEN);
        syn_term *inner = parse_alternatives(p, start, name, false);
        t = new_term(p, SYN_EXTERNAL, start);
        t->name = name;
        t->count = inner->count;
        t->args = inner->args;
        break;
    }
    case TOK_OPEN:
        advance(p);
        return parse_alternatives(p, start, NAME_NONE, true);
    case TOK_BAR: return parse_absolute(p, start);
    default: unexpected(p, NULL);
    }
    t->span.end = p->last_end;
    return t;
}

static syn_term *unary(parser *p, uint32_t start, syn_operator op, syn_term *arg)
{
    term_list args = {0};
    vec_push(p->arena, &args, arg);
    syn_term *t = with_args(p, SYN_UNARY, start, &args);
    t->op = op;
    return t;
}

static syn_term *parse_unary(parser *p)
{
    uint32_t start = p->l.span.start;
    enter(p);
    syn_term *t;
    if (accept(p, TOK_MINUS))
        t = unary(p, start, SYN_NEG, parse_unary(p));
    else if (accept(p, TOK_TILDE))
        t = unary(p, start, SYN_NOT, parse_unary(p));
    else
        t = parse_primary(p);
    p->depth--;
    return t;
}

static syn_term *binary(parser *p, syn_term_kind kind, syn_operator op, syn_term *left, syn_term *right)
{
    term_list args = {0};
    vec_push(p->arena, &args, left);
    vec_push(p->arena, &args, right);
    syn_term *t = with_args(p, kind, left->span.start, &args);
    t->op = op;
    return t;
}

static syn_term *parse_power(parser *p)
{
    syn_term *left = parse_unary(p);
    if (!accept(p, TOK_POWER))
        return left;
    enter(p);
    left = binary(p, SYN_BINARY, SYN_POW, left, parse_power(p));
    p->depth--;
    return left;
}

/* Operators from the weakest to the strongest. */
enum { LEVELS = 6 };
static int level_of(lex_token t, syn_operator *op)
{
    switch (t) {
    case TOK_DOTS: return 0;
    case TOK_CARET: *op = SYN_XOR; return 1;
    case TOK_QUESTION: *op = SYN_OR; return 2;
    case TOK_AMPERSAND: *op = SYN_AND; return 3;
    case TOK_PLUS: *op = SYN_ADD; return 4;
    case TOK_MINUS: *op = SYN_SUB; return 4;
    case TOK_TIMES: *op = SYN_MUL; return 5;
    case TOK_SLASH: *op = SYN_DIV; return 5;
    case TOK_BACKSLASH: *op = SYN_MOD; return 5;
    default: return -1;
    }
}

static syn_term *parse_level(parser *p, int level)
{
    if (level == LEVELS)
        return parse_power(p);
    syn_term *left = parse_level(p, level + 1);
    uint32_t before = p->depth;
    syn_operator op = SYN_ADD;
    while (level_of(p->l.token, &op) == level) {
        enter(p); /* chains grow deep on the left */
        advance(p);
        left = binary(p, level == 0 ? SYN_INTERVAL : SYN_BINARY, op, left, parse_level(p, level + 1));
    }
    p->depth = before;
    return left;
}

static syn_term *parse_term(parser *p)
{
    enter(p);
    syn_term *t = parse_level(p, 0);
    p->depth--;
    return t;
}

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
static bool is_atom(const syn_term *t)
{
    if (t->kind == SYN_UNARY && t->op == SYN_NEG && t->count == 1 && !t->wrapped)
        t = t->args[0];
    if (t->wrapped)
        return false;
    if (t->kind == SYN_POOL) { /* p(1;2) */
        for (uint32_t i = 0; i < t->count; i++)
            if (t->args[i]->kind != SYN_FUNCTION || t->args[i]->tuple || t->args[i]->span.start != t->span.start)
                return false;
        return t->count > 0;
    }
    return t->kind == SYN_FUNCTION && !t->tuple;
}

static uint8_t parse_nots(parser *p)
{
    uint8_t nots = 0;
    while (nots < 2 && accept(p, TOK_NOT))
        nots++;
    return nots;
}

static syn_literal *new_literal(parser *p, syn_literal_kind kind, uint8_t nots, uint32_t start)
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
        advance(p);
        syn_term *right = parse_term(p);
        syn_literal *l = new_literal(p, SYN_COMPARE, nots, start);
        l->relation = r;
        l->atom = first;
        l->right = right;
        if (relation_of(p->l.token, &r))
            unexpected(p, "comparisons are not chained: write `X < Y, Y < Z`");
        return l;
    }
    if (!is_atom(first))
        unexpected(p, "a term is no condition: a comparison was expected here");
    syn_literal *l = new_literal(p, SYN_ATOM, nots, start);
    l->atom = first;
    return l;
}

static syn_literal *truth_literal(parser *p, uint8_t nots, uint32_t start)
{
    bool truth = p->l.token == TOK_TRUE;
    advance(p);
    syn_literal *l = new_literal(p, SYN_TRUTH, nots, start);
    l->truth = truth;
    return l;
}

static syn_literal *parse_literal(parser *p)
{
    uint32_t start = p->l.span.start;
    uint8_t nots = parse_nots(p);
    if (p->l.token == TOK_TRUE || p->l.token == TOK_FALSE)
        return truth_literal(p, nots, start);
    syn_term *first = parse_term(p);
    return literal_after(p, nots, start, first);
}

static void take_conditions(parser *p, syn_element *e)
{
    literal_list list = {0};
    if (p->l.token == TOK_NOT || p->l.token == TOK_TRUE || p->l.token == TOK_FALSE || begins_term(p->l.token))
        do {
            syn_literal *l = parse_literal(p);
            vec_push(p->arena, &list, l);
        } while (accept(p, TOK_COMMA));
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
        e->literal = parse_literal(p);
    } else {
        term_list tuple = {0};
        if (begins_term(p->l.token))
            do {
                syn_term *t = parse_term(p);
                vec_push(p->arena, &tuple, t);
            } while (accept(p, TOK_COMMA));
        e->tuple = tuple.data;
        e->tuple_count = tuple.count;
        if (head) { /* #count { X : p(X) : q(X) } */
            expect(p, TOK_COLON);
            e->literal = parse_literal(p);
        } else if (tuple.count == 0 && p->l.token != TOK_COLON) {
            unexpected(p, NULL);
        }
    }
    if (accept(p, TOK_COLON))
        take_conditions(p, e);
    e->span = (src_span){start, p->last_end};
    return e;
}

/* From the brace or the function on; `left` and `relation` come before it. */
static syn_item *parse_aggregate(parser *p, uint8_t nots, uint32_t start, syn_term *left, syn_relation relation, bool head)
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
        advance(p);
    expect(p, TOK_OPEN_BRACE);
    if (p->l.token != TOK_CLOSE_BRACE)
        do {
            syn_element *e = parse_element(p, item->function == SYN_SET, head);
            vec_push(p->arena, &elements, e);
        } while (accept(p, TOK_SEMICOLON));
    expect(p, TOK_CLOSE_BRACE);
    item->elements = elements.data;
    item->element_count = elements.count;
    item->right_relation = SYN_LE;
    bool related = relation_of(p->l.token, &item->right_relation);
    if (related)
        advance(p);
    if (related || begins_term(p->l.token))
        item->right = parse_term(p);
    item->span = (src_span){start, p->last_end};
    return item;
}

/* What begins with a term: a literal, or an aggregate with a bound (*item). */
static syn_literal *literal_or_aggregate(parser *p, uint8_t nots, uint32_t start, bool head, syn_item **item)
{
    *item = NULL;
    if (accept(p, TOK_AMPERSAND)) {
        if (p->l.token != TOK_IDENTIFIER)
            unexpected(p, "the name of a theory atom was expected here");
        p->opaque = true;
        give_up(p);
    }
    if (p->l.token == TOK_TRUE || p->l.token == TOK_FALSE)
        return truth_literal(p, nots, start);
    if (is_aggregate(p->l.token)) {
        *item = parse_aggregate(p, nots, start, NULL, SYN_LE, head);
        return NULL;
    }
    syn_term *first = parse_term(p);
    if (is_aggregate(p->l.token)) {
        *item = parse_aggregate(p, nots, start, first, SYN_LE, head);
        return NULL;
    }
    lexer before = p->l;
    uint32_t last_end = p->last_end;
    syn_relation r;
    if (relation_of(p->l.token, &r)) {
        advance(p);
        if (is_aggregate(p->l.token)) {
            *item = parse_aggregate(p, nots, start, first, r, head);
            return NULL;
        }
        p->l = before;
        p->last_end = last_end;
    }
    return literal_after(p, nots, start, first);
}

/* ---- bodies ---- */

static syn_item *parse_item(parser *p)
{
    uint32_t start = p->l.span.start;
    uint8_t nots = parse_nots(p);
    syn_item *item;
    syn_literal *l = literal_or_aggregate(p, nots, start, false, &item);
    if (item)
        return item;
    item = ARENA_NEW(p->arena, syn_item);
    item->source = p->part->source;
    item->kind = SYN_LITERAL;
    item->literal = l;
    if (accept(p, TOK_COLON)) {
        item->kind = SYN_CONDITIONAL;
        item->elements = ARENA_ARRAY(p->arena, syn_element *, 1);
        item->element_count = 1;
        syn_element *e = item->elements[0] = ARENA_NEW(p->arena, syn_element);
        e->literal = l;
        take_conditions(p, e);
        e->span = (src_span){start, p->last_end};
    }
    item->span = (src_span){start, p->last_end};
    return item;
}

/* Up to the full stop, which is taken. */
static void parse_body(parser *p, syn_statement *s)
{
    item_list body = {0};
    while (p->l.token != TOK_DOT || body.count) {
        syn_item *item = parse_item(p);
        vec_push(p->arena, &body, item);
        if (p->l.token == TOK_DOT)
            break;
        bool condition = item->kind == SYN_CONDITIONAL;
        if (p->l.token != TOK_SEMICOLON && (condition || p->l.token != TOK_COMMA))
            unexpected(p, condition ? "`;` or `.` was expected here" : "`,`, `;` or `.` was expected here");
        advance(p);
        if (p->l.token == TOK_DOT)
            unexpected(p, "a condition was expected here");
    }
    s->body = body.data;
    s->body_count = body.count;
    expect(p, TOK_DOT);
}

/* `: body.` or `.` */
static void parse_colon_body(parser *p, syn_statement *s)
{
    if (accept(p, TOK_COLON) && p->l.token != TOK_DOT)
        parse_body(p, s);
    else
        expect(p, TOK_DOT);
}

/* ---- statements ---- */

static syn_element *literal_element(parser *p, syn_literal *l)
{
    syn_element *e = ARENA_NEW(p->arena, syn_element);
    e->literal = l;
    if (accept(p, TOK_COLON)) {
        take_conditions(p, e);
        if (e->condition_count == 0) /* in bodies there may be none */
            unexpected(p, "a condition was expected here");
    }
    e->span = (src_span){l->span.start, p->last_end};
    return e;
}

static void parse_head(parser *p, syn_statement *s)
{
    uint32_t start = p->l.span.start;
    uint8_t nots = parse_nots(p);
    syn_item *item;
    syn_literal *l = literal_or_aggregate(p, nots, start, true, &item);
    if (item) {
        if (nots)
            p->opaque = false, unexpected(p, "an aggregate in the head cannot be negated");
        s->kind = SYN_CHOICE;
        s->choice = item;
        return;
    }
    if (p->l.token != TOK_COLON && p->l.token != TOK_SEMICOLON && p->l.token != TOK_COMMA && p->l.token != TOK_BAR) {
        s->head = l;
        return;
    }
    element_list elements = {0};
    syn_element *e = literal_element(p, l);
    vec_push(p->arena, &elements, e);
    while (p->l.token == TOK_SEMICOLON || p->l.token == TOK_BAR || (p->l.token == TOK_COMMA && !e->condition_count)) {
        advance(p);
        l = parse_literal(p);
        e = literal_element(p, l);
        vec_push(p->arena, &elements, e);
    }
    s->kind = SYN_DISJUNCTION;
    s->elements = elements.data;
    s->element_count = elements.count;
}

static void push_term(parser *p, syn_statement *s, syn_term *t)
{
    s->terms = arena_grow(p->arena, s->terms, s->term_count * sizeof *s->terms, (s->term_count + 1) * sizeof *s->terms);
    s->terms[s->term_count++] = t;
}

/* weight@priority, terms */
static void parse_weight(parser *p, syn_statement *s)
{
    push_term(p, s, parse_term(p));
    if (accept(p, TOK_AT))
        push_term(p, s, parse_term(p));
    while (accept(p, TOK_COMMA))
        push_term(p, s, parse_term(p));
}

/* -p/2; nothing is taken when it is none. */
static bool parse_signature(parser *p, syn_statement *s)
{
    lexer before = p->l;
    uint32_t last_end = p->last_end;
    s->negative = accept(p, TOK_MINUS);
    if (p->l.token == TOK_IDENTIFIER) {
        s->name = token_name(p);
        advance(p);
        if (accept(p, TOK_SLASH) && p->l.token == TOK_NUMBER) {
            s->arity = (uint32_t)p->l.value;
            advance(p);
            return true;
        }
    }
    p->l = before;
    p->last_end = last_end;
    return false;
}

static void append(parser *p, syn_statement *s)
{
    if (p->part->last)
        p->part->last->next = s;
    else
        p->part->first = s;
    p->part->last = s;
}

static syn_statement *new_statement(parser *p, syn_kind kind, uint32_t start)
{
    syn_statement *s = ARENA_NEW(p->arena, syn_statement);
    s->kind = kind;
    s->source = p->part->source;
    s->span = (src_span){start, start};
    return s;
}

/* #minimize { w@p,t : conditions; .. }. Each element is a weak constraint. */
static void parse_minimize(parser *p, uint32_t start)
{
    advance(p);
    expect(p, TOK_OPEN_BRACE);
    if (p->l.token != TOK_CLOSE_BRACE)
        do {
            syn_statement *s = new_statement(p, SYN_WEAK, p->l.span.start);
            parse_weight(p, s);
            syn_element e = {0};
            if (accept(p, TOK_COLON))
                take_conditions(p, &e);
            s->body = ARENA_ARRAY(p->arena, syn_item *, e.condition_count + 1);
            for (uint32_t i = 0; i < e.condition_count; i++) {
                syn_item *item = s->body[s->body_count++] = ARENA_NEW(p->arena, syn_item);
                *item = (syn_item){.kind = SYN_LITERAL, .literal = e.conditions[i], .source = p->part->source,
                                   .span = e.conditions[i]->span};
            }
            s->span.end = p->last_end;
            append(p, s);
        } while (accept(p, TOK_SEMICOLON));
    expect(p, TOK_CLOSE_BRACE);
    expect(p, TOK_DOT);
    (void)start;
}

static void parse_atom_statement(parser *p, syn_statement *s)
{
    uint32_t start = p->l.span.start;
    if (p->l.token != TOK_MINUS && p->l.token != TOK_IDENTIFIER)
        unexpected(p, "an atom was expected here");
    syn_term *atom = parse_term(p);
    if (!is_atom(atom))
        unexpected(p, "an atom was expected before this");
    s->head = new_literal(p, SYN_ATOM, 0, start);
    s->head->atom = atom;
}

static void parse_show(parser *p, syn_statement *s)
{
    if (p->l.token == TOK_DOT) {
        s->kind = SYN_SHOW_NONE;
        advance(p);
        return;
    }
    if (parse_signature(p, s)) {
        s->kind = SYN_SHOW_ATOMS;
        expect(p, TOK_DOT);
        return;
    }
    s->kind = SYN_SHOW_TERM;
    push_term(p, s, parse_term(p));
    parse_colon_body(p, s);
}

static void refuse(parser *p, const char *what, const char *why)
{
    diag *d = diag_report(p->sink, DIAG_ASP_REFUSED, p->part->source, p->l.span, "`%s` is refused", what);
    diag_set_hint(p->sink, d, "%s", why);
    if (p->l.token == TOK_SCRIPT) { /* up to #end. */
        const char *text = p->l.text;
        uint32_t i = p->l.at;
        while (i + 4 < p->l.end && memcmp(text + i, "#end", 4) != 0)
            i++;
        p->l.at = i + 4 < p->l.end ? i + 4 : p->l.end;
        advance(p);
    }
    give_up(p);
}

static void parse_directive(parser *p, syn_statement *s)
{
    lex_token t = p->l.token;
    if (t == TOK_SCRIPT)
        refuse(p, "#script", "programs of games may not run code");
    if (t == TOK_INCLUDE)
        refuse(p, "#include", "programs of games may not read files");
    if (t == TOK_THEORY || t == TOK_DISJOINT) {
        p->opaque = true;
        give_up(p);
    }
    advance(p);
    switch (t) {
    case TOK_SHOW: parse_show(p, s); return;
    case TOK_CONST:
        s->kind = SYN_CONST;
        s->name = token_name(p);
        expect(p, TOK_IDENTIFIER);
        expect(p, TOK_EQ);
        push_term(p, s, parse_term(p));
        expect(p, TOK_DOT);
        s->span.end = p->last_end;
        if (accept(p, TOK_OPEN_BRACKET)) {
            s->override = p->l.token == TOK_IDENTIFIER && token_name(p) == intern_cstr(p->names, "override");
            if (!s->override && !(p->l.token == TOK_IDENTIFIER && token_name(p) == intern_cstr(p->names, "default")))
                unexpected(p, "`default` or `override` was expected here");
            advance(p);
            expect(p, TOK_CLOSE_BRACKET);
        }
        return;
    case TOK_DEFINED:
        s->kind = SYN_DEFINED;
        if (!parse_signature(p, s))
            unexpected(p, "a predicate was expected here: name/arity");
        expect(p, TOK_DOT);
        return;
    case TOK_PROJECT:
        s->kind = SYN_PROJECT;
        if (parse_signature(p, s)) {
            expect(p, TOK_DOT);
            return;
        }
        parse_atom_statement(p, s);
        parse_colon_body(p, s);
        return;
    case TOK_HEURISTIC:
        s->kind = SYN_HEURISTIC;
        parse_atom_statement(p, s);
        parse_colon_body(p, s);
        expect(p, TOK_OPEN_BRACKET);
        push_term(p, s, parse_term(p));
        if (accept(p, TOK_AT))
            push_term(p, s, parse_term(p));
        expect(p, TOK_COMMA);
        push_term(p, s, parse_term(p));
        expect(p, TOK_CLOSE_BRACKET);
        return;
    case TOK_EXTERNAL:
        s->kind = SYN_EXTERNAL_ATOM;
        parse_atom_statement(p, s);
        parse_colon_body(p, s);
        if (accept(p, TOK_OPEN_BRACKET)) {
            push_term(p, s, parse_term(p));
            expect(p, TOK_CLOSE_BRACKET);
        }
        return;
    case TOK_EDGE: {
        s->kind = SYN_EDGE;
        expect(p, TOK_OPEN);
        do {
            push_term(p, s, parse_term(p));
            expect(p, TOK_COMMA);
            push_term(p, s, parse_term(p));
        } while (accept(p, TOK_SEMICOLON));
        expect(p, TOK_CLOSE);
        parse_colon_body(p, s);
        return;
    }
    case TOK_PROGRAM:
        s->kind = SYN_PROGRAM;
        s->name = token_name(p);
        expect(p, TOK_IDENTIFIER);
        if (accept(p, TOK_OPEN)) {
            if (p->l.token != TOK_CLOSE)
                do
                    expect(p, TOK_IDENTIFIER);
                while (accept(p, TOK_COMMA));
            expect(p, TOK_CLOSE);
        }
        expect(p, TOK_DOT);
        return;
    default: unexpected(p, NULL);
    }
}

static void parse_statement(parser *p, uint32_t start)
{
    if (p->l.token == TOK_MINIMIZE || p->l.token == TOK_MINIMISE || p->l.token == TOK_MAXIMIZE ||
        p->l.token == TOK_MAXIMISE) {
        parse_minimize(p, start);
        return;
    }
    syn_statement *s = new_statement(p, SYN_RULE, start);
    if (accept(p, TOK_IF)) {
        parse_body(p, s);
    } else if (accept(p, TOK_WEAK)) {
        s->kind = SYN_WEAK;
        parse_body(p, s);
        expect(p, TOK_OPEN_BRACKET);
        parse_weight(p, s);
        expect(p, TOK_CLOSE_BRACKET);
    } else if (p->l.token >= TOK_SHOW) {
        parse_directive(p, s);
    } else {
        parse_head(p, s);
        if (accept(p, TOK_IF))
            parse_body(p, s);
        else if (p->l.token == TOK_DOT)
            advance(p);
        else
            unexpected(p, "`.`, `:-` or `,` was expected here");
    }
    if (s->kind != SYN_CONST)
        s->span.end = p->last_end;
    append(p, s);
}

static void skip_statement(parser *p)
{
    while (p->l.token != TOK_DOT && p->l.token != TOK_END)
        advance(p);
    accept(p, TOK_DOT);
}

void syn_parse(arena *a, intern *names, syn_part *part, uint32_t max_nesting, diag_sink *sink)
{
    parser *p = ARENA_NEW(a, parser);
    p->arena = a;
    p->names = names;
    p->part = part;
    p->sink = sink;
    p->max_depth = 4 * max_nesting;
    syn_find_draws(a, part);
    lex_start(&p->l, a, part, sink);
    while (p->l.token != TOK_END) {
        uint32_t start = p->l.span.start;
        p->depth = 0;
        p->opaque = false;
        if (setjmp(p->error) == 0) {
            parse_statement(p, start);
            continue;
        }
        skip_statement(p);
        if (p->opaque) {
            syn_statement *s = new_statement(p, SYN_OPAQUE, start);
            s->span.end = p->last_end;
            append(p, s);
            part->exotic = true;
        }
    }
    part->exotic |= p->l.exotic;
    for (uint32_t i = 0; i < part->draws.count; i++)
        part->exotic |= part->draws.data[i].loose;
}

syn_term *syn_parse_term(arena *a, intern *names, const char *text, size_t length)
{
    diag_sink sink;
    diag_sink_init(&sink, a);
    syn_part part = {.source = source_new(a, "term", text, length), .end = (uint32_t)length};
    parser *p = ARENA_NEW(a, parser);
    p->arena = a;
    p->names = names;
    p->part = &part;
    p->sink = &sink;
    p->max_depth = 400;
    syn_term *volatile t = NULL;
    if (setjmp(p->error) == 0) {
        lex_start(&p->l, a, &part, &sink);
        t = parse_term(p);
        if (p->l.token != TOK_END)
            t = NULL;
    }
    return sink.errors ? NULL : t;
}
