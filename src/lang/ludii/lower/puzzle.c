/* Deduction puzzles: values of sites, what a solution fulfils, and the two moves: to set the value
 * of a site, as far as nothing speaks against it yet, and to strike a value out or allow it again.
 */
#include "lang/ludii/lower/puzzle.h"

#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>
#include <string.h>

typedef struct puzzle_region {
    name_id name; /* of the regions it is one of */
    vec_u32 sites;
    int32_t hint; /* of a region of hints */
    bool hinted;
    int32_t kind; /* rows are unlike rows, and columns unlike columns */
} puzzle_region;

typedef struct puzzle_hint {
    vec_u32 sites;
    int32_t number;
} puzzle_hint;

struct puzzle {
    int32_t low, high; /* values */
    VEC(puzzle_region) regions;
    VEC(puzzle_hint) hints;
    bool *fixed;     /* sites with a value at the beginning, or of which no region speaks */
    ir_var possible; /* [site * values + value], from 0 */
    bool dropped;    /* diagonals or lists of regions, which sums do not look at */
    int32_t kinds;
    const ludii_value *constraints;
    bool hinted; /* (hint) means `hint` */
    int32_t hint;
};

enum { VALUES_MAX = 64 };

/* Nought is kept among the possible values even where none can be set to it: the records say so. */
static int32_t values(const lu *x) { return x->puzzle->high + 1; }

/* ---- equipment ---- */

static void add_region(lu *x, name_id name, const vec_u32 *sites)
{
    for (uint32_t i = 0; i < sites->count; i++)
        if (vec_at(sites, i) >= x->default_count) {
            lu_refuse(x, x->game, "a region of a puzzle that is not on its board");
            return;
        }
    puzzle_region r = {.name = name, .sites = *sites, .kind = x->puzzle->kinds};
    if (sites->count)
        vec_push(x->a, &x->puzzle->regions, r);
}

/* Sites with the same row or column. */
static void add_lines(lu *x, name_id name, const uint32_t *of)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    for (uint32_t k = 0, left = s->count; left; k++) {
        vec_u32 sites = {0};
        for (uint32_t i = 0; i < s->count; i++)
            if (of[i] == k)
                vec_push(x->a, &sites, i);
        left -= sites.count;
        add_region(x, name, &sites);
    }
}

static void add_squares(lu *x, name_id name)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    uint32_t n = 0;
    while (n * n * n * n < s->count)
        n++;
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c < n; c++) {
            vec_u32 sites = {0};
            for (uint32_t i = 0; i < s->count; i++)
                if (s->row[i] / n == r && s->column[i] / n == c)
                    vec_push(x->a, &sites, i);
            add_region(x, name, &sites);
        }
}

/* Lines in all directions of the compass, from where they begin. */
static void add_directions(lu *x, name_id name)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    for (uint32_t d = 0; d < GR_DIRECTIONS / 2; d++)
        for (uint32_t i = 0; i < s->count; i++) {
            vec_u32 way = {0}, line = {0};
            if (s->step[d + GR_DIRECTIONS / 2][i].count || !s->step[d][i].count)
                continue;
            gr_radial(s, s->step[d], i, vec_at(&s->step[d][i], 0), x->a, &way);
            vec_push(x->a, &line, i);
            for (uint32_t k = 0; k < way.count; k++)
                vec_push(x->a, &line, vec_at(&way, k));
            add_region(x, name, &line);
        }
}

static void add_static(lu *x, const ludii_value *v, name_id name)
{
    x->puzzle->kinds++;
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    const char *w = lu_word(x, v);
    if (strcmp(w, "Rows") == 0)
        add_lines(x, name, s->row);
    else if (strcmp(w, "Columns") == 0)
        add_lines(x, name, s->column);
    else if (strcmp(w, "SubGrids") == 0)
        add_squares(x, name);
    else if (strcmp(w, "Diagonals") == 0)
        x->puzzle->dropped = true;
    else if (strcmp(w, "AllDirections") == 0)
        add_directions(x, name);
    else if (strcmp(w, "AllSites") == 0)
        add_region(x, name, &lu_all_on(x, LU_OWN)->sites);
    else if (strcmp(w, "HintRegions") == 0)
        for (uint32_t i = 0; i < x->puzzle->hints.count; i++) {
            uint32_t before = x->puzzle->regions.count;
            add_region(x, name, &vec_at(&x->puzzle->hints, i).sites);
            if (x->puzzle->regions.count > before) {
                vec_at(&x->puzzle->regions, before).hinted = true;
                vec_at(&x->puzzle->regions, before).hint = vec_at(&x->puzzle->hints, i).number;
            }
        }
    else
        lu_refuse(x, v, arena_printf(x->a, "the regions `%s` of a puzzle", w));
}

static void add_regions(lu *x, const ludii_value *v)
{
    const ludii_value *what = v->items[2];
    name_id name = v->items[0] ? lu_string(x, v->items[0]) : NAME_NONE;
    if (lu_is(x, what, "RegionTypeStatic")) {
        add_static(x, what, name);
        return;
    }
    bool words = lu_array_of(x, what) && what->count && lu_is(x, what->items[0], "RegionTypeStatic");
    for (uint32_t i = 0; words && i < what->count; i++)
        add_static(x, what->items[i], name);
    if (words)
        return;
    if (lu_array_of(x, what) && what->count && lu_is(x, what->items[0], "Sites")) {
        x->puzzle->dropped = true;
        return;
    }
    const lu_region *r = lu_area_sites(x, v);
    if (!r->known)
        lu_refuse(x, v, "regions that change");
    add_region(x, name, &r->sites);
}

static void add_hints(lu *x, const ludii_value *v)
{
    const ludii_value *list = v->items[1];
    for (uint32_t i = 0; i < list->count; i++) {
        const ludii_value *h = list->items[i], *sites = h->items[0], *number = h->count > 1 ? h->items[1] : NULL;
        puzzle_hint hint = {.number = number ? (int32_t)strtol(lu_word(x, number), NULL, 10) : 0};
        for (uint32_t k = 0; k < (lu_array_of(x, sites) ? sites->count : 1); k++)
            vec_push(x->a, &hint.sites,
                     (uint32_t)strtoul(lu_word(x, lu_array_of(x, sites) ? sites->items[k] : sites), NULL, 10));
        vec_push(x->a, &x->puzzle->hints, hint);
    }
}

/* All values of a class in a tree, one after the other. */
static void each(lu *x, const ludii_value *v, const char *class, void (*of)(lu *x, const ludii_value *v))
{
    if (!v)
        return;
    if (strcmp(lu_class(x, v), class) == 0)
        of(x, v);
    for (uint32_t i = 0; i < v->count; i++)
        each(x, v->items[i], class, of);
}

static void read_values(lu *x, const ludii_value *v)
{
    const ludii_value *range = lu_item(x, v, "Range");
    lu_range r = lu_range_of(x, range, 1);
    if (lu_ground_of(x, v) != LU_OWN || !r.min.known || !r.max.known || r.min.value < 0 || r.max.value < r.min.value ||
        r.max.value - r.min.value >= VALUES_MAX) {
        lu_refuse_ludeme(x, v);
        return;
    }
    x->puzzle->low = r.min.value;
    x->puzzle->high = r.max.value;
}

/* Where there are regions only their sites are looked for. */
static void find_variables(lu *x)
{
    bool *in = ARENA_ARRAY(x->a, bool, x->default_count + 1);
    for (uint32_t i = 0; i < x->puzzle->regions.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->puzzle->regions, i).sites.count; k++)
            in[vec_at(&vec_at(&x->puzzle->regions, i).sites, k)] = true;
    for (uint32_t i = 0; i < x->default_count && x->puzzle->regions.count; i++)
        x->puzzle->fixed[i] = !in[i];
}

static void read_constraints(lu *x, const ludii_value *v) { x->puzzle->constraints = v; }

void lu_find_puzzle(lu *x)
{
    const ludii_value *equipment = lu_item(x, x->game, "Equipment");
    if (!lu_mentions(x, x->game, "Satisfy"))
        return;
    x->puzzle = ARENA_NEW(x->a, struct puzzle);
    x->puzzle->fixed = ARENA_ARRAY(x->a, bool, x->default_count + 1);
    x->puzzle->high = -1;
    each(x, equipment, "Values", read_values);
    each(x, equipment, "Hints", add_hints);
    each(x, equipment, "Regions", add_regions);
    each(x, x->game, "Satisfy", read_constraints);
    find_variables(x);
    if (x->players != 1 || x->puzzle->high < 0)
        lu_refuse(x, x->game, "a puzzle of such players or values");
    if (x->b->default_site == GR_CELL)
        return;
    for (lu_ground on = LU_ON_CELL; on <= LU_ON_EDGE; on++) /* which the records show with the value 0 */
        if ((gr_site)(on - 1) != x->b->default_site && !x->spots[on]) {
            x->spots[on] = x->sites;
            x->sites += lu_count_on(x, on);
            x->several_types = true;
        }
}

/* ---- state ---- */

/* Pairs of a site and its value. */
void lu_start_values(lu *x, const ludii_value *v)
{
    const ludii_value *list = NULL;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]))
            list = v->items[i];
    for (uint32_t i = 0; list && i < list->count && x->puzzle; i++) {
        const ludii_value *pair = list->items[i];
        int32_t site = -1, value = -1;
        if (!lu_array_of(x, pair) || pair->count != 2 || lu_ground_of(x, v) != LU_OWN) {
            lu_refuse_ludeme(x, v);
            return;
        }
        site = (int32_t)strtol(lu_word(x, pair->items[0]), NULL, 10);
        value = (int32_t)strtol(lu_word(x, pair->items[1]), NULL, 10);
        if (site < 0 || site >= (int32_t)x->default_count || value < x->puzzle->low || value > x->puzzle->high) {
            lu_refuse(x, pair, "such a value of a site");
            return;
        }
        x->start[LU_S_WHAT][site] = value + 1;
        x->puzzle->fixed[site] = true;
    }
    if (!x->puzzle)
        lu_refuse_ludeme(x, v);
}

void lu_start_puzzle(lu *x)
{
    uint32_t n = x->default_count, m = (uint32_t)values(x);
    int32_t *possible = ARENA_ARRAY(x->a, int32_t, (size_t)n * m);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < m; k++)
            possible[i * m + k] = !x->start[LU_S_WHAT][i] || x->start[LU_S_WHAT][i] - 1 == (int32_t)k;
    for (uint32_t i = x->numbered; i < x->sites; i++)
        x->start[LU_S_WHAT][i] = 1;
    x->vars[LU_S_WHAT] =
        kit_array(x->k, "value", -2, (int32_t)x->sites - 1, 0, x->puzzle->high + 1, x->start[LU_S_WHAT]);
    x->puzzle->possible = kit_array(x->k, "possible", 0, (int32_t)(n * m) - 1, 0, 1, possible);
}

static kit_num place_of(lu *x, kit_num site, kit_num value)
{
    return kit_op(x->k, IR_ADD, kit_op(x->k, IR_MUL, site, kit_known(values(x))), value);
}

/* ---- constraints ---- */

/* The sites of regions as a table, ended by -1. */
static ir_const cells_of(lu *x, const vec_u32 *const *regions, uint32_t count, uint32_t *width)
{
    *width = 1;
    for (uint32_t i = 0; i < count; i++)
        *width = regions[i]->count + 1 > *width ? regions[i]->count + 1 : *width;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)count * *width);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < *width; k++)
            t[i * *width + k] = k < regions[i]->count ? (int32_t)regions[i]->data[k] : -1;
    return kit_table2(x->k, 0, t, count, *width, -1);
}

/* The region that is given, or those of a name, or all. */
static uint32_t regions_for(lu *x, const ludii_value *v, const vec_u32 ***out, const puzzle_region ***hinted)
{
    const ludii_value *sites = lu_item(x, v, "Sites");
    name_id name = NAME_NONE;
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    *out = ARENA_ARRAY(x->a, const vec_u32 *, x->puzzle->regions.count + 1);
    *hinted = ARENA_ARRAY(x->a, const puzzle_region *, x->puzzle->regions.count + 1);
    if (sites) {
        const lu_region *r = lu_sites(x, sites);
        if (!r->known)
            lu_refuse(x, sites, "a region that changes");
        (*out)[n++] = &r->sites;
        return n;
    }
    if (x->puzzle->dropped && (name != NAME_NONE || !lu_word_is(x, v->items[0], "Sum")))
        lu_refuse(x, v, "diagonals or lists of regions of a puzzle");
    for (uint32_t i = 0; i < x->puzzle->regions.count; i++) {
        const puzzle_region *r = &vec_at(&x->puzzle->regions, i);
        if (name != NAME_NONE && r->name != name)
            continue;
        (*hinted)[n] = r;
        (*out)[n++] = &r->sites;
    }
    return n;
}

/* A loop over the cells of regions; `site` is one of them. */
typedef struct cells {
    ir_var region, k, site;
    ir_const table;
    uint32_t count, width;
    kit_loop regions, each;
} cells;

static void begin_cells(lu *x, cells *c, const vec_u32 *const *regions, uint32_t count)
{
    c->count = count;
    c->table = cells_of(x, regions, count, &c->width);
    c->region = kit_scratch(x->k, "region", 0, (int32_t)count);
    c->k = kit_scratch(x->k, "k", 0, (int32_t)c->width);
    c->site = kit_scratch(x->k, "cell", -1, (int32_t)x->default_count - 1);
    c->regions = kit_loop_begin(x->k, c->region, kit_known(0), kit_known((int32_t)count));
}

static void each_cell(lu *x, cells *c)
{
    c->each = kit_loop_begin(x->k, c->k, kit_known(0), kit_known((int32_t)c->width));
    kit_set(x->k, c->site, kit_look2(x->k, c->table, kit_read(x->k, c->region), kit_read(x->k, c->k)));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, c->site), kit_known(0)), c->each.next);
}

static kit_num value_at(lu *x, const cells *c)
{
    return kit_at(x->k, x->vars[LU_S_WHAT],
                  kit_clamp(x->k, kit_read(x->k, c->site), 0, (int32_t)x->default_count - 1, 0));
}

kit_cond lu_puzzle_different(lu *x, const ludii_value *v)
{
    const ludii_value *except = lu_arg(x, v, "except"), *excepts = lu_arg(x, v, "excepts");
    const vec_u32 **regions;
    const puzzle_region **hinted;
    int32_t high = x->puzzle ? x->puzzle->high + 1 : 1, *counts = ARENA_ARRAY(x->a, int32_t, high + 1), n;
    if (!x->puzzle || !lu_on_default_sites(x, v)) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    for (int32_t i = 1; i <= high; i++)
        counts[i] = 1;
    for (uint32_t i = 0; i < (except ? 1 : excepts ? excepts->count : 0); i++)
        if (lu_known_int(x, except ? except : excepts->items[i], &n) && n >= 0 && n < high)
            counts[n + 1] = 0;
    uint32_t count = regions_for(x, v, &regions, &hinted);
    ir_var seen = kit_array(x->k, "seen", 0, high, 0, 1, NULL), i = kit_scratch(x->k, "i", 0, high + 1);
    ir_const matters = kit_table(x->k, 0, counts, (uint32_t)high + 1, 0);
    kit_try t = kit_try_begin(x->k);
    cells c;
    begin_cells(x, &c, regions, count);
    kit_loop clear = kit_loop_begin(x->k, i, kit_known(0), kit_known(high + 1));
    kit_set_at(x->k, seen, kit_read(x->k, i), kit_known(0));
    kit_loop_end(x->k, &clear);
    each_cell(x, &c);
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, matters, value_at(x, &c)), kit_known(1)), c.each.next);
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, seen, value_at(x, &c)), kit_known(0)));
    kit_set_at(x->k, seen, value_at(x, &c), kit_known(1));
    kit_loop_end(x->k, &c.each);
    kit_loop_end(x->k, &c.regions);
    return kit_try_end(x->k, t);
}

/* The sum of a region, or how often a value is there: not too much, and enough once all is decided.
 */
kit_cond lu_puzzle_result(lu *x, const ludii_value *v)
{
    const ludii_value *of = lu_arg(x, v, "of"), *result = v->items[v->count - 1];
    const vec_u32 **regions;
    const puzzle_region **hinted;
    bool sum = lu_word_is(x, v->items[0], "Sum");
    int32_t counted = 1;
    if (!x->puzzle || !lu_on_default_sites(x, v) || (of && !lu_known_int(x, of, &counted))) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    uint32_t count = regions_for(x, v, &regions, &hinted);
    bool outer = x->puzzle->hinted;
    int32_t outer_hint = x->puzzle->hint, *wanted = ARENA_ARRAY(x->a, int32_t, count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (hinted[i] && hinted[i]->hinted) {
            x->puzzle->hinted = true;
            x->puzzle->hint = hinted[i]->hint;
        } else if (!outer && lu_mentions(x, result, "ContextHint") && !lu_arg(x, result, "at"))
            continue; /* a region without a hint */
        wanted[n] = lu_fixed(x, result);
        regions[n++] = regions[i];
        x->puzzle->hinted = outer;
        x->puzzle->hint = outer_hint;
    }
    if (!n) { /* of no region */
        lu_touch(x, result);
        return kit_truth(true);
    }
    ir_var total = kit_scratch(x->k, "total", 0, 100000), open = kit_scratch(x->k, "open", 0, 1);
    ir_const results = kit_table(x->k, 0, wanted, n, 0);
    kit_try t = kit_try_begin(x->k);
    cells c;
    begin_cells(x, &c, regions, n);
    kit_set(x->k, total, kit_known(0));
    kit_set(x->k, open, kit_known(0));
    each_cell(x, &c);
    ir_node some = kit_branch(x->k, kit_compare(x->k, IR_EQ, value_at(x, &c), kit_known(0)));
    kit_set(x->k, open, kit_known(1));
    kit_go(x->k, c.each.next);
    x->k->cur = some;
    kit_num here = kit_op(x->k, IR_SUB, value_at(x, &c), kit_known(1));
    if (!sum)
        here = kit_choose(x->k, kit_compare(x->k, IR_EQ, here, kit_known(counted)), kit_known(1), kit_known(0));
    kit_set(x->k, total, kit_op(x->k, IR_ADD, kit_read(x->k, total), here));
    kit_loop_end(x->k, &c.each);
    kit_num limit = kit_look(x->k, results, kit_read(x->k, c.region));
    kit_cond enough = kit_or(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, open), kit_known(1)),
                             kit_compare(x->k, IR_EQ, kit_read(x->k, total), limit));
    kit_check(x->k, kit_and(x->k, kit_compare(x->k, IR_LE, kit_read(x->k, total), limit), enough));
    kit_loop_end(x->k, &c.regions);
    return kit_try_end(x->k, t);
}

/* No two regions of a kind that are decided are alike. */
kit_cond lu_puzzle_unique(lu *x, const ludii_value *v)
{
    const vec_u32 **regions;
    const puzzle_region **hinted;
    if (!x->puzzle) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    uint32_t count = regions_for(x, v, &regions, &hinted), width;
    ir_const table = cells_of(x, regions, count, &width);
    ir_var a = kit_scratch(x->k, "a", 0, (int32_t)count), b = kit_scratch(x->k, "b", 0, (int32_t)count),
           k = kit_scratch(x->k, "k", 0, (int32_t)width);
    kit_try t = kit_try_begin(x->k);
    kit_loop first = kit_loop_begin(x->k, a, kit_known(0), kit_known((int32_t)count));
    kit_loop second = kit_loop_begin(x->k, b, kit_known(0), kit_read(x->k, a));
    int32_t *kind = ARENA_ARRAY(x->a, int32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        kind[i] = hinted[i] ? hinted[i]->kind : 0;
    ir_const kinds = kit_table(x->k, 0, kind, count, 0);
    kit_cond like =
        kit_compare(x->k, IR_EQ, kit_look(x->k, kinds, kit_read(x->k, a)), kit_look(x->k, kinds, kit_read(x->k, b)));
    kit_branch_to(x->k, like, second.next);
    ir_node alike = kit_node(x->k);
    kit_loop each = kit_loop_begin(x->k, k, kit_known(0), kit_known((int32_t)width));
    kit_num p = kit_look2(x->k, table, kit_read(x->k, a), kit_read(x->k, k)),
            q = kit_look2(x->k, table, kit_read(x->k, b), kit_read(x->k, k));
    kit_cond over = kit_and(x->k, kit_compare(x->k, IR_LT, p, kit_known(0)), kit_compare(x->k, IR_LT, q, kit_known(0)));
    ir_node inside = kit_branch(x->k, over);
    kit_go(x->k, alike);
    x->k->cur = inside;
    kit_cond both = kit_and(x->k, kit_compare(x->k, IR_GE, p, kit_known(0)), kit_compare(x->k, IR_GE, q, kit_known(0)));
    kit_num left = kit_at(x->k, x->vars[LU_S_WHAT], p), right = kit_at(x->k, x->vars[LU_S_WHAT], q);
    kit_cond same = kit_and(
        x->k, both, kit_and(x->k, kit_compare(x->k, IR_EQ, left, right), kit_compare(x->k, IR_NE, left, kit_known(0))));
    kit_branch_to(x->k, same, second.next);
    kit_loop_end(x->k, &each);
    kit_go(x->k, alike);
    x->k->cur = alike;
    kit_check(x->k, kit_truth(false));
    kit_go(x->k, second.next);
    x->k->cur = second.done;
    kit_loop_end(x->k, &first);
    return kit_try_end(x->k, t);
}

/* For all elements of a type, or all hints: the element is (from), of hints the first and second
 * site are (from) and (to). */
kit_cond lu_puzzle_for_all(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    kit_num from = x->c[LU_FROM], to = x->c[LU_TO];
    kit_cond all = kit_truth(true);
    bool hints = strcmp(w, "Hint") == 0;
    gr_site type = strcmp(w, "Cell") == 0 ? GR_CELL : strcmp(w, "Edge") == 0 ? GR_EDGE : GR_VERTEX;
    if (!x->puzzle) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    for (uint32_t i = 0; i < (hints ? x->puzzle->hints.count : x->b->sites[type].count) && !x->failed; i++) {
        const puzzle_hint *h = hints ? &vec_at(&x->puzzle->hints, i) : NULL;
        x->c[LU_FROM] = kit_known(h ? (int32_t)h->sites.data[0] : (int32_t)i);
        if (h && h->sites.count > 1)
            x->c[LU_TO] = kit_known((int32_t)h->sites.data[1]);
        if (h) {
            x->puzzle->hinted = true;
            x->puzzle->hint = h->number;
        }
        all = kit_and(x->k, all, lu_bool(x, v->items[1]));
        x->puzzle->hinted = false;
    }
    x->c[LU_FROM] = from;
    x->c[LU_TO] = to;
    return all;
}

/* That of a site, if a hint begins with it, else undefined; or that of the region that is looked
 * at. */
kit_num lu_hint(lu *x, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at");
    int32_t site = -1;
    if (!x->puzzle || (at && !lu_known_int(x, at, &site)) || (!at && !x->puzzle->hinted)) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    if (!at)
        return kit_known(x->puzzle->hint);
    for (uint32_t i = 0; i < x->puzzle->hints.count; i++)
        if (vec_at(&vec_at(&x->puzzle->hints, i).sites, 0) == (uint32_t)site)
            return kit_known(vec_at(&x->puzzle->hints, i).number);
    return kit_known(-1);
}

static bool is_context(const lu *x, const ludii_value *v)
{
    return v && (strcmp(lu_class(x, v), "ContextFrom") == 0 || strcmp(lu_class(x, v), "ContextTo") == 0);
}

bool lu_compares_values(lu *x, const ludii_value *v)
{
    return x->puzzle && is_context(x, v->items[0]) && is_context(x, v->items[1]);
}

kit_cond lu_compare_values(lu *x, const ludii_value *v, ir_op op)
{
    kit_num a = lu_what_at(x, lu_int(x, v->items[0])), b = lu_what_at(x, lu_int(x, v->items[1]));
    kit_cond open = kit_or(x->k, kit_compare(x->k, IR_EQ, a, kit_known(0)), kit_compare(x->k, IR_EQ, b, kit_known(0)));
    return kit_or(x->k, open, kit_compare(x->k, op, a, b));
}

static kit_cond satisfied(lu *x)
{
    const ludii_value *v = x->puzzle->constraints, *list = v->count && lu_array_of(x, v->items[0]) ? v->items[0] : v;
    kit_cond all = kit_truth(true);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            all = kit_and(x->k, all, lu_bool(x, list->items[i]));
    return all;
}

/* [site] whether it is looked for. */
static ir_const variables(lu *x)
{
    int32_t *open = ARENA_ARRAY(x->a, int32_t, x->default_count);
    for (uint32_t i = 0; i < x->default_count; i++)
        open[i] = !x->puzzle->fixed[i];
    return kit_table(x->k, 0, open, x->default_count, 0);
}

kit_cond lu_puzzle_solved(lu *x, const ludii_value *v)
{
    ir_var site = kit_scratch(x->k, "open", 0, (int32_t)x->default_count - 1);
    if (!x->puzzle || lu_mentions(x, x->puzzle->constraints, "PuzzleIs.Solved")) { /* it is solved where they hold */
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    kit_try t = kit_try_begin(x->k);
    kit_pick(x->k, site, 0, (int32_t)x->default_count - 1);
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, variables(x), kit_read(x->k, site)), kit_known(1)));
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, x->vars[LU_S_WHAT], kit_read(x->k, site)), kit_known(0)));
    kit_cond open = kit_try_end(x->k, t);
    return kit_and(x->k, kit_not(x->k, open), satisfied(x));
}

/* ---- moves ---- */

typedef struct entry {
    ir_var site, value;
    bool toggles;
} entry;

static void write_entry(lu *x, const lu_move *m)
{
    const entry *e = m->data;
    kit_num site = kit_read(x->k, e->site), value = kit_read(x->k, e->value);
    ir_var k = kit_scratch(x->k, "k", 0, x->puzzle->high + 1), left = kit_scratch(x->k, "left", 0, values(x)),
           last = kit_scratch(x->k, "last", 0, x->puzzle->high);
    kit_num place = place_of(x, site, value);
    if (e->toggles) /* strike it out, or allow it */
        kit_set_at(x->k, x->puzzle->possible, place,
                   kit_op(x->k, IR_SUB, kit_known(1), kit_at(x->k, x->puzzle->possible, place)));
    kit_set(x->k, left, kit_known(0));
    kit_loop l = kit_loop_begin(x->k, k, kit_known(0), kit_known(x->puzzle->high + 1));
    kit_num here = place_of(x, site, kit_clamp(x->k, kit_read(x->k, k), 0, x->puzzle->high, 0));
    if (!e->toggles)
        kit_set_at(x->k, x->puzzle->possible, here,
                   kit_choose(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, k), value), kit_known(1), kit_known(0)));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, x->puzzle->possible, here), kit_known(1)), l.next);
    kit_set(x->k, left, kit_op(x->k, IR_ADD, kit_read(x->k, left), kit_known(1)));
    kit_set(x->k, last, kit_clamp(x->k, kit_read(x->k, k), 0, x->puzzle->high, 0));
    kit_loop_end(x->k, &l);
    kit_num decided = kit_op(x->k, IR_ADD, kit_read(x->k, last), kit_known(1));
    kit_set_at(x->k, x->vars[LU_S_WHAT], site,
               kit_choose(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, left), kit_known(1)), decided, kit_known(0)));
    kit_set(x->k, last, kit_known(0));
    kit_set(x->k, left, kit_known(0));
}

void lu_satisfy(lu *x, const ludii_value *v, const lu_use *k)
{
    if (!x->puzzle) {
        lu_refuse_ludeme(x, v);
        return;
    }
    entry e = {.site = kit_scratch(x->k, "site", 0, (int32_t)x->default_count - 1),
               .value = kit_scratch(x->k, "number", x->puzzle->low, x->puzzle->high)};
    kit_pick(x->k, e.site, 0, (int32_t)x->default_count - 1);
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, variables(x), kit_read(x->k, e.site)), kit_known(1)));
    kit_pick(x->k, e.value, x->puzzle->low, x->puzzle->high);
    ir_node start = x->k->cur;
    kit_num stored = kit_op(x->k, IR_ADD, kit_read(x->k, e.value), kit_known(1));
    kit_try t = kit_try_begin(x->k);
    kit_set_at(x->k, x->vars[LU_S_WHAT], kit_read(x->k, e.site), stored);
    kit_set(x->k, lu_context_var(x, LU_LAST_TO), kit_read(x->k, e.site));
    kit_check(x->k, satisfied(x));
    kit_check(x->k, kit_try_end(x->k, t));
    lu_move m = {.kind = LU_OTHER, .v = v, .other = "Set:@=#", .act = write_entry, .data = &e, .no_sites = true};
    m.shown[0] = kit_read(x->k, e.site);
    m.shown[1] = kit_read(x->k, e.value);
    lu_emit(x, k, &m);
    x->k->cur = start;
    entry toggle = e;
    toggle.toggles = true;
    m.data = &toggle;
    m.other = "Toggle:@=0~#";
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_at(x->k, x->vars[LU_S_WHAT], kit_read(x->k, e.site)), stored));
    lu_emit(x, k, &m);
}
