#include "cli/app.h"
#include "cli/load.h"
#include "session/output.h"

const command_spec spec_variants = {
    .arguments = "FILE",
    .doc = "List the games and variants of a file: of Zillions, or variants of chess."
           "\vFILE#NUMBER or --variant names one of them to any command; without, the usual one is meant "
           "(*).\n\nExamples:\n"
           "  ludens variants games/zrf/chess.zrf\n"
           "  ludens play games/zrf/chess.zrf#0",
    .groups = OPTIONS_LANG | OPTIONS_LIMITS | OPTIONS_JSON,
    .min_arguments = 1,
    .max_arguments = 1,
};

static void show(const json_t *d)
{
    size_t i;
    json_t *variant;
    json_array_foreach (json_object_get(d, "variants"), i, variant)
        printf("%4" JSON_INTEGER_FORMAT "%c  %-8s %s\n", json_integer_value(json_object_get(variant, "number")),
               json_is_true(json_object_get(variant, "usual")) ? '*' : ' ',
               json_string_value(json_object_get(variant, "kind")),
               json_string_value(json_object_get(variant, "title")));
}

int cmd_variants(options *o, void *own)
{
    int code;
    const char *path = argument_at(o, 0);
    char *text = make_text(o, path, lud_describe, NULL, &code);
    json_t *d = text ? json_loads(text, 0, NULL) : NULL;
    (void)own;
    if (d && !json_object_get(d, "variants")) {
        fprintf(stderr, "%s: files of this language hold one game\n", path);
        code = EXIT_WRONG;
    } else if (d && o->json)
        json_print(json_incref(d), stdout);
    else if (d)
        show(d);
    json_decref(d);
    lud_free(text);
    return code;
}
