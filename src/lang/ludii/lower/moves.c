/* Moves that players choose. */
#include "lang/ludii/lower/moves.h"
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/direction_words.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/tiles.h"

#include <string.h>

/* ---- beginnings and ends ---- */

static kit_num from_now(lu *x) { return lu_context_num(x, LU_FROM); }
static kit_num to_now(lu *x) { return lu_context_num(x, LU_TO); }

static void set_context(lu *x, lu_context c, kit_num n) { kit_set(x->k, lu_context_var(x, c), n); }

/* Binds a context variable to the sites of a `(from ..)` or `(to ..)`; without any it stays. */
static bool bind_sites(lu *x, const ludii_value *v, lu_context c)
{
    const ludii_value *sites = v ? lu_item(x, v, "Sites") : NULL, *one = v ? lu_item(x, v, "Int") : NULL;
    if (sites) { /* which may speak of what is bound until now */
        bool own = lu_mentions(x, sites, c == LU_TO ? "ContextTo" : "ContextFrom");
        ir_var site = own ? kit_scratch(x->k, "bound", -2, (int32_t)x->sites - 1) : lu_context_var(x, c);
        lu_pick_site(x, lu_sites(x, sites), site);
        if (own)
            set_context(x, c, kit_read(x->k, site));
        return true;
    }
    if (one) {
        kit_num n = lu_as_site(x, lu_int(x, one));
        if (!(n.e != IR_NONE && !n.known && vec_at(&x->k->g->exprs, n.e).op == IR_VAR &&
              vec_at(&x->k->g->exprs, n.e).a == lu_context_var(x, c)))
            set_context(x, c, n);
        if (n.low < 0)
            kit_check(x->k, kit_compare(x->k, IR_GE, lu_context_num(x, c), kit_known(0)));
        return true;
    }
    return false;
}

static void check_if(lu *x, const ludii_value *v)
{
    const ludii_value *c = v ? lu_arg(x, v, "if") : NULL;
    if (c)
        kit_check(x->k, lu_bool(x, c));
}

void lu_bind_from(lu *x, const ludii_value *v)
{
    if (v && lu_ground_of(x, v) != LU_OWN)
        lu_refuse(x, v, "moves from sites of another type than the board's");
    bind_sites(x, v, LU_FROM);
    check_if(x, v);
}

void lu_add_apply(lu *x, lu_move *m, const ludii_value *apply)
{
    if (!apply || !apply->items[1])
        return;
    m->guard[m->befores] = apply->items[0];
    m->before[m->befores++] = apply->items[1];
    (void)x;
}

/* What says where a step, slide, hop or leap may end: only the condition counts, no sites. */
const ludii_value *lu_target_of(lu *x, const ludii_value *v)
{
    const ludii_value *to = lu_item(x, v, "To");
    if (to && lu_item(x, to, "Sites"))
        lu_pass_over(x, lu_item(x, to, "Sites"));
    return to;
}

/* Through the condition of `(to if: ..)`, with its effect in front of the move. */
static void end_at(lu *x, const ludii_value *to, lu_move *m)
{
    check_if(x, to);
    lu_add_apply(x, m, to ? lu_item(x, to, "Apply") : NULL);
}

/* From which level of a stack, or whether all of it moves. */
void lu_from_level(lu *x, const ludii_value *v, const ludii_value *from, lu_move *m)
{
    const ludii_value *level = from ? lu_arg(x, from, "level") : NULL;
    m->stack = lu_flag(x, v, "stack", false);
    if (level) {
        m->has_level = true;
        m->level = lu_int(x, level);
    }
}

bool lu_goes_below(lu *x, const ludii_value *to)
{
    const ludii_value *level = to ? lu_arg(x, to, "level") : NULL;
    int32_t n = 0;
    if (level && (!x->stacks || !lu_known_int(x, level, &n) || n != 0))
        lu_refuse(x, level, "a piece that comes to such a level");
    return level != NULL;
}

/* ---- step ---- */

ir_var lu_place_var(lu *x, const lu_rays *r) { return kit_scratch(x->k, "place", 0, (int32_t)r->places - 1); }

/* A hidden tag where two ways lead to one site. */
static void tell_way(lu *x, const lu_use *k, bool ambiguous, ir_var way, uint32_t width)
{
    (void)width;
    if (!k->play || !ambiguous)
        return;
    x->told_way = way;
    x->tells_way = true;
}

/* Chooses a way from `from`; its first place. */
void lu_choose_way(lu *x, const lu_use *k, const lu_rays *r, ir_var place, bool tell)
{
    ir_var way = kit_scratch(x->k, "way", 0, (int32_t)r->width - 1);
    kit_pick(x->k, way, 0, (int32_t)r->width - 1);
    kit_set(x->k, place, lu_ray(x, r, from_now(x), kit_read(x->k, way)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)));
    tell_way(x, k, tell && r->ambiguous, way, r->width);
}

void lu_at_place(lu *x, lu_context c, const lu_rays *r, ir_var place)
{
    set_context(x, c, kit_look(x->k, r->site, kit_read(x->k, place)));
}

/* To a neighbour of the same type, which is not the board's own. */
static void step_on(lu *x, const ludii_value *v, lu_ground on, lu_move *m)
{
    const ludii_value *from = lu_item(x, v, "From"), *direction = lu_item(x, v, "Direction");
    const char *word = direction ? lu_word(x, direction) : "Adjacent";
    const ludii_value *to = lu_item(x, v, "To");
    if (!lu_direction_mask(word) || x->stacks || (to && lu_item(x, to, "SiteType") && lu_ground_of(x, to) != on))
        lu_refuse(x, from, "such steps from sites of another type than the board's");
    m->from_on = m->to_on = on;
    bind_sites(x, from, LU_FROM);
    check_if(x, from);
    lu_pick_site(x, lu_near_on(x, lu_neighbours_on(x, on, word), on, on, from_now(x)), lu_context_var(x, LU_TO));
}

void lu_move_step(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *to = lu_target_of(x, v), *from = lu_item(x, v, "From");
    const lu_ground on = from ? lu_ground_of(x, from) : LU_OWN;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    lu_move m = {.kind = LU_MOVE, .v = v};
    if (on != LU_OWN) {
        step_on(x, v, on, &m);
        end_at(x, to, &m);
        lu_emit(x, &use, &m);
        return;
    }
    lu_bind_from(x, lu_item(x, v, "From"));
    lu_from_level(x, v, lu_item(x, v, "From"), &m);
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    ir_var place = lu_place_var(x, r);
    lu_choose_way(x, k, r, place, false);
    lu_at_place(x, LU_TO, r, place);
    end_at(x, to, &m);
    m.hides_stack = m.befores > 0;
    lu_emit(x, &use, &m);
}

/* ---- slide ---- */

lu_range lu_range_of(lu *x, const ludii_value *range, int32_t standard_max)
{
    lu_range r = {kit_known(1), kit_known(standard_max), false};
    if (!range)
        return r;
    const char *class = lu_class(x, range);
    r.limited = true;
    if (strcmp(class, "Exact") == 0)
        r.min = r.max = lu_int(x, range->items[0]);
    else if (strcmp(class, "RangeMax") == 0)
        r.max = lu_int(x, range->items[0]);
    else if (strcmp(class, "RangeMin") == 0)
        r.min = lu_int(x, range->items[0]);
    else {
        r.min = lu_int(x, range->items[0]);
        r.max = range->items[1] ? lu_int(x, range->items[1]) : r.min;
    }
    return r;
}

enum { STEPS_MAX = 1000 };

static bool is_bound(kit_num max) { return max.known && max.value >= 1 && max.value <= STEPS_MAX; }

/* Where a bound is known the counter has no other values: so it is seen how often a way can be gone on. */
ir_var lu_steps_var(lu *x, kit_num max) { return kit_scratch(x->k, "steps", 0, is_bound(max) ? max.value : STEPS_MAX); }

/* One more, if there may be more. */
void lu_count_step(lu *x, ir_var steps, kit_num max)
{
    kit_num now = kit_read(x->k, steps);
    kit_check(x->k, kit_compare(x->k, IR_LT, now, max));
    if (is_bound(max))
        now.high = max.value - 1;
    kit_set(x->k, steps, kit_op(x->k, IR_ADD, now, kit_known(1)));
}

/* What is left on the way, on the first site and on those that were passed; or what happens at these. */
typedef struct trail {
    const lu_rays *r;
    kit_num piece;
    ir_var first, place; /* of the way, and one to walk along it */
    const ludii_value *effect;
} trail;

static trail trail_of(lu *x, const lu_rays *r, ir_var place)
{
    trail t = {.r = r, .first = lu_place_var(x, r), .place = lu_place_var(x, r)};
    kit_set(x->k, t.first, kit_read(x->k, place));
    return t;
}

/* The sites of the way in front of its end: go on with `next` after each. */
static kit_num begin_way(lu *x, const trail *t, ir_node *next, ir_node *after)
{
    *next = kit_node(x->k), *after = kit_node(x->k);
    kit_set(x->k, t->place, kit_read(x->k, t->first));
    kit_go(x->k, *next);
    x->k->cur = *next;
    kit_num site = kit_look(x->k, t->r->site, kit_read(x->k, t->place));
    kit_cond on = kit_and(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, t->place), kit_known(0)),
                          kit_compare(x->k, IR_NE, site, to_now(x)));
    kit_branch_to(x->k, on, *after);
    return site;
}

static void end_way(lu *x, const trail *t, ir_node next, ir_node after)
{
    kit_set(x->k, t->place, kit_look(x->k, t->r->next, kit_read(x->k, t->place)));
    kit_go(x->k, next);
    x->k->cur = after;
    kit_set(x->k, t->place, kit_known(0));
    kit_set(x->k, t->first, kit_known(0));
}

static void leave_trail(lu *x, const lu_move *m)
{
    const trail *t = m->data;
    kit_num piece = lu_keep_num(x, "trail", t->piece);
    ir_node next, after;
    lu_put_as_owned(x, from_now(x), piece);
    lu_put_as_owned(x, begin_way(x, t, &next, &after), piece);
    end_way(x, t, next, after);
}

static void act_on_way(lu *x, const lu_move *m)
{
    const trail *t = m->data;
    ir_node next, after;
    set_context(x, LU_BETWEEN, begin_way(x, t, &next, &after));
    lu_note_passed(x);
    if (t->effect)
        lu_effect(x, t->effect);
    end_way(x, t, next, after);
}

/* `(remove (to))` */
static bool is_removal(lu *x, const ludii_value *v)
{
    const ludii_value *one = strcmp(lu_class(x, v), "Remove") == 0 ? lu_item(x, v, "Int") : NULL;
    return one && strcmp(lu_class(x, one), "ContextTo") == 0 && !lu_item(x, v, "Then");
}

void lu_move_slide(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *to = lu_target_of(x, v), *between = lu_item(x, v, "Between"),
                      *apply = to ? lu_item(x, to, "Apply") : NULL;
    const ludii_value *go = between ? lu_arg(x, between, "if") : NULL, *stop = to ? lu_arg(x, to, "if") : NULL;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_string(x, v->items[i]) != NAME_NONE) {
            lu_slide_along(x, v, k, ludii_text(x->f, lu_string(x, v->items[i])));
            return;
        }
    lu_bind_from(x, lu_item(x, v, "From"));
    if (to && lu_mentions(x, to, "ContextBetween"))
        set_context(x, LU_BETWEEN, kit_known(-1)); /* nothing is passed on the first step */
    const lu_rays *r = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    lu_range range = lu_range_of(x, between ? lu_item(x, between, "Range") : NULL, 1000);
    ir_var place = lu_place_var(x, r), steps = lu_steps_var(x, range.max);
    lu_choose_way(x, k, r, place, true);
    trail t = {.r = r};
    const ludii_value *left = between ? lu_arg(x, between, "trail") : NULL,
                      *passed = between ? lu_item(x, between, "Apply") : NULL;
    const bool walks = passed || lu_notes_passed(x);
    if (left || walks)
        t = trail_of(x, r, place);
    if (left)
        t.piece = lu_int(x, left);
    if (left && walks)
        lu_refuse(x, between, "effects between the ends of a slide that leaves something");
    t.effect = passed;
    if (range.limited)
        kit_set(x->k, steps, kit_known(1));
    ir_node here = kit_node(x->k), stopped = IR_NONE;
    kit_go(x->k, here);
    x->k->cur = here;
    kit_cond long_enough = range.limited ? kit_compare(x->k, IR_GE, kit_read(x->k, steps), range.min) : kit_truth(true);
    lu_at_place(x, LU_TO, r, place);
    if (stop) {
        ir_node on = kit_branch(x->k, kit_and(x->k, lu_bool(x, stop), long_enough));
        stopped = x->k->cur;
        x->k->cur = on;
    }
    lu_at_place(x, LU_BETWEEN, r, place);
    kit_num site = lu_context_num(x, LU_BETWEEN);
    kit_check(x->k, go ? lu_bool(x, go) : kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)));
    ir_node free = x->k->cur;
    kit_check(x->k, long_enough);
    if (apply && apply->items[0])
        kit_check(x->k, lu_bool(x, apply->items[0]));
    lu_move m = {.kind = LU_MOVE,
                 .v = v,
                 .tells_way = r->ambiguous,
                 .behind = left ? leave_trail : NULL,
                 .effect = walks ? act_on_way : NULL,
                 .data = &t};
    lu_from_level(x, v, lu_item(x, v, "From"), &m);
    const bool always = apply && apply->items[1] && lu_quirk(x, QUIRK_SLIDES_HAVE_EFFECT) && !m.stack && !m.has_level;
    if (always && (go || !is_removal(x, apply->items[1]))) /* else there is nothing to remove */
        m.before[m.befores++] = apply->items[1];
    m.hides_stack = m.befores > 0;
    lu_emit(x, &use, &m);
    m.befores = 0;
    x->k->cur = free;
    if (range.limited)
        lu_count_step(x, steps, range.max);
    kit_set(x->k, place, kit_look(x->k, r->next, kit_read(x->k, place)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)));
    kit_go(x->k, here);
    if (stop) {
        x->k->cur = stopped;
        if (apply && apply->items[0])
            kit_check(x->k, lu_bool(x, apply->items[0]));
        if (apply && apply->items[1])
            m.before[m.befores++] = apply->items[1];
        m.hides_stack = m.befores > 0;
        lu_emit(x, &use, &m);
    }
}

/* ---- from, to ---- */

/* A piece that covers several sites has to fit, in the state that is given or in any. */
static void turn_tile(lu *x, lu_move *m, kit_num piece, bool moves)
{
    if (!m->has_state) {
        ir_var state = kit_scratch(x->k, "turn", 0, (int32_t)x->tile_states - 1);
        kit_pick(x->k, state, 0, (int32_t)x->tile_states - 1);
        kit_check(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, state), lu_states_of(x, piece)));
        m->has_state = true;
        m->state = kit_read(x->k, state);
    }
    kit_check(x->k, lu_tile_fits(x, piece, m->state, to_now(x), moves ? from_now(x) : kit_known(-1)));
    if (!moves)
        return;
    kit_cond same = kit_and(x->k, kit_compare(x->k, IR_EQ, from_now(x), to_now(x)),
                            kit_compare(x->k, IR_EQ, m->state, kit_at(x->k, lu_state_var(x, LU_S_STATE), from_now(x))));
    kit_check(x->k, kit_not(x->k, same));
}

/* Who makes it, where the players move at once. */
static void who_moves(lu *x, const ludii_value *v, lu_move *m)
{
    const ludii_value *role = lu_item(x, v, "RoleType");
    m->has_mover = role != NULL;
    if (role && !x->at_once)
        lu_refuse(x, v, "a role of who moves");
    else if (role)
        m->mover = lu_role(x, role);
}

void lu_move_from_to(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To"), *count = lu_arg(x, v, "count"),
                      *copy = lu_arg(x, v, "copy");
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    lu_move m = {.kind = LU_MOVE, .v = v, .shows_range = true};
    who_moves(x, v, &m);
    m.from_on = lu_ground_of(x, from);
    m.to_on = lu_ground_of(x, to);
    bind_sites(x, from, LU_FROM);
    check_if(x, from);
    kit_check(x->k, kit_compare(x->k, IR_NE, lu_what_on(x, m.from_on, from_now(x)), kit_known(0)));
    lu_from_level(x, v, from, &m);
    m.stack &= lu_quirk(x, QUIRK_STACKS_ARE_MOVED);
    if (count) { /* which is known before there is a `(to)` */
        const bool of_end = lu_mentions(x, count, "ContextTo");
        const kit_num outer = of_end ? lu_keep(x, LU_TO, "outer") : kit_known(-1);
        if (of_end)
            set_context(x, LU_TO, kit_known(-1));
        m.has_count = true;
        m.count = lu_int(x, count);
        m.count = of_end ? lu_keep_num(x, "number", m.count) : m.count;
        if (of_end)
            set_context(x, LU_TO, outer);
        m.stack = x->stacks && (m.stack || lu_quirk(x, QUIRK_STACKS_ARE_MOVED));
        if (m.stack && (m.has_level || !lu_quirk(x, QUIRK_STACKS_ARE_MOVED)))
            lu_refuse(x, count, "a number of pieces of a stack that moves");
        if (m.stack) {
            m.other = "Stk:@-@";
            m.count = lu_keep_num(x, "number", kit_clamp(x->k, m.count, 0, 30000, 0));
        }
    }
    if (copy) {
        kit_cond c = lu_bool(x, copy);
        m.copy = c.known && c.value;
        if (!c.known)
            lu_refuse(x, copy, "`copy:` with a condition");
    }
    if (m.copy)
        m.other = "Cpy:@-@";
    if (m.copy && (m.has_count || m.has_level || m.stack))
        lu_refuse(x, copy, "`copy:` of a number of pieces, of a level or of a stack");
    bind_sites(x, to, LU_TO); /* without any it is where a loop is */
    m.below = lu_goes_below(x, to);
    if (m.below && (m.stack || m.has_count || m.copy))
        lu_refuse(x, to, "such a move below a stack");
    end_at(x, to, &m);
    m.hides_stack = m.stack && m.has_count && m.befores > 0;
    if (x->tile_states)
        turn_tile(x, &m, lu_what_at(x, from_now(x)), true);
    lu_emit(x, &use, &m);
}

/* ---- add, select, remove, promote ---- */

kit_num lu_first_piece(lu *x, kit_num player)
{
    int32_t of[24] = {0};
    for (uint32_t i = x->components.count - 1; i > 0; i--)
        if (vec_at(&x->components, i).owner >= 0 && vec_at(&x->components, i).owner < 20)
            of[vec_at(&x->components, i).owner] = (int32_t)i;
    for (uint32_t p = 1; p <= x->players && p < 24; p++) /* who has none takes the neutral one */
        of[p] = lu_quirk(x, QUIRK_DEFAULT_IS_PLAYER) && p < x->components.count ? (int32_t)p : of[p] ? of[p] : of[0];
    return kit_look(x->k, kit_table(x->k, 0, of, x->players + 2, 0), player);
}

/* The number of a kind that is written as a string or a number. */
kit_num lu_piece_number(lu *x, const ludii_value *v)
{
    name_id name = lu_string(x, v);
    if (name == NAME_NONE)
        return lu_int(x, v);
    uint32_t c = lu_component_find(x, name);
    if (c)
        return kit_known((int32_t)c);
    int32_t of[24] = {0};
    for (uint32_t i = x->components.count - 1; i > 0; i--)
        if (vec_at(&x->components, i).base == name && vec_at(&x->components, i).owner < 20)
            of[vec_at(&x->components, i).owner] = (int32_t)i;
    return kit_look(x->k, kit_table(x->k, 0, of, x->players + 2, 0), lu_context_num(x, LU_MOVER));
}

static const ludii_value *piece_list(lu *x, const ludii_value *piece)
{
    return piece && lu_array_of(x, piece->items[0]) ? piece->items[0] : NULL;
}

/* Whether sites are empty by what is said of them. */
static bool are_empty(lu *x, const ludii_value *v)
{
    const char *class = v ? lu_class(x, v) : "";
    const bool part = strcmp(class, "Intersection") == 0 || strcmp(class, "Difference") == 0;
    const ludii_value *list = part && v->count && lu_array_of(x, v->items[0]) ? v->items[0] : v;
    bool empty =
        v && !part && v->count && lu_is(x, v->items[0], "SitesIndexType") && lu_word_seen_is(x, v->items[0], "Empty");
    for (uint32_t i = 0; part && i < list->count && !empty; i++)
        empty = (i == 0 || class[0] == 'I') && list->items[i] && are_empty(x, list->items[i]);
    return empty;
}

static void add_one(lu *x, const ludii_value *v, const lu_use *k, kit_num piece, const ludii_value *state)
{
    const ludii_value *to = lu_item(x, v, "To"), *count = lu_arg(x, v, "count");
    lu_move m = {.kind = LU_ADD, .v = v, .one_site = true, .piece = piece, .to_on = lu_ground_of(x, to)};
    if (!bind_sites(x, to, LU_TO))
        lu_refuse_ludeme(x, v);
    if (count) {
        m.has_count = true;
        m.count = lu_int(x, count);
    }
    if (state) {
        m.has_state = true;
        m.state = lu_int(x, state);
    }
    m.below = lu_goes_below(x, to);
    m.beside = !m.below && !are_empty(x, lu_item(x, to, "Sites"));
    if (m.below)
        m.other = "Ins:@=#";
    if (m.below && count)
        lu_refuse(x, count, "so many pieces below a stack");
    end_at(x, to, &m);
    m.twice = m.befores && lu_item(x, to, "Sites") && lu_quirk(x, QUIRK_ADDED_TWICE);
    if (x->tile_states)
        turn_tile(x, &m, piece, false);
    lu_emit(x, k, &m);
}

void lu_move_add(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *piece = lu_item(x, v, "MovePiece"), *list = piece_list(x, piece);
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    ir_node entry = x->k->cur;
    if (lu_is(x, v->items[0], "MoveSiteType")) /* to claim a site is to add a piece of one's own */
        lu_touch(x, v->items[0]);
    lu_flag(x, v, "stack", false); /* in games with stacks all pieces are added to them */
    for (uint32_t i = 0; i < (list ? list->count : 1) && !x->failed; i++) {
        x->k->cur = entry;
        kit_num n = list    ? lu_piece_number(x, list->items[i])
                    : piece ? lu_piece_number(x, piece->items[0])
                            : lu_first_piece(x, lu_context_num(x, LU_MOVER));
        add_one(x, v, &use, n, piece ? lu_arg(x, piece, "state") : NULL);
    }
}

void lu_move_select(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To");
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    if (to && lu_quirk(x, QUIRK_ONLY_SELECTS))
        lu_pass_over(x, lu_item(x, to, "Apply"));
    lu_move m = {.kind = LU_SELECT,
                 .v = v,
                 .two_sites = to != NULL,
                 .from_on = lu_ground_of(x, from),
                 .to_on = lu_ground_of(x, to ? to : from)};
    who_moves(x, v, &m);
    bind_sites(x, from, LU_FROM);
    lu_from_level(x, v, from, &m);
    if (m.has_level && (!x->stacks || to))
        lu_refuse(x, from, "choosing a level");
    if (from && lu_arg(x, from, "if"))
        set_context(x, LU_TO, from_now(x));
    check_if(x, from);
    if (!to || !bind_sites(x, to, LU_TO))
        set_context(x, LU_TO, from_now(x));
    check_if(x, to);
    if (!lu_quirk(x, QUIRK_ONLY_SELECTS))
        lu_add_apply(x, &m, to ? lu_item(x, to, "Apply") : NULL);
    lu_emit(x, &use, &m);
}

void lu_move_remove(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *sites = lu_item(x, v, "Sites"), *one = lu_item(x, v, "Int");
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    lu_ground on = lu_ground_of(x, v);
    const ludii_value *level = lu_arg(x, v, "level"), *count = lu_arg(x, v, "count");
    if (lu_arg(x, v, "at") || (count && x->stacks) || (level && (!x->stacks || sites)))
        lu_refuse_ludeme(x, v);
    if (sites)
        lu_pick_site(x, lu_sites(x, sites), lu_context_var(x, LU_TO));
    else
        set_context(x, LU_TO, lu_as_site(x, lu_int(x, one)));
    kit_check(x->k, kit_compare(x->k, IR_NE, lu_what_on(x, on, to_now(x)), kit_known(0)));
    lu_move m = {.kind = LU_REMOVE, .v = v, .one_site = true, .to_on = on, .has_level = level != NULL};
    if (level)
        m.level = lu_keep_num(x, "level", lu_int(x, level));
    if (count && x->uses_count) {
        m.has_count = true;
        m.count = lu_keep_num(x, "number", lu_int(x, count));
    }
    lu_emit(x, &use, &m);
}

void lu_move_promote(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *one = lu_item(x, v, "Int"), *piece = lu_item(x, v, "MovePiece"),
                      *who = lu_item(x, v, "RoleType");
    who = who ? who : lu_item(x, v, "Player");
    const ludii_value *list = piece_list(x, piece);
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    set_context(x, LU_TO, lu_as_site(x, one ? lu_int(x, one) : to_now(x)));
    kit_check(x->k, kit_compare(x->k, IR_GE, to_now(x), kit_known(0)));
    ir_node entry = x->k->cur;
    for (uint32_t i = 0; i < (list ? list->count : 1) && !x->failed; i++) {
        x->k->cur = entry;
        lu_move m = {.kind = LU_PROMOTE,
                     .v = v,
                     .one_site = true,
                     .to_on = lu_ground_of(x, v),
                     .piece = lu_promoted(x, list ? list->items[i] : piece->items[0], who)};
        kit_check(x->k, kit_compare(x->k, IR_GE, m.piece, kit_known(1))); /* nothing becomes nothing */
        lu_emit(x, &use, &m);
    }
}

void lu_move_simple(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    if (!lu_word_is(x, v->items[0], "Pass")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    lu_emit(x, &use, &(lu_move){.kind = LU_PASS, .v = v});
}

void lu_pass_moves(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    lu_emit(x, &use, &(lu_move){.kind = LU_PASS, .v = v});
}

/* ---- operators ---- */

void lu_moves_or(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v, *then = lu_item(x, v, "Then");
    if (then && lu_arg(x, then, "applyAfterAllMoves") && lu_quirk(x, QUIRK_HANDS_ARE_CELLS))
        lu_refuse(x, then, "`applyAfterAllMoves:` behind several moves"); /* comes earlier in the only record */
    lu_use use = lu_with_then(x, k, then);
    ir_node entry = x->k->cur;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!list->items[i] || lu_is(x, list->items[i], "Then"))
            continue;
        x->k->cur = entry;
        lu_moves(x, list->items[i], &use);
    }
}

void lu_moves_if(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    kit_cond c = lu_bool(x, v->items[0]);
    const ludii_value *otherwise = v->items[2];
    if (c.known) {
        lu_pass_over(x, v->items[c.value ? 2 : 1]);
        if (c.value || otherwise)
            lu_moves(x, v->items[c.value ? 1 : 2], &use);
        return;
    }
    ir_node no = otherwise ? kit_branch(x->k, c) : IR_NONE;
    if (!otherwise)
        kit_check(x->k, c);
    lu_moves(x, v->items[1], &use);
    if (otherwise) {
        x->k->cur = no;
        lu_moves(x, otherwise, &use);
    }
}

void lu_priority(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    for (uint32_t i = 0; i < list->count; i++) {
        if (!list->items[i] || lu_is(x, list->items[i], "Then"))
            continue;
        ir_node no = kit_branch(x->k, lu_can(x, list->items[i]));
        lu_moves(x, list->items[i], &use);
        x->k->cur = no;
    }
}

void lu_do(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *after = lu_arg(x, v, "ifAfterwards"), *next = lu_arg(x, v, "next");
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    if (next && !after) {
        lu_do_next(x, v, &use);
        return;
    }
    if (next) { /* what is done first belongs to each of the moves */
        lu_begin_move(x);
        lu_effect(x, v->items[0]);
        use.begun = true;
        use.first = v->items[0];
    }
    if (!after) { /* `do` alone later has no moves */
        if (lu_quirk(x, QUIRK_DO_ALONE))
            lu_pass_over(x, v);
        else
            lu_moves(x, v->items[0], &use);
        return;
    }
    lu_afterwards f = {after, use.thens, k->filters, k->other_mover};
    use.filters = &f;
    lu_moves(x, next ? next : v->items[0], &use);
}
