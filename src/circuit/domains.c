#include "circuit/domains.h"

#include <string.h>

enum { DEPTH_MAX = 12, NODES_MAX = 1 << 21 };

enum { FEW = 8 };

/* Place of a constant + 1, or 0. */
static uint32_t find_constant(const domain *d, logic_term t)
{
    if (d->constants.count > FEW) {
        const uint32_t *place = map_get(&d->places, t);
        return place ? *place : 0;
    }
    for (uint32_t i = 0; i < d->constants.count; i++)
        if (vec_at(&d->constants, i) == t)
            return i + 1;
    return 0;
}

static bool form_empty(const domain_form *f)
{
    bool empty = false;
    for (uint32_t k = 0; k < f->arity; k++)
        empty |= domain_empty(&f->args[k]);
    return empty;
}

bool domain_empty(const domain *d)
{
    bool empty = d->constants.count == 0;
    for (uint32_t i = 0; i < d->forms.count && empty; i++)
        empty = form_empty(&vec_at(&d->forms, i));
    return empty;
}

static domain_form *find_form(const domain *d, name_id name, uint32_t arity)
{
    for (uint32_t i = 0; i < d->forms.count; i++)
        if (vec_at(&d->forms, i).name == name && vec_at(&d->forms, i).arity == arity)
            return &vec_at(&d->forms, i);
    return NULL;
}

static domain_form *make_form(domain_space *s, domain *d, name_id name, uint32_t arity)
{
    domain_form *known = find_form(d, name, arity);
    if (known)
        return known;
    domain_form f = {.name = name, .arity = arity, .args = ARENA_ARRAY(s->arena, domain, arity + 1)};
    s->nodes += arity;
    s->failed |= s->nodes > NODES_MAX;
    vec_push(s->arena, &d->forms, f);
    return &vec_at(&d->forms, d->forms.count - 1);
}

static bool add_constant(domain_space *s, domain *d, logic_term t)
{
    if (find_constant(d, t))
        return false;
    vec_push(s->arena, &d->constants, t);
    if (d->constants.count == FEW + 1) {
        map_init(&d->places, s->arena);
        for (uint32_t i = 0; i < d->constants.count; i++)
            map_put(&d->places, vec_at(&d->constants, i), i + 1);
    } else if (d->constants.count > FEW) {
        map_put(&d->places, t, d->constants.count);
    }
    s->failed |= ++s->nodes > NODES_MAX;
    return true;
}

static bool too_deep(domain_space *s, uint32_t depth)
{
    s->failed |= depth > DEPTH_MAX;
    return s->failed;
}

static bool add(domain_space *s, domain *d, logic_term ground, uint32_t depth)
{
    const logic_term_data *g = &vec_at(&s->terms->data, ground);
    if (too_deep(s, depth))
        return false;
    if (!g->count)
        return add_constant(s, d, ground);
    domain_form *f = make_form(s, d, g->symbol, g->count);
    bool changed = false;
    for (uint32_t k = 0; k < f->arity; k++)
        changed |= add(s, &f->args[k], logic_args(s->terms, ground)[k], depth + 1);
    return changed;
}

bool domain_add(domain_space *s, domain *d, logic_term ground) { return add(s, d, ground, 0); }

static bool join(domain_space *s, domain *into, const domain *from, uint32_t depth)
{
    bool changed = false;
    if (into == from || too_deep(s, depth))
        return false;
    for (uint32_t i = 0; i < from->constants.count && !s->failed; i++)
        changed |= add_constant(s, into, vec_at(&from->constants, i));
    for (uint32_t i = 0; i < from->forms.count && !s->failed; i++) {
        const domain_form *f = &vec_at(&from->forms, i);
        if (form_empty(f))
            continue;
        domain_form *g = make_form(s, into, f->name, f->arity);
        for (uint32_t k = 0; k < f->arity; k++)
            changed |= join(s, &g->args[k], &f->args[k], depth + 1);
    }
    return changed;
}

bool domain_join(domain_space *s, domain *into, const domain *from) { return join(s, into, from, 0); }

void domain_meet(domain_space *s, const domain *x, const domain *y, domain *out)
{
    *out = (domain){.size = 0};
    for (uint32_t i = 0; i < x->constants.count; i++)
        if (find_constant(y, vec_at(&x->constants, i)))
            add_constant(s, out, vec_at(&x->constants, i));
    for (uint32_t i = 0; i < x->forms.count; i++) {
        const domain_form *f = &vec_at(&x->forms, i), *g = find_form(y, f->name, f->arity);
        if (!g)
            continue;
        domain_form *h = make_form(s, out, f->name, f->arity);
        for (uint32_t k = 0; k < f->arity; k++)
            domain_meet(s, &f->args[k], &g->args[k], &h->args[k]);
    }
}

bool domain_admits(const domain_space *s, const domain *d, logic_term pattern)
{
    const logic_term_data *p = &vec_at(&s->terms->data, pattern);
    if (p->variable)
        return !domain_empty(d);
    if (!p->count)
        return find_constant(d, pattern) != 0;
    const domain_form *f = find_form(d, p->symbol, p->count);
    bool all = f != NULL;
    for (uint32_t k = 0; all && k < p->count; k++)
        all = domain_admits(s, &f->args[k], logic_args(s->terms, pattern)[k]);
    return all;
}

void domain_of_variable(domain_space *s, const domain *d, logic_term pattern, uint32_t variable, domain *into)
{
    const logic_term_data *p = &vec_at(&s->terms->data, pattern);
    if (p->variable) {
        if (p->symbol == variable)
            domain_join(s, into, d);
        return;
    }
    const domain_form *f = p->count ? find_form(d, p->symbol, p->count) : NULL;
    for (uint32_t k = 0; f && k < p->count; k++)
        domain_of_variable(s, &f->args[k], logic_args(s->terms, pattern)[k], variable, into);
}

static bool of_pattern(domain_space *s, logic_term pattern, const domain *ranges, domain *into, uint32_t depth)
{
    const logic_term_data p = vec_at(&s->terms->data, pattern);
    bool changed = false;
    if (too_deep(s, depth))
        return false;
    if (p.variable)
        return join(s, into, &ranges[p.symbol], depth);
    if (!p.count)
        return add_constant(s, into, pattern);
    domain_form *f = make_form(s, into, p.symbol, p.count);
    for (uint32_t k = 0; k < p.count; k++)
        changed |= of_pattern(s, logic_args(s->terms, pattern)[k], ranges, &f->args[k], depth + 1);
    return changed;
}

bool domain_of_pattern(domain_space *s, logic_term pattern, const domain *ranges, domain *into)
{
    return of_pattern(s, pattern, ranges, into, 0);
}

/* ---- numbers ---- */

uint64_t domain_measure(domain *d)
{
    d->size = d->constants.count;
    for (uint32_t i = 0; i < d->forms.count; i++) {
        domain_form *f = &vec_at(&d->forms, i);
        f->size = 1;
        for (uint32_t k = 0; k < f->arity; k++) {
            uint64_t size = domain_measure(&f->args[k]);
            f->size = size && f->size > DOMAIN_HUGE / size ? DOMAIN_HUGE : f->size * size;
        }
        d->size = d->size + f->size < DOMAIN_HUGE ? d->size + f->size : DOMAIN_HUGE;
    }
    return d->size;
}

/* Number of the first term of a form, form 0 coming after the constants. */
static uint64_t base_of(const domain *d, const domain_form *f)
{
    uint64_t base = d->constants.count;
    for (const domain_form *g = d->forms.data; g < f; g++)
        base += g->size;
    return base;
}

/* The form a number belongs to, NULL for constants; `*number` becomes that within the form. */
static const domain_form *form_of(const domain *d, uint64_t *number)
{
    if (*number < d->constants.count)
        return NULL;
    *number -= d->constants.count;
    const domain_form *f = d->forms.data;
    for (; *number >= f->size; f++)
        *number -= f->size;
    return f;
}

uint64_t domain_number(const domain *d, const logic_terms *terms, logic_term ground)
{
    const logic_term_data *g = &vec_at(&terms->data, ground);
    if (!g->count) {
        uint32_t row = find_constant(d, ground);
        return row ? row - 1 : DOMAIN_NONE;
    }
    const domain_form *f = find_form(d, g->symbol, g->count);
    uint64_t number = 0;
    for (uint32_t k = 0; f && k < f->arity; k++) {
        uint64_t one = domain_number(&f->args[k], terms, logic_args(terms, ground)[k]);
        if (one == DOMAIN_NONE)
            return DOMAIN_NONE;
        number = number * f->args[k].size + one;
    }
    return f ? base_of(d, f) + number : DOMAIN_NONE;
}

/* Numbers of the arguments. */
static void split(const domain_form *f, uint64_t number, uint64_t *parts)
{
    for (uint32_t k = f->arity; k-- > 0;) {
        parts[k] = number % f->args[k].size;
        number /= f->args[k].size;
    }
}

enum { ARITY_MAX = 256 };

logic_term domain_term(const domain *d, logic_terms *terms, uint64_t number)
{
    const domain_form *f = form_of(d, &number);
    if (!f)
        return vec_at(&d->constants, number);
    uint64_t parts[ARITY_MAX];
    logic_term args[ARITY_MAX];
    split(f, number, parts);
    for (uint32_t k = 0; k < f->arity; k++)
        args[k] = domain_term(&f->args[k], terms, parts[k]);
    return logic_function(terms, f->name, args, f->arity);
}

void domain_text(const domain *d, const logic_terms *terms, uint64_t number, void (*put)(void *user, const char *piece),
                 void *user)
{
    const domain_form *f = form_of(d, &number);
    if (!f) {
        logic_term t = vec_at(&d->constants, number);
        bool list = map_has(&terms->lists, vec_at(&terms->data, t).symbol);
        put(user, list ? "(" : "");
        put(user, intern_text(terms->names, vec_at(&terms->data, t).symbol));
        put(user, list ? ")" : "");
        return;
    }
    uint64_t parts[ARITY_MAX];
    split(f, number, parts);
    put(user, "(");
    put(user, intern_text(terms->names, f->name));
    for (uint32_t k = 0; k < f->arity; k++) {
        put(user, " ");
        domain_text(&f->args[k], terms, parts[k], put, user);
    }
    put(user, ")");
}

uint64_t domain_parse(const domain *d, const logic_terms *terms, const char **text)
{
    bool list = **text == '(';
    const char *from = *text + list, *at = from;
    while (*at && *at != ' ' && *at != ')' && *at != '(')
        at++;
    name_id name = intern_find(terms->names, from, (size_t)(at - from));
    if (name == NAME_NONE || (list && *at != ' ' && *at != ')'))
        return DOMAIN_NONE;
    if (!list || *at == ')') {
        logic_term t = logic_find_function(terms, name, NULL, 0);
        uint32_t row = t == LOGIC_NONE ? 0 : find_constant(d, t);
        *text = at + list;
        return row ? row - 1 : DOMAIN_NONE;
    }
    uint32_t arity = 0, depth = 0;
    for (const char *c = at; *c && (depth || *c != ')'); c++) { /* arguments follow blanks */
        depth = *c == '(' ? depth + 1 : *c == ')' ? depth - 1 : depth;
        arity += *c == ' ' && depth == 0;
    }
    const domain_form *f = find_form(d, name, arity);
    uint64_t number = 0;
    for (uint32_t k = 0; f && k < arity; k++) {
        at++;
        uint64_t one = domain_parse(&f->args[k], terms, &at);
        if (one == DOMAIN_NONE || (*at != ' ' && *at != ')'))
            return DOMAIN_NONE;
        number = number * f->args[k].size + one;
    }
    if (!f || *at != ')')
        return DOMAIN_NONE;
    *text = at + 1;
    return base_of(d, f) + number;
}
