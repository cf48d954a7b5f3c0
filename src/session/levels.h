/* A strategy of an answer-set game, played on one level step by step or on many levels at once. */
#ifndef LUDENS_SESSION_LEVELS_H
#define LUDENS_SESSION_LEVELS_H

#include "session/setup.h"
#include "session/walk.h"

typedef struct levels {
    const setup *with;
    const char *path, *rules; /* the name of the rules, and their text */
    size_t length;
    const char *strategy_file, *strategy; /* NULL, NULL: the one that the game has */
    size_t strategy_length;
    bool explained;         /* steps say which rules applied */
    bool color;             /* in texts of faults */
    uint64_t first, levels; /* generated ones, from that on; 0: the game's own level */
    uint64_t games;         /* of each level */
    uint32_t threads;       /* 0: one a core */
    bool (*progress)(void *user, uint64_t done, uint64_t total); /* false stops; may be NULL */
    void *user;
} levels;

/* A level with the strategy on it. */
typedef struct level_game {
    lud_game *rules;
    lud_strategy *strategy;
    walk w;
    lud_rng rng;
    char *memory;
    uint32_t void_steps, silent_steps;
} level_game;

/* False after diagnostics; to be closed in any case. */
bool level_open(level_game *g, const levels *how, uint64_t level, lud_diags *diags);
void level_close(level_game *g);
/* The games of a level are numbered, and each has moves of nature of its own. */
lud_status level_begin(level_game *g, const levels *how, uint64_t number);
/* One step of the strategy; `play` is what it did. */
lud_status level_step(level_game *g, lud_play *play);
/* What to say of a step that failed, to be freed. */
char *level_fault(const level_game *g, const levels *how, lud_status status);

typedef struct level_tally {
    uint64_t games, won, lost, stopped, void_steps, void_games, silent_steps, steps;
    uint32_t shortest, longest; /* of games that were won */
    uint64_t won_steps;
    uint64_t first_lost, first_void; /* levels, or UINT64_MAX */
} level_tally;

typedef struct levels_result {
    level_tally sum;
    uint64_t done; /* levels */
    /* the first failure: */
    lud_status status; /* LUD_OK with `failed`: the level could not be loaded */
    bool failed;
    uint64_t failed_level;
    uint32_t failed_step;
    char *fault;      /* or NULL */
    lud_diags *diags; /* or NULL */
} levels_result;

void levels_run(const levels *how, levels_result *result);
void levels_result_done(levels_result *result);

#endif
