/* Sections and keys of a file, the variants that are built in, and which one is meant. */
#include "base/text.h"
#include "lang/fairy/fairy.h"

#include <stdlib.h>

static const char built_in[] = {
#include "fairy_variants.inc"
    , 0};

/* Of a key: it sets an option, only one value of it is played, it has no meaning here, or it is about a piece. */
typedef enum key_kind { KEY_OPTION, KEY_ONLY, KEY_IGNORED, KEY_PIECE, KEY_MOBILITY } key_kind;

static const struct {
    key_kind row;
    const char *key;
    int option, side; /* side: 1 or 2, or 0 for both */
    fairy_kind kind;
    const char *value;
} rows[] = {
#define OPTION(key, kind, value) {KEY_OPTION, #key, F_##key, 0, kind, value},
#define FILE                     FILE_
#define OTHER(key, option, side) {KEY_OPTION, #key, F_##option, side, TEXT, NULL},
#define ONLY(key, value)         {KEY_ONLY, #key, 0, 0, TEXT, value},
#define IGNORED(key)             {KEY_IGNORED, #key, 0, 0, TEXT, NULL},
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

struct fairy_key {
    const char *name;
    key_kind kind;
    int32_t index, side;
    const char *value; /* the only one */
};

static void list_keys(fairy *f)
{
    static const char *const sides[] = {"White", "Black"};
    for (int32_t i = 0; i < ROWS; i++) {
        bool sided = rows[i].kind == SQUARES || rows[i].kind == TYPES;
        vec_push(f->a, &f->keys, ((fairy_key){rows[i].key, rows[i].row, rows[i].option, rows[i].side, rows[i].value}));
        for (int32_t side = 1; sided && side <= 2; side++)
            vec_push(f->a, &f->keys,
                     ((fairy_key){arena_printf(f->a, "%s%s", rows[i].key, sides[side - 1]), KEY_OPTION, rows[i].option,
                                  side, NULL}));
    }
    for (int32_t i = 0; i < FAIRY_TYPES_MAX; i++) {
        int32_t custom = i - FAIRY_CUSTOM_FIRST;
        const char *name = custom < 0 ? pieces[i][0] : arena_printf(f->a, "customPiece%d", custom + 1);
        f->types[i].usual = custom < 0 ? pieces[i][1] : "";
        vec_push(f->a, &f->keys, ((fairy_key){name, KEY_PIECE, i, 0, NULL}));
        for (int32_t side = 1; side <= 2; side++) {
            const char *of = arena_printf(f->a, "mobilityRegion%s%c%s", sides[side - 1], *name - 'a' + 'A', name + 1);
            vec_push(f->a, &f->keys, ((fairy_key){of, KEY_MOBILITY, i, side, NULL}));
        }
    }
}

static const fairy_key *find_key(const fairy *f, const char *name)
{
    for (uint32_t i = 0; i < f->keys.count; i++)
        if (strcmp(vec_at(&f->keys, i).name, name) == 0)
            return &vec_at(&f->keys, i);
    return NULL;
}

static void check_key(fairy *f, const ini_section *s, const ini_entry *e)
{
    fairy_text at = {s->source, e->key, 0};
    const char *name = fairy_string(f, at);
    suggestion near;
    if (find_key(f, name))
        return;
    suggest_init(&near, name);
    for (uint32_t i = 0; i < f->keys.count; i++) {
        const fairy_key *k = &vec_at(&f->keys, i);
        if (k->kind == KEY_OPTION || (k->kind == KEY_PIECE && k->index < FAIRY_CUSTOM_FIRST))
            suggest_offer(&near, k->name);
    }
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

static void unknown_variant(fairy *f, fairy_text at, const char *name, bool base)
{
    suggestion near;
    suggest_init(&near, name);
    for (uint32_t i = base ? 0 : f->first_own; i < f->file.sections.count; i++)
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
    char letter = text_small(*text);
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
    f->types[piece].name = custom ? arena_printf(f->a, "piece %c", letter - 'a' + 'A') : pieces[piece][0];
    f->types[piece].moves = colon ? value : (fairy_text){0};
}

static void apply(fairy *f, const ini_section *s, const ini_entry *e)
{
    const char *name = fairy_string(f, (fairy_text){s->source, e->key, 0});
    const fairy_key *k = find_key(f, name);
    fairy_text value = {s->source, e->value, ++f->order};
    const char *text = fairy_string(f, value);
    if (!k)
        return;
    for (int32_t side = 0; k->kind == KEY_OPTION && side < 2; side++)
        if (k->side == 0 || k->side == side + 1)
            f->said[k->index][side] = value;
    if (k->kind == KEY_MOBILITY)
        f->types[k->index].region[k->side - 1] = value;
    if (k->kind == KEY_PIECE)
        give_letter(f, k->index, value);
    bool fits = k->kind != KEY_ONLY || strcmp(text, k->value) == 0;
    if (!fits || (k->kind == KEY_ONLY && f->left_out && strncmp(f->left_out, name, strlen(name)) == 0))
        f->left_out = fits ? NULL : arena_printf(f->a, "%s = %s", name, text);
    if (!fits && s->source == f->in->source)
        fairy_error(f, DIAG_FAIRY_UNSUPPORTED, value, arena_printf(f->a, "only `%s = %s` is", name, k->value),
                    "`%s = %s` is not played", name, text);
}

static bool collect(fairy *f, uint32_t section)
{
    const ini_section *s = &vec_at(&f->file.sections, section);
    fairy_text at = name_of(f, section, true);
    bool based = at.span.start < at.span.end;
    uint32_t base = based ? ini_section_named(&f->file, 0, section, fairy_string(f, at)) : section;
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
    list_keys(f);
    ini_read(f->a, source_new(f->a, "variants built in", built_in, sizeof built_in - 1), &f->file);
    f->first_own = f->file.sections.count;
    ini_read(f->a, in->source, &f->file);
    for (uint32_t i = 0; i < f->file.problems.count; i++) {
        const ini_problem *p = &vec_at(&f->file.problems, i);
        fairy_error(f, DIAG_FAIRY_SYNTAX, (fairy_text){in->source, p->span, 0}, p->hint, "%s", p->message);
    }
    for (uint32_t i = f->first_own; i < f->file.sections.count; i++)
        for (uint32_t k = 0; k < vec_at(&f->file.sections, i).entries.count; k++)
            check_key(f, &vec_at(&f->file.sections, i), &vec_at(&vec_at(&f->file.sections, i).entries, k));
    if (f->first_own == f->file.sections.count && !in->sink->errors)
        fairy_error(f, DIAG_FAIRY_NO_VARIANT, f->here, "a variant begins with its name, `[name]` or `[name:base]`",
                    "the file has no variant of chess");
    return !in->sink->errors;
}

/* The one that is asked for, by name or number; else the first. */
static uint32_t choose(fairy *f, const char *wanted)
{
    uint32_t first = f->first_own, count = f->file.sections.count;
    uint32_t i = wanted ? ini_section_named(&f->file, first, count, wanted) : first;
    char *end;
    if (i < UINT32_MAX)
        return i;
    unsigned long number = strtoul(wanted, &end, 10);
    if (*wanted && !*end && number < count - first)
        return first + (uint32_t)number;
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
    for (uint32_t i = 0; i < f->file.sections.count - f->first_own; i++) {
        text_addf(f->a, &out, "%s{\"number\": %u, \"kind\": \"%s\", \"usual\": %s, \"title\": ", i ? ", " : "", i,
                  i ? "variant" : "game", i ? "false" : "true");
        text_add_json(f->a, &out, name_text(f, f->first_own + i));
        text_adds(f->a, &out, ", \"turns\": [\"White\", \"Black\"], \"repeat\": 0, \"attributes\": 0}");
    }
    text_adds(f->a, &out, "]}");
    return out.data;
}

static const char *format(const lang_input *in) { return ini_format(in->scratch, in->source); }

const lang_functions lang_fairy = {.read = read, .format = format, .describe = describe};
