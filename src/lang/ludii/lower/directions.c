/* Directions as tables: for each site the places on chains of sites that ways in these directions begin with. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/direction_words.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Ways by the steps that they go on by: of a relation, of no relation, of the other kinds. */
enum { COMPASS = GR_RELATIONS, OTHER_KINDS, WAYS = OTHER_KINDS + KINDS_END - SAME_LAYER };

/* ---- chains ---- */

/* Sites one after the other: a place says which one, and what follows. Ends alike are shared. */
typedef struct chains {
    vec_u32 site, next;
    map known;
    ir_const sites, nexts;
    bool made;
} chains;

static chains *chains_of(lu *x)
{
    if (!x->chains) {
        x->chains = ARENA_NEW(x->a, chains);
        chains *c = x->chains;
        map_init(&c->known, x->a);
        vec_push(x->a, &c->site, UINT32_MAX);
        vec_push(x->a, &c->next, 0);
    }
    return x->chains;
}

static uint32_t chain(lu *x, chains *c, const vec_u32 *way)
{
    uint32_t next = 0;
    for (uint32_t i = way->count; i-- > 0;) {
        uint64_t key = hash_mix((uint64_t)next << 32 | vec_at(way, i));
        uint32_t *known = map_get(&c->known, key);
        if (known) {
            next = *known;
            continue;
        }
        vec_push(x->a, &c->site, vec_at(way, i));
        vec_push(x->a, &c->next, next);
        next = c->site.count - 1;
        map_put(&c->known, key, next);
    }
    return next;
}

static double bearing(const gr_sites *s, uint32_t a, uint32_t b)
{
    return atan2(s->at[b].x - s->at[a].x, s->at[b].y - s->at[a].y);
}

static bool straight(const gr_sites *s, uint32_t site, uint32_t a, uint32_t b)
{
    double turn = fabs(bearing(s, site, a) - bearing(s, site, b));
    return fabs(turn - 3.14159265358979323846) < 0.25;
}

/* Steps of a kind; those around the middle and to it are followed whatever they turn. */
static void way_of_kind(lu *x, uint32_t kind, uint32_t site, uint32_t first, vec_u32 *way)
{
    const gr_sites *s = lu_played(x);
    const vec_u32 *all = lu_neighbours(x, "All");
    uint32_t wanted = kind;
    vec_u32 *steps = ARENA_ARRAY(x->a, vec_u32, s->count + 1);
    if (!lu_step_is(s, kind, site, first))
        return;
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t k = 0; k < all[i].count; k++)
            if (lu_step_is(s, kind, i, vec_at(&all[i], k)))
                vec_push(x->a, &steps[i], vec_at(&all[i], k));
    if (kind <= DOWNWARD) {
        gr_radial(s, steps, site, first, x->a, way);
        return;
    }
    if (kind == ROTATIONAL)
        for (kind = CLOCKWISE; !lu_step_is(s, kind, site, first);)
            kind++;
    uint32_t at = first;
    while (at != site && !lu_contains(way, at)) { /* through the middle, too, where all of these directions are one */
        uint32_t next = GR_NONE;
        vec_push(x->a, way, at);
        for (uint32_t k = 0; k < steps[at].count && next == GR_NONE; k++)
            if (lu_step_is(s, kind, at, vec_at(&steps[at], k)))
                next = vec_at(&steps[at], k);
        if (next == GR_NONE && wanted == ROTATIONAL && kind == INWARD)
            for (uint32_t k = 0; k < steps[at].count; k++)
                if (straight(s, at, way->count > 1 ? vec_at(way, way->count - 2) : site, vec_at(&steps[at], k)))
                    next = vec_at(&steps[at], k), kind = OUTWARD;
        if (next == GR_NONE)
            break;
        at = next;
    }
}

/* Ways in a direction of the compass, or by steps of a relation or another kind. */
static uint32_t way_from(lu *x, chains *c, uint32_t kind, uint32_t site, uint32_t first)
{
    const gr_sites *s = lu_played(x);
    vec_u32 way = {0};
    for (uint32_t d = 0; d < GR_DIRECTIONS && kind == COMPASS; d++)
        if (lu_contains(&s->step[d][site], first)) {
            gr_radial(s, s->step[d], site, first, x->a, &way);
            break;
        }
    for (uint32_t d = 0; d < 2 * GR_DIRECTIONS && kind == COMPASS && way.count == 0; d++) {
        const vec_u32 *steps = s->slope[d / GR_DIRECTIONS][d % GR_DIRECTIONS];
        if (steps && lu_contains(&steps[site], first))
            gr_radial(s, steps, site, first, x->a, &way);
    }
    if (kind < COMPASS && lu_contains(&s->near[kind][site], first))
        gr_radial(s, s->near[kind], site, first, x->a, &way);
    if (kind >= OTHER_KINDS)
        way_of_kind(x, SAME_LAYER + kind - OTHER_KINDS, site, first, &way);
    return chain(x, c, &way);
}

/* All ways of the board, so that the tables do not change any more. */
static void make_chains(lu *x)
{
    chains *c = chains_of(x);
    static const char *const words[] = {"SameLayer", "Upward", "Downward", "CW", "CCW", "In", "Out", "Rotational"};
    if (c->made)
        return;
    c->made = true;
    for (int i = 0; i < 8; i++)
        x->other_kinds |= lu_has_word(x, x->game, "AbsoluteDirection", words[i]);
    for (uint32_t k = 0; k < WAYS; k++)
        x->way_start[k] = ARENA_ARRAY(x->a, vec_u32, x->default_count + 1);
    for (uint32_t i = 0; i < x->default_count; i++) {
        vec_u32 near = {0};
        lu_neighbours_but(x, lu_played(x), i, 1u << ALL, 0, &near);
        x->way_first = x->way_first ? x->way_first : ARENA_ARRAY(x->a, vec_u32, x->default_count + 1);
        x->way_first[i] = near;
        for (uint32_t kind = 0; kind < (x->other_kinds ? WAYS : OTHER_KINDS); kind++)
            for (uint32_t k = 0; k < near.count; k++)
                vec_push(x->a, &x->way_start[kind][i], way_from(x, c, kind, i, vec_at(&near, k)));
    }
    int32_t *site = ARENA_ARRAY(x->a, int32_t, c->site.count), *next = ARENA_ARRAY(x->a, int32_t, c->site.count);
    for (uint32_t i = 0; i < c->site.count; i++) {
        site[i] = i ? (int32_t)c->site.data[i] : -1;
        next[i] = (int32_t)c->next.data[i];
    }
    c->sites = kit_table(x->k, 0, site, c->site.count, -1);
    c->nexts = kit_table(x->k, 0, next, c->site.count, 0);
}

static int32_t place_for(const lu *x, uint32_t mask, uint32_t site, uint32_t first)
{
    uint32_t kind = COMPASS;
    for (uint32_t r = GR_RELATIONS; r-- > 0;)
        if (mask >> (ADJACENT + r) & 1 && lu_contains(&x->b->sites[x->b->default_site].near[r][site], first))
            kind = r;
    for (uint32_t r = SAME_LAYER; r < KINDS_END && !(mask >> SLOPED & 1); r++)
        if (mask >> r & 1 && lu_step_is(&x->b->sites[x->b->default_site], r, site, first))
            kind = OTHER_KINDS + r - SAME_LAYER;
    for (uint32_t k = 0; k < x->way_first[site].count; k++)
        if (vec_at(&x->way_first[site], k) == first)
            return (int32_t)x->way_start[kind][site].data[k];
    return 0;
}

/* ---- rays ---- */

/* Which of the directions that pieces look in it is. */
static uint32_t facing_index(lu *x, int facing)
{
    if (!x->facing_count)
        x->facings[x->facing_count++] = 0;
    facing = facing < 0 ? 0 : facing;
    for (uint32_t i = 0; i < x->facing_count; i++)
        if (x->facings[i] == facing)
            return i;
    x->facings[x->facing_count] = facing;
    return x->facing_count++;
}

static uint32_t facings_of(lu *x)
{
    for (uint32_t i = 0; i < x->components.count; i++)
        facing_index(x, vec_at(&x->components, i).facing);
    return x->facing_count;
}

static bool meets_again(lu *x, const int32_t *row, uint32_t width)
{
    const chains *c = x->chains;
    bitset seen = bitset_new(x->a, x->default_count);
    for (uint32_t k = 0; k < width; k++)
        for (uint32_t p = (uint32_t)row[k]; p; p = vec_at(&c->next, p))
            if (!bitset_insert(&seen, vec_at(&c->site, p)))
                return true;
    return false;
}

/* In which direction from one site another lies; NO_DIRECTION where it is on no way. */
static ir_const heading_table(lu *x)
{
    enum { SITES_MAX = 500 };
    const gr_sites *s = lu_played(x);
    uint32_t n = x->default_count;
    if (n > SITES_MAX)
        return IR_NONE;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)n * n);
    for (uint32_t i = 0; i < n * n; i++)
        t[i] = NO_DIRECTION;
    for (uint32_t d = GR_DIRECTIONS; d-- > 0;)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t k = 0; k < s->step[d][i].count; k++) {
                vec_u32 way = {0};
                gr_radial(s, s->step[d], i, vec_at(&s->step[d][i], k), x->a, &way);
                for (uint32_t at = 0; at < way.count; at++)
                    t[(size_t)i * n + vec_at(&way, at)] = (int32_t)d;
            }
    return kit_table2(x->k, 0, t, n, n, NO_DIRECTION);
}

/* The same by how many rows and columns apart they are, for boards of one lattice that are too large for all pairs. */
static kit_num heading_by_offset(lu *x, kit_num from, kit_num to)
{
    const gr_sites *s = lu_played(x);
    uint32_t rows = 0, columns = 0;
    int32_t *row = ARENA_ARRAY(x->a, int32_t, s->count), *column = ARENA_ARRAY(x->a, int32_t, s->count);
    for (uint32_t i = 0; i < s->count; i++) {
        rows = s->row[i] > rows ? s->row[i] : rows;
        columns = s->column[i] > columns ? s->column[i] : columns;
        row[i] = (int32_t)s->row[i], column[i] = (int32_t)s->column[i];
    }
    uint32_t width = 2 * columns + 1, size = (2 * rows + 1) * width;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, size);
    for (uint32_t i = 0; i < size; i++)
        t[i] = NO_DIRECTION;
    for (uint32_t d = GR_DIRECTIONS; d-- > 0;)
        for (uint32_t i = 0; i < s->count; i++)
            for (uint32_t k = 0; k < s->step[d][i].count; k++) {
                vec_u32 way = {0};
                gr_radial(s, s->step[d], i, vec_at(&s->step[d][i], k), x->a, &way);
                for (uint32_t at = 0; at < way.count; at++) {
                    int32_t *place = &t[(s->row[vec_at(&way, at)] + rows - s->row[i]) * width +
                                        s->column[vec_at(&way, at)] + columns - s->column[i]];
                    if (*place != NO_DIRECTION && *place != (int32_t)d)
                        lu_refuse(x, x->game, "the direction of moves on a board of this size and shape");
                    *place = (int32_t)d;
                }
            }
    ir_const by_row = kit_table(x->k, 0, row, s->count, 0), by_column = kit_table(x->k, 0, column, s->count, 0);
    kit_num down = kit_op(x->k, IR_ADD, kit_op(x->k, IR_SUB, kit_look(x->k, by_row, to), kit_look(x->k, by_row, from)),
                          kit_known((int32_t)rows));
    kit_num across =
        kit_op(x->k, IR_ADD, kit_op(x->k, IR_SUB, kit_look(x->k, by_column, to), kit_look(x->k, by_column, from)),
               kit_known((int32_t)columns));
    return kit_look(x->k, kit_table(x->k, 0, t, size, NO_DIRECTION),
                    kit_op(x->k, IR_ADD, kit_op(x->k, IR_MUL, down, kit_known((int32_t)width)), across));
}

kit_num lu_heading(lu *x, kit_num from, kit_num to)
{
    int32_t last = (int32_t)x->default_count - 1;
    kit_cond there =
        kit_and(x->k, kit_compare(x->k, IR_GE, from, kit_known(0)), kit_compare(x->k, IR_GE, to, kit_known(0)));
    ir_const table = heading_table(x);
    kit_num a = kit_clamp(x->k, from, 0, last, 0), b = kit_clamp(x->k, to, 0, last, 0);
    kit_num d = table == IR_NONE ? heading_by_offset(x, a, b) : kit_look2(x->k, table, a, b);
    return kit_choose(x->k, there, d, kit_known(NO_DIRECTION));
}

/* Rows of tables of directions: for each way that pieces look, for each heading, or one for all. */
static uint32_t headings_of(lu *x, const lu_direction_set *d, const kit_num *facing)
{
    if (d->last && d->relative)
        lu_refuse(x, x->game, "directions relative to a piece and to the last move at once");
    return d->last || (d->relative && (facing || lu_pieces_turn(x))) ? HEADINGS : d->relative ? facings_of(x) : 1;
}

static uint32_t heading_at(const lu *x, uint32_t row, uint32_t rows)
{
    return rows == HEADINGS ? row : rows == 1 ? 0 : (uint32_t)x->facings[row];
}

static uint32_t direction_of(const lu *x, uint32_t site, int32_t place)
{
    const gr_sites *s = lu_played(x);
    uint32_t d = 0;
    while (d < GR_DIRECTIONS && !lu_contains(&s->step[d][site], vec_at(&x->chains->site, (uint32_t)place)))
        d++;
    return d;
}

/* The ways of the sites, in the order of the first site that has all; false: some site has others, or in another order,
 * or two in one direction. */
static bool arrange(const lu *x, const int32_t *from, uint32_t width, int32_t *to)
{
    uint32_t column[GR_DIRECTIONS], full = 0, last = 0;
    memset(column, 0xff, sizeof column);
    while (full < x->default_count && !from[full * width + width - 1])
        full++;
    for (uint32_t k = 0; full < x->default_count && k < width; k++) {
        const uint32_t d = direction_of(x, full, from[full * width + k]);
        if (d == GR_DIRECTIONS || column[d] != UINT32_MAX)
            return false;
        column[d] = k;
    }
    for (uint32_t i = 0; i < x->default_count * width; i++) {
        const uint32_t d = from[i] ? direction_of(x, i / width, from[i]) : 0;
        if (from[i] && (d == GR_DIRECTIONS || column[d] == UINT32_MAX || (i % width > 0 && column[d] <= last)))
            return false;
        if (from[i])
            to[i - i % width + (last = column[d])] = from[i];
    }
    return true;
}

/* Ways in one direction of the compass are in one column, where there is one: then a way leads from most sites to one
 * as many numbers further, and masks of sites are shifted by that. */
static int32_t *by_direction(const lu *x, int32_t *ways, uint32_t rows, uint32_t width)
{
    const size_t count = (size_t)x->default_count * width;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, rows * count);
    bool fine = true;
    for (uint32_t i = 0; i < rows && fine; i++)
        fine = arrange(x, ways + i * count, width, t + i * count);
    return fine ? t : ways;
}

static const lu_rays *rays_of(lu *x, const lu_direction_set *d, const kit_num *facing)
{
    uint64_t key = hash_bytes(d->minus, sizeof d->minus,
                              hash_bytes(d->mask, sizeof d->mask,
                                         (uint64_t)d->relative + 2u * d->last + 4u * (facing != NULL) +
                                             8u * (d->by_site != NULL) + 16u * d->relation));
    uint32_t *known = map_get(&x->rays_by_mask, key);
    if (known && !facing && !d->by_site)
        return vec_at(&x->rays, *known);
    make_chains(x);
    uint32_t n = x->default_count, headings = headings_of(x, d, facing), rows = headings * n, width = 1;
    vec_u32 *near = ARENA_ARRAY(x->a, vec_u32, rows);
    for (uint32_t r = 0; r < rows; r++) {
        uint32_t h = heading_at(x, r / n, headings);
        lu_neighbours_but(x, lu_played(x), r % n, lu_mask_at(x, d, h, r % n), d->minus[h], &near[r]);
        width = near[r].count > width ? near[r].count : width;
    }
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)rows * width);
    lu_rays *out = ARENA_NEW(x->a, lu_rays);
    for (uint32_t r = 0; r < rows; r++) {
        for (uint32_t k = 0; k < near[r].count; k++)
            t[r * width + k] =
                place_for(x, lu_mask_at(x, d, heading_at(x, r / n, headings), r % n), r % n, vec_at(&near[r], k));
        out->ambiguous |= meets_again(x, t + r * width, width);
    }
    const bool again = out->ambiguous;
    t = by_direction(x, t, headings, width);
    *out = (lu_rays){.table = kit_table2(x->k, 0, t, rows, width, 0),
                     .site = x->chains->sites,
                     .next = x->chains->nexts,
                     .width = width,
                     .places = x->chains->site.count,
                     .facing = headings > 1,
                     .ambiguous = again};
    out->by_heading = headings == HEADINGS;
    if (d->last)
        out->heading = (kit_num){.e = IR_NONE};
    else if (facing)
        out->heading = *facing;
    out->turned = out->by_heading && !d->last && !facing;
    out->last = d->last;
    if (!known)
        map_put(&x->rays_by_mask, key, x->rays.count);
    vec_push(x->a, &x->rays, out);
    return out;
}

const lu_rays *lu_directions(lu *x, const ludii_value *v, const char *standard)
{
    return lu_directions_from(x, v, standard, NULL);
}

/* The direction in which one site lies from another. */
static kit_num heading_towards(lu *x, const ludii_value *v)
{
    kit_num from = lu_int(x, lu_arg(x, v, "from"));
    return lu_keep_num(x, "heading", lu_heading(x, from, lu_int(x, lu_arg(x, v, "to"))));
}

const lu_rays *lu_directions_from(lu *x, const ludii_value *v, const char *standard, const kit_num *facing)
{
    if (v && strcmp(lu_class(x, v), "DirectionsIf") == 0) {
        kit_cond c = lu_bool(x, v->items[0]);
        const lu_rays *a = lu_directions_from(x, v->items[1], standard, facing),
                      *b = lu_directions_from(x, v->items[2], standard, facing);
        lu_rays *r = ARENA_NEW(x->a, lu_rays);
        *r = *a;
        r->when = c;
        r->otherwise = b;
        r->width = a->width > b->width ? a->width : b->width;
        r->own_width = a->width;
        return r;
    }
    lu_direction_set d = {0};
    if (v)
        lu_add_directions(x, &d, v);
    else
        for (int f = 0; f < HEADINGS; f++)
            d.mask[f] = lu_direction_mask(standard);
    if (!d.towards)
        return rays_of(x, &d, facing);
    lu_rays *r = ARENA_NEW(x->a, lu_rays); /* as along the last move */
    *r = *rays_of(x, &d, NULL);
    r->last = r->turned = false;
    r->heading = heading_towards(x, d.towards);
    return r;
}

const lu_rays *lu_along_last(lu *x, bool opposite)
{
    lu_direction_set d = {.last = true};
    for (int f = 0; f < GR_DIRECTIONS; f++)
        d.mask[f] = 1u << (f + (opposite ? 8 : 0)) % GR_DIRECTIONS;
    return rays_of(x, &d, NULL);
}

/* Where a piece looks: the heading of its kind, and as many supported directions further, clockwise, as it was turned.
 */
kit_num lu_heading_of_piece(lu *x, kit_num site)
{
    uint32_t allowed = lu_supported(x, ALL), turns = lu_pieces_turn(x) ? lu_turns(x) : 1;
    int32_t *heading = ARENA_ARRAY(x->a, int32_t, x->components.count * turns);
    for (uint32_t c = 0; c < x->components.count; c++)
        for (uint32_t t = 0; t < turns; t++)
            heading[c * turns + t] = lu_turn_to(
                allowed, vec_at(&x->components, c).facing < 0 ? 0 : vec_at(&x->components, c).facing, 1, (int)t);
    kit_num turned =
        turns == 1 ? kit_known(0)
                   : kit_clamp(x->k, kit_at(x->k, lu_state_var(x, LU_S_ROTATION), site), 0, (int32_t)turns - 1, 0);
    return kit_look2(x->k, kit_table2(x->k, 0, heading, x->components.count, turns, 0), lu_what_at(x, site), turned);
}

uint32_t lu_turns(lu *x)
{
    uint32_t n = (uint32_t)__builtin_popcount(lu_supported(x, ALL));
    return n ? n : 1;
}

/* The row of a table of directions, less the site. */
static kit_num heading_now(lu *x, const lu_rays *r)
{
    if (r->turned)
        return lu_heading_of_piece(x, lu_context_num(x, LU_FROM));
    if (r->last)
        return lu_heading(x, lu_context_num(x, LU_LAST_FROM), lu_context_num(x, LU_LAST_TO));
    return r->heading;
}

/* That of the piece that moves. */
kit_num lu_facing_row(lu *x, kit_num what)
{
    int32_t *facing = ARENA_ARRAY(x->a, int32_t, x->components.count);
    for (uint32_t i = 0; i < x->components.count; i++)
        facing[i] = (int32_t)(facing_index(x, vec_at(&x->components, i).facing) * x->default_count);
    return kit_look(x->k, kit_table(x->k, 0, facing, x->components.count, 0), what);
}

kit_num lu_ray(lu *x, const lu_rays *r, kit_num site, kit_num k)
{
    if (r->otherwise) {
        lu_rays own = *r;
        own.otherwise = NULL;
        kit_num a = kit_choose(x->k, kit_compare(x->k, IR_LT, k, kit_known((int32_t)r->own_width)),
                               lu_ray(x, &own, site, k), kit_known(0));
        const lu_rays *b = r->otherwise;
        kit_num other = kit_choose(x->k, kit_compare(x->k, IR_LT, k, kit_known((int32_t)b->width)),
                                   lu_ray(x, b, site, k), kit_known(0));
        return kit_choose(x->k, r->when, a, other);
    }
    kit_num row = kit_clamp(x->k, site, 0, (int32_t)x->default_count - 1, -1);
    if (r->facing) {
        kit_num base = r->by_heading ? kit_op(x->k, IR_MUL, heading_now(x, r), kit_known((int32_t)x->default_count))
                                     : lu_facing_row(x, lu_what_at(x, lu_context_num(x, LU_FROM)));
        row = kit_choose(x->k, kit_compare(x->k, IR_GE, row, kit_known(0)), kit_op(x->k, IR_ADD, base, row),
                         kit_known(-1));
    }
    return kit_look2(x->k, r->table, row, k);
}

/* ---- lines through sites ---- */

/* Lines in one direction of the compass in one column, the same half of each in one table: `line` of the first site
 * with all of them says where. False: some site has others. */
static bool arrange_lines(const lu *x, int32_t *const from[2], uint32_t width, int32_t *const to[2])
{
    struct {
        uint32_t column, half;
    } line[GR_DIRECTIONS];
    uint32_t full = 0;
    memset(line, 0xff, sizeof line);
    while (full < x->default_count && !(from[0][full * width + width - 1] && from[1][full * width + width - 1]))
        full++;
    for (uint32_t k = 0; full < x->default_count && k < width; k++)
        for (uint32_t half = 0; half < 2; half++) {
            const int32_t place = from[half][full * width + k];
            const uint32_t d = place ? direction_of(x, full, place) : GR_DIRECTIONS;
            if (d == GR_DIRECTIONS || line[d].column != UINT32_MAX)
                return false;
            line[d].column = k;
            line[d].half = half;
        }
    for (uint32_t i = 0; i < x->default_count * width; i++) {
        const uint32_t row = i - i % width;
        uint32_t column = UINT32_MAX;
        for (uint32_t half = 0; half < 2; half++) {
            const uint32_t d = from[half][i] ? direction_of(x, i / width, from[half][i]) : GR_DIRECTIONS;
            if (from[half][i] &&
                (d == GR_DIRECTIONS || line[d].column == UINT32_MAX ||
                 (column != UINT32_MAX && line[d].column != column) || to[line[d].half][row + line[d].column]))
                return false;
            if (from[half][i])
                to[line[d].half][row + (column = line[d].column)] = from[half][i];
        }
    }
    return true;
}

const lu_lines *lu_lines_of(lu *x, const ludii_value *v, const char *standard)
{
    lu_direction_set d = {0};
    const gr_sites *s = lu_played(x);
    if (v)
        lu_add_directions(x, &d, v);
    else
        d.mask[0] = lu_direction_mask(standard);
    make_chains(x);
    enum { WIDTH = 16 };
    uint32_t n = x->default_count, most = 1;
    int32_t *one = ARENA_ARRAY(x->a, int32_t, n * WIDTH), *other = ARENA_ARRAY(x->a, int32_t, n * WIDTH);
    for (uint32_t i = 0; i < n; i++) {
        vec_u32 near = {0}, all = {0};
        uint32_t k = 0;
        bool related = d.mask[0] >> GR_DIRECTIONS; /* what lies across is a neighbour of the same kind, then */
        lu_neighbours_but(x, lu_played(x), i, d.mask[0], 0, &near);
        lu_neighbours_but(x, lu_played(x), i, 1u << ALL, 0, &all);
        for (uint32_t a = 0; a < near.count && k < WIDTH; a++) {
            uint32_t opposite = GR_NONE;
            for (uint32_t b = 0; b < all.count; b++)
                if (straight(s, i, vec_at(&near, a), vec_at(&all, b)) &&
                    (!related || lu_contains(&near, vec_at(&all, b))))
                    opposite = vec_at(&all, b);
            bool first = opposite == GR_NONE || !lu_contains(&near, opposite);
            for (uint32_t b = a + 1; b < near.count && !first; b++)
                first = vec_at(&near, b) == opposite;
            if (!first)
                continue;
            one[i * WIDTH + k] = place_for(x, d.mask[0], i, vec_at(&near, a));
            other[i * WIDTH + k++] = opposite == GR_NONE ? 0 : place_for(x, d.mask[0], i, opposite);
        }
        most = k > most ? k : most;
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < most; k++) {
            one[i * most + k] = one[i * WIDTH + k];
            other[i * most + k] = other[i * WIDTH + k];
        }
    int32_t *const compact[2] = {one, other};
    int32_t *const columns[2] = {ARENA_ARRAY(x->a, int32_t, n * most), ARENA_ARRAY(x->a, int32_t, n * most)};
    const bool fine = arrange_lines(x, compact, most, columns);
    lu_lines *out = ARENA_NEW(x->a, lu_lines);
    lu_rays *r = ARENA_NEW(x->a, lu_rays);
    *r = (lu_rays){.site = x->chains->sites, .next = x->chains->nexts, .places = x->chains->site.count};
    *out = (lu_lines){kit_table2(x->k, 0, fine ? columns[0] : one, n, most, 0),
                      kit_table2(x->k, 0, fine ? columns[1] : other, n, most, 0), r, most};
    return out;
}

/* ---- ahead ---- */

static kit_num ahead_by(lu *x, const ludii_value *v, const ludii_value *direction, int32_t n)
{
    if (direction && strcmp(lu_class(x, direction), "DirectionsIf") == 0) {
        kit_cond c = lu_bool(x, direction->items[0]);
        kit_num one = lu_keep_num(x, "ahead", ahead_by(x, v, direction->items[1], n)),
                other = lu_keep_num(x, "ahead", ahead_by(x, v, direction->items[2], n));
        return kit_choose(x->k, c, one, other);
    }
    lu_direction_set d = {0};
    if (direction)
        lu_add_directions(x, &d, direction);
    else {
        uint32_t allowed = lu_supported(x, ADJACENT);
        d.relative = true;
        for (int f = 0; f < GR_DIRECTIONS; f++)
            d.mask[f] = lu_relative_mask(allowed, "Forward", f);
    }
    kit_num site = lu_as_site(x, lu_int(x, lu_item(x, v, "Int")));
    uint32_t count = x->default_count, rows = headings_of(x, &d, NULL);
    int32_t *t = ARENA_ARRAY(x->a, int32_t, rows * count);
    make_chains(x);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t i = 0; i < count; i++) {
            vec_u32 near = {0};
            uint32_t h = heading_at(x, r, rows);
            lu_neighbours_but(x, lu_played(x), i, lu_mask_at(x, &d, h, i), d.minus[h], &near);
            uint32_t place = near.count ? (uint32_t)place_for(x, lu_mask_at(x, &d, h, i), i, vec_at(&near, 0)) : 0;
            for (int32_t k = 1; k < n && place; k++)
                place = vec_at(&x->chains->next, place);
            t[r * count + i] = place && n > 0 ? (int32_t)x->chains->site.data[place] : (int32_t)i;
        }
    kit_num row = kit_known(0);
    if (d.towards)
        row = heading_towards(x, d.towards);
    else if (d.last)
        row = lu_heading(x, lu_context_num(x, LU_FROM), lu_context_num(x, LU_TO));
    else if (!d.relative)
        return kit_look(x->k, kit_table(x->k, 0, t, count, -1), site);
    else if (rows == HEADINGS)
        row = lu_heading_of_piece(x, site);
    else {
        int32_t *facing = ARENA_ARRAY(x->a, int32_t, x->components.count);
        for (uint32_t i = 1; i < x->components.count; i++)
            facing[i] = (int32_t)facing_index(x, vec_at(&x->components, i).facing);
        row = kit_look(x->k, kit_table(x->k, 0, facing, x->components.count, 0), lu_what_at(x, site));
    }
    kit_num to = kit_look2(x->k, kit_table2(x->k, 0, t, rows, count, -1), row, site);
    if (!d.towards && !d.last && lu_quirk(x, QUIRK_NOTHING_LOOKS_AHEAD))
        to = kit_choose(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)), site, to);
    kit_cond on = kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)),
                          kit_compare(x->k, IR_LT, site, kit_known((int32_t)count)));
    return kit_choose(x->k, on, to, kit_known(-1));
}

/* The site so many steps ahead, or the site itself if that leaves the board. */
kit_num lu_ahead(lu *x, const ludii_value *v)
{
    const ludii_value *steps = lu_arg(x, v, "steps"), *direction = lu_item(x, v, "Direction");
    kit_num n = steps ? lu_int(x, steps) : kit_known(1);
    if (n.known)
        return ahead_by(x, v, direction, n.value);
    n = lu_keep_num(x, "steps", n);
    int32_t longest = (int32_t)lu_longest_way(x);
    kit_num site = ahead_by(x, v, direction, 0);
    for (int32_t k = n.high < longest ? n.high : longest; k > 0 && k >= n.low && !x->failed; k--)
        site = kit_choose(x->k, kit_compare(x->k, IR_EQ, n, kit_known(k)), ahead_by(x, v, direction, k), site);
    return site;
}
