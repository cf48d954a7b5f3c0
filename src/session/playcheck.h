/* What can only be found out by playing: whether games end, everybody can move, and scores are
 * what they should be. */
#ifndef LUDENS_SESSION_PLAYCHECK_H
#define LUDENS_SESSION_PLAYCHECK_H

#include "session/setup.h"

#include <jansson.h>

typedef struct play_report {
    json_t *findings; /* objects as `check --json` has them */
    char *text;       /* the same for people, or NULL */
    char *summary;    /* one line */
    unsigned errors, warnings;
    int code; /* to exit with */
} play_report;

/* Random games; `path` stands for the file. */
play_report play_check(const setup *with, const lud_game *game, const char *path, uint64_t playouts, bool color);
void play_report_done(play_report *r);

#endif
