/* Recursive descent with recovery at the next statement. The grammar is that of RG; what the
 * automaton's own text adds is accepted only when input->extended is set. */
#include "lang/rg/parse_inside.h"

#include <string.h>

void rg_advance(parser *p)
{
    p->last_end = p->token.span.end;
    p->token = p->next;
    p->next = rg_lex(&p->lexer);
}

const char *rg_token_text(parser *p)
{
    uint32_t n = p->token.span.end - p->token.span.start;
    if (p->token.kind == RG_END)
        return "end of file";
    if (n > 40)
        n = 40;
    while (n > 0 && n < p->token.span.end - p->token.span.start &&
           ((unsigned char)p->in->source->text[p->token.span.start + n] & 0xc0) == 0x80)
        n--;
    const char *text = arena_strndup(p->in->scratch, p->in->source->text + p->token.span.start, n);
    if (p->token.kind == RG_OTHER && utf8_length(text, text + n) != n)
        return "a byte that is not UTF-8";
    if (p->token.kind == RG_OTHER && n == 1 && (unsigned char)*text < ' ')
        return "a control character";
    return arena_printf(p->in->scratch, "`%s`", text);
}

diag *rg_fail(parser *p, const char *expected)
{
    p->failed = true;
    if (p->token.kind == RG_OTHER)
        return diag_report(p->in->sink, DIAG_CHARACTER, p->in->source, p->token.span,
                           "%s does not belong here; expected %s", rg_token_text(p), expected);
    return diag_report(p->in->sink, DIAG_EXPECTED, p->in->source, p->token.span, "expected %s, found %s", expected,
                       rg_token_text(p));
}

bool rg_at(const parser *p, rg_kind kind) { return p->token.kind == kind; }

bool rg_accept(parser *p, rg_kind kind)
{
    if (!rg_at(p, kind))
        return false;
    rg_advance(p);
    return true;
}

static bool expect(parser *p, rg_kind kind, const char *where)
{
    if (rg_accept(p, kind))
        return true;
    rg_fail(p, arena_printf(p->in->scratch, "%s%s%s", rg_kind_text(kind), *where ? " " : "", where));
    return false;
}

static void *too_deep(parser *p)
{
    diag *d = diag_report(p->in->sink, DIAG_NESTING, p->in->source, p->token.span, "nested deeper than %u levels",
                          p->in->max_nesting);
    diag_set_hint(p->in->sink, d, "the limit is max_nesting");
    p->failed = true;
    return NULL;
}

static bool enter(parser *p) { return ++p->depth <= p->in->max_nesting || too_deep(p); }

static void leave(parser *p) { p->depth--; }

static src_span since(const parser *p, uint32_t start) { return (src_span){start, p->last_end}; }

rg_name rg_name_here(parser *p)
{
    rg_name name = {
        intern_add(p->in->names, p->in->source->text + p->token.span.start, p->token.span.end - p->token.span.start),
        p->token.span};
    return name;
}

static bool parse_name(parser *p, rg_name *name, const char *what)
{
    if (rg_at(p, RG_TYPE) || rg_at(p, RG_CONST) || rg_at(p, RG_VAR)) {
        diag *d = diag_report(p->in->sink, DIAG_RESERVED, p->in->source, p->token.span,
                              "expected %s, found the reserved word %s", what, rg_token_text(p));
        diag_set_hint(p->in->sink, d, "did the statement before miss its `;`?");
        p->failed = true;
        return false;
    }
    if (!rg_at(p, RG_IDENT)) {
        rg_fail(p, what);
        return false;
    }
    *name = rg_name_here(p);
    rg_advance(p);
    return true;
}

static bool extended_only(parser *p, src_span where, const char *what)
{
    if (p->in->extended)
        return true;
    diag *d = diag_report(p->in->sink, DIAG_DIALECT, p->in->source, where,
                          "%s belongs to the automaton's own text, not to RG", what);
    diag_set_hint(p->in->sink, d, "name the file *.aut or give --lang automaton");
    p->failed = true;
    return false;
}

/* ---- types ---- */

static bool parse_integer(parser *p, int32_t *value)
{
    if (!rg_at(p, RG_INT)) {
        rg_fail(p, "an integer such as `#3`");
        return false;
    }
    *value = p->token.integer;
    rg_advance(p);
    return true;
}

rg_type *rg_parse_type(parser *p)
{
    if (!enter(p))
        return NULL;
    rg_type *t = ARENA_NEW(p->in->scratch, rg_type);
    uint32_t start = p->token.span.start;
    if (rg_accept(p, RG_LBRACE)) {
        t->kind = RG_TYPE_SET;
        while (!rg_at(p, RG_RBRACE) || t->elements.count > 0) {
            rg_name name;
            if (!parse_name(p, &name, "a symbol"))
                return NULL;
            vec_push(p->in->scratch, &t->elements, name);
            if (!rg_accept(p, RG_COMMA))
                break;
        }
        if (!expect(p, RG_RBRACE, "or `,`"))
            return NULL;
    } else if (rg_at(p, RG_LBRACKET)) {
        if (!extended_only(p, p->token.span, "an integer range"))
            return NULL;
        rg_advance(p);
        t->kind = RG_TYPE_INT;
        if (!parse_integer(p, &t->low) || !expect(p, RG_RANGE, "") || !parse_integer(p, &t->high) ||
            !expect(p, RG_RBRACKET, ""))
            return NULL;
    } else if (rg_at(p, RG_REAL_NAME)) {
        if (!extended_only(p, p->token.span, "the type of reals"))
            return NULL;
        rg_advance(p);
        t->kind = RG_TYPE_REAL;
    } else {
        rg_name name;
        t->kind = RG_TYPE_NAME;
        if (!parse_name(p, &name, "a type"))
            return NULL;
        t->name = name.name;
    }
    t->span = since(p, start);
    if (rg_accept(p, RG_ARROW)) {
        rg_type *arrow = ARENA_NEW(p->in->scratch, rg_type);
        arrow->kind = RG_TYPE_ARROW;
        arrow->key = t;
        arrow->value = rg_parse_type(p);
        if (!arrow->value)
            return NULL;
        arrow->span = since(p, start);
        t = arrow;
    }
    leave(p);
    return t;
}

/* ---- values ---- */

static rg_value *parse_value(parser *p);

static bool parse_entries(parser *p, rg_value *v)
{
    if (rg_accept(p, RG_RBRACE))
        return true;
    do {
        rg_entry e = {0};
        uint32_t start = p->token.span.start;
        if (!rg_at(p, RG_COLON)) {
            e.key = ARENA_NEW(p->in->scratch, rg_value);
            e.key->span = p->token.span;
            rg_name name;
            if (rg_at(p, RG_INT)) {
                if (!extended_only(p, p->token.span, "an integer"))
                    return false;
                e.key->kind = RG_VALUE_INT;
                e.key->integer = p->token.integer;
                rg_advance(p);
            } else if (parse_name(p, &name, "a key, or `:` for the default")) {
                e.key->name = name.name;
            } else {
                return false;
            }
        }
        if (!expect(p, RG_COLON, "between key and value") || !(e.value = parse_value(p)))
            return false;
        e.span = since(p, start);
        vec_push(p->in->scratch, &v->entries, e);
    } while (rg_accept(p, RG_COMMA));
    return expect(p, RG_RBRACE, "or `,`");
}

static rg_value *parse_value(parser *p)
{
    if (!enter(p))
        return NULL;
    rg_value *v = ARENA_NEW(p->in->scratch, rg_value);
    uint32_t start = p->token.span.start;
    rg_name name;
    if (rg_accept(p, RG_LBRACE)) {
        v->kind = RG_VALUE_MAP;
        if (!parse_entries(p, v))
            return NULL;
    } else if (rg_at(p, RG_INT)) {
        if (!extended_only(p, p->token.span, "an integer"))
            return NULL;
        v->kind = RG_VALUE_INT;
        v->integer = p->token.integer;
        rg_advance(p);
    } else if (rg_at(p, RG_REAL)) {
        if (!extended_only(p, p->token.span, "a real"))
            return NULL;
        v->kind = RG_VALUE_REAL;
        v->real = p->token.real;
        rg_advance(p);
    } else if (parse_name(p, &name, "a value")) {
        v->name = name.name;
    } else {
        return NULL;
    }
    v->span = since(p, start);
    leave(p);
    return v;
}

/* ---- expressions ---- */

static rg_expr *new_expr(parser *p, int kind, uint32_t start)
{
    rg_expr *e = ARENA_NEW(p->in->scratch, rg_expr);
    e->kind = (unsigned)kind;
    e->span = since(p, start);
    return e;
}

static bool parse_reach(parser *p, rg_expr *e)
{
    e->kind = RG_EXPR_REACH;
    return parse_name(p, &e->name, "a node") && expect(p, RG_ARROW, "") && parse_name(p, &e->other, "a node");
}

/* ident, T(expr), T(*) */
static rg_expr *parse_named(parser *p)
{
    uint32_t start = p->token.span.start;
    rg_name name;
    if (!parse_name(p, &name, "an expression"))
        return NULL;
    rg_expr *e = new_expr(p, RG_EXPR_NAME, start);
    e->name = name;
    if (!rg_accept(p, RG_LPAREN))
        return e;
    if (rg_accept(p, RG_STAR)) {
        e->kind = RG_EXPR_ANY;
        e->type = ARENA_NEW(p->in->scratch, rg_type);
        *e->type = (rg_type){.kind = RG_TYPE_NAME, .span = name.span, .name = name.name};
    } else {
        e->kind = RG_EXPR_CAST;
        if (!(e->a = rg_parse_expr(p, 0)))
            return NULL;
    }
    if (!expect(p, RG_RPAREN, ""))
        return NULL;
    e->span = since(p, start);
    return e;
}

/* (a, b) or (a, b, c), as many as the operation takes */
static bool parse_operands(parser *p, rg_expr *e)
{
    rg_expr **operands[] = {&e->a, &e->b, &e->c};
    if (!expect(p, RG_LPAREN, ""))
        return false;
    for (uint32_t i = 0; i < ir_operands(e->op); i++)
        if ((i && !expect(p, RG_COMMA, "")) || !(*operands[i] = rg_parse_expr(p, 0)))
            return false;
    return expect(p, RG_RPAREN, "");
}

/* ( expr ), ( c ? a : b ), ?(x -> y), !expr, -expr, #5: the automaton's own text */
static rg_expr *parse_extended_primary(parser *p)
{
    uint32_t start = p->token.span.start;
    rg_expr *e = new_expr(p, RG_EXPR_OP, start);
    switch (p->token.kind) {
    case RG_INT:
        e->kind = RG_EXPR_INT;
        e->integer = p->token.integer;
        rg_advance(p);
        break;
    case RG_REAL:
        e->kind = RG_EXPR_REAL;
        e->real = p->token.real;
        rg_advance(p);
        break;
    case RG_TRUE:
    case RG_FALSE:
        e->op = rg_at(p, RG_TRUE) ? IR_TRUE : IR_FALSE;
        rg_advance(p);
        break;
    case RG_HASH:
    case RG_TIMES:
    case RG_FIRST:
    case RG_REAL_NAME:
        e->op = rg_at(p, RG_HASH)    ? IR_HASH
                : rg_at(p, RG_TIMES) ? IR_TIMES
                : rg_at(p, RG_FIRST) ? IR_FIRST
                                     : IR_TO_REAL;
        rg_advance(p);
        if (!parse_operands(p, e))
            return NULL;
        break;
    case RG_BANG:
    case RG_MINUS:
        e->op = rg_at(p, RG_BANG) ? IR_NOT : IR_NEG;
        rg_advance(p);
        if (!(e->a = rg_parse_expr(p, 6)))
            return NULL;
        break;
    case RG_QUESTION:
        rg_advance(p);
        if (!expect(p, RG_LPAREN, "") || !parse_reach(p, e) || !expect(p, RG_RPAREN, ""))
            return NULL;
        break;
    default:
        rg_advance(p); /* ( */
        if (!(e->a = rg_parse_expr(p, 0)))
            return NULL;
        if (rg_accept(p, RG_QUESTION)) {
            e->op = IR_IF;
            if (!(e->b = rg_parse_expr(p, 0)) || !expect(p, RG_COLON, "") || !(e->c = rg_parse_expr(p, 0)))
                return NULL;
        } else {
            e = e->a;
        }
        if (!expect(p, RG_RPAREN, ""))
            return NULL;
    }
    e->span = since(p, start);
    return e;
}

static bool extended_start(rg_kind k)
{
    return k == RG_INT || k == RG_TRUE || k == RG_FALSE || k == RG_HASH || k == RG_TIMES || k == RG_FIRST ||
           k == RG_REAL || k == RG_REAL_NAME || k == RG_BANG || k == RG_MINUS || k == RG_QUESTION || k == RG_LPAREN;
}

static rg_expr *parse_primary(parser *p)
{
    uint32_t start = p->token.span.start;
    rg_expr *e;
    if (extended_start(p->token.kind) && p->in->extended)
        e = parse_extended_primary(p);
    else if (extended_start(p->token.kind) && !extended_only(p, p->token.span, "this expression"))
        return NULL;
    else
        e = parse_named(p);
    for (uint32_t chain = 0; e && rg_at(p, RG_LBRACKET); chain++) {
        if (chain >= p->in->max_nesting)
            return too_deep(p);
        rg_advance(p);
        rg_expr *index = new_expr(p, RG_EXPR_INDEX, start);
        index->a = e;
        if (!(index->b = rg_parse_expr(p, 0)) || !expect(p, RG_RBRACKET, ""))
            return NULL;
        index->span = since(p, start);
        e = index;
    }
    return e;
}

/* Level of a binary operator (higher binds tighter), or 0. */
static int operator_level(rg_kind kind, ir_op *op)
{
    switch (kind) {
    case RG_OR: return *op = IR_OR, 1;
    case RG_AND: return *op = IR_AND, 2;
    case RG_EQ: return *op = IR_EQ, 3;
    case RG_NE: return *op = IR_NE, 3;
    case RG_LT: return *op = IR_LT, 3;
    case RG_LE: return *op = IR_LE, 3;
    case RG_GT: return *op = IR_GT, 3;
    case RG_GE: return *op = IR_GE, 3;
    case RG_PLUS: return *op = IR_ADD, 4;
    case RG_MINUS: return *op = IR_SUB, 4;
    case RG_STAR: return *op = IR_MUL, 5;
    case RG_SLASH: return *op = IR_DIV, 5;
    case RG_PERCENT: return *op = IR_MOD, 5;
    default: return 0;
    }
}

rg_expr *rg_parse_expr(parser *p, int level)
{
    if (!enter(p))
        return NULL;
    uint32_t start = p->token.span.start;
    rg_expr *left = parse_primary(p);
    for (uint32_t chain = 0;; chain++) {
        ir_op op;
        int here = left ? operator_level(p->token.kind, &op) : 0;
        if (here <= level || !here)
            break;
        /* In RG itself comparisons stand only at the top of a label. */
        if (!p->in->extended && (p->depth > 1 || (op != IR_EQ && op != IR_NE))) {
            if (op != IR_EQ && op != IR_NE)
                extended_only(p, p->token.span, "this operator");
            else
                rg_fail(p, "the end of the expression");
            return NULL;
        }
        if (chain >= p->in->max_nesting)
            return too_deep(p);
        rg_advance(p);
        rg_expr *right = rg_parse_expr(p, here);
        if (!right)
            return NULL;
        rg_expr *e = new_expr(p, RG_EXPR_OP, start);
        e->op = op;
        e->a = left;
        e->b = right;
        left = e;
        if (!p->in->extended)
            break;
    }
    leave(p);
    return left;
}

/* ---- statements ---- */

static bool parse_declaration(parser *p, rg_tree *tree)
{
    rg_kind kind = p->token.kind;
    rg_advance(p);
    rg_declaration d = {0};
    if (!parse_name(p, &d.name, "a name"))
        return false;
    if (kind == RG_TYPE) {
        if (!expect(p, RG_ASSIGN, "after the type's name") || !(d.type = rg_parse_type(p)) ||
            !expect(p, RG_SEMI, "after the type"))
            return false;
        vec_push(p->in->scratch, &tree->types, d);
        return true;
    }
    if (!expect(p, RG_COLON, "before the type") || !(d.type = rg_parse_type(p)) ||
        !expect(p, RG_ASSIGN, "before the value") || !(d.value = parse_value(p)) ||
        !expect(p, RG_SEMI, "after the value"))
        return false;
    if (kind == RG_CONST)
        vec_push(p->in->scratch, &tree->constants, d);
    else
        vec_push(p->in->scratch, &tree->variables, d);
    return true;
}

static bool parse_tag(parser *p, rg_edge *e)
{
    bool variable = rg_at(p, RG_DOLLAR2);
    rg_advance(p);
    e->label = IR_TAG;
    if (variable && p->in->extended && rg_at(p, RG_LPAREN)) {
        e->value = parse_primary(p);
        if (e->value && e->value->kind == RG_EXPR_NAME)
            e->value->integer = RG_TAG_VALUE;
        return e->value != NULL;
    }
    rg_name name;
    uint32_t start = p->token.span.start;
    if (variable && rg_at(p, RG_LPAREN) && !extended_only(p, p->token.span, "a computed tag"))
        return false;
    if (!parse_name(p, &name, variable ? "a variable" : "a symbol"))
        return false;
    e->value = new_expr(p, RG_EXPR_NAME, start);
    e->value->name = name;
    e->value->integer = variable ? RG_TAG_VARIABLE : RG_TAG_SYMBOL;
    return true;
}

static bool parse_label(parser *p, rg_edge *e)
{
    uint32_t start = p->token.span.start;
    if (rg_at(p, RG_SEMI)) {
        e->label = IR_SKIP;
        return true;
    }
    if (rg_at(p, RG_DOLLAR) || rg_at(p, RG_DOLLAR2))
        return parse_tag(p, e);
    bool reach = (rg_at(p, RG_QUESTION) || rg_at(p, RG_BANG)) && (p->next.kind == RG_IDENT || !p->in->extended);
    if (reach && p->in->extended) {
        /* `!x == y` is a condition there, `!x -> y` a reachability */
        rg_lexer ahead = p->lexer;
        reach = rg_lex(&ahead).kind == RG_ARROW;
    }
    if (reach) {
        bool negated = rg_at(p, RG_BANG);
        if (p->next.kind == RG_LPAREN && !extended_only(p, p->token.span, "this expression"))
            return false;
        rg_advance(p);
        rg_expr *r = new_expr(p, RG_EXPR_REACH, start);
        if (!parse_reach(p, r))
            return false;
        r->span = since(p, start);
        e->label = IR_CHECK;
        e->value = r;
        if (negated) {
            e->value = new_expr(p, RG_EXPR_OP, start);
            e->value->op = IR_NOT;
            e->value->a = r;
        }
        return true;
    }
    rg_expr *left = rg_parse_expr(p, 0);
    if (!left)
        return false;
    if (!rg_accept(p, RG_ASSIGN)) {
        e->label = IR_CHECK;
        e->value = left;
        if (!p->in->extended && left->kind != RG_EXPR_OP) {
            rg_fail(p, "`=`, `==` or `!=`");
            return false;
        }
        return true;
    }
    e->target = left;
    if (rg_at(p, RG_LBRACE) || rg_at(p, RG_LBRACKET)) { /* x = {a, b}(*) */
        e->label = IR_CHOOSE;
        if (!(e->type = rg_parse_type(p)) || !expect(p, RG_LPAREN, "") || !expect(p, RG_STAR, "") ||
            !expect(p, RG_RPAREN, ""))
            return false;
    } else {
        rg_expr *right = rg_parse_expr(p, 0);
        if (!right)
            return false;
        e->label = right->kind == RG_EXPR_ANY ? IR_CHOOSE : IR_ASSIGN;
        e->type = right->type;
        e->value = e->label == IR_ASSIGN ? right : NULL;
    }
    if (e->label == IR_CHOOSE && rg_at(p, RG_COLON)) {
        if (!extended_only(p, p->token.span, "a condition on a choice"))
            return false;
        rg_advance(p);
        if (!(e->value = rg_parse_expr(p, 0)))
            return false;
    }
    return true;
}

static bool parse_edge(parser *p, rg_tree *tree)
{
    rg_edge e = {0};
    uint32_t start = p->token.span.start;
    if (!parse_name(p, &e.from, "a declaration or an edge") ||
        !expect(p, RG_COMMA, "between the two nodes of an edge") || !parse_name(p, &e.to, "a node"))
        return false;
    if (rg_at(p, RG_LPAREN) || p->token.kind != RG_COLON) {
        diag *d = rg_fail(p, "`:` after the nodes of an edge");
        if (rg_at(p, RG_LPAREN))
            diag_set_hint(p->in->sink, d, "nodes have no parameters in this version of RG");
        return false;
    }
    rg_advance(p);
    if (!parse_label(p, &e))
        return false;
    e.span = since(p, start);
    if (!expect(p, RG_SEMI, "after the edge"))
        return false;
    vec_push(p->in->scratch, &tree->edges, e);
    return true;
}

/* ---- the whole ---- */

/* Goes on after the next `;`, or at a line that looks like the start of a statement. */
static void recover(parser *p)
{
    while (!rg_at(p, RG_END)) {
        if (rg_accept(p, RG_SEMI))
            return;
        if (p->token.newlines > 0 && (rg_at(p, RG_TYPE) || rg_at(p, RG_CONST) || rg_at(p, RG_VAR) || rg_at(p, RG_AT) ||
                                      (rg_at(p, RG_IDENT) && p->next.kind == RG_COMMA)))
            return;
        rg_advance(p);
    }
}

rg_tree *rg_parse(const rg_input *in)
{
    rg_tree *tree = ARENA_NEW(in->scratch, rg_tree);
    parser *p = ARENA_NEW(in->scratch, parser);
    p->in = in;
    p->lexer = (rg_lexer){in->source, 0, false};
    p->token = rg_lex(&p->lexer);
    p->next = rg_lex(&p->lexer);
    while (!rg_at(p, RG_END)) {
        p->depth = 0;
        p->failed = false;
        uint32_t before = p->token.span.start;
        bool ok;
        if (rg_at(p, RG_TYPE) || rg_at(p, RG_CONST) || rg_at(p, RG_VAR))
            ok = parse_declaration(p, tree);
        else if (rg_at(p, RG_AT))
            ok = rg_parse_pragma(p, tree);
        else
            ok = parse_edge(p, tree);
        if (!ok) {
            if (p->token.span.start == before && !rg_at(p, RG_END))
                rg_advance(p);
            recover(p);
        }
    }
    return tree;
}
