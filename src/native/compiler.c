#define _DEFAULT_SOURCE /* syscall */
#include "native/compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* A library with sanitizers needs objects with the same ones, by the same compiler. */
#ifndef LUDENS_NATIVE_CC
#define LUDENS_NATIVE_CC "cc"
#endif
#ifndef LUDENS_NATIVE_CFLAGS
#define LUDENS_NATIVE_CFLAGS "-O2"
#endif
/* A pair of words as one vector would wait to be read as words. */
static const char always[] =
    "-std=gnu11 -shared -fPIC -fno-plt -ffp-contract=off -fno-tree-slp-vectorize " LUDENS_NATIVE_CFLAGS;

/* ---- which ---- */

static void add_words(compiler *c, size_t *used, const char *list)
{
    for (const char *p = list + strspn(list, " \t\n"); *p; p += strspn(p, " \t\n")) {
        size_t length = strcspn(p, " \t\n");
        if (c->count == COMPILER_WORDS || *used + length + 1 > sizeof c->text)
            return;
        char *word = c->text + *used;
        memcpy(word, p, length);
        word[length] = 0;
        c->words[c->count++] = word;
        *used += length + 1;
        p += length;
    }
}

/* Looked up here: between fork and exec there is no looking up. */
static void find_program(const char *name, char *path)
{
    const char *folders = getenv("PATH");
    if (strchr(name, '/'))
        folders = "";
    else if (!folders)
        folders = "/bin:/usr/bin";
    for (const char *p = folders;; p++) {
        size_t length = strcspn(p, ":");
        int n = snprintf(path, COMPILER_TEXT, "%.*s%s%s", (int)length, p, length ? "/" : "", name);
        if (n > 0 && n < COMPILER_TEXT && access(path, X_OK) == 0)
            return;
        p += length;
        if (!*p)
            break;
    }
    *path = 0;
}

/* What this machine has beyond the least of its kind. A cache that several machines share keeps
 * their objects apart, since options are part of the key. */
static const char *machine_flags(void)
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("popcnt"))
        return "";
    /* the first Zen processors have pdep, but slowly */
    if (!__builtin_cpu_supports("bmi2") || __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2"))
        return "-mavx2 -mbmi -mpopcnt";
    if (!__builtin_cpu_supports("avx512bw"))
        return "-mavx2 -mbmi -mbmi2 -mpopcnt";
    if (!__builtin_cpu_supports("avx512vbmi2") || !__builtin_cpu_supports("avx512vbmi"))
        return "-mavx2 -mbmi -mbmi2 -mpopcnt -mavx512bw";
    return __builtin_cpu_supports("avx512vpopcntdq")
               ? "-mavx2 -mbmi -mbmi2 -mpopcnt -mavx512bw -mavx512cd -mavx512vbmi -mavx512vbmi2 -mavx512vpopcntdq"
               : "-mavx2 -mbmi -mbmi2 -mpopcnt -mavx512bw -mavx512cd -mavx512vbmi -mavx512vbmi2";
#endif
    return "";
}

void compiler_find(compiler *c)
{
    size_t used = 0;
    const char *name = getenv("LUDENS_CC"), *flags = getenv("LUDENS_CFLAGS");
    memset(c, 0, sizeof *c);
    add_words(c, &used, name ? name : "");
    if (c->count == 0)
        add_words(c, &used, LUDENS_NATIVE_CC);
    add_words(c, &used, always);
    add_words(c, &used, machine_flags());
    add_words(c, &used, flags ? flags : "");
    find_program(c->words[0], c->path);
    find_program("rm", c->remover);
    for (size_t i = 0, n = 0; i < c->count; i++)
        n += (size_t)snprintf(c->salt + n, sizeof c->salt - n, "%s ", c->words[i]);
}

/* ---- the keeper: between fork and exec, so only what signal handlers may do ---- */

enum { KEEPER_SOCKET = 3, KEEPER_LOCK, KEEPER_DONE, KEEPER_FREE };

typedef struct keeper_plan {
    const char *compiler, *const *words;
    const char *const *environment;
    const char *remover, *folder;
} keeper_plan;

/* Moves the descriptors that are kept to fixed numbers and closes all others. */
static void keep_descriptors(int socket, int lock)
{
    int s = fcntl(socket, F_DUPFD, KEEPER_FREE), l = fcntl(lock, F_DUPFD, KEEPER_FREE);
    int null = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(null, i);
    dup2(s, KEEPER_SOCKET);
    dup2(l, KEEPER_LOCK);
    fcntl(KEEPER_SOCKET, F_SETFD, FD_CLOEXEC);
    fcntl(KEEPER_LOCK, F_SETFD, FD_CLOEXEC);
    long closed = -1;
#ifdef SYS_close_range
    closed = syscall(SYS_close_range, KEEPER_DONE, ~0u, 0);
#endif
    for (int fd = KEEPER_DONE; closed != 0 && fd < 1024; fd++)
        close(fd);
}

static void default_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int i = 1; i < 32; i++)
        signal(i, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* True when the compiler ended well, false when it failed or nobody wants the result. */
static bool watch(pid_t child, int done)
{
    struct pollfd fds[2] = {{KEEPER_SOCKET, POLLIN, 0}, {done, POLLIN, 0}};
    for (;;) {
        int status;
        /* the pipe closes when the compiler and its children are gone; a helper that outlives
         * them may hold it open, so look at the child now and then as well */
        poll(fds, 2, 50);
        pid_t ended = waitpid(child, &status, WNOHANG);
        if (ended == child || (ended < 0 && errno == ECHILD))
            return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
        if (fds[0].revents) {
            kill(-child, SIGKILL);
            kill(child, SIGKILL); /* before it has its own group */
            while (waitpid(child, &status, 0) < 0 && errno == EINTR)
                ;
            return false;
        }
        if (fds[1].revents)
            fds[1].fd = -1;
    }
}

_Noreturn static void run_keeper(const keeper_plan *plan, int socket, int lock)
{
    int done[2];
    setpgid(0, 0);
    default_signals();
    keep_descriptors(socket, lock);
    bool piped = pipe(done) == 0;
    pid_t child = piped ? fork() : -1;
    if (child == 0) {
        setpgid(0, 0);
        close(done[0]);
        execve(plan->compiler, (char *const *)(uintptr_t)plan->words, (char *const *)(uintptr_t)plan->environment);
        _exit(127);
    }
    char result = 'x';
    if (piped)
        close(done[1]);
    if (child > 0)
        result = watch(child, done[0]) ? 'k' : 'x';
    send(KEEPER_SOCKET, &result, 1, MSG_NOSIGNAL);
    for (char ignored; recv(KEEPER_SOCKET, &ignored, 1, 0) < 0 && errno == EINTR;)
        ;
    const char *const words[] = {"rm", "-rf", "--", plan->folder, NULL};
    execve(plan->remover, (char *const *)(uintptr_t)words, environ);
    _exit(1);
}

/* ---- from outside ---- */

/* The compiler's own temporary files belong into the work folder too. The list is one block. */
static const char **make_environment(const char *folder)
{
    size_t count = 0, length = strlen(folder) + sizeof "TMPDIR=";
    while (environ && environ[count])
        count++;
    const char **list = malloc((count + 2) * sizeof *list + length);
    if (!list)
        return NULL;
    char *temporary = (char *)(list + count + 2);
    snprintf(temporary, length, "TMPDIR=%s", folder);
    size_t n = 0;
    list[n++] = temporary;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0)
            list[n++] = environ[i];
    list[n] = NULL;
    return list;
}

bool compiler_start(const compiler *c, const char *folder, const char *source, const char *object, int lock,
                    compilation *run)
{
    const char *words[COMPILER_WORDS + 4];
    size_t n = c->count;
    memcpy(words, c->words, n * sizeof *words);
    words[n++] = "-o";
    words[n++] = object;
    words[n++] = source;
    words[n] = NULL;
    int ends[2] = {-1, -1};
    const char **environment = make_environment(folder);
    pid_t keeper = -1;
    if (environment && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
        keeper_plan plan = {c->path, words, environment, c->remover, folder};
        keeper = fork();
        if (keeper == 0)
            run_keeper(&plan, ends[1], lock);
        close(ends[1]);
        if (keeper < 0)
            close(ends[0]);
    }
    free(environment);
    close(lock);
    *run = (compilation){keeper, keeper < 0 ? -1 : ends[0]};
    return keeper > 0;
}

compiler_result compiler_result_of(const compilation *run, int wait_ms)
{
    char result;
    struct pollfd socket = {run->socket, POLLIN, 0};
    if (wait_ms > 0)
        poll(&socket, 1, wait_ms);
    ssize_t got;
    do
        got = recv(run->socket, &result, 1, MSG_DONTWAIT);
    while (got < 0 && errno == EINTR);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return COMPILER_RUNS;
    return got == 1 && result == 'k' ? COMPILER_DONE : COMPILER_FAILED;
}

void compiler_stop(compilation *run)
{
    if (run->socket >= 0)
        close(run->socket);
    run->socket = -1;
    while (waitpid(run->keeper, NULL, 0) < 0 && errno == EINTR)
        ;
}
