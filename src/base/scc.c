#include "base/scc.h"

typedef struct search {
    const scc_graph *g;
    uint32_t *index, *low; /* [node] index: from 1, 0: not met yet */
    uint32_t *path, *stack;
    bool *open; /* [node] on the stack */
    uint32_t depth, stacked, met;
} search;

static void enter(search *s, uint32_t node)
{
    s->index[node] = s->low[node] = ++s->met;
    s->path[s->depth++] = s->stack[s->stacked++] = node;
    s->open[node] = true;
}

static void leave(search *s, uint32_t node)
{
    s->depth--;
    if (s->depth > 0) {
        uint32_t above = s->path[s->depth - 1];
        s->low[above] = s->low[node] < s->low[above] ? s->low[node] : s->low[above];
    }
    if (s->low[node] != s->index[node])
        return;
    uint32_t first = s->stacked;
    do
        s->open[s->stack[--first]] = false;
    while (s->stack[first] != node);
    s->g->component(s->g->user, s->stack + first, s->stacked - first);
    s->stacked = first;
}

static void visit(search *s, uint32_t root)
{
    enter(s, root);
    while (s->depth > 0) {
        uint32_t node = s->path[s->depth - 1], to;
        if (!s->g->edge(s->g->user, node, &to))
            leave(s, node);
        else if (!s->index[to])
            enter(s, to);
        else if (s->open[to] && s->index[to] < s->low[node])
            s->low[node] = s->index[to];
    }
}

void scc_find(arena *a, const scc_graph *g)
{
    arena *scratch = arena_child(a);
    uint32_t room = g->count + 1;
    search s = {.g = g,
                .index = ARENA_ARRAY(scratch, uint32_t, room),
                .low = ARENA_ARRAY(scratch, uint32_t, room),
                .path = ARENA_ARRAY(scratch, uint32_t, room),
                .stack = ARENA_ARRAY(scratch, uint32_t, room),
                .open = ARENA_ARRAY(scratch, bool, room)};
    for (uint32_t i = 0; i < g->count; i++)
        if (!s.index[i])
            visit(&s, i);
    arena_done(scratch);
}
