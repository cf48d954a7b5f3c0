/* Files that rules name: includes of Zillions, games of a match. Rules are untrusted, and diagnostics quote what is
 * read, so that rules must not reach anywhere else. */
#include "base/arena.h"
#include "lang/lang.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool leaves_folder(const char *name)
{
    if (*name == '/')
        return true;
    for (const char *p = name; *p; p += strcspn(p, "/"), p += *p == '/')
        if (p[0] == '.' && p[1] == '.' && (p[2] == '/' || p[2] == 0))
            return true;
    return false;
}

const char *lang_read_beside(const lang_input *in, arena *a, const char *here, const char *name, size_t largest,
                             const char **path, size_t *length, const char **why)
{
    const char *slash = strrchr(here, '/');
    char *wanted = arena_printf(a, "%.*s%s", slash ? (int)(slash - here + 1) : 0, here, name);
    struct stat s;
    for (char *p = wanted + (slash ? slash - here + 1 : 0); *p; p++)
        if (*p == '\\')
            *p = '/';
    *path = wanted;
    if (in->alone)
        *why = "this text stands alone; files are read beside rules that are a file themselves";
    else if (leaves_folder(wanted + (slash ? slash - here + 1 : 0)))
        *why = "it is not in the folder of the rules or below it";
    else if (!*name || stat(wanted, &s) != 0)
        *why = strerror(*name ? errno : ENOENT);
    else if (!S_ISREG(s.st_mode))
        *why = "it is not a file";
    else if ((uint64_t)s.st_size > largest)
        *why = "it is too large";
    else
        *why = NULL;
    if (*why)
        return NULL;
    char *text = arena_alloc(a, (size_t)s.st_size + 1); /* nothing is allocated while the file is open: arenas jump */
    FILE *f = fopen(wanted, "rb");
    *length = f ? fread(text, 1, (size_t)s.st_size, f) : 0;
    *why = !f || ferror(f) ? strerror(errno) : NULL;
    if (f)
        fclose(f);
    return *why ? NULL : text;
}
