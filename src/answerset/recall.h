/* What components of rules derived before is derived again without evaluating them, where it was the same that they
 * read. From one position to the next most of it is.
 *
 * Only components that take many steps are looked after. What they read is written down as a key: of each relation
 * the atoms that can match, or, where all of its atoms were recalled themselves, which of the recollections that was.
 * Atoms that are recalled enter their relation when somebody reads it. */
#ifndef LUDENS_ANSWERSET_RECALL_H
#define LUDENS_ANSWERSET_RECALL_H

#include "answerset/solve.h"

/* NULL: out of memory; then nothing is recalled. */
struct recalls *recall_new(const solve *s);
void recall_free(evaluator *r);
/* Notes what the component reads, and whether it can be recalled. */
void recall_prepare(solve *s, component *c);
/* Before a component runs: true when it need not, for its atoms were recalled. Else recall_end comes after it. */
bool recall_begin(evaluator *r, uint32_t component);
void recall_end(evaluator *r, uint32_t component);
/* Recalled atoms enter the relation. */
void recall_enter(evaluator *r, uint32_t relation);
static inline void recall_load(evaluator *r, uint32_t relation)
{
    if (r->relations[relation].waits)
        recall_enter(r, relation);
}
/* Nothing was recalled in a new run. False: components are not looked after in it. */
bool recall_start(evaluator *r);
/* Forgets everything, as when terms are given up. */
void recall_forget(evaluator *r);

#endif
