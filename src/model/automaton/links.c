/* Which sites lie side by side: the constant tables of the rules that lead from site to site say
 * so. */
#include "model/automaton/automaton.h"

#include <stdlib.h>
#include <string.h>

enum { SITES_MAX = 4096 };

typedef struct linker {
    const ir_game *g;
    automaton_board *b;
    const int32_t *site_of; /* the board's */
    uint32_t family, family_count;
    bool near[3][3]; /* [dx + 1][dy + 1] */
    bool across;     /* a link over a gap */
} linker;

static void set_link(automaton_board *b, uint32_t from, uint32_t to)
{
    uint64_t bit = (uint64_t)from * b->site_count + to;
    b->links[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool has_link(const automaton_board *b, uint32_t from, uint32_t to)
{
    uint64_t bit = (uint64_t)from * b->site_count + to;
    return b->links[bit / 64] >> bit % 64 & 1;
}

static bool site_between(const linker *l, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    int32_t steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy), sx, sy;
    for (int32_t i = 1; i < steps; i++)
        for (uint32_t s = 0; s < l->b->site_count; s++)
            if (automaton_place_of(l->g, l->b->sites[s], &sx, &sy) && sx == x + dx / steps * i &&
                sy == y + dy / steps * i)
                return true;
    return false;
}

static void note_link(linker *l, uint32_t from, uint32_t to)
{
    int32_t x, y, tx, ty;
    automaton_place_of(l->g, l->b->sites[from], &x, &y);
    automaton_place_of(l->g, l->b->sites[to], &tx, &ty);
    int32_t dx = tx - x, dy = ty - y;
    if (from == to)
        return;
    if (abs(dx) <= 1 && abs(dy) <= 1) {
        l->near[dx + 1][dy + 1] = true;
        set_link(l->b, from, to);
    } else if ((dx == 0 || dy == 0 || abs(dx) == abs(dy)) && !has_link(l->b, from, to) &&
               !site_between(l, x, y, dx, dy)) {
        l->across = true;
        set_link(l->b, from, to);
    }
}

/* A table that goes over all sites once, as a loop that counts does, says which comes next, not where it lies. */
static bool is_order(const linker *l, const layout_slot *s, const unsigned char *tables, arena *a)
{
    const uint32_t count = l->b->site_count;
    if (s->levels != 1 || s->cells > 4 * count)
        return false;
    arena *step = arena_child(a);
    uint32_t *next = ARENA_ARRAY(step, uint32_t, count), start = IR_NONE, length = 0;
    bool *led = ARENA_ARRAY(step, bool, count);
    memset(next, 0xff, count * sizeof *next);
    for (uint32_t i = 0; i < s->cells; i++) {
        const uint32_t key = (uint32_t)s->keys[0].low + i;
        const uint32_t to = layout_load(tables + s->offset + (size_t)i * s->width, s->width);
        if (key < l->family_count && to < l->family_count && l->site_of[key] >= 0 && l->site_of[to] >= 0 && key != to) {
            next[l->site_of[key]] = (uint32_t)l->site_of[to];
            led[l->site_of[to]] = true;
        }
    }
    for (uint32_t i = 0; i < count; i++)
        start = led[i] ? start : i;
    for (uint32_t at = start; at != IR_NONE && length <= count; at = next[at])
        length++;
    arena_done(step);
    return length == count;
}

/* A table: any keys, then a site; its entries are sites. */
static void read_table(linker *l, const layout_slot *s, const unsigned char *tables, bool orders, arena *a)
{
    const layout_key *k = s->levels ? &s->keys[s->levels - 1] : NULL;
    if (!k || k->integer || s->integer || s->family != l->family)
        return;
    const ir_type_data *t = ir_type_at(l->g, k->type);
    if (t->count == 0 || vec_at(&l->g->symbols, ir_symbol_at(t, 0)).family != l->family)
        return;
    if (is_order(l, s, tables, a) != orders)
        return;
    uint32_t span = (uint32_t)(k->high - k->low + 1);
    for (uint32_t i = 0; i < s->cells; i++) {
        uint32_t key = (uint32_t)k->low + i % span;
        uint32_t value = layout_load(tables + s->offset + (size_t)i * s->width, s->width);
        if (key < l->family_count && value < l->family_count && l->site_of[key] >= 0 && l->site_of[value] >= 0)
            note_link(l, (uint32_t)l->site_of[key], (uint32_t)l->site_of[value]);
    }
}

static lud_board_shape shape_of(const linker *l)
{
    bool straight = l->near[0][1] && l->near[2][1] && l->near[1][0] && l->near[1][2];
    bool falling = l->near[0][2] || l->near[2][0], rising = l->near[2][2] || l->near[0][0];
    uint64_t width = (uint64_t)(l->b->max_x - l->b->min_x) + 1;
    uint64_t height = (uint64_t)(l->b->max_y - l->b->min_y) + 1;
    if (l->across && l->b->site_count * 10 < width * height * 7)
        return LUD_BOARD_GRAPH;
    if (straight && falling != rising)
        return falling ? LUD_BOARD_HEX : LUD_BOARD_HEX_MIRRORED;
    return LUD_BOARD_ROWS;
}

void automaton_link_sites(lud_game *game, automaton_model *m, automaton_board *b)
{
    const ir_game *g = m->ir;
    const layout *la = &m->code->layout;
    b->shape = LUD_BOARD_ROWS;
    if (b->site_count == 0 || b->site_count > SITES_MAX)
        return;
    /* boards of the same map over the same sites are alike */
    for (const automaton_board *o = m->boards; o < b; o++)
        if (o->site_count == b->site_count && o->links &&
            memcmp(o->sites, b->sites, b->site_count * sizeof *b->sites) == 0) {
            b->links = o->links;
            b->shape = o->shape;
            return;
        }
    linker l = {.g = g, .b = b, .family = vec_at(&g->symbols, b->sites[0]).family};
    l.family_count = vec_at(&g->families, l.family).count;
    l.site_of = b->site_of;
    uint64_t pairs = (uint64_t)b->site_count * b->site_count;
    b->links = ARENA_ARRAY(&game->arena, uint64_t, pairs / 64 + 1);
    bool linked = false;
    for (int orders = 0; orders < 2 && !linked; orders++) { /* where nothing else links sites, an order does */
        for (uint32_t i = 0; i < g->constants.count; i++)
            if (!vec_at(&g->constants, i).removed)
                read_table(&l, &la->constants[i], la->tables, orders == 1, &game->arena);
        for (uint64_t i = 0; i < pairs / 64 + 1; i++)
            linked |= b->links[i] != 0;
    }
    b->shape = shape_of(&l);
}

/* ---- elements without places ---- */

/* Whether a table stays where it is there: that stands for "nowhere". */
static bool stays(const layout_slot *s, const unsigned char *cells, uint32_t value)
{
    const layout_key *k = &s->keys[s->levels - 1];
    uint32_t span = (uint32_t)(k->high - k->low + 1);
    for (uint32_t i = value - (uint32_t)k->low; i < s->cells && value >= (uint32_t)k->low; i += span)
        if (layout_load(cells + (size_t)i * s->width, s->width) == value)
            return true;
    return false;
}

/* Tables that lead from one to another, and tables over two of them that say yes or no: what they say of fewer pairs is
 * the yes. */
static void read_element_table(const automaton_model *m, const layout_slot *s, const ir_sym *symbols, uint32_t count,
                               uint64_t *links)
{
    const ir_game *g = m->ir;
    const layout_key *k = s->levels ? &s->keys[s->levels - 1] : NULL;
    uint32_t family = vec_at(&g->symbols, symbols[0]).family;
    for (uint32_t level = 0; k && level < s->levels; level++)
        if (s->keys[level].integer || s->keys[level].high < s->keys[level].low)
            return;
    if (!k || s->integer || s->real || vec_at(&g->symbols, ir_symbol_at(ir_type_at(g, k->type), 0)).family != family)
        return;
    const unsigned char *cells = m->code->layout.tables + s->offset;
    uint32_t span = (uint32_t)(k->high - k->low + 1);
    bool pairs = s->levels == 2 && s->family != family && s->high - s->low <= 1 &&
                 vec_at(&g->symbols, ir_symbol_at(ir_type_at(g, s->keys[0].type), 0)).family == family;
    if (s->family != family && !pairs)
        return;
    uint32_t high = 0;
    for (uint32_t i = 0; i < s->cells && pairs; i++)
        high += layout_load(cells + (size_t)i * s->width, s->width) == (uint32_t)s->high;
    uint32_t yes = (uint32_t)(2 * high <= s->cells ? s->high : s->low);
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; b < count; b++) {
            int32_t from = layout_code(g, symbols[a]), to = layout_code(g, symbols[b]);
            bool linked = false;
            for (uint32_t i = 0; i < s->cells && a != b && !linked; i++) {
                uint32_t value = layout_load(cells + (size_t)i * s->width, s->width);
                int32_t key = k->low + (int32_t)(i % span), outer = pairs ? s->keys[0].low + (int32_t)(i / span) : 0;
                linked = pairs ? value == yes && outer == from && key == to
                               : key == from && value == (uint32_t)to && !stays(s, cells, value);
            }
            uint64_t bit = (uint64_t)a * count + b;
            if (linked)
                links[bit / 64] |= UINT64_C(1) << bit % 64;
        }
}

const uint64_t *automaton_element_links(lud_game *game, const automaton_model *m, const ir_sym *symbols, uint32_t count)
{
    uint64_t *links = ARENA_ARRAY(&game->arena, uint64_t, (uint64_t)count * count / 64 + 1);
    for (uint32_t i = 0; i < m->ir->constants.count; i++)
        if (!vec_at(&m->ir->constants, i).removed)
            read_element_table(m, &m->code->layout.constants[i], symbols, count, links);
    return links;
}

bool automaton_site_linked(const lud_game *game, uint32_t board, uint32_t from, uint32_t to)
{
    if (automaton_of(game)->picture)
        return automaton_picture_linked(automaton_of(game), board, from, to);
    const automaton_board *b = &automaton_of(game)->boards[board];
    return b->links && (has_link(b, from, to) || has_link(b, to, from));
}
