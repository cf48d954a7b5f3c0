/* Where the rules say what roles score. */
#include "model/machine.h"

#include <stdlib.h>

static int by_start(const void *a, const void *b)
{
    const src_span *x = a, *y = b;
    return x->start != y->start ? (x->start < y->start ? -1 : 1) : x->end < y->end ? -1 : x->end > y->end;
}

void machine_score_spans(lud_game *game, const src_span *spans, uint32_t count)
{
    src_span *list = ARENA_ARRAY(&game->arena, src_span, count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!span_nowhere(spans[i]) && spans[i].end > spans[i].start && spans[i].end <= game->source->length)
            list[n++] = spans[i];
    qsort(list, n, sizeof *list, by_start);
    /* The outer ones, the whole of a macro for instance, are left out: what is within says more. */
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool outer = i + 1 < n && list[i + 1].start < list[i].end && list[i + 1].end <= list[i].end;
        bool again = i + 1 < n && list[i].start == list[i + 1].start && list[i].end == list[i + 1].end;
        if (!outer || again) {
            if (!kept || list[kept - 1].start != list[i].start || list[kept - 1].end != list[i].end)
                list[kept++] = list[i];
        }
    }
    game->score_spans = list;
    game->score_span_count = kept;
}

uint32_t lud_score_places(const lud_game *game, lud_place *places, uint32_t capacity)
{
    uint32_t count = game ? game->score_span_count : 0;
    for (uint32_t i = 0; i < count && i < capacity; i++) {
        position from = source_position(game->source, game->score_spans[i].start);
        position to = source_position(game->source, game->score_spans[i].end);
        places[i] = (lud_place){from.line, from.column, to.line, to.column};
    }
    return count;
}
