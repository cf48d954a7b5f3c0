/* Sections and keys of a file, the variants that are built in, and which one is meant. */
#include "base/text.h"
#include "lang/fairy/fairy.h"

#include <stdlib.h>

static const char built_in[] = {
#include "fairy_variants.inc"
    , 0};

/* A row is an option, another name of one (`side` 1 or 2: for that side alone), values of which only one is played, or
 * keys without a meaning. */
typedef enum row_kind { ROW_NONE, ROW_OPTION, ROW_OTHER, ROW_ONLY, ROW_IGNORED, ROW_PIECE, ROW_MOBILITY } row_kind;
static const struct {
    row_kind row;
    const char *key;
    int option, side;
    fairy_kind kind;
    const char *value;
} rows[] = {
#define OPTION(key, kind, value) {ROW_OPTION, #key, F_##key, 0, kind, value},
#define FILE                     FILE_
#define OTHER(key, option, side) {ROW_OTHER, #key, F_##option, side, TEXT, NULL},
#define ONLY(values)             {ROW_ONLY, values, 0, 0, TEXT, NULL},
#define IGNORED(keys)            {ROW_IGNORED, keys, 0, 0, TEXT, NULL},
#include "lang/fairy/options.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *const pieces[][2] = {
#define PIECE(name, moves) {#name, moves},
#include "lang/fairy/pieces.def"
};

void fairy_error(fairy *f, diag_code code, fairy_text at, const char *hint, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(f->a, format, args);
    va_end(args);
    at = at.source ? at : f->here;
    diag *d = diag_report(f->sink, code, at.source, at.span, "%s", message);
    if (hint)
        diag_set_hint(f->sink, d, "%s", hint);
}

const char *fairy_string(const fairy *f, fairy_text t)
{
    return t.source ? arena_strndup(f->a, t.source->text + t.span.start, t.span.end - t.span.start) : "";
}

const char *fairy_usual(int option) { return rows[option].value; }
fairy_kind fairy_kind_of(int option) { return rows[option].kind; }

/* ---- keys ---- */

typedef struct key {
    row_kind kind;
    int32_t index, side; /* side: 1 or 2, or 0 for both */
    const char *value;   /* the only one, up to a blank */
} key;

static bool is_sided(int option) { return rows[option].kind == SQUARES || rows[option].kind == TYPES; }

/* Where the word begins in a list with blanks; behind it, at a blank, an equals sign or the end. */
static const char *find_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = list; *p; p += strcspn(p, " "), p += strspn(p, " "))
        if (strncmp(p, word, length) == 0 && strchr(" =", p[length]))
            return p + length;
    return NULL;
}

static key find_row(const char *name, int32_t side)
{
    for (int32_t i = 0; i < ROWS; i++) {
        bool same = strcmp(rows[i].key, name) == 0;
        const char *word = rows[i].row >= ROW_ONLY && !side ? find_word(rows[i].key, name) : NULL;
        if (same && rows[i].row <= ROW_OTHER && (!side || (rows[i].row == ROW_OPTION && is_sided(i))))
            return (key){ROW_OPTION, rows[i].option, side ? side : rows[i].side, NULL};
        if (word)
            return (key){rows[i].row, 0, 0, word + 1};
    }
    return (key){0};
}

static int32_t find_piece_name(const char *name)
{
    for (int32_t i = 0; i < FAIRY_CUSTOM_FIRST; i++)
        if (strcmp(pieces[i][0], name) == 0)
            return i;
    int32_t n = strncmp(name, "customPiece", 11) == 0 ? (int32_t)strtol(name + 11, NULL, 10) : 0;
    return n >= 1 && n <= FAIRY_CUSTOM ? FAIRY_CUSTOM_FIRST + n - 1 : -1;
}

static key find_key(const fairy *f, const char *name)
{
    static const char *const ends[] = {"White", "Black"};
    key k = find_row(name, 0);
    size_t length = strlen(name);
    for (int32_t side = 1; side <= 2 && !k.kind; side++) {
        if (length > 5 && strcmp(name + length - 5, ends[side - 1]) == 0)
            k = find_row(arena_strndup(f->a, name, length - 5), side);
        if (!k.kind && strncmp(name, arena_printf(f->a, "mobilityRegion%s", ends[side - 1]), 19) == 0) {
            char *piece = arena_strndup(f->a, name + 19, length - 19);
            *piece = *piece >= 'A' && *piece <= 'Z' ? (char)(*piece + 'a' - 'A') : *piece;
            k = (key){ROW_MOBILITY, find_piece_name(piece), side, NULL};
        }
    }
    if (!k.kind && find_piece_name(name) >= 0)
        k = (key){ROW_PIECE, find_piece_name(name), 0, NULL};
    return k.index < 0 ? (key){0} : k;
}

static void check_key(fairy *f, const ini_section *s, const ini_entry *e)
{
    fairy_text at = {s->source, e->key, 0};
    const char *name = fairy_string(f, at);
    if (find_key(f, name).kind)
        return;
    suggestion near;
    suggest_init(&near, name);
    for (int32_t i = 0; i < ROWS; i++)
        if (rows[i].row <= ROW_OTHER) {
            suggest_offer(&near, rows[i].key);
            for (int32_t side = 0; rows[i].row == ROW_OPTION && is_sided(i) && side < 2; side++)
                suggest_offer(&near, arena_printf(f->a, "%s%s", rows[i].key, side ? "Black" : "White"));
        }
    for (int32_t i = 0; i < FAIRY_CUSTOM_FIRST; i++)
        suggest_offer(&near, pieces[i][0]);
    fairy_error(f, DIAG_FAIRY_KEY, at,
                near.best ? arena_printf(f->a, "did you mean `%s`?", near.best)
                          : "docs/fairy.md lists them; a piece is `knight = n` or `customPiece1 = n:N`",
                "`%s` is no option and no piece of variants", name);
}

/* ---- variants ---- */

static fairy_text name_of(const fairy *f, uint32_t section, bool base)
{
    const ini_section *s = &vec_at(&f->file.sections, section);
    return (fairy_text){s->source, ini_name(s, base), 0};
}

static const char *name_text(const fairy *f, uint32_t section) { return fairy_string(f, name_of(f, section, false)); }

/* Among those before it in the file, then among those built in. */
static uint32_t find_base(const fairy *f, const char *name, uint32_t before)
{
    bool own = before < f->own;
    uint32_t i = own ? ini_section_named(&f->file, 0, before, name) : UINT32_MAX;
    return i < UINT32_MAX ? i : ini_section_named(&f->file, f->own, own ? f->file.sections.count : before, name);
}

static void unknown_variant(fairy *f, fairy_text at, const char *name, bool base)
{
    suggestion near;
    suggest_init(&near, name);
    for (uint32_t i = 0; i < (base ? f->file.sections.count : f->own); i++)
        if (strcmp(name_text(f, i), name) != 0) /* not itself */
            suggest_offer(&near, name_text(f, i));
    fairy_error(f, DIAG_FAIRY_VARIANT, at,
                near.best ? arena_printf(f->a, "did you mean `%s`?", near.best)
                : base    ? "docs/fairy.md lists those built in"
                          : "`ludens variants` lists those of the file",
                base ? "there is no variant `%s` before this one, and none built in" : "the file has no variant `%s`",
                name);
}

static void give_letter(fairy *f, int32_t piece, fairy_text value)
{
    const char *text = fairy_string(f, value), *colon = strchr(text, ':');
    char letter = *text >= 'A' && *text <= 'Z' ? (char)(*text + 'a' - 'A') : *text;
    bool custom = piece >= FAIRY_CUSTOM_FIRST, none = letter == '-' && !text[1];
    bool fine = letter >= 'a' && letter <= 'z' && (colon ? colon == text + 1 : !text[1]) && (!custom || colon);
    if (!none && !fine) {
        fairy_error(f, DIAG_FAIRY_VALUE, value,
                    custom ? "a letter and its moves, `customPiece1 = a:BN`" : "a letter, or - for none",
                    "`%s` is no piece", text);
        return;
    }
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++)
        if (f->types[i].letter == letter)
            f->types[i].letter = 0;
    f->types[piece].letter = none ? 0 : letter;
    f->types[piece].moves = colon ? value : (fairy_text){0};
}

static void apply(fairy *f, const ini_section *s, const ini_entry *e)
{
    const char *name = fairy_string(f, (fairy_text){s->source, e->key, 0});
    key k = find_key(f, name);
    fairy_text value = {s->source, e->value, ++f->order};
    for (int32_t side = 0; k.kind == ROW_OPTION && side < 2; side++)
        if (k.side == 0 || k.side == side + 1)
            f->said[k.index][side] = value;
    if (k.kind == ROW_MOBILITY)
        f->types[k.index].region[k.side - 1] = value;
    if (k.kind == ROW_PIECE)
        give_letter(f, k.index, value);
    const char *text = fairy_string(f, value);
    size_t length = k.kind == ROW_ONLY ? strcspn(k.value, " ") : 0;
    bool fits = k.kind != ROW_ONLY || (strlen(text) == length && strncmp(text, k.value, length) == 0);
    if (!fits || (k.kind == ROW_ONLY && f->left_out && strncmp(f->left_out, name, strlen(name)) == 0))
        f->left_out = fits ? NULL : arena_printf(f->a, "%s = %s", name, text);
    if (!fits && s->source == f->in->source)
        fairy_error(f, DIAG_FAIRY_UNSUPPORTED, value,
                    arena_printf(f->a, "only `%s = %.*s` is", name, (int)length, k.value), "`%s = %s` is not played",
                    name, text);
}

static bool collect(fairy *f, uint32_t section)
{
    const ini_section *s = &vec_at(&f->file.sections, section);
    fairy_text at = name_of(f, section, true);
    uint32_t base = at.span.start < at.span.end ? find_base(f, fairy_string(f, at), section) : section;
    if (base == UINT32_MAX)
        unknown_variant(f, at, fairy_string(f, at), true);
    if (base == UINT32_MAX || (base != section && !collect(f, base)))
        return false;
    f->inherited = f->order;
    for (uint32_t i = 0; i < s->entries.count; i++)
        apply(f, s, &vec_at(&s->entries, i));
    return true;
}

static bool begin(fairy *f, const lang_input *in)
{
    *f = (fairy){.in = in, .a = in->scratch, .sink = in->sink, .here = {in->source, SPAN_NOWHERE, 0}};
    ini_read(f->a, in->source, &f->file);
    f->own = f->file.sections.count;
    for (uint32_t i = 0; i < f->file.problems.count; i++) {
        const ini_problem *p = &vec_at(&f->file.problems, i);
        fairy_error(f, DIAG_FAIRY_SYNTAX, (fairy_text){in->source, p->span, 0}, p->hint, "%s", p->message);
    }
    for (uint32_t i = 0; i < f->own; i++)
        for (uint32_t k = 0; k < vec_at(&f->file.sections, i).entries.count; k++)
            check_key(f, &vec_at(&f->file.sections, i), &vec_at(&vec_at(&f->file.sections, i).entries, k));
    if (!f->own && !in->sink->errors)
        fairy_error(f, DIAG_FAIRY_NO_VARIANT, f->here, "a variant begins with its name, `[name]` or `[name:base]`",
                    "the file has no variant of chess");
    ini_read(f->a, source_new(f->a, "variants built in", built_in, sizeof built_in - 1), &f->file);
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++) {
        bool custom = i >= FAIRY_CUSTOM_FIRST;
        f->types[i].name = custom ? "piece" : pieces[i][0];
        f->types[i].usual = custom ? "" : pieces[i][1];
    }
    return f->own > 0 && !in->sink->errors;
}

/* The one that is asked for, by name or number; else the first. */
static uint32_t choose(fairy *f, const char *wanted)
{
    uint32_t i = wanted ? ini_section_named(&f->file, 0, f->own, wanted) : 0;
    char *end;
    if (i < UINT32_MAX)
        return i;
    unsigned long number = strtoul(wanted, &end, 10);
    if (*wanted && !*end && number < f->own)
        return (uint32_t)number;
    unknown_variant(f, f->here, wanted, false);
    return UINT32_MAX;
}

static void *read(const lang_input *in)
{
    fairy *f = ARENA_NEW(in->scratch, fairy);
    uint32_t chosen = begin(f, in) ? choose(f, in->variant) : UINT32_MAX;
    f->here = chosen == UINT32_MAX ? f->here : name_of(f, chosen, false);
    if (chosen == UINT32_MAX || !collect(f, chosen))
        return NULL;
    if (f->left_out)
        fairy_error(f, DIAG_FAIRY_LEFT_OUT, f->here, "an option of the variant itself says that this is meant",
                    "`%s` of the variant built in is left out", f->left_out);
    return fairy_resolve(f) ? fairy_lower(f) : NULL;
}

static const char *describe(const lang_input *in)
{
    fairy *f = ARENA_NEW(in->scratch, fairy);
    text_buffer out = {0};
    if (!begin(f, in))
        return NULL;
    text_adds(f->a, &out, "{\"variants\": [");
    for (uint32_t i = 0; i < f->own; i++) {
        text_adds(f->a, &out,
                  arena_printf(f->a, "%s{\"number\": %u, \"kind\": \"%s\", \"usual\": %s, \"title\": ", i ? ", " : "",
                               i, i ? "variant" : "game", i ? "false" : "true"));
        text_add_json(f->a, &out, name_text(f, i));
        text_adds(f->a, &out, ", \"turns\": [\"White\", \"Black\"], \"repeat\": 0, \"attributes\": 0}");
    }
    text_adds(f->a, &out, "]}");
    return out.data;
}

static const char *format(const lang_input *in) { return ini_format(in->scratch, in->source); }

const lang_functions lang_fairy = {.read = read, .format = format, .describe = describe};
