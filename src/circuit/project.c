/* Negations that speak about something: `not p(X, Y)`, where nothing binds Y, means that there is
 * no Y with p(X, Y). Such rules are faulty (GDL asks for more), but what they mean is plain: the
 * atom is projected onto what is bound, in a rule of its own. */
#include "circuit/flat_inside.h"

#include <string.h>

typedef struct projection {
    rl_program *p;
    bool *bound; /* [variable] */
    bool changed;
} projection;

static void bind(projection *x, logic_term t)
{
    const logic_term_data d = vec_at(&x->p->terms.data, t);
    if (d.variable && !x->bound[d.symbol])
        x->bound[d.symbol] = x->changed = true;
    for (uint32_t i = 0; i < d.count && !d.ground; i++)
        bind(x, logic_args(&x->p->terms, t)[i]);
}

static bool is_bound(const projection *x, logic_term t)
{
    const logic_term_data d = vec_at(&x->p->terms.data, t);
    bool all = !d.variable || x->bound[d.symbol];
    for (uint32_t i = 0; i < d.count && !d.ground && all; i++)
        all = is_bound(x, logic_args(&x->p->terms, t)[i]);
    return all;
}

static void bind_body(projection *x, const rl_rule *r)
{
    for (uint32_t i = 0; i < r->body_count; i++)
        for (uint32_t k = 0;
             body_at(r, i).kind == LOGIC_HOLDS && k < vec_at(&x->p->relations, body_at(r, i).relation).arity; k++)
            bind(x, body_at(r, i).args[k]);
    do {
        x->changed = false;
        for (uint32_t i = 0; i < r->body_count; i++)
            for (int k = 0; body_at(r, i).kind == LOGIC_EQUAL && k < 2; k++)
                if (is_bound(x, body_at(r, i).args[k]))
                    bind(x, body_at(r, i).args[1 - k]);
    } while (x->changed);
}

static void add_bound_variables(const projection *x, logic_term t, vec_u32 *out)
{
    const logic_term_data d = vec_at(&x->p->terms.data, t);
    bool known = !d.variable || !x->bound[d.symbol];
    for (uint32_t i = 0; i < out->count && !known; i++)
        known = vec_at(out, i) == t;
    if (!known)
        vec_push(x->p->arena, out, t);
    for (uint32_t i = 0; i < d.count && !d.ground; i++)
        add_bound_variables(x, logic_args(&x->p->terms, t)[i], out);
}

/* A rule for what the literal says of bound variables; the literal that stands for it. */
static rl_literal project(projection *x, const rl_rule *r, rl_literal l)
{
    rl_program *p = x->p;
    vec_u32 args = {0};
    for (uint32_t k = 0; k < vec_at(&p->relations, l.relation).arity; k++)
        add_bound_variables(x, l.args[k], &args);
    const char *name = arena_printf(
        p->arena, "%s'%u", intern_text(p->terms.names, vec_at(&p->relations, l.relation).name), p->rules.count);
    rl_literal inner = l;
    inner.kind = LOGIC_HOLDS;
    rl_rule rule = {.head = rl_relation_of(p, intern_cstr(p->terms.names, name), args.count, l.span),
                    .args = args.data,
                    .body = &inner,
                    .body_count = 1,
                    .variables = r->variables,
                    .span = l.span};
    rl_add_rule(p, &rule);
    return (rl_literal){LOGIC_FAILS, rule.head, vec_at(&p->rules, p->rules.count - 1).args, l.span};
}

void rules_project(rl_program *p)
{
    for (uint32_t i = 0, count = p->rules.count; i < count; i++) {
        rl_rule r = vec_at(&p->rules, i);
        projection x = {.p = p, .bound = ARENA_ARRAY(p->arena, bool, r.variables + 1)};
        rl_literal *body = NULL;
        bind_body(&x, &r);
        for (uint32_t j = 0; j < r.body_count; j++) {
            bool all = true;
            for (uint32_t k = 0;
                 body_at(&r, j).kind == LOGIC_FAILS && k < vec_at(&p->relations, body_at(&r, j).relation).arity; k++)
                all &= is_bound(&x, body_at(&r, j).args[k]);
            if (all)
                continue;
            if (!body) {
                body = ARENA_ARRAY(p->arena, rl_literal, r.body_count);
                memcpy(body, r.body, r.body_count * sizeof *body);
            }
            body[j] = project(&x, &r, body_at(&r, j));
        }
        if (body)
            vec_at(&p->rules, i).body = body;
    }
}
