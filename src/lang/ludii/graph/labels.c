/* Rows and columns. Rows run along the x axis and columns along the y axis, except where all neighbours lie as in a
 * lattice of triangles: there columns lean to the left, or, if the lattice stands on a corner, rows rise to the right,
 * too. So they do in a lattice of squares that stands on a corner. */
#include "lang/ludii/graph/board.h"

#include <math.h>
#include <stdlib.h>

static const double TAN30 = 0.57735026918962576;
#define SAME_LINE 0.004

typedef enum lattice { UPRIGHT, LEANING, ON_CORNER, SQUARES_ON_CORNER } lattice;

/* Neighbours, up to six, at multiples of 60 degrees from north, or at those turned by 30; or all at 45 degrees. */
static lattice lattice_of(const gr_sites *s)
{
    bool seen[12] = {0}, other = false, aslant = true;
    uint32_t count = 0, most = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        most = s->near[GR_ORTHOGONAL][i].count > most ? s->near[GR_ORTHOGONAL][i].count : most;
        for (uint32_t k = 0; k < s->near[GR_ORTHOGONAL][i].count; k++) {
            const gr_point *p = &s->at[i], *q = &s->at[s->near[GR_ORTHOGONAL][i].data[k]];
            double turn = atan2(q->x - p->x, q->y - p->y) * 6 / 3.14159265358979323846;
            int hour = (int)lround(turn);
            aslant &= fabs(fabs(turn) - 1.5) < 0.02 || fabs(fabs(turn) - 4.5) < 0.02;
            other |= fabs(turn - hour) > 0.02;
            count += !seen[(hour + 12) % 12];
            seen[(hour + 12) % 12] = true;
        }
    }
    if (aslant && most)
        return SQUARES_ON_CORNER;
    bool odd = false, even = false;
    for (uint32_t h = 0; h < 12; h += 2) {
        even |= seen[h];
        odd |= seen[h + 1];
    }
    if (other || count < 3 || most < 4 || odd == even)
        return UPRIGHT;
    return odd ? LEANING : ON_CORNER;
}

typedef struct placed {
    double distance;
    uint32_t site;
} placed;

static int by_distance(const void *x, const void *y)
{
    const placed *a = x, *b = y;
    return a->distance < b->distance ? -1 : a->distance > b->distance;
}

/* Numbers of the lines x * dx + y * dy = constant, in order. */
static const uint32_t *lines(const gr_sites *s, arena *a, double dx, double dy)
{
    placed *p = ARENA_ARRAY(a, placed, s->count + 1);
    uint32_t *line = ARENA_ARRAY(a, uint32_t, s->count + 1), now = 0;
    for (uint32_t i = 0; i < s->count; i++)
        p[i] = (placed){s->at[i].x * dx + s->at[i].y * dy, i};
    if (s->count)
        qsort(p, s->count, sizeof *p, by_distance);
    for (uint32_t i = 0; i < s->count; i++) {
        now += i > 0 && p[i].distance - p[i - 1].distance > SAME_LINE;
        line[p[i].site] = now;
    }
    return line;
}

void gr_find_rows(gr_sites *s, arena *a)
{
    switch (lattice_of(s)) {
    case UPRIGHT:
        s->row = lines(s, a, 0, 1);
        s->column = lines(s, a, 1, 0);
        break;
    case LEANING:
        s->row = lines(s, a, 0, 1);
        s->column = lines(s, a, 1, TAN30);
        break;
    case ON_CORNER:
        s->row = lines(s, a, -TAN30, 1);
        s->column = lines(s, a, TAN30, 1);
        break;
    case SQUARES_ON_CORNER:
        s->row = lines(s, a, -1, 1);
        s->column = lines(s, a, 1, 1);
        break;
    }
}

const char *gr_label(const gr_sites *s, uint32_t site, arena *a)
{
    uint32_t column = s->column[site];
    char first = (char)('A' + (column / 26 + 25) % 26), last = (char)('A' + column % 26);
    return column < 26 ? arena_printf(a, "%c%u", last, s->row[site] + 1)
                       : arena_printf(a, "%c%c%u", first, last, s->row[site] + 1);
}
