#include "lang/rbg/relation.h"

#include <string.h>

void rbg_relations_init(rbg_relations *x, const rbg_file *f, arena *a)
{
    *x = (rbg_relations){.f = f, .arena = a, .off = f->vertices.count > RBG_MAX_RELATED};
    map_init(&x->kinds, a);
    map_init(&x->places, a);
}

bool rbg_only_shifts(rbg_relations *x, const rbg_rule *r)
{
    const uint32_t *known = map_get(&x->kinds, r->same);
    if (known)
        return *known == 1;
    bool only = r->kind == RBG_R_SHIFT || r->kind == RBG_R_DOT || (r->parts && r->kind != RBG_R_ON);
    for (uint32_t i = 0; r->parts && i < r->count && only; i++)
        only = rbg_only_shifts(x, r->parts[i]);
    map_put(&x->kinds, r->same, only ? 1 : 2);
    return only;
}

static rbg_relation *new_relation(rbg_relations *x)
{
    rbg_relation *r = ARENA_NEW(x->arena, rbg_relation);
    r->size = x->f->vertices.count;
    r->words = (r->size + 63) / 64;
    r->bits = ARENA_ARRAY(x->arena, uint64_t, (size_t)r->size * r->words + 1);
    return r;
}

static void relate(rbg_relation *r, uint32_t from, uint32_t to)
{
    rbg_row(r, from)[to / 64] |= UINT64_C(1) << (to % 64);
}

static rbg_relation *identity(rbg_relations *x)
{
    rbg_relation *r = new_relation(x);
    for (uint32_t v = 0; v < r->size; v++)
        relate(r, v, v);
    return r;
}

static void join(uint64_t *row, const uint64_t *other, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        row[i] |= other[i];
}

const rbg_relation *rbg_compose(rbg_relations *x, const rbg_relation *a, const rbg_relation *b)
{
    if (!a)
        return b;
    rbg_relation *r = new_relation(x);
    for (uint32_t v = 0; v < r->size; v++) {
        arena_work(x->arena, r->words);
        for (uint32_t w = 0; w < r->words; w++)
            for (uint64_t bits = rbg_row(a, v)[w]; bits; bits &= bits - 1)
                join(rbg_row(r, v), rbg_row(b, w * 64 + (uint32_t)__builtin_ctzll(bits)), r->words);
    }
    return r;
}

/* Reflexive and transitive closure (Warshall 1962). */
static const rbg_relation *closure(rbg_relations *x, const rbg_relation *a)
{
    rbg_relation *r = identity(x);
    join(r->bits, a->bits, r->size * r->words);
    for (uint32_t k = 0; k < r->size; k++) {
        arena_work(x->arena, r->size);
        for (uint32_t v = 0; v < r->size; v++)
            if (rbg_related(r, v, k))
                join(rbg_row(r, v), rbg_row(r, k), r->words);
    }
    return r;
}

static const rbg_relation *power(rbg_relations *x, const rbg_relation *a, uint32_t n)
{
    const rbg_relation *result = NULL;
    for (; n; n >>= 1) {
        if (n & 1)
            result = rbg_compose(x, result, a);
        if (n > 1)
            a = rbg_compose(x, a, a);
    }
    return result ? result : identity(x);
}

static bool has_any(const rbg_relation *a, uint32_t from)
{
    for (uint32_t w = 0; w < a->words; w++)
        if (rbg_row(a, from)[w])
            return true;
    return false;
}

static const rbg_relation *check(rbg_relations *x, const rbg_relation *a, bool some)
{
    rbg_relation *r = new_relation(x);
    for (uint32_t v = 0; v < r->size; v++)
        if (has_any(a, v) == some)
            relate(r, v, v);
    return r;
}

static const rbg_relation *shift(rbg_relations *x, uint32_t direction)
{
    rbg_relation *r = new_relation(x);
    for (uint32_t v = 0; v < r->size; v++) {
        uint32_t to = vec_at(&x->f->vertices, v).targets[direction];
        if (to != RBG_NONE)
            relate(r, v, to);
    }
    return r;
}

static const rbg_relation *make(rbg_relations *x, const rbg_rule *r)
{
    const rbg_relation *all = NULL;
    switch (r->kind) {
    case RBG_R_SHIFT: return shift(x, r->index);
    case RBG_R_STAR: return closure(x, rbg_relation_of(x, r->parts[0]));
    case RBG_R_POWER: return power(x, rbg_relation_of(x, r->parts[0]), r->index);
    case RBG_R_SOME:
    case RBG_R_NO: return check(x, rbg_relation_of(x, r->parts[0]), r->kind == RBG_R_SOME);
    case RBG_R_SEQUENCE:
        for (uint32_t i = 0; i < r->count; i++)
            all = rbg_compose(x, all, rbg_relation_of(x, r->parts[i]));
        return all;
    case RBG_R_SUM: {
        rbg_relation *sum = new_relation(x);
        for (uint32_t i = 0; i < r->count; i++)
            join(sum->bits, rbg_relation_of(x, r->parts[i])->bits, sum->size * sum->words);
        return sum;
    }
    default: return identity(x);
    }
}

const rbg_relation *rbg_relation_of(rbg_relations *x, const rbg_rule *r)
{
    if (x->off)
        return NULL;
    const uint32_t *known = map_get(&x->places, r->same);
    if (known)
        return vec_at(&x->list, *known);
    const rbg_relation *made = make(x, r);
    map_put(&x->places, r->same, x->list.count);
    vec_push(x->arena, &x->list, made);
    return made;
}
