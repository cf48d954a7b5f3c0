/* Contests in a database of SQLite: each finished game is one transaction, so that a program that
 * is killed has lost only games that were not over. */
#ifndef LUDENS_CONTEST_DATABASE_H
#define LUDENS_CONTEST_DATABASE_H

#include "contest/contest.h"

typedef struct contest_db contest_db;

/* Opens or makes the file. A file of another contest (game, agents, budgets, seed) is refused. NULL
 * after a message; *code is then the exit code. */
contest_db *contest_db_open(const char *path, const contest *c, uint64_t rules_hash, int *code);
void contest_db_close(contest_db *db);
/* Whether the game is stored. */
bool contest_db_has(const contest_db *db, uint64_t number);
uint64_t contest_db_count(const contest_db *db);
/* False after a message. */
bool contest_db_add(contest_db *db, const contest *c, const contest_game *g);
/* Calls back with every stored game in the order of their numbers. False after a message. */
bool contest_db_each(contest_db *db, const contest *c, void (*call)(void *user, contest_game *g), void *user);

#endif
