/* A session that chooses its game: what a page speaks to. Operations about games in general (the library, loading,
 * checking and laying out rules, agents) are its own; all others go to the game that is open. The same promises as
 * session.h. */
#ifndef LUDENS_SESSION_WORKSPACE_H
#define LUDENS_SESSION_WORKSPACE_H

#include "session/setup.h"

typedef struct workspace workspace;

enum { WORKSPACE_PROTOCOL = 1 /* of docs/json.md */, WORKSPACE_LINE_MAX = 8 << 20 };

/* Whether the request loads a game of the library, which was not written by whoever sends it. */
bool workspace_trusts(const char *line, size_t length);
/* NULL: no memory. What the setup points to has to live as long as the workspace. */
workspace *workspace_open(const setup *with);
/* One line of JSON to be freed with free; NULL: no memory for even that. */
char *workspace_request(workspace *s, const char *line, size_t length);
bool workspace_knows(const char *op);     /* an operation of its own */
bool workspace_ended(const workspace *s); /* by "quit" */
void workspace_close(workspace *s);

#endif
