/* Where moves can end at most, whatever stands on the board: so that threats are looked for only from sites that
 * matter. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

enum { SITES_MAX = 200 }; /* of boards that get a table of all pairs */

static void add_end(lu *x, vec_u32 *near, uint32_t site)
{
    if (!lu_contains(near, site))
        vec_push(x->a, near, site);
}

/* The first sites of all ways, or all of their sites. */
static bool add_ways(lu *x, const lu_rays *r, bool far, vec_u32 *near)
{
    uint32_t n = x->default_count, rows = r->facing ? x->facing_count : 1;
    if (r->otherwise || r->by_heading)
        return false;
    for (uint32_t row = 0; row < rows * n; row++)
        for (uint32_t k = 0; k < r->width; k++) {
            kit_num place = kit_look2(x->k, r->table, kit_known((int32_t)row), kit_known((int32_t)k));
            for (uint32_t step = 0; place.known && place.value && step <= n; step++) {
                add_end(x, &near[row % n], (uint32_t)kit_look(x->k, r->site, place).value);
                place = far ? kit_look(x->k, r->next, place) : kit_known(0);
            }
            if (!place.known)
                return false;
        }
    return true;
}

static bool add_ends(lu *x, const ludii_value *v, vec_u32 *near);

static bool add_all(lu *x, const ludii_value *v, vec_u32 *near)
{
    bool known = true;
    for (uint32_t i = 0; i < v->count && known; i++) {
        const ludii_value *a = v->items[i];
        if (a && (lu_array_of(x, a) || lu_is(x, a, "Moves")))
            known = lu_array_of(x, a) ? add_all(x, a, near) : add_ends(x, a, near);
    }
    return known;
}

static bool add_leaps(lu *x, const ludii_value *v, vec_u32 *near)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i])) {
            const vec_u32 *ends =
                lu_walk_ends(x, v->items[i], !lu_arg(x, v, "rotations") || lu_flag(x, v, "rotations", true));
            for (uint32_t s = 0; s < x->default_count; s++)
                for (uint32_t k = 0; k < ends[s].count; k++)
                    add_end(x, &near[s], vec_at(&ends[s], k));
        }
    return true;
}

/* Adds where moves from each site can end; false when that is not known. */
static bool add_ends(lu *x, const ludii_value *v, vec_u32 *near)
{
    const ludeme_code *code = lu_code(x, v);
    const ludii_value *from = lu_item(x, v, "From"), *direction = lu_item(x, v, "Direction");
    if (!code || !code->moves)
        return false;
    if (code->moves == lu_moves_or || code->moves == lu_moves_if)
        return add_all(x, v, near);
    if ((from && (lu_item(x, from, "Sites") || lu_item(x, from, "Int"))) ||
        (direction && lu_mentions(x, direction, "DirectionsIf")) || !lu_on_default_sites(x, v))
        return false;
    if (code->moves == lu_move_leap)
        return add_leaps(x, v, near);
    bool step = code->moves == lu_move_step, slide = code->moves == lu_move_slide;
    for (uint32_t i = 0; slide && i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            return false; /* along a track */
    return (step || slide || code->moves == lu_move_hop) &&
           add_ways(x, lu_directions(x, direction, "Adjacent"), !step, near);
}

void lu_check_bounds(lu *x, const ludii_value *moves, kit_num from, kit_num aim)
{
    vec_u32 *near = ARENA_ARRAY(x->a, vec_u32, x->default_count + 1);
    if (x->default_count <= SITES_MAX && add_ends(x, moves, near) && !x->failed)
        kit_check(x->k, lu_holds(x, lu_near_table(x, near, from), aim));
}
