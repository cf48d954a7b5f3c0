/* Connect four in a batch of the library, step by step: the legal moves of all lanes, who decides, a step, what ended,
 * what it was worth, and a new beginning. batch.py does the same in Python; both draw the moves.
 *     cc -O2 bench/batch/batch.c -Iinclude build/release/archive/libludens.a -ljansson -lm -o /tmp/batch
 *     /tmp/batch games/hrg/connect-four.hrg 512 20000
 *     PYTHONPATH=build/release/python python3 bench/batch/batch.py games/hrg/connect-four.hrg 512 20000 */
#include "ludens.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROLES = 2 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
    lud_options options;
    lud_options_init(&options);
    options.network = LUD_NETWORK_ALWAYS;
    lud_game *game = argc == 4 ? lud_load_file(argv[1], &options, NULL) : NULL;
    const uint32_t lanes = game ? (uint32_t)atoi(argv[2]) : 0;
    const int steps = game ? atoi(argv[3]) : 0;
    lud_batch *batch = game ? lud_batch_new(game, lanes, 1) : NULL;
    if (!batch || !lud_batch_network(batch)) {
        fputs("usage: batch GAME LANES STEPS, a game of two roles that is made into a network\n", stderr);
        return 1;
    }
    uint32_t words[ROLES + 1];
    uint64_t *masks[ROLES + 1], over = 0;
    signed char *movers = calloc(lanes, 1);
    double rewards[ROLES], sum = 0;
    for (uint32_t r = 1; r <= ROLES; r++) {
        words[r] = (lud_batch_actions(batch, r) + 63) / 64;
        masks[r] = calloc((size_t)lanes * words[r], sizeof(uint64_t));
    }
    const double start = now();
    for (int i = 0; i < steps; i++) {
        for (uint32_t r = 1; r <= ROLES; r++)
            lud_batch_masks(batch, r, masks[r]);
        for (uint32_t l = 0; l < lanes; l++)
            movers[l] = masks[1][(size_t)l * words[1]] ? 1 : 2;
        lud_batch_step(batch);
        const uint64_t *ended = lud_batch_ended(batch);
        bool any = false;
        for (uint32_t l = 0; l < lanes; l++)
            if (ended[l / 64] >> l % 64 & 1) {
                lud_batch_scores(batch, l, rewards);
                sum += rewards[0];
                over++;
                any = true;
            }
        if (any)
            lud_batch_reset(batch, ended, NULL);
    }
    const double seconds = now() - start;
    printf("%.0f steps of a lane a second, %llu games, mean %.1f\n", steps * (double)lanes / seconds,
           (unsigned long long)over, over ? sum / (double)over : 0);
    for (uint32_t r = 1; r <= ROLES; r++)
        free(masks[r]);
    free(movers);
    lud_batch_free(batch);
    lud_game_free(game);
    return 0;
}
