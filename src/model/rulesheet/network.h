/* The circuit machine behind the forward model. */
#ifndef LUDENS_MODEL_RULESHEET_NETWORK_H
#define LUDENS_MODEL_RULESHEET_NETWORK_H

#include "circuit/eval.h"
#include "circuit/live.h"
#include "circuit/passes/control.h"
#include "circuit/rules.h"
#include "model/lanes.h"
#include "model/rulesheet/rulesheet.h"

/* A network to evaluate states with. */
typedef struct circuit_view {
    const net_network *net;
    const net_schedule *schedule;
    const live_plan *plan;
} circuit_view;

typedef struct circuit_model {
    rulesheet sheet;
    const net_network *net;              /* of the first view */
    circuit_view views[1 + CONTROL_MAX]; /* for all states; for those where one fact of the control holds */
    net_control control;
    lanes_model lanes;  /* many games at once */
    uint32_t fact_gate; /* gate of fact 0: they follow one another */
    const char **texts; /* of moves, each once, sorted */
    uint32_t text_count;
    uint32_t *text_of; /* [move] */
    uint32_t *move_of; /* [role in the network * text_count + text] move + 1, or 0 */
} circuit_model;

/* A view's values. */
typedef struct circuit_desk {
    const circuit_view *view;
    unsigned char *values; /* [gate] */
    uint64_t *facts;       /* of the state they belong to */
    live live;             /* keeps them up to date; without a plan: not loaded yet */
    uint32_t *done;        /* [role] gate of the move that is made, or 0: left so until the next step */
} circuit_desk;

/* What a thread evaluates with. */
typedef struct circuit_runner {
    rulesheet_runner base;
    circuit_desk desks[1 + CONTROL_MAX];
    circuit_desk *desk; /* of the state that is loaded */
    uint32_t *legal;    /* scratch: moves of one role */
    uint32_t *chosen;   /* scratch: [role in the network] move */
    bool *percepts;     /* [percept] of the last apply */
    bool perceived;
} circuit_runner;

static inline const circuit_model *circuit_of(const lud_game *game) { return game->machine; }

/* network_play.c */
/* Makes r->desk hold the state. False: out of memory. */
bool circuit_load(circuit_runner *r, const void *state);
void circuit_desk_done(circuit_desk *d);
/* Legal moves of a role of the network; their number. */
uint32_t circuit_legal(circuit_runner *r, uint32_t role, uint32_t *moves);
bool circuit_initial(circuit_runner *r, void *state);
/* Moves on by r->chosen. `state` is the one that is loaded; the new one is loaded then. */
bool circuit_step(circuit_runner *r, void *state);
/* Drops the views of single facts when keeping several networks is more work than it saves. */
void circuit_choose_views(lud_game *game);
extern const rulesheet_evaluator circuit_evaluator;
extern const lanes_meaning circuit_meaning;

#endif
