/* Sessions of people: each one has a process of its own (`ludens session`), so that rules that eat memory, loop or
 * crash end as a message in their own session. A session is its journal, the requests that lead to where it is: its
 * process comes and goes. It ends when it has rested for long, when another session needs the room, or by a fault, and
 * is started again and brought to where it was with the next request. */
#ifndef LUDENS_SERVER_WORKERS_H
#define LUDENS_SERVER_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A reply of what sessions did not answer themselves; both texts stand in it as they are. */
#define REPLY_FAILED(code, message) "{\"ok\": false, \"error\": {\"code\": \"" code "\", \"message\": \"" message "\"}}"

typedef struct pool_options {
    const char *command; /* of the shell: runs a workspace on standard input and output */
    uint32_t sessions;   /* processes at once; there may be KEPT_FACTOR times as many sessions */
    double idle_seconds; /* until a session without requests is closed */
    double rest_seconds; /* until the process of a session without requests is ended */
    bool fresh;          /* games of the library are loaded by new processes, see cmd_session.c */
    /* Or NULL. A session loaded this game of the library; called by its thread. */
    void (*loaded)(void *user, const char *game);
    void *user;
    double request_seconds; /* after which the process is ended */
} pool_options;

typedef struct pool_counts {
    uint64_t opened, requests, failures, restarts, rested;
    uint32_t open, processes;
} pool_counts;

enum { POOL_ID = 32 /* characters */, POOL_CLIENT = 46, KEPT_FACTOR = 16 };

typedef struct pool pool;

pool *pool_new(const pool_options *o); /* NULL: no memory */
/* From now on nothing is taken; all waiting requests are answered before it returns. */
void pool_stop(pool *p);
/* After pool_stop, when nobody can ask any more. */
void pool_free(pool *p);
/* `client`: who asks. Where there are as many sessions as can be kept, the one goes that rested longest among those of
 * the client that has most. False: all of those are busy, or there is no memory. */
bool pool_open(pool *p, const char *client, char id[POOL_ID + 1]);
/* Hexadecimal digits that nobody can guess; false: the system has none. */
bool pool_random_id(char id[POOL_ID + 1]);
/* Hands a request to a session; `answer` gets the reply, a line of JSON, from another thread and
 * once. False: there is no such session, and nothing will be answered. The line is copied. */
bool pool_ask(pool *p, const char *id, const char *line, size_t length, void (*answer)(void *user, const char *reply),
              void *user);
/* What it was working on is ended, too. False: there is no such session. */
bool pool_close(pool *p, const char *id);
/* The processes of sessions that play this game are ended between two requests: the next ones find native code. */
void pool_renew(pool *p, const char *game);
/* Closes and ends what has been idle for too long; called now and then. */
void pool_tick(pool *p);
void pool_count(pool *p, pool_counts *counts);

#endif
