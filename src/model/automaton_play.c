/* Playouts and perft on automata. */
#include "model/automaton.h"

#include "automaton/compiled.h"
#include "base/rng.h"

#include <stdlib.h>
#include <string.h>

/* A move drawn with probability proportional to its weight. */
static uint32_t draw(const vm_moves *v, lud_rng *rng)
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
static lud_status play_ply(lud_context *ctx, vm *m, void *state, lud_rng *rng,
                           const lud_playout_options *options, native_playout *y)
{
    const vm_code *code = automaton_of(ctx->game)->code;
    vm_moves *v = ctx->moves->list;
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
        const vm_decision *d = &code->decisions[vm_node(state)];
        s = vm_list(m, state, exact, v);
        if (s != LUD_OK)
            return s;
        uint32_t i = draw(v, rng);
        words = v->words + v->starts[i];
        count = v->starts[i + 1] - v->starts[i];
        way.certain = d->single || (d->plain && v->weights[i] == 1);
        if (!chance)
            count_choices(y, options->count_duplicates ? v->total : v->count);
    }
    y->moved = 1;
    y->turn = !chance;
    if (options->watch) {
        lud_move joint[64];
        int role = vm_role(code, state);
        joint[role] = (lud_move){words, count, 0};
        options->watch(options->user, UINT64_C(1) << role, joint);
    }
    return vm_apply(m, state, words, count, &way);
}

lud_status automaton_draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng,
                          lud_move *move)
{
    vm *m = automaton_vm(ctx);
    vm_moves *v = ctx->moves->list;
    bool certain;
    automaton_worked(ctx, 1);
    vm_sample_reset(m); /* what was drawn before must not matter */
    if (role > 0)
        return vm_sample(m, state, rng, v, &move->words, &move->count, &certain);
    lud_status s = vm_list(m, state, true, v);
    if (s != LUD_OK)
        return s;
    uint32_t i = draw(v, rng);
    *move = (lud_move){v->words + v->starts[i], v->starts[i + 1] - v->starts[i], v->weights[i]};
    return LUD_OK;
}

/* Plays on in the interpreter's own copy of the state. */
static lud_status play_out(lud_context *ctx, void *state, lud_rng *rng,
                           const lud_playout_options *options, native_playout *y)
{
    const lud_game *game = ctx->game;
    const vm_code *code = automaton_of(game)->code;
    vm *m = automaton_vm(ctx);
    vm_sample_reset(m);
    while (!vm_terminal(code, state)) {
        if (!options->count_duplicates && !options->watch && vm_play(m, ctx->moves->list, rng, y))
            break;
        lud_status s = LUD_OK;
        if (vm_role(code, state) != VM_ROLE_KEEPER) {
            if (y->plies >= game->limits.max_plies)
                return LUD_LIMIT_PLIES;
            s = play_ply(ctx, m, state, rng, options, y);
        }
        if (s == LUD_OK)
            s = vm_settle(m, state);
        if (s != LUD_OK)
            return s;
        y->plies += (uint64_t)y->moved;
        y->turns += (uint64_t)(y->moved && y->turn);
        y->moved = 0;
        y->steps = 0;
    }
    return LUD_OK;
}

lud_status automaton_playout(lud_context *ctx, void *state, lud_rng *rng,
                             const lud_playout_options *options, lud_playout_result *result)
{
    size_t size = ctx->game->state_size;
    void *own = vm_state(automaton_vm(ctx));
    memcpy(own, state, size);
    native_playout y = {.enumerate = options->enumerate};
    lud_status s = play_out(ctx, own, rng, options, &y);
    automaton_worked(ctx, (uint32_t)y.plies);
    *result = (lud_playout_result){
        .plies = (uint32_t)y.plies, .turns = (uint32_t)y.turns, .choices = y.choices,
        .choices_squared = y.choices_squared, .choices_min = y.choices_min, .choices_max = y.choices_max};
    if (s == LUD_OK || s == LUD_LIMIT_PLIES) /* after other faults the copy is of no use */
        memcpy(state, own, size);
    return s;
}

/* ---- perft ---- */

/* States that follow from one, kept in one growing block. */
typedef struct state_list {
    unsigned char *bytes;
    uint32_t count, capacity;
    size_t size, compared; /* bytes a state; leading bytes that make up the position */
    bool distinct;         /* keep each position once */
    bool failed;
} state_list;

/* What one level of the recursion holds. */
typedef struct frame {
    vm_moves moves;
    state_list states;
    unsigned char *state;
} frame;

typedef struct perft {
    lud_context *ctx;
    vm *m;
    const vm_code *code;
    bool duplicates;
    uint32_t depth;
    uint64_t *counts;
    VEC(frame *) frames;
    arena arena;
    lud_status status;
    const lud_perft_options *options;
} perft;

static frame *frame_at(perft *p, uint32_t nesting)
{
    while (p->frames.count <= nesting) {
        frame *f = ARENA_NEW(&p->arena, frame);
        f->state = arena_alloc(&p->arena, p->ctx->game->state_size);
        f->states.size = p->ctx->game->state_size;
        f->states.compared = p->code->layout.variables_end;
        vec_push(&p->arena, &p->frames, f);
    }
    return p->frames.data[nesting];
}

static bool add_state(state_list *l, const void *state)
{
    if (l->count == l->capacity) {
        uint32_t capacity = l->capacity ? l->capacity * 2 : 16;
        unsigned char *bytes = realloc(l->bytes, capacity * l->size);
        if (!bytes)
            return false;
        l->bytes = bytes;
        l->capacity = capacity;
    }
    memcpy(l->bytes + l->count++ * l->size, state, l->size);
    return true;
}

/* Linear search: chance has few outcomes. */
static bool collect(void *user, const void *state, const uint32_t *words, uint32_t count)
{
    state_list *l = user;
    (void)words;
    (void)count;
    for (uint32_t i = 0; l->distinct && i < l->count; i++)
        if (memcmp(l->bytes + i * l->size, state, l->compared) == 0)
            return true;
    if (add_state(l, state))
        return true;
    l->failed = true;
    return false;
}

static bool search(perft *p, const void *state, uint32_t level, uint32_t nesting);

/* Goes on below each of the states that the paths from here lead to. */
static bool search_states(perft *p, const void *state, uint32_t level, uint32_t nesting, int role)
{
    state_list *l = &frame_at(p, nesting)->states;
    uint32_t below = role == VM_ROLE_KEEPER ? level : level + 1;
    l->count = 0;
    l->distinct = role == 0 || (role == VM_ROLE_KEEPER && !p->duplicates);
    p->status = vm_successors(p->m, state, collect, l);
    if (l->failed)
        p->status = LUD_ERR_MEMORY;
    if (p->status != LUD_OK)
        return false;
    if (below != level)
        p->counts[below] += l->count;
    for (uint32_t i = 0; below < p->depth && i < l->count; i++)
        if (!search(p, l->bytes + i * l->size, below, nesting + 1))
            return false;
    return true;
}

/* The reference has no leaves below a state that is stuck. */
static bool unless_stuck(perft *p)
{
    if (p->status == LUD_ERR_STUCK)
        p->status = LUD_OK;
    return p->status == LUD_OK;
}

static bool search_keeper(perft *p, const void *state, uint32_t level, uint32_t nesting)
{
    if (nesting > p->ctx->game->limits.max_plies)
        return p->status = LUD_LIMIT_PLIES, false;
    if (!p->code->decisions[vm_node(state)].deterministic)
        return search_states(p, state, level, nesting, VM_ROLE_KEEPER);
    unsigned char *next = frame_at(p, nesting)->state;
    memcpy(next, state, p->ctx->game->state_size);
    p->status = vm_step(p->m, next);
    if (p->status != LUD_OK)
        return unless_stuck(p);
    return search(p, next, level, nesting + 1);
}

/* Counts below a state at `level`. Steps of the keeper are free; where there are several, all
 * are followed, as the reference does. */
static bool search(perft *p, const void *state, uint32_t level, uint32_t nesting)
{
    if (vm_terminal(p->code, state))
        return true;
    automaton_worked(p->ctx, 1);
    p->m = automaton_vm(p->ctx);
    int role = vm_role(p->code, state);
    const vm_decision *d = &p->code->decisions[vm_node(state)];
    if (role == VM_ROLE_NONE || !d->is)
        return true;
    if (role == VM_ROLE_KEEPER)
        return search_keeper(p, state, level, nesting);
    if (role == 0 || (p->duplicates && !d->single))
        return search_states(p, state, level, nesting, role);
    frame *f = frame_at(p, nesting);
    if (level + 1 == p->depth) {
        uint64_t count;
        p->status = vm_count(p->m, state, false, &f->moves, &count);
        p->counts[p->depth] += count;
        return unless_stuck(p);
    }
    p->status = vm_list(p->m, state, false, &f->moves);
    if (p->status != LUD_OK)
        return unless_stuck(p);
    const vm_moves *v = &f->moves;
    p->counts[level + 1] += v->count;
    for (uint32_t i = 0; i < v->count; i++) {
        vm_way way = {.certain = d->single || (d->plain && v->weights[i] == 1)};
        memcpy(f->state, state, p->ctx->game->state_size);
        p->status = vm_apply(p->m, f->state, v->words + v->starts[i],
                             v->starts[i + 1] - v->starts[i], &way);
        if (p->status != LUD_OK || !search(p, f->state, level + 1, nesting + 1))
            return false;
    }
    return true;
}

/* What a first move leads to: number of the move, and the state after it. */
typedef struct branch_list {
    perft *p;
    const vm_moves *moves;
    state_list states;
    VEC(uint32_t) numbers;
} branch_list;

static bool add_branch(void *user, const void *state, const uint32_t *words, uint32_t count)
{
    branch_list *b = user;
    const vm_moves *v = b->moves;
    uint32_t i = 0;
    while (i < v->count && (v->starts[i + 1] - v->starts[i] != count ||
                            (count && memcmp(v->words + v->starts[i], words, count * 4) != 0)))
        i++;
    vec_push(&b->p->arena, &b->numbers, i);
    b->states.failed = !add_state(&b->states, state);
    return !b->states.failed;
}

static uint64_t leaves_below(perft *p, const void *state)
{
    memset(p->counts, 0, sizeof *p->counts * (p->depth + 1));
    p->counts[1] = 1;
    if (p->depth > 1)
        search(p, state, 1, 1);
    return p->counts[p->depth];
}

/* Leaves below each first move, counted on the side. Chance outcomes with equal results are
 * listed one by one. With duplicates every path counts, else one way of each move. */
static bool divide(perft *p, const void *state)
{
    const lud_game *game = p->ctx->game;
    vm_moves v = {0};
    branch_list b = {.p = p, .moves = &v, .states = {.size = game->state_size}};
    uint64_t *all = p->counts, *sums;
    p->status = vm_list(p->m, state, p->duplicates, &v);
    p->counts = ARENA_ARRAY(&p->arena, uint64_t, p->depth + 1);
    sums = ARENA_ARRAY(&p->arena, uint64_t, v.count + 1);
    if (p->status == LUD_OK && p->duplicates) {
        p->status = vm_successors(p->m, state, add_branch, &b);
        if (b.states.failed)
            p->status = LUD_ERR_MEMORY;
        for (uint32_t i = 0; i < b.numbers.count && p->status == LUD_OK; i++)
            sums[b.numbers.data[i]] += leaves_below(p, b.states.bytes + i * game->state_size);
    }
    bool more = true;
    for (uint32_t i = 0; p->status == LUD_OK && more && i < v.count; i++) {
        lud_move move = {v.words + v.starts[i], v.starts[i + 1] - v.starts[i], v.weights[i]};
        size_t length = lud_move_text(game, move, NULL, 0);
        char *text = arena_alloc(&p->arena, length + 1);
        lud_move_text(game, move, text, length + 1);
        if (!p->duplicates) {
            unsigned char *next = frame_at(p, 0)->state;
            memcpy(next, state, game->state_size);
            p->status = vm_apply(p->m, next, move.words, move.count, NULL);
            if (p->status == LUD_OK)
                sums[i] = leaves_below(p, next);
        }
        if (p->status != LUD_OK)
            break;
        p->options->divide(p->options->user, text, sums[i]);
        if (p->options->progress)
            more = p->options->progress(p->options->user, i + 1, v.count);
    }
    p->counts = all;
    vm_moves_done(&v);
    free(b.states.bytes);
    return unless_stuck(p);
}

static lud_status perft_from(lud_context *ctx, const void *state, uint32_t depth,
                             const lud_perft_options *options, uint64_t *counts)
{
    perft p = {.ctx = ctx, .m = automaton_vm(ctx), .code = automaton_of(ctx->game)->code,
               .duplicates = options->count_duplicates, .depth = depth, .counts = counts,
               .options = options, .status = LUD_OK};
    perft *volatile q = &p; /* lives through the jump */
    arena_init(&p.arena, 0);
    jmp_buf failure;
    p.arena.on_failure = &failure;
    if (setjmp(failure)) {
        q->status = LUD_ERR_MEMORY;
    } else {
        if (search(&p, state, 0, 1) && options->divide)
            divide(&p, state);
    }
    for (uint32_t i = 0; i < q->frames.count; i++) {
        vm_moves_done(&q->frames.data[i]->moves);
        free(q->frames.data[i]->states.bytes);
    }
    arena_done(&q->arena);
    return q->status;
}

lud_status automaton_perft(lud_context *ctx, const void *state, uint32_t depth,
                           const lud_perft_options *options, uint64_t *counts)
{
    counts[0] = 1;
    if (depth == 0)
        return LUD_OK;
    if (state)
        return perft_from(ctx, state, depth, options, counts);
    unsigned char *first = calloc(1, ctx->game->state_size);
    if (!first)
        return LUD_ERR_MEMORY;
    vm_initial(automaton_of(ctx->game)->code, first);
    /* first moves are those of the first who decides */
    lud_status s = options->divide ? vm_settle(automaton_vm(ctx), first) : LUD_OK;
    if (s == LUD_OK)
        s = perft_from(ctx, first, depth, options, counts);
    free(first);
    return s;
}
