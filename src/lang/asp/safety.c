/* Safety: every variable must get its values from a positive condition. The rules are those of
 * clingo, so that both refuse the same programs. */
#include "lang/asp/reader.h"

#include <stdio.h>
#include <string.h>

typedef struct checker {
    const rule_set *set;
    const rule *rule;
    diag_sink *sink;
    bool *unsafe;
} checker;

/* What the condition binds, given what is known; true when that is something new. */
static bool bind(const terms *t, const lit *l, bool *known, uint32_t globals, const rule *r)
{
    bool *copy = known, changed = false;
    uint32_t n = r->variables;
    bool before[256], *old = n <= 256 ? before : NULL;
    if (old)
        memcpy(old, known, n);
    switch (l->kind) {
    case LIT_ATOM:
        if (l->nots == 0)
            expr_bound_by(t, l->atom, copy);
        break;
    case LIT_RANGE:
        if (expr_known(l->low, known) && expr_known(l->high, known))
            expr_bound_by(t, l->left, copy);
        break;
    case LIT_COMPARE:
        if (l->relation != SYN_EQ || l->nots)
            break;
        if (expr_known(l->right, known))
            expr_bound_by(t, l->left, copy);
        if (expr_known(l->left, known))
            expr_bound_by(t, l->right, copy);
        break;
    case LIT_AGGREGATE:
        if (l->nots)
            break;
        for (uint32_t i = 0; i < l->element_count; i++) {
            bool used[256] = {false};
            if (n > 256)
                break;
            const lit_element *e = &l->elements[i];
            for (uint32_t k = 0; k < e->tuple_count; k++)
                expr_variables(e->tuple[k], used);
            for (uint32_t k = 0; k <= e->condition_count; k++) {
                const lit *c = k < e->condition_count ? e->conditions[k] : e->head;
                const expr *all[] = {c ? c->atom : NULL, c ? c->left : NULL, c ? c->right : NULL, c ? c->low : NULL,
                                     c ? c->high : NULL};
                for (int j = 0; j < 5; j++)
                    if (all[j])
                        expr_variables(all[j], used);
            }
            for (uint32_t v = 0; v < globals; v++)
                if (used[v] && !known[v])
                    return false;
        }
        if (l->left && l->relation == SYN_EQ)
            expr_bound_by(t, l->left, copy);
        if (l->right && l->right_relation == SYN_EQ)
            expr_bound_by(t, l->right, copy);
        break;
    default: break;
    }
    for (uint32_t v = 0; old && v < n; v++)
        changed |= known[v] != old[v];
    return changed;
}

static void bind_all(const checker *c, lit *const *list, uint32_t count, const lit *more, bool *known)
{
    /* as often as there are conditions is enough; with many variables changes are not noticed */
    bool changed = true;
    for (uint32_t round = 0; round <= count + 1 && (changed || c->rule->variables > 256); round++) {
        changed = false;
        for (uint32_t i = 0; i < count; i++)
            changed |= bind(c->set->terms, list[i], known, c->rule->globals, c->rule);
        if (more)
            changed |= bind(c->set->terms, more, known, c->rule->globals, c->rule);
    }
}

/* What is unsafe from the variable `first` on: those of elements are reported with what they stand
 * in. */
static void report(const checker *c, const src_text *source, src_span span, uint32_t first, bool whole)
{
    const rule *r = c->rule;
    char names[200];
    size_t n = 0;
    uint32_t count = 0;
    for (uint32_t v = first; v < r->variables; v++) {
        if (!c->unsafe[v])
            continue;
        const char *name = r->variable_names[v] ? r->variable_names[v] : "_";
        if (n + strlen(name) + 6 < sizeof names) {
            n += (size_t)snprintf(names + n, sizeof names - n, "%s`%s`", n ? ", " : "", name);
        }
        count++;
    }
    if (count == 0)
        return;
    diag *d = diag_report(c->sink, DIAG_ASP_UNSAFE, source, span, "unsafe variable%s in %s: %s", count > 1 ? "s" : "",
                          whole ? "this rule" : "these conditions", names);
    for (uint32_t v = first; v < r->variables; v++)
        if (c->unsafe[v] && r->variable_from[v])
            diag_add_note(c->sink, d, r->variable_from[v]->source, r->variable_from[v]->span, "`%s` is unsafe",
                          r->variable_names[v] ? r->variable_names[v] : "_");
    diag_set_hint(c->sink, d, "a variable needs a positive condition that lists its values, like `cell(X,Y)`");
    memset(c->unsafe + first, 0, (r->variables - first) * sizeof *c->unsafe);
}

static void need(checker *c, const expr *e, const bool *known)
{
    if (!e)
        return;
    if (e->kind == EXPR_VARIABLE && !known[e->variable])
        c->unsafe[e->variable] = true;
    for (uint32_t i = 0; i < e->count; i++)
        need(c, arg_at(e, i), known);
}

/* Anonymous variables under a negation mean that there is nothing of the kind. */
static void need_atom(checker *c, const lit *l, const bool *known)
{
    bool *free = ARENA_ARRAY(c->set->arena, bool, c->rule->variables + 1);
    memcpy(free, known, c->rule->variables);
    if (l->nots) {
        bool *bound = ARENA_ARRAY(c->set->arena, bool, c->rule->variables + 1);
        expr_bound_by(c->set->terms, l->atom, bound);
        for (uint32_t v = 0; v < c->rule->variables; v++) {
            const syn_term *from = c->rule->variable_from[v];
            free[v] |= bound[v] && from && from->kind == SYN_ANONYMOUS;
        }
    }
    need(c, l->atom, free);
}

static void need_lit(checker *c, const lit *l, const bool *known);

static void need_element(checker *c, const lit *l, const lit_element *e, const bool *known)
{
    bool *inner = ARENA_ARRAY(c->set->arena, bool, c->rule->variables + 1);
    memcpy(inner, known, c->rule->variables);
    bool binds = l->kind == LIT_AGGREGATE && l->nots != 3;
    bind_all(c, e->conditions, e->condition_count, binds ? e->head : NULL, inner);
    for (uint32_t i = 0; i < e->condition_count; i++)
        need_lit(c, e->conditions[i], inner);
    if (e->head && l->kind == LIT_CONDITIONAL) /* it may hold for some values of its own */
        bind(c->set->terms, e->head, inner, c->rule->globals, c->rule);
    if (e->head)
        need_lit(c, e->head, inner);
    for (uint32_t i = 0; i < e->tuple_count; i++)
        need(c, e->tuple[i], inner);
}

static void need_lit(checker *c, const lit *l, const bool *known)
{
    if (l->kind == LIT_ATOM)
        need_atom(c, l, known);
    need(c, l->left, known);
    need(c, l->right, known);
    need(c, l->low, known);
    need(c, l->high, known);
    for (uint32_t i = 0; i < l->element_count; i++)
        need_element(c, l, &l->elements[i], known);
    if (l->element_count && l->source)
        report(c, l->source, l->span, c->rule->globals, false);
}

void asp_check_safety(const rule_set *set, const rule *r, diag_sink *sink)
{
    checker c = {set, r, sink, ARENA_ARRAY(set->arena, bool, r->variables + 1)};
    bool *known = ARENA_ARRAY(set->arena, bool, r->variables + 1);
    bind_all(&c, r->body, r->body_count, NULL, known);
    need(&c, r->head, known);
    for (uint32_t i = 0; i < r->need_count; i++)
        need(&c, r->needs[i], known);
    for (uint32_t i = 0; i < r->body_count; i++)
        need_lit(&c, body_at(r, i), known);
    report(&c, r->from->source, r->from->span, 0, true);
}
