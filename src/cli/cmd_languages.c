#include "cli/app.h"
#include "cli/options.h"
#include "session/output.h"

const command_spec spec_languages = {
    .arguments = "",
    .doc = "List the languages that rules files may be written in."
           "\vExamples:\n  ludens languages\n  ludens languages --json",
    .groups = OPTIONS_JSON,
    .max_arguments = 0,
};

int cmd_languages(options *o, void *user)
{
    (void)user;
    json_t *list = json_array();
    table t;
    table_init(&t, "llll");
    table_row(&t, "name", "files", "machine", "title", NULL);
    for (uint32_t i = 0; i < lud_language_count(); i++) {
        lud_language l = lud_language_at(i);
        table_row(&t, l.name, l.extensions, l.machine, l.title, NULL);
        json_array_append_new(list, json_pack("{ss ss ss ss}", "name", l.name, "title", l.title, "extensions",
                                              l.extensions, "machine", l.machine));
    }
    if (o->json)
        json_print(list, stdout);
    else
        table_print(&t, stdout), json_decref(list);
    table_done(&t);
    return EXIT_FINE;
}
