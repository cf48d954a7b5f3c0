/* Toss as text: tokens, parsing, layout. What is read is of structures/structures.h; lower.h makes an automaton of it.
 */
#ifndef LUDENS_LANG_TOSS_TOSS_H
#define LUDENS_LANG_TOSS_TOSS_H

#include "structures/structures.h"

/* ---- tokens ---- */

typedef enum toss_token_kind {
#define TOSS_TOKEN(name, text) TOSS_T_##name,
#include "lang/toss/tokens.def"
#undef TOSS_TOKEN
    TOSS_TOKEN_COUNT
} toss_token_kind;

typedef struct toss_token {
    toss_token_kind kind;
    name_id name; /* words: the name. Numbers and strings: their text, strings without quotes */
    double number;
    src_span span;
} toss_token;

typedef VEC(toss_token) toss_tokens;

/* ---- lex.c ---- */
void toss_lex(rs_game *f, toss_tokens *tokens);
const char *toss_token_text(toss_token_kind kind);

/* ---- parse.c: whole texts. False after reports. ---- */
bool toss_parse_game(rs_game *f);
/* For the explorer: one structure, one formula or term, one rule. */
bool toss_parse_structure(rs_game *f, rs_structure *s);
bool toss_parse_query(rs_game *f, rs_query *q);
bool toss_parse_rule(rs_game *f, rs_rule *r);

/* format.c: canonical layout, NULL after reports. */
struct lang_input;
const char *toss_format(const struct lang_input *in);

#endif
