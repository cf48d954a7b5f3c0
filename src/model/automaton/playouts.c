/* Many playouts, several side by side: while one waits for what an instruction finds, the others go on. Each is what it
 * would be alone. */
#include "model/automaton/playouts.h"

#include "base/clock.h"
#include "base/rng.h"

#include <stdlib.h>

/* How many go fastest is measured: where most time goes into waiting two, where into branches that are not foretold
 * one. Each number has some slices of CPU time, in turn, and is known by its best. */
enum { SLICES = 4, SLICE_PLIES = 1 << 15 };
typedef struct tuning {
    uint32_t slice;             /* of all so far */
    uint64_t plies;             /* in this one */
    double since;               /* CPU seconds at its begin */
    double best[VM_BESIDE_MAX]; /* [number - 1] plies a second */
} tuning;

_Static_assert(MACHINE_PORTION + 0 <= NATIVE_SERIES_MAX + 0, "there is room for all results");

typedef struct job {
    lud_context *ctx;
    const void *start;
    const machine_playouts *p;
    automaton_game *games[VM_BESIDE_MAX]; /* under way, in no order; then others */
    uint32_t count, room;                 /* of them; that may be under way at a time */
    uint32_t made;                        /* games there are */
    automaton_game first;
    tuning tuning;
    native_series series; /* of what was handed out and not begun yet */
    uint64_t random[MACHINE_PORTION][4];
    bool more; /* there may be others than those of the series */
} job;

static const vm_code *code_of(const job *j) { return automaton_of(j->ctx->game)->code; }

/* Makes games to be played beside the first; how many there are then. */
static uint32_t make_games(job *j, uint32_t count)
{
    automaton_runner *r = j->ctx->runner;
    for (; j->made < count; j->made++) {
        automaton_game *a = r->beside[j->made - 1];
        if (!a) {
            a = calloc(1, sizeof *a);
            if (a && !(a->m = automaton_vm_beside(j->ctx))) {
                free(a);
                a = NULL;
            }
            if (!a)
                break;
            a->moves = &a->own_moves;
            r->beside[j->made - 1] = a;
        }
        vm_prefer_lists(a->m, atomic_load_explicit(&r->model->lists, memory_order_relaxed) > 0);
        j->games[j->made] = a;
    }
    return j->made < count ? j->made : count;
}

/* How many games may be under way. */
static void choose_room(job *j)
{
    automaton_model *model = j->ctx->game->machine;
    tuning *t = &j->tuning;
    const uint32_t most = vm_beside(automaton_vm(j->ctx));
    uint32_t best = most == 1 ? 1 : atomic_load_explicit(&model->beside, memory_order_relaxed);
    if (best == 0 && t->since > 0 && t->plies < SLICE_PLIES)
        return;
    if (best == 0) {
        const double now = clock_thread(), rate = (double)t->plies / (now - t->since);
        if (t->since > 0 && now > t->since && rate > t->best[j->room - 1])
            t->best[j->room - 1] = rate;
        t->plies = 0;
        t->since = now;
        if (t->slice == SLICES * most) {
            for (uint32_t i = best = 1; i <= most; i++)
                best = t->best[i - 1] > t->best[best - 1] ? i : best;
            atomic_store_explicit(&model->beside, best, memory_order_relaxed);
        } else {
            best = 1 + t->slice++ % most;
        }
    }
    j->room = make_games(j, best);
}

void automaton_drop_beside(automaton_runner *r)
{
    for (uint32_t i = 0; i < VM_BESIDE_MAX - 1; i++)
        if (r->beside[i]) {
            vm_free(r->beside[i]->m);
            vm_moves_done(&r->beside[i]->own_moves);
            free(r->beside[i]);
        }
}

static void end(job *j, uint32_t k, lud_status status)
{
    automaton_game *a = j->games[k];
    const lud_playout_result result = automaton_result(a);
    automaton_worked(j->ctx, (uint32_t)a->y.plies);
    j->tuning.plies += a->y.plies;
    if (status != LUD_OK)
        vm_take_fault(automaton_vm(j->ctx), a->m);
    j->games[k] = j->games[--j->count];
    j->games[j->count] = a;
    j->p->done(j->p->user, a->y.number, status, &result, vm_state(a->m));
}

/* Hands on what compiled functions have played to the end. */
static void end_series(job *j)
{
    const size_t size = j->ctx->game->state_size;
    for (uint32_t i = 0; i < j->series.count; i++) {
        const native_result *r = &j->series.results[i];
        const lud_playout_result result = {(uint32_t)r->plies, (uint32_t)r->turns, r->choices,
                                           r->choices_squared, r->choices_min,     r->choices_max};
        j->tuning.plies += r->plies;
        j->p->done(j->p->user, r->number, LUD_OK, &result, j->series.states + i * size);
    }
    j->series.count = 0;
}

/* Plays the game on until compiled functions may do so; true when it is over, or fails. */
static bool play_on(job *j, automaton_game *a, lud_status *s)
{
    for (*s = LUD_OK;;) {
        if (vm_terminal(code_of(j), vm_state(a->m)))
            return true;
        *s = machine_stopped(j->ctx) ? LUD_INTERRUPTED : automaton_play_on(j->ctx, a, j->p->options);
        if (*s != LUD_OK)
            return true;
        if (!j->p->options->count_duplicates && vm_play_begin(a->m, a->moves, a->rng, &a->y))
            return false;
    }
}

/* Playouts that are to be begun. False: there are none. */
static bool find_more(job *j)
{
    native_series *z = &j->series;
    if (z->next == z->end && j->more) {
        const uint32_t count = j->p->next(j->p->user, &z->next);
        j->more = count > 0;
        z->end = z->next + count;
        for (uint32_t i = 0; i < count; i++) {
            lud_rng rng;
            lud_rng_seed(&rng, j->p->seed, z->end - i - 1);
            memcpy(j->random[i], rng.state, sizeof rng.state);
        }
    }
    return z->next != z->end;
}

/* One more, if there is one. False: there is none. */
static bool begin(job *j)
{
    automaton_game *a = j->games[j->count];
    native_series *z = &j->series;
    lud_status s;
    if (!find_more(j))
        return false;
    automaton_begin(a, j->start, j->ctx->game->state_size, j->p->options);
    a->y.series = z->states ? z : NULL;
    a->y.number = z->next++;
    a->rng = &a->own_rng;
    memcpy(a->rng->state, j->random[z->end - z->next], sizeof a->rng->state);
    j->count++;
    if ((j->p->options->count_duplicates || !vm_play_begin(a->m, a->moves, a->rng, &a->y)) && play_on(j, a, &s))
        end(j, j->count - 1, s);
    return true;
}

void automaton_playouts(lud_context *ctx, const void *start, const machine_playouts *p)
{
    job j = {.ctx = ctx, .start = start, .p = p, .room = 1, .made = 1, .more = true};
    uint64_t number;
    j.first = (automaton_game){.m = automaton_vm(ctx), .moves = ctx->moves->list};
    j.games[0] = &j.first;
    lud_status s = p->options->enumerate || p->options->count_duplicates ? LUD_OK : automaton_choose_drawing(ctx);
    if (s != LUD_OK) {
        if (p->next(p->user, &number))
            p->done(p->user, number, s, &(lud_playout_result){0}, start);
        return;
    }
    j.series =
        (native_series){.start = start, .random = j.random, .states = malloc(MACHINE_PORTION * ctx->game->state_size)};
    for (;;) {
        vm *machines[VM_BESIDE_MAX];
        native_playout *y[VM_BESIDE_MAX];
        choose_room(&j);
        while (j.count < j.room && begin(&j))
            ;
        if (j.count == 0)
            break;
        for (uint32_t i = 0; i < j.count; i++) {
            machines[i] = j.games[i]->m;
            y[i] = &j.games[i]->y;
        }
        const uint32_t k = vm_play_beside(machines, y, j.count);
        end_series(&j);
        if (play_on(&j, j.games[k], &s))
            end(&j, k, s);
    }
    free(j.series.states);
}
