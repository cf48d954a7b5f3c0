/* Sites of several types: where they are in the maps of the state, and which of them meet. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static gr_site site_on(const lu *x, lu_ground on) { return on == LU_OWN ? x->b->default_site : (gr_site)(on - 1); }

const gr_sites *lu_sites_on(const lu *x, lu_ground on) { return &x->b->sites[site_on(x, on)]; }
uint32_t lu_count_on(const lu *x, lu_ground on) { return lu_sites_on(x, on)->count; }

static lu_ground ground_of_word(const lu *x, const char *w)
{
    gr_site s = strcmp(w, "Vertex") == 0 ? GR_VERTEX : strcmp(w, "Edge") == 0 ? GR_EDGE : GR_CELL;
    return s == x->b->default_site ? LU_OWN : (lu_ground)(s + 1);
}

lu_ground lu_ground_named(const lu *x, const ludii_value *type)
{
    return type ? ground_of_word(x, lu_word(x, type)) : LU_OWN;
}
lu_ground lu_ground_of(const lu *x, const ludii_value *v)
{
    const ludii_value *type = v ? lu_item(x, v, "SiteType") : NULL;
    if (v && !type && lu_is(x, lu_arg(x, v, "on"), "SiteType"))
        type = lu_arg(x, v, "on");
    return lu_ground_named(x, type);
}

/* Which types ludemes name; their sites come behind all others. */
static void find(lu *x, const ludii_value *v)
{
    if (!v)
        return;
    if (strcmp(lu_class(x, v), "SiteType") == 0 && !v->count)
        x->spots[ground_of_word(x, lu_word_seen(x, v))] = 1;
    for (uint32_t i = 0; i < v->count; i++)
        find(x, v->items[i]);
}

void lu_find_grounds(lu *x)
{
    x->numbered = x->sites;
    find(x, x->rules);
    x->spots[LU_OWN] = 0;
    for (lu_ground on = LU_ON_CELL; on <= LU_ON_EDGE; on++)
        if (x->spots[on]) {
            x->spots[on] = x->sites;
            x->sites += lu_count_on(x, on);
        }
    x->several_types = x->sites > x->numbered;
}

/* Whether an owner is kept beside each piece, whatever it is: not on boards of cells alone that
 * have nothing but pieces. */
bool lu_keeps_owners(lu *x)
{
    if (x->simulation || x->several_types || x->b->default_site != GR_CELL)
        return true;
    if (!x->owners_known) /* each piece that is put asks */
        x->owners_said = lu_mentions_label(x, x->game, "state") || lu_mentions(x, x->game, "State") ||
                         lu_mentions_label(x, x->game, "count") || lu_mentions_label(x, x->game, "counts") ||
                         lu_mentions(x, x->game, "Flip") || lu_mentions(x, x->game, "HandSite") ||
                         lu_has_word(x, x->game, "SetSiteType", "State") ||
                         lu_has_word(x, x->game, "SetSiteType", "Count");
    x->owners_known = true;
    return x->owners_said;
}

static kit_num board_spot(lu *x, lu_ground on, kit_num site)
{
    if (!x->spots[on] || !lu_count_on(x, on))
        return kit_known(-1);
    int32_t last = (int32_t)lu_count_on(x, on) - 1, first = (int32_t)x->spots[on];
    if (site.known)
        return kit_known(site.value >= 0 && site.value <= last ? site.value + first : -1);
    kit_num moved = kit_op(x->k, IR_ADD, site, kit_known(first));
    moved.low = moved.low < first ? first : moved.low;
    moved.high = moved.high > first + last ? first + last : moved.high;
    kit_cond in =
        kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), kit_compare(x->k, IR_LE, site, kit_known(last)));
    return kit_choose(x->k, in, moved, kit_known(-1));
}

kit_num lu_spot(lu *x, lu_ground on, kit_num site)
{
    if (on == LU_OWN)
        return x->several_types ? kit_clamp(x->k, site, -2, (int32_t)x->numbered - 1, -1) : site;
    if (on == LU_ON_CELL && x->numbered > x->board_sites) { /* hands are of cells, whatever the board is of */
        const int32_t end = (int32_t)x->numbered;
        kit_num here = kit_clamp(x->k, site, (int32_t)x->board_sites, end - 1, -1);
        if (site.known && here.value >= 0)
            return here;
        kit_num board = board_spot(x, on, site);
        return kit_choose(x->k, kit_compare(x->k, IR_GE, here, kit_known(0)), here, board);
    }
    return board_spot(x, on, site);
}

kit_num lu_what_on(lu *x, lu_ground on, kit_num site) { return lu_what_at(x, lu_spot(x, on, site)); }
kit_num lu_who_on(lu *x, lu_ground on, kit_num site) { return lu_who_at(x, lu_spot(x, on, site)); }

const lu_region *lu_all_on(lu *x, lu_ground on)
{
    vec_u32 all = {0};
    for (uint32_t i = 0; i < lu_count_on(x, on); i++)
        vec_push(x->a, &all, i);
    return lu_region_of(x, &all);
}

/* ---- sites that meet ---- */

static bool has_corner(const gr_face *f, uint32_t v)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->corners[i] == v)
            return true;
    return false;
}

static bool has_side(const gr_face *f, const gr_edge *e)
{
    for (uint32_t i = 0; i < f->count; i++) {
        uint32_t a = f->corners[i], b = f->corners[(i + 1) % f->count];
        if ((a == e->a && b == e->b) || (a == e->b && b == e->a))
            return true;
    }
    return false;
}

/* Whether a site of one type meets one of a type that is not before it in the order cell, vertex,
 * edge. */
static bool meet(const graph *g, gr_site a, uint32_t i, gr_site b, uint32_t k)
{
    if (a > b)
        return meet(g, b, k, a, i);
    const gr_edge *e = b == GR_EDGE ? &vec_at(&g->edges, k) : NULL, *d = a == GR_EDGE ? &vec_at(&g->edges, i) : NULL;
    if (a == GR_CELL && b == GR_VERTEX)
        return has_corner(&vec_at(&g->faces, i), k);
    if (a == GR_CELL && b == GR_EDGE)
        return has_side(&vec_at(&g->faces, i), e);
    if (a == GR_VERTEX && b == GR_EDGE)
        return e->a == i || e->b == i;
    if (a == GR_EDGE)
        return i != k && (d->a == e->a || d->a == e->b || d->b == e->a || d->b == e->b);
    return false;
}

static const vec_u32 *incident(lu *x, lu_ground from, lu_ground to)
{
    const graph *g = x->b->graph;
    gr_site a = site_on(x, from), b = site_on(x, to);
    if (x->incident[a][b])
        return x->incident[a][b];
    uint32_t n = lu_count_on(x, from), m = lu_count_on(x, to);
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        arena_work(x->a, m);
        for (uint32_t k = 0; k < m; k++)
            if (meet(g, a, i, b, k) ||
                (a == b && a != GR_EDGE && lu_contains(&x->b->sites[a].near[GR_ORTHOGONAL][i], k)))
                vec_push(x->a, &out[i], k);
    }
    x->incident[a][b] = out;
    return out;
}

/* Of a region those that a player has. */
static kit_cond holds_owned(lu *x, const lu_region *r, kit_num site)
{
    return kit_and(x->k, lu_holds(x, r->a, site), kit_compare(x->k, IR_EQ, lu_who_on(x, r->on, site), r->n));
}

/* And those that somebody has. */
static kit_cond holds_somebodys(lu *x, const lu_region *r, kit_num site)
{
    return kit_and(x->k, lu_holds(x, r->a, site), kit_compare(x->k, IR_NE, lu_who_on(x, r->on, site), kit_known(0)));
}

static const lu_region *owned(lu *x, lu_ground on, const lu_region *a, const ludii_value *v)
{
    const ludii_value *who = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    who = who ? who : player ? player : lu_arg(x, v, "owner");
    const bool all = who && lu_word_is(x, who, "All");
    if (!who || (all && !lu_quirk(x, QUIRK_ALL_ARE_PIECES)))
        return a;
    lu_region *r = lu_dynamic(x, all ? holds_somebodys : holds_owned, &a->sites);
    r->a = a;
    r->on = on;
    r->n = lu_who(x, who);
    return r;
}

const lu_region *lu_sites_incident(lu *x, const ludii_value *v)
{
    lu_ground to = lu_ground_named(x, v->items[1]), from = lu_ground_named(x, lu_arg(x, v, "of"));
    return owned(x, to, lu_near_on(x, incident(x, from, to), from, to, lu_int(x, lu_arg(x, v, "at"))), v);
}

/* The vertices of a cell, or the ends of an edge. */
const lu_region *lu_sites_corners_of(lu *x, lu_ground of, kit_num site)
{
    lu_ground to = x->b->default_site == GR_VERTEX ? LU_OWN : LU_ON_VERTEX;
    return lu_near_on(x, incident(x, of, to), of, to, site);
}

static int side(gr_point a, gr_point b, gr_point c)
{
    double turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return turn > 1e-9 ? 1 : turn < -1e-9 ? -1 : 0;
}

/* Two edges that have a point in common which is no end of them. */
static bool cross(const graph *g, const gr_edge *d, const gr_edge *e)
{
    gr_point a = vec_at(&g->vertices, d->a), b = vec_at(&g->vertices, d->b), p = vec_at(&g->vertices, e->a),
             q = vec_at(&g->vertices, e->b);
    return side(a, b, p) * side(a, b, q) < 0 && side(p, q, a) * side(p, q, b) < 0;
}

static const vec_u32 *crossings(lu *x)
{
    const graph *g = x->b->graph;
    if (x->crossings)
        return x->crossings;
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, g->edges.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        arena_work(x->a, g->edges.count);
        for (uint32_t k = 0; k < g->edges.count; k++)
            if (i != k && cross(g, &vec_at(&g->edges, i), &vec_at(&g->edges, k)))
                vec_push(x->a, &out[i], k);
    }
    x->crossings = out;
    return out;
}

static lu_ground edges(const lu *x) { return x->b->default_site == GR_EDGE ? LU_OWN : LU_ON_EDGE; }

static kit_cond holds_occupied(lu *x, const lu_region *r, kit_num site)
{
    return kit_and(x->k, lu_holds(x, r->a, site), kit_compare(x->k, IR_NE, lu_what_on(x, r->on, site), kit_known(0)));
}

/* Edges that somebody has, or a player, and that cross one. */
const lu_region *lu_sites_crossing(lu *x, const ludii_value *v)
{
    const ludii_value *who = lu_item(x, v, "RoleType");
    lu_ground on = edges(x);
    const lu_region *all = lu_near_on(x, crossings(x), on, on, lu_int(x, lu_arg(x, v, "at")));
    if (who && !lu_word_is(x, who, "All"))
        return owned(x, on, all, v);
    lu_region *r = lu_dynamic(x, holds_occupied, &all->sites);
    r->a = all;
    r->on = on;
    return r;
}

kit_cond lu_is_crossing(lu *x, const ludii_value *v)
{
    lu_ground on = edges(x);
    return lu_holds(x, lu_near_on(x, crossings(x), on, on, lu_int(x, v->items[1])), lu_int(x, v->items[2]));
}

/* ---- costs ---- */

/* Costs of the sites of a type, set by start rules. */
static int32_t *costs(lu *x, lu_ground on)
{
    x->cost[on] = x->cost[on] ? x->cost[on] : ARENA_ARRAY(x->a, int32_t, lu_count_on(x, on) + 1);
    return x->cost[on];
}

void lu_set_cost(lu *x, lu_ground on, int32_t site, int32_t cost)
{
    if (site >= 0 && site < (int32_t)lu_count_on(x, on))
        costs(x, on)[site] = cost;
}

kit_num lu_cost(lu *x, const ludii_value *v)
{
    lu_ground on = lu_ground_of(x, v);
    const ludii_value *at = lu_arg(x, v, "at");
    ir_const table = kit_table(x->k, 0, costs(x, on), lu_count_on(x, on), 0);
    if (at)
        return kit_look(x->k, table, kit_clamp(x->k, lu_int(x, at), -2, (int32_t)lu_count_on(x, on) - 1, -1));
    const lu_region *r = lu_sites(x, lu_arg(x, v, "in"));
    int32_t sum = 0;
    for (uint32_t i = 0; r->known && i < r->sites.count; i++)
        sum += vec_at(&r->sites, i) < lu_count_on(x, on) ? costs(x, on)[vec_at(&r->sites, i)] : 0;
    if (r->known)
        return kit_known(sum);
    ir_var site = kit_scratch(x->k, "counted", -2, (int32_t)x->sites),
           total = kit_scratch(x->k, "sum", -1000000, 1000000);
    kit_set(x->k, total, kit_known(0));
    kit_loop l = lu_each_site(x, r, site);
    kit_num here = kit_clamp(x->k, kit_read(x->k, site), -2, (int32_t)lu_count_on(x, on) - 1, -1);
    kit_set(x->k, total, kit_op(x->k, IR_ADD, kit_read(x->k, total), kit_look(x->k, table, here)));
    kit_loop_end(x->k, &l);
    return kit_read(x->k, total);
}
