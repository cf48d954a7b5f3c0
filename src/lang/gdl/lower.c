/* Rule sheets to logic programs. Disjunctions are multiplied out, negations moved inwards. */
#include "lang/gdl/gdl.h"

#include "base/map.h"

#include <string.h>

enum { ALTERNATIVES_MAX = 1 << 16 };

typedef struct pending { /* conditions that are still to be met */
    const gdl_node *node;
    bool negated;
    struct pending *next;
} pending;

typedef struct rule_maker {
    gdl_text *t;
    rl_program *p;
    arena *scratch;
    map variables;     /* name -> number */
    map *bare, *lists; /* constants written without and with parentheses */
    uint32_t variable_count;
    uint32_t alternatives;
    const gdl_node *rule, *head;
    VEC(rl_literal) body;
    bool failed;
} rule_maker;

static void fail(rule_maker *m, const gdl_node *at, const char *message)
{
    if (!m->failed)
        diag_report(m->t->sink, DIAG_GDL_FORM, m->t->source, at->span, "%s", message);
    m->failed = true;
}

static rl_term make_term(rule_maker *m, const gdl_node *n)
{
    if (n->kind == GDL_VARIABLE) {
        const uint32_t *known = map_get(&m->variables, n->name);
        if (known)
            return rl_variable(&m->p->terms, *known);
        map_put(&m->variables, n->name, m->variable_count);
        return rl_variable(&m->p->terms, m->variable_count++);
    }
    if (n->kind == GDL_WORD) {
        map_put(m->bare, n->name, 1);
        return rl_function(&m->p->terms, n->name, NULL, 0);
    }
    if (n->count == 1 && n->items[0]->kind == GDL_WORD)
        map_put(m->lists, n->items[0]->name, 1);
    if (n->count == 0 || n->items[0]->kind != GDL_WORD) {
        fail(m, n, "a term is a word, a variable, or a list that begins with a word");
        return rl_function(&m->p->terms, intern_cstr(m->t->names, "nil"), NULL, 0);
    }
    rl_term *args = ARENA_ARRAY(m->scratch, rl_term, n->count);
    for (uint32_t i = 1; i < n->count; i++)
        args[i - 1] = make_term(m, n->items[i]);
    return rl_function(&m->p->terms, n->items[0]->name, args, n->count - 1);
}

enum { ARITY_MAX = 200 };

/* Relation and arguments of a sentence. */
static const rl_term *make_atom(rule_maker *m, const gdl_node *n, rl_relation *relation)
{
    *relation = 0;
    if (n->kind == GDL_VARIABLE ||
        (n->kind == GDL_LIST && (n->count == 0 || n->items[0]->kind != GDL_WORD))) {
        fail(m, n, "a sentence is a word, or a list that begins with a word");
        return NULL;
    }
    if (n->kind == GDL_WORD) {
        *relation = rl_relation_of(m->p, n->name, 0, n->span);
        return NULL;
    }
    if (n->count > ARITY_MAX) {
        fail(m, n, "a sentence has more than 200 arguments");
        return NULL;
    }
    rl_term *args = ARENA_ARRAY(m->scratch, rl_term, n->count);
    for (uint32_t i = 1; i < n->count; i++)
        args[i - 1] = make_term(m, n->items[i]);
    *relation = rl_relation_of(m->p, n->items[0]->name, n->count - 1, n->span);
    return args;
}

static void finish_rule(rule_maker *m)
{
    rl_rule r = {.body = m->body.data, .body_count = m->body.count, .span = m->rule->span};
    r.args = make_atom(m, m->head, &r.head);
    r.variables = m->variable_count;
    if (++m->alternatives > ALTERNATIVES_MAX)
        fail(m, m->rule, "the disjunctions of this rule have more than 65,536 combinations");
    if (!m->failed)
        rl_add_rule(m->p, &r);
}

static void go_on(rule_maker *m, pending *rest);

static void take_literal(rule_maker *m, rl_literal l, pending *rest)
{
    vec_push(m->scratch, &m->body, l);
    go_on(m, rest);
    m->body.count--;
}

/* All of the items of a list (then the rest), or, one after the other, any of them. */
static void take_items(rule_maker *m, const gdl_node *n, bool negated, bool all, pending *rest)
{
    if (!all) {
        for (uint32_t i = 1; i < n->count && !m->failed; i++) {
            pending one = {n->items[i], negated, rest};
            go_on(m, &one);
        }
        return;
    }
    pending *list = ARENA_ARRAY(m->scratch, pending, n->count);
    for (uint32_t i = n->count; i-- > 1;) {
        list[i] = (pending){n->items[i], negated, rest};
        rest = &list[i];
    }
    go_on(m, rest);
}

static void go_on(rule_maker *m, pending *rest)
{
    if (m->failed)
        return;
    if (!rest) {
        finish_rule(m);
        return;
    }
    const gdl_node *n = rest->node;
    bool negated = rest->negated;
    gdl_text *t = m->t;
    if (n->kind == GDL_LIST && gdl_headed(t, n, "or")) {
        take_items(m, n, negated, negated, rest->next);
    } else if (n->kind == GDL_LIST && gdl_headed(t, n, "and")) {
        take_items(m, n, negated, !negated, rest->next);
    } else if (n->kind == GDL_LIST && gdl_headed(t, n, "not")) {
        if (n->count != 2) {
            fail(m, n, "`not` takes one sentence");
            return;
        }
        pending inner = {n->items[1], !negated, rest->next};
        go_on(m, &inner);
    } else if (n->kind == GDL_LIST && gdl_headed(t, n, "distinct")) {
        if (n->count != 3) {
            fail(m, n, "`distinct` takes two terms");
            return;
        }
        rl_term both[2] = {make_term(m, n->items[1]), make_term(m, n->items[2])};
        take_literal(m, (rl_literal){negated ? RL_EQUAL : RL_DISTINCT, RL_NONE, both, n->span},
                     rest->next);
    } else {
        rl_literal l = {negated ? RL_FAILS : RL_HOLDS, 0, NULL, n->span};
        l.args = make_atom(m, n, &l.relation);
        take_literal(m, l, rest->next);
    }
}

static bool lower_top(gdl_text *t, rl_program *p, const gdl_node *n, map *bare, map *lists)
{
    arena *scratch = arena_child(t->arena);
    rule_maker m = {
        .t = t, .p = p, .scratch = scratch, .rule = n, .head = n, .bare = bare, .lists = lists};
    map_init(&m.variables, scratch);
    pending *rest = NULL;
    if (n->kind == GDL_LIST && gdl_headed(t, n, "<=")) {
        if (n->count < 2) {
            fail(&m, n, "a rule needs a head");
        } else {
            m.head = n->items[1];
            pending *list = ARENA_ARRAY(scratch, pending, n->count);
            for (uint32_t i = n->count; i-- > 2;) {
                list[i] = (pending){n->items[i], false, rest};
                rest = &list[i];
            }
        }
    }
    if (!m.failed)
        go_on(&m, rest);
    arena_done(scratch);
    return !m.failed;
}

rl_program *gdl_lower(gdl_text *t, arena *keep)
{
    rl_program *p = rl_program_new(keep, t->names, t->source, t->sink);
    map bare, lists;
    bool ok = true;
    map_init(&bare, t->arena);
    map_init(&lists, t->arena);
    for (uint32_t i = 0; i < t->top.count; i++)
        ok &= lower_top(t, p, t->top.data[i], &bare, &lists);
    for (uint32_t i = 0; i < lists.capacity; i++)
        if (lists.entries[i].used && !map_has(&bare, lists.entries[i].key))
            map_put(&p->terms.lists, lists.entries[i].key, 1);
    return ok ? p : NULL;
}
