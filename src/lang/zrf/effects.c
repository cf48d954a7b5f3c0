/* What is behind `add`: the move is told and made. First all legs are moved, then promotion, creations, the
 * other changes in the order of the program, and captures. What the walk noted decides what there is to do, so walks that noted
 * alike share it. */
#include "lang/zrf/lower.h"

#include <string.h>

typedef struct tail {
    zrf_context *c;
    zrf_lowering *x;
    const zrf_state *s;
    const zrf_instruction *add;
    uint32_t promotion;
    src_span at;
    ir_node n;
    bool told;   /* with tags */
    bool legs;   /* more than the last one */
    bool looped; /* legs in a set */
} tail;

/* ---- short forms ---- */

static void tag(tail *t, ir_expr e)
{
    if (t->told)
        t->n = zrf_tag(t->x, t->n, e, t->at);
}

static void word(tail *t, const char *text)
{
    if (t->told)
        t->n = zrf_tag(t->x, t->n, zrf_sym(t->x, zrf_symbol(t->x, text)), t->at);
}

static void assign(tail *t, ir_expr target, ir_expr value) { t->n = zrf_assign(t->x, t->n, target, value, t->at); }
static void set(tail *t, ir_var v, ir_sym value) { t->n = zrf_set(t->x, t->n, v, value, t->at); }
static ir_expr var(tail *t, ir_var v) { return zrf_var(t->x, v); }

static void put(tail *t, ir_expr spot, ir_expr cell, bool captured, bool in)
{
    t->n = zrf_put(t->x, t->n, spot, cell, (zrf_write){captured || in, captured, in}, t->at);
}

/* Goes on where the condition holds; the other way is joined by `otherwise`. */
static ir_node only_if(tail *t, ir_expr condition)
{
    ir_node yes, no;
    zrf_fork(t->x, t->n, condition, &yes, &no, t->at);
    t->n = yes;
    return no;
}

static void otherwise(tail *t, ir_node no)
{
    ir_node both = zrf_fresh(t->x, t->at);
    irb_skip(t->x->g, t->n, both, t->at);
    irb_skip(t->x->g, no, both, t->at);
    t->n = both;
}

/* ---- sets ---- */

zrf_chain zrf_chain_like(const zrf_context *c, const zrf_instruction *i, bool up)
{
    return (zrf_chain){.op = i->op,
                       .player = i->player == ZRF_NONE ? c->owner : i->player,
                       .piece = i->op == ZRF_I_CREATE && i->piece == ZRF_NONE ? c->piece : i->piece,
                       .index = i->index,
                       .up = up};
}

/* A loop over the set: `place` is each of its positions. Returns where its body begins; ends with end_each. */
static ir_node begin_each(tail *t, uint32_t chain, ir_node *done)
{
    zrf_lowering *x = t->x;
    ir_node head = zrf_fresh(x, t->at);
    assign(t, var(t, x->place), var(t, x->chains.data[chain].head));
    irb_skip(x->g, t->n, head, t->at);
    zrf_fork(x, head, zrf_equal(x, false, var(t, x->place), zrf_sym(x, x->last)), &t->n, done, t->at);
    return head;
}

static void end_each(tail *t, uint32_t chain, ir_node head, ir_node done, bool clear)
{
    zrf_lowering *x = t->x;
    ir_expr next = zrf_at_index(x, var(t, x->chains.data[chain].next), var(t, x->place));
    if (!clear)
        irb_assign(x->g, t->n, head, var(t, x->place), next, t->at);
    else {
        assign(t, var(t, x->chains.data[chain].head), next);
        assign(t, next, zrf_sym(x, x->nowhere));
        irb_assign(x->g, t->n, head, var(t, x->place), var(t, x->chains.data[chain].head), t->at);
    }
    t->n = done;
    set(t, x->place, x->nowhere);
}

static ir_node forget(zrf_context *c, uint32_t chain, ir_node at, src_span span)
{
    tail t = {.c = c, .x = c->x, .at = span, .n = at};
    ir_node done, head = begin_each(&t, chain, &done);
    end_each(&t, chain, head, done, true);
    return t.n;
}

ir_node zrf_forget_chain(zrf_context *c, const zrf_instruction *i, ir_node at, src_span span)
{
    for (int up = 0; up < 2; up++) {
        zrf_chain like = zrf_chain_like(c, i, up);
        if (up == 0 || i->op == ZRF_I_ATTRIBUTE)
            at = forget(c, zrf_chain_of(c->x, &like), at, span);
    }
    return at;
}

/* ---- legs ---- */

typedef struct leg {
    ir_expr from, to;
    bool drop, maybe; /* maybe: there is none where `from` is nowhere */
    uint32_t index;
} leg;

static bool is_cascade(const tail *t, uint32_t k, bool looped)
{
    return zrf_noted(t->s->slots[k]) && t->s->by[k]->op == ZRF_I_CASCADE && t->s->by[k]->looped == looped;
}

static uint32_t list_legs(tail *t, leg *legs)
{
    uint32_t n = 0;
    zrf_lowering *x = t->x;
    for (uint32_t k = 0; k < t->s->slot_count; k++) {
        t->looped |= is_cascade(t, k, true);
        if (!is_cascade(t, k, false))
            continue;
        legs[n] = (leg){var(t, zrf_slot(x, k)), var(t, zrf_slot_to(x, k)), t->c->drop && n == 0, t->s->slots[k] == ZRF_MAYBE, n};
        n++;
    }
    legs[n] = (leg){var(t, x->from), var(t, x->to), t->c->drop && n == 0, t->c->drop, n};
    return n + 1;
}

static ir_expr moves(tail *t, const leg *l)
{
    zrf_lowering *x = t->x;
    ir_expr e = zrf_equal(x, false, l->from, l->to);
    if (l->maybe)
        e = zrf_both(x, e, zrf_equal(x, false, l->from, zrf_sym(x, x->nowhere)));
    if (t->legs || t->s->from)
        e = zrf_both(x, e, zrf_equal(x, false, zrf_board(x, l->from), zrf_sym(x, x->empty)));
    return e;
}

static void tell_leg(tail *t, ir_expr from, ir_expr to, bool begun)
{
    zrf_lowering *x = t->x;
    if (!t->told)
        return;
    if (!begun) {
        tag(t, zrf_lookup(x, x->piece_of, zrf_board(x, from)));
        tag(t, from);
    }
    ir_node no = only_if(t, zrf_equal(x, true, zrf_board(x, to), zrf_sym(x, x->empty)));
    ir_node both = zrf_fresh(x, t->at);
    irb_tag(x->g, t->n, both, zrf_sym(x, zrf_symbol(x, "-")), t->at);
    irb_tag(x->g, no, both, zrf_sym(x, zrf_symbol(x, "x")), t->at);
    t->n = both;
    tag(t, to);
}

static void tell_drop(tail *t, ir_expr to)
{
    tag(t, zrf_sym(t->x, t->x->players[t->c->owner]));
    tag(t, zrf_sym(t->x, t->x->pieces[t->c->piece]));
    tag(t, to);
}

static void drop(tail *t, ir_expr to)
{
    zrf_lowering *x = t->x;
    ir_sym cell = zrf_cell(x, t->c->owner, t->c->piece);
    t->n = zrf_put(x, t->n, to, zrf_sym(x, cell), (zrf_write){true, true, !x->z->include_off}, t->at);
    t->n = zrf_pool_take(x, t->n, cell, t->at);
    t->n = zrf_init_attributes(x, t->n, to, t->c->piece, t->at);
}

static void carry_attributes(tail *t, ir_expr from, ir_expr to, bool copy)
{
    zrf_lowering *x = t->x;
    for (uint32_t a = 0; a < x->z->attributes.count; a++) {
        ir_expr values = var(t, x->attributes[a]);
        assign(t, zrf_at_index(x, values, to), zrf_at_index(x, values, from));
        if (!copy)
            assign(t, zrf_at_index(x, values, from), zrf_sym(x, x->zero));
    }
}

/* One leg: the piece goes from its place to the other. */
static void move_one(tail *t, const leg *l)
{
    zrf_lowering *x = t->x;
    bool copy = t->add->copy;
    put(t, l->to, zrf_board(x, l->from), true, copy);
    if (!copy)
        assign(t, zrf_board(x, l->from), zrf_sym(x, x->empty));
    carry_attributes(t, l->from, l->to, copy);
}

static void single_leg(tail *t, const leg *l)
{
    if (l->drop) {
        tell_drop(t, l->to);
        drop(t, l->to);
        return;
    }
    if (!t->s->moved && t->s->to == ZRF_NEVER && !t->s->from)
        return;
    ir_node stays = t->c->away ? IR_NONE : only_if(t, moves(t, l));
    tell_leg(t, l->from, l->to, t->c->begun);
    move_one(t, l);
    if (stays != IR_NONE)
        otherwise(t, stays);
}

/* Several: all are told, then taken up, then put down. */
static void lift(tail *t, const leg *l)
{
    zrf_lowering *x = t->x;
    ir_var held = zrf_held(x, l->index);
    ir_node stays = only_if(t, moves(t, l));
    assign(t, var(t, held), zrf_board(x, l->from));
    assign(t, zrf_board(x, l->from), zrf_sym(x, x->empty));
    for (uint32_t a = 0; a < x->z->attributes.count; a++) {
        ir_expr place = zrf_at_index(x, var(t, x->attributes[a]), l->from);
        assign(t, var(t, zrf_held_attribute(x, l->index, a)), place);
        assign(t, place, zrf_sym(x, x->zero));
    }
    otherwise(t, stays);
}

static void put_down(tail *t, const leg *l)
{
    zrf_lowering *x = t->x;
    ir_var held = zrf_held(x, l->index);
    ir_node none = only_if(t, zrf_equal(x, false, var(t, held), zrf_sym(x, x->empty)));
    put(t, l->to, var(t, held), true, false);
    for (uint32_t a = 0; a < x->z->attributes.count; a++) {
        assign(t, zrf_at_index(x, var(t, x->attributes[a]), l->to), var(t, zrf_held_attribute(x, l->index, a)));
        set(t, zrf_held_attribute(x, l->index, a), x->zero);
    }
    otherwise(t, none);
    set(t, held, x->empty);
}

/* What one pass over the legs in the set does: 0 tells them, 1 takes them up, 2 puts them down. */
static void each_looped_leg(tail *t, int pass)
{
    zrf_lowering *x = t->x;
    zrf_chain like = {.op = ZRF_I_CASCADE, .player = t->c->owner, .piece = ZRF_NONE, .index = ZRF_NONE};
    uint32_t chain = zrf_chain_of(x, &like);
    ir_node done, head = begin_each(t, chain, &done);
    ir_expr place = var(t, x->place), to = zrf_at_index(x, var(t, x->legs_to), place), held = zrf_at_index(x, var(t, x->legs_held), place);
    if (pass == 0) {
        ir_node none = only_if(t, zrf_equal(x, false, zrf_board(x, place), zrf_sym(x, x->empty)));
        tell_leg(t, place, to, false);
        otherwise(t, none);
    } else if (pass == 1) {
        assign(t, held, zrf_board(x, place));
        assign(t, zrf_board(x, place), zrf_sym(x, x->empty));
    } else {
        ir_node none = only_if(t, zrf_equal(x, false, held, zrf_sym(x, x->empty)));
        put(t, to, held, true, false);
        otherwise(t, none);
        assign(t, held, zrf_sym(x, x->empty));
        assign(t, to, zrf_sym(x, x->nowhere));
    }
    end_each(t, chain, head, done, pass == 2);
}

static void several_legs(tail *t, const leg *legs, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (legs[i].drop)
            tell_drop(t, legs[i].to);
        else if (t->told) {
            ir_node stays = only_if(t, moves(t, &legs[i]));
            tell_leg(t, legs[i].from, legs[i].to, false);
            otherwise(t, stays);
        }
    if (t->looped)
        each_looped_leg(t, 0);
    for (uint32_t i = 0; i < count; i++)
        if (!legs[i].drop)
            lift(t, &legs[i]);
    if (t->looped) {
        each_looped_leg(t, 1);
        each_looped_leg(t, 2);
    }
    for (uint32_t i = 0; i < count; i++)
        if (legs[i].drop)
            drop(t, legs[i].to);
        else
            put_down(t, &legs[i]);
}

static void move_legs(tail *t)
{
    leg *legs = ARENA_ARRAY(t->x->arena, leg, t->s->slot_count + 1);
    uint32_t count = list_legs(t, legs);
    t->legs = count > 1 || t->looped;
    if (t->legs)
        several_legs(t, legs, count);
    else
        single_leg(t, &legs[0]);
}

/* ---- changes ---- */

static void promote(tail *t)
{
    zrf_lowering *x = t->x;
    ir_expr to = var(t, x->to);
    if (t->promotion == ZRF_NONE)
        return;
    word(t, "=");
    tag(t, zrf_sym(x, x->pieces[t->promotion]));
    word(t, "on");
    tag(t, to);
    if (x->z->recycle_promotions && x->pool != IR_NONE)
        t->n = zrf_pool_return(x, t->n, zrf_board(x, to), t->at);
    put(t, to, zrf_sym(x, zrf_cell(x, t->c->owner, t->promotion)), false, true);
    for (uint32_t a = 0; a < x->z->attributes.count; a++)
        if (!x->z->attributes.data[a].has[t->promotion])
            assign(t, zrf_at_index(x, var(t, x->attributes[a]), to), zrf_sym(x, x->zero));
}

/* For each cell the one with another owner or kind; what is no piece stays. */
static ir_const changed_cells(tail *t, const zrf_chain *i)
{
    zrf_lowering *x = t->x;
    uint32_t players = x->z->players.count, pieces = x->z->pieces.count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    for (uint32_t k = 0; k < players * pieces; k++) {
        uint32_t player = k / pieces, piece = k % pieces, next = player;
        do
            next = (next + 1) % players;
        while (next != player && (!zrf_takes_part(x->z, next) || zrf_is_random(x->z, next)));
        values[k] = i->op == ZRF_I_TYPE    ? zrf_cell(x, player, i->piece)
                    : i->op == ZRF_I_OWNER ? zrf_cell(x, i->player, piece)
                                           : zrf_cell(x, next, piece);
    }
    return zrf_cell_table(x, i->op == ZRF_I_FLIP ? "flipped" : "changed", x->cell_type, values, x->empty);
}

/* Told where a piece stood before the move or stands after it; made where it has the attribute. */
static void change_attribute(tail *t, const zrf_chain *i, ir_expr at, ir_expr value, bool landed)
{
    zrf_lowering *x = t->x;
    uint32_t players = x->z->players.count, pieces = x->z->pieces.count;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    for (uint32_t k = 0; k < players * pieces; k++)
        values[k] = x->z->attributes.data[i->index].has[k % pieces] ? x->one : x->zero;
    ir_const has = zrf_cell_table(x, "has", x->bool_type, values, x->zero);
    ir_expr after = zrf_equal(x, false, zrf_board(x, at), zrf_sym(x, x->empty));
    ir_expr before = landed ? IR_NONE : zrf_equal(x, false, zrf_at_index(x, var(t, x->old), at), zrf_sym(x, x->empty));
    ir_node none = only_if(t, zrf_either(x, before, after));
    word(t, "@");
    tag(t, at);
    word(t, "#");
    tag(t, value);
    ir_node lacks = only_if(t, zrf_holds(x, zrf_lookup(x, has, zrf_board(x, at))));
    assign(t, zrf_at_index(x, var(t, x->attributes[i->index]), at), value);
    otherwise(t, lacks);
    otherwise(t, none);
}

/* One effect at one position. `value`: of an attribute. */
static void make(tail *t, const zrf_chain *i, ir_expr at)
{
    zrf_lowering *x = t->x;
    if (i->op == ZRF_I_CREATE) {
        tag(t, zrf_sym(x, x->players[i->player]));
        tag(t, zrf_sym(x, x->pieces[i->piece]));
        tag(t, at);
        /* what is created comes out of the supply, which may count as well */
        t->n = zrf_put(x, t->n, at, zrf_sym(x, zrf_cell(x, i->player, i->piece)), (zrf_write){true, false, !(x->z->include_off && x->pool != IR_NONE)}, t->at);
        t->n = zrf_pool_take(x, t->n, zrf_cell(x, i->player, i->piece), t->at);
        t->n = zrf_init_attributes(x, t->n, at, i->piece, t->at);
        return;
    }
    word(t, i->op == ZRF_I_CAPTURE ? "x" : i->op == ZRF_I_FLIP ? "flip" : "=");
    if (i->op == ZRF_I_OWNER || i->op == ZRF_I_TYPE) {
        tag(t, zrf_sym(x, i->op == ZRF_I_OWNER ? x->players[i->player] : x->pieces[i->piece]));
        word(t, "on");
    }
    tag(t, at);
    if (i->op == ZRF_I_CAPTURE) {
        put(t, at, zrf_sym(x, x->empty), true, false);
        t->n = zrf_init_attributes(x, t->n, at, ZRF_NONE, t->at);
    } else
        put(t, at, zrf_lookup(x, changed_cells(t, i), zrf_board(x, at)), false, true);
}

static bool in_stage(const zrf_instruction *i, int stage)
{
    return i->op != ZRF_I_CASCADE && stage == (i->op == ZRF_I_CREATE ? 0 : i->op == ZRF_I_CAPTURE ? 2 : 1);
}

static bool alike(const tail *t, uint32_t k, uint32_t j)
{
    const zrf_instruction *a = t->s->by[k], *b = t->s->by[j];
    if (!zrf_noted(t->s->slots[j]) || a->op != b->op || a->player != b->player || a->piece != b->piece || a->index != b->index)
        return false;
    if (t->s->slot_at[k] != ZRF_NONE && t->s->slot_at[j] != ZRF_NONE)
        return t->s->slot_at[k] == t->s->slot_at[j];
    return !(a->target.kind == b->target.kind && a->target.kind == ZRF_T_DIRECTION && a->target.index != b->target.index);
}

/* The same effect on the same place counts once. */
static ir_expr is_due(tail *t, uint32_t k)
{
    zrf_lowering *x = t->x;
    ir_expr at = var(t, zrf_slot(x, k)), due = IR_NONE;
    if (t->s->slots[k] == ZRF_MAYBE)
        due = zrf_equal(x, false, at, zrf_sym(x, x->nowhere));
    for (uint32_t j = 0; j < k; j++)
        if (zrf_noted(t->s->slots[j]) && !t->s->by[j]->looped && alike(t, k, j))
            due = zrf_both(x, due, zrf_equal(x, false, at, var(t, zrf_slot(x, j))));
    return due;
}

/* The place is where the piece has just landed. */
static bool has_landed(const tail *t, uint32_t k) { return t->s->here[k] && t->s->to == ZRF_NEVER && t->s->slots[k] == ZRF_SURE; }

static bool needs_old(const tail *t)
{
    for (uint32_t k = 0; k < t->s->slot_count; k++)
        if (zrf_noted(t->s->slots[k]) && t->s->by[k]->op == ZRF_I_ATTRIBUTE && !has_landed(t, k))
            return true;
    return false;
}

static void make_slot(tail *t, uint32_t k)
{
    zrf_lowering *x = t->x;
    const zrf_instruction *i = t->s->by[k];
    zrf_chain like = zrf_chain_like(t->c, i, false);
    ir_expr due = is_due(t, k);
    ir_node none = due == IR_NONE ? IR_NONE : only_if(t, due);
    if (i->op == ZRF_I_ATTRIBUTE)
        change_attribute(t, &like, var(t, zrf_slot(x, k)), var(t, zrf_value(x, k)), has_landed(t, k));
    else
        make(t, &like, var(t, zrf_slot(x, k)));
    if (none != IR_NONE)
        otherwise(t, none);
}

static void make_chain(tail *t, const zrf_instruction *i, bool up)
{
    zrf_lowering *x = t->x;
    zrf_chain like = zrf_chain_like(t->c, i, up);
    uint32_t chain = zrf_chain_of(x, &like);
    ir_node done, head = begin_each(t, chain, &done);
    if (i->op == ZRF_I_ATTRIBUTE)
        change_attribute(t, &like, var(t, x->place), zrf_sym(x, up ? x->one : x->zero), false);
    else
        make(t, &like, var(t, x->place));
    end_each(t, chain, head, done, true);
}

/* Sets that several instructions note in are made once, where the first stands. */
static bool made_before(const tail *t, uint32_t k)
{
    for (uint32_t j = 0; j < k; j++)
        if (zrf_noted(t->s->slots[j]) && t->s->by[j]->looped && alike(t, k, j))
            return true;
    return false;
}

static void make_stage(tail *t, int stage)
{
    for (uint32_t k = 0; k < t->s->slot_count; k++) {
        const zrf_instruction *i = zrf_noted(t->s->slots[k]) ? t->s->by[k] : NULL;
        if (!i || !in_stage(i, stage))
            continue;
        if (!i->looped) {
            make_slot(t, k);
            continue;
        }
        if (made_before(t, k))
            continue;
        make_chain(t, i, false);
        if (i->op == ZRF_I_ATTRIBUTE)
            make_chain(t, i, true);
    }
}

/* ---- the end of a move ---- */

static void forget_all(tail *t)
{
    zrf_lowering *x = t->x;
    if (needs_old(t)) {
        ir_const none = zrf_table(x, "none", x->position_type, x->positions, x->positions, 0, x->cell_type, x->empty);
        assign(t, var(t, x->old), irb_expr_const(x->g, none, t->at));
    }
    ir_var always[4] = {x->cur, x->from, x->to, x->mark};
    for (uint32_t i = 0; i < 4; i++)
        set(t, always[i], x->nowhere);
    for (uint32_t k = 0; k < t->s->slot_count; k++) {
        const zrf_instruction *i = t->s->slots[k] == ZRF_NEVER ? NULL : t->s->by[k];
        if (!i || i->looped)
            continue;
        set(t, zrf_slot(x, k), x->nowhere);
        if (i->op == ZRF_I_CASCADE)
            set(t, zrf_slot_to(x, k), x->nowhere);
        if (i->op == ZRF_I_ATTRIBUTE)
            set(t, zrf_value(x, k), x->zero);
    }
    for (uint32_t i = 0; i < x->z->flags.count; i++)
        if (t->s->flags[i] != ZRF_NEVER)
            set(t, x->flags[i], x->zero);
    for (uint32_t i = 0; i < x->z->position_flags.count; i++)
        if (t->s->position_flags[i] != ZRF_NEVER) {
            ir_const down = zrf_table(x, "down", x->position_type, x->positions, x->positions, 0, x->bool_type, x->zero);
            assign(t, var(t, x->position_flags[i]), irb_expr_const(x->g, down, t->at));
        }
}

ir_node zrf_forget_walk(zrf_context *c, const zrf_state *s, ir_node at, src_span span)
{
    tail t = {.c = c, .x = c->x, .s = s, .at = span, .n = at};
    forget_all(&t);
    return t.n;
}

/* For the next move: where this one went. */
static void remember(tail *t)
{
    zrf_lowering *x = t->x;
    if (x->uses_last) {
        if (t->c->drop)
            set(t, x->last_from, x->last);
        else
            assign(t, var(t, x->last_from), var(t, x->from));
        assign(t, var(t, x->last_to), var(t, x->to));
    }
    if (t->add->partial)
        assign(t, var(t, x->active), var(t, x->to));
    else if (x->active_used)
        set(t, x->active, x->nowhere);
}

/* The type of the moves that go on behind a partial one. */
static uint32_t next_type(const tail *t) { return t->add->type == ZRF_NONE ? t->c->type : t->add->type; }

static void end_move(tail *t)
{
    zrf_lowering *x = t->x;
    if (x->need != IR_NONE) {
        ir_expr need = var(t, x->need), last = zrf_equal(x, true, need, zrf_sym(x, x->numbers[0]));
        assign(t, need, zrf_lookup(x, zrf_step_number(x, false), need));
        if (t->add->partial)
            last = zrf_either(x, last, zrf_can_finish(x, zrf_sequence(x, t->c->group, ZRF_NONE, true, next_type(t)), false, t->at));
        t->n = zrf_check_edge(x, t->n, last, t->at);
    }
    ir_node next = t->add->partial ? zrf_partial_node(x, t->c->group, next_type(t)) : x->after[t->c->group];
    irb_assign(x->g, t->n, next, var(t, x->g->player), zrf_sym(x, x->g->keeper), t->at);
}

static void settle(tail *t)
{
    zrf_lowering *x = t->x;
    if (t->s->to == ZRF_NEVER)
        assign(t, var(t, x->to), var(t, x->cur));
    else if (t->s->to == ZRF_MAYBE) {
        ir_node set_before = only_if(t, zrf_equal(x, true, var(t, x->to), zrf_sym(x, x->nowhere)));
        assign(t, var(t, x->to), var(t, x->cur));
        otherwise(t, set_before);
    }
}

static uint64_t key_of_rest(const tail *t);

/* All that comes behind legs and promotion. */
static void make_rest(tail *t)
{
    zrf_lowering *x = t->x;
    uint64_t key = key_of_rest(t);
    const uint32_t *known = map_get(t->c->tails, key);
    ir_node rest = known ? *known : zrf_fresh(x, t->at);
    irb_skip(x->g, t->n, rest, t->at);
    if (known)
        return;
    map_put(t->c->tails, key, rest);
    t->n = rest;
    for (int stage = 0; stage < 3; stage++)
        make_stage(t, stage);
    if (t->told || t->c->mode == ZRF_STEPS)
        remember(t);
    forget_all(t); /* before the check, which walks with the same variables */
    if (x->royal[t->c->mover].count > 0)
        t->n = zrf_check_edge(x, t->n, zrf_not(x, zrf_in_check(x, t->c->mover, t->at)), t->at);
    if (t->c->mode == ZRF_STEPS)
        irb_skip(x->g, zrf_count_step(x, t->n, t->add->partial ? zrf_sequence(x, t->c->group, ZRF_NONE, true, next_type(t)) : IR_NONE, t->at),
                 x->sequence_found, t->at);
    else if (t->told)
        end_move(t);
    else
        irb_skip(x->g, t->n, t->c->found, t->at);
}

static void make_move(tail *t)
{
    settle(t);
    if (needs_old(t))
        assign(t, var(t, t->x->old), var(t, t->x->board));
    move_legs(t);
    promote(t);
    make_rest(t);
}

/* Ways on for an attack: whatever takes the piece at `target`. */
static void capture_target(tail *t)
{
    zrf_lowering *x = t->x;
    ir_expr target = var(t, x->target), to = var(t, x->to), here = zrf_equal(x, true, var(t, x->cur), target);
    if (t->s->to == ZRF_MAYBE)
        here = zrf_either(x, zrf_equal(x, true, to, target), zrf_both(x, zrf_equal(x, true, to, zrf_sym(x, x->nowhere)), here));
    irb_check(x->g, t->n, t->c->found, t->s->to == ZRF_SURE ? zrf_equal(x, true, to, target) : here, t->at);
    for (uint32_t k = 0; k < t->s->slot_count; k++) {
        const zrf_instruction *i = zrf_noted(t->s->slots[k]) ? t->s->by[k] : NULL;
        if (!i)
            continue;
        ir_var v = i->op == ZRF_I_CASCADE && !i->looped ? zrf_slot_to(x, k) : zrf_slot(x, k);
        irb_check(x->g, t->n, t->c->found, zrf_equal(x, true, var(t, v), target), t->at);
    }
}

/* ---- sharing ---- */

static uint64_t mix(uint64_t h, uint64_t v) { return hash_mix(h * 31 + v + 1); }

static uint64_t mix_slots(const tail *t, uint64_t h)
{
    const zrf_state *s = t->s;
    for (uint32_t k = 0; k < s->slot_count; k++) {
        const zrf_instruction *i = s->slots[k] == ZRF_NEVER ? NULL : s->by[k];
        if (!i)
            continue;
        uint64_t what[] = {k, s->slots[k], i->op, i->player, i->piece, i->index, i->looped, i->target.kind, i->target.index, s->slot_at[k], s->here[k]};
        h = hash_bytes(what, sizeof what, h);
    }
    h = hash_bytes(s->flags, t->x->z->flags.count, h);
    return hash_bytes(s->position_flags, t->x->z->position_flags.count, h);
}

static uint64_t key_of_rest(const tail *t)
{
    uint64_t h = mix(3 + (t->s->to == ZRF_NEVER), t->add->partial ? 2 + (uint64_t)t->add->type : 1);
    h = mix(h, (uint64_t)t->c->piece << 1 | t->c->drop);
    return mix_slots(t, mix(h, t->add->partial && t->add->type == ZRF_NONE ? t->c->type : 0));
}

static uint64_t key_of(const tail *t)
{
    const zrf_state *s = t->s;
    uint64_t h = mix(t->promotion, (uint64_t)t->c->away << 1 | t->add->copy);
    return mix(mix(h, (uint64_t)s->to << 2 | (uint64_t)s->moved << 1 | s->from), key_of_rest(t));
}

static void forget_place(zrf_state *s, uint32_t slot)
{
    s->slot_at[slot] = ZRF_NONE;
    s->here[slot] = false;
}

static void find_effects(const zrf_code *code, zrf_state *s, bool noted)
{
    for (uint32_t k = 0; k < code->count; k++) {
        const zrf_instruction *i = code->data[k];
        bool effect = i->op == ZRF_I_CAPTURE || i->op == ZRF_I_FLIP || i->op == ZRF_I_OWNER || i->op == ZRF_I_TYPE ||
                      i->op == ZRF_I_CREATE || i->op == ZRF_I_ATTRIBUTE;
        if (effect && (s->slots[i->slot] == ZRF_NEVER || (noted && s->slots[i->slot] == ZRF_SURE))) {
            s->by[i->slot] = i;
            s->slots[i->slot] = noted ? ZRF_MAYBE : ZRF_STALE;
        }
        if (effect && noted)
            forget_place(s, i->slot);
        if (i->op == ZRF_I_FLAG)
            s->flags[i->index] = ZRF_MAYBE;
        find_effects(&i->then, s, noted);
        find_effects(&i->otherwise, s, noted);
    }
}

/* Where much is uncertain, all of the block is, so that its moves share what is behind them. */
static const zrf_state *widened(const zrf_context *c, const zrf_state *s)
{
    enum { UNCERTAIN = 3 };
    arena *a = c->states;
    uint32_t maybe = 0, stale = 0;
    for (uint32_t k = 0; k < s->slot_count; k++) {
        maybe += s->slots[k] == ZRF_MAYBE;
        stale += s->slots[k] == ZRF_STALE;
    }
    if ((maybe <= UNCERTAIN && stale == 0) || c->mode == ZRF_ATTACK)
        return s;
    zrf_state *w = ARENA_NEW(a, zrf_state);
    *w = *s;
    w->slots = memcpy(arena_alloc(a, s->slot_count), s->slots, s->slot_count);
    w->by = memcpy(arena_alloc(a, s->slot_count * sizeof *s->by), s->by, s->slot_count * sizeof *s->by);
    w->slot_at = memcpy(arena_alloc(a, s->slot_count * sizeof *s->slot_at), s->slot_at, s->slot_count * sizeof *s->slot_at);
    w->here = memcpy(arena_alloc(a, s->slot_count + 1), s->here, s->slot_count);
    w->flags = memcpy(arena_alloc(a, c->x->z->flags.count + 1), s->flags, c->x->z->flags.count);
    find_effects(&c->block->code, w, maybe > UNCERTAIN);
    return w;
}

ir_node zrf_tail(zrf_context *c, const zrf_state *s, const zrf_instruction *add, uint32_t promotion, src_span at)
{
    if (c->mode == ZRF_TEST && !c->checked)
        return c->found;
    tail t = {.c = c, .x = c->x, .s = widened(c, s), .add = add, .promotion = promotion, .at = at, .told = c->mode == ZRF_PLAY};
    uint64_t key = key_of(&t);
    const uint32_t *known = map_get(c->tails, key);
    if (known)
        return *known;
    ir_node first = t.n = zrf_fresh(c->x, at);
    map_put(c->tails, key, first);
    if (c->mode == ZRF_ATTACK)
        capture_target(&t);
    else
        make_move(&t);
    return first;
}
