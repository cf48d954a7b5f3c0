#define _GNU_SOURCE /* memmem */
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

enum {
    WAITING_MAX = 32,
    JOURNAL_MAX = 4 << 20,
    REPLY_MAX = 64 << 20,
    ROOM_SECONDS = 30, /* to wait for room */
    STACK_BYTES = 256 << 10
};
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
    char *game; /* of the library, that the first line loads; or NULL */
    bool begun; /* the second line is a "new" */
    bool lost;  /* it grew too long */
} journal;

typedef struct worker {
    pool *pool;
    char id[POOL_ID + 1], client[POOL_CLIENT];
    pthread_t thread;
    pthread_cond_t wake;
    request *first, **last;
    uint32_t waiting;
    bool closed, busy;
    bool rest; /* its process is to end */
    /* of the journal, for other threads: */
    char *playing; /* a game of the library, or NULL */
    bool resumable;
    double used; /* when it was asked last */
    channel process;
    pid_t pid;    /* of the process, for other threads; 0: none runs */
    bool started; /* with its process counted in the pool */
    journal journal;
    struct worker *next;
} worker;

struct pool {
    pool_options options;
    pthread_mutex_t lock;
    worker *workers;
    pool_counts counts;
    pthread_cond_t ended; /* a worker's thread is done */
    pthread_cond_t room;  /* a process has ended, or a worker has nothing to do */
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
    if (keep == 0) {
        free(j->game);
        j->game = NULL;
    }
}

static void journal_add(journal *j, const char *line, size_t length)
{
    if (j->lost || j->bytes + length > JOURNAL_MAX) {
        j->lost = true;
        return;
    }
    MEM_ROOM(j->lines, j->count, j->capacity);
    j->lines[j->count++] = mem_strndup(line, length);
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
    if (load && json_is_string(json_object_get(asked, "game")) && !json_object_get(asked, "text"))
        j->game = mem_strdup(json_string_value(json_object_get(asked, "game")));
    j->begun = begin || (j->begun && !load);
    if (load || begin || again ||
        (op && (strcmp(op, "apply") == 0 || strcmp(op, "undo") == 0 || strcmp(op, "strategy") == 0 ||
                strcmp(op, "decide") == 0)))
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
    pool *p = w->pool;
    note_pid(w, 0);
    channel_close(&w->process, patience);
    pthread_mutex_lock(&p->lock);
    p->counts.processes -= w->started;
    w->started = false;
    pthread_cond_broadcast(&p->room);
    pthread_mutex_unlock(&p->lock);
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

/* How many processes (or else sessions) the client has. The lock is held. */
static uint32_t share_of(const pool *p, const char *client, bool processes)
{
    uint32_t n = 0;
    for (const worker *w = p->workers; w; w = w->next)
        n += (!processes || w->started) && strcmp(w->client, client) == 0;
    return n;
}

/* The session that rested longest among those of the client with the largest share, or NULL. The lock is held. */
static worker *most_idle(pool *p, bool processes)
{
    worker *found = NULL;
    uint32_t most = 0;
    for (worker *w = p->workers; w; w = w->next) {
        if (w->busy || w->first || w->closed || w->rest)
            continue;
        if (processes && (!w->started || !w->resumable)) /* one whose history is lost would lose its game */
            continue;
        uint32_t share = share_of(p, w->client, processes);
        if (!found || share > most || (share == most && w->used < found->used)) {
            found = w;
            most = share;
        }
    }
    return found;
}

/* Waits until there is room for one more process; a session that rests makes some. False: none in time. */
static bool take_room(worker *w)
{
    pool *p = w->pool;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ROOM_SECONDS;
    pthread_mutex_lock(&p->lock);
    int waited = 0;
    while (p->counts.processes >= p->options.sessions && !w->closed && waited == 0) {
        worker *victim = most_idle(p, true);
        if (victim) {
            victim->rest = true;
            p->counts.rested++;
            pthread_cond_signal(&victim->wake);
        }
        waited = pthread_cond_timedwait(&p->room, &p->lock, &until);
    }
    const bool fine = p->counts.processes < p->options.sessions && !w->closed;
    w->started = fine;
    p->counts.processes += fine;
    pthread_mutex_unlock(&p->lock);
    return fine;
}

static bool start_process(worker *w, const char **problem)
{
    if (w->started)
        return true;
    if (w->journal.lost) /* half of the way leads nowhere */
        journal_clear(&w->journal, 0);
    if (!take_room(w)) {
        *problem = "found no room, since as many as there may be are busy,";
        return false;
    }
    if (!channel_open(&w->process, w->pool->options.command)) {
        *problem = strerror(errno);
        end_process(w, 0);
        return false;
    }
    w->process.longest = REPLY_MAX;
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
    buffer_addf(&text, REPLY_FAILED("worker", "the process of this session %s and was ended; %s"), problem,
                w->journal.lost ? "the history of the game was too long to be kept"
                                : "the session goes on from where it was before");
    if (w->journal.lost)
        journal_clear(&w->journal, 0);
    return text.text;
}

/* Whether the request loads a game of the library. */
static bool loads_library(const request *q)
{
    if (!memmem(q->line, q->length, "\"load\"", 6))
        return false;
    json_t *asked = json_loadb(q->line, q->length, 0, NULL);
    const char *op = json_string_value(json_object_get(asked, "op"));
    const bool loads = op && strcmp(op, "load") == 0 && json_is_string(json_object_get(asked, "game")) &&
                       !json_object_get(asked, "text");
    json_decref(asked);
    return loads;
}

static char *ask(worker *w, const request *q)
{
    const char *problem = "";
    const pool_options *o = &w->pool->options;
    const bool fresh = o->fresh && loads_library(q);
    journal kept = w->journal;
    if (fresh) { /* with nothing before the request */
        if (w->started)
            end_process(w, 0);
        w->journal = (journal){0};
    }
    bool again = !w->started && w->journal.count > 0;
    char *reply = start_process(w, &problem) ? exchange(w, q->line, q->length, &problem) : NULL;
    bool ended = reply && journal_note(&w->journal, q->line, q->length, reply);
    if (fresh && w->journal.count > 0) {
        journal_clear(&kept, 0);
        free(kept.lines);
    } else if (fresh) { /* the game could not be loaded: the one before goes on */
        w->journal = kept;
        ended = w->started;
    }
    if (ended)
        end_process(w, PATIENCE);
    if (fresh && w->journal.game && o->loaded)
        o->loaded(o->user, w->journal.game);
    char *playing = w->journal.game ? mem_strdup(w->journal.game) : NULL;
    pthread_mutex_lock(&w->pool->lock);
    free(w->playing);
    w->playing = playing;
    w->resumable = !w->journal.lost;
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
    pthread_cond_broadcast(&w->pool->room);
    while (!w->first && !w->closed) {
        if (w->rest && w->started) {
            pthread_mutex_unlock(&w->pool->lock);
            end_process(w, 0);
            pthread_mutex_lock(&w->pool->lock);
        }
        w->rest = false;
        if (!w->first && !w->closed)
            pthread_cond_wait(&w->wake, &w->pool->lock);
    }
    if (w->rest && w->started && w->first && !w->closed) { /* asked meanwhile: the request goes to a new process */
        pthread_mutex_unlock(&w->pool->lock);
        end_process(w, 0);
        pthread_mutex_lock(&w->pool->lock);
    }
    w->rest = false;
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
    free(w->playing);
    pthread_mutex_lock(&p->lock);
    for (worker **at = &p->workers; *at; at = &(*at)->next)
        if (*at == w) {
            *at = w->next;
            break;
        }
    p->counts.open--;
    p->threads--;
    pthread_cond_broadcast(&p->room);
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
        char *reply = closed ? mem_strdup(REPLY_FAILED("closed", "the session was closed")) : ask(w, q);
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
    pthread_cond_init(&p->room, NULL);
    return p;
}

/* The thread need not wait for what is being worked on. */
static void close_worker(worker *w)
{
    w->closed = true;
    if (w->busy && w->pid > 0)
        kill(-w->pid, SIGKILL);
    pthread_cond_signal(&w->wake);
    pthread_cond_broadcast(&w->pool->room); /* it may wait there */
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
    pthread_cond_destroy(&p->room);
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

bool pool_open(pool *p, const char *client, char id[POOL_ID + 1])
{
    worker *w = calloc(1, sizeof *w);
    if (!w || !pool_random_id(w->id)) {
        free(w);
        return false;
    }
    w->pool = p;
    snprintf(w->client, sizeof w->client, "%s", client);
    w->last = &w->first;
    w->used = clock_wall();
    w->process.fd = -1;
    pthread_cond_init(&w->wake, NULL);
    pthread_mutex_lock(&p->lock);
    const bool full = p->counts.open >= KEPT_FACTOR * p->options.sessions;
    worker *oldest = full ? most_idle(p, false) : NULL;
    if (oldest)
        close_worker(oldest);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&detached, STACK_BYTES);
    bool fine = !p->stopped && (!full || oldest) && pthread_create(&w->thread, &detached, serve_requests, w) == 0;
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
    request *q = mem_alloc(sizeof *q);
    *q = (request){mem_strndup(line, length), length, answer, user, NULL};
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
        answer(user, REPLY_FAILED("busy", "too many requests of this session wait"));
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

void pool_renew(pool *p, const char *game)
{
    pthread_mutex_lock(&p->lock);
    for (worker *w = p->workers; w; w = w->next)
        if (w->started && w->playing && w->resumable && strcmp(w->playing, game) == 0) {
            w->rest = true;
            pthread_cond_signal(&w->wake);
        }
    pthread_mutex_unlock(&p->lock);
}

void pool_tick(pool *p)
{
    double now = clock_wall();
    pthread_mutex_lock(&p->lock);
    for (worker *w = p->workers; w; w = w->next)
        if (!w->busy && !w->first && now - w->used > p->options.idle_seconds) {
            close_worker(w);
        } else if (!w->busy && !w->first && w->started && !w->rest && w->resumable &&
                   now - w->used > p->options.rest_seconds) {
            w->rest = true;
            p->counts.rested++;
            pthread_cond_signal(&w->wake);
        }
    pthread_mutex_unlock(&p->lock);
}

void pool_count(pool *p, pool_counts *counts)
{
    pthread_mutex_lock(&p->lock);
    *counts = p->counts;
    pthread_mutex_unlock(&p->lock);
}
