/* Board pictures (the reference of the language, section 3.3). */
#include "lang/toss/parse_internal.h"

#include <string.h>

typedef struct picture {
    rs_game *f;
    rs_structure *s;
    src_span at;
    const char **lines;
    uint32_t *lengths, count;
    uint32_t columns, rows;
} picture;

enum { COLUMNS_MAX = 26, ROWS_MAX = 1000 };

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void split(picture *p, const char *text)
{
    VEC(const char *) lines = {0};
    vec_u32 lengths = {0};
    for (;;) {
        const char *end = strchr(text, '\n');
        uint32_t length = (uint32_t)(end ? end - text : (ptrdiff_t)strlen(text));
        if (length && text[length - 1] == '\r')
            length--;
        vec_push(p->f->arena, &lines, text);
        vec_push(p->f->arena, &lengths, length);
        if (!end)
            break;
        text = end + 1;
    }
    p->lines = lines.data;
    p->lengths = lengths.data;
    p->count = lines.count;
}

static bool line_blank(const picture *p, uint32_t line)
{
    for (uint32_t i = 0; i < p->lengths[line]; i++)
        if (!is_blank(p->lines[line][i]))
            return false;
    return true;
}

static bool fail(picture *p, const char *message, const char *hint)
{
    diag *d = rs_error(p->f, DIAG_TOSS_PICTURE, p->at, "%s", message);
    if (hint)
        diag_set_hint(p->f->sink, d, "%s", hint);
    return false;
}

static uint32_t cell(const picture *p, uint32_t column, uint32_t row) /* row 0: the lowest */
{
    return rs_element(p->s, intern_printf(p->f->names, "%c%u", (char)('a' + column), row + 1));
}

static void add_pair(const picture *p, const char *relation, uint32_t a, uint32_t b)
{
    name_id name = intern_cstr(p->f->names, relation);
    uint32_t tuple[2] = {a, b};
    rs_add_tuple(p->s, rs_add_relation(p->s, name, 2), tuple);
}

static bool make_board(picture *p)
{
    rs_function *x, *y;
    /* boards of one row or column have no pairs, but the relations all the same */
    if (!toss_note_arity(p->f, intern_cstr(p->f->names, "R"), 2, p->at) ||
        !toss_note_arity(p->f, intern_cstr(p->f->names, "C"), 2, p->at))
        return false;
    for (uint32_t r = 0; r < p->rows; r++)
        for (uint32_t c = 0; c < p->columns; c++)
            cell(p, c, r);
    rs_add_relation(p->s, intern_cstr(p->f->names, "R"), 2);
    rs_add_relation(p->s, intern_cstr(p->f->names, "C"), 2);
    for (uint32_t r = 0; r < p->rows; r++)
        for (uint32_t c = 0; c < p->columns; c++) {
            if (c + 1 < p->columns)
                add_pair(p, "R", cell(p, c, r), cell(p, c + 1, r));
            if (r + 1 < p->rows)
                add_pair(p, "C", cell(p, c, r), cell(p, c, r + 1));
            x = rs_add_function(p->s, intern_cstr(p->f->names, "x"));
            rs_set_value(p->s, x, cell(p, c, r), 15.0 * c);
            y = rs_add_function(p->s, intern_cstr(p->f->names, "y"));
            rs_set_value(p->s, y, cell(p, c, r), 15.0 * r);
        }
    p->s->pictured = true;
    return true;
}

static bool is_name(const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char c = text[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!letter && (i == 0 || c < '0' || c > '9'))
            return false;
    }
    return n > 0;
}

static bool put(picture *p, const char *text, size_t n, uint32_t column, uint32_t row)
{
    bool ascii = true; /* cells of the fixed layout may cut letters in two */
    for (size_t i = 0; i < n; i++)
        ascii &= text[i] > ' ' && text[i] < 127;
    if (!is_name(text, n))
        return fail(p,
                    ascii ? arena_printf(p->f->arena, "`%.*s` in the picture is no name of a relation",
                                         (int)(n > 20 ? 20 : n), text)
                          : "a cell of the picture holds what is no name of a relation",
                    "`.` is an empty cell, any other word names the relation of the cell");
    name_id name = intern_add(p->f->names, text, n);
    if (!toss_note_arity(p->f, name, 1, p->at))
        return false;
    uint32_t e = cell(p, column, row);
    rs_add_tuple(p->s, rs_add_relation(p->s, name, 1), &e);
    return true;
}

/* ---- free layout ---- */

static uint32_t word_length(const char *text, uint32_t left)
{
    uint32_t n = 0;
    while (n < left && !is_blank(text[n]))
        n++;
    return n;
}

static uint32_t count_words(const picture *p, uint32_t line)
{
    uint32_t words = 0;
    for (uint32_t i = 0; i < p->lengths[line]; i++)
        if (!is_blank(p->lines[line][i])) {
            i += word_length(p->lines[line] + i, p->lengths[line] - i);
            words++;
        }
    return words;
}

static bool read_free(picture *p)
{
    vec_u32 rows = {0};
    for (uint32_t i = 0; i < p->count; i++)
        if (!line_blank(p, i))
            vec_push(p->f->arena, &rows, i);
    p->rows = rows.count;
    p->columns = rows.count ? count_words(p, vec_at(&rows, 0)) : 0;
    if (!p->rows)
        return fail(p, "the picture is empty", "`.` is an empty cell");
    for (uint32_t r = 0; r < rows.count; r++)
        if (count_words(p, vec_at(&rows, r)) != p->columns)
            return fail(p,
                        arena_printf(p->f->arena, "the first row of the picture has %u cells, row %u has %u",
                                     p->columns, r + 1, count_words(p, vec_at(&rows, r))),
                        "all rows of a board are equally long");
    if (p->columns > COLUMNS_MAX || p->rows > ROWS_MAX)
        return fail(p, "the board is larger than 26 columns or 1000 rows", NULL);
    if (!make_board(p))
        return false;
    for (uint32_t r = 0; r < rows.count; r++) {
        const char *line = p->lines[vec_at(&rows, r)];
        uint32_t length = p->lengths[vec_at(&rows, r)], column = 0;
        for (uint32_t i = 0; i < length; i++) {
            if (is_blank(line[i]))
                continue;
            uint32_t n = word_length(line + i, length - i);
            if (!(n == 1 && line[i] == '.') && !put(p, line + i, n, column, p->rows - 1 - r))
                return false;
            i += n;
            column++;
        }
    }
    return true;
}

/* ---- fixed layout: cells of three characters in two lines ---- */

/* Some word has two or more characters, one of which is a dot. */
static bool is_fixed(const picture *p)
{
    for (uint32_t l = 0; l < p->count; l++)
        for (uint32_t i = 0; i < p->lengths[l]; i++) {
            if (is_blank(p->lines[l][i]))
                continue;
            uint32_t n = word_length(p->lines[l] + i, p->lengths[l] - i);
            if (n > 1 && memchr(p->lines[l] + i, '.', n))
                return true;
            i += n;
        }
    return false;
}

static bool read_part(picture *p, uint32_t line, uint32_t column, uint32_t row)
{
    char name[4] = "";
    size_t n = 0;
    for (uint32_t i = 3 * column; i < 3 * column + 3 && i < p->lengths[line]; i++)
        if (!is_blank(p->lines[line][i]) && p->lines[line][i] != '.')
            name[n++] = p->lines[line][i];
    return n == 0 || put(p, name, n, column, row);
}

static bool read_fixed(picture *p)
{
    uint32_t first = 0, last = p->count, longest = 0;
    if (first < last && p->lengths[first] == 0)
        first++;
    if (first < last && line_blank(p, last - 1))
        last--;
    for (uint32_t l = first; l < last; l++) {
        longest = p->lengths[l] > longest ? p->lengths[l] : longest;
    }
    p->columns = (longest + 2) / 3;
    p->rows = (last - first) / 2;
    if ((last - first) % 2)
        return fail(
            p, arena_printf(p->f->arena, "the picture has %u lines: each row of the board takes two", last - first),
            "cells are three characters wide and two lines high");
    if (p->columns > COLUMNS_MAX || p->rows > ROWS_MAX)
        return fail(p, "the board is larger than 26 columns or 1000 rows", NULL);
    if (!make_board(p))
        return false;
    for (uint32_t l = first; l < last; l++)
        for (uint32_t c = 0; c < p->columns; c++)
            if (!read_part(p, l, c, p->rows - 1 - (l - first) / 2))
                return false;
    return true;
}

bool toss_read_picture(rs_game *f, rs_structure *s, const toss_token *t)
{
    picture p = {.f = f, .s = s, .at = t->span};
    split(&p, intern_text(f->names, t->name));
    return is_fixed(&p) ? read_fixed(&p) : read_free(&p);
}
