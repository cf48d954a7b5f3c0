/* The readers of Toss: of games, which are laid out and played, and of structures, of which what follows the first line
 * that begins with `?` is asked, with the reasons. */
#include "fuzz.h"
#include "ludens_structures.h"

static void ask(lud_structure *s, const char *formula)
{
    lud_diags *diags = lud_diags_new();
    lud_answer *a = lud_structure_ask(s, formula, diags);
    if (!a && lud_diags_errors(diags) == 0)
        abort();
    if (a && !lud_answer_is_term(a) && lud_answer_count(a) > 0)
        lud_free(lud_structure_why(s, formula, lud_answer_tuple(a, 0), lud_answer_variables(a), diags));
    else if (a && !lud_answer_is_term(a) && lud_answer_variables(a) == 0)
        lud_free(lud_structure_why(s, formula, NULL, 0, diags));
    lud_answer_free(a);
    lud_diags_free(diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lud_options o = fuzz_options("toss");
    lud_game *game = fuzz_load(data, size, &o);
    lud_info info = {0};
    if (game)
        lud_game_info(game, &info);
    if (game && !info.simultaneous)
        fuzz_plays(game, size);
    else if (game)
        fuzz_playout(game, size);
    lud_game_free(game);
    fuzz_format(data, size, &o);
    char *text = calloc(1, size + 1), *question;
    memcpy(text, data, size);
    question = strstr(text, "\n?");
    size_t length = question ? (size_t)(question - text) : size;
    lud_diags *diags = lud_diags_new();
    lud_structure *s = lud_structure_new(text, length, "fuzz", &o, diags);
    if (!s && lud_diags_errors(diags) == 0)
        abort();
    if (s)
        ask(s, question ? question + 2 : "ex x, y (R(x, y) and not P(x))");
    lud_structure_free(s);
    lud_diags_free(diags);
    free(text);
    return 0;
}
