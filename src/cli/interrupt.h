/* What ends a command early: Ctrl-C, and --time-limit. Both stop everything that plays a game with
 * interrupt_control(); the command then shows what there is so far. */
#ifndef LUDENS_CLI_INTERRUPT_H
#define LUDENS_CLI_INTERRUPT_H

#include "ludens.h"

/* For lud_options.control. */
lud_control *interrupt_control(void);
/* From now on Ctrl-C stops the command, once; a second one ends the program. */
void interrupt_catch(void);
/* SIGTERM does the same from now on. */
void interrupt_catch_term(void);
/* The command is stopped after so many seconds. */
void interrupt_after(double seconds);
/* For what is done request by request: what runs is stopped after so many seconds, without an end of the command (0: no
 * more). What was stopped before goes on. */
void interrupt_request(double seconds);
/* Around reading from somebody who may say nothing: --time-limit ends that, too. False: it has happened already. */
bool interrupt_wait(bool on);
/* Whether either has happened. */
bool interrupt_seen(void);
/* The same; Ctrl-C has its usual meaning again. */
bool interrupt_release(void);
/* The exit code of a command that would be `code`; says so when the time was up. */
int interrupt_exit(int code);

#endif
