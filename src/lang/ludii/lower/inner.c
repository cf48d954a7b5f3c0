/* What games of other dialects need besides Ludii's ludemes (ludemes/inner.c). */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

/* ---- turtles ---- */

static uint32_t step_to(const lu *x, uint32_t site, int d)
{
    const vec_u32 *step = &x->b->sites[x->b->default_site].step[d][site];
    return step->count ? vec_at(step, 0) : GR_NONE;
}

static int turned(uint32_t allowed, int d, int way)
{
    do
        d = (d + way + GR_DIRECTIONS) % GR_DIRECTIONS;
    while (!(allowed >> d & 1));
    return d;
}

/* Compass directions in which neighbours lie, those over a side apart. */
static void find_directions(const lu *x, uint32_t *straight, uint32_t *all)
{
    const gr_sites *s = &x->b->sites[x->b->default_site];
    *straight = *all = 0;
    for (int d = 0; d < GR_DIRECTIONS; d++)
        for (uint32_t i = 0; i < s->count; i++)
            if (s->step[d][i].count) {
                *all |= 1u << d;
                *straight |= (uint32_t)lu_contains(&s->near[GR_ORTHOGONAL][i], s->step[d][i].data[0]) << d;
            }
}

/* `l` and `r` turn to the next direction over a side, `fl` and its like step in the next one of any
 * kind. */
static uint32_t turtle_end(const lu *x, const ludii_value *steps, uint32_t site, int d, uint32_t straight, uint32_t all)
{
    for (uint32_t i = 0; i < steps->count && site != GR_NONE; i++) {
        const char *w = lu_word(x, steps->items[i]);
        if (!w[1] && (*w == 'l' || *w == 'r')) {
            d = turned(straight, d, *w == 'r' ? 1 : -1);
            continue;
        }
        int ahead = *w == 'b' ? (d + GR_DIRECTIONS / 2) % GR_DIRECTIONS : d;
        if (w[1])
            ahead = turned(all, ahead, (w[1] == 'r') == (*w == 'f') ? 1 : -1);
        site = step_to(x, site, ahead);
    }
    return site;
}

static const vec_u32 *turtle_ends(lu *x, const ludii_value *ways, uint32_t facings)
{
    uint32_t straight, all, n = x->default_count;
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, n + 1);
    find_directions(x, &straight, &all);
    for (uint32_t s = 0; s < n; s++)
        for (uint32_t k = 0; k < ways->count * GR_DIRECTIONS; k++) {
            int d = (int)(k % GR_DIRECTIONS);
            uint32_t end = facings & straight & (1u << d)
                               ? turtle_end(x, ways->items[k / GR_DIRECTIONS], s, d, straight, all)
                               : GR_NONE;
            if (end != GR_NONE && !lu_contains(&out[s], end))
                vec_push(x->a, &out[s], end);
        }
    return out;
}

static uint32_t facing_mask(const char *word)
{
    char upper[4] = {0};
    for (int i = 0; word[i] && i < 3; i++)
        upper[i] = (char)(word[i] - 'a' + 'A');
    int d = lu_compass(upper);
    return d < 0 ? ~0u : 1u << d;
}

const lu_region *lu_sites_turtle(lu *x, const ludii_value *v)
{
    const ludii_value *ways = v->items[1];
    const char *facing = lu_word(x, v->items[2]);
    kit_num from = lu_as_site(x, lu_int(x, v->items[0]));
    if (strcmp(facing, "forward") != 0)
        return lu_near_table(x, turtle_ends(x, ways, facing_mask(facing)), from);
    const lu_region *r = NULL;
    for (uint32_t p = x->players; p >= 1; p--) {
        int d = x->facing_of_player[p];
        const lu_region *own = lu_near_table(x, turtle_ends(x, ways, 1u << (d < 0 ? 0 : d)), from);
        r = r ? lu_region_choice(x, kit_compare(x->k, IR_EQ, lu_context_num(x, LU_MOVER), kit_known((int32_t)p)), own,
                                 r)
              : own;
    }
    return r;
}

/* ---- stacks ---- */

void lu_effect_capture_stack(lu *x, const ludii_value *v)
{
    kit_num site = lu_keep_num(x, "stack", lu_as_site(x, lu_int(x, v->items[0])));
    if (!x->stacks) {
        lu_refuse(x, v, "stacks of a game without stacks");
        return;
    }
    ir_var level = kit_scratch(x->k, "level", -1, (int32_t)x->height);
    kit_set(x->k, level, kit_op(x->k, IR_SUB, lu_size_at(x, site), kit_known(1)));
    ir_node head = kit_node(x->k), on = kit_node(x->k), done = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, level), kit_known(0)), done);
    kit_num at = kit_clamp(x->k, kit_read(x->k, level), 0, (int32_t)x->height, 0);
    kit_num owner = lu_who_level(x, site, at);
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, owner, lu_context_num(x, LU_MOVER)), on);
    lu_take_level(x, site, at);
    kit_go(x->k, on);
    x->k->cur = on;
    kit_set(x->k, level, kit_op(x->k, IR_SUB, kit_read(x->k, level), kit_known(1)));
    kit_go(x->k, head);
    x->k->cur = done;
}

/* ---- lines ---- */

/* Where the line through two sites is found: 1 more than twice its number at the first site, one
 * more if the second one lies on its other half; 0 without one. */
static ir_const line_table(lu *x, const lu_lines *l, vec_u32 *near)
{
    int32_t n = (int32_t)x->default_count, *t = ARENA_ARRAY(x->a, int32_t, (size_t)n * (size_t)n);
    for (int32_t from = 0; from < n; from++)
        for (int32_t k = 0; k < 2 * (int32_t)l->width; k++) {
            kit_num place = kit_look2(x->k, k & 1 ? l->other : l->one, kit_known(from), kit_known(k / 2));
            for (int32_t steps = 0; place.known && place.value && steps < n; steps++) {
                int32_t to = kit_look(x->k, l->rays->site, place).value;
                if (!t[from * n + to] && to != from) {
                    t[from * n + to] = k + 1;
                    if (near)
                        vec_push(x->a, &near[from], (uint32_t)to);
                }
                place = kit_look(x->k, l->rays->next, place);
            }
        }
    return kit_table2(x->k, 0, t, (uint32_t)n, (uint32_t)n, 0);
}

typedef struct line {
    const lu_rays *rays;
    ir_var number, begin, opposite; /* of line_table; places of the first step to the other site, and away from it */
    kit_num from, to;
} line;

static line line_of(lu *x, const ludii_value *v)
{
    const lu_lines *l = lu_lines_of(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent");
    int32_t most = (int32_t)x->default_count - 1, last = (int32_t)l->rays->places - 1, lines = (int32_t)l->width;
    line w = {l->rays,
              kit_scratch(x->k, "line", 0, 2 * lines),
              kit_scratch(x->k, "begin", 0, last),
              kit_scratch(x->k, "opposite", 0, last),
              lu_keep_num(x, "one", kit_clamp(x->k, lu_int(x, v->items[0]), 0, most, 0)),
              lu_keep_num(x, "two", kit_clamp(x->k, lu_int(x, v->items[1]), 0, most, 0))};
    kit_set(x->k, w.number, kit_look2(x->k, line_table(x, l, NULL), w.from, w.to));
    kit_num k = kit_clamp(x->k, kit_op(x->k, IR_SUB, kit_read(x->k, w.number), kit_known(1)), 0, 2 * lines - 1, 0),
            half = kit_op(x->k, IR_MOD, k, kit_known(2));
    kit_num one = kit_look2(x->k, l->one, w.from, kit_op(x->k, IR_DIV, k, kit_known(2))),
            other = kit_look2(x->k, l->other, w.from, kit_op(x->k, IR_DIV, k, kit_known(2)));
    kit_set(x->k, w.begin, kit_choose(x->k, kit_compare(x->k, IR_EQ, half, kit_known(0)), one, other));
    kit_set(x->k, w.opposite, kit_choose(x->k, kit_compare(x->k, IR_EQ, half, kit_known(0)), other, one));
    return w;
}

/* Adds how many sites from `place` on hold a piece (of a player), up to `end`. */
static void count_chain(lu *x, const lu_rays *r, ir_var place, const kit_num *end, const kit_num *owner, ir_var sum)
{
    ir_node head = kit_node(x->k), next = kit_node(x->k), done = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)), done);
    kit_num site = kit_look(x->k, r->site, kit_read(x->k, place));
    if (end)
        kit_branch_to(x->k, kit_compare(x->k, IR_NE, site, *end), done);
    kit_cond fits = kit_compare(x->k, IR_NE, lu_what_at(x, site), kit_known(0));
    kit_branch_to(x->k, owner ? kit_and(x->k, fits, kit_compare(x->k, IR_EQ, lu_who_at(x, site), *owner)) : fits, next);
    kit_set(x->k, sum, kit_op(x->k, IR_ADD, kit_read(x->k, sum), kit_known(1)));
    kit_go(x->k, next);
    x->k->cur = next;
    kit_set(x->k, place, kit_look(x->k, r->next, kit_read(x->k, place)));
    kit_go(x->k, head);
    x->k->cur = done;
}

kit_num lu_count_line(lu *x, const ludii_value *v)
{
    line w = line_of(x, v);
    ir_var sum = kit_scratch(x->k, "sum", -1, (int32_t)x->default_count);
    ir_node done = kit_node(x->k),
            none = kit_branch(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, w.number), kit_known(0)));
    kit_set(
        x->k, sum,
        kit_choose(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, w.from), kit_known(0)), kit_known(1), kit_known(0)));
    count_chain(x, w.rays, w.begin, NULL, NULL, sum);
    count_chain(x, w.rays, w.opposite, NULL, NULL, sum);
    kit_go(x->k, done);
    x->k->cur = none;
    kit_set(x->k, sum, kit_known(-1));
    kit_go(x->k, done);
    x->k->cur = done;
    return kit_read(x->k, sum);
}

kit_num lu_count_between(lu *x, const ludii_value *v)
{
    line w = line_of(x, v);
    const ludii_value *role = lu_item(x, v, "RoleType");
    ir_var sum = kit_scratch(x->k, "sum", 0, (int32_t)x->default_count);
    kit_num owner = role ? lu_role(x, role) : LU_NOTHING;
    ir_node done = kit_node(x->k);
    kit_set(x->k, sum, kit_known(0));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, w.number), kit_known(0)), done);
    count_chain(x, w.rays, w.begin, &w.to, role ? &owner : NULL, sum);
    kit_go(x->k, done);
    x->k->cur = done;
    return kit_read(x->k, sum);
}

/* Sites on lines through a site. */
const lu_region *lu_sites_on_lines(lu *x, const ludii_value *v)
{
    vec_u32 *near = ARENA_ARRAY(x->a, vec_u32, x->default_count + 1);
    line_table(x, lu_lines_of(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent"), near);
    return lu_near_table(x, near, lu_int(x, v->items[0]));
}
