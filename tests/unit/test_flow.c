/* Differential equations against what is known of them. */
#include "structures/flow.h"
#include "test.h"

#include <math.h>

static const double PRECISE = 1e-8;

static bool decays(void *user, double t, const double *v, double *slope)
{
    (void)t;
    slope[0] = -*(double *)user * v[0];
    return true;
}

static bool swings(void *user, double t, const double *v, double *slope)
{
    (void)user, (void)t;
    slope[0] = v[1];
    slope[1] = -4 * v[0];
    return true;
}

static bool falls(void *user, double t, const double *v, double *slope)
{
    (void)user, (void)t;
    slope[0] = v[1];
    slope[1] = -9.81;
    return true;
}

static bool above(void *user, double t, const double *v)
{
    (void)user, (void)t;
    return v[0] >= 0;
}

static bool explodes(void *user, double t, const double *v, double *slope)
{
    (void)user, (void)t;
    slope[0] = v[0] * v[0];
    return true;
}

static void near(double is, double wanted)
{
    if (!(fabs(is - wanted) < PRECISE))
        TEST_FAIL("%.17g, not %.17g", is, wanted);
}

TEST(decay)
{
    arena a;
    arena_init(&a, 0);
    double rate = 0.7, v[1] = {3}, reached;
    flow f = {.count = 1, .slope = decays, .user = &rate, .max_steps = 100000};
    CHECK_INT(flow_run(&f, v, 5, &reached, &a), FLOW_DONE);
    near(v[0], 3 * exp(-0.7 * 5));
    near(reached, 5);
    arena_done(&a);
}

TEST(oscillator)
{
    arena a;
    arena_init(&a, 0);
    double v[2] = {1, 0}, reached;
    flow f = {.count = 2, .slope = swings, .max_steps = 100000};
    CHECK_INT(flow_run(&f, v, 20, &reached, &a), FLOW_DONE);
    near(v[0], cos(40));
    near(v[1], -2 * sin(40));
    arena_done(&a);
}

/* Each bounce is where the parabola meets the ground, with half of the speed after it. */
TEST(bounces)
{
    arena a;
    arena_init(&a, 0);
    double v[2] = {1, 0}, reached, speed = sqrt(2 * 9.81), time = speed / 9.81;
    flow f = {.count = 2, .slope = falls, .allowed = above, .max_steps = 100000};
    for (int bounce = 0; bounce < 6; bounce++) {
        CHECK_INT(flow_run(&f, v, 10, &reached, &a), FLOW_STOPPED);
        near(reached, time);
        near(v[1], -speed);
        CHECK(v[0] >= 0);
        near(v[0], 0);
        v[0] = 0;
        v[1] *= -0.5;
        speed /= 2;
        time = 2 * speed / 9.81;
    }
    arena_done(&a);
}

TEST(no_end)
{
    arena a;
    arena_init(&a, 0);
    double v[1] = {1}, reached;
    flow f = {.count = 1, .slope = explodes, .max_steps = 100000};
    CHECK_INT(flow_run(&f, v, 0.5, &reached, &a), FLOW_DONE);
    near(v[0], 2);
    f.max_steps = 2;
    CHECK_INT(flow_run(&f, v, 0.4, &reached, &a), FLOW_FAILED); /* more steps than there may be */
    f.max_steps = 1000;
    v[0] = -1;
    f.allowed = above;
    CHECK_INT(flow_run(&f, v, 1, &reached, &a), FLOW_STOPPED);
    near(reached, 0);
    arena_done(&a);
}

TEST_MAIN
