#include "agents/rating.h"

#include <math.h>
#include <stdlib.h>

static const double Z95 = 1.959963984540054;

double rating_expected(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double rating_elo(double score)
{
    if (score <= 0)
        return -INFINITY;
    if (score >= 1)
        return INFINITY;
    return -400 * log10(1 / score - 1);
}

static double total(rating_tally t) { return (double)(t.wins + t.draws + t.losses); }
static double mean(rating_tally t) { return ((double)t.wins + 0.5 * (double)t.draws) / total(t); }

rating_estimate rating_compare(rating_tally t)
{
    double n = total(t);
    if (n == 0)
        return (rating_estimate){0.5, 0, 1, 0, -INFINITY, INFINITY};
    double p = mean(t);
    double square = ((double)t.wins + 0.25 * (double)t.draws) / n - p * p;
    double coin = p * (1 - p), ratio = coin > 0 ? square / coin : 1;
    double eff = ratio > 0 ? n / ratio : n; /* so many tosses of a coin say as much */
    eff = eff < n ? n : eff > 100 * n ? 100 * n : eff;
    double center = (p + Z95 * Z95 / (2 * eff)) / (1 + Z95 * Z95 / eff);
    double half = Z95 / (1 + Z95 * Z95 / eff) * sqrt(p * (1 - p) / eff + Z95 * Z95 / (4 * eff * eff));
    rating_estimate e = {.score = p, .score_low = fmax(0, center - half), .score_high = fmin(1, center + half)};
    e.elo = rating_elo(p);
    e.low = rating_elo(e.score_low);
    e.high = rating_elo(e.score_high);
    return e;
}

double rating_llr(const rating_sprt *s, rating_tally t)
{
    double n = total(t);
    if (n == 0)
        return 0;
    /* half a result of each kind more keeps the variance above 0 */
    double wins = (double)t.wins + 0.5, draws = (double)t.draws + 0.5;
    double losses = (double)t.losses + 0.5, all = wins + draws + losses;
    double p = (wins + draws / 2) / all, variance = (wins + draws / 4) / all - p * p;
    double s0 = rating_expected(s->elo0), s1 = rating_expected(s->elo1);
    return all * (s1 - s0) * (2 * p - s0 - s1) / (2 * variance);
}

double rating_llr_upper(const rating_sprt *s) { return log((1 - s->beta) / s->alpha); }
double rating_llr_lower(const rating_sprt *s) { return log(s->beta / (1 - s->alpha)); }

rating_verdict rating_decide(const rating_sprt *s, rating_tally t)
{
    double llr = rating_llr(s, t);
    return llr >= rating_llr_upper(s) ? SPRT_H1 : llr <= rating_llr_lower(s) ? SPRT_H0 : SPRT_GOES_ON;
}

/* Solves the symmetric positive definite system in place by Gauss and Jordan; the inverse's
 * diagonal goes to `out`. */
static void invert_diagonal(uint32_t n, double *a, double *inverse, double *out)
{
    for (uint32_t i = 0; i < n * n; i++)
        inverse[i] = i / n == i % n;
    for (uint32_t i = 0; i < n; i++) {
        double pivot = a[i * n + i];
        for (uint32_t k = 0; k < n; k++) {
            a[i * n + k] /= pivot;
            inverse[i * n + k] /= pivot;
        }
        for (uint32_t j = 0; j < n; j++) {
            double factor = a[j * n + i];
            for (uint32_t k = 0; k < n && j != i; k++) {
                a[j * n + k] -= factor * a[i * n + k];
                inverse[j * n + k] -= factor * inverse[i * n + k];
            }
        }
    }
    for (uint32_t i = 0; i < n; i++)
        out[i] = inverse[i * n + i];
}

static double met(const rating_tally *games, uint32_t n, uint32_t a, uint32_t b) { return total(games[a * n + b]); }

/* Strengths (of Bradley and Terry) by Hunter's iteration. */
static void fit(uint32_t n, const rating_tally *games, double *strength)
{
    for (uint32_t i = 0; i < n; i++)
        strength[i] = 1;
    for (int round = 0; round < 2000; round++) {
        double change = 0, logs = 0;
        for (uint32_t i = 0; i < n; i++) {
            double won = 0, weight = 0;
            for (uint32_t j = 0; j < n; j++) {
                double m = i == j ? 0 : met(games, n, i, j);
                if (m == 0)
                    continue;
                won += (double)games[i * n + j].wins + 0.5 * (double)games[i * n + j].draws + 0.5;
                weight += (m + 1) / (strength[i] + strength[j]);
            }
            double next = weight > 0 ? won / weight : 1;
            change = fmax(change, fabs(log(next / strength[i])));
            strength[i] = next;
            logs += log(next);
        }
        for (uint32_t i = 0; i < n; i++)
            strength[i] /= exp(logs / n);
        if (change < 1e-10)
            break;
    }
}

/* Curvature of the log-likelihood in natural units, with the mean held at 0 by a ridge along the
 * direction that the likelihood does not see. */
static void curvature(uint32_t n, const rating_tally *games, const double *strength, double *a)
{
    for (uint32_t i = 0; i < n * n; i++)
        a[i] = 1.0 / n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++) {
            double m = i == j ? 0 : met(games, n, i, j);
            double p = strength[i] / (strength[i] + strength[j]);
            double h = m > 0 ? (m + 1) * p * (1 - p) : 0;
            a[i * n + i] += h + 1e-9;
            a[i * n + j] -= h;
        }
}

bool rating_table(uint32_t n, const rating_tally *games, double *elo, double *errors)
{
    const double unit = 400 / log(10);
    double *strength = calloc(n, sizeof *strength), *a = calloc((size_t)n * n, sizeof *a);
    double *inverse = calloc((size_t)n * n, sizeof *inverse), *variance = calloc(n, sizeof *variance);
    bool fine = strength && a && inverse && variance;
    if (fine) {
        fit(n, games, strength);
        curvature(n, games, strength, a);
        invert_diagonal(n, a, inverse, variance);
        for (uint32_t i = 0; i < n; i++) {
            elo[i] = unit * log(strength[i]);
            errors[i] = Z95 * unit * sqrt(fmax(0, variance[i] - 1.0 / n)); /* the ridge's share */
        }
    }
    free(strength);
    free(a);
    free(inverse);
    free(variance);
    return fine;
}
