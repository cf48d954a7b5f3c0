#define _GNU_SOURCE
#include "answerset/clingo.h"

#include "answerset/clingo_child.h"
#include "answerset/clingo_spawner.h"
#include "base/clock.h"
#include "base/room.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Symbols that libclingo makes stay in its process, so that it is renewed now and then. */
enum { SERVICES_MAX = 2000, MESSAGE_MAX = 1 << 26 };

struct clingo_client {
    lud_solvers *spawner; /* who starts the child and waits for it; NULL: this process */
    pid_t pid;            /* 0: there is none */
    int socket;
    uint32_t served;
    char *buffer;
    size_t capacity;
};

clingo_client *clingo_client_new(lud_solvers *spawner)
{
    clingo_client *c = calloc(1, sizeof *c);
    if (c)
        c->spawner = spawner;
    return c;
}

static int end_child(clingo_client *c, bool kill_it)
{
    int status = 0;
    if (c->pid == 0)
        return 0;
    close(c->socket);
    if (c->spawner)
        status = clingo_reap(c->spawner, c->pid, kill_it);
    else if (kill_it)
        kill(c->pid, SIGKILL);
    while (!c->spawner && waitpid(c->pid, &status, 0) < 0 && errno == EINTR)
        ;
    c->pid = 0;
    c->served = 0;
    return status;
}

void clingo_client_free(clingo_client *c)
{
    if (!c)
        return;
    end_child(c, true);
    free(c->buffer);
    free(c);
}

typedef enum received { RECEIVED, RECEIVED_NOTHING, RECEIVED_LATE, RECEIVED_STOPPED, RECEIVED_NO_MEMORY } received;

enum { LOOK_MS = 50 }; /* between two looks at the control */

/* Until when to wait, and what else ends waiting. */
typedef struct patience {
    double deadline;
    const lud_control *control;
} patience;

static received receive(clingo_client *c, void *to, size_t length, const patience *until)
{
    for (size_t done = 0; done < length;) {
        double left = until->deadline - clock_wall();
        struct pollfd p = {.fd = c->socket, .events = POLLIN};
        if (control_stopped(until->control))
            return RECEIVED_STOPPED;
        if (left <= 0)
            return RECEIVED_LATE;
        int ready = poll(&p, 1, left * 1000 > LOOK_MS ? LOOK_MS : (int)(left * 1000) + 1);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready == 0)
            continue;
        ssize_t n = recv(c->socket, (char *)to + done, length - done, MSG_DONTWAIT);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return RECEIVED_NOTHING;
        done += (size_t)n;
    }
    return RECEIVED;
}

/* The text is in c->buffer. */
static received receive_message(clingo_client *c, clingo_message *m, const patience *until)
{
    received r = receive(c, m, sizeof *m, until);
    if (r != RECEIVED || m->length > MESSAGE_MAX)
        return r == RECEIVED ? RECEIVED_NOTHING : r;
    if (!ROOM_FOR(c->buffer, c->capacity, (size_t)m->length + 1))
        return RECEIVED_NO_MEMORY;
    r = receive(c, c->buffer, m->length, until);
    if (r == RECEIVED)
        c->buffer[m->length] = 0;
    return r;
}

static bool send_all(clingo_client *c, const void *from, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t n = send(c->socket, (const char *)from + done, length - done, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

/* It ends with the thread that made it, too, which need not be the one that goes on. */
static void notice_end(clingo_client *c)
{
    int status;
    if (c->pid == 0 || (c->spawner ? !clingo_ended(c->spawner, c->pid) : waitpid(c->pid, &status, WNOHANG) != c->pid))
        return;
    close(c->socket);
    c->pid = 0;
    c->served = 0;
}

static trap_reason broken_off(received why, char *text, size_t size)
{
    bool stopped = why == RECEIVED_STOPPED;
    snprintf(text, size, "%s", stopped ? "interrupted" : "out of memory");
    return stopped ? TRAP_STOPPED : TRAP_MEMORY;
}

/* False: errno. */
static bool fork_child(pid_t *pid, int *socket)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    *pid = fork();
    if (*pid == 0)
        clingo_child_run(pair[1]);
    int error = errno;
    close(pair[1]);
    if (*pid < 0)
        close(pair[0]);
    *socket = pair[0];
    errno = error;
    return *pid > 0;
}

static trap_reason start_child(clingo_client *c, const lud_control *control, char *text, size_t size)
{
    clingo_message m;
    pid_t pid;
    int socket;
    if (c->spawner ? !clingo_spawn(c->spawner, &pid, &socket) : !fork_child(&pid, &socket)) {
        snprintf(text, size, "no process for libclingo: %s", strerror(errno));
        return TRAP_SOLVER;
    }
    c->pid = pid;
    c->socket = socket;
    patience start = {clock_wall() + 30, control};
    received r = receive_message(c, &m, &start);
    if (r == RECEIVED && m.kind == CLINGO_DONE)
        return TRAP_NONE;
    bool missing = r == RECEIVED && m.kind == CLINGO_MISSING;
    end_child(c, true);
    if (r == RECEIVED_STOPPED || r == RECEIVED_NO_MEMORY)
        return broken_off(r, text, size);
    snprintf(text, size,
             missing ? "this program needs libclingo, which is not installed (on Debian: the package gringo)"
                     : "the process for libclingo did not start");
    return TRAP_SOLVER;
}

static bool send_request(clingo_client *c, const clingo_request *q)
{
    clingo_order order = {.seed = q->seed,
                          .memory = q->memory,
                          .seconds = q->seconds,
                          .text_length = q->length,
                          .max_atoms = q->max_atoms,
                          .models = q->models,
                          .project = q->project,
                          .name_count = q->name_count};
    for (uint32_t i = 0; i < q->name_count; i++)
        order.name_bytes += (uint32_t)strlen(q->names[i]) + 1;
    bool fine = send_all(c, &order, sizeof order) && send_all(c, q->text, q->length);
    for (uint32_t i = 0; i < q->name_count && fine; i++)
        fine = send_all(c, q->names[i], strlen(q->names[i]) + 1);
    return fine;
}

/* Why the child ended without a word. */
static trap_reason explain_end(int status, const clingo_request *q, char *text, size_t size)
{
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) {
        snprintf(text, size, "libclingo took more than %g seconds", q->seconds);
        return TRAP_TIME;
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGFPE) {
        snprintf(text, size, "libclingo was ended by a division that overflows");
        return TRAP_RULES;
    }
    if ((WIFSIGNALED(status) && WTERMSIG(status) != SIGTERM) || (WIFEXITED(status) && WEXITSTATUS(status) == 3)) {
        snprintf(text, size, "libclingo ended%s%s, most likely for want of memory (the limit is %llu MiB)",
                 WIFSIGNALED(status) ? ": " : "", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "",
                 (unsigned long long)(q->memory >> 20));
        return TRAP_SPACE;
    }
    snprintf(text, size, "the process of libclingo ended");
    return TRAP_SOLVER;
}

static trap_reason failure(const clingo_client *c, const clingo_message *m, const clingo_request *q, char *text,
                           size_t size)
{
    if (m->kind == CLINGO_FULL && m->length > 0) {
        snprintf(text, size, "the answer sets have more than %llu atoms", (unsigned long long)q->max_atoms);
        return TRAP_ATOMS;
    }
    if (m->kind == CLINGO_FULL) {
        snprintf(text, size, "libclingo needs more than %llu MiB", (unsigned long long)(q->memory >> 20));
        return TRAP_SPACE;
    }
    snprintf(text, size, "libclingo: %s", c->buffer);
    return TRAP_RULES;
}

trap_reason clingo_solve(clingo_client *c, const clingo_request *q, const clingo_receiver *to, uint32_t *models,
                         char *text, size_t size)
{
    notice_end(c);
    trap_reason reason = c->pid ? TRAP_NONE : start_child(c, q->control, text, size);
    *models = 0;
    if (reason != TRAP_NONE)
        return reason;
    patience until = {clock_wall() + q->seconds, q->control};
    if (!send_request(c, q))
        return explain_end(end_child(c, false), q, text, size);
    bool more = true;
    for (;;) {
        clingo_message m;
        received r = receive_message(c, &m, &until);
        if (r == RECEIVED_STOPPED || r == RECEIVED_NO_MEMORY) {
            end_child(c, true);
            return broken_off(r, text, size);
        }
        if (r == RECEIVED_LATE) {
            end_child(c, true);
            snprintf(text, size, "libclingo took more than %g seconds", q->seconds);
            return TRAP_TIME;
        }
        if (r == RECEIVED_NOTHING)
            return explain_end(end_child(c, false), q, text, size);
        if (m.kind == CLINGO_ATOM && more) {
            to->atom(to->user, c->buffer, m.length);
        } else if (m.kind == CLINGO_MODEL && more) {
            ++*models;
            more = to->end(to->user);
        } else if (m.kind == CLINGO_DONE) {
            if (++c->served >= SERVICES_MAX)
                end_child(c, true);
            return TRAP_NONE;
        } else if (m.kind == CLINGO_FAILED || m.kind == CLINGO_FULL) {
            reason = failure(c, &m, q, text, size);
            end_child(c, true);
            return reason;
        }
    }
}
