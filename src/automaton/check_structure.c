/* Checks of the automaton as a graph: decision points, reachability, edges that stand there twice. */
#include "automaton/check_inside.h"

#include "base/nearest.h"

#include <ctype.h>
#include <string.h>

typedef struct walker {
    const ir_game *g;
    ir_graph graph;
    uint32_t *stamp;
    uint32_t now;
    ir_node *queue;
} walker;

static void walk(walker *w, ir_node from)
{
    uint32_t head = 0, tail = 0;
    w->now++;
    w->stamp[from] = w->now;
    w->queue[tail++] = from;
    while (head < tail) {
        ir_node n = w->queue[head++];
        for (uint32_t i = w->graph.out_start[n]; i < w->graph.out_start[n + 1]; i++) {
            ir_node to = vec_at(&w->g->edges, w->graph.out[i]).to;
            if (w->stamp[to] != w->now) {
                w->stamp[to] = w->now;
                w->queue[tail++] = to;
            }
        }
    }
}

enum { REACH_WARNINGS_MAX = 256 };

typedef struct reach_list {
    map seen;
    bool *from, *to; /* [node] of a reachability */
    ir_expr_data reaches[REACH_WARNINGS_MAX];
    ir_edge edges[REACH_WARNINGS_MAX];
    uint32_t count;
    ir_edge edge;
} reach_list;

static void collect_reach(void *user, const ir_expr_data *x)
{
    reach_list *list = user;
    uint64_t key = (uint64_t)x->a << 32 | x->b;
    list->from[x->a] = list->to[x->b] = true;
    if (map_has(&list->seen, key) || list->count == REACH_WARNINGS_MAX)
        return;
    map_put(&list->seen, key, 1);
    list->edges[list->count] = list->edge;
    list->reaches[list->count++] = *x;
}

/* A node where all ways end explains why none of them comes to the end. */
static const char *stop_of(const walker *w)
{
    const ir_game *g = w->g;
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (w->stamp[n] == w->now && n != g->end && w->graph.out_start[n] == w->graph.out_start[n + 1])
            return arena_printf(g->arena, "no edge leaves `%s`", ir_node_name(g, n));
    return "the game can never finish; its last edge is usually `x, end: player = keeper;`";
}

enum { LOOSE_ENDS_MAX = 256, OFFERS_MAX = 1 << 20 };

/* A node that no edge leaves, or that no edge enters, is misspelt or was forgotten. */
static void check_loose_ends(checker *c, const walker *w, const reach_list *reaches)
{
    ir_game *g = c->g;
    bool *entered = ARENA_ARRAY(g->arena, bool, g->nodes.count);
    uint32_t found = 0;
    uint64_t offers = 0; /* names looked at for hints */
    for (uint32_t i = 0; i < g->edges.count; i++)
        entered[vec_at(&g->edges, i).to] |= !vec_at(&g->edges, i).removed;
    for (uint32_t i = 0; i < g->edges.count && found < LOOSE_ENDS_MAX; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        arena_work(g->arena, 1);
        bool nowhere =
            w->graph.out_start[e->to] == w->graph.out_start[e->to + 1] && e->to != g->end && !reaches->to[e->to];
        bool nobody = !entered[e->from] && e->from != g->begin && !reaches->from[e->from];
        if (e->removed || (!nowhere && !nobody))
            continue;
        ir_node loose = nowhere ? e->to : e->from;
        const char *name = ir_node_name(g, loose);
        size_t length = strlen(name);
        if (length && isdigit((unsigned char)name[length - 1])) /* numbered by a program, which leaves such nodes */
            continue;
        found++;
        diag *d = diag_report(
            c->sink, DIAG_LOOSE_END, g->source, e->span,
            nowhere ? "no edge leaves `%s`: a path that comes here makes no move" : "no edge enters `%s`", name);
        suggestion s;
        suggest_init(&s, name);
        offers += g->nodes.count;
        for (ir_node n = 0; n < g->nodes.count && offers < OFFERS_MAX; n++)
            if (n != loose && (nowhere ? w->graph.out_start[n] < w->graph.out_start[n + 1] : entered[n]))
                suggest_offer(&s, ir_node_name(g, n));
        diag_hint_near(c->sink, d, &s);
    }
}

void check_structure(checker *c, bool warn)
{
    ir_game *g = c->g;
    walker w = {g, ir_graph_make(g, g->arena), ARENA_ARRAY(g->arena, uint32_t, g->nodes.count), 0,
                ARENA_ARRAY(g->arena, ir_node, g->nodes.count)};
    walk(&w, g->begin);
    /* A pass that finds out that a game gets stuck cuts the way to its end rightly. */
    if (w.stamp[g->end] != w.now && !g->transformed) {
        src_span at = vec_at(&g->nodes, g->begin).span;
        if (at.end == 0 && w.graph.out_start[g->begin] < w.graph.out_start[g->begin + 1])
            at = vec_at(&g->edges, w.graph.out[w.graph.out_start[g->begin]]).span;
        diag *d = diag_report(c->sink, DIAG_END_UNREACHABLE, g->source, at, "%s",
                              g->words && g->words->no_end ? g->words->no_end
                              : g->high_level              ? "the game can never finish"
                                                           : "`end` is not reachable from `begin`");
        diag_set_hint(c->sink, d, "%s",
                      g->words && g->words->no_end_hint ? g->words->no_end_hint
                      : g->high_level                   ? "nothing that the rules say leads to an end of the game"
                                                        : stop_of(&w));
    }
    if (!warn)
        return;
    reach_list *list = ARENA_NEW(g->arena, reach_list);
    map_init(&list->seen, g->arena);
    list->from = ARENA_ARRAY(g->arena, bool, g->nodes.count + 1);
    list->to = ARENA_ARRAY(g->arena, bool, g->nodes.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        list->edge = i;
        if (!vec_at(&g->edges, i).removed && vec_at(&g->edges, i).value != IR_NONE)
            ir_each_reach(g, vec_at(&g->edges, i).value, collect_reach, list);
    }
    if (!g->high_level && !g->words && !g->transformed && c->sink->errors == 0)
        check_loose_ends(c, &w, list);
    for (uint32_t i = 0; i < list->count; i++) {
        const ir_expr_data x = list->reaches[i];
        walk(&w, x.a);
        if (w.stamp[x.b] != w.now)
            g->high_level /* whose nodes are no names that anybody gave */
                ? diag_report(c->sink, DIAG_REACH_NEVER, g->source, x.span,
                              "no path leads through the graph: this reachability never holds")
                : diag_report(c->sink, DIAG_REACH_NEVER, g->source, x.span,
                              "no path leads from `%s` to `%s`: this reachability never holds", ir_node_name(g, x.a),
                              ir_node_name(g, x.b));
        else if (w.stamp[vec_at(&g->edges, list->edges[i]).from] == w.now &&
                 w.graph.out_start[x.b] == w.graph.out_start[x.b + 1])
            diag_report(c->sink, DIAG_REACH_RECURSIVE, g->source, x.span,
                        "this reachability lies inside the part it searches (endless recursion?)");
    }
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t from = w.graph.out_start[n], to = w.graph.out_start[n + 1];
        for (uint32_t i = from + 1; i < to && to - from <= 64; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, w.graph.out[i]);
            for (uint32_t j = from; j < i; j++) {
                const ir_edge_data *f = &vec_at(&g->edges, w.graph.out[j]);
                if (e->to != f->to || e->label != f->label || e->label == IR_CHOOSE ||
                    !(e->target == f->target || ir_expr_equal(g, e->target, f->target)) ||
                    !(e->value == f->value || ir_expr_equal(g, e->value, f->value)))
                    continue;
                diag *d = diag_report(c->sink, DIAG_MULTI_EDGE, g->source, e->span,
                                      "the same edge stands here a second time");
                diag_add_note(c->sink, d, g->source, f->span, "first here");
                break;
            }
        }
    }
}
