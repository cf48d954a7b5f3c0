/* Replays the recorded games of answer-set games: every state, observation, memory, move and
 * verdict. The files are looked for as in oracle.c. Where a recorded solve had several answer sets,
 * the recorded one must be among ours: nature's are enumerated, the strategy's forced by
 * constraints.
 *
 * Usage: asp_oracle [--engine own|clingo] [PART-OF-A-NAME...] */
#include "ludens_answersets.h"

#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINES = 2419, MAX_FILES = 400 }; /* lines there are, to be counted as skipped when they are not here */

typedef struct replay {
    const char *file, *engine;
    char root[600];
    json_t *level;
    lud_game *game;
    lud_context *ctx;
    lud_strategy *strategy;
    void *state;
    char *memory;
    char *program; /* text of the strategy */
    int line, failures, passed;
    bool scripted;
    bool missing; /* the game needs libclingo, which is not installed */
} replay;

static bool check(replay *r, bool holds, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool check(replay *r, bool holds, const char *format, ...)
{
    if (holds)
        return true;
    if (r->failures++ < 5) {
        va_list args;
        va_start(args, format);
        printf("  %s:%d: ", r->file, r->line);
        vprintf(format, args);
        putchar('\n');
        va_end(args);
    }
    return false;
}

/* ---- sets of atoms as sorted texts, one a line ---- */

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static char *sorted(char **items, size_t count)
{
    size_t length = 1, n = 0;
    qsort(items, count, sizeof *items, by_text);
    for (size_t i = 0; i < count; i++)
        length += strlen(items[i]) + 1;
    char *text = calloc(1, length);
    for (size_t i = 0; i < count; i++)
        n += (size_t)sprintf(text + n, "%s%s", n ? "\n" : "", items[i]);
    return text;
}

static char *json_set(const json_t *list, const char *prefix)
{
    char **items = calloc(json_array_size(list) + 1, sizeof *items);
    size_t count = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!prefix || strncmp(text, prefix, strlen(prefix)) == 0)
            items[count++] = (char *)(uintptr_t)text;
    }
    char *set = sorted(items, count);
    free(items);
    return set;
}

/* Lines of a text that do (not) begin so. */
static char *lines_with(const char *text, const char *prefix, bool with)
{
    char *copy = strdup(text), **items = calloc(strlen(text) + 1, sizeof *items), *rest;
    size_t count = 0;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if ((strncmp(line, prefix, strlen(prefix)) == 0) == with)
            items[count++] = line;
    char *set = sorted(items, count);
    free(items);
    free(copy);
    return set;
}

static bool has_line(const char *text, const char *line, size_t length)
{
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        if (n == length && memcmp(p, line, n) == 0)
            return true;
        p += n + (p[n] == '\n');
    }
    return false;
}

static char *minus(const char *all, const char *without)
{
    char *copy = strdup(all), **items = calloc(strlen(all) + 1, sizeof *items), *rest;
    size_t count = 0;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (!has_line(without, line, strlen(line)))
            items[count++] = line;
    char *set = sorted(items, count);
    free(items);
    free(copy);
    return set;
}

static void same(replay *r, const char *what, const char *ours, char *theirs)
{
    check(r, strcmp(ours, theirs) == 0, "%s differ:\n    ours  %.600s\n    theirs %.600s", what, ours, theirs);
    free(theirs);
}

/* ---- setting up ---- */

static char *read_file(const char *path, size_t *length)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return NULL;
    char *text = malloc(1 << 22);
    *length = fread(text, 1, (1 << 22) - 1, f);
    text[*length] = 0;
    fclose(f);
    return text;
}

static char *facts(const json_t *list)
{
    size_t length = 1, n = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        length += strlen(json_string_value(json_array_get(list, i))) + 2;
    char *text = calloc(1, length);
    for (size_t i = 0; i < json_array_size(list); i++)
        n += (size_t)sprintf(text + n, "%s.\n", json_string_value(json_array_get(list, i)));
    return text;
}

/* Whether a call could do its work; where libclingo is missing the rest of the file is skipped. */
static bool solved(replay *r, lud_status status, const char *what, const char *fault)
{
    r->missing |= status == LUD_ERR_SOLVER && strstr(fault, "not installed");
    return status == LUD_OK || (!r->missing && check(r, false, "%s: %s", what, fault));
}

static bool begin(replay *r)
{
    char path[900];
    const char *name = json_string_value(json_object_get(r->level, "game"));
    snprintf(path, sizeof path, "%s/corpora/asp/%s", r->root, name);
    if (access(path, R_OK) != 0)
        snprintf(path, sizeof path, "%s/corpora/asp/probes/%s", r->root, name);
    lud_options o;
    lud_options_init(&o);
    o.limits.max_load_seconds = 0; /* of a busy machine */
    o.engine = r->engine;
    char *state = facts(json_object_get(r->level, "state")), *settings = facts(json_object_get(r->level, "settings"));
    o.level = &(lud_level){.state = state, .settings = settings};
    lud_diags *diags = lud_diags_new();
    r->game = lud_load_file(path, &o, diags);
    r->missing = !r->game && lud_diags_count(diags) && strstr(lud_diags_get(diags, 0).message, "not installed");
    if (r->missing || !check(r, r->game != NULL, "cannot load %s: %s", path,
                             lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "?"))
        return false;
    r->ctx = lud_context_new(r->game);
    r->state = calloc(1, lud_state_size(r->game));
    r->memory = strdup("");
    r->scripted = strcmp(json_string_value(json_object_get(r->level, "driver")), "scripted") == 0;
    size_t length;
    char *text = read_file(path, &length);
    json_t *json = json_loads(text, 0, NULL);
    const char *program = json_string_value(json_object_get(json, "player_move_program"));
    r->program = strdup(program ? program : "");
    json_decref(json);
    free(text);
    r->strategy = lud_strategy_new(r->game, NULL, 0, NULL, diags);
    lud_diags_free(diags);
    free(state);
    free(settings);
    return check(r, r->strategy != NULL, "no strategy") &&
           solved(r, lud_start(r->ctx, r->state), "cannot start", lud_fault_text(r->ctx, false));
}

/* ---- a line ---- */

static int64_t *draws_of(const json_t *list, uint32_t *count)
{
    int64_t *draws = calloc(json_array_size(list) + 1, sizeof *draws);
    *count = (uint32_t)json_array_size(list);
    for (uint32_t i = 0; i < *count; i++)
        draws[i] = json_integer_value(json_array_get(json_array_get(list, i), 2));
    return draws;
}

static void compare_position(replay *r, const json_t *line)
{
    const char *text;
    check(r, lud_time(r->game, r->state) == json_integer_value(json_object_get(line, "time")), "time is %" PRId64,
          lud_time(r->game, r->state));
    check(r, lud_facts_text(r->ctx, r->state, LUD_FACTS_STATE, &text) == LUD_OK, "no state");
    same(r, "states", text, json_set(json_object_get(line, "at"), NULL));
    check(r, lud_facts_text(r->ctx, r->state, LUD_FACTS_SETTINGS, &text) == LUD_OK, "no settings");
    same(r, "settings", text, json_set(json_object_get(r->level, "settings"), NULL));
    char *settings = strdup(text);
    check(r, lud_facts_text(r->ctx, r->state, LUD_FACTS_INPUT, &text) == LUD_OK, "no input: %s",
          lud_fault_text(r->ctx, false));
    char *seen = lines_with(text, "observe", true), *others = lines_with(text, "observe", false);
    same(r, "observations", seen, json_set(json_object_get(line, "observe"), NULL));
    char *extra = minus(others, settings);
    same(r, "further settings", extra, json_set(json_object_get(line, "extra"), NULL));
    same(r, "memories", r->memory, json_set(json_object_get(line, "memory"), NULL));
    check(r, lud_facts_text(r->ctx, r->state, LUD_FACTS_GOAL, &text) == LUD_OK, "no goal");
    same(r, "goals", text, json_set(json_object_get(line, "goal"), NULL));
    const char *verdict = json_string_value(json_object_get(line, "verdict"));
    check(r, strcmp(lud_verdict(r->game, r->state), verdict) == 0, "the verdict is \"%s\", not \"%s\"",
          lud_verdict(r->game, r->state), verdict);
    free(settings);
    free(seen);
    free(others);
    free(extra);
}

/* Constraints under which only the recorded outcome is left. */
static char *force(const replay *r, const json_t *line)
{
    static const char *const names[] = {"do", "remember", "forget"};
    size_t capacity = strlen(r->program) + 100000, n = 0;
    char *text = malloc(capacity);
    n += (size_t)snprintf(text, capacity, "%s\n", r->program);
    for (int i = 0; i < 3; i++) {
        const json_t *list = json_object_get(line, names[i]);
        n += (size_t)snprintf(text + n, capacity - n, ":- %s(X)", names[i]);
        for (size_t k = 0; k < json_array_size(list); k++)
            n += (size_t)snprintf(text + n, capacity - n, ", %s(X) != %s", names[i],
                                  json_string_value(json_array_get(list, k)));
        n += (size_t)snprintf(text + n, capacity - n, ".\n");
        for (size_t k = 0; k < json_array_size(list); k++)
            n += (size_t)snprintf(text + n, capacity - n, ":- not %s.\n", json_string_value(json_array_get(list, k)));
    }
    /* comparisons are between terms: do(X) there is one */
    return text;
}

static void run_strategy(replay *r, const json_t *line, char **actions)
{
    lud_play play;
    uint32_t count;
    bool many = strcmp(json_string_value(json_object_get(line, "strategy")), "many") == 0;
    int64_t *draws = draws_of(json_object_get(line, "draws_strategy"), &count);
    lud_strategy *strategy = r->strategy, *forced = NULL;
    if (many) {
        char *text = force(r, line);
        forced = lud_strategy_new(r->game, text, strlen(text), "forced", NULL);
        check(r, forced != NULL, "the forced strategy does not load");
        free(text);
        strategy = forced ? forced : strategy;
    }
    lud_status status = lud_strategy_play(strategy, r->state, r->memory, count ? draws : NULL, count, NULL, &play);
    if (solved(r, status, "strategy", lud_strategy_fault(strategy))) {
        bool none = strcmp(json_string_value(json_object_get(line, "strategy")), "none") == 0;
        check(r, play.none == none, "the strategy has %s answer set", play.none ? "no" : "an");
        same(r, "actions", play.actions, json_set(json_object_get(line, "do"), NULL));
        same(r, "remember", play.remember, json_set(json_object_get(line, "remember"), NULL));
        same(r, "forget", play.forget, json_set(json_object_get(line, "forget"), NULL));
        free(r->memory);
        r->memory = strdup(play.memory);
    }
    lud_strategy_free(forced);
    free(draws);
    *actions = json_set(json_object_get(line, "do"), NULL);
}

static char *words_text(const int64_t *draws, uint32_t count)
{
    char *text = calloc(1, 24 * (size_t)count + 1);
    size_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += (size_t)sprintf(text + n, "%s%" PRId64, i ? " " : "", draws[i]);
    return text;
}

/* Makes the step; where nature has a choice the recorded one. */
static bool make_step(replay *r, const json_t *line, const char *actions, const json_t *next)
{
    uint32_t count, action_words[256], draw_words[512], n, m = 0;
    int64_t *draws = draws_of(json_object_get(line, "draws_nature"), &count);
    char *texts = words_text(draws, count);
    lud_info info;
    lud_game_info(r->game, &info);
    bool fine = check(r, lud_move_parse(r->game, actions, action_words, 256, &n) == LUD_OK, "these are no actions: %s",
                      actions);
    if (fine && info.chance)
        fine = check(r, lud_move_parse(r->game, texts, draw_words, 512, &m) == LUD_OK, "these are no draws: %s", texts);
    lud_move joint[2] = {{draw_words, m, 1}, {action_words, n, 1}};
    size_t size = lud_state_size(r->game);
    void *before = malloc(size);
    memcpy(before, r->state, size);
    char *wanted = json_set(json_object_get(next, "at"), NULL);
    bool many = strcmp(json_string_value(json_object_get(line, "nature")), "many") == 0, found = false;
    uint32_t ways = 1;
    for (uint32_t way = 0; fine && way < ways && !found; way++) {
        const char *text;
        memcpy(r->state, before, size);
        lud_status status = lud_apply_joint_way(r->ctx, r->state, joint, way, &ways);
        fine = solved(r, status, "the step fails", lud_fault_text(r->ctx, false));
        found = fine && lud_facts_text(r->ctx, r->state, LUD_FACTS_STATE, &text) == LUD_OK && strcmp(text, wanted) == 0;
    }
    if (fine) {
        check(r, (ways > 1) == many, "nature has %u answer sets", ways);
        fine = check(r, found, "the recorded position is none of the %u that nature gives", ways);
    }
    free(wanted);
    free(before);
    free(texts);
    free(draws);
    return fine;
}

static void compare_end(replay *r, const json_t *line)
{
    const char *text, *result = json_string_value(json_object_get(line, "result"));
    check(r, lud_facts_text(r->ctx, r->state, LUD_FACTS_STATE, &text) == LUD_OK, "no state");
    same(r, "last states", text, json_set(json_object_get(line, "at"), NULL));
    check(r, lud_time(r->game, r->state) == json_integer_value(json_object_get(line, "time")), "time");
    check(r, strcmp(lud_verdict(r->game, r->state), strcmp(result, "cut") == 0 ? "" : result) == 0, "result %s",
          result);
}

static void replay_lines(replay *r, json_t *lines)
{
    size_t count = json_array_size(lines);
    r->level = json_array_get(lines, 0);
    r->line = 1;
    if (!begin(r))
        return;
    r->passed++;
    for (size_t i = 1; i < count && !r->missing; i++) {
        const json_t *line = json_array_get(lines, i);
        int before = r->failures;
        char *actions = NULL;
        r->line = (int)i + 1;
        if (json_object_get(line, "kind")) {
            compare_end(r, line);
            r->passed += r->failures == before;
            continue;
        }
        compare_position(r, line);
        if (json_object_get(line, "do")) {
            if (r->scripted)
                actions = json_set(json_object_get(line, "do"), NULL);
            else
                run_strategy(r, line, &actions);
            if (r->missing || !make_step(r, line, actions, json_array_get(lines, i + 1))) {
                free(actions);
                return;
            }
        }
        free(actions);
        r->passed += r->failures == before;
    }
}

typedef struct totals {
    int passed, failed, skipped;
} totals;

static void replay_file(const char *root, const char *path, const char *engine, totals *all)
{
    replay r = {.file = strrchr(path, '/') + 1, .engine = engine};
    snprintf(r.root, sizeof r.root, "%s", root);
    json_t *lines = json_array();
    FILE *f = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    while (f && getline(&line, &capacity, f) > 0)
        json_array_append_new(lines, json_loads(line, 0, NULL));
    if (f)
        fclose(f);
    free(line);
    replay_lines(&r, lines);
    lud_strategy_free(r.strategy);
    lud_context_free(r.ctx);
    lud_game_free(r.game);
    free(r.state);
    free(r.memory);
    free(r.program);
    int count = (int)json_array_size(lines), rest = count - r.passed;
    bool skip = r.missing && r.failures == 0;
    printf("%s %s, %d lines%s\n",
           skip   ? "skipped"
           : rest ? "FAILED "
                  : "ok     ",
           r.file, count, skip ? ": libclingo is missing (on Debian: the package gringo)" : "");
    all->passed += r.passed;
    *(skip ? &all->skipped : &all->failed) += rest;
    json_decref(lines);
}

static int find_files(const char *folder, char **paths, int count)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d)) != NULL && count < MAX_FILES;) {
        size_t n = strlen(e->d_name);
        if (n > 6 && strcmp(e->d_name + n - 6, ".jsonl") == 0) {
            paths[count] = malloc(strlen(folder) + n + 2);
            sprintf(paths[count++], "%s/%s", folder, e->d_name);
        }
    }
    if (d)
        closedir(d);
    return count;
}

static bool chosen(const char *path, int argc, char **argv, int first)
{
    bool any = first >= argc;
    for (int i = first; i < argc; i++)
        any |= strstr(path, argv[i]) != NULL;
    return any;
}

int main(int argc, char **argv)
{
    const char *shared = getenv("LUDENS_SHARED"), *engine = NULL;
    char root[600], folder[700];
    char *paths[MAX_FILES];
    int first = 1;
    totals all = {0, 0, 0};
    snprintf(root, sizeof root, "%s", shared && *shared ? shared : SOURCE_DIR "/../shared");
    if (argc > 2 && strcmp(argv[1], "--engine") == 0) {
        engine = argv[2];
        first = 3;
    }
    snprintf(folder, sizeof folder, "%s/oracles/asp", root);
    int count = find_files(folder, paths, 0);
    strcat(folder, "/probes");
    count = find_files(folder, paths, count);
    if (count == 0) {
        printf("0 passed, 0 failed, %d skipped\n", LINES);
        return 0;
    }
    qsort((void *)paths, (size_t)count, sizeof *paths, by_text);
    for (int i = 0; i < count; i++) {
        if (chosen(paths[i], argc, argv, first))
            replay_file(root, paths[i], engine, &all);
        free(paths[i]);
    }
    printf("%d passed, %d failed, %d skipped\n", all.passed, all.failed, all.skipped);
    return all.failed > 0;
}
