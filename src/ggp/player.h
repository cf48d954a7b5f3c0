/* A player of the competition protocol without the network: messages in, replies out.
 *
 * Requests may come from any thread. One thread works on matches, calling ggp_player_work; some
 * thread calls ggp_player_tick now and then, which replies in place of work that takes too long. */
#ifndef LUDENS_GGP_PLAYER_H
#define LUDENS_GGP_PLAYER_H

#include "ggp/match.h"

typedef struct ggp_player ggp_player;
typedef struct ggp_request ggp_request;

/* The options must outlive the player. */
ggp_player *ggp_player_new(const ggp_player_options *options);
/* All requests must have been freed. */
void ggp_player_free(ggp_player *p);
/* Takes a message. `answered` is called once, by any thread and perhaps before this returns, when
 * the reply is there, with the status of HTTP (200 or 400); it may be NULL. */
ggp_request *ggp_player_take(ggp_player *p, const char *text, size_t length,
                             void (*answered)(void *user, int code, const char *text), void *user);
bool ggp_request_answered(ggp_player *p, ggp_request *r);
/* Once it is answered: the status and the reply. */
int ggp_request_code(const ggp_request *r);
const char *ggp_request_reply(const ggp_request *r);
void ggp_request_free(ggp_player *p, ggp_request *r);

/* Does one piece of work. Without any it waits for some when `wait`, or returns false; always
 * false after ggp_player_close. */
bool ggp_player_work(ggp_player *p, bool wait);
void ggp_player_tick(ggp_player *p);
/* Ends the match, answers everything and takes nothing more. */
void ggp_player_close(ggp_player *p);

#endif
