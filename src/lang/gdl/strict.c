/* The shape of a rule sheet: rules and facts of the grammar, a walk over them, and the graph of
 * their relations.
 *
 * What does not fit is skipped the way the reference validator does it, whose parser recovers at
 * a closing parenthesis after which a rule or a fact can begin, be it inside of the broken form. */
#include "lang/gdl/strict.h"

#include <string.h>

/* ---- forms ---- */

typedef enum token_kind { OPEN, CLOSE, CONSTANT, VARIABLE, IMPLIES, DISTINCT, OR, NOT, AND, END } token_kind;

typedef struct token {
    token_kind kind;
    const gdl_node *node; /* of OPEN and CLOSE: the list */
} token;

typedef struct recogniser {
    strict_sheet *s;
    VEC(token) tokens;
    uint32_t at;
} recogniser;

static token_kind word_kind(const gdl_text *t, const gdl_node *n)
{
    return n->kind == GDL_VARIABLE           ? VARIABLE
           : gdl_is(t, n, "<=")              ? IMPLIES
           : gdl_is(t, n, "distinct")        ? DISTINCT
           : gdl_is(t, n, "or")              ? OR
           : gdl_is(t, n, "not")             ? NOT
           : t->infix && gdl_is(t, n, "and") ? AND
                                             : CONSTANT;
}

static void add_token(recogniser *r, token_kind kind, const gdl_node *n)
{
    token k = {kind, n};
    vec_push(r->s->scratch, &r->tokens, k);
}

static void flatten(recogniser *r, const gdl_node *n)
{
    if (n->kind != GDL_LIST) {
        add_token(r, word_kind(r->s->t, n), n);
        return;
    }
    add_token(r, OPEN, n);
    for (uint32_t i = 0; i < n->count; i++)
        flatten(r, gdl_item(n, i));
    add_token(r, CLOSE, n);
}

static token_kind now(const recogniser *r) { return vec_at(&r->tokens, r->at).kind; }

static bool pass(recogniser *r, token_kind kind)
{
    bool is = now(r) == kind;
    r->at += is;
    return is;
}

static bool read_term(recogniser *r);

static bool read_terms(recogniser *r)
{
    while (!pass(r, CLOSE))
        if (!read_term(r))
            return false;
    return true;
}

static bool read_term(recogniser *r)
{
    token_kind k = now(r);
    if (k == CLOSE || k == END)
        return false;
    r->at++;
    if (k != OPEN)
        return true;
    k = now(r);
    if (k == OPEN || k == CLOSE || k == VARIABLE || k == END)
        return false;
    r->at++;
    return read_terms(r);
}

static bool read_sentence(recogniser *r)
{
    return pass(r, CONSTANT) || (pass(r, OPEN) && pass(r, CONSTANT) && read_terms(r));
}

static bool read_literal(recogniser *r)
{
    if (pass(r, CONSTANT))
        return true;
    if (!pass(r, OPEN))
        return false;
    if (pass(r, CONSTANT))
        return read_terms(r);
    if (pass(r, NOT))
        return read_literal(r) && pass(r, CLOSE);
    if (pass(r, DISTINCT))
        return read_term(r) && read_term(r) && pass(r, CLOSE);
    if (!pass(r, OR) && !pass(r, AND))
        return false;
    while (!pass(r, CLOSE))
        if (!read_literal(r))
            return false;
    return true;
}

static bool read_form(recogniser *r, bool *rule)
{
    *rule = now(r) == OPEN && vec_at(&r->tokens, r->at + 1).kind == IMPLIES;
    if (!*rule)
        return read_sentence(r);
    r->at += 2;
    if (!read_sentence(r))
        return false;
    while (!pass(r, CLOSE))
        if (!read_literal(r))
            return false;
    return true;
}

/* After a closing parenthesis: do the next two tokens begin a form, or is this the end? */
static bool can_go_on(const recogniser *r)
{
    const token *next = &vec_at(&r->tokens, r->at + 1);
    if (next[0].kind == END)
        return true;
    if (next[0].kind == OPEN)
        return next[1].kind == IMPLIES || next[1].kind == CONSTANT;
    return next[0].kind == CONSTANT && (next[1].kind == OPEN || next[1].kind == CONSTANT || next[1].kind == END);
}

static const char *what_is_wrong(const recogniser *r, bool first)
{
    switch (now(r)) {
    case VARIABLE: return "a variable cannot stand here: a relation or a function has a fixed name";
    case OPEN: return "a list cannot begin with a list";
    case CLOSE: return first ? "this is part of the form before" : "something is missing before this";
    case IMPLIES: return "a rule cannot stand inside of another one";
    case DISTINCT: return "`distinct` is a condition: it cannot be defined, and takes two terms";
    case OR: return "`or` is a condition: it cannot be defined";
    case NOT: return "`not` takes one sentence, and cannot be defined";
    case END: return "the text ends here";
    default: return "this does not belong here";
    }
}

static void report_form(recogniser *r, const gdl_node *start, bool first)
{
    gdl_text *t = r->s->t;
    bool list = start->kind == GDL_LIST && !t->infix;
    src_span span = {start->span.start, list ? start->span.start + 1 : start->span.end};
    diag *d = gdl_report(t, DIAG_GDL_FORM, span, "this is neither a rule nor a fact of the language");
    const gdl_node *at = vec_at(&r->tokens, r->at).node;
    src_span here = {0, 0};
    if (at)
        here = at->span;
    if (at && now(r) == CLOSE)
        here.start = here.end - 1;
    if (at && now(r) == OPEN)
        here.end = here.start + 1;
    diag_add_note(t->sink, d, at ? t->source : NULL, here, "%s", what_is_wrong(r, first));
}

static bool recover(recogniser *r, uint32_t form)
{
    strict_sheet *s = r->s;
    const gdl_node *start = vec_at(&r->tokens, form).node;
    if (r->at == form && s->forms.count) /* what was read last is lost with it */
        start = s->forms.data[--s->forms.count].node;
    else if (r->at == form && form == 0)
        start = NULL;
    uint32_t wrong = r->at;
    if (start)
        while (now(r) != END && !(now(r) == CLOSE && can_go_on(r)))
            r->at++;
    if (!start || now(r) == END) {
        const gdl_node *at = vec_at(&r->tokens, wrong).node;
        gdl_report(r->s->t, DIAG_EXPECTED, at ? at->span : (src_span){r->s->t->source->length, r->s->t->source->length},
                   "a rule or a fact was expected here");
        return false;
    }
    uint32_t after = r->at + 1;
    r->at = wrong;
    report_form(r, start, wrong == form);
    r->at = after;
    return true;
}

bool strict_forms(strict_sheet *s)
{
    recogniser r = {.s = s};
    for (uint32_t i = 0; i < s->t->top.count; i++)
        flatten(&r, vec_at(&s->t->top, i));
    add_token(&r, END, NULL);
    add_token(&r, END, NULL);
    add_token(&r, END, NULL);
    while (now(&r) != END) {
        uint32_t form = r.at;
        strict_form f = {.node = vec_at(&r.tokens, form).node};
        if (read_form(&r, &f.rule)) {
            f.head = f.rule ? gdl_item(f.node, 1) : f.node;
            vec_push(s->scratch, &s->forms, f);
        } else if (!recover(&r, form)) {
            return false;
        }
    }
    return true;
}

/* ---- walking ---- */

strict_kind strict_literal(const strict_sheet *s, const gdl_node *n)
{
    if (n->kind != GDL_LIST)
        return STRICT_SENTENCE;
    switch (word_kind(s->t, gdl_item(n, 0))) {
    case NOT: return STRICT_NOT;
    case OR: return STRICT_OR;
    case AND: return STRICT_AND;
    case DISTINCT: return STRICT_DISTINCT;
    default: return STRICT_SENTENCE;
    }
}

static void strict_walk_term(const gdl_node *n, const strict_visitor *v, void *user);

static void strict_walk_name(const gdl_node *n, const strict_visitor *v, void *user)
{
    if (v->constant)
        v->constant(user, strict_name(n));
    for (uint32_t i = 1; n->kind == GDL_LIST && i < n->count; i++)
        strict_walk_term(gdl_item(n, i), v, user);
}

static void strict_walk_term(const gdl_node *n, const strict_visitor *v, void *user)
{
    if (n->kind == GDL_VARIABLE) {
        if (v->variable)
            v->variable(user, n);
        return;
    }
    if (n->kind == GDL_LIST && v->function)
        v->function(user, n);
    strict_walk_name(n, v, user);
}

void strict_walk_sentence(const strict_sheet *s, const gdl_node *n, const strict_visitor *v, void *user)
{
    arena_work(s->scratch, 1);
    if (v->sentence)
        v->sentence(user, n);
    strict_walk_name(n, v, user);
}

void strict_walk_literal(const strict_sheet *s, const gdl_node *n, const strict_visitor *v, void *user)
{
    strict_kind kind = strict_literal(s, n);
    if (kind == STRICT_SENTENCE) {
        strict_walk_sentence(s, n, v, user);
        return;
    }
    if (v->literal)
        v->literal(user, n, kind);
    for (uint32_t i = 1; i < n->count; i++)
        if (kind == STRICT_DISTINCT)
            strict_walk_term(gdl_item(n, i), v, user);
        else
            strict_walk_literal(s, gdl_item(n, i), v, user);
}

void strict_walk_body(const strict_sheet *s, const strict_form *f, const strict_visitor *v, void *user)
{
    for (uint32_t i = 2; f->rule && i < f->node->count; i++)
        strict_walk_literal(s, gdl_item(f->node, i), v, user);
}

void strict_walk_all(const strict_sheet *s, const strict_visitor *v, void *user)
{
    for (uint32_t i = 0; i < s->forms.count; i++) {
        strict_walk_sentence(s, vec_at(&s->forms, i).head, v, user);
        strict_walk_body(s, &vec_at(&s->forms, i), v, user);
    }
}

/* ---- the graph ---- */

static uint32_t number_name(strict_sheet *s, name_id spelled)
{
    const uint32_t *known = map_get(&s->number_of, spelled);
    if (known)
        return *known;
    map_put(&s->number_of, spelled, s->spelled.count);
    vec_push(s->scratch, &s->spelled, spelled);
    return s->spelled.count - 1;
}

uint32_t strict_number(const strict_sheet *s, const gdl_node *sentence)
{
    return *map_get(&s->number_of, strict_name(sentence)->spelled);
}

static void number_sentence(void *user, const gdl_node *n) { number_name(user, strict_name(n)->spelled); }

typedef struct edge_maker {
    strict_sheet *s;
    uint32_t head;
} edge_maker;

static void add_edge(void *user, const gdl_node *n)
{
    edge_maker *m = user;
    vec_push(m->s->scratch, &m->s->asks[m->head], strict_number(m->s, n));
}

/* Strongly connected components (Tarjan 1972), without recursion. */
static void find_components(strict_sheet *s)
{
    uint32_t n = s->spelled.count, clock = 0, components = 0;
    uint32_t *seen = ARENA_ARRAY(s->scratch, uint32_t, n + 1), *low = ARENA_ARRAY(s->scratch, uint32_t, n + 1);
    uint32_t *next = ARENA_ARRAY(s->scratch, uint32_t, n + 1);
    bool *done = ARENA_ARRAY(s->scratch, bool, n + 1);
    vec_u32 path = {0}, stack = {0};
    s->component = ARENA_ARRAY(s->scratch, uint32_t, n + 1);
    for (uint32_t root = 0; root < n; root++) {
        if (seen[root])
            continue;
        vec_push(s->scratch, &path, root);
        while (path.count) {
            uint32_t v = vec_at(&path, path.count - 1);
            if (!seen[v]) {
                seen[v] = low[v] = ++clock;
                vec_push(s->scratch, &stack, v);
            }
            if (next[v] < s->asks[v].count) {
                uint32_t w = s->asks[v].data[next[v]++];
                if (!seen[w])
                    vec_push(s->scratch, &path, w);
                else if (!done[w] && seen[w] < low[v])
                    low[v] = seen[w];
                continue;
            }
            path.count--;
            if (path.count && low[v] < low[vec_at(&path, path.count - 1)])
                low[vec_at(&path, path.count - 1)] = low[v];
            if (low[v] != seen[v])
                continue;
            uint32_t w;
            do {
                w = stack.data[--stack.count];
                done[w] = true;
                s->component[w] = components;
            } while (w != v);
            components++;
        }
    }
}

/* Names that depend on a keyword, however it is capitalised, and those keywords. */
static bool *find_dependents(strict_sheet *s, const char *keyword)
{
    uint32_t n = s->spelled.count;
    bool *found = ARENA_ARRAY(s->scratch, bool, n + 1);
    vec_u32 *asked_by = ARENA_ARRAY(s->scratch, vec_u32, n + 1), work = {0};
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 0; k < s->asks[i].count; k++)
            vec_push(s->scratch, &asked_by[vec_at(&s->asks[i], k)], i);
        const char *text = intern_text(s->t->names, vec_at(&s->spelled, i));
        const char *a = text, *b = keyword;
        while (*a && (*a | 0x20) == *b)
            a++, b++;
        found[i] = !*a && !*b;
        if (found[i])
            vec_push(s->scratch, &work, i);
    }
    while (work.count) {
        uint32_t i = work.data[--work.count];
        for (uint32_t k = 0; k < asked_by[i].count; k++) {
            uint32_t by = vec_at(&asked_by[i], k);
            if (!found[by]) {
                found[by] = true;
                vec_push(s->scratch, &work, by);
            }
        }
    }
    return found;
}

void strict_graph(strict_sheet *s)
{
    map_init(&s->number_of, s->scratch);
    strict_visitor numbering = {.sentence = number_sentence}, edges = {.sentence = add_edge};
    strict_walk_all(s, &numbering, s);
    s->asks = ARENA_ARRAY(s->scratch, vec_u32, s->spelled.count + 1);
    s->rules_of = ARENA_ARRAY(s->scratch, vec_u32, s->spelled.count + 1);
    for (uint32_t i = 0; i < s->forms.count; i++) {
        edge_maker m = {s, strict_number(s, vec_at(&s->forms, i).head)};
        if (vec_at(&s->forms, i).rule)
            vec_push(s->scratch, &s->rules_of[m.head], i);
        strict_walk_body(s, &vec_at(&s->forms, i), &edges, &m);
    }
    find_components(s);
    s->on_state = find_dependents(s, "true");
    s->on_moves = find_dependents(s, "does");
}
