/* Expressions: arithmetic of 32 bits, and which variables a value determines. */
#include "answerset/rules.h"

/* ---- arithmetic ---- */

/* Wraps around like the original. */
static int32_t power(int32_t base, int32_t exponent)
{
    uint32_t result = 1, square = (uint32_t)base;
    if (exponent < 0)
        return 0; /* as clingo has it, whatever the base */
    for (uint32_t e = (uint32_t)exponent; e; e >>= 1, square *= square)
        if (e & 1)
            result *= square;
    return (int32_t)result;
}

bool number_operation(syn_operator op, int32_t x, int32_t y, int32_t *value)
{
    uint32_t a = (uint32_t)x, b = (uint32_t)y;
    switch (op) {
    case SYN_XOR: *value = (int32_t)(a ^ b); return true;
    case SYN_OR: *value = (int32_t)(a | b); return true;
    case SYN_AND: *value = (int32_t)(a & b); return true;
    case SYN_ADD: *value = (int32_t)(a + b); return true;
    case SYN_SUB: *value = (int32_t)(a - b); return true;
    case SYN_MUL: *value = (int32_t)(a * b); return true;
    case SYN_DIV:
        if (y == 0)
            return false;
        *value = y == -1 ? (int32_t)(0 - a) : x / y; /* the least number by -1 would trap */
        return true;
    case SYN_MOD:
        if (y == 0)
            return false;
        *value = y == -1 ? 0 : x % y;
        return true;
    case SYN_POW:
        if (x == 0 && y < 0)
            return false;
        *value = power(x, y);
        return true;
    case SYN_NEG: *value = (int32_t)(0 - a); return true;
    case SYN_NOT: *value = (int32_t)~a; return true;
    case SYN_ABS: *value = (int32_t)(x < 0 ? 0 - a : a); return true;
    }
    return false;
}

/* ---- expressions ---- */

static bool constant_number(const terms *t, const expr *e, int32_t *value)
{
    return e->kind == EXPR_TERM && term_is_number(t, e->value, value);
}

bool expr_linear(const terms *t, const expr *e, uint32_t *variable, int32_t *m, int32_t *n)
{
    int32_t c;
    if (e->kind == EXPR_VARIABLE) {
        *variable = e->variable;
        *m = 1;
        *n = 0;
        return true;
    }
    if (e->kind == EXPR_UNARY)
        return e->op == SYN_NEG && arg_at(e, 0)->kind != EXPR_VARIABLE &&
               expr_linear(t, arg_at(e, 0), variable, m, n) && number_operation(SYN_NEG, *m, 0, m) &&
               number_operation(SYN_NEG, *n, 0, n);
    if (e->kind != EXPR_BINARY || (e->op != SYN_ADD && e->op != SYN_SUB && e->op != SYN_MUL))
        return false;
    bool left = constant_number(t, arg_at(e, 0), &c), right = !left && constant_number(t, arg_at(e, 1), &c);
    if (!(left || right) || !expr_linear(t, arg_at(e, left), variable, m, n))
        return false;
    if (e->op == SYN_MUL) {
        number_operation(SYN_MUL, *m, c, m);
        number_operation(SYN_MUL, *n, c, n);
        return *m != 0;
    }
    if (e->op == SYN_SUB && left) {
        number_operation(SYN_NEG, *m, 0, m);
        number_operation(SYN_SUB, c, *n, n);
        return true;
    }
    return number_operation(e->op, *n, c, n);
}

void expr_variables(const expr *e, bool *variables)
{
    if (e->kind == EXPR_VARIABLE)
        variables[e->variable] = true;
    for (uint32_t i = 0; i < e->count; i++)
        expr_variables(arg_at(e, i), variables);
}

void expr_bound_by(const terms *t, const expr *e, bool *variables)
{
    uint32_t v;
    int32_t m, n;
    if (expr_linear(t, e, &v, &m, &n))
        variables[v] = true;
    else if (e->kind == EXPR_FUNCTION ||
             (e->kind == EXPR_UNARY && e->op == SYN_NEG && arg_at(e, 0)->kind != EXPR_BINARY))
        for (uint32_t i = 0; i < e->count; i++)
            expr_bound_by(t, arg_at(e, i), variables);
}

bool expr_known(const expr *e, const bool *known)
{
    if (e->kind == EXPR_VARIABLE)
        return known[e->variable];
    for (uint32_t i = 0; i < e->count; i++)
        if (!expr_known(arg_at(e, i), known))
            return false;
    return true;
}

bool expr_may_match(const terms *t, const expr *e, term x)
{
    if (e->kind == EXPR_TERM)
        return e->value == x;
    if (e->kind != EXPR_FUNCTION)
        return true;
    if (term_functor(t, x) != e->functor)
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (!expr_may_match(t, arg_at(e, i), term_args(t, x)[i]))
            return false;
    return true;
}

functor expr_functor(const terms *t, const expr *e)
{
    return e->kind == EXPR_TERM ? term_functor(t, e->value) : e->functor;
}

bool expr_draws(const expr *e)
{
    bool draws = e && e->kind == EXPR_DRAW;
    for (uint32_t i = 0; e && i < e->count && !draws; i++)
        draws = expr_draws(arg_at(e, i));
    return draws;
}

bool lit_draws(const lit *l)
{
    return expr_draws(l->atom) || expr_draws(l->left) || expr_draws(l->right) || expr_draws(l->low) ||
           expr_draws(l->high);
}
