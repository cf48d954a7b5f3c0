/* Pieces that cover several sites: which, where they fit, and what is covered. */
#include "lang/ludii/lower/tiles.h"

#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

bool lu_read_walks(lu *x, const ludii_value *v, lu_component *c)
{
    for (uint32_t i = 0; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        if (!a || !lu_array_of(x, a) || a->node->label != NAME_NONE)
            continue;
        bool several = a->count && lu_array_of(x, a->items[0]);
        if (a->count && !several && !lu_is(x, a->items[0], "StepType"))
            return false;
        for (uint32_t k = 0; k < (several ? a->count : 1); k++)
            vec_push(x->a, &c->walks, several ? a->items[k] : a);
    }
    return !lu_arg(x, v, "slots") && !lu_arg(x, v, "slotsPerSide");
}

/* Tables for each step of walks: [piece * states + state][site] the site covered, -1 where that is
 * off the board, -2 where the walk is over. */
void lu_find_tiles(lu *x)
{
    uint32_t n = x->default_count, length, ways;
    x->tile_states = 0, x->tile_cells = 0;
    for (uint32_t c = 1; c < x->components.count; c++)
        for (uint32_t w = 0; w < vec_at(&x->components, c).walks.count; w++) {
            lu_walk_sites(x, vec_at(&vec_at(&x->components, c).walks, w), &length, &ways);
            uint32_t states = ways * vec_at(&x->components, c).walks.count;
            x->tile_states = states > x->tile_states ? states : x->tile_states;
            x->tile_cells = length > x->tile_cells ? length : x->tile_cells;
        }
    if (!x->tile_states)
        return;
    uint32_t rows = x->components.count * x->tile_states;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)rows * n * x->tile_cells);
    for (size_t i = 0; i < (size_t)rows * n * x->tile_cells; i++)
        t[i] = -2;
    for (uint32_t c = 1; c < x->components.count; c++)
        for (uint32_t w = 0; w < vec_at(&x->components, c).walks.count; w++) {
            const uint32_t *sites = lu_walk_sites(x, vec_at(&vec_at(&x->components, c).walks, w), &length, &ways);
            for (uint32_t s = 0; s < n; s++)
                for (uint32_t d = 0; d < ways; d++)
                    for (uint32_t k = 1; k < length; k++) {
                        uint32_t to = sites[(s * ways + d) * length + k], row = c * x->tile_states + w * ways + d;
                        t[((size_t)k * rows + row) * n + s] = to == GR_NONE ? -1 : (int32_t)to;
                    }
        }
    x->tile_sites = t;
    x->covers = ARENA_ARRAY(x->a, ir_const, x->tile_cells);
    for (uint32_t k = 1; k < x->tile_cells; k++)
        x->covers[k] = kit_table2(x->k, 0, t + (size_t)k * rows * n, rows, n, -2);
}

void lu_start_tiles(lu *x)
{
    int32_t *covered = ARENA_ARRAY(x->a, int32_t, x->sites + 1);
    if (!x->tile_states)
        return;
    for (uint32_t s = 0; s < x->default_count; s++) {
        uint32_t piece = (uint32_t)x->start[LU_S_WHAT][s], state = (uint32_t)x->start[LU_S_STATE][s];
        for (uint32_t k = 1; k < x->tile_cells && piece && state < x->tile_states; k++) {
            int32_t to =
                x->tile_sites[((size_t)k * x->components.count * x->tile_states + piece * x->tile_states + state) *
                                  x->default_count +
                              s];
            if (to >= 0)
                covered[to] = (int32_t)piece;
        }
    }
    x->covered = kit_array(x->k, "covered", -2, (int32_t)x->sites - 1, 0, (int32_t)x->components.count - 1, covered);
    lu_state_var(x, LU_S_STATE);
}

kit_cond lu_is_free(lu *x, kit_num spot)
{
    kit_cond empty = kit_compare(x->k, IR_EQ, lu_what_at(x, spot), kit_known(0));
    return x->tile_states
               ? kit_and(x->k, empty,
                         kit_compare(x->k, IR_EQ, kit_at(x->k, x->covered, lu_as_site(x, spot)), kit_known(0)))
               : empty;
}

kit_num lu_what_covers(lu *x, kit_num spot)
{
    kit_num what = lu_what_at(x, spot);
    return x->tile_states ? kit_choose(x->k, kit_compare(x->k, IR_NE, what, kit_known(0)), what,
                                       kit_at(x->k, x->covered, lu_as_site(x, spot)))
                          : what;
}

static kit_num row_of(lu *x, kit_num piece, kit_num state)
{
    kit_num s = kit_clamp(x->k, state, 0, (int32_t)x->tile_states - 1, 0);
    return kit_op(x->k, IR_ADD, kit_op(x->k, IR_MUL, piece, kit_known((int32_t)x->tile_states)), s);
}

kit_cond lu_tile_fits(lu *x, kit_num piece, kit_num state, kit_num site, kit_num from)
{
    kit_cond fits = kit_truth(true);
    kit_num own =
        from.known ? kit_known(0) : row_of(x, lu_what_at(x, from), kit_at(x->k, lu_state_var(x, LU_S_STATE), from));
    for (uint32_t k = 1; k < x->tile_cells; k++) {
        kit_num cell = kit_look2(x->k, x->covers[k], row_of(x, piece, state), site);
        kit_cond free = lu_is_free(x, cell);
        for (uint32_t j = 1; j < x->tile_cells && !from.known; j++)
            free = kit_or(x->k, free, kit_compare(x->k, IR_EQ, cell, kit_look2(x->k, x->covers[j], own, from)));
        if (!from.known)
            free = kit_or(x->k, free, kit_compare(x->k, IR_EQ, cell, from));
        kit_cond over = kit_compare(x->k, IR_EQ, cell, kit_known(-2));
        fits =
            kit_and(x->k, fits, kit_or(x->k, over, kit_and(x->k, kit_compare(x->k, IR_GE, cell, kit_known(0)), free)));
    }
    return fits;
}

kit_num lu_states_of(lu *x, kit_num piece)
{
    uint32_t n = x->components.count, length, ways;
    int32_t *states = ARENA_ARRAY(x->a, int32_t, n);
    for (uint32_t c = 0; c < n; c++) {
        states[c] = 1;
        for (uint32_t w = 0; w < vec_at(&x->components, c).walks.count; w++) {
            lu_walk_sites(x, vec_at(&vec_at(&x->components, c).walks, w), &length, &ways);
            states[c] = (int32_t)(ways * vec_at(&x->components, c).walks.count);
        }
    }
    return kit_look(x->k, kit_table(x->k, 0, states, n, 1), piece);
}

void lu_cover(lu *x, kit_num site, bool covered)
{
    if (!x->tile_states)
        return;
    kit_num piece = lu_keep_num(x, "tile", lu_what_at(x, site));
    kit_num row = lu_keep_num(x, "row", row_of(x, piece, kit_at(x->k, lu_state_var(x, LU_S_STATE), site)));
    for (uint32_t k = 1; k < x->tile_cells; k++) {
        kit_num cell = kit_look2(x->k, x->covers[k], row, site);
        ir_node after = kit_node(x->k), no = kit_branch(x->k, kit_compare(x->k, IR_GE, cell, kit_known(0)));
        kit_set_at(x->k, x->covered, cell, covered ? piece : kit_known(0));
        kit_go(x->k, after);
        x->k->cur = no;
        kit_go(x->k, after);
        x->k->cur = after;
    }
}
