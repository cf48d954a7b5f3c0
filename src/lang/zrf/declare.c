/* Types, symbols, variables and constant tables. Positions, pieces and players keep their names:
 * moves tell them. */
#include "lang/zrf/lower.h"

#include <string.h>

/* ---- tables ---- */

ir_const zrf_table(zrf_lowering *x, const char *hint, name_id key, const ir_sym *keys, const ir_sym *values,
                   uint32_t count, name_id value, ir_sym otherwise)
{
    return kit_map_constant(x->k, hint, &(kit_map){key, value, keys, values, count, otherwise});
}

ir_const zrf_step_table(zrf_lowering *x, const uint32_t *next, uint32_t count, const char *hint)
{
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, x->z->positions.count);
    for (uint32_t p = 0; p < x->z->positions.count; p++)
        values[p] =
            p < count && next[p] != ZRF_NONE && x->positions[next[p]] != IR_NONE ? x->positions[next[p]] : x->nowhere;
    return zrf_table(x, hint, x->position_type, x->positions, values, x->z->positions.count, x->spot_type, x->nowhere);
}

ir_const zrf_cell_table(zrf_lowering *x, const char *hint, name_id value, const ir_sym *values, ir_sym otherwise)
{
    return zrf_table(x, hint, x->cell_type, x->cells, values, x->z->players.count * x->z->pieces.count, value,
                     otherwise);
}

/* ---- types ---- */

static void declare_positions(zrf_lowering *x)
{
    zrf_game *z = x->z;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, z->positions.count + 2);
    uint32_t n = 0;
    x->positions = ARENA_ARRAY(x->arena, ir_sym, z->positions.count + 1);
    for (uint32_t p = 0; p < z->positions.count; p++) {
        x->positions[p] = IR_NONE;
        if (vec_at(&z->positions, p).alive)
            symbols[n++] = x->positions[p] = kit_named_sym(x->k, zrf_text(z->f, vec_at(&z->positions, p).name));
    }
    x->position_type = kit_set_type(x->k, "Position", symbols, n);
    symbols[n] = x->nowhere = kit_own_sym(x->k, "nowhere");
    x->spot_type = kit_set_type(x->k, "Spot", symbols, n + 1);
    symbols[n + 1] = x->last = kit_own_sym(x->k, "last");
    x->link_type = kit_set_type(x->k, "Link", symbols, n + 2);
    zrf_place(x);
}

static void declare_players(zrf_lowering *x)
{
    zrf_game *z = x->z;
    uint32_t n = 0;
    ir_sym *roles = ARENA_ARRAY(x->arena, ir_sym, z->players.count + 1);
    x->players = ARENA_ARRAY(x->arena, ir_sym, z->players.count + 1);
    x->role_of = ARENA_ARRAY(x->arena, ir_sym, z->players.count + 1);
    for (uint32_t p = 0; p < z->players.count; p++) {
        x->players[p] = kit_named_sym(x->k, zrf_text(z->f, vec_at(&z->players, p)));
        x->role_of[p] = IR_NONE;
    }
    for (uint32_t i = 0; i < z->turns.count; i++) {
        uint32_t p = vec_at(&z->turns, i).mover;
        if (x->role_of[p] == IR_NONE && !zrf_is_random(z, p))
            roles[n++] = x->role_of[p] = x->players[p];
    }
    for (uint32_t i = 0; i < z->conditions.count; i++)
        for (uint32_t k = 0; k < vec_at(&z->conditions, i).players.count; k++) {
            uint32_t p = vec_at(&vec_at(&z->conditions, i).players, k);
            if (x->role_of[p] == IR_NONE && !zrf_is_random(z, p) && zrf_takes_part(z, p))
                roles[n++] = x->role_of[p] = x->players[p];
        }
    x->role_type = kit_set_type(x->k, "Player", roles, n);
    ir_sym scores[3] = {kit_named_sym(x->k, "0"), kit_named_sym(x->k, "50"), kit_named_sym(x->k, "100")};
    kit_set_type(x->k, "Score", scores, 3);
}

static void declare_pieces(zrf_lowering *x)
{
    zrf_game *z = x->z;
    uint32_t players = z->players.count, pieces = z->pieces.count, n = 0;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, players * pieces + players + pieces + 2);
    x->pieces = ARENA_ARRAY(x->arena, ir_sym, pieces + 1);
    x->cells = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    for (uint32_t t = 0; t < pieces; t++)
        x->pieces[t] = kit_named_sym(x->k, zrf_text(z->f, vec_at(&z->pieces, t).name));
    symbols[n++] = x->empty = kit_own_sym(x->k, "empty");
    symbols[n++] = x->beyond = kit_own_sym(x->k, "beyond");
    for (uint32_t p = 0; p < players; p++)
        for (uint32_t t = 0; t < pieces; t++)
            symbols[n++] = x->cells[p * pieces + t] =
                kit_own_sym(x->k, arena_printf(x->arena, "%s_%s", zrf_text(z->f, z->players.data[p]),
                                               zrf_text(z->f, vec_at(&z->pieces, t).name)));
    x->cell_type = kit_set_type(x->k, "Cell", symbols, n);
    n = 0;
    for (uint32_t t = 0; t < pieces; t++)
        symbols[n++] = x->pieces[t];
    symbols[n++] = x->nothing = kit_own_sym(x->k, "nothing");
    x->piece_type = kit_set_type(x->k, "Piece", symbols, n);
    n = 0;
    for (uint32_t p = 0; p < players; p++)
        symbols[n++] = x->players[p];
    symbols[n++] = x->nobody = kit_own_sym(x->k, "nobody");
    x->owner_type = kit_set_type(x->k, "Owner", symbols, n);
}

/* Numbers of pieces. Pools may owe: what blocks create is taken from them, too. */
static void declare_numbers(zrf_lowering *x)
{
    zrf_game *z = x->z;
    uint32_t most = z->positions.count + 1, owed = z->positions.count;
    for (uint32_t i = 0; i < z->setup.count; i++)
        most += vec_at(&z->setup, i).off;
    x->number_count = most + 1;
    x->owed_count = owed;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, most + owed + 2);
    for (uint32_t i = 0; i < owed; i++)
        symbols[i] = kit_named_sym(x->k, arena_printf(x->arena, "minus_%u", owed - i));
    for (uint32_t i = 0; i <= most; i++)
        symbols[owed + i] = kit_named_sym(x->k, arena_printf(x->arena, "%u", i));
    x->numbers = symbols + owed;
    symbols[owed + most + 1] = x->many = kit_own_sym(x->k, "many");
    x->number_type = kit_set_type(x->k, "Number", symbols, owed + most + 2);
}

static void declare_tables(zrf_lowering *x)
{
    uint32_t players = x->z->players.count, pieces = x->z->pieces.count;
    ir_sym *owner = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1),
           *piece = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    for (uint32_t i = 0; i < players * pieces; i++) {
        owner[i] = x->players[i / pieces];
        piece[i] = x->pieces[i % pieces];
    }
    x->owner_of = zrf_cell_table(x, "owner_of", x->owner_type, owner, x->nobody);
    x->piece_of = zrf_cell_table(x, "piece_of", x->piece_type, piece, x->nothing);
}

/* ---- variables ---- */

static ir_var variable(zrf_lowering *x, const char *hint, name_id type, ir_sym initial)
{
    ir_var v = kit_sym_variable(x->k, hint, type, initial);
    vec_at(&x->g->variables, v).note = true;
    return v;
}

static ir_var map_variable(zrf_lowering *x, const char *hint, name_id key, const ir_sym *keys, const ir_sym *values,
                           uint32_t count, name_id type, ir_sym otherwise)
{
    ir_var v = kit_map_variable(x->k, hint, &(kit_map){key, type, keys, values, count, otherwise});
    vec_at(&x->g->variables, v).note = true;
    return v;
}

static void declare_board(zrf_lowering *x)
{
    zrf_game *z = x->z;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, z->positions.count + 1);
    for (uint32_t p = 0; p < z->positions.count; p++)
        values[p] = x->empty;
    for (uint32_t i = 0; i < z->setup.count; i++)
        if (vec_at(&z->setup, i).position != ZRF_NONE)
            values[vec_at(&z->setup, i).position] =
                zrf_cell(x, vec_at(&z->setup, i).player, vec_at(&z->setup, i).piece);
    x->board =
        map_variable(x, "board", x->position_type, x->positions, values, z->positions.count, x->cell_type, x->beyond);
    vec_at(&x->g->variables, x->board).note = false;
}

static void declare_attributes(zrf_lowering *x)
{
    zrf_game *z = x->z;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, z->positions.count + 1);
    x->attributes = ARENA_ARRAY(x->arena, ir_var, z->attributes.count + 1);
    for (uint32_t a = 0; a < z->attributes.count; a++) {
        for (uint32_t p = 0; p < z->positions.count; p++)
            values[p] = x->zero;
        for (uint32_t i = 0; i < z->setup.count; i++)
            if (vec_at(&z->setup, i).position != ZRF_NONE)
                values[vec_at(&z->setup, i).position] =
                    vec_at(&z->attributes, a).initial[vec_at(&z->setup, i).piece] ? x->one : x->zero;
        x->attributes[a] = map_variable(x, zrf_text(z->f, vec_at(&z->attributes, a).name), x->position_type,
                                        x->positions, values, z->positions.count, x->bool_type, x->zero);
    }
}

/* ---- what is counted ---- */

static bool goal_counts(const zrf_goal *goal, zrf_goal_kind kind, int of_a_kind)
{
    if (goal->kind == kind && (of_a_kind < 0 || (goal->pieces.count > 0) == (of_a_kind > 0)))
        return true;
    for (uint32_t i = 0; i < goal->parts.count; i++)
        if (goal_counts(vec_at(&goal->parts, i), kind, of_a_kind))
            return true;
    return false;
}

static bool counts(const zrf_lowering *x, zrf_goal_kind kind, int of_a_kind)
{
    for (uint32_t i = 0; i < x->z->conditions.count; i++)
        if (goal_counts(vec_at(&x->z->conditions, i).goal, kind, of_a_kind))
            return true;
    return false;
}

static bool has_outcome(const zrf_lowering *x, zrf_outcome outcome)
{
    for (uint32_t i = 0; i < x->z->conditions.count; i++)
        if (vec_at(&x->z->conditions, i).outcome == outcome)
            return true;
    return false;
}

/* How many of each cell there are on the board, or off it. */
static void count_setup(const zrf_lowering *x, bool on, bool off, uint32_t *count)
{
    const zrf_game *z = x->z;
    memset(count, 0, (z->players.count * z->pieces.count + 1) * sizeof *count);
    for (uint32_t p = 0; on && p < z->positions.count; p++)
        for (uint32_t i = z->setup.count; i-- > 0;)
            if (vec_at(&z->setup, i).position == p) {
                count[vec_at(&z->setup, i).player * z->pieces.count + vec_at(&z->setup, i).piece]++;
                break;
            }
    for (uint32_t i = 0; off && i < z->setup.count; i++)
        if (vec_at(&z->setup, i).position == ZRF_NONE)
            count[vec_at(&z->setup, i).player * z->pieces.count + vec_at(&z->setup, i).piece] +=
                vec_at(&z->setup, i).off;
}

static ir_var declare_count(zrf_lowering *x, const char *hint, const uint32_t *count, bool by_owner, bool by_piece)
{
    uint32_t players = x->z->players.count, pieces = x->z->pieces.count, n = players * pieces;
    uint32_t *sum = ARENA_ARRAY(x->arena, uint32_t, n + 1), keys = by_owner && by_piece ? n
                                                                   : by_owner           ? players
                                                                                        : pieces;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, n + 1);
    for (uint32_t i = 0; i < n; i++)
        sum[by_owner && by_piece ? i : by_owner ? i / pieces : i % pieces] += count[i];
    for (uint32_t i = 0; i < keys; i++)
        values[i] = x->numbers[sum[i]];
    return map_variable(x, hint,
                        by_owner && by_piece ? x->cell_type
                        : by_owner           ? x->owner_type
                                             : x->piece_type,
                        by_owner && by_piece ? x->cells
                        : by_owner           ? x->players
                                             : x->pieces,
                        values, keys, x->number_type, x->many);
}

static bool drops_pieces(const zrf_lowering *x)
{
    for (uint32_t t = 0; t < x->z->pieces.count; t++)
        if (vec_at(&x->z->pieces, t).drops.count > 0)
            return true;
    return false;
}

static void declare_counts(zrf_lowering *x)
{
    uint32_t *count = ARENA_ARRAY(x->arena, uint32_t, x->z->players.count * x->z->pieces.count + 1);
    count_setup(x, true, x->z->include_off, count);
    if (counts(x, ZRF_G_REMAINING, 1))
        x->count_cell = declare_count(x, "count", count, true, true);
    if (counts(x, ZRF_G_REMAINING, 0) || has_outcome(x, ZRF_COUNT) || counts(x, ZRF_G_TOTAL, 0))
        x->count_owner = declare_count(x, "count_owner", count, true, false);
    if (counts(x, ZRF_G_TOTAL, 1))
        x->count_piece = declare_count(x, "count_piece", count, false, true);
    if (has_outcome(x, ZRF_COUNT)) {
        x->more = variable(x, "more", x->number_type, x->numbers[0]);
        x->less = variable(x, "less", x->number_type, x->numbers[0]);
    }
    count_setup(x, false, true, count);
    if (drops_pieces(x))
        x->pool = declare_count(x, "pool", count, true, true);
}

static void declare_walk(zrf_lowering *x)
{
    zrf_game *z = x->z;
    x->cur = variable(x, "here", x->spot_type, x->nowhere);
    x->from = variable(x, "from", x->spot_type, x->nowhere);
    x->to = variable(x, "to", x->spot_type, x->nowhere);
    x->mark = variable(x, "mark", x->spot_type, x->nowhere);
    x->flags = ARENA_ARRAY(x->arena, ir_var, z->flags.count + 1);
    for (uint32_t i = 0; i < z->flags.count; i++)
        x->flags[i] = variable(x, zrf_text(z->f, vec_at(&z->flags, i)), x->bool_type, x->zero);
    x->position_flags = ARENA_ARRAY(x->arena, ir_var, z->position_flags.count + 1);
    for (uint32_t i = 0; i < z->position_flags.count; i++)
        x->position_flags[i] = map_variable(x, zrf_text(z->f, vec_at(&z->position_flags, i)), x->position_type, NULL,
                                            NULL, 0, x->bool_type, x->zero);
}

void zrf_swap_walk(zrf_lowering *x)
{
    zrf_walk_vars used = {x->cur,      x->from,   x->to,    x->mark,          x->slots,
                          x->slots_to, x->values, x->flags, x->position_flags};
    zrf_walk_vars *v = x->spare;
    x->cur = v->cur, x->from = v->from, x->to = v->to, x->mark = v->mark;
    x->slots = v->slots, x->slots_to = v->slots_to, x->values = v->values;
    x->flags = v->flags, x->position_flags = v->position_flags;
    *v = used;
}

static void declare_variables(zrf_lowering *x)
{
    zrf_game *z = x->z;
    x->spare = ARENA_NEW(x->arena, zrf_walk_vars);
    declare_board(x);
    declare_attributes(x);
    x->old =
        z->attributes.count ? map_variable(x, "old", x->position_type, NULL, NULL, 0, x->cell_type, x->empty) : IR_NONE;
    x->need = z->maximal ? variable(x, "need", x->number_type, x->numbers[0]) : IR_NONE;
    x->left = z->maximal ? variable(x, "left", x->number_type, x->numbers[0]) : IR_NONE;
    x->need_best = z->maximal > 1 ? variable(x, "need_best", x->number_type, x->numbers[0]) : IR_NONE;
    x->left_best = z->maximal > 1 ? variable(x, "left_best", x->number_type, x->numbers[0]) : IR_NONE;
    x->counts_best = IR_NONE;
    declare_walk(x);
    zrf_swap_walk(x);
    declare_walk(x);
    zrf_swap_walk(x);
    x->target = variable(x, "target", x->spot_type, x->nowhere);
    x->active = variable(x, "active", x->spot_type, x->nowhere);
    x->last_from = variable(x, "last_from", x->link_type, x->last);
    x->last_to = variable(x, "last_to", x->link_type, x->last);
    x->place = variable(x, "place", x->link_type, x->nowhere);
    x->legs_to = x->legs_held = x->pool = x->count_cell = x->count_owner = x->count_piece = x->caught = IR_NONE;
    declare_counts(x);
    x->seen = kit_no_repetition;
    if (x->repetition == LUD_REPETITION_DRAW || (z->repetition && x->repetition == LUD_REPETITION_RULES))
        zrf_declare_repetition(x);
    if (counts(x, ZRF_G_CAPTURED, -1))
        x->caught = map_variable(x, "caught", x->cell_type, NULL, NULL, 0, x->bool_type, x->zero);
}

ir_var zrf_slot(zrf_lowering *x, uint32_t slot)
{
    while (x->slots.count <= slot)
        vec_push(x->arena, &x->slots, variable(x, "slot", x->spot_type, x->nowhere));
    return vec_at(&x->slots, slot);
}

ir_var zrf_slot_to(zrf_lowering *x, uint32_t slot)
{
    while (x->slots_to.count <= slot)
        vec_push(x->arena, &x->slots_to, variable(x, "slot_to", x->spot_type, x->nowhere));
    return vec_at(&x->slots_to, slot);
}

ir_var zrf_held_attribute(zrf_lowering *x, uint32_t leg, uint32_t attribute)
{
    uint32_t index = leg * x->z->attributes.count + attribute;
    while (x->held_attributes.count <= index)
        vec_push(x->arena, &x->held_attributes, variable(x, "held_attribute", x->bool_type, x->zero));
    return vec_at(&x->held_attributes, index);
}

ir_var zrf_value(zrf_lowering *x, uint32_t slot)
{
    while (x->values.count <= slot)
        vec_push(x->arena, &x->values, variable(x, "value", x->bool_type, x->zero));
    return vec_at(&x->values, slot);
}

ir_var zrf_probe(zrf_lowering *x, uint32_t number)
{
    while (x->probes.count <= number)
        vec_push(x->arena, &x->probes, variable(x, "probe", x->spot_type, x->nowhere));
    return vec_at(&x->probes, number);
}

ir_var zrf_held(zrf_lowering *x, uint32_t leg)
{
    while (x->held.count <= leg)
        vec_push(x->arena, &x->held, variable(x, "held", x->cell_type, x->empty));
    return vec_at(&x->held, leg);
}

ir_var zrf_declare_turn(zrf_lowering *x)
{
    uint32_t count = x->z->turns.count;
    x->turns = ARENA_ARRAY(x->arena, ir_sym, count);
    for (uint32_t i = 0; i < count; i++)
        x->turns[i] = kit_named_sym(x->k, arena_printf(x->arena, "%u", i + 1));
    x->turn_type = kit_set_type(x->k, "Turn", x->turns, count);
    return variable(x, "turn", x->turn_type, x->turns[0]);
}

uint32_t zrf_chain_of(zrf_lowering *x, const zrf_chain *like)
{
    for (uint32_t k = 0; k < x->chains.count; k++) {
        const zrf_chain *c = &vec_at(&x->chains, k);
        if (like->op == c->op && like->player == c->player && like->piece == c->piece && like->index == c->index &&
            like->up == c->up)
            return k;
    }
    zrf_chain c = *like;
    c.head = variable(x, "head", x->link_type, x->last);
    c.next = map_variable(x, "next", x->position_type, NULL, NULL, 0, x->link_type, x->nowhere);
    vec_push(x->arena, &x->chains, c);
    if (c.op == ZRF_I_CASCADE) {
        x->legs_to = map_variable(x, "leg_to", x->position_type, NULL, NULL, 0, x->spot_type, x->nowhere);
        x->legs_held = map_variable(x, "leg_held", x->position_type, NULL, NULL, 0, x->cell_type, x->empty);
    }
    return x->chains.count - 1;
}

/* What a move changes here it tells. What a walk notes is not told before its end. */
static void promise_told(zrf_lowering *x)
{
    ir_var told[] = {x->board, x->pool, x->count_cell, x->count_owner, x->count_piece, x->caught};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (told[i] != IR_NONE)
            kit_told(x->k, told[i]);
    for (uint32_t a = 0; a < x->z->attributes.count; a++)
        kit_told(x->k, x->attributes[a]);
}

bool zrf_declare(zrf_lowering *x)
{
    x->zero = kit_named_sym(x->k, "0");
    x->one = kit_named_sym(x->k, "1");
    ir_sym both[2] = {x->zero, x->one};
    x->bool_type = kit_set_type(x->k, "Bool", both, 2);
    declare_players(x);
    declare_positions(x);
    declare_pieces(x);
    declare_numbers(x);
    declare_tables(x);
    declare_variables(x);
    promise_told(x);
    return !x->failed;
}
