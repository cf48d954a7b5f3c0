/* The eight steps of "A Class Grammar for General Games", section 4.2. The first three are those of reading a
 * library: predefined symbols and symbols of classes (library.c), and their scopes (scope.c). */
#include "lang/ludii/grammar.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- texts ---- */

const char *grammar_type_text(const lib *l, arena *a, uint32_t type)
{
    const lib_type *t = &vec_at(&l->types, type);
    const char *text = t->kind == LIB_CLASS     ? arena_printf(a, "<%s>", l->classes.data[t->index].symbol)
                       : t->kind == LIB_LITERAL ? lib_literal_name((lib_literal)t->index)
                                                : lib_text(l, t->index);
    for (uint32_t i = 0; i < t->dims; i++)
        text = arena_printf(a, "{%s}", text);
    return text;
}

const char *grammar_choice_text(const lib *l, arena *a, const lib_choice *c)
{
    const char *type = grammar_type_text(l, a, c->type);
    if (c->label == NAME_NONE)
        return type;
    return arena_printf(a, l->tables->lists_as_labels ? "(%s %s)" : "%s:%s", lib_text(l, c->label), type);
}

const char *grammar_form_text(const lib *l, arena *a, uint32_t class, const lib_slot *slots, uint32_t count)
{
    text_buffer b = {0};
    const lib_class *k = &vec_at(&l->classes, class);
    text_adds(a, &b, k->named ? "(" : arena_printf(a, "(%s", lib_text(l, k->keyword)));
    for (uint32_t s = 0; s < count; s++) {
        bool group = slots[s].optional || slots[s].count > 1;
        text_adds(a, &b, vec_at(&b, b.count - 1) == '(' ? "" : " ");
        text_adds(a, &b, slots[s].optional ? "[" : group ? "(" : "");
        for (uint32_t i = 0; i < slots[s].count; i++) {
            text_adds(a, &b, i ? " | " : "");
            text_adds(a, &b, grammar_choice_text(l, a, &slots[s].choices[i]));
        }
        text_adds(a, &b, slots[s].optional ? "]" : group ? ")" : "");
    }
    text_adds(a, &b, ")");
    return b.data;
}

/* ---- step 6: constructors that differ by one argument ---- */

typedef struct signature {
    const ludeme *row;
    uint32_t form;
    lib_slot slots[LIB_MAX_SLOTS];
    uint32_t count;
} signature;

static bool same_slot(const lib_slot *x, const lib_slot *y)
{
    bool same = x->count == y->count && x->optional == y->optional;
    for (uint32_t i = 0; same && i < x->count; i++)
        same = x->choices[i].label == y->choices[i].label && x->choices[i].type == y->choices[i].type;
    return same;
}

/* Whether `more` is `less` with one slot added; then that slot becomes optional. */
static bool absorb(signature *more, const signature *less)
{
    if (more->count != less->count + 1 || more->row != less->row)
        return false;
    uint32_t at = 0;
    while (at < less->count && same_slot(&more->slots[at], &less->slots[at]))
        at++;
    for (uint32_t i = at; i < less->count; i++)
        if (!same_slot(&more->slots[i + 1], &less->slots[i]))
            return false;
    more->slots[at].optional = true;
    return true;
}

typedef VEC(signature) signatures;

static bool collapse_two(signatures *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < list->count; k++)
            if (absorb(&vec_at(list, i), &vec_at(list, k))) {
                memmove(&vec_at(list, k), &vec_at(list, k + 1), sizeof *list->data * (list->count - k - 1));
                list->count--;
                return true;
            }
    return false;
}

static void collapse_similar_constructors(signatures *list)
{
    while (collapse_two(list))
        ;
}

/* ---- step 4: constructors and subclasses ---- */

static void add_alternative(grammar *g, grammar_rule *r, grammar_alternative a) { vec_push(g->arena, &r->right, a); }

static void add_constructors(grammar *g, grammar_rule *r)
{
    const lib_class *c = &vec_at(&g->l->classes, r->class);
    signatures list = {0};
    for (uint32_t i = 0; i < c->forms.count; i++) {
        const lib_form *f = &vec_at(&g->l->forms, vec_at(&c->forms, i));
        signature s = {.row = f->row, .form = vec_at(&c->forms, i), .count = f->count};
        if (f->count)
            memcpy(s.slots, f->slots, sizeof *f->slots * f->count);
        if (!f->bare)
            vec_push(g->arena, &list, s);
    }
    collapse_similar_constructors(&list);
    for (uint32_t i = 0; i < list.count; i++) {
        const signature *s = &vec_at(&list, i);
        add_alternative(g, r,
                        (grammar_alternative){.text = grammar_form_text(g->l, g->arena, r->class, s->slots, s->count),
                                              .row = s->row,
                                              .class = LIB_NONE,
                                              .form = s->form});
    }
}

static void add_words(grammar *g, grammar_rule *r)
{
    const lib_class *c = &vec_at(&g->l->classes, r->class);
    for (uint32_t i = 0; i < c->forms.count; i++) {
        const lib_form *f = &vec_at(&g->l->forms, vec_at(&c->forms, i));
        if (f->bare) {
            const char *text = grammar_choice_text(g->l, g->arena, &f->slots[0].choices[0]);
            add_alternative(g, r,
                            (grammar_alternative){.text = text, .key = text, .class = LIB_NONE, .form = LIB_NONE});
        }
    }
    for (uint32_t i = 0; i < c->values.count; i++) /* in their own order */
        add_alternative(
            g, r,
            (grammar_alternative){.text = lib_text(g->l, vec_at(&c->values, i)), .class = LIB_NONE, .form = LIB_NONE});
}

/* Whether `class` is below `base` along superclasses, and how far. */
static uint32_t depth_below(const lib *l, uint32_t class, uint32_t base)
{
    for (uint32_t depth = 0; depth < l->classes.count; depth++) {
        if (class == base)
            return depth;
        if (!vec_at(&l->classes, class).bases.count)
            break;
        class = vec_at(&vec_at(&l->classes, class).bases, 0);
    }
    return LIB_NONE;
}

static bool is_listed_base(const lib_class *c, uint32_t base)
{
    for (uint32_t i = 1; i < c->bases.count; i++)
        if (vec_at(&c->bases, i) == base)
            return true;
    return false;
}

static int by_key(const void *x, const void *y)
{
    const grammar_alternative *a = x, *b = y;
    int order = strcmp(a->key, b->key);
    return order ? order : strcmp(a->text, b->text);
}

/* All classes below, those that are listed as `bases` besides the superclass too. */
static void expand_right_hand_sides(grammar *g)
{
    const lib *l = g->l;
    for (uint32_t r = 0; r < l->classes.count; r++) {
        grammar_rule *rule = &g->rules[r];
        rule->class = r;
        add_constructors(g, rule);
        uint32_t first = rule->right.count;
        add_words(g, rule);
        if (vec_at(&l->classes, r).values.count)
            continue;
        for (uint32_t i = 0; i < l->classes.count; i++) {
            uint32_t depth = depth_below(l, i, r);
            if ((depth == 0 || depth == LIB_NONE) && (i == r || !is_listed_base(&vec_at(&l->classes, i), r)))
                continue;
            const char *text = arena_printf(g->arena, "<%s>", l->classes.data[i].symbol);
            add_alternative(
                g, rule,
                (grammar_alternative){
                    .text = text, .key = lib_text(l, vec_at(&l->classes, i).keyword), .class = i, .form = LIB_NONE});
        }
        if (rule->right.count > first)
            qsort(rule->right.data + first, rule->right.count - first, sizeof *rule->right.data, by_key);
    }
}

/* ---- step 5 ---- */

/* A subclass stays only in the deepest of the rules that lead to it, and where it is listed by its row. */
static void remove_superfluous_subclasses(grammar *g)
{
    for (uint32_t r = 0; r < g->l->classes.count; r++) {
        grammar_rule *rule = &g->rules[r];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < rule->right.count; i++) {
            grammar_alternative a = vec_at(&rule->right, i);
            bool deeper = false;
            if (a.class != LIB_NONE && !is_listed_base(&vec_at(&g->l->classes, a.class), r))
                deeper = depth_below(g->l, a.class, r) != 1;
            if (!deeper)
                rule->right.data[kept++] = a;
        }
        rule->right.count = kept;
    }
}

/* ---- step 7 ---- */

/* Packages in the order of the tables, where outer ones come before inner ones; in each, classes that others of it
 * extend first. */
static void prioritise_order(grammar *g)
{
    const lib *l = g->l;
    for (uint32_t from = 0, to; from < l->classes.count; from = to) {
        for (to = from; to < l->classes.count && vec_at(&l->classes, to).package == vec_at(&l->classes, from).package;
             to++)
            ;
        for (uint32_t pass = 0; pass < 2; pass++)
            for (uint32_t i = from; i < to; i++) {
                bool base = false;
                for (uint32_t k = from; k < to && !base; k++)
                    base = k != i && lib_extends(l, k, i);
                if (base == (pass == 0))
                    vec_push(g->arena, &g->order, i);
            }
    }
}

/* ---- step 8 ---- */

static void use(grammar *g, vec_u32 *todo, uint32_t class)
{
    if (!g->rules[class].used) {
        g->rules[class].used = true;
        vec_push(g->arena, todo, class);
    }
}

/* Unused rules go, and empty ones. */
static void trim_rules(grammar *g)
{
    vec_u32 todo = {0};
    const lib *l = g->l;
    use(g, &todo, vec_at(&l->types, l->root).index);
    while (todo.count) {
        uint32_t class = todo.data[--todo.count];
        const grammar_rule *r = &g->rules[class];
        for (uint32_t i = 0; i < r->right.count; i++)
            if (vec_at(&r->right, i).class != LIB_NONE)
                use(g, &todo, vec_at(&r->right, i).class);
        for (uint32_t i = 0; i < vec_at(&l->classes, class).forms.count; i++) {
            const lib_form *f = &vec_at(&l->forms, vec_at(&vec_at(&l->classes, class).forms, i));
            for (uint32_t s = 0; s < f->count; s++)
                for (uint32_t c = 0; c < f->slots[s].count; c++) {
                    const lib_type *t = &vec_at(&l->types, f->slots[s].choices[c].type);
                    if (t->kind == LIB_CLASS)
                        use(g, &todo, t->index);
                }
        }
    }
    for (uint32_t i = 0; i < l->classes.count; i++)
        g->rules[i].used &= g->rules[i].right.count > 0;
}

void grammar_derive(grammar *g, const lib *l, arena *a)
{
    *g = (grammar){.l = l, .arena = a, .rules = ARENA_ARRAY(a, grammar_rule, l->classes.count)};
    expand_right_hand_sides(g);
    remove_superfluous_subclasses(g);
    prioritise_order(g);
    trim_rules(g);
}
