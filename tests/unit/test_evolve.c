/* What runs of `ludens evolve` consist of: criteria, kinds, names, what is seen of random games, tests of a candidate.
 */
#include "evolve/archive.h"
#include "evolve/names.h"
#include "evolve/observe.h"
#include "evolve/trial.h"
#include "session/output.h"
#include "test.h"

#include <math.h>

static criteria read_criteria(const char *text)
{
    criteria c;
    char problem[400] = "";
    if (!criteria_read(&c, text, strlen(text), "c.ini", problem, sizeof problem))
        TEST_FAIL("%s", problem);
    return c;
}

TEST(standard_criteria_say_what_they_are)
{
    buffer text = {0};
    criteria_write(&text);
    criteria a = read_criteria(""), b = read_criteria(text.text);
    for (int i = 0; i < SETTINGS; i++)
        CHECK(a.set[i] == b.set[i]);
    CHECK_INT(a.count, b.count);
    CHECK_INT(a.axis_count, b.axis_count);
    for (uint32_t i = 0; i < a.count; i++) {
        CHECK_STR(a.list[i].key, b.list[i].key);
        CHECK(a.list[i].slack == b.list[i].slack);
        CHECK(criteria_title(a.list[i].key, NULL) != NULL);
    }
    for (uint32_t i = 0; i < a.axis_count; i++)
        CHECK(memcmp(a.axes[i].bounds, b.axes[i].bounds, sizeof a.axes[i].bounds) == 0);
    buffer_done(&text);
}

TEST(desires_fall_from_the_range)
{
    criterion c = {"drama", 1, 0.2, 0.4, 0.2};
    CHECK(criterion_desire(&c, 0.2) == 1 && criterion_desire(&c, 0.4) == 1);
    CHECK(fabs(criterion_desire(&c, 0.1) - 0.5) < 1e-9 && fabs(criterion_desire(&c, 0.55) - 0.25) < 1e-9);
    CHECK(criterion_desire(&c, 0) < 1e-9 && criterion_desire(&c, 5) == 0 && criterion_desire(&c, NAN) == 0);
    c.slack = 0;
    CHECK(criterion_desire(&c, 0.41) == 0);
}

TEST(kinds_are_told_apart)
{
    criteria c = read_criteria("[archive]\nword:hex = 1\nchoice = 5 15\n");
    json_t *few = json_pack("{sf}", "choice", 4.0), *many = json_pack("{sf}", "choice", 15.0);
    CHECK_INT(archive_kind(&c, few, "(tiling hex)"), 3);
    CHECK_INT(archive_kind(&c, many, "(tiling hex)"), 5);
    CHECK_INT(archive_kind(&c, many, "(tiling hexes)"), 2);
    CHECK(archive_has_word("(a b:c)", "b") && archive_has_word("{c}", "c") && !archive_has_word("abc", "b"));
    archive a;
    archive_init(&a, &c);
    char text[] = "(tiling hex)", better[] = "(tiling hex) (size 3)";
    archive_add(&a, &(member){.unit = 1, .score = 0.5, .text = text}, few);
    archive_add(&a, &(member){.unit = 2, .score = 0.4, .text = text}, few);
    archive_add(&a, &(member){.unit = 3, .score = 0.6, .text = better}, few);
    archive_add(&a, &(member){.unit = 4, .score = 0.1, .text = text}, many);
    CHECK_INT(a.cell_count, 2);
    CHECK_INT(a.cells[0].elite.unit, 3);
    CHECK_STR(a.cells[0].elite.text, better);
    CHECK_INT(a.count, 4);
    archive_done(&a);
    json_decref(few);
    json_decref(many);
}

TEST(names_follow_from_numbers)
{
    char a[20], b[20];
    int different = 0;
    for (uint64_t i = 0; i < 100; i++) {
        name_of(i, a, sizeof a);
        CHECK(strlen(a) >= 5 && strlen(a) <= 10 && a[0] >= 'A' && a[0] <= 'Z');
        CHECK_STR(name_of(i, b, sizeof b), a);
        different += i && strcmp(name_of(i - 1, b, sizeof b), a) != 0;
    }
    CHECK(different > 90);
}

static const char chase[] = /* a move always takes, and the fifth ends the game */
    "(game \"Chase\" (players 2) (equipment {(board (rectangle 1 6)) (piece \"Man\" Each)}) (rules (start (place "
    "\"Man1\" {0 1 2 3 4})) (play (move Remove (sites Occupied by:P1))) (end (if (= 0 (count Pieces P1)) (result P2 "
    "Win)))))";
static const char filling[] =
    "(game \"Filling\" (players 2) (equipment {(board (rectangle 1 4)) (piece \"Man\" P1) (piece "
    "\"Pawn\" P2)}) (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) "
    "(result Mover Win)))))";

static observed observe(const char *text)
{
    observed o;
    lud_game *g = lud_load_text(text, strlen(text), "game.lud", NULL, NULL);
    CHECK(g != NULL);
    memset(&o, 0, sizeof o);
    if (g)
        CHECK_INT(observe_games(g, 3, 20, 100, &o), LUD_OK);
    lud_game_free(g);
    return o;
}

TEST(random_games_are_observed)
{
    observed o = observe(chase);
    CHECK_INT(o.ended, 20);
    CHECK_INT(o.wins[1], 20);
    CHECK(o.plies == 5 && o.captures == 1 && o.choice == 3);
    o = observe(filling);
    CHECK(o.plies == 4 && o.captures == 0 && o.choice == 2.5);
    /* two of each in a row: together, in pairs, or one after the other */
    if (!(o.connection > 0.55 && o.connection < 0.95))
        TEST_FAIL("connection is %g", o.connection);
}

TEST(dead_parts_go)
{
    static const char text[] =
        "(game A (players White Black) (board (tiling square i-nbors) (shape square) (size 3)) (pieces (Man All (moves "
        "(move (pre (and (empty to) (empty to))) (action (push)))))) (end (All win (in-a-row 3)) (All win (in-a-row "
        "4))))";
    criteria c = read_criteria("[random]\ngames = 50\n[thinking]\ngames = 0\n[measures]\ngames = 0\n");
    json_t *unit = json_pack("{ss ss ss}", "name", "game.ludi", "text", text, "seed", "5");
    json_t *result = trial_run(unit, &c), *again = trial_run(unit, &c);
    CHECK(json_is_true(json_object_get(result, "passed")));
    CHECK_INT(json_integer_value(json_object_get(result, "dropped")), 2);
    CHECK(strstr(json_text_at(result, "text"), "(end (All win (in-a-row 3)))") != NULL);
    CHECK(json_equal(result, again));
    json_decref(unit);
    json_decref(result);
    json_decref(again);
}

TEST_MAIN
