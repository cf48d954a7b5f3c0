/* Shortest instances: the costs of classes and constructors follow from each other until nothing gets cheaper. */
#include "lang/ludii/grammar.h"

#include "base/text.h"

#include <string.h>

enum { NO_COST = INT32_MAX };

static uint32_t type_cost(const examples *e, const lib_type *t)
{
    return t->kind == LIB_CLASS ? e->class_cost[t->index] : 1;
}

static const lib_choice *cheapest(const examples *e, const lib_slot *s)
{
    const lib_choice *best = &s->choices[0];
    for (uint32_t i = 1; i < s->count; i++)
        if (type_cost(e, &vec_at(&e->l->types, s->choices[i].type)) < type_cost(e, &vec_at(&e->l->types, best->type)))
            best = &s->choices[i];
    return best;
}

static uint32_t form_cost(const examples *e, const lib_form *f)
{
    uint64_t sum = !f->bare;
    for (uint32_t s = 0; s < f->count; s++)
        if (!f->slots[s].optional)
            sum += type_cost(e, &e->l->types.data[cheapest(e, &f->slots[s])->type]);
    return sum < NO_COST ? (uint32_t)sum : NO_COST;
}

/* True when that is cheaper than what was known. */
static bool offer(examples *e, uint32_t class, uint32_t cost, uint32_t form, uint32_t value)
{
    if (cost >= e->class_cost[class])
        return false;
    e->class_cost[class] = cost;
    e->class_form[class] = form;
    e->class_value[class] = value;
    return true;
}

void examples_find(examples *e, const lib *l, arena *a)
{
    uint32_t n = l->classes.count;
    *e = (examples){l,
                    a,
                    ARENA_ARRAY(a, uint32_t, n),
                    ARENA_ARRAY(a, uint32_t, l->forms.count + 1),
                    ARENA_ARRAY(a, uint32_t, n),
                    ARENA_ARRAY(a, uint32_t, n)};
    for (uint32_t i = 0; i < n; i++)
        e->class_cost[i] = NO_COST;
    for (uint32_t i = 0; i < l->forms.count; i++)
        e->form_cost[i] = NO_COST;
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < l->forms.count; i++) {
            e->form_cost[i] = form_cost(e, &vec_at(&l->forms, i));
            for (uint32_t c = 0; c < n; c++)
                if (lib_extends(l, vec_at(&l->forms, i).class, c))
                    again |= offer(e, c, e->form_cost[i], i, LIB_NONE);
        }
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t c = 0; c < n && vec_at(&l->classes, i).values.count; c++)
                if (lib_extends(l, i, c))
                    again |= offer(e, c, 1, LIB_NONE, i);
    }
}

/* ---- texts ---- */

static const char *const literals[LIB_LITERALS] = {"1", "0.5", "true", "\"Name\"", "\"Name\"", "Name"};

static void put_form(const examples *e, text_buffer *b, const lib_form *f);

static void put_type(const examples *e, text_buffer *b, const lib_type *t)
{
    const lib *l = e->l;
    for (uint32_t i = 0; i < t->dims; i++)
        text_adds(e->arena, b, "{");
    if (t->kind == LIB_CLASS && e->class_form[t->index] != LIB_NONE)
        put_form(e, b, &vec_at(&l->forms, e->class_form[t->index]));
    else if (t->kind == LIB_CLASS)
        text_adds(e->arena, b, lib_text(l, vec_at(&l->classes, e->class_value[t->index]).values.data[0]));
    else
        text_adds(e->arena, b, t->kind == LIB_LITERAL ? literals[t->index] : lib_text(l, t->index));
    for (uint32_t i = 0; i < t->dims; i++)
        text_adds(e->arena, b, "}");
}

static void put_form(const examples *e, text_buffer *b, const lib_form *f)
{
    const lib *l = e->l;
    const lib_class *k = &vec_at(&l->classes, f->class);
    bool blank = !f->bare && !k->named;
    if (!f->bare)
        text_adds(e->arena, b, "(");
    if (blank)
        text_adds(e->arena, b, lib_text(l, k->keyword));
    for (uint32_t s = 0; s < f->count; s++) {
        if (f->slots[s].optional)
            continue;
        const lib_choice *c = cheapest(e, &f->slots[s]);
        bool named = c->label != NAME_NONE, list = named && l->tables->lists_as_labels;
        text_adds(e->arena, b, blank ? " " : "");
        if (named)
            text_adds(e->arena, b, arena_printf(e->arena, list ? "(%s " : "%s:", lib_text(l, c->label)));
        put_type(e, b, &vec_at(&l->types, c->type));
        text_adds(e->arena, b, list ? ")" : "");
        blank = true;
    }
    text_adds(e->arena, b, f->bare ? "" : ")");
}

const char *example_of_form(const examples *e, uint32_t form)
{
    text_buffer b = {0};
    if (e->form_cost[form] >= NO_COST)
        return NULL;
    put_form(e, &b, &vec_at(&e->l->forms, form));
    return b.data;
}

const char *example_of_class(const examples *e, uint32_t class)
{
    text_buffer b = {0};
    lib_type t = {LIB_CLASS, class, 0};
    if (e->class_cost[class] >= NO_COST)
        return NULL;
    put_type(e, &b, &t);
    return b.data;
}
