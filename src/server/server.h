/* The page and its sessions over HTTP: files, GET /api/hello and /api/games (what the session's operations of these
 * names answer, without a session), POST /api/open, POST /api/SESSION (one request of docs/json.md, one reply), POST
 * /api/SESSION/close, GET /health, GET /metrics. */
#ifndef LUDENS_SERVER_SERVER_H
#define LUDENS_SERVER_SERVER_H

#include "net/http.h"
#include "server/workers.h"

typedef struct server_options {
    http_options http; /* where to listen, whom to let in, limits of messages */
    pool_options pool;
    const char *token; /* that requests below /api must show (header X-Ludens-Token); NULL: none */
    bool compile;      /* games of the library that are loaded (pool.loaded is set here) */
} server_options;

typedef struct server server;

/* NULL after a message on standard error. */
server *server_start(const server_options *o);
uint32_t server_port(const server *s);
/* Closes what takes too long; called now and then. */
void server_tick(server *s);
void server_stop(server *s);

#endif
