/* Zillions rules files: what the parts of the front end hand on.
 *
 * Text becomes a tree of lists (lex), macros are expanded (expand), one game or variant is chosen
 * and inherits (variants), board and game become numbers (board, game), move blocks become small
 * programs (code). */
#ifndef LUDENS_LANG_ZRF_ZRF_H
#define LUDENS_LANG_ZRF_ZRF_H

#include "base/bitset.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"

#define ZRF_NONE UINT32_MAX

/* ---- the tree ---- */

typedef enum zrf_kind { ZRF_SYMBOL, ZRF_STRING, ZRF_LIST } zrf_kind;

typedef struct zrf_node zrf_node;
typedef VEC(const zrf_node *) zrf_nodes;

struct zrf_node {
    zrf_kind kind;
    bool open;    /* something below names an argument or a macro may be called */
    name_id name; /* of a symbol or string */
    src_span span;
    const src_text *text; /* where the span is */
    const zrf_node *const *items;
    uint32_t count;
};
#define zrf_item(n, i) item_at(n, items, count, i)

typedef struct zrf_macro {
    name_id name;
    const zrf_node *form; /* (define name body ..) */
} zrf_macro;

/* A game or variant of the file, its macros expanded. */
typedef struct zrf_form {
    const zrf_node *form;
    const char *title;
    bool variant, initial; /* written with (default) */
    bool separator;
    bool amended; /* it may have a section `saved-setup` */
    zrf_nodes sections;
} zrf_form;

struct lang_input;

typedef struct zrf_file {
    const struct lang_input *in;
    arena *arena;
    struct arena *texts; /* what is included, which reports show after the arena is gone */
    intern *names;
    const src_text *text; /* the main file */
    diag_sink *sink;
    uint32_t max_nesting;
    bool failed; /* a limit was reached, or something without which nothing goes on is missing */

    zrf_nodes top;
    VEC(zrf_macro) macros;
    map macro_by_name;
    uint64_t made; /* nodes by expansion */
    uint32_t depth, max_depth;
    VEC(zrf_form) forms;
    map reported;     /* hashes of warnings given */
    diag *unbalanced; /* brackets do not match: what comes of that is not reported, too */
} zrf_file;

static inline const char *zrf_text(const zrf_file *f, name_id name) { return intern_text(f->names, name); }
bool zrf_is(const zrf_file *f, const zrf_node *n, const char *word);    /* that symbol */
bool zrf_heads(const zrf_file *f, const zrf_node *n, const char *word); /* a list that begins with that symbol */
/* The symbol at the head of a list as text, or NULL. */
const char *zrf_head(const zrf_file *f, const zrf_node *n);
/* How the node looks in a message. */
const char *zrf_shown(const zrf_file *f, const zrf_node *n);
bool zrf_number(const zrf_file *f, const zrf_node *n, int32_t *value);
/* Where it stands in the main file; what is included stands nowhere. */
static inline src_span zrf_at(const zrf_file *f, const zrf_node *n)
{
    return n && n->text == f->text ? n->span : (src_span){0, 0};
}

diag *zrf_report(zrf_file *f, diag_code code, const zrf_node *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same, once for equal messages; NULL when it was there. */
diag *zrf_warn(zrf_file *f, diag_code code, const zrf_node *at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The macro of that name, or NULL. */
const zrf_macro *zrf_macro_of(const zrf_file *f, const zrf_node *head);
/* Where a name or a list means nothing, and is that of a macro which is defined further down: says so. */
bool zrf_defined_below(zrf_file *f, diag_code code, const zrf_node *n);

/* lex.c: the lists of a text, appended. */
void zrf_lex(zrf_file *f, const src_text *text, zrf_nodes *out);
/* Text that is no UTF-8 taken as one of the code pages of its time; control characters become
 * blanks. */
const char *zrf_decode(arena *a, const char *text, size_t length, size_t *out);

/* expand.c: macros, includes; f->forms. */
void zrf_expand(zrf_file *f);

/* variants.c */
/* Chooses by title or number (from 0, separators not counted); NULL: the default one. NULL after a
 * report. */
const zrf_form *zrf_choose(zrf_file *f, const char *wanted);
/* With what it inherits. */
const zrf_form *zrf_whole(zrf_file *f, uint32_t form);
/* The same with these sections in the place of its own. `saved-setup` is a starting position that leaves the supplies.
 */
const zrf_form *zrf_amend(zrf_file *f, const zrf_form *form, const char *sections);

/* ---- the game ---- */

typedef struct zrf_position {
    name_id name;
    bool alive, placed;
    int32_t x, y; /* middle of its rectangle */
} zrf_position;

typedef struct zrf_direction {
    name_id name;
    vec_u32 next;   /* [position] or ZRF_NONE; what is behind its end leads nowhere */
    uint32_t *back; /* the inverse, made when asked for */
} zrf_direction;

typedef struct zrf_zone {
    name_id name;
    bool everybody;
    uint64_t players; /* bits */
    bitset positions;
} zrf_zone;

typedef struct zrf_attribute {
    name_id name;
    bool *initial; /* [piece] */
} zrf_attribute;

typedef struct zrf_instruction zrf_instruction;
typedef VEC(zrf_instruction *) zrf_code;

typedef struct zrf_block {
    uint32_t type; /* move type or ZRF_NONE */
    const zrf_node *node;
    zrf_code code;
    uint32_t slots; /* its effects */
    uint64_t same;  /* equal for blocks that are written alike */
    bool own;       /* it says something about the piece it is of */
} zrf_block;

typedef VEC(zrf_block) zrf_blocks;

typedef struct zrf_piece {
    name_id name;
    const zrf_node *node;
    zrf_blocks moves, drops;
} zrf_piece;

typedef struct zrf_turn {
    uint32_t mover, owner;
    vec_u32 types; /* empty: all */
    const zrf_node *node;
} zrf_turn;

typedef enum zrf_goal_kind {
    ZRF_G_AND,
    ZRF_G_OR,
    ZRF_G_NOT,
    ZRF_G_STALEMATED,
    ZRF_G_REPETITION,
    ZRF_G_CAPTURED,
    ZRF_G_CHECKMATED,
    ZRF_G_ABSOLUTE,
    ZRF_G_RELATIVE,
    ZRF_G_REMAINING,
    ZRF_G_TOTAL,
    ZRF_G_FALSE
} zrf_goal_kind;

typedef enum zrf_occupant_kind { ZRF_O_OWN, ZRF_O_OPPONENT, ZRF_O_ANY } zrf_occupant_kind;

typedef struct zrf_occupant {
    zrf_occupant_kind kind;
    bool negated;
    uint32_t piece;
    uint32_t direction; /* relative-config: a step, not an occupant; else ZRF_NONE */
} zrf_occupant;

typedef struct zrf_goal zrf_goal;
struct zrf_goal {
    zrf_goal_kind kind;
    const zrf_node *node;
    VEC(zrf_goal *) parts;
    VEC(zrf_occupant) occupants;
    vec_u32 places; /* positions of absolute-config */
    vec_u32 zones;  /* names of zones of absolute-config */
    vec_u32 pieces;
    int32_t number;
};

typedef enum zrf_outcome { ZRF_WIN, ZRF_LOSS, ZRF_DRAW, ZRF_COUNT } zrf_outcome;

typedef struct zrf_condition {
    zrf_outcome outcome;
    vec_u32 players;
    zrf_goal *goal;
    const zrf_node *node;
} zrf_condition;

typedef struct zrf_setup {
    uint32_t player, piece, position, off; /* position ZRF_NONE: off-board, that many */
} zrf_setup;

typedef enum zrf_pass { ZRF_PASS_NEVER, ZRF_PASS_ALWAYS, ZRF_PASS_FORCED } zrf_pass;

typedef struct zrf_game {
    zrf_file *f;
    const zrf_form *form;

    vec_u32 players; /* names */
    VEC(zrf_turn) turns;
    uint32_t repeat; /* index of the turn after the last one */
    VEC(zrf_position) positions;
    VEC(zrf_direction) directions;
    VEC(zrf_zone) zones;
    vec_u32 *symmetry; /* [player] pairs of directions: as written, as taken */
    VEC(zrf_piece) pieces;
    VEC(zrf_attribute) attributes;
    vec_u32 types; /* names of move types */
    vec_u32 priorities;
    VEC(zrf_condition) conditions;
    VEC(zrf_setup) setup;
    vec_u32 flags, position_flags; /* names */

    map position_by_name, direction_by_name, piece_by_name, player_by_name, type_by_name;

    zrf_pass pass_turn;
    bool pass_partial, recycle_captures, recycle_promotions, include_off;
    int32_t maximal;
    const zrf_node *repetition; /* a goal that asks for it, or NULL */
} zrf_game;

static inline bool zrf_is_random(const zrf_game *g, uint32_t player)
{
    return *zrf_text(g->f, vec_at(&g->players, player)) == '?';
}
/* Owners that take part in the order of turns. */
bool zrf_takes_part(const zrf_game *g, uint32_t player);

/* board.c */
bool zrf_read_board(zrf_game *g, const zrf_node *board);
uint32_t zrf_find_position(const zrf_game *g, name_id name);
uint32_t zrf_find_direction(const zrf_game *g, name_id name);
bool zrf_has_zone(const zrf_game *g, name_id name);
/* Whether the position is in the player's zone of that name. */
bool zrf_in_zone(const zrf_game *g, name_id zone, uint32_t player, uint32_t spot);
/* The direction as that player's pieces take it. */
uint32_t zrf_turned(const zrf_game *g, uint32_t player, uint32_t direction);
/* Where a step leads, or ZRF_NONE. */
static inline uint32_t zrf_next(const zrf_game *g, uint32_t direction, uint32_t spot)
{
    const zrf_direction *d = &vec_at(&g->directions, direction);
    return spot < d->next.count ? vec_at(&d->next, spot) : ZRF_NONE;
}
/* [position] where the inverse of a direction leads. */
const uint32_t *zrf_inverse(zrf_game *g, uint32_t direction);

/* game.c */
zrf_game *zrf_read_game(zrf_file *f, const zrf_form *form);
uint32_t zrf_find_player(const zrf_game *g, name_id name);
uint32_t zrf_find_piece(const zrf_game *g, name_id name);
uint32_t zrf_find_type(const zrf_game *g, name_id name);
uint32_t zrf_find_attribute(const zrf_game *g, name_id name);
/* With a warning and ZRF_NONE, or the nearest name, when there is none. */
uint32_t zrf_need_player(zrf_game *g, const zrf_node *n);
uint32_t zrf_need_piece(zrf_game *g, const zrf_node *n);
uint32_t zrf_need_position(zrf_game *g, const zrf_node *n);

/* goal.c */
void zrf_read_condition(zrf_game *g, const zrf_node *section, zrf_outcome outcome);

/* ---- move blocks ---- */

typedef enum zrf_target_kind {
    ZRF_T_HERE,
    ZRF_T_DIRECTION,
    ZRF_T_OPPOSITE,
    ZRF_T_POSITION,
    ZRF_T_FROM,
    ZRF_T_TO,
    ZRF_T_MARK,
    ZRF_T_LAST_FROM,
    ZRF_T_LAST_TO,
    ZRF_T_NOWHERE
} zrf_target_kind;

typedef struct zrf_target {
    zrf_target_kind kind;
    uint32_t index; /* direction or position */
} zrf_target;

typedef enum zrf_test {
    ZRF_C_TRUE,
    ZRF_C_AND,
    ZRF_C_OR,
    ZRF_C_NOT,
    ZRF_C_EMPTY,
    ZRF_C_FRIEND,
    ZRF_C_ENEMY,
    ZRF_C_NEUTRAL,
    ZRF_C_PIECE,
    ZRF_C_ZONE,
    ZRF_C_POSITION,
    ZRF_C_ON_BOARD,
    ZRF_C_FLAG,
    ZRF_C_POSITION_FLAG,
    ZRF_C_MARKED,
    ZRF_C_LAST_FROM,
    ZRF_C_LAST_TO,
    ZRF_C_ATTACKED,
    ZRF_C_DEFENDED,
    ZRF_C_ADJACENT,
    ZRF_C_GOAL,
    ZRF_C_ATTRIBUTE
} zrf_test;

typedef struct zrf_check zrf_check;
struct zrf_check {
    zrf_test test;
    uint32_t index; /* piece, name of a zone, position, flag, attribute */
    zrf_target target;
    const zrf_check *const *parts;
    uint32_t count;
    const zrf_node *node;
};

typedef enum zrf_op {
    ZRF_I_GO,
    ZRF_I_FROM,
    ZRF_I_TO,
    ZRF_I_MARK,
    ZRF_I_VERIFY,
    ZRF_I_IF,
    ZRF_I_WHILE,
    ZRF_I_CAPTURE,
    ZRF_I_FLIP,
    ZRF_I_OWNER,
    ZRF_I_TYPE,
    ZRF_I_CREATE,
    ZRF_I_ATTRIBUTE,
    ZRF_I_FLAG,
    ZRF_I_POSITION_FLAG,
    ZRF_I_CASCADE,
    ZRF_I_ADD
} zrf_op;

struct zrf_instruction {
    zrf_op op;
    const zrf_node *node;
    zrf_target target;
    uint32_t player, piece;   /* of effects, or ZRF_NONE */
    uint32_t index;           /* flag or attribute */
    bool adds;                /* it, or something inside of it, adds a move */
    bool adds_on;             /* it does, or what stands behind it in the same code */
    uint32_t slot;            /* number of this effect in its block */
    uint64_t rest;            /* equal for instructions behind which the same code stands, itself included */
    uint64_t same;            /* equal for instructions that are written alike and note in the same slots */
    bool looped;              /* may be met twice before a move is added */
    const zrf_check *check;   /* verify, if, while, values of flags */
    zrf_code then, otherwise; /* bodies */
    vec_u32 pieces;           /* add: what it becomes */
    bool partial, copy;
    uint32_t type; /* add-partial: the move type, or ZRF_NONE */
};

/* code.c: the blocks of a list (moves ..) or (drops ..). */
void zrf_read_blocks(zrf_game *g, const zrf_node *list, zrf_blocks *out);

/* format.c: canonical layout, NULL after reports. */
struct lang_input;
const char *zrf_format(const struct lang_input *in);

#endif
