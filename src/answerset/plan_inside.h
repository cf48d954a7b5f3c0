/* What the two halves of planning share: which condition comes next (plan_order.c), and the steps it becomes
 * (plan.c). */
#ifndef LUDENS_ANSWERSET_PLAN_INSIDE_H
#define LUDENS_ANSWERSET_PLAN_INSIDE_H

#include "answerset/plan.h"

typedef struct job {
    planner *planner;
    solve *solve;
    arena *arena;
    const rule *rule;
    bool *known; /* [slot] */
    bool *after; /* [slot] known once a condition is taken; means something within one question only */
    VEC(step) steps;
    bool failed;
    double matches; /* expected, of all conditions taken so far */
} job;

/* Steps for a condition that can be taken now. */
void plan_add(job *j, const lit *l);
/* Before a loop that only looks for a proof. */
void plan_add_once(job *j, const rule *r, bool *once);
/* Takes all conditions of the list. `head`: of the rule, to stop at one proof. */
void plan_take_all(job *j, const lit **list, uint32_t count, const rule *head, bool *once);

#endif
