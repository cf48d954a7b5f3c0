/* Games without players. What the rules generate is done at once, by chance, which has no other choice; the text is
 * that of the action on the first site. There is a seat, since every automaton has one, whose player never decides. */
#include "lang/ludii/lower/lowerings.h"

enum { TOLD_ADD = 1, TOLD_REMOVE };

/* An action that the text of the move may be of. */
static void tell(lu *x, int32_t kind, kit_num site, kit_num piece)
{
    ir_node after = kit_node(x->k);
    kit_num first = kit_read(x->k, x->told[1]);
    kit_cond earlier = kit_or(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, x->told[0]), kit_known(0)),
                              kit_compare(x->k, IR_LT, site, first));
    kit_branch_to(x->k, earlier, after);
    kit_set(x->k, x->told[0], kit_known(kind));
    kit_set(x->k, x->told[1], site);
    kit_set(x->k, x->told[2], piece);
    kit_go(x->k, after);
    x->k->cur = after;
}

bool lu_only_tells(lu *x, bool added, kit_num site, kit_num piece)
{
    if (x->tells)
        tell(x, added ? TOLD_ADD : TOLD_REMOVE, site, piece);
    return x->tells;
}

static void tag_first(lu *x, int32_t kind, const char *text, ir_node after)
{
    ir_node other = kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, x->told[0]), kit_known(kind)));
    lu_tag_word(x, text);
    if (kind)
        lu_tag_site(x, kit_read(x->k, x->told[1]));
    if (kind == TOLD_ADD)
        lu_tag_num(x, kit_read(x->k, x->told[2]));
    kit_go(x->k, after);
    x->k->cur = other;
}

void lu_prepare_simulation(lu *x)
{
    static const char *const names[] = {"told", "toldSite", "toldPiece"};
    const int32_t highs[] = {TOLD_REMOVE, (int32_t)x->sites - 1, (int32_t)x->components.count};
    for (int i = 0; i < 3; i++)
        x->told[i] = kit_scratch(x->k, names[i], 0, highs[i]);
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
    ir_node after = kit_node(x->k), behind = kit_node(x->k);
    tag_first(x, 0, "Pass", after);
    tag_first(x, TOLD_ADD, "Add:@=#", after);
    tag_first(x, TOLD_REMOVE, "Rem:@", after);
    x->k->cur = after;
    kit_player(x->k, behind, x->k->g->keeper);
    x->k->cur = behind;
    for (int i = 0; i < 3; i++)
        kit_set(x->k, x->told[i], kit_known(0));
    x->stage.settled = true;
    if (moves)
        lu_effect(x, moves);
    x->stage.settled = false;
    lu_run_move(x, &(lu_move){.kind = LU_PASS, .v = x->game});
    kit_go(x->k, x->made);
}
