/* Short forms of what stands on sites, unambiguous, and the same for a whole game: they are given
 * when things are first met, in alphabetical order. */
#ifndef LUDENS_DRAW_LEGEND_H
#define LUDENS_DRAW_LEGEND_H

#include "draw/screen.h"

#include <stddef.h>

typedef struct legend {
    char **contents, **shorts;
    size_t count;
    bool symbols; /* well-known pieces are shown as symbols: ♔, ●, ⛀ */
} legend;

void legend_init(legend *l, bool symbols);
void legend_done(legend *l);
/* Names all that is there, in alphabetical order, so that the same pieces get the same letters
 * wherever they stand. */
void legend_learn(legend *l, const char *const *contents, size_t count);
const char *legend_form(legend *l, const char *content);
/* Short forms with what they mean, in as many lines as it takes. */
void legend_print(const legend *l, const screen *s);

#endif
