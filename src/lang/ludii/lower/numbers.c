/* Numbers. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

kit_num lu_literal(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v);
    if (strcmp(w, "Off") == 0 || strcmp(w, "Undefined") == 0)
        return kit_known(-1);
    if (strcmp(w, "Infinity") == 0)
        return kit_known(1000000000);
    return kit_known(strcmp(w, "End") == 0 ? -2 : (int32_t)strtol(w, NULL, 10));
}

#define CONTEXT(name, which)                                                                                           \
    kit_num name(lu *x, const ludii_value *v)                                                                          \
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

kit_num lu_from(lu *x, const ludii_value *v)
{
    if (v->count && v->items[0])
        lu_refuse_ludeme(x, v);
    return lu_context_num(x, LU_FROM);
}

kit_num lu_last(lu *x, const ludii_value *v)
{
    bool to = lu_word_is(x, v->items[0], "To");
    if (lu_word_is(x, v->items[0], "LevelTo") || lu_word_is(x, v->items[0], "LevelFrom")) {
        if (!x->stacks || lu_arg(x, v, "afterConsequence") || !lu_word_is(x, v->items[0], "LevelTo"))
            lu_refuse_ludeme(x, v);
        return kit_read(x->k, lu_state_var(x, LU_S_LEVEL_TO));
    }
    if (lu_flag(x, v, "afterConsequence", false) && !(x->stage.settled && lu_quirk(x, QUIRK_AFTER_IS_LATER)))
        return lu_context_num(x, to ? LU_AFTER_TO : LU_AFTER_FROM);
    return lu_context_num(x, to ? LU_LAST_TO : LU_LAST_FROM);
}

/* ---- sites ---- */

kit_num lu_what_at(lu *x, kit_num site) { return kit_at(x->k, lu_state_var(x, LU_S_WHAT), lu_as_site(x, site)); }

ir_const lu_owner_table(lu *x)
{
    int32_t *owner = ARENA_ARRAY(x->a, int32_t, x->components.count);
    for (uint32_t i = 1; i < x->components.count; i++)
        owner[i] = vec_at(&x->components, i).owner;
    return kit_table(x->k, 0, owner, x->components.count, 0);
}

kit_num lu_who_at(lu *x, kit_num site)
{
    if (x->uses_who)
        return kit_at(x->k, lu_state_var(x, LU_S_WHO), lu_as_site(x, site));
    return kit_look(x->k, lu_owner_table(x), lu_what_at(x, site));
}

static kit_num site_of(lu *x, const ludii_value *v)
{
    return lu_int(x, lu_arg(x, v, "at") ? lu_arg(x, v, "at") : lu_arg(x, v, "of"));
}

kit_num lu_what(lu *x, const ludii_value *v)
{
    const ludii_value *level = lu_arg(x, v, "level");
    kit_num site = lu_spot(x, lu_ground_of(x, v), site_of(x, v));
    if (level)
        return lu_what_level(x, site, lu_int(x, level));
    kit_num what = lu_what_at(x, site);
    if (!x->puzzle)
        return what;
    kit_cond open = kit_compare(x->k, IR_EQ, what, kit_known(0)); /* 0, too; else the value */
    return kit_choose(x->k, open, kit_known(0), kit_op(x->k, IR_SUB, what, kit_known(1)));
}

kit_num lu_who_ludeme(lu *x, const ludii_value *v)
{
    const ludii_value *level = lu_arg(x, v, "level");
    kit_num site = lu_spot(x, lu_ground_of(x, v), site_of(x, v));
    return level ? lu_who_level(x, site, lu_int(x, level)) : lu_who_at(x, site);
}

kit_num lu_state_ludeme(lu *x, const ludii_value *v)
{
    const ludii_value *level = lu_arg(x, v, "level");
    kit_num site = lu_spot(x, lu_ground_of(x, v), site_of(x, v));
    return level ? lu_state_level(x, site, lu_int(x, level))
                 : kit_at(x->k, lu_state_var(x, LU_S_STATE), lu_as_site(x, site));
}

static kit_num count_at(lu *x, kit_num site)
{
    site = lu_as_site(x, site);
    if (x->stacks)
        return lu_size_at(x, site);
    if (x->uses_count)
        return kit_at(x->k, lu_state_var(x, LU_S_COUNT), site);
    return kit_choose(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)), kit_known(0), kit_known(1));
}

static kit_num site_table(lu *x, const ludii_value *v, const uint32_t *values)
{
    uint32_t n = lu_count_on(x, lu_ground_of(x, v));
    int32_t *t = ARENA_ARRAY(x->a, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++)
        t[i] = (int32_t)values[i];
    return kit_look(x->k, kit_table(x->k, 0, t, n, -1), lu_as_site(x, site_of(x, v)));
}

kit_num lu_row(lu *x, const ludii_value *v) { return site_table(x, v, lu_sites_on(x, lu_ground_of(x, v))->row); }
kit_num lu_column(lu *x, const ludii_value *v) { return site_table(x, v, lu_sites_on(x, lu_ground_of(x, v))->column); }

kit_num lu_phase_of(lu *x, const ludii_value *v)
{
    const gr_sites *s = lu_sites_on(x, lu_ground_of(x, v));
    if (!s->phase) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    return site_table(x, v, s->phase);
}

int lu_find_label(lu *x, lu_ground on, const char *label)
{
    const gr_sites *s = lu_sites_on(x, on);
    for (uint32_t i = 0; i < s->count; i++)
        if (strcmp(gr_label(s, i, x->a), label) == 0)
            return (int)i;
    return -1;
}

int lu_label_site(lu *x, const ludii_value *v, lu_ground on, const char *label)
{
    const int site = lu_find_label(x, on, label);
    if (site >= 0)
        return site;
    lu_refuse(x, v, arena_printf(x->a, "`%.40s`, which is no site,", label));
    return -1;
}

kit_num lu_coord(lu *x, const ludii_value *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        name_id s = lu_string(x, v->items[i]);
        if (s != NAME_NONE)
            return kit_known(lu_label_site(x, v, lu_ground_of(x, v), ludii_text(x->f, s)));
    }
    return kit_known(-1);
}

kit_num lu_centre_point(lu *x, const ludii_value *v)
{
    const vec_u32 *centre = &lu_sites_on(x, lu_ground_of(x, v))->region[GR_CENTRE];
    return kit_known(centre->count ? (int32_t)centre->data[0] : -1);
}

kit_num lu_hand_site(lu *x, const ludii_value *v)
{
    kit_num who = lu_who(x, v->items[0]), offset = v->items[1] ? lu_int(x, v->items[1]) : kit_known(0);
    int32_t first[20];
    memset(first, 0xff, sizeof first);
    for (uint32_t i = 1; i < x->containers.count; i++) {
        const lu_container *c = &vec_at(&x->containers, i);
        for (uint32_t p = 1; p <= x->players + 1 && p < 20; p++)
            if (c->owner == (int)p && first[p] < 0 && !c->dice)
                first[p] = (int32_t)c->first;
    }
    return kit_op(x->k, IR_ADD, kit_look(x->k, kit_table(x->k, 0, first, x->players + 2, -1), who), offset);
}

/* ---- pieces ---- */

uint32_t lu_component_find(const lu *x, name_id name)
{
    for (uint32_t i = 1; i < x->components.count; i++)
        if (vec_at(&x->components, i).name == name)
            return i;
    return 0;
}

kit_num lu_id(lu *x, const ludii_value *v)
{
    name_id name = NAME_NONE;
    const ludii_value *role = lu_item(x, v, "RoleType");
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    if (!role) {
        for (uint32_t i = 0; i < x->containers.count; i++)
            if (vec_at(&x->containers, i).name == name)
                return kit_known((int32_t)i);
        uint32_t c = name == NAME_NONE ? 0 : lu_component_find(x, name);
        return kit_known(c ? (int32_t)c : -1);
    }
    if (name == NAME_NONE || lu_word_is(x, role, "Player")) /* of a player, whatever the name */
        return lu_role(x, role);
    int32_t of[20]; /* the first that has it in its name */
    memset(of, 0xff, sizeof of);
    for (uint32_t i = x->components.count - 1; i > 0; i--) {
        const lu_component *c = &vec_at(&x->components, i);
        if (strstr(ludii_text(x->f, c->name), ludii_text(x->f, name)) && c->owner < 20)
            of[c->owner] = (int32_t)i;
    }
    return kit_look(x->k, kit_table(x->k, 0, of, x->players + 2, -1), lu_role(x, role));
}

kit_num lu_map_entry(lu *x, const ludii_value *v)
{
    const ludii_value *key = v->items[1] ? v->items[1] : v->items[0];
    name_id name = v->items[0] ? lu_string(x, v->items[0]) : NAME_NONE;
    return lu_map_look(x, v, name, lu_who(x, key));
}

kit_num lu_value_of_piece(lu *x, const ludii_value *v)
{
    int32_t *value = ARENA_ARRAY(x->a, int32_t, x->components.count);
    for (uint32_t i = 1; i < x->components.count; i++)
        value[i] = vec_at(&x->components, i).value;
    return kit_look(x->k, kit_table(x->k, 0, value, x->components.count, 0), lu_int(x, lu_arg(x, v, "of")));
}

/* ---- arithmetic ---- */

#define OPERATION(name, op)                                                                                            \
    kit_num name(lu *x, const ludii_value *v)                                                                          \
    {                                                                                                                  \
        kit_num a = lu_int(x, v->items[0]);                                                                            \
        return kit_op(x->k, op, a, lu_int(x, v->items[1]));                                                            \
    }
OPERATION(lu_divide, IR_DIV)
OPERATION(lu_modulo, IR_MOD)

static kit_num combine(lu *x, const ludii_value *v, lu_combine *of, int32_t nothing)
{
    if (v->count == 1)
        return lu_combined(x, v->items[0], of, nothing);
    kit_num a = lu_int(x, v->items[0]);
    return of(x, a, lu_int(x, v->items[1]));
}

static kit_num plus(lu *x, kit_num a, kit_num b) { return kit_op(x->k, IR_ADD, a, b); }
static kit_num times(lu *x, kit_num a, kit_num b) { return kit_op(x->k, IR_MUL, a, b); }
static kit_num larger(lu *x, kit_num a, kit_num b) { return kit_choose(x->k, kit_compare(x->k, IR_GE, a, b), a, b); }
static kit_num smaller(lu *x, kit_num a, kit_num b) { return kit_choose(x->k, kit_compare(x->k, IR_LE, a, b), a, b); }
kit_num lu_add_ludeme(lu *x, const ludii_value *v) { return combine(x, v, plus, 0); }
kit_num lu_multiply(lu *x, const ludii_value *v) { return combine(x, v, times, 0); }
kit_num lu_max_int(lu *x, const ludii_value *v) { return combine(x, v, larger, -1); }
kit_num lu_min_int(lu *x, const ludii_value *v) { return combine(x, v, smaller, -1); }

/* Whole powers; of negative exponents the whole part. */
kit_num lu_power(lu *x, const ludii_value *v)
{
    kit_num base = lu_int(x, v->items[0]), exponent = lu_int(x, v->items[1]), product = kit_known(1);
    if (exponent.known && exponent.value >= 0 && exponent.value <= 16) {
        for (int32_t i = 0; i < exponent.value; i++)
            product = kit_op(x->k, IR_MUL, product, base);
        return product;
    }
    ir_var i = kit_scratch(x->k, "i", 0, 64), result = kit_scratch(x->k, "power", -1000000000, 1000000000);
    base = lu_keep_num(x, "base", base);
    kit_set(x->k, result, kit_known(1));
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_clamp(x->k, exponent, 0, 63, 0));
    kit_set(x->k, result, kit_op(x->k, IR_MUL, kit_read(x->k, result), base));
    kit_loop_end(x->k, &l);
    kit_cond fraction =
        kit_and(x->k, kit_compare(x->k, IR_LT, exponent, kit_known(0)), kit_compare(x->k, IR_NE, base, kit_known(1)));
    return kit_choose(x->k, fraction, kit_known(0), kit_read(x->k, result));
}

kit_num lu_subtract(lu *x, const ludii_value *v)
{
    kit_num a = v->items[0] ? lu_int(x, v->items[0]) : kit_known(0);
    return kit_op(x->k, IR_SUB, a, lu_int(x, v->items[1]));
}

kit_num lu_abs(lu *x, const ludii_value *v)
{
    kit_num n = lu_int(x, v->items[0]);
    return kit_choose(x->k, kit_compare(x->k, IR_LT, n, kit_known(0)), kit_op(x->k, IR_SUB, kit_known(0), n), n);
}

kit_num lu_int_if(lu *x, const ludii_value *v)
{
    kit_cond c = lu_bool(x, v->items[0]);
    if (c.known)
        lu_pass_over(x, v->items[c.value ? 2 : 1]);
    if (c.known)
        return lu_int(x, v->items[c.value ? 1 : 2]);
    kit_num a = lu_int(x, v->items[1]);
    return kit_choose(x->k, c, a, lu_int(x, v->items[2]));
}

/* ---- counts ---- */

/* On boards of other sites those of hands, which are cells, are asked about as if they were on the board. */
static kit_num own_site(lu *x, const ludii_value *v, lu_ground on, kit_num site)
{
    const bool later = lu_quirk(x, QUIRK_HANDS_ARE_CELLS) && on == LU_OWN && x->b->default_site != GR_CELL;
    return later && !lu_item(x, v, "SiteType") ? kit_clamp(x->k, site, 0, (int32_t)x->default_count - 1, -1) : site;
}

static kit_num count_sites(lu *x, const ludii_value *v, const lu_region *r, bool pieces)
{
    const lu_ground on = lu_ground_of(x, v);
    if (r->known && !pieces)
        return kit_known((int32_t)r->sites.count);
    int32_t high = pieces ? 100000 : (int32_t)x->sites;
    ir_var site = kit_scratch(x->k, "counted", -2, (int32_t)x->sites), sum = kit_scratch(x->k, "sum", 0, high);
    kit_set(x->k, sum, kit_known(0));
    kit_loop l = lu_each_site(x, r, site);
    kit_set(x->k, sum,
            kit_op(x->k, IR_ADD, kit_read(x->k, sum),
                   pieces ? count_at(x, lu_spot(x, on, own_site(x, v, on, kit_read(x->k, site)))) : kit_known(1)));
    kit_loop_end(x->k, &l);
    return kit_read(x->k, sum);
}

kit_num lu_count_site(lu *x, const ludii_value *v)
{
    const ludii_value *what = lu_item(x, v, "CountSiteType"), *in = lu_arg(x, v, "in"), *at = lu_arg(x, v, "at");
    const char *w = what ? lu_word(x, what) : "";
    lu_ground on = lu_ground_of(x, v);
    if (!what && at)
        return count_at(x, lu_spot(x, on, own_site(x, v, on, lu_int(x, at))));
    if (in && (!what || strcmp(w, "Sites") == 0))
        return count_sites(x, v, lu_sites(x, in), !what);
    if (!at && !in && strcmp(w, "Sites") == 0) { /* of a container by name */
        for (uint32_t i = 0; i < v->count; i++) {
            name_id name = v->items[i] ? lu_string(x, v->items[i]) : NAME_NONE;
            const lu_container *c = name != NAME_NONE ? lu_container_find(x, name) : NULL;
            if (c)
                return kit_known((int32_t)c->count);
            if (name != NAME_NONE) {
                lu_refuse_ludeme(x, v);
                return LU_NOTHING;
            }
        }
        return kit_known((int32_t)lu_count_on(x, on));
    }
    if (what && !in && strcmp(w, "Sites") != 0) {
        const char *relation = strcmp(w, "Neighbours") == 0 ? "Adjacent" : strcmp(w, "Off") == 0 ? "OffDiagonal" : w;
        const vec_u32 *near = lu_neighbours_on(x, on, relation), *around = NULL;
        int32_t *n = ARENA_ARRAY(x->a, int32_t, lu_count_on(x, on) + 1);
        if (lu_sites_on(x, on) ==
            &x->b->sites[GR_EDGE]) /* whatever the relation: all at both ends, the edge itself at each */
            around = graph_edges_around(x->b->graph);
        for (uint32_t i = 0; i < lu_count_on(x, on); i++) {
            const gr_edge *e = around ? &vec_at(&x->b->graph->edges, i) : NULL;
            n[i] = e ? (int32_t)(around[e->a].count + around[e->b].count) : (int32_t)near[i].count;
        }
        return kit_look(x->k, kit_table(x->k, 0, n, lu_count_on(x, on), lu_quirk(x, QUIRK_LAST_IS_COUNTED) ? -1 : 0),
                        at ? lu_as_site(x, lu_int(x, at)) : lu_context_num(x, LU_LAST_TO));
    }
    lu_refuse_ludeme(x, v);
    return LU_NOTHING;
}

/* Of a stack the pieces of several players, once for each of them who has one there. `role`: a set of players, or NULL
 * for all. */
static kit_num count_in_stack(lu *x, kit_num site, ir_const fits, const ludii_value *role)
{
    const uint32_t n = x->components.count;
    kit_num owners = kit_known(0), pieces = kit_known(0);
    for (uint32_t p = role ? 0 : 1; p <= x->players + 1; p++) {
        const kit_num player = kit_known((int32_t)p);
        int32_t *own = ARENA_ARRAY(x->a, int32_t, n);
        for (uint32_t i = 1; i < n; i++)
            own[i] = vec_at(&x->components, i).owner == (int)p;
        kit_cond in = role ? lu_is_in_set(x, role, player) : kit_truth(true);
        kit_cond has =
            p ? lu_any_level(x, site, kit_table2(x->k, 0, own, n, 1, 0), kit_known(0), NULL) : kit_truth(false);
        owners = kit_op(x->k, IR_ADD, owners, kit_choose(x->k, kit_and(x->k, in, has), kit_known(1), kit_known(0)));
        if (role)
            pieces = kit_op(x->k, IR_ADD, pieces,
                            kit_choose(x->k, in, lu_count_levels(x, site, fits, player), kit_known(0)));
    }
    if (!role)
        pieces = lu_count_levels(x, site, fits, kit_known((int32_t)x->players + 1));
    return kit_op(x->k, IR_MUL, lu_keep_num(x, "owners", owners), lu_keep_num(x, "pieces", pieces));
}

/* Of the pieces with that in their name, those of a player. */
static kit_num count_pieces(lu *x, const ludii_value *v, kit_num who, bool all, const ludii_value *set)
{
    const ludii_value *in = lu_arg(x, v, "in"), *c = lu_arg(x, v, "if");
    name_id name = NAME_NONE;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    uint32_t n = x->components.count;
    int32_t *fits = ARENA_ARRAY(x->a, int32_t, (size_t)n * (x->players + 2));
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t p = 0; p < x->players + 2; p++) {
            const lu_component *of = &vec_at(&x->components, i);
            fits[i * (x->players + 2) + p] =
                (all || of->owner == (int)p) &&
                (name == NAME_NONE || strstr(ludii_text(x->f, of->name), ludii_text(x->f, name)));
        }
    ir_const table = kit_table2(x->k, 0, fits, n, x->players + 2, 0);
    int32_t most = 30000;
    ir_var site = kit_scratch(x->k, "counted", -2, (int32_t)x->sites), sum = kit_scratch(x->k, "sum", 0, most);
    kit_set(x->k, sum, kit_known(0));
    kit_loop l = lu_each_site(x, in ? lu_sites(x, in) : lu_all_sites(x, true), site);
    bool levels = x->stacks && (!in || !lu_quirk(x, QUIRK_STACK_COUNTS_ONCE));
    if (c && x->stacks)
        lu_refuse(x, c, "counting pieces of stacks on a condition");
    if (!levels) {
        ir_node no =
            kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_look2(x->k, table, lu_what_at(x, kit_read(x->k, site)), who),
                                         kit_known(1)));
        kit_link(x->k, no, l.next);
    }
    if (c) {
        kit_num outer = lu_keep(x, LU_SITE, "outer");
        kit_set(x->k, lu_context_var(x, LU_SITE), kit_read(x->k, site));
        kit_cond holds = lu_bool(x, c);
        ir_node no = kit_branch(x->k, holds), yes = x->k->cur;
        x->k->cur = no;
        kit_set(x->k, lu_context_var(x, LU_SITE), outer);
        kit_go(x->k, l.next);
        x->k->cur = yes;
        kit_set(x->k, lu_context_var(x, LU_SITE), outer);
    }
    const bool mixed = levels && (all || set) && lu_quirk(x, QUIRK_MIXED_STACKS_COUNT);
    kit_num one = x->stacks ? kit_known(1) : count_at(x, kit_read(x->k, site));
    kit_num here = mixed    ? count_in_stack(x, kit_read(x->k, site), table, set)
                   : levels ? lu_count_levels(x, kit_read(x->k, site), table, who)
                            : one;
    kit_set(x->k, sum, kit_op(x->k, IR_ADD, kit_read(x->k, sum), here));
    kit_loop_end(x->k, &l);
    return kit_read(x->k, sum);
}

/* Pieces of a player, all over the game, or of a name, or in a region. */
kit_num lu_count_component(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *of = lu_arg(x, v, "of");
    if (lu_word_is(x, v->items[0], "Pips"))
        return lu_count_pips(x, v);
    if (role && lu_is_set_of_players(x, role)) {
        if (x->stacks && lu_quirk(x, QUIRK_MIXED_STACKS_COUNT))
            return count_pieces(x, v, kit_known(0), false, role);
        kit_num all = kit_known(0);
        for (uint32_t p = 0; p <= x->players; p++) {
            kit_num some = count_pieces(x, v, kit_known((int32_t)p), false, NULL);
            all = kit_op(x->k, IR_ADD, all,
                         kit_choose(x->k, lu_is_in_set(x, role, kit_known((int32_t)p)), some, kit_known(0)));
        }
        return all;
    }
    const bool shared = role && (lu_word_is(x, role, "Shared") ||
                                 (lu_word_is(x, role, "Each") && lu_quirk(x, QUIRK_NAMES_WITHOUT_NUMBERS)));
    kit_num who = of ? lu_int(x, of) : role ? lu_role(x, role) : kit_known((int32_t)x->players + 1);
    return count_pieces(x, v, who, !of && !shared && who.known && who.value == (int32_t)x->players + 1, NULL);
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

kit_num lu_count_simple(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v->items[0]);
    const gr_sites *s = &x->b->sites[x->b->default_site];
    if (strcmp(w, "Rows") == 0)
        return kit_known(distinct(x, s, s->row));
    if (strcmp(w, "Columns") == 0)
        return kit_known(distinct(x, s, s->column));
    if (strcmp(w, "Players") == 0)
        return kit_known((int32_t)x->players);
    if (strcmp(w, "Active") == 0) {
        kit_num sum = kit_known(x->players > 2 ? 0 : (int32_t)x->players);
        for (uint32_t p = 1; p <= x->players && x->players > 2; p++)
            sum = kit_op(x->k, IR_ADD, sum, lu_active(x, kit_known((int32_t)p)));
        return sum;
    }
    if (strcmp(w, "Phases") == 0)
        return kit_known((int32_t)x->phases.count);
    if (strcmp(w, "Cells") == 0)
        return kit_known((int32_t)x->b->sites[GR_CELL].count);
    if (strcmp(w, "Vertices") == 0)
        return kit_known((int32_t)x->b->sites[GR_VERTEX].count);
    if (strcmp(w, "Edges") == 0)
        return kit_known((int32_t)x->b->sites[GR_EDGE].count);
    if (strcmp(w, "Moves") == 0)
        return kit_read(x->k, lu_state_var(x, LU_S_MOVES));
    if (strcmp(w, "Turns") == 0)
        return kit_read(x->k, lu_state_var(x, LU_S_TURNS));
    if (strcmp(w, "MovesThisTurn") == 0)
        return kit_read(x->k, lu_state_var(x, LU_S_SAME_TURN));
    lu_refuse_ludeme(x, v);
    return LU_NOTHING;
}

/* ---- the state ---- */

kit_num lu_score(lu *x, const ludii_value *v)
{
    return kit_at(x->k, lu_state_var(x, LU_S_SCORE), lu_who(x, v->items[0]));
}
kit_num lu_counter(lu *x, const ludii_value *v) { return (void)v, kit_read(x->k, lu_state_var(x, LU_S_COUNTER)); }
