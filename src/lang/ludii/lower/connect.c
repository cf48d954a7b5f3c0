/* Whether regions are connected by the group of a site, or still can be. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

/* Whether the group of a site, of one owner, reaches a region. */
static kit_cond reaches(lu *x, lu_ground on, kit_num site, const lu_region *r, const vec_u32 *near)
{
    int32_t most = (int32_t)lu_count_on(x, on) - 1;
    ir_var at = kit_scratch(x->k, "member", -2, most), owner = kit_scratch(x->k, "owner", 0, (int32_t)x->players + 1);
    kit_try t = kit_try_begin(x->k);
    ir_node found = kit_node(x->k);
    kit_set(x->k, at, kit_clamp(x->k, site, -2, most, -1));
    kit_set(x->k, owner, lu_who_on(x, on, kit_read(x->k, at)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, owner), kit_known(0)));
    ir_node here = kit_node(x->k);
    kit_go(x->k, here);
    x->k->cur = here;
    kit_check(x->k, lu_holds(x, r, kit_read(x->k, at)));
    kit_go(x->k, found);
    x->k->cur = here;
    lu_pick_site(x, lu_near_on(x, near, on, on, kit_read(x->k, at)), at);
    kit_check(x->k, kit_compare(x->k, IR_EQ, lu_who_on(x, on, kit_read(x->k, at)), kit_read(x->k, owner)));
    kit_go(x->k, here);
    x->k->cur = found;
    return kit_try_end(x->k, t);
}

/* Regions to connect. */
typedef struct goals {
    const lu_region **all;
    uint32_t count;
} goals;

static goals parts_of(lu *x, const ludii_value *list)
{
    goals p = {ARENA_ARRAY(x->a, const lu_region *, list->count + 1), list->count};
    for (uint32_t i = 0; i < list->count; i++)
        p.all[i] = lu_sites(x, list->items[i]);
    return p;
}

/* All of them, or at least so many. */
static kit_cond connects(lu *x, lu_ground on, kit_num site, const goals *p, const ludii_value *number,
                         const vec_u32 *near)
{
    kit_cond all = kit_truth(true);
    ir_var met = number ? kit_scratch(x->k, "met", 0, (int32_t)p->count) : IR_NONE;
    if (number)
        kit_set(x->k, met, kit_known(0));
    for (uint32_t i = 0; i < p->count; i++) {
        kit_cond is = reaches(x, on, site, p->all[i], near);
        if (number)
            kit_set(x->k, met,
                    kit_op(x->k, IR_ADD, kit_read(x->k, met), kit_choose(x->k, is, kit_known(1), kit_known(0))));
        else
            all = kit_and(x->k, all, is);
    }
    return number ? kit_compare(x->k, IR_GE, kit_read(x->k, met), lu_int(x, number)) : all;
}

/* Of a player, each that a list of the equipment has; numbers of sites are one together. */
static goals parts_of_player(lu *x, const ludii_value *v, uint32_t player)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < x->areas.count; i++)
        most += 1 + vec_at(&x->areas, i).v->items[2]->count;
    goals p = {ARENA_ARRAY(x->a, const lu_region *, most + 1), 0};
    for (uint32_t i = 0; i < x->areas.count && !x->failed; i++) {
        const ludii_value *list = vec_at(&x->areas, i).v->items[2];
        if (vec_at(&x->areas, i).owner != (int)player)
            continue;
        if (!lu_array_of(x, list) && !lu_is(x, list, "Sites"))
            lu_refuse_ludeme(x, v);
        const bool several = lu_array_of(x, list) && list->count && lu_is(x, list->items[0], "Sites");
        if (!several)
            p.all[p.count++] = lu_area_sites(x, vec_at(&x->areas, i).v);
        for (uint32_t k = 0; k < list->count && several; k++)
            p.all[p.count++] = lu_sites(x, list->items[k]);
    }
    return p;
}

/* One of the regions and another one are still joined by sites that nobody else has. */
static kit_cond can_connect(lu *x, const ludii_value *v, lu_ground on, const goals *p, kit_num who, const vec_u32 *near)
{
    kit_cond all = kit_truth(true);
    if (p->count > 2) /* one group would have to reach them all */
        lu_refuse(x, v, "three or more regions that may be blocked");
    for (uint32_t i = 1; i < p->count; i++) {
        ir_var at = kit_scratch(x->k, "open", -2, (int32_t)lu_count_on(x, on) - 1),
               owner = kit_scratch(x->k, "owner", 0, (int32_t)x->players + 1);
        kit_try t = kit_try_begin(x->k);
        ir_node found = kit_node(x->k), here = kit_node(x->k);
        kit_set(x->k, owner, who);
        lu_pick_site(x, p->all[0], at);
        kit_go(x->k, here);
        x->k->cur = here;
        kit_cond mine = kit_compare(x->k, IR_EQ, lu_who_on(x, on, kit_read(x->k, at)), kit_read(x->k, owner));
        kit_check(x->k,
                  kit_or(x->k, kit_compare(x->k, IR_EQ, lu_what_on(x, on, kit_read(x->k, at)), kit_known(0)), mine));
        ir_node free = x->k->cur;
        kit_check(x->k, lu_holds(x, p->all[i], kit_read(x->k, at)));
        kit_go(x->k, found);
        x->k->cur = free;
        lu_pick_site(x, lu_near_on(x, near, on, on, kit_read(x->k, at)), at);
        kit_go(x->k, here);
        x->k->cur = found;
        all = kit_and(x->k, all, kit_try_end(x->k, t));
    }
    return all;
}

static kit_cond is_met(lu *x, const lu_region *r, ir_var marks)
{
    ir_var at = kit_scratch(x->k, "part", -2, (int32_t)lu_count_on(x, LU_OWN) - 1);
    kit_try t = kit_try_begin(x->k);
    lu_pick_site(x, r, at);
    kit_check(x->k, lu_is_in_marks(x, marks, kit_read(x->k, at)));
    return kit_try_end(x->k, t);
}

/* So many of the sides or corners of the board. */
static kit_cond connects_parts(lu *x, const ludii_value *v, kit_num site, const ludii_value *kind, const vec_u32 *near)
{
    const lu_region *sides[64];
    uint32_t n = lu_board_parts(x, lu_word(x, kind), sides, 64);
    int32_t wanted = (int32_t)n;
    if (!n || (v->items[1] && !lu_known_int(x, v->items[1], &wanted))) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    kit_num sum = kit_known(0);
    const lu_group *group = lu_group_at(x, v, site, near);
    for (uint32_t i = 0; i < n; i++)
        sum =
            kit_op(x->k, IR_ADD, sum, kit_choose(x->k, is_met(x, sides[i], group->marks), kit_known(1), kit_known(0)));
    return kit_compare(x->k, IR_GE, sum, kit_known(wanted));
}

/* Found by `check`: a role whose players have nothing to connect. */
static void warn_of_no_regions(lu *x, const ludii_value *v, const ludii_value *who)
{
    if (!x->f->in->strict || x->failed)
        return;
    diag *d = ludii_report(x->f, DIAG_LUDII_NEVER, v->node->span, v->node->origin,
                           "`%s` has no regions to connect: this never holds", lu_word(x, who));
    diag_set_hint(x->f->sink, d,
                  "`(regions P1 {(sites Side NW) (sites Side SE)})` in the equipment says what player 1 connects; "
                  "`(is Connected 2 Sides)` is about any sides");
}

kit_cond lu_is_connect(lu *x, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at"), *direction = lu_item(x, v, "Direction"), *of = v->items[v->count - 1];
    bool blocked = lu_word_is(x, v->items[0], "Blocked");
    lu_ground on = lu_ground_of(x, v);
    if ((direction && direction->node->kind != LUDII_ATOM) || (on != LU_OWN && lu_is(x, of, "RegionTypeStatic")))
        lu_refuse_ludeme(x, v);
    kit_num site = at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO);
    const vec_u32 *near = lu_neighbours_on(x, on, direction ? lu_word(x, direction) : "Adjacent");
    if (lu_is(x, of, "RegionTypeStatic") && !blocked)
        return connects_parts(x, v, site, of, near);
    if ((v->items[1] && (blocked || !lu_array_of(x, of))) || (!lu_array_of(x, of) && !lu_is(x, of, "RoleType"))) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    if (lu_array_of(x, of)) {
        const goals list = parts_of(x, of);
        return blocked ? kit_not(x->k, can_connect(x, v, on, &list, lu_context_num(x, LU_MOVER), near))
                       : connects(x, on, site, &list, v->items[1], near);
    }
    kit_num who = lu_role(x, of);
    kit_cond any = kit_truth(false);
    bool regions = false;
    for (uint32_t p = 1; p <= x->players; p++) {
        kit_cond is = kit_compare(x->k, IR_EQ, who, kit_known((int32_t)p));
        if (is.known && !is.value)
            continue;
        const goals list = parts_of_player(x, v, p);
        if (!list.count || x->failed)
            continue;
        regions = true;
        kit_num player = kit_known((int32_t)p);
        kit_cond own = kit_compare(x->k, IR_EQ, lu_who_on(x, on, lu_as_site(x, site)), player);
        kit_cond here = blocked ? kit_not(x->k, can_connect(x, v, on, &list, player, near))
                                : kit_and(x->k, own, connects(x, on, site, &list, NULL, near));
        any = kit_or(x->k, any, kit_and(x->k, is, here));
    }
    if (!regions)
        warn_of_no_regions(x, v, of);
    return any;
}
