/* The inside of solvers. */
#ifndef LUDENS_ANSWERSET_EVAL_H
#define LUDENS_ANSWERSET_EVAL_H

#include "answerset/solve.h"

void eval_index_init(evaluator *r, uint32_t index);
void eval_component(evaluator *r, const component *c);
/* Everything derived so far stays. */
void eval_fix(evaluator *r);

#endif
