#include "model/rulesheet/joint.h"

#include "base/room.h"

#include <stdlib.h>
#include <string.h>

static void list_free(void *list)
{
    free(((joint_list *)list)->words);
    free(list);
}
static uint32_t list_count(const void *list) { return ((const joint_list *)list)->count; }
static uint64_t list_weight(const void *list) { return ((const joint_list *)list)->count; }
static lud_move list_at(const void *list, uint32_t i)
{
    const joint_list *l = list;
    return (lud_move){l->words + (size_t)i * l->width, l->width, 1};
}

static void list_starts(const void *list, uint32_t *starts)
{
    const joint_list *l = list;
    for (uint32_t i = 0; i <= l->count; i++)
        starts[i] = i * l->width;
}

const list_kind joint_list_kind = {sizeof(joint_list), list_free, list_count, list_weight, list_at, list_starts};

bool joint_list_room(joint_list *list, uint32_t count, uint32_t width)
{
    list->width = width;
    if (count <= list->capacity)
        return true;
    bool fine = ROOM_OF(list->words, (size_t)count * width);
    list->capacity = fine ? count : list->capacity;
    return fine;
}
