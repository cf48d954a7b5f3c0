/* HTTP: messages to several servers at once. */
#ifndef LUDENS_NET_CLIENT_H
#define LUDENS_NET_CLIENT_H

#include "ludens.h"
#include "session/memory.h"

#include <stdbool.h>

typedef enum http_outcome {
    HTTP_REPLIED,
    HTTP_LATE,  /* connected, but no whole reply in time */
    HTTP_SILENT /* no connection, or one that ends without a reply */
} http_outcome;

typedef struct http_call {
    const char *url;
    const char *message;
    buffer reply;
    http_outcome outcome;
    double seconds;    /* until the reply was there */
    char problem[256]; /* when it was not */
} http_call;

/* Once a program, before and after the calls. False: there is no libcurl. */
bool http_client_init(void);
void http_client_done(void);
/* Sends all messages, with header lines up to a NULL, and waits for the replies, at most so many seconds. Calls
 * without a URL are left out. It ends when the control is interrupted, and returns false then (NULL: never). */
bool http_client_call(http_call *calls, size_t count, const char *const *lines, double timeout,
                      const lud_control *control);

#endif
