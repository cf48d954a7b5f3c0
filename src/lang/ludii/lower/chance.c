/* Chance besides dice: pieces that are put on random sites before the game begins, one move of
 * chance a piece. */
#include "lang/ludii/lower/dice.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>
#include <string.h>

enum { PLACED_MAX = 10000 };

void lu_place_random(lu *x, const ludii_value *v)
{
    const ludii_value *names = NULL, *count = lu_arg(x, v, "count");
    int32_t n = 1;
    for (uint32_t i = 1; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]) && v->items[i]->node->label == NAME_NONE)
            names = v->items[i];
        else if (v->items[i] && v->items[i] != count && v->items[i] != lu_arg(x, v, "maskedTo"))
            lu_refuse_ludeme(x, v);
    int32_t mask = lu_hidden_from(x, v, "maskedTo");
    x->masks_random |= mask != 0;
    if (!names || (count && !lu_known_int(x, count, &n)))
        lu_refuse_ludeme(x, v);
    for (uint32_t i = 0; !x->failed && i < names->count; i++) {
        uint32_t piece = lu_component_find(x, lu_string(x, names->items[i]));
        if (!piece)
            lu_no_piece(x, names->items[i]);
        for (int32_t k = 0; k < n && !x->failed; k++) {
            vec_push(x->a, &x->random_pieces, piece);
            vec_push(x->a, &x->random_masks, (uint32_t)mask);
        }
    }
    if (x->random_pieces.count > PLACED_MAX)
        lu_refuse(x, v, "so many pieces on random sites");
}

/* In front of the first turn. */
void lu_random_start(lu *x)
{
    uint32_t n = x->random_pieces.count;
    if (!n)
        return;
    int32_t *pieces = ARENA_ARRAY(x->a, int32_t, n + 1), *masks = ARENA_ARRAY(x->a, int32_t, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        masks[i] = (int32_t)x->random_masks.data[i];
        pieces[i] = (int32_t)x->random_pieces.data[i];
    }
    ir_var placed = lu_variable(x, "placed", 0, (int32_t)n, 0),
           site = lu_scratch(x, "any", 0, (int32_t)x->default_count - 1);
    ir_node chance = lu_node(x), begin = lu_node(x);
    ir_expr player = irb_expr_var(x->g, x->g->player, x->at), random = irb_expr_symbol(x->g, x->g->random, x->at);
    irb_assign(x->g, x->cur, chance, player, random, x->at);
    x->cur = chance;
    lu_num piece = lu_look(x, lu_table(x, 0, pieces, n + 1, 0), lu_read(x, placed));
    lu_pick(x, site, 0, (int32_t)x->default_count - 1);
    lu_check(x, lu_compare(x, IR_EQ, lu_what_at(x, lu_read(x, site)), lu_known(0)));
    lu_tag_word(x, "Place:@=#");
    lu_tag_site(x, lu_read(x, site));
    lu_tag_num(x, piece);
    lu_put(x, lu_read(x, site), piece, lu_known(1), lu_known(0));
    if (x->masks_random)
        lu_set_at(x, lu_state_var(x, LU_S_MASKED), lu_read(x, site),
                  lu_look(x, lu_table(x, 0, masks, n + 1, 0), lu_read(x, placed)));
    lu_set(x, site, lu_known(0));
    lu_set(x, placed, lu_op(x, IR_ADD, lu_read(x, placed), lu_known(1)));
    ir_node all = lu_branch(x, lu_compare(x, IR_LT, lu_read(x, placed), lu_known((int32_t)n)));
    irb_assign(x->g, x->cur, chance, player, random, x->at);
    x->cur = all;
    lu_set(x, placed, lu_known(0));
    irb_assign(x->g, x->cur, begin, player, irb_expr_symbol(x->g, x->g->keeper, x->at), x->at);
    x->cur = begin;
}

static lu_cond is_left(lu *x, const lu_region *r, ir_var marks, ir_var site)
{
    lu_try t = lu_try_begin(x);
    lu_pick_site(x, r, site);
    lu_check(x, lu_compare(x, IR_EQ, lu_at(x, marks, lu_read(x, site)), lu_known(0)));
    return lu_try_end(x, t);
}

/* Sites that chance picks when they are asked for: so many, or all where there are not more. */
const lu_region *lu_sites_random(lu *x, const ludii_value *v)
{
    const ludii_value *where = lu_item(x, v, "Sites"), *num = lu_arg(x, v, "num");
    const lu_region *r = where ? lu_sites(x, where) : lu_all_sites(x, false);
    if (!x->settled || x->tries || x->joint) {
        lu_refuse(x, v, "a random choice that is not a consequence of a move");
        return r;
    }
    ir_var site = lu_scratch(x, "any", 0, (int32_t)x->sites - 1),
           asked = lu_scratch(x, "asked", 0, (int32_t)x->sites - 1),
           marks = lu_array(x, "marks", -2, (int32_t)x->sites - 1, 0, 1, NULL),
           cleared = lu_scratch(x, "marked", -2, (int32_t)x->sites), round = lu_scratch(x, "round", 0, 30000);
    lu_loop clear = lu_loop_begin(x, cleared, lu_known(0), lu_known((int32_t)x->sites));
    lu_set_at(x, marks, lu_read(x, cleared), lu_known(0));
    lu_loop_end(x, &clear);
    ir_node after = lu_node(x), picked = lu_node(x), behind = lu_node(x);
    ir_expr player = irb_expr_var(x->g, x->g->player, x->at);
    lu_loop l = lu_loop_begin(x, round, lu_known(0), lu_clamp(x, num ? lu_int(x, num) : lu_known(1), 0, 30000, 0));
    irb_skip(x->g, lu_branch(x, is_left(x, r, marks, asked)), after, x->at);
    irb_assign(x->g, x->cur, picked, player, irb_expr_symbol(x->g, x->g->random, x->at), x->at);
    x->cur = picked;
    lu_pick_site(x, r, site);
    lu_check(x, lu_compare(x, IR_EQ, lu_at(x, marks, lu_read(x, site)), lu_known(0)));
    lu_tag_word(x, "Random:@");
    lu_tag_site(x, lu_read(x, site));
    irb_assign(x->g, x->cur, behind, player, irb_expr_symbol(x->g, x->g->keeper, x->at), x->at);
    x->cur = behind;
    lu_set_at(x, marks, lu_read(x, site), lu_known(1));
    lu_set(x, site, lu_known(0));
    lu_loop_end(x, &l);
    lu_go(x, after);
    x->cur = after;
    return lu_marked(x, marks, &r->sites);
}
