/* What was written before a search, wherever it is asked: a stone that was just put down is there. Edges that only
 * check may lie between. The write is the same for all who ask, and of a value that is known. */
#include "automaton/plan_lanes.h"

enum { STEPS_BACK_MAX = 64 };

typedef struct entry {
    const plan *p;
    const ir_edge_data *write; /* so far; or NULL */
    const bitset *begins;      /* nodes that searches begin with */
    uint32_t steps;
    bool fails;
} entry;

/* Whether the edge writes a constant into a cell of a map. */
static bool is_write(const plan *p, const ir_edge_data *e)
{
    int32_t value;
    return e->label == IR_ASSIGN && vec_at(&p->g->exprs, ir_bare(p->g, e->target)).op == IR_INDEX &&
           plan_known(p, e->value, &value);
}

/* Goes back from a node to the writes before it. */
static void go_back(entry *x, ir_node n)
{
    const ir_game *g = x->p->g;
    const ir_graph *graph = &x->p->graph;
    x->fails |= ++x->steps > STEPS_BACK_MAX || bitset_has(x->begins, n) || graph->in_start[n] == graph->in_start[n + 1];
    for (uint32_t i = graph->in_start[n]; i < graph->in_start[n + 1] && !x->fails; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, graph->in[i]);
        if (e->label == IR_CHECK || e->label == IR_SKIP || e->label == IR_TAG) {
            go_back(x, e->from);
            continue;
        }
        x->fails |= !is_write(x->p, e) || (x->write && (!ir_expr_equal(g, x->write->target, e->target) ||
                                                        !ir_expr_equal(g, x->write->value, e->value)));
        x->write = e;
    }
}

typedef struct asker {
    const plan *p;
    uint32_t number;
    bool asks;
} asker;

static void look(void *user, const ir_expr_data *reach)
{
    asker *x = user;
    x->asks |= plan_reach(x->p, reach->a, reach->b) == x->number;
}

const ir_edge_data *strands_entry(const plan *p, uint32_t number, arena *a)
{
    bitset begins = bitset_new(a, p->g->nodes.count + 1);
    for (uint32_t i = 0; i < p->reaches.count; i++)
        bitset_add(&begins, vec_at(&p->reaches, i).r->nodes[0]);
    entry x = {.p = p, .begins = &begins};
    for (uint32_t i = 0; i < p->g->edges.count && !x.fails; i++) {
        const ir_edge_data *e = &vec_at(&p->g->edges, i);
        asker ask = {p, number, false};
        if (e->removed)
            continue;
        ir_each_reach(p->g, e->value, look, &ask);
        x.fails |= ask.asks && e->label != IR_CHECK;
        if (ask.asks)
            go_back(&x, e->from);
    }
    arena_work(a, p->g->edges.count);
    return x.fails ? NULL : x.write;
}
