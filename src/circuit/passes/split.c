/* Rules whose bodies fall apart: literals that share no variable but those of the head are about
 * different things, and all pairs of their instances would be ground. Each part becomes a predicate
 * of its own over the variables it shares with the head. */
#include "circuit/flat_inside.h"

#include <stdio.h>
#include <string.h>

enum { LITERALS_MAX = 200 }; /* the time goes with the square */

typedef struct splitting {
    flat_program *f;
    const logic_rule *rule;
    bool *in_head;          /* [variable] */
    uint32_t *part_of;      /* [variable] its part's representative, a variable */
    uint32_t *literal_part; /* [literal] representative, or LOGIC_NONE: no variable of its own */
    arena *a;
} splitting;

static void each_variable(const splitting *x, logic_term t, void (*visit)(const splitting *x, uint32_t v, void *user),
                          void *user)
{
    const logic_term_data d = vec_at(&x->f->source->terms.data, t);
    if (d.variable)
        visit(x, d.symbol, user);
    for (uint32_t i = 0; i < d.count && !d.ground; i++)
        each_variable(x, logic_args(&x->f->source->terms, t)[i], visit, user);
}

static uint32_t find(const splitting *x, uint32_t v)
{
    while (x->part_of[v] != v)
        v = x->part_of[v] = x->part_of[x->part_of[v]];
    return v;
}

static void mark(const splitting *x, uint32_t v, void *user)
{
    (void)x;
    ((bool *)user)[v] = true;
}

static void unite(const splitting *x, uint32_t v, void *user)
{
    uint32_t *with = user;
    if (x->in_head[v])
        return;
    if (*with != LOGIC_NONE)
        x->part_of[find(x, v)] = find(x, *with);
    *with = v;
}

static void connect(splitting *x)
{
    for (uint32_t v = 0; v < x->rule->variables; v++)
        x->part_of[v] = v;
    for (uint32_t i = 0; i < x->rule->body_count; i++) {
        const logic_literal *l = &x->rule->body[i];
        x->literal_part[i] = LOGIC_NONE;
        for (uint32_t k = 0; k < l->width; k++)
            each_variable(x, l->args[k], unite, &x->literal_part[i]);
    }
    for (uint32_t i = 0; i < x->rule->body_count; i++)
        if (x->literal_part[i] != LOGIC_NONE)
            x->literal_part[i] = find(x, x->literal_part[i]);
}

/* Whether what the literals of a part need from the head is bound by its positive ones, and it has
 * such literals at all. */
static bool stands_alone(const splitting *x, uint32_t part, bool *used)
{
    bool *bound = ARENA_ARRAY(x->a, bool, x->rule->variables + 1);
    uint32_t positive = 0;
    memset(used, 0, x->rule->variables * sizeof *used);
    for (uint32_t i = 0; i < x->rule->body_count; i++) {
        const logic_literal *l = &x->rule->body[i];
        if (x->literal_part[i] != part)
            continue;
        if (l->whole || l->kind == LOGIC_EQUAL)
            return false;
        positive += l->kind == LOGIC_HOLDS;
        for (uint32_t k = 0; k < l->width; k++) {
            each_variable(x, l->args[k], mark, used);
            if (l->kind == LOGIC_HOLDS)
                each_variable(x, l->args[k], mark, bound);
        }
    }
    bool safe = positive > 0;
    for (uint32_t v = 0; v < x->rule->variables; v++)
        safe &= !used[v] || bound[v];
    return safe;
}

/* The part as a rule of its own; the literal that stands for it. */
static logic_literal make_part(splitting *x, uint32_t part, const bool *used)
{
    flat_program *f = x->f;
    vec_u32 args = {0};
    for (uint32_t v = 0; v < x->rule->variables; v++)
        if (used[v] && x->in_head[v])
            vec_push(f->arena, &args, logic_variable(&f->source->terms, v));
    const char *head =
        intern_text(f->source->terms.names,
                    vec_at(&f->source->relations, vec_at(&f->predicates, x->rule->head.predicate).relation).name);
    const char *name = arena_printf(f->arena, "%s'%u", head, f->logic.rules.count); /* each its own */
    logic_literal head_literal = {.kind = LOGIC_HOLDS,
                                  .predicate = flat_add_plain(f, name, args.count),
                                  .args = args.data,
                                  .width = args.count,
                                  .span = x->rule->span};
    uint32_t size = 0;
    for (uint32_t i = 0; i < x->rule->body_count; i++)
        size += x->literal_part[i] == part;
    logic_literal *body = ARENA_ARRAY(f->arena, logic_literal, size);
    logic_rule r = {.head = head_literal, .body = body, .variables = x->rule->variables, .span = x->rule->span};
    for (uint32_t i = 0; i < x->rule->body_count; i++)
        if (x->literal_part[i] == part)
            body[r.body_count++] = body_at(x->rule, i);
    vec_push(f->arena, &f->logic.rules, r);
    return head_literal;
}

static void split_rule(flat_program *f, uint32_t number, arena *a)
{
    logic_rule rule = vec_at(&f->logic.rules, number);
    splitting x = {f,
                   &rule,
                   ARENA_ARRAY(a, bool, rule.variables + 1),
                   ARENA_ARRAY(a, uint32_t, rule.variables + 1),
                   ARENA_ARRAY(a, uint32_t, rule.body_count + 1),
                   a};
    bool *used = ARENA_ARRAY(a, bool, rule.variables + 1);
    uint32_t parts = 0;
    if (rule.head.whole || rule.body_count < 2 || rule.body_count > LITERALS_MAX)
        return;
    for (uint32_t k = 0; k < rule.head.width; k++)
        each_variable(&x, rule.head.args[k], mark, x.in_head);
    connect(&x);
    for (uint32_t v = 0; v < rule.variables; v++) {
        bool any = false;
        for (uint32_t i = 0; i < rule.body_count && !any; i++)
            any = x.literal_part[i] == v;
        parts += any && stands_alone(&x, v, used);
    }
    if (parts < 2)
        return;
    logic_literal *body = ARENA_ARRAY(f->arena, logic_literal, rule.body_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < rule.body_count; i++) {
        uint32_t part = x.literal_part[i];
        bool first = true;
        for (uint32_t k = 0; k < i && part != LOGIC_NONE; k++)
            first &= x.literal_part[k] != part;
        if (part == LOGIC_NONE || !stands_alone(&x, part, used)) {
            body[count++] = body_at(&rule, i);
        } else if (first) {
            body[count++] = make_part(&x, part, used);
        }
    }
    vec_at(&f->logic.rules, number).body = body;
    vec_at(&f->logic.rules, number).body_count = count;
}

uint32_t flat_split(flat_program *f)
{
    arena *scratch = arena_child(f->arena);
    uint32_t count = f->logic.rules.count;
    for (uint32_t i = 0; i < count; i++)
        split_rule(f, i, scratch);
    arena_done(scratch);
    return f->logic.rules.count - count;
}
