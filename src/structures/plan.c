/* In which order the variables of a search are taken, and which part of a formula is asked when. */
#include "structures/structures.h"

typedef VEC(const rs_node *) node_list;

static void flatten(rs_game *f, const rs_node *n, node_list *list)
{
    if (n->op == RS_AND) {
        flatten(f, rs_kid(n, 0), list);
        flatten(f, rs_kid(n, 1), list);
        return;
    }
    vec_push(f->arena, list, n);
}

/* The parts of a formula's negation. */
static void flatten_not(rs_game *f, const rs_node *n, node_list *list)
{
    if (n->op == RS_OR || n->op == RS_IMPLIES) {
        n->op == RS_OR ? flatten_not(f, rs_kid(n, 0), list) : flatten(f, rs_kid(n, 0), list);
        flatten_not(f, rs_kid(n, 1), list);
    } else if (n->op == RS_NOT) {
        flatten(f, rs_kid(n, 0), list);
    } else {
        rs_node *not = ARENA_NEW(f->arena, rs_node);
        *not = (rs_node){.op = RS_NOT,
                         .kids = ARENA_ARRAY(f->arena, rs_node *, 1),
                         .kid_count = 1,
                         .span = n->span,
                         .depth = n->depth + 1};
        not ->kids[0] = (rs_node *)n;
        vec_push(f->arena, list, not );
    }
}

static void note_slots(const rs_node *n, bool *used)
{
    for (uint32_t i = 0; i < n->count && n->slots; i++)
        used[n->slots[i]] = true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        note_slots(rs_kid(n, i), used);
}

/* How many of these variables a conjunct still waits for. */
static uint32_t waits_for(const bool *used, const uint32_t *slots, uint32_t count, const bool *bound)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += used[slots[i]] && !bound[i];
    return n;
}

static rs_plan *make_plan(rs_game *f, node_list list, const uint32_t *slots, uint32_t count)
{
    rs_plan *p = ARENA_NEW(f->arena, rs_plan);
    bool **used = ARENA_ARRAY(f->arena, bool *, list.count), *bound = ARENA_ARRAY(f->arena, bool, count + 1);
    bool *done = ARENA_ARRAY(f->arena, bool, list.count);
    uint32_t *order = ARENA_ARRAY(f->arena, uint32_t, count + 1), ready = 0;
    p->conjuncts = ARENA_ARRAY(f->arena, const rs_node *, list.count);
    p->levels = ARENA_ARRAY(f->arena, uint32_t, list.count);
    for (uint32_t c = 0; c < list.count; c++) {
        used[c] = ARENA_ARRAY(f->arena, bool, RS_SLOTS_MAX + 1);
        note_slots(vec_at(&list, c), used[c]);
    }
    for (uint32_t level = 0; level <= count; level++) {
        if (level > 0) { /* the variable that makes most ready; atoms count more */
            uint32_t best = RS_NONE, best_score = 0;
            for (uint32_t v = 0; v < count; v++) {
                uint32_t score = 1;
                for (uint32_t c = 0; c < list.count && !bound[v]; c++)
                    if (!done[c] && used[c][slots[v]])
                        score += waits_for(used[c], slots, count, bound) == 1
                                     ? (vec_at(&list, c)->op == RS_ATOM ? 100 : 10)
                                     : 1;
                if (!bound[v] && (best == RS_NONE || score > best_score)) {
                    best = v;
                    best_score = score;
                }
            }
            bound[best] = true;
            order[level - 1] = slots[best];
        }
        for (uint32_t c = 0; c < list.count; c++)
            if (!done[c] && waits_for(used[c], slots, count, bound) == 0) {
                done[c] = true;
                p->conjuncts[ready] = vec_at(&list, c);
                p->levels[ready++] = level;
            }
    }
    p->order = order;
    p->count = count;
    p->conjunct_count = ready;
    return p;
}

rs_plan *rs_make_plan(rs_game *f, const rs_node *body, const uint32_t *slots, uint32_t count)
{
    node_list list = {0};
    flatten(f, body, &list);
    return make_plan(f, list, slots, count);
}

/* Quantifiers that stand directly in one another are searched as one, so that each part of what is behind them is
 * asked as soon as it can be. */
rs_plan *rs_plan_quantifier(rs_game *f, const rs_node *n)
{
    node_list list = {0};
    vec_u32 slots = {0};
    const rs_node *body = n;
    do {
        for (uint32_t i = 0; i < body->count; i++)
            vec_push(f->arena, &slots, body->slots[i]);
        body = rs_kid(body, 0);
    } while (n->op != RS_SUM && body->op == n->op);
    if (n->op == RS_ALL)
        flatten_not(f, body, &list);
    else
        flatten(f, body, &list);
    return make_plan(f, list, slots.data, slots.count);
}
