/* Agents and the sampler of states that agree with what a role saw. */
#include "test.h"

#include "agents/agent.h"
#include "agents/joint.h"

static lud_game *load(const char *name)
{
    char path[500];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/data/%s", name);
    lud_game *game = lud_load_file(path, NULL, NULL);
    CHECK(game);
    return game;
}

static agent *make(const lud_game *game, const char *spec)
{
    agent_spec found;
    char problem[AGENT_PROBLEM];
    CHECK(agent_find(spec, &found, problem, sizeof problem));
    agent *a = NULL;
    if (found.kind)
        agent_new(&found, game, &a, problem, sizeof problem);
    return a;
}

TEST(descriptions)
{
    agent_spec found;
    char problem[AGENT_PROBLEM];
    CHECK(agent_kind_count() >= 2);
    CHECK_STR(agent_kind_at(0)->name, "random");
    CHECK(!agent_kind_at(agent_kind_count()));
    CHECK(agent_find("montecarlo:playouts=250", &found, problem, sizeof problem));
    CHECK(found.values[0] == 250);
    CHECK(agent_find("montecarlo", &found, problem, sizeof problem) && found.values[0] == 0);
    static const char *const wrong[] = {"",
                                        "rand",
                                        "randomly",
                                        "random:x=1",
                                        "montecarlo:playouts",
                                        "montecarlo:playouts=",
                                        "montecarlo:playouts=1x",
                                        "montecarlo:playouts=-1",
                                        "montecarlo:playouts=nan",
                                        "montecarlo:playouts=1,",
                                        "montecarlo:"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        problem[0] = 0;
        if (agent_find(wrong[i], &found, problem, sizeof problem) || !*problem)
            TEST_FAIL("'%s' was read", wrong[i]);
    }
}

static void move_text(const lud_game *game, lud_move move, char *text, size_t size)
{
    lud_move_text(game, move, text, size);
}

/* Makes the moves given by text: of all roles in turn, chance first. */
static void play(lud_context *ctx, const lud_game *game, void *state, const char *const *moves)
{
    static uint32_t words[8][64];
    for (; *moves;) {
        lud_move all[8] = {{0}};
        for (uint32_t role = 0; role < 8; role++)
            if (lud_movers(game, state) >> role & 1 && *moves) {
                CHECK_INT(lud_move_parse(game, *moves, words[role], 64, &all[role].count), LUD_OK);
                all[role].words = words[role];
                moves++;
            }
        CHECK_INT(lud_apply(ctx, state, all), LUD_OK);
    }
}

TEST(montecarlo_sees_what_wins)
{
    static const char *const before[] = {"(put a)", "wait", "wait",    "(put d)", "(put b)",
                                         "wait",    "wait", "(put e)", NULL};
    lud_game *game = load("gdl/noughts.kif");
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    play(ctx, game, state, before);
    agent *a = make(game, "montecarlo:playouts=700");
    agent_sight sight = {.role = 1, .state = state};
    agent_budget budget = {.seed = 1};
    lud_move move;
    char text[100], again[100];
    CHECK_INT(agent_think(a, &sight, &budget, &move), LUD_OK);
    move_text(game, move, text, sizeof text);
    CHECK_STR(text, "(put c)");
    CHECK_INT(a->playouts, 700);
    CHECK_INT(lud_moves_count(a->moves), 5);
    CHECK_INT(a->choices[0].visits, 140);
    /* who waits has one move, and does not think about it */
    sight.role = 2;
    CHECK_INT(agent_think(a, &sight, &budget, &move), LUD_OK);
    move_text(game, move, text, sizeof text);
    CHECK_STR(text, "wait");
    CHECK_INT(a->playouts, 0);
    agent_free(a);
    /* the same seed, the same thoughts; the budget's number goes before the parameter */
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    sight.role = 1;
    budget.playouts = 90;
    double value = 0;
    for (int i = 0; i < 2; i++) {
        a = make(game, "montecarlo:playouts=7");
        CHECK_INT(agent_think(a, &sight, &budget, &move), LUD_OK);
        CHECK_INT(a->playouts, 90);
        move_text(game, move, i ? again : text, sizeof text);
        CHECK(i == 0 || a->choices[3].value == value);
        value = a->choices[3].value;
        agent_free(a);
    }
    CHECK_STR(text, again);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

/* Side by side on the network: the same budget, the same choice each time, and the move that wins. */
TEST(montecarlo_on_a_network)
{
    static const char *const before[] = {"S__1_1", "S__1_2", "S__2_1", "S__2_2", NULL};
    lud_options options;
    lud_options_init(&options);
    options.network = LUD_NETWORK_ALWAYS;
    lud_game *game = lud_load_file(SOURCE_DIR "/games/hrg/tic-tac-toe.hrg", &options, NULL);
    CHECK(game && lud_network_ready(game, 1));
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    double value[2];
    for (int i = 0; i < 2; i++) {
        CHECK_INT(lud_start(ctx, state), LUD_OK);
        play(ctx, game, state, before);
        agent *a = make(game, "montecarlo:playouts=6001");
        agent_sight sight = {.role = 1, .state = state};
        agent_budget budget = {.seed = 4};
        lud_move move;
        char text[100];
        CHECK_INT(agent_think(a, &sight, &budget, &move), LUD_OK);
        move_text(game, move, text, sizeof text);
        CHECK_STR(text, "S__3_1");
        CHECK_INT(a->playouts, 6001);
        CHECK_INT(lud_moves_count(a->moves), 5);
        for (uint32_t m = 0; m < 5; m++)
            CHECK(a->choices[m].visits >= 1024);
        value[i] = a->choices[1].value;
        agent_free(a);
    }
    CHECK(value[0] > 0 && value[0] == value[1]);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST(montecarlo_keeps_to_the_clock)
{
    lud_game *game = load("gdl/noughts.kif");
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    lud_start(ctx, state);
    agent *a = make(game, "montecarlo");
    agent_sight sight = {.role = 1, .state = state};
    atomic_bool stop = true;
    double start = agent_clock();
    agent_budget budget = {.deadline = start + 0.2};
    lud_move move;
    CHECK_INT(agent_think(a, &sight, &budget, &move), LUD_OK);
    double took = agent_clock() - start;
    CHECK(took > 0.1 && took < 1);
    CHECK(a->playouts > 100);
    budget = (agent_budget){.deadline = agent_clock() + 100, .stop = &stop};
    CHECK_INT(agent_think(a, &sight, &budget, &move), LUD_OK);
    CHECK_INT(a->playouts, 0);
    CHECK(move.count == 1);
    agent_free(a);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

/* Agents play any game: one role at a time here. */
TEST(agents_play_automata)
{
    lud_game *game = load("ttt.rg");
    lud_context *ctx = lud_context_new(game);
    void *state = malloc(lud_state_size(game));
    agent *agents[3] = {NULL, make(game, "montecarlo:playouts=300"), make(game, "random")};
    int won = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        lud_start(ctx, state);
        while (!lud_terminal(game, state)) {
            uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(game, state));
            agent_sight sight = {.role = role, .state = state};
            agent_budget budget = {.seed = seed};
            lud_move move;
            CHECK_INT(agent_think(agents[role], &sight, &budget, &move), LUD_OK);
            CHECK_INT(lud_apply_move(ctx, state, &move), LUD_OK);
        }
        double scores[2];
        lud_scores(game, state, scores);
        won += scores[0] > scores[1];
    }
    CHECK(won >= 8);
    agent_free(agents[1]);
    agent_free(agents[2]);
    free(state);
    lud_context_free(ctx);
    lud_game_free(game);
}

/* ---- beliefs ---- */

/* Plays random games and lets a belief follow them; every state of it must look to the role as the
 * true one does. */
static void follow(const lud_game *game, uint32_t role, const belief_options *options, int games, bool *lost)
{
    lud_context *ctx = lud_context_new(game);
    joint j;
    CHECK(joint_init(&j, game, ctx));
    void *state = malloc(lud_state_size(game));
    *lost = false;
    for (int g = 0; g < games; g++) {
        lud_rng rng;
        lud_rng_seed(&rng, 99, (uint64_t)g);
        CHECK_INT(lud_start(ctx, state), LUD_OK);
        belief *b = belief_new(game, role, options);
        while (!lud_terminal(game, state)) {
            char own[300] = "", seen[1000];
            bool decides = lud_movers(game, state) >> role & 1;
            CHECK_INT(joint_step(&j, state, role, NULL, &rng), LUD_OK);
            lud_percept_text(ctx, role, seen, sizeof seen);
            if (decides)
                lud_move_text(game, j.moves[role], own, sizeof own);
            CHECK_INT(belief_step(b, decides ? own : NULL, seen, belief_now(game, state, role), 0), LUD_OK);
            CHECK(belief_count(b) >= 1);
            *lost |= !belief_sound(b);
            for (uint32_t i = 0; belief_sound(b) && i < belief_count(b); i++)
                if (lud_observe_hash(game, belief_state(b, i), role) != lud_observe_hash(game, state, role)) {
                    TEST_FAIL("a state that the role can tell apart");
                    g = games;
                    break;
                }
        }
        belief_free(b);
    }
    free(state);
    joint_done(&j);
    lud_context_free(ctx);
}

TEST(beliefs_agree_with_what_was_seen)
{
    static const char *const games[] = {"gdl/cups.kif", "hidden.rg"};
    bool lost;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        lud_game *game = load(games[i]);
        for (uint32_t role = 1; role <= 2; role++) {
            follow(game, role, &(belief_options){.particles = 50, .seed = 3}, 20, &lost);
            CHECK(!lost);
        }
        lud_game_free(game);
    }
}

/* A lock: the opener sees only what it got wrong at the end, so that few histories agree. */
static const char lock_rules[] = "(role setter) (role opener) (role random) (init (step 0))"
                                 "(digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6)"
                                 "(tick 0 1) (tick 1 2) (tick 2 3) (tick 3 4) (tick 4 5) (tick 5 6)"
                                 "(<= (legal random (set ?d)) (digit ?d)) (legal setter wait) (legal opener listen)"
                                 "(<= (next (step ?m)) (true (step ?n)) (tick ?n ?m))"
                                 "(<= (next (code ?n ?d)) (true (step ?n)) (does random (set ?d)))"
                                 "(<= (next (code ?n ?d)) (true (code ?n ?d)))"
                                 "(<= (sees opener (was ?n ?d)) (true (step 5)) (true (code ?n ?d)))"
                                 "(<= terminal (true (step 6)))"
                                 "(goal setter 50) (goal opener 50) (goal random 50)";

TEST(beliefs_are_renewed_and_bounded)
{
    lud_options o;
    bool lost;
    lud_options_init(&o);
    o.language = "gdl";
    lud_game *game = lud_load_text(lock_rules, strlen(lock_rules), "lock", &o, NULL);
    CHECK(game);
    /* 6^5 histories look alike until the end tells which it was: with enough tries it is found */
    follow(game, 2, &(belief_options){.particles = 3, .tries = 3000000, .seed = 5}, 2, &lost);
    CHECK(!lost);
    follow(game, 2, &(belief_options){.particles = 20, .tries = 10, .seed = 5}, 3, &lost);
    CHECK(lost);
    lud_game_free(game);
}

TEST(beliefs_refuse_what_is_no_move)
{
    lud_game *game = load("gdl/cups.kif");
    belief *b = belief_new(game, 2, &(belief_options){0});
    CHECK_INT(belief_step(b, "(no such)", "", LUD_AFTER_DECIDES, 0), LUD_ERR_ILLEGAL);
    CHECK_INT(belief_step(b, "idle", "", LUD_AFTER_DECIDES, 0), LUD_OK);
    CHECK(belief_sound(b) && belief_count(b) == 200);
    /* percepts are sets: any order, blanks between */
    CHECK_INT(belief_step(b, "idle", "", LUD_AFTER_DECIDES, 0), LUD_OK);
    CHECK_INT(belief_step(b, "(ask 1)", " (no 1) ", LUD_AFTER_DECIDES, 0), LUD_OK);
    CHECK(belief_sound(b));
    /* nobody sees that: states remain, and the belief says what they are worth */
    CHECK_INT(belief_step(b, "(point 2)", "(no 2) (over)", LUD_AFTER_DECIDES, 0), LUD_OK);
    CHECK(!belief_sound(b) && belief_count(b) >= 1);
    belief_free(b);
    lud_game_free(game);
}

TEST_MAIN
