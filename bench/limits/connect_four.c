#include "limits/playout.h"

/* A column takes 7 bits of which 6 are squares, bottom up; the seventh stays empty so that
 * lines do not wrap from one column to the next. */
enum { COLUMNS = 7, ROWS = 6, COLUMN_BITS = ROWS + 1 };

ALWAYS_INLINE uint64_t has_four(uint64_t stones)
{
    uint64_t vertical = stones & (stones >> 1);
    uint64_t falling = stones & (stones >> (COLUMN_BITS - 1));
    uint64_t level = stones & (stones >> COLUMN_BITS);
    uint64_t rising = stones & (stones >> (COLUMN_BITS + 1));
    return (vertical & (vertical >> 2)) | (falling & (falling >> 2 * (COLUMN_BITS - 1))) |
           (level & (level >> 2 * COLUMN_BITS)) | (rising & (rising >> 2 * (COLUMN_BITS + 1)));
}

/* A column is drawn until one is not full: most games end before any is. A full column carries
 * out of its squares. */
ALWAYS_INLINE uint64_t sample_move(uint64_t all, lud_rng *rng)
{
    for (;;) {
        uint32_t shift = COLUMN_BITS * draw(rng, COLUMNS);
        uint64_t move = (all + (UINT64_C(1) << shift)) & (((UINT64_C(1) << ROWS) - 1) << shift);
        if (__builtin_expect(move != 0, 1))
            return move;
    }
}

/* `open`: the lowest empty square of each column that is not full. */
ALWAYS_INLINE uint64_t list_move(uint64_t open, lud_rng *rng)
{
    uint64_t moves[COLUMNS];
    uint32_t count = 0;
    for (; open; open &= open - 1)
        moves[count++] = open & -open;
    return moves[draw(rng, count)];
}

ALWAYS_INLINE uint32_t play(lud_rng *rng, uint32_t *winner, bool list, bool bmi2)
{
    (void)bmi2;
    const uint64_t bottom = UINT64_C(0x0040810204081);
    const uint64_t squares = bottom * ((1u << ROWS) - 1);
    uint64_t all = 0, mine = 0; /* mine: stones of the player to move */
    *winner = 0;
    for (uint32_t plies = 0;;) {
        uint64_t open = (all + bottom) & squares; /* a carry finds them */
        if (!open)
            return plies;
        uint64_t move = list ? list_move(open, rng) : sample_move(all, rng);
        plies++;
        mine |= move;
        all |= move;
        if (has_four(mine)) {
            *winner = plies % 2 ? 1 : 2;
            return plies;
        }
        mine ^= all;
    }
}

/* The list form is the unit of all speeds, so that it is the same code on every processor. */
LIMIT_FORM(connect_four_list, play, true, false)
LIMIT_FORM(connect_four_sample, play, false, false)

limit connect_four_limit(void) { return (limit){connect_four_list, connect_four_sample}; }
