/* What is behind `add`: the move is told and made. First all legs are moved, then promotion,
 * creations, the other changes in the order of the program, and captures. What the walk noted
 * decides what there is to do, so walks that noted alike share it. */
#include "lang/zrf/tail.h"

#include <string.h>

/* ---- sets ---- */

zrf_chain zrf_chain_like(const zrf_context *c, const zrf_instruction *i, bool up)
{
    return (zrf_chain){.op = i->op,
                       .player = i->player == ZRF_NONE ? c->owner : i->player,
                       .piece = i->op == ZRF_I_CREATE && i->piece == ZRF_NONE ? c->piece : i->piece,
                       .index = i->index,
                       .up = up};
}

static ir_node forget(zrf_context *c, uint32_t chain, ir_node at)
{
    tail t = {.c = c, .x = c->x, .n = at};
    ir_node done, head = zrf_begin_each(&t, chain, &done);
    zrf_end_each(&t, chain, head, done, true);
    return t.n;
}

ir_node zrf_forget_chain(zrf_context *c, const zrf_instruction *i, ir_node at)
{
    for (int up = 0; up < 2; up++) {
        zrf_chain like = zrf_chain_like(c, i, up);
        if (up == 0 || i->op == ZRF_I_ATTRIBUTE)
            at = forget(c, zrf_chain_of(c->x, &like), at);
    }
    return at;
}

/* ---- changes ---- */

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
    return zrf_cell_table(x, i->op == ZRF_I_FLIP ? "flipped" : "changed", x->type.cell, values, x->sym.empty);
}

/* The piece of the last leg, which need not be one's own behind a cascade. */
static void promote(tail *t)
{
    zrf_lowering *x = t->x;
    ir_expr to = var(t, x->walk.to);
    if (t->promotion == ZRF_NONE)
        return;
    word(t, "=");
    tag(t, kit_symbol(x->k, x->sym.pieces[t->promotion]));
    word(t, "on");
    tag(t, to);
    if (x->z->recycle_promotions && x->count.pool != IR_NONE)
        t->n = zrf_pool_return(x, t->n, zrf_board(x, to));
    zrf_chain kind = {.op = ZRF_I_TYPE, .player = ZRF_NONE, .piece = t->promotion};
    bool own = !t->legs && !t->s->from;
    put(t, to,
        own ? kit_symbol(x->k, zrf_cell(x, t->c->owner, t->promotion))
            : kit_lookup(x->k, changed_cells(t, &kind), zrf_board(x, to)),
        false, true);
}

/* Told where a piece stood before the move or stands after it. Any piece can be given an attribute:
 * its kind only says which value it begins with. */
static void change_attribute(tail *t, const zrf_chain *i, ir_expr at, ir_expr value, bool landed)
{
    zrf_lowering *x = t->x;
    ir_expr after = kit_equal(x->k, false, zrf_board(x, at), kit_symbol(x->k, x->sym.empty));
    ir_expr before =
        landed ? IR_NONE : kit_equal(x->k, false, kit_index(x->k, var(t, x->old), at), kit_symbol(x->k, x->sym.empty));
    ir_node none = only_if(t, kit_either(x->k, before, after));
    word(t, "@");
    tag(t, at);
    word(t, "#");
    tag(t, value);
    ir_node gone = landed ? IR_NONE : only_if(t, after);
    assign(t, kit_index(x->k, var(t, x->attributes[i->index]), at), value);
    if (!landed)
        otherwise(t, gone);
    otherwise(t, none);
}

/* What is created comes out of the supply, which may count as well. A piece in its way is gone for
 * good, except for the one that this move drops: it goes where captured ones go. */
static void create(tail *t, const zrf_chain *i, ir_expr at)
{
    zrf_lowering *x = t->x;
    ir_sym cell = zrf_cell(x, i->player, i->piece);
    zrf_write how = {true, false, !(x->z->include_off && x->count.pool != IR_NONE)};
    if (t->c->drop && x->z->recycle_captures) {
        ir_node elsewhere = only_if(t, kit_equal(x->k, true, at, var(t, x->walk.to)));
        t->n = zrf_put(x, t->n, at, kit_symbol(x->k, cell), (zrf_write){how.out, true, how.in});
        ir_node both = t->n;
        t->n = zrf_put(x, elsewhere, at, kit_symbol(x->k, cell), how);
        otherwise(t, both);
    } else
        t->n = zrf_put(x, t->n, at, kit_symbol(x->k, cell), how);
    t->n = zrf_pool_take(x, t->n, cell);
    t->n = zrf_init_attributes(x, t->n, at, i->piece);
}

/* One effect at one position. `value`: of an attribute. */
static void make(tail *t, const zrf_chain *i, ir_expr at)
{
    zrf_lowering *x = t->x;
    if (i->op == ZRF_I_CREATE) {
        tag(t, kit_symbol(x->k, x->sym.players[i->player]));
        tag(t, kit_symbol(x->k, x->sym.pieces[i->piece]));
        tag(t, at);
        create(t, i, at);
        return;
    }
    word(t, i->op == ZRF_I_CAPTURE ? "x" : i->op == ZRF_I_FLIP ? "flip" : "=");
    if (i->op == ZRF_I_OWNER || i->op == ZRF_I_TYPE) {
        tag(t, kit_symbol(x->k, i->op == ZRF_I_OWNER ? x->sym.players[i->player] : x->sym.pieces[i->piece]));
        word(t, "on");
    }
    tag(t, at);
    if (i->op == ZRF_I_CAPTURE) {
        put(t, at, kit_symbol(x->k, x->sym.empty), true, false);
        t->n = zrf_init_attributes(x, t->n, at, ZRF_NONE);
    } else
        put(t, at, kit_lookup(x->k, changed_cells(t, i), zrf_board(x, at)), false, true);
}

static bool in_stage(const zrf_instruction *i, int stage)
{
    return i->op != ZRF_I_CASCADE && stage == (i->op == ZRF_I_CREATE ? 0 : i->op == ZRF_I_CAPTURE ? 2 : 1);
}

static bool alike(const tail *t, uint32_t k, uint32_t j)
{
    const zrf_instruction *a = t->s->by[k], *b = t->s->by[j];
    if (!zrf_noted(t->s->slots[j]) || a->op != b->op || a->player != b->player || a->piece != b->piece ||
        a->index != b->index)
        return false;
    if (t->s->slot_at[k] != ZRF_NONE && t->s->slot_at[j] != ZRF_NONE)
        return t->s->slot_at[k] == t->s->slot_at[j];
    return !(a->target.kind == b->target.kind && a->target.kind == ZRF_T_DIRECTION &&
             a->target.index != b->target.index);
}

/* The same effect on the same place counts once. */
static ir_expr is_due(tail *t, uint32_t k)
{
    zrf_lowering *x = t->x;
    ir_expr at = var(t, zrf_slot(x, k)), due = IR_NONE;
    if (t->s->slots[k] == ZRF_MAYBE)
        due = kit_equal(x->k, false, at, kit_symbol(x->k, x->sym.nowhere));
    for (uint32_t j = 0; j < k; j++)
        if (zrf_noted(t->s->slots[j]) && !t->s->by[j]->looped && alike(t, k, j))
            due = kit_both(x->k, due, kit_equal(x->k, false, at, var(t, zrf_slot(x, j))));
    return due;
}

/* The place is where the piece has just landed. */
static bool has_landed(const tail *t, uint32_t k)
{
    return t->s->here[k] && t->s->to == ZRF_NEVER && t->s->slots[k] == ZRF_SURE;
}

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
    ir_node done, head = zrf_begin_each(t, chain, &done);
    if (i->op == ZRF_I_ATTRIBUTE)
        change_attribute(t, &like, var(t, x->place), kit_symbol(x->k, up ? x->sym.one : x->sym.zero), false);
    else
        make(t, &like, var(t, x->place));
    zrf_end_each(t, chain, head, done, true);
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
        ir_const none =
            zrf_table(x, "none", x->type.position, x->sym.positions, x->sym.positions, 0, x->type.cell, x->sym.empty);
        assign(t, var(t, x->old), kit_const(x->k, none));
    }
    ir_var always[4] = {x->walk.cur, x->walk.from, x->walk.to, x->walk.mark};
    for (uint32_t i = 0; i < 4; i++)
        set(t, always[i], x->sym.nowhere);
    for (uint32_t i = 0; i < x->probes.count; i++)
        set(t, vec_at(&x->probes, i), x->sym.nowhere);
    for (uint32_t k = 0; k < t->s->slot_count; k++) {
        const zrf_instruction *i = t->s->slots[k] == ZRF_NEVER ? NULL : t->s->by[k];
        if (!i || i->looped)
            continue;
        set(t, zrf_slot(x, k), x->sym.nowhere);
        if (i->op == ZRF_I_CASCADE)
            set(t, zrf_slot_to(x, k), x->sym.nowhere);
        if (i->op == ZRF_I_ATTRIBUTE)
            set(t, zrf_value(x, k), x->sym.zero);
    }
    for (uint32_t i = 0; i < x->z->flags.count; i++)
        if (t->s->flags[i] != ZRF_NEVER)
            set(t, x->walk.flags[i], x->sym.zero);
    for (uint32_t i = 0; i < x->z->position_flags.count; i++)
        if (t->s->position_flags[i] != ZRF_NEVER) {
            ir_const down = zrf_table(x, "down", x->type.position, x->sym.positions, x->sym.positions, 0,
                                      x->type.boolean, x->sym.zero);
            assign(t, var(t, x->walk.position_flags[i]), kit_const(x->k, down));
        }
}

/* For the next move: where this one went. */
static void remember(tail *t)
{
    zrf_lowering *x = t->x;
    if (x->uses_last) {
        if (t->c->drop)
            set(t, x->last_from, x->sym.last);
        else
            assign(t, var(t, x->last_from), var(t, x->walk.from));
        assign(t, var(t, x->last_to), var(t, x->walk.to));
    }
    if (t->add->partial)
        assign(t, var(t, x->active), var(t, x->walk.to));
    else if (x->active_used)
        set(t, x->active, x->sym.nowhere);
}

/* The type of the moves that go on behind a partial one. */
static uint32_t next_type(const tail *t) { return t->add->type == ZRF_NONE ? t->c->type : t->add->type; }

static void end_move(tail *t)
{
    zrf_lowering *x = t->x;
    if (x->longest.need != IR_NONE) {
        ir_expr need = var(t, x->longest.need), last = zrf_is_finished(x);
        assign(t, need, kit_lookup(x->k, zrf_step_number(x, false), need));
        if (t->add->partial)
            last = kit_either(
                x->k, last,
                zrf_can_finish(x, zrf_sequence(x, t->c->group, ZRF_NONE, true, next_type(t)), ZRF_AS_NEEDED));
        t->n = kit_checked(x->k, t->n, last);
    }
    ir_node next = t->add->partial ? zrf_partial_node(x, t->c->group, next_type(t)) : x->order.after[t->c->group];
    kit_link_player(x->k, t->n, next, x->g->keeper);
}

static void settle(tail *t)
{
    zrf_lowering *x = t->x;
    if (t->s->to == ZRF_NEVER)
        assign(t, var(t, x->walk.to), var(t, x->walk.cur));
    else if (t->s->to == ZRF_MAYBE) {
        ir_node set_before = only_if(t, kit_equal(x->k, true, var(t, x->walk.to), kit_symbol(x->k, x->sym.nowhere)));
        assign(t, var(t, x->walk.to), var(t, x->walk.cur));
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
    ir_node rest = known ? *known : kit_node(x->k);
    kit_link(x->k, t->n, rest);
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
        t->n = kit_checked(x->k, t->n, kit_negation(x->k, zrf_in_check(x, t->c->mover)));
    if (t->c->mode == ZRF_STEPS)
        kit_link(x->k,
                 zrf_count_step(x, t->n,
                                t->add->partial ? zrf_sequence(x, t->c->group, ZRF_NONE, true, next_type(t)) : IR_NONE),
                 x->longest.found);
    else if (t->told)
        end_move(t);
    else
        kit_link(x->k, t->n, t->c->found);
}

static void make_move(tail *t)
{
    t->x->longest.counts_best = t->c->mode == ZRF_STEPS  ? t->x->longest.left_best
                                : t->c->mode == ZRF_PLAY ? t->x->longest.need_best
                                                         : IR_NONE;
    settle(t);
    if (needs_old(t))
        assign(t, var(t, t->x->old), var(t, t->x->board));
    zrf_move_legs(t);
    promote(t);
    make_rest(t);
}

/* Ways on for an attack: whatever takes the piece at `target`. */
static void capture_target(tail *t)
{
    zrf_lowering *x = t->x;
    ir_expr target = var(t, x->target), to = var(t, x->walk.to),
            here = kit_equal(x->k, true, var(t, x->walk.cur), target);
    if (t->s->to == ZRF_MAYBE)
        here = kit_either(x->k, kit_equal(x->k, true, to, target),
                          kit_both(x->k, kit_equal(x->k, true, to, kit_symbol(x->k, x->sym.nowhere)), here));
    kit_link_check(x->k, t->n, t->c->found, t->s->to == ZRF_SURE ? kit_equal(x->k, true, to, target) : here);
    for (uint32_t k = 0; k < t->s->slot_count; k++) {
        const zrf_instruction *i = zrf_noted(t->s->slots[k]) ? t->s->by[k] : NULL;
        if (!i)
            continue;
        ir_var v = i->op == ZRF_I_CASCADE && !i->looped ? zrf_slot_to(x, k) : zrf_slot(x, k);
        kit_link_check(x->k, t->n, t->c->found, kit_equal(x->k, true, var(t, v), target));
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
        uint64_t what[] = {k,         s->slots[k],    i->op,           i->player,     i->piece,  i->index,
                           i->looped, i->target.kind, i->target.index, s->slot_at[k], s->here[k]};
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
        const zrf_instruction *i = vec_at(code, k);
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
    w->slot_at =
        memcpy(arena_alloc(a, s->slot_count * sizeof *s->slot_at), s->slot_at, s->slot_count * sizeof *s->slot_at);
    w->here = memcpy(arena_alloc(a, s->slot_count + 1), s->here, s->slot_count);
    w->flags = memcpy(arena_alloc(a, c->x->z->flags.count + 1), s->flags, c->x->z->flags.count);
    find_effects(&c->block->code, w, maybe > UNCERTAIN);
    return w;
}

ir_node zrf_tail(zrf_context *c, const zrf_state *s, const zrf_instruction *add, uint32_t promotion)
{
    if (c->mode == ZRF_TEST && !c->checked)
        return c->found;
    tail t = {.c = c, .x = c->x, .s = widened(c, s), .add = add, .promotion = promotion, .told = c->mode == ZRF_PLAY};
    uint64_t key = key_of(&t);
    const uint32_t *known = map_get(c->tails, key);
    if (known)
        return *known;
    ir_node first = t.n = kit_node(c->x->k);
    map_put(c->tails, key, first);
    if (c->mode == ZRF_ATTACK)
        capture_target(&t);
    else
        make_move(&t);
    return first;
}
