/* Moves of each piece of a player. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

static bool chosen(lu *x, const lu_component *c, const ludii_value *names)
{
    if (!names)
        return true;
    if (!lu_array_of(x, names))
        return c->base == lu_string(x, names) || c->name == lu_string(x, names);
    for (uint32_t i = 0; i < names->count; i++)
        if (chosen(x, c, names->items[i]))
            return true;
    return false;
}

/* The one kind among those of `in` that each player has; NULL when somebody has several. */
static const int32_t *only_kinds(lu *x, const bool *in, bool *all)
{
    int32_t *kinds = ARENA_ARRAY(x->a, int32_t, x->players + 2);
    for (uint32_t c = 1; c < x->components.count; c++) {
        int owner = vec_at(&x->components, c).owner;
        if (!in[c])
            continue;
        if (owner < 1 || owner > (int)x->players || kinds[owner])
            return NULL;
        kinds[owner] = (int32_t)c;
    }
    *all = true;
    for (uint32_t p = 1; p <= x->players; p++)
        *all &= kinds[p] != 0;
    return kinds;
}

/* Pieces of `in` that are the player's. Where that is one kind, it is compared, since the sites of one kind are found
 * at once. */
typedef struct kinds {
    bool one;
    kit_num kind; /* the one */
    ir_const fits;
    kit_num who;
} kinds;

static kinds begin_kinds(lu *x, const bool *in, kit_num who)
{
    bool all, everybody = who.known && who.value == (int32_t)x->players + 1;
    const int32_t *only = everybody ? NULL : only_kinds(x, in, &all);
    kinds k = {.one = only != NULL, .who = who};
    if (only) {
        k.kind = kit_look(x->k, kit_table(x->k, 0, only, x->players + 1, 0), who);
        if (!all || who.low < 1)
            kit_check(x->k, kit_compare(x->k, IR_NE, k.kind, kit_known(0)));
        return k;
    }
    uint32_t w = x->players + 2;
    int32_t *fits = ARENA_ARRAY(x->a, int32_t, x->components.count * w);
    for (uint32_t c = 1; c < x->components.count; c++)
        for (uint32_t p = 0; p < w; p++)
            fits[c * w + p] = in[c] && (vec_at(&x->components, c).owner == (int)p || p == w - 1);
    k.fits = kit_table2(x->k, 0, fits, x->components.count, w, 0);
    return k;
}

static void check_kind(lu *x, const kinds *k, kit_num what)
{
    kit_check(x->k, k->one ? kit_compare(x->k, IR_EQ, what, k->kind)
                           : kit_compare(x->k, IR_EQ, kit_look2(x->k, k->fits, what, k->who), kit_known(1)));
}

/* Pieces of the player with the same moves, from any of their sites. */
static void for_group(lu *x, const ludii_value *v, const lu_use *k, const lu_region *where, lu_ground on, kit_num who,
                      const bool *in, const ludii_value *moves)
{
    kinds which = begin_kinds(x, in, who);
    lu_at_once o;
    if (on == LU_OWN && lu_goes_at_once(x, moves, k, &o)) {
        const ir_node entry = x->k->cur;
        for (uint32_t i = 0; i < o.count; i++) {
            x->k->cur = entry;
            lu_pick_site(x, where, o.site);
            kit_num what = lu_what_at(x, kit_read(x->k, o.site));
            check_kind(x, &which, what);
            lu_go_at_once(x, &o, which.one ? which.kind : what, i, k->found);
        }
        return;
    }
    lu_pick_site(x, where, lu_context_var(x, LU_FROM));
    kit_num what = lu_what_on(x, on, lu_context_num(x, LU_FROM));
    lu_use use = *k;
    use.each = true;
    use.by_level = x->stacks && !lu_flag(x, v, "top", false);
    if (x->stacks && lu_flag(x, v, "top", false))
        kit_set(x->k, lu_context_var(x, LU_LEVEL),
                kit_op(x->k, IR_SUB, lu_size_at(x, lu_context_num(x, LU_FROM)), kit_known(1)));
    else if (x->stacks) {
        kit_pick(x->k, lu_context_var(x, LU_LEVEL), 0, (int32_t)x->height - 1);
        what = lu_what_level(x, lu_context_num(x, LU_FROM), lu_context_num(x, LU_LEVEL));
    }
    check_kind(x, &which, what);
    if (on == LU_OWN)
        lu_check_hops(x, moves, k, which.one ? which.kind : what);
    lu_rank_piece(x, where, in, moves, &use);
    if (k->aim && on == LU_OWN)
        lu_check_bounds(x, moves, lu_context_num(x, LU_FROM), kit_read(x->k, *k->aim));
    lu_moves(x, moves, &use);
}

static bool owned_by_player(const lu *x, const lu_component *c, kit_num who)
{
    return !who.known || who.value == c->owner || who.value == (int32_t)x->players + 1;
}

/* A role that is one of the players who may not be the mover. */
static bool is_one_player(lu *x, const ludii_value *role)
{
    const char *w = lu_word(x, role);
    return strcmp(w, "Next") == 0 || strcmp(w, "Prev") == 0 || strcmp(w, "Player") == 0 ||
           (strcmp(w, "Enemy") == 0 && x->players == 2) || (w[0] == 'P' && w[1] >= '1' && w[1] <= '9');
}

void lu_for_piece(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *moves = lu_item(x, v, "Moves"), *role = lu_item(x, v, "RoleType"),
                      *container = lu_arg(x, v, "container"), *names = NULL;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE &&
            (lu_array_of(x, v->items[i]) || lu_string(x, v->items[i]) != NAME_NONE))
            names = v->items[i];
    lu_ground on = lu_ground_of(x, v);
    if ((lu_arg(x, v, "top") && !x->stacks) || (on != LU_OWN && (x->stacks || container)))
        lu_refuse_ludeme(x, v);
    const lu_region *where = on != LU_OWN ? lu_all_on(x, on)
                             : container  ? lu_container_sites(x, container)
                                          : lu_all_sites(x, false);
    const ludii_value *player = lu_item(x, v, "Player");
    kit_num who = kit_known(0);
    if (role && (lu_word_is(x, role, "TeamMover") || lu_word_is(x, role, "Friend") || lu_word_is(x, role, "Ally"))) {
        ir_var member = kit_scratch(x->k, "member", 0, (int32_t)x->players);
        kit_pick(x->k, member, 1, (int32_t)x->players);
        kit_check(x->k, lu_is_in_set(x, role, kit_read(x->k, member)));
        who = kit_read(x->k, member);
    } else
        who = role ? lu_role(x, role) : player ? lu_who(x, player) : lu_context_num(x, LU_MOVER);
    if (player || (role && is_one_player(x, role))) { /* who moves while they are found */
        kit_num outer = lu_keep(x, LU_MOVER, "outer"), next = x->uses_next ? lu_keep(x, LU_NEXT, "next") : kit_known(0);
        if (k->play && lu_quirk(x, QUIRK_OWN_PIECES_ONLY) && !(role && lu_word(x, role)[0] == 'P'))
            lu_refuse(x, v, "moving the pieces of another player");
        use.other_mover = true;
        use.mover = kit_scratch(x->k, "mover", 0, (int32_t)x->players + 1);
        kit_set(x->k, use.mover, outer);
        who = lu_keep_num(x, "who", who);
        kit_cond other = kit_and(x->k, kit_compare(x->k, IR_GE, who, kit_known(1)),
                                 kit_compare(x->k, IR_LE, who, kit_known((int32_t)x->players)));
        kit_set(x->k, lu_context_var(x, LU_MOVER), kit_choose(x->k, other, who, outer));
        use.as = kit_scratch(x->k, "as", 0, (int32_t)x->players + 1);
        kit_set(x->k, use.as, lu_context_num(x, LU_MOVER));
        if (x->uses_next)
            kit_set(x->k, lu_context_var(x, LU_NEXT),
                    kit_choose(x->k, kit_and(x->k, other, kit_compare(x->k, IR_NE, who, outer)), outer, next));
    }
    ir_node entry = x->k->cur;
    uint32_t n = x->components.count;
    bool *done = ARENA_ARRAY(x->a, bool, n);
    const bool shared =
        role && lu_word_is(x, role, "Shared"); /* unlike All: those that belong to nobody in particular */
    for (uint32_t c = 1; c < n && !x->failed; c++) {
        const lu_component *p = &vec_at(&x->components, c);
        const ludii_value *own = moves ? moves : p->moves;
        if (done[c] || !own || !chosen(x, p, names) || !owned_by_player(x, p, who) ||
            (shared && p->owner != (int)x->players + 1))
            continue;
        bool *in = ARENA_ARRAY(x->a, bool, n);
        for (uint32_t d = c; d < n; d++)
            if (chosen(x, &vec_at(&x->components, d), names) && (moves || vec_at(&x->components, d).moves == own) &&
                (!shared || vec_at(&x->components, d).owner == p->owner))
                done[d] = in[d] = true;
        x->k->cur = entry;
        for_group(x, v, &use, where, on, who, in, own);
        const ludii_value *from = lu_item(x, own, "From"); /* pieces on sites of that type are found, too */
        if (on != LU_OWN || !from || lu_ground_of(x, from) == LU_OWN || x->stacks || container)
            continue;
        x->k->cur = entry;
        for_group(x, v, &use, lu_all_on(x, lu_ground_of(x, from)), lu_ground_of(x, from), who, in, own);
    }
}

/* An effect for each piece, on (from). */
void lu_effect_for_piece(lu *x, const ludii_value *v)
{
    const ludii_value *moves = lu_item(x, v, "Moves"), *role = lu_item(x, v, "RoleType"),
                      *player = lu_item(x, v, "Player"), *names = NULL;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE &&
            (lu_array_of(x, v->items[i]) || lu_string(x, v->items[i]) != NAME_NONE))
            names = v->items[i];
    const bool top = x->stacks && lu_flag(x, v, "top", false);
    if (!moves || (!top && (x->stacks || lu_arg(x, v, "top"))) || (top && lu_mentions(x, moves, "Level")) ||
        lu_ground_of(x, v) != LU_OWN || lu_arg(x, v, "container")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    const bool set = role && lu_is_set_of_players(x, role);
    kit_num who = set      ? kit_known((int32_t)x->players + 1)
                  : role   ? lu_role(x, role)
                  : player ? lu_who(x, player)
                           : lu_context_num(x, LU_MOVER);
    who = lu_keep_num(x, "owner", kit_clamp(x->k, who, 0, (int32_t)x->players + 1, 0));
    ir_const fits = lu_piece_table(x, names);
    ir_var site = kit_scratch(x->k, "site", 0, (int32_t)x->default_count),
           marks = kit_array(x->k, "marks", -2, (int32_t)x->sites - 1, 0, 1, NULL);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->default_count));
    kit_num at = kit_read(x->k, site);
    at.high = (int32_t)x->default_count - 1;
    kit_cond is = kit_compare(x->k, IR_EQ, kit_look2(x->k, fits, lu_what_at(x, at), who), kit_known(1));
    if (set)
        is = kit_and(x->k, is, lu_is_in_set(x, role, lu_who_at(x, at)));
    kit_set_at(x->k, marks, at, kit_choose(x->k, is, kit_known(1), kit_known(0)));
    kit_loop_end(x->k, &l);
    lu_effect_for_each(
        x, v, &(lu_each){.region = lu_marked(x, marks, &lu_all_sites(x, false)->sites), .only_from = true}, moves);
}
