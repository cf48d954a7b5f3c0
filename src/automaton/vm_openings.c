/* Drawing among the ways in which moves begin (plan_openings.c), interpreted: which values pass, then one of them. */
#include "automaton/vm_inside.h"

static int32_t value_of(const vm_opening *o, uint32_t i)
{
    return o->domain.range ? (int32_t)((uint32_t)o->domain.low + i) : o->domain.list[i];
}

static uint32_t domain_size(const vm_opening *o)
{
    return o->domain.range ? (uint32_t)o->domain.high - (uint32_t)o->domain.low + 1 : o->domain.count;
}

/* FOUND: m->frame.passing has the values that pass. */
static outcome count_values(vm *m, const vm_opening *o, const plan_opening *p, uint32_t *count)
{
    unsigned char *cell = m->state + o->cell;
    const uint32_t before = layout_load(cell, o->bytes), size = domain_size(o);
    outcome found = FOUND;
    for (uint32_t w = 0; w < p->words; w++)
        m->frame.passing[p->first_word + w] = 0;
    const int32_t compared = o->filters ? m->temporaries[o->compared] : 0;
    for (uint32_t i = 0; i < size && found != FAULT; i++) {
        if (o->filters && (m->state[o->filter + value_of(o, i)] + o->filter_low == compared) != o->equal)
            continue;
        if (o->filters_all) {
            m->frame.passing[p->first_word + i / 64] |= UINT64_C(1) << i % 64;
            ++*count;
            continue;
        }
        layout_store(cell, o->bytes, (uint32_t)value_of(o, i));
        found = vm_first(m, o->guards);
        vm_undo(m, 0);
        if (found != FOUND)
            continue;
        m->frame.passing[p->first_word + i / 64] |= UINT64_C(1) << i % 64;
        ++*count;
    }
    layout_store(cell, o->bytes, before);
    return found == FAULT ? FAULT : FOUND;
}

outcome vm_open(vm *m, uint32_t *total)
{
    const uint32_t node = vm_node(m->state);
    const vm_openings *all = &m->code->openings[node];
    *total = 0;
    for (uint32_t k = 0; k < all->count; k++) {
        const vm_opening *o = &all->data[k];
        outcome found = vm_first(m, o->conditions);
        uint32_t count = found == FOUND && !o->chooses;
        vm_undo(m, 0);
        if (found == FOUND && o->chooses)
            found = count_values(m, o, &m->code->decisions[node].openings[k], &count);
        if (found == FAULT)
            return FAULT;
        m->frame.numbers[k] = count * o->width;
        *total += m->frame.numbers[k];
    }
    return FOUND;
}

/* The place of the bit that has so many before it. */
static uint32_t nth_bit(const uint64_t *words, uint32_t i)
{
    for (uint32_t at = 0;; at++)
        if (words[at / 64] >> at % 64 & 1 && i-- == 0)
            return at;
}

outcome vm_draw_opening(vm *m, lud_rng *rng, uint32_t ticket)
{
    const uint32_t node = vm_node(m->state);
    const vm_openings *all = &m->code->openings[node];
    const vm_opening *o = all->data;
    uint32_t k = 0, before = 0;
    while (ticket >= m->frame.numbers[k])
        ticket -= m->frame.numbers[k++];
    o += k;
    unsigned char *cell = m->state + o->cell;
    if (o->chooses) {
        const plan_opening *p = &m->code->decisions[node].openings[k];
        before = layout_load(cell, o->bytes);
        layout_store(cell, o->bytes,
                     (uint32_t)value_of(o, nth_bit(m->frame.passing + p->first_word, ticket / o->width)));
        ticket %= o->width;
    }
    m->rng = rng;
    m->ticket = ticket;
    outcome found = vm_first(m, o->entry);
    m->rng = NULL;
    vm_undo(m, 0);
    if (o->chooses)
        layout_store(cell, o->bytes, before);
    return found;
}
