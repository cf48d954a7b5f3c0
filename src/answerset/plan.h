/* Join orders. */
#ifndef LUDENS_ANSWERSET_PLAN_H
#define LUDENS_ANSWERSET_PLAN_H

#include "answerset/solve.h"

typedef struct planner {
    solve *solve;
    const evaluator *data; /* its relations [0, data_count) are filled already, for estimates; or NULL */
    uint32_t data_count;
    const term *samples; /* atoms of inputs, for estimates */
    uint32_t sample_count;
    double *sizes; /* [relation] atoms expected of rules planned so far */
    uint32_t size_count;
} planner;

/* Relation of a predicate, made when it is new. */
uint32_t plan_relation(solve *s, functor f);
/* So many more atoms of a relation are expected. */
void plan_expect(planner *p, uint32_t relation, double atoms);
/* Steps of a rule; `delta` is the condition to begin with (an index of the body) or UINT32_MAX.
 * NULL: there is no order in which all conditions can be evaluated. */
step *plan_rule(planner *p, const rule *r, uint32_t delta);

#endif
