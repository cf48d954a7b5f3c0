/* What the files of the parser share. */
#ifndef LUDENS_LANG_TOSS_PARSE_INTERNAL_H
#define LUDENS_LANG_TOSS_PARSE_INTERNAL_H

#include "lang/toss/toss.h"

typedef struct parser {
    rs_game *f;
    toss_tokens tokens;
    uint32_t at, nesting;
    bool panic; /* an error was reported, and nothing made sense since */
} parser;

const toss_token *toss_peek(const parser *p);
const toss_token *toss_peek_at(const parser *p, uint32_t ahead);
const toss_token *toss_next(parser *p);
bool toss_at(const parser *p, toss_token_kind kind);
bool toss_accept(parser *p, toss_token_kind kind);
bool toss_expect(parser *p, toss_token_kind kind);
bool toss_at_word(const parser *p, const char *word);
bool toss_accept_word(parser *p, const char *word);
bool toss_expect_word(parser *p, const char *word);
/* Reports what stands here in place of `what`, once. */
void toss_expected(parser *p, const char *what);
name_id toss_parse_name(parser *p, const char *what);
name_id toss_parse_element(parser *p);                /* a name or a numeral */
src_span toss_since(const parser *p, uint32_t token); /* from that token to the last one read */
bool toss_enter(parser *p);

/* parse_logic.c */
bool toss_read_formula(parser *p, rs_query *q);
bool toss_read_term(parser *p, rs_query *q);
/* Either. */
bool toss_read_query(parser *p, rs_query *q);
/* Not more than a tuple can have. */
void toss_read_parameters(parser *p, const name_id **names, uint32_t *count);

/* parse_structure.c */
bool toss_read_structure(parser *p, rs_structure *s);
/* Notes the arity of a relation, or reports that it has another. */
bool toss_note_arity(rs_game *f, name_id name, uint32_t arity, src_span at);

/* picture.c */
bool toss_read_picture(rs_game *f, rs_structure *s, const toss_token *picture);

#endif
