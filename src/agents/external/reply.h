/* Replies of external players. */
#ifndef LUDENS_AGENTS_REPLY_H
#define LUDENS_AGENTS_REPLY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct reply {
    char *move, *name, *line; /* or NULL; to be freed by reply_done */
    bool has_value;
    double value;
} reply;

/* Reads one line. False: `problem` says what is wrong with it, which may be what the program itself
 * says: {"ok": false, "error": "..."}. */
bool reply_read(const char *line, size_t length, reply *r, char *problem, size_t size);
void reply_done(reply *r);

#endif
