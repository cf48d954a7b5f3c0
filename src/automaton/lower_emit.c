#include "automaton/lower.h"

uint32_t code_here(const lowering *x) { return x->words.count; }

uint32_t code_word(lowering *x, uint32_t word)
{
    if (x->words.count >= CODE_MAX) {
        x->failed = true;
        return 0;
    }
    vec_push(x->a, &x->words, word);
    return x->words.count - 1;
}

void code_op0(lowering *x, vm_op op) { code_word(x, op); }
void code_op1(lowering *x, vm_op op, uint32_t a)
{
    code_word(x, op);
    code_word(x, a);
}
void code_op2(lowering *x, vm_op op, uint32_t a, uint32_t b)
{
    code_op1(x, op, a);
    code_word(x, b);
}
void code_op3(lowering *x, vm_op op, uint32_t a, uint32_t b, uint32_t c)
{
    code_op2(x, op, a, b);
    code_word(x, c);
}

uint32_t code_span(lowering *x, src_span s)
{
    vec_push(x->p->g->arena, &x->spans, s);
    return x->spans.count - 1;
}

void code_patch(lowering *x, const patches *p)
{
    for (uint32_t i = 0; i < p->count && !x->failed; i++)
        vec_at(&x->words, vec_at(p, i)) = code_here(x);
}

void code_jump(lowering *x, vm_op op, uint32_t k, patches *p)
{
    if (op == VM_JMP)
        code_op1(x, op, 0);
    else
        code_op2(x, op, k, 0);
    vec_push(x->a, p, code_here(x) - 1);
}

uint32_t code_temporary(lowering *x)
{
    if (x->temporary + 1 >= VM_TEMPORARIES) {
        x->failed = true;
        return 0;
    }
    return x->temporary++;
}
