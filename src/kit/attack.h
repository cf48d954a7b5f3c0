/* How pieces reach sites, forwards (where may it go?) and backwards (who can go there?). */
#ifndef LUDENS_KIT_ATTACK_H
#define LUDENS_KIT_ATTACK_H

#include "kit/board.h"

typedef enum kit_over {
    KIT_FREE,    /* a leap asks for nothing on its way; rides stop at the first piece */
    KIT_LAME,    /* a leap whose way, along files or ranks first and then diagonally, is empty */
    KIT_HOP,     /* a ride over exactly one piece */
    KIT_HOP_NEXT /* the same, which ends right behind it */
} kit_over;

/* One direction of a piece: a leap, or a ride by equal leaps. */
typedef struct kit_leg {
    int8_t dx, dy;
    uint8_t most; /* leaps of a ride; 0: any number */
    kit_over over;
} kit_leg;

typedef struct kit_walk {
    int32_t side;      /* no walk ends on a piece of this side that is off the board */
    ir_var from, here; /* where it begins; where it is */
    ir_var way;        /* which leg */
    bool back;         /* legs are walked backwards: from where they lead to */
    uint64_t solid;    /* kinds of either side that are not hopped over */
    ir_node stop;      /* it goes on here on empty sites */
    ir_node meet;      /* and here where something stands, an own piece or another */
} kit_walk;

/* Code from the cursor on for all legs of a piece. The cursor stays behind it, where nothing leads. */
void kit_walk_legs(kit_code *x, const kit_board *b, const kit_walk *w, const kit_leg *legs, uint32_t count);

/* A leg by which some kinds of piece capture. */
typedef struct kit_threat {
    kit_leg leg;
    uint64_t kinds;
    const bool *on; /* sites that they capture on by it; NULL: any */
} kit_threat;

/* The leg of a piece of that side, for pieces whose legs are told for the first one. */
kit_leg kit_turned(kit_leg leg, int32_t side);

typedef struct kit_attack {
    int32_t by; /* the side that captures */
    VEC(kit_threat) threats;
    uint64_t solid;
    ir_var aim, here, way; /* variables, of both sides */
    ir_node from, found;   /* made at the first use; IR_NONE before */
} kit_attack;

/* Both sides' captures, with no threats yet. */
void kit_attacks_make(kit_code *x, const kit_board *b, kit_attack attacks[2], uint64_t solid);
/* One more kind captures by a leg of that side; `on` may be NULL. */
void kit_add_threat(kit_code *x, const kit_board *b, kit_attack *a, kit_leg leg, int32_t kind, const bool *on);
/* Whether a piece of that side could capture on the site. The code is made once. */
kit_cond kit_attacked(kit_code *x, const kit_board *b, kit_attack *a, kit_num site);

#endif
