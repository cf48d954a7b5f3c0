/* The board of a game that begins with a picture: its cells, and the unary relations that hold of them. */
#include "model/structures/structures.h"

enum { MARKS_MAX = 10 }; /* there is a text for each set of them */

static void name_contents(lud_game *game, structures_game *g)
{
    g->contents = ARENA_ARRAY(&game->arena, const char *, (size_t)1 << g->mark_count);
    g->contents[0] = "empty";
    for (uint32_t set = 1; set < UINT32_C(1) << g->mark_count; set++) {
        uint32_t last = 31 - (uint32_t)__builtin_clz(set), rest = set & ~(UINT32_C(1) << last);
        const char *name = rs_text(&g->play->f, vec_at(&g->play->spaces, g->marks[last]).name);
        g->contents[set] = rest ? arena_printf(&game->arena, "%s+%s", g->contents[rest], name) : name;
    }
}

void structures_find_board(lud_game *game, structures_game *g)
{
    const rs_play *p = g->play;
    const rs_structure *start = &p->f.start;
    lud_board *b = &g->board;
    if (!start->pictured)
        return;
    *b = (lud_board){.name = "board", .min_x = INT32_MAX, .min_y = INT32_MAX, .shape = LUD_BOARD_ROWS};
    g->places = ARENA_ARRAY(&game->arena, lud_site, start->elements.count + 1);
    g->elements = ARENA_ARRAY(&game->arena, uint32_t, start->elements.count + 1);
    for (uint32_t e = 0; e < start->elements.count; e++) {
        lud_site s = {.name = rs_text(&p->f, p->names[e])};
        if (!rs_place(&p->f, start, e, &s.x, &s.y))
            continue;
        b->min_x = s.x < b->min_x ? s.x : b->min_x;
        b->min_y = s.y < b->min_y ? s.y : b->min_y;
        b->max_x = s.x > b->max_x ? s.x : b->max_x;
        b->max_y = s.y > b->max_y ? s.y : b->max_y;
        g->elements[b->sites] = e;
        g->places[b->sites++] = s;
    }
    g->marks = ARENA_ARRAY(&game->arena, uint32_t, MARKS_MAX);
    for (uint32_t i = 0; i < p->spaces.count && g->mark_count < MARKS_MAX; i++)
        if (vec_at(&p->spaces, i).arity == 1)
            g->marks[g->mark_count++] = i;
    name_contents(game, g);
}

static uint32_t board_count(const lud_game *game) { return structures_of(game)->board.sites > 0; }

static lud_board board_at(const lud_game *game, uint32_t board)
{
    (void)board;
    return structures_of(game)->board;
}

static lud_site site_at(const lud_game *game, const void *state, uint32_t board, uint32_t site)
{
    const structures_game *g = structures_of(game);
    const unsigned char *bytes = state;
    lud_site out = g->places[site];
    uint32_t set = 0, e = g->elements[site];
    (void)board;
    for (uint32_t i = 0; i < g->mark_count; i++) {
        const uint64_t *bits = (const uint64_t *)(const void *)(bytes + vec_at(&g->play->spaces, g->marks[i]).offset);
        set |= (uint32_t)(bits[e / 64] >> e % 64 & 1) << i;
    }
    out.content = bytes[g->play->alive + e] ? g->contents[set] : "gone";
    return out;
}

static lud_location site_location(const lud_game *game, uint32_t board, uint32_t site)
{
    const lud_site *place = &structures_of(game)->places[site];
    (void)board;
    return (lud_location){.x = place->x, .y = place->y};
}

const machine_boards structures_boards = {
    .count = board_count, .at = board_at, .site_at = site_at, .site_location = site_location};
