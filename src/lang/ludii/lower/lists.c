/* Lists of numbers that a position makes, as their sum, product, largest or smallest: the sizes of all groups, and a
 * number for all pairs of sites. */
#include "lang/ludii/lower/lists.h"

#include <string.h>

lu_fold lu_fold_begin(lu *x, lu_combine *combine)
{
    lu_fold f = {kit_scratch(x->k, "list", -1000000000, 1000000000), kit_scratch(x->k, "some", 0, 1), combine};
    kit_set(x->k, f.result, kit_known(0));
    kit_set(x->k, f.some, kit_known(0));
    return f;
}

void lu_fold_number(lu *x, const lu_fold *f, kit_num n)
{
    kit_num next = f->combine(x, kit_read(x->k, f->result), n);
    kit_set(x->k, f->result,
            kit_choose(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, f->some), kit_known(0)), n, next));
    kit_set(x->k, f->some, kit_known(1));
}

static const lu_region *ends(lu *x, const ludii_value *v)
{
    return lu_is(x, v, "Sites") ? lu_frozen(x, lu_sites(x, v)) : lu_one_site(x, lu_keep_num(x, "end", lu_int(x, v)));
}

static kit_num over_pairs(lu *x, const ludii_value *v, lu_combine *combine)
{
    lu_fold f = lu_fold_begin(x, combine);
    kit_num outer_from = lu_keep(x, LU_FROM, "outer"), outer_to = lu_keep(x, LU_TO, "outer");
    const lu_region *all_from = ends(x, lu_arg(x, v, "from")), *all_to = ends(x, lu_arg(x, v, "to"));
    ir_var from = kit_scratch(x->k, "pair", 0, (int32_t)x->sites), to = kit_scratch(x->k, "pair", 0, (int32_t)x->sites);
    kit_loop each_from = lu_each_site(x, all_from, from), each_to = lu_each_site(x, all_to, to);
    kit_set(x->k, lu_context_var(x, LU_FROM), kit_read(x->k, from));
    kit_set(x->k, lu_context_var(x, LU_TO), kit_read(x->k, to));
    lu_fold_number(x, &f, lu_int(x, lu_item(x, v, "Int")));
    kit_loop_end(x->k, &each_to);
    kit_loop_end(x->k, &each_from);
    kit_set(x->k, lu_context_var(x, LU_FROM), outer_from);
    kit_set(x->k, lu_context_var(x, LU_TO), outer_to);
    return kit_read(x->k, f.result);
}

bool lu_over_list(lu *x, const ludii_value *v, lu_combine *combine, kit_num *out)
{
    bool sizes = strcmp(lu_class(x, v), "Sizes") == 0, pairs = strcmp(lu_class(x, v), "Results") == 0;
    if (sizes || pairs)
        *out = (sizes ? lu_over_sizes : over_pairs)(x, v, combine);
    return sizes || pairs;
}
