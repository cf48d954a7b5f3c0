/* The position at the beginning, found at load. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <stdlib.h>
#include <string.h>

static int32_t spot_of(lu *x, lu_ground on, int32_t site) { return lu_spot(x, on, kit_known(site)).value; }

/* Where another piece stands already, that one stays. */
static void put(lu *x, const ludii_value *v, uint32_t piece, int32_t site, int32_t count, int32_t state, int32_t value)
{
    if (site < 0 || site >= (int32_t)x->sites) {
        lu_refuse(x, v, "a piece outside of all sites");
        return;
    }
    if (x->stacks) {
        lu_pile_up(x, v, piece, (uint32_t)site, count, state, value);
        return;
    }
    bool more = x->start[LU_S_WHAT][site] == (int32_t)piece;
    if (x->start[LU_S_WHAT][site] && !more)
        return;
    x->start[LU_S_WHAT][site] = (int32_t)piece;
    x->start[LU_S_COUNT][site] = more ? x->start[LU_S_COUNT][site] + count : count;
    x->start[LU_S_STATE][site] = state;
    int owner = vec_at(&x->components, piece).owner;
    bool one = x->components.count - 1 <= x->players && !lu_keeps_owners(x); /* as when pieces are put while playing */
    x->start[LU_S_WHO][site] = (owner >= 1 && owner <= (int)x->players) || !one ? owner : (int32_t)piece;
}

void lu_put_at_start(lu *x, const ludii_value *v, const ludii_value *piece, int32_t site, int32_t count, int32_t state)
{
    uint32_t c = lu_component_find(x, lu_string(x, piece));
    if (!c)
        lu_no_piece(x, piece);
    else
        put(x, v, c, site, count, state, 0);
}

static int32_t number_arg(lu *x, const ludii_value *v, const char *label, int32_t standard)
{
    const ludii_value *a = lu_arg(x, v, label);
    return a ? lu_fixed(x, a) : standard;
}

/* By its label or its number. */
static int32_t fixed_site(lu *x, const ludii_value *v, const ludii_value *a)
{
    const name_id label = lu_string(x, a);
    return label != NAME_NONE ? lu_label_site(x, a, lu_ground_of(x, v), ludii_text(x->f, label)) : lu_fixed(x, a);
}

/* From whom the pieces of a rule are hidden. */
static void hide(lu *x, const ludii_value *v, int32_t site)
{
    if (site < 0 || site >= (int32_t)x->sites || x->failed)
        return;
    x->start[LU_S_INVISIBLE][site] = lu_hidden_from(x, v, "invisibleTo");
    x->start[LU_S_MASKED][site] = lu_hidden_from(x, v, "maskedTo");
}

static void put_hidden(lu *x, const ludii_value *v, uint32_t piece, int32_t site, int32_t count, int32_t state)
{
    if (lu_place_valued(x, v, piece, site))
        return;
    const int32_t value = number_arg(x, v, "value", 0);
    put(x, v, piece, site, count, state, value);
    hide(x, v, site);
    if (site < 0 || site >= (int32_t)x->sites || x->failed)
        return;
    x->start[LU_S_ROTATION][site] = number_arg(x, v, "rotation", 0);
    x->start[LU_S_VALUE][site] = value;
}

static uint32_t piece_of(lu *x, const ludii_value *v)
{
    uint32_t c = lu_component_find(x, lu_string(x, v));
    if (!c)
        lu_no_piece(x, v);
    return c;
}

static const ludii_value *second_string(lu *x, const ludii_value *v)
{
    for (uint32_t i = 1; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE && v->items[i]->class == LIB_NONE &&
            lu_string(x, v->items[i]) != NAME_NONE)
            return v->items[i];
    return NULL;
}

/* Of one player at least, when the name is without a number. */
static bool is_container(lu *x, name_id name)
{
    bool found = lu_container_find(x, name);
    for (uint32_t p = 1; p <= x->players && !found; p++)
        found = lu_container_find(x, intern_printf(x->f->names, "%s%u", ludii_text(x->f, name), p));
    return found;
}

/* A piece and a hand named without a player: each player's in his. */
static bool place_in_hands(lu *x, const ludii_value *v, const ludii_value *container, int32_t count, int32_t state)
{
    name_id piece = lu_string(x, v->items[0]), hand = lu_string(x, container);
    bool any = false;
    if (lu_container_find(x, hand))
        return false;
    for (uint32_t p = 1; p <= x->players; p++) {
        const lu_container *c = lu_container_find(x, intern_printf(x->f->names, "%s%u", ludii_text(x->f, hand), p));
        uint32_t n = lu_component_find(x, intern_printf(x->f->names, "%s%u", ludii_text(x->f, piece), p));
        n = n ? n : lu_component_find(x, piece);
        uint32_t at = c ? c->first : 0;
        while (c && n && at < c->first + c->count && x->start[LU_S_WHAT][at] && x->start[LU_S_WHAT][at] != (int32_t)n)
            at++;
        if (c && n && at < c->first + c->count) {
            put_hidden(x, v, n, (int32_t)at, count, state);
            any = true;
        }
    }
    return any;
}

void lu_place_piece(lu *x, const ludii_value *v)
{
    const ludii_value *container = second_string(x, v), *site = lu_item(x, v, "Int"), *coord = lu_arg(x, v, "coord");
    int32_t count = number_arg(x, v, "count", 1), state = number_arg(x, v, "state", 0), at = 0;
    if (container && place_in_hands(x, v, container, count, state))
        return;
    if (container && !is_container(x, lu_string(x, container))) {
        lu_no_container(x, container);
        return;
    }
    uint32_t piece = piece_of(x, v->items[0]);
    if (container) {
        const lu_container *c = lu_container_find(x, lu_string(x, container));
        if (!c) {
            lu_no_container(x, container);
            return;
        }
        at = (int32_t)c->first;
        if (site)
            at += lu_fixed(x, site);
        else
            for (uint32_t i = 0; i < c->count && x->start[LU_S_WHAT][at] && x->start[LU_S_WHAT][at] != (int32_t)piece;
                 i++)
                at++;
    } else if (coord)
        at = lu_label_site(x, coord, lu_ground_of(x, v), ludii_text(x->f, lu_string(x, coord)));
    else if (site)
        at = lu_fixed(x, site);
    if (!container && !coord && !site)
        lu_refuse_ludeme(x, v);
    put_hidden(x, v, piece, spot_of(x, lu_ground_of(x, v), at), count, state);
}

void lu_place_pieces(lu *x, const ludii_value *v)
{
    const ludii_value *counts = lu_arg(x, v, "counts");
    int32_t state = number_arg(x, v, "state", 0);
    uint32_t piece = piece_of(x, v->items[0]), n = 0;
    for (uint32_t i = 1; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        if (!a || a->node->label != NAME_NONE || lu_is(x, a, "SiteType"))
            continue;
        if (lu_is(x, a, "Sites")) {
            const lu_region *r = lu_sites(x, a);
            if (!r->known)
                lu_refuse(x, a, "a region that changes");
            for (uint32_t k = 0; k < r->sites.count; k++, n++) {
                const uint32_t which = counts && counts->count == 1 ? 0 : n; /* one number is that of all sites */
                const int32_t count = counts && which < counts->count ? lu_fixed(x, counts->items[which]) : 1;
                put_hidden(x, v, piece, spot_of(x, lu_ground_of(x, v), (int32_t)r->sites.data[k]), count, state);
            }
            continue;
        }
        for (uint32_t k = 0; lu_array_of(x, a) && k < a->count; k++, n++) {
            const int32_t site = fixed_site(x, v, a->items[k]),
                          count = counts && n < counts->count ? lu_fixed(x, counts->items[n]) : 1;
            put_hidden(x, v, piece, spot_of(x, lu_ground_of(x, v), site), count, state);
        }
    }
}

void lu_start_sites(lu *x, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at"), *to = lu_arg(x, v, "to");
    const int32_t n = lu_fixed(x, v->items[1]);
    lu_ground on = lu_ground_of(x, v);
    if (lu_word_is(x, v->items[0], "Phase")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    const lu_region *r = at ? lu_one_site(x, kit_known(lu_fixed(x, at))) : lu_sites(x, to);
    if (!r->known)
        lu_refuse(x, to, "a region that changes");
    for (uint32_t i = 0; i < r->sites.count && !x->failed; i++) {
        const int32_t site = (int32_t)r->sites.data[i];
        if (lu_word_is(x, v->items[0], "Cost")) {
            lu_set_cost(x, on, site, n);
            continue;
        }
        if (n < 1)
            continue;
        uint32_t piece = 1; /* dice come first where they are put first */
        while (piece + 1 < x->components.count && vec_at(&x->components, piece).die)
            piece++;
        put(x, v, piece, spot_of(x, on, site), n, 0, 0);
        x->start[LU_S_WHO][spot_of(x, on, site)] = 0;
    }
}

/* The first kind of piece that a player has, on a site. */
static void give(lu *x, const ludii_value *v, int32_t site)
{
    int32_t spot = spot_of(x, lu_ground_of(x, v), site);
    kit_num piece = lu_first_piece(x, lu_role(x, v->items[0]));
    if (!piece.known || !piece.value) {
        lu_refuse(x, v, "sites of a role without a piece");
        return;
    }
    put_hidden(x, v, (uint32_t)piece.value, spot, 1, 0);
    if (!x->failed)
        x->start[LU_S_WHO][spot] = vec_at(&x->components, piece.value).owner;
}

void lu_start_role(lu *x, const ludii_value *v)
{
    const ludii_value *one = lu_item(x, v, "Int"), *coord = lu_arg(x, v, "coord");
    for (uint32_t i = 1; i < v->count && !x->failed; i++) {
        const ludii_value *a = v->items[i];
        if (!a || a->node->label != NAME_NONE || lu_is(x, a, "SiteType") || a == one)
            continue;
        const lu_region *r = lu_is(x, a, "Sites") ? lu_sites(x, a) : NULL;
        if (r && !r->known)
            lu_refuse(x, a, "a region that changes");
        for (uint32_t k = 0; r && k < r->sites.count; k++)
            give(x, v, (int32_t)r->sites.data[k]);
        for (uint32_t k = 0; lu_array_of(x, a) && k < a->count; k++) {
            give(x, v, fixed_site(x, v, a->items[k]));
        }
    }
    if (coord)
        give(x, v, lu_label_site(x, coord, lu_ground_of(x, v), ludii_text(x->f, lu_string(x, coord))));
    else if (one)
        give(x, v, lu_fixed(x, one));
}

static lu_state of_players(lu *x, const ludii_value *v)
{
    return lu_word_is(x, v->items[0], "Score") ? LU_S_SCORE : LU_S_AMOUNT;
}

void lu_start_player(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType");
    const int32_t n = lu_fixed(x, v->items[2]);
    const lu_state s = of_players(x, v);
    for (uint32_t p = 1; p <= x->players; p++)
        if (!role || lu_word_is(x, role, "Each") || lu_word_is(x, role, "All") || lu_fixed(x, role) == (int32_t)p)
            x->start[s][p] = n;
}

void lu_start(lu *x)
{
    const ludii_value *start = x->rules ? lu_item(x, x->rules, "Start") : NULL;
    for (uint32_t s = 0; s < LU_STATES; s++)
        x->start[s] = ARENA_ARRAY(x->a, int32_t, x->sites + x->players + 2);
    lu_start_dice(x);
    lu_find_stacks(x);
    if (!start)
        return;
    const ludii_value *list = lu_array_of(x, start->items[0]) ? start->items[0] : start;
    for (uint32_t i = 0; i < list->count && !x->failed; i++) {
        const ludeme_code *code = lu_code(x, list->items[i]);
        lu_place(x, list->items[i]);
        if (code && code->start)
            code->start(x, list->items[i]);
        else
            lu_refuse_ludeme(x, list->items[i]);
    }
    for (uint32_t i = 0; i < list->count && !x->failed; i++) /* now that all are set */
        if (lu_code(x, list->items[i])->start == lu_start_player)
            lu_state_var(x, of_players(x, list->items[i]));
}
