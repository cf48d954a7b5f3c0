/* Bottom-up evaluation: nested loops over rows and index chains; semi-naive inside recursive
 * components (Ullman, Principles of Database and Knowledge-Base Systems I, 1988, ch. 3). */
#include "answerset/eval.h"

#include "answerset/depend.h"
#include "answerset/recall.h"
#include "base/clock.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

enum { FOREVER = UINT32_MAX, ROW_NONE = UINT32_MAX, VALUES_MAX = 64 };

/* ---- values ---- */

static inline term evaluate(evaluator *r, const expr *e);

static term evaluate_operation(evaluator *r, const expr *e)
{
    int32_t x, y = 0, value;
    term left = evaluate(r, arg_at(e, 0));
    if (!left)
        return TERM_NONE;
    if (e->kind == EXPR_UNARY && e->op == SYN_NEG)
        return term_negate(r->terms, left);
    if (!term_is_number(r->terms, left, &x))
        return TERM_NONE;
    if (e->count > 1) {
        term right = evaluate(r, arg_at(e, 1));
        if (!right || !term_is_number(r->terms, right, &y))
            return TERM_NONE;
    }
    return number_operation(e->op, x, y, &value) ? terms_number(r->terms, value) : TERM_NONE;
}

/* The function of these values; TERM_NONE when one is not defined. */
static term make_function(evaluator *r, functor f, const expr *const *values, uint32_t count)
{
    term few[8], *args = count <= 8 ? few : malloc(count * sizeof *args), made = TERM_NONE;
    uint32_t i = 0;
    if (!args)
        trap_spring(r->terms->trap, TRAP_MEMORY, "out of memory");
    while (i < count && (args[i] = evaluate(r, values[i])) != TERM_NONE)
        i++;
    if (i == count) {
        made = count ? terms_look(r->terms, f, args, count) : TERM_NONE;
        if (!made)
            made = terms_make(r->terms, f, args);
    }
    if (args != few)
        free(args);
    return made;
}

static term evaluate_slowly(evaluator *r, const expr *e);

/* TERM_NONE: not defined. */
static inline term evaluate(evaluator *r, const expr *e)
{
    return e->kind == EXPR_VARIABLE ? r->slots[e->variable] : e->kind == EXPR_TERM ? e->value : evaluate_slowly(r, e);
}

static term evaluate_slowly(evaluator *r, const expr *e)
{
    switch (e->kind) {
    case EXPR_TERM: return e->value;
    case EXPR_VARIABLE: return r->slots[e->variable];
    case EXPR_DRAW: return terms_number(r->terms, (int32_t)(uint32_t)(uint64_t)r->draws[e->variable]);
    case EXPR_FUNCTION: return make_function(r, e->functor, (const expr *const *)e->args, e->count);
    case EXPR_BINARY:
    case EXPR_UNARY: return evaluate_operation(r, e);
    case EXPR_UNDEFINED: return TERM_NONE;
    }
    return TERM_NONE;
}

/* Like evaluate, but makes no functions: *missing when one was never made, so that no atom has it.
 */
static term look_up(evaluator *r, const expr *e, bool *missing)
{
    if (e->kind == EXPR_TERM)
        return e->value;
    if (e->kind == EXPR_VARIABLE)
        return r->slots[e->variable];
    if (e->kind != EXPR_FUNCTION || e->count > VALUES_MAX)
        return evaluate(r, e);
    term args[VALUES_MAX], found;
    for (uint32_t i = 0; i < e->count; i++) {
        bool absent = false;
        args[i] = look_up(r, arg_at(e, i), &absent);
        if (!args[i])
            return TERM_NONE;
        *missing |= absent;
    }
    if (*missing)
        return arg_at(e, 0) ? 1 : 1; /* any term: it is not looked at */
    found = terms_look(r->terms, e->functor, args, e->count);
    *missing = !found;
    return found ? found : 1;
}

/* The atom of the step, if it was ever made. *undefined: it has no value. */
static term find_atom(evaluator *r, const step *s, bool *undefined)
{
    term few[8], *args = s->count <= 8 ? few : malloc(s->count * sizeof *args), found = TERM_NONE;
    bool missing = false;
    *undefined = false;
    if (s->left)
        return s->left->value;
    if (!args)
        trap_spring(r->terms->trap, TRAP_MEMORY, "out of memory");
    for (uint32_t i = 0; i < s->count && !*undefined; i++) {
        args[i] = look_up(r, s->values[i], &missing);
        *undefined = !args[i];
    }
    if (!missing && !*undefined)
        found = s->count ? terms_look(r->terms, s->functor, args, s->count) : terms_find(r->terms, s->functor, args);
    if (args != few)
        free(args);
    return found;
}

static bool match(evaluator *r, const pattern *p, term x)
{
    int32_t value;
    switch (p->kind) {
    case PATTERN_ANY: return true;
    case PATTERN_BIND: r->slots[p->slot] = x; return true;
    case PATTERN_SLOT: return r->slots[p->slot] == x;
    case PATTERN_TERM: return p->value == x;
    case PATTERN_EXPR: return evaluate(r, p->expr) == x;
    case PATTERN_FUNCTION:
        if (term_functor(r->terms, x) != p->functor)
            return false;
        for (uint32_t i = 0; i < p->count; i++)
            if (!match(r, &p->args[i], term_args(r->terms, x)[i]))
                return false;
        return true;
    case PATTERN_LINEAR: {
        if (!term_is_number(r->terms, x, &value))
            return false;
        int32_t rest = (int32_t)((uint32_t)value - (uint32_t)p->n), quotient;
        if (p->m == 0 || (p->m != -1 && rest % p->m != 0) || !number_operation(SYN_DIV, rest, p->m, &quotient))
            return false;
        r->slots[p->slot] = terms_number(r->terms, quotient);
        return true;
    }
    case PATTERN_NEGATED: {
        term negated = term_negate(r->terms, x);
        return negated && match(r, &p->args[0], negated);
    }
    }
    return false;
}

static bool related(const terms *t, term x, syn_relation relation, term y)
{
    if (relation == SYN_EQ || relation == SYN_NE)
        return (x == y) == (relation == SYN_EQ);
    if (term_small(x) && term_small(y)) {
        int32_t a = (int32_t)x, b = (int32_t)y;
        return relation == SYN_LT ? a < b : relation == SYN_LE ? a <= b : relation == SYN_GT ? a > b : a >= b;
    }
    int order = term_compare(t, x, y);
    return relation == SYN_LT   ? order < 0
           : relation == SYN_LE ? order <= 0
           : relation == SYN_GT ? order > 0
                                : order >= 0;
}

/* ---- atoms ---- */

static inline bool holds_now(const evaluator *r, term atom)
{
    uint32_t i = atom >> 1;
    return i < r->truth_capacity && (r->truth[i] == r->generation || r->truth[i] == FOREVER);
}

bool evaluator_holds(evaluator *r, term atom)
{
    uint32_t relation = solve_relation(r->solve, term_functor(r->terms, atom));
    if (relation != RELATION_NONE)
        recall_load(r, relation);
    return holds_now(r, atom);
}

const relation_data *evaluator_rows(evaluator *r, uint32_t relation)
{
    recall_load(r, relation);
    return &r->relations[relation];
}

static uint32_t key_of_column(const terms *t, unsigned char mode, term x)
{
    return mode == COLUMN_VALUE ? x : term_functor(t, x);
}

static inline uint32_t hash_step(uint32_t h, uint32_t key)
{
    h = (h ^ key) * 0x9e3779b1u;
    return h ^ h >> 15;
}

static uint32_t row_hash(const evaluator *r, const index_spec *spec, uint32_t arity, term row)
{
    const term *args = term_args(r->terms, row);
    uint32_t h = 0;
    for (uint32_t i = 0; i < arity; i++)
        if (spec->modes[i])
            h = hash_step(h, key_of_column(r->terms, spec->modes[i], args[i]));
    return h;
}

static void index_link(evaluator *r, uint32_t index, uint32_t row)
{
    const index_spec *spec = &vec_at(&r->solve->indexes, index);
    index_data *d = &r->indexes[index];
    const relation_data *rel = &r->relations[spec->relation];
    uint32_t at = row_hash(r, spec, vec_at(&r->solve->relations, spec->relation).arity, rel->rows[row]) & (d->size - 1);
    d->next[row] = d->stamps[at] == r->generation ? d->heads[at] : ROW_NONE;
    d->heads[at] = row;
    d->stamps[at] = r->generation;
}

static void index_resize(evaluator *r, uint32_t index, uint32_t size)
{
    index_data *d = &r->indexes[index];
    uint32_t *heads = calloc(size, sizeof *heads), *stamps = calloc(size, sizeof *stamps);
    if (!heads || !stamps) {
        free(heads);
        free(stamps);
        trap_spring(r->terms->trap, TRAP_MEMORY, "out of memory");
    }
    free(d->heads);
    free(d->stamps);
    d->heads = heads;
    d->stamps = stamps;
    d->size = size;
    const relation_data *rel = &r->relations[vec_at(&r->solve->indexes, index).relation];
    for (uint32_t row = rel->fixed; row < rel->count; row++)
        index_link(r, index, row);
}

void eval_index_init(evaluator *r, uint32_t index)
{
    if (!r->indexes[index].heads)
        index_resize(r, index, 64);
}

static void index_add(evaluator *r, uint32_t index, uint32_t row)
{
    index_data *d = &r->indexes[index];
    const relation_data *rel = &r->relations[vec_at(&r->solve->indexes, index).relation];
    GROW(r->terms->trap, d->next, d->next_capacity, row + 1);
    if (rel->count - rel->fixed > 2 * d->size)
        index_resize(r, index, 4 * d->size); /* links the row as well */
    else
        index_link(r, index, row);
}

static void append(evaluator *r, uint32_t relation, term atom)
{
    relation_data *rel = &r->relations[relation];
    GROW(r->terms->trap, rel->rows, rel->capacity, rel->count + 1);
    rel->rows[rel->count++] = atom;
    const relation_spec *spec = &vec_at(&r->solve->relations, relation);
    for (uint32_t i = spec->first_index; i; i = vec_at(&r->solve->indexes, i - 1).next)
        index_add(r, i - 1, rel->count - 1);
}

static void derive(evaluator *r, uint32_t relation, term atom)
{
    uint32_t i = atom >> 1;
    recall_load(r, relation);
    if (i >= r->truth_capacity)
        GROW_ZEROED(r->terms->trap, r->truth, r->truth_capacity, r->terms->capacity > i ? r->terms->capacity : i + 1);
    if (r->truth[i] == r->generation || r->truth[i] == FOREVER)
        return;
    r->truth[i] = r->generation;
    r->relations[relation].recalled = 0;
    append(r, relation, atom);
    uint32_t opposite = vec_at(&r->solve->relations, relation).opposite;
    if (opposite != RELATION_NONE) {
        term negated = term_negate(r->terms, atom);
        r->failed |= holds_now(r, negated);
    }
}

void evaluator_add(evaluator *r, term atom)
{
    uint32_t relation = solve_relation(r->solve, term_functor(r->terms, atom));
    if (relation != RELATION_NONE)
        derive(r, relation, atom);
}

void evaluator_begin(evaluator *r)
{
    for (uint32_t i = 0; i < r->solve->relations.count; i++)
        r->relations[i].count = r->relations[i].fixed;
    r->recalling = recall_start(r);
    r->failed = r->never;
    r->steps = r->look_at = 0;
    if (++r->generation == FOREVER) {
        r->generation = 1;
        for (uint32_t i = 0; i < r->truth_capacity; i++)
            r->truth[i] = r->truth[i] == FOREVER ? FOREVER : 0;
        for (uint32_t i = 0; i < r->solve->indexes.count; i++)
            memset(r->indexes[i].stamps, 0, r->indexes[i].size * sizeof *r->indexes[i].stamps);
    }
}

void eval_fix(evaluator *r)
{
    for (uint32_t i = 0; i < r->truth_capacity; i++)
        r->truth[i] = r->truth[i] ? FOREVER : 0;
    for (uint32_t i = 0; i < r->solve->relations.count; i++)
        r->relations[i].fixed = r->relations[i].count;
    for (uint32_t i = 0; i < r->solve->indexes.count; i++) {
        index_data *d = &r->indexes[i];
        const index_spec *spec = &vec_at(&r->solve->indexes, i);
        const relation_data *rel = &r->relations[spec->relation];
        free(d->fixed);
        d->fixed = NULL;
        d->fixed_size = 1;
        while (d->fixed_size < rel->count)
            d->fixed_size *= 2;
        d->fixed = malloc(d->fixed_size * sizeof *d->fixed);
        if (!d->fixed)
            trap_spring(r->terms->trap, TRAP_MEMORY, "out of memory");
        memset(d->fixed, 0xff, d->fixed_size * sizeof *d->fixed);
        GROW(r->terms->trap, d->next, d->next_capacity, rel->count + 1);
        for (uint32_t row = 0; row < rel->count; row++) {
            uint32_t at = row_hash(r, spec, vec_at(&r->solve->relations, spec->relation).arity, rel->rows[row]) &
                          (d->fixed_size - 1);
            d->next[row] = d->fixed[at];
            d->fixed[at] = row;
        }
        index_resize(r, i, 64);
    }
}

/* ---- steps ---- */

static bool run(evaluator *r, const step *s);

enum { LOOK_STEPS = 1 << 14 };

static void look(evaluator *r)
{
    uint64_t left = r->max_steps - r->steps + 1;
    if (r->steps > r->max_steps)
        trap_spring(r->terms->trap, TRAP_STEPS, "more than %llu steps in one evaluation",
                    (unsigned long long)r->max_steps);
    if (control_stopped(r->terms->trap->control))
        trap_spring(r->terms->trap, TRAP_STOPPED, "interrupted");
    if (r->terms->trap->deadline > 0 && clock_thread() > r->terms->trap->deadline)
        trap_spring(r->terms->trap, TRAP_LATE, "loading the game needs more CPU time than the limit");
    r->look_at = r->steps + (left < LOOK_STEPS ? left : LOOK_STEPS);
}

static inline void tick(evaluator *r)
{
    if (++r->steps >= r->look_at)
        look(r);
}

static inline bool match_row(evaluator *r, const step *s, term row)
{
    if (s->left)
        return s->left->value == row;
    for (uint32_t i = 0; i < s->count; i++)
        if (!match(r, &s->patterns[i], term_args(r->terms, row)[i]))
            return false;
    return true;
}

static bool run_rows(evaluator *r, const step *s, uint32_t from, uint32_t to)
{
    const relation_data *rel = &r->relations[s->relation];
    for (uint32_t i = from; i < to; i++) {
        tick(r);
        if (match_row(r, s, rel->rows[i]) && run(r, s + 1))
            return true;
    }
    return false;
}

/* Rows that hash alike, from this one on. */
static inline bool run_chain(evaluator *r, const step *s, uint32_t row)
{
    const relation_data *rel = &r->relations[s->relation];
    const index_data *d = &r->indexes[s->index];
    for (; row != ROW_NONE; row = d->next[row]) {
        tick(r);
        if (match_row(r, s, rel->rows[row]) && run(r, s + 1))
            return true;
    }
    return false;
}

static bool run_probe(evaluator *r, const step *s)
{
    const index_spec *spec = &vec_at(&r->solve->indexes, s->index);
    const index_data *d = &r->indexes[s->index];
    const relation_data *rel = &r->relations[s->relation];
    uint32_t h = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        bool missing = false;
        if (spec->modes[i] == COLUMN_VALUE) {
            term key = look_up(r, s->values[i], &missing);
            if (!key || missing)
                return false;
            h = hash_step(h, key);
        } else if (spec->modes[i] == COLUMN_FUNCTOR) {
            h = hash_step(h, s->values[i]->functor);
        }
    }
    uint32_t at = h & (d->size - 1);
    bool any = rel->count > rel->fixed && d->stamps[at] == r->generation;
    return run_chain(r, s, any ? d->heads[at] : ROW_NONE) ||
           run_chain(r, s, d->fixed ? d->fixed[h & (d->fixed_size - 1)] : ROW_NONE);
}

static bool run_range(evaluator *r, const step *s)
{
    int32_t low, high, value;
    term from = evaluate(r, s->left), to = evaluate(r, s->right);
    if (!from || !to || !term_is_number(r->terms, from, &low) || !term_is_number(r->terms, to, &high))
        return false;
    if (s->patterns->kind == PATTERN_SLOT) { /* a test */
        return term_is_number(r->terms, r->slots[s->patterns->slot], &value) && value >= low && value <= high &&
               run(r, s + 1);
    }
    for (int64_t i = low; i <= high; i++) {
        tick(r);
        if (match(r, s->patterns, terms_number(r->terms, (int32_t)i)) && run(r, s + 1))
            return true;
    }
    return false;
}

static bool test(evaluator *r, const step *s)
{
    bool undefined;
    term atom = find_atom(r, s, &undefined);
    if (undefined)
        return s->undefined_holds;
    return (atom && holds_now(r, atom)) != s->negated;
}

static bool compare(evaluator *r, const step *s)
{
    term x = evaluate(r, s->left), y = x ? evaluate(r, s->right) : TERM_NONE;
    return x && y ? related(r->terms, x, s->compare, y) : s->undefined_holds;
}

/* ---- aggregates ---- */

/* Whether the tuple is new in this aggregate. */
static bool first_seen(evaluator *r, term tuple)
{
    uint32_t i = tuple >> 1;
    if (i >= r->seen_capacity)
        GROW_ZEROED(r->terms->trap, r->seen, r->seen_capacity, r->terms->capacity > i ? r->terms->capacity : i + 1);
    bool first = r->seen[i] != r->seen_generation;
    r->seen[i] = r->seen_generation;
    return first;
}

static void collect(evaluator *r, const step *s)
{
    term args[VALUES_MAX];
    int32_t weight;
    for (uint32_t i = 0; i < s->count; i++)
        if (!(args[i] = evaluate(r, s->values[i])))
            return;
    switch (s->function) {
    case SYN_COUNT:
    case SYN_SET: r->sum += first_seen(r, terms_make(r->terms, s->functor, args)); return;
    case SYN_SUM:
    case SYN_SUM_PLUS:
        if (s->count == 0 || !term_is_number(r->terms, args[0], &weight) || (s->function == SYN_SUM_PLUS && weight < 0))
            return;
        if (first_seen(r, terms_make(r->terms, s->functor, args)))
            r->sum += weight;
        return;
    case SYN_MIN:
    case SYN_MAX:
        if (s->count > 0 && (term_compare(r->terms, args[0], r->best) < 0) == (s->function == SYN_MIN))
            r->best = args[0];
        return;
    }
}

static bool aggregate(evaluator *r, const step *s)
{
    term inf = 1 << 1, sup = 2 << 1, value;
    r->sum = 0;
    r->best = s->function == SYN_MIN ? sup : inf;
    if (++r->seen_generation == 0) {
        memset(r->seen, 0, r->seen_capacity * sizeof *r->seen);
        r->seen_generation = 1;
    }
    for (uint32_t i = 0; i < s->element_count; i++)
        run(r, element_at(s, i));
    bool extreme = s->function == SYN_MIN || s->function == SYN_MAX;
    value = extreme ? r->best : terms_number(r->terms, (int32_t)r->sum);
    bool holds = true;
    for (int i = 0; i < 2 && holds; i++)
        if (s->guard_patterns[i])
            holds = match(r, s->guard_patterns[i], value);
    for (int i = 0; i < 2 && holds; i++) {
        if (!s->guards[i] || s->guard_patterns[i])
            continue;
        term guard = evaluate(r, s->guards[i]);
        if (!guard)
            return false;
        holds = i == 0 ? related(r->terms, guard, s->guard_relations[0], value)
                       : related(r->terms, value, s->guard_relations[1], guard);
    }
    return holds != s->negated;
}

/* ---- rules ---- */

static bool emit(evaluator *r, const step *s)
{
    if (s->rule->kind == HEAD_NONE) {
        r->failed = true;
        r->violated = s->rule;
        return true;
    }
    if (s->rule->kind == HEAD_SHOW) {
        term shown = evaluate(r, s->left);
        if (shown && !term_small(shown) && term_functor(r->terms, shown) >= FUNCTOR_FIRST)
            append(r, s->relation, shown);
        return s->stop;
    }
    if (s->left) {
        derive(r, s->relation, s->left->value);
        return s->stop;
    }
    term atom = make_function(r, s->functor, s->values, s->count);
    if (atom)
        derive(r, s->relation, atom);
    return s->stop || r->failed;
}

/* Runs the steps from here on, for all ways of going on. True: stop. */
static bool run(evaluator *r, const step *s)
{
    bool undefined;
    for (;; s++) {
        switch (s->kind) {
        case STEP_SCAN: return run_rows(r, s, 0, r->relations[s->relation].count);
        case STEP_DELTA: return run_rows(r, s, r->relations[s->relation].old, r->relations[s->relation].young);
        case STEP_PROBE: return run_probe(r, s);
        case STEP_RANGE: return run_range(r, s);
        case STEP_TEST:
            if (!test(r, s))
                return false;
            break;
        case STEP_COMPARE:
            if (!compare(r, s))
                return false;
            break;
        case STEP_MATCH: {
            term x = evaluate(r, s->right);
            if (!x || !match(r, s->patterns, x))
                return false;
            break;
        }
        case STEP_NONE:
            if (run(r, s->inside))
                return false;
            break;
        case STEP_SOME:
            if (!run(r, s->inside))
                return false;
            break;
        case STEP_AGGREGATE:
            if (!aggregate(r, s))
                return false;
            break;
        case STEP_FAIL: return false;
        case STEP_ONCE: {
            term atom = find_atom(r, s, &undefined);
            if (undefined || (atom && holds_now(r, atom)))
                return false;
            run(r, s + 1);
            return r->failed;
        }
        case STEP_EMIT: return emit(r, s);
        case STEP_FOUND: return true;
        case STEP_COLLECT: collect(r, s); return false;
        }
    }
}

/* All atoms there are. */
static uint64_t total(const evaluator *r)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < r->solve->relations.count; i++)
        sum += r->relations[i].count;
    return sum;
}

static bool run_all(evaluator *r, step *const *plans, uint32_t count)
{
    for (uint32_t i = 0; i < count && !r->failed; i++)
        run(r, plans[i]);
    return !r->failed;
}

void eval_component(evaluator *r, const component *c)
{
    r->terms->trap->at = c;
    for (uint64_t before = UINT64_MAX; c->repeats && before != total(r) && !r->failed;) {
        before = total(r);
        run_all(r, c->plans.data, c->plans.count);
    }
    if (c->repeats)
        return;
    for (uint32_t i = 0; i < c->relations.count; i++) {
        relation_data *d = &r->relations[vec_at(&c->relations, i)];
        d->old = c->afresh ? 0 : d->count;
    }
    /* atoms that other rules derived before are new to this one as well, but its first run sees
     * them */
    bool more = run_all(r, c->plans.data, c->plans.count) && c->rules->recursive;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < c->relations.count; i++) {
            relation_data *d = &r->relations[vec_at(&c->relations, i)];
            d->young = d->count;
            more |= d->young > d->old;
        }
        more = more && run_all(r, c->deltas.data, c->deltas.count);
        for (uint32_t i = 0; i < c->relations.count; i++) {
            relation_data *d = &r->relations[vec_at(&c->relations, i)];
            d->old = d->young;
        }
    }
}

bool evaluator_run(evaluator *r, const int64_t *draws)
{
    r->draws = draws;
    for (uint32_t i = 0; i < r->solve->component_count && !r->failed; i++)
        if (r->solve->components[i].rules->dynamic && !(r->recalling && recall_begin(r, i))) {
            eval_component(r, &r->solve->components[i]);
            if (r->recalling)
                recall_end(r, i);
        }
    r->terms->trap->at = NULL;
    return !r->failed;
}
