/* Joint moves: own copies of their parts, some of them random. */
#ifndef LUDENS_AGENTS_JOINT_H
#define LUDENS_AGENTS_JOINT_H

#include "ludens.h"

typedef struct joint {
    const lud_game *game;
    lud_context *ctx;
    uint32_t roles;
    lud_move *moves;    /* [role] */
    uint32_t **words;   /* [role] of moves that were kept */
    uint32_t *capacity; /* [role] */
} joint;

/* False when out of memory; joint_done is called in either case. */
bool joint_init(joint *j, const lud_game *game, lud_context *ctx);
void joint_done(joint *j);
/* The move of that role, copied: what a list or a draw gave lives only until the next one. False: out of memory. */
bool joint_keep(joint *j, uint32_t role, lud_move move);
/* Makes one step: `own` is the move of the role (NULL: random like those of all others; chance by
 * its weights). The state stays as it is after an error. */
lud_status joint_step(joint *j, void *state, uint32_t role, const lud_move *own, lud_rng *rng);

#endif
