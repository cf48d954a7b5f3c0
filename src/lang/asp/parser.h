/* The parser from inside: recursive descent over the grammar of clingo 5.4. Errors jump to the
 * statement that is being read. parse_term.c has terms, parse_literal.c literals and aggregates,
 * parse.c the rest. */
#ifndef LUDENS_LANG_ASP_PARSER_H
#define LUDENS_LANG_ASP_PARSER_H

#include "lang/asp/lex.h"
#include "lang/asp/reader.h"

#include <setjmp.h>

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

typedef VEC(syn_element *) element_list;
typedef VEC(syn_item *) item_list;

_Noreturn void parser_give_up(parser *p);
/* The present token does not belong here. `wanted`: a hint, or NULL. */
_Noreturn void parser_unexpected(parser *p, const char *wanted);
void parser_advance(parser *p);
bool parser_accept(parser *p, lex_token t);
void parser_expect(parser *p, lex_token t);
/* One level deeper; p->depth-- goes back. */
name_id parser_name(parser *p);

bool parser_begins_term(lex_token t);
syn_term *parser_term(parser *p);

bool parser_is_atom(const syn_term *t);
uint8_t parser_nots(parser *p);
syn_literal *parser_new_literal(parser *p, syn_literal_kind kind, uint8_t nots, uint32_t start);
syn_literal *parser_literal(parser *p);
void parser_conditions(parser *p, syn_element *e);
/* What begins with a term: a literal, or an aggregate with a bound (*item). */
syn_literal *parser_literal_or_aggregate(parser *p, uint8_t nots, uint32_t start, bool head, syn_item **item);

#endif
