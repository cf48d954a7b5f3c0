/* Walking through a game move by move, with the way back: what `play`, `session`, `moves`,
 * `record` and `replay` do. */
#ifndef LUDENS_SESSION_WALK_H
#define LUDENS_SESSION_WALK_H

#include "ludens_answersets.h"

typedef struct walk {
    const lud_game *game;
    lud_context *ctx;
    uint32_t roles;         /* players; roles 0..roles exist, 0 is chance */
    bool facts;             /* rules of logic: a state is a set of facts, all roles move at once */
    bool open;              /* any move that can be read may be made; lists are proposals (answer sets) */
    bool hidden;            /* roles do not see everything */
    size_t size;            /* of a state */
    void *state;            /* where we are */
    unsigned char *history; /* states before it, oldest first */
    uint32_t ply, capacity; /* applied moves; states the history has room for */
    lud_moves **lists;      /* [role], legal moves listed by walk_list */
    bool *listed;           /* [role]: lists[role] is up to date */
    lud_move *joint;        /* [role], for walk_apply */
    uint32_t **typed;       /* [role], words of a move that is in no list */
    uint32_t *typed_count;
    char ***percepts; /* [role][ply]: what the role saw, entry 0 of the start */
    char ***made;     /* [role][ply]: its move, from 1; NULL: it did not decide */
    char *tried;      /* the moves that walk_apply last failed to make, or NULL */
    uint32_t *ways;   /* [ply]: in which way the moves were made */
} walk;

/* Ends the program when there is no memory. walk_start comes next. */
void walk_init(walk *w, const lud_game *game);
void walk_done(walk *w);
/* Goes to the initial state and forgets the way back. */
lud_status walk_start(walk *w);
bool walk_terminal(const walk *w);
bool walk_decides(const walk *w, uint32_t role);
/* The only role that decides, or -1 when several do or none. */
int walk_mover(const walk *w);
/* Legal moves of a role that decides, kept until the position changes. In open games the list of chance is
 * empty when it would be too long. */
lud_status walk_list(walk *w, uint32_t role, lud_moves **moves);
/* Index of the legal move with this text, for walk_at, or -1. The role's moves must be listable. */
int walk_find(walk *w, uint32_t role, const char *text);
/* The move that walk_find found. It lives until the next walk_find or walk_choose of the role. */
lud_move walk_at(const walk *w, uint32_t role, int index);
/* Draws a move: for chance by the weights, else (or unless `weighted`) evenly. */
lud_status walk_choose(walk *w, uint32_t role, bool weighted, lud_rng *rng, lud_move *move);
/* Makes the move joint[role] of every role that decides. Where the rules leave open what a
 * move leads to it is made in the way given (lud_apply_way). */
lud_status walk_apply(walk *w, uint32_t way);
/* In how many ways that move can be made: 1 nearly always. */
uint32_t walk_ways(walk *w);
/* False at the start. */
bool walk_undo(walk *w);
/* Chooses among listed moves: by weight for chance and when `weighted`, else evenly. */
uint32_t walk_draw(const lud_moves *moves, bool weighted, lud_rng *rng);
/* The move's text, to be freed. */
char *walk_text(const walk *w, lud_move move);
/* The moves of the roles in `movers`, separated by blanks, as `--after` takes them; to be freed. */
char *walk_joint_text(const walk *w, uint64_t movers, const lud_move *joint);
/* The role's move of a ply (from 1), or NULL. */
const char *walk_own(const walk *w, uint32_t role, uint32_t ply);
/* What the role saw when entry (0: the start, else the ply) came about. */
const char *walk_percept(const walk *w, uint32_t role, uint32_t entry);
/* Length of the first of several terms that are separated by blanks, those inside of parentheses
 * not counted; 0 at the end. *text moves on to its beginning. */
size_t walk_term(const char **text);

#endif
