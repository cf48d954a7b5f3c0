/* How requests are refused, and how secrets are compared. */
#ifndef LUDENS_SERVER_REFUSAL_H
#define LUDENS_SERVER_REFUSAL_H

#include "net/http.h"
#include "server/workers.h"

#include <stdio.h>
#include <string.h>

enum { OK = 200, FORBIDDEN = 403, MISSING = 404, NOT_ALLOWED = 405, BUSY = 503 };

static inline void refuse(http_exchange *x, int code, const char *name, const char *message)
{
    char text[400];
    snprintf(text, sizeof text, REPLY_FAILED("%s", "%s"), name, message);
    http_reply(x, code, text);
}

/* In as many steps for every token, so that the time says nothing. */
static inline bool same_token(const char *wanted, const char *given)
{
    size_t n = strlen(wanted);
    unsigned char differ = 0;
    if (!given || strlen(given) != n)
        return false;
    for (size_t i = 0; i < n; i++)
        differ |= (unsigned char)(wanted[i] ^ given[i]);
    return !differ;
}

#endif
