/* Macros and includes.
 *
 * A call is replaced by the body of its macro, spliced into the list around it. Arguments are
 * expanded where the call stands; `$n` that a call does not fill are those of the macro around it,
 * so a frame knows the frame of its caller. */
#include "base/stack.h"
#include "base/text.h"
#include "lang/lang.h"
#include "lang/zrf/zrf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MADE_MAX = 4000000, DEPTH_MAX = 1000, INCLUDE_MAX = 16, FILE_MAX = 1 << 26, NAME_LENGTH_MAX = 4096 };

typedef struct frame frame;
struct frame {
    const frame *outer;
    const zrf_nodes *arguments;
    uint32_t count;
};

static void expand(zrf_file *f, const zrf_node *n, const frame *fr, zrf_nodes *out);

static bool too_much(zrf_file *f, const zrf_node *at, bool deep)
{
    if (f->failed)
        return true;
    if (!deep && f->made <= MADE_MAX)
        return false;
    f->failed = true;
    diag *d = zrf_report(f, DIAG_ZRF_MACRO, at,
                         deep ? "macros and lists are nested deeper than %u" : "macros make more than %u words",
                         deep ? f->max_depth : (uint32_t)MADE_MAX);
    diag_set_hint(f->sink, d, "does a macro call itself?");
    return true;
}

/* ---- arguments ---- */

/* The longest run of digits behind the sign counts: $10 is argument ten. */
static const zrf_nodes *argument(const frame *fr, const char *sign, uint32_t *length)
{
    uint32_t number = 0, n = 1;
    while (sign[n] >= '0' && sign[n] <= '9' && n < 4)
        number = number * 10 + (uint32_t)(sign[n++] - '0');
    *length = n;
    for (; n > 1 && number > 0 && fr; fr = fr->outer)
        if (number <= fr->count)
            return &fr->arguments[number - 1];
    return NULL;
}

static zrf_node *renamed(zrf_file *f, const zrf_node *n, const char *text, size_t length)
{
    zrf_node *m = ARENA_NEW(f->arena, zrf_node);
    *m = *n;
    m->name = intern_add(f->names, text, length);
    m->open = false;
    f->made++;
    return m;
}

/* What an argument says inside of a symbol or string. */
static void add_argument(zrf_file *f, const zrf_nodes *argument, void *out)
{
    VEC(char) *text = out;
    for (uint32_t i = 0; i < argument->count; i++) {
        const zrf_node *a = vec_at(argument, i);
        const char *p = a->kind == ZRF_LIST ? zrf_shown(f, a) : zrf_text(f, a->name);
        for (; *p && text->count < NAME_LENGTH_MAX; p++)
            vec_push(f->arena, text, *p);
    }
}

static void expand_word(zrf_file *f, const zrf_node *n, const frame *fr, zrf_nodes *out)
{
    const char *text = zrf_text(f, n->name);
    uint32_t length;
    if (text[0] == '$' && n->kind == ZRF_SYMBOL) {
        const zrf_nodes *whole = argument(fr, text, &length);
        if (whole && text[length] == 0) {
            for (uint32_t i = 0; i < whole->count; i++)
                vec_push(f->arena, out, vec_at(whole, i));
            return;
        }
    }
    VEC(char) made = {0};
    for (const char *p = text; *p;) {
        const zrf_nodes *a = *p == '$' ? argument(fr, p, &length) : NULL;
        if (a) {
            add_argument(f, a, &made);
            p += length;
        } else
            vec_push(f->arena, &made, *p++);
    }
    vec_push(f->arena, &made, 0);
    vec_push(f->arena, out, renamed(f, n, made.data, made.count - 1));
}

/* ---- calls ---- */

const zrf_macro *zrf_macro_of(const zrf_file *f, const zrf_node *head)
{
    const uint32_t *i = head && head->kind == ZRF_SYMBOL ? map_get(&f->macro_by_name, head->name) : NULL;
    return i ? &vec_at(&f->macros, *i) : NULL;
}

static void call(zrf_file *f, const zrf_macro *m, const zrf_node *n, const frame *fr, zrf_nodes *out)
{
    zrf_nodes *arguments = ARENA_ARRAY(f->arena, zrf_nodes, n->count);
    frame inner = {fr, arguments, n->count - 1};
    const zrf_node *form = m->form;
    for (uint32_t i = 1; i < n->count; i++)
        expand(f, zrf_item(n, i), fr, &arguments[i - 1]);
    for (uint32_t i = 2; i < form->count && !f->failed; i++)
        expand(f, zrf_item(form, i), &inner, out);
}

static const zrf_node *head_of(zrf_file *f, const zrf_node *n, const frame *fr)
{
    zrf_nodes head = {0};
    if (n->count == 0 || zrf_item(n, 0)->kind != ZRF_SYMBOL)
        return NULL;
    if (!zrf_item(n, 0)->open)
        return zrf_item(n, 0);
    expand_word(f, zrf_item(n, 0), fr, &head);
    return head.count == 1 ? vec_at(&head, 0) : NULL;
}

static void expand_items(zrf_file *f, const zrf_node *n, const frame *fr, zrf_nodes *out)
{
    zrf_nodes items = {0};
    bool changed = false;
    for (uint32_t i = 0; i < n->count && !f->failed; i++) {
        uint32_t before = items.count;
        expand(f, zrf_item(n, i), fr, &items);
        changed |= items.count != before + 1 || vec_at(&items, before) != zrf_item(n, i);
    }
    if (!changed) {
        vec_push(f->arena, out, n);
        return;
    }
    zrf_node *list = ARENA_NEW(f->arena, zrf_node);
    *list = (zrf_node){.kind = ZRF_LIST,
                       .name = NAME_NONE,
                       .span = n->span,
                       .text = n->text,
                       .items = items.data,
                       .count = items.count};
    f->made += 1 + items.count;
    vec_push(f->arena, out, list);
}

static void expand_list(zrf_file *f, const zrf_node *n, const frame *fr, zrf_nodes *out)
{
    const zrf_macro *m = zrf_macro_of(f, head_of(f, n, fr));
    if (!too_much(f, n, ++f->depth > f->max_depth)) {
        if (m)
            call(f, m, n, fr, out);
        else
            expand_items(f, n, fr, out);
    }
    f->depth--;
}

static void expand(zrf_file *f, const zrf_node *n, const frame *fr, zrf_nodes *out)
{
    arena_work(f->arena, 1);
    if (too_much(f, n, false))
        return;
    if (!n->open || (n->kind != ZRF_LIST && !fr))
        vec_push(f->arena, out, n);
    else if (n->kind == ZRF_LIST)
        expand_list(f, n, fr, out);
    else
        expand_word(f, n, fr, out);
}

/* ---- the forms of a file ---- */

static void define(zrf_file *f, const zrf_node *n)
{
    if (n->count < 2 || zrf_item(n, 1)->kind != ZRF_SYMBOL) {
        zrf_warn(f, DIAG_ZRF_MACRO_NAME, n, "a define without a name");
        return;
    }
    map_put(&f->macro_by_name, zrf_item(n, 1)->name, f->macros.count);
    vec_push(f->arena, &f->macros, ((zrf_macro){zrf_item(n, 1)->name, n}));
}

static void read_forms(zrf_file *f, const zrf_nodes *nodes, uint32_t depth);

static void include(zrf_file *f, const zrf_node *n, uint32_t depth)
{
    if (n->count < 2 || zrf_item(n, 1)->kind == ZRF_LIST || depth >= INCLUDE_MAX) {
        zrf_report(f, DIAG_ZRF_INCLUDE, n,
                   depth >= INCLUDE_MAX ? "files include each other too deeply" : "include takes the name of a file");
        f->failed = true;
        return;
    }
    const char *path, *why;
    size_t length;
    const char *bytes = lang_read_beside(f->in, f->arena, n->text->name, zrf_text(f, zrf_item(n, 1)->name), FILE_MAX,
                                         &path, &length, &why);
    if (!bytes) {
        zrf_report(f, DIAG_ZRF_INCLUDE, zrf_item(n, 1), "the file %s cannot be read: %s", path, why);
        f->failed = true;
        return;
    }
    bytes = zrf_decode(f->texts, bytes, length, &length);
    const src_text *text = source_new(f->texts, arena_strndup(f->texts, path, strlen(path)), bytes, length);
    zrf_nodes inside = {0};
    zrf_lex(f, text, &inside);
    read_forms(f, &inside, depth + 1);
}

static const char *title_of(zrf_file *f, const zrf_nodes *sections)
{
    for (uint32_t i = 0; i < sections->count; i++)
        if (zrf_heads(f, vec_at(sections, i), "title") && sections->data[i]->count > 1 &&
            zrf_item(vec_at(sections, i), 1)->kind != ZRF_LIST)
            return zrf_text(f, zrf_item(vec_at(sections, i), 1)->name);
    return "";
}

static void add_form(zrf_file *f, const zrf_node *n, bool variant)
{
    zrf_form form = {.form = n, .variant = variant};
    for (uint32_t i = 1; i < n->count; i++) {
        vec_push(f->arena, &form.sections, zrf_item(n, i));
        form.initial |= zrf_heads(f, zrf_item(n, i), "default");
    }
    form.title = title_of(f, &form.sections);
    form.separator = strcmp(form.title, "-") == 0;
    vec_push(f->arena, &f->forms, form);
}

static void read_form(zrf_file *f, const zrf_node *n, uint32_t depth)
{
    static const char *const ignored[] = {"version", "translate", "image", "tile"};
    const char *head = zrf_head(f, n);
    if (head && (strcmp(head, "game") == 0 || strcmp(head, "variant") == 0)) {
        add_form(f, n, *head == 'v');
        return;
    }
    if (head && strcmp(head, "include") == 0) {
        include(f, n, depth);
        return;
    }
    if ((head && TEXT_AMONG(head, ignored)) || zrf_defined_below(f, DIAG_ZRF_STRAY, n))
        return;
    zrf_warn(f, DIAG_ZRF_STRAY, n, "`%s` stands outside of any game and is ignored", zrf_shown(f, n));
}

static void read_forms(zrf_file *f, const zrf_nodes *nodes, uint32_t depth)
{
    for (uint32_t i = 0; i < nodes->count && !f->failed; i++) {
        if (zrf_heads(f, vec_at(nodes, i), "define")) {
            define(f, vec_at(nodes, i));
            continue;
        }
        zrf_nodes made = {0};
        expand(f, vec_at(nodes, i), NULL, &made);
        for (uint32_t k = 0; k < made.count && !f->failed; k++)
            if (zrf_heads(f, vec_at(&made, k), "define"))
                define(f, vec_at(&made, k));
            else
                read_form(f, vec_at(&made, k), depth);
    }
}

void zrf_expand(zrf_file *f)
{
    map_init(&f->macro_by_name, f->arena);
    map_init(&f->reported, f->arena);
    f->max_depth = stack_depth(DEPTH_MAX, 1500);
    zrf_lex(f, f->text, &f->top);
    read_forms(f, &f->top, 0);
    if (!f->failed && f->forms.count == 0) {
        zrf_report(f, DIAG_ZRF_NO_GAME, NULL, "the file has no game");
        f->failed = true;
    }
}
