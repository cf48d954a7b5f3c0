/* Messages to several players at once, over HTTP. */
#ifndef LUDENS_GGP_CLIENT_H
#define LUDENS_GGP_CLIENT_H

#include "ludens.h"
#include "session/memory.h"

#include <stdbool.h>

typedef enum ggp_outcome {
    GGP_REPLIED,
    GGP_LATE,  /* connected, but no whole reply in time */
    GGP_SILENT /* no connection, or one that ends without a reply */
} ggp_outcome;

typedef struct ggp_call {
    const char *url;
    const char *message;
    buffer reply;
    ggp_outcome outcome;
    double seconds;    /* until the reply was there */
    char problem[256]; /* when it was not */
} ggp_call;

/* Once a program, before and after the calls. False: there is no libcurl. */
bool ggp_client_init(void);
void ggp_client_done(void);
/* Sends all messages and waits for the replies, at most so many seconds. Calls without a URL are
 * left out. It ends when the control is interrupted, and returns false then (NULL: never).
 */
bool ggp_client_call(ggp_call *calls, size_t count, double timeout, const lud_control *control);

#endif
