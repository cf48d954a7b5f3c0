/* Checks formulas, terms, rewriting and perft of Toss against recorded answers. Perft is that of our games of the same
 * name, on boards of the recorded size, to the depth that has at most 200,000 leaves. Formulas, terms and rules are
 * asked twice: of the structure, and as games in which all relations change, on interpreter and native code.
 *
 * The files are looked for under $LUDENS_SHARED, else in ../shared beside the source; without them every line counts
 * as skipped.
 *
 * Usage: toss_oracle [PART-OF-A-NAME...] */
#include "lang/toss/toss.h"
#include "ludens.h"
#include "sample.h"
#include "structures/rewrite.h"
#include "toss_perft.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAME_TEXT = 1 << 16, STEPS = 100000000, FILES = 3 };
static const struct {
    const char *name;
    int lines;
} files[FILES] = {{"formulas.jsonl", 52}, {"rewriting.jsonl", 17}, {"perft.jsonl", 15}};

typedef struct run {
    arena arena;
    intern names;
    diag_sink sink;
    rs_game f;
    rs_structure s;
    rs_logic l;
} run;

static const src_text *text_of(run *r, const char *text)
{
    return r->f.text = source_new(&r->arena, "oracle", text, strlen(text));
}

static bool start(run *r, const char *structure)
{
    memset(r, 0, sizeof *r);
    arena_init(&r->arena, 0);
    intern_init(&r->names, &r->arena);
    diag_sink_init(&r->sink, &r->arena);
    r->f = (rs_game){.arena = &r->arena, .names = &r->names, .sink = &r->sink, .max_nesting = 200};
    text_of(r, structure);
    if (!toss_parse_structure(&r->f, &r->s))
        return false;
    r->f.start = r->s;
    return rs_store(&r->f, &r->s, STEPS);
}

static const char *problem(run *r)
{
    return r->l.problem ? r->l.problem : r->sink.first ? diag_render(&r->arena, r->sink.first, false) : NULL;
}

/* ---- formulas ---- */

typedef struct finding {
    run *r;
    const rs_query *q;
    json_t *list;
} finding;

static json_t *element(run *r, const rs_structure *s, uint32_t e)
{
    return json_string(intern_text(&r->names, s->elements.data[e]));
}

static bool found(void *user, const uint32_t *frame)
{
    finding *f = user;
    json_t *tuple = json_array();
    for (uint32_t i = 0; i < f->q->free.count; i++)
        json_array_append_new(tuple, element(f->r, &f->r->s, frame[f->q->free_slots.data[i]]));
    json_array_append_new(f->list, tuple);
    return true;
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char *sorted(json_t *list)
{
    size_t n = json_array_size(list), length = 3;
    char **texts = calloc(n + 1, sizeof *texts);
    for (size_t i = 0; i < n; i++) {
        texts[i] = json_dumps(json_array_get(list, i), JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_COMPACT);
        length += strlen(texts[i]) + 1;
    }
    qsort(texts, n, sizeof *texts, by_text);
    char *all = calloc(1, length);
    for (size_t i = 0; i < n; i++) {
        strcat(strcat(all, texts[i]), " ");
        free(texts[i]);
    }
    free(texts);
    return all;
}

static bool same(json_t *expected, json_t *actual, const char *id)
{
    char *a = sorted(expected), *b = sorted(actual);
    bool equal = strcmp(a, b) == 0;
    if (!equal)
        printf("FAILED  %s: %s instead of %s\n", id, b, a);
    free(a);
    free(b);
    json_decref(actual);
    return equal;
}

static bool check_numbers(run *r, const rs_query *q, const json_t *line, const char *id)
{
    uint32_t frame[RS_SLOTS_MAX] = {0};
    const json_t *value = json_object_get(line, "value"), *pair;
    size_t i;
    if (value && rs_number(&r->l, q->root, frame) != json_number_value(value)) {
        printf("FAILED  %s: %g\n", id, rs_number(&r->l, q->root, frame));
        return false;
    }
    json_array_foreach (json_object_get(line, "values"), i, pair) {
        const json_t *tuple = json_array_get(pair, 0);
        for (uint32_t k = 0; k < q->free.count; k++)
            frame[q->free_slots.data[k]] =
                rs_find_element(&r->s, intern_cstr(&r->names, json_string_value(json_array_get(tuple, k))));
        if (rs_number(&r->l, q->root, frame) != json_number_value(json_array_get(pair, 1))) {
            printf("FAILED  %s: value %zu is %g\n", id, i, rs_number(&r->l, q->root, frame));
            return false;
        }
    }
    return true;
}

static bool check_formula(run *r, const json_t *line, const char *id)
{
    rs_query q;
    uint32_t frame[RS_SLOTS_MAX] = {0};
    const json_t *text = json_object_get(line, "formula"), *truth = json_object_get(line, "truth");
    text_of(r, json_string_value(text ? text : json_object_get(line, "term")));
    if (!toss_parse_query(&r->f, &q) || !rs_resolve(&r->f, &q, NULL, 0, true))
        return printf("FAILED  %s: %s\n", id, problem(r)), false;
    rs_logic_init(&r->l, &r->f, &r->s, &r->arena, STEPS);
    if (q.term)
        return check_numbers(r, &q, line, id);
    json_t *list = json_array();
    rs_search(&r->l, q.plan, frame, found, &(finding){r, &q, list});
    if (!truth)
        return same(json_object_get(line, "tuples"), list, id);
    bool fine = (json_array_size(list) > 0) == json_is_true(truth);
    json_decref(list);
    if (!fine)
        printf("FAILED  %s: the other truth value\n", id);
    return fine;
}

/* ---- rewriting ---- */

typedef struct matches {
    run *r;
    const rs_rule *rule;
    json_t *list;
    const json_t *apply; /* or NULL */
    uint32_t *image;
} matches;

static bool matched(void *user, const uint32_t *image)
{
    matches *m = user;
    json_t *one = json_object();
    for (uint32_t i = 0; i < m->rule->left.elements.count; i++)
        json_object_set_new(one, intern_text(&m->r->names, m->rule->left.elements.data[i]),
                            element(m->r, &m->r->s, image[i]));
    if (m->apply && json_equal(one, m->apply)) {
        m->image = ARENA_ARRAY(&m->r->arena, uint32_t, m->rule->left.elements.count + 1);
        memcpy(m->image, image, m->rule->left.elements.count * sizeof *image);
    }
    json_array_append_new(m->list, one);
    return true;
}

static json_t *named(run *r, const rs_structure *s, uint32_t e, const char *const *rename)
{
    return rename[e] ? json_string(rename[e]) : element(r, s, e);
}

static bool same_object(const json_t *expected, json_t *actual, const char *id)
{
    bool equal = json_equal(expected, actual);
    if (!equal) {
        char *text = json_dumps(actual, JSON_SORT_KEYS);
        printf("FAILED  %s: %s\n", id, text);
        free(text);
    }
    json_decref(actual);
    return equal;
}

static bool check_result(run *r, const rs_rule *rule, const uint32_t *image, const json_t *expected, const char *id)
{
    uint32_t right[100];
    const rs_structure *s = rs_rewrite(&r->l, rule, image, right);
    const char **rename = ARENA_ARRAY(&r->arena, const char *, s->elements.count + 1);
    for (uint32_t i = 0; i < rule->right.elements.count; i++)
        if (rs_find_element(&r->s, s->elements.data[right[i]]) == RS_NONE)
            rename[right[i]] = arena_printf(&r->arena, "new:%s", intern_text(&r->names, rule->right.elements.data[i]));
    json_t *elements = json_array(), *functions = json_object();
    for (uint32_t e = 0; e < s->elements.count; e++)
        json_array_append_new(elements, named(r, s, e, rename));
    bool fine = same(json_object_get(expected, "elements"), elements, id);
    const json_t *relations = json_object_get(expected, "relations");
    for (uint32_t i = 0; i < s->relations.count; i++) {
        const rs_relation *q = &s->relations.data[i];
        json_t *tuples = json_array(), *wanted = json_object_get(relations, intern_text(&r->names, q->name)),
               *none = json_array();
        for (uint32_t t = 0; t < q->tuples.count; t += q->arity) {
            json_t *tuple = json_array();
            for (uint32_t k = 0; k < q->arity; k++)
                json_array_append_new(tuple, named(r, s, q->tuples.data[t + k], rename));
            json_array_append_new(tuples, tuple);
        }
        fine &= same(wanted ? wanted : none, tuples, id);
        json_decref(none);
    }
    for (uint32_t i = 0; i < s->functions.count; i++) {
        const rs_function *fn = &s->functions.data[i];
        const char *name = intern_text(&r->names, fn->name);
        json_t *values = json_object();
        for (uint32_t e = 0; e < fn->values.count; e++)
            if (fn->given.data[e]) {
                json_t *key = named(r, s, e, rename);
                json_object_set_new(values, json_string_value(key), json_real(fn->values.data[e]));
                json_decref(key);
            }
        if (json_object_size(values) && strcmp(name, "x") && strcmp(name, "y") && strcmp(name, "vx") &&
            strcmp(name, "vy"))
            json_object_set(functions, name, values);
        json_decref(values);
    }
    return same_object(json_object_get(expected, "functions"), functions, id) && fine;
}

static bool check_rewriting(run *r, const json_t *line, const char *id)
{
    rs_rule rule;
    text_of(r, json_string_value(json_object_get(line, "rule")));
    if (!toss_parse_rule(&r->f, &rule) || !rs_check_rule(&r->f, &rule))
        return printf("FAILED  %s: %s\n", id, problem(r)), false;
    rs_logic_init(&r->l, &r->f, &r->s, &r->arena, STEPS);
    matches m = {r, &rule, json_array(), json_object_get(line, "apply"), NULL};
    rs_matches(&r->l, &rule, matched, &m);
    bool fine = same(json_object_get(line, "matches"), m.list, id);
    if (!m.apply)
        return fine;
    if (!m.image)
        return printf("FAILED  %s: the match to be applied was not found\n", id), false;
    return check_result(r, &rule, m.image, json_object_get(line, "result"), id) && fine;
}

/* ---- the same as games ---- */

static void add(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(char *text, const char *format, ...)
{
    va_list args;
    size_t length = strlen(text);
    va_start(args, format);
    vsnprintf(text + length, GAME_TEXT - length, format, args);
    va_end(args);
}

/* Elements t0, t1, .. of a rule, or of a tuple. */
static void add_elements(char *text, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        add(text, "%st%u", i ? ", " : "", i);
}

static void add_moves(char *text, const char *rules, uint32_t count, int to)
{
    for (uint32_t i = 0; i < count; i++)
        add(text, "%s[%s%u -> %d]", i ? "; " : "", rules, i, to);
}

/* Its moves are the tuples of different elements that satisfy the formula (ask0 ..; of a term: with the value of that
 * number), and others change every relation, so that nothing is a constant. */
static char *question(run *r, const json_t *line)
{
    char *text = calloc(1, GAME_TEXT), list[1000] = "";
    const json_t *free = json_object_get(line, "free"), *values = json_object_get(line, "values"), *name, *pair;
    const char *asked = json_string_value(json_object_get(line, json_object_get(line, "formula") ? "formula" : "term"));
    uint32_t rules = 0;
    size_t i;
    json_array_foreach (free, i, name)
        sprintf(list + strlen(list), "%s%s", i ? ", " : "", json_string_value(name));
    const char *elements = *list ? list : "elem0";
    add(text, "PLAYERS one\n");
    json_array_foreach (values, i, pair)
        add(text, "RULE ask%u: [ %s | | ] -> [ %s | | ] pre %s = %.10g\n", rules++, elements, elements, asked,
            json_number_value(json_array_get(pair, 1)));
    if (!values && json_object_get(line, "value"))
        add(text, "RULE ask%u: [ %s | | ] -> [ %s | | ] pre %s = %.10g\n", rules++, elements, elements, asked,
            json_number_value(json_object_get(line, "value")));
    else if (!values)
        add(text, "RULE ask%u: [ %s | | ] -> [ %s | | ] pre %s\n", rules++, elements, elements, asked);
    for (uint32_t k = 0; k < r->s.relations.count; k++) {
        const rs_relation *q = &r->s.relations.data[k];
        add(text, "RULE touch%u: [ ", k);
        add_elements(text, q->arity);
        add(text, " | %s (", intern_text(&r->names, q->name));
        add_elements(text, q->arity);
        add(text, ") | ] -> [ ");
        add_elements(text, q->arity);
        add(text, " | | ] emb %s\n", intern_text(&r->names, q->name));
    }
    add(text, "LOC 0 { PLAYER one { PAYOFF 0 MOVES ");
    add_moves(text, "ask", rules, 0);
    for (uint32_t k = 0; k < r->s.relations.count; k++)
        add(text, "; [touch%u -> 0]", k);
    add(text, " } }\nSTART %s\n", json_string_value(json_object_get(line, "structure")));
    return text;
}

/* The rule is the only move; behind it moves say what the relations hold, and which elements have the values that are
 * expected. */
static char *rewriting(run *r, const json_t *line)
{
    char *text = calloc(1, GAME_TEXT);
    json_t *functions = json_object_get(json_object_get(line, "result"), "functions"), *values, *value;
    const char *function, *of;
    uint32_t number = 0;
    add(text, "PLAYERS one\n%s\n", json_string_value(json_object_get(line, "rule")));
    for (uint32_t k = 0; k < r->s.relations.count; k++) {
        const rs_relation *q = &r->s.relations.data[k];
        add(text, "RULE see%u: [ ", k);
        add_elements(text, q->arity);
        add(text, " | | ] -> [ ");
        add_elements(text, q->arity);
        add(text, " | | ] pre %s(", intern_text(&r->names, q->name));
        add_elements(text, q->arity);
        add(text, ")\n");
    }
    json_object_foreach (functions, function, values)
        json_object_foreach (values, of, value)
            add(text, "RULE val%u: [ t0 | | ] -> [ t0 | | ] pre %s(t0) = %.10g\n", number++, function,
                json_number_value(value));
    add(text, "LOC 0 { PLAYER one { PAYOFF 0 MOVES [r -> 1] } }\nLOC 1 { PLAYER one { PAYOFF 0 MOVES ");
    add_moves(text, "see", r->s.relations.count, 1);
    if (number && r->s.relations.count)
        add(text, "; ");
    add_moves(text, "val", number, 1);
    add(text, " } }\nSTART %s\n", json_string_value(json_object_get(line, "structure")));
    return text;
}

typedef struct asked {
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *state;
} asked;

static bool ask(asked *a, const char *text, const char *id, lud_backend backend)
{
    lud_options o;
    lud_options_init(&o);
    o.limits.max_load_seconds = 0; /* of a busy machine */
    o.language = "toss";
    o.backend = backend;
    lud_diags *diags = lud_diags_new();
    *a = (asked){.game = lud_load_text(text, strlen(text), id, &o, diags)};
    if (!a->game)
        printf("FAILED  %s as a game: %s\n%s", id, lud_diags_render(diags, 0, false), text);
    lud_diags_free(diags);
    if (!a->game)
        return false;
    a->ctx = lud_context_new(a->game);
    a->moves = lud_moves_new();
    a->state = calloc(1, lud_state_size(a->game));
    return lud_start(a->ctx, a->state) == LUD_OK && /* where nothing can be done the game is over */
           (lud_terminal(a->game, a->state) || lud_moves_list(a->ctx, a->state, 1, a->moves) == LUD_OK);
}

static void ask_done(asked *a)
{
    lud_moves_free(a->moves);
    lud_context_free(a->ctx);
    lud_game_free(a->game);
    free(a->state);
}

/* The elements of the moves of a rule, each a list. */
static json_t *tuples_of(const asked *a, const char *rule)
{
    json_t *list = json_array();
    char text[500], *rest;
    for (uint32_t i = 0; i < lud_moves_count(a->moves); i++) {
        lud_move_text(a->game, lud_moves_at(a->moves, i), text, sizeof text);
        if (strcmp(strtok_r(text, " ", &rest), rule) != 0)
            continue;
        json_t *tuple = json_array();
        for (const char *word = strtok_r(NULL, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
            json_array_append_new(tuple, json_string(word));
        json_array_append_new(list, tuple);
    }
    return list;
}

static bool all_different(const json_t *tuple)
{
    for (size_t i = 0; i < json_array_size(tuple); i++)
        for (size_t j = 0; j < i; j++)
            if (json_equal(json_array_get(tuple, i), json_array_get(tuple, j)))
                return false;
    return true;
}

static json_t *different(const json_t *tuples)
{
    json_t *list = json_array(), *tuple;
    size_t i;
    json_array_foreach (tuples, i, tuple)
        if (all_different(tuple))
            json_array_append(list, tuple);
    return list;
}

static bool check_question(const asked *a, const json_t *line, const char *id)
{
    const json_t *values = json_object_get(line, "values"), *truth = json_object_get(line, "truth"), *pair;
    json_t *tuples = tuples_of(a, "ask0");
    bool fine = true;
    size_t i, k;
    if (json_object_get(line, "tuples")) {
        json_t *expected = different(json_object_get(line, "tuples"));
        fine = same(expected, tuples, id);
        json_decref(expected);
        return fine;
    }
    fine = values || (json_array_size(tuples) > 0) == (!truth || json_is_true(truth));
    json_decref(tuples);
    json_array_foreach (values, i, pair) {
        char rule[30];
        json_t *tuple, *list;
        bool there = false;
        snprintf(rule, sizeof rule, "ask%zu", i);
        list = tuples_of(a, rule);
        json_array_foreach (list, k, tuple)
            there |= json_equal(tuple, json_array_get(pair, 0));
        fine &= there || !all_different(json_array_get(pair, 0));
        json_decref(list);
    }
    if (!fine)
        printf("FAILED  %s as a game: another answer\n", id);
    return fine;
}

/* The images of the left side, in its order. */
static json_t *image_of(run *r, const rs_rule *rule, const json_t *match)
{
    json_t *tuple = json_array();
    for (uint32_t i = 0; i < rule->left.elements.count; i++)
        json_array_append(tuple, json_object_get(match, intern_text(&r->names, rule->left.elements.data[i])));
    return tuple;
}

/* Created elements are n1, n2, .. in a game, in the order of the right side. */
static json_t *renamed(run *r, const rs_rule *rule, const json_t *tuples, const json_t *elements)
{
    json_t *list = json_deep_copy(tuples), *tuple, *name;
    uint32_t made = 0;
    size_t i, k, n;
    for (uint32_t e = 0; e < rule->right.elements.count; e++) {
        const char *new = arena_printf(&r->arena, "new:%s", intern_text(&r->names, rule->right.elements.data[e]));
        json_array_foreach (elements, n, name)
            if (strcmp(json_string_value(name), new) == 0) {
                made++;
                json_array_foreach (list, i, tuple)
                    for (k = 0; k < json_array_size(tuple); k++)
                        if (strcmp(json_string_value(json_array_get(tuple, k)), new) == 0)
                            json_array_set_new(tuple, k, json_sprintf("n%u", made));
            }
    }
    return list;
}

static bool check_values(run *r, const asked *a, const rs_rule *rule, const json_t *result, bool over, const char *id)
{
    json_t *functions = json_object_get(result, "functions"), *values, *value;
    const char *function, *of;
    uint32_t number = 0;
    bool fine = true;
    json_object_foreach (functions, function, values)
        json_object_foreach (values, of, value) {
            json_t *tuples = json_pack("[[s]]", of),
                   *known = renamed(r, rule, tuples, json_object_get(result, "elements")), *tuple;
            char name[30];
            size_t i;
            bool there = false;
            snprintf(name, sizeof name, "val%u", number++);
            json_t *all = over ? json_array() : tuples_of(a, name);
            json_array_foreach (all, i, tuple)
                there |= json_equal(tuple, json_array_get(known, 0));
            if (!there)
                printf("FAILED  %s as a game: %s(%s) is not %.10g\n", id, function, of, json_number_value(value));
            fine &= there;
            json_decref(tuples), json_decref(known), json_decref(all);
        }
    return fine;
}

static bool check_moves(run *r, asked *a, const json_t *line, const char *id)
{
    rs_rule rule;
    const json_t *apply = json_object_get(line, "apply"), *result = json_object_get(line, "result"), *match;
    json_t *images = json_array();
    size_t i;
    text_of(r, json_string_value(json_object_get(line, "rule")));
    if (!toss_parse_rule(&r->f, &rule) || !rs_check_rule(&r->f, &rule))
        return false;
    json_array_foreach (json_object_get(line, "matches"), i, match)
        json_array_append_new(images, image_of(r, &rule, match));
    bool fine = same(images, tuples_of(a, "r"), id);
    json_decref(images);
    if (!apply || !fine)
        return fine;
    json_t *wanted = image_of(r, &rule, apply), *all = tuples_of(a, "r");
    for (i = 0; i < json_array_size(all) && !json_equal(json_array_get(all, i), wanted);)
        i++;
    lud_move move = lud_moves_at(a->moves, (uint32_t)i);
    fine = i < json_array_size(all) && lud_apply_move(a->ctx, a->state, &move) == LUD_OK;
    json_decref(wanted), json_decref(all);
    bool over = lud_terminal(a->game, a->state); /* there is nothing to be seen */
    fine &= over || lud_moves_list(a->ctx, a->state, 1, a->moves) == LUD_OK;
    for (uint32_t k = 0; fine && k < r->s.relations.count; k++) {
        char see[30];
        snprintf(see, sizeof see, "see%u", k);
        json_t *tuples =
            json_object_get(json_object_get(result, "relations"), intern_text(&r->names, r->s.relations.data[k].name));
        json_t *expected = different(tuples), *known = renamed(r, &rule, expected, json_object_get(result, "elements"));
        fine = same(known, over ? json_array() : tuples_of(a, see), id);
        json_decref(expected);
        json_decref(known);
    }
    return fine && check_values(r, a, &rule, result, over, id);
}

/* A location that nobody comes to, with what only structures can do: the game is played by its rules then, and has as
 * many positions. */
static bool same_on_structures(const char *text, const asked *a, const char *id)
{
    static const char extra[] = "RULE force: [ z0 | | ] -> [ z0 | | ] dynamics :force(z0)' = 1\n"
                                "LOC 9 { PLAYER one { PAYOFF 0 MOVES [force -> 9] } }\n";
    char *with = calloc(1, GAME_TEXT + sizeof extra);
    const char *start = strstr(text, "START");
    uint64_t counts[2][4] = {{0}};
    asked other;
    lud_info info = {.machine = ""};
    memcpy(with, text, (size_t)(start - text));
    strcat(strcat(with, extra), start);
    bool fine = ask(&other, with, id, LUD_BACKEND_INTERP);
    if (fine)
        lud_game_info(other.game, &info);
    fine = fine && strcmp(info.machine, "structures") == 0;
    for (uint32_t depth = 1; fine && depth < 4 && counts[0][depth - 1] < 300; depth++)
        fine = lud_perft(a->ctx, NULL, depth, NULL, counts[0]) == LUD_OK &&
               lud_perft(other.ctx, NULL, depth, NULL, counts[1]) == LUD_OK && counts[0][depth] == counts[1][depth];
    if (!fine)
        printf("FAILED  %s as a game: %llu, %llu leaves, on structures (%s) %llu, %llu\n", id,
               (unsigned long long)counts[0][1], (unsigned long long)counts[0][2], info.machine,
               (unsigned long long)counts[1][1], (unsigned long long)counts[1][2]);
    ask_done(&other);
    free(with);
    return fine;
}

/* On both back ends where the game is an automaton. */
static bool check_as_game(const json_t *line, unsigned *automata)
{
    run r;
    const char *id = json_string_value(json_object_get(line, "id"));
    if (!start(&r, json_string_value(json_object_get(line, "structure"))))
        return false;
    const bool rule = json_object_get(line, "rule");
    char *text = rule ? rewriting(&r, line) : question(&r, line);
    bool fine = true;
    for (int i = 0; i < 2 && fine; i++) {
        asked a;
        lud_info info = {.machine = ""};
        fine = ask(&a, text, id, i ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP);
        fine = fine && (rule ? check_moves(&r, &a, line, id) : check_question(&a, line, id));
        if (a.game)
            lud_game_info(a.game, &info);
        const bool automaton = strcmp(info.machine, "automaton") == 0;
        *automata += fine && i == 0 && automaton;
        fine = fine && (i || !automaton || rule || same_on_structures(text, &a, id));
        ask_done(&a);
        if (!automaton)
            break;
    }
    free(text);
    arena_done(&r.arena);
    return fine;
}

/* ---- lines ---- */

static bool check(const json_t *line)
{
    run r;
    const char *id = json_string_value(json_object_get(line, "id"));
    bool fine = start(&r, json_string_value(json_object_get(line, "structure")));
    if (!fine)
        printf("FAILED  %s: %s\n", id, problem(&r));
    else
        fine = json_object_get(line, "rule") ? check_rewriting(&r, line, id) : check_formula(&r, line, id);
    if (fine && r.l.problem) {
        printf("FAILED  %s: %s\n", id, r.l.problem);
        fine = false;
    }
    arena_done(&r.arena);
    return fine;
}

static bool chosen(const char *id, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(id, argv[i]))
            return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    const char *shared = getenv("LUDENS_SHARED");
    const uint32_t each = sample_option(&argc, argv);
    unsigned passed = 0, failed = 0, skipped = 0, automata = 0;
    for (int i = 0; i < FILES; i++) {
        char path[4096], text[1 << 16];
        snprintf(path, sizeof path, "%s/oracles/toss/%s", shared ? shared : SOURCE_DIR "/../shared", files[i].name);
        FILE *in = fopen(path, "r");
        for (int n = 0; in ? fgets(text, sizeof text, in) != NULL : n < files[i].lines; n++) {
            json_t *line = in ? json_loads(text, 0, NULL) : NULL;
            const char *id = line ? json_string_value(json_object_get(line, i == 2 ? "game" : "id")) : "";
            int known = 1;
            if (!in)
                skipped++;
            else if (!line)
                failed++;
            else if (chosen(id, argc, argv) && i < 2) /* games are compiled, which takes time: a part of them */
                *(check(line) && (!sampled(id, each) || check_as_game(line, &automata)) ? &passed : &failed) += 1;
            else if (chosen(id, argc, argv) && sampled(id, each)) {
                known = check_perft(line, LUD_BACKEND_INTERP);
                known = known == 1 ? check_perft(line, LUD_BACKEND_NATIVE) : known;
                *(known < 0 ? &skipped : known ? &passed : &failed) += 1;
            }
            json_decref(line);
        }
        if (in)
            fclose(in);
    }
    printf("%u of the games asked are automata\n%u passed, %u failed, %u skipped\n", automata, passed, failed, skipped);
    return failed > 0;
}
