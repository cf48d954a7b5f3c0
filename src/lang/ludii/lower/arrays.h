/* Arrays of numbers that a position makes: looked at one by one, or kept to be gone through. */
#ifndef LUDENS_LANG_LUDII_LOWER_ARRAYS_H
#define LUDENS_LANG_LUDII_LOWER_ARRAYS_H

#include "lang/ludii/lower/lower.h"

typedef kit_num lu_combine(lu *x, kit_num a, kit_num b);
/* Code for a number of an array. */
typedef void lu_take_number(lu *x, void *data, kit_num n);

/* The numbers of an <Ints> in their order, each handed on where the cursor is then. */
void lu_each_number(lu *x, const ludii_value *v, lu_take_number *take, void *data);
/* groups.c: the sizes of all groups. */
void lu_each_size(lu *x, const ludii_value *v, lu_take_number *take, void *data);
/* Of an array, or a list of <Int>: combined into one, or a number that stands for none of them. */
kit_num lu_combined(lu *x, const ludii_value *v, lu_combine *combine, int32_t nothing);

/* The numbers as they were when this was made. */
typedef struct lu_array {
    ir_var at, count; /* [index]; how many */
    int32_t room;
} lu_array;
lu_array lu_array_now(lu *x, const ludii_value *v);
lu_array lu_array_new(lu *x, int32_t room);
void lu_array_each(lu *x, const lu_array *a, lu_take_number *take, void *data);
void lu_array_add(lu *x, const lu_array *a, kit_num n);
kit_num lu_array_item(lu *x, const lu_array *a, kit_num index);
/* Whether it has the number. */
kit_cond lu_array_has(lu *x, const lu_array *a, kit_num n);

/* memory.c: the values that are remembered under a name, or without one. */
lu_array lu_remembered(lu *x, name_id name);

/* What an effect is made for: each site of a region, in (site), (from) and (to), or each number of an array. */
typedef struct lu_each {
    const lu_region *region;
    const lu_array *array;
    lu_context context;      /* of numbers */
    const ludii_value *then; /* what follows each of them */
    bool only_from;          /* of sites: in (from) alone */
} lu_each;
bool lu_must_find_out(lu *x, const ludii_value *v); /* whether effects of a loop see what it does itself */
void lu_effect_for_each(lu *x, const ludii_value *v, const lu_each *e, const ludii_value *effect);

#endif
