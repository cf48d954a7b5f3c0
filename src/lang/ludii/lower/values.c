/* What matched values are, and the tables' functions for them. */
#include "lang/ludii/lower/lower.h"

#include <stdlib.h>
#include <string.h>

/* Where a value stands in the text of the game: the use of the define it comes from. */
void lu_place(lu *x, const ludii_value *v)
{
    lu_touch(x, v);
    if (!v || x->elsewhere)
        return;
    src_span span = v->node->span;
    for (uint32_t o = v->node->origin; o; o = vec_at(&x->f->origins, o).outer)
        span = vec_at(&x->f->origins, o).use;
    x->k->at = span;
}

bool lu_quirk(const lu *x, ludii_quirk q) { return ludeme_quirk(x->l->tables, q); }

bool lu_is_row(const lu *x, const ludii_value *v, const char *row)
{
    return v && v->form != LIB_NONE && strcmp(vec_at(&x->l->forms, v->form).row->name, row) == 0;
}

void lu_refuse(lu *x, const ludii_value *v, const char *what)
{
    if (x->failed)
        return;
    x->failed = true;
    const ludii_node *n = v->node->kind == LUDII_LIST && v->node->count ? v->node->items[0] : v->node;
    ludii_report(x->f, x->f->in->strict ? DIAG_LUDII_NOT_YET : DIAG_LUDII_UNPLAYABLE, n->span, n->origin,
                 "%s cannot be played yet; otherwise the game is well formed", what);
}

void lu_refuse_ludeme(lu *x, const ludii_value *v)
{
    const char *first =
        v->node->kind == LUDII_LIST && v->node->count ? ludii_shown(x->f, v->node->items[0]->name) : lu_word(x, v);
    const char *second = "";
    if (v->node->kind == LUDII_LIST && v->node->count > 1 && v->node->items[1]->kind == LUDII_ATOM &&
        v->node->items[1]->label == NAME_NONE)
        second = arena_printf(x->a, " %s", ludii_shown(x->f, v->node->items[1]->name));
    lu_refuse(x, v, arena_printf(x->a, "the ludeme `%s%s`", first, second));
}

const char *lu_word_seen(const lu *x, const ludii_value *v)
{
    while (v && v->count == 1 && v->node->kind == LUDII_ATOM && v->items && v->items[0])
        v = v->items[0];
    return v && v->node->kind == LUDII_ATOM ? ludii_text(x->f, v->node->name) : "";
}

const char *lu_word(const lu *x, const ludii_value *v)
{
    lu_touch(x, v);
    return lu_word_seen(x, v);
}

static bool same_word(const char *w, const char *word)
{
    return ((w[0] ^ word[0]) & ~0x20) == 0 && w[0] && strcmp(w + 1, word + 1) == 0;
}

bool lu_word_is(const lu *x, const ludii_value *v, const char *word) { return same_word(lu_word(x, v), word); }

bool lu_word_seen_is(const lu *x, const ludii_value *v, const char *word)
{
    return same_word(lu_word_seen(x, v), word);
}

const char *lu_class(const lu *x, const ludii_value *v)
{
    return v && v->class != LIB_NONE ? vec_at(&x->l->classes, v->class).row->name : "";
}

bool lu_is(const lu *x, const ludii_value *v, const char *class)
{
    uint32_t c = v && v->class != LIB_NONE ? lib_class_find(x->l, class, strlen(class)) : LIB_NONE;
    return c != LIB_NONE && lib_extends(x->l, v->class, c);
}

bool lu_array_of(const lu *x, const ludii_value *v)
{
    return v && vec_at(&x->l->types, v->type).dims > 0 && v->class == LIB_NONE;
}

const ludii_value *lu_arg(const lu *x, const ludii_value *v, const char *label)
{
    name_id name = intern_find(x->f->names, label, strlen(label));
    for (uint32_t i = 0; v && name != NAME_NONE && i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == name)
            return v->items[i];
    return NULL;
}

const ludii_value *lu_item(const lu *x, const ludii_value *v, const char *class)
{
    for (uint32_t i = 0; v && i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label == NAME_NONE && lu_is(x, v->items[i], class))
            return v->items[i];
    return NULL;
}

bool lu_flag(lu *x, const ludii_value *v, const char *label, bool standard)
{
    const ludii_value *a = lu_arg(x, v, label);
    const kit_cond c = a ? lu_bool(x, a) : kit_truth(standard);
    if (!c.known)
        lu_refuse(x, a, arena_printf(x->a, "`%s:` with a condition that changes", label));
    return c.known && c.value;
}

name_id lu_string(lu *x, const ludii_value *v)
{
    if (v && v->node->string)
        lu_touch(x, v);
    while (v && v->count == 1 && v->items && v->items[0] && v->node->kind == LUDII_ATOM)
        v = v->items[0];
    return v && v->node->string ? ludii_unquote(x->f, v->node->name) : NAME_NONE;
}

const ludeme_code *lu_code(const lu *x, const ludii_value *v)
{
    if (!v || v->class == LIB_NONE)
        return NULL;
    return v->form != LIB_NONE ? vec_at(&x->l->forms, v->form).row->code : vec_at(&x->l->classes, v->class).row->code;
}

bool lu_mentions(const lu *x, const ludii_value *v, const char *class)
{
    if (!v)
        return false;
    arena_work(x->a, 1);
    bool is = v->form != LIB_NONE && strcmp(vec_at(&x->l->forms, v->form).row->name, class) == 0;
    is |= strcmp(lu_class(x, v), class) == 0;
    for (uint32_t i = 0; i < v->count && !is; i++)
        is = lu_mentions(x, v->items[i], class);
    return is;
}

bool lu_has_word(const lu *x, const ludii_value *v, const char *class, const char *word)
{
    if (!v)
        return false;
    arena_work(x->a, 1);
    bool is = !v->count && strcmp(lu_class(x, v), class) == 0 && lu_word_seen_is(x, v, word);
    for (uint32_t i = 0; i < v->count && !is; i++)
        is = lu_has_word(x, v->items[i], class, word);
    return is;
}
