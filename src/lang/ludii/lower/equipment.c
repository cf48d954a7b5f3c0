/* Players, containers, pieces, regions, tracks. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/puzzle.h"
#include "lang/ludii/lower/tiles.h"

#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MAX = 16 };

/* ---- players ---- */

static void read_players(lu *x)
{
    const ludii_value *p = lu_item(x, x->game, "Players");
    x->players = 2;
    for (uint32_t i = 0; i < 20; i++)
        x->facing_of_player[i] = -1;
    if (!p)
        return;
    if (!lu_array_of(x, p->items[0])) {
        const long n = strtol(lu_word(x, p->items[0]), NULL, 10);
        x->players = n >= 0 && n <= PLAYERS_MAX ? (uint32_t)n : PLAYERS_MAX + 1;
    } else {
        x->players = p->items[0]->count;
        lu_touch(x, p->items[0]);
        for (uint32_t i = 0; i < x->players && i < 16; i++)
            x->facing_of_player[i + 1] = lu_compass(lu_word(x, lu_item(x, p->items[0]->items[i], "DirectionFacing")));
    }
    x->simulation = x->players == 0;
    x->players = x->simulation ? 1 : x->players;
    if (x->players > PLAYERS_MAX) {
        lu_refuse(x, p,
                  lu_array_of(x, p->items[0]) ? arena_printf(x->a, "a game of %u players", x->players)
                                              : arena_printf(x->a, "a game of %s players", lu_word(x, p->items[0])));
        x->players = PLAYERS_MAX; /* what is read still may number them */
    }
}

/* ---- containers ---- */

static void add_container(lu *x, const char *name, uint32_t count, int owner)
{
    const lu_container *last = x->containers.count ? &vec_at(&x->containers, x->containers.count - 1) : NULL;
    uint32_t first = !last ? 0 : x->containers.count == 1 ? x->board_sites : last->first + last->count;
    lu_container c = {intern_cstr(x->f->names, name), first, count, owner, false};
    vec_push(x->a, &x->containers, c);
    x->sites = x->containers.count == 1 ? x->board_sites : first + count;
}

static void add_hand(lu *x, const ludii_value *v)
{
    const ludii_value *size = lu_arg(x, v, "size");
    const int32_t n = size ? lu_fixed(x, size) : 1;
    if (n < 1 || n > 1000)
        lu_refuse(x, v, "a hand of this size");
    if (lu_word_is(x, v->items[0], "Each"))
        for (uint32_t p = 1; p <= x->players; p++)
            add_container(x, arena_printf(x->a, "Hand%u", p), (uint32_t)n, (int)p);
    else {
        int owner = lu_fixed(x, v->items[0]);
        add_container(x, arena_printf(x->a, "Hand%d", owner), (uint32_t)n, owner);
    }
}

const lu_container *lu_container_find(const lu *x, name_id name)
{
    for (uint32_t i = 0; i < x->containers.count; i++)
        if (vec_at(&x->containers, i).name == name)
            return &vec_at(&x->containers, i);
    return NULL;
}

static diag *report_name(lu *x, const ludii_value *v, diag_code code, const char *what)
{
    x->failed = code == DIAG_LUDII_NAME;
    return ludii_report(x->f, code, v->node->span, v->node->origin, "the equipment has no %s `%s`", what,
                        ludii_text(x->f, lu_string(x, v)));
}

void lu_no_piece(lu *x, const ludii_value *v)
{
    if (x->failed)
        return;
    const char *name = ludii_text(x->f, lu_string(x, v));
    diag *d = report_name(x, v, DIAG_LUDII_NAME, "piece");
    suggestion near;
    suggest_init(&near, name);
    for (uint32_t i = 1; i < x->components.count; i++) {
        const lu_component *c = &vec_at(&x->components, i);
        suggest_offer(&near, ludii_text(x->f, c->name));
        if (c->base != NAME_NONE && vec_at(&x->components, i).base == lu_string(x, v)) {
            diag_set_hint(x->f->sink, d, "the pieces of the players have their numbers: `%s`",
                          ludii_text(x->f, c->name));
            return;
        }
        suggest_offer(&near, c->base == NAME_NONE ? name : ludii_text(x->f, c->base));
    }
    if (near.best)
        diag_hint_mean(x->f->sink, d, near.best);
    else
        diag_set_hint(x->f->sink, d, "`(piece \"%s\" Each)` in the equipment makes it", name);
}

void lu_no_container(lu *x, const ludii_value *v)
{
    if (x->failed)
        return;
    const char *name = ludii_text(x->f, lu_string(x, v));
    diag *d = report_name(x, v, DIAG_LUDII_NAME, "container");
    suggestion near;
    suggest_init(&near, name);
    for (uint32_t i = 0; i < x->containers.count; i++)
        suggest_offer(&near, ludii_text(x->f, vec_at(&x->containers, i).name));
    if (strncmp(name, "Hand", 4) == 0 && !near.best)
        diag_set_hint(x->f->sink, d, "`(hand Each)` in the equipment gives each player a hand, `Hand1` and so on");
    else if (near.best)
        diag_hint_mean(x->f->sink, d, near.best);
}

void lu_no_region(lu *x, const ludii_value *v)
{
    if (x->failed)
        return;
    diag *d = report_name(x, v, DIAG_LUDII_REGION, "region");
    suggestion near;
    suggest_init(&near, ludii_text(x->f, lu_string(x, v)));
    for (uint32_t i = 0; i < x->areas.count; i++)
        if (vec_at(&x->areas, i).name != NAME_NONE)
            suggest_offer(&near, ludii_text(x->f, vec_at(&x->areas, i).name));
    for (uint32_t i = 0; i < x->containers.count; i++)
        suggest_offer(&near, ludii_text(x->f, vec_at(&x->containers, i).name));
    if (near.best)
        diag_hint_mean(x->f->sink, d, near.best);
}

const lu_region *lu_container_sites(lu *x, const ludii_value *v)
{
    name_id name = lu_string(x, v);
    const lu_container *c = name != NAME_NONE ? lu_container_find(x, name) : NULL;
    if (!c && name != NAME_NONE) {
        lu_refuse_ludeme(x, v);
        return lu_all_sites(x, false);
    }
    if (c) {
        vec_u32 sites = {0};
        for (uint32_t i = 0; i < c->count; i++)
            vec_push(x->a, &sites, c->first + i);
        return lu_region_of(x, &sites);
    }
    const lu_region **all = ARENA_ARRAY(x->a, const lu_region *, x->containers.count);
    for (uint32_t i = 0; i < x->containers.count; i++) {
        vec_u32 sites = {0};
        for (uint32_t k = 0; k < vec_at(&x->containers, i).count; k++)
            vec_push(x->a, &sites, vec_at(&x->containers, i).first + k);
        all[i] = lu_region_of(x, &sites);
    }
    return lu_region_numbered(x, all, x->containers.count, lu_int(x, v));
}

/* ---- pieces ---- */

static void add_component(lu *x, const ludii_value *v, const char *base, int owner, bool numbered)
{
    const ludii_value *facing = lu_item(x, v, "DirectionFacing"), *value = lu_arg(x, v, "value"),
                      *flips = lu_item(x, v, "Flips");
    lu_component c = {.base = intern_cstr(x->f->names, base),
                      .owner = owner,
                      .value = lu_quirk(x, QUIRK_UNSET_IS_NOTHING) ? -1 : 1,
                      .facing = -1,
                      .flips = {-1, -1}};
    c.name = numbered ? intern_printf(x->f->names, "%s%d", base, owner) : c.base;
    if (value)
        c.value = (int)strtol(lu_word(x, value), NULL, 10);
    if (facing)
        c.facing = lu_compass(lu_word(x, facing));
    if (owner > 0 && owner <= 16 && x->facing_of_player[owner] >= 0)
        c.facing = x->facing_of_player[owner];
    if (flips)
        for (int i = 0; i < 2; i++)
            c.flips[i] = (int)strtol(lu_word(x, flips->items[i]), NULL, 10);
    c.moves = lu_item(x, v, "Moves");
    if (strcmp(lu_class(x, v), "Tile") == 0)
        lu_read_walks(x, v, &c);
    vec_push(x->a, &x->components, c);
}

static void add_piece(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType");
    name_id name = lu_string(x, v->items[0]);
    const char *base = name == NAME_NONE ? lu_word(x, v->items[0]) : ludii_text(x->f, name);
    if (!role || lu_word_is(x, role, "Each")) {
        for (uint32_t p = 1; p <= x->players; p++)
            add_component(x, v, base, (int)p, x->players > 1);
        return;
    }
    int owner = lu_fixed(x, role);
    bool shared = owner == (int)x->players + 1;
    add_component(x, v, base, owner, !shared && (x->players > 1 || owner == 0));
}

/* ---- regions ---- */

static const lu_region *area_sites(lu *x, const ludii_value *v)
{
    const ludii_value *list = v->items[2];
    vec_u32 sites = {0};
    if (lu_is(x, list, "Sites"))
        return lu_sites(x, list);
    if (!lu_array_of(x, list)) {
        lu_refuse_ludeme(x, v);
        return lu_region_of(x, &sites);
    }
    const lu_region *all = NULL;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i]->class != LIB_NONE && lu_is(x, list->items[i], "Sites")) {
            const lu_region *r = lu_sites(x, list->items[i]);
            all = all ? lu_unite(x, all, r) : r;
        } else if (list->items[i]->class == LIB_NONE)
            vec_push(x->a, &sites, (uint32_t)strtoul(lu_word(x, list->items[i]), NULL, 10));
        else
            lu_refuse_ludeme(x, v);
    }
    return all ? all : lu_region_of(x, &sites);
}

const lu_region *lu_area_sites(lu *x, const ludii_value *v)
{
    static const vec_u32 none;
    if (x->open_areas > x->areas.count) /* one of them is open twice */
        lu_refuse(x, v, "a region that is made from itself");
    if (x->failed)
        return lu_region_of(x, &none);
    x->open_areas++;
    const lu_region *r = area_sites(x, v);
    x->open_areas--;
    for (uint32_t i = 0; r->known && i < x->areas.count; i++)
        if (vec_at(&x->areas, i).v == v)
            x->areas.data[i].known = r;
    return r;
}

static void add_area(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType");
    lu_area a = {.name = v->items[0] ? lu_string(x, v->items[0]) : NAME_NONE, .owner = -1, .v = v};
    if (role && lu_word_is(x, role, "Each")) {
        for (uint32_t p = 1; p <= x->players; p++) {
            a.owner = (int)p;
            vec_push(x->a, &x->areas, a);
        }
        return;
    }
    if (role)
        a.owner = lu_fixed(x, role);
    vec_push(x->a, &x->areas, a);
}

/* ---- maps ---- */

static kit_num map_number(lu *x, const ludii_value *in, const ludii_value *v)
{
    const gr_sites *s = &x->b->sites[x->b->default_site];
    name_id text = lu_string(x, v);
    const char *w = lu_word(x, v);
    if (text != NAME_NONE && lu_component_find(x, text))
        return kit_known((int32_t)lu_component_find(x, text));
    if (text != NAME_NONE)
        return kit_known(lu_label_site(x, v, LU_OWN, ludii_text(x->f, text)));
    if (lu_is(x, v, "LandmarkType")) {
        if (strcmp(w, "FirstSite") == 0)
            return kit_known(0);
        if (strcmp(w, "LastSite") == 0)
            return kit_known((int32_t)s->count - 1);
        if (strcmp(w, "CentreSite") == 0)
            return lu_centre_point(x, v);
        lu_refuse(x, in, "this landmark");
    }
    return lu_is(x, v, "RoleType") ? lu_role(x, v) : lu_int(x, v);
}

/* What a map has for a key, `none` for nothing. */
static kit_num entry_of(lu *x, const ludii_value *v, const ludii_value *m, kit_num key, int32_t none)
{
    const ludii_value *values_of = m->items[m->count - 1], *keys_of = m->count == 3 ? m->items[1] : NULL;
    uint32_t n = keys_of && keys_of->count < values_of->count ? keys_of->count : values_of->count;
    int32_t low = 0, high = 0, *keys = ARENA_ARRAY(x->a, int32_t, n + 1), *values = ARENA_ARRAY(x->a, int32_t, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        const ludii_value *pair = values_of->items[k];
        kit_num from = map_number(x, m, keys_of ? keys_of->items[k] : pair->items[0]),
                to = map_number(x, m, keys_of ? pair : pair->items[1]);
        if (!from.known || !to.known || from.value < -2 || from.value > 100000) {
            lu_refuse(x, v, "a map that changes");
            return LU_NOTHING;
        }
        keys[k] = from.value, values[k] = to.value;
        high = keys[k] > high ? keys[k] : high;
        low = keys[k] < low ? keys[k] : low;
    }
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)(high - low) + 1);
    for (int32_t k = 0; k <= high - low; k++)
        t[k] = none;
    for (uint32_t k = 0; k < n; k++)
        t[keys[k] - low] = values[k];
    kit_cond inside =
        kit_and(x->k, kit_compare(x->k, IR_GE, key, kit_known(low)), kit_compare(x->k, IR_LE, key, kit_known(high)));
    return kit_choose(x->k, inside, kit_look(x->k, kit_table(x->k, low, t, (uint32_t)(high - low) + 1, none), key),
                      kit_known(none));
}

/* The value of a key in the maps of a name, or in all: the first that there is; without any it is the key. */
kit_num lu_map_look(lu *x, const ludii_value *v, name_id name, kit_num key)
{
    const int32_t none = lu_quirk(x, QUIRK_MAP_ZERO_IS_NOTHING) ? 0 : -1;
    kit_num value = key;
    for (uint32_t i = x->maps.count; i-- > 0 && !x->failed;) {
        const ludii_value *m = vec_at(&x->maps, i);
        if (name != NAME_NONE && (!m->items[0] || lu_string(x, m->items[0]) != name))
            continue;
        kit_num entry = entry_of(x, v, m, key, none);
        value = kit_choose(x->k, kit_compare(x->k, IR_NE, entry, kit_known(none)), entry, value);
    }
    return value;
}

/* ---- all of it ---- */

static bool default_pieces(lu *x)
{
    for (uint32_t p = 1; p <= x->players && x->components.count <= x->players + x->dice.count; p++) {
        lu_component c = {
            .base = intern_cstr(x->f->names, "Ball"), .owner = (int)p, .value = 1, .facing = x->facing_of_player[p]};
        c.name = x->players > 1 ? intern_printf(x->f->names, "Ball%u", p) : c.base;
        vec_push(x->a, &x->components, c);
    }
    return true;
}

static const char *const containers[] = {"Hand", "Dice"};

static void add_item(lu *x, const ludii_value *v, int pass)
{
    const char *class = lu_class(x, v);
    lu_place(x, v);
    bool board = lu_is(x, v, "Board"), hand = strcmp(class, containers[0]) == 0,
         dice = strcmp(class, containers[1]) == 0;
    if (pass == 0 && hand)
        add_hand(x, v);
    else if (pass == 1 && dice)
        lu_add_dice(x, v);
    else if (pass == 0 && (board || strcmp(class, "SurakartaBoard") == 0))
        strcmp(class, "SurakartaBoard") == 0 ? lu_surakarta_tracks(x, v) : lu_read_tracks(x, v);
    else if (pass == 0 && strcmp(class, "Map") == 0)
        vec_push(x->a, &x->maps, v);
    else if (pass == 2 &&
             (strcmp(class, "Piece") == 0 || (strcmp(class, "Tile") == 0 && lu_read_walks(x, v, &(lu_component){0}))))
        add_piece(x, v);
    else if (pass == 2 && strcmp(class, "Regions") == 0)
        add_area(x, v);
    else if (pass == 2 && !board && !hand && !dice && strcmp(class, "Map") != 0 &&
             !(strcmp(class, "Hints") == 0 && lu_mentions(x, x->game, "Satisfy")))
        lu_refuse_ludeme(x, v);
}

bool lu_equipment(lu *x)
{
    const ludii_value *e = lu_item(x, x->game, "Equipment");
    lu_component none = {.facing = -1};
    read_players(x);
    vec_push(x->a, &x->components, none);
    x->default_count = x->b->sites[x->b->default_site].count;
    uint32_t cells = x->b->sites[GR_CELL].count;
    x->board_sites = cells > x->default_count ? cells : x->default_count;
    add_container(x, "Board", x->default_count, (int)x->players + 1);
    for (int pass = 0; e && pass < 3; pass++)
        for (uint32_t i = 0; i < e->items[0]->count && !x->failed; i++)
            add_item(x, e->items[0]->items[i], pass);
    if (x->components.count == 1 + x->dice.count)
        default_pieces(x);
    enum { KINDS_AND_SITES_MAX = 200000 }; /* beyond, the automaton needs more memory than there is */
    if ((uint64_t)x->components.count * x->default_count > KINDS_AND_SITES_MAX)
        lu_refuse(x, x->game, "so many kinds of pieces on a board of this size");
    if (x->default_count == 0)
        lu_refuse(x, e ? e : x->game, "a board without sites");
    lu_find_grounds(x);
    lu_find_tiles(x);
    lu_find_puzzle(x);
    return !x->failed;
}
