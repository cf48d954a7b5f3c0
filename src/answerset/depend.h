/* What depends on what: components of rules in the order of evaluation. */
#ifndef LUDENS_ANSWERSET_DEPEND_H
#define LUDENS_ANSWERSET_DEPEND_H

#include "answerset/solve.h"

typedef struct rule_component {
    rule **rules;
    uint32_t count;
    bool dynamic, recursive;
} rule_component;

typedef struct dependence {
    rule_component *components;
    uint32_t count;
    const rule *cycle; /* a rule that depends on its own negation, or NULL */
} dependence;

/* Facts are left out. */
void depend_find(dependence *d, arena *a, const terms *t, const rule_set *rules, const solve_inputs *inputs);
/* Whether an atom may be one of the inputs. */
bool depend_on_input(const terms *t, const solve_inputs *inputs, const expr *atom);
/* Whether two atoms have common instances, their variables being different. */
bool depend_unify(const terms *t, const expr *x, const expr *y);
/* Whether the atom may be derived by a rule of the component. */
bool depend_within(const terms *t, const rule_component *c, const expr *atom);
/* Whether a conditional literal is part of the recursion. */
bool depend_repeats(const terms *t, const rule_component *c);

#endif
