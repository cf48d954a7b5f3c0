/* Two strands of a case that may make the same move. Where conditions of both exclude each other, they do not; where it
 * is known that no two paths make the same move, nothing is asked. Else the later one leaves the lanes at which they
 * meet to the former, and moves of both are tried when they are made, by all paths. Strands that are tried and differ
 * in one condition become one. */
#include "automaton/plan_lanes.h"

#include <string.h>

/* ---- what is equal ---- */

static bool same_function(const strand_function *a, const strand_function *b, const strand_set *lanes, uint32_t count)
{
    if (!a->table && !b->table)
        return a->number == b->number && a->moves == b->moves;
    for (uint32_t i = 0; i < count; i++)
        if (strand_has(lanes, i) && strand_value(a, i) != strand_value(b, i))
            return false;
    return true;
}

static bool same_set(const strand_set *a, const strand_set *b) { return memcmp(a, b, sizeof *a) == 0; }

static bool same_cells(const strand_literal *a, const strand_literal *b)
{
    if (a->number || b->number || a->search || b->search || a->board != b->board || a->piece_count != b->piece_count)
        return false;
    for (uint32_t i = 0; i < a->piece_count; i++)
        if (a->pieces[i].fixed != b->pieces[i].fixed || a->pieces[i].shift != b->pieces[i].shift ||
            !same_set(&a->pieces[i].lanes, &b->pieces[i].lanes))
            return false;
    return true;
}

static bool same_number(const strand_number *a, const strand_number *b)
{
    return a && b && a->offset == b->offset && a->count == b->count && a->words == b->words &&
           memcmp(a->lanes, b->lanes, (size_t)a->count * a->words * sizeof *a->lanes) == 0;
}

static bool same_clause(const strand_clause *a, const strand_clause *b)
{
    if (!same_set(&a->always, &b->always) || a->literal_count != b->literal_count)
        return false;
    for (uint32_t i = 0; i < a->literal_count; i++)
        if (!same_number(a->literals[i].number, b->literals[i].number) &&
            !(a->literals[i].search && b->literals[i].search &&
              a->literals[i].search->holds == b->literals[i].search->holds &&
              strands_same_search(a->literals[i].search, b->literals[i].search)) &&
            (!same_cells(&a->literals[i], &b->literals[i]) || a->literals[i].values != b->literals[i].values))
            return false;
    return true;
}

/* ---- strands that become one ---- */

/* Both ask the same cells for one of some values, and nothing else. */
static bool differ_in_values(const strand_clause *a, const strand_clause *b)
{
    return same_set(&a->always, &b->always) && a->literal_count == 1 && b->literal_count == 1 &&
           same_cells(&a->literals[0], &b->literals[0]);
}

uint32_t strands_only_difference(const strand *a, const strand *b)
{
    uint32_t differs = IR_NONE;
    if (a->clause_count != b->clause_count || !same_set(&a->lanes, &b->lanes))
        return IR_NONE;
    for (uint32_t i = 0; i < a->clause_count; i++) {
        if (same_clause(&a->clauses[i], &b->clauses[i]))
            continue;
        if (differs != IR_NONE || !differ_in_values(&a->clauses[i], &b->clauses[i]))
            return IR_NONE;
        differs = i;
    }
    return differs;
}

/* The same, if the one strand makes the moves of both. */
static uint32_t only_difference(const finder *x, const strand *a, const strand *b)
{
    if (!a->asks || !b->asks || a->tag_count != b->tag_count)
        return IR_NONE;
    for (uint32_t i = 0; i < a->tag_count; i++)
        if (!same_function(&a->tags[i], &b->tags[i], &a->lanes, x->lanes))
            return IR_NONE;
    return strands_only_difference(a, b);
}

/* What b does is done where a cell holds what b asked for; what a strand that is told asks for is asked first. */
static void keep_variant(finder *x, strand *a, const strand *b, uint32_t differs)
{
    arena *g = x->p->g->arena;
    const strand_literal *l = &a->clauses[differs].literals[0], *m = &b->clauses[differs].literals[0];
    const bool plain =
        l->piece_count == 1 && !l->pieces[0].fixed && !l->number && strand_is_empty(&a->clauses[differs].always);
    if (!a->told || !b->told || !plain || b->variant_count > 0 || (l->values & m->values) ||
        a->variant_count == STRAND_VARIANTS_MAX || (a->variant_count > 0 && a->varies != differs)) {
        a->told = false;
        return;
    }
    strand_variant *all = ARENA_ARRAY(g, strand_variant, a->variant_count + 2);
    for (uint32_t i = 0; i < a->variant_count; i++)
        all[i] = a->variants[i];
    strand *other = ARENA_NEW(g, strand);
    if (a->variant_count == 0) {
        strand *first = ARENA_NEW(g, strand);
        *first = *a;
        all[a->variant_count++] = (strand_variant){l->values, first};
    }
    *other = *b;
    all[a->variant_count++] = (strand_variant){m->values, other};
    a->variants = all;
    a->varies = differs;
}

void strands_ask_for_both(arena *g, strand *a, const strand *b, uint32_t differs)
{
    strand_clause *clauses = ARENA_ARRAY(g, strand_clause, a->clause_count + 1);
    strand_literal *both = ARENA_NEW(g, strand_literal);
    memcpy(clauses, a->clauses, a->clause_count * sizeof *clauses);
    *both = a->clauses[differs].literals[0];
    both->values |= b->clauses[differs].literals[0].values;
    clauses[differs].literals = both;
    a->clauses = clauses;
}

static bool overlap(const strand_clause *a, const strand_clause *b)
{
    return !strand_is_empty(&a->always) || (a->literals[0].values & b->literals[0].values);
}

/* Equal for strands that can become one. */
static uint64_t key_of(const strand *s)
{
    uint64_t key = s->tag_count;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        key = (key ^ s->lanes.words[w]) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint32_t t = 0; t < s->tag_count; t++)
        if (!s->tags[t].table)
            key = (key ^ (uint32_t)s->tags[t].number ^ (uint64_t)s->tags[t].moves << 32) * UINT64_C(0x9e3779b97f4a7c15);
    return key;
}

void strands_join(finder *x)
{
    uint64_t keys[STRANDS_MAX];
    bool more = true;
    for (uint32_t i = 0; i < x->count; i++)
        keys[i] = key_of(&x->all[i]);
    while (more) {
        more = false;
        for (uint32_t i = 0; i < x->count; i++)
            for (uint32_t k = i + 1; k < x->count; k++) {
                const uint32_t differs = keys[i] == keys[k] ? only_difference(x, &x->all[i], &x->all[k]) : IR_NONE;
                if (differs == IR_NONE)
                    continue;
                if (!x->single && overlap(&x->all[i].clauses[differs], &x->all[k].clauses[differs]))
                    x->all[i].shared = x->twins = true;
                x->all[i].shared |= x->all[k].shared;
                keep_variant(x, &x->all[i], &x->all[k], differs);
                strands_ask_for_both(x->p->g->arena, &x->all[i], &x->all[k], differs);
                keys[k] = keys[x->count - 1];
                x->all[k--] = x->all[--x->count];
                more = true;
            }
    }
}

/* ---- strands that exclude each other ---- */

/* Whether some lane of each passes with one number. */
static bool pass_together(const strand_number *a, const strand_number *b, bool same_lane)
{
    for (uint32_t v = 0; v < a->count; v++) {
        uint64_t one = 0, other = 0;
        for (uint32_t w = v * a->words; w < (v + 1) * a->words; w++) {
            if (a->lanes[w] & b->lanes[w])
                return true;
            one |= a->lanes[w];
            other |= b->lanes[w];
        }
        if (!same_lane && one && other)
            return true;
    }
    return false;
}

bool strands_same_search(const strand_search *a, const strand_search *b)
{
    if (a->any != b->any || a->count != b->count)
        return false;
    for (uint32_t i = 0; a->ways != b->ways && i < a->count; i++) {
        const strand *s = &a->ways[i], *t = &b->ways[i];
        if (s->clause_count != t->clause_count || !same_set(&s->lanes, &t->lanes))
            return false;
        for (uint32_t k = 0; k < s->clause_count; k++)
            if (!same_clause(&s->clauses[k], &t->clauses[k]))
                return false;
    }
    return true;
}

/* The same search succeeds or fails. */
static bool opposite_searches(const strand_search *a, const strand_search *b, bool same_lane)
{
    return a && b && a->holds != b->holds && (a->any || same_lane) && strands_same_search(a, b);
}

/* At the same lane, or whatever the lanes are. */
static bool exclude(const strand_clause *a, const strand_clause *b, bool same_lane)
{
    if (a->literal_count != 1 || b->literal_count != 1 || !strand_is_empty(&a->always) || !strand_is_empty(&b->always))
        return false;
    const strand_literal *l = &a->literals[0], *m = &b->literals[0];
    if (l->search || m->search)
        return opposite_searches(l->search, m->search, same_lane);
    if (!l->number || !m->number)
        return same_cells(l, m) && (l->values & m->values) == 0 &&
               (same_lane || (l->piece_count == 1 && l->pieces[0].fixed));
    return l->number->offset == m->number->offset && l->number->count == m->number->count &&
           l->number->words == m->number->words && !pass_together(l->number, m->number, same_lane);
}

static bool exclude_each_other(const strand *a, const strand *b, bool same_lane)
{
    for (uint32_t i = 0; i < a->clause_count; i++)
        for (uint32_t k = 0; k < b->clause_count; k++)
            if (exclude(&a->clauses[i], &b->clauses[k], same_lane))
                return true;
    return false;
}

/* What a condition wants of one place of the state. */
typedef struct demand {
    uint32_t offset;
    uint64_t values[PLAN_VALUES_MAX / 64];
} demand;

/* False: it wants more, or nothing, of that lane. */
static bool demand_of(const finder *x, const strand_clause *c, uint32_t lane, demand *out)
{
    const strand_literal *l = &c->literals[0];
    if (c->literal_count != 1 || l->search || strand_has(&c->always, lane))
        return false;
    memset(out->values, 0, sizeof out->values);
    if (l->number) {
        out->offset = l->number->offset;
        for (uint32_t v = 0; v < l->number->count && lane / 64 < l->number->words; v++)
            if (l->number->lanes[v * l->number->words + lane / 64] >> lane % 64 & 1)
                out->values[v / 64] |= UINT64_C(1) << v % 64;
        return true;
    }
    out->values[0] = l->values;
    for (uint32_t i = 0; i < l->piece_count; i++)
        if (strand_has(&l->pieces[i].lanes, lane)) {
            out->offset = x->p->layout.variables[x->p->boards[l->board].variable].offset +
                          (uint32_t)(l->pieces[i].fixed ? l->pieces[i].shift : (int32_t)lane + l->pieces[i].shift);
            return true;
        }
    return false;
}

static uint32_t find_demands(const finder *x, const strand *s, uint32_t lane, demand *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->clause_count; i++)
        count += demand_of(x, &s->clauses[i], lane, &out[count]);
    return count;
}

/* One place cannot hold what both want. */
static bool contradict(finder *x, const strand *a, uint32_t i, const strand *b, uint32_t k)
{
    demand d[CLAUSES_MAX], e[CLAUSES_MAX];
    if (++x->contradictions > CONTRADICTIONS_MAX) /* one more twin, then */
        return false;
    const uint32_t count = find_demands(x, a, i, d), others = find_demands(x, b, k, e);
    for (uint32_t m = 0; m < count; m++)
        for (uint32_t n = 0; n < others; n++) {
            uint64_t both = 0;
            for (uint32_t w = 0; w < PLAN_VALUES_MAX / 64; w++)
                both |= d[m].values[w] & e[n].values[w];
            if (d[m].offset == e[n].offset && !both)
                return true;
        }
    return false;
}

/* ---- lanes that make the same move ---- */

static bool tags_are_equal(const strand *a, uint32_t i, const strand *b, uint32_t k)
{
    for (uint32_t t = 0; t < a->tag_count; t++)
        if (strand_value(&a->tags[t], i) != strand_value(&b->tags[t], k) && !strand_tag_is_held(&a->tags[t]) &&
            !strand_tag_is_held(&b->tags[t])) /* which may be any */
            return false;
    return true;
}

/* Where some tag tells the lane alike in both, only the same lane can make the same move. */
static bool tell_lanes(const strand *a, const strand *b)
{
    for (uint32_t t = 0; t < a->tag_count; t++)
        if (a->tags[t].moves && b->tags[t].moves && a->tags[t].number == b->tags[t].number)
            return true;
    return false;
}

enum { TWINS_MAX = 64 }; /* of a strand */

typedef struct twins {
    strand_twin all[TWINS_MAX];
    uint32_t count;
} twins;

static bool add_twin(twins *t, uint32_t number, int32_t shift, uint32_t lane)
{
    uint32_t i = 0;
    while (i < t->count && (t->all[i].strand != number || t->all[i].shift != shift))
        i++;
    if (i == TWINS_MAX)
        return false;
    if (i == t->count)
        t->all[t->count++] = (strand_twin){.strand = number, .shift = shift};
    strand_add(&t->all[i].lanes, lane);
    return true;
}

/* False: some tag is another one, whatever the lanes. */
static bool can_meet(const strand *a, const strand *b)
{
    if (a->tag_count != b->tag_count)
        return false;
    const bool alike = tell_lanes(a, b);
    for (uint32_t t = 0; t < a->tag_count; t++) {
        const strand_function *f = &a->tags[t], *g = &b->tags[t];
        if (!f->table && !g->table && f->moves == g->moves && (!f->moves || alike) && f->number != g->number &&
            !strand_tag_is_held(f) && !strand_tag_is_held(g))
            return false;
    }
    return true;
}

/* False: there are too many, or two lanes of one strand make the same move. */
static bool meet(finder *x, uint32_t first, uint32_t second, twins *out)
{
    const strand *a = &x->all[first], *b = &x->all[second];
    const bool alike = tell_lanes(a, b);
    for (uint32_t i = 0; i < x->lanes; i++)
        for (uint32_t k = alike ? i : 0; strand_has(&a->lanes, i) && k < (alike ? i + 1 : x->lanes); k++) {
            if (!strand_has(&b->lanes, k) || !tags_are_equal(a, i, b, k) || (a == b && i == k) ||
                contradict(x, a, i, b, k))
                continue;
            if (a == b || (i != k && x->words > 1) || !add_twin(out, first, (int32_t)i - (int32_t)k, k))
                return false;
        }
    return true;
}

/* *any: some do. False: they cannot be parted. */
static bool find_twins(finder *x, bool *any)
{
    twins *found = ARENA_NEW(x->a, twins);
    *any = false;
    for (uint32_t k = 0; k < x->count; k++) {
        strand *s = &x->all[k];
        found->count = 0;
        for (uint32_t i = 0; i <= k; i++)
            if (can_meet(&x->all[i], s) && (i == k || !exclude_each_other(&x->all[i], s, tell_lanes(&x->all[i], s))) &&
                !meet(x, i, k, found))
                return false;
        strand_twin *kept = ARENA_ARRAY(x->p->g->arena, strand_twin, found->count + 1);
        memcpy(kept, found->all, found->count * sizeof *kept);
        s->twins = kept;
        s->twin_count = found->count;
        *any |= found->count > 0;
    }
    return true;
}

/* ---- strands of one shape ---- */

static bool asks_a_board(const strand_clause *c)
{
    return c->literal_count == 1 && !c->literals[0].number && !c->literals[0].search;
}

/* At the lanes both ask the same cells for the same. */
static bool asks_alike(const strand_clause *a, const strand_clause *b, const strand_set *lanes)
{
    const strand_literal *l = &a->literals[0], *m = &b->literals[0];
    if (!asks_a_board(a) || !asks_a_board(b) || l->board != m->board || l->values != m->values || l->piece_count != 1 ||
        m->piece_count != 1 || l->pieces[0].fixed != m->pieces[0].fixed || l->pieces[0].shift != m->pieces[0].shift ||
        !lanes_cover(&l->pieces[0].lanes, lanes) || !lanes_cover(&m->pieces[0].lanes, lanes))
        return false;
    return strand_is_empty(&a->always) && strand_is_empty(&b->always);
}

/* What decides which cells are asked for what; where they lie does not matter. */
static int compare_shapes(const strand *a, const strand *b)
{
    for (uint32_t i = 0; i < a->clause_count && i < b->clause_count; i++) {
        const strand_clause *c = &a->clauses[i], *d = &b->clauses[i];
        const bool plain = asks_a_board(c), other = asks_a_board(d);
        if (plain != other)
            return plain ? -1 : 1;
        if (!plain)
            continue;
        const strand_literal *l = &c->literals[0], *m = &d->literals[0];
        if (l->board != m->board)
            return l->board < m->board ? -1 : 1;
        if (l->values != m->values)
            return l->values < m->values ? -1 : 1;
    }
    return a->clause_count < b->clause_count ? -1 : a->clause_count > b->clause_count;
}

/* ---- ways of a search that others make needless ---- */

enum { NEEDLESS_MAX = 128 /* strands that are compared */ };

/* The one cell of a board that the clause asks the lane for; *any: it passes whatever cells hold. False: there is more.
 */
static bool asked_cell(const strand_clause *c, uint32_t lane, const strand_literal **l, int32_t *cell, bool *any)
{
    *any = strand_has(&c->always, lane);
    if (*any)
        return true;
    if (c->literal_count != 1 || c->literals[0].number || c->literals[0].search)
        return false;
    *l = &c->literals[0];
    for (uint32_t i = 0; i < (*l)->piece_count; i++)
        if (strand_has(&(*l)->pieces[i].lanes, lane)) {
            *cell = (*l)->pieces[i].shift + ((*l)->pieces[i].fixed ? 0 : (int32_t)lane);
            return true;
        }
    return false;
}

/* Whether the lane passes by `a` wherever it does by `b`. */
static bool needs_less(const strand *a, const strand *b, uint32_t lane)
{
    for (uint32_t i = 0; i < a->clause_count; i++) {
        const strand_literal *l, *m;
        int32_t cell, other;
        bool any, told = false;
        if (!asked_cell(&a->clauses[i], lane, &l, &cell, &any))
            return false;
        for (uint32_t k = 0; k < b->clause_count && !any && !told; k++) {
            bool none;
            told = asked_cell(&b->clauses[k], lane, &m, &other, &none) && !none && l->board == m->board &&
                   cell == other && !(m->values & ~l->values);
        }
        if (!any && !told)
            return false;
    }
    return true;
}

void strands_drop_needless(finder *x)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < x->count && x->count <= NEEDLESS_MAX; i++)
        for (uint32_t k = 0; k < x->count && !x->all[i].asks; k++)
            for (uint32_t lane = 0; k != i && !x->all[k].asks && lane < x->lanes; lane++)
                if (strand_has(&x->all[i].lanes, lane) && strand_has(&x->all[k].lanes, lane) &&
                    needs_less(&x->all[i], &x->all[k], lane))
                    x->all[k].lanes.words[lane / 64] &= ~(UINT64_C(1) << lane % 64);
    for (uint32_t i = 0; i < x->count; i++)
        if (!strand_is_empty(&x->all[i].lanes))
            x->all[count++] = x->all[i];
    x->count = count;
}

void strands_order(strand *all, uint32_t count)
{
    for (uint32_t i = 1; i < count && count > STRANDS_MANY; i++) {
        const strand s = all[i];
        uint32_t k = i;
        for (; k > 0 && compare_shapes(&s, &all[k - 1]) < 0; k--)
            all[k] = all[k - 1];
        all[k] = s;
    }
}

void strands_chain(strand *all, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++) {
            strand *s = &all[i];
            const strand *t = &all[k];
            bool same =
                t->clause_count <= s->clause_count && t->clause_count > s->settled && lanes_cover(&t->lanes, &s->lanes);
            for (uint32_t c = 0; same && c < t->clause_count; c++)
                same = t->clauses[c].literal_count == 1 && asks_alike(&t->clauses[c], &s->clauses[c], &s->lanes);
            if (same) {
                s->begins = k + 1;
                s->settled = t->clause_count;
            }
        }
}

static bool ask_the_same(const strand *a, const strand *b)
{
    bool same = a->asks == b->asks && a->asked_count == b->asked_count;
    for (uint32_t i = 0; same && i < a->asked_count; i++)
        same = a->asked[i].reach == b->asked[i].reach && a->asked[i].holds == b->asked[i].holds;
    return same;
}

/* Two strands have a move in common, and ask different things: nobody knows how many of them make it. */
static bool ask_otherwise(const finder *x)
{
    for (uint32_t i = 0; i < x->count; i++)
        for (uint32_t k = 0; k < x->all[i].twin_count; k++) {
            const strand *a = &x->all[i], *b = &x->all[x->all[i].twins[k].strand];
            if (a->told && b->told && !ask_the_same(a, b))
                return true;
        }
    return false;
}

/* The same where no two paths make the same move: strands that ask the same are never passed together. */
static bool single_asks_otherwise(finder *x)
{
    twins *found = ARENA_NEW(x->a, twins);
    for (uint32_t k = 0; k < x->count; k++)
        for (uint32_t i = 0; i < k; i++) {
            const strand *a = &x->all[i], *b = &x->all[k];
            if (!ask_the_same(a, b) && can_meet(a, b) && !exclude_each_other(a, b, tell_lanes(a, b)) &&
                (!meet(x, i, k, found) || found->count > 0))
                return true;
        }
    return false;
}

bool strands_part(finder *x)
{
    bool any = false;
    strands_join(x);
    strands_order(x->all, x->count);
    if (x->single)
        return !single_asks_otherwise(x);
    if (!find_twins(x, &any) || ask_otherwise(x))
        return false;
    x->twins |= any;
    for (uint32_t i = 0; i < x->count; i++) {
        strand *s = &x->all[i];
        for (uint32_t k = 0; k < s->twin_count; k++)
            s->shared = x->all[s->twins[k].strand].shared = true;
    }
    for (uint32_t i = 0; i < x->count; i++)
        if (x->all[i].shared) {
            x->all[i].asks = true;
            x->all[i].made = x->all[i].told = false;
            x->all[i].write_count = 0;
        }
    return true;
}
