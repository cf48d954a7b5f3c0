#include "circuit/rules.h"

#include <string.h>

rl_program *rl_program_new(arena *a, intern *names, const src_text *source, diag_sink *sink)
{
    rl_program *p = ARENA_NEW(a, rl_program);
    p->arena = a;
    p->source = source;
    p->sink = sink;
    logic_terms_init(&p->terms, a, names);
    map_init(&p->relation_by_key, a);
    for (int i = 0; i < RL_KEYWORDS; i++)
        p->of_keyword[i] = LOGIC_NONE;
    return p;
}

static rl_keyword keyword_of(const char *name, uint32_t arity)
{
    static const struct {
        const char *name;
        uint32_t arity;
        rl_keyword keyword;
    } words[] = {{"role", 1, RL_ROLE}, {"base", 1, RL_BASE},         {"input", 2, RL_INPUT}, {"init", 1, RL_INIT},
                 {"true", 1, RL_TRUE}, {"does", 2, RL_DOES},         {"next", 1, RL_NEXT},   {"legal", 2, RL_LEGAL},
                 {"goal", 2, RL_GOAL}, {"terminal", 0, RL_TERMINAL}, {"sees", 2, RL_SEES}};
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

static const logic_term *copy_args(rl_program *p, const logic_term *args, uint32_t count)
{
    logic_term *copy = ARENA_ARRAY(p->arena, logic_term, count + 1);
    if (count)
        memcpy(copy, args, count * sizeof *copy);
    return copy;
}

void rl_add_rule(rl_program *p, const rl_rule *rule)
{
    rl_rule r = *rule;
    rl_literal *body = ARENA_ARRAY(p->arena, rl_literal, r.body_count + 1);
    r.args = copy_args(p, r.args, vec_at(&p->relations, r.head).arity);
    for (uint32_t i = 0; i < r.body_count; i++) {
        rl_literal l = body_at(rule, i);
        bool atom = l.kind == LOGIC_HOLDS || l.kind == LOGIC_FAILS;
        l.args = copy_args(p, l.args, atom ? vec_at(&p->relations, l.relation).arity : 2);
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
