/* "did you mean": the candidate nearest to a mistyped word, within a third of its length. */
#ifndef LUDENS_SESSION_SUGGEST_H
#define LUDENS_SESSION_SUGGEST_H

#include <stddef.h>

typedef struct suggestion {
    const char *word, *best; /* best: NULL when nothing is near */
    size_t distance;         /* strictly nearer candidates win */
} suggestion;

void suggestion_init(suggestion *s, const char *word);
/* The candidate must live as long as the suggestion. */
void suggestion_offer(suggestion *s, const char *candidate);

#endif
