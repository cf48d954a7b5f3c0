/* A session over JSON lines: what its operations share. */
#ifndef LUDENS_SESSION_OPERATIONS_H
#define LUDENS_SESSION_OPERATIONS_H

#include "session/notation.h"
#include "session/seat.h"
#include "session/session.h"
#include "session/walk.h"

#include <jansson.h>

struct session {
    setup with;
    char *path;  /* of the rules */
    bool broken; /* memory ended in the middle of a request */
    lud_game *game;
    char *rules; /* text of the file */
    size_t rules_length;
    bool hidden;
    bool started; /* false after a start that failed: there is no position */
    lud_status start_status;
    uint64_t seed, playouts;
    walk w;
    /* The last move, when the rules leave open what it leads to and the request named no way:
     * a later request that fits another way chooses that one. */
    json_t *open_moves; /* NULL: nothing is open */
    uint32_t ways, way;
    bool quit;
    notation *notation;         /* NULL until it is asked for: session_notation */
    struct thinkers *thinkers;  /* agents that were asked; or NULL */
    struct shared_game *shared; /* of seats that belong to different people; or NULL */
    struct puzzle_hunt *hunt;   /* puzzles that were asked for; or NULL */
    struct puzzle_search *forced;
    struct explained *explained; /* why.c; or NULL */
    /* answer-set games */
    lud_strategy *strategy;
    char *program;   /* its text, when it is not the stored one */
    char **memories; /* [ply]: the player's memory, one atom a line */
    uint32_t memory_capacity, memory_count;
    char *next_memory; /* what the strategy, run in this position, makes of it; or NULL */
};

#define SESSION_NO_MEMORY "{\"ok\": false, \"error\": {\"code\": \"memory\", \"message\": \"out of memory\"}}"

json_t *session_error(const char *code, const char *message);
json_t *session_fault(session *s, lud_status status);
json_t *session_position(const session *s);
const char *session_status(lud_status status);
/* A whole number, or its digits as a string. */
bool session_read_seed(const json_t *value, uint64_t *seed);

/* How moves are written. */
notation *session_notation(session *s);
/* The request asks for moves as people write them: "labels": true. */
bool session_labels(const json_t *request);

/* The position becomes another one by other ways than a move: nothing is open, agents begin anew. */
void session_forget(session *s);

/* look.c: {"op":"boards"}, {"op":"look"} */
json_t *session_boards(session *s, const json_t *request);
json_t *session_look(session *s, const json_t *request);
/* history.c: {"op":"trial"}, {"op":"replay"} */
json_t *session_trial(session *s, const json_t *request);
json_t *session_replay(session *s, const json_t *request);
/* thinker.c: {"op":"think"}, {"op":"tree"}, {"op":"sample"}, {"op":"run"}, {"op":"perft"} */
json_t *session_think(session *s, const json_t *request);
json_t *session_tree(session *s, const json_t *request);
json_t *session_sample(session *s, const json_t *request);
json_t *session_run(session *s, const json_t *request);
json_t *session_perft(session *s, const json_t *request);
void thinkers_forget(session *s);
void thinkers_done(session *s);

/* duel.c: {"op":"match"} with agents ({role: agent}), seconds or playouts a move, seed */
json_t *session_match(session *s, const json_t *request);
/* measure.c: {"op":"analyse"} with games, playouts, agent, seconds */
json_t *session_analyse(session *s, const json_t *request);
/* shared.c: {"op":"witness"} and {"op":"decide"}, "as" a role: what it sees, with "course", "waiting" (who is waited
 * for) and "resigned"; and its decision, "move" or "resign". Whoever hands the requests on makes sure who is who. */
json_t *session_witness(session *s, const json_t *request);
json_t *session_decide(session *s, const json_t *request);
void shared_done(session *s);

/* threats.c: {"op":"threats"} with seconds: pairs of places {from: [board, site], to: [board, site]}, what the mover
 * can take ("attacks") and what the others threaten to take. */
json_t *session_threats(session *s, const json_t *request);
/* works.c: {"op":"works"} with seconds and seed: kinds of pieces and how they go, and where the rules say how it ends.
 */
json_t *session_works(session *s, const json_t *request);
/* explore.c: {"structure", "formula", "why" (an assignment)}; without a structure that of the rules. */
json_t *session_explore(session *s, const json_t *request);

/* puzzles.c: {"op":"puzzle"}, {"op":"force"} */
json_t *session_puzzle(session *s, const json_t *request);
json_t *session_force(session *s, const json_t *request);
void puzzles_done(session *s);

/* why.c: {"op":"why"} with "move", or "from" and "to" */
json_t *session_why(session *s, const json_t *request);
void why_done(session *s);

/* answersets.c: operations of answer-set games; NULL: none of this name. */
json_t *answersets_dispatch(session *s, const char *op, const json_t *request);
void answersets_done(session *s);

#endif
