/* Languages, loading, formatting. */
#include "model/reading.h"

#include "base/clock.h"
#include "base/diag.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What front ends make, and the machines that run it. */
typedef enum program_kind {
#define MACHINE(...)
#define PROGRAM(id, machine, attach) PROGRAM_##id,
#include "model/machines.def"
#undef PROGRAM
    PROGRAMS
} program_kind;

static const struct {
    const char *name;
    machine_kind machine;
    machine_attach *attach;
} programs[] = {
#define PROGRAM(id, machine, attach) {#id, MACHINE_##machine, attach},
#include "model/machines.def"
#undef PROGRAM
#undef MACHINE
};

static const struct {
    const char *name;
    bool facts, open_moves, batched, portable, alike;
    lud_backend other;
} machines[] = {
#define MACHINE(id, name, facts, open, batched, portable, alike, other)                                                \
    {name, facts, open, batched, portable, alike, other},
#define PROGRAM(...)
#include "model/machines.def"
#undef MACHINE
#undef PROGRAM
};

static const struct {
    const char *name, *title, *extensions, *comment, *beginning;
    program_kind program;
    const lang_functions *functions;
} languages[] = {
#define LANGUAGE(id, name, title, extensions, program, comment, beginning)                                             \
    {name, title, extensions, comment, beginning, PROGRAM_##program, &lang_##id},
#include "lang/languages.def"
#undef LANGUAGE
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

const char *lud_version(void) { return LUD_VERSION; }
uint32_t lud_language_count(void) { return LANGUAGES; }

lud_language lud_language_at(uint32_t index)
{
    if (index >= LANGUAGES)
        return (lud_language){"", "", "", "", "", ""};
    const lang_functions *f = languages[index].functions;
    return (lud_language){languages[index].name,       languages[index].title,
                          languages[index].extensions, machines[programs[languages[index].program].machine].name,
                          languages[index].comment,    f->forms ? f->forms : ""};
}

void lud_options_init(lud_options *o)
{
    *o = (lud_options){.backend = LUD_BACKEND_AUTO,
                       .limits = {.max_memory = UINT64_C(1) << 30,
                                  .max_nesting = 200,
                                  .max_tags = 4096,
                                  .max_plies = 100000,
                                  .max_states = UINT64_C(1) << 20,
                                  .max_steps = UINT64_C(2000) << 20,
                                  .max_depth = 64,
                                  .max_atoms = 2000000,
                                  .max_solve_seconds = 60,
                                  .max_compile_seconds = 120,
                                  .max_load_seconds = 10}};
}

void lud_free(void *memory) { free(memory); }

/* ---- which language ---- */

static bool has_extension(const char *name, const char *extensions)
{
    size_t n = strlen(name);
    for (const char *e = extensions; *e;) {
        size_t length = strcspn(e, " ");
        if (n > length && memcmp(name + n - length, e, length) == 0)
            return true;
        e += length;
        e += strspn(e, " ");
    }
    return false;
}

static int find_language(const char *name, const lud_options *options, lud_diags *diags)
{
    const char *wanted = options->language;
    suggestion s;
    if (wanted)
        suggest_init(&s, wanted);
    for (int i = 0; i < LANGUAGES; i++) {
        if (wanted ? strcmp(wanted, languages[i].name) == 0 : has_extension(name, languages[i].extensions))
            return i;
        if (wanted)
            suggest_offer(&s, languages[i].name);
    }
    char message[300], hint[300];
    if (wanted) {
        snprintf(message, sizeof message, "there is no language `%.100s`", wanted);
        snprintf(hint, sizeof hint, s.best ? "did you mean `%s`?" : "see `ludens languages`%s", s.best ? s.best : "");
    } else {
        snprintf(message, sizeof message, "the language of this file is not known");
        snprintf(hint, sizeof hint,
                 "specify it with --lang, or use one of the extensions that "
                 "`ludens languages` lists");
    }
    diags_add_plain(diags, "E0002", name, message, hint);
    return -1;
}

const lang_functions *load_language(const char *name, const lud_options *options, lud_diags *diags)
{
    int index = find_language(name, options, diags);
    return index < 0 ? NULL : languages[index].functions;
}

/* ---- loading ---- */

static bool blank(const char *text, size_t length)
{
    size_t mark = length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    for (size_t i = mark; i < length; i++)
        if (text[i] == 0 || !strchr(" \t\r\n\v\f", text[i]))
            return false;
    return true;
}

/* What is wrong with the character at p, for diagnostics. */
static const char *bad_character(const char *p, const char *end, char *text, size_t size)
{
    uint32_t n = utf8_length(p, end);
    if (!*p)
        return "a NUL byte in the text";
    if (!n)
        return "this byte is not valid UTF-8";
    snprintf(text, size, "the control character U+%04X", utf8_decode(p, n));
    return text;
}

/* Text is UTF-8 without control characters but white space, in comments, too: it can be shown on a terminal. */
bool text_encoded(const src_text *source, diag_sink *sink)
{
    const char *p = source->text, *end = p + source->length;
    while (p < end) {
        if (*p >= ' ' && *p <= '~') { /* nearly all there is */
            p++;
            continue;
        }
        bool space = *p && strchr("\t\n\v\f\r", *p);
        uint32_t n = space ? 1 : printable_length(p, end);
        if (n == 0) {
            char text[60];
            uint32_t at = (uint32_t)(p - source->text);
            diag *d = diag_report(sink, DIAG_ENCODING, source, (src_span){at, at + 1}, "%s",
                                  bad_character(p, end, text, sizeof text));
            diag_set_hint(sink, d, "is this really a rules file?");
            return false;
        }
        p += n;
    }
    return true;
}

typedef struct load_job {
    const char *text;
    size_t length;
    const char *name;
    const lud_options *options;
    lud_diags *diags;
    int language;
    bool unplayable; /* the rules are right, but nothing can be made of them yet */
} load_job;

static bool readable(const load_job *job)
{
    if (job->length >= SOURCE_MAX_BYTES) {
        diags_add_plain(job->diags, "E0004", job->name, "the file is larger than 256 MiB",
                        "is this really a rules file?");
        return false;
    }
    if (blank(job->text, job->length)) {
        diags_add_plain(job->diags, "E0003", job->name, "the file is empty", languages[job->language].beginning);
        return false;
    }
    return true;
}

/* What is known of a game before its machine looks at it. */
static void describe(lud_game *game, int language, program_kind program)
{
    machine_kind kind = programs[program].machine;
    game->kind = kind;
    game->open_moves = machines[kind].open_moves;
    game->alike = machines[kind].alike;
    game->language = lud_language_at((uint32_t)language);
    game->info.name = game->name;
    game->info.language = game->language.name;
    game->info.machine = machines[kind].name;
    game->info.backend = "interp";
    game->info.facts = machines[kind].facts;
    game->info.batched = machines[kind].batched;
    game->info.portable = machines[kind].portable;
    game->info.other = machines[kind].other;
}

lang_input load_input(const lud_options *options, arena *a, const src_text *source, diag_sink *sink)
{
    return (lang_input){.scratch = a,
                        .source = source,
                        .limits = &options->limits,
                        .choices = options->choices,
                        .ruleset = options->ruleset,
                        .defines = options->defines,
                        .ludemes = options->ludemes,
                        .trust = options->trust,
                        .alone = options->alone,
                        .variant = options->variant,
                        .dialect = options->dialect,
                        .sections = options->sections,
                        .repetition = options->repetition,
                        .sink = sink};
}

/* The text as the language reads it. */
static const src_text *source_of(const load_job *job, arena *a)
{
    const lang_functions *language = languages[job->language].functions;
    size_t length = job->length;
    const char *text = language->decode ? language->decode(a, job->text, job->length, &length) : job->text;
    return source_new(a, job->name, text, length);
}

static const char *kept(lud_game *game, const char *text)
{
    return text ? arena_strndup(&game->arena, text, strlen(text)) : NULL;
}

/* What the text was read with, for translations of it. */
static lud_options reading_of(lud_game *game, const lud_options *o)
{
    lud_options r = {.limits = o->limits, .repetition = o->repetition, .trust = o->trust, .alone = o->alone};
    r.split = o->split;
    r.choices = kept(game, o->choices);
    r.ruleset = kept(game, o->ruleset);
    r.defines = kept(game, o->defines);
    r.ludemes = kept(game, o->ludemes);
    r.variant = kept(game, o->variant);
    r.dialect = kept(game, o->dialect);
    r.sections = kept(game, o->sections);
    return r;
}

/* Warns of options that the language does not have. */
static void check_options(const lud_options *o, const char *language, const src_text *source, diag_sink *sink)
{
    const struct {
        bool given;
        const char *name, *languages;
    } options[] = {
#define LANGUAGE_OPTION(field, languages) {o->field != 0, #field, languages},
#include "lang/options.def"
#undef LANGUAGE_OPTION
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].given && !strstr(options[i].languages, language))
            diag_report(sink, DIAG_OPTION_LEFT_OUT, source, (src_span){0, 0},
                        "the option `%s` is left out: only games of these languages have it: %s",
                        strcmp(options[i].name, "choices") == 0 ? "option" : options[i].name, options[i].languages);
}

static bool build(lud_game *game, load_job *job, diag_sink *sink, arena *scratch)
{
    if (!text_encoded(game->source, sink))
        return false;
    check_options(job->options, game->language.name, game->source, sink);
    lang_input in = load_input(job->options, scratch, game->source, sink);
    game->reading = reading_of(game, job->options);
    game->info.alone = job->options->alone;
    in.keep = &game->arena;
    in.names = &game->names;
    in.limits = &game->limits;
    in.strict = job->options->strict;
    in.exact = job->options->exact;
    in.unplayable = &job->unplayable;
    const char *other = NULL;
    program_kind kind = languages[job->language].program;
    in.program = &other;
    void *program = languages[job->language].functions->read(&in);
    for (uint32_t i = 0; i < PROGRAMS && other; i++)
        kind = strcmp(programs[i].name, other) == 0 ? (program_kind)i : kind;
    if (other)
        describe(game, job->language, kind);
    if (program && job->options->split && programs[kind].attach != automaton_attach)
        machine_no_split(game->source, game->language.name, sink);
    if (!program || sink->errors || !programs[kind].attach(game, program, job->options, sink))
        return false;
    game->info.roles = game->roles;
    game->info.state_bytes = game->state_size;
    return true;
}

void load_set_bounds(arena *a, const lud_options *o)
{
    a->limit = (size_t)o->limits.max_memory;
    a->control = o->control;
    a->deadline = o->limits.max_load_seconds > 0 ? clock_thread() + o->limits.max_load_seconds : 0;
}

void load_report_failure(const arena *a, const char *doing, const char *name, lud_diags *diags)
{
    char message[100];
    const char *hint = a->late      ? "the option --max-load-seconds raises the limit max_load_seconds"
                       : a->limited ? "the option --max-memory raises the limit max_memory"
                                    : NULL;
    if (a->stopped)
        snprintf(message, sizeof message, "interrupted while %s", doing);
    else if (hint)
        snprintf(message, sizeof message, "%s needs more %s than the limit", doing, a->late ? "CPU time" : "memory");
    else
        snprintf(message, sizeof message, "out of memory while %s", doing);
    diags_add_plain(diags, a->stopped ? "E0007" : hint ? "E0004" : "E0005", name, message, hint);
}

static lud_game *load_text(const char *text, size_t length, const char *name, const lud_options *options,
                           lud_diags *diags);

/* The limit of memory was hit, perhaps by the C text, which can be done without. */
static lud_game *load_interpreted(const char *text, size_t length, const char *name, const lud_options *options,
                                  lud_diags *diags)
{
    lud_options again = *options;
    again.backend = LUD_BACKEND_INTERP;
    lud_game *game = load_text(text, length, name, &again, diags);
    if (game)
        game->info.backend_note = "it would need more memory than the limit";
    return game;
}

static lud_game *load_text(const char *text, size_t length, const char *name, const lud_options *options,
                           lud_diags *diags)
{
    double start = 1e3 * clock_thread();
    load_job job = {text, length, name, options, diags, find_language(name, options, diags), false};
    if (job.language < 0 || !readable(&job))
        return NULL;
    if (control_stopped(options->control)) {
        diags_add_plain(diags, "E0007", name, "interrupted while loading the game", NULL);
        return NULL;
    }
    lud_game *game = calloc(1, sizeof *game);
    if (!game) {
        diags_add_plain(diags, "E0005", name, "out of memory", NULL);
        return NULL;
    }
    arena_init(&game->arena, 0);
    load_set_bounds(&game->arena, options);
    jmp_buf failure;
    game->arena.on_failure = &failure;
    game->control = options->control;
    game->network = options->network;
    game->backend = options->backend;
    if (setjmp(failure)) {
        if (game->arena.limited && !game->arena.stopped && !game->arena.late &&
            options->backend != LUD_BACKEND_INTERP) {
            lud_game_free(game);
            return load_interpreted(text, length, name, options, diags);
        }
        load_report_failure(&game->arena, "loading the game", name, diags);
        lud_game_free(game);
        return NULL;
    }
    game->limits = options->limits;
    intern_init(&game->names, &game->arena);
    game->source = source_of(&job, &game->arena);
    game->name = game->source->name;
    describe(game, job.language, languages[job.language].program);
    arena *scratch = arena_child(&game->arena), *reports = arena_child(&game->arena);
    diag_sink sink;
    diag_sink_init(&sink, reports);
    bool ok = build(game, &job, &sink, scratch);
    for (diag *d = options->slips ? sink.first : NULL; d; d = d->next)
        diag_promote(&sink, d, d->code);
    diags_take(diags, &sink);
    arena_done(scratch);
    arena_done(reports);
    game->arena.on_failure = NULL;
    game->arena.deadline = 0;
    if (!ok && !sink.errors && !job.unplayable) /* nothing is wrong with the rules */
        diags_add_plain(diags, "E0005", name, "out of memory while loading the game", NULL);
    if (!ok || sink.errors) {
        lud_game_free(game);
        return NULL;
    }
    game->info.load_ms = 1e3 * clock_thread() - start;
    return game;
}

lud_game *lud_load_text(const char *text, size_t length, const char *name, const lud_options *options, lud_diags *diags)
{
    lud_options defaults;
    lud_options_init(&defaults);
    return load_text(text, length, name, options ? options : &defaults, diags);
}

void lud_game_free(lud_game *game)
{
    if (!game)
        return;
    if (game->ops)
        game->ops->free(game);
    arena_done(&game->arena);
    free(game);
}

static char *read_stream(FILE *f, size_t *length, const char **problem)
{
    size_t capacity = 1 << 16, n = 0;
    char *text = malloc(capacity);
    while (text) {
        size_t got = fread(text + n, 1, capacity - n, f);
        n += got;
        if (got == 0 || n > SOURCE_MAX_BYTES)
            break;
        if (n == capacity) {
            capacity *= 2;
            char *bigger = realloc(text, capacity);
            if (!bigger) {
                free(text);
                text = NULL;
                break;
            }
            text = bigger;
        }
    }
    if (!text)
        *problem = "out of memory";
    else if (ferror(f))
        *problem = strerror(errno);
    *length = n;
    return text;
}

/* FILE#VARIANT, where there is no file of that name. */
static lud_game *load_variant(const char *path, const char *mark, const lud_options *options, lud_diags *diags)
{
    lud_options chosen;
    lud_options_init(&chosen);
    if (options)
        chosen = *options;
    chosen.variant = mark + 1;
    char *file = strndup(path, (size_t)(mark - path));
    lud_game *game = file ? lud_load_file(file, &chosen, diags) : NULL;
    free(file);
    return game;
}

lud_game *lud_load_file(const char *path, const lud_options *options, lud_diags *diags)
{
    const char *mark = strrchr(path, '#');
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "<stdin>" : path, *problem = NULL;
    struct stat st;
    if (!standard && stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        diags_add_plain(diags, "E0001", name, "this is a directory, not a rules file", "name a file in it");
        return NULL;
    }
    FILE *f = standard ? stdin : fopen(path, "rb");
    if (!f && errno == ENOENT && mark && mark > path)
        return load_variant(path, mark, options, diags);
    if (!f) {
        char message[300];
        const char *hint = errno == ENOENT || errno == ENOTDIR
                               ? "paths begin at the current folder unless they begin with `/`"
                           : errno == EACCES ? "its permissions do not let this user read it"
                                             : NULL;
        snprintf(message, sizeof message, "the file cannot be read: %s", strerror(errno));
        diags_add_plain(diags, errno == ENOMEM ? "E0005" : "E0001", name, message, hint);
        return NULL;
    }
    size_t length = 0;
    char *text = read_stream(f, &length, &problem);
    if (!standard)
        fclose(f);
    lud_game *game = NULL;
    if (problem)
        diags_add_plain(diags, text ? "E0001" : "E0005", name, problem, NULL);
    else
        game = lud_load_text(text, length, name, options, diags);
    free(text);
    return game;
}

/* What can be made of a text without loading it as a game. */
typedef struct rewriting {
    const char *doing, *without; /* "formatting"; what languages without it lack */
    const char *(*run)(const lang_functions *language, const lang_input *in);
    bool (*offered)(const lang_functions *language);
} rewriting;

static const char *rewrite_in(arena *a, const load_job *job, const rewriting *r)
{
    diag_sink sink;
    diag_sink_init(&sink, a);
    const src_text *source = source_of(job, a);
    const lang_functions *language = languages[job->language].functions;
    lang_input in = load_input(job->options, a, source, &sink);
    const char *result = NULL;
    if (!r->offered(language))
        diag_report(&sink, DIAG_LANGUAGE, NULL, SPAN_NOWHERE, "texts of the language `%s` have no %s",
                    languages[job->language].name, r->without);
    else if (text_encoded(source, &sink))
        result = r->run(language, &in);
    diags_take(job->diags, &sink);
    return result;
}

static char *run_rewriting(const rewriting *r, const load_job *job)
{
    arena a;
    arena_init(&a, 0);
    load_set_bounds(&a, job->options);
    jmp_buf failure;
    a.on_failure = &failure;
    if (setjmp(failure)) {
        load_report_failure(&a, r->doing, job->name, job->diags);
        arena_done(&a);
        return NULL;
    }
    const char *result = rewrite_in(&a, job, r);
    char *out = result ? strdup(result) : NULL;
    if (result && !out)
        load_report_failure(&a, r->doing, job->name, job->diags);
    arena_done(&a);
    return out;
}

static char *rewrite_text(const rewriting *r, const char *text, size_t length, const char *name,
                          const lud_options *options, lud_diags *diags)
{
    lud_options defaults;
    lud_options_init(&defaults);
    const lud_options *o = options ? options : &defaults;
    load_job job = {text, length, name, o, diags, find_language(name, o, diags), false};
    return job.language >= 0 && readable(&job) ? run_rewriting(r, &job) : NULL;
}

static bool can_format(const lang_functions *l) { return l->format; }
static const char *run_format(const lang_functions *l, const lang_input *in) { return l->format(in); }
static bool can_expand(const lang_functions *l) { return l->expand; }
static const char *run_expand(const lang_functions *l, const lang_input *in) { return l->expand(in); }
static bool can_describe(const lang_functions *l) { return l->describe; }
static const char *run_describe(const lang_functions *l, const lang_input *in) { return l->describe(in); }

char *lud_format(const char *text, size_t length, const char *name, const lud_options *options, lud_diags *diags)
{
    static const rewriting formatting = {"formatting the game", "canonical layout", run_format, can_format};
    return rewrite_text(&formatting, text, length, name, options, diags);
}

char *lud_expand(const char *text, size_t length, const char *name, const lud_options *options, lud_diags *diags)
{
    static const rewriting expanding = {"expanding the game", "macros to expand", run_expand, can_expand};
    return rewrite_text(&expanding, text, length, name, options, diags);
}

char *lud_describe(const char *text, size_t length, const char *name, const lud_options *options, lud_diags *diags)
{
    static const rewriting describing = {"describing the game", "description", run_describe, can_describe};
    return rewrite_text(&describing, text, length, name, options, diags);
}

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *p = words; p && length && (p = strstr(p, word)); p += length)
        if ((p == words || p[-1] == ' ') && (p[length] == 0 || p[length] == ' '))
            return true;
    return false;
}

/* True when a language says that form, whatever comes out. */
static bool translate_source(const lud_game *game, const char *to, arena *a, lud_diags *diags, const char **text)
{
    for (int i = 0; i < LANGUAGES; i++) {
        const lang_functions *f = languages[i].functions;
        if (strcmp(languages[i].name, game->language.name) != 0 || !has_word(f->forms, to))
            continue;
        diag_sink sink;
        diag_sink_init(&sink, a);
        lang_input in = load_input(&game->reading, a, game->source, &sink);
        in.form = to;
        *text = f->translate(&in);
        diags_take(diags, &sink);
        return true;
    }
    return false;
}

/* `moves`: as for lud_rule_sheet, or NULL. */
static char *translated(const lud_game *game, const char *to, char **moves, lud_diags *diags)
{
    arena a;
    arena_init(&a, 0);
    jmp_buf failure;
    a.on_failure = &failure;
    a.control = game->control;
    if (setjmp(failure)) {
        load_report_failure(&a, "translating the game", game->name, diags);
        arena_done(&a);
        return NULL;
    }
    const char *problem = NULL, *text = NULL, *lines = NULL;
    bool told = translate_source(game, to, &a, diags, &text);
    if (!told && game->ops->rule_sheet && strcmp(to, "kif") == 0)
        text = game->ops->rule_sheet(game, moves ? &lines : NULL, &a, &problem);
    else if (!told)
        text = game->ops->translate(game, to, &a, &problem);
    char *out = text ? strdup(text) : NULL;
    if (out && lines && !(*moves = strdup(lines))) {
        free(out);
        out = NULL;
    }
    if (!out && (text || !told))
        diags_add_plain(diags, text ? "E0005" : "E0106", game->name, text ? "out of memory" : problem, NULL);
    arena_done(&a);
    return out;
}

char *lud_translate(const lud_game *game, const char *to, lud_diags *diags)
{
    return translated(game, to, NULL, diags);
}

char *lud_rule_sheet(const lud_game *game, char **moves, lud_diags *diags)
{
    *moves = NULL;
    return translated(game, "kif", moves, diags);
}
