/* From a game to an automaton.
 *
 * A move block is a path: where the machine stands is a variable, steps are constant tables, tests
 * are checks. Effects are only noted on the way, each in a variable of its own (a slot; sets where
 * a loop can ask for several), since tests look at the board as it was; behind `add` they are told
 * and made in the order of the language. Blocks that note alike go on alike, so what is behind
 * `add` is shared. */
#ifndef LUDENS_LANG_ZRF_LOWER_H
#define LUDENS_LANG_ZRF_LOWER_H

#include "kit/game.h"
#include "kit/repetition.h"
#include "kit/symbols.h"
#include "lang/zrf/zrf.h"
#include "ludens.h"

/* What a block is lowered for. */
typedef enum zrf_mode {
    ZRF_PLAY,   /* moves, told by tags */
    ZRF_TEST,   /* is there one? */
    ZRF_ATTACK, /* is there one that captures at `target`? */
    ZRF_STEPS   /* is there a sequence of `left` steps? */
} zrf_mode;

/* Stale: a move has been added since, and the variable not been cleared. */
typedef enum zrf_status { ZRF_NEVER, ZRF_MAYBE, ZRF_SURE, ZRF_STALE } zrf_status;
static inline bool zrf_noted(uint8_t status) { return status == ZRF_MAYBE || status == ZRF_SURE; }

/* What is known at a place of a block. Slots that are not noted hold nowhere, flags that are down
 * are down. */
typedef struct zrf_state {
    uint8_t *slots;             /* [slot] zrf_status */
    const zrf_instruction **by; /* [slot] what notes it */
    uint8_t *flags;             /* [flag] NEVER: down, SURE: up */
    uint8_t *position_flags;    /* [flag] NEVER: all down */
    uint32_t at, mark;          /* positions, where they are known */
    uint32_t *slot_at;          /* [slot] its position, where it is known */
    bool *here;                 /* [slot] it is where the walk stands */
    uint8_t to;
    bool moved;  /* cur may be elsewhere than at the start */
    bool from;   /* from may be elsewhere */
    bool vacant; /* of an attack: nothing stands where the walk stands, so it is not the target */
    uint32_t slot_count;
} zrf_state;

typedef struct zrf_lowering zrf_lowering;

/* A search for moves of one kind. */
typedef struct zrf_context {
    zrf_lowering *x;
    zrf_mode mode;
    uint32_t group, owner, mover;
    uint32_t piece; /* of drops, and of blocks that say something about it; else ZRF_NONE: pieces
                       share blocks */
    uint32_t type;  /* of the block, or ZRF_NONE */
    bool drop;
    bool begun;    /* the piece and where it begins have been told */
    bool away;     /* moves surely end elsewhere than they begin */
    bool checked;  /* TEST: with effects, since moves may be illegal */
    ir_node found; /* TEST, ATTACK */
    const zrf_block *block;
    zrf_target *probes; /* of attacks that the next condition asks for, kept in variables */
    uint32_t probe_count;
    arena *states; /* what is known at places of the block; freed behind it */
    map *tails;    /* hash of what is noted -> node */
    map *blocks;   /* hash of a block -> node it begins at */
} zrf_context;

/* A set of positions for one kind of effect: the list through `next` begins at `head` and ends with
 * `last`. */
typedef struct zrf_chain {
    zrf_op op;
    uint32_t player, piece, index; /* as in the instruction, what is left out filled in */
    bool up;                       /* attributes: the value */
    ir_var head, next;
} zrf_chain;

typedef VEC(ir_var) zrf_vars;

/* What a walk notes in. */
typedef struct zrf_walk_vars {
    ir_var cur, from, to, mark;
    zrf_vars slots, slots_to, values;
    ir_var *flags, *position_flags; /* [flag] */
} zrf_walk_vars;

struct zrf_lowering {
    zrf_game *z;
    ir_game *g;
    kit_code *k;
    arena *arena;
    bool failed;

    struct {
        ir_sym *positions; /* [position] IR_NONE: killed */
        ir_sym nowhere, last, empty, beyond, zero, one, nobody, nothing, many;
        ir_sym *cells; /* [player * pieces + piece] */
        ir_sym *players, *pieces, *numbers, *role_of;
    } sym;
    uint32_t number_count, owed_count; /* from 0 on, and below it */
    struct {
        name_id position, spot, link, cell, owner, piece, boolean, number, role, turn;
    } type;

    ir_var old; /* the board before the move, while it is made */
    ir_var board, target, active, last_from, last_to, place;
    ir_var *attributes;
    zrf_walk_vars walk;   /* attacks have a set of their own: */
    zrf_walk_vars *spare; /* the set that is not in use */
    zrf_vars held, held_attributes, probes;
    bool active_used; /* there are partial moves */
    bool uses_last;   /* some block asks where the last move went */
    VEC(zrf_chain) chains;
    ir_var legs_to, legs_held;
    ir_var more, less; /* numbers that are compared */
    struct {
        ir_var pool, cell, owner, piece, caught;
    } count;             /* of pieces, as goals and drops ask */
    kit_repetition seen; /* no goal asks: none */
    lud_repetition repetition;
    ir_const owner_of, piece_of;

    struct {
        ir_var need, left;           /* steps that a sequence still needs, and that a search still seeks */
        ir_var need_best, left_best; /* with `2`: so many captures of pieces that others become; or IR_NONE */
        ir_var counts_best;          /* the one that the moves being lowered count down, or IR_NONE */
        map sequences;               /* groups, types and levels -> where a search for steps begins */
        ir_node found;
    } longest; /* maximal captures */

    struct {
        uint32_t *group_of;     /* [turn] turns with the same player, pieces and types share all but what
                                   comes next */
        vec_u32 groups;         /* one turn of each */
        ir_node *enter, *after; /* [group] */
        ir_var turn;            /* which of a group's turns it is; IR_NONE: they have one each */
        ir_sym *turns;
    } order;
    map searches; /* for whether there is a move */
    map partials; /* turn * types + type -> its node of the keeper */
    vec_u32 partial_queue;
    VEC(struct zrf_attack) attacks;
    map attacked;        /* what is asked -> where its search begins */
    vec_u32 *royal;      /* [player] pieces that must not be left to be captured */
    ir_node *threatened; /* [player] where the search for a check begins; IR_NONE: nobody has asked */
};

/* layout.c: coordinates of positions */
void zrf_place(zrf_lowering *x);

/* declare.c */
bool zrf_declare(zrf_lowering *x);
ir_var zrf_declare_turn(zrf_lowering *x);
/* A map with these values; equal ones are made once. keys[i] IR_NONE: left out. */
ir_const zrf_table(zrf_lowering *x, const char *hint, name_id key, const ir_sym *keys, const ir_sym *values,
                   uint32_t count, name_id value, ir_sym otherwise);
/* position -> spot: one step, for the pieces of that player; backwards along its inverse. */
ir_const zrf_step_table(zrf_lowering *x, const uint32_t *next, uint32_t count, const char *hint);
ir_const zrf_cell_table(zrf_lowering *x, const char *hint, name_id value, const ir_sym *values, ir_sym otherwise);
ir_var zrf_slot(zrf_lowering *x, uint32_t slot);
ir_var zrf_slot_to(zrf_lowering *x, uint32_t slot); /* of a cascade: where its leg ends */
ir_var zrf_value(zrf_lowering *x, uint32_t slot);
ir_var zrf_held(zrf_lowering *x, uint32_t leg);
ir_var zrf_probe(zrf_lowering *x, uint32_t number);
/* The other set of the variables of walks. */
void zrf_swap_walk(zrf_lowering *x);
ir_var zrf_held_attribute(zrf_lowering *x, uint32_t leg, uint32_t attribute);
/* Its place in x->chains. */
uint32_t zrf_chain_of(zrf_lowering *x, const zrf_chain *like);
static inline ir_sym zrf_cell(const zrf_lowering *x, uint32_t player, uint32_t piece)
{
    return x->sym.cells[player * x->z->pieces.count + piece];
}

/* expr.c: short forms */
ir_expr zrf_holds(zrf_lowering *x, ir_expr bool_value);
ir_expr zrf_board(zrf_lowering *x, ir_expr spot);
ir_node zrf_set(zrf_lowering *x, ir_node from, ir_var v, ir_sym value);
ir_expr zrf_owned_by(zrf_lowering *x, ir_expr cell, uint32_t player);

/* tests.c */
/* -1: depends on the position; else 0 or 1. */
int zrf_fold(const zrf_context *c, const zrf_state *s, const zrf_check *check);
ir_expr zrf_test_expr(zrf_context *c, const zrf_state *s, const zrf_check *check);
ir_expr zrf_target_expr(zrf_context *c, const zrf_state *s, const zrf_target *t);
/* Keeps the places that the condition asks about attacks on, so that one search answers all. */
ir_node zrf_keep_probes(zrf_context *c, const zrf_state *s, const zrf_check *check, ir_node at);
/* The position of a target, where it is known without playing; ZRF_NONE: not. */
uint32_t zrf_known(const zrf_context *c, const zrf_state *s, const zrf_target *t, bool *off);

/* block.c */
/* The walk through the block of that piece, from a node behind its beginning. */
void zrf_lower_block(zrf_context *c, uint32_t piece, const zrf_block *b, ir_node from);

/* effects.c: what is behind `add`: the node where a path goes on that has noted this. */
ir_node zrf_tail(zrf_context *c, const zrf_state *s, const zrf_instruction *add, uint32_t promotion);
/* Empties the set that the instruction notes in. */
ir_node zrf_forget_chain(zrf_context *c, const zrf_instruction *i, ir_node at);
zrf_chain zrf_chain_like(const zrf_context *c, const zrf_instruction *i, bool up);

/* write.c: changes of the board, with what is counted. */
typedef struct zrf_write {
    bool out; /* the piece that stands there leaves the board: captured, or replaced by another kind
               */
    bool captured;
    bool in; /* the new piece was not on the board */
} zrf_write;
ir_node zrf_put(zrf_lowering *x, ir_node at, ir_expr spot, ir_expr cell, zrf_write how);
ir_const zrf_step_number(zrf_lowering *x, bool up); /* number -> the one above or below */
ir_expr zrf_pool_has(zrf_lowering *x, ir_sym cell); /* one more can be dropped */
ir_node zrf_pool_take(zrf_lowering *x, ir_node at, ir_sym cell);
ir_node zrf_pool_return(zrf_lowering *x, ir_node at, ir_expr cell);
/* Attributes of the piece there begin anew (piece), or end (ZRF_NONE). */
ir_node zrf_init_attributes(zrf_lowering *x, ir_node at, ir_expr spot, uint32_t piece);

/* attack.c */
typedef struct zrf_attack {
    uint32_t player;
    bool own;
    ir_node from, found;
} zrf_attack;
/* Whether one of the player's pieces could be captured at the position, or taken back there
 * (`own`), once the piece of the walk stands on it; `piece`: of drops. */
ir_expr zrf_attacked(zrf_context *c, ir_expr at, uint64_t key, bool own);
/* A royal piece of the player can be captured. */
ir_expr zrf_in_check(zrf_lowering *x, uint32_t player);

/* repetition.c */
void zrf_declare_repetition(zrf_lowering *x);
/* The position, before that entry of the order of turns; `value`: where it is only known by playing. */
ir_node zrf_remember(zrf_lowering *x, ir_node at, uint32_t turn, ir_expr value);
/* The position remembered last is there for the third time. */
ir_expr zrf_repeated(zrf_lowering *x);

/* goals.c */
void zrf_end_game(zrf_lowering *x, ir_node at, const char *own, uint32_t player, const char *others);
typedef enum zrf_moment { ZRF_AT_STEP, ZRF_AT_TURN, ZRF_AT_STUCK } zrf_moment;
/* The goals that can hold behind a step of a sequence, behind a turn, or where the mover is stuck. */
void zrf_lower_goals(zrf_lowering *x, uint32_t mover, zrf_moment moment, ir_node from, ir_node to);

/* turns.c */
bool zrf_lower(zrf_lowering *x);
/* A piece of the context's kind is chosen, and the walk begins where it stands. */
ir_node zrf_begin_moves(zrf_context *c, uint32_t piece, ir_node at);
/* Maximal captures: what is left of the sequence behind a step of it. IR_NONE: the step ends it. */
ir_node zrf_count_step(zrf_lowering *x, ir_node at, ir_node next);
/* Where the steps of a partial move's type begin. */
ir_node zrf_sequence(zrf_lowering *x, uint32_t group, uint32_t level, bool partial, uint32_t type);
/* The steps still needed can be made from here on, with one more, or one better capture. */
typedef enum zrf_finish { ZRF_AS_NEEDED, ZRF_ONE_MORE, ZRF_ONE_BETTER } zrf_finish;
ir_expr zrf_can_finish(zrf_lowering *x, ir_node sequence, zrf_finish how);
/* All steps and captures that the sequence needs are made. */
ir_expr zrf_is_finished(zrf_lowering *x);
/* The keeper's node behind a partial move. */
ir_node zrf_partial_node(zrf_lowering *x, uint32_t group, uint32_t type);

#endif
