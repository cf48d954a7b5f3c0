#include "circuit/lifted.h"

#include <string.h>

enum { TERMS_MAX = 1 << 20, BUILT_MAX = 1 << 18 };

typedef struct analysis {
    flat_program *f;
    solver *s;
    fact_table **domains; /* [predicate][column] */
    bool *exact;          /* [predicate] the domains are known */
    bool changed, failed;
    arena *a;
} analysis;

static const rl_term_data *term_at(const analysis *x, rl_term t)
{
    return &x->f->source->terms.data.data[t];
}

static void add_term(analysis *x, uint32_t p, uint32_t column, rl_term t)
{
    uint32_t row;
    if (facts_add(&x->domains[p][column], &t, &row)) {
        x->changed = true;
        x->failed |= x->domains[p][column].count > TERMS_MAX || x->domains[p][column].failed;
    }
}

/* The values the variable can take at a place of the pattern, as a filter on one candidate. */
static void bind_from(const analysis *x, rl_term pattern, rl_term ground, uint32_t variable, fact_table *into)
{
    const rl_term_data *p = term_at(x, pattern), *g = term_at(x, ground);
    uint32_t row;
    if (p->variable) {
        if (p->symbol == variable)
            facts_add(into, &ground, &row);
        return;
    }
    if (p->symbol != g->symbol || p->count != g->count)
        return;
    for (uint32_t i = 0; i < p->count; i++)
        bind_from(x, rl_args(&x->f->source->terms, pattern)[i], rl_args(&x->f->source->terms, ground)[i],
                  variable, into);
}

static bool mentions(const analysis *x, rl_term t, uint32_t variable)
{
    const rl_term_data *d = term_at(x, t);
    if (d->variable)
        return d->symbol == variable;
    for (uint32_t i = 0; i < d->count && !d->ground; i++)
        if (mentions(x, rl_args(&x->f->source->terms, t)[i], variable))
            return true;
    return false;
}

/* Intersection over the places of the body where the variable occurs. */
static void range_of(analysis *x, const flat_rule *r, uint32_t variable, fact_table *range)
{
    bool first = true;
    facts_init(range, 1, NULL);
    for (uint32_t i = 0; i < r->body_count; i++) {
        const flat_literal *l = &r->body[i];
        for (uint32_t c = 0; l->kind == RL_HOLDS && c < l->width; c++) {
            if (!mentions(x, l->args[c], variable))
                continue;
            fact_table here, both;
            const fact_table *domain = &x->domains[l->predicate][c];
            facts_init(&here, 1, NULL);
            for (uint32_t k = 0; k < domain->count; k++)
                bind_from(x, l->args[c], *facts_row(domain, k), variable, &here);
            if (!first) {
                uint32_t row;
                facts_init(&both, 1, NULL);
                for (uint32_t k = 0; k < here.count; k++)
                    if (facts_find(range, facts_row(&here, k)))
                        facts_add(&both, facts_row(&here, k), &row);
                facts_done(&here);
                here = both;
            }
            facts_done(range);
            *range = here;
            first = false;
        }
        if (l->kind == RL_EQUAL && first)
            for (int k = 0; k < 2; k++)
                if (term_at(x, l->args[k])->variable && term_at(x, l->args[k])->symbol == variable &&
                    term_at(x, l->args[1 - k])->ground) {
                    uint32_t row;
                    facts_add(range, &l->args[1 - k], &row);
                    first = false;
                }
    }
}

/* Every term the pattern can become, into a head's column. */
static void build_all(analysis *x, rl_term pattern, const fact_table *ranges, uint32_t variables,
                      rl_term *values, uint32_t from, uint32_t p, uint32_t column)
{
    while (from < variables && !mentions(x, pattern, from))
        from++;
    if (from == variables) {
        join_tables *t = &x->s->t;
        add_term(x, p, column, join_build(t, pattern, values));
        return;
    }
    for (uint32_t i = 0; i < ranges[from].count && !x->failed; i++) {
        values[from] = *facts_row(&ranges[from], i);
        build_all(x, pattern, ranges, variables, values, from + 1, p, column);
        x->failed |= x->domains[p][column].count > BUILT_MAX;
    }
}

static void spread(analysis *x, uint32_t p, uint32_t column, const flat_rule *r, rl_term pattern,
                   const fact_table *ranges)
{
    rl_term *values = ARENA_ARRAY(x->a, rl_term, r->variables + 1);
    build_all(x, pattern, ranges, r->variables, values, 0, p, column);
}

/* A whole fact or move whose shape only its value tells. */
static void spread_whole(analysis *x, const flat_rule *r, const fact_table *ranges)
{
    const flat_literal *h = &r->head;
    uint32_t lead = h->width - 1;
    rl_term row[JOIN_WIDTH_MAX];
    const rl_term_data *d = term_at(x, h->args[lead]);
    for (uint32_t i = 0; d->variable && i < ranges[d->symbol].count; i++) {
        rl_term *values = ARENA_ARRAY(x->a, rl_term, r->variables + 1);
        for (uint32_t v = 0; v < r->variables; v++)
            values[v] = ranges[v].count ? *facts_row(&ranges[v], 0) : 0;
        values[d->symbol] = *facts_row(&ranges[d->symbol], i);
        uint32_t p = join_atom(&x->s->t, h, values, row);
        for (uint32_t c = lead; p != RL_NONE && c < x->f->predicates.data[p].width; c++)
            add_term(x, p, c, row[c]);
        for (uint32_t c = 0; p != RL_NONE && c < lead; c++)
            spread(x, p, c, r, h->args[c], ranges);
    }
}

static void take_rule(analysis *x, const flat_rule *r)
{
    fact_table *ranges = ARENA_ARRAY(x->a, fact_table, r->variables + 1);
    bool empty = false;
    for (uint32_t v = 0; v < r->variables; v++)
        range_of(x, r, v, &ranges[v]);
    for (uint32_t i = 0; i < r->body_count && !empty; i++) /* an atom that cannot hold */
        for (uint32_t c = 0; r->body[i].kind == RL_HOLDS && c < r->body[i].width && !empty; c++)
            empty = x->domains[r->body[i].predicate][c].count == 0;
    if (!empty && r->head.whole)
        spread_whole(x, r, ranges);
    for (uint32_t c = 0; !empty && !r->head.whole && c < r->head.width && !x->failed; c++)
        spread(x, r->head.predicate, c, r, r->head.args[c], ranges);
    for (uint32_t v = 0; v < r->variables; v++)
        facts_done(&ranges[v]);
}

/* Columns of one predicate flow into those of its twin. */
static void carry(analysis *x, rl_keyword from, rl_keyword to, uint32_t shapes)
{
    for (uint32_t s = 0; s < shapes; s++) {
        uint32_t p = flat_find(x->f, from, s), q = flat_find(x->f, to, s);
        for (uint32_t c = 0; p != RL_NONE && q != RL_NONE && c < x->f->predicates.data[p].width; c++)
            for (uint32_t i = 0; i < x->domains[p][c].count; i++)
                add_term(x, q, c, *facts_row(&x->domains[p][c], i));
    }
}

static bool find_domains(analysis *x)
{
    flat_program *f = x->f;
    x->domains = ARENA_ARRAY(x->a, fact_table *, f->predicates.count + 1);
    for (uint32_t p = 0; p < f->predicates.count; p++) {
        const flat_predicate *d = &f->predicates.data[p];
        x->domains[p] = ARENA_ARRAY(x->a, fact_table, d->width + 1);
        for (uint32_t c = 0; c < d->width; c++)
            facts_init(&x->domains[p][c], 1, NULL);
        for (uint32_t i = 0; !d->dynamic && !d->acts && i < x->s->t.tables[p].count; i++)
            for (uint32_t c = 0; c < d->width; c++)
                add_term(x, p, c, facts_row(&x->s->t.tables[p], i)[c]);
    }
    for (x->changed = true; x->changed && !x->failed;) {
        x->changed = false;
        for (uint32_t i = 0; i < f->rules.count && !x->failed; i++) {
            const flat_predicate *head = &f->predicates.data[f->rules.data[i].head.predicate];
            if (head->dynamic || head->acts)
                take_rule(x, &f->rules.data[i]);
        }
        carry(x, RL_INIT, RL_TRUE, f->facts.count);
        carry(x, RL_NEXT, RL_TRUE, f->facts.count);
        carry(x, RL_LEGAL, RL_DOES, f->moves.count);
    }
    return !x->failed;
}

static lifted_shape *number_shapes(analysis *x, bool moves, uint64_t *total)
{
    uint32_t count = moves ? x->f->moves.count : x->f->facts.count;
    lifted_shape *all = ARENA_ARRAY(x->f->arena, lifted_shape, count + 1);
    *total = 0;
    for (uint32_t s = 0; s < count; s++) {
        uint32_t p = flat_find(x->f, moves ? RL_DOES : RL_TRUE, s), lead = moves;
        lifted_shape *shape = &all[s];
        *shape = (lifted_shape){.predicate = p, .first = *total, .count = 1};
        shape->columns = x->f->predicates.data[p].width - lead;
        shape->domains = ARENA_ARRAY(x->f->arena, fact_table, shape->columns + 1);
        for (uint32_t c = 0; c < shape->columns; c++) {
            shape->domains[c] = x->domains[p][c + lead];
            x->domains[p][c + lead] = (fact_table){0}; /* now ours */
            uint64_t size = shape->domains[c].count;
            shape->count = size && shape->count > UINT32_MAX / size ? UINT32_MAX : shape->count * size;
        }
        *total += shape->count;
    }
    return all;
}

lifted *lifted_make(flat_program *f, arena *a)
{
    arena *scratch = arena_child(a);
    solver s;
    solver_init(&s, f, &f->source->terms, NULL, scratch);
    analysis x = {.f = f, .s = &s, .a = scratch};
    lifted *l = ARENA_NEW(a, lifted);
    *l = (lifted){.program = f, .arena = a, .random = RL_NONE};
    bool ok = !f->entangled && solver_run(&s, SOLVE_STATIC) && find_domains(&x);
    if (ok) {
        l->facts = number_shapes(&x, false, &l->fact_count);
        l->moves = number_shapes(&x, true, &l->move_count);
        uint32_t p = flat_find(f, RL_ROLE, 0), sees = flat_find(f, RL_SEES, 0);
        for (uint32_t i = 0; p != RL_NONE && i < s.t.tables[p].count; i++)
            vec_push(a, &l->roles, *facts_row(&s.t.tables[p], i));
        l->sees = sees != RL_NONE && f->rules_of[sees].count > 0;
        ok = l->fact_count <= LIFTED_FACTS_MAX && l->move_count < UINT32_MAX;
    }
    for (uint32_t q = 0; x.domains && q < f->predicates.count; q++)
        for (uint32_t c = 0; c < f->predicates.data[q].width; c++)
            facts_done(&x.domains[q][c]);
    solver_done(&s);
    arena_done(scratch);
    if (ok)
        return l;
    lifted_done(l);
    return NULL;
}

void lifted_done(lifted *l)
{
    for (int moves = 0; moves < 2; moves++) {
        lifted_shape *all = moves ? l->moves : l->facts;
        uint32_t count = moves ? l->program->moves.count : l->program->facts.count;
        for (uint32_t s = 0; all && s < count; s++)
            for (uint32_t c = 0; c < all[s].columns; c++)
                facts_done(&all[s].domains[c]);
    }
}

uint64_t lifted_number(const lifted *l, bool move, uint32_t shape, const rl_term *row)
{
    const lifted_shape *s = move ? &l->moves[shape] : &l->facts[shape];
    uint64_t number = 0;
    for (uint32_t c = 0; c < s->columns; c++) {
        uint32_t at = facts_find(&s->domains[c], &row[c + move]);
        if (!at)
            return LIFTED_NONE;
        number = number * s->domains[c].count + at - 1;
    }
    return s->first + number;
}

uint32_t lifted_row(const lifted *l, bool move, uint64_t number, rl_term *row)
{
    const lifted_shape *all = move ? l->moves : l->facts;
    uint32_t count = move ? l->program->moves.count : l->program->facts.count, shape = 0;
    while (shape + 1 < count && number >= all[shape].first + all[shape].count)
        shape++;
    number -= all[shape].first;
    for (uint32_t c = all[shape].columns; c-- > 0;) {
        uint32_t size = all[shape].domains[c].count;
        row[c] = *facts_row(&all[shape].domains[c], (uint32_t)(number % size));
        number /= size;
    }
    return shape;
}
