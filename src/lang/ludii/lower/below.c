/* Pieces that come below those of a stack. */
#include "lang/ludii/lower/stack.h"

static const lu_state parts[] = {LU_S_WHAT, LU_S_WHO, LU_S_STATE, LU_S_ROTATION, LU_S_VALUE};
enum { PARTS = sizeof parts / sizeof *parts };

static void set_piece(lu *x, kit_num site, kit_num level, const lu_piece *p)
{
    const kit_num *with[PARTS] = {&p->what, &p->who, &p->state, &p->rotation, &p->value};
    for (uint32_t i = 0; i < PARTS; i++)
        if (x->vars[parts[i]] != IR_NONE)
            lu_set_level(x, parts[i], site, level, *with[i]);
}

static lu_piece kept(lu *x, const lu_piece *p)
{
    return (lu_piece){lu_keep_num(x, "kind", p->what), lu_keep_num(x, "owner", p->who),
                      lu_keep_num(x, "state", p->state), lu_keep_num(x, "rotation", p->rotation),
                      lu_keep_num(x, "value", p->value)};
}

/* The others move up by one level. */
void lu_push_below(lu *x, kit_num site, const lu_piece *piece)
{
    const lu_piece own = kept(x, piece);
    site = lu_keep_num(x, "site", site);
    kit_num one = kit_known(1), size = lu_keep_num(x, "size", lu_size_at(x, site));
    ir_var j = kit_scratch(x->k, "j", 0, (int32_t)x->height);
    ir_node after = kit_node(x->k), empty = kit_branch(x->k, kit_compare(x->k, IR_GT, size, kit_known(0)));
    size.low = 1;
    lu_piece top = lu_piece_at(x, site, kit_op(x->k, IR_SUB, size, one));
    top = kept(x, &top);
    lu_push(x, site, &top);
    kit_loop l = kit_loop_begin(x->k, j, kit_known(1), size);
    kit_num level = lu_keep_num(x, "level",
                                kit_clamp(x->k, kit_op(x->k, IR_SUB, size, kit_read(x->k, j)), 1,
                                          (int32_t)x->height - 1 > 1 ? (int32_t)x->height - 1 : 1, 1));
    lu_piece below = lu_piece_at(x, site, kit_op(x->k, IR_SUB, level, one));
    below = kept(x, &below);
    set_piece(x, site, level, &below);
    kit_loop_end(x->k, &l);
    set_piece(x, site, kit_known(0), &own);
    kit_go(x->k, after);
    x->k->cur = empty;
    lu_push(x, site, &own);
    kit_go(x->k, after);
    x->k->cur = after;
}
