#include "automaton/arithmetic.h"

#include <math.h>

static int64_t modulo(int64_t a, int64_t b)
{
    int64_t divisor = b < 0 ? -b : b, rest = a % divisor;
    return rest < 0 ? rest + divisor : rest;
}

bool ir_arithmetic(ir_op op, int32_t a, int32_t b, int32_t *result)
{
    int64_t x = a, y = b, r;
    assert(op >= IR_NEG && op <= IR_MOD);
    if ((op == IR_DIV || op == IR_MOD) && b == 0)
        return false;
    if (op == IR_NEG)
        r = -x;
    else if (op == IR_ADD)
        r = x + y;
    else if (op == IR_SUB)
        r = x - y;
    else if (op == IR_MUL)
        r = x * y;
    else
        r = op == IR_DIV ? x / y : modulo(x, y);
    *result = (int32_t)r;
    return *result == r;
}

bool ir_real_arithmetic(ir_op op, double a, double b, double *result)
{
    double r = op == IR_NEG ? -a : op == IR_ADD ? a + b : op == IR_SUB ? a - b : op == IR_MUL ? a * b : a / b;
    assert(op >= IR_NEG && op <= IR_DIV);
    *result = r + 0.0; /* of two zeros only the one without a sign */
    return isfinite(r);
}

bool ir_real_compare(ir_op op, double a, double b)
{
    assert(op >= IR_EQ && op <= IR_GE);
    if (op == IR_EQ || op == IR_NE)
        return (a >= b && a <= b) == (op == IR_EQ);
    if (op == IR_LT || op == IR_GE)
        return (a < b) == (op == IR_LT);
    return (a <= b) == (op == IR_LE);
}

bool ir_compare(ir_op op, int32_t a, int32_t b)
{
    assert(op >= IR_EQ && op <= IR_GE);
    if (op == IR_EQ || op == IR_NE)
        return (a == b) == (op == IR_EQ);
    if (op == IR_LT || op == IR_GE)
        return (a < b) == (op == IR_LT);
    return (a <= b) == (op == IR_LE);
}

ir_range ir_arithmetic_range(ir_op op, ir_range x, ir_range y)
{
    int64_t a = x.low, b = x.high, c = y.low, d = y.high;
    if (op == IR_NEG)
        return (ir_range){-b, -a};
    if (op == IR_ADD)
        return (ir_range){a + c, b + d};
    if (op == IR_SUB)
        return (ir_range){a - d, b - c};
    if (op == IR_MUL) {
        int64_t p[4] = {a * c, a * d, b * c, b * d};
        ir_range r = {p[0], p[0]};
        for (int i = 1; i < 4; i++) {
            r.low = p[i] < r.low ? p[i] : r.low;
            r.high = p[i] > r.high ? p[i] : r.high;
        }
        return r;
    }
    if (op == IR_DIV) {
        int64_t m = -a > b ? -a : b;
        return (ir_range){a >= 0 && c >= 0 ? 0 : -m, m};
    }
    assert(op == IR_MOD);
    int64_t m = -c > d ? -c : d;
    return (ir_range){0, m > 0 ? m - 1 : 0};
}
