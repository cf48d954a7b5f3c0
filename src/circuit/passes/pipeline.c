#include "circuit/passes/passes.h"
#include "base/clock.h"

#include "base/selection.h"
#include "circuit/check.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static const struct {
    const char *name, *summary;
} passes[] = {
#define NET_PASS(name, summary) {#name, summary},
#include "circuit/passes/passes.def"
#undef NET_PASS
};

const char *net_pass_name(uint32_t index)
{
    return index < NET_PASS_COUNT ? passes[index].name : NULL;
}

bool net_passes_select(net_pass_report *reports, const char *selection, const char *after,
                       const char **unknown)
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
        reports[i] =
            (net_pass_report){passes[i].name, passes[i].summary, enabled[i] && !past, 0, 0};
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

static net_rewriting plain(const net_pass_report *reports)
{
    return (net_rewriting){.fold = reports[NET_PASS_constants].enabled,
                           .share = reports[NET_PASS_share].enabled};
}

net_network *net_passes_run(net_network *n, net_pass_report *reports, arena *a, arena **own)
{
    assert(n->gates.count > 0 && n->gates.data[0].kind == NET_CONSTANT);
    verify(n, "build");
    for (uint32_t i = NET_PASS_inertia; i <= NET_PASS_subgames; i++) {
        net_pass_report *r = &reports[i];
        if (!r->enabled)
            continue;
        double before = 1e3 * clock_thread();
        arena *scratch = arena_child(a);
        net_rewriting how = plain(reports);
        if (i == NET_PASS_inertia) {
            net_signal *fixed = ARENA_ARRAY(scratch, net_signal, n->facts.count + 1);
            r->changes = net_find_inert(n, fixed, scratch);
            how.fixed = fixed;
        } else if (i == NET_PASS_subgames) {
            r->changes =
                net_find_subgames(n, ARENA_ARRAY(scratch, uint32_t, n->facts.count + 1), scratch);
        }
        how.flatten = i == NET_PASS_flatten;
        if (i != NET_PASS_subgames && (i != NET_PASS_inertia || r->changes)) {
            arena *place = arena_child(a);
            net_network *next = net_rewrite(n, &how, place);
            r->changes += how.flattened + (i == NET_PASS_unreachable ? how.dropped : 0);
            reports[NET_PASS_constants].changes += how.folded;
            reports[NET_PASS_share].changes += how.shared;
            if (*own)
                arena_done(*own);
            *own = place;
            n = next;
        }
        arena_done(scratch);
        r->ms = 1e3 * clock_thread() - before;
        verify(n, r->name);
    }
    return n;
}
