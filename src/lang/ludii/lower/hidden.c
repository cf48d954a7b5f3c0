/* What players do not see of a site: two sets of players for each, those to whom it is invisible
 * and those who see that something is there, but not what. They go with the piece, and stay where
 * it was. */
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static kit_num bit_of(lu *x, kit_num player)
{
    int32_t bits[20] = {0};
    for (uint32_t p = 1; p <= x->players && p < 20; p++)
        bits[p] = 1 << (p - 1);
    return kit_look(x->k, kit_table(x->k, 0, bits, x->players + 2, 0), player);
}

static kit_cond has_bit(lu *x, lu_state s, kit_num site, kit_num player)
{
    kit_num bit = bit_of(x, player), set = kit_at(x->k, lu_state_var(x, s), site);
    kit_cond in =
        kit_compare(x->k, IR_EQ, kit_op(x->k, IR_MOD, kit_op(x->k, IR_DIV, set, bit), kit_known(2)), kit_known(1));
    return kit_and(x->k, kit_compare(x->k, IR_GT, bit, kit_known(0)), in);
}

static void change_bit(lu *x, lu_state s, kit_num site, kit_num player, bool on)
{
    kit_num bit = bit_of(x, player), set = kit_at(x->k, lu_state_var(x, s), site);
    kit_num with = kit_op(x->k, on ? IR_ADD : IR_SUB, set, bit);
    kit_cond has = has_bit(x, s, site, player);
    kit_set_at(x->k, x->vars[s], site, on ? kit_choose(x->k, has, set, with) : kit_choose(x->k, has, with, set));
}

/* Players that are listed behind a label, as a set. */
int32_t lu_hidden_from(lu *x, const ludii_value *v, const char *label)
{
    const ludii_value *list = lu_arg(x, v, label);
    int32_t set = 0;
    for (uint32_t i = 0; list && i < list->count; i++) {
        kit_num who = lu_role(x, list->items[i]);
        if (!who.known || who.value < 1 || who.value > (int32_t)x->players)
            lu_refuse(x, list, "this role here");
        else
            set |= 1 << (who.value - 1);
    }
    if (set && x->stacks)
        lu_refuse(x, list, "hidden pieces of stacks");
    return set;
}

void lu_find_hidden(lu *x)
{
    bool invisible = lu_has_word(x, x->game, "SetRegionType", "Invisible"),
         masked = lu_has_word(x, x->game, "SetRegionType", "Masked");
    for (uint32_t i = 0; i < x->sites; i++) {
        invisible |= x->start[LU_S_INVISIBLE][i] != 0;
        masked |= x->start[LU_S_MASKED][i] != 0;
    }
    if (invisible)
        lu_state_var(x, LU_S_INVISIBLE);
    if (masked || x->masks_random)
        lu_state_var(x, LU_S_MASKED);
    x->hides = invisible || masked || x->masks_random;
}

static void show_to(lu *x, kit_num site, kit_num player, const char *how)
{
    bool invisible = strcmp(how, "Invisible") == 0, masked = strcmp(how, "Masked") == 0;
    if (invisible || x->vars[LU_S_INVISIBLE] != IR_NONE)
        change_bit(x, LU_S_INVISIBLE, site, player, invisible);
    if (masked || x->vars[LU_S_MASKED] != IR_NONE)
        change_bit(x, LU_S_MASKED, site, player, masked);
}

void lu_effect_show(lu *x, const ludii_value *v)
{
    const ludii_value *sites = lu_item(x, v, "Sites"), *one = lu_item(x, v, "Int"), *who = lu_item(x, v, "RoleType");
    who = who ? who : lu_item(x, v, "Player");
    if (x->stacks || lu_arg(x, v, "level")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    ir_var player = kit_scratch(x->k, "watcher", 0, (int32_t)x->players + 1),
           site = kit_scratch(x->k, "shown", -2, (int32_t)x->sites);
    kit_set(x->k, player, who ? kit_clamp(x->k, lu_who(x, who), 0, (int32_t)x->players + 1, 0) : kit_known(0));
    ir_node after = kit_node(x->k);
    kit_loop l = {0};
    if (sites)
        l = lu_each_site(x, lu_frozen(x, lu_sites(x, sites)), site);
    else {
        kit_set(x->k, site, lu_as_site(x, lu_int(x, one)));
        kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, site), kit_known(0)), after);
    }
    for (uint32_t p = 1; p <= (who ? 1 : x->players); p++)
        show_to(x, lu_as_site(x, kit_read(x->k, site)), who ? kit_read(x->k, player) : kit_known((int32_t)p),
                lu_word(x, v->items[0]));
    if (sites)
        kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* How a player sees a site. */
static kit_cond seen(lu *x, kit_num site, kit_num player, const char *how)
{
    kit_cond none = kit_truth(false), invisible = none, masked = none;
    if (x->vars[LU_S_INVISIBLE] != IR_NONE)
        invisible = has_bit(x, LU_S_INVISIBLE, site, player);
    if (x->vars[LU_S_MASKED] != IR_NONE)
        masked = has_bit(x, LU_S_MASKED, site, player);
    return strcmp(how, "Invisible") == 0 ? invisible
           : strcmp(how, "Masked") == 0  ? masked
                                         : kit_not(x->k, kit_or(x->k, invisible, masked));
}

kit_cond lu_is_seen(lu *x, const ludii_value *v)
{
    return seen(x, lu_as_site(x, lu_int(x, v->items[2])), lu_who(x, v->items[3]), lu_word(x, v->items[0]));
}

typedef struct seen_by {
    const char *how;
    kit_num who;
} seen_by;

static kit_cond holds_seen(lu *x, const lu_region *r, kit_num site)
{
    const seen_by *s = (const seen_by *)(const void *)r->near;
    return seen(x, site, s->who, s->how);
}

/* Sites that a player sees in that way, whether something stands there or not. */
const lu_region *lu_sites_seen(lu *x, const char *how, kit_num who)
{
    seen_by *s = ARENA_NEW(x->a, seen_by);
    *s = (seen_by){how, who};
    lu_region *r = lu_dynamic(x, holds_seen, NULL);
    r->near = (const vec_u32 *)(const void *)s;
    return r;
}

/* A site that a piece has left: who moved it sees that nothing is there. */
void lu_leave_hidden(lu *x, kit_num site)
{
    static const lu_state sets[] = {LU_S_INVISIBLE, LU_S_MASKED};
    for (int i = 0; i < 2; i++) {
        if (x->vars[sets[i]] == IR_NONE)
            continue;
        ir_node after = kit_node(x->k);
        kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)), after);
        change_bit(x, sets[i], site, lu_context_num(x, LU_MOVER), false);
        kit_go(x->k, after);
        x->k->cur = after;
    }
}

/* ---- what players are told ---- */

/* Tags are seen by those of whom `visible` says so: decisions by who makes them, since what stands where is no secret
 * to the rules alone. When a move is made the keeper tells each player which sites look different now: empty, or the
 * kind of the piece, or, where that is masked, behind the kinds its owner. */

static void set_visible(lu *x, uint32_t player, bool on)
{
    kit_assign(x->k, kit_entry(x->k, x->k->g->visible, x->roles[player - 1]),
               kit_symbol(x->k, kit_sym(x->k, on ? "1" : "0")));
}

void lu_say_to(lu *x, uint32_t player)
{
    for (uint32_t p = 1; x->hides && p <= x->players; p++)
        set_visible(x, p, player == SEEN_BY_ALL || player == p);
}

/* How the site looked to the player at the beginning. */
static int32_t first_look(const lu *x, uint32_t site, uint32_t player)
{
    int32_t what = x->start[LU_S_WHAT][site], bit = 1 << (player - 1);
    int32_t owner = what ? vec_at(&x->components, what).owner : 0;
    return x->start[LU_S_INVISIBLE][site] & bit        ? 0
           : what && x->start[LU_S_MASKED][site] & bit ? (int32_t)x->components.count + owner
                                                       : what;
}

static kit_num look_of(lu *x, kit_num site, uint32_t player)
{
    kit_num what = lu_what_at(x, site), who = kit_known((int32_t)player);
    kit_num covered =
        kit_op(x->k, IR_ADD, kit_known((int32_t)x->components.count), kit_look(x->k, lu_owner_table(x), what));
    kit_cond something = kit_compare(x->k, IR_NE, what, kit_known(0));
    kit_num look = kit_choose(x->k, kit_and(x->k, something, seen(x, site, who, "Masked")), covered, what);
    return kit_choose(x->k, seen(x, site, who, "Invisible"), kit_known(0), look);
}

void lu_report_sites(lu *x)
{
    int32_t high = (int32_t)(x->components.count + x->players) + 1;
    for (uint32_t p = 1; x->hides && p <= x->players; p++) {
        int32_t *first = ARENA_ARRAY(x->a, int32_t, x->sites);
        for (uint32_t i = 0; i < x->sites; i++)
            first[i] = first_look(x, i, p);
        ir_var looks = kit_array(x->k, arena_printf(x->a, "seen_by_%u", p), -2, (int32_t)x->sites - 1, 0, high, first),
               at = kit_scratch(x->k, "reported", 0, (int32_t)x->numbered), now = kit_scratch(x->k, "looks", 0, high);
        lu_say_to(x, p);
        kit_loop l = kit_loop_begin(x->k, at, kit_known(0), kit_known((int32_t)x->numbered));
        kit_num site = kit_read(x->k, at);
        site.high = (int32_t)x->numbered - 1;
        kit_set(x->k, now, look_of(x, site, p));
        kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_at(x->k, looks, site), kit_read(x->k, now)), l.next);
        kit_set_at(x->k, looks, site, kit_read(x->k, now));
        lu_tag_word(x, "See:@=#");
        lu_tag_site(x, site);
        lu_tag_num(x, kit_read(x->k, now));
        kit_loop_end(x->k, &l);
    }
    lu_say_to(x, SEEN_BY_ALL);
}
