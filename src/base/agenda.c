#include "base/agenda.h"

#include <assert.h>

static bool before(const agenda *a, uint32_t i, uint32_t j)
{
    return a->costs[i] < a->costs[j] || (a->costs[i] == a->costs[j] && i < j);
}

static void place(agenda *a, uint32_t at, uint32_t item)
{
    a->heap[at] = item;
    a->at[item] = at;
}

static void sift_up(agenda *a, uint32_t item)
{
    uint32_t at = a->at[item];
    for (; at > 0 && before(a, item, a->heap[(at - 1) / 2]); at = (at - 1) / 2)
        place(a, at, a->heap[(at - 1) / 2]);
    place(a, at, item);
}

static void sift_down(agenda *a, uint32_t item)
{
    uint32_t at = a->at[item];
    for (uint32_t next; (next = 2 * at + 1) < a->left; at = next) {
        next += next + 1 < a->left && before(a, a->heap[next + 1], a->heap[next]);
        if (!before(a, a->heap[next], item))
            break;
        place(a, at, a->heap[next]);
    }
    place(a, at, item);
}

void agenda_init(agenda *a, arena *memory, uint32_t count)
{
    *a = (agenda){.costs = ARENA_ARRAY(memory, double, count + 1),
                  .heap = ARENA_ARRAY(memory, uint32_t, count + 1),
                  .at = ARENA_ARRAY(memory, uint32_t, count + 1)};
    for (uint32_t i = 0; i < count; i++)
        a->at[i] = AGENDA_DONE;
}

void agenda_set(agenda *a, uint32_t item, double cost)
{
    a->costs[item] = cost;
    if (!agenda_has(a, item))
        a->at[item] = a->left++;
    sift_up(a, item);
    sift_down(a, item);
}

uint32_t agenda_next(agenda *a)
{
    assert(a->left > 0);
    uint32_t first = a->heap[0], last = a->heap[--a->left];
    a->at[first] = AGENDA_DONE;
    if (a->left > 0) {
        a->at[last] = 0;
        sift_down(a, last);
    }
    return first;
}
