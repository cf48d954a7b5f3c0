#include "lang/ludii/library.h"

#include <string.h>

static const char *const literal_names[LIB_LITERALS] = {"int", "float", "boolean", "string", "String", "name"};

const char *lib_literal_name(lib_literal literal) { return literal_names[literal]; }

static void broken(lib *l, const ludeme *row, const char *what, const char *which, size_t length)
{
    diag_report(l->sink, DIAG_LUDII_LIBRARY, NULL, SPAN_NOWHERE, "the library %s, `%s`: %s `%.*s`", l->tables->name,
                row->name, what, (int)length, which);
}

/* ---- lists by word ---- */

static void list_add(lib *l, map *by_word, name_id word, uint32_t item)
{
    const uint32_t *at = map_get(by_word, word);
    if (!at) {
        vec_u32 none = {0};
        map_put(by_word, word, l->lists.count);
        vec_push(l->arena, &l->lists, none);
        at = map_get(by_word, word);
    }
    vec_push(l->arena, &vec_at(&l->lists, *at), item);
}

const vec_u32 *lib_forms_of(const lib *l, name_id keyword)
{
    const uint32_t *at = map_get(&l->forms_by_word, keyword);
    return at ? &vec_at(&l->lists, *at) : NULL;
}

const vec_u32 *lib_classes_of(const lib *l, name_id value)
{
    const uint32_t *at = map_get(&l->classes_by_word, value);
    return at ? &vec_at(&l->lists, *at) : NULL;
}

uint32_t lib_class_find(const lib *l, const char *name, size_t length)
{
    name_id id = intern_find(l->names, name, length);
    const uint32_t *at = id == NAME_NONE ? NULL : map_get(&l->class_by_name, id);
    return at ? *at : LIB_NONE;
}

/* ---- classes ---- */

static bool is_constructor(const ludeme *row) { return strchr(row->name, '.') != NULL; }

static void each_word(const char *text, void (*take)(lib *l, void *with, const char *word, size_t length), lib *l,
                      void *with)
{
    for (const char *p = text; p && *p;) {
        size_t length = strcspn(p, " ");
        if (length)
            take(l, with, p, length);
        p += length + (p[length] == ' ');
    }
}

static void add_value(lib *l, void *class, const char *word, size_t length)
{
    name_id name = intern_add(l->names, word, length);
    lib_class *c = class;
    vec_push(l->arena, &c->values, name);
    list_add(l, &l->classes_by_word, name, (uint32_t)(c - l->classes.data));
}

static void add_base(lib *l, void *class, const char *word, size_t length)
{
    lib_class *c = class;
    uint32_t base = lib_class_find(l, word, length);
    if (base == LIB_NONE)
        broken(l, c->row, "there is no class", word, length);
    else
        vec_push(l->arena, &c->bases, base);
}

static void add_class(lib *l, const ludeme_package *package, const ludeme *row)
{
    name_id name = intern_cstr(l->names, row->name);
    if (map_has(&l->class_by_name, name))
        broken(l, row, "there are two classes", row->name, strlen(row->name));
    map_put(&l->class_by_name, name, l->classes.count);
    lib_class c = {.row = row,
                   .package = package,
                   .named = strchr(row->keyword, ' ') && strchr(row->keyword, '?'),
                   .keyword = intern_add(l->names, row->keyword, strcspn(row->keyword, " "))};
    vec_push(l->arena, &l->classes, c);
}

static void each_row(lib *l, void (*take)(lib *l, const ludeme_package *package, const ludeme *row))
{
    for (uint32_t t = 0; t < PACKAGES_MAX && l->tables->packages[t]; t++)
        for (const ludeme_package *p = l->tables->packages[t]; p->path; p++)
            for (uint32_t i = 0; i < p->count; i++)
                take(l, p, &p->rows[i]);
}

static void add_if_class(lib *l, const ludeme_package *package, const ludeme *row)
{
    if (!is_constructor(row))
        add_class(l, package, row);
}

/* Closes `extends` upwards; a class that extends itself stays as it is. */
static void close_extends(lib *l)
{
    uint32_t n = l->classes.count;
    for (uint32_t i = 0; i < n; i++) {
        vec_at(&l->classes, i).extends = bitset_new(l->arena, n);
        bitset_add(&vec_at(&l->classes, i).extends, i);
    }
    for (bool again = true; again;) {
        again = false;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t b = 0; b < vec_at(&l->classes, i).bases.count; b++)
                again |= bitset_unite(&vec_at(&l->classes, i).extends,
                                      &vec_at(&l->classes, vec_at(&vec_at(&l->classes, i).bases, b)).extends);
    }
}

/* ---- forms ---- */

typedef struct form_reader {
    lib *l;
    const ludeme *row;
    const char *p;
    bool failed;
} form_reader;

static void skip_blanks(form_reader *r)
{
    while (*r->p == ' ')
        r->p++;
}

static bool accept(form_reader *r, char c)
{
    skip_blanks(r);
    bool there = *r->p == c;
    r->p += there;
    return there;
}

static void fail(form_reader *r, const char *what)
{
    if (!r->failed)
        broken(r->l, r->row, what, r->p, strlen(r->p));
    r->failed = true;
}

static uint64_t type_key(lib_type t) { return (uint64_t)t.kind << 40 | (uint64_t)t.dims << 32 | t.index; }

uint32_t lib_type_find(const lib *l, lib_type type)
{
    const uint32_t *at = map_get(&l->type_numbers, type_key(type));
    return at ? *at : LIB_NONE;
}

/* With a type of arrays there are those of its elements. */
static uint32_t type_number(lib *l, lib_type t)
{
    for (uint32_t dims = 0; dims <= t.dims; dims++) {
        lib_type part = {t.kind, t.index, dims};
        if (lib_type_find(l, part) != LIB_NONE)
            continue;
        map_put(&l->type_numbers, type_key(part), l->types.count);
        vec_push(l->arena, &l->types, part);
    }
    return lib_type_find(l, t);
}

static bool is_literal(const lib *l, const char *word, size_t length, uint32_t *index)
{
    for (uint32_t i = 0; i < LIB_LITERALS; i++)
        if (l->literals >> i & 1 && strlen(literal_names[i]) == length && memcmp(literal_names[i], word, length) == 0) {
            *index = i;
            return true;
        }
    return false;
}

static lib_type read_class(form_reader *r)
{
    const char *end = strchr(r->p, '>');
    lib_type t = {.kind = LIB_CLASS};
    if (!end) {
        fail(r, "`<` is not closed in");
        return t;
    }
    t.index = lib_class_find(r->l, r->p, (size_t)(end - r->p));
    if (t.index == LIB_NONE) {
        fail(r, "there is no class");
        t.index = 0;
    }
    r->p = end + 1;
    return t;
}

static lib_type read_type(form_reader *r)
{
    uint32_t dims = 0;
    lib_type t = {.kind = LIB_WORD};
    while (accept(r, '{'))
        dims++;
    if (accept(r, '<')) {
        t = read_class(r);
    } else {
        size_t length = strcspn(r->p, " ]})|");
        if (is_literal(r->l, r->p, length, &t.index))
            t.kind = LIB_LITERAL;
        else
            t.index = intern_add(r->l->names, r->p, length);
        if (!length)
            fail(r, "a type is missing in front of");
        r->p += length;
    }
    t.dims = dims;
    while (dims--)
        if (!accept(r, '}'))
            fail(r, "`}` is missing in front of");
    return t;
}

static lib_choice read_choice(form_reader *r)
{
    lib_choice c = {.label = NAME_NONE};
    skip_blanks(r);
    size_t length = strcspn(r->p, " :<{]})|");
    if (length && r->p[length] == ':') {
        c.label = intern_add(r->l->names, r->p, length);
        r->p += length + 1;
    }
    c.type = type_number(r->l, read_type(r));
    return c;
}

static lib_slot read_slot(form_reader *r)
{
    VEC(lib_choice) choices = {0};
    char end = accept(r, '[') ? ']' : accept(r, '(') ? ')' : 0;
    do {
        lib_choice c = read_choice(r);
        vec_push(r->l->arena, &choices, c);
    } while (end && accept(r, '|') && !r->failed);
    if (end && !accept(r, end))
        fail(r, "the bracket is not closed in front of");
    return (lib_slot){choices.data, choices.count, end == ']'};
}

/* Of the form that is to be added next. */
static void add_spelling(lib *l, void *with, const char *word, size_t length)
{
    (void)with;
    list_add(l, &l->forms_by_word, intern_add(l->names, word, length), l->forms.count);
}

static void read_form(lib *l, uint32_t class, const ludeme *row, const char *text)
{
    VEC(lib_slot) slots = {0};
    form_reader r = {l, row, text, false};
    bool bare = accept(&r, '=');
    for (skip_blanks(&r); *r.p && !r.failed && slots.count < LIB_MAX_SLOTS; skip_blanks(&r)) {
        lib_slot s = read_slot(&r);
        vec_push(l->arena, &slots, s);
    }
    if (*r.p)
        fail(&r, "too many arguments from");
    lib_form f = {row, class, bare, slots.data, slots.count};
    vec_push(l->arena, &vec_at(&l->classes, class).forms, l->forms.count);
    if (bare)
        vec_push(l->arena, &l->bare, l->forms.count);
    else if (vec_at(&l->classes, class).named)
        list_add(l, &l->forms_by_word, l->any, l->forms.count);
    else
        each_word(vec_at(&l->classes, class).row->keyword, add_spelling, l, NULL);
    vec_push(l->arena, &l->forms, f);
}

static void add_details(lib *l, const ludeme_package *package, const ludeme *row)
{
    (void)package;
    size_t length = strcspn(row->name, ".");
    uint32_t class = lib_class_find(l, row->name, length);
    if (class == LIB_NONE) {
        broken(l, row, "there is no class", row->name, length);
        return;
    }
    lib_class *c = &vec_at(&l->classes, class);
    each_word(row->bases, add_base, l, c);
    each_word(row->values, add_value, l, c);
    for (uint32_t i = 0; i < LUDEME_MAX_FORMS && row->forms[i]; i++)
        read_form(l, class, row, row->forms[i]);
}

/* ---- */

static void set_predefined(lib *l, void *with, const char *word, size_t length)
{
    (void)with;
    for (uint32_t i = 0; i < LIB_LITERALS; i++)
        if (strlen(literal_names[i]) == length && memcmp(literal_names[i], word, length) == 0)
            l->literals |= 1u << i;
}

bool lib_read(lib *l, const ludeme_library *tables, arena *a, intern *names, diag_sink *sink)
{
    uint32_t errors = sink->errors;
    *l = (lib){.arena = a, .names = names, .tables = tables, .sink = sink, .any = intern_cstr(names, "?")};
    map_init(&l->class_by_name, a);
    map_init(&l->forms_by_word, a);
    map_init(&l->classes_by_word, a);
    map_init(&l->type_numbers, a);
    each_word(tables->predefined, set_predefined, l, NULL);
    each_row(l, add_if_class);
    each_row(l, add_details);
    close_extends(l);
    lib_scope(l);
    for (uint32_t i = 0; i < l->classes.count; i++)
        type_number(l, (lib_type){LIB_CLASS, i, 0});
    uint32_t root = lib_class_find(l, tables->root, strlen(tables->root));
    if (root == LIB_NONE)
        diag_report(sink, DIAG_LUDII_LIBRARY, NULL, SPAN_NOWHERE, "the library %s has no class `%s`", tables->name,
                    tables->root);
    else
        l->root = type_number(l, (lib_type){LIB_CLASS, root, 0});
    return sink->errors == errors;
}
