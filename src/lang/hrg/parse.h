/* Recursive descent with recovery: after an error reading goes on at the next statement or
 * declaration. While parsing, each token gets a mark for the formatter, which therefore
 * needs no grammar of its own. */
#ifndef LUDENS_LANG_HRG_PARSE_H
#define LUDENS_LANG_HRG_PARSE_H

#include "lang/hrg/ast.h"

struct dv_node;
struct dv_grammar;

/* How a token is laid out. */
typedef enum hrg_mark {
    HRG_M_NONE,
    HRG_M_DECL,      /* begins a declaration */
    HRG_M_CASE,      /* begins a case of a function */
    HRG_M_STMT,      /* begins a statement */
    HRG_M_BLOCK,     /* opens a block */
    HRG_M_BLOCK_END, /* closes a block */
    HRG_M_CONTINUE,  /* `or`, `else`: on the line of the brace before */
    HRG_M_MAP,       /* opens a map literal */
    HRG_M_MAP_END,
    HRG_M_CALL,       /* opening parenthesis or bracket: no blank before it */
    HRG_M_DEFAULT,    /* the colon of a default entry */
    HRG_M_ALTERNATIVE /* `|` of a domain: a place to break a line */
} hrg_mark;

typedef struct hrg_source {
    arena *arena;
    intern *names;
    const src_text *text;
    diag_sink *sink;
    uint32_t max_nesting;
    hrg_tokens tokens;
    uint8_t *marks; /* one a token */
} hrg_source;

/* Reads the whole text. False when there were errors (all reported). */
bool hrg_parse(hrg_source *s, hrg_file *file);
/* format.c: the canonical layout; NULL after reports. */
struct lang_input;
const char *hrg_format(const struct lang_input *in);
/* derivation.c: as lang_functions.derive. */
struct dv_node *hrg_derivation(const struct lang_input *in, struct dv_grammar **grammar);
/* A name for messages: cut when it is absurdly long. */
const char *hrg_shown(const hrg_source *s, name_id name);
bool hrg_is_upper(const char *name);
/* True when the name is a numeral that fits. */
bool hrg_number(const char *name, int64_t *value);

#endif
