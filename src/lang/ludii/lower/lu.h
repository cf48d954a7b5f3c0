/* What the lowering of a matched game works with: its equipment as data, the state variables made so far, and what is
 * being asked at the moment. */
#ifndef LUDENS_LANG_LUDII_LOWER_LU_H
#define LUDENS_LANG_LUDII_LOWER_LU_H

#include "kit/game.h"
#include "kit/repetition.h"
#include "kit/symbols.h"
#include "lang/ludii/graph/board.h"
#include "lang/ludii/match.h"

typedef struct lu lu;
typedef struct lu_match lu_match; /* of match.h */

/* Of which type sites are: of the board's own, where those of hands and dice count, too, or of one of the others. */
typedef enum lu_ground { LU_OWN, LU_ON_CELL, LU_ON_VERTEX, LU_ON_EDGE, LU_GROUNDS } lu_ground;

/* A set of sites: known at load, or told by a condition on a site. */
typedef struct lu_region lu_region;
struct lu_region {
    bool known;
    lu_ground on;  /* where the state is that its condition looks at */
    vec_u32 sites; /* those of a known one, in order; of others those that can belong to it */
    kit_cond (*holds)(lu *x, const lu_region *r, kit_num site);
    void (*pick)(lu *x, const lu_region *r, ir_var site); /* NULL: any of `sites` that `holds` */
    const ludii_value *v;
    const lu_region *a, *b;
    kit_num n;
    ir_const list;
    ir_var var;
    const vec_u32 *near;
    bool binds_from; /* its condition speaks of `n` as (from) */
    ir_const table;
    uint32_t width;
};

typedef enum lu_context {
    LU_FROM,
    LU_TO,
    LU_BETWEEN,
    LU_SITE,
    LU_LEVEL,
    LU_PLAYER,
    LU_PIPS,
    LU_VALUE,
    LU_MOVER,
    LU_NEXT,
    LU_PREV,
    LU_LAST_FROM,
    LU_LAST_TO,
    LU_AFTER_TO,
    LU_AFTER_FROM,
    LU_CONTEXTS
} lu_context;

typedef struct lu_thens lu_thens;
struct lu_thens {
    const ludii_value *v; /* what happens */
    bool late;            /* after the moves of all who move at once */
    const lu_thens *outer;
    ir_node entry; /* code of this one and the outer ones, made once; IR_NONE */
};

typedef struct lu_afterwards lu_afterwards;
struct lu_afterwards {
    const ludii_value *condition; /* that holds after the move */
    lu_thens *stop;               /* what happens from here on is not looked at */
    const lu_afterwards *outer;
    bool of_other; /* asked by the moves of another player, who counts as the mover */
};

typedef enum lu_kind { LU_MOVE, LU_ADD, LU_SELECT, LU_REMOVE, LU_PASS, LU_PROMOTE, LU_SWAP, LU_TURN, LU_OTHER } lu_kind;

struct dice_use; /* of dice.c */
/* A complete move: from and to are in the context. */
typedef struct lu_move {
    lu_kind kind;
    kit_num piece, count, level, state; /* piece: of Add and Promote; count: 0 for none */
    int32_t hurdles;
    bool tells_way;
    bool has_level, stack, shows_range, hides_top, hides_stack, passes; /* stack: all of it moves; hides_..: without
                                                                          levels; passes: over (between) */
    bool has_count, has_state, copy, one_site, two_sites, begun;        /* one_site: it begins where it ends */
    const ludii_value *before[3];                                       /* effects in front of it */
    const ludii_value *guard[3];
    uint32_t befores;
    const char *other;
    void (*act)(lu *x, const struct lu_move *m);
    void (*behind)(lu *x, const struct lu_move *m); /* what it leaves behind, after it was made */
    void (*effect)(lu *x, const struct lu_move *m); /* instead of `before`: made by a loop */
    const void *data;
    const ludii_value *v;
    const struct dice_use *die; /* used up by it */
    lu_ground from_on, to_on;
    bool has_mover, twice, for_other; /* who makes it, if the rules say so; there are two ways to make it */
    kit_num mover, shown[2];
    ir_var as, real;      /* for_other: whose moves are looked at, and who moves */
    bool below, no_sites; /* it comes below the pieces of the site; a bet begins and ends nowhere, `shown` are shown */
    bool beside;          /* something may stand where it is added */
} lu_move;

typedef struct lu_use lu_use;
/* Moves after which so many more can be made: the code that looks for them. */
typedef struct lu_longest lu_longest;
struct lu_longest {
    ir_var done;
    ir_node more, found;
    const lu_longest *outer;
};

/* One of the players who move at once, while its decision is lowered. */
typedef struct lu_joint lu_joint;

struct lu_use {
    const lu_joint *joint; /* only the moves of this player are asked for */
    const lu_longest *longest;
    bool play;  /* else: is there one? */
    bool rules; /* it is asked which moves there are by all rules, those against repetition included */
    bool begun; /* something was done before that belongs to the move: */
    const ludii_value *first;
    bool avoids_stored; /* the position that was remembered must not come again */
    bool run;           /* what is found is made before */
    ir_node found;
    const ir_node *quiet;                                    /* where moves that capture nothing end instead; NULL */
    void (*check)(lu *x, const lu_use *k, const lu_move *m); /* of what is found */
    const void *data;
    const ir_var *aim; /* what is found ends here, or NULL: anywhere */
    const lu_afterwards *filters;
    ir_var mover, as; /* who really moves, when moves of another are looked at, and whose */
    bool other_mover;
    lu_thens *thens;
    const struct dice_use *die;
    bool by_level; /* the same moves once for each piece of a stack */
    bool each;     /* made for each of several sites or numbers */
    ir_var rank;   /* or once for each of `ranks` pieces, whichever begins */
    uint32_t ranks;
};

/* Captures that are found, and whose effects come when all of a list are. */
typedef struct lu_waiting {
    const ludii_value *v;
    void *data;
} lu_waiting;

/* What a row of the tables of ludemes says of how it is played. */
typedef struct ludeme_code {
    kit_num (*number)(lu *x, const ludii_value *v);
    kit_cond (*condition)(lu *x, const ludii_value *v);
    const lu_region *(*region)(lu *x, const ludii_value *v);
    void (*moves)(lu *x, const ludii_value *v, const lu_use *k);
    void (*effect)(lu *x, const ludii_value *v);
    void (*start)(lu *x, const ludii_value *v);
} ludeme_code;

typedef struct lu_container {
    name_id name;
    uint32_t first, count;
    int owner;
    bool dice;
} lu_container;

typedef struct lu_component {
    name_id name, base; /* with and without the owner */
    int owner, value, facing;
    int flips[2];
    const ludii_value *moves;
    bool die;
    VEC(const ludii_value *) walks; /* of a piece that covers several sites */
} lu_component;

typedef struct lu_die {
    vec_u32 faces;   /* what they show */
    vec_u32 slots;   /* numbers of the faces that can come up */
    vec_u32 weights; /* [face] how likely it is */
    bool alike;      /* several show the same */
} lu_die;

typedef struct lu_area {
    name_id name;
    int owner; /* -1: none */
    const ludii_value *v;
    const lu_region *known; /* its sites, once the rules have asked for them; NULL where the position tells them */
} lu_area;

typedef struct lu_track {
    name_id name;
    int owner;
    bool loop, directed;
    vec_u32 sites; /* as int32_t: -2 is the end */
} lu_track;

typedef struct lu_phase {
    const ludii_value *v, *play, *end;
    int owner; /* 0: any */
    name_id name;
    ir_node decide, probe, found; /* found: where the probe ends */
} lu_phase;

/* A variable that is made when it is first asked for. */
typedef enum lu_state {
    LU_S_WHAT,
    LU_S_COUNT,
    LU_S_STATE,
    LU_S_ROTATION,
    LU_S_VALUE,
    LU_S_SCORE,
    LU_S_VAR,
    LU_S_PENDING,
    LU_S_PASSES,
    LU_S_STUCK,
    LU_S_THROWN,
    LU_S_COUNTER,
    LU_S_PHASE,
    LU_S_TURNS,
    LU_S_MOVES,
    LU_S_SAME_TURN,
    LU_S_VISITED,
    LU_S_TO_CLEAR,
    LU_S_AGAIN,
    LU_S_ACTIVE,
    LU_S_RANK,
    LU_S_LEFT,
    LU_S_TRIGGER,
    LU_S_LAST_PASS,
    LU_S_WHO,
    LU_S_FREE,
    LU_S_HAS_PENDING,
    LU_S_LOST,
    LU_S_AMOUNT,
    LU_S_POT,
    LU_S_PVALUE,
    LU_S_INVISIBLE,
    LU_S_MASKED,
    LU_S_VEILED,
    LU_S_PENDED,
    LU_S_LEVEL_TO,
    LU_S_ENDS,
    LU_S_PASSED,
    LU_S_LAST_TO_ON,
    LU_S_LAST_FROM_ON,
    LU_STATES
} lu_state;

typedef struct lu_made {
    uint64_t hash;
    ir_const c;
} lu_made;

/* What stands for context variables in a condition; NULL: the variables themselves. */
typedef struct lu_stands {
    const kit_num *of[LU_CONTEXTS];
} lu_stands;

/* Values of context variables that are put aside (emit.c). */
typedef struct lu_bound {
    kit_num c[LU_CONTEXTS];
    const lu_stands *stands;
} lu_bound;

/* Conditions of a list, which are found out one after the other in the same position: the one that is looked at, and a
 * group that was filled for one before it (groups.h). */
typedef struct lu_beside {
    const ludii_value *list, *item;
    const struct lu_group *group;
} lu_beside;

/* A variable with a name, or a list of values that are remembered. */
typedef struct lu_named {
    name_id name;
    ir_var at, count; /* count: IR_NONE of variables */
    vec_u32 *start;   /* of lists: at the beginning */
} lu_named;

struct lu {
    ludii_file *f;
    const lib *l;
    arena *a;
    gr_board *b;
    bool failed;
    kit_code *k; /* the automaton, and the cursor */
    kit_num c[LU_CONTEXTS];
    const lu_stands *stands;     /* of the condition that is looked at, or NULL */
    const ludii_value *compared; /* a number that is only compared with a constant: */
    int32_t enough;              /* from this on all values are alike */
    ir_var context[LU_CONTEXTS]; /* IR_NONE until used */

    const ludii_value *game, *rules;
    uint32_t players;
    int facing_of_player[20];
    uint32_t default_count, board_sites, numbered; /* of the default type; with the rest of the board; with hands */
    uint32_t sites, spots[LU_GROUNDS];             /* all; where those of other types begin */
    bool several_types;
    const vec_u32 *incident[GR_SITES][GR_SITES], *crossings;
    int32_t *cost[LU_GROUNDS];
    VEC(lu_container) containers;
    VEC(lu_component) components; /* [0] is none */
    VEC(lu_area) areas;
    uint32_t open_areas; /* whose sites are being made */
    VEC(lu_track) tracks;
    VEC(const ludii_value *) maps;
    VEC(lu_phase) phases;
    ir_sym *roles;
    vec_u32 forms; /* texts of moves */
    vec_u32 ways;  /* by which the moves made now are found: variable, and (outermost) number of ways or 0 */

    ir_var vars[LU_STATES];
    int32_t *start[LU_STATES];  /* [site] or [player] */
    struct chains *chains;      /* of directions.c */
    int facings[GR_DIRECTIONS]; /* in which pieces look: [0] is north */
    uint32_t facing_count;
    map near_by_mask, rays_by_mask, near_tables;
    VEC(const vec_u32 *) nears;
    VEC(const struct lu_rays *) rays;
    VEC(const lu_region *) near_regions;
    vec_u32 *way_first, *way_start[16]; /* [site] neighbours; [kind of steps][site] where ways begin */
    bool other_kinds;                   /* steps between layers, or around the middle */
    ir_node made, done;
    ir_node ends[9], over, over_by_team; /* for two players: who wins, who is out */
    ir_var losses;                       /* of more than two players: how many were decided after this move */
    bool uses_who;                       /* pieces without an owner belong to who put them */
    bool uses_count, no_all_pass, uses_next;
    uint32_t depth;
    lu_joint *joint; /* the player who decides at once with others, or NULL */
    ir_var aim;      /* what a threat is aimed at */
    map threats;
    ir_node turn_entry, probe, probe_found; /* probe: whether the mover can move */
    bool uses_state, tells_way;
    ir_var told_way;     /* the next move tells it, since two ways lead to one site */
    bool at_once, swaps; /* the players decide at once; the second one may swap sides */
    ir_var swapped, may_swap;
    struct lu_before *before; /* of together.h: what was found out in front of effects */
    bool captures_wait;       /* those of a list: all are looked for in front of the first effect */
    VEC(lu_waiting) waiting;
    ir_var capture_found; /* while it is asked whether there is a capture, else IR_NONE */
    VEC(lu_die) dice;
    vec_u32 dice_groups; /* of each container the number of the die behind its last */
    uint32_t dice_site;
    ir_var die, face; /* [die] what it shows, 0 when used; the number of the face */
    bool stacks;
    uint32_t height;      /* of the highest stack that there can be */
    ir_var emptied;       /* [site] cells of which the last piece was taken off, which the records show */
    ir_var size, pile[5]; /* [site]; [site * height + level] what is covered: kind, owner, state, rotation, value */
    vec_u32 *piles;       /* at the beginning: [site] from the bottom */
    VEC(const ludii_value *) hidden_first; /* rules of the start that hide something */
    struct lu_random *randoms;             /* pieces that are put on random sites first (chance.c) */
    struct {
        vec_u32 motions;                 /* texts that are proposed or voted for */
        ir_var proposed, votes, decided; /* [text] of them */
    } voting;
    ir_var lap;        /* [row * places + place] of tracks that come back to a site: how many pieces are there */
    ir_const lap_rows; /* [track][piece] the row, or -1 */
    uint32_t lap_places, tile_states, tile_cells; /* of pieces that cover several sites: the most; 0 without any */
    bool has_teams, masks_random;
    const int32_t *tile_sites;
    ir_const *covers;
    ir_var covered;        /* [site] by which piece besides its own site */
    struct puzzle *puzzle; /* of puzzle.c; NULL */
    bool appending;        /* inside of an effect that is a move of its own */
    ir_var happened;       /* set where an effect is reached, while it is asked; IR_NONE */
    int32_t team[24];      /* [player] */
    ir_var teams;
    lu_beside beside;
    bool in_max;                                       /* inside of a question about the longest sequence */
    ir_var stored[2];                                  /* hashes of a position that was remembered */
    kit_repetition repetition;                         /* of positions that must not come again */
    bool no_repeat, repeats_by_mover, repeats_in_turn; /* .., in_turn: within one turn only */
    bool in_filter;                                    /* inside of a condition on where a move leads */
    bool asks_moves, asks_threats; /* inside of a question about the moves of others, which are not asked again */
    map memo;
    struct {
        bool settled, following; /* the decision is made, and what comes then is lowered; what follows a move */
    } stage;
    bool hides;                     /* something from some player */
    bool passes_go_on;              /* by rule the game is not over when all pass */
    bool simulation;                /* without players */
    bool owners_known, owners_said; /* whether it was looked up that the rules speak of what makes owners kept; if so */
    struct lu_queue *queue;         /* where effects are written down, or NULL */
    bool tells;                     /* effects are not made, but what the text of the move is made of is found */
    ir_var told[3];                 /* that: kind of action, site, piece */
    ir_node begin;
    VEC(lu_named) named, remembered_first; /* the lists of the start */
    bool lists_known;
    ir_var group;                  /* marks of the group that is being looked at, or IR_NONE */
    map *touched;                  /* the values that something was made of */
    lu_match *match;               /* whose game this is, or NULL */
    uint32_t instance, site_names; /* which of its games; names of the match, where those of its board begin */
    bool elsewhere;                /* its text is another one than that of the automaton */
};

#endif
