/* Inside of the checks: what their files share. */
#ifndef LUDENS_AUTOMATON_CHECK_INSIDE_H
#define LUDENS_AUTOMATON_CHECK_INSIDE_H

#include "automaton/check.h"

typedef struct checker {
    ir_game *g;
    diag_sink *sink;
    ir_type bool_type;
    uint32_t depth, max_depth; /* of the expression that is looked at; what all later walks over it can bear */
    bool too_deep;             /* and that is reported */
    map members;               /* type << 32 | symbol, of large sets that literals were looked up in */
} checker;

/* types.c */
bool check_set_subset(const ir_game *g, const ir_type_data *small, const ir_type_data *large);
ir_type check_literal_type(ir_game *g, ir_sym s);
bool check_type_has(checker *c, ir_type type, ir_sym s);
diag *check_mismatch(checker *c, src_span at, const char *what, ir_type a, ir_type b);
ir_type check_infer(checker *c, ir_expr e);
bool check_is_condition(checker *c, ir_expr e);
ir_type check_bool_type(ir_game *g);

/* check_structure.c: what every node and edge needs around it. `warn`: warnings as well. */
void check_structure(checker *c, bool warn);

#endif
