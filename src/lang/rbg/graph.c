/* From the regular expression to an automaton. Runs of shifts become one edge or a few:
 * - the vertex itself: nothing; some vertices only: a check;
 * - one vertex at most: a table;
 * - the same vertices from everywhere: a choice;
 * - few each: tables that never lead to the same vertex, grouped so that each moves evenly;
 * - else a choice among those related, or, inside of checks, the expression as it is written, since
 *   searches there are fastest when the vertex is all that matters.
 * No vertex is reached twice that way, which the words of the expression would often do. */
#include "lang/rbg/graph.h"

#include "base/lattice.h"

#include <string.h>

enum { MAX_TABLES = 16 };

static uint32_t new_node(rbg_graph *g) { return g->nodes++; }

static rbg_edge *add(rbg_graph *g, uint32_t from, uint32_t to, rbg_action action, const rbg_rule *r)
{
    if (g->edges.count >= RBG_MAX_EDGES)
        rbg_too_large(g->f, r->span, "the rules are too large: more than %d actions after powers", RBG_MAX_EDGES);
    vec_push(g->arena, &g->edges, ((rbg_edge){.from = from, .to = to, .action = action, .rule = r}));
    return &vec_at(&g->edges, g->edges.count - 1);
}

/* ---- shifts ---- */

static uint32_t *new_table(rbg_graph *g, uint32_t size)
{
    uint32_t *t = ARENA_ARRAY(g->arena, uint32_t, size + 1);
    for (uint32_t v = 0; v < size; v++)
        t[v] = RBG_NONE;
    return t;
}

static uint32_t row_size(const rbg_relation *r, uint32_t v)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < r->words; w++)
        n += (uint32_t)__builtin_popcountll(rbg_row(r, v)[w]);
    return n;
}

static bool same_row(const rbg_relation *r, uint32_t v, uint32_t u)
{
    return memcmp(rbg_row(r, v), rbg_row(r, u), r->words * sizeof(uint64_t)) == 0;
}

static uint32_t first_in_row(const rbg_relation *r, uint32_t v)
{
    for (uint32_t to = 0; to < r->size; to++)
        if (rbg_related(r, v, to))
            return to;
    return RBG_NONE;
}

/* What is known of a relation. */
typedef struct shape {
    uint32_t longest, filled; /* row, number of rows that are not empty */
    uint32_t sample;          /* a row that is not empty */
    bool uniform, identity;   /* rows that are not empty are equal; hold only the vertex itself */
} shape;

static shape shape_of(const rbg_relation *r)
{
    shape s = {.uniform = true, .identity = true, .sample = RBG_NONE};
    for (uint32_t v = 0; v < r->size; v++) {
        uint32_t n = row_size(r, v);
        if (n == 0)
            continue;
        s.longest = n > s.longest ? n : s.longest;
        s.filled++;
        if (s.sample == RBG_NONE)
            s.sample = v;
        s.uniform = s.uniform && same_row(r, v, s.sample);
        s.identity = s.identity && n == 1 && rbg_related(r, v, v);
    }
    return s;
}

/* A check that the row of the vertex is not empty; the node behind it. */
static uint32_t check_row(rbg_graph *g, const rbg_relation *r, const shape *s, uint32_t from, const rbg_rule *rule)
{
    if (s->filled == r->size)
        return from;
    uint32_t *table = new_table(g, r->size), next = new_node(g);
    for (uint32_t v = 0; v < r->size; v++)
        if (row_size(r, v))
            table[v] = v;
    add(g, from, next, RBG_AT, rule)->table = table;
    return next;
}

/* Splits the pairs by the distance of their numbers: on most boards that are numbered line by line a shift is the same
 * distance everywhere. The number of tables, or 0 when there would be too many. */
static uint32_t by_distance(rbg_graph *g, const rbg_relation *r, uint32_t **tables)
{
    int64_t distances[MAX_TABLES];
    uint32_t count = 0;
    for (uint32_t v = 0; v < r->size; v++)
        for (uint32_t to = 0; to < r->size; to++) {
            if (!rbg_related(r, v, to))
                continue;
            int64_t d = (int64_t)g->places[to] - g->places[v];
            uint32_t i = 0;
            while (i < count && distances[i] != d)
                i++;
            if (i == MAX_TABLES)
                return 0;
            if (i == count) {
                distances[count] = d;
                tables[count++] = new_table(g, r->size);
            }
            tables[i][v] = to;
        }
    return count;
}

static uint32_t by_rank(rbg_graph *g, const rbg_relation *r, uint32_t longest, uint32_t **tables)
{
    if (longest > MAX_TABLES)
        return 0;
    for (uint32_t i = 0; i < longest; i++)
        tables[i] = new_table(g, r->size);
    for (uint32_t v = 0; v < r->size; v++)
        for (uint32_t to = 0, i = 0; to < r->size; to++)
            if (rbg_related(r, v, to))
                tables[i++][v] = to;
    return longest;
}

static void add_move(rbg_graph *g, uint32_t from, uint32_t to, const uint32_t *table, const rbg_rule *rule)
{
    add(g, from, to, RBG_MOVE, rule)->table = table;
}

/* Edges for the relation; false when the rule had better stay as it is written. */
static bool add_relation(rbg_graph *g, const rbg_relation *r, uint32_t from, uint32_t to, const rbg_rule *rule)
{
    shape s = shape_of(r);
    uint32_t *tables[MAX_TABLES], count;
    if (s.filled == 0)
        return true;
    if (s.identity) {
        add(g, check_row(g, r, &s, from, rule), to, RBG_SKIP, rule);
    } else if (s.longest == 1) {
        uint32_t *table = new_table(g, r->size);
        for (uint32_t v = 0; v < r->size; v++)
            table[v] = first_in_row(r, v);
        add_move(g, from, to, table, rule);
    } else if (s.uniform) {
        rbg_relation *row = ARENA_NEW(g->arena, rbg_relation);
        *row = (rbg_relation){r->size, r->words, rbg_row(r, s.sample)};
        uint32_t behind = check_row(g, r, &s, from, rule);
        add(g, behind, to, RBG_CHOOSE, rule)->relation = row;
    } else if ((count = by_distance(g, r, tables)) > 0 || (count = by_rank(g, r, s.longest, tables)) > 0) {
        for (uint32_t i = 0; i < count; i++)
            add_move(g, from, to, tables[i], rule);
    } else if (g->checks) {
        return false;
    } else {
        add(g, from, to, RBG_RELATE, rule)->relation = r;
    }
    return true;
}

/* ---- rules ---- */

static void build(rbg_graph *g, const rbg_rule *r, uint32_t from, uint32_t to);

static uint32_t body_of(rbg_graph *g, const rbg_rule *inside)
{
    const uint32_t *known = map_get(&g->body_of, inside->same);
    if (known)
        return *known;
    rbg_body b = {new_node(g), new_node(g)};
    g->checks++;
    build(g, inside, b.start, b.finish);
    g->checks--;
    map_put(&g->body_of, inside->same, g->bodies.count);
    vec_push(g->arena, &g->bodies, b);
    return g->bodies.count - 1;
}

static bool build_shifts(rbg_graph *g, const rbg_relation *all, uint32_t from, uint32_t to, const rbg_rule *r)
{
    return all && add_relation(g, all, from, to, r);
}

/* The end of the run of shifts that begins with part `i`, and its relation. */
static uint32_t run_of_shifts(rbg_graph *g, const rbg_rule *r, uint32_t i, const rbg_relation **all)
{
    *all = NULL;
    for (; i < r->count && rbg_only_shifts(&g->relations, r->parts[i]); i++) {
        const rbg_relation *one = rbg_relation_of(&g->relations, r->parts[i]);
        if (!one)
            break;
        *all = rbg_compose(&g->relations, *all, one);
    }
    return i;
}

static void build_sequence(rbg_graph *g, const rbg_rule *r, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < r->count && !g->f->exhausted;) {
        const rbg_relation *all;
        uint32_t end = run_of_shifts(g, r, i, &all);
        bool alone = end <= i + 1;
        uint32_t stop = alone ? i + 1 : end, next = stop == r->count ? to : new_node(g);
        if (alone || !build_shifts(g, all, from, next, r->parts[i])) {
            stop = i + 1;
            if (!alone && next == to)
                next = new_node(g);
            build(g, r->parts[i], from, next);
        }
        from = next;
        i = stop;
    }
}

static void build_power(rbg_graph *g, const rbg_rule *r, uint32_t from, uint32_t to)
{
    if (r->index == 0)
        add(g, from, to, RBG_SKIP, r);
    for (uint32_t i = 0; i < r->index && !g->f->exhausted; i++) {
        uint32_t next = i + 1 == r->index ? to : new_node(g);
        build(g, r->parts[0], from, next);
        from = next;
    }
}

/* ---- sums of checks ---- */

/* Neither moves nor changes anything. */
static bool only_checks(const rbg_rule *r)
{
    switch (r->kind) {
    case RBG_R_ON:
    case RBG_R_COMPARE:
    case RBG_R_SOME:
    case RBG_R_NO:
    case RBG_R_DOT: return true;
    case RBG_R_SUM:
    case RBG_R_SEQUENCE:
        for (uint32_t i = 0; i < r->count; i++)
            if (!only_checks(r->parts[i]))
                return false;
        return true;
    default: return false;
    }
}

static bool equal_arith(const rbg_arith *a, const rbg_arith *b)
{
    if (!a || !b)
        return a == b;
    return a->kind == b->kind && a->index == b->index && a->number == b->number && equal_arith(a->a, b->a) &&
           equal_arith(a->b, b->b);
}

/* At most one can hold: a check and its opposite, comparisons of one thing with different numbers. */
static bool exclude(const rbg_rule *a, const rbg_rule *b)
{
    if (a->kind == RBG_R_COMPARE && b->kind == RBG_R_COMPARE)
        return a->compare == RBG_T_EQ && b->compare == RBG_T_EQ && a->b->kind == RBG_A_NUMBER &&
               b->b->kind == RBG_A_NUMBER && a->b->number != b->b->number && equal_arith(a->a, b->a);
    return a->kind + b->kind == RBG_R_SOME + RBG_R_NO && a->kind != b->kind && a->parts && b->parts &&
           a->parts[0]->same == b->parts[0]->same;
}

/* Alternatives that only check, of which several may hold at once, would make one move in several ways:
 * they are one check. */
static bool is_one_check(const rbg_graph *g, const rbg_rule *r)
{
    if (g->checks || !only_checks(r))
        return false;
    for (uint32_t i = 0; i < r->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (!exclude(r->parts[i], r->parts[k]))
                return true;
    return false;
}

static const uint32_t *shift_table(rbg_graph *g, uint32_t direction)
{
    if (g->shifts[direction])
        return g->shifts[direction];
    uint32_t *table = new_table(g, g->f->vertices.count);
    for (uint32_t v = 0; v < g->f->vertices.count; v++)
        table[v] = vec_at(&g->f->vertices, v).targets[direction];
    return g->shifts[direction] = table;
}

static void build_structure(rbg_graph *g, const rbg_rule *r, uint32_t from, uint32_t to)
{
    switch (r->kind) {
    case RBG_R_SUM:
        if (is_one_check(g, r)) {
            uint32_t body = body_of(g, r);
            add(g, from, to, RBG_SOME, r)->index = body;
            break;
        }
        for (uint32_t i = 0; i < r->count; i++)
            build(g, r->parts[i], from, to);
        break;
    case RBG_R_SEQUENCE: build_sequence(g, r, from, to); break;
    case RBG_R_STAR: {
        uint32_t loop = new_node(g);
        add(g, from, loop, RBG_SKIP, r);
        build(g, r->parts[0], loop, loop);
        add(g, loop, to, RBG_SKIP, r);
        break;
    }
    case RBG_R_POWER: build_power(g, r, from, to); break;
    case RBG_R_SHIFT: add_move(g, from, to, shift_table(g, r->index), r); break;
    case RBG_R_ON: add(g, from, to, RBG_ON, r); break;
    case RBG_R_OFF: add(g, from, to, RBG_OFF, r)->index = ++g->modifiers; break;
    case RBG_R_ASSIGN: add(g, from, to, RBG_ASSIGN, r)->index = ++g->modifiers; break;
    case RBG_R_SWITCH: add(g, from, to, RBG_SWITCH, r)->index = ++g->modifiers; break;
    case RBG_R_COMPARE: add(g, from, to, RBG_COMPARE, r); break;
    case RBG_R_SOME:
    case RBG_R_NO: {
        uint32_t body = body_of(g, r->parts[0]);
        add(g, from, to, r->kind == RBG_R_SOME ? RBG_SOME : RBG_NO, r)->index = body;
        break;
    }
    case RBG_R_DOT: add(g, from, to, RBG_SKIP, r); break;
    }
}

static void build(rbg_graph *g, const rbg_rule *r, uint32_t from, uint32_t to)
{
    if (g->f->exhausted)
        return;
    if (rbg_only_shifts(&g->relations, r) && r->kind != RBG_R_DOT &&
        build_shifts(g, rbg_relation_of(&g->relations, r), from, to, r))
        return;
    build_structure(g, r, from, to);
}

static void index_edges(rbg_graph *g)
{
    g->out_start = ARENA_ARRAY(g->arena, uint32_t, g->nodes + 2);
    g->out = ARENA_ARRAY(g->arena, uint32_t, g->edges.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++)
        g->out_start[vec_at(&g->edges, i).from + 1]++;
    for (uint32_t n = 0; n < g->nodes; n++)
        g->out_start[n + 1] += g->out_start[n];
    uint32_t *at = ARENA_ARRAY(g->arena, uint32_t, g->nodes + 1);
    memcpy(at, g->out_start, g->nodes * sizeof *at);
    for (uint32_t i = 0; i < g->edges.count; i++)
        g->out[at[vec_at(&g->edges, i).from]++] = i;
}

/* Where directions lead from vertex to vertex, those are numbered so that most directions are a distance. */
static void find_places(rbg_graph *g)
{
    const uint32_t size = g->f->vertices.count;
    uint32_t *kinds = ARENA_ARRAY(g->arena, uint32_t, size + 1);
    lattice l = {.size = size, .kinds = kinds};
    g->places = ARENA_ARRAY(g->arena, uint32_t, size + 1);
    for (uint32_t i = 0; i < size; i++)
        g->places[i] = i;
    for (uint32_t d = 0; size <= LATTICE_SIZE_MAX && d < g->f->directions.count && l.count < LATTICE_STEPS_MAX; d++)
        lattice_add(&l, g->arena, shift_table(g, d));
    lattice_number(&l, g->arena, g->places);
}

bool rbg_graph_make(rbg_graph *g, rbg_file *f, arena *a)
{
    *g = (rbg_graph){.f = f, .arena = a};
    map_init(&g->body_of, a);
    g->shifts = ARENA_ARRAY(a, const uint32_t *, f->directions.count + 1);
    rbg_relations_init(&g->relations, f, a);
    find_places(g);
    g->start = new_node(g);
    g->finish = new_node(g);
    build(g, f->rules, g->start, g->finish);
    index_edges(g);
    return !f->exhausted;
}
