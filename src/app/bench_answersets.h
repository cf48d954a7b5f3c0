/* How fast the programs of answer-set games are solved: by our evaluator, by libclingo with a fresh control
 * each time, by the program clingo. */
#ifndef LUDENS_APP_BENCH_ANSWERSETS_H
#define LUDENS_APP_BENCH_ANSWERSETS_H

#include "app/options.h"

#include <jansson.h>

/* Measures each program of the game in its first position, so many seconds of the clock on the wall with
 * each of the three. Adds {game, backend, mode, solves_per_second} objects to the list. */
void bench_answersets(const options *o, const char *path, const lud_game *game, double seconds, json_t *list);
/* The list as a table, with the geometric mean of the ratios. */
void bench_answersets_print(const json_t *list);

#endif
