/* Rules from all statements: which of them the machine can run, and which need a solver. */
#include "lang/asp/rewriter.h"

#include <string.h>

/* Statements that only a solver understands are checked for safety all the same. */
static void check_other(rewriter *w, syn_statement *s)
{
    rule_set copy = *w->set; /* rules made here are only checked */
    w->set->first = w->set->last = NULL;
    w->set->others = NULL;
    syn_statement plain = *s;
    syn_item **body = ARENA_ARRAY(w->arena, syn_item *, s->body_count + 1);
    if (s->body_count)
        memcpy(body, s->body, s->body_count * sizeof *body);
    plain.body = body;
    plain.kind = SYN_RULE;
    if ((s->kind == SYN_HEURISTIC || s->kind == SYN_PROJECT) && s->head) { /* their atom binds */
        syn_item *item = body[plain.body_count++] = ARENA_NEW(w->arena, syn_item);
        *item = (syn_item){.kind = SYN_LITERAL, .literal = s->head, .source = s->source, .span = s->head->span};
        plain.head = NULL;
    }
    if (s->elements || (s->choice && s->choice->element_count)) {
        /* elements of the head: every literal of theirs must be safe with its conditions */
        syn_item **longer = ARENA_ARRAY(w->arena, syn_item *, plain.body_count + 1);
        if (plain.body_count)
            memcpy(longer, body, plain.body_count * sizeof *body);
        syn_item *item = longer[plain.body_count++] = ARENA_NEW(w->arena, syn_item);
        *item = (syn_item){.kind = SYN_AGGREGATE,
                           .function = SYN_SET,
                           .source = s->source,
                           .span = s->choice ? s->choice->span : s->span,
                           .elements = s->choice ? s->choice->elements : s->elements,
                           .nots = 3,
                           .element_count = s->choice ? s->choice->element_count : s->element_count};
        plain.body = longer;
    }
    bool choices = w->set->choices;
    const char *why = w->set->why;
    const syn_statement *why_at = w->set->why_at;
    rewrite_rule(w, &plain);
    for (rule *r = w->set->first; r; r = r->next) {
        r->from = s;
        asp_check_safety(w->set, r, w->sink);
    }
    rule *made = w->set->first, *last = w->set->last;
    *w->set = copy;
    if (last) {
        last->next = w->set->others;
        w->set->others = made;
    }
    w->set->choices = choices;
    w->set->why = why;
    w->set->why_at = why_at;
}

static signature signature_of(rewriter *w, const syn_statement *s)
{
    const char *name = intern_text(w->set->names, s->name);
    return (signature){terms_functor(w->terms, terms_name(w->terms, name, strlen(name)), s->arity, s->negative),
                       s->span};
}

static void rewrite(rewriter *w, syn_statement *s)
{
    signature g;
    switch (s->kind) {
    case SYN_RULE:
    case SYN_SHOW_TERM: rewrite_rule(w, s); return;
    case SYN_SHOW_ATOMS:
        g = signature_of(w, s);
        vec_push(w->arena, &w->set->shown, g);
        w->set->hides = true;
        return;
    case SYN_SHOW_NONE: w->set->hides = true; return;
    case SYN_DEFINED:
        g = signature_of(w, s);
        vec_push(w->arena, &w->set->defined, g);
        return;
    case SYN_CONST: return;
    case SYN_CHOICE: rewrite_needs_solver(w, s, "a choice in a head"); break;
    case SYN_DISJUNCTION: rewrite_needs_solver(w, s, "a disjunction in a head"); break;
    case SYN_EXTERNAL_ATOM: rewrite_needs_solver(w, s, "`#external`"); break;
    case SYN_EDGE: rewrite_needs_solver(w, s, "`#edge`"); break;
    case SYN_PROGRAM: rewrite_needs_solver(w, s, "`#program`"); return;
    case SYN_OPAQUE: rewrite_needs_solver(w, s, "a theory or a constraint over integers"); return;
    case SYN_PROJECT:
    case SYN_WEAK:
    case SYN_HEURISTIC: break; /* of no effect on the only answer set there may be */
    }
    check_other(w, s);
}

bool asp_rules(rule_set *set, arena *a, terms *t, const intern *names, syn_part *const *parts, uint32_t count,
               diag_sink *sink)
{
    *set = (rule_set){.arena = a, .terms = t, .names = names};
    rewriter *w = ARENA_NEW(a, rewriter);
    w->set = set;
    w->arena = a;
    w->terms = t;
    w->sink = sink;
    map_init(&w->constants, a);
    uint32_t errors = sink->errors;
    for (uint32_t i = 0; i < count; i++)
        rewrite_collect(w, parts[i]);
    for (uint32_t i = 0; i < w->values.count; i++)
        rewrite_constant(w, i);
    if (sink->errors > errors)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        for (syn_statement *s = parts[i]->first; s; s = s->next)
            rewrite(w, s);
        if (parts[i]->exotic && !set->choices) {
            set->choices = true;
            set->why = "numbers or RANDINT in an unusual place";
        }
    }
    for (const rule *r = set->first; r; r = r->next)
        if (!r->fact)
            asp_check_safety(set, r, sink);
    return sink->errors == errors;
}
