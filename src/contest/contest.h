/* Many games between agents: who plays whom with which seed, played by several threads. */
#ifndef LUDENS_CONTEST_CONTEST_H
#define LUDENS_CONTEST_CONTEST_H

#include "agents/match.h"
#include "agents/rating.h"

#include <jansson.h>

typedef struct entrant {
    char *text; /* "mcts:playouts=1000", and */
    agent_spec spec;
    match_budget budget;
} entrant;

/* The games are numbered: rounds of line-ups (each set of as many entrants as there are roles),
 * each of them played once for each rotation of the seats, with the same seed. */
typedef struct contest {
    const lud_game *game;
    const char *file; /* of the rules */
    uint32_t roles;
    entrant *entrants;
    uint32_t count;
    uint64_t rounds, seed;
    uint32_t max_plies, particles, threads;
    bool fixed; /* seats do not rotate */
    uint32_t lineups, rotations;
    bool explain; /* agents say what they think of each move */
} contest;

/* One game: what is played, or how it ended. */
typedef struct contest_game {
    uint64_t number, seed;
    uint32_t *seats; /* [role - 1] entrant */
    lud_status status;
    uint32_t plies;
    double *scores;    /* [role - 1] */
    match_work *works; /* [role - 1] */
    json_t *moves;     /* as in trials */
    char problem[AGENT_PROBLEM];
} contest_game;

/* Counts line-ups. An exit code, after a message where the entrants do not fit the game or memory is short. */
int contest_init(contest *c, const lud_game *game, const char *file, char *const *entrants, uint32_t count,
                 const match_budget *budget);
void contest_done(contest *c);
uint64_t contest_games(const contest *c);
/* Seats and seed of a game. */
void contest_plan(const contest *c, uint64_t number, contest_game *g);
void contest_game_done(contest_game *g);

typedef struct contest_run {
    /* Whether a game is to be played; may be NULL. Called with increasing numbers by one thread at
     * a time. */
    bool (*wanted)(void *user, uint64_t number);
    /* A game is over. Called by one thread at a time, in any order of games. False: play no more.
     */
    bool (*over)(void *user, contest_game *game);
    void *user;
    /* Called many times a second; false stops. Or NULL. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *watcher; /* its user */
    uint64_t done; /* games that count as done already */
} contest_run;

/* Plays what is to be played. An exit code; messages go to standard error. */
int contest_play(const contest *c, const contest_run *run);

/* 1, 1/2 or 0 for each pair of different entrants that met, into tallies[a * count + b]. */
void contest_tally(const contest *c, const contest_game *g, rating_tally *tallies);
/* The game as a trial (docs/json.md), with who played. */
json_t *contest_trial(const contest *c, const contest_game *g, uint64_t rules_hash, const lud_options *load);

#endif
