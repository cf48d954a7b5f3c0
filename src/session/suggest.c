#include "session/suggest.h"

#include <string.h>

enum { LONGEST = 63 };

/* Optimal string alignment distance (a swap of neighbours counts one). */
static size_t distance(const char *a, size_t n, const char *b, size_t m)
{
    size_t row[3][LONGEST + 1];
    for (size_t j = 0; j <= m; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= m; j++) {
            size_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[n % 3][m];
}

void suggestion_init(suggestion *s, const char *word)
{
    s->word = word;
    s->best = NULL;
    s->distance = strlen(word) / 3 + 2;
}

void suggestion_offer(suggestion *s, const char *candidate)
{
    size_t n = strlen(s->word), m = strlen(candidate);
    if (n == 0 || n > LONGEST || m > LONGEST)
        return;
    size_t d = distance(s->word, n, candidate, m);
    if (d < s->distance && d < n) {
        s->best = candidate;
        s->distance = d;
    }
}
