/* Native code for games of the library, made by the server itself: its sessions are confined and start no compiler.
 * What is compiled is in the cache when a session loads the game the next time. Games that come in requests are never
 * compiled here. */
#ifndef LUDENS_SERVER_COMPILE_H
#define LUDENS_SERVER_COMPILE_H

#include <stdbool.h>

typedef struct compiling compiling;

/* `done` is called by another thread when there is native code that was not there before. NULL: no memory. */
compiling *compiling_new(void (*done)(void *user, const char *game), void *user);
/* Compiles the game in the background, once. */
void compiling_add(compiling *c, const char *game);
/* Ends what it is doing. */
void compiling_free(compiling *c);

#endif
