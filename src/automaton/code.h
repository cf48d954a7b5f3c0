/* Code for the interpreter, made from an automaton and its layout. */
#ifndef LUDENS_AUTOMATON_CODE_H
#define LUDENS_AUTOMATON_CODE_H

#include "automaton/ir.h"
#include "automaton/layout.h"
#include "ludens.h"

typedef enum vm_op {
#define VM_OP(name, operands) VM_##name,
#include "automaton/vm_ops.def"
#undef VM_OP
    VM_OP_COUNT
} vm_op;

enum { VM_TEMPORARIES = 64, VM_SPACE_STATE = 0, VM_SPACE_TABLES = 1 };

/* A place where configurations are remembered. When the variables concerned have few values
 * together, a stamp for each combination does; else they are hashed. */
typedef struct vm_visit {
    bool tags; /* the tags so far belong to the key */
    bool small;
    uint32_t stamps;   /* small: first stamp; stamps + combinations - 1 the last */
    uint32_t part_count;
    const struct vm_visit_part *parts;
} vm_visit;

typedef struct vm_visit_part {
    uint32_t offset, bytes;
    uint8_t width;
    uint32_t radix; /* small: number of values of the scalar */
} vm_visit_part;

/* What is known of a decision point. */
typedef struct vm_decision {
    bool is; /* a decision point at all */
    bool single;        /* no two paths make the same move */
    bool deterministic; /* there is at most one path */
    bool plain;         /* listing meets every path: a move met once has one path */
    bool silent;        /* no tag can be met from here */
    double width;       /* drawing paths at random: 1 / width is the least probability that a
                           move can have; 0: too small or not known */
    uint32_t generate;  /* entries: moves once (as fast as possible), ... */
    uint32_t exact;     /* every end of a path, as the RG reference counts them, ... */
    uint32_t apply;     /* the ends of paths that match a move */
    src_span span;      /* of an edge that hands over to it */
} vm_decision;

typedef struct vm_code {
    const ir_game *g;
    layout layout;
    bool hidden;
    uint32_t *words;
    uint32_t word_count;
    const vm_visit *visits;
    uint32_t visit_count, stamp_count;
    const int32_t *lists; /* domains without order */
    vm_decision *decisions; /* [node] */
    const src_span *spans;  /* of faults */
    const int8_t *roles;    /* [place of player's value in its family] as vm_role says */
    uint32_t player_count;
    const uint32_t *visible_cells; /* [player] offset in the state */
    uint8_t visible_width;
    uint32_t visible_no; /* value of a cell that hides tags */
} vm_code;

#endif
