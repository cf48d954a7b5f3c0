#include "bench/agent.h"

#include "base/clock.h"
#include "session/advice.h"
#include "session/walk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* What the agent does most: playouts, or positions where it plays none. */
static uint64_t work_of(const agent *a) { return a->playouts ? a->playouts : a->nodes; }

static double measure_agent(const agent_spec *spec, const place *p, double slice, bool *positions)
{
    char problem[AGENT_PROBLEM];
    agent *a;
    double cpu = 0, work = 0;
    uint64_t budget = 64;
    agent_new(spec, p->game, &a, problem, sizeof problem);
    agent_sight sight = {.role = p->role, .state = p->belief ? NULL : p->w.state, .belief = p->belief};
    for (uint64_t seed = 1; a && cpu < slice && seed < 100000; seed++) {
        agent_budget how = {.playouts = budget, .seed = seed};
        lud_move move;
        agent_begin(a, p->role, seed);
        double before = clock_process();
        if (agent_think(a, &sight, &how, &move) != LUD_OK)
            break;
        double took = clock_process() - before;
        if (work_of(a) == 0)
            break;
        *positions = a->playouts == 0;
        if (seed > 1 && (took > slice / 8 || work_of(a) < budget)) { /* warm, or all is known */
            cpu += took;
            work += (double)work_of(a);
        } else {
            budget *= 2;
        }
    }
    agent_free(a);
    return cpu > 0 ? work / cpu : NAN;
}

/* Random games, or their moves. */
static double measure_listed(const lud_game *game, double slice, bool moves)
{
    double cpu = 0, work = 0;
    uint64_t count = 64;
    while (cpu < slice) {
        lud_run_result r;
        lud_run_options how = {.playouts = count, .seed = 1, .threads = 1, .playout.enumerate = true};
        if (lud_run(game, &how, &r) != LUD_OK) {
            lud_run_result_done(&r);
            return NAN;
        }
        if (r.cpu_seconds > slice / 8) {
            cpu += r.cpu_seconds;
            work += (double)(moves ? r.moves : r.playouts);
        } else {
            count *= 2;
        }
        lud_run_result_done(&r);
    }
    return work / cpu;
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

bool bench_agent(const agent_spec *spec, const lud_game *game, double slice, agent_speeds *s)
{
    place p = {.game = game};
    walk_init(&p.w, game);
    bool fine = find_choice(&p);
    *s = (agent_speeds){NAN, NAN, NAN, false};
    if (fine) {
        agent_spec two = *spec;
        p.belief = p.w.hidden ? belief_of_walk(&p.w, p.role, 1) : NULL;
        s->agent = measure_agent(spec, &p, slice, &s->positions);
        s->listed = isfinite(s->agent) ? measure_listed(game, slice, s->positions) : NAN;
        /* per second of CPU time of both threads together: times two it is what they make in a
         * second on two free cores */
        if (with_threads(&two, 2))
            s->two = 2 * measure_agent(&two, &p, slice, &s->positions);
        belief_free(p.belief);
    }
    walk_done(&p.w);
    return fine && isfinite(s->agent) && isfinite(s->listed);
}
