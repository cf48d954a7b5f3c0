/* Making gates: simplified, and each only once. */
#ifndef LUDENS_CIRCUIT_GATES_H
#define LUDENS_CIRCUIT_GATES_H

#include "circuit/network.h"

typedef struct gate_maker {
    net_network *n;
    arena *a;                /* the network's */
    arena *scratch;          /* lives as long as the maker */
    map by_hash;             /* hash of a gate -> its number */
    vec_u32 same;            /* [gate] next of the same hash */
    bool fold, share;        /* decide gates with known inputs; make equal gates once. Both at first */
    uint32_t folded, shared; /* so often done */
} gate_maker;

/* With the constant gate. */
void gates_begin(gate_maker *m, net_network *n, arena *a, arena *scratch);
/* A gate as it is; its number. */
uint32_t gates_add(gate_maker *m, net_kind kind, const net_signal *inputs, uint32_t count);

enum { GATES_NEVER = UINT32_MAX };
/* Inputs of an and in order, each once; their number, or GATES_NEVER when they exclude each other.
 * Without folding, only in order. */
uint32_t gates_normalise(gate_maker *m, net_signal *inputs, uint32_t count);
/* The signal of an and, or of an or, shared and simplified. Both reorder the inputs. */
net_signal gates_and(gate_maker *m, net_signal *inputs, uint32_t count);
net_signal gates_or(gate_maker *m, net_signal *inputs, uint32_t count);

#endif
