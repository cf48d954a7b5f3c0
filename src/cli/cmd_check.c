#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/strategy.h"
#include "session/output.h"
#include "session/playcheck.h"
#include "session/trace.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef struct check_options {
    uint64_t playouts;
    const char *strategy; /* FILE, "stored", or NULL */
    bool slips, exact, watch;
} check_options;

static const option_row own_options[] = {
    OPTION_OF(check_options, "play", 0, "N", 1, option_u64, playouts, 0, UINT32_MAX,
              "Also play N random games and report stuck roles, endless games and goals"),
    OPTION_OF(check_options, "watch", 'w', NULL, 1, option_flag, watch, 0, 0,
              "Check again whenever a file changes, until Ctrl-C"),
    OPTION_OF(check_options, "strict", 0, NULL, 1, option_flag, slips, 0, 0,
              "Slips are errors: what would be a warning ends with exit code 1"),
    OPTION_OF(check_options, "validator", 0, NULL, 1, option_flag, exact, 0, 0,
              "GDL: report what the public validator of rule sheets reports, and nothing else"),
    OPTION_OF(
        check_options, "strategy", 0, "FILE", 1, option_text, strategy, 0, 0,
        "Answer sets: check this strategy, too ('stored': the game's own): is it stratified and simple, with a single "
        "outcome?"),
    {0}};

const command_spec spec_check = {
    .arguments = "GAME...",
    .doc = "Check rules files and report everything that is wrong with them."
           "\vDiagnostics go to standard error, one line a file to standard output. With --json "
           "the diagnostics are a list on standard output. Rules in GDL are read strictly: what other "
           "commands let pass with one warning is reported here.\n\nExamples:\n"
           "  ludens check games/hrg/chess.hrg\n"
           "  ludens check --json draft.rg\n"
           "  ludens check --strict games/zrf/chess.zrf\n"
           "  ludens check --play 1000 games/gdl/tic-tac-toe.kif\n"
           "  ludens check --watch games/hrg/tic-tac-toe.hrg\n"
           "  ludens check --strategy mine.lp games/asp/3-coins.lp\n"
           "  cat draft.rg | ludens check --lang rg -",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 0,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    OWN(check_options, 0),
};

static void collect(json_t *list, const lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        json_array_append_new(list, diagnostics_entry(diags, i));
}

static void print_verdict(const char *path, const lud_diags *diags, const play_report *r)
{
    uint32_t errors = lud_diags_errors(diags) + r->errors, warnings = lud_diags_warnings(diags) + r->warnings;
    printf("%s: ", path);
    if (errors + warnings == 0)
        fputs("ok", stdout);
    if (errors)
        printf("%u error%s", errors, errors == 1 ? "" : "s");
    if (warnings)
        printf("%s%u warning%s", errors ? ", " : "ok, ", warnings, warnings == 1 ? "" : "s");
    if (r->summary)
        printf(" (%s)", r->summary);
    putchar('\n');
}

/* A sheet that a strict reading refuses may be playable all the same. */
static lud_game *load_loosely(const options *o, const char *path)
{
    options loose = *o;
    loose.with.load.strict = loose.with.load.slips = false;
    int code;
    lud_diags *ignored = lud_diags_new();
    lud_game *game = ignored && strcmp(path, "-") != 0 ? load_quietly(&loose, path, ignored, &code) : NULL;
    lud_diags_free(ignored);
    return game;
}

/* The test of strategies that the original has, switched off: no choice, no disjunction, no negation in a
 * circle. False: the strategy cannot be read. */
static bool check_strategy(const lud_game *game, const char *file, lud_diags *diags, int *code)
{
    strategy_text text;
    if (!strategy_read(&text, file, code))
        return false;
    lud_strategy *s = text.file || lud_has_strategy(game) ? strategy_make(&text, game, false, diags) : NULL;
    bool fine = s || !(text.file || lud_has_strategy(game));
    if (s)
        lud_strategy_check(s, diags);
    if (!fine)
        *code = exit_worst(*code, EXIT_WRONG);
    lud_strategy_free(s);
    strategy_text_done(&text);
    return fine;
}

static int check(const options *o, const check_options *own, const char *path, json_t *list)
{
    lud_diags *diags = lud_diags_new();
    if (!diags)
        return report_fault(o, NULL, LUD_ERR_MEMORY);
    int code;
    lud_game *game = load_quietly(o, path, diags, &code);
    play_report report = {.findings = json_array()};
    if (!game && own->playouts && code == EXIT_WRONG)
        game = load_loosely(o, path);
    if (game && own->playouts) {
        json_decref(report.findings);
        report = play_check(&o->with, game, path, own->playouts, options_color(o, stderr));
        code = exit_worst(code, report.code);
        if (interrupt_seen())
            fprintf(stderr, "%s: interrupted before all %llu random games were played\n", path,
                    (unsigned long long)own->playouts);
    }
    if (game && own->strategy)
        check_strategy(game, own->strategy, diags, &code);
    if (list) {
        collect(list, diags);
        json_array_extend(list, report.findings);
    } else {
        print_diags(o, diags);
        fputs(report.text ? report.text : "", stderr);
        print_verdict(path, diags, &report);
    }
    play_report_done(&report);
    lud_game_free(game);
    lud_diags_free(diags);
    return code;
}

static int check_all(const options *o, const check_options *own)
{
    json_t *list = o->json ? json_array() : NULL;
    int code = EXIT_FINE;
    for (size_t i = 0; i < o->argument_count && !interrupt_seen(); i++)
        code = exit_worst(code, check(o, own, argument_at(o, i), list));
    if (list)
        json_print(list, stdout);
    fflush(stdout);
    return code;
}

/* ---- watching ---- */

/* Something that changes whenever one of the files does. */
static uint64_t look(const options *o, const check_options *own)
{
    uint64_t sum = 0;
    for (size_t i = 0; i <= o->argument_count; i++) {
        const char *path = i < o->argument_count ? argument_at(o, i) : own->strategy;
        struct stat s = {0};
        if (path && stat(path, &s) == 0)
            sum += ((uint64_t)s.st_mtim.tv_sec * 1000000007 + (uint64_t)s.st_mtim.tv_nsec) * (2 * i + 3) +
                   (uint64_t)s.st_size + (uint64_t)s.st_ino;
    }
    return sum;
}

/* Checks again whenever a file changes, until Ctrl-C. */
static int watch(const options *o, const check_options *own)
{
    static const struct timespec moment = {0, 200000000};
    bool terminal = isatty(STDOUT_FILENO);
    int code = EXIT_FINE;
    while (!interrupt_seen()) {
        uint64_t seen = look(o, own);
        if (terminal)
            fputs("\033[2J\033[H", stdout);
        code = check_all(o, own);
        if (terminal)
            puts("(checked again when a file changes; Ctrl-C ends)");
        while (!interrupt_seen() && look(o, own) == seen)
            nanosleep(&moment, NULL);
    }
    return code;
}

int cmd_check(options *o, void *user)
{
    check_options *own = user;
    o->with.load.strict = true;
    o->with.load.exact = own->exact;
    o->with.load.slips = own->slips;
    char *lone[] = {(char *)(uintptr_t)own->strategy, NULL};
    if (strategy_is_game(o, own->strategy)) {
        o->arguments = lone;
        o->argument_count = 1;
        own->strategy = STRATEGY_STORED;
    }
    if (o->argument_count == 0) {
        fprintf(stderr, "%s: missing argument; expected GAME...\nTry `%s --help' for more information.\n", o->title,
                o->title);
        return EXIT_USAGE;
    }
    for (size_t i = 0; own->watch && i < o->argument_count; i++)
        if (strcmp(argument_at(o, i), "-") == 0) {
            fprintf(stderr, "%s: standard input cannot be watched\n", o->title);
            return EXIT_USAGE;
        }
    if (o->with.load.backend == LUD_BACKEND_AUTO) /* nothing is played */
        o->with.load.backend = LUD_BACKEND_INTERP;
    int code = own->watch ? watch(o, own) : check_all(o, own);
    return code;
}
