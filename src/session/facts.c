#include "session/facts.h"

#include "session/output.h"
#include "session/walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MIN = 4, COORDINATE_MAX = 100, TERMS_MAX = 8 };

/* A fact's parts: a name, coordinates, the rest. False when it is no such fact. */
typedef struct parts {
    const char *name, *thing;
    size_t name_length, thing_length;
    int x, y;
    bool letter;
} parts;

static bool read_coordinate(const char *text, size_t length, int *value, bool *letter)
{
    *letter = length == 1 && islower((unsigned char)*text);
    if (*letter) {
        *value = *text - 'a' + 1;
        return true;
    }
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)text[i]) || *value > COORDINATE_MAX)
            return false;
        *value = *value * 10 + (text[i] - '0');
    }
    return length > 0 && *value <= COORDINATE_MAX;
}

/* `(cell 1 2 white knight)` or `(rider blue 5 3)`. */
static bool read_parts(const char *fact, parts *p)
{
    const char *begins[TERMS_MAX];
    size_t lengths[TERMS_MAX], count = 0, length = strlen(fact);
    int x[TERMS_MAX];
    bool letter[TERMS_MAX], number[TERMS_MAX];
    if (length < 3 || *fact != '(' || fact[length - 1] != ')')
        return false;
    p->name = fact + 1;
    p->name_length = strcspn(p->name, " ()");
    const char *at = p->name + p->name_length, *end = fact + length - 1;
    for (size_t n; at < end && (n = walk_term(&at)) > 0 && at < end; at += n) {
        if (count == TERMS_MAX)
            return false;
        n = at + n > end ? (size_t)(end - at) : n;
        begins[count] = at;
        lengths[count] = n;
        number[count] = read_coordinate(at, n, &x[count], &letter[count]);
        count++;
    }
    if (count < 3)
        return false;
    bool first = number[0] && number[1] && !letter[1];
    bool last = number[count - 2] && number[count - 1] && !letter[count - 1];
    if (!first && !last)
        return false;
    size_t i = first ? 0 : count - 2, from = first ? 2 : 0, to = first ? count - 1 : count - 3;
    p->x = x[i];
    p->y = x[i + 1];
    p->letter = letter[i];
    p->thing = begins[from];
    p->thing_length = (size_t)(begins[to] + lengths[to] - begins[from]);
    return true;
}

typedef struct finder {
    char **facts;
    size_t count, capacity;
} finder;

static void take_fact(void *user, const char *key, const char *value)
{
    finder *f = user;
    if (key)
        return; /* a variable of a game that is no set of facts */
    if (f->count == f->capacity) {
        f->capacity = f->capacity * 2 + 64;
        f->facts = app_grow(f->facts, f->capacity * sizeof *f->facts);
    }
    f->facts[f->count++] = app_strdup(value);
}

static void skip_map(void *user, const char *key) { (void)user, (void)key; }
static void skip_end(void *user) { (void)user; }

static fact_board *board_of(fact_boards *all, const parts *p)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (strlen(all->boards[i].name) == p->name_length && strncmp(all->boards[i].name, p->name, p->name_length) == 0)
            return &all->boards[i];
    all->boards = app_grow(all->boards, (all->count + 1) * sizeof *all->boards);
    fact_board *b = &all->boards[all->count++];
    *b = (fact_board){.name = app_strndup(p->name, p->name_length),
                      .letters = p->letter,
                      .min_x = p->x,
                      .max_x = p->x,
                      .min_y = p->y,
                      .max_y = p->y};
    return b;
}

static void widen(fact_board *b, int x, int y)
{
    b->min_x = x < b->min_x ? x : b->min_x;
    b->max_x = x > b->max_x ? x : b->max_x;
    b->min_y = y < b->min_y ? y : b->min_y;
    b->max_y = y > b->max_y ? y : b->max_y;
}

static void add_cell(fact_board *b, const parts *p)
{
    for (uint32_t i = 0; i < b->count; i++)
        b->broken |= b->cells[i].x == p->x && b->cells[i].y == p->y;
    b->broken |= b->letters != p->letter;
    if (b->count == b->capacity) {
        b->capacity = b->capacity * 2 + 16;
        b->cells = app_grow(b->cells, b->capacity * sizeof *b->cells);
    }
    b->cells[b->count++] = (fact_cell){p->x, p->y, app_strndup(p->thing, p->thing_length)};
    widen(b, p->x, p->y);
}

static void free_board(fact_board *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        free(b->cells[i].thing);
    free(b->cells);
    free(b->name);
}

/* The vector of features names all facts there can be: the whole extent of a board. */
static void find_extents(const lud_game *game, fact_boards *all)
{
    char name[200];
    uint32_t count = lud_feature_count(game);
    for (uint32_t i = 0; i < count && i < 20000; i++) {
        parts p;
        lud_feature_name(game, i, name, sizeof name);
        if (!read_parts(name, &p))
            continue;
        for (uint32_t k = 0; k < all->count; k++)
            if (strlen(all->boards[k].name) == p.name_length &&
                strncmp(all->boards[k].name, p.name, p.name_length) == 0)
                widen(&all->boards[k], p.x, p.y);
    }
}

static bool is_board(const fact_board *b)
{
    int width = b->max_x - b->min_x + 1, height = b->max_y - b->min_y + 1;
    return !b->broken && width > 1 && height > 1 && width * height >= CELLS_MIN && b->count > 0;
}

void facts_find_boards(const lud_game *game, const void *state, fact_boards *all)
{
    static const lud_state_visitor visitor = {skip_map, take_fact, skip_end};
    finder f = {0};
    uint32_t kept = 0;
    size_t column = 0;
    *all = (fact_boards){0};
    lud_state_visit(game, state, true, &visitor, &f);
    for (size_t i = 0; i < f.count; i++) {
        parts p;
        if (read_parts(f.facts[i], &p))
            add_cell(board_of(all, &p), &p);
    }
    find_extents(game, all);
    for (uint32_t i = 0; i < all->count; i++)
        if (is_board(&all->boards[i]))
            all->boards[kept++] = all->boards[i];
        else
            free_board(&all->boards[i]);
    all->count = kept;
    for (size_t i = 0; i < f.count; i++) {
        parts p;
        bool drawn = false;
        for (uint32_t k = 0; k < all->count && read_parts(f.facts[i], &p); k++)
            drawn |= strlen(all->boards[k].name) == p.name_length &&
                     strncmp(all->boards[k].name, p.name, p.name_length) == 0;
        if (!drawn) {
            size_t width = text_columns(f.facts[i]) + 2;
            if (column > 0 && column + width > 78)
                buffer_add(&all->others, "\n"), column = 0;
            buffer_addf(&all->others, "  %s", f.facts[i]);
            column += width;
        }
        free(f.facts[i]);
    }
    if (column)
        buffer_add(&all->others, "\n");
    free(f.facts);
}

void facts_boards_done(fact_boards *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        free_board(&all->boards[i]);
    free(all->boards);
    buffer_done(&all->others);
    *all = (fact_boards){0};
}
