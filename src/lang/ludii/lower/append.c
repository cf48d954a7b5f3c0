/* Several effects as one move: `append`, and what is combined with each other. The move is written
 * as the first of them that is said. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static bool is_capture(const lu *x, const ludii_value *v)
{
    static const char *const classes[] = {"Custodial", "Intervene", "Surround", "Enclose", "DirectionCapture"};
    for (int i = 0; i < 5; i++)
        if (strcmp(lu_class(x, v), classes[i]) == 0)
            return true;
    return false;
}

/* What happens first, as a kind of move. */
static const ludii_value *first_action(const lu *x, const ludii_value *v)
{
    static const char *const classes[] = {"Add", "Claim", "Remove"};
    const ludii_value *found = NULL;
    for (int i = 0; v && i < 3; i++)
        if (strcmp(lu_class(x, v), classes[i]) == 0)
            return v;
    for (uint32_t i = 0; v && i < v->count && !found; i++)
        if (v->items[i] && !lu_is(x, v->items[i], "Boolean") && !lu_is(x, v->items[i], "Sites"))
            found = first_action(x, v->items[i]);
    return found;
}

static void act(lu *x, const lu_move *m)
{
    bool outer = x->appending;
    x->appending = true;
    lu_effect(x, m->v->items[0]);
    x->appending = outer;
}

/* There is such a move if there is something to do. */
void lu_append(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *what = v->items[0], *first = first_action(x, what);
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    lu_move m = {.kind = LU_ADD, .v = v, .one_site = true, .act = act, .piece = kit_known(0)};
    const ludii_value *to = first ? lu_item(x, first, "To") : NULL,
                      *piece = first ? lu_item(x, first, "MovePiece") : NULL;
    bool removes = first && strcmp(lu_class(x, first), "Remove") == 0;
    const ludii_value *at = removes ? lu_item(x, first, "Int") : to ? lu_item(x, to, "Int") : NULL;
    if (!first || !at || x->appending) {
        lu_refuse_ludeme(x, v);
        return;
    }
    x->appending = true;
    if (is_capture(x, what)) {
        lu_use probe = {.found = kit_node(x->k)};
        lu_capture_moves(x, what, &probe);
        x->k->cur = probe.found;
    }
    x->appending = false;
    kit_set(x->k, lu_context_var(x, LU_TO), lu_as_site(x, lu_int(x, at)));
    kit_check(x->k, kit_compare(x->k, IR_GE, lu_context_num(x, LU_TO), kit_known(0)));
    m.to_on = lu_ground_of(x, removes ? first : to);
    if (removes)
        m.kind = LU_REMOVE;
    else {
        m.piece = piece ? lu_piece_number(x, piece->items[0]) : lu_first_piece(x, lu_context_num(x, LU_MOVER));
        if (piece && lu_arg(x, piece, "state")) {
            m.has_state = true;
            m.state = lu_int(x, lu_arg(x, piece, "state"));
        }
    }
    lu_emit(x, &use, &m);
}

void lu_effect_append(lu *x, const ludii_value *v)
{
    lu_effect(x, v->items[0]);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* As effects all of both are made. */
void lu_effect_combinations(lu *x, const ludii_value *v)
{
    lu_effect(x, v->items[0]);
    lu_effect(x, v->items[1]);
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
