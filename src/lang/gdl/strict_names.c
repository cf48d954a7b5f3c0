/* Checks of the strict reading that look at names across the whole rule sheet. */
#include "lang/gdl/strict.h"

#include <string.h>
#include <strings.h>

typedef struct name_check {
    strict_sheet *s;
    map functions;                      /* spelled names of functions */
    map sentence_arity, function_arity; /* spelled -> first seen arity */
    map capitals, rule_capitals;        /* folded -> spelled */
    map produced, used, two_kinds, unused;
    uint32_t suggestions;
} name_check;

enum { SUGGESTIONS_MAX = 30 };

static const struct {
    const char *word;
    uint32_t arity;
} keywords[] = {{"true", 1}, {"init", 1},     {"next", 1}, {"legal", 2}, {"does", 2},
                {"role", 1}, {"terminal", 0}, {"goal", 2}, {"base", 1},  {"input", 2}};
enum { KEYWORDS = sizeof keywords / sizeof *keywords };

static const char *text_of(const name_check *c, name_id name) { return intern_text(c->s->t->names, name); }

/* Number in the table, or -1. */
static int keyword(const name_check *c, const gdl_node *n)
{
    for (int i = 0; i < KEYWORDS; i++)
        if (strcasecmp(text_of(c, n->spelled), keywords[i].word) == 0)
            return i;
    return -1;
}

/* ---- constants and variables ---- */

static void check_characters(name_check *c, const gdl_node *n)
{
    if (n->anonymous)
        return;
    for (const char *p = text_of(c, n->spelled); *p; p++) {
        bool usual =
            (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_' || *p == '-';
        if (usual)
            continue;
        uint32_t length = utf8_length(p, p + strlen(p));
        gdl_report(c->s->t, DIAG_GDL_CHARACTER, n->span,
                   "the character `%.*s` is unusual: some systems "
                   "may not read it",
                   length ? (int)length : 1, length ? p : "?");
        return;
    }
}

static void check_capitals(name_check *c, map *seen, const gdl_node *n)
{
    /* variables of infix form differ by capitals: what they fold to is told apart already */
    const uint32_t *first = map_get(seen, n->name);
    if (!first) {
        map_put(seen, n->name, n->spelled);
    } else if (*first != n->spelled) {
        diag *d = gdl_report(c->s->t, DIAG_GDL_CAPITALS, n->span, "`%s` was written `%s` before",
                             text_of(c, n->spelled), text_of(c, *first));
        diag_set_hint(c->s->t->sink, d, "they are the same here, but not in every system");
    }
}

static void constant(void *user, const gdl_node *n)
{
    name_check *c = user;
    static const char *const logic[] = {"<=", "distinct", "or", "not"};
    check_characters(c, n);
    check_capitals(c, &c->capitals, n);
    for (int i = 0; i < 4; i++)
        if (gdl_is(c->s->t, n, logic[i]))
            gdl_report(c->s->t, DIAG_GDL_LOGIC_WORD, n->span, "`%s` cannot be part of a term", logic[i]);
}

static void variable(void *user, const gdl_node *n) { check_characters(user, n); }

static void rule_variable(void *user, const gdl_node *n)
{
    name_check *c = user;
    check_capitals(c, &c->rule_capitals, n);
}

/* ---- sentences and functions ---- */

static void check_arity(name_check *c, map *seen, const gdl_node *n, const char *what)
{
    name_id name = strict_name(n)->spelled;
    const uint32_t *first = map_get(seen, name);
    uint32_t arity = strict_arity(n);
    if (!first)
        map_put(seen, name, arity);
    else if (*first != arity)
        gdl_report(c->s->t, DIAG_GDL_ARITY, n->span,
                   "the %s `%s` has %u argument%s here, and %u where "
                   "it is first used",
                   what, text_of(c, name), arity, arity == 1 ? "" : "s", *first);
}

static void check_objects(name_check *c, const gdl_node *n)
{
    for (uint32_t i = 1; n->kind == GDL_LIST && i < n->count; i++)
        if (gdl_item(n, i)->kind == GDL_WORD && keyword(c, gdl_item(n, i)) >= 0)
            gdl_report(c->s->t, DIAG_GDL_KEYWORD_OBJECT, gdl_item(n, i)->span,
                       "the keyword `%s` as an object may confuse", text_of(c, gdl_item(n, i)->spelled));
}

static void check_brackets(name_check *c, const gdl_node *n)
{
    if (n->kind == GDL_LIST && n->count == 1)
        gdl_report(c->s->t, DIAG_GDL_EMPTY, n->span, "`%s` without arguments needs no parentheses",
                   text_of(c, gdl_item(n, 0)->spelled));
}

static void sentence(void *user, const gdl_node *n)
{
    name_check *c = user;
    const gdl_node *name = strict_name(n);
    int k = keyword(c, name);
    check_brackets(c, n);
    check_objects(c, n);
    check_arity(c, &c->sentence_arity, n, "relation");
    if (k >= 0 && keywords[k].arity != strict_arity(n))
        gdl_report(c->s->t, DIAG_GDL_KEYWORD_ARITY, n->span, "`%s` takes %u argument%s, not %u", keywords[k].word,
                   keywords[k].arity, keywords[k].arity == 1 ? "" : "s", strict_arity(n));
    if (map_has(&c->functions, name->spelled) && (c->s->t->exact || !map_has(&c->two_kinds, name->spelled))) {
        map_put(&c->two_kinds, name->spelled, 1);
        diag *d = gdl_report(c->s->t, DIAG_GDL_TWO_KINDS, name->span, "`%s` is a function as well",
                             text_of(c, name->spelled));
        diag_set_hint(c->s->t->sink, d, "is a `true` missing here?");
    }
}

static void function(void *user, const gdl_node *n)
{
    name_check *c = user;
    check_brackets(c, n);
    check_objects(c, n);
    check_arity(c, &c->function_arity, n, "function");
    if (keyword(c, gdl_item(n, 0)) >= 0)
        gdl_report(c->s->t, DIAG_GDL_KEYWORD_FUNCTION, gdl_item(n, 0)->span, "the keyword `%s` as a function",
                   text_of(c, gdl_item(n, 0)->spelled));
}

static void literal(void *user, const gdl_node *n, strict_kind kind)
{
    name_check *c = user;
    if (kind != STRICT_OR)
        return;
    if (n->count == 1)
        gdl_report(c->s->t, DIAG_GDL_EMPTY_OR, n->span, "a disjunction of nothing is never true");
    for (uint32_t i = 1; i < n->count; i++)
        if (strict_literal(c->s, gdl_item(n, i)) == STRICT_OR)
            gdl_report(c->s->t, DIAG_GDL_NESTED_OR, gdl_item(n, i)->span,
                       "a disjunction inside a disjunction: one is enough");
}

static void note_function(void *user, const gdl_node *n)
{
    name_check *c = user;
    map_put(&c->functions, gdl_item(n, 0)->spelled, 1);
}

/* ---- what is defined, what is used ---- */

static void note_used(void *user, const gdl_node *n)
{
    name_check *c = user;
    map_put(&c->used, strict_name(n)->spelled, 1);
}

static bool has_either(const map *m, const gdl_node *name)
{
    return map_has(m, name->spelled) || map_has(m, name->name);
}

static void check_produced(void *user, const gdl_node *n)
{
    name_check *c = user;
    const gdl_node *name = strict_name(n);
    if (has_either(&c->produced, name))
        return;
    diag *d = gdl_report(c->s->t, DIAG_GDL_UNPRODUCED, n->span, "`%s` is defined by no rule and no fact",
                         text_of(c, name->spelled));
    if (gdl_is(c->s->t, name, "and")) {
        diag_set_hint(c->s->t->sink, d,
                      "conditions of a rule are joined anyway; other systems take `and` "
                      "for a relation");
        return;
    }
    if (++c->suggestions > SUGGESTIONS_MAX)
        return;
    suggestion s;
    suggest_init(&s, text_of(c, name->spelled));
    for (uint32_t i = 0; i < c->s->forms.count; i++)
        suggest_offer(&s, text_of(c, strict_name(vec_at(&c->s->forms, i).head)->spelled));
    static const char *const conditions[] = {"true", "does", "not", "or", "distinct", "role", "legal"};
    SUGGEST_WORDS(&s, conditions);
    diag_hint_near(c->s->t->sink, d, &s);
}

/* What is written at the head of a rule and used by nothing may be a misspelt word of the language. */
static void suggest_keyword(name_check *c, diag *d, const char *name)
{
    static const char *const heads[] = {"role", "init", "next", "legal", "goal", "terminal", "sees", "base", "input"};
    suggestion s;
    suggest_init(&s, name);
    SUGGEST_WORDS(&s, heads);
    if (s.best && s.best_distance <= 1 + (strlen(name) > 5))
        diag_hint_mean(c->s->t->sink, d, s.best);
}

static void check_used(name_check *c, const strict_form *f)
{
    const gdl_node *name = strict_name(f->head);
    if (has_either(&c->used, name) || (gdl_is(c->s->t, name, "sees") && !c->s->t->exact) ||
        (map_has(&c->unused, name->name) && !c->s->t->exact))
        return;
    map_put(&c->unused, name->name, 1);
    diag *d = gdl_report(c->s->t, DIAG_GDL_UNUSED, f->head->span, "`%s` is defined, but nothing uses it",
                         text_of(c, name->spelled));
    if (gdl_is(c->s->t, name, "sees"))
        diag_set_hint(c->s->t->sink, d,
                      "fine in a game with hidden information; systems for GDL-I do not "
                      "know `sees`");
    else
        suggest_keyword(c, d, text_of(c, name->spelled));
}

/* What is missing is missed at the end of the text. */
static src_span end_of(const gdl_text *t)
{
    uint32_t at = t->source->length;
    while (at > 0 && strchr(" \t\r\n", t->source->text[at - 1]))
        at--;
    return (src_span){at, at};
}

static void check_present(name_check *c)
{
    static const struct {
        const char *word, *what;
    } needed[] = {{"terminal", "when the game is over"},
                  {"role", "who plays"},
                  {"goal", "what the players get"},
                  {"legal", "what the players may do"}};
    for (int k = 0; k < 4; k++) {
        bool found = false;
        for (uint32_t i = 0; i < c->s->forms.count && !found; i++)
            found = strcasecmp(text_of(c, strict_name(vec_at(&c->s->forms, i).head)->spelled), needed[k].word) == 0;
        if (found)
            continue;
        gdl_report(c->s->t, DIAG_GDL_MISSING, c->s->t->exact ? SPAN_NOWHERE : end_of(c->s->t),
                   "nothing says %s: `%s` is never defined", needed[k].what, needed[k].word);
    }
}

void strict_names(strict_sheet *s)
{
    name_check c = {.s = s};
    map *const maps[] = {&c.functions, &c.sentence_arity, &c.function_arity, &c.capitals,
                         &c.produced,  &c.used,           &c.two_kinds,      &c.unused};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_init(maps[i], s->scratch);
    strict_visitor functions = {.function = note_function}, used = {.sentence = note_used};
    strict_visitor all = {sentence, function, constant, variable, literal};
    strict_visitor in_rule = {.variable = rule_variable}, produced = {.sentence = check_produced};
    strict_walk_all(s, &functions, &c);
    for (int i = 0; i < KEYWORDS; i++)
        map_put(&c.used, intern_cstr(s->t->names, keywords[i].word), 1);
    map_put(&c.produced, intern_cstr(s->t->names, "true"), 1);
    map_put(&c.produced, intern_cstr(s->t->names, "does"), 1);
    for (uint32_t i = 0; i < s->forms.count; i++) {
        map_put(&c.produced, strict_name(vec_at(&s->forms, i).head)->spelled, 1);
        strict_walk_body(s, &vec_at(&s->forms, i), &used, &c);
    }
    check_present(&c);
    for (uint32_t i = 0; i < s->forms.count; i++) {
        const strict_form *f = &vec_at(&s->forms, i);
        strict_walk_sentence(s, f->head, &all, &c);
        strict_walk_body(s, f, &all, &c);
        check_used(&c, f);
        if (!f->rule)
            continue;
        arena *scratch = arena_child(s->scratch);
        map_init(&c.rule_capitals, scratch);
        if (!s->t->infix) {
            strict_walk_sentence(s, f->head, &in_rule, &c);
            strict_walk_body(s, f, &in_rule, &c);
        }
        arena_done(scratch);
        strict_walk_sentence(s, f->head, &produced, &c);
        strict_walk_body(s, f, &produced, &c);
        if (f->node->count == 2)
            gdl_report(s->t, DIAG_GDL_EMPTY, f->node->span, "a rule without conditions is a fact");
    }
}
