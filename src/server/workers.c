#include "server/workers.h"

#include "base/channel.h"
#include "base/clock.h"
#include "session/memory.h"

#include <errno.h>
#include <jansson.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { WAITING_MAX = 32, JOURNAL_MAX = 16 << 20, REPLY_MAX = 64 << 20 };
static const double PATIENCE = 1; /* of a process that is told to end */

typedef struct request {
    char *line;
    size_t length;
    void (*answer)(void *user, const char *reply);
    void *user;
    struct request *next;
} request;

/* The requests that lead to where a session is. */
typedef struct journal {
    char **lines;
    size_t count, capacity, bytes;
    bool begun; /* the second line is a "new" */
    bool lost;  /* it grew too long */
} journal;

typedef struct worker {
    pool *pool;
    char id[POOL_ID + 1];
    pthread_t thread;
    pthread_cond_t wake;
    request *first, **last;
    uint32_t waiting;
    bool closed, busy;
    double used; /* when it was asked last */
    channel process;
    pid_t pid; /* of the process, for other threads; 0: none runs */
    bool started;
    journal journal;
    struct worker *next;
} worker;

struct pool {
    pool_options options;
    pthread_mutex_t lock;
    worker *workers;
    pool_counts counts;
    pthread_cond_t ended; /* a worker's thread is done */
    uint32_t threads;
    bool stopped;
};

/* ---- the journal ---- */

static void journal_clear(journal *j, size_t keep)
{
    while (j->count > keep) {
        j->bytes -= strlen(j->lines[--j->count]);
        free(j->lines[j->count]);
    }
    j->lost = false;
}

static void journal_add(journal *j, const char *line, size_t length)
{
    if (j->lost || j->bytes + length > JOURNAL_MAX) {
        j->lost = true;
        return;
    }
    if (j->count == j->capacity) {
        j->capacity = j->capacity * 2 + 16;
        j->lines = app_grow(j->lines, j->capacity * sizeof *j->lines);
    }
    j->lines[j->count++] = app_strndup(line, length);
    j->bytes += length;
}

/* What a request that went well means for the way there. True: it was the last one of its process. */
static bool journal_note(journal *j, const char *line, size_t length, const char *reply)
{
    static const char fine[] = "{\"ok\": true";
    if (strncmp(reply, fine, sizeof fine - 1) != 0)
        return false;
    json_t *asked = json_loadb(line, length, 0, NULL);
    const char *op = json_string_value(json_object_get(asked, "op"));
    bool load = op && strcmp(op, "load") == 0, begin = op && strcmp(op, "new") == 0,
         again = op && strcmp(op, "replay") == 0, quit = op && strcmp(op, "quit") == 0;
    if (load || begin || again) /* what was before does not matter any more */
        journal_clear(j, load ? 0 : again && j->begun ? 2 : 1);
    j->begun = begin || (j->begun && !load);
    if (load || begin || again ||
        (op && (strcmp(op, "apply") == 0 || strcmp(op, "undo") == 0 || strcmp(op, "strategy") == 0)))
        journal_add(j, line, length);
    json_decref(asked);
    return quit;
}

/* ---- processes ---- */

/* False: the session was closed meanwhile. */
static bool note_pid(worker *w, pid_t pid)
{
    pthread_mutex_lock(&w->pool->lock);
    w->pid = pid;
    bool closed = w->closed;
    pthread_mutex_unlock(&w->pool->lock);
    return !closed;
}

static void end_process(worker *w, double patience)
{
    note_pid(w, 0);
    channel_close(&w->process, patience);
    w->started = false;
}

/* A reply, or NULL: the process has ended, and *problem says why. */
static char *exchange(worker *w, const char *line, size_t length, const char **problem)
{
    double deadline = clock_wall() + w->pool->options.request_seconds;
    *problem = "does not take requests";
    bool sent = channel_write(&w->process, line, length, deadline) && channel_write(&w->process, "\n", 1, deadline);
    char *reply = sent ? channel_read(&w->process, deadline, problem) : NULL;
    if (!reply)
        end_process(w, 0);
    return reply;
}

static bool start_process(worker *w, const char **problem)
{
    if (w->started)
        return true;
    if (w->journal.lost) /* half of the way leads nowhere */
        journal_clear(&w->journal, 0);
    if (!channel_open(&w->process, w->pool->options.command)) {
        *problem = strerror(errno);
        return false;
    }
    w->process.longest = REPLY_MAX;
    w->started = true;
    if (!note_pid(w, w->process.pid)) {
        *problem = "was closed";
        end_process(w, 0);
        return false;
    }
    for (size_t i = 0; i < w->journal.count; i++) {
        char *reply = exchange(w, w->journal.lines[i], strlen(w->journal.lines[i]), problem);
        if (!reply)
            return false;
        free(reply);
    }
    return true;
}

static char *failed(worker *w, const char *problem)
{
    buffer text = {0};
    buffer_addf(&text,
                "{\"ok\": false, \"error\": {\"code\": \"worker\", \"message\": \"the process of "
                "this session %s and was ended; %s\"}}",
                problem,
                w->journal.lost ? "the history of the game was too long to be kept"
                                : "the session goes on from where it was before");
    if (w->journal.lost)
        journal_clear(&w->journal, 0);
    return text.text;
}

static char *ask(worker *w, const request *q)
{
    const char *problem = "";
    bool again = !w->started && w->journal.count > 0;
    char *reply = start_process(w, &problem) ? exchange(w, q->line, q->length, &problem) : NULL;
    if (reply && journal_note(&w->journal, q->line, q->length, reply))
        end_process(w, PATIENCE);
    pthread_mutex_lock(&w->pool->lock);
    w->pool->counts.requests++;
    w->pool->counts.failures += !reply;
    w->pool->counts.restarts += again;
    pthread_mutex_unlock(&w->pool->lock);
    return reply ? reply : failed(w, problem);
}

/* ---- the thread of a session ---- */

static request *next_request(worker *w, bool *closed)
{
    pthread_mutex_lock(&w->pool->lock);
    w->busy = false;
    while (!w->first && !w->closed)
        pthread_cond_wait(&w->wake, &w->pool->lock);
    request *q = w->first;
    if (q) {
        w->first = q->next;
        if (!w->first)
            w->last = &w->first;
        w->waiting--;
        w->busy = true;
    }
    *closed = w->closed;
    pthread_mutex_unlock(&w->pool->lock);
    return q;
}

static void drop_worker(worker *w)
{
    pool *p = w->pool;
    if (w->started)
        end_process(w, PATIENCE);
    journal_clear(&w->journal, 0);
    free(w->journal.lines);
    pthread_mutex_lock(&p->lock);
    for (worker **at = &p->workers; *at; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            break;
        }
    p->counts.open--;
    p->threads--;
    pthread_cond_signal(&p->ended);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_unlock(&p->lock);
    free(w);
}

static void *serve_requests(void *user)
{
    worker *w = user;
    bool closed;
    for (request *q; (q = next_request(w, &closed));) {
        char *reply = closed ? app_strdup("{\"ok\": false, \"error\": {\"code\": \"closed\", "
                                          "\"message\": \"the session was closed\"}}")
                             : ask(w, q);
        q->answer(q->user, reply);
        free(reply);
        free(q->line);
        free(q);
    }
    drop_worker(w);
    return NULL;
}

/* ---- the pool ---- */

pool *pool_new(const pool_options *o)
{
    pool *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->options = *o;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->ended, NULL);
    return p;
}

/* The thread need not wait for what is being worked on. */
static void close_worker(worker *w)
{
    w->closed = true;
    if (w->busy && w->pid > 0)
        kill(-w->pid, SIGKILL);
    pthread_cond_signal(&w->wake);
}

void pool_stop(pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->stopped = true;
    for (worker *w = p->workers; w; w = w->next)
        close_worker(w);
    while (p->threads > 0)
        pthread_cond_wait(&p->ended, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void pool_free(pool *p)
{
    if (!p)
        return;
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->ended);
    free(p);
}

bool pool_random_id(char id[POOL_ID + 1])
{
    unsigned char bytes[POOL_ID / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(id + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool pool_open(pool *p, char id[POOL_ID + 1])
{
    worker *w = calloc(1, sizeof *w);
    if (!w || !pool_random_id(w->id)) {
        free(w);
        return false;
    }
    w->pool = p;
    w->last = &w->first;
    w->used = clock_wall();
    w->process.fd = -1;
    pthread_cond_init(&w->wake, NULL);
    pthread_mutex_lock(&p->lock);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    bool fine = !p->stopped && p->counts.open < p->options.sessions &&
                pthread_create(&w->thread, &detached, serve_requests, w) == 0;
    pthread_attr_destroy(&detached);
    if (fine) {
        memcpy(id, w->id, sizeof w->id);
        w->next = p->workers;
        p->workers = w;
        p->counts.open++;
        p->counts.opened++;
        p->threads++;
    }
    pthread_mutex_unlock(&p->lock);
    if (!fine) {
        pthread_cond_destroy(&w->wake);
        free(w);
    }
    return fine;
}

static worker *find_worker(pool *p, const char *id)
{
    for (worker *w = p->workers; w; w = w->next)
        if (!w->closed && strcmp(w->id, id) == 0)
            return w;
    return NULL;
}

bool pool_ask(pool *p, const char *id, const char *line, size_t length, void (*answer)(void *user, const char *reply),
              void *user)
{
    request *q = app_alloc(sizeof *q);
    *q = (request){app_strndup(line, length), length, answer, user, NULL};
    /* one line; line ends are white space outside of strings, and never inside */
    for (size_t i = 0; i < length; i++)
        if (q->line[i] == '\n' || q->line[i] == '\r')
            q->line[i] = ' ';
    pthread_mutex_lock(&p->lock);
    worker *w = find_worker(p, id);
    bool full = w && w->waiting >= WAITING_MAX;
    if (w && !full) {
        *w->last = q;
        w->last = &q->next;
        w->waiting++;
        w->used = clock_wall();
        pthread_cond_signal(&w->wake);
    }
    pthread_mutex_unlock(&p->lock);
    if (w && !full)
        return true;
    free(q->line);
    free(q);
    if (full)
        answer(user, "{\"ok\": false, \"error\": {\"code\": \"busy\", \"message\": \"too many "
                     "requests of this session wait\"}}");
    return full;
}

bool pool_close(pool *p, const char *id)
{
    pthread_mutex_lock(&p->lock);
    worker *w = find_worker(p, id);
    if (w)
        close_worker(w);
    pthread_mutex_unlock(&p->lock);
    return w != NULL;
}

void pool_tick(pool *p)
{
    double now = clock_wall();
    pthread_mutex_lock(&p->lock);
    for (worker *w = p->workers; w; w = w->next)
        if (!w->busy && !w->first && now - w->used > p->options.idle_seconds)
            close_worker(w);
    pthread_mutex_unlock(&p->lock);
}

void pool_count(pool *p, pool_counts *counts)
{
    pthread_mutex_lock(&p->lock);
    *counts = p->counts;
    pthread_mutex_unlock(&p->lock);
}
