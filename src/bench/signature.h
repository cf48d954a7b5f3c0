/* The signature of the program's behaviour: a hash that changes when, and only when, some
 * game given plays differently. The same on every machine and with every compiler. */
#ifndef LUDENS_BENCH_SIGNATURE_H
#define LUDENS_BENCH_SIGNATURE_H

#include "ludens.h"

/* Adds a game to the hash: its roles, perft counts to a depth that a node budget fixes, and
 * lengths and final scores of seeded playouts. */
uint64_t signature_add(uint64_t hash, const char *name, const lud_game *game);

#endif
