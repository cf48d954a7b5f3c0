/* Groups of sites: filled from one site on. */
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/lists.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static int32_t last_site(const lu *x, lu_ground on) { return (int32_t)lu_count_on(x, on) - 1; }

ir_var lu_new_marks(lu *x, lu_ground on) { return lu_array(x, "marks", -2, last_site(x, on), 0, 1, NULL); }

void lu_clear_marks(lu *x, lu_ground on, ir_var marks)
{
    ir_var site = lu_scratch(x, "cleared", 0, last_site(x, on) + 1);
    lu_loop l = lu_loop_begin(x, site, lu_known(0), lu_known(last_site(x, on) + 1));
    lu_set_at(x, marks, lu_read(x, site), lu_known(0));
    lu_loop_end(x, &l);
}

lu_cond lu_is_in_marks(lu *x, ir_var marks, lu_num site)
{
    return lu_compare(x, IR_EQ, lu_at(x, marks, site), lu_known(1));
}

lu_fill lu_fill_from(lu *x, const lu_filling *how, lu_num start)
{
    int32_t most = last_site(x, how->on);
    lu_fill f = {lu_array(x, "queue", 0, most, 0, most, NULL), lu_scratch(x, "members", 0, most + 1)};
    ir_var head = lu_scratch(x, "head", 0, most + 1), at = lu_scratch(x, "at", 0, most),
           beside = lu_scratch(x, "beside", -2, most);
    lu_set_at(x, f.queue, lu_known(0), start);
    lu_set_at(x, how->marks, start, lu_known(1));
    lu_set(x, f.count, lu_known(1));
    lu_loop each = lu_loop_begin(x, head, lu_known(0), lu_read(x, f.count));
    lu_set(x, at, lu_at(x, f.queue, lu_read(x, head)));
    const lu_region *near = lu_near_on(x, how->near, how->on, how->on, lu_read(x, at));
    ir_var k = lu_scratch(x, "k", 0, (int32_t)near->width);
    lu_loop sides = lu_loop_begin(x, k, lu_known(0), lu_known((int32_t)near->width));
    lu_set(x, beside, lu_look2(x, near->list, lu_read(x, at), lu_read(x, k)));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GE, lu_read(x, beside), lu_known(0))), sides.next, x->at);
    irb_skip(x->g, lu_branch(x, lu_not(x, lu_is_in_marks(x, how->marks, lu_read(x, beside)))), sides.next, x->at);
    ir_node border = lu_branch(x, how->member(x, lu_read(x, beside), how->data));
    lu_set_at(x, how->marks, lu_read(x, beside), lu_known(1));
    lu_set_at(x, f.queue, lu_read(x, f.count), lu_read(x, beside));
    lu_set(x, f.count, lu_op(x, IR_ADD, lu_read(x, f.count), lu_known(1)));
    lu_go(x, sides.next);
    x->cur = border;
    if (how->border)
        how->border(x, lu_read(x, beside), how->data);
    lu_loop_end(x, &sides);
    lu_loop_end(x, &each);
    return f;
}

static lu_cond is_owned(lu *x, lu_num site, const void *owner)
{
    return lu_compare(x, IR_EQ, lu_who_at(x, site), lu_read(x, *(const ir_var *)owner));
}

static bool is_same(const lu *x, lu_num a, lu_num b)
{
    return a.known && b.known ? a.value == b.value : !a.known && !b.known && ir_expr_equal(x->g, a.e, b.e);
}

const lu_group *lu_group_at(lu *x, const ludii_value *v, lu_num site, const vec_u32 *near)
{
    const bool listed = x->beside.list && x->beside.item == v;
    const lu_group *known = listed ? x->beside.group : NULL;
    if (known && known->near == near && is_same(x, known->site, site))
        return known;
    const int32_t last = last_site(x, LU_OWN);
    lu_group *g = ARENA_NEW(x->a, lu_group);
    *g = (lu_group){.site = site,
                    .near = near,
                    .owner = lu_scratch(x, "owner", 0, (int32_t)x->players + 1),
                    .marks = lu_new_marks(x, LU_OWN)};
    ir_var start = lu_scratch(x, "start", -2, last);
    ir_node after = lu_node(x);
    lu_set(x, g->owner, lu_known(0));
    lu_clear_marks(x, LU_OWN, g->marks);
    lu_set(x, start, lu_clamp(x, site, -2, last, -1));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GE, lu_read(x, start), lu_known(0))), after, x->at);
    lu_num first = lu_clamp(x, lu_read(x, start), 0, last, 0);
    lu_set(x, g->owner, lu_who_at(x, first));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, g->owner), lu_known(0))), after, x->at);
    g->members = lu_fill_from(x, &(lu_filling){LU_OWN, g->marks, near, is_owned, NULL, &g->owner}, first);
    lu_go(x, after);
    x->cur = after;
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
    int32_t enough; /* where that is counted no further, or 0 */
    ir_node done;
} membership;

static lu_cond is_member(lu *x, lu_num site, const void *data)
{
    const membership *m = data;
    if (!m->condition)
        return lu_and(x, lu_compare(x, IR_NE, lu_what_on(x, m->on, site), lu_known(0)),
                      m->anybody ? lu_truth(true)
                                 : lu_compare(x, IR_EQ, lu_who_on(x, m->on, site), lu_read(x, m->kind)));
    lu_set(x, lu_context_var(x, LU_TO), site);
    return lu_bool(x, m->condition);
}

static const vec_u32 *directions_of(lu *x, const ludii_value *v, const char *standard)
{
    const ludii_value *d = lu_item(x, v, "Direction");
    d = d ? d : lu_item(x, v, "AbsoluteDirection");
    if (d && d->node->kind != LUDII_ATOM)
        lu_refuse_ludeme(x, d);
    return lu_neighbours_on(x, lu_ground_of(x, v), d ? lu_word(x, d) : standard);
}

/* The group of a site, if it is on the board and a member; `sum` is 0 where it is not. */
static ir_var fill_group(lu *x, const ludii_value *v, void (*border)(lu *x, lu_num site, const void *data),
                         membership *m, ir_var sum)
{
    const ludii_value *at = lu_arg(x, v, "at");
    int32_t last = last_site(x, m->on);
    ir_var start = lu_scratch(x, "start", -2, last), marks = lu_new_marks(x, m->on);
    lu_num outer = lu_keep(x, LU_TO, "outer");
    ir_node after = m->done = lu_node(x);
    m->condition = lu_arg(x, v, "if");
    m->kind = lu_scratch(x, "owner", 0, (int32_t)x->players + 1);
    lu_set(x, start, lu_clamp(x, at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO), -2, last, -1));
    lu_set(x, sum, lu_known(0));
    lu_clear_marks(x, m->on, marks);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GE, lu_read(x, start), lu_known(0))), after, x->at);
    lu_num first = lu_read(x, start);
    first.low = 0;
    lu_set(x, m->kind, lu_who_on(x, m->on, first));
    irb_skip(x->g, lu_branch(x, is_member(x, first, m)), after, x->at);
    lu_fill f =
        lu_fill_from(x, &(lu_filling){m->on, marks, directions_of(x, v, "Adjacent"), is_member, border, m}, first);
    if (!border)
        lu_set(x, sum, lu_read(x, f.count));
    lu_go(x, after);
    x->cur = after;
    lu_set(x, lu_context_var(x, LU_TO), outer);
    return marks;
}

const lu_region *lu_sites_of_group(lu *x, const ludii_value *v)
{
    membership m = {.on = lu_ground_of(x, v)};
    ir_var sum = lu_scratch(x, "sum", 0, last_site(x, m.on) + 1);
    lu_region *r = ARENA_NEW(x->a, lu_region);
    *r = *lu_marked(x, fill_group(x, v, NULL, &m, sum), &lu_all_on(x, m.on)->sites);
    return r;
}

lu_num lu_size_group(lu *x, const ludii_value *v)
{
    membership m = {.on = lu_ground_of(x, v)};
    ir_var sum = lu_scratch(x, "sum", 0, last_site(x, m.on) + 1);
    fill_group(x, v, NULL, &m, sum);
    return lu_read(x, sum);
}

static void count_free(lu *x, lu_num site, const void *data)
{
    const membership *m = data;
    ir_node after = lu_node(x);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_EQ, lu_what_on(x, m->on, site), lu_known(0))), after, x->at);
    irb_skip(x->g, lu_branch(x, lu_not(x, lu_is_in_marks(x, m->other, site))), after, x->at);
    lu_set_at(x, m->other, site, lu_known(1));
    lu_set(x, m->number, lu_op(x, IR_ADD, lu_read(x, m->number), lu_known(1)));
    ir_node less =
        m->enough ? lu_branch(x, lu_compare(x, IR_GE, lu_read(x, m->number), lu_known(m->enough))) : lu_node(x);
    lu_go(x, m->enough ? m->done : less);
    x->cur = less;
    lu_go(x, after);
    x->cur = after;
}

lu_num lu_count_liberties(lu *x, const ludii_value *v)
{
    lu_ground on = lu_ground_of(x, v);
    membership m = {
        .on = on, .other = lu_new_marks(x, on), .number = lu_scratch(x, "liberties", 0, last_site(x, on) + 1)};
    m.enough = x->compared == v ? x->enough : 0;
    lu_clear_marks(x, on, m.other);
    fill_group(x, v, count_free, &m, m.number);
    return lu_read(x, m.number);
}

/* ---- all groups ---- */

/* The first site of each group, with the cursor where it is filled. */
static lu_loop each_group(lu *x, lu_ground on, ir_var marks, ir_var site, lu_member *member, const membership *m)
{
    lu_clear_marks(x, on, marks);
    lu_loop l = lu_loop_begin(x, site, lu_known(0), lu_known(last_site(x, on) + 1));
    lu_cond fresh = lu_not(x, lu_is_in_marks(x, marks, lu_read(x, site)));
    if (m->condition) { /* which may take long */
        irb_skip(x->g, lu_branch(x, fresh), l.next, x->at);
        fresh = lu_truth(true);
    }
    irb_skip(x->g, lu_branch(x, lu_and(x, fresh, member(x, lu_read(x, site), m))), l.next, x->at);
    return l;
}

typedef struct all_groups {
    membership m;
    ir_var marks, site;
    lu_num outer, least;
    lu_loop l;
    lu_fill f;
} all_groups;

static void count_group(lu *x, const all_groups *g)
{
    lu_set(x, g->m.number, lu_op(x, IR_ADD, lu_read(x, g->m.number), lu_known(1)));
    if (g->m.enough)
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_LT, lu_read(x, g->m.number), lu_known(g->m.enough))), g->l.done,
                 x->at);
}

/* The groups of a player, or of sites with a property, of at least some size; the cursor is behind each of them. Where
 * `sum` is given they are counted. */
static void each_group_of(lu *x, const ludii_value *v, all_groups *g, ir_var sum)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *of = lu_arg(x, v, "of"), *min = lu_arg(x, v, "min");
    lu_ground on = lu_ground_of(x, v);
    int32_t last = last_site(x, on);
    *g = (all_groups){.m = {.on = on,
                            .condition = lu_arg(x, v, "if"),
                            .number = sum,
                            .enough = x->compared == v ? x->enough : 0,
                            .kind = lu_scratch(x, "owner", 0, (int32_t)x->players + 1)}};
    g->marks = lu_new_marks(x, on);
    g->site = lu_scratch(x, "site", 0, last + 1);
    g->outer = lu_keep(x, LU_TO, "outer");
    g->m.anybody = role ? lu_word_is(x, role, "All") || lu_word_is(x, role, "Each") : !of;
    if (!g->m.condition && !g->m.anybody)
        lu_set(x, g->m.kind, of ? lu_int(x, of) : lu_role(x, role));
    g->least = min ? lu_keep_num(x, "least", lu_int(x, min)) : lu_known(0);
    g->l = each_group(x, on, g->marks, g->site, is_member, &g->m);
    if (sum != IR_NONE && !min)
        count_group(x, g);
    g->f = lu_fill_from(x, &(lu_filling){on, g->marks, directions_of(x, v, "Adjacent"), is_member, NULL, &g->m},
                        lu_clamp(x, lu_read(x, g->site), 0, last, 0));
    if (min)
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_GE, lu_read(x, g->f.count), g->least)), g->l.next, x->at);
    if (sum != IR_NONE && min)
        count_group(x, g);
}

static void end_groups(lu *x, all_groups *g)
{
    lu_loop_end(x, &g->l);
    lu_set(x, lu_context_var(x, LU_TO), g->outer);
}

lu_num lu_count_groups(lu *x, const ludii_value *v)
{
    ir_var sum = lu_scratch(x, "groups", 0, last_site(x, lu_ground_of(x, v)) + 1);
    all_groups g;
    lu_set(x, sum, lu_known(0));
    each_group_of(x, v, &g, sum);
    end_groups(x, &g);
    return lu_read(x, sum);
}

lu_num lu_over_sizes(lu *x, const ludii_value *v, lu_combine *combine)
{
    lu_fold f = lu_fold_begin(x, combine);
    all_groups g;
    each_group_of(x, v, &g, IR_NONE);
    lu_fold_number(x, &f, lu_read(x, g.f.count));
    end_groups(x, &g);
    return lu_read(x, f.result);
}

static lu_cond is_empty(lu *x, lu_num site, const void *data)
{
    const membership *m = data;
    return lu_compare(x, IR_EQ, lu_what_on(x, m->on, site), lu_known(0));
}

static void note_owner(lu *x, lu_num site, const void *data)
{
    const membership *m = data;
    ir_node after = lu_node(x), no = lu_branch(x, lu_compare(x, IR_EQ, lu_who_on(x, m->on, site), lu_read(x, m->kind)));
    lu_set(x, m->number, lu_known(1));
    lu_go(x, after);
    x->cur = no;
    lu_set(x, m->other, lu_known(1));
    lu_go(x, after);
    x->cur = after;
}

/* Empty sites around which there is one player only. */
lu_num lu_size_territory(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    lu_ground on = lu_ground_of(x, v);
    int32_t last = last_site(x, on);
    membership m = {.on = on,
                    .kind = lu_scratch(x, "owner", 0, (int32_t)x->players + 1),
                    .other = lu_scratch(x, "others", 0, 1),
                    .number = lu_scratch(x, "own", 0, 1)};
    ir_var marks = lu_new_marks(x, on), site = lu_scratch(x, "site", 0, last + 1),
           sum = lu_scratch(x, "territory", 0, last + 1);
    lu_set(x, m.kind, lu_who(x, role ? role : player));
    lu_set(x, sum, lu_known(0));
    lu_loop l = each_group(x, on, marks, site, is_empty, &m);
    lu_set(x, m.other, lu_known(0));
    lu_set(x, m.number, lu_known(0));
    lu_fill f = lu_fill_from(x, &(lu_filling){on, marks, directions_of(x, v, "All"), is_empty, note_owner, &m},
                             lu_clamp(x, lu_read(x, site), 0, last, 0));
    lu_cond mine = lu_and(x, lu_compare(x, IR_EQ, lu_read(x, m.number), lu_known(1)),
                          lu_compare(x, IR_EQ, lu_read(x, m.other), lu_known(0)));
    irb_skip(x->g, lu_branch(x, mine), l.next, x->at);
    lu_set(x, sum, lu_op(x, IR_ADD, lu_read(x, sum), lu_read(x, f.count)));
    lu_loop_end(x, &l);
    return lu_read(x, sum);
}
