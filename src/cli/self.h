/* This program, as a command of the shell. */
#ifndef LUDENS_CLI_SELF_H
#define LUDENS_CLI_SELF_H

#include "session/memory.h"

/* Adds `exec` and the program's own path, quoted. */
void self_command(buffer *command);

#endif
