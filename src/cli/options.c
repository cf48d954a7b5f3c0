#include "cli/options.h"

#include "base/nearest.h"
#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "session/memory.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static option_reader read_value, read_language, read_level, read_engine, read_pass_off, read_choice;

static const option_row rows[] = {
#define OPTION(name, argument, group, read, field, max, values, help)                                                  \
    {name, 0, argument, group, read, offsetof(options, field), 0, max, values, help},
#include "cli/options.def"
#undef OPTION
};
enum { ROWS = sizeof rows / sizeof *rows, KEY_FIRST = 0x200, KEY_HELP_ALL = 0x300, KEY_USAGE, KEY_OWN = 0x1000 };

/* ---- numbers ---- */

/* A number with k, M or G is a whole one after the unit: 1.5k. */
static bool read_number(const char *arg, uint64_t max, uint64_t *n)
{
    char *end;
    errno = 0;
    unsigned long long whole = strtoull(arg, &end, 10);
    bool fine = arg[0] >= '0' && arg[0] <= '9' && !errno;
    const char *digits = *end == '.' ? end + 1 : end;
    size_t places = *end == '.' ? strspn(digits, "0123456789") : 0;
    end = (char *)(uintptr_t)(digits + places);
    uint64_t unit = *end == 'k' ? 1000 : *end == 'M' ? 1000000 : *end == 'G' ? 1000000000 : 1;
    end += unit > 1;
    fine = fine && !*end && whole <= max / unit && (digits == end || places <= 9) && (places == 0 || unit > 1);
    uint64_t part = 0, scale = unit;
    for (size_t i = 0; i < places && fine; i++) {
        fine = scale % 10 == 0 || digits[i] == '0';
        scale /= 10;
        part += (uint64_t)(digits[i] - '0') * scale;
    }
    *n = whole * unit + part;
    return fine && *n <= max;
}

/* ---- readers ---- */

static void *field_of(const option_row *row, void *into) { return (char *)into + row->field; }

static uint64_t row_number(const option_row *row, const char *arg, struct argp_state *state)
{
    uint64_t n = 0;
    bool fine = read_number(arg, row->max, &n) && n >= row->min;
    if (!fine && row->max == UINT64_MAX)
        argp_error(state, "--%s must be a whole number from %llu on, such as 1500 or 1.5k, not '%s'", row->name,
                   (unsigned long long)row->min, arg);
    else if (!fine)
        argp_error(state, "--%s must be a whole number from %llu to %llu, not '%s'", row->name,
                   (unsigned long long)row->min, (unsigned long long)row->max, arg);
    return n;
}

void option_flag(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    (void)arg, (void)state;
    *(bool *)field_of(row, into) = true;
}

void option_u32(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    *(uint32_t *)field_of(row, into) = (uint32_t)row_number(row, arg, state);
}

void option_u64(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    *(uint64_t *)field_of(row, into) = row_number(row, arg, state);
}

void option_whole(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    *(double *)field_of(row, into) = (double)row_number(row, arg, state);
}

static void seconds(const option_row *row, void *into, const char *arg, bool zero, struct argp_state *state)
{
    char *end;
    double most = row->max ? (double)row->max : 1e8, s = strtod(arg, &end);
    bool digit = (arg[0] >= '0' && arg[0] <= '9') || arg[0] == '.';
    if (!digit || *end || !(s >= 0 && s <= most) || (s == 0 && !zero))
        argp_error(state, "--%s must be a number of seconds %s 0 and up to %.0f, not '%s'", row->name,
                   zero ? "from" : "above", most, arg);
    *(double *)field_of(row, into) = s;
}

void option_seconds(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    seconds(row, into, arg, false, state);
}

void option_wait(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    seconds(row, into, arg, true, state);
}

void option_text(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    (void)state;
    *(const char **)field_of(row, into) = arg;
}

/* ---- of common options ---- */

static void read_language(const option_row *row, void *into, char *name, struct argp_state *state)
{
    options *o = into;
    suggestion near;
    (void)row;
    o->with.load.language = name;
    suggest_init(&near, name);
    for (uint32_t i = 0; i < lud_language_count(); i++) {
        const char *known = lud_language_at(i).name;
        if (strcmp(known, name) == 0)
            return;
        suggest_offer(&near, known);
    }
    if (near.best)
        argp_error(state, "unknown language '%s'; did you mean '%s'?", name, near.best);
    argp_error(state, "unknown language '%s' ('ludens languages' lists them)", name);
}

/* Index of the value in the row's list. */
static size_t row_value(const option_row *row, const char *arg, struct argp_state *state)
{
    size_t index = 0, n = strlen(arg);
    suggestion near;
    char words[8][24];
    suggest_init(&near, arg);
    for (const char *p = row->values; *p; index++) {
        size_t length = strcspn(p, " ");
        if (length == n && strncmp(p, arg, n) == 0)
            return index;
        snprintf(words[index], sizeof words[index], "%.*s", (int)length, p);
        suggest_offer(&near, words[index]);
        p += length + (p[length] == ' ');
    }
    if (near.best)
        argp_error(state, "--%s is one of: %s; did you mean '%s'?", row->name, row->values, near.best);
    argp_error(state, "--%s is one of: %s; not '%s'", row->name, row->values, arg);
    return 0;
}

/* The number of the value in the row's list, which is in the order of the enum: backends, networks, .. */
static void read_value(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    *(unsigned *)field_of(row, into) = (unsigned)row_value(row, arg, state);
}
_Static_assert(sizeof(lud_backend) == sizeof(unsigned) && sizeof(color_choice) == sizeof(unsigned), "enums are ints");

static void read_engine(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    options *o = into;
    bool automatic = row_value(row, arg, state) == 2;
    o->with.load.engine = automatic ? NULL : arg;
}

static void read_level(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    options *o = into;
    o->with.level.seed = row_number(row, arg, state);
    o->with.load.level = &o->with.level;
}

/* A list of all that was given, each with `mark` in front. */
static void add_to_list(char **list, const char *separator, const char *mark, const char *item)
{
    buffer more = {0};
    buffer_addf(&more, "%s%s%s%s", *list ? *list : "", *list ? separator : "", mark, item);
    free(*list);
    *list = more.text;
}

static void read_pass_off(const option_row *row, void *into, char *name, struct argp_state *state)
{
    (void)row, (void)state;
    add_to_list(&((options *)into)->passes_off, ",", "-", name);
}

static void read_choice(const option_row *row, void *into, char *choice, struct argp_state *state)
{
    (void)row, (void)state;
    add_to_list(&((options *)into)->choices, "\n", "", choice);
}

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    if (key < KEY_FIRST || key >= KEY_FIRST + ROWS)
        return ARGP_ERR_UNKNOWN;
    const option_row *row = &rows[key - KEY_FIRST];
    row->read(row, state->input, arg, state);
    return 0;
}

/* Passes belong to a compiled game, so the smallest one of each machine tells their names. */
static bool offer_passes(const char *language, const char *text, const char *name, suggestion *near)
{
    lud_options o;
    lud_options_init(&o);
    o.language = language;
    o.backend = LUD_BACKEND_INTERP;
    lud_game *game = lud_load_text(text, strlen(text), "smallest", &o, NULL);
    bool known = !game;
    for (uint32_t i = 0; game && i < lud_pass_count(game); i++) {
        const char *pass = lud_pass_at(game, i).name;
        known |= strcmp(pass, name) == 0;
        suggest_offer(near, pass);
    }
    lud_game_free(game);
    return known;
}

void options_check_pass(const char *name, struct argp_state *state)
{
    suggestion near;
    suggest_init(&near, name);
    if (offer_passes("automaton", "type Player = {a}; type Score = {0}; begin, end: player = keeper;", name, &near) ||
        offer_passes("network", "network 1\nrole \"a\"\nterminal T\n", name, &near))
        return;
    if (near.best)
        argp_error(state, "there is no pass '%s'; did you mean '%s'?", name, near.best);
    argp_error(state, "there is no pass '%s' ('ludens info GAME' lists them)", name);
}

/* "none" or names with commas, each maybe with a minus. */
static void check_passes(const char *list, struct argp_state *state)
{
    bool none = strcmp(list, "none") == 0;
    while (*list && !none) {
        size_t length = strcspn(list, ",");
        size_t minus = *list == '-';
        char *name = mem_strndup(list + minus, length - minus);
        options_check_pass(name, state);
        free(name);
        list += length + (list[length] == ',');
    }
}

/* ---- parsers of commands ---- */

enum { COMMON_SECTION = 9, HELP_SECTION = -1 };
/* What --help leaves to --help-all. */
static const unsigned rare = OPTIONS_LANG | OPTIONS_ANSWERSETS | OPTIONS_LUDEMES | OPTIONS_COMPILE | OPTIONS_LIMITS;

typedef struct parser {
    const command_spec *spec;
    options *options;
    void *in;                         /* the command's struct */
    struct argp_option *common, *own; /* ended by an empty one */
    char *doc;                        /* what argp wraps */
    const char *examples;             /* what it must not */
    struct argp argp, common_argp, help_argp;
    struct argp_child children[3];
} parser;

static error_t parse_own(int key, char *arg, struct argp_state *state);
char *options_forms(void)
{
    buffer forms = {0};
    buffer_add(&forms, "rg automaton network dot c");
    for (uint32_t i = 0; i < lud_language_count(); i++)
        if (*lud_language_at(i).forms)
            buffer_addf(&forms, " %s", lud_language_at(i).forms);
    return forms.text;
}

static error_t parse_help(int key, char *arg, struct argp_state *state);

static const struct argp_option help_options[] = {
    {"help", 'h', 0, 0, "Show this help", HELP_SECTION},
    {"help-all", KEY_HELP_ALL, 0, 0, "Show the options of all games and machines, too", HELP_SECTION},
    {"usage", KEY_USAGE, 0, OPTION_HIDDEN, 0, HELP_SECTION},
    {0}};

/* Of the rows with one of these groups, or all; NULL without rows. */
static struct argp_option *made_of_rows(const option_row *all, size_t count, int first, unsigned groups)
{
    size_t n = 0;
    if (count == 0)
        return NULL; /* argp loses the memory that it takes for an empty table */
    struct argp_option *made = mem_alloc((count + 1) * sizeof *made);
    for (size_t i = 0; i < count; i++) {
        const option_row *row = &all[i];
        bool may_lack = row->argument && *row->argument == '?';
        if (!groups || row->group & groups)
            made[n++] = (struct argp_option){row->name,
                                             row->letter ? row->letter : first + (int)i,
                                             may_lack ? row->argument + 1 : row->argument,
                                             may_lack ? OPTION_ARG_OPTIONAL : 0,
                                             row->help,
                                             groups ? COMMON_SECTION : (int)row->group};
    }
    return made;
}

static size_t own_count(const command_spec *spec)
{
    size_t n = 0;
    while (spec->options && spec->options[n].name)
        n++;
    return n;
}

/* The parts of a doc: text, "\v", more text, and after "Examples:" lines that are to be pasted. */
static void split_doc(parser *p)
{
    const char *doc = p->spec->doc, *examples = strstr(doc, "Example");
    while (examples && strncmp(examples, "Example:\n", 9) != 0 && strncmp(examples, "Examples:\n", 10) != 0)
        examples = strstr(examples + 1, "Example");
    size_t n = examples ? (size_t)(examples - doc) : strlen(doc);
    while (n > 0 && doc[n - 1] == '\n')
        n--;
    p->doc = mem_strndup(doc, n);
    p->examples = examples ? examples : "";
}

static void parser_init(parser *p, const command_spec *spec, unsigned groups)
{
    *p = (parser){.spec = spec,
                  .common = made_of_rows(rows, ROWS, KEY_FIRST, groups | OPTIONS_EVERY),
                  .own = made_of_rows(spec->options, own_count(spec), KEY_OWN, 0)};
    split_doc(p);
    p->common_argp = (struct argp){.options = p->common, .parser = parse_common};
    p->help_argp = (struct argp){.options = help_options, .parser = parse_help};
    p->children[0].argp = &p->common_argp;
    p->children[1].argp = &p->help_argp;
    p->argp = (struct argp){
        .options = p->own, .parser = parse_own, .args_doc = spec->arguments, .doc = p->doc, .children = p->children};
}

static void parser_done(parser *p)
{
    free(p->common);
    free(p->own);
    free(p->doc);
}

/* ---- help ---- */

static void show_help(const command_spec *spec, unsigned groups, char *name)
{
    parser p;
    parser_init(&p, spec, groups);
    argp_help(&p.argp, stdout, ARGP_HELP_SHORT_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, name);
    if (*p.examples)
        printf("\n%s\n", p.examples);
    parser_done(&p);
}

bool options_at(const command_spec *spec, size_t index, option_info *info)
{
    static const struct argp_option help = {"help", 'h', 0, 0, "Show help for the command", 0};
    for (const option_row *o = spec->options; o && o->name; o++)
        if (index-- == 0) {
            const char *argument = o->argument && *o->argument == '?' ? o->argument + 1 : o->argument;
            *info = (option_info){o->name, argument, o->values, o->help, o->letter, false};
            return true;
        }
    for (int i = 0; i < ROWS; i++)
        if (rows[i].group & (spec->groups | OPTIONS_EVERY) && index-- == 0) {
            *info = (option_info){rows[i].name, rows[i].argument, rows[i].values, rows[i].help, 0, true};
            return true;
        }
    *info = (option_info){help.name, NULL, NULL, help.doc, 'h', true};
    return index == 0;
}

static error_t parse_help(int key, char *arg, struct argp_state *state)
{
    const parser *p = state->input;
    (void)arg;
    switch (key) {
    case 'h': show_help(p->spec, p->spec->groups & ~rare, state->name); break;
    case KEY_HELP_ALL: show_help(p->spec, p->spec->groups, state->name); break;
    case KEY_USAGE: argp_help(&p->argp, stdout, ARGP_HELP_USAGE, state->name); break;
    default: return ARGP_ERR_UNKNOWN;
    }
    exit(output_exit(EXIT_FINE));
}

/* ---- parsing ---- */

static void check_arguments(const parser *p, struct argp_state *state)
{
    const options *o = p->options;
    if (o->argument_count < p->spec->min_arguments)
        argp_error(state, "missing argument; expected %s", p->spec->arguments);
    if (o->argument_count > p->spec->max_arguments && p->spec->max_arguments == 0)
        argp_error(state, "takes no arguments, not '%s'", argument_at(o, 0));
    if (o->argument_count > p->spec->max_arguments)
        argp_error(state, "too many arguments, from '%s' on; expected %s", argument_at(o, p->spec->max_arguments),
                   p->spec->arguments);
    if (o->passes_off && o->with.load.passes)
        argp_error(state, "--passes and --no-pass cannot be combined");
    if (o->passes_off || o->with.load.passes)
        check_passes(o->passes_off ? o->passes_off : o->with.load.passes, state);
}

static error_t parse_own(int key, char *arg, struct argp_state *state)
{
    parser *p = state->input;
    options *o = p->options;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = o;
        state->child_inputs[1] = p;
        return 0;
    case ARGP_KEY_ARG: return ARGP_ERR_UNKNOWN; /* then they come all at once: */
    case ARGP_KEY_ARGS:
        o->arguments = state->argv + state->next;
        o->argument_count = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_END:
        check_arguments(p, state);
        if (p->spec->check)
            p->spec->check(p->in, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
    case ARGP_KEY_SUCCESS:
    case ARGP_KEY_ERROR:
    case ARGP_KEY_FINI: return 0;
    }
    for (const option_row *row = p->spec->options; row && row->name; row++)
        if (key == (row->letter ? row->letter : KEY_OWN + (row - p->spec->options))) {
            row->read(row, p->in, arg, state);
            return 0;
        }
    return ARGP_ERR_UNKNOWN;
}

static void parse(options *o, const command_spec *spec, int argc, char **argv, void *own)
{
    parser p;
    memset(o, 0, sizeof *o);
    lud_options_init(&o->with.load);
    o->with.seed = 1;
    setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
    parser_init(&p, spec, spec->groups);
    p.options = o;
    p.in = own;
    error_t error = argp_parse(&p.argp, argc, argv, ARGP_NO_HELP, NULL, &p);
    if (error) {
        fprintf(stderr, "%s: %s\n", argv[0], strerror(error));
        exit(error == ENOMEM ? EXIT_ENVIRONMENT : EXIT_USAGE);
    }
    parser_done(&p);
    o->with.load.control = interrupt_control();
    if (o->time_limit > 0)
        interrupt_after(o->time_limit);
    if (o->passes_off)
        o->with.load.passes = o->passes_off;
    o->with.load.choices = o->choices;
    if (!o->with.load.defines)
        o->with.load.defines = getenv("LUDENS_DEFINES");
}

int command_run(const command_spec *spec, int (*run)(options *o, void *own), int argc, char **argv)
{
    options o;
    void *own = mem_alloc(spec->own_size + 1);
    if (spec->standard)
        memcpy(own, spec->standard, spec->own_size);
    parse(&o, spec, argc, argv, own);
    o.title = argv[0];
    int code = run(&o, own);
    free(o.passes_off);
    free(o.choices);
    free(own);
    return code;
}

bool options_color(const options *o, FILE *stream)
{
    if (o->color != COLOR_AUTO)
        return o->color == COLOR_ALWAYS;
    const char *term = getenv("TERM"), *off = getenv("NO_COLOR");
    return isatty(fileno(stream)) && !(off && *off) && !(term && strcmp(term, "dumb") == 0);
}
