/* Checks the engine against recorded results of the reference systems: perft counts, first
 * moves, move by move traces, playout statistics, faults, and files that must be refused.
 *
 * The files are looked for under $LUDENS_SHARED, else in ../shared beside the source; without
 * them every line counts as skipped. Each line is checked in a process of its own, so that
 * one that crashes costs one line.
 *
 * With --each-pass-off a little of every line is checked again and again: without any pass, and
 * with each pass switched off in turn (as native code, which takes long to compile, every line
 * with some of them).
 *
 * Usage: oracle [--all] [--native] [--each-pass-off] [PART-OF-A-NAME...] */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "ludens.h"
#include "sample.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static bool native;        /* run the games as native code */
static bool each_pass_off; /* instead of checking with all passes only */

typedef enum file_kind { GAMES, INVALID } file_kind;

typedef struct oracle_file {
    const char *results, *games; /* file and folder below the root */
    file_kind kind;
    int lines;          /* how many there are, to be counted as skipped when the file is not here */
    const char *level;  /* only lines whose `levels` name it, or NULL */
    const char *other;  /* names of games that the traces and first moves are not of, or NULL */
    bool no_statistics; /* statistics are of another file */
} oracle_file;

#ifndef ORACLE_FILES /* rbg_oracle.c has a list of its own */
#define ORACLE_FILES                                                                                                   \
    {"oracles/rg/games.jsonl", "corpora/rg", GAMES, 12, NULL, NULL, false},                                            \
        {"oracles/rg/conformance.jsonl", "corpora/rg/conformance", GAMES, 22, NULL, NULL, false},                      \
        {"oracles/rg/invalid.jsonl", "corpora/rg/invalid", INVALID, 29, NULL, NULL, false},                            \
        {"oracles/hrg/games.jsonl", "corpora/hrg", GAMES, 27, NULL, NULL, false},                                      \
        {"oracles/hrg/line.jsonl", "corpora/hrg/line", GAMES, 21, NULL, NULL, false},                                  \
    {                                                                                                                  \
        "oracles/hrg/conformance.jsonl", "corpora/hrg/conformance", GAMES, 6, NULL, NULL, false                        \
    }
#endif
static const oracle_file files[] = {ORACLE_FILES};
enum { FILES = sizeof files / sizeof *files, MAX_JOBS = 512 };

static uint32_t each; /* so many of the lines */

typedef struct budget {
    double perft_leaves;    /* of one line */
    double playout_choices; /* moves listed in the playouts of one line */
    double max_playouts;
    double round_trip_leaves;
} budget;

static const budget quick_budget = {50e3, 40e3, 500, 3e3};
static const budget fast_budget = {200e3, 150e3, 2000, 10e3};
static const budget small_budget = {1500, 300, 6, 300};
static const budget full_budget = {3e8, 6e6, 20000, 200e3};

/* One line of a file, checked in a child process. Shared with the parent. */
typedef struct job_result {
    int checks, failures;
    int skipped_checks; /* left out to stay in the budget */
    char skipped_why[120];
    double seconds;
} job_result;

typedef struct job {
    const oracle_file *file;
    json_t *line;
    char name[160];
    FILE *output;
    pid_t child;
    bool done, crashed;
} job;

/* What a check needs to know; one a child process. */
typedef struct checker {
    const budget *budget;
    const char *root;
    const job *job;
    job_result *result;
    const char *passes; /* selection for all games, or NULL */
    uint32_t number;    /* of the line */
} checker;

static bool check(checker *c, bool holds, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool check(checker *c, bool holds, const char *format, ...)
{
    c->result->checks++;
    if (holds)
        return true;
    c->result->failures++;
    if (c->result->failures > 6)
        return false;
    va_list args;
    va_start(args, format);
    fprintf(c->job->output, "  %s: ", c->job->name);
    if (c->passes)
        fprintf(c->job->output, "passes %s: ", c->passes);
    vfprintf(c->job->output, format, args);
    fputc('\n', c->job->output);
    va_end(args);
    return false;
}

static void skip(checker *c, const char *why)
{
    c->result->skipped_checks++;
    snprintf(c->result->skipped_why, sizeof c->result->skipped_why, "%s", why);
}

static void path_of(const checker *c, const char *game, char *path, size_t size)
{
    snprintf(path, size, "%.500s/%s/%.300s", c->root, c->job->file->games, game);
}

static lud_game *load(checker *c, const char *game, const char *passes)
{
    char path[1024];
    path_of(c, game, path, sizeof path);
    lud_options options;
    lud_options_init(&options);
    options.limits.max_load_seconds = 0; /* of a busy machine */
    options.backend = native ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP;
    options.passes = passes ? passes : c->passes;
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_file(path, &options, diags);
    const char *why = lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "";
    check(c, g != NULL, "is refused: %s", why);
    lud_diags_free(diags);
    return g;
}

/* ---- perft ---- */

/* The fault a line says the rules have, or LUD_OK. */
static lud_status expected_fault(const json_t *line)
{
    const char *fault = json_string_value(json_object_get(line, "fault"));
    if (!fault)
        return LUD_OK;
    return strstr(fault, "keeper") ? LUD_ERR_KEEPER : strstr(fault, "outside") ? LUD_ERR_STUCK : LUD_ERR_AMBIGUOUS;
}

/* The depth to which the leaves together stay inside the budget. */
static size_t affordable(const json_t *counts, double leaves)
{
    double sum = 0;
    size_t depth = 0;
    for (size_t d = 0; d < json_array_size(counts); d++) {
        sum += (double)json_integer_value(json_array_get(counts, d));
        if (sum > leaves)
            break;
        depth = d;
    }
    return depth;
}

static void check_perft(checker *c, lud_context *ctx, const void *start, const char *key)
{
    const json_t *expected = json_object_get(c->job->line, key);
    if (!expected)
        return;
    size_t depth = affordable(expected, c->budget->perft_leaves);
    if (depth + 1 < json_array_size(expected))
        skip(c, "deeper perft");
    uint64_t *counts = calloc(depth + 1, sizeof *counts);
    lud_perft_options options = {.count_duplicates = true};
    lud_status status = lud_perft(ctx, start, (uint32_t)depth, &options, counts);
    if (status != LUD_OK && status == expected_fault(c->job->line)) {
        check(c, true, "fault");
    } else if (check(c, status == LUD_OK, "%s fails: %s", key, lud_fault_text(ctx, false))) {
        for (size_t d = 0; d <= depth; d++) {
            json_int_t n = json_integer_value(json_array_get(expected, d));
            check(c, counts[d] == (uint64_t)n, "%s at depth %zu is %" PRIu64 ", expected %lld", key, d, counts[d],
                  (long long)n);
        }
    }
    free(counts);
}

/* ---- moves and traces ---- */

static bool has_text(const lud_game *g, const lud_moves *moves, const char *text, lud_move *found)
{
    char buffer[4096];
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        lud_move move = lud_moves_at(moves, i);
        lud_move_text(g, move, buffer, sizeof buffer);
        if (strcmp(buffer, text) == 0) {
            *found = move;
            return true;
        }
    }
    return false;
}

static int mover_of(const lud_game *g, const void *state)
{
    uint64_t movers = lud_movers(g, state);
    return movers ? __builtin_ctzll(movers) : -1;
}

static void check_first_moves(checker *c, const lud_game *g, lud_context *ctx, const void *start, lud_moves *moves)
{
    const json_t *expected = json_object_get(c->job->line, "first_moves");
    int mover = mover_of(g, start);
    if (!expected || mover < 0)
        return;
    lud_status status = lud_moves_list(ctx, start, (uint32_t)mover, moves);
    if (status != LUD_OK && status == expected_fault(c->job->line))
        return;
    if (!check(c, status == LUD_OK, "no first moves: %s", lud_fault_text(ctx, false)))
        return;
    check(c, lud_moves_count(moves) == json_array_size(expected), "%u first moves, expected %zu",
          lud_moves_count(moves), json_array_size(expected));
    for (size_t i = 0; i < json_array_size(expected); i++) {
        const char *text = json_string_value(json_array_get(expected, i));
        lud_move found;
        check(c, has_text(g, moves, text, &found), "first move '%s' is missing", text);
    }
}

/* Where the rules leave open what a move leads to, a trace does not say which way was taken:
 * all the positions it may be at are followed. */
enum { MAX_POSITIONS = 200 };
typedef struct positions {
    const lud_game *game;
    size_t size;
    unsigned char *states;
    uint32_t count;
} positions;

static void *position_at(const positions *p, uint32_t i) { return p->states + i * p->size; }

static void add_position(positions *p, const void *state)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (memcmp(position_at(p, i), state, p->size) == 0)
            return;
    if (p->count < MAX_POSITIONS)
        memcpy(position_at(p, p->count++), state, p->size);
}

typedef struct step {
    const char *player, *text;
    json_int_t count, distinct;
    size_t number;
} step;

static step read_step(const json_t *entry, size_t number)
{
    step s = {json_string_value(json_array_get(entry, 0)), json_string_value(json_array_get(entry, 2)),
              json_integer_value(json_array_get(entry, 1)), 0, number};
    const json_t *distinct = json_object_get(json_array_get(entry, 3), "distinct");
    s.distinct = distinct ? json_integer_value(distinct) : s.count;
    return s;
}

/* Whether the step fits the position; else the complaint says why. Its results are added. */
static lud_status try_step(const positions *at, uint32_t i, lud_context *ctx, lud_moves *moves, const step *s,
                           positions *after, char *complaint, size_t size)
{
    const void *state = position_at(at, i);
    int mover = mover_of(at->game, state);
    const char *name = mover >= 0 ? lud_role_name(at->game, (uint32_t)mover) : "nobody";
    if (strcmp(name, s->player) != 0) {
        snprintf(complaint, size, "%s moves, expected %s", name, s->player);
        return LUD_ERR_ARGUMENT;
    }
    lud_status status = lud_moves_list(ctx, state, (uint32_t)mover, moves);
    if (status != LUD_OK)
        return status;
    if (lud_moves_weight(moves) != (uint64_t)s->count || lud_moves_count(moves) != (uint64_t)s->distinct) {
        snprintf(complaint, size, "%" PRIu64 " moves (%u distinct), expected %lld (%lld)", lud_moves_weight(moves),
                 lud_moves_count(moves), (long long)s->count, (long long)s->distinct);
        return LUD_ERR_ARGUMENT;
    }
    lud_move move;
    if (!has_text(at->game, moves, s->text, &move)) {
        snprintf(complaint, size, "move '%s' is missing", s->text);
        return LUD_ERR_ARGUMENT;
    }
    void *next = malloc(at->size);
    uint32_t ways = 1;
    for (uint32_t way = 0; way < ways && status == LUD_OK; way++) {
        memcpy(next, state, at->size);
        status = lud_apply_way(ctx, next, &move, way, &ways);
        if (status == LUD_OK)
            add_position(after, next);
    }
    free(next);
    return status;
}

/* Takes all positions one step on. Not LUD_OK when none can go on: LUD_ERR_ARGUMENT after a
 * complaint, else the fault of the rules. */
static lud_status trace_step(checker *c, positions *at, positions *after, lud_context *ctx, lud_moves *moves,
                             const step *s)
{
    char complaint[400] = "";
    lud_status status = LUD_OK;
    after->count = 0;
    for (uint32_t i = 0; i < at->count; i++) {
        lud_status one = try_step(at, i, ctx, moves, s, after, complaint, sizeof complaint);
        if (one != LUD_OK && status == LUD_OK)
            status = one;
    }
    if (after->count > 0)
        status = LUD_OK;
    if (status == LUD_OK || status == LUD_ERR_ARGUMENT)
        check(c, status == LUD_OK, "step %zu: %s", s->number, complaint);
    positions swap = *at;
    *at = *after;
    *after = swap;
    return status;
}

/* A score as the reference writes it: a number, or the symbol of a type of numbers, "S__5". */
static bool read_score(const char *text, double *score)
{
    char *end;
    const char *digits = text && strncmp(text, "S__", 3) == 0 ? text + 3 : text;
    *score = digits ? strtod(digits, &end) : 0;
    return digits && end > digits && !*end;
}

static bool has_scores(const lud_game *g, const void *state, const json_t *expected)
{
    double scores[64], score;
    bool same = lud_terminal(g, state);
    lud_scores(g, state, scores);
    for (size_t i = 0; i < json_array_size(expected) && i < 64; i++)
        same &= read_score(json_string_value(json_array_get(expected, i)), &score) && scores[i] == score;
    return same;
}

static bool is_stuck(const lud_game *g, lud_context *ctx, const void *state, lud_moves *moves)
{
    int mover = mover_of(g, state);
    return mover >= 0 && lud_moves_list(ctx, state, (uint32_t)mover, moves) == LUD_ERR_STUCK;
}

/* Whether some position is an end as recorded: over with these scores, or stuck. */
static void check_end(checker *c, const positions *at, lud_context *ctx, lud_moves *moves, const json_t *trace,
                      lud_status status)
{
    const json_t *scores = json_object_get(trace, "scores");
    lud_status fault = expected_fault(c->job->line);
    if (status == LUD_ERR_ARGUMENT) /* there was a complaint */
        return;
    if (status != LUD_OK) {
        bool stuck = json_is_string(scores) && status == LUD_ERR_STUCK;
        check(c, stuck || status == fault, "a trace fails: %s: %s", lud_status_text(status),
              lud_fault_text(ctx, false));
        return;
    }
    bool found = json_is_true(json_object_get(trace, "cut"));
    for (uint32_t i = 0; i < at->count && !found; i++)
        found = json_is_string(scores) ? is_stuck(at->game, ctx, position_at(at, i), moves)
                                       : has_scores(at->game, position_at(at, i), scores);
    check(c, found, "after %zu steps the game should be %s", json_array_size(json_object_get(trace, "steps")),
          json_is_string(scores) ? "stuck" : "over, with the recorded scores");
}

static void check_traces(checker *c, const lud_game *g, lud_context *ctx, const void *start, lud_moves *moves)
{
    size_t t, size = lud_state_size(g);
    json_t *trace;
    positions at = {g, size, malloc(size * MAX_POSITIONS), 0};
    positions after = {g, size, malloc(size * MAX_POSITIONS), 0};
    json_array_foreach (json_object_get(c->job->line, "traces"), t, trace) {
        const json_t *steps = json_object_get(trace, "steps");
        lud_status status = LUD_OK;
        at.count = 0;
        add_position(&at, start);
        for (size_t i = 0; i < json_array_size(steps) && status == LUD_OK; i++) {
            step s = read_step(json_array_get(steps, i), i + 1);
            status = trace_step(c, &at, &after, ctx, moves, &s);
        }
        check_end(c, &at, ctx, moves, trace, status);
    }
    free(at.states);
    free(after.states);
}

/* ---- playouts ---- */

static double number_at(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

/* Standard deviation of a player's score from the recorded outcomes; 0 when they are not all
 * there. */
static double recorded_score_sd(const json_t *playouts, size_t player)
{
    double n = 0, sum = 0, squares = 0;
    size_t i;
    json_t *outcome;
    json_array_foreach (json_object_get(playouts, "outcomes"), i, outcome) {
        double times = json_number_value(json_array_get(outcome, 1));
        const json_t *scores = json_array_get(outcome, 0);
        double score;
        if (!read_score(json_string_value(json_array_get(scores, player)), &score))
            return NAN;
        n += times;
        sum += times * score;
        squares += times * score * score;
    }
    return n > 0 ? sqrt(fmax(0, squares / n - sum / n * (sum / n))) : 0;
}

/* Two means are near when their difference is within 4 standard errors of it. */
static void check_mean(checker *c, const char *what, double ours, double sd1, double n1, double theirs, double sd2,
                       double n2)
{
    double error = sqrt(sd1 * sd1 / n1 + sd2 * sd2 / n2);
    check(c, fabs(ours - theirs) <= 4 * error + 0.001, "%s is %.3f, expected %.3f (standard error %.3f)", what, ours,
          theirs, error);
}

static void compare_run(checker *c, const lud_game *g, const lud_run_result *r, const json_t *playouts,
                        const char *mode)
{
    const json_t *turns = json_object_get(playouts, "turns");
    const json_t *branching = json_object_get(playouts, "moves_per_turn");
    double n1 = (double)r->playouts, n2 = number_at(playouts, "n");
    char what[120];
    snprintf(what, sizeof what, "mean of turns (%s)", mode);
    check_mean(c, what, r->turns_per_game.mean, r->turns_per_game.sd, n1, number_at(turns, "avg"),
               number_at(turns, "sd"), n2);
    if (r->branching.max > 0) {
        /* Numbers of moves inside one game depend on each other: count games, not turns. */
        snprintf(what, sizeof what, "mean of moves per turn (%s)", mode);
        check_mean(c, what, r->branching.mean, r->branching.sd, n1, number_at(branching, "avg"), r->branching.sd, n2);
    }
    const json_t *players = json_object_get(c->job->line, "players");
    for (size_t i = 0; i < json_array_size(players); i++) {
        const char *player = json_string_value(json_array_get(players, i));
        const json_t *score = json_object_get(json_object_get(playouts, "scores"), player);
        double sd = fmax(r->scores[i].sd, recorded_score_sd(playouts, i));
        snprintf(what, sizeof what, "mean score of %.60s (%s)", player, mode);
        check_mean(c, what, r->scores[i].mean, sd, n1, number_at(score, "avg"), sd, n2);
    }
    double published = number_at(c->job->line, "turns_published");
    if (published > 0)
        check(c, fabs(r->turns_per_game.mean - published) <= 0.1 * published + 4 * r->turns_per_game.sd / sqrt(n1),
              "mean of turns is %.2f, published %.2f", r->turns_per_game.mean, published);
    (void)g;
}

static void run_playouts(checker *c, const lud_game *g, double n, bool enumerate)
{
    const json_t *playouts = json_object_get(c->job->line, "playouts");
    lud_run_options options = {.playouts = (uint64_t)n,
                               .seed = enumerate ? 1 : 2,
                               .threads = 1,
                               .playout = {.enumerate = enumerate, .count_duplicates = true}};
    lud_run_result result;
    lud_status status = lud_run(g, &options, &result);
    lud_status fault = expected_fault(c->job->line);
    if (fault != LUD_OK)
        check(c, status == fault, "playouts should report %s, but say %s", lud_status_text(fault),
              lud_status_text(status));
    else if (check(c, status == LUD_OK, "playout %" PRIu64 " fails: %s", result.fault_playout,
                   result.fault_text ? result.fault_text : lud_status_text(status)) &&
             playouts && !each_pass_off && !c->job->file->no_statistics) /* a few playouts say nothing about means */
        compare_run(c, g, &result, playouts, enumerate ? "list" : "sample");
    lud_run_result_done(&result);
}

/* A game that was cut off when it was recorded is too long to be played here. */
static bool is_cut(const json_t *line)
{
    const json_t *traces = json_object_get(line, "traces"), *trace;
    size_t i;
    json_array_foreach (traces, i, trace)
        if (json_is_true(json_object_get(trace, "cut")))
            return true;
    return false;
}

static void check_playouts(checker *c, const lud_game *g)
{
    if (!json_object_get(c->job->line, "playouts") && is_cut(c->job->line))
        return;
    const json_t *playouts = json_object_get(c->job->line, "playouts");
    double n = 20;
    if (playouts) {
        double turns = number_at(json_object_get(playouts, "turns"), "avg");
        double branching = number_at(json_object_get(playouts, "moves_per_turn"), "avg");
        double choices = fmax(1, turns) * fmax(1, branching);
        n = fmin(c->budget->max_playouts, fmax(30, floor(c->budget->playout_choices / choices)));
    }
    run_playouts(c, g, n, true);
    run_playouts(c, g, n, false);
}

/* ---- written as RG and read back ---- */

static lud_status small_perft(const lud_game *g, size_t depth, bool duplicates, uint64_t *counts)
{
    lud_context *ctx = lud_context_new(g);
    void *state = malloc(lud_state_size(g));
    lud_perft_options options = {.count_duplicates = duplicates};
    lud_status status = lud_start(ctx, state);
    if (status == LUD_OK)
        status = lud_perft(ctx, state, (uint32_t)depth, &options, counts);
    free(state);
    lud_context_free(ctx);
    return status;
}

static void check_round_trip(checker *c, const char *game, const char *passes)
{
    const json_t *perft = json_object_get(c->job->line, "perft");
    lud_game *g = perft && expected_fault(c->job->line) == LUD_OK ? load(c, game, passes) : NULL;
    if (!g)
        return;
    lud_diags *diags = lud_diags_new();
    lud_options options;
    lud_options_init(&options);
    options.limits.max_load_seconds = 0; /* of a busy machine */
    options.language = "rg";
    options.backend = LUD_BACKEND_INTERP;
    options.passes = passes ? passes : c->passes;
    char *text = lud_translate(g, "rg", diags);
    lud_game *again = text ? lud_load_text(text, strlen(text), "translated", &options, diags) : NULL;
    if (check(c, again != NULL, "cannot be written as RG and read back: %s",
              lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "")) {
        size_t depth = affordable(perft, c->budget->round_trip_leaves);
        uint64_t *one = calloc(depth + 1, sizeof *one), *two = calloc(depth + 1, sizeof *two);
        lud_status first = small_perft(g, depth, false, one);
        lud_status second = small_perft(again, depth, false, two);
        check(c, first == second, "as RG again: status %s, was %s", lud_status_text(second), lud_status_text(first));
        for (size_t d = 0; d <= depth; d++)
            check(c, one[d] == two[d], "as RG again (passes %s): perft at depth %zu is %" PRIu64 ", was %" PRIu64,
                  passes ? passes : "all", d, two[d], one[d]);
        free(one);
        free(two);
    }
    lud_free(text);
    lud_game_free(again);
    lud_game_free(g);
    lud_diags_free(diags);
}

/* ---- files that must be refused ---- */

typedef struct refusal {
    const char *file, *codes;
} refusal;

static const refusal refusals[] = {
    {"any_superset.rg", "E0301"},
    {"assign_constant.rg", "E0304"},
    {"assign_symbol.rg", "E0304"},
    {"assign_types.rg", "E0301"},
    {"bad_initial.rg", "E0301"},
    {"bad_pragma.rg", "E0104"},
    {"builtin_redeclared.rg", "E0205"},
    {"compare_literals.rg", "E0301"},
    {"compare_types.rg", "E0301"},
    {"constant_forward.rg", "E0301 E0309"},
    {"constant_uses_variable.rg", "E0301 E0309"},
    {"duplicate_key.rg", "E0306"},
    {"duplicate_type.rg", "E0201"},
    {"duplicate_variable.rg", "E0201"},
    {"end_unreachable.rg", "E0402"},
    {"index_of_set.rg", "E0302"},
    {"index_type.rg", "E0301"},
    {"map_without_default.rg", "E0307"},
    {"missing_comma.rg", "E0102"},
    {"missing_semicolon.rg", "E0102"},
    {"no_player.rg", "E0206"},
    {"no_score.rg", "E0206"},
    {"node_parameter.rg", "E0106 E0102"},
    {"player_any.rg", "E0305"},
    {"tag_map_variable.rg", "E0303"},
    {"tag_self_loop.rg", "E0401"},
    {"tag_unknown_variable.rg", "E0203"},
    {"trailing_comma.rg", "E0102"},
    {"unknown_type.rg", "E0202"},
};

static const char *codes_for(const char *file)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strcmp(refusals[i].file, file) == 0)
            return refusals[i].codes;
    return NULL;
}

static void check_invalid(checker *c)
{
    const char *file = json_string_value(json_object_get(c->job->line, "file"));
    const char *message = json_string_value(json_object_get(c->job->line, "message"));
    const char *codes = codes_for(file);
    char path[1024];
    path_of(c, file, path, sizeof path);
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_file(path, NULL, diags);
    if (check(c, !g, "is accepted; expected: %s", message) &&
        check(c, codes != NULL, "no error code is known for this file")) {
        bool found = false;
        for (uint32_t i = 0; i < lud_diags_count(diags); i++)
            found |= strstr(codes, lud_diags_get(diags, i).code) != NULL;
        check(c, found, "is refused with %s, expected %s (%s)",
              lud_diags_count(diags) ? lud_diags_get(diags, 0).code : "nothing", codes, message);
    }
    lud_game_free(g);
    lud_diags_free(diags);
}

/* ---- jobs ---- */

static void check_players(checker *c, const lud_game *g)
{
    const json_t *players = json_object_get(c->job->line, "players");
    if (!players)
        return;
    lud_info info;
    lud_game_info(g, &info);
    check(c, info.roles == json_array_size(players), "%u players, expected %zu", info.roles, json_array_size(players));
    for (uint32_t i = 0; i < info.roles && i < json_array_size(players); i++) {
        const char *expected = json_string_value(json_array_get(players, i));
        check(c, strcmp(lud_role_name(g, i + 1), expected) == 0, "player %u is %s, expected %s", i + 1,
              lud_role_name(g, i + 1), expected);
    }
}

static bool is_other(const oracle_file *f, const char *game) { return f->other && strstr(f->other, game); }

static void check_game(checker *c)
{
    const char *game = json_string_value(json_object_get(c->job->line, "game"));
    lud_game *g = load(c, game, NULL);
    if (!g)
        return;
    check_players(c, g);
    lud_context *ctx = lud_context_new(g);
    lud_moves *moves = lud_moves_new();
    void *start = malloc(lud_state_size(g));
    lud_status status = lud_start(ctx, start);
    if (check(c, status == LUD_OK, "does not start: %s", lud_fault_text(ctx, false))) {
        bool other = is_other(c->job->file, game);
        if (!other)
            check_first_moves(c, g, ctx, start, moves);
        check_perft(c, ctx, start, "perft");
        check_perft(c, ctx, start, "perft_more");
        if (!other)
            check_traces(c, g, ctx, start, moves);
        check_playouts(c, g);
    }
    free(start);
    lud_moves_free(moves);
    lud_context_free(ctx);
    lud_game_free(g);
    if (strncmp(c->job->file->games, "corpora/hrg", 11) == 0 && !(each_pass_off && native)) {
        check_round_trip(c, game, NULL);
        if (!c->passes)
            check_round_trip(c, game, "none");
    }
}

/* The names of the passes, as the engine knows them; the number of them. */
static uint32_t pass_names(checker *c, const char **names, uint32_t room)
{
    lud_game *g = load(c, json_string_value(json_object_get(c->job->line, "game")), "none");
    uint32_t n = g ? lud_pass_count(g) : 0;
    for (uint32_t i = 0; i < n && i < room; i++)
        names[i] = strdup(lud_pass_at(g, i).name);
    lud_game_free(g);
    return n < room ? n : room;
}

/* Every line as native code meets one in NATIVE_SHARE of the passes, every pass many lines. */
enum { PASSES_MAX = 100, NATIVE_SHARE = 8 };

static void check_without_each_pass(checker *c)
{
    const char *names[PASSES_MAX];
    char selection[80];
    uint32_t count = pass_names(c, names, PASSES_MAX);
    check(c, count > 0, "there are no passes");
    c->passes = "none";
    if (!native)
        check_game(c);
    for (uint32_t i = 0; i < count; i++) {
        snprintf(selection, sizeof selection, "-%s", names[i]);
        c->passes = selection;
        if (!native || (i + c->number) % NATIVE_SHARE == 0)
            check_game(c);
        free((char *)names[i]);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void start_job(job *j, job_result *result, const char *root, const budget *b, uint32_t number)
{
    j->output = tmpfile();
    fflush(stdout);
    j->child = fork();
    if (j->child != 0)
        return;
    checker c = {b, root, j, result, NULL, number};
    double started = now();
    if (j->file->kind == INVALID)
        check_invalid(&c);
    else if (each_pass_off)
        check_without_each_pass(&c);
    else
        check_game(&c);
    result->seconds = now() - started;
    fclose(j->output);
    exit(0);
}

static void end_job(job *j, int status)
{
    char line[4096];
    j->done = true;
    j->crashed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    rewind(j->output);
    while (fgets(line, sizeof line, j->output))
        fputs(line, stdout);
    fclose(j->output);
    if (j->crashed)
        printf("  %s: crashed (%s %d)\n", j->name, WIFSIGNALED(status) ? "signal" : "exit status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

static void run_jobs(job *jobs, job_result *results, size_t count, const char *root, const budget *b)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t started = 0, running = 0;
    while (started < count || running > 0) {
        while (started < count && running < (size_t)(cores > 0 ? cores : 1)) {
            start_job(&jobs[started], &results[started], root, b, (uint32_t)started);
            started++;
            running++;
        }
        int status;
        pid_t child = wait(&status);
        for (size_t i = 0; i < started; i++)
            if (!jobs[i].done && jobs[i].child == child) {
                end_job(&jobs[i], status);
                running--;
            }
    }
}

static bool chosen(const char *name, int argc, char **argv)
{
    bool any = false, hit = false;
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) == 0)
            continue;
        any = true;
        hit |= strstr(name, argv[i]) != NULL;
    }
    return hit || !any;
}

static bool has_level(const oracle_file *f, const json_t *line)
{
    const json_t *levels = json_object_get(line, "levels"), *level;
    size_t i;
    json_array_foreach (levels, i, level)
        if (!f->level || strcmp(json_string_value(level), f->level) == 0)
            return true;
    return !f->level;
}

/* Adds the lines of a file; the number of lines that are missing. */
static int add_file(const oracle_file *f, const char *root, job *jobs, size_t *count, int argc, char **argv)
{
    char path[1024];
    snprintf(path, sizeof path, "%.500s/%s", root, f->results);
    FILE *in = fopen(path, "r");
    if (!in)
        return f->lines;
    char *line = NULL;
    size_t size = 0;
    int lines = 0;
    while (getline(&line, &size, in) >= 0 && *count < MAX_JOBS) {
        json_t *value = json_loads(line, 0, NULL);
        const char *game = json_string_value(json_object_get(value, "game"));
        if (!game)
            game = json_string_value(json_object_get(value, "file"));
        lines += has_level(f, value);
        job *j = &jobs[*count];
        snprintf(j->name, sizeof j->name, "%s/%s", f->games, game ? game : "?");
        if (!has_level(f, value) || !chosen(j->name, argc, argv) || !sampled(j->name, each)) {
            json_decref(value);
            continue;
        }
        j->file = f;
        j->line = value;
        (*count)++;
    }
    free(line);
    fclose(in);
    return lines < f->lines ? f->lines - lines : 0;
}

int main(int argc, char **argv)
{
    bool all = false, quick = false;
    each = sample_option(&argc, argv);
    for (int i = 1; i < argc; i++) {
        all |= strcmp(argv[i], "--all") == 0;
        quick |= strcmp(argv[i], "--quick") == 0;
        native |= strcmp(argv[i], "--native") == 0;
        each_pass_off |= strcmp(argv[i], "--each-pass-off") == 0;
    }
    const char *shared = getenv("LUDENS_SHARED");
    char root[512];
    snprintf(root, sizeof root, "%.500s", shared ? shared : SOURCE_DIR "/../shared");
    job *jobs = calloc(MAX_JOBS, sizeof *jobs);
    job_result *results =
        mmap(NULL, MAX_JOBS * sizeof *results, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    size_t count = 0;
    int skipped = 0;
    for (size_t i = 0; i < FILES; i++)
        skipped += add_file(&files[i], root, jobs, &count, argc, argv);
    const budget *b = each_pass_off ? &small_budget : all ? &full_budget : quick ? &quick_budget : &fast_budget;
    run_jobs(jobs, results, count, root, b);

    int passed = 0, failed = 0, checks = 0, left_out = 0;
    for (size_t i = 0; i < count; i++) {
        bool fine = !jobs[i].crashed && results[i].failures == 0;
        passed += fine;
        failed += !fine;
        checks += results[i].checks;
        left_out += results[i].skipped_checks;
        if (!fine || results[i].seconds > 5)
            printf("%s %s (%.1f s, %d checks)\n", fine ? "ok    " : "FAILED", jobs[i].name, results[i].seconds,
                   results[i].checks);
        json_decref(jobs[i].line);
    }
    printf("%zu lines run with %d checks", count, checks);
    if (left_out && !each_pass_off)
        printf("; of %d lines only the shallower perft (more than %.0f leaves%s)", left_out, b->perft_leaves,
               all ? "" : "; --all goes deeper");
    printf("\n");
    if (skipped)
        printf("%d lines skipped: their files are not in %s (set LUDENS_SHARED)\n", skipped, root);
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    free(jobs);
    return failed ? 1 : 0;
}
