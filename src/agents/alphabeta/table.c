#include "agents/alphabeta/alphabeta.h"

#include <stdlib.h>

bool transpositions_init(transpositions *t, size_t bytes)
{
    uint64_t count = 1024;
    while (count * 2 * sizeof(slot) <= bytes)
        count *= 2;
    t->slots = calloc(count, sizeof *t->slots);
    t->mask = count - 1;
    t->age = 0;
    return t->slots != NULL;
}

void transpositions_done(transpositions *t) { free(t->slots); }

/* Two neighbours: one for deep results, one for the newest. */
slot *transpositions_find(transpositions *t, uint64_t hash)
{
    for (uint64_t i = 0; i < 2; i++) {
        slot *s = &t->slots[(hash ^ i) & t->mask];
        if (s->hash == hash && s->bound != BOUND_NONE)
            return s;
    }
    return NULL;
}

void transpositions_store(transpositions *t, uint64_t hash, int value, int depth, bound b, uint32_t move, uint32_t ply)
{
    slot *s = transpositions_find(t, hash);
    if (!s) {
        slot *first = &t->slots[hash & t->mask], *second = &t->slots[(hash ^ 1) & t->mask];
        s = first->age == t->age && first->depth > depth ? second : first;
    }
    /* distances to the end count from the position itself */
    if (value >= VALUE_CERTAIN)
        value += (int)ply;
    else if (value <= -VALUE_CERTAIN)
        value -= (int)ply;
    if (move == UINT32_MAX && s->hash == hash)
        move = s->move;
    *s = (slot){
        hash,  (int16_t)value, (uint8_t)(depth < 0 ? 0 : depth), (uint8_t)b, (uint16_t)(move < 0xffff ? move : 0xffff),
        t->age};
}

int transpositions_value(const slot *s, uint32_t ply)
{
    if (s->value >= VALUE_CERTAIN)
        return s->value - (int)ply;
    return s->value <= -VALUE_CERTAIN ? s->value + (int)ply : s->value;
}
