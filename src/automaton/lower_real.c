/* Reals to code: the machine has one (vm.real), and keeps others in two temporaries. A real in the state or in the
 * tables is a map of two cells (layout.h). */
#include "automaton/lower.h"

static void op(lowering *x, vm_real_op what, uint32_t a, uint32_t b) { code_op3(x, VM_REAL, what, a, b); }

static uint32_t two_temporaries(lowering *x)
{
    const uint32_t first = code_temporary(x);
    code_temporary(x);
    return first;
}

static void lower_real(lowering *x, ir_expr e);

static void operands(lowering *x, ir_expr a, ir_expr b, vm_real_op what, src_span at)
{
    const uint32_t saved = x->temporary, t = two_temporaries(x);
    lower_real(x, a);
    op(x, VM_REAL_PUT, t, 0);
    lower_real(x, b);
    op(x, what, t, code_span(x, at));
    x->temporary = saved;
}

/* The machine's real = the value of a real. */
static void lower_real(lowering *x, ir_expr e)
{
    e = ir_bare(x->p->g, e);
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    switch (d.op) {
    case IR_REAL: op(x, VM_REAL_K, d.a, d.b); return;
    case IR_VAR:
    case IR_CONST:
    case IR_INDEX: {
        map_value m = lower_map(x, e);
        op(x, VM_REAL_LOAD, m.space, 0);
        return;
    }
    case IR_TO_REAL:
        lower_value(x, d.a);
        op(x, VM_REAL_INT, 0, 0);
        return;
    case IR_NEG:
        lower_real(x, d.a);
        op(x, VM_REAL_NEG, 0, 0);
        return;
    case IR_ADD: operands(x, d.a, d.b, VM_REAL_ADD, d.span); return;
    case IR_SUB: operands(x, d.a, d.b, VM_REAL_SUB, d.span); return;
    case IR_MUL: operands(x, d.a, d.b, VM_REAL_MUL, d.span); return;
    case IR_DIV: operands(x, d.a, d.b, VM_REAL_DIV, d.span); return;
    case IR_IF: {
        patches otherwise = {0}, end = {0};
        lower_jump(x, d.a, false, &otherwise);
        lower_real(x, d.b);
        code_jump(x, VM_JMP, 0, &end);
        code_patch(x, &otherwise);
        lower_real(x, d.c);
        code_patch(x, &end);
        return;
    }
    case IR_SYM:
    case IR_INT:
    case IR_ANY_TRUTH:
    case IR_REACH:
    case IR_CAST:
    case IR_MOD:
    case IR_ANY_COMPARISON:
    case IR_ANY_CONNECTIVE:
    case IR_ANY_OF_MAPS:
    case IR_OP_COUNT: break;
    }
    assert(false); /* a real */
}

void lower_real_compare(lowering *x, const ir_expr_data *d)
{
    static const vm_real_op signs[] = {[IR_EQ] = VM_REAL_EQ, [IR_NE] = VM_REAL_NE, [IR_LT] = VM_REAL_LT,
                                       [IR_LE] = VM_REAL_LE, [IR_GT] = VM_REAL_GT, [IR_GE] = VM_REAL_GE};
    operands(x, d->a, d->b, signs[d->op], d->span);
}

void lower_real_hash(lowering *x, const ir_expr_data *d)
{
    const uint32_t saved = x->temporary, t = code_temporary(x);
    lower_value(x, d->b);
    code_op1(x, VM_PUT, t);
    lower_real(x, d->a);
    op(x, VM_REAL_HASH, t, 0);
    x->temporary = saved;
}

void lower_real_assign(lowering *x, const ir_edge_data *e)
{
    const uint32_t saved = x->temporary, t = code_temporary(x);
    lower_map(x, e->target);
    code_op1(x, VM_PUT, t);
    lower_real(x, e->value);
    op(x, VM_REAL_STORE, t, 0);
    x->temporary = saved;
}
