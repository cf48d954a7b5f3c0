/* What a process in the sandbox may do, seen from a child that enters it. */
#define _GNU_SOURCE
#include "base/sandbox.h"
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = true };
#else
enum { SANITIZED = false };
#endif

enum { FINE = 0, REFUSED = 1, NO_SANDBOX = 2 };

static void *nothing(void *user) { return user; }

static bool makes_thread(void)
{
    pthread_t thread;
    return pthread_create(&thread, NULL, nothing, NULL) == 0 && pthread_join(thread, NULL) == 0;
}

static bool makes_process(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    return child > 0;
}

static bool opens_file(void) { return open("/dev/null", O_RDONLY) >= 0; }
static bool opens_socket(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
static bool takes_memory(void)
{
    char *p = malloc(300 << 20);
    bool there = p != NULL;
    free(p);
    return there;
}
static pid_t parent; /* asked for outside, as the sandbox does not say */

static bool signals_parent(void) { return kill(parent, 0) == 0; }
static bool signals_thread_of_parent(void) { return syscall(SYS_tgkill, parent, parent, 0) == 0; }
static bool signals_itself(void) { return syscall(SYS_tgkill, getpid(), getpid(), 0) == 0; }
static bool limits_parent(void)
{
    struct rlimit l;
    return syscall(SYS_prlimit64, parent, RLIMIT_CPU, NULL, &l) == 0;
}
static bool reads_limits(void)
{
    struct rlimit l;
    return getrlimit(RLIMIT_CPU, &l) == 0;
}

/* How `tries` ends in a process of its own in the sandbox. */
static int in_sandbox(bool (*tries)(void))
{
    parent = getpid();
    pid_t child = fork();
    if (child == 0)
        _exit(!enter_sandbox(UINT64_C(256) << 20, true) ? NO_SANDBOX : tries() ? FINE : REFUSED);
    int status;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(computing_goes_on)
{
    if (SANITIZED)
        SKIP("sanitizers make calls of their own");
    CHECK_INT(in_sandbox(makes_thread), FINE);
    CHECK_INT(in_sandbox(signals_itself), FINE);
    CHECK_INT(in_sandbox(reads_limits), FINE);
}

TEST(nothing_else_does)
{
    if (SANITIZED)
        SKIP("sanitizers make calls of their own");
    CHECK_INT(in_sandbox(makes_process), REFUSED);
    CHECK_INT(in_sandbox(opens_file), REFUSED);
    CHECK_INT(in_sandbox(opens_socket), REFUSED);
    CHECK_INT(in_sandbox(takes_memory), REFUSED);
    CHECK_INT(in_sandbox(signals_parent), REFUSED);
    CHECK_INT(in_sandbox(signals_thread_of_parent), REFUSED);
    CHECK_INT(in_sandbox(limits_parent), REFUSED);
}

TEST_MAIN
