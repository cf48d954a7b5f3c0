/* Effects on pieces around the last move. */
#include "kit/turns.h"
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/groups.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

typedef struct capture {
    lu *x;
    const ludii_value *between, *to, *target, *friend, *effect;
    kit_num from, outer_between, outer_to, outer_from;
    const lu_rays *r;
    ir_var place, way;
    bool at_to;      /* `(to)` is the site, too */
    bool friend_off; /* behind the last site of a way it is asked, too, if there is a friend: of no site */
    bool later;      /* conditions may ask for what the effect changes: they are asked first, for all */
    lu_array sites;  /* on which the effect comes later */
    ir_var taken;    /* how many were taken, if something is to follow for each of them; else IR_NONE */
    ir_var found;    /* set instead of any effect, when it is asked whether there is one; IR_NONE */
} capture;

static void choose_effect(capture *c, const ludii_value *effect, bool at_to)
{
    c->effect = effect, c->at_to = at_to;
    c->later = c->found == IR_NONE && (c->x->captures_wait || (effect && !lu_mentions(c->x, effect, "Remove")));
    if (c->later)
        c->sites = lu_array_new(c->x, 2 * (int32_t)c->x->sites);
}

static bool start_capture(capture *c, lu *x, const ludii_value *v, const ludii_value *direction, const char *standard)
{
    const ludii_value *from = lu_item(x, v, "From");
    *c = (capture){.x = x, .between = lu_item(x, v, "Between"), .to = lu_item(x, v, "To"), .found = x->capture_found};
    c->taken = IR_NONE;
    const ludeme_code *code = lu_code(x, v);
    const bool never = code && lu_quirk(x, QUIRK_NOTHING_FOLLOWS) &&
                       (code->effect == lu_effect_surround || code->effect == lu_effect_directional);
    if (never)
        lu_pass_over(x, lu_item(x, v, "Then"));
    if (lu_item(x, v, "Then") && c->found == IR_NONE && !never) {
        c->taken = kit_scratch(x->k, "taken", 0, 30000);
        kit_set(x->k, c->taken, kit_known(0));
    }
    c->outer_between = lu_keep(x, LU_BETWEEN, "outer");
    c->outer_to = lu_keep(x, LU_TO, "outer");
    const ludii_value *at = from ? lu_item(x, from, "Int") : NULL;
    c->from = at ? lu_int(x, at) : lu_context_num(x, x->appending ? LU_SITE : LU_LAST_TO);
    if (at && (lu_mentions(x, at, "ContextTo") || lu_mentions(x, at, "ContextBetween")))
        c->from = lu_keep_num(x, "origin", c->from); /* both change on the way */
    c->target = c->between ? lu_arg(x, c->between, "if") : NULL;
    c->effect = c->between ? lu_item(x, c->between, "Apply") : NULL;
    c->friend = c->to ? lu_arg(x, c->to, "if") : NULL;
    choose_effect(c, c->effect, false);
    c->r = lu_directions(x, direction, standard);
    c->place = kit_scratch(x->k, "place", 0, (int32_t)c->r->places - 1);
    c->way = kit_scratch(x->k, "way", 0, (int32_t)c->r->width);
    return !x->failed;
}

static void effect_on(lu *x, void *data, kit_num site)
{
    const capture *c = data;
    site.low = 0, site.high = (int32_t)x->sites - 1;
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), site);
    kit_set(x->k, lu_context_var(x, LU_TO), c->at_to ? site : c->outer_to);
    if (c->effect)
        lu_effect_apply(x, c->effect);
    else
        lu_clear_site(x, site);
}

static void restore(capture *c)
{
    kit_set(c->x->k, lu_context_var(c->x, LU_BETWEEN), c->outer_between);
    kit_set(c->x->k, lu_context_var(c->x, LU_TO), c->outer_to);
}

static void finish_capture(capture *c, const ludii_value *v)
{
    lu *x = c->x;
    if (c->later && x->captures_wait) {
        capture *waiting = ARENA_NEW(x->a, capture);
        *waiting = *c;
        vec_push(x->a, &x->waiting, ((lu_waiting){v, waiting}));
        restore(c);
        return;
    }
    if (c->later)
        lu_array_each(x, &c->sites, effect_on, c);
    restore(c);
    if (c->taken == IR_NONE)
        return;
    ir_var i = kit_scratch(x->k, "i", 0, 30000);
    kit_loop each = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, c->taken));
    lu_effect(x, lu_item(x, v, "Then")->items[0]);
    kit_loop_end(x->k, &each);
}

/* What waited since there were so many. */
void lu_finish_captures(lu *x, uint32_t count)
{
    for (uint32_t i = count; i < x->waiting.count; i++)
        finish_capture(vec_at(&x->waiting, i).data, vec_at(&x->waiting, i).v);
    x->waiting.count = count;
}

static kit_cond is_enemy(lu *x, kit_num site)
{
    kit_num who = lu_who_at(x, site);
    return kit_and(x->k, kit_compare(x->k, IR_NE, who, kit_known(0)),
                   kit_not(x->k, lu_same_team(x, who, lu_context_num(x, LU_MOVER))));
}

static kit_num site_here(capture *c) { return kit_look(c->x->k, c->r->site, kit_read(c->x->k, c->place)); }

static kit_cond is_target(capture *c)
{
    lu *x = c->x;
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), site_here(c));
    kit_cond there = kit_compare(x->k, IR_NE, kit_read(x->k, c->place), kit_known(0));
    return kit_and(x->k, there, c->target ? lu_bool(x, c->target) : is_enemy(x, lu_context_num(x, LU_BETWEEN)));
}

static kit_cond is_friend(capture *c)
{
    lu *x = c->x;
    kit_set(x->k, lu_context_var(x, LU_TO), site_here(c));
    kit_cond there = kit_compare(x->k, IR_NE, kit_read(x->k, c->place), kit_known(0));
    if (c->friend_off)
        return lu_bool(x, c->friend);
    return kit_and(x->k, there,
                   c->friend ? lu_bool(x, c->friend)
                             : lu_same_team(x, lu_who_at(x, lu_context_num(x, LU_TO)), lu_context_num(x, LU_MOVER)));
}

static void affect(capture *c)
{
    lu *x = c->x;
    if (c->found != IR_NONE)
        kit_set(x->k, c->found, kit_known(1));
    else if (c->later)
        lu_array_add(x, &c->sites, lu_context_num(x, LU_BETWEEN));
    else if (c->effect)
        lu_effect_apply(x, c->effect);
    else
        lu_clear_site(x, lu_context_num(x, LU_BETWEEN));
    if (c->taken != IR_NONE) {
        kit_num taken = kit_read(x->k, c->taken);
        taken.high = 29999;
        kit_set(x->k, c->taken, kit_op(x->k, IR_ADD, taken, kit_known(1)));
    }
}

static void forward(capture *c)
{
    kit_set(c->x->k, c->place, kit_look(c->x->k, c->r->next, kit_read(c->x->k, c->place)));
}

static void begin_way(capture *c)
{
    kit_set(c->x->k, c->place, lu_ray(c->x, c->r, c->from, kit_read(c->x->k, c->way)));
}

enum { RUN_MAX = 1000 }; /* as long as it is */

static void bounds_of(lu *x, const ludii_value *range, kit_num *min, kit_num *max)
{
    const char *class = range ? lu_class(x, range) : "";
    *min = kit_known(1), *max = kit_known(RUN_MAX);
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
        *max = range->items[1] ? lu_int(x, range->items[1]) : *min;
    }
}

/* Where a run of any length may end off the board, that may be as good as a friend, if the rules say so. */
static void ask_off_board(capture *c, kit_num max)
{
    c->friend_off = !(max.known && max.value == 1) && c->friend && lu_mentions(c->x, c->friend, "Not");
}

/* Along each way a run of targets with a friend behind: the effect for each of them. */
void lu_effect_custodial(lu *x, const ludii_value *v)
{
    capture c;
    kit_num min, max;
    if (!start_capture(&c, x, v, lu_item(x, v, "AbsoluteDirection"), "Adjacent"))
        return;
    bounds_of(x, c.between ? lu_item(x, c.between, "Range") : NULL, &min, &max);
    min = lu_quirk(x, QUIRK_NOTHING_FOLLOWS) ? kit_known(1) : min; /* later any run is long enough */
    ask_off_board(&c, max);
    ir_var run = kit_scratch(x->k, "run", 0, RUN_MAX), done = kit_scratch(x->k, "done", 0, RUN_MAX);
    kit_loop ways = kit_loop_begin(x->k, c.way, kit_known(0), kit_known((int32_t)c.r->width));
    begin_way(&c);
    kit_set(x->k, run, kit_known(0));
    ir_node head = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_cond more = is_target(&c);
    if (!max.known || max.value < RUN_MAX)
        more = kit_and(x->k, more, kit_compare(x->k, IR_LT, kit_read(x->k, run), max));
    ir_node end = kit_branch(x->k, more);
    kit_set(x->k, run, kit_op(x->k, IR_ADD, kit_read(x->k, run), kit_known(1)));
    forward(&c);
    kit_go(x->k, head);
    x->k->cur = end;
    kit_cond enough = kit_compare(x->k, IR_GE, kit_read(x->k, run), min);
    kit_cond fine = kit_and(x->k, enough, is_friend(&c));
    kit_branch_to(x->k, fine, ways.next);
    begin_way(&c);
    kit_loop each = kit_loop_begin(x->k, done, kit_known(0), kit_read(x->k, run));
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), site_here(&c));
    affect(&c);
    forward(&c);
    kit_loop_end(x->k, &each);
    kit_go(x->k, ways.next);
    x->k->cur = ways.done;
    finish_capture(&c, v);
}

/* Whether there is such a run of any length, or of one target, as a search; false: it has to be counted. */
static bool search_custodial(lu *x, const ludii_value *v, kit_search *s)
{
    capture c;
    kit_num min, max;
    if (!start_capture(&c, x, v, lu_item(x, v, "AbsoluteDirection"), "Adjacent"))
        return false;
    bounds_of(x, c.between ? lu_item(x, c.between, "Range") : NULL, &min, &max);
    min = lu_quirk(x, QUIRK_NOTHING_FOLLOWS) ? kit_known(1) : min;
    if (!min.known || min.value != 1 || !max.known || (max.value > 1 && max.value < RUN_MAX))
        return false;
    ask_off_board(&c, max);
    const ir_node outer = x->k->cur;
    *s = (kit_search){kit_node(x->k), kit_node(x->k)};
    x->k->cur = s->begin;
    kit_pick(x->k, c.way, 0, (int32_t)c.r->width - 1);
    begin_way(&c);
    kit_check(x->k, is_target(&c));
    forward(&c);
    if (max.value > 1) {
        const ir_node head = kit_node(x->k);
        kit_go(x->k, head);
        x->k->cur = head;
        const ir_node end = kit_branch(x->k, is_target(&c));
        forward(&c);
        kit_go(x->k, head);
        x->k->cur = end;
    }
    kit_check(x->k, is_friend(&c));
    kit_go(x->k, s->end);
    x->k->cur = outer;
    return true;
}

/* Whether there is something to be taken so: the effect is followed with a note in place of what it does. */
void lu_capture_moves(lu *x, const ludii_value *v, const lu_use *k)
{
    if (k->play || k->run || k->check) {
        lu_refuse_ludeme(x, v);
        return;
    }
    ir_var found = kit_scratch(x->k, "captured", 0, 1), outer = x->capture_found;
    kit_search s;
    x->capture_found = found;
    if (strcmp(lu_class(x, v), "Custodial") == 0 && search_custodial(x, v, &s)) {
        kit_check(x->k, kit_finds(x->k, &s));
    } else {
        kit_set(x->k, found, kit_known(0));
        lu_effect(x, v);
        kit_check(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, found), kit_known(1)));
    }
    x->capture_found = outer;
    kit_go(x->k, k->found);
}

/* On lines through the site: the effect on both neighbours, if they are targets. */
void lu_effect_intervene(lu *x, const ludii_value *v)
{
    capture c;
    const ludii_value *direction = lu_item(x, v, "AbsoluteDirection");
    if (!start_capture(&c, x, v, direction, "Adjacent"))
        return;
    if (c.between && lu_item(x, c.between, "Range")) {
        kit_num min, max;
        bounds_of(x, lu_item(x, c.between, "Range"), &min, &max);
        if (!min.known || !max.known || min.value != 1 || max.value != 1)
            lu_refuse(x, v, "intervention over a distance");
    }
    if (c.to) {
        c.target = c.friend;
        choose_effect(&c, lu_item(x, c.to, "Apply"), true);
    }
    const lu_lines *lines = lu_lines_of(x, direction, "Adjacent");
    kit_num at = kit_clamp(x->k, c.from, 0, (int32_t)x->default_count - 1, -1);
    ir_var other = kit_scratch(x->k, "other", 0, (int32_t)lines->rays->places - 1);
    ir_var way = kit_scratch(x->k, "line", 0, (int32_t)lines->width);
    kit_loop ways = kit_loop_begin(x->k, way, kit_known(0), kit_known((int32_t)lines->width));
    ir_var place[2] = {c.place, other}, hit[2] = {kit_scratch(x->k, "hit", 0, 1), kit_scratch(x->k, "hit", 0, 1)};
    kit_set(x->k, c.place, kit_look2(x->k, lines->one, at, kit_read(x->k, way)));
    kit_set(x->k, other, kit_look2(x->k, lines->other, at, kit_read(x->k, way)));
    for (int i = 0; i < 2; i++) {
        c.place = place[i];
        kit_set(x->k, lu_context_var(x, LU_TO), site_here(&c));
        kit_set(x->k, hit[i], kit_choose(x->k, is_target(&c), kit_known(1), kit_known(0)));
    }
    for (int i = 0; i < 2; i++) {
        ir_node after = kit_node(x->k);
        c.place = place[i];
        kit_cond across = kit_and(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, hit[0]), kit_known(1)),
                                  kit_compare(x->k, IR_NE, kit_read(x->k, c.place), kit_known(0)));
        if (!i || !lu_quirk(x, QUIRK_INTERVENE_ACROSS))
            across = kit_and(x->k, across, kit_compare(x->k, IR_EQ, kit_read(x->k, hit[1]), kit_known(1)));
        kit_branch_to(x->k, across, after);
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), site_here(&c));
        kit_set(x->k, lu_context_var(x, LU_TO), site_here(&c));
        affect(&c);
        kit_go(x->k, after);
        x->k->cur = after;
    }
    kit_loop_end(x->k, &ways);
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
    kit_num allowed = except ? lu_int(x, except) : kit_known(0);
    ir_var side = kit_scratch(x->k, "side", 0, (int32_t)c.r->width),
           at = kit_scratch(x->k, "at", -2, (int32_t)x->sites - 1), missing = kit_scratch(x->k, "missing", 0, 1000),
           met = kit_scratch(x->k, "met", 0, 1);
    kit_loop ways = kit_loop_begin(x->k, c.way, kit_known(0), kit_known((int32_t)c.r->width));
    begin_way(&c);
    kit_branch_to(x->k, is_target(&c), ways.next);
    kit_set(x->k, at, lu_context_num(x, LU_BETWEEN));
    kit_set(x->k, missing, kit_known(0));
    kit_set(x->k, met, kit_known(with == NULL));
    kit_loop sides = kit_loop_begin(x->k, side, kit_known(0), kit_known((int32_t)c.r->width));
    kit_set(x->k, c.place, lu_ray(x, c.r, kit_read(x->k, at), kit_read(x->k, side)));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, c.place), kit_known(0)), sides.next);
    if (with) {
        ir_node go = kit_node(x->k), no = kit_branch(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site_here(&c)),
                                                                       lu_piece_number(x, with->items[0])));
        kit_set(x->k, met, kit_known(1));
        kit_go(x->k, go);
        x->k->cur = no;
        kit_go(x->k, go);
        x->k->cur = go;
    }
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, site_here(&c), c.from), sides.next);
    kit_branch_to(x->k, kit_not(x->k, is_friend(&c)), sides.next);
    kit_set(x->k, missing, kit_op(x->k, IR_ADD, kit_read(x->k, missing), kit_known(1)));
    kit_loop_end(x->k, &sides);
    kit_cond all = kit_and(x->k, kit_compare(x->k, IR_LE, kit_read(x->k, missing), allowed),
                           kit_compare(x->k, IR_EQ, kit_read(x->k, met), kit_known(1)));
    kit_branch_to(x->k, all, ways.next);
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), kit_read(x->k, at));
    affect(&c);
    kit_loop_end(x->k, &ways);
    finish_capture(&c, v);
}

/* ---- enclosing ---- */

static kit_cond is_captive(lu *x, kit_num site, const void *data)
{
    const capture *c = data;
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), site);
    return c->target ? lu_bool(x, c->target) : is_enemy(x, site);
}

typedef struct enclosed {
    capture c;    /* first: the members are found by it */
    ir_node next; /* the next way */
    ir_var left;  /* so many empty sites may still belong to the group */
} enclosed;

/* A captive, or one of the empty sites that may be among them; one too many ends it. */
static kit_cond is_captive_or_free(lu *x, kit_num site, const void *data)
{
    const enclosed *e = data;
    ir_var in = kit_scratch(x->k, "in", 0, 1);
    ir_node after = kit_node(x->k);
    kit_set(x->k, in, kit_choose(x->k, is_captive(x, site, data), kit_known(1), kit_known(0)));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, in), kit_known(0)), after);
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)), after);
    kit_num left = kit_read(x->k, e->left);
    kit_branch_to(x->k, kit_compare(x->k, IR_GT, left, kit_known(0)), e->next);
    left.low = 1;
    kit_set(x->k, e->left, kit_op(x->k, IR_SUB, left, kit_known(1)));
    kit_set(x->k, in, kit_known(1));
    kit_go(x->k, after);
    x->k->cur = after;
    return kit_compare(x->k, IR_EQ, kit_read(x->k, in), kit_known(1));
}

/* A free neighbour is enough: the group is not enclosed. */
static void find_free(lu *x, kit_num site, const void *data)
{
    const enclosed *e = data;
    ir_node after = kit_branch(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)));
    kit_go(x->k, e->next);
    x->k->cur = after;
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
    if (e.c.target && lu_has_word(x, e.c.target, "IsSiteType", "Empty"))
        lu_refuse(x, e.c.between, "enclosing empty sites");
    int32_t most = (int32_t)x->default_count - 1;
    const vec_u32 *near = lu_neighbours(x, direction ? lu_word(x, direction) : "Adjacent");
    ir_var marks = lu_new_marks(x, LU_OWN), i = kit_scratch(x->k, "i", 0, most + 1), done = IR_NONE;
    const ludii_value *but = lu_arg(x, v, "numException");
    kit_num empties = but ? lu_keep_num(x, "empties", kit_clamp(x->k, lu_int(x, but), 0, most, 0)) : kit_known(0);
    if (but) {
        if (!e.c.later && e.c.found == IR_NONE) /* all are found in the same position */
            e.c.later = true, e.c.sites = lu_array_new(x, 2 * (int32_t)x->sites);
        done = lu_new_marks(x, LU_OWN);
        e.left = kit_scratch(x->k, "left", 0, most + 1);
        lu_clear_marks(x, LU_OWN, done);
    }
    kit_loop ways = kit_loop_begin(x->k, e.c.way, kit_known(0), kit_known((int32_t)e.c.r->width));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, e.c.from), kit_known(0)), ways.done);
    begin_way(&e.c);
    kit_cond begins = is_target(&e.c);
    if (but) {
        kit_cond free = kit_and(x->k, kit_compare(x->k, IR_GT, empties, kit_known(0)),
                                kit_compare(x->k, IR_EQ, lu_what_at(x, site_here(&e.c)), kit_known(0)));
        free = kit_and(x->k, free, kit_compare(x->k, IR_NE, kit_read(x->k, e.c.place), kit_known(0)));
        begins = kit_and(x->k, kit_or(x->k, begins, free),
                         kit_not(x->k, lu_is_in_marks(x, done, kit_clamp(x->k, site_here(&e.c), 0, most, 0))));
        kit_set(
            x->k, e.left,
            kit_choose(x->k, free, kit_op(x->k, IR_SUB, kit_clamp(x->k, empties, 1, most, 1), kit_known(1)), empties));
    }
    kit_branch_to(x->k, begins, ways.next);
    lu_clear_marks(x, LU_OWN, marks);
    e.next = ways.next;
    lu_fill f = lu_fill_from(
        x, &(lu_filling){LU_OWN, marks, near, but ? is_captive_or_free : is_captive, but ? NULL : find_free, &e},
        kit_clamp(x->k, site_here(&e.c), 0, most, 0));
    kit_loop all = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, f.count));
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), kit_at(x->k, f.queue, kit_read(x->k, i)));
    if (but)
        kit_set_at(x->k, done, kit_clamp(x->k, lu_context_num(x, LU_BETWEEN), 0, most, 0), kit_known(1));
    affect(&e.c);
    kit_loop_end(x->k, &all);
    kit_loop_end(x->k, &ways);
    finish_capture(&e.c, v);
}

/* ---- in the direction of the move ---- */

/* The runs of targets on ways from the site. */
static void capture_runs(lu *x, const ludii_value *v, const lu_rays *r, const ludii_value *standard)
{
    capture c;
    if (!start_capture(&c, x, v, standard, "Adjacent"))
        return;
    c.target = c.friend;
    choose_effect(&c, c.to ? lu_item(x, c.to, "Apply") : NULL, true);
    c.r = r ? r : c.r;
    c.place = kit_scratch(x->k, "place", 0, (int32_t)c.r->places - 1);
    kit_loop ways = kit_loop_begin(x->k, c.way, kit_known(0), kit_known((int32_t)c.r->width));
    begin_way(&c);
    ir_node head = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, c.place), kit_known(0)), ways.next);
    kit_set(x->k, lu_context_var(x, LU_TO), site_here(&c));
    kit_branch_to(x->k, is_target(&c), ways.next);
    affect(&c);
    forward(&c);
    kit_go(x->k, head);
    x->k->cur = ways.done;
    finish_capture(&c, v);
}

/* In the direction of the last move, or against it. */
void lu_effect_direction_capture(lu *x, const ludii_value *v)
{
    kit_cond opposite = lu_arg(x, v, "opposite") ? lu_bool(x, lu_arg(x, v, "opposite")) : kit_truth(false);
    if (!opposite.known)
        lu_refuse(x, lu_arg(x, v, "opposite"), "`opposite:` with a condition that changes");
    capture_runs(x, v, lu_along_last(x, opposite.value), NULL);
}

/* The same in any direction, without one that of the last move. */
void lu_effect_directional(lu *x, const ludii_value *v)
{
    const ludii_value *direction = lu_item(x, v, "Direction");
    capture_runs(x, v,
                 !direction                                      ? lu_along_last(x, false)
                 : lu_word_is(x, direction, "SameDirection")     ? lu_along_last(x, false)
                 : lu_word_is(x, direction, "OppositeDirection") ? lu_along_last(x, true)
                                                                 : NULL,
                 direction);
}
