/* Options of a game and sets of them (rulesets). */
#include "base/text.h"
#include "lang/ludii/ludii.h"

#include <string.h>

static void expected(ludii_file *f, const ludii_token *t, const char *what)
{
    ludii_report(f, DIAG_LUDII_OPTION, t->span, t->origin, "expected %s here", what);
}

static bool stars_of(const ludii_file *f, const ludii_token *t, uint32_t *stars)
{
    if (t->kind != LUDII_WORD)
        return false;
    const char *text = ludii_text(f, t->name);
    *stars = (uint32_t)strspn(text, "*");
    return *stars && !text[*stars];
}

/* ---- items ---- */

/* The index behind the `>` that closes tokens[at]. */
static uint32_t value_end(const ludii_token *tokens, uint32_t count, uint32_t at)
{
    uint32_t depth = 0;
    for (uint32_t i = at; i < count; i++) {
        depth += tokens[i].kind == LUDII_LESS;
        depth -= tokens[i].kind == LUDII_GREATER && depth;
        if (!depth)
            return i + 1;
    }
    return count + 1;
}

/* `<Win>` looks like a marker; here it is a value. */
static ludii_tokens value_of(ludii_file *f, const ludii_token *tokens, uint32_t count)
{
    ludii_tokens value = {0};
    if (tokens->kind == LUDII_MARKER)
        ludii_lex(f, f->text, (src_span){tokens->span.start + 1, tokens->span.end - 1}, 0, &value, NULL);
    for (uint32_t i = 1; i + 1 < count; i++)
        vec_push(f->arena, &value, tokens[i]);
    if (value.count)
        vec_at(&value, 0).glued = false;
    return value;
}

static void read_item(ludii_file *f, ludii_option *o, const ludii_token *t, uint32_t count)
{
    if (count < 4 || t->kind != LUDII_OPEN || !ludii_is(f, t + 1, "item") || t[2].kind != LUDII_STRING) {
        expected(f, t, "an item, `(item \"Name\" <value> \"description\")`,");
        return;
    }
    ludii_item item = {.name = ludii_unquote(f, t[2].name), .span = {t->span.start, t[count - 1].span.end}};
    VEC(ludii_tokens) values = {0};
    uint32_t at = 3, next;
    for (; t[at].kind == LUDII_LESS || t[at].kind == LUDII_MARKER; at = next) {
        next = value_end(t, count - 1, at);
        if (next > count) {
            ludii_report(f, DIAG_LUDII_OPTION, t[at].span, 0, "`<` is never closed");
            return;
        }
        vec_push(f->arena, &values, value_of(f, t + at, next - at));
    }
    if (at < count - 1 && t[at].kind != LUDII_STRING)
        expected(f, &t[at], "a value in `<..>` or a description");
    item.values = values.data;
    item.value_count = values.count;
    vec_push(f->arena, &o->items, item);
}

static void read_items(ludii_file *f, ludii_option *o, const ludii_token *t, uint32_t count)
{
    for (uint32_t at = 0, next; at < count; at = next) {
        uint32_t stars;
        next = ludii_skip(t, count, at);
        if (o->items.count && stars_of(f, &t[at], &stars))
            vec_at(&o->items, o->items.count - 1).stars = stars;
        else
            read_item(f, o, t + at, next - at);
    }
}

/* ---- options ---- */

static uint32_t read_arguments(ludii_file *f, ludii_option *o, const ludii_token *t, uint32_t count)
{
    VEC(name_id) names = {0};
    uint32_t at = 0;
    for (; at < count && t[at].kind != LUDII_ARRAY_END; at++)
        if (t[at].kind == LUDII_MARKER)
            vec_push(f->arena, &names, t[at].name);
    o->arguments = names.data;
    o->argument_count = names.count;
    return at + 1;
}

/* (option "Heading" <Tag> args:{ <a> <b> } { (item ..) ... }) */
void ludii_read_option(ludii_file *f, const ludii_token *t, uint32_t count)
{
    if (count < 5 || t[2].kind != LUDII_STRING || t[3].kind != LUDII_MARKER) {
        expected(f, &t[count > 2 ? 2 : 0], "the heading of an option and its tag, `(option \"Heading\" <Tag> ..`,");
        return;
    }
    ludii_option o = {.heading = ludii_unquote(f, t[2].name), .tag = t[3].name, .span = {t->span.start, t[3].span.end}};
    uint32_t at = 4;
    if (t[at].kind == LUDII_LABEL && at + 1 < count && t[at + 1].kind == LUDII_ARRAY)
        at += 2 + read_arguments(f, &o, t + at + 2, count - at - 2);
    if (at < count && t[at].kind == LUDII_ARRAY)
        read_items(f, &o, t + at + 1, ludii_skip(t, count, at) - at - 2);
    if (!o.items.count) {
        ludii_report(f, DIAG_LUDII_OPTION, o.span, 0, "the option \"%s\" has no items", ludii_shown(f, o.heading));
        return;
    }
    for (uint32_t i = 0; i < o.items.count; i++)
        if (vec_at(&o.items, i).stars > vec_at(&o.items, o.active).stars)
            o.active = i;
    vec_push(f->arena, &f->options, o);
}

/* (rulesets { (ruleset "Ruleset/Name" { "Heading/Item" .. })* .. }) */
void ludii_read_rulesets(ludii_file *f, const ludii_token *t, uint32_t count)
{
    for (uint32_t at = 2; at < count; at++) {
        ludii_ruleset *last = f->rulesets.count ? &vec_at(&f->rulesets, f->rulesets.count - 1) : NULL;
        uint32_t stars;
        if (t[at].kind == LUDII_WORD && ludii_is(f, &t[at], "ruleset") && at + 1 < count &&
            t[at + 1].kind == LUDII_STRING) {
            ludii_ruleset r = {.name = ludii_unquote(f, t[++at].name)};
            vec_push(f->arena, &f->rulesets, r);
        } else if (last && t[at].kind == LUDII_STRING)
            vec_push(f->arena, &last->choices, t[at]);
        else if (last && stars_of(f, &t[at], &stars))
            last->stars = stars;
    }
}

/* ---- choosing ---- */

static bool names_item(const ludii_file *f, const ludii_option *o, uint32_t item, const char *choice, size_t length)
{
    const char *heading = ludii_text(f, o->heading), *name = ludii_text(f, vec_at(&o->items, item).name);
    size_t n = strlen(heading);
    return length == n + 1 + strlen(name) && memcmp(choice, heading, n) == 0 && choice[n] == '/' &&
           memcmp(choice + n + 1, name, length - n - 1) == 0;
}

static bool choose(ludii_file *f, const char *choice, size_t length, suggestion *near)
{
    for (uint32_t i = 0; i < f->options.count; i++) {
        ludii_option *o = &vec_at(&f->options, i);
        for (uint32_t k = 0; k < o->items.count; k++) {
            if (names_item(f, o, k, choice, length)) {
                o->active = k;
                return true;
            }
            suggest_offer(
                near, arena_printf(f->arena, "%s/%s", ludii_text(f, o->heading), ludii_text(f, o->items.data[k].name)));
        }
    }
    return false;
}

/* All that may be chosen, for a hint. */
static const char *all_choices(const ludii_file *f)
{
    text_buffer b = {0};
    for (uint32_t i = 0; i < f->options.count; i++)
        for (uint32_t k = 0; k < vec_at(&f->options, i).items.count && b.count < 600; k++)
            text_adds(f->arena, &b,
                      arena_printf(f->arena, "%s\"%s/%s\"", b.count ? ", " : "",
                                   ludii_text(f, vec_at(&f->options, i).heading),
                                   ludii_text(f, vec_at(&vec_at(&f->options, i).items, k).name)));
    return b.count ? b.data : NULL;
}

static void choose_by_user(ludii_file *f, const char *choice, size_t length)
{
    suggestion near;
    const char *wanted = arena_strndup(f->arena, choice, length);
    suggest_init(&near, wanted);
    if (choose(f, choice, length, &near))
        return;
    diag *d = diag_report(f->sink, DIAG_LUDII_CHOICE, f->text, SPAN_NOWHERE, "the game has no option `%.200s`", wanted);
    const char *all = all_choices(f);
    if (near.best)
        diag_hint_mean(f->sink, d, near.best);
    else
        diag_set_hint(f->sink, d, all ? "it has %s" : "it has no options at all", all);
}

static void choose_in_ruleset(ludii_file *f, const ludii_token *t)
{
    const char *choice = ludii_text(f, ludii_unquote(f, t->name));
    suggestion near;
    suggest_init(&near, choice);
    if (!choose(f, choice, strlen(choice), &near)) {
        diag *d = ludii_report(f, DIAG_LUDII_CHOICE, t->span, 0, "the game has no option `%.200s`", choice);
        if (near.best)
            diag_hint_mean(f->sink, d, near.best);
    }
}

static void choose_ruleset(ludii_file *f, const char *wanted)
{
    suggestion near;
    suggest_init(&near, wanted);
    for (uint32_t i = 0; i < f->rulesets.count; i++) {
        const ludii_ruleset *r = &vec_at(&f->rulesets, i);
        const char *name = ludii_text(f, r->name), *short_name = strchr(name, '/');
        suggest_offer(&near, name);
        if (strcmp(name, wanted) != 0 && (!short_name || strcmp(short_name + 1, wanted) != 0))
            continue;
        for (uint32_t k = 0; k < r->choices.count; k++)
            choose_in_ruleset(f, &vec_at(&r->choices, k));
        return;
    }
    diag *d =
        diag_report(f->sink, DIAG_LUDII_CHOICE, f->text, SPAN_NOWHERE, "the game has no ruleset `%.200s`", wanted);
    if (near.best)
        diag_hint_mean(f->sink, d, near.best);
    else if (f->rulesets.count)
        diag_set_hint(f->sink, d, "the first of them is `%s`", ludii_text(f, f->rulesets.data[0].name));
}

void ludii_choose(ludii_file *f)
{
    if (f->in->ruleset)
        choose_ruleset(f, f->in->ruleset);
    for (const char *c = f->in->choices; c && *c;) {
        size_t length = strcspn(c, "\n");
        choose_by_user(f, c, length);
        c += length + (c[length] == '\n');
    }
}

/* ---- markers ---- */

static void unknown_marker(ludii_file *f, const ludii_token *t, const char *text)
{
    suggestion near;
    suggest_init(&near, text);
    for (uint32_t i = 0; i < f->options.count; i++) {
        const ludii_option *o = &vec_at(&f->options, i);
        suggest_offer(&near, ludii_text(f, o->tag));
        for (uint32_t k = 0; k < o->argument_count; k++)
            suggest_offer(&near,
                          arena_printf(f->arena, "%s:%s", ludii_text(f, o->tag), ludii_text(f, o->arguments[k])));
    }
    diag *d = ludii_report(f, DIAG_LUDII_OPTION, t->span, t->origin, "no option gives a value to `<%.80s>`", text);
    if (near.best)
        diag_set_hint(f->sink, d, "did you mean `<%s>`?", near.best);
}

static uint32_t argument_of(const ludii_file *f, const ludii_option *o, const char *name)
{
    for (uint32_t k = 0; k < o->argument_count && *name; k++)
        if (strcmp(ludii_text(f, o->arguments[k]), name) == 0)
            return k;
    return *name ? UINT32_MAX : 0;
}

const ludii_tokens *ludii_marker(ludii_file *f, const ludii_token *t)
{
    const char *text = ludii_text(f, t->name);
    size_t length = strcspn(text, ":");
    const char *argument = text[length] ? text + length + 1 : "";
    for (uint32_t i = 0; i < f->options.count; i++) {
        const ludii_option *o = &vec_at(&f->options, i);
        const char *tag = ludii_text(f, o->tag);
        const ludii_item *item = &vec_at(&o->items, o->active);
        uint32_t k = strlen(tag) == length && memcmp(tag, text, length) == 0 ? argument_of(f, o, argument) : UINT32_MAX;
        if (k < item->value_count)
            return &item->values[k];
    }
    unknown_marker(f, t, text);
    return NULL;
}
