/* Definitions opened: copies of their bodies whose variables are those of the place they are used at. */
#include "lang/toss/lower.h"

#include <string.h>

typedef struct inlining {
    toss_lowering *x;
    toss_env *env;
    uint32_t slot[RS_SLOTS_MAX];  /* [slot of the definition], RS_NONE: not met */
    VEC(const rs_node *) binders; /* let, lfp, gfp: the original, the copy */
    src_span at;
} inlining;

static uint32_t slot_of(inlining *in, uint32_t slot)
{
    if (in->slot[slot] == RS_NONE) {
        if (in->env->next == RS_SLOTS_MAX) {
            if (!in->x->failed)
                rs_error(in->x->f, DIAG_TOO_LARGE, in->at, "more than %d variables in one search", RS_SLOTS_MAX);
            in->x->failed = true;
            return 0;
        }
        in->slot[slot] = in->env->next++;
    }
    return in->slot[slot];
}

static rs_node *copy(inlining *in, const rs_node *n)
{
    arena *a = in->x->scratch;
    rs_node *c = ARENA_NEW(a, rs_node);
    *c = *n;
    if (n->op == RS_LET || n->op == RS_LFP || n->op == RS_GFP) {
        vec_push(a, &in->binders, n);
        vec_push(a, &in->binders, c);
    }
    c->slots = ARENA_ARRAY(a, uint32_t, n->count + 1);
    for (uint32_t i = 0; i < n->count && n->slots; i++)
        c->slots[i] = slot_of(in, n->slots[i]);
    for (uint32_t i = 0; i < in->binders.count && n->local; i += 2)
        if (vec_at(&in->binders, i) == n->local)
            c->local = vec_at(&in->binders, i + 1);
    c->kids = ARENA_ARRAY(a, rs_node *, n->kid_count + 1);
    for (uint32_t i = 0; i < n->kid_count; i++)
        c->kids[i] = copy(in, rs_kid(n, i));
    if (n->op == RS_LFP || n->op == RS_GFP)
        c->serial = in->x->f->fixed_points++;
    if (n->plan)
        c->plan = rs_plan_quantifier(in->x->f, c);
    return c;
}

static bool binds_parameters(const rs_node *n)
{
    bool binds = n->op == RS_LFP || n->op == RS_GFP || n->op == RS_TC;
    for (uint32_t i = 0; i < n->kid_count && !binds; i++)
        binds = binds_parameters(rs_kid(n, i));
    return binds;
}

static rs_node *new_node(const inlining *in, rs_op op, rs_node *a, rs_node *b)
{
    rs_node *n = ARENA_NEW(in->x->scratch, rs_node);
    *n = (rs_node){.op = op, .kid_count = a ? b ? 2 : 1 : 0, .bound = RS_NONE, .span = in->at};
    n->kids = ARENA_ARRAY(in->x->scratch, rs_node *, 2);
    n->kids[0] = a;
    n->kids[1] = b;
    return n;
}

/* D(a, a) where the body binds variables of its own to what its arguments are: they must not be one, so it is
 * ex b (a = b and D(a, b)). */
static rs_node *with_equal(inlining *in, uint32_t slot, uint32_t fresh, rs_node *body)
{
    rs_node *same = new_node(in, RS_SAME, NULL, NULL), *ex;
    same->slots = ARENA_ARRAY(in->x->scratch, uint32_t, 2);
    same->slots[0] = slot;
    same->slots[1] = fresh;
    same->count = 2;
    ex = new_node(in, RS_EX, new_node(in, RS_AND, same, body), NULL);
    ex->slots = &same->slots[1];
    ex->count = 1;
    ex->plan = rs_plan_quantifier(in->x->f, ex);
    return ex;
}

const rs_node *toss_inline(toss_lowering *x, const rs_node *atom, toss_env *env)
{
    const rs_node *body = atom->definition->body;
    const bool apart = binds_parameters(body);
    inlining in = {.x = x, .env = env, .at = atom->span};
    vec_u32 twins = {0};
    for (int i = 0; i < RS_SLOTS_MAX; i++)
        in.slot[i] = RS_NONE;
    for (uint32_t i = 0; i < atom->count; i++) {
        bool again = false;
        for (uint32_t k = 0; k < i && apart; k++)
            again |= atom->slots[k] == atom->slots[i];
        if (again) {
            vec_push(x->scratch, &twins, atom->slots[i]);
            vec_push(x->scratch, &twins, slot_of(&in, i));
        } else {
            in.slot[i] = atom->slots[i];
        }
    }
    rs_node *open = copy(&in, body);
    for (uint32_t i = 0; i < twins.count && !x->failed; i += 2)
        open = with_equal(&in, vec_at(&twins, i), vec_at(&twins, i + 1), open);
    return open;
}
