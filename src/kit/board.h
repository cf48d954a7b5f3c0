/* A board of files and ranks with the pieces of two sides, and what they hold in hand.
 *
 * Sites are numbered from 0, rank by rank from below. A site has the number of what stands there: 0 is nothing,
 * 1 .. kinds are pieces of the first side, kinds + 1 .. 2 * kinds those of the second. Behind the sites of the board
 * lie those of the hands (a kind each), and one for each side that is off the board: a piece of that side stands there
 * for good, so that whatever may not end on an own piece may not leave the board either. */
#ifndef LUDENS_KIT_BOARD_H
#define LUDENS_KIT_BOARD_H

#include "kit/code.h"

typedef struct kit_board {
    int32_t files, ranks, sites, kinds;
    int32_t off[2]; /* sites off the board, as above */
    bool hands;
    ir_var what, hand; /* hand: side * kinds + kind -> how many */
    ir_var count;      /* pieces by their numbers, those in hand included; IR_NONE: they are not counted */
} kit_board;

/* `start`: what stands on each site; `hand` as the variable, or NULL: there are no hands. */
void kit_board_make(kit_code *x, kit_board *b, const int32_t *start, const int32_t *hand, bool counted);
/* How many there are at the beginning. */
int32_t kit_count_start(const kit_board *b, const int32_t *start, const int32_t *hand, int32_t piece);

/* -1: not on the board. */
int32_t kit_site(const kit_board *b, int32_t file, int32_t rank);
kit_num kit_what(kit_code *x, const kit_board *b, kit_num site);
void kit_put(kit_code *x, const kit_board *b, kit_num site, kit_num piece);
/* The number of a kind (from 0) as a piece of the side. */
int32_t kit_piece(const kit_board *b, int32_t side, int32_t kind);

/* Of what stands on a site. */
kit_cond kit_is_empty(kit_code *x, kit_num what);
kit_cond kit_is_of(kit_code *x, const kit_board *b, int32_t side, kit_num what);
/* One of the kinds, a bit each. */
kit_cond kit_is_among(kit_code *x, const kit_board *b, int32_t side, uint64_t kinds, kit_num what);
/* A site is one of these, a flag each; NULL: of all. */
kit_cond kit_is_in(kit_code *x, const kit_board *b, const bool *sites, kit_num site);
/* Code that finds one of the kinds on these sites, by way of `v`. */
kit_cond kit_stands_in(kit_code *x, const kit_board *b, ir_var v, int32_t side, uint64_t kinds, const bool *sites);
/* Pieces of a kind on the file of the site. */
kit_num kit_on_file(kit_code *x, const kit_board *b, int32_t side, int32_t kind, kit_num site);
/* The cursor goes on with `v` at any site of these that holds one of the kinds. */
void kit_pick_piece(kit_code *x, const kit_board *b, ir_var v, int32_t side, uint64_t kinds);

/* ---- steps ---- */

typedef struct kit_step {
    int8_t dx, dy;
} kit_step;

/* The site one step from it, or `off`. */
kit_num kit_next(kit_code *x, const kit_board *b, kit_num site, kit_step step, int32_t off);
/* From site and number of a step to the site where it leads, `off` where it leaves the board. */
ir_const kit_steps(kit_code *x, const kit_board *b, const kit_step *steps, uint32_t count, int32_t off);

/* ---- hands ---- */

int32_t kit_hand_site(const kit_board *b, int32_t side, int32_t kind);
kit_cond kit_in_hand(kit_code *x, const kit_board *b, int32_t side, int32_t kind);
/* One more or less, of a kind from 0. */
void kit_change_hand(kit_code *x, const kit_board *b, int32_t side, kit_num kind, int32_t by);

/* What has been captured goes: out of the count, and with a table of kinds, by pieces, into the hand of that side. */
void kit_capture(kit_code *x, const kit_board *b, kit_num piece, int32_t side, const int32_t *kinds);
/* A piece becomes another one. */
void kit_recount(kit_code *x, const kit_board *b, int32_t from, int32_t to);
/* How many pieces of these kinds the side has. */
kit_num kit_count_of(kit_code *x, const kit_board *b, int32_t side, uint64_t kinds);

/* ---- patterns ---- */

/* `n` pieces of the side in a row, the site among them. */
kit_cond kit_in_row(kit_code *x, const kit_board *b, int32_t side, kit_num site, int32_t n, kit_step step);

/* ---- how it is shown ---- */

/* Texts of moves (ir_view), as they are used. */
typedef VEC(const char *) kit_forms;
void kit_tag_form(kit_code *x, kit_forms *forms, const char *form);

/* Sites are called a1, b1, .. */
typedef struct kit_shown {
    const char *const *in_hand; /* [kind] of those of hands; kinds that are never there have none, NULL */
    const char *const *pieces;  /* [what] */
    const char *hands[2];       /* names of the boards of hands */
    const kit_forms *forms;
    const ir_var *values; /* shown beside the board by their names; arrays with all their entries */
    uint32_t value_count;
} kit_shown;

void kit_show_board(kit_code *x, const kit_board *b, const kit_shown *s);

#endif
