/* Puzzles: positions in which the role to move can force a win in a few moves, and one first move alone does. */
#ifndef LUDENS_SESSION_PUZZLE_H
#define LUDENS_SESSION_PUZZLE_H

#include "session/failure.h"
#include "session/notation.h"
#include "session/walk.h"

#include <jansson.h>

enum { PUZZLE_MOVES_MAX = 8 };

/* Whether puzzles can be made of the game: two players in turns, nothing hidden, no chance. False: the failure says
 * by name what is in the way. */
bool puzzle_suits(const lud_game *game, failure *p);

/* ---- forced wins ---- */

typedef struct puzzle_search puzzle_search;
puzzle_search *puzzle_search_new(const lud_game *game, lud_context *ctx);
void puzzle_search_free(puzzle_search *s);
/* GIVEN_UP: too many positions would have to be looked at. */
typedef enum puzzle_answer { PUZZLE_NO, PUZZLE_YES, PUZZLE_GIVEN_UP } puzzle_answer;
/* Whether `role` wins from the state with at most so many moves of its own, whatever the other one does. A win is the
 * best score that the rules give, and more than the other one has; it has to be there with the last of these moves. */
puzzle_answer puzzle_wins(puzzle_search *s, const void *state, uint32_t role, uint32_t moves);
/* What can be forced in a state, as indices of the list of who has a choice there: where that is `role`, all its moves
 * that win in so many moves; else the one defence that holds out longest. Room for all moves; `count` gets how many
 * there are. False: given up, or the rules are at fault. */
bool puzzle_force(puzzle_search *s, const void *state, uint32_t role, uint32_t moves, uint32_t *list, uint32_t *count);
/* Exact texts of what puzzle_force finds in the walk's position; NULL: it finds out nothing. */
json_t *puzzle_force_json(puzzle_search *s, walk *w, uint32_t role, uint32_t moves);

/* ---- positions ---- */

typedef struct puzzle_options {
    uint32_t win_in; /* moves of the role that wins: no fewer are enough */
    uint64_t seed;
    uint32_t max_plies; /* of the random games */
} puzzle_options;

/* Looks through one random game after the other, back from its end. */
typedef struct puzzle_hunt puzzle_hunt;
puzzle_hunt *puzzle_hunt_new(const lud_game *game, const puzzle_options *o);
void puzzle_hunt_free(puzzle_hunt *h);
/* The next game. True: it has a position that is a puzzle and did not come before, and the hunt's walk stands there. */
bool puzzle_hunt_step(puzzle_hunt *h);
uint64_t puzzle_hunt_games(const puzzle_hunt *h); /* that were played so far */
walk *puzzle_hunt_walk(puzzle_hunt *h);
const puzzle_options *puzzle_hunt_options(const puzzle_hunt *h);

/* The puzzle where the hunt's walk stands: {"role", "win_in", "choices" (legal moves), "moves": [{"role", "move"}] that
 * lead there, "labels" of these, "solution": [{"role", "move"}], "solution_label": in notation, "game": number of the
 * random game}. */
json_t *puzzle_json(puzzle_hunt *h, notation *n);

#endif
