/* Sections and macros. A macro is replaced by its body wherever it is named after its definition.
 * Arguments are expanded where they are written and what comes out is read once more, so that a
 * name that only the body completes is found. Every token remembers how many macros are known where it
 * was written: a body can use only those before its own definition, so expansion ends, and the number of
 * tokens is limited for the sake of arguments that expand to each other. */
#include "lang/rbg/rbg.h"

#include "base/text.h"

#include <string.h>

static const char *const section_names[RBG_SECTIONS] = {"players", "pieces", "variables", "board", "rules"};
static const char *const generators[] = {"rectangle", "hexagon", "cuboid"};

static int section_of(const char *word)
{
    for (int i = 0; i < RBG_SECTIONS; i++)
        if (strcmp(word, section_names[i]) == 0)
            return i;
    return -1;
}

static bool is_reserved(const char *word) { return TEXT_AMONG(word, generators) || section_of(word) >= 0; }

/* ---- expansion ---- */

typedef struct token_range {
    const rbg_token *data;
    uint32_t count;
} token_range;
typedef VEC(token_range) token_ranges;

static void expand(rbg_file *f, token_range in, rbg_tokens *out, uint32_t depth);

/* The last of the first `visible` macros that has the name, or RBG_NONE. */
static uint32_t macro_named(const rbg_file *f, name_id name, uint32_t visible)
{
    const uint32_t *last = map_get(&f->macro_by_name, name);
    uint32_t i = last ? *last : RBG_NONE;
    while (i != RBG_NONE && i >= visible)
        i = vec_at(&f->macros, i).before;
    return i;
}

static const rbg_macro *find_macro(const rbg_file *f, const rbg_token *t, uint32_t arity, bool *any, uint32_t *index)
{
    *any = false;
    for (uint32_t i = macro_named(f, t->name, t->visible); i != RBG_NONE; i = vec_at(&f->macros, i).before) {
        const rbg_macro *m = &vec_at(&f->macros, i);
        *any = true;
        *index = i;
        if (!m->called || m->parameter_count == arity)
            return m;
    }
    return NULL;
}

static bool is_called(const rbg_file *f, const rbg_token *t, bool *known)
{
    uint32_t i = macro_named(f, t->name, t->visible);
    *known = i != RBG_NONE;
    return *known && vec_at(&f->macros, i).called;
}

/* Reads `( .. ; .. )` at in[at]; the index after it, or 0 when it is never closed. */
static uint32_t read_arguments(rbg_file *f, token_range in, uint32_t at, token_ranges *arguments)
{
    uint32_t depth = 0, from = at + 1;
    for (uint32_t i = at; i < in.count; i++) {
        rbg_token_kind kind = vec_at(&in, i).kind;
        depth += kind == RBG_T_LPAREN;
        bool closes = kind == RBG_T_RPAREN && --depth == 0;
        if (closes || (kind == RBG_T_SEMICOLON && depth == 1)) {
            token_range argument = {in.data + from, i - from};
            vec_push(f->arena, arguments, argument);
            from = i + 1;
        }
        if (closes)
            return i + 1;
    }
    return 0;
}

static bool is_word_token(const rbg_token *t) { return t->kind == RBG_T_IDENT || t->kind == RBG_T_NUMBER; }

/* Joins b to the last token of out. */
static void paste(rbg_file *f, rbg_tokens *out, const rbg_token *b, const rbg_token *mark)
{
    rbg_token *a = &vec_at(out, out->count - 1);
    if (!is_word_token(a) || !is_word_token(b) || (a->kind == RBG_T_NUMBER && b->kind == RBG_T_IDENT)) {
        diag *d = rbg_report(f, DIAG_RBG_MACRO, mark->span, mark->origin, "`~` cannot join %s and %s",
                             rbg_token_shown(f, a), rbg_token_shown(f, b));
        diag_set_hint(f->sink, d, "it makes one name of two words; a name begins with a letter");
        return;
    }
    a->name = intern_printf(f->names, "%s%s", rbg_text(f, a->name), rbg_text(f, b->name));
}

static int parameter_of(const rbg_macro *m, const rbg_token *t)
{
    for (uint32_t i = 0; t->kind == RBG_T_IDENT && i < m->parameter_count; i++)
        if (m->parameters[i].name == t->name)
            return (int)i;
    return -1;
}

static bool take_token(rbg_file *f, src_span at)
{
    if (++f->expanded > RBG_MAX_TOKENS)
        rbg_too_large(f, at, "macros make more than %d tokens of this", RBG_MAX_TOKENS);
    return !f->exhausted;
}

/* The body with arguments in place of parameters, and names joined. */
static void substitute(rbg_file *f, const rbg_macro *m, uint32_t index, const rbg_tokens *arguments, uint32_t origin,
                       rbg_tokens *out)
{
    const rbg_token *mark = NULL;
    bool glue = false; /* a `~` waits for its right side, and something stands to its left */
    for (uint32_t i = 0; i < m->body_count; i++) {
        const rbg_token *t = &m->body[i];
        if (t->kind == RBG_T_PASTE)
            continue;
        bool joined = i > 0 && m->body[i - 1].kind == RBG_T_PASTE;
        if (joined)
            mark = &m->body[i - 1];
        int p = parameter_of(m, t);
        rbg_token own = *t;
        own.visible = index;
        own.origin = origin;
        const rbg_token *list = p >= 0 ? arguments[p].data : &own;
        uint32_t count = p >= 0 ? arguments[p].count : 1, start = out->count;
        for (uint32_t k = 0; k < count && take_token(f, t->span); k++) {
            rbg_token copy = list[k];
            if (k == 0 && joined && glue) {
                paste(f, out, &copy, mark);
                vec_at(out, out->count - 1).visible = index;
                continue;
            }
            vec_push(f->arena, out, copy);
        }
        glue = out->count > start || (joined && glue);
    }
}

static void report_arity(rbg_file *f, const rbg_token *t, uint32_t given)
{
    const uint32_t i = macro_named(f, t->name, t->visible);
    const uint32_t wanted = i != RBG_NONE ? vec_at(&f->macros, i).parameter_count : 0;
    const src_span defined = i != RBG_NONE ? vec_at(&f->macros, i).span : t->span;
    diag *d = rbg_report(f, DIAG_RBG_MACRO, t->span, t->origin, "the macro `%s` takes %u argument%s, not %u",
                         rbg_shown(f, t->name), wanted, wanted == 1 ? "" : "s", given);
    diag_add_note(f->sink, d, f->text, defined, "defined here");
    diag_set_hint(f->sink, d, "arguments are separated by `;`");
}

/* Expands the use of a macro at in[at]; the index after it. */
static uint32_t expand_use(rbg_file *f, token_range in, uint32_t at, bool called, rbg_tokens *out, uint32_t depth)
{
    const rbg_token *t = &vec_at(&in, at);
    token_ranges ranges = {0};
    uint32_t after = at + 1, index = 0;
    if (called) {
        after = read_arguments(f, in, at + 1, &ranges);
        if (after == 0) {
            rbg_report(f, DIAG_EXPECTED, vec_at(&in, at + 1).span, vec_at(&in, at + 1).origin,
                       "the bracket after the macro `%s` is never closed", rbg_shown(f, t->name));
            return in.count;
        }
    }
    bool any;
    const rbg_macro *m = find_macro(f, t, ranges.count, &any, &index);
    if (!m) {
        report_arity(f, t, ranges.count);
        return after;
    }
    rbg_tokens *arguments = ARENA_ARRAY(f->arena, rbg_tokens, ranges.count + 1);
    for (uint32_t i = 0; i < ranges.count; i++)
        expand(f, vec_at(&ranges, i), &arguments[i], depth + 1);
    rbg_origin origin = {t->name, t->span, t->origin};
    vec_push(f->arena, &f->origins, origin);
    rbg_tokens body = {0};
    substitute(f, m, index, arguments, f->origins.count - 1, &body);
    expand(f, (token_range){body.data, body.count}, out, depth + 1);
    return after;
}

static void expand(rbg_file *f, token_range in, rbg_tokens *out, uint32_t depth)
{
    if (in.count == 0 || f->exhausted)
        return;
    if (depth > RBG_MAX_EXPANSION_DEPTH) {
        rbg_too_large(f, vec_at(&in, 0).span, "macros use each other more than %d deep", RBG_MAX_EXPANSION_DEPTH);
        return;
    }
    for (uint32_t i = 0; i < in.count && !f->exhausted;) {
        const rbg_token *t = &vec_at(&in, i);
        bool known = false, called = t->kind == RBG_T_IDENT && is_called(f, t, &known);
        bool bracket = i + 1 < in.count && vec_at(&in, i + 1).kind == RBG_T_LPAREN;
        if (known && (!called || bracket)) {
            i = expand_use(f, in, i, called, out, depth);
            continue;
        }
        if (!take_token(f, t->span))
            return;
        vec_push(f->arena, out, *t);
        i++;
    }
}

/* ---- sections ---- */

typedef struct splitter {
    rbg_file *f;
    const rbg_token *tokens;
    uint32_t count; /* without the end */
} splitter;

static uint32_t next_section(const splitter *s, uint32_t from)
{
    while (from < s->count && s->tokens[from].kind != RBG_T_HASH)
        from++;
    return from;
}

static void mixed_arity(rbg_file *f, const rbg_macro *m, const rbg_macro *old)
{
    bool same = m->called == old->called;
    diag *d = same ? diag_report(f->sink, DIAG_DUPLICATE, f->text, m->span,
                                 "the macro `%s` is defined twice with %u parameter%s", rbg_shown(f, m->name),
                                 m->parameter_count, m->parameter_count == 1 ? "" : "s")
                   : diag_report(f->sink, DIAG_RBG_MACRO, f->text, m->span,
                                 "the macro `%s` is defined with parameters and without", rbg_shown(f, m->name));
    diag_add_note(f->sink, d, f->text, old->span, "first defined here");
}

static void add_macro(rbg_file *f, const rbg_macro *m)
{
    const uint32_t last = macro_named(f, m->name, f->macros.count);
    const rbg_macro *first = NULL;
    for (uint32_t i = last; i != RBG_NONE; i = vec_at(&f->macros, i).before) {
        const rbg_macro *old = &vec_at(&f->macros, i);
        if (m->called != old->called || m->parameter_count == old->parameter_count)
            first = old;
    }
    if (first) {
        mixed_arity(f, m, first);
        return;
    }
    map_put(&f->macro_by_name, m->name, f->macros.count);
    vec_push(f->arena, &f->macros, *m);
    vec_at(&f->macros, f->macros.count - 1).before = last;
}

static void check_pastes(rbg_file *f, const rbg_token *tokens, uint32_t count, bool macro)
{
    for (uint32_t i = 0; i < count; i++) {
        if (tokens[i].kind != RBG_T_PASTE)
            continue;
        bool edge = i == 0 || i + 1 == count || tokens[i + 1].kind == RBG_T_PASTE;
        if (!macro || edge)
            diag_report(f->sink, DIAG_RBG_MACRO, f->text, tokens[i].span,
                        macro ? "`~` needs a word on both sides" : "`~` joins words only inside of a macro");
    }
}

/* Parameters at tokens[at] (behind the bracket); the index after the closing one, or 0. */
static uint32_t read_parameters(splitter *s, uint32_t at, uint32_t end, rbg_macro *m)
{
    rbg_file *f = s->f;
    rbg_tokens list = {0};
    for (;; at++) {
        const rbg_token *t = &s->tokens[at];
        if (at >= end || t->kind != RBG_T_IDENT || is_reserved(rbg_text(f, t->name))) {
            diag *d = diag_report(f->sink, DIAG_EXPECTED, f->text, t->span,
                                  "expected a parameter of the macro, found %s", rbg_token_shown(f, t));
            diag_set_hint(f->sink, d, "parameters are names, separated by `;`");
            return 0;
        }
        for (uint32_t i = 0; i < list.count; i++)
            if (vec_at(&list, i).name == t->name)
                diag_report(f->sink, DIAG_DUPLICATE, f->text, t->span, "two parameters are called `%s`",
                            rbg_shown(f, t->name));
        vec_push(f->arena, &list, *t);
        at++;
        if (at < end && s->tokens[at].kind == RBG_T_RPAREN)
            break;
        if (at >= end || s->tokens[at].kind != RBG_T_SEMICOLON) {
            diag_report(f->sink, DIAG_EXPECTED, f->text, s->tokens[at].span, "expected `;` or `)`, found %s",
                        rbg_token_shown(f, &s->tokens[at]));
            return 0;
        }
    }
    m->parameters = list.data;
    m->parameter_count = list.count;
    return at + 1;
}

static bool expect_is(splitter *s, uint32_t at, uint32_t end, const char *after)
{
    if (at < end && s->tokens[at].kind == RBG_T_IS)
        return true;
    diag_report(s->f->sink, DIAG_EXPECTED, s->f->text, s->tokens[at].span, "expected `=` after %s, found %s", after,
                rbg_token_shown(s->f, &s->tokens[at]));
    return false;
}

static void warn_near_section(rbg_file *f, const rbg_token *name)
{
    suggestion s;
    suggest_init(&s, rbg_text(f, name->name));
    for (int i = 0; i < RBG_SECTIONS; i++)
        suggest_offer(&s, section_names[i]);
    int missing = s.best ? section_of(s.best) : -1;
    if (missing < 0 || f->sections[missing].present)
        return;
    f->sections[missing].present = true; /* what is wrong was said */
    diag *d = diag_report(f->sink, DIAG_RBG_SECTION, f->text, name->span,
                          "there is no section `%s`, and no macro uses that name", rbg_shown(f, name->name));
    diag_hint_mean(f->sink, d, s.best);
}

static void read_macro(splitter *s, uint32_t at, uint32_t end)
{
    rbg_macro m = {.name = s->tokens[at].name, .span = s->tokens[at].span};
    uint32_t next = at + 1;
    if (next < end && s->tokens[next].kind == RBG_T_LPAREN) {
        m.called = true;
        next = read_parameters(s, next + 1, end, &m);
        if (next == 0)
            return;
    }
    if (!expect_is(s, next, end, "the name of the macro"))
        return;
    m.body = s->tokens + next + 1;
    m.body_count = end - next - 1;
    check_pastes(s->f, m.body, m.body_count, true);
    add_macro(s->f, &m);
}

static void read_section(splitter *s, int kind, uint32_t at, uint32_t end)
{
    rbg_file *f = s->f;
    rbg_section *section = &f->sections[kind];
    if (section->present && section->tokens.count) {
        diag *d = diag_report(f->sink, DIAG_DUPLICATE, f->text, s->tokens[at].span, "the section `%s` is there twice",
                              section_names[kind]);
        diag_add_note(f->sink, d, f->text, section->span, "first here");
        return;
    }
    section->present = true;
    section->span = s->tokens[at].span;
    rbg_token last = s->tokens[end - 1];
    last = (rbg_token){RBG_T_SECTION_END, NAME_NONE, {last.span.end, last.span.end}, 0, RBG_NO_ORIGIN};
    if (expect_is(s, at + 1, end, "the name of the section")) {
        rbg_tokens plain = {0};
        for (uint32_t i = at + 2; i < end; i++) {
            vec_push(f->arena, &plain, s->tokens[i]);
            vec_at(&plain, plain.count - 1).visible = f->macros.count;
        }
        check_pastes(f, plain.data, plain.count, false);
        expand(f, (token_range){plain.data, plain.count}, &section->tokens, 0);
    }
    vec_push(f->arena, &section->tokens, last);
}

static void report_missing(rbg_file *f)
{
    static const char *const examples[RBG_SECTIONS] = {
        "#players = white(100), black(100)", "#pieces = empty, stone",
        "#variables =", "#board = rectangle(up,down,left,right, [empty,empty] [empty,empty])",
        "#rules = (->white .. ->black ..)*"};
    for (int i = 0; i < RBG_SECTIONS; i++)
        if (!f->sections[i].present) {
            diag *d = diag_report(f->sink, DIAG_RBG_SECTION, f->text, SPAN_NOWHERE, "the section `%s` is missing",
                                  section_names[i]);
            diag_set_hint(f->sink, d, "for instance `%s`", examples[i]);
        }
}

void rbg_preprocess(rbg_file *f, const rbg_tokens *tokens)
{
    splitter s = {f, tokens->data, tokens->count - 1};
    map_init(&f->macro_by_name, f->arena);
    uint32_t at = next_section(&s, 0);
    if (at > 0) {
        diag *d = diag_report(f->sink, DIAG_EXPECTED, f->text, s.tokens[0].span, "expected `#`, found %s",
                              rbg_token_shown(f, &s.tokens[0]));
        diag_set_hint(f->sink, d, "a game consists of sections such as `#players = ..`");
    }
    while (at < s.count && !f->exhausted) {
        uint32_t name = at + 1, end = next_section(&s, name);
        const rbg_token *t = &s.tokens[name];
        if (name >= end || t->kind != RBG_T_IDENT) {
            diag_report(f->sink, DIAG_EXPECTED, f->text, t->span,
                        "expected the name of a section or macro after `#`, found %s", rbg_token_shown(f, t));
        } else if (section_of(rbg_text(f, t->name)) >= 0) {
            read_section(&s, section_of(rbg_text(f, t->name)), name, end);
        } else if (is_reserved(rbg_text(f, t->name))) {
            diag_report(f->sink, DIAG_RESERVED, f->text, t->span,
                        "`%s` is a reserved word and cannot be the name of a macro", rbg_text(f, t->name));
        } else {
            read_macro(&s, name, end);
        }
        at = end;
    }
    for (uint32_t i = 0; i < f->macros.count; i++) {
        rbg_token name = {RBG_T_IDENT, vec_at(&f->macros, i).name, vec_at(&f->macros, i).span, 0, RBG_NO_ORIGIN};
        warn_near_section(f, &name);
    }
    if (!f->exhausted)
        report_missing(f);
}
