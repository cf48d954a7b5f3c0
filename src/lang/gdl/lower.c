/* Rule sheets to logic programs. Disjunctions are multiplied out, negations moved inwards. */
#include "lang/gdl/gdl.h"

#include "base/map.h"

#include <string.h>

enum { ALTERNATIVES_MAX = 1 << 16, LITERALS_MAX = 10000, VARIABLES_MAX = 10000 };

typedef struct pending { /* conditions that are still to be met */
    const gdl_node *node;
    bool negated;
    struct pending *next;
} pending;

typedef struct alternative { /* of a disjunction, with the literals before it */
    pending *rest;
    uint32_t body;
} alternative;

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
    VEC(alternative) open;
    bool failed;
} rule_maker;

static void fail(rule_maker *m, const gdl_node *at, const char *message)
{
    if (!m->failed)
        diag_report(m->t->sink, DIAG_GDL_FORM, m->t->source, at->span, "%s", message);
    m->failed = true;
}

static void fail_limit(rule_maker *m, const gdl_node *at, const char *message)
{
    if (!m->failed)
        diag_report(m->t->sink, DIAG_TOO_LARGE, m->t->source, at->span, "%s", message);
    m->failed = true;
}

static logic_term make_term(rule_maker *m, const gdl_node *n)
{
    if (n->kind == GDL_VARIABLE) {
        const uint32_t *known = map_get(&m->variables, n->name);
        if (known)
            return logic_variable(&m->p->terms, *known);
        map_put(&m->variables, n->name, m->variable_count);
        return logic_variable(&m->p->terms, m->variable_count++);
    }
    if (n->kind == GDL_WORD) {
        map_put(m->bare, n->name, 1);
        return logic_function(&m->p->terms, n->name, NULL, 0);
    }
    if (n->count == 1 && gdl_item(n, 0)->kind == GDL_WORD)
        map_put(m->lists, gdl_item(n, 0)->name, 1);
    if (n->count == 0 || gdl_item(n, 0)->kind != GDL_WORD) {
        fail(m, n, "a term is a word, a variable, or a list that begins with a word");
        return logic_function(&m->p->terms, intern_cstr(m->t->names, "nil"), NULL, 0);
    }
    logic_term *args = ARENA_ARRAY(m->scratch, logic_term, n->count);
    for (uint32_t i = 1; i < n->count; i++)
        args[i - 1] = make_term(m, gdl_item(n, i));
    return logic_function(&m->p->terms, gdl_item(n, 0)->name, args, n->count - 1);
}

enum { ARITY_MAX = 200 };

/* Relation and arguments of a sentence. */
static const logic_term *make_atom(rule_maker *m, const gdl_node *n, rl_relation *relation)
{
    *relation = 0;
    if (n->kind == GDL_VARIABLE || (n->kind == GDL_LIST && (n->count == 0 || gdl_item(n, 0)->kind != GDL_WORD))) {
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
    logic_term *args = ARENA_ARRAY(m->scratch, logic_term, n->count);
    for (uint32_t i = 1; i < n->count; i++)
        args[i - 1] = make_term(m, gdl_item(n, i));
    *relation = rl_relation_of(m->p, gdl_item(n, 0)->name, n->count - 1, n->span);
    return args;
}

static void finish_rule(rule_maker *m)
{
    rl_rule r = {.body = m->body.data, .body_count = m->body.count, .span = m->rule->span};
    r.args = make_atom(m, m->head, &r.head);
    r.variables = m->variable_count;
    if (m->variable_count > VARIABLES_MAX)
        fail_limit(m, m->rule, "a rule has more than 10,000 variables");
    if (++m->alternatives > ALTERNATIVES_MAX)
        fail(m, m->rule, "the disjunctions of this rule have more than 65,536 combinations");
    if (!m->failed)
        rl_add_rule(m->p, &r);
}

static pending *put_before(rule_maker *m, const gdl_node *n, bool negated, pending *next)
{
    pending *p = ARENA_NEW(m->scratch, pending);
    *p = (pending){n, negated, next};
    return p;
}

/* All of the items of a list, then the rest. */
static pending *all_of(rule_maker *m, const gdl_node *n, uint32_t from, bool negated, pending *rest)
{
    for (uint32_t i = n->count; i-- > from;)
        rest = put_before(m, gdl_item(n, i), negated, rest);
    return rest;
}

/* One after the other, any of the items of a list; the first one is tried first. */
static void any_of(rule_maker *m, const gdl_node *n, bool negated, pending *rest)
{
    for (uint32_t i = n->count; i-- > 1;)
        vec_push(m->scratch, &m->open, ((alternative){put_before(m, gdl_item(n, i), negated, rest), m->body.count}));
}

static void add_literal(rule_maker *m, const gdl_node *n, bool negated)
{
    rl_literal l = {negated ? LOGIC_FAILS : LOGIC_HOLDS, 0, NULL, n->span};
    if (n->kind == GDL_LIST && gdl_headed(m->t, n, "distinct")) {
        if (n->count != 3) {
            fail(m, n, "`distinct` takes two terms");
            return;
        }
        logic_term *both = ARENA_ARRAY(m->scratch, logic_term, 2);
        both[0] = make_term(m, gdl_item(n, 1));
        both[1] = make_term(m, gdl_item(n, 2));
        l = (rl_literal){negated ? LOGIC_EQUAL : LOGIC_DISTINCT, LOGIC_NONE, both, n->span};
    } else {
        l.args = make_atom(m, n, &l.relation);
    }
    if (m->body.count == LITERALS_MAX)
        fail_limit(m, n, "a rule has more than 10,000 literals");
    else
        vec_push(m->scratch, &m->body, l);
}

/* What is left to be met after the first of the conditions, or NULL with alternatives left open. */
static pending *meet(rule_maker *m, pending *first, bool *branched)
{
    const gdl_node *n = first->node;
    bool negated = first->negated, list = n->kind == GDL_LIST, or = list && gdl_headed(m->t, n, "or");
    if (or || (list && gdl_headed(m->t, n, "and"))) {
        if (or == negated)
            return all_of(m, n, 1, negated, first->next);
        any_of(m, n, negated, first->next);
        *branched = true;
        return NULL;
    }
    if (list && gdl_headed(m->t, n, "not")) {
        if (n->count == 2)
            return put_before(m, gdl_item(n, 1), !negated, first->next);
        fail(m, n, "`not` takes one sentence");
        return NULL;
    }
    add_literal(m, n, negated);
    return first->next;
}

static void make_rules(rule_maker *m, pending *rest)
{
    vec_push(m->scratch, &m->open, ((alternative){rest, 0}));
    while (m->open.count > 0 && !m->failed) {
        alternative next = m->open.data[--m->open.count];
        bool branched = false;
        m->body.count = next.body;
        for (rest = next.rest; rest && !m->failed;)
            rest = meet(m, rest, &branched);
        if (!branched && !m->failed)
            finish_rule(m);
    }
}

static bool lower_top(gdl_text *t, rl_program *p, const gdl_node *n, map *bare, map *lists)
{
    arena *scratch = arena_child(t->arena);
    rule_maker m = {.t = t, .p = p, .scratch = scratch, .rule = n, .head = n, .bare = bare, .lists = lists};
    map_init(&m.variables, scratch);
    pending *rest = NULL;
    if (n->kind == GDL_LIST && gdl_headed(t, n, "<=")) {
        if (n->count < 2) {
            fail(&m, n, "a rule needs a head");
        } else {
            m.head = gdl_item(n, 1);
            rest = all_of(&m, n, 2, false, NULL);
        }
    }
    if (!m.failed)
        make_rules(&m, rest);
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
        ok &= lower_top(t, p, vec_at(&t->top, i), &bare, &lists);
    for (uint32_t i = 0; i < lists.capacity; i++)
        if (lists.entries[i].used && !map_has(&bare, lists.entries[i].key))
            map_put(&p->terms.lists, lists.entries[i].key, 1);
    return ok ? p : NULL;
}
