/* What the ways of running two games side by side share. */
#ifndef LUDENS_MODEL_LOCKSTEP_INSIDE_H
#define LUDENS_MODEL_LOCKSTEP_INSIDE_H

#include "model/machine.h"

typedef struct side {
    const lud_game *game;
    const char *name; /* of the back end */
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *state, *after;
} side;

typedef struct pair {
    side of[2];
    size_t size;
    const lud_lockstep_options *options;
    lud_lockstep_result *result;
    arena arena;                /* of one game */
    const char *path;           /* moves so far */
    const unsigned char *place; /* state whose decision is looked at */
} pair;

#define SAY(...) arena_printf(&p->arena, __VA_ARGS__)

/* Notes a difference; always false. */
bool lockstep_differ(pair *p, const char *what, const char *values);
bool lockstep_same_number(pair *p, const char *what, uint64_t a, uint64_t b);
bool lockstep_same_text(pair *p, const char *what, const char *a, const char *b);
/* The same status, and the same fault; *a becomes a limit that one side hit. */
bool lockstep_same_status(pair *p, const char *what, lud_status *a, lud_status b);
bool lockstep_same_percepts(pair *p, const char *what);

/* lockstep_joint.c: a game of joint moves between machines that write states in different ways, so
 * that all is compared by its text. False at a difference. */
bool lockstep_joint_game(pair *p, uint64_t number);

#endif
