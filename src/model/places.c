/* Where the rules say what roles score, what forbids a move, and which places games reached. */
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

typedef struct obstacle_list {
    const lud_game *game;
    lud_place *places;
    uint32_t capacity, count;
} obstacle_list;

static bool note_obstacle(void *user, src_span at)
{
    obstacle_list *l = user;
    if (span_nowhere(at))
        return true;
    position from = source_position(l->game->source, at.start), to = source_position(l->game->source, at.end);
    lud_place place = {from.line, from.column, to.line, to.column};
    for (uint32_t i = 0; i < l->count && i < l->capacity; i++)
        if (l->places[i].line == place.line && l->places[i].column == place.column)
            return true;
    if (l->count < l->capacity)
        l->places[l->count] = place;
    l->count++;
    return true;
}

lud_status lud_move_obstacles(lud_context *ctx, const void *state, const lud_move *move, lud_place *places,
                              uint32_t capacity, uint32_t *count)
{
    const lud_game *game = ctx->game;
    uint64_t movers = lud_movers(game, state);
    obstacle_list l = {.game = game, .places = places, .capacity = capacity};
    *count = 0;
    if (!game->ops->obstacles || !movers || (movers & (movers - 1)))
        return LUD_ERR_ARGUMENT;
    if (!game->ops->obstacles(ctx, state, move, note_obstacle, &l))
        return LUD_ERR_ARGUMENT;
    *count = l.count;
    return LUD_OK;
}

typedef struct reached_span {
    src_span at;
    bool reached;
} reached_span;

typedef struct cover_list {
    const src_text *source;
    reached_span *spans;
    uint32_t count, capacity;
    bool failed;
} cover_list;

static void note_cover(void *user, src_span at, bool reached)
{
    cover_list *l = user;
    if (span_nowhere(at) || at.end <= at.start || at.end > l->source->length || l->failed)
        return;
    if (l->count == l->capacity) {
        uint32_t capacity = 2 * l->capacity + 256;
        reached_span *grown = realloc(l->spans, capacity * sizeof *grown);
        if (!grown) {
            l->failed = true;
            return;
        }
        l->spans = grown;
        l->capacity = capacity;
    }
    l->spans[l->count++] = (reached_span){at, reached};
}

static int by_span(const void *a, const void *b)
{
    const reached_span *x = a, *y = b;
    return by_start(&x->at, &y->at);
}

lud_status lud_coverage(lud_context *ctx, lud_covered *places, uint32_t capacity, uint32_t *count)
{
    const lud_game *game = ctx->game;
    cover_list l = {.source = game->source};
    *count = 0;
    bool known = game->ops->cover && game->ops->cover(ctx, note_cover, &l) && !l.failed;
    if (l.count)
        qsort(l.spans, l.count, sizeof *l.spans, by_span);
    for (uint32_t i = 0, next; known && i < l.count; i = next) {
        bool reached = false;
        src_span at = l.spans[i].at;
        for (next = i; next < l.count && by_start(&l.spans[next].at, &at) == 0; next++)
            reached |= l.spans[next].reached;
        if ((i > 0 && l.spans[i - 1].at.start == at.start) || (next < l.count && l.spans[next].at.end <= at.end))
            continue; /* what is within says more */
        position from = source_position(game->source, at.start), to = source_position(game->source, at.end);
        if (*count < capacity)
            places[*count] = (lud_covered){{from.line, from.column, to.line, to.column}, reached};
        ++*count;
    }
    free(l.spans);
    return known ? LUD_OK : l.failed ? LUD_ERR_MEMORY : LUD_ERR_ARGUMENT;
}
