/* Constants replaced by their values, pools by what they stand for. */
#include "lang/asp/rewriter.h"

#include <string.h>

/* ---- constants ---- */

void rewrite_collect(rewriter *w, const syn_part *part)
{
    for (const syn_statement *s = part->first; s; s = s->next) {
        if (s->kind != SYN_CONST)
            continue;
        uint32_t *found = map_get(&w->constants, s->name);
        if (!found) {
            constant c = {.by = {NULL, NULL}};
            vec_push(w->arena, &w->values, c);
            map_put(&w->constants, s->name, w->values.count);
            found = map_get(&w->constants, s->name);
        }
        constant *c = &vec_at(&w->values, *found - 1);
        if (c->by[s->override]) {
            diag *d = diag_report(w->sink, DIAG_ASP_CONSTANT, s->source, s->span, "redefinition of constant `%s`",
                                  intern_text(w->set->names, s->name));
            diag_add_note(w->sink, d, c->by[s->override]->source, c->by[s->override]->span, "it was defined here");
        } else {
            c->by[s->override] = s;
        }
    }
}

static const syn_statement *definition(const constant *c) { return c->by[1] ? c->by[1] : c->by[0]; }

syn_term *rewrite_constant(rewriter *w, uint32_t index)
{
    const syn_statement *s = definition(&vec_at(&w->values, index));
    if (vec_at(&w->values, index).state == 1) {
        diag_report(w->sink, DIAG_ASP_CONSTANT, s->source, s->span, "cyclic definition of constant `%s`",
                    intern_text(w->set->names, s->name));
        vec_at(&w->values, index).state = 2;
        vec_at(&w->values, index).value = s->terms[0];
    }
    if (vec_at(&w->values, index).state == 0) {
        vec_at(&w->values, index).state = 1;
        syn_term *value = rewrite_replace(w, s->terms[0]);
        vec_at(&w->values, index).value = value;
        vec_at(&w->values, index).state = 2;
    }
    return vec_at(&w->values, index).value;
}

/* With constants replaced; shares what stays the same. */
syn_term *rewrite_replace(rewriter *w, syn_term *t)
{
    if (t->kind == SYN_FUNCTION && t->count == 0 && !t->tuple) {
        const uint32_t *found = map_get(&w->constants, t->name);
        return found ? rewrite_constant(w, *found - 1) : t;
    }
    syn_term *copy = NULL;
    for (uint32_t i = 0; i < t->count; i++) {
        syn_term *arg = rewrite_replace(w, arg_at(t, i));
        if (arg == arg_at(t, i))
            continue;
        if (!copy) {
            copy = ARENA_NEW(w->arena, syn_term);
            *copy = *t;
            copy->args = ARENA_ARRAY(w->arena, syn_term *, t->count);
            memcpy(copy->args, t->args, t->count * sizeof *t->args);
        }
        copy->args[i] = arg;
    }
    return copy ? copy : t;
}

/* The arguments of an atom; its own name is no constant. */
syn_term *rewrite_replace_atom(rewriter *w, syn_term *t)
{
    if (t->kind == SYN_FUNCTION && t->count == 0)
        return t;
    syn_term *copy = ARENA_NEW(w->arena, syn_term);
    *copy = *t;
    copy->args = ARENA_ARRAY(w->arena, syn_term *, t->count + 1);
    bool inner = t->kind == SYN_UNARY || t->kind == SYN_POOL;
    for (uint32_t i = 0; i < t->count; i++)
        copy->args[i] = inner ? rewrite_replace_atom(w, arg_at(t, i)) : rewrite_replace(w, arg_at(t, i));
    return copy;
}

/* ---- pools ---- */

enum { POOL_MAX = 100000 };

bool rewrite_has_pool(const syn_term *t)
{
    if (t->kind == SYN_POOL)
        return true;
    for (uint32_t i = 0; i < t->count; i++)
        if (rewrite_has_pool(arg_at(t, i)))
            return true;
    return false;
}

/* All terms that a term with pools stands for. */
void rewrite_unfold(rewriter *w, syn_term *t, term_list *out)
{
    if (!rewrite_has_pool(t)) {
        vec_push(w->arena, out, t);
        return;
    }
    if (t->kind == SYN_POOL) {
        for (uint32_t i = 0; i < t->count; i++)
            rewrite_unfold(w, arg_at(t, i), out);
        return;
    }
    term_list *choices = ARENA_ARRAY(w->arena, term_list, t->count);
    uint32_t *digits = ARENA_ARRAY(w->arena, uint32_t, t->count);
    uint64_t total = 1;
    for (uint32_t i = 0; i < t->count; i++) {
        rewrite_unfold(w, arg_at(t, i), &choices[i]);
        total *= choices[i].count;
        if (total > POOL_MAX) {
            w->failed = true;
            return;
        }
    }
    for (uint64_t n = 0; n < total; n++) {
        syn_term *copy = ARENA_NEW(w->arena, syn_term);
        *copy = *t;
        copy->args = ARENA_ARRAY(w->arena, syn_term *, t->count);
        for (uint32_t i = 0; i < t->count; i++)
            copy->args[i] = vec_at(&choices[i], digits[i]);
        vec_push(w->arena, out, copy);
        for (uint32_t i = t->count; i-- > 0;) {
            if (++digits[i] < choices[i].count)
                break;
            digits[i] = 0;
        }
    }
}

static bool literal_has_pool(const syn_literal *l)
{
    return l && ((l->atom && rewrite_has_pool(l->atom)) || (l->right && rewrite_has_pool(l->right)));
}

void rewrite_unfold_literal(rewriter *w, syn_literal *l, literal_list *out)
{
    if (!literal_has_pool(l)) {
        vec_push(w->arena, out, l);
        return;
    }
    term_list left = {0}, right = {0};
    rewrite_unfold(w, l->atom, &left);
    if (l->right)
        rewrite_unfold(w, l->right, &right);
    for (uint32_t i = 0; i < left.count; i++)
        for (uint32_t k = 0; k < (l->right ? right.count : 1); k++) {
            syn_literal *copy = ARENA_NEW(w->arena, syn_literal);
            *copy = *l;
            copy->atom = vec_at(&left, i);
            copy->right = l->right ? vec_at(&right, k) : NULL;
            vec_push(w->arena, out, copy);
        }
}
