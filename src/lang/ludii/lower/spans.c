/* Regions that are found by going on from a site: between two sites, the ends of walks. */
#include "lang/ludii/lower/directions.h"
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
static lu_cond chain_meets(lu *x, const lu_rays *r, lu_num first, lu_num goal)
{
    ir_var place = lu_scratch(x, "place", 0, (int32_t)r->places - 1), met = lu_scratch(x, "met", 0, 1);
    ir_node head = lu_node(x), done = lu_node(x), found = lu_node(x);
    lu_set(x, place, first);
    lu_set(x, met, lu_known(0));
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, place), lu_known(0))), done, x->at);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_look(x, r->site, lu_read(x, place)), goal)), found, x->at);
    lu_set(x, place, lu_look(x, r->next, lu_read(x, place)));
    lu_go(x, head);
    x->cur = found;
    lu_set(x, met, lu_known(1));
    lu_go(x, done);
    x->cur = done;
    return lu_compare(x, IR_EQ, lu_read(x, met), lu_known(1));
}

static void mark_if(lu *x, ir_var marks, lu_num site, const ludii_value *condition)
{
    ir_node after = lu_node(x);
    if (condition) {
        lu_set(x, lu_context_var(x, LU_BETWEEN), site);
        irb_skip(x->g, lu_branch(x, lu_bool(x, condition)), after, x->at);
    }
    lu_set_at(x, marks, site, lu_known(1));
    lu_go(x, after);
    x->cur = after;
}

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
    lu_num outer = lu_keep(x, LU_BETWEEN, "outer"),
           from = lu_keep_num(x, "begin", lu_as_site(x, lu_int(x, lu_arg(x, v, "from")))),
           to = lu_keep_num(x, "end", lu_as_site(x, lu_int(x, lu_arg(x, v, "to"))));
    ir_var marks = lu_new_marks(x, lu_ground_of(x, v)), way = lu_scratch(x, "way", 0, (int32_t)r->width),
           start = lu_scratch(x, "start", -2, most), place = lu_scratch(x, "place", 0, (int32_t)r->places - 1);
    lu_clear_marks(x, lu_ground_of(x, v), marks);
    lu_set(x, start, lu_clamp(x, from, -2, most, -1));
    lu_loop l = lu_loop_begin(x, way, lu_known(0), lu_known((int32_t)r->width));
    lu_num first = lu_ray(x, r, lu_read(x, start), lu_read(x, way));
    irb_skip(x->g, lu_branch(x, chain_meets(x, r, first, to)), l.next, x->at);
    lu_set(x, place, first);
    ir_node head = lu_node(x), end = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_look(x, r->site, lu_read(x, place)), to)), end, x->at);
    mark_if(x, marks, lu_look(x, r->site, lu_read(x, place)), condition);
    lu_set(x, place, lu_look(x, r->next, lu_read(x, place)));
    lu_go(x, head);
    x->cur = end;
    if (lu_arg(x, v, "fromIncluded") && lu_flag(x, v, "fromIncluded", false))
        mark_if(x, marks, lu_read(x, start), condition);
    if (lu_arg(x, v, "toIncluded") && lu_flag(x, v, "toIncluded", false))
        mark_if(x, marks, to, condition);
    lu_loop_end(x, &l);
    lu_set(x, lu_context_var(x, LU_BETWEEN), outer);
    return lu_marked(x, marks, &all->sites);
}
