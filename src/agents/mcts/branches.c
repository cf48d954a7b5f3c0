/* The tree as others may look at it: which moves were tried after some moves. */
#include "agents/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

static bool is_move(const search *s, lud_move move, const char *wanted)
{
    char text[1024];
    size_t length = lud_move_text(s->game, move, text, sizeof text);
    return length < sizeof text && strcmp(text, wanted) == 0;
}

/* What a move leads to; NULL: nobody was there, or it is no move here. */
static node *after(const search *s, node *n, const char *move)
{
    const arm *a = &node_arms(n)[n->chooser];
    for (uint32_t i = a->first; i < a->first + a->count; i++)
        if (is_move(s, node_move(n, i), move)) {
            ref child = edge_child(edge_at(n, i));
            return child ? node_at(s, child) : NULL;
        }
    return NULL;
}

static agent_branch branch_of(const search *s, node *n, const arm *a, uint32_t index)
{
    const edge e = edge_at(n, index);
    uint32_t visits = edge_visits(e), counted = visits & ~EDGE_PROVEN;
    double scaled = visits & EDGE_PROVEN ? (double)edge_exact(s, e, a->role)
                    : counted            ? atomic_load(e.sum) / counted
                                         : 0;
    ref child = edge_child(e);
    return (agent_branch){.move = node_move(n, index),
                          .role = a->role,
                          .visits = counted,
                          .value = a->role ? s->low[a->role - 1] + scaled / s->scale[a->role - 1] : 0,
                          .proven = (visits & EDGE_PROVEN) != 0,
                          .open = child && node_at(s, child)->arms > 0 && node_at(s, child)->kind != NODE_JOINT};
}

uint32_t mcts_branches(const agent *a, const char *const *path, uint32_t length, agent_branch *list, uint32_t capacity)
{
    const search *s = a->own;
    node *n = s->root ? node_at(s, s->root) : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; n && i < length; i++)
        n = n->arms && n->kind != NODE_JOINT ? after(s, n, path[i]) : NULL;
    if (!n || !n->arms || n->kind == NODE_JOINT)
        return 0;
    const arm *own = &node_arms(n)[n->chooser];
    for (uint32_t i = own->first; i < own->first + own->count; i++, count++)
        if (count < capacity)
            list[count] = branch_of(s, n, own, i);
    return count;
}
