#include "serve/desk.h"

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

typedef struct question {
    char *line;
    size_t length;
    void (*answer)(void *user, const char *reply);
    void *user;
    struct question *next;
} question;

/* The requests that lead to where a session is. */
typedef struct journal {
    char **lines;
    size_t count, capacity, bytes;
    bool lost; /* it grew too long */
} journal;

typedef struct guest {
    desk *desk;
    char id[DESK_ID + 1];
    pthread_t thread;
    pthread_cond_t wake;
    question *first, **last;
    uint32_t waiting;
    bool closed, busy;
    double used; /* when it was asked last */
    channel process;
    pid_t pid; /* of the process, for other threads; 0: none runs */
    bool started;
    journal journal;
    struct guest *next;
} guest;

struct desk {
    desk_options options;
    pthread_mutex_t lock;
    guest *guests;
    desk_counts counts;
    pthread_cond_t ended; /* a guest's thread is done */
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

/* What a request that went well means for the way there. */
static void journal_note(journal *j, const char *line, size_t length, const char *reply)
{
    static const char fine[] = "{\"ok\": true";
    if (strncmp(reply, fine, sizeof fine - 1) != 0)
        return;
    json_t *request = json_loadb(line, length, 0, NULL);
    const char *op = json_string_value(json_object_get(request, "op"));
    bool load = op && strcmp(op, "load") == 0, begin = op && strcmp(op, "new") == 0;
    if (load || begin)
        journal_clear(j, load ? 0 : 1);
    if (load || begin ||
        (op && (strcmp(op, "apply") == 0 || strcmp(op, "undo") == 0 || strcmp(op, "replay") == 0 ||
                strcmp(op, "strategy") == 0)))
        journal_add(j, line, length);
    json_decref(request);
}

/* ---- processes ---- */

/* False: the session was closed meanwhile. */
static bool note_pid(guest *g, pid_t pid)
{
    pthread_mutex_lock(&g->desk->lock);
    g->pid = pid;
    bool closed = g->closed;
    pthread_mutex_unlock(&g->desk->lock);
    return !closed;
}

static void end_process(guest *g, double patience)
{
    note_pid(g, 0);
    channel_close(&g->process, patience);
    g->started = false;
}

/* A reply, or NULL: the process has ended, and *problem says why. */
static char *exchange(guest *g, const char *line, size_t length, const char **problem)
{
    double deadline = clock_wall() + g->desk->options.request_seconds;
    *problem = "does not take requests";
    bool sent = channel_write(&g->process, line, length, deadline) &&
                channel_write(&g->process, "\n", 1, deadline);
    char *reply = sent ? channel_read(&g->process, deadline, problem) : NULL;
    if (!reply)
        end_process(g, 0);
    return reply;
}

static bool start_process(guest *g, const char **problem)
{
    if (g->started)
        return true;
    if (!channel_open(&g->process, g->desk->options.command)) {
        *problem = strerror(errno);
        return false;
    }
    g->process.longest = REPLY_MAX;
    g->started = true;
    if (!note_pid(g, g->process.pid)) {
        *problem = "was closed";
        end_process(g, 0);
        return false;
    }
    for (size_t i = 0; i < g->journal.count; i++) {
        char *reply = exchange(g, g->journal.lines[i], strlen(g->journal.lines[i]), problem);
        if (!reply)
            return false;
        free(reply);
    }
    return true;
}

static char *failed(guest *g, const char *problem)
{
    buffer text = {0};
    buffer_addf(&text,
                "{\"ok\": false, \"error\": {\"code\": \"worker\", \"message\": \"the process of "
                "this session %s and was ended; %s\"}}",
                problem,
                g->journal.lost ? "the course of the game was too long to be kept"
                                : "the session goes on from where it was before");
    if (g->journal.lost)
        journal_clear(&g->journal, 0);
    return text.text;
}

static char *ask(guest *g, const question *q)
{
    const char *problem = "";
    bool again = !g->started && g->journal.count > 0;
    char *reply = start_process(g, &problem) ? exchange(g, q->line, q->length, &problem) : NULL;
    if (reply)
        journal_note(&g->journal, q->line, q->length, reply);
    pthread_mutex_lock(&g->desk->lock);
    g->desk->counts.requests++;
    g->desk->counts.failures += !reply;
    g->desk->counts.restarts += again;
    pthread_mutex_unlock(&g->desk->lock);
    return reply ? reply : failed(g, problem);
}

/* ---- the thread of a session ---- */

static question *next_question(guest *g)
{
    pthread_mutex_lock(&g->desk->lock);
    g->busy = false;
    while (!g->first && !g->closed)
        pthread_cond_wait(&g->wake, &g->desk->lock);
    question *q = g->first;
    if (q) {
        g->first = q->next;
        if (!g->first)
            g->last = &g->first;
        g->waiting--;
        g->busy = true;
    }
    pthread_mutex_unlock(&g->desk->lock);
    return q;
}

static void drop_guest(guest *g)
{
    desk *d = g->desk;
    if (g->started)
        end_process(g, PATIENCE);
    journal_clear(&g->journal, 0);
    free(g->journal.lines);
    pthread_mutex_lock(&d->lock);
    for (guest **at = &d->guests; *at; at = &(*at)->next)
        if (*at == g) {
            *at = g->next;
            break;
        }
    d->counts.open--;
    d->threads--;
    pthread_cond_signal(&d->ended);
    pthread_cond_destroy(&g->wake);
    pthread_mutex_unlock(&d->lock);
    free(g);
}

static void *attend(void *user)
{
    guest *g = user;
    for (question *q; (q = next_question(g));) {
        char *reply = g->closed ? app_strdup("{\"ok\": false, \"error\": {\"code\": \"closed\", "
                                             "\"message\": \"the session was closed\"}}")
                                : ask(g, q);
        q->answer(q->user, reply);
        free(reply);
        free(q->line);
        free(q);
    }
    drop_guest(g);
    return NULL;
}

/* ---- the desk ---- */

desk *desk_new(const desk_options *o)
{
    desk *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->options = *o;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->ended, NULL);
    return d;
}

/* The thread need not wait for what is being worked on. */
static void close_guest(guest *g)
{
    g->closed = true;
    if (g->busy && g->pid > 0)
        kill(-g->pid, SIGKILL);
    pthread_cond_signal(&g->wake);
}

void desk_stop(desk *d)
{
    pthread_mutex_lock(&d->lock);
    d->stopped = true;
    for (guest *g = d->guests; g; g = g->next)
        close_guest(g);
    while (d->threads > 0)
        pthread_cond_wait(&d->ended, &d->lock);
    pthread_mutex_unlock(&d->lock);
}

void desk_free(desk *d)
{
    if (!d)
        return;
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->ended);
    free(d);
}

static bool fresh_id(char id[DESK_ID + 1])
{
    unsigned char bytes[DESK_ID / 2];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(id + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool desk_open(desk *d, char id[DESK_ID + 1])
{
    guest *g = calloc(1, sizeof *g);
    if (!g || !fresh_id(g->id)) {
        free(g);
        return false;
    }
    g->desk = d;
    g->last = &g->first;
    g->used = clock_wall();
    g->process.fd = -1;
    pthread_cond_init(&g->wake, NULL);
    pthread_mutex_lock(&d->lock);
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    bool fine = !d->stopped && d->counts.open < d->options.sessions &&
                pthread_create(&g->thread, &detached, attend, g) == 0;
    pthread_attr_destroy(&detached);
    if (fine) {
        memcpy(id, g->id, sizeof g->id);
        g->next = d->guests;
        d->guests = g;
        d->counts.open++;
        d->counts.opened++;
        d->threads++;
    }
    pthread_mutex_unlock(&d->lock);
    if (!fine) {
        pthread_cond_destroy(&g->wake);
        free(g);
    }
    return fine;
}

static guest *find_guest(desk *d, const char *id)
{
    for (guest *g = d->guests; g; g = g->next)
        if (!g->closed && strcmp(g->id, id) == 0)
            return g;
    return NULL;
}

bool desk_ask(desk *d, const char *id, const char *line, size_t length,
              void (*answer)(void *user, const char *reply), void *user)
{
    question *q = app_alloc(sizeof *q);
    *q = (question){app_strndup(line, length), length, answer, user, NULL};
    for (size_t i = 0; i < length;
         i++) /* one line; line ends are white space outside of strings, and never inside */
        if (q->line[i] == '\n' || q->line[i] == '\r')
            q->line[i] = ' ';
    pthread_mutex_lock(&d->lock);
    guest *g = find_guest(d, id);
    bool full = g && g->waiting >= WAITING_MAX;
    if (g && !full) {
        *g->last = q;
        g->last = &q->next;
        g->waiting++;
        g->used = clock_wall();
        pthread_cond_signal(&g->wake);
    }
    pthread_mutex_unlock(&d->lock);
    if (g && !full)
        return true;
    free(q->line);
    free(q);
    if (full)
        answer(user, "{\"ok\": false, \"error\": {\"code\": \"busy\", \"message\": \"too many "
                     "requests of this session wait\"}}");
    return full;
}

bool desk_close(desk *d, const char *id)
{
    pthread_mutex_lock(&d->lock);
    guest *g = find_guest(d, id);
    if (g)
        close_guest(g);
    pthread_mutex_unlock(&d->lock);
    return g != NULL;
}

void desk_tick(desk *d)
{
    double now = clock_wall();
    pthread_mutex_lock(&d->lock);
    for (guest *g = d->guests; g; g = g->next)
        if (!g->busy && !g->first && now - g->used > d->options.idle_seconds)
            close_guest(g);
    pthread_mutex_unlock(&d->lock);
}

void desk_count(desk *d, desk_counts *counts)
{
    pthread_mutex_lock(&d->lock);
    *counts = d->counts;
    pthread_mutex_unlock(&d->lock);
}
