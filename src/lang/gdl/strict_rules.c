/* Checks of the strict reading that look at single rules, with the graph of relations. */
#include "lang/gdl/strict.h"

#include <string.h>
#include <strings.h>

static const char *text_of(const strict_sheet *s, const gdl_node *n) { return intern_text(s->t->names, n->spelled); }

static bool is_one_of(const strict_sheet *s, const gdl_node *n, const char *const *words)
{
    for (; *words; words++)
        if (strcasecmp(text_of(s, n), *words) == 0)
            return true;
    return false;
}

typedef struct rule_check {
    strict_sheet *s;
    const strict_form *form;
    map supported; /* variables that a positive sentence binds */
} rule_check;

static name_id head_name(const rule_check *c) { return strict_name(c->form->head)->spelled; }

/* ---- safety ---- */

typedef struct variable_set {
    arena *arena;
    map has;
    vec_u32 list;
} variable_set;

static void add_variable(void *user, const gdl_node *n)
{
    variable_set *set = user;
    if (map_has(&set->has, n->spelled))
        return;
    map_put(&set->has, n->spelled, 1);
    vec_push(set->arena, &set->list, n->spelled);
}

static void set_init(variable_set *set, arena *a)
{
    *set = (variable_set){.arena = a};
    map_init(&set->has, a);
}

static const strict_visitor variables = {.variable = add_variable};

/* The variables that a condition binds. */
static void bound_by(const rule_check *c, const gdl_node *n, variable_set *out)
{
    const strict_sheet *s = c->s;
    strict_kind kind = strict_literal(s, n);
    if (kind == STRICT_SENTENCE)
        strict_walk_sentence(s, n, &variables, out);
    for (uint32_t i = 1; kind == STRICT_AND && i < n->count; i++)
        bound_by(c, gdl_item(n, i), out);
    if (kind != STRICT_OR || n->count < 2)
        return;
    map counts;
    map_init(&counts, s->scratch);
    for (uint32_t i = 1; i < n->count; i++) {
        variable_set one;
        set_init(&one, s->scratch);
        bound_by(c, gdl_item(n, i), &one);
        for (uint32_t k = 0; k < one.list.count; k++) {
            const uint32_t *known = map_get(&counts, vec_at(&one.list, k));
            uint32_t count = known ? *known + 1 : 1;
            map_put(&counts, vec_at(&one.list, k), count);
            gdl_node in_all = {.spelled = vec_at(&one.list, k)};
            if (count == n->count - 1)
                add_variable(out, &in_all);
        }
    }
}

/* Reports those that are not bound. */
static void need_bound(rule_check *c, const variable_set *used, const gdl_node *at, const char *where)
{
    gdl_text *t = c->s->t;
    const char *missing = NULL;
    uint32_t more = 0;
    for (uint32_t i = 0; i < used->list.count; i++)
        if (!map_has(&c->supported, vec_at(&used->list, i))) {
            more += missing != NULL;
            missing = missing ? missing : intern_text(t->names, vec_at(&used->list, i));
        }
    if (!missing)
        return;
    bool own = t->infix && missing[0] == '_' && missing[1] >= '0' && missing[1] <= '9';
    diag *d = gdl_report(t, DIAG_GDL_UNSAFE, at->span,
                         "the variable `%s%s`%s %s is unsafe: bound by no positive condition", t->infix ? "" : "?",
                         own ? "_" : missing, more ? arena_printf(t->arena, " (and %u more)", more) : "", where);
    diag_set_hint(t->sink, d,
                  "it has to occur in a condition of the rule that is a sentence without "
                  "a negation");
}

static void safe_literal(void *user, const gdl_node *n, strict_kind kind)
{
    rule_check *c = user;
    if (kind != STRICT_NOT && kind != STRICT_DISTINCT)
        return;
    variable_set used;
    set_init(&used, c->s->scratch);
    strict_walk_literal(c->s, n, &variables, &used);
    need_bound(c, &used, n, kind == STRICT_NOT ? "under this negation" : "in this `distinct`");
}

static void check_safety(rule_check *c)
{
    variable_set used;
    set_init(&used, c->s->scratch);
    for (uint32_t i = 2; i < c->form->node->count; i++)
        bound_by(c, gdl_item(c->form->node, i), &used);
    c->supported = used.has;
    set_init(&used, c->s->scratch);
    strict_walk_sentence(c->s, c->form->head, &variables, &used);
    need_bound(c, &used, c->form->head, "in the head");
    strict_visitor v = {.literal = safe_literal};
    strict_walk_body(c->s, c->form, &v, c);
}

/* ---- recursion ---- */

static bool recursive(const rule_check *c, const gdl_node *sentence)
{
    const strict_sheet *s = c->s;
    return s->component[strict_number(s, sentence)] == s->component[strict_number(s, c->form->head)];
}

static void write_term(const strict_sheet *s, const gdl_node *n, bool *ground, vec_u32 *out)
{
    if (n->kind == GDL_LIST) {
        vec_push(s->scratch, out, UINT32_MAX);
        for (uint32_t i = 0; i < n->count; i++)
            write_term(s, gdl_item(n, i), ground, out);
        vec_push(s->scratch, out, UINT32_MAX - 1);
        return;
    }
    *ground &= n->kind == GDL_WORD;
    vec_push(s->scratch, out, n->spelled << 1 | (n->kind == GDL_VARIABLE));
}

/* Equal terms have equal keys. */
static name_id term_key(strict_sheet *s, const gdl_node *n, bool *ground)
{
    vec_u32 words = {0};
    *ground = true;
    write_term(s, n, ground, &words);
    return intern_add(&s->terms, (const char *)words.data, words.count * sizeof *words.data);
}

static void add_terms(strict_sheet *s, const gdl_node *sentence, map *into)
{
    bool ground;
    for (uint32_t i = 1; sentence->kind == GDL_LIST && i < sentence->count; i++)
        map_put(into, term_key(s, gdl_item(sentence, i), &ground), 1);
}

/* Arguments of conditions that are outside of the recursion: a disjunction gives those that all of
 * it have. */
static void add_grounded(const rule_check *c, const gdl_node *n, map *into)
{
    strict_sheet *s = c->s;
    strict_kind kind = strict_literal(s, n);
    if (kind == STRICT_SENTENCE && !recursive(c, n))
        add_terms(s, n, into);
    for (uint32_t i = 1; kind == STRICT_AND && i < n->count; i++)
        add_grounded(c, gdl_item(n, i), into);
    if (kind != STRICT_OR)
        return;
    map counts;
    map_init(&counts, s->scratch);
    for (uint32_t i = 1; i < n->count; i++) {
        const gdl_node *one = gdl_item(n, i);
        if (strict_literal(s, one) != STRICT_SENTENCE || recursive(c, one))
            return;
        map mine;
        bool ground;
        map_init(&mine, s->scratch);
        for (uint32_t k = 1; one->kind == GDL_LIST && k < one->count; k++) {
            name_id key = term_key(s, gdl_item(one, k), &ground);
            if (map_has(&mine, key))
                continue;
            map_put(&mine, key, 1);
            const uint32_t *known = map_get(&counts, key);
            uint32_t count = known ? *known + 1 : 1;
            map_put(&counts, key, count);
            if (count == n->count - 1)
                map_put(into, key, 1);
        }
    }
}

static void restrict_sentence(const rule_check *c, const gdl_node *n, const map *fine)
{
    if (!recursive(c, n))
        return;
    for (uint32_t i = 1; n->kind == GDL_LIST && i < n->count; i++) {
        bool ground;
        name_id key = term_key(c->s, gdl_item(n, i), &ground);
        if (ground || map_has(fine, key))
            continue;
        diag *d = gdl_report(c->s->t, DIAG_GDL_RECURSION, gdl_item(n, i)->span,
                             "this argument of a recursive condition may take ever new values");
        diag_set_hint(c->s->t->sink, d,
                      "it has to be an argument of the head as well, or of a condition "
                      "outside of the recursion");
    }
}

static void check_recursion(rule_check *c)
{
    strict_sheet *s = c->s;
    const gdl_node *rule = c->form->node;
    map fine;
    map_init(&fine, s->scratch);
    add_terms(s, c->form->head, &fine);
    for (uint32_t i = 2; i < rule->count; i++)
        add_grounded(c, gdl_item(rule, i), &fine);
    for (uint32_t i = 2; i < rule->count; i++) {
        const gdl_node *n = gdl_item(rule, i);
        strict_kind kind = strict_literal(s, n);
        if (kind == STRICT_SENTENCE)
            restrict_sentence(c, n, &fine);
        for (uint32_t k = 1; (kind == STRICT_OR || kind == STRICT_AND) && k < n->count; k++)
            if (strict_literal(s, gdl_item(n, k)) == STRICT_SENTENCE)
                restrict_sentence(c, gdl_item(n, k), &fine);
    }
}

/* ---- negation ---- */

static void negated(void *user, const gdl_node *n, strict_kind kind)
{
    rule_check *c = user;
    gdl_text *t = c->s->t;
    if (kind != STRICT_NOT)
        return;
    const gdl_node *inner = gdl_item(n, 1);
    if (strict_literal(c->s, inner) != STRICT_SENTENCE) {
        diag *d = gdl_report(t, DIAG_GDL_NOT, n->span, "`not` is for a sentence only");
        diag_set_hint(t->sink, d, "rewrite it with a relation of its own, or by several rules");
    } else if (recursive(c, inner) && strict_reaches(c->s, inner, (uint32_t)(c->form - c->s->forms.data))) {
        diag *d = gdl_report(t, DIAG_GDL_NEGATIVE_CYCLE, n->span, "`%s` depends on its own negation",
                             intern_text(t->names, head_name(c)));
        diag_add_note(t->sink, d, t->source, c->form->head->span, "in the rule for this");
    }
}

/* ---- words ---- */

static const char *const constant_words[] = {"init", "base", "input", NULL};
static const char *const head_words[] = {"init", "next", "base", "input", NULL};
static const char *const free_words[] = {"terminal", "legal", "goal", NULL};

static void depends(void *user, const gdl_node *n)
{
    rule_check *c = user;
    const strict_sheet *s = c->s;
    const gdl_node *head = strict_name(c->form->head);
    uint32_t number = strict_number(s, n);
    if (is_one_of(s, head, constant_words)) {
        if (s->on_state[number])
            gdl_report(s->t, DIAG_GDL_STATIC, n->span, "`%s` cannot depend on the state of the game", text_of(s, head));
        if (s->on_moves[number])
            gdl_report(s->t, DIAG_GDL_STATIC, n->span, "`%s` cannot depend on moves", text_of(s, head));
    }
    if (is_one_of(s, head, free_words) && s->on_moves[number])
        gdl_report(s->t, DIAG_GDL_ACTS, n->span, "`%s` cannot depend on moves: they are not made yet",
                   text_of(s, head));
    if (is_one_of(s, strict_name(n), head_words)) {
        diag *d = gdl_report(s->t, DIAG_GDL_BODY, n->span, "`%s` cannot be a condition", text_of(s, strict_name(n)));
        diag_set_hint(s->t->sink, d, "what holds now is `(true ...)`");
    }
}

static void check_head(rule_check *c)
{
    static const char *const fixed[] = {"role", "true", "does", NULL};
    const gdl_node *name = strict_name(c->form->head);
    if (!is_one_of(c->s, name, fixed))
        return;
    bool role = strcasecmp(text_of(c->s, name), "role") == 0;
    gdl_report(c->s->t, DIAG_GDL_HEAD, c->form->head->span,
               role ? "roles are facts, not made by rules"
                    : "what is true, and what a role does, is not made by rules");
}

static void check_fact(rule_check *c)
{
    static const char *const never[] = {"true", "does", NULL};
    if (is_one_of(c->s, strict_name(c->form->head), never)) {
        diag *d = gdl_report(c->s->t, DIAG_GDL_STANDALONE, c->form->head->span,
                             "what is true, and what a role does, is no fact of the rules");
        diag_set_hint(c->s->t->sink, d, "what holds at the start is `(init ...)`");
    }
}

static void fact_variable(void *user, const gdl_node *n)
{
    const strict_sheet *s = user;
    gdl_report(s->t, DIAG_GDL_VARIABLE_FACT, n->span, "a variable in a fact stands for nothing");
}

void strict_rules(strict_sheet *s)
{
    for (uint32_t i = 0; i < s->forms.count; i++) {
        arena *whole = s->scratch;
        s->scratch = arena_child(whole);
        rule_check c = {.s = s, .form = &vec_at(&s->forms, i)};
        if (c.form->rule) {
            strict_visitor v = {.sentence = depends, .literal = negated};
            check_head(&c);
            check_safety(&c);
            check_recursion(&c);
            strict_walk_body(s, c.form, &v, &c);
        } else {
            strict_visitor v = {.variable = fact_variable};
            check_fact(&c);
            strict_walk_sentence(s, c.form->head, &v, s);
        }
        arena_done(s->scratch);
        s->scratch = whole;
    }
}
