/* Coverage of rules, whatever back end is asked for; regions of boards. */
#include "ludens.h"
#include "test.h"

enum { PLACES_MAX = 2000 };

static const char rules[] = "domain Player = a | b\n"
                            "domain Score = 0 | 100\n"
                            "domain Way = left | right\n"
                            "way : Way\n"
                            "graph rules() {\n"
                            "  player = a\n"
                            "  branch {\n"
                            "    $ first\n"
                            "  } or {\n"
                            "    check(way == right)\n"
                            "    $ second\n"
                            "  }\n"
                            "  player = keeper\n"
                            "  goals[a] = 100\n"
                            "  end()\n"
                            "}\n";

static lud_game *load(const char *text, const char *name, const lud_options *options)
{
    lud_game *g = lud_load_text(text, strlen(text), name, options, NULL);
    CHECK(g != NULL);
    return g;
}

static bool reached(const lud_covered *places, uint32_t count, uint32_t line)
{
    bool any = false, found = false;
    for (uint32_t i = 0; i < count; i++)
        if (places[i].place.line == line)
            any |= places[i].reached, found = true;
    CHECK(found);
    return any;
}

/* Coverage is recorded by the interpreter, whatever the options say. */
TEST(any_back_end)
{
    for (int backend = LUD_BACKEND_INTERP; backend <= LUD_BACKEND_AUTO; backend++)
        for (int network = LUD_NETWORK_AUTO; network <= LUD_NETWORK_ALWAYS; network++) {
            static lud_covered places[PLACES_MAX];
            uint32_t count;
            lud_options o;
            lud_options_init(&o);
            o.cover = true;
            o.backend = (lud_backend)backend;
            o.network = (lud_network)network;
            lud_game *g = load(rules, "x.hrg", &o);
            lud_context *ctx = lud_context_new(g);
            void *state = malloc(lud_state_size(g));
            CHECK_INT(lud_coverage(ctx, places, PLACES_MAX, &count), LUD_OK);
            CHECK(count >= 4 && count < 20);
            CHECK(!reached(places, count, 14));
            for (uint32_t i = 0; i < 5; i++) {
                lud_rng rng;
                lud_rng_seed(&rng, 1, i);
                CHECK_INT(lud_start(ctx, state), LUD_OK);
                CHECK_INT(lud_playout(ctx, state, &rng, NULL, NULL), LUD_OK);
            }
            CHECK_INT(lud_coverage(ctx, places, PLACES_MAX, &count), LUD_OK);
            CHECK(reached(places, count, 8));
            CHECK(!reached(places, count, 10)); /* it never holds, */
            CHECK(!reached(places, count, 11)); /* and nothing goes on behind it */
            CHECK(reached(places, count, 14));
            uint32_t all;
            CHECK_INT(lud_coverage(ctx, NULL, 0, &all), LUD_OK);
            CHECK_INT(all, count);
            free(state);
            lud_context_free(ctx);
            lud_game_free(g);
        }
}

TEST(not_asked_for)
{
    lud_options o;
    uint32_t count = 7;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    lud_game *g = load(rules, "x.hrg", &o);
    lud_context *ctx = lud_context_new(g);
    CHECK_INT(lud_coverage(ctx, NULL, 0, &count), LUD_ERR_ARGUMENT);
    CHECK_INT(count, 0);
    lud_context_free(ctx);
    CHECK_INT(lud_region_count(g), 0);
    CHECK_INT(lud_region_at(g, 3).count, 0);
    lud_game_free(g);
}

TEST(regions)
{
    static const char text[] =
        "(game \"G\" (players 2) (equipment {(board (square 3)) (piece \"P\" Each) "
        "(regions \"Home\" P2 (sites Bottom)) (regions \"Never\" P1 (sites Top))})"
        "(rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites P2 \"Home\")) "
        "(result Mover Win)))))";
    lud_options o;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    lud_game *g = load(text, "x.lud", &o);
    CHECK_INT(lud_region_count(g), 1); /* what rules never ask for is not shown */
    lud_region r = lud_region_at(g, 0);
    CHECK_STR(r.name, "Home");
    CHECK_INT(r.role, 2);
    CHECK_INT(r.count, 3);
    CHECK(!r.track);
    lud_game_free(g);
}

TEST_MAIN
