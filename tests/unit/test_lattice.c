/* Numbers of boards under which steps are shifts. */
#include "base/lattice.h"
#include "test.h"

enum { WIDE = 7, HIGH = 6, SIZE = WIDE * HIGH };

/* A board of columns and rows whose sites are numbered in the order of `names`. */
static void board(lattice *l, arena *a, const uint32_t *names)
{
    static const int ways[][2] = {{1, 0}, {-1, 0}, {0, 1}, {1, 1}, {1, -1}};
    *l = (lattice){.size = SIZE, .kinds = ARENA_ARRAY(a, uint32_t, SIZE)};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        uint32_t *step = ARENA_ARRAY(a, uint32_t, SIZE);
        for (int i = 0; i < SIZE; i++) {
            const int x = i % WIDE + ways[k][0], y = i / WIDE + ways[k][1];
            step[names[i]] = x < 0 || y < 0 || x == WIDE || y == HIGH ? LATTICE_NONE : names[x + y * WIDE];
        }
        lattice_add(l, a, step);
    }
}

TEST(rows_of_a_shuffled_board_are_found)
{
    arena inner, *a = &inner;
    arena_init(a, 0);
    lattice l;
    uint32_t names[SIZE], place[SIZE];
    for (uint32_t i = 0; i < SIZE; i++) {
        names[i] = i * 11 % SIZE;
        place[i] = i;
    }
    board(&l, a, names);
    CHECK(l.count == 5);
    CHECK(lattice_cost(&l, a, place) > 0);
    CHECK(lattice_number(&l, a, place) == 0);
    CHECK(lattice_cost(&l, a, place) == 0);
    arena_done(a);
}

TEST(a_set_without_gaps_decides_between_rows_and_columns)
{
    arena inner, *a = &inner;
    arena_init(a, 0);
    lattice l;
    uint32_t names[SIZE], place[SIZE], column[HIGH];
    for (uint32_t i = 0; i < SIZE; i++) {
        names[i] = i * 11 % SIZE;
        place[i] = i;
    }
    for (uint32_t i = 0; i < HIGH; i++)
        column[i] = names[3 + i * WIDE];
    board(&l, a, names);
    l.sets[l.set_count++] = (lattice_set){column, HIGH};
    CHECK(lattice_number(&l, a, place) == 0);
    CHECK(place[column[HIGH - 1]] - place[column[0]] == HIGH - 1 ||
          place[column[0]] - place[column[HIGH - 1]] == HIGH - 1);
    arena_done(a);
}

/* What several sites lead to is off the board, and what goes round is no line. */
TEST(what_leads_off_the_board_or_round_is_left)
{
    arena inner, *a = &inner;
    arena_init(a, 0);
    const uint32_t off[] = {3, 3, 3, 3}, ring[] = {1, 2, 3, 4, 5, 0}, kinds[6] = {0};
    uint32_t place[] = {5, 3, 1, 0, 2, 4};
    lattice l = {.size = 4, .kinds = kinds};
    lattice_add(&l, a, off);
    CHECK(l.count == 0);
    l.size = 6;
    lattice_add(&l, a, ring);
    CHECK(l.count == 1);
    const uint32_t cost = lattice_cost(&l, a, place);
    CHECK(lattice_number(&l, a, place) == cost);
    CHECK(place[0] == 5 && place[5] == 4);
    arena_done(a);
}

TEST_MAIN
