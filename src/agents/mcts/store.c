#include "agents/mcts/store.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS_MIN = 1024 };

bool store_init(store *s, size_t bytes)
{
    size_t units = bytes / UNIT;
    *s = (store){.limit = units < UINT32_MAX ? (uint32_t)units : UINT32_MAX, .slots = SLOTS_MIN};
    if (pthread_mutex_init(&s->lock, NULL) != 0)
        return false;
    s->memory = malloc((size_t)s->limit * UNIT);
    s->table = calloc(s->slots, sizeof *s->table);
    store_clear(s);
    return s->memory && s->table;
}

void store_done(store *s)
{
    if (s->limit)
        pthread_mutex_destroy(&s->lock);
    free(s->memory);
    free(s->table);
    *s = (store){0};
}

void store_clear(store *s)
{
    atomic_store(&s->used, 1); /* 0 is no reference */
    atomic_store(&s->entries, 0);
    for (uint32_t i = 0; s->table && i < s->slots; i++)
        atomic_store_explicit(&s->table[i], 0, memory_order_relaxed);
}

static void fill(store *s, uint32_t from, uint32_t to)
{
    if (from < to)
        *(block *)store_at(s, from) = (block){.units = to - from, .kind = BLOCK_FILLER};
}

void store_close(store *s, stretch *t)
{
    fill(s, t->top, t->end);
    t->top = t->end = 0;
}

/* Takes units from the common memory. */
static uint32_t take_units(store *s, uint32_t units)
{
    uint32_t at = atomic_load_explicit(&s->used, memory_order_relaxed);
    do {
        if (units > s->limit || at > s->limit - units)
            return 0;
    } while (!atomic_compare_exchange_weak(&s->used, &at, at + units));
    return at;
}

ref store_take(store *s, stretch *t, size_t bytes, block_kind kind)
{
    uint32_t units = (uint32_t)((bytes + UNIT - 1) / UNIT);
    uint32_t stretch_units = s->limit / 64 < STRETCH ? s->limit / 64 : STRETCH;
    ref at;
    if (units > stretch_units / 4) {
        at = take_units(s, units);
    } else {
        if (t->end - t->top < units) {
            store_close(s, t);
            t->top = take_units(s, stretch_units);
            t->end = t->top ? t->top + stretch_units : 0;
        }
        at = t->top;
        t->top += at ? units : 0;
    }
    if (at) {
        block *b = store_at(s, at);
        b->units = units;
        b->kind = kind;
        b->forward = 0;
        b->next = 0;
    }
    return at;
}

bool store_resize_table(store *s, uint32_t entries)
{
    uint32_t slots = s->slots;
    while (slots < entries && slots < UINT32_C(1) << 28)
        slots *= 2;
    if (slots == s->slots)
        return true;
    _Atomic ref *table = calloc(slots, sizeof *table);
    if (!table)
        return false;
    free(s->table);
    s->table = table;
    s->slots = slots;
    return true;
}
