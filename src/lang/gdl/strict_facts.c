/* Facts and moves that are asked for, yet nothing makes: `(true (contrl ?p))`, where the rules make `control`. The
 * public validator does not look inside of terms, so that this is none of its checks. */
#include "lang/gdl/strict.h"

#include <string.h>

typedef VEC(const gdl_node *) node_list;

typedef struct fact_check {
    strict_sheet *s;
    node_list facts, moves; /* what init and next, legal make: terms; of legal the whole sentence */
} fact_check;

static const char *word(const fact_check *c, const gdl_node *n) { return intern_text(c->s->t->names, n->spelled); }

/* Whether some instance of both is the same. That a variable stands for one thing only is left out. */
static bool may_match(const gdl_node *a, const gdl_node *b)
{
    if (a->kind == GDL_VARIABLE || b->kind == GDL_VARIABLE)
        return true;
    if (strict_name(a)->name != strict_name(b)->name || strict_arity(a) != strict_arity(b))
        return false;
    for (uint32_t i = 1; i <= strict_arity(a); i++)
        if (!may_match(a->items[i], b->items[i]))
            return false;
    return true;
}

static bool is_keyword(const fact_check *c, const gdl_node *n, const char *keyword, uint32_t arity)
{
    return n->kind == GDL_LIST && gdl_is(c->s->t, n->items[0], keyword) && strict_arity(n) == arity;
}

/* What is near: a name, or the same name made otherwise. */
static void add_hint(fact_check *c, diag *d, const gdl_node *wanted, const node_list *made, uint32_t argument)
{
    suggestion s;
    const gdl_node *same = NULL;
    suggest_init(&s, word(c, strict_name(wanted)));
    for (uint32_t i = 0; i < made->count; i++) {
        const gdl_node *term = made->data[i]->items[argument];
        if (strict_name(term)->name == strict_name(wanted)->name)
            same = term;
        else
            suggest_offer(&s, word(c, strict_name(term)));
    }
    if (same && strict_arity(same) != strict_arity(wanted))
        diag_set_hint(c->s->t->sink, d, "`%s` is made with %u argument%s, not %u", word(c, strict_name(wanted)),
                      strict_arity(same), strict_arity(same) == 1 ? "" : "s", strict_arity(wanted));
    else if (same)
        diag_add_note(c->s->t->sink, d, c->s->t->source, same->span, "`%s` is made here, with other arguments",
                      word(c, strict_name(wanted)));
    else if (s.best)
        diag_set_hint(c->s->t->sink, d, "did you mean `%s`?", s.best);
}

static void check_sentence(void *user, const gdl_node *n)
{
    fact_check *c = user;
    bool fact = is_keyword(c, n, "true", 1), move = is_keyword(c, n, "does", 2), made = false;
    if (!fact && !move)
        return;
    const gdl_node *wanted = n->items[fact ? 1 : 2];
    const node_list *all = fact ? &c->facts : &c->moves;
    for (uint32_t i = 0; i < all->count && !made; i++)
        made = may_match(wanted, all->data[i]->items[fact ? 1 : 2]) && (fact || may_match(n->items[1], all->data[i]->items[1]));
    if (made || wanted->kind == GDL_VARIABLE)
        return;
    src_span at = strict_name(wanted)->span;
    diag *d = fact ? gdl_report(c->s->t, DIAG_GDL_DEAD_FACT, at, "no `init` and no `next` makes this `%s`: it is never true",
                                word(c, strict_name(wanted)))
                   : gdl_report(c->s->t, DIAG_GDL_DEAD_MOVE, at, "no `legal` allows this `%s`: nobody ever does it",
                                word(c, strict_name(wanted)));
    add_hint(c, d, wanted, all, fact ? 1 : 2);
}

void strict_facts(strict_sheet *s)
{
    fact_check c = {.s = s};
    for (uint32_t i = 0; i < s->forms.count; i++) {
        const gdl_node *head = s->forms.data[i].head;
        if (is_keyword(&c, head, "init", 1) || is_keyword(&c, head, "next", 1))
            vec_push(s->scratch, &c.facts, head);
        else if (is_keyword(&c, head, "legal", 2))
            vec_push(s->scratch, &c.moves, head);
    }
    strict_visitor v = {.sentence = check_sentence};
    for (uint32_t i = 0; i < s->forms.count; i++)
        strict_walk_body(s, &s->forms.data[i], &v, &c);
}
