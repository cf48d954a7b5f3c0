#include "automaton/passes/pipeline.h"

#include "automaton/check.h"
#include "base/clock.h"
#include "base/selection.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum pass_phase { LOOP, FACT, LATE } pass_phase;

static const struct {
    const char *name, *summary;
    pass_phase phase;
    uint32_t (*run)(ir_game *, arena *);
} passes[] = {
#define IR_PASS(name, phase, summary) {#name, summary, phase, ir_pass_##name},
#include "automaton/passes/passes.def"
#undef IR_PASS
};

/* A pass that keeps undoing another's work would go on for ever. */
enum { ROUNDS_MAX = 64, RESTARTS_MAX = 4 };

const char *ir_pass_name(uint32_t index) { return index < IR_PASS_COUNT ? passes[index].name : NULL; }

static int find(const char *name, size_t length)
{
    for (int i = 0; i < IR_PASS_COUNT; i++)
        if (strlen(passes[i].name) == length && memcmp(passes[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool select_passes(const char *selection, ir_pass_report *reports, const char **unknown)
{
    const char *names[IR_PASS_COUNT];
    bool enabled[IR_PASS_COUNT];
    for (int i = 0; i < IR_PASS_COUNT; i++) {
        names[i] = passes[i].name;
        enabled[i] = reports[i].enabled;
    }
    if (!selection_apply(selection, names, IR_PASS_COUNT, enabled, unknown))
        return false;
    for (int i = 0; i < IR_PASS_COUNT; i++)
        reports[i].enabled = enabled[i];
    return true;
}

#ifdef LUDENS_VERIFY
/* A pass that leaves an ill-formed automaton is a bug of ours: stop where it happened. */
static void verify(ir_game *g, const char *pass)
{
    diag_sink sink;
    diag_sink_init(&sink, g->arena);
    if (ir_check(g, &sink, false))
        return;
    fprintf(stderr, "internal error: pass %s leaves an ill-formed automaton\n", pass);
    for (const diag *d = sink.first; d; d = d->next)
        fputs(diag_render(g->arena, d, false), stderr);
    abort();
}
#else
static void verify(ir_game *g, const char *pass)
{
    (void)g;
    (void)pass;
}
#endif

#ifndef NDEBUG
/* What every pass may rely on: all references are to something. */
static bool ready(const ir_game *g)
{
    bool ok = g->begin < g->nodes.count && g->end < g->nodes.count && g->begin != g->end &&
              g->player < g->variables.count && g->goals < g->variables.count && g->visible < g->variables.count;
    for (uint32_t i = 0; i < g->edges.count && ok; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        ok = e->from < g->nodes.count && e->to < g->nodes.count &&
             (e->target == IR_NONE || e->target < g->exprs.count) && (e->value == IR_NONE || e->value < g->exprs.count);
    }
    for (uint32_t i = 0; i < g->disjoints.count && ok; i++)
        ok = vec_at(&g->disjoints, i).node < g->nodes.count;
    return ok;
}
#endif

static uint32_t run_pass(ir_game *g, uint32_t i, ir_pass_report *report)
{
    double start = 1e3 * clock_thread();
    arena *scratch = arena_child(g->arena);
    uint64_t work = (uint64_t)g->nodes.count + g->edges.count;
    assert(ready(g));
    arena_work(g->arena, ARENA_WORK); /* a pass that finds nothing to do may allocate nothing */
    uint32_t changes = passes[i].run(g, scratch);
    arena_done(scratch);
    report->changes += changes;
    report->work += work;
    report->ms += 1e3 * clock_thread() - start;
    if (changes && passes[i].phase != FACT)
        g->transformed = true;
    verify(g, passes[i].name);
    return changes;
}

/* The passes that are repeated; true when the one to stop after has run. */
static bool loop(ir_game *g, ir_pass_report *reports, int stop)
{
    bool changed = true;
    for (uint32_t round = 0; changed && round < ROUNDS_MAX; round++) {
        changed = false;
        for (uint32_t i = 0; i < IR_PASS_COUNT; i++) {
            if (passes[i].phase != LOOP || !reports[i].enabled)
                continue;
            changed |= run_pass(g, i, &reports[i]) > 0;
            if ((int)i == stop)
                return true;
        }
    }
    return false;
}

/* What passes found out holds until another one changes the automaton. */
static void forget_facts(ir_game *g, ir_pass_report *reports)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < g->disjoints.count; i++)
        if (!vec_at(&g->disjoints, i).proven)
            g->disjoints.data[kept++] = vec_at(&g->disjoints, i);
    g->disjoints.count = kept;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        ir_node_data *d = &vec_at(&g->nodes, n);
        d->unique = d->single = d->has_repeat = d->sets = false;
    }
    for (ir_var v = 0; v < g->variables.count; v++)
        vec_at(&g->variables, v).local = false;
    for (uint32_t i = 0; i < IR_PASS_COUNT; i++)
        if (passes[i].phase == FACT)
            reports[i].changes = 0;
}

bool ir_pipeline_run(ir_game *g, const char *selection, const char *after, ir_pass_report *reports,
                     const char **unknown)
{
    for (uint32_t i = 0; i < IR_PASS_COUNT; i++)
        reports[i] = (ir_pass_report){passes[i].name, passes[i].summary, true, 0, 0, 0};
    if (!select_passes(selection, reports, unknown))
        return false;
    int stop = IR_PASS_COUNT;
    if (after && (stop = find(after, strlen(after))) < 0) {
        *unknown = after;
        return false;
    }
    for (uint32_t restart = 0;; restart++) {
        if (loop(g, reports, stop))
            return true;
        bool again = false, stopped = false;
        for (uint32_t i = 0; i < IR_PASS_COUNT && !stopped && !(again && passes[i].phase == FACT); i++) {
            bool last_time = passes[i].phase == LATE && restart == RESTARTS_MAX;
            if (passes[i].phase == LOOP || !reports[i].enabled || last_time)
                continue;
            again |= run_pass(g, i, &reports[i]) > 0 && passes[i].phase == LATE;
            stopped = (int)i == stop;
        }
        if (again)
            forget_facts(g, reports);
        if (!again || stopped)
            return true;
    }
}
