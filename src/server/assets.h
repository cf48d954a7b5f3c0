/* The files of the page, inside of the program. */
#ifndef LUDENS_SERVER_ASSETS_H
#define LUDENS_SERVER_ASSETS_H

#include <stddef.h>

typedef struct asset {
    const char *path; /* "page.js"; the page itself is "" */
    const char *type;
    const unsigned char *bytes;
    size_t length;
} asset;

/* NULL: there is none. */
const asset *asset_find(const char *path);

#endif
