/* What a search for all values of a scalar at a time consists of. */
#include "native/emit_sets.h"

enum { NODES_MAX = 600, TURNS_MIN = 3, BOUND_MAX = 64 };

static uint32_t node_of(const sets *z, uint32_t in_part, ir_node node)
{
    const part *p = &z->parts.data[in_part];
    return node == p->r->target ? p->success : p->first + region_at(p->r, node);
}

int32_t sets_low(const native_source *n, ir_var v)
{
    const layout_slot *s = v == IR_NONE ? NULL : &n->p->layout.variables[v];
    return s && s->integer ? s->low : 0;
}

uint32_t sets_words(const native_source *n, ir_var v)
{
    const layout_slot *s = &n->p->layout.variables[v];
    const int64_t size = (int64_t)s->high - sets_low(n, v) + 1;
    return s->levels > 0 || size > 64 * SETS_WORDS_MAX ? 0 : (uint32_t)(size + 63) / 64;
}

void sets_bits(const native_source *n, ir_var v, ir_var x, emit_pieces *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        f->data[i].number += (f->data[i].shift ? sets_low(n, v) : 0) - sets_low(n, x);
}

/* Where the search can come from a place, and what it changes there. */
static void walk_part(const sets *z, part *p, uint32_t place)
{
    const ir_game *g = z->n->g;
    vec_u32 queue = {0};
    p->met = ARENA_ARRAY(z->n->a, bool, p->r->count + 1);
    p->met[place] = true;
    vec_push(z->n->a, &queue, place);
    for (uint32_t head = 0; head < queue.count; head++) {
        const uint32_t at = queue.data[head];
        const plan_edges *order = plan_order(p->x, p->r->nodes[at]);
        for (uint32_t i = 0; p->r->nodes[at] != p->r->target && i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(z->n->p, order, i);
            if (e->label == IR_ASSIGN || e->label == IR_CHOOSE)
                bitset_add(&p->changing, ir_target_variable(g, e->target));
            const uint32_t to = region_at(p->r, e->to);
            if (!p->met[to]) {
                p->met[to] = true;
                vec_push(z->n->a, &queue, to);
            }
        }
    }
}

/* What was chosen on the only way to a node, which has one way on: an assignment of the other scalar. */
static ir_var chosen_at(const sets *z, const part *p, uint32_t place, ir_var v, ir_var w)
{
    native_source *n = z->n;
    const ir_edge_data *next = plan_only_edge(n->p, p->x, p->r->nodes[place]);
    if (!next || next->label != IR_ASSIGN || n->g->exprs.data[next->target].op != IR_VAR)
        return IR_NONE;
    const ir_var x = n->g->exprs.data[next->target].a, k = x == v ? w : v;
    const bitset *live = &p->r->live[region_at(p->r, next->to)];
    return (x == v || x == w) && !bitset_has(live, k) ? k : IR_NONE;
}

static bool add_part(sets *z, const plan_program *x, uint32_t place, uint32_t success, const bitset *around)
{
    native_source *n = z->n;
    const region *r = x->r;
    part p = {.x = x,
              .r = r,
              .success = success,
              .first = z->nodes.count,
              .changing = bitset_new(n->a, n->g->variables.count)};
    if (around)
        bitset_unite(&p.changing, around);
    if (z->nodes.count + r->count > NODES_MAX)
        return false;
    walk_part(z, &p, place);
    for (uint32_t i = 0; i < r->count; i++) {
        set_node s = {.part = z->parts.count, .place = i, .v = IR_NONE, .chosen = IR_NONE, .words = 1};
        for (ir_var v = 0; p.met[i] && r->useful[i] && v < n->g->variables.count; v++) {
            if (!bitset_has(&r->live[i], v) || !bitset_has(&p.changing, v))
                continue;
            const uint32_t words = sets_words(n, v);
            if (words == 0 || s.chosen != IR_NONE)
                return false;
            if (s.v != IR_NONE) {
                s.chosen = chosen_at(z, &p, i, s.v, v);
                if (s.chosen == IR_NONE)
                    return false;
                s.v = s.chosen == v ? s.v : v;
            } else {
                s.v = v;
            }
            s.words = sets_words(n, s.v);
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
    if (!add_part(z, x, 0, to, &z->parts.data[in_part].changing))
        return false;
    return z->nodes.data[*start].v == z->nodes.data[node].v || z->nodes.data[*start].v == IR_NONE;
}

/* A choice and what is assigned by it, as one edge. */
static bool bind_choice(sets *z, uint32_t node, set_edge *s)
{
    native_source *n = z->n;
    const uint32_t in_part = z->nodes.data[node].part;
    const set_node *t = &z->nodes.data[s->to];
    const ir_edge_data *choice = s->e, *next = plan_only_edge(n->p, z->parts.data[in_part].x, choice->to);
    const plan_domain d = choice->label == IR_CHOOSE ? emit_domain(n, choice) : (plan_domain){0};
    if (choice->label != IR_CHOOSE || choice->value != IR_NONE || n->g->exprs.data[choice->target].op != IR_VAR ||
        n->g->exprs.data[choice->target].a != t->chosen || !d.range || (int64_t)d.high - d.low >= BOUND_MAX ||
        plan_edge_can_fault(n->p, next) || z->nodes.data[node].v != t->v)
        return false;
    *s =
        (set_edge){.e = next, .last = s->last, .grouped = s->grouped, .bound = t->chosen, .low = d.low, .high = d.high};
    s->to = node_of(z, in_part, next->to);
    z->wide |= d.high - d.low + 1 >= TURNS_MIN;
    return s->to == SUCCESS || z->nodes.data[s->to].chosen == IR_NONE;
}

/* Edges of all nodes, parts that are entered included. */
static bool find_edges(sets *z)
{
    native_source *n = z->n;
    for (uint32_t i = 0; i < z->nodes.count; i++) {
        z->nodes.data[i].first = z->edges.count;
        const part *p = &z->parts.data[z->nodes.data[i].part];
        const uint32_t place = z->nodes.data[i].place;
        if (!p->met[place] || !p->r->useful[place] || p->r->nodes[place] == p->r->target ||
            z->nodes.data[i].chosen != IR_NONE)
            continue;
        const plan_edges *order = plan_order(p->x, p->r->nodes[place]);
        for (uint32_t k = 0; k < order->count; k++) {
            const plan_edge *o = &order->data[k];
            const ir_edge_data *e = &n->g->edges.data[o->edge];
            set_edge s = {
                .e = e, .certain = o->certain, .grouped = o->grouped, .last = o->last_of_group, .bound = IR_NONE};
            if (plan_edge_can_fault(n->p, e))
                return false;
            s.enters = e->label == IR_CHECK && !o->certain && !emit_simple(n, e->value);
            s.to = node_of(z, z->nodes.data[i].part, e->to);
            if (s.to != SUCCESS && z->nodes.data[s.to].chosen != IR_NONE && !bind_choice(z, i, &s))
                return false;
            if (s.enters && (o->grouped || !enter_part(z, i, e, e->value, &s.to)))
                return false;
            vec_push(n->a, &z->edges, s);
        }
        z->nodes.data[i].count = z->edges.count - z->nodes.data[i].first;
    }
    return true;
}

/* Depth-first: which nodes several edges lead to, and which are turned back to. */
static void find_order(sets *z, uint32_t start)
{
    arena *a = z->n->a;
    vec_u32 stack = {0};
    uint32_t *next = ARENA_ARRAY(a, uint32_t, z->nodes.count + 1);
    vec_push(a, &stack, start);
    z->nodes.data[start].met = true;
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
    }
    for (uint32_t i = 0; i < z->nodes.count; i++) /* it spreads out, round by round */
        z->wide |= z->cyclic && z->nodes.data[i].in >= TURNS_MIN;
}

bool sets_plan(sets *z, const plan_program *x, uint32_t place, const bitset *around)
{
    if (!add_part(z, x, place, SUCCESS, around) || z->nodes.data[place].chosen != IR_NONE || !find_edges(z))
        return false;
    find_order(z, place);
    return true;
}

plan_domain sets_domain(const native_source *n, ir_var v)
{
    return (plan_domain){
        .range = true, .low = sets_low(n, v), .high = v == IR_NONE ? 0 : n->p->layout.variables[v].high};
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
