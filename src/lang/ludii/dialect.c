/* A meaning is a piece of Ludii's text. It is read as tokens, and its parameters are replaced by
 * the meanings of the arguments, so that what comes out is a game like any other, whose tokens know
 * the ludemes they come from. */
#include "lang/ludii/dialect.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCES = 1000, DEPTH_MAX = 400 };

const char *dialect_print(dialect *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = arena_vprintf(d->f->arena, format, args);
    va_end(args);
    return text;
}

const char *dialect_refer_as(dialect *d, const ludii_value *v, const char *role)
{
    dialect_reference r = {v, role};
    if (!v)
        return "";
    vec_push(d->f->arena, &d->references, r);
    return dialect_print(d, "#%u", REFERENCES + d->references.count - 1);
}

const char *dialect_refer(dialect *d, const ludii_value *v) { return dialect_refer_as(d, v, NULL); }

static const ludii_node *head_of(const ludii_value *v)
{
    return v->node->kind == LUDII_LIST && v->node->count ? v->node->items[0] : v->node;
}

const char *dialect_refuse(dialect *d, const ludii_value *v, const char *what)
{
    if (!d->failed)
        ludii_report(d->f, d->f->in->strict ? DIAG_LUDII_NOT_YET : DIAG_LUDII_UNPLAYABLE, head_of(v)->span,
                     head_of(v)->origin, "%s cannot be played; otherwise the game is well formed", what);
    d->failed = true;
    return "";
}

bool dialect_is(const dialect *d, const ludii_value *v, const char *class)
{
    return v && v->class != LIB_NONE && strcmp(vec_at(&d->l->classes, v->class).row->name, class) == 0;
}

const char *dialect_word(const dialect *d, const ludii_value *v)
{
    while (v && v->count == 1 && v->node->kind == LUDII_ATOM && v->items && v->items[0])
        v = v->items[0];
    if (!v || v->node->kind != LUDII_ATOM)
        return "";
    return ludii_text(d->f, v->node->string ? ludii_unquote(d->f, v->node->name) : v->node->name);
}

bool dialect_word_is(const dialect *d, const ludii_value *v, const char *word)
{
    return strcmp(dialect_word(d, v), word) == 0;
}

bool dialect_mentions(const dialect *d, const ludii_value *v, const char *class)
{
    bool found = dialect_is(d, v, class);
    for (uint32_t i = 0; v && i < v->count && !found; i++)
        found = dialect_mentions(d, v->items[i], class);
    return found;
}

/* ---- output ---- */

/* `#A` .. `#Z` replaced. */
static const char *with_letters(dialect *d, const char *text)
{
    text_buffer b = {0};
    for (const char *p = text; *p; p++)
        if (*p == '#' && p[1] >= 'A' && p[1] <= 'Z') {
            const char *letter = dialect_letter(d, *++p);
            text_adds(d->f->arena, &b, letter ? letter : "");
        } else {
            text_add(d->f->arena, &b, p, 1);
        }
    return b.data ? b.data : "";
}

static void say(dialect *d, const ludii_value *v, uint32_t depth);

static void say_parameter(dialect *d, const ludii_value *v, const char *digits, uint32_t depth)
{
    uint32_t k = (uint32_t)strtoul(digits, NULL, 10);
    if (k < REFERENCES) {
        if (k && k <= v->count && v->items[k - 1])
            say(d, v->items[k - 1], depth);
        return;
    }
    dialect_reference r = vec_at(&d->references, k - REFERENCES);
    const char *outer = dialect_letter(d, 'R');
    if (r.role)
        d->letters['R' - 'A'] = r.role;
    say(d, r.v, depth);
    d->letters['R' - 'A'] = outer;
}

static void say_text(dialect *d, const ludii_value *v, const char *text, uint32_t depth)
{
    const char *replaced = with_letters(d, text);
    const src_text *source = source_new(d->f->arena, "<meaning>", replaced, strlen(replaced));
    ludii_tokens tokens = {0};
    const ludii_node *at = head_of(v);
    d->f->loose = false;
    ludii_lex(d->f, source, (src_span){0, source->length}, 0, &tokens, NULL);
    for (uint32_t i = 0; i < tokens.count && !d->failed; i++) {
        ludii_token t = vec_at(&tokens, i);
        if (t.kind == LUDII_PARAMETER) {
            say_parameter(d, v, ludii_text(d->f, t.name), depth);
            continue;
        }
        t.span = at->span;
        t.origin = at->origin;
        vec_push(d->f->arena, &d->out, t);
    }
}

static void say_atom(dialect *d, const ludii_value *v)
{
    ludii_token t = {.kind = v->node->string ? LUDII_STRING : LUDII_WORD,
                     .name = v->node->name,
                     .span = v->node->span,
                     .origin = v->node->origin};
    vec_push(d->f->arena, &d->out, t);
}

static const ludeme *row_of(const dialect *d, const ludii_value *v)
{
    if (v->form != LIB_NONE)
        return vec_at(&d->l->forms, v->form).row;
    return v->class == LIB_NONE ? NULL : vec_at(&d->l->classes, v->class).row;
}

static void say_token(dialect *d, const ludii_value *v, ludii_token_kind kind, name_id name)
{
    ludii_token t = {.kind = (uint8_t)kind, .name = name, .span = head_of(v)->span, .origin = v->node->origin};
    vec_push(d->f->arena, &d->out, t);
}

/* A ludeme that means itself, and its arguments with their names. */
static void say_itself(dialect *d, const ludii_value *v, uint32_t depth)
{
    bool array = v->form == LIB_NONE;
    say_token(d, v, array ? LUDII_ARRAY : LUDII_OPEN, NAME_NONE);
    if (!array)
        say_token(d, v, LUDII_WORD, head_of(v)->name);
    for (uint32_t i = 0; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        if (a && a->node->label != NAME_NONE)
            say_token(d, a, LUDII_LABEL, a->node->label);
        if (a)
            say(d, a, depth + 1);
    }
    say_token(d, v, array ? LUDII_ARRAY_END : LUDII_CLOSE, NAME_NONE);
}

static void say(dialect *d, const ludii_value *v, uint32_t depth)
{
    const ludeme *row = row_of(d, v);
    bool constructed = row && v->form != LIB_NONE && !vec_at(&d->l->forms, v->form).bare;
    if (d->failed)
        return;
    if (depth > DEPTH_MAX) {
        dialect_refuse(d, v, "a game nested so deep");
    } else if (row && row->meaning) {
        const char *text = row->meaning(d, v);
        if (!d->failed)
            say_text(d, v, text ? text : "", depth + 1);
    } else if (row && row->means) {
        say_text(d, v, row->means, depth + 1);
    } else if (d->itself && (constructed || (v->form == LIB_NONE && v->items))) {
        say_itself(d, v, depth);
    } else if (constructed) {
        dialect_refuse(d, v, dialect_print(d, "the ludeme `%s`", ludii_shown(d->f, head_of(v)->name)));
    } else if (v->items) {
        for (uint32_t i = 0; i < v->count; i++)
            if (v->items[i])
                say(d, v->items[i], depth + 1);
    } else {
        say_atom(d, v);
    }
}

static bool is_ludii(const lib *l) { return ludeme_is_ludii(l->tables); }

static bool has_meaning(const lib *l, const ludii_value *v)
{
    dialect d = {.l = l};
    const ludeme *row = row_of(&d, v);
    bool has = row && (row->means || row->meaning);
    for (uint32_t i = 0; i < v->count && !has; i++)
        has = v->items[i] && has_meaning(l, v->items[i]);
    return has;
}

bool dialect_needed(const lib *l, const ludii_value *game) { return !is_ludii(l) || has_meaning(l, game); }

/* Ludii, and what only dialects need. */
static const ludeme_library *with_inner(ludii_file *f, const lib *from)
{
    ludeme_library *both = ARENA_NEW(f->arena, ludeme_library);
    *both = is_ludii(from) ? *from->tables : *ludeme_library_find("ludii");
    uint32_t n = 0;
    while (both->packages[n])
        n++;
    both->packages[n] = ludii_inner;
    return both;
}

const ludii_value *dialect_in_ludii(ludii_file *f, const lib *from, const ludii_value *game, lib *to)
{
    dialect d = {.f = f, .l = from, .game = game, .itself = is_ludii(from)};
    bool loose = f->loose;
    say(&d, game, 0);
    f->loose = loose;
    const ludii_node *tree = d.failed || f->sink->errors ? NULL : ludii_tree(f, &d.out);
    if (!tree || !lib_read(to, with_inner(f, from), f->arena, f->names, f->sink))
        return NULL;
    return ludii_match(f, to, tree);
}

/* ---- as text ---- */

static bool of_ludii(const ludeme_package *package)
{
    const ludeme_library *ludii = ludeme_library_find("ludii");
    for (uint32_t t = 0; t < PACKAGES_MAX && ludii->packages[t]; t++)
        for (const ludeme_package *p = ludii->packages[t]; p->path; p++)
            if (p->rows == package->rows)
                return true;
    return false;
}

static const ludii_value *find_inner(const lib *l, const ludii_value *v)
{
    if (v->class != LIB_NONE && !of_ludii(vec_at(&l->classes, v->class).package))
        return v;
    const ludii_value *found = NULL;
    for (uint32_t i = 0; i < v->count && !found; i++)
        found = v->items[i] ? find_inner(l, v->items[i]) : NULL;
    return found;
}

const char *dialect_translate(const lang_input *in)
{
    ludii_file f;
    lib l, ludii;
    ludii_begin(&f, in);
    const ludii_value *game = ludii_read(&f, &l);
    if (game && dialect_needed(&l, game)) {
        game = dialect_in_ludii(&f, &l, game, &ludii);
        const ludii_value *inner = game ? find_inner(&ludii, game) : NULL;
        if (inner) {
            ludii_report(&f, DIAG_LUDII_UNPLAYABLE, inner->node->span, inner->node->origin,
                         "Ludii has no ludeme for this; the game can be played here, but not be "
                         "written in Ludii");
            return NULL;
        }
    }
    return game ? ludii_layout(&f, game->node, 1) : NULL;
}
