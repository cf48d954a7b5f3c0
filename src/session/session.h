/* A game driven by JSON (docs/json.md): a request is an object as text, and so is the reply. For
 * servers, bindings and tests as well as for the command line: nothing here reads or writes files,
 * prints, or ends the program. A session belongs to one thread at a time. */
#ifndef LUDENS_SESSION_SESSION_H
#define LUDENS_SESSION_SESSION_H

#include "session/setup.h"

typedef struct session session;

enum { SESSION_LINE_MAX = 1 << 20 }; /* bytes of a request */

/* Loads a game from the text of its rules; `path` names it in messages. NULL: the diagnostics say
 * why, or there is no memory. What the setup points to has to live as long as the session. */
session *session_open(const setup *with, const char *path, const char *rules, size_t length, lud_diags *diags);
/* The reply, one line of JSON without its end, to be freed with free; NULL: no memory for even that.
 * After a reply with the code "memory" the session is of no more use. */
char *session_request(session *s, const char *line, size_t length);
bool session_ended(const session *s);  /* by "quit" */
bool session_broken(const session *s); /* memory has ended */
const lud_game *session_game(const session *s);
void session_close(session *s);

#endif
