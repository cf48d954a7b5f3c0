/* What a run looks for: the bounds of its tests, what makes a good game, and which kinds of games are kept apart. */
#ifndef LUDENS_EVOLVE_CRITERIA_H
#define LUDENS_EVOLVE_CRITERIA_H

#include "session/memory.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum setting {
#define SETTING(id, section, key, standard, least, most, meaning) SET_##id,
#include "evolve/settings.def"
#undef SETTING
    SETTINGS
} setting;

typedef enum behaviour_key {
#define BEHAVIOUR(id, key, title, meaning) BEHAVIOUR_##id,
#include "evolve/behaviour.def"
#undef BEHAVIOUR
    BEHAVIOURS
} behaviour_key;
extern const char *const behaviour_keys[BEHAVIOURS];

enum { CRITERIA_KEY = 64, CRITERIA_MAX = 64, AXES_MAX = 8, BOUNDS_MAX = 15 };

/* A measure and what is wanted of it: 1 from low to high, falling to 0 at a distance of `slack` from there. */
typedef struct criterion {
    char key[CRITERIA_KEY];
    double weight, low, high, slack;
} criterion;

/* Games of one kind are those between the same bounds of a measure; `word:NAME` is 1 for games in whose rules the word
 * stands, else 0. */
typedef struct axis {
    char key[CRITERIA_KEY];
    double bounds[BOUNDS_MAX];
    uint32_t count;
} axis;

typedef struct criteria {
    double set[SETTINGS];
    criterion list[CRITERIA_MAX];
    uint32_t count;
    axis axes[AXES_MAX];
    uint32_t axis_count;
} criteria;

/* Reads the text of a file of criteria; what it leaves out is as in the standard one, sections [score] and [archive] as
 * a whole. False: `problem` says what is wrong, and in which line. */
bool criteria_read(criteria *c, const char *text, size_t length, const char *name, char *problem, size_t size);
/* The standard criteria as a file, with what each line means. */
void criteria_write(buffer *out);
/* The name and the meaning of a measure or behaviour; NULL: there is none of that key. */
const char *criteria_title(const char *key, const char **meaning);
/* How much a value is what is wanted, 0 to 1; of none 0. */
double criterion_desire(const criterion *c, double value);
/* Which of the kinds along an axis a value belongs to: 0 to its count. */
uint32_t axis_bin(const axis *a, double value);

#endif
