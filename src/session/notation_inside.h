/* What notation.c (what moves do), notation_text.c (words, letters, telling moves apart) and notation_walk.c share. */
#ifndef LUDENS_SESSION_NOTATION_INSIDE_H
#define LUDENS_SESSION_NOTATION_INSIDE_H

#include "session/notation.h"
#include "session/piece.h"

typedef struct notation_kind {
    char *name, *title; /* "king", "King" */
    char *owner;        /* of the first piece of the kind that was met */
    char *promotes;     /* the kind that was promoted to this one; or NULL */
    bool shared;        /* another one had another owner */
    char letter[8];     /* "" for plain pieces, and where there is only one kind */
} notation_kind;

typedef struct notation_content {
    const char *at; /* texts of games stay where they are */
    char *text;
    uint32_t same; /* the first one with this text */
    piece piece;
    bool there; /* a piece stands there */
    uint32_t kind;
} notation_content;

struct notation {
    const lud_game *game;
    bool facts, open, hidden, composed; /* composed: contents are put together of several variables */
    bool ready;                         /* what is met from now on was not known at the beginning */
    bool lettered;                      /* some kinds have letters */
    uint32_t boards, cells;
    site_names *names;        /* [board] */
    bool *numbered;           /* [board]: most sites have a number in their names */
    uint32_t *first, *offset; /* [board]: the first one with the same sites, UINT32_MAX: aside; its first cell */
    uint32_t *before, *after; /* [cell]: numbers of contents */
    notation_content *contents;
    uint32_t content_count, content_capacity;
    notation_kind **kinds; /* each stays where it is */
    uint32_t kind_count;
};

/* A move before it is known which others there are. Texts without a note belong to the notation. */
typedef struct written {
    char *exact;           /* own */
    const char *letter;    /* of the piece */
    char *own_letter;      /* own, in place of `letter`: "N@"; or NULL */
    const char *from, *to; /* from: NULL for a placement */
    char *fixed;           /* own: the whole text, of neither */
    char *tail;            /* own: promotion, further sites; or NULL */
    char *path;            /* own: all sites; NULL where there is one */
    const char *piece;
    bool takes, full; /* full: with the site it comes from */
    char *text;       /* the result */
} written;

/* "promoted silver" is a silver. */
void notation_read_promoted(notation_kind *k);
void notation_give_letters(notation *n);
void notation_give_letter(notation *n, uint32_t kind);
/* "P" of a pawn, for where a letter has to stand. */
const char *notation_plain_letter(const notation_kind *k);
char *notation_exact(const lud_game *game, lud_move move);
/* A move without sites, to be freed: "pass", "roll 3 4", "drop 3", "hold". */
char *notation_words(const notation *n, const char *exact);
/* Makes the texts, no two alike. */
void notation_tell_apart(notation *n, written *all, uint32_t count);

#endif
