/* Legs of a move: one piece goes from a place to another; with several all are told, then taken up,
 * then put down. */
#include "lang/zrf/tail.h"

ir_node zrf_begin_each(tail *t, uint32_t chain, ir_node *done)
{
    zrf_lowering *x = t->x;
    ir_node head = kit_node(x->k);
    assign(t, var(t, x->place), var(t, vec_at(&x->chains, chain).head));
    kit_link(x->k, t->n, head);
    kit_fork(x->k, head, kit_equal(x->k, false, var(t, x->place), kit_symbol(x->k, x->sym.last)), &t->n, done);
    return head;
}

void zrf_end_each(tail *t, uint32_t chain, ir_node head, ir_node done, bool clear)
{
    zrf_lowering *x = t->x;
    ir_expr next = kit_index(x->k, var(t, vec_at(&x->chains, chain).next), var(t, x->place));
    if (!clear)
        kit_link_assign(x->k, t->n, head, var(t, x->place), next);
    else {
        assign(t, var(t, vec_at(&x->chains, chain).head), next);
        assign(t, next, kit_symbol(x->k, x->sym.nowhere));
        kit_link_assign(x->k, t->n, head, var(t, x->place), var(t, vec_at(&x->chains, chain).head));
    }
    t->n = done;
    set(t, x->place, x->sym.nowhere);
}

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
        legs[n] = (leg){var(t, zrf_slot(x, k)), var(t, zrf_slot_to(x, k)), t->c->drop && n == 0,
                        t->s->slots[k] == ZRF_MAYBE, n};
        n++;
    }
    legs[n] = (leg){var(t, x->walk.from), var(t, x->walk.to), t->c->drop && n == 0, t->c->drop, n};
    return n + 1;
}

static ir_expr moves(tail *t, const leg *l)
{
    zrf_lowering *x = t->x;
    ir_expr e = kit_equal(x->k, false, l->from, l->to);
    if (l->maybe)
        e = kit_both(x->k, e, kit_equal(x->k, false, l->from, kit_symbol(x->k, x->sym.nowhere)));
    if (t->legs || t->s->from)
        e = kit_both(x->k, e, kit_equal(x->k, false, zrf_board(x, l->from), kit_symbol(x->k, x->sym.empty)));
    return e;
}

static void tell_leg(tail *t, ir_expr from, ir_expr to, bool begun)
{
    zrf_lowering *x = t->x;
    if (!t->told)
        return;
    if (!begun) {
        tag(t, kit_lookup(x->k, x->piece_of, zrf_board(x, from)));
        tag(t, from);
    }
    ir_node no = only_if(t, kit_equal(x->k, true, zrf_board(x, to), kit_symbol(x->k, x->sym.empty)));
    ir_node both = kit_node(x->k);
    kit_link_tag(x->k, t->n, both, kit_symbol(x->k, kit_named_sym(x->k, "-")));
    kit_link_tag(x->k, no, both, kit_symbol(x->k, kit_named_sym(x->k, "x")));
    t->n = both;
    tag(t, to);
}

static void tell_drop(tail *t, ir_expr to)
{
    tag(t, kit_symbol(t->x->k, t->x->sym.players[t->c->owner]));
    tag(t, kit_symbol(t->x->k, t->x->sym.pieces[t->c->piece]));
    tag(t, to);
}

static void drop(tail *t, ir_expr to)
{
    zrf_lowering *x = t->x;
    ir_sym cell = zrf_cell(x, t->c->owner, t->c->piece);
    t->n = zrf_put(x, t->n, to, kit_symbol(x->k, cell), (zrf_write){true, true, !x->z->include_off});
    t->n = zrf_pool_take(x, t->n, cell);
    t->n = zrf_init_attributes(x, t->n, to, t->c->piece);
}

static void carry_attributes(tail *t, ir_expr from, ir_expr to, bool copy)
{
    zrf_lowering *x = t->x;
    for (uint32_t a = 0; a < x->z->attributes.count; a++) {
        ir_expr values = var(t, x->attributes[a]);
        assign(t, kit_index(x->k, values, to), kit_index(x->k, values, from));
        if (!copy)
            assign(t, kit_index(x->k, values, from), kit_symbol(x->k, x->sym.zero));
    }
}

/* One leg: the piece goes from its place to the other. */
static void move_one(tail *t, const leg *l)
{
    zrf_lowering *x = t->x;
    bool copy = t->add->copy;
    put(t, l->to, zrf_board(x, l->from), true, copy);
    if (!copy)
        assign(t, zrf_board(x, l->from), kit_symbol(x->k, x->sym.empty));
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
    assign(t, zrf_board(x, l->from), kit_symbol(x->k, x->sym.empty));
    for (uint32_t a = 0; a < x->z->attributes.count; a++) {
        ir_expr place = kit_index(x->k, var(t, x->attributes[a]), l->from);
        assign(t, var(t, zrf_held_attribute(x, l->index, a)), place);
        assign(t, place, kit_symbol(x->k, x->sym.zero));
    }
    otherwise(t, stays);
}

static void put_down(tail *t, const leg *l)
{
    zrf_lowering *x = t->x;
    ir_var held = zrf_held(x, l->index);
    ir_node none = only_if(t, kit_equal(x->k, false, var(t, held), kit_symbol(x->k, x->sym.empty)));
    put(t, l->to, var(t, held), true, false);
    for (uint32_t a = 0; a < x->z->attributes.count; a++) {
        assign(t, kit_index(x->k, var(t, x->attributes[a]), l->to), var(t, zrf_held_attribute(x, l->index, a)));
        set(t, zrf_held_attribute(x, l->index, a), x->sym.zero);
    }
    otherwise(t, none);
    set(t, held, x->sym.empty);
}

/* What one pass over the legs in the set does: 0 tells them, 1 takes them up, 2 puts them down. */
static void each_looped_leg(tail *t, int pass)
{
    zrf_lowering *x = t->x;
    zrf_chain like = {.op = ZRF_I_CASCADE, .player = t->c->owner, .piece = ZRF_NONE, .index = ZRF_NONE};
    uint32_t chain = zrf_chain_of(x, &like);
    ir_node done, head = zrf_begin_each(t, chain, &done);
    ir_expr place = var(t, x->place), to = kit_index(x->k, var(t, x->legs_to), place),
            held = kit_index(x->k, var(t, x->legs_held), place);
    if (pass == 0) {
        ir_node none = only_if(t, kit_equal(x->k, false, zrf_board(x, place), kit_symbol(x->k, x->sym.empty)));
        tell_leg(t, place, to, false);
        otherwise(t, none);
    } else if (pass == 1) {
        assign(t, held, zrf_board(x, place));
        assign(t, zrf_board(x, place), kit_symbol(x->k, x->sym.empty));
    } else {
        ir_node none = only_if(t, kit_equal(x->k, false, held, kit_symbol(x->k, x->sym.empty)));
        put(t, to, held, true, false);
        otherwise(t, none);
        assign(t, held, kit_symbol(x->k, x->sym.empty));
        assign(t, to, kit_symbol(x->k, x->sym.nowhere));
    }
    zrf_end_each(t, chain, head, done, pass == 2);
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

void zrf_move_legs(tail *t)
{
    leg *legs = ARENA_ARRAY(t->x->arena, leg, t->s->slot_count + 1);
    uint32_t count = list_legs(t, legs);
    t->legs = count > 1 || t->looped;
    if (t->legs)
        several_legs(t, legs, count);
    else
        single_leg(t, &legs[0]);
}
