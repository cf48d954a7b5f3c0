#include "cli/app.h"
#include "cli/coverage.h"
#include "cli/load.h"

#include <stdlib.h>
#include <string.h>

typedef struct grammar_options {
    bool html, coverage;
    const char *library, *compare, *ludemes;
} grammar_options;

static const option_row own_options[] = {
    OPTION_OF(grammar_options, "library", 0, "NAME", 1, option_text, library, 0, 0,
              "The dialect: ludii (default), ludii-1.3, paper, prototype or ludi"),
    OPTION_OF(grammar_options, "html", 0, NULL, 1, option_flag, html, 0, 0,
              "Write a page with links, help and examples"),
    OPTION_OF(grammar_options, "ludemes", 0, "FILES", 1, option_text, ludemes, 0, 0,
              "With the ludemes of these plug-ins, separated by colons; their code is run"),
    OPTION_OF(grammar_options, "compare", 0, "FILE", 1, option_text, compare, 0, 0,
              "Say what differs from the grammar in FILE, rule by rule"),
    OPTION_OF(grammar_options, "coverage", 0, NULL, 1, option_flag, coverage, 0, 0,
              "Load a small game for each constructor and each of its arguments: is it played, refused or ignored?"),
    {0}};

const command_spec spec_grammar = {
    .arguments = "[SYMBOL]",
    .doc =
        "Derive the grammar of a library of ludemes from its tables: all rules, or those of one symbol with help and "
        "examples."
        "\vWith --compare the exit status is 1 when something differs, with --coverage when an argument is ignored."
        "\n\nExamples:\n"
        "  ludens grammar\n"
        "  ludens grammar hop\n"
        "  ludens grammar --library paper\n"
        "  ludens grammar --html > ludemes.html\n"
        "  ludens grammar --coverage --library ludii-1.3 Is.Line\n"
        "  ludens grammar --json moves",
    .groups = OPTIONS_JSON,
    .min_arguments = 0,
    .max_arguments = 1,
    .options = own_options,
    OWN(grammar_options, 0),
};

static int derive(const options *o, const grammar_options *own, const char *compare, size_t length)
{
    lud_grammar_request request = {.library = own->library,
                                   .ludemes = own->ludemes,
                                   .symbol = o->argument_count ? argument_at(o, 0) : NULL,
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

int cmd_grammar(options *o, void *user)
{
    grammar_options *own = user;
    int code = EXIT_FINE;
    if (own->coverage && (own->html || own->compare)) {
        fprintf(stderr, "ludens grammar: --coverage goes with neither --html nor --compare\n");
        return EXIT_USAGE;
    }
    if (own->coverage)
        return print_coverage(o, own->library, own->ludemes);
    size_t length = 0;
    char *compare = own->compare ? load_file(own->compare, &length, &code) : NULL;
    if (!own->compare || compare)
        code = derive(o, own, compare, length);
    free(compare);
    return code;
}
