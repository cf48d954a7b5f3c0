/* Pragmas: those that are known have a form; the rest of others is kept as it stands. */
#include "lang/rg/parse_inside.h"

#include <string.h>

static bool bad_pragma(parser *p, const char *name, const char *expected)
{
    diag_report(p->in->sink, DIAG_PRAGMA, p->in->source, p->token.span, "malformed pragma `@%s`: expected %s, found %s",
                name, expected, rg_token_text(p));
    p->failed = true;
    return false;
}

static bool pragma_names(parser *p, const char *name, rg_names *out, uint32_t min, const char *what)
{
    while (rg_at(p, RG_IDENT)) {
        vec_push(p->in->scratch, out, rg_name_here(p));
        rg_advance(p);
    }
    return out->count >= min || bad_pragma(p, name, what);
}

static bool pragma_colon(parser *p, const char *name) { return rg_accept(p, RG_COLON) || bad_pragma(p, name, "`:`"); }

static bool pragma_number(parser *p, const char *name)
{
    const char *text = p->in->source->text + p->token.span.start;
    uint32_t n = p->token.span.end - p->token.span.start;
    if (!rg_at(p, RG_IDENT) || strspn(text, "0123456789") < n)
        return bad_pragma(p, name, "a number");
    rg_advance(p);
    return true;
}

/* a b [tag, x: T] lhs = rhs, lhs = rhs */
static bool pragma_apply(parser *p, const char *name)
{
    rg_names nodes = {0};
    if (!pragma_names(p, name, &nodes, 2, "two nodes"))
        return false;
    if (!rg_accept(p, RG_LBRACKET))
        return bad_pragma(p, name, "`[`");
    while (rg_at(p, RG_IDENT)) {
        rg_advance(p);
        if (rg_accept(p, RG_COLON) && !rg_parse_type(p))
            return false;
        if (!rg_accept(p, RG_COMMA))
            break;
    }
    if (!rg_accept(p, RG_RBRACKET))
        return bad_pragma(p, name, "`]`");
    while (!rg_at(p, RG_SEMI)) {
        p->depth++; /* no comparisons at the top */
        bool ok = rg_parse_expr(p, 3) && rg_accept(p, RG_ASSIGN) && rg_parse_expr(p, 3);
        p->depth--;
        if (!ok)
            return p->failed ? false : bad_pragma(p, name, "an assignment");
        if (!rg_accept(p, RG_COMMA))
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
        out->node = vec_at(&first, 0);
        return first.count == 1 || bad_pragma(p, name, "one node before `:`");
    }
    if (strcmp(name, "integer") == 0) {
        out->about_nodes = false;
        return pragma_number(p, name) && pragma_colon(p, name) && pragma_names(p, name, &first, 1, "a symbol");
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
        return pragma_names(p, name, &first, 1, "a node") && pragma_colon(p, name) && pragma_number(p, name);
    if (strcmp(name, "simpleApply") == 0 || strcmp(name, "simpleApplyExhaustive") == 0)
        return pragma_apply(p, name);
    out->about_nodes = false;
    if (strcmp(name, "weight") == 0) {
        if (!pragma_names(p, name, &first, 1, "a variable"))
            return false;
        out->weight = true;
        out->node = vec_at(&first, 0);
        return first.count == 1 || bad_pragma(p, name, "one variable");
    }
    if (strcmp(name, "translatedFromRbg") == 0)
        return true;
    return false;
}

bool rg_known_pragma(const char *name, uint32_t length)
{
    static const char *const names[] = {
        "artificialTag",
        "disjoint",
        "disjointExhaustive",
        "integer",
        "iterator",
        "repeat",
        "unique",
        "tagIndex",
        "tagMaxIndex",
        "simpleApply",
        "simpleApplyExhaustive",
        "translatedFromRbg",
        "weight",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0)
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
        rg_fail(p, "`;` after the pragma");
        return false;
    }
    p->lexer.at = end;
    p->next = rg_lex(&p->lexer);
    rg_advance(p);
    return true;
}

bool rg_parse_pragma(parser *p, rg_tree *tree)
{
    rg_pragma pragma = {.span = p->token.span};
    uint32_t start = p->token.span.end;
    const char *name = "";
    if (p->next.kind == RG_IDENT)
        name = arena_strndup(p->in->scratch, p->in->source->text + p->next.span.start,
                             p->next.span.end - p->next.span.start);
    if (rg_known_pragma(name, (uint32_t)strlen(name))) {
        rg_advance(p);
        rg_advance(p);
        if (!pragma_body(p, name, &pragma)) {
            if (!p->failed)
                bad_pragma(p, name, "its arguments");
            return false;
        }
        if (!rg_at(p, RG_SEMI))
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
    rg_advance(p);
    vec_push(p->in->scratch, &tree->pragmas, pragma);
    return true;
}
