#include "limits/playout.h"

#include <string.h>

/* Cell 16 * row + column with rows and columns 1..11. Around the board stand the sides: the rows
 * 0 and 12 belong to red, the columns 0 and 12 to blue. Groups of stones are kept by union and
 * find; a group that touches a side is named by the side. */
enum { SIZE = 11, CELLS = SIZE * SIZE, AREA = 16 * (SIZE + 2), WORDS = 2 };
/* Names of the sides: places of row 0 that are nothing else, below all cells. */
enum { RED_LOWER = 1, RED_UPPER = 12, BLUE_LOWER = 13, BLUE_UPPER = 14, FIRST_CELL = 17 };

#define EACH(r)                                                                                                        \
    (r) * 16 + 1, (r)*16 + 2, (r)*16 + 3, (r)*16 + 4, (r)*16 + 5, (r)*16 + 6, (r)*16 + 7, (r)*16 + 8, (r)*16 + 9,      \
        (r)*16 + 10, (r)*16 + 11
static const uint8_t cells[CELLS] = {EACH(1), EACH(2), EACH(3), EACH(4),  EACH(5), EACH(6),
                                     EACH(7), EACH(8), EACH(9), EACH(10), EACH(11)};

typedef struct board {
    uint8_t left[CELLS];          /* sample: the free cells, in any order */
    uint64_t free[WORDS];         /* list: the free ones of `cells`, a bit each */
    uint8_t parent[AREA];         /* of stones and sides */
    uint16_t stones[2][SIZE + 2]; /* [player][row], sides included */
} board;

ALWAYS_INLINE void start(board *b, bool list)
{
    const uint16_t inner = ((1 << SIZE) - 1) << 1, outer = 1 | 1 << (SIZE + 1);
    if (list)
        b->free[0] = ~UINT64_C(0), b->free[1] = (UINT64_C(1) << (CELLS - 64)) - 1;
    else
        memcpy(b->left, cells, sizeof cells);
    memset(b->stones[0], 0, sizeof b->stones[0]);
    b->stones[0][0] = b->stones[0][SIZE + 1] = inner;
    b->stones[1][0] = b->stones[1][SIZE + 1] = 0;
    memset(b->parent + 1, RED_LOWER, SIZE);
    memset(b->parent + 16 * (SIZE + 1) + 1, RED_UPPER, SIZE);
    b->parent[RED_UPPER] = RED_UPPER;
    b->parent[BLUE_LOWER] = BLUE_LOWER;
    b->parent[BLUE_UPPER] = BLUE_UPPER;
    for (int row = 1; row <= SIZE; row++) {
        b->stones[1][row] = outer;
        b->parent[16 * row] = BLUE_LOWER;
        b->parent[16 * row + SIZE + 1] = BLUE_UPPER;
    }
}

ALWAYS_INLINE uint32_t choose(board *b, uint32_t left, lud_rng *rng, bool list)
{
    uint32_t k = draw(rng, left), chosen;
    if (!list) { /* one step of a shuffle that goes as far as the game does */
        chosen = b->left[k];
        b->left[k] = b->left[left - 1];
        return chosen;
    }
    uint8_t moves[CELLS];
    list_bits(list_bits(moves, b->free[0], 0), b->free[1], 64);
    chosen = moves[k];
    b->free[chosen / 64] &= ~(UINT64_C(1) << chosen % 64);
    return cells[chosen];
}

ALWAYS_INLINE uint32_t find(uint8_t parent[AREA], uint32_t cell)
{
    while (parent[cell] != cell)
        cell = parent[cell] = parent[parent[cell]];
    return cell;
}

/* The neighbours that hold stones of the player, a bit each in the order of `around`. */
ALWAYS_INLINE uint32_t neighbours(const uint16_t *row, uint32_t column)
{
    uint32_t below = (uint32_t)row[-1] >> column & 3; /* s, se */
    uint32_t beside = (uint32_t)row[0] >> (column - 1);
    uint32_t above = (uint32_t)row[1] >> (column - 1) & 3; /* nw, n */
    return below | (beside & 4) | (above & 2) << 2 | (above & 1) << 4 | (beside & 1) << 5;
}

/* Puts a stone; true when it joins the two sides. Neighbours that follow one another around the
 * cell touch, so that one of each run stands for its group. */
ALWAYS_INLINE bool put(board *b, uint32_t player, uint32_t cell)
{
    static const int8_t around[6] = {-16, -15, 1, 16, 15, -1}; /* s, se, e, n, nw, w */
    uint16_t *row = &b->stones[player][cell / 16];
    uint32_t near = neighbours(row, cell % 16), group = cell;
    *row = (uint16_t)(*row | 1u << cell % 16);
    b->parent[cell] = (uint8_t)cell;
    uint32_t runs = near == 63 ? 1 : near & ~((near << 1 & 63) | near >> 5);
    for (; runs; runs &= runs - 1) {
        int offset = around[__builtin_ctz(runs)];
        uint32_t other = find(b->parent, (uint32_t)((int)cell + offset));
        uint32_t low = other < group ? other : group, high = other < group ? group : other;
        if (high < FIRST_CELL && low != high)
            return true;
        b->parent[high] = (uint8_t)low;
        group = low;
    }
    return false;
}

ALWAYS_INLINE uint32_t play(lud_rng *rng, uint32_t *winner, bool list, bool bmi2)
{
    (void)bmi2;
    board b;
    start(&b, list);
    uint32_t plies = 0;
    /* One side joins its own before the board is full. */
    while (!put(&b, plies % 2, choose(&b, CELLS - plies, rng, list)))
        plies++;
    *winner = 1 + plies % 2;
    return plies + 1;
}

LIMIT_DEFINE(hex, play)
