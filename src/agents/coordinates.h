/* Moves as chess programs write them, by the sites where a piece comes from and goes to: "e2e4", "e7e8q", "P@e4" (the
 * Universal Chess Interface of Huber and Meyer-Kahlen, 2000, with drops as Fairy-Stockfish has them). What is written
 * follows from the sites that a move names and from what stands there before and after it, whatever the language; texts
 * that have this form already are left as they are. */
#ifndef LUDENS_AGENTS_COORDINATES_H
#define LUDENS_AGENTS_COORDINATES_H

#include "ludens.h"

enum { COORDINATE_SIZE = 24 };

typedef struct coordinates {
    const lud_game *game;
    lud_context *ctx;
    unsigned char *copy; /* of a state */
    lud_moves *moves;    /* legal in the position last listed, of `role`, */
    uint32_t role;
    char (*texts)[COORDINATE_SIZE]; /* and how they are written: [move] */
    uint32_t capacity;
} coordinates;

/* Why a game has no such moves, or NULL: two players who take turns on a board, without chance, with nothing hidden. */
const char *coordinates_refuse(const lud_game *game);
/* False: out of memory. coordinates_done in any case. */
bool coordinates_init(coordinates *c, const lud_game *game);
void coordinates_done(coordinates *c);
/* Lists the moves of who decides, and writes them. An empty list when the game is over. */
lud_status coordinates_list(coordinates *c, const void *state);
/* Whether two moves of the list are written alike, so that texts do not tell which is meant. */
bool coordinates_alike(const coordinates *c);
/* The move of the list that is written so; -1: none, or several. */
int coordinates_find(const coordinates *c, const char *text);
/* The move with this exact text (lud_move_text); -1: none. */
int coordinates_exact(const coordinates *c, const char *text);
/* Makes a move of the list on a state. */
lud_status coordinates_make(coordinates *c, void *state, uint32_t index);

#endif
