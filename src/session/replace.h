/* Writing a file as a whole: under another name first, so that nothing half written takes the place of what was there.
 */
#ifndef LUDENS_SESSION_REPLACE_H
#define LUDENS_SESSION_REPLACE_H

#include <stdbool.h>
#include <stdio.h>

typedef struct replacement {
    FILE *out;
    char *path, *temporary; /* temporary: NULL when written in place, as devices are */
} replacement;

/* `path`: as the user gave it; a link stays one, and permissions stay. False: errno says why. */
bool replace_begin(replacement *r, const char *path);
/* fine: all was written. False, with errno: it was not, and what was there is there. */
bool replace_end(replacement *r, bool fine);
/* The whole of a text. */
bool replace_text(const char *path, const char *text);

#endif
