#include "automaton/split.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"

enum { KNOWN_MAX = 8 };

/* The next tags of a move, in their order. */
typedef struct tag_list {
    bool open; /* not all ways on were looked at yet: any tags may follow */
    uint32_t count;
    ir_expr tags[KNOWN_MAX + 1];
} tag_list;

typedef struct splitter {
    ir_game *g;
    arena *a;
    ir_graph graph;
    bitset players, others, more; /* nodes of moves, of players or not; those from which tags can follow */
    tag_list *known;              /* [node] the tags that follow it, as far as they are known there */
    ir_type flag;
    ir_sym no, yes;
    ir_node *copies;       /* [node] in the search for the rest of a move, or IR_NONE */
    ir_node made;          /* that search ends there: the move is complete */
    uint32_t nodes, edges; /* that there were */
} splitter;

static bool assigns_symbol(const ir_game *g, const ir_edge_data *e, ir_sym s)
{
    if (!ir_assigns_player(g, e))
        return false;
    const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e->value));
    return d->op == IR_SYM && d->a == s;
}

/* Nodes of moves: of players' (`players`), or of the keeper's and of chance's. */
static bitset nodes_of_moves(const splitter *x, bool players)
{
    ir_game *g = x->g;
    bitset nodes = bitset_new(x->a, g->nodes.count);
    for (uint32_t i = 0; i < x->edges; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        const bool others = !e->removed && (assigns_symbol(g, e, g->keeper) || assigns_symbol(g, e, g->random));
        if (!e->removed && ir_assigns_player(g, e) && others != players)
            bitset_add(&nodes, e->to);
    }
    if (!players)
        bitset_add(&nodes, g->begin);
    ir_spread(g, &x->graph, true, &nodes, x->a);
    return nodes;
}

/* Nodes from which a move can come to edges of a kind. */
static bitset nodes_before(const splitter *x, bool (*kind)(const ir_game *g, const ir_edge_data *e))
{
    const ir_game *g = x->g;
    bitset nodes = bitset_new(x->a, g->nodes.count);
    vec_u32 queue = {0};
    for (uint32_t i = 0; i < x->edges; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && kind(g, e) && bitset_insert(&nodes, e->from))
            vec_push(x->a, &queue, e->from);
    }
    for (uint32_t head = 0; head < queue.count; head++) {
        const ir_node n = vec_at(&queue, head);
        for (uint32_t i = x->graph.in_start[n]; i < x->graph.in_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, x->graph.in[i]);
            if (!ir_assigns_player(g, e) && bitset_insert(&nodes, e->from))
                vec_push(x->a, &queue, e->from);
        }
    }
    return nodes;
}

static bool is_tag(const ir_game *g, const ir_edge_data *e)
{
    (void)g;
    return e->label == IR_TAG;
}

/* ---- where tags are known ---- */

static bool mentions(const ir_game *g, ir_expr e, ir_var v)
{
    const ir_expr_data *d = &vec_at(&g->exprs, e);
    bool found = d->op == IR_VAR && d->a == v;
    for (uint32_t i = 0; i < ir_operands(d->op) && !found; i++)
        found = mentions(g, ir_operand(d, i), v);
    return found;
}

/* The edge leaves the tag what it is. */
static bool keeps(const ir_game *g, const ir_edge_data *e, ir_expr tag)
{
    if (e->label != IR_ASSIGN && e->label != IR_CHOOSE)
        return e->label != IR_TAG;
    const ir_var v = ir_target_variable(g, e->target);
    return v != g->visible && v != g->player && !mentions(g, tag, v);
}

/* The tags on the way along an edge of which more follow, as far as they are known before the edge. */
static tag_list tags_along(const splitter *x, const ir_edge_data *e)
{
    tag_list all = {.count = 0};
    if (ir_assigns_player(x->g, e) || (e->label == IR_TAG && !bitset_has(&x->more, e->to)))
        return all;
    const tag_list *then = &x->known[e->to];
    uint32_t i = 0;
    if (e->label == IR_TAG)
        all.tags[all.count++] = e->value;
    for (; i < then->count && all.count < KNOWN_MAX && (e->label == IR_TAG || keeps(x->g, e, then->tags[i])); i++)
        all.tags[all.count++] = then->tags[i];
    all.open = then->open && i == then->count && all.count < KNOWN_MAX;
    return all;
}

/* What both begin with; behind an open list there may be anything. */
static tag_list common(const ir_game *g, const tag_list *a, const tag_list *b)
{
    const tag_list *longer = a->count < b->count ? b : a, *other = longer == a ? b : a;
    tag_list both = {.count = 0};
    while (both.count < other->count && ir_expr_equal(g, a->tags[both.count], b->tags[both.count])) {
        both.tags[both.count] = a->tags[both.count];
        both.count++;
    }
    return both.count == other->count && other->open ? *longer : both;
}

/* Of each node the tags that all ways on have next, as long as they are known there: wherever on those ways the rules
 * write them down, they are told there. */
static void find_known(splitter *x)
{
    const ir_game *g = x->g;
    const bitset ends = nodes_before(x, ir_assigns_player);
    vec_u32 queue = {0};
    x->known = ARENA_ARRAY(x->a, tag_list, x->nodes + 1);
    for (ir_node n = 0; n < x->nodes; n++) {
        x->known[n].open = bitset_has(&x->players, n) && !bitset_has(&x->others, n) && bitset_has(&ends, n);
        if (x->known[n].open)
            vec_push(x->a, &queue, n);
    }
    bitset waits = bitset_new(x->a, x->nodes);
    for (uint32_t head = 0; head < queue.count; head++) {
        const ir_node n = vec_at(&queue, head);
        tag_list all = {.open = true};
        bitset_remove(&waits, n);
        if (!x->known[n].open && x->known[n].count == 0)
            continue;
        for (uint32_t i = x->graph.out_start[n]; i < x->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, x->graph.out[i]);
            if (!ir_assigns_player(g, e) && !bitset_has(&ends, e->to))
                continue;
            const tag_list one = tags_along(x, e);
            all = common(g, &all, &one);
        }
        if (all.open == x->known[n].open && all.count == x->known[n].count)
            continue;
        x->known[n] = all;
        for (uint32_t i = x->graph.in_start[n]; i < x->graph.in_start[n + 1]; i++)
            if (bitset_insert(&waits, vec_at(&g->edges, x->graph.in[i]).from))
                vec_push(x->a, &queue, vec_at(&g->edges, x->graph.in[i]).from);
    }
    for (ir_node n = 0; n < x->nodes; n++)
        x->known[n].open = false;
}

/* What is told when an edge was passed: the tag of the edge itself, if it was not known before, and what is known from
 * there on. */
static tag_list told_by(const splitter *x, const ir_edge_data *e)
{
    tag_list told = {.count = 0};
    uint32_t before = ir_assigns_player(x->g, e) ? 0 : x->known[e->from].count;
    if (e->removed)
        return told;
    if (e->label == IR_TAG) {
        if (before == 0 && bitset_has(&x->more, e->to) && bitset_has(&x->players, e->from) &&
            !bitset_has(&x->others, e->from))
            told.tags[told.count++] = e->value;
        before -= before > 0;
    }
    for (uint32_t i = before; i < x->known[e->to].count; i++)
        told.tags[told.count++] = x->known[e->to].tags[i];
    return told;
}

/* The rest of moves again, as a search: it ends where a move would. */
static void copy_moves(splitter *x, const bitset *rests)
{
    ir_game *g = x->g;
    bitset nodes = bitset_new(x->a, x->nodes);
    bitset_unite(&nodes, rests);
    ir_spread(g, &x->graph, true, &nodes, x->a);
    x->copies = ARENA_ARRAY(x->a, ir_node, x->nodes);
    x->made = irb_fresh_node(g, "made", (src_span){0, 0});
    for (ir_node n = 0; n < x->nodes; n++)
        if (bitset_has(&nodes, n))
            x->copies[n] = irb_fresh_node(g, "rest", vec_at(&g->nodes, n).span);
    for (uint32_t i = 0; i < x->edges; i++) {
        ir_edge_data e = vec_at(&g->edges, i);
        if (e.removed || !bitset_has(&nodes, e.from))
            continue;
        if (e.label == IR_TAG || ir_assigns_player(g, &e)) {
            irb_skip(g, x->copies[e.from], e.label == IR_TAG ? x->copies[e.to] : x->made, e.span);
            continue;
        }
        e.from = x->copies[e.from];
        e.to = x->copies[e.to];
        vec_push(g->arena, &g->edges, e);
    }
}

/* A promise about edges of a node holds for those that lead elsewhere now. */
static void move_promises(const splitter *x, ir_node node, ir_node from, ir_node to)
{
    for (uint32_t i = 0; i < x->g->disjoints.count; i++) {
        ir_disjoint *d = &vec_at(&x->g->disjoints, i);
        if (d->node != node)
            continue;
        ir_node *targets = ARENA_ARRAY(x->g->arena, ir_node, d->count + 1);
        for (uint32_t k = 0; k < d->count; k++)
            targets[k] = d->targets[k] == from ? to : d->targets[k];
        d->targets = targets;
    }
}

static void set_partial(splitter *x, ir_node from, ir_node to, bool partial, src_span at)
{
    irb_assign(x->g, from, to, irb_expr_var(x->g, x->g->partial, at),
               irb_expr_symbol(x->g, partial ? x->yes : x->no, at), at);
}

/* u -> r becomes u -> a -tags-> b -(the rest can be made)-> c -(within a move)-> d -(the same player)-> e -> r. */
static void divide(splitter *x, uint32_t edge, const tag_list *told)
{
    ir_game *g = x->g;
    const ir_edge_data e = vec_at(&g->edges, edge);
    ir_node part[3], at = irb_fresh_node(g, "part", e.span);
    vec_at(&g->edges, edge).to = at;
    move_promises(x, e.from, e.to, at);
    for (uint32_t i = 0; i < told->count; i++) {
        const ir_node next = irb_fresh_node(g, "part", e.span);
        irb_tag(g, at, next, told->tags[i], e.span);
        at = next;
    }
    for (uint32_t i = 0; i < 3; i++)
        part[i] = irb_fresh_node(g, "part", e.span);
    irb_check(g, at, part[0], irb_expr_reach(g, x->copies[e.to], x->made, e.span), e.span);
    set_partial(x, part[0], part[1], true, e.span);
    irb_assign(g, part[1], part[2], irb_expr_var(g, g->player, e.span), irb_expr_var(g, g->player, e.span), e.span);
    set_partial(x, part[2], e.to, false, e.span);
}

static void declare_flag(splitter *x)
{
    ir_game *g = x->g;
    const src_span nowhere = {0, 0};
    x->flag = irb_named_type(g, intern_cstr(g->names, "Bool"), nowhere);
    x->no = irb_symbol(g, intern_cstr(g->names, "0"));
    x->yes = irb_symbol(g, intern_cstr(g->names, "1"));
    name_id name = intern_cstr(g->names, "partial");
    for (uint32_t i = 2; irb_find_variable(g, name) != IR_NONE || irb_find_constant(g, name) != IR_NONE; i++)
        name = intern_printf(g->names, "partial_%u", i);
    g->partial = irb_variable(g, name, x->flag, irb_value_symbol(g, x->no, nowhere), nowhere);
    g->within = x->yes;
    vec_at(&g->variables, g->partial).shown = vec_at(&g->variables, g->partial).note = true;
}

bool ir_split(ir_game *g, arena *scratch)
{
    if (g->simultaneous) {
        diag_report(g->sink, DIAG_SPLIT, g->source, (src_span){0, 0},
                    "moves of players who decide at once cannot be split");
        return false;
    }
    splitter x = {
        .g = g, .a = scratch, .graph = ir_graph_make(g, scratch), .nodes = g->nodes.count, .edges = g->edges.count};
    x.players = nodes_of_moves(&x, true);
    x.others = nodes_of_moves(&x, false);
    x.more = nodes_before(&x, is_tag);
    find_known(&x);
    bitset rests = bitset_new(scratch, x.nodes);
    bool any = false;
    for (uint32_t i = 0; i < x.edges; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (told_by(&x, e).count > 0)
            any = bitset_insert(&rests, e->to) || any;
    }
    declare_flag(&x);
    if (!any)
        return true;
    copy_moves(&x, &rests);
    for (uint32_t i = 0; i < x.edges; i++) {
        const ir_edge_data e = vec_at(&g->edges, i);
        const tag_list told = told_by(&x, &e);
        if (!e.removed && e.label == IR_TAG && bitset_has(&x.more, e.to) && bitset_has(&x.players, e.from) &&
            !bitset_has(&x.others, e.from))
            edge_to_skip(&vec_at(&g->edges, i));
        if (told.count > 0)
            divide(&x, i, &told);
    }
    for (ir_node n = 0; n < g->nodes.count; n++) /* moves that differ may begin alike */
        vec_at(&g->nodes, n).single = false;
    for (ir_var v = 0; v < g->variables.count; v++)
        vec_at(&g->variables, v).told = false;
    g->transformed = true;
    return ir_check(g, g->sink, false);
}
