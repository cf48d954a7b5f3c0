#include "cli/app.h"
#include "cli/load.h"
#include "session/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct fmt_options {
    bool check, write;
} fmt_options;

static const option_row own_options[] = {
    OPTION_OF(fmt_options, "check", 'c', NULL, 1, option_flag, check, 0, 0,
              "Write nothing; exit with 1 when a file is not in the canonical form"),
    OPTION_OF(fmt_options, "write", 'w', NULL, 1, option_flag, write, 0, 0, "Change the files themselves"),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const fmt_options *f = own;
    if (f->check && f->write)
        argp_error(state, "--check and --write cannot be combined");
}

const command_spec spec_fmt = {
    .arguments = "FILE...",
    .doc = "Lay out rules files in the canonical form of their language. Comments are kept; a "
           "file in the canonical form does not change."
           "\vWithout --write the result goes to standard output.\n\nExamples:\n"
           "  ludens fmt draft.hrg\n"
           "  ludens fmt --write games/hrg/*.hrg\n"
           "  ludens fmt --check games/hrg/*.hrg",
    .groups = OPTIONS_LANG,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    .check = check,
};

static int deliver(const fmt_options *own, const char *path, bool same, const char *result)
{
    if (own->check) {
        if (!same)
            printf("%s: not in the canonical form\n", path);
        return same ? EXIT_FINE : EXIT_WRONG;
    }
    if (own->write && strcmp(path, "-") != 0)
        return same ? EXIT_FINE : store_text(path, result);
    fputs(result, stdout);
    return EXIT_FINE;
}

static int format_file(const options *o, const fmt_options *own, const char *path)
{
    int code;
    size_t length = 0;
    char *content = load_file(path, &length, &code);
    if (!content)
        return code;
    lud_diags *diags = lud_diags_new();
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    char *result = diags ? lud_format(content, length, name, &o->with.load, diags) : NULL;
    if (diags)
        print_diags(o, diags);
    bool same = result && strlen(result) == length && memcmp(result, content, length) == 0;
    code = result ? deliver(own, path, same, result) : EXIT_WRONG;
    lud_diags_free(diags);
    lud_free(result);
    free(content);
    return code;
}

int cmd_fmt(int argc, char **argv)
{
    options o;
    fmt_options own = {0};
    options_parse(&o, &spec_fmt, argc, argv, &own);
    int code = EXIT_FINE;
    for (size_t i = 0; i < o.argument_count; i++) {
        if (strcmp(o.arguments[i], "-") == 0 && !o.with.load.language) {
            fprintf(stderr, "%s: reading standard input needs --lang\n", argv[0]);
            return EXIT_USAGE;
        }
        code = exit_worst(code, format_file(&o, &own, o.arguments[i]));
    }
    options_done(&o);
    return code;
}
