/* Sites that are seen along lines: the first piece, all that is empty in front of it, or the last
 * empty site. */
#include "lang/ludii/lower/directions.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

typedef enum seen { SEEN_PIECE, SEEN_EMPTY, SEEN_FARTHEST } seen;

static lu_cond empty(lu *x, const lu_rays *r, lu_num place)
{
    return lu_compare(x, IR_EQ, lu_what_at(x, lu_look(x, r->site, place)), lu_known(0));
}

/* Marks what is seen on one line, whose first place is in `place`. */
static void look_along(lu *x, const lu_rays *rays, seen what, ir_var place, ir_var marks)
{
    ir_node head = lu_node(x), done = lu_node(x);
    lu_go(x, head);
    x->cur = head;
    irb_skip(x->g, lu_branch(x, lu_compare(x, IR_NE, lu_read(x, place), lu_known(0))), done, x->at);
    lu_num site = lu_look(x, rays->site, lu_read(x, place)), next = lu_look(x, rays->next, lu_read(x, place));
    ir_node piece = lu_branch(x, empty(x, rays, lu_read(x, place))), on = lu_node(x);
    if (what == SEEN_EMPTY)
        lu_set_at(x, marks, site, lu_known(1));
    if (what == SEEN_FARTHEST) {
        ir_node further =
            lu_branch(x, lu_or(x, lu_compare(x, IR_EQ, next, lu_known(0)), lu_not(x, empty(x, rays, next))));
        lu_set_at(x, marks, site, lu_known(1));
        lu_go(x, on);
        x->cur = further;
    }
    lu_go(x, on);
    x->cur = on;
    lu_set(x, place, next);
    lu_go(x, head);
    x->cur = piece;
    if (what == SEEN_PIECE)
        lu_set_at(x, marks, site, lu_known(1));
    lu_go(x, done);
    x->cur = done;
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
    lu_num origin = lu_keep_num(x, "origin", lu_as_site(x, at ? lu_int(x, at) : lu_context_num(x, LU_LAST_TO)));
    ir_var marks = lu_array(x, "seen", -2, (int32_t)x->sites - 1, 0, 1, NULL),
           site = lu_scratch(x, "marked", -2, (int32_t)x->sites),
           place = lu_scratch(x, "place", 0, (int32_t)rays->places - 1),
           way = lu_scratch(x, "way", 0, (int32_t)rays->width);
    lu_loop l = lu_loop_begin(x, site, lu_known(0), lu_known((int32_t)x->default_count));
    lu_set_at(x, marks, lu_read(x, site), lu_known(0));
    lu_loop_end(x, &l);
    l = lu_loop_begin(x, way, lu_known(0), lu_known((int32_t)rays->width));
    lu_set(x, place, lu_ray(x, rays, origin, lu_read(x, way)));
    look_along(x, rays, what, place, marks);
    lu_loop_end(x, &l);
    return lu_marked(x, marks, &all->sites);
}
