/* Numbers that are found by looking over the board: where a piece is, how far, how free a group. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

/* The first site with a piece for which `fits` has 1 in the player's column; -1 when there is none. */
static kit_num first_with(lu *x, const lu_region *where, ir_const fits, kit_num who, const kit_num *state)
{
    ir_var site = kit_scratch(x->k, "seen", -2, (int32_t)x->sites),
           found = kit_scratch(x->k, "place", -2, (int32_t)x->sites - 1);
    ir_node after = kit_node(x->k);
    kit_set(x->k, found, kit_known(-1));
    kit_loop l = lu_each_site(x, where, site);
    kit_cond is = x->stacks ? lu_any_level(x, kit_read(x->k, site), fits, who, state)
                            : kit_compare(x->k, IR_EQ, kit_look2(x->k, fits, lu_what_at(x, kit_read(x->k, site)), who),
                                          kit_known(1));
    if (state && !x->stacks)
        is = kit_and(x->k, is,
                     kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_STATE), kit_read(x->k, site)), *state));
    kit_branch_to(x->k, is, l.next);
    kit_set(x->k, found, kit_read(x->k, site));
    kit_go(x->k, after);
    x->k->cur = l.done;
    kit_go(x->k, after);
    x->k->cur = after;
    return kit_read(x->k, found);
}

/* [piece][player]: whether it is the first of the player's kinds that has it in its name. */
ir_const lu_first_kind_table(lu *x, name_id name)
{
    uint32_t n = x->components.count, w = x->players + 2;
    int32_t *first = ARENA_ARRAY(x->a, int32_t, (size_t)n * w);
    for (uint32_t p = 0; p < w; p++)
        for (uint32_t i = 1, found = 0; i < n && !found; i++) {
            const lu_component *c = &vec_at(&x->components, i);
            found = c->owner == (int)p && strstr(ludii_text(x->f, c->name), ludii_text(x->f, name)) != NULL;
            first[i * w + p] = (int32_t)found;
        }
    return kit_table2(x->k, 0, first, n, w, 0);
}

/* The first site of a region with a piece of a kind, in a state if one is given. */
kit_num lu_first_of_kind(lu *x, const lu_region *where, kit_num kind, const kit_num *state)
{
    const uint32_t n = x->components.count;
    int32_t *fits = ARENA_ARRAY(x->a, int32_t, (size_t)n * n);
    for (uint32_t i = 1; i < n; i++)
        fits[i * n + i] = 1;
    return first_with(x, where, kit_table2(x->k, 0, fits, n, n, 0), kit_clamp(x->k, kind, 0, (int32_t)n - 1, 0), state);
}

kit_num lu_where(lu *x, const ludii_value *v)
{
    name_id name = lu_string(x, v->items[0]);
    kit_num state = lu_arg(x, v, "state") ? lu_int(x, lu_arg(x, v, "state")) : kit_known(0);
    const kit_num *with = lu_arg(x, v, "state") ? &state : NULL;
    const lu_region *board = lu_all_sites(x, !lu_quirk(x, QUIRK_FOUND_ON_BOARD));
    if (name != NAME_NONE && !lu_quirk(x, QUIRK_FOUND_ON_BOARD))
        return first_with(x, board, lu_piece_table(x, v->items[0]), lu_who(x, v->items[1]), with);
    if (name != NAME_NONE)
        return first_with(x, board, lu_first_kind_table(x, name), lu_who(x, v->items[1]), with);
    return lu_first_of_kind(x, board, lu_int(x, v->items[0]), with);
}

/* The relation by which a game counts steps: the first of these that any ludeme has. */
static const char *const relations[] = {"Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal"};
enum { RELATIONS = sizeof relations / sizeof *relations };

static uint32_t first_relation(lu *x, const ludii_value *v, uint32_t least)
{
    if (v &&
        (lu_is_row(x, v, "Count.Steps") || lu_is_row(x, v, "Count.StepsTo") || lu_is_row(x, v, "Sites.Distance") ||
         lu_is_row(x, v, "Sites.DistanceRange")) &&
        !lu_item(x, v, "Step")) {
        const ludii_value *relation = lu_item(x, v, "RelationType");
        for (uint32_t i = 0; i < least; i++)
            if (relation ? lu_word_seen_is(x, relation, relations[i]) : i == 0)
                least = i;
    }
    for (uint32_t i = 0; v && i < v->count && least; i++)
        least = first_relation(x, v->items[i], least);
    return least;
}

static const char *relation_of(lu *x, const ludii_value *relation)
{
    const char *own = relation ? lu_word(x, relation) : "Adjacent";
    const uint32_t first = lu_quirk(x, QUIRK_ONE_DISTANCE) ? first_relation(x, x->game, RELATIONS) : RELATIONS;
    return first < RELATIONS ? relations[first] : own;
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
            for (uint32_t k = 0; k < near[vec_at(&queue, i)].count; k++) {
                uint32_t to = near[vec_at(&queue, i)].data[k];
                if (out[s * n + to] < 0) {
                    out[s * n + to] = out[s * n + vec_at(&queue, i)] + 1;
                    vec_push(x->a, &queue, to);
                }
            }
    }
}

/* Sites are listed by their distances up to one that grows by one with each that is further away, in the order of the
 * sites; what is beyond that is at no distance. */
static void forget_far(int32_t *t, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        int32_t most = 0;
        for (uint32_t k = 0; k < n; k++)
            most += t[i * n + k] > most;
        for (uint32_t k = 0; k < n; k++)
            t[i * n + k] = t[i * n + k] > most ? -1 : t[i * n + k];
    }
}

/* Within bounds that the position says. */
static const lu_region *at_distances(lu *x, const int32_t *t, kit_num from, const lu_range *r)
{
    const int32_t n = (int32_t)x->default_count;
    ir_var marks = kit_array(x->k, "distant", -2, n - 1, 0, 1, NULL), site = kit_scratch(x->k, "site", 0, n);
    from = lu_keep_num(x, "origin", kit_clamp(x->k, from, 0, n - 1, -1));
    kit_num min = lu_keep_num(x, "least", r->min), max = lu_keep_num(x, "most", r->max);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known(n));
    kit_num steps = kit_look2(x->k, kit_table2(x->k, 0, t, (uint32_t)n, (uint32_t)n, -1), from, kit_read(x->k, site));
    kit_cond in = kit_and(x->k, kit_compare(x->k, IR_GE, steps, min), kit_compare(x->k, IR_LE, steps, max));
    in = kit_and(x->k, in, kit_compare(x->k, IR_GE, min, kit_known(0))); /* so is a site that there is not */
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_choose(x->k, in, kit_known(1), kit_known(0)));
    kit_loop_end(x->k, &l);
    return lu_marked(x, marks, &lu_all_sites(x, false)->sites);
}

/* So many steps away, or as many as a range says. */
const lu_region *lu_sites_distance(lu *x, const ludii_value *v)
{
    const ludii_value *relation = lu_item(x, v, "RelationType"), *from = lu_arg(x, v, "from"),
                      *range = lu_item(x, v, "Range");
    uint32_t n = x->default_count;
    int32_t wanted = 0;
    lu_range r = range ? lu_range_of(x, range, (int32_t)n) : (lu_range){0};
    if (range && strcmp(lu_class(x, range), "Range") == 0 && !range->items[1])
        r.max = r.min;
    if (range && (strcmp(lu_class(x, range), "RangeMax") == 0))
        r.min = kit_known(0);
    if (lu_item(x, v, "Step") && range)
        return lu_sites_at_paces(x, v, r.min, r.max);
    if (!lu_on_default_sites(x, v) || lu_arg(x, v, "newRotation") || n > 500 ||
        (!range && !lu_known_int(x, v->items[v->count - 1], &wanted))) {
        lu_refuse_ludeme(x, v);
        return lu_all_sites(x, false);
    }
    const int32_t low = range ? r.min.value : wanted, high = range ? r.max.value : wanted;
    vec_u32 *at = ARENA_ARRAY(x->a, vec_u32, n + 1);
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)n * n);
    distances(x, lu_neighbours(x, relation_of(x, relation)), t);
    forget_far(t, n);
    if (range && (!r.min.known || !r.max.known))
        return at_distances(x, t, lu_int(x, from), &r);
    for (uint32_t i = 0; i < n * n; i++)
        if (t[i] >= low && t[i] <= high && t[i] >= 0)
            vec_push(x->a, &at[i / n], i % n);
    return lu_near_table(x, at, lu_int(x, from));
}

/* To a site, or the nearest of a region; 0 from or to no site, and where there is no way. */
kit_num lu_count_steps(lu *x, const ludii_value *v)
{
    const ludii_value *relation = lu_item(x, v, "RelationType"), *a = v->items[v->count - 2],
                      *b = v->items[v->count - 1];
    uint32_t n = x->default_count;
    if (lu_item(x, v, "Step") && relation) /* the steps say which sites are beside each other */
        lu_pass_over(x, relation);
    if (lu_item(x, v, "Step"))
        return lu_paces_to(x, v, lu_int(x, a), b);
    if (lu_arg(x, v, "newRotation") || n > 1200 || !lu_on_default_sites(x, v)) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    int32_t *t = ARENA_ARRAY(x->a, int32_t, n * n);
    distances(x, lu_neighbours(x, relation_of(x, relation)), t);
    for (uint32_t i = 0; i < n * n; i++)
        t[i] = t[i] < 0 ? 0 : t[i];
    ir_const table = kit_table2(x->k, 0, t, n, n, -1);
    kit_num from = lu_as_site(x, lu_int(x, a));
    if (!lu_is(x, b, "Sites")) { /* to or from nowhere it is 0 */
        kit_num to = kit_clamp(x->k, lu_int(x, b), 0, (int32_t)n - 1, -1);
        kit_cond both =
            kit_and(x->k, kit_compare(x->k, IR_GE, from, kit_known(0)), kit_compare(x->k, IR_GE, to, kit_known(0)));
        to.low = to.low < 0 ? 0 : to.low;
        return kit_choose(x->k, both, kit_look2(x->k, table, from, to), kit_known(0));
    }
    from = lu_keep_num(x, "from", from);
    ir_var site = kit_scratch(x->k, "reached", -2, (int32_t)x->sites),
           least = kit_scratch(x->k, "least", -1, (int32_t)n);
    kit_set(x->k, least, kit_known(-1));
    kit_loop l = lu_each_site(x, lu_sites(x, b), site);
    kit_num steps = kit_look2(x->k, table, from, kit_clamp(x->k, kit_read(x->k, site), 0, (int32_t)n - 1, 0)),
            now = kit_read(x->k, least);
    kit_cond less = kit_or(x->k, kit_compare(x->k, IR_LT, now, kit_known(0)), kit_compare(x->k, IR_LT, steps, now));
    kit_branch_to(x->k, kit_and(x->k, less, kit_compare(x->k, IR_GE, steps, kit_known(0))), l.next);
    kit_set(x->k, least, steps);
    kit_loop_end(x->k, &l);
    kit_cond none = kit_compare(x->k, IR_LT, kit_read(x->k, least), kit_known(0));
    return kit_choose(x->k, none, kit_known(0), kit_read(x->k, least));
}

/* ---- players ---- */

kit_num lu_value_player(lu *x, const ludii_value *v)
{
    kit_num n = kit_at(x->k, lu_state_var(x, LU_S_PVALUE), lu_who(x, v->items[1]));
    if (lu_quirk(x, QUIRK_UNSET_IS_NOTHING))
        return n;
    return kit_choose(x->k, kit_compare(x->k, IR_EQ, n, kit_known(0)), kit_known(-1),
                      n); /* none, or 0, reads as undefined */
}

/* ---- sites in a direction ---- */

static void mark(lu *x, ir_var marks, kit_num site) { kit_set_at(x->k, marks, site, kit_known(1)); }

/* Marks the sites of one way, up to one where `stop` holds. */
static void mark_way(lu *x, const ludii_value *v, const lu_rays *r, ir_var marks, ir_var place, ir_node next)
{
    const ludii_value *stop = lu_arg(x, v, "stop"), *distance = lu_arg(x, v, "distance");
    ir_var steps = kit_scratch(x->k, "steps", 0, 1000);
    kit_num most = distance ? lu_int(x, distance) : kit_known(1000);
    kit_set(x->k, steps, kit_known(1));
    ir_node here = kit_node(x->k);
    kit_go(x->k, here);
    x->k->cur = here;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)), next);
    kit_num at = kit_look(x->k, r->site, kit_read(x->k, place));
    if (distance)
        kit_branch_to(x->k, kit_compare(x->k, IR_LE, kit_read(x->k, steps), most), next);
    if (stop) {
        kit_set(x->k, lu_context_var(x, LU_TO), at);
        ir_node on = kit_branch(x->k, lu_bool(x, stop));
        if (lu_flag(x, v, "stopIncluded", false))
            mark(x, marks, at);
        kit_go(x->k, next);
        x->k->cur = on;
    }
    mark(x, marks, at);
    kit_set(x->k, place, kit_look(x->k, r->next, kit_read(x->k, place)));
    if (distance)
        kit_set(x->k, steps, kit_op(x->k, IR_ADD, kit_read(x->k, steps), kit_known(1)));
    kit_go(x->k, here);
}

/* What a board and a place on it say at load. */
static const lu_region *known_direction(lu *x, const ludii_value *v, const lu_rays *r, int32_t from, int32_t most)
{
    vec_u32 sites = {0};
    if (lu_flag(x, v, "included", false))
        vec_push(x->a, &sites, (uint32_t)from);
    for (uint32_t k = 0; k < r->width; k++) {
        kit_num place = lu_ray(x, r, kit_known(from), kit_known((int32_t)k));
        for (int32_t n = 0; n < most && place.known && place.value; n++) {
            vec_push(x->a, &sites, (uint32_t)kit_look(x->k, r->site, place).value);
            place = kit_look(x->k, r->next, place);
        }
    }
    return lu_region_of(x, &sites);
}

/* Marked at once, so that whether a site is one of them is not searched for again and again. */
const lu_region *lu_sites_direction(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from");
    const lu_region *several = lu_is(x, from, "Sites") ? lu_sites(x, from) : NULL;
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    int32_t most = (int32_t)x->default_count - 1, steps = 1000;
    kit_num at = x->failed || several ? kit_known(-1) : lu_int(x, from);
    bool bounded = !lu_arg(x, v, "distance") || lu_known_int(x, lu_arg(x, v, "distance"), &steps);
    if (at.known && at.value >= 0 && at.value <= most && bounded && !lu_arg(x, v, "stop") && !r->facing &&
        !r->otherwise)
        return known_direction(x, v, r, at.value, steps);
    if (several && several->known && bounded && !lu_arg(x, v, "stop") && !r->facing && !r->otherwise) {
        const lu_region *all = lu_region_of(x, &(vec_u32){0});
        for (uint32_t i = 0; i < several->sites.count; i++)
            if (vec_at(&several->sites, i) <= (uint32_t)most)
                all = lu_unite(x, all, known_direction(x, v, r, (int32_t)vec_at(&several->sites, i), steps));
        return all;
    }
    several = several ? lu_frozen(x, several) : NULL;
    ir_var marks = kit_array(x->k, "ahead", -2, most, 0, 1, NULL), site = kit_scratch(x->k, "cleared", 0, most + 1),
           start = kit_scratch(x->k, "start", -2, most), place = kit_scratch(x->k, "place", 0, (int32_t)r->places - 1),
           way = kit_scratch(x->k, "way", 0, (int32_t)r->width);
    kit_num outer = lu_keep(x, LU_TO, "outer");
    kit_set(x->k, start, kit_clamp(x->k, at, -2, most, -1));
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known(most + 1));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    ir_var origin = kit_scratch(x->k, "origin", -2, (int32_t)x->sites);
    kit_loop each = {0};
    if (several) {
        each = lu_each_site(x, several, origin);
        kit_set(x->k, start, kit_clamp(x->k, kit_read(x->k, origin), 0, most, -1));
    }
    if (lu_flag(x, v, "included", false))
        mark(x, marks, kit_read(x->k, start));
    l = kit_loop_begin(x->k, way, kit_known(0), kit_known((int32_t)r->width));
    kit_set(x->k, place, lu_ray(x, r, kit_read(x->k, start), kit_read(x->k, way)));
    mark_way(x, v, r, marks, place, l.next);
    x->k->cur = l.done;
    if (several)
        kit_loop_end(x->k, &each);
    kit_set(x->k, lu_context_var(x, LU_TO), outer);
    return lu_marked(x, marks, &lu_all_sites(x, false)->sites);
}

/* ---- ends of moves ---- */

static void ends_there(lu *x, const lu_use *k, const lu_move *m)
{
    const lu_region *r = k->data;
    kit_check(x->k, kit_compare(x->k, IR_EQ, lu_context_num(x, r->width && !m->one_site ? LU_FROM : LU_TO),
                                kit_read(x->k, r->var)));
}

static kit_cond holds_end(lu *x, const lu_region *r, kit_num site)
{
    lu_region *with = ARENA_NEW(x->a, lu_region);
    *with = *r;
    with->var = kit_scratch(x->k, "aim", -2, (int32_t)x->sites - 1);
    lu_use k = {.found = kit_node(x->k), .check = ends_there, .data = with};
    kit_try t = kit_try_begin(x->k);
    kit_set(x->k, with->var, site);
    lu_moves(x, r->v, &k);
    x->k->cur = k.found;
    return kit_try_end(x->k, t);
}

const lu_region *lu_sites_move(lu *x, const ludii_value *v)
{
    lu_region *r = lu_dynamic(x, holds_end, &lu_all_sites(x, true)->sites);
    r->v = v->items[1];
    r->width = lu_word_is(x, v->items[0], "From");
    if (lu_word_is(x, v->items[0], "Between"))
        lu_refuse_ludeme(x, v);
    return r;
}
