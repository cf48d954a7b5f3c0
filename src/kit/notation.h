/* Squares and positions of boards of files and ranks as text: `e4`, and a position as FEN has it. */
#ifndef LUDENS_KIT_NOTATION_H
#define LUDENS_KIT_NOTATION_H

#include <stdbool.h>
#include <stdint.h>

/* Sets a flag for each site of a list, `e4 d5`; a rank is `*8`, a file `a*`, all `*`, none `-`. Returns NULL, or what
 * is no square, up to *end. */
const char *kit_read_squares(const char *text, int32_t files, int32_t ranks, bool *sites, const char **end);

/* Flags for the sites of ranks `first` to `last`, counted from 1 at that side's end of the board: sets and returns
 * them. */
bool *kit_ranks(int32_t files, int32_t ranks, int32_t side, int32_t first, int32_t last, bool *sites);

/* Reads a piece in front of `p`: returns what is behind it, or NULL if there is none. */
typedef const char *(*kit_read_piece)(void *user, const char *p, int32_t *piece);

/* Ranks from the last one on, with slashes between them; numbers are empty squares. Returns what is behind them; where
 * *problem is set, the place of it. */
const char *kit_read_ranks(const char *text, int32_t files, int32_t ranks, kit_read_piece read, void *user,
                           int32_t *what, const char **problem);

/* Pieces in hand in brackets, counted from [0] for piece 1; none if there are no brackets. As above. */
const char *kit_read_hands(const char *p, kit_read_piece read, void *user, int32_t *counts, const char **problem);

/* Which of a rank's rooks castles with the king on that site: by a letter of FEN, K and Q for the outermost one on
 * either side, or the letter of a file. `rooks`: flags of sites. -1: there is none. */
int32_t kit_read_castling(char letter, int32_t files, int32_t king, const bool *rooks);

#endif
