/* How far sites are by steps that have rules: found while playing, from one site on, nearest first. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"

enum { INFINITE = 1000000000 };

typedef struct paces {
    ir_var steps, queue,
        count; /* [site] one more than its distance, 0: not reached; in the order in which they were met */
    kit_num outer_from, outer_to;
} paces;

/* Where a search may end: behind so many steps, at a site or at one of a region. */
typedef struct enough {
    const kit_num *steps, *site;
    const lu_region *region;
} enough;

/* Over a step from (from) to (to), which its condition speaks of. */
static paces search(lu *x, const ludii_value *v, const ludii_value *step, kit_num from, enough e)
{
    const ludii_value *to = lu_target_of(x, step), *own = lu_item(x, step, "Direction"),
                      *relation = lu_item(x, v, "RelationType"), *c = to ? lu_arg(x, to, "if") : NULL;
    const int32_t most = (int32_t)x->default_count - 1;
    if (lu_arg(x, v, "newRotation") || !lu_on_default_sites(x, v) || lu_item(x, step, "From") ||
        lu_flag(x, step, "stack", false) || lu_item(x, step, "Then") || !to || lu_item(x, to, "Int") ||
        lu_item(x, to, "Apply"))
        lu_refuse_ludeme(x, v);
    paces p = {kit_array(x->k, "paces", 0, most, 0, most + 2, NULL), kit_array(x->k, "queue", 0, most, 0, most, NULL),
               kit_scratch(x->k, "met", 0, most + 1), lu_keep(x, LU_FROM, "outer"), lu_keep(x, LU_TO, "outer")};
    ir_var heading = kit_scratch(x->k, "heading", 0, GR_DIRECTIONS); /* of the piece from which it begins */
    kit_num facing = kit_read(x->k, heading);
    const lu_rays *r = own ? lu_directions_from(x, own, "Adjacent", &facing)
                           : lu_directions(x, NULL, relation ? lu_word(x, relation) : "Adjacent");
    ir_var site = kit_scratch(x->k, "site", 0, most + 1), head = kit_scratch(x->k, "head", 0, most + 1),
           way = kit_scratch(x->k, "way", 0, (int32_t)r->width),
           place = kit_scratch(x->k, "place", 0, (int32_t)r->places - 1), start = kit_scratch(x->k, "start", -2, most);
    ir_node after = kit_node(x->k);
    kit_set(x->k, start, kit_clamp(x->k, from, -2, most, -1));
    kit_loop clear = kit_loop_begin(x->k, site, kit_known(0), kit_known(most + 1));
    kit_set_at(x->k, p.steps, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &clear);
    kit_set(x->k, p.count, kit_known(0));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, start), kit_known(0)), after);
    if (r->by_heading && !r->last && !r->otherwise) {
        kit_num first = kit_clamp(x->k, kit_read(x->k, start), 0, most, 0);
        kit_set(x->k, heading,
                kit_choose(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, first), kit_known(0)), kit_known(GR_DIRECTIONS),
                           lu_heading_of_piece(x, first)));
    }
    kit_set_at(x->k, p.queue, kit_known(0), kit_read(x->k, start));
    kit_set_at(x->k, p.steps, kit_read(x->k, start), kit_known(1));
    kit_set(x->k, p.count, kit_known(1));
    kit_loop each = kit_loop_begin(x->k, head, kit_known(0), kit_read(x->k, p.count));
    kit_num here = kit_at(x->k, p.queue, kit_read(x->k, head));
    kit_cond over = e.steps    ? kit_compare(x->k, IR_GT, kit_at(x->k, p.steps, here), *e.steps)
                    : e.site   ? kit_compare(x->k, IR_EQ, here, *e.site)
                    : e.region ? lu_holds(x, e.region, here)
                               : kit_truth(false);
    if (e.steps) /* the first step is always tried */
        over = kit_and(x->k, over, kit_compare(x->k, IR_GT, kit_read(x->k, head), kit_known(0)));
    kit_branch_to(x->k, kit_not(x->k, over), after);
    kit_loop ways = kit_loop_begin(x->k, way, kit_known(0), kit_known((int32_t)r->width));
    kit_set(x->k, place, lu_ray(x, r, here, kit_read(x->k, way)));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)), ways.next);
    kit_num next = kit_look(x->k, r->site, kit_read(x->k, place));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, p.steps, next), kit_known(0)), ways.next);
    kit_set(x->k, lu_context_var(x, LU_FROM), here);
    kit_set(x->k, lu_context_var(x, LU_TO), next);
    if (c)
        kit_branch_to(x->k, lu_bool(x, c), ways.next);
    kit_set_at(x->k, p.steps, next, kit_op(x->k, IR_ADD, kit_at(x->k, p.steps, here), kit_known(1)));
    kit_set_at(x->k, p.queue, kit_read(x->k, p.count), next);
    kit_set(x->k, p.count, kit_op(x->k, IR_ADD, kit_read(x->k, p.count), kit_known(1)));
    kit_loop_end(x->k, &ways);
    kit_loop_end(x->k, &each);
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, lu_context_var(x, LU_FROM), p.outer_from);
    kit_set(x->k, lu_context_var(x, LU_TO), p.outer_to);
    return p;
}

const lu_region *lu_sites_at_paces(lu *x, const ludii_value *v, kit_num min, kit_num max)
{
    const int32_t most = (int32_t)x->default_count - 1;
    min = lu_keep_num(x, "least", min), max = lu_keep_num(x, "most", max);
    paces p = search(x, v, lu_item(x, v, "Step"), lu_int(x, lu_arg(x, v, "from")), (enough){.steps = &max});
    ir_var marks = kit_array(x->k, "reached", -2, most, 0, 1, NULL), site = kit_scratch(x->k, "site", 0, most + 1);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known(most + 1));
    kit_num steps = kit_op(x->k, IR_SUB, kit_at(x->k, p.steps, kit_read(x->k, site)), kit_known(1));
    const kit_num one = kit_known(1); /* the site itself is no step away, and the first step is always tried */
    kit_cond in = kit_and(x->k, kit_compare(x->k, IR_GE, steps, min), kit_compare(x->k, IR_GE, min, kit_known(0)));
    in = kit_and(x->k, in, kit_or(x->k, kit_compare(x->k, IR_LE, steps, max), kit_compare(x->k, IR_EQ, steps, one)));
    in = kit_and(x->k, in, kit_compare(x->k, IR_GE, steps, one));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_choose(x->k, in, kit_known(1), kit_known(0)));
    kit_loop_end(x->k, &l);
    return lu_marked(x, marks, &lu_all_sites(x, false)->sites);
}

/* To the nearest of some sites; what cannot be reached is infinitely far. */
kit_num lu_paces_to(lu *x, const ludii_value *v, kit_num from, const ludii_value *to)
{
    const bool several = lu_is(x, to, "Sites");
    const int32_t last = (int32_t)x->default_count - 1;
    const lu_region *r = several ? lu_frozen(x, lu_sites(x, to)) : NULL;
    kit_num end = several ? kit_known(0) : lu_keep_num(x, "end", kit_clamp(x->k, lu_int(x, to), 0, last, -1));
    from = lu_keep_num(x, "begin", from);
    paces p = search(x, v, lu_item(x, v, "Step"), from,
                     (enough){.site = several ? NULL : &end, .region = several ? r : NULL});
    ir_var least = kit_scratch(x->k, "least", 0, INFINITE), site = kit_scratch(x->k, "end", -2, (int32_t)x->sites);
    kit_set(x->k, least, kit_known(INFINITE));
    kit_loop l = {.next = kit_node(x->k)};
    ir_var any = kit_scratch(x->k, "any", 0, 1);
    kit_set(x->k, any, kit_known(!several));
    if (several) {
        l = lu_each_site(x, r, site);
        kit_set(x->k, any, kit_known(1));
    }
    kit_num at = several ? kit_clamp(x->k, kit_read(x->k, site), 0, last, 0) : end;
    kit_num steps = kit_op(x->k, IR_SUB, kit_at(x->k, p.steps, kit_clamp(x->k, at, 0, last, 0)), kit_known(1));
    kit_cond nearer = kit_and(x->k, kit_compare(x->k, IR_GE, steps, kit_known(0)),
                              kit_compare(x->k, IR_LT, steps, kit_read(x->k, least)));
    kit_branch_to(x->k, kit_and(x->k, nearer, kit_compare(x->k, IR_GE, at, kit_known(0))), l.next);
    kit_set(x->k, least, steps);
    if (several)
        kit_loop_end(x->k, &l);
    else {
        kit_go(x->k, l.next);
        x->k->cur = l.next;
    }
    kit_cond off = kit_or(x->k, kit_compare(x->k, IR_LT, from, kit_known(0)),
                          kit_compare(x->k, IR_EQ, kit_read(x->k, any), kit_known(0))); /* there is nowhere to go */
    if (!several)
        off = kit_or(x->k, off, kit_compare(x->k, IR_LT, end, kit_known(0)));
    return kit_choose(x->k, off, kit_known(0), kit_read(x->k, least));
}
