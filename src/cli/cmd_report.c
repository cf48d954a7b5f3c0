#include "cli/app.h"
#include "cli/load.h"
#include "evolve/report.h"
#include "session/output.h"

#include <string.h>

typedef struct report_options {
    const char *html, *page;
    uint32_t games;
} report_options;

static const option_row own_options[] = {
    OPTION_OF(report_options, "html", 0, "FILE", 1, option_text, html, 0, 0,
              "Where to write the page (default: the name of the run with .html; - for standard output)"),
    OPTION_OF(report_options, "games", 'n', "N", 1, option_u32, games, 1, 100000,
              "The best games that are shown (default 30)"),
    OPTION_OF(report_options, "page", 0, "ADDRESS", 1, option_text, page, 0, 0,
              "Page that the links to play lead to (default: http://127.0.0.1:8137/, of `ludens serve`)"),
    {0}};

const command_spec spec_report = {
    .arguments = "RUN",
    .doc =
        "Write what a run of `ludens evolve` found as one page of HTML: boards, curves, criteria, pedigrees, and links "
        "that open each game to be played.\vThe links lead to a page of `ludens serve --no-token`.\n\nExamples:\n"
        "  ludens report run.db\n"
        "  ludens report run.db --html best.html -n 10",
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(report_options, .games = 30, .page = "http://127.0.0.1:8137/"),
};

int cmd_report(options *o, void *own)
{
    const report_options *r = own;
    buffer html = {0}, path = {0};
    const char *run = argument_at(o, 0), *mark = strrchr(base_name(run), '.');
    int code;
    records *rows = records_open(run, false, &code);
    if (!rows)
        return code;
    buffer_addf(&path, "%.*s.html", (int)(mark ? (size_t)(mark - run) : strlen(run)), run);
    const char *file = r->html ? r->html : path.text;
    code = report_page(rows, base_name(run), r->page, r->games, &html) ? store_text(file, html.text) : EXIT_WRONG;
    if (code == EXIT_FINE && strcmp(file, "-") != 0)
        fprintf(stderr, "wrote %s\n", file);
    records_close(rows);
    buffer_done(&html);
    buffer_done(&path);
    return code;
}
