/* Variants of chess as Fairy-Stockfish's variants.ini describes them: what a file says, and the game it makes. */
#ifndef LUDENS_LANG_FAIRY_FAIRY_H
#define LUDENS_LANG_FAIRY_FAIRY_H

#include "base/ini.h"
#include "kit/betza.h"
#include "kit/repetition.h"
#include "kit/turns.h"
#include "lang/lang.h"

enum {
    FAIRY_SIDE_MAX = 12, /* files and ranks */
    FAIRY_SITES_MAX = FAIRY_SIDE_MAX * FAIRY_SIDE_MAX,
    FAIRY_CUSTOM = 25,
    FAIRY_LEGS_MAX = 64,
    FAIRY_PIECES_MAX = 60
};

typedef enum fairy_kind { NUMBER, FILE_, TEXT, BOOL, SQUARES, TYPES, TYPE, COUNTS, PAIRS, VALUE } fairy_kind;

enum {
#define OPTION(key, kind, value) F_##key,
#include "lang/fairy/options.def"
    FAIRY_OPTIONS
};

enum {
#define PIECE(name, moves) P_##name,
#include "lang/fairy/pieces.def"
#undef PIECE
    FAIRY_CUSTOM_FIRST,
    FAIRY_TYPES_MAX = FAIRY_CUSTOM_FIRST + FAIRY_CUSTOM
};

typedef struct fairy_text {
    const src_text *source; /* NULL: the option's own value */
    src_span span;
    uint32_t order; /* what is said later counts */
} fairy_text;

typedef struct fairy_type {
    char letter; /* lower case; 0: there is none */
    const char *name, *usual;
    fairy_text moves; /* in Betza's notation; of no source: the usual ones */
    kit_betza_leg legs[FAIRY_LEGS_MAX];
    uint32_t leg_count;
    int32_t promoted, limit; /* promotedPieceType and promotionLimit, or -1 */
    fairy_text region[2];    /* mobilityRegion.. */
    bool *mobility[2];       /* the same; NULL: everywhere */
    bool *stuck[2];          /* from where no leg leads anywhere, if that matters */
} fairy_type;

/* What can stand on the board: a type, or one that another one has been promoted to. */
typedef struct fairy_piece {
    int32_t type, origin; /* origin: what it is in hand, and when it is demoted; or -1 */
    bool sign;            /* written with a plus and the letter of its origin */
} fairy_piece;

typedef struct fairy_castling {
    bool is;
    int32_t king, rook; /* sites */
} fairy_castling;

typedef struct fairy_key fairy_key; /* read.c */

typedef struct fairy {
    const lang_input *in;
    arena *a;
    diag_sink *sink;
    ini_file file;      /* variants built in, then those of the file */
    uint32_t first_own; /* of the file */
    fairy_text here;    /* the name of the variant */

    VEC(fairy_key) keys;
    fairy_text said[FAIRY_OPTIONS][2];
    const char *left_out;      /* what a variant built in says and is not played, or NULL */
    uint32_t order, inherited; /* what is said before that may speak of pieces that the variant has given up */
    fairy_type types[FAIRY_TYPES_MAX];
    int32_t number[FAIRY_OPTIONS];   /* NUMBER, FILE, BOOL, VALUE, TYPE (or -1) */
    uint64_t set[FAIRY_OPTIONS][2];  /* TYPES */
    bool *squares[FAIRY_OPTIONS][2]; /* SQUARES */
    bool *advanced[2];               /* where soldiers may step aside; NULL: everywhere */
    int32_t files, ranks, sites;
    bool doubles, passing; /* some piece makes initial moves, captures in passing */

    fairy_piece pieces[FAIRY_PIECES_MAX];
    int32_t piece_count;
    int32_t start[FAIRY_SITES_MAX]; /* numbers as in kit/board.h */
    int32_t hand[2 * FAIRY_PIECES_MAX];
    int32_t first;              /* side to move */
    int32_t checks[2], passed;  /* left; by a double step before the first move, or -1 */
    fairy_castling castling[4]; /* of each side: kingside, queenside */
} fairy;

enum { FAIRY_WIN = 1, FAIRY_DRAW = 0, FAIRY_LOSS = -1, FAIRY_NO_VALUE = 2 };

/* read.c: reports at a place of the file, with what is expected as a hint. */
void fairy_error(fairy *f, diag_code code, fairy_text at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
const char *fairy_string(const fairy *f, fairy_text t);
const char *fairy_usual(int option);
fairy_kind fairy_kind_of(int option);

/* game.c: options, pieces and the position to begin with. */
bool fairy_resolve(fairy *f);
int32_t fairy_find_piece(const fairy *f, int32_t type, int32_t origin);

/* ---- the automaton ---- */

/* Which moves code is written for. Moves are made twice, for each side: to be played, with tags, and to find out
 * whether there is one. A move is told by where it begins and ends (`@@`), and by what a piece becomes. */
enum { FAIRY_QUIET = 1, FAIRY_CAPTURES = 2, FAIRY_DROPS = 4, FAIRY_ALL = 7 };

typedef struct fairy_pass {
    int32_t side;
    bool play; /* with tags, and all that a move does */
    uint32_t what;
    ir_node settle; /* goes on where the pieces have been moved */
} fairy_pass;

typedef struct fairy_lowering {
    fairy *f;
    kit_code *k;
    kit_board b;
    kit_turns t;
    kit_attack attack[2];          /* by that side */
    ir_var from, here, way, taken; /* of a move: from where, to where, by which leg, what is captured */
    ir_var king[2];                /* sites of kings; IR_NONE: there are none, as with all that follows */
    ir_var castle, passed, clock, checks, run[2]; /* run: checks in a row */
    kit_repetition seen;
    ir_node decide[2], after[2]; /* where a side decides, and where it has moved */
    kit_search search[2][FAIRY_ALL + 1];
    kit_forms forms;
} fairy_lowering;

/* moves.c: moves of the pass from the cursor on. */
void fairy_moves(fairy_lowering *x, const fairy_pass *p);
/* Where a leg may begin, or NULL for everywhere. */
const bool *fairy_leg_region(fairy_lowering *x, int32_t side, int32_t kind, const kit_betza_leg *l);

/* lower.c */
ir_game *fairy_lower(fairy *f);
kit_cond fairy_in_check(fairy_lowering *x, int32_t side);
/* Whether the side could move, by moves of that kind. */
kit_cond fairy_can_move(fairy_lowering *x, int32_t side, uint32_t what);
/* Kinds of these types. */
uint64_t fairy_kinds(const fairy *f, uint64_t types);

#endif
