#include "limits/playout.h"

#include <string.h>

/* Point 15 * row + column. A player's stones are kept line by line, in rows, columns and both
 * diagonals, a 16-bit word each, so that the four lines through a point fit one word and are
 * tested for five at once. */
enum { SIZE = 15, POINTS = SIZE * SIZE, DIAGONALS = 2 * SIZE - 1 };
enum { COLUMNS_AT = SIZE, RISING_AT = 2 * SIZE, FALLING_AT = RISING_AT + DIAGONALS };
enum { LINES = FALLING_AT + DIAGONALS, WORDS = 4 };

typedef struct point {
    uint8_t row, column, rising, falling; /* lines */
    uint16_t in_row, in_column;           /* bits; diagonals have the row's */
} point;

#define POINT(c, r)                                                                                                    \
    {                                                                                                                  \
        r, COLUMNS_AT + (c), RISING_AT + SIZE - 1 + (r) - (c), FALLING_AT + (r) + (c), 1 << (c), 1 << (r)              \
    }
#define EACH(f, r)                                                                                                     \
    f(0, r), f(1, r), f(2, r), f(3, r), f(4, r), f(5, r), f(6, r), f(7, r), f(8, r), f(9, r), f(10, r), f(11, r),      \
        f(12, r), f(13, r), f(14, r)
#define ALL(f)                                                                                                         \
    EACH(f, 0), EACH(f, 1), EACH(f, 2), EACH(f, 3), EACH(f, 4), EACH(f, 5), EACH(f, 6), EACH(f, 7), EACH(f, 8),        \
        EACH(f, 9), EACH(f, 10), EACH(f, 11), EACH(f, 12), EACH(f, 13), EACH(f, 14)
#define NUMBER(c, r) (r) * SIZE + (c)
static const point points[POINTS] = {ALL(POINT)};
static const uint8_t numbers[POINTS] = {ALL(NUMBER)};

/* The free points: for sampling in an array of which the first ones are left, in any order; for
 * listing as a bit set. */
typedef struct board {
    uint8_t left[POINTS];
    uint64_t free[WORDS];
    uint16_t lines[2][LINES];
} board;

ALWAYS_INLINE uint32_t choose(board *b, uint32_t left, lud_rng *rng, bool list)
{
    uint32_t k = draw(rng, left), chosen;
    if (!list) { /* one step of a shuffle that goes as far as the game does */
        chosen = b->left[k];
        b->left[k] = b->left[left - 1];
        return chosen;
    }
    uint8_t moves[POINTS], *end = moves;
    for (uint32_t i = 0; i < WORDS; i++)
        end = list_bits(end, b->free[i], 64 * i);
    chosen = moves[k];
    b->free[chosen / 64] &= ~(UINT64_C(1) << chosen % 64);
    return chosen;
}

ALWAYS_INLINE uint64_t put(uint16_t lines[LINES], const point *p)
{
    uint64_t row = lines[p->row] |= p->in_row, column = lines[p->column] |= p->in_column;
    uint64_t rising = lines[p->rising] |= p->in_row, falling = lines[p->falling] |= p->in_row;
    return row | column << 16 | rising << 32 | falling << 48;
}

/* Bit 15 of each of the four lines is empty, so that runs do not cross from one to the next. */
ALWAYS_INLINE bool has_five(uint64_t lines, bool exact)
{
    uint64_t two = lines & (lines >> 1), four = two & (two >> 2), five = four & (lines >> 4);
    if (__builtin_expect(five == 0, 1))
        return false;
    return !exact || (five & ~(lines << 1) & ~(lines >> 5));
}

ALWAYS_INLINE uint32_t play_to(lud_rng *rng, uint32_t *winner, bool list, bool exact)
{
    board b;
    if (list)
        memcpy(b.free, (const uint64_t[WORDS]){~0ull, ~0ull, ~0ull, (1ull << (POINTS - 192)) - 1}, sizeof b.free);
    else
        memcpy(b.left, numbers, sizeof numbers);
    memset(b.lines, 0, sizeof b.lines);
    *winner = 0;
    for (uint32_t plies = 0; plies < POINTS; plies++) {
        uint32_t chosen = choose(&b, POINTS - plies, rng, list);
        if (has_five(put(b.lines[plies % 2], &points[chosen]), exact)) {
            *winner = 1 + plies % 2;
            return plies + 1;
        }
    }
    return POINTS;
}

ALWAYS_INLINE uint32_t play(lud_rng *rng, uint32_t *winner, bool list, bool bmi2)
{
    (void)bmi2;
    return play_to(rng, winner, list, false);
}

ALWAYS_INLINE uint32_t play_exact(lud_rng *rng, uint32_t *winner, bool list, bool bmi2)
{
    (void)bmi2;
    return play_to(rng, winner, list, true);
}

LIMIT_DEFINE(gomoku, play)
LIMIT_DEFINE(gomoku_exact, play_exact)
