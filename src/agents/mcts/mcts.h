/* Monte Carlo tree search: the parts.
 *
 *     mcts.c     the agent: parameters, threads, what it reports
 *     store      memory and transposition table; collect.c empties it
 *     node.c     positions and information sets as nodes
 *     choose.c   which move to follow: UCT and its kin, regret matching, chance
 *     tree.c     an iteration over positions, and proofs
 *     sets.c     an iteration over information sets
 *     playout.c  random games, with their moves where these are wanted
 *     flights.c  random games of many iterations at once, on a network
 *     branches.c the tree for those who look at it
 *
 * Scores are scaled to 0..1 by the bounds that the rules state. */
#ifndef LUDENS_AGENTS_MCTS_MCTS_H
#define LUDENS_AGENTS_MCTS_MCTS_H

#include "agents/agent.h"
#include "agents/joint.h"
#include "agents/mcts/store.h"

/* A move of a node. Statistics are those of the role that makes it. Several threads write them with
 * plain relaxed loads and stores: an update may get lost now and then, which costs less than locks
 * (Enzenberger and Mueller, "A Lock-Free Multithreaded Monte-Carlo Tree Search Algorithm", 2009).
 * Visits are counted on the way down, results on the way up: until then a visit counts as a loss,
 * which keeps threads apart. */
typedef struct edge {
    _Atomic ref *child;
    _Atomic uint32_t *visits; /* EDGE_PROVEN: what the child's scores say is certain */
    _Atomic double *sum;
} edge;
#define EDGE_PROVEN UINT32_C(0x80000000)

/* More of a move, where RAVE or regret matching is on: most searches have long lists of moves and no
 * use for it. */
typedef struct rating {
    _Atomic float sum, visits; /* where several decide: regret and strategy */
} rating;

/* The most urgent moves of an arm when all were looked at last, and how urgent the others were at
 * most: see choose.c. Threads may see it half written: any number here is that of a move. */
enum { SHORTLIST = 8, SHORTLIST_WORTH = 64 /* moves: of fewer, all are looked at */, TOGETHER = 4 };

typedef struct shortlist {
    _Atomic uint32_t left; /* so often it is asked, then all are looked at */
    _Atomic uint32_t edges[SHORTLIST];
    _Atomic float tried, untried; /* the most urgent others of either kind */
    _Atomic float explore, fresh; /* the terms of urgency then */
} shortlist;

/* The moves of one role. */
typedef struct arm {
    uint32_t role, count, first; /* edge */
    uint32_t weight;             /* chance: sum of the weights */
} arm;

typedef enum node_kind {
    NODE_MOVE,   /* one role has a choice, or none */
    NODE_CHANCE, /* only chance has */
    NODE_JOINT,  /* several have */
    NODE_SET,    /* an information set of one role */
    NODE_TERMINAL,
    NODE_DEAD /* the rules fail here: not searched, counts as it stands */
} node_kind;

/* Followed by scores (one double a role), arms, sums of edges, their visits, children and keys (a hash of the move, the
 * same in all positions; of chance: the weight), shortlists of arms, heads of cells, ratings of edges, where the words
 * of their moves start, and where those of the last end, the words, and the state: what is looked at on the way down
 * comes first, and each in a row, of which four are looked at by one instruction. */
typedef struct node {
    block head;
    uint64_t hash;
    _Atomic double sum;          /* of the first arm's role */
    _Atomic float mean, explore; /* of that role; sqrt(ln N) for the next visit */
    _Atomic uint32_t visits;
    _Atomic uint32_t proven;      /* the scores are certain */
    _Atomic uint32_t best_proven; /* the proven edge of the highest value, +1 */
    uint16_t kind, arms;
    _Atomic uint16_t joined; /* reached in several ways */
    uint16_t chooser;        /* the arm with a choice; 0 if none has */
    uint32_t distance;       /* plies to the end, when proven */
    uint32_t edges, cells;   /* how many */
    uint32_t arms_at, edges_at, lists_at, cells_at, ratings_at, starts_at, state_at;
} node;

/* A joint move of a NODE_JOINT that was made. */
typedef struct cell {
    block head;
    uint64_t key; /* of the indices of all choosers */
    _Atomic ref child;
    _Atomic uint32_t visits;
    _Atomic double sums[]; /* [role - 1] */
} cell;

/* What urgency is made of: see choose.c. */
typedef struct urgency_terms {
    float explore; /* c * sqrt(ln N) of a node, c of the settings */
    float
        fresh; /* value of a move never tried (first-play urgency; Gelly and Wang, 2006); of settings: above the mean */
    float rave; /* equivalence: visits at which a move's own results weigh like RAVE's */
    float history;
} urgency_terms;

typedef struct settings {
    double regret;
    bool solve, transpose, reuse, record; /* record: playouts note their moves */
    uint32_t threads, batch;              /* batch: random games at once, 0: one by one */
} settings;

enum { HISTORY = 1 << 14, PATH_MAX_PLIES = 2048, FETCHED_LINES = 4 };

/* How moves did wherever they were made, by their keys: see choose.c. */
typedef struct history {
    _Atomic float mean[HISTORY], count[HISTORY];
} history;

typedef struct step_note {
    uint32_t role, key;
} step_note;

/* A decision on the way down. */
typedef struct visit {
    node *node;
    cell *cell;         /* NODE_JOINT */
    uint32_t arm, edge; /* edge: of all, not of the arm */
    uint32_t note;      /* steps noted before */
} visit;

/* An iteration that waits for its random games. */
typedef struct flight {
    visit *path;
    uint32_t path_length, path_capacity;
    uint32_t games; /* that came to an end */
    double *sums;   /* [role - 1] of their scores */
} flight;

struct search;

/* What a thread has. */
typedef struct worker {
    _Alignas(CACHE_LINE) struct search *search;
    lud_context *ctx;
    lud_moves **lists; /* [role] */
    lud_rng rng;
    stretch stretch;
    unsigned char *state;
    joint joint;
    double *scores; /* [role - 1] */
    visit *path;
    uint32_t path_length, path_capacity;
    step_note *notes;
    uint32_t note_count, note_capacity;
    uint64_t *marks; /* [HISTORY] for RAVE: a key, and the number of the iteration that saw it */
    uint32_t mark;
    float *weights; /* scratch of choices */
    uint32_t weight_count;
    uint64_t playouts, nodes, left; /* left: iterations claimed and not begun */
    uint32_t deepest;
    flight *flights;     /* [settings.batch], or NULL: iterations do not wait for their games */
    const void **leaves; /* [flight] the state that its games begin at */
    uint32_t waiting;    /* flights */
    uint32_t round;      /* so many go together */
    uint32_t each;       /* random games of each */
    lud_status status;   /* LUD_ERR_MEMORY ends the search */
} worker;

typedef struct search {
    const lud_game *game;
    agent *owner;
    settings set;
    urgency_terms terms;
    store store;
    uint32_t roles;
    size_t state_size;
    double *low, *scale; /* [role - 1] */
    bool bounded;        /* the rules state the bounds */
    ref root;
    bool sets; /* information sets, not positions */
    const agent_sight *sight;
    const agent_budget *budget;
    history *history;
    worker *workers;
    uint32_t worker_count;
    uint64_t limit;
    atomic_bool pause, finished;
    _Alignas(CACHE_LINE) _Atomic uint64_t claimed; /* iterations given out to threads */
    /* Stopping together, for the collector. */
    pthread_mutex_t lock;
    pthread_cond_t resumed;
    uint32_t active, waiting;
    uint64_t pauses;
} search;

/* Whether a step of the game went well. No result of a search counts in which memory was short. */
static inline bool worker_made(worker *w, lud_status status)
{
    if (status == LUD_ERR_MEMORY)
        w->status = status;
    return status == LUD_OK;
}

/* ---- node.c ---- */

static inline node *node_at(const search *s, ref r) { return store_at(&s->store, r); }
static inline ref node_ref(const search *s, const node *n)
{
    return (ref)(((uintptr_t)n - (uintptr_t)s->store.memory) / UNIT);
}
static inline void *node_state(node *n) { return (unsigned char *)n + n->state_at; }
static inline double *node_scores(node *n) { return (double *)(n + 1); }
static inline arm *node_arms(node *n) { return (void *)((unsigned char *)n + n->arms_at); }
static inline _Atomic double *node_sums(node *n) { return (void *)((unsigned char *)n + n->edges_at); }
static inline _Atomic uint32_t *node_visits(node *n) { return (_Atomic uint32_t *)(node_sums(n) + n->edges); }
static inline _Atomic ref *node_children(node *n) { return node_visits(n) + n->edges; }
static inline uint32_t *node_keys(node *n) { return (uint32_t *)node_sums(n) + 4 * (size_t)n->edges; }
static inline shortlist *node_lists(node *n) { return (void *)((unsigned char *)n + n->lists_at); }
static inline uint32_t *node_starts(node *n) { return (void *)((unsigned char *)n + n->starts_at); }
static inline uint32_t *node_words(node *n) { return node_starts(n) + n->edges + 1; }
static inline _Atomic ref *node_cells(node *n) { return (void *)((unsigned char *)n + n->cells_at); }
static inline rating *node_ratings(node *n) { return (void *)((unsigned char *)n + n->ratings_at); }
/* Before the node is looked at: what is needed of it first. */
static inline void node_fetch(const search *s, ref r)
{
    const unsigned char *at = store_at(&s->store, r);
    for (uint32_t line = 0; line < FETCHED_LINES; line++)
        __builtin_prefetch(at + line * CACHE_LINE);
}
static inline edge edge_at(node *n, uint32_t index)
{
    return (edge){node_children(n) + index, node_visits(n) + index, node_sums(n) + index};
}
static inline uint32_t edge_visits(edge e) { return atomic_load_explicit(e.visits, memory_order_relaxed); }
static inline ref edge_child(edge e) { return atomic_load_explicit(e.child, memory_order_acquire); }
/* What a proven move is worth to its role. */
static inline float edge_exact(const search *s, edge e, uint32_t role)
{
    node *child = node_at(s, edge_child(e));
    return role ? (float)node_scores(child)[role - 1] : 0;
}
/* The move of edge `index`; its words live as long as the node stays where it is. */
static inline lud_move node_move(node *n, uint32_t index)
{
    const uint32_t *start = node_starts(n) + index;
    return (lud_move){node_words(n) + start[0], start[1] - start[0], 0};
}
static inline void add_double(_Atomic double *to, double amount)
{
    atomic_store_explicit(to, atomic_load_explicit(to, memory_order_relaxed) + amount, memory_order_relaxed);
}
static inline void add_float(_Atomic float *to, float amount)
{
    atomic_store_explicit(to, atomic_load_explicit(to, memory_order_relaxed) + amount, memory_order_relaxed);
}
static inline void count_up(_Atomic uint32_t *to)
{
    uint32_t n = atomic_load_explicit(to, memory_order_relaxed);
    if ((n & ~EDGE_PROVEN) < EDGE_PROVEN - 2)
        atomic_store_explicit(to, n + 1, memory_order_relaxed);
}
/* The node of this state, found or made. NULL: the memory is full (the search pauses), or
 * w->status. */
node *node_of_state(worker *w, const void *state);
node *node_find(search *s, uint64_t hash, const void *state);
/* The node of what a role knows in this state. */
node *node_of_set(worker *w, const void *state, uint32_t role, bool *made);
uint64_t node_set_hash(const search *s, const void *state, uint32_t role);
cell *node_cell(worker *w, node *n, uint64_t key);
cell *node_find_cell(const search *s, node *n, uint64_t key);
/* A score of a player (role - 1), and those of a state, as 0..1. */
double scaled_score(const search *s, uint32_t player, double score);
void scaled_scores(const search *s, const void *state, double *scores);
/* Moves that differ in the last word alone, by little, have keys near each other, and so has their
 * history, which is looked up for whole lists of them. */
uint32_t move_key(uint32_t role, lud_move move);
/* Copies words of a role's move to memory of the worker. */
bool worker_keep(worker *w, uint32_t role, lud_move move);

/* ---- choose.c ---- */

/* An edge of the arm, as a number in the node. */
uint32_t choose_edge(worker *w, node *n, const arm *a);
uint32_t choose_chance(worker *w, node *n, const arm *a);
uint32_t choose_regret(worker *w, node *n, const arm *a);
/* What came of a node is known: of its first arm's role. */
void node_learn(node *n, double score);
void learn_history(search *s, uint32_t key, double score);
void forget_history(search *s);

/* ---- tree.c, sets.c, playout.c, collect.c ---- */

void iterate_tree(worker *w);
void iterate_sets(worker *w);
/* A decision more on the way down. False: w->status says that there is no memory. */
bool path_add(worker *w, node *n, uint32_t arm_index, uint32_t edge_index, cell *c);
/* Plays on from w->state; scores go to w->scores. False: no result, and all is even. */
bool playout(worker *w);
/* A random game ended so in w->state. */
void played(worker *w, lud_status status);
void note_step(worker *w, uint32_t role, uint32_t key);
/* Whether the search has iterations that wait: there is a network, and nothing is learnt from moves of random games. */
bool flights_wanted(const search *s);
bool flights_init(worker *w);
void flights_done(worker *w);
/* Sets how many go together next, when none waits. */
void flights_plan(worker *w);
/* The iteration at hand waits for games from w->state. */
void flights_add(worker *w);
/* Plays the games of all that wait. */
void flights_land(worker *w);
/* Learns from w->scores: all at the end of an iteration, RAVE from all that is in w->path and w->notes, history from
 * one decision. */
void learn(worker *w);
void learn_rave(worker *w);
void learn_history_of(worker *w, const visit *v, const arm *a);
/* Throws away until half of the memory is free. All other threads wait. */
void collect(search *s);

/* ---- branches.c ---- */

uint32_t mcts_branches(const agent *a, const char *const *path, uint32_t length, agent_branch *list, uint32_t capacity);

#endif
