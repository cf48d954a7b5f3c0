/* Sets of sites. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/tiles.h"

#include <stdlib.h>
#include <string.h>

/* ---- what all of them can do ---- */

bool lu_contains(const vec_u32 *sites, uint32_t s)
{
    for (uint32_t i = 0; i < sites->count; i++)
        if (vec_at(sites, i) == s)
            return true;
    return false;
}

const lu_region *lu_region_of(lu *x, const vec_u32 *sites)
{
    lu_region *r = ARENA_NEW(x->a, lu_region);
    r->known = true;
    bitset in = bitset_new(x->a, x->sites);
    for (uint32_t i = 0; i < sites->count; i++)
        if (vec_at(sites, i) < x->sites)
            bitset_add(&in, vec_at(sites, i));
    for (uint32_t i = 0; i < x->sites; i++)
        if (bitset_has(&in, i))
            vec_push(x->a, &r->sites, i);
    return r;
}

const lu_region *lu_all_sites(lu *x, bool hands)
{
    vec_u32 all = {0};
    for (uint32_t i = 0; i < (hands ? x->numbered : x->default_count); i++)
        if (i < x->default_count || i >= x->board_sites)
            vec_push(x->a, &all, i);
    return lu_region_of(x, &all);
}

lu_region *lu_dynamic(lu *x, kit_cond (*holds)(lu *x, const lu_region *r, kit_num site), const vec_u32 *domain)
{
    lu_region *r = ARENA_NEW(x->a, lu_region);
    r->sites = domain ? *domain : lu_all_sites(x, false)->sites;
    r->holds = holds;
    return r;
}

/* Of the sites of a type. */
static lu_region *dynamic_on(lu *x, lu_ground on, kit_cond (*holds)(lu *x, const lu_region *r, kit_num site))
{
    lu_region *r = lu_dynamic(x, holds, &lu_all_on(x, on)->sites);
    r->on = on;
    return r;
}

kit_cond lu_holds(lu *x, const lu_region *r, kit_num site)
{
    if (!r->known)
        return r->holds(x, r, lu_as_site(x, site));
    if (site.known)
        return kit_truth(lu_contains(&r->sites, (uint32_t)site.value));
    if (r->sites.count == 0)
        return kit_truth(false);
    if (r->sites.count == 1)
        return kit_compare(x->k, IR_EQ, site, kit_known((int32_t)r->sites.data[0]));
    int32_t *in = ARENA_ARRAY(x->a, int32_t, x->sites);
    for (uint32_t i = 0; i < r->sites.count; i++)
        in[vec_at(&r->sites, i)] = 1;
    return kit_compare(x->k, IR_EQ, kit_look(x->k, kit_table(x->k, 0, in, x->sites, 0), lu_as_site(x, site)),
                       kit_known(1));
}

void lu_pick_site(lu *x, const lu_region *r, ir_var site)
{
    if (r->pick) {
        r->pick(x, r, site);
        return;
    }
    uint32_t n = r->sites.count;
    if (n == 0) {
        kit_check(x->k, kit_truth(false));
        return;
    }
    int32_t low = (int32_t)r->sites.data[0], high = (int32_t)r->sites.data[n - 1];
    kit_pick(x->k, site, low, high);
    kit_num picked = kit_read(x->k, site);
    picked.low = low; /* known from here on */
    picked.high = high;
    if (high - low + 1 != (int32_t)n)
        kit_check(x->k, lu_holds(x, lu_region_of(x, &r->sites), picked));
    if (!r->known)
        kit_check(x->k, lu_holds(x, r, picked));
}

kit_loop lu_each_site(lu *x, const lu_region *r, ir_var site)
{
    uint32_t n = r->sites.count;
    int32_t low = n ? (int32_t)r->sites.data[0] : 0, high = n ? (int32_t)r->sites.data[n - 1] : -1;
    kit_loop l;
    if (high - low + 1 == (int32_t)n && kit_read(x->k, site).high > high)
        l = kit_loop_begin(x->k, site, kit_known(low), kit_known(high + 1));
    else if (high - low + 1 == (int32_t)n) {
        l = kit_loop_begin(x->k, kit_scratch(x->k, "at", 0, high + 1), kit_known(low), kit_known(high + 1));
        kit_set(x->k, site, kit_read(x->k, l.variable));
    } else {
        int32_t *list = ARENA_ARRAY(x->a, int32_t, n);
        for (uint32_t i = 0; i < n; i++)
            list[i] = (int32_t)r->sites.data[i];
        l = kit_loop_begin(x->k, kit_scratch(x->k, "at", 0, (int32_t)n), kit_known(0), kit_known((int32_t)n));
        kit_set(x->k, site, kit_look(x->k, kit_table(x->k, 0, list, n, 0), kit_read(x->k, l.variable)));
    }
    if (!r->known) {
        ir_node no = kit_branch(x->k, lu_holds(x, r, kit_read(x->k, site)));
        kit_link(x->k, no, l.next);
    }
    return l;
}

/* ---- simple ones ---- */

static kit_cond holds_empty(lu *x, const lu_region *r, kit_num site)
{
    kit_num spot = lu_spot(x, r->on, site);
    return kit_and(x->k, kit_compare(x->k, IR_GE, spot, kit_known(0)), lu_is_free(x, spot));
}

const lu_region *lu_empty_sites(lu *x) { return dynamic_on(x, LU_OWN, holds_empty); }

static const lu_region *of_board(lu *x, lu_ground on, gr_region which)
{
    return lu_region_of(x, &lu_sites_on(x, on)->region[which]);
}

static kit_cond holds_flag(lu *x, const lu_region *r, kit_num site)
{
    const bool counts = x->stacks && r->var == x->vars[LU_S_TO_CLEAR];
    return kit_compare(x->k, counts ? IR_NE : IR_EQ, kit_at(x->k, r->var, site), kit_known(!counts));
}

static const lu_region *flagged(lu *x, lu_state s)
{
    lu_region *r = lu_dynamic(x, holds_flag, &lu_all_sites(x, true)->sites);
    r->var = lu_state_var(x, s);
    return r;
}

static kit_cond holds_one(lu *x, const lu_region *r, kit_num site)
{
    return kit_and(x->k, kit_compare(x->k, IR_EQ, site, r->n), kit_compare(x->k, IR_GE, site, kit_known(0)));
}

static void pick_one(lu *x, const lu_region *r, ir_var site)
{
    kit_set(x->k, site, r->n);
    kit_check(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, site), kit_known(0)));
}

const lu_region *lu_one_site(lu *x, kit_num site)
{
    site = lu_as_site(x, site);
    if (site.known) {
        vec_u32 one = {0};
        if (site.value >= 0)
            vec_push(x->a, &one, (uint32_t)site.value);
        return lu_region_of(x, &one);
    }
    lu_region *r = lu_dynamic(x, holds_one, &lu_all_sites(x, true)->sites);
    r->pick = pick_one;
    r->n = site;
    return r;
}

/* Empty, beside a site that is not. */
static kit_cond holds_adjoining(lu *x, const lu_region *r, kit_num site)
{
    ir_var beside = kit_scratch(x->k, "beside", -2, (int32_t)x->sites - 1);
    kit_try t = kit_try_begin(x->k);
    kit_check(x->k, holds_empty(x, r, site));
    lu_pick_site(x, lu_near_on(x, r->near, r->on, r->on, site), beside);
    kit_check(x->k, kit_not(x->k, holds_empty(x, r, kit_read(x->k, beside))));
    return kit_try_end(x->k, t);
}

/* On a board it is its centre where the first move is made; without one, where nothing has been put yet. */
static kit_cond holds_playable(lu *x, const lu_region *r, kit_num site)
{
    const bool boardless = r->n.value != 0;
    kit_cond first = kit_compare(x->k, IR_EQ, kit_read(x->k, lu_state_var(x, LU_S_MOVES)), kit_known(0)),
             adjoining = holds_adjoining(x, r, site), centre = kit_and(x->k, first, lu_holds(x, r->a, site));
    if (boardless)
        return kit_or(x->k, adjoining, kit_and(x->k, centre, holds_empty(x, r, site)));
    return kit_or(x->k, centre, kit_and(x->k, kit_not(x->k, first), adjoining));
}

const lu_region *lu_sites_simple(lu *x, const ludii_value *v)
{
    static const char *const names[] = {"Top",     "Bottom",        "Left",           "Right",  "Outer", "Inner",
                                        "Corners", "ConvexCorners", "ConcaveCorners", "Centre", "Major", "Minor"};
    const char *w = lu_word(x, v->items[0]);
    lu_ground on = lu_ground_of(x, v);
    for (uint32_t r = 0; r < sizeof names / sizeof *names; r++)
        if (strcmp(w, names[r]) == 0)
            return of_board(x, on, (gr_region)r);
    if (strcmp(w, "Board") == 0)
        return lu_all_on(x, on);
    if (strcmp(w, "Perimeter") == 0)
        return of_board(x, on, GR_OUTER);
    if (strcmp(w, "Pending") == 0)
        return flagged(x, LU_S_PENDING);
    if (strcmp(w, "ToClear") == 0)
        return flagged(x, LU_S_TO_CLEAR);
    if (strcmp(w, "LastTo") == 0 && !x->stacks && !x->several_types)
        return flagged(x, LU_S_ENDS);
    if (strcmp(w, "Playable") == 0) {
        lu_region *r = dynamic_on(x, on, holds_playable);
        r->near = lu_neighbours_on(x, on, "Adjacent");
        r->n = kit_known(lu_mentions(x, x->game, "Boardless"));
        r->a = of_board(x, on, GR_CENTRE);
        if (r->n.value && r->a->sites.count)
            r->a = lu_one_site(x, kit_known((int32_t)r->a->sites.data[0]));
        return r;
    }
    lu_refuse_ludeme(x, v);
    return lu_region_of(x, &(vec_u32){0});
}

static const lu_region *with_value(lu *x, lu_ground on, const uint32_t *values, int32_t wanted)
{
    vec_u32 out = {0};
    for (uint32_t i = 0; i < lu_count_on(x, on); i++)
        if (values && (int32_t)values[i] == wanted)
            vec_push(x->a, &out, i);
    return lu_region_of(x, &out);
}

static kit_cond holds_state(lu *x, const lu_region *r, kit_num site)
{
    return kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_STATE), lu_spot(x, r->on, site)), r->n);
}

static kit_cond holds_table(lu *x, const lu_region *r, kit_num site)
{
    return kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)),
                   kit_compare(x->k, IR_EQ, kit_look2(x->k, r->table, r->n, site), kit_known(1)));
}

/* Of a list of regions the one with a number, known or not. */
const lu_region *lu_region_numbered(lu *x, const lu_region *const *all, uint32_t count, kit_num n)
{
    if (n.known)
        return n.value >= 0 && n.value < (int32_t)count && all[n.value] ? all[n.value] : lu_region_of(x, &(vec_u32){0});
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)(count + 1) * x->sites); /* the last is empty, of other numbers */
    vec_u32 domain = {0};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; all[i] && k < all[i]->sites.count; k++) {
            t[(size_t)i * x->sites + vec_at(&all[i]->sites, k)] = 1;
            vec_push(x->a, &domain, vec_at(&all[i]->sites, k));
        }
    lu_region *r = lu_dynamic(x, holds_table, &lu_region_of(x, &domain)->sites);
    r->table = kit_table2(x->k, 0, t, count + 1, x->sites, 0);
    r->n = kit_clamp(x->k, n, 0, (int32_t)count, (int32_t)count);
    return r;
}

const lu_region *lu_sites_index(lu *x, const ludii_value *v)
{
    lu_ground on = lu_ground_of(x, v);
    const gr_sites *s = lu_sites_on(x, on);
    const char *w = lu_word(x, v->items[0]);
    const ludii_value *index = v->items[2];
    if (strcmp(w, "Empty") == 0) {
        if (!index || on != LU_OWN)
            return dynamic_on(x, on, holds_empty);
        kit_num container = lu_int(x, index);
        if (!container.known || container.value >= (int32_t)x->containers.count)
            lu_refuse(x, v, "`(sites Empty ..)` of a container that changes");
        vec_u32 domain = {0};
        const lu_container *c = &vec_at(&x->containers, container.known ? container.value : 0);
        for (uint32_t i = 0; i < c->count; i++)
            vec_push(x->a, &domain, c->first + i);
        return lu_dynamic(x, holds_empty, &domain);
    }
    kit_num n = index ? lu_keep_num(x, "index", lu_int(x, index)) : kit_known(0);
    if (strcmp(w, "State") == 0) {
        lu_region *r = dynamic_on(x, on, holds_state);
        r->n = n;
        return r;
    }
    if (index && (strcmp(w, "Cell") == 0 || strcmp(w, "Edge") == 0))
        return lu_sites_corners_of(x, lu_ground_named(x, v->items[0]), n);
    const uint32_t *values = strcmp(w, "Row") == 0      ? s->row
                             : strcmp(w, "Column") == 0 ? s->column
                             : strcmp(w, "Phase") == 0  ? s->phase
                                                        : NULL;
    if (!values) {
        lu_refuse_ludeme(x, v);
        return lu_region_of(x, &(vec_u32){0});
    }
    if (n.known)
        return with_value(x, on, values, n.value);
    const lu_region **all = ARENA_ARRAY(x->a, const lu_region *, 100);
    for (int32_t i = 0; i < 100; i++)
        all[i] = with_value(x, on, values, i);
    return lu_region_numbered(x, all, 100, n);
}

const lu_region *lu_last_between(lu *x, const ludii_value *v) { return (void)v, flagged(x, LU_S_PASSED); }

const lu_region *lu_sites_here(lu *x, const ludii_value *v)
{
    (void)v;
    if (x->group != IR_NONE)
        return lu_marked(x, x->group, &lu_all_sites(x, false)->sites);
    return lu_one_site(x, lu_context_num(x, LU_SITE));
}

/* ---- neighbours ---- */

static void pick_near(lu *x, const lu_region *r, ir_var site)
{
    ir_var k = kit_scratch(x->k, "k", 0, (int32_t)r->width - 1);
    kit_num origin = r->n;
    kit_pick(x->k, k, 0, (int32_t)r->width - 1);
    kit_set(x->k, site, kit_look2(x->k, r->list, origin, kit_read(x->k, k)));
    kit_check(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, site), kit_known(0)));
}

static kit_cond holds_near(lu *x, const lu_region *r, kit_num site)
{
    if (r->table == IR_NONE) {
        kit_cond any = kit_truth(false);
        for (uint32_t k = 0; k < r->width; k++)
            any = kit_or(x->k, any,
                         kit_compare(x->k, IR_EQ, kit_look2(x->k, r->list, r->n, kit_known((int32_t)k)), site));
        return kit_and(x->k, any, kit_compare(x->k, IR_GE, site, kit_known(0)));
    }
    const int32_t last = (int32_t)vec_at(&r->sites, r->sites.count - 1);
    kit_cond in = kit_compare(x->k, IR_EQ, kit_look2(x->k, r->table, r->n, site), kit_known(1));
    if (site.high > last) /* of a hand */
        in = kit_and(x->k, in, kit_compare(x->k, IR_LE, site, kit_known(last)));
    return site.low >= 0 ? in : kit_and(x->k, in, kit_compare(x->k, IR_GE, site, kit_known(0)));
}

enum { MATRIX_MAX = 200 }; /* sites of boards that get a table of all pairs */

const lu_region *lu_near_table(lu *x, const vec_u32 *near, kit_num site)
{
    return lu_near_on(x, near, LU_OWN, LU_OWN, site);
}

const lu_region *lu_near_on(lu *x, const vec_u32 *near, lu_ground from, lu_ground to, kit_num site)
{
    uint32_t n = lu_count_on(x, from), m = lu_count_on(x, to), most = 1;
    if (site.known)
        return site.value < 0 || site.value >= (int32_t)n ? lu_region_of(x, &(vec_u32){0})
                                                          : lu_region_of(x, &near[site.value]);
    uint64_t key = hash_mix((uint64_t)(uintptr_t)near);
    uint32_t *known = map_get(&x->near_tables, key);
    if (known) {
        lu_region *again = ARENA_NEW(x->a, lu_region);
        *again = *x->near_regions.data[*known];
        again->n = lu_as_site(x, site);
        return again;
    }
    bool large = n > MATRIX_MAX || m > MATRIX_MAX;
    int32_t *t = large ? NULL : ARENA_ARRAY(x->a, int32_t, (size_t)n * m);
    for (uint32_t i = 0; i < n; i++) {
        most = near[i].count > most ? near[i].count : most;
        for (uint32_t k = 0; k < near[i].count && !large; k++)
            t[(size_t)i * m + vec_at(&near[i], k)] = 1;
    }
    int32_t *list = ARENA_ARRAY(x->a, int32_t, (size_t)n * most);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < most; k++)
            list[i * most + k] = k < near[i].count ? (int32_t)near[i].data[k] : -1;
    lu_region *r = dynamic_on(x, to, holds_near);
    r->n = lu_as_site(x, site);
    r->table = large ? IR_NONE : kit_table2(x->k, 0, t, n, m, 0);
    r->width = most;
    r->list = kit_table2(x->k, 0, list, n, most, -1);
    r->pick = pick_near;
    map_put(&x->near_tables, key, x->near_regions.count);
    vec_push(x->a, &x->near_regions, r);
    return r;
}

/* What a region's words want of a site: Empty, Own, Enemy, .. */
static kit_cond fits_dynamic(lu *x, const ludii_value *kind, lu_ground on, kit_num number)
{
    kit_num site = lu_spot(x, on, number);
    const char *w = lu_word(x, kind);
    kit_num who = lu_who_at(x, site), mover = lu_context_num(x, LU_MOVER);
    kit_cond empty = kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)),
             own = kit_compare(x->k, IR_EQ, who, mover);
    kit_cond shared = kit_compare(x->k, IR_EQ, who, kit_known((int32_t)x->players + 1)),
             mine = kit_or(x->k, own, shared),
             enemy = kit_and(x->k, kit_compare(x->k, IR_NE, who, kit_known(0)), kit_not(x->k, mine));
    if (x->has_teams && strstr(w, "Enemy"))
        lu_refuse(x, kind, "enemies around where players are in teams");
    return strcmp(w, "Empty") == 0      ? empty
           : strcmp(w, "NotEmpty") == 0 ? kit_not(x->k, empty)
           : strcmp(w, "Own") == 0      ? mine
           : strcmp(w, "NotOwn") == 0   ? kit_not(x->k, kit_or(x->k, empty, mine))
           : strcmp(w, "Enemy") == 0    ? enemy
           : strcmp(w, "NotEnemy") == 0 ? mine
                                        : kit_truth(true);
}

static kit_cond holds_filtered(lu *x, const lu_region *r, kit_num site)
{
    kit_cond in = lu_holds(x, r->a, site);
    kit_num outer = x->c[r->width];
    if (r->b) /* a word */
        return kit_and(x->k, in, fits_dynamic(x, r->v, r->on, site));
    if (in.known && !in.value)
        return in;
    if (site.known && !r->binds_from) {
        x->c[r->width] = site;
        kit_cond c = lu_bool(x, r->v);
        x->c[r->width] = outer;
        return kit_and(x->k, in, c);
    }
    kit_try t = kit_try_begin(x->k);
    kit_check(x->k, in);
    x->c[r->width] = (kit_num){0};
    kit_set(x->k, lu_context_var(x, (lu_context)r->width), site);
    if (r->binds_from)
        kit_set(x->k, lu_context_var(x, LU_FROM), r->n);
    kit_check(x->k, lu_bool(x, r->v));
    x->c[r->width] = outer;
    return kit_try_end(x->k, t);
}

/* The sites of a region for which a condition on a context variable holds; folded when that is known. */
const lu_region *lu_filtered(lu *x, const lu_region *a, const ludii_value *condition, lu_context c)
{
    vec_u32 kept = {0};
    bool known = a->known && a->sites.count < 1000;
    kit_num outer = x->c[c];
    ir_node cur = x->k->cur;
    for (uint32_t i = 0; known && i < (a->sites.count ? a->sites.count : 1); i++) { /* which of none is read, too */
        x->c[c] = kit_known(a->sites.count ? (int32_t)a->sites.data[i] : 0);
        kit_cond holds = lu_bool(x, condition);
        known = holds.known && x->k->cur == cur && !x->failed;
        if (known && holds.value && a->sites.count)
            vec_push(x->a, &kept, vec_at(&a->sites, i));
    }
    x->c[c] = outer;
    x->k->cur = cur;
    if (known || (a->known && !a->sites.count))
        return lu_region_of(x, &kept);
    lu_region *r = lu_dynamic(x, holds_filtered, &a->sites);
    r->a = a;
    r->v = condition;
    r->width = c;
    return r;
}

static const lu_region *of_kind(lu *x, lu_ground on, const lu_region *a, const ludii_value *kind)
{
    lu_region *r = lu_dynamic(x, holds_filtered, &a->sites);
    r->a = r->b = a;
    r->on = on;
    r->v = kind;
    return r;
}

static const vec_u32 *within(lu *x, lu_ground on, const vec_u32 *near, int32_t steps)
{
    uint32_t n = lu_count_on(x, on);
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, n + 1);
    for (uint32_t s = 0; s < n; s++) {
        bitset seen = bitset_new(x->a, n);
        bitset_add(&seen, s);
        vec_u32 *list = &out[s];
        vec_push(x->a, list, s);
        for (uint32_t from = 0, to = 1, n_steps = 0; n_steps < (uint32_t)steps && from < to;
             from = to, to = list->count, n_steps++)
            for (uint32_t i = from; i < to; i++)
                for (uint32_t site = vec_at(list, i), k = 0; k < near[site].count; k++)
                    if (bitset_insert(&seen, near[site].data[k]))
                        vec_push(x->a, list, near[site].data[k]);
    }
    return out;
}

static const lu_region *around_all(lu *x, lu_ground on, const vec_u32 *near, const lu_region *of, bool self)
{
    vec_u32 out = {0};
    for (uint32_t i = 0; i < of->sites.count; i++)
        for (uint32_t k = 0; vec_at(&of->sites, i) < lu_count_on(x, on) && k < near[vec_at(&of->sites, i)].count; k++)
            if (self || !lu_contains(&of->sites, near[vec_at(&of->sites, i)].data[k]))
                vec_push(x->a, &out, near[vec_at(&of->sites, i)].data[k]);
    return lu_region_of(x, &out);
}

/* Next to one of the sites of a region that changes, and perhaps not one of them. */
static kit_cond holds_beside(lu *x, const lu_region *r, kit_num site)
{
    kit_try t = kit_try_begin(x->k);
    if (r->b)
        kit_check(x->k, kit_not(x->k, lu_holds(x, r->b, site)));
    ir_var s = kit_scratch(x->k, "beside", -2, (int32_t)x->sites - 1),
           of = kit_scratch(x->k, "of", -2, (int32_t)x->sites - 1);
    kit_set(x->k, of, site);
    lu_pick_site(x, lu_near_on(x, r->near, r->on, r->on, kit_read(x->k, of)), s);
    kit_check(x->k, lu_holds(x, r->a, kit_read(x->k, s)));
    return kit_try_end(x->k, t);
}

static const lu_region *grown(lu *x, lu_ground on, const lu_region *of, const vec_u32 *near, bool self)
{
    if (of->known)
        return around_all(x, on, near, of, self);
    if (of->pick == pick_one)
        return lu_near_on(x, near, on, on, of->n);
    lu_region *r = dynamic_on(x, on, holds_beside);
    vec_u32 *back = ARENA_ARRAY(x->a, vec_u32, lu_count_on(x, on) + 1); /* opposite ways: a site is asked where from */
    for (uint32_t i = 0; i < lu_count_on(x, on); i++)
        for (uint32_t k = 0; k < near[i].count; k++)
            vec_push(x->a, &back[vec_at(&near[i], k)], i);
    return r->a = of, r->b = self ? NULL : of, r->near = back, r;
}

const lu_region *lu_around_at(lu *x, const ludii_value *v, int32_t steps)
{
    const ludii_value *direction = lu_item(x, v, "AbsoluteDirection"), *kind = lu_item(x, v, "RegionTypeDynamic"),
                      *condition = lu_arg(x, v, "if"), *of = lu_item(x, v, "Int");
    lu_ground on = lu_ground_of(x, v);
    const vec_u32 *near = lu_sites_at(x, on, direction ? lu_word(x, direction) : "Adjacent", steps);
    const bool self = lu_flag(x, v, "includeSelf", false);
    if (!near)
        return lu_refuse(x, v, "sites around in this direction and distance"), lu_region_of(x, &(vec_u32){0});
    bool from = condition && lu_mentions(x, condition, "ContextFrom");
    if (from && !of && !kind) {
        const lu_region *all = lu_sites(x, lu_item(x, v, "Sites")),
                        *r = lu_around_each(x, on, all, near, self, condition);
        return self ? lu_unite(x, r, all) : r;
    }
    from &= of != NULL;
    kit_num origin = of ? lu_int(x, of) : kit_known(-1);
    origin = from ? lu_keep_num(x, "origin", lu_as_site(x, origin)) : origin;
    const lu_region *centre = of ? lu_one_site(x, origin) : lu_sites(x, lu_item(x, v, "Sites")),
                    *r = grown(x, on, centre, near, self);
    if (kind)
        r = of_kind(x, on, r, kind);
    if (condition) {
        lu_region *around = memcpy(ARENA_NEW(x->a, lu_region), lu_filtered(x, r, condition, LU_TO), sizeof *around);
        around->binds_from = from && !around->known;
        around->n = from ? origin : around->n;
        r = around;
    }
    return self ? lu_unite(x, r, centre) : r; /* whatever is wanted of the others */
}

const lu_region *lu_expand(lu *x, const ludii_value *v)
{
    const ludii_value *direction = lu_item(x, v, "AbsoluteDirection"), *origin = lu_arg(x, v, "origin"),
                      *steps = lu_arg(x, v, "steps");
    int32_t n = 1;
    if (steps && !lu_known_int(x, steps, &n))
        lu_refuse(x, steps, "`steps:` that change");
    lu_ground on = lu_ground_of(x, v);
    const vec_u32 *near = within(x, on, lu_neighbours_on(x, on, direction ? lu_word(x, direction) : "Adjacent"), n);
    return grown(x, on, origin ? lu_one_site(x, lu_int(x, origin)) : lu_sites(x, lu_item(x, v, "Sites")), near, true);
}
