/* Facts and moves that are asked for, yet nothing makes: `(true (contrl ?p))`, where the rules make `control`. The
 * public validator does not look inside of terms, so that this is none of its checks. */
#include "lang/gdl/strict.h"

#include <stdlib.h>
#include <string.h>

/* Sentences in the order of the text; those with the same name and arity are chained. */
typedef struct node_list {
    VEC(const gdl_node *) list;
    vec_u32 next; /* [i] the one before with that key, + 1 */
    map last;     /* key -> the last, + 1 */
    bool any;     /* one of them is a variable */
} node_list;

typedef struct fact_check {
    strict_sheet *s;
    node_list facts, moves; /* what init and next, legal make: terms; of legal the whole sentence */
} fact_check;

bool strict_may_match(const gdl_node *a, const gdl_node *b)
{
    if (a->kind == GDL_VARIABLE || b->kind == GDL_VARIABLE)
        return true;
    if (strict_name(a)->name != strict_name(b)->name || strict_arity(a) != strict_arity(b))
        return false;
    for (uint32_t i = 1; i <= strict_arity(a); i++)
        if (!strict_may_match(gdl_item(a, i), gdl_item(b, i)))
            return false;
    return true;
}

static void add_made(fact_check *c, node_list *l, const gdl_node *sentence, uint32_t argument)
{
    const gdl_node *term = gdl_item(sentence, argument);
    if (term->kind == GDL_VARIABLE) {
        l->any = true;
        return;
    }
    const uint32_t *before = map_get(&l->last, strict_key(term));
    uint32_t link = before ? *before : 0;
    vec_push(c->s->scratch, &l->list, sentence);
    vec_push(c->s->scratch, &l->next, link);
    map_put(&l->last, strict_key(term), l->list.count);
}

/* What is near: a name, or the same name made otherwise. */
static void add_hint(fact_check *c, diag *d, const gdl_node *wanted, const node_list *made, uint32_t argument)
{
    suggestion s;
    const gdl_node *same = NULL;
    suggest_init(&s, strict_word(c->s, strict_name(wanted)));
    for (uint32_t i = 0; i < made->list.count; i++) {
        const gdl_node *term = gdl_item(vec_at(&made->list, i), argument);
        if (strict_name(term)->name == strict_name(wanted)->name)
            same = term;
        else
            suggest_offer(&s, strict_word(c->s, strict_name(term)));
    }
    if (same && strict_arity(same) != strict_arity(wanted))
        diag_set_hint(c->s->t->sink, d, "`%s` is made with %u argument%s, not %u",
                      strict_word(c->s, strict_name(wanted)), strict_arity(same), strict_arity(same) == 1 ? "" : "s",
                      strict_arity(wanted));
    else if (same)
        diag_add_note(c->s->t->sink, d, c->s->t->source, same->span, "`%s` is made here, with other arguments",
                      strict_word(c->s, strict_name(wanted)));
    else
        diag_hint_near(c->s->t->sink, d, &s);
}

static void check_sentence(void *user, const gdl_node *n)
{
    fact_check *c = user;
    bool fact = strict_is(c->s, n, "true", 1), move = strict_is(c->s, n, "does", 2), made = false;
    if (!fact && !move)
        return;
    const gdl_node *wanted = gdl_item(n, fact ? 1 : 2);
    const node_list *all = fact ? &c->facts : &c->moves;
    if (wanted->kind == GDL_VARIABLE || all->any)
        return;
    const uint32_t *last = map_get(&all->last, strict_key(wanted));
    for (uint32_t i = last ? *last : 0; i > 0 && !made; i = vec_at(&all->next, i - 1)) {
        const gdl_node *one = vec_at(&all->list, i - 1);
        arena_work(c->s->scratch, 1);
        made = strict_may_match(wanted, gdl_item(one, fact ? 1 : 2)) &&
               (fact || strict_may_match(gdl_item(n, 1), gdl_item(one, 1)));
    }
    if (made)
        return;
    src_span at = strict_name(wanted)->span;
    diag *d =
        fact ? gdl_report(c->s->t, DIAG_GDL_DEAD_FACT, at, "no `init` and no `next` makes this `%s`: it is never true",
                          strict_word(c->s, strict_name(wanted)))
             : gdl_report(c->s->t, DIAG_GDL_DEAD_MOVE, at, "no `legal` allows this `%s`: nobody ever does it",
                          strict_word(c->s, strict_name(wanted)));
    add_hint(c, d, wanted, all, fact ? 1 : 2);
}

static void check_goal(const fact_check *c, const gdl_node *head)
{
    const gdl_node *value = strict_is(c->s, head, "goal", 2) ? gdl_item(head, 2) : NULL;
    const char *text = value && value->kind == GDL_WORD ? strict_word(c->s, value) : "";
    if (!*text || text[strspn(text, "0123456789")] || strtoul(text, NULL, 10) <= 100)
        return;
    diag *d = gdl_report(c->s->t, DIAG_GDL_GOAL_VALUE, value->span, "goals lie between 0 and 100, this is %s", text);
    diag_set_hint(c->s->t->sink, d, "players and measures take 100 for a win, 0 for a loss");
}

void strict_facts(strict_sheet *s)
{
    fact_check c = {.s = s};
    map_init(&c.facts.last, s->scratch);
    map_init(&c.moves.last, s->scratch);
    for (uint32_t i = 0; i < s->forms.count; i++) {
        const gdl_node *head = vec_at(&s->forms, i).head;
        if (strict_is(c.s, head, "init", 1) || strict_is(c.s, head, "next", 1))
            add_made(&c, &c.facts, head, 1);
        else if (strict_is(c.s, head, "legal", 2))
            add_made(&c, &c.moves, head, 2);
        check_goal(&c, head);
    }
    strict_visitor v = {.sentence = check_sentence};
    for (uint32_t i = 0; i < s->forms.count; i++)
        strict_walk_body(s, &vec_at(&s->forms, i), &v, &c);
}
