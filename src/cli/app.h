/* The command line: what the commands share. One file a command (cmd_*.c), one line each in
 * commands.def. Commands know the engine through ludens.h alone. */
#ifndef LUDENS_CLI_APP_H
#define LUDENS_CLI_APP_H

#include "session/codes.h"

#include <stdio.h>

struct command_spec;

/* argv[0] is "ludens COMMAND". */
#define COMMAND(name, id, stoppable, summary)                                                                          \
    int cmd_##id(int argc, char **argv);                                                                               \
    extern const struct command_spec spec_##id;
#include "cli/commands.def"
#undef COMMAND

#endif
