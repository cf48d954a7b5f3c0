/* What happens without a decision: programs, not choices. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"
#include "lang/ludii/lower/queue.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/together.h"

#include <string.h>

static void follow(lu *x, const ludii_value *then)
{
    if (then)
        lu_effect(x, then->items[0]);
}

static void then_of(lu *x, const ludii_value *v) { follow(x, lu_item(x, v, "Then")); }

/* What follows one of several, which knows (from) and (to) as they were in front of them. */
static void then_of_each(lu *x, const ludii_value *v, kit_num from, kit_num to)
{
    if (!lu_item(x, v, "Then"))
        return;
    kit_num own_from = lu_keep(x, LU_FROM, "own"), own_to = lu_keep(x, LU_TO, "own");
    kit_set(x->k, lu_context_var(x, LU_FROM), from);
    kit_set(x->k, lu_context_var(x, LU_TO), to);
    then_of(x, v);
    kit_set(x->k, lu_context_var(x, LU_FROM), own_from);
    kit_set(x->k, lu_context_var(x, LU_TO), own_to);
}

/* ---- several, conditions ---- */

static void join(lu *x, ir_node after, ir_node no)
{
    kit_go(x->k, after);
    x->k->cur = no;
}

/* One of two effects, and what follows it, if it does something. */
static void branch_of_if(lu *x, const ludii_value *v, const ludii_value *branch)
{
    ir_node after = kit_node(x->k);
    if (lu_item(x, v, "Then"))
        kit_branch_to(x->k, lu_does(x, branch), after);
    if (branch)
        lu_effect(x, branch);
    if (branch)
        then_of(x, v);
    join(x, after, after);
}

void lu_effect_if(lu *x, const ludii_value *v)
{
    kit_cond c = lu_decided_before(x, v);
    ir_node after = kit_node(x->k), no = kit_branch(x->k, c);
    branch_of_if(x, v, v->items[1]);
    join(x, after, no);
    branch_of_if(x, v, v->items[2]);
    join(x, after, after);
}

void lu_effect_apply(lu *x, const ludii_value *v)
{
    if (!v->items[1])
        return;
    ir_node after = kit_node(x->k), no = v->items[0] ? kit_branch(x->k, lu_bool(x, v->items[0])) : IR_NONE;
    lu_effect(x, v->items[1]);
    kit_go(x->k, after);
    if (no != IR_NONE) {
        x->k->cur = no;
        kit_go(x->k, after);
    }
    x->k->cur = after;
}

/* ---- sites ---- */

/* The region as it is now, for loops that change what it is made of. */
const lu_region *lu_frozen(lu *x, const lu_region *r)
{
    for (uint32_t i = 0; i < x->before->regions.count; i++)
        if (vec_at(&x->before->regions, i).region == r)
            return r;
    if (r->known)
        return r;
    ir_var marks = kit_array(x->k, "marks", -2, (int32_t)x->sites - 1, 0, 1, NULL),
           site = kit_scratch(x->k, "marked", -2, (int32_t)x->sites);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->sites));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    l = lu_each_site(x, r, site);
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(1));
    kit_loop_end(x->k, &l);
    return lu_marked(x, marks, &r->sites);
}

void lu_effect_add(lu *x, const ludii_value *v)
{
    const ludii_value *piece = lu_item(x, v, "MovePiece"), *to = lu_item(x, v, "To"), *count = lu_arg(x, v, "count"),
                      *state = piece ? lu_arg(x, piece, "state") : NULL;
    if (!to || (x->stacks && lu_ground_of(x, to) != LU_OWN)) /* stacks are on the board's own sites */
        lu_refuse_ludeme(x, v);
    lu_flag(x, v, "stack", false); /* in games with stacks all pieces are added to them */
    const ludii_value *sites = to ? lu_item(x, to, "Sites") : NULL, *one = to ? lu_item(x, to, "Int") : NULL,
                      *c = to ? lu_arg(x, to, "if") : NULL;
    kit_num kind = piece ? lu_piece_number(x, piece->items[0]) : lu_first_piece(x, lu_context_num(x, LU_MOVER));
    kit_num n = count ? lu_int(x, count) : kit_known(1);
    /* of later versions an empty site may have a value already, and keeps it */
    const bool leave = lu_quirk(x, QUIRK_EMPTY_HAS_STATE) && !x->stacks, below = lu_goes_below(x, to);
    if (below && (count || x->tells || x->tracks.count))
        lu_refuse(x, to, "such a piece below a stack");
    const kit_num none = kit_known(0);
    kit_num s = state ? lu_int(x, state) : kit_known(leave ? -1 : 0), outer = lu_keep(x, LU_TO, "outer"),
            from = lu_keep(x, LU_FROM, "outer");
    kind = lu_keep_num(x, "kind", kind), n = lu_keep_num(x, "number", n),
    s = lu_keep_num(x, "state", s); /* before (to) changes */
    ir_var site = lu_context_var(x, LU_TO);
    kit_loop l = {0};
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, n, kit_known(1)), after);
    if (sites)
        l = lu_each_site(x, lu_frozen(x, lu_sites(x, sites)), site);
    else {
        kit_set(x->k, site, lu_as_site(x, one ? lu_int(x, one) : lu_context_num(x, LU_TO)));
        ir_node off = kit_branch(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, site), kit_known(0)));
        kit_link(x->k, off, after);
    }
    if (c) {
        ir_node no = kit_branch(x->k, lu_bool(x, c));
        kit_link(x->k, no, sites ? l.next : after);
    }
    kit_num spot = lu_spot(x, lu_ground_of(x, to), kit_read(x->k, site));
    if (!lu_only_tells(x, true, spot, kind)) {
        if (lu_item(x, to, "Apply"))
            lu_effect(x, lu_item(x, to, "Apply"));
        const ir_node added = kit_node(x->k);
        if (!below)
            lu_add_beside(x, lu_inside(x, spot), n, s, added);
        if (below)
            lu_push_below(x, spot, &(lu_piece){kind, kit_look(x->k, lu_owner_table(x), kind), s, none, none});
        else
            lu_arrive(x, spot, kind, n, s);
        lu_follow_tracks(x, kind, kit_known(-1), spot);
        join(x, added, added);
    }
    then_of_each(x, v, from, outer);
    if (sites)
        kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, site, outer);
}

static void take(lu *x, kit_num site, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at"), *count = lu_arg(x, v, "count");
    if ((lu_arg(x, v, "level") && (count || !x->stacks)) || (at && count))
        lu_refuse(x, v, "removal of this part of a site");
    if (lu_only_tells(x, false, site, kit_known(0)))
        return;
    if (x->queue) {
        const ludii_value *level = lu_arg(x, v, "level");
        lu_queue_up(x, LU_Q_REMOVE, site, level ? lu_int(x, level) : kit_known(-1), kit_known(0));
    } else if (at && lu_word_is(x, at, "EndOfTurn")) {
        if (lu_mentions(x, x->game, "Set.NextPlayer") || (x->players == 1 && x->uses_next))
            lu_refuse(x, at, "removal at the end of turns of which rules say who moves next"); /* is it over then? */
        const kit_num so_far = x->stacks ? kit_at(x->k, lu_state_var(x, LU_S_TO_CLEAR), site) : kit_known(0);
        kit_set_at(x->k, lu_state_var(x, LU_S_TO_CLEAR), site, kit_op(x->k, IR_ADD, so_far, kit_known(1)));
        if (lu_quirk(x, QUIRK_CLEARED_FROM_BELOW))
            lu_pass_over(x, lu_arg(x, v, "level"));
    } else if (at && !lu_word_is(x, at, "StartOfTurn"))
        lu_refuse(x, at, "removal at that moment");
    else if (lu_arg(x, v, "level") && x->stacks)
        lu_remove_level(x, site, lu_int(x, lu_arg(x, v, "level")));
    else {
        lu_leave_tracks(x, lu_what_at(x, site), site);
        lu_note_end(x, site);
        if (count && (x->uses_count || x->stacks))
            lu_take(x, site, lu_int(x, count));
        else
            lu_clear_site(x, site);
    }
}

/* What follows does so for each piece that there is. */
static void take_and_follow(lu *x, kit_num site, const ludii_value *v)
{
    ir_node after = kit_node(x->k);
    if (lu_item(x, v, "Then")) {
        site = lu_keep_num(x, "taken", site);
        kit_branch_to(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), after);
        kit_branch_to(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, site), kit_known(0)), after);
    }
    take(x, site, v);
    then_of(x, v);
    join(x, after, after);
}

void lu_effect_remove(lu *x, const ludii_value *v)
{
    const ludii_value *sites = lu_item(x, v, "Sites"), *one = lu_item(x, v, "Int");
    lu_ground on = lu_ground_of(x, v);
    if (sites) {
        ir_var site = kit_scratch(x->k, "removed", -2, (int32_t)x->sites);
        kit_loop l = lu_each_site(x, lu_frozen(x, lu_sites(x, sites)), site);
        take_and_follow(x, lu_spot(x, on, kit_read(x->k, site)), v);
        kit_loop_end(x->k, &l);
    } else
        take_and_follow(x, lu_spot(x, on, lu_as_site(x, lu_int(x, one))), v);
}

/* A kind by its name without the owner's number, or by its number. */
kit_num lu_promoted(lu *x, const ludii_value *piece, const ludii_value *who)
{
    if (lu_array_of(x, piece) && piece->count) /* one after the other */
        piece = piece->items[piece->count - 1];
    name_id name = lu_string(x, piece);
    if (who)
        lu_touch(x, who);
    if (!who || name == NAME_NONE)
        return lu_piece_number(x, piece);
    int32_t of[24] = {0};
    for (uint32_t i = x->components.count - 1; i > 0; i--)
        if (strstr(ludii_text(x->f, vec_at(&x->components, i).name), ludii_text(x->f, name)) &&
            vec_at(&x->components, i).owner >= 0 && vec_at(&x->components, i).owner < 20)
            of[vec_at(&x->components, i).owner] = (int32_t)i;
    return kit_look(x->k, kit_table(x->k, 0, of, x->players + 2, 0), lu_who(x, who));
}

void lu_effect_promote(lu *x, const ludii_value *v)
{
    const ludii_value *one = lu_item(x, v, "Int"), *piece = lu_item(x, v, "MovePiece"),
                      *who = lu_item(x, v, "RoleType");
    who = who ? who : lu_item(x, v, "Player");
    kit_num site = lu_spot(x, lu_ground_of(x, v), lu_as_site(x, one ? lu_int(x, one) : lu_context_num(x, LU_TO)));
    ir_node after = kit_node(x->k), no = kit_branch(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)));
    kit_num kind = lu_promoted(x, piece->items[0], who);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kind, kit_known(1)), after); /* nothing becomes nothing */
    lu_put_other_kind(x, site, kind);
    then_of(x, v);
    join(x, after, no);
    join(x, after, after);
}

/* A site of a variable that is known to be one. */
static kit_num inside(lu *x, ir_var site)
{
    kit_num n = kit_read(x->k, site);
    n.low = 0;
    return n;
}

void lu_effect_from_to(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To"), *count = lu_arg(x, v, "count");
    const ludii_value *source = from ? lu_item(x, from, "Int") : NULL, *target = to ? lu_item(x, to, "Int") : NULL,
                      *sources = from ? lu_item(x, from, "Sites") : NULL,
                      *targets = to ? lu_item(x, to, "Sites") : NULL;
    if (!from || !to || lu_arg(x, v, "copy")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    ir_var number = kit_scratch(x->k, "number", 0, 30000);
    kit_set(x->k, number, count ? kit_clamp(x->k, lu_int(x, count), 0, 30000, 0) : kit_known(1));
    kit_num outer_from = lu_keep(x, LU_FROM, "outer"), outer_to = lu_keep(x, LU_TO, "outer");
    ir_var f = lu_context_var(x, LU_FROM), t = lu_context_var(x, LU_TO);
    ir_node after = kit_node(x->k);
    kit_loop l = {0};
    const bool queue = sources && lu_waits(x, v) && !x->queue && !x->tells;
    if (queue)
        lu_begin_queue(x);
    if (sources)
        l = lu_each_site(x, lu_frozen(x, lu_sites(x, sources)), f);
    else {
        kit_set(x->k, f, lu_as_site(x, source ? lu_int(x, source) : lu_context_num(x, LU_FROM)));
        kit_set(x->k, t, lu_as_site(x, target ? lu_int(x, target) : lu_context_num(x, LU_TO)));
    }
    ir_node next = sources ? l.next : after;
    if (sources && target)
        kit_set(x->k, t, lu_as_site(x, lu_int(x, target)));
    kit_loop each = {0};
    if (targets) { /* one after the other, as long as something is left to go there */
        each = lu_each_site(x, lu_frozen(x, lu_sites(x, targets)), t);
        next = each.next;
    }
    kit_num at = lu_spot(x, lu_ground_of(x, from), kit_read(x->k, f)),
            there = lu_spot(x, lu_ground_of(x, to), kit_read(x->k, t));
    if (lu_ground_of(x, from) == LU_OWN)
        at = kit_read(x->k, f);
    if (lu_ground_of(x, to) == LU_OWN)
        there = kit_read(x->k, t);
    kit_cond fine = kit_and(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, at), kit_known(0)),
                            kit_compare(x->k, IR_GE, there, kit_known(0)));
    if (lu_arg(x, from, "if"))
        fine = kit_and(x->k, fine, lu_bool(x, lu_arg(x, from, "if")));
    if (lu_arg(x, to, "if"))
        fine = kit_and(x->k, fine, lu_bool(x, lu_arg(x, to, "if")));
    kit_branch_to(x->k, fine, next);
    fine = kit_compare(x->k, IR_GT, kit_read(x->k, number), kit_known(0));
    kit_branch_to(x->k, fine, next);
    if (lu_item(x, to, "Apply"))
        lu_effect(x, lu_item(x, to, "Apply"));
    const ludii_value *level = lu_arg(x, from, "level");
    /* of a stack only the piece at a level goes, if one is given */
    const bool stack = lu_flag(x, v, "stack", false) && lu_quirk(x, QUIRK_STACKS_ARE_MOVED) && !level;
    const kit_num so_many = kit_read(x->k, number);
    if (x->queue)
        lu_queue_up(x, LU_Q_MOVE, at, there, level ? lu_int(x, level) : kit_known(-1));
    else if (stack)
        lu_move_stack(x, inside(x, f), inside(x, t), count ? &so_many : NULL);
    else if (x->stacks && level)
        lu_move_level(x, inside(x, f), inside(x, t), lu_int(x, level));
    else if (count)
        lu_displace_number(x, at, there, kit_read(x->k, number));
    else
        lu_displace(x, at, there, kit_known(1), false);
    if (!x->queue)
        lu_after_consequence(x, kit_read(x->k, f), kit_read(x->k, t));
    then_of_each(x, v, outer_from, outer_to);
    if (targets)
        kit_loop_end(x->k, &each);
    if (sources)
        kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    if (queue)
        lu_run_queue(x);
    kit_set(x->k, f, outer_from);
    kit_set(x->k, t, outer_to);
}

void lu_effect_flip(lu *x, const ludii_value *v)
{
    if (x->stacks) /* would be turned upside down */
        lu_refuse(x, v, "`flip` in games with stacks");
    const ludii_value *one = lu_item(x, v, "Int");
    kit_num site = lu_spot(x, lu_ground_of(x, v), lu_as_site(x, one ? lu_int(x, one) : lu_context_num(x, LU_TO))),
            now = kit_at(x->k, lu_state_var(x, LU_S_STATE), site);
    int32_t first[256] = {0}, second[256] = {0};
    for (uint32_t i = 1; i < x->components.count && i < 256; i++) {
        first[i] = vec_at(&x->components, i).flips[0];
        second[i] = vec_at(&x->components, i).flips[1];
    }
    kit_num what = lu_what_at(x, site), a = kit_look(x->k, kit_table(x->k, 0, first, x->components.count, -1), what),
            b = kit_look(x->k, kit_table(x->k, 0, second, x->components.count, -1), what);
    ir_node after = kit_node(x->k), no = kit_branch(x->k, kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)),
                                                                  kit_compare(x->k, IR_GE, a, kit_known(0))));
    kit_num other = kit_choose(x->k, kit_compare(x->k, IR_EQ, now, a), b,
                               kit_choose(x->k, kit_compare(x->k, IR_EQ, now, b), a, now));
    kit_set_at(x->k, lu_state_var(x, LU_S_STATE), site, kit_clamp(x->k, other, 0, 1000, 0));
    then_of(x, v);
    join(x, after, no);
    join(x, after, after);
}

/* Whether a direction is one way at most. */
static bool is_one_way(lu *x, const ludii_value *v)
{
    static const char *const several[] = {"Adjacent",  "Orthogonal", "Diagonal",   "OffDiagonal", "All",    "SameLayer",
                                          "Upward",    "Downward",   "Rotational", "Axial",       "Angled", "Forwards",
                                          "Backwards", "Rightwards", "Leftwards",  "Support",     "Base"};
    bool one = v != NULL && !(lu_array_of(x, v) && v->count > 1);
    for (size_t i = 0; i < sizeof several / sizeof *several && one; i++)
        one = !(v->node->kind == LUDII_ATOM && lu_word_seen_is(x, v, several[i]));
    for (uint32_t i = 0; one && i < v->count; i++)
        one = !v->items[i] || lu_is(x, v->items[i], "Int") || is_one_way(x, v->items[i]);
    return one;
}

/* Whether it is one move at most by what is said of it. */
static bool is_one_move(lu *x, const ludii_value *v)
{
    const ludii_value *between = lu_item(x, v, "Between"), *range = between ? lu_item(x, between, "Range") : NULL,
                      *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To");
    const bool one = !(from && lu_item(x, from, "Sites"));
    if (lu_code(x, v)->moves == lu_move_select)
        return one && !(to && lu_item(x, to, "Sites"));
    if (lu_code(x, v)->moves == lu_move_slide)
        return one && is_one_way(x, lu_item(x, v, "Direction")) && range && strcmp(lu_class(x, range), "Exact") == 0;
    return one && (lu_code(x, v)->moves == lu_move_step || lu_code(x, v)->moves == lu_move_hop) && !range &&
           is_one_way(x, lu_item(x, v, "Direction"));
}

/* Moves that are generated elsewhere: one of them is made, if there is one. Exact where there is at most one. */
void lu_effect_any(lu *x, const ludii_value *v)
{
    if (lu_quirk(x, QUIRK_ALL_ARE_MADE) && !is_one_move(x, v))
        lu_refuse(x, v, "an effect of several moves");
    ir_node after = kit_node(x->k), no = kit_branch(x->k, lu_can(x, v));
    kit_num from = lu_keep(x, LU_FROM, "outer"), to = lu_keep(x, LU_TO, "outer");
    kit_num last_from = lu_keep(x, LU_LAST_FROM, "outer"), last_to = lu_keep(x, LU_LAST_TO, "outer");
    ir_node made = kit_node(x->k);
    lu_moves(x, v, &(lu_use){.found = made, .run = true});
    x->k->cur = made;
    kit_set(x->k, lu_context_var(x, LU_FROM), from);
    kit_set(x->k, lu_context_var(x, LU_TO), to);
    kit_set(x->k, lu_context_var(x, LU_LAST_FROM), last_from);
    kit_set(x->k, lu_context_var(x, LU_LAST_TO), last_to);
    kit_go(x->k, after);
    x->k->cur = no;
    kit_go(x->k, after);
    x->k->cur = after;
}

/* ---- turns ---- */

void lu_effect_again(lu *x, const ludii_value *v)
{
    kit_set(x->k, lu_context_var(x, LU_NEXT), lu_context_num(x, LU_MOVER));
    then_of(x, v);
}

/* Who is no player does not. */
static void let_move(lu *x, void *data, kit_num who)
{
    const ir_node after = kit_node(x->k);
    (void)data;
    who = lu_keep_num(x, "who", who);
    kit_branch_to(x->k,
                  kit_and(x->k, kit_compare(x->k, IR_GE, who, kit_known(1)),
                          kit_compare(x->k, IR_LE, who, kit_known((int32_t)x->players))),
                  after);
    kit_set(x->k, lu_context_var(x, LU_NEXT), kit_clamp(x->k, who, 1, (int32_t)x->players, 1));
    join(x, after, after);
}

void lu_effect_next_player(lu *x, const ludii_value *v)
{
    const ludii_value *who = lu_item(x, v, "Player");
    if (who)
        let_move(x, NULL, lu_who(x, who));
    for (uint32_t i = 1; i < v->count && !who; i++) /* the last one of several */
        if (v->items[i] && (lu_is(x, v->items[i], "Ints") || lu_array_of(x, v->items[i]))) {
            const lu_array a = lu_array_now(x, v->items[i]);
            lu_array_each(x, &a, let_move, NULL);
        }
    follow(x, lu_then_of_old(x, v));
}

/* The player who moves next, as a decision. */
static void let_next(lu *x, const lu_move *m) { kit_set(x->k, lu_context_var(x, LU_NEXT), m->piece); }

void lu_move_next_player(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *who = lu_item(x, v, "Player");
    bool several = !who;
    for (uint32_t i = 0; i < v->count && !who; i++)
        who = v->items[i] && lu_array_of(x, v->items[i]) ? v->items[i] : NULL;
    lu_use use = lu_with_then(x, k, lu_then_of_old(x, v));
    ir_node entry = x->k->cur;
    if (!who) {
        lu_refuse_ludeme(x, v);
        return;
    }
    for (uint32_t i = 0; i < (several ? who->count : 1) && !x->failed; i++) {
        lu_move m = {.kind = LU_OTHER, .v = v, .one_site = true, .act = let_next, .other = "SetNextPlayer:-1"};
        x->k->cur = entry;
        m.piece = several ? lu_int(x, who->items[i]) : lu_who(x, who);
        if (several)
            m.other = arena_printf(x->a, "SetNextPlayer:-1~%u", i);
        kit_set(x->k, lu_context_var(x, LU_FROM), kit_known(-1));
        kit_set(x->k, lu_context_var(x, LU_TO), kit_known(-1));
        lu_emit(x, &use, &m);
    }
}

void lu_effect_pass(lu *x, const ludii_value *v) { then_of(x, v); }
void lu_effect_note(lu *x, const ludii_value *v) { lu_pass_over(x, v); }

void lu_effect_trigger(lu *x, const ludii_value *v)
{
    lu_pass_over(x, v->items[0]);
    kit_set_at(x->k, lu_state_var(x, LU_S_TRIGGER), lu_who(x, v->items[1]), kit_known(1));
    then_of(x, v);
}

/* ---- values ---- */

void lu_effect_set_value(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    kit_num n = v->items[1] ? lu_int(x, v->items[1]) : kit_known(-1);
    if (strcmp(w, "Counter") == 0)
        kit_set(x->k, lu_state_var(x, LU_S_COUNTER), n);
    else if (strcmp(w, "Var") == 0)
        kit_set(x->k, lu_state_var(x, LU_S_VAR), n);
    else if (strcmp(w, "Pot") == 0)
        kit_set(x->k, lu_state_var(x, LU_S_POT), n);
    else
        lu_refuse_ludeme(x, v);
    then_of(x, v);
}

void lu_effect_set_site(lu *x, const ludii_value *v)
{
    const ludii_value *level = lu_arg(x, v, "level");
    const char *w = lu_word(x, v->items[0]);
    const lu_state which = strcmp(w, "State") == 0 ? LU_S_STATE : strcmp(w, "Value") == 0 ? LU_S_VALUE : LU_S_COUNT;
    kit_num site = lu_keep_num(x, "at", lu_spot(x, lu_ground_of(x, v), lu_as_site(x, lu_int(x, lu_arg(x, v, "at"))))),
            n = lu_keep_num(x, "number", lu_int(x, lu_item(x, v, "Int")));
    if ((level && !x->stacks) || (x->stacks && which == LU_S_COUNT))
        lu_refuse(x, v, "setting this for a piece of a stack");
    kit_cond fine = kit_compare(x->k, IR_GE, site, kit_known(0));
    if (which != LU_S_COUNT)
        fine = kit_and(x->k, fine, kit_compare(x->k, IR_GE, n, kit_known(0)));
    ir_node after = kit_node(x->k), no = kit_branch(x->k, fine);
    n = kit_clamp(x->k, n, 0, which == LU_S_VALUE ? 1000000 : 1000, 0);
    if (x->queue)
        lu_queue_up(x, which == LU_S_VALUE ? LU_Q_SET_VALUE : LU_Q_SET_STATE, site,
                    level ? lu_int(x, level) : kit_known(-1), n);
    else if (level && x->stacks && !x->failed) {
        kit_num inside_board = site;
        inside_board.low = site.known || site.low > 0 ? site.low : 0;
        lu_set_level(x, which, inside_board, lu_int(x, level), n);
    } else {
        lu_note_end(x, site);
        kit_set_at(x->k, lu_state_var(x, which), site, n);
    }
    if (which == LU_S_COUNT) {
        ir_node some = kit_branch(x->k, kit_compare(x->k, IR_LE, n, kit_known(0)));
        lu_clear_site(x, site);
        ir_node cleared = kit_node(x->k);
        join(x, cleared, some);
        join(x, cleared, cleared);
    }
    then_of(x, v);
    join(x, after, no);
    join(x, after, after);
}

static bool is_everybody(lu *x, const ludii_value *who)
{
    return lu_is(x, who, "RoleType") && (lu_word_is(x, who, "All") || lu_word_is(x, who, "Each"));
}

/* Sets a number of a player, or of each of those that a role means; or adds to it. */
static void set_of_players(lu *x, lu_state which, const ludii_value *who, kit_num n, bool adds)
{
    const bool role = lu_is(x, who, "RoleType"), all = is_everybody(x, who),
               set = all || (role && x->players > 2 && lu_is_set_of_players(x, who));
    for (uint32_t q = 1; q <= (set ? x->players : 1); q++) {
        const kit_num p = set ? kit_known((int32_t)q) : lu_who(x, who);
        const ir_node next = kit_node(x->k);
        if (set && !all)
            kit_branch_to(x->k, lu_is_in_set(x, who, p), next);
        kit_set_at(x->k, lu_state_var(x, which), p,
                   adds ? kit_op(x->k, IR_ADD, kit_at(x->k, lu_state_var(x, which), p), n) : n);
        join(x, next, next);
    }
}

void lu_effect_set_player(lu *x, const ludii_value *v)
{
    const lu_state which = lu_word_is(x, v->items[0], "Score") ? LU_S_SCORE : LU_S_PVALUE;
    set_of_players(x, which, v->items[1], lu_keep_num(x, "number", lu_int(x, v->items[2])), false);
    then_of(x, v);
}

void lu_effect_add_score(lu *x, const ludii_value *v)
{
    const ludii_value *who = v->items[0], *by = v->items[1];
    bool several = lu_array_of(x, who);
    uint32_t count = !several ? 1 : who->count < by->count ? who->count : by->count;
    kit_num *n = ARENA_ARRAY(x->a, kit_num, count + 1);
    for (uint32_t i = 0; i < count; i++) /* before any of them changes */
        n[i] = lu_keep_num(x, "more", lu_int(x, several ? by->items[i] : by));
    for (uint32_t i = 0; i < count; i++)
        set_of_players(x, LU_S_SCORE, several ? who->items[i] : who, n[i], true);
    then_of(x, v);
}
