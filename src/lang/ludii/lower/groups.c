/* Groups of sites: filled from one site on. */
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static int32_t last_site(const lu *x, lu_ground on) { return (int32_t)lu_count_on(x, on) - 1; }

ir_var lu_new_marks(lu *x, lu_ground on) { return kit_array(x->k, "marks", -2, last_site(x, on), 0, 1, NULL); }

void lu_clear_marks(lu *x, lu_ground on, ir_var marks)
{
    ir_var site = kit_scratch(x->k, "cleared", 0, last_site(x, on) + 1);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known(last_site(x, on) + 1));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
}

kit_cond lu_is_in_marks(lu *x, ir_var marks, kit_num site)
{
    return kit_compare(x->k, IR_EQ, kit_at(x->k, marks, site), kit_known(1));
}

lu_fill lu_fill_from(lu *x, const lu_filling *how, kit_num start)
{
    int32_t most = last_site(x, how->on);
    lu_fill f = {kit_array(x->k, "queue", 0, most, 0, most, NULL), kit_scratch(x->k, "members", 0, most + 1)};
    ir_var head = kit_scratch(x->k, "head", 0, most + 1), at = kit_scratch(x->k, "at", 0, most),
           beside = kit_scratch(x->k, "beside", -2, most);
    kit_set_at(x->k, f.queue, kit_known(0), start);
    kit_set_at(x->k, how->marks, start, kit_known(1));
    kit_set(x->k, f.count, kit_known(1));
    kit_loop each = kit_loop_begin(x->k, head, kit_known(0), kit_read(x->k, f.count));
    kit_set(x->k, at, kit_at(x->k, f.queue, kit_read(x->k, head)));
    const lu_region *near = lu_near_on(x, how->near, how->on, how->on, kit_read(x->k, at));
    ir_var k = kit_scratch(x->k, "k", 0, (int32_t)near->width);
    kit_loop sides = kit_loop_begin(x->k, k, kit_known(0), kit_known((int32_t)near->width));
    kit_set(x->k, beside, kit_look2(x->k, near->list, kit_read(x->k, at), kit_read(x->k, k)));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, beside), kit_known(0)), sides.next);
    kit_branch_to(x->k, kit_not(x->k, lu_is_in_marks(x, how->marks, kit_read(x->k, beside))), sides.next);
    ir_node border = kit_branch(x->k, how->member(x, kit_read(x->k, beside), how->data));
    kit_set_at(x->k, how->marks, kit_read(x->k, beside), kit_known(1));
    kit_set_at(x->k, f.queue, kit_read(x->k, f.count), kit_read(x->k, beside));
    kit_set(x->k, f.count, kit_op(x->k, IR_ADD, kit_read(x->k, f.count), kit_known(1)));
    kit_go(x->k, sides.next);
    x->k->cur = border;
    if (how->border)
        how->border(x, kit_read(x->k, beside), how->data);
    kit_loop_end(x->k, &sides);
    kit_loop_end(x->k, &each);
    return f;
}

static kit_cond is_owned(lu *x, kit_num site, const void *owner)
{
    return kit_compare(x->k, IR_EQ, lu_who_at(x, site), kit_read(x->k, *(const ir_var *)owner));
}

static bool is_same(const lu *x, kit_num a, kit_num b)
{
    return a.known && b.known ? a.value == b.value : !a.known && !b.known && ir_expr_equal(x->k->g, a.e, b.e);
}

const lu_group *lu_group_at(lu *x, const ludii_value *v, kit_num site, const vec_u32 *near)
{
    const bool listed = x->beside.list && x->beside.item == v;
    const lu_group *known = listed ? x->beside.group : NULL;
    if (known && known->near == near && is_same(x, known->site, site))
        return known;
    const int32_t last = last_site(x, LU_OWN);
    lu_group *g = ARENA_NEW(x->a, lu_group);
    *g = (lu_group){.site = site,
                    .near = near,
                    .owner = kit_scratch(x->k, "owner", 0, (int32_t)x->players + 1),
                    .marks = lu_new_marks(x, LU_OWN)};
    ir_var start = kit_scratch(x->k, "start", -2, last);
    ir_node after = kit_node(x->k);
    kit_set(x->k, g->owner, kit_known(0));
    lu_clear_marks(x, LU_OWN, g->marks);
    kit_set(x->k, start, kit_clamp(x->k, site, -2, last, -1));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, start), kit_known(0)), after);
    kit_num first = kit_clamp(x->k, kit_read(x->k, start), 0, last, 0);
    kit_set(x->k, g->owner, lu_who_at(x, first));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, g->owner), kit_known(0)), after);
    g->members = lu_fill_from(x, &(lu_filling){LU_OWN, g->marks, near, is_owned, NULL, &g->owner}, first);
    kit_go(x->k, after);
    x->k->cur = after;
    if (listed)
        x->beside.group = g;
    return g;
}

/* ---- members ---- */

typedef struct membership {
    lu_ground on;
    const ludii_value *condition;
    ir_var kind;    /* whose pieces */
    ir_var other;   /* marks or a flag for what lies around */
    ir_var number;  /* of what was marked around */
    bool anybody;   /* whoever's pieces */
    bool alike;     /* of one kind, or none */
    bool both;      /* besides what the condition says */
    bool occupied;  /* a site with a piece comes first */
    int32_t enough; /* where that is counted no further, or 0 */
    ir_node done;
} membership;

static kit_cond is_member(lu *x, kit_num site, const void *data)
{
    const membership *m = data;
    const kit_num empty = kit_known(x->puzzle ? 1 : 0); /* the value 0 of a puzzle is nothing, too */
    const kit_cond kind =
        m->both ? kit_compare(x->k, IR_EQ, lu_what_on(x, m->on, site), kit_read(x->k, m->kind)) : kit_truth(true);
    if (!m->condition && m->alike)
        return kit_compare(x->k, IR_EQ, lu_what_on(x, m->on, site), kit_read(x->k, m->kind));
    if (!m->condition)
        return kit_and(x->k, kit_compare(x->k, IR_GT, lu_what_on(x, m->on, site), empty),
                       m->anybody ? kit_truth(true)
                                  : kit_compare(x->k, IR_EQ, lu_who_on(x, m->on, site), kit_read(x->k, m->kind)));
    kit_set(x->k, lu_context_var(x, LU_TO), site);
    return kit_and(x->k, kind, lu_bool(x, m->condition));
}

static kit_cond is_alike(lu *x, kit_num site, const void *data)
{
    const membership *m = data;
    return kit_compare(x->k, IR_EQ, lu_what_on(x, m->on, site), kit_read(x->k, m->kind));
}

static const vec_u32 *directions_of(lu *x, const ludii_value *v, const char *standard)
{
    const ludii_value *d = lu_item(x, v, "Direction");
    d = d ? d : lu_item(x, v, "AbsoluteDirection");
    if (d && d->node->kind != LUDII_ATOM)
        lu_refuse_ludeme(x, d);
    return lu_neighbours_on(x, lu_ground_of(x, v), d ? lu_word(x, d) : standard);
}

/* Of all sites of a group but the first its condition is asked with that one as (from). */
static kit_num begin_from(lu *x, const membership *m, kit_num first)
{
    if (!m->condition || !lu_quirk(x, QUIRK_GROUPS_HAVE_FROM) || !lu_mentions(x, m->condition, "ContextFrom"))
        return LU_NOTHING;
    kit_num outer = lu_keep(x, LU_FROM, "outer");
    kit_set(x->k, lu_context_var(x, LU_FROM), first);
    return outer;
}

static void end_from(lu *x, const membership *m, kit_num outer)
{
    if (m->condition && lu_quirk(x, QUIRK_GROUPS_HAVE_FROM) && lu_mentions(x, m->condition, "ContextFrom"))
        kit_set(x->k, lu_context_var(x, LU_FROM), outer);
}

/* The group of a site, if it is on the board and a member; `sum` is 0 where it is not. */
static ir_var fill_group(lu *x, const ludii_value *v, void (*border)(lu *x, kit_num site, const void *data),
                         membership *m, ir_var sum)
{
    const ludii_value *at = lu_arg(x, v, "at");
    int32_t last = last_site(x, m->on);
    ir_var start = kit_scratch(x->k, "start", -2, last), marks = lu_new_marks(x, m->on);
    kit_num outer = lu_keep(x, LU_TO, "outer");
    ir_node after = m->done = kit_node(x->k);
    m->condition = lu_arg(x, v, "if");
    m->kind = kit_scratch(x->k, "kind", 0, (int32_t)(m->alike ? x->components.count : x->players + 1));
    kit_set(x->k, start, kit_clamp(x->k, at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO), -2, last, -1));
    kit_set(x->k, sum, kit_known(0));
    lu_clear_marks(x, m->on, marks);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, start), kit_known(0)), after);
    kit_num first = kit_read(x->k, start);
    first.low = 0;
    kit_set(x->k, m->kind, m->alike ? lu_what_on(x, m->on, first) : lu_who_on(x, m->on, first));
    kit_branch_to(x->k, is_member(x, first, m), after);
    kit_num outer_from = begin_from(x, m, first);
    lu_fill f =
        lu_fill_from(x, &(lu_filling){m->on, marks, directions_of(x, v, "Adjacent"), is_member, border, m}, first);
    end_from(x, m, outer_from);
    if (!border)
        kit_set(x->k, sum, kit_read(x->k, f.count));
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, lu_context_var(x, LU_TO), outer);
    return marks;
}

const lu_region *lu_sites_of_group(lu *x, const ludii_value *v)
{
    membership m = {.on = lu_ground_of(x, v), .alike = lu_quirk(x, QUIRK_SIZE_BY_KIND)};
    ir_var sum = kit_scratch(x->k, "sum", 0, last_site(x, m.on) + 1);
    lu_region *r = ARENA_NEW(x->a, lu_region);
    *r = *lu_marked(x, fill_group(x, v, NULL, &m, sum), &lu_all_on(x, m.on)->sites);
    return r;
}

/* The groups of several sites; without a condition those of the same kind of piece, or of none. */
const lu_region *lu_sites_of_groups(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from");
    membership m = {.on = lu_ground_of(x, v), .condition = lu_arg(x, v, "if")};
    if (!from || m.on != LU_OWN) {
        lu_refuse_ludeme(x, v);
        return lu_all_sites(x, false);
    }
    const int32_t last = last_site(x, m.on);
    m.kind = kit_scratch(x->k, "kind", 0, (int32_t)x->components.count);
    ir_var marks = lu_new_marks(x, m.on), own = lu_new_marks(x, m.on),
           site = kit_scratch(x->k, "site", -2, (int32_t)x->sites), member = kit_scratch(x->k, "member", 0, last + 1);
    kit_num outer = lu_keep(x, LU_TO, "outer");
    const lu_region *all = lu_frozen(x, lu_sites(x, from));
    lu_clear_marks(x, m.on, marks);
    kit_loop l = lu_each_site(x, all, site);
    kit_num start = kit_clamp(x->k, kit_read(x->k, site), 0, last, 0);
    kit_branch_to(x->k, kit_not(x->k, lu_is_in_marks(x, marks, start)), l.next);
    kit_set(x->k, m.kind, lu_what_at(x, start));
    if (m.condition)
        kit_branch_to(x->k, is_member(x, start, &m), l.next);
    lu_clear_marks(x, m.on, own);
    kit_num outer_from = begin_from(x, &m, start);
    lu_fill_from(
        x, &(lu_filling){m.on, own, directions_of(x, v, "Adjacent"), m.condition ? is_member : is_alike, NULL, &m},
        start);
    end_from(x, &m, outer_from);
    kit_loop add = kit_loop_begin(x->k, member, kit_known(0), kit_known(last + 1));
    kit_branch_to(x->k, lu_is_in_marks(x, own, kit_read(x->k, member)), add.next);
    kit_set_at(x->k, marks, kit_read(x->k, member), kit_known(1));
    kit_loop_end(x->k, &add);
    kit_loop_end(x->k, &l);
    kit_set(x->k, lu_context_var(x, LU_TO), outer);
    return lu_marked(x, marks, &lu_all_on(x, m.on)->sites);
}

kit_num lu_size_group(lu *x, const ludii_value *v)
{
    membership m = {.on = lu_ground_of(x, v), .alike = lu_quirk(x, QUIRK_SIZE_BY_KIND)};
    ir_var sum = kit_scratch(x->k, "sum", 0, last_site(x, m.on) + 1);
    fill_group(x, v, NULL, &m, sum);
    return kit_read(x->k, sum);
}

static void count_free(lu *x, kit_num site, const void *data)
{
    const membership *m = data;
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_what_on(x, m->on, site), kit_known(0)), after);
    kit_branch_to(x->k, kit_not(x->k, lu_is_in_marks(x, m->other, site)), after);
    kit_set_at(x->k, m->other, site, kit_known(1));
    kit_set(x->k, m->number, kit_op(x->k, IR_ADD, kit_read(x->k, m->number), kit_known(1)));
    ir_node less = m->enough
                       ? kit_branch(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, m->number), kit_known(m->enough)))
                       : kit_node(x->k);
    kit_go(x->k, m->enough ? m->done : less);
    x->k->cur = less;
    kit_go(x->k, after);
    x->k->cur = after;
}

kit_num lu_count_liberties(lu *x, const ludii_value *v)
{
    lu_ground on = lu_ground_of(x, v);
    membership m = {
        .on = on, .other = lu_new_marks(x, on), .number = kit_scratch(x->k, "liberties", 0, last_site(x, on) + 1)};
    m.alike = m.both = lu_quirk(x, QUIRK_SIZE_BY_KIND);
    m.enough = x->compared == v ? x->enough : 0;
    lu_clear_marks(x, on, m.other);
    fill_group(x, v, count_free, &m, m.number);
    return kit_read(x->k, m.number);
}

/* ---- all groups ---- */

/* The first site of each group, with the cursor where it is filled. */
static kit_loop each_group(lu *x, lu_ground on, ir_var marks, ir_var site, lu_member *member, const membership *m)
{
    lu_clear_marks(x, on, marks);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known(last_site(x, on) + 1));
    kit_cond fresh = kit_not(x->k, lu_is_in_marks(x, marks, kit_read(x->k, site)));
    if (m->occupied)
        fresh = kit_and(x->k, fresh, kit_compare(x->k, IR_NE, lu_what_on(x, on, kit_read(x->k, site)), kit_known(0)));
    if (m->condition) { /* which may take long */
        kit_branch_to(x->k, fresh, l.next);
        fresh = kit_truth(true);
    }
    kit_branch_to(x->k, kit_and(x->k, fresh, member(x, kit_read(x->k, site), m)), l.next);
    return l;
}

typedef struct all_groups {
    membership m;
    ir_var marks, site;
    kit_num outer, least;
    kit_loop l;
    lu_fill f;
} all_groups;

static void count_group(lu *x, const all_groups *g)
{
    kit_set(x->k, g->m.number, kit_op(x->k, IR_ADD, kit_read(x->k, g->m.number), kit_known(1)));
    if (g->m.enough)
        kit_branch_to(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, g->m.number), kit_known(g->m.enough)), g->l.done);
}

/* Which groups, of a player or of sites with a property. */
static void find_groups(lu *x, const ludii_value *v, all_groups *g, ir_var sum)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *of = lu_arg(x, v, "of");
    lu_ground on = lu_ground_of(x, v);
    int32_t last = last_site(x, on);
    *g = (all_groups){.m = {.on = on,
                            .condition = lu_arg(x, v, "if"),
                            .number = sum,
                            .enough = x->compared == v ? x->enough : 0,
                            .kind = kit_scratch(x->k, "owner", 0, (int32_t)x->players + 1)}};
    g->marks = lu_new_marks(x, on);
    g->site = kit_scratch(x->k, "site", 0, last + 1);
    g->outer = lu_keep(x, LU_TO, "outer");
    if (lu_is_row(x, v, "All.Groups"))
        g->m.condition = of, of = NULL;
    const bool own = lu_is_row(x, v, "ForEach.Group") || lu_is_row(x, v, "All.Groups");
    g->m.occupied = g->m.condition && lu_is_row(x, v, "ForEach.Group") && lu_quirk(x, QUIRK_GROUPS_BEGIN_WITH_PIECES);
    g->m.anybody = own ? false : role ? lu_word_is(x, role, "All") || lu_word_is(x, role, "Each") : !of;
    if (!g->m.condition && !g->m.anybody)
        kit_set(x->k, g->m.kind, own ? lu_context_num(x, LU_MOVER) : of ? lu_int(x, of) : lu_role(x, role));
}

static lu_fill fill_one(lu *x, const ludii_value *v, const all_groups *g)
{
    const lu_filling how = {g->m.on, g->marks, directions_of(x, v, "Adjacent"), is_member, NULL, &g->m};
    return lu_fill_from(x, &how, kit_clamp(x->k, kit_read(x->k, g->site), 0, last_site(x, g->m.on), 0));
}

/* All of at least some size; the cursor is behind each of them. Where `sum` is given they are counted. */
static void each_group_of(lu *x, const ludii_value *v, all_groups *g, ir_var sum)
{
    const ludii_value *min = lu_arg(x, v, "min");
    find_groups(x, v, g, sum);
    g->least = min ? lu_keep_num(x, "least", lu_int(x, min)) : kit_known(0);
    g->l = each_group(x, g->m.on, g->marks, g->site, is_member, &g->m);
    if (sum != IR_NONE && !min)
        count_group(x, g);
    g->f = fill_one(x, v, g);
    if (min)
        kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, g->f.count), g->least), g->l.next);
    if (sum != IR_NONE && min)
        count_group(x, g);
}

static void end_groups(lu *x, all_groups *g)
{
    kit_loop_end(x->k, &g->l);
    kit_set(x->k, lu_context_var(x, LU_TO), g->outer);
}

kit_num lu_count_groups(lu *x, const ludii_value *v)
{
    ir_var sum = kit_scratch(x->k, "groups", 0, last_site(x, lu_ground_of(x, v)) + 1);
    if (x->puzzle && lu_quirk(x, QUIRK_EMPTY_HAS_STATE))
        lu_refuse(x, v, "groups in a puzzle"); /* whose values are counted in a way the records do not show */
    all_groups g;
    kit_set(x->k, sum, kit_known(0));
    each_group_of(x, v, &g, sum);
    end_groups(x, &g);
    return kit_read(x->k, sum);
}

/* The sites of a group are `(sites)` while something is done for it. */
static ir_var begin_group(lu *x, const all_groups *g)
{
    const int32_t last = last_site(x, g->m.on);
    ir_var own = lu_new_marks(x, g->m.on), i = kit_scratch(x->k, "member", 0, last + 1), outer = x->group;
    lu_clear_marks(x, g->m.on, own);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, g->f.count));
    kit_set_at(x->k, own, kit_clamp(x->k, kit_at(x->k, g->f.queue, kit_read(x->k, i)), 0, last, 0), kit_known(1));
    kit_loop_end(x->k, &l);
    x->group = own;
    return outer;
}

/* Whether the site of a region is remembered: then it shows which group came first. */
static bool remembers_site(const lu *x, const ludii_value *v)
{
    bool is = v && lu_is_row(x, v, "Remember.Value") && lu_mentions(x, lu_item(x, v, "Int"), "RegionSite");
    for (uint32_t i = 0; v && i < v->count && !is; i++)
        is = remembers_site(x, v->items[i]);
    return is;
}

static bool only_own_groups(lu *x, const ludii_value *v)
{
    if (remembers_site(x, v))
        lu_refuse(x, v, "groups in the order in which their pieces were placed");
    const bool refused = lu_ground_of(x, v) != LU_OWN || x->group != IR_NONE;
    if (refused)
        lu_refuse_ludeme(x, v);
    return !refused;
}

void lu_effect_for_group(lu *x, const ludii_value *v)
{
    all_groups g;
    if (!only_own_groups(x, v))
        return;
    kit_num to = lu_keep(x, LU_TO, "outer"), site = lu_keep(x, LU_SITE, "outer");
    each_group_of(x, v, &g, IR_NONE);
    ir_var outer = begin_group(x, &g);
    lu_effect(x, lu_item(x, v, "Moves"));
    x->group = outer;
    end_groups(x, &g);
    kit_set(x->k, lu_context_var(x, LU_TO), to);
    kit_set(x->k, lu_context_var(x, LU_SITE), site);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* One of the groups, by its first site. */
void lu_for_group(lu *x, const ludii_value *v, const lu_use *k)
{
    all_groups g;
    if (!only_own_groups(x, v))
        return;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    find_groups(x, v, &g, IR_NONE);
    lu_pick_site(x, lu_all_on(x, LU_OWN), g.site);
    if (g.m.occupied)
        kit_check(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, kit_read(x->k, g.site)), kit_known(0)));
    kit_check(x->k, is_member(x, kit_read(x->k, g.site), &g.m));
    lu_clear_marks(x, LU_OWN, g.marks);
    g.f = fill_one(x, v, &g);
    ir_var outer = begin_group(x, &g), i = kit_scratch(x->k, "before", 0, last_site(x, LU_OWN) + 1);
    kit_loop l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, g.site));
    kit_cond before = lu_is_in_marks(x, x->group, kit_read(x->k, i));
    if (g.m.occupied)
        before = kit_and(x->k, before, kit_compare(x->k, IR_NE, lu_what_at(x, kit_read(x->k, i)), kit_known(0)));
    kit_check(x->k, kit_not(x->k, before));
    kit_loop_end(x->k, &l);
    kit_set(x->k, lu_context_var(x, LU_TO), g.outer);
    use.each = true;
    lu_moves(x, lu_item(x, v, "Moves"), &use);
    x->group = outer;
}

kit_cond lu_all_groups(lu *x, const ludii_value *v)
{
    all_groups g;
    if (!only_own_groups(x, v))
        return kit_truth(false);
    ir_var all = kit_scratch(x->k, "all", 0, 1);
    kit_set(x->k, all, kit_known(1));
    each_group_of(x, v, &g, IR_NONE);
    ir_var outer = begin_group(x, &g);
    kit_branch_to(x->k, kit_not(x->k, lu_bool(x, lu_arg(x, v, "if"))), g.l.next);
    kit_set(x->k, all, kit_known(0));
    x->group = outer;
    end_groups(x, &g);
    return kit_compare(x->k, IR_EQ, kit_read(x->k, all), kit_known(1));
}

void lu_each_size(lu *x, const ludii_value *v, lu_take_number *take, void *data)
{
    all_groups g;
    if (lu_arg(x, v, "if"))
        lu_refuse(x, v, "sizes of groups with a condition"); /* the original begins with pieces of all players only */
    each_group_of(x, v, &g, IR_NONE);
    take(x, data, kit_read(x->k, g.f.count));
    end_groups(x, &g);
}

static kit_cond is_empty(lu *x, kit_num site, const void *data)
{
    const membership *m = data;
    return kit_compare(x->k, IR_EQ, lu_what_on(x, m->on, site), kit_known(0));
}

static void note_owner(lu *x, kit_num site, const void *data)
{
    const membership *m = data;
    ir_node after = kit_node(x->k),
            no = kit_branch(x->k, kit_compare(x->k, IR_EQ, lu_who_on(x, m->on, site), kit_read(x->k, m->kind)));
    kit_set(x->k, m->number, kit_known(1));
    kit_go(x->k, after);
    x->k->cur = no;
    kit_set(x->k, m->other, kit_known(1));
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Empty sites around which there is nobody but a player; later those, too, around which there is nobody at all. */
kit_num lu_size_territory(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    lu_ground on = lu_ground_of(x, v);
    int32_t last = last_site(x, on);
    membership m = {.on = on,
                    .kind = kit_scratch(x->k, "owner", 0, (int32_t)x->players + 1),
                    .other = kit_scratch(x->k, "others", 0, 1),
                    .number = kit_scratch(x->k, "own", 0, 1)};
    ir_var marks = lu_new_marks(x, on), site = kit_scratch(x->k, "site", 0, last + 1),
           sum = kit_scratch(x->k, "territory", 0, last + 1);
    kit_set(x->k, m.kind, lu_who(x, role ? role : player));
    kit_set(x->k, sum, kit_known(0));
    kit_loop l = each_group(x, on, marks, site, is_empty, &m);
    kit_set(x->k, m.other, kit_known(0));
    kit_set(x->k, m.number, kit_known(0));
    const bool later = lu_quirk(x, QUIRK_NOBODY_IS_AROUND);
    const vec_u32 *near = directions_of(x, v, later ? "Adjacent" : "All");
    lu_fill f = lu_fill_from(x, &(lu_filling){on, marks, near, is_empty, note_owner, &m},
                             kit_clamp(x->k, kit_read(x->k, site), 0, last, 0));
    kit_cond mine = kit_compare(x->k, IR_EQ, kit_read(x->k, m.other), kit_known(0));
    if (!later)
        mine = kit_and(x->k, mine, kit_compare(x->k, IR_EQ, kit_read(x->k, m.number), kit_known(1)));
    kit_branch_to(x->k, mine, l.next);
    kit_set(x->k, sum, kit_op(x->k, IR_ADD, kit_read(x->k, sum), kit_read(x->k, f.count)));
    kit_loop_end(x->k, &l);
    return kit_read(x->k, sum);
}
