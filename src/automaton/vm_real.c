/* What the interpreter does with reals. */
#include "automaton/vm_inside.h"

#include "automaton/arithmetic.h"

#include <string.h>

static double temporary(const vm *m, uint32_t s)
{
    double value;
    memcpy(&value, m->temporaries + s, sizeof value);
    return value;
}

static outcome store(vm *m, uint32_t at)
{
    if (m->trail_count == m->trail_capacity &&
        !vm_grow(&m->trail, &m->trail_capacity, sizeof *m->trail, m->trail_count + 1))
        return vm_no_memory(m);
    if (!vm_keep_block(m, at, sizeof m->real))
        return vm_no_memory(m);
    memcpy(m->state + at, &m->real, sizeof m->real);
    return FOUND;
}

outcome vm_real(vm *m, const uint32_t *ip, int32_t *acc)
{
    static const ir_op operations[] = {
        [VM_REAL_NEG] = IR_NEG, [VM_REAL_ADD] = IR_ADD, [VM_REAL_SUB] = IR_SUB, [VM_REAL_MUL] = IR_MUL,
        [VM_REAL_DIV] = IR_DIV, [VM_REAL_EQ] = IR_EQ,   [VM_REAL_NE] = IR_NE,   [VM_REAL_LT] = IR_LT,
        [VM_REAL_LE] = IR_LE,   [VM_REAL_GT] = IR_GT,   [VM_REAL_GE] = IR_GE};
    const vm_real_op what = (vm_real_op)ip[1];
    switch (what) {
    case VM_REAL_K: memcpy(&m->real, ip + 2, sizeof m->real); break;
    case VM_REAL_LOAD:
        memcpy(&m->real, (ip[2] == VM_SPACE_STATE ? m->state : m->code->layout.tables) + *acc, sizeof m->real);
        break;
    case VM_REAL_PUT: memcpy(m->temporaries + ip[2], &m->real, sizeof m->real); break;
    case VM_REAL_INT: m->real = *acc; break;
    case VM_REAL_NEG: ir_real_arithmetic(IR_NEG, m->real, 0, &m->real); break;
    case VM_REAL_ADD:
    case VM_REAL_SUB:
    case VM_REAL_MUL:
    case VM_REAL_DIV:
        if (!ir_real_arithmetic(operations[what], temporary(m, ip[2]), m->real, &m->real))
            return vm_fault_at(m, LUD_ERR_RANGE, m->code->spans[ip[3]],
                               "the result is no number: it is infinite or has no value");
        break;
    case VM_REAL_EQ:
    case VM_REAL_NE:
    case VM_REAL_LT:
    case VM_REAL_LE:
    case VM_REAL_GT:
    case VM_REAL_GE: *acc = ir_real_compare(operations[what], temporary(m, ip[2]), m->real); break;
    case VM_REAL_HASH: *acc = hash_cells(m->temporaries[ip[2]], (const unsigned char *)&m->real, 2, 4, NULL); break;
    case VM_REAL_STORE: return store(m, (uint32_t)m->temporaries[ip[2]]);
    }
    return FOUND;
}
