/* Moves that are complete: their tags, what they do, and what follows. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/tiles.h"
#include "lang/ludii/lower/together.h"

#include <string.h>

static bool is_used(const lu *x, lu_state s) { return x->vars[s] != IR_NONE; }

/* ---- what a move does ---- */

static kit_num ctx(lu *x, lu_context c) { return lu_context_num(x, c); }

static kit_num to_spot(lu *x, const lu_move *m) { return lu_spot(x, m->to_on, ctx(x, LU_TO)); }
static kit_num from_spot(lu *x, const lu_move *m) { return lu_spot(x, m->from_on, ctx(x, LU_FROM)); }

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
    kit_num to = lu_inside(x, to_spot(x, m)), from = from_spot(x, m), one = kit_known(1);
    if (m->act) {
        m->act(x, m);
        return;
    }
    switch (m->kind) {
    case LU_MOVE: {
        ir_node after = kit_node(x->k);
        if (may_leave(x, m)) /* nothing moves from where nothing is left */
            kit_branch_to(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, from), kit_known(0)), after);
        if (m->stack && !(m->has_level && lu_quirk(x, QUIRK_LEVEL_OF_STACK)))
            lu_move_stack(x, lu_inside(x, from), to, m->has_count ? &m->count : NULL);
        else if (m->below) {
            kit_num top = kit_op(x->k, IR_SUB, lu_size_at(x, from), one),
                    level = lu_keep_num(x, "level", m->has_level ? m->level : top);
            lu_piece piece = lu_piece_at(x, lu_inside(x, from), level);
            lu_take_level(x, lu_inside(x, from), level);
            lu_push_below(x, to, &piece);
        } else if (m->has_level)
            lu_move_level(x, lu_inside(x, from), to, m->level);
        else if (x->tile_states && m->has_state) {
            kit_num piece = lu_keep_num(x, "moved", lu_what_at(x, from)), state = lu_keep_num(x, "turned", m->state);
            lu_clear_site(x, from);
            lu_put(x, to, piece, one, state);
            lu_cover(x, to, true);
        } else
            lu_displace_by(x, from, to, m->has_count ? m->count : one, m->copy, m->has_count, true);
        kit_go(x->k, after);
        x->k->cur = after;
        break;
    }
    case LU_ADD: {
        const ir_node after = kit_node(x->k);
        if (m->beside)
            lu_add_beside(x, to, m->has_count ? m->count : one, m->has_state ? m->state : kit_known(-1), after);
        if (m->below)
            lu_push_below(x, to,
                          &(lu_piece){m->piece, lu_owner_of(x, m->piece), m->has_state ? m->state : kit_known(0),
                                      kit_known(0), kit_known(0)});
        else if (x->stacks)
            lu_put(x, to, m->piece, m->has_count ? m->count : one, m->has_state ? m->state : kit_known(0));
        else if (x->uses_count && !x->uses_who)
            lu_arrive(x, to, m->piece, m->has_count ? m->count : one, m->has_state ? m->state : kit_known(0));
        else
            lu_put(x, to, m->piece, one, m->has_state ? m->state : kit_known(0));
        lu_cover(x, to, true);
        lu_follow_tracks(x, m->piece, kit_known(-1), to);
        kit_go(x->k, after);
        x->k->cur = after;
        break;
    }
    case LU_REMOVE:
        lu_leave_tracks(x, m->has_level ? lu_what_level(x, to, m->level) : lu_what_at(x, to), to);
        if (m->has_level)
            lu_take_level(x, to, m->level);
        else if (m->has_count)
            lu_take(x, to, m->count);
        else
            lu_clear_site(x, to);
        break;
    case LU_PROMOTE: lu_put_other_kind(x, to, m->piece); break;
    case LU_TURN: kit_set_at(x->k, lu_state_var(x, LU_S_ROTATION), to, m->state); break;
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
        ir_node after = kit_node(x->k), no = kit_branch(x->k, lu_guard(x, m->guard[i]));
        lu_effect(x, m->before[i]);
        kit_go(x->k, after);
        x->k->cur = no;
        kit_go(x->k, after);
        x->k->cur = after;
    }
    if (m->effect)
        m->effect(x, m);
}

/* Where the last action began and ended, consequences included. */
void lu_after_consequence(lu *x, kit_num from, kit_num to)
{
    if (x->context[LU_AFTER_TO] == IR_NONE)
        return;
    kit_set(x->k, x->context[LU_AFTER_TO], to);
    kit_set(x->k, x->context[LU_AFTER_FROM], from);
}

static void remember(lu *x, const lu_move *m)
{
    bool pass = m->kind == LU_PASS || m->no_sites;
    if (!pass)
        lu_note_end(x, lu_as_site(x, ctx(x, LU_TO)));
    if (x->context[LU_LAST_TO] != IR_NONE)
        kit_set(x->k, x->context[LU_LAST_TO], pass ? kit_known(-1) : ctx(x, LU_TO));
    lu_after_consequence(x,
                         pass          ? kit_known(-1)
                         : m->one_site ? ctx(x, LU_TO)
                                       : ctx(x, LU_FROM),
                         pass ? kit_known(-1) : ctx(x, LU_TO));
    if (is_used(x, LU_S_LAST_PASS))
        kit_set(x->k, x->vars[LU_S_LAST_PASS], kit_known(m->kind == LU_PASS));
    if (is_used(x, LU_S_LAST_TO_ON))
        kit_set(x->k, x->vars[LU_S_LAST_TO_ON], kit_known((int32_t)m->to_on));
    if (is_used(x, LU_S_LAST_FROM_ON))
        kit_set(x->k, x->vars[LU_S_LAST_FROM_ON], kit_known((int32_t)(m->one_site ? m->to_on : m->from_on)));
    if (x->context[LU_LAST_FROM] != IR_NONE)
        kit_set(x->k, x->context[LU_LAST_FROM], pass ? kit_known(-1) : m->one_site ? ctx(x, LU_TO) : ctx(x, LU_FROM));
}

void lu_begin_move(lu *x)
{
    for (lu_state s = LU_S_ENDS; s <= LU_S_PASSED; s++) {
        if (!is_used(x, s))
            continue;
        ir_var site = kit_scratch(x->k, "end", 0, (int32_t)x->sites);
        kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->sites));
        kit_set_at(x->k, x->vars[s], kit_read(x->k, site), kit_known(0));
        kit_loop_end(x->k, &l);
    }
    if (is_used(x, LU_S_PENDING))
        lu_forget_pending(x);
    if (x->voting.proposed != IR_NONE)
        kit_set(x->k, x->voting.decided, kit_known(-1));
}

/* One whose moves another makes has that one as the next. */
static void set_mover(lu *x, ir_var who, ir_var real)
{
    kit_num mover = kit_read(x->k, who), maker = kit_read(x->k, real);
    kit_set(x->k, lu_context_var(x, LU_MOVER), mover);
    if (x->uses_next)
        kit_set(x->k, lu_context_var(x, LU_NEXT),
                kit_choose(x->k, kit_compare(x->k, IR_EQ, mover, maker), lu_next_of(x, maker), maker));
}

/* What follows a move knows nothing of where that began and ended but by (last ..). */
static void leave_context(lu *x)
{
    for (uint32_t c = LU_FROM; c <= LU_SITE && lu_quirk(x, QUIRK_FOLLOWS_UNBOUND); c++)
        if (x->context[c] != IR_NONE)
            kit_set(x->k, x->context[c], kit_known(-1));
}

static void make_move(lu *x, const lu_move *m)
{
    const uint32_t decided = x->before->decided.count;
    for (uint32_t i = 0; i < m->befores && !m->begun; i++)
        lu_decide_first(x, m->guard[i], m->before[i]);
    if (!m->begun)
        lu_begin_move(x);
    if (m->passes)
        lu_note_passed(x);
    if (m->for_other) /* what is found with the move is so by whose it would be */
        set_mover(x, m->as, m->real);
    before(x, m);
    x->before->decided.count = decided;
    if (m->for_other)
        set_mover(x, m->real, m->real);
    if (is_used(x, LU_S_LEVEL_TO)) /* of moves that choose a level; others do not tell to which they lead */
        kit_set(x->k, x->vars[LU_S_LEVEL_TO],
                m->kind != LU_SELECT ? kit_known(0)
                : m->has_level       ? m->level
                                     : kit_op(x->k, IR_SUB, lu_size_at(x, to_spot(x, m)), kit_known(1)));
    act(x, m);
    if (m->behind)
        m->behind(x, m);
    if (m->die)
        lu_use_die(x, m->die);
    remember(x, m);
    if (x->joint)
        return; /* counted as one with those of the others */
    if (is_used(x, LU_S_MOVES))
        kit_set(x->k, x->vars[LU_S_MOVES], kit_op(x->k, IR_ADD, kit_read(x->k, x->vars[LU_S_MOVES]), kit_known(1)));
    if (is_used(x, LU_S_STUCK))
        kit_set_at(x->k, x->vars[LU_S_STUCK], ctx(x, LU_MOVER), kit_known(0));
    if (is_used(x, LU_S_PASSES)) {
        kit_num passes = m->kind == LU_PASS ? kit_op(x->k, IR_ADD, kit_read(x->k, x->vars[LU_S_PASSES]), kit_known(1))
                                            : kit_known(0);
        if (m->kind == LU_PASS && x->players > 1 && lu_quirk(x, QUIRK_PASS_IS_TURN))
            passes =
                kit_choose(x->k, kit_compare(x->k, IR_EQ, ctx(x, LU_PREV), ctx(x, LU_MOVER)), kit_known(0), passes);
        kit_set(x->k, x->vars[LU_S_PASSES], passes);
    }
    if (is_used(x, LU_S_VISITED) && m->kind != LU_PASS) {
        kit_set_at(x->k, x->vars[LU_S_VISITED], lu_inside(x, m->one_site ? ctx(x, LU_TO) : ctx(x, LU_FROM)),
                   kit_known(1));
        kit_set_at(x->k, x->vars[LU_S_VISITED], lu_inside(x, ctx(x, LU_TO)), kit_known(1));
    }
}

void lu_run_move(lu *x, const lu_move *m)
{
    make_move(x, m);
    leave_context(x);
}

void lu_run_thens(lu *x, lu_thens *t, const lu_thens *stop)
{
    const bool following = x->stage.following;
    x->stage.following = true;
    for (; t && t != stop; t = (lu_thens *)(uintptr_t)t->outer)
        lu_effect(x, t->v);
    x->stage.following = following;
}

/* The code of these and then what comes after every move; shared by all moves that end with them. */
static ir_node thens_entry(lu *x, lu_thens *t)
{
    if (!t)
        return x->made;
    if (t->entry != IR_NONE)
        return t->entry;
    ir_node outer = x->k->cur;
    const bool following = x->stage.following;
    t->entry = x->k->cur = kit_node(x->k);
    x->stage.following = true;
    if (t->late && x->joint)
        lu_postpone(x, t->v);
    else
        lu_effect(x, t->v);
    kit_go(x->k, thens_entry(x, (lu_thens *)(uintptr_t)t->outer));
    x->stage.following = following;
    x->k->cur = outer;
    return t->entry;
}

/* ---- tags ---- */

void lu_tag_word(lu *x, const char *word)
{
    ir_sym s = kit_sym(x->k, word);
    bool known = false;
    for (uint32_t i = 0; i < x->forms.count; i++)
        known |= vec_at(&x->forms, i) == s;
    if (!known)
        vec_push(x->k->g->arena, &x->forms, s);
    kit_tag(x->k, kit_symbol(x->k, s));
}

void lu_tag_num(lu *x, kit_num n) { kit_tag(x->k, kit_expr(x->k, n)); }

void lu_tag_site(lu *x, kit_num n) { lu_tag_num(x, kit_op(x->k, IR_ADD, n, kit_known((int32_t)x->site_names))); }

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
    if (x->stacks && (m->kind == LU_MOVE || m->kind == LU_SELECT || (m->kind == LU_REMOVE && m->has_level)))
        lu_tag_levels(x, m);
    if (m->kind == LU_ADD || m->kind == LU_PROMOTE)
        lu_tag_num(x, m->piece);
    if (m->kind == LU_TURN)
        lu_tag_num(x, m->state);
    if (m->kind == LU_MOVE && m->has_count && !m->stack) /* only numbers above 1 are shown */
        lu_tag_num(x, kit_choose(x->k, kit_compare(x->k, IR_EQ, m->count, kit_known(0)), kit_known(1), m->count));
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
    kit_num values[LU_CONTEXTS];
    memcpy(b.c, x->c, sizeof b.c);
    for (uint32_t c = 0; c < LU_CONTEXTS; c++)
        if (is_bound(x, (lu_context)c))
            values[c] = lu_context_num(x, (lu_context)c);
    for (uint32_t c = 0; c < LU_CONTEXTS; c++)
        if (is_bound(x, (lu_context)c))
            kit_set(x->k, lu_context_var(x, (lu_context)c), values[c]);
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
static kit_cond holds_afterwards(lu *x, const ludii_value *condition)
{
    const uint64_t key = shared_key(x, condition, 1u + x->in_max);
    const uint32_t *known = key ? map_get(&x->memo, key) : NULL;
    if (known)
        return (kit_cond){.e = *known};
    kit_try t = kit_try_begin(x->k);
    lu_bound b = lu_unbind(x);
    kit_check(x->k, lu_bool(x, condition));
    kit_cond c = kit_try_end(x->k, t);
    lu_rebind(x, &b);
    if (key)
        map_put(&x->memo, key, c.e);
    return c;
}

static void filter(lu *x, const lu_use *k, const lu_move *m)
{
    for (const lu_afterwards *f = k->filters; f; f = f->outer) {
        kit_try t = kit_try_begin(x->k);
        lu_run_move(x, m);
        lu_run_thens(x, k->thens, f->stop);
        bool outer = x->in_filter;
        x->in_filter = true;
        if (f->of_other)
            set_mover(x, k->as, k->mover);
        kit_check(x->k, holds_afterwards(x, f->condition));
        x->in_filter = outer;
        kit_check(x->k, kit_try_end(x->k, t));
    }
}

void lu_emit(lu *x, const lu_use *k, const lu_move *move)
{
    lu_move with = *move, *m = &with;
    if (x->failed)
        return;
    with.begun = k->begun;
    with.die = k->die;
    with.for_other = k->other_mover;
    with.as = k->as;
    with.real = k->mover;
    if (k->other_mover)
        set_mover(x, k->mover, k->mover);
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
        kit_try t = kit_try_begin(x->k);
        kit_set(x->k, l->done, kit_known(1));
        lu_run_move(x, m);
        lu_run_thens(x, k->thens, NULL);
        kit_go(x->k, l->more);
        x->k->cur = l->found;
        kit_check(x->k, kit_try_end(x->k, t));
    }
    if (!k->play) {
        if (k->run) {
            lu_run_move(x, m);
            lu_run_thens(x, k->thens, NULL);
        }
        kit_go(x->k, k->quiet && lu_captures_nothing(x, k, m) ? *k->quiet : k->found);
        return;
    }
    tag_move(x, m);
    if (x->tells_way && m->tells_way) {
        lu_tag_word(x, "~#");
        lu_tag_num(x, kit_read(x->k, x->told_way));
    }
    if (m->die)
        lu_tag_die(x, m->die);
    lu_tag_value(x, k, m);
    ir_node behind = kit_node(x->k);
    if (x->joint)
        lu_plan(x, behind);
    lu_end_ways(x, k, m, behind);
    x->k->cur = behind;
    bool settled = x->stage.settled;
    x->stage.settled = true;
    lu_run_move(x, m);
    kit_go(x->k, thens_entry(x, k->thens));
    x->stage.settled = settled;
}

lu_use lu_with_then(lu *x, const lu_use *k, const ludii_value *then)
{
    lu_use out = *k;
    if (then) {
        lu_thens *t = ARENA_NEW(x->a, lu_thens);
        *t = (lu_thens){then->items[0], lu_flag(x, then, "applyAfterAllMoves", false), k->thens, IR_NONE};
        if (t->late && !x->at_once)
            lu_refuse(x, then, "`applyAfterAllMoves:` where players move in turn");
        out.thens = t;
    }
    return out;
}

kit_cond lu_can_by_rules(lu *x, const ludii_value *moves)
{
    if (!x->no_repeat)
        return lu_can(x, moves);
    lu_use k = {.found = kit_node(x->k), .rules = true};
    kit_try t = kit_try_begin(x->k);
    lu_bound b = lu_unbind(x);
    lu_moves(x, moves, &k);
    x->k->cur = k.found;
    kit_cond c = kit_try_end(x->k, t);
    lu_rebind(x, &b);
    return c;
}

kit_cond lu_can(lu *x, const ludii_value *moves)
{
    const uint64_t key = shared_key(x, moves, 0);
    const uint32_t *known = key ? map_get(&x->memo, key) : NULL;
    if (known)
        return (kit_cond){.e = *known};
    lu_use k = {.found = kit_node(x->k)};
    kit_try t = kit_try_begin(x->k);
    lu_bound b = lu_unbind(x);
    lu_moves(x, moves, &k);
    x->k->cur = k.found;
    kit_cond c = kit_try_end(x->k, t);
    lu_rebind(x, &b);
    if (key)
        map_put(&x->memo, key, c.e);
    return c;
}

kit_cond lu_can_ludeme(lu *x, const ludii_value *v)
{
    const ludii_value *moves = v->items[v->count - 1];
    return lu_quirk(x, QUIRK_CAN_BY_ALL_RULES) ? lu_can_by_rules(x, moves) : lu_can(x, moves);
}
