/* What the author says of a game in the comment at the top of its rules. */
#ifndef LUDENS_SESSION_ABOUT_H
#define LUDENS_SESSION_ABOUT_H

#include "ludens.h"

/* Sides of a board, and the roles they belong to (0: nobody). */
enum {
    EDGE_TOP,
    EDGE_BOTTOM,
    EDGE_LEFT,
    EDGE_RIGHT,
    EDGE_UPPER_LEFT,
    EDGE_UPPER_RIGHT,
    EDGE_LOWER_LEFT,
    EDGE_LOWER_RIGHT,
    EDGE_SIDES
};
typedef struct about_sides {
    uint32_t role[EDGE_SIDES];
} about_sides;
const char *about_side_name(int side);

/* The comment that a text begins with, without the marks of comments, to be freed; "" when there is
 * none. */
char *about_header(const char *text, size_t length);
/* Its first line, to be freed; NULL when it is empty or too long for a title. */
char *about_title(const char *header);
/* Who owns the sides of a board, from a line like
 *     Edges: red bottom top, blue left right
 * False when the header has no such line that names roles of the game. */
bool about_edges(const char *header, const lud_game *game, about_sides *edges);

#endif
