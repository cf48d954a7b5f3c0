/* Checks the strict reading of rule sheets against recorded verdicts of the public validator: for
 * each game the set of (name of the check, level, line), at most six a check as recorded.
 *
 * The files are looked for under $LUDENS_SHARED, else in ../shared beside the source; without
 * them every line counts as skipped.
 *
 * Usage: gdl_validation [PART-OF-A-NAME...] */
#include "base/diag.h"
#include "base/intern.h"
#include "lang/lang.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 405, KEPT = 6 };

static const char *const verdict_files[] = {"validation.jsonl", "validation_tests.jsonl"};
static const char *const folders[] = {"gdl1", "gdl2", "infix", "validation"};

static char *read_game(const char *root, const char *game, char *path, size_t size, size_t *length)
{
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, size, "%s/corpora/gdl/%s/%s.kif", root, folders[i], game);
        FILE *in = fopen(path, "rb");
        if (!in)
            continue;
        char *text = calloc(1, 1 << 20);
        *length = text ? fread(text, 1, (1 << 20) - 1, in) : 0;
        fclose(in);
        return text;
    }
    return NULL;
}

typedef struct problems {
    char **lines; /* as JSON text: the order of the recorded ones */
    size_t count;
} problems;

static void add_problem(problems *p, const char *check, bool error, unsigned line)
{
    char text[200];
    snprintf(text, sizeof text, "[\"%s\",\"%s\",%u]", check, error ? "error" : "warning", line);
    p->lines = realloc(p->lines, (p->count + 1) * sizeof *p->lines);
    p->lines[p->count++] = strdup(text);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* Sorted, each once, the first few of each check. */
static void settle(problems *p)
{
    size_t kept = 0, same = 0;
    if (p->count)
        qsort(p->lines, p->count, sizeof *p->lines, by_text);
    for (size_t i = 0; i < p->count; i++) {
        const char *last = kept ? p->lines[kept - 1] : "";
        size_t name = strcspn(p->lines[i], ",");
        bool again = strcmp(last, p->lines[i]) == 0;
        same = kept && strncmp(last, p->lines[i], name + 1) == 0 ? same : 0;
        if (again || same == KEPT) {
            free(p->lines[i]);
            continue;
        }
        same++;
        p->lines[kept++] = p->lines[i];
    }
    p->count = kept;
}

static void done(problems *p)
{
    for (size_t i = 0; i < p->count; i++)
        free(p->lines[i]);
    free(p->lines);
}

static problems check_game(const char *path, const char *text, size_t length)
{
    arena a;
    intern names;
    diag_sink sink;
    jmp_buf failure;
    problems found = {0};
    arena_init(&a, 0);
    if (setjmp(failure)) {
        arena_done(&a);
        return found;
    }
    a.on_failure = &failure;
    intern_init(&names, &a);
    diag_sink_init(&sink, &a);
    sink.max_errors = UINT32_MAX;
    lud_options o;
    lud_options_init(&o);
    o.limits.max_load_seconds = 0; /* of a busy machine */
    lang_input in = {.keep = &a,
                     .scratch = &a,
                     .names = &names,
                     .source = source_new(&a, path, text, length),
                     .limits = &o.limits,
                     .strict = true,
                     .exact = true,
                     .sink = &sink};
    lang_gdl.read(&in);
    for (const diag *d = sink.first; d; d = d->next) {
        unsigned line = span_nowhere(d->span) ? 0 : source_position(d->source, d->span.start).line;
        add_problem(&found, d->check ? d->check : "?", d->severity == DIAG_ERROR, line);
    }
    settle(&found);
    arena_done(&a);
    return found;
}

static bool wanted(const char *game, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(game, argv[i]))
            return true;
    return argc < 2;
}

static void print_difference(const char *game, const problems *expected, const problems *found)
{
    size_t e = 0, f = 0;
    while (e < expected->count || f < found->count) {
        int order = e == expected->count ? 1 : f == found->count ? -1 : strcmp(expected->lines[e], found->lines[f]);
        if (order < 0)
            printf("  %s: missing %s\n", game, expected->lines[e]);
        if (order > 0)
            printf("  %s: too many %s\n", game, found->lines[f]);
        e += order <= 0;
        f += order >= 0;
    }
}

static bool check_line(const char *root, const json_t *line, bool *skipped)
{
    const char *game = json_string_value(json_object_get(line, "game"));
    char path[1024];
    size_t length, i;
    char *text = read_game(root, game, path, sizeof path, &length);
    *skipped = !text;
    if (!text)
        return true;
    problems expected = {0}, found = check_game(path, text, length);
    json_t *one;
    json_array_foreach (json_object_get(line, "problems"), i, one)
        add_problem(&expected, json_string_value(json_array_get(one, 0)),
                    strcmp(json_string_value(json_array_get(one, 1)), "error") == 0,
                    (unsigned)json_integer_value(json_array_get(one, 2)));
    settle(&expected);
    bool errors = false, same = expected.count == found.count;
    for (size_t k = 0; k < found.count; k++) {
        errors |= strstr(found.lines[k], "\"error\"") != NULL;
        same &= k < expected.count && strcmp(found.lines[k], expected.lines[k]) == 0;
    }
    same &= errors != json_is_true(json_object_get(line, "valid"));
    if (!same)
        print_difference(game, &expected, &found);
    done(&expected);
    done(&found);
    free(text);
    return same;
}

int main(int argc, char **argv)
{
    const char *root = getenv("LUDENS_SHARED");
    int passed = 0, failed = 0, skipped = 0;
    if (!root)
        root = SOURCE_DIR "/../shared";
    for (size_t i = 0; i < sizeof verdict_files / sizeof *verdict_files; i++) {
        char path[1024], line[1 << 14];
        snprintf(path, sizeof path, "%s/oracles/gdl/%s", root, verdict_files[i]);
        FILE *in = fopen(path, "r");
        while (in && fgets(line, sizeof line, in)) {
            json_t *verdict = json_loads(line, 0, NULL);
            bool absent = false;
            if (verdict && wanted(json_string_value(json_object_get(verdict, "game")), argc, argv)) {
                bool ok = check_line(root, verdict, &absent);
                skipped += absent;
                passed += !absent && ok;
                failed += !ok;
            }
            json_decref(verdict);
        }
        if (in)
            fclose(in);
    }
    if (passed + failed + skipped == 0 && argc < 2)
        skipped = LINES;
    printf("\n%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed > 0;
}
