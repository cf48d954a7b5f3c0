/* Expressions, patterns, types and ranges. */
#include "lang/hrg/parse_internal.h"

#include <string.h>

static hrg_expr *new_expr(parser *p, hrg_op op, src_span span)
{
    hrg_expr *e = ARENA_NEW(p->s->arena, hrg_expr);
    e->op = op;
    e->depth = 1;
    e->span = span;
    e->name.id = NAME_NONE;
    return e;
}

static hrg_expr *error_expr(parser *p) { return new_expr(p, HRG_E_ERROR, peek(p)->span); }

static void deepen(parser *p, hrg_expr *e, const hrg_expr *child)
{
    if (child->depth < e->depth)
        return;
    e->depth = child->depth + 1;
    if (e->depth > HRG_MAX_EXPR_DEPTH && !p->panic) {
        diag_report(p->s->sink, DIAG_NESTING, p->s->text, child->span,
                    "an expression of more than %d operations one inside another", HRG_MAX_EXPR_DEPTH);
        p->panic = true;
    }
}

static void set_args(parser *p, hrg_expr *e, const vec_exprs *args)
{
    e->args = args->data;
    e->count = args->count;
    for (uint32_t i = 0; i < args->count; i++)
        deepen(p, e, vec_at(args, i));
}

static hrg_expr *binary(parser *p, hrg_op op, hrg_expr *a, hrg_expr *b)
{
    hrg_expr *e = new_expr(p, op, span_join(a->span, b->span));
    vec_exprs args = {0};
    vec_push(p->s->arena, &args, a);
    vec_push(p->s->arena, &args, b);
    set_args(p, e, &args);
    return e;
}

/* ---- types, patterns, ranges ---- */

static void parse_name_list(parser *p, vec_names *names, hrg_token_kind close, const char *what)
{
    if (!at(p, close)) {
        do {
            hrg_name n = hrg_parse_name(p, what);
            if (p->panic)
                return;
            vec_push(p->s->arena, names, n);
        } while (hrg_accept(p, HRG_T_COMMA));
    }
    hrg_expect(p, close);
}

hrg_type *hrg_parse_type(parser *p)
{
    hrg_type *first = NULL, **place = &first;
    do {
        hrg_type *t = ARENA_NEW(p->s->arena, hrg_type);
        t->span = peek(p)->span;
        t->name.id = NAME_NONE;
        *place = t;
        if (hrg_accept(p, HRG_T_LBRACE)) {
            vec_names items = {0};
            parse_name_list(p, &items, HRG_T_RBRACE, "a name");
            t->set = true;
            t->items = items.data;
            t->count = items.count;
            t->span = span_join(t->span, hrg_last(p));
        } else {
            t->name = hrg_parse_name(p, "a type");
        }
        place = (hrg_type **)&t->value;
    } while (!p->panic && hrg_accept(p, HRG_T_ARROW));
    return first;
}

bool hrg_parse_pattern(parser *p, hrg_pattern *pattern)
{
    memset(pattern, 0, sizeof *pattern);
    pattern->name = hrg_parse_name(p, "a pattern");
    pattern->span = pattern->name.span;
    if (p->panic)
        return false;
    pattern->kind = pattern->name.id == p->n_any ? HRG_PAT_ANY : HRG_PAT_NAME;
    if (!at(p, HRG_T_LPAREN))
        return true;
    if (pattern->kind == HRG_PAT_ANY) {
        hrg_expected(p, "a constructor before `(`");
        return false;
    }
    if (!hrg_enter(p))
        return false;
    mark(p, HRG_M_CALL);
    hrg_next(p);
    pattern->kind = HRG_PAT_TERM;
    VEC(hrg_pattern) args = {0};
    if (!at(p, HRG_T_RPAREN)) {
        do {
            hrg_pattern arg;
            if (!hrg_parse_pattern(p, &arg))
                return false;
            vec_push(p->s->arena, &args, arg);
        } while (hrg_accept(p, HRG_T_COMMA));
    }
    hrg_leave(p);
    hrg_expect(p, HRG_T_RPAREN);
    pattern->args = args.data;
    pattern->count = args.count;
    pattern->span = span_join(pattern->span, hrg_last(p));
    return !p->panic;
}

int64_t hrg_parse_nat(parser *p)
{
    int64_t value = 0;
    const hrg_token *t = peek(p);
    bool digits = t->kind == HRG_T_IDENT;
    for (const char *c = digits ? intern_text(p->s->names, t->name) : ""; digits && *c; c++)
        digits = *c >= '0' && *c <= '9';
    if (!digits) {
        hrg_expected(p, "a number");
    } else if (!hrg_number(intern_text(p->s->names, t->name), &value)) {
        diag_report(p->s->sink, DIAG_TOO_LARGE, p->s->text, t->span, "the number is too large");
        p->panic = true;
    } else {
        hrg_next(p);
    }
    return value;
}

static bool parse_range(parser *p, hrg_range *range)
{
    memset(range, 0, sizeof *range);
    range->variable = hrg_parse_name(p, "a variable");
    range->span = range->variable.span;
    if (p->panic)
        return false;
    if (!at_word(p, p->n_in)) {
        hrg_expected(p, "`in`");
        return false;
    }
    hrg_next(p);
    if (hrg_accept(p, HRG_T_LBRACE)) {
        vec_names items = {0};
        parse_name_list(p, &items, HRG_T_RBRACE, "a value");
        range->items = items.data;
        range->count = items.count;
    } else {
        range->numeric = true;
        range->low = hrg_parse_nat(p);
        if (!p->panic && hrg_expect(p, HRG_T_DOTS))
            range->high = hrg_parse_nat(p);
    }
    range->span = span_join(range->span, hrg_last(p));
    return !p->panic;
}

void hrg_parse_where(parser *p, vec_ranges *ranges)
{
    if (!at_word(p, p->n_where))
        return;
    hrg_next(p);
    if (!(at(p, HRG_T_IDENT) && peek_at(p, 1)->kind == HRG_T_IDENT && peek_at(p, 1)->name == p->n_in)) {
        /* The grammar allows an empty list of ranges. */
        if (at(p, HRG_T_IDENT) && !hrg_first_on_line(p))
            hrg_expected(p, "`X in 0..7` or `X in { a, b }`");
        return;
    }
    do {
        hrg_range range;
        if (!parse_range(p, &range))
            return;
        vec_push(p->s->arena, ranges, range);
    } while (hrg_accept(p, HRG_T_COMMA));
}

/* ---- expressions ---- */

static hrg_expr *parse_if(parser *p)
{
    /* `else if` chains are a loop here and a chain in the tree. */
    hrg_expr *first = NULL, **place = &first;
    VEC(hrg_expr *) chain = {0};
    do {
        hrg_expr *e = new_expr(p, HRG_E_IF, peek(p)->span);
        hrg_next(p);
        e->args = ARENA_ARRAY(p->s->arena, hrg_expr *, 3);
        e->count = 3;
        for (int i = 0; i < 3; i++)
            e->args[i] = error_expr(p);
        *place = e;
        vec_push(p->s->arena, &chain, e);
        e->args[0] = hrg_parse_expr(p);
        if (p->panic)
            return first;
        if (!at_word(p, p->n_then)) {
            hrg_expected(p, "`then`");
            return first;
        }
        hrg_next(p);
        e->args[1] = hrg_parse_expr(p);
        if (p->panic)
            return first;
        if (!at_word(p, p->n_else)) {
            hrg_expected(p, "`else` (an `if` in an expression needs both)");
            return first;
        }
        hrg_next(p);
        place = &e->args[2];
    } while (at_word(p, p->n_if));
    *place = hrg_parse_expr(p);
    for (uint32_t i = chain.count; i-- > 0;) {
        hrg_expr *e = vec_at(&chain, i);
        for (int k = 0; k < 3; k++)
            deepen(p, e, hrg_arg(e, k));
        e->span = span_join(e->span, hrg_arg(e, 2)->span);
    }
    return first;
}

static bool parse_part(parser *p, hrg_part *part)
{
    memset(part, 0, sizeof *part);
    if (at(p, HRG_T_COLON)) {
        hrg_refuse(p, "the default comes first in a map",
                   "`{ :empty; C(1) = white }`: first `:` and the value of all keys that are not listed");
        return false;
    }
    if (!hrg_parse_pattern(p, &part->key))
        return false;
    if (!hrg_expect(p, HRG_T_ASSIGN))
        return false;
    part->value = hrg_parse_expr(p);
    vec_ranges ranges = {0};
    if (!p->panic)
        hrg_parse_where(p, &ranges);
    part->ranges = ranges.data;
    part->range_count = ranges.count;
    part->span = span_join(part->key.span, hrg_last(p));
    return !p->panic;
}

static hrg_expr *parse_map(parser *p)
{
    hrg_expr *e = new_expr(p, HRG_E_MAP, peek(p)->span);
    VEC(hrg_part) parts = {0};
    mark(p, HRG_M_MAP);
    hrg_next(p);
    bool more = true;
    if (at(p, HRG_T_COLON)) {
        mark(p, HRG_M_DEFAULT);
        hrg_next(p);
        e->otherwise = hrg_parse_expr(p);
        deepen(p, e, e->otherwise);
        more = !p->panic && hrg_accept(p, HRG_T_SEMICOLON);
    }
    while (more) {
        hrg_part part;
        if (!parse_part(p, &part))
            return e;
        deepen(p, e, part.value);
        vec_push(p->s->arena, &parts, part);
        more = hrg_accept(p, HRG_T_SEMICOLON);
    }
    e->parts = parts.data;
    e->part_count = parts.count;
    if (p->panic)
        return e;
    if (at(p, HRG_T_RBRACE))
        mark(p, HRG_M_MAP_END);
    if (at(p, HRG_T_COMMA))
        hrg_expected(p, "`;` between the entries of a map, or `}`");
    else
        hrg_expect(p, HRG_T_RBRACE);
    e->span = span_join(e->span, hrg_last(p));
    return e;
}

/* At the opening parenthesis. */
static void parse_args(parser *p, vec_exprs *args)
{
    mark(p, HRG_M_CALL);
    hrg_next(p);
    if (!at(p, HRG_T_RPAREN)) {
        do {
            hrg_expr *arg = hrg_parse_expr(p);
            vec_push(p->s->arena, args, arg);
        } while (!p->panic && hrg_accept(p, HRG_T_COMMA));
    }
    if (!p->panic)
        hrg_expect(p, HRG_T_RPAREN);
}

/* After `not`: a word that goes on behind a value, as in `not in D`. */
static bool at_operator_word(const parser *p)
{
    name_id next = peek_at(p, 1)->name;
    return next == p->n_in || next == p->n_then || next == p->n_else || next == p->n_where;
}

static hrg_expr *parse_primary(parser *p)
{
    if (at(p, HRG_T_LBRACE))
        return parse_map(p);
    if (at(p, HRG_T_LPAREN)) {
        hrg_next(p);
        hrg_expr *e = hrg_parse_expr(p);
        if (!p->panic)
            hrg_expect(p, HRG_T_RPAREN);
        return e;
    }
    if (!at(p, HRG_T_IDENT)) {
        hrg_expected(p, "an expression");
        return error_expr(p);
    }
    if (at_word(p, p->n_if))
        return parse_if(p);
    if (at_word(p, p->n_not) && peek_at(p, 1)->kind == HRG_T_IDENT && !at_operator_word(p)) {
        hrg_next(p);
        hrg_refuse(p, "the condition of `not` stands in parentheses", "`not(reachable(g()))`, `not(a == b)`");
        return error_expr(p);
    }
    hrg_expr *e = new_expr(p, HRG_E_NAME, peek(p)->span);
    e->name.id = hrg_next(p)->name;
    e->name.span = e->span;
    if (at(p, HRG_T_LPAREN) && hrg_is_upper(intern_text(p->s->names, e->name.id))) {
        vec_exprs args = {0};
        e->op = HRG_E_TERM;
        parse_args(p, &args);
        set_args(p, e, &args);
        e->span = span_join(e->span, hrg_last(p));
    }
    return e;
}

static hrg_expr *parse_postfix(parser *p)
{
    if (!hrg_enter(p))
        return error_expr(p);
    hrg_expr *e = parse_primary(p);
    while (!p->panic && (at(p, HRG_T_LBRACKET) || at(p, HRG_T_LPAREN))) {
        vec_exprs args = {0};
        hrg_expr *access = new_expr(p, at(p, HRG_T_LPAREN) ? HRG_E_CALL : HRG_E_INDEX, e->span);
        vec_push(p->s->arena, &args, e);
        if (access->op == HRG_E_CALL) {
            parse_args(p, &args);
        } else {
            mark(p, HRG_M_CALL);
            hrg_next(p);
            hrg_expr *key = hrg_parse_expr(p);
            vec_push(p->s->arena, &args, key);
            if (!p->panic)
                hrg_expect(p, HRG_T_RBRACKET);
        }
        set_args(p, access, &args);
        access->span = span_join(e->span, hrg_last(p));
        e = access;
    }
    hrg_leave(p);
    return e;
}

static bool sum_operator(const parser *p, hrg_op *op)
{
    switch (peek(p)->kind) {
    case HRG_T_PLUS: *op = HRG_E_ADD; return true;
    case HRG_T_MINUS: *op = HRG_E_SUB; return true;
    case HRG_T_PERCENT: *op = HRG_E_MOD; return true;
    case HRG_T_IDENT: *op = HRG_E_IN; return at_word(p, p->n_in);
    default: return false;
    }
}

static bool comparison_operator(const parser *p, hrg_op *op)
{
    switch (peek(p)->kind) {
    case HRG_T_EQ: *op = HRG_E_EQ; return true;
    case HRG_T_NE: *op = HRG_E_NE; return true;
    case HRG_T_LT: *op = HRG_E_LT; return true;
    case HRG_T_LE: *op = HRG_E_LE; return true;
    case HRG_T_GT: *op = HRG_E_GT; return true;
    case HRG_T_GE: *op = HRG_E_GE; return true;
    default: return false;
    }
}

static hrg_expr *parse_sum(parser *p)
{
    hrg_expr *e = parse_postfix(p);
    hrg_op op;
    while (!p->panic && sum_operator(p, &op)) {
        hrg_next(p);
        e = binary(p, op, e, parse_postfix(p));
    }
    if (!p->panic && at(p, HRG_T_STAR))
        hrg_refuse(p, "there is no multiplication",
                   "arithmetic is `+`, `-` and `%`; a function with a case for each value does the rest");
    return e;
}

static hrg_expr *parse_comparison(parser *p)
{
    hrg_expr *e = parse_sum(p);
    hrg_op op;
    while (!p->panic && comparison_operator(p, &op)) {
        hrg_next(p);
        e = binary(p, op, e, parse_sum(p));
    }
    return e;
}

static hrg_expr *fold_right(parser *p, hrg_op op, const vec_exprs *list)
{
    hrg_expr *e = vec_at(list, list->count - 1);
    for (uint32_t i = list->count - 1; i-- > 0 && !p->panic;)
        e = binary(p, op, vec_at(list, i), e);
    return e;
}

static hrg_expr *parse_conjunction(parser *p)
{
    vec_exprs list = {0};
    do {
        hrg_expr *e = parse_comparison(p);
        vec_push(p->s->arena, &list, e);
    } while (!p->panic && hrg_accept(p, HRG_T_AND));
    return fold_right(p, HRG_E_AND, &list);
}

hrg_expr *hrg_parse_expr(parser *p)
{
    vec_exprs list = {0};
    do {
        hrg_expr *e = parse_conjunction(p);
        vec_push(p->s->arena, &list, e);
    } while (!p->panic && hrg_accept(p, HRG_T_OR));
    return fold_right(p, HRG_E_OR, &list);
}
