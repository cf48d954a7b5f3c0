#define _XOPEN_SOURCE 700 /* realpath */
#include "session/replace.h"

#include "session/memory.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char *where_it_leads(const char *path)
{
    char *real = realpath(path, NULL), *kept = mem_strdup(real ? real : path);
    free(real);
    return kept;
}

bool replace_begin(replacement *r, const char *path)
{
    struct stat old;
    bool there = stat(path, &old) == 0;
    *r = (replacement){.path = where_it_leads(path)};
    if (there && !S_ISREG(old.st_mode)) {
        r->out = fopen(path, "w");
    } else {
        buffer temporary = {0};
        buffer_addf(&temporary, "%s.%ld.tmp", r->path, (long)getpid());
        r->temporary = temporary.text;
        r->out = fopen(r->temporary, "w");
        if (r->out && there)
            (void)!fchmod(fileno(r->out), old.st_mode & 07777);
    }
    if (r->out)
        return true;
    int error = errno;
    free(r->path);
    free(r->temporary);
    errno = error;
    return false;
}

bool replace_end(replacement *r, bool fine)
{
    int error = errno;
    if (fclose(r->out) != 0 && fine) {
        error = errno;
        fine = false;
    }
    if (fine && r->temporary && rename(r->temporary, r->path) != 0) {
        error = errno;
        fine = false;
    }
    if (!fine && r->temporary)
        unlink(r->temporary);
    free(r->path);
    free(r->temporary);
    errno = error;
    return fine;
}

bool replace_text(const char *path, const char *text)
{
    replacement r;
    return replace_begin(&r, path) && replace_end(&r, fputs(text, r.out) >= 0);
}
