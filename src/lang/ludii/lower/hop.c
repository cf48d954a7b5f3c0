/* Moves over other pieces, and leaps. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"

#include <string.h>

typedef struct hop {
    lu *x;
    const ludii_value *v, *to, *between, *hurdle, *apply;
    const lu_rays *r;
    ir_var place, length;
    lu_use use;
    int32_t before, after, most, hurdles; /* hurdles: so many were passed */
    ir_var first, left;                   /* with several: the place of the first; a counter */
    bool steps;                           /* over nothing at all: what is said of the end's effect does not count */
} hop;

static int32_t limit(lu *x, const ludii_value *v, const char *label)
{
    int32_t n = 0;
    const ludii_value *a = v ? lu_arg(x, v, label) : NULL;
    if (a && !lu_known_int(x, a, &n))
        lu_refuse(x, a, "a distance that changes");
    return n;
}

static void next_place(hop *h)
{
    lu *x = h->x;
    kit_set(x->k, h->place, kit_look(x->k, h->r->next, kit_read(x->k, h->place)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, h->place), kit_known(0)));
}

static void count_step(hop *h, int32_t max)
{
    lu *x = h->x;
    if (max >= h->most)
        return;
    lu_count_step(x, h->length, kit_known(max));
}

/* Empty sites, too, if nothing is said of hurdles. */
static kit_cond is_hurdle(hop *h)
{
    return h->hurdle ? lu_bool(h->x, h->hurdle) : kit_truth(!h->between || !lu_quirk(h->x, QUIRK_HURDLES_ARE_SAID));
}

/* What was passed, one hurdle after the other. */
static void pass_hurdles(lu *x, const lu_move *m)
{
    const hop *h = m->data;
    kit_num outer = lu_keep(x, LU_BETWEEN, "outer");
    kit_set(x->k, h->place, kit_read(x->k, h->first));
    kit_loop l = kit_loop_begin(x->k, h->left, kit_known(0), kit_known(m->hurdles));
    lu_at_place(x, LU_BETWEEN, h->r, h->place);
    lu_note_passed(x);
    if (h->apply)
        lu_effect_apply(x, h->apply);
    kit_set(x->k, h->place, kit_look(x->k, h->r->next, kit_read(x->k, h->place)));
    kit_loop_end(x->k, &l);
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), outer);
    kit_set(x->k, h->left, kit_known(0));
    kit_set(x->k, h->place, kit_known(0));
    kit_set(x->k, h->first, kit_known(0));
}

static void hop_move(hop *h, bool stops)
{
    lu *x = h->x;
    lu_move m = {.kind = LU_MOVE, .v = h->v, .tells_way = h->r->ambiguous, .hides_top = true};
    lu_from_level(x, h->v, lu_item(x, h->v, "From"), &m);
    const ludii_value *apply = h->to && !h->steps ? lu_item(x, h->to, "Apply") : NULL;
    m.passes = h->hurdles == 1 && h->first == IR_NONE;
    if (stops && lu_notes_passed(x) && !m.passes)
        lu_refuse(x, h->v, "a hop that stops behind several, if it is asked what was passed,");
    if (stops) { /* nothing is done to what was passed */
    } else if (h->apply && h->hurdles == 1 && h->first == IR_NONE)
        lu_add_apply(x, &m, h->apply);
    else if ((h->apply || lu_notes_passed(x)) && h->hurdles > 0 &&
             h->first != IR_NONE) { /* over nothing at all, nothing is done to it */
        m.effect = pass_hurdles;
        m.hurdles = h->hurdles;
        m.data = h;
    }
    if (apply && apply->items[0])
        kit_check(x->k, lu_bool(x, apply->items[0]));
    if (apply && apply->items[1])
        m.before[m.befores++] = apply->items[1];
    lu_emit(x, &h->use, &m);
}

/* Behind the hurdles: the first site, and more as far as `after` allows. With no hurdles at all it is the first of the
 * way. */
static void land(hop *h, bool at_once)
{
    lu *x = h->x;
    const ludii_value *apply = h->to && !h->steps ? lu_item(x, h->to, "Apply") : NULL,
                      *c = h->to ? lu_arg(x, h->to, "if") : NULL;
    if (h->after && h->after < h->most)
        kit_set(x->k, h->length, kit_known(0));
    ir_node here = kit_node(x->k);
    if (!at_once)
        next_place(h);
    kit_go(x->k, here);
    x->k->cur = here;
    lu_at_place(x, LU_TO, h->r, h->place);
    kit_cond fits = c ? lu_bool(x, c) : kit_truth(true);
    ir_node no = IR_NONE;
    if (apply && apply->items[0])
        no = kit_branch(x->k, fits);
    else
        kit_check(x->k, fits);
    ir_node yes = x->k->cur;
    const bool stops = no != IR_NONE && lu_quirk(x, QUIRK_HOP_STOPS);
    if (!stops)
        hop_move(h, false);
    if (h->after) {
        x->k->cur = yes;
        next_place(h);
        count_step(h, h->after);
        kit_go(x->k, here);
    }
    if (no != IR_NONE) {
        x->k->cur = no;
        hop_move(h, stops);
    }
}

/* From the first hurdle on, when only the position says how many there shall be. */
static void hop_varying(hop *h, const lu_range *hurdles, bool exact)
{
    lu *x = h->x;
    ir_var passed = kit_scratch(x->k, "passed", 0, 1000);
    kit_set(x->k, passed, kit_known(1));
    ir_node head = kit_node(x->k);
    kit_cond more = kit_compare(x->k, IR_LT, kit_read(x->k, passed), hurdles->max);
    kit_go(x->k, head);
    x->k->cur = head;
    if (exact) { /* either more of them or the end: so a way has one path, not one for each number of hurdles */
        ir_node enough = kit_branch(x->k, more), on = x->k->cur;
        x->k->cur = enough;
        kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, passed), hurdles->max));
        land(h, false);
        x->k->cur = on;
    } else {
        kit_cond enough = kit_compare(x->k, IR_GE, kit_read(x->k, passed), hurdles->min);
        kit_check(x->k, kit_and(x->k, enough, kit_compare(x->k, IR_LE, kit_read(x->k, passed), hurdles->max)));
        land(h, false);
        x->k->cur = head;
        kit_check(x->k, more);
    }
    next_place(h);
    lu_at_place(x, LU_BETWEEN, h->r, h->place);
    kit_check(x->k, is_hurdle(h));
    kit_set(x->k, passed, kit_op(x->k, IR_ADD, kit_read(x->k, passed), kit_known(1)));
    kit_go(x->k, head);
}

void lu_move_hop(lu *x, const ludii_value *v, const lu_use *k)
{
    hop h = {.x = x,
             .v = v,
             .to = lu_target_of(x, v),
             .between = lu_item(x, v, "Between"),
             .first = IR_NONE,
             .left = IR_NONE};
    const ludii_value *range = h.between ? lu_item(x, h.between, "Range") : NULL;
    if (h.between && lu_arg(x, h.between, "trail"))
        lu_refuse(x, h.between, "`trail:` of a hop");
    h.use = lu_with_then(x, k, lu_item(x, v, "Then"));
    h.hurdle = h.between ? lu_arg(x, h.between, "if") : NULL;
    h.apply = h.between ? lu_item(x, h.between, "Apply") : NULL;
    h.before = limit(x, h.between, "before");
    h.after = limit(x, h.between, "after");
    lu_bind_from(x, lu_item(x, v, "From"));
    h.r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    h.most = (int32_t)lu_longest_way(x);
    h.place = lu_place_var(x, h.r);
    h.length = lu_steps_var(x, kit_known(h.before > h.after ? h.before : h.after));
    lu_range hurdles = lu_range_of(x, range, 1);
    if (hurdles.max.known && hurdles.max.value > h.most && h.most > 0) /* no way is longer */
        hurdles.max = kit_known(h.most);
    bool varies = !(hurdles.min.known && hurdles.max.known && hurdles.max.value >= 1 && hurdles.max.value < 100);
    const bool exact = range && strcmp(lu_class(x, range), "Exact") == 0;
    if (varies) {
        if (h.apply || lu_notes_passed(x))
            lu_refuse(x, range, "an effect on this number of hurdles");
        hurdles.max = lu_keep_num(x, "most", hurdles.max);
        hurdles.min = exact ? hurdles.max : lu_keep_num(x, "least", hurdles.min);
    }
    lu_choose_way(x, k, h.r, h.place, true);
    if (hurdles.min.low <= 0) {
        ir_node start = x->k->cur;
        kit_check(x->k, kit_and(x->k, kit_compare(x->k, IR_LE, hurdles.min, kit_known(0)),
                                kit_compare(x->k, IR_GE, hurdles.max, kit_known(0))));
        ir_node first = x->k->cur;
        h.steps = lu_quirk(x, QUIRK_HOP_STOPS);
        land(&h, true);
        h.steps = false;
        kit_cond any = is_hurdle(&h);
        if (any.known && any.value) { /* of the hurdles that there are none is passed */
            x->k->cur = first;
            land(&h, true);
        }
        x->k->cur = start;
    }
    if (h.before && h.before < h.most)
        kit_set(x->k, h.length, kit_known(0));
    ir_node here = kit_node(x->k);
    kit_go(x->k, here);
    x->k->cur = here;
    lu_at_place(x, LU_BETWEEN, h.r, h.place);
    if (h.before) {
        ir_node no = kit_branch(x->k, is_hurdle(&h)), yes = x->k->cur;
        x->k->cur = no;
        lu_at_place(x, LU_TO, h.r, h.place);
        if (h.to && lu_arg(x, h.to, "if"))
            kit_check(x->k, lu_bool(x, lu_arg(x, h.to, "if")));
        else
            kit_check(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, lu_context_num(x, LU_TO)), kit_known(0)));
        next_place(&h);
        count_step(&h, h.before);
        kit_go(x->k, here);
        x->k->cur = yes;
    } else
        kit_check(x->k, is_hurdle(&h));
    if (range) {
        h.first = kit_scratch(x->k, "first", 0, (int32_t)h.r->places - 1);
        h.left = kit_scratch(x->k, "left", 0, 200);
        kit_set(x->k, h.first, kit_read(x->k, h.place));
    } else
        h.first = IR_NONE;
    if (varies) {
        hop_varying(&h, &hurdles, exact);
        return;
    }
    int32_t min = hurdles.min.known ? hurdles.min.value : 1, max = hurdles.max.known ? hurdles.max.value : 1;
    for (int32_t n = 1; n <= max && !x->failed; n++) {
        ir_node behind = x->k->cur;
        h.hurdles = n;
        if (n >= min)
            land(&h, false);
        x->k->cur = behind;
        if (n == max)
            break;
        next_place(&h);
        lu_at_place(x, LU_BETWEEN, h.r, h.place);
        kit_check(x->k, is_hurdle(&h));
    }
}

/* ---- leap ---- */

/* Whether the end is in another row or column, on the side to which the piece looks. */
static kit_cond is_ahead(lu *x)
{
    const gr_sites *s = &x->b->sites[x->b->default_site];
    uint32_t n = x->components.count;
    int32_t *up = ARENA_ARRAY(x->a, int32_t, n), *right = ARENA_ARRAY(x->a, int32_t, n),
            *row = ARENA_ARRAY(x->a, int32_t, s->count), *column = ARENA_ARRAY(x->a, int32_t, s->count);
    for (uint32_t i = 1; i < n; i++) {
        const int d = vec_at(&x->components, i).facing;
        if (d < 0) /* what looks nowhere goes anywhere */
            continue;
        up[i] = d % 2 ? 2 : d < 4 || d > 12 ? 1 : d > 4 && d < 12 ? -1 : 0; /* 2: never */
        right[i] = d > 0 && d < 8 ? 1 : d > 8 ? -1 : 0;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        row[i] = (int32_t)s->row[i];
        column[i] = (int32_t)s->column[i];
    }
    ir_const rows = kit_table(x->k, 0, row, s->count, 0), columns = kit_table(x->k, 0, column, s->count, 0);
    kit_num what = lu_what_at(x, lu_context_num(x, LU_FROM));
    kit_num dy = kit_op(x->k, IR_SUB, kit_look(x->k, rows, lu_context_num(x, LU_TO)),
                        kit_look(x->k, rows, lu_context_num(x, LU_FROM)));
    kit_num dx = kit_op(x->k, IR_SUB, kit_look(x->k, columns, lu_context_num(x, LU_TO)),
                        kit_look(x->k, columns, lu_context_num(x, LU_FROM)));
    kit_num y = lu_keep_num(x, "up", kit_look(x->k, kit_table(x->k, 0, up, n, 0), what)),
            z = lu_keep_num(x, "right", kit_look(x->k, kit_table(x->k, 0, right, n, 0), what));
    const kit_num none = kit_known(0);
    kit_cond rises = kit_compare(x->k, IR_GT, kit_op(x->k, IR_MUL, y, dy), none),
             goes = kit_compare(x->k, IR_GT, kit_op(x->k, IR_MUL, z, dx), none);
    kit_cond both = kit_and(x->k, kit_or(x->k, rises, kit_compare(x->k, IR_EQ, y, none)),
                            kit_or(x->k, goes, kit_compare(x->k, IR_EQ, z, none)));
    return kit_and(x->k, both, kit_compare(x->k, IR_LT, y, kit_known(2)));
}

void lu_move_leap(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *to = lu_target_of(x, v), *walks = NULL;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    lu_move m = {.kind = LU_MOVE, .v = v};
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]))
            walks = v->items[i];
    lu_bind_from(x, lu_item(x, v, "From"));
    lu_pick_site(x,
                 lu_near_table(x,
                               lu_walk_ends(x, walks, !lu_arg(x, v, "rotations") || lu_flag(x, v, "rotations", true)),
                               lu_context_num(x, LU_FROM)),
                 lu_context_var(x, LU_TO));
    if (lu_arg(x, v, "forward"))
        kit_check(x->k, kit_or(x->k, kit_not(x->k, lu_bool(x, lu_arg(x, v, "forward"))), is_ahead(x)));
    if (to && lu_arg(x, to, "if"))
        kit_check(x->k, lu_bool(x, lu_arg(x, to, "if")));
    lu_add_apply(x, &m, to ? lu_item(x, to, "Apply") : NULL);
    lu_emit(x, &use, &m);
}
