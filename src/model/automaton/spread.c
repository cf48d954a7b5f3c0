/* Points without places: a drawing by forces (Fruchterman and Reingold, Graph drawing by force-directed placement,
 * 1991), from a circle, so that the same graph is always drawn the same. */
#include "model/automaton/automaton.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 400 };
static const double STEP = 2; /* how long a link is to be, in units of text */

typedef struct force {
    double x, y;
} force;

static bool linked(const automaton_board *b, uint32_t from, uint32_t to)
{
    uint64_t there = (uint64_t)from * b->site_count + to, back = (uint64_t)to * b->site_count + from;
    return (b->links[there / 64] >> there % 64 & 1) || (b->links[back / 64] >> back % 64 & 1);
}

/* All push each other away, links pull; nobody goes further than `most`. */
static void move_all(const automaton_board *b, force *push, double most)
{
    uint32_t n = b->site_count;
    for (uint32_t i = 0; i < n; i++) {
        push[i] = (force){0, 0};
        for (uint32_t k = 0; k < n; k++) {
            double x = b->places[i].x - b->places[k].x, y = b->places[i].y - b->places[k].y, d = hypot(x, y);
            if (i == k || d < 1e-6)
                continue;
            double pull = STEP * STEP / d - (linked(b, i, k) ? d * d / STEP : 0);
            push[i].x += x / d * pull;
            push[i].y += y / d * pull;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        double length = hypot(push[i].x, push[i].y), share = length > most ? most / length : 1;
        b->places[i].x += push[i].x * share;
        b->places[i].y += push[i].y * share;
    }
}

static bool taken(const automaton_board *b, uint32_t before, double x, double y)
{
    for (uint32_t i = 0; i < before; i++)
        if (lround(b->places[i].x) == lround(x) && lround(b->places[i].y) == lround(y))
            return true;
    return false;
}

/* Text has one point a character. */
static void part_all(automaton_board *b)
{
    for (uint32_t i = 0; i < b->site_count; i++) {
        lud_location *p = &b->places[i];
        while (taken(b, i, p->x, p->y))
            p->x += 1;
        int32_t x = (int32_t)lround(p->x), y = (int32_t)lround(p->y);
        b->min_x = i == 0 || x < b->min_x ? x : b->min_x;
        b->max_x = i == 0 || x > b->max_x ? x : b->max_x;
        b->min_y = i == 0 || y < b->min_y ? y : b->min_y;
        b->max_y = i == 0 || y > b->max_y ? y : b->max_y;
    }
}

void automaton_spread(lud_game *game, automaton_board *b)
{
    uint32_t n = b->site_count;
    const double turn = 2 * acos(-1), radius = STEP * n / turn + STEP / 2;
    force *push = ARENA_ARRAY(&game->arena, force, n);
    b->places = ARENA_ARRAY(&game->arena, lud_location, n);
    b->shape = LUD_BOARD_GRAPH;
    for (uint32_t i = 0; i < n; i++)
        b->places[i] = (lud_location){.x = radius * sin(turn * i / n), .y = radius * cos(turn * i / n)};
    for (uint32_t round = 0; round < ROUNDS; round++)
        move_all(b, push, STEP * (ROUNDS - round) / ROUNDS / 4);
    part_all(b);
}
