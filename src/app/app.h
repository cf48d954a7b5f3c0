/* The command line: what the commands share. One file a command (cmd_*.c), one line each in
 * commands.def. Commands know the engine through ludens.h alone. */
#ifndef LUDENS_APP_APP_H
#define LUDENS_APP_APP_H

#include <stdio.h>

struct command_spec;

/* Exit codes of every command. When several games are given, the highest one wins. */
typedef enum app_exit {
    EXIT_FINE = 0,
    EXIT_WRONG = 1,      /* the game or the input is wrong */
    EXIT_USAGE = 2,      /* the command line is */
    EXIT_LIMIT = 3,      /* a limit was hit */
    EXIT_ENVIRONMENT = 4, /* a file cannot be opened, no memory, a missing tool */
    EXIT_INTERRUPT = 130 /* Ctrl-C; what there was so far is shown */
} app_exit;

static inline int exit_worst(int a, int b) { return a > b ? a : b; }

/* argv[0] is "ludens COMMAND". */
#define COMMAND(name, id, stoppable, summary)                                                                 \
    int cmd_##id(int argc, char **argv);                                                           \
    extern const struct command_spec spec_##id;
#include "app/commands.def"
#undef COMMAND

#endif
