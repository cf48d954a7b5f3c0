/* For each of several things: conditions for all sites, and moves and effects for numbers of arrays, levels of stacks;
 * rules of the start for sites, numbers and players. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

/* A condition for all sites of a region; `Different`: besides, no two of them have the same piece, nothing being one.
 */
kit_cond lu_every_site(lu *x, const ludii_value *v)
{
    const bool differ = lu_word_is(x, v->items[0], "Different");
    const lu_region *r = lu_frozen(x, lu_sites(x, v->items[1]));
    kit_num outer = lu_keep(x, LU_SITE, "outer");
    ir_var all = kit_scratch(x->k, "all", 0, 1), site = lu_context_var(x, LU_SITE);
    ir_var met = differ ? kit_array(x->k, "met", 0, (int32_t)x->components.count, 0, 1, NULL) : IR_NONE;
    for (uint32_t i = 0; differ && i < x->components.count; i++)
        kit_set_at(x->k, met, kit_known((int32_t)i), kit_known(0));
    ir_node no = kit_node(x->k), after = kit_node(x->k);
    kit_loop l = lu_each_site(x, r, site);
    kit_branch_to(x->k, lu_bool(x, v->items[2]), no);
    if (differ) {
        kit_num what = lu_keep_num(x, "what", lu_what_at(x, kit_read(x->k, site)));
        kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, met, what), kit_known(0)), no);
        kit_set_at(x->k, met, what, kit_known(1));
    }
    kit_loop_end(x->k, &l);
    kit_set(x->k, all, kit_known(1));
    kit_go(x->k, after);
    x->k->cur = no;
    kit_set(x->k, all, kit_known(0));
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, site, outer);
    return kit_compare(x->k, IR_EQ, kit_read(x->k, all), kit_known(1));
}

kit_cond lu_no_pieces(lu *x, const ludii_value *v)
{
    return kit_compare(x->k, IR_EQ, lu_count_component(x, v), kit_known(0));
}

/* ---- numbers of arrays ---- */

static lu_context context_of(const lu *x, const ludii_value *v)
{
    return lu_is(x, v->items[0], "Ints") || lu_array_of(x, v->items[0]) ? LU_PLAYER : LU_VALUE;
}

static const ludii_value *array_in(const lu *x, const ludii_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && (lu_is(x, v->items[i], "Ints") || lu_array_of(x, v->items[i])))
            return v->items[i];
    return NULL;
}

/* Equal numbers of an array make the same moves, each once more: a rank tells how many stand in front. */
static void rank_equals(lu *x, lu_use *use, const lu_array *a, ir_var index)
{
    const uint32_t most = 8;
    const int32_t last = (int32_t)((use->ranks ? use->ranks : 1) * most) - 1;
    kit_num n = lu_keep_num(x, "number", kit_at(x->k, a->at, kit_read(x->k, index)));
    ir_var equal = kit_scratch(x->k, "equal", 0, (int32_t)most - 1), j = kit_scratch(x->k, "j", 0, a->room),
           rank = kit_scratch(x->k, "rank", 0, last);
    kit_set(x->k, equal, kit_known(0));
    kit_loop l = kit_loop_begin(x->k, j, kit_known(0), kit_read(x->k, index));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_array_item(x, a, kit_read(x->k, j)), n), l.next);
    kit_set(x->k, equal,
            kit_clamp(x->k, kit_op(x->k, IR_ADD, kit_read(x->k, equal), kit_known(1)), 0, (int32_t)most - 1, 0));
    kit_loop_end(x->k, &l);
    kit_num outer =
        use->ranks ? kit_op(x->k, IR_MUL, kit_read(x->k, use->rank), kit_known((int32_t)most)) : kit_known(0);
    kit_set(x->k, rank, kit_clamp(x->k, kit_op(x->k, IR_ADD, outer, kit_read(x->k, equal)), 0, last, 0));
    if (use->ranks)
        kit_set(x->k, use->rank, kit_known(0));
    kit_set(x->k, equal, kit_known(0));
    kit_set(x->k, j, kit_known(0));
    use->rank = rank, use->ranks = (uint32_t)last + 1;
}

/* Moves with one number of the array after the other. */
void lu_for_array(lu *x, const ludii_value *v, const lu_use *k)
{
    const lu_context c = context_of(x, v);
    lu_use use = lu_with_then(x, k, c == LU_PLAYER ? lu_then_of_old(x, v) : lu_item(x, v, "Then"));
    lu_array a = lu_array_now(x, array_in(x, v));
    ir_var i = kit_scratch(x->k, "i", 0, a.room - 1);
    kit_pick(x->k, i, 0, a.room - 1);
    kit_check(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, i), kit_read(x->k, a.count)));
    kit_num n = kit_at(x->k, a.at, kit_read(x->k, i));
    if (c == LU_PLAYER) /* others are passed over */
        kit_check(x->k, kit_and(x->k, kit_compare(x->k, IR_GE, n, kit_known(0)),
                                kit_compare(x->k, IR_LE, n, kit_known((int32_t)x->players))));
    kit_set(x->k, lu_context_var(x, c), n);
    if (k->play)
        rank_equals(x, &use, &a, i);
    kit_set(x->k, i, kit_known(0));
    use.each = true;
    lu_moves(x, lu_item(x, v, "Moves"), &use);
}

/* Those of an array that are players, or nobody. */
static void add_player(lu *x, void *data, kit_num n)
{
    const ir_node after = kit_node(x->k);
    n = lu_keep_num(x, "player", n);
    kit_branch_to(x->k,
                  kit_and(x->k, kit_compare(x->k, IR_GE, n, kit_known(0)),
                          kit_compare(x->k, IR_LE, n, kit_known((int32_t)x->players))),
                  after);
    lu_array_add(x, data, kit_clamp(x->k, n, 0, (int32_t)x->players, 0));
    kit_go(x->k, after);
    x->k->cur = after;
}

void lu_effect_for_array(lu *x, const ludii_value *v)
{
    const lu_context c = context_of(x, v);
    lu_array a = lu_array_now(x, array_in(x, v));
    if (c == LU_PLAYER) { /* what would follow does not */
        lu_array players = lu_array_new(x, a.room);
        lu_array_each(x, &a, add_player, &players);
        lu_pass_over(x, lu_item(x, v, "Then"));
        a = players;
    }
    lu_effect_for_each(x, c == LU_PLAYER ? NULL : v, &(lu_each){.array = &a, .context = c}, lu_item(x, v, "Moves"));
}

/* The levels of a stack, from its top or from the bottom. */
void lu_effect_for_level(lu *x, const ludii_value *v)
{
    const ludii_value *direction = lu_item(x, v, "StackDirection");
    const bool up = direction && lu_word_is(x, direction, "FromBottom");
    if (!x->stacks)
        lu_refuse(x, v, "levels of a game without stacks");
    kit_num site =
        lu_keep_num(x, "stack", lu_spot(x, lu_ground_of(x, v), lu_as_site(x, lu_int(x, lu_item(x, v, "Int")))));
    lu_array a = lu_array_new(x, x->stacks ? (int32_t)x->height + 1 : 1);
    ir_var i = kit_scratch(x->k, "level", 0, a.room);
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), after);
    kit_num size = x->failed ? kit_known(0) : lu_keep_num(x, "size", lu_size_at(x, site));
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), size);
    kit_num level = kit_read(x->k, i);
    lu_array_add(x, &a, up ? level : kit_op(x->k, IR_SUB, kit_op(x->k, IR_SUB, size, kit_known(1)), level));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    lu_effect_for_each(x, v, &(lu_each){.array = &a, .context = LU_LEVEL}, lu_item(x, v, "Moves"));
}

void lu_for_level(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    if (!x->stacks) {
        lu_refuse(x, v, "levels of a game without stacks");
        return;
    }
    kit_num site =
        lu_keep_num(x, "stack", lu_spot(x, lu_ground_of(x, v), lu_as_site(x, lu_int(x, lu_item(x, v, "Int")))));
    ir_var level = lu_context_var(x, LU_LEVEL);
    kit_check(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)));
    kit_pick(x->k, level, 0, (int32_t)x->height - 1);
    kit_check(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, level), lu_size_at(x, site)));
    use.each = use.by_level = true;
    lu_moves(x, lu_item(x, v, "Moves"), &use);
}

/* ---- regions ---- */

/* The sites of a region for each site of another, or for each number of an array. */
const lu_region *lu_region_for_each(lu *x, const ludii_value *v)
{
    const ludii_value *of = lu_arg(x, v, "of"), *what = v->items[v->count - 1];
    if (!of && (!array_in(x, v) || !lu_is(x, what, "Sites"))) {
        lu_refuse_ludeme(x, v);
        return lu_all_sites(x, false);
    }
    const lu_context c = of ? LU_SITE : LU_PLAYER;
    kit_num outer = lu_keep(x, c, "outer");
    ir_var marks = kit_array(x->k, "marks", -2, (int32_t)x->sites - 1, 0, 1, NULL),
           site = kit_scratch(x->k, "marked", -2, (int32_t)x->sites),
           each = kit_scratch(x->k, "each", -2, (int32_t)x->sites);
    kit_loop clear = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->sites));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &clear);
    lu_array a = {0};
    kit_loop l;
    if (of) {
        l = lu_each_site(x, lu_frozen(x, lu_sites(x, of)), each);
        kit_set(x->k, lu_context_var(x, c), kit_read(x->k, each));
    } else {
        a = lu_array_now(x, array_in(x, v));
        ir_var i = kit_scratch(x->k, "i", 0, a.room);
        l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, a.count));
        kit_num n = lu_array_item(x, &a, kit_read(x->k, i));
        kit_branch_to(x->k,
                      kit_and(x->k, kit_compare(x->k, IR_GE, n, kit_known(0)),
                              kit_compare(x->k, IR_LE, n, kit_known((int32_t)x->players))),
                      l.next);
        kit_set(x->k, lu_context_var(x, c), n);
    }
    kit_loop inner = lu_each_site(x, lu_sites(x, what), site);
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(1));
    kit_loop_end(x->k, &inner);
    kit_loop_end(x->k, &l);
    kit_set(x->k, lu_context_var(x, c), outer);
    return lu_marked(x, marks, &lu_all_sites(x, true)->sites);
}

/* ---- the start ---- */

static void start_rule(lu *x, const ludii_value *v)
{
    const ludeme_code *code = lu_code(x, v);
    if (code && code->start)
        code->start(x, v);
    else
        lu_refuse_ludeme(x, v);
}

static void start_with(lu *x, lu_context c, int32_t n, const ludii_value *rule)
{
    kit_num outer = x->c[c];
    x->c[c] = kit_known(n);
    start_rule(x, rule);
    x->c[c] = outer;
}

void lu_start_for_each(lu *x, const ludii_value *v)
{
    const ludii_value *rule = v->items[v->count - 1], *c = lu_arg(x, v, "if"), *sites = lu_item(x, v, "Sites");
    if (lu_word_is(x, v->items[0], "Site")) {
        const lu_region *r = c ? lu_filtered(x, lu_sites(x, sites), c, LU_SITE) : lu_sites(x, sites);
        if (!r->known)
            lu_refuse(x, v, "a region that changes");
        for (uint32_t i = 0; r->known && i < r->sites.count && !x->failed; i++)
            start_with(x, LU_SITE, (int32_t)r->sites.data[i], rule);
    } else if (lu_word_is(x, v->items[0], "Value")) {
        int32_t low, high;
        if (!lu_known_int(x, lu_arg(x, v, "min"), &low) || !lu_known_int(x, lu_arg(x, v, "max"), &high)) {
            lu_refuse(x, v, "numbers that change");
            return;
        }
        for (int32_t n = low; n <= high && n - low < 10000 && !x->failed; n++)
            start_with(x, LU_VALUE, n, rule);
    } else if (lu_word_is(x, v->items[0], "Player")) {
        for (uint32_t p = 1; p <= x->players && !x->failed; p++)
            start_with(x, LU_PLAYER, (int32_t)p, rule);
    } else
        lu_refuse_ludeme(x, v);
}
