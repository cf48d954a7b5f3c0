/* Expansion: markers of options, then defines and ranges.
 *
 * Tokens that are still to be read lie on a stack of frames. The use of a define puts its body, with the
 * arguments in place of the parameters, on top; so what a use leads to is looked at once more, as in the
 * textual expansion of the original, and each token that reaches the output was looked at once a level. Every
 * copy is counted, and the depth of a use is one more than that of its opening bracket or its name: both
 * limits together end every recursion, that by arguments included. */
#include "lang/ludii/ludii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct frame {
    const ludii_token *tokens;
    uint32_t count, at;
    uint32_t option; /* of markers: 1 more than the number of the one that is being replaced */
} frame;

typedef struct expander {
    ludii_file *f;
    VEC(frame) frames;
    ludii_tokens out;
} expander;

/* What the text itself costs, is not charged. */
static uint32_t allowance(const ludii_file *f) { return LUDII_MAX_COPIES + 3 * f->tokens.count; }

static bool charge(ludii_file *f, uint32_t tokens, const ludii_token *at)
{
    if (f->work <= allowance(f))
        f->work += tokens;
    if (f->work > allowance(f))
        ludii_too_large(f, at->span, at->origin, "the game grows too large when it is expanded: more than %d tokens",
                        LUDII_MAX_COPIES);
    return !f->exhausted;
}

static const ludii_token *next_token(expander *x)
{
    while (x->frames.count) {
        frame *top = &vec_at(&x->frames, x->frames.count - 1);
        if (top->at < top->count)
            return &top->tokens[top->at++];
        x->frames.count--;
    }
    return NULL;
}

static void push(expander *x, const ludii_token *tokens, uint32_t count)
{
    frame fr = {tokens, count, 0, 0};
    vec_push(x->f->arena, &x->frames, fr);
}

/* ---- output ---- */

static ludii_token word_of(ludii_file *f, const ludii_token *t, const char *text, size_t length)
{
    ludii_token w = *t;
    w.kind = LUDII_WORD;
    w.name = intern_add(f->names, text, length);
    return w;
}

static bool is_text(uint8_t kind) { return kind == LUDII_WORD || kind == LUDII_STRING; }

/* Words that an expansion brought together, as in `P<Player:number>`. */
static bool joined(expander *x, const ludii_token *t)
{
    ludii_token *last = x->out.count ? &vec_at(&x->out, x->out.count - 1) : NULL;
    if (!last || !t->glued || last->kind != LUDII_WORD || t->kind != LUDII_WORD)
        return false;
    const char *both = arena_printf(x->f->arena, "%s%s", ludii_text(x->f, last->name), ludii_text(x->f, t->name));
    *last = word_of(x->f, last, both, strlen(both));
    return true;
}

static void emit(expander *x, const ludii_token *t)
{
    if (t->kind == LUDII_WORD && strcmp(ludii_text(x->f, t->name), "~") == 0)
        return;
    if (charge(x->f, 1, t) && !joined(x, t))
        vec_push(x->f->arena, &x->out, *t);
}

/* ---- markers ---- */

static bool nested_marker(expander *x, const ludii_token *t)
{
    if (x->frames.count < LUDII_MAX_DEPTH)
        return false;
    ludii_too_large(x->f, t->span, t->origin, "the option `<%s>` contains itself", ludii_shown(x->f, t->name));
    return true;
}

static bool has_markers(const ludii_token *tokens, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (tokens[i].kind == LUDII_MARKER)
            return true;
    return false;
}

/* Replaces the markers of `tokens`. */
static ludii_tokens replace_markers(ludii_file *f, ludii_token *tokens, uint32_t count)
{
    expander x = {.f = f};
    if (!has_markers(tokens, count))
        return (ludii_tokens){tokens, count, count};
    push(&x, tokens, count);
    for (const ludii_token *t; !f->exhausted && (t = next_token(&x));) {
        if (t->kind != LUDII_MARKER) {
            if (charge(f, 1, t))
                vec_push(f->arena, &x.out, *t);
            continue;
        }
        const ludii_tokens *value = ludii_marker(f, t);
        if (value && !nested_marker(&x, t)) {
            if (value->count)
                vec_at(value, 0).glued = t->glued;
            push(&x, value->data, value->count);
        }
    }
    return x.out;
}

/* ---- defines ---- */

typedef struct use {
    const ludii_define *define;
    const ludii_token *open, *end; /* the first token and that behind the last one */
    bool bracketed;
    uint32_t argument_count;
    struct {
        const ludii_token *tokens;
        uint32_t count;
    } arguments[LUDII_MAX_PARAMETERS];
} use;

/* An argument is a string, a word or a bracketed expression, with its label; words and brackets without
 * white space between them are one. */
static void read_arguments(use *u, const ludii_token *t, const ludii_token *end)
{
    while (t < end && u->argument_count < LUDII_MAX_PARAMETERS) {
        const ludii_token *from = t;
        do
            t += ludii_skip(t, (uint32_t)(end - t), 0);
        while (t < end &&
               (t[-1].kind == LUDII_LABEL || (t->glued && t->kind == LUDII_WORD && t[-1].kind == LUDII_WORD)));
        u->arguments[u->argument_count].tokens = from;
        u->arguments[u->argument_count++].count = (uint32_t)(t - from);
    }
}

static bool empty_argument(const ludii_file *f, const ludii_token *t, uint32_t count)
{
    return count == 1 && t->kind == LUDII_WORD && strcmp(ludii_text(f, t->name), "~") == 0;
}

/* The text of define and origin, when an expansion gets too deep. */
static bool too_deep(expander *x, const ludii_token *t, const ludii_define *d)
{
    if (vec_at(&x->f->origins, t->origin).depth < LUDII_MAX_DEPTH)
        return false;
    ludii_too_large(x->f, t->span, t->origin, "the define %s is used inside of itself, more than %d deep",
                    ludii_shown(x->f, d->name), LUDII_MAX_DEPTH);
    return true;
}

/* A string with parameters in it, which stand for words. */
static name_id filled(ludii_file *f, const use *u, name_id string)
{
    const char *text = ludii_text(f, string), *mark = strchr(text, '#');
    char *end;
    const uint32_t k = mark ? (uint32_t)strtoul(mark + 1, &end, 10) - 1 : UINT32_MAX;
    if (k >= u->argument_count || u->arguments[k].count != 1 || !is_text(u->arguments[k].tokens->kind))
        return string;
    const char *word = ludii_text(f, u->arguments[k].tokens->name);
    const size_t quote = *word == '"';
    const char *both = arena_printf(f->arena, "%.*s%.*s%s", (int)(mark - text), text, (int)(strlen(word) - 2 * quote),
                                    word + quote, end);
    return intern_add(f->names, both, strlen(both));
}

/* Copies the body with arguments for parameters. One that is not given is `~`, so that it keeps its place
 * among the arguments of a further define; in the end that is dropped, and a label in front of it too. */
static ludii_tokens substitute(expander *x, const use *u, uint32_t origin)
{
    ludii_tokens body = {0};
    ludii_file *f = x->f;
    for (uint32_t i = 0; i < u->define->count; i++) {
        ludii_token t = u->define->tokens[i];
        if (!charge(f, 1, &t))
            break;
        if (t.kind != LUDII_PARAMETER) {
            t.name = t.kind == LUDII_STRING ? filled(f, u, t.name) : t.name;
            t.origin = origin;
            vec_push(f->arena, &body, t);
            continue;
        }
        const char *digits = ludii_text(f, t.name);
        uint32_t k = strlen(digits) < 4 ? (uint32_t)strtoul(digits, NULL, 10) - 1 : UINT32_MAX;
        bool given = k < u->argument_count && !empty_argument(f, u->arguments[k].tokens, u->arguments[k].count);
        if (!given && !t.glued) {
            t = word_of(f, &t, "~", 1);
            t.origin = origin;
            vec_push(f->arena, &body, t);
        }
        for (uint32_t j = 0; given && j < u->arguments[k].count && charge(f, 1, &t); j++) {
            ludii_token a = u->arguments[k].tokens[j];
            if (j == 0)
                a.glued = t.glued;
            vec_push(f->arena, &body, a);
        }
    }
    return body;
}

static void make_use(expander *x, const use *u)
{
    ludii_file *f = x->f;
    src_span span = {u->open->span.start, u->open[u->bracketed].span.end};
    uint32_t origin = ludii_origin_new(f, u->define->source, u->define->name, span, u->open->origin);
    uint32_t inner = vec_at(&f->origins, u->open[u->bracketed].origin).depth + 1;
    if (vec_at(&f->origins, origin).depth < inner)
        vec_at(&f->origins, origin).depth = inner;
    ludii_tokens body = substitute(x, u, origin);
    if (body.count && !u->bracketed)
        vec_at(&body, 0).glued = u->open->glued;
    push(x, body.data, body.count);
}

/* Whether t, the last token read, begins the use of a define; reads the rest of it if so. */
static bool read_use(expander *x, const ludii_token *t)
{
    frame *top = &vec_at(&x->frames, x->frames.count - 1);
    use u = {.open = t};
    if (t->kind == LUDII_STRING) {
        u.define = ludii_define_find(x->f, t->name);
        u.end = t + 1;
    } else if (t->kind == LUDII_OPEN && top->at < top->count && t + 1 == top->tokens + top->at &&
               t[1].kind == LUDII_STRING) {
        u.define = ludii_define_find(x->f, t[1].name);
        u.bracketed = true;
        u.end = t + ludii_skip(t, top->count - top->at + 1, 0);
    }
    if (!u.define || too_deep(x, t, u.define))
        return false;
    if (u.bracketed) {
        read_arguments(&u, t + 2, u.end - 1);
        top->at = (uint32_t)(u.end - top->tokens);
    }
    make_use(x, &u);
    return true;
}

/* The string behind `game`, `match` or `instance` is a name. */
static bool is_title(const expander *x)
{
    static const char *const heads[] = {"game", "match", "instance"};
    uint32_t n = x->out.count;
    for (size_t i = 0; i < sizeof heads / sizeof *heads && n > 1; i++)
        if (vec_at(&x->out, n - 2).kind == LUDII_OPEN && ludii_is(x->f, &vec_at(&x->out, n - 1), heads[i]))
            return true;
    return false;
}

/* A list that begins with a string can only be the use of a define. */
static void unknown_define(expander *x, const ludii_token *t)
{
    ludii_file *f = x->f;
    suggestion s;
    suggest_init(&s, ludii_text(f, t->name));
    ludii_define_suggest(f, &s);
    diag *d = ludii_report(f, DIAG_LUDII_DEFINE, t->span, t->origin, "there is no define %s", ludii_shown(f, t->name));
    if (s.best)
        diag_set_hint(f->sink, d, "did you mean %s?", s.best);
    else
        diag_set_hint(f->sink, d,
                      "defines stand in the file itself, or in files *.def below a folder that --defines names");
}

static ludii_tokens expand_defines(ludii_file *f, const ludii_tokens *tokens)
{
    expander x = {.f = f};
    push(&x, tokens->data, tokens->count);
    for (const ludii_token *t; !f->exhausted && (t = next_token(&x));) {
        bool title = t->kind == LUDII_STRING && is_title(&x);
        if (!title && read_use(&x, t))
            continue;
        if (t->kind == LUDII_STRING && !title && x.out.count && vec_at(&x.out, x.out.count - 1).kind == LUDII_OPEN)
            unknown_define(&x, t);
        if (t->kind == LUDII_PARAMETER)
            ludii_report(f, DIAG_LUDII_DEFINE, t->span, t->origin, "a parameter outside of a define");
        emit(&x, t);
    }
    return x.out;
}

static bool is_bracket_or_text(const ludii_token *t) { return is_text(t->kind) || t->kind <= LUDII_ARRAY_END; }

/* Labels whose argument is empty stand in front of a closing bracket or of another label. */
static bool empty_label(const ludii_token *t, const ludii_token *next)
{
    return t->kind == LUDII_LABEL && t->origin &&
           (!next || !is_bracket_or_text(next) || next->kind == LUDII_CLOSE || next->kind == LUDII_ARRAY_END);
}

/* `3..7` as 3 4 5 6 7, either way round. */
static bool range(ludii_file *f, const ludii_token *t, ludii_tokens *out)
{
    const char *text = ludii_text(f, t->name);
    size_t n = strspn(text, "0123456789");
    if (!n || n > 9 || strncmp(text + n, "..", 2) != 0)
        return false;
    size_t m = strspn(text + n + 2, "0123456789");
    if (!m || m > 9 || text[n + 2 + m])
        return false;
    long from = strtol(text, NULL, 10), to = strtol(text + n + 2, NULL, 10);
    if (labs(to - from) > LUDII_MAX_RANGE) {
        ludii_too_large(f, t->span, t->origin, "the range %s has more than %d numbers", text, LUDII_MAX_RANGE);
        return true;
    }
    for (long i = from; charge(f, 1, t); i += to < from ? -1 : 1) {
        char number[20];
        int length = snprintf(number, sizeof number, "%ld", i);
        ludii_token w = word_of(f, t, number, (size_t)length);
        w.glued = false;
        vec_push(f->arena, out, w);
        if (i == to)
            break;
    }
    return true;
}

/* `"A1".."C3"` as all coordinates from the one to the other, letter by letter. */
static bool coordinates(ludii_file *f, const ludii_token *t, uint32_t count, ludii_tokens *out)
{
    if (count < 3 || t[0].kind != LUDII_STRING || t[2].kind != LUDII_STRING || !ludii_is(f, t + 1, ".."))
        return false;
    char letters[2];
    long numbers[2];
    for (int i = 0; i < 2; i++) {
        const char *text = ludii_text(f, t[2 * i].name);
        int length = 0;
        if (sscanf(text, "\"%c%5ld\"%n", &letters[i], &numbers[i], &length) != 2 || !length || text[length])
            return false;
    }
    for (char c = letters[0]; c <= letters[1]; c++)
        for (long n = numbers[0]; n <= numbers[1] && charge(f, 1, t); n++) {
            ludii_token w = t[0];
            w.name = intern_printf(f->names, "\"%c%ld\"", c, n);
            w.glued = false;
            vec_push(f->arena, out, w);
        }
    return true;
}

/* Ranges, and labels without an argument: what words that were brought together can make. */
static ludii_tokens finish(ludii_file *f, const ludii_tokens *tokens)
{
    ludii_tokens out = {0};
    vec_reserve(f->arena, &out, tokens->count);
    for (uint32_t i = 0; i < tokens->count && !f->exhausted; i++) {
        const ludii_token *t = &vec_at(tokens, i), *next = i + 1 < tokens->count ? t + 1 : NULL;
        if (coordinates(f, t, tokens->count - i, &out))
            i += 2;
        else if (!empty_label(t, next) && !(t->kind == LUDII_WORD && range(f, t, &out)))
            vec_push(f->arena, &out, *t);
    }
    return out;
}

/* What an option says may have defines in it, which count for the whole game. */
static ludii_tokens lift_defines(ludii_file *f, ludii_tokens in)
{
    ludii_tokens out = {0};
    uint32_t kept = 0;
    for (uint32_t i = 0, next; i < in.count; i = next) {
        bool define =
            vec_at(&in, i).kind == LUDII_OPEN && i + 1 < in.count && ludii_is(f, &vec_at(&in, i + 1), "define");
        next = define ? ludii_skip(in.data, in.count, i) : i + 1;
        if (!define)
            continue;
        ludii_define_add(f, f->text, 0, in.data + i, next - i);
        for (; kept < i; kept++)
            vec_push(f->arena, &out, vec_at(&in, kept));
        kept = next;
    }
    for (; kept && kept < in.count; kept++)
        vec_push(f->arena, &out, vec_at(&in, kept));
    return kept ? out : in;
}

void ludii_expand(ludii_file *f)
{
    f->game = lift_defines(f, replace_markers(f, f->game.data, f->game.count));
    lift_defines(f, replace_markers(f, f->markers.data, f->markers.count));
    for (uint32_t i = 0; i < f->defines.count && !f->exhausted; i++) {
        ludii_define *d = &vec_at(&f->defines, i);
        ludii_tokens body = lift_defines(f, replace_markers(f, d->tokens, d->count));
        d = &vec_at(&f->defines, i); /* those in it stand behind it now */
        d->tokens = body.data;
        d->count = body.count;
    }
    if (f->exhausted || f->sink->errors)
        return;
    ludii_tokens expanded = expand_defines(f, &f->game);
    f->game = finish(f, &expanded);
}
