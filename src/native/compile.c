#include "native/native.h"

#include "base/map.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct native_library {
    void *handle;
    const native_game *game;
};

enum { NAME_BYTES = PATH_MAX, KEY_BYTES = 33 };

static const char compiler[] = "cc";
static const char *const flags[] = {"-std=gnu11", "-O2", "-shared", "-fPIC", "-fno-plt", "-mavx2", "-mbmi", "-mpopcnt"};
enum { FLAGS = sizeof flags / sizeof *flags };

static void make_key(const char *unit, char key[KEY_BYTES])
{
    uint64_t a = 0x6c7564656e73, b = 0x6e6174697665;
    for (size_t i = 0; i < FLAGS; i++) {
        a = hash_bytes(flags[i], strlen(flags[i]), a);
        b = hash_bytes(flags[i], strlen(flags[i]), b);
    }
    snprintf(key, KEY_BYTES, "%016llx%016llx",
             (unsigned long long)hash_bytes(unit, strlen(unit), a),
             (unsigned long long)hash_bytes(unit, strlen(unit), b));
}

/* A folder or file that is ours and that nobody else can write. */
static bool ours(const char *path, bool folder)
{
    struct stat st;
    return lstat(path, &st) == 0 && (folder ? S_ISDIR(st.st_mode) : S_ISREG(st.st_mode)) &&
           st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH));
}

static bool cache_folder(char *path, size_t size)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n;
    if (base && *base == '/')
        n = snprintf(path, size, "%s/ludens", base);
    else if (home && *home == '/')
        n = snprintf(path, size, "%s/.cache/ludens", home);
    else
        return false;
    if (n < 0 || (size_t)n + 64 >= size)
        return false;
    for (char *p = path + 1; *p; p++)
        if (*p == '/') {
            *p = 0;
            mkdir(path, 0700);
            *p = '/';
        }
    mkdir(path, 0700);
    return ours(path, true);
}

/* The compiler reads the unit from a file of its own name, so that concurrent runs cannot meet. */
static bool run_compiler(const char *source, const char *object)
{
    const char *arguments[FLAGS + 8];
    size_t n = 0;
    arguments[n++] = compiler;
    for (size_t i = 0; i < FLAGS; i++)
        arguments[n++] = flags[i];
    arguments[n++] = "-o";
    arguments[n++] = object;
    arguments[n++] = source;
    arguments[n] = NULL;
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return false;
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int failed = posix_spawnp(&child, compiler, &actions, NULL, (char *const *)(uintptr_t)arguments,
                              environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return false;
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
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

/* Objects end in a checksum: a file that was cut short could crash the loader. */
typedef struct trailer {
    char mark[8];
    uint64_t sum;
} trailer;

static const char trailer_mark[8] = "LUDENS1";

static unsigned char *read_object(const char *path, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat st;
    unsigned char *bytes = NULL;
    if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0 && st.st_size < (1 << 28))
        bytes = malloc((size_t)st.st_size);
    *size = bytes ? (size_t)st.st_size : 0;
    for (size_t done = 0; bytes && done < *size;) {
        ssize_t got = read(fd, bytes + done, *size - done);
        if (got <= 0) {
            free(bytes);
            bytes = NULL;
        } else {
            done += (size_t)got;
        }
    }
    if (fd >= 0)
        close(fd);
    return bytes;
}

static bool whole(const char *path)
{
    size_t size;
    trailer t;
    unsigned char *bytes = read_object(path, &size);
    bool ok = false;
    if (bytes && size > sizeof t) {
        memcpy(&t, bytes + size - sizeof t, sizeof t);
        ok = memcmp(t.mark, trailer_mark, sizeof t.mark) == 0 &&
             t.sum == hash_bytes(bytes, size - sizeof t, 0);
    }
    free(bytes);
    return ok;
}

static bool seal(const char *path)
{
    size_t size;
    trailer t = {.sum = 0};
    unsigned char *bytes = read_object(path, &size);
    if (!bytes)
        return false;
    memcpy(t.mark, trailer_mark, sizeof t.mark);
    t.sum = hash_bytes(bytes, size, 0);
    free(bytes);
    FILE *f = fopen(path, "ab");
    if (!f)
        return false;
    bool ok = fwrite(&t, sizeof t, 1, f) == 1;
    return fclose(f) == 0 && ok;
}

static native_library *load(const char *object, const char *key)
{
    if (!ours(object, false) || !whole(object))
        return NULL;
    void *handle = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        return NULL;
    const native_game *game = dlsym(handle, "ludens_native_game");
    native_library *library = NULL;
    if (game && memcmp(game->key, key, KEY_BYTES) == 0)
        library = malloc(sizeof *library);
    if (!library) {
        dlclose(handle);
        return NULL;
    }
    library->handle = handle;
    library->game = game;
    return library;
}

static bool build(const char *folder, const char *object, const char *unit, const char *key)
{
    char work[NAME_BYTES], source[NAME_BYTES + 8], fresh[NAME_BYTES + 8];
    int a = snprintf(work, sizeof work, "%s/work-XXXXXX", folder);
    if (a < 0 || (size_t)a >= sizeof work || !mkdtemp(work))
        return false;
    snprintf(source, sizeof source, "%s/game.c", work);
    snprintf(fresh, sizeof fresh, "%s/game.so", work);
    bool ok = write_unit(source, unit, key) && run_compiler(source, fresh) && seal(fresh) &&
              chmod(fresh, 0700) == 0 && rename(fresh, object) == 0;
    unlink(source);
    unlink(fresh);
    rmdir(work);
    return ok;
}

native_library *native_open(const char *unit, const char **why)
{
    char folder[NAME_BYTES], object[NAME_BYTES], key[KEY_BYTES];
    if (!cache_folder(folder, sizeof folder)) {
        *why = "there is no cache folder of this user";
        return NULL;
    }
    make_key(unit, key);
    int n = snprintf(object, sizeof object, "%s/%s.so", folder, key);
    if (n < 0 || (size_t)n >= sizeof object) {
        *why = "the name of the cache folder is too long";
        return NULL;
    }
    native_library *library = load(object, key);
    if (library)
        return library;
    if (!build(folder, object, unit, key)) {
        *why = "the system compiler `cc` is missing or failed";
        return NULL;
    }
    library = load(object, key);
    if (!library)
        *why = "the compiled game cannot be loaded";
    return library;
}

const native_game *native_functions(const native_library *library) { return library->game; }

void native_close(native_library *library)
{
    if (!library)
        return;
    dlclose(library->handle);
    free(library);
}
