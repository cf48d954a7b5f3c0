/* The class grammar: reader, expansion, matcher and formatter; the first byte chooses the dialect. */
#include "fuzz.h"

/* What is laid out expands to the same. */
static void compare_expansions(const char *text, size_t size, const char *name, const lud_options *o)
{
    char *formatted = lud_format(text, size, name, o, NULL);
    char *one = lud_expand(text, size, name, o, NULL);
    char *two = formatted ? lud_expand(formatted, strlen(formatted), name, o, NULL) : NULL;
    if (formatted && (!one != !two || (one && strcmp(one, two) != 0)))
        abort();
    lud_free(one);
    lud_free(two);
    lud_free(formatted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lud_options o = fuzz_options("ludii");
    const char *name = size && data[0] == ';' ? "fuzz.ludi" : "fuzz.lud";
    const char *text = (const char *)data;
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text(text, size, name, &o, diags);
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        lud_diags_render(diags, i, i % 2);
    if (!game && lud_diags_errors(diags) == 0)
        abort(); /* refused without a word */
    lud_diags_free(diags);
    lud_game_free(game);
    lud_free(lud_describe(text, size, name, &o, NULL));
    fuzz_format(data, size, &o);
    compare_expansions(text, size, name, &o);
    return 0;
}
