/* Inside of the generator of bytecode: what its files share. See lower.c. */
#ifndef LUDENS_AUTOMATON_LOWER_H
#define LUDENS_AUTOMATON_LOWER_H

#include "automaton/code.h"

typedef struct lowering lowering;

struct lowering {
    const plan *p;
    arena *a; /* scratch */
    VEC(uint32_t) words;
    VEC(int32_t) lists;
    VEC(src_span) spans;
    vec_u32 *references; /* [reachability] words to patch with its entry */
    uint32_t *entries;   /* [reachability] */
    bool failed;
    bool notes;
    /* of the program being made */
    const plan_program *x;
    uint32_t *label; /* [location] */
    uint32_t temporary;
};

enum { CODE_MAX = 1 << 25 };

/* Jumps to be given their target later. */
typedef vec_u32 patches;

/* A map, or part of one, as a value. */
typedef struct map_value {
    uint32_t space;
    const layout_slot *slot;
    uint32_t level; /* first key that is left */
    uint32_t cells;
} map_value;

/* NULL after reporting that it is too large. The plan's lasting parts become the code's. `notes`: searches record the
 * edges that they traverse. */
vm_code *lower_program(const plan *p, bool notes);

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
map_value lower_map(lowering *x, ir_expr e);
void lower_check_or_fail(lowering *x, ir_expr e);
/* acc = index in cells of the chain's (sub-)map; *fixed gets the constant part, in cells. False when
 * everything is constant (acc untouched). */
bool lower_index(lowering *x, const layout_slot *slot, const ir_expr *keys, uint32_t count, int64_t *fixed);
/* As plan_chain; too deep a nesting makes the lowering fail. */
const layout_slot *lower_chain(lowering *x, ir_expr e, ir_expr *keys, uint32_t *count, bool *constant);

/* lower_real.c */
void lower_real_hash(lowering *x, const ir_expr_data *d);
/* acc = whether it holds, 1 or 0 */
void lower_real_compare(lowering *x, const ir_expr_data *d);
void lower_real_assign(lowering *x, const ir_edge_data *e);

/* lower_edge.c: assignments, choices, tags. Emits the edge's label; jumps taken when it cannot
 * be passed go to `otherwise` (NULL: fail). Returns the node to go on with, or IR_NONE when
 * the path is over. */
ir_node lower_edge(lowering *x, const plan_edge *o, patches *otherwise);

#endif
