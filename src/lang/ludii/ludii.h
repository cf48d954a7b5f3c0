/* What the files of the front end for the class grammar share: tokens, the file as it is read, and the
 * tree that is left when options, defines and ranges are expanded. */
#ifndef LUDENS_LANG_LUDII_LUDII_H
#define LUDENS_LANG_LUDII_LUDII_H

#include "base/intern.h"
#include "lang/lang.h"

enum {
    LUDII_MAX_COPIES = 2000000, /* tokens that expansion may copy, besides some copies of all in the file */
    LUDII_MAX_DEPTH = 200,      /* of defines inside of defines */
    LUDII_MAX_RANGE = 100000,   /* numbers of one m..n */
    LUDII_MAX_PARAMETERS = 32
};

typedef enum ludii_token_kind {
    LUDII_OPEN,
    LUDII_CLOSE,
    LUDII_ARRAY,
    LUDII_ARRAY_END,
    LUDII_WORD,      /* numbers and operators too */
    LUDII_STRING,    /* its name has the quotes */
    LUDII_LABEL,     /* `name:`, belongs to what follows; its name is without the colon */
    LUDII_PARAMETER, /* `#3`; its name is "3" */
    LUDII_MARKER,    /* `<Tag>` or `<Tag:argument>`; its name is what stands between */
    LUDII_LESS,      /* brackets of the expressions of an option's item */
    LUDII_GREATER
} ludii_token_kind;

typedef struct ludii_token {
    uint8_t kind;
    bool glued; /* no white space in front of it */
    name_id name;
    src_span span;
    uint32_t origin;
} ludii_token;
typedef VEC(ludii_token) ludii_tokens;

/* Where the text of a token comes from: 0 is the file itself; others are uses of a define. */
typedef struct ludii_origin {
    const src_text *source; /* that the spans of its tokens belong to */
    name_id name;           /* of the define, with quotes, or of an option's item */
    src_span use;
    uint32_t outer; /* origin of the token that `use` belongs to */
    uint32_t depth;
} ludii_origin;

typedef struct ludii_define {
    name_id name; /* with quotes */
    const src_text *source;
    src_span span;
    ludii_token *tokens;
    uint32_t count;
    uint32_t origin; /* of its tokens, before it is used */
} ludii_define;

typedef struct ludii_item {
    name_id name; /* without quotes */
    src_span span;
    uint32_t stars;
    const ludii_tokens *values; /* [argument] */
    uint32_t value_count;
} ludii_item;

typedef struct ludii_option {
    name_id heading, tag; /* without quotes and brackets */
    src_span span;
    const name_id *arguments;
    uint32_t argument_count;
    VEC(ludii_item) items;
    uint32_t active;
} ludii_option;

typedef struct ludii_ruleset {
    name_id name;
    uint32_t stars;
    VEC(ludii_token) choices; /* strings "Heading/Item" */
} ludii_ruleset;

typedef enum ludii_node_kind { LUDII_LIST, LUDII_SET, LUDII_ATOM } ludii_node_kind;

/* A list `(..)`, an array `{..}`, or a word or string. Nodes are numbered in the order they end in. */
typedef struct ludii_node ludii_node;
struct ludii_node {
    ludii_node_kind kind;
    bool string;
    name_id label; /* of `label:value`, or NAME_NONE */
    name_id name;  /* of atoms */
    uint32_t number, origin, count;
    src_span span; /* of lists the opening bracket to the closing one, when they come from the same text */
    const ludii_node *const *items;
};

typedef struct ludii_file {
    arena *arena;
    intern *names;
    const lang_input *in;
    const src_text *text;
    diag_sink *sink;
    uint32_t length; /* of the text in front of appended C code */
    bool loose;      /* Ludi: `;` begins a comment, and there are no labels, parameters and markers */

    VEC(ludii_origin) origins;
    ludii_tokens tokens; /* of the file */
    VEC(ludii_define) defines;
    map define_by_name;
    bool folders_read; /* the defines of the search path are known */
    VEC(ludii_option) options;
    VEC(ludii_ruleset) rulesets;
    VEC(ludii_tokens) games;     /* all parts that are games or a match */
    name_id wanted;              /* which of them is meant, in quotes; NAME_NONE: the match, or the only game */
    ludii_tokens game, metadata; /* (game ..) or (match ..), as written and then expanded; parts of `tokens` at first */
    ludii_tokens markers;        /* of options, outside of all parts */
    uint32_t work;               /* tokens copied by expansions */
    bool exhausted;              /* a limit was reached, and reported */
    uint32_t node_count;
} ludii_file;

/* read.c */
void ludii_begin(ludii_file *f, const lang_input *in);
/* Expanded text as a tree, or NULL after reports. */
const ludii_node *ludii_read_tree(ludii_file *f);

/* A report where a token or node is; notes say which defines it comes from. */
diag *ludii_report(ludii_file *f, diag_code code, src_span span, uint32_t origin, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Reports once that a limit was reached. */
void ludii_too_large(ludii_file *f, src_span span, uint32_t origin, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static inline const char *ludii_text(const ludii_file *f, name_id name) { return intern_text(f->names, name); }
/* The same, cut when it is very long: for messages. */
const char *ludii_shown(const ludii_file *f, name_id name);
bool ludii_is(const ludii_file *f, const ludii_token *t, const char *word);
/* The content of a string's name. */
name_id ludii_unquote(ludii_file *f, name_id string);
uint32_t ludii_origin_new(ludii_file *f, const src_text *source, name_id name, src_span use, uint32_t outer);

/* lex.c: adds the tokens of source[from, to). Comments go to `comments`, which may be NULL. */
typedef VEC(src_span) ludii_spans;
void ludii_lex(ludii_file *f, const src_text *source, src_span part, uint32_t origin, ludii_tokens *out,
               ludii_spans *comments);
/* Whether all brackets match; reports the first that does not. */
bool ludii_balanced(ludii_file *f, const ludii_tokens *tokens);
/* The index behind the bracket that closes tokens[at], or behind the token when it opens nothing. */
uint32_t ludii_skip(const ludii_token *tokens, uint32_t count, uint32_t at);

/* parts.c: tells game, defines, options, rulesets and metadata apart. */
void ludii_parts(ludii_file *f);
/* Whether one of its games has that name, in quotes. */
bool ludii_has_game(const ludii_file *f, name_id name);
/* options.c */
void ludii_read_option(ludii_file *f, const ludii_token *tokens, uint32_t count);
void ludii_read_rulesets(ludii_file *f, const ludii_token *tokens, uint32_t count);
/* Which item of each option is meant, by the user's choice or by default. */
void ludii_choose(ludii_file *f);
/* The value that a marker stands for; NULL after a report. */
const ludii_tokens *ludii_marker(ludii_file *f, const ludii_token *t);

/* defines.c */
void ludii_define_add(ludii_file *f, const src_text *source, uint32_t origin, ludii_token *tokens, uint32_t count);
/* A define of the file, of the search path or of the library; NULL when there is none. */
const ludii_define *ludii_define_find(ludii_file *f, name_id name);
void ludii_define_suggest(ludii_file *f, suggestion *s);

/* expand.c: replaces markers, then defines and ranges, in f->game. */
void ludii_expand(ludii_file *f);

/* tree.c */
const ludii_node *ludii_tree(ludii_file *f, const ludii_tokens *tokens);
static inline bool ludii_headed(const ludii_file *f, const ludii_node *n, const char *word)
{
    return n->kind == LUDII_LIST && n->count && n->items[0]->kind == LUDII_ATOM &&
           intern_find(f->names, word, __builtin_strlen(word)) == n->items[0]->name;
}

/* layout.c: the tree as text, `indent` blanks a level; ends with a newline. */
const char *ludii_layout(ludii_file *f, const ludii_node *n, uint32_t indent);

/* read.c, describe.c, format.c, derivation.c: functions of lang.h. */
const char *ludii_expand_text(const lang_input *in);
const char *ludii_describe(const lang_input *in);
const char *ludii_format(const lang_input *in);
struct dv_node *ludii_derivation(const lang_input *in, struct dv_grammar **grammar);

#endif
