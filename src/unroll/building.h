/* A network in the making: what its facts, decisions and moves are. */
#ifndef LUDENS_UNROLL_BUILDING_H
#define LUDENS_UNROLL_BUILDING_H

#include "unroll/inside.h"
#include "unroll/unroll.h"

/* One way to make a move: when it is there, and what it leaves behind. */
typedef struct outcome {
    uint32_t move; /* of `made` */
    net_signal when;
    uint32_t env;
    ir_node node;    /* what comes then, */
    ir_sym who;      /* and who is to move */
    net_signal done; /* the move is made in this way */
} outcome;

/* A move of a role, maybe of several decision points. */
typedef struct made_move {
    uint32_t role, tags;
    const char *text;
    VEC(net_signal) legal;
    net_signal when; /* one of them holds */
    uint32_t gate;
} made_move;

typedef struct decision {
    ir_node node;
    uint32_t role, gate; /* of the fact that it is where the game is */
    ir_var mover;        /* a variable that holds the role, too, or IR_NONE */
    VEC(outcome) outcomes;
} decision;

/* Where the keeper arrives. */
typedef struct arrival {
    ir_node node;
    uint32_t role;
    uint32_t env;
    net_signal when;
} arrival;
typedef VEC(arrival) arrivals;

/* What cells can hold and which decisions can be reached, as far as it is known: grows from round
 * to round, until nothing is added. What a cell never holds needs no fact, and what cannot be is
 * not looked at. */
typedef struct domains {
    arena *a;
    bitset codes, before_end, decisions; /* what cells hold, and what they hold as long as somebody is to move */
    uint32_t *growth;                    /* [variable] rounds in which it grew */
    bool *grew;                          /* [variable] in this round */
    bool more, made;
} domains;

typedef struct building {
    unroller x;
    unroll_text *text;
    void *user;
    arena *out;
    domains *known;
    bool *stored;         /* [cell] it is part of the state */
    uint32_t *first_code; /* [cell] the number of its lowest code among those of all cells */
    uint32_t *gate_of;    /* [code] its fact, or 0: the cell never holds it */
    int32_t *low, *high;
    VEC(decision) decisions;
    uint32_t *decision_of; /* [node * roles + role] + 1 */
    uint32_t end_gate;
    net_signal fault; /* what the keeper does ends in a fault */
    VEC(made_move) moves;
    map move_of;         /* role and tags -> move */
    VEC(vec_u32) next;   /* [fact] signals: when, and whether it holds then, in turn */
    const ir_sym *roles; /* [role] */
    uint32_t role_count, random;
    bool apart;      /* what the keeper does is worked out for each move on its own, as long as they
                        differ in what is known */
    unroll_key *key; /* or NULL */
} building;

/* ---- cells.c ---- */
void ub_number_cells(building *b);
/* Facts for all that the cells of the state can hold, but where it is one thing, and for where the
 * game is. */
bool ub_make_facts(building *b);
int32_t ub_initial_code(const building *b, uint32_t cell);
const char *ub_code_text(const building *b, const layout_slot *s, int32_t code);
uint32_t ub_code_number(const building *b, uint32_t cell, int32_t code);
bool ub_can_hold(const building *b, uint32_t cell, int32_t code);
void ub_may_hold(building *b, uint32_t cell, int32_t code, bool at_end);
/* Cells of variables that keep growing, and that change at all, can hold anything from now on. */
void ub_widen(building *b);
/* What cells hold where the game is at one of the decisions, all of one node. */
void ub_set_base(building *b, const decision *d, uint32_t count);

/* ---- keeper.c ---- */
/* Who can be to move behind an end of a search, and when: cases of the variable `player`, whose
 * family begins with `first`. */
u_span ub_movers_after(building *b, uint32_t env, ir_sym *first);
/* From a node on, as long as the keeper is to move. */
void ub_keep_on(building *b, ir_node node, ir_sym who, uint32_t env, net_signal when, arrivals *out, uint32_t depth);
/* The same from several configurations. */
void ub_keep_apart(building *b, const u_config *starts, uint32_t count, arrivals *out);
/* What holds then, when it is taken from the decision point. */
void ub_note_next(building *b, const arrivals *all, net_signal from);
/* The state at the beginning, as the keeper leaves it. */
void ub_find_start(building *b);

/* ---- next.c ---- */
/* When the fact holds in the next state. */
net_signal ub_next_of(building *b, uint32_t fact);

/* ---- moves.c ---- */
/* The words of a list of tags, in the arena. */
uint32_t *ub_words(const building *b, uint32_t tags, uint32_t *count, arena *a);
void ub_find_moves(building *b, decision *d);
void ub_follow_moves(building *b);
/* The network's moves of each role, sorted by text; with `noop` for when it does not decide. */
void ub_make_moves(building *b);
/* When each outcome is what is done. */
void ub_make_outcomes(building *b);

/* ---- key.c ---- */
/* Says what facts, moves and goals stand for, and numbers them so. */
void ub_make_key(building *b);

/* ---- order.c ---- */
/* Roles and facts in the order of their names; gates of moves behind those of facts, the others in
 * the order in which they were made. */
net_network *ub_in_order(building *b);

#endif
