/* Words for directions, and the neighbours of a site in these directions. */
#include "lang/ludii/lower/direction_words.h"
#include "lang/ludii/lower/grounds.h"

#include <math.h>
#include <string.h>

int lu_compass(const char *name)
{
    for (int d = 0; d < GR_DIRECTIONS; d++)
        if (strcmp(gr_direction_names[d], name) == 0)
            return d;
    return -1;
}

static const uint32_t COMPASS_MASK = 0xffff, AXIAL_MASK = 0x1111;

const gr_sites *lu_played(const lu *x) { return &x->b->sites[x->b->default_site]; }

uint32_t lu_direction_mask(const char *w)
{
    static const char *const relations[] = {"Adjacent",  "Orthogonal", "Diagonal",  "OffDiagonal", "All",
                                            "SameLayer", "Upward",     "Downward",  "CW",          "CCW",
                                            "In",        "Out",        "Rotational"};
    for (uint32_t r = 0; r < KINDS_END - ADJACENT; r++)
        if (strcmp(w, relations[r]) == 0)
            return 1u << (ADJACENT + r);
    if (strcmp(w, "Axial") == 0 || strcmp(w, "Angled") == 0) /* along the axes of the board, or not */
        return w[1] == 'x' ? AXIAL_MASK : COMPASS_MASK & ~AXIAL_MASK;
    const bool sloped = (*w == 'U' || *w == 'D') && w[1];
    int d = lu_compass(w + sloped);
    return d < 0 ? 0 : sloped ? 1u << d | 1u << SLOPED | 1u << (*w == 'U' ? UPWARD : DOWNWARD) : 1u << d;
}

/* Kinds of steps by where they lead: to another layer, around the middle of the board, to it or away from it. */
bool lu_step_is(const gr_sites *s, uint32_t kind, uint32_t site, uint32_t to)
{
    gr_point a = s->at[site], b = s->at[to], middle = {0};
    if (kind <= DOWNWARD)
        return kind == SAME_LAYER ? fabs(a.z - b.z) < 1e-6 : kind == UPWARD ? b.z > a.z + 1e-6 : b.z < a.z - 1e-6;
    for (uint32_t i = 0; i < s->count; i++) {
        middle.x += s->at[i].x / s->count;
        middle.y += s->at[i].y / s->count;
    }
    double ax = a.x - middle.x, ay = a.y - middle.y, bx = b.x - middle.x, by = b.y - middle.y;
    double from = hypot(ax, ay), end = hypot(bx, by), turn = ax * by - ay * bx;
    bool around = fabs(from - end) < 0.01 * (from + end), straight = fabs(turn) < 0.01 * (from + end) * (from + end);
    switch (kind) {
    case CLOCKWISE: return around && turn < 0;
    case COUNTERCLOCKWISE: return around && turn > 0;
    case INWARD: return !around && straight && end < from;
    case OUTWARD: return !around && straight && end > from;
    default: return around || straight;
    }
}

enum { LEVEL, UP, DOWN };

static bool covers(const gr_sites *s, uint32_t mask, uint32_t site, uint32_t d, uint32_t slope, uint32_t to)
{
    if (mask >> SLOPED & 1)
        return slope != LEVEL && mask >> d & 1 && mask >> (slope == UP ? UPWARD : DOWNWARD) & 1;
    bool in = (slope == LEVEL && mask >> d & 1) || mask >> ALL & 1;
    for (uint32_t r = 0; r < GR_RELATIONS && !in; r++)
        in = mask >> (ADJACENT + r) & 1 && lu_contains(&s->near[r][site], to);
    for (uint32_t kind = SAME_LAYER; kind < KINDS_END && !in; kind++)
        in = mask >> kind & 1 && lu_step_is(s, kind, site, to);
    return in;
}

/* Neighbours of a site by a mask, clockwise from north, without those of another. */
static void add_neighbours(lu *x, const gr_sites *s, uint32_t site, const vec_u32 *steps, uint32_t d, uint32_t slope,
                           uint32_t mask, uint32_t minus, vec_u32 *out)
{
    for (uint32_t i = 0; i < steps->count; i++) {
        uint32_t to = vec_at(steps, i);
        if (covers(s, mask, site, d, slope, to) && !covers(s, minus, site, d, slope, to) && !lu_contains(out, to))
            vec_push(x->a, out, to);
    }
}

void lu_neighbours_but(lu *x, const gr_sites *s, uint32_t site, uint32_t mask, uint32_t minus, vec_u32 *out)
{
    for (uint32_t d = 0; d < GR_DIRECTIONS; d++) {
        add_neighbours(x, s, site, &s->step[d][site], d, LEVEL, mask, minus, out);
        for (uint32_t way = 0; way < 2 && s->slope[way][d]; way++)
            add_neighbours(x, s, site, &s->slope[way][d][site], d, UP + way, mask, minus, out);
    }
}

const vec_u32 *lu_neighbours(lu *x, const char *word) { return lu_neighbours_on(x, LU_OWN, word); }

const vec_u32 *lu_neighbours_on(lu *x, lu_ground on, const char *word)
{
    uint32_t mask = lu_direction_mask(word), n = lu_count_on(x, on);
    uint64_t key = mask | (uint64_t)on << 32;
    uint32_t *known = map_get(&x->near_by_mask, key);
    if (known)
        return vec_at(&x->nears, *known);
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, n + 1);
    map_put(&x->near_by_mask, key, x->nears.count);
    vec_push(x->a, &x->nears, out);
    for (uint32_t i = 0; mask && i < n; i++)
        lu_neighbours_but(x, lu_sites_on(x, on), i, mask, 0, &out[i]);
    return out;
}

/* Of each site those that are so many steps away along its ways of a relation or direction of the compass. */
const vec_u32 *lu_sites_at(lu *x, lu_ground on, const char *word, int32_t steps)
{
    const gr_sites *s = lu_sites_on(x, on);
    const vec_u32 *near = lu_neighbours_on(x, on, word), *step = NULL;
    uint32_t mask = lu_direction_mask(word);
    if (steps == 1)
        return near;
    for (uint32_t d = 0; d < GR_DIRECTIONS; d++)
        step = mask == 1u << d ? s->step[d] : step;
    for (uint32_t r = 0; r < GR_RELATIONS; r++)
        step = mask == 1u << (ADJACENT + r) ? s->near[r] : step;
    if (steps < 1 || !step)
        return NULL;
    vec_u32 *out = ARENA_ARRAY(x->a, vec_u32, s->count + 1);
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < near[i].count; k++) {
            vec_u32 way = {0};
            gr_radial(s, step, i, vec_at(&near[i], k), x->a, &way);
            if (way.count >= (uint32_t)steps && !lu_contains(&out[i], vec_at(&way, (uint32_t)steps - 1)))
                vec_push(x->a, &out[i], vec_at(&way, (uint32_t)steps - 1));
        }
    return out;
}

/* Compass directions in which a site has a neighbour of that relation, */
static uint32_t supported_at(lu *x, uint32_t relation, uint32_t site)
{
    const gr_sites *s = lu_played(x);
    uint32_t mask = 0;
    for (uint32_t d = 0; d < GR_DIRECTIONS; d++)
        for (uint32_t k = 0; k < s->step[d][site].count; k++)
            if (relation == ALL || lu_contains(&s->near[relation - ADJACENT][site], vec_at(&s->step[d][site], k)))
                mask |= 1u << d;
    return mask;
}

/* or some site has one. */
uint32_t lu_supported(lu *x, uint32_t relation)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < lu_played(x)->count; i++)
        mask |= supported_at(x, relation, i);
    return mask;
}

int lu_turn_to(uint32_t allowed, int from, int way, int times)
{
    int d = from;
    for (int t = 0; t < times; t++)
        for (int i = 0; i < GR_DIRECTIONS; i++) {
            d = (d + way + GR_DIRECTIONS) % GR_DIRECTIONS;
            if (allowed >> d & 1)
                break;
        }
    return d;
}

static uint32_t fan(uint32_t allowed, int middle)
{
    uint32_t mask = 0;
    for (int i = -3; i <= 3; i++)
        mask |= 1u << ((middle + i + GR_DIRECTIONS) % GR_DIRECTIONS);
    return mask & allowed;
}

/* Of those allowed, which may be none. */
uint32_t lu_relative_mask(uint32_t allowed, const char *w, int facing)
{
    int back = (facing + 8) % 16, right = (facing + 4) % 16, left = (facing + 12) % 16;
    size_t n = strlen(w);
    if (strcmp(w, "Forward") == 0)
        return allowed & 1u << facing;
    if (strcmp(w, "Backward") == 0)
        return allowed & 1u << back;
    if (strcmp(w, "Rightward") == 0)
        return allowed & 1u << right;
    if (strcmp(w, "Leftward") == 0)
        return allowed & 1u << left;
    if (strcmp(w, "Forwards") == 0)
        return fan(allowed, facing);
    if (strcmp(w, "Backwards") == 0)
        return fan(allowed, back);
    if (strcmp(w, "Rightwards") == 0)
        return fan(allowed, right);
    if (strcmp(w, "Leftwards") == 0)
        return fan(allowed, left);
    if (w[0] == 'F' && (w[1] == 'R' || w[1] == 'L') && n < 5)
        return 1u << lu_turn_to(allowed, facing, w[1] == 'R' ? 1 : -1, (int)n - 1);
    if (w[0] == 'B' && (w[1] == 'R' || w[1] == 'L') && n < 5)
        return 1u << lu_turn_to(allowed, back, w[1] == 'R' ? -1 : 1, (int)n - 1);
    return 0;
}

/* What the words mean at a site. */
uint32_t lu_mask_at(lu *x, const lu_direction_set *d, uint32_t heading, uint32_t site)
{
    uint32_t allowed, mask = 0;
    if (!d->by_site || heading == NO_DIRECTION)
        return d->mask[heading];
    allowed = supported_at(x, d->relation, site);
    bool many = lu_array_of(x, d->by_site);
    for (uint32_t i = 0; i < (many ? d->by_site->count : 1); i++) {
        const char *w = lu_word(x, many ? d->by_site->items[i] : d->by_site);
        uint32_t fixed = lu_direction_mask(w);
        mask |= fixed ? fixed : lu_relative_mask(allowed, w, (int)heading);
    }
    return mask;
}

static void add_word(lu *x, lu_direction_set *d, const ludii_value *v, uint32_t relation)
{
    const char *w = lu_word(x, v);
    bool same = strcmp(w, "SameDirection") == 0, opposite = strcmp(w, "OppositeDirection") == 0;
    uint32_t mask = lu_direction_mask(w), allowed = mask ? 0 : lu_supported(x, relation);
    d->last |= same || opposite;
    d->mask[NO_DIRECTION] |= mask;
    for (int f = 0; f < GR_DIRECTIONS; f++) {
        uint32_t m = mask               ? mask
                     : same || opposite ? 1u << (f + (same ? 0 : 8)) % GR_DIRECTIONS
                                        : lu_relative_mask(allowed, w, f);
        if (!m && !lu_relative_mask(COMPASS_MASK, w, f)) {
            lu_refuse(x, v, arena_printf(x->a, "the direction `%s`", w));
            return;
        }
        if (d->mask[f] && (d->mask[f] | m) >> SLOPED & 1 &&
            (d->mask[f] ^ m) & (1u << SLOPED | 1u << UPWARD | 1u << DOWNWARD))
            lu_refuse(x, v, "directions of several slopes at once");
        d->mask[f] |= m;
    }
    d->relative |= !mask && !same && !opposite;
}

static void add_list(lu *x, lu_direction_set *d, const ludii_value *v, uint32_t relation)
{
    if (!lu_array_of(x, v)) {
        add_word(x, d, v, relation);
        return;
    }
    for (uint32_t i = 0; i < v->count; i++)
        add_word(x, d, v->items[i], relation);
}

static void take_towards(lu *x, lu_direction_set *d, const ludii_value *v)
{
    if (v && (d->towards || d->by_site))
        lu_refuse(x, v, "the directions of several sites at once");
    d->towards = v ? v : d->towards;
    d->last |= v != NULL;
}

void lu_add_directions(lu *x, lu_direction_set *d, const ludii_value *v)
{
    const char *class = lu_class(x, v);
    if (strcmp(class, "Directions") != 0) {
        if (v->node->kind == LUDII_ATOM)
            add_word(x, d, v, ADJACENT);
        else if (strcmp(class, "DirectionsUnion") == 0) {
            lu_add_directions(x, d, v->items[0]);
            lu_add_directions(x, d, v->items[1]);
        } else if (strcmp(class, "DirectionsDifference") == 0) {
            lu_direction_set without = {0};
            lu_add_directions(x, d, v->items[0]);
            lu_add_directions(x, &without, v->items[1]);
            d->last |= without.last;
            d->relative |= without.relative;
            take_towards(x, d, without.towards);
            for (int f = 0; f < HEADINGS; f++)
                d->minus[f] |= without.mask[f];
        } else
            lu_refuse_ludeme(x, v);
        return;
    }
    if (lu_is_row(x, v, "Directions.Random"))
        lu_refuse_ludeme(x, v);
    if (lu_is_row(x, v, "Directions.Towards")) {
        if (!lu_on_default_sites(x, v) || d->last)
            lu_refuse_ludeme(x, v);
        take_towards(x, d, v);
        for (int f = 0; f < GR_DIRECTIONS; f++)
            d->mask[f] |= 1u << f;
        return;
    }
    const ludii_value *of = lu_arg(x, v, "of");
    uint32_t mask = of ? lu_direction_mask(lu_word(x, of)) : 1u << ADJACENT;
    uint32_t relation = ADJACENT;
    while (relation < ALL && !(mask >> relation & 1))
        relation++;
    if (lu_flag(x, v, "bySite", false)) {
        d->by_site = v->items[0];
        d->relation = relation;
    }
    if (v->items[0])
        add_list(x, d, v->items[0], relation);
    else
        for (int f = 0; f < HEADINGS; f++)
            d->mask[f] |= mask;
    if (d->by_site && d->last)
        lu_refuse(x, v, "`bySite:` for directions of the last move");
}
