#include "derivation/grammar.h"

void dv_grammar_init(dv_grammar *g, arena *a, intern *names)
{
    *g = (dv_grammar){.arena = a, .names = names, .root = DV_NONE};
    map_init(&g->habits_of, a);
}

uint32_t dv_type_add(dv_grammar *g, const char *name)
{
    dv_type t = {.name = name, .cost = DV_NONE};
    vec_push(g->arena, &g->types, t);
    return g->types.count - 1;
}

uint32_t dv_production_add(dv_grammar *g, dv_production p)
{
    p.cost = p.kind == DV_FORM || p.kind == DV_LIST ? DV_NONE : 1;
    vec_push(g->arena, &g->productions, p);
    return g->productions.count - 1;
}

void dv_admit(dv_grammar *g, uint32_t type, uint32_t production)
{
    vec_push(g->arena, &vec_at(&g->types, type).productions, production);
}

/* ---- costs: the sizes of smallest trees follow from each other until nothing gets cheaper ---- */

static uint32_t slot_cost(const dv_grammar *g, const dv_slot *s)
{
    uint32_t best = DV_NONE;
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t cost = vec_at(&g->types, s->choices[i].type).cost;
        best = cost < best ? cost : best;
    }
    return best;
}

static uint32_t production_cost(const dv_grammar *g, const dv_production *p)
{
    uint64_t sum = 1;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t cost = slot_cost(g, &p->slots[i]);
        if (cost == DV_NONE && (p->kind == DV_LIST ? p->least > 0 : !p->slots[i].optional))
            return DV_NONE;
        sum += p->kind == DV_LIST ? (uint64_t)cost * p->least : p->slots[i].optional ? 0 : cost;
    }
    return sum < DV_NONE ? (uint32_t)sum : DV_NONE;
}

static bool cheaper(dv_grammar *g)
{
    bool any = false;
    for (uint32_t i = 0; i < g->productions.count; i++) {
        dv_production *p = &vec_at(&g->productions, i);
        uint32_t cost = p->kind == DV_FORM || p->kind == DV_LIST ? production_cost(g, p) : 1;
        any |= cost < p->cost;
        p->cost = cost < p->cost ? cost : p->cost;
    }
    for (uint32_t i = 0; i < g->types.count; i++) {
        dv_type *t = &vec_at(&g->types, i);
        for (uint32_t k = 0; k < t->productions.count; k++) {
            uint32_t cost = dv_production_at(g, vec_at(&t->productions, k))->cost;
            any |= cost < t->cost;
            t->cost = cost < t->cost ? cost : t->cost;
        }
    }
    return any;
}

void dv_grammar_finish(dv_grammar *g)
{
    while (cheaper(g))
        ;
    for (uint32_t i = 0; i < g->types.count; i++) {
        dv_type *t = &vec_at(&g->types, i);
        uint32_t kept = 0;
        t->admits = bitset_new(g->arena, g->productions.count + 1);
        for (uint32_t k = 0; k < t->productions.count; k++) {
            uint32_t p = vec_at(&t->productions, k);
            if (dv_production_at(g, p)->cost != DV_NONE && bitset_insert(&t->admits, p))
                t->productions.data[kept++] = p;
        }
        t->productions.count = kept;
    }
}

uint32_t dv_slot_admits(const dv_grammar *g, const dv_slot *s, uint32_t production)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (bitset_has(&vec_at(&g->types, s->choices[i].type).admits, production))
            return i;
    return DV_NONE;
}

/* ---- habits ---- */

static uint64_t context_key(dv_context c) { return (uint64_t)c.production << 16 | (uint64_t)c.slot << 1 | c.element; }

const dv_habits *dv_habits_at(const dv_grammar *g, dv_context c)
{
    const uint32_t *at = map_get(&g->habits_of, context_key(c));
    return at ? &vec_at(&g->habits, *at) : NULL;
}

dv_habits *dv_habits_make(dv_grammar *g, dv_context c)
{
    uint64_t key = context_key(c);
    if (!map_has(&g->habits_of, key)) {
        dv_habits none = {0};
        map_put(&g->habits_of, key, g->habits.count);
        vec_push(g->arena, &g->habits, none);
    }
    return &vec_at(&g->habits, *map_get(&g->habits_of, key));
}
