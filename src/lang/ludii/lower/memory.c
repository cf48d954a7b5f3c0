/* What a game remembers: variables with names, and lists of values. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>
#include <string.h>

enum { REMEMBERED = 300, VALUE_MAX = 1000000 };

/* Lists have room for each site, and for what they begin with. */
static int32_t room(const lu *x)
{
    uint32_t most = x->sites > REMEMBERED ? x->sites : REMEMBERED;
    for (uint32_t i = 0; i < x->remembered_first.count; i++)
        if (most < 2 * vec_at(&x->remembered_first, i).start->count)
            most = 2 * vec_at(&x->remembered_first, i).start->count;
    return (int32_t)most;
}

/* ---- variables ---- */

static name_id name_in(lu *x, const ludii_value *v)
{
    name_id name = NAME_NONE;
    for (uint32_t i = 0; v && i < v->count && name == NAME_NONE; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE && v->items[i]->class == LIB_NONE)
            name = lu_string(x, v->items[i]);
    return name;
}

static ir_var named_variable(lu *x, name_id name)
{
    for (uint32_t i = 0; i < x->named.count; i++)
        if (vec_at(&x->named, i).name == name && vec_at(&x->named, i).count == IR_NONE)
            return vec_at(&x->named, i).at;
    lu_named n = {name, kit_variable(x->k, "variable", LU_UNSET, VALUE_MAX, LU_UNSET), IR_NONE, NULL};
    vec_push(x->a, &x->named, n);
    return n.at;
}

kit_num lu_var(lu *x, const ludii_value *v)
{
    name_id name = name_in(x, v);
    if (name == NAME_NONE)
        return kit_read(x->k, lu_state_var(x, LU_S_VAR));
    kit_num n = kit_read(x->k, named_variable(x, name));
    return kit_choose(x->k, kit_compare(x->k, IR_EQ, n, kit_known(LU_UNSET)), kit_known(-1), n);
}

static void then_of(lu *x, const ludii_value *v)
{
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

void lu_effect_set_var(lu *x, const ludii_value *v)
{
    const ludii_value *n = lu_item(x, v, "Int");
    kit_set(x->k, named_variable(x, name_in(x, v)), n ? lu_int(x, n) : kit_known(-1));
    then_of(x, v);
}

/* ---- lists ---- */

static lu_named *list_of(lu *x, name_id name)
{
    for (uint32_t i = 0; i < x->named.count; i++)
        if (vec_at(&x->named, i).name == name && vec_at(&x->named, i).count != IR_NONE)
            return &vec_at(&x->named, i);
    lu_named n = {name, IR_NONE, IR_NONE, NULL};
    n.start = ARENA_NEW(x->a, vec_u32);
    for (uint32_t i = 0; i < x->remembered_first.count; i++)
        if (vec_at(&x->remembered_first, i).name == name)
            n.start = vec_at(&x->remembered_first, i).start;
    int32_t *start = ARENA_ARRAY(x->a, int32_t, (uint32_t)room(x));
    for (uint32_t i = 0; i < n.start->count; i++)
        start[i] = (int32_t)vec_at(n.start, i);
    n.at = kit_array(x->k, "remembered", 0, room(x) - 1, -30000, VALUE_MAX, start);
    n.count = kit_variable(x->k, "remembers", 0, room(x), (int32_t)n.start->count);
    vec_push(x->a, &x->named, n);
    return &vec_at(&x->named, x->named.count - 1);
}

lu_array lu_remembered(lu *x, name_id name)
{
    const lu_named *n = list_of(x, name);
    return (lu_array){n->at, n->count, room(x)};
}

static bool is_unique(lu *x, const ludii_value *v, kit_cond *c)
{
    const ludii_value *unique = lu_arg(x, v, "unique");
    *c = unique ? lu_bool(x, unique) : kit_truth(false);
    return !c->known || c->value;
}

/* What is there already is not added again where each is to be there once. */
static kit_cond is_new(lu *x, const ludii_value *v, const lu_array *a, kit_num n)
{
    kit_cond unique;
    return is_unique(x, v, &unique) ? kit_not(x->k, kit_and(x->k, unique, lu_array_has(x, a, n))) : kit_truth(true);
}

kit_cond lu_remembers_more(lu *x, const ludii_value *v)
{
    lu_array a = lu_remembered(x, name_in(x, v));
    return is_new(x, v, &a, lu_keep_num(x, "value", lu_int(x, lu_item(x, v, "Int"))));
}

/* Nothing has happened, and nothing follows, where nothing is added. */
void lu_effect_remember_value(lu *x, const ludii_value *v)
{
    lu_array a = lu_remembered(x, name_in(x, v));
    kit_num n = lu_keep_num(x, "value", lu_int(x, lu_item(x, v, "Int")));
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, is_new(x, v, &a, n), after);
    if (x->happened != IR_NONE)
        kit_set(x->k, x->happened, kit_known(1));
    lu_array_add(x, &a, n);
    then_of(x, v);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Does first what `(do ..)` does before another effect: the first of several values is remembered first, the others in
 * the reverse order, as each is put in behind the first. */
void lu_remember_before(lu *x, const ludii_value *v)
{
    const ludii_value *each = v && strcmp(lu_class(x, v), "ForEach") == 0 ? lu_item(x, v, "Moves") : NULL;
    if (!each || !lu_code(x, each) || lu_code(x, each)->effect != lu_effect_remember_value) {
        lu_effect(x, v);
        return;
    }
    lu_array a = lu_remembered(x, name_in(x, each));
    ir_var low = kit_scratch(x->k, "low", 0, a.room + 1), high = kit_scratch(x->k, "high", -1, a.room);
    kit_set(x->k, low, kit_op(x->k, IR_ADD, kit_read(x->k, a.count), kit_known(1)));
    lu_effect(x, v);
    ir_node after = kit_node(x->k), next = kit_node(x->k);
    kit_set(x->k, high, kit_op(x->k, IR_SUB, kit_read(x->k, a.count), kit_known(1)));
    kit_go(x->k, next);
    x->k->cur = next;
    kit_branch_to(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, low), kit_read(x->k, high)), after);
    kit_num from = kit_clamp(x->k, kit_read(x->k, low), 0, a.room - 1, 0),
            to = kit_clamp(x->k, kit_read(x->k, high), 0, a.room - 1, 0),
            one = lu_keep_num(x, "one", kit_at(x->k, a.at, from)),
            other = lu_keep_num(x, "other", kit_at(x->k, a.at, to));
    kit_set_at(x->k, a.at, from, other);
    kit_set_at(x->k, a.at, to, one);
    kit_set(x->k, low, kit_op(x->k, IR_ADD, from, kit_known(1)));
    kit_set(x->k, high, kit_op(x->k, IR_SUB, to, kit_known(1)));
    kit_go(x->k, next);
    x->k->cur = after;
}

static void clear_list(lu *x, const lu_array *a)
{
    ir_var i = kit_scratch(x->k, "i", 0, a->room);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, a->count));
    kit_num index = kit_read(x->k, i);
    index.high = a->room - 1;
    kit_set_at(x->k, a->at, index, kit_known(0)); /* so that equal lists are equal states */
    kit_loop_end(x->k, &l);
    kit_set(x->k, a->count, kit_known(0));
}

/* The first of the equal values; those behind it move up. */
static void forget_one(lu *x, const lu_array *a, kit_num n)
{
    ir_var i = kit_scratch(x->k, "i", 0, a->room), found = kit_scratch(x->k, "found", 0, 1);
    kit_set(x->k, found, kit_known(0));
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, a->count));
    kit_num index = kit_read(x->k, i);
    index.high = a->room - 1;
    kit_num here = kit_at(x->k, a->at, index);
    kit_cond gone = kit_compare(x->k, IR_EQ, kit_read(x->k, found), kit_known(1));
    ir_node first = kit_branch(x->k, gone);
    kit_num before = kit_op(x->k, IR_SUB, index, kit_known(1));
    before.low = 0;
    kit_set_at(x->k, a->at, before, here);
    kit_go(x->k, l.next);
    x->k->cur = first;
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, here, n), l.next);
    kit_set(x->k, found, kit_known(1));
    kit_loop_end(x->k, &l);
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, found), kit_known(1)), after);
    kit_num last = kit_op(x->k, IR_SUB, kit_read(x->k, a->count), kit_known(1));
    last.low = 0;
    kit_set(x->k, a->count, last);
    kit_set_at(x->k, a->at, kit_clamp(x->k, kit_read(x->k, a->count), 0, a->room - 1, 0), kit_known(0));
    kit_go(x->k, after);
    x->k->cur = after;
}

void lu_effect_forget_value(lu *x, const ludii_value *v)
{
    lu_array a = lu_remembered(x, name_in(x, v));
    forget_one(x, &a, lu_keep_num(x, "value", lu_int(x, lu_item(x, v, "Int"))));
    then_of(x, v);
}

kit_cond lu_remembers_any(lu *x, const ludii_value *v)
{
    name_id name = name_in(x, v);
    kit_cond any = kit_truth(false);
    for (uint32_t i = 0; i < x->named.count; i++)
        if (vec_at(&x->named, i).count != IR_NONE && (name == NAME_NONE || vec_at(&x->named, i).name == name))
            any = kit_or(x->k, any, kit_compare(x->k, IR_NE, kit_read(x->k, vec_at(&x->named, i).count), kit_known(0)));
    return any;
}

/* All of a list, or without a name of every list. */
void lu_effect_forget_all(lu *x, const ludii_value *v)
{
    name_id name = name_in(x, v);
    if (name == NAME_NONE && !x->lists_known) {
        lu_refuse(x, v, "forgetting all lists");
        return;
    }
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, lu_remembers_any(x, v), after);
    for (uint32_t i = 0; i < x->named.count; i++)
        if (vec_at(&x->named, i).count != IR_NONE && (name == NAME_NONE || vec_at(&x->named, i).name == name))
            clear_list(x, &(lu_array){vec_at(&x->named, i).at, vec_at(&x->named, i).count, room(x)});
    then_of(x, v);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* At the beginning: a value, or the sites of a region. */
void lu_start_remember(lu *x, const ludii_value *v)
{
    const ludii_value *sites = lu_item(x, v, "Sites"), *one = lu_item(x, v, "Int");
    name_id name = name_in(x, v);
    vec_u32 *start = NULL;
    for (uint32_t i = 0; i < x->remembered_first.count; i++)
        if (vec_at(&x->remembered_first, i).name == name)
            start = vec_at(&x->remembered_first, i).start;
    if (!start) {
        start = ARENA_NEW(x->a, vec_u32);
        lu_named n = {name, IR_NONE, IR_NONE, start};
        vec_push(x->a, &x->remembered_first, n);
    }
    const lu_region *r = sites ? lu_sites(x, sites) : NULL;
    kit_cond unique;
    const bool once = is_unique(x, v, &unique);
    kit_num n = one ? lu_int(x, one) : kit_known(0);
    if ((r && !r->known) || !n.known || !unique.known) {
        lu_refuse(x, v, "remembering what changes at the beginning");
        return;
    }
    for (uint32_t i = 0; i < (r ? r->sites.count : 1); i++) {
        const uint32_t value = r ? vec_at(&r->sites, i) : (uint32_t)n.value;
        if (!once || !lu_contains(start, value))
            vec_push(x->a, start, value);
    }
}

/* Every list that the rules name is there from the beginning, so that all of them can be forgotten. */
void lu_find_lists(lu *x, const ludii_value *v)
{
    if (!v)
        return;
    arena_work(x->a, 1);
    static const char *const names[] = {"Remember.Value", "Forget.Value", "Forget.All", "ValuesRemembered",
                                        "StartSet.Remember"};
    const char *row = v->form != LIB_NONE ? vec_at(&x->l->forms, v->form).row->name : "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(row, names[i]) == 0)
            list_of(x, name_in(x, v));
    for (uint32_t i = 0; i < v->count; i++)
        lu_find_lists(x, v->items[i]);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const lu_shown_name *)a)->text, ((const lu_shown_name *)b)->text);
}

/* `kind:name` of variables or lists, sorted, the one without a name first; blanks are shown as underscores. */
uint32_t lu_sorted_names(lu *x, bool lists, lu_shown_name *out, uint32_t room)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->named.count && n < room; i++) {
        const lu_named *one = &vec_at(&x->named, i);
        if ((one->count != IR_NONE) != lists)
            continue;
        char *text =
            arena_printf(x->k->g->arena, "%s%s%s", lists ? "remember" : "var", one->name == NAME_NONE ? "" : ":",
                         one->name == NAME_NONE ? "" : ludii_text(x->f, one->name));
        for (char *p = text; *p; p++)
            *p = *p == ' ' ? '_' : *p;
        out[n++] = (lu_shown_name){text, one};
    }
    qsort(out, n, sizeof *out, by_name);
    return n;
}
