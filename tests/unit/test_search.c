/* Agents that search: what they find, against routes of our own. */
#include "test.h"

#include "agents/agent.h"
#include "agents/match.h"
#include "agents/solver.h"

#include <math.h>

static lud_game *load_as(const char *name, lud_backend backend)
{
    char path[500];
    lud_options o;
    lud_options_init(&o);
    o.backend = backend;
    snprintf(path, sizeof path, SOURCE_DIR "/%s", name);
    lud_game *game = lud_load_file(path, &o, NULL);
    CHECK(game);
    return game;
}
static lud_game *load(const char *name) { return load_as(name, LUD_BACKEND_INTERP); }

static agent *make(const lud_game *game, const char *text)
{
    agent_spec spec;
    char problem[AGENT_PROBLEM] = "";
    CHECK(agent_find(text, &spec, problem, sizeof problem));
    agent *a;
    agent_new(&spec, game, &a, problem, sizeof problem);
    if (!a)
        TEST_FAIL("%s: %s", text, problem);
    return a;
}

/* ---- minimax of our own, for two roles that take turns ---- */

static double minimax(const lud_game *game, lud_context *ctx, const void *state)
{
    double scores[2], best = 0;
    if (lud_terminal(game, state)) {
        lud_scores(game, state, scores);
        return scores[0];
    }
    uint32_t role = lud_movers(game, state) >> 1 & 1 ? 1 : 2;
    lud_moves *moves = lud_moves_new();
    void *next = malloc(lud_state_size(game));
    CHECK_INT(lud_moves_list(ctx, state, role, moves), LUD_OK);
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        lud_move move = lud_moves_at(moves, i);
        memcpy(next, state, lud_state_size(game));
        CHECK_INT(lud_apply_move(ctx, next, &move), LUD_OK);
        double value = minimax(game, ctx, next);
        if (i == 0 || (role == 1 ? value > best : value < best))
            best = value;
    }
    free(next);
    lud_moves_free(moves);
    return best;
}

/* Goes on from the start by random moves. */
static void wander(const lud_game *game, lud_context *ctx, void *state, lud_rng *rng, int plies)
{
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    while (plies-- > 0 && !lud_terminal(game, state)) {
        lud_move move;
        uint32_t role = lud_movers(game, state) >> 1 & 1 ? 1 : 2;
        CHECK_INT(lud_draw_move(ctx, state, role, rng, &move), LUD_OK);
        uint32_t words[32];
        memcpy(words, move.words, move.count * sizeof *words);
        move.words = words;
        CHECK_INT(lud_apply_move(ctx, state, &move), LUD_OK);
    }
}

/* Connect four on `size` x `size`, by alpha-beta over bits: 1 won, 0 drawn, -1 lost for who moves.
 */
typedef struct c4 {
    uint64_t discs[2];
    int heights[8], size, plies;
    uint64_t nodes;
} c4;

static bool c4_won(const c4 *b, uint64_t discs)
{
    const int steps[] = {1, b->size + 1, b->size, b->size + 2}; /* columns have one bit more */
    for (int i = 0; i < 4; i++) {
        uint64_t pairs = discs & discs >> steps[i];
        if (pairs & pairs >> 2 * steps[i])
            return true;
    }
    return false;
}

/* What is known of positions: which discs lie where says who is to move. Values are within bounds. */
typedef struct c4_entry {
    uint64_t key; /* of both players' discs; 0: free */
    int8_t low, high;
} c4_entry;
enum { C4_ENTRIES = 1 << 22 };

static int c4_value(c4 *b, c4_entry *known, int alpha, int beta)
{
    static const int columns[] = {2, 1, 3, 0, 4}; /* the middle decides most */
    uint64_t key = (b->discs[0] << 30 | b->discs[1]) + 1;
    c4_entry *e = &known[key * UINT64_C(0x9e3779b97f4a7c15) >> 42];
    int who = b->plies % 2, best = -1, from = alpha;
    b->nodes++;
    if (b->plies == b->size * b->size)
        return 0;
    if (e->key == key && (e->low >= beta || e->high <= alpha || e->low == e->high))
        return e->low >= beta || e->low == e->high ? e->low : e->high;
    for (int i = 0; i < 5; i++) {
        int c = columns[i];
        if (c >= b->size || b->heights[c] == b->size)
            continue;
        uint64_t bit = UINT64_C(1) << (c * (b->size + 1) + b->heights[c]);
        b->discs[who] |= bit;
        b->heights[c]++;
        b->plies++;
        int value = c4_won(b, b->discs[who]) ? 1 : -c4_value(b, known, -beta, -alpha);
        b->plies--;
        b->heights[c]--;
        b->discs[who] &= ~bit;
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
        if (alpha >= beta)
            break;
    }
    *e = (c4_entry){key, (int8_t)(best <= from ? -1 : best), (int8_t)(best >= beta ? 1 : best)};
    return best;
}

static int c4_solve(int size)
{
    c4 b = {.size = size};
    c4_entry *known = calloc(C4_ENTRIES, sizeof *known);
    int value = c4_value(&b, known, -1, 1);
    free(known);
    return value;
}

/* ---- the solver ---- */

static void solve(const char *name, const char *method, double value, uint32_t distance)
{
    lud_game *game = load_as(name, LUD_BACKEND_AUTO);
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    solution s;
    solver_options o = {.memory = 200 << 20};
    o.no_table = strcmp(method, "proof") == 0;
    o.no_proof = strcmp(method, "table") == 0;
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    CHECK_INT(solver_solve(game, ctx, state, &o, &s), LUD_OK);
    if (!s.solved || s.scores[0] != value || (distance && s.exact && s.distance != distance))
        TEST_FAIL("%s by %s: solved %d, value %g, distance %u (%s)", name, method, s.solved, s.scores[0], s.distance,
                  s.problem);
    solution_done(&s);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST(known_values)
{
    static const char *const ways[] = {"table", "proof"};
    for (int i = 0; i < 2; i++) {
        solve("games/hrg/tic-tac-toe.hrg", ways[i], 50, 9);
        solve("games/gdl/tic-tac-toe.kif", ways[i], 50, 9);
        solve("games/rg/nim.rg", ways[i], 100, 11);   /* 3 xor 4 xor 5 is not 0 */
        solve("games/rg/fifteen.rg", ways[i], 50, 9); /* tic-tac-toe in other clothes */
    }
    solve("games/gdl/lights-out.kif", "table", 100, 5);
}

TEST(connect_four_by_bits)
{
    CHECK_INT(c4_solve(4), 0);
    solve("games/hrg/connect-four-four.hrg", "proof", 50, 16);
}

/* The solver takes a minute for it. */
TEST(connect_four_five)
{
    CHECK_INT(c4_solve(5), 0);
    if (!getenv("LUDENS_SLOW"))
        SKIP("LUDENS_SLOW is not set: only the search by bits ran");
    solve("games/hrg/connect-four-five.hrg", "any", 50, 0);
}

/* Positions on the way, values by minimax. */
TEST(positions_by_minimax)
{
    lud_game *game = load("games/hrg/tic-tac-toe.hrg");
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    agent *searcher = make(game, "alphabeta:eval=none"), *tree = make(game, "mcts");
    lud_rng rng;
    lud_rng_seed(&rng, 5, 0);
    for (int i = 0; i < 40; i++) {
        wander(game, ctx, state, &rng, 1 + i % 6);
        if (lud_terminal(game, state))
            continue;
        double value = minimax(game, ctx, state);
        uint32_t role = lud_movers(game, state) >> 1 & 1 ? 1 : 2;
        double own = role == 1 ? value : 100 - value;
        solution s[2];
        for (int way = 0; way < 2; way++) {
            solver_options o = {.memory = 1 << 20, .no_table = way, .no_proof = !way};
            CHECK_INT(solver_solve(game, ctx, state, &o, &s[way]), LUD_OK);
            CHECK(s[way].solved && s[way].exact);
            CHECK(s[way].scores[0] == value);
        }
        CHECK_INT(s[0].distance, s[1].distance);
        agent_sight sight = {.role = role, .state = state};
        lud_move move;
        CHECK_INT(agent_think(searcher, &sight, &(agent_budget){.nodes = 200000, .seed = 1}, &move), LUD_OK);
        if (lud_moves_count(searcher->moves) > 1 && fabs(searcher->value - own) > 1e-6)
            TEST_FAIL("alphabeta: %g, expected %g", searcher->value, own);
        if (searcher->proven)
            CHECK_INT(searcher->distance, s[0].distance);
        CHECK_INT(agent_think(tree, &sight, &(agent_budget){.playouts = 100000, .seed = 1}, &move), LUD_OK);
        if (lud_moves_count(tree->moves) > 1) {
            CHECK(tree->proven);
            if (fabs(tree->value - own) > 1e-6)
                TEST_FAIL("mcts: %g, expected %g", tree->value, own);
        }
        /* and the move keeps the value */
        uint32_t words[8];
        memcpy(words, move.words, move.count * sizeof *words);
        move.words = words;
        CHECK_INT(lud_apply_move(ctx, state, &move), LUD_OK);
        CHECK(minimax(game, ctx, state) == value);
        solution_done(&s[0]);
        solution_done(&s[1]);
    }
    agent_free(searcher);
    agent_free(tree);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

/* ---- games ---- */

typedef struct log_ {
    char text[20000];
} game_log;

static void note(void *user, const match_decision *d)
{
    game_log *l = user;
    size_t n = strlen(l->text);
    snprintf(l->text + n, sizeof l->text - n, "%u %s;", d->role, d->move);
}

static double contend(const lud_game *game, const char *first, const char *second, const match_budget *budget,
                      uint64_t seed, game_log *l, bool *repeatable)
{
    match_result r;
    agent *players[] = {make(game, first), make(game, second)};
    match_budget budgets[] = {*budget, *budget};
    match_options o = {
        .game = game, .players = players, .budgets = budgets, .seed = seed, .decided = l ? note : NULL, .user = l};
    CHECK_INT(match_play(&o, &r), LUD_OK);
    CHECK_INT(r.status, LUD_OK);
    CHECK_INT(r.works[0].errors + r.works[1].errors, 0);
    double score = r.scores[0];
    if (repeatable)
        *repeatable = r.works[0].repeatable;
    match_result_done(&r);
    agent_free(players[0]);
    agent_free(players[1]);
    return score;
}

TEST(mcts_does_not_lose_tic_tac_toe)
{
    lud_game *game = load("games/hrg/tic-tac-toe.hrg");
    match_budget b = {.playouts = 3000};
    for (uint64_t seed = 0; seed < 15; seed++) {
        CHECK(contend(game, "mcts", "random", &b, seed, NULL, NULL) >= 50);
        CHECK(contend(game, "random", "mcts", &b, seed, NULL, NULL) <= 50);
    }
    CHECK(contend(game, "mcts", "solver", &b, 1, NULL, NULL) == 50);
    CHECK(contend(game, "alphabeta:eval=none", "mcts", &b, 1, NULL, NULL) == 50);
    lud_game_free(game);
}

TEST(same_game_on_both_back_ends)
{
    static const char *const games[] = {"games/hrg/connect-four.hrg", "games/hrg/breakthrough.hrg",
                                        "games/rg/high-low.rg"};
    static const char *const agents[] = {"mcts:playouts=150", "mcts:playouts=100,rave=200", "montecarlo:playouts=100",
                                         "alphabeta:depth=2,fit=20"};
    for (size_t g = 0; g < 3; g++) {
        lud_game *a = load_as(games[g], LUD_BACKEND_INTERP);
        lud_game *b = load_as(games[g], LUD_BACKEND_NATIVE);
        lud_info info;
        lud_game_info(b, &info);
        for (size_t i = 0; i < 4; i++) {
            if (info.roles != 2)
                continue;
            game_log x = {""}, y = {""};
            bool repeatable = false;
            match_budget none = {0};
            contend(a, agents[i], agents[(i + 1) % 4], &none, 7, &x, &repeatable);
            contend(b, agents[i], agents[(i + 1) % 4], &none, 7, &y, NULL);
            CHECK_STR(y.text, x.text);
            CHECK(repeatable);
        }
        lud_game_free(a);
        lud_game_free(b);
    }
}

TEST(threads_and_little_memory)
{
    lud_game *game = load_as("games/hrg/connect-four.hrg", LUD_BACKEND_NATIVE);
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    static const char *const agents[] = {"mcts:memory=1", "mcts:memory=1,threads=2",
                                         "mcts:threads=3,memory=4,rave=100"};
    for (size_t i = 0; i < 3; i++) {
        agent *a = make(game, agents[i]);
        agent_sight sight = {.role = 1, .state = state};
        lud_move move;
        for (uint64_t seed = 1; seed < 3; seed++) {
            CHECK_INT(agent_think(a, &sight, &(agent_budget){.playouts = 40000, .seed = seed}, &move), LUD_OK);
            CHECK(a->playouts >= 40000 && a->playouts < 40010);
            CHECK(a->repeatable == (i == 0));
            char text[20];
            lud_move_text(game, move, text, sizeof text);
            if (i == 0) /* the middle is best, and by far */
                CHECK_STR(text, "K__4");
        }
        agent_free(a);
    }
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

/* The budget of nodes and the clock. */
/* Many random games at once, on a network: as repeatable, solved as well, with little memory and with threads, too. */
TEST(batches)
{
    static const char *const agents[] = {"mcts:batch=512", "mcts:batch=100,memory=1",
                                         "mcts:batch=512,memory=2,threads=2"};
    lud_game *game = load_as("games/hrg/connect-four.hrg", LUD_BACKEND_INTERP);
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    CHECK(lud_network_ready(game, 1 << 22));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    for (size_t i = 0; i < 3; i++) {
        char first[20] = "", text[20];
        for (int again = 0; again < 2; again++) {
            agent *a = make(game, agents[i]);
            agent_sight sight = {.role = 1, .state = state};
            lud_move move;
            CHECK_INT(agent_think(a, &sight, &(agent_budget){.playouts = 10000, .seed = 1}, &move), LUD_OK);
            CHECK(a->playouts > 8000 && a->playouts < 13000);
            CHECK(a->repeatable == (i < 2));
            lud_move_text(game, move, text, sizeof text);
            if (again && i < 2)
                CHECK_STR(text, first);
            memcpy(first, text, sizeof first);
            if (i == 0) /* the middle is best, and by far */
                CHECK_STR(text, "K__4");
            agent_free(a);
        }
    }
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
    game = load_as("games/hrg/tic-tac-toe.hrg", LUD_BACKEND_INTERP);
    ctx = lud_context_new(game);
    state = malloc(lud_state_size(game));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    agent *a = make(game, "mcts:batch=64");
    agent_sight sight = {.role = 1, .state = state};
    lud_move move;
    CHECK_INT(agent_think(a, &sight, &(agent_budget){.playouts = 2000000, .seed = 1}, &move), LUD_OK);
    CHECK(a->proven && a->value == 50);
    agent_free(a);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST(budgets)
{
    lud_game *game = load("games/hrg/breakthrough.hrg");
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    agent_sight sight = {.role = 1, .state = state};
    static const char *const agents[] = {"mcts", "alphabeta:fit=10"};
    for (size_t i = 0; i < 2; i++) {
        agent *a = make(game, agents[i]);
        lud_move move;
        CHECK_INT(agent_think(a, &sight, &(agent_budget){.nodes = 300, .seed = 1}, &move), LUD_OK);
        CHECK(a->nodes >= 290 && a->nodes <= 310);
        double start = agent_clock();
        CHECK_INT(agent_think(a, &sight, &(agent_budget){.deadline = start + 0.2}, &move), LUD_OK);
        double took = agent_clock() - start;
        CHECK(took > 0.05 && took < 0.5);
        CHECK(!a->repeatable);
        agent_free(a);
    }
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST(refusals)
{
    static const struct {
        const char *game, *agent;
    } wrong[] = {{"games/gdl/kuhn-poker.kif", "alphabeta"},
                 {"games/hrg/pig.hrg", "alphabeta"},
                 {"games/gdl/kuhn-poker.kif", "solver"},
                 {"games/hrg/hex.hrg", "nested"},
                 {"games/gdl/lights-out.kif", "alphabeta"},
                 {"games/gdl/rock-paper-scissors.kif", "alphabeta"},
                 {"games/hrg/hex.hrg", "alphabeta:eval=/nonexistent"},
                 {"games/hrg/hex.hrg", "external:command=exit 3"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lud_game *game = load(wrong[i].game);
        agent_spec spec;
        char problem[AGENT_PROBLEM] = "";
        CHECK(agent_find(wrong[i].agent, &spec, problem, sizeof problem));
        agent *a;
        CHECK(agent_new(&spec, game, &a, problem, sizeof problem) == LUD_ERR_ARGUMENT && !a);
        CHECK(strlen(problem) > 20);
        lud_game_free(game);
    }
}

TEST(regret_matching_mixes)
{
    lud_game *game = load("games/gdl/rock-paper-scissors.kif");
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    agent *a = make(game, "mcts:regret=1,reuse=0");
    int counts[3] = {0};
    for (uint64_t seed = 0; seed < 60; seed++) {
        lud_move move;
        CHECK_INT(agent_think(a, &(agent_sight){.role = 1, .state = state},
                              &(agent_budget){.playouts = 2000, .seed = seed}, &move),
                  LUD_OK);
        for (uint32_t i = 0; i < 3; i++)
            counts[i] += lud_moves_at(a->moves, i).words[0] == move.words[0];
    }
    for (int i = 0; i < 3; i++)
        if (counts[i] < 5)
            TEST_FAIL("move %d was chosen %d times of 60", i, counts[i]);
    agent_free(a);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

/* ---- hidden information ---- */

enum { VIEWS = 400 };

/* What a role saw and did so far, and what an agent chose there. */
typedef struct view {
    char seen[600], chosen[60];
} view;

typedef struct secret_test {
    const lud_game *game;
    lud_context *ctx;
    const char *agent;
    view views[VIEWS];
    int count, meetings;
} secret_test;

/* The same view must give the same choice, whatever is hidden behind it. */
static void decide_in(secret_test *t, uint32_t role, const char *seen, const belief *b)
{
    agent *a = make(t->game, t->agent);
    lud_move move;
    char chosen[60];
    CHECK_INT(
        agent_think(a, &(agent_sight){.role = role, .belief = b}, &(agent_budget){.playouts = 60, .seed = 11}, &move),
        LUD_OK);
    lud_move_text(t->game, move, chosen, sizeof chosen);
    agent_free(a);
    for (int i = 0; i < t->count; i++)
        if (strcmp(t->views[i].seen, seen) == 0) {
            CHECK_STR(chosen, t->views[i].chosen);
            t->meetings++;
            return;
        }
    if (t->count < VIEWS) {
        size_t n = strnlen(seen, sizeof t->views->seen - 1);
        memcpy(t->views[t->count].seen, seen, n);
        t->views[t->count].seen[n] = 0;
        memcpy(t->views[t->count++].chosen, chosen, sizeof chosen);
    }
}

/* A random game; before each choice of a role it is asked, by its belief alone. */
static void play_secretly(secret_test *t, uint64_t seed)
{
    void *state = malloc(lud_state_size(t->game));
    char seen[4][600] = {"", "", "", ""};
    belief *beliefs[4] = {0};
    lud_moves *list = lud_moves_new();
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    CHECK_INT(lud_start(t->ctx, state), LUD_OK);
    for (uint32_t r = 1; r <= 2; r++) {
        beliefs[r] = belief_new(t->game, r, &(belief_options){50, 0, 3});
        snprintf(seen[r], sizeof seen[r], "%u:", r);
    }
    while (!lud_terminal(t->game, state)) {
        uint64_t movers = lud_movers(t->game, state);
        uint32_t words[4][16];
        char texts[4][100] = {"", "", "", ""};
        lud_move joint[4] = {{0}};
        for (uint32_t r = 0; r <= 2; r++) {
            if (!(movers >> r & 1))
                continue;
            CHECK_INT(lud_moves_list(t->ctx, state, r, list), LUD_OK);
            if (r && lud_moves_count(list) > 1)
                decide_in(t, r, seen[r], beliefs[r]);
            CHECK_INT(lud_moves_list(t->ctx, state, r, list), LUD_OK);
            joint[r] = lud_moves_at(list, lud_rng_below(&rng, lud_moves_count(list)));
            memcpy(words[r], joint[r].words, joint[r].count * sizeof *joint[r].words);
            joint[r].words = words[r];
            lud_move_text(t->game, joint[r], texts[r], sizeof texts[r]);
        }
        CHECK_INT(lud_apply(t->ctx, state, joint), LUD_OK);
        for (uint32_t r = 1; r <= 2; r++) {
            char percept[200];
            lud_percept_text(t->ctx, r, percept, sizeof percept);
            size_t n = strlen(seen[r]);
            snprintf(seen[r] + n, sizeof seen[r] - n, "%s>%s;", texts[r], percept);
            CHECK_INT(
                belief_step(beliefs[r], movers >> r & 1 ? texts[r] : NULL, percept, belief_now(t->game, state, r), 0),
                LUD_OK);
        }
    }
    for (uint32_t r = 1; r <= 2; r++)
        belief_free(beliefs[r]);
    lud_moves_free(list);
    free(state);
}

#ifdef __SANITIZE_THREAD__ /* twenty times as slow */
enum { SECRET_SEEDS = 10 };
#else
enum { SECRET_SEEDS = 40 };
#endif

TEST(nothing_hidden_is_known)
{
    static const char *const games[] = {"games/hrg/kuhn-poker.hrg", "games/gdl/kuhn-poker.kif",
                                        "games/gdl/hidden-ship.kif"};
    static const char *const agents[] = {"random", "montecarlo", "mcts", "mcts:rave=50"};
    for (size_t g = 0; g < 3; g++)
        for (size_t i = 0; i < 4; i++) {
            secret_test t = {.game = load(games[g]), .agent = agents[i]};
            t.ctx = lud_context_new(t.game);
            for (uint64_t seed = 0; seed < SECRET_SEEDS; seed++)
                play_secretly(&t, seed);
            CHECK(t.meetings > SECRET_SEEDS / 4); /* or nothing was compared */
            lud_context_free(t.ctx);
            lud_game_free((lud_game *)(uintptr_t)t.game);
        }
}

/* With a king one bets or calls, with a jack one folds. */
TEST(information_sets_play_poker)
{
    lud_game *game = load("games/gdl/kuhn-poker.kif");
    for (int card = 0; card < 2; card++) {
        belief *b = belief_new(game, 2, &(belief_options){100, 0, 1});
        agent *a = make(game, "mcts");
        lud_move move;
        char chosen[40];
        CHECK_INT(belief_step(b, "noop", card ? "king" : "jack", LUD_AFTER_DECIDES, 0), LUD_OK);
        CHECK_INT(belief_step(b, "noop", "(did one bet)", LUD_AFTER_DECIDES, 0), LUD_OK);
        CHECK(belief_sound(b));
        CHECK_INT(
            agent_think(a, &(agent_sight){.role = 2, .belief = b}, &(agent_budget){.playouts = 2000, .seed = 4}, &move),
            LUD_OK);
        lud_move_text(game, move, chosen, sizeof chosen);
        CHECK_STR(chosen, card ? "call" : "fold");
        agent_free(a);
        belief_free(b);
    }
    lud_game_free(game);
}

TEST_MAIN
