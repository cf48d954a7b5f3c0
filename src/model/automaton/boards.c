/* Boards of automata: maps over sites that have places, sites that variables hold, elements that tables join. */
#include "model/automaton/automaton.h"

#include "automaton/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    const ir_symbol *d = &vec_at(&g->symbols, s);
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
    return (!declared || vec_at(&g->symbols, ir_symbol_at(t, i)).has_xy) &&
           automaton_place_of(g, ir_symbol_at(t, i), x, y);
}

static bool has_declared(const ir_game *g, const ir_type_data *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (vec_at(&g->symbols, ir_symbol_at(t, i)).has_xy)
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
            declared += vec_at(&g->symbols, ir_symbol_at(t, i)).has_xy;
            wide |= x != first_x;
            high |= y != first_y;
        }
    return placed >= SITES_MIN && (placed + 2 >= t->count || declared * 2 >= t->count) && wide && high;
}

/* A board without its sites and their cells. */
static automaton_board *begin_board(lud_game *game, automaton_model *m, const char *name, ir_var variable,
                                    const ir_sym *symbols, uint32_t count)
{
    const ir_game *g = m->ir;
    automaton_board *b = &m->boards[m->board_count++];
    *b = (automaton_board){.name = name, .variable = variable, .family = vec_at(&g->symbols, symbols[0]).family};
    b->sites = ARENA_ARRAY(&game->arena, ir_sym, count);
    b->cells = ARENA_ARRAY(&game->arena, uint32_t, count);
    uint32_t names = vec_at(&g->families, b->family).count;
    b->site_of = ARENA_ARRAY(&game->arena, int32_t, names);
    for (uint32_t i = 0; i < names; i++)
        b->site_of[i] = -1;
    return b;
}

static void add_site(const ir_game *g, automaton_board *b, ir_sym symbol, uint32_t cell, int32_t x, int32_t y)
{
    uint32_t n = b->site_count++;
    b->site_of[layout_code(g, symbol)] = (int32_t)n;
    b->sites[n] = symbol;
    b->cells[n] = cell;
    if (n == 0)
        b->min_x = b->max_x = x, b->min_y = b->max_y = y;
    b->min_x = x < b->min_x ? x : b->min_x;
    b->max_x = x > b->max_x ? x : b->max_x;
    b->min_y = y < b->min_y ? y : b->min_y;
    b->max_y = y > b->max_y ? y : b->max_y;
}

static void name_numbers(lud_game *game, automaton_board *b, const layout_slot *s)
{
    if (!s->integer)
        return;
    b->numbers = ARENA_ARRAY(&game->arena, const char *, s->high - s->low + 1);
    for (int32_t v = s->low; v <= s->high; v++)
        b->numbers[v - s->low] = arena_printf(&game->arena, "%d", v);
}

static bool drawable(const automaton_model *m, const layout_slot *s)
{
    return m->board_count < BOARDS_MAX && !s->real && !(s->integer && (int64_t)s->high - s->low > NUMBERS_MAX);
}

static uint32_t cell_of(const ir_game *g, const layout_slot *s, const layout_key *k, uint32_t first, ir_sym symbol)
{
    return s->offset + (first + (uint32_t)(layout_code(g, symbol) - k->low)) * s->width;
}

static void add_board(lud_game *game, automaton_model *m, uint32_t variable, uint32_t first, const char *name)
{
    const ir_game *g = m->ir;
    const layout_slot *s = &m->code->layout.variables[variable];
    const layout_key *k = &s->keys[s->levels - 1];
    const ir_type_data *t = ir_type_at(g, k->type);
    bool own = has_declared(g, t);
    if (!drawable(m, s))
        return;
    automaton_board *b = begin_board(game, m, name, variable, t->symbols, t->count);
    b->cell = first;
    name_numbers(game, b, s);
    for (uint32_t i = 0; i < t->count; i++) {
        int32_t x, y;
        if (site_location(g, t, i, own, &x, &y))
            add_site(g, b, ir_symbol_at(t, i), cell_of(g, s, k, first, ir_symbol_at(t, i)), x, y);
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
    for (uint32_t i = 0; i < automaton_key_count(m->ir, k) && m->board_count < BOARDS_MAX; i++) {
        const char *inner = arena_printf(&game->arena, "%s[%s]", name, automaton_key_text(m->ir, k, i, buffer));
        boards_below(game, m, variable, level + 1,
                     first + (uint32_t)(automaton_key_code(m->ir, k, i) - k->low) * k->stride, inner);
    }
}

enum { MARKED_PART = 8 }; /* of the sites at the beginning, at most */

/* Whether few sites have what is noted, so that it says something of those. */
static bool is_rare(const automaton_model *m, const automaton_board *b)
{
    const layout_slot *s = &m->code->layout.variables[b->variable];
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->site_count; i++)
        count += layout_load(m->code->layout.initial + b->cells[i], s->width) == (uint32_t)s->high;
    return s->high - s->low == 1 && (count <= 1 || count * MARKED_PART <= b->site_count);
}

/* What a front end keeps beside the board, and what stands over the same sites. */
static void put_aside(automaton_model *m)
{
    for (uint32_t i = 0; i < m->board_count && m->boards[i].variable != IR_NONE; i++) {
        automaton_board *b = &m->boards[i];
        bool note = vec_at(&m->ir->variables, b->variable).note;
        b->mark = vec_at(&m->ir->variables, b->variable).mark && is_rare(m, b);
        for (uint32_t k = 0; note && k < m->board_count && !b->aside; k++) {
            const automaton_board *o = &m->boards[k];
            b->aside = !vec_at(&m->ir->variables, o->variable).note && o->site_count == b->site_count &&
                       memcmp(o->sites, b->sites, b->site_count * sizeof *b->sites) == 0;
        }
    }
}

static bool in_state(const ir_variable *v) { return !v->removed && !v->local && !v->builtin; }

/* ---- boards without a map: sites that variables hold ---- */

/* Sites of a family, in the order of their places. */
static void add_held_sites(lud_game *game, automaton_model *m, uint32_t family)
{
    const ir_game *g = m->ir;
    const ir_family *f = &vec_at(&g->families, family);
    int32_t x, y, first_x = 0, first_y = 0;
    uint32_t placed = 0;
    bool wide = false, high = false;
    for (uint32_t i = 0; i < f->count; i++)
        if (automaton_place_of(g, f->first + i, &x, &y)) {
            if (placed++ == 0)
                first_x = x, first_y = y;
            wide |= x != first_x;
            high |= y != first_y;
        }
    if (placed < SITES_MIN || placed + 2 < f->count || !wide || !high || m->board_count == BOARDS_MAX)
        return;
    ir_sym *all = ARENA_ARRAY(&game->arena, ir_sym, f->count);
    for (uint32_t i = 0; i < f->count; i++)
        all[i] = f->first + i;
    automaton_board *b = begin_board(game, m, "places", IR_NONE, all, f->count);
    for (uint32_t i = 0; i < f->count; i++)
        if (automaton_place_of(g, all[i], &x, &y))
            add_site(g, b, all[i], 0, x, y);
    automaton_link_sites(game, m, b);
}

static void find_held(lud_game *game, automaton_model *m)
{
    const ir_game *g = m->ir;
    for (uint32_t i = 0; i < g->variables.count && m->board_count == 0; i++) {
        const layout_slot *s = &m->code->layout.variables[i];
        if (in_state(&vec_at(&g->variables, i)) && !vec_at(&g->variables, i).note && !s->integer && !s->real)
            add_held_sites(game, m, s->family);
    }
}

/* ---- boards without places: named elements that tables of the rules join ---- */

enum { ELEMENTS_MIN = 3, ELEMENTS_MAX = 64 };

/* What a map holds of an element at the beginning, and of how many it says the same. */
static uint32_t first_value(const automaton_model *m, const layout_slot *s, const layout_key *k, ir_sym symbol)
{
    return layout_load(m->code->layout.initial + cell_of(m->ir, s, k, 0, symbol), s->width);
}

static uint32_t said_most(const automaton_model *m, const layout_slot *s, const layout_key *k, const ir_type_data *t)
{
    uint32_t best = 0, best_count = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t value = first_value(m, s, k, ir_symbol_at(t, i)), count = 0;
        for (uint32_t h = 0; h < t->count; h++)
            count += first_value(m, s, k, ir_symbol_at(t, h)) == value;
        if (count > best_count)
            best = value, best_count = count;
    }
    return best;
}

/* All that can be reached over links from the elements on which something stands: others, days that are counted for
 * instance, are no places. */
static uint32_t reach(const uint64_t *links, uint32_t count, bool *there)
{
    uint32_t found = 0;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t a = 0; a < count; a++)
            for (uint32_t b = 0; b < count; b++) {
                uint64_t bit = (uint64_t)a * count + b;
                if (there[a] == there[b] || !(links[bit / 64] >> bit % 64 & 1))
                    continue;
                there[a] = there[b] = true;
                more = true;
            }
    }
    for (uint32_t i = 0; i < count; i++)
        found += there[i];
    return found;
}

static void add_elements(lud_game *game, automaton_model *m, uint32_t variable)
{
    const ir_game *g = m->ir;
    const layout_slot *s = &m->code->layout.variables[variable];
    const layout_key *k = &s->keys[0];
    const ir_type_data *t = k->integer ? NULL : ir_type_at(g, k->type);
    bool there[ELEMENTS_MAX] = {false};
    if (!t || t->count < ELEMENTS_MIN || t->count > ELEMENTS_MAX || !drawable(m, s))
        return;
    const uint64_t *links = automaton_element_links(game, m, t->symbols, t->count);
    uint32_t most = said_most(m, s, k, t);
    for (uint32_t i = 0; i < t->count; i++)
        there[i] = first_value(m, s, k, ir_symbol_at(t, i)) != most;
    if (reach(links, t->count, there) < ELEMENTS_MIN)
        return;
    automaton_board *b =
        begin_board(game, m, ir_name(g, vec_at(&g->variables, variable).name), variable, t->symbols, t->count);
    uint32_t number[ELEMENTS_MAX];
    name_numbers(game, b, s);
    for (uint32_t i = 0; i < t->count; i++)
        if (there[i]) {
            number[b->site_count] = i;
            add_site(g, b, ir_symbol_at(t, i), cell_of(g, s, k, 0, ir_symbol_at(t, i)), 0, 0);
        }
    uint64_t pairs = (uint64_t)b->site_count * b->site_count;
    b->links = ARENA_ARRAY(&game->arena, uint64_t, pairs / 64 + 1);
    bool any = false;
    for (uint64_t pair = 0; pair < pairs; pair++) {
        uint64_t bit = (uint64_t)number[pair / b->site_count] * t->count + number[pair % b->site_count];
        uint64_t linked = links[bit / 64] >> bit % 64 & 1;
        b->links[pair / 64] |= linked << pair % 64;
        any |= linked;
    }
    if (any)
        automaton_spread(game, b);
    else
        m->board_count--;
}

/* Another map over the same elements. */
static void add_element_map(lud_game *game, automaton_model *m, const automaton_board *like, uint32_t variable)
{
    const ir_game *g = m->ir;
    const layout_slot *s = &m->code->layout.variables[variable];
    const layout_key *k = s->levels == 1 ? &s->keys[0] : NULL;
    if (!k || k->integer || !drawable(m, s) ||
        vec_at(&g->symbols, ir_symbol_at(ir_type_at(g, k->type), 0)).family != like->family)
        return;
    for (uint32_t i = 0; i < like->site_count; i++)
        if (layout_code(g, like->sites[i]) < k->low || layout_code(g, like->sites[i]) > k->high)
            return;
    automaton_board *b = &m->boards[m->board_count++];
    *b = *like;
    b->name = ir_name(g, vec_at(&g->variables, variable).name);
    b->variable = variable;
    b->numbers = NULL;
    b->cells = ARENA_ARRAY(&game->arena, uint32_t, like->site_count);
    for (uint32_t i = 0; i < like->site_count; i++)
        b->cells[i] = cell_of(g, s, k, 0, like->sites[i]);
    name_numbers(game, b, s);
}

static void find_elements(lud_game *game, automaton_model *m)
{
    const ir_variable *v = m->ir->variables.data;
    uint32_t count = m->ir->variables.count, first = 0;
    for (; first < count && m->board_count == 0; first++)
        if (in_state(&v[first]) && !v[first].note && m->code->layout.variables[first].levels == 1)
            add_elements(game, m, first);
    for (uint32_t i = 0; i < count && m->board_count > 0; i++)
        if (in_state(&v[i]) && i != m->boards[0].variable)
            add_element_map(game, m, &m->boards[0], i);
}

void automaton_find_boards(lud_game *game, automaton_model *m)
{
    const ir_game *g = m->ir;
    if (automaton_find_picture(game, m))
        return;
    m->boards = ARENA_ARRAY(&game->arena, automaton_board, BOARDS_MAX);
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const layout_slot *s = &m->code->layout.variables[i];
        if (!vec_at(&g->variables, i).removed && !vec_at(&g->variables, i).local && s->levels > 0 &&
            board_key(g, &s->keys[s->levels - 1]))
            boards_below(game, m, i, 0, 0, ir_name(g, vec_at(&g->variables, i).name));
    }
    if (m->board_count == 0)
        find_held(game, m);
    if (m->board_count == 0)
        find_elements(game, m);
    put_aside(m);
}

static uint32_t board_count(const lud_game *game)
{
    const automaton_model *m = automaton_of(game);
    return m->picture ? m->ir->view->picture->board_count : m->board_count;
}

static uint32_t area_count(const lud_game *game) { return automaton_of(game)->ir->regions.count; }

static lud_region area_at(const lud_game *game, uint32_t number)
{
    const ir_game *g = automaton_of(game)->ir;
    const ir_region *r = &vec_at(&g->regions, number);
    const ir_type_data *players = ir_type_at(g, g->player_type);
    uint32_t role = 0;
    for (uint32_t i = 0; r->role && i < players->count; i++)
        if (strcmp(ir_symbol_name(g, ir_symbol_at(players, i)), r->role) == 0)
            role = i + 1;
    return (lud_region){r->name, role, r->sites, r->count, r->track};
}

static lud_board board_at(const lud_game *game, uint32_t board)
{
    const automaton_model *m = automaton_of(game);
    if (m->picture)
        return automaton_picture_board(m, board);
    const automaton_board *b = &m->boards[board];
    return (lud_board){.name = b->name,
                       .sites = b->site_count,
                       .min_x = b->min_x,
                       .min_y = b->min_y,
                       .max_x = b->max_x,
                       .max_y = b->max_y,
                       .shape = b->shape,
                       .points = b->shape == LUD_BOARD_GRAPH,
                       .named = b->places != NULL,
                       .aside = b->aside,
                       .mark = b->mark};
}

static lud_site site_at(const lud_game *game, const void *state, uint32_t board, uint32_t site)
{
    const automaton_model *m = automaton_of(game);
    if (m->picture)
        return automaton_picture_site(m, state, board, site);
    const automaton_board *b = &m->boards[board];
    lud_site out = {.name = ir_symbol_name(m->ir, b->sites[site]), .content = "empty"};
    if (b->places)
        out.x = (int32_t)lround(b->places[site].x), out.y = (int32_t)lround(b->places[site].y);
    else
        automaton_place_of(m->ir, b->sites[site], &out.x, &out.y);
    if (b->variable == IR_NONE)
        return out;
    const layout_slot *s = &m->code->layout.variables[b->variable];
    uint32_t cell = layout_load((const unsigned char *)state + b->cells[site], s->width);
    out.content =
        s->integer ? b->numbers[cell] : ir_symbol_name(m->ir, vec_at(&m->ir->families, s->family).first + cell);
    return out;
}

static lud_location location_of(const lud_game *game, uint32_t board, uint32_t site)
{
    const automaton_model *m = automaton_of(game);
    int32_t x, y;
    if (m->picture)
        return automaton_picture_location(m, board, site);
    if (m->boards[board].places)
        return m->boards[board].places[site];
    automaton_place_of(m->ir, m->boards[board].sites[site], &x, &y);
    return (lud_location){.x = x, .y = y};
}

static uint32_t move_sites(const lud_game *game, lud_move move, lud_site_name *sites, uint32_t capacity)
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
            int32_t site = !board->aside && vec_at(&m->ir->symbols, move.words[i]).family == board->family
                               ? board->site_of[layout_code(m->ir, move.words[i])]
                               : -1;
            if (site >= 0 && n++ < capacity)
                sites[n - 1] = (lud_site_name){b, (uint32_t)site};
        }
    }
    return n;
}

const machine_boards automaton_boards = {.count = board_count,
                                         .at = board_at,
                                         .site_at = site_at,
                                         .site_location = location_of,
                                         .site_linked = automaton_site_linked,
                                         .move_sites = move_sites,
                                         .region_count = area_count,
                                         .region_at = area_at,
                                         .token_count = automaton_token_count,
                                         .token_at = automaton_token_at};
