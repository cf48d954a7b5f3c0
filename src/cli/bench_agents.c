#include "cli/bench_agents.h"

#include "bench/agent.h"
#include "cli/app.h"
#include "cli/load.h"
#include "session/output.h"

#include <math.h>
#include <stdlib.h>

int bench_agents(const options *o, const char *who, double slice, const char *title)
{
    agent_spec spec;
    char problem[AGENT_PROBLEM];
    if (!agent_find(who, &spec, problem, sizeof problem)) {
        fprintf(stderr, "%s: %s\n", title, problem);
        return EXIT_USAGE;
    }
    table t;
    json_t *list = json_array();
    double logs = 0, logs_two = 0;
    int code = EXIT_FINE, count = 0, count_two = 0;
    table_init(&t, "lrrrr");
    table_row(&t, "game", "listed/s", "agent/s", "ratio", "two threads", NULL);
    for (size_t i = 0; i < o->argument_count; i++) {
        int here;
        agent_speeds s;
        lud_game *game = load_game(o, argument_at(o, i), &here);
        code = exit_worst(code, here);
        if (!game)
            continue;
        lud_native_wait(game);
        spec.file = argument_at(o, i);
        if (bench_agent(&spec, game, slice, &s)) {
            char listed[NUMBER_SIZE], made[NUMBER_SIZE], ratio[NUMBER_SIZE], two[NUMBER_SIZE] = "";
            number_rate(listed, s.listed);
            number_rate(made, s.agent);
            snprintf(ratio, sizeof ratio, "%.2f", s.agent / s.listed);
            if (isfinite(s.two))
                snprintf(two, sizeof two, "%.2f", s.two / s.agent);
            table_row(&t, base_name(argument_at(o, i)), listed, made, ratio, two, NULL);
            logs += log(s.agent / s.listed);
            count++;
            if (isfinite(s.two)) {
                logs_two += log(s.two / s.agent);
                count_two++;
            }
            json_array_append_new(
                list, json_pack("{so ss sf sf sf so}", "game", json_text(base_name(argument_at(o, i))), "agent", who,
                                s.positions ? "listed_moves_per_second" : "listed_per_second", s.listed,
                                s.positions ? "positions_per_second" : "playouts_per_second", s.agent, "ratio",
                                s.agent / s.listed, "two_threads_cpu", json_finite(s.two / s.agent)));
        } else {
            fprintf(stderr, "%s: %s: nothing to measure\n", title, argument_at(o, i));
        }
        close_game(o, game, argument_at(o, i));
    }
    if (o->json) {
        json_print(list, stdout);
    } else {
        json_decref(list);
        table_print(&t, stdout);
        if (count > 1)
            printf("\ngeometric mean of %d games: ratio %.2f", count, exp(logs / count));
        if (count > 1 && count_two > 0)
            printf(", two threads %.2f", exp(logs_two / count_two));
        if (count > 1)
            putchar('\n');
    }
    table_done(&t);
    return code;
}
