#include "circuit/joins.h"

#include <string.h>

/* ---- terms ---- */

rl_term join_build(join_tables *t, rl_term term, const rl_term *values)
{
    const rl_term_data d = t->terms->data.data[term];
    if (d.ground)
        return term;
    if (d.variable)
        return values[d.symbol];
    rl_term args[JOIN_WIDTH_MAX];
    for (uint32_t i = 0; i < d.count; i++)
        args[i] = join_build(t, t->terms->args.data[d.first + i], values);
    rl_term built = rl_function(t->terms, d.symbol, args, d.count);
    t->failed |= t->terms->data.data[built].depth > RL_DEPTH_MAX;
    return built;
}

bool join_match(const rl_terms *terms, rl_term pattern, rl_term ground, rl_term *values)
{
    const rl_term_data *p = &terms->data.data[pattern];
    if (p->ground)
        return pattern == ground;
    if (p->variable) {
        if (values[p->symbol] == RL_NONE)
            values[p->symbol] = ground;
        return values[p->symbol] == ground;
    }
    const rl_term_data *g = &terms->data.data[ground];
    if (g->symbol != p->symbol || g->count != p->count)
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        if (!join_match(terms, terms->args.data[p->first + i], terms->args.data[g->first + i],
                        values))
            return false;
    return true;
}

uint32_t join_atom(join_tables *t, const flat_literal *l, const rl_term *values, rl_term *row)
{
    for (uint32_t i = 0; i < l->width; i++)
        row[i] = join_build(t, l->args[i], values);
    if (!l->whole)
        return l->predicate;
    const flat_predicate *p = &t->program->predicates.data[l->predicate];
    uint32_t lead = l->width - 1;
    if (row[lead] == RL_NONE) /* a variable under a negation that nothing binds */
        return RL_NONE;
    const rl_term_data d = t->terms->data.data[row[lead]];
    const flat_shape *shapes = lead ? t->program->moves.data : t->program->facts.data;
    uint32_t count = lead ? t->program->moves.count : t->program->facts.count;
    for (uint32_t s = 0; s < count; s++)
        if (d.count ? shapes[s].name == d.symbol && shapes[s].arity == d.count
                    : shapes[s].name == NAME_NONE) {
            for (uint32_t i = 0; i < d.count; i++)
                row[lead + i] = t->terms->args.data[d.first + i];
            return flat_find(t->program, p->keyword, s);
        }
    return RL_NONE;
}

/* ---- plans ---- */

void join_collect(const rl_terms *terms, rl_term term, bool *bound, vec_u32 *fresh, arena *a)
{
    const rl_term_data *d = &terms->data.data[term];
    if (d->ground)
        return;
    if (d->variable) {
        if (!bound[d->symbol]) {
            bound[d->symbol] = true;
            vec_push(a, fresh, d->symbol);
        }
        return;
    }
    for (uint32_t i = 0; i < d->count; i++)
        join_collect(terms, terms->args.data[d->first + i], bound, fresh, a);
}

bool join_bound(const rl_terms *terms, rl_term term, const bool *bound)
{
    const rl_term_data *d = &terms->data.data[term];
    bool all = d->ground || !d->variable || bound[d->symbol];
    for (uint32_t i = 0; i < d->count && !d->ground && all; i++)
        all = join_bound(terms, terms->args.data[d->first + i], bound);
    return all;
}

static bool literal_bound(const join_tables *t, const flat_literal *l, const bool *bound)
{
    bool all = true;
    for (uint32_t i = 0; i < l->width && all; i++)
        all = join_bound(t->terms, l->args[i], bound);
    return all;
}

/* Literals of which the answer is known at once are taken up as soon as they are bound; then the
 * atom with the fewest rows left to expect. */
static double cost_of(join_tables *t, const flat_literal *l, const bool *bound)
{
    if (l->kind == RL_EQUAL)
        return join_bound(t->terms, l->args[0], bound) || join_bound(t->terms, l->args[1], bound)
                   ? -1
                   : 1e30;
    if (l->kind != RL_HOLDS)
        return literal_bound(t, l, bound) ? -2 : 1e30;
    const flat_predicate *p = &t->program->predicates.data[l->predicate];
    double rows = t->tables[l->predicate].count;
    if (p->dynamic || p->acts)
        rows = rows < 64 ? 64 : rows;
    uint32_t known = 0, columns[JOIN_WIDTH_MAX];
    for (uint32_t i = 0; i < l->width; i++)
        if (join_bound(t->terms, l->args[i], bound))
            columns[known++] = i;
    if (known == l->width)
        return 0;
    if (known == 0)
        return rows + 0.01;
    /* an index tells how many keys there are */
    const fact_table *table = &t->tables[l->predicate];
    if (table->count >= 16) {
        uint32_t index = facts_index(&t->tables[l->predicate], columns, known, t->arena);
        return index == RL_NONE ? rows : rows / (table->indexes[index].used + 1.0) + 0.01;
    }
    for (uint32_t i = 0; i < known; i++)
        rows /= 8;
    return rows + 0.01;
}

static void add_step(join_tables *t, const flat_rule *r, uint32_t literal, bool *bound,
                     join_step *s)
{
    const flat_literal *l = &r->body[literal];
    static const join_kind kinds[] = {[RL_HOLDS] = JOIN_ATOM,
                                      [RL_FAILS] = JOIN_ABSENT,
                                      [RL_DISTINCT] = JOIN_DISTINCT,
                                      [RL_EQUAL] = JOIN_EQUAL};
    *s = (join_step){.kind = kinds[l->kind],
                     .literal = literal,
                     .predicate = l->predicate,
                     .whole = l->whole,
                     .args = l->args,
                     .width = l->width,
                     .index = RL_NONE};
    vec_u32 columns = {0}, fresh = {0};
    s->complete = literal_bound(t, l, bound);
    if (l->kind == RL_EQUAL &&
        !join_bound(t->terms, l->args[0], bound)) { /* the known side comes first */
        rl_term *turned = ARENA_ARRAY(t->arena, rl_term, 2);
        turned[0] = l->args[1];
        turned[1] = l->args[0];
        s->args = turned;
    }
    bool atom = l->kind == RL_HOLDS || l->kind == RL_FAILS;
    for (uint32_t i = 0; atom && i < l->width; i++)
        if (join_bound(t->terms, l->args[i], bound))
            vec_push(t->arena, &columns, i);
    s->columns = columns.data;
    s->column_count = columns.count;
    if (atom && !s->complete && columns.count > 0 && !l->whole)
        s->index = facts_index(&t->tables[l->predicate], columns.data, columns.count, t->arena);
    for (uint32_t i = 0; i < l->width; i++)
        join_collect(t->terms, l->args[i], bound, &fresh, t->arena);
    for (uint32_t i = 0; l->kind == RL_FAILS && i < fresh.count; i++)
        bound[fresh.data[i]] = false; /* bound for the look only */
    s->binds = fresh.data;
    s->bind_count = fresh.count;
}

/* Literals by what they cost now: the time for a rule goes with its length. */
typedef struct planning {
    join_tables *t;
    const flat_rule *rule;
    arena *scratch;
    bool *bound; /* [variable] */
    join_users users;
    agenda agenda; /* literals */
} planning;

static void occurs(const rl_terms *terms, join_users users, rl_term term, uint32_t literal, arena *a)
{
    const rl_term_data *d = &terms->data.data[term];
    if (d->variable)
        vec_push(a, &users[d->symbol], literal);
    for (uint32_t i = 0; i < d->count && !d->ground; i++)
        occurs(terms, users, terms->args.data[d->first + i], literal, a);
}

join_users join_users_of(const rl_terms *terms, const flat_rule *r, arena *a)
{
    join_users users = ARENA_ARRAY(a, vec_u32, r->variables + 1);
    for (uint32_t i = 0; i < r->body_count; i++)
        for (uint32_t k = 0; k < r->body[i].width; k++)
            occurs(terms, users, r->body[i].args[k], i, a);
    return users;
}

static void prepare(planning *x, uint32_t first)
{
    const flat_rule *r = x->rule;
    x->bound = ARENA_ARRAY(x->scratch, bool, r->variables + 1);
    x->users = join_users_of(x->t->terms, r, x->scratch);
    agenda_init(&x->agenda, x->scratch, r->body_count);
    for (uint32_t i = 0; i < r->body_count; i++)
        agenda_set(&x->agenda, i, i == first ? -3 : cost_of(x->t, &r->body[i], x->bound));
}

/* The cost depends on which variables are bound: it is asked for anew where one came in. */
static void take_note(planning *x, const join_step *s)
{
    for (uint32_t i = 0; s->kind != JOIN_ABSENT && i < s->bind_count; i++) {
        const vec_u32 *users = &x->users[s->binds[i]];
        for (uint32_t k = 0; k < users->count; k++)
            if (agenda_has(&x->agenda, users->data[k]))
                agenda_set(&x->agenda, users->data[k],
                           cost_of(x->t, &x->rule->body[users->data[k]], x->bound));
    }
}

static bool left_out(const join_tables *t, const flat_literal *l)
{
    const flat_predicate *q = &t->program->predicates.data[l->predicate];
    return l->kind == RL_FAILS && t->relaxed && (q->dynamic || q->acts || l->whole);
}

join_plan *join_make(join_tables *t, uint32_t rule, uint32_t delta, const join_plan *like)
{
    const flat_rule *r = &t->program->rules.data[rule];
    join_plan *p = ARENA_NEW(t->arena, join_plan);
    if (like && r->body_count > OWN_ORDER_MAX) {
        *p = *like;
        p->delta = delta;
        return p;
    }
    join_step *steps = ARENA_ARRAY(t->arena, join_step, r->body_count + 1);
    planning x = {.t = t, .rule = r, .scratch = arena_child(t->arena)};
    *p = (join_plan){.rule = r, .number = rule, .delta = delta, .steps = steps};
    prepare(&x, delta);
    while (x.agenda.left > 0) {
        uint32_t best = agenda_next(&x.agenda);
        if (left_out(t, &r->body[best]))
            continue;
        add_step(t, r, best, x.bound, &steps[p->count]);
        take_note(&x, &steps[p->count++]);
    }
    arena_done(x.scratch);
    return p;
}

/* ---- running ---- */

typedef struct running {
    join_tables *t;
    const join_plan *plan;
    rl_term *values;
    uint32_t *rows;    /* [literal] */
    uint32_t *cursors; /* [step] the row; with an index + 1 */
} running;

static void range_of(const running *x, const join_step *s, uint32_t *from, uint32_t *to)
{
    const join_tables *t = x->t;
    *from = 0;
    *to = t->now[s->predicate];
    if (x->plan->delta == RL_NONE)
        return;
    if (s->literal == x->plan->delta)
        *from = t->old[s->predicate];
    else if (s->literal > x->plan->delta)
        *to = t->old[s->predicate];
}

static void forget(running *x, const join_step *s)
{
    for (uint32_t i = 0; i < s->bind_count; i++)
        x->values[s->binds[i]] = RL_NONE;
}

static bool fits(running *x, const join_step *s, uint32_t row)
{
    const fact_table *table = &x->t->tables[s->predicate];
    const rl_term *r = facts_row(table, row);
    for (uint32_t i = 0; i < s->width; i++)
        if (!join_match(x->t->terms, s->args[i], r[i], x->values))
            return false;
    return true;
}

static bool too_many(running *x)
{
    enum { LOOK_STEPS = 1 << 12 };
    if (++x->t->steps >= x->t->max_steps && x->t->max_steps)
        x->t->failed = true;
    if (x->t->steps % LOOK_STEPS == 0)
        arena_look(x->t->arena->root);
    return x->t->failed;
}

/* Row + 1 of the atom when all is bound. */
static uint32_t find_bound(running *x, const join_step *s)
{
    rl_term row[JOIN_WIDTH_MAX];
    flat_literal l = {
        .predicate = s->predicate, .whole = s->whole, .args = s->args, .width = s->width};
    uint32_t predicate = join_atom(x->t, &l, x->values, row);
    return predicate == RL_NONE ? 0 : facts_find(&x->t->tables[predicate], row);
}

static bool one_row(running *x, const join_step *s)
{
    uint32_t from, to, row = find_bound(x, s);
    range_of(x, s, &from, &to);
    if (too_many(x) || row == 0 || row - 1 < from || row - 1 >= to)
        return false;
    x->rows[s->literal] = row - 1;
    return true;
}

/* From a row to the next one. Only now: an index that grew has other chains. */
static uint32_t advance(const running *x, const join_step *s, uint32_t cursor)
{
    return s->index == RL_NONE ? cursor + 1
                               : facts_next(&x->t->tables[s->predicate], s->index, cursor - 1);
}

/* The first row from the cursor on that fits; the cursor stays there. */
static bool next_row(running *x, const join_step *s, uint32_t *cursor)
{
    uint32_t from, to;
    range_of(x, s, &from, &to);
    bool indexed = s->index != RL_NONE;
    for (; indexed ? *cursor > from : *cursor < to; *cursor = advance(x, s, *cursor)) {
        uint32_t row = *cursor - indexed;
        if (row >= to)
            continue;
        if (too_many(x))
            return false;
        forget(x, s);
        x->rows[s->literal] = row;
        if (fits(x, s, row))
            return true;
    }
    forget(x, s);
    return false;
}

static uint32_t first_row(running *x, const join_step *s)
{
    uint32_t from, to;
    rl_term key[JOIN_WIDTH_MAX];
    range_of(x, s, &from, &to);
    if (s->index == RL_NONE)
        return from;
    for (uint32_t i = 0; i < s->column_count; i++)
        key[i] = join_build(x->t, s->args[s->columns[i]], x->values);
    return facts_first(&x->t->tables[s->predicate], s->index, key);
}

/* Variables that nothing binds mean: no row at all. */
static bool is_absent(running *x, const join_step *s)
{
    if (s->complete)
        return find_bound(x, s) == 0;
    const fact_table *table = &x->t->tables[s->predicate];
    bool none = true;
    for (uint32_t row = 0; row < table->count && none; row++) {
        forget(x, s);
        none = !fits(x, s, row);
    }
    forget(x, s);
    return none;
}

/* Whether a step can be taken, for the first time or, with `again`, in another way. */
static bool take_step(running *x, const join_step *s, uint32_t *cursor, bool again)
{
    if (s->kind == JOIN_ATOM && !s->complete) {
        *cursor = again ? advance(x, s, *cursor) : first_row(x, s);
        return next_row(x, s, cursor);
    }
    if (again) {
        if (s->kind == JOIN_EQUAL)
            forget(x, s);
        return false;
    }
    switch (s->kind) {
    case JOIN_ATOM: return one_row(x, s);
    case JOIN_ABSENT: return is_absent(x, s);
    case JOIN_DISTINCT:
        return join_build(x->t, s->args[0], x->values) != join_build(x->t, s->args[1], x->values);
    case JOIN_EQUAL: break;
    }
    rl_term known = join_build(x->t, s->args[0], x->values);
    if (join_match(x->t->terms, s->args[1], known, x->values))
        return true;
    forget(x, s);
    return false;
}

static bool run(running *x, join_fire fire, void *user)
{
    const join_plan *p = x->plan;
    uint32_t at = 0;
    for (bool again = false;;) {
        if (at == p->count) {
            if (!fire(user, p, x->values, x->rows))
                return false;
        } else {
            bool taken = take_step(x, &p->steps[at], &x->cursors[at], again);
            if (x->t->failed)
                return false;
            if (taken) {
                at++;
                again = false;
                continue;
            }
        }
        if (at == 0)
            return true;
        at--;
        again = true;
    }
}

bool join_run(join_tables *t, const join_plan *plan, join_fire fire, void *user)
{
    enum { FEW = 64 };
    rl_term small[FEW];
    uint32_t few[2 * FEW], body = plan->rule->body_count, variables = plan->rule->variables;
    bool large = variables > FEW || body > FEW;
    arena *scratch = large ? arena_child(t->arena) : NULL;
    rl_term *values = large ? ARENA_ARRAY(scratch, rl_term, variables + 1) : small;
    uint32_t *rows = large ? ARENA_ARRAY(scratch, uint32_t, 2 * (size_t)body + 1) : few;
    for (uint32_t i = 0; i < variables; i++)
        values[i] = RL_NONE;
    running x = {t, plan, values, rows, rows + body};
    bool done = run(&x, fire, user);
    if (large)
        arena_done(scratch);
    return done && !t->failed;
}
