/* Goals: what ends a game, and for whom. */
#include "lang/zrf/zrf.h"

#include <string.h>

static zrf_goal *new_goal(zrf_game *g, zrf_goal_kind kind, const zrf_node *n)
{
    zrf_goal *goal = ARENA_NEW(g->f->arena, zrf_goal);
    *goal = (zrf_goal){.kind = kind, .node = n};
    return goal;
}

static bool read_occupant(zrf_game *g, const zrf_node *n, zrf_occupant *o)
{
    *o = (zrf_occupant){.piece = ZRF_NONE, .direction = ZRF_NONE};
    while (n->kind == ZRF_LIST && n->count > 1) {
        const char *head = zrf_head(g->f, n);
        if (head && strcmp(head, "not") == 0)
            o->negated = !o->negated;
        else if (head && strcmp(head, "opponent") == 0)
            o->kind = ZRF_O_OPPONENT;
        else if (head && strcmp(head, "any-owner") == 0)
            o->kind = ZRF_O_ANY;
        else
            return false;
        n = zrf_item(n, 1);
    }
    o->piece = zrf_need_piece(g, n);
    return o->piece != ZRF_NONE;
}

static void read_places(zrf_game *g, zrf_goal *goal, const zrf_node *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const zrf_node *n = zrf_item(list, i);
        if (n->kind != ZRF_LIST && zrf_find_position(g, n->name) == ZRF_NONE && zrf_has_zone(g, n->name))
            vec_push(g->f->arena, &goal->zones, n->name);
        else {
            uint32_t p = zrf_need_position(g, n);
            if (p != ZRF_NONE)
                vec_push(g->f->arena, &goal->places, p);
        }
    }
}

/* Lists that are no occupants are the places. */
static zrf_goal *read_absolute(zrf_game *g, const zrf_node *n)
{
    zrf_goal *goal = new_goal(g, ZRF_G_ABSOLUTE, n);
    for (uint32_t i = 1; i < n->count; i++) {
        const zrf_node *item = zrf_item(n, i);
        zrf_occupant o;
        bool occupant = item->kind != ZRF_LIST || zrf_heads(g->f, item, "not") || zrf_heads(g->f, item, "opponent") ||
                        zrf_heads(g->f, item, "any-owner");
        if (!occupant)
            read_places(g, goal, item);
        else if (read_occupant(g, item, &o))
            vec_push(g->f->arena, &goal->occupants, o);
    }
    if (goal->places.count + goal->zones.count == 0)
        goal->kind = ZRF_G_FALSE;
    return goal;
}

static zrf_goal *read_relative(zrf_game *g, const zrf_node *n)
{
    zrf_goal *goal = new_goal(g, ZRF_G_RELATIVE, n);
    for (uint32_t i = 1; i < n->count; i++) {
        const zrf_node *item = zrf_item(n, i);
        uint32_t direction = item->kind == ZRF_SYMBOL && zrf_find_piece(g, item->name) == ZRF_NONE
                                 ? zrf_find_direction(g, item->name)
                                 : ZRF_NONE;
        zrf_occupant o = {.direction = direction, .piece = ZRF_NONE};
        if (direction != ZRF_NONE || read_occupant(g, item, &o))
            vec_push(g->f->arena, &goal->occupants, o);
        else
            goal->kind = ZRF_G_FALSE;
    }
    if (goal->occupants.count == 0)
        goal->kind = ZRF_G_FALSE;
    return goal;
}

static zrf_goal *read_goal(zrf_game *g, const zrf_node *n);

static zrf_goal *read_counted(zrf_game *g, const zrf_node *n, zrf_goal_kind kind)
{
    zrf_goal *goal = new_goal(g, kind, n);
    if (n->count < 2 || !zrf_number(g->f, zrf_item(n, 1), &goal->number)) {
        zrf_warn(g->f, DIAG_ZRF_GOAL, n, "`%s` needs a number", zrf_shown(g->f, n));
        goal->kind = ZRF_G_FALSE;
    }
    for (uint32_t i = 2; i < n->count; i++) {
        uint32_t piece = zrf_need_piece(g, zrf_item(n, i));
        if (piece == ZRF_NONE)
            goal->kind = ZRF_G_FALSE;
        else
            vec_push(g->f->arena, &goal->pieces, piece);
    }
    return goal;
}

static zrf_goal *read_pieces(zrf_game *g, const zrf_node *n, zrf_goal_kind kind)
{
    zrf_goal *goal = new_goal(g, kind, n);
    for (uint32_t i = 1; i < n->count; i++) {
        uint32_t piece = zrf_need_piece(g, zrf_item(n, i));
        if (piece != ZRF_NONE)
            vec_push(g->f->arena, &goal->pieces, piece);
    }
    return goal;
}

static zrf_goal *read_parts(zrf_game *g, const zrf_node *n, zrf_goal_kind kind)
{
    zrf_goal *goal = new_goal(g, kind, n);
    for (uint32_t i = 1; i < n->count; i++)
        vec_push(g->f->arena, &goal->parts, read_goal(g, zrf_item(n, i)));
    return goal;
}

static zrf_goal *read_goal(zrf_game *g, const zrf_node *n)
{
    static const struct {
        const char *head;
        zrf_goal_kind kind;
    } kinds[] = {{"and", ZRF_G_AND},
                 {"or", ZRF_G_OR},
                 {"not", ZRF_G_NOT},
                 {"stalemated", ZRF_G_STALEMATED},
                 {"repetition", ZRF_G_REPETITION},
                 {"captured", ZRF_G_CAPTURED},
                 {"checkmated", ZRF_G_CHECKMATED},
                 {"absolute-config", ZRF_G_ABSOLUTE},
                 {"relative-config", ZRF_G_RELATIVE},
                 {"pieces-remaining", ZRF_G_REMAINING},
                 {"total-piece-count", ZRF_G_TOTAL}};
    const char *head = n->kind == ZRF_SYMBOL ? zrf_text(g->f, n->name) : zrf_head(g->f, n);
    suggestion s;
    suggest_init(&s, head ? head : "");
    for (size_t i = 0; head && i < sizeof kinds / sizeof *kinds; i++) {
        suggest_offer(&s, kinds[i].head);
        if (strcmp(head, kinds[i].head) != 0)
            continue;
        switch (kinds[i].kind) {
        case ZRF_G_AND:
        case ZRF_G_OR:
        case ZRF_G_NOT: return read_parts(g, n, kinds[i].kind);
        case ZRF_G_ABSOLUTE: return read_absolute(g, n);
        case ZRF_G_RELATIVE: return read_relative(g, n);
        case ZRF_G_REMAINING:
        case ZRF_G_TOTAL: return read_counted(g, n, kinds[i].kind);
        case ZRF_G_CAPTURED:
        case ZRF_G_CHECKMATED: return read_pieces(g, n, kinds[i].kind);
        case ZRF_G_STALEMATED: return new_goal(g, kinds[i].kind, n);
        case ZRF_G_REPETITION: g->repetition = n; return new_goal(g, kinds[i].kind, n);
        case ZRF_G_FALSE: break;
        }
    }
    /* a list around a single goal */
    if (n->kind == ZRF_LIST && n->count == 1)
        return read_goal(g, zrf_item(n, 0));
    if (n->kind == ZRF_LIST && n->count > 0 && zrf_item(n, 0)->kind == ZRF_LIST)
        return read_goal(g, zrf_item(n, 0));
    diag_hint_near(g->f->sink, zrf_warn(g->f, DIAG_ZRF_GOAL, n, "`%s` is no goal and never holds", zrf_shown(g->f, n)),
                   &s);
    return new_goal(g, ZRF_G_FALSE, n);
}

void zrf_read_condition(zrf_game *g, const zrf_node *n, zrf_outcome outcome)
{
    zrf_condition c = {.outcome = outcome, .node = n};
    uint32_t i = 1;
    bool names = n->count > 1 && zrf_item(n, 1)->kind == ZRF_LIST;
    for (uint32_t k = 0; names && k < zrf_item(n, 1)->count; k++)
        names = zrf_item(zrf_item(n, 1), k)->kind == ZRF_SYMBOL &&
                (k > 0 || zrf_find_player(g, zrf_item(zrf_item(n, 1), k)->name) != ZRF_NONE || outcome != ZRF_COUNT);
    if (names) {
        for (uint32_t k = 0; k < zrf_item(n, 1)->count; k++) {
            uint32_t p = zrf_need_player(g, zrf_item(zrf_item(n, 1), k));
            if (p != ZRF_NONE)
                vec_push(g->f->arena, &c.players, p);
        }
        i = 2;
    } else
        for (uint32_t p = 0; p < g->players.count; p++)
            vec_push(g->f->arena, &c.players, p);
    if (i >= n->count) {
        zrf_warn(g->f, DIAG_ZRF_GOAL, n, "a condition without a goal");
        return;
    }
    c.goal = n->count - i == 1 ? read_goal(g, zrf_item(n, i)) : new_goal(g, ZRF_G_OR, n);
    for (; c.goal->kind == ZRF_G_OR && c.goal->node == n && i < n->count; i++)
        vec_push(g->f->arena, &c.goal->parts, read_goal(g, zrf_item(n, i)));
    vec_push(g->f->arena, &g->conditions, c);
}
