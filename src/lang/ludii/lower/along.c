/* Along ways from a site: pieces that are shot, drawn or pushed, moves for each direction. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"

typedef struct walk {
    const lu_rays *r;
    ir_var way, place, steps;
    lu_range range;
} walk;

/* Begins a way from a site; the first step is made. */
static void begin_walk(lu *x, walk *w, const lu_rays *r, const ludii_value *between, int32_t standard_max,
                       kit_num start)
{
    w->r = r;
    w->way = kit_scratch(x->k, "way", 0, (int32_t)r->width - 1);
    w->place = kit_scratch(x->k, "place", 0, (int32_t)r->places - 1);
    w->range = lu_range_of(x, between ? lu_item(x, between, "Range") : NULL, standard_max);
    w->steps = lu_steps_var(x, w->range.max);
    if (w->range.limited)
        kit_set(x->k, w->steps, kit_known(1));
    kit_pick(x->k, w->way, 0, (int32_t)r->width - 1);
    kit_set(x->k, w->place, lu_ray(x, r, start, kit_read(x->k, w->way)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, w->place), kit_known(0)));
}

static kit_num here(lu *x, const walk *w) { return kit_look(x->k, w->r->site, kit_read(x->k, w->place)); }

static kit_cond far_enough(lu *x, const walk *w)
{
    return w->range.limited ? kit_compare(x->k, IR_GE, kit_read(x->k, w->steps), w->range.min) : kit_truth(true);
}

/* One step further, as long as that is allowed. */
static void walk_on(lu *x, const walk *w, ir_node again)
{
    if (w->range.max.known && w->range.max.value <= 1)
        return;           /* the first was all */
    if (w->range.limited) /* else the way ends by itself */
        lu_count_step(x, w->steps, w->range.max);
    kit_set(x->k, w->place, kit_look(x->k, w->r->next, kit_read(x->k, w->place)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, w->place), kit_known(0)));
    kit_go(x->k, again);
}

static kit_num start_of(lu *x, const ludii_value *from, kit_num standard)
{
    const ludii_value *one = from ? lu_item(x, from, "Int") : NULL;
    if (from && (lu_item(x, from, "Sites") || lu_arg(x, from, "level") || lu_arg(x, from, "if") ||
                 !lu_on_default_sites(x, from)))
        lu_refuse_ludeme(x, from);
    ir_var start = kit_scratch(x->k, "start", -2, (int32_t)x->sites - 1);
    kit_set(x->k, start, lu_as_site(x, one ? lu_int(x, one) : standard));
    return kit_read(x->k, start);
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
    const bool by_end = lu_quirk(x, QUIRK_SHOTS_ASK_END);
    if (by_end)
        lu_pass_over(x, between), between = go = NULL;
    if (by_end && !to && x->b->default_site != GR_CELL)
        lu_refuse(x, v, "shooting at empty cells of a board that is not of cells");
    kit_num start = start_of(x, lu_item(x, v, "From"), lu_context_num(x, LU_LAST_TO));
    begin_walk(x, &w, lu_directions(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent"), between, 1000, start);
    ir_var passed = kit_scratch(x->k, "passed", -1, (int32_t)x->sites - 1);
    kit_set(x->k, passed, kit_known(-1)); /* nothing is passed on the first step */
    ir_node again = kit_node(x->k);
    kit_go(x->k, again);
    x->k->cur = again;
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), here(x, &w));
    kit_set(x->k, lu_context_var(x, LU_TO), here(x, &w));
    if (!by_end || !fits)
        kit_check(x->k, go ? lu_bool(x, go) : kit_compare(x->k, IR_EQ, lu_what_at(x, here(x, &w)), kit_known(0)));
    if (fits) { /* else the way ends */
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), kit_read(x->k, passed));
        kit_check(x->k, lu_bool(x, fits));
    }
    ir_node free = x->k->cur;
    kit_check(x->k, far_enough(x, &w));
    lu_emit(x, &use,
            &(lu_move){.kind = LU_ADD, .v = v, .one_site = true, .piece = lu_piece_number(x, piece->items[0])});
    x->k->cur = free;
    kit_set(x->k, passed, here(x, &w));
    walk_on(x, &w, again);
}

/* The condition of a site between, where the way is not long enough yet; the node behind. */
static ir_node check_in_front(lu *x, const walk *w, const ludii_value *go)
{
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), here(x, w));
    kit_check(x->k, kit_or(x->k, far_enough(x, w), lu_bool(x, go)));
    return x->k->cur;
}

static void forget_way(lu *x, ir_var v, uint32_t width)
{
    vec_push(x->a, &x->ways, v);
    vec_push(x->a, &x->ways, width);
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
    kit_num start = start_of(x, from, lu_context_num(x, LU_FROM)), facing;
    const uint32_t outer = x->ways.count;
    const bool several = outer || lu_mentions(x, moves, "ForEach.Direction") || lu_mentions(x, moves, "Sites.Move");
    if (from) {
        ir_var heading = kit_scratch(x->k, "heading", 0, 16);
        if (several)
            forget_way(x, heading, 0);
        kit_set(x->k, heading, lu_heading(x, lu_context_num(x, LU_FROM), start));
        facing = kit_read(x->k, heading);
    }
    begin_walk(x, &w, lu_directions_from(x, lu_item(x, v, "Direction"), "Adjacent", from ? &facing : NULL), between, 1,
               start);
    ir_node again = kit_node(x->k);
    kit_go(x->k, again);
    x->k->cur = again;
    ir_node entry = x->k->cur;
    const bool all_along = lu_quirk(x, QUIRK_DIRECTIONS_END);
    const ludii_value *fits = to ? lu_arg(x, to, "if") : NULL;
    if (all_along && go)
        entry = check_in_front(x, &w, go);
    kit_set(x->k, lu_context_var(x, LU_TO), here(x, &w));
    if (all_along && fits) {
        kit_check(x->k, lu_bool(x, fits));
        entry = x->k->cur;
    }
    kit_check(x->k, far_enough(x, &w));
    if (!all_along && fits)
        kit_check(x->k, lu_bool(x, fits));
    if (!all_along && apply && apply->items[0])
        kit_check(x->k, lu_bool(x, apply->items[0]));
    else if (apply)
        lu_pass_over(x, apply->items[0]);
    if (several) { /* may lead to the same move, which leaves nothing in their variables */
        forget_way(x, w.way, outer ? 0 : w.r->width);
        forget_way(x, w.place, 0);
        forget_way(x, vec_at(&x->k->g->exprs, start.e).a, 0);
    }
    lu_moves(x, moves, &use);
    x->ways.count = outer;
    x->k->cur = entry;
    if (go && !all_along) {
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), here(x, &w));
        kit_check(x->k, lu_bool(x, go));
    }
    walk_on(x, &w, again);
}

/* ---- ways one after the other ---- */

/* Begins one way after the other; the place is 0 where there is none. */
static kit_loop each_way(lu *x, const lu_rays *r, kit_num start, ir_var place)
{
    ir_var way = kit_scratch(x->k, "way", 0, (int32_t)r->width);
    kit_loop l = kit_loop_begin(x->k, way, kit_known(0), kit_known((int32_t)r->width));
    kit_set(x->k, place, lu_ray(x, r, start, kit_read(x->k, way)));
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
    if (!apply || (to && (lu_item(x, to, "Sites") || lu_item(x, to, "Int") || !apply->items[1]))) {
        lu_refuse_ludeme(x, v);
        return;
    }
    kit_num outer = lu_keep(x, LU_TO, "outer"), outer_between = lu_keep(x, LU_BETWEEN, "outer");
    kit_num start = start_of(x, from, lu_context_num(x, LU_FROM));
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    walk w = {r, IR_NONE, kit_scratch(x->k, "place", 0, (int32_t)r->places - 1), IR_NONE,
              lu_range_of(x, between ? lu_item(x, between, "Range") : NULL, 1)};
    w.steps = lu_steps_var(x, w.range.max);
    kit_loop ways = each_way(x, r, start, w.place);
    kit_set(x->k, w.steps, kit_known(1));
    ir_node head = kit_node(x->k), on = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, w.place), kit_known(0)), ways.next);
    const bool all_along = lu_quirk(x, QUIRK_DIRECTIONS_END);
    const ludii_value *fits = to ? lu_arg(x, to, "if") : NULL;
    if (all_along && go) {
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), here(x, &w));
        kit_branch_to(x->k, kit_or(x->k, far_enough(x, &w), lu_bool(x, go)), ways.next);
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), outer_between);
    }
    kit_set(x->k, lu_context_var(x, LU_TO), here(x, &w));
    if (all_along && fits)
        kit_branch_to(x->k, lu_bool(x, fits), ways.next);
    kit_branch_to(x->k, far_enough(x, &w), on);
    if (!all_along && fits)
        kit_branch_to(x->k, lu_bool(x, fits), on);
    if (all_along && to) {
        lu_pass_over(x, apply->items[0]);
        lu_effect(x, apply->items[1]);
    } else
        lu_effect(x, apply);
    kit_go(x->k, on);
    x->k->cur = on;
    if (go && !all_along) {
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), here(x, &w));
        kit_branch_to(x->k, lu_bool(x, go), ways.next);
    }
    kit_branch_to(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, w.steps), w.range.max), ways.next);
    kit_set(x->k, w.steps, kit_op(x->k, IR_ADD, kit_read(x->k, w.steps), kit_known(1)));
    kit_set(x->k, w.place, kit_look(x->k, r->next, kit_read(x->k, w.place)));
    kit_go(x->k, head);
    x->k->cur = ways.done;
    kit_set(x->k, lu_context_var(x, LU_TO), outer);
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), outer_between);
    then_of(x, v);
}

/* ---- pieces that are drawn or pushed ---- */

/* All pieces on the ways from a site come as near to it as they can, in their order. */
void lu_effect_attract(lu *x, const ludii_value *v)
{
    const lu_rays *r = lu_directions(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent");
    ir_var place = kit_scratch(x->k, "place", 0, (int32_t)r->places - 1),
           free = kit_scratch(x->k, "nearest", 0, (int32_t)r->places - 1);
    kit_num start = start_of(x, lu_item(x, v, "From"), lu_context_num(x, LU_LAST_TO));
    kit_loop ways = each_way(x, r, start, place);
    kit_set(x->k, free, kit_read(x->k, place));
    ir_node head = kit_node(x->k), next = kit_node(x->k), drawn = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)), ways.next);
    kit_num from = kit_look(x->k, r->site, kit_read(x->k, place)), to = kit_look(x->k, r->site, kit_read(x->k, free));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, from), kit_known(0)), next);
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, free), kit_read(x->k, place)), drawn);
    lu_displace(x, from, to, kit_known(1), false);
    kit_go(x->k, drawn);
    x->k->cur = drawn;
    kit_set(x->k, free, kit_look(x->k, r->next, kit_read(x->k, free)));
    kit_go(x->k, next);
    x->k->cur = next;
    kit_set(x->k, place, kit_look(x->k, r->next, kit_read(x->k, place)));
    kit_go(x->k, head);
    x->k->cur = ways.done;
    then_of(x, v);
}

/* The piece on a site goes one step in a direction, and so do those in its way, as far as a free site or off the board.
 */
void lu_effect_push(lu *x, const ludii_value *v)
{
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    ir_var place = kit_scratch(x->k, "place", 0, (int32_t)r->places - 1),
           carried = kit_scratch(x->k, "carried", 0, (int32_t)x->components.count - 1);
    kit_num start = start_of(x, lu_item(x, v, "From"), lu_context_num(x, LU_LAST_TO));
    start = lu_keep_num(x, "pushed", start);
    kit_num first = lu_keep_num(x, "first", lu_what_at(x, start));
    kit_loop ways = each_way(x, r, start, place);
    ir_node head = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)), ways.next); /* it stays there */
    kit_set(x->k, carried, first);
    lu_note_end(x, start);
    lu_clear_site(x, start);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_cond on = kit_and(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)),
                          kit_compare(x->k, IR_NE, kit_read(x->k, carried), kit_known(0)));
    kit_branch_to(x->k, on, ways.next);
    kit_num site = kit_look(x->k, r->site, kit_read(x->k, place)), there = lu_keep_num(x, "there", lu_what_at(x, site));
    lu_put_as_owned(x, site, kit_read(x->k, carried));
    kit_set(x->k, carried, there);
    kit_set(x->k, place, kit_look(x->k, r->next, kit_read(x->k, place)));
    kit_go(x->k, head);
    x->k->cur = ways.done;
    then_of(x, v);
}
