#include "cli/app.h"
#include "cli/load.h"

#include <stdlib.h>
#include <string.h>

const command_spec spec_expand = {
    .arguments = "GAME...",
    .doc = "Show a game of the class grammar after its macros are expanded: options, defines and ranges."
           "\vMetadata are left out. Each game is laid out with one blank a level.\n\nExamples:\n"
           "  ludens expand games/lud/tic-tac-toe.lud\n"
           "  ludens expand --option \"Board Size/9x9\" hex.lud\n"
           "  ludens expand --defines my-defines draughts.lud",
    .groups = OPTIONS_LANG | OPTIONS_LIMITS | OPTIONS_LUDEMES,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
};

static int expand(const options *o, const char *path)
{
    int code;
    size_t length = 0;
    char *content = load_file(path, &length, &code);
    if (!content)
        return code;
    lud_diags *diags = lud_diags_new();
    const char *name = strcmp(path, "-") == 0 ? "<stdin>" : path;
    char *result = diags ? lud_expand(content, length, name, &o->with.load, diags) : NULL;
    if (diags)
        print_diags(o, diags);
    if (result)
        fputs(result, stdout);
    code = result ? EXIT_FINE : diags ? diags_exit(diags) : EXIT_ENVIRONMENT;
    lud_diags_free(diags);
    lud_free(result);
    free(content);
    return code;
}

int cmd_expand(int argc, char **argv)
{
    options o;
    options_parse(&o, &spec_expand, argc, argv, NULL);
    int code = EXIT_FINE;
    for (size_t i = 0; i < o.argument_count; i++) {
        if (strcmp(o.arguments[i], "-") == 0 && !o.with.load.language) {
            fprintf(stderr, "%s: reading standard input needs --lang\n", argv[0]);
            return EXIT_USAGE;
        }
        code = exit_worst(code, expand(&o, o.arguments[i]));
    }
    options_done(&o);
    return code;
}
