/* What the files of this machine share. */
#ifndef LUDENS_MODEL_STRUCTURES_H
#define LUDENS_MODEL_STRUCTURES_H

#include "model/machine.h"
#include "structures/play.h"

typedef struct structures_game {
    rs_play *play;
    double low, high; /* of scores; low > high: not known */
    /* of the picture that the game begins with */
    lud_board board; /* no sites: there is none */
    lud_site *places;
    uint32_t *elements; /* [site] */
    uint32_t *marks;    /* [mark] spaces of unary relations */
    uint32_t mark_count;
    const char **contents; /* [bits of marks] */
} structures_game;

static inline const structures_game *structures_of(const lud_game *game) { return game->machine; }

/* boards.c */
void structures_find_board(lud_game *game, structures_game *g);
extern const machine_boards structures_boards;

#endif
