#define _DEFAULT_SOURCE /* flock */
#include "native/cache.h"

#include "base/map.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the folder ---- */

/* What is wrong with a folder or file that has to be ours, and that nobody else can write. */
static const char *not_ours(const struct stat *st, bool folder)
{
    if (folder ? !S_ISDIR(st->st_mode) : !S_ISREG(st->st_mode))
        return folder ? "it is not a folder" : "it is not a file";
    if (st->st_uid != geteuid())
        return "it belongs to another user";
    return st->st_mode & (S_IWGRP | S_IWOTH) ? "other users may write there" : NULL;
}

/* Who can write a folder above can put another one in the place of ours. Where only what is one's
 * own may be renamed (the sticky bit, as in /tmp) nobody can. */
static bool safe_above(const char *path, char *why)
{
    char above[CACHE_PATH];
    struct stat st;
    snprintf(above, sizeof above, "%s", path);
    for (char *slash = strrchr(above, '/'); slash; slash = strrchr(above, '/')) {
        slash[slash == above] = 0;
        bool known = lstat(above, &st) == 0;
        bool owned = known && (st.st_uid == geteuid() || st.st_uid == 0);
        bool open = known && (st.st_mode & (S_IWGRP | S_IWOTH)) && !(st.st_mode & S_ISVTX);
        if (!owned || (open && !S_ISLNK(st.st_mode))) {
            snprintf(why, CACHE_WHY, "the cache folder %s cannot be used: other users may write in %s", path, above);
            return false;
        }
        if (!above[1])
            break;
    }
    return true;
}

static bool usable_folder(const char *path, char *why)
{
    struct stat st;
    const char *wrong = lstat(path, &st) != 0 ? strerror(errno) : not_ours(&st, true);
    if (wrong)
        snprintf(why, CACHE_WHY, "the cache folder %s cannot be used: %s", path, wrong);
    return !wrong && safe_above(path, why);
}

static bool find_folder(char *path, char *why)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n;
    if (base && *base == '/')
        n = snprintf(path, CACHE_PATH, "%s/ludens", base);
    else if (home && *home == '/')
        n = snprintf(path, CACHE_PATH, "%s/.cache/ludens", home);
    else {
        snprintf(why, CACHE_WHY, "neither XDG_CACHE_HOME nor HOME names a folder for the cache");
        return false;
    }
    if (n < 0 || n + 64 >= CACHE_PATH) {
        snprintf(why, CACHE_WHY, "the name of the cache folder is too long");
        return false;
    }
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            mkdir(path, 0700);
            *p = '/';
        }
    if (mkdir(path, 0700) != 0 && errno != EEXIST) {
        snprintf(why, CACHE_WHY, "the cache folder %s cannot be made: %s", path, strerror(errno));
        return false;
    }
    return usable_folder(path, why);
}

bool cache_find(cache_place *p, const char *unit, const char *salt, char *why)
{
    if (!find_folder(p->folder, why))
        return false;
    uint64_t a = hash_bytes(salt, strlen(salt), 0x6c7564656e73);
    uint64_t b = hash_bytes(salt, strlen(salt), 0x6e6174697665);
    size_t length = strlen(unit);
    snprintf(p->key, CACHE_KEY, "%016llx%016llx", (unsigned long long)hash_bytes(unit, length, a),
             (unsigned long long)hash_bytes(unit, length, b));
    size_t n = strlen(p->folder); /* find_folder left room */
    memcpy(p->object, p->folder, n);
    snprintf(p->object + n, CACHE_PATH - n, "/%s.so", p->key);
    return true;
}

/* ---- objects ---- */

/* Objects end in a checksum: a file that was cut short could crash the loader. */
typedef struct trailer {
    char mark[8];
    uint64_t micros; /* that the compiler took */
    uint64_t sum;    /* of all before it */
} trailer;

static const char trailer_mark[8] = "LUDENS2";

static int open_object(const char *path) { return open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW); }

static unsigned char *read_object(int fd, size_t *size)
{
    struct stat st;
    unsigned char *bytes = NULL;
    if (fd >= 0 && fstat(fd, &st) == 0 && !not_ours(&st, false) && st.st_size > 0 && st.st_size < (1 << 28))
        bytes = malloc((size_t)st.st_size);
    *size = bytes ? (size_t)st.st_size : 0;
    for (size_t done = 0; bytes && done < *size;) {
        ssize_t got = pread(fd, bytes + done, *size - done, (off_t)done);
        if (got <= 0) {
            free(bytes);
            bytes = NULL;
        } else {
            done += (size_t)got;
        }
    }
    return bytes;
}

static bool whole(int fd, double *seconds)
{
    size_t size;
    trailer t;
    unsigned char *bytes = read_object(fd, &size);
    bool ok = false;
    if (bytes && size > sizeof t) {
        memcpy(&t, bytes + size - sizeof t, sizeof t);
        *seconds = (double)t.micros / 1e6;
        ok = memcmp(t.mark, trailer_mark, sizeof t.mark) == 0 && t.sum == hash_bytes(bytes, size - sizeof t.sum, 0);
    }
    free(bytes);
    return ok;
}

static bool append(const char *path, const void *bytes, size_t size)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    bool ok = write(fd, bytes, size) == (ssize_t)size;
    return close(fd) == 0 && ok;
}

static bool seal(const char *path, double seconds)
{
    trailer t = {.micros = (uint64_t)(seconds * 1e6)};
    memcpy(t.mark, trailer_mark, sizeof t.mark);
    if (!append(path, &t, sizeof t - sizeof t.sum))
        return false;
    size_t size;
    int fd = open_object(path);
    unsigned char *bytes = read_object(fd, &size);
    if (fd >= 0)
        close(fd);
    if (!bytes)
        return false;
    t.sum = hash_bytes(bytes, size, 0);
    free(bytes);
    return append(path, &t.sum, sizeof t.sum);
}

void *cache_load(const cache_place *p, const native_game **game, double *seconds)
{
    int fd = open_object(p->object);
    bool fine = fd >= 0 && whole(fd, seconds);
    if (fd >= 0)
        close(fd);
    /* by its name, which nobody else can give to another file: usable_folder has seen to that */
    void *handle = fine ? dlopen(p->object, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!handle)
        return NULL;
    *game = dlsym(handle, "ludens_native_game");
    if (*game && memcmp((*game)->key, p->key, CACHE_KEY) == 0)
        return handle;
    dlclose(handle);
    return NULL;
}

/* ---- work folders ---- */

static const char work_prefix[] = "work-", dead_prefix[] = "dead-";

static void name_in(char *out, size_t size, const char *folder, const char *name)
{
    snprintf(out, size, "%s/%s", folder, name);
}

static int open_lock(const char *folder)
{
    char path[CACHE_PATH + 8];
    name_in(path, sizeof path, folder, "lock");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

static void remove_folder(const char *folder)
{
    char path[2 * CACHE_PATH];
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        name_in(path, sizeof path, folder, e->d_name);
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            unlink(path);
    }
    if (dir)
        closedir(dir);
    rmdir(folder);
}

/* Renamed before anything in it is touched: who has just made the folder and not yet locked it
 * then finds it gone, and makes another. */
static void bury(const char *cache, const char *name)
{
    char from[2 * CACHE_PATH], to[2 * CACHE_PATH];
    name_in(from, sizeof from, cache, name);
    int lock = open_lock(from);
    if (lock < 0)
        return;
    snprintf(to, sizeof to, "%s/%s%s", cache, dead_prefix, name + sizeof work_prefix - 1);
    if (rename(from, to) == 0)
        remove_folder(to);
    close(lock);
}

static void sweep(const char *cache)
{
    char path[2 * CACHE_PATH];
    DIR *dir = opendir(cache);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (strncmp(e->d_name, work_prefix, sizeof work_prefix - 1) == 0)
            bury(cache, e->d_name);
        if (strncmp(e->d_name, dead_prefix, sizeof dead_prefix - 1) == 0) {
            name_in(path, sizeof path, cache, e->d_name);
            remove_folder(path);
        }
    }
    if (dir)
        closedir(dir);
}

static bool write_unit(const char *path, const char *unit, const char *key)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    bool ok = fprintf(f, "#define LUDENS_KEY \"%s\"\n", key) > 0 && fputs(unit, f) >= 0;
    return fclose(f) == 0 && ok;
}

bool cache_begin(const cache_place *p, const char *unit, cache_work *w, char *why)
{
    enum { ATTEMPTS = 8 }; /* somebody may sweep between making and locking */
    sweep(p->folder);
    w->lock = -1;
    size_t n = strlen(p->folder); /* with room behind it, as in cache_find */
    for (int i = 0; i < ATTEMPTS && w->lock < 0; i++) {
        memcpy(w->folder, p->folder, n);
        snprintf(w->folder + n, CACHE_PATH - n, "/%sXXXXXX", work_prefix);
        if (!mkdtemp(w->folder))
            break;
        w->lock = open_lock(w->folder);
    }
    name_in(w->source, sizeof w->source, w->folder, "game.c");
    name_in(w->object, sizeof w->object, w->folder, "game.so");
    if (w->lock >= 0 && write_unit(w->source, unit, p->key))
        return true;
    snprintf(why, CACHE_WHY, "the cache folder %s cannot be written: %s", p->folder, strerror(errno));
    if (w->lock >= 0) {
        remove_folder(w->folder);
        close(w->lock);
    }
    return false;
}

bool cache_keep(const cache_place *p, const cache_work *w, double seconds)
{
    return seal(w->object, seconds) && chmod(w->object, 0700) == 0 && rename(w->object, p->object) == 0;
}
