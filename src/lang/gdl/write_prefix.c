/* Prefix notation as text: a form begins a line, each condition of a rule a line of its own unless
 * it is short and the only one; long lists are filled up to the width. */
#include "lang/gdl/write.h"

static void write_node(gdl_writer *w, const gdl_node *n, uint32_t indent);

static bool breaks_all(const gdl_writer *w, const gdl_node *n)
{
    return gdl_headed(w->t, n, "or") || gdl_headed(w->t, n, "and") || gdl_is_rule(w->t, n);
}

static void write_list(gdl_writer *w, const gdl_node *n, uint32_t indent)
{
    uint32_t room = GDL_WIDTH > w->column ? GDL_WIDTH - w->column : 0, inner = indent + GDL_INDENT;
    bool rule = gdl_is_rule(w->t, n);
    bool flat = !gdl_has_comment(w, n) && gdl_width(w, n, room) <= room && !(rule && n->count > 3);
    bool every = !flat && breaks_all(w, n);
    gdl_put(w, "(");
    w->last = n->call ? w->last : n->span.start + 1;
    for (uint32_t i = 0; i < n->count; i++) {
        const gdl_node *item = gdl_item(n, i);
        bool line = every && i > (rule ? 1u : 0u);
        gdl_put_comments(w, item->span.start, inner);
        bool fresh = w->fresh;
        if (!fresh && i > 0 && !flat && !line)
            line = w->column + 2 + gdl_width(w, item, GDL_WIDTH) > GDL_WIDTH && !(rule && i == 1);
        if (line && !fresh)
            gdl_new_line(w, inner);
        else if (i > 0 && !fresh)
            gdl_put(w, " ");
        write_node(w, item, inner);
    }
    gdl_put_comments(w, n->span.end, inner);
    gdl_put(w, ")");
    w->last = n->span.end;
}

static void write_node(gdl_writer *w, const gdl_node *n, uint32_t indent)
{
    if (n->kind == GDL_LIST)
        write_list(w, n, indent);
    else
        gdl_put_leaf(w, n);
}

void gdl_write_prefix(gdl_writer *w, const gdl_node *form) { write_node(w, form, 0); }
