/* Groups of sites: those that are reached from one site over neighbours of a kind. */
#ifndef LUDENS_LANG_LUDII_LOWER_GROUPS_H
#define LUDENS_LANG_LUDII_LOWER_GROUPS_H

#include "lang/ludii/lower/grounds.h"

/* A set of sites of a type as a variable. */
ir_var lu_new_marks(lu *x, lu_ground on);
void lu_clear_marks(lu *x, lu_ground on, ir_var marks);
kit_cond lu_is_in_marks(lu *x, ir_var marks, kit_num site);

typedef kit_cond lu_member(lu *x, kit_num site, const void *data);

typedef struct lu_filling {
    lu_ground on;
    ir_var marks; /* of what was met before; members are added */
    const vec_u32 *near;
    lu_member *member;
    void (*border)(lu *x, kit_num site,
                   const void *data); /* code for each neighbour that is no member, once for each side; or NULL */
    const void *data;
} lu_filling;

typedef struct lu_fill {
    ir_var queue, count; /* the members in the order in which they were met */
} lu_fill;

/* From a site that is a member, and on the board. */
lu_fill lu_fill_from(lu *x, const lu_filling *how, kit_num start);

/* The group of a site of the board's own type: who has it, 0 where nobody does, and its members. */
typedef struct lu_group {
    kit_num site;
    const vec_u32 *near;
    ir_var owner, marks;
    lu_fill members;
} lu_group;

/* Asked by the condition v; filled once for conditions that stand beside each other in a list. */
const lu_group *lu_group_at(lu *x, const ludii_value *v, kit_num site, const vec_u32 *near);

#endif
