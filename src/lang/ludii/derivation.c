/* The grammar of a library of ludemes for derivations, and games as derivations: constructors are forms, words of
 * enumerations and literals are leaves, arrays are lists. */
#include "derivation/tree.h"
#include "lang/ludii/match.h"

#include <string.h>

typedef struct adaptor {
    lib *l;
    dv_grammar *g;
    uint32_t *form_production; /* [form] */
    uint32_t *type_production; /* [type] of arrays and words */
    uint32_t literal_production[LIB_LITERALS];
    map word_production; /* of values of enumerations */
} adaptor;

enum { ROLE_PIECE = DV_DECLARES, ROLE_PLAYER, ROLE_OTHER };

/* Which texts are names that a game gives, and its title. */
static const struct {
    const char *row;
    uint32_t slot, role;
} roles[] = {
    {"Game", 0, DV_TITLE},      {"Piece", 0, ROLE_PIECE}, {"Piece.Bounds", 0, ROLE_PIECE}, {"Player", 0, ROLE_PLAYER},
    {"Regions", 0, ROLE_OTHER}, {"Track", 0, ROLE_OTHER}, {"Map", 0, ROLE_OTHER},
};

static uint32_t role_of(const lib_form *f, uint32_t slot, const lib_slot *s, const lib *l)
{
    for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
        if (strcmp(f->row->name, roles[i].row) == 0 && roles[i].slot == slot)
            for (uint32_t k = 0; k < s->count; k++) {
                const lib_type *t = &vec_at(&l->types, s->choices[k].type);
                if (t->kind == LIB_LITERAL && t->index >= LIB_STRING && !t->dims)
                    return roles[i].role;
            }
    return DV_PLAIN;
}

static const dv_slot *slots_of(const adaptor *x, const lib_form *f)
{
    dv_slot *slots = ARENA_ARRAY(x->g->arena, dv_slot, f->count);
    for (uint32_t s = 0; s < f->count; s++) {
        const lib_slot *from = &f->slots[s];
        dv_choice *choices = ARENA_ARRAY(x->g->arena, dv_choice, from->count);
        for (uint32_t i = 0; i < from->count; i++) {
            const char *label = from->choices[i].label == NAME_NONE ? NULL : lib_text(x->l, from->choices[i].label);
            bool list = label && x->l->tables->lists_as_labels;
            const char *before = label ? arena_printf(x->g->arena, list ? "(%s " : "%s:", label) : "";
            choices[i] = (dv_choice){before, list ? ")" : "", from->choices[i].type};
        }
        slots[s] = (dv_slot){choices, from->count, from->optional, role_of(f, s, from, x->l)};
    }
    return slots;
}

static void add_forms(adaptor *x)
{
    arena *a = x->g->arena;
    for (uint32_t i = 0; i < x->l->forms.count; i++) {
        const lib_form *f = &vec_at(&x->l->forms, i);
        const lib_class *c = &vec_at(&x->l->classes, f->class);
        const char *open = f->bare ? "" : c->named ? "(" : arena_printf(a, "(%s", lib_text(x->l, c->keyword));
        dv_production p = {.kind = DV_FORM,
                           .name = f->row->name,
                           .open = open,
                           .gap = " ",
                           .close = f->bare ? "" : ")",
                           .slots = slots_of(x, f),
                           .count = f->count,
                           .spaced = !f->bare && !c->named};
        x->form_production[i] = dv_production_add(x->g, p);
    }
}

static uint32_t word_production(adaptor *x, name_id word)
{
    const uint32_t *known = map_get(&x->word_production, word);
    if (known)
        return *known;
    const char *text = lib_text(x->l, word);
    uint32_t p = dv_production_add(x->g, (dv_production){.kind = DV_WORD, .name = text, .open = text});
    map_put(&x->word_production, word, p);
    return p;
}

static void add_literals(adaptor *x)
{
    static const dv_kind kinds[LIB_LITERALS] = {DV_INTEGER, DV_REAL, DV_WORD, DV_TEXT, DV_TEXT, DV_TEXT};
    for (uint32_t i = 0; i < LIB_LITERALS; i++)
        x->literal_production[i] =
            i == LIB_BOOLEAN ? DV_NONE
                             : dv_production_add(x->g, (dv_production){.kind = kinds[i], .name = lib_literal_name(i)});
}

/* Arrays have the braces of Ludii; in libraries where they may be left out, they are. */
static void add_list(adaptor *x, uint32_t type)
{
    arena *a = x->g->arena;
    lib_type t = vec_at(&x->l->types, type);
    bool open = x->l->tables->open_arrays && t.dims == 1;
    t.dims--;
    dv_choice *c = ARENA_NEW(a, dv_choice);
    dv_slot *s = ARENA_NEW(a, dv_slot);
    *c = (dv_choice){"", "", lib_type_find(x->l, t)};
    *s = (dv_slot){.choices = c, .count = 1};
    dv_production p = {.kind = DV_LIST,
                       .name = "list",
                       .open = open ? "" : "{",
                       .gap = " ",
                       .close = open ? "" : "}",
                       .slots = s,
                       .count = 1,
                       .least = 1};
    x->type_production[type] = dv_production_add(x->g, p);
}

static void admit_class(adaptor *x, uint32_t type, uint32_t class)
{
    for (uint32_t i = 0; i < x->l->forms.count; i++)
        if (lib_extends(x->l, vec_at(&x->l->forms, i).class, class))
            dv_admit(x->g, type, x->form_production[i]);
    for (uint32_t i = 0; i < x->l->classes.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->l->classes, i).values.count && lib_extends(x->l, i, class); k++)
            dv_admit(x->g, type, word_production(x, vec_at(&vec_at(&x->l->classes, i).values, k)));
}

static void admit_literal(adaptor *x, uint32_t type, uint32_t literal)
{
    if (literal == LIB_BOOLEAN) {
        dv_admit(x->g, type, word_production(x, intern_cstr(x->l->names, "true")));
        dv_admit(x->g, type, word_production(x, intern_cstr(x->l->names, "false")));
    } else
        dv_admit(x->g, type, x->literal_production[literal]);
}

static void admit_all(adaptor *x)
{
    for (uint32_t i = 0; i < x->l->types.count; i++) {
        const lib_type *t = &vec_at(&x->l->types, i);
        if (t->dims) {
            add_list(x, i);
            dv_admit(x->g, i, x->type_production[i]);
        } else if (t->kind == LIB_CLASS)
            admit_class(x, i, t->index);
        else if (t->kind == LIB_LITERAL)
            admit_literal(x, i, t->index);
        else {
            x->type_production[i] = word_production(x, t->index);
            dv_admit(x->g, i, x->type_production[i]);
        }
    }
}

/* What is joined by `and` and `or` may stand in any order. */
static void mark_unordered(adaptor *x)
{
    for (uint32_t i = 0; i < x->l->forms.count; i++) {
        const lib_form *f = &vec_at(&x->l->forms, i);
        static const char *const names[] = {"And", "Or", "GoalAnd", "GoalOr"};
        const lib_type *t = f->count == 1 ? &vec_at(&x->l->types, f->slots[0].choices[0].type) : NULL;
        if (TEXT_AMONG(f->row->name, names) && t && t->dims)
            vec_at(&x->g->productions, x->form_production[i]).unordered = true;
    }
}

static dv_grammar *grammar_of(lib *l, arena *a)
{
    adaptor *x = ARENA_NEW(a, adaptor);
    dv_grammar *g = ARENA_NEW(a, dv_grammar);
    dv_grammar_init(g, a, l->names);
    *x = (adaptor){.l = l, .g = g};
    x->form_production = ARENA_ARRAY(a, uint32_t, l->forms.count + 1);
    x->type_production = ARENA_ARRAY(a, uint32_t, l->types.count + 1);
    map_init(&x->word_production, a);
    for (uint32_t i = 0; i < l->types.count; i++)
        dv_type_add(g, "");
    add_forms(x);
    add_literals(x);
    admit_all(x);
    mark_unordered(x);
    dv_grammar_finish(g);
    g->root = l->root;
    g->language = x;
    return g;
}

/* ---- games ---- */

static uint32_t choice_of(const adaptor *x, const lib_slot *s, const ludii_value *v)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->choices[i].type == v->type && (x->l->tables->lists_as_labels || s->choices[i].label == v->node->label))
            return i;
    return 0;
}

static uint32_t production_of(adaptor *x, const ludii_value *v)
{
    const lib_type *t = &vec_at(&x->l->types, v->type);
    if (v->form != LIB_NONE)
        return x->form_production[v->form];
    if (t->dims || t->kind == LIB_WORD)
        return x->type_production[v->type];
    if (v->class != LIB_NONE || t->index == LIB_BOOLEAN)
        return word_production(x, v->node->name);
    /* a whole number where a fraction may stand is one */
    return x->literal_production[t->index];
}

static dv_node *node_of(adaptor *x, arena *a, const ludii_value *v)
{
    uint32_t number = production_of(x, v);
    const dv_production *p = dv_production_at(x->g, number);
    dv_node *n = dv_node_new(x->g, a, number, p->kind == DV_FORM || p->kind == DV_LIST ? v->count : 0);
    if (p->kind >= DV_INTEGER)
        n->text = v->node->name;
    for (uint32_t i = 0; i < n->count; i++) {
        if (!v->items[i])
            continue;
        n->items[i] = node_of(x, a, v->items[i]);
        if (p->kind == DV_FORM)
            n->items[i]->choice = choice_of(x, &vec_at(&x->l->forms, v->form).slots[i], v->items[i]);
    }
    return n;
}

dv_node *ludii_derivation(const lang_input *in, dv_grammar **grammar)
{
    ludii_file f;
    lang_input first = *in;
    const ludii_value *game = NULL;
    adaptor *x = *grammar ? (*grammar)->language : NULL;
    if (!x) { /* what the grammar is made of stays */
        lib *l = ARENA_NEW(in->keep, lib);
        first.scratch = in->keep;
        ludii_begin(&f, &first);
        game = ludii_read(&f, l);
        if (game)
            x = (*grammar = grammar_of(l, in->keep))->language;
    } else {
        ludii_begin(&f, in);
        const ludii_node *tree = ludii_read_tree(&f);
        x->l->sink = in->sink;
        game = tree ? ludii_match(&f, x->l, tree) : NULL;
    }
    return game ? node_of(x, in->scratch, game) : NULL;
}
