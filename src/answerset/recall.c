#include "answerset/recall.h"

#include "answerset/depend.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

enum {
#ifdef LUDENS_STRESS /* everything is recalled, and forgotten soon */
    TRIED = 1,
    STEPS_MIN = 1,
    HITS_MIN = 1,
    WORDS_MAX = 1 << 9,
#else
    TRIED = 16,          /* runs until a component is judged, */
    STEPS_MIN = 200,     /* by the steps that each took */
    HITS_MIN = 256 / 8,  /* of so many keys: by how many were known */
    WORDS_MAX = 1 << 20, /* of an evaluator: then all is forgotten */
#endif
    KEYS = 256,
    TRIES = 128, /* runs in which all are judged: some end before a component is reached */
    REST = 4096, /* runs that are left alone without hits, or steps */
    TABLE_MIN = 64,
    IDS_MAX = 1 << 30
};

/* ---- what is read ---- */

typedef struct reading {
    solve *solve;
    component *component;
    bool draws;
} reading;

static void read_expr(reading *x, const expr *e)
{
    x->draws |= e && e->kind == EXPR_DRAW;
    for (uint32_t i = 0; e && i < e->count; i++)
        read_expr(x, arg_at(e, i));
}

static void read_lit(reading *x, const lit *l)
{
    const expr *all[] = {l->atom, l->left, l->right, l->low, l->high};
    component *c = x->component;
    for (int i = 0; i < 5; i++)
        read_expr(x, all[i]);
    uint32_t relation =
        l->kind == LIT_ATOM ? solve_relation(x->solve, expr_functor(x->solve->terms, l->atom)) : RELATION_NONE;
    if (relation != RELATION_NONE) {
        component_input in = {relation, l->atom};
        vec_push(x->solve->arena, &c->inputs, in);
    }
    for (uint32_t i = 0; i < l->element_count; i++) {
        const lit_element *e = &l->elements[i];
        if (e->head)
            read_lit(x, e->head);
        for (uint32_t k = 0; k < e->condition_count; k++)
            read_lit(x, e->conditions[k]);
        for (uint32_t k = 0; k < e->tuple_count; k++)
            read_expr(x, e->tuple[k]);
    }
}

void recall_prepare(solve *s, component *c)
{
    reading x = {s, c, false};
    c->recalled = true;
    c->inputs.count = 0;
    for (uint32_t i = 0; i < c->rules->count; i++) {
        const rule *r = c->rules->rules[i];
        for (uint32_t k = 0; k < r->body_count; k++)
            read_lit(&x, body_at(r, k));
        c->recalled &= r->kind == HEAD_ATOM;
        if (r->kind == HEAD_ATOM) {
            read_expr(&x, r->head);
            c->recalled &=
                vec_at(&s->relations, solve_relation(s, expr_functor(s->terms, r->head))).opposite == RELATION_NONE;
        }
    }
    c->recalled &= !x.draws;
}

/* ---- keys ---- */

typedef struct recollection {
    uint64_t hash;
    uint32_t id;             /* never used twice */
    uint32_t key, key_count; /* in the words */
    uint32_t atoms;          /* there: of each relation its number, how many, and they */
} recollection;

typedef struct recall {
    uint32_t runs, keys, hits, rest;
    uint64_t steps;
    bool worthwhile;
    recollection *list;
    uint32_t count, capacity;
    uint32_t *table, table_size; /* recollection + 1, by hash */
} recall;

struct recalls {
    recall *of; /* [component] */
    uint32_t *words, word_count, word_capacity;
    uint32_t last_id;
    /* of the component that runs */
    bool notes;
    uint64_t steps, hash;
    uint32_t key;
    bool waiting;        /* some relation waits */
    bool used;           /* some relation was recalled, or noted, in this run */
    uint32_t worthwhile; /* components */
    uint32_t runs, rest; /* without any, nothing is looked after for some time */
};

static void push(evaluator *r, uint32_t word)
{
    struct recalls *m = r->recalls;
    GROW(r->terms->trap, m->words, m->word_capacity, m->word_count + 1);
    m->words[m->word_count++] = word;
}

static uint32_t head_of(const evaluator *r, const component *c, uint32_t number)
{
    return solve_relation(r->solve, expr_functor(r->terms, c->rules->rules[number]->head));
}

/* Words of different meanings differ: atoms are even. */
static void push_content(evaluator *r, uint32_t relation, const expr *atom)
{
    const relation_data *d = &r->relations[relation];
    if (d->recalled) {
        push(r, d->recalled << 1 | 1);
        return;
    }
    for (uint32_t row = d->fixed; row < d->count; row++)
        if (!atom || expr_may_match(r->terms, atom, d->rows[row]))
            push(r, d->rows[row]);
    push(r, 1); /* the next one */
}

/* Of the heads, too: other rules may have derived some of their atoms. */
static void push_key(evaluator *r, const component *c)
{
    struct recalls *m = r->recalls;
    m->key = m->word_count;
    for (uint32_t i = 0; i < c->inputs.count; i++)
        push_content(r, vec_at(&c->inputs, i).relation, vec_at(&c->inputs, i).atom);
    for (uint32_t i = 0; i < c->rules->count; i++)
        push_content(r, head_of(r, c, i), NULL);
    m->hash = hash_bytes(m->words + m->key, (m->word_count - m->key) * sizeof *m->words, c->inputs.count);
}

static bool find(const evaluator *r, const recall *own, uint32_t *found)
{
    const struct recalls *m = r->recalls;
    uint32_t count = m->word_count - m->key;
    for (uint32_t at = (uint32_t)m->hash; own->table_size; at++) {
        uint32_t i = own->table[at & (own->table_size - 1)];
        if (!i)
            return false;
        const recollection *e = &own->list[i - 1];
        if (e->hash == m->hash && e->key_count == count &&
            memcmp(m->words + e->key, m->words + m->key, count * sizeof *m->words) == 0) {
            *found = i - 1;
            return true;
        }
    }
    return false;
}

static void enter(recall *own, uint32_t number)
{
    uint32_t at = (uint32_t)own->list[number].hash & (own->table_size - 1);
    while (own->table[at])
        at = (at + 1) & (own->table_size - 1);
    own->table[at] = number + 1;
}

static void grow_table(evaluator *r, recall *own)
{
    uint32_t size = own->table_size ? 2 * own->table_size : TABLE_MIN;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table)
        trap_spring(r->terms->trap, TRAP_MEMORY, "out of memory");
    free(own->table);
    own->table = table;
    own->table_size = size;
    for (uint32_t i = 0; i < own->count; i++)
        enter(own, i);
}

/* ---- components ---- */

/* Whether a component is looked after now. */
static bool judge(struct recalls *m, recall *own)
{
    if (own->rest) {
        own->rest--;
        own->steps = 0;
        return false;
    }
    if (own->keys == KEYS) {
        own->rest = own->hits < HITS_MIN ? REST : 0;
        own->keys = own->hits = 0;
    }
    if (!own->worthwhile && ++own->runs > TRIED) {
        own->worthwhile = own->steps >= (uint64_t)TRIED * STEPS_MIN;
        m->worthwhile += own->worthwhile;
        own->rest = own->worthwhile ? 0 : REST;
        own->runs = 0;
        own->steps = 0;
    }
    return own->worthwhile && !own->rest;
}

bool recall_begin(evaluator *r, uint32_t number)
{
    const component *c = &r->solve->components[number];
    struct recalls *m = r->recalls;
    uint32_t found;
    recall *own = &m->of[number];
    m->notes = c->recalled && judge(m, own);
    m->steps = r->steps;
    if (m->notes) {
        m->used = true;
        push_key(r, c);
        own->keys++;
        if (find(r, own, &found)) {
            m->word_count = m->key;
            m->waiting = true;
            own->hits++;
            for (uint32_t i = 0; i < c->rules->count; i++) {
                relation_data *d = &r->relations[head_of(r, c, i)];
                d->recalled = own->list[found].id;
                d->component = number;
                d->recollection = found;
                d->waits = true;
            }
            return true;
        }
    }
    for (uint32_t i = 0; i < c->inputs.count && m->waiting; i++)
        recall_load(r, vec_at(&c->inputs, i).relation);
    for (uint32_t i = 0; i < c->rules->count && m->waiting && m->notes; i++)
        recall_load(r, head_of(r, c, i));
    return false;
}

void recall_end(evaluator *r, uint32_t number)
{
    const component *c = &r->solve->components[number];
    struct recalls *m = r->recalls;
    recall *own = &m->of[number];
    own->steps += r->steps - m->steps;
    if (!m->notes)
        return;
    GROW(r->terms->trap, own->list, own->capacity, own->count + 1);
    if (2 * (own->count + 1) > own->table_size)
        grow_table(r, own);
    recollection e = {m->hash, m->last_id + 1, m->key, m->word_count - m->key, m->word_count};
    for (uint32_t i = 0; i < c->rules->count; i++) {
        uint32_t relation = head_of(r, c, i);
        relation_data *d = &r->relations[relation];
        if (d->recalled == e.id)
            continue;
        push(r, relation);
        push(r, d->count - d->fixed);
        for (uint32_t row = d->fixed; row < d->count; row++)
            push(r, d->rows[row]);
        d->recalled = e.id;
    }
    m->last_id++;
    own->list[own->count++] = e;
    enter(own, own->count - 1);
}

void recall_enter(evaluator *r, uint32_t relation)
{
    relation_data *d = &r->relations[relation];
    const struct recalls *m = r->recalls;
    const recollection *e = &m->of[d->component].list[d->recollection];
    const uint32_t *atoms = m->words + e->atoms;
    while (atoms[0] != relation)
        atoms += 2 + atoms[1];
    d->waits = false;
    for (uint32_t i = 0; i < atoms[1]; i++)
        evaluator_add(r, atoms[2 + i]);
    d->recalled = e->id;
}

bool recall_start(evaluator *r)
{
    struct recalls *m = r->recalls;
    if (!m)
        return false;
    for (uint32_t i = 0; i < r->solve->relations.count && m->used; i++) {
        r->relations[i].recalled = 0;
        r->relations[i].waits = false;
    }
    m->used = m->waiting = false;
    if (m->word_count > WORDS_MAX || m->last_id >= IDS_MAX)
        recall_forget(r);
    if (m->rest) {
        m->rest--;
        return false;
    }
    if (++m->runs > TRIES && !m->worthwhile) {
        m->rest = REST;
        m->runs = 0;
    }
    return true;
}

void recall_forget(evaluator *r)
{
    struct recalls *m = r->recalls;
    for (uint32_t i = 0; m && i < r->solve->component_count; i++) {
        recall *own = &m->of[i];
        own->count = 0;
        if (own->table_size)
            memset(own->table, 0, own->table_size * sizeof *own->table);
    }
    if (m)
        m->word_count = m->last_id = 0;
}

struct recalls *recall_new(const solve *s)
{
    struct recalls *m = calloc(1, sizeof *m);
    recall *of = calloc(s->component_count + 1, sizeof *of);
    if (m && of) {
        m->of = of;
        return m;
    }
    free(m);
    free(of);
    return NULL;
}

void recall_free(evaluator *r)
{
    struct recalls *m = r->recalls;
    if (!m)
        return;
    for (uint32_t i = 0; i < r->solve->component_count; i++) {
        free(m->of[i].list);
        free(m->of[i].table);
    }
    grow_free(m->words);
    free(m->of);
    free(m);
    r->recalls = NULL;
}
