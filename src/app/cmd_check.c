#include "app/app.h"
#include "app/interrupt.h"
#include "app/load.h"
#include "app/output.h"
#include "app/playcheck.h"

#include <string.h>

enum { KEY_PLAY = KEY_OWN, KEY_STRATEGY };

typedef struct check_options {
    uint64_t playouts;
    bool strategy;
} check_options;

static const struct argp_option own_options[] = {
    {"play", KEY_PLAY, "N", 0,
     "Also play N random games: do they end, can everybody move, what are the scores", 1},
    {"strategy", KEY_STRATEGY, 0, 0,
     "Answer sets: is the strategy stratified and simple, with a single outcome?", 1},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state, void *own)
{
    if (key == KEY_STRATEGY) {
        ((check_options *)own)->strategy = true;
        return 0;
    }
    if (key != KEY_PLAY)
        return ARGP_ERR_UNKNOWN;
    ((check_options *)own)->playouts = options_number(arg, "--play", UINT32_MAX, state);
    return 0;
}

static const command_spec spec = {
    .arguments = "GAME...",
    .doc =
        "Checks rules files and reports everything that is wrong with them."
        "\vDiagnostics go to standard error, one line a file to standard output. With --json "
        "the diagnostics are a list on standard output. Rules in GDL are read strictly: what other "
        "commands let pass with one warning is reported here.\n\nExamples:\n"
        "  ludens check games/hrg/chess.hrg\n"
        "  ludens check --json draft.rg\n"
        "  ludens check --play 1000 games/gdl/tic-tac-toe.kif\n"
        "  cat draft.rg | ludens check --lang rg -",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    .option = parse,
};

static json_t *to_json(lud_diagnostic d)
{
    static const char *const severities[] = {"note", "warning", "error"};
    return json_pack("{so si si si si ss so so so so}", "file", json_text(d.file), "line", d.line,
                     "column", d.column, "end_line", d.end_line, "end_column", d.end_column,
                     "severity", severities[d.severity], "code", json_text(d.code), "check",
                     json_text(d.check), "message", json_text(d.message), "hint",
                     json_text(d.hint));
}

static void collect(json_t *list, const lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++) {
        lud_diagnostic d = lud_diags_get(diags, i);
        json_t *notes = json_array();
        for (uint32_t n = 0; n < d.note_count; n++)
            json_array_append_new(notes, to_json(lud_diags_note(diags, i, n)));
        json_t *entry = to_json(d);
        json_object_set_new(entry, "notes", notes);
        json_array_append_new(list, entry);
    }
}

static void print_verdict(const char *path, const lud_diags *diags, const play_report *r)
{
    uint32_t errors = lud_diags_errors(diags) + r->errors,
             warnings = lud_diags_warnings(diags) + r->warnings;
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

static void print_findings(const play_report *r)
{
    size_t i;
    json_t *f;
    json_array_foreach (r->findings, i, f) {
        const char *hint = json_string_value(json_object_get(f, "hint"));
        fprintf(stderr, "%s: %s[%s]: %s\n", json_string_value(json_object_get(f, "file")),
                json_string_value(json_object_get(f, "severity")),
                json_string_value(json_object_get(f, "code")),
                json_string_value(json_object_get(f, "message")));
        if (hint)
            fprintf(stderr, "      = hint: %s\n", hint);
    }
}

/* A sheet that a strict reading refuses may be playable all the same. */
static lud_game *load_loosely(const options *o, const char *path)
{
    options loose = *o;
    loose.load.strict = false;
    int code;
    lud_diags *ignored = lud_diags_new();
    lud_game *game =
        ignored && strcmp(path, "-") != 0 ? load_quietly(&loose, path, ignored, &code) : NULL;
    lud_diags_free(ignored);
    return game;
}

/* The test of strategies that the original has, switched off: no choice, no disjunction, no negation in a
 * circle. */
static void check_strategy(const lud_game *game, const char *path, play_report *r, lud_diags *diags)
{
    uint32_t line, column;
    const char *why;
    char message[300];
    lud_strategy *s = lud_has_strategy(game) ? lud_strategy_new(game, NULL, 0, NULL, diags) : NULL;
    if (s && !lud_strategy_simple(s, &line, &column, &why)) {
        snprintf(message, sizeof message, "the strategy is not stratified and simple: %s (player_move_program, line %u, column %u)",
                 why ? why : "it needs a solver", line, column);
        json_array_append_new(r->findings,
                              json_pack("{so si si si si ss ss so so ss so}", "file", json_text(path), "line", line, "column",
                                        column, "end_line", line, "end_column", column + 1, "severity", "warning", "code",
                                        "W0813", "check", json_null(), "message", json_text(message), "hint",
                                        "such a strategy has one outcome at most: rules without choices `{..}`, without "
                                        "`;` in heads, and without `not` in a circle",
                                        "notes", json_array()));
        r->warnings++;
    }
    lud_strategy_free(s);
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
        report = play_check(o, game, path, own->playouts);
        code = exit_worst(code, report.code);
    }
    if (game && own->strategy)
        check_strategy(game, path, &report, diags);
    if (list) {
        collect(list, diags);
        json_array_extend(list, report.findings);
    } else {
        print_diags(o, diags);
        print_findings(&report);
        print_verdict(path, diags, &report);
    }
    play_report_done(&report);
    lud_game_free(game);
    lud_diags_free(diags);
    return code;
}

int cmd_check(int argc, char **argv)
{
    options o;
    check_options own = {0};
    options_parse(&o, &spec, argc, argv, &own);
    o.load.strict = true;
    if (o.load.backend == LUD_BACKEND_AUTO) /* nothing is played */
        o.load.backend = LUD_BACKEND_INTERP;
    json_t *list = o.json ? json_array() : NULL;
    int code = EXIT_FINE;
    for (size_t i = 0; i < o.argument_count && !interrupt_seen(); i++)
        code = exit_worst(code, check(&o, &own, o.arguments[i], list));
    if (list)
        json_print(list, stdout);
    options_done(&o);
    return code;
}
