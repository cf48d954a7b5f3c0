/* A strand that passes where no other of its case does: a player who has no move passes. Its search asks once more for
 * what the others asked; that it finds the same is seen lane by lane, and then nobody needs to ask. */
#include "automaton/plan_lanes.h"

#include "base/map.h"

enum { ASKED_MAX = 24, CASE_WORK_MAX = 1 << 20 };

/* What a strand, or a way of a search, asks at a lane: a number for each clause. */
typedef struct questions {
    bool fine, passes;
    uint32_t count;
    uint64_t all[ASKED_MAX];
} questions;

static uint64_t asked_of_number(const strand_number *number, uint32_t lane)
{
    const uint64_t where[] = {number->offset, number->width, number->count};
    uint64_t all = hash_fnv(HASH_FNV, where, sizeof where);
    for (uint32_t k = 0; k < number->count; k++)
        if (lane / 64 < number->words && number->lanes[k * number->words + lane / 64] >> lane % 64 & 1)
            all = hash_mix(all ^ (k + 1));
    return all;
}

/* 0: it holds nowhere at the lane. */
static uint64_t asked_of_clause(const strand_clause *c, uint32_t lane, bool *fine)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < c->literal_count; i++) {
        const strand_literal *l = &c->literals[i];
        *fine &= l->search == NULL;
        if (l->number)
            all += asked_of_number(l->number, lane);
        for (uint32_t k = 0; !l->number && k < l->piece_count; k++) {
            const strand_piece *p = &l->pieces[k];
            const uint64_t cell[] = {l->board, l->values, (uint64_t)(p->shift + (p->fixed ? 0 : (int32_t)lane))};
            all += strand_has(&p->lanes, lane) ? hash_fnv(HASH_FNV, cell, sizeof cell) : 0;
        }
    }
    return all;
}

static questions asked_at(const strand *s, uint32_t lane)
{
    questions q = {.fine = true, .passes = strand_has(&s->lanes, lane)};
    for (uint32_t k = 0; k < s->clause_count && q.passes && q.fine; k++) {
        if (strand_has(&s->clauses[k].always, lane))
            continue;
        const uint64_t one = asked_of_clause(&s->clauses[k], lane, &q.fine);
        q.passes = one != 0;
        q.fine &= q.count < ASKED_MAX;
        if (q.passes && q.fine)
            q.all[q.count++] = one;
    }
    return q;
}

/* Whoever asks all of `more` asks all of `less`. */
static bool asks_less(const questions *less, const questions *more)
{
    bool all = true;
    for (uint32_t i = 0; i < less->count && all; i++) {
        all = false;
        for (uint32_t k = 0; k < more->count && !all; k++)
            all = less->all[i] == more->all[k];
    }
    return all;
}

/* At the lane some of the strands passes if and only if some of the ways does, as far as this shows. */
static bool same_at(const strand *strands, uint32_t count, const strand_search *s, uint32_t lane)
{
    questions ways[WAYS_MAX], one;
    bool met[WAYS_MAX] = {false}, same = s->count <= WAYS_MAX;
    for (uint32_t w = 0; w < s->count && same; w++) {
        ways[w] = asked_at(&s->ways[w], lane);
        same = ways[w].fine;
    }
    for (uint32_t i = 0; i < count && same; i++) {
        one = asked_at(&strands[i], lane);
        bool fewer = !one.passes;
        same = one.fine;
        for (uint32_t w = 0; w < s->count && one.passes && same; w++) {
            fewer |= ways[w].passes && asks_less(&ways[w], &one);
            met[w] |= ways[w].passes && asks_less(&one, &ways[w]);
        }
        same &= fewer;
    }
    for (uint32_t w = 0; w < s->count && same; w++)
        same = met[w] || !ways[w].passes;
    return same;
}

/* The move is one: nothing is chosen for it, or the state says what. */
static bool is_one(const strand *s, bool known_lane)
{
    uint64_t others = s->lanes.words[0] >> 1;
    for (uint32_t w = 1; w < STRAND_WORDS; w++)
        others |= s->lanes.words[w];
    return known_lane || others == 0;
}

/* The number of the strand that may pass where the others do not; IR_NONE: there is none, or they are not that plain.
 */
static uint32_t find_last(const strand *strands, uint32_t count, bool known_lane)
{
    uint32_t last = IR_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const strand *s = &strands[i];
        const strand_clause *c = s->clause_count == 1 && s->clauses[0].literal_count == 1 ? s->clauses : NULL;
        const strand_search *search = c && strand_is_empty(&c->always) ? c->literals[0].search : NULL;
        if (s->asks || s->level || s->shared || s->twin_count)
            return IR_NONE;
        last = search && !search->holds && (search->any || known_lane) && is_one(s, known_lane) ? i : last;
    }
    return last;
}

void strands_find_rest(strand *strands, uint32_t count, uint32_t words, bool known_lane)
{
    const uint32_t last = count > 1 ? find_last(strands, count, known_lane) : IR_NONE;
    if (last == IR_NONE)
        return;
    const strand_search *s = strands[last].clauses[0].literals[0].search;
    const uint32_t lanes = 64 * (words > s->words ? words : s->words);
    bool rest = (uint64_t)lanes * count * (s->count + 1) <= CASE_WORK_MAX;
    const strand passes = strands[last], other = strands[count - 1];
    strands[last] = other;
    strands[count - 1] = passes;
    for (uint32_t lane = 0; lane < lanes && rest; lane++)
        rest = same_at(strands, count - 1, s, lane);
    strands[count - 1].rest = rest;
    if (!rest) {
        strands[count - 1] = other;
        strands[last] = passes;
    }
}
