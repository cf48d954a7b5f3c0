/* What rows of the tables of Ludi mean in Ludii: ludi_rules.c, and ludi_moves.c for moves and their
 * conditions. */
#ifndef LUDENS_LANG_LUDII_LUDEMES_LUDI_RULES_H
#define LUDENS_LANG_LUDII_LUDEMES_LUDI_RULES_H

#include "lang/ludii/dialect.h"

enum { LUDI_PLAYERS_MAX = 8, LUDI_PIECES_MAX = 64 };

typedef struct ludi {
    const ludii_value *pieces[LUDI_PIECES_MAX];
    uint32_t piece_count;
    const char *players[LUDI_PLAYERS_MAX], *facings[LUDI_PLAYERS_MAX];
    uint32_t player_count;
    const char *tiling, *shape;
    int rows, columns;
    bool drops_only; /* nothing but what the mover puts on the board changes */
    bool stacks;
    bool drop; /* the move whose conditions are read has no cell that it comes from */
} ludi;

/* Arguments of the forms. */
enum { GAME_NAME, GAME_PLAYERS, GAME_BOARD, GAME_PIECES, GAME_START, GAME_END };
enum { PIECE_NAME, PIECE_OWNER, PIECE_MOVES };
enum { MOVE_PRIORITY, MOVE_DIRN, MOVE_PRE, MOVE_ACTION, MOVE_POST };

void ludi_set_letter(dialect *d, char letter, const char *text);
int ludi_number(const dialect *d, const ludii_value *v);
/* From 1; 0 is everybody. */
uint32_t ludi_player(dialect *d, const ludii_value *name);
/* Ludii's name of a side of the board. */
const char *ludi_compass_side(dialect *d, const char *word);

/* What the moves are together: the argument of `(play ..)`. */
const char *ludi_play(dialect *d);
/* Whether pieces come to lie on each other, and whether only pieces of the mover appear. */
void ludi_classify(dialect *d, ludi *g);
MEANING_OF(ludi_game);
MEANING_OF(ludi_players);
MEANING_OF(ludi_board);
MEANING_OF(ludi_region);
MEANING_OF(ludi_side);
MEANING_OF(ludi_empty);
MEANING_OF(ludi_owner);
MEANING_OF(ludi_enemy);
MEANING_OF(ludi_in_region);
MEANING_OF(ludi_phase);
MEANING_OF(ludi_height);
MEANING_OF(ludi_reaches);
MEANING_OF(ludi_distance);
MEANING_OF(ludi_count_line);
MEANING_OF(ludi_capture);
MEANING_OF(ludi_convert);
MEANING_OF(ludi_promote);
MEANING_OF(ludi_move);
MEANING_OF(ludi_piece);
MEANING_OF(ludi_place);
MEANING_OF(ludi_in_a_row);
MEANING_OF(ludi_connect);
MEANING_OF(ludi_eliminate);
MEANING_OF(ludi_no_move);
MEANING_OF(ludi_end);

#endif
