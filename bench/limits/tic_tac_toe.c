#include "limits/playout.h"

/* Eight lines, a nibble each, that starts at 5 and counts one player's marks: bit 3 of a nibble
 * is set once three are there. `marks` of a cell has a 1 for each line through it. */
enum { CELLS = 9 };
#define LINES_START UINT32_C(0x55555555)
#define LINES_FULL  UINT32_C(0x88888888)
static const uint32_t marks[CELLS] = {
    0x01001001, 0x00010001, 0x10100001, /* nibbles: rows 0-2, columns 3-5, */
    0x00001010, 0x11010010, 0x00100010, /* falling 6, rising 7 */
    0x10001100, 0x00010100, 0x01100100,
};

typedef struct board {
    uint64_t cells; /* sample: the free cells, a nibble each; list: a bit each */
    uint64_t fraction;
    uint32_t lines[2], wins;
} board;

/* Takes nibble k out; the others move up. */
ALWAYS_INLINE uint32_t take_nibble(uint64_t *nibbles, uint32_t k)
{
    uint64_t below = (UINT64_C(1) << 4 * k) - 1, all = *nibbles;
    *nibbles = (all & below) | ((all >> 4) & ~below);
    return (uint32_t)(all >> 4 * k) & 15;
}

ALWAYS_INLINE uint32_t choose(board *b, uint32_t left, bool list)
{
    uint32_t k = draw_digit(&b->fraction, left);
    if (!list)
        return take_nibble(&b->cells, k);
    uint8_t moves[CELLS] = {0};
    list_bits(moves, b->cells, 0);
    b->cells &= ~(UINT64_C(1) << moves[k]);
    return moves[k];
}

/* Makes a move, and notes in a bit of the ply when it wins. */
ALWAYS_INLINE bool step(board *b, uint32_t ply, bool list)
{
    uint32_t lines = b->lines[ply % 2] += marks[choose(b, CELLS - ply, list)];
    b->wins |= (uint32_t)((lines & LINES_FULL) != 0) << ply;
    return list && b->wins;
}

/* One random word is enough for a whole game: 9! is less than 2^19. Sampling goes on to the full
 * board and looks for the first win then: the moves too many cost less than a jump out of the
 * game that is mispredicted in every one. Lists are not made for nothing. */
ALWAYS_INLINE uint32_t play(lud_rng *rng, uint32_t *winner, bool list, bool bmi2)
{
    (void)bmi2;
    board b = {list ? 0x1ff : UINT64_C(0x876543210), rng_next(rng), {LINES_START, LINES_START}, 0};
    (void)(step(&b, 0, list) || step(&b, 1, list) || step(&b, 2, list) || step(&b, 3, list) || step(&b, 4, list) ||
           step(&b, 5, list) || step(&b, 6, list) || step(&b, 7, list) || step(&b, 8, list));
    uint32_t last = (uint32_t)__builtin_ctz(b.wins | 1u << CELLS);
    *winner = last == CELLS ? 0 : 1 + last % 2;
    return last == CELLS ? CELLS : last + 1;
}

LIMIT_DEFINE(tic_tac_toe, play)
