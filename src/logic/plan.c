/* In which order the literals of a rule are taken up, and with which indexes. The order is greedy:
 * what can be tested is tested at once, then comes the literal with the fewest rows to expect. */
#include "logic/inside.h"

#include "base/agenda.h"

#include <math.h>
#include <string.h>

typedef struct planning {
    logic_join *x;
    const logic_rule *rule;
    bool *bound;               /* [variable] */
    uint32_t *binder;          /* [variable] the last step with rows, + 1, that its value depends on */
    vec_u32 *users;            /* [variable] the literals in which it occurs: they cost something else once it
                                  is bound */
    agenda agenda;             /* literals */
    uint32_t question;         /* the first subgoal in the order of the text that is not taken up yet */
    const logic_subgoal *goal; /* that is answered, or NULL */
    vec_u32 constants;
    vec_u32 ignored;
    arena *scratch;
} planning;

/* ---- variables ---- */

static const logic_term_data *data_of(const planning *p, logic_term t) { return &vec_at(&p->x->terms->data, t); }

static bool is_bound(const planning *p, logic_term t)
{
    const logic_term_data *d = data_of(p, t);
    bool all = d->ground || !d->variable || p->bound[d->symbol];
    for (uint32_t i = 0; i < d->count && !d->ground && all; i++)
        all = is_bound(p, vec_at(&p->x->terms->args, d->first + i));
    return all;
}

static bool all_bound(const planning *p, const logic_literal *l)
{
    bool all = true;
    for (uint32_t i = 0; i < l->width && all; i++)
        all = is_bound(p, l->args[i]);
    return all;
}

/* The variables that the term adds become bound, and are listed. */
static void bind(planning *p, logic_term t, vec_u32 *fresh, arena *a)
{
    const logic_term_data *d = data_of(p, t);
    if (d->variable && !p->bound[d->symbol]) {
        p->bound[d->symbol] = true;
        vec_push(a, fresh, d->symbol);
    }
    for (uint32_t i = 0; i < d->count && !d->ground; i++)
        bind(p, vec_at(&p->x->terms->args, d->first + i), fresh, a);
}

static void find_users(planning *p, logic_term t, uint32_t literal)
{
    const logic_term_data *d = data_of(p, t);
    if (d->variable)
        vec_push(p->scratch, &p->users[d->symbol], literal);
    for (uint32_t i = 0; i < d->count && !d->ground; i++)
        find_users(p, vec_at(&p->x->terms->args, d->first + i), literal);
}

static uint32_t last_binder(const planning *p, logic_term t)
{
    const logic_term_data *d = data_of(p, t);
    uint32_t last = d->variable && p->bound[d->symbol] ? p->binder[d->symbol] : 0;
    for (uint32_t i = 0; i < d->count && !d->ground; i++) {
        uint32_t one = last_binder(p, vec_at(&p->x->terms->args, d->first + i));
        last = one > last ? one : last;
    }
    return last;
}

static uint32_t last_binder_of(const planning *p, const logic_literal *l)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < l->width; i++) {
        uint32_t one = last_binder(p, l->args[i]);
        last = one > last ? one : last;
    }
    return last;
}

/* ---- costs ---- */

static bool asks(const planning *p, const logic_literal *l)
{
    return p->x->tabled && (l->whole || p->x->tabled[l->predicate]);
}

static bool is_question(const planning *p, const logic_literal *l) { return l->kind == LOGIC_HOLDS && asks(p, l); }

/* Keys of an index: fewer buckets are in use, where some share one. */
static double keys_of(const relation_index *x)
{
    double buckets = x->capacity, used = x->used;
    return used < buckets && !x->direct ? -buckets * log1p(-used / buckets) : used;
}

static bool all_ground(const planning *p, const logic_literal *l, const uint32_t *columns, uint32_t count)
{
    bool all = true;
    for (uint32_t i = 0; i < count && all; i++)
        all = data_of(p, l->args[columns[i]])->ground;
    return all;
}

/* Rows of an index with a key that is known beforehand, as often as they are looked at now. */
static double rows_with(const logic_literal *l, const logic_relation *r, uint32_t index)
{
    const relation_index *x = &r->indexes[index];
    logic_term key[LOGIC_WIDTH_MAX];
    double rows = 0;
    for (uint32_t i = 0; i < x->column_count; i++)
        key[i] = l->args[x->columns[i]];
    for (uint32_t row = relation_first(r, index, key); row; row = relation_next(r, index, row - 1))
        rows++;
    return rows;
}

/* Rows to expect of an atom with some columns bound, from what its relation holds now. */
static double rows_of(planning *p, const logic_literal *l)
{
    uint32_t known = 0, columns[LOGIC_WIDTH_MAX];
    for (uint32_t i = 0; i < l->width; i++)
        if (is_bound(p, l->args[i]))
            columns[known++] = i;
    logic_relation *r = &p->x->relations[l->predicate];
    bool fixed = vec_at(&p->x->program->predicates, l->predicate).phase == LOGIC_STATIC;
    double rows = r->count;
    if (!fixed)
        rows = rows < 64 ? 64 : rows;
    if (known == 0)
        return rows;
    if (r->count >= 16 || (p->x->tabled && fixed)) { /* an index tells how many keys there are */
        uint32_t index = relation_index_on(r, columns, known, p->x->arena);
        return index == LOGIC_NONE                ? rows
               : !p->x->tabled                    ? rows / (r->indexes[index].used + 1.0)
               : all_ground(p, l, columns, known) ? rows_with(l, r, index)
                                                  : rows / (keys_of(&r->indexes[index]) + 1.0);
    }
    for (uint32_t i = 0; i < known; i++)
        rows /= 8;
    return rows;
}

/* Of what is asked for nothing is known before: each open column is taken to have a few values. */
static double guess_of(const planning *p, const logic_literal *l)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < l->width; i++)
        open += !is_bound(p, l->args[i]);
    return open == l->width ? 200 : 2 * pow(3, open < 4 ? open : 4);
}

/* Whether the literal asks for what is being answered: such questions only repeat what is known so far. */
static bool asks_the_same(const planning *p, const logic_literal *l)
{
    const logic_subgoal *g = p->goal;
    bool same = g && !l->whole && !p->rule->head.whole && l->predicate == g->predicate;
    for (uint32_t i = 0, k = 0; i < l->width && same; i++) {
        bool given = k < g->column_count && g->columns[k] == i;
        same = given ? l->args[i] == p->rule->head.args[i] : !is_bound(p, l->args[i]);
        k += given;
    }
    return same;
}

/* What is cheap and settles something comes first; atoms that leave at most about one way open come
 * before subgoals, and subgoals before atoms that multiply the ways. Subgoals are asked in the
 * order of the text, which most authors choose with care; `behind`: one is still to be asked before
 * the literal's place. */
static double cost_of(planning *p, const logic_literal *l, bool behind)
{
    if (l->kind == LOGIC_EQUAL)
        return is_bound(p, l->args[0]) || is_bound(p, l->args[1]) ? -1 : 1e30;
    if (l->kind == LOGIC_DISTINCT)
        return all_bound(p, l) ? -2 : 1e30;
    bool complete = all_bound(p, l);
    if (l->kind == LOGIC_FAILS)
        return !complete ? 1e30 : asks(p, l) ? 1.3 : -0.5;
    if (complete)
        return asks(p, l) ? 1.25 : 0;
    if (asks(p, l))
        return asks_the_same(p, l) ? 2 : behind ? 1e20 : guess_of(p, l);
    return rows_of(p, l) * (behind ? 4 : 1) + 0.01;
}

static void estimate(planning *p, uint32_t literal)
{
    if (agenda_has(&p->agenda, literal))
        agenda_set(&p->agenda, literal, cost_of(p, &p->rule->body[literal], literal > p->question));
}

/* The next subgoal in the order of the text: what stands before it does not wait any more. */
static void next_question(planning *p)
{
    uint32_t n = p->rule->body_count, from = p->question;
    while (p->question < n && !(agenda_has(&p->agenda, p->question) && is_question(p, &p->rule->body[p->question])))
        p->question++;
    for (uint32_t i = from; p->question > from && i < n && i <= p->question; i++)
        estimate(p, i);
}

/* ---- steps ---- */

/* The slot of a constant. */
static uint32_t slot_of(planning *p, logic_term t)
{
    uint32_t i = 0;
    while (i < p->constants.count && vec_at(&p->constants, i) != t)
        i++;
    if (i == p->constants.count)
        vec_push(p->x->arena, &p->constants, t);
    return p->rule->variables + i;
}

static logic_value value_of(planning *p, logic_term t)
{
    const logic_term_data *d = data_of(p, t);
    return d->ground     ? (logic_value){false, slot_of(p, t)}
           : d->variable ? (logic_value){false, d->symbol}
                         : (logic_value){true, t};
}

static const logic_value *values_of(planning *p, const logic_term *args, uint32_t count)
{
    logic_value *values = ARENA_ARRAY(p->x->arena, logic_value, count + 1);
    for (uint32_t i = 0; i < count; i++)
        values[i] = value_of(p, args[i]);
    return values;
}

/* Operations on columns: of all arguments, or of the given columns only, numbered as given.
 * `exact`: columns of which all is known need not be compared. */
static logic_ops ops_for(planning *p, const logic_term *args, uint32_t width, const uint32_t *given, bool exact)
{
    logic_op *ops = ARENA_ARRAY(p->x->arena, logic_op, width + 1);
    bool *known = ARENA_ARRAY(p->scratch, bool, width + 1), *done = ARENA_ARRAY(p->scratch, bool, width + 1);
    vec_u32 open = {0};
    logic_ops all = {.data = ops};
    for (uint32_t i = 0; i < width; i++)
        known[i] = is_bound(p, args[given ? given[i] : i]);
    for (int part = 0; part < 3; part++) {
        for (uint32_t i = 0; i < width; i++) {
            logic_term arg = args[given ? given[i] : i];
            const logic_term_data *d = data_of(p, arg);
            bool plain = d->variable || d->ground, fresh = d->variable && !p->bound[d->symbol];
            if (done[i] || (known[i] && exact) || (part == 0 && !(known[i] && plain)) || (part == 1 && !fresh))
                continue;
            done[i] = true;
            ops[all.count++] =
                plain ? (logic_op){fresh ? OP_BIND : OP_EQUAL, i, value_of(p, arg).what} : (logic_op){OP_MATCH, i, arg};
            bind(p, arg, fresh ? &p->ignored : &open, p->x->arena);
        }
        all.known = part == 0 ? all.count : all.known;
        all.binds = part == 1 ? all.count : all.binds;
    }
    all.open = open.data;
    all.open_count = open.count;
    return all;
}

static void add_equation(planning *p, const logic_literal *l, logic_step *s)
{
    bool turned = l->kind == LOGIC_EQUAL && !is_bound(p, l->args[0]); /* the known side comes first */
    const logic_term args[2] = {l->args[turned], l->args[!turned]};
    logic_value *key = ARENA_ARRAY(p->x->arena, logic_value, 2);
    vec_u32 open = {0};
    key[0] = value_of(p, args[0]);
    key[1] = l->kind == LOGIC_DISTINCT ? value_of(p, args[1]) : (logic_value){true, args[1]};
    s->kind = l->kind == LOGIC_DISTINCT ? STEP_DISTINCT : STEP_EQUAL;
    s->key = key;
    bind(p, args[1], &open, p->x->arena);
    s->ops.open = open.data;
    s->ops.open_count = open.count;
}

/* False: it reads variables that have no value. */
static bool add_step(planning *p, uint32_t literal, logic_step *s)
{
    logic_join *x = p->x;
    const logic_literal *l = &p->rule->body[literal];
    bool complete = all_bound(p, l);
    *s = (logic_step){.literal = literal, .predicate = l->predicate, .culprit = last_binder_of(p, l)};
    if (l->kind == LOGIC_DISTINCT || l->kind == LOGIC_EQUAL) {
        add_equation(p, l, s);
        return true;
    }
    s->kind = l->kind == LOGIC_HOLDS ? complete ? STEP_FIND : STEP_ROWS
              : complete || l->whole ? STEP_ABSENT
                                     : STEP_NONE;
    if (l->whole) /* its predicate is found out while it runs */
        return complete;
    uint32_t *columns = ARENA_ARRAY(x->arena, uint32_t, l->width + 1);
    logic_term *known = ARENA_ARRAY(p->scratch, logic_term, l->width + 1);
    for (uint32_t i = 0; i < l->width; i++)
        if (is_bound(p, l->args[i])) {
            known[s->key_count] = l->args[i];
            columns[s->key_count++] = i;
        }
    s->key = values_of(p, known, s->key_count);
    for (uint32_t i = 0; i < s->key_count; i++)
        s->builds |= s->key[i].built;
    s->relation = &x->relations[l->predicate];
    if (asks(p, l)) {
        s->subgoal = tabling_subgoal(x->tabling, l->predicate, columns, s->key_count);
        s->kind = s->kind == STEP_ROWS ? STEP_ANSWERS : s->kind;
    } else if (!complete && s->key_count > 0) {
        s->index = relation_index_on(s->relation, columns, s->key_count, x->arena);
        s->indexed = s->index != LOGIC_NONE;
    }
    if (s->kind == STEP_ROWS || s->kind == STEP_ANSWERS || s->kind == STEP_NONE)
        s->ops = ops_for(p, l->args, l->width, NULL, s->subgoal != NULL);
    return true;
}

/* Takes up a literal; those whose variables it binds are estimated anew. */
static void take_up(planning *p, uint32_t literal, logic_plan *plan, logic_step *steps, uint32_t *back)
{
    const logic_literal *l = &p->rule->body[literal];
    uint32_t at = plan->count++;
    logic_step *s = &steps[at];
    vec_u32 fresh = {0};
    for (uint32_t i = 0; i < l->width; i++)
        bind(p, l->args[i], &fresh, p->scratch);
    for (uint32_t i = 0; i < fresh.count; i++)
        p->bound[vec_at(&fresh, i)] = false;
    plan->unbound |= !add_step(p, literal, s);
    s->back = *back;
    if (s->kind == STEP_ROWS || s->kind == STEP_ANSWERS)
        *back = at + 1;
    for (uint32_t i = 0; i < fresh.count; i++) {
        uint32_t v = vec_at(&fresh, i);
        const vec_u32 *users = &p->users[v];
        p->bound[v] = l->kind != LOGIC_FAILS; /* else for the look only */
        p->binder[v] = *back == at + 1 ? at + 1 : s->culprit;
        for (uint32_t k = 0; p->bound[v] && k < users->count; k++)
            estimate(p, vec_at(users, k));
    }
    next_question(p);
}

/* ---- plans ---- */

static bool left_out(const logic_join *x, const logic_literal *l)
{
    return l->kind == LOGIC_FAILS && x->relaxed &&
           (l->whole || vec_at(&x->program->predicates, l->predicate).phase != LOGIC_STATIC);
}

static planning begin(logic_join *x, const logic_rule *r)
{
    planning p = {.x = x, .rule = r, .scratch = arena_child(x->arena)};
    p.bound = ARENA_ARRAY(p.scratch, bool, r->variables + 1);
    p.binder = ARENA_ARRAY(p.scratch, uint32_t, r->variables + 1);
    p.users = ARENA_ARRAY(p.scratch, vec_u32, r->variables + 1);
    for (uint32_t i = 0; i < r->body_count; i++)
        for (uint32_t k = 0; k < body_at(r, i).width; k++)
            find_users(&p, body_at(r, i).args[k], i);
    return p;
}

/* Orders the body, and makes the rest of the plan. */
static void finish(planning *p, logic_plan *plan, uint32_t delta, bool each)
{
    logic_join *x = p->x;
    const logic_rule *r = p->rule;
    logic_step *steps = ARENA_ARRAY(x->arena, logic_step, r->body_count + 1);
    uint32_t back = 0;
    agenda_init(&p->agenda, p->scratch, r->body_count);
    while (p->question < r->body_count && !is_question(p, &r->body[p->question]))
        p->question++;
    for (uint32_t i = 0; i < r->body_count; i++)
        agenda_set(&p->agenda, i, i == delta ? -3 : cost_of(p, &r->body[i], i > p->question));
    while (p->agenda.left > 0) {
        uint32_t best = agenda_next(&p->agenda);
        if (left_out(x, &r->body[best]))
            continue;
        take_up(p, best, plan, steps, &back);
    }
    plan->steps = steps;
    plan->again = each ? back : last_binder_of(p, &r->head);
    plan->tuple = r->head.whole ? NULL : values_of(p, r->head.args, r->head.width);
    plan->constants = p->constants;
    plan->slots = r->variables + p->constants.count;
    plan->words = plan->slots + r->body_count + plan->count * (uint32_t)(sizeof(logic_frame) / sizeof(uint32_t));
}

enum { OWN_ORDER_MAX = 64 };

logic_plan *logic_plan_rule(logic_join *x, uint32_t rule, uint32_t delta, const logic_plan *like, bool each)
{
    logic_plan *plan = ARENA_NEW(x->arena, logic_plan);
    const logic_rule *r = &vec_at(&x->program->rules, rule);
    if (like && r->body_count > OWN_ORDER_MAX) {
        *plan = *like;
        plan->delta = delta;
        return plan;
    }
    planning p = begin(x, r);
    *plan = (logic_plan){.rule = r, .number = rule, .delta = delta};
    finish(&p, plan, delta, each);
    arena_done(p.scratch);
    return plan;
}

/* What the operations on a head compare: constants, and variables that come more than once. */
static void find_tests(planning *p, logic_plan *plan)
{
    const logic_ops *head = &plan->head;
    logic_key_test *tests = ARENA_ARRAY(p->x->arena, logic_key_test, head->count + 1);
    for (uint32_t i = 0; i < head->count; i++) {
        const logic_op *o = &head->data[i];
        if (o->kind == OP_EQUAL && o->what >= p->rule->variables)
            tests[plan->test_count++] =
                (logic_key_test){o->column, false, vec_at(&p->constants, o->what - p->rule->variables)};
        for (uint32_t k = 0; o->kind == OP_EQUAL && k < i; k++)
            if (head->data[k].kind == OP_BIND && head->data[k].what == o->what)
                tests[plan->test_count++] = (logic_key_test){o->column, true, head->data[k].column};
    }
    plan->tests = tests;
}

/* The column of a key that a variable is bound to, or LOGIC_NONE. */
static uint32_t key_column(const logic_plan *plan, uint32_t variable)
{
    for (uint32_t i = plan->head.known; i < plan->head.binds; i++)
        if (vec_at(&plan->head, i).what == variable)
            return vec_at(&plan->head, i).column;
    return LOGIC_NONE;
}

/* The first steps, as far as they look for rows that the key makes. */
static void find_finds(planning *p, const logic_subgoal *g, logic_plan *plan)
{
    logic_key_find *finds = ARENA_ARRAY(p->x->arena, logic_key_find, plan->count + 1);
    for (bool more = true; plan->first < plan->count && more;) {
        const logic_step *s = &plan->steps[plan->first];
        logic_term *terms = ARENA_ARRAY(p->x->arena, logic_term, s->key_count + 1);
        uint32_t *columns = ARENA_ARRAY(p->x->arena, uint32_t, s->key_count + 1);
        more = s->kind == STEP_FIND && s->relation && !s->builds;
        for (uint32_t i = 0; i < s->key_count && more; i++) {
            uint32_t slot = s->key[i].what;
            bool constant = slot >= p->rule->variables;
            terms[i] = constant ? vec_at(&p->constants, slot - p->rule->variables) : LOGIC_NONE;
            columns[i] = constant ? LOGIC_NONE : key_column(plan, slot);
            more = constant || columns[i] != LOGIC_NONE;
        }
        finds[plan->first] = (logic_key_find){s->relation, s->subgoal, terms, columns};
        plan->asks = more && s->subgoal && g->all && plan->tuple && s->key_count <= ASKED_COLUMNS &&
                     plan->first + 1 == plan->count;
        more &= !s->subgoal;
        plan->first += more;
    }
    plan->finds = finds;
}

logic_plan *plan_subgoal(logic_join *x, const logic_subgoal *g, uint32_t rule)
{
    logic_plan *plan = ARENA_NEW(x->arena, logic_plan);
    const logic_rule *r = &vec_at(&x->program->rules, rule);
    planning p = begin(x, r);
    p.goal = g;
    uint32_t usable = g->column_count;
    if (r->head.whole) /* of the whole term nothing is known before its predicate is */
        for (usable = 0; usable < g->column_count && g->columns[usable] + 1 < r->head.width;)
            usable++;
    *plan = (logic_plan){.rule = r, .number = rule, .delta = LOGIC_NONE};
    plan->head = ops_for(&p, r->head.args, usable, g->columns, false);
    find_tests(&p, plan);
    finish(&p, plan, LOGIC_NONE, false);
    find_finds(&p, g, plan);
    arena_done(p.scratch);
    return plan;
}

uint32_t logic_plan_number(const logic_plan *plan) { return plan->number; }
