/* A game at the terminal: what cmd_play.c and play_show.c share. */
#ifndef LUDENS_APP_PLAY_H
#define LUDENS_APP_PLAY_H

#include "app/advice.h"
#include "app/play_answersets.h"
#include "app/legend.h"
#include "app/options.h"
#include "app/seat.h"
#include "app/walk.h"

enum { PLAY_ROLE_OPTIONS = 64 };

typedef struct play_options {
    char *roles[PLAY_ROLE_OPTIONS]; /* "white=human" */
    size_t role_count;
    advice_options advice; /* of hints */
    match_budget budget;
    const char *resume;
    bool verbose;
    answersets_options answersets;
} play_options;

typedef struct play {
    const options *o;
    const play_options *own;
    const char *file;
    uint64_t rules_hash;
    walk w;
    bool hidden, color;
    seat *seats;     /* [role] */
    uint32_t *shown; /* [role]: percepts up to this ply were shown to the role */
    uint32_t humans, last_shown;
    legend legend;
    lud_rng rng;
    uint32_t asked; /* moves that people chose, not taken back */
    bool quit, failed;
} play;

/* Whether a move's text could be taken for a number: then numbers are written #1, #2, ... */
bool play_numeric_texts(const play *p, const lud_moves *moves);
void play_show_moves(const play *p, const lud_moves *moves);
void play_show_help(void);
/* The board, or with hidden information what the role saw since it was last shown something. */
void play_show_position(play *p, uint32_t role);
void play_show_percepts(play *p, uint32_t role);
/* What the agent of the role thought of its last move. */
void play_show_thought(const play *p, uint32_t role);
void play_show_end(play *p);

#endif
