/* Sites with pieces of some owner or name. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/tiles.h"

#include <string.h>

static kit_cond holds_pieces(lu *x, const lu_region *r, kit_num site)
{
    kit_cond c = kit_compare(x->k, IR_EQ, kit_look2(x->k, r->table, lu_what_covers(x, lu_spot(x, r->on, site)), r->n),
                             kit_known(1));
    return r->a ? kit_and(x->k, c, lu_holds(x, r->a, site)) : c;
}

/* Of several players; `v` is the role. */
static kit_cond holds_of_set(lu *x, const lu_region *r, kit_num site)
{
    kit_cond named =
        kit_compare(x->k, IR_EQ, kit_look2(x->k, r->table, lu_what_on(x, r->on, site), r->n), kit_known(1));
    kit_cond c = kit_and(x->k, named, lu_is_in_set(x, r->v, lu_who_on(x, r->on, site)));
    return r->a ? kit_and(x->k, c, lu_holds(x, r->a, site)) : c;
}

static kit_cond holds_set_on_any_level(lu *x, const lu_region *r, kit_num site)
{
    kit_cond any = kit_truth(false);
    for (uint32_t p = 0; p <= x->players; p++) {
        kit_num player = kit_known((int32_t)p);
        kit_cond one = lu_any_level(x, lu_spot(x, r->on, site), r->table, player, NULL);
        any = kit_or(x->k, any, kit_and(x->k, lu_is_in_set(x, r->v, player), one));
    }
    return any;
}

static kit_cond holds_on_any_level(lu *x, const lu_region *r, kit_num site)
{
    return lu_any_level(x, lu_spot(x, r->on, site), r->table, r->n, NULL);
}

/* The topmost piece is the player's, and some piece of the stack has the name. */
static kit_cond holds_under_own(lu *x, const lu_region *r, kit_num site)
{
    kit_num spot = lu_spot(x, r->on, site);
    kit_cond top = kit_compare(x->k, IR_EQ, kit_look2(x->k, r->list, lu_what_at(x, spot), r->n), kit_known(1));
    kit_cond c = kit_and(x->k, top, lu_any_level(x, spot, r->table, r->n, NULL));
    return r->a ? kit_and(x->k, c, lu_holds(x, r->a, site)) : c;
}

/* Without the number that ends it. */
static bool is_base(const lu *x, name_id base, name_id name)
{
    const char *own = ludii_text(x->f, base), *wanted = ludii_text(x->f, name);
    const size_t n = strlen(wanted);
    return strncmp(own, wanted, n) == 0 && strspn(own + n, "0123456789") == strlen(own + n) &&
           !(n && wanted[n - 1] >= '0' && wanted[n - 1] <= '9');
}

static bool named(lu *x, const lu_component *c, const ludii_value *names, bool base)
{
    if (!names)
        return true;
    if (lu_array_of(x, names)) {
        for (uint32_t i = 0; i < names->count; i++)
            if (named(x, c, names->items[i], base))
                return true;
        return false;
    }
    name_id n = lu_string(x, names);
    int32_t number;
    if (n == NAME_NONE)
        return lu_known_int(x, names, &number) && c - x->components.data == number;
    return base ? is_base(x, c->base, n) : c->name == n || c->base == n;
}

/* Whose pieces a column of a table is about, the number of a player. */
typedef enum owners { ITS_OWN, OWN_OR_ALL, OF_ENEMIES, OF_OTHERS, OF_ANYBODY } owners;

static bool belongs(const lu *x, int owner, uint32_t p, owners whose)
{
    const int players = (int)x->players;
    return whose == OF_ANYBODY   ? true
           : whose == OWN_OR_ALL ? owner == (int)p || ((int)p > players && owner > 0)
           : whose == ITS_OWN    ? owner == (int)p
                                 : owner != (int)p && owner <= players && (owner > 0 || whose == OF_OTHERS);
}

static ir_const pieces_of(lu *x, const ludii_value *names, owners whose, bool base)
{
    uint32_t n = x->components.count, w = x->players + 2;
    int32_t *fits = ARENA_ARRAY(x->a, int32_t, (size_t)n * w);
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t p = 0; p < w; p++) {
            const lu_component *c = &vec_at(&x->components, i);
            fits[i * w + p] = belongs(x, c->owner, p, whose) && named(x, c, names, base);
        }
    return kit_table2(x->k, 0, fits, n, w, 0);
}

/* [piece][player]: whether it is one of the player's, with one of the names; behind the last player: anybody's. */
ir_const lu_piece_table(lu *x, const ludii_value *names) { return pieces_of(x, names, OWN_OR_ALL, false); }

static const vec_u32 *container_domain(lu *x, const ludii_value *v)
{
    name_id n = lu_string(x, v);
    const lu_container *c = n != NAME_NONE ? lu_container_find(x, n) : NULL;
    int32_t index;
    if (!c && n == NAME_NONE && lu_known_int(x, v, &index) && index >= 0 && index < (int32_t)x->containers.count)
        c = &vec_at(&x->containers, index);
    vec_u32 sites = {0};
    for (uint32_t i = 1; !c && n != NAME_NONE && i < x->containers.count; i++) { /* hands of all players by one name */
        const char *wanted = ludii_text(x->f, n);
        for (uint32_t k = 0; strncmp(ludii_text(x->f, vec_at(&x->containers, i).name), wanted, strlen(wanted)) == 0 &&
                             k < vec_at(&x->containers, i).count;
             k++)
            vec_push(x->a, &sites, vec_at(&x->containers, i).first + k);
    }
    if (!c)
        return sites.count ? &lu_region_of(x, &sites)->sites : &lu_all_sites(x, true)->sites;
    for (uint32_t i = 0; i < c->count; i++)
        vec_push(x->a, &sites, c->first + i);
    return &lu_region_of(x, &sites)->sites;
}

const lu_region *lu_sites_occupied(lu *x, const ludii_value *v)
{
    const ludii_value *by = lu_arg(x, v, "by"), *container = lu_arg(x, v, "container"),
                      *names = lu_arg(x, v, "component");
    names = names ? names : lu_arg(x, v, "components");
    if (names && !lu_array_of(x, names) && lu_string(x, names) == NAME_NONE && !lu_known_int(x, names, &(int32_t){0}))
        lu_refuse(x, names, "a `component:` that changes");
    const bool enemies = lu_word_is(x, by, "Enemy"), others = lu_word_is(x, by, "NonMover"),
               later = lu_quirk(x, QUIRK_NAMES_WITHOUT_NUMBERS);
    const owners whose = enemies                                                ? OF_ENEMIES
                         : others                                               ? OF_OTHERS
                         : lu_word_is(x, by, "All") || lu_word_is(x, by, "Any") ? (later ? OF_ANYBODY : OWN_OR_ALL)
                         : !later && lu_word_is(x, by, "Each")                  ? OWN_OR_ALL
                                                                                : ITS_OWN;
    bool below = x->stacks && !lu_flag(x, v, "top", true);
    lu_ground on = lu_ground_of(x, v);
    lu_region *r = lu_dynamic(
        x, below ? holds_on_any_level : holds_pieces,
        on != LU_OWN ? &lu_all_on(x, on)->sites
        : container  ? container_domain(x, container)
                     : &lu_all_sites(x, x->b->default_site == GR_CELL || !lu_quirk(x, QUIRK_HANDS_ARE_CELLS))->sites);
    r->on = on;
    if (container && lu_string(x, container) == NAME_NONE && !lu_known_int(x, container, &(int32_t){0}))
        r->a = lu_container_sites(x, container);
    if (x->stacks && names && !below && lu_quirk(x, QUIRK_MIXED_STACKS_COUNT)) {
        r->holds = holds_under_own;
        r->list = pieces_of(x, NULL, whose, later);
    }
    const bool set = lu_is(x, by, "RoleType") && lu_is_set_of_players(x, by) && (x->has_teams || !(enemies || others));
    if (set) {
        if (r->holds == holds_under_own)
            lu_refuse(x, names, "a name of pieces in stacks of several players");
        r->holds = below ? holds_set_on_any_level : holds_of_set;
        r->v = by;
        r->table = pieces_of(x, names, below ? ITS_OWN : OF_ANYBODY, later);
        r->n = kit_known((int32_t)x->players + 1);
        return r;
    }
    r->table = pieces_of(x, names, whose, later);
    r->n = enemies || others ? lu_context_num(x, LU_MOVER) : lu_who(x, by);
    const lu_region *all = r;
    const bool all_types = x->several_types && !container && !lu_item(x, v, "SiteType") && !lu_arg(x, v, "on");
    for (uint32_t g = LU_ON_CELL; g < LU_GROUNDS && all_types; g++)
        if (!lu_quirk(x, QUIRK_HANDS_ARE_CELLS) && x->spots[g]) { /* numbers of sites, whatever they are of */
            lu_region *other = memcpy(ARENA_NEW(x->a, lu_region), r, sizeof *r);
            other->on = (lu_ground)g;
            other->sites = lu_all_on(x, (lu_ground)g)->sites;
            all = lu_unite(x, all, other);
        }
    return all;
}
