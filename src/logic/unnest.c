/* Columns that only ever hold functions of one form, f(..), are spread over one column for each argument: what is
 * bound within such a term can then be looked up, where it could only be matched before. */
#include "logic/logic.h"

#include <string.h>

typedef struct unnesting {
    logic_program *program;
    logic_terms *terms;
    uint32_t predicate, column; /* to be spread, */
    uint32_t name, count;       /* and what stands there */
} unnesting;

static logic_term_data data_of(const unnesting *u, logic_term t) { return vec_at(&u->terms->data, t); }

static bool is_form(const unnesting *u, logic_term t)
{
    const logic_term_data d = data_of(u, t);
    return !d.variable && d.symbol == u->name && d.count == u->count;
}

static bool is_here(const unnesting *u, const logic_literal *l)
{
    return (l->kind == LOGIC_HOLDS || l->kind == LOGIC_FAILS) && l->predicate == u->predicate;
}

/* Whether all rules for the predicate put the same function there, and all literals can follow. */
static bool find_form(unnesting *u)
{
    const logic_program *p = u->program;
    const vec_u32 *rules = &p->rules_of[u->predicate];
    for (uint32_t i = 0; i < rules->count; i++) {
        const logic_literal *head = &vec_at(&p->rules, vec_at(rules, i)).head;
        const logic_term_data d = head->whole ? (logic_term_data){.variable = true} : data_of(u, head->args[u->column]);
        if (i == 0 && !d.variable) {
            u->name = d.symbol;
            u->count = d.count;
        }
        if (d.variable || d.count == 0 || !is_form(u, head->args[u->column]))
            return false;
    }
    uint32_t width = vec_at(&p->predicates, u->predicate).width;
    if (rules->count == 0 || width + u->count > LOGIC_WIDTH_MAX)
        return false;
    for (uint32_t i = 0; i < p->rules.count; i++)
        for (uint32_t k = 0; k < vec_at(&p->rules, i).body_count; k++) {
            const logic_literal *l = &vec_at(&p->rules, i).body[k];
            if (is_here(u, l) && !is_form(u, l->args[u->column]) &&
                (l->kind == LOGIC_FAILS || !data_of(u, l->args[u->column]).variable))
                return false;
        }
    return true;
}

/* The term with a variable replaced. */
static logic_term replace(const unnesting *u, logic_term t, uint32_t variable, logic_term by)
{
    const logic_term_data d = data_of(u, t);
    logic_term args[LOGIC_WIDTH_MAX];
    if (d.variable)
        return d.symbol == variable ? by : t;
    for (uint32_t i = 0; i < d.count && !d.ground; i++)
        args[i] = replace(u, logic_args(u->terms, t)[i], variable, by);
    return d.ground ? t : logic_function(u->terms, d.symbol, args, d.count);
}

/* A literal about a whole term whose form is known by now is about one predicate. */
static void settle_whole(const unnesting *u, logic_literal *l)
{
    logic_term row[LOGIC_WIDTH_MAX];
    if (!l->whole || data_of(u, l->args[l->width - 1]).variable)
        return;
    memcpy(row, l->args, l->width * sizeof *row);
    uint32_t predicate = u->program->spread(u->program, u->terms, l, row);
    if (predicate == LOGIC_NONE)
        return; /* it never holds */
    l->predicate = predicate;
    l->whole = false;
    l->width = vec_at(&u->program->predicates, predicate).width;
    l->args = memcpy(ARENA_ARRAY(u->program->arena, logic_term, l->width + 1), row, l->width * sizeof *row);
}

static void replace_in(const unnesting *u, logic_literal *l, uint32_t variable, logic_term by)
{
    logic_term *args = ARENA_ARRAY(u->program->arena, logic_term, l->width + 1);
    for (uint32_t i = 0; i < l->width; i++)
        args[i] = replace(u, l->args[i], variable, by);
    l->args = args;
    settle_whole(u, l);
}

static void spread_literal(const unnesting *u, logic_literal *l)
{
    if (!is_here(u, l))
        return;
    logic_term *args = ARENA_ARRAY(u->program->arena, logic_term, l->width + u->count);
    uint32_t at = u->column;
    memcpy(args, l->args, at * sizeof *args);
    memcpy(args + at, logic_args(u->terms, l->args[at]), u->count * sizeof *args);
    memcpy(args + at + u->count, l->args + at + 1, (l->width - at - 1) * sizeof *args);
    l->args = args;
    l->width += u->count - 1;
}

static void spread_rule(const unnesting *u, logic_rule *r)
{
    arena *a = u->program->arena;
    logic_literal *body = ARENA_ARRAY(a, logic_literal, r->body_count + 1);
    memcpy(body, r->body, r->body_count * sizeof *body);
    for (uint32_t i = 0; i < r->body_count; i++) {
        if (!is_here(u, &body[i]) || !data_of(u, body[i].args[u->column]).variable)
            continue;
        uint32_t variable = data_of(u, body[i].args[u->column]).symbol;
        logic_term args[LOGIC_WIDTH_MAX];
        for (uint32_t k = 0; k < u->count; k++)
            args[k] = logic_variable(u->terms, r->variables++);
        logic_term form = logic_function(u->terms, u->name, args, u->count);
        replace_in(u, &r->head, variable, form);
        for (uint32_t k = 0; k < r->body_count; k++)
            replace_in(u, &body[k], variable, form);
    }
    for (uint32_t i = 0; i < r->body_count; i++)
        spread_literal(u, &body[i]);
    spread_literal(u, &r->head);
    r->body = body;
}

static bool mentioned(const unnesting *u, const logic_rule *r)
{
    bool found = is_here(u, &r->head);
    for (uint32_t i = 0; i < r->body_count && !found; i++)
        found = is_here(u, &r->body[i]);
    return found;
}

void logic_unnest(logic_program *p, logic_terms *terms, const bool *kept)
{
    for (uint32_t q = 0; q < p->predicates.count; q++)
        for (uint32_t c = 0; !kept[q] && c < vec_at(&p->predicates, q).width; c++) {
            unnesting u = {p, terms, q, c, 0, 0};
            arena_work(p->arena, 1 + p->rules.count / PLANS_UNIT);
            if (!find_form(&u))
                continue;
            for (uint32_t i = 0; i < p->rules.count; i++)
                if (mentioned(&u, &vec_at(&p->rules, i)))
                    spread_rule(&u, &vec_at(&p->rules, i));
            vec_at(&p->predicates, q).width += u.count - 1;
            c--; /* there may be more within */
        }
    for (uint32_t q = 0; q < p->predicates.count; q++) { /* heads that were of a whole group */
        vec_u32 *rules = &p->rules_of[q];
        uint32_t count = 0;
        for (uint32_t i = 0; i < rules->count; i++) {
            const logic_literal *head = &vec_at(&p->rules, vec_at(rules, i)).head;
            if (!head->whole && head->predicate != q)
                continue;
            vec_at(rules, count) = vec_at(rules, i);
            count++;
        }
        rules->count = count;
    }
}
