/* Lines that a person types: with editing, history and completion at a terminal (libedit), else
 * read as they come and shown, so that the output of a script reads like a session. */
#ifndef LUDENS_CLI_PLAY_PROMPT_H
#define LUDENS_CLI_PLAY_PROMPT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct prompt prompt;

/* Gives the texts that may stand at the prompt, one after the other from index 0, to be freed;
 * NULL: no more. */
typedef char *(*prompt_candidates)(void *user, size_t index);

prompt *prompt_new(prompt_candidates candidates, void *user);
void prompt_free(prompt *p);
/* One line without blanks at its ends, valid until the next call. NULL: the end of the input, or
 * Ctrl-C (interrupt_seen). `bold`: the label stands out. */
char *prompt_read(prompt *p, const char *label, bool bold);

#endif
