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
        if (sites->data[i] >= x->default_count) {
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
            gr_radial(s, s->step[d], i, s->step[d][i].data[0], x->a, &way);
            vec_push(x->a, &line, i);
            for (uint32_t k = 0; k < way.count; k++)
                vec_push(x->a, &line, way.data[k]);
            add_region(x, name, &line);
        }
}

/* From corner to corner, upwards and downwards. */
static void add_diagonals(lu *x, name_id name)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    uint32_t last = 0;
    for (uint32_t i = 0; i < s->count; i++)
        last = s->column[i] > last ? s->column[i] : last;
    for (int down = 0; down < 2; down++) {
        vec_u32 sites = {0};
        for (uint32_t i = 0; i < s->count; i++)
            if (s->column[i] == (down ? last - s->row[i] : s->row[i]))
                vec_push(x->a, &sites, i);
        add_region(x, name, &sites);
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
        add_diagonals(x, name);
    else if (strcmp(w, "AllDirections") == 0)
        add_directions(x, name);
    else if (strcmp(w, "AllSites") == 0)
        add_region(x, name, &lu_all_on(x, LU_OWN)->sites);
    else if (strcmp(w, "HintRegions") == 0)
        for (uint32_t i = 0; i < x->puzzle->hints.count; i++) {
            uint32_t before = x->puzzle->regions.count;
            add_region(x, name, &x->puzzle->hints.data[i].sites);
            if (x->puzzle->regions.count > before) {
                x->puzzle->regions.data[before].hinted = true;
                x->puzzle->regions.data[before].hint = x->puzzle->hints.data[i].number;
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
    bool several = lu_array_of(x, what) && what->count && lu_is(x, what->items[0], "Sites");
    for (uint32_t i = 0; i < (several ? what->count : 1); i++) { /* each of several is one of its own */
        const lu_region *r = several ? lu_sites(x, what->items[i]) : lu_area_sites(x, v);
        if (!r->known)
            lu_refuse(x, v, "regions that change");
        add_region(x, name, &r->sites);
    }
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
        for (uint32_t k = 0; k < x->puzzle->regions.data[i].sites.count; k++)
            in[x->puzzle->regions.data[i].sites.data[k]] = true;
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
    x->vars[LU_S_WHAT] = lu_array(x, "value", -2, (int32_t)x->sites - 1, 0, x->puzzle->high + 1, x->start[LU_S_WHAT]);
    x->puzzle->possible = lu_array(x, "possible", 0, (int32_t)(n * m) - 1, 0, 1, possible);
}

static lu_num place_of(lu *x, lu_num site, lu_num value)
{
    return lu_op(x, IR_ADD, lu_op(x, IR_MUL, site, lu_known(values(x))), value);
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
    return lu_table2(x, 0, t, count, *width, -1);
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
    for (uint32_t i = 0; i < x->puzzle->regions.count; i++) {
        const puzzle_region *r = &x->puzzle->regions.data[i];
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
    lu_loop regions, each;
} cells;

static void begin_cells(lu *x, cells *c, const vec_u32 *const *regions, uint32_t count)
{
    c->count = count;
    c->table = cells_of(x, regions, count, &c->width);
    c->region = lu_scratch(x, "region", 0, (int32_t)count);
    c->k = lu_scratch(x, "k", 0, (int32_t)c->width);
    c->site = lu_scratch(x, "cell", -1, (int32_t)x->default_count - 1);
    c->regions = lu_loop_begin(x, c->region, lu_known(0), lu_known((int32_t)count));
}

static void each_cell(lu *x, cells *c)
{
    c->each = lu_loop_begin(x, c->k, lu_known(0), lu_known((int32_t)c->width));
    lu_set(x, c->site, lu_look2(x, c->table, lu_read(x, c->region), lu_read(x, c->k)));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GE, lu_read(x, c->site), lu_known(0))), c->each.next, x->at);
}

static lu_num value_at(lu *x, const cells *c)
{
    return lu_at(x, x->vars[LU_S_WHAT], lu_clamp(x, lu_read(x, c->site), 0, (int32_t)x->default_count - 1, 0));
}

lu_cond lu_puzzle_different(lu *x, const ludii_value *v)
{
    const ludii_value *except = lu_arg(x, v, "except"), *excepts = lu_arg(x, v, "excepts");
    const vec_u32 **regions;
    const puzzle_region **hinted;
    int32_t high = x->puzzle ? x->puzzle->high + 1 : 1, *counts = ARENA_ARRAY(x->a, int32_t, high + 1), n;
    if (!x->puzzle || !lu_on_default_sites(x, v)) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    for (int32_t i = 1; i <= high; i++)
        counts[i] = 1;
    for (uint32_t i = 0; i < (except ? 1 : excepts ? excepts->count : 0); i++)
        if (lu_known_int(x, except ? except : excepts->items[i], &n) && n >= 0 && n < high)
            counts[n + 1] = 0;
    uint32_t count = regions_for(x, v, &regions, &hinted);
    ir_var seen = lu_array(x, "seen", 0, high, 0, 1, NULL), i = lu_scratch(x, "i", 0, high + 1);
    ir_const matters = lu_table(x, 0, counts, (uint32_t)high + 1, 0);
    lu_try t = lu_try_begin(x);
    cells c;
    begin_cells(x, &c, regions, count);
    lu_loop clear = lu_loop_begin(x, i, lu_known(0), lu_known(high + 1));
    lu_set_at(x, seen, lu_read(x, i), lu_known(0));
    lu_loop_end(x, &clear);
    each_cell(x, &c);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, lu_look(x, matters, value_at(x, &c)), lu_known(1))), c.each.next,
             x->at);
    lu_check(x, lu_compare(x, IR_EQ, lu_at(x, seen, value_at(x, &c)), lu_known(0)));
    lu_set_at(x, seen, value_at(x, &c), lu_known(1));
    lu_loop_end(x, &c.each);
    lu_loop_end(x, &c.regions);
    return lu_try_end(x, t);
}

/* The sum of a region, or how often a value is there: not too much, and enough once all is decided.
 */
lu_cond lu_puzzle_result(lu *x, const ludii_value *v)
{
    const ludii_value *of = lu_arg(x, v, "of"), *result = v->items[v->count - 1];
    const vec_u32 **regions;
    const puzzle_region **hinted;
    bool sum = lu_word_is(x, v->items[0], "Sum");
    int32_t counted = 1;
    if (!x->puzzle || !lu_on_default_sites(x, v) || (of && !lu_known_int(x, of, &counted))) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
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
        if (!lu_known_int(x, result, &wanted[n]))
            lu_refuse(x, result, "a result that changes");
        regions[n++] = regions[i];
        x->puzzle->hinted = outer;
        x->puzzle->hint = outer_hint;
    }
    ir_var total = lu_scratch(x, "total", 0, 100000), open = lu_scratch(x, "open", 0, 1);
    ir_const results = lu_table(x, 0, wanted, n, 0);
    lu_try t = lu_try_begin(x);
    cells c;
    begin_cells(x, &c, regions, n);
    lu_set(x, total, lu_known(0));
    lu_set(x, open, lu_known(0));
    each_cell(x, &c);
    ir_node some = lu_branch(x, lu_compare(x, IR_EQ, value_at(x, &c), lu_known(0)));
    lu_set(x, open, lu_known(1));
    lu_go(x, c.each.next);
    x->cur = some;
    lu_num here = lu_op(x, IR_SUB, value_at(x, &c), lu_known(1));
    if (!sum)
        here = lu_choose_num(x, lu_compare(x, IR_EQ, here, lu_known(counted)), lu_known(1), lu_known(0));
    lu_set(x, total, lu_op(x, IR_ADD, lu_read(x, total), here));
    lu_loop_end(x, &c.each);
    lu_num limit = lu_look(x, results, lu_read(x, c.region));
    lu_cond enough =
        lu_or(x, lu_compare(x, IR_EQ, lu_read(x, open), lu_known(1)), lu_compare(x, IR_EQ, lu_read(x, total), limit));
    lu_check(x, lu_and(x, lu_compare(x, IR_LE, lu_read(x, total), limit), enough));
    lu_loop_end(x, &c.regions);
    return lu_try_end(x, t);
}

/* No two regions of a kind that are decided are alike. */
lu_cond lu_puzzle_unique(lu *x, const ludii_value *v)
{
    const vec_u32 **regions;
    const puzzle_region **hinted;
    if (!x->puzzle) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    uint32_t count = regions_for(x, v, &regions, &hinted), width;
    ir_const table = cells_of(x, regions, count, &width);
    ir_var a = lu_scratch(x, "a", 0, (int32_t)count), b = lu_scratch(x, "b", 0, (int32_t)count),
           k = lu_scratch(x, "k", 0, (int32_t)width);
    lu_try t = lu_try_begin(x);
    lu_loop first = lu_loop_begin(x, a, lu_known(0), lu_known((int32_t)count));
    lu_loop second = lu_loop_begin(x, b, lu_known(0), lu_read(x, a));
    int32_t *kind = ARENA_ARRAY(x->a, int32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        kind[i] = hinted[i] ? hinted[i]->kind : 0;
    ir_const kinds = lu_table(x, 0, kind, count, 0);
    lu_cond like = lu_compare(x, IR_EQ, lu_look(x, kinds, lu_read(x, a)), lu_look(x, kinds, lu_read(x, b)));
    irb_skip(x->g, lu_branch(x, like), second.next, x->at);
    ir_node alike = lu_node(x);
    lu_loop each = lu_loop_begin(x, k, lu_known(0), lu_known((int32_t)width));
    lu_num p = lu_look2(x, table, lu_read(x, a), lu_read(x, k)), q = lu_look2(x, table, lu_read(x, b), lu_read(x, k));
    lu_cond over = lu_and(x, lu_compare(x, IR_LT, p, lu_known(0)), lu_compare(x, IR_LT, q, lu_known(0)));
    ir_node inside = lu_branch(x, over);
    lu_go(x, alike);
    x->cur = inside;
    lu_cond both = lu_and(x, lu_compare(x, IR_GE, p, lu_known(0)), lu_compare(x, IR_GE, q, lu_known(0)));
    lu_num left = lu_at(x, x->vars[LU_S_WHAT], p), right = lu_at(x, x->vars[LU_S_WHAT], q);
    lu_cond same =
        lu_and(x, both, lu_and(x, lu_compare(x, IR_EQ, left, right), lu_compare(x, IR_NE, left, lu_known(0))));
    irb_skip(x->g, lu_branch(x, same), second.next, x->at);
    lu_loop_end(x, &each);
    lu_go(x, alike);
    x->cur = alike;
    lu_check(x, lu_truth(false));
    lu_go(x, second.next);
    x->cur = second.done;
    lu_loop_end(x, &first);
    return lu_try_end(x, t);
}

/* For all elements of a type, or all hints: the element is (from), of hints the first and second
 * site are (from) and (to). */
lu_cond lu_puzzle_for_all(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    lu_num from = x->c[LU_FROM], to = x->c[LU_TO];
    lu_cond all = lu_truth(true);
    bool hints = strcmp(w, "Hint") == 0;
    gr_site type = strcmp(w, "Cell") == 0 ? GR_CELL : strcmp(w, "Edge") == 0 ? GR_EDGE : GR_VERTEX;
    if (!x->puzzle) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    for (uint32_t i = 0; i < (hints ? x->puzzle->hints.count : x->b->sites[type].count) && !x->failed; i++) {
        const puzzle_hint *h = hints ? &x->puzzle->hints.data[i] : NULL;
        x->c[LU_FROM] = lu_known(h ? (int32_t)h->sites.data[0] : (int32_t)i);
        if (h && h->sites.count > 1)
            x->c[LU_TO] = lu_known((int32_t)h->sites.data[1]);
        if (h) {
            x->puzzle->hinted = true;
            x->puzzle->hint = h->number;
        }
        all = lu_and(x, all, lu_bool(x, v->items[1]));
        x->puzzle->hinted = false;
    }
    x->c[LU_FROM] = from;
    x->c[LU_TO] = to;
    return all;
}

/* That of a site, if a hint begins with it, else undefined; or that of the region that is looked
 * at. */
lu_num lu_hint(lu *x, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at");
    int32_t site = -1;
    if (!x->puzzle || (at && !lu_known_int(x, at, &site)) || (!at && !x->puzzle->hinted)) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    if (!at)
        return lu_known(x->puzzle->hint);
    for (uint32_t i = 0; i < x->puzzle->hints.count; i++)
        if (x->puzzle->hints.data[i].sites.data[0] == (uint32_t)site)
            return lu_known(x->puzzle->hints.data[i].number);
    return lu_known(-1);
}

static bool is_context(const lu *x, const ludii_value *v)
{
    return v && (strcmp(lu_class(x, v), "ContextFrom") == 0 || strcmp(lu_class(x, v), "ContextTo") == 0);
}

bool lu_compares_values(lu *x, const ludii_value *v)
{
    return x->puzzle && is_context(x, v->items[0]) && is_context(x, v->items[1]);
}

lu_cond lu_compare_values(lu *x, const ludii_value *v, ir_op op)
{
    lu_num a = lu_what_at(x, lu_int(x, v->items[0])), b = lu_what_at(x, lu_int(x, v->items[1]));
    lu_cond open = lu_or(x, lu_compare(x, IR_EQ, a, lu_known(0)), lu_compare(x, IR_EQ, b, lu_known(0)));
    return lu_or(x, open, lu_compare(x, op, a, b));
}

static lu_cond satisfied(lu *x)
{
    const ludii_value *v = x->puzzle->constraints, *list = v->count && lu_array_of(x, v->items[0]) ? v->items[0] : v;
    lu_cond all = lu_truth(true);
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i])
            all = lu_and(x, all, lu_bool(x, list->items[i]));
    return all;
}

/* [site] whether it is looked for. */
static ir_const variables(lu *x)
{
    int32_t *open = ARENA_ARRAY(x->a, int32_t, x->default_count);
    for (uint32_t i = 0; i < x->default_count; i++)
        open[i] = !x->puzzle->fixed[i];
    return lu_table(x, 0, open, x->default_count, 0);
}

lu_cond lu_puzzle_solved(lu *x, const ludii_value *v)
{
    ir_var site = lu_scratch(x, "open", 0, (int32_t)x->default_count - 1);
    if (!x->puzzle) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    lu_try t = lu_try_begin(x);
    lu_pick(x, site, 0, (int32_t)x->default_count - 1);
    lu_check(x, lu_compare(x, IR_EQ, lu_look(x, variables(x), lu_read(x, site)), lu_known(1)));
    lu_check(x, lu_compare(x, IR_EQ, lu_at(x, x->vars[LU_S_WHAT], lu_read(x, site)), lu_known(0)));
    lu_cond open = lu_try_end(x, t);
    return lu_and(x, lu_not(x, open), satisfied(x));
}

/* ---- moves ---- */

typedef struct entry {
    ir_var site, value;
    bool toggles;
} entry;

static void write_entry(lu *x, const lu_move *m)
{
    const entry *e = m->data;
    lu_num site = lu_read(x, e->site), value = lu_read(x, e->value);
    ir_var k = lu_scratch(x, "k", 0, x->puzzle->high + 1), left = lu_scratch(x, "left", 0, values(x)),
           last = lu_scratch(x, "last", 0, x->puzzle->high);
    lu_num place = place_of(x, site, value);
    if (e->toggles) /* strike it out, or allow it */
        lu_set_at(x, x->puzzle->possible, place, lu_op(x, IR_SUB, lu_known(1), lu_at(x, x->puzzle->possible, place)));
    lu_set(x, left, lu_known(0));
    lu_loop l = lu_loop_begin(x, k, lu_known(0), lu_known(x->puzzle->high + 1));
    lu_num here = place_of(x, site, lu_clamp(x, lu_read(x, k), 0, x->puzzle->high, 0));
    if (!e->toggles)
        lu_set_at(x, x->puzzle->possible, here,
                  lu_choose_num(x, lu_compare(x, IR_EQ, lu_read(x, k), value), lu_known(1), lu_known(0)));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, lu_at(x, x->puzzle->possible, here), lu_known(1))), l.next, x->at);
    lu_set(x, left, lu_op(x, IR_ADD, lu_read(x, left), lu_known(1)));
    lu_set(x, last, lu_clamp(x, lu_read(x, k), 0, x->puzzle->high, 0));
    lu_loop_end(x, &l);
    lu_num decided = lu_op(x, IR_ADD, lu_read(x, last), lu_known(1));
    lu_set_at(x, x->vars[LU_S_WHAT], site,
              lu_choose_num(x, lu_compare(x, IR_EQ, lu_read(x, left), lu_known(1)), decided, lu_known(0)));
    lu_set(x, last, lu_known(0));
    lu_set(x, left, lu_known(0));
}

void lu_satisfy(lu *x, const ludii_value *v, const lu_use *k)
{
    if (!x->puzzle) {
        lu_refuse_ludeme(x, v);
        return;
    }
    entry e = {.site = lu_scratch(x, "site", 0, (int32_t)x->default_count - 1),
               .value = lu_scratch(x, "number", x->puzzle->low, x->puzzle->high)};
    lu_pick(x, e.site, 0, (int32_t)x->default_count - 1);
    lu_check(x, lu_compare(x, IR_EQ, lu_look(x, variables(x), lu_read(x, e.site)), lu_known(1)));
    lu_pick(x, e.value, x->puzzle->low, x->puzzle->high);
    ir_node start = x->cur;
    lu_num stored = lu_op(x, IR_ADD, lu_read(x, e.value), lu_known(1));
    lu_try t = lu_try_begin(x);
    lu_set_at(x, x->vars[LU_S_WHAT], lu_read(x, e.site), stored);
    lu_set(x, lu_context_var(x, LU_LAST_TO), lu_read(x, e.site));
    lu_check(x, satisfied(x));
    lu_check(x, lu_try_end(x, t));
    lu_move m = {.kind = LU_OTHER, .v = v, .other = "Set:@=#", .act = write_entry, .data = &e, .no_sites = true};
    m.shown[0] = lu_read(x, e.site);
    m.shown[1] = lu_read(x, e.value);
    lu_emit(x, k, &m);
    x->cur = start;
    entry toggle = e;
    toggle.toggles = true;
    m.data = &toggle;
    m.other = "Toggle:@=0~#";
    lu_check(x, lu_compare(x, IR_NE, lu_at(x, x->vars[LU_S_WHAT], lu_read(x, e.site)), stored));
    lu_emit(x, k, &m);
}
