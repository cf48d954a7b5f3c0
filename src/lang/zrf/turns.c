/* The order of turns: who moves, which moves there are, and what happens where there are none. */
#include "lang/zrf/lower.h"

#include <string.h>

/* Which blocks a search is about. */
typedef struct selection {
    uint32_t group;
    uint32_t level; /* of the priorities, or ZRF_NONE: all */
    bool partial;
    uint32_t type; /* partial: the only one */
} selection;

/* ---- which blocks ---- */

static const zrf_turn *turn_of(const zrf_lowering *x, uint32_t group)
{
    return &vec_at(&x->z->turns, vec_at(&x->order.groups, group));
}

static uint32_t level_of(const zrf_game *z, uint32_t type)
{
    uint32_t level = 0;
    while (level < z->priorities.count && vec_at(&z->priorities, level) != type)
        level++;
    return level;
}

static bool has_type(const zrf_turn *t, uint32_t type)
{
    bool found = t->types.count == 0;
    for (uint32_t i = 0; i < t->types.count; i++)
        found |= vec_at(&t->types, i) == type;
    return found;
}

static bool selected(const zrf_lowering *x, const selection *s, const zrf_block *b)
{
    if (s->partial)
        return b->type == s->type;
    return has_type(turn_of(x, s->group), b->type) && (s->level == ZRF_NONE || level_of(x->z, b->type) == s->level);
}

static bool any_selected(const zrf_lowering *x, const selection *s, const zrf_blocks *blocks)
{
    for (uint32_t i = 0; i < blocks->count; i++)
        if (selected(x, s, &vec_at(blocks, i)))
            return true;
    return false;
}

/* ---- moves ---- */

static ir_node start(zrf_context *c, ir_node at, ir_var from)
{
    zrf_lowering *x = c->x;
    if (from != x->walk.cur)
        at = kit_assigned(x->k, at, kit_var(x->k, x->walk.cur), kit_var(x->k, from));
    return kit_assigned(x->k, at, kit_var(x->k, x->walk.mark), kit_var(x->k, from));
}

ir_node zrf_begin_moves(zrf_context *c, uint32_t piece, ir_node at)
{
    zrf_lowering *x = c->x;
    ir_node chosen = kit_node(x->k);
    ir_expr from = kit_var(x->k, x->walk.from), own = kit_symbol(x->k, zrf_cell(x, c->owner, piece));
    kit_link_choose(x->k, at, chosen, from, kit_type_named(x->k, x->type.position),
                    kit_equal(x->k, true, zrf_board(x, from), own));
    return start(c, chosen, x->walk.from);
}

/* The piece that has just moved goes on. */
static ir_node begin_partial(zrf_context *c, uint32_t piece, ir_node at)
{
    zrf_lowering *x = c->x;
    ir_expr active = kit_var(x->k, x->active), own = kit_symbol(x->k, zrf_cell(x, c->owner, piece));
    at = kit_checked(x->k, at, kit_equal(x->k, true, zrf_board(x, active), own));
    at = kit_assigned(x->k, at, kit_var(x->k, x->walk.from), active);
    return start(c, at, x->walk.from);
}

static ir_node begin_drops(zrf_context *c, uint32_t piece, ir_node at)
{
    zrf_lowering *x = c->x;
    ir_node chosen = kit_node(x->k);
    at = kit_checked(x->k, at, zrf_pool_has(x, zrf_cell(x, c->owner, piece)));
    kit_link_choose(x->k, at, chosen, kit_var(x->k, x->walk.cur), kit_type_named(x->k, x->type.position), IR_NONE);
    return start(c, chosen, x->walk.cur);
}

static void lower_piece(zrf_context *c, const selection *s, uint32_t piece, const zrf_blocks *blocks, ir_node at)
{
    zrf_lowering *x = c->x;
    x->k->at = zrf_at(x->z->f, vec_at(&x->z->pieces, piece).node);
    if (!any_selected(x, s, blocks))
        return;
    at = c->drop ? begin_drops(c, piece, at) : s->partial ? begin_partial(c, piece, at) : zrf_begin_moves(c, piece, at);
    for (uint32_t i = 0; i < blocks->count && !x->failed; i++)
        if (selected(x, s, &vec_at(blocks, i)))
            zrf_lower_block(c, piece, &vec_at(blocks, i), at);
}

static void lower_moves(zrf_lowering *x, const selection *s, zrf_mode mode, ir_node from, ir_node found)
{
    const zrf_turn *t = turn_of(x, s->group);
    map tails, starts;
    map_init(&tails, x->arena);
    map_init(&starts, x->arena);
    zrf_context c = {.x = x,
                     .mode = mode,
                     .group = s->group,
                     .owner = t->owner,
                     .mover = t->mover,
                     .found = found,
                     .checked = x->royal[t->mover].count > 0,
                     .tails = &tails,
                     .blocks = &starts};
    for (uint32_t p = 0; p < x->z->pieces.count && !x->failed; p++) {
        c.drop = false;
        lower_piece(&c, s, p, &vec_at(&x->z->pieces, p).moves, from);
        c.drop = true;
        if (x->count.pool != IR_NONE && !s->partial)
            lower_piece(&c, s, p, &vec_at(&x->z->pieces, p).drops, from);
    }
}

/* ---- is there a move? ---- */

static uint64_t key_of(const zrf_lowering *x, const selection *s)
{
    const zrf_turn *t = turn_of(x, s->group);
    uint64_t h =
        hash_bytes(t->types.data, t->types.count * sizeof *t->types.data, hash_mix(t->owner * 64 + t->mover + 1));
    return hash_mix(h + s->level * 4096u + (s->partial ? 2 + (uint64_t)s->type : 1));
}

static bool level_used(const zrf_lowering *x, uint32_t group, uint32_t level)
{
    selection s = {.group = group, .level = level};
    for (uint32_t p = 0; p < x->z->pieces.count; p++)
        if (any_selected(x, &s, &vec_at(&x->z->pieces, p).moves) ||
            any_selected(x, &s, &vec_at(&x->z->pieces, p).drops))
            return true;
    return false;
}

static ir_expr can_move(zrf_lowering *x, const selection *s);

/* With priorities each level has a search of its own anyhow. */
static ir_expr can_move_at_all(zrf_lowering *x, const selection *s)
{
    selection one = *s;
    ir_expr any = IR_NONE;
    for (one.level = 0; one.level <= x->z->priorities.count; one.level++)
        if (level_used(x, s->group, one.level))
            any = kit_either(x->k, any, can_move(x, &one));
    return any == IR_NONE ? kit_truth_expr(x->k, kit_truth(false)) : any;
}

static ir_expr can_move(zrf_lowering *x, const selection *s)
{
    if (s->level == ZRF_NONE && !s->partial && x->z->priorities.count > 0)
        return can_move_at_all(x, s);
    uint64_t key = key_of(x, s);
    const uint32_t *known = map_get(&x->searches, key);
    if (!known) {
        ir_node from = kit_node(x->k), found = kit_node(x->k);
        map_put(&x->searches, key, from);
        map_put(&x->searches, key + 1, found);
        lower_moves(x, s, ZRF_TEST, from, found);
    }
    return kit_reach(x->k, *map_get(&x->searches, key), *map_get(&x->searches, key + 1));
}

/* ---- maximal captures ---- */

/* A search takes steps, with all they do, until as many are made as it was asked for. */
ir_node zrf_sequence(zrf_lowering *x, uint32_t group, uint32_t level, bool partial, uint32_t type)
{
    uint64_t key = hash_mix(hash_mix(hash_mix(group + 1) + level) + (partial ? 2 + (uint64_t)type : 1));
    const uint32_t *known = map_get(&x->longest.sequences, key);
    if (known)
        return *known;
    ir_node from = kit_node(x->k);
    map_put(&x->longest.sequences, key, from);
    selection s = {.group = group, .level = level, .partial = partial, .type = type};
    lower_moves(x, &s, ZRF_STEPS, from, x->longest.found);
    return from;
}

static ir_expr is_nothing(zrf_lowering *x, ir_var number)
{
    return kit_equal(x->k, true, kit_var(x->k, number), kit_symbol(x->k, x->sym.numbers[0]));
}

ir_node zrf_count_step(zrf_lowering *x, ir_node at, ir_node next)
{
    ir_expr left = kit_var(x->k, x->longest.left);
    ir_node yes, no;
    at = kit_assigned(x->k, at, left, kit_lookup(x->k, zrf_step_number(x, false), left));
    kit_fork(x->k, at, is_nothing(x, x->longest.left), &yes, &no);
    if (next != IR_NONE)
        kit_link(x->k, no, next);
    return x->longest.left_best == IR_NONE ? yes : kit_checked(x->k, yes, is_nothing(x, x->longest.left_best));
}

static ir_expr one_more(zrf_lowering *x, ir_var number)
{
    return kit_lookup(x->k, zrf_step_number(x, true), kit_var(x->k, number));
}

ir_expr zrf_can_finish(zrf_lowering *x, ir_node sequence, zrf_finish how)
{
    ir_node from = kit_node(x->k), at = from;
    if (x->longest.need_best != IR_NONE)
        at = kit_assigned(x->k, at, kit_var(x->k, x->longest.left_best),
                          how == ZRF_ONE_BETTER ? one_more(x, x->longest.need_best)
                                                : kit_var(x->k, x->longest.need_best));
    kit_link_assign(x->k, at, sequence, kit_var(x->k, x->longest.left),
                    how == ZRF_ONE_MORE ? one_more(x, x->longest.need) : kit_var(x->k, x->longest.need));
    return kit_reach(x->k, from, x->longest.found);
}

ir_expr zrf_is_finished(zrf_lowering *x)
{
    ir_expr steps = is_nothing(x, x->longest.need);
    return x->longest.need_best == IR_NONE ? steps : kit_both(x->k, steps, is_nothing(x, x->longest.need_best));
}

/* Counts up while there is a sequence with one more. */
static ir_node raise(zrf_lowering *x, ir_node at, ir_var number, ir_sym first, zrf_finish how, ir_node sequence)
{
    ir_node head = kit_node(x->k), yes, no;
    kit_link_assign(x->k, at, head, kit_var(x->k, number), kit_symbol(x->k, first));
    kit_fork(x->k, head, zrf_can_finish(x, sequence, how), &yes, &no);
    kit_link_assign(x->k, yes, head, kit_var(x->k, number), one_more(x, number));
    return no;
}

/* Finds out how many steps the longest sequence has, and how many good captures the best of those.
 */
static ir_node find_longest(zrf_lowering *x, ir_node at, uint32_t group, uint32_t level)
{
    if (x->longest.need == IR_NONE)
        return at;
    ir_node sequence = zrf_sequence(x, group, level, false, ZRF_NONE);
    if (x->longest.need_best != IR_NONE)
        at = zrf_set(x, at, x->longest.need_best, x->sym.numbers[0]);
    at = raise(x, at, x->longest.need, x->sym.numbers[1], ZRF_ONE_MORE, sequence);
    return x->longest.need_best == IR_NONE
               ? at
               : raise(x, at, x->longest.need_best, x->sym.numbers[0], ZRF_ONE_BETTER, sequence);
}

/* ---- decisions ---- */

static ir_node take_turn(zrf_lowering *x, ir_node at, uint32_t group)
{
    uint32_t mover = turn_of(x, group)->mover;
    ir_sym who = zrf_is_random(x->z, mover) ? x->g->random : x->sym.role_of[mover];
    return zrf_set(x, at, x->g->player, who);
}

static void pass(zrf_lowering *x, ir_node at, ir_node to)
{
    at = kit_tagged(x->k, at, kit_symbol(x->k, kit_named_sym(x->k, "Pass")));
    kit_link_player(x->k, at, to, x->g->keeper);
}

/* Moves of a later level are there where no earlier level has one. */
static void lower_decision(zrf_lowering *x, uint32_t group, ir_node at)
{
    selection s = {.group = group, .level = ZRF_NONE};
    if (x->z->priorities.count == 0)
        lower_moves(x, &s, ZRF_PLAY, find_longest(x, at, group, ZRF_NONE), IR_NONE);
    for (s.level = 0; x->z->priorities.count && s.level <= x->z->priorities.count && !x->failed; s.level++) {
        bool later = false;
        for (uint32_t l = s.level + 1; l <= x->z->priorities.count; l++)
            later |= level_used(x, group, l);
        if (!level_used(x, group, s.level))
            continue;
        if (!later) {
            lower_moves(x, &s, ZRF_PLAY, find_longest(x, at, group, s.level), IR_NONE);
            continue;
        }
        ir_node yes, no;
        kit_fork(x->k, at, can_move(x, &s), &yes, &no);
        lower_moves(x, &s, ZRF_PLAY, find_longest(x, yes, group, s.level), IR_NONE);
        at = no;
    }
}

static void lower_group(zrf_lowering *x, uint32_t group)
{
    zrf_game *z = x->z;
    x->k->at = zrf_at(z->f, turn_of(x, group)->node);
    selection s = {.group = group, .level = ZRF_NONE};
    ir_node at = x->order.enter[group];
    if (z->pass_turn != ZRF_PASS_ALWAYS) {
        ir_node no, over = kit_node(x->k);
        kit_fork(x->k, at, can_move(x, &s), &at, &no);
        if (z->pass_turn == ZRF_PASS_FORCED)
            pass(x, take_turn(x, no, group), x->order.after[group]);
        else {
            zrf_lower_goals(x, turn_of(x, group)->mover, ZRF_AT_STUCK, no, over);
            zrf_end_game(x, over, "50", ZRF_NONE, "50");
        }
    }
    at = take_turn(x, at, group);
    if (z->pass_turn == ZRF_PASS_ALWAYS)
        pass(x, at, x->order.after[group]);
    lower_decision(x, group, at);
}

/* ---- one turn after the other ---- */

static bool same_turn(const zrf_turn *a, const zrf_turn *b)
{
    return a->mover == b->mover && a->owner == b->owner && a->types.count == b->types.count &&
           (a->types.count == 0 || memcmp(a->types.data, b->types.data, a->types.count * sizeof *a->types.data) == 0);
}

static void find_groups(zrf_lowering *x)
{
    const zrf_game *z = x->z;
    x->order.group_of = ARENA_ARRAY(x->arena, uint32_t, z->turns.count);
    for (uint32_t i = 0; i < z->turns.count; i++) {
        uint32_t g = 0;
        while (g < x->order.groups.count && !same_turn(turn_of(x, g), &vec_at(&z->turns, i)))
            g++;
        if (g == x->order.groups.count)
            vec_push(x->arena, &x->order.groups, i);
        x->order.group_of[i] = g;
    }
}

/* To the turn, noting which it is where that makes a difference. */
static ir_node enter_turn(zrf_lowering *x, ir_node at, uint32_t turn)
{
    return x->order.turn == IR_NONE ? at : zrf_set(x, at, x->order.turn, x->order.turns[turn]);
}

static uint32_t turn_after(const zrf_game *z, uint32_t turn)
{
    return turn + 1 < z->turns.count ? turn + 1 : z->repeat;
}

/* Notes the position before the turn behind one of the group. */
static ir_node remember(zrf_lowering *x, ir_node at, uint32_t group)
{
    uint32_t count = x->z->turns.count, turn = 0;
    if (x->seen.hashes == IR_NONE)
        return at;
    while (x->order.group_of[turn] != group)
        turn++;
    if (x->order.turn == IR_NONE)
        return zrf_remember(x, at, turn_after(x->z, turn), IR_NONE);
    ir_sym *next = ARENA_ARRAY(x->arena, ir_sym, count);
    for (turn = 0; turn < count; turn++)
        next[turn] = x->order.turns[turn_after(x->z, turn)];
    ir_const table =
        zrf_table(x, "next_turn", x->type.turn, x->order.turns, next, count, x->type.turn, x->order.turns[0]);
    return zrf_remember(x, at, 0, kit_lookup(x->k, table, kit_var(x->k, x->order.turn)));
}

static void lower_after(zrf_lowering *x, uint32_t group)
{
    const zrf_game *z = x->z;
    ir_node n = kit_node(x->k);
    zrf_lower_goals(x, turn_of(x, group)->mover, ZRF_AT_TURN, remember(x, x->order.after[group], group), n);
    for (uint32_t i = 0; i < z->turns.count; i++) {
        uint32_t next = turn_after(z, i);
        if (x->order.group_of[i] != group)
            continue;
        ir_node at = n;
        if (x->order.turn != IR_NONE)
            at = kit_checked(x->k, n,
                             kit_equal(x->k, true, kit_var(x->k, x->order.turn), kit_symbol(x->k, x->order.turns[i])));
        kit_link(x->k, enter_turn(x, at, next), x->order.enter[x->order.group_of[next]]);
    }
}

/* ---- sequences ---- */

ir_node zrf_partial_node(zrf_lowering *x, uint32_t group, uint32_t type)
{
    uint64_t key = (uint64_t)group << 32 | (type + 1);
    const uint32_t *known = map_get(&x->partials, key);
    if (known)
        return *known;
    ir_node n = kit_node(x->k);
    map_put(&x->partials, key, n);
    vec_push(x->arena, &x->partial_queue, group);
    vec_push(x->arena, &x->partial_queue, type);
    return n;
}

static ir_node end_sequence(zrf_lowering *x, ir_node at) { return zrf_set(x, at, x->active, x->sym.nowhere); }

static void lower_partial(zrf_lowering *x, uint32_t group, uint32_t type)
{
    x->k->at = zrf_at(x->z->f, turn_of(x, group)->node);
    selection s = {.group = group, .level = ZRF_NONE, .partial = true, .type = type};
    ir_node yes, no, goals = kit_node(x->k);
    zrf_lower_goals(x, turn_of(x, group)->mover, ZRF_AT_STEP, zrf_partial_node(x, group, type), goals);
    ir_expr goes_on = x->longest.need == IR_NONE
                          ? can_move(x, &s)
                          : kit_equal(x->k, false, kit_var(x->k, x->longest.need), kit_symbol(x->k, x->sym.numbers[0]));
    kit_fork(x->k, goals, goes_on, &yes, &no);
    kit_link(x->k, end_sequence(x, no), x->order.after[group]);
    yes = take_turn(x, yes, group);
    lower_moves(x, &s, ZRF_PLAY, yes, IR_NONE);
    if (x->z->pass_partial && x->longest.need == IR_NONE) {
        yes = kit_tagged(x->k, yes, kit_symbol(x->k, kit_named_sym(x->k, "Pass")));
        yes = end_sequence(x, yes);
        kit_link_player(x->k, yes, x->order.after[group], x->g->keeper);
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

static uint32_t attacks_in(const zrf_check *c)
{
    uint32_t n = c->test == ZRF_C_ATTACKED || c->test == ZRF_C_DEFENDED;
    for (uint32_t i = 0; i < c->count; i++)
        n += attacks_in(c->parts[i]);
    return n;
}

static void scan(zrf_lowering *x, const zrf_code *code)
{
    for (uint32_t k = 0; k < code->count; k++) {
        const zrf_instruction *i = vec_at(code, k);
        x->uses_last |=
            (i->check && check_asks(i->check)) || i->target.kind == ZRF_T_LAST_FROM || i->target.kind == ZRF_T_LAST_TO;
        x->active_used |= i->partial;
        for (uint32_t n = i->check ? attacks_in(i->check) : 0; x->probes.count < n;)
            zrf_probe(x, x->probes.count);
        scan(x, &i->then);
        scan(x, &i->otherwise);
    }
}

static void find_royals(zrf_lowering *x, const zrf_goal *goal, const zrf_condition *c)
{
    for (uint32_t i = 0; goal->kind == ZRF_G_CHECKMATED && i < goal->pieces.count; i++)
        for (uint32_t p = 0; p < c->players.count; p++)
            vec_push(x->arena, &x->royal[vec_at(&c->players, p)], vec_at(&goal->pieces, i));
    for (uint32_t i = 0; i < goal->parts.count; i++)
        find_royals(x, vec_at(&goal->parts, i), c);
}

static void prepare(zrf_lowering *x)
{
    zrf_game *z = x->z;
    map_init(&x->partials, x->arena);
    map_init(&x->searches, x->arena);
    map_init(&x->attacked, x->arena);
    map_init(&x->longest.sequences, x->arena);
    x->longest.found = kit_node(x->k);
    x->royal = ARENA_ARRAY(x->arena, vec_u32, z->players.count + 1);
    x->threatened = ARENA_ARRAY(x->arena, ir_node, z->players.count + 1);
    for (uint32_t p = 0; p < z->players.count; p++)
        x->threatened[p] = IR_NONE;
    for (uint32_t i = 0; i < z->conditions.count; i++)
        if (vec_at(&z->conditions, i).outcome == ZRF_LOSS)
            find_royals(x, vec_at(&z->conditions, i).goal, &vec_at(&z->conditions, i));
    for (uint32_t p = 0; p < z->pieces.count; p++)
        for (uint32_t i = 0; i < vec_at(&z->pieces, p).moves.count + vec_at(&z->pieces, p).drops.count; i++)
            scan(x, i < vec_at(&z->pieces, p).moves.count
                        ? &vec_at(&vec_at(&z->pieces, p).moves, i).code
                        : &vec_at(&vec_at(&z->pieces, p).drops, i - vec_at(&z->pieces, p).moves.count).code);
    find_groups(x);
    x->order.turn = x->order.groups.count < z->turns.count ? zrf_declare_turn(x) : IR_NONE;
    x->order.enter = ARENA_ARRAY(x->arena, ir_node, x->order.groups.count);
    x->order.after = ARENA_ARRAY(x->arena, ir_node, x->order.groups.count);
    for (uint32_t i = 0; i < x->order.groups.count; i++) {
        x->order.enter[i] = kit_node(x->k);
        x->order.after[i] = kit_node(x->k);
    }
}

bool zrf_lower(zrf_lowering *x)
{
    prepare(x);
    ir_node first = zrf_set(x, x->g->begin, x->g->player, x->g->keeper);
    if (x->seen.hashes != IR_NONE)
        first = zrf_remember(x, first, 0, x->order.turn == IR_NONE ? IR_NONE : kit_symbol(x->k, x->order.turns[0]));
    kit_link(x->k, enter_turn(x, first, 0), x->order.enter[0]);
    for (uint32_t i = 0; i < x->order.groups.count && !x->failed; i++) {
        lower_group(x, i);
        lower_after(x, i);
    }
    for (uint32_t i = 0; i < x->partial_queue.count && !x->failed; i += 2)
        lower_partial(x, vec_at(&x->partial_queue, i), vec_at(&x->partial_queue, i + 1));
    /* a game that never ends needs a way to its end all the same */
    kit_link_check(x->k, x->g->begin, x->g->end,
                   kit_equal(x->k, true, kit_var(x->k, x->g->player), kit_symbol(x->k, x->g->random)));
    return !x->failed;
}
