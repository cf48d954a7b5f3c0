#include "kit/attack.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Legs that are walked by the same code: a table of steps each, and the choice of one of them. */
typedef struct group {
    kit_code *x;
    const kit_board *b;
    const kit_walk *w;
    kit_leg like; /* what all have in common */
    const kit_leg *const *legs;
    uint32_t count;
    ir_const steps;
} group;

static int32_t sign(int32_t n) { return (n > 0) - (n < 0); }

/* The site before the last step of a lame leap is that many steps on its way; the longer part goes straight first. */
static kit_step on_the_way(const kit_leg *leg, int32_t step)
{
    int32_t dx = leg->dx, dy = leg->dy, straight = abs(abs(dx) - abs(dy)), diagonal = step - straight;
    int32_t s = step < straight ? step : straight, d = diagonal > 0 ? diagonal : 0;
    int32_t x = abs(dx) > abs(dy) ? s + d : d, y = abs(dy) > abs(dx) ? s + d : d;
    return (kit_step){(int8_t)(sign(dx) * x), (int8_t)(sign(dy) * y)};
}

static ir_const steps_of(const group *g, int32_t on_way)
{
    assert(g->count > 0);
    kit_step *steps = ARENA_ARRAY(g->x->arena, kit_step, g->count);
    for (uint32_t i = 0; i < g->count; i++) {
        const kit_leg *leg = g->legs[i];
        kit_step s = on_way ? on_the_way(leg, on_way) : (kit_step){leg->dx, leg->dy};
        if (g->w->back)
            s = (kit_step){(int8_t)(on_way ? s.dx - leg->dx : -s.dx), (int8_t)(on_way ? s.dy - leg->dy : -s.dy)};
        steps[i] = s;
    }
    return kit_steps(g->x, g->b, steps, g->count, g->b->off[g->w->side]);
}

static kit_num here(const group *g) { return kit_read(g->x, g->w->here); }
static kit_num there(const group *g) { return kit_what(g->x, g->b, here(g)); }

static void step(const group *g, ir_var from)
{
    kit_set(g->x, g->w->here, kit_look2(g->x, g->steps, kit_read(g->x, from), kit_read(g->x, g->w->way)));
}

/* Both ways: the cursor goes on on empty sites; the walk is over where something stands. */
static void end_at_pieces(const group *g)
{
    ir_node piece = kit_branch(g->x, kit_is_empty(g->x, there(g)));
    kit_link(g->x, piece, g->w->meet);
}

static void leap(const group *g)
{
    kit_leg like = g->like;
    int32_t far = abs(g->legs[0]->dx) > abs(g->legs[0]->dy) ? abs(g->legs[0]->dx) : abs(g->legs[0]->dy);
    for (int32_t i = 1; like.over == KIT_LAME && i < far; i++) {
        kit_num at = kit_look2(g->x, steps_of(g, i), kit_read(g->x, g->w->from), kit_read(g->x, g->w->way));
        kit_check(g->x, kit_is_empty(g->x, kit_what(g->x, g->b, at)));
    }
    step(g, g->w->from);
    if (g->w->back) { /* only pieces matter */
        kit_go(g->x, g->w->meet);
        return;
    }
    end_at_pieces(g);
    kit_go(g->x, g->w->stop);
}

static void ride(const group *g)
{
    if (g->like.most) {
        step(g, g->w->from);
        for (uint32_t i = 1;; i++) {
            end_at_pieces(g);
            kit_go(g->x, g->w->stop);
            if (i == g->like.most)
                return;
            step(g, g->w->here);
        }
    }
    ir_node head = kit_node(g->x);
    kit_set(g->x, g->w->here, kit_read(g->x, g->w->from));
    kit_go(g->x, head);
    g->x->cur = head;
    step(g, g->w->here);
    end_at_pieces(g);
    kit_go(g->x, g->w->stop);
    kit_go(g->x, head);
}

static void hop(const group *g)
{
    ir_node head = kit_node(g->x), behind = kit_node(g->x);
    kit_set(g->x, g->w->here, kit_read(g->x, g->w->from));
    kit_go(g->x, head);
    g->x->cur = head;
    step(g, g->w->here);
    ir_node hurdle = kit_branch(g->x, kit_is_empty(g->x, there(g)));
    kit_go(g->x, head);
    g->x->cur = hurdle;
    kit_check(g->x, kit_compare(g->x, IR_LT, here(g), kit_known(g->b->sites)));
    for (int32_t side = 0; side < 2; side++)
        kit_check(g->x, kit_not(g->x, kit_is_among(g->x, g->b, side, g->w->solid, there(g))));
    kit_go(g->x, behind);
    g->x->cur = behind;
    step(g, g->w->here);
    end_at_pieces(g);
    kit_go(g->x, g->w->stop);
    if (g->like.over == KIT_HOP)
        kit_go(g->x, behind);
}

static bool alike(const kit_leg *a, const kit_leg *b)
{
    bool as_far = abs(a->dx) + abs(a->dy) == abs(b->dx) + abs(b->dy);
    return a->most == b->most && a->over == b->over && (a->over != KIT_LAME || as_far);
}

static void walk_alike(group *g)
{
    g->steps = steps_of(g, 0);
    kit_pick(g->x, g->w->way, 0, (int32_t)g->count - 1);
    if (g->like.over == KIT_HOP || g->like.over == KIT_HOP_NEXT)
        hop(g);
    else if (g->like.most == 1)
        leap(g);
    else
        ride(g);
}

void kit_walk_legs(kit_code *x, const kit_board *b, const kit_walk *w, const kit_leg *legs, uint32_t count)
{
    assert(w->side == 0 || w->side == 1);
    ir_node entry = x->cur;
    const kit_leg **same = ARENA_ARRAY(x->arena, const kit_leg *, count + 1);
    bool *done = ARENA_ARRAY(x->arena, bool, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        group g = {.x = x, .b = b, .w = w, .like = legs[i], .legs = same};
        for (uint32_t k = i; k < count; k++)
            if (!done[k] && alike(&legs[i], &legs[k])) {
                same[g.count++] = &legs[k];
                done[k] = true;
            }
        x->cur = entry;
        if (g.count)
            walk_alike(&g);
    }
    x->cur = kit_node(x);
}

/* ---- backwards ---- */

kit_leg kit_turned(kit_leg leg, int32_t side)
{
    leg.dx = side ? (int8_t)-leg.dx : leg.dx;
    leg.dy = side ? (int8_t)-leg.dy : leg.dy;
    return leg;
}

void kit_attacks_make(kit_code *x, const kit_board *b, kit_attack attacks[2], uint64_t solid)
{
    ir_var aim = kit_variable(x, "aim", 0, b->off[1], 0), there = kit_variable(x, "there", 0, b->off[1], 0),
           way = kit_variable(x, "back", 0, 63, 0);
    for (int32_t side = 0; side < 2; side++)
        attacks[side] =
            (kit_attack){.by = side, .solid = solid, .aim = aim, .here = there, .way = way, .from = IR_NONE};
}

static bool same_sites(const kit_board *b, const bool *a, const bool *c)
{
    return a == c || (a && c && memcmp(a, c, sizeof *a * (size_t)b->sites) == 0);
}

void kit_add_threat(kit_code *x, const kit_board *b, kit_attack *a, kit_leg leg, int32_t kind, const bool *on)
{
    assert(kind >= 0 && kind < b->kinds && kind < 64);
    kit_threat t = {leg, UINT64_C(1) << kind, on};
    for (uint32_t i = 0; i < a->threats.count; i++) {
        kit_leg l = vec_at(&a->threats, i).leg;
        if (l.dx == leg.dx && l.dy == leg.dy && l.most == leg.most && l.over == leg.over &&
            same_sites(b, vec_at(&a->threats, i).on, on)) {
            vec_at(&a->threats, i).kinds |= t.kinds;
            return;
        }
    }
    vec_push(x->arena, &a->threats, t);
}

static void find_attackers(kit_code *x, const kit_board *b, kit_attack *a, uint64_t kinds, const kit_leg *legs,
                           uint32_t count)
{
    kit_walk w = {.side = 1 - a->by,
                  .from = a->aim,
                  .here = a->here,
                  .way = a->way,
                  .back = true,
                  .solid = a->solid,
                  .stop = kit_node(x), /* nobody stands there */
                  .meet = kit_node(x)};
    kit_walk_legs(x, b, &w, legs, count);
    x->cur = w.meet;
    kit_check(x, kit_is_among(x, b, a->by, kinds, kit_what(x, b, kit_read(x, a->here))));
    kit_go(x, a->found);
}

static void make_attack(kit_code *x, const kit_board *b, kit_attack *a)
{
    assert(a->by == 0 || a->by == 1);
    ir_node outer = x->cur;
    kit_leg *legs = ARENA_ARRAY(x->arena, kit_leg, a->threats.count);
    bool *done = ARENA_ARRAY(x->arena, bool, a->threats.count);
    a->from = kit_node(x);
    a->found = kit_node(x);
    for (uint32_t i = 0; i < a->threats.count; i++) {
        const kit_threat *like = &vec_at(&a->threats, i);
        uint32_t count = 0;
        for (uint32_t k = i; k < a->threats.count; k++)
            if (!done[k] && vec_at(&a->threats, k).kinds == like->kinds &&
                same_sites(b, vec_at(&a->threats, k).on, like->on)) {
                legs[count++] = vec_at(&a->threats, k).leg;
                done[k] = true;
            }
        x->cur = a->from;
        if (count && like->on)
            kit_check(x, kit_is_in(x, b, like->on, kit_read(x, a->aim)));
        if (count)
            find_attackers(x, b, a, like->kinds, legs, count);
    }
    x->cur = outer;
}

kit_cond kit_attacked(kit_code *x, const kit_board *b, kit_attack *a, kit_num site)
{
    if (!a->threats.count)
        return kit_truth(false);
    if (a->from == IR_NONE)
        make_attack(x, b, a);
    kit_try t = kit_try_begin(x);
    kit_set(x, a->aim, site);
    kit_go(x, a->from);
    x->cur = a->found;
    return kit_try_end(x, t);
}
