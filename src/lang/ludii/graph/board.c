/* The board among the ludemes of a game. */
#include "lang/ludii/graph/board.h"

#include "lang/ludii/graph/make.h"
#include "lang/ludii/graph/shapes.h"

#include <string.h>

static const ludii_value *find_class(const maker *m, const ludii_value *v, const char *class)
{
    arena_work(m->arena, 1);
    const ludii_value *found = strcmp(gr_class_name(m, v), class) == 0 ? v : NULL;
    for (uint32_t i = 0; i < v->count && !found; i++)
        found = v->items[i] ? find_class(m, v->items[i], class) : NULL;
    return found;
}

static gr_site site_of(const maker *m, const ludii_value *v)
{
    const char *name = gr_word(m, v);
    return strcmp(name, "Vertex") == 0 ? GR_VERTEX : strcmp(name, "Edge") == 0 ? GR_EDGE : GR_CELL;
}

static graph *mancala(maker *m, const ludii_value *v)
{
    const char *store = v->items[2] ? gr_word(m, v->items[2]) : "Outer";
    m->site = GR_VERTEX;
    if (strcmp(store, "Inner") == 0 || v->items[3])
        gr_refuse_class(m, v);
    bool stores = strcmp(store, "None") != 0;
    uint32_t columns = gr_size(m, v->items[1]);
    return graph_mancala(m->arena, gr_size(m, v->items[0]), columns, stores);
}

/* A board that is large enough for all that is put on it. */
static graph *boardless(maker *m, const ludii_value *v)
{
    enum { SIDE = 41 };
    const char *tiling = gr_word(m, v->items[0]);
    if (strcmp(tiling, "Hexagonal") == 0)
        return graph_hex_hexagon(m->arena, (SIDE + 1) / 2);
    return strcmp(tiling, "Square") == 0 ? graph_rectangle(m->arena, GR_CELL, SIDE, SIDE, GR_NO_DIAGONALS)
                                         : graph_tri_triangle(m->arena, GR_CELL, SIDE);
}

static graph *any_board(maker *m, const ludii_value *game)
{
    const ludii_value *free_board = find_class(m, game, "Boardless"), *board = find_class(m, game, "Board"),
                      *pits = find_class(m, game, "MancalaBoard"), *loops = find_class(m, game, "SurakartaBoard");
    if (loops) {
        m->site = GR_VERTEX;
        return gr_make(m, loops->items[0]);
    }
    if (pits)
        return mancala(m, pits);
    if (free_board)
        return boardless(m, free_board);
    m->site = board ? site_of(m, board->items[3]) : GR_CELL;
    return board ? gr_make(m, board->items[0]) : graph_rectangle(m->arena, GR_CELL, 3, 3, GR_NO_DIAGONALS);
}

/* Pairs of edges that meet: what tables of neighbours grow with. */
static uint64_t meetings(const graph *g, arena *a)
{
    uint32_t *degree = ARENA_ARRAY(a, uint32_t, g->vertices.count + 1);
    uint64_t sum = 0;
    for (uint32_t e = 0; e < g->edges.count; e++) {
        sum += degree[vec_at(&g->edges, e).a]++;
        sum += degree[vec_at(&g->edges, e).b]++;
    }
    return 2 * sum;
}

gr_board *ludii_board(ludii_file *f, const lib *l, const ludii_value *game)
{
    maker m = {.f = f, .l = l, .arena = f->arena};
    gr_board *b = ARENA_NEW(f->arena, gr_board);
    graph *g = any_board(&m, game);
    if (!m.failed && meetings(g, f->arena) > GR_MAX_MEETINGS)
        gr_refuse(&m, game, "the board has too many edges");
    if (m.failed)
        return NULL;
    b->graph = g;
    b->tables = l->tables;
    b->default_site = m.site;
    gr_find_sites(b, f->arena);
    return b;
}
