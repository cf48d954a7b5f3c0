/* The page and its sessions over HTTP: files, POST /api/open, POST /api/SESSION (one request of
 * docs/json.md, one reply), POST /api/SESSION/close, GET /health, GET /metrics. */
#ifndef LUDENS_SERVE_SERVE_H
#define LUDENS_SERVE_SERVE_H

#include "ggp/http.h"
#include "serve/desk.h"

typedef struct serve_options {
    http_options http; /* where to listen, whom to let in, limits of messages */
    desk_options desk;
    const char *token; /* that requests of sessions must show (header X-Ludens-Token); NULL: none */
} serve_options;

typedef struct server server;

/* NULL after a message on standard error. */
server *serve_start(const serve_options *o);
uint32_t serve_port(const server *s);
/* Closes what takes too long; called now and then. */
void serve_tick(server *s);
void serve_stop(server *s);

#endif
