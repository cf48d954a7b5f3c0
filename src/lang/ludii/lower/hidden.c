/* What players do not see of a site: two sets of players for each, those to whom it is invisible
 * and those who see that something is there, but not what. They go with the piece, and stay where
 * it was. */
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static lu_num bit_of(lu *x, lu_num player)
{
    int32_t bits[20] = {0};
    for (uint32_t p = 1; p <= x->players && p < 20; p++)
        bits[p] = 1 << (p - 1);
    return lu_look(x, lu_table(x, 0, bits, x->players + 2, 0), player);
}

static lu_cond has_bit(lu *x, lu_state s, lu_num site, lu_num player)
{
    lu_num bit = bit_of(x, player), set = lu_at(x, lu_state_var(x, s), site);
    lu_cond in = lu_compare(x, IR_EQ, lu_op(x, IR_MOD, lu_op(x, IR_DIV, set, bit), lu_known(2)), lu_known(1));
    return lu_and(x, lu_compare(x, IR_GT, bit, lu_known(0)), in);
}

static void change_bit(lu *x, lu_state s, lu_num site, lu_num player, bool on)
{
    lu_num bit = bit_of(x, player), set = lu_at(x, lu_state_var(x, s), site);
    lu_num with = lu_op(x, on ? IR_ADD : IR_SUB, set, bit);
    lu_cond has = has_bit(x, s, site, player);
    lu_set_at(x, x->vars[s], site, on ? lu_choose_num(x, has, set, with) : lu_choose_num(x, has, with, set));
}

/* Players that are listed behind a label, as a set. */
int32_t lu_hidden_from(lu *x, const ludii_value *v, const char *label)
{
    const ludii_value *list = lu_arg(x, v, label);
    int32_t set = 0;
    for (uint32_t i = 0; list && i < list->count; i++) {
        lu_num who = lu_role(x, list->items[i]);
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

static void show_to(lu *x, lu_num site, lu_num player, const char *how)
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
    ir_var player = lu_scratch(x, "watcher", 0, (int32_t)x->players + 1),
           site = lu_scratch(x, "shown", -2, (int32_t)x->sites);
    lu_set(x, player, who ? lu_clamp(x, lu_who(x, who), 0, (int32_t)x->players + 1, 0) : lu_known(0));
    ir_node after = lu_node(x);
    lu_loop l = {0};
    if (sites)
        l = lu_each_site(x, lu_frozen(x, lu_sites(x, sites)), site);
    else {
        lu_set(x, site, lu_as_site(x, lu_int(x, one)));
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GE, lu_read(x, site), lu_known(0))), after, x->at);
    }
    for (uint32_t p = 1; p <= (who ? 1 : x->players); p++)
        show_to(x, lu_as_site(x, lu_read(x, site)), who ? lu_read(x, player) : lu_known((int32_t)p),
                lu_word(x, v->items[0]));
    if (sites)
        lu_loop_end(x, &l);
    lu_go(x, after);
    x->cur = after;
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* How a player sees a site. */
static lu_cond seen(lu *x, lu_num site, lu_num player, const char *how)
{
    lu_cond none = lu_truth(false), invisible = none, masked = none;
    if (x->vars[LU_S_INVISIBLE] != IR_NONE)
        invisible = has_bit(x, LU_S_INVISIBLE, site, player);
    if (x->vars[LU_S_MASKED] != IR_NONE)
        masked = has_bit(x, LU_S_MASKED, site, player);
    return strcmp(how, "Invisible") == 0 ? invisible
           : strcmp(how, "Masked") == 0  ? masked
                                         : lu_not(x, lu_or(x, invisible, masked));
}

lu_cond lu_is_seen(lu *x, const ludii_value *v)
{
    return seen(x, lu_as_site(x, lu_int(x, v->items[2])), lu_who(x, v->items[3]), lu_word(x, v->items[0]));
}

typedef struct seen_by {
    const char *how;
    lu_num who;
} seen_by;

static lu_cond holds_seen(lu *x, const lu_region *r, lu_num site)
{
    const seen_by *s = (const seen_by *)(const void *)r->near;
    return seen(x, site, s->who, s->how);
}

/* Sites that a player sees in that way, whether something stands there or not. */
const lu_region *lu_sites_seen(lu *x, const char *how, lu_num who)
{
    seen_by *s = ARENA_NEW(x->a, seen_by);
    *s = (seen_by){how, who};
    lu_region *r = lu_dynamic(x, holds_seen, NULL);
    r->near = (const vec_u32 *)(const void *)s;
    return r;
}

/* A site that a piece has left: who moved it sees that nothing is there. */
void lu_leave_hidden(lu *x, lu_num site)
{
    static const lu_state sets[] = {LU_S_INVISIBLE, LU_S_MASKED};
    for (int i = 0; i < 2; i++) {
        if (x->vars[sets[i]] == IR_NONE)
            continue;
        ir_node after = lu_node(x);
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, lu_what_at(x, site), lu_known(0))), after, x->at);
        change_bit(x, sets[i], site, lu_context_num(x, LU_MOVER), false);
        lu_go(x, after);
        x->cur = after;
    }
}

/* ---- what players are told ---- */

/* Tags are seen by those of whom `visible` says so: decisions by who makes them, since what stands where is no secret
 * to the rules alone. When a move is made the keeper tells each player which sites look different now: empty, or the
 * kind of the piece, or, where that is masked, behind the kinds its owner. */

static void set_visible(lu *x, uint32_t player, bool on)
{
    ir_node to = lu_node(x);
    ir_expr cell = irb_expr_index(x->g, irb_expr_var(x->g, x->g->visible, x->at),
                                  irb_expr_symbol(x->g, x->roles[player - 1], x->at), x->at);
    ir_sym value = irb_symbol(x->g, intern_cstr(x->f->names, on ? "1" : "0"));
    irb_assign(x->g, x->cur, to, cell, irb_expr_symbol(x->g, value, x->at), x->at);
    x->cur = to;
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
    int32_t owner = what ? x->components.data[what].owner : 0;
    return x->start[LU_S_INVISIBLE][site] & bit        ? 0
           : what && x->start[LU_S_MASKED][site] & bit ? (int32_t)x->components.count + owner
                                                       : what;
}

static lu_num look_of(lu *x, lu_num site, uint32_t player)
{
    lu_num what = lu_what_at(x, site), who = lu_known((int32_t)player);
    lu_num covered = lu_op(x, IR_ADD, lu_known((int32_t)x->components.count), lu_look(x, lu_owner_table(x), what));
    lu_cond something = lu_compare(x, IR_NE, what, lu_known(0));
    lu_num look = lu_choose_num(x, lu_and(x, something, seen(x, site, who, "Masked")), covered, what);
    return lu_choose_num(x, seen(x, site, who, "Invisible"), lu_known(0), look);
}

void lu_report_sites(lu *x)
{
    int32_t high = (int32_t)(x->components.count + x->players) + 1;
    for (uint32_t p = 1; x->hides && p <= x->players; p++) {
        int32_t *first = ARENA_ARRAY(x->a, int32_t, x->sites);
        for (uint32_t i = 0; i < x->sites; i++)
            first[i] = first_look(x, i, p);
        ir_var looks = lu_array(x, arena_printf(x->a, "seen_by_%u", p), -2, (int32_t)x->sites - 1, 0, high, first),
               at = lu_scratch(x, "reported", 0, (int32_t)x->numbered), now = lu_scratch(x, "looks", 0, high);
        lu_say_to(x, p);
        lu_loop l = lu_loop_begin(x, at, lu_known(0), lu_known((int32_t)x->numbered));
        lu_num site = lu_read(x, at);
        site.high = (int32_t)x->numbered - 1;
        lu_set(x, now, look_of(x, site, p));
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_at(x, looks, site), lu_read(x, now))), l.next, x->at);
        lu_set_at(x, looks, site, lu_read(x, now));
        lu_tag_word(x, "See:@=#");
        lu_tag_site(x, site);
        lu_tag_num(x, lu_read(x, now));
        lu_loop_end(x, &l);
    }
    lu_say_to(x, SEEN_BY_ALL);
}
