/* Rules of strangers: a process that gives up everything but computing before it reads any. */
#ifndef LUDENS_BASE_SANDBOX_H
#define LUDENS_BASE_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

/* From now on this process may take so much memory (bytes; 0: any), write no files, and with
 * `strict` neither open files, nor start programs, nor use the network: such calls fail (Linux,
 * seccomp). False: the system cannot do that. */
bool enter_sandbox(uint64_t memory, bool strict);
/* Closes all files but the three standard ones: what was open where this program was started. */
void close_inherited(void);

#endif
