/* Whether any piece can step, or hop over a neighbour: asked of all sites at once. For each way by itself, where it
 * leads is a table of the site that the piece stands on, so that what has to hold is a condition on that site alone:
 * one that is asked of all sites by masks, where walking a way asks one after the other. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"

#include <string.h>

enum { WAYS_MAX = 16 };

/* Nothing but whether there is such a move. */
static bool only_asks(const lu *x, const lu_use *k)
{
    return !k->play && !k->joint && !k->run && !k->check && !k->longest && !k->filters && !k->other_mover &&
           !k->avoids_stored && !k->aim && !k->die && !k->begun && !x->stacks && !(x->no_repeat && k->rules);
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
static lu_cond leads_on(lu *x, const lu_at_once *o, lu_num site, lu_num what, uint32_t facing, uint32_t way)
{
    const lu_rays *r = o->rays;
    const ludii_value *between = o->hop ? lu_item(x, o->v, "Between") : NULL, *to = lu_item(x, o->v, "To");
    const ludii_value *hurdle = between ? lu_arg(x, between, "if") : NULL, *fits = to ? lu_arg(x, to, "if") : NULL;
    const lu_stands *outer = x->stands;
    lu_stands here = outer ? *outer : (lu_stands){0};
    const int32_t row = (int32_t)(facing * x->default_count);
    lu_num from = lu_clamp(x, site, 0, (int32_t)x->default_count - 1, -1);
    lu_cond c = r->facing ? lu_compare(x, IR_EQ, lu_facing_row(x, what), lu_known(row)) : lu_truth(true);
    here.of[LU_FROM] = &site;
    x->stands = &here;
    if (row > 0)
        from = lu_choose_num(x, lu_compare(x, IR_GE, from, lu_known(0)), lu_op(x, IR_ADD, from, lu_known(row)),
                             lu_known(-1));
    lu_num place = lu_look2(x, r->table, from, lu_known((int32_t)way)), there, over;
    c = lu_and(x, c, lu_compare(x, IR_NE, place, lu_known(0)));
    if (o->hop) {
        over = lu_look(x, r->site, place);
        here.of[LU_BETWEEN] = &over;
        c = lu_and(x, c, hurdle ? lu_bool(x, hurdle) : lu_compare(x, IR_NE, lu_what_at(x, over), lu_known(0)));
        place = lu_look(x, r->next, place);
        c = lu_and(x, c, lu_compare(x, IR_NE, place, lu_known(0)));
    }
    there = lu_look(x, r->site, place);
    here.of[LU_TO] = &there;
    if (fits)
        c = lu_and(x, c, lu_bool(x, fits));
    x->stands = outer;
    return c;
}

static void note_search(void *user, const ir_expr_data *reach)
{
    (void)reach;
    *(bool *)user = true;
}

static lu_cond leads_on_by(lu *x, const lu_at_once *o, lu_num what, uint32_t i)
{
    return leads_on(x, o, lu_read(x, o->site), what, i / o->rays->width, i % o->rays->width);
}

/* The conditions are expressions, without code that prepares them: tried where no path comes, and of any piece, so that
 * nothing is known to fail that is asked of others. */
static bool is_plain(lu *x, const lu_at_once *o)
{
    const ir_node outer = x->cur, apart = x->cur = lu_node(x);
    bool searches = false;
    for (uint32_t i = 0; i < o->count && x->cur == apart && !searches && !x->failed; i++) {
        lu_cond c = leads_on_by(x, o, lu_what_at(x, lu_read(x, o->site)), i);
        if (!c.known)
            ir_each_reach(x->g, c.e, note_search, &searches);
    }
    const bool plain = x->cur == apart && !searches && !x->failed;
    x->cur = outer;
    return plain;
}

bool lu_goes_at_once(lu *x, const ludii_value *moves, const lu_use *k, lu_at_once *o)
{
    const ludeme_code *code = lu_code(x, moves);
    if (!code || !only_asks(x, k) || (code->moves != lu_move_step && code->moves != lu_move_hop))
        return false;
    *o = (lu_at_once){
        .v = moves, .hop = code->moves == lu_move_hop, .site = lu_scratch(x, "standing", 0, (int32_t)x->sites - 1)};
    if (!has_shape(x, moves, o->hop))
        return false;
    o->rays = lu_directions(x, lu_item(x, moves, "Direction"), "Adjacent");
    if (x->failed || o->rays->otherwise || o->rays->by_heading || o->rays->last)
        return false;
    o->count = o->rays->width * (o->rays->facing ? x->facing_count : 1);
    return o->count <= WAYS_MAX && is_plain(x, o);
}

void lu_go_at_once(lu *x, const lu_at_once *o, lu_num what, uint32_t i, ir_node found)
{
    lu_check(x, leads_on_by(x, o, what, i));
    lu_go(x, found);
}
