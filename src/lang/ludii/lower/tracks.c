/* Tracks, walks, and other ways over the board that are known at load. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const gr_sites *played(const lu *x) { return &x->b->sites[x->b->default_site]; }

static uint32_t step_in(const lu *x, uint32_t site, int direction)
{
    const vec_u32 *steps = &played(x)->step[direction][site];
    return steps->count ? vec_at(steps, 0) : GR_NONE;
}

/* "1,E,N1,W": where it begins, and then in which directions, to the end of the board or so many steps. */
static bool track_by_steps(lu *x, const char *text, lu_track *t)
{
    char *rest;
    uint32_t site = (uint32_t)strtoul(text, &rest, 10);
    if (rest == text)
        return false;
    vec_push(x->a, &t->sites, site);
    while (*rest == ',') {
        char name[8] = "";
        uint32_t n = 0;
        for (rest++; *rest && *rest != ',' && !(*rest >= '0' && *rest <= '9') && n < 7; rest++)
            name[n++] = *rest;
        if (!n && !*rest) /* nothing behind the last comma */
            break;
        if (!n && *rest >= '0' && *rest <= '9') {
            vec_push(x->a, &t->sites, (uint32_t)strtoul(rest, &rest, 10));
            continue;
        }
        if (strcmp(name, "End") == 0) {
            vec_push(x->a, &t->sites, (uint32_t)-2);
            continue;
        }
        int direction = lu_compass(name);
        uint32_t steps = *rest >= '0' && *rest <= '9' ? (uint32_t)strtoul(rest, &rest, 10) : 10000;
        if (direction < 0)
            return false;
        for (uint32_t i = 0; i < steps; i++) {
            uint32_t last = vec_at(&t->sites, t->sites.count - 1),
                     next = last < x->default_count ? step_in(x, last, direction) : GR_NONE;
            if (next == GR_NONE)
                break;
            if (next == vec_at(&t->sites, 0) && lu_quirk(x, QUIRK_TRACK_ENDS_AT_START))
                return true;
            vec_push(x->a, &t->sites, next);
        }
    }
    return !*rest;
}

static void add_track(lu *x, const ludii_value *v)
{
    const ludii_value *what = v->items[1], *role = lu_item(x, v, "RoleType");
    lu_track t = {.name = lu_string(x, v->items[0]),
                  .loop = lu_flag(x, v, "loop", false),
                  .directed = lu_flag(x, v, "directed", false)};
    t.owner = 0;
    if (role)
        t.owner = lu_fixed(x, role);
    else
        for (uint32_t i = 2; i < v->count; i++)
            if (v->items[i] && v->items[i]->node->label == NAME_NONE)
                t.owner = (int)strtol(lu_word(x, v->items[i]), NULL, 10);
    if (lu_array_of(x, what)) {
        for (uint32_t i = 0; i < what->count; i++) {
            const char *w = lu_word(x, what->items[i]);
            vec_push(x->a, &t.sites, strcmp(w, "End") == 0 ? (uint32_t)-2 : (uint32_t)strtol(w, NULL, 10));
        }
    } else if (!track_by_steps(x, ludii_text(x->f, lu_string(x, what)), &t))
        t.sites.count = 0;
    vec_push(x->a, &x->tracks, t);
}

void lu_read_tracks(lu *x, const ludii_value *board)
{
    for (uint32_t i = 0; i < board->count; i++) {
        const ludii_value *v = board->items[i];
        if (lu_is(x, v, "Track"))
            add_track(x, v);
        else if (v && lu_array_of(x, v))
            for (uint32_t k = 0; k < v->count; k++)
                if (lu_is(x, v->items[k], "Track"))
                    add_track(x, v->items[k]);
    }
}

static bool name_has(const lu *x, name_id name, name_id part)
{
    return strstr(ludii_text(x->f, name), ludii_text(x->f, part)) != NULL;
}

static const lu_track *first_track(const lu *x, name_id name, int owner, bool nobodys)
{
    for (uint32_t i = 0; i < x->tracks.count; i++) {
        const lu_track *t = &vec_at(&x->tracks, i);
        if ((name == NAME_NONE || name_has(x, t->name, name)) &&
            (owner < 0 || t->owner == owner || (nobodys && t->owner == 0)))
            return t;
    }
    return NULL;
}

/* The first that fits in the eyes of a ludeme; of any number of an owner, 0: nobody. */
static const lu_track *track_for(const lu *x, lu_track_use use, name_id name, int owner)
{
    const lu_track *t = NULL;
    if (use == LU_TRACK_SITES) { /* the name itself, or a part of it and the owner */
        for (uint32_t i = 0; i < x->tracks.count && !t; i++) {
            const lu_track *one = &vec_at(&x->tracks, i);
            const bool part = name == NAME_NONE || name_has(x, one->name, name);
            if (one->name == name || (part && (one->owner == owner || one->owner == 0)))
                t = one;
        }
        return t;
    }
    if (use == LU_TRACK_END) {
        t = name != NAME_NONE ? first_track(x, name, owner == 0 ? -1 : owner, false)
                              : first_track(x, NAME_NONE, owner, true);
        return t ? t : first_track(x, NAME_NONE, -1, false);
    }
    t = name != NAME_NONE ? first_track(x, name, owner, false) : NULL;
    t = t || name == NAME_NONE ? t : first_track(x, name, -1, false);
    t = t ? t : first_track(x, NAME_NONE, owner, false);
    return t ? t : first_track(x, NAME_NONE, 0, false);
}

const lu_track *lu_track_of(lu *x, lu_track_use use, name_id name, int owner)
{
    const lu_track *found = NULL;
    if (use != LU_TRACK_ANY && lu_quirk(x, QUIRK_TRACKS_BY_USE))
        found = track_for(x, use, name, owner);
    else {
        found = first_track(x, name, owner <= 0 ? -1 : owner, false);
        found = found ? found : first_track(x, name, -1, false);
    }
    return found && found->sites.count ? found : NULL;
}

/* ---- walks ---- */

/* Where walks of a turtle end: steps F and turns L and R to the next orthogonal direction, from every one of them. */
static uint32_t orthogonal_mask(const lu *x)
{
    const gr_sites *s = played(x);
    uint32_t mask = 0;
    for (uint32_t d = 0; d < GR_DIRECTIONS; d++)
        for (uint32_t i = 0; i < s->count; i++)
            for (uint32_t k = 0; k < s->step[d][i].count; k++)
                for (uint32_t o = 0; o < s->near[GR_ORTHOGONAL][i].count; o++)
                    if (vec_at(&s->near[GR_ORTHOGONAL][i], o) == vec_at(&s->step[d][i], k))
                        mask |= 1u << d;
    return mask;
}

static int turned(uint32_t mask, int d, int way)
{
    for (int i = 0; i < GR_DIRECTIONS; i++) {
        d = (d + way + GR_DIRECTIONS) % GR_DIRECTIONS;
        if (mask >> d & 1)
            return d;
    }
    return d;
}

static uint32_t walk_end(const lu *x, const ludii_value *walk, uint32_t mask, uint32_t site, int d)
{
    for (uint32_t i = 0; i < walk->count && site != GR_NONE; i++) {
        const char *w = lu_word(x, walk->items[i]);
        if (w[0] == 'F')
            site = step_in(x, site, d);
        else if (w[0] == 'B')
            site = step_in(x, site, (d + 8) % GR_DIRECTIONS);
        else
            d = turned(mask, d, w[0] == 'R' ? 1 : -1);
    }
    return site;
}

/* The sites of a walk from each site in each orthogonal direction, [site][direction][step]; GR_NONE from where it
 * leaves the board. */
const uint32_t *lu_walk_sites(lu *x, const ludii_value *walk, uint32_t *length, uint32_t *ways)
{
    uint32_t mask = orthogonal_mask(x), n = x->default_count;
    *length = 1, *ways = 0;
    for (uint32_t i = 0; i < walk->count; i++)
        *length += lu_word(x, walk->items[i])[0] == 'F' || lu_word(x, walk->items[i])[0] == 'B';
    for (int d = 0; d < GR_DIRECTIONS; d++)
        *ways += mask >> d & 1;
    uint32_t *out = ARENA_ARRAY(x->a, uint32_t, (size_t)n * (*ways ? *ways : 1) * *length), *at = out;
    for (uint32_t s = 0; s < n; s++)
        for (int d = 0; d < GR_DIRECTIONS; d++) {
            uint32_t site = s;
            int facing = d;
            if (!(mask >> d & 1))
                continue;
            *at++ = s;
            for (uint32_t i = 0; i < walk->count; i++) {
                const char *w = lu_word(x, walk->items[i]);
                if (w[0] != 'F' && w[0] != 'B') {
                    facing = turned(mask, facing, w[0] == 'R' ? 1 : -1);
                    continue;
                }
                if (site != GR_NONE)
                    site = step_in(x, site, w[0] == 'F' ? facing : (facing + 8) % GR_DIRECTIONS);
                *at++ = site;
            }
        }
    return out;
}

const vec_u32 *lu_walk_ends(lu *x, const ludii_value *walks, bool rotations)
{
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, x->default_count + 1);
    uint32_t mask = orthogonal_mask(x);
    for (uint32_t s = 0; s < x->default_count; s++) {
        bool first = true;
        for (int d = 0; d < GR_DIRECTIONS && (rotations || first); d++) {
            if (!(mask >> d & 1))
                continue;
            first = false;
            for (uint32_t w = 0; w < walks->count; w++) {
                uint32_t end = walk_end(x, walks->items[w], mask, s, d);
                bool known = end == GR_NONE;
                for (uint32_t i = 0; i < out[s].count; i++)
                    known |= vec_at(&out[s], i) == end;
                if (!known)
                    vec_push(x->a, &out[s], end);
            }
        }
    }
    return out;
}

uint32_t lu_longest_way(lu *x)
{
    const gr_sites *s = played(x);
    uint32_t rows = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        rows = s->row[i] + 1 > rows ? s->row[i] + 1 : rows;
        rows = s->column[i] + 1 > rows ? s->column[i] + 1 : rows;
    }
    return rows;
}

bool lu_on_default_sites(const lu *x, const ludii_value *v) { return lu_ground_of(x, v) == LU_OWN; }
