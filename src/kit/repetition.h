/* Positions that come again. Two hashes of each are kept: of all of them, or in a ring of the latest ones.
 *
 * A position is a list of expressions: what stands on the board, who moves, .. Hashes begin with a seed, for what is no
 * expression; two seeds are used, the one given and the next. */
#ifndef LUDENS_KIT_REPETITION_H
#define LUDENS_KIT_REPETITION_H

#include "kit/code.h"

typedef struct kit_position {
    const ir_expr *parts;
    uint32_t count;
    int32_t seed;
} kit_position;

typedef struct kit_repetition {
    ir_var hashes, next; /* IR_NONE: there is none */
    int32_t room;        /* positions */
    bool ring;
} kit_repetition;

static const kit_repetition kit_no_repetition = {IR_NONE, IR_NONE, 0, false};

kit_num kit_hash(kit_code *x, const kit_position *p);
kit_repetition kit_remember_positions(kit_code *x, int32_t room, bool ring);
/* The number of positions, unless it is a ring. */
kit_num kit_remembered(kit_code *x, const kit_repetition *r);
/* Where there is no room, the first one is written over. */
void kit_remember(kit_code *x, const kit_repetition *r, const kit_position *p);
/* How often a position is among those kept. */
kit_num kit_times(kit_code *x, const kit_repetition *r, const kit_position *p);
/* How often the latest one is among those of a ring, itself included. */
kit_num kit_times_of_last(kit_code *x, const kit_repetition *r);

/* How many positions ago the latest one of a ring was there before, so many times; 0: it was not. `v` counts. */
kit_num kit_back_to(kit_code *x, const kit_repetition *r, int32_t times, ir_var v);

#endif
