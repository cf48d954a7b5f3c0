#include "app/app.h"
#include "app/load.h"
#include "app/output.h"

static const command_spec spec = {
    .arguments = "GAME...",
    .doc = "Checks rules files and reports everything that is wrong with them."
           "\vDiagnostics go to standard error, one line a file to standard output. With --json "
           "the diagnostics are a list on standard output.\n\nExamples:\n"
           "  ludens check games/hrg/chess.hrg\n"
           "  ludens check --json draft.rg\n"
           "  cat draft.rg | ludens check --lang rg -",
    .groups = OPTIONS_LOAD | OPTIONS_JSON,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
};

static json_t *to_json(lud_diagnostic d)
{
    static const char *const severities[] = {"note", "warning", "error"};
    return json_pack("{so si si si si ss so so so so}", "file", json_text(d.file), "line", d.line,
                     "column", d.column, "end_line", d.end_line, "end_column", d.end_column,
                     "severity", severities[d.severity], "code", json_text(d.code), "check",
                     json_text(d.check), "message", json_text(d.message), "hint", json_text(d.hint));
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

static void print_verdict(const char *path, const lud_diags *diags)
{
    uint32_t errors = lud_diags_errors(diags), warnings = lud_diags_warnings(diags);
    printf("%s: ", path);
    if (errors + warnings == 0)
        fputs("ok", stdout);
    if (errors)
        printf("%u error%s", errors, errors == 1 ? "" : "s");
    if (warnings)
        printf("%s%u warning%s", errors ? ", " : "ok, ", warnings, warnings == 1 ? "" : "s");
    putchar('\n');
}

static int check(const options *o, const char *path, json_t *list)
{
    lud_diags *diags = lud_diags_new();
    if (!diags)
        return EXIT_ENVIRONMENT;
    int code;
    lud_game *game = load_quietly(o, path, diags, &code);
    if (list) {
        collect(list, diags);
    } else {
        print_diags(o, diags);
        print_verdict(path, diags);
    }
    lud_game_free(game);
    lud_diags_free(diags);
    return code;
}

int cmd_check(int argc, char **argv)
{
    options o;
    options_parse(&o, &spec, argc, argv, NULL);
    o.load.strict = true;
    if (o.load.backend == LUD_BACKEND_AUTO) /* nothing is played */
        o.load.backend = LUD_BACKEND_INTERP;
    json_t *list = o.json ? json_array() : NULL;
    int code = EXIT_FINE;
    for (size_t i = 0; i < o.argument_count; i++)
        code = exit_worst(code, check(&o, o.arguments[i], list));
    if (list)
        json_print(list, stdout);
    options_done(&o);
    return code;
}
