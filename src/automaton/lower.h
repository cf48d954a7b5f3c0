/* Inside of the code generator: what its files share. See lower.c. */
#ifndef LUDENS_AUTOMATON_LOWER_H
#define LUDENS_AUTOMATON_LOWER_H

#include "automaton/check.h"
#include "automaton/code.h"
#include "automaton/region.h"

typedef enum search_kind { SEARCH_GENERATE, SEARCH_EXACT, SEARCH_APPLY, SEARCH_REACH } search_kind;

typedef struct reach_program {
    ir_node from, to;
    uint32_t entry;
    vec_u32 references; /* words to patch with the entry */
} reach_program;

typedef struct ordered_edge ordered_edge;
typedef VEC(ordered_edge) edge_order;

typedef struct lowering lowering;

/* Called for each program when its code is made, while everything planned for it is at hand:
 * another back end makes its own code from the same plan. `number` counts reachabilities. */
typedef void (*program_hook)(void *user, lowering *x, uint32_t number);

struct lowering {
    ir_game *g;
    diag_sink *sink;
    arena *a; /* scratch */
    vm_code *code;
    const layout *l;
    ir_graph graph;
    VEC(uint32_t) words;
    VEC(vm_visit) visits;
    VEC(int32_t) lists;
    VEC(src_span) spans;
    VEC(reach_program) reaches;
    map reach_index;
    uint32_t **disjoint_of; /* [node] indices into g->disjoints, NULL when none */
    uint32_t *disjoint_count;
    bool failed;
    /* of the program being made */
    search_kind kind;
    arena *ra; /* freed after each region */
    const region *r;
    const bool *sure;
    edge_order *orders; /* [place], where known */
    bool *order_known;
    uint32_t *label;    /* [place] */
    uint32_t *visit_of; /* [place] number of its VISIT, or IR_NONE */
    uint32_t temporary;
    program_hook hook; /* or NULL */
    void *hook_user;
};

enum { CODE_MAX = 1 << 25, CHAIN_MAX = 256 };
#define INT_TAG_BASE UINT32_C(0xC0000000)

/* Jumps to be given their target later. */
typedef vec_u32 patches;

struct ordered_edge {
    ir_edge edge;
    bool last_of_group; /* or alone */
    bool grouped;       /* member of a group: passing it excludes the rest of the group */
    bool certain;       /* last of a proven exhaustive group: holds when the others do not */
};

typedef struct map_place {
    uint32_t space;
    uint8_t width;
    const layout_slot *slot;
    uint32_t level; /* first key that is left */
    uint32_t cells;
} map_place;

/* NULL after reporting that something is too large. The hook (or NULL) sees each program that is made. */
vm_code *lower_program(ir_game *g, diag_sink *sink, program_hook hook, void *user);

/* lower_emit.c: words of code */
uint32_t code_here(const lowering *x);
uint32_t code_word(lowering *x, uint32_t word);
void code_op0(lowering *x, vm_op op);
void code_op1(lowering *x, vm_op op, uint32_t a);
void code_op2(lowering *x, vm_op op, uint32_t a, uint32_t b);
void code_op3(lowering *x, vm_op op, uint32_t a, uint32_t b, uint32_t c);
uint32_t code_span(lowering *x, src_span s);
void code_patch(lowering *x, const patches *p);
void code_jump(lowering *x, vm_op op, uint32_t k, patches *p);
uint32_t code_temporary(lowering *x);

/* lower_expr.c: expressions, maps, conditions */
void lower_value(lowering *x, ir_expr e);
void lower_jump(lowering *x, ir_expr e, bool when, patches *p);
map_place lower_map(lowering *x, ir_expr e);
void lower_check_or_fail(lowering *x, ir_expr e);
const layout_slot *lower_open_chain(lowering *x, ir_expr e, ir_expr *keys, uint32_t *count,
                                    bool *constant);
bool lower_place(lowering *x, const layout_slot *slot, const ir_expr *keys, uint32_t count,
                 int64_t *fixed);
bool lower_known(lowering *x, ir_expr e, int32_t *value);
const ir_type_data *lower_type_of(lowering *x, ir_expr e);

/* lower_edge.c: assignments, choices, tags. Emits the edge's label; jumps taken when it cannot
 * be passed go to `otherwise` (NULL: fail). Returns the node to go on with, or IR_NONE when
 * the path is over. */
ir_node lower_edge(lowering *x, const ordered_edge *o, patches *otherwise);

/* lower_plan.c: facts about regions that decide what code is made */
edge_order plan_order(lowering *x, ir_node n);
void plan_keys(lowering *x, uint32_t first);
void plan_visits(lowering *x, region *r, bool exact);
bool *plan_sure(lowering *x, const region *r);
bool plan_deterministic(lowering *x, const region *r, ir_node start);
void plan_walk(lowering *x, const region *r, ir_node start, bool *plain, bool *silent);
double *plan_widths(lowering *x, const region *r);

/* Useful out-edges that a fused choice needs; see lower_edge.c. */
bool lower_dead_store(const lowering *x, const ir_edge_data *e);
uint32_t lower_tag_base(lowering *x, ir_type type);
typedef struct lower_domain {
    bool range;
    int32_t low, high; /* cells' values; !range: list start and count */
} lower_domain;
lower_domain lower_choice_domain(lowering *x, const layout_slot *slot, ir_type type);
bool lower_next_tag_is(lowering *x, ir_node n, ir_var v);
/* Number of the program of a reachability; made later. */
uint32_t lower_reach_program(lowering *x, ir_node from, ir_node to);
uint32_t lower_declared_cells(lowering *x, const map_place *m, uint32_t *count);

#endif
