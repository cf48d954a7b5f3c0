/* Tokens of RG and of the automaton's own text. */
#ifndef LUDENS_LANG_RG_LEX_H
#define LUDENS_LANG_RG_LEX_H

#include "base/diag.h"

typedef enum rg_kind {
    RG_END,
    RG_IDENT,
    RG_INT,     /* #5, #-5 (automaton text only) */
    RG_OTHER,   /* a character that starts no token */
    RG_COMMENT, /* only when asked for */
    RG_TYPE,
    RG_CONST,
    RG_VAR,
    RG_COMMA,
    RG_COLON,
    RG_SEMI,
    RG_ASSIGN,
    RG_EQ,
    RG_NE,
    RG_ARROW,
    RG_LBRACE,
    RG_RBRACE,
    RG_LBRACKET,
    RG_RBRACKET,
    RG_LPAREN,
    RG_RPAREN,
    RG_STAR,
    RG_QUESTION,
    RG_BANG,
    RG_DOLLAR,
    RG_DOLLAR2,
    RG_AT,
    /* automaton text only */
    RG_PLUS,
    RG_MINUS,
    RG_SLASH,
    RG_PERCENT,
    RG_LT,
    RG_LE,
    RG_GT,
    RG_GE,
    RG_AND,
    RG_OR,
    RG_RANGE,
    RG_TRUE,
    RG_FALSE,
    RG_HASH,
    RG_TIMES,
    RG_FIRST,
    RG_REAL,     /* #0.5, #1e-3, #-2.0 */
    RG_REAL_NAME /* #real */
} rg_kind;

typedef struct rg_token {
    rg_kind kind;
    src_span span;
    int32_t integer;
    double real;
    uint32_t newlines; /* line ends between the previous token and this one */
} rg_token;

typedef struct rg_lexer {
    const src_text *source;
    uint32_t at;
    bool comments; /* deliver comments as tokens */
} rg_lexer;

rg_token rg_lex(rg_lexer *lexer);
/* How a kind is called in messages: "`;`", "identifier". */
const char *rg_kind_text(rg_kind kind);

/* parse_pragma.c: whether a pragma of this name is read, and not kept as text. */
bool rg_known_pragma(const char *name, uint32_t length);

#endif
