/* What is found out of effects before the first of them is made: effects of a list, or for each of several sites, see
 * the position as it was then. */
#ifndef LUDENS_LANG_LUDII_LOWER_TOGETHER_H
#define LUDENS_LANG_LUDII_LOWER_TOGETHER_H

#include "lang/ludii/lower/lower.h"

/* A condition of an effect, and whether it held. */
typedef struct lu_decided {
    const ludii_value *v;
    ir_var holds;
} lu_decided;

/* What a number was. */
typedef struct lu_kept {
    const ludii_value *v;
    kit_num n;
} lu_kept;

/* What a region was. */
typedef struct lu_kept_region {
    const ludii_value *v;
    const lu_region *region;
} lu_kept_region;

/* At which sites an effect is made (for_site.c). */
typedef struct lu_prepared lu_prepared;

typedef struct lu_before {
    VEC(lu_decided) decided;
    VEC(lu_kept) numbers;
    VEC(lu_kept_region) regions;
    VEC(const lu_prepared *) prepared;
} lu_before;

/* The numbers that an effect reads of parts of the state that were changed. */
void lu_keep_numbers(lu *x, const ludii_value *v, uint32_t changed);
uint32_t lu_read_changes(const lu *x, const ludii_value *v); /* the parts that an effect both reads and changes */
void lu_keep_region(lu *x, const ludii_value *v);
const lu_region *lu_kept_region_of(const lu *x, const ludii_value *v); /* NULL: to be found out now */
bool lu_is_single(lu *x, const ludii_value *v);                        /* an effect of one move at most */
bool lu_adds_up(const lu *x, const ludii_value *v);
void lu_prepare_for_site(lu *x, const ludii_value *v);

#endif
