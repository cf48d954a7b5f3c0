/* Words for directions as bits: of the compass, of relations between sites, and of other kinds of steps. */
#ifndef LUDENS_LANG_LUDII_LOWER_DIRECTION_WORDS_H
#define LUDENS_LANG_LUDII_LOWER_DIRECTION_WORDS_H

#include "lang/ludii/lower/directions.h"

enum {
    ADJACENT = GR_DIRECTIONS,
    ORTHOGONAL,
    DIAGONAL,
    OFF_DIAGONAL,
    ALL,
    SAME_LAYER,
    UPWARD,
    DOWNWARD,
    CLOCKWISE,
    COUNTERCLOCKWISE,
    INWARD,
    OUTWARD,
    ROTATIONAL,
    KINDS_END,
    SLOPED = KINDS_END /* the directions of the compass are meant upward or downward only */
};

enum { NO_DIRECTION = GR_DIRECTIONS, HEADINGS };

/* Bits of compass directions and relations, and of those left out, for each direction that a piece may look in or that
 * the last move may have had. */
typedef struct lu_direction_set {
    bool relative, last;
    uint32_t mask[HEADINGS], minus[HEADINGS];
    const ludii_value *by_site; /* words that mean at each site what its own neighbours say */
    uint32_t relation;          /* of those */
    const ludii_value *towards; /* (directions .. from: to:), which takes the place of the last move */
} lu_direction_set;

/* The sites of the type that is played on. */
const gr_sites *lu_played(const lu *x);
/* The bit of a word that means the same for all pieces; 0 for others. */
uint32_t lu_direction_mask(const char *word);
/* What a word means for a piece that looks there, among the directions `allowed`; 0 for unknown words. */
uint32_t lu_relative_mask(uint32_t allowed, const char *word, int facing);
/* Directions of the compass in which some site has a neighbour of that relation. */
uint32_t lu_supported(lu *x, uint32_t relation);
/* As many of the allowed directions further, clockwise when `way` is 1. */
int lu_turn_to(uint32_t allowed, int from, int way, int times);
/* Adds what a <Direction> says. */
void lu_add_directions(lu *x, lu_direction_set *d, const ludii_value *v);
/* What that means at a site. */
uint32_t lu_mask_at(lu *x, const lu_direction_set *d, uint32_t heading, uint32_t site);
/* Neighbours of a site by a mask, clockwise from north, without those of another. */
void lu_neighbours_but(lu *x, const gr_sites *s, uint32_t site, uint32_t mask, uint32_t minus, vec_u32 *out);
/* Whether a step leads to another layer, around the middle of the board, to it or away from it. */
bool lu_step_is(const gr_sites *s, uint32_t kind, uint32_t site, uint32_t to);

#endif
