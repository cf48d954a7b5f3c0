/* What can ever come about: facts that `next` keeps up, but nothing begins, and roles that never have a move. A least
 * fixed point over rules, in which facts and moves are told apart by their terms, relations by name alone. */
#include "lang/gdl/strict.h"

#include <string.h>

enum { PASSES_MAX = 1000 };

/* Forms whose heads make something of this name, in the order of the text. */
typedef VEC(uint32_t) form_list;

typedef struct begin_check {
    strict_sheet *s;
    VEC(form_list) lists;
    map facts, moves, relations; /* name and arity -> list */
    bool *possible;              /* [form] */
    bool any_fact, any_move;     /* a head is a variable: nothing is known */
    uint64_t supposed;           /* facts of this key are taken as there */
} begin_check;

/* What a fact or a move is about; NULL: the sentence is neither. */
static const gdl_node *term_of(begin_check *c, const gdl_node *n, map **where)
{
    if (strict_is(c->s, n, "true", 1) || strict_is(c->s, n, "init", 1) || strict_is(c->s, n, "next", 1)) {
        *where = &c->facts;
        return gdl_item(n, 1);
    }
    if (strict_is(c->s, n, "does", 2) || strict_is(c->s, n, "legal", 2)) {
        *where = &c->moves;
        return gdl_item(n, 2);
    }
    *where = &c->relations;
    return NULL;
}

static const form_list *made_by(begin_check *c, const gdl_node *n)
{
    map *where;
    const gdl_node *term = term_of(c, n, &where);
    const uint32_t *found = map_get(where, strict_key(term ? term : n));
    return found ? &vec_at(&c->lists, *found) : NULL;
}

static void note_head(begin_check *c, uint32_t form)
{
    map *where;
    const gdl_node *head = vec_at(&c->s->forms, form).head, *term = term_of(c, head, &where);
    if (term && term->kind == GDL_VARIABLE) {
        *(where == &c->facts ? &c->any_fact : &c->any_move) = true;
        return;
    }
    uint64_t key = strict_key(term ? term : head);
    const uint32_t *found = map_get(where, key);
    uint32_t list = found ? *found : c->lists.count;
    if (!found) {
        map_put(where, key, list);
        vec_push(c->s->scratch, &c->lists, (form_list){0});
    }
    vec_push(c->s->scratch, &vec_at(&c->lists, list), form);
}

static bool sentence_possible(begin_check *c, const gdl_node *n)
{
    map *where;
    const gdl_node *term = term_of(c, n, &where);
    bool fact = where == &c->facts;
    if (term && (term->kind == GDL_VARIABLE || (fact ? c->any_fact : c->any_move)))
        return true;
    if (fact && strict_key(term) == c->supposed)
        return true;
    const form_list *made = made_by(c, n);
    bool possible = !made && !term; /* a relation that nothing defines is another slip */
    for (uint32_t i = 0; made && i < made->count && !possible; i++) {
        const gdl_node *head = vec_at(&c->s->forms, vec_at(made, i)).head;
        possible =
            c->possible[vec_at(made, i)] && (!term || (strict_may_match(term, gdl_item(head, fact ? 1 : 2)) &&
                                                       (fact || strict_may_match(gdl_item(n, 1), gdl_item(head, 1)))));
    }
    return possible;
}

static bool literal_possible(begin_check *c, const gdl_node *n)
{
    switch (strict_literal(c->s, n)) {
    case STRICT_SENTENCE: return sentence_possible(c, n);
    case STRICT_NOT:
    case STRICT_DISTINCT: return true;
    case STRICT_AND:
        for (uint32_t i = 1; i < n->count; i++)
            if (!literal_possible(c, gdl_item(n, i)))
                return false;
        return true;
    case STRICT_OR:
        for (uint32_t i = 1; i < n->count; i++)
            if (literal_possible(c, gdl_item(n, i)))
                return true;
        return n->count == 1;
    }
    return true;
}

static bool form_possible(begin_check *c, const strict_form *f)
{
    for (uint32_t i = 2; f->rule && i < f->node->count; i++)
        if (!literal_possible(c, gdl_item(f->node, i)))
            return false;
    return true;
}

/* False: it takes too long. */
static bool find_possible(begin_check *c)
{
    bool changed = true;
    for (uint32_t pass = 0; changed; pass++) {
        changed = false;
        arena_work(c->s->scratch, c->s->forms.count);
        for (uint32_t i = 0; i < c->s->forms.count; i++)
            if (!c->possible[i] && form_possible(c, &vec_at(&c->s->forms, i)))
                c->possible[i] = changed = true;
        if (pass == PASSES_MAX)
            return false;
    }
    return true;
}

/* The first rule for a fact of which none comes about; `own`: only since it asks for one before. */
static const gdl_node *never_begun(begin_check *c, bool own)
{
    for (uint32_t i = 0; i < c->s->forms.count; i++) {
        const strict_form *f = &vec_at(&c->s->forms, i);
        if (!strict_is(c->s, f->head, "next", 1) || c->possible[i])
            continue;
        const form_list *made = made_by(c, f->head);
        bool never = made != NULL;
        for (uint32_t k = 0; made && k < made->count; k++)
            never &= !c->possible[vec_at(made, k)];
        c->supposed = own ? strict_key(gdl_item(f->head, 1)) : 0;
        never = never && (!own || form_possible(c, f));
        c->supposed = 0;
        if (never)
            return gdl_item(f->head, 1);
    }
    return NULL;
}

static bool check_facts(begin_check *c)
{
    const gdl_node *fact = never_begun(c, true);
    fact = fact ? fact : never_begun(c, false);
    if (!fact)
        return false;
    const gdl_node *name = strict_name(fact);
    diag *d = gdl_report(c->s->t, DIAG_GDL_DEAD_FACT, name->span, "`%s` never comes about: nothing makes the first one",
                         strict_word(c->s, name));
    if (strict_arity(fact))
        diag_set_hint(c->s->t->sink, d, "`(init (%s ..))` says what holds at the start", strict_word(c->s, name));
    else
        diag_set_hint(c->s->t->sink, d, "`(init %s)` says that it holds at the start", strict_word(c->s, name));
    return true;
}

static void check_roles(begin_check *c)
{
    for (uint32_t i = 0; i < c->s->forms.count && !c->any_move; i++) {
        const strict_form *f = &vec_at(&c->s->forms, i);
        bool moves = f->rule || !strict_is(c->s, f->head, "role", 1) || gdl_item(f->head, 1)->kind != GDL_WORD;
        for (uint32_t k = 0; k < c->s->forms.count && !moves; k++) {
            const gdl_node *head = vec_at(&c->s->forms, k).head;
            moves = c->possible[k] && strict_is(c->s, head, "legal", 2) &&
                    strict_may_match(gdl_item(f->head, 1), gdl_item(head, 1));
        }
        if (moves)
            continue;
        const char *name = strict_word(c->s, gdl_item(f->head, 1));
        diag *d = gdl_report(c->s->t, DIAG_IDLE, gdl_item(f->head, 1)->span, "`%s` never has a legal move", name);
        diag_set_hint(c->s->t->sink, d, "a role that has nothing to do needs a move like `(legal %s noop)`", name);
    }
}

void strict_begin(strict_sheet *s)
{
    begin_check c = {.s = s};
    map_init(&c.facts, s->scratch);
    map_init(&c.moves, s->scratch);
    map_init(&c.relations, s->scratch);
    c.possible = ARENA_ARRAY(s->scratch, bool, s->forms.count + 1);
    for (uint32_t i = 0; i < s->forms.count; i++)
        note_head(&c, i);
    if (find_possible(&c) && !check_facts(&c))
        check_roles(&c);
}
