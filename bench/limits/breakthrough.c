#include "limits/playout.h"

/* Bit 8 * row + column; white (side 0) begins and walks up. */
#define FIRST_COLUMN UINT64_C(0x0101010101010101)
#define LAST_COLUMN  UINT64_C(0x8080808080808080)
enum { WAYS = 3, MAX_MOVES = 16 * WAYS }; /* straight, to the lower column, to the higher */

typedef struct move {
    uint64_t to;
    uint32_t way;
} move;

ALWAYS_INLINE uint32_t distance(int side, uint32_t way)
{
    /* As one shift: branches on the way of a random move would be mispredicted. */
    return ((side ? 0x070908u : 0x090708u) >> 8 * way) & 15;
}

/* Where the men of a side can go in each way. */
ALWAYS_INLINE void targets(uint64_t mine, uint64_t theirs, int side, uint64_t to[WAYS])
{
    uint64_t lower = mine & ~FIRST_COLUMN, higher = mine & ~LAST_COLUMN;
    to[0] = (side ? mine >> 8 : mine << 8) & ~(mine | theirs);
    to[1] = (side ? lower >> 9 : lower << 7) & ~mine;
    to[2] = (side ? higher >> 7 : higher << 9) & ~mine;
}

/* Counts the three sets, draws a number and finds which set it falls into, without branches. */
ALWAYS_INLINE move sample_move(const uint64_t to[WAYS], lud_rng *rng, bool bmi2)
{
    uint32_t first = (uint32_t)__builtin_popcountll(to[0]);
    uint32_t second = first + (uint32_t)__builtin_popcountll(to[1]);
    uint32_t k = draw(rng, second + (uint32_t)__builtin_popcountll(to[2]));
    uint32_t past_first = k >= first, past_second = k >= second;
    uint64_t set = past_first ? to[1] : to[0];
    set = past_second ? to[2] : set;
    k -= past_second ? second : past_first ? first : 0;
    return (move){nth_bit(set, k, bmi2), past_first + past_second};
}

ALWAYS_INLINE move list_move(const uint64_t to[WAYS], lud_rng *rng)
{
    uint8_t moves[MAX_MOVES], *end = moves; /* the target, and the way in the top two bits */
    for (uint32_t way = 0; way < WAYS; way++)
        end = list_bits(end, to[way], way << 6);
    uint8_t chosen = moves[draw(rng, (uint32_t)(end - moves))];
    return (move){UINT64_C(1) << (chosen & 63), chosen >> 6};
}

/* One turn; true when it wins. There is always a move: the foremost man has one. */
ALWAYS_INLINE bool turn(uint64_t men[2], int side, lud_rng *rng, bool list, bool bmi2)
{
    const uint64_t goal = side ? UINT64_C(0xff) : UINT64_C(0xff) << 56;
    uint64_t to[WAYS];
    targets(men[side], men[1 - side], side, to);
    move m = list ? list_move(to, rng) : sample_move(to, rng, bmi2);
    uint64_t from = side ? m.to << distance(side, m.way) : m.to >> distance(side, m.way);
    men[side] ^= from | m.to;
    men[1 - side] &= ~m.to;
    return (m.to & goal) || !men[1 - side];
}

ALWAYS_INLINE uint32_t play(lud_rng *rng, uint32_t *winner, bool list, bool bmi2)
{
    uint64_t men[2] = {UINT64_C(0xffff), UINT64_C(0xffff) << 48};
    for (uint32_t plies = 0;; plies += 2) {
        if (turn(men, 0, rng, list, bmi2)) {
            *winner = 1;
            return plies + 1;
        }
        if (turn(men, 1, rng, list, bmi2)) {
            *winner = 2;
            return plies + 2;
        }
    }
}

LIMIT_DEFINE(breakthrough, play)
