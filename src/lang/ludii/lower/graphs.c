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

/* An edge of the player, or of anybody where all are meant. */
static kit_cond is_theirs(const edges *e, kit_num edge)
{
    lu *x = e->x;
    kit_cond all = kit_compare(x->k, IR_EQ, kit_read(x->k, e->who), kit_known((int32_t)x->players + 1));
    kit_cond own = kit_compare(x->k, IR_EQ, lu_who_on(x, e->on, edge), kit_read(x->k, e->who));
    return kit_and(x->k, kit_compare(x->k, IR_NE, lu_what_on(x, e->on, edge), kit_known(0)), kit_or(x->k, all, own));
}

/* Each edge of the player in turn. */
static kit_loop each_edge(const edges *e, ir_var edge)
{
    lu *x = e->x;
    kit_loop l = kit_loop_begin(x->k, edge, kit_known(0), kit_known(e->count));
    kit_num at = kit_clamp(x->k, kit_read(x->k, edge), 0, e->count - 1, 0);
    kit_branch_to(x->k, is_theirs(e, at), l.next);
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

/* The neighbour of `at` with the least number of those whose mark is `mark`, or -1. */
static ir_var least_neighbour(const edges *e, ir_var at, ir_var marks, kit_num mark)
{
    lu *x = e->x;
    ir_var edge = kit_scratch(x->k, "edge", 0, e->count), least = kit_scratch(x->k, "least", -1, e->vertices - 1);
    kit_set(x->k, least, kit_known(-1));
    kit_loop l = each_edge(e, edge);
    kit_num ends[2] = {kit_look(x->k, e->first, kit_read(x->k, edge)), kit_look(x->k, e->second, kit_read(x->k, edge))};
    for (int i = 0; i < 2; i++) {
        const kit_num now = kit_read(x->k, least);
        kit_cond less =
            kit_or(x->k, kit_compare(x->k, IR_LT, now, kit_known(0)), kit_compare(x->k, IR_LT, ends[1 - i], now));
        less = kit_and(x->k, less, kit_compare(x->k, IR_EQ, ends[i], kit_read(x->k, at)));
        less = kit_and(x->k, less, kit_compare(x->k, IR_EQ, kit_at(x->k, marks, ends[1 - i]), mark));
        kit_set(x->k, least, kit_choose(x->k, less, ends[1 - i], now));
    }
    kit_loop_end(x->k, &l);
    return least;
}

/* How many vertices there are on the way from one to the least neighbour that was not met yet, as long as there is
 * any. */
static kit_num length_of_way(const edges *e, kit_num from)
{
    lu *x = e->x;
    ir_var met = vertex_map(e, "met", 1), at = kit_scratch(x->k, "at", 0, e->vertices - 1),
           length = kit_scratch(x->k, "length", 0, e->vertices);
    ir_node head = kit_node(x->k);
    fill(e, met, false);
    kit_set(x->k, at, from);
    kit_set(x->k, length, kit_known(0));
    kit_go(x->k, head);
    x->k->cur = head;
    kit_set(x->k, length, kit_op(x->k, IR_ADD, kit_read(x->k, length), kit_known(1)));
    kit_set_at(x->k, met, kit_read(x->k, at), kit_known(1));
    const ir_var next = least_neighbour(e, at, met, kit_known(0));
    const ir_node end = kit_branch(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, next), kit_known(0)));
    kit_set(x->k, at, kit_clamp(x->k, kit_read(x->k, next), 0, e->vertices - 1, 0));
    kit_go(x->k, head);
    x->k->cur = end;
    return kit_read(x->k, length);
}

/* From the first vertex of the tree on to where more than half of it lies. */
static ir_var centre_of(const edges *e, kit_num site)
{
    lu *x = e->x;
    ir_var far = kit_scratch(x->k, "far", 0, e->vertices - 1), i = kit_scratch(x->k, "i", 0, e->vertices),
           centre = kit_scratch(x->k, "centre", 0, e->vertices - 1), half = kit_scratch(x->k, "half", 0, e->vertices),
           size = vertex_map(e, "size", e->vertices), steps = kit_scratch(x->k, "farthest", 0, e->vertices + 1),
           edge = kit_scratch(x->k, "edge", 0, e->count), heavy = vertex_map(e, "heavy", e->vertices + 1);
    ir_var distance = distances(e, site, far, IR_NONE);
    ir_node found = kit_node(x->k), head = kit_node(x->k);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_known(e->vertices));
    kit_num in = kit_clamp(x->k, kit_read(x->k, i), 0, e->vertices - 1, 0);
    kit_branch_to(x->k, kit_compare(x->k, IR_GT, kit_at(x->k, distance, in), kit_known(0)), l.next);
    kit_set(x->k, centre, in);
    kit_go(x->k, found);
    x->k->cur = l.done; /* never: the site itself is there */
    kit_go(x->k, found);
    x->k->cur = found;
    distance = distances(e, kit_read(x->k, centre), far, IR_NONE);
    kit_set(x->k, half, kit_known(0));
    l = kit_loop_begin(x->k, i, kit_known(0), kit_known(e->vertices));
    in = kit_clamp(x->k, kit_read(x->k, i), 0, e->vertices - 1, 0);
    kit_cond there = kit_compare(x->k, IR_GT, kit_at(x->k, distance, in), kit_known(0));
    kit_set_at(x->k, size, in, kit_choose(x->k, there, kit_known(1), kit_known(0)));
    kit_set(x->k, half, kit_op(x->k, IR_ADD, kit_read(x->k, half), kit_at(x->k, size, in)));
    kit_loop_end(x->k, &l);
    kit_set(x->k, half, kit_op(x->k, IR_DIV, kit_read(x->k, half), kit_known(2)));
    l = kit_loop_begin(x->k, steps, kit_known(0), kit_known(e->vertices)); /* the farthest ones first */
    kit_num behind = kit_op(x->k, IR_SUB, kit_known(e->vertices), kit_read(x->k, steps));
    kit_loop all = each_edge(e, edge);
    kit_num ends[2] = {kit_look(x->k, e->first, kit_read(x->k, edge)), kit_look(x->k, e->second, kit_read(x->k, edge))};
    for (int k = 0; k < 2; k++) {
        kit_num d = kit_at(x->k, distance, ends[k]), up = kit_at(x->k, distance, ends[1 - k]);
        kit_cond below = kit_and(x->k, kit_compare(x->k, IR_EQ, d, behind), kit_compare(x->k, IR_LT, up, d));
        ir_node no = kit_branch(x->k, below);
        kit_set_at(x->k, size, ends[1 - k],
                   kit_op(x->k, IR_ADD, kit_at(x->k, size, ends[1 - k]), kit_at(x->k, size, ends[k])));
        kit_go(x->k, all.next);
        x->k->cur = no;
    }
    kit_loop_end(x->k, &all);
    kit_loop_end(x->k, &l);
    l = kit_loop_begin(x->k, i, kit_known(0), kit_known(e->vertices)); /* its distance, where it is heavy */
    in = kit_clamp(x->k, kit_read(x->k, i), 0, e->vertices - 1, 0);
    kit_set_at(x->k, heavy, in,
               kit_choose(x->k, kit_compare(x->k, IR_GT, kit_at(x->k, size, in), kit_read(x->k, half)),
                          kit_at(x->k, distance, in), kit_known(0)));
    kit_loop_end(x->k, &l);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_num deeper = kit_op(x->k, IR_ADD, kit_at(x->k, distance, kit_read(x->k, centre)), kit_known(1));
    const ir_var next = least_neighbour(e, centre, heavy, deeper);
    const ir_node end = kit_branch(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, next), kit_known(0)));
    kit_set(x->k, centre, kit_clamp(x->k, kit_read(x->k, next), 0, e->vertices - 1, 0));
    kit_go(x->k, head);
    x->k->cur = end;
    return centre;
}

/* The last move ends at the centre of its tree: there, or at its other end, or beside it where the ways from both are
 * equally long. A vertex without edges is compared with the first of the board. */
static void check_centre(const edges *e)
{
    lu *x = e->x;
    ir_var site = kit_scratch(x->k, "site", -2, e->vertices - 1), centre, degree = degrees(e);
    kit_set(x->k, site, kit_clamp(x->k, lu_context_num(x, LU_LAST_TO), -2, e->vertices - 1, -1));
    kit_check(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, site), kit_known(0)));
    const kit_num at = kit_clamp(x->k, kit_read(x->k, site), 0, e->vertices - 1, 0);
    ir_node right = kit_node(x->k),
            alone = kit_branch(x->k, kit_compare(x->k, IR_GT, kit_at(x->k, degree, at), kit_known(0)));
    centre = centre_of(e, at);
    ir_node other = kit_branch(x->k, kit_compare(x->k, IR_EQ, at, kit_read(x->k, centre)));
    kit_go(x->k, right);
    x->k->cur = other;
    kit_cond ends = kit_and(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, degree, at), kit_known(1)),
                            kit_compare(x->k, IR_EQ, kit_at(x->k, degree, kit_read(x->k, centre)), kit_known(1)));
    other = kit_branch(x->k, ends);
    kit_go(x->k, right);
    x->k->cur = other;
    ir_var far = kit_scratch(x->k, "far", 0, e->vertices - 1);
    ir_var distance = distances(e, at, far, IR_NONE);
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, distance, kit_read(x->k, centre)), kit_known(2)));
    const kit_num mine = lu_keep_num(x, "mine", length_of_way(e, at));
    kit_check(x->k, kit_compare(x->k, IR_EQ, mine, length_of_way(e, kit_read(x->k, centre))));
    kit_go(x->k, right);
    x->k->cur = alone;
    kit_check(x->k, kit_compare(x->k, IR_EQ, at, kit_known(0)));
    kit_go(x->k, right);
    x->k->cur = right;
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
    else if (strcmp(w, "TreeCentre") == 0)
        check_centre(&e);
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
    kit_check(x->k, is_theirs(&e, at));
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
