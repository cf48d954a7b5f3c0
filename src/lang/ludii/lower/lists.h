/* Numbers that a position makes one by one, combined into one. */
#ifndef LUDENS_LANG_LUDII_LOWER_LISTS_H
#define LUDENS_LANG_LUDII_LOWER_LISTS_H

#include "lang/ludii/lower/lower.h"

typedef kit_num lu_combine(lu *x, kit_num a, kit_num b);

typedef struct lu_fold {
    ir_var result, some; /* 0 when there is no number */
    lu_combine *combine;
} lu_fold;

lu_fold lu_fold_begin(lu *x, lu_combine *combine);
void lu_fold_number(lu *x, const lu_fold *f, kit_num n);

/* groups.c: the sizes of all groups. */
kit_num lu_over_sizes(lu *x, const ludii_value *v, lu_combine *combine);
/* Of an <Ints> that is such a list; false when it is none. */
bool lu_over_list(lu *x, const ludii_value *v, lu_combine *combine, kit_num *out);

#endif
