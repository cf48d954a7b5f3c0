/* Plans as nested loops (Ullman, "Principles of Database and Knowledge-Base Systems", 1988). Where
 * a step finds no row at all, the loop goes back to the step that bound what it asked for: nothing
 * between them can help. */
#include "logic/inside.h"

#include <string.h>

/* ---- values ---- */

void join_init(logic_join *x, const logic_program *p, logic_terms *terms, arena *a)
{
    uint32_t count = p->predicates.count;
    *x = (logic_join){.program = p, .terms = terms, .arena = a};
    x->relations = ARENA_ARRAY(a, logic_relation, count + 1);
    x->old = ARENA_ARRAY(a, uint32_t, count + 1);
    x->now = ARENA_ARRAY(a, uint32_t, count + 1);
    x->first_block = x->block = arena_alloc(a, sizeof(logic_block) + BLOCK_WORDS * sizeof(uint32_t));
}

uint32_t *join_next_block(logic_join *x, uint32_t words)
{
    assert(words <= BLOCK_WORDS);
    if (!x->block->next)
        x->block->next = arena_alloc(x->arena, sizeof(logic_block) + BLOCK_WORDS * sizeof(uint32_t));
    x->block = x->block->next;
    x->used = words;
    return x->block->words;
}

logic_term join_build(logic_join *x, logic_term pattern, const logic_term *values)
{
    logic_term built = logic_build(x->terms, pattern, values);
    if (x->terms->deepest > LOGIC_DEPTH_MAX)
        join_fail(x, LOGIC_DEPTH);
    return built;
}

uint32_t logic_atom(logic_join *x, const logic_literal *l, const logic_term *values, logic_term *row)
{
    for (uint32_t i = 0; i < l->width; i++)
        row[i] = join_build(x, l->args[i], values);
    return l->whole ? x->program->spread(x->program, x->terms, l, row) : l->predicate;
}

/* ---- rows ---- */

typedef struct running {
    logic_join *x;
    const logic_plan *plan;
    logic_term *values;
    uint32_t *rows;      /* [literal] */
    logic_frame *frames; /* [step] */
} running;

static bool apply(const running *r, const logic_ops *ops, const logic_term *row)
{
    logic_term *values = r->values;
    for (uint32_t i = 0; i < ops->open_count; i++)
        values[ops->open[i]] = LOGIC_NONE;
    for (uint32_t i = 0; i < ops->count; i++) {
        const logic_op *o = &vec_at(ops, i);
        logic_term t = row[o->column];
        switch (o->kind) {
        case OP_SAME:
            if (t != o->what)
                return false;
            break;
        case OP_EQUAL:
            if (t != values[o->what])
                return false;
            break;
        case OP_BIND: values[o->what] = t; break;
        case OP_MATCH:
            if (!logic_match(r->x->terms, o->what, t, values))
                return false;
            break;
        }
    }
    return true;
}

enum { LOOK_STEPS = 1 << 12 };

static bool look(logic_join *x)
{
    if (x->max_steps && x->steps >= x->max_steps)
        return join_fail(x, LOGIC_STEPS);
    if (x->steps % LOOK_STEPS == 0)
        arena_look(x->arena->root);
    return true;
}

/* False: it is to stop. */
static inline bool count_step(logic_join *x)
{
    return (++x->steps % LOOK_STEPS != 0 && (!x->max_steps || x->steps < x->max_steps)) || look(x);
}

/* The rows that a literal sees. */
static inline void range_of(const running *r, const logic_step *s, logic_frame *f)
{
    const logic_join *x = r->x;
    f->from = 0;
    f->to = x->tabling ? s->relation->count : x->now[s->predicate];
    if (r->plan->delta == LOGIC_NONE)
        return;
    if (s->literal == r->plan->delta)
        f->from = x->old[s->predicate];
    else if (s->literal > r->plan->delta)
        f->to = x->old[s->predicate];
}

static inline const logic_term *key_of(const running *r, const logic_step *s, logic_term *room)
{
    for (uint32_t i = 0; i < s->key_count; i++)
        room[i] = join_value(r->x, s->key[i], r->values);
    return room;
}

/* The next row that fits. In an index it is asked for only when it is wanted: one that grew has
 * other chains. */
static bool next_row(const running *r, const logic_step *s)
{
    logic_join *x = r->x;
    logic_frame *f = &r->frames[s - r->plan->steps];
    if (s->subgoal) { /* `from`: the answer that was taken last + 1; 0: none yet */
        for (;;) {
            uint32_t row = f->from ? s->subgoal->next[f->from - 1] : s->subgoal->calls[f->cursor].first;
            if (!row || !count_step(x))
                return false;
            f->from = row;
            if (apply(r, &s->ops, relation_row(&s->subgoal->answers, row - 1)))
                return true;
        }
    }
    if (!s->indexed) {
        while (f->cursor < f->to) {
            uint32_t row = f->cursor++;
            if (!count_step(x))
                return false;
            r->rows[s->literal] = row;
            if (apply(r, &s->ops, relation_row(s->relation, row)))
                return true;
        }
        return false;
    }
    for (;; f->taken = true) {
        if (f->taken)
            f->cursor = relation_next(s->relation, s->index, f->cursor - 1);
        if (f->cursor <= f->from)
            return false;
        uint32_t row = f->cursor - 1;
        if (row >= f->to)
            continue;
        if (!count_step(x))
            return false;
        r->rows[s->literal] = row;
        if (apply(r, &s->ops, relation_row(s->relation, row)))
            return (f->taken = true);
    }
}

/* Asks, if there is a subgoal, and stands before the first row. False: what was found is not
 * complete. */
static bool open_rows(const running *r, const logic_step *s)
{
    logic_join *x = r->x;
    logic_frame *f = &r->frames[s - r->plan->steps];
    logic_term room[LOGIC_WIDTH_MAX];
    bool complete = true;
    if (s->subgoal) {
        const logic_call *c = tabling_ask(x->tabling, s->subgoal, key_of(r, s, room), &complete);
        f->cursor = x->status == LOGIC_OK ? (uint32_t)(c - s->subgoal->calls) : 0;
        f->from = 0;
        return complete;
    }
    range_of(r, s, f);
    f->taken = false;
    f->cursor = s->indexed ? relation_first(s->relation, s->index, key_of(r, s, room)) : f->from;
    return complete;
}

/* Whether the row that the literal's arguments make is there. */
static bool find_row(const running *r, const logic_step *s, bool *complete)
{
    logic_join *x = r->x;
    logic_term room[LOGIC_WIDTH_MAX];
    logic_subgoal *subgoal = s->subgoal;
    uint32_t predicate = s->predicate;
    *complete = true;
    if (!count_step(x))
        return false;
    if (s->relation) {
        key_of(r, s, room);
    } else {
        predicate = logic_atom(x, &r->plan->rule->body[s->literal], r->values, room);
        if (predicate == LOGIC_NONE)
            return false;
        if (x->tabled && x->tabled[predicate]) {
            uint32_t width = vec_at(&x->program->predicates, predicate).width, columns[LOGIC_WIDTH_MAX];
            for (uint32_t i = 0; i < width; i++)
                columns[i] = i;
            subgoal = tabling_subgoal(x->tabling, predicate, columns, width);
        }
    }
    if (subgoal)
        return tabling_ask(x->tabling, subgoal, room, complete)->first != 0 && x->status == LOGIC_OK;
    uint32_t row = relation_find(&x->relations[predicate], room);
    r->rows[s->literal] = row - 1;
    if (!row || x->tabling || s->kind == STEP_ABSENT)
        return row != 0;
    logic_frame f;
    range_of(r, s, &f);
    return row - 1 >= f.from && row - 1 < f.to;
}

/* Whether a step can be taken, with its first row where it has rows. */
static bool enter(const running *r, const logic_step *s)
{
    logic_join *x = r->x;
    bool complete, there;
    switch (s->kind) {
    case STEP_ROWS: open_rows(r, s); return x->status == LOGIC_OK && next_row(r, s);
    case STEP_FIND: return find_row(r, s, &complete);
    case STEP_ABSENT: there = find_row(r, s, &complete); break;
    case STEP_NONE:
        complete = open_rows(r, s);
        there = x->status == LOGIC_OK && next_row(r, s);
        break;
    case STEP_DISTINCT: return join_value(x, s->key[0], r->values) != join_value(x, s->key[1], r->values);
    case STEP_EQUAL:
        for (uint32_t i = 0; i < s->ops.open_count; i++)
            r->values[s->ops.open[i]] = LOGIC_NONE;
        return logic_match(x->terms, s->key[1].what, join_value(x, s->key[0], r->values), r->values);
    default: return false;
    }
    if (!there && !complete) /* what is not there yet may still come */
        return join_fail(x, LOGIC_NEGATION);
    return !there && x->status == LOGIC_OK;
}

static bool run(const running *r, logic_fire fire, void *user)
{
    const logic_plan *p = r->plan;
    logic_join *x = r->x;
    for (uint32_t at = 0, back;;) {
        while (at < p->count && enter(r, &p->steps[at]))
            at++;
        if (x->status != LOGIC_OK)
            return false;
        if (at < p->count) {
            back = p->steps[at].culprit;
        } else {
            if (!fire(user, p, r->values, r->rows))
                return false;
            back = p->again;
        }
        while (back && !next_row(r, &p->steps[back - 1])) {
            if (x->status != LOGIC_OK)
                return false;
            back = p->steps[back - 1].back;
        }
        if (!back)
            return true;
        at = back;
    }
}

bool join_run_subgoal(logic_join *x, const logic_plan *p, const logic_term *key, logic_fire fire, void *user)
{
    logic_mark m = join_mark(x);
    running r = {.x = x, .plan = p};
    r.values = join_take(x, p->words);
    r.rows = r.values + p->rule->variables;
    r.frames = (logic_frame *)(r.rows + p->rule->body_count);
    for (uint32_t i = 0; i < p->rule->variables; i++)
        r.values[i] = LOGIC_NONE;
    bool done = !apply(&r, &p->head, key) || run(&r, fire, user);
    join_release(x, m);
    return done;
}

bool logic_run(logic_join *x, const logic_plan *plan, logic_fire fire, void *user)
{
    return join_run_subgoal(x, plan, NULL, fire, user);
}

bool logic_plan_due(const logic_join *x, const logic_plan *plan)
{
    const logic_literal *l = &plan->rule->body[plan->delta];
    return x->now[l->predicate] > x->old[l->predicate];
}
