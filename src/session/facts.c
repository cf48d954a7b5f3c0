#include "session/facts.h"

#include "session/output.h"
#include "session/scene.h"
#include "session/walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MIN = 4, COORDINATE_MAX = 100, TERMS_MAX = 8, FEATURES_MAX = 20000 };

/* A fact's parts: a name, coordinates, the rest. False when it is no such fact. */
typedef struct parts {
    const char *name, *thing;
    size_t name_length, thing_length;
    int x, y;
    bool letter, bare; /* bare: nothing but two coordinates, `(visited 1 3)`; the thing is the name */
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

/* `(cell 1 2 white knight)`, `(rider blue 5 3)` or `(visited 1 3)`. */
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
    if (count < 2)
        return false;
    bool first = number[0] && number[1] && !letter[1];
    bool last = number[count - 2] && number[count - 1] && !letter[count - 1];
    if (!first && !last)
        return false;
    size_t i = first ? 0 : count - 2, from = first ? 2 : 0, to = first ? count - 1 : count - 3;
    p->x = x[i];
    p->y = x[i + 1];
    p->letter = letter[i];
    p->bare = count == 2;
    p->thing = p->name;
    p->thing_length = p->name_length;
    if (p->bare)
        return true;
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
    MEM_ROOM(f->facts, f->count, f->capacity);
    f->facts[f->count++] = mem_strdup(value);
}

static void skip_map(void *user, const char *key) { (void)user, (void)key; }
static void skip_end(void *user) { (void)user; }

static fact_board *find_board(const fact_boards *all, const parts *p)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (strlen(all->boards[i].name) == p->name_length && strncmp(all->boards[i].name, p->name, p->name_length) == 0)
            return &all->boards[i];
    return NULL;
}

static void widen(fact_board *b, const parts *p)
{
    b->min_x = p->x < b->min_x ? p->x : b->min_x;
    b->max_x = p->x > b->max_x ? p->x : b->max_x;
    b->min_y = p->y < b->min_y ? p->y : b->min_y;
    b->max_y = p->y > b->max_y ? p->y : b->max_y;
    b->broken |= b->letters != p->letter || b->bare != p->bare;
}

static fact_board *board_of(fact_boards *all, const parts *p)
{
    fact_board *b = find_board(all, p);
    if (b) {
        widen(b, p);
        return b;
    }
    all->boards = mem_grow(all->boards, (all->count + 1) * sizeof *all->boards);
    b = &all->boards[all->count++];
    *b = (fact_board){.name = mem_strndup(p->name, p->name_length),
                      .letters = p->letter,
                      .bare = p->bare,
                      .min_x = p->x,
                      .max_x = p->x,
                      .min_y = p->y,
                      .max_y = p->y};
    return b;
}

static void push_cell(fact_board *b, fact_cell cell)
{
    MEM_ROOM(b->cells, b->count, b->capacity);
    b->cells[b->count++] = cell;
}

static void add_cell(fact_board *b, const parts *p)
{
    for (uint32_t i = 0; i < b->count; i++)
        b->broken |= b->cells[i].x == p->x && b->cells[i].y == p->y;
    push_cell(b, (fact_cell){p->x, p->y, mem_strndup(p->thing, p->thing_length)});
}

static void free_board(fact_board *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        free(b->cells[i].thing);
    free(b->cells);
    free(b->name);
}

/* The vector of features names all facts there can be: boards on which nothing stands yet, and their whole extent. */
static void find_extents(const lud_game *game, fact_boards *all)
{
    char name[200];
    uint32_t count = lud_feature_count(game);
    for (uint32_t i = 0; i < count && i < FEATURES_MAX; i++) {
        parts p;
        lud_feature_name(game, i, name, sizeof name);
        if (read_parts(name, &p))
            board_of(all, &p)->possible++;
    }
}

/* One y for each x: what is counted, `(heap a 3)`, and no place. */
static bool is_count(const fact_board *b)
{
    int width = b->max_x - b->min_x + 1;
    bool *seen = mem_alloc((size_t)width * sizeof *seen), twice = false;
    for (uint32_t i = 0; i < b->count; i++) {
        twice |= seen[b->cells[i].x - b->min_x];
        seen[b->cells[i].x - b->min_x] = true;
    }
    free(seen);
    return !twice && b->count == (uint32_t)width;
}

bool facts_whole(const fact_board *b)
{
    return b->possible >= (uint32_t)((b->max_x - b->min_x + 1) * (b->max_y - b->min_y + 1));
}

static bool is_board(const fact_board *b)
{
    int width = b->max_x - b->min_x + 1, height = b->max_y - b->min_y + 1;
    if (b->broken || width < 2 || height < 2 || width * height < CELLS_MIN)
        return false;
    return b->bare ? facts_whole(b) && !is_count(b) : b->count > 0 || facts_whole(b);
}

static bool same_places(const fact_board *a, const fact_board *b)
{
    return a->letters == b->letters && a->min_x == b->min_x && a->max_x == b->max_x && a->min_y == b->min_y &&
           a->max_y == b->max_y;
}

/* What the one says of a place stands on what the other says; a mark alone is hidden by it. */
static void put_on(fact_board *below, fact_board *above)
{
    for (uint32_t i = 0; i < above->count; i++) {
        fact_cell *cell = NULL, from = above->cells[i];
        for (uint32_t k = 0; k < below->count && !cell; k++)
            if (below->cells[k].x == from.x && below->cells[k].y == from.y)
                cell = &below->cells[k];
        if (!cell) {
            push_cell(below, (fact_cell){from.x, from.y, mem_strdup(from.thing)});
            continue;
        }
        if (scene_is_empty(from.thing))
            continue;
        buffer both = {0};
        if (!below->bare && !scene_is_empty(cell->thing))
            buffer_addf(&both, "%s/", cell->thing);
        buffer_add(&both, from.thing);
        free(cell->thing);
        cell->thing = both.text;
    }
    buffer name = {0};
    buffer_addf(&name, "%s, %s", below->name, above->name);
    free(below->name);
    below->name = name.text;
    free_board(above);
}

/* Marks of places are below what goes about on them. */
static bool lies_below(const fact_board *a, const fact_board *b)
{
    return a->bare != b->bare ? a->bare : a->count > b->count;
}

/* Several kinds of facts about the same places are one board. */
static void join_boards(fact_boards *all)
{
    for (uint32_t i = 0; i < all->count; i++)
        for (uint32_t k = i + 1; k < all->count;) {
            fact_board *a = &all->boards[i], *b = &all->boards[k];
            if (!same_places(a, b)) {
                k++;
                continue;
            }
            if (!lies_below(a, b)) {
                fact_board first = *a;
                *a = *b;
                *b = first;
            }
            put_on(a, b);
            memmove(b, b + 1, (--all->count - k) * sizeof *b);
        }
}

static void note_others(const finder *f, fact_boards *all)
{
    size_t column = 0;
    for (size_t i = 0; i < f->count; i++) {
        parts p;
        if (read_parts(f->facts[i], &p) && find_board(all, &p))
            continue;
        size_t width = text_columns(f->facts[i]) + 2;
        if (column > 0 && column + width > 78)
            buffer_add(&all->others, "\n"), column = 0;
        buffer_addf(&all->others, "  %s", f->facts[i]);
        column += width;
    }
    if (column)
        buffer_add(&all->others, "\n");
}

void facts_find_boards(const lud_game *game, const void *state, fact_boards *all)
{
    static const lud_state_visitor visitor = {skip_map, take_fact, skip_end};
    finder f = {0};
    uint32_t kept = 0;
    *all = (fact_boards){0};
    lud_state_visit(game, state, true, &visitor, &f);
    find_extents(game, all);
    for (size_t i = 0; i < f.count; i++) {
        parts p;
        if (read_parts(f.facts[i], &p))
            add_cell(board_of(all, &p), &p);
    }
    for (uint32_t i = 0; i < all->count; i++)
        if (is_board(&all->boards[i]))
            all->boards[kept++] = all->boards[i];
        else
            free_board(&all->boards[i]);
    all->count = kept;
    note_others(&f, all);
    join_boards(all);
    for (size_t i = 0; i < f.count; i++)
        free(f.facts[i]);
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
