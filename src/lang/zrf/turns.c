/* The order of turns: who moves, which moves there are, and what happens where there are none. */
#include "lang/zrf/lower.h"

#include <string.h>

/* Which blocks a search is about. */
typedef struct selection {
    uint32_t turn;
    uint32_t level;   /* of the priorities, or ZRF_NONE: all */
    bool partial;
    uint32_t type;    /* partial: the only one */
} selection;

static src_span nowhere(void) { return (src_span){0, 0}; }

/* ---- which blocks ---- */

static uint32_t level_of(const zrf_game *z, uint32_t type)
{
    uint32_t level = 0;
    while (level < z->priorities.count && z->priorities.data[level] != type)
        level++;
    return level;
}

static bool has_type(const zrf_turn *t, uint32_t type)
{
    bool found = t->types.count == 0;
    for (uint32_t i = 0; i < t->types.count; i++)
        found |= t->types.data[i] == type;
    return found;
}

static bool selected(const zrf_lowering *x, const selection *s, const zrf_block *b)
{
    if (s->partial)
        return b->type == s->type;
    return has_type(&x->z->turns.data[s->turn], b->type) && (s->level == ZRF_NONE || level_of(x->z, b->type) == s->level);
}

static bool any_selected(const zrf_lowering *x, const selection *s, const zrf_blocks *blocks)
{
    for (uint32_t i = 0; i < blocks->count; i++)
        if (selected(x, s, &blocks->data[i]))
            return true;
    return false;
}

/* ---- moves ---- */

static ir_node start(zrf_context *c, ir_node at, ir_var from, src_span span)
{
    zrf_lowering *x = c->x;
    if (from != x->cur)
        at = zrf_assign(x, at, zrf_var(x, x->cur), zrf_var(x, from), span);
    return zrf_assign(x, at, zrf_var(x, x->mark), zrf_var(x, from), span);
}

ir_node zrf_begin_moves(zrf_context *c, ir_node at, src_span span)
{
    zrf_lowering *x = c->x;
    ir_node chosen = zrf_fresh(x, span);
    ir_expr from = zrf_var(x, x->from), own = zrf_sym(x, zrf_cell(x, c->owner, c->piece));
    irb_choose(x->g, at, chosen, from, irb_named_type(x->g, x->position_type, span), zrf_equal(x, true, zrf_board(x, from), own), span);
    return start(c, chosen, x->from, span);
}

/* The piece that has just moved goes on. */
static ir_node begin_partial(zrf_context *c, ir_node at, src_span span)
{
    zrf_lowering *x = c->x;
    ir_expr active = zrf_var(x, x->active), own = zrf_sym(x, zrf_cell(x, c->owner, c->piece));
    at = zrf_check_edge(x, at, zrf_equal(x, true, zrf_board(x, active), own), span);
    at = zrf_assign(x, at, zrf_var(x, x->from), active, span);
    return start(c, at, x->from, span);
}

static ir_node begin_drops(zrf_context *c, ir_node at, src_span span)
{
    zrf_lowering *x = c->x;
    ir_expr held = zrf_at_index(x, zrf_var(x, x->pool), zrf_sym(x, zrf_cell(x, c->owner, c->piece)));
    ir_node chosen = zrf_fresh(x, span);
    at = zrf_check_edge(x, at, zrf_equal(x, false, held, zrf_sym(x, x->numbers[0])), span);
    irb_choose(x->g, at, chosen, zrf_var(x, x->cur), irb_named_type(x->g, x->position_type, span), IR_NONE, span);
    return start(c, chosen, x->cur, span);
}

static void lower_piece(zrf_context *c, const selection *s, const zrf_blocks *blocks, ir_node at)
{
    zrf_lowering *x = c->x;
    src_span span = zrf_at(x->z->f, x->z->pieces.data[c->piece].node);
    map tails;
    if (!any_selected(x, s, blocks))
        return;
    map_init(&tails, x->arena);
    c->tails = &tails;
    at = c->drop ? begin_drops(c, at, span) : s->partial ? begin_partial(c, at, span) : zrf_begin_moves(c, at, span);
    for (uint32_t i = 0; i < blocks->count && !x->failed; i++)
        if (selected(x, s, &blocks->data[i])) {
            c->type = blocks->data[i].type;
            zrf_lower_block(c, &blocks->data[i], at);
        }
}

static void lower_moves(zrf_lowering *x, const selection *s, zrf_mode mode, ir_node from, ir_node found)
{
    const zrf_turn *t = &x->z->turns.data[s->turn];
    for (uint32_t p = 0; p < x->z->pieces.count && !x->failed; p++) {
        zrf_context c = {.x = x, .mode = mode, .turn = s->turn, .owner = t->owner, .mover = t->mover, .piece = p, .found = found,
                         .checked = x->royal[t->mover].count > 0};
        lower_piece(&c, s, &x->z->pieces.data[p].moves, from);
        c.drop = true;
        if (x->pool != IR_NONE && !s->partial)
            lower_piece(&c, s, &x->z->pieces.data[p].drops, from);
    }
}

/* ---- is there a move? ---- */

static uint64_t key_of(const zrf_lowering *x, const selection *s)
{
    const zrf_turn *t = &x->z->turns.data[s->turn];
    uint64_t h = hash_bytes(t->types.data, t->types.count * sizeof *t->types.data, t->owner * 64 + t->mover);
    return hash_mix(h + s->level * 4096u + (s->partial ? 2 + (uint64_t)s->type : 1));
}

static ir_expr can_move(zrf_lowering *x, const selection *s)
{
    uint64_t key = key_of(x, s);
    const uint32_t *known = map_get(&x->searches, key);
    if (!known) {
        ir_node from = zrf_fresh(x, nowhere()), found = zrf_fresh(x, nowhere());
        map_put(&x->searches, key, from);
        map_put(&x->searches, key + 1, found);
        lower_moves(x, s, ZRF_TEST, from, found);
    }
    return irb_expr_reach(x->g, *map_get(&x->searches, key), *map_get(&x->searches, key + 1), nowhere());
}

/* ---- decisions ---- */

static ir_node take_turn(zrf_lowering *x, ir_node at, uint32_t turn, src_span span)
{
    uint32_t mover = x->z->turns.data[turn].mover;
    ir_sym who = zrf_is_random(x->z, mover) ? x->g->random : x->role_of[mover];
    return zrf_set(x, at, x->g->player, who, span);
}

static void pass(zrf_lowering *x, ir_node at, ir_node to, src_span span)
{
    at = zrf_tag(x, at, zrf_sym(x, zrf_symbol(x, "Pass")), span);
    irb_assign(x->g, at, to, zrf_var(x, x->g->player), zrf_sym(x, x->g->keeper), span);
}

static bool level_used(const zrf_lowering *x, uint32_t turn, uint32_t level)
{
    selection s = {.turn = turn, .level = level};
    for (uint32_t p = 0; p < x->z->pieces.count; p++)
        if (any_selected(x, &s, &x->z->pieces.data[p].moves) || any_selected(x, &s, &x->z->pieces.data[p].drops))
            return true;
    return false;
}

/* Moves of a later level are there where no earlier level has one. */
static void lower_decision(zrf_lowering *x, uint32_t turn, ir_node at, src_span span)
{
    selection s = {.turn = turn, .level = ZRF_NONE};
    if (x->z->priorities.count == 0)
        lower_moves(x, &s, ZRF_PLAY, at, IR_NONE);
    for (s.level = 0; x->z->priorities.count && s.level <= x->z->priorities.count && !x->failed; s.level++) {
        bool later = false;
        for (uint32_t l = s.level + 1; l <= x->z->priorities.count; l++)
            later |= level_used(x, turn, l);
        if (!level_used(x, turn, s.level))
            continue;
        if (!later) {
            lower_moves(x, &s, ZRF_PLAY, at, IR_NONE);
            continue;
        }
        ir_node yes, no;
        zrf_fork(x, at, can_move(x, &s), &yes, &no, span);
        lower_moves(x, &s, ZRF_PLAY, yes, IR_NONE);
        at = no;
    }
}

static void lower_turn(zrf_lowering *x, uint32_t turn)
{
    zrf_game *z = x->z;
    src_span span = zrf_at(z->f, z->turns.data[turn].node);
    selection s = {.turn = turn, .level = ZRF_NONE};
    ir_node at = x->enter[turn];
    if (z->pass_turn != ZRF_PASS_ALWAYS) {
        ir_node no, over = zrf_fresh(x, span);
        zrf_fork(x, at, can_move(x, &s), &at, &no, span);
        if (z->pass_turn == ZRF_PASS_FORCED)
            pass(x, take_turn(x, no, turn, span), x->after[turn], span);
        else {
            zrf_lower_goals(x, turn, z->turns.data[turn].mover, no, over);
            zrf_end_game(x, over, "50", ZRF_NONE, "50", span);
        }
    }
    at = take_turn(x, at, turn, span);
    if (z->pass_turn == ZRF_PASS_ALWAYS)
        pass(x, at, x->after[turn], span);
    lower_decision(x, turn, at, span);
}

static void lower_after(zrf_lowering *x, uint32_t turn)
{
    uint32_t next = turn + 1 < x->z->turns.count ? turn + 1 : x->z->repeat;
    zrf_lower_goals(x, turn, ZRF_NONE, x->after[turn], x->enter[next]);
}

/* ---- sequences ---- */

ir_node zrf_partial_node(zrf_lowering *x, uint32_t turn, uint32_t type)
{
    uint64_t key = (uint64_t)turn << 32 | (type + 1);
    const uint32_t *known = map_get(&x->partials, key);
    if (known)
        return *known;
    ir_node n = zrf_fresh(x, nowhere());
    map_put(&x->partials, key, n);
    vec_push(x->arena, &x->partial_queue, turn);
    vec_push(x->arena, &x->partial_queue, type);
    return n;
}

static ir_node end_sequence(zrf_lowering *x, ir_node at, src_span span) { return zrf_set(x, at, x->active, x->nowhere, span); }

static void lower_partial(zrf_lowering *x, uint32_t turn, uint32_t type)
{
    src_span span = zrf_at(x->z->f, x->z->turns.data[turn].node);
    selection s = {.turn = turn, .level = ZRF_NONE, .partial = true, .type = type};
    ir_node yes, no;
    zrf_fork(x, zrf_partial_node(x, turn, type), can_move(x, &s), &yes, &no, span);
    irb_skip(x->g, end_sequence(x, no, span), x->after[turn], span);
    yes = take_turn(x, yes, turn, span);
    lower_moves(x, &s, ZRF_PLAY, yes, IR_NONE);
    if (x->z->pass_partial) {
        yes = zrf_tag(x, yes, zrf_sym(x, zrf_symbol(x, "Pass")), span);
        yes = end_sequence(x, yes, span);
        irb_assign(x->g, yes, x->after[turn], zrf_var(x, x->g->player), zrf_sym(x, x->g->keeper), span);
    }
}

/* ---- what the blocks ask for ---- */

static bool check_asks(const zrf_check *c)
{
    bool asks = c->test == ZRF_C_LAST_FROM || c->test == ZRF_C_LAST_TO;
    for (uint32_t i = 0; i < c->count; i++)
        asks |= check_asks(c->parts[i]);
    return asks;
}

static void scan(zrf_lowering *x, const zrf_code *code)
{
    for (uint32_t k = 0; k < code->count; k++) {
        const zrf_instruction *i = code->data[k];
        x->uses_last |= (i->check && check_asks(i->check)) || i->target.kind == ZRF_T_LAST_FROM || i->target.kind == ZRF_T_LAST_TO;
        x->active_used |= i->partial;
        scan(x, &i->then);
        scan(x, &i->otherwise);
    }
}

static void find_royals(zrf_lowering *x, const zrf_goal *goal, const zrf_condition *c)
{
    for (uint32_t i = 0; goal->kind == ZRF_G_CHECKMATED && i < goal->pieces.count; i++)
        for (uint32_t p = 0; p < c->players.count; p++)
            vec_push(x->arena, &x->royal[c->players.data[p]], goal->pieces.data[i]);
    for (uint32_t i = 0; i < goal->parts.count; i++)
        find_royals(x, goal->parts.data[i], c);
}

static void prepare(zrf_lowering *x)
{
    zrf_game *z = x->z;
    map_init(&x->partials, x->arena);
    map_init(&x->searches, x->arena);
    x->royal = ARENA_ARRAY(x->arena, vec_u32, z->players.count + 1);
    for (uint32_t i = 0; i < z->conditions.count; i++)
        if (z->conditions.data[i].outcome == ZRF_LOSS)
            find_royals(x, z->conditions.data[i].goal, &z->conditions.data[i]);
    for (uint32_t p = 0; p < z->pieces.count; p++)
        for (uint32_t i = 0; i < z->pieces.data[p].moves.count + z->pieces.data[p].drops.count; i++)
            scan(x, i < z->pieces.data[p].moves.count ? &z->pieces.data[p].moves.data[i].code
                                                      : &z->pieces.data[p].drops.data[i - z->pieces.data[p].moves.count].code);
    x->enter = ARENA_ARRAY(x->arena, ir_node, z->turns.count);
    x->after = ARENA_ARRAY(x->arena, ir_node, z->turns.count);
    for (uint32_t i = 0; i < z->turns.count; i++) {
        x->enter[i] = zrf_fresh(x, nowhere());
        x->after[i] = zrf_fresh(x, nowhere());
    }
}

bool zrf_lower(zrf_lowering *x)
{
    prepare(x);
    irb_assign(x->g, x->g->begin, x->enter[0], zrf_var(x, x->g->player), zrf_sym(x, x->g->keeper), nowhere());
    for (uint32_t i = 0; i < x->z->turns.count && !x->failed; i++) {
        lower_turn(x, i);
        lower_after(x, i);
    }
    for (uint32_t i = 0; i < x->partial_queue.count && !x->failed; i += 2)
        lower_partial(x, x->partial_queue.data[i], x->partial_queue.data[i + 1]);
    /* a game that never ends needs a way to its end all the same */
    irb_check(x->g, x->g->begin, x->g->end, zrf_equal(x, true, zrf_var(x, x->g->player), zrf_sym(x, x->g->random)), nowhere());
    return !x->failed;
}
