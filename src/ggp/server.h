/* The network side of a player: HTTP in front of ggp_player. */
#ifndef LUDENS_GGP_SERVER_H
#define LUDENS_GGP_SERVER_H

#include "ggp/player.h"
#include "net/http.h"

/* Fills in what the protocol says of the options; the address, the port and the limits are the
 * caller's. NULL after a message on standard error. */
http_server *ggp_server_start(ggp_player *p, const http_options *o);

#endif
