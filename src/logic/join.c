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

/* `sure`: what is known needs no comparison. */
static inline bool apply(const running *r, const logic_ops *ops, bool sure, const logic_term *row)
{
    logic_term *values = r->values;
    for (uint32_t i = sure ? ops->known : 0; i < ops->known; i++)
        if (row[ops->data[i].column] != values[ops->data[i].what])
            return false;
    for (uint32_t i = ops->known; i < ops->binds; i++)
        values[ops->data[i].what] = row[ops->data[i].column];
    if (ops->binds == ops->count)
        return true;
    for (uint32_t i = 0; i < ops->open_count; i++)
        values[ops->open[i]] = LOGIC_NONE;
    for (uint32_t i = ops->binds; i < ops->count; i++) {
        const logic_op *o = &vec_at(ops, i);
        logic_term t = row[o->column];
        if (o->kind == OP_EQUAL ? t != values[o->what] : !logic_match(r->x->terms, o->what, t, values))
            return false;
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
        room[i] = s->builds ? join_value(r->x, s->key[i], r->values) : r->values[s->key[i].what];
    return room;
}

/* The newest row + 1 with the key of a step in a direct index. */
static inline uint32_t first_direct(const running *r, const logic_step *s, const relation_index *i)
{
    uint32_t at = 0;
    for (uint32_t k = 0; k < i->column_count; k++) {
        const relation_part *p = &i->parts[k];
        uint32_t above = r->values[s->key[k].what] - p->low;
        at += above < p->span ? p->place[above] : i->capacity;
    }
    return at < i->capacity && i->buckets[at].stamp == s->relation->stamp ? i->buckets[at].head : 0;
}

/* The next answer of a call: the first one is at the cursor, others follow the one that was taken last. */
static bool next_answer(const running *r, const logic_step *s)
{
    logic_frame *f = &r->frames[s - r->plan->steps];
    const logic_subgoal *g = s->subgoal;
    for (;;) {
        uint32_t row = f->taken ? g->next[f->cursor - 1] : f->cursor;
        if (!row || !count_step(r->x))
            return false;
        f->cursor = row;
        f->taken = true;
        if (apply(r, &s->ops, false, relation_row(&g->answers, row - 1)))
            return true;
    }
}

/* The next row that fits. In an index it is asked for only when it is wanted: one that grew has
 * other chains. */
static bool next_row(const running *r, const logic_step *s)
{
    logic_join *x = r->x;
    logic_frame *f = &r->frames[s - r->plan->steps];
    const logic_relation *t = s->relation;
    if (!s->indexed) {
        while (f->cursor < f->to) {
            uint32_t row = f->cursor++;
            if (!count_step(x))
                return false;
            r->rows[s->literal] = row;
            if (apply(r, &s->ops, false, relation_row(t, row)))
                return true;
        }
        return false;
    }
    bool sure = t->indexes[s->index].direct;
    for (;; f->taken = true) {
        if (f->taken)
            f->cursor = relation_next(t, s->index, f->cursor - 1);
        if (f->cursor <= f->from)
            return false;
        uint32_t row = f->cursor - 1;
        if (row >= f->to)
            continue;
        if (!count_step(x))
            return false;
        r->rows[s->literal] = row;
        if (apply(r, &s->ops, sure, relation_row(t, row)))
            return (f->taken = true);
    }
}

static bool next(const running *r, const logic_step *s) { return s->subgoal ? next_answer(r, s) : next_row(r, s); }

/* Stands before the first row. */
static void open_rows(const running *r, const logic_step *s)
{
    logic_frame *f = &r->frames[s - r->plan->steps];
    logic_term room[LOGIC_WIDTH_MAX];
    range_of(r, s, f);
    f->taken = false;
    if (!s->indexed)
        f->cursor = f->from;
    else if (s->relation->indexes[s->index].direct && !s->builds)
        f->cursor = first_direct(r, s, &s->relation->indexes[s->index]);
    else
        f->cursor = relation_first(s->relation, s->index, key_of(r, s, room));
}

/* Asks, and stands before the first answer. False: what was found is not complete. */
static bool open_answers(const running *r, const logic_step *s)
{
    logic_join *x = r->x;
    logic_frame *f = &r->frames[s - r->plan->steps];
    logic_term room[LOGIC_WIDTH_MAX];
    bool complete = true;
    const logic_call *c = tabling_ask(x->tabling, s->subgoal, key_of(r, s, room), &complete);
    *f = (logic_frame){.cursor = x->status == LOGIC_OK ? c->first : 0};
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

/* The first row that fits. */
static inline bool first_row(const running *r, const logic_step *s)
{
    logic_join *x = r->x;
    if (!x->tabling || !s->indexed || s->builds || !s->relation->indexes[s->index].direct) {
        open_rows(r, s);
        return next_row(r, s);
    }
    uint32_t row = first_direct(r, s, &s->relation->indexes[s->index]);
    if (!row || !count_step(x))
        return false;
    r->frames[s - r->plan->steps] = (logic_frame){row, 0, UINT32_MAX, true};
    return apply(r, &s->ops, true, relation_row(s->relation, row - 1)) || next_row(r, s);
}

/* Whether a step can be taken, with its first row where it has rows. */
static bool enter(const running *r, const logic_step *s)
{
    logic_join *x = r->x;
    bool complete = true, there;
    switch (s->kind) {
    case STEP_ROWS: return first_row(r, s);
    case STEP_ANSWERS: open_answers(r, s); return x->status == LOGIC_OK && next_answer(r, s);
    case STEP_FIND:
        if (x->tabling && s->relation && !s->subgoal && s->relation->whole.direct && !s->builds)
            return count_step(x) && first_direct(r, s, &s->relation->whole) != 0;
        return find_row(r, s, &complete);
    case STEP_ABSENT: there = find_row(r, s, &complete); break;
    case STEP_NONE:
        if (s->subgoal)
            complete = open_answers(r, s);
        else
            open_rows(r, s);
        there = x->status == LOGIC_OK && next(r, s);
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
    for (uint32_t at = p->first, back;;) {
        while (at < p->count && enter(r, &p->steps[at]))
            at++;
        if (x->status != LOGIC_OK)
            return false;
        if (at < p->count) {
            back = p->steps[at].culprit;
        } else {
            if (x->fired)
                x->fired[logic_plan_number(p)] = 1;
            if (!fire(user, p, r->values, r->rows))
                return false;
            back = p->again;
        }
        while (back && !next(r, &p->steps[back - 1])) {
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
    r.rows = r.values + p->slots;
    r.frames = (logic_frame *)(r.rows + p->rule->body_count);
    for (uint32_t i = 0; p->unbound && i < p->rule->variables; i++)
        r.values[i] = LOGIC_NONE;
    for (uint32_t i = 0; i < p->constants.count; i++)
        r.values[p->rule->variables + i] = vec_at(&p->constants, i);
    bool done = !apply(&r, &p->head, false, key) || run(&r, fire, user);
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
