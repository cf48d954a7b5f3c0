/* What the author says of a game in the comment at the top of its rules. */
#ifndef LUDENS_CLI_PLAY_RULES_H
#define LUDENS_CLI_PLAY_RULES_H

#include "cli/draw/board.h"

/* The comment that a text begins with, without the marks of comments, to be freed; "" when there is
 * none. */
char *rules_header(const char *text, size_t length);
/* Its first line, to be freed; NULL when it is empty or too long for a title. */
char *rules_title(const char *header);
/* Who owns the sides of a board of hexes, from a line like
 *     Edges: red bottom top, blue left right
 * False when the header has no such line that names roles of the game. */
bool rules_edges(const char *header, const lud_game *game, board_edges *edges);

#endif
