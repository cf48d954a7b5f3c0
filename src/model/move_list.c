#include "model/move_list.h"

#include "base/room.h"

#include <stdlib.h>
#include <string.h>

static void list_free(void *list)
{
    move_list *l = list;
    free(l->words);
    free(l->ends);
    free(l);
}
static uint32_t list_count(const void *list) { return ((const move_list *)list)->count; }
static uint64_t list_weight(const void *list) { return ((const move_list *)list)->count; }
static lud_move list_at(const void *list, uint32_t i)
{
    const move_list *l = list;
    uint32_t from = i ? l->ends[i - 1] : 0;
    return (lud_move){l->words + from, l->ends[i] - from, 1};
}

static void list_starts(const void *list, uint32_t *starts)
{
    const move_list *l = list;
    starts[0] = 0;
    memcpy(starts + 1, l->ends, l->count * sizeof *starts);
}

const list_kind move_list_kind = {sizeof(move_list), list_free, list_count, list_weight, list_at, list_starts};

bool move_list_add(move_list *l, const uint32_t *words, uint32_t count)
{
    uint32_t used = l->count ? l->ends[l->count - 1] : 0;
    if (!ROOM_FOR(l->ends, l->capacity, l->count + 1) || !ROOM_FOR(l->words, l->word_capacity, used + count + 1))
        return false;
    if (count)
        memcpy(l->words + used, words, count * sizeof *words);
    l->ends[l->count++] = used + count;
    return true;
}
