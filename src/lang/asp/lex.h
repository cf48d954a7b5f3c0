/* Tokens of answer-set programs. */
#ifndef LUDENS_LANG_ASP_LEX_H
#define LUDENS_LANG_ASP_LEX_H

#include "answerset/syntax.h"

typedef enum lex_token {
#define TOKEN(name, text) TOK_##name,
#include "lang/asp/tokens.def"
#undef TOKEN
    TOK_COUNT
} lex_token;

typedef struct lexer {
    const char *text;
    uint32_t at, end;
    syn_part *part;
    uint32_t next_draw; /* of part->draws */
    lex_token token;
    src_span span;
    int32_t value;      /* numbers: signed, wrapped; draws: their number */
    const char *string; /* strings: decoded, in the arena */
    size_t string_length;
    arena *arena;
    diag_sink *sink;
    bool exotic;
} lexer;

/* Finds the draws. A part that is not `random` has none. */
void asp_find_draws(arena *a, syn_part *part);

void lex_start(lexer *l, arena *a, syn_part *part, diag_sink *sink);
/* Reads the next token. Characters that belong to none are reported and skipped. */
void lex_next(lexer *l);
/* As shown in messages. */
const char *lex_text(lex_token token);

#endif
