/* What of a grammar is played. */
#ifndef LUDENS_CLI_COVERAGE_H
#define LUDENS_CLI_COVERAGE_H

#include "cli/options.h"

/* Loads the games of a grammar for its constructors, or those of the row or class that is the command's argument, and
 * prints what became of each argument. The exit code: 1 when one is ignored. */
int print_coverage(const options *o, const char *library, const char *ludemes);

#endif
