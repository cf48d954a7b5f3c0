#include "model/lanes.h"

#include "native/emit_network.h"

#include <stdlib.h>

enum { FACT_WORDS_MAX = 1024 }; /* facts of a state on the stack */

bool lanes_open(lanes_model *m, lud_backend choice, uint64_t start, lud_game *game, arena *a)
{
    m->backend.start = start;
    if (choice == LUD_BACKEND_NATIVE || choice == LUD_BACKEND_AUTO)
        m->backend.unit = native_network_unit(m->net, m->schedule, a, &m->backend.no_unit);
    if (!backend_open(&m->backend, choice, game))
        return false;
    if (start == 0 && choice == LUD_BACKEND_AUTO)
        backend_worked(&m->backend, 0); /* it is known to be wanted */
    return true;
}

void lanes_close(lanes_model *m)
{
    backend_close(&m->backend);
    if (m->module_open)
        native_engine->close(m->module);
    m->module_open = false;
}

slices *lanes_slices(const lanes_model *m)
{
    slices *x = slices_new(m->net, m->schedule);
    if (x && m->idle && m->net->random != LOGIC_NONE)
        slices_idle(x, m->idle[m->net->random]);
    return x;
}

/* The parts as functions of a module; NULL: there is no engine, or it does not take the network. */
static module_part *const *module_parts(lanes_model *m)
{
    if (!native_engine)
        return NULL;
    if (!m->module_tried) {
        native_module module = native_network_module(m->net, m->schedule);
        m->module_tried = true;
        m->module_open = module.bytes && native_engine->open(&module, m->module);
        free(module.bytes);
    }
    return m->module_open ? m->module : NULL;
}

void lanes_use(lanes_model *m, slices *x)
{
    const native_game *compiled = backend_functions(&m->backend);
    slices_use(x, compiled ? compiled->parts : module_parts(m));
}

typedef struct relay {
    const lanes_model *m;
    const lud_game *game;
    playout_done done;
    void *user;
    uint64_t plies;
} relay;

static void one_done(void *user, uint32_t from, slice_end end, uint32_t plies, uint32_t chance, const uint32_t *goals)
{
    static const lud_status statuses[] = {
        [SLICE_OVER] = LUD_OK, [SLICE_STUCK] = LUD_ERR_STUCK, [SLICE_LONG] = LUD_LIMIT_PLIES};
    relay *x = user;
    const uint32_t roles = x->game->roles;
    double scores[64] = {0};
    lud_playout_result result = {.plies = plies, .turns = x->m->idle ? plies - chance : plies * roles};
    for (uint32_t i = 1; i <= roles && end == SLICE_OVER; i++)
        scores[i - 1] = x->m->meaning->score(x->game, goals[x->m->net_role[i]]);
    x->plies += plies;
    x->done(x->user, from, statuses[end], &result, scores);
}

bool lud_network_ready(const lud_game *game, uint64_t playouts) { return lanes_for(game, playouts, NULL) != NULL; }

lanes_model *lanes_for(const lud_game *game, uint64_t playouts, const lud_playout_options *options)
{
    const bool plain = options && (options->enumerate || options->count_duplicates);
    return plain || !game->ops->lanes || game->network == LUD_NETWORK_NEVER ? NULL : game->ops->lanes(game, playouts);
}

/* The facts of all positions; false: the network does not know one of them. */
static bool read_facts(const lanes_model *m, const lud_game *game, const void *const *states, uint32_t positions,
                       uint64_t *facts)
{
    for (uint32_t i = 0; i < positions; i++)
        if (!m->meaning->facts(game, states[i], facts + (size_t)i * m->fact_words))
            return false;
    return true;
}

lud_status lanes_playouts(lud_context *ctx, lanes_model *m, const void *const *states, uint32_t positions, lud_rng *rng,
                          uint64_t count, playout_done done, void *user)
{
    const lud_game *game = ctx->game;
    const size_t words = (size_t)positions * m->fact_words;
    uint64_t few[FACT_WORDS_MAX], *facts = words <= FACT_WORDS_MAX ? few : malloc(words * sizeof *facts);
    relay r = {m, game, done, user, 0};
    if (!ctx->slices)
        ctx->slices = lanes_slices(m);
    if (!facts || !ctx->slices) {
        if (facts != few)
            free(facts);
        return LUD_ERR_MEMORY;
    }
    lud_status status = LUD_ERR_ARGUMENT;
    if (read_facts(m, game, states, positions, facts)) {
        lanes_use(m, ctx->slices);
        bool played = slices_play(ctx->slices, (slice_from){facts, positions}, lud_rng_next(rng), count,
                                  game->limits.max_plies, game->control, one_done, &r);
        if (!backend_functions(&m->backend))
            backend_worked(&m->backend, r.plies);
        ctx->said = m->stuck;
        status = played ? LUD_OK : LUD_INTERRUPTED;
    }
    if (facts != few)
        free(facts);
    return status;
}
