/* Boards: positions, directions, zones, symmetries. Sections count in the order in which they are
 * written. */
#include "lang/zrf/zrf.h"

#include <string.h>

enum { POSITIONS_MAX = 20000, DIMENSIONS_MAX = 16, PLACED_MAX = 1 << 20 };

uint32_t zrf_find_position(const zrf_game *g, name_id name)
{
    const uint32_t *i = map_get(&g->position_by_name, name);
    return i && vec_at(&g->positions, *i).alive ? *i : ZRF_NONE;
}

uint32_t zrf_find_direction(const zrf_game *g, name_id name)
{
    const uint32_t *i = map_get(&g->direction_by_name, name);
    return i ? *i : ZRF_NONE;
}

/* Short names are all near each other: then the board's own are told. */
static void suggest_position(zrf_game *g, diag *d, const char *word)
{
    suggestion s;
    suggest_init(&s, word);
    for (uint32_t i = 0; i < g->zones.count; i++)
        suggest_offer(&s, zrf_text(g->f, vec_at(&g->zones, i).name));
    for (uint32_t i = 0; i < g->positions.count && strlen(word) > 3; i++)
        suggest_offer(&s, zrf_text(g->f, vec_at(&g->positions, i).name));
    if (s.best)
        diag_hint_near(g->f->sink, d, &s);
    else if (g->positions.count > 0)
        diag_set_hint(g->f->sink, d, "the board has `%s` to `%s`", zrf_text(g->f, vec_at(&g->positions, 0).name),
                      zrf_text(g->f, vec_at(&g->positions, g->positions.count - 1).name));
}

uint32_t zrf_need_position(zrf_game *g, const zrf_node *n)
{
    uint32_t found = n->kind == ZRF_LIST ? ZRF_NONE : zrf_find_position(g, n->name);
    diag *d =
        found != ZRF_NONE ? NULL : zrf_warn(g->f, DIAG_ZRF_UNKNOWN, n, "there is no position `%s`", zrf_shown(g->f, n));
    if (d)
        suggest_position(g, d, zrf_shown(g->f, n));
    return found;
}

static uint32_t add_position(zrf_game *g, name_id name, const zrf_node *at)
{
    const uint32_t *known = map_get(&g->position_by_name, name);
    if (known && vec_at(&g->positions, *known).alive)
        return *known;
    if (g->positions.count >= POSITIONS_MAX) {
        if (!g->f->failed)
            zrf_report(g->f, DIAG_ZRF_BOARD, at, "the board has more than %d positions", POSITIONS_MAX);
        g->f->failed = true;
        return 0;
    }
    map_put(&g->position_by_name, name, g->positions.count);
    vec_push(g->f->arena, &g->positions, ((zrf_position){.name = name, .alive = true}));
    return g->positions.count - 1;
}

static uint32_t add_direction(zrf_game *g, name_id name)
{
    uint32_t found = zrf_find_direction(g, name);
    if (found != ZRF_NONE)
        return found;
    map_put(&g->direction_by_name, name, g->directions.count);
    vec_push(g->f->arena, &g->directions, ((zrf_direction){.name = name}));
    return g->directions.count - 1;
}

static void link_to(zrf_game *g, uint32_t direction, uint32_t from, uint32_t to)
{
    vec_u32 *next = &vec_at(&g->directions, direction).next;
    while (next->count <= from)
        vec_push(g->f->arena, next, ZRF_NONE);
    vec_at(next, from) = to;
}

/* ---- grids ---- */

typedef struct dimension {
    vec_u32 ids;
    int32_t dx, dy;
} dimension;

typedef struct grid {
    int32_t left, top, right, bottom;
    dimension dimensions[DIMENSIONS_MAX];
    uint32_t count, size;
    uint32_t *positions;
} grid;

static void read_pair(const zrf_game *g, const zrf_node *n, int32_t *x, int32_t *y)
{
    if (n->kind == ZRF_LIST && n->count >= 2) {
        zrf_number(g->f, zrf_item(n, 0), x);
        zrf_number(g->f, zrf_item(n, 1), y);
    }
}

static void read_dimension(zrf_game *g, grid *q, const zrf_node *n)
{
    if (n->kind != ZRF_LIST || n->count == 0 || zrf_item(n, 0)->kind == ZRF_LIST || q->count >= DIMENSIONS_MAX) {
        zrf_warn(g->f, DIAG_ZRF_TO_BOARD, n, "a dimension is written `(\"a/b/c\" (dx dy))`, and there are at most %d",
                 DIMENSIONS_MAX);
        return;
    }
    dimension *d = &q->dimensions[q->count++];
    *d = (dimension){.dx = 0};
    for (const char *p = zrf_text(g->f, zrf_item(n, 0)->name);; p++) {
        size_t length = strcspn(p, "/");
        vec_push(g->f->arena, &d->ids, intern_add(g->f->names, p, length));
        p += length;
        if (!*p)
            break;
    }
    if (n->count > 1)
        read_pair(g, zrf_item(n, 1), &d->dx, &d->dy);
}

/* Indices of a cell, the last dimension fastest. */
static void indices_of(const grid *q, uint32_t cell, int32_t *indices)
{
    for (uint32_t d = q->count; d-- > 0;) {
        indices[d] = (int32_t)(cell % q->dimensions[d].ids.count);
        cell /= q->dimensions[d].ids.count;
    }
}

static void add_cell(zrf_game *g, grid *q, uint32_t cell, const zrf_node *at)
{
    int32_t indices[DIMENSIONS_MAX], x = (q->left + q->right) / 2, y = (q->top + q->bottom) / 2;
    const char *name = "";
    indices_of(q, cell, indices);
    for (uint32_t d = 0; d < q->count; d++) {
        name = arena_printf(g->f->arena, "%s%s", name, zrf_text(g->f, vec_at(&q->dimensions[d].ids, indices[d])));
        x += indices[d] * q->dimensions[d].dx;
        y += indices[d] * q->dimensions[d].dy;
    }
    uint32_t p = q->positions[cell] = add_position(g, intern_cstr(g->f->names, name), at);
    if (g->positions.count > p) {
        zrf_position *cell_at = &vec_at(&g->positions, p);
        *cell_at = (zrf_position){.name = cell_at->name, .alive = true, .placed = true, .x = x, .y = y};
    }
}

static void add_steps(zrf_game *g, const grid *q, const zrf_node *n)
{
    int32_t vector[DIMENSIONS_MAX] = {0}, indices[DIMENSIONS_MAX];
    if (n->kind != ZRF_LIST || n->count == 0 || zrf_item(n, 0)->kind != ZRF_SYMBOL) {
        zrf_warn(g->f, DIAG_ZRF_TO_BOARD, n, "a direction is written `(n 0 -1)`");
        return;
    }
    uint32_t direction = add_direction(g, zrf_item(n, 0)->name);
    for (uint32_t d = 0; d < q->count && d + 1 < n->count; d++)
        zrf_number(g->f, zrf_item(n, d + 1), &vector[d]);
    for (uint32_t cell = 0; cell < q->size; cell++) {
        uint32_t to = 0;
        bool inside = true;
        indices_of(q, cell, indices);
        for (uint32_t d = 0; d < q->count; d++) {
            int32_t i = indices[d] + vector[d], n_d = (int32_t)q->dimensions[d].ids.count;
            inside = inside && i >= 0 && i < n_d;
            to = to * (uint32_t)n_d + (uint32_t)i;
        }
        if (inside)
            link_to(g, direction, q->positions[cell], q->positions[to]);
    }
}

/* Where both lead somewhere the second one counts; each was meant to have a name of its own. */
static void warn_of_second(zrf_game *g, const zrf_node *directions, uint32_t index)
{
    const char *name = zrf_head(g->f, zrf_item(directions, index));
    for (uint32_t k = 1; name && k < index; k++) {
        if (!zrf_heads(g->f, zrf_item(directions, k), name))
            continue;
        diag *d = zrf_warn(g->f, DIAG_ZRF_TO_BOARD, zrf_item(directions, index),
                           "the direction `%s` is there twice; where both lead somewhere this one counts", name);
        if (d) {
            diag_add_note(g->f->sink, d, zrf_item(directions, k)->text, zrf_item(directions, k)->span, "the first one");
            diag_set_hint(g->f->sink, d, "directions have names of their own");
        }
        return;
    }
}

static bool measure(zrf_game *g, grid *q, const zrf_node *at)
{
    uint64_t size = q->count ? 1 : 0;
    for (uint32_t d = 0; d < q->count && size <= POSITIONS_MAX; d++)
        size *= q->dimensions[d].ids.count;
    q->size = (uint32_t)size;
    if (size == 0)
        zrf_warn(g->f, DIAG_ZRF_TO_BOARD, at, "a grid without dimensions");
    else if (size > POSITIONS_MAX) {
        zrf_report(g->f, DIAG_ZRF_BOARD, at, "the board has more than %d positions", POSITIONS_MAX);
        g->f->failed = true;
    }
    return size > 0 && size <= POSITIONS_MAX;
}

static void read_grid(zrf_game *g, const zrf_node *n)
{
    grid *q = ARENA_NEW(g->f->arena, grid);
    const zrf_node *directions = NULL;
    for (uint32_t i = 1; i < n->count; i++) {
        const zrf_node *part = zrf_item(n, i);
        if (zrf_heads(g->f, part, "start-rectangle") && part->count >= 5) {
            int32_t *const sides[4] = {&q->left, &q->top, &q->right, &q->bottom};
            for (uint32_t k = 0; k < 4; k++)
                zrf_number(g->f, zrf_item(part, k + 1), sides[k]);
        } else if (zrf_heads(g->f, part, "dimensions"))
            for (uint32_t k = 1; k < part->count; k++)
                read_dimension(g, q, zrf_item(part, k));
        else if (zrf_heads(g->f, part, "directions"))
            directions = part;
    }
    if (!measure(g, q, n))
        return;
    q->positions = ARENA_ARRAY(g->f->arena, uint32_t, q->size);
    for (uint32_t cell = 0; cell < q->size && !g->f->failed; cell++)
        add_cell(g, q, cell, n);
    for (uint32_t k = 1; directions && k < directions->count && !g->f->failed; k++) {
        warn_of_second(g, directions, k);
        add_steps(g, q, zrf_item(directions, k));
    }
}

/* ---- the other sections ---- */

static void read_positions(zrf_game *g, const zrf_node *n)
{
    for (uint32_t i = 1; i < n->count && !g->f->failed; i++) {
        const zrf_node *item = zrf_item(n, i),
                       *name = item->kind == ZRF_LIST ? item->count ? zrf_item(item, 0) : NULL : item;
        if (!name || name->kind == ZRF_LIST)
            continue;
        uint32_t p = add_position(g, name->name, item);
        int32_t sides[4] = {0};
        for (uint32_t k = 0; item->kind == ZRF_LIST && k < 4 && k + 1 < item->count; k++)
            zrf_number(g->f, zrf_item(item, k + 1), &sides[k]);
        vec_at(&g->positions, p).placed = item->kind == ZRF_LIST && item->count >= 5;
        vec_at(&g->positions, p).x = (sides[0] + sides[2]) / 2;
        vec_at(&g->positions, p).y = (sides[1] + sides[3]) / 2;
    }
}

static void read_dummies(zrf_game *g, const zrf_node *n)
{
    for (uint32_t i = 1; i < n->count; i++)
        if (zrf_item(n, i)->kind != ZRF_LIST)
            add_position(g, zrf_item(n, i)->name, zrf_item(n, i));
        else
            for (uint32_t k = 0; k < zrf_item(n, i)->count; k++)
                if (zrf_item(zrf_item(n, i), k)->kind != ZRF_LIST)
                    add_position(g, zrf_item(zrf_item(n, i), k)->name, zrf_item(zrf_item(n, i), k));
}

static void read_links(zrf_game *g, const zrf_node *n)
{
    if (n->count < 2 || zrf_item(n, 1)->kind == ZRF_LIST) {
        zrf_warn(g->f, DIAG_ZRF_TO_BOARD, n, "links begin with the name of their direction");
        return;
    }
    uint32_t direction = add_direction(g, zrf_item(n, 1)->name);
    for (uint32_t i = 2; i < n->count; i++) {
        const zrf_node *pair = zrf_item(n, i);
        if (pair->kind != ZRF_LIST || pair->count < 2)
            continue;
        uint32_t a = zrf_need_position(g, zrf_item(pair, 0)), b = zrf_need_position(g, zrf_item(pair, 1));
        if (a != ZRF_NONE && b != ZRF_NONE)
            link_to(g, direction, a, b);
    }
}

/* Takes the links away for which both ends are asked for; ZRF_NONE: any. */
static void cut(zrf_game *g, uint32_t direction, uint32_t from, uint32_t to)
{
    for (uint32_t d = 0; d < g->directions.count; d++)
        for (uint32_t p = 0; p < vec_at(&g->directions, d).next.count; p++)
            if ((direction == ZRF_NONE || d == direction) && (from == ZRF_NONE || p == from) &&
                (to == ZRF_NONE || vec_at(&vec_at(&g->directions, d).next, p) == to))
                vec_at(&vec_at(&g->directions, d).next, p) = ZRF_NONE;
}

static void unlink_item(zrf_game *g, const zrf_node *item)
{
    const zrf_node *first = item->kind == ZRF_LIST ? item->count ? zrf_item(item, 0) : NULL : item;
    const zrf_node *second = item->kind == ZRF_LIST && item->count > 1 ? zrf_item(item, 1) : NULL;
    uint32_t from = first ? zrf_need_position(g, first) : ZRF_NONE;
    if (from == ZRF_NONE)
        return;
    uint32_t direction = second && second->kind != ZRF_LIST ? zrf_find_direction(g, second->name) : ZRF_NONE;
    uint32_t to = second && direction == ZRF_NONE ? zrf_need_position(g, second) : ZRF_NONE;
    if (!second)
        cut(g, ZRF_NONE, ZRF_NONE, from);
    if (!second || direction != ZRF_NONE || to != ZRF_NONE)
        cut(g, direction, from, to);
}

static void kill(zrf_game *g, const zrf_node *n)
{
    if (n->kind == ZRF_LIST) {
        for (uint32_t i = 0; i < n->count; i++)
            kill(g, zrf_item(n, i));
        return;
    }
    uint32_t p = zrf_need_position(g, n);
    if (p == ZRF_NONE)
        return;
    cut(g, ZRF_NONE, p, ZRF_NONE);
    cut(g, ZRF_NONE, ZRF_NONE, p);
    vec_at(&g->positions, p).alive = false;
}

static void read_symmetry(zrf_game *g, const zrf_node *n)
{
    uint32_t player = n->count > 1 ? zrf_need_player(g, zrf_item(n, 1)) : ZRF_NONE;
    if (player == ZRF_NONE)
        return;
    vec_u32 *pairs = &g->symmetry[player];
    for (uint32_t i = 2; i < n->count; i++) {
        const zrf_node *pair = zrf_item(n, i);
        bool two = pair->kind == ZRF_LIST && pair->count >= 2 && zrf_item(pair, 0)->kind != ZRF_LIST &&
                   zrf_item(pair, 1)->kind != ZRF_LIST;
        if (!two || pair->count > 2)
            zrf_warn(g->f, DIAG_ZRF_TO_BOARD, pair, "a symmetry lists pairs of directions, as `(n s)`");
        if (!two)
            continue;
        /* directions that no grid has yet may come later */
        vec_push(g->f->arena, pairs, add_direction(g, zrf_item(pair, 0)->name));
        vec_push(g->f->arena, pairs, add_direction(g, zrf_item(pair, 1)->name));
    }
}

static void read_zone(zrf_game *g, const zrf_node *n)
{
    zrf_zone z = {.name = NAME_NONE, .everybody = true, .positions = bitset_new(g->f->arena, POSITIONS_MAX)};
    for (uint32_t i = 1; i < n->count; i++) {
        const zrf_node *part = zrf_item(n, i);
        if (zrf_heads(g->f, part, "name") && part->count > 1 && zrf_item(part, 1)->kind != ZRF_LIST)
            z.name = zrf_item(part, 1)->name;
        else if (zrf_heads(g->f, part, "players"))
            for (uint32_t k = 1; k < part->count; k++) {
                uint32_t p = zrf_need_player(g, zrf_item(part, k));
                z.everybody = false;
                z.players |= p == ZRF_NONE ? 0 : UINT64_C(1) << p;
            }
        else if (zrf_heads(g->f, part, "positions"))
            for (uint32_t k = 1; k < part->count; k++) {
                uint32_t p = zrf_need_position(g, zrf_item(part, k));
                if (p != ZRF_NONE)
                    bitset_add(&z.positions, p);
            }
    }
    if (z.name == NAME_NONE)
        zrf_warn(g->f, DIAG_ZRF_TO_BOARD, n, "a zone without a name");
    else
        vec_push(g->f->arena, &g->zones, z);
}

static void read_part(zrf_game *g, const zrf_node *n)
{
    static const struct {
        const char *head;
        void (*read)(zrf_game *g, const zrf_node *n);
    } parts[] = {{"grid", read_grid},      {"positions", read_positions},
                 {"dummy", read_dummies},  {"links", read_links},
                 {"zone", read_zone},      {"symmetry", read_symmetry},
                 {"kill-positions", NULL}, {"unlink", NULL},
                 {"image", NULL},          {"tile", NULL}};
    const char *head = zrf_head(g->f, n);
    suggestion s;
    suggest_init(&s, head ? head : "");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        suggest_offer(&s, parts[i].head);
        if (!head || strcmp(head, parts[i].head) != 0)
            continue;
        if (parts[i].read)
            parts[i].read(g, n);
        for (uint32_t k = 1; *head == 'k' && k < n->count; k++)
            kill(g, zrf_item(n, k));
        for (uint32_t k = 1; *head == 'u' && k < n->count; k++)
            unlink_item(g, zrf_item(n, k));
        return;
    }
    diag_hint_near(g->f->sink,
                   zrf_warn(g->f, DIAG_ZRF_STRAY, n, "`%s` is no part of a board and is ignored", zrf_shown(g->f, n)),
                   &s);
}

bool zrf_read_board(zrf_game *g, const zrf_node *board)
{
    for (uint32_t i = 1; i < board->count && !g->f->failed; i++)
        read_part(g, zrf_item(board, i));
    uint32_t alive = 0;
    for (uint32_t p = 0; p < g->positions.count; p++)
        alive += vec_at(&g->positions, p).alive;
    if (alive == 0 && !g->f->failed)
        zrf_report(g->f, DIAG_ZRF_BOARD, board, "the board has no positions");
    return alive > 0 && !g->f->failed;
}

/* ---- asking ---- */

bool zrf_has_zone(const zrf_game *g, name_id name)
{
    for (uint32_t i = 0; i < g->zones.count; i++)
        if (vec_at(&g->zones, i).name == name)
            return true;
    return false;
}

bool zrf_in_zone(const zrf_game *g, name_id zone, uint32_t player, uint32_t spot)
{
    for (uint32_t i = 0; i < g->zones.count; i++) {
        const zrf_zone *z = &vec_at(&g->zones, i);
        if (z->name == zone && (z->everybody || z->players >> player & 1) && bitset_has(&z->positions, spot))
            return true;
    }
    return false;
}

uint32_t zrf_turned(const zrf_game *g, uint32_t player, uint32_t direction)
{
    const vec_u32 *pairs = &g->symmetry[player];
    for (uint32_t i = 0; i < pairs->count; i += 2)
        if (vec_at(pairs, i) == direction)
            return vec_at(pairs, i + 1);
    return direction;
}

/* How many links of one are undone by the other. */
static uint32_t inverted(const zrf_game *g, uint32_t a, uint32_t b)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < g->positions.count; p++) {
        uint32_t to = zrf_next(g, a, p);
        count += to != ZRF_NONE && zrf_next(g, b, to) == p;
    }
    return count;
}

const uint32_t *zrf_inverse(zrf_game *g, uint32_t direction)
{
    zrf_direction *d = &vec_at(&g->directions, direction);
    uint32_t best = ZRF_NONE, most = 0;
    if (d->back)
        return d->back;
    for (uint32_t e = 0; e < g->directions.count; e++) {
        uint32_t count = inverted(g, direction, e);
        if (count > most) {
            most = count;
            best = e;
        }
    }
    d->back = ARENA_ARRAY(g->f->arena, uint32_t, g->positions.count);
    for (uint32_t p = 0; p < g->positions.count; p++)
        d->back[p] = best == ZRF_NONE ? ZRF_NONE : zrf_next(g, best, p);
    return d->back;
}
