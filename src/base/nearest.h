/* The nearest name. */
#ifndef LUDENS_BASE_NEAREST_H
#define LUDENS_BASE_NEAREST_H

#include <stdint.h>

/* "did you mean": among candidates the nearest to `word` by edit distance (transpositions
 * count one), or NULL when none is near. */
typedef struct suggestion {
    const char *word, *best;
    uint32_t best_distance;
} suggestion;
void suggest_init(suggestion *s, const char *word);
void suggest_offer(suggestion *s, const char *candidate);

#endif
