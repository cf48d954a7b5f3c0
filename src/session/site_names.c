#include "session/site_names.h"

#include "session/memory.h"
#include "session/output.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const double NEAR = 1e-3; /* coordinates that differ by rounding alone are one */
enum { LETTERS = 26 };

/* ---- boards beside the main one ---- */

/* `Hand1`, `hand of White`, `Dice0`. */
static bool is_beside(const char *board)
{
    static const char *const words[] = {"hand", "dice"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *rest = board + strlen(words[i]);
        if (strncasecmp(board, words[i], strlen(words[i])) != 0)
            continue;
        rest += strspn(rest, "0123456789");
        return !*rest || strncmp(rest, " of ", 4) == 0;
    }
    return false;
}

static void name_beside(site_names *n, const lud_game *game, const char *board)
{
    unsigned long number = strtoul(board + strcspn(board, "0123456789"), NULL, 10);
    const char *owner = number > 0 && number < 64 ? lud_role_name(game, (uint32_t)number) : NULL;
    for (uint32_t i = 0; i < n->count; i++) {
        buffer b = {0};
        if (owner)
            buffer_addf(&b, "%s's hand", owner);
        else
            for (const char *p = board; *p; p++)
                buffer_addf(&b, "%c", tolower((unsigned char)*p));
        if (n->count > 1)
            buffer_addf(&b, " %u", i + 1);
        n->of[i] = b.text;
    }
}

/* ---- names that the rules give ---- */

typedef struct name_parts {
    char column[24], row[12];
} name_parts;

static bool is_number(const char *text, size_t most)
{
    size_t n = strspn(text, "0123456789");
    return n > 0 && n <= most && !text[n];
}

/* a1; with `facts` `a 1` and `1 2`, too. */
static bool read_parts(const char *name, bool facts, name_parts *p)
{
    const char *row = facts ? strchr(name, ' ') : islower((unsigned char)*name) ? name + 1 : NULL;
    size_t length = row ? (size_t)(row - name) : 0;
    if (!row || length == 0 || length >= sizeof p->column || !is_number(row + facts, facts ? 9 : 2))
        return false;
    snprintf(p->column, sizeof p->column, "%.*s", (int)length, name);
    snprintf(p->row, sizeof p->row, "%s", row + facts);
    return true;
}

/* Adds a column or row. False when this label stands elsewhere already. */
static bool put_label(axis *a, const char *text, double at)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (strcmp(a->labels[i].text, text) == 0)
            return a->labels[i].at == at;
    a->labels = mem_grow(a->labels, (a->count + 1) * sizeof *a->labels);
    a->labels[a->count++] = (axis_label){at, mem_strdup(text)};
    return true;
}

static void free_axis(axis *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        free(a->labels[i].text);
    free(a->labels);
    *a = (axis){0};
}

static bool own_names(site_names *n, const site_point *sites)
{
    name_parts p;
    uint32_t chess = 0, facts = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        chess += read_parts(sites[i].name, false, &p);
        facts += read_parts(sites[i].name, true, &p);
    }
    bool of_facts = chess * 3 < n->count * 2, straight = true;
    if (of_facts && facts < n->count)
        return false;
    for (uint32_t i = 0; i < n->count; i++) {
        buffer b = {0};
        bool read = read_parts(sites[i].name, of_facts, &p);
        if (read) {
            straight &= put_label(&n->columns, p.column, sites[i].x);
            straight &= put_label(&n->rows, p.row, sites[i].y);
            buffer_addf(&b, "%s%s%s", p.column, isdigit((unsigned char)*p.column) ? "," : "", p.row);
        } else {
            buffer_add(&b, sites[i].name);
        }
        n->of[i] = b.text ? b.text : mem_strdup("");
    }
    if (!straight) {
        free_axis(&n->columns);
        free_axis(&n->rows);
    }
    return true;
}

/* m1I, aa3: names with columns of their own, on several levels for instance. */
static bool reads_well(const char *name)
{
    size_t letters = 0, digits = 0;
    while (isalpha((unsigned char)name[letters]))
        letters++;
    while (isdigit((unsigned char)name[letters + digits]))
        digits++;
    const char *rest = name + letters + digits;
    return letters >= 1 && letters <= 2 && digits >= 1 && digits <= 2 &&
           (!*rest || (isalpha((unsigned char)*rest) && !rest[1]));
}

static bool readable_names(site_names *n, const site_point *sites)
{
    bool columns = false;
    for (uint32_t i = 0; i < n->count; i++) {
        columns |= *sites[i].name != *sites[0].name;
        if (!reads_well(sites[i].name))
            return false;
    }
    for (uint32_t i = 0; i < n->count && columns; i++)
        n->of[i] = mem_strdup(sites[i].name);
    return columns;
}

/* ---- names by places ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values and leaves one of those that are near each other; returns how many are left. */
static uint32_t distinct(double *values, uint32_t count)
{
    uint32_t kept = 0;
    double last = 0;
    qsort(values, count, sizeof *values, by_value);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || values[i] - last > NEAR)
            values[kept++] = values[i];
        last = values[i];
    }
    return kept;
}

static uint32_t place_in(const double *values, uint32_t count, double v)
{
    uint32_t i = 0;
    while (i + 1 < count && fabs(values[i] - v) > NEAR)
        i++;
    return i;
}

/* Letters, or numbers with a full stop where the alphabet is too short. */
static char *letter_of(uint32_t i, uint32_t count)
{
    buffer b = {0};
    if (count <= LETTERS)
        buffer_addf(&b, "%c", 'a' + (int)i);
    else
        buffer_addf(&b, "%u.", i + 1);
    return b.text;
}

static char *number_of(uint32_t i)
{
    buffer b = {0};
    buffer_addf(&b, "%u", i + 1);
    return b.text;
}

static char *joined(char *letter, uint32_t number)
{
    buffer b = {0};
    buffer_addf(&b, "%s%u", letter, number + 1);
    free(letter);
    return b.text;
}

static void name_lattice(site_names *n, const site_point *sites, const double *xs, uint32_t width, const double *ys,
                         uint32_t height)
{
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t x = place_in(xs, width, sites[i].x);
        n->of[i] = height == 1 ? number_of(x) : joined(letter_of(x, width), place_in(ys, height, sites[i].y));
    }
    n->columns = (axis){mem_alloc((width + 1) * sizeof *n->columns.labels), width};
    for (uint32_t i = 0; i < width; i++)
        n->columns.labels[i] = (axis_label){xs[i], height == 1 ? number_of(i) : letter_of(i, width)};
    n->rows = (axis){mem_alloc((height + 1) * sizeof *n->rows.labels), height == 1 ? 0 : height};
    for (uint32_t i = 0; i < n->rows.count; i++)
        n->rows.labels[i] = (axis_label){ys[i], number_of(i)};
}

/* Scattered points: a letter for the row, and the place in it. */
static void name_scattered(site_names *n, const site_point *sites, const double *ys, uint32_t height)
{
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t before = 0;
        for (uint32_t k = 0; k < n->count; k++)
            before += fabs(sites[k].y - sites[i].y) <= NEAR && sites[k].x < sites[i].x - NEAR;
        n->of[i] = joined(letter_of(place_in(ys, height, sites[i].y), height), before);
    }
}

static void name_by_place(site_names *n, lud_board_shape shape, const site_point *sites)
{
    double *xs = mem_alloc((n->count + 1) * sizeof *xs), *ys = mem_alloc((n->count + 1) * sizeof *ys);
    for (uint32_t i = 0; i < n->count; i++) {
        xs[i] = sites[i].x;
        ys[i] = sites[i].y;
    }
    uint32_t width = distinct(xs, n->count), height = distinct(ys, n->count);
    if (shape != LUD_BOARD_GRAPH || (uint64_t)width * height <= (uint64_t)n->count * 3)
        name_lattice(n, sites, xs, width, ys, height);
    else
        name_scattered(n, sites, ys, height);
    free(xs);
    free(ys);
}

/* ---- all of it ---- */

void site_names_make(site_names *n, const lud_game *game, const char *board, lud_board_shape shape, bool named,
                     const site_point *sites, uint32_t count)
{
    *n = (site_names){.count = count, .beside = is_beside(board)};
    n->of = mem_alloc((count + 1) * sizeof *n->of);
    if (n->beside)
        name_beside(n, game, board);
    else if (named)
        for (uint32_t i = 0; i < count; i++)
            n->of[i] = mem_strdup(sites[i].name);
    else if (!own_names(n, sites) && !readable_names(n, sites))
        name_by_place(n, shape, sites);
}

void site_names_of_board(site_names *n, const lud_game *game, const void *state, uint32_t board)
{
    lud_board b = lud_board_at(game, board);
    site_point *sites = mem_alloc((b.sites + 1) * sizeof *sites);
    for (uint32_t i = 0; i < b.sites; i++) {
        lud_location at = lud_site_location(game, board, i);
        sites[i] = (site_point){lud_site_at(game, state, board, i).name, at.x, at.y};
    }
    site_names_make(n, game, b.name, b.shape, b.named, sites, b.sites);
    free(sites);
}

void site_names_done(site_names *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        free(n->of[i]);
    free(n->of);
    free_axis(&n->columns);
    free_axis(&n->rows);
    *n = (site_names){0};
}

static json_t *axis_json(const axis *a)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < a->count; i++)
        json_array_append_new(list, json_pack("[fo]", a->labels[i].at, json_text(a->labels[i].text)));
    return list;
}

void site_names_json(const site_names *n, json_t *board)
{
    json_t *names = json_array();
    for (uint32_t i = 0; i < n->count; i++)
        json_array_append_new(names, json_text(n->of[i]));
    json_object_set_new(board, "names", names);
    json_object_set_new(board, "axes",
                        n->columns.count
                            ? json_pack("{so so}", "columns", axis_json(&n->columns), "rows", axis_json(&n->rows))
                            : json_null());
}
