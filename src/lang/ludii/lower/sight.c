/* Sites that are seen along lines: the first piece, all that is empty in front of it, or the last
 * empty site. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

typedef enum seen { SEEN_PIECE, SEEN_EMPTY, SEEN_FARTHEST } seen;

static kit_cond empty(lu *x, const lu_rays *r, kit_num place)
{
    return kit_compare(x->k, IR_EQ, lu_what_at(x, kit_look(x->k, r->site, place)), kit_known(0));
}

/* Marks what is seen on one line, whose first place is in `place`. */
static void look_along(lu *x, const lu_rays *rays, seen what, ir_var place, ir_var marks)
{
    ir_node head = kit_node(x->k), done = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = head;
    kit_branch_to(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)), done);
    kit_num site = kit_look(x->k, rays->site, kit_read(x->k, place)),
            next = kit_look(x->k, rays->next, kit_read(x->k, place));
    ir_node piece = kit_branch(x->k, empty(x, rays, kit_read(x->k, place))), on = kit_node(x->k);
    if (what == SEEN_EMPTY)
        kit_set_at(x->k, marks, site, kit_known(1));
    if (what == SEEN_FARTHEST) {
        ir_node further = kit_branch(
            x->k, kit_or(x->k, kit_compare(x->k, IR_EQ, next, kit_known(0)), kit_not(x->k, empty(x, rays, next))));
        kit_set_at(x->k, marks, site, kit_known(1));
        kit_go(x->k, on);
        x->k->cur = further;
    }
    kit_go(x->k, on);
    x->k->cur = on;
    kit_set(x->k, place, next);
    kit_go(x->k, head);
    x->k->cur = piece;
    if (what == SEEN_PIECE)
        kit_set_at(x->k, marks, site, kit_known(1));
    kit_go(x->k, done);
    x->k->cur = done;
}

const lu_region *lu_sites_in_sight(lu *x, const ludii_value *v)
{
    const ludii_value *kind = lu_item(x, v, "LineOfSightType"), *at = lu_arg(x, v, "at");
    const char *w = kind ? lu_word(x, kind) : "Piece";
    seen what = strcmp(w, "Empty") == 0 ? SEEN_EMPTY : strcmp(w, "Farthest") == 0 ? SEEN_FARTHEST : SEEN_PIECE;
    const lu_rays *rays = lu_directions(x, lu_item(x, v, "Direction"), "Adjacent");
    const lu_region *all = lu_all_sites(x, false);
    if (x->failed)
        return all;
    kit_num origin = lu_keep_num(x, "origin", lu_as_site(x, at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO)));
    ir_var marks = kit_array(x->k, "seen", -2, (int32_t)x->sites - 1, 0, 1, NULL),
           site = kit_scratch(x->k, "marked", -2, (int32_t)x->sites),
           place = kit_scratch(x->k, "place", 0, (int32_t)rays->places - 1),
           way = kit_scratch(x->k, "way", 0, (int32_t)rays->width);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known((int32_t)x->default_count));
    kit_set_at(x->k, marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    l = kit_loop_begin(x->k, way, kit_known(0), kit_known((int32_t)rays->width));
    kit_set(x->k, place, lu_ray(x, rays, origin, kit_read(x->k, way)));
    look_along(x, rays, what, place, marks);
    kit_loop_end(x->k, &l);
    return lu_marked(x, marks, &all->sites);
}
