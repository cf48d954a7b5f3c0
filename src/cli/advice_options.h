/* The options of commands that ask an agent for advice. */
#ifndef LUDENS_CLI_ADVICE_OPTIONS_H
#define LUDENS_CLI_ADVICE_OPTIONS_H

#include "cli/options.h"
#include "session/advice.h"

enum { KEY_ADVICE = KEY_OWN + 0x100 };
#define ADVICE_OPTIONS                                                                                                 \
    {"agent", KEY_ADVICE, "AGENT", 0, "Ask an agent what it thinks of the moves (see `agents`)", 2},                   \
        {"seconds", KEY_ADVICE + 1, "S", 0, "Seconds it may think (default 1)", 2},                                    \
        {"playouts", KEY_ADVICE + 2, "N", 0, "Playouts it may make", 2},                                               \
    {                                                                                                                  \
        "nodes", KEY_ADVICE + 3, "N", 0, "Positions it may make", 2                                                    \
    }
error_t advice_parse(advice_options *a, int key, char *arg, struct argp_state *state);

#endif
