/* Games that are changed by machine: what comes out is a game of the language, the same for the same seed, and told
 * apart from what it came from. */
#include "ludens.h"
#include "ludens_vary.h"
#include "test.h"

static const char tic_tac_toe[] = "(game Tic-Tac-Toe (players White Black)\n"
                                  "  (board (tiling square i-nbors) (shape square) (size 3 3))\n"
                                  "  (pieces (Piece All (moves (move (pre (empty to)) (action (push))))))\n"
                                  "  (end (All win (in-a-row 3))))\n";
static const char hop[] =
    "(game Hop (players (White n) (Black s))\n"
    "  (board (tiling square) (shape square) (size 5))\n"
    "  (pieces (Man All (moves (move (dirn forward) (pre (and (owner from) (empty to) (steps f))) (action (pop) "
    "(push)))"
    "    (move (pre (and (owner from) (not (owner to)) (or (steps f f) (steps r)))) (action (pop) (push))"
    "      (post (capture replace)))))) "
    "  (start (place (Man White) (home 1)) (place (Man Black) (home 1)))\n"
    "  (end (All win (reach far)) (All win (eliminate))))\n";
static const char draughts[] =
    "(game \"Jump\" (players 2) (equipment {(board (square 5)) (piece \"Man\" Each (or (move Step Forward (to if:(is "
    "Empty (to)))) (move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty "
    "(to))))))}) (rules (start {(place \"Man1\" (sites Bottom)) (place \"Man2\" (sites Top))}) (play (forEach Piece)) "
    "(end (if (no Moves Next) (result Mover Win)))))";

static lud_breeder *breeder(const char *name, const char *const *games, size_t count)
{
    lud_breeder *b = lud_breeder_new(name, NULL);
    for (size_t i = 0; b && i < count; i++)
        CHECK(lud_breeder_learn(b, NULL, games[i], strlen(games[i]), NULL));
    return b;
}

static const char *const ludi[] = {tic_tac_toe, hop};
static lud_breeder *both(void) { return breeder("game.ludi", ludi, 2); }

static lud_offspring laid_out(lud_breeder *b, const char *text)
{
    lud_offspring o;
    CHECK(lud_breeder_read(b, text, strlen(text), &o, NULL));
    return o;
}

static uint64_t hash_of(lud_breeder *b, const char *text)
{
    lud_offspring o = laid_out(b, text);
    uint64_t hash = o.hash;
    lud_offspring_done(&o);
    return hash;
}

/* The text with one word for another, in a buffer that the next call takes. */
static const char *with(const char *text, const char *from, const char *to)
{
    static char out[1 << 14];
    const char *at = strstr(text, from);
    CHECK(at != NULL);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

TEST(texts_come_back)
{
    lud_breeder *b = both();
    lud_offspring o = laid_out(b, tic_tac_toe), again = laid_out(b, o.text);
    CHECK_STR(again.text, o.text);
    CHECK(again.hash == o.hash);
    CHECK_INT(o.size, again.size);
    lud_offspring_done(&o);
    lud_offspring_done(&again);
    lud_breeder_free(b);
}

TEST(equal_games_are_known)
{
    lud_breeder *b = both();
    uint64_t hash = hash_of(b, tic_tac_toe), other = hash_of(b, hop);
    CHECK(hash != other);
    CHECK(hash_of(b, with(tic_tac_toe, "Tic-Tac-Toe", "Noughts")) == hash);
    CHECK(hash_of(b, with(tic_tac_toe, "(Piece All", "(Stone All")) == hash);
    CHECK(hash_of(b, with(tic_tac_toe, "White Black", "First Second")) == hash);
    CHECK(hash_of(b, with(tic_tac_toe, "in-a-row 3", "in-a-row 4")) != hash);
    CHECK(hash_of(b, with(tic_tac_toe, " i-nbors", "")) != hash);
    CHECK(hash_of(b, with(hop, "(owner from) (empty to) (steps f)", "(steps f) (empty to) (owner from)")) == other);
    CHECK(hash_of(b, with(hop, "(steps f f)", "(steps f l)")) != other);
    lud_breeder_free(b);
}

TEST(distances_count_parts)
{
    lud_breeder *b = both();
    CHECK_INT(lud_breeder_distance(b, tic_tac_toe, tic_tac_toe), 0);
    CHECK_INT(lud_breeder_distance(b, tic_tac_toe, with(tic_tac_toe, "Tic-Tac-Toe", "Noughts")), 0);
    CHECK_INT(lud_breeder_distance(b, tic_tac_toe, with(tic_tac_toe, "in-a-row 3", "in-a-row 4")), 1);
    CHECK_INT(lud_breeder_distance(b, tic_tac_toe, with(tic_tac_toe, " i-nbors", "")), 1);
    CHECK_INT(lud_breeder_distance(b, hop, with(hop, "(owner from) (empty to)", "(empty to)")), 2);
    CHECK_INT(lud_breeder_distance(b, hop, tic_tac_toe), lud_breeder_distance(b, tic_tac_toe, hop));
    CHECK(lud_breeder_distance(b, hop, "(game") == UINT32_MAX);
    lud_breeder_free(b);
}

/* All operators do something, what they make is another game of the language, and the same again. */
static void vary_all(lud_breeder *b, const char *parent, const char *other, double surprise, size_t operators,
                     uint32_t least)
{
    static const char *const names[] = {
        "regenerate: ", "change: ", "add: ", "drop: ", "double: ", "wrap: ", "cross: ", "swap: ", "hoist: "};
    uint32_t met[9] = {0}, made = 0;
    uint64_t own = hash_of(b, parent);
    for (uint32_t i = 0; i < 600; i++) {
        lud_variation v = {.parent = parent, .other = other, .seed = 5, .stream = i, .surprise = surprise};
        lud_offspring child, same, again;
        if (lud_vary(b, &v, &child)) {
            made++;
            CHECK(child.hash != own);
            for (size_t k = 0; k < 9; k++)
                met[k] += strncmp(child.told, names[k], strlen(names[k])) == 0;
            CHECK(lud_vary(b, &v, &same));
            CHECK_STR(same.text, child.text);
            CHECK_STR(same.told, child.told);
            CHECK(lud_breeder_read(b, child.text, strlen(child.text), &again, NULL));
            CHECK(again.hash == child.hash);
            lud_offspring_done(&same);
            lud_offspring_done(&again);
        }
        lud_offspring_done(&child);
    }
    if (made < least)
        TEST_FAIL("%u offspring of 600", made);
    for (size_t k = 0; k < operators; k++)
        if (!met[k])
            TEST_FAIL("no offspring by %s", names[k]);
}

TEST(operators_make_other_games)
{
    lud_breeder *b = both();
    vary_all(b, hop, tic_tac_toe, 0.1, 9, 500);
    vary_all(b, tic_tac_toe, hop, 0.5, 7, 500); /* which has nothing to swap or hoist */
    lud_breeder_free(b);
}

TEST(games_of_ludii_vary)
{
    const char *games[] = {draughts};
    lud_breeder *b = breeder("game.lud", games, 1);
    vary_all(b, draughts, draughts, 0.3, 9, 500);
    CHECK(hash_of(b, with(draughts, "\"Jump\"", "\"Leap\"")) == hash_of(b, draughts));
    lud_breeder_free(b);
}

/* The text of a file of the library, to be freed. */
static char *file_text(const char *name)
{
    char path[1000], *text = calloc(1, 1 << 16);
    snprintf(path, sizeof path, SOURCE_DIR "/games/hrg/%s", name);
    FILE *in = fopen(path, "r");
    CHECK(in && text && fread(text, 1, (1 << 16) - 1, in) > 0);
    if (in)
        fclose(in);
    return text;
}

TEST(games_of_hrg_vary)
{
    char *lines = file_text("tic-tac-toe.hrg"), *race = file_text("breakthrough-five.hrg");
    const char *games[] = {lines, race};
    lud_breeder *b = breeder("game.hrg", games, 2);
    lud_offspring o = laid_out(b, race), again = laid_out(b, o.text);
    CHECK_STR(again.text, o.text);
    CHECK(hash_of(b, lines) != o.hash);
    CHECK_INT(lud_breeder_distance(b, race, o.text), 0);
    CHECK_INT(lud_breeder_distance(b, lines, with(lines, "in 1..3", "in 1..4")), 1);
    lud_game *game = lud_load_text(o.text, strlen(o.text), "game.hrg", NULL, NULL); /* what is written is the game */
    CHECK(game != NULL);
    lud_game_free(game);
    lud_offspring_done(&o);
    lud_offspring_done(&again);
    vary_all(b, race, race, 0.1, 9, 400);
    vary_all(b, lines, race, 0.1, 7, 400);
    lud_breeder_free(b);
    free(lines);
    free(race);
}

TEST(games_are_drawn)
{
    lud_breeder *b = both();
    uint32_t made = 0;
    for (uint32_t i = 0; i < 100; i++) {
        lud_offspring child;
        made += lud_vary(b, &(lud_variation){.seed = 2, .stream = i, .surprise = 0.2, .largest = 60}, &child);
        CHECK(child.size <= 60);
        lud_offspring_done(&child);
    }
    CHECK(made > 80);
    lud_breeder_free(b);
}

TEST(parts_are_left_out)
{
    lud_breeder *b = both();
    lud_offspring rest;
    uint32_t parts = 0, size = 0, end = 0;
    bool shorter_end = false;
    for (uint32_t i = 0; i < 200; i++, parts++) {
        bool there = lud_breeder_without(b, hop, i, &rest, &end);
        shorter_end |= there && strstr(rest.text, "(end (All win (reach far)))") != NULL;
        size = there && rest.size > size ? rest.size : size;
        CHECK(!there || end > i);
        lud_offspring_done(&rest);
        if (!there && i > 40)
            break;
    }
    CHECK(shorter_end);
    CHECK(size > 50);
    lud_breeder_free(b);
}

TEST(titles_are_given)
{
    lud_breeder *b = both();
    char *text = lud_breeder_titled(b, tic_tac_toe, "Yavalath");
    CHECK(text && strncmp(text, "(game Yavalath\n", 15) == 0);
    lud_free(text);
    lud_breeder_free(b);
}

/* A game that was made by an operator, and once ended the program. */
TEST(simultaneous_games_without_rules_are_refused)
{
    static const char text[] = "(game \"A\" (players 3) (mode Simultaneous) (equipment {(board (rectangle 1 3)) (piece "
                               "\"Card\" Each)}))";
    lud_game *game = lud_load_text(text, strlen(text), "game.lud", NULL, NULL);
    CHECK(game == NULL);
    lud_game_free(game);
}

TEST(mistakes_are_reported)
{
    static const char rg[] = "type A = {a};";
    lud_breeder *b = both();
    lud_diags *d = lud_diags_new();
    lud_offspring o;
    CHECK(!lud_breeder_read(b, "(game X)", 8, &o, d));
    CHECK(lud_diags_errors(d) > 0);
    lud_offspring_done(&o);
    CHECK(!lud_vary(b, &(lud_variation){.parent = "(game X)", .seed = 1}, &o));
    lud_offspring_done(&o);
    lud_breeder_free(b);
    b = lud_breeder_new("game.rg", NULL);
    CHECK(!lud_breeder_learn(b, NULL, rg, strlen(rg), d));
    CHECK_STR(lud_diags_get(d, lud_diags_count(d) - 1).message, "rules of this language are not changed by machine");
    CHECK(!lud_vary(b, &(lud_variation){.seed = 1}, &o));
    lud_offspring_done(&o);
    lud_breeder_free(b);
    lud_diags_free(d);
}

TEST_MAIN
