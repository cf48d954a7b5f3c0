/* Recursive descent with recovery at the next statement. The grammar is that of RG; what the
 * automaton's own text adds is accepted only when input->extended is set. */
#include "lang/rg/ast.h"
#include "lang/rg/lex.h"

#include <string.h>

typedef struct parser {
    const rg_input *in;
    rg_lexer lexer;
    rg_token token, next;
    uint32_t last_end;
    uint32_t depth;
    bool failed; /* an error was reported in this statement */
} parser;

static void advance(parser *p)
{
    p->last_end = p->token.span.end;
    p->token = p->next;
    p->next = rg_lex(&p->lexer);
}

static const char *token_text(parser *p)
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

static diag *fail(parser *p, const char *expected)
{
    p->failed = true;
    if (p->token.kind == RG_OTHER)
        return diag_report(p->in->sink, DIAG_CHARACTER, p->in->source, p->token.span,
                           "%s does not belong here; expected %s", token_text(p), expected);
    return diag_report(p->in->sink, DIAG_EXPECTED, p->in->source, p->token.span,
                       "expected %s, found %s", expected, token_text(p));
}

static bool at(const parser *p, rg_kind kind) { return p->token.kind == kind; }

static bool accept(parser *p, rg_kind kind)
{
    if (!at(p, kind))
        return false;
    advance(p);
    return true;
}

static bool expect(parser *p, rg_kind kind, const char *where)
{
    if (accept(p, kind))
        return true;
    fail(p, arena_printf(p->in->scratch, "%s%s%s", rg_kind_text(kind), *where ? " " : "", where));
    return false;
}

static void *too_deep(parser *p)
{
    diag *d = diag_report(p->in->sink, DIAG_NESTING, p->in->source, p->token.span,
                          "nested deeper than %u levels", p->in->max_nesting);
    diag_set_hint(p->in->sink, d, "the limit is max_nesting");
    p->failed = true;
    return NULL;
}

static bool enter(parser *p)
{
    return ++p->depth <= p->in->max_nesting || too_deep(p);
}

static void leave(parser *p) { p->depth--; }

static src_span since(const parser *p, uint32_t start) { return (src_span){start, p->last_end}; }

static rg_name name_here(parser *p)
{
    rg_name name = {intern_add(p->in->names, p->in->source->text + p->token.span.start,
                               p->token.span.end - p->token.span.start),
                    p->token.span};
    return name;
}

static bool parse_name(parser *p, rg_name *name, const char *what)
{
    if (at(p, RG_TYPE) || at(p, RG_CONST) || at(p, RG_VAR)) {
        diag *d = diag_report(p->in->sink, DIAG_RESERVED, p->in->source, p->token.span,
                              "expected %s, found the reserved word %s", what, token_text(p));
        diag_set_hint(p->in->sink, d, "did the statement before miss its `;`?");
        p->failed = true;
        return false;
    }
    if (!at(p, RG_IDENT)) {
        fail(p, what);
        return false;
    }
    *name = name_here(p);
    advance(p);
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
    if (!at(p, RG_INT)) {
        fail(p, "an integer such as `#3`");
        return false;
    }
    *value = p->token.integer;
    advance(p);
    return true;
}

static rg_type *parse_type(parser *p)
{
    if (!enter(p))
        return NULL;
    rg_type *t = ARENA_NEW(p->in->scratch, rg_type);
    uint32_t start = p->token.span.start;
    if (accept(p, RG_LBRACE)) {
        t->kind = RG_TYPE_SET;
        while (!at(p, RG_RBRACE) || t->elements.count > 0) {
            rg_name name;
            if (!parse_name(p, &name, "a symbol"))
                return NULL;
            vec_push(p->in->scratch, &t->elements, name);
            if (!accept(p, RG_COMMA))
                break;
        }
        if (!expect(p, RG_RBRACE, "or `,`"))
            return NULL;
    } else if (at(p, RG_LBRACKET)) {
        if (!extended_only(p, p->token.span, "an integer range"))
            return NULL;
        advance(p);
        t->kind = RG_TYPE_INT;
        if (!parse_integer(p, &t->low) || !expect(p, RG_RANGE, "") || !parse_integer(p, &t->high) ||
            !expect(p, RG_RBRACKET, ""))
            return NULL;
    } else {
        rg_name name;
        t->kind = RG_TYPE_NAME;
        if (!parse_name(p, &name, "a type"))
            return NULL;
        t->name = name.name;
    }
    t->span = since(p, start);
    if (accept(p, RG_ARROW)) {
        rg_type *arrow = ARENA_NEW(p->in->scratch, rg_type);
        arrow->kind = RG_TYPE_ARROW;
        arrow->key = t;
        arrow->value = parse_type(p);
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
    if (accept(p, RG_RBRACE))
        return true;
    do {
        rg_entry e = {0};
        uint32_t start = p->token.span.start;
        if (!at(p, RG_COLON)) {
            e.key = ARENA_NEW(p->in->scratch, rg_value);
            e.key->span = p->token.span;
            rg_name name;
            if (at(p, RG_INT)) {
                if (!extended_only(p, p->token.span, "an integer"))
                    return false;
                e.key->kind = RG_VALUE_INT;
                e.key->integer = p->token.integer;
                advance(p);
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
    } while (accept(p, RG_COMMA));
    return expect(p, RG_RBRACE, "or `,`");
}

static rg_value *parse_value(parser *p)
{
    if (!enter(p))
        return NULL;
    rg_value *v = ARENA_NEW(p->in->scratch, rg_value);
    uint32_t start = p->token.span.start;
    rg_name name;
    if (accept(p, RG_LBRACE)) {
        v->kind = RG_VALUE_MAP;
        if (!parse_entries(p, v))
            return NULL;
    } else if (at(p, RG_INT)) {
        if (!extended_only(p, p->token.span, "an integer"))
            return NULL;
        v->kind = RG_VALUE_INT;
        v->integer = p->token.integer;
        advance(p);
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

static rg_expr *parse_expr(parser *p, int level);

static bool parse_reach(parser *p, rg_expr *e)
{
    e->kind = RG_EXPR_REACH;
    return parse_name(p, &e->name, "a node") && expect(p, RG_ARROW, "") &&
           parse_name(p, &e->other, "a node");
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
    if (!accept(p, RG_LPAREN))
        return e;
    if (accept(p, RG_STAR)) {
        e->kind = RG_EXPR_ANY;
        e->type = ARENA_NEW(p->in->scratch, rg_type);
        *e->type = (rg_type){.kind = RG_TYPE_NAME, .span = name.span, .name = name.name};
    } else {
        e->kind = RG_EXPR_CAST;
        if (!(e->a = parse_expr(p, 0)))
            return NULL;
    }
    if (!expect(p, RG_RPAREN, ""))
        return NULL;
    e->span = since(p, start);
    return e;
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
        advance(p);
        break;
    case RG_TRUE: case RG_FALSE:
        e->op = at(p, RG_TRUE) ? IR_TRUE : IR_FALSE;
        advance(p);
        break;
    case RG_BANG: case RG_MINUS:
        e->op = at(p, RG_BANG) ? IR_NOT : IR_NEG;
        advance(p);
        if (!(e->a = parse_expr(p, 6)))
            return NULL;
        break;
    case RG_QUESTION:
        advance(p);
        if (!expect(p, RG_LPAREN, "") || !parse_reach(p, e) || !expect(p, RG_RPAREN, ""))
            return NULL;
        break;
    default:
        advance(p); /* ( */
        if (!(e->a = parse_expr(p, 0)))
            return NULL;
        if (accept(p, RG_QUESTION)) {
            e->op = IR_IF;
            if (!(e->b = parse_expr(p, 0)) || !expect(p, RG_COLON, "") ||
                !(e->c = parse_expr(p, 0)))
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
    return k == RG_INT || k == RG_TRUE || k == RG_FALSE || k == RG_BANG || k == RG_MINUS ||
           k == RG_QUESTION || k == RG_LPAREN;
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
    for (uint32_t chain = 0; e && at(p, RG_LBRACKET); chain++) {
        if (chain >= p->in->max_nesting)
            return too_deep(p);
        advance(p);
        rg_expr *index = new_expr(p, RG_EXPR_INDEX, start);
        index->a = e;
        if (!(index->b = parse_expr(p, 0)) || !expect(p, RG_RBRACKET, ""))
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

static rg_expr *parse_expr(parser *p, int level)
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
                fail(p, "the end of the expression");
            return NULL;
        }
        if (chain >= p->in->max_nesting)
            return too_deep(p);
        advance(p);
        rg_expr *right = parse_expr(p, here);
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
    advance(p);
    rg_declaration d = {0};
    if (!parse_name(p, &d.name, "a name"))
        return false;
    if (kind == RG_TYPE) {
        if (!expect(p, RG_ASSIGN, "after the type's name") || !(d.type = parse_type(p)) ||
            !expect(p, RG_SEMI, "after the type"))
            return false;
        vec_push(p->in->scratch, &tree->types, d);
        return true;
    }
    if (!expect(p, RG_COLON, "before the type") || !(d.type = parse_type(p)) ||
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
    bool variable = at(p, RG_DOLLAR2);
    advance(p);
    e->label = IR_TAG;
    if (variable && p->in->extended && at(p, RG_LPAREN)) {
        e->value = parse_primary(p);
        if (e->value && e->value->kind == RG_EXPR_NAME)
            e->value->integer = RG_TAG_VALUE;
        return e->value != NULL;
    }
    rg_name name;
    uint32_t start = p->token.span.start;
    if (variable && at(p, RG_LPAREN) && !extended_only(p, p->token.span, "a computed tag"))
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
    if (at(p, RG_SEMI)) {
        e->label = IR_SKIP;
        return true;
    }
    if (at(p, RG_DOLLAR) || at(p, RG_DOLLAR2))
        return parse_tag(p, e);
    bool reach = (at(p, RG_QUESTION) || at(p, RG_BANG)) &&
                 (p->next.kind == RG_IDENT || !p->in->extended);
    if (reach && p->in->extended) {
        /* `!x == y` is a condition there, `!x -> y` a reachability */
        rg_lexer ahead = p->lexer;
        reach = rg_lex(&ahead).kind == RG_ARROW;
    }
    if (reach) {
        bool negated = at(p, RG_BANG);
        if (p->next.kind == RG_LPAREN && !extended_only(p, p->token.span, "this expression"))
            return false;
        advance(p);
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
    rg_expr *left = parse_expr(p, 0);
    if (!left)
        return false;
    if (!accept(p, RG_ASSIGN)) {
        e->label = IR_CHECK;
        e->value = left;
        if (!p->in->extended && left->kind != RG_EXPR_OP) {
            fail(p, "`=`, `==` or `!=`");
            return false;
        }
        return true;
    }
    e->target = left;
    if (at(p, RG_LBRACE) || at(p, RG_LBRACKET)) { /* x = {a, b}(*) */
        e->label = IR_CHOOSE;
        if (!(e->type = parse_type(p)) || !expect(p, RG_LPAREN, "") || !expect(p, RG_STAR, "") ||
            !expect(p, RG_RPAREN, ""))
            return false;
    } else {
        rg_expr *right = parse_expr(p, 0);
        if (!right)
            return false;
        e->label = right->kind == RG_EXPR_ANY ? IR_CHOOSE : IR_ASSIGN;
        e->type = right->type;
        e->value = e->label == IR_ASSIGN ? right : NULL;
    }
    if (e->label == IR_CHOOSE && at(p, RG_COLON)) {
        if (!extended_only(p, p->token.span, "a condition on a choice"))
            return false;
        advance(p);
        if (!(e->value = parse_expr(p, 0)))
            return false;
    }
    return true;
}

static bool parse_edge(parser *p, rg_tree *tree)
{
    rg_edge e = {0};
    uint32_t start = p->token.span.start;
    if (!parse_name(p, &e.from, "a declaration or an edge") ||
        !expect(p, RG_COMMA, "between the two nodes of an edge") ||
        !parse_name(p, &e.to, "a node"))
        return false;
    if (at(p, RG_LPAREN) || p->token.kind != RG_COLON) {
        diag *d = fail(p, "`:` after the nodes of an edge");
        if (at(p, RG_LPAREN))
            diag_set_hint(p->in->sink, d, "nodes have no parameters in this version of RG");
        return false;
    }
    advance(p);
    if (!parse_label(p, &e))
        return false;
    e.span = since(p, start);
    if (!expect(p, RG_SEMI, "after the edge"))
        return false;
    vec_push(p->in->scratch, &tree->edges, e);
    return true;
}

/* ---- pragmas ---- */

static bool bad_pragma(parser *p, const char *name, const char *expected)
{
    diag_report(p->in->sink, DIAG_PRAGMA, p->in->source, p->token.span,
                "malformed pragma `@%s`: expected %s, found %s", name, expected, token_text(p));
    p->failed = true;
    return false;
}

static bool pragma_names(parser *p, const char *name, rg_names *out, uint32_t min, const char *what)
{
    while (at(p, RG_IDENT)) {
        vec_push(p->in->scratch, out, name_here(p));
        advance(p);
    }
    return out->count >= min || bad_pragma(p, name, what);
}

static bool pragma_colon(parser *p, const char *name)
{
    return accept(p, RG_COLON) || bad_pragma(p, name, "`:`");
}

static bool pragma_number(parser *p, const char *name)
{
    const char *text = p->in->source->text + p->token.span.start;
    uint32_t n = p->token.span.end - p->token.span.start;
    if (!at(p, RG_IDENT) || strspn(text, "0123456789") < n)
        return bad_pragma(p, name, "a number");
    advance(p);
    return true;
}

/* a b [tag, x: T] lhs = rhs, lhs = rhs */
static bool pragma_apply(parser *p, const char *name)
{
    rg_names nodes = {0};
    if (!pragma_names(p, name, &nodes, 2, "two nodes"))
        return false;
    if (!accept(p, RG_LBRACKET))
        return bad_pragma(p, name, "`[`");
    while (at(p, RG_IDENT)) {
        advance(p);
        if (accept(p, RG_COLON) && !parse_type(p))
            return false;
        if (!accept(p, RG_COMMA))
            break;
    }
    if (!accept(p, RG_RBRACKET))
        return bad_pragma(p, name, "`]`");
    while (!at(p, RG_SEMI)) {
        p->depth++; /* no comparisons at the top */
        bool ok = parse_expr(p, 3) && accept(p, RG_ASSIGN) && parse_expr(p, 3);
        p->depth--;
        if (!ok)
            return p->failed ? false : bad_pragma(p, name, "an assignment");
        if (!accept(p, RG_COMMA))
            break;
    }
    return true;
}

static bool pragma_body(parser *p, const char *name, rg_pragma *out)
{
    rg_names first = {0};
    out->about_nodes = true;
    if (strcmp(name, "artificialTag") == 0) {
        out->about_nodes = false;
        return pragma_names(p, name, &first, 1, "a tag");
    }
    if (strcmp(name, "disjoint") == 0 || strcmp(name, "disjointExhaustive") == 0) {
        out->disjoint = true;
        out->exhaustive = name[8] != 0;
        if (!pragma_names(p, name, &first, 1, "a node") || !pragma_colon(p, name) ||
            !pragma_names(p, name, &out->targets, 1, "a node"))
            return false;
        out->node = first.data[0];
        return first.count == 1 || bad_pragma(p, name, "one node before `:`");
    }
    if (strcmp(name, "integer") == 0) {
        out->about_nodes = false;
        return pragma_number(p, name) && pragma_colon(p, name) &&
               pragma_names(p, name, &first, 1, "a symbol");
    }
    if (strcmp(name, "iterator") == 0)
        return pragma_names(p, name, &first, 3, "three nodes") && pragma_colon(p, name) &&
               pragma_names(p, name, &first, 4, "a variable");
    if (strcmp(name, "repeat") == 0)
        return pragma_names(p, name, &first, 1, "a node") && pragma_colon(p, name) &&
               pragma_names(p, name, &first, 1, "");
    if (strcmp(name, "unique") == 0)
        return pragma_names(p, name, &first, 1, "a node");
    if (strcmp(name, "tagIndex") == 0 || strcmp(name, "tagMaxIndex") == 0)
        return pragma_names(p, name, &first, 1, "a node") && pragma_colon(p, name) &&
               pragma_number(p, name);
    if (strcmp(name, "simpleApply") == 0 || strcmp(name, "simpleApplyExhaustive") == 0)
        return pragma_apply(p, name);
    out->about_nodes = false;
    if (strcmp(name, "translatedFromRbg") == 0)
        return true;
    return false;
}

static bool known_pragma(const char *name)
{
    static const char *const names[] = {
        "artificialTag", "disjoint", "disjointExhaustive", "integer", "iterator", "repeat",
        "unique", "tagIndex", "tagMaxIndex", "simpleApply", "simpleApplyExhaustive",
        "translatedFromRbg",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* An unknown pragma may hold anything up to `;`, so it is read as text, not as tokens. */
static bool skip_unknown_pragma(parser *p, uint32_t start)
{
    const char *text = p->in->source->text;
    uint32_t end = start;
    while (end < p->in->source->length && text[end] != ';')
        end++;
    if (end == p->in->source->length) {
        p->token = (rg_token){.kind = RG_END, .span = {end, end}};
        p->next = p->token;
        p->lexer.at = end;
        fail(p, "`;` after the pragma");
        return false;
    }
    p->lexer.at = end;
    p->next = rg_lex(&p->lexer);
    advance(p);
    return true;
}

static bool parse_pragma(parser *p, rg_tree *tree)
{
    rg_pragma pragma = {.span = p->token.span};
    uint32_t start = p->token.span.end;
    const char *name = "";
    if (p->next.kind == RG_IDENT)
        name = arena_strndup(p->in->scratch, p->in->source->text + p->next.span.start,
                             p->next.span.end - p->next.span.start);
    if (known_pragma(name)) {
        advance(p);
        advance(p);
        if (!pragma_body(p, name, &pragma)) {
            if (!p->failed)
                bad_pragma(p, name, "its arguments");
            return false;
        }
        if (!at(p, RG_SEMI))
            return bad_pragma(p, name, "`;`");
    } else if (!skip_unknown_pragma(p, start)) {
        return false;
    }
    uint32_t end = p->token.span.start;
    const char *text = p->in->source->text;
    while (start < end && strchr(" \t\r\n", text[start]))
        start++;
    while (end > start && text[end - 1] && strchr(" \t\r\n", text[end - 1]))
        end--;
    pragma.text = arena_strndup(p->in->scratch, text + start, end - start);
    pragma.span.end = p->token.span.end;
    advance(p);
    vec_push(p->in->scratch, &tree->pragmas, pragma);
    return true;
}

/* Goes on after the next `;`, or at a line that looks like the start of a statement. */
static void recover(parser *p)
{
    while (!at(p, RG_END)) {
        if (accept(p, RG_SEMI))
            return;
        if (p->token.newlines > 0 &&
            (at(p, RG_TYPE) || at(p, RG_CONST) || at(p, RG_VAR) || at(p, RG_AT) ||
             (at(p, RG_IDENT) && p->next.kind == RG_COMMA)))
            return;
        advance(p);
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
    while (!at(p, RG_END)) {
        p->depth = 0;
        p->failed = false;
        uint32_t before = p->token.span.start;
        bool ok;
        if (at(p, RG_TYPE) || at(p, RG_CONST) || at(p, RG_VAR))
            ok = parse_declaration(p, tree);
        else if (at(p, RG_AT))
            ok = parse_pragma(p, tree);
        else
            ok = parse_edge(p, tree);
        if (!ok) {
            if (p->token.span.start == before && !at(p, RG_END))
                advance(p);
            recover(p);
        }
    }
    return tree;
}
