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
        values[p] = p < count && next[p] != ZRF_NONE && x->sym.positions[next[p]] != IR_NONE ? x->sym.positions[next[p]]
                                                                                             : x->sym.nowhere;
    return zrf_table(x, hint, x->type.position, x->sym.positions, values, x->z->positions.count, x->type.spot,
                     x->sym.nowhere);
}

ir_const zrf_cell_table(zrf_lowering *x, const char *hint, name_id value, const ir_sym *values, ir_sym otherwise)
{
    return zrf_table(x, hint, x->type.cell, x->sym.cells, values, x->z->players.count * x->z->pieces.count, value,
                     otherwise);
}

/* ---- types ---- */

static void declare_positions(zrf_lowering *x)
{
    zrf_game *z = x->z;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, z->positions.count + 2);
    uint32_t n = 0;
    x->sym.positions = ARENA_ARRAY(x->arena, ir_sym, z->positions.count + 1);
    for (uint32_t p = 0; p < z->positions.count; p++) {
        x->sym.positions[p] = IR_NONE;
        if (vec_at(&z->positions, p).alive)
            symbols[n++] = x->sym.positions[p] = kit_named_sym(x->k, zrf_text(z->f, vec_at(&z->positions, p).name));
    }
    x->type.position = kit_set_type(x->k, "Position", symbols, n);
    symbols[n] = x->sym.nowhere = kit_own_sym(x->k, "nowhere");
    x->type.spot = kit_set_type(x->k, "Spot", symbols, n + 1);
    symbols[n + 1] = x->sym.last = kit_own_sym(x->k, "last");
    x->type.link = kit_set_type(x->k, "Link", symbols, n + 2);
    zrf_place(x);
}

/* Where a goal wants pieces to stand. */
static void add_wanted(const zrf_game *z, const zrf_goal *goal, uint32_t player, bitset *wanted)
{
    for (uint32_t i = 0; i < goal->places.count; i++)
        bitset_add(wanted, vec_at(&goal->places, i));
    for (uint32_t i = 0; i < goal->zones.count; i++)
        for (uint32_t p = 0; p < z->positions.count; p++)
            if (zrf_in_zone(z, vec_at(&goal->zones, i), player, p))
                bitset_add(wanted, p);
    for (uint32_t i = 0; i < goal->parts.count && goal->kind != ZRF_G_NOT; i++)
        add_wanted(z, vec_at(&goal->parts, i), player, wanted);
}

/* What each player has to reach to win, for pictures. */
static void show_goals(zrf_lowering *x)
{
    zrf_game *z = x->z;
    arena *a = x->k->g->arena;
    for (uint32_t p = 0; p < z->players.count; p++) {
        bitset wanted = bitset_new(x->arena, z->positions.count + 1);
        const char **names = ARENA_ARRAY(a, const char *, z->positions.count + 1);
        uint32_t n = 0;
        for (uint32_t i = 0; i < z->conditions.count; i++) {
            const zrf_condition *c = &vec_at(&z->conditions, i);
            for (uint32_t k = 0; k < c->players.count; k++)
                if (c->outcome == ZRF_WIN && vec_at(&c->players, k) == p)
                    add_wanted(z, c->goal, p, &wanted);
        }
        for (uint32_t q = 0; q < z->positions.count; q++)
            if (vec_at(&z->positions, q).alive && bitset_has(&wanted, q))
                names[n++] = arena_printf(a, "%s", zrf_text(z->f, vec_at(&z->positions, q).name));
        if (n)
            vec_push(a, &x->k->g->regions,
                     ((ir_region){.name = "goal",
                                  .role = arena_printf(a, "%s", zrf_text(z->f, vec_at(&z->players, p))),
                                  .sites = names,
                                  .count = n}));
    }
}

static void declare_players(zrf_lowering *x)
{
    zrf_game *z = x->z;
    uint32_t n = 0;
    ir_sym *roles = ARENA_ARRAY(x->arena, ir_sym, z->players.count + 1);
    x->sym.players = ARENA_ARRAY(x->arena, ir_sym, z->players.count + 1);
    x->sym.role_of = ARENA_ARRAY(x->arena, ir_sym, z->players.count + 1);
    for (uint32_t p = 0; p < z->players.count; p++) {
        x->sym.players[p] = kit_named_sym(x->k, zrf_text(z->f, vec_at(&z->players, p)));
        x->sym.role_of[p] = IR_NONE;
    }
    for (uint32_t i = 0; i < z->turns.count; i++) {
        uint32_t p = vec_at(&z->turns, i).mover;
        if (x->sym.role_of[p] == IR_NONE && !zrf_is_random(z, p))
            roles[n++] = x->sym.role_of[p] = x->sym.players[p];
    }
    for (uint32_t i = 0; i < z->conditions.count; i++)
        for (uint32_t k = 0; k < vec_at(&z->conditions, i).players.count; k++) {
            uint32_t p = vec_at(&vec_at(&z->conditions, i).players, k);
            if (x->sym.role_of[p] == IR_NONE && !zrf_is_random(z, p) && zrf_takes_part(z, p))
                roles[n++] = x->sym.role_of[p] = x->sym.players[p];
        }
    x->type.role = kit_set_type(x->k, "Player", roles, n);
    ir_sym scores[3] = {kit_named_sym(x->k, "0"), kit_named_sym(x->k, "50"), kit_named_sym(x->k, "100")};
    kit_set_type(x->k, "Score", scores, 3);
}

static void declare_pieces(zrf_lowering *x)
{
    zrf_game *z = x->z;
    uint32_t players = z->players.count, pieces = z->pieces.count, n = 0;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, players * pieces + players + pieces + 2);
    x->sym.pieces = ARENA_ARRAY(x->arena, ir_sym, pieces + 1);
    x->sym.cells = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    for (uint32_t t = 0; t < pieces; t++)
        x->sym.pieces[t] = kit_named_sym(x->k, zrf_text(z->f, vec_at(&z->pieces, t).name));
    symbols[n++] = x->sym.empty = kit_own_sym(x->k, "empty");
    symbols[n++] = x->sym.beyond = kit_own_sym(x->k, "beyond");
    for (uint32_t p = 0; p < players; p++)
        for (uint32_t t = 0; t < pieces; t++)
            symbols[n++] = x->sym.cells[p * pieces + t] =
                kit_own_sym(x->k, arena_printf(x->arena, "%s_%s", zrf_text(z->f, vec_at(&z->players, p)),
                                               zrf_text(z->f, vec_at(&z->pieces, t).name)));
    x->type.cell = kit_set_type(x->k, "Cell", symbols, n);
    n = 0;
    for (uint32_t t = 0; t < pieces; t++)
        symbols[n++] = x->sym.pieces[t];
    symbols[n++] = x->sym.nothing = kit_own_sym(x->k, "nothing");
    x->type.piece = kit_set_type(x->k, "Piece", symbols, n);
    n = 0;
    for (uint32_t p = 0; p < players; p++)
        symbols[n++] = x->sym.players[p];
    symbols[n++] = x->sym.nobody = kit_own_sym(x->k, "nobody");
    x->type.owner = kit_set_type(x->k, "Owner", symbols, n);
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
    x->sym.numbers = symbols + owed;
    symbols[owed + most + 1] = x->sym.many = kit_own_sym(x->k, "many");
    x->type.number = kit_set_type(x->k, "Number", symbols, owed + most + 2);
}

static void declare_tables(zrf_lowering *x)
{
    uint32_t players = x->z->players.count, pieces = x->z->pieces.count;
    ir_sym *owner = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1),
           *piece = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    for (uint32_t i = 0; i < players * pieces; i++) {
        owner[i] = x->sym.players[i / pieces];
        piece[i] = x->sym.pieces[i % pieces];
    }
    x->owner_of = zrf_cell_table(x, "owner_of", x->type.owner, owner, x->sym.nobody);
    x->piece_of = zrf_cell_table(x, "piece_of", x->type.piece, piece, x->sym.nothing);
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
        values[p] = x->sym.empty;
    for (uint32_t i = 0; i < z->setup.count; i++) {
        const zrf_setup *s = &vec_at(&z->setup, i);
        if (s->position != ZRF_NONE)
            values[s->position] = zrf_cell(x, s->player, s->piece);
    }
    x->board = map_variable(x, "board", x->type.position, x->sym.positions, values, z->positions.count, x->type.cell,
                            x->sym.beyond);
    vec_at(&x->g->variables, x->board).note = false;
}

static void declare_attributes(zrf_lowering *x)
{
    zrf_game *z = x->z;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, z->positions.count + 1);
    x->attributes = ARENA_ARRAY(x->arena, ir_var, z->attributes.count + 1);
    for (uint32_t a = 0; a < z->attributes.count; a++) {
        for (uint32_t p = 0; p < z->positions.count; p++)
            values[p] = x->sym.zero;
        for (uint32_t i = 0; i < z->setup.count; i++) {
            const zrf_setup *s = &vec_at(&z->setup, i);
            if (s->position != ZRF_NONE)
                values[s->position] = vec_at(&z->attributes, a).initial[s->piece] ? x->sym.one : x->sym.zero;
        }
        x->attributes[a] = map_variable(x, zrf_text(z->f, vec_at(&z->attributes, a).name), x->type.position,
                                        x->sym.positions, values, z->positions.count, x->type.boolean, x->sym.zero);
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
        values[i] = x->sym.numbers[sum[i]];
    return map_variable(x, hint,
                        by_owner && by_piece ? x->type.cell
                        : by_owner           ? x->type.owner
                                             : x->type.piece,
                        by_owner && by_piece ? x->sym.cells
                        : by_owner           ? x->sym.players
                                             : x->sym.pieces,
                        values, keys, x->type.number, x->sym.many);
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
        x->count.cell = declare_count(x, "count", count, true, true);
    if (counts(x, ZRF_G_REMAINING, 0) || has_outcome(x, ZRF_COUNT) || counts(x, ZRF_G_TOTAL, 0))
        x->count.owner = declare_count(x, "count_owner", count, true, false);
    if (counts(x, ZRF_G_TOTAL, 1))
        x->count.piece = declare_count(x, "count_piece", count, false, true);
    if (has_outcome(x, ZRF_COUNT)) {
        x->more = variable(x, "more", x->type.number, x->sym.numbers[0]);
        x->less = variable(x, "less", x->type.number, x->sym.numbers[0]);
    }
    count_setup(x, false, true, count);
    if (drops_pieces(x))
        x->count.pool = declare_count(x, "pool", count, true, true);
}

static void declare_walk(zrf_lowering *x)
{
    zrf_game *z = x->z;
    x->walk.cur = variable(x, "here", x->type.spot, x->sym.nowhere);
    x->walk.from = variable(x, "from", x->type.spot, x->sym.nowhere);
    x->walk.to = variable(x, "to", x->type.spot, x->sym.nowhere);
    x->walk.mark = variable(x, "mark", x->type.spot, x->sym.nowhere);
    x->walk.flags = ARENA_ARRAY(x->arena, ir_var, z->flags.count + 1);
    for (uint32_t i = 0; i < z->flags.count; i++)
        x->walk.flags[i] = variable(x, zrf_text(z->f, vec_at(&z->flags, i)), x->type.boolean, x->sym.zero);
    x->walk.position_flags = ARENA_ARRAY(x->arena, ir_var, z->position_flags.count + 1);
    for (uint32_t i = 0; i < z->position_flags.count; i++)
        x->walk.position_flags[i] = map_variable(x, zrf_text(z->f, vec_at(&z->position_flags, i)), x->type.position,
                                                 NULL, NULL, 0, x->type.boolean, x->sym.zero);
}

void zrf_swap_walk(zrf_lowering *x)
{
    zrf_walk_vars used = x->walk;
    x->walk = *x->spare;
    *x->spare = used;
}

static void declare_variables(zrf_lowering *x)
{
    zrf_game *z = x->z;
    x->spare = ARENA_NEW(x->arena, zrf_walk_vars);
    declare_board(x);
    declare_attributes(x);
    x->old = z->attributes.count ? map_variable(x, "old", x->type.position, NULL, NULL, 0, x->type.cell, x->sym.empty)
                                 : IR_NONE;
    x->longest.need = z->maximal ? variable(x, "need", x->type.number, x->sym.numbers[0]) : IR_NONE;
    x->longest.left = z->maximal ? variable(x, "left", x->type.number, x->sym.numbers[0]) : IR_NONE;
    x->longest.need_best = z->maximal > 1 ? variable(x, "need_best", x->type.number, x->sym.numbers[0]) : IR_NONE;
    x->longest.left_best = z->maximal > 1 ? variable(x, "left_best", x->type.number, x->sym.numbers[0]) : IR_NONE;
    x->longest.counts_best = IR_NONE;
    declare_walk(x);
    zrf_swap_walk(x);
    declare_walk(x);
    zrf_swap_walk(x);
    x->target = variable(x, "target", x->type.spot, x->sym.nowhere);
    x->active = variable(x, "active", x->type.spot, x->sym.nowhere);
    x->last_from = variable(x, "last_from", x->type.link, x->sym.last);
    x->last_to = variable(x, "last_to", x->type.link, x->sym.last);
    x->place = variable(x, "place", x->type.link, x->sym.nowhere);
    x->legs_to = x->legs_held = x->count.pool = x->count.cell = x->count.owner = x->count.piece = x->count.caught =
        IR_NONE;
    declare_counts(x);
    x->seen = kit_no_repetition;
    if (x->repetition == LUD_REPETITION_DRAW || (z->repetition && x->repetition == LUD_REPETITION_RULES))
        zrf_declare_repetition(x);
    if (counts(x, ZRF_G_CAPTURED, -1))
        x->count.caught = map_variable(x, "caught", x->type.cell, NULL, NULL, 0, x->type.boolean, x->sym.zero);
}

/* One of a row of variables, made when it is first asked for. */
static ir_var one_of(zrf_lowering *x, zrf_vars *all, uint32_t index, const char *name, name_id type, ir_sym initial)
{
    while (all->count <= index)
        vec_push(x->arena, all, variable(x, name, type, initial));
    return vec_at(all, index);
}

ir_var zrf_slot(zrf_lowering *x, uint32_t slot)
{
    return one_of(x, &x->walk.slots, slot, "slot", x->type.spot, x->sym.nowhere);
}

ir_var zrf_slot_to(zrf_lowering *x, uint32_t slot)
{
    return one_of(x, &x->walk.slots_to, slot, "slot_to", x->type.spot, x->sym.nowhere);
}

ir_var zrf_value(zrf_lowering *x, uint32_t slot)
{
    return one_of(x, &x->walk.values, slot, "value", x->type.boolean, x->sym.zero);
}

ir_var zrf_probe(zrf_lowering *x, uint32_t number)
{
    return one_of(x, &x->probes, number, "probe", x->type.spot, x->sym.nowhere);
}

ir_var zrf_held(zrf_lowering *x, uint32_t leg) { return one_of(x, &x->held, leg, "held", x->type.cell, x->sym.empty); }

ir_var zrf_held_attribute(zrf_lowering *x, uint32_t leg, uint32_t attribute)
{
    uint32_t index = leg * x->z->attributes.count + attribute;
    return one_of(x, &x->held_attributes, index, "held_attribute", x->type.boolean, x->sym.zero);
}

ir_var zrf_declare_turn(zrf_lowering *x)
{
    uint32_t count = x->z->turns.count;
    x->order.turns = ARENA_ARRAY(x->arena, ir_sym, count);
    for (uint32_t i = 0; i < count; i++)
        x->order.turns[i] = kit_named_sym(x->k, arena_printf(x->arena, "%u", i + 1));
    x->type.turn = kit_set_type(x->k, "Turn", x->order.turns, count);
    return variable(x, "turn", x->type.turn, x->order.turns[0]);
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
    c.head = variable(x, "head", x->type.link, x->sym.last);
    c.next = map_variable(x, "next", x->type.position, NULL, NULL, 0, x->type.link, x->sym.nowhere);
    vec_push(x->arena, &x->chains, c);
    if (c.op == ZRF_I_CASCADE) {
        x->legs_to = map_variable(x, "leg_to", x->type.position, NULL, NULL, 0, x->type.spot, x->sym.nowhere);
        x->legs_held = map_variable(x, "leg_held", x->type.position, NULL, NULL, 0, x->type.cell, x->sym.empty);
    }
    return x->chains.count - 1;
}

/* What a move changes here it tells. What a walk notes is not told before its end. */
static void promise_told(zrf_lowering *x)
{
    ir_var told[] = {x->board, x->count.pool, x->count.cell, x->count.owner, x->count.piece, x->count.caught};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (told[i] != IR_NONE)
            kit_told(x->k, told[i]);
    for (uint32_t a = 0; a < x->z->attributes.count; a++)
        kit_told(x->k, x->attributes[a]);
}

bool zrf_declare(zrf_lowering *x)
{
    x->sym.zero = kit_named_sym(x->k, "0");
    x->sym.one = kit_named_sym(x->k, "1");
    ir_sym both[2] = {x->sym.zero, x->sym.one};
    x->type.boolean = kit_set_type(x->k, "Bool", both, 2);
    declare_players(x);
    show_goals(x);
    declare_positions(x);
    declare_pieces(x);
    declare_numbers(x);
    declare_tables(x);
    declare_variables(x);
    promise_told(x);
    return !x->failed;
}
