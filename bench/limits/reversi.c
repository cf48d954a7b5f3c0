#include "limits/playout.h"

/* Bit 8 * row + column. A disc set's neighbours to the left and right must not wrap, so that the
 * discs that can be enclosed sideways and diagonally exclude the outer columns. */
#define INNER_COLUMNS UINT64_C(0x7e7e7e7e7e7e7e7e)
enum { CELLS = 64, LINES = 4, MAX_MOVES = 60 };

/* Empty cells that end runs of `inner` discs (the other side's) from a disc of `mine`, both ways
 * along a line, by doubling: runs have at most six discs. After G. Kogge and H. Stone (1973), as
 * usual in reversi programs. */
ALWAYS_INLINE uint64_t run_ends(uint64_t mine, uint64_t inner, int shift)
{
    uint64_t up = inner & (mine << shift), down = inner & (mine >> shift);
    up |= inner & (up << shift);
    down |= inner & (down >> shift);
    uint64_t up_pairs = inner & (inner << shift), down_pairs = up_pairs >> shift;
    up |= up_pairs & (up << 2 * shift);
    down |= down_pairs & (down >> 2 * shift);
    up |= up_pairs & (up << 2 * shift);
    down |= down_pairs & (down >> 2 * shift);
    return up << shift | down >> shift;
}

ALWAYS_INLINE uint64_t legal(uint64_t mine, uint64_t theirs)
{
    uint64_t inner = theirs & INNER_COLUMNS;
    return (run_ends(mine, inner, 1) | run_ends(mine, theirs, 8) | run_ends(mine, inner, 7) |
            run_ends(mine, inner, 9)) &
           ~(mine | theirs);
}

/* The cells of the four lines through a cell, on the side of the higher bits and on that of the
 * lower ones. */
#define STEP(c, r, dc, dr, n)                                                                                          \
    (((c) + (n) * (dc)) >= 0 && ((c) + (n) * (dc)) < 8 && ((r) + (n) * (dr)) >= 0 && ((r) + (n) * (dr)) < 8            \
         ? UINT64_C(1) << ((((r) + (n) * (dr)) * 8 + (c) + (n) * (dc)) & 63)                                           \
         : 0)
#define RAY(c, r, dc, dr)                                                                                              \
    (STEP(c, r, dc, dr, 1) | STEP(c, r, dc, dr, 2) | STEP(c, r, dc, dr, 3) | STEP(c, r, dc, dr, 4) |                   \
     STEP(c, r, dc, dr, 5) | STEP(c, r, dc, dr, 6) | STEP(c, r, dc, dr, 7))
#define RAYS(c, r)                                                                                                     \
    {                                                                                                                  \
        {RAY(c, r, 1, 0), RAY(c, r, 0, 1), RAY(c, r, 1, 1), RAY(c, r, -1, 1)},                                         \
        {                                                                                                              \
            RAY(c, r, -1, 0), RAY(c, r, 0, -1), RAY(c, r, -1, -1), RAY(c, r, 1, -1)                                    \
        }                                                                                                              \
    }
#define ROW(r) RAYS(0, r), RAYS(1, r), RAYS(2, r), RAYS(3, r), RAYS(4, r), RAYS(5, r), RAYS(6, r), RAYS(7, r)
static const struct {
    uint64_t up[LINES], down[LINES];
} rays[CELLS] = {ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7)};

/* Discs that turn over: on each ray all up to the first cell that is not theirs, if mine. */
ALWAYS_INLINE uint64_t flips(uint64_t mine, uint64_t theirs, uint32_t cell)
{
    uint64_t flipped = 0;
    for (int line = 0; line < LINES; line++) {
        uint64_t ray = rays[cell].up[line], stop = ray & ~theirs;
        uint64_t end = stop & -stop & mine;
        flipped |= (end - (end != 0)) & ray;
        ray = rays[cell].down[line], stop = ray & ~theirs;
        /* | 1: a ray may have no stop; bit 0 then stands for none or is the stop itself. */
        end = (UINT64_C(1) << (63 - __builtin_clzll(stop | 1))) & stop & mine;
        flipped |= (-end << 1) & ray;
    }
    return flipped;
}

ALWAYS_INLINE uint32_t choose(uint64_t moves, lud_rng *rng, bool list, bool bmi2)
{
    if (!list)
        return (uint32_t)__builtin_ctzll(nth_bit(moves, draw(rng, (uint32_t)__builtin_popcountll(moves)), bmi2));
    uint8_t cells[MAX_MOVES];
    return cells[draw(rng, (uint32_t)(list_bits(cells, moves, 0) - cells))];
}

/* A side without a move passes, which counts as a move; two passes are not made but end the
 * game. */
ALWAYS_INLINE uint32_t play(lud_rng *rng, uint32_t *winner, bool list, bool bmi2)
{
    uint64_t mine = UINT64_C(0x0000000810000000), theirs = UINT64_C(0x0000001008000000);
    uint64_t moves = legal(mine, theirs);
    uint32_t plies = 0, mover = 0;
    for (;;) {
        uint32_t cell = choose(moves, rng, list, bmi2);
        uint64_t turned = flips(mine, theirs, cell), before = mine | turned | UINT64_C(1) << cell;
        mine = theirs & ~turned;
        theirs = before;
        mover ^= 1;
        plies++;
        moves = legal(mine, theirs);
        if (__builtin_expect(moves != 0, 1))
            continue;
        moves = legal(theirs, mine);
        if (!moves)
            break;
        before = mine, mine = theirs, theirs = before;
        mover ^= 1;
        plies++;
    }
    int lead = __builtin_popcountll(mine) - __builtin_popcountll(theirs);
    *winner = lead == 0 ? 0 : lead > 0 ? 1 + mover : 2 - mover;
    return plies;
}

LIMIT_DEFINE(reversi, play)
