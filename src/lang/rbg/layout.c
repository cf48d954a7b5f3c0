/* Coordinates for drawing. Generated names say where a vertex is; on other boards directions called left,
 * right, up and down (or west, east, north and south) do: vertices joined by up or down share a column,
 * those joined by left or right a row, and columns and rows are numbered so that every edge leads the way
 * its name says. */
#include "lang/rbg/rbg.h"

#include <string.h>
#include <strings.h>

/* ---- generated names ---- */

static bool number_after(const char **p, char letter, int32_t *out)
{
    if (**p != letter || (*p)[1] < '0' || (*p)[1] > '9')
        return false;
    *out = 0;
    for ((*p)++; **p >= '0' && **p <= '9' && *out < 100000; (*p)++)
        *out = *out * 10 + (**p - '0');
    return true;
}

typedef struct place {
    char kind;
    int32_t x, y, z;
} place;

static bool read_name(const char *name, place *p)
{
    *p = (place){.kind = *name};
    if (*name != 'r' && *name != 'h' && *name != 'c')
        return false;
    name++;
    return number_after(&name, 'x', &p->x) && number_after(&name, 'y', &p->y) &&
           (p->kind != 'c' || number_after(&name, 'z', &p->z)) && !*name;
}

static bool by_name(const rbg_file *f, int32_t *x, int32_t *y)
{
    int32_t width = 0, height = 0, *length;
    place p;
    for (uint32_t i = 0; i < f->vertices.count; i++) {
        if (!read_name(rbg_text(f, vec_at(&f->vertices, i).name.name), &p))
            return false;
        width = p.x >= width ? p.x + 1 : width;
        height = p.y >= height ? p.y + 1 : height;
    }
    length = ARENA_ARRAY(f->arena, int32_t, height);
    for (uint32_t i = 0; i < f->vertices.count; i++) {
        read_name(rbg_text(f, vec_at(&f->vertices, i).name.name), &p);
        if (p.x >= length[p.y])
            length[p.y] = p.x + 1;
    }
    for (uint32_t i = 0; i < f->vertices.count; i++) {
        read_name(rbg_text(f, vec_at(&f->vertices, i).name.name), &p);
        /* rows of a hexagon are shifted by half a step each; layers stand side by side */
        x[i] = p.kind == 'h' ? 2 * p.x + width - length[p.y] : p.x + p.z * (width + 1);
        y[i] = p.y;
    }
    return true;
}

/* ---- directions ---- */

static bool is_one(const char *name, const char *a, const char *b, const char *c)
{
    return strcasecmp(name, a) == 0 || strcasecmp(name, b) == 0 || strcasecmp(name, c) == 0;
}

static uint32_t root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

typedef struct axis {
    uint32_t *parent; /* vertices with the same coordinate */
    int32_t *at;
} axis;

static axis new_axis(const rbg_file *f)
{
    axis a = {ARENA_ARRAY(f->arena, uint32_t, f->vertices.count + 1),
              ARENA_ARRAY(f->arena, int32_t, f->vertices.count + 1)};
    for (uint32_t i = 0; i < f->vertices.count; i++)
        a.parent[i] = i;
    return a;
}

static void unite(const rbg_file *f, axis *a, uint32_t direction)
{
    for (uint32_t v = 0; v < f->vertices.count; v++) {
        uint32_t to = vec_at(&f->vertices, v).targets[direction];
        if (to != RBG_NONE)
            a->parent[root(a->parent, to)] = root(a->parent, v);
    }
}

/* Pushes what lies further along the direction at least one step further; false when nothing moved. */
static bool push(const rbg_file *f, axis *a, uint32_t direction, int sign)
{
    bool moved = false;
    for (uint32_t v = 0; v < f->vertices.count; v++) {
        uint32_t to = vec_at(&f->vertices, v).targets[direction];
        if (to == RBG_NONE)
            continue;
        uint32_t near = root(a->parent, sign > 0 ? v : to), far = root(a->parent, sign > 0 ? to : v);
        if (a->at[far] <= a->at[near]) {
            a->at[far] = a->at[near] + 1;
            moved = true;
        }
    }
    return moved;
}

/* The part of a direction: along x, along y, forwards or backwards; 0: none. */
static int sense(const char *name, bool along_x)
{
    if (along_x)
        return is_one(name, "right", "e", "east") ? 1 : is_one(name, "left", "w", "west") ? -1 : 0;
    return is_one(name, "down", "s", "south") ? 1 : is_one(name, "up", "n", "north") ? -1 : 0;
}

/* False when directions go round in circles, as on a cylinder. */
static bool by_direction(const rbg_file *f, bool along_x, int32_t *out)
{
    axis a = new_axis(f);
    bool any = false;
    for (uint32_t d = 0; d < f->directions.count; d++)
        if (sense(rbg_text(f, vec_at(&f->directions, d).name), !along_x))
            unite(f, &a, d);
    for (uint32_t rounds = 0; rounds <= f->vertices.count; rounds++) {
        bool moved = false;
        for (uint32_t d = 0; d < f->directions.count; d++) {
            int sign = sense(rbg_text(f, vec_at(&f->directions, d).name), along_x);
            any |= sign != 0;
            moved |= sign && push(f, &a, d, sign);
        }
        if (!moved) {
            for (uint32_t v = 0; v < f->vertices.count; v++)
                out[v] = a.at[root(a.parent, v)];
            return any;
        }
    }
    return false;
}

static bool all_apart(const rbg_file *f, const int32_t *x, const int32_t *y)
{
    map seen;
    map_init(&seen, f->arena);
    for (uint32_t v = 0; v < f->vertices.count; v++) {
        uint64_t key = (uint64_t)(uint32_t)x[v] << 32 | (uint32_t)y[v];
        if (map_has(&seen, key))
            return false;
        map_put(&seen, key, v);
    }
    return true;
}

bool rbg_layout(const rbg_file *f, int32_t *x, int32_t *y)
{
    if (!by_name(f, x, y) && !(by_direction(f, true, x) && by_direction(f, false, y) && all_apart(f, x, y)))
        return false;
    int32_t last = 0; /* rows are counted from the top, coordinates from the bottom */
    for (uint32_t v = 0; v < f->vertices.count; v++)
        last = y[v] > last ? y[v] : last;
    for (uint32_t v = 0; v < f->vertices.count; v++)
        y[v] = last - y[v];
    return true;
}
