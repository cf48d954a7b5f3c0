/* Does a relation depend on its own negation? By names alone, many sheets that are published do:
 *
 *     (<= (goal ?r 0) (role ?r) (not (goal ?r 100)))
 *
 * although no instance of theirs does. So it is rules that are followed here, from conditions to
 * the rules whose heads can be equal to them. Variables are taken to fit everything, which finds
 * more than there is, never less. */
#include "lang/gdl/strict.h"

enum { STEPS_MAX = 1 << 26 };

static bool may_equal(const gdl_node *a, const gdl_node *b)
{
    if (a->kind == GDL_VARIABLE || b->kind == GDL_VARIABLE)
        return true;
    uint32_t arity = strict_arity(a);
    bool same = arity == strict_arity(b) && strict_name(a)->name == strict_name(b)->name;
    for (uint32_t i = 1; same && i <= arity; i++)
        same = may_equal(gdl_item(a, i), gdl_item(b, i));
    return same;
}

typedef struct search {
    strict_sheet *s;
    uint32_t component;
    bool *seen;
    vec_u32 work; /* rules */
} search;

static void follow(void *user, const gdl_node *n)
{
    search *f = user;
    uint32_t name = strict_number(f->s, n);
    if (f->s->component[name] != f->component)
        return;
    const vec_u32 *rules = &f->s->rules_of[name];
    for (uint32_t i = 0; i < rules->count && f->s->cycle_steps < STEPS_MAX; i++, f->s->cycle_steps++) {
        uint32_t rule = vec_at(rules, i);
        if (f->seen[rule] || !may_equal(n, vec_at(&f->s->forms, rule).head))
            continue;
        f->seen[rule] = true;
        vec_push(f->s->scratch, &f->work, rule);
    }
}

bool strict_reaches(strict_sheet *s, const gdl_node *condition, uint32_t rule)
{
    s->cycle_steps += s->forms.count / 8;
    if (s->cycle_steps >= STEPS_MAX) /* too much to follow: names decide */
        return true;
    search f = {.s = s, .component = s->component[strict_number(s, condition)]};
    f.seen = ARENA_ARRAY(s->scratch, bool, s->forms.count + 1);
    strict_visitor v = {.sentence = follow};
    follow(&f, condition);
    while (f.work.count && !f.seen[rule] && s->cycle_steps < STEPS_MAX)
        strict_walk_body(s, &s->forms.data[f.work.data[--f.work.count]], &v, &f);
    return f.seen[rule] || s->cycle_steps >= STEPS_MAX;
}
