#include "server/tables.h"

#include "base/clock.h"
#include "server/refusal.h"
#include "session/memory.h"

#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES_MAX = 1024, WAITING_MAX = 64, SEATS_MAX = 32, MOVE_MAX = 4096 };
static const double WAIT_SECONDS = 25;

typedef struct chair {
    char *role;
    char token[POOL_ID + 1];
} chair;

typedef struct waiting {
    http_exchange *x;
    double since;
} waiting;

typedef struct table {
    char id[POOL_ID + 1], session[POOL_ID + 1], watch[POOL_ID + 1], client[HTTP_CLIENT]; /* who made it */
    chair seats[SEATS_MAX];
    uint32_t seat_count;
    char *opened;     /* the reply of loading */
    uint64_t version; /* grows with each decision */
    waiting list[WAITING_MAX];
    uint32_t waiting;
    double used;
} table;

struct tables {
    pool *pool;
    pthread_mutex_t lock;
    table *all[TABLES_MAX];
    uint32_t count;
    bool stopped;
};

/* What was asked of a session, for its reply. */
typedef struct question {
    tables *tables;
    http_exchange *x;
    char id[POOL_ID + 1]; /* of the table, or of the session of one that is made */
    char client[HTTP_CLIENT];
    uint64_t version; /* of the table when the question was asked */
    bool decides;
} question;

tables *tables_new(pool *p)
{
    tables *t = calloc(1, sizeof *t);
    if (t && pthread_mutex_init(&t->lock, NULL) != 0) {
        free(t);
        return NULL;
    }
    if (t)
        t->pool = p;
    return t;
}

static void free_table(table *t)
{
    for (uint32_t i = 0; i < t->seat_count; i++)
        free(t->seats[i].role);
    free(t->opened);
    free(t);
}

static table *find(tables *t, const char *id)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (strcmp(t->all[i]->id, id) == 0)
            return t->all[i];
    return NULL;
}

static void reply_version(http_exchange *x, uint64_t version)
{
    char text[80];
    snprintf(text, sizeof text, "{\"ok\": true, \"version\": %llu}", (unsigned long long)version);
    http_reply(x, OK, text);
}

/* Answers all that wait at the table since before `until`. */
static void wake(table *t, double until)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->waiting; i++) {
        if (t->list[i].since <= until)
            reply_version(t->list[i].x, t->version);
        else
            t->list[kept++] = t->list[i];
    }
    t->waiting = kept;
}

void tables_tick(tables *t)
{
    pthread_mutex_lock(&t->lock);
    for (uint32_t i = 0; i < t->count; i++)
        wake(t->all[i], clock_wall() - WAIT_SECONDS);
    pthread_mutex_unlock(&t->lock);
}

void tables_stop(tables *t)
{
    pthread_mutex_lock(&t->lock);
    t->stopped = true;
    for (uint32_t i = 0; i < t->count; i++)
        wake(t->all[i], clock_wall());
    pthread_mutex_unlock(&t->lock);
}

void tables_free(tables *t)
{
    if (!t)
        return;
    for (uint32_t i = 0; i < t->count; i++)
        free_table(t->all[i]);
    pthread_mutex_destroy(&t->lock);
    free(t);
}

/* ---- making one ---- */

static table *make_table(const question *q, const char *opened, const json_t *roles)
{
    table *t = calloc(1, sizeof *t);
    size_t i;
    const json_t *role;
    if (!t)
        return NULL;
    bool fine = pool_random_id(t->id) && pool_random_id(t->watch);
    memcpy(t->session, q->id, sizeof t->session);
    memcpy(t->client, q->client, sizeof t->client);
    t->opened = mem_strdup(opened);
    t->used = clock_wall();
    json_array_foreach (roles, i, role) {
        chair *c = &t->seats[t->seat_count++];
        c->role = mem_strdup(json_string_value(role));
        fine = fine && pool_random_id(c->token);
    }
    if (fine)
        return t;
    free_table(t);
    return NULL;
}

static void drop_table(tables *all, uint32_t i)
{
    wake(all->all[i], clock_wall());
    free_table(all->all[i]);
    all->all[i] = all->all[--all->count];
}

static uint32_t tables_of(const tables *all, const char *client)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < all->count; i++)
        n += strcmp(all->all[i]->client, client) == 0;
    return n;
}

/* Of the client that has most, the one that rested longest makes room. */
static void add_table(tables *all, table *t)
{
    if (all->count == TABLES_MAX) {
        uint32_t oldest = 0, most = 0;
        for (uint32_t i = 0; i < all->count; i++) {
            uint32_t n = tables_of(all, all->all[i]->client);
            if (n > most || (n == most && all->all[i]->used < all->all[oldest]->used)) {
                oldest = i;
                most = n;
            }
        }
        pool_close(all->pool, all->all[oldest]->session);
        drop_table(all, oldest);
    }
    all->all[all->count++] = t;
}

static char *described(const table *t)
{
    json_t *seats = json_object();
    for (uint32_t i = 0; i < t->seat_count; i++)
        json_object_set_new(seats, t->seats[i].role, json_string(t->seats[i].token));
    json_t *reply = json_pack("{sb ss so ss}", "ok", 1, "table", t->id, "seats", seats, "watch", t->watch);
    char *text = json_dumps(reply, 0);
    json_decref(reply);
    return text;
}

static void on_loaded(void *user, const char *reply)
{
    question *q = user;
    json_t *loaded = json_loads(reply, 0, NULL);
    const json_t *roles = json_object_get(loaded, "roles");
    bool fine = json_is_true(json_object_get(loaded, "ok")),
         fits = json_array_size(roles) <= SEATS_MAX && !json_is_true(json_object_get(loaded, "open"));
    table *t = fine && fits ? make_table(q, reply, roles) : NULL;
    char *text = t ? described(t) : NULL;
    pthread_mutex_lock(&q->tables->lock);
    if (t && text)
        add_table(q->tables, t);
    pthread_mutex_unlock(&q->tables->lock);
    if (!fine)
        http_reply(q->x, OK, reply);
    else if (!fits)
        refuse(q->x, OK, "game", "this game cannot be played at a table");
    else if (!text)
        refuse(q->x, BUSY, "memory", "out of memory");
    else
        http_reply(q->x, OK, text);
    if (!t || !text)
        pool_close(q->tables->pool, q->id);
    if (t && !text)
        free_table(t);
    free(text);
    json_decref(loaded);
    free(q);
}

static question *question_of(tables *t, http_exchange *x)
{
    question *q = mem_alloc(sizeof *q);
    *q = (question){.tables = t, .x = x};
    return q;
}

/* A seed that nobody at the table knows. */
static json_int_t secret_seed(void)
{
    char id[POOL_ID + 1];
    return pool_random_id(id) ? (json_int_t)(strtoull(id + POOL_ID - 13, NULL, 16)) : 1;
}

void tables_open(tables *t, http_exchange *x, const http_message *m)
{
    static const char *const keys[] = {"game", "name", "text", "variant", "ruleset", "options"};
    char client[HTTP_CLIENT];
    json_t *asked = json_loadb(m->body, m->length, JSON_REJECT_DUPLICATES, NULL), *load = json_object();
    json_object_set_new(load, "op", json_string("load"));
    json_object_set_new(load, "seed", json_integer(secret_seed()));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(asked, keys[i]))
            json_object_set(load, keys[i], json_object_get(asked, keys[i]));
    char *line = json_is_object(asked) ? json_dumps(load, 0) : NULL;
    http_client(x, client);
    question *q = question_of(t, x);
    memcpy(q->client, client, sizeof q->client);
    if (!line)
        refuse(x, OK, "json", "this is no JSON object");
    else if (!pool_open(t->pool, client, q->id))
        refuse(x, BUSY, "sessions", "too many sessions are busy; close one, or try again later");
    else if (!pool_ask(t->pool, q->id, line, strlen(line), on_loaded, q))
        refuse(x, BUSY, "sessions", "the session has ended");
    else
        q = NULL;
    free(q);
    free(line);
    json_decref(load);
    json_decref(asked);
}

/* ---- asking one ---- */

/* The number of the seat, -1 for those who watch; false: neither. */
static bool seat_by(const table *t, const char *token, int *seat)
{
    *seat = -1;
    bool watches = same_token(t->watch, token);
    for (uint32_t i = 0; i < t->seat_count; i++)
        if (same_token(t->seats[i].token, token))
            *seat = (int)i;
    return watches || *seat >= 0;
}

/* The version is part of what was seen: who waits for another one misses nothing. */
static void on_seen(void *user, const char *reply)
{
    question *q = user;
    size_t size = strlen(reply) + 64;
    char *text = mem_alloc(size);
    bool fine = strncmp(reply, "{\"ok\": true", 11) == 0;
    pthread_mutex_lock(&q->tables->lock);
    table *t = find(q->tables, q->id);
    if (t && q->decides && fine) {
        t->version++;
        wake(t, clock_wall());
        q->version = t->version;
    }
    pthread_mutex_unlock(&q->tables->lock);
    snprintf(text, size, "{\"version\": %llu, %s", (unsigned long long)q->version, *reply == '{' ? reply + 1 : reply);
    http_reply(q->x, OK, *reply == '{' ? text : reply);
    free(text);
    free(q);
}

/* What the session is asked; NULL: the seat may not ask that. */
static json_t *request_of(const char *op, const char *role, const json_t *asked)
{
    if (strcmp(op, "boards") == 0)
        return json_pack("{ss}", "op", "boards");
    if (strcmp(op, "look") == 0)
        return json_pack("{ss ss sb}", "op", "witness", "as", role ? role : "", "labels", 1);
    if (strcmp(op, "decide") != 0 || !role)
        return NULL;
    json_t *request = json_pack("{ss ss}", "op", "decide", "as", role);
    /* Nothing else is kept for later: what is decided becomes a line of the session's journal. */
    if (json_is_string(json_object_get(asked, "move")) &&
        json_string_length(json_object_get(asked, "move")) <= MOVE_MAX)
        json_object_set(request, "move", json_object_get(asked, "move"));
    if (json_is_integer(json_object_get(asked, "way")))
        json_object_set(request, "way", json_object_get(asked, "way"));
    if (json_is_true(json_object_get(asked, "resign")))
        json_object_set_new(request, "resign", json_true());
    return request;
}

static void reply_opened(http_exchange *x, const table *t, int seat)
{
    json_t *roles = json_array(), *opened = json_loads(t->opened, 0, NULL);
    for (uint32_t i = 0; i < t->seat_count; i++)
        json_array_append_new(roles, json_string(t->seats[i].role));
    json_t *reply = json_pack("{sb so so so}", "ok", 1, "opened", opened, "roles", roles, "role",
                              seat < 0 ? json_null() : json_string(t->seats[seat].role));
    char *text = json_dumps(reply, JSON_REAL_PRECISION(10));
    http_reply(x, OK, text ? text : REPLY_FAILED("memory", "out of memory"));
    free(text);
    json_decref(reply);
}

/* Under the lock. True: the exchange is answered, or will be when somebody decides. */
static bool answer_here(tables *all, table *t, http_exchange *x, const char *op, const json_t *asked, int seat)
{
    t->used = clock_wall();
    if (strcmp(op, "open") == 0) {
        reply_opened(x, t, seat);
    } else if (strcmp(op, "wait") == 0) {
        const json_t *known = json_object_get(asked, "version");
        bool news = (uint64_t)json_integer_value(known) != t->version;
        if (news || all->stopped)
            reply_version(x, t->version);
        else if (t->waiting == WAITING_MAX)
            refuse(x, BUSY, "busy", "too many wait at this table; try again in a moment");
        else
            t->list[t->waiting++] = (waiting){x, clock_wall()};
    } else {
        return false;
    }
    return true;
}

/* Its session is gone. */
static void forget(tables *all, const char *id)
{
    pthread_mutex_lock(&all->lock);
    for (uint32_t i = 0; i < all->count; i++)
        if (strcmp(all->all[i]->id, id) == 0) {
            drop_table(all, i);
            break;
        }
    pthread_mutex_unlock(&all->lock);
}

void tables_ask(tables *all, http_exchange *x, const http_message *m, const char *id)
{
    json_t *asked = json_loadb(m->body, m->length, JSON_REJECT_DUPLICATES, NULL);
    const char *op = json_string_value(json_object_get(asked, "op"));
    question *q = question_of(all, x);
    char session[POOL_ID + 1] = "", *line = NULL;
    int seat;
    pthread_mutex_lock(&all->lock);
    table *t = find(all, id);
    if (!t) {
        refuse(x, MISSING, "table", "there is no such table (any more)");
    } else if (!seat_by(t, http_header(x, "X-Ludens-Seat"), &seat)) {
        refuse(x, FORBIDDEN, "seat", "this needs the link of a seat, or the one for watching");
    } else if (!op) {
        refuse(x, OK, "type", "a request is an object with \\\"op\\\"");
    } else if (!answer_here(all, t, x, op, asked, seat)) {
        json_t *request = request_of(op, seat < 0 ? NULL : t->seats[seat].role, asked);
        memcpy(q->id, t->id, sizeof q->id);
        memcpy(session, t->session, sizeof session);
        q->version = t->version;
        q->decides = strcmp(op, "decide") == 0;
        line = request ? json_dumps(request, 0) : NULL;
        json_decref(request);
        if (!line)
            refuse(x, OK, "op", "a seat asks for open, boards, look, decide and wait; who watches does not decide");
    }
    pthread_mutex_unlock(&all->lock);
    if (line && pool_ask(all->pool, session, line, strlen(line), on_seen, q))
        q = NULL;
    else if (line) {
        forget(all, id);
        refuse(x, MISSING, "table", "the game of this table has ended");
    }
    free(q);
    free(line);
    json_decref(asked);
}
