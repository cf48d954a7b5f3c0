/* Players that play together, as said at the beginning. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>

void lu_start_team(lu *x, const ludii_value *v)
{
    const ludii_value *members = NULL;
    int32_t team = 0;
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && lu_array_of(x, v->items[i]))
            members = v->items[i];
        else if (v->items[i] && lu_is(x, v->items[i], "Int"))
            team = lu_fixed(x, v->items[i]);
    if (!members || team < 1 || team > 16)
        lu_refuse_ludeme(x, v);
    for (uint32_t i = 0; !x->failed && i < members->count; i++) {
        kit_num who = lu_role(x, members->items[i]);
        if (!who.known || who.value < 1 || who.value > (int32_t)x->players)
            lu_refuse(x, members->items[i], "this role in a team");
        else
            x->team[who.value] = team;
    }
    x->has_teams = true;
}

static kit_num team_of(lu *x, kit_num who)
{
    int32_t of[24];
    for (int32_t p = 0; p < 24; p++) /* who is in none is alone */
        of[p] = p < 20 && x->team[p] ? x->team[p] : p ? 100 + p : 0;
    return kit_look(x->k, kit_table(x->k, 0, of, x->players + 2, 0), who);
}

kit_cond lu_in_team(lu *x, kit_num who, int32_t team)
{
    return kit_compare(x->k, IR_EQ, team_of(x, who), kit_known(team));
}

kit_cond lu_same_team(lu *x, kit_num a, kit_num b)
{
    return x->has_teams ? kit_compare(x->k, IR_EQ, team_of(x, a), team_of(x, b)) : kit_compare(x->k, IR_EQ, a, b);
}

/* The teams as entries of the state. */
ir_var lu_team_var(lu *x)
{
    if (x->teams == IR_NONE)
        x->teams = kit_array(x->k, "teams", 0, (int32_t)x->players, 0, 16, x->team);
    return x->teams;
}
