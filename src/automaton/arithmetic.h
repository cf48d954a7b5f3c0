/* What the operations on integers mean, and what their results can be. */
#ifndef LUDENS_AUTOMATON_ARITHMETIC_H
#define LUDENS_AUTOMATON_ARITHMETIC_H

#include "automaton/ir.h"

/* NEG (b is not used), ADD, SUB, MUL, DIV, MOD. False: a fault. */
bool ir_arithmetic(ir_op op, int32_t a, int32_t b, int32_t *result);
/* The same of reals, without MOD. False: a fault, since the result is no finite number. */
bool ir_real_arithmetic(ir_op op, double a, double b, double *result);
bool ir_real_compare(ir_op op, double a, double b);
/* EQ, NE, LT, LE, GT, GE */
bool ir_compare(ir_op op, int32_t a, int32_t b);

typedef struct ir_range {
    int64_t low, high;
} ir_range;
/* What the results of an arithmetic operation lie in, when the operands lie in x and y; before those
 * that do not fit into 32 bits are faults. */
ir_range ir_arithmetic_range(ir_op op, ir_range x, ir_range y);

#endif
