/* The nearest name. */
#ifndef LUDENS_BASE_NEAREST_H
#define LUDENS_BASE_NEAREST_H

#include <stddef.h>
#include <stdint.h>

/* "did you mean": among candidates the nearest to `word` by edit distance (transpositions
 * count one), or NULL when none is near. */
typedef struct suggestion {
    const char *word, *best;
    uint32_t best_distance;
} suggestion;
void suggest_init(suggestion *s, const char *word);
void suggest_offer(suggestion *s, const char *candidate);
#define SUGGEST_WORDS(s, words)                                                                                        \
    for (size_t word_ = 0; word_ < sizeof(words) / sizeof *(words); word_++)                                           \
    suggest_offer((s), (words)[word_])

#endif
