/* ludens_agents.h: agents by name, budgets, stopping, what they thought, and beliefs where rules hide something. */
#include "ludens.h"
#include "ludens_agents.h"
#include "test.h"

#include <pthread.h>
#include <time.h>

typedef struct position {
    lud_game *game;
    lud_context *ctx;
    void *state;
} position;

static position start(const char *name)
{
    char path[500];
    snprintf(path, sizeof path, SOURCE_DIR "/%s", name);
    position p = {.game = lud_load_file(path, NULL, NULL)};
    CHECK(p.game);
    p.ctx = lud_context_new(p.game);
    p.state = malloc(lud_state_size(p.game));
    CHECK_INT(lud_start(p.ctx, p.state), LUD_OK);
    return p;
}

static void finish(position *p)
{
    free(p->state);
    lud_context_free(p->ctx);
    lud_game_free(p->game);
}

static void make(position *p, const char *text)
{
    uint32_t words[64], count;
    CHECK_INT(lud_move_parse(p->game, text, words, 64, &count), LUD_OK);
    CHECK_INT(lud_apply_move(p->ctx, p->state, &(lud_move){words, count, 0}), LUD_OK);
}

static lud_agent *agent_of(const position *p, const char *description)
{
    char problem[LUD_AGENT_PROBLEM];
    lud_agent *a;
    CHECK_INT(lud_agent_new(p->game, description, NULL, &a, problem, sizeof problem), LUD_OK);
    CHECK_STR(problem, "");
    return a;
}

static const char *chosen_text(const position *p, const lud_thought *t)
{
    static char text[100];
    lud_move_text(p->game, t->move, text, sizeof text);
    return text;
}

TEST(kinds_are_listed)
{
    bool mcts = false, external = false;
    CHECK(lud_agent_kind_count() >= 7);
    for (uint32_t i = 0; i < lud_agent_kind_count(); i++) {
        const lud_agent_kind k = lud_agent_kind_at(i);
        mcts |= strcmp(k.name, "mcts") == 0 && k.parameter_count > 3 && strcmp(k.parameters[0].name, "playouts") == 0;
        external |= strcmp(k.name, "external") == 0 && k.text && strcmp(k.text, "command") == 0 && k.text_needed;
        CHECK(k.summary && *k.summary);
    }
    CHECK(mcts);
    CHECK(external);
    CHECK(!lud_agent_kind_at(lud_agent_kind_count()).name);
}

TEST(descriptions_are_checked)
{
    char problem[LUD_AGENT_PROBLEM];
    lud_agent *a;
    position p = start("games/hrg/tic-tac-toe.hrg");
    CHECK(lud_agent_check("mcts:c=0.5,playouts=10", problem, sizeof problem));
    CHECK(!lud_agent_check("mtcs", problem, sizeof problem));
    CHECK(strstr(problem, "did you mean 'mcts'"));
    CHECK_INT(lud_agent_new(p.game, "mcts:depth=3", NULL, &a, problem, sizeof problem), LUD_ERR_ARGUMENT);
    CHECK(!a && strstr(problem, "no parameter 'depth'"));
    CHECK_INT(lud_agent_new(p.game, "nested", NULL, &a, problem, sizeof problem), LUD_ERR_ARGUMENT);
    CHECK(!a && *problem);
    finish(&p);
}

TEST(thoughts)
{
    position p = start("games/hrg/tic-tac-toe.hrg");
    make(&p, "S__1_1");
    make(&p, "S__2_1");
    make(&p, "S__1_2");
    make(&p, "S__2_2"); /* both win at once */
    const uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(p.game, p.state));
    lud_agent *a = agent_of(&p, "mcts");
    lud_thought t, again;
    CHECK(lud_agent_begin(a, role, 1));
    CHECK_INT(lud_agent_think(a, role, p.state, NULL, &(lud_budget){.playouts = 500, .seed = 3}, &t), LUD_OK);
    CHECK_STR(chosen_text(&p, &t), "S__1_3");
    CHECK_INT(t.count, 5);
    CHECK(t.chosen < t.count && lud_moves_at(t.moves, t.chosen).words == t.move.words);
    CHECK(t.proven && t.value == 100 && t.distance == 1 && t.repeatable);
    CHECK(t.choices[t.chosen].value == 100);
    CHECK(strncmp(t.line, "S__1_3", 6) == 0);
    lud_agent_free(a);
    /* the description goes before the budget */
    a = agent_of(&p, "montecarlo:playouts=50");
    CHECK_INT(lud_agent_think(a, role, p.state, NULL, &(lud_budget){.seconds = 100}, &t), LUD_OK);
    CHECK_INT(t.playouts, 50);
    CHECK(t.repeatable);
    CHECK_INT(lud_agent_think(a, role, p.state, NULL, NULL, &again), LUD_OK);
    CHECK_INT(again.playouts, 50);
    CHECK_INT(lud_agent_think(a, 9, p.state, NULL, NULL, &t), LUD_ERR_ARGUMENT);
    CHECK_INT(lud_agent_think(a, role, NULL, NULL, NULL, &t), LUD_ERR_ARGUMENT);
    lud_agent_free(a);
    finish(&p);
}

TEST(depth_ends_a_search)
{
    position p = start("games/hrg/breakthrough-five.hrg");
    lud_agent *a = agent_of(&p, "alphabeta:fit=20");
    lud_thought t;
    for (uint32_t depth = 1; depth <= 3; depth++) {
        CHECK_INT(lud_agent_think(a, 1, p.state, NULL, &(lud_budget){.depth = depth}, &t), LUD_OK);
        CHECK_INT(t.depth, depth);
    }
    lud_agent_free(a);
    finish(&p);
}

static void *stop_soon(void *control)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    lud_interrupt(control);
    return NULL;
}

TEST(another_thread_stops_a_thought)
{
    static const char *const agents[] = {"mcts", "mcts:threads=2", "montecarlo", "alphabeta"};
    position p = start("games/hrg/breakthrough.hrg");
    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {
        pthread_t thread;
        lud_thought t;
        lud_control *stop = lud_control_new();
        lud_agent *a = agent_of(&p, agents[i]);
        CHECK_INT(pthread_create(&thread, NULL, stop_soon, stop), 0);
        CHECK_INT(lud_agent_think(a, 1, p.state, NULL, &(lud_budget){.seconds = 1000, .stop = stop}, &t), LUD_OK);
        CHECK(t.count > 1 && t.seconds < 100);
        pthread_join(thread, NULL);
        lud_agent_free(a);
        lud_control_free(stop);
    }
    finish(&p);
}

/* The game goes on as long as nobody needs to choose. */
TEST(beliefs)
{
    position p = start("games/gdl/kuhn-poker.kif");
    lud_belief *b = lud_belief_new(p.game, 1, 40, 1);
    char percept[200];
    CHECK(b && !lud_belief_new(p.game, 99, 0, 1));
    lud_rng rng;
    lud_rng_seed(&rng, 5, 0);
    lud_percept_text(p.ctx, 1, percept, sizeof percept);
    for (int ply = 0; ply < 2 && !lud_terminal(p.game, p.state); ply++) {
        lud_move joint[8] = {{0}};
        static uint32_t words[8][16];
        char own[100] = "";
        const uint64_t movers = lud_movers(p.game, p.state);
        for (uint32_t r = 0; r < 8; r++)
            if (movers >> r & 1) {
                lud_move m;
                CHECK_INT(lud_draw_move(p.ctx, p.state, r, &rng, &m), LUD_OK);
                memcpy(words[r], m.words, m.count * sizeof *m.words);
                joint[r] = (lud_move){words[r], m.count, 0};
            }
        if (movers >> 1 & 1)
            lud_move_text(p.game, joint[1], own, sizeof own);
        CHECK_INT(lud_apply(p.ctx, p.state, joint), LUD_OK);
        lud_percept_text(p.ctx, 1, percept, sizeof percept);
        const lud_after after = lud_terminal(p.game, p.state)          ? LUD_AFTER_OVER
                                : lud_movers(p.game, p.state) >> 1 & 1 ? LUD_AFTER_DECIDES
                                                                       : LUD_AFTER_WAITS;
        CHECK_INT(lud_belief_step(b, *own ? own : NULL, percept, after), LUD_OK);
        CHECK(lud_belief_sound(b));
        CHECK(lud_belief_count(b) >= 1 && lud_belief_count(b) <= 40);
        for (uint32_t i = 0; i < lud_belief_count(b); i++)
            CHECK(lud_observe_hash(p.game, lud_belief_state(b, i), 1) == lud_observe_hash(p.game, p.state, 1));
    }
    lud_agent *a = agent_of(&p, "mcts:playouts=200");
    lud_thought t;
    CHECK(lud_agent_begin(a, 1, 1));
    if (lud_movers(p.game, p.state) >> 1 & 1)
        CHECK_INT(lud_agent_think(a, 1, NULL, b, NULL, &t), LUD_OK);
    CHECK_INT(lud_agent_think(a, 1, p.state, NULL, NULL, &t), LUD_ERR_ARGUMENT); /* it would tell what is hidden */
    CHECK_INT(lud_belief_step(b, NULL, NULL, LUD_AFTER_WAITS), LUD_ERR_ARGUMENT);
    lud_agent_free(a);
    lud_belief_free(b);
    finish(&p);
}

TEST_MAIN
