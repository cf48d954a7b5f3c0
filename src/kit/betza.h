/* Betza's notation for what pieces do: atoms (W F D N A H C Z G, and the rides R B Q, the king's K) with modifiers in
 * front of them. A doubled atom is a ride of any length, a number behind it how far one goes.
 *
 * m moves, c captures, i from where a piece begins, e captures in passing, n its way must be empty, p over one piece,
 * g right behind one piece; f b l r s v are directions. Of two letters for an oblique leap the second is where its
 * longer part goes; one alone counts for both. */
#ifndef LUDENS_KIT_BETZA_H
#define LUDENS_KIT_BETZA_H

#include "kit/attack.h"

/* A direction of a piece, of the first side. */
typedef struct kit_betza_leg {
    kit_leg leg;
    bool move, capture, initial, passing;
} kit_betza_leg;

/* Writes at most `room` legs and returns their number. *wrong: NULL, or the part of the text that is not understood, up
 * to *end. */
uint32_t kit_betza(const char *text, kit_betza_leg *legs, uint32_t room, const char **wrong, const char **end);

/* Sets the flags of sites from where no leg leads to another one. */
void kit_stuck_sites(const kit_board *b, const kit_betza_leg *legs, uint32_t count, int32_t side, bool *sites);

#endif
