/* What a front end knows of how far a role is from its goals: sums of shares of patterns that are there already. Names
 * rather than numbers, since passes and the encoding number anew. */
#ifndef LUDENS_AUTOMATON_HEURISTIC_H
#define LUDENS_AUTOMATON_HEURISTIC_H

#include "automaton/ir.h"

/* The entry of a map (keys), or a variable, has a value. */
typedef struct ir_literal {
    name_id variable, keys[2];
    uint32_t key_count;
    name_id value;
    name_id open; /* while another value is there it can only come true from this one; NAME_NONE: from any */
    bool negated;
} ir_literal;

/* weight * sum over patterns of (share of its literals that hold)^power; 0 where one cannot come true any more. Power
 * 0: the patterns that hold whole are counted. */
typedef struct ir_estimate {
    uint32_t role; /* from 0 */
    double weight;
    uint32_t power;
    const ir_literal *literals;
    const uint32_t *starts; /* [count + 1] of patterns */
    uint32_t count;
    const char *text; /* what the patterns are */
} ir_estimate;

typedef struct ir_heuristic {
    const ir_estimate *estimates;
    uint32_t count;
} ir_heuristic;

#endif
