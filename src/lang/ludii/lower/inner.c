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
    return step->count ? step->data[0] : GR_NONE;
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
    lu_num from = lu_as_site(x, lu_int(x, v->items[0]));
    if (strcmp(facing, "forward") != 0)
        return lu_near_table(x, turtle_ends(x, ways, facing_mask(facing)), from);
    const lu_region *r = NULL;
    for (uint32_t p = x->players; p >= 1; p--) {
        int d = x->facing_of_player[p];
        const lu_region *own = lu_near_table(x, turtle_ends(x, ways, 1u << (d < 0 ? 0 : d)), from);
        r = r ? lu_region_choice(x, lu_compare(x, IR_EQ, lu_context_num(x, LU_MOVER), lu_known((int32_t)p)), own, r)
              : own;
    }
    return r;
}

/* ---- stacks ---- */

void lu_effect_capture_stack(lu *x, const ludii_value *v)
{
    lu_num site = lu_keep_num(x, "stack", lu_as_site(x, lu_int(x, v->items[0])));
    if (!x->stacks) {
        lu_refuse(x, v, "stacks of a game without stacks");
        return;
    }
    ir_var level = lu_scratch(x, "level", -1, (int32_t)x->height);
    lu_set(x, level, lu_op(x, IR_SUB, lu_size_at(x, site), lu_known(1)));
    ir_node head = lu_node(x), on = lu_node(x), done = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GE, lu_read(x, level), lu_known(0))), done, x->at);
    lu_num at = lu_clamp(x, lu_read(x, level), 0, (int32_t)x->height, 0);
    lu_num owner = lu_who_level(x, site, at);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, owner, lu_context_num(x, LU_MOVER))), on, x->at);
    lu_take_level(x, site, at);
    lu_go(x, on);
    x->cur = on;
    lu_set(x, level, lu_op(x, IR_SUB, lu_read(x, level), lu_known(1)));
    lu_go(x, head);
    x->cur = done;
}

/* ---- lines ---- */

/* Where the line through two sites is found: 1 more than twice its number at the first site, one
 * more if the second one lies on its other half; 0 without one. */
static ir_const line_table(lu *x, const lu_lines *l, vec_u32 *near)
{
    int32_t n = (int32_t)x->default_count, *t = ARENA_ARRAY(x->a, int32_t, (size_t)n * (size_t)n);
    for (int32_t from = 0; from < n; from++)
        for (int32_t k = 0; k < 2 * (int32_t)l->width; k++) {
            lu_num place = lu_look2(x, k & 1 ? l->other : l->one, lu_known(from), lu_known(k / 2));
            for (int32_t steps = 0; place.known && place.value && steps < n; steps++) {
                int32_t to = lu_look(x, l->rays->site, place).value;
                if (!t[from * n + to] && to != from) {
                    t[from * n + to] = k + 1;
                    if (near)
                        vec_push(x->a, &near[from], (uint32_t)to);
                }
                place = lu_look(x, l->rays->next, place);
            }
        }
    return lu_table2(x, 0, t, (uint32_t)n, (uint32_t)n, 0);
}

typedef struct line {
    const lu_rays *rays;
    ir_var number, begin, opposite; /* of line_table; places of the first step to the other site, and away from it */
    lu_num from, to;
} line;

static line line_of(lu *x, const ludii_value *v)
{
    const lu_lines *l = lu_lines_of(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent");
    int32_t most = (int32_t)x->default_count - 1, last = (int32_t)l->rays->places - 1, lines = (int32_t)l->width;
    line w = {l->rays,
              lu_scratch(x, "line", 0, 2 * lines),
              lu_scratch(x, "begin", 0, last),
              lu_scratch(x, "opposite", 0, last),
              lu_keep_num(x, "one", lu_clamp(x, lu_int(x, v->items[0]), 0, most, 0)),
              lu_keep_num(x, "two", lu_clamp(x, lu_int(x, v->items[1]), 0, most, 0))};
    lu_set(x, w.number, lu_look2(x, line_table(x, l, NULL), w.from, w.to));
    lu_num k = lu_clamp(x, lu_op(x, IR_SUB, lu_read(x, w.number), lu_known(1)), 0, 2 * lines - 1, 0),
           half = lu_op(x, IR_MOD, k, lu_known(2));
    lu_num one = lu_look2(x, l->one, w.from, lu_op(x, IR_DIV, k, lu_known(2))),
           other = lu_look2(x, l->other, w.from, lu_op(x, IR_DIV, k, lu_known(2)));
    lu_set(x, w.begin, lu_choose_num(x, lu_compare(x, IR_EQ, half, lu_known(0)), one, other));
    lu_set(x, w.opposite, lu_choose_num(x, lu_compare(x, IR_EQ, half, lu_known(0)), other, one));
    return w;
}

/* Adds how many sites from `place` on hold a piece (of a player), up to `end`. */
static void count_chain(lu *x, const lu_rays *r, ir_var place, const lu_num *end, const lu_num *owner, ir_var sum)
{
    ir_node head = lu_node(x), next = lu_node(x), done = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, place), lu_known(0))), done, x->at);
    lu_num site = lu_look(x, r->site, lu_read(x, place));
    if (end)
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, site, *end)), done, x->at);
    lu_cond fits = lu_compare(x, IR_NE, lu_what_at(x, site), lu_known(0));
    irb_skip(x->g, lu_branch(x, owner ? lu_and(x, fits, lu_compare(x, IR_EQ, lu_who_at(x, site), *owner)) : fits), next,
             x->at);
    lu_set(x, sum, lu_op(x, IR_ADD, lu_read(x, sum), lu_known(1)));
    lu_go(x, next);
    x->cur = next;
    lu_set(x, place, lu_look(x, r->next, lu_read(x, place)));
    lu_go(x, head);
    x->cur = done;
}

lu_num lu_count_line(lu *x, const ludii_value *v)
{
    line w = line_of(x, v);
    ir_var sum = lu_scratch(x, "sum", -1, (int32_t)x->default_count);
    ir_node done = lu_node(x), none = lu_branch(x, lu_compare(x, IR_NE, lu_read(x, w.number), lu_known(0)));
    lu_set(x, sum,
           lu_choose_num(x, lu_compare(x, IR_NE, lu_what_at(x, w.from), lu_known(0)), lu_known(1), lu_known(0)));
    count_chain(x, w.rays, w.begin, NULL, NULL, sum);
    count_chain(x, w.rays, w.opposite, NULL, NULL, sum);
    lu_go(x, done);
    x->cur = none;
    lu_set(x, sum, lu_known(-1));
    lu_go(x, done);
    x->cur = done;
    return lu_read(x, sum);
}

lu_num lu_count_between(lu *x, const ludii_value *v)
{
    line w = line_of(x, v);
    const ludii_value *role = lu_item(x, v, "RoleType");
    ir_var sum = lu_scratch(x, "sum", 0, (int32_t)x->default_count);
    lu_num owner = role ? lu_role(x, role) : LU_NOTHING;
    ir_node done = lu_node(x);
    lu_set(x, sum, lu_known(0));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, w.number), lu_known(0))), done, x->at);
    count_chain(x, w.rays, w.begin, &w.to, role ? &owner : NULL, sum);
    lu_go(x, done);
    x->cur = done;
    return lu_read(x, sum);
}

/* Sites on lines through a site. */
const lu_region *lu_sites_on_lines(lu *x, const ludii_value *v)
{
    vec_u32 *near = ARENA_ARRAY(x->a, vec_u32, x->default_count + 1);
    line_table(x, lu_lines_of(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent"), near);
    return lu_near_table(x, near, lu_int(x, v->items[0]));
}
