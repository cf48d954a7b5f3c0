/* ludens_agents.h on agent.h. */
#include "agents/agent.h"
#include "base/control.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lud_agent {
    agent *inner;
    agent_spec spec;
    char *description, *file; /* that the spec points into */
};

uint32_t lud_agent_kind_count(void) { return agent_kind_count(); }

lud_agent_kind lud_agent_kind_at(uint32_t index)
{
    const agent_kind *k = agent_kind_at(index);
    if (!k)
        return (lud_agent_kind){0};
    lud_agent_kind kind = {.name = k->name,
                           .summary = k->summary,
                           .parameters = k->parameters,
                           .text = k->text.name,
                           .text_summary = k->text.summary,
                           .text_needed = k->text.needed,
                           .follows = k->step != NULL};
    while (kind.parameter_count < AGENT_PARAMETERS && k->parameters[kind.parameter_count].name)
        kind.parameter_count++;
    return kind;
}

/* ---- beliefs ---- */

lud_belief *lud_belief_new(const lud_game *game, uint32_t role, uint32_t particles, uint64_t seed)
{
    return lud_role_name(game, role) ? belief_new(game, role, &(belief_options){particles, 0, seed}) : NULL;
}

void lud_belief_free(lud_belief *b) { belief_free(b); }

lud_status lud_belief_step(lud_belief *b, const char *own, const char *percept, lud_after after)
{
    return percept ? belief_step(b, own, percept, after, 0) : LUD_ERR_ARGUMENT;
}

uint32_t lud_belief_count(const lud_belief *b) { return belief_count(b); }
const void *lud_belief_state(const lud_belief *b, uint32_t index) { return belief_state(b, index); }
bool lud_belief_sound(const lud_belief *b) { return belief_sound(b); }

/* ---- agents ---- */

bool lud_agent_check(const char *description, char *problem, size_t size)
{
    agent_spec spec;
    return agent_find(description, &spec, problem, size);
}

lud_status lud_agent_new(const lud_game *game, const char *description, const char *file, lud_agent **made,
                         char *problem, size_t size)
{
    lud_status status = LUD_ERR_MEMORY;
    lud_agent *a = calloc(1, sizeof *a);
    snprintf(problem, size, "out of memory");
    *made = NULL;
    if (a && (a->description = strdup(description)) && (!file || (a->file = strdup(file)))) {
        const bool found = agent_find(a->description, &a->spec, problem, size);
        a->spec.file = a->file;
        status = found ? agent_new(&a->spec, game, &a->inner, problem, size) : LUD_ERR_ARGUMENT;
    }
    if (status == LUD_OK) {
        a->inner->explain = true;
        problem[0] = size ? 0 : problem[0];
        *made = a;
    } else {
        lud_agent_free(a);
    }
    return status;
}

void lud_agent_free(lud_agent *a)
{
    if (!a)
        return;
    agent_free(a->inner);
    free(a->description);
    free(a->file);
    free(a);
}

bool lud_agent_begin(lud_agent *a, uint32_t role, uint64_t seed) { return agent_begin(a->inner, role, seed); }

bool lud_agent_step(lud_agent *a, const char *const *moves, const char *own, const char *percept)
{
    return agent_step(a->inner, &(agent_event){moves, own, percept});
}

void lud_agent_end(lud_agent *a, const double *scores) { agent_end(a->inner, scores); }
const char *lud_agent_problem(const lud_agent *a) { return a->inner->problem; }

/* What the description says goes before what the caller asks for. */
static agent_budget budget_of(const lud_agent *a, const lud_budget *asked)
{
    const agent_spec *spec = &a->spec;
    agent_budget b = {.seed = asked->seed, .stop = asked->stop ? &asked->stop->stop : NULL};
    double seconds = asked->seconds;
    b.playouts = asked->playouts;
    b.nodes = asked->nodes;
    b.depth = asked->depth;
    if (spec->seconds > 0 || spec->playouts || spec->nodes || agent_parameter_of(a->inner, "playouts") > 0) {
        seconds = spec->seconds;
        b.playouts = spec->playouts;
        b.nodes = spec->nodes;
    }
    b.deadline = seconds > 0 ? agent_clock() + seconds : 0;
    return b;
}

lud_status lud_agent_think(lud_agent *a, uint32_t role, const void *state, const lud_belief *believed,
                           const lud_budget *budget, lud_thought *thought)
{
    static const lud_budget standard = {0};
    agent *inner = a->inner;
    const agent_sight sight = {role, believed ? NULL : state, believed};
    *thought = (lud_thought){.line = ""};
    lud_info info;
    lud_game_info(inner->game, &info);
    if (!lud_role_name(inner->game, role) || !(info.hidden ? believed != NULL : state || believed))
        return LUD_ERR_ARGUMENT; /* a state would tell what is hidden */
    const agent_budget b = budget_of(a, budget ? budget : &standard);
    lud_status status = agent_think(inner, &sight, &b, &thought->move);
    if (status != LUD_OK)
        return status;
    *thought = (lud_thought){.move = thought->move,
                             .chosen = inner->chosen,
                             .count = lud_moves_count(inner->moves),
                             .moves = inner->moves,
                             .choices = inner->choices,
                             .value = inner->value,
                             .proven = inner->proven,
                             .repeatable = inner->repeatable,
                             .distance = inner->distance,
                             .depth = inner->depth,
                             .playouts = inner->playouts,
                             .nodes = inner->nodes,
                             .seconds = inner->seconds,
                             .line = inner->line};
    return status;
}
