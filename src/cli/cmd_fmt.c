#include "cli/app.h"
#include "cli/load.h"

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
    OWN(fmt_options, 0),
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

int cmd_fmt(options *o, void *own)
{
    int code = EXIT_FINE, one;
    for (size_t i = 0; i < o->argument_count; i++) {
        char *content = NULL, *result = make_text(o, argument_at(o, i), lud_format, &content, &one);
        if (result)
            one = deliver(own, argument_at(o, i), strcmp(content, result) == 0, result);
        code = exit_worst(code, one);
        lud_free(result);
        free(content);
    }
    return code;
}
