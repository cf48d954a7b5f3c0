/* What an outcome is worth: the exit codes of commands, which protocols share. */
#ifndef LUDENS_SESSION_CODES_H
#define LUDENS_SESSION_CODES_H

/* Exit codes of every command. When several games are given, the highest one wins. */
typedef enum app_exit {
    EXIT_FINE = 0,
    EXIT_WRONG = 1,       /* the game or the input is wrong */
    EXIT_USAGE = 2,       /* the command line is */
    EXIT_LIMIT = 3,       /* a limit was hit */
    EXIT_ENVIRONMENT = 4, /* a file cannot be opened, no memory, a missing tool */
    EXIT_INTERRUPT = 130  /* Ctrl-C; what there was so far is shown */
} app_exit;

static inline int exit_worst(int a, int b) { return a > b ? a : b; }

#endif
