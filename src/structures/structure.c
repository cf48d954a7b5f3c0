/* Structures as values. */
#include "structures/structures.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const char *rs_text(const rs_game *f, name_id name)
{
    const char *text = name == NAME_NONE ? "?" : intern_text(f->names, name);
    return strlen(text) <= 80 ? text : arena_printf(f->arena, "%.60s...", text);
}

diag *rs_error(rs_game *f, diag_code code, src_span span, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(f->arena, format, args);
    va_end(args);
    return diag_report(f->sink, code, f->text, span, "%s", message);
}

void rs_structure_init(rs_structure *s, arena *a)
{
    memset(s, 0, sizeof *s);
    s->arena = a;
    map_init(&s->element_by_name, a);
    map_init(&s->relation_by_name, a);
    map_init(&s->function_by_name, a);
}

uint32_t rs_find_element(const rs_structure *s, name_id name)
{
    const uint32_t *known = map_get(&s->element_by_name, name);
    return known ? *known : RS_NONE;
}

uint32_t rs_element(rs_structure *s, name_id name)
{
    uint32_t known = rs_find_element(s, name);
    if (known != RS_NONE)
        return known;
    map_put(&s->element_by_name, name, s->elements.count);
    vec_push(s->arena, &s->elements, name);
    return s->elements.count - 1;
}

bool rs_is_embedded(const rs_rule *r, name_id relation)
{
    for (uint32_t i = 0; i < r->emb.count; i++)
        if (vec_at(&r->emb, i).to == relation)
            return true;
    return false;
}

rs_relation *rs_find_relation(const rs_structure *s, name_id name)
{
    const uint32_t *known = map_get(&s->relation_by_name, name);
    return known ? &vec_at(&s->relations, *known) : NULL;
}

rs_relation *rs_add_relation(rs_structure *s, name_id name, uint32_t arity)
{
    rs_relation *known = rs_find_relation(s, name);
    if (known)
        return known;
    rs_relation r = {.name = name, .arity = arity};
    map_init(&r.index, s->arena);
    map_put(&s->relation_by_name, name, s->relations.count);
    vec_push(s->arena, &s->relations, r);
    return &vec_at(&s->relations, s->relations.count - 1);
}

/* A hash decides, the tuple is compared: chains run through places of equal hashes. */
static uint64_t key_of(const uint32_t *tuple, uint32_t arity, uint32_t turn)
{
    uint64_t key = arity + ((uint64_t)turn << 32);
    for (uint32_t i = 0; i < arity; i++)
        key = hash_mix(key ^ tuple[i]) + i;
    return key;
}

static bool find_tuple(const rs_relation *r, const uint32_t *tuple, uint64_t *key)
{
    for (uint32_t turn = 0;; turn++) {
        *key = key_of(tuple, r->arity, turn);
        const uint32_t *at = map_get(&r->index, *key);
        if (!at)
            return false;
        if (memcmp(r->tuples.data + (size_t)*at * r->arity, tuple, r->arity * sizeof *tuple) == 0)
            return true;
    }
}

bool rs_holds(const rs_structure *s, const rs_relation *r, const uint32_t *tuple)
{
    (void)s;
    uint64_t key;
    return find_tuple(r, tuple, &key);
}

void rs_add_tuple(rs_structure *s, rs_relation *r, const uint32_t *tuple)
{
    uint64_t key;
    if (find_tuple(r, tuple, &key))
        return;
    map_put(&r->index, key, r->arity ? r->tuples.count / r->arity : 0);
    for (uint32_t i = 0; i < r->arity; i++)
        vec_push(s->arena, &r->tuples, tuple[i]);
}

rs_function *rs_add_function(rs_structure *s, name_id name)
{
    const uint32_t *known = map_get(&s->function_by_name, name);
    if (known)
        return &vec_at(&s->functions, *known);
    rs_function fn = {.name = name};
    map_put(&s->function_by_name, name, s->functions.count);
    vec_push(s->arena, &s->functions, fn);
    return &vec_at(&s->functions, s->functions.count - 1);
}

void rs_set_value(rs_structure *s, rs_function *fn, uint32_t element, double value)
{
    while (fn->values.count <= element) {
        vec_push(s->arena, &fn->values, 0);
        vec_push(s->arena, &fn->given, false);
    }
    vec_at(&fn->values, element) = value;
    vec_at(&fn->given, element) = true;
}

double rs_value(const rs_structure *s, name_id function, uint32_t element)
{
    const uint32_t *known = map_get(&s->function_by_name, function);
    const rs_function *fn = known ? &vec_at(&s->functions, *known) : NULL;
    return fn && element < fn->values.count ? vec_at(&fn->values, element) : 0;
}

static bool coordinate(const rs_game *f, const rs_structure *s, const char *name, uint32_t element, int32_t *out)
{
    const uint32_t *known = map_get(&s->function_by_name, intern_cstr(f->names, name));
    const rs_function *fn = known ? &vec_at(&s->functions, *known) : NULL;
    if (!fn || element >= fn->values.count || !vec_at(&fn->given, element) ||
        !(fabs(vec_at(&fn->values, element)) < 1e6))
        return false;
    *out = (int32_t)(vec_at(&fn->values, element) / 15) + 1;
    return true;
}

bool rs_place(const rs_game *f, const rs_structure *s, uint32_t element, int32_t *x, int32_t *y)
{
    return s->pictured && coordinate(f, s, "x", element, x) && coordinate(f, s, "y", element, y);
}

void rs_structure_copy(rs_structure *to, const rs_structure *from, arena *a)
{
    rs_structure_init(to, a);
    to->span = from->span;
    to->pictured = from->pictured;
    for (uint32_t i = 0; i < from->elements.count; i++)
        rs_element(to, vec_at(&from->elements, i));
    for (uint32_t i = 0; i < from->relations.count; i++) {
        const rs_relation *r = &vec_at(&from->relations, i);
        rs_relation *copy = rs_add_relation(to, r->name, r->arity);
        copy->span = r->span;
        for (uint32_t k = 0; k < r->tuples.count; k += r->arity)
            rs_add_tuple(to, copy, r->tuples.data + k);
    }
    for (uint32_t i = 0; i < from->functions.count; i++) {
        const rs_function *fn = &vec_at(&from->functions, i);
        rs_function *copy = rs_add_function(to, fn->name);
        for (uint32_t e = 0; e < fn->values.count; e++)
            if (vec_at(&fn->given, e))
                rs_set_value(to, copy, e, vec_at(&fn->values, e));
    }
}

/* ---- elements that come and go ---- */

uint32_t rs_heir(const rs_rule *r, uint32_t left)
{
    for (uint32_t i = 0; i < r->right.elements.count; i++)
        if (r->replaced[i] == left)
            return i;
    return RS_NONE;
}

bool rs_rule_deletes(const rs_rule *r)
{
    for (uint32_t i = 0; i < r->left.elements.count; i++)
        if (rs_heir(r, i) == RS_NONE)
            return true;
    return false;
}

bool rs_rule_makes(const rs_rule *r)
{
    for (uint32_t i = 0; i < r->right.elements.count; i++)
        if (r->replaced[i] == RS_NONE || rs_heir(r, r->replaced[i]) != i)
            return true;
    return false;
}

uint32_t rs_capacity(const rs_game *f)
{
    enum { SPARE = 32 };
    uint32_t count = f->start.elements.count;
    bool grows = false;
    for (uint32_t i = 0; i < f->rules.count; i++)
        grows |= rs_rule_makes(&vec_at(&f->rules, i));
    if (!grows)
        return count;
    return f->capacity > count ? f->capacity : f->capacity ? count : count + SPARE;
}

name_id *rs_element_names(const rs_game *f, uint32_t capacity, arena *a)
{
    name_id *names = ARENA_ARRAY(a, name_id, capacity + 1);
    for (uint32_t e = 0, n = 1; e < capacity; e++) {
        if (e < f->start.elements.count)
            names[e] = vec_at(&f->start.elements, e);
        else
            do
                names[e] = intern_printf(f->names, "n%u", n++);
            while (rs_find_element(&f->start, names[e]) != RS_NONE);
    }
    return names;
}
