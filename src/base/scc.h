/* Strongly connected components (Tarjan, "Depth-first search and linear graph algorithms", 1972), without recursion. */
#ifndef LUDENS_BASE_SCC_H
#define LUDENS_BASE_SCC_H

#include "base/arena.h"

typedef struct scc_graph {
    uint32_t count; /* nodes */
    /* The next edge of a node, each once; false: there are no more. */
    bool (*edge)(void *user, uint32_t node, uint32_t *to);
    /* A component, after all those it leads to. Members in the order in which they were met. */
    void (*component)(void *user, const uint32_t *members, uint32_t count);
    void *user;
} scc_graph;

/* Memory comes from a child of the arena that is ended. */
void scc_find(arena *a, const scc_graph *g);

#endif
