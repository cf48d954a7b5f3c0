/* Infix notation as text. A rule that does not fit its line has each condition on one of its own.
 */
#include "lang/gdl/write.h"

typedef enum level { IN_OR, IN_AND, IN_UNARY } level;

static void write_term(gdl_writer *w, const gdl_node *n, uint32_t indent)
{
    if (n->kind != GDL_LIST) {
        gdl_put_leaf(w, n);
        return;
    }
    uint32_t inner = indent + GDL_INDENT;
    gdl_put_comments(w, gdl_item(n, 0)->span.start, indent);
    gdl_put_head(w, gdl_item(n, 0));
    gdl_put(w, "(");
    for (uint32_t i = 1; i < n->count; i++) {
        gdl_put_comments(w, gdl_item(n, i)->span.start, inner);
        if (i > 1 && !w->fresh && w->column + 2 + gdl_width(w, gdl_item(n, i), GDL_WIDTH) > GDL_WIDTH)
            gdl_new_line(w, inner);
        write_term(w, gdl_item(n, i), inner);
        if (i + 1 < n->count)
            gdl_put(w, ",");
    }
    gdl_put_comments(w, n->span.end, inner);
    gdl_put(w, ")");
    w->last = n->span.end;
}

static void write_literal(gdl_writer *w, const gdl_node *n, level in, uint32_t indent);

static void write_chain(gdl_writer *w, const gdl_node *n, const char *operator, level in, uint32_t from, bool lines,
                        uint32_t indent)
{
    for (uint32_t i = from; i < n->count; i++) {
        gdl_put_comments(w, gdl_item(n, i)->span.start, indent);
        if (i > from && !w->fresh) {
            bool wide = w->column + 4 + gdl_width(w, gdl_item(n, i), GDL_WIDTH) > GDL_WIDTH;
            if (lines || wide)
                gdl_new_line(w, indent);
            else
                gdl_put(w, " ");
        }
        write_literal(w, gdl_item(n, i), in, indent);
        if (i + 1 < n->count) {
            gdl_put(w, " ");
            gdl_put(w, operator);
        }
    }
}

static void write_literal(gdl_writer *w, const gdl_node *n, level in, uint32_t indent)
{
    bool list = n->kind == GDL_LIST && n->count > 0;
    bool any = list && gdl_headed(w->t, n, "or") && n->count > 2;
    bool all = list && gdl_headed(w->t, n, "and") && n->count > 2;
    if (list && gdl_headed(w->t, n, "not") && n->count == 2) {
        gdl_put(w, "~");
        w->last = gdl_item(n, 0)->span.end;
        gdl_put_comments(w, gdl_item(n, 1)->span.start, indent);
        write_literal(w, gdl_item(n, 1), IN_UNARY, indent);
        return;
    }
    if (!any && !all) {
        write_term(w, n, indent);
        return;
    }
    bool brackets = any || in != IN_OR;
    uint32_t inner = indent + (brackets ? GDL_INDENT : 0);
    if (brackets)
        gdl_put(w, "(");
    write_chain(w, n, any ? "|" : "&", any ? IN_OR : IN_AND, 1, false, inner);
    gdl_put_comments(w, n->span.end, inner);
    if (brackets)
        gdl_put(w, ")");
}

void gdl_write_infix(gdl_writer *w, const gdl_node *form)
{
    if (!gdl_is_rule(w->t, form)) {
        write_term(w, form, 0);
        return;
    }
    /* comments behind the last condition stand behind the rule */
    bool flat = !gdl_has_comment(w, gdl_item(form, form->count - 1)) && gdl_width(w, form, GDL_WIDTH) <= GDL_WIDTH;
    gdl_put_comments(w, gdl_item(form, 1)->span.start, 0);
    write_term(w, gdl_item(form, 1), 0);
    if (form->count == 2)
        return;
    gdl_put(w, " :-");
    const gdl_node *only = gdl_item(form, 2);
    bool single = form->count == 3 && only->kind == GDL_LIST && only->count > 2 &&
                  (gdl_headed(w->t, only, "or") || gdl_headed(w->t, only, "and"));
    gdl_put_comments(w, only->span.start, GDL_INDENT);
    if (!w->fresh) {
        if (flat)
            gdl_put(w, " ");
        else
            gdl_new_line(w, GDL_INDENT);
    }
    if (single && gdl_headed(w->t, only, "or"))
        write_chain(w, only, "|", IN_OR, 1, !flat, GDL_INDENT);
    else if (single)
        write_chain(w, only, "&", IN_AND, 1, !flat, GDL_INDENT);
    else
        write_chain(w, form, "&", IN_AND, 2, !flat, GDL_INDENT);
}
