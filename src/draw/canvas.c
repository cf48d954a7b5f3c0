#include "draw/canvas.h"

#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

void canvas_init(canvas *c, int width, int height)
{
    *c = (canvas){width, height, NULL};
    c->cells = mem_alloc((size_t)width * (size_t)height * sizeof *c->cells);
}

void canvas_done(canvas *c)
{
    for (int i = 0; i < c->width * c->height; i++)
        free(c->cells[i].text);
    free(c->cells);
}

static canvas_cell *cell_at(const canvas *c, int column, int row)
{
    bool inside = column >= 0 && row >= 0 && column < c->width && row < c->height;
    return inside ? &c->cells[row * c->width + column] : NULL;
}

void canvas_put(canvas *c, int column, int row, const char *text, ink how)
{
    canvas_cell *cell = cell_at(c, column, row);
    if (!cell)
        return;
    free(cell->text);
    *cell = (canvas_cell){mem_strdup(text), how};
}

void canvas_put_right(canvas *c, int end, int row, const char *text, ink how)
{
    canvas_put(c, end - (int)text_columns(text), row, text, how);
}

bool canvas_free_at(const canvas *c, int column, int row)
{
    const canvas_cell *cell = cell_at(c, column, row);
    return cell && !cell->text;
}

static int text_width(const canvas_cell *cell)
{
    int width = cell->text ? (int)text_columns(cell->text) : 1;
    return width > 0 ? width : 1;
}

static void print_cell(const canvas_cell *cell, const screen *s)
{
    static const char *const codes[] = {"", "\033[2m", "\033[7m"};
    bool styled = s->color && cell->text && cell->ink != INK_PLAIN;
    fprintf(s->out, "%s%s%s", styled ? codes[cell->ink] : "", cell->text ? cell->text : " ", styled ? "\033[0m" : "");
}

static void print_span(const canvas *c, int row, int from, int to, const screen *s)
{
    for (int column = from; column < to;) {
        const canvas_cell *cell = &c->cells[row * c->width + column];
        print_cell(cell, s);
        column += text_width(cell);
    }
}

/* The end of what is written in a row. */
static int row_end(const canvas *c, int row)
{
    for (int column = c->width - 1; column >= 0; column--) {
        const canvas_cell *cell = &c->cells[row * c->width + column];
        if (cell->text && strspn(cell->text, " ") < strlen(cell->text))
            return column + text_width(cell);
    }
    return 0;
}

static bool cuts_text(const canvas *c, int at)
{
    for (int row = 0; row < c->height; row++)
        for (int column = 0; column < at; column++) {
            const canvas_cell *cell = &c->cells[row * c->width + column];
            if (cell->text && column + text_width(cell) > at)
                return true;
        }
    return false;
}

void canvas_print(const canvas *c, const screen *s, int labels)
{
    int widest = 0;
    for (int row = 0; row < c->height; row++)
        widest = row_end(c, row) > widest ? row_end(c, row) : widest;
    for (int from = 0, to; from < widest; from = to) {
        int again = from > 0 ? labels : 0;
        to = from + s->columns - again;
        to = to < widest ? to : widest;
        while (to < widest && to > from + 1 && cuts_text(c, to))
            to--;
        if (from > 0)
            fputc('\n', s->out);
        for (int row = 0; row < c->height; row++) {
            int end = row_end(c, row);
            print_span(c, row, 0, again < end ? again : end, s);
            print_span(c, row, from, end < to ? end : to, s);
            fputc('\n', s->out);
        }
    }
}
