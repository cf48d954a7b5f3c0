/* Saved games of Zillions: a header (RulesFile=, VariantName=), lines `(Player Piece pos)` that replace the starting
 * position, and lines `N. [partial K] move`. Moves are compared part by part, whatever the order of their effects. */
#ifndef LUDENS_SESSION_ZSG_H
#define LUDENS_SESSION_ZSG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct zsg_move {
    uint32_t line, round;
    bool partial;
    char *text;
} zsg_move;

typedef struct zsg_game {
    char *rules, *variant; /* "" when the header does not say */
    zsg_move *moves;
    uint32_t count, capacity;
    uint32_t setup; /* lines of a starting position of its own */
} zsg_game;

/* False when memory ended, or *line is not understood. */
bool zsg_parse(const char *text, zsg_game *game, uint32_t *line);
void zsg_done(zsg_game *game);

/* The parts of a move in the notation of saved games or in ours, in one order, each once. To be freed; NULL: no memory. */
char *zsg_parts(const char *move);
/* Whether both say the same. */
bool zsg_same(const char *a, const char *b);

#endif
