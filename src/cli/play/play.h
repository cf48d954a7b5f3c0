/* A game at the terminal: what cmd_play.c, play/input.c and play/show.c share. */
#ifndef LUDENS_CLI_PLAY_PLAY_H
#define LUDENS_CLI_PLAY_PLAY_H

#include "cli/options.h"
#include "cli/play/answersets.h"
#include "cli/play/prompt.h"
#include "draw/board.h"
#include "session/advice.h"
#include "session/notation.h"
#include "session/seat.h"
#include "session/walk.h"

enum { PLAY_ROLE_OPTIONS = 64 };
#define PLAY_TITLE "ludens play"

typedef struct play_options {
    char *roles[PLAY_ROLE_OPTIONS]; /* "white=human" */
    size_t role_count;
    advice_options advice; /* of hints */
    match_budget budget;
    const char *resume;
    bool verbose, letters, notes;
    answersets_options answersets;
} play_options;

typedef struct play {
    const options *o;
    const play_options *own;
    const char *file;
    uint64_t rules_hash;
    walk w;
    char *header; /* the comment at the top of the rules */
    screen screen;
    prompt *prompt;
    bool hidden, has_edges;
    about_sides edges;
    notation *notation;
    notation_list written; /* the moves of the role that play_write was last called for */
    seat *seats;           /* [role] */
    uint32_t *shown;       /* [role]: percepts up to this ply were shown to the role */
    uint32_t humans, last_shown;
    legend legend;
    lud_rng rng;
    uint32_t asked;   /* moves that people chose, not taken back */
    char *saved_path; /* what the game was saved to, and may be again */
    uint32_t at;      /* the role that is asked */
    bool quit, failed;
} play;

/* Whether a person has to choose for the role. */
bool play_asks(play *p, uint32_t role);
/* Asks until there is a move. False when the position changed under us, or the player leaves. */
bool play_human_move(play *p, uint32_t role, lud_moves *moves, uint32_t *index);
/* For completion: the moves and the commands. */
char *play_candidate(void *user, size_t index);

/* Writes the moves of a role in the position into `written`. */
void play_write(play *p, uint32_t role);
/* How a move of that role is written, by its exact text. */
const char *play_written(play *p, uint32_t role, const char *exact);
typedef int (*prefix_test)(const char *, const char *, size_t);
/* The text of the move, as it is written or in exact form, that begins with `prefix`, to be freed; NULL: neither. */
char *play_beginning(const play *p, const lud_moves *moves, uint32_t move, const char *prefix, prefix_test test);
/* Whether a move's text could be taken for a number: then numbers are written #1, #2, ... */
bool play_numeric_texts(const play *p, const lud_moves *moves);
/* Those that begin with `prefix`. */
void play_show_moves(const play *p, const lud_moves *moves, const char *prefix);
/* What the game is, and who plays. */
void play_show_banner(const play *p);
/* The comment at the top of the rules. */
void play_show_rules(const play *p);
void play_show_help(void);
/* The board, or with hidden information what the role saw since it was last shown something. */
void play_show_position(play *p, uint32_t role);
void play_show_percepts(play *p, uint32_t role);
/* What the agent of the role thought of its last move. */
void play_show_thought(play *p, uint32_t role);
void play_show_end(play *p);

#endif
