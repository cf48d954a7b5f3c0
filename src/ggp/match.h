/* A match as a player sees it: the game, where it stands, and the agent that thinks. */
#ifndef LUDENS_GGP_MATCH_H
#define LUDENS_GGP_MATCH_H

#include "agents/agent.h"
#include "ggp/message.h"

#include <stdio.h>

typedef struct ggp_player_options {
    const char *name;   /* of the player, a word of the protocol */
    const char *agent;  /* as agent_find reads it */
    double margin;      /* seconds to be ready before a clock runs out */
    double silence;     /* seconds after which a match is given up; 0: by its clocks */
    uint32_t particles; /* see belief_options */
    lud_options load;
    uint64_t seed;
    FILE *log; /* or NULL */
} ggp_player_options;

typedef struct ggp_match {
    const ggp_player_options *options;
    char *id, *role_name;
    double start_clock, play_clock;
    lud_game *game; /* NULL: not loaded */
    uint64_t seed;
    uint32_t role, roles;
    bool hidden;
    uint32_t *order; /* [position in a joint move] role */
    uint32_t order_count, turn;
    lud_context *ctx;
    void *state;    /* the true one, when it is known */
    belief *belief; /* in games with hidden information */
    agent *agent;
    atomic_bool stop;     /* no more thinking */
    lud_control *control; /* ends whatever is done for the match, loading as well */
} ggp_match;

/* `number` counts the matches of the player. */
ggp_match *ggp_match_new(const ggp_player_options *o, const ggp_message *start, uint64_t number);
void ggp_match_free(ggp_match *m);
/* Loads the rules of the START message. False when they cannot be played. */
bool ggp_match_load(ggp_match *m, const ggp_message *start);
/* Makes the step that a PLAY or STOP tells of; `sent` is the reply to the PLAY before. False when
 * it does not fit the rules: the match stands where it was. */
bool ggp_match_update(ggp_match *m, const ggp_message *message, const char *sent, double deadline);
/* A legal move at random, for want of a better one: its text, or NULL when there is none. */
char *ggp_match_any_move(ggp_match *m);
/* The agent's move. */
char *ggp_match_think(ggp_match *m, double deadline);
/* Says on the log how the match ended. */
void ggp_match_report(ggp_match *m);

void ggp_log(const ggp_player_options *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
