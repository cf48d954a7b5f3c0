/* Evaluations learnt from games: for each role a weight for each number of the feature vector
 * (lud_features); the expected score, from 0 to 1 within the bounds of the rules, is the logistic
 * function of their sum. Fitted by logistic regression to the results of games (as Buro, "From
 * simple features to sophisticated evaluation functions", 1998, does for Othello), first of random
 * games, then of games in which the evaluation so far chooses the moves, one ply ahead, with some
 * random ones. */
#ifndef LUDENS_AGENTS_EVALUATION_H
#define LUDENS_AGENTS_EVALUATION_H

#include "ludens.h"

#include <stdatomic.h>
#include <stdio.h>

typedef struct evaluation {
    const lud_game *game;
    uint32_t roles, features;
    float *weights;    /* [(role - 1) * (features + 1)]; the last one is the constant */
    uint32_t *indices; /* scratch */
    float *values;
    double *low, *scale; /* [role - 1] of scores */
} evaluation;

/* All weights 0. False: out of memory; evaluation_done in any case. */
bool evaluation_init(evaluation *e, const lud_game *game);
void evaluation_done(evaluation *e);
/* Log-odds of the role's score: 0 is even, positive is good. */
double evaluation_raw(evaluation *e, const void *state, uint32_t role);
/* The expected score from 0 to 1. */
double evaluation_score(evaluation *e, const void *state, uint32_t role);
double evaluation_squash(double raw);

typedef struct evaluation_training {
    uint32_t rounds; /* of games; the first is random */
    uint64_t games;  /* in each round */
    uint64_t seed;
    uint32_t max_plies; /* of a game; 0: 2000. Longer ones count by the scores they stand at */
    double random;      /* share of random moves from the second round on */
    double learning_rate, decay;
    uint32_t epochs;
    size_t memory; /* bytes for the positions of a round; when they do not fit, every second, fourth,
                      ... game is played and learnt from */
    const atomic_bool *stop;
    /* Called with games or epochs that are done, many times a second; may be NULL. False stops. */
    bool (*progress)(void *user, uint64_t done, uint64_t total);
    void *user;
} evaluation_training;

typedef struct evaluation_report {
    uint64_t games, positions;
    double loss_before, loss; /* mean log loss of the last round's positions held back; before: of
                                 always saying the mean */
    uint32_t rounds;          /* finished; what they learnt stays when it is stopped */
    uint64_t stride;          /* one of so many games was played, for lack of memory */
    bool stopped;
} evaluation_report;

/* How to train where nothing else is said. */
#define EVALUATION_STANDARD                                                                                            \
    {                                                                                                                  \
        .rounds = 3, .games = 1000, .seed = 1, .random = 0.15, .learning_rate = 0.1, .decay = 1e-5,                    \
        .memory = (size_t)1 << 30, .epochs = 8                                                                         \
    }
lud_status evaluation_train(evaluation *e, const evaluation_training *how, evaluation_report *report);

/* As text: a header, then a line for each weight that is not 0. False: could not be written. */
bool evaluation_write(const evaluation *e, FILE *out);
/* False: `problem` says what is wrong; the evaluation is empty then. */
bool evaluation_read(evaluation *e, FILE *in, char *problem, size_t size);
/* The evaluation stored beside a game's file: FILE.eval, or .eval/NAME.eval in its folder. False
 * when there is none (problem is empty) or when it cannot be used. */
bool evaluation_find(evaluation *e, const char *file, char *problem, size_t size);

#endif
