/* Chance besides dice: pieces that are put on random sites before the game begins, one move of
 * chance a piece. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>
#include <string.h>

enum { PLACED_MAX = 10000 };

static bool is_empty_sites(lu *x, const ludii_value *v)
{
    bool only = v->count && v->items[0] && lu_word_is(x, v->items[0], "Empty");
    for (uint32_t i = 1; i < v->count; i++)
        only &= !v->items[i];
    return only;
}

/* Pieces that are put on random sites, last first. */
typedef struct lu_random lu_random;
struct lu_random {
    int32_t piece, mask, state, value, most; /* most: the value is from the other to this one */
    const lu_region *where;                  /* NULL: the board */
    lu_random *before;
    uint32_t number;
    const ludii_value *v;
};

static void add_random(lu *x, const ludii_value *v, lu_random r)
{
    r.before = x->randoms;
    r.v = v;
    r.number = x->randoms ? x->randoms->number + 1 : 0;
    x->randoms = memcpy(ARENA_NEW(x->a, lu_random), &r, sizeof r);
    if (r.number > PLACED_MAX)
        lu_refuse(x, v, "so many pieces on random sites");
}

bool lu_place_valued(lu *x, const ludii_value *v, uint32_t piece, int32_t site)
{
    const ludii_value *value = lu_arg(x, v, "value"), *range;
    if (!value || !lu_is_row(x, value, "Value.Random"))
        return false;
    range = lu_item(x, value, "Range");
    lu_range r = lu_range_of(x, range, 1);
    lu_touch(x, value);
    if (x->stacks || site < 0 || site >= (int32_t)x->default_count || !r.min.known || !r.max.known ||
        r.min.value > r.max.value || r.min.value < 0)
        lu_refuse_ludeme(x, value);
    else
        add_random(x, v,
                   (lu_random){.piece = (int32_t)piece,
                               .value = r.min.value,
                               .most = r.max.value,
                               .where = lu_one_site(x, kit_known(site))});
    return true;
}

void lu_place_random(lu *x, const ludii_value *v)
{
    const ludii_value *names = NULL, *count = lu_arg(x, v, "count"), *state = lu_arg(x, v, "state"),
                      *sites = lu_item(x, v, "Sites"), *value = lu_arg(x, v, "value");
    int32_t n = 1, s = 0, worth = 0;
    for (uint32_t i = 1; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]) && v->items[i]->node->label == NAME_NONE)
            names = v->items[i];
    if (!names || (value && (x->stacks || !lu_known_int(x, value, &worth))) || lu_ground_of(x, v) != LU_OWN ||
        (count && !lu_known_int(x, count, &n)) || (state && !lu_known_int(x, state, &s))) {
        lu_refuse_ludeme(x, v);
        return;
    }
    const lu_region *where = !sites || is_empty_sites(x, sites) ? NULL : lu_sites(x, sites);
    if (where && !where->known)
        lu_refuse(x, sites, "a region that changes");
    const int32_t mask = lu_hidden_from(x, v, "maskedTo");
    x->masks_random |= mask != 0;
    for (uint32_t i = 0; !x->failed && i < names->count; i++) {
        uint32_t piece = lu_component_find(x, lu_string(x, names->items[i]));
        if (!piece)
            lu_no_piece(x, names->items[i]);
        for (int32_t k = 0; k < n && !x->failed; k++)
            add_random(x, v, (lu_random){(int32_t)piece, mask, s, worth, worth, where, NULL, 0, NULL});
    }
}

/* Pieces for which no site may be left are not placed, which depends on where the others come to stand. */
static void check_room(lu *x, const int32_t *in, const int32_t *area, uint32_t n, uint32_t areas, uint32_t sites)
{
    for (uint32_t a = 0; a < areas && !x->failed; a++) {
        uint32_t room = 0, wanted = 0;
        for (uint32_t i = 0; i < sites; i++)
            room += in[a * sites + i] && !x->start[LU_S_WHAT][i];
        for (uint32_t k = 0; k < n; k++) {
            bool meets = false;
            for (uint32_t i = 0; i < sites && !meets; i++)
                meets = in[a * sites + i] && in[(uint32_t)area[k] * sites + i];
            wanted += meets;
        }
        if (wanted > room)
            lu_refuse(x, x->randoms->v, "more pieces on random sites than there may be room for");
    }
}

/* In front of the first turn. */
void lu_random_start(lu *x)
{
    uint32_t n = x->randoms ? x->randoms->number + 1 : 0, areas = 0, sites = x->default_count;
    int32_t least = INT32_MAX, most = 0;
    bool varies = false;
    if (!n)
        return;
    int32_t *pieces = ARENA_ARRAY(x->a, int32_t, n + 1), *masks = ARENA_ARRAY(x->a, int32_t, n + 1),
            *states = ARENA_ARRAY(x->a, int32_t, n + 1), *values = ARENA_ARRAY(x->a, int32_t, n + 1),
            *mosts = ARENA_ARRAY(x->a, int32_t, n + 1), *area = ARENA_ARRAY(x->a, int32_t, n + 1),
            *in = NULL; /* [area][site] */
    for (const lu_random *r = x->randoms; r; r = r->before) {
        pieces[r->number] = r->piece, masks[r->number] = r->mask, states[r->number] = r->state;
        values[r->number] = r->value, mosts[r->number] = r->most, varies |= r->most > r->value;
        least = r->value < least ? r->value : least, most = r->most > most ? r->most : most;
        area[r->number] = (int32_t)areas;
        areas += !r->before || r->where != r->before->where;
    }
    in = ARENA_ARRAY(x->a, int32_t, (size_t)areas * sites);
    for (const lu_random *r = x->randoms; r; r = r->before)
        for (uint32_t i = 0; i < sites; i++)
            in[(uint32_t)area[r->number] * sites + i] = !r->where || lu_contains(&r->where->sites, i);
    check_room(x, in, area, n, areas, sites);
    ir_var placed = kit_variable(x->k, "placed", 0, (int32_t)n, 0),
           site = kit_scratch(x->k, "any", 0, (int32_t)sites - 1);
    ir_node chance = kit_node(x->k), begin = kit_node(x->k);
    kit_player(x->k, chance, x->k->g->random);
    x->k->cur = chance;
    kit_num at = kit_read(x->k, placed), piece = kit_look(x->k, kit_table(x->k, 0, pieces, n + 1, 0), at);
    kit_pick(x->k, site, 0, (int32_t)sites - 1);
    kit_check(x->k, kit_compare(x->k, IR_EQ, lu_what_at(x, kit_read(x->k, site)), kit_known(0)));
    if (areas > 1 || x->randoms->where)
        kit_check(x->k,
                  kit_compare(x->k, IR_EQ,
                              kit_look2(x->k, kit_table2(x->k, 0, in, areas, sites, 0),
                                        kit_look(x->k, kit_table(x->k, 0, area, n + 1, 0), at), kit_read(x->k, site)),
                              kit_known(1)));
    kit_num value = kit_look(x->k, kit_table(x->k, 0, values, n + 1, 0), at);
    if (varies) {
        ir_var v = kit_scratch(x->k, "worth", least, most);
        kit_pick(x->k, v, least, most);
        kit_check(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, v), value));
        kit_check(x->k,
                  kit_compare(x->k, IR_LE, kit_read(x->k, v), kit_look(x->k, kit_table(x->k, 0, mosts, n + 1, 0), at)));
        value = kit_read(x->k, v);
    }
    lu_tag_word(x, varies ? "Place:@=#v#" : "Place:@=#");
    lu_tag_site(x, kit_read(x->k, site));
    lu_tag_num(x, piece);
    if (varies)
        lu_tag_num(x, value);
    lu_put(x, kit_read(x->k, site), piece, kit_known(1), kit_look(x->k, kit_table(x->k, 0, states, n + 1, 0), at));
    if (most > 0)
        kit_set_at(x->k, lu_state_var(x, LU_S_VALUE), kit_read(x->k, site), value);
    if (x->masks_random)
        kit_set_at(x->k, lu_state_var(x, LU_S_MASKED), kit_read(x->k, site),
                   kit_look(x->k, kit_table(x->k, 0, masks, n + 1, 0), at));
    kit_set(x->k, site, kit_known(0));
    kit_set(x->k, placed, kit_op(x->k, IR_ADD, kit_read(x->k, placed), kit_known(1)));
    ir_node all = kit_branch(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, placed), kit_known((int32_t)n)));
    kit_player(x->k, chance, x->k->g->random);
    x->k->cur = all;
    kit_set(x->k, placed, kit_known(0));
    kit_player(x->k, begin, x->k->g->keeper);
    x->k->cur = begin;
}

static kit_cond is_left(lu *x, const lu_region *r, ir_var marks, ir_var site)
{
    kit_try t = kit_try_begin(x->k);
    lu_pick_site(x, r, site);
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, marks, kit_read(x->k, site)), kit_known(0)));
    return kit_try_end(x->k, t);
}

/* A number that chance picks when it is asked for. */
kit_num lu_value_random(lu *x, const ludii_value *v)
{
    lu_range r = lu_range_of(x, lu_item(x, v, "Range"), 1);
    if (!x->stage.settled || x->k->tries || x->joint) {
        lu_refuse(x, v, "a random choice that is not a consequence of a move");
        return LU_NOTHING;
    }
    const bool fixed = r.min.known && r.max.known;
    const int32_t low = r.min.low, high = r.max.high;
    if ((fixed && low > high) || (int64_t)high - low > 100000) {
        lu_refuse_ludeme(x, v);
        return LU_NOTHING;
    }
    kit_num least = lu_keep_num(x, "least", r.min), most = lu_keep_num(x, "most", r.max);
    ir_var n = kit_scratch(x->k, "random", fixed || low < -1 ? low : -1, high);
    ir_node picked = kit_node(x->k), behind = kit_node(x->k), after = kit_node(x->k);
    if (!fixed) { /* nothing is picked where there is nothing */
        kit_set(x->k, n, kit_known(-1));
        kit_branch_to(x->k, kit_compare(x->k, IR_LE, least, most), after);
    }
    kit_player(x->k, picked, x->k->g->random);
    x->k->cur = picked;
    kit_pick(x->k, n, low, high);
    if (!fixed)
        kit_check(x->k, kit_and(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, n), least),
                                kit_compare(x->k, IR_LE, kit_read(x->k, n), most)));
    lu_tag_word(x, "Random:#");
    lu_tag_num(x, kit_read(x->k, n));
    kit_player(x->k, behind, x->k->g->keeper);
    x->k->cur = behind;
    kit_go(x->k, after);
    x->k->cur = after;
    return kit_read(x->k, n);
}

/* Sites that chance picks when they are asked for: so many, or all where there are not more. */
const lu_region *lu_sites_random(lu *x, const ludii_value *v)
{
    const ludii_value *where = lu_item(x, v, "Sites"), *num = lu_arg(x, v, "num");
    const lu_region *r = where ? lu_sites(x, where) : lu_empty_sites(x);
    if (!where && x->b->default_site != GR_CELL)
        lu_refuse(x, v, "random cells of a board of other sites");
    if (!x->stage.settled || x->k->tries || x->joint) {
        lu_refuse(x, v, "a random choice that is not a consequence of a move");
        return r;
    }
    ir_var site = kit_scratch(x->k, "any", 0, (int32_t)x->sites - 1),
           asked = kit_scratch(x->k, "asked", 0, (int32_t)x->sites - 1),
           marks = kit_array(x->k, "marks", -2, (int32_t)x->sites - 1, 0, 1, NULL),
           cleared = kit_scratch(x->k, "marked", -2, (int32_t)x->sites), round = kit_scratch(x->k, "round", 0, 30000);
    kit_loop clear = kit_loop_begin(x->k, cleared, kit_known(0), kit_known((int32_t)x->sites));
    kit_set_at(x->k, marks, kit_read(x->k, cleared), kit_known(0));
    kit_loop_end(x->k, &clear);
    ir_node after = kit_node(x->k), picked = kit_node(x->k), behind = kit_node(x->k);
    kit_loop l =
        kit_loop_begin(x->k, round, kit_known(0), kit_clamp(x->k, num ? lu_int(x, num) : kit_known(1), 0, 30000, 0));
    kit_branch_to(x->k, is_left(x, r, marks, asked), after);
    kit_player(x->k, picked, x->k->g->random);
    x->k->cur = picked;
    lu_pick_site(x, r, site);
    kit_check(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, marks, kit_read(x->k, site)), kit_known(0)));
    lu_tag_word(x, "Random:@");
    lu_tag_site(x, kit_read(x->k, site));
    kit_player(x->k, behind, x->k->g->keeper);
    x->k->cur = behind;
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(1));
    kit_set(x->k, site, kit_known(0));
    kit_loop_end(x->k, &l);
    kit_go(x->k, after);
    x->k->cur = after;
    return lu_marked(x, marks, &r->sites);
}
