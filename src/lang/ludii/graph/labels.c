/* Rows, columns and layers. A row is what lies about as far from a line below the board, which rises by some degrees; a
 * column, what lies as far from one beside it. The angles taken are those with which sites are nearest to their rows,
 * fewer of them being better. Where two sites come to the same row and column so, rows are what has the same height
 * exactly, and columns likewise. */
#include "lang/ludii/graph/board.h"

#include <math.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;
#define NEAR  0.6    /* of the mean distance of sites: the most to the middle of a row */
#define EXACT 0.0005 /* where rows have one height */
#define FINE  0.01   /* no other angle is looked for */

enum { STEP = 15, ROW_LAST = 60, COLUMN_FIRST = 90, COLUMN_LAST = 120 }; /* degrees */

typedef struct placed {
    double distance;
    uint32_t site;
} placed;

typedef struct measured {
    const gr_sites *s;
    arena *arena;
    gr_point middle;
    double width, height, near;
    placed *order;
} measured;

static measured measure(const gr_sites *s, arena *a)
{
    double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < s->count; i++) {
        left = fmin(left, s->at[i].x);
        right = fmax(right, s->at[i].x);
        low = fmin(low, s->at[i].y);
        high = fmax(high, s->at[i].y);
    }
    measured m = {s,          a, {(left + right) / 2, (low + high) / 2, 0}, right - left,
                  high - low, 0, ARENA_ARRAY(a, placed, s->count + 1)};
    m.near = fmax(EXACT, s->count ? NEAR * (m.width + m.height) / 2 / sqrt(s->count) : 0);
    return m;
}

static int by_distance(const void *x, const void *y)
{
    const placed *a = x, *b = y;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    return a->site < b->site ? -1 : a->site > b->site;
}

/* Numbers sites by their distance, those within the margin of the mean of the ones before them alike. How far the last
 * one of each number is off, and a little for each number. */
static double number(const measured *m, double margin, uint32_t *out)
{
    double sum = 0, error = 0;
    uint32_t members = 0, now = 0;
    if (m->s->count)
        qsort(m->order, m->s->count, sizeof *m->order, by_distance);
    for (uint32_t i = 0; i < m->s->count; i++) {
        const double d = m->order[i].distance;
        const bool other = i > 0 && fabs(d - sum / members) > margin;
        now += other;
        sum = other ? d : sum + d;
        members = other ? 1 : members + 1;
        out[m->order[i].site] = now;
        if (i + 1 == m->s->count || fabs(m->order[i + 1].distance - sum / members) > margin)
            error += (sum / members - d) * (sum / members - d) / members;
    }
    return error + 0.01 * (now + 1);
}

/* By the distance from a line through the point. */
static double lines(const measured *m, gr_point from, double degrees, double margin, uint32_t *out)
{
    const double dx = cos(degrees * PI / 180), dy = sin(degrees * PI / 180);
    for (uint32_t i = 0; i < m->s->count; i++) {
        const double x = m->s->at[i].x - from.x, y = m->s->at[i].y - from.y;
        m->order[i] = (placed){m->width > 0 ? fabs(x * dy - y * dx) : hypot(x, y), i};
    }
    return number(m, margin, out);
}

/* The angle with the least error. */
static int best_lines(const measured *m, gr_point from, int first, int last, uint32_t *out)
{
    double least = INFINITY;
    int best = first;
    for (int degrees = first; degrees <= last && least >= FINE; degrees += STEP) {
        const double error = lines(m, from, degrees, m->near, out);
        if (error < least) {
            least = error;
            best = degrees;
        }
    }
    lines(m, from, best, m->near, out);
    return best;
}

static bool ambiguous(const gr_sites *s, arena *a)
{
    map seen;
    map_init(&seen, a);
    for (uint32_t i = 0; i < s->count; i++) {
        const uint64_t key = ((uint64_t)s->layer[i] << 42) + ((uint64_t)s->row[i] << 21) + s->column[i];
        if (map_has(&seen, key))
            return true;
        map_put(&seen, key, 1);
    }
    return false;
}

void gr_find_rows(gr_sites *s, arena *a)
{
    const measured m = measure(s, a);
    const gr_point below = {m.middle.x, m.middle.y - 1.5 * m.height, 0},
                   beside = {m.middle.x - 1.5 * m.width, m.middle.y, 0};
    uint32_t *row = ARENA_ARRAY(a, uint32_t, s->count + 1), *column = ARENA_ARRAY(a, uint32_t, s->count + 1),
             *layer = ARENA_ARRAY(a, uint32_t, s->count + 1);
    s->row = row;
    s->column = column;
    s->layer = layer;
    const int rise = best_lines(&m, below, 0, ROW_LAST, row);
    best_lines(&m, beside, rise + COLUMN_FIRST, rise + COLUMN_LAST, column);
    for (uint32_t i = 0; i < s->count; i++)
        m.order[i] = (placed){s->at[i].z, i};
    number(&m, m.near, layer);
    for (uint32_t i = 0; i < s->count; i++)
        s->layered |= layer[i] > 0;
    if (!ambiguous(s, a))
        return;
    lines(&m, below, 0, EXACT, row);
    lines(&m, beside, 90, EXACT, column);
}

const char *gr_label(const gr_sites *s, uint32_t site, arena *a)
{
    uint32_t column = s->column[site];
    const char *letters = arena_printf(a, "%c", (char)('A' + column % 26));
    for (; column >= 26; column /= 26)
        letters = arena_printf(a, "%c%s", (char)('A' + (column / 26 + 25) % 26), letters);
    return s->layered ? arena_printf(a, "%s%u/%u", letters, s->row[site] + 1, s->layer[site])
                      : arena_printf(a, "%s%u", letters, s->row[site] + 1);
}
