/* Strategies of answer-set games on the command line: `--strategy FILE` of check, play and run. */
#ifndef LUDENS_CLI_STRATEGY_H
#define LUDENS_CLI_STRATEGY_H

#include "cli/options.h"

#include <jansson.h>

/* What `--strategy` says when it means the strategy that the game has. */
#define STRATEGY_STORED "stored"

/* A strategy program that was read. */
typedef struct strategy_text {
    const char *file; /* NULL: the stored one */
    char *text;
    size_t length;
} strategy_text;

/* Reads the file, unless it is `stored` or NULL. False after a message; *code is then the exit code. */
bool strategy_read(strategy_text *s, const char *file, int *code);
void strategy_text_done(strategy_text *s);
/* A strategy of the game; NULL after diagnostics. */
lud_strategy *strategy_make(const strategy_text *s, const lud_game *game, bool explained, lud_diags *diags);
/* For `--strategy FILE` without a GAME: then it named the game, and the stored strategy is meant. */
bool strategy_is_game(const options *o, const char *file);

typedef struct strategy_run_options {
    const char *strategy;
    uint64_t levels; /* generated ones; 0: the game's own level */
    uint64_t games;  /* of each level */
    bool explain;
} strategy_run_options;

/* Plays the strategy on many levels and shows how often it wins. An exit code. */
int strategy_run(const options *o, const strategy_run_options *own, const char *path, json_t *list);

#endif
