/* What a search for all values of a scalar at a time consists of. */
#include "native/emit_sets.h"

enum { NODES_MAX = 600, TURNS_MIN = 3 };

static uint32_t node_of(const sets *z, uint32_t in_part, ir_node node)
{
    const part *p = &z->parts.data[in_part];
    return node == p->r->target ? p->success : p->first + p->r->local[node];
}

static bool add_part(sets *z, const plan_program *x, uint32_t success, const bitset *around)
{
    native_source *n = z->n;
    const region *r = x->r;
    part p = {.x = x, .r = r, .success = success, .first = z->nodes.count,
              .changing = bitset_new(n->a, n->g->variables.count)};
    if (around)
        bitset_unite(&p.changing, around);
    for (uint32_t i = 0; i < r->count; i++)
        if (r->useful[i])
            bitset_unite(&p.changing, &r->assigned[i]);
    if (z->nodes.count + r->count > NODES_MAX)
        return false;
    for (uint32_t i = 0; i < r->count; i++) {
        set_node s = {.part = z->parts.count, .place = i, .v = IR_NONE, .words = 1};
        for (ir_var v = 0; r->useful[i] && v < n->g->variables.count; v++) {
            if (!bitset_has(&r->live[i], v) || !bitset_has(&p.changing, v))
                continue;
            const layout_slot *slot = &n->p->layout.variables[v];
            if (s.v != IR_NONE || slot->levels > 0 || slot->integer || slot->high >= 64 * SETS_WORDS_MAX)
                return false;
            s.v = v;
            s.words = (uint32_t)slot->high / 64 + 1;
        }
        vec_push(n->a, &z->nodes, s);
    }
    vec_push(n->a, &z->parts, p);
    return true;
}

/* A check whose condition is a reachability that decides last: afterwards no scalar matters. */
static bool enter_part(sets *z, uint32_t node, const ir_edge_data *e, ir_expr condition, uint32_t *start)
{
    native_source *n = z->n;
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, condition)];
    uint32_t in_part = z->nodes.data[node].part, to = node_of(z, in_part, e->to);
    if (d.op != IR_REACH || (to != SUCCESS && z->nodes.data[to].v != IR_NONE))
        return false;
    for (uint32_t i = 0; i < z->parts.count; i++) /* nothing comes back to itself */
        if (z->parts.data[i].r->target == d.b || z->parts.data[i].r->nodes[0] == d.a)
            return false;
    const plan_program *x = &n->p->reaches.data[plan_reach(n->p, d.a, d.b)];
    if (!x->r->useful[0])
        return false;
    *start = z->nodes.count;
    if (!add_part(z, x, to, &z->parts.data[in_part].changing))
        return false;
    return z->nodes.data[*start].v == z->nodes.data[node].v || z->nodes.data[*start].v == IR_NONE;
}

/* Edges of all nodes, parts that are entered included. */
static bool find_edges(sets *z)
{
    native_source *n = z->n;
    for (uint32_t i = 0; i < z->nodes.count; i++) {
        z->nodes.data[i].first = z->edges.count;
        const part *p = &z->parts.data[z->nodes.data[i].part];
        if (!p->r->useful[z->nodes.data[i].place] || p->r->nodes[z->nodes.data[i].place] == p->r->target)
            continue;
        const plan_edges *order = plan_order(p->x, p->r->nodes[z->nodes.data[i].place]);
        for (uint32_t k = 0; k < order->count; k++) {
            const plan_edge *o = &order->data[k];
            const ir_edge_data *e = &n->g->edges.data[o->edge];
            set_edge s = {.e = e, .certain = o->certain, .grouped = o->grouped, .last = o->last_of_group};
            if (plan_edge_can_fault(n->p, e))
                return false;
            s.enters = e->label == IR_CHECK && !o->certain && !emit_simple(n, e->value);
            s.to = node_of(z, z->nodes.data[i].part, e->to);
            if (s.enters && (o->grouped || !enter_part(z, i, e, e->value, &s.to)))
                return false;
            vec_push(n->a, &z->edges, s);
        }
        z->nodes.data[i].count = z->edges.count - z->nodes.data[i].first;
    }
    return true;
}

/* Depth-first: which nodes several edges lead to, and which are turned back to. */
static void find_order(sets *z)
{
    arena *a = z->n->a;
    vec_u32 stack = {0};
    uint32_t *next = ARENA_ARRAY(a, uint32_t, z->nodes.count + 1);
    vec_push(a, &stack, 0);
    z->nodes.data[0].met = true;
    while (stack.count > 0) {
        uint32_t at = stack.data[stack.count - 1];
        set_node *s = &z->nodes.data[at];
        if (next[at] == s->count) {
            s->left = true;
            stack.count--;
            vec_push(a, &z->behind, at);
            continue;
        }
        uint32_t to = z->edges.data[s->first + next[at]++].to;
        if (to == SUCCESS)
            continue;
        set_node *t = &z->nodes.data[to];
        t->in++;
        t->turns += t->met && !t->left;
        if (!t->met) {
            t->met = true;
            vec_push(a, &stack, to);
        }
    }
    for (uint32_t i = 0; i < z->nodes.count; i++) {
        set_node *s = &z->nodes.data[i];
        s->stored = s->in > 1 || s->turns > 0;
        z->cyclic |= s->turns > 0;
        z->wide |= s->turns >= TURNS_MIN; /* it spreads out */
    }
}

bool sets_plan(sets *z, const plan_program *x, const bitset *around)
{
    if (!add_part(z, x, SUCCESS, around) || !find_edges(z))
        return false;
    find_order(z);
    return true;
}

plan_domain sets_domain(const native_source *n, ir_var v)
{
    return (plan_domain){.range = true, .high = v == IR_NONE ? 0 : n->p->layout.variables[v].high};
}

emit_mask sets_mask(native_source *n, const plan_domain *d, ir_var v, uint32_t words, uint32_t word)
{
    return (emit_mask){.d = d, .v = v, .word = words > 1 ? F("%u", word) : NULL};
}

const char *sets_any(native_source *n, char letter, uint32_t id, uint32_t words)
{
    const char *all = F("%c%u_0", letter, id);
    for (uint32_t w = 1; w < words; w++)
        all = F("%s | %c%u_%u", all, letter, id, w);
    return words > 1 ? F("(%s)", all) : all;
}

bool sets_mixed(const sets *z, uint32_t node, ir_expr e, ir_var v)
{
    const bitset *changing = &z->parts.data[z->nodes.data[node].part].changing;
    for (ir_var k = 0; k < z->n->g->variables.count; k++)
        if (k != v && bitset_has(changing, k) && emit_mentions(z->n, e, k))
            return true;
    return false;
}
