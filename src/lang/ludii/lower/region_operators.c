/* Regions made of others, and those of players. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lowerings.h"

#include <math.h>
#include <string.h>

/* ---- operators ---- */

static kit_cond holds_either(lu *x, const lu_region *r, kit_num site)
{
    kit_cond a = lu_holds(x, r->a, site);
    return kit_or(x->k, a, lu_holds(x, r->b, site));
}

static kit_cond holds_both(lu *x, const lu_region *r, kit_num site)
{
    kit_cond a = lu_holds(x, r->a, site);
    return kit_and(x->k, a, lu_holds(x, r->b, site));
}

static kit_cond holds_first(lu *x, const lu_region *r, kit_num site)
{
    kit_cond a = lu_holds(x, r->a, site);
    return kit_and(x->k, a, kit_not(x->k, lu_holds(x, r->b, site)));
}

const lu_region *lu_unite(lu *x, const lu_region *a, const lu_region *b)
{
    vec_u32 all = {0};
    for (uint32_t i = 0; i < a->sites.count; i++)
        vec_push(x->a, &all, vec_at(&a->sites, i));
    for (uint32_t i = 0; i < b->sites.count; i++)
        vec_push(x->a, &all, vec_at(&b->sites, i));
    const lu_region *known = lu_region_of(x, &all);
    if (a->known && b->known)
        return known;
    lu_region *r = lu_dynamic(x, holds_either, &known->sites);
    r->a = a, r->b = b;
    return r;
}

static const lu_region *meet(lu *x, const lu_region *a, const lu_region *b, bool without)
{
    vec_u32 kept = {0};
    bitset others = bitset_new(x->a, x->sites);
    for (uint32_t i = 0; i < b->sites.count; i++)
        if (vec_at(&b->sites, i) < x->sites)
            bitset_add(&others, vec_at(&b->sites, i));
    for (uint32_t i = 0; i < a->sites.count; i++) {
        const bool in = vec_at(&a->sites, i) < x->sites && bitset_has(&others, vec_at(&a->sites, i));
        if (without ? !in || !b->known : in)
            vec_push(x->a, &kept, vec_at(&a->sites, i));
    }
    if (a->known && b->known)
        return lu_region_of(x, &kept);
    lu_region *r = lu_dynamic(x, without ? holds_first : holds_both, &lu_region_of(x, &kept)->sites);
    r->a = a, r->b = b;
    return r;
}

static const lu_region *intersect(lu *x, const lu_region *a, const lu_region *b) { return meet(x, a, b, false); }

static const lu_region *combine(lu *x, const ludii_value *v,
                                const lu_region *(*of)(lu *, const lu_region *, const lu_region *))
{
    const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v;
    const lu_region *r = list->count ? lu_sites(x, list->items[0]) : lu_region_of(x, &(vec_u32){0});
    for (uint32_t i = 1; i < list->count; i++)
        r = of(x, r, lu_sites(x, list->items[i]));
    return r;
}

const lu_region *lu_union(lu *x, const ludii_value *v) { return combine(x, v, lu_unite); }
const lu_region *lu_intersection(lu *x, const ludii_value *v) { return combine(x, v, intersect); }

const lu_region *lu_difference(lu *x, const ludii_value *v)
{
    const lu_region *a = lu_sites(x, v->items[0]);
    return meet(
        x, a, lu_is(x, v->items[1], "Sites") ? lu_sites(x, v->items[1]) : lu_one_site(x, lu_int(x, v->items[1])), true);
}

static kit_cond holds_if(lu *x, const lu_region *r, kit_num site)
{
    kit_cond c = {.e = r->table}, a = lu_holds(x, r->a, site), b = lu_holds(x, r->b, site);
    return kit_or(x->k, kit_and(x->k, c, a), kit_and(x->k, kit_not(x->k, c), b));
}

static void pick_if(lu *x, const lu_region *r, ir_var site)
{
    ir_node after = kit_node(x->k), no = kit_branch(x->k, (kit_cond){.e = r->table});
    lu_pick_site(x, r->a, site);
    kit_go(x->k, after);
    x->k->cur = no;
    lu_pick_site(x, r->b, site);
    kit_go(x->k, after);
    x->k->cur = after;
}

const lu_region *lu_region_choice(lu *x, kit_cond c, const lu_region *a, const lu_region *b)
{
    if (c.known)
        return c.value ? a : b;
    lu_region *r = lu_dynamic(x, holds_if, &lu_unite(x, a, b)->sites);
    r->a = a, r->b = b;
    r->table = c.e;
    r->pick = pick_if;
    return r;
}

const lu_region *lu_region_if(lu *x, const ludii_value *v)
{
    kit_cond c = lu_bool(x, v->items[0]);
    const lu_region *none = lu_region_of(x, &(vec_u32){0});
    if (c.known)
        lu_pass_over(x, v->items[c.value ? 2 : 1]);
    if (c.known)
        return c.value ? lu_sites(x, v->items[1]) : v->items[2] ? lu_sites(x, v->items[2]) : none;
    const lu_region *a = lu_sites(x, v->items[1]), *b = v->items[2] ? lu_sites(x, v->items[2]) : none;
    return lu_region_choice(x, c, a, b);
}

const lu_region *lu_filter(lu *x, const ludii_value *v)
{
    return lu_filtered(x, lu_sites(x, v->items[0]), lu_arg(x, v, "if"), LU_SITE);
}

/* ---- by their numbers and labels ---- */

const lu_region *lu_sites_list(lu *x, const ludii_value *v)
{
    vec_u32 sites = {0};
    const lu_region *all = NULL;
    const ludii_value *list = v->items[0];
    for (uint32_t i = 0; i < list->count; i++) {
        kit_num n = lu_int(x, list->items[i]);
        if (n.known && n.value >= 0)
            vec_push(x->a, &sites, (uint32_t)n.value);
        else if (!n.known) {
            const lu_region *one = lu_one_site(x, n);
            all = all ? lu_unite(x, all, one) : one;
        }
    }
    const lu_region *known = lu_region_of(x, &sites);
    return !all ? known : sites.count ? lu_unite(x, all, known) : all;
}

const lu_region *lu_sites_coordinates(lu *x, const ludii_value *v)
{
    vec_u32 sites = {0};
    const ludii_value *list = v->items[v->count - 1];
    for (uint32_t i = 0; i < list->count; i++) {
        const int site = lu_find_label(x, lu_ground_of(x, v), ludii_text(x->f, lu_string(x, list->items[i])));
        if (site >= 0)
            vec_push(x->a, &sites, (uint32_t)site);
        else
            lu_no_region(x, list->items[i]);
    }
    return lu_region_of(x, &sites);
}

/* ---- of players ---- */

/* By its name, maybe with the number of the owner behind it. */
static bool is_named(const lu *x, const lu_area *a, name_id name)
{
    const char *own = a->name != NAME_NONE ? ludii_text(x->f, a->name) : "", *wanted = ludii_text(x->f, name);
    size_t n = strlen(wanted);
    return strncmp(own, wanted, n) == 0 && strspn(own + n, "P0123456789") == strlen(own + n);
}

static kit_cond holds_owned(lu *x, const lu_region *r, kit_num site)
{
    kit_cond mine = kit_compare(x->k, IR_EQ, r->n, kit_known((int32_t)r->width)), in = lu_holds(x, r->a, site);
    return kit_and(x->k, mine, in);
}

/* Of regions that change, [player], that of one. */
static const lu_region *changing_of(lu *x, const lu_region *const *all, kit_num who)
{
    const lu_region *out = lu_region_of(x, &(vec_u32){0});
    for (uint32_t p = 0; p < x->players + 2; p++) {
        if (!all[p])
            continue;
        if (who.known && who.value == (int32_t)p)
            return all[p];
        lu_region *r = lu_dynamic(x, holds_owned, &all[p]->sites);
        r->a = all[p];
        r->n = who;
        r->width = p;
        out = lu_unite(x, out, r);
    }
    return out;
}

/* The name is that of a region, whoever owns it. */
static bool is_region(const lu *x, name_id name)
{
    for (uint32_t i = 0; i < x->areas.count; i++)
        if (is_named(x, &vec_at(&x->areas, i), name))
            return true;
    return false;
}

/* A player's region is found by a part of its name; one that nobody owns is no player's. In 1.0.8 it is everybody's. */
static bool is_area_of(const lu *x, const lu_area *a, uint32_t p, name_id name)
{
    if (!lu_quirk(x, QUIRK_PARTS_OF_NAMES))
        return (name == NAME_NONE || is_named(x, a, name)) &&
               (a->owner == (int)p || (a->owner < 0 && name != NAME_NONE));
    return (a->owner < 0 ? 0 : a->owner) == (int)p &&
           (name == NAME_NONE || (a->name != NAME_NONE && strstr(ludii_text(x->f, a->name), ludii_text(x->f, name))));
}

/* The regions of a player, or those with a name, which stands in `v`. */
const lu_region *lu_areas_of(lu *x, const ludii_value *v, kit_num who, name_id name)
{
    const lu_region **all = ARENA_ARRAY(x->a, const lu_region *, x->players + 2);
    bool any = false, changes = false;
    for (uint32_t p = 0; p < x->players + 2; p++)
        for (uint32_t i = 0; i < x->areas.count; i++) {
            const lu_area *a = &vec_at(&x->areas, i);
            if ((who.known && who.value != (int32_t)p) || !is_area_of(x, a, p, name))
                continue;
            const lu_region *r = lu_area_sites(x, a->v);
            any = true;
            changes |= !r->known;
            all[p] = all[p] ? lu_unite(x, all[p], r) : r;
        }
    if (!any) {
        const lu_container *c = name != NAME_NONE ? lu_container_find(x, name) : NULL;
        vec_u32 sites = {0};
        for (uint32_t i = 0; i < v->count && name != NAME_NONE && !c && !is_region(x, name); i++)
            if (v->items[i] && lu_string(x, v->items[i]) == name) {
                const int site = lu_find_label(x, lu_ground_of(x, v), ludii_text(x->f, name));
                if (site < 0)
                    lu_no_region(x, v->items[i]);
                else
                    vec_push(x->a, &sites, (uint32_t)site);
            }
        for (uint32_t i = 0; c && i < c->count; i++)
            vec_push(x->a, &sites, c->first + i);
        return lu_region_of(x, &sites);
    }
    return changes ? changing_of(x, all, who) : lu_region_numbered(x, all, x->players + 2, who);
}

const lu_region *lu_sites_role(lu *x, const ludii_value *v)
{
    const ludii_value *who = lu_item(x, v, "RoleType");
    name_id name = NAME_NONE;
    who = who ? who : lu_item(x, v, "Player");
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    if (who)
        return lu_areas_of(x, v, lu_who(x, who), name);
    /* by name alone: whoever owns it */
    const lu_region *r = NULL;
    for (uint32_t i = 0; i < x->areas.count; i++)
        if (vec_at(&x->areas, i).name == name) {
            const lu_region *one = lu_area_sites(x, vec_at(&x->areas, i).v);
            r = r ? lu_unite(x, r, one) : one;
        }
    return r ? r : lu_areas_of(x, v, kit_known(0), name);
}

/* Of a player, or the first there is, of dice as well. */
static const lu_region *hands(lu *x, kit_num who, bool any)
{
    const lu_region **all = ARENA_ARRAY(x->a, const lu_region *, x->players + 2);
    for (uint32_t p = 0; p < x->players + 2; p++) { /* of several the first one */
        vec_u32 sites = {0};
        for (uint32_t i = 1; i < x->containers.count && !sites.count; i++)
            for (uint32_t k = 0;
                 (any || (vec_at(&x->containers, i).owner == (int)p && !vec_at(&x->containers, i).dice)) &&
                 k < vec_at(&x->containers, i).count;
                 k++)
                vec_push(x->a, &sites, vec_at(&x->containers, i).first + k);
        all[p] = lu_region_of(x, &sites);
    }
    return lu_region_numbered(x, all, x->players + 2, who);
}

const lu_region *lu_sites_player(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    const ludii_value *who = lu_item(x, v, "RoleType");
    name_id name = NAME_NONE;
    who = who ? who : lu_item(x, v, "Player");
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    if (strcmp(w, "Hand") == 0 && who)
        return hands(x, lu_who(x, who), lu_is(x, who, "RoleType") && lu_word_is(x, who, "Shared"));
    if (who && (strcmp(w, "Invisible") == 0 || strcmp(w, "Masked") == 0 || strcmp(w, "Visible") == 0))
        return lu_sites_seen(x, w, lu_who(x, who));
    if (strcmp(w, "Track") == 0) {
        const lu_region **all = ARENA_ARRAY(x->a, const lu_region *, x->players + 2);
        bool any = false;
        for (uint32_t p = 0; p < x->players + 2; p++) {
            const lu_track *t = lu_track_of(x, LU_TRACK_SITES, name, (int)p);
            vec_u32 sites = {0};
            for (uint32_t i = 0; t && i < t->sites.count; i++)
                if ((int32_t)t->sites.data[i] >= 0)
                    vec_push(x->a, &sites, vec_at(&t->sites, i));
            any |= t != NULL;
            all[p] = lu_region_of(x, &sites);
        }
        if (any)
            return lu_region_numbered(x, all, x->players + 2, who ? lu_who(x, who) : kit_known(0));
    }
    lu_refuse_ludeme(x, v);
    return lu_region_of(x, &(vec_u32){0});
}

/* Where pieces stand at the beginning. */
const lu_region *lu_sites_start(lu *x, const ludii_value *v)
{
    const ludii_value *of = v->items[v->count - 1]->items[0];
    const lu_region **all = ARENA_ARRAY(x->a, const lu_region *, x->components.count);
    for (uint32_t c = 1; c < x->components.count; c++) {
        vec_u32 sites = {0};
        for (uint32_t i = 0; i < x->sites; i++)
            if (x->start[LU_S_WHAT][i] == (int32_t)c)
                vec_push(x->a, &sites, i);
        all[c] = lu_region_of(x, &sites);
    }
    name_id name = lu_string(x, of);
    return lu_region_numbered(x, all, x->components.count,
                              name != NAME_NONE ? kit_known((int32_t)lu_component_find(x, name)) : lu_int(x, of));
}

/* The side of the board that faces a direction, which may be that of a player. */
const lu_region *lu_sites_side(lu *x, const ludii_value *v)
{
    const ludii_value *d = lu_item(x, v, "CompassDirection"), *role = lu_item(x, v, "RoleType"),
                      *player = lu_item(x, v, "Player");
    const vec_u32 *regions = lu_sites_on(x, lu_ground_of(x, v))->region;
    if (role && lu_word_is(x, role, "Shared"))
        return lu_region_of(x, &regions[GR_OUTER]);
    const lu_region *all[20] = {NULL};
    for (uint32_t p = 0; p < 20; p++) {
        const int direction = d && p == 0            ? lu_compass(lu_word(x, d))
                              : p && p <= x->players ? x->facing_of_player[p]
                                                     : -1;
        if (direction >= 0 && direction % 2)
            lu_refuse_ludeme(x, v);
        all[p] = lu_region_of(x, direction < 0 ? &(vec_u32){0} : &regions[GR_SIDE_N + direction / 2]);
    }
    return d || !(role || player) ? all[0]
                                  : lu_region_numbered(x, all, x->players + 2, lu_who(x, role ? role : player));
}

/* The sides of the board, with or without their ends, or its corners, one by one. */
uint32_t lu_board_parts(lu *x, const char *kind, const lu_region **out, uint32_t room)
{
    const gr_sites *s = &x->b->sites[x->b->default_site];
    const vec_u32 *corners = &s->region[GR_CORNERS];
    const bool ends = strcmp(kind, "Corners") == 0, sides = strcmp(kind, "Sides") == 0,
               inner = strcmp(kind, "SidesNoCorners") == 0;
    uint32_t n = 0;
    for (uint32_t i = 0; i < corners->count && n < room && ends; i++)
        out[n++] = lu_region_of(x, &(vec_u32){.data = corners->data + i, .count = 1});
    for (uint32_t k = 0; k < 8 && n < room && (sides || inner); k++) {
        const vec_u32 *side = &s->region[GR_SIDE_N + k];
        vec_u32 kept = {0};
        for (uint32_t i = 0; i < side->count; i++)
            if (sides || !lu_contains(corners, vec_at(side, i)))
                vec_push(x->a, &kept, vec_at(side, i));
        if (kept.count)
            out[n++] = lu_region_of(x, &kept);
    }
    return n;
}
