/* Ratings against values worked out by hand. */
#include "test.h"

#include "agents/rating.h"

#include <math.h>

static bool near(double a, double b, double by) { return fabs(a - b) <= by; }

TEST(elo_and_back)
{
    CHECK(near(rating_expected(0), 0.5, 1e-12));
    CHECK(near(rating_expected(400), 10.0 / 11, 1e-12));
    CHECK(near(rating_elo(0.75), 190.848, 1e-3));
    CHECK(near(rating_elo(rating_expected(-123)), -123, 1e-9));
    CHECK(isinf(rating_elo(1)) && rating_elo(1) > 0);
    CHECK(isinf(rating_elo(0)) && rating_elo(0) < 0);
}

TEST(intervals)
{
    /* without draws it is Wilson's: 75 of 100 */
    rating_estimate e = rating_compare((rating_tally){75, 0, 25});
    CHECK(near(e.score, 0.75, 1e-12));
    CHECK(near(e.score_low, 0.6570, 1e-3) && near(e.score_high, 0.8245, 1e-3));
    CHECK(e.low < e.elo && e.elo < e.high);
    /* draws narrow it */
    rating_estimate d = rating_compare((rating_tally){50, 50, 0});
    CHECK(near(d.score, 0.75, 1e-12));
    CHECK(d.score_high - d.score_low < e.score_high - e.score_low);
    rating_estimate none = rating_compare((rating_tally){0, 0, 0});
    CHECK(none.score_low == 0 && none.score_high == 1);
    rating_estimate all = rating_compare((rating_tally){10, 0, 0});
    CHECK(all.score == 1 && all.score_low > 0.6 && isinf(all.elo) && isfinite(all.low));
}

TEST(sequential_test)
{
    rating_sprt s = {0, 50, 0.05, 0.05};
    CHECK(near(rating_llr_upper(&s), 2.944, 1e-3));
    CHECK(near(rating_llr_lower(&s), -2.944, 1e-3));
    CHECK_INT(rating_decide(&s, (rating_tally){0, 0, 0}), SPRT_GOES_ON);
    CHECK_INT(rating_decide(&s, (rating_tally){200, 100, 100}), SPRT_H1);
    CHECK_INT(rating_decide(&s, (rating_tally){100, 100, 120}), SPRT_H0);
    CHECK(rating_llr(&s, (rating_tally){55, 0, 45}) > 0);
}

TEST(tables)
{
    /* A beats B 3 to 1, many times; C is as good as B */
    rating_tally g[9] = {{0}};
    g[1] = (rating_tally){750, 0, 250};
    g[3] = (rating_tally){250, 0, 750};
    g[5] = (rating_tally){400, 200, 400};
    g[7] = (rating_tally){400, 200, 400};
    g[2] = (rating_tally){750, 0, 250};
    g[6] = (rating_tally){250, 0, 750};
    double elo[3], errors[3];
    CHECK(rating_table(3, g, elo, errors));
    CHECK(near(elo[0] + elo[1] + elo[2], 0, 1e-6));
    CHECK(near(elo[0] - elo[1], 190.8, 1));
    CHECK(near(elo[1], elo[2], 1e-6));
    CHECK(errors[0] > 5 && errors[0] < 20);
    /* two who met 1000 times: half the width of an interval, worked out by hand: the variance of
     * the difference is 1 / (n p q), a rating has half of it */
    double two[2], wide[2];
    rating_tally h[4] = {{0}, {500, 0, 500}, {500, 0, 500}, {0}};
    CHECK(rating_table(2, h, two, wide));
    CHECK(near(wide[0], 1.96 * 400 / log(10) * sqrt(1 / (1001 * 0.25)) / 2, 0.1));
    /* nobody met */
    rating_tally nothing[4] = {{0}};
    CHECK(rating_table(2, nothing, two, wide));
    CHECK(two[0] == 0 && isfinite(wide[0]));
}

TEST_MAIN
