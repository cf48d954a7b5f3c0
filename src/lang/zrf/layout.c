/* Coordinates for pictures of the board: the middles of the rectangles, with columns and rows
 * numbered. */
#include "lang/zrf/lower.h"

#include <stdlib.h>

enum { SAME = 4 }; /* pixels that do not make a new column */

static int by_value(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x < y ? -1 : x > y;
}

static uint32_t distinct(int32_t *values, uint32_t count)
{
    uint32_t n = 0;
    qsort(values, count, sizeof *values, by_value);
    for (uint32_t i = 0; i < count; i++)
        if (n == 0 || values[i] - values[n - 1] > SAME)
            values[n++] = values[i];
    return n;
}

static int32_t rank(const int32_t *values, uint32_t count, int32_t value)
{
    uint32_t i = 0;
    while (i + 1 < count && values[i + 1] <= value)
        i++;
    return (int32_t)i;
}

/* Positions without a rectangle, reserves for instance, are shown in rows below the board. */
static void place_apart(zrf_lowering *x, uint32_t p, uint32_t number, uint32_t width)
{
    uint32_t row = width < 4 ? 4 : width;
    irb_symbol_place(x->g, x->positions[p], (int32_t)(number % row), -2 - (int32_t)(number / row));
}

void zrf_place(zrf_lowering *x)
{
    zrf_game *z = x->z;
    int32_t *columns = ARENA_ARRAY(x->arena, int32_t, z->positions.count + 1),
            *rows = ARENA_ARRAY(x->arena, int32_t, z->positions.count + 1);
    uint32_t n = 0;
    for (uint32_t p = 0; p < z->positions.count; p++)
        if (z->positions.data[p].alive && z->positions.data[p].placed) {
            columns[n] = z->positions.data[p].x;
            rows[n++] = z->positions.data[p].y;
        }
    uint32_t width = distinct(columns, n), height = distinct(rows, n), apart = 0;
    if (n == 0)
        return;
    for (uint32_t p = 0; p < z->positions.count; p++) {
        if (!z->positions.data[p].alive)
            continue;
        if (z->positions.data[p].placed)
            irb_symbol_place(x->g, x->positions[p], rank(columns, width, z->positions.data[p].x),
                             (int32_t)height - 1 - rank(rows, height, z->positions.data[p].y)); /* from below */
        else
            place_apart(x, p, apart++, width);
    }
}
