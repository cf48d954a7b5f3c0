/* Which predicates depend on which, and in what order they are evaluated. */
#include "logic/logic.h"

#include "base/scc.h"

/* Predicates that a literal is about: one, or with `whole` those of its group. */
static void predicates_of(const logic_program *p, const logic_literal *l, vec_u32 *out)
{
    out->count = 0;
    if (l->kind == LOGIC_DISTINCT || l->kind == LOGIC_EQUAL)
        return;
    for (uint32_t q = l->whole ? 0 : l->predicate; q < p->predicates.count; q++) {
        if (q == l->predicate ||
            (l->whole && vec_at(&p->predicates, q).group == vec_at(&p->predicates, l->predicate).group))
            vec_push(p->arena, out, q);
        if (!l->whole)
            return;
    }
}

static logic_edges find_edges(const logic_program *p)
{
    logic_edges edges = {0};
    vec_u32 heads = {0}, bodies = {0};
    for (uint32_t i = 0; i < p->rules.count; i++) {
        const logic_rule *r = &vec_at(&p->rules, i);
        predicates_of(p, &r->head, &heads);
        for (uint32_t j = 0; j < r->body_count; j++) {
            predicates_of(p, &r->body[j], &bodies);
            for (uint32_t h = 0; h < heads.count; h++)
                for (uint32_t b = 0; b < bodies.count; b++)
                    vec_push(p->arena, &edges,
                             ((logic_edge){vec_at(&bodies, b), vec_at(&heads, h), body_at(r, j).kind == LOGIC_FAILS,
                                           body_at(r, j).span}));
        }
    }
    return edges;
}

/* Strata are components, numbered so that each comes after those it depends on. */
typedef struct search {
    logic_program *program;
    const logic_edge *edges;
    const uint32_t *start, *out; /* edges by predicate, */
    uint32_t *next;              /* and the next one of each */
} search;

static bool next_predicate(void *user, uint32_t p, uint32_t *to)
{
    search *s = user;
    if (s->start[p] + s->next[p] == s->start[p + 1])
        return false;
    *to = s->edges[s->out[s->start[p] + s->next[p]++]].from;
    return true;
}

static void number_stratum(void *user, const uint32_t *predicates, uint32_t count)
{
    logic_program *p = ((search *)user)->program;
    for (uint32_t i = 0; i < count; i++)
        vec_at(&p->predicates, predicates[i]).stratum = p->strata;
    p->strata++;
}

static void find_strata(logic_program *p, const logic_edges *edges)
{
    uint32_t count = p->predicates.count;
    uint32_t *start = ARENA_ARRAY(p->arena, uint32_t, count + 2);
    uint32_t *out = ARENA_ARRAY(p->arena, uint32_t, edges->count + 1);
    for (uint32_t i = 0; i < edges->count; i++)
        start[vec_at(edges, i).to + 2]++;
    for (uint32_t q = 0; q < count; q++)
        start[q + 2] += start[q + 1];
    for (uint32_t i = 0; i < edges->count; i++)
        out[start[vec_at(edges, i).to + 1]++] = i;
    search s = {p, edges->data, start, out, ARENA_ARRAY(p->arena, uint32_t, count + 1)};
    p->strata = 0;
    scc_find(p->arena, &(scc_graph){count, next_predicate, number_stratum, &s});
}

static void find_phases(logic_program *p, const logic_edges *edges)
{
    for (bool changed = true; changed;) {
        changed = false;
        arena_work(p->arena, edges->count);
        for (uint32_t i = 0; i < edges->count; i++) {
            logic_phase from = vec_at(&p->predicates, vec_at(edges, i).from).phase;
            logic_predicate *to = &vec_at(&p->predicates, vec_at(edges, i).to);
            changed |= from > to->phase;
            to->phase = from > to->phase ? from : to->phase;
        }
    }
}

logic_edges logic_stratify(logic_program *p)
{
    logic_edges edges = find_edges(p);
    vec_u32 heads = {0};
    find_strata(p, &edges);
    find_phases(p, &edges);
    for (uint32_t i = 0; i < edges.count; i++) {
        logic_predicate *from = &vec_at(&p->predicates, vec_at(&edges, i).from),
                        *to = &vec_at(&p->predicates, vec_at(&edges, i).to);
        if (from->stratum == to->stratum)
            from->recursive = to->recursive = true;
    }
    p->rules_of = ARENA_ARRAY(p->arena, vec_u32, p->predicates.count + 1);
    for (uint32_t i = 0; i < p->rules.count; i++) {
        predicates_of(p, &vec_at(&p->rules, i).head, &heads);
        for (uint32_t h = 0; h < heads.count; h++)
            vec_push(p->arena, &p->rules_of[vec_at(&heads, h)], i);
    }
    return edges;
}
