/* Names for games: letters as they follow each other in names that people made. */
#ifndef LUDENS_EVOLVE_NAMES_H
#define LUDENS_EVOLVE_NAMES_H

#include <stddef.h>
#include <stdint.h>

/* A name of 5 to 10 letters that follows from the number: a Markov chain of the second order over letters (Shannon, "A
 * Mathematical Theory of Communication", 1948; Browne's system named its games by one). Returns `out`. */
char *name_of(uint64_t number, char *out, size_t size);

#endif
