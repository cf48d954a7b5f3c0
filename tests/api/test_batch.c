/* States side by side (lud_batch_*) against the same games one by one: every game of the repository as it is, and some
 * automata on their networks. And random games on networks against those of the automaton. */
#include "contract.h"

#include <math.h>

enum { LANES = 70, WATCHED = 6, STEPS = 8, GAMES_EACH = 3000, SAMPLE_EACH = 5 };

typedef struct watched {
    table *t;
    lud_batch *batch;
    unsigned char *states[WATCHED];
    uint32_t features;
    float *all, *one;
} watched;

static bool in_list(const table *t, lud_move move, lud_move *found)
{
    for (uint32_t i = 0; i < lud_moves_count(t->moves); i++) {
        *found = lud_moves_at(t->moves, i);
        if (found->count == move.count &&
            (!move.count || memcmp(found->words, move.words, move.count * sizeof *move.words) == 0))
            return true;
    }
    return false;
}

/* The bits of a mask are as many moves as the list has, and these. */
static void check_mask(const watched *w, uint32_t lane, uint32_t role)
{
    const uint32_t actions = lud_batch_actions(w->batch, role), words = (actions + 63) / 64;
    uint64_t *masks = calloc((size_t)LANES * words + 1, sizeof *masks);
    uint32_t next = 0;
    lud_batch_masks(w->batch, role, masks);
    for (uint32_t a = 0; a < actions; a++) {
        const lud_move move = lud_batch_action(w->batch, role, a);
        if (!(masks[(size_t)lane * words + a / 64] >> a % 64 & 1)) {
            STATUS(w->t, lud_batch_act(w->batch, lane, role, a), LUD_ERR_ILLEGAL);
            continue;
        }
        TRUE(w->t, lud_batch_move(w->batch, lane, role, next++).words == move.words);
        STATUS(w->t, lud_batch_act(w->batch, lane, role, a), LUD_OK);
    }
    TRUE(w->t, next == lud_batch_count(w->batch, lane, role));
    free(masks);
}

/* Chooses a move of each role that decides in the lane; false where one cannot be listed. */
static bool choose_in(watched *w, uint32_t lane)
{
    table *t = w->t;
    bool chosen = true;
    for (uint64_t left = lud_movers(t->game, t->state); left; left &= left - 1) {
        const uint32_t role = (uint32_t)__builtin_ctzll(left), count = lud_batch_count(w->batch, lane, role);
        lud_move found;
        const bool listed = lud_moves_list(t->ctx, t->state, role, t->moves) == LUD_OK;
        TRUE(t, count == (listed ? lud_moves_count(t->moves) : 0));
        for (uint32_t i = 0; i < count; i++)
            TRUE(t, in_list(t, lud_batch_move(w->batch, lane, role, i), &found));
        STATUS(t, lud_batch_choose(w->batch, lane, role, count), LUD_ERR_ARGUMENT);
        chosen &= count > 0;
        if (count == 0)
            continue;
        if (lud_batch_actions(w->batch, role))
            check_mask(w, lane, role);
        const uint32_t index = lud_rng_below(&t->rng, count);
        STATUS(t, lud_batch_choose(w->batch, lane, role, index), LUD_OK);
        keep_move(t, role, lud_batch_move(w->batch, lane, role, index));
    }
    return chosen;
}

static bool lane_ended(const watched *w, uint32_t lane)
{
    return lud_batch_ended(w->batch)[lane / 64] >> lane % 64 & 1;
}

/* The lane and the state beside it are the same. */
static void compare(watched *w, uint32_t lane, bool features)
{
    table *t = w->t;
    double own[ROLES] = {0}, other[ROLES] = {0};
    const void *state = w->states[lane];
    TRUE(t, lane_ended(w, lane) == lud_terminal(t->game, state));
    TRUE(t, lud_batch_movers(w->batch, lane) == lud_movers(t->game, state));
    if (lud_terminal(t->game, state))
        lud_scores(t->game, state, own);
    lud_batch_scores(w->batch, lane, other);
    for (uint32_t r = 0; r < t->roles; r++)
        TRUE(t, fabs(own[r] - other[r]) < 1e-12);
    lud_batch_state(w->batch, lane, t->copy);
    if (!lud_batch_network(w->batch) || t->s->info.facts)
        TRUE(t, memcmp(t->copy, state, t->size) == 0);
    for (uint32_t role = 1; features && role <= t->roles; role++) {
        lud_batch_features(w->batch, role, w->all);
        lud_features(t->game, t->copy, role, w->one);
        TRUE(t, memcmp(w->all + (size_t)lane * w->features, w->one, w->features * sizeof *w->one) == 0);
    }
}

static void step(watched *w, uint32_t number)
{
    table *t = w->t;
    bool chosen[WATCHED];
    lud_status expected[WATCHED];
    for (uint32_t lane = 0; lane < WATCHED; lane++) {
        uint32_t ways = 1;
        expected[lane] = LUD_OK;
        if (lane_ended(w, lane))
            continue;
        memcpy(t->state, w->states[lane], t->size);
        chosen[lane] = choose_in(w, lane);
        if (chosen[lane])
            expected[lane] = lud_apply_joint_way(t->ctx, w->states[lane], t->joint, 0, &ways);
        chosen[lane] &= ways == 1;
    }
    STATUS(t, lud_batch_step(w->batch), LUD_OK);
    for (uint32_t lane = 0; lane < WATCHED; lane++) {
        if (lud_batch_status(w->batch, lane) != LUD_OK || expected[lane] != LUD_OK) {
            TRUE(t, lane_ended(w, lane) && (!chosen[lane] || expected[lane] == lud_batch_status(w->batch, lane)));
            continue;
        }
        if (!lud_terminal(t->game, w->states[lane]) && !chosen[lane])
            lud_batch_state(w->batch, lane, w->states[lane]);
        compare(w, lane, lane == number % WATCHED);
    }
}

static void restart(watched *w, bool all)
{
    table *t = w->t;
    uint64_t which[(LANES + 63) / 64];
    memcpy(which, lud_batch_ended(w->batch), sizeof which);
    STATUS(t, lud_batch_reset(w->batch, all ? NULL : which, NULL), LUD_OK);
    for (uint32_t lane = 0; lane < WATCHED; lane++)
        if (all || which[lane / 64] >> lane % 64 & 1)
            STATUS(t, lud_start(t->ctx, w->states[lane]), LUD_OK);
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (all || which[lane / 64] >> lane % 64 & 1)
            STATUS(t, lud_batch_status(w->batch, lane), LUD_OK);
}

/* What was played to its end from a state that a batch was set to is the same as from there by a playout. */
static void check_set(watched *w)
{
    table *t = w->t;
    uint64_t one[(LANES + 63) / 64] = {[(LANES - 1) / 64] = UINT64_C(1) << (LANES - 1) % 64};
    lud_batch_state(w->batch, 0, t->state);
    STATUS(t, lud_batch_reset(w->batch, one, t->state), LUD_OK);
    lud_batch_state(w->batch, LANES - 1, t->copy);
    TRUE(t, memcmp(t->copy, t->state, t->size) == 0);
    TRUE(t, lud_batch_movers(w->batch, LANES - 1) == lud_movers(t->game, t->state));
}

static void check_batch(table *t)
{
    watched w = {.t = t, .batch = lud_batch_new(t->game, LANES, 5), .features = lud_feature_count(t->game)};
    TRUE(t, w.batch && lud_batch_lanes(w.batch) == LANES);
    TRUE(t, lud_batch_network(w.batch) || t->s->options.network != LUD_NETWORK_ALWAYS);
    w.all = calloc((size_t)LANES * w.features + 1, sizeof *w.all);
    w.one = calloc(w.features + 1, sizeof *w.one);
    for (uint32_t lane = 0; lane < WATCHED; lane++)
        w.states[lane] = calloc(1, t->size);
    restart(&w, true);
    TRUE(t, lud_batch_movers(w.batch, LANES) == 0 && lud_batch_count(w.batch, 0, ROLES) == 0 &&
                lud_batch_count(w.batch, LANES, 1) == 0);
    TRUE(t, lud_batch_move(w.batch, 0, 1, UINT32_MAX).count == 0 && lud_batch_actions(w.batch, ROLES) == 0);
    STATUS(t, lud_batch_status(w.batch, LANES), LUD_ERR_ARGUMENT);
    STATUS(t, lud_batch_act(w.batch, LANES, 1, 0), LUD_ERR_ARGUMENT);
    for (uint32_t i = 0; i < STEPS; i++) {
        restart(&w, i == STEPS / 2);
        step(&w, i);
    }
    check_set(&w);
    for (uint32_t lane = 0; lane < WATCHED; lane++)
        free(w.states[lane]);
    free(w.all);
    free(w.one);
    lud_batch_free(w.batch);
}
TEST(every_game) { each(check_batch); }

TEST(no_lanes)
{
    gather();
    CHECK(!lud_batch_new(subjects[0].game, 0, 1) && !lud_batch_new(subjects[0].game, UINT32_MAX, 1));
    lud_batch_free(NULL);
}

/* ---- on networks ---- */

static const char *const unrolled[] = {"hrg/tic-tac-toe.hrg",          "hrg/breakthrough.hrg",   "hrg/pig.hrg",
                                       "hrg/dots-and-boxes-three.hrg", "lud/hex-five.lud",       "lud/konane.lud",
                                       "ludi/tic-tac-toe.ludi",        "rbg/qubic.rbg",          "rg/nim.rg",
                                       "toss/checkers.toss",           "toss/entanglement.toss", "zrf/checkers.zrf"};

static void each_unrolled(void (*check)(table *t))
{
    for (size_t i = 0; i < sizeof unrolled / sizeof *unrolled; i++) {
        char path[600];
        size_t length;
        table t;
        subject s = {0};
        if (i % SAMPLE_EACH && sample_each() > 1)
            continue;
        snprintf(path, sizeof path, SOURCE_DIR "/games/%s", unrolled[i]);
        snprintf(s.name, sizeof s.name, "%s", unrolled[i]);
        s.text = read_file(path, &length);
        s.length = length;
        lud_options_init(&s.options);
        s.options.backend = LUD_BACKEND_INTERP;
        s.options.network = LUD_NETWORK_ALWAYS;
        s.game = load(&s);
        CHECK(s.game != NULL);
        lud_game_info(s.game, &s.info);
        table_init(&t, &s, s.game, 0);
        check(&t);
        table_done(&t);
        lud_game_free(s.game);
        free(s.text);
    }
}
TEST(automata_on_networks) { each_unrolled(check_batch); }

static void check_no_allocation(table *t)
{
    lud_batch *batch = lud_batch_new(t->game, LANES, 3);
    float *vectors = calloc((size_t)LANES * lud_feature_count(t->game) + 1, sizeof *vectors);
    double scores[ROLES];
    uint64_t before = 0;
    for (uint32_t i = 0; i < 400; i++) {
        before = i == 300 ? allocations : before;
        for (uint32_t role = 0; role <= t->roles; role++)
            if (lud_batch_count(batch, i % LANES, role))
                lud_batch_choose(batch, i % LANES, role, 0);
        STATUS(t, lud_batch_step(batch), LUD_OK);
        lud_batch_scores(batch, i % LANES, scores);
        lud_batch_features(batch, 1, vectors);
        STATUS(t, lud_batch_reset(batch, lud_batch_ended(batch), NULL), LUD_OK);
    }
    if (allocations != before)
        BAD(t, "%llu allocations", (unsigned long long)(allocations - before));
    free(vectors);
    lud_batch_free(batch);
}
TEST(steps_do_not_allocate) { each_unrolled(check_no_allocation); }

/* ---- random games ---- */

static void check_means(const table *t, const char *what, const lud_statistic *a, const lud_statistic *b, double games)
{
    const double error = sqrt((a->sd * a->sd + b->sd * b->sd) / games);
    if (fabs(a->mean - b->mean) > 4 * error + 1e-9)
        BAD(t, "%s: %g on the network, %g without, standard error %g", what, a->mean, b->mean, error);
}

/* The same statistics, the same result for the same seed on any number of threads, and scores as the game has them. */
static void check_run(table *t)
{
    lud_run_result with, again, without;
    subject s = *t->s;
    const double games = (double)sample_count(GAMES_EACH, 1000);
    lud_run_options options = {.playouts = (uint64_t)games, .seed = 11, .threads = 1};
    s.options.network = LUD_NETWORK_NEVER;
    lud_game *plain = load(&s);
    STATUS(t, lud_run(t->game, &options, &with), LUD_OK);
    options.threads = 2;
    STATUS(t, lud_run(t->game, &options, &again), LUD_OK);
    STATUS(t, lud_run(plain, &options, &without), LUD_OK);
    TRUE(t, with.network && again.network && !without.network);
    TRUE(t, with.moves == again.moves && with.draws == again.draws);
    check_means(t, "plies", &with.plies, &without.plies, games);
    check_means(t, "turns", &with.turns_per_game, &without.turns_per_game, games);
    for (uint32_t r = 0; r < t->roles; r++) {
        check_means(t, "score", &with.scores[r], &without.scores[r], games);
        TRUE(t, fabs(with.scores[r].min - without.scores[r].min) < 1e-12 &&
                    fabs(with.scores[r].max - without.scores[r].max) < 1e-12);
        TRUE(t, with.wins[r] == again.wins[r]);
    }
    lud_run_result_done(&with);
    lud_run_result_done(&again);
    lud_run_result_done(&without);
    lud_game_free(plain);
}
TEST(runs_agree) { each_unrolled(check_run); }

TEST_MAIN
