/* What the analysis of values has for those who report what it finds. */
#ifndef LUDENS_AUTOMATON_LINT_INSIDE_H
#define LUDENS_AUTOMATON_LINT_INSIDE_H

#include "automaton/lint.h"

/* What an expression can be: symbols of a family, or map literals. */
typedef struct possible {
    bool unknown;
    uint32_t family;
    uint64_t *symbols; /* NULL: none */
    VEC(ir_value) maps;
} possible;

struct lint_values {
    ir_game *g;
    const ir_graph *graph;
    arena *arena, *scratch; /* scratch: of one edge */
    uint32_t width;         /* words of a state */
    uint32_t *offset;       /* [variable] in a state, or IR_NONE: no scalar */
    uint64_t *states;       /* [node * width] */
    uint64_t **type_sets;   /* [type], made when first needed */
    ir_sym *outsiders;      /* [type], UNKNOWN until it is needed */
    bool *reached, *queued; /* [node] */
    vec_u32 queue;
    uint64_t steps;
};

const ir_family *lint_family(const lint_values *v, uint32_t family);
const ir_type_data *lint_resolved(const lint_values *v, ir_type t);
bool lint_has(const lint_values *v, const possible *p, ir_sym s);
uint32_t lint_count(const lint_values *v, const possible *p);
void lint_add_symbol(const lint_values *v, possible *p, ir_sym s);
/* The symbol of the keys of a board that a declared type lacks, such as `off` of `off | Cell`, or IR_NONE. */
ir_sym lint_outsider(const lint_values *v, const ir_type_data *type);
/* What a map literal has under these keys. */
void lint_look_up(const lint_values *v, ir_value table, const possible *keys, possible *out);
/* Symbols that the type does not have. */
possible lint_outside(const lint_values *v, const possible *p, ir_type type);
/* What an expression can be in a state. */
possible lint_evaluate(const lint_values *v, ir_expr e, const uint64_t *state);

#endif
