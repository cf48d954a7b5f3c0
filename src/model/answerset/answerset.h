/* Answer sets behind the forward model. */
#ifndef LUDENS_MODEL_ANSWERSET_ANSWERSET_H
#define LUDENS_MODEL_ANSWERSET_ANSWERSET_H

#include "answerset/game.h"
#include "ludens_answersets.h"
#include "model/machine.h"

/* What a thread plays with. */
typedef struct answerset_runner {
    const lud_game *game;
    as_runner *run;
    as_state *scratch;
    bool perceived;   /* run->atoms is what the player saw of the last step */
    bool saw_nothing; /* there was no answer set */
    int64_t *draws;   /* [draw of nature] */
    uint32_t *words;  /* of the move drawn last */
    char *text;       /* of lud_facts_text */
    lud_status status;
    char message[700];
} answerset_runner;

static inline const as_game *answerset_of(const lud_game *game) { return game->machine; }
/* NULL for games of other machines. */
static inline const as_game *answerset_try(const lud_game *game)
{
    return game->kind == MACHINE_answerset ? game->machine : NULL;
}
/* Atoms, one a line; to be freed. NULL: out of memory. */
char *answerset_lines(const terms *t, const term *list, uint32_t count);

/* Runs work that may spring the trap of the runner. */
typedef void (*answerset_work)(answerset_runner *r, void *user);
lud_status answerset_guard(answerset_runner *r, answerset_work work, void *user);
lud_status answerset_status(trap_reason reason);

/* The words of chance: DRAWS, then the value of each draw in two. */
#define ANSWERSET_DRAWS UINT32_MAX
void answerset_draw_words(const int64_t *draws, uint32_t count, uint32_t *words);

/* play.c */
lud_status answerset_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                             lud_playout_result *result);
lud_status answerset_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                           uint64_t *counts);
/* One step in a way; counts the ways. */
lud_status answerset_step(answerset_runner *r, as_state *state, const uint32_t *actions, uint32_t action_count,
                          const int64_t *draws, uint32_t way, uint32_t *ways);
/* Number of outcomes of chance, UINT64_MAX when there are more than can be counted. */
uint64_t answerset_outcomes(const as_game *g);
void answerset_outcome(const as_game *g, uint64_t index, int64_t *draws);

#endif
