/* Answer-set games: the readers of JSON, sections and programs, the rewriter, the evaluator, a few
 * random steps. libclingo is left out (it has its own fuzzers, and is slow to start). */
#include "fuzz.h"

static void play(lud_game *game, uint8_t seed)
{
    lud_context *ctx = lud_context_new(game);
    void *state = calloc(1, lud_state_size(game) + 1);
    lud_rng rng;
    const char *text;
    lud_rng_seed(&rng, seed, 0);
    if (ctx && state && lud_start(ctx, state) == LUD_OK) {
        for (int i = 0; i < 4 && !lud_terminal(game, state); i++) {
            lud_move joint[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
            uint32_t drawn[64], chosen[64];
            for (uint32_t role = 0; role < 2; role++) {
                uint32_t *words = role ? chosen : drawn;
                if (!(lud_movers(game, state) >> role & 1))
                    continue;
                if (lud_draw_move(ctx, state, role, &rng, &joint[role]) != LUD_OK || joint[role].count > 64)
                    break;
                if (joint[role].count)
                    memcpy(words, joint[role].words, joint[role].count * sizeof *words);
                joint[role].words = words;
            }
            if (lud_apply(ctx, state, joint) != LUD_OK)
                lud_fault_text(ctx, false);
        }
        for (lud_facts f = LUD_FACTS_STATE; f <= LUD_FACTS_GOAL; f++)
            lud_facts_text(ctx, state, f, &text);
        lud_strategy *s = lud_strategy_new(game, NULL, 0, NULL, NULL);
        lud_play p;
        if (s)
            lud_strategy_play(s, state, "memory(a)", NULL, 0, &rng, &p);
        lud_strategy_free(s);
    }
    free(state);
    lud_context_free(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    lud_options o = fuzz_options("asp");
    o.limits.max_atoms = 3000;
    o.engine = "own"; /* what needs libclingo is refused, after all checks */
    lud_game *game = fuzz_load(data, size, &o);
    fuzz_format(data, size, &o);
    if (game && size > 0)
        play(game, data[size - 1]);
    lud_game_free(game);
    return 0;
}
