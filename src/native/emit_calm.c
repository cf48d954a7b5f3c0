/* Moves that need not be tried, as C. A move that asks whether something cannot be reached, as the king being attacked,
 * is one without being tried where that cannot be reached before it, and what it writes cannot change that: no value at
 * which a way ends, and none that lets a ray pass at a cell where one stops now (docs/performance.md). */
#include "native/emit_strands.h"

#include <string.h>

/* What is known of a strand in a case of the search: the cell that lets rays pass afterwards is so far from the lane.
 */
enum { RESTLESS = 127, CALM = 126, SHIFT_MAX = 63 };

typedef struct calm_case {
    uint32_t board;
    uint64_t pass, ends; /* values */
} calm_case;

enum { CALM_CASES_MAX = 4 };

static bool has(uint64_t values, int32_t value) { return value >= 0 && value < 64 && (values >> value & 1); }

/* For one variant of a strand. */
static int known_of(const native_source *n, const strand *s, const calm_case *k)
{
    int known = CALM;
    for (uint32_t i = 0; i < s->asked[0].writes; i++) {
        const strand_write *w = &s->writes[i];
        if (w->offset != n->p->boards[k->board].offset || w->width != 1 || w->from != IR_NONE || w->value.moves ||
            w->value.table || w->value.number < 0 || w->value.number >= 64 || has(k->ends, w->value.number))
            return RESTLESS;
        if (!has(k->pass, w->value.number))
            continue;
        if (known != CALM || !w->at.moves || w->at.table || w->at.number < -SHIFT_MAX || w->at.number > SHIFT_MAX)
            return RESTLESS;
        known = w->at.number;
    }
    return known;
}

/* The search that a strand asks about before it is made, if it asks for nothing else. */
static uint32_t asks_only(const strand *s)
{
    return s->told && s->asked_count == 1 && !s->asked[0].holds ? s->asked[0].reach : IR_NONE;
}

static int known_of_all(const native_source *n, const strand *s, uint32_t reach, const calm_case *k)
{
    int known = RESTLESS;
    if (s->variant_count == 0)
        return asks_only(s) == reach ? known_of(n, s, k) : RESTLESS;
    for (uint32_t i = 0; i < s->variant_count; i++) {
        const strand *one = s->variants[i].strand;
        const int here = s->told && one->asked_count == 1 && !one->asked[0].holds && one->asked[0].reach == reach
                             ? known_of(n, one, k)
                             : RESTLESS;
        if (i > 0 && here != known)
            return RESTLESS;
        known = here;
    }
    return known;
}

/* What the strand hands to the search is what the state holds before it. */
static bool hands_the_state(native_source *n, const strand *s, uint32_t reach)
{
    const reach_signature *r = emit_reach_signature(n, reach);
    for (uint32_t i = 0; i < r->parameters.count; i++)
        for (uint32_t k = 0; k < s->asked[0].scalar_count; k++)
            if (s->asked[0].scalars[k].variable == r->parameters.data[i])
                return false;
    return true;
}

static const strand *first_asked(const strand *s) { return s->variant_count ? s->variants[0].strand : s; }

const char emit_restless[] = "(calm ? restless(known[calm - 1][strands[at[j]]], stops) : UINT64_MAX)";

bool emit_find_calm(native_source *n, const strand_case *c)
{
    calm_case cases[CALM_CASES_MAX];
    uint32_t reach = IR_NONE, some = 0;
    for (uint32_t i = 0; i < c->count && reach == IR_NONE; i++)
        if (c->strands[i].told && first_asked(&c->strands[i])->asked_count == 1)
            reach = first_asked(&c->strands[i])->asked[0].reach;
    const plan_strands *p = reach == IR_NONE ? NULL : n->p->reaches.data[reach].strands;
    if (!p || c->words != 1 || p->count == 0 || p->count > CALM_CASES_MAX)
        return false;
    for (uint32_t i = 0; i < p->count; i++) {
        const strand_case *one = &p->cases[i];
        const struct rays *r = emit_case_rays(n, p, one);
        if (!r || emit_rays_board(r) == IR_NONE || strands_board_words(n, emit_rays_board(r)) != 1)
            return false;
        const strand_board *b = &n->p->boards[emit_rays_board(r)];
        if (one->held.count && one->held.offset >= b->offset && one->held.offset < b->offset + b->cells)
            return false; /* where rays begin may be written */
        cases[i] = (calm_case){emit_rays_board(r), emit_rays_pass(r), emit_rays_ends(n, r)};
    }
    const char *rows = "";
    for (uint32_t i = 0; i < p->count; i++) {
        rows = F("%s{", rows);
        for (uint32_t k = 0; k < c->count; k++) {
            const strand *s = &c->strands[k];
            bool plain = s->told;
            for (uint32_t v = 0; plain && v < s->variant_count; v++)
                plain = s->variants[v].strand->asked_count == 1 && hands_the_state(n, s->variants[v].strand, reach);
            if (plain && s->variant_count == 0)
                plain = s->asked_count == 1 && hands_the_state(n, s, reach);
            const int known = plain ? known_of_all(n, s, reach, &cases[i]) : RESTLESS;
            some += known != RESTLESS;
            rows = F("%s%d,", rows, known);
        }
        rows = F("%s},", rows);
    }
    if (some == 0)
        return false;
    reach_signature *signature = emit_reach_signature(n, reach);
    const char *call = F("calm%u(x, s", reach);
    for (uint32_t i = 0; i < signature->parameters.count; i++)
        call = F("%s, %s", call, emit_variable(n, signature->parameters.data[i]));
    signature->calm = true;
    emit_line(n, F("static const signed char known[][%u] = {%s};", c->count, rows));
    emit_line(n, F("uint64_t stops = 0;\n    const uint32_t calm = %s, &stops);", call));
    return true;
}
