/* Why a node is none of what is wanted: the constructor that came closest, the argument that failed, and what
 * would have been accepted there. Where that argument is itself a ludeme that could stand there, the fault is
 * looked for inside of it. */
#include "base/text.h"
#include "lang/ludii/grammar.h"
#include "lang/ludii/match.h"

#include <string.h>

enum { ACCEPTED_SHOWN = 12, SHOWN_BYTES = 60 };

typedef struct accepted {
    arena *arena;
    VEC(const char *) texts;
} accepted;

static void accept_text(accepted *a, const char *text)
{
    for (uint32_t i = 0; i < a->texts.count; i++)
        if (strcmp(vec_at(&a->texts, i), text) == 0)
            return;
    vec_push(a->arena, &a->texts, text);
}

/* "x, y or z" */
static const char *in_words(const accepted *a)
{
    text_buffer b = {0};
    for (uint32_t i = 0; i < a->texts.count && i < ACCEPTED_SHOWN; i++) {
        text_adds(a->arena, &b, i == 0 ? "" : i + 1 == a->texts.count ? " or " : ", ");
        text_adds(a->arena, &b, vec_at(&a->texts, i));
    }
    if (a->texts.count > ACCEPTED_SHOWN)
        text_adds(a->arena, &b, " ..");
    return b.count ? b.data : "nothing";
}

/* ---- showing types and nodes ---- */

static const char *type_text(const ludii_matcher *m, uint32_t type)
{
    return grammar_type_text(m->l, m->f->arena, type);
}

static const char *choice_text(const ludii_matcher *m, const lib_choice *c)
{
    return grammar_choice_text(m->l, m->f->arena, c);
}

/* `(hop ..)`, `{..}` or the word. */
static const char *node_text(const ludii_matcher *m, const ludii_node *n)
{
    arena *a = m->f->arena;
    const char *label = n->label == NAME_NONE ? "" : arena_printf(a, "%s:", ludii_shown(m->f, n->label));
    if (n->kind == LUDII_ATOM)
        return arena_printf(a, "`%s%s`", label, ludii_shown(m->f, n->name));
    if (n->kind == LUDII_SET)
        return arena_printf(a, "`%s{%s}`", label, n->count ? ".." : "");
    bool named = n->count && n->items[0]->kind == LUDII_ATOM;
    return arena_printf(a, "`%s(%s%s)`", label, named ? ludii_shown(m->f, n->items[0]->name) : "",
                        n->count > 1 ? " .." : "");
}

static diag *report(const ludii_matcher *m, diag_code code, const ludii_node *n, const char *message)
{
    return ludii_report(m->f, code, n->span, n->origin, "%s", message);
}

/* ---- which constructors come into question ---- */

/* The next of the constructors of n's keyword that make the type, from *at on. */
static const lib_form *next_form(const ludii_matcher *m, const ludii_node *n, uint32_t type, uint32_t *at)
{
    const lib_type *t = &vec_at(&m->l->types, type);
    if (t->kind != LIB_CLASS || t->dims || n->kind != LUDII_LIST || !n->count || n->items[0]->kind != LUDII_ATOM)
        return NULL;
    const vec_u32 *lists[] = {lib_forms_of(m->l, n->items[0]->name), lib_forms_of(m->l, m->l->any)};
    uint32_t first = lists[0] ? lists[0]->count : 0, all = first + (lists[1] ? lists[1]->count : 0);
    while (*at < all) {
        uint32_t i = (*at)++;
        const lib_form *form = &vec_at(&m->l->forms, i < first ? vec_at(lists[0], i) : vec_at(lists[1], i - first));
        if (lib_extends(m->l, form->class, t->index))
            return form;
    }
    return NULL;
}

static const lib_form *array_form(const ludii_matcher *m, uint32_t type)
{
    const lib_type *t = &vec_at(&m->l->types, type);
    for (uint32_t i = 0; t->kind == LIB_CLASS && !t->dims && i < m->l->bare.count; i++) {
        const lib_form *form = &vec_at(&m->l->forms, vec_at(&m->l->bare, i));
        if (lib_extends(m->l, form->class, t->index) && vec_at(&m->l->types, form->slots[0].choices[0].type).dims)
            return form;
    }
    return NULL;
}

/* Whether the fault of the node may lie inside of it. */
static bool could_be(const ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    uint32_t at = 0;
    if (n->kind == LUDII_SET)
        return vec_at(&m->l->types, type).dims || array_form(m, type);
    return next_form(m, n, type, &at) != NULL;
}

/* How far the best constructor of the type gets; 0 for what is no list. */
static uint32_t progress(ludii_matcher *m, const ludii_node *n, uint32_t type, const lib_form **best)
{
    uint32_t furthest = 0, at = 0;
    for (const lib_form *form; (form = next_form(m, n, type, &at));) {
        ludii_attempt a;
        ludii_try(m, n, form, &a);
        if (!*best || a.furthest > furthest) {
            furthest = a.furthest;
            *best = form;
        }
    }
    return furthest;
}

static const ludii_node *bare_node(const ludii_matcher *m, const ludii_node *n, const lib_choice *c)
{
    bool wrapped = c->label != NAME_NONE && n->label == NAME_NONE && m->l->tables->lists_as_labels &&
                   n->kind == LUDII_LIST && n->count == 2 && n->items[0]->kind == LUDII_ATOM &&
                   n->items[0]->name == c->label;
    return wrapped ? n->items[1] : n->label == c->label ? n : NULL;
}

/* The element's type where an array may be written without braces, else the type itself. */
static uint32_t open_type(const ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    lib_type t = vec_at(&m->l->types, type);
    if (!m->l->tables->open_arrays || !t.dims || n->kind == LUDII_SET)
        return type;
    t.dims--;
    return lib_type_find(m->l, t);
}

/* A part of the tree, and what it should be. */
typedef struct suspect {
    const ludii_node *node; /* NULL: there is none */
    uint32_t type;
} suspect;

/* The failed argument as that, of what it was tried with, inside of which it gets furthest. */
static suspect find_inside(const ludii_attempt *a, const ludii_node *n)
{
    suspect best = {NULL, LIB_NONE};
    uint32_t best_progress = 0;
    for (uint32_t s = 0; s < a->form->count; s++)
        for (uint32_t i = 0; i < a->form->slots[s].count && a->tried >> s & 1; i++) {
            const lib_choice *c = &a->form->slots[s].choices[i];
            suspect x = {bare_node(a->m, n, c), open_type(a->m, n, c->type)};
            const lib_form *form = NULL;
            if (!x.node || !could_be(a->m, x.node, x.type) || ludii_fit(a->m, x.node, x.type))
                continue;
            uint32_t p = 1 + progress(a->m, x.node, x.type, &form);
            if (p > best_progress) {
                best = x;
                best_progress = p;
            }
        }
    return best;
}

static bool goes_inside(const ludii_attempt *a)
{
    return a->furthest < a->count && find_inside(a, a->arguments[a->furthest]).node;
}

/* ---- hints ---- */

static void offer_words(const ludii_matcher *m, uint32_t type, suggestion *s)
{
    const lib_type *t = &vec_at(&m->l->types, type);
    if (t->kind == LIB_WORD)
        suggest_offer(s, lib_text(m->l, t->index));
    for (uint32_t i = 0; t->kind == LIB_CLASS && i < m->l->classes.count; i++)
        for (uint32_t v = 0; lib_extends(m->l, i, t->index) && v < vec_at(&m->l->classes, i).values.count; v++)
            suggest_offer(s, lib_text(m->l, vec_at(&vec_at(&m->l->classes, i).values, v)));
}

static void offer_keywords(const ludii_matcher *m, uint32_t type, suggestion *s)
{
    const lib_type *t = &vec_at(&m->l->types, type);
    for (uint32_t i = 0; t->kind == LIB_CLASS && i < m->l->forms.count; i++)
        if (!vec_at(&m->l->forms, i).bare && lib_extends(m->l, vec_at(&m->l->forms, i).class, t->index))
            suggest_offer(s, lib_text(m->l, vec_at(&m->l->classes, vec_at(&m->l->forms, i).class).keyword));
}

/* A word that is the keyword of a ludeme that could stand here. */
static bool lacks_brackets(const ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    const lib_type *t = &vec_at(&m->l->types, type);
    const vec_u32 *forms = n->string ? NULL : lib_forms_of(m->l, n->name);
    for (uint32_t i = 0; forms && t->kind == LIB_CLASS && !t->dims && i < forms->count; i++)
        if (lib_extends(m->l, vec_at(&m->l->forms, vec_at(forms, i)).class, t->index))
            return true;
    return false;
}

/* What to do about a node that none of the types takes; they are given by the slots that were tried. */
static void hint_for(ludii_matcher *m, diag *d, const ludii_node *n, const lib_choice *const *choices, uint32_t count)
{
    ludii_file *f = m->f;
    bool list = n->kind == LUDII_LIST && n->count && n->items[0]->kind == LUDII_ATOM;
    suggestion s;
    suggest_init(&s, n->kind == LUDII_ATOM ? ludii_shown(f, n->name) : list ? ludii_shown(f, n->items[0]->name) : "");
    for (uint32_t i = 0; i < count; i++) {
        const lib_choice *c = choices[i];
        if (n->label != c->label && ludii_fit(m, n, c->type)) {
            if (c->label == NAME_NONE)
                diag_set_hint(f->sink, d, "this argument has no name: leave `%s:` out", ludii_shown(f, n->label));
            else
                diag_set_hint(f->sink, d, "this argument is written with its name, `%s`", choice_text(m, c));
            return;
        }
        if (n->kind == LUDII_ATOM && n->label == c->label && lacks_brackets(m, n, c->type)) {
            diag_set_hint(f->sink, d, "as a ludeme it is written in brackets, `(%s)`", ludii_shown(f, n->name));
            return;
        }
        if (n->kind == LUDII_ATOM)
            offer_words(m, c->type, &s);
        if (list && c->label != NAME_NONE && m->l->tables->lists_as_labels)
            suggest_offer(&s, ludii_text(f, c->label));
        if (list && !lib_forms_of(m->l, n->items[0]->name))
            offer_keywords(m, c->type, &s);
    }
    if (s.best && strcmp(s.best, s.word) != 0)
        diag_hint_mean(f->sink, d, s.best);
    const char *word = n->kind == LUDII_ATOM && !n->string ? ludii_text(f, n->name) : "";
    if (word[word[0] == '-'] && !word[strspn(word, "-0123456789")] && !ludii_fits_int(word))
        diag_set_hint(f->sink, d, "integers are -2147483648 to 2147483647");
}

/* ---- reports ---- */

/* What lists with this keyword are; NULL when there are none. */
static const char *known_as(const ludii_matcher *m, name_id keyword)
{
    const vec_u32 *forms = lib_forms_of(m->l, keyword);
    accepted others = {m->f->arena, {0}};
    for (uint32_t i = 0; forms && i < forms->count; i++)
        accept_text(&others, arena_printf(m->f->arena, "<%s>",
                                          vec_at(&m->l->classes, vec_at(&m->l->forms, vec_at(forms, i)).class).symbol));
    return forms ? in_words(&others) : NULL;
}

static diag *report_keyword(const ludii_matcher *m, const ludii_node *n, const char *wanted)
{
    const ludii_node *head = n->items[0];
    const char *word = ludii_shown(m->f, head->name), *known = known_as(m, head->name);
    if (known)
        return ludii_report(m->f, DIAG_LUDII_KEYWORD, head->span, head->origin, "`(%s ..)` is a %s; expected %s here",
                            word, known, wanted);
    return ludii_report(m->f, DIAG_LUDII_KEYWORD, head->span, head->origin, "there is no ludeme `%s`; expected %s here",
                        word, wanted);
}

static const ludii_node *wrong_keyword(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    diag *d = report_keyword(m, n, type_text(m, type));
    lib_choice c = {NAME_NONE, type};
    const lib_choice *only = &c;
    hint_for(m, d, n, &only, 1);
    return n;
}

static const ludii_node *wrong_node(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    diag *d = report(m, DIAG_LUDII_ARGUMENT, n,
                     arena_printf(m->f->arena, "%s is no %s", node_text(m, n), type_text(m, type)));
    lib_choice c = {n->label, type};
    const lib_choice *only = &c;
    hint_for(m, d, n, &only, 1);
    return n;
}

static void name_that_is_elsewhere(ludii_matcher *m, diag *d, const ludii_attempt *x, const ludii_node *n)
{
    suggestion s;
    bool known = false;
    suggest_init(&s, ludii_shown(m->f, n->label));
    for (uint32_t i = 0; i < x->form->count; i++)
        for (uint32_t k = 0; k < x->form->slots[i].count; k++) {
            name_id label = x->form->slots[i].choices[k].label;
            known |= label == n->label;
            if (label != NAME_NONE)
                suggest_offer(&s, ludii_text(m->f, label));
        }
    if (known)
        diag_set_hint(m->f->sink, d, "arguments are written in the order of the constructor; `%s:` has another place",
                      ludii_shown(m->f, n->label));
    else if (s.best)
        diag_set_hint(m->f->sink, d, "did you mean `%s:`?", s.best);
}

/* The words of an enumeration. */
static void note_values(const ludii_matcher *m, diag *d, uint32_t type)
{
    const lib_type *t = &vec_at(&m->l->types, type);
    accepted words = {m->f->arena, {0}};
    for (uint32_t v = 0; t->kind == LIB_CLASS && v < vec_at(&m->l->classes, t->index).values.count; v++)
        accept_text(&words, lib_text(m->l, vec_at(&vec_at(&m->l->classes, t->index).values, v)));
    if (words.texts.count)
        diag_add_note(m->f->sink, d, NULL, SPAN_NOWHERE, "%s is %s", type_text(m, type), in_words(&words));
}

typedef VEC(const lib_choice *) choice_list;

/* What the argument at which constructors failed was tried with, in all those that got as far. */
static bool choices_at(const ludii_attempt *x, const ludii_node *list, uint32_t type, choice_list *choices)
{
    uint32_t at = 0;
    bool may_end = false;
    for (const lib_form *form; (form = next_form(x->m, list, type, &at));) {
        ludii_attempt a;
        ludii_try(x->m, list, form, &a);
        if (a.furthest != x->furthest)
            continue;
        may_end |= a.tried >> form->count & 1;
        for (uint32_t s = 0; s < form->count; s++)
            for (uint32_t i = 0; i < form->slots[s].count && a.tried >> s & 1; i++)
                vec_push(x->m->f->arena, choices, &form->slots[s].choices[i]);
    }
    return may_end;
}

/* The argument at which the constructor failed fits nothing that may stand there. */
static const ludii_node *wrong_argument(const ludii_attempt *x, const ludii_node *list, uint32_t type)
{
    ludii_matcher *m = x->m;
    ludii_file *f = m->f;
    accepted wanted = {f->arena, {0}};
    choice_list choices = {0};
    bool may_end = choices_at(x, list, type, &choices), missing = x->furthest >= x->count;
    for (uint32_t i = 0; i < choices.count; i++)
        accept_text(&wanted, choice_text(m, vec_at(&choices, i)));
    const ludii_node *n = missing ? list : x->arguments[x->furthest];
    const char *head = node_text(m, list), *words = in_words(&wanted), *message = NULL;
    bool keyword = !missing && n->kind == LUDII_LIST && n->count && n->items[0]->kind == LUDII_ATOM &&
                   n->label == NAME_NONE && choices.count;
    if (keyword)
        words = may_end ? arena_printf(f->arena, "%s, or no further argument", words) : words;
    else if (missing)
        message = arena_printf(f->arena, "%s lacks an argument: expected %s", head, words);
    else if (may_end && !choices.count)
        message = arena_printf(f->arena, "%s is one argument too many for %s", node_text(m, n), head);
    else
        message = arena_printf(f->arena, "%s does not fit as argument %u of %s: expected %s%s", node_text(m, n),
                               x->furthest + 1, head, words, may_end ? ", or no further argument" : "");
    diag *d = keyword ? report_keyword(m, n, words) : report(m, DIAG_LUDII_ARGUMENT, n, message);
    if (!missing && n->label != NAME_NONE)
        name_that_is_elsewhere(m, d, x, n);
    if (!missing && !d->hint)
        hint_for(m, d, n, choices.data, choices.count);
    if (choices.count == 1)
        note_values(m, d, vec_at(&choices, 0)->type);
    if (x->furthest || x->form->row->name == vec_at(&m->l->classes, x->form->class).row->name)
        diag_add_note(f->sink, d, NULL, SPAN_NOWHERE, "the closest constructor is %s",
                      grammar_form_text(m->l, f->arena, x->form->class, x->form->slots, x->form->count));
    return n;
}

/* ---- from the top to the fault ---- */

static bool closer(const ludii_attempt *a, const ludii_attempt *b)
{
    if (a->furthest != b->furthest)
        return a->furthest > b->furthest;
    return goes_inside(a) && !goes_inside(b);
}

static const ludii_node *explain_array(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    lib_type element = vec_at(&m->l->types, type);
    element.dims--;
    uint32_t number = lib_type_find(m->l, element);
    for (uint32_t i = 0; n->kind == LUDII_SET && i < n->count; i++)
        if (!ludii_fit_choice(m, n->items[i], &(lib_choice){NAME_NONE, number}))
            return ludii_explain(m, n->items[i], number);
    return wrong_node(m, n, type);
}

static const ludii_node *explain_list(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    ludii_attempt best, a;
    uint32_t at = 0;
    bool any = false;
    for (const lib_form *form; (form = next_form(m, n, type, &at)); any = true) {
        ludii_try(m, n, form, &a);
        if (!any || closer(&a, &best))
            best = a;
    }
    if (!any)
        return n->count && n->items[0]->kind == LUDII_ATOM ? wrong_keyword(m, n, type) : wrong_node(m, n, type);
    const ludii_node *argument = best.furthest < best.count ? best.arguments[best.furthest] : NULL;
    suspect inside = argument ? find_inside(&best, argument) : (suspect){NULL, LIB_NONE};
    return inside.node ? ludii_explain(m, inside.node, inside.type) : wrong_argument(&best, n, type);
}

const ludii_node *ludii_explain(ludii_matcher *m, const ludii_node *n, uint32_t type)
{
    const lib_form *array = n->kind == LUDII_SET ? array_form(m, type) : NULL;
    if (array)
        return ludii_explain(m, n, array->slots[0].choices[0].type);
    if (vec_at(&m->l->types, type).dims)
        return explain_array(m, n, type);
    return n->kind == LUDII_LIST && vec_at(&m->l->types, type).kind == LIB_CLASS ? explain_list(m, n, type)
                                                                                 : wrong_node(m, n, type);
}
