#include "agents/agent.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const agent_kind *const kinds[] = {
#define AGENT(name) &agent_##name,
#include "agents/agents.def"
#undef AGENT
};
enum { KINDS = sizeof kinds / sizeof *kinds };

uint32_t agent_kind_count(void) { return KINDS; }
const agent_kind *agent_kind_at(uint32_t index) { return index < KINDS ? kinds[index] : NULL; }

static int find_parameter(const agent_kind *kind, const char *name, size_t length)
{
    for (int i = 0; i < AGENT_PARAMETERS && kind->parameters[i].name; i++)
        if (strlen(kind->parameters[i].name) == length &&
            memcmp(kind->parameters[i].name, name, length) == 0)
            return i;
    return -1;
}

/* One "key=value" of `length` bytes. */
static bool read_parameter(const agent_kind *kind, const char *text, size_t length, double *values,
                           char *problem, size_t size)
{
    const char *equals = memchr(text, '=', length);
    size_t name = equals ? (size_t)(equals - text) : length;
    int index = find_parameter(kind, text, name);
    if (index < 0) {
        snprintf(problem, size, "agent '%s' has no parameter '%.*s'", kind->name, (int)name, text);
        return false;
    }
    const agent_parameter *p = &kind->parameters[index];
    char *end = NULL;
    errno = 0;
    values[index] = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || end == equals + 1 || end != text + length || errno ||
        !(values[index] >= p->min && values[index] <= p->max)) {
        snprintf(problem, size, "'%s' of agent '%s' must be a number from %.15g to %.15g", p->name,
                 kind->name, p->min, p->max);
        return false;
    }
    return true;
}

const agent_kind *agent_find(const char *text, double *values, char *problem, size_t size)
{
    size_t length = strcspn(text, ":");
    const agent_kind *kind = NULL;
    for (int i = 0; i < KINDS; i++)
        if (strlen(kinds[i]->name) == length && memcmp(kinds[i]->name, text, length) == 0)
            kind = kinds[i];
    if (!kind) {
        snprintf(problem, size, "there is no agent '%.*s'", (int)length, text);
        return NULL;
    }
    for (int i = 0; i < AGENT_PARAMETERS; i++)
        values[i] = kind->parameters[i].standard;
    for (const char *at = text + length; *at;) {
        size_t piece = strcspn(++at, ",");
        if (!read_parameter(kind, at, piece, values, problem, size))
            return NULL;
        at += piece;
    }
    return kind;
}

agent *agent_new(const agent_kind *kind, const double *values, const lud_game *game)
{
    agent *a = calloc(1, sizeof *a);
    if (!a)
        return NULL;
    a->kind = kind;
    a->game = game;
    memcpy(a->parameters, values, sizeof a->parameters);
    a->ctx = lud_context_new(game);
    a->moves = lud_moves_new();
    if (!a->ctx || !a->moves || (kind->create && !kind->create(a))) {
        agent_free(a);
        return NULL;
    }
    return a;
}

void agent_free(agent *a)
{
    if (!a)
        return;
    if (a->kind->destroy)
        a->kind->destroy(a);
    lud_moves_free(a->moves);
    lud_context_free(a->ctx);
    free(a->choices);
    free(a);
}

/* Moves of a state the role cannot tell from the true one are its moves in that as well. */
static const void *any_state(const agent_sight *sight)
{
    return sight->state ? sight->state : belief_state(sight->belief, 0);
}

static bool make_choices(agent *a, uint32_t count)
{
    if (count > a->choice_capacity) {
        agent_choice *more = realloc(a->choices, count * sizeof *more);
        if (!more)
            return false;
        a->choices = more;
        a->choice_capacity = count;
    }
    memset(a->choices, 0, count * sizeof *a->choices);
    return true;
}

lud_status agent_think(agent *a, const agent_sight *sight, const agent_budget *budget,
                       lud_move *move)
{
    uint32_t chosen = 0;
    a->playouts = 0;
    lud_status status = lud_moves_list(a->ctx, any_state(sight), sight->role, a->moves);
    uint32_t count = lud_moves_count(a->moves);
    if (status != LUD_OK || count == 0)
        return status == LUD_OK ? LUD_ERR_STUCK : status;
    if (!make_choices(a, count))
        return LUD_ERR_MEMORY;
    if (count > 1)
        status = a->kind->think(a, sight, budget, &chosen);
    *move = lud_moves_at(a->moves, chosen);
    return status;
}

double agent_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool agent_late(const agent_budget *budget)
{
    return (budget->stop && atomic_load(budget->stop)) ||
           (budget->deadline > 0 && agent_clock() >= budget->deadline);
}
