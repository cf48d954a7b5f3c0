#include "app/options.h"

#include "app/app.h"
#include "app/interrupt.h"
#include "app/memory.h"
#include "app/suggest.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum key {
    KEY_LANG = 0x200,
    KEY_PASSES,
    KEY_NO_PASS,
    KEY_BACKEND,
    KEY_TAGS,
    KEY_PLIES,
    KEY_STATES,
    KEY_STEPS,
    KEY_MEMORY,
    KEY_ATOMS,
    KEY_SOLVE_SECONDS,
    KEY_COMPILE_SECONDS,
    KEY_ENGINE,
    KEY_LEVEL,
    KEY_JSON,
    KEY_COLOR,
    KEY_SEED,
    KEY_THREADS,
    KEY_DUPLICATES,
    KEY_TIME_LIMIT
};

static const struct argp_option load_options[] = {
    {"lang", KEY_LANG, "NAME", 0, "Language of the rules (default: by the file's extension)", 10},
    {"passes", KEY_PASSES, "LIST", 0, "Run exactly these passes (names with commas, or none)", 10},
    {"no-pass", KEY_NO_PASS, "NAME", 0, "Switch one pass off (may be repeated)", 10},
    {"backend", KEY_BACKEND, "NAME", 0, "What runs the game: interp, native or auto (default)", 10},
    {"max-tags", KEY_TAGS, "N", 0, "Limit of tags in one move", 11},
    {"max-plies", KEY_PLIES, "N", 0, "Limit of plies in one playout", 11},
    {"max-states", KEY_STATES, "N", 0, "Limit of configurations one search remembers", 11},
    {"max-steps", KEY_STEPS, "N", 0, "Limit of instructions of one search", 11},
    {"max-memory", KEY_MEMORY, "BYTES", 0, "Limit of the memory a compiled game takes", 11},
    {"max-atoms", KEY_ATOMS, "N", 0, "Answer sets: limit of the atoms of one solve", 11},
    {"max-solve-seconds", KEY_SOLVE_SECONDS, "N", 0, "Answer sets: time libclingo may take for one solve", 11},
    {"max-compile-seconds", KEY_COMPILE_SECONDS, "N", 0, "Time the C compiler may take", 11},
    {"engine", KEY_ENGINE, "NAME", 0, "Answer sets: own, clingo or auto (default)", 10},
    {"level", KEY_LEVEL, "SEED", 0, "Answer sets: generate the level with this seed", 10},
    {0}};
static const struct argp_option json_options[] = {
    {"json", KEY_JSON, 0, 0, "Write JSON (docs/json.md)", 12}, {0}};
static const struct argp_option color_options[] = {
    {"color", KEY_COLOR, "WHEN", 0, "Colours: auto, always or never", 12},
    {"time-limit", KEY_TIME_LIMIT, "SECONDS", 0, "Stop the command after so many seconds", 12},
    {0}};
static const struct argp_option seed_options[] = {
    {"seed", KEY_SEED, "N", 0, "Seed of the random generator (default 1)", 9}, {0}};
static const struct argp_option threads_options[] = {
    {"threads", KEY_THREADS, "N", 0, "Threads (default: one a core)", 9}, {0}};
static const struct argp_option duplicates_options[] = {
    {"count-duplicates", KEY_DUPLICATES, 0, 0,
     "Count each way of making a move, not each move (as the reference for RG does)", 9},
    {0}};

uint64_t options_number(const char *arg, const char *what, uint64_t max, struct argp_state *state)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(arg, &end, 10);
    uint64_t unit = *end == 'k' ? 1000 : *end == 'M' ? 1000000 : *end == 'G' ? 1000000000 : 1;
    if (unit > 1)
        end++;
    if (arg[0] < '0' || arg[0] > '9' || *end || errno || n > max / unit)
        argp_error(state, "%s must be a whole number from 0 to %llu, not '%s'", what,
                   (unsigned long long)max, arg);
    return n * unit;
}

double options_seconds(const char *arg, const char *what, struct argp_state *state)
{
    char *end;
    double seconds = strtod(arg, &end);
    if (((arg[0] < '0' || arg[0] > '9') && arg[0] != '.') || *end || !(seconds > 0 && seconds <= 1e8))
        argp_error(state, "%s must be a number of seconds above 0, not '%s'", what, arg);
    return seconds;
}

static void check_language(const char *name, struct argp_state *state)
{
    suggestion near;
    suggestion_init(&near, name);
    for (uint32_t i = 0; i < lud_language_count(); i++) {
        const char *known = lud_language_at(i).name;
        if (strcmp(known, name) == 0)
            return;
        suggestion_offer(&near, known);
    }
    if (near.best)
        argp_error(state, "unknown language '%s'; did you mean '%s'?", name, near.best);
    argp_error(state, "unknown language '%s' ('ludens languages' lists them)", name);
}

static lud_backend read_backend(const char *name, struct argp_state *state)
{
    if (strcmp(name, "native") == 0)
        return LUD_BACKEND_NATIVE;
    if (strcmp(name, "interp") == 0)
        return LUD_BACKEND_INTERP;
    if (strcmp(name, "rules") == 0)
        return LUD_BACKEND_RULES;
    if (strcmp(name, "auto") != 0)
        argp_error(state, "there is no back end '%s' (interp, native, rules or auto)", name);
    return LUD_BACKEND_AUTO;
}

static color_choice parse_color(const char *when, struct argp_state *state)
{
    static const char *const names[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++)
        if (strcmp(when, names[i]) == 0)
            return (color_choice)i;
    argp_error(state, "--color takes auto, always or never, not '%s'", when);
    return COLOR_AUTO;
}

static void add_pass_off(options *o, const char *name)
{
    buffer list = {0};
    if (o->passes_off)
        buffer_addf(&list, "%s,", o->passes_off);
    buffer_addf(&list, "-%s", name);
    free(o->passes_off);
    o->passes_off = list.text;
}

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    options *o = state->input;
    lud_limits *limits = &o->load.limits;
    switch (key) {
    case KEY_LANG:
        check_language(arg, state);
        o->load.language = arg;
        return 0;
    case KEY_PASSES: o->load.passes = arg; return 0;
    case KEY_NO_PASS: add_pass_off(o, arg); return 0;
    case KEY_BACKEND: o->load.backend = read_backend(arg, state); return 0;
    case KEY_TAGS:
        limits->max_tags = (uint32_t)options_number(arg, "--max-tags", UINT32_MAX, state);
        return 0;
    case KEY_PLIES:
        limits->max_plies = (uint32_t)options_number(arg, "--max-plies", UINT32_MAX, state);
        return 0;
    case KEY_STATES:
        limits->max_states = options_number(arg, "--max-states", UINT64_MAX, state);
        return 0;
    case KEY_STEPS:
        limits->max_steps = options_number(arg, "--max-steps", UINT64_MAX, state);
        return 0;
    case KEY_MEMORY:
        limits->max_memory = options_number(arg, "--max-memory", UINT64_MAX, state);
        return 0;
    case KEY_ATOMS: limits->max_atoms = options_number(arg, "--max-atoms", UINT32_MAX, state); return 0;
    case KEY_SOLVE_SECONDS:
        limits->max_solve_seconds = options_seconds(arg, "--max-solve-seconds", state);
        return 0;
    case KEY_COMPILE_SECONDS:
        limits->max_compile_seconds = options_seconds(arg, "--max-compile-seconds", state);
        return 0;
    case KEY_ENGINE:
        if (strcmp(arg, "own") != 0 && strcmp(arg, "clingo") != 0 && strcmp(arg, "auto") != 0)
            argp_error(state, "there is no engine '%s' (own, clingo or auto)", arg);
        o->load.engine = strcmp(arg, "auto") == 0 ? NULL : arg;
        return 0;
    case KEY_LEVEL:
        o->level.seed = options_number(arg, "--level", UINT64_MAX, state);
        o->load.level = &o->level;
        return 0;
    case KEY_JSON: o->json = true; return 0;
    case KEY_COLOR: o->color = parse_color(arg, state); return 0;
    case KEY_SEED:
        o->seed = options_number(arg, "--seed", UINT64_MAX, state);
        o->seed_given = true;
        return 0;
    case KEY_THREADS:
        o->threads = (uint32_t)options_number(arg, "--threads", 1024, state);
        return 0;
    case KEY_TIME_LIMIT: o->time_limit = options_seconds(arg, "--time-limit", state); return 0;
    case KEY_DUPLICATES: o->count_duplicates = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
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
        suggestion_offer(near, pass);
    }
    lud_game_free(game);
    return known;
}

void options_check_pass(const char *name, struct argp_state *state)
{
    suggestion near;
    suggestion_init(&near, name);
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
        char *name = app_strndup(list + minus, length - minus);
        options_check_pass(name, state);
        free(name);
        list += length + (list[length] == ',');
    }
}

typedef struct parse_input {
    options *options;
    const command_spec *spec;
    void *own;
    size_t groups; /* parsers of common options below ours */
} parse_input;

static void check_arguments(const parse_input *in, struct argp_state *state)
{
    const options *o = in->options;
    if (o->argument_count < in->spec->min_arguments)
        argp_error(state, "missing argument; expected %s", in->spec->arguments);
    if (o->argument_count > in->spec->max_arguments)
        argp_error(state, "too many arguments, from '%s' on; expected %s",
                   o->arguments[in->spec->max_arguments], in->spec->arguments);
    if (o->passes_off && o->load.passes)
        argp_error(state, "--passes and --no-pass cannot be combined");
    if (o->passes_off || o->load.passes)
        check_passes(o->passes_off ? o->passes_off : o->load.passes, state);
}

static error_t parse_own(int key, char *arg, struct argp_state *state)
{
    parse_input *in = state->input;
    options *o = in->options;
    switch (key) {
    case ARGP_KEY_INIT:
        for (size_t i = 0; i < in->groups; i++)
            state->child_inputs[i] = o;
        return 0;
    case ARGP_KEY_ARG: return ARGP_ERR_UNKNOWN; /* then they come all at once: */
    case ARGP_KEY_ARGS:
        o->arguments = state->argv + state->next;
        o->argument_count = (size_t)(state->argc - state->next);
        return 0;
    case ARGP_KEY_END:
        check_arguments(in, state);
        if (in->spec->option)
            in->spec->option(key, arg, state, in->own);
        return 0;
    case ARGP_KEY_NO_ARGS:
    case ARGP_KEY_SUCCESS:
    case ARGP_KEY_ERROR:
    case ARGP_KEY_FINI: return 0;
    default:
        return in->spec->option ? in->spec->option(key, arg, state, in->own) : ARGP_ERR_UNKNOWN;
    }
}

void options_parse(options *o, const command_spec *spec, int argc, char **argv, void *own)
{
    memset(o, 0, sizeof *o);
    lud_options_init(&o->load);
    o->seed = 1;
    const struct argp load = {load_options, parse_common, 0, 0, 0, 0, 0};
    const struct argp json = {json_options, parse_common, 0, 0, 0, 0, 0};
    const struct argp color = {color_options, parse_common, 0, 0, 0, 0, 0};
    const struct argp seed = {seed_options, parse_common, 0, 0, 0, 0, 0};
    const struct argp threads = {threads_options, parse_common, 0, 0, 0, 0, 0};
    const struct argp duplicates = {duplicates_options, parse_common, 0, 0, 0, 0, 0};
    struct argp_child children[7] = {{0}};
    size_t n = 0;
    children[n++].argp = &color;
    if (spec->groups & OPTIONS_LOAD)
        children[n++].argp = &load;
    if (spec->groups & OPTIONS_JSON)
        children[n++].argp = &json;
    if (spec->groups & OPTIONS_SEED)
        children[n++].argp = &seed;
    if (spec->groups & OPTIONS_THREADS)
        children[n++].argp = &threads;
    if (spec->groups & OPTIONS_DUPLICATES)
        children[n++].argp = &duplicates;
    const struct argp parser = {
        spec->options, parse_own, spec->arguments, spec->doc, children, 0, 0};
    parse_input in = {o, spec, own, n};
    error_t error = argp_parse(&parser, argc, argv, 0, NULL, &in);
    if (error) {
        fprintf(stderr, "%s: %s\n", argv[0], strerror(error));
        exit(error == ENOMEM ? EXIT_ENVIRONMENT : EXIT_USAGE);
    }
    o->load.control = interrupt_control();
    if (o->time_limit > 0)
        interrupt_after(o->time_limit);
    if (o->passes_off)
        o->load.passes = o->passes_off;
}

void options_done(options *o)
{
    free(o->passes_off);
    o->passes_off = NULL;
}

bool options_color(const options *o, FILE *stream)
{
    if (o->color != COLOR_AUTO)
        return o->color == COLOR_ALWAYS;
    const char *term = getenv("TERM"), *off = getenv("NO_COLOR");
    return isatty(fileno(stream)) && !(off && *off) && !(term && strcmp(term, "dumb") == 0);
}
