/* Along ways from a site: pieces that are shot, moves for each direction. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

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
    w->steps = lu_scratch(x, "steps", 0, 1000);
    w->range = lu_range_of(x, between ? lu_item(x, between, "Range") : NULL, standard_max);
    lu_set(x, w->steps, lu_known(1));
    lu_pick(x, way, 0, (int32_t)r->width - 1);
    lu_set(x, w->place, lu_ray(x, r, start, lu_read(x, way)));
    lu_check(x, lu_compare(x, IR_NE, lu_read(x, w->place), lu_known(0)));
}

static lu_num here(lu *x, const walk *w) { return lu_look(x, w->r->site, lu_read(x, w->place)); }

static lu_cond far_enough(lu *x, const walk *w) { return lu_compare(x, IR_GE, lu_read(x, w->steps), w->range.min); }

/* One step further, as long as that is allowed. */
static void walk_on(lu *x, const walk *w, ir_node again)
{
    lu_check(x, lu_compare(x, IR_LT, lu_read(x, w->steps), w->range.max));
    lu_set(x, w->steps, lu_op(x, IR_ADD, lu_read(x, w->steps), lu_known(1)));
    lu_set(x, w->place, lu_look(x, w->r->next, lu_read(x, w->place)));
    lu_check(x, lu_compare(x, IR_NE, lu_read(x, w->place), lu_known(0)));
    lu_go(x, again);
}

static lu_num start_of(lu *x, const ludii_value *from, lu_num standard)
{
    const ludii_value *one = from ? lu_item(x, from, "Int") : NULL;
    if (from && (lu_item(x, from, "Sites") || lu_arg(x, from, "level")))
        lu_refuse_ludeme(x, from);
    ir_var start = lu_scratch(x, "start", -2, (int32_t)x->sites - 1);
    lu_set(x, start, lu_as_site(x, one ? lu_int(x, one) : standard));
    return lu_read(x, start);
}

/* A piece is put on any site that is reached over free ones. */
void lu_move_shoot(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *piece = lu_item(x, v, "MovePiece"), *between = lu_item(x, v, "Between"), *to = lu_item(x, v, "To");
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
    lu_emit(x, &use, &(lu_move){.kind = LU_ADD, .v = v, .one_site = true, .shot = true, .piece = lu_piece_number(x, piece->items[0])});
    x->cur = free;
    walk_on(x, &w, again);
}

/* Moves for the sites on ways from a site, which is `(to)` in them. One who starts from another site than the piece's
 * looks in the direction from it. */
void lu_for_direction(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To"), *between = lu_item(x, v, "Between");
    const ludii_value *apply = to ? lu_item(x, to, "Apply") : NULL, *moves = to ? (apply ? apply->items[1] : NULL) : lu_item(x, v, "Moves");
    const ludii_value *go = between ? lu_arg(x, between, "if") : NULL;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    walk w;
    if (!moves) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_num start = start_of(x, from, lu_context_num(x, LU_FROM)), facing;
    if (from) {
        ir_var heading = lu_scratch(x, "heading", 0, 16);
        lu_set(x, heading, lu_heading(x, lu_context_num(x, LU_FROM), start));
        facing = lu_read(x, heading);
    }
    begin_walk(x, &w, lu_directions_from(x, lu_item(x, v, "Direction"), "Adjacent", from ? &facing : NULL), between, 1, start);
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
