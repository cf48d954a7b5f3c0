/* What a back end needs to know of a program: a value, computed once from a checked automaton and
 * then only read. The interpreter's code (lower.c) and compiled games (native/emit.c) are both made
 * from it, so that they search alike: the same edges in the same order, the same configurations
 * remembered, the same faults.
 *
 * There are three programs for moves, which differ in what they follow:
 *   generate  stops a path as soon as nothing can fail and no tag can follow ("sure" nodes),
 *             so that it seldom writes to the board;
 *   exact     follows every path (or those of a given move) to its end and merges equal
 *             configurations wherever the rules demand it, as the RG reference does;
 *   apply     the same without merging, for moves known to have one path each, and for the
 *             system's own steps.
 * Each reachability is a program of its own. */
#ifndef LUDENS_AUTOMATON_PLAN_H
#define LUDENS_AUTOMATON_PLAN_H

#include "automaton/arithmetic.h"
#include "automaton/check.h"
#include "automaton/compiled.h"
#include "automaton/layout.h"
#include "automaton/region.h"
#include "automaton/strands.h"

typedef enum plan_search { PLAN_GENERATE, PLAN_EXACT, PLAN_APPLY, PLAN_REACH } plan_search;

/* An edge in the order in which a search tries them. */
typedef struct plan_edge {
    ir_edge edge;
    bool last_of_group; /* or alone */
    bool grouped;       /* member of a group: passing it excludes the rest of the group */
    bool certain;       /* last of a proven exhaustive group: holds when the others do not */
} plan_edge;
typedef VEC(plan_edge) plan_edges;

typedef struct plan_program {
    plan_search kind;
    const region *r;
    plan_edges *orders;   /* [location] */
    bool *visit;          /* [location] configurations are remembered here */
    uint32_t *visit_of;   /* [location] number of the visit, or IR_NONE */
    const double *widths; /* [location] of listing: see plan_find_widths; else NULL */
    bitset safe;          /* edges: counts that stay in range because of a check before; no words: none */
    bool *sure;           /* [location] of moves: nothing can fail and no tag can follow; else NULL */
    /* of a reachability */
    bool can_fault;              /* some expression on its way can end in a fault */
    bool nests;                  /* it can be asked again while it is searched */
    bool always;                 /* it holds in every state: all ways lead to its end, and nothing on them can fail */
    bitset asks;                 /* [reachability] on its way */
    const plan_strands *strands; /* its ways as sets; or NULL */
    bool parted;                 /* it chooses, checks, and searches from there: no sets of what it chooses */
} plan_program;

/* Where configurations are remembered. When the variables concerned have few values
 * together, a stamp for each combination does; else they are hashed. */
typedef struct plan_visit {
    bool tags; /* the tags so far belong to the key */
    bool small;
    uint32_t stamps; /* small: first stamp; stamps + combinations - 1 the last */
    uint32_t part_count;
    const struct plan_visit_part *parts;
} plan_visit;

typedef struct plan_visit_part {
    ir_var variable;
    uint32_t offset, bytes;
    uint8_t width;
    uint32_t radix; /* small: number of values of the scalar */
} plan_visit_part;

/* A way in which moves begin (plan_openings.c): what has to hold of the state, maybe a choice and what has to hold of
 * its value, where paths go on, and how many numbers they have from there. */
enum { PLAN_OPENINGS_MAX = NATIVE_OPENINGS_MAX, PLAN_PASSING_WORDS = NATIVE_PASSING_WORDS };
typedef struct plan_condition {
    ir_expr condition;
    bool holds; /* or must not */
    bool late;  /* a search, for a single path or one that may go wrong: asked only when that is drawn */
} plan_condition;
typedef struct plan_opening {
    const plan_condition *conditions;
    uint32_t condition_count;
    ir_edge choice; /* or IR_NONE */
    const ir_expr *guards;
    uint32_t guard_count;
    const plan_edge *edge; /* taken first, neither check nor skip; or NULL */
    ir_node entry;
    uint32_t width;
    uint32_t first_word, words; /* of the set of values that pass */
} plan_opening;

enum { VM_ROLE_KEEPER = -1, VM_ROLE_NONE = -2 };

/* What is known of a decision point. */
typedef struct plan_decision {
    bool is;            /* a decision point at all */
    bool single;        /* no two paths make the same move */
    bool deterministic; /* there is at most one path */
    bool plain;         /* listing meets every path: a move met once has one path */
    bool silent;        /* no tag can be met from here */
    double width; /* drawing paths at random: each path has the probability 1 / width; 0: too small or not known */
    bool drawn;   /* paths are drawn; where several may make the same move, it is taken as often as one of them */
    const plan_opening *openings; /* paths are drawn among what these allow in the state; or NULL */
    uint32_t opening_count;
    const plan_strands *strands; /* all moves as sets; or NULL */
    bool searched;               /* whether there is such a move is found by a search, of some at least */
    src_span span;               /* of an edge that hands over to it */
    int role;                    /* who decides, where that is known: else VM_ROLE_NONE */
    ir_node next;                /* where the one decides who does so at once (simultaneous.h), or IR_NONE */
    bool follows;                /* this is such a one */
} plan_decision;

/* What a choice writes, as stored in cells: low..high, or a list. */
typedef struct plan_domain {
    bool range, too_large;
    int32_t low, high;
    const int32_t *list; /* !range */
    uint32_t count;
} plan_domain;

/* Who moves, and who sees. */
typedef struct plan_players {
    const int8_t *roles; /* [value of player in its family] 0 chance, 1.. players, or VM_ROLE_... */
    uint32_t count;
    const uint32_t *visible_cells; /* [player] offset in the state */
    uint8_t visible_width;
    uint32_t visible_no; /* value of a cell that hides tags */
} plan_players;

typedef struct plan {
    ir_game *g;
    arena *a; /* of all that ends with the plan; the rest lives as long as the game */
    layout layout;
    bool hidden; /* some edge assigns to visible */
    plan_players players;
    plan_decision *decisions; /* [node] */
    VEC(plan_visit) visits;
    uint32_t stamp_count;
    strand_board boards[STRAND_BOARDS_MAX]; /* that strands look at */
    uint32_t board_count;
    /* ends with the plan */
    ir_graph graph;
    uint32_t *group_start, *groups; /* [node + 1]; numbers of ir_game.disjoints by node */
    plan_program moves[PLAN_REACH]; /* [plan_search] */
    VEC(plan_program) reaches;
    map reach_index;
    plan_domain *domains;           /* [edge] of choices */
    const struct plan_cells *cells; /* plan_cells.h; or NULL */
    bool cells_sought;
    uint32_t strand_work; /* that was done to find strands */
    bitset heads;         /* nodes that a cycle of the program for moves comes back to */
    bitset unsearched[6]; /* reachabilities that have too many ways, or none that are sets */
} plan;

/* Of a checked automaton. NULL after reporting that something is too large to be stored. */
plan *plan_make(ir_game *g);
void plan_done(plan *p);

/* Number of the program of a reachability. */
uint32_t plan_reach(const plan *p, ir_node from, ir_node to);
static inline bool plan_always(const plan *p, const ir_expr_data *reach)
{
    return vec_at(&p->reaches, plan_reach(p, reach->a, reach->b)).always;
}
static inline const plan_edges *plan_order(const plan_program *x, ir_node n)
{
    assert(region_at(x->r, n) < x->r->count);
    return &x->orders[region_at(x->r, n)];
}
static inline const ir_edge_data *plan_edge_at(const plan *p, const plan_edges *order, uint32_t i)
{
    assert(i < order->count);
    return &vec_at(&p->g->edges, vec_at(order, i).edge);
}
/* The only edge that can be tried, or NULL when there are none or several. */
const ir_edge_data *plan_only_edge(const plan *p, const plan_program *x, ir_node n);

/* ---- expressions ---- */

enum { PLAN_CHAIN_MAX = 256 };
#define PLAN_INT_TAGS UINT32_C(0xC0000000) /* the word of an integer n as a tag is this + n */

static inline const ir_type_data *plan_type_of(const plan *p, ir_expr e)
{
    return ir_type_at(p->g, ir_expr_type(p->g, e));
}
/* True when the value is known now. */
bool plan_known(const plan *p, ir_expr e, int32_t *value);
/* Slot at the root of a chain of accesses and its keys, outermost first; NULL when there are more
 * than PLAN_CHAIN_MAX. */
const layout_slot *plan_chain(const plan *p, ir_expr e, ir_expr *keys, uint32_t *count, bool *constant);
/* What an integer can be when it is worked out; of arithmetic, also before results that do not fit
 * into 32 bits are faults. */
ir_range plan_range(const plan *p, ir_expr e);
ir_range plan_arithmetic(const plan *p, ir_expr e);
/* The operation itself can, whatever its operands can. */
bool plan_arithmetic_can_fault(const plan *p, ir_expr e);
/* A key can lie outside of what the map has; only integers can. */
bool plan_key_escapes(const plan *p, const layout_key *k, ir_expr key);
/* The value assigned can lie outside of the range of the integer that it is assigned to. */
bool plan_value_escapes(const plan *p, const layout_slot *target, ir_expr value);
/* Evaluation can end in a fault, that of reachabilities included. */
bool plan_can_fault(const plan *p, ir_expr e);
bool plan_edge_can_fault(const plan *p, const ir_edge_data *e);
/* The same where a program comes to the edge. */
static inline bool plan_counts_safely(const plan *p, const plan_program *x, const ir_edge_data *e)
{
    return x->safe.words && bitset_has(&x->safe, (uint32_t)(e - p->g->edges.data));
}
static inline bool plan_step_can_fault(const plan *p, const plan_program *x, const ir_edge_data *e)
{
    return !plan_counts_safely(p, x, e) && plan_edge_can_fault(p, e);
}
/* First word of the tags that values of the type are. */
uint32_t plan_tag_base(const plan *p, ir_type type);
/* The cells of a map from a set under its declared keys, in their order (`level`: keys that lead to the map). */
const int32_t *plan_key_cells(const plan *p, const layout_slot *s, uint32_t level, arena *a, uint32_t *count);
/* Cells, from the first one of the map at `level` of the slot on, that lie under declared keys, where
 * there are others; else NULL. */
const int32_t *plan_declared_cells(const plan *p, const layout_slot *s, uint32_t level, arena *a, uint32_t *count);
/* Those of two maps that lie under declared keys of both: the maps are equal when they are equal there. */
const int32_t *plan_compared_cells(const plan *p, const layout_slot *x, uint32_t x_level, const layout_slot *y,
                                   uint32_t y_level, arena *a, uint32_t *count);

/* ---- edges ---- */

/* The search goes on the same whatever the edge stores. Programs that only ask which moves there
 * are, or whether a node is reached, leave such stores out. */
bool plan_dead_store(const plan *p, const plan_program *x, const ir_edge_data *e);
/* What the edge chooses is one of the next tags on every path (*tag: how many are before it), so that a given move
 * tells it. */
bool plan_binds(const plan *p, const plan_program *x, const ir_edge_data *choice, uint32_t *tag);

/* plan_loops.c: cycles that end by themselves and in which a path has one way on. */
typedef struct plan_loops {
    uint32_t *part; /* [location] number of the component, all its cycles together; 0: none */
    bool *counted;  /* [location] in a component of such cycles only */
    double *rounds; /* [location] counted: no path meets it more often */
    bitset safe;    /* edges: counts that stay in range because of a check before; no words: none */
} plan_loops;
plan_loops plan_find_loops(const plan *p, const plan_program *x);

/* plan_facts.c: what plan_make asks, program by program */
void plan_find_groups(plan *p);
void plan_find_orders(plan *p, plan_program *x);
void plan_find_visits(plan *p, plan_program *x, const plan_loops *loops);
bool *plan_find_sure(const plan *p, const plan_program *x, const plan_loops *loops);
bool plan_is_deterministic(const plan *p, const plan_program *x, ir_node start);
void plan_walk(const plan *p, const plan_program *x, ir_node start, bool *plain, bool *silent);
double *plan_find_widths(const plan *p, const plan_program *x, const plan_loops *loops);
/* Of a decision point whose moves can be drawn. */
void plan_find_openings(const plan *p, const plan_program *x, const plan_loops *loops, ir_node n, plan_decision *d);
/* Which values of boards strands tell apart. */
void plan_find_classes(plan *p);
/* Of a decision point; NULL: none that say all. *single: no two paths make the same move, which may show now. */
const plan_strands *plan_find_strands(plan *p, const plan_program *x, ir_node n, bool *single);
/* Of all reachabilities. */
void plan_find_searches(plan *p);
/* Of an edge, and of the edges from `first` to the end of their group. */
double plan_edge_width(const plan *p, const plan_program *x, const ir_edge_data *e, const double *widths);
double plan_unit_width(const plan *p, const plan_program *x, const plan_edges *order, uint32_t first,
                       const double *widths);
/* Of what follows a choice, as a number that values are told apart by; 1 where nothing is drawn. */
uint32_t plan_choice_width(const plan_program *x, const ir_edge_data *e);

#endif
