/* Along ways from a site: pieces that are shot, drawn or pushed, moves for each direction. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"

typedef struct walk {
    const lu_rays *r;
    ir_var place, steps;
    lu_range range;
} walk;

/* Begins a way from a site; the first step is made. */
static void begin_walk(lu *x, walk *w, const lu_rays *r, const ludii_value *between, int32_t standard_max, lu_num start)
{
    ir_var way = lu_scratch(x, "way", 0, (int32_t)r->width - 1);
    w->r = r;
    w->place = lu_scratch(x, "place", 0, (int32_t)r->places - 1);
    w->range = lu_range_of(x, between ? lu_item(x, between, "Range") : NULL, standard_max);
    w->steps = lu_steps_var(x, w->range.max);
    if (w->range.limited)
        lu_set(x, w->steps, lu_known(1));
    lu_pick(x, way, 0, (int32_t)r->width - 1);
    lu_set(x, w->place, lu_ray(x, r, start, lu_read(x, way)));
    lu_check(x, lu_compare(x, IR_NE, lu_read(x, w->place), lu_known(0)));
}

static lu_num here(lu *x, const walk *w) { return lu_look(x, w->r->site, lu_read(x, w->place)); }

static lu_cond far_enough(lu *x, const walk *w)
{
    return w->range.limited ? lu_compare(x, IR_GE, lu_read(x, w->steps), w->range.min) : lu_truth(true);
}

/* One step further, as long as that is allowed. */
static void walk_on(lu *x, const walk *w, ir_node again)
{
    if (w->range.max.known && w->range.max.value <= 1)
        return;           /* the first was all */
    if (w->range.limited) /* else the way ends by itself */
        lu_count_step(x, w->steps, w->range.max);
    lu_set(x, w->place, lu_look(x, w->r->next, lu_read(x, w->place)));
    lu_check(x, lu_compare(x, IR_NE, lu_read(x, w->place), lu_known(0)));
    lu_go(x, again);
}

static lu_num start_of(lu *x, const ludii_value *from, lu_num standard)
{
    const ludii_value *one = from ? lu_item(x, from, "Int") : NULL;
    if (from && (lu_item(x, from, "Sites") || lu_arg(x, from, "level") || lu_arg(x, from, "if") ||
                 !lu_on_default_sites(x, from)))
        lu_refuse_ludeme(x, from);
    ir_var start = lu_scratch(x, "start", -2, (int32_t)x->sites - 1);
    lu_set(x, start, lu_as_site(x, one ? lu_int(x, one) : standard));
    return lu_read(x, start);
}

/* A piece is put on any site that is reached over free ones. */
void lu_move_shoot(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *piece = lu_item(x, v, "MovePiece"), *between = lu_item(x, v, "Between"),
                      *to = lu_item(x, v, "To");
    const ludii_value *go = between ? lu_arg(x, between, "if") : NULL, *fits = to ? lu_arg(x, to, "if") : NULL;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    walk w;
    if (lu_array_of(x, piece->items[0]) || (to && lu_item(x, to, "Apply"))) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_num start = start_of(x, lu_item(x, v, "From"), lu_context_num(x, LU_LAST_TO));
    begin_walk(x, &w, lu_directions(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent"), between, 1000, start);
    ir_node again = lu_node(x);
    lu_go(x, again);
    x->cur = again;
    lu_set(x, lu_context_var(x, LU_BETWEEN), here(x, &w));
    lu_set(x, lu_context_var(x, LU_TO), here(x, &w));
    lu_check(x, go ? lu_bool(x, go) : lu_compare(x, IR_EQ, lu_what_at(x, here(x, &w)), lu_known(0)));
    ir_node free = x->cur;
    lu_check(x, far_enough(x, &w));
    if (fits)
        lu_check(x, lu_bool(x, fits));
    lu_emit(x, &use,
            &(lu_move){.kind = LU_ADD, .v = v, .one_site = true, .piece = lu_piece_number(x, piece->items[0])});
    x->cur = free;
    walk_on(x, &w, again);
}

/* Moves for the sites on ways from a site, which is `(to)` in them. One who starts from another site than the piece's
 * looks in the direction from it. */
void lu_for_direction(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To"), *between = lu_item(x, v, "Between");
    const ludii_value *apply = to ? lu_item(x, to, "Apply") : NULL,
                      *moves = to ? (apply ? apply->items[1] : NULL) : lu_item(x, v, "Moves");
    const ludii_value *go = between ? lu_arg(x, between, "if") : NULL;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    walk w;
    if (!moves || (to && (lu_item(x, to, "Sites") || lu_item(x, to, "Int")))) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_num start = start_of(x, from, lu_context_num(x, LU_FROM)), facing;
    if (from) {
        ir_var heading = lu_scratch(x, "heading", 0, 16);
        lu_set(x, heading, lu_heading(x, lu_context_num(x, LU_FROM), start));
        facing = lu_read(x, heading);
    }
    begin_walk(x, &w, lu_directions_from(x, lu_item(x, v, "Direction"), "Adjacent", from ? &facing : NULL), between, 1,
               start);
    ir_node again = lu_node(x);
    lu_go(x, again);
    x->cur = again;
    ir_node entry = x->cur;
    lu_set(x, lu_context_var(x, LU_TO), here(x, &w));
    lu_check(x, far_enough(x, &w));
    if (to && lu_arg(x, to, "if"))
        lu_check(x, lu_bool(x, lu_arg(x, to, "if")));
    if (apply && apply->items[0])
        lu_check(x, lu_bool(x, apply->items[0]));
    lu_moves(x, moves, &use);
    x->cur = entry;
    if (go) {
        lu_set(x, lu_context_var(x, LU_BETWEEN), here(x, &w));
        lu_check(x, lu_bool(x, go));
    }
    walk_on(x, &w, again);
}

/* ---- ways one after the other ---- */

/* Begins one way after the other; the place is 0 where there is none. */
static lu_loop each_way(lu *x, const lu_rays *r, lu_num start, ir_var place)
{
    ir_var way = lu_scratch(x, "way", 0, (int32_t)r->width);
    lu_loop l = lu_loop_begin(x, way, lu_known(0), lu_known((int32_t)r->width));
    lu_set(x, place, lu_ray(x, r, start, lu_read(x, way)));
    return l;
}

static void then_of(lu *x, const ludii_value *v)
{
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* An effect for each of the sites on ways from a site. */
void lu_effect_for_direction(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To"), *between = lu_item(x, v, "Between");
    const ludii_value *apply = to ? lu_item(x, to, "Apply") : lu_item(x, v, "Moves"),
                      *go = between ? lu_arg(x, between, "if") : NULL;
    if (!apply || (to && (lu_item(x, to, "Sites") || lu_item(x, to, "Int")))) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_num outer = lu_keep(x, LU_TO, "outer"), outer_between = lu_keep(x, LU_BETWEEN, "outer");
    lu_num start = start_of(x, from, lu_context_num(x, LU_FROM));
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    walk w = {r, lu_scratch(x, "place", 0, (int32_t)r->places - 1), IR_NONE,
              lu_range_of(x, between ? lu_item(x, between, "Range") : NULL, 1)};
    w.steps = lu_steps_var(x, w.range.max);
    lu_loop ways = each_way(x, r, start, w.place);
    lu_set(x, w.steps, lu_known(1));
    ir_node head = lu_node(x), on = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, w.place), lu_known(0))), ways.next, x->at);
    lu_set(x, lu_context_var(x, LU_TO), here(x, &w));
    irb_skip(x->g, lu_branch(x, far_enough(x, &w)), on, x->at);
    if (to && lu_arg(x, to, "if"))
        irb_skip(x->g, lu_branch(x, lu_bool(x, lu_arg(x, to, "if"))), on, x->at);
    lu_effect(x, apply);
    lu_go(x, on);
    x->cur = on;
    if (go) {
        lu_set(x, lu_context_var(x, LU_BETWEEN), here(x, &w));
        irb_skip(x->g, lu_branch(x, lu_bool(x, go)), ways.next, x->at);
    }
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_LT, lu_read(x, w.steps), w.range.max)), ways.next, x->at);
    lu_set(x, w.steps, lu_op(x, IR_ADD, lu_read(x, w.steps), lu_known(1)));
    lu_set(x, w.place, lu_look(x, r->next, lu_read(x, w.place)));
    lu_go(x, head);
    x->cur = ways.done;
    lu_set(x, lu_context_var(x, LU_TO), outer);
    lu_set(x, lu_context_var(x, LU_BETWEEN), outer_between);
    then_of(x, v);
}

/* ---- pieces that are drawn or pushed ---- */

/* All pieces on the ways from a site come as near to it as they can, in their order. */
void lu_effect_attract(lu *x, const ludii_value *v)
{
    const lu_rays *r = lu_directions(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent");
    ir_var place = lu_scratch(x, "place", 0, (int32_t)r->places - 1),
           free = lu_scratch(x, "nearest", 0, (int32_t)r->places - 1);
    lu_num start = start_of(x, lu_item(x, v, "From"), lu_context_num(x, LU_LAST_TO));
    lu_loop ways = each_way(x, r, start, place);
    lu_set(x, free, lu_read(x, place));
    ir_node head = lu_node(x), next = lu_node(x), drawn = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, place), lu_known(0))), ways.next, x->at);
    lu_num from = lu_look(x, r->site, lu_read(x, place)), to = lu_look(x, r->site, lu_read(x, free));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_what_at(x, from), lu_known(0))), next, x->at);
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, free), lu_read(x, place))), drawn, x->at);
    lu_displace(x, from, to, lu_known(1), false);
    lu_go(x, drawn);
    x->cur = drawn;
    lu_set(x, free, lu_look(x, r->next, lu_read(x, free)));
    lu_go(x, next);
    x->cur = next;
    lu_set(x, place, lu_look(x, r->next, lu_read(x, place)));
    lu_go(x, head);
    x->cur = ways.done;
    then_of(x, v);
}

/* The piece on a site goes one step in a direction, and so do those in its way, as far as a free site or off the board.
 */
void lu_effect_push(lu *x, const ludii_value *v)
{
    const lu_rays *r = lu_directions(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent");
    ir_var place = lu_scratch(x, "place", 0, (int32_t)r->places - 1),
           carried = lu_scratch(x, "carried", 0, (int32_t)x->components.count - 1);
    lu_num start = start_of(x, lu_item(x, v, "From"), lu_context_num(x, LU_LAST_TO));
    lu_set(x, carried, lu_what_at(x, start));
    lu_clear_site(x, start);
    lu_loop ways = each_way(x, r, start, place);
    ir_node head = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    lu_cond on = lu_and(x, lu_compare(x, IR_NE, lu_read(x, place), lu_known(0)),
                        lu_compare(x, IR_NE, lu_read(x, carried), lu_known(0)));
    irb_skip(x->g, lu_branch(x, on), ways.next, x->at);
    lu_num site = lu_look(x, r->site, lu_read(x, place)), there = lu_keep_num(x, "there", lu_what_at(x, site));
    lu_put_as_owned(x, site, lu_read(x, carried));
    lu_set(x, carried, there);
    lu_set(x, place, lu_look(x, r->next, lu_read(x, place)));
    lu_go(x, head);
    x->cur = ways.done;
    then_of(x, v);
}
