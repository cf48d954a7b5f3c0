/* Conditions. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/puzzle.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/tiles.h"

#include <stdlib.h>
#include <string.h>

/* ---- logic and comparisons ---- */

static kit_cond combine(lu *x, const ludii_value *v, bool all)
{
    const ludii_value *list = v->count == 1 ? v->items[0] : v;
    kit_cond c = kit_truth(all);
    lu_beside outer = x->beside;
    x->beside = (lu_beside){.list = list};
    for (uint32_t i = 0; i < list->count; i++) {
        if (c.known && c.value != all) {
            lu_pass_over(x, list->items[i]);
            continue;
        }
        x->beside.item = list->items[i];
        kit_cond next = lu_bool(x, list->items[i]);
        c = all ? kit_and(x->k, c, next) : kit_or(x->k, c, next);
    }
    x->beside = outer;
    return c;
}

kit_cond lu_bool_and(lu *x, const ludii_value *v) { return combine(x, v, true); }
kit_cond lu_bool_or(lu *x, const ludii_value *v) { return combine(x, v, false); }
kit_cond lu_bool_not(lu *x, const ludii_value *v) { return kit_not(x->k, lu_bool(x, v->items[0])); }

kit_cond lu_bool_xor(lu *x, const ludii_value *v)
{
    kit_cond a = lu_bool(x, v->items[0]), b = lu_bool(x, v->items[1]);
    return kit_or(x->k, kit_and(x->k, a, kit_not(x->k, b)), kit_and(x->k, kit_not(x->k, a), b));
}

kit_cond lu_bool_if(lu *x, const ludii_value *v)
{
    kit_cond c = lu_bool(x, v->items[0]);
    kit_cond a = lu_bool(x, v->items[1]), b = v->items[2] ? lu_bool(x, v->items[2]) : kit_truth(false);
    return kit_or(x->k, kit_and(x->k, c, a), kit_and(x->k, kit_not(x->k, c), b));
}

static kit_cond same_sites(lu *x, const lu_region *a, const lu_region *b)
{
    ir_var s = kit_scratch(x->k, "differing", -2, (int32_t)x->sites - 1);
    kit_try t = kit_try_begin(x->k);
    lu_pick_site(x, lu_unite(x, a, b), s);
    kit_cond in = lu_holds(x, a, kit_read(x->k, s)), also = lu_holds(x, b, kit_read(x->k, s));
    kit_check(x->k, kit_not(x->k, kit_and(x->k, in, also)));
    return kit_not(x->k, kit_try_end(x->k, t));
}

/* A number of a comparison, and the other one is a constant: from more than that on all are alike. */
static void note_compared(lu *x, const ludii_value *number, const ludii_value *other)
{
    const char *w = other && other->node->kind == LUDII_ATOM && !other->node->string ? lu_word(x, other) : "";
    const long n = *w >= '0' && *w <= '9' ? strtol(w, NULL, 10) : INT32_MAX;
    x->compared = n < INT32_MAX ? number : NULL;
    x->enough = n < INT32_MAX ? (int32_t)n + 1 : 0;
}

static kit_cond compare(lu *x, const ludii_value *v, ir_op op)
{
    if (lu_compares_values(x, v))
        return lu_compare_values(x, v, op);
    if (lu_is(x, v->items[0], "Sites")) {
        const lu_region *a = lu_sites(x, v->items[0]);
        kit_cond same = same_sites(x, a, lu_sites(x, v->items[1]));
        return op == IR_EQ ? same : kit_not(x->k, same);
    }
    const ludii_value *before = x->compared;
    const int32_t enough = x->enough;
    note_compared(x, v->items[0], v->items[1]);
    kit_num a = lu_int(x, v->items[0]);
    note_compared(x, v->items[1], v->items[0]);
    kit_num b = lu_who(x, v->items[1]);
    x->compared = before;
    x->enough = enough;
    return kit_compare(x->k, op, a, b);
}

kit_cond lu_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_EQ); }
kit_cond lu_not_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_NE); }
kit_cond lu_less(lu *x, const ludii_value *v) { return compare(x, v, IR_LT); }
kit_cond lu_less_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_LE); }
kit_cond lu_greater(lu *x, const ludii_value *v) { return compare(x, v, IR_GT); }
kit_cond lu_greater_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_GE); }

/* ---- sites ---- */

kit_cond lu_is_site(lu *x, const ludii_value *v)
{
    bool empty = lu_word_is(x, v->items[0], "Empty");
    kit_num site = lu_spot(x, lu_ground_of(x, v), lu_as_site(x, lu_int(x, v->items[2])));
    kit_cond free = lu_is_free(x, site);
    kit_cond there = kit_compare(x->k, IR_GE, site, kit_known(0));
    return kit_and(x->k, there, empty ? free : kit_not(x->k, free));
}

kit_cond lu_is_in(lu *x, const ludii_value *v)
{
    const ludii_value *which = v->items[1];
    const lu_region *r = lu_sites(x, v->items[2]);
    if (!which)
        return lu_holds(x, r, lu_context_num(x, LU_TO));
    if (lu_array_of(x, which)) {
        kit_cond all = kit_truth(true);
        for (uint32_t i = 0; i < which->count; i++)
            all = kit_and(x->k, all, lu_holds(x, r, lu_int(x, which->items[i])));
        return all;
    }
    return lu_holds(x, r, lu_int(x, which));
}

kit_cond lu_is_related(lu *x, const ludii_value *v)
{
    lu_ground on = lu_ground_of(x, v);
    const lu_region *near =
        lu_near_on(x, lu_neighbours_on(x, on, lu_word(x, v->items[1])), on, on, lu_int(x, v->items[3]));
    if (!lu_is(x, v->items[4], "Sites"))
        return lu_holds(x, near, lu_int(x, v->items[4]));
    const lu_region *r = lu_sites(x, v->items[4]);
    ir_var s = kit_scratch(x->k, "related", -2, (int32_t)x->sites - 1);
    kit_try t = kit_try_begin(x->k);
    lu_pick_site(x, near, s);
    kit_check(x->k, lu_holds(x, r, kit_read(x->k, s)));
    return kit_try_end(x->k, t);
}

/* ---- players ---- */

kit_cond lu_is_player(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    kit_num who = lu_who(x, v->items[1]);
    if (strcmp(w, "Enemy") == 0) {
        kit_cond other = kit_not(x->k, lu_same_team(x, who, lu_context_num(x, LU_MOVER)));
        return kit_and(x->k, kit_compare(x->k, IR_NE, who, kit_known(0)), other);
    }
    if (strcmp(w, "Friend") == 0)
        return lu_same_team(x, who, lu_context_num(x, LU_MOVER));
    if (strcmp(w, "Mover") == 0)
        return kit_compare(x->k, IR_EQ, who, lu_context_num(x, LU_MOVER));
    if (strcmp(w, "Next") == 0)
        return kit_compare(x->k, IR_EQ, who, lu_context_num(x, LU_NEXT));
    if (strcmp(w, "Prev") == 0)
        return kit_compare(x->k, IR_EQ, who, lu_context_num(x, LU_PREV));
    if (strcmp(w, "Active") == 0 && x->players <= 2) /* as long as the game goes on */
        return kit_and(x->k, kit_compare(x->k, IR_GE, who, kit_known(1)),
                       kit_compare(x->k, IR_LE, who, kit_known((int32_t)x->players)));
    if (strcmp(w, "Active") == 0)
        return kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_ACTIVE), who), kit_known(1));
    lu_refuse_ludeme(x, v);
    return kit_truth(false);
}

kit_cond lu_is_integer(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    if (strcmp(w, "Flat") == 0)
        return lu_is_flat(x, v->items[1] ? lu_int(x, v->items[1]) : lu_context_num(x, LU_TO));
    if (!v->items[1]) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    kit_num n = lu_int(x, v->items[1]);
    if (strcmp(w, "Even") == 0 || strcmp(w, "Odd") == 0)
        return kit_compare(x->k, IR_EQ, kit_op(x->k, IR_MOD, n, kit_known(2)), kit_known(w[0] == 'O'));
    if (strcmp(w, "Visited") == 0)
        return kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_VISITED), lu_as_site(x, n)), kit_known(1));
    if (strcmp(w, "AnyDie") == 0)
        return lu_any_die(x, n);
    lu_refuse_ludeme(x, v);
    return kit_truth(false);
}

kit_cond lu_is_simple(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    ir_var s = kit_scratch(x->k, "some", -2, (int32_t)x->sites - 1);
    bool full = strcmp(w, "Full") == 0;
    if (strcmp(w, "Cycle") == 0 && x->repetition.hashes != IR_NONE)
        return lu_is_cycle(x);
    if (!full && strcmp(w, "Pending") != 0) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    if (!full)
        return kit_compare(x->k, IR_NE, kit_read(x->k, lu_state_var(x, LU_S_HAS_PENDING)), kit_known(0));
    kit_try t = kit_try_begin(x->k);
    kit_pick(x->k, s, 0, (int32_t)x->default_count - 1);
    kit_check(x->k, lu_is_free(x, kit_read(x->k, s)));
    return kit_not(x->k, kit_try_end(x->k, t));
}

/* ---- lines ---- */

typedef struct line_work {
    lu *x;
    const lu_lines *lines;
    ir_var place, k;
    kit_num site, wanted;
    bool by_owner, any_level;
    ir_const kinds; /* [piece] one of those wanted; IR_NONE */
    const ludii_value *condition;
} line_work;

static kit_cond is_wanted(line_work *w, kit_num site)
{
    lu *x = w->x;
    ir_var level = w->any_level ? kit_scratch(x->k, "level", 0, (int32_t)x->height) : IR_NONE;
    kit_try t = w->any_level ? kit_try_begin(x->k) : (kit_try){0};
    if (w->any_level)
        kit_pick(x->k, level, 0, (int32_t)x->height - 1);
    kit_num has = !w->any_level ? (w->by_owner ? lu_who_at : lu_what_at)(x, site)
                  : w->by_owner ? lu_who_level(x, site, kit_read(x->k, level))
                                : lu_what_level(x, site, kit_read(x->k, level));
    kit_cond is = w->kinds != IR_NONE ? kit_compare(x->k, IR_EQ, kit_look(x->k, w->kinds, has), kit_known(1))
                                      : kit_compare(x->k, IR_EQ, has, w->wanted);
    if (!w->any_level)
        return is;
    kit_check(x->k, is);
    return kit_try_end(x->k, t);
}

static kit_cond is_at(line_work *w, kit_num site)
{
    lu *x = w->x;
    kit_cond c = is_wanted(w, site);
    if (!w->condition)
        return c;
    kit_try t = kit_try_begin(x->k);
    kit_check(x->k, c);
    kit_set(x->k, lu_context_var(x, LU_TO), site);
    kit_check(x->k, lu_bool(x, w->condition));
    return kit_try_end(x->k, t);
}

static kit_cond in_line(line_work *w)
{
    return is_at(w, kit_look(w->x->k, w->lines->rays->site, kit_read(w->x->k, w->place)));
}

static void step_line(line_work *w)
{
    kit_set(w->x->k, w->place, kit_look(w->x->k, w->lines->rays->next, kit_read(w->x->k, w->place)));
}

/* The other half has to have so many more: from `entry[n]`. With `exact` no further one behind these. */
static ir_node rest(line_work *w, ir_node *entry, uint32_t n, bool exact, ir_node found)
{
    lu *x = w->x;
    if (entry[n] != IR_NONE)
        return entry[n];
    ir_node outer = x->k->cur;
    entry[n] = x->k->cur = kit_node(x->k);
    if (n == 0) {
        if (exact)
            kit_check(x->k, kit_not(x->k, in_line(w)));
        kit_go(x->k, found);
    } else {
        kit_check(x->k, in_line(w));
        step_line(w);
        kit_go(x->k, rest(w, entry, n - 1, exact, found));
    }
    x->k->cur = outer;
    return entry[n];
}

enum { LINE_MAX = 60 };

static kit_cond line(line_work *w, uint32_t n, bool exact)
{
    lu *x = w->x;
    ir_node entry[LINE_MAX];
    memset(entry, 0xff, sizeof entry);
    kit_try t = kit_try_begin(x->k);
    ir_node found = kit_node(x->k);
    kit_pick(x->k, w->k, 0, (int32_t)w->lines->width - 1);
    kit_set(x->k, w->place, kit_look2(x->k, w->lines->one, w->site, kit_read(x->k, w->k)));
    if (n == 1) /* where there is no line there is none of one either */
        kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, w->place), kit_known(0)));
    for (uint32_t have = 1;; have++) {
        if (have == n && !exact) {
            kit_go(x->k, found);
            break;
        }
        ir_node more = x->k->cur;
        kit_cond in = in_line(w);
        ir_node no = kit_branch(x->k, in), yes = x->k->cur;
        (void)more;
        x->k->cur = no;
        kit_set(x->k, w->place, kit_look2(x->k, w->lines->other, w->site, kit_read(x->k, w->k)));
        kit_go(x->k, rest(w, entry, n - have, exact, found));
        x->k->cur = yes;
        if (have == n)
            break; /* one too many */
        step_line(w);
    }
    x->k->cur = found;
    return kit_try_end(x->k, t);
}

/* Of several kinds of pieces, [piece]: whether it is one. */
static ir_const kinds_of(lu *x, const ludii_value *list)
{
    int32_t *in = ARENA_ARRAY(x->a, int32_t, x->components.count), n;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!lu_known_int(x, list->items[i], &n))
            lu_refuse(x, list, "`whats:` that change");
        else if (n > 0 && n < (int32_t)x->components.count)
            in[n] = 1;
    }
    return kit_table(x->k, 0, in, x->components.count, 0);
}

/* The length may change with the position, within narrow bounds. */
static kit_cond line_of_length(line_work *w, kit_num n, bool exact)
{
    lu *x = w->x;
    kit_cond any = kit_truth(false);
    for (int32_t k = n.low < 1 ? 1 : n.low; k <= n.high; k++)
        any = kit_or(x->k, any, kit_and(x->k, kit_compare(x->k, IR_EQ, n, kit_known(k)), line(w, (uint32_t)k, exact)));
    return any;
}

static kit_cond line_through(line_work *w, const ludii_value *v, kit_num pivot, kit_num n)
{
    lu *x = w->x;
    const ludii_value *what = lu_arg(x, v, "what"), *role = lu_item(x, v, "RoleType");
    w->site = kit_clamp(x->k, pivot, -2, (int32_t)x->default_count - 1, -1);
    w->wanted = what ? lu_int(x, what) : role ? lu_role(x, role) : lu_what_at(x, w->site);
    w->place = kit_scratch(x->k, "place", 0, (int32_t)w->lines->rays->places - 1);
    w->k = kit_scratch(x->k, "k", 0, (int32_t)w->lines->width - 1);
    const bool nothing = !what && !role && !x->stacks && lu_quirk(x, QUIRK_NOTHING_LINES_UP);
    kit_cond somebody = w->kinds != IR_NONE ? kit_truth(true)
                        : nothing           ? kit_compare(x->k, IR_GE, w->site, kit_known(0))
                                            : kit_compare(x->k, IR_NE, w->wanted, kit_known(0));
    kit_cond fits = kit_and(x->k, somebody, (x->stacks ? is_wanted : is_at)(w, w->site));
    return kit_and(x->k, fits, line_of_length(w, n, lu_flag(x, v, "exact", false)));
}

kit_cond lu_is_line(lu *x, const ludii_value *v)
{
    const ludii_value *through = lu_arg(x, v, "through"), *any = lu_arg(x, v, "throughAny"),
                      *whats = lu_arg(x, v, "whats");
    kit_num n = lu_int(x, v->items[2]);
    if (!lu_flag(x, v, "contiguous", true))
        lu_refuse_ludeme(x, v);
    if ((n.known && n.value < (x->stacks ? 2 : 1)) || n.high >= LINE_MAX || n.high - n.low > 20 ||
        !lu_on_default_sites(x, v)) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    if (lu_flag(x, v, "byLevel", false)) {
        if (!n.known)
            lu_refuse_ludeme(x, v);
        return lu_line_by_level(x, v, n.value);
    }
    line_work w = {.x = x,
                   .lines = lu_lines_of(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent"),
                   .by_owner = lu_item(x, v, "RoleType") != NULL,
                   .any_level = x->stacks && !lu_flag(x, v, "top", false), /* of a stack any piece counts */
                   .condition = lu_arg(x, v, "if"),
                   .kinds = whats ? kinds_of(x, whats) : IR_NONE};
    if (!any)
        return line_through(&w, v, through ? lu_int(x, through) : lu_context_num(x, LU_LAST_TO), n);
    if (w.condition) /* the first site where it fails ends it all */
        lu_refuse(x, w.condition, "lines through any of several sites on a condition");
    ir_var pivot = kit_scratch(x->k, "pivot", -2, (int32_t)x->sites - 1);
    kit_try t = kit_try_begin(x->k);
    lu_pick_site(x, lu_sites(x, any), pivot);
    kit_check(x->k, line_through(&w, v, kit_read(x->k, pivot), n));
    return kit_try_end(x->k, t);
}

/* ---- moves ---- */

/* Whether it is asked of others than the next player who was last found without moves. */
static bool asks_who_is_stuck(const lu *x, const ludii_value *v)
{
    bool is = v && lu_is_row(x, v, "No") && !lu_word_seen_is(x, v->items[v->count - 1], "Next");
    for (uint32_t i = 0; v && i < v->count && !is; i++)
        is = asks_who_is_stuck(x, v->items[i]);
    return is;
}

kit_cond lu_no_moves(lu *x, const ludii_value *v)
{
    const ludii_value *who = v->items[v->count - 1];
    if (lu_word_is(x, who, "Next")) {
        kit_cond none = kit_not(x->k, lu_has_moves(x, lu_context_num(x, LU_NEXT)));
        if (x->asks_moves || !asks_who_is_stuck(x, x->game))
            return none;
        kit_num stuck = lu_keep_num(x, "stuck", kit_choose(x->k, none, kit_known(1), kit_known(0)));
        kit_set_at(x->k, lu_state_var(x, LU_S_STUCK), lu_context_num(x, LU_NEXT), stuck);
        return kit_compare(x->k, IR_EQ, stuck, kit_known(1));
    }
    return kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_STUCK), lu_role(x, who)), kit_known(1));
}

kit_cond lu_all(lu *x, const ludii_value *v)
{
    if (lu_word_is(x, v->items[0], "DiceUsed"))
        return lu_dice_used(x);
    if (lu_word_is(x, v->items[0], "DiceEqual"))
        return lu_dice_equal(x);
    return kit_compare(x->k, IR_GE, kit_read(x->k, lu_state_var(x, LU_S_PASSES)), kit_known((int32_t)x->players));
}

kit_cond lu_was_pass(lu *x, const ludii_value *v)
{
    (void)v;
    return kit_compare(x->k, IR_EQ, kit_read(x->k, lu_state_var(x, LU_S_LAST_PASS)), kit_known(1));
}

/* ---- threats ---- */

static void hits(lu *x, const lu_use *k, const lu_move *m)
{
    (void)m;
    kit_check(x->k, kit_compare(x->k, IR_EQ, lu_context_num(x, LU_TO), kit_read(x->k, *(const ir_var *)k->data)));
}

/* The moves that end at the aim: code that all threats share. */
static ir_node threats(lu *x, const ludii_value *moves, ir_node *found)
{
    uint64_t key = hash_mix((uint64_t)(uintptr_t)moves + x->asks_moves);
    uint32_t *known = map_get(&x->threats, key);
    if (known) {
        *found = *known + 1; /* made one after the other */
        return *known;
    }
    ir_node outer = x->k->cur, entry = kit_node(x->k);
    *found = kit_node(x->k);
    map_put(&x->threats, key, entry);
    x->k->cur = entry;
    lu_moves_of_phases(x, &(lu_use){.found = *found, .check = hits, .data = &x->aim, .aim = &x->aim}, moves);
    x->k->cur = outer;
    return entry;
}

/* Whether somebody else could move to the site, by any moves or those given. A piece that is asked about for a site
 * where it may not stand (piece: not 0) is there meanwhile, with what else the site has. */
static kit_cond threatened(lu *x, kit_num site, kit_num threatening, const ludii_value *moves, kit_num piece)
{
    ir_node found;
    if (x->aim == IR_NONE)
        x->aim = kit_scratch(x->k, "aim", -2, (int32_t)x->sites - 1);
    kit_try t = kit_try_begin(x->k);
    kit_set(x->k, x->aim, lu_as_site(x, site));
    if (!(piece.known && piece.value == 0) && lu_quirk(x, QUIRK_THREATENED_THERE) && !x->several_types && !x->stacks) {
        ir_node off = kit_node(x->k);
        kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, x->aim), kit_known(0)), off);
        lu_put_only(x, kit_clamp(x->k, kit_read(x->k, x->aim), 0, (int32_t)x->sites - 1, 0), piece);
        kit_go(x->k, off);
        x->k->cur = off;
    }
    kit_num follower = lu_keep_num(x, "follower", lu_next_of(x, lu_context_num(x, LU_MOVER))),
            enemy = lu_next_of(x, threatening);
    if (x->players > 2) { /* any of the others */
        ir_var other = kit_scratch(x->k, "enemy", 1, (int32_t)x->players);
        kit_num owner = lu_keep_num(x, "threatened", threatening);
        kit_pick(x->k, other, 1, (int32_t)x->players);
        kit_check(x->k, kit_not(x->k, lu_same_team(x, kit_read(x->k, other), owner)));
        enemy = kit_read(x->k, other);
    }
    lu_bound bound = lu_unbind(x);
    lu_take_turn(x, enemy, false);
    if (moves && x->uses_next) /* who is next stays who comes after the real mover */
        kit_set(x->k, lu_context_var(x, LU_NEXT), follower);
    kit_go(x->k, threats(x, moves, &found));
    x->k->cur = found;
    kit_cond c = kit_try_end(x->k, t);
    lu_rebind(x, &bound);
    return c;
}

kit_cond lu_is_component(lu *x, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at"), *in = lu_arg(x, v, "in"), *moves = lu_item(x, v, "Moves"),
                      *what = v->items[1];
    ir_var s = kit_scratch(x->k, "piece", -2, (int32_t)x->sites - 1);
    if (lu_word_is(x, v->items[0], "Within")) {
        kit_num piece = lu_int(x, what);
        kit_try t = kit_try_begin(x->k);
        lu_pick_site(x, in ? lu_sites(x, in) : at ? lu_one_site(x, lu_int(x, at)) : lu_all_sites(x, false), s);
        kit_check(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, kit_read(x->k, s)), piece));
        return kit_try_end(x->k, t);
    }
    if (x->asks_threats || x->players < 2) {
        lu_pass_over(x, v);
        return kit_truth(false);
    }
    x->asks_threats = true;
    kit_cond c;
    kit_num owner = what ? kit_look(x->k, lu_owner_table(x), lu_int(x, what))
                         : lu_who_at(x, at ? lu_as_site(x, lu_int(x, at)) : kit_read(x->k, s));
    const kit_num piece = what ? lu_int(x, what) : kit_known(0);
    const bool put = what && (at || (in && lu_quirk(x, QUIRK_THREATENED_THERE)));
    if (at && piece.known && piece.value > 0)
        c = threatened(x, lu_int(x, at), owner, moves, piece);
    else { /* nothing is not threatened */
        kit_try t = kit_try_begin(x->k);
        const bool first = what && !at && !in && lu_quirk(x, QUIRK_FIRST_IS_THREATENED);
        const lu_region *where =
            first ? lu_one_site(x, lu_first_of_kind(x, lu_all_sites(x, false), piece, NULL)) : lu_all_sites(x, false);
        lu_pick_site(x, in ? lu_sites(x, in) : at ? lu_one_site(x, lu_int(x, at)) : where, s);
        kit_num here = put ? piece : lu_what_at(x, kit_read(x->k, s));
        kit_check(x->k, kit_compare(x->k, IR_NE, here, kit_known(0)));
        if (what && !put)
            kit_check(x->k, kit_compare(x->k, IR_EQ, here, piece));
        kit_check(x->k, threatened(x, kit_read(x->k, s), owner, moves, put ? piece : kit_known(0)));
        c = kit_try_end(x->k, t);
    }
    x->asks_threats = false;
    return c;
}

kit_cond lu_is_triggered(lu *x, const ludii_value *v)
{
    lu_pass_over(x, v->items[1]); /* all events are one */
    kit_num who = lu_who(x, v->items[2]);
    return kit_compare(x->k, IR_EQ, kit_at(x->k, lu_state_var(x, LU_S_TRIGGER), who), kit_known(1));
}
