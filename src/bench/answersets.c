#include "bench/answersets.h"

#include "base/clock.h"
#include "session/memory.h"
#include "session/output.h"

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* ---- three ways ---- */

static bool solve(lud_context *ctx, const void *state, uint32_t program, double seconds, double *rate)
{
    uint64_t count = 0, batch = 1;
    bool fine = lud_program_solve(ctx, state, program) == LUD_OK; /* warm-up */
    double started = clock_wall(), spent = 0;
    while (fine && (spent < seconds || count == 0)) {
        for (uint64_t i = 0; i < batch && fine; i++)
            fine = lud_program_solve(ctx, state, program) == LUD_OK;
        count += batch;
        spent = clock_wall() - started;
        if (spent < seconds / 20)
            batch *= 2;
    }
    *rate = spent > 0 ? (double)count / spent : 0;
    return fine;
}

static bool spawn_clingo(const char *file)
{
    char name[] = "clingo", models[] = "-n1", quiet[] = "-Wnone", heuristic[] = "--heuristic=Domain",
         *path = mem_strdup(file);
    char *arguments[] = {name, models, quiet, heuristic, path, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    bool fine = posix_spawnp(&child, name, &actions, NULL, arguments, environ) == 0 &&
                waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) >= 10 &&
                WEXITSTATUS(status) <= 30;
    posix_spawn_file_actions_destroy(&actions);
    free(path);
    return fine;
}

static bool run_program(lud_context *ctx, const void *state, uint32_t program, double seconds, double *rate)
{
    const char *text;
    char file[] = "/tmp/ludens-bench-XXXXXX";
    if (lud_program_text(ctx, state, program, &text) != LUD_OK)
        return false;
    int out = mkstemp(file);
    if (out < 0)
        return false;
    bool fine = write(out, text, strlen(text)) == (ssize_t)strlen(text);
    close(out);
    uint64_t count = 0;
    double started = clock_wall(), spent = 0;
    while (fine && (spent < seconds || count == 0)) {
        fine = spawn_clingo(file);
        count++;
        spent = clock_wall() - started;
    }
    unlink(file);
    *rate = spent > 0 ? (double)count / spent : 0;
    return fine;
}

/* ---- a game ---- */

static void add(json_t *list, const char *name, const char *backend, const char *mode, double rate, json_t *ratio)
{
    json_array_append_new(list, json_pack("{so ss ss sf so}", "game", json_text(name), "backend", backend, "mode", mode,
                                          "solves_per_second", rate, "fresh_clingo_ratio", ratio));
}

void bench_answersets(json_t *list, const char *name, const lud_game *game, const lud_game *clingo, double seconds)
{
    lud_context *own = lud_context_new(game), *other = clingo ? lud_context_new(clingo) : NULL;
    void *state = mem_alloc(lud_state_size(game)), *other_state = mem_alloc(lud_state_size(game));
    bool fine = own && lud_start(own, state) == LUD_OK, compare = other && lud_start(other, other_state) == LUD_OK;
    for (uint32_t i = 0; i < lud_program_count(game) && fine; i++) {
        lud_program_info p = lud_program_at(game, i);
        double ours = 0, theirs = 0, spawned = 0;
        if (strcmp(p.engine, "own") != 0 || !solve(own, state, i, seconds, &ours))
            continue;
        bool there = compare && solve(other, other_state, i, seconds, &theirs);
        add(list, name, "own", p.name, ours, there ? json_real(ours / theirs) : json_null());
        if (there)
            add(list, name, "clingo", p.name, theirs, json_real(1));
        if (there && run_program(own, state, i, seconds, &spawned))
            add(list, name, "process", p.name, spawned, json_real(spawned / theirs));
    }
    lud_context_free(own);
    lud_context_free(other);
    free(state);
    free(other_state);
}

void bench_answersets_print(const json_t *list)
{
    table t;
    size_t i, ratios = 0;
    json_t *row;
    double logs = 0;
    if (json_array_size(list) == 0)
        return;
    table_init(&t, "lllrr");
    table_row(&t, "game", "program", "solved by", "solves/s", "to a new clingo Control", NULL);
    json_array_foreach (list, i, row) {
        char rate[NUMBER_SIZE], ratio[NUMBER_SIZE] = "";
        const char *backend = json_string_value(json_object_get(row, "backend"));
        double r = json_real_value(json_object_get(row, "fresh_clingo_ratio"));
        if (json_is_real(json_object_get(row, "fresh_clingo_ratio")))
            snprintf(ratio, sizeof ratio, "%.*f", r < 10 ? 2 : 0, r);
        if (strcmp(backend, "own") == 0 && *ratio) {
            logs += log(r);
            ratios++;
        }
        table_row(&t, json_string_value(json_object_get(row, "game")), json_string_value(json_object_get(row, "mode")),
                  strcmp(backend, "process") == 0  ? "the program clingo"
                  : strcmp(backend, "clingo") == 0 ? "libclingo"
                                                   : "Ludens",
                  number_rate(rate, json_real_value(json_object_get(row, "solves_per_second"))), ratio, NULL);
    }
    putchar('\n');
    table_print(&t, stdout);
    table_done(&t);
    if (ratios)
        printf("geometric mean over %zu programs: %.0f times a new clingo Control\n", ratios,
               exp(logs / (double)ratios));
}
