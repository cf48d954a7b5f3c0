/* What pieces form: patterns along a walk, loops around others; and what lies under a site. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

/* ---- patterns ---- */

typedef struct pattern {
    const ludii_value *whats;
    ir_const table; /* [site][way * length + step] */
    uint32_t length, ways;
    ir_var start;
    kit_num wanted; /* without `whats` */
} pattern;

static bool read_pattern(lu *x, const ludii_value *v, pattern *p)
{
    const ludii_value *from = lu_arg(x, v, "from"), *what = lu_arg(x, v, "what");
    const int32_t n = (int32_t)x->default_count;
    const uint32_t *sites = lu_walk_sites(x, v->items[1], &p->length, &p->ways);
    if (!lu_on_default_sites(x, v) || !p->ways) {
        lu_refuse_ludeme(x, v);
        return false;
    }
    const uint32_t width = p->ways * p->length;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)n * width);
    for (uint32_t i = 0; i < (uint32_t)n * width; i++)
        t[i] = sites[i] == GR_NONE ? -1 : (int32_t)sites[i];
    p->table = kit_table2(x->k, 0, t, (uint32_t)n, width, -1);
    p->whats = lu_arg(x, v, "whats");
    p->start = kit_scratch(x->k, "start", -2, n - 1);
    kit_set(x->k, p->start, kit_clamp(x->k, from ? lu_int(x, from) : lu_context_num(x, LU_LAST_TO), -2, n - 1, -1));
    p->wanted = lu_keep_num(x, "wanted", what ? lu_int(x, what) : lu_what_at(x, kit_read(x->k, p->start)));
    return true;
}

/* The site of a step of a way. */
static kit_num site_on(lu *x, const pattern *p, ir_var way, uint32_t step)
{
    kit_num column = kit_op(x->k, IR_MUL, kit_read(x->k, way), kit_known((int32_t)p->length));
    column = kit_op(x->k, IR_ADD, column, kit_known((int32_t)step));
    return kit_look2(x->k, p->table, kit_read(x->k, p->start), column);
}

/* It has the piece that is wanted there. */
static kit_cond fits_step(lu *x, const pattern *p, ir_var way, uint32_t step)
{
    const ludii_value *whats = p->whats;
    kit_num site = site_on(x, p, way, step), piece = whats ? lu_int(x, whats->items[step % whats->count]) : p->wanted;
    return kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)),
                   kit_compare(x->k, IR_EQ, lu_what_at(x, site), piece));
}

/* Along the walk, begun in one of the orthogonal directions, each site has the piece that is wanted there. */
kit_cond lu_is_pattern(lu *x, const ludii_value *v)
{
    pattern p;
    kit_try go = kit_try_begin(x->k);
    if (!read_pattern(x, v, &p))
        return kit_try_end(x->k, go);
    ir_var way = kit_scratch(x->k, "walk", 0, (int32_t)p.ways - 1);
    kit_check(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, p.start), kit_known(0)));
    if (!p.whats)
        kit_check(x->k, kit_compare(x->k, IR_NE, p.wanted, kit_known(0)));
    kit_pick(x->k, way, 0, (int32_t)p.ways - 1);
    for (uint32_t k = 0; k < p.length; k++)
        kit_check(x->k, fits_step(x, &p, way, k));
    return kit_try_end(x->k, go);
}

/* All sites of the walks that fit. */
const lu_region *lu_sites_pattern(lu *x, const ludii_value *v)
{
    pattern p;
    const lu_region *all = lu_all_sites(x, false);
    if (!read_pattern(x, v, &p))
        return all;
    const int32_t last = (int32_t)x->sites - 1;
    ir_var marks = kit_array(x->k, "marks", -2, last, 0, 1, NULL), site = kit_scratch(x->k, "marked", -2, last + 1),
           way = kit_scratch(x->k, "walk", 0, (int32_t)p.ways);
    ir_node after = kit_node(x->k);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known(last + 1));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, p.start), kit_known(0)), after);
    kit_loop ways = kit_loop_begin(x->k, way, kit_known(0), kit_known((int32_t)p.ways));
    for (uint32_t k = 0; k < p.length; k++)
        kit_branch_to(x->k, fits_step(x, &p, way, k), ways.next);
    for (uint32_t k = 0; k < p.length; k++)
        kit_set_at(x->k, marks, lu_as_site(x, site_on(x, &p, way, k)), kit_known(1));
    kit_loop_end(x->k, &ways);
    kit_go(x->k, after);
    x->k->cur = after;
    return lu_marked(x, marks, &all->sites);
}

/* ---- loops ---- */

static kit_cond is_outside(lu *x, kit_num site, const void *data)
{
    return kit_not(x->k, lu_is_in_marks(x, *(const ir_var *)data, site));
}

static kit_cond has_role(lu *x, kit_num who, const ludii_value *roles)
{
    if (!lu_array_of(x, roles))
        return kit_compare(x->k, IR_EQ, who, lu_role(x, roles));
    kit_cond any = kit_truth(false);
    for (uint32_t i = 0; i < roles->count; i++)
        any = kit_or(x->k, any, kit_compare(x->k, IR_EQ, who, lu_role(x, roles->items[i])));
    return any;
}

typedef struct colour {
    ir_var who;
} colour;

static kit_cond is_coloured(lu *x, kit_num site, const void *data)
{
    const colour *c = data;
    return kit_and(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, site), kit_known(0)),
                   kit_compare(x->k, IR_EQ, lu_who_at(x, site), kit_read(x->k, c->who)));
}

/* ---- holes by counting ----
 *
 * On a board of which neighbours are triangles all over (cells of hexagons), a connected group of sites has as many
 * holes as 1 - sites + pairs - triangles of neighbours in it (Euler). So whether it cuts off sites is a sum over its
 * members. */

enum { SIDES_MAX = 6 };

static bool is_near(const vec_u32 *near, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < near[a].count; i++)
        if (vec_at(&near[a], i) == b)
            return true;
    return false;
}

/* The neighbours of a site, each next to the one before, are a path or (*closed) a ring. */
static bool has_link(const vec_u32 *near, uint32_t site, bool *closed, uint32_t *corners)
{
    const vec_u32 *l = &near[site];
    uint32_t ends = 0, met = 1, reached = 1;
    *corners = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t beside = 0;
        if (!is_near(near, vec_at(l, i), site))
            return false;
        for (uint32_t k = 0; k < l->count; k++)
            beside += is_near(near, vec_at(l, i), vec_at(l, k));
        if (beside == 0 || beside > 2)
            return false;
        ends += beside == 1;
        *corners += beside;
    }
    for (uint32_t before = 0; before != reached;) {
        before = reached;
        for (uint32_t i = 0; i < l->count; i++)
            for (uint32_t k = 0; k < l->count; k++)
                if (reached >> i & 1 && is_near(near, vec_at(l, i), vec_at(l, k)))
                    reached |= 1u << k;
    }
    for (uint32_t i = 1; i < l->count; i++)
        met += reached >> i & 1;
    *corners /= 2;
    *closed = ends == 0;
    return l->count >= 2 && met == l->count && (ends == 0 || ends == 2);
}

/* The whole board is a disc of triangles, with the outer sites as its rim. */
static bool is_disc(lu *x, const vec_u32 *near, const vec_u32 *across)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    const vec_u32 *rim = &s->region[GR_OUTER];
    uint32_t links = 0, corners = 0, outer = 0;
    for (uint32_t i = 0; i < x->default_count; i++) {
        bool closed, on_rim = false;
        uint32_t here;
        if (near[i].count > SIDES_MAX || across[i].count != near[i].count || !has_link(near, i, &closed, &here))
            return false;
        for (uint32_t k = 0; k < near[i].count; k++)
            if (!is_near(across, i, vec_at(&near[i], k)))
                return false;
        for (uint32_t k = 0; k < rim->count; k++)
            on_rim |= vec_at(rim, k) == i;
        if (on_rim == closed)
            return false;
        outer += on_rim;
        links += near[i].count;
        corners += here;
    }
    /* one rim: a ring of outer sites, of which a surface with several would have more */
    return outer == rim->count && 6 * x->default_count + 2 * corners == 3 * links + 6;
}

/* Six times what one site adds to sites - pairs + triangles, for each set of its neighbours in the group. */
static ir_const weights(lu *x, const vec_u32 *near)
{
    const uint32_t n = x->default_count, sets = 1u << SIDES_MAX;
    int32_t *value = ARENA_ARRAY(x->a, int32_t, (size_t)n * sets);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t set = 0; set < sets; set++) {
            int32_t sum = 6;
            for (uint32_t a = 0; a < near[i].count; a++)
                for (uint32_t b = 0; set >> a & 1 && b < near[i].count; b++)
                    sum += a == b ? -3 : set >> b & 1 && is_near(near, vec_at(&near[i], a), vec_at(&near[i], b));
            value[i * sets + set] = sum;
        }
    return kit_table2(x->k, 0, value, n, sets, 0);
}

static kit_cond has_hole(lu *x, const vec_u32 *near, ir_var group, lu_fill f, kit_cond there)
{
    const int32_t last = (int32_t)x->default_count - 1;
    const lu_region *sides = lu_near_on(x, near, LU_OWN, LU_OWN, kit_read(x->k, f.count));
    ir_const weight = weights(x, near);
    ir_var i = kit_scratch(x->k, "member", 0, last + 1), at = kit_scratch(x->k, "at", 0, last),
           set = kit_scratch(x->k, "beside", 0, (1 << SIDES_MAX) - 1),
           sum = kit_scratch(x->k, "sum", -64 * last - 64, 64 * last + 64);
    ir_node after = kit_node(x->k);
    kit_set(x->k, sum, kit_known(1));
    kit_branch_to(x->k, there, after);
    kit_set(x->k, sum, kit_known(0));
    kit_loop all = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, f.count));
    kit_set(x->k, at, kit_clamp(x->k, kit_at(x->k, f.queue, kit_read(x->k, i)), 0, last, 0));
    kit_num members = kit_known(0); /* a mark is 1 or 0 */
    for (int32_t k = (int32_t)sides->width - 1; k >= 0; k--) {
        kit_num beside = kit_look2(x->k, sides->list, kit_read(x->k, at), kit_known(k));
        members = kit_op(x->k, IR_ADD, kit_op(x->k, IR_MUL, members, kit_known(2)), kit_at(x->k, group, beside));
    }
    kit_set(x->k, set, members);
    kit_num more =
        kit_op(x->k, IR_ADD, kit_read(x->k, sum), kit_look2(x->k, weight, kit_read(x->k, at), kit_read(x->k, set)));
    kit_set(x->k, sum, kit_clamp(x->k, more, -64 * last - 64, 64 * last + 64, 0));
    kit_loop_end(x->k, &all);
    kit_go(x->k, after);
    x->k->cur = after;
    return kit_compare(x->k, IR_LE, kit_read(x->k, sum), kit_known(0));
}

/* A site in the middle of the group: all around it belongs to the group, too. */
static kit_cond is_filled(lu *x, const vec_u32 *near, ir_var group, lu_fill f)
{
    const int32_t last = (int32_t)x->default_count - 1;
    const vec_u32 *rim = &lu_sites_on(x, LU_OWN)->region[GR_OUTER];
    int32_t *inner = ARENA_ARRAY(x->a, int32_t, x->default_count);
    for (uint32_t i = 0; i < x->default_count; i++)
        inner[i] = !lu_contains(rim, i);
    const lu_region *sides = lu_near_on(x, near, LU_OWN, LU_OWN, kit_read(x->k, f.count));
    ir_var i = kit_scratch(x->k, "member", 0, last), at = kit_scratch(x->k, "at", 0, last);
    kit_try t = kit_try_begin(x->k);
    kit_pick(x->k, i, 0, last);
    kit_check(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, i), kit_read(x->k, f.count)));
    kit_set(x->k, at, kit_clamp(x->k, kit_at(x->k, f.queue, kit_read(x->k, i)), 0, last, 0));
    kit_check(x->k, kit_compare(x->k, IR_EQ,
                                kit_look(x->k, kit_table(x->k, 0, inner, x->default_count, 0), kit_read(x->k, at)),
                                kit_known(1)));
    for (uint32_t k = 0; k < sides->width; k++) {
        kit_num beside = kit_look2(x->k, sides->list, kit_read(x->k, at), kit_known((int32_t)k));
        kit_check(x->k, kit_or(x->k, kit_compare(x->k, IR_LT, beside, kit_known(0)),
                               lu_is_in_marks(x, group, kit_clamp(x->k, beside, 0, last, 0))));
    }
    return kit_try_end(x->k, t);
}

typedef struct cut_off {
    const ludii_value *owners; /* of what is inside; NULL: anything but the kind of the loop */
    kit_num kind;
    ir_var colour, leaks;
    ir_const rim;
} cut_off;

static kit_cond is_inside(lu *x, kit_num site, const void *data)
{
    const cut_off *c = data;
    kit_cond in =
        c->owners ? has_role(x, lu_who_at(x, site), c->owners) : kit_compare(x->k, IR_NE, lu_what_at(x, site), c->kind);
    return kit_and(x->k, in, kit_compare(x->k, IR_EQ, kit_look(x->k, c->rim, site), kit_known(0)));
}

/* All around it has to be of the colour, and of the kind where it is the rim of the board. */
static void find_leak(lu *x, kit_num site, const void *data)
{
    const cut_off *c = data;
    kit_cond rim = kit_and(x->k, kit_compare(x->k, IR_NE, kit_look(x->k, c->rim, site), kit_known(0)),
                           kit_compare(x->k, IR_NE, lu_what_at(x, site), c->kind));
    kit_cond leaks = kit_or(x->k, rim, kit_compare(x->k, IR_NE, lu_who_at(x, site), kit_read(x->k, c->colour)));
    kit_set(x->k, c->leaks, kit_choose(x->k, leaks, kit_known(1), kit_read(x->k, c->leaks)));
}

/* Later: what is next to the last piece, goes on over sides, and is off the rim, is enclosed by one colour. */
static kit_cond cuts_off(lu *x, const ludii_value *owners, kit_num start, kit_num who)
{
    const int32_t last = (int32_t)x->default_count - 1;
    const vec_u32 *rim = &lu_sites_on(x, LU_OWN)->region[GR_OUTER];
    int32_t *outer = ARENA_ARRAY(x->a, int32_t, x->default_count);
    for (uint32_t i = 0; i < x->default_count; i++)
        outer[i] = lu_contains(rim, i);
    ir_var at = kit_scratch(x->k, "start", -2, last), inside = kit_scratch(x->k, "inside", -2, (int32_t)x->sites - 1),
           marks = lu_new_marks(x, LU_OWN);
    cut_off c = {.owners = owners,
                 .colour = kit_scratch(x->k, "colour", 0, (int32_t)x->players + 1),
                 .leaks = kit_scratch(x->k, "leaks", 0, 1),
                 .rim = kit_table(x->k, 0, outer, x->default_count, 0)};
    kit_try t = kit_try_begin(x->k);
    kit_set(x->k, at, kit_clamp(x->k, start, -2, last, -1));
    kit_set(x->k, c.colour, kit_clamp(x->k, who, 0, (int32_t)x->players + 1, 0));
    kit_check(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, at), kit_known(0)));
    c.kind = lu_keep_num(x, "kind", lu_what_at(x, kit_read(x->k, at)));
    kit_check(x->k, kit_compare(x->k, IR_NE, c.kind, kit_known(0)));
    lu_pick_site(x, lu_near_table(x, lu_neighbours(x, "Adjacent"), kit_read(x->k, at)), inside);
    kit_num first = kit_clamp(x->k, kit_read(x->k, inside), 0, last, 0);
    kit_check(x->k,
              owners ? is_inside(x, first, &c) : kit_compare(x->k, IR_EQ, kit_look(x->k, c.rim, first), kit_known(0)));
    lu_clear_marks(x, LU_OWN, marks);
    kit_set(x->k, c.leaks, kit_known(0));
    lu_fill_from(x, &(lu_filling){LU_OWN, marks, lu_neighbours(x, "Orthogonal"), is_inside, find_leak, &c}, first);
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, c.leaks), kit_known(0)));
    return kit_try_end(x->k, t);
}

/* The group of the last move cuts sites off from the rim of the board. */
kit_cond lu_is_loop(lu *x, const ludii_value *v)
{
    const ludii_value *surround = lu_arg(x, v, "surround"), *direction = lu_item(x, v, "Direction"), *number = NULL,
                      *start = NULL;
    const char *word = direction ? lu_word(x, direction) : "Adjacent";
    for (uint32_t i = 1; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE && lu_is(x, v->items[i], "Int")) {
            start = number ? v->items[i] : start;
            number = number ? number : v->items[i];
        }
    for (uint32_t i = 1; i < v->count; i++) /* inside of it may be what several own */
        if (v->items[i] && lu_array_of(x, v->items[i]))
            surround = v->items[i];
    bool later = lu_quirk(x, QUIRK_FILLED_LOOPS) && (surround || number);
    if (lu_arg(x, v, "path") || lu_item(x, v, "Sites") || !lu_on_default_sites(x, v) ||
        (direction && direction->node->kind != LUDII_ATOM)) {
        lu_refuse_ludeme(x, v);
        return kit_truth(false);
    }
    const vec_u32 *near = lu_neighbours(x, word),
                  *across = lu_neighbours(x, strcmp(word, "Orthogonal") == 0 ? "Adjacent" : "Orthogonal");
    later = later || (lu_quirk(x, QUIRK_FILLED_LOOPS) && !is_disc(x, near, across));
    if (later && strcmp(word, "Adjacent") != 0)
        lu_refuse(x, v, "a loop in these directions");
    if (later)
        return cuts_off(x, surround, start ? lu_int(x, start) : lu_context_num(x, LU_LAST_TO),
                        number ? lu_int(x, number) : lu_context_num(x, LU_MOVER));
    if (!surround && !number && is_disc(x, near, across)) {
        const lu_group *own = lu_group_at(x, v, lu_context_num(x, LU_LAST_TO), near);
        kit_cond mine = kit_compare(x->k, IR_EQ, kit_read(x->k, own->owner), lu_context_num(x, LU_MOVER)),
                 hole = has_hole(x, near, own->marks, own->members, mine);
        if (!lu_quirk(x, QUIRK_FILLED_LOOPS))
            return hole;
        return kit_or(x->k, hole, kit_and(x->k, mine, is_filled(x, near, own->marks, own->members)));
    }
    int32_t last = (int32_t)x->default_count - 1;
    ir_var group = lu_new_marks(x, LU_OWN), outside = lu_new_marks(x, LU_OWN),
           at = kit_scratch(x->k, "start", -2, last), rim = kit_scratch(x->k, "rim", -2, last + 1),
           inside = kit_scratch(x->k, "inside", 0, last);
    colour c = {kit_scratch(x->k, "owner", 0, (int32_t)x->players + 1)};
    kit_try t = kit_try_begin(x->k);
    kit_set(x->k, at, kit_clamp(x->k, start ? lu_int(x, start) : lu_context_num(x, LU_LAST_TO), -2, last, -1));
    kit_check(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, at), kit_known(0)));
    kit_set(x->k, c.who,
            number ? kit_clamp(x->k, lu_int(x, number), 0, (int32_t)x->players + 1, 0) : lu_context_num(x, LU_MOVER));
    kit_num first = kit_clamp(x->k, kit_read(x->k, at), 0, last, 0);
    kit_check(x->k, is_coloured(x, first, &c));
    lu_clear_marks(x, LU_OWN, group);
    lu_fill f = lu_fill_from(x, &(lu_filling){LU_OWN, group, near, is_coloured, NULL, &c}, first);
    if (!surround && is_disc(x, near, across)) {
        kit_check(x->k, has_hole(x, near, group, f, kit_truth(true)));
        return kit_try_end(x->k, t);
    }
    lu_clear_marks(x, LU_OWN, outside);
    kit_loop l = lu_each_site(x, lu_region_of(x, &lu_sites_on(x, LU_OWN)->region[GR_OUTER]), rim);
    kit_cond free = kit_not(x->k, kit_or(x->k, lu_is_in_marks(x, group, kit_read(x->k, rim)),
                                         lu_is_in_marks(x, outside, kit_read(x->k, rim))));
    kit_branch_to(x->k, free, l.next);
    lu_fill_from(x, &(lu_filling){LU_OWN, outside, across, is_outside, NULL, &group},
                 kit_clamp(x->k, kit_read(x->k, rim), 0, last, 0));
    kit_loop_end(x->k, &l);
    kit_pick(x->k, inside, 0, last);
    kit_check(x->k, kit_not(x->k, kit_or(x->k, lu_is_in_marks(x, group, kit_read(x->k, inside)),
                                         lu_is_in_marks(x, outside, kit_read(x->k, inside)))));
    if (surround)
        kit_check(x->k, has_role(x, lu_who_at(x, kit_read(x->k, inside)), surround));
    return kit_try_end(x->k, t);
}

/* ---- what lies below ---- */

/* Sites on which one rests: those of the layer below that touch it. */
static const vec_u32 *below(lu *x)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, s->count + 1);
    const vec_u32 *near = s->near[GR_ADJACENT];
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < near[i].count; k++)
            if (s->at[vec_at(&near[i], k)].z < s->at[i].z - 1e-6)
                vec_push(x->a, &out[i], vec_at(&near[i], k));
    return out;
}

kit_cond lu_is_flat(lu *x, kit_num site)
{
    ir_var under = kit_scratch(x->k, "under", -2, (int32_t)x->sites - 1);
    kit_try t = kit_try_begin(x->k);
    lu_pick_site(x, lu_near_table(x, below(x), site), under);
    kit_check(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, kit_read(x->k, under)), kit_known(0)));
    return kit_not(x->k, kit_try_end(x->k, t));
}

/* From the ground, which is 0. */
kit_num lu_layer(lu *x, const ludii_value *v)
{
    const gr_sites *s = lu_sites_on(x, lu_ground_of(x, v));
    double step = 0;
    int32_t *layer = ARENA_ARRAY(x->a, int32_t, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++)
        if (s->at[i].z > 1e-6 && (step == 0 || s->at[i].z < step))
            step = s->at[i].z;
    for (uint32_t i = 0; i < s->count; i++)
        layer[i] = step > 0 ? (int32_t)(s->at[i].z / step + 0.5) : 0;
    return kit_look(x->k, kit_table(x->k, 0, layer, s->count, 0), lu_as_site(x, lu_int(x, lu_arg(x, v, "of"))));
}
