/* A small HTTP server: whole messages in, replies out whenever they are there. It bounds messages, the time they
 * take, and connections, and keeps out web pages of other origins. */
#ifndef LUDENS_NET_HTTP_H
#define LUDENS_NET_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Names that are let in; "*": all. */
enum { HTTP_NAMES = 32 };
typedef struct http_names {
    const char *names[HTTP_NAMES];
    uint32_t count;
} http_names;

typedef struct http_exchange http_exchange; /* a message and its reply */

typedef struct http_message {
    const char *method;
    const char *target; /* of the request line, encoded */
    const char *body;
    size_t length; /* of the body */
} http_message;

typedef struct http_options {
    const char *address; /* to listen on */
    uint32_t port;
    bool port_given;          /* else the next free one upwards is taken */
    size_t max_message;       /* bytes */
    double connection_time;   /* seconds until a message must have arrived */
    http_names origins;       /* of web pages that may send messages */
    http_names hosts;         /* in Host, besides addresses, localhost and the machine's name */
    bool same_origin;         /* pages that come from here may send messages */
    bool head;                /* HEAD is answered as GET is, without the content */
    bool keep;                /* connections stay open for further messages */
    const char *content_type; /* of replies */
    const char *refusal; /* what a message that is refused is answered with: a format with one %s for the reason; NULL:
                            that alone */
    const char *const (*headers)[2]; /* of replies besides, up to a pair of NULL; or NULL */
    /* A message has come; http_reply answers it, at once or later, from any thread. */
    void (*handle)(void *user, http_exchange *x, const http_message *m);
    /* The exchange is over, maybe before it was answered; it must not be used any more. */
    void (*gone)(void *user, http_exchange *x);
    void *user;
} http_options;

typedef struct http_server http_server;

/* NULL after a message on standard error. */
http_server *http_start(const http_options *o);
uint32_t http_port(const http_server *s);
/* Ends connections that take too long; called now and then. */
void http_tick(http_server *s);
/* All messages must have been answered. */
void http_stop(http_server *s);

/* Once for each message. */
void http_reply(http_exchange *x, int code, const char *text);
void http_reply_as(http_exchange *x, int code, const char *type, const char *text);
/* Bytes of some type that live as long as the server, and headers besides, up to a pair of NULL. */
typedef struct http_content {
    const char *type;
    const void *bytes;
    size_t length;
    const char *const (*headers)[2];
} http_content;
void http_reply_content(http_exchange *x, int code, const http_content *content);
/* The address that the message came from, "" where it is not known. */
enum { HTTP_CLIENT = 46 };
void http_client(const http_exchange *x, char name[HTTP_CLIENT]);
/* A header of the message, or NULL; only while it is handled. */
const char *http_header(const http_exchange *x, const char *name);
/* Something of who answers, for `gone`. */
void http_attach(http_exchange *x, void *attached);
void *http_attached(const http_exchange *x);

/* What stands after the first slash of a target, decoded; to be freed. */
char *http_url_decoded(const char *target);

#endif
