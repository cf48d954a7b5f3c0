/* States of automata for people: variables as text, boards as sites. */
#include "model/automaton/automaton.h"

#include "automaton/view.h"

#include <stdlib.h>
#include <string.h>

static const char *cell_text(const ir_game *g, const layout_slot *s, uint32_t cell, char *buffer)
{
    if (!s->integer)
        return ir_symbol_name(g, g->families.data[s->family].first + cell);
    int64_t value = (int64_t)cell + s->low;
    char *p = buffer + 15;
    uint64_t rest = (uint64_t)(value < 0 ? -value : value);
    *p = 0;
    do
        *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--p = '-';
    return p;
}

static uint32_t key_count(const ir_game *g, const layout_key *k)
{
    const ir_type_data *t = ir_type_at(g, k->type);
    return k->integer ? (uint32_t)(t->high - t->low + 1) : t->count;
}

static int32_t key_code(const ir_game *g, const layout_key *k, uint32_t i)
{
    const ir_type_data *t = ir_type_at(g, k->type);
    return k->integer ? t->low + (int32_t)i : layout_code(g, t->symbols[i]);
}

static const char *key_text(const ir_game *g, const layout_key *k, uint32_t i, char *buffer)
{
    const ir_type_data *t = ir_type_at(g, k->type);
    if (!k->integer)
        return ir_symbol_name(g, t->symbols[i]);
    layout_slot s = {.integer = true, .low = 0};
    int32_t code = t->low + (int32_t)i;
    if (code >= 0)
        return cell_text(g, &s, (uint32_t)code, buffer);
    s.low = code;
    return cell_text(g, &s, 0, buffer);
}

typedef struct visit_job {
    const ir_game *g;
    const layout_slot *slot;
    const unsigned char *state;
    bool brief;
    const lud_state_visitor *visitor;
    void *user;
} visit_job;

static uint32_t load_cell(const visit_job *j, uint32_t cell)
{
    return layout_load(j->state + j->slot->offset + (size_t)cell * j->slot->width, j->slot->width);
}

/* Value that most entries of a last-level map have; ties: the first met. */
static uint32_t most_frequent(const visit_job *j, const layout_key *k, uint32_t first)
{
    uint32_t best = 0, best_count = 0, n = key_count(j->g, k);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = load_cell(j, first + (uint32_t)(key_code(j->g, k, i) - k->low) * k->stride);
        uint32_t count = 0;
        for (uint32_t h = 0; h < n; h++)
            count += load_cell(j, first + (uint32_t)(key_code(j->g, k, h) - k->low) * k->stride) == v;
        if (count > best_count) {
            best = v;
            best_count = count;
        }
        if (best_count * 2 > n)
            break;
    }
    return best;
}

static void visit_level(const visit_job *j, uint32_t level, uint32_t first, const char *key)
{
    char text[16], key_buffer[16];
    if (level == j->slot->levels) {
        j->visitor->value(j->user, key, cell_text(j->g, j->slot, load_cell(j, first), text));
        return;
    }
    if (j->slot->real && level + 1 == j->slot->levels) {
        double real;
        char digits[IR_REAL_DIGITS];
        memcpy(&real, j->state + j->slot->offset + (size_t)first * j->slot->width, sizeof real);
        ir_real_digits(real, digits);
        j->visitor->value(j->user, key, digits);
        return;
    }
    const layout_key *k = &j->slot->keys[level];
    bool shorten = !j->slot->real && j->brief && level + 1 == j->slot->levels && key_count(j->g, k) > 2;
    uint32_t standard = shorten ? most_frequent(j, k, first) : 0;
    j->visitor->begin(j->user, key);
    if (shorten)
        j->visitor->value(j->user, NULL, cell_text(j->g, j->slot, standard, text));
    for (uint32_t i = 0; i < key_count(j->g, k); i++) {
        uint32_t cell = first + (uint32_t)(key_code(j->g, k, i) - k->low) * k->stride;
        if (!shorten || load_cell(j, cell) != standard)
            visit_level(j, level + 1, cell, key_text(j->g, k, i, key_buffer));
    }
    j->visitor->end(j->user);
}

void automaton_visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user)
{
    const automaton_model *m = automaton_of(game);
    if (m->ir->view) {
        automaton_form_visit(m, state, visitor, user);
        return;
    }
    for (uint32_t i = 0; i < m->ir->variables.count; i++) {
        if (m->ir->variables.data[i].removed || m->ir->variables.data[i].local)
            continue; /* not in the state */
        visit_job j = {m->ir, &m->code->layout.variables[i], state, brief, visitor, user};
        visit_level(&j, 0, 0, ir_name(m->ir, m->ir->variables.data[i].name));
    }
}

/* ---- boards ---- */

static bool digits(const char *p, const char *end, int32_t *value)
{
    int32_t v = 0;
    if (p == end || end - p > 4)
        return false;
    for (; p < end; p++) {
        if (*p < '0' || *p > '9')
            return false;
        v = v * 10 + (*p - '0');
    }
    *value = v;
    return true;
}

/* Coordinates that a name shows: V__3_4, a1 (row 1 at the bottom), v34. */
static bool name_place(const char *name, int32_t *x, int32_t *y)
{
    const char *sep = strstr(name, "__"), *end = name + strlen(name);
    if (sep && sep > name) {
        const char *mid = strchr(sep + 2, '_');
        return mid && digits(sep + 2, mid, x) && digits(mid + 1, end, y);
    }
    const char *p = name;
    while ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z'))
        p++;
    if (p == name + 1 && end - p <= 2 && digits(p, end, y)) {
        *x = (*name | 0x20) - 'a';
        if (end - p == 1 || p[0] == '1') {
            *y = -*y;
            return true;
        }
    }
    if (p > name && end - p == 2 && p[0] >= '0' && p[0] <= '9' && p[1] >= '0' && p[1] <= '9') {
        *x = p[0] - '0';
        *y = p[1] - '0';
        return true;
    }
    return false;
}

bool automaton_place_of(const ir_game *g, ir_sym s, int32_t *x, int32_t *y)
{
    const ir_symbol *d = &g->symbols.data[s];
    if (d->has_xy) {
        *x = d->x;
        *y = d->y;
        return true;
    }
    return name_place(ir_symbol_name(g, s), x, y);
}

enum { SITES_MIN = 4, BOARDS_MAX = 64, NUMBERS_MAX = 4096 };

/* The symbols of a type that are sites: those with places of their own where there are such, else by their names. */
static bool site_location(const ir_game *g, const ir_type_data *t, uint32_t i, bool declared, int32_t *x, int32_t *y)
{
    return (!declared || g->symbols.data[t->symbols[i]].has_xy) && automaton_place_of(g, t->symbols[i], x, y);
}

static bool has_declared(const ir_game *g, const ir_type_data *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (g->symbols.data[t->symbols[i]].has_xy)
            return true;
    return false;
}

/* All but two of the keys must have a place: `null` and a border are no sites. Where places are declared half of them
 * are enough. */
static bool board_key(const ir_game *g, const layout_key *k)
{
    if (k->integer)
        return false;
    const ir_type_data *t = ir_type_at(g, k->type);
    uint32_t placed = 0, declared = 0;
    int32_t x, y, first_x = 0, first_y = 0;
    bool wide = false, high = false, own = has_declared(g, t);
    for (uint32_t i = 0; i < t->count; i++)
        if (site_location(g, t, i, own, &x, &y)) {
            if (placed++ == 0)
                first_x = x, first_y = y;
            declared += g->symbols.data[t->symbols[i]].has_xy;
            wide |= x != first_x;
            high |= y != first_y;
        }
    return placed >= SITES_MIN && (placed + 2 >= t->count || declared * 2 >= t->count) && wide && high;
}

static void add_board(lud_game *game, automaton_model *m, uint32_t variable, uint32_t first, const char *name)
{
    const ir_game *g = m->ir;
    const layout_slot *s = &m->code->layout.variables[variable];
    const layout_key *k = &s->keys[s->levels - 1];
    const ir_type_data *t = ir_type_at(g, k->type);
    if (m->board_count == BOARDS_MAX || (s->integer && (int64_t)s->high - s->low > NUMBERS_MAX))
        return;
    automaton_board *b = &m->boards[m->board_count++];
    *b = (automaton_board){.name = name, .variable = variable, .cell = first};
    b->sites = ARENA_ARRAY(&game->arena, ir_sym, t->count);
    b->cells = ARENA_ARRAY(&game->arena, uint32_t, t->count);
    if (s->integer) {
        b->numbers = ARENA_ARRAY(&game->arena, const char *, s->high - s->low + 1);
        for (int32_t v = s->low; v <= s->high; v++)
            b->numbers[v - s->low] = arena_printf(&game->arena, "%d", v);
    }
    b->family = g->symbols.data[t->symbols[0]].family;
    uint32_t names = g->families.data[b->family].count;
    b->site_of = ARENA_ARRAY(&game->arena, int32_t, names);
    for (uint32_t i = 0; i < names; i++)
        b->site_of[i] = -1;
    for (uint32_t i = 0; i < t->count; i++) {
        int32_t x, y;
        if (!site_location(g, t, i, has_declared(g, t), &x, &y))
            continue;
        uint32_t n = b->site_count++;
        b->site_of[layout_code(g, t->symbols[i])] = (int32_t)n;
        b->sites[n] = t->symbols[i];
        b->cells[n] = s->offset + (first + (uint32_t)(layout_code(g, t->symbols[i]) - k->low)) * s->width;
        if (n == 0)
            b->min_x = b->max_x = x, b->min_y = b->max_y = y;
        b->min_x = x < b->min_x ? x : b->min_x;
        b->max_x = x > b->max_x ? x : b->max_x;
        b->min_y = y < b->min_y ? y : b->min_y;
        b->max_y = y > b->max_y ? y : b->max_y;
    }
    automaton_link_sites(game, m, b);
}

static void boards_below(lud_game *game, automaton_model *m, uint32_t variable, uint32_t level, uint32_t first,
                         const char *name)
{
    const layout_slot *s = &m->code->layout.variables[variable];
    if (level + 1 == s->levels) {
        add_board(game, m, variable, first, name);
        return;
    }
    const layout_key *k = &s->keys[level];
    char buffer[16];
    for (uint32_t i = 0; i < key_count(m->ir, k) && m->board_count < BOARDS_MAX; i++) {
        const char *inner = arena_printf(&game->arena, "%s[%s]", name, key_text(m->ir, k, i, buffer));
        boards_below(game, m, variable, level + 1, first + (uint32_t)(key_code(m->ir, k, i) - k->low) * k->stride,
                     inner);
    }
}

void automaton_find_boards(lud_game *game, automaton_model *m)
{
    const ir_game *g = m->ir;
    if (automaton_find_picture(game, m))
        return;
    m->boards = ARENA_ARRAY(&game->arena, automaton_board, BOARDS_MAX);
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const layout_slot *s = &m->code->layout.variables[i];
        if (!g->variables.data[i].removed && !g->variables.data[i].local && s->levels > 0 &&
            board_key(g, &s->keys[s->levels - 1]))
            boards_below(game, m, i, 0, 0, ir_name(g, g->variables.data[i].name));
    }
}

uint32_t automaton_board_count(const lud_game *game)
{
    const automaton_model *m = automaton_of(game);
    return m->picture ? m->ir->view->picture->board_count : m->board_count;
}

lud_board automaton_board_at(const lud_game *game, uint32_t board)
{
    const automaton_model *m = automaton_of(game);
    if (m->picture)
        return automaton_picture_board(m, board);
    const automaton_board *b = &m->boards[board];
    return (lud_board){b->name,  b->site_count, b->min_x, b->min_y,
                       b->max_x, b->max_y,      b->shape, b->shape == LUD_BOARD_GRAPH};
}

lud_site automaton_site_at(const lud_game *game, const void *state, uint32_t board, uint32_t site)
{
    const automaton_model *m = automaton_of(game);
    if (m->picture)
        return automaton_picture_site(m, state, board, site);
    const automaton_board *b = &m->boards[board];
    const layout_slot *s = &m->code->layout.variables[b->variable];
    uint32_t cell = layout_load((const unsigned char *)state + b->cells[site], s->width);
    lud_site out = {.name = ir_symbol_name(m->ir, b->sites[site])};
    automaton_place_of(m->ir, b->sites[site], &out.x, &out.y);
    out.content = s->integer ? b->numbers[cell] : ir_symbol_name(m->ir, m->ir->families.data[s->family].first + cell);
    return out;
}

lud_location automaton_site_location(const lud_game *game, uint32_t board, uint32_t site)
{
    const automaton_model *m = automaton_of(game);
    int32_t x, y;
    if (m->picture)
        return automaton_picture_location(m, board, site);
    automaton_place_of(m->ir, m->boards[board].sites[site], &x, &y);
    return (lud_location){.x = x, .y = y};
}

uint32_t automaton_move_sites(const lud_game *game, lud_move move, lud_site_name *sites, uint32_t capacity)
{
    const automaton_model *m = automaton_of(game);
    uint32_t n = 0;
    if (m->picture)
        return automaton_picture_sites(m, move, sites, capacity);
    for (uint32_t i = 0; i < move.count; i++) {
        if (move.words[i] >= m->ir->symbols.count)
            continue; /* a number */
        for (uint32_t b = 0; b < m->board_count; b++) {
            const automaton_board *board = &m->boards[b];
            int32_t site = m->ir->symbols.data[move.words[i]].family == board->family
                               ? board->site_of[layout_code(m->ir, move.words[i])]
                               : -1;
            if (site >= 0 && n++ < capacity)
                sites[n - 1] = (lud_site_name){b, (uint32_t)site};
        }
    }
    return n;
}
