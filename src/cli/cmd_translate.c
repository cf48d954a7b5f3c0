#include "cli/app.h"
#include "cli/load.h"

#include <stdlib.h>
#include <string.h>

typedef struct translate_options {
    const char *to, *output, *after;
} translate_options;

static const option_row own_options[] = {
    OPTION_OF(translate_options, "to", 't', "FORM", 1, option_text, to, 0, 0,
              "rg, automaton, network, dot (Graphviz) or c; of GDL kif or infix; of answer sets json or lp"),
    OPTION_OF(translate_options, "output", 'o', "FILE", 1, option_text, output, 0, 0,
              "Write to FILE instead of standard output"),
    OPTION_OF(translate_options, "after", 0, "PASS", 1, option_text, after, 0, 0,
              "Stop after this pass ('ludens info' lists them)"),
    {0}};

static void check_form(const char *form, struct argp_state *state)
{
    char *forms = options_forms();
    bool found = false;
    for (const char *p = forms; *p && !found; p += strcspn(p, " "), p += strspn(p, " "))
        found = *form && strcspn(p, " ") == strlen(form) && strncmp(p, form, strlen(form)) == 0;
    if (!found && *form)
        argp_error(state, "--to takes one of %s, not '%s'", forms, form);
    else if (!found)
        argp_error(state, "--to is missing; it takes one of %s", forms);
    free(forms);
}

static void check(void *own, struct argp_state *state)
{
    const translate_options *t = own;
    check_form(t->to ? t->to : "", state);
    if (t->after)
        options_check_pass(t->after, state);
}

const command_spec spec_translate = {
    .arguments = "GAME",
    .doc = "Write a game in another form: RG, the automaton's own text, a graph, or C; rules in GDL "
           "in prefix (kif) or infix form; answer-set games as the original's JSON or as text with sections."
           "\vThe automaton is written as it is after all passes; --passes none shows it as the "
           "front end made it.\n\nExamples:\n"
           "  ludens translate --to rg games/hrg/chess.hrg -o chess.rg\n"
           "  ludens translate --to rg --passes none games/hrg/hex.hrg\n"
           "  ludens translate --to network games/gdl/tic-tac-toe.kif -o tic-tac-toe.net\n"
           "  ludens translate --to json games/asp/3-coins.lp -o coins.json\n"
           "  ludens translate --to infix games/gdl/tic-tac-toe.kif\n"
           "  ludens translate --to dot --after compact_skips games/hrg/tic-tac-toe.hrg | dot -Tsvg",
    .groups = OPTIONS_GAME,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    .check = check,
    OWN(translate_options, 0),
};

static int translate(const options *o, const translate_options *own, const lud_game *game)
{
    lud_diags *diags = lud_diags_new();
    if (!diags)
        return report_fault(o, NULL, LUD_ERR_MEMORY);
    char *content = lud_translate(game, own->to, diags);
    print_diags(o, diags);
    int code = content ? store_text(own->output ? own->output : "-", content) : diags_exit(diags);
    lud_diags_free(diags);
    lud_free(content);
    return code;
}

/* The rules may say what positions mean that come again. */
static bool may_repeat(const options *o)
{
    const char *language = o->with.load.language, *dot = strrchr(argument_at(o, 0), '.');
    if (language)
        return strcmp(language, "zrf") == 0 || strcmp(language, "fairy") == 0;
    return dot && (strncmp(dot, ".zrf", 4) == 0 || strncmp(dot, ".ini", 4) == 0);
}

int cmd_translate(options *o, void *user)
{
    translate_options *own = user;
    o->with.load.after = own->after;
    if (strcmp(own->to, "c") != 0) /* nothing is played: what is not shown need not be made */
        o->with.load.backend = LUD_BACKEND_INTERP;
    else if (o->with.load.backend == LUD_BACKEND_INTERP)
        o->with.load.backend = LUD_BACKEND_AUTO; /* its text, without compiling it */
    if (strcmp(own->to, "rg") == 0 && o->with.load.repetition == LUD_REPETITION_RULES && may_repeat(o))
        o->with.load.repetition = LUD_REPETITION_IGNORE; /* RG cannot keep positions; there is a warning */
    int code;
    lud_game *game = load_game(o, argument_at(o, 0), &code);
    if (game)
        code = translate(o, own, game);
    lud_game_free(game);
    return code;
}
