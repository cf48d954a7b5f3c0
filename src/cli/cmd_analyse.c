#include "analysis/measures.h"
#include "analysis/stats.h"
#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "draw/measured.h"
#include "session/measure.h"
#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

typedef struct analyse_options {
    analysis_options how;
    const char *html, *svg;
    bool heuristic;
} analyse_options;

static const option_row own_options[] = {
    OPTION_OF(analyse_options, "games", 'n', "N", 1, option_u64, how.games, 1, 10000000, "Games to play (default 100)"),
    OPTION_OF(analyse_options, "agent", 0, "AGENT", 1, option_text, how.agent, 0, 0,
              "Who plays all roles (default mcts)"),
    OPTION_OF(analyse_options, "playouts", 'p', "N", 1, option_u64, how.budget.playouts, 0, UINT64_MAX,
              "Playouts for a move (default 200)"),
    OPTION_OF(analyse_options, "samples", 0, "N", 1, option_u32, how.samples, 0, 1000000,
              "Random games that estimate a position where the search does not (default 40)"),
    OPTION_OF(analyse_options, "duels", 0, "N", 2, option_u64, how.duels, 0, 10000000,
              "Games of a stronger against a weaker budget (default 40)"),
    OPTION_OF(analyse_options, "strength", 0, "K", 2, option_u32, how.strength, 2, 1000000,
              "How many times the budget the stronger one has (default 4)"),
    OPTION_OF(analyse_options, "depth", 0, "N", 2, option_u32, how.depth, 0, ANALYSIS_DEPTHS - 1,
              "Plies to follow the state space (default: as far as --states goes)"),
    OPTION_OF(analyse_options, "states", 0, "N", 2, option_u64, how.states, 0, 100000000,
              "Positions of the state space to list (default 100k)"),
    OPTION_OF(analyse_options, "preferred", 0, "N", 2, option_u32, how.preferred, 1, 1000000,
              "Plies a game should have, for the measure of duration (default 60)"),
    OPTION_OF(analyse_options, "html", 0, "FILE", 3, option_text, html, 0, 0,
              "Write a report with plots, in one file (- for standard output)"),
    OPTION_OF(analyse_options, "heuristic", 0, NULL, 2, option_flag, heuristic, 0, 0,
              "Show the estimate that follows from the payoffs, and nothing else"),
    OPTION_OF(analyse_options, "svg", 0, "PREFIX", 3, option_text, svg, 0, 0, "Write the plots as PREFIX-NAME.svg"),
    {0}};

const command_spec spec_analyse = {
    .arguments = "GAME",
    .doc = "Measure a game: an agent plays it against itself, and the games are "
           "measured.\v"
           "docs/analysis.md defines every measure.\n\nExamples:\n"
           "  ludens analyse games/hrg/breakthrough.hrg\n"
           "  ludens analyse -n 500 --playouts 1000 --html report.html games/hrg/reversi.hrg\n"
           "  ludens analyse --json --duels 0 games/gdl/nim.gdl",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(analyse_options, .how = {.games = 100,
                                 .agent = "mcts",
                                 .budget = {.playouts = 200},
                                 .preferred = 60,
                                 .samples = 40,
                                 .duels = 40,
                                 .strength = 4,
                                 .states = 100000}),
};

static int write_file(const char *path, const char *text)
{
    int code = store_text(path, text);
    if (code == EXIT_FINE && strcmp(path, "-") != 0)
        fprintf(stderr, "wrote %s\n", path);
    return code;
}

static int write_plots(const measured_plot_list *p, const char *prefix)
{
    int code = EXIT_FINE;
    for (uint32_t i = 0; i < p->count && code == EXIT_FINE; i++) {
        buffer path = {0}, text = {0};
        buffer_addf(&path, "%s-%s.svg", prefix, p->names[i]);
        svg_add(&text, &p->list[i]);
        code = write_file(path.text, text.text);
        buffer_done(&path);
        buffer_done(&text);
    }
    return code;
}

/* ---- for people ---- */

static void print_text(const lud_game *game, const analysis *a, const options *o)
{
    measure list[MEASURES];
    table t;
    measures_list(a, list);
    printf("%s: %llu games, %llu finished\n\n", base_name(argument_at(o, 0)), (unsigned long long)a->games,
           (unsigned long long)a->finished);
    for (uint32_t r = 0; r < a->roles; r++) {
        interval i = stats_wilson(a->wins[r], a->finished);
        printf("%-12s won %.1f %% (%.1f to %.1f), mean score %.4g\n", lud_role_name(game, r + 1),
               a->finished ? 100.0 * (double)a->wins[r] / (double)a->finished : 0, 100 * i.low, 100 * i.high,
               a->mean_scores[r]);
    }
    putchar('\n');
    table_init(&t, "lrl");
    for (int i = 0; i < MEASURES; i++) {
        char number[60];
        table_row(&t, list[i].title, measured_number(number, &list[i]), list[i].meaning, NULL);
    }
    table_print(&t, stdout);
    table_done(&t);
    if (a->space.known) {
        fputs("\nnew positions by depth:", stdout);
        for (uint32_t d = 0; d <= a->space.depth; d++)
            printf(" %llu", (unsigned long long)a->space.positions[d]);
        fputs(a->space.complete ? " (all there are)\n" : " ...\n", stdout);
    }
    fputs("\nkinds of moves:\n", stdout);
    for (uint32_t i = 0; i < a->type_count && i < 12; i++)
        printf("  %5.1f %%  %s\n", 100 * (double)a->types[i].count / (double)a->decisions, a->types[i].name);
}

static int show(const lud_game *game, const analysis *a, const analyse_options *own, const options *o)
{
    measured_plot_list *p = measured_plots(a);
    int code = EXIT_FINE;
    if (own->svg)
        code = write_plots(p, own->svg);
    if (own->html && code == EXIT_FINE) {
        buffer text = {0};
        measured_page(&text, base_name(argument_at(o, 0)), game, a, &own->how, p);
        code = write_file(own->html, text.text);
        buffer_done(&text);
    }
    bool console = own->html && strcmp(own->html, "-") == 0;
    if (o->json && !console)
        json_print(measures_json(game, a, &own->how, base_name(argument_at(o, 0))), stdout);
    else if (!console)
        print_text(game, a, o);
    free(p);
    return code;
}

static int analyse(const options *o, analyse_options *own, lud_game *game)
{
    progress p;
    analysis a;
    own->how.seed = o->with.seed;
    own->how.file = argument_at(o, 0);
    own->how.max_plies = o->with.load.limits.max_plies < 100000 ? o->with.load.limits.max_plies : 2000;
    progress_start(&p, "games", true);
    own->how.progress = progress_step;
    own->how.user = &p;
    lud_status status = analysis_run(game, &own->how, &a);
    progress_end(&p);
    bool interrupted = interrupt_seen();
    int code = EXIT_FINE;
    if (status != LUD_OK) {
        fprintf(stderr, "ludens analyse: %s: %s\n", argument_at(o, 0),
                a.problem[0] ? a.problem : lud_status_text(status));
        code = status == LUD_ERR_MEMORY ? EXIT_ENVIRONMENT : EXIT_WRONG;
    } else if (interrupted && a.games == 0) {
        fprintf(stderr, "ludens analyse: %s: interrupted before the first game ended\n", argument_at(o, 0));
    } else {
        code = show(game, &a, own, o);
        if (interrupted)
            fprintf(stderr, "ludens analyse: %s: interrupted after %llu of %llu games\n", argument_at(o, 0),
                    (unsigned long long)a.games, (unsigned long long)own->how.games);
        if (a.faults) {
            fprintf(stderr, "ludens analyse: %llu games ended by a fault of the rules\n", (unsigned long long)a.faults);
            code = exit_worst(code, EXIT_WRONG);
        }
    }
    analysis_done(&a);
    return code == EXIT_FINE && interrupted ? EXIT_INTERRUPT : code;
}

/* The terms of the estimate with what they are worth in the starting position. */
static int show_heuristic(const options *o, const lud_game *game)
{
    uint32_t count = lud_estimate_terms(game);
    lud_context *ctx = count ? lud_context_new(game) : NULL;
    void *state = mem_alloc(lud_state_size(game));
    json_t *list = json_array();
    if (count == 0)
        fprintf(stderr, "ludens analyse: %s: nothing follows from the payoffs of this game\n", argument_at(o, 0));
    else if (!ctx || lud_start(ctx, state) != LUD_OK)
        count = 0;
    if (count && !o->json)
        puts("role          weight  patterns  power  at first  of");
    for (uint32_t i = 0; i < count; i++) {
        lud_estimate_term t = lud_estimate_term_at(game, i);
        double value = lud_estimate_term_value(game, state, i);
        const char *role = lud_role_name(game, t.role);
        if (!o->json)
            printf("%-10s %9.4g %9u %6u %9.4g  %s\n", role, t.weight, t.patterns, t.power, value, t.text);
        json_array_append_new(list, json_pack("{so sf si si sf so}", "role", json_text(role), "weight", t.weight,
                                              "patterns", (int)t.patterns, "power", (int)t.power, "value", value, "of",
                                              json_text(t.text)));
    }
    if (o->json && count)
        json_print(json_pack("{so sO}", "game", json_text(base_name(argument_at(o, 0))), "terms", list), stdout);
    json_decref(list);
    free(state);
    lud_context_free(ctx);
    return count ? EXIT_FINE : EXIT_WRONG;
}

int cmd_analyse(options *o, void *user)
{
    analyse_options *own = user;
    int code;
    lud_game *game = load_game(o, argument_at(o, 0), &code);
    if (game) {
        code = own->heuristic ? show_heuristic(o, game) : analyse(o, own, game);
        close_game(o, game, argument_at(o, 0));
    }
    return code;
}
