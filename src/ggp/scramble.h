/* Other names for the words of a rule sheet, so that players cannot go by them. */
#ifndef LUDENS_GGP_SCRAMBLE_H
#define LUDENS_GGP_SCRAMBLE_H

#include "ludens.h"
#include "session/memory.h"

#include <jansson.h>

typedef struct ggp_scramble {
    bool names;    /* rename */
    json_t *there; /* name -> new name; NULL until needed */
    json_t *back;
    lud_rng rng;
} ggp_scramble;

void ggp_scramble_init(ggp_scramble *s, bool names, uint64_t seed);
void ggp_scramble_done(ggp_scramble *s);
/* Adds text in prefix notation as players get it: without comments, on one line, names of the game
 * replaced. Keywords and numbers stay. */
void ggp_scramble_out(ggp_scramble *s, const char *text, buffer *out);
/* Adds a term of a player, in the form of kif_canonical, with the names of the game. */
void ggp_scramble_in(const ggp_scramble *s, const char *text, buffer *out);

#endif
