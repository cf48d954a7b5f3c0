#include "session/picture.h"

#include "session/about.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/sight.h"

#include <stdlib.h>
#include <string.h>

enum { SITES_MAX = 400 };

json_t *picture_edges(const lud_game *game, const char *header)
{
    about_sides sides;
    json_t *edges = json_object();
    if (about_edges(header, game, &sides))
        for (int side = 0; side < EDGE_SIDES; side++)
            if (sides.role[side])
                json_object_set_new(edges, about_side_name(side), json_text(lud_role_name(game, sides.role[side])));
    return edges;
}

static json_t *rounded(double x)
{
    double r = (double)(long)(x * 1000 + (x < 0 ? -0.5 : 0.5)) / 1000;
    return r == (double)(long)r ? json_integer((long)r) : json_real(r);
}

static json_t *board_json(const lud_game *game, uint32_t board)
{
    lud_board b = lud_board_at(game, board);
    json_t *at = json_array(), *lines = json_array(), *outlines = json_array();
    for (uint32_t i = 0; i < b.sites; i++) {
        lud_location place = lud_site_location(game, board, i);
        json_array_append_new(at, rounded(place.x));
        json_array_append_new(at, rounded(place.y));
        json_t *outline = json_array();
        for (uint32_t k = 0; place.outline && k < 2 * place.corners; k++)
            json_array_append_new(outline, rounded(place.outline[k]));
        json_array_append_new(outlines, outline);
        for (uint32_t k = i + 1; b.points && k < b.sites; k++)
            if (lud_site_linked(game, board, i, k))
                json_array_append_new(lines, json_pack("[ii]", i, k));
    }
    return json_pack("{so ss so so so}", "name", json_text(b.name), "shape", sight_shape(b.shape), "lines", lines, "at",
                     at, "outlines", outlines);
}

static json_t *fact_board_json(const fact_board *b)
{
    json_t *at = json_array();
    for (int y = b->min_y; y <= b->max_y; y++)
        for (int x = b->min_x; x <= b->max_x; x++) {
            json_array_append_new(at, json_integer(x));
            json_array_append_new(at, json_integer(y));
        }
    return json_pack("{so ss s[] so s[]}", "name", json_text(b->name), "shape", "rows", "lines", "at", at, "outlines");
}

/* The place of the text in the list, where it is added if it is new. */
static size_t word_of(json_t *words, const char *text)
{
    size_t i;
    json_t *word;
    json_array_foreach (words, i, word) {
        if (strcmp(json_string_value(word), text) == 0)
            return i;
    }
    json_array_append_new(words, json_text(text));
    return i;
}

json_t *picture_json(const lud_game *game, const void *state, const char *header)
{
    sight seen;
    lud_info info;
    lud_game_info(game, &info);
    sight_take(&seen, game, state);
    json_t *roles = json_array(), *boards = json_array(), *words = json_array(), *contents = json_array();
    for (uint32_t r = 1; r <= info.roles; r++)
        json_array_append_new(roles, json_text(lud_role_name(game, r)));
    for (uint32_t b = 0; b < seen.boards; b++) {
        if (seen.sites[b] > SITES_MAX || (!seen.facts.count && lud_board_at(game, b).aside))
            continue;
        json_t *list = json_array();
        for (uint32_t i = 0; i < seen.sites[b]; i++)
            json_array_append_new(list, json_integer((json_int_t)word_of(words, seen.contents[b][i])));
        json_array_append_new(contents, list);
        json_array_append_new(boards, seen.facts.count ? fact_board_json(&seen.facts.boards[b]) : board_json(game, b));
    }
    sight_done(&seen);
    return json_pack("{so so so so so}", "roles", roles, "edges", picture_edges(game, header), "boards", boards,
                     "words", words, "contents", contents);
}
