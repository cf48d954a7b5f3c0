/* Rule sheets of logic behind the forward model: what is the same whether a network evaluates them (network.h) or
 * the rules themselves (ungrounded.h).
 *
 * A state is: a bit for each fact; a word that is 1 when the game is over; the scores of the players then
 * (GOAL_NONE: not exactly one); with percepts, a hash of what each role knows. */
#ifndef LUDENS_MODEL_RULESHEET_RULESHEET_H
#define LUDENS_MODEL_RULESHEET_RULESHEET_H

#include "circuit/rules.h"
#include "model/machine.h"
#include "model/rulesheet/joint.h"

#include <pthread.h>
#include <string.h>

#define GOAL_NONE INT32_MIN

/* The longest move, in words. */
enum { MOVE_WORDS_MAX = 2 };

/* Begins what a thread evaluates with. */
typedef struct rulesheet_runner {
    const lud_game *game;
    lud_status status;
    src_span span; /* of what is stuck */
    char message[256];
    uint32_t drawn[MOVE_WORDS_MAX];
} rulesheet_runner;

/* Roles are numbers in the order of their texts, chance among them. */
typedef struct rulesheet_evaluator {
    /* Makes a state the one that is looked at. */
    lud_status (*load)(rulesheet_runner *r, const void *state);
    /* Draws one of a role's legal moves for the next step; *count gets their number. */
    lud_status (*choose)(rulesheet_runner *r, uint32_t who, lud_rng *rng, uint32_t *count);
    /* The move of a role for the next step; `words` is room for it. */
    lud_move (*chosen)(const rulesheet_runner *r, uint32_t who, uint32_t *words);
    /* Makes the chosen moves in the state that was loaded; the next one is loaded then. On errors it may be anything.
     */
    lud_status (*step)(rulesheet_runner *r, void *state);
    /* The score of each role of the interface, [1..], or GOAL_NONE. */
    lud_status (*goals)(rulesheet_runner *r, int32_t *goals);
} rulesheet_evaluator;

/* Begins what a game is. */
typedef struct rulesheet {
    const rulesheet_evaluator *evaluator;
    uint32_t roles, random; /* number of chance, or LOGIC_NONE */
    bool sees;
    uint32_t *role_of;  /* [number] role of the interface: 0 is chance */
    uint32_t *net_role; /* [role of the interface] number, or LOGIC_NONE */
    uint32_t fact_words;
    uint32_t flags, scores, knowledge; /* offsets in the state */
    /* To evaluate a state with where the caller has no context; one is kept for the next time. */
    pthread_mutex_t lock;
    void *spare;
    bool ready; /* the lock is */
} rulesheet;

static inline const rulesheet *rulesheet_of(const lud_game *game) { return game->machine; }

static inline bool rulesheet_over(const rulesheet *s, const void *state)
{
    uint64_t over;
    memcpy(&over, (const unsigned char *)state + s->flags, sizeof over);
    return over;
}

/* Numbers the roles and lays out states of so many facts; sets what of lud_info follows. `names` are the roles' in
 * order. False after a report. */
bool rulesheet_set_up(lud_game *game, rulesheet *s, const rulesheet_evaluator *evaluator, const char *const *names,
                      uint32_t count, uint64_t facts, diag_sink *sink);
/* Notes in a state whether the game is over, and then the scores, goals[role]. */
static inline void rulesheet_note_end(const rulesheet *s, uint32_t roles, void *state, const int32_t *goals)
{
    uint64_t over = goals != NULL;
    memcpy((unsigned char *)state + s->flags, &over, sizeof over);
    for (uint32_t i = 1; i <= roles; i++)
        memcpy((unsigned char *)state + s->scores + 4 * (i - 1), goals ? &goals[i] : &(int32_t){0}, 4);
}
lud_status rulesheet_stuck(rulesheet_runner *r, uint32_t who);

/* NULL: out of memory. */
void *rulesheet_take_spare(const lud_game *game);
void rulesheet_give_spare(const lud_game *game, void *runner);
void rulesheet_done(lud_game *game);

bool rulesheet_terminal(const lud_game *game, const void *state);
uint64_t rulesheet_movers(const lud_game *game, const void *state);
void rulesheet_scores(const lud_game *game, const void *state, double *out);
uint64_t rulesheet_hash(const lud_game *game, const void *state);
uint64_t rulesheet_observe(const lud_game *game, const void *state, uint32_t role);
uint32_t rulesheet_features(const lud_game *game, const void *state, uint32_t *indices, float *values);
machine_fault rulesheet_fault(const lud_context *ctx);
lud_status rulesheet_draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move);
lud_status rulesheet_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                             lud_playout_result *result);

/* The operations that do not depend on the evaluator. */
#define RULESHEET_OPERATIONS                                                                                           \
    .lists = &joint_list_kind, .terminal = rulesheet_terminal, .movers = rulesheet_movers, .scores = rulesheet_scores, \
    .hash = rulesheet_hash, .observe = rulesheet_observe, .fault = rulesheet_fault, .draw = rulesheet_draw,            \
    .playout = rulesheet_playout, .perft = joint_perft

#endif
