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
    e.first = kit_table(x->k, 0, a, g->edges.count, 0);
    e.second = kit_table(x->k, 0, b, g->edges.count, 0);
    e.who = kit_scratch(x->k, "owner", 0, (int32_t)x->players + 1);
    kit_set(x->k, e.who, lu_who(x, who ? who : player));
    return e;
}

/* Each edge of the player in turn. */
static kit_loop each_edge(const edges *e, ir_var edge)
{
    lu *x = e->x;
    kit_loop l = kit_loop_begin(x->k, edge, kit_known(0), kit_known(e->count));
    kit_num at = kit_clamp(x->k, kit_read(x->k, edge), 0, e->count - 1, 0);
    kit_cond mine = kit_and(x->k, kit_compare(x->k, IR_NE, lu_what_on(x, e->on, at), kit_known(0)),
                            kit_compare(x->k, IR_EQ, lu_who_on(x, e->on, at), kit_read(x->k, e->who)));
    kit_branch_to(x->k, mine, l.next);
    return l;
}

static ir_var vertex_map(const edges *e, const char *name, int32_t high)
{
    return kit_array(e->x->k, name, 0, e->vertices - 1, 0, high, NULL);
}

static void fill(const edges *e, ir_var values, bool own)
{
    lu *x = e->x;
    ir_var i = kit_scratch(x->k, "i", 0, e->vertices);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_known(e->vertices));
    kit_set_at(x->k, values, kit_read(x->k, i), own ? kit_read(x->k, i) : kit_known(0));
    kit_loop_end(x->k, &l);
}

static void add_at(lu *x, ir_var values, kit_num key, int32_t by)
{
    kit_set_at(x->k, values, key, kit_op(x->k, IR_ADD, kit_at(x->k, values, key), kit_known(by)));
}

static ir_var degrees(const edges *e)
{
    lu *x = e->x;
    ir_var degree = vertex_map(e, "degree", e->count), edge = kit_scratch(x->k, "edge", 0, e->count);
    fill(e, degree, false);
    kit_loop l = each_edge(e, edge);
    add_at(x, degree, kit_look(x->k, e->first, kit_read(x->k, edge)), 1);
    add_at(x, degree, kit_look(x->k, e->second, kit_read(x->k, edge)), 1);
    kit_loop_end(x->k, &l);
    return degree;
}

/* ---- trees ---- */

static void find_root(lu *x, ir_var parent, ir_var root)
{
    ir_node head = kit_node(x->k), after = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_num up = kit_at(x->k, parent, kit_read(x->k, root));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, up, kit_read(x->k, root)), after);
    kit_set(x->k, root, kit_at(x->k, parent, kit_read(x->k, root)));
    kit_go(x->k, head);
    x->k->cur = after;
}

/* Goes on where no edges form a cycle; `number` of them. */
static void check_no_cycle(const edges *e, ir_var number)
{
    lu *x = e->x;
    ir_var parent = vertex_map(e, "parent", e->vertices - 1), edge = kit_scratch(x->k, "edge", 0, e->count),
           a = kit_scratch(x->k, "a", 0, e->vertices - 1), b = kit_scratch(x->k, "b", 0, e->vertices - 1);
    fill(e, parent, true);
    kit_set(x->k, number, kit_known(0));
    kit_loop l = each_edge(e, edge);
    kit_set(x->k, a, kit_look(x->k, e->first, kit_read(x->k, edge)));
    kit_set(x->k, b, kit_look(x->k, e->second, kit_read(x->k, edge)));
    find_root(x, parent, a);
    find_root(x, parent, b);
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, a), kit_read(x->k, b)));
    kit_set_at(x->k, parent, kit_read(x->k, a), kit_read(x->k, b));
    kit_set(x->k, number, kit_op(x->k, IR_ADD, kit_read(x->k, number), kit_known(1)));
    kit_loop_end(x->k, &l);
}

/* No vertex has more than two neighbours that are no leaves. */
static void check_caterpillar(const edges *e)
{
    lu *x = e->x;
    ir_var degree = degrees(e), inner = vertex_map(e, "inner", e->count), edge = kit_scratch(x->k, "edge", 0, e->count),
           i = kit_scratch(x->k, "i", 0, e->vertices);
    fill(e, inner, false);
    kit_loop l = each_edge(e, edge);
    kit_num a = kit_look(x->k, e->first, kit_read(x->k, edge)), b = kit_look(x->k, e->second, kit_read(x->k, edge));
    kit_cond both = kit_and(x->k, kit_compare(x->k, IR_GT, kit_at(x->k, degree, a), kit_known(1)),
                            kit_compare(x->k, IR_GT, kit_at(x->k, degree, b), kit_known(1)));
    kit_branch_to(x->k, both, l.next);
    add_at(x, inner, a, 1);
    add_at(x, inner, b, 1);
    kit_loop_end(x->k, &l);
    l = kit_loop_begin(x->k, i, kit_known(0), kit_known(e->vertices));
    kit_check(x->k, kit_compare(x->k, IR_LE, kit_at(x->k, inner, kit_read(x->k, i)), kit_known(2)));
    kit_loop_end(x->k, &l);
}

/* Steps from a vertex to all others, from 1; 0 for those that are not reached. `far` is one of the
 * last. An edge may be left out. */
static ir_var distances(const edges *e, kit_num from, ir_var far, ir_var without)
{
    lu *x = e->x;
    ir_var distance = vertex_map(e, "distance", e->vertices), edge = kit_scratch(x->k, "edge", 0, e->count),
           steps = kit_scratch(x->k, "steps", 0, e->vertices + 1), more = kit_scratch(x->k, "more", 0, 1);
    ir_node head = kit_node(x->k);
    fill(e, distance, false);
    kit_set_at(x->k, distance, from, kit_known(1));
    kit_set(x->k, far, from);
    kit_set(x->k, steps, kit_known(1));
    kit_go(x->k, head);
    x->k->cur = head;
    kit_set(x->k, more, kit_known(0));
    kit_loop l = each_edge(e, edge);
    if (without != IR_NONE)
        kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, edge), kit_read(x->k, without)), l.next);
    kit_num ends[2] = {kit_look(x->k, e->first, kit_read(x->k, edge)), kit_look(x->k, e->second, kit_read(x->k, edge))};
    for (int i = 0; i < 2; i++) {
        kit_cond next = kit_and(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, distance, ends[i]), kit_read(x->k, steps)),
                                kit_compare(x->k, IR_EQ, kit_at(x->k, distance, ends[1 - i]), kit_known(0)));
        ir_node no = kit_branch(x->k, next);
        kit_set_at(x->k, distance, ends[1 - i], kit_op(x->k, IR_ADD, kit_read(x->k, steps), kit_known(1)));
        kit_set(x->k, far, ends[1 - i]);
        kit_set(x->k, more, kit_known(1));
        kit_go(x->k, l.next);
        x->k->cur = no;
    }
    kit_loop_end(x->k, &l);
    kit_set(x->k, steps, kit_op(x->k, IR_ADD, kit_read(x->k, steps), kit_known(1)));
    ir_node done = kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, more), kit_known(1)));
    kit_go(x->k, head);
    x->k->cur = done;
    return distance;
}

kit_cond lu_is_tree(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    kit_try t = kit_try_begin(x->k);
    edges e = edges_of(x, v);
    ir_var number = kit_scratch(x->k, "number", 0, e.count);
    check_no_cycle(&e, number);
    if (strcmp(w, "SpanningTree") == 0)
        kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, number), kit_known(e.vertices - 1)));
    else if (strcmp(w, "CaterpillarTree") == 0)
        check_caterpillar(&e);
    else if (strcmp(w, "Tree") != 0)
        lu_refuse_ludeme(x, v);
    return kit_try_end(x->k, t);
}

/* ---- regular graphs ---- */

kit_cond lu_is_regular(lu *x, const ludii_value *v)
{
    const ludii_value *k = lu_arg(x, v, "k"), *odd = lu_arg(x, v, "odd"), *even = lu_arg(x, v, "even");
    kit_try t = kit_try_begin(x->k);
    kit_num wanted = k ? lu_keep_num(x, "wanted", lu_int(x, k)) : kit_known(0);
    edges e = edges_of(x, v);
    ir_var degree = degrees(&e), i = kit_scratch(x->k, "i", 0, e.vertices);
    kit_cond parity = odd ? lu_bool(x, odd) : even ? lu_bool(x, even) : kit_truth(false);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_known(e.vertices));
    kit_num here = kit_at(x->k, degree, kit_read(x->k, i));
    kit_cond same = kit_compare(x->k, IR_EQ, here, k ? wanted : kit_at(x->k, degree, kit_known(0)));
    kit_cond right = kit_compare(x->k, IR_EQ, kit_op(x->k, IR_MOD, here, kit_known(2)), kit_known(odd != NULL));
    kit_check(x->k, odd || even ? kit_or(x->k, kit_and(x->k, parity, right), kit_and(x->k, kit_not(x->k, parity), same))
                                : same);
    kit_loop_end(x->k, &l);
    return kit_try_end(x->k, t);
}

/* ---- paths ---- */

/* The shortest cycle through the last edge has a length. */
static void check_cycle(const edges *e, ir_var last, kit_num length, bool at_most)
{
    lu *x = e->x;
    ir_var far = kit_scratch(x->k, "far", 0, e->vertices - 1);
    ir_var distance = distances(e, kit_look(x->k, e->first, kit_read(x->k, last)), far, last);
    kit_num there = kit_at(x->k, distance, kit_look(x->k, e->second, kit_read(x->k, last)));
    kit_check(x->k, kit_compare(x->k, IR_GT, there, kit_known(0)));
    kit_check(x->k, kit_compare(x->k, at_most ? IR_LE : IR_EQ, there, length));
}

/* The edges that hang together with the last one are a path of a length. */
static void check_path(const edges *e, ir_var last, kit_num length, bool at_most)
{
    lu *x = e->x;
    ir_var far = kit_scratch(x->k, "far", 0, e->vertices - 1), edge = kit_scratch(x->k, "edge", 0, e->count),
           number = kit_scratch(x->k, "number", 0, e->count);
    ir_var distance = distances(e, kit_look(x->k, e->first, kit_read(x->k, last)), far, IR_NONE), degree = degrees(e);
    kit_set(x->k, number, kit_known(0));
    kit_loop l = each_edge(e, edge);
    kit_num a = kit_look(x->k, e->first, kit_read(x->k, edge)), b = kit_look(x->k, e->second, kit_read(x->k, edge));
    kit_branch_to(x->k, kit_compare(x->k, IR_GT, kit_at(x->k, distance, a), kit_known(0)), l.next);
    kit_check(x->k, kit_and(x->k, kit_compare(x->k, IR_LE, kit_at(x->k, degree, a), kit_known(2)),
                            kit_compare(x->k, IR_LE, kit_at(x->k, degree, b), kit_known(2))));
    kit_set(x->k, number, kit_op(x->k, IR_ADD, kit_read(x->k, number), kit_known(1)));
    kit_loop_end(x->k, &l);
    kit_check(x->k, kit_compare(x->k, at_most ? IR_LE : IR_EQ, kit_read(x->k, number), length));
    /* no cycle: one of the vertices is an end */
    ir_var i = kit_scratch(x->k, "i", 0, e->vertices - 1);
    kit_pick(x->k, i, 0, e->vertices - 1);
    kit_check(x->k, kit_and(x->k, kit_compare(x->k, IR_GT, kit_at(x->k, distance, kit_read(x->k, i)), kit_known(0)),
                            kit_compare(x->k, IR_EQ, kit_at(x->k, degree, kit_read(x->k, i)), kit_known(1))));
}

kit_cond lu_is_path(lu *x, const ludii_value *v)
{
    const ludii_value *length = lu_arg(x, v, "length"), *limit = lu_arg(x, v, "maxLimit");
    if (lu_is(x, length, "Range")) { /* exactly so many, or at most */
        const bool most = strcmp(lu_class(x, length), "RangeMax") == 0;
        if (!most && strcmp(lu_class(x, length), "Exact") != 0)
            lu_refuse_ludeme(x, v);
        limit = most ? length->items[0] : NULL;
        length = most ? NULL : length->items[0];
    }
    if (lu_arg(x, v, "from"))
        lu_refuse_ludeme(x, v);
    if (!lu_word_is(x, v->items[1], "Edge") || (!length && !limit)) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    kit_try t = kit_try_begin(x->k);
    kit_num n = lu_keep_num(x, "length", lu_int(x, length ? length : limit));
    edges e = edges_of(x, v);
    ir_var last = kit_scratch(x->k, "last", -2, e.count);
    kit_set(x->k, last, lu_context_num(x, LU_LAST_TO));
    kit_num at = kit_clamp(x->k, kit_read(x->k, last), 0, e.count - 1, -1);
    kit_check(x->k, kit_compare(x->k, IR_GE, at, kit_known(0)));
    kit_cond mine = kit_and(x->k, kit_compare(x->k, IR_NE, lu_what_on(x, e.on, at), kit_known(0)),
                            kit_compare(x->k, IR_EQ, lu_who_on(x, e.on, at), kit_read(x->k, e.who)));
    kit_check(x->k, mine);
    if (lu_flag(x, v, "closed", false))
        check_cycle(&e, last, n, !length);
    else
        check_path(&e, last, n, !length);
    return kit_try_end(x->k, t);
}

/* ---- the last move ---- */

kit_cond lu_is_graph(lu *x, const ludii_value *v)
{
    bool to = lu_word_is(x, v->items[0], "LastTo");
    return kit_compare(x->k, IR_EQ, kit_read(x->k, lu_state_var(x, to ? LU_S_LAST_TO_ON : LU_S_LAST_FROM_ON)),
                       kit_known((int32_t)lu_ground_named(x, v->items[1])));
}
