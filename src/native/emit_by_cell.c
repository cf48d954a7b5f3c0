/* Searches that compare the piece of a known lane with others, as C: what its cell holds is looked at first, and the
 * ways are those for that value alone. */
#include "automaton/plan_cells.h"
#include "native/emit_strands.h"

enum { VALUES_MAX = 4 };

/* At lanes that always pass, the cell never holds anything but one of the values. */
static bool is_fixed_there(const native_source *n, const strand_clause *c)
{
    const strand_literal *l = c->literals;
    const strand_board *b = &n->p->boards[l->board];
    bool fixed = true;
    for (uint32_t lane = 0; lane < STRAND_LANES_MAX && fixed; lane++) {
        const int64_t cell = (int64_t)lane + l->pieces[0].shift;
        fixed = !strand_has(&c->always, lane) ||
                (cell >= 0 && cell < b->cells && plan_is_fixed(n->p->cells, b->variable, (uint32_t)cell) &&
                 l->values >> (n->p->layout.initial[b->offset + (size_t)cell] & 63) & 1);
    }
    return fixed;
}

/* All ways ask one cell first, which is as far from the lane for each: its literal. NULL: they do not. */
static const strand_literal *asked_first(const native_source *n, const strand_case *c)
{
    const strand_literal *first = NULL;
    for (uint32_t i = 0; i < c->count; i++) {
        const strand *s = &c->strands[i];
        const strand_clause *k = s->clause_count > 1 ? s->clauses : NULL;
        const strand_literal *l = k && k->literal_count == 1 ? k->literals : NULL;
        if (!l || l->number || l->search || l->piece_count != 1 || l->pieces[0].fixed || l->pieces[0].shift < 0 ||
            !is_fixed_there(n, k) ||
            (first && (l->board != first->board || l->pieces[0].shift != first->pieces[0].shift ||
                       (l->values != first->values && (l->values & first->values)))))
            return NULL;
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            if (s->lanes.words[w] & ~(l->pieces[0].lanes.words[w] | k->always.words[w]))
                return NULL;
        first = first ? first : l;
    }
    return first;
}

/* Ways that ask for one value of that cell, without asking for it. */
static strand_case ways_for(native_source *n, const strand_case *c, uint64_t values)
{
    strand *some = ARENA_ARRAY(n->a, strand, c->count + 1);
    strand_case out = *c;
    out.count = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->strands[i].clauses[0].literals[0].values != values)
            continue;
        some[out.count] = c->strands[i];
        some[out.count].clauses++;
        some[out.count++].clause_count--;
    }
    out.strands = some;
    return out;
}

bool emit_by_first(native_source *n, const plan_strands *p, const strand_case *c)
{
    const strand_literal *l = asked_first(n, c);
    uint64_t values[VALUES_MAX];
    uint32_t count = 0;
    bool some = false;
    for (uint32_t i = 0; l && i < c->count; i++) {
        const uint64_t one = c->strands[i].clauses[0].literals[0].values;
        bool known = false;
        for (uint32_t k = 0; k < count; k++) {
            if (values[k] != one && (values[k] & one))
                return false;
            known |= values[k] == one;
        }
        if (!known && count == VALUES_MAX)
            return false;
        if (!known)
            values[count++] = one;
    }
    if (count < 2 || (p->lane == IR_NONE && !c->held.count) ||
        ways_lanes(n, p, c) + (uint32_t)l->pieces[0].shift > n->p->boards[l->board].cells)
        return false;
    const size_t before = n->functions.length;
    const strand_board *b = &n->p->boards[l->board];
    emit_open(n, "");
    emit_lane(n, p, c);
    emit_line(
        n, F("const uint64_t is = UINT64_C(1) << (s[(int)lane + %d] & 63);", (int32_t)b->offset + l->pieces[0].shift));
    for (uint32_t k = 0; k < count; k++) {
        const strand_case one = ways_for(n, c, values[k]);
        emit_open(n, F("if (is & 0x%llxull)", (unsigned long long)values[k]));
        some |= emit_known_lane(n, p, &one);
        emit_close(n);
    }
    emit_close(n);
    if (!some)
        emit_cut(n, before);
    return some;
}
