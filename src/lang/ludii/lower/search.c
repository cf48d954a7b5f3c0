/* Numbers that are found by looking over the board: where a piece is, how far, how free a group. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

/* The first site with a piece for which `fits` has 1 in the player's column; -1 when there is none. */
static lu_num first_with(lu *x, ir_const fits, lu_num who, const lu_num *state)
{
    ir_var site = lu_scratch(x, "seen", -2, (int32_t)x->sites), found = lu_scratch(x, "place", -2, (int32_t)x->sites - 1);
    ir_node after = lu_node(x);
    lu_set(x, found, lu_known(-1));
    lu_loop l = lu_each_site(x, lu_all_sites(x, true), site);
    lu_cond is = lu_compare(x, IR_EQ, lu_look2(x, fits, lu_what_at(x, lu_read(x, site)), who), lu_known(1));
    if (state)
        is = lu_and(x, is, lu_compare(x, IR_EQ, lu_at(x, lu_state_var(x, LU_S_STATE), lu_read(x, site)), *state));
    irb_skip(x->g, lu_branch(x, is), l.next, x->at);
    lu_set(x, found, lu_read(x, site));
    lu_go(x, after);
    x->cur = l.done;
    lu_go(x, after);
    x->cur = after;
    return lu_read(x, found);
}

lu_num lu_where(lu *x, const ludii_value *v)
{
    uint32_t n = x->components.count, w = x->players + 2;
    name_id name = lu_string(x, v->items[0]);
    lu_num state = lu_arg(x, v, "state") ? lu_int(x, lu_arg(x, v, "state")) : lu_known(0);
    const lu_num *with = lu_arg(x, v, "state") ? &state : NULL;
    if (name != NAME_NONE)
        return first_with(x, lu_piece_table(x, v->items[0], false), lu_who(x, v->items[1]), with);
    int32_t *fits = ARENA_ARRAY(x->a, int32_t, (size_t)n * n);
    for (uint32_t i = 1; i < n; i++)
        fits[i * n + i] = 1;
    (void)w;
    return first_with(x, lu_table2(x, 0, fits, n, n, 0), lu_clamp(x, lu_int(x, v->items[0]), 0, (int32_t)n - 1, 0), with);
}

/* Steps from each site to each, by neighbours; -1 where there is no way. */
static void distances(lu *x, const vec_u32 *near, int32_t *out)
{
    uint32_t n = x->default_count;
    memset(out, 0xff, sizeof *out * n * n);
    for (uint32_t s = 0; s < n; s++) {
        vec_u32 queue = {0};
        vec_push(x->a, &queue, s);
        out[s * n + s] = 0;
        for (uint32_t i = 0; i < queue.count; i++)
            for (uint32_t k = 0; k < near[queue.data[i]].count; k++) {
                uint32_t to = near[queue.data[i]].data[k];
                if (out[s * n + to] < 0) {
                    out[s * n + to] = out[s * n + queue.data[i]] + 1;
                    vec_push(x->a, &queue, to);
                }
            }
    }
}

lu_num lu_count_steps(lu *x, const ludii_value *v)
{
    const ludii_value *relation = lu_item(x, v, "RelationType"), *a = v->items[v->count - 2], *b = v->items[v->count - 1];
    uint32_t n = x->default_count;
    if (lu_item(x, v, "Step") || n > 200) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    int32_t *t = ARENA_ARRAY(x->a, int32_t, n * n);
    distances(x, lu_neighbours(x, relation ? lu_word(x, relation) : "Adjacent"), t);
    lu_num from = lu_as_site(x, lu_int(x, a));
    return lu_look2(x, lu_table2(x, 0, t, n, n, -1), from, lu_clamp(x, lu_int(x, b), 0, (int32_t)n - 1, 0));
}

/* ---- groups ---- */

/* Whether a site belongs to the group of another, by like pieces or a condition on `(to)`. */
static lu_cond in_group(lu *x, lu_num start, lu_num goal, const vec_u32 *near, const ludii_value *condition)
{
    int32_t most = (int32_t)x->default_count - 1;
    ir_var at = lu_scratch(x, "member", -2, most), kind = lu_scratch(x, "owner", 0, 100), aim = lu_scratch(x, "sought", -2, most);
    ir_node here = lu_node(x), found = lu_node(x);
    lu_try t = lu_try_begin(x);
    lu_set(x, aim, lu_clamp(x, goal, -2, most, -1));
    lu_set(x, at, lu_clamp(x, start, -2, most, -1));
    lu_set(x, kind, lu_who_at(x, lu_read(x, at)));
    lu_go(x, here);
    x->cur = here;
    if (condition) {
        lu_set(x, lu_context_var(x, LU_TO), lu_read(x, at));
        lu_check(x, lu_bool(x, condition));
    } else {
        lu_check(x, lu_compare(x, IR_NE, lu_what_at(x, lu_read(x, at)), lu_known(0)));
        lu_check(x, lu_compare(x, IR_EQ, lu_who_at(x, lu_read(x, at)), lu_read(x, kind)));
    }
    ir_node member = x->cur;
    lu_check(x, lu_compare(x, IR_EQ, lu_read(x, at), lu_read(x, aim)));
    lu_go(x, found);
    x->cur = member;
    lu_pick_site(x, lu_near_table(x, near, lu_read(x, at)), at);
    lu_go(x, here);
    x->cur = found;
    return lu_try_end(x, t);
}

static const vec_u32 *directions_of(lu *x, const ludii_value *v)
{
    const ludii_value *d = lu_item(x, v, "Direction");
    if (d && d->node->kind != LUDII_ATOM)
        lu_refuse_ludeme(x, d);
    return lu_neighbours(x, d ? lu_word(x, d) : "Adjacent");
}

static lu_num count_where(lu *x, lu_cond (*is)(lu *x, const ludii_value *v, lu_num at, lu_num site, const vec_u32 *near), const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at");
    const vec_u32 *near = directions_of(x, v);
    ir_var start = lu_scratch(x, "start", -2, (int32_t)x->sites - 1), site = lu_scratch(x, "counted", -2, (int32_t)x->sites),
           sum = lu_scratch(x, "sum", 0, (int32_t)x->sites);
    lu_set(x, start, lu_as_site(x, at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO)));
    lu_set(x, sum, lu_known(0));
    lu_loop l = lu_each_site(x, lu_all_sites(x, false), site);
    irb_skip(x->g, lu_branch(x, is(x, v, lu_read(x, start), lu_read(x, site), near)), l.next, x->at);
    lu_set(x, sum, lu_op(x, IR_ADD, lu_read(x, sum), lu_known(1)));
    lu_loop_end(x, &l);
    return lu_read(x, sum);
}

static lu_cond is_member(lu *x, const ludii_value *v, lu_num at, lu_num site, const vec_u32 *near)
{
    return in_group(x, at, site, near, lu_arg(x, v, "if"));
}

lu_num lu_size_group(lu *x, const ludii_value *v) { return count_where(x, is_member, v); }

static lu_cond is_liberty(lu *x, const ludii_value *v, lu_num at, lu_num site, const vec_u32 *near)
{
    ir_var next = lu_scratch(x, "beside", -2, (int32_t)x->sites - 1);
    lu_cond empty = lu_compare(x, IR_EQ, lu_what_at(x, site), lu_known(0));
    lu_try t = lu_try_begin(x);
    lu_check(x, empty);
    lu_pick_site(x, lu_near_table(x, near, site), next);
    lu_check(x, in_group(x, at, lu_read(x, next), near, lu_arg(x, v, "if")));
    return lu_try_end(x, t);
}

lu_num lu_count_liberties(lu *x, const ludii_value *v) { return count_where(x, is_liberty, v); }

/* ---- players ---- */

lu_num lu_value_player(lu *x, const ludii_value *v)
{
    lu_num n = lu_at(x, lu_state_var(x, LU_S_PVALUE), lu_who(x, v->items[1]));
    return lu_choose_num(x, lu_compare(x, IR_EQ, n, lu_known(0)), lu_known(-1), n); /* none, or 0, reads as undefined */
}

/* ---- sites in a direction ---- */

typedef struct beam {
    const lu_rays *rays;
    const ludii_value *stop;
    bool stop_included, included;
    int32_t distance;
} beam;

static lu_cond in_beam(lu *x, const lu_region *r, lu_num site)
{
    const beam *b = (const beam *)(const void *)r->near;
    ir_var place = lu_scratch(x, "place", 0, (int32_t)b->rays->places - 1), way = lu_scratch(x, "way", 0, (int32_t)b->rays->width - 1),
           aim = lu_scratch(x, "sought", -2, (int32_t)x->sites - 1), steps = lu_scratch(x, "steps", 0, 1000);
    ir_node here = lu_node(x), found = lu_node(x);
    lu_try t = lu_try_begin(x);
    lu_set(x, aim, site);
    lu_set(x, steps, lu_known(1));
    if (b->included) {
        ir_node start = x->cur;
        lu_check(x, lu_compare(x, IR_EQ, lu_read(x, aim), r->n));
        lu_go(x, found);
        x->cur = start;
    }
    lu_pick(x, way, 0, (int32_t)b->rays->width - 1);
    lu_set(x, place, lu_ray(x, b->rays, r->n, lu_read(x, way)));
    lu_go(x, here);
    x->cur = here;
    lu_check(x, lu_compare(x, IR_NE, lu_read(x, place), lu_known(0)));
    lu_num at = lu_look(x, b->rays->site, lu_read(x, place));
    lu_cond same = lu_compare(x, IR_EQ, at, lu_read(x, aim));
    lu_cond stops = lu_truth(false);
    if (b->stop) {
        lu_set(x, lu_context_var(x, LU_TO), at);
        stops = lu_bool(x, b->stop);
    }
    ir_node before = x->cur;
    lu_check(x, b->stop_included ? same : lu_and(x, same, lu_not(x, stops)));
    lu_go(x, found);
    x->cur = before;
    lu_check(x, lu_not(x, stops));
    lu_set(x, place, lu_look(x, b->rays->next, lu_read(x, place)));
    if (b->distance > 0) {
        lu_set(x, steps, lu_op(x, IR_ADD, lu_read(x, steps), lu_known(1)));
        lu_check(x, lu_compare(x, IR_LE, lu_read(x, steps), lu_known(b->distance)));
    }
    lu_go(x, here);
    x->cur = found;
    return lu_try_end(x, t);
}

const lu_region *lu_sites_direction(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from"), *distance = lu_arg(x, v, "distance");
    beam *b = ARENA_NEW(x->a, beam);
    if (lu_is(x, from, "Sites"))
        lu_refuse(x, v, "directions from several sites");
    *b = (beam){.rays = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent"), .stop = lu_arg(x, v, "stop"),
                .stop_included = lu_flag(x, v, "stopIncluded", false), .included = lu_flag(x, v, "included", false)};
    if (distance && !lu_known_int(x, distance, &b->distance))
        lu_refuse(x, distance, "a distance that changes");
    lu_region *r = lu_dynamic(x, in_beam, NULL);
    r->near = (const vec_u32 *)(const void *)b;
    r->n = lu_as_site(x, x->failed ? lu_known(-1) : lu_int(x, from));
    return r;
}
