/* What parse.c and parse_expr.c share. */
#ifndef LUDENS_LANG_HRG_PARSE_INTERNAL_H
#define LUDENS_LANG_HRG_PARSE_INTERNAL_H

#include "lang/hrg/parse.h"

/* Long chains of operators make deep trees without nested text; passes over the tree recurse,
 * so its depth is bounded as well. */
enum { HRG_MAX_EXPR_DEPTH = 2000 };

typedef struct parser {
    hrg_source *s;
    uint32_t pos;
    uint32_t nesting;
    bool panic;    /* an error was reported, the caller has to find a place to go on */
    bool unclosed; /* a declaration began inside a block: all open blocks are given up */
    name_id n_where, n_in, n_if, n_then, n_else, n_or, n_branch, n_loop, n_repeat, n_while, n_domain, n_graph,
        n_reusable, n_any, n_not;
} parser;

typedef VEC(hrg_name) vec_names;
typedef VEC(hrg_range) vec_ranges;
typedef VEC(hrg_expr *) vec_exprs;

static inline const hrg_token *peek_at(const parser *p, uint32_t ahead)
{
    uint32_t i = p->pos + ahead, last = p->s->tokens.list.count - 1;
    return &vec_at(&p->s->tokens.list, i < last ? i : last);
}
static inline const hrg_token *peek(const parser *p) { return peek_at(p, 0); }
static inline bool at(const parser *p, hrg_token_kind kind) { return peek(p)->kind == kind; }
static inline bool at_word(const parser *p, name_id word) { return at(p, HRG_T_IDENT) && peek(p)->name == word; }
static inline void mark(parser *p, hrg_mark m) { p->s->marks[p->pos] = (uint8_t)m; }
const hrg_token *hrg_next(parser *p);
bool hrg_accept(parser *p, hrg_token_kind kind);
/* The last token read. */
src_span hrg_last(const parser *p);

/* Reports it at the next token. When that is a word, a word in backquotes in `what` that it is
 * nearly is the hint. */
void hrg_expected(parser *p, const char *what);
/* The same with another word that may be misspelt, and words in backquotes it may stand for. */
void hrg_expected_near(parser *p, const char *what, name_id word, const char *words);
/* Reports what is wrong at the next token, and what to write. */
void hrg_refuse(parser *p, const char *message, const char *hint);
bool hrg_expect(parser *p, hrg_token_kind kind);
hrg_name hrg_parse_name(parser *p, const char *what);
/* Counts one level of nesting; false (reported) when there are too many. */
bool hrg_enter(parser *p);
static inline void hrg_leave(parser *p) { p->nesting--; }

hrg_expr *hrg_parse_expr(parser *p);
bool hrg_parse_pattern(parser *p, hrg_pattern *pattern);
hrg_type *hrg_parse_type(parser *p);
/* `where` and what follows, when it is there. */
void hrg_parse_where(parser *p, vec_ranges *ranges);
int64_t hrg_parse_nat(parser *p);
/* In parse_stmt.c. */
bool hrg_parse_block(parser *p, hrg_block *block);
bool hrg_first_on_line(const parser *p);

#endif
