/* Lists of numbers that a position makes, as their sum, product, largest or smallest: the sizes of all groups, and a
 * number for all pairs of sites. */
#include "lang/ludii/lower/lists.h"

#include <string.h>

lu_fold lu_fold_begin(lu *x, lu_combine *combine)
{
    lu_fold f = {lu_scratch(x, "list", -1000000000, 1000000000), lu_scratch(x, "some", 0, 1), combine};
    lu_set(x, f.result, lu_known(0));
    lu_set(x, f.some, lu_known(0));
    return f;
}

void lu_fold_number(lu *x, const lu_fold *f, lu_num n)
{
    lu_num next = f->combine(x, lu_read(x, f->result), n);
    lu_set(x, f->result, lu_choose_num(x, lu_compare(x, IR_EQ, lu_read(x, f->some), lu_known(0)), n, next));
    lu_set(x, f->some, lu_known(1));
}

static const lu_region *ends(lu *x, const ludii_value *v)
{
    return lu_is(x, v, "Sites") ? lu_frozen(x, lu_sites(x, v)) : lu_one_site(x, lu_keep_num(x, "end", lu_int(x, v)));
}

static lu_num over_pairs(lu *x, const ludii_value *v, lu_combine *combine)
{
    lu_fold f = lu_fold_begin(x, combine);
    lu_num outer_from = lu_keep(x, LU_FROM, "outer"), outer_to = lu_keep(x, LU_TO, "outer");
    const lu_region *all_from = ends(x, lu_arg(x, v, "from")), *all_to = ends(x, lu_arg(x, v, "to"));
    ir_var from = lu_scratch(x, "pair", 0, (int32_t)x->sites), to = lu_scratch(x, "pair", 0, (int32_t)x->sites);
    lu_loop each_from = lu_each_site(x, all_from, from), each_to = lu_each_site(x, all_to, to);
    lu_set(x, lu_context_var(x, LU_FROM), lu_read(x, from));
    lu_set(x, lu_context_var(x, LU_TO), lu_read(x, to));
    lu_fold_number(x, &f, lu_int(x, lu_item(x, v, "Int")));
    lu_loop_end(x, &each_to);
    lu_loop_end(x, &each_from);
    lu_set(x, lu_context_var(x, LU_FROM), outer_from);
    lu_set(x, lu_context_var(x, LU_TO), outer_to);
    return lu_read(x, f.result);
}

bool lu_over_list(lu *x, const ludii_value *v, lu_combine *combine, lu_num *out)
{
    bool sizes = strcmp(lu_class(x, v), "Sizes") == 0, pairs = strcmp(lu_class(x, v), "Results") == 0;
    if (sizes || pairs)
        *out = (sizes ? lu_over_sizes : over_pairs)(x, v, combine);
    return sizes || pairs;
}
