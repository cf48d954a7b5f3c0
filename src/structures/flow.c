/* Runge-Kutta steps of fifth order with an estimate of the error of fourth (Dormand and Prince, "A
 * family of embedded Runge-Kutta formulae", 1980): the size of a step follows from the error of the
 * one before. What ends the flow is looked for at the ends of the steps, then bisected by steps of
 * smaller size from where the last one began. */
#include "structures/flow.h"

#include <math.h>
#include <string.h>

enum { STAGES = 7, BISECTIONS = 200 };

static const double nodes[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double weights[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
/* the result of fifth order, less that of fourth */
static const double errors[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                      -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

typedef struct work {
    const flow *f;
    double *slopes[STAGES], *next;
} work;

/* One step to w->next; the largest error in units of the tolerance, below 0 when the slope says no.
 */
static double step(work *w, double time, const double *values, double size, double tolerance)
{
    const flow *f = w->f;
    double worst = 0;
    for (int s = 0; s < STAGES; s++) {
        for (uint32_t i = 0; i < f->count; i++) {
            double sum = 0;
            for (int k = 0; k < s; k++)
                sum += weights[s][k] * w->slopes[k][i];
            w->next[i] = values[i] + size * sum;
        }
        if (!f->slope(f->user, time + nodes[s] * size, w->next, w->slopes[s]))
            return -1;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        double error = 0, scale = fmax(1, fmax(fabs(values[i]), fabs(w->next[i])));
        for (int s = 0; s < STAGES; s++)
            error += errors[s] * w->slopes[s][i];
        worst = fmax(worst, fabs(size * error) / (tolerance * scale));
    }
    return isfinite(worst) ? worst : -1;
}

/* The part of a step after which the values are allowed still. */
static double last_allowed(work *w, double time, const double *values, double size, double tolerance)
{
    double low = 0, high = size;
    for (int i = 0; i < BISECTIONS && high - low > 1e-15 * fmax(1, time + high); i++) {
        double middle = low + (high - low) / 2;
        bool fine = step(w, time, values, middle, tolerance) >= 0 && w->f->allowed(w->f->user, time + middle, w->next);
        *(fine ? &low : &high) = middle;
    }
    return low;
}

flow_end flow_run(const flow *f, double *values, double time, double *reached, arena *scratch)
{
    double at = 0, tolerance = f->tolerance > 0 ? f->tolerance : 1e-11, size = time / 16;
    size_t bytes = f->count * sizeof *values;
    work w = {.f = f};
    for (int s = 0; s < STAGES; s++)
        w.slopes[s] = ARENA_ARRAY(scratch, double, f->count + 1);
    w.next = ARENA_ARRAY(scratch, double, f->count + 1);
    *reached = 0;
    if (f->allowed && !f->allowed(f->user, 0, values))
        return FLOW_STOPPED;
    for (uint64_t steps = 0; at < time; steps++) {
        if (steps == f->max_steps)
            return FLOW_FAILED;
        bool last = at + size >= time;
        size = last ? time - at : size;
        double error = step(&w, at, values, size, tolerance);
        if (error < 0 || error > 1) { /* again, with a smaller one */
            size *= error < 0 ? 0.1 : fmax(0.2, 0.9 * pow(error, -0.2));
            if (size < 1e-14 * fmax(1, time))
                return FLOW_FAILED;
            continue;
        }
        if (f->allowed && !f->allowed(f->user, at + size, w.next)) {
            double part = last_allowed(&w, at, values, size, tolerance);
            step(&w, at, values, part, tolerance);
            memcpy(values, w.next, bytes);
            *reached = at + part;
            return FLOW_STOPPED;
        }
        memcpy(values, w.next, bytes);
        at = last ? time : at + size;
        *reached = at;
        size *= fmin(5, 0.9 * pow(fmax(error, 1e-6), -0.2));
    }
    return FLOW_DONE;
}
