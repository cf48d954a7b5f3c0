#include "cli/app.h"
#include "cli/load.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_HTML = KEY_OWN, KEY_LIBRARY, KEY_COMPARE, KEY_LUDEMES };

typedef struct grammar_options {
    bool html;
    const char *library, *compare, *ludemes;
} grammar_options;

static const struct argp_option own_options[] = {
    {"library", KEY_LIBRARY, "NAME", 0, "The dialect: ludii (default), paper, prototype or ludi", 1},
    {"html", KEY_HTML, 0, 0, "Write a page with links, help and examples", 1},
    {"ludemes", KEY_LUDEMES, "FILES", 0, "With the ludemes of these plug-ins, separated by colons; their code is run",
     1},
    {"compare", KEY_COMPARE, "FILE", 0, "Say what differs from the grammar in FILE, rule by rule", 1},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state, void *own)
{
    grammar_options *g = own;
    (void)state;
    switch (key) {
    case KEY_LIBRARY: g->library = arg; return 0;
    case KEY_HTML: g->html = true; return 0;
    case KEY_LUDEMES: g->ludemes = arg; return 0;
    case KEY_COMPARE: g->compare = arg; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

const command_spec spec_grammar = {
    .arguments = "[SYMBOL]",
    .doc =
        "Derive the grammar of a library of ludemes from its tables: all rules, or those of one symbol with help and "
        "examples."
        "\vWith --compare the exit status is 1 when something differs.\n\nExamples:\n"
        "  ludens grammar\n"
        "  ludens grammar hop\n"
        "  ludens grammar --library paper\n"
        "  ludens grammar --html > ludemes.html\n"
        "  ludens grammar --json moves",
    .groups = OPTIONS_JSON,
    .min_arguments = 0,
    .max_arguments = 1,
    .options = own_options,
    .option = parse,
};

static int derive(const options *o, const grammar_options *own, const char *compare, size_t length)
{
    lud_grammar_request request = {.library = own->library,
                                   .ludemes = own->ludemes,
                                   .symbol = o->argument_count ? o->arguments[0] : NULL,
                                   .form = o->json     ? "json"
                                           : own->html ? "html"
                                                       : "text",
                                   .compare = compare,
                                   .compare_length = length,
                                   .compare_name = own->compare};
    uint32_t differences = 0;
    lud_diags *diags = lud_diags_new();
    char *text = diags ? lud_grammar(&request, &differences, diags) : NULL;
    if (diags)
        print_diags(o, diags);
    if (text)
        fputs(text, stdout);
    int code = !text ? diags ? diags_exit(diags) : EXIT_ENVIRONMENT : differences ? EXIT_WRONG : EXIT_FINE;
    lud_free(text);
    lud_diags_free(diags);
    return code;
}

int cmd_grammar(int argc, char **argv)
{
    options o;
    grammar_options own = {0};
    options_parse(&o, &spec_grammar, argc, argv, &own);
    int code = EXIT_FINE;
    size_t length = 0;
    char *compare = own.compare ? load_file(own.compare, &length, &code) : NULL;
    if (!own.compare || compare)
        code = derive(&o, &own, compare, length);
    free(compare);
    options_done(&o);
    return code;
}
