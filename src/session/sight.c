#include "session/sight.h"

#include "session/memory.h"
#include "session/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t width_of(const fact_board *b) { return (uint32_t)(b->max_x - b->min_x + 1); }

static char **fact_contents(const fact_board *b, uint32_t sites)
{
    char **contents = mem_alloc((sites + 1) * sizeof *contents);
    memset(contents, 0, (sites + 1) * sizeof *contents);
    for (uint32_t i = 0; i < b->count; i++) {
        uint32_t x = (uint32_t)(b->cells[i].x - b->min_x), y = (uint32_t)(b->cells[i].y - b->min_y);
        uint32_t site = y * width_of(b) + x;
        if (x < width_of(b) && site < sites && !contents[site])
            contents[site] = mem_strdup(b->cells[i].thing);
    }
    for (uint32_t i = 0; i < sites; i++)
        if (!contents[i])
            contents[i] = mem_strdup("");
    return contents;
}

const char *sight_shape(lud_board_shape shape)
{
    switch (shape) {
    case LUD_BOARD_ROWS: return "rows";
    case LUD_BOARD_HEX: return "hex";
    case LUD_BOARD_HEX_MIRRORED: return "hex-mirrored";
    case LUD_BOARD_GRAPH: return "graph";
    }
    return "rows";
}

void sight_take(sight *s, const lud_game *game, const void *state)
{
    *s = (sight){.game = game, .boards = lud_board_count(game)};
    if (!s->boards) {
        facts_find_boards(game, state, &s->facts);
        s->boards = s->facts.count;
    }
    s->sites = mem_alloc((s->boards + 1) * sizeof *s->sites);
    s->contents = mem_alloc((s->boards + 1) * sizeof *s->contents);
    for (uint32_t b = 0; b < s->boards; b++) {
        const fact_board *f = s->facts.count ? &s->facts.boards[b] : NULL;
        s->sites[b] = f ? width_of(f) * (uint32_t)(f->max_y - f->min_y + 1) : lud_board_at(game, b).sites;
        s->contents[b] = f ? fact_contents(f, s->sites[b]) : scene_contents(game, state, b);
    }
}

void sight_done(sight *s)
{
    for (uint32_t b = 0; s->contents && b < s->boards; b++)
        scene_contents_done(s->contents[b], s->sites[b]);
    free(s->contents);
    free(s->sites);
    facts_boards_done(&s->facts);
    *s = (sight){0};
}

bool sight_alike(const sight *a, const sight *b)
{
    bool alike = a->boards == b->boards;
    for (uint32_t i = 0; alike && i < a->boards; i++)
        alike = a->sites[i] == b->sites[i];
    return alike;
}

/* `(mark 1 2)`: two coordinates, one after the other, are a place of the first board that has it. */
static uint32_t fact_sites(const fact_boards *all, const char *move, lud_site_name *sites)
{
    char words[SITES_OF_MOVE][24];
    uint32_t count = 0, found = 0;
    for (const char *p = move; *p && count < SITES_OF_MOVE;) {
        size_t n = strcspn(p, " ()");
        if (n > 0 && n < sizeof words[0])
            snprintf(words[count++], sizeof words[0], "%.*s", (int)n, p);
        p += n ? n : 1;
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        char *end_x, *end_y;
        bool letter = islower((unsigned char)words[i][0]) && !words[i][1];
        long x = letter ? words[i][0] - 'a' + 1 : strtol(words[i], &end_x, 10), y = strtol(words[i + 1], &end_y, 10);
        if ((!letter && *end_x) || *end_y)
            continue;
        for (uint32_t k = 0; k < all->count; k++) {
            const fact_board *b = &all->boards[k];
            if (b->letters != letter || x < b->min_x || x > b->max_x || y < b->min_y || y > b->max_y)
                continue;
            sites[found++] = (lud_site_name){k, (uint32_t)((y - b->min_y) * (long)width_of(b) + x - b->min_x)};
            i++;
            break;
        }
    }
    return found;
}

uint32_t sight_of_move(const sight *s, lud_move move, const char *text, lud_site_name *sites)
{
    if (s->facts.count)
        return fact_sites(&s->facts, text, sites);
    uint32_t count = lud_move_sites(s->game, move, sites, SITES_OF_MOVE);
    return count < SITES_OF_MOVE ? count : SITES_OF_MOVE;
}
