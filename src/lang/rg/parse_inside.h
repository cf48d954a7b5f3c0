/* Inside of the parser: what its files share. */
#ifndef LUDENS_LANG_RG_PARSE_INSIDE_H
#define LUDENS_LANG_RG_PARSE_INSIDE_H

#include "lang/rg/ast.h"
#include "lang/rg/lex.h"

typedef struct parser {
    const rg_input *in;
    rg_lexer lexer;
    rg_token token, next;
    uint32_t last_end;
    uint32_t depth;
    bool failed; /* an error was reported in this statement */
} parser;

/* parse.c */
void rg_advance(parser *p);
const char *rg_token_text(parser *p);
diag *rg_fail(parser *p, const char *expected);
bool rg_at(const parser *p, rg_kind kind);
bool rg_accept(parser *p, rg_kind kind);
rg_name rg_name_here(parser *p);
rg_type *rg_parse_type(parser *p);
rg_expr *rg_parse_expr(parser *p, int level);

/* parse_pragma.c: from `@` to behind the `;`. False after a report. */
bool rg_parse_pragma(parser *p, rg_tree *tree);

#endif
