#include "agents/agent.h"

#include "base/nearest.h"
#include "base/room.h"

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
static const uint64_t SLIPS = 0x736c6970; /* a stream of the seed of its own */
/* Parameters of all agents. */
static const char *const common[] = {"seconds", "playouts", "nodes", "slip"};
enum { COMMON = sizeof common / sizeof *common };

uint32_t agent_kind_count(void) { return KINDS; }
const agent_kind *agent_kind_at(uint32_t index) { return index < KINDS ? kinds[index] : NULL; }

/* Adds to a text as far as it fits. */
static void append(char *text, size_t size, const char *before, const char *more)
{
    size_t n = strlen(text);
    snprintf(text + n, size - n, "%s%s", before, more);
}

static void add_nearest(const suggestion *near, char *problem, size_t size)
{
    if (near->best) {
        append(problem, size, "; did you mean '", near->best);
        append(problem, size, "'?", "");
    }
}

static void list_kinds(const char *name, size_t length, char *problem, size_t size)
{
    char word[40];
    suggestion near;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    suggest_init(&near, word);
    for (int i = 0; i < KINDS; i++) {
        append(problem, size, i ? ", " : "; the agents are ", kinds[i]->name);
        suggest_offer(&near, kinds[i]->name);
    }
    add_nearest(&near, problem, size);
}

static void list_parameters(const agent_kind *kind, const char *name, size_t length, char *problem, size_t size)
{
    char word[40];
    suggestion near;
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    suggest_init(&near, word);
    append(problem, size, "; its parameters are ", "seconds, playouts, nodes, slip");
    for (size_t i = 0; i < COMMON; i++)
        suggest_offer(&near, common[i]);
    for (int i = 0; i < AGENT_PARAMETERS && kind->parameters[i].name; i++) {
        if (strcmp(kind->parameters[i].name, "playouts") != 0)
            append(problem, size, ", ", kind->parameters[i].name);
        suggest_offer(&near, kind->parameters[i].name);
    }
    if (kind->text.name)
        append(problem, size, ", ", kind->text.name);
    add_nearest(&near, problem, size);
}

static int find_parameter(const agent_kind *kind, const char *name, size_t length)
{
    for (int i = 0; i < AGENT_PARAMETERS && kind->parameters[i].name; i++)
        if (strlen(kind->parameters[i].name) == length && memcmp(kind->parameters[i].name, name, length) == 0)
            return i;
    return -1;
}

/* One "key=value" of `length` bytes. */
static bool read_parameter(const agent_kind *kind, const char *text, size_t length, double *values, char *problem,
                           size_t size)
{
    const char *equals = memchr(text, '=', length);
    size_t name = equals ? (size_t)(equals - text) : length;
    int index = find_parameter(kind, text, name);
    if (index < 0) {
        snprintf(problem, size, "agent '%s' has no parameter '%.*s'", kind->name, (int)name, text);
        list_parameters(kind, text, name, problem, size);
        return false;
    }
    const agent_parameter *p = &kind->parameters[index];
    char *end = NULL;
    errno = 0;
    values[index] = equals ? strtod(equals + 1, &end) : 0;
    if (!equals || end == equals + 1 || end != text + length || errno ||
        !(values[index] >= p->min && values[index] <= p->max)) {
        snprintf(problem, size, "'%s' of agent '%s' must be a number from %.15g to %.15g", p->name, kind->name, p->min,
                 p->max);
        return false;
    }
    return true;
}

/* What all agents have. False: it is none of that, or `problem` says what is wrong with its value. */
static bool read_common(const char *text, size_t length, agent_spec *spec, char *problem, size_t size)
{
    problem[0] = 0;
    for (size_t i = 0; i < COMMON; i++) {
        size_t n = strlen(common[i]);
        char *end;
        if (length <= n + 1 || strncmp(text, common[i], n) != 0 || text[n] != '=')
            continue;
        double value = strtod(text + n + 1, &end);
        if (end != text + length || !(value >= 0 && value <= (i == 3 ? 1 : 1e12))) {
            snprintf(problem, size, "'%s' of an agent must be a number from 0%s", common[i], i == 3 ? " to 1" : "");
            return false;
        }
        if (i == 0 || i == 3)
            *(i == 0 ? &spec->seconds : &spec->slip) = value;
        else
            *(i == 1 ? &spec->playouts : &spec->nodes) = (uint64_t)value;
        return true;
    }
    return false;
}

static const agent_kind *find_kind(const char *name, size_t length)
{
    for (int i = 0; i < KINDS; i++)
        if (strlen(kinds[i]->name) == length && memcmp(kinds[i]->name, name, length) == 0)
            return kinds[i];
    return NULL;
}

static bool is_common(const char *name, size_t length)
{
    for (size_t i = 0; i < COMMON; i++)
        if (strlen(common[i]) == length && memcmp(common[i], name, length) == 0)
            return true;
    return false;
}

/* Where the value of the kind's text parameter begins, when this piece is it. */
static const char *text_value(const agent_kind *kind, const char *at)
{
    size_t length = kind->text.name ? strlen(kind->text.name) : 0, name = strcspn(at, "=,");
    bool is = length && strncmp(at, kind->text.name, length) == 0 && at[length] == '=';
    if (is || !kind->text.bare)
        return is ? at + length + 1 : NULL;
    return find_parameter(kind, at, name) < 0 && !is_common(at, name) ? at : NULL;
}

bool agent_find(const char *text, agent_spec *spec, char *problem, size_t size)
{
    size_t length = strcspn(text, ":");
    const agent_kind *kind = find_kind(text, length);
    *spec = (agent_spec){.kind = kind};
    if (!kind) {
        snprintf(problem, size, "there is no agent '%.*s'", (int)length, text);
        list_kinds(text, length, problem, size);
        return false;
    }
    for (int i = 0; i < AGENT_PARAMETERS; i++)
        spec->values[i] = kind->parameters[i].standard;
    for (const char *at = text + length; *at;) {
        size_t piece = strcspn(++at, ",");
        spec->text = text_value(kind, at);
        if (spec->text)
            break;
        bool own = find_parameter(kind, at, strcspn(at, "=,")) >= 0;
        bool said = !own && read_common(at, piece, spec, problem, size);
        if (!said && ((!own && problem[0]) || !read_parameter(kind, at, piece, spec->values, problem, size)))
            return false;
        at += piece;
    }
    if (kind->text.needed && !(spec->text && *spec->text)) {
        snprintf(problem, size, "agent '%s' needs '%s' (%s), as in %s:%s=...", kind->name, kind->text.name,
                 kind->text.summary, kind->name, kind->text.name);
        return false;
    }
    return true;
}

bool agent_is_program(const char *text)
{
    agent_spec spec;
    char problem[AGENT_PROBLEM];
    return agent_find(text, &spec, problem, sizeof problem) && spec.kind->program;
}

lud_status agent_new(const agent_spec *spec, const lud_game *game, agent **made, char *problem, size_t size)
{
    lud_info info;
    lud_game_info(game, &info);
    agent *a = calloc(1, sizeof *a);
    *made = NULL;
    snprintf(problem, size, "out of memory");
    if (!a)
        return LUD_ERR_MEMORY;
    a->kind = spec->kind;
    a->game = game;
    a->slip = spec->slip;
    a->text = spec->text;
    a->file = spec->file;
    memcpy(a->parameters, spec->values, sizeof a->parameters);
    a->ctx = lud_context_new(game);
    a->moves = lud_moves_new();
    a->line_size = 256;
    a->line = calloc(1, a->line_size);
    bool fine = a->ctx && a->moves && a->line;
    if (fine && spec->kind->refuses && spec->kind->refuses(a, &info))
        fine = false;
    if (fine && spec->kind->create)
        fine = spec->kind->create(a);
    if (fine) {
        *made = a;
        return LUD_OK;
    }
    const bool refused = a->problem[0];
    if (refused)
        snprintf(problem, size, "%s", a->problem);
    agent_free(a);
    return refused ? LUD_ERR_ARGUMENT : LUD_ERR_MEMORY;
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
    free(a->line);
    free(a);
}

/* Moves of a state the role cannot tell from the true one are its moves in that as well. */
static const void *any_state(const agent_sight *sight)
{
    return sight->state ? sight->state : belief_state(sight->belief, 0);
}

static bool make_choices(agent *a, uint32_t count)
{
    if (!ROOM_FOR(a->choices, a->choice_capacity, count))
        return false;
    memset(a->choices, 0, count * sizeof *a->choices);
    return true;
}

bool agent_begin(agent *a, uint32_t role, uint64_t seed) { return !a->kind->begin || a->kind->begin(a, role, seed); }

bool agent_step(agent *a, const agent_event *event) { return !a->kind->step || a->kind->step(a, event); }

void agent_end(agent *a, const double *scores)
{
    if (a->kind->end)
        a->kind->end(a, scores);
}

/* Weaker players are strong ones that now and then do anything. */
static bool slips(const agent *a, uint64_t seed, uint32_t count, uint32_t *chosen)
{
    lud_rng rng;
    if (a->slip <= 0 || count < 2)
        return false;
    lud_rng_seed(&rng, seed, SLIPS);
    if ((double)(lud_rng_next(&rng) >> 11) * 0x1p-53 >= a->slip)
        return false;
    *chosen = lud_rng_below(&rng, count);
    return true;
}

lud_status agent_think(agent *a, const agent_sight *sight, const agent_budget *budget, lud_move *move)
{
    uint32_t chosen = 0;
    double start = agent_clock();
    a->playouts = a->nodes = 0;
    a->depth = a->distance = 0;
    a->value = 0;
    a->proven = false;
    a->repeatable = budget->deadline <= 0 && !a->kind->clockless;
    a->line[0] = a->problem[0] = 0;
    lud_status status = lud_moves_list_once(a->ctx, any_state(sight), sight->role, a->moves);
    uint32_t count = lud_moves_count(a->moves);
    if (status != LUD_OK || count == 0)
        return status == LUD_OK ? LUD_ERR_STUCK : status;
    if (!make_choices(a, count))
        return LUD_ERR_MEMORY;
    agent_budget controlled = *budget;
    controlled.control = lud_game_control(a->game);
    if (!slips(a, budget->seed ^ lud_state_hash(a->game, any_state(sight)), count, &chosen) &&
        (count > 1 || a->kind->forced))
        status = a->kind->think(a, sight, &controlled, &chosen);
    if (status == LUD_OK && controlled.control && lud_interrupted(controlled.control))
        status = LUD_INTERRUPTED;
    a->chosen = chosen;
    *move = lud_moves_at(a->moves, chosen);
    a->seconds = agent_clock() - start;
    return status;
}

void agent_line_add(agent *a, lud_move move)
{
    size_t used = strlen(a->line), length = lud_move_text(a->game, move, NULL, 0);
    if (!ROOM_FOR(a->line, a->line_size, used + length + 3))
        return;
    if (used) {
        memcpy(a->line + used, "; ", 3);
        used += 2;
    }
    lud_move_text(a->game, move, a->line + used, a->line_size - used);
}

double agent_parameter_of(const agent *a, const char *name)
{
    int index = find_parameter(a->kind, name, strlen(name));
    return index < 0 ? 0 : a->parameters[index];
}

double agent_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool agent_stopped(const agent_budget *budget)
{
    return (budget->stop && atomic_load_explicit(budget->stop, memory_order_relaxed)) ||
           (budget->control && lud_interrupted(budget->control));
}

bool agent_late(const agent_budget *budget)
{
    return agent_stopped(budget) || (budget->deadline > 0 && agent_clock() >= budget->deadline);
}
