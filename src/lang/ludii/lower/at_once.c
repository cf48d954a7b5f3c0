/* Whether any piece can step, or hop over a neighbour: asked of all sites at once. For each way by itself, where it
 * leads is a table of the site that the piece stands on, so that what has to hold is a condition on that site alone:
 * one that is asked of all sites by masks, where walking a way asks one after the other. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"

#include <string.h>

enum { WAYS_MAX = 16, HOPS_MAX = 4 /* ways in a condition that is asked besides: of more it is too long */ };

/* Nothing else has to hold. */
static bool is_alone(const lu *x, const lu_use *k)
{
    return !k->joint && !k->filters && !k->other_mover && !k->avoids_stored && !k->aim && !k->die && !k->begun &&
           !x->stacks && !(x->no_repeat && k->rules);
}

/* Nothing but whether there is such a move. */
static bool only_asks(const lu *x, const lu_use *k)
{
    return !k->play && !k->run && !k->check && !k->longest && is_alone(x, k);
}

/* From the site of the piece. */
static bool from_there(lu *x, const ludii_value *from)
{
    const ludii_value *one = from ? lu_item(x, from, "Int") : NULL;
    if (!from)
        return true;
    if (lu_item(x, from, "Sites") || lu_arg(x, from, "if") || lu_arg(x, from, "level") ||
        lu_ground_of(x, from) != LU_OWN)
        return false;
    return !one || strcmp(lu_class(x, one), "ContextFrom") == 0;
}

static bool has_shape(lu *x, const ludii_value *v, bool hop)
{
    const ludii_value *between = hop ? lu_item(x, v, "Between") : NULL, *to = lu_item(x, v, "To"),
                      *apply = to ? lu_item(x, to, "Apply") : NULL;
    if (!from_there(x, lu_item(x, v, "From")) || (to && (lu_item(x, to, "Sites") || lu_item(x, to, "Int"))))
        return false;
    if (between && (lu_item(x, between, "Range") || lu_arg(x, between, "before") || lu_arg(x, between, "after") ||
                    lu_arg(x, between, "trail")))
        return false;
    return !hop || !apply || !apply->items[0];
}

/* Of a way from a site, for pieces that look in one direction. */
static kit_cond leads_on(lu *x, const lu_at_once *o, kit_num site, kit_num what, uint32_t facing, uint32_t way)
{
    const lu_rays *r = o->rays;
    const ludii_value *between = o->hop ? lu_item(x, o->v, "Between") : NULL, *to = lu_item(x, o->v, "To");
    const ludii_value *hurdle = between ? lu_arg(x, between, "if") : NULL, *fits = to ? lu_arg(x, to, "if") : NULL;
    const lu_stands *outer = x->stands;
    lu_stands here = outer ? *outer : (lu_stands){0};
    const int32_t row = (int32_t)(facing * x->default_count);
    kit_num from = kit_clamp(x->k, site, 0, (int32_t)x->default_count - 1, -1);
    kit_cond c = r->facing ? kit_compare(x->k, IR_EQ, lu_facing_row(x, what), kit_known(row)) : kit_truth(true);
    here.of[LU_FROM] = &site;
    x->stands = &here;
    if (row > 0)
        from = kit_choose(x->k, kit_compare(x->k, IR_GE, from, kit_known(0)),
                          kit_op(x->k, IR_ADD, from, kit_known(row)), kit_known(-1));
    kit_num place = kit_look2(x->k, o->ways, from, kit_known((int32_t)way)), there, over;
    c = kit_and(x->k, c, kit_compare(x->k, IR_NE, place, kit_known(0)));
    if (o->hop) {
        over = kit_look(x->k, r->site, place);
        here.of[LU_BETWEEN] = &over;
        c = kit_and(x->k, c, hurdle ? lu_bool(x, hurdle) : kit_compare(x->k, IR_NE, lu_what_at(x, over), kit_known(0)));
        place = kit_look(x->k, r->next, place);
        c = kit_and(x->k, c, kit_compare(x->k, IR_NE, place, kit_known(0)));
    }
    there = kit_look(x->k, r->site, place);
    here.of[LU_TO] = &there;
    if (fits)
        c = kit_and(x->k, c, lu_bool(x, fits));
    x->stands = outer;
    return c;
}

static void note_search(void *user, const ir_expr_data *reach)
{
    (void)reach;
    *(bool *)user = true;
}

static kit_cond leads_on_by(lu *x, const lu_at_once *o, kit_num what, uint32_t i)
{
    return leads_on(x, o, kit_read(x->k, o->site), what, i / o->rays->width, i % o->rays->width);
}

/* The conditions are expressions, without code that prepares them: tried where no path comes, and of any piece, so that
 * nothing is known to fail that is asked of others. */
static bool is_plain(lu *x, const lu_at_once *o)
{
    const ir_node outer = x->k->cur, apart = x->k->cur = kit_node(x->k);
    bool searches = false;
    for (uint32_t i = 0; i < o->count && x->k->cur == apart && !searches && !x->failed; i++) {
        kit_cond c = leads_on_by(x, o, lu_what_at(x, kit_read(x->k, o->site)), i);
        if (!c.known)
            ir_each_reach(x->k->g, c.e, note_search, &searches);
    }
    const bool plain = x->k->cur == apart && !searches && !x->failed;
    x->k->cur = outer;
    return plain;
}

static bool find_ways(lu *x, const ludii_value *moves, lu_at_once *o)
{
    if (!has_shape(x, moves, o->hop))
        return false;
    o->rays = lu_directions(x, lu_item(x, moves, "Direction"), "Adjacent");
    if (x->failed || o->rays->otherwise || o->rays->by_heading || o->rays->last)
        return false;
    o->ways = o->rays->table;
    o->count = o->rays->width * (o->rays->facing ? x->facing_count : 1);
    return o->count <= WAYS_MAX && is_plain(x, o);
}

bool lu_goes_at_once(lu *x, const ludii_value *moves, const lu_use *k, lu_at_once *o)
{
    const ludeme_code *code = lu_code(x, moves);
    if (!code || !only_asks(x, k) || (code->moves != lu_move_step && code->moves != lu_move_hop))
        return false;
    *o = (lu_at_once){
        .v = moves, .hop = code->moves == lu_move_hop, .site = kit_scratch(x->k, "standing", 0, (int32_t)x->sites - 1)};
    return find_ways(x, moves, o);
}

void lu_check_hops(lu *x, const ludii_value *moves, const lu_use *k, kit_num what)
{
    const ludeme_code *code = lu_code(x, moves);
    lu_at_once o = {.v = moves, .hop = true, .site = lu_context_var(x, LU_FROM)};
    kit_cond any = kit_truth(false);
    if (!code || code->moves != lu_move_hop || (!k->run && !k->longest) || !is_alone(x, k) ||
        !find_ways(x, moves, &o) || o.count > HOPS_MAX)
        return;
    for (uint32_t i = 0; i < o.count; i++)
        any = kit_or(x->k, any, leads_on_by(x, &o, what, i));
    kit_check(x->k, any);
}

void lu_go_at_once(lu *x, const lu_at_once *o, kit_num what, uint32_t i, ir_node found)
{
    kit_check(x->k, leads_on_by(x, o, what, i));
    kit_go(x->k, found);
}
