#include "net/client.h"

#include "base/clock.h"
#include "base/dynlib.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

enum { REPLY_MAX = 1 << 20, CONNECT_MS = 5000, POLL_MS = 100 };

#define FUNCTIONS(F)                                                                                                   \
    F(easy_cleanup)                                                                                                    \
    F(easy_getinfo)                                                                                                    \
    F(easy_init)                                                                                                       \
    F(easy_setopt)                                                                                                     \
    F(easy_strerror)                                                                                                   \
    F(global_cleanup)                                                                                                  \
    F(global_init)                                                                                                     \
    F(multi_add_handle)                                                                                                \
    F(multi_cleanup)                                                                                                   \
    F(multi_info_read)                                                                                                 \
    F(multi_init)                                                                                                      \
    F(multi_perform)                                                                                                   \
    F(multi_poll)                                                                                                      \
    F(multi_remove_handle)                                                                                             \
    F(slist_append)                                                                                                    \
    F(slist_free_all)

static struct {
#define F(name) __typeof__(curl_##name) *name;
    FUNCTIONS(F)
#undef F
} curl;

bool http_client_init(void)
{
    static const char *const names[] = {"libcurl-gnutls.so.4", "libcurl.so.4", NULL};
    static const dynlib_symbol symbols[] = {
#define F(name) {"curl_" #name, &curl.name},
        FUNCTIONS(F)
#undef F
            {0}};
    return dynlib_load(names, symbols) && curl.global_init(CURL_GLOBAL_DEFAULT) == 0;
}
void http_client_done(void) { curl.global_cleanup(); }

static size_t receive(char *piece, size_t one, size_t count, void *user)
{
    http_call *call = user;
    size_t size = one * count;
    if (call->reply.length + size > REPLY_MAX)
        return 0; /* which ends the transfer */
    buffer_add_bytes(&call->reply, piece, size);
    return size;
}

static CURL *prepare(http_call *call, struct curl_slist *headers, double timeout)
{
    CURL *h = curl.easy_init();
    if (!h)
        return NULL;
    curl.easy_setopt(h, CURLOPT_URL, call->url);
    curl.easy_setopt(h, CURLOPT_PROTOCOLS_STR, "http");
    curl.easy_setopt(h, CURLOPT_NOPROXY, "*");
    curl.easy_setopt(h, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0);
    curl.easy_setopt(h, CURLOPT_HTTPHEADER, headers);
    curl.easy_setopt(h, CURLOPT_POSTFIELDS, call->message);
    curl.easy_setopt(h, CURLOPT_POSTFIELDSIZE, (long)strlen(call->message));
    curl.easy_setopt(h, CURLOPT_WRITEFUNCTION, receive);
    curl.easy_setopt(h, CURLOPT_WRITEDATA, call);
    curl.easy_setopt(h, CURLOPT_PRIVATE, call);
    curl.easy_setopt(h, CURLOPT_ERRORBUFFER, call->problem);
    curl.easy_setopt(h, CURLOPT_TIMEOUT_MS, (long)(timeout * 1000));
    curl.easy_setopt(h, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl.easy_setopt(h, CURLOPT_FORBID_REUSE, 1L);
    curl.easy_setopt(h, CURLOPT_NOSIGNAL, 1L);
    return h;
}

/* A connection was made when its time is known. */
static http_outcome outcome_of(CURL *h, CURLcode code)
{
    curl_off_t connected = 0;
    curl.easy_getinfo(h, CURLINFO_CONNECT_TIME_T, &connected);
    if (code == CURLE_OK)
        return HTTP_REPLIED;
    return code == CURLE_OPERATION_TIMEDOUT && connected > 0 ? HTTP_LATE : HTTP_SILENT;
}

static void finish(CURL *h, CURLcode code, double started)
{
    http_call *call;
    curl.easy_getinfo(h, CURLINFO_PRIVATE, &call);
    call->outcome = outcome_of(h, code);
    call->seconds = clock_wall() - started;
    if (code != CURLE_OK && !*call->problem)
        strncat(call->problem, curl.easy_strerror(code), sizeof call->problem - 1);
}

static void collect(CURLM *multi, double started)
{
    int left;
    for (CURLMsg *m = curl.multi_info_read(multi, &left); m; m = curl.multi_info_read(multi, &left))
        if (m->msg == CURLMSG_DONE)
            finish(m->easy_handle, m->data.result, started);
}

bool http_client_call(http_call *calls, size_t count, const char *const *lines, double timeout,
                      const lud_control *control)
{
    CURLM *multi = curl.multi_init();
    CURL **handles = mem_alloc(count * sizeof *handles);
    struct curl_slist *headers = NULL;
    for (; *lines; lines++)
        headers = curl.slist_append(headers, *lines);
    double started = clock_wall();
    for (size_t i = 0; i < count; i++) {
        calls[i].outcome = HTTP_SILENT;
        handles[i] = calls[i].url && multi ? prepare(&calls[i], headers, timeout) : NULL;
        if (handles[i])
            curl.multi_add_handle(multi, handles[i]);
    }
    for (int running = 1; multi && running && !(control && lud_interrupted(control));) {
        if (curl.multi_perform(multi, &running) != CURLM_OK)
            break;
        collect(multi, started);
        if (running)
            curl.multi_poll(multi, NULL, 0, POLL_MS, NULL);
    }
    for (size_t i = 0; i < count; i++)
        if (handles[i]) {
            curl.multi_remove_handle(multi, handles[i]);
            curl.easy_cleanup(handles[i]);
        }
    curl.multi_cleanup(multi);
    curl.slist_free_all(headers);
    free(handles);
    return !(control && lud_interrupted(control));
}
