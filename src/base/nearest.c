#include "base/nearest.h"

#include <stdbool.h>
#include <string.h>

void suggest_init(suggestion *s, const char *word)
{
    s->word = word;
    s->best = NULL;
    size_t n = strlen(word);
    s->best_distance = n <= 2 ? 1 : n <= 5 ? 2 : 3;
    s->best_distance++; /* strictly nearer than this */
}

enum { SUGGEST_MAX = 40 };

/* Optimal string alignment distance; a swap of neighbours counts one. */
static uint32_t distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > SUGGEST_MAX || m > SUGGEST_MAX || n > m + 3 || m > n + 3)
        return UINT32_MAX;
    uint32_t row[3][SUGGEST_MAX + 1];
    for (size_t j = 0; j <= m; j++)
        row[0][j] = (uint32_t)j;
    for (size_t i = 1; i <= n; i++) {
        uint32_t *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (uint32_t)i;
        for (size_t j = 1; j <= m; j++) {
            uint32_t best = last[j - 1] + (a[i - 1] != b[j - 1]);
            if (last[j] + 1 < best)
                best = last[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[n % 3][m];
}

void suggest_offer(suggestion *s, const char *candidate)
{
    uint32_t d = distance(s->word, candidate);
    size_t n = strlen(s->word);
    /* of words that are equally near one as long is the likelier one: two letters were swapped, say */
    bool likelier = s->best && d == s->best_distance && strlen(s->best) != n && strlen(candidate) == n;
    if ((d < s->best_distance || likelier) && d < n) {
        s->best = candidate;
        s->best_distance = d;
    }
}
