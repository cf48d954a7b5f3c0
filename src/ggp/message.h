/* Messages of the competition protocol, as a player gets them. */
#ifndef LUDENS_GGP_MESSAGE_H
#define LUDENS_GGP_MESSAGE_H

#include "ggp/kif.h"
#include "ludens.h"

typedef enum ggp_verb {
    GGP_INFO,
    GGP_PING, /* the older name of INFO, with the older replies */
    GGP_START,
    GGP_PLAY,
    GGP_STOP,
    GGP_ABORT,
    GGP_PREVIEW
} ggp_verb;

typedef struct ggp_message {
    ggp_verb verb;
    bool infix;
    char *text; /* a copy of the message, which the terms point into */
    kif terms;
    char *match;                    /* START, PLAY, STOP, ABORT */
    char *role;                     /* START */
    int rules;                      /* START, PREVIEW: the list */
    double start_clock, play_clock; /* START; PREVIEW: the first */
    bool numbered;                  /* PLAY, STOP: the form of GDL-II, with */
    uint32_t turn;
    int own;  /* the move that was made for the player; */
    int told; /* joint move or percepts; KIF_NONE for nil */
} ggp_message;

/* Whether the text can be the name of a match or a player: short, without blanks and parentheses. */
bool ggp_is_word(const char *text);
/* NULL, or what is wrong; ggp_message_done is called in either case. */
const char *ggp_message_read(ggp_message *m, const char *text, size_t length);
void ggp_message_done(ggp_message *m);
/* The rule sheet of START as text; to be freed. */
char *ggp_message_rules(const ggp_message *m);
/* Roles of the game in the order of the rule sheet, which is the items of a list, or (KIF_NONE) the
 * whole text: joint moves have this order, in which `random` may stand anywhere. Returns their
 * number; `order` has room for all roles and chance. */
uint32_t ggp_role_order(const lud_game *game, const kif *k, int list, uint32_t *order);

/* Index of the move among those listed that the term means, or -1. Parentheses around single words
 * and capitals do not count. */
int ggp_find_move(const lud_game *game, const lud_moves *moves, const char *canonical);

#endif
