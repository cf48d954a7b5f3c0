/* Numbers that are found by looking over the board: where a piece is, how far, how free a group. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

/* The first site with a piece for which `fits` has 1 in the player's column; -1 when there is none. */
static lu_num first_with(lu *x, ir_const fits, lu_num who, const lu_num *state)
{
    ir_var site = lu_scratch(x, "seen", -2, (int32_t)x->sites),
           found = lu_scratch(x, "place", -2, (int32_t)x->sites - 1);
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
    return first_with(x, lu_table2(x, 0, fits, n, n, 0), lu_clamp(x, lu_int(x, v->items[0]), 0, (int32_t)n - 1, 0),
                      with);
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

const lu_region *lu_sites_distance(lu *x, const ludii_value *v)
{
    const ludii_value *relation = lu_item(x, v, "RelationType"), *from = lu_arg(x, v, "from");
    uint32_t n = x->default_count;
    int32_t wanted;
    if (!lu_on_default_sites(x, v) || !lu_known_int(x, v->items[v->count - 1], &wanted)) {
        lu_refuse_ludeme(x, v);
        return lu_all_sites(x, false);
    }
    vec_u32 *at = ARENA_ARRAY(x->a, vec_u32, n + 1);
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)n * n);
    distances(x, lu_neighbours(x, relation ? lu_word(x, relation) : "Adjacent"), t);
    for (uint32_t i = 0; i < n * n; i++)
        if (t[i] == wanted)
            vec_push(x->a, &at[i / n], i % n);
    return lu_near_table(x, at, lu_int(x, from));
}

lu_num lu_count_steps(lu *x, const ludii_value *v)
{
    const ludii_value *relation = lu_item(x, v, "RelationType"), *a = v->items[v->count - 2],
                      *b = v->items[v->count - 1];
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

/* ---- players ---- */

lu_num lu_value_player(lu *x, const ludii_value *v)
{
    lu_num n = lu_at(x, lu_state_var(x, LU_S_PVALUE), lu_who(x, v->items[1]));
    return lu_choose_num(x, lu_compare(x, IR_EQ, n, lu_known(0)), lu_known(-1), n); /* none, or 0, reads as undefined */
}

/* ---- sites in a direction ---- */

static void mark(lu *x, ir_var marks, lu_num site) { lu_set_at(x, marks, site, lu_known(1)); }

/* Marks the sites of one way, up to one where `stop` holds. */
static void mark_way(lu *x, const ludii_value *v, const lu_rays *r, ir_var marks, ir_var place, ir_node next)
{
    const ludii_value *stop = lu_arg(x, v, "stop"), *distance = lu_arg(x, v, "distance");
    ir_var steps = lu_scratch(x, "steps", 0, 1000);
    lu_num most = distance ? lu_int(x, distance) : lu_known(1000);
    lu_set(x, steps, lu_known(1));
    ir_node here = lu_node(x);
    lu_go(x, here);
    x->cur = here;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, place), lu_known(0))), next, x->at);
    lu_num at = lu_look(x, r->site, lu_read(x, place));
    if (distance)
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_LE, lu_read(x, steps), most)), next, x->at);
    if (stop) {
        lu_set(x, lu_context_var(x, LU_TO), at);
        ir_node on = lu_branch(x, lu_bool(x, stop));
        if (lu_flag(x, v, "stopIncluded", false))
            mark(x, marks, at);
        lu_go(x, next);
        x->cur = on;
    }
    mark(x, marks, at);
    lu_set(x, place, lu_look(x, r->next, lu_read(x, place)));
    if (distance)
        lu_set(x, steps, lu_op(x, IR_ADD, lu_read(x, steps), lu_known(1)));
    lu_go(x, here);
}

/* What a board and a place on it say at load. */
static const lu_region *known_direction(lu *x, const ludii_value *v, const lu_rays *r, int32_t from, int32_t most)
{
    vec_u32 sites = {0};
    if (lu_flag(x, v, "included", false))
        vec_push(x->a, &sites, (uint32_t)from);
    for (uint32_t k = 0; k < r->width; k++) {
        lu_num place = lu_ray(x, r, lu_known(from), lu_known((int32_t)k));
        for (int32_t n = 0; n < most && place.known && place.value; n++) {
            vec_push(x->a, &sites, (uint32_t)lu_look(x, r->site, place).value);
            place = lu_look(x, r->next, place);
        }
    }
    return lu_region_of(x, &sites);
}

/* Marked at once, so that whether a site is one of them is not searched for again and again. */
const lu_region *lu_sites_direction(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from");
    if (lu_is(x, from, "Sites"))
        lu_refuse(x, v, "directions from several sites");
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    int32_t most = (int32_t)x->default_count - 1, steps = 1000;
    lu_num at = x->failed ? lu_known(-1) : lu_int(x, from);
    bool bounded = !lu_arg(x, v, "distance") || lu_known_int(x, lu_arg(x, v, "distance"), &steps);
    if (at.known && at.value >= 0 && at.value <= most && bounded && !lu_arg(x, v, "stop") && !r->facing &&
        !r->otherwise)
        return known_direction(x, v, r, at.value, steps);
    ir_var marks = lu_array(x, "ahead", -2, most, 0, 1, NULL), site = lu_scratch(x, "cleared", 0, most + 1),
           start = lu_scratch(x, "start", -2, most), place = lu_scratch(x, "place", 0, (int32_t)r->places - 1),
           way = lu_scratch(x, "way", 0, (int32_t)r->width);
    lu_num outer = lu_keep(x, LU_TO, "outer");
    lu_set(x, start, lu_clamp(x, at, -2, most, -1));
    lu_loop l = lu_loop_begin(x, site, lu_known(0), lu_known(most + 1));
    lu_set_at(x, marks, lu_read(x, site), lu_known(0));
    lu_loop_end(x, &l);
    if (lu_flag(x, v, "included", false))
        mark(x, marks, lu_read(x, start));
    l = lu_loop_begin(x, way, lu_known(0), lu_known((int32_t)r->width));
    lu_set(x, place, lu_ray(x, r, lu_read(x, start), lu_read(x, way)));
    mark_way(x, v, r, marks, place, l.next);
    x->cur = l.done;
    lu_set(x, lu_context_var(x, LU_TO), outer);
    return lu_marked(x, marks, &lu_all_sites(x, false)->sites);
}

/* ---- ends of moves ---- */

static void ends_there(lu *x, const lu_use *k, const lu_move *m)
{
    const lu_region *r = k->data;
    lu_check(x,
             lu_compare(x, IR_EQ, lu_context_num(x, r->width && !m->one_site ? LU_FROM : LU_TO), lu_read(x, r->var)));
}

static lu_cond holds_end(lu *x, const lu_region *r, lu_num site)
{
    lu_region *with = ARENA_NEW(x->a, lu_region);
    *with = *r;
    with->var = lu_scratch(x, "aim", -2, (int32_t)x->sites - 1);
    lu_use k = {.found = lu_node(x), .check = ends_there, .data = with};
    lu_try t = lu_try_begin(x);
    lu_set(x, with->var, site);
    lu_moves(x, r->v, &k);
    x->cur = k.found;
    return lu_try_end(x, t);
}

const lu_region *lu_sites_move(lu *x, const ludii_value *v)
{
    lu_region *r = lu_dynamic(x, holds_end, &lu_all_sites(x, true)->sites);
    r->v = v->items[1];
    r->width = lu_word_is(x, v->items[0], "From");
    return r;
}
