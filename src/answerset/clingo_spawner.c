#define _GNU_SOURCE
#include "answerset/clingo_spawner.h"

#include "answerset/clingo_child.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START, KILL, WAIT, LOOK }; /* what is asked for; the last three of a child */

typedef struct order {
    int what;
    pid_t pid;
} order;

typedef struct answer {
    pid_t pid; /* 0: it runs on; -1: `status` is an errno */
    int status;
} answer;

struct lud_solvers {
    pthread_mutex_t lock;
    pid_t pid;
    int socket;
};

/* ---- the other process ---- */

/* The socket goes along with the answer, unless it is -1. */
static bool send_answer(int to, answer a, int socket)
{
    struct iovec part = {&a, sizeof a};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } control = {0};
    struct msghdr m = {.msg_iov = &part, .msg_iovlen = 1};
    if (socket >= 0) {
        m.msg_control = control.bytes;
        m.msg_controllen = sizeof control.bytes;
        control.head =
            (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&control.head), &socket, sizeof socket);
    }
    return sendmsg(to, &m, MSG_NOSIGNAL) == (ssize_t)sizeof a;
}

static bool start(int asker)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return send_answer(asker, (answer){-1, errno}, -1);
    pid_t pid = fork();
    if (pid == 0)
        clingo_child_run(pair[1]);
    answer a = {pid, pid < 0 ? errno : 0};
    close(pair[1]);
    bool fine = send_answer(asker, a, pid > 0 ? pair[0] : -1);
    close(pair[0]);
    return fine;
}

static bool end(int asker, const order *o)
{
    int status = 0;
    pid_t ended;
    if (o->what == KILL)
        kill(o->pid, SIGKILL);
    do
        ended = waitpid(o->pid, &status, o->what == LOOK ? WNOHANG : 0);
    while (ended < 0 && errno == EINTR);
    return send_answer(asker, (answer){ended, ended < 0 ? errno : status}, -1);
}

/* Until the asker is gone. Its own children alone can be named by it: others are not waited for, nor killed. */
static _Noreturn void serve(int asker)
{
    order o;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN);
    while (recv(asker, &o, sizeof o, 0) == (ssize_t)sizeof o) {
        siginfo_t known;
        if (o.what == START ? !start(asker)
                            : (waitid(P_PID, (id_t)o.pid, &known, WEXITED | WNOHANG | WNOWAIT) != 0
                                   ? !send_answer(asker, (answer){-1, errno}, -1)
                                   : !end(asker, &o)))
            break;
    }
    _exit(0);
}

/* ---- this one ---- */

lud_solvers *lud_solvers_new(void)
{
    int pair[2];
    lud_solvers *s = calloc(1, sizeof *s);
    if (!s || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) {
        free(s);
        return NULL;
    }
    pid_t pid = fork();
    if (pid == 0) {
        clingo_child_close_others(pair[1]);
        serve(pair[1]);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        free(s);
        return NULL;
    }
    *s = (lud_solvers){.pid = pid, .socket = pair[0]};
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void lud_solvers_free(lud_solvers *s)
{
    if (!s)
        return;
    close(s->socket);
    while (waitpid(s->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static answer ask(lud_solvers *s, order o, int *socket)
{
    answer a = {-1, EPIPE};
    struct iovec part = {&a, sizeof a};
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } control = {0};
    struct msghdr m = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    pthread_mutex_lock(&s->lock);
    ssize_t n = send(s->socket, &o, sizeof o, MSG_NOSIGNAL) == (ssize_t)sizeof o ? 0 : -1;
    while (n == 0 && (n = recvmsg(s->socket, &m, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
        n = 0;
    pthread_mutex_unlock(&s->lock);
    if (n != (ssize_t)sizeof a)
        return (answer){-1, EPIPE};
    if (socket && m.msg_controllen >= sizeof control.head)
        memcpy(socket, CMSG_DATA(&control.head), sizeof *socket);
    return a;
}

bool clingo_spawn(lud_solvers *s, pid_t *pid, int *socket)
{
    *socket = -1;
    answer a = ask(s, (order){START, 0}, socket);
    *pid = a.pid;
    errno = a.pid > 0 ? 0 : a.status;
    return a.pid > 0 && *socket >= 0;
}

int clingo_reap(lud_solvers *s, pid_t pid, bool kill_it)
{
    answer a = ask(s, (order){kill_it ? KILL : WAIT, pid}, NULL);
    return a.pid > 0 ? a.status : 0;
}

bool clingo_ended(lud_solvers *s, pid_t pid) { return ask(s, (order){LOOK, pid}, NULL).pid != 0; }
