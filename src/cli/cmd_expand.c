#include "cli/app.h"
#include "cli/load.h"

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

int cmd_expand(options *o, void *own)
{
    int code = EXIT_FINE, one;
    (void)own;
    for (size_t i = 0; i < o->argument_count; i++) {
        char *text = make_text(o, argument_at(o, i), lud_expand, NULL, &one);
        if (text)
            fputs(text, stdout);
        lud_free(text);
        code = exit_worst(code, one);
    }
    return code;
}
