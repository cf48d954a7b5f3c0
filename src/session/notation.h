/* Moves as people write them: the words that authors give, else pieces and sites. What is written follows from what a
 * move names and from what it changes on the boards, the same way in every language (docs/cli.md has the rule). */
#ifndef LUDENS_SESSION_NOTATION_H
#define LUDENS_SESSION_NOTATION_H

#include "session/site_names.h"
#include "session/walk.h"

/* What is known of a game, and of its pieces as far as they were met. */
typedef struct notation notation;
/* Looks at the beginning of the game, in this context; its percepts are gone afterwards. */
notation *notation_new(const lud_game *game, lud_context *ctx);
void notation_free(notation *n);
/* Names of the sites of a board of the game. */
const site_names *notation_board(const notation *n, uint32_t board);

/* A move of a list: `text` is unlike the text of any other one there. `piece` is the kind that moves or is placed
 * ("Knight"), or NULL; it lives as long as the notation. */
typedef struct notation_move {
    char *text;
    const char *piece;
} notation_move;
typedef struct notation_list {
    notation_move *moves; /* in the order of the list */
    uint32_t count;
} notation_list;
/* Writes the moves of a role in a state: all that lud_moves_list has. To be freed by notation_list_done. Of games with
 * hidden information nothing is told but what the move itself names. */
void notation_write(notation *n, lud_context *ctx, const void *state, const lud_moves *moves, notation_list *out);
void notation_list_done(notation_list *l);
/* The move that is written so, or -1. Small differences do not count where there is only one such move: signs between
 * sites (`Nf3+`, `e2e4`), a hyphen for a cross. */
int notation_find(const notation_list *l, const char *text);

/* The moves of a role that decides in the walk's position. */
void notation_of_walk(notation *n, walk *w, uint32_t role, notation_list *out);
/* The moves of a role in any state, to look up single ones. Empty where they cannot be listed. */
typedef struct notation_lookup {
    lud_moves *moves;
    notation_list list;
} notation_lookup;
void notation_look(notation *n, lud_context *ctx, const void *state, uint32_t role, notation_lookup *out);
/* How the move of this exact text is written, or NULL. */
const char *notation_of(const notation *n, const notation_lookup *l, const char *exact);
void notation_lookup_done(notation_lookup *l);
/* One move that was made in this state, to be freed; the exact text where it is not among the legal ones. */
char *notation_made(notation *n, walk *w, const void *state, uint32_t role, const char *move);
/* Those of all plies of the walk, in the order of the roles, as a list. */
json_t *notation_history(notation *n, walk *w);
/* Makes the moves in exact form, one after the other, on the state. False: one of them is none there. */
bool notation_go(walk *w, void *state, const char *const *moves, uint32_t count);
/* A line of search, moves in exact form with `; ` between them, from the walk's position: the same in notation, to be
 * freed. What cannot be followed is left in exact form. */
char *notation_line(notation *n, walk *w, const char *line);

/* How moves are written, in a sentence, to be freed. */
char *notation_rule(const notation *n);
/* {letter: kind} */
json_t *notation_letters_json(const notation *n);
/* [{"role", "move", "text"}]: a move of each form that the first random games meet. The walk is elsewhere then. */
json_t *notation_examples_json(notation *n, walk *w);

#endif
