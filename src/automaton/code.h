/* Code for the interpreter, made from an automaton and its layout. */
#ifndef LUDENS_AUTOMATON_CODE_H
#define LUDENS_AUTOMATON_CODE_H

#include "automaton/plan.h"
#include "ludens.h"

typedef enum vm_op {
#define VM_OP(name, operands) VM_##name,
#include "automaton/vm_ops.def"
#undef VM_OP
    VM_OP_COUNT
} vm_op;

/* What VM_REAL does with vm.real (r), a second word s or space, and a third one. */
typedef enum vm_real_op {
    VM_REAL_K,    /* r = the number of these bits */
    VM_REAL_LOAD, /* r = space[acc] */
    VM_REAL_PUT,  /* temporaries s, s + 1 = r */
    VM_REAL_INT,  /* r = acc */
    VM_REAL_NEG,  /* r = -r */
    VM_REAL_ADD,  /* r = s + r; span */
    VM_REAL_SUB,
    VM_REAL_MUL,
    VM_REAL_DIV,
    VM_REAL_EQ, /* acc = s == r */
    VM_REAL_NE,
    VM_REAL_LT,
    VM_REAL_LE,
    VM_REAL_GT,
    VM_REAL_GE,
    VM_REAL_HASH, /* acc = hash of r and temporary s */
    VM_REAL_STORE /* state[temporary s] = r */
} vm_real_op;

enum { VM_TEMPORARIES = 64, VM_SPACE_STATE = 0, VM_SPACE_TABLES = 1 };

/* Where the code of a decision point's programs begins (plan.h). */
typedef struct vm_entries {
    uint32_t generate, exact, apply;
} vm_entries;

/* plan_openings.c: code that passes when the conditions hold, when the value in the choice's cell passes, and that goes
 * on; what the cell is given, as stored. */
typedef struct vm_opening {
    uint32_t conditions, guards, entry, width;
    bool chooses;
    uint32_t cell;
    uint8_t bytes;
    plan_domain domain;
    /* the first guard, where it compares a byte of a map at the value with what the conditions leave in a temporary:
     * the byte for the stored value 0, what is added to it, and whether both have to be equal */
    bool filters, filters_all, equal;
    int64_t filter;
    int32_t filter_low;
    uint32_t compared;
} vm_opening;
typedef struct vm_openings {
    const vm_opening *data;
    uint32_t count;
} vm_openings;

typedef struct vm_code {
    const ir_game *g;
    layout layout;
    bool hidden;
    bool notes; /* searches record the edges that they traverse (vm_noted) */
    uint32_t *words;
    uint32_t word_count;
    const vm_entries *entries;      /* [node] */
    const plan_decision *decisions; /* [node] */
    const vm_openings *openings;    /* [node] */
    const strand_board *boards;     /* that strands look at */
    const plan_visit *visits;
    uint32_t stamp_count;
    const int32_t *lists;  /* domains without order */
    const src_span *spans; /* of faults */
    plan_players players;
    const uint32_t *weights; /* [place in the family] what symbols that are weights stand for (weight.h) */
} vm_code;

#endif
