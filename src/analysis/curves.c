/* Measures of one game from its lead curve. */
#include "analysis/measures.h"

#include <math.h>

/* How far the winner was behind, square-rooted, on average over the plies at which it was. */
static void measure_drama(const double *lead, uint32_t plies, curve_measures *m)
{
    double sum = 0;
    uint32_t behind = 0;
    m->drama_max = 0;
    for (uint32_t n = 1; n < plies; n++)
        if (lead[n] < 0) {
            double depth = sqrt(-lead[n] < 1 ? -lead[n] : 1);
            sum += depth;
            behind++;
            m->drama_max = depth > m->drama_max ? depth : m->drama_max;
        }
    m->drama = behind ? sum / behind : 0;
}

/* The largest lead the loser ever had over the winner, or the smallest the winner had, is the
 * threshold; the game is decided once the winner's lead stays above what the loser reached. */
static void measure_decisiveness(const double *lead, uint32_t plies, curve_measures *m)
{
    double threshold = 0;
    uint32_t decided = 0;
    for (uint32_t n = 0; n < plies; n++)
        threshold = -lead[n] > threshold ? -lead[n] : threshold;
    for (uint32_t n = 0; n < plies; n++)
        if (lead[n] <= threshold)
            decided = n + 1;
    m->decisiveness = plies ? 1 - (double)(plies - decided) / plies : NAN;
}

/* How far the lead lies below the straight way from even to won. */
static double below_line(const double *lead, uint32_t plies, uint32_t from)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t n = from; n < plies; n++) {
        double gap = (double)n / plies - (lead[n] > 0 ? lead[n] : 0);
        sum += gap > 0 ? gap : 0;
        count++;
    }
    return count ? sum / count : NAN;
}

static double sign(double x) { return x > 1e-9 ? 1 : x < -1e-9 ? -1 : 0; }

static void measure_changes(const double *lead, uint32_t plies, curve_measures *m)
{
    double leader = 0, momentum = 0, correction = 0, change = 0, killer = 0;
    double recovered = 0, gained = 0;
    uint32_t changes = 0, steps = 0;
    for (uint32_t n = 1; n <= plies; n++) {
        double step = lead[n] - lead[n - 1], now = sign(lead[n]);
        if (now != 0 && leader != 0 && now != leader && n < plies)
            changes++;
        leader = now != 0 ? now : leader;
        change += fabs(step);
        killer = fabs(step) > killer && n < plies ? fabs(step) : killer;
        if (n > 1) {
            double before = lead[n - 1] - lead[n - 2], was = sign(lead[n - 1]);
            momentum += was != 0 && was * step > 1e-9;
            correction += was != 0 && was * step < -1e-9;
            steps++;
            /* what the next ply takes back of a gain */
            if (fabs(before) > 1e-9) {
                double back = sign(before) * step < 0 ? fabs(step) : 0;
                gained += fabs(before);
                recovered += back < fabs(before) ? back : fabs(before);
            }
        }
    }
    m->lead_change = plies > 1 ? (double)changes / (plies - 1) : NAN;
    m->momentum = steps ? momentum / steps : NAN;
    m->correction = steps ? correction / steps : NAN;
    m->stability = plies ? 1 - change / plies : NAN;
    m->killer = killer;
    m->permanence = gained > 0 ? 1 - recovered / gained : NAN;
}

curve_measures curve_measure(const double *lead, uint32_t plies, bool won)
{
    curve_measures m = {
        .drama = NAN, .drama_max = NAN, .decisiveness = NAN, .uncertainty = NAN, .uncertainty_late = NAN};
    measure_changes(lead, plies, &m);
    if (won && plies > 0) {
        measure_drama(lead, plies, &m);
        measure_decisiveness(lead, plies, &m);
        m.uncertainty = below_line(lead, plies, 0);
        m.uncertainty_late = below_line(lead, plies, plies - plies / 4 - (plies % 4 != 0));
    }
    return m;
}
