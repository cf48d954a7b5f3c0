/* Definitions opened: copies of their bodies whose variables are those of the place they are used at. */
#include "lang/toss/lower.h"

#include <string.h>

typedef struct inlining {
    toss_lowering *x;
    toss_env *env;
    uint32_t slot[TOSS_SLOTS_MAX]; /* [slot of the definition], TOSS_NONE: not met */
    VEC(const toss_node *) binders; /* let, lfp, gfp: the original, the copy */
    src_span at;
} inlining;

static uint32_t slot_of(inlining *in, uint32_t slot)
{
    if (in->slot[slot] == TOSS_NONE) {
        if (in->env->next == TOSS_SLOTS_MAX) {
            if (!in->x->failed)
                toss_error(in->x->f, DIAG_TOO_LARGE, in->at, "more than %d variables in one search", TOSS_SLOTS_MAX);
            in->x->failed = true;
            return 0;
        }
        in->slot[slot] = in->env->next++;
    }
    return in->slot[slot];
}

static toss_node *copy(inlining *in, const toss_node *n)
{
    arena *a = in->x->scratch;
    toss_node *c = ARENA_NEW(a, toss_node);
    *c = *n;
    if (n->op == TOSS_LET || n->op == TOSS_LFP || n->op == TOSS_GFP) {
        vec_push(a, &in->binders, n);
        vec_push(a, &in->binders, c);
    }
    c->slots = ARENA_ARRAY(a, uint32_t, n->count + 1);
    for (uint32_t i = 0; i < n->count && n->slots; i++)
        c->slots[i] = slot_of(in, n->slots[i]);
    for (uint32_t i = 0; i < in->binders.count && n->local; i += 2)
        if (in->binders.data[i] == n->local)
            c->local = in->binders.data[i + 1];
    c->kids = ARENA_ARRAY(a, toss_node *, n->kid_count + 1);
    for (uint32_t i = 0; i < n->kid_count; i++)
        c->kids[i] = copy(in, n->kids[i]);
    if (n->op == TOSS_LFP || n->op == TOSS_GFP)
        c->serial = in->x->f->fixed_points++;
    if (n->plan)
        c->plan = toss_plan_quantifier(in->x->f, c);
    return c;
}

const toss_node *toss_inline(toss_lowering *x, const toss_node *atom, toss_env *env)
{
    inlining in = {.x = x, .env = env, .at = atom->span};
    for (int i = 0; i < TOSS_SLOTS_MAX; i++)
        in.slot[i] = TOSS_NONE;
    for (uint32_t i = 0; i < atom->count; i++)
        in.slot[i] = atom->slots[i];
    return copy(&in, atom->definition->body);
}
