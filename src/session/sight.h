/* What is seen of a state: boards, those of facts too, what stands on their sites, and which sites a move names. */
#ifndef LUDENS_SESSION_SIGHT_H
#define LUDENS_SESSION_SIGHT_H

#include "session/facts.h"

enum { SITES_OF_MOVE = 64 };

typedef struct sight {
    const lud_game *game;
    uint32_t boards;
    uint32_t *sites;   /* [board] */
    char ***contents;  /* [board][site] from the bottom of a stack, parts separated by strokes */
    fact_boards facts; /* the boards, where facts make them */
} sight;

/* "rows", "hex", "hex-mirrored", "graph". */
const char *sight_shape(lud_board_shape shape);
void sight_take(sight *s, const lud_game *game, const void *state);
void sight_done(sight *s);
/* Both have the same boards with the same sites. */
bool sight_alike(const sight *a, const sight *b);
/* The sites that a move names, whose text is given; at most SITES_OF_MOVE. */
uint32_t sight_of_move(const sight *s, lud_move move, const char *text, lud_site_name *sites);

#endif
