/* Conditions. All of them look at the board as it was before the move; off the board every test
 * fails. */
#include "lang/zrf/lower.h"

#include <assert.h>

/* ---- targets ---- */

static ir_const step_of(zrf_context *c, uint32_t direction, bool back)
{
    zrf_game *z = c->x->z;
    uint32_t d = zrf_turned(z, c->owner, direction);
    const char *name = zrf_text(z->f, vec_at(&z->directions, d).name);
    if (back)
        return zrf_step_table(c->x, zrf_inverse(z, d), z->positions.count, arena_printf(c->x->arena, "back_%s", name));
    return zrf_step_table(c->x, vec_at(&z->directions, d).next.data, vec_at(&z->directions, d).next.count,
                          arena_printf(c->x->arena, "step_%s", name));
}

uint32_t zrf_known(const zrf_context *c, const zrf_state *s, const zrf_target *t, bool *off)
{
    zrf_game *z = c->x->z;
    uint32_t p = ZRF_NONE;
    *off = t->kind == ZRF_T_NOWHERE;
    if (t->kind == ZRF_T_HERE || t->kind == ZRF_T_MARK)
        return t->kind == ZRF_T_HERE ? s->at : s->mark;
    if (t->kind == ZRF_T_POSITION)
        return t->index;
    if (s->at == ZRF_NONE || (t->kind != ZRF_T_DIRECTION && t->kind != ZRF_T_OPPOSITE))
        return ZRF_NONE;
    uint32_t d = zrf_turned(z, c->owner, t->index);
    p = t->kind == ZRF_T_DIRECTION ? zrf_next(z, d, s->at) : zrf_inverse(z, d)[s->at];
    *off = p == ZRF_NONE;
    return p;
}

ir_expr zrf_target_expr(zrf_context *c, const zrf_state *s, const zrf_target *t)
{
    zrf_lowering *x = c->x;
    bool off;
    uint32_t known = zrf_known(c, s, t, &off);
    if (known != ZRF_NONE || off)
        return kit_symbol(x->k, off ? x->sym.nowhere : x->sym.positions[known]);
    switch (t->kind) {
    case ZRF_T_HERE: return kit_var(x->k, x->walk.cur);
    case ZRF_T_DIRECTION: return kit_lookup(x->k, step_of(c, t->index, false), kit_var(x->k, x->walk.cur));
    case ZRF_T_OPPOSITE: return kit_lookup(x->k, step_of(c, t->index, true), kit_var(x->k, x->walk.cur));
    case ZRF_T_POSITION: return kit_symbol(x->k, x->sym.positions[t->index]);
    case ZRF_T_FROM: return kit_var(x->k, x->walk.from);
    case ZRF_T_TO: return kit_var(x->k, x->walk.to);
    case ZRF_T_MARK: return kit_var(x->k, x->walk.mark);
    case ZRF_T_LAST_FROM: return kit_var(x->k, x->last_from);
    case ZRF_T_LAST_TO: return kit_var(x->k, x->last_to);
    case ZRF_T_NOWHERE: break;
    }
    return kit_symbol(x->k, x->sym.nowhere);
}

/* ---- folding ---- */

static int fold_parts(const zrf_context *c, const zrf_state *s, const zrf_check *check)
{
    int decisive = check->test == ZRF_C_OR, result = !decisive;
    for (uint32_t i = 0; i < check->count; i++) {
        int v = zrf_fold(c, s, check->parts[i]);
        if (v == decisive)
            return decisive;
        result = v < 0 ? -1 : result;
    }
    return result;
}

int zrf_fold(const zrf_context *c, const zrf_state *s, const zrf_check *check)
{
    bool off = false;
    uint32_t known = check->parts ? ZRF_NONE : zrf_known(c, s, &check->target, &off);
    switch (check->test) {
    case ZRF_C_TRUE: return 1;
    case ZRF_C_AND:
    case ZRF_C_OR: return fold_parts(c, s, check);
    case ZRF_C_NOT: {
        int v = zrf_fold(c, s, check->parts[0]);
        return v < 0 ? v : !v;
    }
    case ZRF_C_FLAG: return s->flags[check->index] == ZRF_NEVER ? 0 : s->flags[check->index] == ZRF_SURE ? 1 : -1;
    case ZRF_C_POSITION_FLAG:
        if (s->position_flags[check->index] == ZRF_NEVER)
            return 0;
        break;
    case ZRF_C_ON_BOARD:
        if (check->target.kind == ZRF_T_HERE || known != ZRF_NONE)
            return 1;
        break;
    case ZRF_C_ZONE:
        if (known != ZRF_NONE)
            return zrf_in_zone(c->x->z, check->index, c->owner, known);
        break;
    case ZRF_C_POSITION:
        if (known != ZRF_NONE)
            return known == check->index;
        break;
    case ZRF_C_ATTACKED:
    case ZRF_C_DEFENDED:
        if (c->mode == ZRF_ATTACK)
            return 0;
        break;
    case ZRF_C_EMPTY:
    case ZRF_C_FRIEND:
    case ZRF_C_ENEMY:
    case ZRF_C_NEUTRAL:
    case ZRF_C_PIECE:
    case ZRF_C_MARKED:
    case ZRF_C_LAST_FROM:
    case ZRF_C_LAST_TO:
    case ZRF_C_ADJACENT:
    case ZRF_C_GOAL:
    case ZRF_C_ATTRIBUTE: break;
    }
    return off ? 0 : -1;
}

/* ---- tests ---- */

/* Pieces of other players of the order of turns, or of none of them. */
static ir_expr foreign(zrf_context *c, ir_expr cell, bool neutral)
{
    zrf_lowering *x = c->x;
    uint32_t players = x->z->players.count, pieces = x->z->pieces.count, others = 0, other = 0;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, players * pieces + 1);
    for (uint32_t p = 0; p < players; p++) {
        bool holds = neutral ? !zrf_takes_part(x->z, p) : zrf_takes_part(x->z, p) && p != c->owner;
        others += holds;
        other = holds ? p : other;
        for (uint32_t t = 0; t < pieces; t++)
            values[p * pieces + t] = holds ? x->sym.one : x->sym.zero;
    }
    if (others == 0)
        return kit_truth_expr(x->k, kit_truth(false));
    if (others == 1)
        return zrf_owned_by(x, cell, other);
    return zrf_holds(
        x,
        kit_lookup(x->k, zrf_cell_table(x, neutral ? "neutral" : "enemy", x->type.boolean, values, x->sym.zero), cell));
}

static ir_expr in_zone(zrf_context *c, name_id zone, ir_expr target)
{
    zrf_lowering *x = c->x;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, x->z->positions.count + 1);
    for (uint32_t p = 0; p < x->z->positions.count; p++)
        values[p] = zrf_in_zone(x->z, zone, c->owner, p) ? x->sym.one : x->sym.zero;
    ir_const table = zrf_table(x, arena_printf(x->arena, "zone_%s", zrf_text(x->z->f, zone)), x->type.position,
                               x->sym.positions, values, x->z->positions.count, x->type.boolean, x->sym.zero);
    return zrf_holds(x, kit_lookup(x->k, table, target));
}

static ir_expr adjacent_enemy(zrf_context *c, ir_expr target)
{
    zrf_lowering *x = c->x;
    ir_expr any = IR_NONE;
    for (uint32_t d = 0; d < x->z->directions.count; d++) {
        const zrf_direction *q = &vec_at(&x->z->directions, d);
        ir_const step = zrf_step_table(x, q->next.data, q->next.count,
                                       arena_printf(x->arena, "step_%s", zrf_text(x->z->f, q->name)));
        any = kit_either(x->k, any, foreign(c, zrf_board(x, kit_lookup(x->k, step, target)), false));
    }
    return any == IR_NONE ? kit_truth_expr(x->k, kit_truth(false)) : any;
}

/* Places where the moving piece would fulfil a win condition of its own. */
static ir_expr goal_position(zrf_context *c, ir_expr target)
{
    zrf_lowering *x = c->x;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, x->z->positions.count + 1);
    for (uint32_t p = 0; p < x->z->positions.count; p++)
        values[p] = x->sym.zero;
    for (uint32_t i = 0; i < x->z->conditions.count; i++) {
        const zrf_goal *goal = vec_at(&x->z->conditions, i).goal;
        if (vec_at(&x->z->conditions, i).outcome != ZRF_WIN || goal->kind != ZRF_G_ABSOLUTE)
            continue;
        for (uint32_t k = 0; k < goal->occupants.count; k++) {
            if (vec_at(&goal->occupants, k).piece != c->piece || vec_at(&goal->occupants, k).negated)
                continue;
            for (uint32_t p = 0; p < goal->places.count; p++)
                values[vec_at(&goal->places, p)] = x->sym.one;
            for (uint32_t z = 0; z < goal->zones.count; z++)
                for (uint32_t p = 0; p < x->z->positions.count; p++)
                    if (zrf_in_zone(x->z, vec_at(&goal->zones, z), c->owner, p))
                        values[p] = x->sym.one;
        }
    }
    return zrf_holds(x, kit_lookup(x->k,
                                   zrf_table(x, "goal_position", x->type.position, x->sym.positions, values,
                                             x->z->positions.count, x->type.boolean, x->sym.zero),
                                   target));
}

/* ---- attacks ---- */

static bool same_target(const zrf_target *a, const zrf_target *b) { return a->kind == b->kind && a->index == b->index; }

/* Only steps from where the walk stands are no place that a variable holds anyhow. */
static bool needs_probe(const zrf_context *c, const zrf_state *s, const zrf_check *check)
{
    bool off;
    return (check->test == ZRF_C_ATTACKED || check->test == ZRF_C_DEFENDED) && zrf_fold(c, s, check) < 0 &&
           zrf_known(c, s, &check->target, &off) == ZRF_NONE &&
           (check->target.kind == ZRF_T_DIRECTION || check->target.kind == ZRF_T_OPPOSITE);
}

static uint32_t probe_of(const zrf_context *c, const zrf_target *target)
{
    uint32_t i = 0;
    while (i < c->probe_count && !same_target(&c->probes[i], target))
        i++;
    return i;
}

static void find_probes(zrf_context *c, const zrf_state *s, const zrf_check *check)
{
    for (uint32_t i = 0; i < check->count; i++)
        find_probes(c, s, check->parts[i]);
    if (!needs_probe(c, s, check) || probe_of(c, &check->target) < c->probe_count)
        return;
    c->probes = arena_grow(c->x->arena, c->probes, c->probe_count * sizeof *c->probes,
                           (c->probe_count + 1) * sizeof *c->probes);
    c->probes[c->probe_count++] = check->target;
}

ir_node zrf_keep_probes(zrf_context *c, const zrf_state *s, const zrf_check *check, ir_node at)
{
    c->probe_count = 0;
    find_probes(c, s, check);
    for (uint32_t i = 0; i < c->probe_count; i++)
        at = kit_assigned(c->x->k, at, kit_var(c->x->k, zrf_probe(c->x, i)), zrf_target_expr(c, s, &c->probes[i]));
    return at;
}

/* As if the piece stood there: pieces of the others that could capture it, or of its own side that
 * could take back. */
static ir_expr attacked(zrf_context *c, const zrf_state *s, const zrf_check *check)
{
    bool off, own = check->test == ZRF_C_DEFENDED;
    uint32_t known = zrf_known(c, s, &check->target, &off);
    if (needs_probe(c, s, check)) {
        uint32_t probe = probe_of(c, &check->target);
        assert(probe < c->probe_count);
        return zrf_attacked(c, kit_var(c->x->k, zrf_probe(c->x, probe)), hash_mix(probe + 1), own);
    }
    uint64_t key = known != ZRF_NONE ? (uint64_t)1 << 32 | known : (uint64_t)2 << 32 | check->target.kind;
    return zrf_attacked(c, zrf_target_expr(c, s, &check->target), key, own);
}

/* ---- tests of one cell ---- */

/* What stands on a position, several tests together, or something else. */
typedef enum question { OF_A_CELL, OF_PARTS, OF_NOTHING, OF_MORE } question;

static question question_of(zrf_test test)
{
    switch (test) {
    case ZRF_C_TRUE: return OF_NOTHING;
    case ZRF_C_AND:
    case ZRF_C_OR:
    case ZRF_C_NOT: return OF_PARTS;
    case ZRF_C_EMPTY:
    case ZRF_C_FRIEND:
    case ZRF_C_ENEMY:
    case ZRF_C_NEUTRAL:
    case ZRF_C_PIECE: return OF_A_CELL;
    case ZRF_C_ZONE:
    case ZRF_C_POSITION:
    case ZRF_C_ON_BOARD:
    case ZRF_C_FLAG:
    case ZRF_C_POSITION_FLAG:
    case ZRF_C_MARKED:
    case ZRF_C_LAST_FROM:
    case ZRF_C_LAST_TO:
    case ZRF_C_ATTACKED:
    case ZRF_C_DEFENDED:
    case ZRF_C_ADJACENT:
    case ZRF_C_GOAL:
    case ZRF_C_ATTRIBUTE: break;
    }
    return OF_MORE;
}

/* Whether all that is asked is what stands on one position; which. */
static bool asks_one_cell(const zrf_check *check, const zrf_target **target)
{
    question asked = question_of(check->test);
    for (uint32_t i = 0; asked == OF_PARTS && i < check->count; i++)
        if (!asks_one_cell(check->parts[i], target))
            return false;
    if (asked != OF_A_CELL)
        return asked != OF_MORE;
    if (*target && !same_target(*target, &check->target))
        return false;
    *target = &check->target;
    return true;
}

enum { EMPTY_CELL = -1, NO_CELL = -2 };

/* What a test that asks for one cell says of it: the number of a piece, or one of the above. */
static bool test_cell(const zrf_context *c, const zrf_check *check, int64_t cell)
{
    const zrf_game *z = c->x->z;
    uint32_t owner = cell < 0 ? ZRF_NONE : (uint32_t)cell / z->pieces.count;
    bool result = check->test == ZRF_C_AND;
    for (uint32_t i = 0; i < check->count && (check->test == ZRF_C_AND || check->test == ZRF_C_OR); i++)
        result = result == (check->test == ZRF_C_AND) ? test_cell(c, check->parts[i], cell) : result;
    if (check->test == ZRF_C_AND || check->test == ZRF_C_OR)
        return result;
    if (check->test == ZRF_C_NOT)
        return !test_cell(c, check->parts[0], cell);
    if (check->test == ZRF_C_EMPTY)
        return cell == EMPTY_CELL;
    if (check->test == ZRF_C_FRIEND)
        return owner == c->owner;
    if (check->test == ZRF_C_ENEMY)
        return cell >= 0 && owner != c->owner && zrf_takes_part(z, owner);
    if (check->test == ZRF_C_NEUTRAL)
        return cell >= 0 && !zrf_takes_part(z, owner);
    if (check->test == ZRF_C_PIECE)
        return cell >= 0 && (uint32_t)cell % z->pieces.count == check->index;
    return true;
}

/* All of it as one table, with the board's cell as key. */
static ir_expr cell_test(zrf_context *c, const zrf_state *s, const zrf_check *check, const zrf_target *target)
{
    zrf_lowering *x = c->x;
    uint32_t n = x->z->players.count * x->z->pieces.count, holds = 0, last = 0;
    ir_sym *keys = ARENA_ARRAY(x->arena, ir_sym, n + 2), *values = ARENA_ARRAY(x->arena, ir_sym, n + 2);
    bool beyond = test_cell(c, check, NO_CELL);
    for (uint32_t i = 0; i <= n; i++) {
        bool yes = test_cell(c, check, i < n ? (int64_t)i : EMPTY_CELL);
        keys[i] = i < n ? x->sym.cells[i] : x->sym.empty;
        values[i] = yes ? x->sym.one : x->sym.zero;
        holds += yes;
        last = yes ? i : last;
    }
    ir_expr cell = zrf_board(x, zrf_target_expr(c, s, target));
    if (holds == 1 && !beyond)
        return kit_equal(x->k, true, cell, kit_symbol(x->k, keys[last]));
    ir_const table =
        zrf_table(x, "is", x->type.cell, keys, values, n + 1, x->type.boolean, beyond ? x->sym.one : x->sym.zero);
    return zrf_holds(x, kit_lookup(x->k, table, cell));
}

static ir_expr parts(zrf_context *c, const zrf_state *s, const zrf_check *check)
{
    ir_expr e = IR_NONE;
    for (uint32_t i = 0; i < check->count; i++) {
        if (zrf_fold(c, s, check->parts[i]) >= 0)
            continue; /* the neutral value, or all of it would be folded */
        ir_expr part = zrf_test_expr(c, s, check->parts[i]);
        e = check->test == ZRF_C_AND ? kit_both(c->x->k, e, part) : kit_either(c->x->k, e, part);
    }
    return e;
}

ir_expr zrf_test_expr(zrf_context *c, const zrf_state *s, const zrf_check *check)
{
    zrf_lowering *x = c->x;
    int folded = zrf_fold(c, s, check);
    if (folded >= 0)
        return kit_truth_expr(x->k, kit_truth(folded));
    x->k->at = zrf_at(x->z->f, check->node);
    const zrf_target *target = NULL;
    if (check->parts && asks_one_cell(check, &target) && target)
        return cell_test(c, s, check, target);
    ir_expr t = check->parts ? IR_NONE : zrf_target_expr(c, s, &check->target);
    switch (check->test) {
    case ZRF_C_TRUE: break;
    case ZRF_C_AND:
    case ZRF_C_OR: return parts(c, s, check);
    case ZRF_C_NOT: return kit_negation(x->k, zrf_test_expr(c, s, check->parts[0]));
    case ZRF_C_EMPTY: return kit_equal(x->k, true, zrf_board(x, t), kit_symbol(x->k, x->sym.empty));
    case ZRF_C_FRIEND: return zrf_owned_by(x, zrf_board(x, t), c->owner);
    case ZRF_C_ENEMY: return foreign(c, zrf_board(x, t), false);
    case ZRF_C_NEUTRAL: return foreign(c, zrf_board(x, t), true);
    case ZRF_C_PIECE:
        return kit_equal(x->k, true, kit_lookup(x->k, x->piece_of, zrf_board(x, t)),
                         kit_symbol(x->k, x->sym.pieces[check->index]));
    case ZRF_C_ZONE: return in_zone(c, check->index, t);
    case ZRF_C_POSITION: return kit_equal(x->k, true, t, kit_symbol(x->k, x->sym.positions[check->index]));
    case ZRF_C_ON_BOARD: return kit_equal(x->k, false, t, kit_symbol(x->k, x->sym.nowhere));
    case ZRF_C_FLAG: return zrf_holds(x, kit_var(x->k, x->walk.flags[check->index]));
    case ZRF_C_POSITION_FLAG:
        return zrf_holds(x, kit_index(x->k, kit_var(x->k, x->walk.position_flags[check->index]), t));
    case ZRF_C_MARKED: return kit_equal(x->k, true, t, kit_var(x->k, x->walk.mark));
    case ZRF_C_LAST_FROM: return kit_equal(x->k, true, t, kit_var(x->k, x->last_from));
    case ZRF_C_LAST_TO: return kit_equal(x->k, true, t, kit_var(x->k, x->last_to));
    case ZRF_C_ATTACKED:
    case ZRF_C_DEFENDED: return attacked(c, s, check);
    case ZRF_C_ADJACENT: return adjacent_enemy(c, t);
    case ZRF_C_GOAL: return goal_position(c, t);
    case ZRF_C_ATTRIBUTE: return zrf_holds(x, kit_index(x->k, kit_var(x->k, x->attributes[check->index]), t));
    }
    return kit_truth_expr(x->k, kit_truth(true));
}
