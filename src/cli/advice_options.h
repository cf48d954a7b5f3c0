/* The options of commands that ask an agent for advice. */
#ifndef LUDENS_CLI_ADVICE_OPTIONS_H
#define LUDENS_CLI_ADVICE_OPTIONS_H

#include "cli/options.h"
#include "session/advice.h"

/* Of a struct with a field `advice`. */
#define ADVICE_OPTIONS(type)                                                                                           \
    OPTION_OF(type, "agent", 0, "AGENT", 2, option_text, advice.agent, 0, 0,                                           \
              "Ask an agent what it thinks of the moves (see `agents`)"),                                              \
        OPTION_OF(type, "seconds", 0, "S", 2, option_wait, advice.budget.seconds, 0, 0,                                \
                  "Seconds it may think (default 1)"),                                                                 \
        OPTION_OF(type, "playouts", 0, "N", 2, option_u64, advice.budget.playouts, 0, UINT64_MAX,                      \
                  "Playouts it may make"),                                                                             \
        OPTION_OF(type, "nodes", 0, "N", 2, option_u64, advice.budget.nodes, 0, UINT64_MAX, "Positions it may make")

#endif
