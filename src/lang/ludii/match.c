/* Matching is by type, from the top: a list is tried with the constructors of its keyword whose class is a kind of
 * the type that is wanted. Arguments go to slots in order; a slot is filled if it can be, else left empty if it
 * may be, and the first assignment that works is taken, as in Ludii. Nothing is exponential: whether a node is of
 * a type is remembered, and so is within one constructor from which argument and slot on nothing fits. */
#include "lang/ludii/match.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- literals ---- */

bool ludii_fits_int(const char *digits)
{
    errno = 0;
    const long long n = strtoll(digits, NULL, 10);
    return !errno && n >= INT32_MIN && n <= INT32_MAX;
}

static bool is_number(const char *p, bool fraction)
{
    const char *whole = p;
    p += *p == '-';
    size_t digits = strspn(p, "0123456789");
    p += digits;
    if (fraction && *p == '.') {
        size_t more = strspn(p + 1, "0123456789");
        digits += more;
        p += 1 + more;
    }
    return digits && !*p && (fraction || ludii_fits_int(whole));
}

static bool is_one_of(const char *word, const char *words)
{
    size_t n = strlen(word);
    for (const char *p = words; p && (p = strstr(p, word)); p += n)
        if ((p == words || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

/* The original does not tell `step` from `Step` where only one word may stand. */
static bool same_word(const ludii_matcher *m, name_id a, name_id b)
{
    const char *x = ludii_text(m->f, a), *y = ludii_text(m->f, b);
    return a == b || (((x[0] ^ y[0]) & ~0x20) == 0 && x[0] && strcmp(x + 1, y + 1) == 0);
}

static bool is_literal(const ludii_matcher *m, const ludii_node *n, uint32_t literal)
{
    const char *text = ludii_text(m->f, n->name);
    switch ((lib_literal)literal) {
    case LIB_INT: return !n->string && (is_number(text, false) || is_one_of(text, m->l->tables->integers));
    case LIB_FLOAT: return !n->string && is_number(text, true);
    case LIB_BOOLEAN: return !n->string && (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0);
    case LIB_STRING: return n->string;
    case LIB_LABEL: return true;
    case LIB_NAME: return !n->string && !is_number(text, true);
    case LIB_LITERALS: break;
    }
    return false;
}

/* ---- values ---- */

static ludii_value *new_value(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    ludii_value *v = ARENA_NEW(m->f->arena, ludii_value);
    *v = (ludii_value){.node = n, .type = type, .class = LIB_NONE, .form = LIB_NONE};
    return v;
}

static uint32_t number_of(const lib *l, const lib_form *form) { return (uint32_t)(form - l->forms.data); }

static const ludii_value *instance(ludii_matcher *m, const ludii_node *n, uint32_t type, const lib_form *form,
                                   const ludii_value *const *values)
{
    ludii_value *v = new_value(m, n, type);
    const ludii_value **items = ARENA_ARRAY(m->f->arena, const ludii_value *, form->count);
    if (form->count)
        memcpy(items, values, sizeof *items * form->count);
    v->class = form->class;
    v->form = number_of(m->l, form);
    v->count = form->count;
    v->items = items;
    return v;
}

/* ---- constructors ---- */

uint32_t ludii_first_argument(const lib *l, const lib_form *form) { return !vec_at(&l->classes, form->class).named; }

static bool has_failed(const ludii_attempt *a, uint32_t argument, uint32_t slot)
{
    return a->failed.words ? bitset_has(&a->failed, argument * (LIB_MAX_SLOTS + 1) + slot)
                           : a->few[slot] >> argument & 1;
}

static bool fails(ludii_attempt *a, uint32_t argument, uint32_t slot)
{
    if (a->failed.words)
        bitset_add(&a->failed, argument * (LIB_MAX_SLOTS + 1) + slot);
    else
        a->few[slot] |= UINT64_C(1) << argument;
    return false;
}

static void note_progress(ludii_attempt *a, uint32_t argument, uint32_t slot)
{
    if (argument > a->furthest) {
        a->furthest = argument;
        a->tried = 0;
    }
    if (argument == a->furthest)
        a->tried |= 1u << slot;
}

/* An array without braces: as many arguments as fit. */
static uint32_t fit_run(ludii_attempt *a, uint32_t argument, uint32_t slot, const lib_choice *c)
{
    ludii_matcher *m = a->m;
    lib_type element = vec_at(&m->l->types, c->type);
    if (!m->l->tables->open_arrays || !element.dims || c->label != NAME_NONE)
        return 0;
    element.dims--;
    lib_choice one = {NAME_NONE, lib_type_find(m->l, element)};
    VEC(const ludii_value *) items = {0};
    for (uint32_t i = argument; i < a->count; i++) {
        const ludii_value *v = ludii_fit_choice(m, a->arguments[i], &one);
        if (!v)
            break;
        vec_push(m->f->arena, &items, v);
    }
    if (!items.count)
        return 0;
    ludii_value *v = new_value(m, a->arguments[argument], c->type);
    v->items = items.data;
    v->count = items.count;
    a->values[slot] = v;
    return items.count;
}

static bool place(ludii_attempt *a, uint32_t argument, uint32_t slot)
{
    if (has_failed(a, argument, slot))
        return false;
    note_progress(a, argument, slot);
    if (slot == a->form->count)
        return argument == a->count || fails(a, argument, slot);
    const lib_slot *s = &a->form->slots[slot];
    for (uint32_t i = 0; i < s->count && argument < a->count; i++) {
        a->values[slot] = ludii_fit_choice(a->m, a->arguments[argument], &s->choices[i]);
        uint32_t taken = a->values[slot] ? 1 : fit_run(a, argument, slot, &s->choices[i]);
        if (taken && place(a, argument + taken, slot + 1))
            return true;
    }
    a->values[slot] = NULL;
    return (s->optional && place(a, argument, slot + 1)) || fails(a, argument, slot);
}

bool ludii_try(ludii_matcher *m, const ludii_node *n, const lib_form *form, ludii_attempt *a)
{
    uint32_t first = ludii_first_argument(m->l, form);
    *a = (ludii_attempt){.m = m, .form = form, .arguments = n->items + first, .count = n->count - first};
    if (m->l->tables->open_arrays && a->count >= 64)
        a->failed = bitset_new(m->f->arena, (a->count + 1) * (LIB_MAX_SLOTS + 1));
    return place(a, 0, 0);
}

/* ---- types ---- */

static const ludii_value *fit_forms(ludii_matcher *m, const ludii_node *n, uint32_t type, const vec_u32 *forms)
{
    uint32_t class = vec_at(&m->l->types, type).index;
    for (uint32_t i = 0; forms && i < forms->count; i++) {
        const lib_form *form = &vec_at(&m->l->forms, vec_at(forms, i));
        ludii_attempt a;
        if (!lib_extends(m->l, form->class, class) ||
            (n->count > form->count + ludii_first_argument(m->l, form) && !m->l->tables->open_arrays))
            continue;
        if (ludii_try(m, n, form, &a))
            return instance(m, n, type, form, a.values);
    }
    return NULL;
}

static const ludii_value *fit_list(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    if (!n->count || n->items[0]->kind != LUDII_ATOM)
        return NULL;
    const ludii_value *v = fit_forms(m, n, type, lib_forms_of(m->l, n->items[0]->name));
    return v ? v : fit_forms(m, n, type, lib_forms_of(m->l, m->l->any));
}

/* Forms without a keyword: literals, words and arrays that are instances. */
static const ludii_value *fit_bare(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    uint32_t class = vec_at(&m->l->types, type).index;
    for (uint32_t i = 0; i < m->l->bare.count; i++) {
        const lib_form *form = &vec_at(&m->l->forms, vec_at(&m->l->bare, i));
        if (!lib_extends(m->l, form->class, class))
            continue;
        const ludii_value *v = ludii_fit(m, n, form->slots[0].choices[0].type);
        if (v)
            return instance(m, n, type, form, &v);
    }
    return NULL;
}

/* The same word with its first letter large or small. */
static const ludii_node *other_case(ludii_matcher *m, const ludii_node *n)
{
    ludii_node *other = ARENA_NEW(m->f->arena, ludii_node);
    char *text = arena_printf(m->f->arena, "%s", ludii_text(m->f, n->name));
    *other = *n;
    *text ^= 0x20;
    other->name = intern_find(m->f->names, text, strlen(text));
    return other;
}

static const ludii_value *fit_word(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    const ludii_node *word = n;
    const vec_u32 *classes = n->string ? NULL : lib_classes_of(m->l, n->name);
    const char first = *ludii_text(m->f, n->name) | 0x20;
    if (!classes && !n->string && first >= 'a' && first <= 'z') {
        word = other_case(m, n);
        classes = word->name == NAME_NONE ? NULL : lib_classes_of(m->l, word->name);
    }
    for (uint32_t i = 0; classes && i < classes->count; i++)
        if (lib_extends(m->l, vec_at(classes, i), vec_at(&m->l->types, type).index)) {
            ludii_value *v = new_value(m, word, type);
            v->class = vec_at(classes, i);
            return v;
        }
    return fit_bare(m, n, type);
}

static const ludii_value *fit_array(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    if (n->kind != LUDII_SET)
        return NULL;
    lib_type element = vec_at(&m->l->types, type);
    element.dims--;
    uint32_t number = lib_type_find(m->l, element);
    if (n->count && !ludii_fit(m, n->items[0], number)) /* most that fails, fails here */
        return NULL;
    ludii_value *v = new_value(m, n, type);
    const ludii_value **items = ARENA_ARRAY(m->f->arena, const ludii_value *, n->count);
    for (uint32_t i = 0; i < n->count; i++)
        if (!(items[i] = ludii_fit_choice(m, n->items[i], &(lib_choice){NAME_NONE, number})))
            return NULL;
    v->count = n->count;
    v->items = items;
    return v;
}

static const ludii_value *fit_now(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    const lib_type *t = &vec_at(&m->l->types, type);
    if (t->dims)
        return fit_array(m, n, type);
    if (t->kind == LIB_CLASS)
        return n->kind == LUDII_LIST  ? fit_list(m, n, type)
               : n->kind == LUDII_SET ? fit_bare(m, n, type)
                                      : fit_word(m, n, type);
    bool fits = n->kind == LUDII_ATOM &&
                (t->kind == LIB_WORD ? !n->string && same_word(m, n->name, t->index) : is_literal(m, n, t->index));
    return fits ? new_value(m, n, type) : NULL;
}

const ludii_value *ludii_fit(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    if (bitset_has(&m->blamed, n->number))
        return new_value(m, n, type);
    if (n->kind == LUDII_ATOM)
        return fit_now(m, n, type);
    for (uint32_t i = m->memo_of[n->number]; i; i = vec_at(&m->memos, i).next)
        if (vec_at(&m->memos, i).type == type)
            return vec_at(&m->memos, i).value;
    ludii_memo memo = {.type = type, .value = fit_now(m, n, type)};
    memo.next = m->memo_of[n->number];
    m->memo_of[n->number] = m->memos.count;
    vec_push(m->f->arena, &m->memos, memo);
    return memo.value;
}

/* (count 5) for count:5 */
static const ludii_node *labelled(const ludii_matcher *m, const ludii_node *n, name_id label)
{
    bool fits = m->l->tables->lists_as_labels && n->kind == LUDII_LIST && n->count == 2 &&
                n->items[0]->kind == LUDII_ATOM && n->items[0]->name == label && !n->items[0]->string;
    return fits ? n->items[1] : NULL;
}

const ludii_value *ludii_fit_choice(ludii_matcher *m, const ludii_node *n, const lib_choice *c)
{
    const ludii_node *inner = c->label == NAME_NONE ? NULL : labelled(m, n, c->label);
    if (inner)
        return ludii_fit(m, inner, c->type);
    return n->label == c->label || bitset_has(&m->blamed, n->number) ? ludii_fit(m, n, c->type) : NULL;
}

/* ---- the game ---- */

static void forget(ludii_matcher *m)
{
    memset(m->memo_of, 0, sizeof *m->memo_of * (m->f->node_count + 1));
    m->memos.count = 1;
}

const ludii_value *ludii_match_as(ludii_file *f, const lib *l, const ludii_node *node, uint32_t type, uint32_t reports)
{
    ludii_matcher m = {.f = f, .l = l};
    ludii_memo none = {0};
    m.memo_of = ARENA_ARRAY(f->arena, uint32_t, f->node_count + 1);
    m.blamed = bitset_new(f->arena, f->node_count + 1);
    vec_push(f->arena, &m.memos, none);
    const ludii_value *v = ludii_fit(&m, node, type);
    for (uint32_t i = 0; !v && i < reports; i++) {
        const ludii_node *blamed = ludii_explain(&m, node, type);
        if (!bitset_insert(&m.blamed, blamed->number))
            break;
        forget(&m);
        if (ludii_fit(&m, node, type))
            break;
    }
    return v;
}

enum { REPORTS_MAX = 20 };

const ludii_value *ludii_match(ludii_file *f, const lib *l, const ludii_node *game)
{
    return ludii_match_as(f, l, game, l->root, REPORTS_MAX);
}
