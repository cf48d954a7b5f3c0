/* Moves that are listed without being tried, as C. A move that is legal only if a search finds nothing, as that the
 * king is attacked, need not be tried where the search finds nothing before it and nothing that it writes can change
 * that: no value at which a way ends, and none that lets a ray pass at a cell where one stops now. Those cells are the
 * support of the answer. */
#include "native/emit_strands.h"

enum { SHIFT_MAX = 63, CASES_MAX = 4 };

static bool has(uint64_t values, int32_t value) { return values >> value & 1; }

/* What the strand hands to the search is what the state holds before it. */
static bool hands_the_state(native_source *n, const strand_ask *a)
{
    const vec_u32 *given = &emit_reach_signature(n, a->reach)->parameters;
    for (uint32_t i = 0; i < given->count; i++)
        for (uint32_t k = 0; k < a->scalar_count; k++)
            if (a->scalars[k].variable == given->data[i])
                return false;
    return true;
}

/* How far from the lane the cell is that rays pass afterwards, NATIVE_TRY_NONE: there is none, or NATIVE_TRY_ALL: the
 * answer may be another one. */
static int shift_of_one(native_source *n, const strand *s, uint32_t reach, const ray_facts *f)
{
    int shift = NATIVE_TRY_NONE;
    if (s->asked_count != 1 || s->asked[0].holds || s->asked[0].reach != reach || !hands_the_state(n, s->asked))
        return NATIVE_TRY_ALL;
    for (uint32_t i = 0; i < s->asked[0].writes; i++) {
        const strand_write *w = &s->writes[i];
        const int32_t value = w->value.number;
        if (w->offset != n->p->boards[f->board].offset || w->width != 1 || w->from != IR_NONE || w->value.moves ||
            w->value.table || value < 0 || value > SHIFT_MAX || has(f->ends, value))
            return NATIVE_TRY_ALL;
        if (!has(f->pass, value))
            continue;
        if (shift != NATIVE_TRY_NONE || !w->at.moves || w->at.table || w->at.number < -SHIFT_MAX ||
            w->at.number > SHIFT_MAX)
            return NATIVE_TRY_ALL;
        shift = w->at.number;
    }
    return shift;
}

static int shift_of(native_source *n, const strand *s, uint32_t reach, const ray_facts *f)
{
    const int shift = shift_of_one(n, s->variant_count ? s->variants[0].strand : s, reach, f);
    for (uint32_t i = 1; i < s->variant_count; i++)
        if (shift_of_one(n, s->variants[i].strand, reach, f) != shift)
            return NATIVE_TRY_ALL;
    return s->told ? shift : NATIVE_TRY_ALL;
}

/* The search that the first strand asks about; IR_NONE: none is told. */
static uint32_t search_of(const strand_case *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        const strand *s = c->strands[i].variant_count ? c->strands[i].variants[0].strand : &c->strands[i];
        if (c->strands[i].told && s->asked_count == 1)
            return s->asked[0].reach;
    }
    return IR_NONE;
}

const char *emit_lanes_to_try(native_source *n, const strand_case *c)
{
    const uint32_t reach = search_of(c);
    const plan_strands *p = reach == IR_NONE ? NULL : n->p->reaches.data[reach].strands;
    const char *rows = "";
    bool some = false;
    if (!p || c->words != 1 || p->count == 0 || p->count > CASES_MAX)
        return NULL;
    for (uint32_t i = 0; i < p->count; i++) {
        ray_facts f;
        if (!emit_find_ray_facts(n, p, &p->cases[i], &f))
            return NULL;
        rows = F("%s{", rows);
        for (uint32_t k = 0; k < c->count; k++) {
            const int shift = shift_of(n, &c->strands[k], reach, &f);
            some |= shift != NATIVE_TRY_ALL;
            rows = F("%s%d,", rows, shift);
        }
        rows = F("%s},", rows);
    }
    if (!some)
        return NULL;
    reach_signature *signature = emit_reach_signature(n, reach);
    const char *call = F("support%u(x, s", reach);
    for (uint32_t i = 0; i < signature->parameters.count; i++)
        call = F("%s, %s", call, emit_variable(n, signature->parameters.data[i]));
    signature->supported = true;
    emit_line(n, F("static const signed char shifts[][%u] = {%s};", c->count, rows));
    emit_line(n, F("uint64_t stops = 0;\n    const uint32_t nothing = %s, &stops);", call));
    return "(nothing ? lanes_to_try(shifts[nothing - 1][strands[at[j]]], stops) : UINT64_MAX)";
}
