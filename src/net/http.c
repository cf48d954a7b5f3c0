#include "net/http.h"

#include "base/clock.h"
#include "base/dynlib.h"
#include "base/text.h"
#include "session/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    PORTS_TRIED = 100,
    CONNECTIONS_MAX = 16384,
    FILES_KEPT = 64,         /* descriptors for everything else */
    HEADER_BYTES = 32 << 10, /* of a connection */
    UPLOADS_MAX = 64 << 20,  /* bytes of unfinished messages, together */
    IDLE_SECONDS = 15,
    LAST_MOMENTS = 50 /* in which the last replies are sent */
};

/* A connection, and the message that comes in on it. Who answers knows it as an exchange. */
typedef struct http_exchange {
    http_server *server;
    struct MHD_Connection *connection;
    int socket;
    double since;
    bool waiting; /* for a reply of ours */
    bool unsent;  /* which has not gone out yet */
    buffer body;
    char *target; /* of the request line */
    bool refused, reading;
    int refusal;
    bool submitted;
    void *attached; /* by who answers */
    int code;       /* of the reply, once there is one */
    char *text;
    http_content content; /* instead of the text, where bytes are set */
    struct http_exchange *next, **link;
} visit;

struct http_server {
    http_options options;
    struct MHD_Daemon *daemon;
    pthread_mutex_t lock; /* of the list of visits and of what they take */
    visit *visits;
    size_t uploaded; /* bytes in the bodies of all visits */
    uint32_t port;
};

#define FUNCTIONS(F)                                                                                                   \
    F(add_response_header)                                                                                             \
    F(create_response_from_buffer)                                                                                     \
    F(destroy_response)                                                                                                \
    F(get_connection_info)                                                                                             \
    F(get_connection_values)                                                                                           \
    F(lookup_connection_value)                                                                                         \
    F(queue_response)                                                                                                  \
    F(resume_connection)                                                                                               \
    F(start_daemon)                                                                                                    \
    F(stop_daemon)                                                                                                     \
    F(suspend_connection)

static struct {
#define F(name) __typeof__(MHD_##name) *name;
    FUNCTIONS(F)
#undef F
} mhd;

static bool load_microhttpd(void)
{
    static const char *const names[] = {"libmicrohttpd.so.12", "libmicrohttpd.so", NULL};
    static const dynlib_symbol symbols[] = {
#define F(name) {"MHD_" #name, &mhd.name},
        FUNCTIONS(F)
#undef F
            {0}};
    return dynlib_load(names, symbols);
}

static visit *visit_of(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info = mhd.get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* ---- replies ---- */

static const char *header_of(struct MHD_Connection *c, const char *name)
{
    return mhd.lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static enum MHD_Result send_content(struct MHD_Connection *c, int code, const http_content *content,
                                    enum MHD_ResponseMemoryMode memory)
{
    const visit *v = visit_of(c);
    const char *origin = code == MHD_HTTP_FORBIDDEN ? NULL : header_of(c, "Origin");
    const char *const headers[][2] = {{"Content-Type", content->type},
                                      {"Access-Control-Allow-Methods", "POST, GET, OPTIONS"},
                                      {"Access-Control-Allow-Headers", "Content-Type"},
                                      {"Access-Control-Allow-Age", "86400"}};
    struct MHD_Response *r =
        mhd.create_response_from_buffer(content->length, (void *)(uintptr_t)content->bytes, memory);
    if (!r)
        return MHD_NO;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        mhd.add_response_header(r, headers[i][0], headers[i][1]);
    for (size_t i = 0; content->headers && content->headers[i][0]; i++)
        mhd.add_response_header(r, content->headers[i][0], content->headers[i][1]);
    if (!v || !v->server->options.keep || code == MHD_HTTP_BAD_REQUEST)
        mhd.add_response_header(r, "Connection", "close");
    if (origin) /* one that was let in */
        mhd.add_response_header(r, "Access-Control-Allow-Origin", origin);
    enum MHD_Result result = mhd.queue_response(c, (unsigned)code, r);
    mhd.destroy_response(r);
    return result;
}

static enum MHD_Result reply(struct MHD_Connection *c, int code, const char *text)
{
    const visit *v = visit_of(c);
    http_content content = {v && v->content.type ? v->content.type
                            : v                  ? v->server->options.content_type
                                                 : "text/plain",
                            text, strlen(text), v ? v->server->options.headers : NULL};
    return send_content(c, code, &content, MHD_RESPMEM_MUST_COPY);
}

static const char *refusal_text(int code)
{
    switch (code) {
    case MHD_HTTP_CONTENT_TOO_LARGE: return "the message is too long";
    case MHD_HTTP_LENGTH_REQUIRED: return "the length of the message is missing";
    case MHD_HTTP_SERVICE_UNAVAILABLE: return "too many messages at once";
    case MHD_HTTP_BAD_REQUEST: return "a header that may be there once is there twice, or two lengths differ";
    case MHD_HTTP_REQUEST_TIMEOUT: return "the message took too long";
    case MHD_HTTP_FORBIDDEN: return "not from this origin or to this host (--allow-origin, --allow-host)";
    default: return "only POST, GET, HEAD and OPTIONS";
    }
}

static enum MHD_Result reply_refusal(struct MHD_Connection *c, int code)
{
    const visit *v = visit_of(c);
    char text[400];
    if (!v || !v->server->options.refusal)
        return reply(c, code, refusal_text(code));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, v->server->options.refusal, refusal_text(code));
#pragma GCC diagnostic pop
    return reply(c, code, text);
}

/* ---- connections ---- */

static void start_visit(http_server *s, struct MHD_Connection *c, void **context)
{
    const union MHD_ConnectionInfo *info = mhd.get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    visit *v = mem_alloc(sizeof *v);
    v->server = s;
    v->connection = c;
    v->socket = info ? info->connect_fd : -1;
    v->since = clock_wall();
    *context = v;
    pthread_mutex_lock(&s->lock);
    v->next = s->visits;
    v->link = &s->visits;
    if (v->next)
        v->next->link = &v->next;
    s->visits = v;
    pthread_mutex_unlock(&s->lock);
}

/* What belongs to one request; a visit has one. */
static void drop_request(visit *v)
{
    http_server *s = v->server;
    pthread_mutex_lock(&s->lock);
    v->since = clock_wall();
    s->uploaded -= v->body.length;
    v->unsent = false;
    pthread_mutex_unlock(&s->lock);
    buffer_done(&v->body);
    free(v->target);
    v->target = NULL;
    if (v->submitted)
        s->options.gone(s->options.user, v);
    free(v->text);
    v->text = NULL;
    v->content = (http_content){0};
    v->attached = NULL;
    v->submitted = v->reading = v->refused = false;
}

static void end_visit(visit *v)
{
    http_server *s = v->server;
    drop_request(v);
    pthread_mutex_lock(&s->lock);
    *v->link = v->next;
    if (v->next)
        v->next->link = v->link;
    pthread_mutex_unlock(&s->lock);
    free(v);
}

static void on_connection(void *server, struct MHD_Connection *c, void **context,
                          enum MHD_ConnectionNotificationCode what)
{
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
        start_visit(server, c, context);
    else if (*context)
        end_visit(*context);
}

static void *on_request_line(void *server, const char *target, struct MHD_Connection *c)
{
    visit *v = visit_of(c);
    (void)server;
    if (v) {
        free(v->target);
        v->target = mem_strdup(target);
    }
    return NULL;
}

static void on_completed(void *server, struct MHD_Connection *c, void **context, enum MHD_RequestTerminationCode why)
{
    visit *v = visit_of(c);
    (void)server, (void)context, (void)why;
    if (v)
        drop_request(v); /* the next one may come on the same connection */
}

/* ---- requests ---- */

char *http_url_decoded(const char *target)
{
    char *text = mem_strdup(target + (*target == '/'));
    text_decode(text, true);
    return text;
}

static void refuse(visit *v, int code)
{
    if (!v->refused)
        v->refusal = code;
    v->refused = true;
}

/* ---- who may send messages ---- */

static bool is_named(const http_names *names, const char *name, size_t length)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (strcmp(names->names[i], "*") == 0 ||
            (strlen(names->names[i]) == length && strncasecmp(names->names[i], name, length) == 0))
            return true;
    return false;
}

/* An address, localhost, or what this machine is called: nobody else can have it point here. */
static bool is_own_host(const char *name, size_t length)
{
    char own[256] = "", copy[256];
    struct in_addr address;
    struct in6_addr six;
    if (length >= sizeof copy)
        return false;
    snprintf(copy, sizeof copy, "%.*s", (int)length, name);
    if (copy[0] == '[' && copy[length - 1] == ']') {
        copy[length - 1] = 0;
        return inet_pton(AF_INET6, copy + 1, &six) == 1;
    }
    gethostname(own, sizeof own - 1);
    return inet_pton(AF_INET, copy, &address) == 1 || strcasecmp(copy, "localhost") == 0 ||
           (*own && strcasecmp(copy, own) == 0);
}

/* Any page in a browser can send messages to a server on the same machine; it says so in Origin. A
 * page whose own name was made to point here (DNS rebinding) shows that name in Host. */
static bool allowed(const visit *v)
{
    const http_options *o = &v->server->options;
    const char *origin = header_of(v->connection, "Origin"), *host = header_of(v->connection, "Host");
    bool own =
        o->same_origin && origin && host && strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0;
    if (origin && !own && !is_named(&o->origins, origin, strlen(origin)))
        return false;
    if (!host)
        return true;
    const char *port = *host == '[' ? strchr(host, ']') : host;
    size_t length = port && (port = strchr(port, ':')) ? (size_t)(port - host) : strlen(host);
    if (port && port[strspn(port + 1, "0123456789") + 1])
        return false;
    return is_own_host(host, length) || is_named(&o->hosts, host, length);
}

typedef struct times {
    const char *name;
    uint32_t count;
} times;

static enum MHD_Result count_header(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
    times *t = cls;
    (void)kind, (void)value;
    t->count += strcasecmp(name, t->name) == 0;
    return MHD_YES;
}

static uint32_t times_of(const visit *v, const char *name)
{
    times t = {name, 0};
    mhd.get_connection_values(v->connection, MHD_HEADER_KIND, count_header, &t);
    return t.count;
}

/* Where a message ends must not be a matter of opinion: a proxy in front might have another one. */
static bool is_ambiguous(const visit *v)
{
    const uint32_t lengths = times_of(v, "Content-Length"), codings = times_of(v, "Transfer-Encoding");
    return lengths + codings > 1 || times_of(v, "Host") > 1 || times_of(v, "Origin") > 1;
}

/* The headers are there: what can be refused now needs no memory for its body. */
static enum MHD_Result begin(visit *v, const char *method)
{
    v->reading = true;
    if (is_ambiguous(v))
        return reply_refusal(v->connection, MHD_HTTP_BAD_REQUEST);
    if (!allowed(v))
        return reply_refusal(v->connection, MHD_HTTP_FORBIDDEN);
    if (strcmp(method, "GET") == 0 || strcmp(method, "OPTIONS") == 0 ||
        (v->server->options.head && strcmp(method, "HEAD") == 0))
        return MHD_YES;
    if (strcmp(method, "POST") != 0)
        return reply_refusal(v->connection, MHD_HTTP_METHOD_NOT_ALLOWED);
    const char *length = header_of(v->connection, "Content-Length");
    const char *coded = header_of(v->connection, "Transfer-Encoding");
    if (!length && !coded)
        return reply_refusal(v->connection, MHD_HTTP_LENGTH_REQUIRED);
    if (length && strtoull(length, NULL, 10) > v->server->options.max_message)
        return reply_refusal(v->connection, MHD_HTTP_CONTENT_TOO_LARGE);
    return MHD_YES;
}

static void add_piece(visit *v, const char *piece, size_t size)
{
    http_server *s = v->server;
    if (v->body.length + size > s->options.max_message)
        refuse(v, MHD_HTTP_CONTENT_TOO_LARGE);
    pthread_mutex_lock(&s->lock);
    bool room = s->uploaded + size <= UPLOADS_MAX;
    s->uploaded += room && !v->refused ? size : 0;
    pthread_mutex_unlock(&s->lock);
    if (!room)
        refuse(v, MHD_HTTP_SERVICE_UNAVAILABLE);
    if (!v->refused)
        buffer_add_bytes(&v->body, piece, size);
}

void http_reply(http_exchange *x, int code, const char *text)
{
    x->code = code;
    x->text = mem_strdup(text);
    mhd.resume_connection(x->connection);
}

void http_reply_as(http_exchange *x, int code, const char *type, const char *text)
{
    x->content.type = type;
    http_reply(x, code, text);
}

void http_reply_content(http_exchange *x, int code, const http_content *content)
{
    x->code = code;
    x->content = *content;
    mhd.resume_connection(x->connection);
}

void http_client(const http_exchange *x, char name[HTTP_CLIENT])
{
    const union MHD_ConnectionInfo *info = mhd.get_connection_info(x->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *a = info ? info->client_addr : NULL;
    *name = 0;
    if (a && a->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)a)->sin_addr, name, HTTP_CLIENT);
    else if (a && a->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr, name, HTTP_CLIENT);
}

const char *http_header(const http_exchange *x, const char *name) { return header_of(x->connection, name); }

void http_attach(http_exchange *x, void *attached) { x->attached = attached; }
void *http_attached(const http_exchange *x) { return x->attached; }

/* The message is complete. The connection sleeps until there is a reply. */
static enum MHD_Result submit(visit *v, const char *method)
{
    http_server *s = v->server;
    const http_message m = {
        .method = method, .target = v->target ? v->target : "", .body = buffer_get(&v->body), .length = v->body.length};
    pthread_mutex_lock(&s->lock);
    v->waiting = v->unsent = true;
    pthread_mutex_unlock(&s->lock);
    v->submitted = true;
    mhd.suspend_connection(v->connection);
    s->options.handle(s->options.user, v, &m);
    return MHD_YES;
}

static enum MHD_Result on_request(void *server, struct MHD_Connection *c, const char *url, const char *method,
                                  const char *version, const char *piece, size_t *size, void **context)
{
    visit *v = visit_of(c);
    (void)server, (void)url, (void)version, (void)context;
    if (!v)
        return MHD_NO;
    if (!v->reading)
        return begin(v, method);
    if (*size > 0) {
        add_piece(v, piece, *size);
        *size = 0;
        return MHD_YES;
    }
    if (v->refused)
        return reply_refusal(c, v->refusal);
    if (strcmp(method, "OPTIONS") == 0)
        return reply(c, MHD_HTTP_OK, "");
    if (!v->submitted)
        return submit(v, method);
    pthread_mutex_lock(&v->server->lock);
    v->waiting = false;
    v->since = clock_wall();
    pthread_mutex_unlock(&v->server->lock);
    return v->content.bytes ? send_content(c, v->code, &v->content, MHD_RESPMEM_PERSISTENT)
                            : reply(c, v->code, v->text ? v->text : "");
}

/* A sender that drips never is idle; it ends here. */
void http_tick(http_server *s)
{
    pthread_mutex_lock(&s->lock);
    double now = clock_wall();
    for (visit *v = s->visits; v; v = v->next)
        if (!v->waiting && now - v->since > s->options.connection_time) {
            shutdown(v->socket, SHUT_RDWR);
            v->since = now;
        }
    pthread_mutex_unlock(&s->lock);
}

/* ---- starting and stopping ---- */

static int try_port(const struct addrinfo *where)
{
    int s = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (s < 0)
        return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(s, where->ai_addr, where->ai_addrlen) == 0 && listen(s, SOMAXCONN) == 0)
        return s;
    int error = errno;
    close(s);
    errno = error;
    return -1;
}

static int open_port(const http_options *o)
{
    for (uint32_t i = 0; i < PORTS_TRIED && o->port + i <= UINT16_MAX; i++) {
        char port[12];
        struct addrinfo hints = {.ai_flags = AI_PASSIVE | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM};
        struct addrinfo *where = NULL;
        snprintf(port, sizeof port, "%u", o->port + i);
        int problem = getaddrinfo(o->address, port, &hints, &where);
        if (problem) {
            fprintf(stderr, "ludens: cannot listen on %s: %s\n", o->address, gai_strerror(problem));
            return -1;
        }
        int s = try_port(where);
        freeaddrinfo(where);
        if (s >= 0)
            return s;
        if (errno != EADDRINUSE || o->port_given) {
            fprintf(stderr, "ludens: cannot listen on %s, port %s: %s\n", o->address, port, strerror(errno));
            return -1;
        }
    }
    fprintf(stderr, "ludens: no free port from %u on\n", o->port);
    return -1;
}

static uint32_t port_of(int s)
{
    struct sockaddr_storage a;
    socklen_t length = sizeof a;
    if (getsockname(s, (struct sockaddr *)&a, &length) != 0)
        return 0;
    if (a.ss_family == AF_INET6)
        return ntohs(((struct sockaddr_in6 *)&a)->sin6_port);
    return ntohs(((struct sockaddr_in *)&a)->sin_port);
}

/* As many connections as there may be open files. */
static unsigned connection_limit(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return 256;
    rlim_t wanted = CONNECTIONS_MAX + FILES_KEPT;
    files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_cur > 2 * FILES_KEPT ? (unsigned)files.rlim_cur - FILES_KEPT : FILES_KEPT;
}

http_server *http_start(const http_options *o)
{
    if (!load_microhttpd()) {
        fputs("ludens: the HTTP server needs libmicrohttpd.so.12 (on Debian: libmicrohttpd12)\n", stderr);
        return NULL;
    }
    int s = open_port(o);
    if (s < 0)
        return NULL;
    http_server *server = mem_alloc(sizeof *server);
    server->options = *o;
    server->port = port_of(s);
    pthread_mutex_init(&server->lock, NULL);
    server->daemon = mhd.start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, server,
        MHD_OPTION_LISTEN_SOCKET, s, MHD_OPTION_CONNECTION_LIMIT, connection_limit(),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_NOTIFY_COMPLETED, on_completed, server,
        MHD_OPTION_URI_LOG_CALLBACK, on_request_line, server, MHD_OPTION_END);
    if (server->daemon)
        return server;
    fputs("ludens: the HTTP server does not start\n", stderr);
    close(s);
    pthread_mutex_destroy(&server->lock);
    free(server);
    return NULL;
}

uint32_t http_port(const http_server *s) { return s->port; }

static bool has_unsent(http_server *s)
{
    bool unsent = false;
    pthread_mutex_lock(&s->lock);
    for (const visit *v = s->visits; v; v = v->next)
        unsent |= v->unsent;
    pthread_mutex_unlock(&s->lock);
    return unsent;
}

void http_stop(http_server *s)
{
    static const struct timespec moment = {0, 10000000};
    for (int i = 0; i < LAST_MOMENTS && has_unsent(s); i++)
        nanosleep(&moment, NULL);
    mhd.stop_daemon(s->daemon);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
