#include "lang/hrg/parse_internal.h"

#include <string.h>

/* Recursion of the parser is bounded whatever the caller asks for. */
enum { HARD_MAX_NESTING = 1500, DEFAULT_MAX_NESTING = 256 };

const hrg_token *hrg_next(parser *p)
{
    const hrg_token *t = peek(p);
    if (t->kind != HRG_T_END)
        p->pos++;
    return t;
}

bool hrg_accept(parser *p, hrg_token_kind kind)
{
    if (!at(p, kind))
        return false;
    hrg_next(p);
    return true;
}

src_span hrg_last(const parser *p)
{
    src_span none = {0, 0};
    return p->pos ? vec_at(&p->s->tokens.list, p->pos - 1).span : none;
}

const char *hrg_shown(const hrg_source *s, name_id name)
{
    const char *text = intern_text(s->names, name);
    size_t length = vec_at(&s->names->strings, name).length;
    if (length <= 80)
        return text;
    size_t cut = 60;
    while (cut > 0 && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--;
    return arena_printf(s->arena, "%.*s...", (int)cut, text);
}

bool hrg_is_upper(const char *name)
{
    if (*name >= 'A' && *name <= 'Z')
        return true;
    /* Capital letters of the two-byte alphabets: Latin-1, Greek and Cyrillic. */
    const char *end = name + strlen(name);
    uint32_t length = utf8_length(name, end), c;
    if (length != 2)
        return false;
    c = utf8_decode(name, length);
    return (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) || (c >= 0x400 && c <= 0x42F);
}

bool hrg_number(const char *name, int64_t *value)
{
    int64_t v = 0;
    const char *p = name + (*name == '-');
    if (!*p)
        return false;
    for (; *p; p++) {
        if (*p < '0' || *p > '9' || v > INT64_MAX / 10 - 1)
            return false;
        v = v * 10 + (*p - '0');
    }
    *value = *name == '-' ? -v : v;
    return true;
}

/* The word in backquotes that is nearest, or NULL. */
static const char *nearest(parser *p, name_id word, const char *words)
{
    if (word == NAME_NONE)
        return NULL;
    suggestion s;
    suggest_init(&s, intern_text(p->s->names, word));
    for (const char *open = strchr(words, '`'), *close; open; open = strchr(close + 1, '`')) {
        close = strchr(open + 1, '`');
        if (!close)
            break;
        if (open[1] >= 'a' && open[1] <= 'z')
            suggest_offer(&s, arena_strndup(p->s->arena, open + 1, (size_t)(close - open - 1)));
    }
    return s.best;
}

void hrg_expected(parser *p, const char *what)
{
    hrg_expected_near(p, what, at(p, HRG_T_IDENT) ? peek(p)->name : NAME_NONE, what);
}

void hrg_expected_near(parser *p, const char *what, name_id word, const char *words)
{
    if (p->panic)
        return;
    const hrg_token *t = peek(p);
    const char *near = nearest(p, word, words);
    const char *found = t->kind == HRG_T_IDENT ? arena_printf(p->s->arena, "`%s`", hrg_shown(p->s, t->name))
                        : t->kind == HRG_T_END ? hrg_token_text(t->kind)
                                               : arena_printf(p->s->arena, "`%s`", hrg_token_text(t->kind));
    diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, t->span, "expected %s, found %s", what, found);
    if (t->kind == HRG_T_ASSIGN && p->nesting > 0)
        diag_set_hint(p->s->sink, d, "`==` compares, `=` assigns");
    else if (t->kind == HRG_T_EQ)
        diag_set_hint(p->s->sink, d, "`=` assigns; a test is written `check(..)`");
    else if (t->kind == HRG_T_MINUS && strcmp(what, "`..`") == 0)
        diag_set_hint(p->s->sink, d, "a range is written `1..5`");
    else if (t->kind == HRG_T_SEMICOLON && strncmp(what, "a statement", 11) == 0)
        diag_set_hint(p->s->sink, d, "statements need no end: each begins on a line of its own");
    else if (near && strcmp(near, intern_text(p->s->names, word)) != 0)
        diag_hint_mean(p->s->sink, d, near);
    else if (near && strcmp(near, "where") == 0)
        diag_set_hint(p->s->sink, d, "`where` follows an element with arguments: `domain Cell = C(I) where I in 0..9`");
    p->panic = true;
}

void hrg_refuse(parser *p, const char *message, const char *hint)
{
    if (p->panic)
        return;
    diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, peek(p)->span, "%s", message);
    diag_set_hint(p->s->sink, d, "%s", hint);
    p->panic = true;
}

bool hrg_expect(parser *p, hrg_token_kind kind)
{
    if (hrg_accept(p, kind))
        return true;
    hrg_expected(p, arena_printf(p->s->arena, "`%s`", hrg_token_text(kind)));
    return false;
}

hrg_name hrg_parse_name(parser *p, const char *what)
{
    hrg_name n = {NAME_NONE, peek(p)->span};
    if (at(p, HRG_T_IDENT))
        n.id = hrg_next(p)->name;
    else
        hrg_expected(p, what);
    return n;
}

bool hrg_enter(parser *p)
{
    if (p->nesting >= p->s->max_nesting) {
        if (!p->panic)
            diag_report(p->s->sink, DIAG_NESTING, p->s->text, peek(p)->span, "nested more than %u levels deep",
                        p->s->max_nesting);
        p->panic = true;
        p->unclosed = true; /* what is left of the declaration makes no sense */
        return false;
    }
    p->nesting++;
    return true;
}

/* ---- declarations ---- */

static bool starts_declaration(const parser *p, name_id function)
{
    if (!at(p, HRG_T_IDENT))
        return false;
    hrg_token_kind after = peek_at(p, 1)->kind;
    if (at_word(p, p->n_domain) || at_word(p, p->n_graph) || at_word(p, p->n_reusable))
        return after == HRG_T_IDENT;
    return after == HRG_T_COLON || (peek(p)->name == function && after == HRG_T_LPAREN);
}

static void skip_declaration(parser *p, name_id function)
{
    uint32_t depth = 0;
    /* After giving up on braces their balance says nothing any more. */
    bool trust = !p->unclosed;
    for (; !at(p, HRG_T_END); hrg_next(p)) {
        if ((depth == 0 || !trust) && hrg_first_on_line(p) && starts_declaration(p, function))
            break;
        if (at(p, HRG_T_LBRACE))
            depth++;
        else if (at(p, HRG_T_RBRACE) && depth > 0)
            depth--;
    }
    p->panic = p->unclosed = false;
    p->nesting = 0;
}

static void parse_element(parser *p, hrg_element *element)
{
    memset(element, 0, sizeof *element);
    element->name = hrg_parse_name(p, "a symbol, a domain or a constructor");
    element->span = element->name.span;
    if (p->panic || !at(p, HRG_T_LPAREN))
        return;
    mark(p, HRG_M_CALL);
    hrg_next(p);
    element->generator = true;
    vec_names args = {0};
    if (!at(p, HRG_T_RPAREN)) {
        do {
            hrg_name n = hrg_parse_name(p, "an argument");
            if (p->panic)
                return;
            vec_push(p->s->arena, &args, n);
        } while (hrg_accept(p, HRG_T_COMMA));
    }
    if (!hrg_expect(p, HRG_T_RPAREN))
        return;
    vec_ranges ranges = {0};
    hrg_parse_where(p, &ranges);
    element->args = args.data;
    element->arg_count = args.count;
    element->ranges = ranges.data;
    element->range_count = ranges.count;
    element->span = span_join(element->span, hrg_last(p));
}

/* `0..5` where elements are listed, as other languages write it. */
static void refuse_range(parser *p, hrg_name domain, hrg_name low)
{
    const hrg_token *high = peek_at(p, 1);
    const char *name = domain.id == NAME_NONE ? "N" : hrg_shown(p->s, domain.id);
    src_span span = span_join(low.span, high->kind == HRG_T_IDENT ? high->span : peek(p)->span);
    diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, span, "a range is no element of a domain");
    diag_set_hint(p->s->sink, d, "`%s(I) where I in %s..%s` makes one for each number; `0 | 1 | 2` lists numbers", name,
                  hrg_shown(p->s, low.id), high->kind == HRG_T_IDENT ? hrg_shown(p->s, high->name) : "5");
    p->panic = true;
}

static void parse_domain(parser *p, hrg_file *file)
{
    hrg_domain domain = {0};
    domain.span = peek(p)->span;
    hrg_next(p);
    domain.name = hrg_parse_name(p, "the name of the domain");
    if (!p->panic)
        hrg_expect(p, HRG_T_ASSIGN);
    VEC(hrg_element) elements = {0};
    while (!p->panic) {
        hrg_element element;
        parse_element(p, &element);
        if (element.name.id != NAME_NONE)
            vec_push(p->s->arena, &elements, element);
        if (!p->panic && at(p, HRG_T_DOTS) && !element.generator)
            refuse_range(p, domain.name, element.name);
        if (p->panic || !at(p, HRG_T_BAR))
            break;
        mark(p, HRG_M_ALTERNATIVE);
        hrg_next(p);
    }
    domain.elements = elements.data;
    domain.count = elements.count;
    domain.span = span_join(domain.span, hrg_last(p));
    if (domain.name.id != NAME_NONE)
        vec_push(p->s->arena, &file->domains, domain);
}

static bool parse_case(parser *p, hrg_case *c)
{
    memset(c, 0, sizeof *c);
    c->span = peek(p)->span;
    mark(p, HRG_M_CASE);
    hrg_next(p);
    mark(p, HRG_M_CALL);
    hrg_next(p);
    VEC(hrg_pattern) patterns = {0};
    if (!at(p, HRG_T_RPAREN)) {
        do {
            hrg_pattern pattern;
            if (!hrg_parse_pattern(p, &pattern))
                return false;
            vec_push(p->s->arena, &patterns, pattern);
        } while (hrg_accept(p, HRG_T_COMMA));
    }
    c->patterns = patterns.data;
    c->count = patterns.count;
    if (!hrg_expect(p, HRG_T_RPAREN) || !hrg_expect(p, HRG_T_ASSIGN))
        return false;
    c->body = hrg_parse_expr(p);
    c->span = span_join(c->span, hrg_last(p));
    return !p->panic;
}

static bool at_case(const parser *p, name_id function)
{
    return at_word(p, function) && peek_at(p, 1)->kind == HRG_T_LPAREN;
}

static void parse_function_or_variable(parser *p, hrg_file *file)
{
    hrg_name name = hrg_parse_name(p, "a name");
    src_span span = name.span;
    hrg_next(p);
    hrg_type *type = hrg_parse_type(p);
    if (p->panic)
        skip_declaration(p, name.id);
    if (at_case(p, name.id)) {
        hrg_function f = {.name = name, .type = type};
        VEC(hrg_case) cases = {0};
        while (at_case(p, name.id)) {
            hrg_case c;
            if (parse_case(p, &c))
                vec_push(p->s->arena, &cases, c);
            else
                skip_declaration(p, name.id);
        }
        f.cases = cases.data;
        f.count = cases.count;
        f.span = span_join(span, hrg_last(p));
        vec_push(p->s->arena, &file->functions, f);
        return;
    }
    hrg_variable v = {.name = name, .type = type};
    if (hrg_accept(p, HRG_T_ASSIGN))
        v.initial = hrg_parse_expr(p);
    v.span = span_join(span, hrg_last(p));
    vec_push(p->s->arena, &file->variables, v);
}

static void parse_graph(parser *p, hrg_file *file)
{
    hrg_graph graph = {0};
    graph.span = peek(p)->span;
    if (at_word(p, p->n_reusable)) {
        graph.reusable = true;
        hrg_next(p);
        if (!at_word(p, p->n_graph)) {
            hrg_expected(p, "`graph` after `reusable`");
            return;
        }
    }
    hrg_next(p);
    graph.name = hrg_parse_name(p, "the name of the graph");
    if (p->panic)
        return;
    if (at(p, HRG_T_LPAREN))
        mark(p, HRG_M_CALL);
    hrg_expect(p, HRG_T_LPAREN);
    VEC(hrg_param) params = {0};
    if (!p->panic && !at(p, HRG_T_RPAREN)) {
        do {
            hrg_param param = {hrg_parse_name(p, "a parameter"), NULL};
            if (p->panic || !hrg_expect(p, HRG_T_COLON))
                break;
            param.type = hrg_parse_type(p);
            vec_push(p->s->arena, &params, param);
        } while (!p->panic && hrg_accept(p, HRG_T_COMMA));
    }
    graph.params = params.data;
    graph.param_count = params.count;
    if (!p->panic && hrg_expect(p, HRG_T_RPAREN))
        hrg_parse_block(p, &graph.body);
    graph.span = span_join(graph.span, hrg_last(p));
    vec_push(p->s->arena, &file->graphs, graph);
}

static void parse_declaration(parser *p, hrg_file *file)
{
    hrg_token_kind after = peek_at(p, 1)->kind;
    mark(p, HRG_M_DECL);
    if (at_word(p, p->n_domain) && after == HRG_T_IDENT)
        parse_domain(p, file);
    else if ((at_word(p, p->n_graph) || at_word(p, p->n_reusable)) && after == HRG_T_IDENT)
        parse_graph(p, file);
    else if (at(p, HRG_T_IDENT) && after == HRG_T_COLON)
        parse_function_or_variable(p, file);
    else if (at(p, HRG_T_IDENT) && after == HRG_T_LPAREN) {
        diag *d = diag_report(p->s->sink, DIAG_EXPECTED, p->s->text, peek(p)->span,
                              "a case of `%s` that does not follow its declaration", hrg_shown(p->s, peek(p)->name));
        diag_set_hint(p->s->sink, d, "a function is its type, `%s : A -> B`, followed by its cases",
                      hrg_shown(p->s, peek(p)->name));
        p->panic = true;
    } else
        hrg_expected_near(p, "a declaration (`domain`, `graph`, or a name and `:`)",
                          at(p, HRG_T_IDENT) ? peek(p)->name : NAME_NONE, "`domain` `graph` `reusable` `where`");
}

bool hrg_parse(hrg_source *s, hrg_file *file)
{
    uint32_t errors = s->sink->errors;
    memset(file, 0, sizeof *file);
    hrg_lex(&s->tokens, s->arena, s->names, s->text, s->sink);
    s->marks = ARENA_ARRAY(s->arena, uint8_t, s->tokens.list.count);
    if (s->max_nesting == 0)
        s->max_nesting = DEFAULT_MAX_NESTING;
    if (s->max_nesting > HARD_MAX_NESTING)
        s->max_nesting = HARD_MAX_NESTING;
    parser p = {.s = s};
#define WORD(field, text) p.field = intern_cstr(s->names, text)
    WORD(n_where, "where");
    WORD(n_in, "in");
    WORD(n_if, "if");
    WORD(n_then, "then");
    WORD(n_else, "else");
    WORD(n_or, "or");
    WORD(n_branch, "branch");
    WORD(n_loop, "loop");
    WORD(n_repeat, "repeat");
    WORD(n_while, "while");
    WORD(n_domain, "domain");
    WORD(n_graph, "graph");
    WORD(n_reusable, "reusable");
    WORD(n_any, "_");
    WORD(n_not, "not");
#undef WORD
    if (at(&p, HRG_T_END) && s->sink->errors == errors)
        diag_report(s->sink, DIAG_EMPTY, s->text, peek(&p)->span, "the file holds no game");
    while (!at(&p, HRG_T_END)) {
        uint32_t before = p.pos;
        parse_declaration(&p, file);
        if (p.panic || p.unclosed) {
            if (p.pos == before)
                hrg_next(&p);
            skip_declaration(&p, NAME_NONE);
        }
    }
    return s->sink->errors == errors;
}
