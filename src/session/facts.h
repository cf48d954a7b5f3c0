/* Boards in states that are sets of facts: several facts of one name with two coordinates and a
 * thing, `(cell 1 2 x)`, `(cell a 2 white knight)` or `(rider blue 5 3)`, or with two coordinates alone, `(visited 1
 * 3)`. Boards of the same places are one. */
#ifndef LUDENS_SESSION_FACTS_H
#define LUDENS_SESSION_FACTS_H

#include "ludens.h"
#include "session/memory.h"

#include <stdbool.h>

typedef struct fact_cell {
    int x, y;
    char *thing;
} fact_cell;

typedef struct fact_board {
    char *name;
    fact_cell *cells; /* each place once */
    uint32_t count, capacity;
    int min_x, min_y, max_x, max_y; /* of all the places that can occur, where that is known */
    bool letters;                   /* x is written as a letter */
    bool bare;                      /* facts of two coordinates alone */
    uint32_t possible;              /* how many of its facts there can be, where that is known */
    bool broken;                    /* a place with two things: no board */
} fact_board;

typedef struct fact_boards {
    fact_board *boards;
    uint32_t count;
    buffer others; /* facts that are on no board, in lines */
} fact_boards;

void facts_find_boards(const lud_game *game, const void *state, fact_boards *all);
/* The extent is that of all the facts there can be, and says nothing of the state. */
bool facts_whole(const fact_board *b);
void facts_boards_done(fact_boards *all);

#endif
