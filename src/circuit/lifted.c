#include "circuit/lifted.h"

#include "logic/relation.h"

#include <string.h>

typedef struct analysis {
    flat_program *f;
    logic_tabling *d;   /* for its tables */
    domain_space space; /* of the domains */
    domain_space rule;  /* of what one rule needs */
    domain **domains;   /* [predicate][column] */
    vec_u32 *readers;   /* [predicate] rules with an atom of it */
    bool *due;          /* [rule] something that it reads has grown */
    bool changed;
    arena *a;
} analysis;

static const logic_term_data *term_at(const analysis *x, logic_term t) { return &vec_at(&x->f->source->terms.data, t); }

static bool mentions(const analysis *x, logic_term t, uint32_t variable)
{
    const logic_term_data *d = term_at(x, t);
    if (d->variable)
        return d->symbol == variable;
    for (uint32_t i = 0; i < d->count && !d->ground; i++)
        if (mentions(x, logic_args(&x->f->source->terms, t)[i], variable))
            return true;
    return false;
}

static void grown(analysis *x, uint32_t predicate, bool changed)
{
    if (!changed)
        return;
    x->changed = true;
    for (uint32_t i = 0; i < x->readers[predicate].count; i++)
        x->due[vec_at(&x->readers[predicate], i)] = true;
}

/* Intersection over the places of the body where the variable occurs. */
static void range_of(analysis *x, const logic_rule *r, uint32_t variable, domain *range)
{
    bool first = true;
    *range = (domain){.size = 0};
    for (uint32_t i = 0; i < r->body_count; i++) {
        const logic_literal *l = &r->body[i];
        for (uint32_t c = 0; l->kind == LOGIC_HOLDS && c < l->width; c++) {
            if (!mentions(x, l->args[c], variable))
                continue;
            domain here = {.size = 0}, both;
            domain_of_variable(&x->rule, &x->domains[l->predicate][c], l->args[c], variable, &here);
            if (!first) {
                domain_meet(&x->rule, range, &here, &both);
                here = both;
            }
            *range = here;
            first = false;
        }
        for (int k = 0; l->kind == LOGIC_EQUAL && first && k < 2; k++)
            if (term_at(x, l->args[k])->variable && term_at(x, l->args[k])->symbol == variable &&
                term_at(x, l->args[1 - k])->ground) {
                domain_add(&x->rule, range, l->args[1 - k]);
                first = false;
            }
    }
}

/* Variables that only an equation with an open term binds. */
static void ranges_by_equation(analysis *x, const logic_rule *r, domain *ranges)
{
    for (uint32_t i = 0; i < r->body_count; i++)
        for (int k = 0; body_at(r, i).kind == LOGIC_EQUAL && k < 2; k++) {
            const logic_term *sides = body_at(r, i).args;
            const logic_term_data *d = term_at(x, sides[k]);
            domain built = {.size = 0};
            if (!d->variable || !domain_empty(&ranges[d->symbol]))
                continue;
            domain_of_pattern(&x->rule, sides[1 - k], ranges, &built);
            domain_join(&x->rule, &ranges[d->symbol], &built);
        }
}

/* A whole fact or move whose shape only its value tells. */
static void spread_whole(analysis *x, const logic_literal *h, const domain *ranges)
{
    uint32_t lead = h->width - 1;
    const logic_term_data *d = term_at(x, h->args[lead]);
    const flat_predicate *any = &vec_at(&x->f->predicates, h->predicate);
    uint32_t shapes = lead ? x->f->moves.count : x->f->facts.count;
    for (uint32_t s = 0; d->variable && s < shapes; s++) {
        flat_shape shape = lead ? vec_at(&x->f->moves, s) : vec_at(&x->f->facts, s);
        uint32_t p = flat_find(x->f, any->keyword, s);
        const domain *all = &ranges[d->symbol];
        if (p == LOGIC_NONE)
            continue;
        if (shape.name == NAME_NONE)
            for (uint32_t i = 0; i < all->constants.count; i++)
                grown(x, p, domain_add(&x->space, &x->domains[p][lead], vec_at(&all->constants, i)));
        for (uint32_t i = 0; shape.name != NAME_NONE && i < all->forms.count; i++)
            for (uint32_t k = 0; vec_at(&all->forms, i).name == shape.name &&
                                 vec_at(&all->forms, i).arity == shape.arity && k < shape.arity;
                 k++)
                grown(x, p, domain_join(&x->space, &x->domains[p][lead + k], &vec_at(&all->forms, i).args[k]));
        for (uint32_t c = 0; c < lead; c++)
            grown(x, p, domain_of_pattern(&x->space, h->args[c], ranges, &x->domains[p][c]));
    }
}

static void take_rule(analysis *x, const logic_rule *r)
{
    const logic_literal *h = &r->head;
    for (uint32_t i = 0; i < r->body_count; i++) /* an atom that cannot hold */
        for (uint32_t c = 0; body_at(r, i).kind == LOGIC_HOLDS && c < body_at(r, i).width; c++)
            if (!domain_admits(&x->rule, &x->domains[body_at(r, i).predicate][c], body_at(r, i).args[c]))
                return;
    arena *scratch = arena_child(x->a);
    x->rule = (domain_space){.terms = x->space.terms, .arena = scratch};
    domain *ranges = ARENA_ARRAY(scratch, domain, r->variables + 1);
    for (uint32_t v = 0; v < r->variables; v++)
        range_of(x, r, v, &ranges[v]);
    ranges_by_equation(x, r, ranges);
    if (h->whole)
        spread_whole(x, h, ranges);
    for (uint32_t c = 0; !h->whole && c < h->width && !x->space.failed; c++)
        grown(x, h->predicate, domain_of_pattern(&x->space, h->args[c], ranges, &x->domains[h->predicate][c]));
    x->space.failed |= x->rule.failed;
    arena_done(scratch);
}

/* Columns of one predicate flow into those of its twin. */
static void carry(analysis *x, rl_keyword from, rl_keyword to, uint32_t shapes)
{
    for (uint32_t s = 0; s < shapes; s++) {
        uint32_t p = flat_find(x->f, from, s), q = flat_find(x->f, to, s);
        for (uint32_t c = 0; p != LOGIC_NONE && q != LOGIC_NONE && c < vec_at(&x->f->logic.predicates, p).width; c++)
            grown(x, q, domain_join(&x->space, &x->domains[q][c], &x->domains[p][c]));
    }
}

/* Each rule is due once; afterwards only when what it reads grows. */
static void list_readers(analysis *x)
{
    const flat_program *f = x->f;
    x->readers = ARENA_ARRAY(x->a, vec_u32, f->predicates.count + 1);
    x->due = ARENA_ARRAY(x->a, bool, f->logic.rules.count + 1);
    for (uint32_t i = 0; i < f->logic.rules.count; i++) {
        const logic_rule *r = &vec_at(&f->logic.rules, i);
        x->due[i] = !logic_tabling_relation(x->d, r->head.predicate) || r->head.whole;
        for (uint32_t k = 0; x->due[i] && k < r->body_count; k++)
            if (body_at(r, k).kind == LOGIC_HOLDS)
                vec_push(x->a, &x->readers[body_at(r, k).predicate], i);
    }
}

static bool find_domains(analysis *x)
{
    flat_program *f = x->f;
    list_readers(x);
    x->domains = ARENA_ARRAY(x->a, domain *, f->predicates.count + 1);
    for (uint32_t p = 0; p < f->predicates.count; p++) {
        const logic_predicate *d = &vec_at(&f->logic.predicates, p);
        x->domains[p] = ARENA_ARRAY(x->a, domain, d->width + 1);
        const logic_relation *table = logic_tabling_relation(x->d, p);
        for (uint32_t i = 0; table && d->phase == LOGIC_STATIC && i < table->count; i++)
            for (uint32_t c = 0; c < d->width; c++)
                domain_add(&x->space, &x->domains[p][c], relation_row(table, i)[c]);
    }
    for (x->changed = true; x->changed && !x->space.failed;) {
        x->changed = false;
        for (uint32_t i = 0; i < f->logic.rules.count && !x->space.failed; i++) {
            bool due = x->due[i];
            x->due[i] = false;
            if (due)
                take_rule(x, &vec_at(&f->logic.rules, i));
        }
        carry(x, RL_INIT, RL_TRUE, f->facts.count);
        carry(x, RL_NEXT, RL_TRUE, f->facts.count);
        carry(x, RL_LEGAL, RL_DOES, f->moves.count);
    }
    return !x->space.failed;
}

static lifted_shape *number_shapes(analysis *x, bool moves, uint64_t *total)
{
    domain_space lasting = {.terms = x->space.terms, .arena = x->f->arena};
    uint32_t count = moves ? x->f->moves.count : x->f->facts.count;
    lifted_shape *all = ARENA_ARRAY(x->f->arena, lifted_shape, count + 1);
    *total = 0;
    for (uint32_t s = 0; s < count; s++) {
        uint32_t p = flat_find(x->f, moves ? RL_DOES : RL_TRUE, s), lead = moves;
        lifted_shape *shape = &all[s];
        *shape = (lifted_shape){.predicate = p, .first = *total, .count = 1};
        shape->columns = vec_at(&x->f->logic.predicates, p).width - lead;
        shape->domains = ARENA_ARRAY(x->f->arena, domain, shape->columns + 1);
        for (uint32_t c = 0; c < shape->columns; c++) {
            domain_join(&lasting, &shape->domains[c], &x->domains[p][c + lead]);
            uint64_t size = domain_measure(&shape->domains[c]);
            shape->count = size && shape->count > DOMAIN_HUGE / size ? DOMAIN_HUGE : shape->count * size;
        }
        *total = *total + shape->count < DOMAIN_HUGE ? *total + shape->count : DOMAIN_HUGE;
    }
    return all;
}

lifted *lifted_make(flat_program *f, arena *a)
{
    arena *scratch = arena_child(a);
    bool *kept = ARENA_ARRAY(scratch, bool, f->predicates.count + 1);
    for (uint32_t p = 0; p < f->predicates.count; p++)
        kept[p] = vec_at(&f->predicates, p).keyword != RL_PLAIN;
    logic_unnest(&f->logic, &f->source->terms, kept);
    logic_tabling *d = logic_tabling_new(&f->logic, &f->source->terms, scratch);
    analysis x = {.f = f, .d = d, .a = scratch, .rule = {.terms = &f->source->terms}};
    x.space = (domain_space){.terms = &f->source->terms, .arena = scratch};
    lifted *l = ARENA_NEW(a, lifted);
    *l = (lifted){.program = f, .arena = a, .sees = false};
    bool ok = d && find_domains(&x);
    if (ok) {
        l->facts = number_shapes(&x, false, &l->fact_count);
        l->moves = number_shapes(&x, true, &l->move_count);
        uint32_t p = flat_find(f, RL_ROLE, 0), sees = flat_find(f, RL_SEES, 0);
        const logic_relation *roles = p == LOGIC_NONE ? NULL : logic_tabling_all(d, p);
        for (uint32_t i = 0; roles && i < roles->count; i++)
            vec_push(a, &l->roles, *relation_row(roles, i));
        l->sees = sees != LOGIC_NONE && f->logic.rules_of[sees].count > 0;
        ok = (roles || p == LOGIC_NONE) && l->fact_count <= LIFTED_FACTS_MAX && l->move_count < DOMAIN_HUGE;
    }
    arena_done(scratch);
    return ok ? l : NULL;
}

/* ---- numbers ---- */

uint64_t lifted_number(const lifted *l, const logic_terms *terms, bool move, uint32_t shape, const logic_term *row)
{
    const lifted_shape *s = move ? &l->moves[shape] : &l->facts[shape];
    uint64_t number = 0;
    for (uint32_t c = 0; c < s->columns; c++) {
        uint64_t one = domain_number(&s->domains[c], terms, row[c + move]);
        if (one == DOMAIN_NONE)
            return LIFTED_NONE;
        number = number * s->domains[c].size + one;
    }
    return s->first + number;
}

/* The shape of a number, which becomes those of its columns. */
static uint32_t split(const lifted *l, bool move, uint64_t number, uint64_t *parts)
{
    const lifted_shape *all = move ? l->moves : l->facts;
    uint32_t count = move ? l->program->moves.count : l->program->facts.count, shape = 0;
    while (shape + 1 < count && number >= all[shape].first + all[shape].count)
        shape++;
    number -= all[shape].first;
    for (uint32_t c = all[shape].columns; c-- > 0;) {
        parts[c] = number % all[shape].domains[c].size;
        number /= all[shape].domains[c].size;
    }
    return shape;
}

uint32_t lifted_row(const lifted *l, logic_terms *terms, bool move, uint64_t number, logic_term *row)
{
    uint64_t parts[LOGIC_WIDTH_MAX];
    uint32_t shape = split(l, move, number, parts);
    const lifted_shape *s = move ? &l->moves[shape] : &l->facts[shape];
    for (uint32_t c = 0; c < s->columns; c++)
        row[c] = domain_term(&s->domains[c], terms, parts[c]);
    return shape;
}

void lifted_text(const lifted *l, bool move, uint64_t number, void (*put)(void *user, const char *piece), void *user)
{
    const logic_terms *terms = &l->program->source->terms;
    uint64_t parts[LOGIC_WIDTH_MAX];
    uint32_t shape = split(l, move, number, parts);
    const lifted_shape *s = move ? &l->moves[shape] : &l->facts[shape];
    flat_shape form = move ? vec_at(&l->program->moves, shape) : vec_at(&l->program->facts, shape);
    bool list = form.name != NAME_NONE;
    if (list) {
        put(user, "(");
        put(user, intern_text(terms->names, form.name));
    }
    for (uint32_t c = 0; c < s->columns; c++) {
        put(user, list ? " " : "");
        domain_text(&s->domains[c], terms, parts[c], put, user);
    }
    put(user, list ? ")" : "");
}

uint64_t lifted_parse(const lifted *l, bool move, const char *text)
{
    const logic_terms *terms = &l->program->source->terms;
    uint32_t shapes = move ? l->program->moves.count : l->program->facts.count;
    for (uint32_t i = 0; i < shapes; i++) {
        flat_shape form = move ? vec_at(&l->program->moves, i) : vec_at(&l->program->facts, i);
        const lifted_shape *s = move ? &l->moves[i] : &l->facts[i];
        const char *at = text;
        uint64_t number = 0;
        if (form.name != NAME_NONE) {
            const char *name = intern_text(terms->names, form.name);
            size_t length = strlen(name);
            if (*at != '(' || strncmp(at + 1, name, length) != 0 || at[1 + length] != ' ')
                continue;
            at += 1 + length;
        }
        bool fits = true;
        for (uint32_t c = 0; fits && c < s->columns; c++) {
            fits = form.name == NAME_NONE || *at++ == ' ';
            uint64_t one = fits ? domain_parse(&s->domains[c], terms, &at) : DOMAIN_NONE;
            fits = one != DOMAIN_NONE;
            number = number * s->domains[c].size + one;
        }
        if (fits && form.name != NAME_NONE)
            fits = *at++ == ')';
        if (fits && !*at)
            return s->first + number;
    }
    return LIFTED_NONE;
}
