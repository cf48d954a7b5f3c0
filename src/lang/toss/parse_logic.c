/* Formulas and terms by precedence, both as one kind of tree: what is a term and what a formula shows when an
 * operator takes them. */
#include "lang/toss/parse_internal.h"

#include <string.h>

static rs_node *read_expression(parser *p);

static rs_node *new_node(parser *p, rs_op op, uint32_t from)
{
    rs_node *n = ARENA_NEW(p->f->arena, rs_node);
    n->op = op;
    n->name = NAME_NONE;
    n->bound = RS_NONE;
    n->span = toss_since(p, from);
    return n;
}

/* What walks over trees goes down by calls. */
static void note_depth(parser *p, rs_node *n)
{
    for (uint32_t i = 0; i < n->kid_count; i++)
        n->depth = rs_kid(n, i) && rs_kid(n, i)->depth >= n->depth ? rs_kid(n, i)->depth + 1 : n->depth;
    if (n->depth <= RS_DEPTH_MAX || p->panic)
        return;
    diag *d =
        rs_error(p->f, DIAG_NESTING, n->span, "this formula or term is more than %d operators deep", RS_DEPTH_MAX);
    diag_set_hint(p->f->sink, d, "`a + b + c + d` is three deep, `(a + b) + (c + d)` two");
    p->panic = true;
}

static rs_node *with_kids(parser *p, rs_op op, rs_node *a, rs_node *b)
{
    rs_node *n = ARENA_NEW(p->f->arena, rs_node);
    n->op = op;
    n->name = NAME_NONE;
    n->bound = RS_NONE;
    n->kids = ARENA_ARRAY(p->f->arena, rs_node *, 2);
    n->kids[0] = a;
    n->kids[1] = b;
    n->kid_count = b ? 2 : 1;
    n->span = b ? span_join(a->span, b->span) : a->span;
    note_depth(p, n);
    return n;
}

/* ---- kinds ---- */

static bool is_term(const rs_node *n) { return n->op >= RS_NUMBER; }
/* A name alone: an element, beside = or !=. */
static bool is_bare(const rs_node *n) { return n->op == RS_VALUE && n->count == 0; }

static bool want_formula(parser *p, rs_node *n)
{
    if (!n || p->panic)
        return false;
    if (!is_term(n))
        return true;
    diag *d = rs_error(p->f, DIAG_EXPECTED, n->span, "expected a formula, found %s", is_bare(n) ? "a name" : "a term");
    if (is_bare(n))
        diag_set_hint(p->f->sink, d, "a relation takes its elements in parentheses: `%s(x)`", rs_text(p->f, n->name));
    else
        diag_set_hint(p->f->sink, d, "a comparison such as `.. > 0` makes a formula of a term");
    p->panic = true;
    return false;
}

static bool want_term(parser *p, rs_node *n)
{
    if (!n || p->panic)
        return false;
    if (n->op == RS_ATOM && n->count == 1)
        n->op = RS_VALUE;
    if (is_term(n) && !is_bare(n))
        return true;
    diag *d = rs_error(p->f, DIAG_EXPECTED, n->span, "expected a term, found %s", is_term(n) ? "a name" : "a formula");
    if (is_bare(n))
        diag_set_hint(p->f->sink, d, "`%s(x)` is the value of a function, `:%s` a parameter", rs_text(p->f, n->name),
                      rs_text(p->f, n->name));
    else
        diag_set_hint(p->f->sink, d, "`:(..)` makes a number of a formula: 1 when it holds, else 0");
    p->panic = true;
    return false;
}

/* ---- variables ---- */

static void toss_read_variables(parser *p, const name_id **names, uint32_t *count)
{
    VEC(name_id) list = {0};
    do
        vec_push(p->f->arena, &list, toss_parse_name(p, "a variable"));
    while (!p->panic && toss_accept(p, TOSS_T_COMMA));
    *names = list.data;
    *count = list.count;
}

void toss_read_parameters(parser *p, const name_id **names, uint32_t *count)
{
    uint32_t from = p->at;
    toss_read_variables(p, names, count);
    if (*count <= RS_ARITY_MAX || p->panic)
        return;
    rs_error(p->f, DIAG_TOO_LARGE, toss_since(p, from), "a relation has at most %d arguments", RS_ARITY_MAX);
    p->panic = true;
}

static void read_tuple(parser *p, rs_node *n)
{
    toss_expect(p, TOSS_T_LPAREN);
    if (!toss_at(p, TOSS_T_RPAREN))
        toss_read_parameters(p, &n->variables, &n->count);
    toss_expect(p, TOSS_T_RPAREN);
}

/* ---- terms ---- */

static rs_node *read_sum(parser *p, uint32_t from)
{
    toss_expect(p, TOSS_T_LPAREN);
    rs_node *n = new_node(p, RS_SUM, from);
    toss_read_variables(p, &n->variables, &n->count);
    toss_expect(p, TOSS_T_BAR);
    n->kids = ARENA_ARRAY(p->f->arena, rs_node *, 2);
    n->kid_count = 2;
    n->kids[0] = p->panic ? NULL : read_expression(p);
    if (!want_formula(p, rs_kid(n, 0)) || !toss_expect(p, TOSS_T_COLON))
        return NULL;
    n->kids[1] = read_expression(p);
    if (!want_term(p, rs_kid(n, 1)) || !toss_expect(p, TOSS_T_RPAREN))
        return NULL;
    n->span = toss_since(p, from);
    note_depth(p, n);
    return n;
}

/* :(formula), :f(x), :name */
static rs_node *read_after_colon(parser *p, uint32_t from)
{
    if (toss_accept(p, TOSS_T_LPAREN)) {
        rs_node *inside = read_expression(p);
        if (!want_formula(p, inside) || !toss_expect(p, TOSS_T_RPAREN))
            return NULL;
        rs_node *n = with_kids(p, RS_INDICATOR, inside, NULL);
        n->span = toss_since(p, from);
        return n;
    }
    name_id name = toss_parse_name(p, "a function, a parameter or `(`");
    rs_node *n = new_node(p, RS_PARAMETER, from);
    n->name = name;
    if (toss_at(p, TOSS_T_LPAREN)) {
        n->op = RS_VALUE;
        read_tuple(p, n);
        n->span = toss_since(p, from);
        if (!p->panic && n->count != 1) {
            rs_error(p->f, DIAG_EXPECTED, n->span, "a function takes one element, not %u", n->count);
            p->panic = true;
        }
    }
    return n;
}

static rs_node *read_named(parser *p, uint32_t from)
{
    static const struct {
        const char *word;
        rs_op op;
    } constants[] = {{"true", RS_TRUE}, {"false", RS_FALSE}};
    for (int i = 0; i < 2; i++)
        if (toss_accept_word(p, constants[i].word))
            return new_node(p, constants[i].op, from);
    if (toss_at_word(p, "Sum") && toss_peek_at(p, 1)->kind == TOSS_T_LPAREN) {
        toss_next(p);
        return read_sum(p, from);
    }
    name_id name = toss_next(p)->name;
    bool call = toss_at(p, TOSS_T_LPAREN);
    rs_node *n = new_node(p, call ? RS_ATOM : RS_VALUE, from);
    n->name = name;
    if (call)
        read_tuple(p, n);
    n->span = toss_since(p, from);
    return n;
}

static rs_node *read_primary(parser *p)
{
    uint32_t from = p->at;
    if (toss_at(p, TOSS_T_NUMBER)) {
        double number = toss_next(p)->number;
        rs_node *n = new_node(p, RS_NUMBER, from);
        n->number = number;
        return n;
    }
    if (toss_accept(p, TOSS_T_COLON))
        return read_after_colon(p, from);
    if (toss_at(p, TOSS_T_WORD))
        return read_named(p, from);
    if (toss_at(p, TOSS_T_MINUS)) {
        if (!toss_enter(p))
            return NULL;
        toss_next(p);
        rs_node *inside = read_primary(p);
        p->nesting--;
        if (!want_term(p, inside))
            return NULL;
        rs_node *n = with_kids(p, RS_NEG, inside, NULL);
        n->span = toss_since(p, from);
        return n;
    }
    if (!toss_at(p, TOSS_T_LPAREN)) {
        toss_expected(p, "a formula or a term");
        return NULL;
    }
    if (!toss_enter(p))
        return NULL;
    toss_next(p);
    rs_node *n = read_expression(p);
    p->nesting--;
    if (!n || !toss_expect(p, TOSS_T_RPAREN))
        return NULL;
    return n;
}

static rs_node *read_power(parser *p)
{
    rs_node *a = read_primary(p);
    if (!a || !toss_at(p, TOSS_T_POWER))
        return a;
    if (!want_term(p, a) || !toss_enter(p))
        return NULL;
    toss_next(p);
    rs_node *b = read_power(p);
    p->nesting--;
    return want_term(p, b) ? with_kids(p, RS_POW, a, b) : NULL;
}

/* Sums, or the products they are of. */
static rs_node *read_operations(parser *p, bool sum)
{
    const toss_token_kind one = sum ? TOSS_T_PLUS : TOSS_T_STAR, other = sum ? TOSS_T_MINUS : TOSS_T_SLASH;
    rs_node *a = sum ? read_operations(p, false) : read_power(p);
    while (a && (toss_at(p, one) || toss_at(p, other))) {
        const bool first = toss_next(p)->kind == one;
        rs_node *b = sum ? read_operations(p, false) : read_power(p);
        rs_op op = sum ? (first ? RS_ADD : RS_SUB) : first ? RS_MUL : RS_DIV;
        a = want_term(p, a) && want_term(p, b) ? with_kids(p, op, a, b) : NULL;
    }
    return a;
}

static rs_node *read_term(parser *p) { return read_operations(p, true); }

/* ---- formulas ---- */

static bool sign_at(const parser *p, rs_sign *sign)
{
    static const struct {
        toss_token_kind kind;
        rs_sign sign;
    } signs[] = {{TOSS_T_EQ, RS_EQ}, {TOSS_T_NE, RS_NE}, {TOSS_T_LT, RS_LT},      {TOSS_T_LE, RS_LE},
                 {TOSS_T_GT, RS_GT}, {TOSS_T_GE, RS_GE}, {TOSS_T_REPLACES, RS_LT} /* x<-1 */};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (toss_at(p, signs[i].kind)) {
            *sign = signs[i].sign;
            return true;
        }
    return false;
}

static rs_node *read_same(parser *p, rs_node *a, rs_node *b, rs_sign sign)
{
    rs_node *n = with_kids(p, RS_SAME, a, b);
    name_id *names = ARENA_ARRAY(p->f->arena, name_id, 2);
    names[0] = a->name;
    names[1] = b->name;
    n->kid_count = 0;
    n->variables = names;
    n->count = 2;
    return sign == RS_EQ ? n : with_kids(p, RS_NOT, n, NULL);
}

static rs_node *read_comparison(parser *p)
{
    rs_node *a = read_term(p);
    rs_sign sign;
    if (!a || !sign_at(p, &sign))
        return a;
    bool negative = toss_next(p)->kind == TOSS_T_REPLACES;
    rs_node *b = read_term(p);
    if (!b)
        return NULL;
    if (is_bare(a) && is_bare(b) && (sign == RS_EQ || sign == RS_NE))
        return read_same(p, a, b, sign);
    if (!want_term(p, a) || !want_term(p, b))
        return NULL;
    rs_node *n = with_kids(p, RS_COMPARE, a, negative ? with_kids(p, RS_NEG, b, NULL) : b);
    n->sign = sign;
    return n;
}

static rs_node *read_unary(parser *p);

static rs_node *read_body(parser *p, rs_node *n, uint32_t from)
{
    if (p->panic || !toss_enter(p))
        return NULL;
    n->kids = ARENA_ARRAY(p->f->arena, rs_node *, 2);
    n->kids[0] = read_unary(p);
    n->kid_count = 1;
    p->nesting--;
    if (!want_formula(p, rs_kid(n, 0)))
        return NULL;
    n->span = toss_since(p, from);
    note_depth(p, n);
    return n;
}

static rs_node *read_fixed_point(parser *p, rs_op op, uint32_t from)
{
    rs_node *n = new_node(p, op, from);
    n->name = toss_parse_name(p, "the name of the relation");
    if (toss_at(p, TOSS_T_LPAREN) && toss_peek_at(p, 1)->kind == TOSS_T_RPAREN) {
        toss_next(p);
        toss_expected(p, "a variable");
        return NULL;
    }
    read_tuple(p, n);
    n->serial = p->f->fixed_points++;
    return toss_expect(p, TOSS_T_EQ) ? read_body(p, n, from) : NULL;
}

static rs_node *read_closure(parser *p, uint32_t from)
{
    rs_node *n = new_node(p, RS_TC, from);
    if (toss_at(p, TOSS_T_NUMBER)) {
        double k = toss_next(p)->number;
        n->bound = k >= 0 && k < 1e9 ? (uint32_t)k : RS_NONE - 1;
    }
    toss_read_variables(p, &n->variables, &n->count);
    if (!p->panic && n->count != 2) {
        rs_error(p->f, DIAG_EXPECTED, toss_since(p, from), "`tc` takes two variables, not %u", n->count);
        p->panic = true;
    }
    return read_body(p, n, from);
}

static rs_node *read_let(parser *p, uint32_t from)
{
    rs_node *n = new_node(p, RS_LET, from);
    n->name = toss_parse_name(p, "the name of the relation");
    read_tuple(p, n);
    if (!toss_expect(p, TOSS_T_EQ) || !toss_enter(p))
        return NULL;
    n->kids = ARENA_ARRAY(p->f->arena, rs_node *, 2);
    n->kid_count = 2;
    n->kids[0] = read_expression(p);
    if (want_formula(p, rs_kid(n, 0)) && toss_expect_word(p, "in"))
        n->kids[1] = read_expression(p);
    p->nesting--;
    if (!rs_kid(n, 1) || !want_formula(p, rs_kid(n, 1)))
        return NULL;
    n->span = toss_since(p, from);
    note_depth(p, n);
    return n;
}

static rs_node *read_quantifier(parser *p, rs_op op, uint32_t from)
{
    rs_node *n = new_node(p, op, from);
    toss_read_variables(p, &n->variables, &n->count);
    return read_body(p, n, from);
}

static rs_node *read_unary(parser *p)
{
    uint32_t from = p->at;
    bool call = toss_peek_at(p, 1)->kind == TOSS_T_LPAREN;
    if (toss_accept_word(p, "not"))
        return read_body(p, new_node(p, RS_NOT, from), from);
    if (!call && toss_accept_word(p, "ex"))
        return read_quantifier(p, RS_EX, from);
    if (!call && toss_accept_word(p, "all"))
        return read_quantifier(p, RS_ALL, from);
    if (!call && toss_accept_word(p, "lfp"))
        return read_fixed_point(p, RS_LFP, from);
    if (!call && toss_accept_word(p, "gfp"))
        return read_fixed_point(p, RS_GFP, from);
    if (!call && toss_accept_word(p, "tc"))
        return read_closure(p, from);
    if (!call && toss_accept_word(p, "let"))
        return read_let(p, from);
    return read_comparison(p);
}

static rs_node *join(parser *p, rs_op op, rs_node *a, rs_node *b)
{
    return want_formula(p, a) && want_formula(p, b) ? with_kids(p, op, a, b) : NULL;
}

typedef VEC(rs_node *) node_list;

/* Thousands of them are no deeper than a dozen. */
static rs_node *join_all(parser *p, rs_op op, rs_node **parts, uint32_t count)
{
    if (count == 1)
        return parts[0];
    return with_kids(p, op, join_all(p, op, parts, count - count / 2),
                     join_all(p, op, parts + count - count / 2, count / 2));
}

static rs_node *read_conjunction(parser *p)
{
    node_list list = {0};
    rs_node *a = read_unary(p);
    vec_push(p->f->arena, &list, a);
    while (a && toss_accept_word(p, "and")) {
        a = read_unary(p);
        if (!want_formula(p, vec_at(&list, list.count - 1)) || !want_formula(p, a))
            return NULL;
        vec_push(p->f->arena, &list, a);
    }
    return a ? join_all(p, RS_AND, list.data, list.count) : NULL;
}

static rs_node *read_disjunction(parser *p)
{
    node_list list = {0};
    rs_node *a = read_conjunction(p);
    vec_push(p->f->arena, &list, a);
    while (a && (toss_at_word(p, "or") || toss_at_word(p, "xor"))) {
        bool either = toss_next(p)->name == intern_cstr(p->f->names, "or");
        a = read_conjunction(p);
        if (!want_formula(p, vec_at(&list, list.count - 1)) || !want_formula(p, a))
            return NULL;
        if (!either) {
            a = join(p, RS_XOR, join_all(p, RS_OR, list.data, list.count), a);
            list.count = 0;
        }
        vec_push(p->f->arena, &list, a);
    }
    return a ? join_all(p, RS_OR, list.data, list.count) : NULL;
}

static rs_node *read_implication(parser *p)
{
    rs_node *a = read_disjunction(p);
    if (!a || !toss_at(p, TOSS_T_RULE_ARROW) || is_term(a))
        return a;
    if (!toss_enter(p))
        return NULL;
    toss_next(p);
    a = join(p, RS_IMPLIES, a, read_implication(p));
    p->nesting--;
    return a;
}

static rs_node *read_expression(parser *p)
{
    if (p->panic || !toss_enter(p))
        return NULL;
    rs_node *a = read_implication(p);
    while (a && toss_accept(p, TOSS_T_IFF))
        a = join(p, RS_IFF, a, read_implication(p));
    p->nesting--;
    return p->panic ? NULL : a;
}

bool toss_read_query(parser *p, rs_query *q)
{
    memset(q, 0, sizeof *q);
    q->root = read_expression(p);
    if (!q->root)
        return false;
    if (is_bare(q->root))
        return want_formula(p, q->root);
    q->term = is_term(q->root);
    return true;
}

bool toss_read_formula(parser *p, rs_query *q)
{
    memset(q, 0, sizeof *q);
    q->root = read_expression(p);
    return want_formula(p, q->root);
}

bool toss_read_term(parser *p, rs_query *q)
{
    memset(q, 0, sizeof *q);
    q->term = true;
    q->root = read_expression(p);
    return want_term(p, q->root);
}
