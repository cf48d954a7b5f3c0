#include "ggp/player.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUE_MAX = 8 };

struct ggp_request {
    ggp_message message;
    ggp_match *match; /* START, PLAY and STOP; alone: a match to be freed */
    double received, think_until, answer_until;
    char *fallback; /* the reply when time is over */
    char *reply;
    int code;
    bool answered, abandoned, pending; /* pending: queued or worked on */
    void (*call)(void *user, int code, const char *text);
    void *user;
    ggp_request *next;
};

struct ggp_player {
    const ggp_player_options *options;
    pthread_mutex_t lock;
    pthread_cond_t some_work;
    ggp_match *match; /* the one that is played */
    double heard;     /* when it was last heard of */
    char *sent;       /* the last move that was sent in it */
    ggp_request *first, *running;
    uint32_t queued;
    uint64_t matches; /* so far */
    bool closed;
};

ggp_player *ggp_player_new(const ggp_player_options *options)
{
    ggp_player *p = mem_alloc(sizeof *p);
    p->options = options;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->some_work, NULL);
    return p;
}

/* ---- replies; all with the lock held ---- */

static void answer(ggp_player *p, ggp_request *r, int code, const char *text)
{
    if (r->answered)
        return;
    buffer t = {0};
    if (r->message.infix && r->message.verb == GGP_PLAY)
        kif_to_infix(text, &t);
    r->reply = t.text ? t.text : mem_strdup(text);
    r->code = code;
    r->answered = true;
    if (r->match && r->match == p->match) {
        p->heard = agent_clock();
        if (r->message.verb == GGP_PLAY) {
            free(p->sent);
            p->sent = mem_strdup(text);
        }
    }
    if (r->call)
        r->call(r->user, r->code, r->reply);
}

static void free_request(ggp_request *r)
{
    ggp_message_done(&r->message);
    free(r->fallback);
    free(r->reply);
    free(r);
}

static void enqueue(ggp_player *p, ggp_request *r)
{
    ggp_request **end = &p->first;
    while (*end)
        end = &(*end)->next;
    *end = r;
    r->pending = true;
    p->queued++;
    pthread_cond_signal(&p->some_work);
}

/* The match ends: what is still to be done for it comes first in the queue. */
static void end_match(ggp_player *p, bool queue)
{
    ggp_match *m = p->match;
    p->match = NULL;
    free(p->sent);
    p->sent = NULL;
    atomic_store(&m->stop, true);
    if (!queue)
        return;
    lud_interrupt(m->control);
    ggp_request *r = mem_alloc(sizeof *r);
    r->message.verb = GGP_ABORT;
    r->match = m;
    r->abandoned = r->answered = true;
    enqueue(p, r);
}

/* Where a reply is due that has not come, this one is sent. */
static const char *stopgap(const ggp_request *r)
{
    switch (r->message.verb) {
    case GGP_START: return "ready";
    case GGP_STOP: return "done";
    default: return r->fallback ? r->fallback : "nil";
    }
}

static void answer_all_of(ggp_player *p, const ggp_match *m)
{
    if (p->running && p->running->match == m)
        answer(p, p->running, 200, stopgap(p->running));
    for (ggp_request *r = p->first; r; r = r->next)
        if (r->match == m)
            answer(p, r, 200, stopgap(r));
}

/* ---- messages; all with the lock held ---- */

static double silence(const ggp_player *p)
{
    const ggp_match *m = p->match;
    double longest = m->start_clock > m->play_clock ? m->start_clock : m->play_clock;
    double patience = 2 * longest < 600 ? 2 * longest : 600;
    return p->options->silence > 0 ? p->options->silence : longest + patience + 60;
}

static bool is_busy(const ggp_player *p) { return p->match && agent_clock() - p->heard < silence(p); }

/* When to be ready for a clock, and when to reply at the latest. A margin that leaves nothing of
 * the clock is too large for it. */
static void set_deadlines(const ggp_player *p, ggp_request *r, double clock)
{
    double margin = p->options->margin < clock * 0.9 ? p->options->margin : clock * 0.9;
    r->think_until = r->received + clock - margin;
    r->answer_until = r->received + clock - margin / 2;
}

static void take_info(ggp_player *p, ggp_request *r)
{
    char text[300];
    bool busy = is_busy(p);
    if (r->message.verb == GGP_PING)
        snprintf(text, sizeof text, "%s", busy ? "busy" : "ready");
    else if (r->message.infix)
        snprintf(text, sizeof text, "[[name,%.200s],[status,%s]]", p->options->name, busy ? "busy" : "available");
    else
        snprintf(text, sizeof text, "((name %.200s) (status %s))", p->options->name, busy ? "busy" : "available");
    answer(p, r, 200, text);
}

static void take_start(ggp_player *p, ggp_request *r)
{
    if (is_busy(p) || p->queued >= QUEUE_MAX) {
        answer(p, r, 200, "busy");
        return;
    }
    if (p->match) {
        ggp_log(p->options, "match %.60s has been silent too long and is abandoned", p->match->id);
        answer_all_of(p, p->match);
        end_match(p, true);
    }
    p->match = r->match = ggp_match_new(p->options, &r->message, p->matches++);
    p->heard = r->received;
    set_deadlines(p, r, r->message.start_clock);
    enqueue(p, r);
    ggp_log(p->options, "match %.60s begins: role %.60s, clocks %g and %g s", p->match->id, p->match->role_name,
            p->match->start_clock, p->match->play_clock);
}

static void take_step(ggp_player *p, ggp_request *r)
{
    bool full = r->message.verb == GGP_PLAY && p->queued >= QUEUE_MAX;
    if (!p->match || strcmp(p->match->id, r->message.match) != 0 || full) {
        answer(p, r, 200, "busy");
        return;
    }
    p->heard = r->received;
    r->match = p->match;
    set_deadlines(p, r, p->match->play_clock);
    switch (r->message.verb) {
    case GGP_ABORT:
        ggp_log(p->options, "match %.60s is aborted", p->match->id);
        r->match = NULL;
        answer(p, r, 200, "aborted");
        answer_all_of(p, p->match);
        end_match(p, true);
        break;
    case GGP_STOP:
        if (p->sent)
            r->fallback = mem_strdup(p->sent);
        answer_all_of(p, p->match);
        end_match(p, false);
        enqueue(p, r);
        break;
    default: enqueue(p, r); break;
    }
}

ggp_request *ggp_player_take(ggp_player *p, const char *text, size_t length,
                             void (*answered)(void *user, int code, const char *text), void *user)
{
    ggp_request *r = mem_alloc(sizeof *r);
    r->call = answered;
    r->user = user;
    r->received = agent_clock();
    const char *problem = ggp_message_read(&r->message, text, length);
    pthread_mutex_lock(&p->lock);
    if (problem) {
        ggp_log(p->options, "refused: %s: %.100s", problem, r->message.text);
        r->message.verb = GGP_INFO;
        answer(p, r, 400, problem);
    } else if (p->closed) {
        answer(p, r, 200, "busy");
    } else {
        switch (r->message.verb) {
        case GGP_INFO:
        case GGP_PING: take_info(p, r); break;
        case GGP_START: take_start(p, r); break;
        case GGP_PREVIEW: answer(p, r, 200, is_busy(p) ? "busy" : "ready"); break;
        default: take_step(p, r); break;
        }
    }
    bool pending = r->pending;
    pthread_mutex_unlock(&p->lock);
    if (!pending) /* the request may stay for as long as the client reads slowly */
        ggp_message_done(&r->message);
    return r;
}

bool ggp_request_answered(ggp_player *p, ggp_request *r)
{
    pthread_mutex_lock(&p->lock);
    bool answered = r->answered;
    pthread_mutex_unlock(&p->lock);
    return answered;
}

int ggp_request_code(const ggp_request *r) { return r->code; }
const char *ggp_request_reply(const ggp_request *r) { return r->reply; }

void ggp_request_free(ggp_player *p, ggp_request *r)
{
    if (!r)
        return;
    pthread_mutex_lock(&p->lock);
    bool pending = r->pending;
    r->abandoned = true;
    r->call = NULL;
    pthread_mutex_unlock(&p->lock);
    if (!pending)
        free_request(r);
}

/* ---- work: without the lock, but where it says so ---- */

static char *run_start(ggp_player *p, ggp_request *r)
{
    pthread_mutex_lock(&p->lock);
    bool alive = p->match == r->match;
    pthread_mutex_unlock(&p->lock);
    if (alive && ggp_match_load(r->match, &r->message))
        return mem_strdup("ready");
    pthread_mutex_lock(&p->lock);
    if (alive && p->match == r->match)
        end_match(p, true);
    pthread_mutex_unlock(&p->lock);
    return mem_strdup("nil");
}

static char *run_play(ggp_player *p, ggp_request *r)
{
    ggp_match *m = r->match;
    pthread_mutex_lock(&p->lock);
    char *sent = p->match == m && p->sent ? mem_strdup(p->sent) : NULL;
    bool alive = p->match == m;
    if (alive)
        atomic_store(&m->stop, false);
    pthread_mutex_unlock(&p->lock);
    /* Half of the time at most goes to finding out where the match stands. */
    double half = (r->received + r->think_until) / 2;
    bool fine = alive && ggp_match_update(m, &r->message, sent, half);
    free(sent);
    char *fallback = fine ? ggp_match_any_move(m) : NULL;
    pthread_mutex_lock(&p->lock);
    r->fallback = fallback;
    pthread_mutex_unlock(&p->lock);
    char *move = fallback ? ggp_match_think(m, r->think_until) : NULL;
    return move ? move : mem_strdup(fallback ? fallback : "nil");
}

static void run(ggp_player *p, ggp_request *r)
{
    char *reply = NULL;
    switch (r->message.verb) {
    case GGP_START: reply = run_start(p, r); break;
    case GGP_PLAY: reply = run_play(p, r); break;
    case GGP_STOP:
        ggp_match_update(r->match, &r->message, r->fallback, r->think_until);
        ggp_match_report(r->match);
        reply = mem_strdup("done");
        break;
    default: break;
    }
    if (r->message.verb == GGP_STOP || r->message.verb == GGP_ABORT)
        ggp_match_free(r->match);
    pthread_mutex_lock(&p->lock);
    if (reply)
        answer(p, r, 200, reply);
    r->pending = false;
    p->running = NULL;
    bool abandoned = r->abandoned;
    pthread_mutex_unlock(&p->lock);
    free(reply);
    if (abandoned)
        free_request(r);
}

bool ggp_player_work(ggp_player *p, bool wait)
{
    pthread_mutex_lock(&p->lock);
    while (!p->first && wait && !p->closed)
        pthread_cond_wait(&p->some_work, &p->lock);
    ggp_request *r = p->first;
    if (r) {
        p->first = r->next;
        r->next = NULL;
        p->queued--;
        p->running = r;
    }
    pthread_mutex_unlock(&p->lock);
    if (r)
        run(p, r);
    return r != NULL;
}

void ggp_player_tick(ggp_player *p)
{
    pthread_mutex_lock(&p->lock);
    double now = agent_clock();
    for (ggp_request *r = p->running ? p->running : p->first, *next; r; r = next) {
        next = r == p->running ? p->first : r->next;
        if (r->answered || now < r->answer_until)
            continue;
        if (r->message.verb == GGP_PLAY && r->match) {
            ggp_log(p->options, "match %.60s: out of time", r->match->id);
            atomic_store(&r->match->stop, true);
        }
        answer(p, r, 200, stopgap(r));
    }
    pthread_mutex_unlock(&p->lock);
}

void ggp_player_close(ggp_player *p)
{
    pthread_mutex_lock(&p->lock);
    p->closed = true;
    if (p->match) {
        answer_all_of(p, p->match);
        end_match(p, true);
    }
    for (ggp_request *r = p->first; r; r = r->next)
        answer(p, r, 200, stopgap(r));
    if (p->running)
        answer(p, p->running, 200, stopgap(p->running));
    pthread_cond_broadcast(&p->some_work);
    pthread_mutex_unlock(&p->lock);
}

void ggp_player_free(ggp_player *p)
{
    ggp_player_close(p);
    while (ggp_player_work(p, false))
        ;
    pthread_mutex_destroy(&p->lock);
    pthread_cond_destroy(&p->some_work);
    free(p->sent);
    free(p);
}
