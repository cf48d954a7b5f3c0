/* What players do not see of a site: two sets of players for each, those to whom it is invisible
 * and those who see that something is there, but not what. They go with the piece, and stay where
 * it was. */
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/grounds.h"
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

static void find_hidden_parts(lu *x, const ludii_value *v);

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
    find_hidden_parts(x, x->game);
}

static void show_to(lu *x, kit_num site, kit_num player, const char *how)
{
    bool invisible = strcmp(how, "Invisible") == 0, masked = strcmp(how, "Masked") == 0;
    if (invisible || x->vars[LU_S_INVISIBLE] != IR_NONE)
        change_bit(x, LU_S_INVISIBLE, site, player, invisible);
    if (masked || x->vars[LU_S_MASKED] != IR_NONE)
        change_bit(x, LU_S_MASKED, site, player, masked);
}

/* Each of the sites, in a loop; or the one, where it is a site. */
static kit_loop begin_sites(lu *x, const ludii_value *sites, const ludii_value *one, ir_var site, ir_node after)
{
    if (sites)
        return lu_each_site(x, lu_frozen(x, lu_sites(x, sites)), site);
    kit_set(x->k, site, lu_as_site(x, lu_int(x, one)));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, site), kit_known(0)), after);
    return (kit_loop){0};
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
    kit_loop l = begin_sites(x, sites, one, site, after);
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

/* ---- parts of sites, one by one ---- */

/* What an argument speaks of: the whole site, or parts of the piece there. */
static uint32_t parts_of(lu *x, const ludii_value *v, lu_state out[4])
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->count && n < 3; i++) {
        const ludii_value *a = v->items[i];
        if (!a ||
            !(lu_is(x, a, "HiddenData") || (lu_array_of(x, a) && a->count && lu_is(x, a->items[0], "HiddenData"))))
            continue;
        for (uint32_t k = 0; k < (lu_array_of(x, a) ? a->count : 1) && n < 3; k++) {
            const ludii_value *word = lu_array_of(x, a) ? a->items[k] : a;
            if (!lu_word_is(x, word, "What") && !lu_word_is(x, word, "Who"))
                lu_refuse(x, word, "hiding this part of a piece");
            out[n++] = lu_word_is(x, word, "What") ? LU_S_MASKED : LU_S_VEILED;
        }
    }
    if (!n)
        out[n++] = LU_S_INVISIBLE;
    if (x->stacks || lu_arg(x, v, "level") || lu_ground_of(x, v) != LU_OWN)
        lu_refuse_ludeme(x, v);
    return n;
}

static void find_hidden_parts(lu *x, const ludii_value *v)
{
    const char *class = v ? lu_class(x, v) : "";
    if (strcmp(class, "SetHidden") == 0 || (strcmp(class, "StartSet") == 0 && lu_arg(x, v, "to") && v->count &&
                                            v->items[0] && lu_word_seen_is(x, v->items[0], "Hidden"))) {
        lu_state parts[4];
        for (uint32_t i = parts_of(x, v, parts); i-- > 0;)
            lu_state_var(x, parts[i]);
        x->hides = true;
    }
    for (uint32_t i = 0; v && i < v->count; i++)
        find_hidden_parts(x, v->items[i]);
}

void lu_effect_hide(lu *x, const ludii_value *v)
{
    const ludii_value *sites = lu_item(x, v, "Sites"), *at = lu_arg(x, v, "at"), *to = lu_arg(x, v, "to"),
                      *truth = NULL;
    lu_state parts[4];
    const uint32_t n = parts_of(x, v, parts);
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE && lu_is(x, v->items[i], "Boolean"))
            truth = v->items[i];
    kit_cond on = truth ? lu_bool(x, truth) : kit_truth(true);
    const bool set = lu_is(x, to, "RoleType") && lu_is_set_of_players(x, to);
    kit_num who =
        set ? kit_known(0) : lu_keep_num(x, "watcher", kit_clamp(x->k, lu_who(x, to), 0, (int32_t)x->players + 1, 0));
    if (!on.known)
        lu_refuse(x, truth, "hiding on a condition");
    ir_var site = kit_scratch(x->k, "shown", -2, (int32_t)x->sites);
    ir_node after = kit_node(x->k);
    kit_loop l = begin_sites(x, sites, at, site, after);
    for (uint32_t p = 1; p <= (set ? x->players : 1); p++) {
        const kit_num player = set ? kit_known((int32_t)p) : who;
        ir_node next = kit_node(x->k);
        if (set)
            kit_branch_to(x->k, lu_is_in_set(x, to, player), next);
        for (uint32_t i = 0; i < n && !x->failed; i++)
            change_bit(x, parts[i], lu_as_site(x, kit_read(x->k, site)), player, on.value);
        kit_go(x->k, next);
        x->k->cur = next;
    }
    if (sites)
        kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* At the beginning, when all pieces stand on the board. */
void lu_start_hide(lu *x, const ludii_value *v) { vec_push(x->a, &x->hidden_first, v); }

/* All parts that are meant are hidden. */
static kit_cond is_hidden(lu *x, const ludii_value *v, kit_num site)
{
    lu_state parts[4];
    const ludii_value *to = lu_arg(x, v, "to");
    kit_cond all = kit_truth(true);
    if (lu_is(x, to, "RoleType") && lu_is_set_of_players(x, to))
        lu_refuse(x, to, "what is hidden from several players");
    const kit_num who = lu_who(x, to);
    for (uint32_t i = parts_of(x, v, parts); i-- > 0 && !x->failed;)
        all = x->vars[parts[i]] == IR_NONE ? kit_truth(false) : kit_and(x->k, all, has_bit(x, parts[i], site, who));
    return all;
}

kit_cond lu_is_hidden(lu *x, const ludii_value *v)
{
    return is_hidden(x, v, lu_as_site(x, lu_int(x, lu_arg(x, v, "at"))));
}

static kit_cond holds_hidden(lu *x, const lu_region *r, kit_num site) { return is_hidden(x, r->v, site); }

const lu_region *lu_sites_hidden(lu *x, const ludii_value *v)
{
    lu_region *r = lu_dynamic(x, holds_hidden, &lu_all_sites(x, false)->sites);
    r->v = v;
    return r;
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
    static const lu_state sets[] = {LU_S_INVISIBLE, LU_S_MASKED, LU_S_VEILED};
    for (int i = 0; i < 3; i++) {
        if (x->vars[sets[i]] == IR_NONE)
            continue;
        ir_node after = kit_node(x->k);
        kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)), after);
        if (lu_quirk(x, QUIRK_LEFT_IS_SEEN))
            kit_set_at(x->k, x->vars[sets[i]], site, kit_known(0));
        else
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
    if (x->vars[LU_S_VEILED] != IR_NONE)
        covered = kit_choose(x->k, has_bit(x, LU_S_VEILED, site, who),
                             kit_known((int32_t)(x->components.count + x->players) + 2), covered);
    kit_num look = kit_choose(x->k, kit_and(x->k, something, seen(x, site, who, "Masked")), covered, what);
    return kit_choose(x->k, seen(x, site, who, "Invisible"), kit_known(0), look);
}

void lu_report_sites(lu *x)
{
    int32_t high = (int32_t)(x->components.count + x->players) + 2;
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
