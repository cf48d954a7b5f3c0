/* What the edges of a player form: trees, regular graphs, paths. A graph without a cycle counts as
 * a tree, whether it is connected or not, as in the records of Ludii. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

typedef struct edges {
    lu *x;
    lu_ground on;
    int32_t vertices, count;
    ir_const first, second; /* [edge] its ends */
    ir_var who;             /* whose edges */
} edges;

static edges edges_of(lu *x, const ludii_value *v)
{
    const graph *g = x->b->graph;
    const ludii_value *who = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    edges e = {.x = x,
               .on = x->b->default_site == GR_EDGE ? LU_OWN : LU_ON_EDGE,
               .vertices = (int32_t)g->vertices.count,
               .count = (int32_t)g->edges.count};
    int32_t *a = ARENA_ARRAY(x->a, int32_t, g->edges.count + 1), *b = ARENA_ARRAY(x->a, int32_t, g->edges.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        a[i] = (int32_t)g->edges.data[i].a;
        b[i] = (int32_t)g->edges.data[i].b;
    }
    if (!e.count)
        lu_refuse(x, v, "a condition on edges where there are none");
    e.first = lu_table(x, 0, a, g->edges.count, 0);
    e.second = lu_table(x, 0, b, g->edges.count, 0);
    e.who = lu_scratch(x, "owner", 0, (int32_t)x->players + 1);
    lu_set(x, e.who, lu_who(x, who ? who : player));
    return e;
}

/* Each edge of the player in turn. */
static lu_loop each_edge(const edges *e, ir_var edge)
{
    lu *x = e->x;
    lu_loop l = lu_loop_begin(x, edge, lu_known(0), lu_known(e->count));
    lu_num at = lu_clamp(x, lu_read(x, edge), 0, e->count - 1, 0);
    lu_cond mine = lu_and(x, lu_compare(x, IR_NE, lu_what_on(x, e->on, at), lu_known(0)),
                          lu_compare(x, IR_EQ, lu_who_on(x, e->on, at), lu_read(x, e->who)));
    irb_skip(x->g, lu_branch(x, mine), l.next, x->at);
    return l;
}

static ir_var vertex_map(const edges *e, const char *name, int32_t high)
{
    return lu_array(e->x, name, 0, e->vertices - 1, 0, high, NULL);
}

static void fill(const edges *e, ir_var values, bool own)
{
    lu *x = e->x;
    ir_var i = lu_scratch(x, "i", 0, e->vertices);
    lu_loop l = lu_loop_begin(x, i, lu_known(0), lu_known(e->vertices));
    lu_set_at(x, values, lu_read(x, i), own ? lu_read(x, i) : lu_known(0));
    lu_loop_end(x, &l);
}

static void add_at(lu *x, ir_var values, lu_num key, int32_t by)
{
    lu_set_at(x, values, key, lu_op(x, IR_ADD, lu_at(x, values, key), lu_known(by)));
}

static ir_var degrees(const edges *e)
{
    lu *x = e->x;
    ir_var degree = vertex_map(e, "degree", e->count), edge = lu_scratch(x, "edge", 0, e->count);
    fill(e, degree, false);
    lu_loop l = each_edge(e, edge);
    add_at(x, degree, lu_look(x, e->first, lu_read(x, edge)), 1);
    add_at(x, degree, lu_look(x, e->second, lu_read(x, edge)), 1);
    lu_loop_end(x, &l);
    return degree;
}

/* ---- trees ---- */

static void find_root(lu *x, ir_var parent, ir_var root)
{
    ir_node head = lu_node(x), after = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    lu_num up = lu_at(x, parent, lu_read(x, root));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, up, lu_read(x, root))), after, x->at);
    lu_set(x, root, lu_at(x, parent, lu_read(x, root)));
    lu_go(x, head);
    x->cur = after;
}

/* Goes on where no edges form a cycle; `number` of them. */
static void check_no_cycle(const edges *e, ir_var number)
{
    lu *x = e->x;
    ir_var parent = vertex_map(e, "parent", e->vertices - 1), edge = lu_scratch(x, "edge", 0, e->count),
           a = lu_scratch(x, "a", 0, e->vertices - 1), b = lu_scratch(x, "b", 0, e->vertices - 1);
    fill(e, parent, true);
    lu_set(x, number, lu_known(0));
    lu_loop l = each_edge(e, edge);
    lu_set(x, a, lu_look(x, e->first, lu_read(x, edge)));
    lu_set(x, b, lu_look(x, e->second, lu_read(x, edge)));
    find_root(x, parent, a);
    find_root(x, parent, b);
    lu_check(x, lu_compare(x, IR_NE, lu_read(x, a), lu_read(x, b)));
    lu_set_at(x, parent, lu_read(x, a), lu_read(x, b));
    lu_set(x, number, lu_op(x, IR_ADD, lu_read(x, number), lu_known(1)));
    lu_loop_end(x, &l);
}

/* No vertex has more than two neighbours that are no leaves. */
static void check_caterpillar(const edges *e)
{
    lu *x = e->x;
    ir_var degree = degrees(e), inner = vertex_map(e, "inner", e->count), edge = lu_scratch(x, "edge", 0, e->count),
           i = lu_scratch(x, "i", 0, e->vertices);
    fill(e, inner, false);
    lu_loop l = each_edge(e, edge);
    lu_num a = lu_look(x, e->first, lu_read(x, edge)), b = lu_look(x, e->second, lu_read(x, edge));
    lu_cond both = lu_and(x, lu_compare(x, IR_GT, lu_at(x, degree, a), lu_known(1)),
                          lu_compare(x, IR_GT, lu_at(x, degree, b), lu_known(1)));
    irb_skip(x->g, lu_branch(x, both), l.next, x->at);
    add_at(x, inner, a, 1);
    add_at(x, inner, b, 1);
    lu_loop_end(x, &l);
    l = lu_loop_begin(x, i, lu_known(0), lu_known(e->vertices));
    lu_check(x, lu_compare(x, IR_LE, lu_at(x, inner, lu_read(x, i)), lu_known(2)));
    lu_loop_end(x, &l);
}

/* Steps from a vertex to all others, from 1; 0 for those that are not reached. `far` is one of the
 * last. An edge may be left out. */
static ir_var distances(const edges *e, lu_num from, ir_var far, ir_var without)
{
    lu *x = e->x;
    ir_var distance = vertex_map(e, "distance", e->vertices), edge = lu_scratch(x, "edge", 0, e->count),
           steps = lu_scratch(x, "steps", 0, e->vertices + 1), more = lu_scratch(x, "more", 0, 1);
    ir_node head = lu_node(x);
    fill(e, distance, false);
    lu_set_at(x, distance, from, lu_known(1));
    lu_set(x, far, from);
    lu_set(x, steps, lu_known(1));
    lu_go(x, head);
    x->cur = head;
    lu_set(x, more, lu_known(0));
    lu_loop l = each_edge(e, edge);
    if (without != IR_NONE)
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, edge), lu_read(x, without))), l.next, x->at);
    lu_num ends[2] = {lu_look(x, e->first, lu_read(x, edge)), lu_look(x, e->second, lu_read(x, edge))};
    for (int i = 0; i < 2; i++) {
        lu_cond next = lu_and(x, lu_compare(x, IR_EQ, lu_at(x, distance, ends[i]), lu_read(x, steps)),
                              lu_compare(x, IR_EQ, lu_at(x, distance, ends[1 - i]), lu_known(0)));
        ir_node no = lu_branch(x, next);
        lu_set_at(x, distance, ends[1 - i], lu_op(x, IR_ADD, lu_read(x, steps), lu_known(1)));
        lu_set(x, far, ends[1 - i]);
        lu_set(x, more, lu_known(1));
        lu_go(x, l.next);
        x->cur = no;
    }
    lu_loop_end(x, &l);
    lu_set(x, steps, lu_op(x, IR_ADD, lu_read(x, steps), lu_known(1)));
    ir_node done = lu_branch(x, lu_compare(x, IR_EQ, lu_read(x, more), lu_known(1)));
    lu_go(x, head);
    x->cur = done;
    return distance;
}

/* The last move ended on a vertex from which no other is further away than it has to be. */
static void check_centre(const edges *e)
{
    lu *x = e->x;
    ir_var far = lu_scratch(x, "far", 0, e->vertices - 1), other = lu_scratch(x, "far", 0, e->vertices - 1);
    lu_num last = lu_context_num(x, LU_LAST_TO);
    lu_check(x, lu_and(x, lu_compare(x, IR_GE, last, lu_known(0)), lu_compare(x, IR_LT, last, lu_known(e->vertices))));
    ir_var own = distances(e, lu_clamp(x, last, 0, e->vertices - 1, 0), far, IR_NONE);
    ir_var across = distances(e, lu_read(x, far), other, IR_NONE);
    lu_num radius = lu_at(x, own, lu_read(x, far)), diameter = lu_at(x, across, lu_read(x, other));
    lu_check(x, lu_compare(x, IR_EQ, radius, lu_op(x, IR_ADD, lu_op(x, IR_DIV, diameter, lu_known(2)), lu_known(1))));
}

lu_cond lu_is_tree(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    lu_try t = lu_try_begin(x);
    edges e = edges_of(x, v);
    ir_var number = lu_scratch(x, "number", 0, e.count);
    check_no_cycle(&e, number);
    if (strcmp(w, "SpanningTree") == 0)
        lu_check(x, lu_compare(x, IR_EQ, lu_read(x, number), lu_known(e.vertices - 1)));
    else if (strcmp(w, "CaterpillarTree") == 0)
        check_caterpillar(&e);
    else if (strcmp(w, "TreeCentre") == 0)
        check_centre(&e);
    return lu_try_end(x, t);
}

/* ---- regular graphs ---- */

lu_cond lu_is_regular(lu *x, const ludii_value *v)
{
    const ludii_value *k = lu_arg(x, v, "k"), *odd = lu_arg(x, v, "odd"), *even = lu_arg(x, v, "even");
    lu_try t = lu_try_begin(x);
    lu_num wanted = k ? lu_keep_num(x, "wanted", lu_int(x, k)) : lu_known(0);
    edges e = edges_of(x, v);
    ir_var degree = degrees(&e), i = lu_scratch(x, "i", 0, e.vertices);
    lu_cond parity = odd ? lu_bool(x, odd) : even ? lu_bool(x, even) : lu_truth(false);
    lu_loop l = lu_loop_begin(x, i, lu_known(0), lu_known(e.vertices));
    lu_num here = lu_at(x, degree, lu_read(x, i));
    lu_cond same = lu_compare(x, IR_EQ, here, k ? wanted : lu_at(x, degree, lu_known(0)));
    lu_cond right = lu_compare(x, IR_EQ, lu_op(x, IR_MOD, here, lu_known(2)), lu_known(odd != NULL));
    lu_check(x, odd || even ? lu_or(x, lu_and(x, parity, right), lu_and(x, lu_not(x, parity), same)) : same);
    lu_loop_end(x, &l);
    return lu_try_end(x, t);
}

/* ---- paths ---- */

/* The shortest cycle through the last edge has a length. */
static void check_cycle(const edges *e, ir_var last, lu_num length, bool at_most)
{
    lu *x = e->x;
    ir_var far = lu_scratch(x, "far", 0, e->vertices - 1);
    ir_var distance = distances(e, lu_look(x, e->first, lu_read(x, last)), far, last);
    lu_num there = lu_at(x, distance, lu_look(x, e->second, lu_read(x, last)));
    lu_check(x, lu_compare(x, IR_GT, there, lu_known(0)));
    lu_check(x, lu_compare(x, at_most ? IR_LE : IR_EQ, there, length));
}

/* The edges that hang together with the last one are a path of a length. */
static void check_path(const edges *e, ir_var last, lu_num length, bool at_most)
{
    lu *x = e->x;
    ir_var far = lu_scratch(x, "far", 0, e->vertices - 1), edge = lu_scratch(x, "edge", 0, e->count),
           number = lu_scratch(x, "number", 0, e->count);
    ir_var distance = distances(e, lu_look(x, e->first, lu_read(x, last)), far, IR_NONE), degree = degrees(e);
    lu_set(x, number, lu_known(0));
    lu_loop l = each_edge(e, edge);
    lu_num a = lu_look(x, e->first, lu_read(x, edge)), b = lu_look(x, e->second, lu_read(x, edge));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GT, lu_at(x, distance, a), lu_known(0))), l.next, x->at);
    lu_check(x, lu_and(x, lu_compare(x, IR_LE, lu_at(x, degree, a), lu_known(2)),
                       lu_compare(x, IR_LE, lu_at(x, degree, b), lu_known(2))));
    lu_set(x, number, lu_op(x, IR_ADD, lu_read(x, number), lu_known(1)));
    lu_loop_end(x, &l);
    lu_check(x, lu_compare(x, at_most ? IR_LE : IR_EQ, lu_read(x, number), length));
    /* no cycle: one of the vertices is an end */
    ir_var i = lu_scratch(x, "i", 0, e->vertices - 1);
    lu_pick(x, i, 0, e->vertices - 1);
    lu_check(x, lu_and(x, lu_compare(x, IR_GT, lu_at(x, distance, lu_read(x, i)), lu_known(0)),
                       lu_compare(x, IR_EQ, lu_at(x, degree, lu_read(x, i)), lu_known(1))));
}

lu_cond lu_is_path(lu *x, const ludii_value *v)
{
    const ludii_value *length = lu_arg(x, v, "length"), *limit = lu_arg(x, v, "maxLimit");
    if (!lu_word_is(x, v->items[1], "Edge") || (!length && !limit)) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    lu_try t = lu_try_begin(x);
    lu_num n = lu_keep_num(x, "length", lu_int(x, length ? length : limit));
    edges e = edges_of(x, v);
    ir_var last = lu_scratch(x, "last", -2, e.count);
    lu_set(x, last, lu_context_num(x, LU_LAST_TO));
    lu_num at = lu_clamp(x, lu_read(x, last), 0, e.count - 1, -1);
    lu_check(x, lu_compare(x, IR_GE, at, lu_known(0)));
    lu_cond mine = lu_and(x, lu_compare(x, IR_NE, lu_what_on(x, e.on, at), lu_known(0)),
                          lu_compare(x, IR_EQ, lu_who_on(x, e.on, at), lu_read(x, e.who)));
    lu_check(x, mine);
    if (lu_flag(x, v, "closed", false))
        check_cycle(&e, last, n, !length);
    else
        check_path(&e, last, n, !length);
    return lu_try_end(x, t);
}

/* ---- the last move ---- */

lu_cond lu_is_graph(lu *x, const ludii_value *v)
{
    bool to = lu_word_is(x, v->items[0], "LastTo");
    return lu_compare(x, IR_EQ, lu_read(x, lu_state_var(x, to ? LU_S_LAST_TO_ON : LU_S_LAST_FROM_ON)),
                      lu_known((int32_t)lu_ground_named(x, v->items[1])));
}
