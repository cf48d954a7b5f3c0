#include "base/clock.h"
#include "circuit/passes/passes.h"

#include "base/selection.h"
#include "circuit/check.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define NET_PASS_RULES(name)   NULL
#define NET_PASS_BUILD(name)   NULL
#define NET_PASS_GAME(name)    NULL
#define NET_PASS_NETWORK(name) net_pass_##name
static const struct {
    const char *name, *summary;
    net_pass *run; /* NULL: it is made elsewhere */
} passes[] = {
#define NET_PASS(name, phase, summary) {#name, summary, NET_PASS_##phase(name)},
#include "circuit/passes/passes.def"
#undef NET_PASS
};

const char *net_pass_name(uint32_t index) { return index < NET_PASS_COUNT ? passes[index].name : NULL; }

bool net_passes_select(net_pass_report *reports, const char *selection, const char *after, const char **unknown)
{
    const char *names[NET_PASS_COUNT];
    bool enabled[NET_PASS_COUNT], stop[NET_PASS_COUNT] = {false};
    for (uint32_t i = 0; i < NET_PASS_COUNT; i++) {
        names[i] = passes[i].name;
        enabled[i] = true;
    }
    if (!selection_apply(selection, names, NET_PASS_COUNT, enabled, unknown) ||
        (after && !selection_apply(after, names, NET_PASS_COUNT, stop, unknown)))
        return false;
    bool past = false;
    for (uint32_t i = 0; i < NET_PASS_COUNT; i++) {
        reports[i] = (net_pass_report){passes[i].name, passes[i].summary, enabled[i] && !past, 0, 0};
        past |= stop[i];
    }
    return true;
}

/* A pass that leaves an ill-formed network is a bug of ours: debug builds stop where it happened.
 */
static void verify(const net_network *n, const char *pass)
{
#ifdef LUDENS_VERIFY
    const char *problem = net_check(n);
    if (!problem)
        return;
    fprintf(stderr, "internal error: pass %s leaves an ill-formed network: %s\n", pass, problem);
    abort();
#else
    (void)n, (void)pass;
#endif
}

static net_network *run_pass(net_network *n, uint32_t i, net_pass_report *reports, arena *a, arena **own)
{
    double before = 1e3 * clock_thread();
    arena *place = arena_child(a);
    net_rewriting how = {.fold = reports[NET_PASS_constants].enabled, .share = reports[NET_PASS_share].enabled};
    net_network *next = passes[i].run(n, &how, &reports[i].changes, place);
    reports[NET_PASS_constants].changes += how.folded;
    reports[NET_PASS_share].changes += how.shared;
    if (!next)
        arena_done(place);
    else if (*own)
        arena_done(*own);
    *own = next ? place : *own;
    reports[i].ms = 1e3 * clock_thread() - before;
    verify(next ? next : n, passes[i].name);
    return next ? next : n;
}

net_network *net_passes_run(net_network *n, net_pass_report *reports, arena *a, arena **own)
{
    assert(n->gates.count > 0 && vec_at(&n->gates, 0).kind == NET_CONSTANT);
    verify(n, "build");
    for (uint32_t i = 0; i < NET_PASS_COUNT; i++)
        if (passes[i].run && reports[i].enabled)
            n = run_pass(n, i, reports, a, own);
    return n;
}
