/* What results say about strength. */
#ifndef LUDENS_AGENTS_RATING_H
#define LUDENS_AGENTS_RATING_H

#include <stdbool.h>
#include <stdint.h>

/* Results of A against B, from A's side. */
typedef struct rating_tally {
    uint64_t wins, draws, losses;
} rating_tally;

/* Expected score of one who is `elo` points stronger (Elo, "The Rating of Chessplayers", 1978; the
 * logistic form). */
double rating_expected(double elo);
double rating_elo(double score); /* inverse; +-infinity for 1 and 0 */

typedef struct rating_estimate {
    double score, score_low, score_high; /* mean score (win 1, draw 1/2) and 95 % interval */
    double elo, low, high;               /* in points, infinite where the score is 0 or 1 */
} rating_estimate;

/* The interval of the score: Wilson's (1927), with the variance of the results in the place of that
 * of a coin, so that draws narrow it. */
rating_estimate rating_compare(rating_tally t);

/* Sequential probability ratio test (Wald, 1945) of "B is elo1 better" against "elo0 better": the
 * log-likelihood ratio of the results by a normal approximation with the observed variance, as
 * is usual in computer chess, where it replaces a model of draws. */
typedef struct rating_sprt {
    double elo0, elo1, alpha, beta;
} rating_sprt;
typedef enum rating_verdict { SPRT_GOES_ON, SPRT_H1, SPRT_H0 } rating_verdict;
double rating_llr(const rating_sprt *s, rating_tally t);
double rating_llr_upper(const rating_sprt *s);
double rating_llr_lower(const rating_sprt *s);
rating_verdict rating_decide(const rating_sprt *s, rating_tally t);

/* Elo ratings of several players, mean 0: the most likely ones under the model of Bradley and Terry
 * (1952), a draw counting as half a win and half a loss, found by the iteration of Hunter, "MM
 * algorithms for generalized Bradley-Terry models", 2004. One extra draw between all who met
 * keeps ratings finite. games[a * count + b]: A's results against B. `errors` gets half the
 * widths of 95 % intervals, from the observed information. False: out of memory. */
bool rating_table(uint32_t count, const rating_tally *games, double *elo, double *errors);

#endif
