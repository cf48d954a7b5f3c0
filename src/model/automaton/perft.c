/* Perft on automata. */
#include "model/automaton/automaton.h"

#include "base/map.h"
#include "base/room.h"

#include <stdlib.h>
#include <string.h>

/* States that follow from one, kept in one growing block. */
typedef struct state_list {
    unsigned char *bytes;
    uint32_t count, capacity;
    uint32_t *table; /* number + 1, by the hash of the position; when each is kept once */
    uint32_t table_size;
    size_t size, compared; /* bytes a state; leading bytes that make up the position */
    uint64_t most;
    bool distinct; /* keep each position once */
    lud_status status;
} state_list;

/* A position whose moves, or whose outcomes, are gone through. */
typedef struct frame {
    bool decision; /* by a player or by chance: below it another stretch of the keeper begins */
    bool last;     /* of those who decide at once */
    bool listed;   /* `moves` are made in `state`, or else `states` follow */
    vm_moves moves;
    state_list states;
    unsigned char *state, *child;
    bool certain, plain; /* of the moves: they have one path, those met once have */
    uint32_t next, count;
    uint32_t below;        /* level of what follows */
    uint64_t run, stretch; /* of the keeper, above here */
} frame;

typedef struct perft {
    lud_context *ctx;
    vm *m;
    const vm_code *code;
    bool duplicates, split;
    uint32_t depth;
    uint64_t *counts;
    VEC(frame *) frames;
    arena arena;
    lud_status status;
    uint64_t run, stretch; /* the keeper's steps since the last decision: on this path, on all */
    const lud_perft_options *options;
} perft;

static frame *frame_at(perft *p, uint32_t number)
{
    while (p->frames.count <= number) {
        frame *f = ARENA_NEW(&p->arena, frame);
        f->state = arena_alloc(&p->arena, p->ctx->game->state_size);
        f->child = arena_alloc(&p->arena, p->ctx->game->state_size);
        f->states.size = p->ctx->game->state_size;
        f->states.compared = p->code->layout.variables_end;
        f->states.most = p->ctx->game->limits.max_states;
        vec_push(&p->arena, &p->frames, f);
    }
    return vec_at(&p->frames, number);
}

/* ---- lists of states ---- */

static bool add_state(state_list *l, const void *state)
{
    if (l->count >= l->most) {
        l->status = LUD_LIMIT_STATES;
        return false;
    }
    if (l->count == l->capacity) {
        uint32_t capacity = l->capacity ? l->capacity * 2 : 16;
        if (!ROOM_OF(l->bytes, capacity * l->size)) {
            l->status = LUD_ERR_MEMORY;
            return false;
        }
        l->capacity = capacity;
    }
    memcpy(l->bytes + l->count++ * l->size, state, l->size);
    return true;
}

/* Where the position is in the table, or would be. */
static uint32_t *place_of(const state_list *l, const unsigned char *state)
{
    uint32_t at = (uint32_t)hash_bytes(state, l->compared, 0) & (l->table_size - 1);
    while (l->table[at] && memcmp(l->bytes + (l->table[at] - 1) * l->size, state, l->compared) != 0)
        at = (at + 1) & (l->table_size - 1);
    return &l->table[at];
}

static bool make_table(state_list *l)
{
    if (2 * (l->count + 1) <= l->table_size)
        return true;
    uint32_t size = l->table_size ? 2 * l->table_size : 64;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    free(l->table);
    l->table = table;
    l->table_size = size;
    for (uint32_t i = 0; i < l->count; i++)
        *place_of(l, l->bytes + i * l->size) = i + 1;
    return true;
}

static void clear_states(state_list *l, bool distinct)
{
    l->count = 0;
    l->status = LUD_OK;
    l->distinct = distinct;
    if (l->table)
        memset(l->table, 0, l->table_size * sizeof *l->table);
}

static bool collect(void *user, const void *state, const uint32_t *words, uint32_t count)
{
    state_list *l = user;
    (void)words;
    (void)count;
    if (!l->distinct)
        return add_state(l, state);
    if (!make_table(l)) {
        l->status = LUD_ERR_MEMORY;
        return false;
    }
    uint32_t *place = place_of(l, state);
    if (*place)
        return true;
    if (!add_state(l, state))
        return false;
    *place = l->count;
    return true;
}

/* ---- the search ---- */

/* The reference has no leaves below a state that is stuck. */
static bool unless_stuck(perft *p)
{
    if (p->status == LUD_ERR_STUCK)
        p->status = LUD_OK;
    return p->status == LUD_OK;
}

static bool fails(perft *p, lud_status status)
{
    p->status = status;
    return status != LUD_OK;
}

/* Steps of the keeper count for nothing, and may go on for ever or branch without end. */
static bool count_step(perft *p)
{
    const lud_limits *l = &p->ctx->game->limits;
    return !fails(p, ++p->run > l->max_plies        ? LUD_LIMIT_PLIES
                     : ++p->stretch > l->max_states ? LUD_LIMIT_STATES
                                                    : LUD_OK);
}

/* Takes the keeper's steps where there is one way only, in f->state. NULL: nothing follows, or a
 * failure. */
static const void *settle(perft *p, frame *f, const void *state)
{
    for (;;) {
        if (vm_terminal(p->code, state) || fails(p, machine_stopped(p->ctx) ? LUD_INTERRUPTED : LUD_OK))
            return NULL;
        automaton_worked(p->ctx, 1);
        p->m = automaton_vm(p->ctx);
        int role = vm_role(p->code, state);
        const plan_decision *d = &p->code->decisions[vm_node(state)];
        if (role == VM_ROLE_NONE || !d->is || (role == VM_ROLE_KEEPER && !count_step(p)))
            return NULL;
        if (role != VM_ROLE_KEEPER || !d->deterministic)
            return state;
        if (state != f->state)
            memcpy(f->state, state, p->ctx->game->state_size);
        state = f->state;
        p->status = vm_step(p->m, f->state);
        if (p->status != LUD_OK) {
            unless_stuck(p);
            return NULL;
        }
    }
}

static void open_states(perft *p, frame *f, const void *state, int role)
{
    clear_states(&f->states, role == 0 || (role == VM_ROLE_KEEPER && !p->duplicates));
    p->status = vm_successors(p->m, state, collect, &f->states);
    if (f->states.status != LUD_OK)
        p->status = f->states.status;
    f->listed = false;
    f->count = f->states.count;
}

static void open_moves(perft *p, frame *f, const void *state, const plan_decision *d)
{
    f->listed = true;
    f->certain = d->single;
    f->plain = d->plain;
    f->count = 0;
    if (f->below == p->depth && !p->split) {
        uint64_t count;
        p->status = vm_count(p->m, state, false, &f->moves, &count);
        p->counts[p->depth] += count;
        unless_stuck(p);
        return;
    }
    p->status = vm_list(p->m, state, false, &f->moves);
    if (p->status == LUD_OK) {
        f->count = f->moves.count;
        if (f->last && !p->split)
            p->counts[f->below] += f->count;
        if (state != f->state)
            memcpy(f->state, state, p->ctx->game->state_size);
    }
    unless_stuck(p);
}

/* Steps of the keeper are free; where there are several, all are followed, as the reference does.
 * True when there is something to go through below. */
static bool open_position(perft *p, frame *f, const void *state, uint32_t level)
{
    state = settle(p, f, state);
    if (!state)
        return false;
    int role = vm_role(p->code, state);
    const plan_decision *d = &p->code->decisions[vm_node(state)];
    f->decision = role != VM_ROLE_KEEPER;
    f->last = f->decision && !automaton_goes_on(p->code, state);
    f->below = level + f->last;
    f->next = 0;
    f->run = p->run;
    f->stretch = p->stretch;
    if (!f->decision || role == 0 || (p->duplicates && !d->single)) {
        open_states(p, f, state, role);
        if (p->status == LUD_OK && f->last && !p->split)
            p->counts[f->below] += f->count;
    } else {
        open_moves(p, f, state, d);
    }
    return p->status == LUD_OK && (f->below < p->depth || p->split) && f->count > 0;
}

/* The next state below; NULL when making the move failed. */
static const void *next_state(perft *p, frame *f)
{
    uint32_t i = f->next++;
    p->run = f->decision ? 0 : f->run;
    if (f->decision)
        p->stretch = 0;
    if (!f->listed)
        return f->states.bytes + i * f->states.size;
    const vm_moves *v = &f->moves;
    vm_way way = {.certain = f->certain || (f->plain && v->weights[i] == 1)};
    memcpy(f->child, f->state, p->ctx->game->state_size);
    p->status = vm_apply(p->m, f->child, v->words + v->starts[i], v->starts[i + 1] - v->starts[i], &way);
    return p->status == LUD_OK ? f->child : NULL;
}

/* Counts below a state at `level`, in frames from `base` on. */
static bool search(perft *p, const void *state, uint32_t level, uint32_t base)
{
    uint32_t open = base;
    p->run = p->stretch = 0;
    open += open_position(p, frame_at(p, base), state, level);
    while (open > base && p->status == LUD_OK) {
        frame *f = frame_at(p, open - 1);
        if (f->next == f->count) {
            if (f->decision)
                p->stretch = f->stretch;
            open--;
            continue;
        }
        const void *next = next_state(p, f);
        uint32_t to = f->below;
        if (next && p->split && f->last) { /* whole moves count, once they are made */
            const bool partial = automaton_partial(p->code, next);
            to -= partial;
            p->counts[to] += !partial;
        }
        if (next && to < p->depth)
            open += open_position(p, frame_at(p, open), next, to);
    }
    return p->status == LUD_OK;
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
    return add_state(&b->states, state);
}

static uint64_t leaves_below(perft *p, const void *state)
{
    bool made =
        !(p->code->g->simultaneous && p->code->decisions[vm_node(state)].follows) && !automaton_partial(p->code, state);
    memset(p->counts, 0, sizeof *p->counts * (p->depth + 1));
    p->counts[made] = 1;
    if (p->depth > made)
        search(p, state, made, 1);
    return p->counts[p->depth];
}

/* Below the move that was made to `state`: of those who decide at once, the next one has his first. */
static bool divide(perft *p, const void *state, const char *before);

static bool tell(perft *p, const void *state, const char *text, bool more, uint64_t leaves)
{
    if (more)
        return divide(p, state, text);
    p->options->divide(p->options->user, text, leaves);
    return true;
}

/* Leaves below each first move, counted on the side. Chance outcomes with equal results are
 * listed one by one. With duplicates every path counts, else one way of each move; those who decide at once have them
 * together then. */
static bool divide(perft *p, const void *state, const char *before)
{
    const lud_game *game = p->ctx->game;
    vm_moves v = {0};
    branch_list b = {.p = p, .moves = &v, .states = {.size = game->state_size, .most = UINT32_MAX}};
    uint64_t *all = p->counts, *sums;
    bool together = automaton_goes_on(p->code, state) && !p->duplicates, more = true;
    unsigned char *next = arena_alloc(&p->arena, game->state_size);
    p->status = vm_list(p->m, state, p->duplicates, &v);
    p->counts = ARENA_ARRAY(&p->arena, uint64_t, p->depth + 1);
    sums = ARENA_ARRAY(&p->arena, uint64_t, v.count + 1);
    if (p->status == LUD_OK && p->duplicates) {
        p->status = vm_successors(p->m, state, add_branch, &b);
        if (b.states.status != LUD_OK)
            p->status = b.states.status;
        for (uint32_t i = 0; i < b.numbers.count && p->status == LUD_OK; i++)
            sums[vec_at(&b.numbers, i)] += leaves_below(p, b.states.bytes + i * game->state_size);
    }
    for (uint32_t i = 0; p->status == LUD_OK && more && i < v.count; i++) {
        lud_move move = {v.words + v.starts[i], v.starts[i + 1] - v.starts[i], v.weights[i]};
        size_t length = lud_move_text(game, move, NULL, 0);
        char *text = arena_alloc(&p->arena, length + 1);
        bool on = together; /* the move goes on */
        lud_move_text(game, move, text, length + 1);
        if (*before)
            text = arena_printf(&p->arena, p->split ? "%s %s" : "%s | %s", before, text);
        if (!p->duplicates) {
            memcpy(next, state, game->state_size);
            p->status = vm_apply(p->m, next, move.words, move.count, NULL);
            on = together || automaton_partial(p->code, next);
            if (p->status == LUD_OK && !on)
                sums[i] = leaves_below(p, next);
        }
        if (p->status != LUD_OK || !tell(p, next, text, on, sums[i]))
            break;
        if (p->options->progress && !*before)
            more = p->options->progress(p->options->user, i + 1, v.count);
    }
    p->counts = all;
    vm_moves_done(&v);
    free(b.states.bytes);
    return unless_stuck(p);
}

static lud_status perft_from(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                             uint64_t *counts)
{
    perft p = {.ctx = ctx,
               .m = automaton_vm(ctx),
               .code = automaton_of(ctx->game)->code,
               .duplicates = options->count_duplicates,
               .split = automaton_of(ctx->game)->code->g->partial != IR_NONE,
               .depth = depth,
               .counts = counts,
               .options = options,
               .status = LUD_OK};
    perft *volatile q = &p; /* lives through the jump */
    arena_init(&p.arena, 0);
    jmp_buf failure;
    p.arena.on_failure = &failure;
    if (setjmp(failure)) {
        q->status = LUD_ERR_MEMORY;
    } else {
        if (search(&p, state, 0, 1) && options->divide)
            divide(&p, state, "");
    }
    for (uint32_t i = 0; i < q->frames.count; i++) {
        vm_moves_done(&vec_at(&q->frames, i)->moves);
        free(vec_at(&q->frames, i)->states.bytes);
        free(vec_at(&q->frames, i)->states.table);
    }
    arena_done(&q->arena);
    return q->status;
}

lud_status automaton_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                           uint64_t *counts)
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
