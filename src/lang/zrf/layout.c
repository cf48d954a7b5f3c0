/* Coordinates for pictures of the board: the middles of the rectangles, with columns and rows
 * numbered. */
#include "base/ranks.h"
#include "lang/zrf/lower.h"

enum { SAME = 4 }; /* pixels that do not make a new column */

/* Positions without a rectangle, reserves for instance, are shown in rows below the board. */
static void place_apart(zrf_lowering *x, uint32_t p, uint32_t number, uint32_t width)
{
    uint32_t row = width < 4 ? 4 : width;
    kit_place(x->k, x->sym.positions[p], (int32_t)(number % row), -2 - (int32_t)(number / row));
}

void zrf_place(zrf_lowering *x)
{
    zrf_game *z = x->z;
    double *columns = ARENA_ARRAY(x->arena, double, z->positions.count + 1),
           *rows = ARENA_ARRAY(x->arena, double, z->positions.count + 1);
    uint32_t n = 0;
    for (uint32_t p = 0; p < z->positions.count; p++)
        if (vec_at(&z->positions, p).alive && vec_at(&z->positions, p).placed) {
            columns[n] = vec_at(&z->positions, p).x;
            rows[n++] = vec_at(&z->positions, p).y;
        }
    uint32_t width = rank_values(columns, n, SAME), height = rank_values(rows, n, SAME), apart = 0;
    if (n == 0)
        return;
    for (uint32_t p = 0; p < z->positions.count; p++) {
        if (!vec_at(&z->positions, p).alive)
            continue;
        if (vec_at(&z->positions, p).placed)
            kit_place(x->k, x->sym.positions[p], (int32_t)rank_of(columns, width, vec_at(&z->positions, p).x),
                      (int32_t)(height - 1 - rank_of(rows, height, vec_at(&z->positions, p).y))); /* from below */
        else
            place_apart(x, p, apart++, width);
    }
}
