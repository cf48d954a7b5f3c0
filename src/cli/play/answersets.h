/* Playing answer-set games in the terminal: by a strategy, by hand, at random. */
#ifndef LUDENS_CLI_PLAY_ANSWERSETS_H
#define LUDENS_CLI_PLAY_ANSWERSETS_H

#include "cli/options.h"
#include "session/walk.h"

typedef struct answersets_options {
    const char *strategy; /* a file, or NULL: the stored one */
    bool step;            /* wait after each step */
    bool all_facts;
} answersets_options;

/* Returns an exit code. Without a strategy the player is human, unless it is `random`. */
int play_answersets(const options *o, const answersets_options *own, walk *w, bool human, bool random);

#endif
