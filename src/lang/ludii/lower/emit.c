/* Moves that are complete: their tags, what they do, and what follows. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/tiles.h"

#include <string.h>

/* ---- changes of sites ---- */

static lu_num now(lu *x, lu_state s, lu_num site) { return lu_at(x, lu_state_var(x, s), site); }

static const lu_state carried[] = {LU_S_STATE, LU_S_ROTATION, LU_S_VALUE, LU_S_INVISIBLE, LU_S_MASKED};
enum { CARRIED = sizeof carried / sizeof *carried, OWN = 3 }; /* those behind OWN stay with a site that is left */

static bool is_used(const lu *x, lu_state s) { return x->vars[s] != IR_NONE; }

void lu_clear_site(lu *x, lu_num site)
{
    site = lu_as_site(x, site);
    if (!site.known && site.low < 0) {
        ir_node no = lu_branch(x, lu_compare(x, IR_GE, site, lu_known(0))), yes = x->cur;
        (void)yes;
        ir_node after = lu_node(x);
        lu_num in = site;
        in.low = 0;
        lu_clear_site(x, in);
        lu_go(x, after);
        x->cur = no;
        lu_go(x, after);
        x->cur = after;
        return;
    }
    if (site.known && site.value < 0)
        return;
    if (x->stacks) {
        lu_pop(x, site);
        return;
    }
    lu_cover(x, site, false);
    lu_set_at(x, lu_state_var(x, LU_S_WHAT), site, lu_known(0));
    if (x->uses_count)
        lu_set_at(x, lu_state_var(x, LU_S_COUNT), site, lu_known(0));
    if (x->uses_who)
        lu_set_at(x, lu_state_var(x, LU_S_WHO), site, lu_known(0));
    for (uint32_t i = 0; i < OWN; i++)
        if (is_used(x, carried[i]))
            lu_set_at(x, lu_state_var(x, carried[i]), site, lu_known(0));
}

/* Who a piece belongs to: its owner. With no more kinds than players Ludii keeps one number of a site for both, so that
 * what is nobody's and put on a site counts as the player's with the number of its kind. */
static void set_who(lu *x, lu_num site, lu_num piece, bool put)
{
    if (!x->uses_who)
        return;
    lu_num owner = lu_look(x, lu_owner_table(x), piece);
    lu_cond somebody =
        lu_and(x, lu_compare(x, IR_GE, owner, lu_known(1)), lu_compare(x, IR_LE, owner, lu_known((int32_t)x->players)));
    bool one = put && x->components.count - 1 <= x->players && !lu_keeps_owners(x);
    lu_set_at(x, lu_state_var(x, LU_S_WHO), site, one ? lu_choose_num(x, somebody, owner, piece) : owner);
}

/* Whom a piece belongs to that is put on a site. */
static lu_num owner_of(lu *x, lu_num piece) { return x->uses_who ? lu_look(x, lu_owner_table(x), piece) : lu_known(0); }

void lu_put(lu *x, lu_num site, lu_num piece, lu_num count, lu_num state)
{
    if (x->stacks) {
        lu_push_many(x, site, &(lu_piece){piece, owner_of(x, piece), state, lu_known(0), lu_known(0)}, count);
        return;
    }
    lu_set_at(x, lu_state_var(x, LU_S_WHAT), site, piece);
    set_who(x, site, piece, true);
    if (x->uses_count)
        lu_set_at(x, lu_state_var(x, LU_S_COUNT), site, count);
    if (is_used(x, LU_S_STATE))
        lu_set_at(x, lu_state_var(x, LU_S_STATE), site, state);
    for (uint32_t i = 1; i < OWN; i++)
        if (is_used(x, carried[i]))
            lu_set_at(x, lu_state_var(x, carried[i]), site, lu_known(0));
}

void lu_put_as_owned(lu *x, lu_num site, lu_num piece)
{
    if (piece.known && piece.value == 0) {
        lu_clear_site(x, site);
        return;
    }
    site = lu_as_site(x, site);
    lu_put(x, site, piece, lu_known(1), lu_known(0));
    set_who(x, site, piece, false);
}

/* More of the same add up. */
static void arrive(lu *x, lu_num to, lu_num piece, lu_num count, const lu_num *with)
{
    ir_node after = lu_node(x);
    if (x->stacks) {
        lu_push_many(x, to, &(lu_piece){piece, owner_of(x, piece), with[0], with[1], with[2]}, count);
        x->cur = (lu_go(x, after), after);
        return;
    }
    if (x->uses_count) {
        ir_node other = lu_branch(x, lu_compare(x, IR_EQ, lu_what_at(x, to), piece));
        lu_set_at(x, lu_state_var(x, LU_S_COUNT), to, lu_op(x, IR_ADD, now(x, LU_S_COUNT, to), count));
        lu_go(x, after);
        x->cur = other;
        lu_set_at(x, lu_state_var(x, LU_S_COUNT), to, count);
    }
    lu_set_at(x, lu_state_var(x, LU_S_WHAT), to, piece);
    set_who(x, to, piece, false);
    for (uint32_t i = 0; i < CARRIED; i++)
        if (is_used(x, carried[i]) && !(with[i].known && with[i].value < 0))
            lu_set_at(x, lu_state_var(x, carried[i]), to, with[i]);
    lu_go(x, after);
    x->cur = after;
}

lu_num lu_keep_num(lu *x, const char *name, lu_num n)
{
    if (n.known)
        return n;
    ir_var v = lu_scratch(x, name, n.low, n.high);
    lu_set(x, v, n);
    return lu_read(x, v);
}

static void leave(lu *x, lu_num from, lu_num count)
{
    if (x->stacks) {
        lu_pop_many(x, from, count);
        return;
    }
    if (!x->uses_count) {
        lu_clear_site(x, from);
        return;
    }
    ir_node after = lu_node(x);
    ir_node all = lu_branch(x, lu_compare(x, IR_GT, now(x, LU_S_COUNT, from), count));
    lu_set_at(x, lu_state_var(x, LU_S_COUNT), from, lu_op(x, IR_SUB, now(x, LU_S_COUNT, from), count));
    lu_go(x, after);
    x->cur = all;
    lu_clear_site(x, from);
    lu_go(x, after);
    x->cur = after;
}

static lu_num inside(lu *x, lu_num site);

/* What goes with a piece that comes into the game. */
typedef struct lu_parts {
    lu_num part[CARRIED];
} lu_parts;

static lu_parts as_new(lu_num state)
{
    lu_parts p;
    for (uint32_t i = 0; i < CARRIED; i++)
        p.part[i] = i == 0 ? state : lu_known(i < OWN ? 0 : -1);
    return p;
}

void lu_arrive(lu *x, lu_num site, lu_num piece, lu_num count, lu_num state)
{
    arrive(x, inside(x, site), piece, count, as_new(state).part);
}

void lu_take(lu *x, lu_num site, lu_num count) { leave(x, inside(x, site), count); }

static lu_num inside(lu *x, lu_num site)
{
    site = lu_as_site(x, site);
    if (!site.known)
        site.low = site.low < 0 ? 0 : site.low;
    return site;
}

void lu_displace(lu *x, lu_num from, lu_num to, lu_num count, bool copy)
{
    from = inside(x, from), to = inside(x, to);
    if (x->stacks && !copy && count.known && count.value == 1) {
        lu_move_level(x, from, to, lu_op(x, IR_SUB, lu_size_at(x, from), lu_known(1)));
        return;
    }
    lu_num piece = lu_keep_num(x, "moved", lu_what_at(x, from)), with[CARRIED] = {0};
    for (uint32_t i = 0; i < CARRIED; i++)
        if (is_used(x, carried[i]))
            with[i] = lu_keep_num(x, "with", now(x, carried[i], from));
    if (x->uses_count)
        count = lu_keep_num(x, "number", count);
    if (!copy) {
        leave(x, from, count);
        lu_leave_hidden(x, from);
    }
    arrive(x, to, piece, count, with);
    if (!copy)
        lu_follow_tracks(x, from, to);
}

/* ---- what a move does ---- */

static lu_num ctx(lu *x, lu_context c) { return lu_context_num(x, c); }

static lu_num to_spot(lu *x, const lu_move *m) { return lu_spot(x, m->to_on, ctx(x, LU_TO)); }
static lu_num from_spot(lu *x, const lu_move *m) { return lu_spot(x, m->from_on, ctx(x, LU_FROM)); }

/* Whether effects in front of a move can take its piece away. */
static bool may_leave(const lu *x, const lu_move *m)
{
    bool may = false;
    for (uint32_t i = 0; i < m->befores; i++)
        may |= lu_mentions(x, m->before[i], "FromTo");
    return may;
}

static void act(lu *x, const lu_move *m)
{
    lu_num to = inside(x, to_spot(x, m)), from = from_spot(x, m), one = lu_known(1);
    if (m->act) {
        m->act(x, m);
        return;
    }
    switch (m->kind) {
    case LU_MOVE: {
        ir_node after = lu_node(x);
        if (may_leave(x, m)) /* nothing moves from where nothing is left */
            irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_what_at(x, from), lu_known(0))), after, x->at);
        if (m->stack)
            lu_move_stack(x, inside(x, from), to);
        else if (m->has_level)
            lu_move_level(x, inside(x, from), to, m->level);
        else if (x->tile_states && m->has_state) {
            lu_num piece = lu_keep_num(x, "moved", lu_what_at(x, from)), state = lu_keep_num(x, "turned", m->state);
            lu_clear_site(x, from);
            lu_put(x, to, piece, one, state);
            lu_cover(x, to, true);
        } else
            lu_displace(x, from, to, m->has_count ? m->count : one, m->copy);
        lu_go(x, after);
        x->cur = after;
        break;
    }
    case LU_ADD: {
        if (x->stacks)
            lu_put(x, to, m->piece, m->has_count ? m->count : one, m->has_state ? m->state : lu_known(0));
        else if (x->uses_count && !x->uses_who)
            arrive(x, to, m->piece, m->has_count ? m->count : one, as_new(m->has_state ? m->state : lu_known(0)).part);
        else
            lu_put(x, to, m->piece, one, m->has_state ? m->state : lu_known(0));
        lu_cover(x, to, true);
        break;
    }
    case LU_REMOVE: lu_clear_site(x, to); break;
    case LU_PROMOTE:
        lu_set_at(x, lu_state_var(x, LU_S_WHAT), to, m->piece);
        set_who(x, to, m->piece, false);
        break;
    case LU_TURN: lu_set_at(x, lu_state_var(x, LU_S_ROTATION), to, m->state); break;
    case LU_SELECT:
    case LU_PASS: break;
    case LU_SWAP:
    case LU_OTHER: break;
    }
}

static void before(lu *x, const lu_move *m)
{
    for (uint32_t i = 0; i < m->befores; i++) {
        if (!m->guard[i]) {
            lu_effect(x, m->before[i]);
            continue;
        }
        ir_node after = lu_node(x), no = lu_branch(x, lu_bool(x, m->guard[i]));
        lu_effect(x, m->before[i]);
        lu_go(x, after);
        x->cur = no;
        lu_go(x, after);
        x->cur = after;
    }
    if (m->effect)
        m->effect(x, m);
}

/* Where the last action began and ended, consequences included. */
void lu_after_consequence(lu *x, lu_num from, lu_num to)
{
    if (x->context[LU_AFTER_TO] == IR_NONE)
        return;
    lu_set(x, x->context[LU_AFTER_TO], to);
    lu_set(x, x->context[LU_AFTER_FROM], from);
}

static void remember(lu *x, const lu_move *m)
{
    bool pass = m->kind == LU_PASS || m->no_sites;
    if (x->context[LU_LAST_TO] != IR_NONE)
        lu_set(x, x->context[LU_LAST_TO], pass ? lu_known(-1) : ctx(x, LU_TO));
    lu_after_consequence(x,
                         pass          ? lu_known(-1)
                         : m->one_site ? ctx(x, LU_TO)
                                       : ctx(x, LU_FROM),
                         pass ? lu_known(-1) : ctx(x, LU_TO));
    if (is_used(x, LU_S_LAST_TO_ON))
        lu_set(x, x->vars[LU_S_LAST_TO_ON], lu_known((int32_t)m->to_on));
    if (is_used(x, LU_S_LAST_FROM_ON))
        lu_set(x, x->vars[LU_S_LAST_FROM_ON], lu_known((int32_t)(m->one_site ? m->to_on : m->from_on)));
    if (x->context[LU_LAST_FROM] != IR_NONE)
        lu_set(x, x->context[LU_LAST_FROM], pass ? lu_known(-1) : m->one_site ? ctx(x, LU_TO) : ctx(x, LU_FROM));
}

/* What was pending is over with the next move. */
static void forget_pending(lu *x)
{
    ir_var site = lu_scratch(x, "forgotten", -2, (int32_t)x->sites), least = lu_state_var(x, LU_S_PENDED);
    lu_num many = lu_read(x, lu_state_var(x, LU_S_HAS_PENDING));
    ir_node after = lu_node(x), done = lu_node(x);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, many, lu_known(0))), after, x->at);
    ir_node all = lu_branch(x, lu_compare(x, IR_EQ, many, lu_known(1)));
    lu_set_at(x, x->vars[LU_S_PENDING], lu_read(x, least), lu_known(0));
    lu_go(x, done);
    x->cur = all;
    lu_loop l = lu_loop_begin(x, site, lu_known(0), lu_known((int32_t)x->sites));
    lu_set_at(x, x->vars[LU_S_PENDING], lu_read(x, site), lu_known(0));
    lu_loop_end(x, &l);
    lu_go(x, done);
    x->cur = done;
    lu_set(x, x->vars[LU_S_HAS_PENDING], lu_known(0));
    lu_set(x, least, lu_known(-1));
    lu_go(x, after);
    x->cur = after;
}

void lu_begin_move(lu *x)
{
    if (is_used(x, LU_S_PENDING))
        forget_pending(x);
}

void lu_run_move(lu *x, const lu_move *m)
{
    if (!m->begun)
        lu_begin_move(x);
    before(x, m);
    act(x, m);
    if (m->behind)
        m->behind(x, m);
    if (m->die)
        lu_use_die(x, m->die);
    remember(x, m);
    if (x->joint)
        return; /* counted as one with those of the others */
    if (is_used(x, LU_S_MOVES))
        lu_set(x, x->vars[LU_S_MOVES], lu_op(x, IR_ADD, lu_read(x, x->vars[LU_S_MOVES]), lu_known(1)));
    if (is_used(x, LU_S_STUCK))
        lu_set_at(x, x->vars[LU_S_STUCK], ctx(x, LU_MOVER), lu_known(0));
    if (is_used(x, LU_S_PASSES)) {
        lu_num passes = lu_read(x, x->vars[LU_S_PASSES]);
        lu_set(x, x->vars[LU_S_PASSES], m->kind == LU_PASS ? lu_op(x, IR_ADD, passes, lu_known(1)) : lu_known(0));
    }
    if (is_used(x, LU_S_VISITED) && m->kind != LU_PASS) {
        lu_set_at(x, x->vars[LU_S_VISITED], inside(x, m->one_site ? ctx(x, LU_TO) : ctx(x, LU_FROM)), lu_known(1));
        lu_set_at(x, x->vars[LU_S_VISITED], inside(x, ctx(x, LU_TO)), lu_known(1));
    }
}

void lu_run_thens(lu *x, lu_thens *t, const lu_thens *stop)
{
    for (; t && t != stop; t = (lu_thens *)(uintptr_t)t->outer)
        lu_effect(x, t->v);
}

/* The code of these and then what comes after every move; shared by all moves that end with them. */
static ir_node thens_entry(lu *x, lu_thens *t)
{
    if (!t)
        return x->made;
    if (t->entry != IR_NONE)
        return t->entry;
    ir_node outer = x->cur;
    t->entry = x->cur = lu_node(x);
    if (t->late && x->joint)
        lu_postpone(x, t->v);
    else
        lu_effect(x, t->v);
    lu_go(x, thens_entry(x, (lu_thens *)(uintptr_t)t->outer));
    x->cur = outer;
    return t->entry;
}

/* ---- tags ---- */

static void tag(lu *x, ir_expr e)
{
    ir_node from = x->cur;
    x->cur = lu_node(x);
    irb_tag(x->g, from, x->cur, e, x->at);
}

void lu_tag_word(lu *x, const char *word)
{
    ir_sym s = irb_symbol(x->g, intern_cstr(x->f->names, word));
    bool known = false;
    for (uint32_t i = 0; i < x->forms.count; i++)
        known |= x->forms.data[i] == s;
    if (!known)
        vec_push(x->g->arena, &x->forms, s);
    tag(x, irb_expr_symbol(x->g, s, x->at));
}

void lu_tag_num(lu *x, lu_num n) { tag(x, lu_e(x, n)); }

void lu_tag_site(lu *x, lu_num n) { lu_tag_num(x, lu_op(x, IR_ADD, n, lu_known((int32_t)x->site_names))); }

static void tag_move(lu *x, const lu_move *m)
{
    static const char *const texts[] = {"Mov:@-@", "Add:@=#",  "Sel:@",           "Rem:@", "Pass",
                                        "Pro:@=#", "Swap:@-@", "SetRotation:@r#", ""};
    bool both = m->kind == LU_MOVE || m->kind == LU_SWAP || m->two_sites;
    const char *text = m->other ? m->other : m->kind == LU_SELECT && both ? "Sel:@-@" : texts[m->kind];
    if (m->has_state && !m->other && !m->has_count && !x->stacks)
        text = m->kind == LU_ADD ? "Add:@=#s#" : m->kind == LU_MOVE ? "Mov:@-@s#" : text;
    lu_tag_word(x, m->kind == LU_MOVE && m->has_count && !m->other ? "MovN:@-@*#" : text);
    if (m->no_sites) {
        lu_tag_num(x, m->shown[0]);
        lu_tag_num(x, m->shown[1]);
        return;
    }
    if (both)
        lu_tag_site(x, from_spot(x, m));
    if (strchr(text, '@'))
        lu_tag_site(x, to_spot(x, m));
    if (x->stacks && (m->kind == LU_MOVE || m->kind == LU_SELECT))
        lu_tag_levels(x, m);
    if (m->kind == LU_ADD || m->kind == LU_PROMOTE)
        lu_tag_num(x, m->piece);
    if (m->kind == LU_TURN)
        lu_tag_num(x, m->state);
    if (m->kind == LU_MOVE && m->has_count)
        lu_tag_num(x, m->count);
    if (m->kind == LU_ADD && m->has_count) {
        lu_tag_word(x, "*#");
        lu_tag_num(x, m->count);
    }
    if (m->has_state && (m->kind == LU_ADD || m->kind == LU_MOVE) && !strstr(text, "s#"))
        lu_tag_word(x, "s#");
    if (m->has_state && (m->kind == LU_ADD || m->kind == LU_MOVE))
        lu_tag_num(x, m->state);
}

/* ---- what is left of a path ---- */

static bool is_bound(const lu *x, lu_context c) { return x->c[c].known || (x->stands && x->stands->of[c]); }

lu_bound lu_unbind(lu *x)
{
    lu_bound b = {.stands = x->stands};
    lu_num values[LU_CONTEXTS];
    memcpy(b.c, x->c, sizeof b.c);
    for (uint32_t c = 0; c < LU_CONTEXTS; c++)
        if (is_bound(x, (lu_context)c))
            values[c] = lu_context_num(x, (lu_context)c);
    for (uint32_t c = 0; c < LU_CONTEXTS; c++)
        if (is_bound(x, (lu_context)c))
            lu_set(x, lu_context_var(x, (lu_context)c), values[c]);
    memset(x->c, 0, sizeof x->c);
    x->stands = NULL;
    return b;
}

void lu_rebind(lu *x, const lu_bound *b)
{
    memcpy(x->c, b->c, sizeof x->c);
    x->stands = b->stands;
}

/* What code says that is made once, though it is asked in several places; 0 where something is known in this place
 * only. */
static uint64_t shared_key(const lu *x, const ludii_value *v, uint32_t kind)
{
    bool bound = false;
    for (uint32_t c = 0; c < LU_CONTEXTS; c++)
        bound |= is_bound(x, (lu_context)c);
    return bound ? 0 : hash_mix((uint64_t)(uintptr_t)v + x->asks_moves + 2u * x->asks_threats + 4u * kind) | 1;
}

/* Of the position behind a move. */
static lu_cond holds_afterwards(lu *x, const ludii_value *condition)
{
    const uint64_t key = shared_key(x, condition, 1u + x->in_max);
    const uint32_t *known = key ? map_get(&x->memo, key) : NULL;
    if (known)
        return (lu_cond){.e = *known};
    lu_try t = lu_try_begin(x);
    lu_bound b = lu_unbind(x);
    lu_check(x, lu_bool(x, condition));
    lu_cond c = lu_try_end(x, t);
    lu_rebind(x, &b);
    if (key)
        map_put(&x->memo, key, c.e);
    return c;
}

static void filter(lu *x, const lu_use *k, const lu_move *m)
{
    for (const lu_afterwards *f = k->filters; f; f = f->outer) {
        lu_try t = lu_try_begin(x);
        lu_run_move(x, m);
        lu_run_thens(x, k->thens, f->stop);
        bool outer = x->in_filter;
        x->in_filter = true;
        lu_check(x, holds_afterwards(x, f->condition));
        x->in_filter = outer;
        lu_check(x, lu_try_end(x, t));
    }
}

void lu_emit(lu *x, const lu_use *k, const lu_move *move)
{
    lu_move with = *move, *m = &with;
    if (x->failed)
        return;
    with.begun = k->begun;
    with.die = k->die;
    if (k->other_mover) {
        lu_set(x, lu_context_var(x, LU_MOVER), lu_read(x, k->mover));
        if (x->uses_next)
            lu_set(x, lu_context_var(x, LU_NEXT), lu_next_of(x, lu_read(x, k->mover)));
    }
    if (k->joint)
        lu_check_joint_mover(x, k->joint, m);
    if (k->check) /* cheap, so before conditions on where the move leads */
        k->check(x, k, m);
    filter(x, k, m);
    if (x->no_repeat && (k->play || k->rules) && m->kind != LU_PASS)
        lu_check_new_position(x, k, m);
    if (k->avoids_stored)
        lu_check_not_stored(x, k, m);
    for (const lu_longest *l = k->longest; l; l = l->outer) {
        lu_try t = lu_try_begin(x);
        lu_set(x, l->done, lu_known(1));
        lu_run_move(x, m);
        lu_run_thens(x, k->thens, NULL);
        lu_go(x, l->more);
        x->cur = l->found;
        lu_check(x, lu_try_end(x, t));
    }
    if (!k->play) {
        if (k->run) {
            lu_run_move(x, m);
            lu_run_thens(x, k->thens, NULL);
        }
        lu_go(x, k->quiet && lu_captures_nothing(x, k, m) ? *k->quiet : k->found);
        return;
    }
    tag_move(x, m);
    if (x->tells_way && m->tells_way) {
        lu_tag_word(x, "~#");
        lu_tag_num(x, lu_read(x, x->told_way));
    }
    if (m->die)
        lu_tag_die(x, m->die);
    lu_tag_value(x, k, m);
    ir_node behind = lu_node(x);
    if (x->joint)
        lu_plan(x, behind);
    lu_end_ways(x, k, m, behind);
    x->cur = behind;
    bool settled = x->settled;
    x->settled = true;
    lu_run_move(x, m);
    lu_go(x, thens_entry(x, k->thens));
    x->settled = settled;
}

lu_use lu_with_then(lu *x, const lu_use *k, const ludii_value *then)
{
    lu_use out = *k;
    if (then) {
        lu_thens *t = ARENA_NEW(x->a, lu_thens);
        *t = (lu_thens){then->items[0], lu_flag(x, then, "applyAfterAllMoves", false), k->thens, IR_NONE};
        out.thens = t;
    }
    return out;
}

lu_cond lu_can_by_rules(lu *x, const ludii_value *moves)
{
    if (!x->no_repeat)
        return lu_can(x, moves);
    lu_use k = {.found = lu_node(x), .rules = true};
    lu_try t = lu_try_begin(x);
    lu_bound b = lu_unbind(x);
    lu_moves(x, moves, &k);
    x->cur = k.found;
    lu_cond c = lu_try_end(x, t);
    lu_rebind(x, &b);
    return c;
}

lu_cond lu_can(lu *x, const ludii_value *moves)
{
    const uint64_t key = shared_key(x, moves, 0);
    const uint32_t *known = key ? map_get(&x->memo, key) : NULL;
    if (known)
        return (lu_cond){.e = *known};
    lu_use k = {.found = lu_node(x)};
    lu_try t = lu_try_begin(x);
    lu_bound b = lu_unbind(x);
    lu_moves(x, moves, &k);
    x->cur = k.found;
    lu_cond c = lu_try_end(x, t);
    lu_rebind(x, &b);
    if (key)
        map_put(&x->memo, key, c.e);
    return c;
}
