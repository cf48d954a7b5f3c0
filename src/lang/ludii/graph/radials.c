#include "lang/ludii/graph/board.h"

#include <math.h>

static const double PI = 3.14159265358979323846;
#define STRAIGHT 0.25 /* radians that a radial may turn from one step to the next */

static double turn(gr_point a, gr_point b, gr_point c)
{
    double t = fabs(atan2(b.x - a.x, b.y - a.y) - atan2(c.x - b.x, c.y - b.y));
    return t > PI ? 2 * PI - t : t;
}

static bool passed(uint32_t site, const vec_u32 *way, uint32_t next)
{
    for (uint32_t i = 0; i < way->count; i++)
        if (vec_at(way, i) == next)
            return true;
    return site == next;
}

void gr_radial(const gr_sites *s, const vec_u32 *step, uint32_t site, uint32_t first, arena *a, vec_u32 *out)
{
    out->count = 0;
    for (uint32_t before = site, at = first; at != GR_NONE;) {
        vec_push(a, out, at);
        const vec_u32 *steps = &step[at];
        uint32_t best = GR_NONE;
        double least = STRAIGHT;
        for (uint32_t i = 0; i < steps->count; i++) {
            double t = turn(s->at[before], s->at[at], s->at[vec_at(steps, i)]);
            if (t < least - 1e-9) {
                least = t;
                best = vec_at(steps, i);
            }
        }
        before = at;
        at = best != GR_NONE && !passed(site, out, best) ? best : GR_NONE;
    }
}
