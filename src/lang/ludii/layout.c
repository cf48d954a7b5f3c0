/* A tree as text, laid out as Ludii does: what fits in a line stands in one, with four columns counted for each
 * level. Only the first brace of a line that is followed by a digit or quote loses its blank, and so does the
 * first closing one behind such: odd, but recorded expansions are compared byte by byte. */
#include "base/text.h"
#include "lang/ludii/ludii.h"

enum { LINE_MAX_COLUMNS = 78, LEVEL_COLUMNS = 4 };

typedef struct writer {
    ludii_file *f;
    text_buffer out;
    uint32_t *width; /* [number] of lists and arrays, on one line */
    uint32_t indent;
} writer;

static uint32_t label_width(const writer *w, const ludii_node *n)
{
    return n->label == NAME_NONE ? 0 : vec_at(&w->f->names->strings, n->label).length + 1;
}

static uint32_t width_of(const writer *w, const ludii_node *n)
{
    return label_width(w, n) +
           (n->kind == LUDII_ATOM ? vec_at(&w->f->names->strings, n->name).length : w->width[n->number]);
}

/* Widths from the leaves up; depth is limited by that of the tree. */
static void measure(writer *w, const ludii_node *n)
{
    uint32_t width = n->kind == LUDII_SET ? 4 : 2;
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->items[i]->kind != LUDII_ATOM)
            measure(w, n->items[i]);
        width += width_of(w, n->items[i]) + (i > 0);
        width = width < 1 << 20 ? width : 1 << 20;
    }
    w->width[n->number] = width;
}

static void put(writer *w, const char *text) { text_adds(w->f->arena, &w->out, text); }

static void put_label(writer *w, const ludii_node *n)
{
    if (n->label != NAME_NONE) {
        put(w, ludii_text(w->f, n->label));
        put(w, ":");
    }
}

static void put_line(writer *w, const ludii_node *n)
{
    put_label(w, n);
    if (n->kind == LUDII_ATOM) {
        put(w, ludii_text(w->f, n->name));
        return;
    }
    put(w, n->kind == LUDII_LIST ? "(" : "{ ");
    for (uint32_t i = 0; i < n->count; i++) {
        put(w, i ? " " : "");
        put_line(w, n->items[i]);
    }
    put(w, n->kind == LUDII_LIST ? ")" : " }");
}

static bool digit_or_quote(char c) { return (c >= '0' && c <= '9') || c == '"'; }

static void remove_byte(writer *w, uint32_t at)
{
    memmove(w->out.data + at, w->out.data + at + 1, w->out.count - at);
    w->out.count--;
}

/* The line that began at `from`. */
static void tidy(writer *w, uint32_t from)
{
    char *open = memchr(w->out.data + from, '{', w->out.count - from);
    if (open && open[1] == ' ' && (digit_or_quote(open[2]) || open[2] == '-'))
        remove_byte(w, (uint32_t)(open + 1 - w->out.data));
    char *close = memchr(w->out.data + from, '}', w->out.count - from);
    if (close && close - w->out.data > 1 && close[-1] == ' ' && digit_or_quote(close[-2]))
        remove_byte(w, (uint32_t)(close - 1 - w->out.data));
}

static void begin_line(writer *w, uint32_t depth)
{
    for (uint32_t i = 0; i < depth * w->indent; i++)
        text_add(w->f->arena, &w->out, " ", 1);
}

static bool flat(const ludii_node *n)
{
    bool all = n->kind != LUDII_LIST;
    for (uint32_t i = 0; i < n->count && all; i++)
        all = flat(n->items[i]);
    return all;
}

static void put_node(writer *w, const ludii_node *n, uint32_t depth, bool broken);

/* As many items in a line as fit. */
static void fill(writer *w, const ludii_node *n, uint32_t depth)
{
    uint32_t column = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        uint32_t from = w->out.count;
        put_line(w, n->items[i]);
        tidy(w, from);
        uint32_t width = w->out.count - from;
        bool fits = column && depth * LEVEL_COLUMNS + column + 1 + width <= LINE_MAX_COLUMNS;
        const char *text = arena_strndup(w->f->arena, w->out.data + from, width);
        w->out.count = from;
        if (!fits) {
            put(w, column ? "\n" : "");
            begin_line(w, depth);
            column = 0;
        } else
            put(w, " ");
        put(w, text);
        column += width + fits;
    }
    put(w, n->count ? "\n" : "");
}

/* The items that stand behind the opening bracket. */
static uint32_t put_head(writer *w, const ludii_node *n)
{
    put_label(w, n);
    put(w, n->kind == LUDII_LIST ? "(" : "{");
    if (n->kind != LUDII_LIST || !n->count || n->items[0]->kind != LUDII_ATOM)
        return 0;
    put_line(w, n->items[0]);
    bool named = ludii_headed(w->f, n, "piece") || ludii_headed(w->f, n, "game") || ludii_headed(w->f, n, "match");
    if (!named || n->count < 2 || !n->items[1]->string)
        return 1;
    put(w, " ");
    put_line(w, n->items[1]);
    return 2;
}

static void put_node(writer *w, const ludii_node *n, uint32_t depth, bool broken)
{
    bool equipment = ludii_headed(w->f, n, "equipment");
    if (n->kind != LUDII_LIST && flat(n) && n->kind == LUDII_SET)
        broken = false;
    begin_line(w, depth);
    if (n->kind == LUDII_ATOM ||
        (!broken && !equipment && depth * LEVEL_COLUMNS + width_of(w, n) <= LINE_MAX_COLUMNS)) {
        uint32_t from = w->out.count;
        put_line(w, n);
        tidy(w, from);
        put(w, "\n");
        return;
    }
    uint32_t done = put_head(w, n);
    put(w, "\n");
    if (n->kind == LUDII_SET && flat(n))
        fill(w, n, depth + 1);
    else
        for (; done < n->count; done++)
            put_node(w, n->items[done], depth + 1, equipment);
    begin_line(w, depth);
    put(w, n->kind == LUDII_LIST ? ")\n" : "}\n");
}

const char *ludii_layout(ludii_file *f, const ludii_node *n, uint32_t indent)
{
    writer w = {.f = f, .indent = indent, .width = ARENA_ARRAY(f->arena, uint32_t, f->node_count + 1)};
    measure(&w, n);
    put_node(&w, n, 0, false);
    return w.out.data;
}
