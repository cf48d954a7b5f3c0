#include "ggp/client.h"

#include "base/clock.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

enum { REPLY_MAX = 1 << 20, CONNECT_MS = 5000, POLL_MS = 100 };

bool ggp_client_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == 0; }
void ggp_client_done(void) { curl_global_cleanup(); }

static size_t receive(char *piece, size_t one, size_t count, void *user)
{
    ggp_call *call = user;
    size_t size = one * count;
    if (call->reply.length + size > REPLY_MAX)
        return 0; /* which ends the transfer */
    buffer_add_bytes(&call->reply, piece, size);
    return size;
}

static CURL *prepare(ggp_call *call, struct curl_slist *headers, double timeout)
{
    CURL *h = curl_easy_init();
    if (!h)
        return NULL;
    curl_easy_setopt(h, CURLOPT_URL, call->url);
    curl_easy_setopt(h, CURLOPT_PROTOCOLS_STR, "http");
    curl_easy_setopt(h, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(h, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_0);
    curl_easy_setopt(h, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(h, CURLOPT_POSTFIELDS, call->message);
    curl_easy_setopt(h, CURLOPT_POSTFIELDSIZE, (long)strlen(call->message));
    curl_easy_setopt(h, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(h, CURLOPT_WRITEDATA, call);
    curl_easy_setopt(h, CURLOPT_PRIVATE, call);
    curl_easy_setopt(h, CURLOPT_ERRORBUFFER, call->problem);
    curl_easy_setopt(h, CURLOPT_TIMEOUT_MS, (long)(timeout * 1000));
    curl_easy_setopt(h, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
    curl_easy_setopt(h, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(h, CURLOPT_NOSIGNAL, 1L);
    return h;
}

/* A connection was made when its time is known. */
static ggp_outcome outcome_of(CURL *h, CURLcode code)
{
    curl_off_t connected = 0;
    curl_easy_getinfo(h, CURLINFO_CONNECT_TIME_T, &connected);
    if (code == CURLE_OK)
        return GGP_REPLIED;
    return code == CURLE_OPERATION_TIMEDOUT && connected > 0 ? GGP_LATE : GGP_SILENT;
}

static void finish(CURL *h, CURLcode code, double started)
{
    ggp_call *call;
    curl_easy_getinfo(h, CURLINFO_PRIVATE, &call);
    call->outcome = outcome_of(h, code);
    call->seconds = clock_wall() - started;
    if (code != CURLE_OK && !*call->problem)
        strncat(call->problem, curl_easy_strerror(code), sizeof call->problem - 1);
}

static void collect(CURLM *multi, double started)
{
    int left;
    for (CURLMsg *m = curl_multi_info_read(multi, &left); m; m = curl_multi_info_read(multi, &left))
        if (m->msg == CURLMSG_DONE)
            finish(m->easy_handle, m->data.result, started);
}

bool ggp_client_call(ggp_call *calls, size_t count, double timeout, const lud_control *control)
{
    CURLM *multi = curl_multi_init();
    CURL **handles = app_alloc(count * sizeof *handles);
    struct curl_slist *headers = NULL;
    static const char *const lines[] = {"Accept: text/delim", "Content-Type: text/acl", "Sender: GAMESERVER",
                                        "Receiver: PLAYER", "Expect:"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        headers = curl_slist_append(headers, lines[i]);
    double started = clock_wall();
    for (size_t i = 0; i < count; i++) {
        calls[i].outcome = GGP_SILENT;
        handles[i] = calls[i].url && multi ? prepare(&calls[i], headers, timeout) : NULL;
        if (handles[i])
            curl_multi_add_handle(multi, handles[i]);
    }
    for (int running = 1; multi && running && !(control && lud_interrupted(control));) {
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            break;
        collect(multi, started);
        if (running)
            curl_multi_poll(multi, NULL, 0, POLL_MS, NULL);
    }
    for (size_t i = 0; i < count; i++)
        if (handles[i]) {
            curl_multi_remove_handle(multi, handles[i]);
            curl_easy_cleanup(handles[i]);
        }
    curl_multi_cleanup(multi);
    curl_slist_free_all(headers);
    free(handles);
    return !(control && lud_interrupted(control));
}
