/* What a command says of a fault of the rules: the diagnostic, the moves that lead to it, and the command that
 * goes there. */
#ifndef LUDENS_CLI_FAULT_H
#define LUDENS_CLI_FAULT_H

#include "cli/options.h"
#include "session/failure.h"
#include "session/trace.h"

/* What went wrong in the walk's last call: the diagnostic and the moves, on standard error; the exit code. */
int trace_report(const options *o, walk *w, lud_status status, const char *path);
/* For a fault that an agent met in its search, from the walk's position on: shows it with the moves when
 * random games meet it, too. */
int trace_report_from(const options *o, walk *w, lud_status status, const char *path);
/* Prints a failure on standard error, after `title`; the exit code. The context is that of the walk, or NULL. */
int failure_report(const options *o, const failure *p, lud_context *ctx, const char *title);

#endif
