#include "limits/connect4.h"

/* A column takes 7 bits of which 6 are squares, bottom up; the seventh stays empty so that
 * lines do not wrap from one column to the next. */
enum { COLUMNS = 7, ROWS = 6, COLUMN_BITS = ROWS + 1 };

/* xoshiro256**, the library's generator: inlined here since a call would be a tenth of the
 * time of a move. */
static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static inline uint32_t below(uint64_t s[4], uint32_t bound)
{
    uint64_t result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return (uint32_t)((result >> 32) * bound >> 32); /* the bias of 2^-30 does not matter here */
}

static inline uint64_t has_four(uint64_t stones)
{
    uint64_t vertical = stones & (stones >> 1);
    uint64_t falling = stones & (stones >> (COLUMN_BITS - 1));
    uint64_t level = stones & (stones >> COLUMN_BITS);
    uint64_t rising = stones & (stones >> (COLUMN_BITS + 1));
    return (vertical & (vertical >> 2)) | (falling & (falling >> 2 * (COLUMN_BITS - 1))) |
           (level & (level >> 2 * COLUMN_BITS)) | (rising & (rising >> 2 * (COLUMN_BITS + 1)));
}

uint32_t connect4_playout(lud_rng *rng, uint32_t *winner)
{
    const uint64_t bottom = UINT64_C(0x0040810204081) & ((UINT64_C(1) << 49) - 1);
    const uint64_t squares = bottom * ((1u << ROWS) - 1);
    uint64_t s[4] = {rng->state[0], rng->state[1], rng->state[2], rng->state[3]};
    uint64_t all = 0, mine = 0; /* mine: stones of the player to move */
    uint32_t plies = 0;
    *winner = 0;
    for (;;) {
        /* The lowest empty square of each column that is not full: a carry finds it. */
        uint64_t open = (all + bottom) & squares;
        if (!open)
            break;
        uint64_t moves[COLUMNS];
        uint32_t count = 0;
        for (; open; open &= open - 1)
            moves[count++] = open & -open;
        uint64_t move = moves[below(s, count)];
        plies++;
        mine |= move;
        all |= move;
        if (has_four(mine)) {
            *winner = plies % 2 ? 1 : 2;
            break;
        }
        mine ^= all;
    }
    for (int i = 0; i < 4; i++)
        rng->state[i] = s[i];
    return plies;
}
