/* Tracks while playing: steps along them, and sowing. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

/* Tables of the tracks with a name, a row for each owner: places on the track, counted from 0. */
typedef struct track_tables {
    ir_const site, next, prev; /* [owner][place] */
    ir_const place;            /* [owner][site] the first place, or -1 */
    ir_const length, loop;     /* [owner] */
    ir_const number;           /* [owner] of the track */
    uint32_t places;
    bool any;
} track_tables;

enum { OFF = -1, END = -2 };

static track_tables tables_of(lu *x, const ludii_value *v, name_id name)
{
    uint32_t rows = x->players + 2, most = 1;
    track_tables t = {0};
    for (uint32_t i = 0; i < x->tracks.count; i++)
        most = x->tracks.data[i].sites.count > most ? x->tracks.data[i].sites.count : most;
    int32_t *site = ARENA_ARRAY(x->a, int32_t, rows * most), *next = ARENA_ARRAY(x->a, int32_t, rows * most),
            *prev = ARENA_ARRAY(x->a, int32_t, rows * most), *place = ARENA_ARRAY(x->a, int32_t, rows * x->sites);
    int32_t *length = ARENA_ARRAY(x->a, int32_t, rows), *loop = ARENA_ARRAY(x->a, int32_t, rows),
            *number = ARENA_ARRAY(x->a, int32_t, rows);
    memset(place, 0xff, sizeof *place * rows * x->sites);
    for (uint32_t r = 0; r < rows; r++) {
        const lu_track *track = lu_track_of(x, v, name, (int)r);
        uint32_t n = track ? track->sites.count : 0;
        t.any |= n > 0;
        number[r] = track ? (int32_t)(track - x->tracks.data) : 0;
        length[r] = (int32_t)n;
        loop[r] = track && track->loop;
        for (uint32_t i = 0; i < n; i++) {
            int32_t s = (int32_t)track->sites.data[i];
            site[r * most + i] = s;
            next[r * most + i] = i + 1 < n ? (int32_t)i + 1 : track->loop ? 0 : (int32_t)i;
            prev[r * most + i] = i ? (int32_t)i - 1 : track->loop ? (int32_t)n - 1 : 0;
            if (s >= 0 && s < (int32_t)x->sites && place[r * x->sites + (uint32_t)s] < 0)
                place[r * x->sites + (uint32_t)s] = (int32_t)i;
        }
    }
    t.places = most;
    t.site = lu_table2(x, 0, site, rows, most, OFF);
    t.next = lu_table2(x, 0, next, rows, most, 0);
    t.prev = lu_table2(x, 0, prev, rows, most, 0);
    t.number = lu_table(x, 0, number, rows, 0);
    t.length = lu_table(x, 0, length, rows, 0);
    t.loop = lu_table(x, 0, loop, rows, 0);
    t.place = lu_table2(x, 0, place, rows, x->sites, -1);
    return t;
}

static name_id name_in(lu *x, const ludii_value *v)
{
    name_id name = NAME_NONE;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    return name;
}

/* The moves of the first site of a track that has any. */
void lu_first_on_track(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *moves = lu_item(x, v, "Moves");
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    track_tables t = tables_of(x, v, name_in(x, v));
    lu_num owner = lu_clamp(x, role ? lu_role(x, role) : lu_context_num(x, LU_MOVER), 0, (int32_t)x->players + 1, 0);
    if (!t.any)
        lu_refuse_ludeme(x, v);
    ir_var place = lu_scratch(x, "stepped", 0, (int32_t)t.places);
    ir_node head = lu_node(x);
    lu_set(x, place, lu_known(0));
    lu_go(x, head);
    x->cur = head;
    lu_check(x, lu_compare(x, IR_LT, lu_read(x, place), lu_look(x, t.length, owner)));
    lu_set(x, lu_context_var(x, LU_SITE), lu_as_site(x, lu_look2(x, t.site, owner, lu_read(x, place))));
    ir_node none = lu_branch(x, lu_can(x, moves));
    lu_moves(x, moves, &use);
    x->cur = none;
    lu_set(x, place, lu_op(x, IR_ADD, lu_read(x, place), lu_known(1)));
    lu_go(x, head);
}

/* The site so many places on; Off where the track is over. */
lu_num lu_track_move(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from"), *role = lu_item(x, v, "RoleType"),
                      *player = lu_item(x, v, "Player");
    lu_num site = lu_as_site(x, from ? lu_int(x, from) : lu_context_num(x, LU_FROM)),
           steps = lu_int(x, lu_arg(x, v, "steps"));
    name_id name = name_in(x, v);
    lu_num owner = role ? lu_role(x, role) : player ? lu_who(x, player) : lu_context_num(x, LU_MOVER);
    track_tables t = tables_of(x, v, name);
    if (!t.any)
        lu_refuse_ludeme(x, v);
    owner = lu_clamp(x, owner, 0, (int32_t)x->players + 1, 0);
    lu_num start =
        lu_keep_num(x, "stepped", lu_look2(x, t.place, owner, lu_clamp(x, site, 0, (int32_t)x->sites - 1, -1)));
    if (x->lap != IR_NONE) { /* a piece may have come to the site for another time */
        lu_num lap = lu_lap_of(x, lu_look(x, t.number, owner), site);
        start = lu_keep_num(
            x, "stepped",
            lu_choose_num(x, lu_compare(x, IR_GT, lap, lu_known(0)), lu_op(x, IR_SUB, lap, lu_known(1)), start));
    }
    lu_num length = lu_look(x, t.length, owner);
    /* a site that is not on it counts as the place behind the last, which is the first one of a loop */
    start = lu_choose_num(x, lu_compare(x, IR_LT, start, lu_known(0)), length, start);
    lu_num to = lu_keep_num(x, "reached", lu_op(x, IR_ADD, start, lu_clamp(x, steps, -1000, 1000, 0)));
    to = lu_choose_num(x, lu_compare(x, IR_EQ, lu_look(x, t.loop, owner), lu_known(1)), lu_op(x, IR_MOD, to, length),
                       to);
    lu_cond on = lu_compare(x, IR_GE, site, lu_known(0));
    on = lu_and(x, on, lu_and(x, lu_compare(x, IR_GE, to, lu_known(0)), lu_compare(x, IR_LT, to, length)));
    lu_num reached = lu_look2(x, t.site, owner, lu_clamp(x, to, 0, (int32_t)t.places - 1, 0));
    return lu_keep_num(x, "reached", lu_choose_num(x, on, reached, lu_known(OFF)));
}

lu_num lu_track_end(lu *x, const ludii_value *v)
{
    const ludii_value *who = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    lu_num owner = who ? lu_role(x, who) : player ? lu_who(x, player) : lu_known(0);
    int32_t last[24];
    for (uint32_t r = 0; r < x->players + 2; r++) {
        const lu_track *t = lu_track_of(x, v, name_in(x, v), (int)r);
        last[r] = t ? (int32_t)t->sites.data[t->sites.count - 1] : OFF;
    }
    return lu_look(x, lu_table(x, 0, last, x->players + 2, OFF), owner);
}

/* ---- sowing ---- */

typedef struct sowing {
    lu *x;
    track_tables t;
    lu_num owner;
    ir_var place;
} sowing;

static void step_on(sowing *s, ir_const which)
{
    lu_set(s->x, s->place, lu_look2(s->x, which, s->owner, lu_read(s->x, s->place)));
}

static lu_num site_here(sowing *s) { return lu_look2(s->x, s->t.site, s->owner, lu_read(s->x, s->place)); }

/* On to the next site that is not left out. */
static void next_pit(sowing *s, const ludii_value *v, lu_num start)
{
    lu *x = s->x;
    const ludii_value *skip = lu_arg(x, v, "skipIf");
    step_on(s, s->t.next);
    if (!lu_flag(x, v, "includeSelf", true)) {
        ir_node after = lu_node(x), no = lu_branch(x, lu_compare(x, IR_EQ, site_here(s), start));
        step_on(s, s->t.next);
        lu_go(x, after);
        x->cur = no;
        lu_go(x, after);
        x->cur = after;
    }
    if (!skip)
        return;
    ir_node head = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    lu_set(x, lu_context_var(x, LU_TO), site_here(s));
    ir_node fine = lu_branch(x, lu_bool(x, skip));
    step_on(s, s->t.next);
    lu_go(x, head);
    x->cur = fine;
}

/* Where the last one came to lie: the effect, and again further back as long as that is wanted. */
static void capture(sowing *s, const ludii_value *v)
{
    lu *x = s->x;
    const ludii_value *condition = lu_arg(x, v, "if"), *apply = lu_arg(x, v, "apply"),
                      *back = lu_arg(x, v, "backtracking");
    if (!apply)
        return;
    ir_node head = lu_node(x), after = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    lu_set(x, lu_context_var(x, LU_TO), site_here(s));
    if (back) /* an empty site ends it */
        irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_what_at(x, site_here(s)), lu_known(0))), after, x->at);
    if (condition)
        irb_skip(x->g, lu_branch(x, lu_bool(x, condition)), after, x->at);
    lu_effect(x, apply);
    if (back) {
        step_on(s, s->t.prev);
        lu_set(x, lu_context_var(x, LU_TO), site_here(s));
        irb_skip(x->g, lu_branch(x, lu_bool(x, back)), after, x->at);
        lu_go(x, head);
    } else
        lu_go(x, after);
    x->cur = after;
}

void lu_effect_sow(lu *x, const ludii_value *v)
{
    const ludii_value *start_value = lu_item(x, v, "Int"), *count = lu_arg(x, v, "count"),
                      *owner = lu_arg(x, v, "owner"), *origin = lu_arg(x, v, "origin");
    sowing s = {.x = x, .t = tables_of(x, v, name_in(x, v))};
    int32_t most = (int32_t)x->sites - 1;
    if (!s.t.any)
        lu_refuse_ludeme(x, v);
    s.place = lu_scratch(x, "place", -1, (int32_t)s.t.places);
    s.owner = owner ? lu_clamp(x, lu_int(x, owner), 0, (int32_t)x->players + 1, 0) : lu_known(0);
    ir_var start = lu_scratch(x, "start", -2, most), seeds = lu_scratch(x, "seeds", 0, 30000),
           kind = lu_scratch(x, "kind", 0, (int32_t)x->components.count - 1), k = lu_scratch(x, "sown", 0, 30001);
    lu_num outer = lu_keep(x, LU_TO, "outer");
    lu_set(x, start, lu_as_site(x, start_value ? lu_int(x, start_value) : lu_context_num(x, LU_LAST_TO)));
    lu_num from = lu_read(x, start);
    lu_set(x, seeds, count ? lu_clamp(x, lu_int(x, count), 0, 30000, 0) : lu_at(x, lu_state_var(x, LU_S_COUNT), from));
    lu_set(x, kind, lu_what_at(x, from));
    lu_set(x, s.place, lu_look2(x, s.t.place, s.owner, lu_clamp(x, from, 0, most, -1)));
    ir_node after = lu_node(x);
    irb_skip(x->g,
             lu_branch(x, lu_and(x, lu_compare(x, IR_GE, from, lu_known(0)),
                                 lu_compare(x, IR_GE, lu_read(x, s.place), lu_known(0)))),
             after, x->at);
    lu_num owned = x->uses_who ? lu_keep_num(x, "owned", lu_at(x, lu_state_var(x, LU_S_WHO), from)) : lu_known(0);
    lu_num origin_too =
        lu_keep_num(x, "origin", origin ? lu_choose_num(x, lu_bool(x, origin), lu_known(1), lu_known(0)) : lu_known(0));
    lu_cond at_origin = lu_compare(x, IR_EQ, origin_too, lu_known(1)); /* as it was before */
    lu_take(x, from, lu_read(x, seeds));
    ir_var first = lu_scratch(x, "first", 0, 1);
    lu_set(x, first, lu_known(0));
    {
        ir_node next = lu_node(x), no = lu_branch(x, at_origin);
        lu_arrive(x, from, lu_read(x, kind), lu_known(1), lu_known(0));
        lu_set(x, first, lu_known(1));
        lu_go(x, next);
        x->cur = no;
        lu_go(x, next);
        x->cur = next;
    }
    lu_loop l = lu_loop_begin(x, k, lu_read(x, first), lu_read(x, seeds));
    next_pit(&s, v, from);
    lu_arrive(x, site_here(&s), lu_read(x, kind), lu_known(1), lu_known(0));
    lu_loop_end(x, &l);
    if (x->uses_who) { /* seeds leave one by one, so that those that come back find some */
        lu_num there = lu_at(x, lu_state_var(x, LU_S_COUNT), from),
               own = lu_look(x, lu_owner_table(x), lu_read(x, kind));
        lu_cond last = lu_and(x, lu_compare(x, IR_EQ, site_here(&s), from), lu_compare(x, IR_EQ, there, lu_known(1)));
        lu_num still =
            lu_choose_num(x, lu_compare(x, IR_EQ, there, lu_known(0)), lu_known(0), lu_choose_num(x, last, own, owned));
        lu_set_at(x, lu_state_var(x, LU_S_WHO), from, still);
    }
    lu_after_consequence(x, from, site_here(&s));
    capture(&s, v);
    lu_go(x, after);
    x->cur = after;
    lu_set(x, lu_context_var(x, LU_TO), outer);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
