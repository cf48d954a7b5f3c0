#include "cli/evolved.h"

#include "cli/app.h"
#include "evolve/criteria.h"
#include "evolve/search.h"
#include "session/memory.h"
#include "session/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct explanation {
    const criteria *c;
    bool json;
} explanation;

static json_t *parsed(const char *text)
{
    json_t *v = json_loads(text, 0, NULL);
    return v ? v : json_null();
}

static double number_at(const json_t *values, const char *key)
{
    const json_t *v = json_object_get(values, key);
    return json_is_number(v) ? json_number_value(v) : NAN;
}

static json_t *criteria_json(const criteria *c, const json_t *values)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < c->count; i++) {
        const criterion *x = &c->list[i];
        double value = number_at(values, x->key);
        json_array_append_new(list, json_pack("{ss so sf sf sf sf sf}", "key", x->key, "value", json_finite(value),
                                              "weight", x->weight, "from", x->low, "to", x->high, "distance", x->slack,
                                              "desire", criterion_desire(x, value)));
    }
    return list;
}

static json_t *unit_json(int64_t unit) { return unit < 0 ? json_null() : json_integer(unit); }

static void explain_json(const explanation *x, const record *r)
{
    json_t *values = parsed(r->values), *criteria_list = criteria_json(x->c, values);
    json_print(json_pack("{so so so so so so so so so sf sb so so so so so}", "id", json_whole(r->unit), "name",
                         *r->name ? json_text(r->name) : json_null(), "parent", unit_json(r->parent), "other",
                         unit_json(r->other), "told", json_lines(r->told), "hash", json_hash(r->hash), "stage",
                         json_text(r->stage), "verdict", json_text(r->verdict), "why", json_text(r->why), "score",
                         r->score, "playable", (int)r->playable, "text", json_text(r->text), "kind",
                         json_whole(archive_kind(x->c, values, r->text)), "checks", parsed(r->checks), "values", values,
                         "criteria", criteria_list),
               stdout);
}

static void number(char out[24], double x)
{
    if (isfinite(x))
        snprintf(out, 24, "%.4g", x);
    else
        snprintf(out, 24, "-");
}

static void print_checks(const json_t *checks)
{
    table t;
    table_init(&t, "llrrrl");
    table_row(&t, "test", "what", "seen", "at least", "at most", "", NULL);
    for (size_t i = 0; i < json_array_size(checks); i++) {
        const json_t *c = json_array_get(checks, i);
        char n[3][24];
        for (size_t k = 0; k < 3; k++) {
            const json_t *v = json_array_get(c, k + 2);
            number(n[k], json_is_number(v) ? json_number_value(v) : NAN);
        }
        const char *stage = json_string_value(json_array_get(c, 0)), *what = json_string_value(json_array_get(c, 1));
        table_row(&t, stage ? stage : "", what ? what : "", n[0], n[1], n[2],
                  json_is_true(json_array_get(c, 5)) ? "passed" : "failed", NULL);
    }
    table_print(&t, stdout);
    table_done(&t);
}

static void print_criteria(const criteria *c, const json_t *values)
{
    table t;
    table_init(&t, "lrrrrl");
    table_row(&t, "criterion", "value", "wanted", "worth", "weight", "", NULL);
    for (uint32_t i = 0; i < c->count; i++) {
        const criterion *x = &c->list[i];
        char value[24], wanted[60], worth[24], weight[24];
        const char *meaning = "", *title = criteria_title(x->key, &meaning);
        double v = number_at(values, x->key);
        number(value, v);
        snprintf(wanted, sizeof wanted, "%.3g to %.3g", x->low, x->high);
        snprintf(worth, sizeof worth, "%.2f", criterion_desire(x, v));
        number(weight, x->weight);
        table_row(&t, title ? title : x->key, value, wanted, worth, weight, meaning, NULL);
    }
    table_print(&t, stdout);
    table_done(&t);
}

static void print_parents(const record *r)
{
    if (r->parent >= 0)
        printf("parent   %lld\n", (long long)r->parent);
    if (r->other >= 0)
        printf("other    %lld\n", (long long)r->other);
    for (const char *line = r->told; *line;) {
        size_t n = strcspn(line, "\n");
        printf("%s %.*s\n", line == r->told ? "made by " : "        ", (int)n, line);
        line += n + (line[n] == '\n');
    }
}

static void explain(void *user, const record *r)
{
    const explanation *x = user;
    if (x->json) {
        explain_json(x, r);
        return;
    }
    json_t *values = parsed(r->values), *checks = parsed(r->checks);
    printf("%s%s\n", r->text, *r->text ? "" : "no game\n");
    printf("id       %llu\n", (unsigned long long)r->unit);
    print_parents(r);
    printf("verdict  %s%s%s%s\n", r->verdict, *r->why ? ": " : "", r->why, r->playable ? "" : ", not playable");
    printf("score    %.3f\n\n", r->score);
    print_checks(checks);
    if (strcmp(r->stage, "measures") == 0) {
        putchar('\n');
        print_criteria(x->c, values);
    }
    json_decref(values);
    json_decref(checks);
}

static int missing(const char *db, uint64_t unit)
{
    fprintf(stderr, "ludens: %s has no candidate %llu\n", db, (unsigned long long)unit);
    return EXIT_WRONG;
}

int evolved_explain(records *s, const char *db, uint64_t unit, bool json)
{
    criteria c;
    char problem[400];
    json_t *stored = records_description(s);
    const char *text = json_text_at(stored, "criteria");
    bool fine = criteria_read(&c, text, strlen(text), "criteria", problem, sizeof problem);
    explanation x = {&c, json};
    json_decref(stored);
    if (!fine) {
        fprintf(stderr, "ludens: %s: %s\n", db, problem);
        return EXIT_WRONG;
    }
    return records_one(s, unit, explain, &x) ? EXIT_FINE : missing(db, unit);
}

static void write_text(void *user, const record *r)
{
    (void)user;
    fputs(r->text, stdout);
}

int evolved_write(records *s, const char *db, uint64_t unit)
{
    return records_one(s, unit, write_text, NULL) ? EXIT_FINE : missing(db, unit);
}
