/* The network side of a player: HTTP in front of ggp_player. */
#ifndef LUDENS_GGP_SERVER_H
#define LUDENS_GGP_SERVER_H

#include "ggp/player.h"

/* Names that are let in; "*": all. */
enum { GGP_NAMES = 32 };
typedef struct ggp_names {
    const char *names[GGP_NAMES];
    uint32_t count;
} ggp_names;

typedef struct ggp_server_options {
    const char *address; /* to listen on */
    uint32_t port;
    bool port_given;        /* else the next free one upwards is taken */
    size_t max_message;     /* bytes */
    double connection_time; /* seconds until a message must have arrived */
    ggp_names origins;      /* of web pages that may send messages */
    ggp_names hosts;        /* in Host, besides addresses, localhost and the machine's name */
} ggp_server_options;

typedef struct ggp_server ggp_server;

/* NULL after a message on standard error. */
ggp_server *ggp_server_start(ggp_player *p, const ggp_server_options *o);
uint32_t ggp_server_port(const ggp_server *s);
/* Ends connections that take too long; called now and then. */
void ggp_server_tick(ggp_server *s);
/* The player must be closed: nothing waits for a reply any more. */
void ggp_server_stop(ggp_server *s);

/* The message in the target of a GET request, "/" and the URL-encoded text; to be freed. */
char *ggp_url_message(const char *target);

#endif
