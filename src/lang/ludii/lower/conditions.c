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

static lu_cond combine(lu *x, const ludii_value *v, bool all)
{
    const ludii_value *list = v->count == 1 ? v->items[0] : v;
    lu_cond c = lu_truth(all);
    lu_beside outer = x->beside;
    x->beside = (lu_beside){.list = list};
    for (uint32_t i = 0; i < list->count && !(c.known && c.value != all); i++) {
        x->beside.item = list->items[i];
        lu_cond next = lu_bool(x, list->items[i]);
        c = all ? lu_and(x, c, next) : lu_or(x, c, next);
    }
    x->beside = outer;
    return c;
}

lu_cond lu_bool_and(lu *x, const ludii_value *v) { return combine(x, v, true); }
lu_cond lu_bool_or(lu *x, const ludii_value *v) { return combine(x, v, false); }
lu_cond lu_bool_not(lu *x, const ludii_value *v) { return lu_not(x, lu_bool(x, v->items[0])); }

lu_cond lu_bool_xor(lu *x, const ludii_value *v)
{
    lu_cond a = lu_bool(x, v->items[0]), b = lu_bool(x, v->items[1]);
    return lu_or(x, lu_and(x, a, lu_not(x, b)), lu_and(x, lu_not(x, a), b));
}

lu_cond lu_bool_if(lu *x, const ludii_value *v)
{
    lu_cond c = lu_bool(x, v->items[0]);
    lu_cond a = lu_bool(x, v->items[1]), b = v->items[2] ? lu_bool(x, v->items[2]) : lu_truth(false);
    return lu_or(x, lu_and(x, c, a), lu_and(x, lu_not(x, c), b));
}

static lu_cond same_sites(lu *x, const lu_region *a, const lu_region *b)
{
    ir_var s = lu_scratch(x, "differing", -2, (int32_t)x->sites - 1);
    lu_try t = lu_try_begin(x);
    lu_pick_site(x, lu_unite(x, a, b), s);
    lu_cond in = lu_holds(x, a, lu_read(x, s)), also = lu_holds(x, b, lu_read(x, s));
    lu_check(x, lu_not(x, lu_and(x, in, also)));
    return lu_not(x, lu_try_end(x, t));
}

/* A number of a comparison, and the other one is a constant: from more than that on all are alike. */
static void note_compared(lu *x, const ludii_value *number, const ludii_value *other)
{
    const char *w = other && other->node->kind == LUDII_ATOM && !other->node->string ? lu_word(x, other) : "";
    const long n = *w >= '0' && *w <= '9' ? strtol(w, NULL, 10) : INT32_MAX;
    x->compared = n < INT32_MAX ? number : NULL;
    x->enough = n < INT32_MAX ? (int32_t)n + 1 : 0;
}

static lu_cond compare(lu *x, const ludii_value *v, ir_op op)
{
    if (lu_compares_values(x, v))
        return lu_compare_values(x, v, op);
    if (lu_is(x, v->items[0], "Sites")) {
        const lu_region *a = lu_sites(x, v->items[0]);
        lu_cond same = same_sites(x, a, lu_sites(x, v->items[1]));
        return op == IR_EQ ? same : lu_not(x, same);
    }
    const ludii_value *before = x->compared;
    const int32_t enough = x->enough;
    note_compared(x, v->items[0], v->items[1]);
    lu_num a = lu_int(x, v->items[0]);
    note_compared(x, v->items[1], v->items[0]);
    lu_num b = lu_who(x, v->items[1]);
    x->compared = before;
    x->enough = enough;
    return lu_compare(x, op, a, b);
}

lu_cond lu_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_EQ); }
lu_cond lu_not_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_NE); }
lu_cond lu_less(lu *x, const ludii_value *v) { return compare(x, v, IR_LT); }
lu_cond lu_less_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_LE); }
lu_cond lu_greater(lu *x, const ludii_value *v) { return compare(x, v, IR_GT); }
lu_cond lu_greater_equal(lu *x, const ludii_value *v) { return compare(x, v, IR_GE); }

/* ---- sites ---- */

lu_cond lu_is_site(lu *x, const ludii_value *v)
{
    bool empty = lu_word_is(x, v->items[0], "Empty");
    lu_num site = lu_spot(x, lu_ground_of(x, v), lu_as_site(x, lu_int(x, v->items[2])));
    lu_cond free = lu_is_free(x, site);
    lu_cond there = lu_compare(x, IR_GE, site, lu_known(0));
    return lu_and(x, there, empty ? free : lu_not(x, free));
}

lu_cond lu_is_in(lu *x, const ludii_value *v)
{
    const ludii_value *which = v->items[1];
    const lu_region *r = lu_sites(x, v->items[2]);
    if (!which || lu_array_of(x, which)) {
        lu_cond all = lu_truth(which && which->count);
        for (uint32_t i = 0; which && i < which->count; i++)
            all = lu_and(x, all, lu_holds(x, r, lu_int(x, which->items[i])));
        return all;
    }
    return lu_holds(x, r, lu_int(x, which));
}

lu_cond lu_is_related(lu *x, const ludii_value *v)
{
    lu_ground on = lu_ground_of(x, v);
    const lu_region *near =
        lu_near_on(x, lu_neighbours_on(x, on, lu_word(x, v->items[1])), on, on, lu_int(x, v->items[3]));
    if (!lu_is(x, v->items[4], "Sites"))
        return lu_holds(x, near, lu_int(x, v->items[4]));
    const lu_region *r = lu_sites(x, v->items[4]);
    ir_var s = lu_scratch(x, "related", -2, (int32_t)x->sites - 1);
    lu_try t = lu_try_begin(x);
    lu_pick_site(x, near, s);
    lu_check(x, lu_holds(x, r, lu_read(x, s)));
    return lu_try_end(x, t);
}

/* ---- players ---- */

lu_cond lu_is_player(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    lu_num who = lu_who(x, v->items[1]);
    if (strcmp(w, "Enemy") == 0) {
        lu_cond other = lu_not(x, lu_same_team(x, who, lu_context_num(x, LU_MOVER)));
        return lu_and(x, lu_compare(x, IR_NE, who, lu_known(0)), other);
    }
    if (strcmp(w, "Friend") == 0)
        return lu_same_team(x, who, lu_context_num(x, LU_MOVER));
    if (strcmp(w, "Mover") == 0)
        return lu_compare(x, IR_EQ, who, lu_context_num(x, LU_MOVER));
    if (strcmp(w, "Next") == 0)
        return lu_compare(x, IR_EQ, who, lu_context_num(x, LU_NEXT));
    if (strcmp(w, "Prev") == 0)
        return lu_compare(x, IR_EQ, who, lu_context_num(x, LU_PREV));
    if (strcmp(w, "Active") == 0 && x->players <= 2) /* as long as the game goes on */
        return lu_and(x, lu_compare(x, IR_GE, who, lu_known(1)),
                      lu_compare(x, IR_LE, who, lu_known((int32_t)x->players)));
    if (strcmp(w, "Active") == 0)
        return lu_compare(x, IR_EQ, lu_at(x, lu_state_var(x, LU_S_ACTIVE), who), lu_known(1));
    lu_refuse_ludeme(x, v);
    return lu_truth(false);
}

lu_cond lu_is_integer(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    if (strcmp(w, "Flat") == 0)
        return lu_is_flat(x, v->items[1] ? lu_int(x, v->items[1]) : lu_context_num(x, LU_TO));
    if (!v->items[1]) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    lu_num n = lu_int(x, v->items[1]);
    if (strcmp(w, "Even") == 0 || strcmp(w, "Odd") == 0)
        return lu_compare(x, IR_EQ, lu_op(x, IR_MOD, n, lu_known(2)), lu_known(w[0] == 'O'));
    if (strcmp(w, "Visited") == 0)
        return lu_compare(x, IR_EQ, lu_at(x, lu_state_var(x, LU_S_VISITED), lu_as_site(x, n)), lu_known(1));
    if (strcmp(w, "AnyDie") == 0)
        return lu_any_die(x, n);
    lu_refuse_ludeme(x, v);
    return lu_truth(false);
}

lu_cond lu_is_simple(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    ir_var s = lu_scratch(x, "some", -2, (int32_t)x->sites - 1);
    bool full = strcmp(w, "Full") == 0;
    if (strcmp(w, "Cycle") == 0 && x->positions != IR_NONE)
        return lu_is_cycle(x);
    if (!full && strcmp(w, "Pending") != 0) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    if (!full)
        return lu_compare(x, IR_NE, lu_read(x, lu_state_var(x, LU_S_HAS_PENDING)), lu_known(0));
    lu_try t = lu_try_begin(x);
    lu_pick(x, s, 0, (int32_t)x->default_count - 1);
    lu_check(x, lu_is_free(x, lu_read(x, s)));
    return lu_not(x, lu_try_end(x, t));
}

/* ---- lines ---- */

typedef struct line_work {
    lu *x;
    const lu_lines *lines;
    ir_var place, k;
    lu_num site, wanted;
    bool by_owner;
    ir_const kinds; /* [piece] one of those wanted; IR_NONE */
    const ludii_value *condition;
} line_work;

static lu_cond is_wanted(line_work *w, lu_num site)
{
    lu *x = w->x;
    if (w->kinds != IR_NONE)
        return lu_compare(x, IR_EQ, lu_look(x, w->kinds, lu_what_at(x, site)), lu_known(1));
    return lu_compare(x, IR_EQ, w->by_owner ? lu_who_at(x, site) : lu_what_at(x, site), w->wanted);
}

static lu_cond in_line(line_work *w)
{
    lu *x = w->x;
    lu_num site = lu_look(x, w->lines->rays->site, lu_read(x, w->place));
    lu_cond c = is_wanted(w, site);
    if (!w->condition)
        return c;
    lu_try t = lu_try_begin(x);
    lu_check(x, c);
    lu_set(x, lu_context_var(x, LU_TO), site);
    lu_check(x, lu_bool(x, w->condition));
    return lu_try_end(x, t);
}

static void step_line(line_work *w)
{
    lu_set(w->x, w->place, lu_look(w->x, w->lines->rays->next, lu_read(w->x, w->place)));
}

/* The other half has to have so many more: from `entry[n]`. With `exact` no further one behind these. */
static ir_node rest(line_work *w, ir_node *entry, uint32_t n, bool exact, ir_node found)
{
    lu *x = w->x;
    if (entry[n] != IR_NONE)
        return entry[n];
    ir_node outer = x->cur;
    entry[n] = x->cur = lu_node(x);
    if (n == 0) {
        if (exact)
            lu_check(x, lu_not(x, in_line(w)));
        lu_go(x, found);
    } else {
        lu_check(x, in_line(w));
        step_line(w);
        lu_go(x, rest(w, entry, n - 1, exact, found));
    }
    x->cur = outer;
    return entry[n];
}

enum { LINE_MAX = 60 };

static lu_cond line(line_work *w, uint32_t n, bool exact)
{
    lu *x = w->x;
    ir_node entry[LINE_MAX];
    memset(entry, 0xff, sizeof entry);
    lu_try t = lu_try_begin(x);
    ir_node found = lu_node(x);
    lu_pick(x, w->k, 0, (int32_t)w->lines->width - 1);
    lu_set(x, w->place, lu_look2(x, w->lines->one, w->site, lu_read(x, w->k)));
    if (n == 1) /* where there is no line there is none of one either */
        lu_check(x, lu_compare(x, IR_NE, lu_read(x, w->place), lu_known(0)));
    for (uint32_t have = 1;; have++) {
        if (have == n && !exact) {
            lu_go(x, found);
            break;
        }
        ir_node more = x->cur;
        lu_cond in = in_line(w);
        ir_node no = lu_branch(x, in), yes = x->cur;
        (void)more;
        x->cur = no;
        lu_set(x, w->place, lu_look2(x, w->lines->other, w->site, lu_read(x, w->k)));
        lu_go(x, rest(w, entry, n - have, exact, found));
        x->cur = yes;
        if (have == n)
            break; /* one too many */
        step_line(w);
    }
    x->cur = found;
    return lu_try_end(x, t);
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
    return lu_table(x, 0, in, x->components.count, 0);
}

/* The length may change with the position, within narrow bounds. */
static lu_cond line_of_length(line_work *w, lu_num n, bool exact)
{
    lu *x = w->x;
    lu_cond any = lu_truth(false);
    for (int32_t k = n.low < 1 ? 1 : n.low; k <= n.high; k++)
        any = lu_or(x, any, lu_and(x, lu_compare(x, IR_EQ, n, lu_known(k)), line(w, (uint32_t)k, exact)));
    return any;
}

static lu_cond line_through(line_work *w, const ludii_value *v, lu_num pivot, lu_num n)
{
    lu *x = w->x;
    const ludii_value *what = lu_arg(x, v, "what"), *role = lu_item(x, v, "RoleType");
    w->site = lu_clamp(x, pivot, -2, (int32_t)x->default_count - 1, -1);
    w->wanted = what ? lu_int(x, what) : role ? lu_role(x, role) : lu_what_at(x, w->site);
    w->place = lu_scratch(x, "place", 0, (int32_t)w->lines->rays->places - 1);
    w->k = lu_scratch(x, "k", 0, (int32_t)w->lines->width - 1);
    lu_cond somebody = w->kinds != IR_NONE ? lu_truth(true) : lu_compare(x, IR_NE, w->wanted, lu_known(0));
    lu_cond fits = lu_and(x, somebody, is_wanted(w, w->site));
    return lu_and(x, fits, line_of_length(w, n, lu_flag(x, v, "exact", false)));
}

lu_cond lu_is_line(lu *x, const ludii_value *v)
{
    const ludii_value *through = lu_arg(x, v, "through"), *any = lu_arg(x, v, "throughAny"),
                      *whats = lu_arg(x, v, "whats");
    lu_num n = lu_int(x, v->items[2]);
    if ((n.known && n.value < 1) || n.high >= LINE_MAX || n.high - n.low > 20 || !lu_on_default_sites(x, v)) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    if (lu_flag(x, v, "byLevel", false)) {
        if (!n.known)
            lu_refuse_ludeme(x, v);
        return lu_line_by_level(x, v, n.value);
    }
    line_work w = {.x = x,
                   .lines = lu_lines_of(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent"),
                   .by_owner = lu_item(x, v, "RoleType") != NULL,
                   .condition = lu_arg(x, v, "if"),
                   .kinds = whats ? kinds_of(x, whats) : IR_NONE};
    if (!any)
        return line_through(&w, v, through ? lu_int(x, through) : lu_context_num(x, LU_LAST_TO), n);
    ir_var pivot = lu_scratch(x, "pivot", -2, (int32_t)x->sites - 1);
    lu_try t = lu_try_begin(x);
    lu_pick_site(x, lu_sites(x, any), pivot);
    lu_check(x, line_through(&w, v, lu_read(x, pivot), n));
    return lu_try_end(x, t);
}

/* ---- connections ---- */

/* Whether the group of a site, of one owner, reaches a region. */
static lu_cond reaches(lu *x, lu_ground on, lu_num site, const lu_region *r, const vec_u32 *near)
{
    int32_t most = (int32_t)lu_count_on(x, on) - 1;
    ir_var at = lu_scratch(x, "member", -2, most), owner = lu_scratch(x, "owner", 0, (int32_t)x->players + 1);
    lu_try t = lu_try_begin(x);
    ir_node found = lu_node(x);
    lu_set(x, at, lu_clamp(x, site, -2, most, -1));
    lu_set(x, owner, lu_who_on(x, on, lu_read(x, at)));
    lu_check(x, lu_compare(x, IR_NE, lu_read(x, owner), lu_known(0)));
    ir_node here = lu_node(x);
    lu_go(x, here);
    x->cur = here;
    lu_check(x, lu_holds(x, r, lu_read(x, at)));
    lu_go(x, found);
    x->cur = here;
    lu_pick_site(x, lu_near_on(x, near, on, on, lu_read(x, at)), at);
    lu_check(x, lu_compare(x, IR_EQ, lu_who_on(x, on, lu_read(x, at)), lu_read(x, owner)));
    lu_go(x, here);
    x->cur = found;
    return lu_try_end(x, t);
}

static lu_cond connects(lu *x, lu_ground on, lu_num site, const ludii_value *list, const vec_u32 *near)
{
    lu_cond all = lu_truth(true);
    for (uint32_t i = 0; i < list->count; i++)
        all = lu_and(x, all, reaches(x, on, site, lu_sites(x, list->items[i]), near));
    return all;
}

static const ludii_value *regions_of_player(const lu *x, int player)
{
    for (uint32_t i = 0; i < x->areas.count; i++)
        if (x->areas.data[i].owner == player)
            return x->areas.data[i].v;
    return NULL;
}

static const ludii_value *list_of_player(lu *x, const ludii_value *v, uint32_t p)
{
    const ludii_value *r = regions_of_player(x, (int)p), *list = r ? r->items[2] : NULL;
    if (list && !lu_array_of(x, list))
        lu_refuse_ludeme(x, v);
    return x->failed ? NULL : list;
}

/* One of the regions and another one are still joined by sites that nobody else has. */
static lu_cond can_connect(lu *x, lu_ground on, const ludii_value *list, lu_num who, const vec_u32 *near)
{
    lu_cond all = lu_truth(true);
    for (uint32_t i = 1; i < list->count; i++) {
        ir_var at = lu_scratch(x, "open", -2, (int32_t)lu_count_on(x, on) - 1),
               owner = lu_scratch(x, "owner", 0, (int32_t)x->players + 1);
        lu_try t = lu_try_begin(x);
        ir_node found = lu_node(x), here = lu_node(x);
        lu_set(x, owner, who);
        lu_pick_site(x, lu_sites(x, list->items[0]), at);
        lu_go(x, here);
        x->cur = here;
        lu_cond mine = lu_compare(x, IR_EQ, lu_who_on(x, on, lu_read(x, at)), lu_read(x, owner));
        lu_check(x, lu_or(x, lu_compare(x, IR_EQ, lu_what_on(x, on, lu_read(x, at)), lu_known(0)), mine));
        ir_node free = x->cur;
        lu_check(x, lu_holds(x, lu_sites(x, list->items[i]), lu_read(x, at)));
        lu_go(x, found);
        x->cur = free;
        lu_pick_site(x, lu_near_on(x, near, on, on, lu_read(x, at)), at);
        lu_go(x, here);
        x->cur = found;
        all = lu_and(x, all, lu_try_end(x, t));
    }
    return all;
}

static lu_cond is_met(lu *x, const lu_region *r, ir_var marks)
{
    ir_var at = lu_scratch(x, "part", -2, (int32_t)lu_count_on(x, LU_OWN) - 1);
    lu_try t = lu_try_begin(x);
    lu_pick_site(x, r, at);
    lu_check(x, lu_is_in_marks(x, marks, lu_read(x, at)));
    return lu_try_end(x, t);
}

/* So many of the sides or corners of the board. */
static lu_cond connects_parts(lu *x, const ludii_value *v, lu_num site, const ludii_value *kind, const vec_u32 *near)
{
    const lu_region *parts[64];
    uint32_t n = lu_board_parts(x, lu_word(x, kind), parts, 64);
    int32_t wanted = (int32_t)n;
    if (!n || (v->items[1] && !lu_known_int(x, v->items[1], &wanted))) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    lu_num sum = lu_known(0);
    const lu_group *group = lu_group_at(x, v, site, near);
    for (uint32_t i = 0; i < n; i++)
        sum = lu_op(x, IR_ADD, sum, lu_choose_num(x, is_met(x, parts[i], group->marks), lu_known(1), lu_known(0)));
    return lu_compare(x, IR_GE, sum, lu_known(wanted));
}

/* Found by `check`: a role whose players have nothing to connect. */
static void warn_of_no_regions(lu *x, const ludii_value *v, const ludii_value *who)
{
    if (!x->f->in->strict || x->failed)
        return;
    diag *d = ludii_report(x->f, DIAG_LUDII_NEVER, v->node->span, v->node->origin,
                           "`%s` has no regions to connect: this never holds", lu_word(x, who));
    diag_set_hint(x->f->sink, d,
                  "`(regions P1 {(sites Side NW) (sites Side SE)})` in the equipment says what player 1 connects; "
                  "`(is Connected 2 Sides)` is about any sides");
}

lu_cond lu_is_connect(lu *x, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at"), *direction = lu_item(x, v, "Direction"), *of = v->items[v->count - 1];
    bool blocked = lu_word_is(x, v->items[0], "Blocked");
    lu_ground on = lu_ground_of(x, v);
    if ((direction && direction->node->kind != LUDII_ATOM) || (on != LU_OWN && lu_is(x, of, "RegionTypeStatic")))
        lu_refuse_ludeme(x, v);
    lu_num site = at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO);
    const vec_u32 *near = lu_neighbours_on(x, on, direction ? lu_word(x, direction) : "Adjacent");
    if (lu_is(x, of, "RegionTypeStatic") && !blocked)
        return connects_parts(x, v, site, of, near);
    if (v->items[1] || (!lu_array_of(x, of) && !lu_is(x, of, "RoleType"))) {
        lu_refuse_ludeme(x, v);
        return lu_truth(false);
    }
    if (lu_array_of(x, of))
        return blocked ? lu_not(x, can_connect(x, on, of, lu_context_num(x, LU_MOVER), near))
                       : connects(x, on, site, of, near);
    lu_num who = lu_role(x, of);
    lu_cond any = lu_truth(false);
    bool regions = false;
    for (uint32_t p = 1; p <= x->players; p++) {
        const ludii_value *list = list_of_player(x, v, p);
        lu_cond is = lu_compare(x, IR_EQ, who, lu_known((int32_t)p));
        if (!list || (is.known && !is.value))
            continue;
        regions = true;
        lu_num player = lu_known((int32_t)p);
        lu_cond own = lu_compare(x, IR_EQ, lu_who_on(x, on, lu_as_site(x, site)), player);
        lu_cond here = blocked ? lu_not(x, can_connect(x, on, list, player, near))
                               : lu_and(x, own, connects(x, on, site, list, near));
        any = lu_or(x, any, lu_and(x, is, here));
    }
    if (!regions)
        warn_of_no_regions(x, v, of);
    return any;
}

/* ---- moves ---- */

lu_cond lu_can_ludeme(lu *x, const ludii_value *v) { return lu_can(x, v->items[v->count - 1]); }

lu_cond lu_no_moves(lu *x, const ludii_value *v)
{
    const ludii_value *who = v->items[v->count - 1];
    if (lu_word_is(x, who, "Next"))
        return lu_not(x, lu_has_moves(x, lu_context_num(x, LU_NEXT)));
    return lu_compare(x, IR_EQ, lu_at(x, lu_state_var(x, LU_S_STUCK), lu_role(x, who)), lu_known(1));
}

lu_cond lu_all(lu *x, const ludii_value *v)
{
    if (lu_word_is(x, v->items[0], "DiceUsed"))
        return lu_dice_used(x);
    if (lu_word_is(x, v->items[0], "DiceEqual"))
        return lu_dice_equal(x);
    return lu_compare(x, IR_GE, lu_read(x, lu_state_var(x, LU_S_PASSES)), lu_known((int32_t)x->players));
}

lu_cond lu_was_pass(lu *x, const ludii_value *v)
{
    (void)v;
    return lu_compare(x, IR_GE, lu_read(x, lu_state_var(x, LU_S_PASSES)), lu_known(1));
}

/* ---- threats ---- */

static void hits(lu *x, const lu_use *k, const lu_move *m)
{
    (void)m;
    lu_check(x, lu_compare(x, IR_EQ, lu_context_num(x, LU_TO), lu_read(x, *(const ir_var *)k->data)));
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
    ir_node outer = x->cur, entry = lu_node(x);
    *found = lu_node(x);
    map_put(&x->threats, key, entry);
    x->cur = entry;
    lu_moves_of_phases(x, &(lu_use){.found = *found, .check = hits, .data = &x->aim, .aim = &x->aim}, moves);
    x->cur = outer;
    return entry;
}

/* Whether somebody else could move to the site, by any moves or those given. */
static lu_cond threatened(lu *x, lu_num site, lu_num threatening, const ludii_value *moves)
{
    ir_node found;
    if (x->aim == IR_NONE)
        x->aim = lu_scratch(x, "aim", -2, (int32_t)x->sites - 1);
    lu_try t = lu_try_begin(x);
    lu_set(x, x->aim, lu_as_site(x, site));
    lu_num follower = lu_keep_num(x, "follower", lu_next_of(x, lu_context_num(x, LU_MOVER))),
           enemy = lu_next_of(x, threatening);
    if (x->players > 2) { /* any of the others */
        ir_var other = lu_scratch(x, "enemy", 1, (int32_t)x->players);
        lu_num owner = lu_keep_num(x, "threatened", threatening);
        lu_pick(x, other, 1, (int32_t)x->players);
        lu_check(x, lu_not(x, lu_same_team(x, lu_read(x, other), owner)));
        enemy = lu_read(x, other);
    }
    lu_bound bound = lu_unbind(x);
    lu_take_turn(x, enemy, false);
    if (moves && x->uses_next) /* who is next stays who comes after the real mover */
        lu_set(x, lu_context_var(x, LU_NEXT), follower);
    lu_go(x, threats(x, moves, &found));
    x->cur = found;
    lu_cond c = lu_try_end(x, t);
    lu_rebind(x, &bound);
    return c;
}

lu_cond lu_is_component(lu *x, const ludii_value *v)
{
    const ludii_value *at = lu_arg(x, v, "at"), *in = lu_arg(x, v, "in"), *moves = lu_item(x, v, "Moves"),
                      *what = v->items[1];
    ir_var s = lu_scratch(x, "piece", -2, (int32_t)x->sites - 1);
    if (lu_word_is(x, v->items[0], "Within")) {
        lu_num piece = lu_int(x, what);
        lu_try t = lu_try_begin(x);
        lu_pick_site(x, in ? lu_sites(x, in) : lu_all_sites(x, false), s);
        lu_check(x, lu_compare(x, IR_EQ, lu_what_at(x, lu_read(x, s)), piece));
        return lu_try_end(x, t);
    }
    if (x->asks_threats || x->players < 2)
        return lu_truth(false);
    x->asks_threats = true;
    lu_cond c;
    lu_num owner = what ? lu_look(x, lu_owner_table(x), lu_int(x, what)) : lu_context_num(x, LU_MOVER);
    if (at)
        c = threatened(x, lu_int(x, at), owner, moves);
    else {
        const lu_region *where = in ? lu_sites(x, in) : lu_all_sites(x, false);
        lu_num piece = what ? lu_int(x, what) : lu_known(0);
        lu_try t = lu_try_begin(x);
        lu_pick_site(x, where, s);
        if (what)
            lu_check(x, lu_compare(x, IR_EQ, lu_what_at(x, lu_read(x, s)), piece));
        lu_check(x, threatened(x, lu_read(x, s), owner, moves));
        c = lu_try_end(x, t);
    }
    x->asks_threats = false;
    return c;
}

lu_cond lu_is_triggered(lu *x, const ludii_value *v)
{
    lu_num who = lu_who(x, v->items[2]);
    return lu_compare(x, IR_EQ, lu_at(x, lu_state_var(x, LU_S_TRIGGER), who), lu_known(1));
}
