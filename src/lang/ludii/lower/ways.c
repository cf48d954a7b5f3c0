/* Moves of several sites and pieces, and in how many ways they can be made. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/queue.h"

#include <string.h>

/* ---- for each site ---- */

static kit_cond any_of_sites(lu *x, const ludii_value *sites, const ludii_value *moves)
{
    kit_try t = kit_try_begin(x->k);
    lu_use k = {.found = kit_node(x->k)};
    lu_pick_site(x, lu_sites(x, sites), lu_context_var(x, LU_SITE));
    kit_set(x->k, lu_context_var(x, LU_TO), lu_context_num(x, LU_SITE));
    kit_set(x->k, lu_context_var(x, LU_FROM), lu_context_num(x, LU_SITE));
    lu_moves(x, moves, &k);
    x->k->cur = k.found;
    return kit_try_end(x->k, t);
}

void lu_for_site(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    const ludii_value *otherwise = lu_arg(x, v, "noMoveYet"), *sites = lu_item(x, v, "Sites"),
                      *moves = lu_item(x, v, "Moves");
    if (otherwise) {
        ir_node none = kit_branch(x->k, any_of_sites(x, sites, moves)), some = x->k->cur;
        x->k->cur = none;
        lu_moves(x, otherwise, k); /* what follows the moves of sites does not follow these */
        x->k->cur = some;
    }
    lu_pick_site(x, lu_sites(x, sites), lu_context_var(x, LU_SITE));
    kit_set(x->k, lu_context_var(x, LU_TO), lu_context_num(x, LU_SITE));
    kit_set(x->k, lu_context_var(x, LU_FROM), lu_context_num(x, LU_SITE));
    use.each = true;
    lu_moves(x, moves, &use);
}

/* ---- for each number ---- */

/* Paths that go once more around the loop take a greater number. */
void lu_for_value(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    ir_var value = lu_context_var(x, LU_VALUE);
    kit_num low = lu_int(x, lu_arg(x, v, "min")), high = lu_keep_num(x, "high", lu_int(x, lu_arg(x, v, "max")));
    kit_set(x->k, value, low);
    ir_node each = kit_node(x->k);
    kit_go(x->k, each);
    x->k->cur = each;
    kit_check(x->k, kit_compare(x->k, IR_LE, kit_read(x->k, value), high));
    ir_node chosen = x->k->cur;
    kit_set(x->k, value, kit_op(x->k, IR_ADD, kit_read(x->k, value), kit_known(1)));
    kit_go(x->k, each);
    x->k->cur = chosen;
    use.each = true;
    lu_moves(x, lu_item(x, v, "Moves"), &use);
}

void lu_effect_for_value(lu *x, const ludii_value *v)
{
    enum { FEW = 64, ROOM = 200 }; /* ROOM: more than that is a fault */
    kit_num low = lu_int(x, lu_arg(x, v, "min")), high = lu_int(x, lu_arg(x, v, "max"));
    if (low.known && high.known && (int64_t)high.value - low.value < FEW && low.value <= high.value) {
        lu_array few = lu_array_new(x, high.value - low.value + 1);
        for (int32_t n = low.value; n <= high.value; n++)
            lu_array_add(x, &few, kit_known(n));
        lu_effect_for_each(x, v, &(lu_each){.array = &few, .context = LU_VALUE}, lu_item(x, v, "Moves"));
        return;
    }
    high = lu_keep_num(x, "high", high);
    if (lu_must_find_out(x, lu_item(x, v, "Moves")) || lu_item(x, v, "Then")) {
        lu_array several = lu_array_new(x, (int32_t)x->sites > ROOM ? (int32_t)x->sites + 1 : ROOM);
        ir_var n = kit_scratch(x->k, "n", -1000000000, 1000000000);
        kit_loop all = kit_loop_begin(x->k, n, low, kit_op(x->k, IR_ADD, high, kit_known(1)));
        lu_array_add(x, &several, kit_read(x->k, n));
        kit_loop_end(x->k, &all);
        lu_effect_for_each(x, v, &(lu_each){.array = &several, .context = LU_VALUE}, lu_item(x, v, "Moves"));
        return;
    }
    kit_num outer = lu_keep(x, LU_VALUE, "outer");
    ir_var each = kit_scratch(x->k, "value", -1000000000, 1000000000);
    const bool queue = lu_may_queue(x, lu_item(x, v, "Moves"));
    if (queue)
        lu_begin_queue(x);
    kit_loop l = kit_loop_begin(x->k, each, low, kit_op(x->k, IR_ADD, high, kit_known(1)));
    kit_set(x->k, lu_context_var(x, LU_VALUE), kit_read(x->k, each));
    lu_effect(x, lu_item(x, v, "Moves"));
    kit_loop_end(x->k, &l);
    if (queue)
        lu_run_queue(x);
    kit_set(x->k, lu_context_var(x, LU_VALUE), outer);
}

/* ---- for each player ---- */

void lu_for_player(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *moves = lu_item(x, v, "Moves");
    lu_pass_over(x, lu_item(x, v, "Then")); /* it follows none of the moves */
    if (!moves) {
        lu_refuse_ludeme(x, v);
        return;
    }
    kit_pick(x->k, lu_context_var(x, LU_PLAYER), 1, (int32_t)x->players);
    lu_moves(x, moves, k);
}

void lu_effect_for_player(lu *x, const ludii_value *v)
{
    const ludii_value *moves = lu_item(x, v, "Moves");
    if (!moves) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_array players = lu_array_new(x, (int32_t)x->players + 1);
    for (uint32_t p = 1; p <= x->players; p++)
        lu_array_add(x, &players, kit_known((int32_t)p));
    lu_effect_for_each(x, NULL, &(lu_each){.array = &players, .context = LU_PLAYER}, moves);
    lu_pass_over(x, lu_item(x, v, "Then"));
}

/* ---- ways ---- */

/* Whether moves of a piece begin where the last move ended, whatever piece it is; what follows them, or is asked, is
 * none of them. */
static bool begins_elsewhere(lu *x, const ludii_value *v)
{
    if (v && (lu_is(x, v, "Then") || lu_is(x, v, "Boolean")))
        return false;
    bool yes =
        v && lu_is(x, v, "From") && lu_item(x, v, "Int") && strcmp(lu_class(x, lu_item(x, v, "Int")), "Last") == 0;
    for (uint32_t i = 0; v && i < v->count && !yes; i++)
        yes = begins_elsewhere(x, v->items[i]);
    return yes;
}

enum { RANKS_MAX = 24 };

/* Few pieces each of which makes the same moves: the number of the piece among them, so that the
 * ways are counted. */
void lu_rank_piece(lu *x, const lu_region *where, const bool *in, const ludii_value *moves, lu_use *use)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->sites; i++)
        n += !in[x->start[LU_S_WHAT][i]] ? 0 : x->stacks ? x->piles[i].count : (uint32_t)x->start[LU_S_COUNT][i];
    if (lu_mentions(x, x->game, "Add") || lu_mentions(x, x->game, "Promote")) /* so there may be more */
        n = n < RANKS_MAX ? RANKS_MAX : n;
    if (!use->play || n < 2 || n > RANKS_MAX || !begins_elsewhere(x, moves))
        return;
    int32_t *mine = ARENA_ARRAY(x->a, int32_t, x->components.count);
    for (uint32_t c = 1; c < x->components.count; c++)
        mine[c] = in[c];
    ir_var site = kit_scratch(x->k, "before", -2, (int32_t)x->sites);
    use->rank = kit_scratch(x->k, "rank", 0, (int32_t)x->sites);
    use->ranks = n;
    kit_set(x->k, use->rank, kit_known(0));
    kit_loop l = lu_each_site(x, where, site);
    kit_cond before = kit_compare(x->k, IR_LT, kit_read(x->k, site), lu_context_num(x, LU_FROM));
    kit_num is = kit_look(x->k, kit_table(x->k, 0, mine, x->components.count, 0), lu_what_at(x, kit_read(x->k, site)));
    before =
        kit_and(x->k, before,
                kit_compare(x->k, IR_EQ, lu_who_at(x, kit_read(x->k, site)), lu_who_at(x, lu_context_num(x, LU_FROM))));
    kit_branch_to(x->k, kit_and(x->k, before, kit_compare(x->k, IR_EQ, is, kit_known(1))), l.next);
    kit_set(x->k, use->rank, kit_op(x->k, IR_ADD, kit_read(x->k, use->rank), kit_known(1)));
    kit_loop_end(x->k, &l);
    kit_set(x->k, site, kit_known(-1));
}

static void end_here(lu *x, ir_node behind)
{
    if (x->joint) {
        lu_end_joint_choice(x);
        return;
    }
    kit_player(x->k, behind, x->k->g->keeper);
}

static void end_by_rank(lu *x, const lu_use *k, ir_node behind)
{
    ir_node entry = x->k->cur;
    for (uint32_t r = 0; r < k->ranks; r++) {
        x->k->cur = entry;
        kit_check(x->k,
                  kit_compare(x->k, r + 1 < k->ranks ? IR_EQ : IR_GE, kit_read(x->k, k->rank), kit_known((int32_t)r)));
        kit_set(x->k, k->rank, kit_known(0));
        end_here(x, behind);
    }
    if (!k->ranks)
        end_here(x, behind);
}

/* Each of the ways on which a move is found is one to make it, and is forgotten. */
static void end_by_way(lu *x, const lu_use *k, ir_node behind)
{
    ir_node entry = x->k->cur;
    uint32_t width = 0, outer = 0;
    for (uint32_t i = 0; i < x->ways.count; i += 2)
        if (vec_at(&x->ways, i + 1))
            outer = vec_at(&x->ways, i), width = vec_at(&x->ways, i + 1);
    for (uint32_t w = 0; w < width; w++) {
        x->k->cur = entry;
        kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, outer), kit_known((int32_t)w)));
        for (uint32_t i = 0; i < x->ways.count; i += 2)
            kit_set(x->k, vec_at(&x->ways, i), kit_known(0));
        end_by_rank(x, k, behind);
    }
    if (!width)
        end_by_rank(x, k, behind);
}

static bool speaks(const lu *x, const ludii_value *v, kit_num (*of)(lu *, const ludii_value *))
{
    const ludeme_code *code = v ? lu_code(x, v) : NULL;
    bool yes = code && code->number == of;
    for (uint32_t i = 0; v && i < v->count && !yes; i++)
        yes = speaks(x, v->items[i], of);
    return yes;
}

/* Whether what a move tells depends on it: pieces and numbers, and of sites neither conditions nor effects. */
static bool shows_value(lu *x, const ludii_value *v)
{
    bool yes = false;
    for (uint32_t i = 0; i < v->count && !yes; i++) {
        const ludii_value *a = v->items[i];
        if (a && (lu_is(x, a, "From") || lu_is(x, a, "To")))
            yes = speaks(x, lu_item(x, a, "Sites"), lu_value_here) || speaks(x, lu_item(x, a, "Int"), lu_value_here) ||
                  speaks(x, lu_arg(x, a, "level"), lu_value_here);
        else
            yes = a && !lu_is(x, a, "Then") && speaks(x, a, lu_value_here);
    }
    return yes;
}

/* What goes with the move or follows it speaks of the number that it was made for, and the move itself does not: a
 * mark tells it. */
void lu_tag_value(lu *x, const lu_use *k, const lu_move *m)
{
    bool follows = speaks(x, k->first, lu_value_here);
    for (const lu_thens *t = k->thens; t && !follows; t = t->outer)
        follows = speaks(x, t->v, lu_value_here);
    for (uint32_t i = 0; i < m->befores && !follows; i++)
        follows = speaks(x, m->before[i], lu_value_here) || speaks(x, m->guard[i], lu_value_here);
    if (!k->each || !follows || shows_value(x, m->v) || x->context[LU_VALUE] == IR_NONE)
        return;
    lu_tag_word(x, "~#");
    lu_tag_num(x, lu_context_num(x, LU_VALUE));
}

/* What a move was made for, where nothing that happens speaks of it: the same move for several sites or numbers is one.
 */
static void forget_each(lu *x, const lu_use *k, const lu_move *m)
{
    static const struct {
        lu_context c;
        kit_num (*number)(lu *, const ludii_value *);
    } bound[] = {{LU_SITE, lu_site}, {LU_VALUE, lu_value_here}, {LU_FROM, lu_from}};
    for (uint32_t i = 0; k->each && i < sizeof bound / sizeof *bound; i++) {
        const lu_context c = bound[i].c;
        bool spoken = (c == LU_FROM && !m->one_site && m->kind != LU_PASS) ||
                      ((m->act || m->behind || m->effect) && speaks(x, m->v, bound[i].number)) ||
                      speaks(x, lu_item(x, m->v, "MovePiece"), bound[i].number) ||
                      speaks(x, lu_arg(x, m->v, "count"), bound[i].number);
        for (const lu_thens *t = k->thens; t && !spoken; t = t->outer)
            spoken = speaks(x, t->v, bound[i].number);
        for (uint32_t b = 0; b < m->befores && !spoken; b++)
            spoken = speaks(x, m->before[b], bound[i].number) || speaks(x, m->guard[b], bound[i].number);
        if (!spoken && x->context[c] != IR_NONE)
            kit_set(x->k, x->context[c], c == LU_FROM && m->kind != LU_PASS ? lu_context_num(x, LU_TO) : kit_known(-1));
    }
}

/* One way for each level and piece, which are forgotten: pieces that make the same move are as many
 * ways to make it. */
void lu_end_ways(lu *x, const lu_use *k, const lu_move *m, ir_node behind)
{
    bool by_level = k->by_level && !m->has_level;
    if (k->ranks && m->kind == LU_PASS)
        kit_set(x->k, lu_context_var(x, LU_FROM), kit_known(-1));
    forget_each(x, k, m);
    ir_var level = by_level ? lu_context_var(x, LU_LEVEL) : m->twice ? kit_scratch(x->k, "way", 0, 1) : IR_NONE;
    if (m->twice && !by_level)
        kit_pick(x->k, level, 0, 1);
    ir_node entry = x->k->cur;
    for (uint32_t l = 0; level != IR_NONE && l < (by_level ? x->height : 2); l++) {
        x->k->cur = entry;
        kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, level), kit_known((int32_t)l)));
        kit_set(x->k, level, kit_known(by_level ? -1 : 0));
        end_by_way(x, k, behind);
    }
    if (level == IR_NONE)
        end_by_way(x, k, behind);
}
