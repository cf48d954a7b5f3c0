#include "ggp/server.h"

#include "session/memory.h"

#include <stdlib.h>
#include <string.h>

/* What a visitor waits for. The request and the exchange end in either order. */
static void on_answer(void *user, int code, const char *text) { http_reply(user, code, text); }

/* A message is the body of a POST, or the target of a GET. */
static void handle(void *user, http_exchange *x, const http_message *m)
{
    ggp_player *p = user;
    char *target = strcmp(m->method, "GET") == 0 ? http_url_decoded(m->target) : NULL;
    const char *text = target ? target : m->body;
    size_t length = target ? strlen(target) : m->length;
    http_attach(x, ggp_player_take(p, text, length, on_answer, x));
    free(target);
}

static void gone(void *user, http_exchange *x) { ggp_request_free(user, http_attached(x)); }

http_server *ggp_server_start(ggp_player *p, const http_options *o)
{
    http_options own = *o;
    own.content_type = "text/acl";
    own.handle = handle;
    own.gone = gone;
    own.user = p;
    return http_start(&own);
}
