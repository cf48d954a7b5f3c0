#include "session/advice.h"

#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

lud_after told_after(const walk *w, uint32_t role, uint32_t ply)
{
    if (ply == w->ply)
        return belief_now(w->game, w->state, role);
    return walk_own(w, role, ply + 1) ? LUD_AFTER_DECIDES : LUD_AFTER_WAITS;
}

belief *belief_of_walk(const walk *w, uint32_t role, uint64_t seed)
{
    belief *b = belief_new(w->game, role, &(belief_options){0, 0, seed});
    for (uint32_t ply = 1; b && ply <= w->ply; ply++)
        if (belief_step(b, walk_own(w, role, ply), walk_percept(w, role, ply), told_after(w, role, ply), 0) ==
            LUD_ERR_MEMORY) {
            belief_free(b);
            return NULL;
        }
    return b;
}

static void fill(advice *out, const walk *w, const lud_agent *a, const lud_thought *t)
{
    const char *problem = lud_agent_problem(a);
    out->best = walk_text(w, t->move);
    out->line = mem_strdup(t->line);
    out->problem = problem[0] ? mem_strdup(problem) : NULL;
    out->count = t->count;
    out->chosen = t->chosen;
    out->moves = mem_alloc((out->count + 1) * sizeof *out->moves);
    for (uint32_t i = 0; i < out->count; i++) {
        const lud_agent_choice *c = &t->choices[i];
        out->moves[i] = (advice_move){walk_text(w, lud_moves_at(t->moves, i)), c->value, c->visits, c->proven};
    }
    out->playouts = t->playouts;
    out->nodes = t->nodes;
    out->depth = t->depth;
    out->distance = t->distance;
    out->value = t->value;
    out->seconds = t->seconds;
    out->proven = t->proven;
    out->repeatable = t->repeatable;
}

/* The way to the position, for agents that follow games. */
static bool tell_all(lud_agent *a, const walk *w, uint32_t role)
{
    const char **moves = mem_alloc((w->roles + 1) * sizeof *moves);
    bool fine = true;
    for (uint32_t ply = 1; fine && ply <= w->ply; ply++) {
        for (uint32_t r = 0; r <= w->roles; r++)
            moves[r] = walk_own(w, r, ply);
        fine = lud_agent_step(a, w->hidden ? NULL : moves, moves[role], walk_percept(w, role, ply));
    }
    free((void *)moves);
    return fine;
}

bool advice_ask(const advice_options *options_, const char *file, walk *w, uint32_t role, uint64_t seed, advice *out,
                failure *p)
{
    char why[LUD_AGENT_PROBLEM];
    lud_agent *a;
    *out = (advice){0};
    if (!lud_agent_check(options_->agent, why, sizeof why))
        return failure_set(p, FAILURE_USAGE, "%s", why);
    lud_status status = lud_agent_new(w->game, options_->agent, file, &a, why, sizeof why);
    if (status != LUD_OK)
        return failure_set(p, status == LUD_ERR_MEMORY ? FAILURE_ENVIRONMENT : FAILURE_INPUT, "%s", why);
    belief *b = w->hidden ? belief_of_walk(w, role, seed) : NULL;
    if (w->hidden && !b) {
        lud_agent_free(a);
        return failure_set(p, FAILURE_ENVIRONMENT, "out of memory");
    }
    const match_budget *given = &options_->budget;
    lud_budget budget = {.seconds = given->seconds, .playouts = given->playouts, .nodes = given->nodes, .seed = seed};
    if (budget.seconds <= 0 && !budget.playouts && !budget.nodes)
        budget.seconds = 1;
    lud_thought thought;
    status = lud_agent_begin(a, role, seed) && tell_all(a, w, role)
                 ? lud_agent_think(a, role, w->state, b, &budget, &thought)
                 : LUD_ERR_ARGUMENT;
    if (status == LUD_OK && thought.count > 1) {
        fill(out, w, a, &thought);
        out->agent = mem_strdup(options_->agent);
    } else if (status != LUD_OK) {
        out->status = status;
        failure_set(p, status == LUD_ERR_MEMORY ? FAILURE_ENVIRONMENT : FAILURE_INPUT, "%s",
                    lud_agent_problem(a)[0] ? lud_agent_problem(a) : lud_status_text(status));
    }
    belief_free(b);
    lud_agent_free(a);
    return status == LUD_OK;
}

static void write_one(char **text, const notation *n, const notation_lookup *l)
{
    const char *written = *text ? notation_of(n, l, *text) : NULL;
    if (!written)
        return;
    free(*text);
    *text = mem_strdup(written);
}

void advice_write(advice *a, notation *n, walk *w, uint32_t role)
{
    notation_lookup l;
    if (!a->count)
        return;
    notation_look(n, w->ctx, w->state, role, &l);
    char *line = a->line ? notation_line(n, w, a->line) : NULL;
    free(a->line);
    a->line = line;
    write_one(&a->best, n, &l);
    for (uint32_t i = 0; i < a->count; i++)
        write_one(&a->moves[i].move, n, &l);
    notation_lookup_done(&l);
}

static int by_visits(const void *a, const void *b)
{
    const advice_move *x = a, *y = b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    return x->value < y->value ? 1 : x->value > y->value ? -1 : strcmp(x->move, y->move);
}

void advice_print(const advice *a, FILE *out)
{
    table t;
    char visits[NUMBER_SIZE], value[NUMBER_SIZE], speed[NUMBER_SIZE];
    advice_move *sorted = mem_alloc((a->count + 1) * sizeof *sorted);
    memcpy(sorted, a->moves, a->count * sizeof *sorted);
    qsort(sorted, a->count, sizeof *sorted, by_visits);
    table_init(&t, "lrrl");
    /* searches by depth give the plies they looked ahead, not visits */
    table_row(&t, "move", a->playouts ? "visits" : "depth", "value", "", NULL);
    for (uint32_t i = 0; i < a->count; i++) {
        number_grouped(visits, sorted[i].visits);
        snprintf(value, sizeof value, "%.2f", sorted[i].value);
        table_row(&t, *sorted[i].move ? sorted[i].move : "(pass)", visits,
                  sorted[i].visits || sorted[i].proven ? value : "", sorted[i].proven ? "proven" : "", NULL);
    }
    table_print(&t, out);
    table_done(&t);
    free(sorted);
    fprintf(out, "%s: %s, value %.2f%s", a->agent, *a->best ? a->best : "(pass)", a->value,
            a->proven ? ", proven" : "");
    if (a->distance)
        fprintf(out, " in %u plies", a->distance);
    fputc('\n', out);
    if (a->line && *a->line)
        fprintf(out, "expected line: %s\n", a->line);
    number_rate(speed, a->seconds > 0 ? (double)a->playouts / a->seconds : 0);
    fprintf(out, "%llu playouts, %llu positions, depth %u, %.2f s", (unsigned long long)a->playouts,
            (unsigned long long)a->nodes, a->depth, a->seconds);
    if (a->playouts)
        fprintf(out, ", %s playouts/s", speed);
    fputs(a->repeatable ? "\n" : ", not reproducible\n", out);
    if (a->problem)
        fprintf(out, "note: %s\n", a->problem);
}

json_t *advice_json(const advice *a)
{
    json_t *moves = json_array();
    for (uint32_t i = 0; i < a->count; i++)
        json_array_append_new(
            moves, json_pack("{so so sI sb}", "move", json_text(a->moves[i].move), "value",
                             a->moves[i].visits || a->moves[i].proven ? json_real(a->moves[i].value) : json_null(),
                             "visits", (json_int_t)a->moves[i].visits, "proven", a->moves[i].proven));
    return json_pack("{so so sf sb so so so sI sI si sf sf sb so}", "agent", json_text(a->agent), "best",
                     json_text(a->best), "value", a->value, "proven", a->proven, "distance",
                     a->distance ? json_whole(a->distance) : json_null(), "line", json_text(a->line), "moves", moves,
                     "playouts", (json_int_t)a->playouts, "nodes", (json_int_t)a->nodes, "depth", (int)a->depth,
                     "seconds", a->seconds, "playouts_per_second",
                     a->seconds > 0 ? (double)a->playouts / a->seconds : 0, "repeatable", a->repeatable, "note",
                     a->problem ? json_text(a->problem) : json_null());
}

void advice_done(advice *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        free(a->moves[i].move);
    free(a->moves);
    free(a->agent);
    free(a->best);
    free(a->line);
    free(a->problem);
    *a = (advice){0};
}
