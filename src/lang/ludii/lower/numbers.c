/* Numbers. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lists.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

lu_num lu_literal(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v);
    if (strcmp(w, "Off") == 0 || strcmp(w, "Undefined") == 0)
        return lu_known(-1);
    return lu_known(strcmp(w, "End") == 0 ? -2 : (int32_t)strtol(w, NULL, 10));
}

#define CONTEXT(name, which)                                                                                           \
    lu_num name(lu *x, const ludii_value *v)                                                                           \
    {                                                                                                                  \
        (void)v;                                                                                                       \
        return lu_context_num(x, which);                                                                               \
    }
CONTEXT(lu_mover, LU_MOVER)
CONTEXT(lu_next, LU_NEXT)
CONTEXT(lu_prev, LU_PREV)
CONTEXT(lu_to, LU_TO)
CONTEXT(lu_between, LU_BETWEEN)
CONTEXT(lu_site, LU_SITE)
CONTEXT(lu_level, LU_LEVEL)
CONTEXT(lu_pips, LU_PIPS)
CONTEXT(lu_value_here, LU_VALUE)

lu_num lu_from(lu *x, const ludii_value *v)
{
    if (v->count && v->items[0])
        lu_refuse_ludeme(x, v);
    return lu_context_num(x, LU_FROM);
}

lu_num lu_last(lu *x, const ludii_value *v)
{
    bool to = lu_word_is(x, v->items[0], "To");
    if (lu_flag(x, v, "afterConsequence", false))
        return lu_context_num(x, to ? LU_AFTER_TO : LU_AFTER_FROM);
    return lu_context_num(x, to ? LU_LAST_TO : LU_LAST_FROM);
}

/* ---- sites ---- */

lu_num lu_what_at(lu *x, lu_num site) { return lu_at(x, lu_state_var(x, LU_S_WHAT), lu_as_site(x, site)); }

ir_const lu_owner_table(lu *x)
{
    int32_t *owner = ARENA_ARRAY(x->a, int32_t, x->components.count);
    for (uint32_t i = 1; i < x->components.count; i++)
        owner[i] = x->components.data[i].owner;
    return lu_table(x, 0, owner, x->components.count, 0);
}

lu_num lu_who_at(lu *x, lu_num site)
{
    if (x->uses_who)
        return lu_at(x, lu_state_var(x, LU_S_WHO), lu_as_site(x, site));
    return lu_look(x, lu_owner_table(x), lu_what_at(x, site));
}

static lu_num site_of(lu *x, const ludii_value *v)
{
    return lu_int(x, lu_arg(x, v, "at") ? lu_arg(x, v, "at") : lu_arg(x, v, "of"));
}

lu_num lu_what(lu *x, const ludii_value *v)
{
    const ludii_value *level = lu_arg(x, v, "level");
    lu_num site = lu_spot(x, lu_ground_of(x, v), site_of(x, v));
    return level ? lu_what_level(x, site, lu_int(x, level)) : lu_what_at(x, site);
}

lu_num lu_who_ludeme(lu *x, const ludii_value *v)
{
    const ludii_value *level = lu_arg(x, v, "level");
    lu_num site = lu_spot(x, lu_ground_of(x, v), site_of(x, v));
    return level ? lu_who_level(x, site, lu_int(x, level)) : lu_who_at(x, site);
}

lu_num lu_state_ludeme(lu *x, const ludii_value *v)
{
    const ludii_value *level = lu_arg(x, v, "level");
    lu_num site = lu_spot(x, lu_ground_of(x, v), site_of(x, v));
    return level ? lu_state_level(x, site, lu_int(x, level))
                 : lu_at(x, lu_state_var(x, LU_S_STATE), lu_as_site(x, site));
}

static lu_num count_at(lu *x, lu_num site)
{
    site = lu_as_site(x, site);
    if (x->stacks)
        return lu_size_at(x, site);
    if (x->uses_count)
        return lu_at(x, lu_state_var(x, LU_S_COUNT), site);
    return lu_choose_num(x, lu_compare(x, IR_EQ, lu_what_at(x, site), lu_known(0)), lu_known(0), lu_known(1));
}

static lu_num site_table(lu *x, const ludii_value *v, const uint32_t *values)
{
    uint32_t n = lu_count_on(x, lu_ground_of(x, v));
    int32_t *t = ARENA_ARRAY(x->a, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        t[i] = (int32_t)values[i];
    return lu_look(x, lu_table(x, 0, t, n, -1), lu_as_site(x, site_of(x, v)));
}

lu_num lu_row(lu *x, const ludii_value *v) { return site_table(x, v, lu_sites_on(x, lu_ground_of(x, v))->row); }
lu_num lu_column(lu *x, const ludii_value *v) { return site_table(x, v, lu_sites_on(x, lu_ground_of(x, v))->column); }

lu_num lu_phase_of(lu *x, const ludii_value *v)
{
    const gr_sites *s = lu_sites_on(x, lu_ground_of(x, v));
    if (!s->phase) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    return site_table(x, v, s->phase);
}

int lu_label_site(lu *x, const ludii_value *v, lu_ground on, const char *label)
{
    const gr_sites *s = lu_sites_on(x, on);
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(gr_label(s, i, x->a), label) == 0)
            return (int)i;
    lu_refuse(x, v, arena_printf(x->a, "`%.40s`, which is no site,", label));
    return -1;
}

lu_num lu_coord(lu *x, const ludii_value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        name_id s = lu_string(x, v->items[i]);
        if (s != NAME_NONE)
            return lu_known(lu_label_site(x, v, lu_ground_of(x, v), ludii_text(x->f, s)));
    }
    return lu_known(-1);
}

lu_num lu_centre_point(lu *x, const ludii_value *v)
{
    const vec_u32 *centre = &lu_sites_on(x, lu_ground_of(x, v))->region[GR_CENTRE];
    return lu_known(centre->count ? (int32_t)centre->data[0] : -1);
}

lu_num lu_hand_site(lu *x, const ludii_value *v)
{
    lu_num who = lu_who(x, v->items[0]), offset = v->items[1] ? lu_int(x, v->items[1]) : lu_known(0);
    int32_t first[20];
    memset(first, 0xff, sizeof first);
    for (uint32_t i = 1; i < x->containers.count; i++) {
        const lu_container *c = &x->containers.data[i];
        for (uint32_t p = 1; p <= x->players + 1 && p < 20; p++)
            if (c->owner == (int)p && first[p] < 0 && !c->dice)
                first[p] = (int32_t)c->first;
    }
    return lu_op(x, IR_ADD, lu_look(x, lu_table(x, 0, first, x->players + 2, -1), who), offset);
}

/* ---- pieces ---- */

uint32_t lu_component_find(const lu *x, name_id name)
{
    for (uint32_t i = 1; i < x->components.count; i++)
        if (x->components.data[i].name == name)
            return i;
    return 0;
}

lu_num lu_id(lu *x, const ludii_value *v)
{
    name_id name = NAME_NONE;
    const ludii_value *role = lu_item(x, v, "RoleType");
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    if (!role) {
        uint32_t c = name == NAME_NONE ? 0 : lu_component_find(x, name);
        return lu_known(c ? (int32_t)c : -1);
    }
    int32_t of[20];
    memset(of, 0xff, sizeof of);
    for (uint32_t i = x->components.count - 1; i > 0; i--) {
        const lu_component *c = &x->components.data[i];
        if ((name == NAME_NONE || c->base == name || c->name == name) && c->owner < 20)
            of[c->owner] = (int32_t)i;
    }
    return lu_look(x, lu_table(x, 0, of, x->players + 2, -1), lu_role(x, role));
}

lu_num lu_map_entry(lu *x, const ludii_value *v)
{
    const ludii_value *key = v->items[1] ? v->items[1] : v->items[0];
    name_id name = v->items[0] ? lu_string(x, v->items[0]) : NAME_NONE;
    return lu_map_look(x, v, name, lu_who(x, key));
}

lu_num lu_value_of_piece(lu *x, const ludii_value *v)
{
    int32_t *value = ARENA_ARRAY(x->a, int32_t, x->components.count);
    for (uint32_t i = 1; i < x->components.count; i++)
        value[i] = x->components.data[i].value;
    return lu_look(x, lu_table(x, 0, value, x->components.count, 0), lu_int(x, lu_arg(x, v, "of")));
}

/* ---- arithmetic ---- */

#define OPERATION(name, op)                                                                                            \
    lu_num name(lu *x, const ludii_value *v)                                                                           \
    {                                                                                                                  \
        lu_num a = lu_int(x, v->items[0]);                                                                             \
        return lu_op(x, op, a, lu_int(x, v->items[1]));                                                                \
    }
OPERATION(lu_divide, IR_DIV)
OPERATION(lu_modulo, IR_MOD)

/* The numbers of an array, or of an <Ints>. */
static const ludii_value *list_of(const lu *x, const ludii_value *v)
{
    const ludii_value *a = v->items[0];
    while (a && !lu_array_of(x, a) && lu_is(x, a, "Ints") && a->count == 1)
        a = a->items[0];
    return a && lu_array_of(x, a) ? a : NULL;
}

static lu_num combine(lu *x, const ludii_value *v, lu_combine *of)
{
    const ludii_value *list = v->count == 1 ? list_of(x, v) : v;
    lu_num made;
    if (v->count == 1 && lu_over_list(x, v->items[0], of, &made))
        return made;
    if (!list || !list->count) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    lu_num sum = lu_int(x, list->items[0]);
    for (uint32_t i = 1; i < list->count; i++)
        sum = of(x, sum, lu_int(x, list->items[i]));
    return sum;
}

static lu_num plus(lu *x, lu_num a, lu_num b) { return lu_op(x, IR_ADD, a, b); }
static lu_num times(lu *x, lu_num a, lu_num b) { return lu_op(x, IR_MUL, a, b); }
static lu_num larger(lu *x, lu_num a, lu_num b) { return lu_choose_num(x, lu_compare(x, IR_GE, a, b), a, b); }
static lu_num smaller(lu *x, lu_num a, lu_num b) { return lu_choose_num(x, lu_compare(x, IR_LE, a, b), a, b); }
lu_num lu_add_ludeme(lu *x, const ludii_value *v) { return combine(x, v, plus); }
lu_num lu_multiply(lu *x, const ludii_value *v) { return combine(x, v, times); }
lu_num lu_max_int(lu *x, const ludii_value *v) { return combine(x, v, larger); }
lu_num lu_min_int(lu *x, const ludii_value *v) { return combine(x, v, smaller); }

/* Whole powers; of negative exponents the whole part. */
lu_num lu_power(lu *x, const ludii_value *v)
{
    lu_num base = lu_int(x, v->items[0]), exponent = lu_int(x, v->items[1]), product = lu_known(1);
    if (exponent.known && exponent.value >= 0 && exponent.value <= 16) {
        for (int32_t i = 0; i < exponent.value; i++)
            product = lu_op(x, IR_MUL, product, base);
        return product;
    }
    ir_var i = lu_scratch(x, "i", 0, 64), result = lu_scratch(x, "power", -1000000000, 1000000000);
    base = lu_keep_num(x, "base", base);
    lu_set(x, result, lu_known(1));
    lu_loop l = lu_loop_begin(x, i, lu_known(0), lu_clamp(x, exponent, 0, 63, 0));
    lu_set(x, result, lu_op(x, IR_MUL, lu_read(x, result), base));
    lu_loop_end(x, &l);
    lu_cond fraction = lu_and(x, lu_compare(x, IR_LT, exponent, lu_known(0)), lu_compare(x, IR_NE, base, lu_known(1)));
    return lu_choose_num(x, fraction, lu_known(0), lu_read(x, result));
}

lu_num lu_subtract(lu *x, const ludii_value *v)
{
    lu_num a = v->items[0] ? lu_int(x, v->items[0]) : lu_known(0);
    return lu_op(x, IR_SUB, a, lu_int(x, v->items[1]));
}

lu_num lu_abs(lu *x, const ludii_value *v)
{
    lu_num n = lu_int(x, v->items[0]);
    return lu_choose_num(x, lu_compare(x, IR_LT, n, lu_known(0)), lu_op(x, IR_SUB, lu_known(0), n), n);
}

lu_num lu_int_if(lu *x, const ludii_value *v)
{
    lu_cond c = lu_bool(x, v->items[0]);
    if (c.known)
        return lu_int(x, v->items[c.value ? 1 : 2]);
    lu_num a = lu_int(x, v->items[1]);
    return lu_choose_num(x, c, a, lu_int(x, v->items[2]));
}

/* ---- counts ---- */

static lu_num count_sites(lu *x, lu_ground on, const lu_region *r, bool pieces)
{
    if (r->known && !pieces)
        return lu_known((int32_t)r->sites.count);
    int32_t high = pieces ? 100000 : (int32_t)x->sites;
    ir_var site = lu_scratch(x, "counted", -2, (int32_t)x->sites), sum = lu_scratch(x, "sum", 0, high);
    lu_set(x, sum, lu_known(0));
    lu_loop l = lu_each_site(x, r, site);
    lu_set(x, sum,
           lu_op(x, IR_ADD, lu_read(x, sum), pieces ? count_at(x, lu_spot(x, on, lu_read(x, site))) : lu_known(1)));
    lu_loop_end(x, &l);
    return lu_read(x, sum);
}

lu_num lu_count_site(lu *x, const ludii_value *v)
{
    const ludii_value *what = lu_item(x, v, "CountSiteType"), *in = lu_arg(x, v, "in"), *at = lu_arg(x, v, "at");
    const char *w = what ? lu_word(x, what) : "";
    lu_ground on = lu_ground_of(x, v);
    if (!what && at)
        return count_at(x, lu_spot(x, on, lu_int(x, at)));
    if (in && (!what || strcmp(w, "Sites") == 0))
        return count_sites(x, on, lu_sites(x, in), !what);
    if (!at && !in && strcmp(w, "Sites") == 0) { /* of a container by name */
        for (uint32_t i = 0; i < v->count; i++) {
            name_id name = v->items[i] ? lu_string(x, v->items[i]) : NAME_NONE;
            const lu_container *c = name != NAME_NONE ? lu_container_find(x, name) : NULL;
            if (c)
                return lu_known((int32_t)c->count);
            if (name != NAME_NONE) {
                lu_refuse_ludeme(x, v);
                return LU_NOTHING;
            }
        }
        return lu_known((int32_t)lu_count_on(x, on));
    }
    if (what && at && strcmp(w, "Sites") != 0) {
        const char *relation = strcmp(w, "Neighbours") == 0 ? "Adjacent" : strcmp(w, "Off") == 0 ? "OffDiagonal" : w;
        const vec_u32 *near = lu_neighbours_on(x, on, relation);
        int32_t *n = ARENA_ARRAY(x->a, int32_t, lu_count_on(x, on) + 1);
        for (uint32_t i = 0; i < lu_count_on(x, on); i++)
            n[i] = (int32_t)near[i].count;
        return lu_look(x, lu_table(x, 0, n, lu_count_on(x, on), 0), lu_as_site(x, lu_int(x, at)));
    }
    lu_refuse_ludeme(x, v);
    return LU_NOTHING;
}

/* Pieces of a player, all over the game, or of a name, or in a region. */
lu_num lu_count_component(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *of = lu_arg(x, v, "of"), *in = lu_arg(x, v, "in");
    name_id name = NAME_NONE;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    if (lu_word_is(x, v->items[0], "Pips"))
        return lu_count_pips(x);
    lu_num who = of ? lu_int(x, of) : role ? lu_role(x, role) : lu_known((int32_t)x->players + 1);
    uint32_t n = x->components.count;
    bool all = who.known && who.value == (int32_t)x->players + 1;
    int32_t *fits = ARENA_ARRAY(x->a, int32_t, (size_t)n * (x->players + 2));
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t p = 0; p < x->players + 2; p++) {
            const lu_component *c = &x->components.data[i];
            fits[i * (x->players + 2) + p] =
                (all || c->owner == (int)p) && (name == NAME_NONE || c->name == name || c->base == name);
        }
    ir_const table = lu_table2(x, 0, fits, n, x->players + 2, 0);
    int32_t most = 30000;
    ir_var site = lu_scratch(x, "counted", -2, (int32_t)x->sites), sum = lu_scratch(x, "sum", 0, most);
    lu_set(x, sum, lu_known(0));
    lu_loop l = lu_each_site(x, in ? lu_sites(x, in) : lu_all_sites(x, true), site);
    bool levels = x->stacks && !in; /* in a region a stack counts once */
    if (!levels) {
        ir_node no =
            lu_branch(x, lu_compare(x, IR_EQ, lu_look2(x, table, lu_what_at(x, lu_read(x, site)), who), lu_known(1)));
        irb_skip(x->g, no, l.next, x->at);
    }
    lu_num one = x->stacks ? lu_known(1) : count_at(x, lu_read(x, site));
    lu_num here = levels ? lu_count_levels(x, lu_read(x, site), table, who) : one;
    lu_set(x, sum, lu_op(x, IR_ADD, lu_read(x, sum), here));
    lu_loop_end(x, &l);
    return lu_read(x, sum);
}

/* Rows or columns of the ground. */
static int32_t distinct(lu *x, const gr_sites *s, const uint32_t *of)
{
    vec_u32 seen = {0};
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].z < 1e-6 && !lu_contains(&seen, of[i]))
            vec_push(x->a, &seen, of[i]);
    return (int32_t)seen.count;
}

lu_num lu_count_simple(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    const gr_sites *s = &x->b->sites[x->b->default_site];
    if (strcmp(w, "Rows") == 0)
        return lu_known(distinct(x, s, s->row));
    if (strcmp(w, "Columns") == 0)
        return lu_known(distinct(x, s, s->column));
    if (strcmp(w, "Players") == 0)
        return lu_known((int32_t)x->players);
    if (strcmp(w, "Active") == 0) {
        lu_num sum = lu_known(x->players > 2 ? 0 : (int32_t)x->players);
        for (uint32_t p = 1; p <= x->players && x->players > 2; p++)
            sum = lu_op(x, IR_ADD, sum, lu_active(x, lu_known((int32_t)p)));
        return sum;
    }
    if (strcmp(w, "Phases") == 0)
        return lu_known((int32_t)x->phases.count);
    if (strcmp(w, "Cells") == 0)
        return lu_known((int32_t)x->b->sites[GR_CELL].count);
    if (strcmp(w, "Vertices") == 0)
        return lu_known((int32_t)x->b->sites[GR_VERTEX].count);
    if (strcmp(w, "Edges") == 0)
        return lu_known((int32_t)x->b->sites[GR_EDGE].count);
    if (strcmp(w, "Moves") == 0)
        return lu_read(x, lu_state_var(x, LU_S_MOVES));
    if (strcmp(w, "Turns") == 0)
        return lu_read(x, lu_state_var(x, LU_S_TURNS));
    if (strcmp(w, "MovesThisTurn") == 0)
        return lu_read(x, lu_state_var(x, LU_S_SAME_TURN));
    lu_refuse_ludeme(x, v);
    return LU_NOTHING;
}

/* ---- the state ---- */

lu_num lu_score(lu *x, const ludii_value *v) { return lu_at(x, lu_state_var(x, LU_S_SCORE), lu_who(x, v->items[0])); }
lu_num lu_counter(lu *x, const ludii_value *v) { return (void)v, lu_read(x, lu_state_var(x, LU_S_COUNTER)); }
lu_num lu_var(lu *x, const ludii_value *v)
{
    if (v->count && v->items[0])
        lu_refuse_ludeme(x, v);
    return lu_read(x, lu_state_var(x, LU_S_VAR));
}
