/* States as blocks of bytes. */
#include "structures/play_state.h"

#include <string.h>

enum { SPACE_MAX = 1 << 23 };

static bool is_optional(const rs_game *f, name_id name)
{
    return strncmp(intern_text(f->names, name), "_opt_", 5) == 0;
}

bool rs_play_refuse(rs_game *f, src_span at, const char *what, const char *hint)
{
    diag *d = rs_error(f, DIAG_TOSS_UNSUPPORTED, at, "%s", what);
    if (hint)
        diag_set_hint(f->sink, d, "%s", hint);
    return false;
}

static bool add_space(rs_play *p, name_id name, uint32_t arity)
{
    double tuples = 1;
    for (uint32_t i = 0; i < arity; i++)
        tuples *= p->capacity;
    if (tuples > 8.0 * SPACE_MAX)
        return rs_play_refuse(&p->f, p->f.start.span,
                              "a relation of this game has too many tuples for so many elements",
                              "DATA capacity: N says how many there are at most");
    rs_space s = {name, arity, p->size, arity ? ((size_t)tuples + 63) / 64 * 8 : p->capacity * (sizeof(double) + 8)};
    p->size += s.size;
    vec_push(p->arena, &p->spaces, s);
    return p->size <= SPACE_MAX ||
           rs_play_refuse(&p->f, p->f.start.span, "a state of this game would be larger than 8 MB", NULL);
}

static bool has_space(const rs_play *p, name_id name, bool function)
{
    for (uint32_t i = 0; i < p->spaces.count; i++)
        if (vec_at(&p->spaces, i).name == name && (vec_at(&p->spaces, i).arity == 0) == function)
            return true;
    return false;
}

static bool add_relations(rs_play *p, const rs_structure *s)
{
    for (uint32_t i = 0; i < s->relations.count; i++) {
        const rs_relation *r = &vec_at(&s->relations, i);
        if (!is_optional(&p->f, r->name) && !map_has(&p->f.definition_by_name, r->name) &&
            !has_space(p, r->name, false) && !add_space(p, r->name, r->arity))
            return false;
    }
    for (uint32_t i = 0; i < s->functions.count; i++)
        if (!has_space(p, vec_at(&s->functions, i).name, true) && !add_space(p, vec_at(&s->functions, i).name, 0))
            return false;
    return true;
}

static bool add_updated(rs_play *p, const rs_updates *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (!has_space(p, vec_at(list, i).function, true) && !add_space(p, vec_at(list, i).function, 0))
            return false;
    return true;
}

bool rs_lay_out(rs_play *p)
{
    const rs_game *f = &p->f;
    p->capacity = rs_capacity(f);
    p->names = rs_element_names(f, p->capacity, p->arena);
    map_init(&p->slot_by_name, p->arena);
    for (uint32_t e = 0; e < p->capacity; e++)
        map_put(&p->slot_by_name, p->names[e], e);
    p->scores = sizeof(rs_head);
    p->alive = p->scores + f->players.count * sizeof(double);
    p->played = p->alive + (p->capacity + 7) / 8 * 8;
    p->size = p->played + (f->rules.count + 7) / 8 * 8;
    bool fine = add_relations(p, &f->start);
    for (uint32_t i = 0; i < f->rules.count && fine; i++)
        fine = add_relations(p, &vec_at(&f->rules, i).left) && add_relations(p, &vec_at(&f->rules, i).right) &&
               add_updated(p, &vec_at(&f->rules, i).updates) && add_updated(p, &vec_at(&f->rules, i).dynamics);
    return fine;
}

static uint64_t tuple_index(const rs_play *p, const uint32_t *tuple, uint32_t arity)
{
    uint64_t index = 0;
    for (uint32_t i = 0; i < arity; i++)
        index = index * p->capacity + tuple[i];
    return index;
}

/* Elements in the order of slots; *slots: of each. */
rs_structure *rs_unpack(rs_play *p, const void *state, uint32_t **slots)
{
    const unsigned char *bytes = state;
    rs_structure *s = ARENA_NEW(p->scratch, rs_structure);
    uint32_t *element = ARENA_ARRAY(p->scratch, uint32_t, p->capacity + 1), n = 0;
    rs_structure_init(s, p->scratch);
    *slots = ARENA_ARRAY(p->scratch, uint32_t, p->capacity + 1);
    for (uint32_t e = 0; e < p->capacity; e++)
        if (bytes[p->alive + e]) {
            (*slots)[n] = e;
            element[e] = n++;
            rs_element(s, p->names[e]);
        }
    for (uint32_t i = 0; i < p->spaces.count; i++) {
        const rs_space *q = &vec_at(&p->spaces, i);
        const uint64_t *words = (const uint64_t *)(const void *)(bytes + q->offset);
        if (q->arity == 0) {
            const double *values = (const double *)(const void *)(bytes + q->offset);
            const uint64_t *given = (const uint64_t *)(const void *)(values + p->capacity);
            for (uint32_t e = 0; e < p->capacity; e++)
                if (given[e] && bytes[p->alive + e])
                    rs_set_value(s, rs_add_function(s, q->name), element[e], values[e]);
            continue;
        }
        rs_relation *r = rs_add_relation(s, q->name, q->arity);
        for (size_t w = 0; w < q->size / 8; w++)
            for (uint64_t rest = words[w]; rest; rest &= rest - 1) {
                uint64_t index = w * 64 + (uint64_t)__builtin_ctzll(rest);
                uint32_t tuple[RS_ARITY_MAX];
                for (uint32_t k = q->arity; k-- > 0; index /= p->capacity)
                    tuple[k] = element[index % p->capacity];
                rs_add_tuple(s, r, tuple);
            }
    }
    return s;
}

bool rs_play_fail(rs_play *p, diag_code code, src_span at, const char *problem)
{
    if (!p->problem) {
        p->problem = problem;
        p->code = code;
        p->where = at;
    }
    return false;
}

bool rs_play_full(rs_play *p)
{
    p->full = true;
    return rs_play_fail(p, DIAG_TOO_LARGE, p->f.start.span,
                        arena_printf(p->scratch, "there is no room for another element: there may be %u", p->capacity));
}

/* Each element has the name of its slot, those that there is no room for have none. */
bool rs_pack(rs_play *p, const rs_structure *s, void *state)
{
    unsigned char *bytes = state;
    uint32_t *slot = ARENA_ARRAY(p->scratch, uint32_t, s->elements.count + 1);
    memset(bytes + p->alive, 0, p->played - p->alive);
    if (p->spaces.count)
        memset(bytes + vec_at(&p->spaces, 0).offset, 0, p->size - vec_at(&p->spaces, 0).offset);
    for (uint32_t e = 0; e < s->elements.count; e++) {
        const uint32_t *known = map_get(&p->slot_by_name, vec_at(&s->elements, e));
        if (!known)
            return rs_play_full(p);
        bytes[p->alive + (slot[e] = *known)] = 1;
    }
    ((rs_head *)state)->elements = s->elements.count;
    for (uint32_t i = 0; i < p->spaces.count; i++) {
        const rs_space *q = &vec_at(&p->spaces, i);
        uint64_t *words = (uint64_t *)(void *)(bytes + q->offset);
        double *values = (double *)(void *)(bytes + q->offset);
        const rs_relation *r = q->arity ? rs_find_relation(s, q->name) : NULL;
        for (uint32_t t = 0; r && t < r->tuples.count; t += r->arity) {
            uint32_t tuple[RS_ARITY_MAX];
            for (uint32_t k = 0; k < r->arity; k++)
                tuple[k] = slot[vec_at(&r->tuples, t + k)];
            uint64_t index = tuple_index(p, tuple, r->arity);
            words[index / 64] |= UINT64_C(1) << index % 64;
        }
        const uint32_t *known = q->arity ? NULL : map_get(&s->function_by_name, q->name);
        const rs_function *fn = known ? &vec_at(&s->functions, *known) : NULL;
        for (uint32_t e = 0; fn && e < fn->values.count && e < s->elements.count; e++)
            if (vec_at(&fn->given, e)) {
                values[slot[e]] = vec_at(&fn->values, e) + 0.0; /* no negative zero */
                ((uint64_t *)(void *)(values + p->capacity))[slot[e]] = 1;
            }
    }
    return true;
}

rs_structure *rs_play_structure(rs_play *p, const void *state)
{
    uint32_t *slots;
    return rs_unpack(p, state, &slots);
}
