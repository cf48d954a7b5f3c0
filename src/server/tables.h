/* Tables: games whose seats belong to different people. A table is a session of the pool that nobody reaches but
 * through it; who shows the token of a seat decides for its role and sees what the role may see, who shows the one for
 * watching sees what everybody may. */
#ifndef LUDENS_SERVER_TABLES_H
#define LUDENS_SERVER_TABLES_H

#include "net/http.h"
#include "server/workers.h"

typedef struct tables tables;

tables *tables_new(pool *p); /* NULL: no memory */
/* Whoever waits for a move is answered; after pool_stop, before http_stop. */
void tables_stop(tables *t);
void tables_free(tables *t);
/* POST /api/table: a new one for the game that the message loads. */
void tables_open(tables *t, http_exchange *x, const http_message *m);
/* POST /api/table/ID with the token of a seat in X-Ludens-Seat: open, boards, look, decide, wait. */
void tables_ask(tables *t, http_exchange *x, const http_message *m, const char *id);
/* Answers those who waited for long; called now and then. */
void tables_tick(tables *t);

#endif
