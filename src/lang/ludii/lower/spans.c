/* Regions that are found by going on from a site: between two sites, the ends of walks. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/lowerings.h"

const lu_region *lu_sites_walk(lu *x, const ludii_value *v)
{
    const ludii_value *walks = NULL, *from = lu_item(x, v, "Int");
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]))
            walks = v->items[i];
    if (!lu_on_default_sites(x, v))
        lu_refuse(x, v, "walks on sites of another type than the board's");
    return lu_near_table(x, lu_walk_ends(x, walks, lu_flag(x, v, "rotations", true)),
                         from ? lu_int(x, from) : lu_context_num(x, LU_FROM));
}

/* ---- between two sites ---- */

/* Whether the chain of a place comes to a site. */
static kit_cond chain_meets(lu *x, const lu_rays *r, kit_num first, kit_num goal)
{
    ir_var place = kit_scratch(x->k, "place", 0, (int32_t)r->places - 1), met = kit_scratch(x->k, "met", 0, 1);
    ir_node head = kit_node(x->k), done = kit_node(x->k), found = kit_node(x->k);
    kit_set(x->k, place, first);
    kit_set(x->k, met, kit_known(0));
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)), done);
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_look(x->k, r->site, kit_read(x->k, place)), goal), found);
    kit_set(x->k, place, kit_look(x->k, r->next, kit_read(x->k, place)));
    kit_go(x->k, head);
    x->k->cur = found;
    kit_set(x->k, met, kit_known(1));
    kit_go(x->k, done);
    x->k->cur = done;
    return kit_compare(x->k, IR_EQ, kit_read(x->k, met), kit_known(1));
}

static void mark_if(lu *x, ir_var marks, kit_num site, const ludii_value *condition)
{
    ir_node after = kit_node(x->k);
    if (condition) {
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), site);
        kit_branch_to(x->k, lu_bool(x, condition), after);
    }
    kit_set_at(x->k, marks, site, kit_known(1));
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Along the first way that comes there; the ends are in it if they are wanted, whether there is a way or not. */
const lu_region *lu_sites_between(lu *x, const ludii_value *v)
{
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    const ludii_value *condition = lu_arg(x, v, "cond");
    const lu_region *all = lu_all_sites(x, false);
    int32_t most = (int32_t)x->default_count - 1;
    if (x->failed)
        return all;
    if (!lu_on_default_sites(x, v))
        lu_refuse(x, v, "sites of another type than the board's");
    kit_num outer = lu_keep(x, LU_BETWEEN, "outer"), outer_from = lu_keep(x, LU_FROM, "outer"),
            outer_to = lu_keep(x, LU_TO, "outer"),
            from = lu_keep_num(x, "begin", lu_as_site(x, lu_int(x, lu_arg(x, v, "from")))),
            to = lu_keep_num(x, "end", lu_as_site(x, lu_int(x, lu_arg(x, v, "to"))));
    ir_var marks = lu_new_marks(x, lu_ground_of(x, v)), way = kit_scratch(x->k, "way", 0, (int32_t)r->width),
           start = kit_scratch(x->k, "start", -2, most), place = kit_scratch(x->k, "place", 0, (int32_t)r->places - 1);
    lu_clear_marks(x, lu_ground_of(x, v), marks);
    kit_set(x->k, start, kit_clamp(x->k, from, -2, most, -1));
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k,
                  kit_and(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, start), kit_known(0)),
                          kit_and(x->k, kit_compare(x->k, IR_GE, to, kit_known(0)),
                                  kit_compare(x->k, IR_LE, to, kit_known(most)))),
                  after);
    if (lu_flag(x, v, "fromIncluded", false))
        mark_if(x, marks, kit_read(x->k, start), NULL);
    if (lu_flag(x, v, "toIncluded", false))
        mark_if(x, marks, kit_clamp(x->k, to, 0, most, 0), NULL);
    kit_set(x->k, lu_context_var(x, LU_FROM), kit_read(x->k, start));
    kit_set(x->k, lu_context_var(x, LU_TO), to);
    kit_loop l = kit_loop_begin(x->k, way, kit_known(0), kit_known((int32_t)r->width));
    kit_num first = lu_ray(x, r, kit_read(x->k, start), kit_read(x->k, way));
    kit_branch_to(x->k, chain_meets(x, r, first, to), l.next);
    kit_set(x->k, place, first);
    ir_node head = kit_node(x->k), end = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_look(x->k, r->site, kit_read(x->k, place)), to), end);
    mark_if(x, marks, kit_look(x->k, r->site, kit_read(x->k, place)), condition);
    kit_set(x->k, place, kit_look(x->k, r->next, kit_read(x->k, place)));
    kit_go(x->k, head);
    kit_link(x->k, end, after);
    kit_link(x->k, l.done, after);
    x->k->cur = after;
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), outer);
    kit_set(x->k, lu_context_var(x, LU_FROM), outer_from);
    kit_set(x->k, lu_context_var(x, LU_TO), outer_to);
    return lu_marked(x, marks, &all->sites);
}

/* Beside one of the sites of a region, as (from), for which a condition holds. */
static kit_cond holds_beside_if(lu *x, const lu_region *r, kit_num site)
{
    const kit_num from = x->c[LU_FROM], to = x->c[LU_TO];
    ir_var s = kit_scratch(x->k, "beside", -2, (int32_t)x->sites - 1),
           of = kit_scratch(x->k, "of", -2, (int32_t)x->sites - 1);
    kit_try t = kit_try_begin(x->k);
    kit_set(x->k, of, site);
    if (r->b)
        kit_check(x->k, kit_not(x->k, lu_holds(x, r->b, kit_read(x->k, of))));
    lu_pick_site(x, lu_near_on(x, r->near, r->on, r->on, kit_read(x->k, of)), s);
    kit_check(x->k, lu_holds(x, r->a, kit_read(x->k, s)));
    x->c[LU_FROM] = x->c[LU_TO] = (kit_num){0};
    kit_set(x->k, lu_context_var(x, LU_FROM), kit_read(x->k, s));
    kit_set(x->k, lu_context_var(x, LU_TO), kit_read(x->k, of));
    kit_check(x->k, lu_bool(x, r->v));
    x->c[LU_FROM] = from, x->c[LU_TO] = to;
    return kit_try_end(x->k, t);
}

const lu_region *lu_around_each(lu *x, lu_ground on, const lu_region *of, const vec_u32 *near, bool self,
                                const ludii_value *condition)
{
    const uint32_t n = lu_count_on(x, on);
    lu_region *r = lu_dynamic(x, holds_beside_if, &lu_all_on(x, on)->sites);
    vec_u32 *back = ARENA_ARRAY(x->a, vec_u32, n + 1); /* a site is asked from where it is reached */
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < near[i].count; k++)
            vec_push(x->a, &back[vec_at(&near[i], k)], i);
    r->on = on, r->v = condition, r->near = back;
    return r->a = of, r->b = self ? NULL : of, r;
}

const lu_region *lu_sites_around(lu *x, const ludii_value *v)
{
    const ludii_value *distance = lu_arg(x, v, "distance");
    int32_t steps = 1;
    if (!distance || lu_known_int(x, distance, &steps))
        return lu_around_at(x, v, steps);
    kit_num n = lu_keep_num(x, "distance", lu_int(x, distance));
    const lu_region *r = lu_region_of(x, &(vec_u32){0});
    int32_t longest = (int32_t)lu_longest_way(x);
    for (int32_t k = n.high < longest ? n.high : longest; k > 0 && k >= n.low && !x->failed; k--)
        r = lu_region_choice(x, kit_compare(x->k, IR_EQ, n, kit_known(k)), lu_around_at(x, v, k), r);
    return r;
}
