/* Effects on pieces around the last move. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

typedef struct capture {
    lu *x;
    const ludii_value *between, *to, *target, *friend, *effect;
    lu_num from, outer_between, outer_to, outer_from;
    const lu_rays *r;
    ir_var place, way;
    ir_var found; /* set instead of any effect, when it is asked whether there is one; IR_NONE */
} capture;

static bool start_capture(capture *c, lu *x, const ludii_value *v, const ludii_value *direction, const char *standard)
{
    const ludii_value *from = lu_item(x, v, "From");
    *c = (capture){.x = x, .between = lu_item(x, v, "Between"), .to = lu_item(x, v, "To"), .found = x->capture_found};
    c->outer_between = lu_keep(x, LU_BETWEEN, "outer");
    c->outer_to = lu_keep(x, LU_TO, "outer");
    const ludii_value *at = from ? lu_item(x, from, "Int") : NULL;
    c->from = at ? lu_int(x, at) : lu_context_num(x, x->appending ? LU_SITE : LU_LAST_TO);
    if (at && (lu_mentions(x, at, "ContextTo") || lu_mentions(x, at, "ContextBetween")))
        c->from = lu_keep_num(x, "origin", c->from); /* both change on the way */
    c->target = c->between ? lu_arg(x, c->between, "if") : NULL;
    c->effect = c->between ? lu_item(x, c->between, "Apply") : NULL;
    c->friend = c->to ? lu_arg(x, c->to, "if") : NULL;
    c->r = lu_directions(x, direction, standard);
    c->place = lu_scratch(x, "place", 0, (int32_t)c->r->places - 1);
    c->way = lu_scratch(x, "way", 0, (int32_t)c->r->width);
    return !x->failed;
}

static void finish_capture(capture *c, const ludii_value *v)
{
    lu *x = c->x;
    lu_set(x, lu_context_var(x, LU_BETWEEN), c->outer_between);
    lu_set(x, lu_context_var(x, LU_TO), c->outer_to);
    if (lu_item(x, v, "Then") && c->found == IR_NONE)
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

static lu_cond is_enemy(lu *x, lu_num site)
{
    lu_num who = lu_who_at(x, site);
    return lu_and(x, lu_compare(x, IR_NE, who, lu_known(0)), lu_compare(x, IR_NE, who, lu_context_num(x, LU_MOVER)));
}

static lu_num site_here(capture *c) { return lu_look(c->x, c->r->site, lu_read(c->x, c->place)); }

static lu_cond is_target(capture *c)
{
    lu *x = c->x;
    lu_set(x, lu_context_var(x, LU_BETWEEN), site_here(c));
    lu_cond there = lu_compare(x, IR_NE, lu_read(x, c->place), lu_known(0));
    return lu_and(x, there, c->target ? lu_bool(x, c->target) : is_enemy(x, lu_context_num(x, LU_BETWEEN)));
}

static lu_cond is_friend(capture *c)
{
    lu *x = c->x;
    lu_set(x, lu_context_var(x, LU_TO), site_here(c));
    lu_cond there = lu_compare(x, IR_NE, lu_read(x, c->place), lu_known(0));
    return lu_and(x, there,
                  c->friend
                      ? lu_bool(x, c->friend)
                      : lu_compare(x, IR_EQ, lu_who_at(x, lu_context_num(x, LU_TO)), lu_context_num(x, LU_MOVER)));
}

static void affect(capture *c)
{
    if (c->found != IR_NONE)
        lu_set(c->x, c->found, lu_known(1));
    else if (c->effect)
        lu_effect_apply(c->x, c->effect);
    else
        lu_clear_site(c->x, lu_context_num(c->x, LU_BETWEEN));
}

static void forward(capture *c) { lu_set(c->x, c->place, lu_look(c->x, c->r->next, lu_read(c->x, c->place))); }

static void begin_way(capture *c) { lu_set(c->x, c->place, lu_ray(c->x, c->r, c->from, lu_read(c->x, c->way))); }

static void bounds_of(lu *x, const ludii_value *range, lu_num *min, lu_num *max)
{
    const char *class = range ? lu_class(x, range) : "";
    *min = lu_known(1), *max = lu_known(1000);
    if (!range)
        return;
    if (strcmp(class, "Exact") == 0)
        *min = *max = lu_int(x, range->items[0]);
    else if (strcmp(class, "RangeMax") == 0)
        *max = lu_int(x, range->items[0]);
    else if (strcmp(class, "RangeMin") == 0)
        *min = lu_int(x, range->items[0]);
    else {
        *min = lu_int(x, range->items[0]);
        *max = lu_int(x, range->items[1]);
    }
}

/* Along each way a run of targets with a friend behind: the effect for each of them. */
void lu_effect_custodial(lu *x, const ludii_value *v)
{
    capture c;
    lu_num min, max;
    if (!start_capture(&c, x, v, lu_item(x, v, "AbsoluteDirection"), "Adjacent"))
        return;
    bounds_of(x, c.between ? lu_item(x, c.between, "Range") : NULL, &min, &max);
    ir_var run = lu_scratch(x, "run", 0, 1000), done = lu_scratch(x, "done", 0, 1000);
    lu_loop ways = lu_loop_begin(x, c.way, lu_known(0), lu_known((int32_t)c.r->width));
    begin_way(&c);
    lu_set(x, run, lu_known(0));
    ir_node head = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    ir_node end = lu_branch(x, lu_and(x, is_target(&c), lu_compare(x, IR_LT, lu_read(x, run), max)));
    lu_set(x, run, lu_op(x, IR_ADD, lu_read(x, run), lu_known(1)));
    forward(&c);
    lu_go(x, head);
    x->cur = end;
    lu_cond enough = lu_compare(x, IR_GE, lu_read(x, run), min);
    lu_cond fine = lu_and(x, enough, is_friend(&c));
    irb_skip(x->g, lu_branch(x, fine), ways.next, x->at);
    begin_way(&c);
    lu_loop each = lu_loop_begin(x, done, lu_known(0), lu_read(x, run));
    lu_set(x, lu_context_var(x, LU_BETWEEN), site_here(&c));
    affect(&c);
    forward(&c);
    lu_loop_end(x, &each);
    lu_go(x, ways.next);
    x->cur = ways.done;
    finish_capture(&c, v);
}

/* Whether there is something to be taken so: the effect is followed with a note in place of what it does. */
void lu_capture_moves(lu *x, const ludii_value *v, const lu_use *k)
{
    if (k->play || k->run || k->check) {
        lu_refuse_ludeme(x, v);
        return;
    }
    ir_var found = lu_scratch(x, "captured", 0, 1), outer = x->capture_found;
    x->capture_found = found;
    lu_set(x, found, lu_known(0));
    lu_effect(x, v);
    x->capture_found = outer;
    lu_check(x, lu_compare(x, IR_EQ, lu_read(x, found), lu_known(1)));
    lu_go(x, k->found);
}

/* On lines through the site, where the first neighbour is a target: the effect is on the one across, and on the first
 * if that is a target, too. So do the records. */
void lu_effect_intervene(lu *x, const ludii_value *v)
{
    capture c;
    const ludii_value *direction = lu_item(x, v, "AbsoluteDirection");
    if (!start_capture(&c, x, v, direction, "Adjacent"))
        return;
    if (c.between && lu_item(x, c.between, "Range")) {
        lu_num min, max;
        bounds_of(x, lu_item(x, c.between, "Range"), &min, &max);
        if (!min.known || !max.known || min.value != 1 || max.value != 1)
            lu_refuse(x, v, "intervention over a distance");
    }
    if (c.to) {
        c.target = c.friend;
        c.effect = lu_item(x, c.to, "Apply");
    }
    const lu_lines *lines = lu_lines_of(x, direction, "Adjacent");
    lu_num at = lu_clamp(x, c.from, 0, (int32_t)x->default_count - 1, -1);
    ir_var other = lu_scratch(x, "other", 0, (int32_t)lines->rays->places - 1);
    ir_var way = lu_scratch(x, "line", 0, (int32_t)lines->width);
    lu_loop ways = lu_loop_begin(x, way, lu_known(0), lu_known((int32_t)lines->width));
    ir_var place[2] = {c.place, other}, hit[2] = {lu_scratch(x, "hit", 0, 1), lu_scratch(x, "hit", 0, 1)};
    lu_set(x, c.place, lu_look2(x, lines->one, at, lu_read(x, way)));
    lu_set(x, other, lu_look2(x, lines->other, at, lu_read(x, way)));
    for (int i = 0; i < 2; i++) {
        c.place = place[i];
        lu_set(x, lu_context_var(x, LU_TO), site_here(&c));
        lu_set(x, hit[i], lu_choose_num(x, is_target(&c), lu_known(1), lu_known(0)));
    }
    for (int i = 0; i < 2; i++) {
        ir_node after = lu_node(x);
        c.place = place[i];
        lu_cond across = lu_and(x, lu_compare(x, IR_EQ, lu_read(x, hit[0]), lu_known(1)),
                                lu_compare(x, IR_NE, lu_read(x, c.place), lu_known(0)));
        across = i ? across : lu_and(x, across, lu_compare(x, IR_EQ, lu_read(x, hit[1]), lu_known(1)));
        irb_skip(x->g, lu_branch(x, across), after, x->at);
        lu_set(x, lu_context_var(x, LU_BETWEEN), site_here(&c));
        lu_set(x, lu_context_var(x, LU_TO), site_here(&c));
        affect(&c);
        lu_go(x, after);
        x->cur = after;
    }
    lu_loop_end(x, &ways);
    finish_capture(&c, v);
}

/* Neighbours that are targets and have friends all around. */
void lu_effect_surround(lu *x, const ludii_value *v)
{
    capture c;
    const ludii_value *relation = lu_item(x, v, "RelationType"), *except = lu_arg(x, v, "except"),
                      *with = lu_arg(x, v, "with");
    const char *word = relation ? lu_word(x, relation) : "Adjacent";
    if (!start_capture(&c, x, v, NULL, word))
        return;
    lu_num allowed = except ? lu_int(x, except) : lu_known(0);
    ir_var side = lu_scratch(x, "side", 0, (int32_t)c.r->width), at = lu_scratch(x, "at", -2, (int32_t)x->sites - 1),
           missing = lu_scratch(x, "missing", 0, 1000), met = lu_scratch(x, "met", 0, 1);
    lu_loop ways = lu_loop_begin(x, c.way, lu_known(0), lu_known((int32_t)c.r->width));
    begin_way(&c);
    irb_skip(x->g, lu_branch(x, is_target(&c)), ways.next, x->at);
    lu_set(x, at, lu_context_num(x, LU_BETWEEN));
    lu_set(x, missing, lu_known(0));
    lu_set(x, met, lu_known(with == NULL));
    lu_loop sides = lu_loop_begin(x, side, lu_known(0), lu_known((int32_t)c.r->width));
    lu_set(x, c.place, lu_ray(x, c.r, lu_read(x, at), lu_read(x, side)));
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, c.place), lu_known(0))), sides.next, x->at);
    if (with) {
        ir_node go = lu_node(x), no = lu_branch(x, lu_compare(x, IR_EQ, lu_what_at(x, site_here(&c)),
                                                              lu_piece_number(x, with->items[0])));
        lu_set(x, met, lu_known(1));
        lu_go(x, go);
        x->cur = no;
        lu_go(x, go);
        x->cur = go;
    }
    ir_node no = lu_branch(x, lu_not(x, is_friend(&c)));
    irb_skip(x->g, no, sides.next, x->at);
    lu_set(x, missing, lu_op(x, IR_ADD, lu_read(x, missing), lu_known(1)));
    lu_loop_end(x, &sides);
    lu_cond all = lu_and(x, lu_compare(x, IR_LE, lu_read(x, missing), allowed),
                         lu_compare(x, IR_EQ, lu_read(x, met), lu_known(1)));
    irb_skip(x->g, lu_branch(x, all), ways.next, x->at);
    lu_set(x, lu_context_var(x, LU_BETWEEN), lu_read(x, at));
    affect(&c);
    lu_loop_end(x, &ways);
    finish_capture(&c, v);
}

/* ---- enclosing ---- */

static lu_cond is_captive(lu *x, lu_num site, const void *data)
{
    const capture *c = data;
    lu_set(x, lu_context_var(x, LU_BETWEEN), site);
    return c->target ? lu_bool(x, c->target) : is_enemy(x, site);
}

typedef struct enclosed {
    capture c;    /* first: the members are found by it */
    ir_node next; /* the next way */
} enclosed;

/* A free neighbour is enough: the group is not enclosed. */
static void find_free(lu *x, lu_num site, const void *data)
{
    const enclosed *e = data;
    ir_node after = lu_branch(x, lu_compare(x, IR_EQ, lu_what_at(x, site), lu_known(0)));
    lu_go(x, e->next);
    x->cur = after;
}

/* Groups next to the site that have no free neighbour. */
void lu_effect_enclose(lu *x, const ludii_value *v)
{
    enclosed e;
    const ludii_value *direction = lu_item(x, v, "Direction");
    if ((direction && direction->node->kind != LUDII_ATOM) || !lu_on_default_sites(x, v))
        lu_refuse_ludeme(x, v);
    if (!start_capture(&e.c, x, v, direction, "Adjacent"))
        return;
    int32_t most = (int32_t)x->default_count - 1;
    const vec_u32 *near = lu_neighbours(x, direction ? lu_word(x, direction) : "Adjacent");
    ir_var marks = lu_new_marks(x, LU_OWN), i = lu_scratch(x, "i", 0, most + 1);
    lu_loop ways = lu_loop_begin(x, e.c.way, lu_known(0), lu_known((int32_t)e.c.r->width));
    begin_way(&e.c);
    irb_skip(x->g, lu_branch(x, is_target(&e.c)), ways.next, x->at);
    lu_clear_marks(x, LU_OWN, marks);
    e.next = ways.next;
    lu_fill f = lu_fill_from(x, &(lu_filling){LU_OWN, marks, near, is_captive, find_free, &e},
                             lu_clamp(x, site_here(&e.c), 0, most, 0));
    lu_loop all = lu_loop_begin(x, i, lu_known(0), lu_read(x, f.count));
    lu_set(x, lu_context_var(x, LU_BETWEEN), lu_at(x, f.queue, lu_read(x, i)));
    affect(&e.c);
    lu_loop_end(x, &all);
    lu_loop_end(x, &ways);
    finish_capture(&e.c, v);
}

/* ---- in the direction of the move ---- */

/* The run of targets in the direction of the last move, or against it. */
void lu_effect_direction_capture(lu *x, const ludii_value *v)
{
    capture c;
    lu_cond opposite = lu_arg(x, v, "opposite") ? lu_bool(x, lu_arg(x, v, "opposite")) : lu_truth(false);
    if (!opposite.known)
        lu_refuse(x, lu_arg(x, v, "opposite"), "`opposite:` with a condition that changes");
    if (!start_capture(&c, x, v, NULL, "Adjacent"))
        return;
    c.target = c.friend;
    c.effect = c.to ? lu_item(x, c.to, "Apply") : NULL;
    c.r = lu_along_last(x, opposite.value);
    c.place = lu_scratch(x, "place", 0, (int32_t)c.r->places - 1);
    lu_loop ways = lu_loop_begin(x, c.way, lu_known(0), lu_known((int32_t)c.r->width));
    begin_way(&c);
    ir_node head = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, c.place), lu_known(0))), ways.next, x->at);
    lu_set(x, lu_context_var(x, LU_TO), site_here(&c));
    irb_skip(x->g, lu_branch(x, is_target(&c)), ways.next, x->at);
    affect(&c);
    forward(&c);
    lu_go(x, head);
    x->cur = ways.done;
    finish_capture(&c, v);
}
