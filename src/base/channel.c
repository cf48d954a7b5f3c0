#include "base/channel.h"

#include "base/clock.h"
#include "base/room.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static bool spawn(pid_t *pid, const char *command, int fd)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    char shell[] = "sh", option[] = "-c";
    char *text = strdup(command);
    char *const arguments[] = {shell, option, text, NULL};
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&how);
    posix_spawn_file_actions_adddup2(&actions, fd, 0);
    posix_spawn_file_actions_adddup2(&actions, fd, 1);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &usual);
    int error = text ? posix_spawn(pid, "/bin/sh", &actions, &how, arguments, environ) : ENOMEM;
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&actions);
    free(text);
    errno = error;
    return error == 0;
}

bool channel_open(channel *c, const char *command)
{
    int ends[2];
    *c = (channel){.fd = -1};
    /* a socket and not two pipes: writing to a program that is gone must not raise SIGPIPE */
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    bool fine = spawn(&c->pid, command, ends[1]);
    int error = errno;
    close(ends[1]);
    c->fd = ends[0];
    if (!fine) {
        close(ends[0]);
        *c = (channel){.fd = -1};
        errno = error;
    }
    return fine;
}

static bool gone(pid_t pid) { return waitpid(pid, NULL, WNOHANG) != 0; }

void channel_close(channel *c, double patience)
{
    if (c->pid > 0) {
        double until = clock_wall() + patience;
        close(c->fd);
        bool over = gone(c->pid);
        while (!over && clock_wall() < until) {
            nanosleep(&(struct timespec){0, 2000000}, NULL);
            over = gone(c->pid);
        }
        kill(-c->pid, SIGKILL); /* what it may have started goes, too */
        if (!over)
            waitpid(c->pid, NULL, 0);
    }
    free(c->pending);
    *c = (channel){.fd = -1};
}

/* False when the deadline has passed. */
static bool wait_for(const channel *c, short events, double deadline)
{
    double left = deadline - clock_wall();
    if (left <= 0)
        return false;
    struct pollfd p = {c->fd, events, 0};
    return poll(&p, 1, left > 1000 ? 1000000 : (int)(left * 1000) + 1) > 0;
}

bool channel_write(channel *c, const char *text, size_t length, double deadline)
{
    while (length > 0) {
        ssize_t n = send(c->fd, text, length, MSG_NOSIGNAL);
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
            return false;
        } else if (!wait_for(c, POLLOUT, deadline)) {
            return false;
        }
    }
    return true;
}

static char *take_line(channel *c)
{
    char *end = c->length ? memchr(c->pending, '\n', c->length) : NULL;
    if (!end)
        return NULL;
    size_t length = (size_t)(end - c->pending);
    char *line = malloc(length + 1);
    if (!line)
        return NULL;
    memcpy(line, c->pending, length);
    line[length] = 0;
    if (length > 0 && line[length - 1] == '\r')
        line[length - 1] = 0;
    c->length -= length + 1;
    memmove(c->pending, end + 1, c->length);
    return line;
}

char *channel_read(channel *c, double deadline, const char **problem)
{
    for (;;) {
        char *line = take_line(c);
        if (line)
            return line;
        if (c->length >= (c->longest ? c->longest : CHANNEL_LINE_MAX)) {
            *problem = c->longest ? "wrote a line that is too long" : "wrote a line of more than a megabyte";
            return NULL;
        }
        if (!ROOM_FOR(c->pending, c->capacity, c->length + 4096)) {
            *problem = "needs more memory than there is";
            return NULL;
        }
        ssize_t n = recv(c->fd, c->pending + c->length, c->capacity - c->length, 0);
        if (n > 0) {
            c->length += (size_t)n;
        } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
            *problem = "has ended";
            return NULL;
        } else if (!wait_for(c, POLLIN, deadline)) {
            *problem = "did not answer in time";
            return NULL;
        }
    }
}
