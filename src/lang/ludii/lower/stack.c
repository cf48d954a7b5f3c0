/* Stacks: pieces that lie on each other.
 *
 * What a site holds, as in games without stacks, is the topmost piece. How many pieces it has is
 * `size`, and those that are covered are entries of maps with `height` places a site, from the
 * bottom. Games without stacks have none of this. */
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>
#include <string.h>

enum { HEIGHT = 32, MOST_PIECES = 200 };
enum { KIND_BITS = 10, STATE_BITS = 10, VALUE_BITS = 12 }; /* of an entry of a pile at the beginning */

static const lu_state parts[] = {LU_S_WHAT, LU_S_WHO, LU_S_STATE, LU_S_ROTATION, LU_S_VALUE};
enum { PARTS = sizeof parts / sizeof *parts };

static bool has(const lu *x, uint32_t part) { return x->pile[part] != IR_NONE; }

/* ---- which games have stacks ---- */

static bool says(const lu *x, const ludii_value *v, const char *label, const char *word)
{
    bool yes = false;
    arena_work(x->a, 1);
    for (uint32_t i = 0; v && i < v->count && !yes; i++) {
        const ludii_value *a = v->items[i];
        yes = a && ((a->node->label != NAME_NONE && strcmp(ludii_text(x->f, a->node->label), label) == 0 &&
                     (!word || lu_word_seen_is(x, a, word))) ||
                    says(x, a, label, word));
    }
    return yes;
}

void lu_find_stacks(lu *x)
{
    const ludii_value *g = x->game;
    x->stacks = lu_mentions(x, g, "Place.Stack") || lu_mentions(x, g, "Place.RandomStack") ||
                lu_mentions(x, g, "Size.Stack") || lu_mentions(x, g, "TopLevel") || lu_mentions(x, g, "Stacking") ||
                says(x, g, "largeStack", "true") || says(x, g, "stack", "true") || says(x, g, "byLevel", "true") ||
                says(x, g, "level", NULL);
    if (x->stacks)
        x->piles = ARENA_ARRAY(x->a, vec_u32, x->sites);
}

/* ---- the position at the beginning ---- */

static uint32_t kind_in(uint32_t entry) { return entry & ((1u << KIND_BITS) - 1); }

/* The kind of piece at a level of a pile. */
uint32_t lu_piled(const lu *x, uint32_t site, uint32_t level) { return kind_in(vec_at(&x->piles[site], level)); }

void lu_pile_up(lu *x, const ludii_value *v, uint32_t piece, uint32_t site, int32_t count, int32_t state, int32_t value)
{
    int owner = vec_at(&x->components, piece).owner;
    if (count < 1 || count > MOST_PIECES || x->piles[site].count + (uint32_t)count > MOST_PIECES) {
        lu_refuse(x, v, "a stack of so many pieces");
        return;
    }
    if (piece >> KIND_BITS || state < 0 || state >> STATE_BITS || value < 0 || value >> VALUE_BITS) {
        lu_refuse(x, v, "such a number of a piece in a stack");
        return;
    }
    for (int32_t i = 0; i < count; i++)
        vec_push(x->a, &x->piles[site],
                 piece | (uint32_t)state << KIND_BITS | (uint32_t)value << (KIND_BITS + STATE_BITS));
    x->start[LU_S_WHAT][site] = (int32_t)piece;
    x->start[LU_S_COUNT][site] = 1;
    x->start[LU_S_STATE][site] = state;
    x->start[LU_S_VALUE][site] = value;
    x->start[LU_S_WHO][site] = owner >= 1 && owner <= (int)x->players + 1 ? owner : 0;
}

/* No stack is higher than all pieces together, if no piece is added. */
static uint32_t highest(const lu *x)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < x->sites; i++)
        all += x->piles[i].count;
    bool more =
        lu_mentions(x, x->game, "Add") || lu_mentions(x, x->game, "Move.Site") || lu_mentions(x, x->game, "Deal");
    return more && all < HEIGHT ? HEIGHT : all ? all : 1;
}

static int32_t start_of(const lu *x, lu_state s, uint32_t entry)
{
    uint32_t piece = kind_in(entry);
    int owner = vec_at(&x->components, piece).owner;
    switch ((int)s) {
    case LU_S_WHAT: return (int32_t)piece;
    case LU_S_WHO: return owner >= 1 && owner <= (int)x->players + 1 ? owner : 0;
    case LU_S_STATE: return (int32_t)(entry >> KIND_BITS & ((1u << STATE_BITS) - 1));
    case LU_S_VALUE: return (int32_t)(entry >> (KIND_BITS + STATE_BITS));
    default: return 0;
    }
}

void lu_start_stacks(lu *x)
{
    static const char *const names[PARTS] = {"pile", "pileOwners", "pileStates", "pileRotations", "pileValues"};
    uint32_t h = x->height = highest(x);
    int32_t *sizes = ARENA_ARRAY(x->a, int32_t, x->sites), last = (int32_t)(x->sites * h) - 1;
    for (uint32_t i = 0; i < x->sites; i++)
        sizes[i] = x->piles[i].count ? (int32_t)x->piles[i].count : x->start[LU_S_WHAT][i] != 0;
    x->size = kit_array(x->k, "size", -2, (int32_t)x->sites - 1, 0, (int32_t)h, sizes);
    x->emptied = kit_array(x->k, "emptied", -2, (int32_t)x->sites - 1, 0, 1, NULL);
    for (uint32_t p = 0; p < PARTS; p++) {
        const ir_type_data *t;
        if (x->vars[parts[p]] == IR_NONE)
            continue;
        int32_t *start = ARENA_ARRAY(x->a, int32_t, x->sites * h);
        for (uint32_t i = 0; i < x->sites; i++)
            for (uint32_t l = 0; l + 1 < x->piles[i].count; l++)
                start[i * h + l] = start_of(x, parts[p], vec_at(&x->piles[i], l));
        t = ir_type_at(x->k->g, ir_resolve(x->k->g, vec_at(&x->k->g->variables, x->vars[parts[p]]).type));
        t = ir_type_at(x->k->g, ir_resolve(x->k->g, t->value));
        x->pile[p] = kit_array(x->k, names[p], -1, last, t->low, t->high, start);
    }
}

/* ---- reading ---- */

kit_num lu_size_at(lu *x, kit_num site)
{
    if (x->stacks)
        return kit_at(x->k, x->size, lu_as_site(x, site));
    return kit_choose(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, site), kit_known(0)), kit_known(0), kit_known(1));
}

static kit_num top_of(lu *x, kit_num site) { return kit_op(x->k, IR_SUB, lu_size_at(x, site), kit_known(1)); }

static kit_num place_of(lu *x, kit_num site, kit_num level)
{
    kit_num in = kit_clamp(x->k, level, 0, (int32_t)x->height - 1, -1), at = lu_as_site(x, site), base = at, up = in;
    base.low = base.low < 0 ? 0 : base.low;
    up.low = up.low < 0 ? 0 : up.low;
    kit_cond there =
        kit_and(x->k, kit_compare(x->k, IR_GE, in, kit_known(0)), kit_compare(x->k, IR_GE, at, kit_known(0)));
    return kit_choose(x->k, there, kit_op(x->k, IR_ADD, kit_op(x->k, IR_MUL, base, kit_known((int32_t)x->height)), up),
                      kit_known(-1));
}

static kit_num part_at(lu *x, uint32_t p, kit_num site, kit_num level)
{
    kit_num covered = kit_at(x->k, x->pile[p], place_of(x, site, level)),
            top = kit_at(x->k, x->vars[parts[p]], lu_as_site(x, site));
    return kit_choose(x->k, kit_compare(x->k, IR_EQ, level, top_of(x, site)), top, covered);
}

kit_num lu_what_level(lu *x, kit_num site, kit_num level) { return part_at(x, 0, site, level); }

kit_num lu_who_level(lu *x, kit_num site, kit_num level)
{
    return x->uses_who ? part_at(x, 1, site, level) : kit_look(x->k, lu_owner_table(x), lu_what_level(x, site, level));
}

kit_num lu_state_level(lu *x, kit_num site, kit_num level)
{
    return has(x, 2) ? part_at(x, 2, site, level) : kit_known(0);
}

/* A level above -1 that there is; -1 is the topmost one. */
static kit_num named_level(lu *x, kit_num site, kit_num level)
{
    return lu_keep_num(x, "level",
                       kit_choose(x->k, kit_compare(x->k, IR_EQ, level, kit_known(-1)), top_of(x, site), level));
}

void lu_set_level(lu *x, lu_state s, kit_num site, kit_num level, kit_num n)
{
    uint32_t p = 0;
    while (p + 1 < PARTS && parts[p] != s)
        p++;
    site = lu_keep_num(x, "site", site), level = named_level(x, site, level), n = lu_keep_num(x, "part", n);
    ir_node after = kit_node(x->k), top = kit_branch(x->k, kit_compare(x->k, IR_LT, level, top_of(x, site)));
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, level, kit_known(0)), after);
    kit_set_at(x->k, x->pile[p], place_of(x, site, level), n);
    kit_go(x->k, after);
    x->k->cur = top;
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, level, top_of(x, site)), after);
    kit_set_at(x->k, x->vars[s], site, n);
    kit_go(x->k, after);
    x->k->cur = after;
}

kit_num lu_top_level(lu *x, const ludii_value *v)
{
    kit_num top = top_of(x, lu_int(x, lu_arg(x, v, "at")));
    return kit_choose(x->k, kit_compare(x->k, IR_LT, top, kit_known(0)), kit_known(0), top);
}

kit_num lu_size_stack(lu *x, const ludii_value *v)
{
    const ludii_value *in = lu_arg(x, v, "in"), *at = lu_arg(x, v, "at");
    if (!in)
        return lu_size_at(
            x, lu_spot(x, lu_ground_of(x, v), lu_as_site(x, at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO))));
    ir_var site = kit_scratch(x->k, "counted", -2, (int32_t)x->sites), sum = kit_scratch(x->k, "sum", 0, 30000);
    const lu_region *r = lu_sites(x, in);
    kit_set(x->k, sum, kit_known(0));
    kit_loop l = lu_each_site(x, r, site);
    kit_set(
        x->k, sum,
        kit_op(x->k, IR_ADD, kit_read(x->k, sum), lu_size_at(x, lu_spot(x, lu_ground_of(x, v), kit_read(x->k, site)))));
    kit_loop_end(x->k, &l);
    return kit_read(x->k, sum);
}

/* Pieces for which `fits` has 1 in the player's column, on all levels of a site. */
kit_num lu_count_levels(lu *x, kit_num site, ir_const fits, kit_num who)
{
    ir_var level = kit_scratch(x->k, "level", 0, (int32_t)x->height),
           sum = kit_scratch(x->k, "sum", 0, (int32_t)x->height);
    kit_set(x->k, sum, kit_known(0));
    kit_loop l = kit_loop_begin(x->k, level, kit_known(0), lu_size_at(x, site));
    kit_num what = lu_what_level(x, site, kit_read(x->k, level));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_look2(x->k, fits, what, who), kit_known(1)), l.next);
    kit_set(x->k, sum, kit_op(x->k, IR_ADD, kit_read(x->k, sum), kit_known(1)));
    kit_loop_end(x->k, &l);
    return kit_read(x->k, sum);
}

/* Whether a site has such a piece on any level, in that state if one is given. */
kit_cond lu_any_level(lu *x, kit_num site, ir_const fits, kit_num who, const kit_num *state)
{
    ir_var level = kit_scratch(x->k, "level", 0, (int32_t)x->height);
    kit_try t = kit_try_begin(x->k);
    kit_pick(x->k, level, 0, (int32_t)x->height - 1);
    kit_num what = lu_what_level(x, site, kit_read(x->k, level));
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_look2(x->k, fits, what, who), kit_known(1)));
    if (state)
        kit_check(x->k, kit_compare(x->k, IR_EQ, lu_state_level(x, site, kit_read(x->k, level)), *state));
    return kit_try_end(x->k, t);
}

/* ---- changing ---- */

static void resize(lu *x, kit_num site, kit_num size)
{
    /* beyond the height it is a fault, not a lower stack */
    kit_assign(x->k, kit_index(x->k, kit_var(x->k, x->size), kit_expr(x->k, site)), kit_expr(x->k, size));
}

/* The records of Ludii show a cell that a piece was taken off last, until a whole stack leaves it.
 */
static void mark_emptied(lu *x, kit_num site, bool whole)
{
    bool cells = x->b->default_site == GR_CELL, hands = x->sites > x->board_sites;
    ir_node after = kit_node(x->k);
    if ((!cells && !hands) || !lu_quirk(x, QUIRK_EMPTIED_STACK_STAYS))
        return;
    kit_cond is = kit_compare(x->k, IR_EQ, lu_size_at(x, site), kit_known(0));
    if (!cells)
        is = kit_and(x->k, is, kit_compare(x->k, IR_GE, site, kit_known((int32_t)x->board_sites)));
    kit_branch_to(x->k, is, after);
    kit_set_at(x->k, x->emptied, site, kit_known(!whole));
    kit_go(x->k, after);
    x->k->cur = after;
}

/* A piece on top of what is there. */
void lu_push(lu *x, kit_num site, const lu_piece *piece)
{
    const kit_num *with[PARTS] = {&piece->what, &piece->who, &piece->state, &piece->rotation, &piece->value};
    ir_node put = kit_node(x->k), empty = kit_branch(x->k, kit_compare(x->k, IR_GT, lu_size_at(x, site), kit_known(0)));
    for (uint32_t p = 0; p < PARTS; p++)
        if (has(x, p))
            kit_set_at(x->k, x->pile[p], place_of(x, site, top_of(x, site)), kit_at(x->k, x->vars[parts[p]], site));
    kit_go(x->k, put);
    x->k->cur = empty;
    kit_go(x->k, put);
    x->k->cur = put;
    for (uint32_t p = 0; p < PARTS; p++)
        if (has(x, p))
            kit_set_at(x->k, x->vars[parts[p]], site, *with[p]);
    resize(x, site, kit_op(x->k, IR_ADD, lu_size_at(x, site), kit_known(1)));
}

static void pop(lu *x, kit_num site)
{
    ir_node after = kit_node(x->k),
            none = kit_branch(x->k, kit_compare(x->k, IR_GT, lu_size_at(x, site), kit_known(0)));
    resize(x, site, top_of(x, site));
    for (uint32_t p = 0; p < PARTS; p++)
        if (has(x, p)) {
            kit_num below = place_of(x, site, top_of(x, site));
            kit_set_at(x->k, x->vars[parts[p]], site, kit_at(x->k, x->pile[p], below));
            kit_set_at(x->k, x->pile[p], below, kit_known(0));
        }
    kit_go(x->k, after);
    x->k->cur = none;
    kit_go(x->k, after);
    x->k->cur = after;
}

/* The topmost piece goes. */
void lu_pop(lu *x, kit_num site)
{
    pop(x, site);
    mark_emptied(x, site, false);
}

lu_piece lu_piece_at(lu *x, kit_num site, kit_num level)
{
    kit_num part[PARTS];
    for (uint32_t p = 0; p < PARTS; p++)
        part[p] = has(x, p) ? lu_keep_num(x, "moved", part_at(x, p, site, level)) : kit_known(0);
    return (lu_piece){part[0], part[1], part[2], part[3], part[4]};
}

/* A piece out of the middle: those above it come down. */
void lu_take_level(lu *x, kit_num site, kit_num level)
{
    ir_node after = kit_node(x->k), covered = kit_branch(x->k, kit_compare(x->k, IR_GE, level, top_of(x, site)));
    lu_pop(x, site);
    kit_go(x->k, after);
    x->k->cur = covered;
    ir_var at = kit_scratch(x->k, "level", -1, (int32_t)x->height);
    kit_loop l = kit_loop_begin(x->k, at, level, kit_op(x->k, IR_SUB, lu_size_at(x, site), kit_known(2)));
    kit_num above = kit_op(x->k, IR_ADD, kit_read(x->k, at), kit_known(1));
    for (uint32_t p = 0; p < PARTS; p++)
        if (has(x, p))
            kit_set_at(x->k, x->pile[p], place_of(x, site, kit_read(x->k, at)),
                       kit_at(x->k, x->pile[p], place_of(x, site, above)));
    kit_loop_end(x->k, &l);
    for (uint32_t p = 0; p < PARTS; p++)
        if (has(x, p))
            kit_set_at(x->k, x->pile[p], place_of(x, site, kit_op(x->k, IR_SUB, lu_size_at(x, site), kit_known(2))),
                       kit_known(0));
    resize(x, site, top_of(x, site));
    kit_go(x->k, after);
    x->k->cur = after;
}

/* The piece at a level leaves the game, if there is one. */
void lu_remove_level(lu *x, kit_num site, kit_num level)
{
    ir_node after = kit_node(x->k);
    site = lu_keep_num(x, "site", site), level = named_level(x, site, level);
    kit_cond there = kit_and(x->k, kit_compare(x->k, IR_GE, site, kit_known(0)),
                             kit_compare(x->k, IR_LT, level, lu_size_at(x, site)));
    kit_branch_to(x->k, kit_and(x->k, there, kit_compare(x->k, IR_GE, level, kit_known(0))), after);
    if (!site.known)
        site.low = site.low < 0 ? 0 : site.low;
    level = kit_clamp(x->k, level, 0, (int32_t)x->height - 1, 0);
    lu_leave_tracks(x, lu_what_level(x, site, level), site);
    lu_take_level(x, site, level);
    kit_go(x->k, after);
    x->k->cur = after;
}

static void pop_all(lu *x, kit_num site)
{
    ir_node head = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    ir_node done = kit_branch(x->k, kit_compare(x->k, IR_GT, lu_size_at(x, site), kit_known(0)));
    pop(x, site);
    kit_go(x->k, head);
    x->k->cur = done;
    mark_emptied(x, site, true);
}

/* All pieces of a site, or so many from the top, in their order, on top of another. */
void lu_move_stack(lu *x, kit_num from, kit_num to, const kit_num *count)
{
    ir_var level = kit_scratch(x->k, "level", 0, (int32_t)x->height);
    ir_node after = kit_node(x->k), other = kit_branch(x->k, kit_compare(x->k, IR_EQ, from, to));
    kit_go(x->k, after);
    x->k->cur = other;
    kit_num size = lu_size_at(x, from), low = count ? kit_op(x->k, IR_SUB, size, *count) : kit_known(0);
    if (count) /* of a lower stack nothing moves */
        kit_branch_to(x->k, kit_compare(x->k, IR_GE, low, kit_known(0)), after);
    kit_loop l = kit_loop_begin(x->k, level, kit_clamp(x->k, low, 0, (int32_t)x->height, 0), size);
    lu_piece piece = lu_piece_at(x, from, kit_read(x->k, level));
    lu_push(x, to, &piece);
    kit_loop_end(x->k, &l);
    if (count)
        lu_pop_many(x, from, *count);
    else
        pop_all(x, from);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* One piece, from the top or from a level. */
void lu_move_level(lu *x, kit_num from, kit_num to, kit_num level)
{
    if (level.low < 0) /* no level: the topmost piece */
        level = kit_choose(x->k, kit_compare(x->k, IR_LT, level, kit_known(0)),
                           kit_op(x->k, IR_SUB, lu_size_at(x, from), kit_known(1)), level);
    level = lu_keep_num(x, "level", level);
    lu_piece piece = lu_piece_at(x, from, level);
    ir_node after = kit_node(x->k), other = kit_branch(x->k, kit_compare(x->k, IR_EQ, from, to));
    kit_go(x->k, after); /* it stays at its level */
    x->k->cur = other;
    lu_take_level(x, from, level);
    lu_push(x, to, &piece);
    lu_follow_tracks(x, piece.what, from, to);
    kit_go(x->k, after);
    x->k->cur = after;
}

void lu_move_top(lu *x, kit_num from, kit_num to, bool decided)
{
    kit_num level = lu_keep_num(x, "level", kit_op(x->k, IR_SUB, lu_size_at(x, from), kit_known(1)));
    lu_piece piece = lu_piece_at(x, from, level);
    if (decided && lu_quirk(x, QUIRK_TOP_LEAVES_STATE))
        piece.state = piece.rotation = piece.value = kit_known(0);
    lu_take_level(x, from, level);
    lu_push(x, to, &piece);
    lu_follow_tracks(x, piece.what, from, to);
}

/* So many pieces of a kind, or as many as there are off the top. */
void lu_push_many(lu *x, kit_num site, const lu_piece *piece, kit_num count)
{
    if (count.known && count.value == 1) {
        lu_push(x, site, piece);
        return;
    }
    ir_var k = kit_scratch(x->k, "k", 0, 30001);
    count = lu_keep_num(x, "number", kit_clamp(x->k, count, 0, 30000, 0));
    kit_loop l = kit_loop_begin(x->k, k, kit_known(0), count);
    lu_push(x, site, piece);
    kit_loop_end(x->k, &l);
}

void lu_pop_many(lu *x, kit_num site, kit_num count)
{
    if (count.known && count.value == 1) {
        lu_pop(x, site);
        return;
    }
    ir_var k = kit_scratch(x->k, "k", 0, 30001);
    count = lu_keep_num(x, "number", kit_clamp(x->k, count, 0, 30000, 0));
    kit_loop l = kit_loop_begin(x->k, k, kit_known(0), count);
    lu_pop(x, site);
    kit_loop_end(x->k, &l);
}

/* ---- lines ---- */

typedef struct rising {
    const lu_lines *lines;
    ir_var place, level, slope, have;
    kit_num wanted;
    int32_t n;
} rising;

/* On along one half of a line as long as the pieces are like; `found` when there are enough. */
static void follow(lu *x, const rising *r, ir_op up, ir_node found)
{
    ir_node head = kit_node(x->k), on = kit_node(x->k), off = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_set(x->k, r->level, kit_op(x->k, up, kit_read(x->k, r->level), kit_read(x->k, r->slope)));
    kit_cond there = kit_compare(x->k, IR_NE, kit_read(x->k, r->place), kit_known(0));
    kit_branch_to(x->k, kit_and(x->k, there, kit_compare(x->k, IR_GE, kit_read(x->k, r->level), kit_known(0))), off);
    kit_num site = kit_look(x->k, r->lines->rays->site, kit_read(x->k, r->place));
    kit_branch_to(x->k, kit_compare(x->k, IR_EQ, lu_what_level(x, site, kit_read(x->k, r->level)), r->wanted), off);
    kit_set(x->k, r->have, kit_op(x->k, IR_ADD, kit_read(x->k, r->have), kit_known(1)));
    kit_branch_to(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, r->have), kit_known(r->n)), found);
    kit_set(x->k, r->place, kit_look(x->k, r->lines->rays->next, kit_read(x->k, r->place)));
    kit_go(x->k, on);
    x->k->cur = on;
    kit_go(x->k, head);
    x->k->cur = off;
}

/* Lines through the topmost piece of a stack: level, rising, falling, or straight down. */
kit_cond lu_line_by_level(lu *x, const ludii_value *v, int32_t n)
{
    const ludii_value *through = lu_arg(x, v, "through"), *what = lu_arg(x, v, "what");
    rising r = {.lines = lu_lines_of(x, lu_item(x, v, "AbsoluteDirection"), "Adjacent"), .n = n};
    if (!x->stacks || lu_arg(x, v, "exact") || lu_arg(x, v, "if") || lu_item(x, v, "RoleType"))
        lu_refuse_ludeme(x, v);
    if (x->failed)
        return kit_truth(false);
    kit_num pivot = kit_clamp(x->k, through ? lu_int(x, through) : lu_context_num(x, LU_LAST_TO), -2,
                              (int32_t)x->default_count - 1, -1);
    r.wanted = lu_what_at(x, pivot);
    r.place = kit_scratch(x->k, "place", 0, (int32_t)r.lines->rays->places - 1);
    r.level = kit_scratch(x->k, "level", -2, (int32_t)x->height + 1);
    r.slope = kit_scratch(x->k, "slope", -1, 1);
    r.have = kit_scratch(x->k, "have", 0, n);
    ir_var k = kit_scratch(x->k, "k", 0, (int32_t)r.lines->width - 1);
    kit_try t = kit_try_begin(x->k);
    ir_node found = kit_node(x->k);
    kit_check(x->k, kit_compare(x->k, IR_NE, r.wanted, kit_known(0)));
    if (what)
        kit_check(x->k, kit_compare(x->k, IR_EQ, r.wanted, lu_int(x, what)));
    ir_node entry = x->k->cur;
    for (int32_t down = 1; down < n; down++)
        kit_check(x->k, kit_compare(x->k, IR_EQ,
                                    lu_what_level(x, pivot, kit_op(x->k, IR_SUB, top_of(x, pivot), kit_known(down))),
                                    r.wanted));
    kit_go(x->k, found);
    x->k->cur = entry;
    kit_pick(x->k, k, 0, (int32_t)r.lines->width - 1);
    kit_pick(x->k, r.slope, -1, 1);
    kit_set(x->k, r.have, kit_known(1));
    kit_set(x->k, r.level, top_of(x, pivot));
    kit_set(x->k, r.place, kit_look2(x->k, r.lines->one, pivot, kit_read(x->k, k)));
    follow(x, &r, IR_ADD, found);
    kit_set(x->k, r.level, top_of(x, pivot));
    kit_set(x->k, r.place, kit_look2(x->k, r.lines->other, pivot, kit_read(x->k, k)));
    follow(x, &r, IR_SUB, found);
    kit_check(x->k, kit_truth(false));
    x->k->cur = found;
    return kit_try_end(x->k, t);
}

/* Pieces that stand as listed: on all sites of the board, on those given, or in a stack from the
 * bottom. */
kit_cond lu_is_target(lu *x, const ludii_value *v)
{
    const ludii_value *wanted = NULL, *where = NULL;
    for (uint32_t i = 1; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]) && !wanted)
            wanted = v->items[i];
        else if (v->items[i] && wanted)
            where = v->items[i];
        else if (v->items[i])
            lu_refuse_ludeme(x, v);
    kit_cond all = kit_truth(true);
    bool stack = where && !lu_array_of(x, where);
    kit_num site = stack ? kit_known((int32_t)strtol(lu_word(x, where), NULL, 10)) : kit_known(0);
    if (!wanted || (where && !stack && where->count != wanted->count))
        lu_refuse_ludeme(x, v);
    if (stack)
        all = kit_compare(x->k, IR_EQ, lu_size_at(x, site), kit_known((int32_t)wanted->count));
    for (uint32_t i = 0; wanted && i < wanted->count && !x->failed; i++) {
        kit_num piece = kit_known((int32_t)strtol(lu_word(x, wanted->items[i]), NULL, 10));
        kit_num at = kit_known(where && !stack ? (int32_t)strtol(lu_word(x, where->items[i]), NULL, 10) : (int32_t)i);
        kit_num what =
            stack && x->stacks ? lu_what_level(x, site, kit_known((int32_t)i)) : lu_what_at(x, stack ? site : at);
        all = kit_and(x->k, all, kit_compare(x->k, IR_EQ, what, piece));
    }
    return all;
}

/* ---- the start ---- */

void lu_place_stack(lu *x, const ludii_value *v)
{
    const ludii_value *items = lu_arg(x, v, "items"), *counts = lu_arg(x, v, "counts"), *one = lu_item(x, v, "Int"),
                      *coord = lu_arg(x, v, "coord"), *region = lu_item(x, v, "Sites"),
                      *state_arg = lu_arg(x, v, "state"), *count_arg = lu_arg(x, v, "count");
    const int32_t state = state_arg ? lu_fixed(x, state_arg) : 0, count = count_arg ? lu_fixed(x, count_arg) : 1;
    vec_u32 sites = {0};
    if (lu_arg(x, v, "invisibleTo") || lu_arg(x, v, "maskedTo") || lu_arg(x, v, "rotation") || lu_arg(x, v, "value"))
        lu_refuse_ludeme(x, v);
    for (uint32_t i = 2; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        if (!a || a->node->label != NAME_NONE || a == region || a == one || lu_is(x, a, "SiteType"))
            continue;
        const lu_container *c =
            lu_array_of(x, a) || lu_string(x, a) == NAME_NONE ? NULL : lu_container_find(x, lu_string(x, a));
        if (c)
            vec_push(x->a, &sites, c->first);
        for (uint32_t k = 0; lu_array_of(x, a) && k < a->count; k++) {
            const name_id label = lu_string(x, a->items[k]);
            const int32_t site = label != NAME_NONE ? lu_label_site(x, a->items[k], LU_OWN, ludii_text(x->f, label))
                                                    : lu_fixed(x, a->items[k]);
            vec_push(x->a, &sites, (uint32_t)site);
        }
    }
    if (coord)
        vec_push(x->a, &sites, (uint32_t)lu_label_site(x, coord, LU_OWN, ludii_text(x->f, lu_string(x, coord))));
    if (one)
        vec_push(x->a, &sites, (uint32_t)lu_fixed(x, one));
    const lu_region *r = region ? lu_sites(x, region) : NULL;
    if (r && !r->known)
        lu_refuse(x, region, "a region that changes");
    for (uint32_t i = 0; r && i < r->sites.count; i++)
        vec_push(x->a, &sites, vec_at(&r->sites, i));
    if (!sites.count)
        lu_refuse_ludeme(x, v);
    for (uint32_t i = 0; i < sites.count && !x->failed; i++) {
        const int32_t n = counts && i < counts->count ? lu_fixed(x, counts->items[i]) : count;
        for (uint32_t k = 0; k < (items ? items->count : 1); k++)
            lu_put_at_start(x, v, items ? items->items[k] : v->items[1], (int32_t)sites.data[i], n, state);
    }
}
