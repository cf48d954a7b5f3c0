#include "base/rng.h"
#include "test.h"

TEST(the_reference_sequence)
{
    /* First outputs of xoshiro256** from the state 1, 2, 3, 4, as published with it. */
    lud_rng r = {{1, 2, 3, 4}};
    static const uint64_t expected[] = {11520u, 0, 1509978240u, UINT64_C(1215971899390074240)};
    for (size_t i = 0; i < 4; i++)
        CHECK(lud_rng_next(&r) == expected[i]);
}

TEST(streams_differ_and_repeat)
{
    lud_rng a, b, c;
    lud_rng_seed(&a, 1, 0);
    lud_rng_seed(&b, 1, 1);
    lud_rng_seed(&c, 1, 0);
    int same = 0;
    for (int i = 0; i < 100; i++) {
        uint64_t x = lud_rng_next(&a);
        same += x == lud_rng_next(&b);
        CHECK(x == lud_rng_next(&c));
    }
    CHECK_INT(same, 0);
    CHECK(a.state[0] | a.state[1] | a.state[2] | a.state[3]);
    lud_rng_seed(&a, 0, 0);
    CHECK(a.state[0] | a.state[1] | a.state[2] | a.state[3]);
}

TEST(bounded_draws_are_uniform)
{
    lud_rng r;
    lud_rng_seed(&r, 7, 0);
    for (uint32_t bound = 1; bound <= 13; bound += 3) {
        enum { DRAWS = 130000 };
        uint32_t counts[13] = {0};
        for (int i = 0; i < DRAWS; i++) {
            uint32_t x = lud_rng_below(&r, bound);
            CHECK(x < bound);
            if (x < bound)
                counts[x]++;
        }
        double mean = (double)DRAWS / bound, chi = 0;
        for (uint32_t i = 0; i < bound; i++)
            chi += (counts[i] - mean) * (counts[i] - mean) / mean;
        CHECK(chi < 40); /* 12 degrees of freedom: one in 10^4 passes 39 */
    }
    for (int i = 0; i < 1000; i++)
        CHECK(lud_rng_below(&r, UINT32_MAX) < UINT32_MAX);
}

TEST(bound_zero_is_harmless)
{
    lud_rng r = {{1, 2, 3, 4}};
    CHECK_INT(lud_rng_below(&r, 0), 0);
}

TEST_MAIN
