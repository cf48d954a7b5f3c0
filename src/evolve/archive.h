/* Who may have offspring: the best games, and the best of each kind (MAP-Elites: Mouret, Clune, "Illuminating search
 * spaces by mapping elites", 2015). */
#ifndef LUDENS_EVOLVE_ARCHIVE_H
#define LUDENS_EVOLVE_ARCHIVE_H

#include "evolve/criteria.h"
#include "ludens.h"

#include <jansson.h>

typedef struct member {
    uint64_t unit, hash;
    double score;
    char *text; /* of its own */
    char name[16];
} member;

typedef struct cell {
    uint64_t kind;
    member elite;
} cell;

typedef struct archive {
    const criteria *c;
    member *population;
    uint32_t count, capacity;
    cell *cells;
    uint32_t cell_count, cell_capacity;
} archive;

void archive_init(archive *a, const criteria *c);
void archive_done(archive *a);
/* Takes a copy where it is good enough for one or the other. */
void archive_add(archive *a, const member *m, const json_t *values);
/* The kind of a game: the bins along the axes, as one number. */
uint64_t archive_kind(const criteria *c, const json_t *values, const char *text);
/* One by tournament in the population, or one of any kind; NULL: there is nobody. */
const member *archive_draw(const archive *a, lud_rng *rng);
/* Whether a word stands in rules, between blanks and brackets. */
bool archive_has_word(const char *text, const char *word);

#endif
