/* Arrays of numbers: lists, what regions are made of, sizes of groups, a number for all pairs of sites, what is
 * remembered, and what is made of these. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 300, LOW = -30000, HIGH = 1000000000 };

/* ---- kept ---- */

lu_array lu_array_new(lu *x, int32_t room)
{
    lu_array a = {kit_array(x->k, "array", 0, room - 1, LOW, HIGH, NULL), kit_scratch(x->k, "length", 0, room), room};
    kit_set(x->k, a.count, kit_known(0));
    return a;
}

/* What there is no room for is a fault, not left out. */
void lu_array_add(lu *x, const lu_array *a, kit_num n)
{
    kit_num count = kit_read(x->k, a->count);
    kit_assign(x->k, kit_index(x->k, kit_var(x->k, a->at), kit_expr(x->k, count)), kit_expr(x->k, n));
    count.high = a->room - 1;
    kit_set(x->k, a->count, kit_op(x->k, IR_ADD, count, kit_known(1)));
}

kit_num lu_array_item(lu *x, const lu_array *a, kit_num index)
{
    index = kit_clamp(x->k, index, 0, a->room - 1, -1);
    kit_cond in = kit_and(x->k, kit_compare(x->k, IR_GE, index, kit_known(0)),
                          kit_compare(x->k, IR_LT, index, kit_read(x->k, a->count)));
    return kit_choose(x->k, in, kit_at(x->k, a->at, index), kit_known(-1));
}

kit_cond lu_array_has(lu *x, const lu_array *a, kit_num n)
{
    n = lu_keep_num(x, "wanted", n);
    ir_var i = kit_scratch(x->k, "i", 0, a->room), found = kit_scratch(x->k, "found", 0, 1);
    kit_set(x->k, found, kit_known(0));
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, a->count));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, a->at, kit_read(x->k, i)), n), l.next);
    kit_set(x->k, found, kit_known(1));
    kit_loop_end(x->k, &l);
    return kit_compare(x->k, IR_EQ, kit_read(x->k, found), kit_known(1));
}

static void add(lu *x, void *data, kit_num n) { lu_array_add(x, data, n); }

/* For each site, at least. */
static int32_t standard_room(const lu *x) { return x->sites > ROOM ? (int32_t)x->sites + 1 : ROOM; }

/* At most so many numbers. */
static int32_t room_of(lu *x, const ludii_value *v)
{
    const char *class = lu_class(x, v);
    if (lu_array_of(x, v))
        return (int32_t)v->count + 1;
    return strcmp(class, "Array") == 0 && lu_is(x, v->items[0], "Sites") ? (int32_t)x->sites + 1 : standard_room(x);
}

lu_array lu_array_now(lu *x, const ludii_value *v)
{
    lu_array a = lu_array_new(x, room_of(x, v));
    lu_each_number(x, v, add, &a);
    return a;
}

/* ---- one by one ---- */

/* Each end in `context`: the sites of a region, or a number, be it a site or not; the cursor is in a loop then if there
 * is one. */
static bool begin_ends(lu *x, const ludii_value *v, const lu_region *sites, lu_context c, kit_loop *l)
{
    if (!lu_is(x, v, "Sites")) {
        kit_set(x->k, lu_context_var(x, c), lu_as_site(x, lu_int(x, v)));
        return false;
    }
    ir_var end = kit_scratch(x->k, "pair", 0, (int32_t)x->sites);
    *l = lu_each_site(x, sites ? sites : lu_frozen(x, lu_sites(x, v)), end);
    kit_set(x->k, lu_context_var(x, c), kit_read(x->k, end));
    return true;
}

static void over_pairs(lu *x, const ludii_value *v, lu_take_number *take, void *data)
{
    kit_num outer_from = lu_keep(x, LU_FROM, "outer"), outer_to = lu_keep(x, LU_TO, "outer");
    const ludii_value *from = lu_arg(x, v, "from"), *to = lu_arg(x, v, "to");
    const bool once = lu_is(x, to, "Sites") && !lu_mentions(x, to, "ContextFrom"); /* else ends for each beginning */
    const lu_region *all_to = once ? lu_frozen(x, lu_sites(x, to)) : NULL;
    kit_loop each_from, each_to;
    const bool several = begin_ends(x, from, NULL, LU_FROM, &each_from);
    kit_num begins = lu_keep(x, LU_FROM, "begins");
    const bool many = begin_ends(x, to, all_to, LU_TO, &each_to);
    kit_set(x->k, lu_context_var(x, LU_FROM), begins);
    take(x, data, lu_int(x, lu_item(x, v, "Int")));
    if (many)
        kit_loop_end(x->k, &each_to);
    if (several)
        kit_loop_end(x->k, &each_from);
    kit_set(x->k, lu_context_var(x, LU_FROM), outer_from);
    kit_set(x->k, lu_context_var(x, LU_TO), outer_to);
}

static void over_region(lu *x, const ludii_value *v, lu_take_number *take, void *data)
{
    ir_var site = kit_scratch(x->k, "element", -2, (int32_t)x->sites);
    kit_loop l = lu_each_site(x, lu_sites(x, v), site);
    take(x, data, kit_read(x->k, site));
    kit_loop_end(x->k, &l);
}

void lu_array_each(lu *x, const lu_array *a, lu_take_number *take, void *data)
{
    ir_var i = kit_scratch(x->k, "i", 0, a->room);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, a->count));
    kit_num index = kit_read(x->k, i);
    index.high = a->room - 1;
    take(x, data, kit_at(x->k, a->at, index));
    kit_loop_end(x->k, &l);
}

/* Those that another array has, or that it has not. */
typedef struct selection {
    const lu_array *of, *into;
    bool without;
} selection;

static void take_selected(lu *x, void *data, kit_num n)
{
    const selection *s = data;
    ir_node after = kit_node(x->k);
    n = lu_keep_num(x, "element", n);
    kit_cond has = lu_array_has(x, s->of, n);
    kit_branch_to(x->k, s->without ? kit_not(x->k, has) : has, after);
    lu_array_add(x, s->into, n);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Out of an array: the first that is equal. */
static void take_away(lu *x, void *data, kit_num n)
{
    const lu_array *a = data;
    ir_var i = kit_scratch(x->k, "i", 0, a->room), gone = kit_scratch(x->k, "gone", 0, 1);
    n = lu_keep_num(x, "element", n);
    kit_set(x->k, gone, kit_known(0));
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, a->count));
    kit_num item = lu_keep_num(x, "item", lu_array_item(x, a, kit_read(x->k, i)));
    ir_node other = kit_branch(x->k, kit_and(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, gone), kit_known(0)),
                                             kit_compare(x->k, IR_EQ, item, n)));
    kit_set(x->k, gone, kit_known(1));
    kit_go(x->k, l.next);
    x->k->cur = other;
    kit_set_at(x->k, a->at,
               kit_clamp(x->k, kit_op(x->k, IR_SUB, kit_read(x->k, i), kit_read(x->k, gone)), 0, a->room - 1, 0), item);
    kit_loop_end(x->k, &l);
    kit_num count = kit_op(x->k, IR_SUB, kit_read(x->k, a->count), kit_read(x->k, gone));
    count.low = 0;
    kit_set(x->k, a->count, count);
}

/* Of arrays: the union, in the order in which numbers first appear; numbers of the second that are in the first;
 * numbers without one for each of the second. */
static void over_operation(lu *x, const ludii_value *v, lu_take_number *take, void *data)
{
    const char *class = lu_class(x, v);
    const ludii_value *list = v->count == 1 && lu_array_of(x, v->items[0]) ? v->items[0] : v;
    lu_array made = lu_array_new(x, standard_room(x));
    if (strcmp(class, "IntsUnion") == 0) {
        for (uint32_t i = 0; i < list->count; i++)
            lu_each_number(x, list->items[i], take_selected, &(selection){&made, &made, true});
    } else if (strcmp(class, "IntsIntersection") == 0 && list == v) {
        lu_array first = lu_array_now(x, v->items[0]);
        lu_each_number(x, v->items[1], take_selected, &(selection){&first, &made, false});
    } else if (strcmp(class, "IntsDifference") == 0 && !lu_is(x, v->items[1], "Int")) {
        made = lu_array_now(x, v->items[0]);
        lu_each_number(x, v->items[1], take_away, &made);
    } else if (strcmp(class, "IntsDifference") == 0) {
        made = lu_array_now(x, v->items[0]);
        take_away(x, &made, lu_int(x, v->items[1]));
    } else
        lu_refuse_ludeme(x, v);
    lu_array_each(x, &made, take, data);
}

static void over_choice(lu *x, const ludii_value *v, lu_take_number *take, void *data)
{
    ir_node after = kit_node(x->k), no = kit_branch(x->k, lu_bool(x, v->items[0]));
    lu_each_number(x, v->items[1], take, data);
    kit_go(x->k, after);
    x->k->cur = no;
    if (v->items[2])
        lu_each_number(x, v->items[2], take, data);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Players of a kind, from the first, for whom a condition holds. */
static void over_players(lu *x, const ludii_value *v, lu_take_number *take, void *data)
{
    const char *w = lu_word(x, v->items[0]);
    const ludii_value *of = lu_arg(x, v, "of"), *c = lu_arg(x, v, "if");
    bool all = strcmp(w, "All") == 0, others = strcmp(w, "NonMover") == 0, enemies = strcmp(w, "Enemy") == 0,
         friends = strcmp(w, "Friend") == 0;
    const int32_t team = strncmp(w, "Team", 4) == 0 ? (int32_t)strtol(w + 4, NULL, 10) : 0;
    if (!all && !others && !enemies && !friends && !team) {
        lu_refuse_ludeme(x, v);
        return;
    }
    kit_num who = lu_keep_num(x, "who", of ? lu_int(x, of) : lu_context_num(x, LU_MOVER)),
            outer = lu_keep(x, LU_PLAYER, "outer");
    const int32_t first = all || others ? 0 : 1, last = (int32_t)x->players + all;
    for (int32_t p = first; p <= last; p++) {
        ir_node after = kit_node(x->k);
        kit_cond same = team      ? kit_truth((x->has_teams ? x->team[p] : p) == team)
                        : friends ? lu_same_team(x, who, kit_known(p))
                        : enemies ? kit_not(x->k, lu_same_team(x, who, kit_known(p)))
                        : others  ? kit_compare(x->k, IR_NE, who, kit_known(p))
                                  : kit_truth(true);
        kit_branch_to(x->k, same, after);
        kit_set(x->k, lu_context_var(x, LU_PLAYER), kit_known(p));
        if (c)
            kit_branch_to(x->k, lu_bool(x, c), after);
        take(x, data, kit_known(p));
        kit_go(x->k, after);
        x->k->cur = after;
    }
    kit_set(x->k, lu_context_var(x, LU_PLAYER), outer);
}

void lu_each_number(lu *x, const ludii_value *v, lu_take_number *take, void *data)
{
    const char *class = lu_class(x, v);
    if (x->failed)
        return;
    lu_place(x, v);
    if (lu_array_of(x, v))
        for (uint32_t i = 0; i < v->count; i++)
            take(x, data, lu_int(x, v->items[i]));
    else if (strcmp(class, "Ints") == 0 && v->count == 1)
        lu_each_number(x, v->items[0], take, data);
    else if (strcmp(class, "Array") == 0 && lu_is(x, v->items[0], "Sites"))
        over_region(x, v->items[0], take, data);
    else if (strcmp(class, "Array") == 0)
        lu_each_number(x, v->items[0], take, data);
    else if (strcmp(class, "Sizes") == 0)
        lu_each_size(x, v, take, data);
    else if (strcmp(class, "Results") == 0)
        over_pairs(x, v, take, data);
    else if (strcmp(class, "ValuesRemembered") == 0) {
        lu_array kept = lu_remembered(x, v->items[1] ? lu_string(x, v->items[1]) : NAME_NONE);
        lu_array_each(x, &kept, take, data);
    } else if (strcmp(class, "IntsIf") == 0)
        over_choice(x, v, take, data);
    else if (strcmp(class, "IntsPlayers") == 0)
        over_players(x, v, take, data);
    else if (strncmp(class, "Ints", 4) == 0)
        over_operation(x, v, take, data);
    else
        lu_refuse_ludeme(x, v);
}

/* ---- combined into one ---- */

typedef struct fold {
    ir_var result, some;
    lu_combine *combine;
} fold;

static void fold_number(lu *x, void *data, kit_num n)
{
    const fold *f = data;
    kit_num next = f->combine(x, kit_read(x->k, f->result), n);
    kit_set(x->k, f->result,
            kit_choose(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, f->some), kit_known(0)), n, next));
    kit_set(x->k, f->some, kit_known(1));
}

kit_num lu_combined(lu *x, const ludii_value *v, lu_combine *combine, int32_t nothing)
{
    while (!lu_array_of(x, v) && strcmp(lu_class(x, v), "Ints") == 0 && v->count == 1)
        v = v->items[0];
    const lu_region *known =
        strcmp(lu_class(x, v), "Array") == 0 && lu_is(x, v->items[0], "Sites") ? lu_sites(x, v->items[0]) : NULL;
    if (known && known->known && known->sites.count) {
        kit_num sum = kit_known((int32_t)vec_at(&known->sites, 0));
        for (uint32_t i = 1; i < known->sites.count; i++)
            sum = combine(x, sum, kit_known((int32_t)vec_at(&known->sites, i)));
        return sum;
    }
    if (lu_array_of(x, v) && v->count) { /* which may fold */
        kit_num sum = lu_int(x, v->items[0]);
        for (uint32_t i = 1; i < v->count; i++)
            sum = combine(x, sum, lu_int(x, v->items[i]));
        return sum;
    }
    fold f = {kit_scratch(x->k, "list", -HIGH, HIGH), kit_scratch(x->k, "some", 0, 1), combine};
    kit_set(x->k, f.result, kit_known(nothing));
    kit_set(x->k, f.some, kit_known(0));
    lu_each_number(x, v, fold_number, &f);
    return kit_read(x->k, f.result);
}

/* ---- numbers and conditions ---- */

static void count_one(lu *x, void *data, kit_num n)
{
    const ir_var sum = *(const ir_var *)data;
    (void)n;
    kit_num now = kit_read(x->k, sum);
    now.high = HIGH - 1;
    kit_set(x->k, sum, kit_op(x->k, IR_ADD, now, kit_known(1)));
}

kit_num lu_size_array(lu *x, const ludii_value *v)
{
    const ludii_value *a = v->items[1];
    lu_touch(x, a);
    if (strcmp(lu_class(x, a), "ValuesRemembered") == 0)
        return kit_read(x->k, lu_remembered(x, a->items[1] ? lu_string(x, a->items[1]) : NAME_NONE).count);
    ir_var sum = kit_scratch(x->k, "size", 0, HIGH);
    kit_set(x->k, sum, kit_known(0));
    lu_each_number(x, a, count_one, &sum);
    kit_num n = kit_read(x->k, sum);
    n.high = 100000;
    return n;
}

typedef struct wanted {
    kit_num n;
    ir_var sum;
} wanted;

static void count_equal(lu *x, void *data, kit_num n)
{
    wanted *w = data;
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, n, w->n), after);
    count_one(x, &w->sum, n);
    kit_go(x->k, after);
    x->k->cur = after;
}

static kit_num times_in(lu *x, kit_num n, const ludii_value *array)
{
    wanted w = {lu_keep_num(x, "wanted", n), kit_scratch(x->k, "times", 0, HIGH)};
    kit_set(x->k, w.sum, kit_known(0));
    lu_each_number(x, array, count_equal, &w);
    return kit_read(x->k, w.sum);
}

kit_num lu_count_value(lu *x, const ludii_value *v) { return times_in(x, lu_int(x, v->items[1]), lu_arg(x, v, "in")); }

kit_cond lu_is_in_array(lu *x, const ludii_value *v)
{
    const ludii_value *which = v->items[1], *array = v->items[2];
    kit_cond all = kit_truth(which != NULL);
    const uint32_t count = !which ? 0 : lu_array_of(x, which) ? which->count : 1;
    for (uint32_t i = 0; i < count; i++) {
        kit_num n = lu_int(x, lu_array_of(x, which) ? which->items[i] : which);
        all = kit_and(x->k, all, kit_compare(x->k, IR_GT, times_in(x, n, array), kit_known(0)));
    }
    return all;
}

kit_num lu_array_value(lu *x, const ludii_value *v)
{
    kit_num index = lu_keep_num(x, "index", lu_int(x, lu_arg(x, v, "index")));
    lu_array a = lu_array_now(x, v->items[0]);
    kit_num n = lu_array_item(x, &a, index);
    return lu_keep_num(x, "item", n);
}

/* The sites of a region are in the order of their numbers, however it was made. */
kit_num lu_region_site(lu *x, const ludii_value *v)
{
    kit_num index = lu_keep_num(x, "index", lu_int(x, lu_arg(x, v, "index")));
    lu_array a = lu_array_new(x, (int32_t)x->sites + 1);
    over_region(x, v->items[0], add, &a);
    return lu_keep_num(x, "item", lu_array_item(x, &a, index));
}

kit_cond lu_all_values(lu *x, const ludii_value *v)
{
    kit_num outer = lu_keep(x, LU_VALUE, "outer");
    lu_array a = lu_array_now(x, lu_item(x, v, "Ints"));
    ir_var i = kit_scratch(x->k, "i", 0, a.room), all = kit_scratch(x->k, "all", 0, 1);
    kit_set(x->k, all, kit_known(1));
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, a.count));
    kit_set(x->k, lu_context_var(x, LU_VALUE), lu_array_item(x, &a, kit_read(x->k, i)));
    kit_branch_to(x->k, kit_not(x->k, lu_bool(x, lu_arg(x, v, "if"))), l.next);
    kit_set(x->k, all, kit_known(0));
    kit_loop_end(x->k, &l);
    kit_set(x->k, lu_context_var(x, LU_VALUE), outer);
    return kit_compare(x->k, IR_EQ, kit_read(x->k, all), kit_known(1));
}

static void mark_number(lu *x, void *data, kit_num n)
{
    const ir_var marks = *(const ir_var *)data;
    kit_num site = lu_as_site(x, n);
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), after);
    kit_set_at(x->k, marks, site, kit_known(1));
    kit_go(x->k, after);
    x->k->cur = after;
}

const lu_region *lu_sites_of_array(lu *x, const ludii_value *v)
{
    ir_var marks = kit_array(x->k, "marks", -2, (int32_t)x->sites - 1, 0, 1, NULL),
           site = kit_scratch(x->k, "marked", -2, (int32_t)x->sites);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->sites));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    lu_each_number(x, v->items[0], mark_number, &marks);
    return lu_marked(x, marks, &lu_all_sites(x, true)->sites);
}
