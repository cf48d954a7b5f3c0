#include "session/failure.h"

#include "session/codes.h"

#include <stdarg.h>
#include <stdio.h>

bool failure_set(failure *p, failure_kind kind, const char *format, ...)
{
    va_list args;
    *p = (failure){.kind = kind};
    va_start(args, format);
    vsnprintf(p->text, sizeof p->text, format, args);
    va_end(args);
    return false;
}

bool failure_status(failure *p, lud_status status)
{
    if (status == LUD_OK)
        return true;
    *p = (failure){.kind = FAILURE_FAULT, .status = status};
    return false;
}

int status_code(lud_status status)
{
    if (status == LUD_OK)
        return EXIT_FINE;
    if (status == LUD_INTERRUPTED)
        return EXIT_INTERRUPT;
    if (status == LUD_ERR_MEMORY || status == LUD_ERR_SOLVER)
        return EXIT_ENVIRONMENT;
    return lud_status_is_limit(status) ? EXIT_LIMIT : EXIT_WRONG;
}
