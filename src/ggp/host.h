/* Leading matches: what a game manager does. */
#ifndef LUDENS_GGP_HOST_H
#define LUDENS_GGP_HOST_H

#include "ggp/scramble.h"
#include "net/client.h"
#include "session/walk.h"

/* Why a move was replaced by a random one. */
typedef enum ggp_error { GGP_ERROR_LATE, GGP_ERROR_SILENT, GGP_ERROR_GARBAGE, GGP_ERROR_ILLEGAL, GGP_ERRORS } ggp_error;

typedef struct ggp_seat {
    uint32_t role;               /* of the game, */
    uint32_t sheet_role;         /* and of the sheet */
    const char *player;          /* as named on the command line: a URL, or "random" */
    const char *url;             /* NULL: played here, at random */
    uint32_t errors[GGP_ERRORS]; /* of this match */
    uint32_t moves;              /* asked for */
    double slowest;              /* seconds for a reply */
    double score_sum;            /* over matches */
    uint64_t error_sum;
    char *last;  /* its move in the last step, as players get it, */
    char *shown; /* and in the game's own language; NULL: it did not decide */
} ggp_seat;

typedef struct ggp_host {
    const lud_game *game;  /* whose moves and scores are shown */
    const lud_game *sheet; /* what players play: the game, or a rule sheet made of it */
    json_t *texts;     /* moves of the game, by role and term of the sheet (ggp_host_name); NULL: they are the same */
    const char *rules; /* in prefix notation, may have comments */
    const lud_control *control; /* ends matches */
    double start_clock, play_clock, grace;
    bool upper, hidden;
    bool talk; /* report each step on standard error */
    uint32_t max_plies;
    ggp_seat *seats;
    uint32_t seat_count;
    uint32_t *order; /* [position in a joint move] role of the sheet */
    uint32_t order_count;
    walk walk;           /* on the sheet */
    walk own;            /* beside it on the game, when that is another */
    lud_context *failed; /* where a match ended with a status other than LUD_OK */
    ggp_scramble scramble;
    lud_rng rng;
    char *id;               /* of the match */
    json_t *moves, *errors; /* of the match, for its trial */
} ggp_host;

const char *ggp_error_name(ggp_error e);
/* What roles (of the seats) and moves of the sheet mean, from the lines of lud_rule_sheet. */
void ggp_host_name(ggp_host *h, const char *lines);
/* The walk on the game itself. */
const walk *ggp_host_shown(const ggp_host *h);
/* Finds the order of the roles. */
void ggp_host_init(ggp_host *h);
void ggp_host_done(ggp_host *h);
/* Asks all players whether they are there and free. True when all are; says otherwise. */
bool ggp_host_greet(ggp_host *h);
/* Plays a match to its end; h->moves and h->errors then tell about it. *interrupted: by the control. */
lud_status ggp_host_play(ggp_host *h, bool *interrupted);

#endif
