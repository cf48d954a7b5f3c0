#include "analysis/stats.h"
#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/lockstep.h"
#include "cli/progress.h"
#include "cli/strategy.h"
#include "session/measure.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trace.h"

#include <stdlib.h>
#include <string.h>

typedef struct run_options {
    uint64_t playouts;
    bool enumerate, lockstep;
    double max_seconds;
    uint32_t tries;
    strategy_run_options strategy;
    bool playouts_given;
} run_options;

static void read_playouts(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    run_options *r = into;
    option_u64(row, into, arg, state);
    r->playouts_given = true;
}

static const option_row own_options[] = {
    OPTION_OF(run_options, "playouts", 'n', "N", 1, read_playouts, playouts, 1, UINT32_MAX,
              "Random games to play (default 1000)"),
    OPTION_OF(run_options, "enumerate", 0, NULL, 1, option_flag, enumerate, 0, 0,
              "List all legal moves at every turn, as a search would"),
    OPTION_OF(run_options, "max-seconds", 0, "S", 1, option_wait, max_seconds, 0, 1000000,
              "Stop each game after so many seconds; the result then depends on the machine"),
    OPTION_OF(run_options, "lockstep", 0, NULL, 1, option_flag, lockstep, 0, 0,
              "Play on interpreter and native code side by side; stop at the first difference"),
    OPTION_OF(run_options, "tries", 0, "N", 1, option_u32, tries, 1, UINT32_MAX,
              "With --lockstep: make so many moves at each position (default 48)"),
    OPTION_OF(run_options, "strategy", 0, "FILE", 2, option_text, strategy.strategy, 0, 0,
              "Answer sets: play this strategy instead of random moves ('stored': the game's own)"),
    OPTION_OF(run_options, "levels", 0, "N", 2, option_u64, strategy.levels, 1, UINT32_MAX,
              "Answer sets: play the strategy on N generated levels, from --level on"),
    OPTION_OF(run_options, "explain", 0, NULL, 2, option_flag, strategy.explain, 0, 0,
              "Answer sets: show what the strategy derives in each step, and which rules did not apply"),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const run_options *r = own;
    if (!r->strategy.strategy && (r->strategy.levels || r->strategy.explain))
        argp_error(state, "--levels and --explain go with --strategy");
    if (r->tries && !r->lockstep)
        argp_error(state, "--tries goes with --lockstep");
    if (r->strategy.levels && r->strategy.explain)
        argp_error(state, "--explain is for one level; --level N names it");
}

const command_spec spec_run = {
    .arguments = "GAME...",
    .doc = "Play random games and show statistics: scores, wins, lengths, speed."
           "\vThe same game, seed and number of playouts give the same games, whatever the number "
           "of threads. Rates are given with 95 % confidence intervals (Wilson). Speeds are per "
           "second of the CPU clock. Several games make one table.\n\nWith --lockstep both back "
           "ends are asked for everything at each position of each game, and must agree: moves, "
           "states, scores, observations, random draws. A difference ends the game with status 1 "
           "and is shown with the source line and the values on both sides.\n\nExamples:\n"
           "  ludens run -n 10000 games/hrg/reversi.hrg\n"
           "  ludens run -n 200 --enumerate games/hrg/*.hrg\n"
           "  ludens run -n 10 --lockstep games/hrg/chess.hrg\n"
           "  ludens run --strategy mine.lp --levels 1000 games/asp/3-coins.lp\n"
           "  ludens run -n 1000 --seed 7 --threads 2 --json games/hrg/tic-tac-toe.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED | OPTIONS_THREADS | OPTIONS_DUPLICATES,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = own_options,
    .check = check,
    OWN(run_options, .playouts = 1000),
};

static double share(uint64_t count, uint64_t total) { return total ? (double)count / (double)total : 0; }

/* ---- JSON ---- */

/* The game that failed, played again move by move: the text of its fault with the moves, or as JSON. Both
 * NULL when it cannot be found again. */
static void retrace(const options *o, const lud_game *game, const char *path, const lud_run_result *r, char **text,
                    json_t **json)
{
    walk w;
    trace t = {0};
    buffer b = {0};
    *text = NULL;
    *json = NULL;
    if (r->fault == LUD_OK || r->fault == LUD_ERR_MEMORY || r->fault == LUD_ERR_SOLVER)
        return;
    walk_init(&w, game);
    lud_status start = walk_start(&w);
    if (start == r->fault || (start == LUD_OK && trace_search(&t, &w, &o->with, r->fault_playout, r->fault))) {
        *json = trace_fault_json(&o->with, &w, &t, path);
        buffer_add(&b, lud_fault_text(w.ctx, options_color(o, stderr)));
        char *moves = trace_text(&t, &o->with, path);
        buffer_add(&b, moves);
        free(moves);
        *text = b.text;
    }
    trace_done(&t);
    walk_done(&w);
}

/* ---- one game in full ---- */

static void print_statistic(const char *label, const lud_statistic *s)
{
    char least[NUMBER_SIZE], most[NUMBER_SIZE];
    printf("%-12s mean %.2f, sd %.2f, from %s to %s\n", label, s->mean, s->sd, number_score(least, s->min),
           number_score(most, s->max));
}

static void rate_cells(uint64_t count, uint64_t total, char *rate, char *range)
{
    interval i = stats_wilson(count, total);
    number_percent(rate, share(count, total));
    snprintf(range, NUMBER_SIZE, "(%.1f to %.1f)", 100 * i.low, 100 * i.high);
}

static void print_roles(const lud_game *game, uint32_t roles, const lud_run_result *r)
{
    table t;
    char mean[NUMBER_SIZE], least[NUMBER_SIZE], most[NUMBER_SIZE];
    char win[NUMBER_SIZE], win_range[NUMBER_SIZE], loss[NUMBER_SIZE], loss_range[NUMBER_SIZE];
    table_init(&t, "lrrrrlrl");
    table_row(&t, "role", "score", "min", "max", "win", "", "loss", "", NULL);
    for (uint32_t role = 0; role < roles; role++) {
        const lud_statistic *s = &r->scores[role];
        snprintf(mean, sizeof mean, "%.2f", s->mean);
        rate_cells(r->wins[role], r->playouts, win, win_range);
        /* A game of one player has no loser and none of several is lost when it is drawn. */
        uint64_t losses = roles > 1 ? r->playouts - r->draws - r->wins[role] : 0;
        rate_cells(losses, r->playouts, loss, loss_range);
        table_row(&t, lud_role_name(game, role + 1), mean, number_score(least, s->min), number_score(most, s->max), win,
                  win_range, loss, loss_range, NULL);
    }
    putchar('\n');
    table_print(&t, stdout);
    table_done(&t);
    if (roles > 1) {
        rate_cells(r->draws, r->playouts, win, win_range);
        printf("\ndraws        %s %s\n", win, win_range);
    }
}

static void print_outcomes(const lud_game *game, uint32_t roles, const lud_run_result *r)
{
    char number[NUMBER_SIZE];
    if (r->outcome_count < 2 || r->outcome_count > 12)
        return;
    fputs("outcomes    ", stdout);
    for (uint32_t i = 0; i < r->outcome_count; i++) {
        for (uint32_t role = 0; role < roles; role++)
            printf("%s%s",
                   role ? ":"
                   : i  ? ", "
                        : " ",
                   number_score(number, r->outcome_scores[(size_t)i * roles + role]));
        printf(" x %llu", (unsigned long long)r->outcome_playouts[i]);
    }
    (void)game;
    putchar('\n');
}

static void print_run(const lud_game *game, const lud_run_result *r)
{
    lud_info info;
    lud_game_info(game, &info);
    char playouts[NUMBER_SIZE], games_rate[NUMBER_SIZE], moves_rate[NUMBER_SIZE];
    printf("%-12s %s (%s)\n", "game", base_name(info.name), info.language);
    printf("%-12s %s in %.2f s, %.2f s of CPU time\n", "playouts", number_grouped(playouts, r->playouts), r->seconds,
           r->cpu_seconds);
    if (r->playouts == 0)
        return;
    printf("%-12s %s playouts/s, %s moves/s\n", "speed",
           number_rate(games_rate, run_speed(r->playouts, r->cpu_seconds)),
           number_rate(moves_rate, run_speed(r->moves, r->cpu_seconds)));
    if (r->network && !info.facts)
        printf("%-12s side by side, on a network (--network never: one after the other)\n", "games");
    print_statistic("plies", &r->plies);
    if (r->turns != r->moves)
        print_statistic("turns", &r->turns_per_game);
    if (run_listed(r))
        print_statistic("branching", &r->branching);
    print_roles(game, info.roles, r);
    print_outcomes(game, info.roles, r);
}

/* ---- a table of many games ---- */

static int name_width(const options *o)
{
    size_t width = 4;
    for (size_t i = 0; i < o->argument_count; i++) {
        size_t columns = text_columns(base_name(argument_at(o, i)));
        width = columns > width ? columns : width;
    }
    return (int)width;
}

static void print_heading(const options *o)
{
    printf("%-*s  %-9s %7s %8s %8s %9s %11s  %-6s  %s\n", name_width(o), "game", "language", "players", "playouts",
           "length", "branching", "playouts/s", "status", "wins by role | draws");
    fflush(stdout);
}

static void print_row(const options *o, const char *path, const lud_game *game, const lud_run_result *r)
{
    lud_info info;
    lud_game_info(game, &info);
    char branching[NUMBER_SIZE] = "", rate[NUMBER_SIZE];
    if (run_listed(r))
        snprintf(branching, sizeof branching, "%.2f", r->branching.mean);
    printf("%-*s  %-9s %7u %8llu %8.2f %9s %11s  %-6s ", name_width(o), base_name(path), info.language, info.roles,
           (unsigned long long)r->playouts, r->plies.mean, branching,
           number_rate(rate, run_speed(r->playouts, r->cpu_seconds)), r->fault == LUD_OK ? "ok" : "fault");
    for (uint32_t role = 1; role <= info.roles && r->playouts; role++) {
        if (info.roles == 1) /* alone one cannot win against anybody: the score tells more */
            printf(" %s scores %.2f", lud_role_name(game, role), r->scores[0].mean);
        else
            printf(" %s %.1f%%", lud_role_name(game, role), 100 * share(r->wins[role - 1], r->playouts));
    }
    if (info.roles > 1 && r->playouts)
        printf(" | %.1f%%", 100 * share(r->draws, r->playouts));
    putchar('\n');
    fflush(stdout);
}

static void print_missing(const options *o, const char *path)
{
    printf("%-*s  %-9s %7s %8s %8s %9s %11s  %-6s\n", name_width(o), base_name(path), "", "", "", "", "", "", "error");
    fflush(stdout);
}

/* ---- the command ---- */

static lud_status run(const options *o, const run_options *own, const lud_game *game, const char *path,
                      lud_run_result *result, bool *interrupted)
{
    progress bar;
    progress_start(&bar, base_name(path), !o->json);
    bar.deadline = own->max_seconds;
    lud_run_options r = {.playouts = own->playouts,
                         .seed = o->with.seed,
                         .threads = o->threads,
                         .playout = {.enumerate = own->enumerate, .count_duplicates = o->with.count_duplicates},
                         .progress = progress_step,
                         .user = &bar};
    lud_status status = lud_run(game, &r, result);
    *interrupted = interrupt_seen();
    progress_end(&bar);
    return status;
}

static void print_fault(const options *o, const char *path, lud_status status, const lud_run_result *r,
                        const char *traced)
{
    if (r->fault == LUD_OK) {
        fprintf(stderr, "%s: error: %s\n", path, lud_status_text(status));
        return;
    }
    fprintf(stderr, "%s: playout %llu of seed %llu failed: %s\n", path, (unsigned long long)r->fault_playout,
            (unsigned long long)o->with.seed, lud_status_text(r->fault));
    if (traced || r->fault_text)
        fputs(traced ? traced : r->fault_text, stderr);
}

static int run_game(const options *o, const run_options *own, const char *path, json_t *list)
{
    int code;
    if (own->strategy.strategy) {
        strategy_run_options s = own->strategy;
        s.games = own->playouts_given ? own->playouts : 1;
        return strategy_run(o, &s, path, list);
    }
    if (own->lockstep)
        return lockstep_game(o, path, own->playouts, own->max_seconds, own->tries, o->json ? list : NULL);
    bool many = o->argument_count > 1;
    lud_game *game = load_game(o, path, &code);
    if (!game) {
        if (many && !o->json)
            print_missing(o, path);
        return code;
    }
    lud_run_result result;
    bool interrupted;
    lud_status status = run(o, own, game, path, &result, &interrupted);
    bool counted = result.scores != NULL; /* there was memory for the statistics, at least */
    char *traced;
    json_t *diagnostic;
    retrace(o, game, path, &result, &traced, &diagnostic);
    if (!counted && many && !o->json)
        print_missing(o, path);
    else if (counted && o->json)
        json_array_append_new(
            list, run_json(game, &result, base_name(path), o->with.seed, o->threads, json_incref(diagnostic)));
    else if (counted && many)
        print_row(o, path, game, &result);
    else if (counted)
        print_run(game, &result);
    if (status != LUD_OK && status != LUD_INTERRUPTED)
        print_fault(o, path, status, &result, traced);
    if (interrupted)
        fprintf(stderr, "%s: interrupted after %llu of %llu playouts\n", path, (unsigned long long)result.playouts,
                (unsigned long long)own->playouts);
    free(traced);
    json_decref(diagnostic);
    lud_run_result_done(&result);
    close_game(o, game, path);
    return interrupted ? EXIT_INTERRUPT : status_code(status);
}

int cmd_run(options *o, void *user)
{
    run_options *own = user;
    json_t *list = json_array();
    int code = EXIT_FINE;
    if (o->argument_count > 1 && !o->json && !own->lockstep && !own->strategy.strategy)
        print_heading(o);
    for (size_t i = 0; i < o->argument_count && !ferror(stdout) && !interrupt_seen(); i++)
        code = exit_worst(code, run_game(o, own, argument_at(o, i), list));
    if (o->json)
        json_print_games(list, o->argument_count == 1, stdout);
    else
        json_decref(list);
    return code;
}
