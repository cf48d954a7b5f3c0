/* Playouts on automata. */
#include "model/automaton/playouts.h"

#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

uint32_t automaton_draw_listed(const vm_moves *v, lud_rng *rng)
{
    if (v->total == v->count)
        return rng_below(rng, v->count);
    uint64_t at = rng_below(rng, (uint32_t)v->total);
    uint32_t i = 0;
    while (at >= v->weights[i])
        at -= v->weights[i++];
    return i;
}

static void count_choices(native_playout *y, uint64_t choices)
{
    uint32_t n = choices > UINT32_MAX ? UINT32_MAX : (uint32_t)choices;
    y->choices_min = y->choices == 0 || n < y->choices_min ? n : y->choices_min;
    y->choices_max = n > y->choices_max ? n : y->choices_max;
    y->choices += choices;
    y->choices_squared += (double)choices * (double)choices;
}

/* One decision, by a player or by chance. */
static lud_status play_ply(lud_context *ctx, automaton_game *a, const lud_playout_options *options)
{
    const vm_code *code = automaton_of(ctx->game)->code;
    vm *m = a->m;
    vm_moves *v = a->moves;
    void *state = vm_state(m);
    native_playout *y = &a->y;
    lud_rng *rng = a->rng;
    bool chance = vm_role(code, state) == 0;
    const uint32_t *words;
    uint32_t count;
    lud_status s;
    vm_way way = {.rng = rng};
    if (!options->enumerate && !options->count_duplicates && !chance) {
        s = vm_sample(m, state, rng, v, &words, &count, &way.certain);
        if (s != LUD_OK)
            return s;
    } else {
        bool exact = chance || options->count_duplicates;
        const plan_decision *d = &code->decisions[vm_node(state)];
        s = vm_list(m, state, exact, v);
        if (s != LUD_OK)
            return s;
        uint32_t i = automaton_draw_listed(v, rng);
        words = v->words + v->starts[i];
        count = v->starts[i + 1] - v->starts[i];
        way.certain = d->single || (d->plain && v->weights[i] == 1);
        if (!chance)
            count_choices(y, options->count_duplicates ? v->total : v->count);
    }
    y->moved = 1;
    y->turn = !chance;
    if (options->watch) { /* those who decide at once are told of together */
        automaton_runner *r = ctx->runner;
        int role = vm_role(code, state);
        bool more = automaton_goes_on(code, state);
        r->said[role] = (lud_move){words, count, 0};
        r->who |= UINT64_C(1) << role;
        if (more && !automaton_keep(ctx, (uint32_t)role, &r->said[role]))
            return LUD_ERR_MEMORY;
        if (!more)
            options->watch(options->user, r->who, r->said);
        r->who = more ? r->who : 0;
    }
    return vm_apply(m, state, words, count, &way);
}

lud_status automaton_draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move)
{
    vm *m = automaton_vm(ctx);
    vm_moves *v = ctx->moves->list;
    bool certain;
    automaton_worked(ctx, 1);
    lud_status chosen = automaton_choose_drawing(ctx);
    if (chosen != LUD_OK)
        return chosen;
    vm_sample_reset(m); /* what was drawn before must not matter */
    if (role > 0) {
        lud_status drawn = vm_sample(m, automaton_turn(ctx, state, role), rng, v, &move->words, &move->count, &certain);
        bool alone = drawn != LUD_OK || !automaton_of(ctx->game)->ir->simultaneous;
        return alone || automaton_keep(ctx, role, move) ? drawn : LUD_ERR_MEMORY;
    }
    lud_status s = vm_list(m, state, true, v);
    if (s != LUD_OK)
        return s;
    uint32_t i = automaton_draw_listed(v, rng);
    *move = (lud_move){v->words + v->starts[i], v->starts[i + 1] - v->starts[i], v->weights[i]};
    return LUD_OK;
}

lud_status automaton_play_on(lud_context *ctx, automaton_game *a, const lud_playout_options *options)
{
    const lud_game *game = ctx->game;
    const vm_code *code = automaton_of(game)->code;
    native_playout *y = &a->y;
    void *state = vm_state(a->m);
    lud_status s = LUD_OK;
    if (vm_role(code, state) != VM_ROLE_KEEPER) {
        if (y->plies >= game->limits.max_plies)
            return LUD_LIMIT_PLIES;
        s = play_ply(ctx, a, options);
    }
    if (s == LUD_OK)
        s = vm_settle(a->m, state);
    if (s != LUD_OK)
        return s;
    y->plies += (uint64_t)(y->moved && !(code->g->simultaneous && code->decisions[vm_node(state)].follows));
    y->turns += (uint64_t)(y->moved && y->turn);
    y->moved = 0;
    y->steps = 0;
    return LUD_OK;
}

void automaton_begin(automaton_game *a, const void *state, size_t size, const lud_playout_options *options)
{
    memcpy(vm_state(a->m), state, size);
    a->y = (native_playout){.enumerate = options->enumerate};
    vm_sample_reset(a->m);
}

lud_playout_result automaton_result(const automaton_game *a)
{
    const native_playout *y = &a->y;
    return (lud_playout_result){.plies = (uint32_t)y->plies,
                                .turns = (uint32_t)y->turns,
                                .choices = y->choices,
                                .choices_squared = y->choices_squared,
                                .choices_min = y->choices_min,
                                .choices_max = y->choices_max};
}

/* From the machine's own state on. */
static lud_status play_out(lud_context *ctx, automaton_game *a, const lud_playout_options *options)
{
    while (!vm_terminal(automaton_of(ctx->game)->code, vm_state(a->m))) {
        lud_status s = LUD_OK;
        if (machine_stopped(ctx))
            return LUD_INTERRUPTED;
        if (options->count_duplicates || options->watch || !vm_play(a->m, a->moves, a->rng, &a->y))
            s = automaton_play_on(ctx, a, options);
        if (s != LUD_OK)
            return s;
    }
    return LUD_OK;
}

lud_status automaton_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                             lud_playout_result *result)
{
    size_t size = ctx->game->state_size;
    automaton_game a = {.m = automaton_vm(ctx), .moves = ctx->moves->list, .rng = rng};
    automaton_begin(&a, state, size, options);
    ((automaton_runner *)ctx->runner)->who = 0;
    lud_status s = options->enumerate || options->count_duplicates ? LUD_OK : automaton_choose_drawing(ctx);
    if (s == LUD_OK)
        s = play_out(ctx, &a, options);
    automaton_worked(ctx, (uint32_t)a.y.plies);
    *result = automaton_result(&a);
    if (s == LUD_OK || s == LUD_LIMIT_PLIES) /* after other faults the copy is of no use */
        memcpy(state, vm_state(a.m), size);
    return s;
}

/* The keeper's steps behind the move are made where those of the playout are. */
bool automaton_playout_after(lud_context *ctx, const void *from, const lud_move *joint, void *state, lud_rng *rng,
                             lud_playout_result *result, lud_status *status)
{
    const lud_playout_options options = {0};
    const size_t size = ctx->game->state_size;
    automaton_game a = {.m = automaton_vm(ctx), .moves = ctx->moves->list, .rng = rng};
    if (automaton_choose_drawing(ctx) != LUD_OK)
        return false;
    automaton_begin(&a, from, size, &options);
    if (automaton_make(ctx, a.m, vm_state(a.m), joint, 0, NULL) != LUD_OK)
        return false;
    *status = play_out(ctx, &a, &options);
    if (*status != LUD_OK && !(*status == LUD_LIMIT_PLIES && a.y.plies > 0))
        return false;
    automaton_worked(ctx, (uint32_t)a.y.plies + 1);
    *result = automaton_result(&a);
    memcpy(state, vm_state(a.m), size);
    return true;
}
