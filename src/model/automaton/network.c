/* The network of an automaton (src/unroll/), which plays many games side by side. Whether it is used follows from
 * numbers that are the same on every machine and back end, never from a clock: the same seed gives the same games. */
#include "model/automaton/automaton.h"

#include "base/clock.h"
#include "model/lanes.h"
#include "native/emit_network.h"
#include "unroll/unroll.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIAL_GAMES = 64,    /* of the interpreter, to know how much work a game is; */
    TRIAL_FEW = 4,       /* at least so many, */
    TRIAL_WORK = 2000000 /* and no more behind so many instructions */
};
/* Nanoseconds of native code on some machine, from the games of games/ (a factor of two about right): of a ply of the
 * automaton, and for each instruction that the interpreter takes for it; of a step of all lanes, of each value it reads
 * or writes, more where the network is too large to be compiled. */
static const double PLY = 60, INSTRUCTION = 0.3, STEP = 2500, VALUE = 0.5, VALUE_INTERPRETED = 2;
/* Less than that is not worth a compiler: one after the other. So much more for each gate. */
static const double ENOUGH = 3e9, COMPILED = 2.5e5;
/* What is unrolled without being asked for: seconds, at the most. */
static const unroll_limits limits = {.gates = 120000, .moves = 20000, .configurations = 1000000};
static const size_t memory_limit = (size_t)1 << 30;

typedef struct automaton_network {
    pthread_mutex_t lock;
    bool tried, unrolled, opened, tested;
    lanes_model lanes;
    arena arena;     /* of the network and all that belongs to it */
    const char *why; /* it is not used, or NULL */
    unroll_key key;
    unsigned char *start; /* a state: what the network does not know is as at the beginning */
    double work, plies;   /* of a random game: instructions of the interpreter; 0: one ended in a fault */
    double step, ms;      /* step: what one of all lanes takes */
    uint32_t groups;      /* things in the key that hold in a state */
    uint32_t *fact_of;    /* [thing in the key] its fact, or LOGIC_NONE: the network does without */
} automaton_network;

/* ---- states ---- */

static bool says(const unroll_fact *f, const void *state)
{
    const bool here = f->node == IR_NONE || f->node == vm_node(state);
    return here && (f->width == 0 || layout_load((const unsigned char *)state + f->offset, f->width) == f->value);
}

static const automaton_network *network_of(const lud_game *game) { return automaton_of(game)->network; }

/* Of each cell one fact holds, or the state is one that the network was not made for. */
static bool facts_of(const lud_game *game, const void *state, uint64_t *facts)
{
    const automaton_network *m = network_of(game);
    uint32_t held = 0;
    const bool over = vm_node(state) == automaton_of(game)->ir->end;
    for (uint32_t i = 0; i < m->key.constants.count; i++)
        if (!says(&vec_at(&m->key.constants, i), state))
            return false;
    memset(facts, 0, m->lanes.fact_words * sizeof *facts);
    for (uint32_t i = 0; i < m->key.facts.count; i++) {
        const bool holds = says(&vec_at(&m->key.facts, i), state);
        const uint32_t fact = m->fact_of[i];
        if (holds && vec_at(&m->key.facts, i).last && !over)
            return false;
        held += holds;
        if (holds && fact != LOGIC_NONE)
            facts[fact / 64] |= UINT64_C(1) << fact % 64;
    }
    return held == m->groups;
}

static void put(unsigned char *state, const unroll_fact *f)
{
    if (f->node != IR_NONE)
        memcpy(state, &f->node, sizeof f->node);
    if (f->width)
        layout_store(state + f->offset, f->width, f->value);
}

static void state_of(const lud_game *game, const uint64_t *facts, const uint32_t *goals, void *state)
{
    const automaton_network *m = network_of(game);
    (void)goals;
    memcpy(state, m->start, game->state_size);
    for (uint32_t w = 0; w < m->lanes.fact_words; w++)
        for (uint64_t bits = facts[w]; bits; bits &= bits - 1)
            put(state,
                &vec_at(&m->key.facts, vec_at(&m->lanes.net->facts, 64 * w + (uint32_t)__builtin_ctzll(bits)).term));
}

static lud_move move_of(const lud_game *game, uint32_t move)
{
    const automaton_network *m = network_of(game);
    const uint32_t number = vec_at(&m->lanes.net->moves, move).term;
    const unroll_words w = number == LOGIC_NONE ? (unroll_words){NULL, 0} : vec_at(&m->key.moves, number);
    return (lud_move){w.words, w.count, 0};
}

static double score_of(const lud_game *game, uint32_t goal)
{
    const automaton_network *m = network_of(game);
    return goal == LOGIC_NONE ? 0 : vec_at(&m->key.scores, vec_at(&m->lanes.net->goals, goal).term);
}

static const lanes_meaning meaning = {facts_of, state_of, move_of, score_of};

/* ---- making it ---- */

static const char *move_words_text(void *user, const uint32_t *words, uint32_t count, arena *a)
{
    const lud_game *game = user;
    char text[4096];
    game->ops->move_text(game, (lud_move){.words = words, .count = count}, text, sizeof text);
    return arena_strndup(a, text, strlen(text));
}

/* How many facts hold in every state: one of each cell, and where the game is. */
static uint32_t count_groups(const unroll_key *key)
{
    uint32_t groups = 1;
    for (uint32_t i = 0; i < key->facts.count; i++) {
        const unroll_fact *f = &vec_at(&key->facts, i);
        groups += f->node == IR_NONE && (i == 0 || f[-1].node != IR_NONE || f[-1].offset != f->offset);
    }
    return groups;
}

/* Which facts the network has. Cells of which it has some stand at the beginning as when none of these holds. */
static void find_facts(automaton_network *m)
{
    const net_network *n = m->lanes.net;
    const unroll_key *key = &m->key;
    m->fact_of = ARENA_ARRAY(&m->arena, uint32_t, key->facts.count + 1);
    for (uint32_t i = 0; i < key->facts.count; i++)
        m->fact_of[i] = LOGIC_NONE;
    for (uint32_t i = 0; i < n->facts.count; i++)
        m->fact_of[vec_at(&n->facts, i).term] = i;
    for (uint32_t i = 0, end; i < key->facts.count; i = end) {
        const unroll_fact *f = &vec_at(&key->facts, i), *without = NULL;
        bool any = false;
        for (end = i; end < key->facts.count && vec_at(&key->facts, end).node == IR_NONE &&
                      vec_at(&key->facts, end).offset == f->offset;
             end++) {
            any |= m->fact_of[end] != LOGIC_NONE;
            without = m->fact_of[end] == LOGIC_NONE ? &vec_at(&key->facts, end) : without;
        }
        if (f->node != IR_NONE)
            break; /* places come last */
        if (any && without)
            put(m->start, without);
    }
}

static bool name_roles(const lud_game *game, lanes_model *l, arena *a)
{
    const net_network *n = l->net;
    uint32_t *role_of = ARENA_ARRAY(a, uint32_t, n->roles.count + 1),
             *number_of = ARENA_ARRAY(a, uint32_t, game->roles + 1),
             *idle = ARENA_ARRAY(a, uint32_t, n->roles.count + 1);
    for (uint32_t r = 0; r <= game->roles; r++)
        number_of[r] = LOGIC_NONE;
    for (uint32_t i = 0; i < n->roles.count; i++) {
        uint32_t role = game->roles;
        while (role > 0 && (i == n->random || strcmp(game->role_names[role], vec_at(&n->roles, i).name) != 0))
            role--;
        role_of[i] = role;
        number_of[role] = i;
        idle[i] = LOGIC_NONE;
        for (uint32_t m = 0; m < vec_at(&n->roles, i).move_count; m++)
            if (vec_at(&n->moves, vec_at(&n->roles, i).first_move + m).term == LOGIC_NONE)
                idle[i] = vec_at(&n->roles, i).first_move + m;
    }
    bool known = true;
    for (uint32_t r = 1; r <= game->roles; r++)
        known &= number_of[r] != LOGIC_NONE;
    l->role_of = role_of;
    l->net_role = number_of;
    l->idle = idle;
    return known;
}

/* Values that a step of all lanes reads and writes; components several times, about as often as they are long across.
 */
static double values_of(const lanes_model *l)
{
    const net_network *n = l->net;
    double values = 2.0 * n->facts.count;
    for (int part = 0; part < NET_REST; part++)
        for (uint32_t i = 0; i < l->schedule->steps[part].count && part != NET_GOALS; i++) {
            const net_step step = vec_at(&l->schedule->steps[part], i);
            const double rounds = step.end == step.first + 1 ? 1 : 1 + sqrt(step.end - step.first) / 2;
            for (uint32_t g = step.first; g < step.end; g++)
                values += rounds * (1 + vec_at(&n->gates, g).count);
        }
    for (uint32_t r = 0; r < n->roles.count; r++)
        for (uint32_t most = vec_at(&n->roles, r).move_count, i = 0; most >> i; i++)
            values += 2.0 * vec_at(&n->roles, r).move_count;
    return values;
}

static bool unroll(lud_game *game, automaton_network *m, bool wanted)
{
    const automaton_model *model = game->machine;
    const char *why;
    src_span where;
    net_network *n =
        unroll_network(model->ir, move_words_text, game, wanted ? NULL : &limits, &m->key, &m->arena, &why, &where);
    if (!n) {
        m->why = why;
        return false;
    }
    m->groups = count_groups(&m->key);
    m->lanes = (lanes_model){
        .meaning = &meaning,
        .net = n,
        .schedule = net_schedule_make(n, &m->arena),
        .fact_words = (n->facts.count + 63) / 64,
        .stuck = "a random game ends in a fault of the rules; without the network (--network never) it is told where"};
    m->step = values_of(&m->lanes);
    m->start = arena_alloc(&m->arena, game->state_size);
    lud_context *ctx = lud_context_new(game);
    bool started = ctx && lud_start(ctx, m->start) == LUD_OK;
    lud_context_free(ctx);
    m->why = started ? NULL : "it does not begin";
    if (started)
        find_facts(m);
    return started && name_roles(game, &m->lanes, &m->arena);
}

/* Within limits of memory, and so that others may read the game meanwhile. */
static void make(lud_game *game, automaton_network *m, bool wanted)
{
    jmp_buf failure;
    const double before = clock_thread();
    m->tried = true;
    arena_init(&m->arena, memory_limit);
    m->arena.on_failure = game->arena.on_failure = &failure;
    m->arena.control = game->control;
    if (setjmp(failure) == 0)
        m->unrolled = unroll(game, m, wanted);
    else
        m->why = "it needs more memory than the limit";
    m->arena.on_failure = game->arena.on_failure = NULL;
    m->ms = 1e3 * (clock_thread() - before);
}

/* ---- using it ---- */

/* Nanoseconds of a random game. */
static double alone(const automaton_network *m) { return m->plies * PLY + m->work * INSTRUCTION; }
static double together(const automaton_network *m)
{
    const bool compiled = native_network_fits(m->lanes.schedule);
    return m->plies * (STEP + m->step * (compiled ? VALUE : VALUE_INTERPRETED)) / SLICE_LANES;
}
static bool pays(const automaton_network *m, uint64_t playouts)
{
    const double compiling = native_network_fits(m->lanes.schedule) ? COMPILED * m->lanes.net->gates.count : 0;
    return m->plies > 0 && together(m) < alone(m) && alone(m) * (double)playouts >= ENOUGH + compiling;
}

/* What a random game is for the interpreter. */
static void try_games(const lud_game *game, automaton_network *m)
{
    lud_context *ctx = lud_context_new(game);
    unsigned char *state = calloc(1, game->state_size + 1);
    uint32_t games = 0;
    double plies = 0, work = 0;
    bool fine = ctx && state;
    m->tested = true;
    if (fine)
        ((automaton_runner *)ctx->runner)->native = true; /* so that it stays with the interpreter */
    while (fine && games < TRIAL_GAMES && (games < TRIAL_FEW || work < TRIAL_WORK)) {
        lud_rng rng;
        lud_playout_result r;
        lud_rng_seed(&rng, 1, games++);
        fine = lud_start(ctx, state) == LUD_OK && lud_playout(ctx, state, &rng, NULL, &r) == LUD_OK;
        plies += r.plies;
        work = (double)vm_work(automaton_vm(ctx));
    }
    m->work = fine ? work / games : 0;
    m->plies = fine ? plies / games : 0;
    lud_context_free(ctx);
    free(state);
}

lanes_model *automaton_lanes(const lud_game *shared, uint64_t playouts)
{
    lud_game *game = (lud_game *)(uintptr_t)shared;
    automaton_network *m = ((automaton_model *)game->machine)->network;
    const bool wanted = game->network == LUD_NETWORK_ALWAYS;
    bool use = false;
    if (!wanted && playouts < SLICE_LANES)
        return NULL;
    pthread_mutex_lock(&m->lock);
    if (!wanted && !m->tested)
        try_games(game, m);
    const bool enough = wanted || alone(m) * (double)playouts >= ENOUGH;
    if (enough && !m->tried)
        make(game, m, wanted);
    use = enough && m->unrolled && (wanted || pays(m, playouts));
    if (use && !m->opened)
        use = m->opened = m->unrolled = lanes_open(&m->lanes, game->backend, 0, game, &m->arena);
    pthread_mutex_unlock(&m->lock);
    return use ? &m->lanes : NULL;
}

bool automaton_network_open(automaton_model *m, arena *a)
{
    automaton_network *n = ARENA_NEW(a, automaton_network);
    if (pthread_mutex_init(&n->lock, NULL) != 0)
        return false;
    m->network = n;
    return true;
}

void automaton_network_close(automaton_model *m)
{
    if (!m->network)
        return;
    lanes_close(&m->network->lanes);
    if (m->network->tried)
        arena_done(&m->network->arena);
    pthread_mutex_destroy(&m->network->lock);
}

void automaton_network_info(const lud_game *game, lud_info *info)
{
    automaton_network *m = automaton_of(game)->network;
    pthread_mutex_lock(&m->lock);
    const bool wanted = game->network == LUD_NETWORK_ALWAYS;
    info->network = m->unrolled && (wanted || pays(m, UINT64_MAX));
    info->network_note = m->tried && !info->network ? (m->why ? m->why : "games one after the other are faster") : NULL;
    info->network_ms = m->ms;
    pthread_mutex_unlock(&m->lock);
}

const char *automaton_network_text(const lud_game *shared, bool rule_sheet, const char **moves, arena *a,
                                   const char **problem)
{
    lud_game *game = (lud_game *)(uintptr_t)shared;
    automaton_network *m = automaton_of(game)->network;
    const char *why, *text;
    src_span where;
    jmp_buf failure, *const outer = a->root->on_failure;
    pthread_mutex_lock(&m->lock);
    /* plans grow in the arena of the game; whichever of the two fails, the lock is given back */
    a->root->on_failure = game->arena.on_failure = &failure;
    if (setjmp(failure)) {
        a->root->stopped |= game->arena.stopped;
        a->root->limited |= game->arena.limited;
        a->root->on_failure = outer;
        game->arena.on_failure = NULL;
        pthread_mutex_unlock(&m->lock);
        arena_no_memory(a);
    }
    text = unroll_to_text(automaton_of(game)->ir, rule_sheet, move_words_text, game, moves, a, &why, &where);
    if (!text) {
        *problem = arena_printf(a, "this game cannot be written as a network: %s", why);
        *problem = arena_strndup(&game->arena, *problem, strlen(*problem));
    }
    a->root->on_failure = outer;
    game->arena.on_failure = NULL;
    pthread_mutex_unlock(&m->lock);
    return text;
}
