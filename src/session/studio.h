/* A session that chooses its game: what a page speaks to. Operations about games in general (the library, loading,
 * checking and laying out rules, agents) are its own; all others go to the game that is open. The same promises as
 * session.h. */
#ifndef LUDENS_SESSION_STUDIO_H
#define LUDENS_SESSION_STUDIO_H

#include "session/setup.h"

typedef struct studio studio;

enum { STUDIO_PROTOCOL = 1 /* of docs/json.md */, STUDIO_LINE_MAX = 8 << 20 };

/* NULL: no memory. What the setup points to has to live as long as the studio. */
studio *studio_open(const setup *with);
/* One line of JSON to be freed with free; NULL: no memory for even that. */
char *studio_request(studio *s, const char *line, size_t length);
bool studio_ended(const studio *s); /* by "quit" */
void studio_close(studio *s);

#endif
