/* Saved games of Zillions: a header (RulesFile=, VariantName=), lines `(Player Piece pos)` that replace the starting
 * position, and lines `N. [partial K] move`. Moves are compared part by part, whatever the order of their effects. */
#ifndef LUDENS_SESSION_ZSG_H
#define LUDENS_SESSION_ZSG_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct zsg_move {
    uint32_t line, round;
    bool partial;
    char *text;
} zsg_move;

typedef struct zsg_game {
    char *rules, *variant; /* "" when the header does not say */
    zsg_move *moves;
    uint32_t count, capacity;
    char **setup; /* `(Player Piece pos)`: a starting position of its own */
    uint32_t setup_count;
} zsg_game;

/* False when memory ended, or *line is not understood. */
bool zsg_parse(const char *text, zsg_game *game, uint32_t *line);
void zsg_done(zsg_game *game);

/* Sections in the place of those of the rules (lud_options), to be freed, or NULL where the game needs none: its
 * starting position, and `passes` where there is no move, which Zillions has even where the rules do not. */
char *zsg_sections(const zsg_game *game, bool passes);
/* The parts of a move in the notation of saved games or in ours, in one order, each once. To be freed; NULL: no memory.
 */
char *zsg_parts(const char *move);
/* Whether both say the same. */
bool zsg_same(const char *a, const char *b);

/* Adds the moves of a trial as Zillions saves them; `variant` is what `lud_describe` says of it. */
struct buffer;
void zsg_write(struct buffer *out, const char *rules, const json_t *variant, const json_t *moves);

/* The next move of a saved game, made; false: it is not legal. That a player ended a sequence is not written down, so
 * passes may stand between. */
struct walk;
bool zsg_follow(struct walk *w, const char *text);

#endif
