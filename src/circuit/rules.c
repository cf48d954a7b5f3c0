#include "circuit/rules.h"

#include "base/text.h"

#include "base/map.h"

#include <string.h>

void rl_terms_init(rl_terms *t, arena *a, intern *names)
{
    *t = (rl_terms){.arena = a, .names = names};
    map_init(&t->by_hash, a);
    map_init(&t->lists, a);
    vec_reserve(a, &t->args, 1); /* there may be none */
}

static uint64_t term_hash(bool variable, uint32_t symbol, const rl_term *args, uint32_t count)
{
    uint64_t h = hash_mix((uint64_t)symbol << 32 | count << 1 | variable);
    for (uint32_t i = 0; i < count; i++)
        h = hash_mix(h ^ args[i] * UINT64_C(0x9e3779b97f4a7c15));
    return h;
}

static rl_term find(const rl_terms *t, bool variable, uint32_t symbol, const rl_term *args,
                    uint32_t count, uint32_t chain)
{
    for (rl_term i = chain; i != RL_NONE; i = t->data.data[i].next) {
        const rl_term_data *d = &t->data.data[i];
        if (d->variable == variable && d->symbol == symbol && d->count == count &&
            (count == 0 || memcmp(rl_args(t, i), args, count * sizeof *args) == 0))
            return i;
    }
    return RL_NONE;
}

static rl_term find_or_add(rl_terms *t, bool variable, uint32_t symbol, const rl_term *args,
                           uint32_t count)
{
    uint64_t hash = term_hash(variable, symbol, args, count);
    uint32_t *first = map_get(&t->by_hash, hash), chain = first ? *first : RL_NONE;
    rl_term known = find(t, variable, symbol, args, count, chain);
    if (known != RL_NONE)
        return known;
    rl_term_data d = {.variable = variable,
                      .ground = !variable,
                      .symbol = symbol,
                      .first = t->args.count,
                      .count = count,
                      .next = chain};
    for (uint32_t i = 0; i < count; i++) {
        d.ground &= t->data.data[args[i]].ground;
        uint32_t inside = t->data.data[args[i]].depth + 1;
        d.depth = inside > d.depth ? inside : d.depth;
        vec_push(t->arena, &t->args, args[i]);
    }
    t->deepest = d.depth > t->deepest ? d.depth : t->deepest;
    vec_push(t->arena, &t->data, d);
    map_put(&t->by_hash, hash, t->data.count - 1);
    return t->data.count - 1;
}

rl_term rl_variable(rl_terms *t, uint32_t number) { return find_or_add(t, true, number, NULL, 0); }

rl_term rl_function(rl_terms *t, name_id name, const rl_term *args, uint32_t count)
{
    return find_or_add(t, false, name, args, count);
}

rl_term rl_find_function(const rl_terms *t, name_id name, const rl_term *args, uint32_t count)
{
    const uint32_t *first = map_get(&t->by_hash, term_hash(false, name, args, count));
    return first ? find(t, false, name, args, count, *first) : RL_NONE;
}

static void put_term(const rl_terms *t, rl_term term, text_buffer *out, arena *a)
{
    const rl_term_data *d = &t->data.data[term];
    if (d->variable) {
        text_adds(a, out, arena_printf(a, "?%u", d->symbol));
        return;
    }
    bool list = d->count || map_has(&t->lists, d->symbol);
    if (list)
        text_adds(a, out, "(");
    text_adds(a, out, intern_text(t->names, d->symbol));
    for (uint32_t i = 0; i < d->count; i++) {
        text_adds(a, out, " ");
        put_term(t, rl_args(t, term)[i], out, a);
    }
    if (list)
        text_adds(a, out, ")");
}

const char *rl_term_text(const rl_terms *t, rl_term term, arena *a)
{
    text_buffer out = {0};
    put_term(t, term, &out, a);
    return out.data;
}

rl_program *rl_program_new(arena *a, intern *names, const src_text *source, diag_sink *sink)
{
    rl_program *p = ARENA_NEW(a, rl_program);
    p->arena = a;
    p->source = source;
    p->sink = sink;
    rl_terms_init(&p->terms, a, names);
    map_init(&p->relation_by_key, a);
    for (int i = 0; i < RL_KEYWORDS; i++)
        p->of_keyword[i] = RL_NONE;
    return p;
}

static rl_keyword keyword_of(const char *name, uint32_t arity)
{
    static const struct {
        const char *name;
        uint32_t arity;
        rl_keyword keyword;
    } words[] = {{"role", 1, RL_ROLE},         {"base", 1, RL_BASE},   {"input", 2, RL_INPUT},
                 {"init", 1, RL_INIT},         {"true", 1, RL_TRUE},   {"does", 2, RL_DOES},
                 {"next", 1, RL_NEXT},         {"legal", 2, RL_LEGAL}, {"goal", 2, RL_GOAL},
                 {"terminal", 0, RL_TERMINAL}, {"sees", 2, RL_SEES}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].arity == arity && strcmp(words[i].name, name) == 0)
            return words[i].keyword;
    return RL_PLAIN;
}

rl_relation rl_relation_of(rl_program *p, name_id name, uint32_t arity, src_span span)
{
    uint64_t key = (uint64_t)name << 32 | arity;
    const uint32_t *known = map_get(&p->relation_by_key, key);
    if (known)
        return *known;
    rl_relation r = p->relations.count;
    rl_keyword keyword = keyword_of(intern_text(p->terms.names, name), arity);
    vec_push(p->arena, &p->relations, ((rl_relation_data){name, arity, keyword, span}));
    map_put(&p->relation_by_key, key, r);
    if (keyword != RL_PLAIN)
        p->of_keyword[keyword] = r;
    return r;
}

static const rl_term *copy_args(rl_program *p, const rl_term *args, uint32_t count)
{
    rl_term *copy = ARENA_ARRAY(p->arena, rl_term, count + 1);
    if (count)
        memcpy(copy, args, count * sizeof *copy);
    return copy;
}

void rl_add_rule(rl_program *p, const rl_rule *rule)
{
    rl_rule r = *rule;
    rl_literal *body = ARENA_ARRAY(p->arena, rl_literal, r.body_count + 1);
    r.args = copy_args(p, r.args, p->relations.data[r.head].arity);
    for (uint32_t i = 0; i < r.body_count; i++) {
        rl_literal l = rule->body[i];
        bool atom = l.kind == RL_HOLDS || l.kind == RL_FAILS;
        l.args = copy_args(p, l.args, atom ? p->relations.data[l.relation].arity : 2);
        body[i] = l;
    }
    r.body = body;
    vec_push(p->arena, &p->rules, r);
}

bool rl_roles_fit(uint32_t players, const src_text *source, diag_sink *sink)
{
    if (players > 0 && players <= RL_ROLES_MAX)
        return true;
    if (players)
        diag_report(sink, DIAG_GDL_ROLES, source, (src_span){0, 0}, "the game has more than %d roles", RL_ROLES_MAX);
    else
        diag_report(sink, DIAG_GDL_ROLES, source, (src_span){0, 0}, "the game has no role");
    return false;
}
