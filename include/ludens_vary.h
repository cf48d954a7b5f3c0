/* Rules that are made by machine: games drawn from the grammar of a language, and games that are changed and crossed.
 * What is made is well typed by that grammar; whether it can be played is another question (docs/evolve.md).
 *
 *     lud_breeder *b = lud_breeder_new("game.ludi", NULL);
 *     lud_breeder_learn(b, NULL, text, strlen(text), diags);
 *     lud_offspring child;
 *     if (lud_vary(b, &(lud_variation){.parent = text, .seed = 1, .steps = 2}, &child))
 *         ..
 *     lud_offspring_done(&child);
 *
 * A breeder belongs to one thread at a time. */
#ifndef LUDENS_VARY_H
#define LUDENS_VARY_H

#include "ludens_load.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lud_breeder lud_breeder;

/* `name` stands for all texts in diagnostics, and says by its extension which language they are in (options.language
 * comes first). Of the options the language, the dialect and the limits count. NULL when out of memory. */
LUD_API lud_breeder *lud_breeder_new(const char *name, const lud_options *options);
LUD_API void lud_breeder_free(lud_breeder *breeder);
/* Reads a game, which diagnostics call `name` (NULL: as all texts): its parts become likelier in the places where they
 * stand. The first one says which dialect all are of. False with diagnostics: it is no game of this language, or texts
 * of the language are not changed by machine. */
LUD_API bool lud_breeder_learn(lud_breeder *breeder, const char *name, const char *text, size_t length,
                               lud_diags *diags);

typedef struct lud_variation {
    const char *parent; /* or NULL: a game is drawn from the grammar as it was learnt */
    const char *other;  /* that parts are taken from, or NULL: no crossing */
    uint64_t seed, stream;
    uint32_t steps;   /* operators that are applied, one after the other; 0: 1 */
    uint32_t largest; /* parts of the game; 0: 400 */
    double surprise;  /* 0 to 1: how often the grammar alone says what stands somewhere, and not what was learnt */
} lud_variation;

typedef struct lud_offspring {
    char *text;    /* in the canonical layout */
    char *told;    /* what was done, a line a step: "cross: X instead of Y" */
    uint64_t hash; /* equal for games that differ in titles, in names of their own, or in an order that means nothing */
    uint32_t size; /* parts */
} lud_offspring;

/* The same request gives the same game, as long as the breeder has learnt the same. False: nothing came of it (no
 * operator found a place, or the result is no other game than a parent), or a parent is no game of the language. To be
 * freed with lud_offspring_done in either case. */
LUD_API bool lud_vary(lud_breeder *breeder, const lud_variation *variation, lud_offspring *child);
LUD_API void lud_offspring_done(lud_offspring *child);

/* Hash and size of a text (told is NULL), which is laid out. False with diagnostics; of languages whose grammar grows
 * with what is learnt (HRG) also when the game has parts that no learnt one has. */
LUD_API bool lud_breeder_read(lud_breeder *breeder, const char *text, size_t length, lud_offspring *read,
                              lud_diags *diags);
/* The game without one of the parts that may be left out: they are numbered from 0, outer ones before what is in them.
 * False: there is no such part. *end is set to the number of the next part that lies not inside of it (or NULL). */
LUD_API bool lud_breeder_without(lud_breeder *breeder, const char *text, uint32_t part, lud_offspring *rest,
                                 uint32_t *end);
/* The game under another title; NULL where its language has none. To be freed with lud_free. */
LUD_API char *lud_breeder_titled(lud_breeder *breeder, const char *text, const char *title);
/* The fewest parts to put in, take out or replace to make one game of the other; UINT32_MAX when one cannot be read.
 * Names that a game gives do not count. */
LUD_API uint32_t lud_breeder_distance(lud_breeder *breeder, const char *a, const char *b);

#ifdef __cplusplus
}
#endif

#endif
