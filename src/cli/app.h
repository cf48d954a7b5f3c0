/* The command line: what the commands share. One file a command (cmd_*.c), one line each in
 * commands.def. Commands know the engine through ludens.h alone. */
#ifndef LUDENS_CLI_APP_H
#define LUDENS_CLI_APP_H

#include "cli/options.h"
#include "session/codes.h"

#define COMMAND(name, id, stoppable, summary)                                                                          \
    int cmd_##id(options *o, void *own);                                                                               \
    extern const command_spec spec_##id;
#include "cli/commands.def"
#undef COMMAND

#endif
