/* Tracks that come to a site more than once: how many pieces of a kind have reached each place of a track. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

enum { PIECES_MAX = 200 };

bool lu_track_comes_back(const lu_track *t)
{
    if (t->loop) /* there the first place counts always, as in the records */
        return false;
    for (uint32_t i = 0; i < t->sites.count; i++)
        for (uint32_t k = i + 1; k < t->sites.count && (int32_t)t->sites.data[i] >= 0; k++)
            if (vec_at(&t->sites, i) == vec_at(&t->sites, k))
                return true;
    return false;
}

/* Notes for the sites of places from..end - 1 where they come first there, counted from 1; others stay as they are. */
static void put_places(const lu *x, const lu_track *t, uint32_t from, uint32_t end, int32_t *of)
{
    for (uint32_t i = end; i-- > from;)
        if (vec_at(&t->sites, i) < x->sites)
            of[vec_at(&t->sites, i)] = (int32_t)i + 1;
}

/* The place where a site comes for the nth time, from 0; -1 where it does not. */
static int32_t place_number(const lu_track *t, uint32_t site, uint32_t n)
{
    for (uint32_t i = 0; i < t->sites.count; i++)
        if (vec_at(&t->sites, i) == site && n-- == 0)
            return (int32_t)i;
    return -1;
}

static bool follows(const lu *x, const lu_track *t, uint32_t piece)
{
    return piece && !vec_at(&x->components, piece).die && lu_track_comes_back(t);
}

void lu_find_laps(lu *x)
{
    uint32_t most = 0, rows = 0, kinds = x->components.count;
    int32_t *row = ARENA_ARRAY(x->a, int32_t, (size_t)(x->tracks.count + 1) * kinds);
    for (uint32_t t = 0; t < x->tracks.count; t++) {
        most = vec_at(&x->tracks, t).sites.count > most ? vec_at(&x->tracks, t).sites.count : most;
        for (uint32_t k = 0; k < kinds; k++)
            row[t * kinds + k] = follows(x, &vec_at(&x->tracks, t), k) ? (int32_t)rows++ : -1;
    }
    if (!rows || (x->stacks && !lu_quirk(x, QUIRK_STACKS_FOLLOW_TRACKS)) || !lu_mentions(x, x->game, "TrackSite.Move"))
        return;
    int32_t *start = ARENA_ARRAY(x->a, int32_t, (size_t)rows * most);
    for (uint32_t t = 0; t < x->tracks.count; t++)
        for (uint32_t s = 0; s < x->sites; s++) {
            const int32_t place = place_number(&vec_at(&x->tracks, t), s, 0);
            const uint32_t n = x->stacks ? x->piles[s].count : x->start[LU_S_WHAT][s] != 0;
            for (uint32_t i = 0; i < n && place >= 0; i++) {
                const uint32_t piece = x->stacks ? lu_piled(x, s, i) : (uint32_t)x->start[LU_S_WHAT][s];
                const int32_t r = row[t * kinds + piece],
                              more = x->stacks ? 2 : x->start[LU_S_COUNT][s]; /* one of a stack counts twice */
                if (r >= 0)
                    start[(uint32_t)r * most + (uint32_t)place] += more;
            }
        }
    x->lap = kit_array(x->k, "laps", -1, (int32_t)(rows * most) - 1, -PIECES_MAX, PIECES_MAX, start);
    x->lap_rows = kit_table2(x->k, 0, row, x->tracks.count, kinds, -1);
    x->lap_places = most;
}

/* An entry of a site, or what stands for none. */
static kit_num look(lu *x, ir_const table, kit_num row, kit_num site, int32_t none)
{
    return kit_choose(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), kit_look2(x->k, table, row, site),
                      kit_known(none));
}

/* Where the pieces of that kind at a place of the track are counted; -1 without any. */
static kit_num key_of(lu *x, kit_num track, kit_num piece, kit_num place)
{
    kit_num row = lu_keep_num(x, "row", kit_look2(x->k, x->lap_rows, track, piece)), at = place;
    at.low = at.low < 0 ? 0 : at.low;
    kit_num up = row;
    up.low = 0;
    kit_num key = kit_op(x->k, IR_ADD, kit_op(x->k, IR_MUL, up, kit_known((int32_t)x->lap_places)), at);
    return kit_choose(
        x->k, kit_and(x->k, kit_compare(x->k, IR_GE, place, kit_known(0)), kit_compare(x->k, IR_GE, row, kit_known(0))),
        key, kit_known(-1));
}

/* How often a site of any track comes at most. */
static uint32_t most_times(const lu *x)
{
    uint32_t most = 0, *times = ARENA_ARRAY(x->a, uint32_t, x->sites + 1);
    for (uint32_t t = 0; t < x->tracks.count; t++) {
        const lu_track *track = &vec_at(&x->tracks, t);
        memset(times, 0, sizeof *times * x->sites);
        for (uint32_t i = 0; i < track->sites.count; i++) {
            const uint32_t s = vec_at(&track->sites, i);
            most = s < x->sites && ++times[s] > most ? times[s] : most;
        }
    }
    return most;
}

/* Where the site comes for the nth time on the track; -1 where it does not. */
static kit_num nth_place(lu *x, kit_num track, kit_num site, uint32_t n)
{
    int32_t *at = ARENA_ARRAY(x->a, int32_t, (size_t)x->tracks.count * x->sites);
    for (uint32_t t = 0; t < x->tracks.count; t++)
        for (uint32_t s = 0; s < x->sites; s++)
            at[t * x->sites + s] = place_number(&vec_at(&x->tracks, t), s, n);
    return look(x, kit_table2(x->k, 0, at, x->tracks.count, x->sites, -1), track, site, -1);
}

/* The piece of a site by which its place is looked up: of a stack the lowest one of whom the track belongs to, else the
 * topmost. */
kit_num lu_follower_at(lu *x, kit_num site, kit_num owner)
{
    if (!x->stacks)
        return lu_what_at(x, site);
    ir_var above = kit_scratch(x->k, "above", 0, (int32_t)x->height),
           what = kit_scratch(x->k, "follower", 0, (int32_t)x->components.count - 1);
    ir_node after = kit_node(x->k);
    kit_set(x->k, what, kit_known(0));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), after);
    if (!site.known)
        site.low = site.low < 0 ? 0 : site.low;
    kit_set(x->k, what, lu_what_at(x, site));
    kit_loop l = kit_loop_begin(x->k, above, kit_known(0), lu_size_at(x, site));
    kit_num level =
        kit_op(x->k, IR_SUB, kit_op(x->k, IR_SUB, lu_size_at(x, site), kit_known(1)), kit_read(x->k, above));
    level = lu_keep_num(x, "level", kit_clamp(x->k, level, 0, (int32_t)x->height - 1, 0));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_who_level(x, site, level), owner), l.next);
    kit_set(x->k, what, lu_what_level(x, site, level));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    return kit_read(x->k, what);
}

/* The first place of the site that such a piece has reached, counted from 1; 0: none. */
kit_num lu_lap_of(lu *x, kit_num track, kit_num piece, kit_num site)
{
    kit_num lap = kit_known(0);
    for (uint32_t n = x->lap == IR_NONE ? 0 : most_times(x); n-- > 0;) {
        kit_num place = nth_place(x, track, site, n), here = kit_at(x->k, x->lap, key_of(x, track, piece, place));
        lap = kit_choose(x->k, kit_compare(x->k, IR_GT, here, kit_known(0)), kit_op(x->k, IR_ADD, place, kit_known(1)),
                         lap);
    }
    return lu_keep_num(x, "lap", lap);
}

static void count_at(lu *x, kit_num key, int32_t more)
{
    key = lu_keep_num(x, "key", key);
    kit_num now = kit_op(x->k, IR_ADD, kit_at(x->k, x->lap, key), kit_known(more));
    kit_set_at(x->k, x->lap, key, kit_clamp(x->k, now, -PIECES_MAX, PIECES_MAX, 0));
    kit_set_at(x->k, x->lap, kit_known(-1), kit_known(0)); /* of pieces that do not follow it */
}

/* A piece has gone from one site to another: to the next place of that site behind its own, on every track. One that
 * comes onto a track, or into the game (from: -1), is at the first place. */
void lu_follow_tracks(lu *x, kit_num piece, kit_num from, kit_num to)
{
    const kit_num none = kit_known(0);
    for (uint32_t i = 0; x->lap != IR_NONE && i < x->tracks.count; i++) {
        const lu_track *t = &vec_at(&x->tracks, i);
        uint32_t n = t->sites.count;
        if (!n || !lu_track_comes_back(t))
            continue;
        int32_t *next = ARENA_ARRAY(x->a, int32_t, (n + 1) * x->sites);
        put_places(x, t, 0, n, next); /* of a piece that was not on the track */
        memcpy(next + (size_t)n * x->sites, next, sizeof *next * x->sites);
        for (uint32_t a = n; a-- > 1;) {
            memcpy(next + (size_t)a * x->sites, next + (size_t)(a + 1) * x->sites, sizeof *next * x->sites);
            put_places(x, t, a, a + 1, next + (size_t)a * x->sites);
        }
        kit_num track = kit_known((int32_t)i), one = kit_known(1);
        ir_const table = kit_table2(x->k, 0, next, n + 1, x->sites, 0);
        kit_num lap = lu_lap_of(x, track, piece, from);
        kit_cond known = kit_compare(x->k, IR_GT, lap, none);
        kit_cond fresh = kit_compare(x->k, IR_EQ, look(x, table, none, from, 0), none);
        kit_num place = lu_keep_num(x, "place", look(x, table, lap, to, 0));
        kit_num taken = key_of(x, track, piece, kit_op(x->k, IR_SUB, lap, one));
        kit_num reached = key_of(x, track, piece, kit_op(x->k, IR_SUB, place, one));
        reached = lu_keep_num(x, "key", kit_choose(x->k, kit_or(x->k, known, fresh), reached, kit_known(-1)));
        count_at(x, taken, -1);
        count_at(x, reached, 1);
    }
}

/* A piece is taken off: then it counts as gone from every place of the site, those where it was not included, so that
 * the next one that comes there is not found. */
void lu_leave_tracks(lu *x, kit_num piece, kit_num site)
{
    for (uint32_t i = 0; x->lap != IR_NONE && i < x->tracks.count; i++) {
        const uint32_t times = lu_track_comes_back(&vec_at(&x->tracks, i)) ? most_times(x) : 0;
        kit_num track = kit_known((int32_t)i);
        for (uint32_t n = 0; n < times; n++)
            count_at(x, key_of(x, track, piece, nth_place(x, track, site, n)), -1);
    }
}
