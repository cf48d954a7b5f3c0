/* Bundles (strands.h): strands that ask the same cells for other values, as a queen and a rook on one line, or a step
 * to a cell that is empty and one to a cell that is not. Their lanes are one set until one of them is drawn; what the
 * cells hold tells then whose it is. Lists keep the strands apart: their moves differ. */
#include "automaton/plan_lanes.h"

#include <string.h>

/* Equal for strands that can be one bundle. */
static uint64_t key_of(const strand *s)
{
    uint64_t key = s->clause_count;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        key = (key ^ s->lanes.words[w]) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t i = 0; i < s->clause_count; i++) {
        const strand_clause *c = &s->clauses[i];
        const bool plain = c->literal_count == 1 && c->literals[0].piece_count == 1;
        key = (key ^ c->literal_count ^ (plain ? (uint32_t)c->literals[0].pieces[0].shift : 0)) *
              UINT64_C(0x9e3779b97f4a7c15);
    }
    return key;
}

/* What the cell of the lane holds says whether it is a lane of the one or of the other. */
static bool tells_apart(const strand *a, const strand *b, uint32_t differs)
{
    const strand_clause *c = &a->clauses[differs];
    const strand_literal *l = &c->literals[0];
    return strand_is_empty(&c->always) && l->piece_count == 1 && !l->pieces[0].fixed &&
           lanes_cover(&l->pieces[0].lanes, &a->lanes) && !(l->values & b->clauses[differs].literals[0].values);
}

static strand_variant part_of(arena *g, const strand *s, uint32_t differs)
{
    strand *kept = ARENA_NEW(g, strand);
    *kept = *s;
    return (strand_variant){s->clauses[differs].literals[0].values, kept};
}

static void bundle(arena *g, strand *a, const strand *b, uint32_t differs)
{
    const uint32_t count = a->part_count && a->parted == differs ? a->part_count : 0;
    strand_variant *parts = ARENA_ARRAY(g, strand_variant, count + 2);
    for (uint32_t i = 0; i < count; i++)
        parts[i] = a->parts[i];
    if (!count)
        parts[0] = part_of(g, a, differs);
    a->part_count = count ? count : 1;
    parts[a->part_count++] = part_of(g, b, differs);
    a->parts = parts;
    a->parted = differs;
    strands_ask_for_both(g, a, b, differs);
}

const strand_case *strands_bundle(arena *g, const strand_case *c)
{
    uint64_t keys[STRANDS_MAX];
    strand *all = ARENA_ARRAY(g, strand, c->count + 1);
    uint32_t count = c->count;
    bool more = true;
    for (uint32_t i = 0; i < count; i++) {
        all[i] = c->strands[i];
        all[i].number = i;
        keys[i] = key_of(&all[i]);
        if (all[i].twin_count || all[i].shared || all[i].level)
            return NULL;
    }
    while (more && c->count > STRANDS_BUNDLED) {
        more = false;
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t k = i + 1; k < count; k++) {
                const uint32_t differs = keys[i] == keys[k] ? strands_only_difference(&all[i], &all[k]) : IR_NONE;
                if (differs == IR_NONE || !tells_apart(&all[i], &all[k], differs))
                    continue;
                bundle(g, &all[i], &all[k], differs);
                keys[k] = keys[count - 1];
                all[k--] = all[--count];
                more = true;
            }
    }
    if (count == c->count)
        return NULL;
    strands_order(all, count);
    for (uint32_t i = 0; i + 1 < count; i++)
        if (all[i].rest) { /* it is the last one here, too */
            const strand rest = all[i];
            all[i] = all[count - 1];
            all[count - 1] = rest;
        }
    strand_case *drawn = ARENA_NEW(g, strand_case);
    *drawn = *c;
    drawn->strands = all;
    drawn->count = count;
    return drawn;
}
