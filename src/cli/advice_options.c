#include "cli/advice_options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

error_t advice_parse(advice_options *a, int key, char *arg, struct argp_state *state)
{
    char *end;
    switch (key) {
    case KEY_ADVICE: a->agent = arg; return 0;
    case KEY_ADVICE + 1:
        errno = 0;
        a->budget.seconds = strtod(arg, &end);
        if (end == arg || *end || errno || !isfinite(a->budget.seconds) || a->budget.seconds < 0)
            argp_error(state, "--seconds takes a number of seconds, not '%s'", arg);
        return 0;
    case KEY_ADVICE + 2: a->budget.playouts = options_number(arg, "--playouts", UINT64_MAX, state); return 0;
    case KEY_ADVICE + 3: a->budget.nodes = options_number(arg, "--nodes", UINT64_MAX, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}
