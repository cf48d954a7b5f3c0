/* Whether random games draw their moves or list them first. Drawing follows one path after the other until one is a
 * move, listing follows all: it is less work where more paths are drawn in vain than there are moves. That is found out
 * in the positions of a few games and counted, never timed: the same rules give the same answer everywhere, and so the
 * same seed the same games. Measured: docs/performance.md. */
#include "model/automaton/automaton.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 3, PLIES = 60, WORK_MAX = 2000000 /* of vm_effort */, CLEAR = 16, STRIDE_MAX = 16 };

typedef struct trial {
    lud_context *ctx;
    vm *m;
    void *state;
    unsigned char *before;
    size_t size;
    uint64_t moves, attempts;
    uint32_t stride, passed; /* every so many moves both ways are tried; moves since then */
} trial;

static lud_status make_listed(trial *t, const vm_code *code, bool chance, lud_rng *rng)
{
    vm_moves *v = t->ctx->moves->list;
    const plan_decision *d = &code->decisions[vm_node(t->state)];
    vm_way way = {.rng = rng};
    lud_status s = vm_list(t->m, t->state, chance, v);
    if (s != LUD_OK)
        return s;
    const uint32_t i = automaton_draw_listed(v, rng);
    way.certain = d->single || (d->plain && v->weights[i] == 1);
    t->moves += chance ? 0 : (uint64_t)v->count * t->stride;
    return vm_apply(t->m, t->state, v->words + v->starts[i], v->starts[i + 1] - v->starts[i], &way);
}

/* A move is drawn; where both ways are tried, it is not made, but one that is listed. As long as there are many more
 * moves than paths were drawn, that is done less and less often. */
static lud_status try_ply(trial *t, const vm_code *code, lud_rng *rng)
{
    const uint32_t *words;
    uint32_t count;
    const uint64_t attempts = vm_attempts(t->m), moves = t->moves;
    const bool listed = t->passed + 1 >= t->stride;
    vm_way way = {.rng = rng};
    lud_status s = vm_sample(t->m, t->state, rng, t->ctx->moves->list, &words, &count, &way.certain);
    const uint64_t drawn = vm_attempts(t->m) - attempts;
    if (s == LUD_OK && !listed)
        s = vm_apply(t->m, t->state, words, count, &way);
    if (listed)
        memcpy(t->state, t->before, t->size);
    if (s == LUD_OK && listed)
        s = make_listed(t, code, false, rng);
    t->passed = listed ? 0 : t->passed + 1;
    t->attempts += listed ? drawn * t->stride : 0;
    const bool clear = drawn > 0 && (listed ? drawn * t->stride * CLEAR <= t->moves - moves : drawn <= 2);
    t->stride = !clear ? 1 : listed && t->stride < STRIDE_MAX ? 2 * t->stride : t->stride;
    return s;
}

static lud_status try_game(trial *t, const vm_code *code, uint64_t number)
{
    lud_rng rng;
    lud_rng_seed(&rng, 1, number);
    vm_sample_reset(t->m);
    lud_status s = lud_start(t->ctx, t->before);
    if (s != LUD_OK)
        return s;
    memcpy(t->state, t->before, t->size);
    for (uint32_t ply = 0; ply < PLIES && vm_effort(t->m) < WORK_MAX && !vm_terminal(code, t->state);) {
        const int role = vm_role(code, t->state);
        if (role != VM_ROLE_KEEPER) {
            memcpy(t->before, t->state, t->size);
            s = role > 0 ? try_ply(t, code, &rng) : make_listed(t, code, true, &rng);
            ply++;
        }
        if (s == LUD_OK)
            s = vm_settle(t->m, t->state);
        if (s != LUD_OK)
            return s;
    }
    return LUD_OK;
}

/* Not less where rules fail: whoever plays then meets that himself. */
static lud_status compare(const lud_game *game, bool *less)
{
    const automaton_model *model = game->machine;
    trial t = {.ctx = lud_context_new(game), .size = game->state_size, .stride = 1};
    t.before = calloc(1, t.size + 1);
    lud_status s = t.ctx && t.before ? LUD_OK : LUD_ERR_MEMORY;
    *less = false;
    if (s == LUD_OK) {
        ((automaton_runner *)t.ctx->runner)->native = true; /* so that it stays with the interpreter */
        t.m = automaton_vm(t.ctx);
        t.state = vm_state(t.m);
        for (uint64_t i = 0; s == LUD_OK && i < GAMES && vm_effort(t.m) < WORK_MAX; i++)
            s = try_game(&t, model->code, i);
        *less = s == LUD_OK && t.attempts > t.moves;
    }
    lud_context_free(t.ctx);
    free(t.before);
    return s == LUD_ERR_MEMORY ? s : LUD_OK;
}

static bool draws_anywhere(const vm_code *code)
{
    for (ir_node n = 0; n < code->g->nodes.count; n++)
        if (code->decisions[n].drawn)
            return true;
    return false;
}

lud_status automaton_choose_drawing(lud_context *ctx)
{
    automaton_model *model = ctx->game->machine;
    int lists = atomic_load_explicit(&model->lists, memory_order_relaxed);
    if (!lists) {
        bool less = false;
        lud_status s = LUD_OK;
        if (!model->ir->simultaneous && draws_anywhere(model->code))
            s = compare(ctx->game, &less);
        if (s != LUD_OK)
            return s;
        lists = less ? 1 : -1;
        if (!control_stopped(ctx->game->control)) /* whoever comes at the same time finds the same */
            atomic_store_explicit(&model->lists, lists, memory_order_relaxed);
    }
    vm_prefer_lists(automaton_vm(ctx), lists > 0);
    return LUD_OK;
}
