#include "lang/asp/parser.h"

#include <string.h>

/* ---- errors ---- */

_Noreturn void parser_give_up(parser *p) { longjmp(p->error, 1); }

_Noreturn void parser_unexpected(parser *p, const char *wanted)
{
    const lexer *l = &p->l;
    bool dollar =
        l->token == TOK_DOLLAR && l->at < l->end && strchr("<>=!+*-abcdefghijklmnopqrstuvwxyz", l->text[l->at]);
    if (dollar || l->token == TOK_DISJOINT) { /* constraints over integers */
        p->opaque = true;
        parser_give_up(p);
    }
    static const char draw[] = "RANDINT";
    size_t length = sizeof draw - 1;
    diag *d;
    if (l->token == TOK_OPEN && l->span.start >= p->part->start + length &&
        memcmp(l->text + l->span.start - length, draw, length) == 0) {
        d = diag_report(p->sink, DIAG_EXPECTED, p->part->source, l->span, "%s",
                        p->part->random ? "RANDINT takes two whole numbers, without blanks: RANDINT(1,6)"
                                        : "there are no random numbers in this program");
        diag_set_hint(p->sink, d,
                      p->part->random ? "its bounds cannot be variables or terms: `X = RANDINT(1,6)` binds one"
                                      : "RANDINT is for level generation, nature and strategy");
        parser_give_up(p);
    }
    if (l->token == TOK_END)
        d = diag_report(p->sink, DIAG_EXPECTED, p->part->source, l->span, "syntax error, unexpected end of file");
    else
        d = diag_report(p->sink, DIAG_EXPECTED, p->part->source, l->span, "syntax error, unexpected `%.*s`",
                        (int)(l->span.end - l->span.start > 60 ? 60 : l->span.end - l->span.start),
                        l->text + l->span.start);
    if (wanted)
        diag_set_hint(p->sink, d, "%s", wanted);
    parser_give_up(p);
}

void parser_advance(parser *p)
{
    p->last_end = p->l.span.end;
    lex_next(&p->l);
}

bool parser_accept(parser *p, lex_token t)
{
    if (p->l.token != t)
        return false;
    parser_advance(p);
    return true;
}

void parser_expect(parser *p, lex_token t)
{
    char wanted[60] = "`";
    if (parser_accept(p, t))
        return;
    strncat(wanted, lex_text(t), 40);
    strcat(wanted, "` was expected here");
    parser_unexpected(p, wanted);
}

static void parser_enter(parser *p)
{
    if (++p->depth <= p->max_depth)
        return;
    diag_report(p->sink, DIAG_NESTING, p->part->source, p->l.span, "nested more than %u deep", p->max_depth);
    parser_give_up(p);
}

/* ---- terms ---- */

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

bool parser_begins_term(lex_token t)
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
        while (parser_begins_term(p->l.token)) {
            syn_term *arg = parser_term(p);
            vec_push(p->arena, &args, arg);
            comma = parser_accept(p, TOK_COMMA);
            if (!comma)
                break;
            if (!tuple && !parser_begins_term(p->l.token))
                parser_unexpected(p, "an argument was expected here");
        }
        if (tuple && args.count == 0 && parser_accept(p, TOK_COMMA))
            comma = true; /* (,) is () */
        syn_term *t = with_args(p, SYN_FUNCTION, start, &args);
        t->name = name;
        t->tuple = tuple;
        if (tuple && args.count == 1 && !comma) {
            *t = *vec_at(&args, 0);
            t->wrapped = true;
        }
        vec_push(p->arena, &pool, t);
    } while (parser_accept(p, TOK_SEMICOLON));
    if (p->l.token != TOK_CLOSE)
        parser_unexpected(p, "`)`, `,` or `;` was expected here");
    parser_advance(p);
    for (uint32_t i = 0; i < pool.count; i++)
        if (vec_at(&pool, i)->kind == SYN_FUNCTION && vec_at(&pool, i)->span.start == start)
            vec_at(&pool, i)->span.end = p->last_end;
    return pool.count == 1 ? vec_at(&pool, 0) : with_args(p, SYN_POOL, start, &pool);
}

static syn_term *parse_absolute(parser *p, uint32_t start)
{
    term_list pool = {0};
    parser_advance(p);
    do {
        term_list arg = {0};
        syn_term *inner = parser_term(p);
        vec_push(p->arena, &arg, inner);
        syn_term *t = with_args(p, SYN_UNARY, start, &arg);
        t->op = SYN_ABS;
        vec_push(p->arena, &pool, t);
    } while (parser_accept(p, TOK_SEMICOLON));
    parser_expect(p, TOK_BAR);
    for (uint32_t i = 0; i < pool.count; i++)
        vec_at(&pool, i)->span.end = p->last_end;
    return pool.count == 1 ? vec_at(&pool, 0) : with_args(p, SYN_POOL, start, &pool);
}

name_id parser_name(parser *p)
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
        parser_advance(p);
        t->value = value;
        break;
    case TOK_STRING:
        name = intern_add(p->names, l->string, l->string_length);
        parser_advance(p);
        t = new_term(p, SYN_STRING, start);
        t->name = name;
        break;
    case TOK_INF:
    case TOK_INFIMUM:
    case TOK_SUP:
    case TOK_SUPREMUM:
        t = new_term(p, l->token == TOK_INF || l->token == TOK_INFIMUM ? SYN_INF : SYN_SUP, start);
        parser_advance(p);
        break;
    case TOK_VARIABLE:
    case TOK_ANONYMOUS:
        t = new_term(p, l->token == TOK_VARIABLE ? SYN_VARIABLE : SYN_ANONYMOUS, start);
        t->name = parser_name(p);
        parser_advance(p);
        break;
    case TOK_IDENTIFIER:
        name = parser_name(p);
        parser_advance(p);
        if (parser_accept(p, TOK_OPEN))
            return parse_alternatives(p, start, name, false);
        t = new_term(p, SYN_FUNCTION, start);
        t->name = name;
        break;
    case TOK_AT: {
        parser_advance(p);
        name = parser_name(p);
        parser_expect(p, TOK_IDENTIFIER);
        parser_expect(p, TOK_OPEN);
        syn_term *inner = parse_alternatives(p, start, name, false);
        t = new_term(p, SYN_EXTERNAL, start);
        t->name = name;
        t->count = inner->count;
        t->args = inner->args;
        break;
    }
    case TOK_OPEN: parser_advance(p); return parse_alternatives(p, start, NAME_NONE, true);
    case TOK_BAR: return parse_absolute(p, start);
    default: parser_unexpected(p, NULL);
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
    parser_enter(p);
    syn_term *t;
    if (parser_accept(p, TOK_MINUS))
        t = unary(p, start, SYN_NEG, parse_unary(p));
    else if (parser_accept(p, TOK_TILDE))
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
    if (!parser_accept(p, TOK_POWER))
        return left;
    parser_enter(p);
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
        parser_enter(p); /* chains grow deep on the left */
        parser_advance(p);
        left = binary(p, level == 0 ? SYN_INTERVAL : SYN_BINARY, op, left, parse_level(p, level + 1));
    }
    p->depth = before;
    return left;
}

syn_term *parser_term(parser *p)
{
    parser_enter(p);
    syn_term *t = parse_level(p, 0);
    p->depth--;
    return t;
}
