/* What went wrong, as a value: who asked decides whether to print it, to send it or to try again. */
#ifndef LUDENS_SESSION_FAILURE_H
#define LUDENS_SESSION_FAILURE_H

#include "ludens.h"

typedef enum failure_kind {
    FAILURE_NONE,
    FAILURE_INPUT,       /* what was asked for does not fit the game */
    FAILURE_USAGE,       /* what was asked for makes no sense for any game */
    FAILURE_ENVIRONMENT, /* a file, or memory */
    FAILURE_FAULT        /* a call of ludens.h ended with `status`; its context says more */
} failure_kind;

typedef struct failure {
    failure_kind kind;
    lud_status status;
    char text[1000]; /* a sentence; not of FAILURE_FAULT */
} failure;

/* Both return false, to be returned in turn; failure_status does so unless the status is LUD_OK. */
bool failure_set(failure *p, failure_kind kind, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool failure_status(failure *p, lud_status status);

/* What a status means for the exit code of a command (codes.h). */
int status_code(lud_status status);

#endif
