/* Changes of sites: pieces that come, go and move, with what belongs to them. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/tiles.h"

static kit_num now(lu *x, lu_state s, kit_num site) { return kit_at(x->k, lu_state_var(x, s), site); }

static const lu_state carried[] = {LU_S_STATE, LU_S_ROTATION, LU_S_VALUE, LU_S_INVISIBLE, LU_S_MASKED, LU_S_VEILED};
enum { CARRIED = sizeof carried / sizeof *carried, OWN = 3 }; /* those behind OWN stay with a site that is left */

kit_num lu_inside(lu *x, kit_num site)
{
    site = lu_as_site(x, site);
    if (!site.known)
        site.low = site.low < 0 ? 0 : site.low;
    return site;
}

static bool is_used(const lu *x, lu_state s) { return x->vars[s] != IR_NONE; }

bool lu_notes_passed(const lu *x) { return is_used(x, LU_S_PASSED); }

void lu_note_passed(lu *x)
{
    if (is_used(x, LU_S_PASSED))
        kit_set_at(x->k, x->vars[LU_S_PASSED], lu_as_site(x, lu_context_num(x, LU_BETWEEN)), kit_known(1));
}

void lu_note_end(lu *x, kit_num site)
{
    if (is_used(x, LU_S_ENDS))
        kit_set_at(x->k, x->vars[LU_S_ENDS], site, kit_known(1));
}

void lu_clear_site(lu *x, kit_num site)
{
    site = lu_as_site(x, site);
    if (!site.known && site.low < 0) {
        ir_node no = kit_branch(x->k, kit_compare(x->k, IR_GE, site, kit_known(0))), yes = x->k->cur;
        (void)yes;
        ir_node after = kit_node(x->k);
        kit_num in = site;
        in.low = 0;
        lu_clear_site(x, in);
        kit_go(x->k, after);
        x->k->cur = no;
        kit_go(x->k, after);
        x->k->cur = after;
        return;
    }
    if (site.known && site.value < 0)
        return;
    if (x->stacks) {
        lu_pop(x, site);
        return;
    }
    lu_cover(x, site, false);
    kit_set_at(x->k, lu_state_var(x, LU_S_WHAT), site, kit_known(0));
    if (x->uses_count)
        kit_set_at(x->k, lu_state_var(x, LU_S_COUNT), site, kit_known(0));
    if (x->uses_who)
        kit_set_at(x->k, lu_state_var(x, LU_S_WHO), site, kit_known(0));
    for (uint32_t i = 0; i < OWN; i++)
        if (is_used(x, carried[i]))
            kit_set_at(x->k, lu_state_var(x, carried[i]), site, kit_known(0));
}

/* Who a piece belongs to: its owner. With no more kinds than players Ludii keeps one number of a site for both, so that
 * what is nobody's and put on a site counts as the player's with the number of its kind. */
static void set_who(lu *x, kit_num site, kit_num piece, bool put)
{
    if (!x->uses_who)
        return;
    kit_num owner = kit_look(x->k, lu_owner_table(x), piece);
    kit_cond somebody = kit_and(x->k, kit_compare(x->k, IR_GE, owner, kit_known(1)),
                                kit_compare(x->k, IR_LE, owner, kit_known((int32_t)x->players)));
    bool one = put && x->components.count - 1 <= x->players && !lu_keeps_owners(x);
    kit_set_at(x->k, lu_state_var(x, LU_S_WHO), site, one ? kit_choose(x->k, somebody, owner, piece) : owner);
}

/* Whom a piece belongs to that is put on a site. */
kit_num lu_owner_of(lu *x, kit_num piece)
{
    return x->uses_who ? kit_look(x->k, lu_owner_table(x), piece) : kit_known(0);
}

void lu_put(lu *x, kit_num site, kit_num piece, kit_num count, kit_num state)
{
    if (x->stacks) {
        lu_push_many(x, site, &(lu_piece){piece, lu_owner_of(x, piece), state, kit_known(0), kit_known(0)}, count);
        return;
    }
    lu_note_end(x, site);
    kit_set_at(x->k, lu_state_var(x, LU_S_WHAT), site, piece);
    set_who(x, site, piece, true);
    if (x->uses_count)
        kit_set_at(x->k, lu_state_var(x, LU_S_COUNT), site, count);
    if (is_used(x, LU_S_STATE))
        kit_set_at(x->k, lu_state_var(x, LU_S_STATE), site, state);
    for (uint32_t i = 1; i < OWN; i++)
        if (is_used(x, carried[i]))
            kit_set_at(x->k, lu_state_var(x, carried[i]), site, kit_known(0));
}

/* The piece alone, without what belongs to it. */
void lu_put_only(lu *x, kit_num site, kit_num piece)
{
    kit_set_at(x->k, lu_state_var(x, LU_S_WHAT), site, piece);
    set_who(x, site, piece, false);
}

void lu_put_other_kind(lu *x, kit_num site, kit_num piece)
{
    lu_note_end(x, site);
    lu_put_only(x, site, piece);
    if (!lu_quirk(x, QUIRK_NEW_KIND_IS_NEW))
        return;
    if (x->uses_count && !x->stacks)
        kit_set_at(x->k, lu_state_var(x, LU_S_COUNT), site, kit_known(1));
    for (uint32_t i = 0; i < OWN; i++)
        if (is_used(x, carried[i]))
            kit_set_at(x->k, lu_state_var(x, carried[i]), site, kit_known(0));
}

void lu_put_as_owned(lu *x, kit_num site, kit_num piece)
{
    if (piece.known && piece.value == 0) {
        lu_clear_site(x, site);
        return;
    }
    site = lu_as_site(x, site);
    lu_put(x, site, piece, kit_known(1), kit_known(0));
    set_who(x, site, piece, false);
}

static void set_parts(lu *x, kit_num to, const kit_num *with)
{
    for (uint32_t i = 0; i < CARRIED; i++)
        if (is_used(x, carried[i]) && !(with[i].known && with[i].value < 0))
            kit_set_at(x->k, lu_state_var(x, carried[i]), to, with[i]);
}

/* More of the same add up. */
static void arrive(lu *x, kit_num to, kit_num piece, kit_num count, const kit_num *with)
{
    ir_node after = kit_node(x->k);
    if (x->stacks) {
        lu_push_many(x, to, &(lu_piece){piece, lu_owner_of(x, piece), with[0], with[1], with[2]}, count);
        x->k->cur = (kit_go(x->k, after), after);
        return;
    }
    if (x->uses_count) {
        ir_node other = kit_branch(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, to), piece));
        kit_set_at(x->k, lu_state_var(x, LU_S_COUNT), to, kit_op(x->k, IR_ADD, now(x, LU_S_COUNT, to), count));
        kit_go(x->k, after);
        x->k->cur = other;
        kit_set_at(x->k, lu_state_var(x, LU_S_COUNT), to, count);
    }
    lu_note_end(x, to);
    kit_set_at(x->k, lu_state_var(x, LU_S_WHAT), to, piece);
    set_who(x, to, piece, false);
    set_parts(x, to, with);
    kit_go(x->k, after);
    x->k->cur = after;
}

kit_num lu_keep_num(lu *x, const char *name, kit_num n)
{
    if (n.known)
        return n;
    ir_var v = kit_scratch(x->k, name, n.low, n.high);
    kit_set(x->k, v, n);
    return kit_read(x->k, v);
}

static void leave(lu *x, kit_num from, kit_num count)
{
    if (x->stacks) {
        lu_pop_many(x, from, count);
        return;
    }
    if (!x->uses_count) {
        lu_clear_site(x, from);
        return;
    }
    ir_node after = kit_node(x->k);
    ir_node all = kit_branch(x->k, kit_compare(x->k, IR_GT, now(x, LU_S_COUNT, from), count));
    kit_set_at(x->k, lu_state_var(x, LU_S_COUNT), from, kit_op(x->k, IR_SUB, now(x, LU_S_COUNT, from), count));
    kit_go(x->k, after);
    x->k->cur = all;
    lu_clear_site(x, from);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* What goes with a piece that comes into the game. */
typedef struct lu_parts {
    kit_num part[CARRIED];
} lu_parts;

static lu_parts as_new(kit_num state)
{
    lu_parts p;
    for (uint32_t i = 0; i < CARRIED; i++)
        p.part[i] = i == 0 || (state.known && state.value < 0) ? state : kit_known(i < OWN ? 0 : -1);
    return p;
}

void lu_arrive(lu *x, kit_num site, kit_num piece, kit_num count, kit_num state)
{
    arrive(x, lu_inside(x, site), piece, count, as_new(state).part);
}

/* Where something stands it stays, and only its number and state become other ones: from there the cursor goes on at
 * `after`, else where the site is empty. */
void lu_add_beside(lu *x, kit_num site, kit_num count, kit_num state, ir_node after)
{
    if (x->stacks || !lu_quirk(x, QUIRK_ADDED_STAYS_OUT))
        return;
    const ir_node some = kit_branch(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0))),
                  empty = x->k->cur;
    x->k->cur = some;
    lu_note_end(x, site);
    if (x->uses_count)
        kit_set_at(x->k, lu_state_var(x, LU_S_COUNT), site, kit_op(x->k, IR_ADD, now(x, LU_S_COUNT, site), count));
    if (is_used(x, LU_S_STATE) && !(state.known && state.value < 0))
        kit_set_at(x->k, lu_state_var(x, LU_S_STATE), site, state);
    kit_go(x->k, after);
    x->k->cur = empty;
}

void lu_take(lu *x, kit_num site, kit_num count) { leave(x, lu_inside(x, site), count); }

void lu_displace_by(lu *x, kit_num from, kit_num to, kit_num count, bool copy, bool number, bool decided)
{
    from = lu_inside(x, from), to = lu_inside(x, to);
    if (x->stacks && !copy && count.known && count.value == 1) {
        lu_move_top(x, from, to, decided);
        return;
    }
    kit_num piece = lu_keep_num(x, "moved", lu_what_at(x, from)), with[CARRIED] = {0};
    for (uint32_t i = 0; i < CARRIED; i++)
        if (is_used(x, carried[i]))
            with[i] = number && lu_quirk(x, QUIRK_NUMBERS_LEAVE_STATE)
                          ? kit_known(-1)
                          : lu_keep_num(x, "with", now(x, carried[i], from));
    if (x->uses_count)
        count = lu_keep_num(x, "number", count);
    if (!copy) {
        leave(x, from, count);
        lu_leave_hidden(x, from);
    }
    arrive(x, to, piece, count, with);
    if (x->uses_count) /* more of the same get them, too */
        set_parts(x, to, with);
    if (!copy)
        lu_follow_tracks(x, piece, from, to);
}

void lu_displace(lu *x, kit_num from, kit_num to, kit_num count, bool copy)
{
    lu_displace_by(x, from, to, count, copy, false, false);
}

void lu_displace_number(lu *x, kit_num from, kit_num to, kit_num count)
{
    lu_displace_by(x, from, to, count, false, true, false);
}
