/* Games without players. What the rules generate is done at once, by chance, which has no other choice; the text is
 * that of the action on the first site. There is a seat, since every automaton has one, whose player never decides. */
#include "lang/ludii/lower/lowerings.h"

enum { TOLD_ADD = 1, TOLD_REMOVE };

/* An action that the text of the move may be of. */
static void tell(lu *x, int32_t kind, lu_num site, lu_num piece)
{
    ir_node after = lu_node(x);
    lu_num first = lu_read(x, x->told[1]);
    lu_cond earlier =
        lu_or(x, lu_compare(x, IR_EQ, lu_read(x, x->told[0]), lu_known(0)), lu_compare(x, IR_LT, site, first));
    irb_skip(x->g, lu_branch(x, earlier), after, x->at);
    lu_set(x, x->told[0], lu_known(kind));
    lu_set(x, x->told[1], site);
    lu_set(x, x->told[2], piece);
    lu_go(x, after);
    x->cur = after;
}

bool lu_only_tells(lu *x, bool added, lu_num site, lu_num piece)
{
    if (x->tells)
        tell(x, added ? TOLD_ADD : TOLD_REMOVE, site, piece);
    return x->tells;
}

static void tag_first(lu *x, int32_t kind, const char *text, ir_node after)
{
    ir_node other = lu_branch(x, lu_compare(x, IR_EQ, lu_read(x, x->told[0]), lu_known(kind)));
    lu_tag_word(x, text);
    if (kind)
        lu_tag_site(x, lu_read(x, x->told[1]));
    if (kind == TOLD_ADD)
        lu_tag_num(x, lu_read(x, x->told[2]));
    lu_go(x, after);
    x->cur = other;
}

void lu_prepare_simulation(lu *x)
{
    static const char *const names[] = {"told", "toldSite", "toldPiece"};
    const int32_t highs[] = {TOLD_REMOVE, (int32_t)x->sites - 1, (int32_t)x->components.count};
    for (int i = 0; i < 3; i++)
        x->told[i] = lu_scratch(x, names[i], 0, highs[i]);
}

/* In front of the turn of a phase the keeper finds out what there is to tell. */
void lu_foresee(lu *x, const ludii_value *moves)
{
    x->tells = true;
    if (moves)
        lu_effect(x, moves);
    x->tells = false;
}

/* The turn, which the cursor is at the beginning of. */
void lu_simulate(lu *x, const ludii_value *moves)
{
    ir_node after = lu_node(x), behind = lu_node(x);
    tag_first(x, 0, "Pass", after);
    tag_first(x, TOLD_ADD, "Add:@=#", after);
    tag_first(x, TOLD_REMOVE, "Rem:@", after);
    irb_assign(x->g, after, behind, irb_expr_var(x->g, x->g->player, x->at), irb_expr_symbol(x->g, x->g->keeper, x->at),
               x->at);
    x->cur = behind;
    for (int i = 0; i < 3; i++)
        lu_set(x, x->told[i], lu_known(0));
    x->settled = true;
    if (moves)
        lu_effect(x, moves);
    x->settled = false;
    lu_run_move(x, &(lu_move){.kind = LU_PASS, .v = x->game});
    lu_go(x, x->made);
}
