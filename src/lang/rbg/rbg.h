/* What the files of the RBG front end share: tokens, the syntax tree, and limits. */
#ifndef LUDENS_LANG_RBG_RBG_H
#define LUDENS_LANG_RBG_RBG_H

#include "base/diag.h"
#include "base/intern.h"
#include "lang/lang.h"
#include "lang/scan.h"
#include "ludens.h"

enum {
    RBG_MAX_TOKENS = 2000000, /* after expanding macros */
    RBG_MAX_EXPANSION_DEPTH = 200,
    RBG_MAX_VERTICES = 20000,
    RBG_MAX_VALUE = 65535,   /* of a variable that is calculated with */
    RBG_MAX_EDGES = 1000000, /* of the rules' automaton, after powers */
    RBG_MAX_CELLS = 1 << 20, /* of one table of an operation */
    RBG_MAX_ALL_CELLS = 1 << 23,
    RBG_MAX_RELATED = 1024 /* vertices; on larger boards shifts are followed one by one */
};

typedef enum rbg_token_kind {
#define RBG_TOKEN(name, text) RBG_T_##name,
#include "lang/rbg/tokens.def"
#undef RBG_TOKEN
    RBG_TOKEN_COUNT
} rbg_token_kind;

#define RBG_NO_ORIGIN UINT32_MAX
typedef struct rbg_token {
    rbg_token_kind kind;
    name_id name; /* text of identifiers and numbers */
    src_span span;
    uint32_t visible; /* so many macros are known where it stands */
    uint32_t origin;  /* expansion that it comes from, or RBG_NO_ORIGIN */
} rbg_token;

typedef VEC(rbg_token) rbg_tokens;

/* One use of a macro. */
typedef struct rbg_origin {
    name_id macro;
    src_span use;
    uint32_t outer; /* the expansion that the use comes from */
} rbg_origin;

typedef struct rbg_macro {
    name_id name;
    src_span span;
    bool called; /* has parameters */
    const rbg_token *parameters, *body;
    uint32_t parameter_count, body_count;
    uint32_t before; /* the macro of the same name before it, or RBG_NONE */
} rbg_macro;

typedef enum rbg_section_kind {
    RBG_PLAYERS,
    RBG_PIECES,
    RBG_VARIABLES,
    RBG_BOARD,
    RBG_RULES,
    RBG_SECTIONS
} rbg_section_kind;

typedef struct rbg_section {
    bool present;
    src_span span;     /* of its name */
    rbg_tokens tokens; /* expanded, ends with RBG_T_SECTION_END */
} rbg_section;

/* ---- syntax tree ---- */

/* What a name is declared as. */
typedef enum rbg_name_kind { RBG_NAME_PLAYER, RBG_NAME_PIECE, RBG_NAME_VARIABLE, RBG_NAME_DIRECTION } rbg_name_kind;

typedef struct rbg_name {
    name_id name;
    src_span span;
    uint32_t origin;
    int64_t bound; /* of players and variables */
} rbg_name;
typedef VEC(rbg_name) rbg_names;

#define RBG_NONE UINT32_MAX
typedef struct rbg_vertex {
    rbg_name name;
    uint32_t piece;
    const uint32_t *targets; /* [direction] vertex, or RBG_NONE */
} rbg_vertex;

typedef enum rbg_arith_kind {
    RBG_A_NUMBER,
    RBG_A_VARIABLE,
    RBG_A_PLAYER,
    RBG_A_PIECE,
    RBG_A_ADD,
    RBG_A_SUB,
    RBG_A_MUL,
    RBG_A_DIV,
    /* not written: 1 or 0 */
    RBG_A_EQ,
    RBG_A_NE,
    RBG_A_LE,
    RBG_A_GE,
    RBG_A_LT,
    RBG_A_GT,   /* in the order of the tokens */
    RBG_A_FITS, /* a is one of 0 to number */
    RBG_A_KEEP  /* a where it fits, else 0 */
} rbg_arith_kind;

typedef struct rbg_arith rbg_arith;
struct rbg_arith {
    rbg_arith_kind kind;
    src_span span;
    int64_t number;
    uint32_t index; /* of a variable, player or piece */
    const rbg_arith *a, *b;
};

typedef enum rbg_rule_kind {
    RBG_R_SUM,
    RBG_R_SEQUENCE,
    RBG_R_STAR,
    RBG_R_POWER,
    RBG_R_SHIFT,
    RBG_R_ON,
    RBG_R_OFF,
    RBG_R_ASSIGN,
    RBG_R_COMPARE,
    RBG_R_SWITCH,
    RBG_R_SOME,
    RBG_R_NO,
    RBG_R_DOT
} rbg_rule_kind;

typedef struct rbg_rule rbg_rule;
struct rbg_rule {
    rbg_rule_kind kind;
    src_span span;
    uint32_t same;                /* equal for rules that are written alike */
    uint32_t index;               /* direction, piece put, copies; of switches the player, RBG_NONE: the keeper */
    const rbg_rule *const *parts; /* of sums, sequences, stars, powers and checks */
    uint32_t count;               /* of parts, or of pieces */
    const uint32_t *pieces;       /* of an on, sorted */
    rbg_arith_kind target;        /* of an assignment: variable or player, number `index` */
    rbg_token_kind compare;
    const rbg_arith *a, *b; /* of comparisons; a of assignments */
};

typedef struct rbg_file {
    arena *arena;
    intern *names;
    const src_text *text;
    diag_sink *sink;
    uint32_t max_nesting;

    VEC(rbg_macro) macros;
    map macro_by_name; /* name -> the last one */
    VEC(rbg_origin) origins;
    rbg_section sections[RBG_SECTIONS];
    uint32_t expanded; /* tokens made by macros */
    bool exhausted;    /* a limit was reached, and reported */
    map reported;      /* hashes of messages and where they point */

    rbg_names players, pieces, variables, directions;
    map declared; /* name -> kind << 24 | index */
    VEC(rbg_vertex) vertices;
    map vertex_by_name;
    const rbg_rule *rules;
    map same; /* hash of a rule as written -> its number */
    uint32_t same_count;
} rbg_file;

static inline const char *rbg_text(const rbg_file *f, name_id name) { return intern_text(f->names, name); }
/* The same, cut when it is very long: for messages. */
const char *rbg_shown(const rbg_file *f, name_id name);

/* lex.c: bytes that belong to no token are reported and skipped. `comments` may be NULL. */
void rbg_lex(rbg_file *f, rbg_tokens *tokens, scan_comments *comments);
const char *rbg_token_text(rbg_token_kind kind);
const char *rbg_token_shown(const rbg_file *f, const rbg_token *t);
/* A report at a token; notes say which macros it comes from. */
diag *rbg_report(rbg_file *f, diag_code code, src_span span, uint32_t origin, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
/* Reports once that the game is too large. */
void rbg_too_large(rbg_file *f, src_span span, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* expand.c: splits the tokens into sections and expands macros. */
void rbg_preprocess(rbg_file *f, const rbg_tokens *tokens);

/* parse.c, parse_rule.c */
typedef struct rbg_parser {
    rbg_file *f;
    const rbg_token *token; /* the next one */
    uint32_t depth;
    bool failed; /* in this section or item */
} rbg_parser;
bool rbg_at(const rbg_parser *p, rbg_token_kind kind);
bool rbg_accept(rbg_parser *p, rbg_token_kind kind);
bool rbg_expect(rbg_parser *p, rbg_token_kind kind, const char *where);
/* Reports what was expected, unless something was already; the report, to hang a hint on. */
diag *rbg_expected(rbg_parser *p, const char *what);
bool rbg_number(rbg_parser *p, int64_t *value);
void rbg_parse(rbg_file *f);
void rbg_parse_rules(rbg_parser *p);
/* The number of a declared name of this kind, or RBG_NONE after a report. */
uint32_t rbg_resolve(rbg_file *f, const rbg_token *t, rbg_name_kind kind);
uint32_t rbg_direction(rbg_file *f, const rbg_token *t); /* declares it when new */

/* board.c */
void rbg_parse_board(rbg_parser *p);
/* layout.c: coordinates for the vertices, x and y; false when directions suggest none. */
bool rbg_layout(const rbg_file *f, int32_t *x, int32_t *y);

/* The canonical layout (lang.h). */
const char *rbg_format(const lang_input *in);

#endif
