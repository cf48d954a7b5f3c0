/* What a move did on the boards: which piece went where or was placed, and what it took. */
#ifndef LUDENS_SESSION_EFFECT_H
#define LUDENS_SESSION_EFFECT_H

#include "session/sight.h"

enum { EFFECT_TAKEN = 32, PIECE_TEXT = 64 };

typedef struct effect {
    bool moved;             /* a piece went from `from` to `to`, on one board */
    bool placed;            /* a piece appeared at `to` */
    lud_site_name from, to; /* as `moved` and `placed` say */
    char piece[PIECE_TEXT]; /* what it was called before it moved, or after it was placed */
    uint32_t taken_count;
    lud_site_name taken[EFFECT_TAKEN]; /* where pieces were that are gone or became others' */
} effect;

/* `named`: the sites that the move names. The sights are alike. */
void effect_find(const sight *before, const sight *after, const lud_site_name *named, uint32_t count, effect *e);
/* The name of the piece on top of a site (piece_name); "" where there is none, or only a number of things. */
void effect_piece(const lud_game *game, const char *content, char name[PIECE_TEXT]);

#endif
