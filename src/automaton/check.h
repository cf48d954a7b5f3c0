/* Static checks of an automaton: everything RG's section on errors names, and the
 * well-formedness that passes and back ends rely on. Used on what front ends build, and, as
 * the verifier, after every pass in debug builds. */
#ifndef LUDENS_AUTOMATON_CHECK_H
#define LUDENS_AUTOMATON_CHECK_H

#include "automaton/ir.h"

/* Reports to the sink; true when there were no errors. `warn`: warnings as well. */
bool ir_check(ir_game *g, diag_sink *sink, bool warn);

/* Type of an expression that passed the check, computed on demand for expressions that passes
 * make. Kept in the expression. */
ir_type ir_expr_type(ir_game *g, ir_expr e);

/* Structurally equal; sets as sets. */
bool ir_type_same(const ir_game *g, ir_type a, ir_type b);
/* Some value of `from` may be stored in `to`: sets and ranges intersect, maps by component. */
bool ir_assignable(const ir_game *g, ir_type to, ir_type from);

#endif
