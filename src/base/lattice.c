#include "base/lattice.h"

#include <string.h>

enum { STEPS_MIN = 4, SHIFTS = 3 };

static uint32_t *numbers(arena *a, uint32_t count)
{
    uint32_t *all = ARENA_ARRAY(a, uint32_t, count + 1);
    memset(all, 0xff, count * sizeof *all);
    return all;
}

void lattice_add(lattice *l, arena *a, const uint32_t *step)
{
    uint32_t *met = ARENA_ARRAY(a, uint32_t, l->size + 1), *kept = numbers(a, l->size), pairs = 0;
    for (uint32_t i = 0; i < l->size; i++)
        if (step[i] != LATTICE_NONE)
            met[step[i]]++;
    for (uint32_t i = 0; i < l->size; i++)
        if (step[i] != LATTICE_NONE && step[i] != i && met[step[i]] == 1) {
            kept[i] = step[i];
            pairs++;
        }
    bool known = pairs < STEPS_MIN || l->count == LATTICE_STEPS_MAX;
    for (uint32_t k = 0; k < l->count && !known; k++)
        known = memcmp(l->steps[k], kept, l->size * sizeof *kept) == 0;
    if (!known)
        l->steps[l->count++] = kept;
}

/* What is left of a function's steps when its most frequent distances are shifts, each of which is an operation. */
static uint32_t steps_left(uint32_t *frequency, uint32_t size, uint32_t pairs)
{
    uint32_t left = pairs;
    for (uint32_t shift = 0; shift < SHIFTS; shift++) {
        uint32_t best = 0;
        for (uint32_t d = 1; d < 2 * size; d++)
            best = frequency[d] > frequency[best] ? d : best;
        if (frequency[best] < STEPS_MIN)
            break;
        left -= frequency[best] - (shift > 0);
        frequency[best] = 0;
    }
    return left;
}

uint32_t lattice_cost(const lattice *l, arena *a, const uint32_t *place)
{
    uint32_t cost = 0;
    arena *step = arena_child(a);
    uint32_t *frequency = ARENA_ARRAY(step, uint32_t, 2 * l->size + 1);
    for (uint32_t k = 0; k < l->count; k++) {
        uint32_t pairs = 0;
        memset(frequency, 0, (2 * l->size + 1) * sizeof *frequency);
        for (uint32_t i = 0; i < l->size; i++) {
            const uint32_t to = l->steps[k][i];
            if (to != LATTICE_NONE) {
                frequency[l->size + place[to] - place[i]]++;
                pairs++;
            }
        }
        cost += steps_left(frequency, l->size, pairs);
    }
    for (uint32_t k = 0; k < l->set_count; k++) {
        const lattice_set *set = &l->sets[k];
        uint32_t low = UINT32_MAX, high = 0;
        for (uint32_t i = 0; i < set->count; i++) {
            const uint32_t at = place[set->members[i]];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        cost += set->count ? high + 1 - low - set->count : 0;
    }
    arena_work(a, l->count * l->size);
    arena_done(step);
    return cost;
}

/* What leads to each thing; *once: nothing else does. */
static uint32_t *led_from(arena *a, const uint32_t *step, uint32_t size, bool *once)
{
    uint32_t *from = numbers(a, size);
    *once = true;
    for (uint32_t i = 0; i < size; i++)
        if (step[i] != LATTICE_NONE) {
            *once &= from[step[i]] == LATTICE_NONE;
            from[step[i]] = i;
        }
    return from;
}

static void by_kinds(const lattice *l, const uint32_t *order, uint32_t *place)
{
    uint32_t number = 0;
    for (uint32_t kind = 0; number < l->size; kind++)
        for (uint32_t i = 0; i < l->size; i++)
            if (l->kinds[order[i]] == kind)
                place[order[i]] = number++;
}

/* Lines are chains along one step; the other one leads from line to line. False where they go round or part. */
static bool by_lines(const lattice *l, arena *a, const uint32_t *along, const uint32_t *across, uint32_t *place)
{
    const uint32_t size = l->size;
    uint32_t lines = 0, met = 0, total = 0;
    uint32_t *line = numbers(a, size), *at = numbers(a, size), *next = numbers(a, size), *length = numbers(a, size);
    bool once;
    const uint32_t *from = led_from(a, along, size, &once);
    if (!once)
        return false;
    for (uint32_t i = 0; i < size; i++) {
        if (from[i] != LATTICE_NONE)
            continue;
        uint32_t members = 0;
        for (uint32_t n = i; n != LATTICE_NONE; n = along[n]) {
            line[n] = lines;
            at[n] = members++;
        }
        length[lines++] = members;
        met += members;
    }
    if (met != size)
        return false;
    for (uint32_t i = 0; i < size; i++)
        if (across[i] != LATTICE_NONE && line[across[i]] != line[i]) {
            if (next[line[i]] != LATTICE_NONE && next[line[i]] != line[across[i]])
                return false;
            next[line[i]] = line[across[i]];
        }
    from = led_from(a, next, lines, &once);
    if (!once)
        return false;
    uint32_t *first = numbers(a, lines);
    for (uint32_t i = 0; i < lines; i++)
        for (uint32_t n = from[i] == LATTICE_NONE ? i : LATTICE_NONE; n != LATTICE_NONE; n = next[n]) {
            first[n] = total;
            total += length[n];
        }
    if (total != size)
        return false;
    uint32_t *order = numbers(a, size);
    for (uint32_t i = 0; i < size; i++)
        order[first[line[i]] + at[i]] = i;
    by_kinds(l, order, place);
    return true;
}

uint32_t lattice_number(const lattice *l, arena *a, uint32_t *place)
{
    uint32_t best = lattice_cost(l, a, place);
    for (uint32_t i = 0; i < l->count && best > 0; i++)
        for (uint32_t k = 0; k < l->count; k++) {
            if (i == k)
                continue;
            arena *trial = arena_child(a);
            uint32_t *other = numbers(trial, l->size);
            const uint32_t cost =
                by_lines(l, trial, l->steps[i], l->steps[k], other) ? lattice_cost(l, trial, other) : best;
            if (cost < best) {
                best = cost;
                memcpy(place, other, l->size * sizeof *place);
            }
            arena_done(trial);
        }
    return best;
}
