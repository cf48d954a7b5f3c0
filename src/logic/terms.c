#include "logic/terms.h"

#include "base/text.h"

#include <string.h>

void logic_terms_init(logic_terms *t, arena *a, intern *names)
{
    *t = (logic_terms){.arena = a, .names = names};
    map_init(&t->by_hash, a);
    map_init(&t->lists, a);
    vec_reserve(a, &t->args, 1); /* there may be none */
}

static uint64_t term_hash(bool variable, uint32_t symbol, const logic_term *args, uint32_t count)
{
    uint64_t h = hash_mix((uint64_t)symbol << 32 | count << 1 | variable);
    for (uint32_t i = 0; i < count; i++)
        h = hash_mix(h ^ args[i] * UINT64_C(0x9e3779b97f4a7c15));
    return h;
}

static logic_term find(const logic_terms *t, bool variable, uint32_t symbol, const logic_term *args, uint32_t count,
                       uint32_t chain)
{
    for (logic_term i = chain; i != LOGIC_NONE; i = vec_at(&t->data, i).next) {
        const logic_term_data *d = &vec_at(&t->data, i);
        if (d->variable == variable && d->symbol == symbol && d->count == count &&
            (count == 0 || memcmp(logic_args(t, i), args, count * sizeof *args) == 0))
            return i;
    }
    return LOGIC_NONE;
}

static logic_term find_or_add(logic_terms *t, bool variable, uint32_t symbol, const logic_term *args, uint32_t count)
{
    uint64_t hash = term_hash(variable, symbol, args, count);
    uint32_t *first = map_get(&t->by_hash, hash), chain = first ? *first : LOGIC_NONE;
    logic_term known = find(t, variable, symbol, args, count, chain);
    if (known != LOGIC_NONE)
        return known;
    logic_term_data d = {.variable = variable,
                         .ground = !variable,
                         .symbol = symbol,
                         .first = t->args.count,
                         .count = count,
                         .next = chain};
    for (uint32_t i = 0; i < count; i++) {
        d.ground &= vec_at(&t->data, args[i]).ground;
        uint32_t inside = vec_at(&t->data, args[i]).depth + 1;
        d.depth = inside > d.depth ? inside : d.depth;
        vec_push(t->arena, &t->args, args[i]);
    }
    t->deepest = d.depth > t->deepest ? d.depth : t->deepest;
    vec_push(t->arena, &t->data, d);
    map_put(&t->by_hash, hash, t->data.count - 1);
    return t->data.count - 1;
}

logic_term logic_variable(logic_terms *t, uint32_t number) { return find_or_add(t, true, number, NULL, 0); }

logic_term logic_function(logic_terms *t, name_id name, const logic_term *args, uint32_t count)
{
    return find_or_add(t, false, name, args, count);
}

logic_term logic_find_function(const logic_terms *t, name_id name, const logic_term *args, uint32_t count)
{
    const uint32_t *first = map_get(&t->by_hash, term_hash(false, name, args, count));
    return first ? find(t, false, name, args, count, *first) : LOGIC_NONE;
}

static void put_term(const logic_terms *t, logic_term term, text_buffer *out, arena *a)
{
    const logic_term_data *d = &vec_at(&t->data, term);
    if (d->variable) {
        text_addf(a, out, "?%u", d->symbol);
        return;
    }
    bool list = d->count || map_has(&t->lists, d->symbol);
    if (list)
        text_adds(a, out, "(");
    text_adds(a, out, intern_text(t->names, d->symbol));
    for (uint32_t i = 0; i < d->count; i++) {
        text_adds(a, out, " ");
        put_term(t, logic_args(t, term)[i], out, a);
    }
    if (list)
        text_adds(a, out, ")");
}

const char *logic_term_text(const logic_terms *t, logic_term term, arena *a)
{
    text_buffer out = {0};
    put_term(t, term, &out, a);
    return out.data;
}

logic_term logic_build(logic_terms *t, logic_term pattern, const logic_term *values)
{
    const logic_term_data d = vec_at(&t->data, pattern);
    if (d.ground)
        return pattern;
    if (d.variable)
        return values[d.symbol];
    logic_term args[LOGIC_WIDTH_MAX];
    for (uint32_t i = 0; i < d.count; i++)
        if ((args[i] = logic_build(t, vec_at(&t->args, d.first + i), values)) == LOGIC_NONE)
            return LOGIC_NONE;
    return logic_function(t, d.symbol, args, d.count);
}

bool logic_match(const logic_terms *t, logic_term pattern, logic_term ground, logic_term *values)
{
    const logic_term_data *p = &vec_at(&t->data, pattern);
    if (p->ground)
        return pattern == ground;
    if (p->variable) {
        if (values[p->symbol] == LOGIC_NONE)
            values[p->symbol] = ground;
        return values[p->symbol] == ground;
    }
    const logic_term_data *g = &vec_at(&t->data, ground);
    if (g->symbol != p->symbol || g->count != p->count)
        return false;
    for (uint32_t i = 0; i < p->count; i++)
        if (!logic_match(t, vec_at(&t->args, p->first + i), vec_at(&t->args, g->first + i), values))
            return false;
    return true;
}
