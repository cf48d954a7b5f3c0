/* In which order the atoms of a rule are taken up when some arguments of its head are given. */
#include "circuit/demand_inside.h"

#include <math.h>
#include <string.h>

typedef struct planning {
    demand *d;
    const flat_rule *rule;
    bool *bound; /* [variable] */
    join_users users;
    agenda agenda; /* literals */
    uint32_t question; /* the first one that is still to be asked */
} planning;

static bool is_bound(const planning *x, rl_term t) { return join_bound(x->d->terms, t, x->bound); }

static bool all_bound(const planning *x, const flat_literal *l)
{
    bool all = true;
    for (uint32_t i = 0; i < l->width && all; i++)
        all = is_bound(x, l->args[i]);
    return all;
}

static bool on_demand(const planning *x, const flat_literal *l)
{
    return l->whole || x->d->asked[l->predicate];
}

/* Rows to expect of an atom with some columns bound, from what its table holds now. */
static double rows_of(planning *x, const flat_literal *l)
{
    uint32_t known = 0, columns[JOIN_WIDTH_MAX];
    for (uint32_t i = 0; i < l->width; i++)
        if (is_bound(x, l->args[i]))
            columns[known++] = i;
    fact_table *t = &x->d->s.t.tables[l->predicate];
    const flat_predicate *p = &x->d->program->predicates.data[l->predicate];
    double rows = t->count;
    if (p->dynamic || p->acts)
        rows = rows < 64 ? 64 : rows;
    if (known == 0)
        return rows;
    if (t->count >= 16) { /* an index tells how many keys there are */
        uint32_t index = facts_index(t, columns, known, x->d->arena);
        return index == RL_NONE ? rows : rows / (t->indexes[index].used + 1.0);
    }
    for (uint32_t i = 0; i < known; i++)
        rows /= 8;
    return rows;
}

/* Of what is asked for nothing is known before: each open column is taken to have a few values. */
static double guess_of(const planning *x, const flat_literal *l)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < l->width; i++)
        open += !is_bound(x, l->args[i]);
    return open == l->width ? 200 : 2 * pow(3, open < 4 ? open : 4);
}

/* What is cheap and settles something comes first; atoms that leave at most about one way open
 * come before questions, and questions before atoms that multiply the ways. Questions are asked in
 * the order of the text, which most authors choose with care; `behind`: one is still to be asked
 * before the literal's place. */
static double cost_of(planning *x, const flat_literal *l, bool behind)
{
    if (l->kind == RL_EQUAL)
        return is_bound(x, l->args[0]) || is_bound(x, l->args[1]) ? -1 : 1e30;
    if (l->kind == RL_DISTINCT)
        return all_bound(x, l) ? -2 : 1e30;
    bool complete = all_bound(x, l);
    if (l->kind == RL_FAILS)
        return !complete ? 1e30 : on_demand(x, l) ? 1.3 : -0.5;
    if (complete)
        return on_demand(x, l) ? 1.25 : 0;
    if (on_demand(x, l))
        return behind ? 1e20 : guess_of(x, l);
    return rows_of(x, l) * (behind ? 4 : 1) + 0.01;
}

static dm_op op_for(planning *x, uint32_t column, rl_term arg, vec_u32 *open)
{
    arena *a = x->d->arena;
    const rl_term_data *t = &x->d->terms->data.data[arg];
    if (t->ground)
        return (dm_op){DM_SAME, column, arg};
    if (t->variable) {
        bool known = x->bound[t->symbol];
        x->bound[t->symbol] = true;
        return (dm_op){known ? DM_EQUAL : DM_BIND, column, t->symbol};
    }
    join_collect(x->d->terms, arg, x->bound, open, a);
    return (dm_op){DM_MATCH, column, arg};
}

/* Operations on columns: of all arguments, or of the given columns only, numbered as given. */
static dm_ops ops_for(planning *x, const rl_term *args, uint32_t width, const uint32_t *given)
{
    dm_op *ops = ARENA_ARRAY(x->d->arena, dm_op, width + 1);
    vec_u32 open = {0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < width; i++) { /* comparisons first: most rows fail there */
        rl_term arg = args[given ? given[i] : i];
        const rl_term_data *t = &x->d->terms->data.data[arg];
        if (t->ground || (t->variable && x->bound[t->symbol]))
            ops[count++] = op_for(x, i, arg, &open);
    }
    uint32_t first = count;
    for (uint32_t i = 0; i < width; i++) {
        bool done = false;
        for (uint32_t k = 0; k < first && !done; k++)
            done = ops[k].column == i;
        if (!done)
            ops[count++] = op_for(x, i, args[given ? given[i] : i], &open);
    }
    return (dm_ops){ops, count, open.data, open.count};
}

static void add_step(planning *x, const flat_literal *l, dm_step *s)
{
    demand *d = x->d;
    bool complete = all_bound(x, l);
    *s = (dm_step){.literal = l, .args = l->args, .index = RL_NONE};
    if (l->kind == RL_DISTINCT || l->kind == RL_EQUAL) {
        s->kind = l->kind == RL_DISTINCT ? DM_DISTINCT : DM_UNIFY;
        if (l->kind == RL_EQUAL && !is_bound(x, l->args[0])) { /* the known side comes first */
            rl_term *turned = ARENA_ARRAY(d->arena, rl_term, 2);
            turned[0] = l->args[1];
            turned[1] = l->args[0];
            s->args = turned;
        }
        vec_u32 open = {0};
        join_collect(d->terms, s->args[1], x->bound, &open, d->arena);
        s->ops.open = open.data;
        s->ops.open_count = open.count;
        return;
    }
    s->kind = l->kind == RL_HOLDS    ? complete ? DM_FIND : DM_ROWS
              : complete || l->whole ? DM_ABSENT
                                     : DM_NONE;
    if (l->whole)
        return; /* found out while it runs */
    uint32_t *columns = ARENA_ARRAY(d->arena, uint32_t, l->width + 1);
    for (uint32_t i = 0; i < l->width; i++)
        if (is_bound(x, l->args[i]))
            columns[s->column_count++] = i;
    s->columns = columns;
    s->table = &d->s.t.tables[l->predicate];
    if (d->asked[l->predicate]) {
        s->goal = dm_goal_of(d, l->predicate, columns, s->column_count);
        s->table = &s->goal->answers;
        s->index = s->goal->index;
    } else if (!complete && s->column_count > 0) {
        s->index = facts_index(s->table, columns, s->column_count, d->arena);
    }
    if (s->kind == DM_ROWS || s->kind == DM_NONE)
        s->ops = ops_for(x, l->args, l->width, NULL);
}

static bool is_question(const planning *x, const flat_literal *l)
{
    return l->kind == RL_HOLDS && on_demand(x, l);
}

static void estimate(planning *x, uint32_t literal)
{
    if (agenda_has(&x->agenda, literal))
        agenda_set(&x->agenda, literal, cost_of(x, &x->rule->body[literal], literal > x->question));
}

/* The next question in the order of the text: what stands before it does not wait any more. */
static void next_question(planning *x)
{
    uint32_t n = x->rule->body_count, from = x->question;
    while (x->question < n && !(agenda_has(&x->agenda, x->question) &&
                                is_question(x, &x->rule->body[x->question])))
        x->question++;
    for (uint32_t i = from; i < n && i <= x->question; i++)
        estimate(x, i);
}

static void prepare(planning *x, arena *scratch)
{
    uint32_t n = x->rule->body_count;
    x->users = join_users_of(x->d->terms, x->rule, scratch);
    agenda_init(&x->agenda, scratch, n);
    while (x->question < n && !is_question(x, &x->rule->body[x->question]))
        x->question++;
    for (uint32_t i = 0; i < n; i++)
        agenda_set(&x->agenda, i, cost_of(x, &x->rule->body[i], i > x->question));
}

/* Takes up a literal; those whose variables it binds are estimated anew. */
static void take_up(planning *x, uint32_t literal, dm_step *s, arena *scratch)
{
    const flat_literal *l = &x->rule->body[literal];
    vec_u32 fresh = {0};
    for (uint32_t i = 0; i < l->width; i++)
        join_collect(x->d->terms, l->args[i], x->bound, &fresh, scratch);
    for (uint32_t i = 0; i < fresh.count; i++)
        x->bound[fresh.data[i]] = false;
    add_step(x, l, s);
    for (uint32_t i = 0; i < fresh.count; i++) {
        const vec_u32 *users = &x->users[fresh.data[i]];
        if (l->kind == RL_FAILS) /* bound for the look only */
            x->bound[fresh.data[i]] = false;
        for (uint32_t k = 0; x->bound[fresh.data[i]] && k < users->count; k++)
            estimate(x, users->data[k]);
    }
    next_question(x);
}

static const dm_plan *make_plan(demand *d, const dm_goal *g, const flat_rule *r)
{
    dm_plan *p = ARENA_NEW(d->arena, dm_plan);
    dm_step *steps = ARENA_ARRAY(d->arena, dm_step, r->body_count + 1);
    planning x = {.d = d, .rule = r, .bound = ARENA_ARRAY(d->arena, bool, r->variables + 1)};
    arena *scratch = arena_child(d->arena);
    uint32_t usable = g->column_count;
    *p = (dm_plan){.rule = r, .filter = r->head.whole, .steps = steps};
    if (r->head.whole) /* of the whole term nothing is known before its shape is */
        for (usable = 0; usable < g->column_count && g->columns[usable] + 1 < r->head.width;)
            usable++;
    p->head = ops_for(&x, r->head.args, usable, g->columns);
    prepare(&x, scratch);
    while (x.agenda.left > 0)
        take_up(&x, agenda_next(&x.agenda), &steps[p->count++], scratch);
    arena_done(scratch);
    return p;
}

void dm_make_plans(demand *d, dm_goal *g)
{
    const vec_u32 *rules = &d->program->rules_of[g->predicate];
    g->planned = true;
    for (uint32_t i = 0; i < rules->count; i++)
        vec_push(d->arena, &g->plans, make_plan(d, g, &d->program->rules.data[rules->data[i]]));
}
