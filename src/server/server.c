#include "server/server.h"

#include "base/clock.h"
#include "server/assets.h"
#include "server/compile.h"
#include "server/refusal.h"
#include "server/tables.h"
#include "session/memory.h"
#include "session/workspace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct server {
    server_options options;
    http_server *http;
    pool *pool;
    tables *tables;
    compiling *compiling; /* or NULL */
    char *hello, *games;  /* replies that are the same for all */
    double began;
};

/* Of every reply. The page needs nothing from elsewhere, and nobody may put it into a frame. */
static const char *const headers[][2] = {{"Content-Security-Policy",
                                          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
                                          "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
                                          "connect-src 'self'; worker-src 'self'; base-uri 'none'; "
                                          "form-action 'none'; frame-ancestors 'none'"},
                                         {"X-Content-Type-Options", "nosniff"},
                                         {"Referrer-Policy", "no-referrer"},
                                         {"Cross-Origin-Opener-Policy", "same-origin"},
                                         {"Cross-Origin-Resource-Policy", "same-origin"},
                                         {"Cache-Control", "no-cache"},
                                         {NULL, NULL}};

/* ---- sessions ---- */

static void on_reply(void *user, const char *reply) { http_reply(user, OK, reply); }

static bool may_enter(const server *s, http_exchange *x)
{
    const char *token = http_header(x, "X-Ludens-Token");
    return !s->options.token || same_token(s->options.token, token);
}

static void open_session(server *s, http_exchange *x)
{
    char id[POOL_ID + 1], text[100], client[HTTP_CLIENT];
    http_client(x, client);
    if (!pool_open(s->pool, client, id)) {
        refuse(x, BUSY, "sessions", "too many sessions are busy; close one, or try again later");
        return;
    }
    snprintf(text, sizeof text, "{\"ok\": true, \"session\": \"%s\"}", id);
    http_reply(x, OK, text);
}

/* `path`: what follows /api/. */
static void handle_api(server *s, http_exchange *x, const http_message *m, const char *path)
{
    char id[POOL_ID + 1];
    const bool hello = strcmp(path, "hello") == 0, post = strcmp(m->method, "POST") == 0;
    if (post && strncmp(path, "table/", 6) == 0) { /* a seat has a token of its own */
        tables_ask(s->tables, x, m, path + 6);
    } else if (!may_enter(s, x)) {
        refuse(x, FORBIDDEN, "token", "this needs the token that the server printed when it started");
    } else if (strcmp(m->method, "GET") == 0 && (hello || strcmp(path, "games") == 0)) {
        http_reply(x, OK, hello ? s->hello : s->games);
    } else if (!post) {
        refuse(x, NOT_ALLOWED, "method", "requests of sessions are sent by POST");
    } else if (strcmp(path, "open") == 0) {
        open_session(s, x);
    } else if (strcmp(path, "table") == 0) {
        tables_open(s->tables, x, m);
    } else if (strspn(path, "0123456789abcdef") != POOL_ID) {
        refuse(x, MISSING, "path", "there is nothing of this name");
    } else {
        memcpy(id, path, POOL_ID);
        id[POOL_ID] = 0;
        bool close = strcmp(path + POOL_ID, "/close") == 0, known = false;
        if (close && (known = pool_close(s->pool, id)))
            http_reply(x, OK, "{\"ok\": true}");
        else if (!close && !path[POOL_ID])
            known = pool_ask(s->pool, id, m->body, m->length, on_reply, x);
        if (!known)
            refuse(x, MISSING, "session", "there is no such session (any more)");
    }
}

/* ---- files and figures ---- */

static void show_metrics(server *s, http_exchange *x)
{
    pool_counts c;
    char text[1600];
    pool_count(s->pool, &c);
    snprintf(text, sizeof text,
             "# TYPE ludens_sessions gauge\nludens_sessions %u\n"
             "# TYPE ludens_sessions_opened_total counter\nludens_sessions_opened_total %llu\n"
             "# TYPE ludens_requests_total counter\nludens_requests_total %llu\n"
             "# TYPE ludens_worker_failures_total counter\nludens_worker_failures_total %llu\n"
             "# TYPE ludens_worker_restarts_total counter\nludens_worker_restarts_total %llu\n"
             "# TYPE ludens_workers gauge\nludens_workers %u\n"
             "# TYPE ludens_workers_rested_total counter\nludens_workers_rested_total %llu\n"
             "# TYPE ludens_uptime_seconds gauge\nludens_uptime_seconds %.1f\n",
             c.open, (unsigned long long)c.opened, (unsigned long long)c.requests, (unsigned long long)c.failures,
             (unsigned long long)c.restarts, c.processes, (unsigned long long)c.rested, clock_wall() - s->began);
    http_reply_as(x, OK, "text/plain; version=0.0.4", text);
}

static void show_file(http_exchange *x, const char *path)
{
    const asset *a = asset_find(path);
    if (a)
        http_reply_content(x, OK, &(http_content){a->type, a->bytes, a->length, headers});
    else
        refuse(x, MISSING, "path", "there is nothing of this name");
}

static void handle(void *user, http_exchange *x, const http_message *m)
{
    server *s = user;
    char *path = http_url_decoded(m->target);
    path[strcspn(path, "?")] = 0;
    if (strncmp(path, "api/", 4) == 0)
        handle_api(s, x, m, path + 4);
    else if (strcmp(m->method, "GET") != 0 && strcmp(m->method, "HEAD") != 0)
        refuse(x, NOT_ALLOWED, "method", "files are fetched by GET");
    else if (strcmp(path, "health") == 0)
        http_reply(x, OK, "{\"ok\": true}");
    else if (strcmp(path, "metrics") == 0)
        show_metrics(s, x);
    else
        show_file(x, path);
    free(path);
}

/* Every message is answered, whoever waits. */
static void gone(void *user, http_exchange *x) { (void)user, (void)x; }

/* ---- starting and stopping ---- */

static void on_loaded(void *user, const char *game) { compiling_add(((server *)user)->compiling, game); }
static void on_compiled(void *user, const char *game) { pool_renew(((server *)user)->pool, game); }

static char *standing_reply(const char *request)
{
    setup with = {.seed = 1};
    lud_options_init(&with.load);
    workspace *w = workspace_open(&with);
    char *reply = w ? workspace_request(w, request, strlen(request)) : NULL;
    workspace_close(w);
    return reply ? reply : mem_strdup("{\"ok\": false}");
}

static void free_server(server *s)
{
    compiling_free(s->compiling);
    tables_free(s->tables);
    pool_free(s->pool);
    free(s->hello);
    free(s->games);
    free(s);
}

server *server_start(const server_options *o)
{
    server *s = mem_alloc(sizeof *s);
    s->options = *o;
    s->began = clock_wall();
    s->hello = standing_reply("{\"op\": \"hello\"}");
    s->games = standing_reply("{\"op\": \"games\"}");
    s->compiling = o->compile ? compiling_new(on_compiled, s) : NULL;
    pool_options *p = &s->options.pool;
    p->loaded = s->compiling ? on_loaded : NULL;
    p->user = s;
    s->pool = pool_new(p);
    s->tables = s->pool ? tables_new(s->pool) : NULL;
    http_options *h = &s->options.http;
    h->same_origin = h->keep = h->head = true;
    h->content_type = "application/json";
    h->refusal = REPLY_FAILED("http", "%s");
    h->headers = headers;
    h->handle = handle;
    h->gone = gone;
    h->user = s;
    s->http = s->tables ? http_start(h) : NULL;
    if (s->http)
        return s;
    free_server(s);
    return NULL;
}

uint32_t server_port(const server *s) { return http_port(s->http); }

void server_tick(server *s)
{
    pool_tick(s->pool);
    tables_tick(s->tables);
    http_tick(s->http);
}

void server_stop(server *s)
{
    pool_stop(s->pool); /* all requests are answered, */
    tables_stop(s->tables);
    http_stop(s->http); /* so that connections can end; until then requests come in */
    free_server(s);
}
