/* Players, results and the end of a game. */
#ifndef LUDENS_KIT_TURNS_H
#define LUDENS_KIT_TURNS_H

#include "kit/code.h"

enum { KIT_PLAYERS_MAX = 2 };

typedef struct kit_turns {
    ir_sym roles[KIT_PLAYERS_MAX], scores[3]; /* 0, 50 and 100 */
    ir_node ends[3];                          /* the first player loses, nobody wins, the first player wins */
} kit_turns;

/* Two players with scores 0, 50 and 100. False after reports. */
bool kit_two_players(kit_code *x, kit_turns *t, const char *first, const char *second);
/* Where the game ends: 1, the player (0 or 1) wins; 0, nobody does; -1, the player loses. */
ir_node kit_result(kit_code *x, kit_turns *t, int32_t player, int32_t result);
/* The cursor's path goes on with the keeper: the move is complete. */
void kit_move_made(kit_code *x);
/* The player decides at that node. */
void kit_decides(kit_code *x, const kit_turns *t, int32_t player, ir_node at);

/* Code that is searched through: whether its end can be reached. */
typedef struct kit_search {
    ir_node begin, end; /* IR_NONE: it is not made yet */
} kit_search;

kit_cond kit_finds(kit_code *x, const kit_search *s);
/* The game ends with that result of the player where the condition holds; the cursor goes on where it does not. */
void kit_end_if(kit_code *x, kit_turns *t, kit_cond c, int32_t player, int32_t result);

#endif
