#include "structures/logic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void rs_logic_init(rs_logic *l, rs_game *f, const rs_structure *s, arena *scratch, uint64_t max_steps)
{
    *l = (rs_logic){.f = f, .s = s, .scratch = scratch, .max_steps = max_steps};
    l->fixed = ARENA_ARRAY(scratch, rs_relation *, f->fixed_points + 1);
}

void rs_logic_report(const rs_logic *l) { rs_error(l->f, l->code, l->where, "%s", l->problem); }

static bool fail(rs_logic *l, diag_code code, src_span at, const char *problem)
{
    if (!l->problem) {
        l->problem = problem;
        l->code = code;
        l->where = at;
    }
    return false;
}

static bool step(rs_logic *l, const rs_node *n)
{
    arena_work(l->scratch, 1);
    if (l->problem)
        return false;
    return ++l->steps <= l->max_steps ||
           fail(l, DIAG_TOO_LARGE, n->span,
                "this takes too long: the limit of steps was reached (--max-steps raises it)");
}

/* ---- searching ---- */

typedef struct search {
    rs_logic *l;
    const rs_plan *plan;
    uint32_t *frame;
    rs_found *found;
    void *user;
} search;

/* The first conjunct of a level. */
static uint32_t level_start(const rs_plan *p, uint32_t level)
{
    uint32_t c = 0;
    while (c < p->conjunct_count && p->levels[c] < level)
        c++;
    return c;
}

static bool passes(search *s, uint32_t level)
{
    for (uint32_t c = level_start(s->plan, level); c < s->plan->conjunct_count && s->plan->levels[c] == level; c++)
        if (!rs_true(s->l, s->plan->conjuncts[c], s->frame))
            return false;
    return !s->l->problem;
}

/* A unary relation that the variable must be in: only its elements are tried. */
static const rs_relation *source_of(const search *s, uint32_t level, bool *none)
{
    for (uint32_t c = level_start(s->plan, level); c < s->plan->conjunct_count && s->plan->levels[c] == level; c++) {
        const rs_node *n = s->plan->conjuncts[c];
        if (n->op != RS_ATOM || n->count != 1 || n->definition || n->local || n->slots[0] != s->plan->order[level - 1])
            continue;
        const rs_relation *r = rs_find_relation(s->l->s, n->name);
        *none = r == NULL;
        return r;
    }
    return NULL;
}

static bool search_from(search *s, uint32_t level)
{
    if (level > s->plan->count)
        return s->found(s->user, s->frame);
    bool none = false;
    const rs_relation *source = source_of(s, level, &none);
    uint32_t count = none ? 0 : source ? source->tuples.count : s->l->s->elements.count;
    for (uint32_t i = 0; i < count; i++) {
        s->frame[s->plan->order[level - 1]] = source ? vec_at(&source->tuples, i) : i;
        if (passes(s, level) && !search_from(s, level + 1))
            return false;
        if (s->l->problem)
            return false;
    }
    return true;
}

bool rs_search(rs_logic *l, const rs_plan *plan, uint32_t *frame, rs_found *found, void *user)
{
    search s = {l, plan, frame, found, user};
    return !passes(&s, 0) || search_from(&s, 1);
}

static bool stop_at_first(void *user, const uint32_t *frame)
{
    (void)frame;
    *(bool *)user = true;
    return false;
}

static bool some(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    bool found = false;
    rs_search(l, n->plan, frame, stop_at_first, &found);
    return found;
}

/* ---- fixed points ---- */

/* All tuples for which the body holds, given `now`; false when it is what `now` is. */
static bool grow(rs_logic *l, const rs_node *n, uint32_t *frame, const rs_relation *now, rs_relation *next, uint32_t at)
{
    if (at < n->count) {
        for (uint32_t e = 0; e < l->s->elements.count && !l->problem; e++) {
            frame[n->slots[at]] = e;
            grow(l, n, frame, now, next, at + 1);
        }
        return !now || next->tuples.count != now->tuples.count;
    }
    uint32_t tuple[RS_ARITY_MAX];
    for (uint32_t i = 0; i < n->count; i++)
        tuple[i] = frame[n->slots[i]];
    rs_structure keeper = {.arena = l->scratch};
    if (step(l, n) && (!now || rs_true(l, rs_kid(n, 0), frame)))
        rs_add_tuple(&keeper, next, tuple);
    return true;
}

static rs_relation *new_relation(rs_logic *l, const rs_node *n)
{
    rs_relation *r = ARENA_NEW(l->scratch, rs_relation);
    *r = (rs_relation){.name = n->name, .arity = n->count};
    map_init(&r->index, l->scratch);
    return r;
}

static rs_relation *fixed_point(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    rs_relation **known = &l->fixed[n->serial], *now = new_relation(l, n);
    if (n->closed && *known)
        return *known;
    rs_relation *outer = *known;
    uint32_t kept[RS_ARITY_MAX];
    for (uint32_t i = 0; i < n->count; i++)
        kept[i] = frame[n->slots[i]];
    if (n->op == RS_GFP) /* all tuples */
        grow(l, n, frame, NULL, now, 0);
    for (bool changed = true; changed && !l->problem;) {
        rs_relation *next = new_relation(l, n);
        *known = now;
        changed = grow(l, n, frame, now, next, 0);
        now = next;
    }
    *known = n->closed ? now : outer;
    for (uint32_t i = 0; i < n->count; i++)
        frame[n->slots[i]] = kept[i];
    return now;
}

/* Breadth first; steps: at most so many. */
static bool reaches(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    uint32_t count = l->s->elements.count, from = frame[n->slots[0]], to = frame[n->slots[1]];
    bool *seen = ARENA_ARRAY(l->scratch, bool, count + 1), found = from == to;
    uint32_t *queue = ARENA_ARRAY(l->scratch, uint32_t, count + 1), end = 1;
    queue[0] = from;
    seen[from] = true;
    uint32_t first = 0;
    for (uint32_t steps = 0; first < end && !found && steps < n->bound && !l->problem; steps++) {
        uint32_t round = end;
        for (; first < round && !found; first++)
            for (uint32_t e = 0; e < count && !found; e++) {
                frame[n->slots[0]] = queue[first];
                frame[n->slots[1]] = e;
                if (seen[e] || !step(l, n) || !rs_true(l, rs_kid(n, 0), frame))
                    continue;
                seen[e] = true;
                queue[end++] = e;
                found = e == to;
            }
    }
    frame[n->slots[0]] = from;
    frame[n->slots[1]] = to;
    return found;
}

/* ---- formulas ---- */

static bool atom(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    uint32_t tuple[RS_ARITY_MAX];
    if (n->count > RS_ARITY_MAX)
        return false;
    for (uint32_t i = 0; i < n->count; i++)
        tuple[i] = frame[n->slots[i]];
    if (n->definition) {
        uint32_t inner[RS_SLOTS_MAX];
        memcpy(inner, tuple, n->count * sizeof *tuple);
        return rs_true(l, n->definition->body, inner);
    }
    if (n->local && n->local->op == RS_LET) {
        for (uint32_t i = 0; i < n->count; i++)
            frame[n->local->slots[i]] = tuple[i];
        return rs_true(l, rs_kid(n->local, 0), frame);
    }
    const rs_relation *r = n->local ? l->fixed[n->local->serial] : rs_find_relation(l->s, n->name);
    return r && rs_holds(l->s, r, tuple);
}

static bool compare(rs_sign sign, double a, double b)
{
    switch (sign) {
    case RS_EQ: return a == b;
    case RS_NE: return a != b;
    case RS_LT: return a < b;
    case RS_LE: return a <= b;
    case RS_GT: return a > b;
    case RS_GE: return a >= b;
    }
    return false;
}

static bool in_fixed_point(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    uint32_t tuple[RS_ARITY_MAX];
    for (uint32_t i = 0; i < n->count; i++)
        tuple[i] = frame[n->slots[i]];
    return rs_holds(l->s, fixed_point(l, n, frame), tuple) && !l->problem;
}

bool rs_true(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    rs_node *const *k = n->kids;
    if (!step(l, n))
        return false;
    switch (n->op) {
    case RS_TRUE: return true;
    case RS_FALSE: return false;
    case RS_ATOM: return atom(l, n, frame);
    case RS_SAME: return frame[n->slots[0]] == frame[n->slots[1]];
    case RS_COMPARE: {
        double a = rs_number(l, k[0], frame), b = rs_number(l, k[1], frame);
        return compare(n->sign, a, b);
    }
    case RS_NOT: return !rs_true(l, k[0], frame) && !l->problem;
    case RS_AND: return rs_true(l, k[0], frame) && rs_true(l, k[1], frame);
    case RS_OR: return rs_true(l, k[0], frame) || rs_true(l, k[1], frame);
    case RS_XOR: return rs_true(l, k[0], frame) != rs_true(l, k[1], frame);
    case RS_IMPLIES: return !rs_true(l, k[0], frame) || rs_true(l, k[1], frame);
    case RS_IFF: return rs_true(l, k[0], frame) == rs_true(l, k[1], frame);
    case RS_EX: return some(l, n, frame);
    case RS_ALL: return !some(l, n, frame) && !l->problem;
    case RS_LFP:
    case RS_GFP: return in_fixed_point(l, n, frame);
    case RS_TC: return reaches(l, n, frame);
    case RS_LET: return rs_true(l, k[1], frame);
    default: return false;
    }
}

/* ---- terms ---- */

/* A value of a sum that is to be added in the order of its elements. */
typedef struct addend {
    const uint32_t *tuple;
    uint32_t count;
    double value;
} addend;

typedef struct adding {
    rs_logic *l;
    const rs_node *n;
    uint32_t *frame;
    double sum;
    bool whole;   /* integers so far, whose order does not matter */
    arena *arena; /* of those that are kept; or NULL */
    VEC(addend) all;
} adding;

static bool add(void *user, const uint32_t *frame)
{
    adding *a = user;
    const rs_node *term = rs_kid(a->n, 1);
    const double value = rs_number(a->l, term, a->frame);
    a->sum += value;
    a->whole &= value >= floor(value) && fabs(a->sum) < 9e15;
    if (a->arena) {
        uint32_t *tuple = ARENA_ARRAY(a->arena, uint32_t, a->n->count + 1);
        for (uint32_t i = 0; i < a->n->count; i++)
            tuple[i] = frame[a->n->slots[i]];
        vec_push(a->arena, &a->all, ((addend){tuple, a->n->count, value}));
    }
    return step(a->l, term) && (a->whole || a->arena);
}

static int by_elements(const void *a, const void *b)
{
    const addend *x = a, *y = b;
    uint32_t i = 0;
    while (i + 1 < x->count && x->tuple[i] == y->tuple[i])
        i++;
    return x->count == 0 ? 0 : x->tuple[i] < y->tuple[i] ? -1 : x->tuple[i] > y->tuple[i];
}

/* Fractions are rounded when they are added, so that their order matters: it is that of the elements. */
static double add_up(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    adding a = {.l = l, .n = n, .frame = frame, .whole = true};
    rs_search(l, n->plan, frame, add, &a);
    if (a.whole || l->problem)
        return a.sum;
    a.arena = arena_child(l->scratch);
    a.sum = 0;
    rs_search(l, n->plan, frame, add, &a);
    if (a.all.count && !l->problem)
        qsort(a.all.data, a.all.count, sizeof *a.all.data, by_elements);
    a.sum = 0;
    for (uint32_t i = 0; i < a.all.count; i++)
        a.sum += vec_at(&a.all, i).value;
    arena_done(a.arena);
    return a.sum;
}

static double fault(rs_logic *l, const rs_node *n, const char *problem)
{
    fail(l, DIAG_TOSS_NUMBER, n->span, problem);
    return 0;
}

static double within_range(rs_logic *l, const rs_node *n, double value)
{
    return isfinite(value) ? value : fault(l, n, "a number that is too large");
}

double rs_number(rs_logic *l, const rs_node *n, uint32_t *frame)
{
    rs_node *const *k = n->kids;
    switch (n->op) {
    case RS_NUMBER: return n->number;
    case RS_INDICATOR: return rs_true(l, k[0], frame);
    case RS_VALUE: return rs_value(l->s, n->name, frame[n->slots[0]]);
    case RS_SUM: return within_range(l, n, add_up(l, n, frame));
    case RS_NEG: return -rs_number(l, k[0], frame);
    case RS_PARAMETER:
        for (uint32_t i = 0; i < l->parameter_count; i++)
            if (l->parameters[i].name == n->name)
                return l->parameters[i].low;
        break;
    default: break;
    }
    if (n->kid_count < 2)
        return fault(l, n, "this parameter has no value here");
    double a = rs_number(l, k[0], frame), b = rs_number(l, k[1], frame);
    switch (n->op) {
    case RS_ADD: return within_range(l, n, a + b);
    case RS_SUB: return within_range(l, n, a - b);
    case RS_MUL: return within_range(l, n, a * b);
    case RS_DIV: return b != 0 ? within_range(l, n, a / b) : fault(l, n, "a division by zero");
    case RS_POW:
        return a < 0 && b != floor(b) ? fault(l, n, "a negative number to the power of a fraction")
               : a == 0 && b == 0     ? 1
                                      : within_range(l, n, pow(a, b));
    default: return 0;
    }
}

/* ---- relations that are stored ---- */

typedef struct storing {
    rs_structure *s;
    rs_relation *to;
    const rs_query *q;
} storing;

static bool store_one(void *user, const uint32_t *frame)
{
    storing *st = user;
    uint32_t tuple[RS_ARITY_MAX];
    for (uint32_t i = 0; i < st->to->arity; i++)
        tuple[i] = frame[vec_at(&st->q->free_slots, i)];
    rs_add_tuple(st->s, st->to, tuple);
    return true;
}

bool rs_store(rs_game *f, rs_structure *s, uint64_t max_steps)
{
    for (uint32_t i = 0; i < s->stored.count; i++) {
        rs_stored *d = &vec_at(&s->stored, i);
        if (!rs_resolve(f, &d->formula, d->parameters, d->count, false))
            return false;
        rs_relation found = {.name = d->name, .arity = d->count};
        map_init(&found.index, f->arena);
        storing st = {s, &found, &d->formula};
        rs_logic l;
        uint32_t frame[RS_SLOTS_MAX];
        rs_logic_init(&l, f, s, f->arena, max_steps);
        rs_plan *plan = rs_make_plan(f, d->formula.root, d->formula.free_slots.data, d->count);
        rs_search(&l, plan, frame, store_one, &st);
        if (l.problem) {
            rs_logic_report(&l);
            return false;
        }
        rs_relation *to = rs_add_relation(s, d->name, d->count);
        for (uint32_t k = 0; k < found.tuples.count; k += d->count)
            rs_add_tuple(s, to, found.tuples.data + k);
    }
    return true;
}
