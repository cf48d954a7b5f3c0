/* How fast the programs of answer-set games are solved: by our evaluator, by libclingo with a fresh
 * control each time, by the program clingo. */
#ifndef LUDENS_BENCH_ANSWERSETS_H
#define LUDENS_BENCH_ANSWERSETS_H

#include "ludens_answersets.h"

#include <jansson.h>

/* Measures each program of the game in its first position, so many seconds of wall-clock time with
 * each of the three; `clingo` is the same game on libclingo (NULL: not there). Adds {game, backend, mode,
 * solves_per_second} objects to the list. */
void bench_answersets(json_t *list, const char *name, const lud_game *game, const lud_game *clingo, double seconds);
/* The list as a table, with the geometric mean of the ratios. */
void bench_answersets_print(const json_t *list);

#endif
