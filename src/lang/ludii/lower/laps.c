/* Tracks that come to a site more than once: for each site with a piece, which of its places the
 * piece has reached.
 */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

static bool comes_back(const lu_track *t)
{
    if (t->loop) /* there the first place counts always, as in the records */
        return false;
    for (uint32_t i = 0; i < t->sites.count; i++)
        for (uint32_t k = i + 1; k < t->sites.count && (int32_t)t->sites.data[i] >= 0; k++)
            if (vec_at(&t->sites, i) == vec_at(&t->sites, k))
                return true;
    return false;
}

static int32_t place_behind(const lu_track *t, uint32_t from, uint32_t site)
{
    for (uint32_t i = from; i < t->sites.count; i++)
        if (vec_at(&t->sites, i) == site)
            return (int32_t)i;
    return from ? place_behind(t, 0, site) : -1;
}

/* Whose pieces follow a track: those of its owner, if it has one. */
static bool follows(const lu *x, const lu_track *t, uint32_t piece)
{
    const lu_component *c = &vec_at(&x->components, piece);
    return piece && !c->die && comes_back(t) && (t->owner <= 0 || t->owner == c->owner);
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
    x->lap = kit_array(x->k, "laps", -1, (int32_t)(rows * x->sites) - 1, 0, (int32_t)most, NULL);
    x->lap_rows = kit_table2(x->k, 0, row, x->tracks.count, kinds, -1);
}

static kit_num key_of(lu *x, kit_num track, kit_num piece, kit_num site)
{
    kit_num row = lu_keep_num(x, "row", kit_look2(x->k, x->lap_rows, track, piece));
    kit_num key = kit_op(x->k, IR_ADD, kit_op(x->k, IR_MUL, row, kit_known((int32_t)x->sites)), site);
    return kit_choose(
        x->k, kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)), kit_compare(x->k, IR_GE, row, kit_known(0))),
        key, kit_known(-1));
}

/* The place that a piece has reached, counted from 1; 0: none, or the first of the site. */
kit_num lu_lap_of(lu *x, kit_num track, kit_num piece, kit_num site)
{
    return x->lap == IR_NONE ? kit_known(0) : kit_at(x->k, x->lap, key_of(x, track, piece, site));
}

/* A piece has gone from one site to another: to the next place of that site behind its own, on
 * every track. */
void lu_follow_tracks(lu *x, kit_num piece, kit_num from, kit_num to)
{
    for (uint32_t i = 0; x->lap != IR_NONE && i < x->tracks.count; i++) {
        const lu_track *t = &vec_at(&x->tracks, i);
        uint32_t n = t->sites.count;
        if (!n || !comes_back(t))
            continue;
        int32_t *next = ARENA_ARRAY(x->a, int32_t, (n + 1) * x->sites);
        for (uint32_t s = 0; s < x->sites; s++) {
            int32_t first = place_behind(t, 0, s);
            for (uint32_t a = 0; a < n; a++)
                next[(a + 1) * x->sites + s] = place_behind(t, a + 1, s) + 1;
            next[s] = first + 1; /* of a piece that was not on the track */
        }
        kit_num track = kit_known((int32_t)i), none = kit_known(0);
        ir_const table = kit_table2(x->k, 0, next, n + 1, x->sites, 0);
        kit_num reached = lu_lap_of(x, track, piece, from), at_first = kit_look2(x->k, table, none, from);
        kit_num lap = kit_choose(x->k, kit_compare(x->k, IR_GT, reached, none), reached, at_first);
        kit_num place = lu_keep_num(x, "lap", kit_look2(x->k, table, lap, to));
        kit_cond left = kit_compare(x->k, IR_EQ, lu_what_at(x, from), none);
        kit_set_at(x->k, x->lap, key_of(x, track, piece, from), kit_choose(x->k, left, none, reached));
        kit_set_at(x->k, x->lap, key_of(x, track, piece, to), place);
        kit_set_at(x->k, x->lap, kit_known(-1), none); /* of pieces that do not follow it */
    }
}
