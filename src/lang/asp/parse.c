/* Statements. After an error it reads on behind the next full stop, as clingo does. */
#include "lang/asp/parser.h"

#include <string.h>

/* ---- bodies ---- */

static syn_item *parse_item(parser *p)
{
    uint32_t start = p->l.span.start;
    uint8_t nots = parser_nots(p);
    syn_item *item;
    syn_literal *l = parser_literal_or_aggregate(p, nots, start, false, &item);
    if (item)
        return item;
    item = ARENA_NEW(p->arena, syn_item);
    item->source = p->part->source;
    item->kind = SYN_LITERAL;
    item->literal = l;
    if (parser_accept(p, TOK_COLON)) {
        item->kind = SYN_CONDITIONAL;
        item->elements = ARENA_ARRAY(p->arena, syn_element *, 1);
        item->element_count = 1;
        syn_element *e = item->elements[0] = ARENA_NEW(p->arena, syn_element);
        e->literal = l;
        parser_conditions(p, e);
        e->span = (src_span){start, p->last_end};
    }
    item->span = (src_span){start, p->last_end};
    return item;
}

/* Up to the full stop, which is taken. */
static void parse_body(parser *p, syn_statement *s)
{
    item_list body = {0};
    while (p->l.token != TOK_DOT || body.count) {
        syn_item *item = parse_item(p);
        vec_push(p->arena, &body, item);
        if (p->l.token == TOK_DOT)
            break;
        bool condition = item->kind == SYN_CONDITIONAL;
        if (p->l.token != TOK_SEMICOLON && (condition || p->l.token != TOK_COMMA))
            parser_unexpected(p, condition ? "`;` or `.` was expected here" : "`,`, `;` or `.` was expected here");
        parser_advance(p);
        if (p->l.token == TOK_DOT)
            parser_unexpected(p, "a condition was expected here");
    }
    s->body = body.data;
    s->body_count = body.count;
    parser_expect(p, TOK_DOT);
}

/* `: body.` or `.` */
static void parse_colon_body(parser *p, syn_statement *s)
{
    if (parser_accept(p, TOK_COLON) && p->l.token != TOK_DOT)
        parse_body(p, s);
    else
        parser_expect(p, TOK_DOT);
}

/* ---- statements ---- */

static syn_element *literal_element(parser *p, syn_literal *l)
{
    syn_element *e = ARENA_NEW(p->arena, syn_element);
    e->literal = l;
    if (parser_accept(p, TOK_COLON)) {
        parser_conditions(p, e);
        if (e->condition_count == 0) /* in bodies there may be none */
            parser_unexpected(p, "a condition was expected here");
    }
    e->span = (src_span){l->span.start, p->last_end};
    return e;
}

static void parse_head(parser *p, syn_statement *s)
{
    uint32_t start = p->l.span.start;
    uint8_t nots = parser_nots(p);
    syn_item *item;
    syn_literal *l = parser_literal_or_aggregate(p, nots, start, true, &item);
    if (item) {
        if (nots)
            p->opaque = false, parser_unexpected(p, "an aggregate in the head cannot be negated");
        s->kind = SYN_CHOICE;
        s->choice = item;
        return;
    }
    if (p->l.token != TOK_COLON && p->l.token != TOK_SEMICOLON && p->l.token != TOK_COMMA && p->l.token != TOK_BAR) {
        s->head = l;
        return;
    }
    element_list elements = {0};
    syn_element *e = literal_element(p, l);
    vec_push(p->arena, &elements, e);
    while (p->l.token == TOK_SEMICOLON || p->l.token == TOK_BAR || (p->l.token == TOK_COMMA && !e->condition_count)) {
        parser_advance(p);
        l = parser_literal(p);
        e = literal_element(p, l);
        vec_push(p->arena, &elements, e);
    }
    s->kind = SYN_DISJUNCTION;
    s->elements = elements.data;
    s->element_count = elements.count;
}

static void push_term(parser *p, syn_statement *s, syn_term *t)
{
    s->terms = arena_grow(p->arena, s->terms, s->term_count * sizeof *s->terms, (s->term_count + 1) * sizeof *s->terms);
    s->terms[s->term_count++] = t;
}

/* weight@priority, terms */
static void parse_weight(parser *p, syn_statement *s)
{
    push_term(p, s, parser_term(p));
    if (parser_accept(p, TOK_AT))
        push_term(p, s, parser_term(p));
    while (parser_accept(p, TOK_COMMA))
        push_term(p, s, parser_term(p));
}

/* -p/2; nothing is taken when it is none. */
static bool parse_signature(parser *p, syn_statement *s)
{
    lexer before = p->l;
    uint32_t last_end = p->last_end;
    s->negative = parser_accept(p, TOK_MINUS);
    if (p->l.token == TOK_IDENTIFIER) {
        s->name = parser_name(p);
        parser_advance(p);
        if (parser_accept(p, TOK_SLASH) && p->l.token == TOK_NUMBER) {
            s->arity = (uint32_t)p->l.value;
            parser_advance(p);
            return true;
        }
    }
    p->l = before;
    p->last_end = last_end;
    return false;
}

static void append(parser *p, syn_statement *s)
{
    if (p->part->last)
        p->part->last->next = s;
    else
        p->part->first = s;
    p->part->last = s;
}

static syn_statement *new_statement(parser *p, syn_kind kind, uint32_t start)
{
    syn_statement *s = ARENA_NEW(p->arena, syn_statement);
    s->kind = kind;
    s->source = p->part->source;
    s->span = (src_span){start, start};
    return s;
}

/* #minimize { w@p,t : conditions; .. }. Each element is a weak constraint. */
static void parse_minimize(parser *p, uint32_t start)
{
    parser_advance(p);
    parser_expect(p, TOK_OPEN_BRACE);
    if (p->l.token != TOK_CLOSE_BRACE)
        do {
            syn_statement *s = new_statement(p, SYN_WEAK, p->l.span.start);
            parse_weight(p, s);
            syn_element e = {0};
            if (parser_accept(p, TOK_COLON))
                parser_conditions(p, &e);
            s->body = ARENA_ARRAY(p->arena, syn_item *, e.condition_count + 1);
            for (uint32_t i = 0; i < e.condition_count; i++) {
                syn_item *item = s->body[s->body_count++] = ARENA_NEW(p->arena, syn_item);
                *item = (syn_item){.kind = SYN_LITERAL,
                                   .literal = e.conditions[i],
                                   .source = p->part->source,
                                   .span = e.conditions[i]->span};
            }
            s->span.end = p->last_end;
            append(p, s);
        } while (parser_accept(p, TOK_SEMICOLON));
    parser_expect(p, TOK_CLOSE_BRACE);
    parser_expect(p, TOK_DOT);
    (void)start;
}

static void parse_atom_statement(parser *p, syn_statement *s)
{
    uint32_t start = p->l.span.start;
    if (p->l.token != TOK_MINUS && p->l.token != TOK_IDENTIFIER)
        parser_unexpected(p, "an atom was expected here");
    syn_term *atom = parser_term(p);
    if (!parser_is_atom(atom))
        parser_unexpected(p, "an atom was expected before this");
    s->head = parser_new_literal(p, SYN_ATOM, 0, start);
    s->head->atom = atom;
}

static void parse_show(parser *p, syn_statement *s)
{
    if (p->l.token == TOK_DOT) {
        s->kind = SYN_SHOW_NONE;
        parser_advance(p);
        return;
    }
    if (parse_signature(p, s)) {
        s->kind = SYN_SHOW_ATOMS;
        parser_expect(p, TOK_DOT);
        return;
    }
    s->kind = SYN_SHOW_TERM;
    push_term(p, s, parser_term(p));
    parse_colon_body(p, s);
}

static void refuse(parser *p, const char *what, const char *why)
{
    diag *d = diag_report(p->sink, DIAG_ASP_REFUSED, p->part->source, p->l.span, "`%s` is refused", what);
    diag_set_hint(p->sink, d, "%s", why);
    if (p->l.token == TOK_SCRIPT) { /* up to #end. */
        const char *text = p->l.text;
        uint32_t i = p->l.at;
        while (i + 4 < p->l.end && memcmp(text + i, "#end", 4) != 0)
            i++;
        p->l.at = i + 4 < p->l.end ? i + 4 : p->l.end;
        parser_advance(p);
    }
    parser_give_up(p);
}

static void parse_directive(parser *p, syn_statement *s)
{
    lex_token t = p->l.token;
    if (t == TOK_SCRIPT)
        refuse(p, "#script", "programs of games may not run code");
    if (t == TOK_INCLUDE)
        refuse(p, "#include", "programs of games may not read files");
    if (t == TOK_THEORY || t == TOK_DISJOINT) {
        p->opaque = true;
        parser_give_up(p);
    }
    parser_advance(p);
    switch (t) {
    case TOK_SHOW: parse_show(p, s); return;
    case TOK_CONST:
        s->kind = SYN_CONST;
        s->name = parser_name(p);
        parser_expect(p, TOK_IDENTIFIER);
        parser_expect(p, TOK_EQ);
        push_term(p, s, parser_term(p));
        parser_expect(p, TOK_DOT);
        s->span.end = p->last_end;
        if (parser_accept(p, TOK_OPEN_BRACKET)) {
            s->override = p->l.token == TOK_IDENTIFIER && parser_name(p) == intern_cstr(p->names, "override");
            if (!s->override && !(p->l.token == TOK_IDENTIFIER && parser_name(p) == intern_cstr(p->names, "default")))
                parser_unexpected(p, "`default` or `override` was expected here");
            parser_advance(p);
            parser_expect(p, TOK_CLOSE_BRACKET);
        }
        return;
    case TOK_DEFINED:
        s->kind = SYN_DEFINED;
        if (!parse_signature(p, s))
            parser_unexpected(p, "a predicate was expected here: name/arity");
        parser_expect(p, TOK_DOT);
        return;
    case TOK_PROJECT:
        s->kind = SYN_PROJECT;
        if (parse_signature(p, s)) {
            parser_expect(p, TOK_DOT);
            return;
        }
        parse_atom_statement(p, s);
        parse_colon_body(p, s);
        return;
    case TOK_HEURISTIC:
        s->kind = SYN_HEURISTIC;
        parse_atom_statement(p, s);
        parse_colon_body(p, s);
        parser_expect(p, TOK_OPEN_BRACKET);
        push_term(p, s, parser_term(p));
        if (parser_accept(p, TOK_AT))
            push_term(p, s, parser_term(p));
        parser_expect(p, TOK_COMMA);
        push_term(p, s, parser_term(p));
        parser_expect(p, TOK_CLOSE_BRACKET);
        return;
    case TOK_EXTERNAL:
        s->kind = SYN_EXTERNAL_ATOM;
        parse_atom_statement(p, s);
        parse_colon_body(p, s);
        if (parser_accept(p, TOK_OPEN_BRACKET)) {
            push_term(p, s, parser_term(p));
            parser_expect(p, TOK_CLOSE_BRACKET);
        }
        return;
    case TOK_EDGE: {
        s->kind = SYN_EDGE;
        parser_expect(p, TOK_OPEN);
        do {
            push_term(p, s, parser_term(p));
            parser_expect(p, TOK_COMMA);
            push_term(p, s, parser_term(p));
        } while (parser_accept(p, TOK_SEMICOLON));
        parser_expect(p, TOK_CLOSE);
        parse_colon_body(p, s);
        return;
    }
    case TOK_PROGRAM:
        s->kind = SYN_PROGRAM;
        s->name = parser_name(p);
        parser_expect(p, TOK_IDENTIFIER);
        if (parser_accept(p, TOK_OPEN)) {
            if (p->l.token != TOK_CLOSE)
                do
                    parser_expect(p, TOK_IDENTIFIER);
                while (parser_accept(p, TOK_COMMA));
            parser_expect(p, TOK_CLOSE);
        }
        parser_expect(p, TOK_DOT);
        return;
    default: parser_unexpected(p, NULL);
    }
}

static void parse_statement(parser *p, uint32_t start)
{
    if (p->l.token == TOK_MINIMIZE || p->l.token == TOK_MINIMISE || p->l.token == TOK_MAXIMIZE ||
        p->l.token == TOK_MAXIMISE) {
        parse_minimize(p, start);
        return;
    }
    syn_statement *s = new_statement(p, SYN_RULE, start);
    if (parser_accept(p, TOK_IF)) {
        parse_body(p, s);
    } else if (parser_accept(p, TOK_WEAK)) {
        s->kind = SYN_WEAK;
        parse_body(p, s);
        parser_expect(p, TOK_OPEN_BRACKET);
        parse_weight(p, s);
        parser_expect(p, TOK_CLOSE_BRACKET);
    } else if (p->l.token >= TOK_SHOW) {
        parse_directive(p, s);
    } else {
        parse_head(p, s);
        if (parser_accept(p, TOK_IF))
            parse_body(p, s);
        else if (p->l.token == TOK_DOT)
            parser_advance(p);
        else
            parser_unexpected(p, "`.`, `:-` or `,` was expected here");
    }
    if (s->kind != SYN_CONST)
        s->span.end = p->last_end;
    append(p, s);
}

static void skip_statement(parser *p)
{
    while (p->l.token != TOK_DOT && p->l.token != TOK_END)
        parser_advance(p);
    parser_accept(p, TOK_DOT);
}

void asp_parse(arena *a, intern *names, syn_part *part, uint32_t max_nesting, diag_sink *sink)
{
    parser *p = ARENA_NEW(a, parser);
    p->arena = a;
    p->names = names;
    p->part = part;
    p->sink = sink;
    p->max_depth = 4 * max_nesting;
    asp_find_draws(a, part);
    lex_start(&p->l, a, part, sink);
    while (p->l.token != TOK_END) {
        uint32_t start = p->l.span.start;
        p->depth = 0;
        p->opaque = false;
        if (setjmp(p->error) == 0) {
            parse_statement(p, start);
            continue;
        }
        skip_statement(p);
        if (p->opaque) {
            syn_statement *s = new_statement(p, SYN_OPAQUE, start);
            s->span.end = p->last_end;
            append(p, s);
            part->exotic = true;
        }
    }
    part->exotic |= p->l.exotic;
    for (uint32_t i = 0; i < part->draws.count; i++)
        part->exotic |= vec_at(&part->draws, i).loose;
}
