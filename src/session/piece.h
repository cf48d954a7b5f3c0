/* What stands on a site, read from the name that the rules give it: whose it is, and of which kind. */
#ifndef LUDENS_SESSION_PIECE_H
#define LUDENS_SESSION_PIECE_H

#include "ludens.h"

enum { PIECE_WORDS = 48 };

typedef struct piece {
    char owner[PIECE_WORDS]; /* a role, or a colour; "" where nothing says it */
    char kind[PIECE_WORDS];  /* words in small letters, "king"; "" for a plain piece of its owner */
    bool counted;            /* a number of things: there may be others */
} piece;

/* The uppermost piece of a content. False when nothing stands there. */
bool piece_read(const lud_game *game, const char *content, piece *p);
/* Its name as the rules give it, without marks, counts and states, into `size` bytes. */
void piece_name(const char *content, char *name, size_t size);
/* A stone, a man, a pawn: what people write without a letter. */
bool piece_is_plain(const char *kind);

#endif
