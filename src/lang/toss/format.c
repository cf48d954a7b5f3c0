/* Canonical layout: the lines stay where their author ended them, and those that are too long are
 * broken; spaces and indentation follow from the tokens. Comments and pictures stay as they are. No
 * word is changed. */
#include "lang/lang.h"
#include "lang/tidy.h"
#include "lang/toss/parse_internal.h"

#include <string.h>

enum { COLUMNS = 120, INDENT = 2 };

/* A bracket that is open, or (kind END) nothing. */
typedef struct level {
    toss_token_kind kind;
    uint32_t indent; /* of the line that it was opened in */
    bool structure;
} level;

typedef struct writer {
    rs_game *f;
    const toss_token *tokens;
    uint32_t count;
    tidy t;
    VEC(level) open;
    uint32_t indent; /* of the line */
    bool variables;  /* the names behind a quantifier */
    bool moves;      /* of a location: brackets are no structures */
} writer;

static bool is_word(const writer *x, uint32_t i, const char *word)
{
    return i < x->count && x->tokens[i].kind == TOSS_T_WORD &&
           strcmp(intern_text(x->f->names, x->tokens[i].name), word) == 0;
}

static bool is_one_of(const writer *x, uint32_t i, const char *const *words)
{
    for (; *words; words++)
        if (is_word(x, i, *words))
            return true;
    return false;
}

static bool begins_declaration(const writer *x, uint32_t i)
{
    static const char *const words[] = {"PLAYERS", "REL", "RULE", "LOC", "START", "MODEL", "DATA", "PATTERN", NULL};
    return is_one_of(x, i, words);
}

static bool is_logic(const writer *x, uint32_t i)
{
    static const char *const words[] = {"ex",   "all",      "and",    "or",     "xor",     "not",    "in",  "tc",
                                        "lfp",  "gfp",      "let",    "pre",    "post",    "update", "inv", "emb",
                                        "with", "dynamics", "PAYOFF", "before", "PATTERN", "MOVES",  NULL};
    return is_one_of(x, i, words);
}

static bool begins_variables(const writer *x, uint32_t i)
{
    static const char *const words[] = {"ex", "all", "tc", NULL};
    return is_one_of(x, i, words);
}

/* What an operand can end with. */
static bool ends_operand(const writer *x, uint32_t i)
{
    toss_token_kind k = x->tokens[i].kind;
    return (k == TOSS_T_WORD && !is_logic(x, i)) || k == TOSS_T_NUMBER || k == TOSS_T_RPAREN || k == TOSS_T_RBRACE ||
           k == TOSS_T_RBRACKET;
}

static bool in_structure(const writer *x) { return x->open.count > 0 && vec_at(&x->open, x->open.count - 1).structure; }

/* A sign in front of a value, not between two. */
static bool is_prefix(const writer *x, uint32_t i)
{
    return (x->tokens[i].kind == TOSS_T_COLON || x->tokens[i].kind == TOSS_T_MINUS) &&
           (i == 0 || !ends_operand(x, i - 1));
}

/* `P:1 {}`, `t: 0.1` or `DATA capacity: 9`: the colon belongs to the name before it. */
static bool is_label(const writer *x, uint32_t i)
{
    bool rule = i > 1 && (is_word(x, i - 2, "RULE") || is_word(x, i - 2, "DATA"));
    bool parameter = x->moves && x->open.count > 0 && vec_at(&x->open, x->open.count - 1).kind == TOSS_T_LBRACKET;
    return rule || parameter || (in_structure(x) && x->tokens[i].kind == TOSS_T_COLON);
}

static bool space_before_bracket(const writer *x, uint32_t i)
{
    bool word = x->tokens[i - 1].kind == TOSS_T_WORD, number = x->tokens[i - 1].kind == TOSS_T_NUMBER;
    if (x->tokens[i].kind != TOSS_T_LPAREN)
        return true;
    return in_structure(x) || !(word || number) || is_logic(x, i - 1) || is_word(x, i - 1, "Sum") || x->variables;
}

/* Between a token and the one before it, on one line. */
static bool space_before(const writer *x, uint32_t i)
{
    toss_token_kind k = x->tokens[i].kind, before = x->tokens[i - 1].kind;
    bool move = x->moves && (before == TOSS_T_LBRACKET || k == TOSS_T_RBRACKET);
    if (k == TOSS_T_COMMA || k == TOSS_T_SEMICOLON || k == TOSS_T_RPAREN || k == TOSS_T_PRIME ||
        before == TOSS_T_LPAREN || move)
        return before == TOSS_T_BAR && k == TOSS_T_RPAREN;
    if (before == TOSS_T_LBRACE && k == TOSS_T_RBRACE)
        return false;
    if (before == TOSS_T_COLON && is_prefix(x, i - 1))
        return false;
    if (before == TOSS_T_MINUS && is_prefix(x, i - 1))
        return k == TOSS_T_RBRACKET; /* the lone sign for positions */
    if (before == TOSS_T_COLON && is_label(x, i - 1))
        return !in_structure(x);
    if (k == TOSS_T_COLON && is_label(x, i))
        return false;
    if (k == TOSS_T_LPAREN)
        return space_before_bracket(x, i);
    return true;
}

/* Of its first line. */
static uint32_t length_of(const writer *x, uint32_t i)
{
    const char *text = x->f->text->text + x->tokens[i].span.start;
    uint32_t length = x->tokens[i].span.end - x->tokens[i].span.start;
    const char *newline = memchr(text, '\n', length);
    return newline ? (uint32_t)(newline - text) : length;
}

/* A line may end before the token. */
static bool may_break(const writer *x, uint32_t i)
{
    toss_token_kind k = x->tokens[i].kind, before = x->tokens[i - 1].kind;
    return before == TOSS_T_SEMICOLON || before == TOSS_T_RULE_ARROW || is_word(x, i, "and") || is_word(x, i, "or") ||
           is_word(x, i, "MOVES") || (before == TOSS_T_COMMA && !x->variables && x->open.count <= 1) ||
           (k == TOSS_T_LBRACKET && before == TOSS_T_EQ);
}

/* How long the line gets up to where it may end next, or `end`. */
static uint32_t reach_of(const writer *x, uint32_t i, uint32_t end)
{
    uint32_t length = length_of(x, i);
    for (uint32_t k = i + 1; k < end; k++) {
        const char *text = x->f->text->text;
        bool breaks = is_word(x, k, "and") || is_word(x, k, "or") || is_word(x, k, "MOVES");
        if (breaks || x->tokens[k - 1].kind == TOSS_T_SEMICOLON || x->tokens[k - 1].kind == TOSS_T_RULE_ARROW ||
            memchr(text + x->tokens[k - 1].span.end, '\n', x->tokens[k].span.start - x->tokens[k - 1].span.end))
            break;
        length += length_of(x, k) + 1;
    }
    return length;
}

/* How far a line is in that begins with the token. */
static uint32_t indent_of(const writer *x, uint32_t i)
{
    static const char *const parts[] = {"PLAYER", "UNIVERSAL", "PAYOFF", "MOVES", NULL};
    toss_token_kind k = x->tokens[i].kind;
    const level *top = x->open.count ? &vec_at(&x->open, x->open.count - 1) : NULL;
    if (begins_declaration(x, i) || k == TOSS_T_END)
        return 0;
    if (!top)
        return INDENT;
    if (k == TOSS_T_RPAREN || k == TOSS_T_RBRACE || k == TOSS_T_RBRACKET || (k == TOSS_T_BAR && top->structure))
        return top->indent;
    /* behind PAYOFF and MOVES what goes on is further in */
    return top->indent + INDENT + (x->moves && top->kind == TOSS_T_LBRACE && !is_one_of(x, i, parts) ? INDENT : 0);
}

static void new_line(writer *x, uint32_t indent)
{
    tidy_line(&x->t, indent, false);
    x->indent = indent;
}

/* The comments before a token; whether it begins a line. */
static bool write_gap(writer *x, uint32_t i)
{
    const char *text = x->f->text->text;
    uint32_t from = i ? x->tokens[i - 1].span.end : 0, to = x->tokens[i].span.start, lines = 0;
    bool broken = i == 0;
    for (uint32_t p = from; p < to; p++) {
        if (text[p] == '\n')
            lines++;
        if (text[p] != '/')
            continue;
        uint32_t shown, end = tidy_line_end(&x->t, p, to, &shown);
        if (lines > 1 && x->t.out.count > 0)
            new_line(x, 0);
        if (x->t.out.count > 0 && (lines > 0 || i == 0))
            new_line(x, indent_of(x, i));
        else if (x->t.out.count > 0)
            tidy_add(&x->t, " ", 1);
        tidy_add(&x->t, text + p, shown - p);
        p = end - 1;
        lines = 0;
        broken = true;
    }
    if (lines > 1 && x->tokens[i].kind != TOSS_T_END && x->t.out.count > 0)
        new_line(x, 0);
    return broken || lines > 0;
}

static void note_brackets(writer *x, uint32_t i)
{
    toss_token_kind k = x->tokens[i].kind;
    if (k == TOSS_T_LPAREN || k == TOSS_T_LBRACE || k == TOSS_T_LBRACKET) {
        bool inside = k == TOSS_T_LBRACE ? in_structure(x) : k == TOSS_T_LBRACKET && !x->moves;
        vec_push(x->f->arena, &x->open, ((level){k, x->indent, inside}));
    } else if ((k == TOSS_T_RPAREN || k == TOSS_T_RBRACE || k == TOSS_T_RBRACKET) && x->open.count > 0) {
        x->open.count--;
    }
}

static void write_token(writer *x, uint32_t i, bool first)
{
    const toss_token *t = &x->tokens[i];
    bool closes = t->kind == TOSS_T_RPAREN || t->kind == TOSS_T_RBRACE || t->kind == TOSS_T_RBRACKET;
    if (begins_declaration(x, i) && x->open.count == 0)
        x->moves = is_word(x, i, "LOC");
    bool space = i > 0 && space_before(x, i);
    if (x->variables && t->kind != TOSS_T_COMMA && t->kind != TOSS_T_NUMBER &&
        (t->kind != TOSS_T_WORD || (x->tokens[i - 1].kind != TOSS_T_COMMA && !begins_variables(x, i - 1) &&
                                    x->tokens[i - 1].kind != TOSS_T_NUMBER)))
        x->variables = false;
    if (first) {
        if (x->t.out.count > 0)
            new_line(x, indent_of(x, i));
    } else if (space && !closes && may_break(x, i) && x->t.column + 1 + reach_of(x, i, x->count) > COLUMNS) {
        new_line(x, indent_of(x, i));
    } else if (space) {
        tidy_add(&x->t, " ", 1);
    }
    note_brackets(x, i);
    tidy_add(&x->t, x->f->text->text + t->span.start, t->span.end - t->span.start);
    if (t->kind == TOSS_T_STRING)
        for (uint32_t p = (uint32_t)x->t.out.count; p > 0 && vec_at(&x->t.out, p - 1) != '\n'; p--)
            x->t.column = (uint32_t)x->t.out.count - p;
    x->variables |= begins_variables(x, i);
}

const char *toss_format(const lang_input *in)
{
    intern names;
    intern_init(&names, in->scratch);
    rs_game f = {.arena = in->scratch,
                 .names = &names,
                 .text = in->source,
                 .sink = in->sink,
                 .max_nesting = in->limits->max_nesting};
    if (!toss_parse_game(&f))
        return NULL;
    toss_tokens tokens = {0};
    toss_lex(&f, &tokens);
    writer x = {
        .f = &f, .t = {.arena = in->scratch, .source = in->source}, .tokens = tokens.data, .count = tokens.count - 1};
    for (uint32_t i = 0; i <= x.count; i++) {
        bool first = write_gap(&x, i);
        if (i < x.count)
            write_token(&x, i, first);
    }
    new_line(&x, 0);
    return x.t.out.data;
}
