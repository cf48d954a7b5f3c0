#include "circuit/passes/control.h"

#include "circuit/sample.h"

#include <string.h>

net_network *net_specialise(const net_network *n, const net_control *control, uint32_t holds, const net_rewriting *like,
                            arena *a)
{
    arena *scratch = arena_child(a);
    net_rewriting how = *like;
    net_signal *fixed = ARENA_ARRAY(scratch, net_signal, n->facts.count + 1);
    memset(fixed, 0xff, sizeof *fixed * (n->facts.count + 1));
    for (uint32_t i = 0; i < control->count; i++)
        fixed[control->facts[i]] = i == holds ? NET_TRUE : NET_FALSE;
    how.fixed = fixed;
    how.one_move = true;
    net_network *to = net_rewrite(n, &how, a);
    how.fixed = NULL;
    how.one_move = false;
    if (how.flatten) /* what was decided leaves more to put together */
        to = net_rewrite(to, &how, a);
    arena_done(scratch);
    return to;
}

/* ---- which facts ---- */

typedef struct watching {
    const net_network *n;
    uint32_t *group; /* [fact] number of its group */
    uint32_t *held;  /* [group] facts of it that hold now */
    uint32_t groups;
    bool *fits; /* [group] exactly one held in all states so far */
} watching;

static void watch(void *user, const unsigned char *values)
{
    watching *w = user;
    memset(w->held, 0, w->groups * sizeof *w->held);
    for (uint32_t i = 0; i < w->n->facts.count; i++)
        w->held[w->group[i]] += values[1 + i];
    for (uint32_t g = 0; g < w->groups; g++)
        w->fits[g] &= w->held[g] == 1;
}

/* Facts are sorted by text: those of one function follow one another. */
static size_t head_length(const char *text) { return *text == '(' ? strcspn(text, " ") : strlen(text); }

net_control net_find_control(const net_network *n, const net_schedule *s, arena *a)
{
    arena *scratch = arena_child(a);
    uint32_t facts = n->facts.count;
    watching w = {.n = n,
                  .group = ARENA_ARRAY(scratch, uint32_t, facts + 1),
                  .held = ARENA_ARRAY(scratch, uint32_t, facts + 1),
                  .fits = ARENA_ARRAY(scratch, bool, facts + 1)};
    uint32_t *size = ARENA_ARRAY(scratch, uint32_t, facts + 1);
    uint32_t *targets = ARENA_ARRAY(scratch, uint32_t, facts + 1); /* [group] gates that take its facts */
    for (uint32_t i = 0; i < facts; i++) {
        const char *text = vec_at(&n->facts, i).text, *before = i ? vec_at(&n->facts, i - 1).text : "";
        size_t length = head_length(text);
        bool same = i && head_length(before) == length && strncmp(text, before, length) == 0;
        w.groups += !same;
        w.group[i] = w.groups - 1;
        size[w.groups - 1]++;
    }
    for (uint32_t g = 0; g < w.groups; g++)
        w.fits[g] = size[g] > 1 && size[g] <= CONTROL_MAX;
    for (uint32_t i = 0; i < n->inputs.count; i++) {
        uint32_t g = vec_at(&n->inputs, i) >> 1;
        if (vec_at(&n->gates, g).kind == NET_FACT)
            targets[w.group[vec_at(&n->gates, g).first]]++;
    }
    net_sample(n, s, watch, &w, scratch);
    uint32_t best = LOGIC_NONE, most = 15;
    for (uint32_t g = 0; g < w.groups; g++)
        if (w.fits[g] && targets[g] > most) {
            best = g;
            most = targets[g];
        }
    net_control control = {.count = 0};
    for (uint32_t i = 0; i < facts && best != LOGIC_NONE; i++)
        if (w.group[i] == best)
            control.facts[control.count++] = i;
    arena_done(scratch);
    return control;
}
