/* Tracks while playing: steps along them, and sowing. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

/* Tables of the tracks with a name, a row for each owner: places on the track, counted from 0. */
typedef struct track_tables {
    ir_const site, next, prev; /* [owner][place] */
    ir_const place;            /* [owner][site] the first place, or -1 */
    ir_const length, loop;     /* [owner] */
    ir_const again;            /* [owner] whether places of pieces are known */
    ir_const number;           /* [owner] of the track */
    uint32_t places;
    bool any, open; /* open: one of them is no loop */
} track_tables;

#define KEPT kit_known(-1) /* the state of the hole */
enum { OFF = -1, END = -2, SEEDS_MAX = 400 };

/* By later rules of sowing the track is of its owner, unless no name is said. */
static const lu_track *sown_track(lu *x, const ludii_value *v, lu_track_use use, name_id name, int owner)
{
    const bool owned = lu_arg(x, v, "owner") && name != NAME_NONE && lu_quirk(x, QUIRK_SOW_FIRST_TRACK);
    const lu_track *t = lu_track_of(x, use, name, owner);
    return owned && t && t->owner != owner ? NULL : t;
}

static name_id name_in(lu *x, const ludii_value *v)
{
    name_id name = NAME_NONE;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE && lu_string(x, v->items[i]) != NAME_NONE)
            name = lu_string(x, v->items[i]);
    return name;
}

static track_tables tables_of(lu *x, const ludii_value *v, lu_track_use use)
{
    uint32_t rows = x->players + 2, most = 1;
    track_tables t = {0};
    const name_id name = name_in(x, v);
    for (uint32_t i = 0; i < x->tracks.count; i++)
        most = vec_at(&x->tracks, i).sites.count > most ? vec_at(&x->tracks, i).sites.count : most;
    int32_t *site = ARENA_ARRAY(x->a, int32_t, rows * most), *next = ARENA_ARRAY(x->a, int32_t, rows * most),
            *prev = ARENA_ARRAY(x->a, int32_t, rows * most), *place = ARENA_ARRAY(x->a, int32_t, rows * x->sites);
    int32_t *length = ARENA_ARRAY(x->a, int32_t, rows), *loop = ARENA_ARRAY(x->a, int32_t, rows),
            *number = ARENA_ARRAY(x->a, int32_t, rows), *again = ARENA_ARRAY(x->a, int32_t, rows);
    memset(place, 0xff, sizeof *place * rows * x->sites);
    for (uint32_t r = 0; r < rows; r++) {
        const lu_track *track = sown_track(x, v, use, name, (int)r);
        uint32_t n = track ? track->sites.count : 0;
        t.any |= n > 0;
        t.open |= n > 0 && !track->loop;
        number[r] = track ? (int32_t)(track - x->tracks.data) : 0;
        length[r] = (int32_t)n;
        loop[r] = track && track->loop;
        again[r] = track && lu_track_comes_back(track);
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
    t.site = kit_table2(x->k, 0, site, rows, most, OFF);
    t.next = kit_table2(x->k, 0, next, rows, most, 0);
    t.prev = kit_table2(x->k, 0, prev, rows, most, 0);
    t.number = kit_table(x->k, 0, number, rows, 0);
    t.length = kit_table(x->k, 0, length, rows, 0);
    t.loop = kit_table(x->k, 0, loop, rows, 0);
    t.again = kit_table(x->k, 0, again, rows, 0);
    t.place = kit_table2(x->k, 0, place, rows, x->sites, -1);
    return t;
}

/* The moves of the first site of a track that has any. */
void lu_first_on_track(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *moves = lu_item(x, v, "Moves");
    const bool later = lu_quirk(x, QUIRK_NOTHING_FOLLOWS);
    lu_use use = lu_with_then(x, k, lu_then_of_old(x, v));
    track_tables t = tables_of(x, v, LU_TRACK_ANY);
    kit_num who = role ? lu_role(x, role) : later ? kit_known(0) : lu_context_num(x, LU_MOVER);
    kit_num owner = kit_clamp(x->k, who, 0, (int32_t)x->players + 1, 0);
    if (!t.any)
        lu_refuse_ludeme(x, v);
    ir_var place = kit_scratch(x->k, "stepped", 0, (int32_t)t.places);
    ir_node head = kit_node(x->k);
    kit_set(x->k, place, kit_known(0));
    kit_go(x->k, head);
    x->k->cur = head;
    kit_check(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, place), kit_look(x->k, t.length, owner)));
    kit_set(x->k, lu_context_var(x, LU_SITE), lu_as_site(x, kit_look2(x->k, t.site, owner, kit_read(x->k, place))));
    ir_node none = kit_branch(x->k, lu_can(x, moves));
    lu_moves(x, moves, &use);
    x->k->cur = none;
    kit_set(x->k, place, kit_op(x->k, IR_ADD, kit_read(x->k, place), kit_known(1)));
    kit_go(x->k, head);
}

/* The site so many places on; Off where the track is over. */
kit_num lu_track_move(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from"), *role = lu_item(x, v, "RoleType"),
                      *player = lu_item(x, v, "Player");
    kit_num site = lu_as_site(x, from ? lu_int(x, from) : lu_context_num(x, LU_FROM)),
            steps = lu_int(x, lu_arg(x, v, "steps"));
    kit_num owner = role ? lu_role(x, role) : player ? lu_who(x, player) : lu_context_num(x, LU_MOVER);
    track_tables t = tables_of(x, v, LU_TRACK_MOVE);
    if (!t.any)
        lu_refuse_ludeme(x, v);
    owner = kit_clamp(x->k, owner, 0, (int32_t)x->players + 1, 0);
    kit_num start =
        lu_keep_num(x, "stepped", kit_look2(x->k, t.place, owner, kit_clamp(x->k, site, 0, (int32_t)x->sites - 1, -1)));
    if (x->lap != IR_NONE) { /* a piece may have come to the site for another time */
        kit_num what = lu_keep_num(x, "what", lu_follower_at(x, lu_as_site(x, site), owner));
        kit_num lap = lu_lap_of(x, kit_look(x->k, t.number, owner), what, site);
        kit_cond many = kit_and(x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, t.again, owner), kit_known(1)),
                                kit_compare(x->k, IR_NE, what, kit_known(0)));
        start = lu_keep_num(x, "stepped", kit_choose(x->k, many, kit_op(x->k, IR_SUB, lap, kit_known(1)), start));
    }
    kit_num length = kit_look(x->k, t.length, owner);
    /* a site that is not on it counts as the place behind the last, which is the first one of a loop */
    start = kit_choose(x->k, kit_compare(x->k, IR_LT, start, kit_known(0)), length, start);
    if (lu_quirk(x, QUIRK_STEPS_GO_ON)) {
        kit_num forward = lu_keep_num(x, "steps", steps);
        steps = kit_choose(x->k, kit_compare(x->k, IR_GE, forward, kit_known(0)), forward, kit_known(0));
    }
    kit_num to = lu_keep_num(x, "reached", kit_op(x->k, IR_ADD, start, kit_clamp(x->k, steps, -1000, 1000, 0)));
    to = kit_choose(
        x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, t.loop, owner), kit_known(1)),
        kit_choose(x->k, kit_compare(x->k, IR_GE, to, kit_known(0)), kit_op(x->k, IR_MOD, to, length), kit_known(0)),
        to);
    kit_cond on = kit_or(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)),
                         kit_compare(x->k, IR_EQ, kit_look(x->k, t.loop, owner), kit_known(1)));
    on = kit_and(x->k, on,
                 kit_and(x->k, kit_compare(x->k, IR_GE, to, kit_known(0)), kit_compare(x->k, IR_LT, to, length)));
    kit_num reached = kit_look2(x->k, t.site, owner, kit_clamp(x->k, to, 0, (int32_t)t.places - 1, 0));
    return lu_keep_num(x, "reached", kit_choose(x->k, on, reached, kit_known(OFF)));
}

kit_num lu_track_end(lu *x, const ludii_value *v)
{
    const ludii_value *who = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    kit_num owner = who ? lu_role(x, who) : player ? lu_who(x, player) : kit_known(0);
    int32_t last[24];
    for (uint32_t r = 0; r < x->players + 2; r++) {
        const lu_track *t = lu_track_of(x, LU_TRACK_END, name_in(x, v), (int)r);
        last[r] = t ? (int32_t)t->sites.data[t->sites.count - 1] : OFF;
    }
    return kit_look(x->k, kit_table(x->k, 0, last, x->players + 2, OFF), owner);
}

/* Whose track is meant: a role's or a player's, or the one that nobody owns. */
static kit_num track_owner(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType"), *player = lu_item(x, v, "Player");
    const kit_num owner = role ? lu_role(x, role) : player ? lu_who(x, player) : kit_known(0);
    return lu_keep_num(x, "owner", kit_clamp(x->k, owner, 0, (int32_t)x->players + 1, 0));
}

/* Where a site is on a track; off the board it is at the beginning. */
static kit_num first_place(lu *x, const track_tables *t, kit_num owner, kit_num site)
{
    site = lu_keep_num(x, "from", site);
    kit_num on = kit_look2(x->k, t->place, owner, kit_clamp(x->k, site, 0, (int32_t)x->sites - 1, -1));
    return lu_quirk(x, QUIRK_TRACKS_BY_USE)
               ? kit_choose(x->k, kit_compare(x->k, IR_EQ, site, kit_known(-1)), kit_known(0), on)
               : on;
}

/* The first site, once around from the beginning or from a site, for which a condition on (to) holds; Off without any.
 */
kit_num lu_track_first(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from"), *c = lu_arg(x, v, "if");
    track_tables t = tables_of(x, v, LU_TRACK_END);
    const int32_t most = (int32_t)x->sites - 1;
    if (!t.any)
        lu_refuse_ludeme(x, v);
    const kit_num owner = track_owner(x, v);
    ir_var place = kit_scratch(x->k, "place", -1, (int32_t)t.places), k = kit_scratch(x->k, "k", 0, (int32_t)t.places),
           found = kit_scratch(x->k, "found", OFF, most);
    kit_num outer = lu_keep(x, LU_TO, "outer");
    ir_node after = kit_node(x->k);
    kit_set(x->k, found, kit_known(OFF));
    kit_set(x->k, place, from ? first_place(x, &t, owner, lu_int(x, from)) : kit_known(0));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, place), kit_known(0)), after);
    kit_loop l = kit_loop_begin(x->k, k, kit_known(0), kit_look(x->k, t.length, owner));
    kit_num site = kit_look2(x->k, t.site, owner, kit_read(x->k, place));
    kit_set(x->k, lu_context_var(x, LU_TO), lu_as_site(x, site));
    ir_node no = kit_branch(x->k, c ? lu_bool(x, c) : kit_truth(true));
    kit_set(x->k, found, lu_context_num(x, LU_TO));
    kit_go(x->k, after);
    x->k->cur = no;
    kit_num next = kit_op(x->k, IR_ADD, kit_read(x->k, place), kit_known(1));
    kit_set(x->k, place,
            kit_choose(x->k, kit_compare(x->k, IR_LT, next, kit_look(x->k, t.length, owner)), next, kit_known(0)));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, lu_context_var(x, LU_TO), outer);
    return kit_read(x->k, found);
}

/* The sites of a track, from one on to another, around the end. */
const lu_region *lu_sites_track(lu *x, const ludii_value *v)
{
    const ludii_value *from = lu_arg(x, v, "from"), *to = lu_arg(x, v, "to");
    track_tables t = tables_of(x, v, LU_TRACK_SITES);
    const int32_t most = (int32_t)x->sites - 1;
    if (!t.any)
        lu_refuse_ludeme(x, v);
    const kit_num owner = track_owner(x, v);
    kit_num end = to ? lu_keep_num(x, "last", lu_int(x, to)) : kit_known(-3);
    ir_var place = kit_scratch(x->k, "place", -1, (int32_t)t.places), k = kit_scratch(x->k, "k", 0, (int32_t)t.places),
           marks = kit_array(x->k, "marks", -2, most, 0, 1, NULL), site = kit_scratch(x->k, "marked", -2, most + 1);
    ir_node after = kit_node(x->k);
    kit_loop clear = kit_loop_begin(x->k, site, kit_known(0), kit_known(most + 1));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &clear);
    kit_set(x->k, place, from ? first_place(x, &t, owner, lu_int(x, from)) : kit_known(0));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, place), kit_known(0)), after);
    kit_loop l = kit_loop_begin(x->k, k, kit_known(0), kit_look(x->k, t.length, owner));
    kit_num here = kit_look2(x->k, t.site, owner, kit_read(x->k, place));
    kit_set_at(x->k, marks, lu_as_site(x, here), kit_known(1));
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, here, end), after);
    kit_num next = kit_op(x->k, IR_ADD, kit_read(x->k, place), kit_known(1));
    kit_set(x->k, place,
            kit_choose(x->k, kit_compare(x->k, IR_LT, next, kit_look(x->k, t.length, owner)), next, kit_known(0)));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    return lu_marked(x, marks, &lu_all_sites(x, true)->sites);
}

/* ---- sowing ---- */

typedef struct sowing {
    lu *x;
    track_tables t;
    kit_num owner;
    ir_var place, passed; /* passed: whether the hole that was sown from was left out just now, or IR_NONE */
    ir_var have, kind;    /* have: what is left where is sown from, if that may be too little; else IR_NONE */
    kit_num from;
} sowing;

/* Seeds come to a hole: as many as there are. Those that come to where they are from have not left it. */
static void put_seeds(sowing *s, kit_num site, kit_num count)
{
    lu *x = s->x;
    if (s->have == IR_NONE) {
        lu_arrive(x, site, kit_read(x->k, s->kind), count, KEPT);
        return;
    }
    ir_node after = kit_node(x->k);
    kit_num have = kit_read(x->k, s->have);
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, site, s->from), after);
    kit_branch_to(x->k, kit_compare(x->k, IR_GT, have, kit_known(0)), after);
    count = lu_keep_num(x, "seeds", kit_choose(x->k, kit_compare(x->k, IR_LT, count, have), count, have));
    lu_arrive(x, site, kit_read(x->k, s->kind), count, KEPT);
    kit_set(x->k, s->have, kit_clamp(x->k, kit_op(x->k, IR_SUB, have, count), 0, 30000, 0));
    kit_go(x->k, after);
    x->k->cur = after;
}

static void step_on(sowing *s, ir_const which)
{
    kit_set(s->x->k, s->place, kit_look2(s->x->k, which, s->owner, kit_read(s->x->k, s->place)));
}

static kit_num site_here(sowing *s) { return kit_look2(s->x->k, s->t.site, s->owner, kit_read(s->x->k, s->place)); }

/* On to the next site that is not left out. */
static void next_pit(sowing *s, const ludii_value *v, kit_num start)
{
    lu *x = s->x;
    const ludii_value *skip = lu_arg(x, v, "skipIf");
    step_on(s, s->t.next);
    if (s->passed != IR_NONE)
        kit_set(x->k, s->passed, kit_known(0));
    if (!lu_flag(x, v, "includeSelf", true)) {
        ir_node after = kit_node(x->k), no = kit_branch(x->k, kit_compare(x->k, IR_EQ, site_here(s), start));
        step_on(s, s->t.next);
        if (s->passed != IR_NONE)
            kit_set(x->k, s->passed, kit_known(1));
        kit_go(x->k, after);
        x->k->cur = no;
        kit_go(x->k, after);
        x->k->cur = after;
    }
    if (!skip)
        return;
    ir_node head = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_set(x->k, lu_context_var(x, LU_TO), site_here(s));
    ir_node fine = kit_branch(x->k, lu_bool(x, skip));
    step_on(s, s->t.next);
    kit_go(x->k, head);
    x->k->cur = fine;
}

/* Where the last one came to lie: the effect, and again further back, or on, as long as that is wanted. */
static void capture(sowing *s, const ludii_value *v, kit_num start)
{
    lu *x = s->x;
    const ludii_value *condition = lu_arg(x, v, "if"), *apply = lu_arg(x, v, "apply"),
                      *back = lu_arg(x, v, "backtracking"), *forward = lu_arg(x, v, "forward"),
                      *more = back ? back : forward;
    const bool afterwards = lu_quirk(x, QUIRK_SOW_BACK_AFTERWARDS);
    if (!apply)
        return;
    ir_var wanted = more && !afterwards ? kit_scratch(x->k, "wanted", 0, 1) : IR_NONE;
    ir_var rounds = forward ? kit_scratch(x->k, "rounds", 0, (int32_t)s->t.places) : IR_NONE;
    if (rounds != IR_NONE)
        kit_set(x->k, rounds, kit_look(x->k, s->t.length, s->owner));
    ir_node head = kit_node(x->k), after = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_set(x->k, lu_context_var(x, LU_TO), site_here(s));
    if (more && afterwards) /* an empty site ends it */
        kit_branch_to(x->k, kit_compare(x->k, IR_NE, lu_what_at(x, site_here(s)), kit_known(0)), after);
    if (condition)
        kit_branch_to(x->k, lu_bool(x, condition), after);
    if (wanted != IR_NONE)
        kit_set(x->k, wanted, kit_choose(x->k, lu_bool(x, more), kit_known(1), kit_known(0)));
    kit_set(x->k, lu_context_var(x, LU_FROM), start);
    lu_effect(x, apply);
    if (more) {
        if (wanted != IR_NONE)
            kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, wanted), kit_known(1)), after);
        step_on(s, back ? s->t.prev : s->t.next);
        kit_set(x->k, lu_context_var(x, LU_TO), site_here(s));
        kit_branch_to(x->k, lu_bool(x, more), after);
        if (wanted != IR_NONE && back)
            kit_branch_to(x->k, kit_compare(x->k, IR_NE, site_here(s), start), after);
        if (rounds != IR_NONE) { /* once around at most */
            kit_branch_to(x->k, kit_compare(x->k, IR_GT, kit_read(x->k, rounds), kit_known(0)), after);
            kit_set(x->k, rounds, kit_op(x->k, IR_SUB, kit_read(x->k, rounds), kit_known(1)));
        }
        kit_go(x->k, head);
    } else
        kit_go(x->k, after);
    x->k->cur = after;
}

/* One by one, or as many as are wanted at each hole; `(value)` is how many are left in front of it. */
static void sow_seeds(sowing *s, const ludii_value *v, kit_num from, ir_var left, kit_num seeds, const lu_array *walked)
{
    lu *x = s->x;
    const ludii_value *each = lu_arg(x, v, "numPerHole"), *effect = lu_arg(x, v, "sowEffect");
    kit_num outer = lu_keep(x, LU_VALUE, "outer"), one = kit_known(1);
    ir_node head = kit_node(x->k), done = kit_node(x->k);
    kit_set(x->k, left, kit_clamp(x->k, seeds, 0, 30000, 0));
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_GT, kit_read(x->k, left), kit_known(0)), done);
    kit_set(x->k, lu_context_var(x, LU_VALUE), kit_read(x->k, left));
    next_pit(s, v, from);
    if (each || effect)
        kit_set(x->k, lu_context_var(x, LU_TO), site_here(s));
    if (each) {
        kit_num n = lu_keep_num(x, "each", lu_int(x, each));
        one = kit_choose(x->k, kit_compare(x->k, IR_LT, n, kit_read(x->k, left)), n, kit_read(x->k, left));
        one = lu_keep_num(x, "each", kit_clamp(x->k, one, 0, 30000, 0));
        kit_branch_to(x->k, kit_compare(x->k, IR_GT, one, kit_known(0)), done);
    }
    if (effect)
        lu_effect(x, effect);
    if (walked)
        lu_array_add(x, walked, site_here(s));
    else
        put_seeds(s, site_here(s), one);
    kit_set(x->k, left, kit_op(x->k, IR_SUB, kit_read(x->k, left), one));
    kit_go(x->k, head);
    x->k->cur = done;
    kit_set(x->k, lu_context_var(x, LU_VALUE), outer);
}

static void put_seed(lu *x, void *data, kit_num site)
{
    put_seeds(data, kit_clamp(x->k, site, -2, (int32_t)x->sites - 1, -1), kit_known(1));
}

void lu_effect_sow(lu *x, const ludii_value *v)
{
    const ludii_value *start_value = lu_item(x, v, "Int"), *count = lu_arg(x, v, "count"),
                      *owner = lu_arg(x, v, "owner"), *origin = lu_arg(x, v, "origin");
    const bool later = lu_quirk(x, QUIRK_SOW_FIRST_TRACK), first_track = later && name_in(x, v) == NAME_NONE;
    sowing s = {.x = x, .t = tables_of(x, v, LU_TRACK_ANY), .passed = IR_NONE, .have = IR_NONE};
    if (lu_quirk(x, QUIRK_SOW_PAST_SELF) && !lu_flag(x, v, "includeSelf", true))
        kit_set(x->k, s.passed = kit_scratch(x->k, "passed", 0, 1), kit_known(0));
    int32_t most = (int32_t)x->sites - 1;
    if (!s.t.any)
        lu_refuse_ludeme(x, v);
    s.place = kit_scratch(x->k, "place", -1, (int32_t)s.t.places);
    if (owner && first_track)
        lu_pass_over(x, owner);
    s.owner = owner && !first_track ? kit_clamp(x->k, lu_int(x, owner), 0, (int32_t)x->players + 1, 0) : kit_known(0);
    ir_var start = kit_scratch(x->k, "start", -2, most), seeds = kit_scratch(x->k, "seeds", 0, 30000),
           kind = kit_scratch(x->k, "kind", 0, (int32_t)x->components.count - 1),
           k = kit_scratch(x->k, "sown", 0, 30001);
    kit_num outer = lu_keep(x, LU_TO, "outer"), outer_from = lu_keep(x, LU_FROM, "outer");
    kit_set(x->k, start, lu_as_site(x, start_value ? lu_int(x, start_value) : lu_context_num(x, LU_LAST_TO)));
    kit_num from = kit_read(x->k, start);
    kit_set(x->k, seeds,
            count ? kit_clamp(x->k, lu_int(x, count), 0, 30000, 0) : kit_at(x->k, lu_state_var(x, LU_S_COUNT), from));
    kit_set(x->k, kind, lu_what_at(x, from));
    s.kind = kind, s.from = from;
    kit_set(x->k, s.place, kit_look2(x->k, s.t.place, s.owner, kit_clamp(x->k, from, 0, most, -1)));
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k,
                  kit_and(x->k, kit_compare(x->k, IR_GE, from, kit_known(0)),
                          kit_compare(x->k, IR_GE, kit_read(x->k, s.place), kit_known(0))),
                  after);
    kit_num owned = x->uses_who ? lu_keep_num(x, "owned", kit_at(x->k, lu_state_var(x, LU_S_WHO), from)) : kit_known(0);
    if (origin && lu_arg(x, v, "numPerHole"))
        lu_refuse(x, origin, "`origin:` beside `numPerHole:`");
    if (origin)
        kit_set(x->k, lu_context_var(x, LU_FROM), from);
    kit_num origin_too = lu_keep_num(
        x, "origin", origin ? kit_choose(x->k, lu_bool(x, origin), kit_known(1), kit_known(0)) : kit_known(0));
    if (origin)
        kit_set(x->k, lu_context_var(x, LU_FROM), outer_from);
    kit_cond at_origin = kit_compare(x->k, IR_EQ, origin_too, kit_known(1)); /* as it was before */
    if (later && s.t.open) { /* nothing is sown where the track would be over before the last seed */
        if (lu_arg(x, v, "skipIf") || lu_arg(x, v, "numPerHole") || !lu_flag(x, v, "includeSelf", true))
            lu_refuse(x, v, "sowing on an open track with holes that are left out");
        kit_num last =
            kit_op(x->k, IR_SUB, kit_op(x->k, IR_ADD, kit_read(x->k, s.place), kit_read(x->k, seeds)), origin_too);
        kit_cond ends = kit_compare(x->k, IR_LT, last, kit_look(x->k, s.t.length, s.owner));
        kit_branch_to(
            x->k, kit_or(x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, s.t.loop, s.owner), kit_known(1)), ends), after);
    }
    lu_array walked = {0};
    const bool walks = lu_arg(x, v, "skipIf") && !lu_arg(x, v, "numPerHole") && !lu_arg(x, v, "sowEffect");
    if (walks) { /* what is left out is told by the position before the first seed */
        walked = lu_array_new(x, SEEDS_MAX);
        sow_seeds(&s, v, from, k, kit_op(x->k, IR_SUB, kit_read(x->k, seeds), origin_too), &walked);
    }
    kit_num there_first = kit_known(0);
    if (later && count) {
        there_first = lu_keep_num(x, "first", kit_at(x->k, lu_state_var(x, LU_S_COUNT), from));
        kit_set(x->k, s.have = kit_scratch(x->k, "have", 0, 30000), kit_clamp(x->k, there_first, 0, 30000, 0));
    } else
        lu_take(x, from, kit_read(x->k, seeds));
    ir_var first = kit_scratch(x->k, "first", 0, 1);
    kit_set(x->k, first, kit_known(0));
    {
        ir_node next = kit_node(x->k), no = kit_branch(x->k, at_origin);
        put_seeds(&s, from, kit_known(1));
        kit_set(x->k, first, kit_known(1));
        kit_go(x->k, next);
        x->k->cur = no;
        kit_go(x->k, next);
        x->k->cur = next;
    }
    if (walks)
        lu_array_each(x, &walked, put_seed, &s);
    else
        sow_seeds(&s, v, from, k, kit_op(x->k, IR_SUB, kit_read(x->k, seeds), kit_read(x->k, first)), NULL);
    if (s.have != IR_NONE) {
        ir_node none = kit_node(x->k);
        kit_num left = lu_keep_num(x, "sown", kit_op(x->k, IR_SUB, there_first, kit_read(x->k, s.have)));
        kit_branch_to(x->k, kit_compare(x->k, IR_GT, left, kit_known(0)), none);
        lu_take(x, from, left);
        kit_go(x->k, none);
        x->k->cur = none;
    }
    if (x->uses_who) { /* seeds leave one by one, so that those that come back find some */
        kit_num there = kit_at(x->k, lu_state_var(x, LU_S_COUNT), from),
                own = kit_look(x->k, lu_owner_table(x), kit_read(x->k, kind));
        kit_cond last =
            kit_and(x->k, kit_compare(x->k, IR_EQ, site_here(&s), from), kit_compare(x->k, IR_EQ, there, kit_known(1)));
        kit_num still = kit_choose(x->k, kit_compare(x->k, IR_EQ, there, kit_known(0)), kit_known(0),
                                   kit_choose(x->k, last, own, owned));
        kit_set_at(x->k, lu_state_var(x, LU_S_WHO), from, still);
    }
    lu_after_consequence(x, from, site_here(&s));
    if (s.passed != IR_NONE) {
        ir_node there = kit_node(x->k);
        kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, s.passed), kit_known(1)), there);
        step_on(&s, s.t.prev);
        kit_go(x->k, there);
        x->k->cur = there;
    }
    capture(&s, v, from);
    kit_set(x->k, lu_context_var(x, LU_FROM), outer_from);
    if (later) { /* nothing follows where there is no track */
        kit_set(x->k, lu_context_var(x, LU_TO), outer);
        if (lu_item(x, v, "Then"))
            lu_effect(x, lu_item(x, v, "Then")->items[0]);
    }
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, lu_context_var(x, LU_TO), outer);
    if (!later && lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
