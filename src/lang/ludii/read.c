#include "lang/ludii/dialect.h"
#include "lang/ludii/grammar.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/match.h"
#include "lang/ludii/plugins.h"

#include <string.h>

const char *ludii_shown(const ludii_file *f, name_id name)
{
    const char *text = ludii_text(f, name);
    return strlen(text) <= 80 ? text : arena_printf(f->arena, "%.60s...", text);
}

bool ludii_is(const ludii_file *f, const ludii_token *t, const char *word)
{
    return t->name != NAME_NONE && strcmp(ludii_text(f, t->name), word) == 0;
}

name_id ludii_unquote(ludii_file *f, name_id string)
{
    const char *text = ludii_text(f, string);
    return intern_add(f->names, text + 1, strlen(text) - 2);
}

uint32_t ludii_origin_new(ludii_file *f, const src_text *source, name_id name, src_span use, uint32_t outer)
{
    uint32_t depth = f->origins.count ? vec_at(&f->origins, outer).depth + (name != NAME_NONE) : 0;
    ludii_origin o = {source, name, use, outer, depth};
    vec_push(f->arena, &f->origins, o);
    return f->origins.count - 1;
}

/* ---- reports ---- */

enum { NOTES_MAX = 3 };

diag *ludii_report(ludii_file *f, diag_code code, src_span span, uint32_t origin, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(f->arena, format, args);
    va_end(args);
    const ludii_origin *o = &vec_at(&f->origins, origin);
    diag *d = diag_report(f->sink, code, o->source, span, "%s", message);
    for (uint32_t i = 0; i < NOTES_MAX && o->name != NAME_NONE; i++) {
        const ludii_origin *outer = &vec_at(&f->origins, o->outer);
        diag_add_note(f->sink, d, outer->source, o->use, "in the define %s, used here", ludii_shown(f, o->name));
        o = outer;
    }
    return d;
}

void ludii_too_large(ludii_file *f, src_span span, uint32_t origin, const char *format, ...)
{
    if (f->exhausted)
        return;
    f->exhausted = true;
    va_list args;
    va_start(args, format);
    ludii_report(f, DIAG_TOO_LARGE, span, origin, "%s", arena_vprintf(f->arena, format, args));
    va_end(args);
}

/* ---- reading ---- */

static bool ends_with(const char *name, const char *end)
{
    size_t n = strlen(name), m = strlen(end);
    return n > m && strcmp(name + n - m, end) == 0;
}

void ludii_begin(ludii_file *f, const lang_input *in)
{
    *f = (ludii_file){.arena = in->scratch,
                      .names = in->names,
                      .in = in,
                      .text = in->source,
                      .sink = in->sink,
                      .wanted = NAME_NONE,
                      .loose = ends_with(in->source->name, ".ludi")};
    if (!f->names) {
        f->names = ARENA_NEW(f->arena, intern);
        intern_init(f->names, f->arena);
    }
    f->length = f->loose ? f->text->length : appended_start(f->text);
    map_init(&f->define_by_name, f->arena);
    ludii_origin_new(f, f->text, NAME_NONE, SPAN_NOWHERE, 0);
}

static bool read_parts(ludii_file *f)
{
    ludii_lex(f, f->text, (src_span){0, f->length}, 0, &f->tokens, NULL);
    if (f->sink->errors || !ludii_balanced(f, &f->tokens))
        return false;
    ludii_parts(f);
    if (f->exhausted || f->sink->errors)
        return false;
    if (!f->game.count)
        diag_report(f->sink, DIAG_EMPTY, f->text, SPAN_NOWHERE, "the file holds no game, only what belongs to one");
    return f->game.count;
}

const ludii_node *ludii_read_tree(ludii_file *f)
{
    if (!read_parts(f))
        return NULL;
    ludii_choose(f);
    if (f->sink->errors)
        return NULL;
    ludii_expand(f);
    return f->exhausted || f->sink->errors ? NULL : ludii_tree(f, &f->game);
}

const char *ludii_expand_text(const lang_input *in)
{
    ludii_file f;
    ludii_begin(&f, in);
    const ludii_node *game = ludii_read_tree(&f);
    return game ? ludii_layout(&f, game, 1) : NULL;
}

/* ---- dialects ---- */

/* Which library a game is written for: its text says so by its form. */
static const char *dialect_of(const ludii_file *f, const ludii_node *game)
{
    if (f->loose || ludii_headed(f, game, "ludeme") ||
        (game->count > 1 && game->items[1]->kind == LUDII_ATOM && !game->items[1]->string &&
         ludii_headed(f, game, "game")))
        return "ludi";
    if (game->count == 2 && ludii_headed(f, game, "game"))
        return "prototype";
    for (uint32_t i = 2; i < game->count; i++)
        if (game->items[i]->kind == LUDII_SET || ludii_headed(f, game->items[i], "control"))
            return "prototype";
    return "ludii";
}

static const ludeme_library *find_library(const char *name, diag_sink *sink)
{
    const ludeme_library *found = ludeme_library_find(name);
    suggestion s;
    if (found)
        return found;
    suggest_init(&s, name);
    diag *d = diag_report(sink, DIAG_LUDII_LIBRARY, NULL, SPAN_NOWHERE, "there is no library `%.80s`", name);
    for (uint32_t i = 0; ludeme_library_at(i); i++)
        suggest_offer(&s, ludeme_library_at(i)->name);
    if (s.best)
        diag_hint_mean(sink, d, s.best);
    return NULL;
}

/* With the ludemes of plug-ins, and of C code behind the game. */
static const ludeme_library *library_of(ludii_file *f, const ludii_node *game)
{
    const ludeme_library *tables =
        f->in->dialect ? find_library(f->in->dialect, f->sink) : ludeme_library_find(dialect_of(f, game));
    if (tables && ludeme_is_ludii(tables) && f->in->ludemes)
        tables = plugins_add(tables, f->in->ludemes, f->arena, f->sink);
    if (tables && f->length < f->text->length) {
        const char *object = appended_compile(f);
        tables = object ? plugins_add(tables, object, f->arena, f->sink) : NULL;
    }
    return tables;
}

static const ludii_value *read_as(ludii_file *f, lib *l, const ludeme_library *tables, const ludii_node *game)
{
    return lib_read(l, tables, f->arena, f->names, f->sink) ? ludii_match(f, l, game) : NULL;
}

/* Without a report: whether a game fits the ludemes. */
static const ludii_value *tried(ludii_file *f, lib *l, const ludeme_library *tables, const ludii_node *game)
{
    diag_sink *sink = f->sink, ignored;
    const bool exhausted = f->exhausted;
    diag_sink_init(&ignored, f->arena);
    f->sink = &ignored;
    const ludii_value *v = read_as(f, l, tables, game);
    l->sink = f->sink = sink;
    f->exhausted = exhausted;
    return ignored.count ? NULL : v;
}

/* A game that names no dialect is one of the first Ludii, or of the later where it fits that and not the first. */
const ludii_value *ludii_read(ludii_file *f, lib *l)
{
    const ludii_node *game = ludii_read_tree(f);
    const ludeme_library *tables = game ? library_of(f, game) : NULL, *later = ludeme_library_find("ludii-1.3");
    if (tables && tables == ludeme_library_find("ludii") && !f->in->dialect) {
        const ludii_value *v = tried(f, l, tables, game);
        v = v ? v : tried(f, l, later, game);
        if (v)
            return v;
    }
    return tables ? read_as(f, l, tables, game) : NULL;
}

static void *read(const lang_input *in)
{
    ludii_file f;
    lib l;
    ludii_begin(&f, in);
    const ludii_value *game = ludii_read(&f, &l);
    if (!game)
        return NULL;
    lib ludii;
    bool other = dialect_needed(&l, game);
    const ludii_value *played = other ? dialect_in_ludii(&f, &l, game, &ludii) : game;
    ir_game *g = played ? lu_lower(&f, other ? &ludii : &l, played, in) : NULL;
    *in->unplayable = !g;
    return g;
}

static const char *derive_grammar(const lang_input *in, lang_grammar *what)
{
    const ludeme_library *tables = find_library(what->library, in->sink);
    if (tables && in->ludemes)
        tables = plugins_add(tables, in->ludemes, in->scratch, in->sink);
    intern names;
    lib l;
    grammar g;
    intern_init(&names, in->scratch);
    if (!tables || !lib_read(&l, tables, in->scratch, &names, in->sink))
        return NULL;
    if (strcmp(what->form, "games") == 0 && ludeme_is_ludii(tables))
        return coverage_games(&l, in->scratch);
    if (strcmp(what->form, "games") == 0) {
        diag_report(in->sink, DIAG_LUDII_LIBRARY, NULL, SPAN_NOWHERE, "there are no games for the library `%s`",
                    tables->name);
        return NULL;
    }
    grammar_derive(&g, &l, in->scratch);
    if (what->compare)
        return grammar_compare(&g, what->compare, &what->differences);
    return grammar_write(&g, what->form, what->symbol, in->sink);
}

const lang_functions lang_ludii = {.read = read,
                                   .format = ludii_format,
                                   .expand = ludii_expand_text,
                                   .grammar = derive_grammar,
                                   .describe = ludii_describe,
                                   .translate = dialect_translate,
                                   .derive = ludii_derivation,
                                   .forms = "ludii"};
