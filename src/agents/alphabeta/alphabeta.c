/* Alpha-beta with iterative deepening: the agent. */
#include "agents/alphabeta/alphabeta.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH, QUIESCENCE, MEMORY, FIT, STANDARD_NODES = 20000 };

static void destroy(agent *a)
{
    alphabeta *s = a->own;
    if (!s)
        return;
    levels_done(s);
    transpositions_done(&s->table);
    evaluation_done(&s->eval);
    free(s->better);
    free(s);
}

static bool refuses(agent *a, const lud_info *info)
{
    const char *why = info->roles != 2     ? "it is not for two players"
                      : info->chance       ? "it has chance"
                      : info->hidden       ? "it has hidden information"
                      : info->simultaneous ? "both decide at once"
                                           : NULL;
    if (why)
        snprintf(a->problem, sizeof a->problem,
                 "alphabeta plays games of two players that take turns, without chance and hidden "
                 "information; this game is not one: %s",
                 why);
    return why != NULL;
}

static bool read_evaluation(agent *a, alphabeta *s)
{
    char problem[250];
    lud_info info;
    lud_game_info(s->game, &info);
    if (a->text && strcmp(a->text, "none") == 0)
        return true;
    if (a->text && strcmp(a->text, "payoff") == 0) {
        s->derived = lud_estimate_terms(s->game) > 0;
        if (!s->derived)
            snprintf(a->problem, sizeof a->problem,
                     "nothing follows from the payoffs of this game (ludens analyse --heuristic)");
        return s->derived;
    }
    if (info.alone) { /* no files */
        if (a->text)
            snprintf(a->problem, sizeof a->problem,
                     "no evaluation can be read from a file here (eval: payoff or none)");
        return !a->text;
    }
    if (a->text) {
        FILE *in = fopen(a->text, "r");
        s->learnt = in && evaluation_read(&s->eval, in, problem, sizeof problem);
        if (!s->learnt)
            snprintf(a->problem, sizeof a->problem, "the evaluation %.100s cannot be used: %.150s", a->text,
                     in ? problem : "it cannot be opened");
        if (in)
            fclose(in);
        return s->learnt;
    }
    s->learnt = evaluation_find(&s->eval, a->file, problem, sizeof problem);
    if (!s->learnt && problem[0])
        snprintf(a->problem, sizeof a->problem, "the stored evaluation cannot be used: %.200s", problem);
    return s->learnt || !problem[0];
}

/* Both roles see the same, but for who looks: the first numbers of the vector. */
static void compare_roles(alphabeta *s)
{
    const float *one = s->eval.weights, *two = one + s->eval.features + 1;
    for (uint32_t i = 0; s->learnt && i <= s->eval.features; i++)
        s->better[i] = one[i] - two[i];
    s->better[0] = s->learnt ? one[0] - two[1] : 0;
}

static bool create(agent *a)
{
    alphabeta *s = a->own = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->game = a->game;
    s->ctx = a->ctx;
    s->quiet_plies = (uint32_t)a->parameters[QUIESCENCE];
    double high[2];
    for (uint32_t r = 0; r < 2; r++)
        lud_score_bounds(a->game, r + 1, &s->low[r], &high[r]);
    s->range = fmax(high[0] - s->low[0], high[1] - s->low[1]);
    s->range = s->range > 0 ? s->range : 1;
    bool fine = evaluation_init(&s->eval, a->game) && levels_init(s) &&
                transpositions_init(&s->table, (size_t)(a->parameters[MEMORY] * 1e6)) && read_evaluation(a, s);
    s->better = fine ? calloc(s->eval.features + 1, sizeof *s->better) : NULL;
    if (s->better)
        compare_roles(s);
    return s->better != NULL;
}

/* Without a stored evaluation a small one is learnt from random games, the same each time. */
static void learn_quickly(agent *a, alphabeta *s)
{
    evaluation_report report;
    evaluation_training how = EVALUATION_STANDARD;
    how.rounds = 1;
    how.games = (uint64_t)a->parameters[FIT];
    how.max_plies = 500;
    bool none = a->text && strcmp(a->text, "none") == 0;
    s->learnt = !none && how.games > 0 && evaluation_train(&s->eval, &how, &report) == LUD_OK;
    compare_roles(s);
}

static double score_of(const alphabeta *s, int value)
{
    double difference = abs(value) >= VALUE_CERTAIN ? (value > 0 ? 1 : -1) : (double)value / VALUE_CERTAIN;
    return (1 + difference) / 2 * s->range;
}

/* The choices of the root, from the last depth that was finished. */
static void report(agent *a, alphabeta *s, const int *values, int value, int depth, uint32_t role)
{
    for (uint32_t i = 0; i < lud_moves_count(a->moves); i++)
        a->choices[i] =
            (agent_choice){s->low[role - 1] + score_of(s, values[i]), (uint64_t)depth, abs(values[i]) >= VALUE_CERTAIN};
    a->value = s->low[role - 1] + score_of(s, value);
    a->depth = (uint32_t)depth;
    a->proven = abs(value) >= VALUE_CERTAIN;
    a->distance = a->proven ? (uint32_t)(VALUE_WIN - abs(value)) : 0;
}

/* The moves of the line, made one after the other to learn their names. */
static void explain(agent *a, alphabeta *s)
{
    uint32_t line[DEPTH_MAX], length = s->levels[0].line_length;
    memcpy(line, s->levels[0].line, length * sizeof *line);
    a->line[0] = 0;
    for (uint32_t i = 0; i < length; i++) {
        level *l = &s->levels[i];
        if (lud_terminal(s->game, l->state) || !level_list(s, l) || line[i] >= lud_moves_count(l->moves))
            break;
        agent_line_add(a, lud_moves_at(l->moves, line[i]));
        if (!level_move(s, l, l + 1, line[i]))
            break;
    }
}

static lud_status deepen(agent *a, alphabeta *s, uint32_t role, uint32_t *chosen)
{
    uint32_t count = lud_moves_count(a->moves), best = 0;
    int *values = calloc(count, sizeof *values), *done = calloc(count, sizeof *done);
    int most = s->budget->depth ? (int)(s->budget->depth < DEPTH_MAX ? s->budget->depth : DEPTH_MAX)
                                : (int)a->parameters[DEPTH];
    most = most && most < DEPTH_MAX - 1 ? most : DEPTH_MAX - 1;
    if (!values || !done) {
        free(values);
        free(done);
        return LUD_ERR_MEMORY;
    }
    for (int depth = 1; depth <= most && !s->stopped; depth++) {
        uint32_t candidate = best;
        uint64_t before = s->nodes, known = s->remembered;
        int value = search_root(s, depth, values, &candidate);
        /* a depth that was not finished counts as far as it found something better */
        if (s->stopped && value <= -VALUE_INFINITE)
            break;
        /* that those seen so far are lost says nothing of the rest */
        if (s->stopped && value <= -VALUE_CERTAIN) {
            for (uint32_t i = 0; i < count; i++)
                if (values[i] > value) {
                    value = values[i];
                    candidate = i;
                }
        }
        best = candidate;
        memcpy(done, values, count * sizeof *done);
        report(a, s, done, value, depth, role);
        if (a->explain && !s->stopped)
            explain(a, s);
        bool whole = s->nodes - before <= count && s->remembered == known; /* nothing below the moves: all is seen */
        if (abs(value) >= VALUE_CERTAIN || (whole && depth > 1))
            break;
        level_list(s, &s->levels[0]); /* explaining used the lists */
    }
    *chosen = best;
    free(values);
    free(done);
    return LUD_OK;
}

static lud_status think(agent *a, const agent_sight *sight, const agent_budget *budget, uint32_t *chosen)
{
    alphabeta *s = a->own;
    if (!s->learnt && !s->derived)
        learn_quickly(a, s);
    s->budget = budget;
    s->nodes = 0;
    s->stopped = false;
    s->status = LUD_OK;
    s->limit = budget->nodes ? budget->nodes : budget->playouts;
    if (!s->limit && budget->deadline <= 0 && !budget->depth && a->parameters[DEPTH] <= 0)
        s->limit = STANDARD_NODES;
    s->table.age++;
    for (uint32_t i = 0; i <= DEPTH_MAX; i++)
        memset(s->levels[i].killers, 0, sizeof s->levels[i].killers);
    memcpy(s->levels[0].state, sight->state, lud_state_size(s->game));
    lud_status status = LUD_OK;
    if (level_list(s, &s->levels[0]) && s->levels[0].role == sight->role)
        status = deepen(a, s, sight->role, chosen);
    a->nodes = s->nodes;
    if (s->status == LUD_ERR_ARGUMENT || s->levels[0].role != sight->role) {
        snprintf(a->problem, sizeof a->problem,
                 "alphabeta plays games in which the players take turns; here both decide at once");
        return LUD_ERR_ARGUMENT;
    }
    return status;
}

static bool begin(agent *a, uint32_t role, uint64_t seed)
{
    alphabeta *s = a->own;
    (void)role, (void)seed;
    memset(s->history, 0, sizeof s->history);
    memset(s->table.slots, 0, (s->table.mask + 1) * sizeof *s->table.slots);
    return true;
}

const agent_kind agent_alphabeta = {
    .name = "alphabeta",
    .summary = "alpha-beta search with a learnt evaluation; two players, no chance, nothing hidden",
    .parameters =
        {
            [DEPTH] = {"depth", "plies to look ahead at most; 0: as the budget allows", 0, 0, 120},
            [QUIESCENCE] = {"quiescence", "plies to follow loud moves further; 0: off", 0, 0, 64},
            [MEMORY] = {"memory", "megabytes of the transposition table", 16, 1, 65536},
            [FIT] = {"fit", "random games to learn from where no evaluation is stored", 200, 0, 1e6},
        },
    .text = {.name = "eval",
             .summary =
                 "file of an evaluation (ludens train-eval); payoff: derived from the rules; none: only ends of games "
                 "count"},
    .refuses = refuses,
    .create = create,
    .think = think,
    .begin = begin,
    .destroy = destroy,
};
