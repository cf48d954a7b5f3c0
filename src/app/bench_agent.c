#include "app/bench_agent.h"

#include "agents/agent.h"
#include "app/advice.h"
#include "app/app.h"
#include "app/load.h"
#include "app/memory.h"
#include "app/output.h"
#include "app/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct speeds {
    double listed, agent,
        two; /* playouts per second of CPU time; `two` of two threads, times two */
} speeds;

/* A position with a choice, and what its role may believe there. */
typedef struct place {
    const lud_game *game;
    walk w;
    uint32_t role;
    belief *belief;
} place;

/* Goes on at random until a player has a choice. False: the game ended first, again and again. */
static bool find_choice(place *p)
{
    lud_rng rng;
    lud_rng_seed(&rng, 1, 0);
    for (int tries = 0; tries < 20; tries++) {
        if (walk_start(&p->w) != LUD_OK)
            return false;
        for (int ply = 0; ply < 50 && !walk_terminal(&p->w); ply++) {
            for (uint32_t r = 0; r <= p->w.roles; r++) {
                lud_moves *list;
                if (!walk_decides(&p->w, r))
                    continue;
                if (walk_list(&p->w, r, &list) != LUD_OK)
                    return false;
                p->role = r;
                if (r > 0 && lud_moves_count(list) > 1)
                    return true;
                p->w.joint[r] = lud_moves_at(list, walk_draw(list, r == 0, &rng));
            }
            if (walk_apply(&p->w, 0) != LUD_OK)
                break;
        }
    }
    return false;
}

static double measure_agent(const agent_spec *spec, const place *p, double slice)
{
    char problem[AGENT_PROBLEM];
    agent *a = agent_new(spec, p->game, problem, sizeof problem);
    double cpu = 0, playouts = 0;
    uint64_t budget = 64;
    agent_sight sight = {
        .role = p->role, .state = p->belief ? NULL : p->w.state, .belief = p->belief};
    for (uint64_t seed = 1; a && cpu < slice && seed < 100000; seed++) {
        agent_budget how = {.playouts = budget, .seed = seed};
        lud_move move;
        agent_begin(a, p->role, seed);
        double before = clock_cpu();
        if (agent_think(a, &sight, &how, &move) != LUD_OK)
            break;
        double took = clock_cpu() - before;
        if (a->playouts == 0)
            break;
        if (took > slice / 8 || a->playouts < budget) { /* warm, or all is known */
            cpu += took;
            playouts += (double)a->playouts;
        } else {
            budget *= 2;
        }
    }
    agent_free(a);
    return cpu > 0 ? playouts / cpu : NAN;
}

static double measure_listed(const lud_game *game, double slice)
{
    double cpu = 0, playouts = 0;
    uint64_t count = 64;
    while (cpu < slice) {
        lud_run_result r;
        lud_run_options how = {
            .playouts = count, .seed = 1, .threads = 1, .playout.enumerate = true};
        if (lud_run(game, &how, &r) != LUD_OK) {
            lud_run_result_done(&r);
            return NAN;
        }
        if (r.cpu_seconds > slice / 8) {
            cpu += r.cpu_seconds;
            playouts += (double)r.playouts;
        } else {
            count *= 2;
        }
        lud_run_result_done(&r);
    }
    return playouts / cpu;
}

/* The same agent with another number of threads; false: it has no such parameter. */
static bool with_threads(agent_spec *spec, double threads)
{
    for (int i = 0; i < AGENT_PARAMETERS && spec->kind->parameters[i].name; i++)
        if (strcmp(spec->kind->parameters[i].name, "threads") == 0) {
            spec->values[i] = threads;
            return true;
        }
    return false;
}

static bool measure(const agent_spec *spec, const lud_game *game, double slice, speeds *s)
{
    place p = {.game = game};
    walk_init(&p.w, game);
    bool fine = find_choice(&p);
    *s = (speeds){NAN, NAN, NAN};
    if (fine) {
        agent_spec two = *spec;
        p.belief = p.w.hidden ? belief_of_walk(&p.w, p.role, 1) : NULL;
        s->listed = measure_listed(game, slice);
        s->agent = measure_agent(spec, &p, slice);
        /* per second of CPU time of both threads together: times two it is what they make in a
         * second on two free cores */
        if (with_threads(&two, 2))
            s->two = 2 * measure_agent(&two, &p, slice);
        belief_free(p.belief);
    }
    walk_done(&p.w);
    return fine && isfinite(s->agent) && isfinite(s->listed);
}

static json_t *real_or_null(double x) { return isfinite(x) ? json_real(x) : json_null(); }

int bench_agent(const options *o, const char *who, double slice, const char *title)
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
        speeds s;
        lud_game *game = load_game(o, o->arguments[i], &here);
        code = exit_worst(code, here);
        if (!game)
            continue;
        lud_native_wait(game);
        spec.file = o->arguments[i];
        if (measure(&spec, game, slice, &s)) {
            char listed[NUMBER_SIZE], made[NUMBER_SIZE], ratio[NUMBER_SIZE], two[NUMBER_SIZE] = "";
            number_rate(listed, s.listed);
            number_rate(made, s.agent);
            snprintf(ratio, sizeof ratio, "%.2f", s.agent / s.listed);
            if (isfinite(s.two))
                snprintf(two, sizeof two, "%.2f", s.two / s.agent);
            table_row(&t, base_name(o->arguments[i]), listed, made, ratio, two, NULL);
            logs += log(s.agent / s.listed);
            count++;
            if (isfinite(s.two)) {
                logs_two += log(s.two / s.agent);
                count_two++;
            }
            json_array_append_new(list,
                                  json_pack("{so ss sf sf sf so}", "game",
                                            json_text(base_name(o->arguments[i])), "agent", who,
                                            "listed_per_second", s.listed, "playouts_per_second",
                                            s.agent, "ratio", s.agent / s.listed, "two_threads_cpu",
                                            real_or_null(s.two / s.agent)));
        } else {
            fprintf(stderr, "%s: %s: nothing to measure\n", title, o->arguments[i]);
        }
        close_game(o, game, o->arguments[i]);
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
